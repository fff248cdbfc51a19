//! `./bombo run`: a hall for a person to play with.

use std::path::Path;

use anyhow::{Context, Result};
use hall_wire::link::Client;
use serde_json::json;

use crate::programs::{Machine, Server, found};
use crate::screens::Screens;
use crate::seed;
use crate::staff::{Staff, post};

/// Who sits at the console: one person with the roles of a whole hall, as in a demonstration only.
const MANAGER: (&str, &str, &str) = ("encargada", "Elena Marín Soto", "135791");

/// The roles of that person.
const ROLES: [&str; 4] = ["jefe_de_mesa", "cajero", "vendedor_locutor", "jefe_de_sala"];

/// Opens server, simulator, camera, wall and console, says what to press first, and runs until the
/// console is closed.
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
        post(&staff.sala, "add-person", &json!({"user": user, "name": name, "pin": pin, "roles": ROLES}))?;
        staff.open_session()?;
    }
    let mut manager = Client::new(&server.url);
    manager.login(MANAGER.0, MANAGER.2, "mesa-1").context("the manager comes in")?;
    let token = manager.token().context("a log-in gives a token")?;
    let state = json!({"token": token, "locked": false});
    std::fs::write(dir.join("puesto-mesa-1.json"), state.to_string())?;
    let mut screens = Screens::open(dir, &server.url)?;
    instructions(&server.url, &screens, founded.as_ref().map(|founded| founded.pin.as_str()));
    while screens.console.is_running() {
        std::thread::sleep(std::time::Duration::from_millis(300));
    }
    drop(screens);
    server.stop()
}

fn instructions(url: &str, screens: &Screens, sala_pin: Option<&str>) {
    println!("━━━ Bingo El Ancla, para probar ━━━");
    println!("Servidor {url} · televisión {url}/tv · cámara {}", screens.camera.address);
    println!(
        "En el puesto está {} ({}), con las funciones de toda la sala y PIN {}.",
        MANAGER.1, MANAGER.0, MANAGER.2
    );
    println!();
    println!("  1. Intro            abre la venta de la partida.");
    println!(
        "  2. AvPág            pasa a la CAJA: vendedor 4, Intro, cuántos cartones, Intro. Después − e Intro cierran la venta."
    );
    println!("  3. RePág, Intro     vuelve a la MESA; leídos los totales, empieza la extracción.");
    println!("  4. Intro            anuncia cada bola. * es PARADA: teclee el cartón y pulse Intro.");
    println!("  F1 enseña las teclas. Todavía no hay sonido: llega más adelante.");
    println!();
    let sala =
        sala_pin.map_or_else(|| "el PIN que se dijo la primera vez".to_owned(), |pin| format!("PIN {pin}"));
    println!(
        "Para lo que piden dos personas: 1, lucia, jefa de sala ({sala}); 2, rafael, jefe de mesa (271828); 3, carmen, \
         cajera (314159)."
    );
    println!("Cierre el puesto, o pulse Ctrl-C aquí, para terminar.");
    if screens.is_virtual() {
        println!(
            "No hay pantalla: las ventanas están en una virtual, y las fotos, en {}.",
            screens.folder().display()
        );
    }
}
