//! The command line.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use hall_core::matrix::MatrixKind;

const HELP: &str = "{about-with-newline}\nUso: {usage}\n\n{all-args}{after-help}\n";

const OPTIONS: &str = "Opciones";

/// Imprime cartones, actas, hojas de partida, certificados de matriz y avisos en PDF.
///
/// Lee JSON y escribe un PDF; la misma entrada da siempre los mismos bytes. Si todo va bien,
/// escribe en la salida una línea JSON con el número de páginas y el SHA-256 del fichero:
/// {"pages":70,"sha256":"…"}. El fichero aparece entero o no aparece.
#[derive(Parser)]
#[command(
    version,
    disable_help_subcommand = true,
    disable_help_flag = true,
    disable_version_flag = true,
    subcommand_help_heading = "Órdenes",
    subcommand_value_name = "ORDEN",
    next_help_heading = OPTIONS,
    help_template = HELP,
    after_help = "Códigos de salida:\n  0  impreso\n  1  no se ha podido leer o escribir un fichero\n  2  la orden o la entrada no valen; no se ha escrito nada"
)]
struct Cli {
    #[command(subcommand)]
    order: Order,
    /// Escribe esta ayuda
    #[arg(short = 'h', long = "help", action = ArgAction::HelpLong, global = true, display_order = 100)]
    help: Option<bool>,
    /// Escribe la versión
    #[arg(short = 'V', long = "version", action = ArgAction::Version, display_order = 101)]
    version: Option<bool>,
}

/// Reads the command line; a wrong one ends the program.
pub(crate) fn order() -> Order {
    let dressed = |order: clap::Command| order.help_template(HELP).mut_args(|arg| arg.help_heading(OPTIONS));
    let matches = Cli::command().mut_subcommands(dressed).get_matches();
    Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit()).order
}

#[derive(Subcommand)]
pub(crate) enum Order {
    /// Imprime cartones de una serie, como diga una plantilla
    Cards(Cards),
    /// Dibuja en PNG una hoja de cartones con la palabra MUESTRA, para verla antes de gastar papel
    Preview(Preview),
    /// Dice en JSON qué plantillas de cartones hay, y qué le falta a la que no vale
    Templates(Templates),
    /// Imprime el acta de una sesión, como PDF/A; con --seal, firmada con el certificado de la sala
    Acta(Acta),
    /// Saca una COPIA de un acta emitida: sus mismos octetos y, detrás, la marca de cada página
    Copy(Copy),
    /// Imprime la hoja de firmas de un acta o de una diligencia, como PDF/A: quién, cuándo, cómo y la huella de lo firmado
    Signatures(Paths),
    /// Comprueba el certificado con que se firman las actas, y dice de quién es y hasta cuándo vale
    Seal(SealCheck),
    /// Imprime la hoja de la partida, para terminarla a mano; con --blank, en blanco
    Sheet(Sheet),
    /// Imprime el certificado de una matriz: sus huellas, sus cuentas y cuánto se apartan del azar
    Certificate(Paths),
    /// Imprime el aviso de los cartones en venta: sus huellas y cómo las comprueba cualquiera
    Notice(Paths),
    /// Imprime el justificante de un premio pagado, con el código que lleva a la prueba de su partida
    Receipt(Paths),
    /// Rehace una matriz a partir de su clave y escribe sus cartones en CSV o en JSON
    ///
    /// Con la clave que la sala revela al retirar la matriz, cualquiera comprueba que los cartones son los que
    /// salen de ella: los dos SHA-256 que se escriben son los que constan en el registro desde que se hizo.
    Matrix(OfKey),
    /// Comprueba una matriz hecha por otros, en CSV o en JSON
    ///
    /// Si todos los cartones valen, dice cuántos son, cuántas filas se repiten y su SHA-256. Si no, dice todos los
    /// errores, cada uno con su línea, y no escribe nada.
    CheckMatrix(OfOthers),
}

