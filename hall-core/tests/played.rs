//! Whole games at the desk against the laws of the game (cards.md 6).
//!
//! `winners.rs` tests the finder and the audit against these laws; here nothing but the record counts. Cards of real
//! matrices are sold by requests, balls come from the machine and are said, cards are presented, keyed or with
//! their code, and the desk judges them. The finder only chooses who sings. In each game two cards are
//! presented before their last number is said, mostly with the ball in sight, and one that came back unsold; none may win.
//!
//! More games: `BOMBO_TIMES=10 cargo test --release -p hall-core --test played`.

#[path = "played/evening.rs"]
mod evening;
#[path = "played/pencil.rs"]
mod pencil;
#[path = "played/table.rs"]
mod table;

#[path = "../../hall-cards/tests/chance/mod.rs"]
mod chance;
mod support;

use hall_core::card::CARD_COUNT;
use hall_core::matrix::MatrixKind;

use chance::published::{Cdf, published};
use chance::{Random, cells, column_counts, deviation, seed, size};
use evening::Evening;
use table::{Law, ROWS, STRIPS};

/// How far a figure may be from its law, in its own errors. There are fewer than two hundred figures, so that
/// right games fail once in two million times; with the usual seeds they fail always or never.
const Z_MAX: f64 = 6.0;

/// How many games an evening has.
const EVENING: u64 = 25;

#[test]
fn one_card_is_won_as_its_exact_law_says() {
    let games = Games::play(MatrixKind::Single, 1, 2_000);
    games.follow(published().one_card());
    games.are_won_by_any_card();
    games.have_one_winner();
}

#[test]
fn one_strip_is_won_as_its_exact_law_says_and_has_one_winner() {
    let games = Games::play(MatrixKind::Strip, 6, 3_000);
    games.follow(published().one_strip());
    games.have_one_winner();
}

#[test]
fn few_cards_are_won_as_the_published_laws_say() {
    many(6, 4_000);
}

#[test]
fn a_hundred_cards_are_won_as_the_published_laws_say() {
    many(100, 4_000);
}

#[test]
fn a_thousand_cards_are_won_as_the_published_laws_say() {
    many(1_000, 3_000);
}

#[test]
fn strips_are_won_when_two_million_simulated_games_were() {
    for (cards, games) in [(96, 2_000), (996, 1_000)] {
        let (_, laws) = STRIPS.iter().find(|row| row.0 == cards).unwrap();
        Games::play(MatrixKind::Strip, cards, games).follow_table(laws);
    }
}

fn many(cards: u64, games: u64) {
    let played = Games::play(MatrixKind::Single, cards, games);
    played.follow(published().single_cards(cards));
    let (_, laws) = ROWS.iter().find(|row| row.0 == cards).unwrap();
    played.follow_table(laws);
    played.share_as(published().winners(cards));
}

/// What the record says of many games.
struct Games {
    what: String,
    count: u64,
    /// Line and bingo: in how many games after so many balls.
    won: [[u64; 91]; 2],
    /// Line and bingo: in how many games by so many cards.
    winners: [[u64; 91]; 2],
    /// How often each row was the line's, and how often the cards with the line had a number in each cell.
    line_rows: [u64; 3],
    line_cells: [[u64; 9]; 3],
    faults: Vec<String>,
}

impl Games {
    /// Plays games and fails if what was said is not as likely for all balls. Whatever else is wrong shows in the
    /// laws first, and then, game by game, at the end.
    fn play(kind: MatrixKind, cards: u64, games: u64) -> Games {
        let games = size(games).next_multiple_of(EVENING);
        let what = format!("{cards} cards, {kind:?}");
        let (won, winners, line_rows, line_cells) = ([[0; 91]; 2], [[0; 91]; 2], [0; 3], [[0; 9]; 3]);
        let mut all = Games { what, count: games, won, winners, line_rows, line_cells, faults: Vec::new() };
        let mut random = Random(18 + 1_000 * cards + seed());
        let mut said = [[0; 90]; PLACES.len()];
        for _ in 0..games / EVENING {
            let key = u128::from(random.next());
            let mut evening = Evening::open(kind, cards as u32, EVENING as u32, key);
            for _ in 0..EVENING {
                let played = evening.play(&random.draw());
                for (play, won) in played.won.iter().enumerate() {
                    all.won[play][usize::from(won.ordinal)] += 1;
                    all.winners[play][won.cards.len()] += 1;
                }
                for (grid, row) in played.lines {
                    all.line_rows[row] += 1;
                    let cells = all.line_cells.as_flattened_mut().iter_mut().zip(grid.as_flattened());
                    cells.for_each(|(seen, number)| *seen += u64::from(*number > 0));
                }
                for (said, place) in said.iter_mut().zip(PLACES) {
                    said[usize::from(played.said[place - 1]) - 1] += 1;
                }
                all.faults.extend(played.faults);
            }
        }
        for (said, place) in said.iter().zip(PLACES) {
            all.near_law(&format!("ball {place}"), said, &[1.0 / 90.0; 90]);
        }
        all
    }

