//! `bombo-demo`: the demonstration evening with the programs that stand beside this one, as their packages install them.

use std::path::PathBuf;

use clap::Parser;

/// Una noche de cinco partidas con el extractor simulado, con los programas de Bombo instalados en este equipo.
///
/// Abre el puesto, la pared y la cámara, en una pantalla virtual si no hay otra. Al terminar dice dónde están los cartones, el acta,
/// las pantallas, el sonido y la base de datos.
#[derive(Parser)]
#[command(name = "bombo-demo", version)]
struct Cli {
    /// Una carpeta vacía o nueva, para la sala de la demostración.
    #[arg(default_value = "demo")]
    dir: PathBuf,
    /// Milisegundos entre bolas.
    #[arg(long, default_value_t = xtask::demo::INTERVAL_MS)]
    interval_ms: u32,
}

fn main() -> anyhow::Result<()> {
    let cli = Cli::parse();
    let dir = std::path::absolute(cli.dir)?;
    std::fs::create_dir_all(&dir)?;
    xtask::demo::run(&dir, cli.interval_ms)
}
