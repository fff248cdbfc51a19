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
    /// Servidor, extractor simulado, cámara, pared y puesto, para una persona.
    Run {
        /// La carpeta de la sala; si ya la tiene, sigue con ella.
        #[arg(long)]
        dir: PathBuf,
        /// Milisegundos entre bolas.
        #[arg(long, default_value_t = 4000)]
        interval_ms: u32,
    },
    /// Las medidas de docs/measurements.md; compílese antes con --release.
    Bench {
        /// Sólo una: cards, printing, acta, line, phones, network, flood, sales, copies, verdict, search, start, rest, camera, film, held, voice, scenes, screens o, si se piden por su nombre,
        /// long-draw y long-draw-busy (diez minutos cada una) y peers (instala programas de otros en una carpeta temporal).
        only: Option<String>,
    },
    /// Las pruebas en el tamaño de horas, con semillas al azar.
    Torture {
        /// Sólo una parte: modelo, ilegales, cartones, partidas, bolas, tormenta, barrido, diario, extractor, camara o cortes.
        only: Option<String>,
        /// Unos minutos en vez de horas.
        #[arg(long)]
        minutes: Option<u64>,
        /// La primera semilla, para repetir.
        #[arg(long)]
        seed: Option<u64>,
    },
    /// Todas las pruebas, dos ejecutables a la vez.
    Test,
    /// Rompe el código de una copia a propósito, de cada manera de xtask/canaries.toml, y exige que las pruebas lo noten.
    Canaries {
        /// Sólo uno, por su nombre.
        only: Option<String>,
    },
    /// Firma actas y las comprueba con pyHanko, que se instala en target/pyhanko.
    Pyhanko,
    /// Busca el número de la demostración.
    FindSeed,
}

fn main() -> anyhow::Result<()> {
    match Cli::parse().task {
        Task::Run { dir, interval_ms } => xtask::play::run(&std::path::absolute(dir)?, interval_ms),
        Task::Bench { only } => match only.as_deref() {
            None => xtask::bench::run(),
            Some("cards") => xtask::bench::cards::run(),
            Some("printing") => xtask::bench::printing::run(),
            Some("acta") => xtask::bench::acta::run(),
            Some("line") => xtask::bench::line::run(),
            Some("phones") => xtask::bench::phones::run(),
            Some("network") => xtask::bench::network::run(),
            Some("flood") => xtask::bench::flood::run(),
            Some("copies") => xtask::bench::copies::run(),
            Some("sales") => xtask::bench::sales::run(),
            Some("proof") => xtask::bench::proof::run(),
            Some("search") => xtask::bench::search::run(),
            Some("export") => xtask::bench::export::run(),
            Some("verdict") => xtask::bench::verdict::run(),
            Some("start") => xtask::bench::start::run(),
            Some("archive") => xtask::bench::archive::run(),
            Some("rest") => xtask::bench::rest::run(),
            Some("scenes") => xtask::bench::scenes::run(),
            Some("screens") => xtask::bench::screens::run(),
            Some("long-draw") => xtask::bench::screens::long_draw(false),
            Some("long-draw-busy") => xtask::bench::screens::long_draw(true),
            Some("peers") => xtask::bench::peers::run(),
            Some("camera") => xtask::bench::camera::run(),
            Some("film") => xtask::bench::film::run(),
            Some("held") => xtask::bench::held::run(),
            Some("voice") => xtask::bench::voice::run(),
            Some(other) => anyhow::bail!("no hay ninguna medida llamada «{other}»"),
        },
        Task::Torture { only, minutes, seed } => {
            xtask::torture::run(&xtask::torture::Choice { only, minutes, seed })
        }
        Task::Test => std::process::exit(i32::from(!xtask::checks::run()?)),
        Task::Canaries { only } => xtask::canaries::run(only.as_deref()),
        Task::Pyhanko => xtask::pyhanko::run(),
        Task::FindSeed => {
            println!("{}", xtask::seed::find());
            Ok(())
        }
    }
}