    /// Fails unless line and bingo came after as many balls as the laws say.
    fn follow(&self, laws: [Cdf; 2]) {
        for ((play, won), law) in PLAYS.iter().zip(&self.won).zip(laws) {
            let (counts, shares) = cells(won, law);
            self.near_law(&format!("first {play}"), &counts, &shares);
        }
    }

    /// Fails unless what wins a game with one card is any row of any card: the balls know nothing of either. It is here
    /// that a matrix shows whose cards have few layouts; as to how many balls a game takes they are as good as others.
    fn are_won_by_any_card(&self) {
        self.near_law("row of the line", &self.line_rows, &[1.0 / 3.0; 3]);
        let law = column_counts();
        for column in 0..9 {
            let numbers: f64 =
                law.iter().map(|(counts, cards)| f64::from(counts[column]) * *cards as f64).sum();
            let share = numbers / CARD_COUNT as f64 / 3.0;
            let error = (share * (1.0 - share) / self.count as f64).sqrt();
            for (row, cells) in self.line_cells.iter().enumerate() {
                let seen = cells[column] as f64 / self.count as f64;
                self.near(&format!("row {row} in column {column}"), seen, share, error);
            }
        }
    }

    /// Fails unless means, probabilities and ties are those of the table, within its stated errors.
    fn follow_table(&self, laws: &[Law; 2]) {
        let games = self.count as f64;
        for (play, law) in laws.iter().enumerate() {
            let (name, won) = (PLAYS[play], &self.won[play]);
            let mean = mean(won);
            self.near(&format!("mean of the first {name}"), mean, law.mean, law.sd / games.sqrt());
            for (balls, wanted) in law.at_most {
                let at_most = won[..=*balls].iter().sum::<u64>() as f64 / games;
                self.near(&format!("first {name} in {balls}"), at_most, *wanted, 0.5 / games.sqrt());
            }
            if let Some(tie) = law.tie {
                let tied = self.winners[play][2..].iter().sum::<u64>() as f64 / games;
                self.near(&format!("{name} shared"), tied, tie, 0.5 / games.sqrt());
            }
        }
        self.are_without_fault();
    }

    /// Fails unless as many cards shared a play, on average, as the law of their number says.
    fn share_as(&self, laws: [Cdf; 2]) {
        for ((play, winners), law) in PLAYS.iter().zip(&self.winners).zip(laws) {
            let moment = |power| law.iter().map(|(n, share)| share * (*n as f64).powi(power)).sum::<f64>();
            let (wanted, square) = (moment(1), moment(2));
            let error = ((square - wanted * wanted) / self.count as f64).sqrt();
            self.near(&format!("cards that share the {play}"), mean(winners), wanted, error);
        }
    }

    fn have_one_winner(&self) {
        for winners in self.winners {
            assert_eq!(winners[1], self.count, "{}: one winner, always", self.what);
        }
        self.are_without_fault();
    }

    /// Fails if the record of any game says what pencil and paper do not.
    fn are_without_fault(&self) {
        let faults = &self.faults;
        assert!(faults.is_empty(), "{}: {} faults, first {}", self.what, faults.len(), faults[0]);
    }

    fn near_law(&self, name: &str, counts: &[u64], shares: &[f64]) {
        self.within(name, deviation(counts, shares));
    }

    /// The laws' own errors, below 2 × 10⁻⁴ of a probability, are small beside those of so few games.
    fn near(&self, name: &str, seen: f64, wanted: f64, error: f64) {
        self.within(&format!("{name}: {seen:.4}, law {wanted:.4}"), (seen - wanted) / error);
    }

    #[track_caller]
    fn within(&self, name: &str, z: f64) {
        println!("{}: {name}: {z:.2}", self.what);
        assert!(z.abs() < Z_MAX, "{}: {name}: {z:.2} errors from its law", self.what);
    }
}

const PLAYS: [&str; 2] = ["line", "bingo"];

/// Places of balls that every game comes to: no bingo has fewer than fifteen.
const PLACES: [usize; 3] = [1, 5, 15];

fn mean(counts: &[u64]) -> f64 {
    let sum: u64 = (0..).zip(counts).map(|(n, games)| n * games).sum();
    sum as f64 / counts.iter().sum::<u64>() as f64
}
