//! Exports of evenings that were played in every way the rules allow: both verifiers find nothing.

use std::fs;
use std::path::{Path, PathBuf};

use hall_core::event::Event;
use hall_server::export::{Decimals, ExportError, Exported, Field, Mark, Order, Part, export};
use tempfile::TempDir;

use crate::halls::{close, on_disk};
use crate::support::{Bench, phases};
use crate::verifiers::Verifiers;
use crate::words::Script;

/// A part of a hall, into a new folder or file.
pub fn exported(dir: &Path, part: Part, to: PathBuf) -> Exported {
    exported_with(dir, part, to, &[]).unwrap()
}

/// The same, with personal data; or why not.
pub fn exported_with(dir: &Path, part: Part, to: PathBuf, with: &[Field]) -> Result<Exported, ExportError> {
    let (dir, with) = (dir.to_owned(), with.to_vec());
    export(&Order { dir, part, to, decimals: Decimals::Point, with, by: None }, &mut |_, _| ())
}

/// The same, into a folder that goes when it is dropped; nothing was left out.
pub fn export_of(dir: &Path, part: Part, with: &[Field]) -> (TempDir, PathBuf) {
    let to = tempfile::tempdir().unwrap();
    let made = exported_with(dir, part, to.path().join("exportacion"), with).unwrap();
    assert_eq!(made.warnings, Vec::<String>::new());
    (to, made.to)
}

/// Everything of a hall as a bench has it.
pub fn whole(bench: &Bench) -> (TempDir, PathBuf) {
    let (hall, to) = (on_disk(bench), tempfile::tempdir().unwrap());
    let made = exported(hall.path(), Part::Between(None, None), to.path().join("todo")).to;
    (to, made)
}

/// Evenings by name, and halls met in every phase.
fn benches() -> Vec<(String, Bench)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../hall-core/tests/evenings");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "evening"));
    paths.sort();
    let played = paths.iter().map(|path| {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        (name, Script::recorded(&fs::read_to_string(path).unwrap()))
    });
    let met = phases::phases().into_iter().map(|(name, bench)| (format!("{name:?}"), bench));
    played.chain(met).collect()
}

