//! Cards, strips, matrices, looking up and finding winners: sums on one core, without disk or network.

use std::hint::black_box;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use hall_cards::finder::audit::audit;
use hall_cards::finder::{Finder, Standing};
use hall_core::ball::{Ball, BallSet};
use hall_core::card::code::{CardCode, CardKey};
use hall_core::card::{CARD_COUNT, Card, CardId};
use hall_core::matrix::strip::Strips;
use hall_core::matrix::{Matrix, MatrixIndex, MatrixKey, MatrixKind, MatrixNo, MatrixOptions};
use hall_core::series::{CardNo, CardRef, SeriesId};

use super::row;

/// How often each is done; the best counts, because others work on the same cores.
const TIMES: usize = 20;

/// Measures all of it.
///
/// # Errors
/// None that is expected.
pub fn run() -> Result<()> {
    cards();
    matrices()?;
    look_up()?;
    for count in [2_000, 100_000, 1_000_000, 10_000_000] {
        winners(count)?;
    }
    Ok(())
}

fn cards() {
    let ids: Vec<CardId> = (0..20_000).map(scattered).collect();
    let mut cards: Vec<Card> = ids.iter().map(|id| id.card()).collect();
    let time = best(|| cards.iter_mut().zip(&ids).for_each(|(card, id)| *card = id.card()));
    row("place → card, 20,000 of them", &rate(time, ids.len()), "20 million/s");
    let mut back = ids.clone();
    let time = best(|| back.iter_mut().zip(&cards).for_each(|(id, card)| *id = card.id()));
    assert_eq!(back, ids);
    row("card → place, 20,000 of them", &rate(time, ids.len()), "20 million/s");
}

fn matrices() -> Result<()> {
    let (number, key) = matrix_key()?;
    let strips = Strips::new(number, &key);
    let begun = Instant::now();
    black_box(strips.strip(0));
    row("the first strip of a process, with its tables", &ms(begun.elapsed()), "–");
    let time = best(|| (0..10_000).for_each(|index| _ = black_box(strips.strip(index))));
    row("10,000 strips of six", &ms(time), "10 ms");
    for (what, kind) in [("single cards", MatrixKind::Single), ("cards in strips", MatrixKind::Strip)] {
        for (how, clean, budget) in [("all of them", false, "–"), ("clean: what is skipped", true, "5 ms")]
        {
            let time = best(|| {
                let matrix = Matrix::with(number, 19_998, MatrixOptions { kind, clean }, &key);
                let matrix = matrix.expect("a good size");
                black_box(if clean {
                    0
                } else {
                    matrix.faces().map(CardId::rank).fold(0, u64::wrapping_add)
                });
                black_box(matrix);
            });
            row(&format!("19,998 {what} from the key, {how}"), &ms(time), budget);
        }
    }
    Ok(())
}

fn look_up() -> Result<()> {
    let (number, key) = matrix_key()?;
    let matrix = Matrix::new(number, 100_000, &key).context("a good size")?;
    let begun = Instant::now();
    let index = MatrixIndex::new(&matrix);
    row("index of a matrix of 100,000 cards", &ms(begun.elapsed()), "–");
    let torn = |card: CardNo, numbers| -> BallSet {
        let face = index.face(card).expect("the number is within the size");
        face.card().balls().iter().take(numbers).collect()
    };
    let (card, series) = (CardNo(54_321), SeriesId::new('A', 17).context("a good name")?);
    let code_key = CardKey::from_bytes([7; 32]);
    let code = CardCode::sign(&code_key, CardRef { series, number: card });
    let face = index.face(card).context("the number is within the size")?;
    let time = best(|| index.number_of(face));
    row("look-up among 100,000: by its face", &ms(time), "1 ms");
    let time = best(|| index.coded(&code, series, &code_key));
    row("… by its code", &ms(time), "1 ms");
    for numbers in [6, 8] {
        let balls = torn(card, numbers);
        let time = best(|| index.holding(balls));
        row(&format!("… by {numbers} numbers of a torn card"), &ms(time), "1 ms");
    }
    Ok(())
}

/// Draws ninety balls; the median of the first seventy counts, as no game goes further.
fn winners(count: u64) -> Result<()> {
    let begun = Instant::now();
    let mut finder = Finder::new((0..count as usize).map(|at| scattered(at as u64).card()));
    let made = begun.elapsed();
    let order: Vec<Ball> = (0..90).filter_map(|at| Ball::new((at * 37 % 90) as u8 + 1)).collect();
    let mut times: Vec<Duration> = order[..70].iter().map(|ball| timed(|| finder.draw(*ball))).collect();
    times.sort_unstable();
    let budget = match count {
        1_000_000 => "0.2 ms",
        10_000_000 => "2 ms",
        _ => "–",
    };
    row(&format!("winner finder, {count} cards: a ball"), &ms(times[35]), budget);
    let drawn = order[69];
    let undone = timed(|| finder.undo(drawn));
    row("… the ball taken back", &ms(undone), "–");
    let waiting = timed(|| finder.standing(Standing::BingoLacksOne).count());
    row("… going through those that lack one for the bingo", &ms(waiting), "–");
    row("… made", &ms(made), "–");
    if count == 2_000 {
        let cards: Vec<Card> = (0..count).map(|at| scattered(at).card()).collect();
        let time = best(|| audit(&order, cards.iter().copied()));
        row("audit of a whole game, 2,000 cards", &ms(time), "–");
    }
    Ok(())
}

/// Returns cards from all over the order, none twice: steps of a golden section.
fn scattered(at: u64) -> CardId {
    let step = 11_400_714_819_323_198_485_u64.wrapping_mul(at);
    let place = (u128::from(CARD_COUNT) * u128::from(step)) >> 64;
    CardId::new(place as u64).expect("a part of the count is below it")
}

fn matrix_key() -> Result<(MatrixNo, MatrixKey)> {
    Ok((MatrixNo::new(1).context("1")?, MatrixKey::from_bytes([7; 16])))
}

fn best<T>(mut work: impl FnMut() -> T) -> Duration {
    (0..TIMES).map(|_| timed(&mut work)).min().unwrap_or_default()
}

fn timed<T>(work: impl FnOnce() -> T) -> Duration {
    let begun = Instant::now();
    black_box(work());
    begun.elapsed()
}

fn rate(time: Duration, count: usize) -> String {
    format!("{:.1} million/s", count as f64 / time.as_secs_f64() / 1e6)
}

/// With the microseconds that these need.
fn ms(time: Duration) -> String {
    format!("{:.4} ms", time.as_secs_f64() * 1e3)
}