#[derive(Args)]
pub(crate) struct Paths {
    /// El fichero JSON con lo que se imprime; «-» es la entrada estándar
    #[arg(long = "in", value_name = "FICHERO")]
    pub(crate) input: PathBuf,
    /// El PDF que se escribe; si ya existe, se sustituye
    #[arg(long = "out", value_name = "FICHERO")]
    pub(crate) output: PathBuf,
}

#[derive(Args)]
pub(crate) struct Acta {
    #[command(flatten)]
    pub(crate) paths: Paths,
    /// El certificado de la sala, para firmarla: un PKCS#12 (.p12, .pfx) o un PEM
    #[arg(long, value_name = "FICHERO", requires = "at")]
    pub(crate) seal: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) key: SealKey,
    /// Cuándo se firma, con su desfase: «2026-10-17 22:33:01 +02:00»
    #[arg(long, value_name = "HORA")]
    pub(crate) at: Option<String>,
}

#[derive(Args)]
pub(crate) struct Copy {
    #[command(flatten)]
    pub(crate) paths: Paths,
    /// El PDF del acta, como se emitió
    #[arg(long, value_name = "FICHERO")]
    pub(crate) acta: PathBuf,
}

#[derive(Args)]
pub(crate) struct SealCheck {
    /// El certificado de la sala: un PKCS#12 (.p12, .pfx) o un PEM
    #[arg(long = "in", value_name = "FICHERO")]
    pub(crate) seal: PathBuf,
    #[command(flatten)]
    pub(crate) key: SealKey,
    /// El momento en que ha de valer, con su desfase: «2026-10-17 22:33:01 +02:00»
    #[arg(long, value_name = "HORA")]
    pub(crate) at: String,
}

