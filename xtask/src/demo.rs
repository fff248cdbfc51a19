//! The demonstration: an evening of three games on the embedded defaults.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use serde_json::json;
use uuid::Uuid;

use crate::evening::{Evening, Plan, Played, euros};
use crate::programs::{Machine, Server, found, program};
use crate::seed;
use crate::staff::{Staff, post};
use crate::tickets::Tickets;

/// What a card costs.
const FACE_VALUE_CENTS: u64 = 200;

/// Plays the evening in an empty folder. `interval_ms`: how fast the machine picks balls.
///
/// # Errors
/// Whatever did not go as it must, in words.
pub fn run(dir: &Path, interval_ms: u32) -> Result<()> {
    ensure!(!dir.join("sala.db").exists(), "{} already has a hall: choose an empty folder", dir.display());
    let mut say = |line: &str| {
        println!("{line}");
        let _ = std::io::stdout().flush();
    };
    say("━━━ Una noche en el Bingo El Ancla (demostración) ━━━");
    let founded = found(dir, &["--demo-seed", &seed::SEED.to_string()])?;
    let orders: Vec<String> = (1..=3).map(|game| line_of(&seed::draw(seed::SEED, game))).collect();
    let orders_file = dir.join("extracciones.txt");
    std::fs::write(&orders_file, orders.join("\n") + "\n")?;
    let interval = interval_ms.to_string();
    let machine = Machine::start(
        dir,
        &["--interval-ms", &interval, "--orders", orders_file.to_str().context("a plain path")?],
    )?;
    let server = Server::start(dir, Some(&machine.port))?;
    say(&format!("Servidor en {}; extractor simulado en {}.", server.url, machine.port.display()));

    let staff = Staff::take_on(&server, &founded)?;
    staff.stock(1, &["A17", "A18"], FACE_VALUE_CENTS)?;
    let tickets = print_cards(&staff, &mut say)?;
    staff.open_session()?;
    say("Sesión abierta: 90 bolas contadas, juego J1 en la máquina, J2 en reserva, instalaciones probadas.");

    let games = play(&server, &staff, tickets, &mut say)?;
    check_winners(&games)?;

    post(&staff.mesa, "close-session", &json!({"balls_counted": 90}))?;
    say("\nSesión cerrada: 90 bolas contadas. Todos los premios están pagados.");
    let acta = wait_for(&dir.join("actas/acta-1.pdf"))?;
    server.stop()?;
    drop(machine);
    check_record(dir)?;
    summary(dir, &acta, &games);
    Ok(())
}

fn line_of(draw: &[u8]) -> String {
    draw.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Prints both series and reads their cards as players would: from the CSV.
fn print_cards(staff: &Staff, say: &mut dyn FnMut(&str)) -> Result<Tickets> {
    let mut tickets = Tickets::default();
    for series in ["A17", "A18"] {
        let printed: hall_wire::message::Printed =
            staff.sala.send(&format!("/api/series/{series}/print"), &json!({}), Uuid::new_v4())?;
        let csv = staff.sala.get_bytes(&format!("/api/series/{series}/cards.csv"))?;
        tickets.read(series, &String::from_utf8(csv)?)?;
        say(&format!(
            "Serie {series} impresa: 420 cartones en {} páginas ({}).",
            printed.pages, printed.file
        ));
    }
    Ok(tickets)
}

fn play(server: &Server, staff: &Staff, tickets: Tickets, say: &mut dyn FnMut(&str)) -> Result<Vec<Played>> {
    let mut evening = Evening::new(server, staff, tickets, say);
    let plan = Plan {
        series: "A17",
        cards: &[],
        face_value_cents: FACE_VALUE_CENTS,
        wrong_claim_at: None,
        void_at: None,
    };
    let one = Plan { cards: &[("A17", 1, 240)], ..plan };
    let two = Plan { cards: &[("A17", 241, 420), ("A18", 1, 120)], wrong_claim_at: Some(8), ..plan };
    let three = Plan { series: "A18", cards: &[("A18", 121, 420)], void_at: Some(6), ..plan };
    Ok(vec![evening.play(&one)?, evening.play(&two)?, evening.play(&three)?])
}

/// The winners are those that the committed number gives, no others.
fn check_winners(games: &[Played]) -> Result<()> {
    use hall_core::matrix::{Matrix, MatrixNo};
    let number = MatrixNo::new(1).context("1 is a number")?;
    let key = hall_server::found::demo_matrix_key(seed::SEED);
    let matrix = Matrix::new(number, seed::SERIES_SIZE, &key).context("a good size")?;
    for (index, game) in games.iter().enumerate().take(2) {
        let draw = seed::draw(seed::SEED, index as u64 + 1);
        let expected = seed::outcome(&matrix, seed::SOLD[index], &draw);
        let numbers = |cards: &[(String, u32)]| {
            let mut numbers: Vec<u32> = cards.iter().map(|(_, number)| *number).collect();
            numbers.sort_unstable();
            numbers
        };
        let sorted = |mut numbers: Vec<u32>| {
            numbers.sort_unstable();
            numbers
        };
        ensure!(
            numbers(&game.lines) == sorted(expected.lines)
                && numbers(&game.bingos) == sorted(expected.bingos),
            "game {}: other winners than the number {} gives: {game:?}",
            game.game,
            seed::SEED
        );
    }
    ensure!(games[1].lines.len() == 2, "the second game has two winners of the line");
    ensure!(games[2].refunded_cents == 300 * FACE_VALUE_CENTS, "the third game was refunded in full");
    Ok(())
}

fn wait_for(file: &Path) -> Result<std::path::PathBuf> {
    for _ in 0..300 {
        if file.exists() {
            return Ok(file.to_owned());
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    anyhow::bail!("{} was not made", file.display())
}

fn check_record(dir: &Path) -> Result<()> {
    let checked =
        std::process::Command::new(program("hall-server")).args(["check", "--dir"]).arg(dir).output()?;
    ensure!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stdout));
    println!("\n{}", String::from_utf8_lossy(&checked.stdout).trim());
    Ok(())
}

fn summary(dir: &Path, acta: &Path, games: &[Played]) {
    let paid: u64 = games.iter().map(|game| game.paid_cents).sum();
    let refunded: u64 = games.iter().map(|game| game.refunded_cents).sum();
    println!("\n━━━ Resumen ━━━");
    println!("Tres partidas: una sencilla, una con un canto equivocado y dos líneas, una anulada.");
    println!("Premios pagados {}; devuelto {}.", euros(paid), euros(refunded));
    println!("Cartones:       {}", dir.join("cartones").display());
    println!("Acta:           {}", acta.display());
    println!("Base de datos:  {}", dir.join("sala.db").display());
    println!("Lo que salió:   {}", dir.join("verdad.jsonl").display());
}
