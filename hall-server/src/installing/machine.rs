//! The ball machine's line: which port, how it talks, and whether it is heard.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

use ball_machine::driver::{BLP1, DriverError};
use ball_machine::gauge::{Gauge, LineState};
use ball_machine::orders::Orders;
use ball_machine::port::{lasting_name, probe};
use hall_core::machine::{Report, SetId};

use super::place::Place;
use super::settings::Change;
use super::talk::{Answered, Left, Talk, folded, is_no, numbered};
use crate::config::ReaderSettings;
use crate::machine::{MachineError, listen, prepare};

/// How long a line is listened to: a machine says something every second, and one that is being switched on needs some.
const LISTENS: Duration = Duration::from_secs(8);

/// How often it is looked whether something came.
const LOOKS: Duration = Duration::from_millis(100);

pub(super) fn now(place: &Place) -> String {
    match place.settings().map(|settings| &settings.machine) {
        Some(Some(machine)) => format!("{}, controlador {}", machine.port.display(), machine.driver),
        Some(None) => "sin cable: las bolas las lee y las teclea el locutor".to_owned(),
        None => String::new(),
    }
}

/// The serial ports of this computer, under names that stay where there are such.
fn ports() -> Vec<PathBuf> {
    let names = |folder: &str, good: &dyn Fn(&str) -> bool| -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let named = entries.filter(|entry| entry.file_name().to_str().is_some_and(good));
        let mut paths: Vec<PathBuf> = named.map(|entry| Path::new(folder).join(entry.file_name())).collect();
        paths.sort();
        paths
    };
    let mut found = names("/dev/serial/by-id", &|_| true);
    let usb = names("/dev", &|name| name.starts_with("ttyUSB") || name.starts_with("ttyACM"));
    found.extend(usb.into_iter().filter(|port| lasting_name(port, Path::new("/dev")).is_none()));
    // Of the four names that Linux always has, those with a chip behind them.
    let built_in = names("/dev", &|name| name.starts_with("ttyS"));
    found.extend(built_in.into_iter().filter(|port| {
        let name = port.file_name().unwrap_or_default();
        let kind = fs::read_to_string(Path::new("/sys/class/tty").join(name).join("type"));
        kind.is_ok_and(|kind| kind.trim() != "0")
    }));
    found
}

fn is_built_in(port: &Path) -> bool {
    port.to_string_lossy().starts_with("/dev/ttyS")
}

pub(super) fn go(talk: &mut Talk, place: &mut Place) -> Answered<()> {
    let Some(now) = place.settings().map(|settings| settings.machine.clone()) else { return Ok(()) };
    let ports = ports();
    if ports.is_empty() {
        talk.say("Este equipo no tiene ahora ningún puerto serie. Si el extractor va por cable, enchufe su adaptador y ponga su ruta.")?;
    }
    for (number, port) in ports.iter().enumerate() {
        talk.lines(&folded(&format!("  {}  {}", number + 1, port.display()), 5))?;
    }
    talk.say("Sin cable, como la mayoría de los bombos, las bolas las lee el locutor: «no».")?;
    let default = match &now {
        Some(machine) => machine.port.display().to_string(),
        // One that is built in is there whether something hangs on it or not.
        None if ports.len() == 1 && !is_built_in(&ports[0]) => "1".to_owned(),
        None => "no".to_owned(),
    };
    let port = talk.ask("Número, la ruta de otro puerto, o «no»", &default, |typed| {
        if is_no(typed) {
            return Ok(None);
        }
        let port = match typed.starts_with('/') {
            true => PathBuf::from(typed),
            false => numbered(typed, ports.len())
                .map(|place| ports[place].clone())
                .map_err(|_| "Un número de los de arriba, una ruta que empiece por /, o «no».".to_owned())?,
        };
        Ok(Some(lasting_name(&port, Path::new("/dev")).unwrap_or(port)))
    })?;
    let Some(port) = port else {
        if now.is_some() {
            place.change(&[Change::Rest { part: "machine" }])?;
        }
        return talk.say("✓ Sin cable: las bolas las lee y las teclea el locutor.");
    };
    let before = now.as_ref().map_or(BLP1, |machine| machine.driver.as_str());
    let (dir, set) = (place.dir().to_owned(), now.as_ref().and_then(|machine| machine.set));
    let settings = |driver: &str, set: Option<SetId>| ReaderSettings {
        driver: driver.to_owned(),
        set,
        baud: now.as_ref().and_then(|machine| machine.baud),
        tags: now.as_ref().and_then(|machine| machine.tags.clone()),
        ..ReaderSettings::blp1(port.clone())
    };
    talk.say("Cómo habla: blp1 es el protocolo de la casa; los demás los enseña «ball-machine list».")?;
    let driver = talk.ask("Controlador", before, |typed| match prepare(&dir, settings(typed, set)) {
        Err(why) if !lacks_set(&why) => Err(why.to_string()),
        Ok(_) | Err(_) => Ok(typed.to_owned()),
    })?;
    let mut line = settings(&driver, set);
    if prepare(&dir, line.clone()).is_err_and(|why| lacks_set(&why)) {
        let set = talk.ask(
            "Esa máquina no dice qué juego de bolas lleva puesto. Cuál es, como J1",
            "",
            |typed| SetId::parse(typed).ok_or_else(|| "De 1 a 8 letras mayúsculas y cifras.".to_owned()),
        )?;
        line.set = Some(set);
    }
    while talk.yes(&format!("Escuchar ahora el puerto, {} segundos", LISTENS.as_secs()), true)? {
        if heard(talk, place, &line)? {
            break;
        }
    }
    let mut changes = vec![
        Change::text("machine", "port", &port.display().to_string()),
        Change::text("machine", "driver", &driver),
    ];
    changes.extend(line.set.map(|set| Change::text("machine", "set", &set.to_string())));
    place.change(&changes)?;
    talk.say(&format!("✓ El extractor, en {}.", port.display()))
}

