//! The demonstration: an evening of five games on the embedded defaults.

use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use hall_wire::board::Scene;
use hall_wire::link::Client;
use hall_wire::message::{HallLists, PrintingState};
use serde_json::json;

use crate::evening::{EN_CURSO, Evening, LABELS, Plan, Played, RECORDING, Twist, euros};
use crate::programs::{Machine, Server, found, program};
use crate::screens::{Display, Screens};
use crate::seed;
use crate::staff::{Staff, post};
use crate::tickets::Tickets;

/// The series that are printed: one more would never be opened.
const SERIES: [&str; 3] = ["A17", "A18", "A19"];

/// Milliseconds between two balls: sooner than the mesa announces them.
pub const INTERVAL_MS: u32 = 60;

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
    // Who looks on is to see the question, and not to wait a hall's own five seconds for each of eight.
    let secs = if Display::somebodys().is_some() { 3 } else { 1 };
    let question = format!("question_min_secs={secs}");
    let founded = found(dir, &["--demo-seed", &seed::SEED.to_string(), "--value", &question])?;
    let orders: Vec<String> = (1..=5).map(|game| line_of(&seed::draw(seed::SEED, game))).collect();
    let orders_file = dir.join("extracciones.txt");
    std::fs::write(&orders_file, orders.join("\n") + "\n")?;
    let (interval, jam) = (interval_ms.to_string(), format!("jam@4:{}", seed::JAM_AT));
    let mut machine = Machine::start(
        dir,
        &[
            "--interval-ms",
            &interval,
            "--fault",
            &jam,
            "--orders",
            orders_file.to_str().context("a plain path")?,
        ],
    )?;
    let server = Server::start(dir, Some(&machine.port))?;
    say(&format!("Servidor en {}; extractor simulado en {}.", server.url, machine.port.display()));

    let staff = Staff::take_on(&server, &founded)?;
    staff.stock(1, &SERIES, FACE_VALUE_CENTS)?;
    let tickets = print_cards(&staff, &mut say)?;
    let screens = Screens::open(dir, &server.url)?;
    say(&format!("Puesto, pared y cámara abiertos; la cámara se ve en {}.", screens.camera.address));
    let mut evening = Evening::new(dir, server, &mut machine, &staff, tickets, &mut say);
    evening.screens = Some(&screens);
    evening.sit_down(&screens)?;
    evening.look("cerrada-y-apertura", Scene::Closed)?;
    staff.open_session()?;
    evening.say(
        "Sesión abierta: 90 bolas contadas, juego J1 en la máquina, J2 en reserva, instalaciones probadas.",
    );

    evening.voice_comes()?;
    let games = play(&mut evening, &screens)?;
    let heard = evening.loud.is_some();
    let server = evening.end()?;
    check_winners(&games)?;

    screens.console.press(&["F1"])?;
    screens.console_picture("ayuda", |shown| {
        shown["over"].as_str().is_some_and(|over| over.starts_with("Help("))
    })?;
    screens.console.press(&["Escape", "F7"])?;
    screens.console_picture("cierre", |shown| shown["over"] == "Turn(CloseSession)")?;
    screens.console.press(&["Escape"])?;
    staff.close_session()?;
    say("\nSesión cerrada: 90 bolas contadas. Todos los premios están pagados.");
    let acta = wait_for(&dir.join("actas/acta-1.pdf"))?;
    let pictures = screens.folder().to_owned();
    drop(screens);
    server.stop()?;
    drop(machine);
    check_record(dir)?;
    summary(dir, &acta, &games);
    println!("Pantallas:           {}", pictures.display());
    if heard {
        println!("La segunda, de oído: {}", dir.join(RECORDING).display());
        println!("  y cuándo cada bola: {}", dir.join(LABELS).display());
    }
    Ok(())
}

