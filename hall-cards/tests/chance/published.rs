//! The laws of the game computed by another implementation: `vectors/games.json` (cards.md 6). Each is for the line and
//! for the bingo, in this order.

use std::collections::BTreeMap;

use serde::Deserialize;

/// The probabilities that a play is won with at most so many balls.
pub type Cdf = Vec<(usize, f64)>;

#[derive(Deserialize)]
pub struct Published {
    single_card: Vec<SingleCase>,
    one_strip: Vec<StripCase>,
    first_bingo: BTreeMap<String, BTreeMap<String, f64>>,
    first_line: BTreeMap<String, BTreeMap<String, f64>>,
    winners: BTreeMap<String, BTreeMap<String, BTreeMap<String, f64>>>,
    /// A whole game.
    pub game: Game,
}

#[derive(Deserialize)]
struct SingleCase {
    n: usize,
    line_num: String,
    line_den: String,
    bingo_num: String,
    bingo_den: String,
}

#[derive(Deserialize)]
struct StripCase {
    n: usize,
    first_line_cdf: f64,
    first_bingo_cdf: f64,
}

#[derive(Deserialize)]
pub struct Game {
    pub series: u32,
    pub cards: u32,
    pub draw_order: Vec<u8>,
    pub per_ball: Vec<[u32; 5]>,
}

pub fn published() -> Published {
    serde_json::from_str(include_str!("../vectors/games.json")).unwrap()
}

impl Published {
    /// Any one card: exact fractions.
    pub fn one_card(&self) -> [Cdf; 2] {
        let number = |text: &String| text.parse::<f64>().unwrap();
        let of = |num: fn(&SingleCase) -> &String, den: fn(&SingleCase) -> &String| -> Cdf {
            self.single_card.iter().map(|case| (case.n, number(num(case)) / number(den(case)))).collect()
        };
        [of(|case| &case.line_num, |case| &case.line_den), of(|case| &case.bingo_num, |case| &case.bingo_den)]
    }

    /// One strip, however drawn: exact. Line and bingo always have one winner each.
    pub fn one_strip(&self) -> [Cdf; 2] {
        [
            self.one_strip.iter().map(|case| (case.n, case.first_line_cdf)).collect(),
            self.one_strip.iter().map(|case| (case.n, case.first_bingo_cdf)).collect(),
        ]
    }

    /// 6, 100 or 1,000 single cards. The bingo's law is exact, the line's has errors below 2 × 10⁻⁴.
    pub fn single_cards(&self, cards: u64) -> [Cdf; 2] {
        [&self.first_line, &self.first_bingo].map(|law| numbered(&law[&cards.to_string()]))
    }

    /// The shares of games in which so many of these cards share the play, of ten million games.
    pub fn winners(&self, cards: u64) -> [Cdf; 2] {
        ["line", "bingo"].map(|what| numbered(&self.winners[&cards.to_string()][what]))
    }
}

fn numbered(law: &BTreeMap<String, f64>) -> Cdf {
    law.iter().map(|(n, p)| (n.parse().unwrap(), *p)).collect()
}
