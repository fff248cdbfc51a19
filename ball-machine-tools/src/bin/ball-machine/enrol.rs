//! Makes the table of tags of a set: each ball over the reader, its number on the keyboard.
//!
//! A number belongs to the tag that was asked about when it was typed, or to none. What was passed or typed before the
//! question is dropped, and so is a tag when another one follows before its number.

use std::collections::VecDeque;
use std::fs;
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use anyhow::{Context, bail};
use ball_machine::driver::{BLP1, Driver, DriverKind};
use ball_machine::line::LineSettings;
use ball_machine::observation::{Observation, Tag};
use ball_machine::orders::Orders;
use ball_machine::port::{PortSettings, probe, serve};
use ball_machine::tags::{FILE_MAX, Repeat, TagTable};
use ball_machine_tools::tap::{LineEvent, Tap};
use clap::Args;
use hall_core::machine::{LinkLoss, SetId};
use settings_file::read_text;

use crate::listen::{at_signal, lost};
use crate::say;

/// The most events that wait; then their senders do.
const EVENTS_MAX: usize = 64;
/// The most missing balls that are listed.
const TOLD_MAX: usize = 10;

/// An event at the reader or the keyboard.
enum Event {
    Tag(Tag),
    Typed(String),
    Opened,
    Lost(LinkLoss),
    /// The keyboard was closed.
    End,
    /// Ctrl-C.
    Interrupted,
}

#[derive(Debug, Args)]
pub struct EnrolArgs {
    /// Tabla que se escribe; si ya existe, se sigue donde quedó
    #[arg(value_name = "FICHERO", help_heading = "Argumentos")]
    file: PathBuf,
    /// Nombre del juego: de 1 a 8 letras A-Z y cifras
    #[arg(long, value_name = "JUEGO", value_parser = crate::set_id, help_heading = "Opciones")]
    set: SetId,
    /// Puerto serie del lector; mejor su nombre de /dev/serial/by-id
    #[arg(long, value_name = "PUERTO", help_heading = "Opciones")]
    port: PathBuf,
    /// Controlador del lector; si falta, id12la
    #[arg(
        long,
        value_name = "NOMBRE",
        default_value = "id12la",
        hide_default_value = true,
        help_heading = "Opciones"
    )]
    driver: String,
    /// Otra velocidad que la del controlador
    #[arg(long, value_name = "BAUDIOS", value_parser = crate::baud, help_heading = "Opciones")]
    baud: Option<u32>,
}

/// Makes the table, or goes on with it.
pub fn enrol(args: &EnrolArgs) -> anyhow::Result<()> {
    let EnrolArgs { file, set, port, driver: name, baud } = args;
    if name == BLP1 {
        bail!("«{BLP1}» no lee etiquetas: use id12la o el controlador del lector");
    }
    let driver = Driver::load(name)?;
    if !matches!(driver.kind, DriverKind::Tag(_)) {
        bail!("«{name}» no lee etiquetas");
    }
    let table = begun(file, *set)?;
    // Fails before the first ball rather than after it.
    let part = part(file);
    fs::File::create(&part)
        .and_then(|_| fs::remove_file(&part))
        .with_context(|| format!("no se puede escribir en la carpeta de {}", file.display()))?;
    probe(port)?;
    let (send, events) = sync_channel(EVENTS_MAX);
    let interrupted = send.clone();
    at_signal(move || drop(interrupted.send(Event::Interrupted)))?;
    let orders = Arc::new(Orders::new(None)?);
    let tags = send.clone();
    let onlooker = move |_, event: LineEvent<'_>| {
        let event = match event {
            LineEvent::Means(Observation::UnknownTag(tag)) => Event::Tag(tag),
            LineEvent::Opened => Event::Opened,
            LineEvent::Lost(why) => Event::Lost(why),
            LineEvent::Means(_)
            | LineEvent::Came(_)
            | LineEvent::Sent(_)
            | LineEvent::Silent(_)
            | LineEvent::Ordered
            | LineEvent::NoOrder => return,
        };
        // Nobody listens only at the end.
        let _ = tags.send(event);
    };
    // With an empty table each tag comes out as it is.
    let decoder = driver.decoder(Some(&TagTable::default()));
    let mut tap = Tap::new(decoder, orders.clone(), Box::new(onlooker));
    let line = LineSettings { baud: baud.unwrap_or(driver.line.baud), ..driver.line };
    let settings = PortSettings { path: port.clone(), line };
    let serving = orders.clone();
    let thread = std::thread::spawn(move || serve(&settings, &mut tap, &serving, &mut |_| true));
    // It ends with the program: a read of the keyboard cannot be interrupted.
    std::thread::spawn(move || keyboard(&send));
    let mut desk = Desk { table, file, events, later: VecDeque::new(), asked: None, opened: false };
    let done = desk.fill();
    orders.stop();
    let Desk { table, events, .. } = desk;
    // The port's thread may be about to send one more tag.
    drop(events);
    let _ = thread.join();
    if let Some(why) = done? {
        let missing = missing(&table);
        bail!(
            "{why}. {missing}\nLo apuntado está en {}; con la misma orden se sigue donde quedó.",
            file.display()
        );
    }
    say::line(format_args!("{}: {} bolas del juego {set}.", file.display(), table.len()));
    say::line(format_args!("SHA-256: {}", crate::digest(&table)));
    say::folded(
        "Es la huella que dan de alta dos personas de la sala, en Bolas: sin ella no se abre la sesión.",
        0,
    );
    Ok(())
}

fn keyboard(send: &SyncSender<Event>) {
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        if send.send(Event::Typed(line.trim().to_owned())).is_err() {
            return;
        }
    }
    let _ = send.send(Event::End);
}