#[test]
fn what_people_did_by_the_rules_is_found_in_order() {
    let mut verifiers = Verifiers::new();
    let (mut found, mut judged) = (Vec::new(), 0);
    for (name, bench) in benches() {
        let (_folder, export) = whole(&bench);
        let said = verifiers.both(&export);
        judged += count_of(&mut verifiers, "cantes?");
        // The benches' halls sign nothing. One that says that it does has to.
        let signs = bench.record.iter().any(|line| matches!(line.event, Event::SigningKeyBegun { .. }));
        let unsigned = ("firma".to_owned(), "puntos".to_owned());
        // Nor are their personal keys keys.
        let by_key = bench.record.iter().filter(|line| {
            matches!(&line.event, Event::PaperSigned { how: hall_core::event::Signed::Key { .. }, .. })
        });
        let by_key = by_key.map(|line| ("papel".to_owned(), format!("línea {}", line.seq)));
        if said.findings != signs.then_some(unsigned).into_iter().chain(by_key).collect() {
            found.push(format!("{name}: {:?}", said.findings));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    assert!(judged > 50, "only {judged} claims were judged");
}

/// The number before a word in what the page says that it checked.
fn count_of(verifiers: &mut Verifiers, word: &str) -> u32 {
    let find = format!("/([0-9]+) {word}/.exec(at('checked').textContent)[1]");
    verifiers.eval(&find).as_str().unwrap().parse().unwrap()
}

/// Three sessions, the prizes of the first paid in the second.
pub fn three_sessions() -> Bench {
    let mut bench = phases::ended();
    let game = hall_core::event::GameNo(bench.hall.games);
    let card = hall_core::request::Presented::Keyed(bench.hall.game.as_ref().unwrap().prizes[0].card);
    close(&mut bench, true);
    bench.open_session();
    let pay = hall_core::request::Request::PayPrize { game, prize: hall_core::event::PrizeNo(1), card };
    bench.ask(crate::support::CAJERO, pay).unwrap();
    close(&mut bench, false);
    bench.now_ms += 72_000_000;
    bench.open_session();
    close(&mut bench, false);
    bench
}

#[test]
fn a_session_alone_rests_on_what_was_before() {
    let (hall, mut verifiers) = (on_disk(&three_sessions()), Verifiers::new());
    for session in 1..=3 {
        let to = tempfile::tempdir().unwrap();
        let made = exported(hall.path(), Part::one(session), to.path().join("s.zip"));
        assert_eq!(verifiers.both(&made.to).status, 0, "session {session}");
        let text = verifiers.eval("at('left').textContent").as_str().unwrap().to_owned();
        // The prize that the second paid is known from the first.
        assert!(!text.contains("empezaron antes"), "session {session}: {text}");
        if session == 2 {
            let checked = verifiers.eval("at('checked').textContent");
            assert!(!checked.as_str().unwrap().contains("Premios pagados: 0,00"), "{checked}");
        }
    }
    // From any line to any other, in the middle of a game too.
    let last =
        exported(hall.path(), Part::Between(None, None), tempfile::tempdir().unwrap().path().join("x"));
    for (first, end) in [(1, 1), (2, 40), (30, 90), (61, *last.lines.end())] {
        let to = tempfile::tempdir().unwrap();
        let part = Part::Between(Some(Mark::Line(first)), Some(Mark::Line(end)));
        let made = exported(hall.path(), part, to.path().join("tramo"));
        assert_eq!(verifiers.both(&made.to).status, 0, "lines {first} to {end}");
    }
}

/// A prize of a game is paid when others have been opened since, and cited from there: no game is missing.
#[test]
fn an_earlier_game_that_is_cited_is_not_the_last_one() {
    let mut bench = phases::ended();
    let game = hall_core::event::GameNo(bench.hall.games);
    let card = hall_core::request::Presented::Keyed(bench.hall.game.as_ref().unwrap().prizes[0].card);
    let nobody_buys = |bench: &mut Bench| {
        phases::sale(bench, "A17", &[]);
        let game = phases::game_of(bench);
        bench.ask(crate::support::CAJERO, hall_core::request::Request::CloseSale { game }).unwrap();
    };
    nobody_buys(&mut bench);
    close(&mut bench, true);
    bench.now_ms += 72_000_000;
    bench.open_session();
    nobody_buys(&mut bench);
    let pay = hall_core::request::Request::PayPrize { game, prize: hall_core::event::PrizeNo(1), card };
    bench.ask(crate::support::CAJERO, pay).unwrap();
    close(&mut bench, false);
    let (hall, to) = (on_disk(&bench), tempfile::tempdir().unwrap());
    let made = exported(hall.path(), Part::one(2), to.path().join("segunda"));
    let said = Verifiers::new().both(&made.to);
    assert_eq!(said.status, 0, "{said:?}");
}

#[test]
fn a_game_is_seen_again_ball_by_ball() {
    let (_folder, export) = whole(&phases::ended_and_paid());
    let mut verifiers = Verifiers::new();
    assert_eq!(verifiers.both(&export).status, 0);
    verifiers.until("replay && replay.scenes.length > 5");
    let lit = "document.querySelectorAll('#board .lit, #board .last').length";
    let all = verifiers.eval(lit).as_u64().unwrap();
    assert!(all >= 5, "{all} balls");
    verifiers.eval("go(0); 0");
    assert_eq!(verifiers.eval(lit), 0, "before the first ball");
    // To the first announced ball and no further.
    let step = "while (!document.querySelector('#board .last')) go(replay.now + 1); at('ball').textContent";
    let first = verifiers.eval(step);
    let announced = fs::read_to_string(export.join("registro.jsonl")).unwrap();
    let line = announced.lines().find(|line| line.contains("ball_announced")).unwrap();
    assert!(line.contains(&format!("\\\"ball\\\":{}", first.as_str().unwrap())), "{first}: {line}");
    assert_eq!(verifiers.eval(lit), 1);
    assert_eq!(verifiers.eval("at('phase').textContent"), "Extracción · 1 bola");
}

#[test]
fn personal_data_are_taken_along_only_if_they_are_asked_for() {
    let (hall, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let dir = hall.path().join("sala");
    crate::places::new_hall(&dir);
    let without = exported(&dir, Part::Between(None, None), to.path().join("sin"));
    assert!(!everything_in(&without.to).contains("Ana Ruiz"));
    let order = Order {
        dir,
        part: Part::Between(None, None),
        to: to.path().join("con"),
        decimals: Decimals::Comma,
        with: vec![Field::Names],
        by: None,
    };
    let with = export(&order, &mut |_, _| ()).unwrap();
    let people = fs::read_to_string(with.to.join("tablas/personas.csv")).unwrap();
    assert_eq!(people, "\u{feff}persona;papeles;nombre\r\n\"p1\";\"jefe_de_sala\";\"Ana Ruiz\"\r\n");
    let said = fs::read_to_string(with.to.join("LEEME.txt")).unwrap();
    assert!(said.contains("LLEVA DATOS PERSONALES") && said.contains("nombres del personal"), "{said}");
    assert!(fs::read_to_string(with.to.join("manifiesto.json")).unwrap().contains("\"names\""));
    assert_eq!(Verifiers::new().both(&with.to).status, 0);
}

fn everything_in(export: &Path) -> String {
    let mut text = String::new();
    for entry in fs::read_dir(export).unwrap().map(Result::unwrap) {
        if entry.path().is_dir() {
            text += &everything_in(&entry.path());
        } else {
            text += &String::from_utf8_lossy(&fs::read(entry.path()).unwrap());
        }
    }
    text
}
