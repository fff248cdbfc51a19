//! The options of the program, and the machine they describe.

use std::path::{Path, PathBuf};

use anyhow::Context;
use ball_machine::driver::{BLP1, Driver};
use ball_machine::tags::TagTable;
use ball_machine_tools::simulator::{Planned, Settings, Simulator, scenario};
use clap::Parser;
use hall_core::ball::Ball;
use hall_core::machine::{BootId, SetId};
use settings_file::read_text;

/// The largest file of orders, in bytes: 1,000 draws of ninety numbers.
const ORDERS_MAX: u64 = 300_000;
/// The largest scenario, in bytes.
const SCENARIO_MAX: u64 = 300_000;

/// Extractor simulado: habla en un pseudoterminal BLP/1 o lo que diga el fichero de un controlador.
///
/// Escribe primero una línea JSON, {"pty":"/dev/pts/N"}, y funciona hasta SIGTERM o la orden
/// «hangup».
#[derive(Debug, Parser)]
#[command(
    name = "ball-machine-sim",
    disable_help_flag = true,
    help_template = "{about-with-newline}\nUso: ball-machine-sim [OPCIONES]\n\nOpciones:\n{options}\n{after-help}",
    after_help = AFTER_HELP
)]
pub struct Options {
    /// Fichero TOML con la noche entera: máquina, orden de las bolas y averías; lo que además se
    /// diga aquí, manda. Hay ejemplos comentados en ball-machine-tools/scenarios
    #[arg(long, value_name = "FICHERO")]
    pub scenario: Option<PathBuf>,
    /// Semilla: fija el orden de todas las extracciones; si falta, 1
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Cómo habla: blp1, un controlador incluido (ball-machine list) o la ruta de su fichero; si falta, blp1
    #[arg(long, value_name = "CONTROLADOR", default_value = "blp1")]
    pub driver: String,
    /// Tabla de etiquetas del juego cargado, para los lectores de etiquetas (ball-machine enrol)
    #[arg(long, value_name = "FICHERO")]
    pub tags: Option<PathBuf>,
    /// Juego de bolas cargado: de 1 a 8 letras A-Z y cifras; si falta, A
    #[arg(long, value_name = "JUEGO", value_parser = set_id)]
    pub set: Option<SetId>,
    /// Milisegundos entre bola y bola; si falta, 400
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    pub interval_ms: Option<u64>,
    /// Milisegundos entre una bola con avería y la siguiente; si falta, los mismos que entre las demás
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    pub after_fault_ms: Option<u64>,
    /// Bits por segundo de la línea; si falta, los bytes salen todos a la vez
    #[arg(long, value_name = "BITS", value_parser = clap::value_parser!(u64).range(300..))]
    pub baud: Option<u64>,
    /// Socket Unix que se crea para las mismas órdenes que la entrada estándar; cada una se
    /// contesta con una línea JSON
    #[arg(long, value_name = "RUTA")]
    pub control: Option<PathBuf>,
    /// Enlace simbólico que se crea al pseudoterminal; un fichero con ese nombre no se toca
    #[arg(long, value_name = "RUTA")]
    pub link: Option<PathBuf>,
    /// Fichero donde se escribe lo que ocurre de verdad, una línea JSON por suceso; sólo se
    /// sobrescribe el de otra vez
    #[arg(long, value_name = "FICHERO")]
    pub truth: Option<PathBuf>,
    /// Número del primer arranque, 8 cifras hexadecimales; si falta, sale de la semilla
    #[arg(long, value_name = "HEX", value_parser = boot_id)]
    pub boot: Option<BootId>,
    /// Avería con la bola n.º BOLA desde el arranque, o de una EXTRACCIÓN (todas desde 1); se puede
    /// repetir
    #[arg(long = "fault", value_name = "AVERÍA@[EXTRACCIÓN:]BOLA")]
    pub faults: Vec<Planned>,
    /// Fichero con el orden de las bolas: una línea por extracción, números separados por
    /// espacios; las que falten salen según la semilla
    #[arg(long, value_name = "FICHERO")]
    pub orders: Option<PathBuf>,
    /// Termina cuando se cierra la entrada estándar
    #[arg(long)]
    pub until_stdin_closes: bool,
    /// Muestra esta ayuda
    #[arg(long, short, action = clap::ArgAction::Help)]
    pub help: Option<bool>,
}