fn line_of(draw: &[u8]) -> String {
    draw.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Prints every series and reads their cards as players would: from the CSV.
fn print_cards(staff: &Staff, say: &mut dyn FnMut(&str)) -> Result<Tickets> {
    let mut tickets = Tickets::default();
    for series in SERIES {
        let (pages, file) = print(&staff.sala, series)?;
        let csv = staff.sala.get_bytes(&format!("/api/series/{series}/cards.csv"))?;
        tickets.read(series, &String::from_utf8(csv)?)?;
        say(&format!("Serie {series} en PDF: 420 cartones en {pages} páginas ({file})."));
    }
    Ok(tickets)
}

/// Orders the cards of a series and waits until they are on disk. Returns pages and file.
fn print(sala: &Client, series: &str) -> Result<(u32, String)> {
    post(sala, "print-cards", &json!({ "series": series }))?;
    let deadline = Instant::now() + Duration::from_secs(60);
    loop {
        let lists: HallLists = sala.get("/api/hall")?;
        let row = lists.printings.iter().find(|row| row.series == series);
        let row = row.context("the printing was ordered and is not in the list")?;
        match (row.state, row.pages, &row.file) {
            (PrintingState::Done, Some(pages), Some(file)) => return Ok((pages, file.clone())),
            (PrintingState::Ordered, ..) if Instant::now() < deadline => {
                std::thread::sleep(Duration::from_millis(50))
            }
            _ => bail!("cards of {series} were not printed: {row:?}"),
        }
    }
}

fn play(evening: &mut Evening<'_>, screens: &Screens) -> Result<Vec<Played>> {
    let hand = seed::draw(seed::SEED, 4);
    let plan =
        Plan { series: "A17", cards: &[], face_value_cents: FACE_VALUE_CENTS, twists: &[], hand: &hand };
    let second = [
        Twist::Heard,
        Twist::WrongLine(seed::WRONG_LINE_AT),
        Twist::Inspection(seed::INSPECTED_AT),
        Twist::HushedAfter(seed::HUSHED_AT),
    ];
    let games = [
        Plan { cards: &[("A17", 1, 240)], ..plan },
        Plan { cards: &[("A17", 241, 420), ("A18", 1, 120)], twists: &second, ..plan },
        Plan { series: "A18", cards: &[("A18", 121, 420)], twists: &[Twist::Void(seed::VOID_AT)], ..plan },
        // The machine was told to jam when it started.
        Plan {
            series: "A19",
            cards: &[("A19", 1, 240)],
            twists: &[Twist::KeyedDiffers(seed::DIFFERS_AT)],
            ..plan
        },
        Plan {
            series: "A19",
            cards: &[("A19", 241, 420)],
            twists: &[Twist::Suspension, Twist::PowerCut(seed::CUT_AT)],
            ..plan
        },
    ];
    let (by_keys, rest) = games.split_first().context("five games")?;
    let first = evening.play_by_keys(by_keys, screens)?;
    let rest = rest.iter().map(|plan| evening.play(plan));
    std::iter::once(Ok(first)).chain(rest).collect()
}

/// The winners are those that the committed number gives, no others.
fn check_winners(games: &[Played]) -> Result<()> {
    let matrix = hall_server::found::demo_matrix(seed::SEED, seed::SERIES_SIZE);
    for (index, game) in games.iter().enumerate().filter(|(index, _)| *index != 2) {
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
    println!(
        "Cinco partidas: una sencilla; una con un canto equivocado, la inspección en la sala y dos líneas;"
    );
    println!("una anulada; una terminada a mano al atascarse el extractor; una con un corte de luz.");
    println!("Premios pagados {}; devuelto {}.", euros(paid), euros(refunded));
    println!("Cartones:            {}", dir.join("cartones").display());
    println!("Acta:                {}", acta.display());
    println!("Acta, en curso:      {} (la que se llevó la inspección)", dir.join(EN_CURSO).display());
    println!("Hoja de la partida:  {}", dir.join("hojas/partida-4.pdf").display());
    println!("Base de datos:       {}", dir.join("sala.db").display());
    println!("Lo que salió:        {}", dir.join("verdad.jsonl").display());
}
