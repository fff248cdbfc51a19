//! The line to the ball machine, from the settings: protocol, port, threads.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::thread;

use ball_machine::driver::{BLP1, Driver, DriverError, DriverKind};
use ball_machine::gauge::Gauge;
use ball_machine::host::{Host, SILENT_MS};
use ball_machine::line::LineSettings;
use ball_machine::link::Link;
use ball_machine::orders::Orders;
use ball_machine::port::{self, PortSettings};
use ball_machine::tags::TagTable;
use hall_core::machine::{BallReader, BootId, LoadedTable, Report, SecondReport, SetId};
use settings_file::TextError;

use crate::config::ReaderSettings;
use crate::desk::DeskHandle;
use crate::web::LineWatch;

/// Unusable settings of the machine.
#[derive(Debug, thiserror::Error)]
pub enum MachineError {
    /// The driver is missing or its file is wrong.
    #[error(transparent)]
    Driver(#[from] DriverError),
    /// The table of tags is unreadable or wrong.
    #[error("tags: {0}")]
    Tags(TextError),
}

/// The settings, read and checked; nothing is open yet.
pub(crate) struct Prepared {
    port: PortSettings,
    /// The driver's name in the settings.
    name: String,
    /// `None` for BLP/1.
    driver: Option<(Driver, Option<TagTable>, Option<SetId>)>,
}

impl Prepared {
    /// The report of the table of tags this reader uses; `None` if it does not read tags.
    pub(crate) fn table(&self, reader: BallReader) -> Option<Report> {
        let (driver, tags, _) = self.driver.as_ref()?;
        let table = tags.as_ref().filter(|_| matches!(driver.kind, DriverKind::Tag(_)))?;
        Some(Report::Table(LoadedTable { reader, set: table.set()?, sha256: table.sha256() }))
    }

