//! `./bombo run`: a hall for a person to play with.

use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use anyhow::{Context, Result};
use hall_core::people::Role;
use hall_wire::board::Person;
use hall_wire::link::Client;
use serde_json::json;

use crate::aside::{
    self, Manager,
    step::{SECOND, Second},
};
use crate::programs::{Machine, Server, found};
use crate::screens::Screens;
use crate::seed;
use crate::staff::{self, Joins, Staff};

/// Who sits at the console: one person with the roles of a whole hall, as in a demonstration only. Not a
/// seller's: who sold a card may neither check nor pay it.
const MANAGER: (&str, &str, &str) = ("encargada", "Elena Marín Soto", "907361");

/// The roles of that person.
const ROLES: [&str; 3] = ["jefe_de_mesa", "cajero", "jefe_de_sala"];

/// Opens server, simulator, camera, wall and console, says at each step what to press and who has the line, and
/// runs until the console is closed.
///
/// # Errors
/// What did not start.
pub fn run(dir: &Path, interval_ms: u32) -> Result<()> {
    let new = !dir.join("sala.db").exists();
    let founded = if new { Some(found(dir, &["--demo-seed", &seed::SEED.to_string()])?) } else { None };
    let interval = interval_ms.to_string();
    let machine = Machine::start(dir, &["--interval-ms", &interval])?;
    let server = Server::start(dir, Some(&machine.port))?;
    if let Some(founded) = &founded {
        let staff = Staff::take_on(&server, founded)?;
        staff.stock(1, &["A17", "A18", "A19", "A20", "A21"], 200)?;
        let (user, name, pin) = MANAGER;
        Joins { user, name, pin, roles: &ROLES }.and_sits_at(&server, &staff.sala, "mesa-1")?;
        let Second { user, name, pin } = SECOND;
        Joins { user, name, pin, roles: &["jefe_de_sala"] }.and_sits_at(
            &server,
            &staff.sala,
            "despacho-2",
        )?;
        staff.open_session()?;
    }
    let mut manager = Client::new(&server.url);
    manager.login(MANAGER.0, MANAGER.2, "mesa-1").context("the manager comes in")?;
    let token = manager.token().context("a log-in gives a token")?;
    let state = json!({"token": token, "locked": false});
    std::fs::write(dir.join("puesto-mesa-1.json"), state.to_string())?;
    let mut screens = Screens::open(dir, &server.url)?;
    instructions(dir, &server.url, &screens, &manager.get::<Vec<Person>>("/api/people")?);
    open_page(dir, &screens)?;
    let mut say = |line: &str| {
        println!("{line}");
        let _ = std::io::stdout().flush();
    };
    let decks = Manager { url: server.url.clone(), user: MANAGER.0.to_owned(), pin: MANAGER.2.to_owned() };
    aside::run(&server.url, dir, decks, &mut say, || screens.console.is_running())?;
    drop(screens);
    server.stop()
}

fn instructions(dir: &Path, url: &str, screens: &Screens, people: &[Person]) {
    println!("━━━ Bingo El Ancla, para probar ━━━");
    println!("Servidor {url} · televisión {url}/tv · cámara {}", screens.camera.address);
    println!("Cartones vendidos, para cantar con ellos: file://{}", aside::page_in(dir).display());
    println!();
    println!(
        "En el puesto está {} ({}, PIN {}), que hace de jefe de mesa, de cajero y de jefe de sala. F1 enseña las teclas.",
        MANAGER.1, MANAGER.0, MANAGER.2
    );
    println!("Para lo que piden dos personas, y para entrar en otro puesto:");
    let pins = staff::people().map(|(user, _, pin, _)| (user, pin)).chain([(SECOND.user, SECOND.pin)]);
    for (user, pin) in pins {
        if let Some(person) = people.iter().find(|person| person.user == user) {
            let roles: Vec<String> = person.roles.iter().map(|role| spoken_role(*role)).collect();
            println!(
                "  {:>2}  {user:<8}  PIN {pin}  {:<20} {}",
                person.person,
                person.name,
                roles.join(", ")
            );
        }
    }
    println!();
    println!(
        "Aquí se dice qué pulsar en cada paso y, tras cada bola, quién tiene línea o bingo. Eso, sólo en la"
    );
    println!("demostración: en una sala el programa no se lo dice a nadie, lo canta el jugador.");
    println!("Cierre el puesto, o pulse Ctrl-C aquí, para terminar; otro ./bombo run sigue donde se quedó.");
    if screens.is_virtual() {
        println!(
            "No hay pantalla: las ventanas están en una virtual, y las fotos, en {}.",
            screens.folder().display()
        );
    }
    println!();
}

/// A role as people say it.
fn spoken_role(role: Role) -> String {
    role.name().replace("vendedor_locutor", "vendedor-locutor").replace('_', " ")
}

/// Opens the page of the cards in the person's browser, where there are both.
fn open_page(dir: &Path, screens: &Screens) -> Result<()> {
    let file = aside::page_in(dir);
    aside::page::write(&file, &aside::page::html(&hall_wire::board::PublicBoard::default(), None))?;
    if !screens.is_virtual() {
        let mut browser = std::process::Command::new("xdg-open");
        // Where there is no such program the address stands in the terminal.
        let _ = browser.arg(&file).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use hall_wire::pin::{Whose, fault};

    use super::MANAGER;

    #[test]
    fn the_hall_takes_the_pin_of_who_sits_at_the_desk() {
        let (user, _, pin) = MANAGER;
        assert_eq!(fault(pin, &Whose { user, year: 2099, ..Whose::default() }), None);
    }
}
