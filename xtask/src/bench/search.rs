//! How long a search takes on a long record, from opening it to the answer, one for each kind and one that finds nothing. `BOMBO_LINES`
//! says of how many lines the record is, 100,000 by default; a year has six million. Each game has a line and a bingo that were sung, and
//! every second one a note.

use std::time::Instant;

use anyhow::{Context, Result, ensure};
use hall_core::event::{ClaimNo, Event, GameNo, Play, PrizeNo, PrizeShare, StopNo, Verdict};
use hall_core::matrix::MatrixIndex;
use hall_core::money::Cents;
use hall_core::people::{Actor, PersonId};
use hall_core::series::{CardNo, CardRef, SeriesId};
use hall_core::vault::Vault;
use hall_server::access::Access;
use hall_server::clock::Clock;
use hall_server::found::demo_matrix;
use hall_server::journal::{Batch, BatchEntry, Journal, RecordReader};
use hall_server::search::{Search, Sees};

use super::start::write_history;
use super::{Times, founded, ms, row};

/// How often each is done.
const TIMES: usize = 21;

/// Games whose prizes are written in one transaction.
const GAMES: u32 = 500;

/// The number the demonstration's hall is made from, and the size of its series.
const HALL: (u64, u32) = (7, 420);

/// Measures it.
///
/// # Errors
/// What could not be measured, and a search that finds what it should not, or not what it should.
pub fn run() -> Result<()> {
    let lines = std::env::var("BOMBO_LINES").unwrap_or_else(|_| "100000".to_owned());
    let place = tempfile::tempdir()?;
    let hall = founded(place.path(), HALL.1)?.dir;
    let (lines, sessions, games) =
        write_history(&hall, lines.parse().context("BOMBO_LINES holds a number")?, None)?;
    write_prizes(&hall, games)?;
    println!("a record of {lines} lines, {sessions} sessions, {games} games");
    let matrix = demo_matrix(HALL.0, HALL.1);
    let mut vault = Vault::default();
    vault.add_matrix(matrix.number(), MatrixIndex::new(&matrix));
    let (access, clock) = (Access::default(), Clock::of_zone("Europe/Madrid"));
    let path = hall.join("sala.db");
    let sees = Sees { cards: true, acta: true, acts: true };
    for (what, text, finds) in [
        ("a card", "A1 7", true),
        ("a game of this session", "partida 7", true),
        ("a game of another day", "7 2/1", true),
        ("a ball", "bola 45", true),
        ("a set of balls", "J1", true),
        ("an amount that was won yesterday", "98,50", true),
        ("an amount that nobody won", "9998,49", false),
        ("a number alone", "7", true),
        ("words of the last notes", "mantenimiento", true),
        ("words that stand nowhere", "zarzuela", false),
        ("an hour of another day", "12:30 2/1/2026", true),
    ] {
        let mut times = Times::default();
        for _ in 0..TIMES {
            let search = Search {
                text,
                sees,
                vault: &vault,
                access: &access,
                clock: &clock,
                barcodes: &[],
                game: None,
            };
            let began = Instant::now();
            let found = search.run(&RecordReader::open(&path)?)?;
            times.add(began.elapsed());
            ensure!(found.hits.is_empty() != finds, "{text}: {found:?}");
        }
        let figure = format!("median {}, most {}", ms(times.permille(500)), ms(times.permille(1000)));
        row(&format!("  {what} («{text}»)"), &figure, "some tens of ms");
    }
    Ok(())
}

/// A line and a bingo of each game, as if they had been sung, and notes. Only the tables for people are read of it.
fn write_prizes(hall: &std::path::Path, games: u32) -> Result<()> {
    let (mut journal, _) = Journal::open(hall)?;
    let series = SeriesId::new('A', 1).context("a series")?;
    for first in (1..=games).step_by(GAMES as usize) {
        let mut events = Vec::new();
        for game in first..(first + GAMES).min(games + 1) {
            for (claim, play) in [(1, Play::Line), (2, Play::Bingo)] {
                let card = CardRef { series, number: CardNo(game % HALL.1 + 1) };
                let (stop, claim, game) = (StopNo(1), ClaimNo(claim), GameNo(game));
                let verdict = Verdict::NotSold { sold_in: None };
                events.push(Event::ClaimMade { game, stop, claim, play, card, face: None, verdict });
                let amount = Cents(if game.0 % 100 == 0 { 9_850 } else { 10_000 + u64::from(game.0) });
                let winners = vec![PrizeShare { prize: PrizeNo(claim.0), claim, card, amount }];
                events.push(Event::PlayAwarded { game, play, winners, remainder: Cents(0) });
            }
            if game % 2 == 0 {
                events.push(Event::NoteWritten {
                    text: format!("Visita de mantenimiento del aire, n.º {game}"),
                });
            }
        }
        let entry = BatchEntry::unasked(Actor::Person(PersonId(1)), "sala-1", events);
        journal.append(&Batch { at_utc_ms: 1_800_000_000_000, entries: vec![entry] })?;
    }
    Ok(())
}