    /// Whether the machine reports how many balls are out: BLP/1 does, drivers from files cannot.
    pub(crate) fn counts(&self) -> bool {
        self.driver.is_none()
    }
}

/// Reads the files the settings name, relative to the hall's folder.
pub(crate) fn prepare(dir: &Path, machine: ReaderSettings) -> Result<Prepared, MachineError> {
    let ReaderSettings { port, baud, driver: name, tags, set } = machine;
    let tags = tags.map(|path| TagTable::load(&dir.join(path))).transpose().map_err(MachineError::Tags)?;
    let driver = if name == BLP1 {
        None
    } else {
        let path = dir.join(&name);
        let driver =
            if path.is_file() { Driver::load(&path.to_string_lossy())? } else { Driver::load(&name)? };
        // Fail now rather than at the first ball if something is missing.
        driver.link(tags.as_ref(), set, None, 0, BootId::default)?;
        Some((driver, tags, set))
    };
    let line = driver.as_ref().map_or_else(LineSettings::default, |(driver, ..)| driver.line);
    let line = LineSettings { baud: baud.unwrap_or(line.baud), ..line };
    Ok(Prepared { port: PortSettings { path: port, line }, name, driver })
}

/// Starts the thread of a reader's line. Returns it with the line's status.
pub(crate) fn start(
    reader: BallReader,
    prepared: Prepared,
    desk: &DeskHandle,
    orders: &Arc<Orders>,
) -> io::Result<(thread::JoinHandle<()>, LineWatch)> {
    let (desk, told) = (desk.line(), orders.clone());
    match reader {
        BallReader::Machine => {
            start_line("machine", prepared, orders, move |report| desk.tell(report).is_ok())
        }
        BallReader::Second => start_line("second-reader", prepared, orders, move |report| {
            // Lost frames show as silence about a ball; later ones count at once.
            if let Report::Gap { boot, .. } = report {
                told.accept_gap(boot);
            }
            SecondReport::of(report).is_none_or(|report| desk.tell(Report::Second(report)).is_ok())
        }),
    }
}

fn start_line(
    thread: &str,
    prepared: Prepared,
    orders: &Arc<Orders>,
    mut tell: impl FnMut(Report) -> bool + Send + 'static,
) -> io::Result<(thread::JoinHandle<()>, LineWatch)> {
    let settings = prepared.port.clone();
    let name = prepared.name.clone();
    if let Err(error) = port::probe(&settings.path) {
        tracing::warn!(%error, thread, "the port cannot be opened yet; it will be tried again and again");
        eprintln!("Aviso: {error}. Se seguirá intentando.");
    }
    if let Some(name) = port::lasting_name(&settings.path, Path::new("/dev")) {
        eprintln!(
            "Aviso: {} puede llamarse de otro modo si se enchufa en otro sitio. Ponga en sala.toml: port = \"{}\"",
            settings.path.display(),
            name.display()
        );
    }
    let silent_ms = prepared.driver.as_ref().map_or(Some(SILENT_MS), |(driver, ..)| driver.timing.silent_ms);
    let orders = orders.clone();
    let mut link = link(prepared, &orders)?;
    let gauge = Arc::new(Gauge::default());
    let watch = LineWatch {
        silent_ms,
        driver: name,
        port: settings.path.display().to_string(),
        speed: settings.line.to_string(),
        gauge: gauge.clone(),
    };
    let thread = thread::Builder::new().name(thread.into()).spawn(move || {
        let stats = port::serve_with_gauge(&settings, link.as_mut(), &orders, &gauge, &mut tell);
        tracing::info!(?stats, "the line was closed");
    })?;
    Ok((thread, watch))
}

/// The host's end of a line, as the orders have it.
fn link(prepared: Prepared, orders: &Orders) -> io::Result<Box<dyn Link>> {
    let standing = orders.take();
    let known = standing.committed;
    Ok(match prepared.driver {
        None => Box::new(Host::new(known)),
        Some((driver, tags, set)) => {
            let boot = known.map(|(boot, _)| boot);
            let link = driver.link(tags.as_ref(), set, boot, standing.out, random_boot);
            Box::new(link.map_err(io::Error::other)?)
        }
    })
}

/// Listens to a line without a desk behind it, until its orders are to stop: nothing is acknowledged.
pub(crate) fn listen(
    prepared: Prepared,
    orders: &Orders,
    gauge: &Gauge,
    tell: &mut dyn FnMut(Report) -> bool,
) -> io::Result<()> {
    let port = prepared.port.clone();
    let mut link = link(prepared, orders)?;
    port::serve_with_gauge(&port, link.as_mut(), orders, gauge, tell);
    Ok(())
}

/// A random power-up number. Without random bytes it still differs from the last one.
fn random_boot() -> BootId {
    BootId(getrandom::u32().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn machine(driver: &str) -> ReaderSettings {
        ReaderSettings { driver: driver.to_owned(), ..ReaderSettings::blp1("/dev/null".into()) }
    }

    fn refusal(dir: &Path, machine: ReaderSettings) -> String {
        prepare(dir, machine).err().unwrap().to_string()
    }

    #[test]
    fn a_driver_has_its_own_speed_unless_the_settings_have_one() {
        let dir = tempfile::tempdir().unwrap();
        let speed = |machine| prepare(dir.path(), machine).unwrap().port.line.to_string();
        assert_eq!(speed(machine(BLP1)), "9600 8N1");
        let stx = || ReaderSettings { set: SetId::parse("A"), ..machine("stx-suma") };
        assert_eq!(speed(stx()), "19200 7E1");
        assert_eq!(speed(ReaderSettings { baud: Some(1_200), ..stx() }), "1200 7E1");
    }

    #[test]
    fn settings_that_cannot_be_used_are_refused_in_the_files_own_words() {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str, text: &str| std::fs::write(dir.path().join(name), text).unwrap();
        assert!(refusal(dir.path(), machine("none")).contains("no hay controlador «none»"));
        at("mine.toml", "kind = \"stx\"\nabout = \"x\"\n[line]\nbaud = 1\n");
        let said = refusal(dir.path(), machine("mine.toml"));
        assert!(said.contains("mine.toml:4: «baud»"), "{said}");
        assert!(refusal(dir.path(), machine("stx-simple")).contains("falta «set»"));
        assert!(refusal(dir.path(), machine("id12la")).contains("tags"));
        assert!(refusal(dir.path(), machine("teclado")).contains("no es prueba"));
        at("tags.csv", "set,A\n00,1\n00,2\n");
        let tagged = ReaderSettings { tags: Some("tags.csv".into()), ..machine("id12la") };
        let said = refusal(dir.path(), tagged);
        assert!(said.contains("tags.csv:3: esa etiqueta ya es de la bola 1"), "{said}");
        let gone = ReaderSettings { tags: Some("none.csv".into()), ..machine("id12la") };
        assert!(refusal(dir.path(), gone).contains("none.csv"));
    }
}
