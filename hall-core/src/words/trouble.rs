//! What is wrong with the server itself, its disk or its clock: people are told while it lasts, and it goes by itself.

use alloc::format;
use alloc::string::{String, ToString};

use super::Lang;
use crate::event::SessionNo;
use crate::time::HourOfDay;

/// Something wrong with the server, of which people at the desk should know. Not in the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    /// The disk is full: the reserve was given up, the running game can be finished, no sale opens.
    DiskFull,
    /// Little is free.
    DiskLow {
        /// How many MiB.
        mib: u64,
    },
    /// The file put aside for a full disk is not there.
    NoReserve,
    /// Commits take long.
    DiskSlow {
        /// How long the slowest of the last minute took, milliseconds.
        ms: u64,
    },
    /// The server started with a clock hours before the record's last line (E 57).
    ClockInDoubt,
    /// The clock was set a while ago.
    ClockSet {
        /// It was put back.
        back: bool,
        /// By how much, seconds.
        secs: u64,
    },
    /// The last start was long after the line before it.
    ClockAhead {
        /// How many days.
        days: u32,
    },
    /// The closing hour of the open session has passed (32.3).
    PastClosing(HourOfDay),
    /// The acta of a closed session is not made: a certificate that expired, a full disk, no printer.
    ActaWaits(SessionNo),
    /// A witness outside the hall saw what the record has not.
    WitnessContradicts,
    /// The cameras are not filmed.
    FilmStopped(FilmStop),
}

/// Why nothing is filmed. The game goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FilmStop {
    /// Less is free than the settings leave to the rest of the hall.
    NoRoom,
    /// Its folder cannot be written.
    CannotWrite,
    /// Its disk is too slow: pictures are lost.
    TooSlow,
}

impl Trouble {
    /// The code: stable, for programs.
    pub const fn code(self) -> &'static str {
        match self {
            Trouble::DiskFull => "disco-lleno",
            Trouble::DiskLow { .. } => "disco-casi-lleno",
            Trouble::NoReserve => "sin-reserva-de-disco",
            Trouble::DiskSlow { .. } => "disco-lento",
            Trouble::ClockInDoubt => "reloj-en-duda",
            Trouble::ClockSet { .. } => "reloj-cambiado",
            Trouble::ClockAhead { .. } => "reloj-adelantado",
            Trouble::PastClosing(_) => "hora-de-cierre",
            Trouble::ActaWaits(_) => "acta-pendiente",
            Trouble::WitnessContradicts => "testigo-contradice",
            Trouble::FilmStopped(_) => "no-se-filma",
        }
    }

    /// Every code.
    pub const CODES: [&str; 11] = [
        Trouble::DiskFull.code(),
        Trouble::DiskLow { mib: 0 }.code(),
        Trouble::NoReserve.code(),
        Trouble::DiskSlow { ms: 0 }.code(),
        Trouble::ClockInDoubt.code(),
        Trouble::ClockSet { back: false, secs: 0 }.code(),
        Trouble::ClockAhead { days: 0 }.code(),
        "hora-de-cierre",
        Trouble::ActaWaits(SessionNo(0)).code(),
        Trouble::WitnessContradicts.code(),
        Trouble::FilmStopped(FilmStop::NoRoom).code(),
    ];
}

