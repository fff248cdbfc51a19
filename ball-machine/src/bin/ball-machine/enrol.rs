//! The table of tags of a set: each ball over the reader, its number on the keyboard.

use std::fs;
use std::io::{BufRead, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};

use anyhow::{Context, bail};
use ball_machine::driver::{Driver, Kind};
use ball_machine::observation::{Observation, Tag};
use ball_machine::orders::Orders;
use ball_machine::port::{PortSettings, probe, serve};
use ball_machine::recording::hex;
use ball_machine::tags::TagTable;
use ball_machine::tap::{Happened, Tap};
use hall_core::machine::SetId;

use crate::Line;

/// Tags that wait for their number: balls passed while one is being typed.
const WAITING_MAX: usize = 8;

/// Makes the table, or goes on with it.
pub fn enrol(file: &Path, set: SetId, line: &Line) -> anyhow::Result<()> {
    let name = if line.driver == ball_machine::driver::BLP1 { "id12la" } else { &line.driver };
    let driver = Driver::load(name)?;
    if !matches!(driver.kind, Kind::Tag(_)) {
        bail!("«{name}» no lee etiquetas");
    }
    let mut table = begun(file, set)?;
    probe(&line.port)?;
    let (send, tags) = sync_channel(WAITING_MAX);
    let orders = Arc::new(Orders::new(None)?);
    let onlooker = move |_, happened: Happened<'_>| {
        if let Happened::Means(Observation::UnknownTag(tag)) = happened {
            // More than somebody has at hand: those are passed again.
            let _ = send.try_send(tag);
        }
    };
    // No ball is known to the reader: each tag comes out as it is.
    let decoder = driver.decoder(Some(&TagTable::default()));
    let mut tap = Tap::new(decoder, orders.clone(), Box::new(onlooker));
    let settings = PortSettings { path: line.port.clone(), line: driver.line };
    let serving = orders.clone();
    let thread = std::thread::spawn(move || serve(&settings, &mut tap, &serving, &mut |_| true));
    let done = ask(&mut table, file, &tags);
    orders.stop();
    let _ = thread.join();
    done?;
    println!("{}: {} bolas del juego {set}.", file.display(), table.len());
    println!("SHA-256: {}", hex(&table.sha256()).replace(' ', "").to_lowercase());
    println!(
        "Es la huella que dan de alta dos personas de la sala, en Bolas: sin ella no se abre la sesión."
    );
    Ok(())
}

/// Returns the table of a file, or a new one.
fn begun(file: &Path, set: SetId) -> anyhow::Result<TagTable> {
    if !file.exists() {
        return Ok(TagTable::new(set));
    }
    let text = fs::read_to_string(file).with_context(|| format!("no se puede leer {}", file.display()))?;
    let table = TagTable::parse_begun(&file.display().to_string(), &text)?;
    if table.set() != Some(set) {
        bail!("{} es la tabla de otro juego", file.display());
    }
    Ok(table)
}

/// Asks for one ball after the other, until all have a tag.
fn ask(table: &mut TagTable, file: &Path, tags: &Receiver<Tag>) -> anyhow::Result<()> {
    let mut typed = std::io::stdin().lock().lines();
    let mut told = false;
    while !table.missing().is_empty() {
        if !told {
            println!("Pase una bola por el lector. Faltan {}.", table.missing().len());
            std::io::stdout().flush()?;
        }
        told = false;
        let tag = tags.recv().context("el puerto se ha cerrado")?;
        if let Some(ball) = table.ball(tag) {
            println!("Etiqueta {tag}: ya es de la bola {ball}. Pase otra.");
            told = true;
            continue;
        }
        println!("Etiqueta {tag}. ¿Qué número lleva la bola? (vacío: no se apunta)");
        std::io::stdout().flush()?;
        let Some(line) = typed.next().transpose()? else {
            bail!(
                "se ha dejado a medias: faltan {} bolas; con la misma orden se sigue",
                table.missing().len()
            );
        };
        if line.trim().is_empty() {
            continue;
        }
        match line.trim().parse::<u8>().ok().filter(|number| (1..=90).contains(number)) {
            None => println!("«{}» no es una bola: de 1 a 90. Pásela otra vez.", line.trim()),
            Some(number) => match table.add(tag, number) {
                Err(repeat) => println!("No se apunta: {repeat}."),
                Ok(()) => keep(table, file)?,
            },
        }
    }
    Ok(())
}

/// Writes the table so that a power cut leaves the old one or the new one.
fn keep(table: &TagTable, file: &Path) -> anyhow::Result<()> {
    let part = file.with_extension("part");
    let write = || -> std::io::Result<()> {
        let mut new = fs::File::create(&part)?;
        new.write_all(table.canonical().as_bytes())?;
        new.sync_all()?;
        fs::rename(&part, file)
    };
    write().with_context(|| format!("no se puede escribir {}", file.display()))
}
