//! `cargo xtask`: what `./bombo` runs.

use std::path::PathBuf;

use clap::{Parser, Subcommand};

/// Tareas de desarrollo de Bombo.
#[derive(Parser)]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Una noche de tres partidas con la máquina simulada.
    Demo {
        /// Una carpeta vacía o nueva.
        #[arg(long)]
        dir: PathBuf,
        /// Milisegundos entre bolas.
        #[arg(long, default_value_t = 250)]
        interval_ms: u32,
    },
    /// Busca el número de la demostración.
    FindSeed,
}

fn main() -> anyhow::Result<()> {
    match Cli::parse().task {
        Task::Demo { dir, interval_ms } => xtask::demo::run(&std::path::absolute(dir)?, interval_ms),
        Task::FindSeed => {
            println!("{}", xtask::seed::find());
            Ok(())
        }
    }
}