/// Says a trouble, and what to do.
pub fn trouble(lang: Lang, trouble: Trouble) -> String {
    match (lang, trouble) {
        (_, Trouble::DiskFull) => {
            let es = "El disco está lleno: termine la partida; no se abre otra venta hasta que haya sitio";
            lang.of(es, "The disk is full: finish the game; no other sale opens until there is room")
                .to_string()
        }
        (Lang::Es, Trouble::DiskLow { mib }) => {
            format!("Quedan {mib} MiB en el disco: que el técnico haga sitio")
        }
        (Lang::En, Trouble::DiskLow { mib }) => {
            format!("{mib} MiB are left on the disk: have the technician make room")
        }
        (_, Trouble::NoReserve) => {
            let es = "Falta la reserva para un disco lleno: que el técnico mire el disco";
            lang.of(es, "The reserve for a full disk is missing: have the technician look at the disk")
                .to_string()
        }
        (Lang::Es, Trouble::DiskSlow { ms }) => {
            format!(
                "El disco tarda ({}): lo registrado está bien, pero espere a cada respuesta",
                seconds(lang, ms)
            )
        }
        (Lang::En, Trouble::DiskSlow { ms }) => {
            format!(
                "The disk is slow ({}): what is recorded is safe, but wait for each answer",
                seconds(lang, ms)
            )
        }
        (_, Trouble::ClockInDoubt) => {
            let es = "El servidor ha arrancado con el reloj atrasado: pónganlo en hora, o confirmen la hora dos personas";
            let en = "The server started with its clock behind: put it right, or two people confirm the hour";
            lang.of(es, en).to_string()
        }
        (Lang::Es, Trouble::ClockSet { back, secs }) => {
            let way = if back { "atrasado" } else { "adelantado" };
            format!("Han {way} el reloj del servidor {}: compruebe la hora", length(lang, secs))
        }
        (Lang::En, Trouble::ClockSet { back, secs }) => {
            let way = if back { "back" } else { "forward" };
            format!("The server's clock was put {way} by {}: check the hour", length(lang, secs))
        }
        (Lang::Es, Trouble::ClockAhead { days }) => {
            format!(
                "Lo último registrado es de hace {days} días: si no es así, ponga en hora el servidor antes de abrir"
            )
        }
        (Lang::En, Trouble::ClockAhead { days }) => {
            format!(
                "The last thing recorded is {days} days old: if that is not so, put the clock right before you open"
            )
        }
        (Lang::Es, Trouble::PastClosing(hour)) => {
            format!("Ha pasado la hora de cierre ({hour}): la partida se termina y no se abre otra venta")
        }
        (Lang::En, Trouble::PastClosing(hour)) => {
            format!("The closing hour ({hour}) has passed: the game is finished and no other sale opens")
        }
        (Lang::Es, Trouble::ActaWaits(SessionNo(no))) => {
            format!(
                "El acta de la sesión {no} no se ha podido hacer: que el técnico mire por qué en el registro del servidor \
                 (certificado, disco o card-printer). No se pierde nada y se intenta cada medio minuto"
            )
        }
        (Lang::En, Trouble::ActaWaits(SessionNo(no))) => {
            format!(
                "The acta of session {no} could not be made: have the technician see why in the server's log \
                 (certificate, disk or card-printer). Nothing is lost, and it is tried every half minute"
            )
        }
        (_, Trouble::WitnessContradicts) => {
            let es = "Un testigo de fuera vio del registro lo que este servidor no tiene: que el técnico lo mire antes de abrir otra \
                      venta (puede ser una copia vieja de la sala)";
            let en = "A witness outside the hall saw of the record what this server has not: have the technician look before \
                      another sale opens (it may be an old copy of the hall)";
            lang.of(es, en).to_string()
        }
        (_, Trouble::FilmStopped(why)) => {
            let (es, en) = match why {
                FilmStop::NoRoom => (
                    "No se filma: no queda sitio en el disco de las películas. Que el técnico haga sitio; la partida sigue",
                    "Nothing is filmed: the film's disk has no room. Have the technician make some; the game goes on",
                ),
                FilmStop::CannotWrite => (
                    "No se filma: no se puede escribir en la carpeta de las películas. Que el técnico mire su disco; la partida sigue",
                    "Nothing is filmed: the film's folder cannot be written. Have the technician look at its disk; the game goes on",
                ),
                FilmStop::TooSlow => (
                    "El disco de las películas no da abasto y se pierden imágenes: que el técnico lo mire; la partida sigue",
                    "The film's disk is too slow and pictures are lost: have the technician look at it; the game goes on",
                ),
            };
            lang.of(es, en).to_string()
        }
    }
}

/// As in 1,2 s.
fn seconds(lang: Lang, ms: u64) -> String {
    format!("{}{}{} s", ms / 1_000, lang.of(",", "."), ms % 1_000 / 100)
}

/// In the largest unit that says it.
fn length(lang: Lang, secs: u64) -> String {
    match secs {
        0..120 => format!("{secs} s"),
        120..7_200 => format!("{} min", secs / 60),
        7_200..172_800 => format!("{} h", secs / 3_600),
        _ => format!("{} {}", secs / 86_400, lang.of("días", "days")),
    }
}