/// Whether all that the settings lack is the set of balls that is loaded.
fn lacks_set(why: &MachineError) -> bool {
    matches!(why, MachineError::Driver(DriverError::NoSet(_)))
}

/// Listens to the line with its own driver, and says what came; returns whether the machine was understood. It orders nothing and
/// acknowledges nothing.
fn heard(talk: &mut Talk, place: &Place, line: &ReaderSettings) -> Answered<bool> {
    if talk.is_again() {
        return Ok(true);
    }
    if let Err(error) = probe(&line.port) {
        let ours = place.is_served() && place.settings().is_some_and(|settings| settings.machine.is_some());
        let by = if ours {
            " Lo tiene el servidor de la sala: lo que oye se ve en un puesto, F10 y F5."
        } else {
            ""
        };
        talk.say(&format!("✗ {error}.{by}"))?;
        return Ok(false);
    }
    let prepared = prepare(place.dir(), line.clone()).map_err(|error| Left::Failed(error.to_string()))?;
    let (orders, gauge, told) = (Orders::new(None)?, Gauge::default(), OnceLock::new());
    talk.say("Escuchando…")?;
    let outcome = thread::scope(|scope| {
        scope.spawn(|| {
            listen(prepared, &orders, &gauge, &mut |report| {
                if let Some(words) = words(&report) {
                    // The first thing is enough.
                    let _ = told.set(words);
                }
                true
            })
        });
        let until = Instant::now() + LISTENS;
        let mut waited = Ok(());
        while waited.is_ok() && told.get().is_none() && Instant::now() < until {
            waited = talk.pause(LOOKS);
        }
        let state = gauge.read();
        orders.stop();
        waited.map(|()| state)
    });
    let state = outcome?;
    let told = told.into_inner();
    let is_understood = told.is_some() || state.stats.frames > 0;
    talk.say(&match told {
        Some(words) => format!("✓ Contesta un extractor: {words}."),
        None if is_understood => format!("✓ Contesta un extractor: {} tramas buenas.", state.stats.frames),
        None => format!("✗ {}", silence(&state)),
    })?;
    Ok(is_understood)
}

/// What a machine says of itself.
fn words(report: &Report) -> Option<String> {
    match report {
        Report::Identity { balls, set, .. } => Some(format!("{balls} bolas, juego {set}")),
        Report::Beat { out, .. } => Some(format!("{out} bolas fuera")),
        Report::Stored { .. } => Some("ha leído una bola".to_owned()),
        Report::LinkLost(_)
        | Report::Gap { .. }
        | Report::BadFrames { .. }
        | Report::Second(_)
        | Report::Table(_) => None,
    }
}

/// What to look at where nothing was understood, as the technician's page has it.
fn silence(state: &LineState) -> &'static str {
    if state.stats.bytes > 0 {
        "Llegan bytes, pero ninguna trama se entiende: la velocidad o el controlador no son los de este aparato."
    } else {
        "No se oye nada: mire el cable, que el aparato esté encendido, y la velocidad. Algunos sólo hablan cuando sale una bola."
    }
}