/// The table of a file, or a new one.
fn begun(file: &Path, set: SetId) -> anyhow::Result<TagTable> {
    if !file.exists() {
        return Ok(TagTable::new(set));
    }
    let table = TagTable::parse_begun(&file.display().to_string(), &read_text(file, FILE_MAX)?)?;
    if table.set() != Some(set) {
        bail!("{} es la tabla de otro juego", file.display());
    }
    Ok(table)
}

/// A table being made.
struct Desk<'a> {
    table: TagTable,
    file: &'a Path,
    events: Receiver<Event>,
    /// Events from before a question that are still due.
    later: VecDeque<Event>,
    /// The tag whose number is asked for.
    asked: Option<Tag>,
    opened: bool,
}

impl Desk<'_> {
    /// Asks for one ball after the other until all have a tag. Returns why it ended earlier.
    fn fill(&mut self) -> anyhow::Result<Option<&'static str>> {
        if !self.table.missing().is_empty() {
            self.ask_for_ball();
        }
        while !self.table.missing().is_empty() {
            let event = match self.later.pop_front() {
                Some(event) => event,
                // The keyboard's thread may have gone, the port's has not.
                None => self.events.recv().context("el puerto se ha cerrado")?,
            };
            if let Some(end) = self.take(event)? {
                return Ok(Some(end));
            }
            if say::is_gone() {
                return Ok(Some("nadie lee lo que se dice"));
            }
        }
        Ok(None)
    }

    fn take(&mut self, event: Event) -> anyhow::Result<Option<&'static str>> {
        match event {
            Event::Interrupted => {
                say::interrupted();
                return Ok(Some("se ha dejado a medias"));
            }
            Event::End => return Ok(Some("se ha cerrado el teclado")),
            Event::Lost(why) => {
                self.asked = None;
                say::line(format_args!("Lector: {}.", lost(why)));
            }
            // The first time says nothing new.
            Event::Opened if !std::mem::replace(&mut self.opened, true) => (),
            Event::Opened => {
                say::line("Lector: ha vuelto el cable.");
                self.ask_for_ball();
            }
            Event::Tag(tag) => self.passed(tag),
            Event::Typed(text) => self.typed(&text)?,
        }
        Ok(None)
    }

    fn ask_for_ball(&mut self) {
        self.asked = None;
        self.drop_early(true);
        say::folded(&format!("Pase una bola por el lector. {}", missing(&self.table)), 0);
    }

    /// Drops what was typed or passed before the question that comes now.
    fn drop_early(&mut self, tags: bool) {
        let mut dropped = false;
        while let Ok(event) = self.events.try_recv() {
            match event {
                Event::Typed(_) => dropped = true,
                Event::Tag(_) if tags => dropped = true,
                Event::Tag(_) | Event::Opened | Event::Lost(_) | Event::End | Event::Interrupted => {
                    self.later.push_back(event);
                }
            }
        }
        if dropped {
            say::line("Lo pasado o tecleado antes de tiempo no cuenta.");
        }
    }

    fn passed(&mut self, tag: Tag) {
        if let Some(before) = self.asked {
            // The same ball is still there.
            if before != tag {
                say::folded(
                    &format!(
                        "Ha pasado otra bola, etiqueta {tag}, antes de teclear el número de {before}: no se apunta ninguna \
                         de las dos."
                    ),
                    0,
                );
                self.ask_for_ball();
            }
            return;
        }
        if let Some(ball) = self.table.ball(tag) {
            say::line(format_args!("Etiqueta {tag}: ya es de la bola {ball}. Pase otra."));
            self.correction();
            return;
        }
        self.asked = Some(tag);
        self.drop_early(false);
        say::folded(&format!("Etiqueta {tag}. ¿Qué número lleva la bola? (vacío: no se apunta)"), 0);
    }

    fn typed(&mut self, text: &str) -> anyhow::Result<()> {
        let Some(tag) = self.asked.take() else {
            if !text.is_empty() {
                say::line(format_args!("«{text}» no cuenta: primero se pasa la bola y después se teclea."));
            }
            return Ok(());
        };
        let number = text.parse::<u8>().ok().filter(|number| (1..=90).contains(number));
        match number.map(|number| self.table.add(tag, number)) {
            None if text.is_empty() => (),
            None => say::line(format_args!("«{text}» no es una bola: de 1 a 90. No se apunta.")),
            Some(Ok(())) => keep(&self.table, self.file)?,
            Some(Err(repeat)) => {
                say::folded(&format!("No se apunta: {repeat}."), 0);
                if let Repeat::Ball(_) = repeat {
                    self.correction();
                }
            }
        }
        if !self.table.missing().is_empty() {
            self.ask_for_ball();
        }
        Ok(())
    }

    fn correction(&self) {
        say::folded(
            &format!(
                "Si se apuntó mal: Ctrl-C, borre la línea de esa bola en {} y siga con la misma orden.",
                self.file.display()
            ),
            0,
        );
    }
}

/// How many balls have no tag, and which, if few.
fn missing(table: &TagTable) -> String {
    let missing = table.missing();
    match missing.len() {
        1 => format!("Falta 1: {}.", missing[0]),
        count @ 2..=TOLD_MAX => format!("Faltan {count}: {}.", say::list(&missing)),
        count => format!("Faltan {count}."),
    }
}

fn part(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".part");
    name.into()
}

/// Writes the table so that a power cut leaves the old one or the new one.
fn keep(table: &TagTable, file: &Path) -> anyhow::Result<()> {
    let part = part(file);
    let write = || -> std::io::Result<()> {
        let mut new = fs::File::create(&part)?;
        new.write_all(table.canonical().as_bytes())?;
        new.sync_all()?;
        fs::rename(&part, file)
    };
    write().with_context(|| format!("no se puede escribir {}", file.display()))
}