/// The key itself and its password are never on a command line.
#[derive(Args)]
pub(crate) struct SealKey {
    /// La clave en PEM, si el certificado es un PEM que no la lleva
    #[arg(long = "seal-key", value_name = "FICHERO")]
    pub(crate) key: Option<PathBuf>,
    /// Un fichero con la contraseña del PKCS#12
    #[arg(long = "seal-password", value_name = "FICHERO")]
    pub(crate) password: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct Cards {
    #[command(flatten)]
    pub(crate) paths: Paths,
    /// La plantilla: a4-6, a4-strip, large-print, o un fichero acabado en .toml
    #[arg(long, value_name = "PLANTILLA", default_value = "a4-6", hide_default_value = true)]
    pub(crate) template: String,
    /// Sólo del cartón de este número en adelante; los demás dejan su sitio en blanco
    #[arg(long, value_name = "NÚMERO", default_value_t = 1, hide_default_value = true)]
    pub(crate) first: u32,
    /// Sólo hasta el cartón de este número
    #[arg(long, value_name = "NÚMERO", default_value_t = u32::MAX, hide_default_value = true)]
    pub(crate) last: u32,
    /// Sólo este lote de hojas de papel, desde 1
    #[arg(long, value_name = "LOTE")]
    pub(crate) lot: Option<usize>,
    /// Cuántas hojas de papel tiene un lote; si no se dice, 50
    #[arg(long, value_name = "HOJAS", default_value_t = 50, hide_default_value = true)]
    pub(crate) lot_size: usize,
    /// Qué ejemplar es: desde el 2, todos los cartones llevan COPIA
    #[arg(long, value_name = "EJEMPLAR", default_value_t = 1, hide_default_value = true)]
    pub(crate) copy: u32,
    /// Escribe además los mismos cartones en braille, en un fichero BRF de 40 × 25 celdas
    #[arg(long, value_name = "FICHERO")]
    pub(crate) brf: Option<PathBuf>,
    /// Dice por dónde va, en líneas JSON en la salida de errores: {"page":128,"of":1500}
    #[arg(long)]
    pub(crate) progress: bool,
}

#[derive(Args)]
pub(crate) struct Preview {
    /// El fichero JSON con los cartones; «-» es la entrada estándar
    #[arg(long = "in", value_name = "FICHERO")]
    pub(crate) input: PathBuf,
    /// El PNG que se escribe; si ya existe, se sustituye; «-» es la salida estándar
    #[arg(long = "out", value_name = "FICHERO")]
    pub(crate) output: PathBuf,
    /// La plantilla: a4-6, a4-strip, large-print, o un fichero acabado en .toml
    #[arg(long, value_name = "PLANTILLA", default_value = "a4-6", hide_default_value = true)]
    pub(crate) template: String,
    /// La hoja del cartón de este número, y sólo del cartón de este número en adelante
    #[arg(long, value_name = "NÚMERO", default_value_t = 1, hide_default_value = true)]
    pub(crate) first: u32,
    /// Sólo hasta el cartón de este número
    #[arg(long, value_name = "NÚMERO", default_value_t = u32::MAX, hide_default_value = true)]
    pub(crate) last: u32,
    /// El dorso, si la plantilla lo tiene
    #[arg(long)]
    pub(crate) back: bool,
    /// Cuántos puntos de ancho, de 100 a 4000; si no se dice, 1000
    #[arg(long, value_name = "PUNTOS", default_value_t = 1000, hide_default_value = true)]
    pub(crate) width: u32,
}

#[derive(Args)]
pub(crate) struct Templates {
    /// Además, las plantillas de esta carpeta
    #[arg(long, value_name = "CARPETA")]
    pub(crate) dir: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct Sheet {
    /// El fichero JSON con lo que se imprime; «-» es la entrada estándar
    #[arg(long = "in", value_name = "FICHERO", required_unless_present = "blank")]
    pub(crate) input: Option<PathBuf>,
    /// En blanco, sin partida: para guardar en el cajón
    #[arg(long, conflicts_with = "input")]
    pub(crate) blank: bool,
    /// El PDF que se escribe; si ya existe, se sustituye
    #[arg(long = "out", value_name = "FICHERO")]
    pub(crate) output: PathBuf,
}

#[derive(Args)]
pub(crate) struct OfKey {
    /// La clave revelada: 32 cifras hexadecimales
    #[arg(long, value_name = "CLAVE")]
    pub(crate) key: String,
    /// El número de la matriz, de 1 a 4294967295
    #[arg(long, value_name = "N")]
    pub(crate) number: u32,
    /// Cartones sueltos (single) o tiras de seis (strip)
    #[arg(long, value_name = "CLASE", value_parser = kinds())]
    pub(crate) kind: MatrixKind,
    /// Sin dos filas iguales en toda la matriz
    #[arg(long)]
    pub(crate) clean: bool,
    /// Cuántos cartones
    #[arg(long, value_name = "N")]
    pub(crate) size: u32,
    /// El CSV que se escribe; si ya existe, se sustituye
    #[arg(long, value_name = "FICHERO", required_unless_present = "json")]
    pub(crate) csv: Option<PathBuf>,
    /// El JSON que se escribe, además del CSV o en su lugar
    #[arg(long, value_name = "FICHERO")]
    pub(crate) json: Option<PathBuf>,
    /// Escribe además el certificado de la matriz en PDF
    #[arg(long, value_name = "FICHERO")]
    pub(crate) certificate: Option<PathBuf>,
}

fn kinds() -> impl TypedValueParser<Value = MatrixKind> {
    let names = PossibleValuesParser::new(MatrixKind::ALL.map(MatrixKind::name));
    names.map(|name| MatrixKind::from_name(&name).expect("it is one of the names"))
}

#[derive(Args)]
pub(crate) struct OfOthers {
    /// El fichero de cartones, CSV o JSON; «-» es la entrada estándar
    #[arg(long = "in", value_name = "FICHERO")]
    pub(crate) input: PathBuf,
    /// Escribe además los mismos cartones en CSV, como los de la sala
    #[arg(long, value_name = "FICHERO")]
    pub(crate) csv: Option<PathBuf>,
    /// Escribe además los mismos cartones en JSON
    #[arg(long, value_name = "FICHERO")]
    pub(crate) json: Option<PathBuf>,
}