const AFTER_HELP: &str = "\
Averías (AVERÍA):
  duplicate         la lectura se envía dos veces
  badsum            se envía con la suma mal; después, bien
  lost              no se envía al principio; llega al repetirse
  lost-for-ever     no se envía nunca
  lostack           durante 5 s no atiende los acuses de recibo
  jam               bola atascada hasta «clear»
  returned          la bola leída vuelve al bombo
  noread            bola que no se puede leer
  reboot            la máquina se reinicia; el bombo queda como estaba
  misread           lee otro número: 16 por 61
  repeat-after-gone lee otra vez el número de la bola anterior
  ball00, ball91    lee un número que no existe
  wrongset          bola de otro juego
  unknown-tag       la bola lleva desde entonces una etiqueta que no está en la tabla
  same-tag          lleva desde entonces la etiqueta de la bola anterior: dos bolas, una etiqueta
  upside-down       la próxima bola que del revés es otra se lee del revés: 6 por 9, 68 por 89
  silent            5 s sin decir nada
  nobeat            5 s sin latido; lo demás se dice
  letters           letras por cifras, con la suma bien; después, bien
  ball99            lee el 99
  multiple          dos bolas en el lector hasta «clear»
  stuck             la bola se queda en el conducto, sin verse, hasta «clear»
  door              la puerta, abierta un segundo
  replug            el cable fuera medio segundo; vuelve con otro nombre
De la línea, con la trama de la lectura:
  delay             hasta 30 s tarde, y detrás todo lo demás
  swap, merge       detrás de la siguiente; pegada a la siguiente
  split             byte a byte
  flip, cut         un bit cambiado; sin la segunda mitad
  run-on            sin fin
  garbage, noise    tras unos bytes al azar; tras un megabyte
  nuls              tras 4.096 ceros
  wrong-baud        2 s a otra velocidad
  dead-line         2 s sin que pase nada

Órdenes por la entrada estándar, una por línea:
  fault AVERÍA      con la bola siguiente
  clear             libera la bola atascada
  reboot            apaga y enciende
  hangup            arranca el cable y termina
  interval MS       cambia el ritmo
  press run, press hold, press stop, press load
                    los botones de una máquina que no recibe órdenes
  quiet, talk       calla del todo; vuelve a hablar
  door open, door closed
  replug            arranca el cable; vuelve con otro nombre
  state, truth      cómo está; las bolas que hay fuera, en orden
";

impl Options {
    pub fn simulator(&self) -> anyhow::Result<Simulator> {
        let tags = self.tags.as_deref().map(TagTable::load).transpose()?;
        let driver = if self.driver == BLP1 { None } else { Some(Driver::load(&self.driver)?) };
        let settings = self.settings(tags.as_ref())?;
        let driver = driver.as_ref().map(|driver| (driver, tags.as_ref()));
        Simulator::of_any(driver, settings, 0).map_err(anyhow::Error::msg)
    }

    fn settings(&self, tags: Option<&TagTable>) -> anyhow::Result<Settings> {
        let mut settings = Settings::default();
        if let Some(path) = &self.scenario {
            let text = read_text(path, SCENARIO_MAX)?;
            scenario::read(&path.display().to_string(), &text, &mut settings)?;
        }
        settings.seed = self.seed.unwrap_or(settings.seed);
        settings.set = self.set.or(tags.and_then(TagTable::set)).unwrap_or(settings.set);
        settings.interval_ms = self.interval_ms.unwrap_or(settings.interval_ms);
        settings.after_fault_ms = self.after_fault_ms.or(settings.after_fault_ms);
        settings.boot = self.boot.or(settings.boot);
        settings.faults.extend(&self.faults);
        if let Some(path) = &self.orders {
            settings.orders = read_orders(path)?;
        }
        Ok(settings)
    }
}

fn read_orders(path: &Path) -> anyhow::Result<Vec<Vec<Ball>>> {
    let name = path.display();
    let text = read_text(path, ORDERS_MAX)?;
    let ball = |word: &str| word.parse().ok().and_then(Ball::new);
    text.lines()
        .zip(1..)
        .map(|(line, n)| {
            let balls: Option<Vec<Ball>> = line.split_whitespace().map(ball).collect();
            balls.with_context(|| format!("{name}, línea {n}: solo números del 1 al 90"))
        })
        .collect()
}

fn set_id(text: &str) -> Result<SetId, String> {
    SetId::parse(text).ok_or_else(|| "de 1 a 8 letras A-Z y cifras".to_owned())
}

fn boot_id(text: &str) -> Result<BootId, String> {
    scenario::boot(text).ok_or_else(|| "son 8 cifras hexadecimales".to_owned())
}
