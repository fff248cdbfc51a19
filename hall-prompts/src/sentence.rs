//! What the voice can say, without a language.

use hall_core::series::SeriesId;
use hall_wire::board::Play;

/// One sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sentence {
    /// A ball: its number, then its digits.
    Ball(u8),
    /// The ball before was another (DECISIONS 18).
    Corrected(u8),
    /// The game on sale is the last one (G19).
    LastGame,
    /// Cards are on sale (G2).
    SaleOpens {
        /// As in `A17`.
        series: String,
        /// Of a card.
        price_cents: u64,
    },
    /// Cards sold (Catálogo IV).
    Sold(u32),
    /// Which they are.
    SoldFrom {
        /// As in `A17`.
        series: String,
        /// The first card.
        first: u32,
        /// The last card.
        last: u32,
        /// Others were named before.
        more: bool,
    },
    /// What is played for.
    Prizes {
        /// The line's prize.
        line_cents: u64,
        /// The bingo's prize.
        bingo_cents: u64,
    },
    /// What was announced of the sale was wrong (39.3.a); what is right follows.
    Rectified,
    /// The first ball is to come.
    Begins,
    /// A card is checked.
    Sung(Play),
    /// The jefe de mesa's word on it.
    Judged(Play, bool),
    /// The question (G12).
    More(Play),
    /// Balls come again.
    GoesOn,
    /// Balls come again, and the line is closed.
    GoesOnForBingo,
    /// The game's closing order.
    Ends,
    /// A prize, or what each of several has of it.
    Paid {
        /// Which.
        play: Play,
        /// The winning cards.
        cards: u32,
        /// For each.
        cents: u64,
    },
    /// No card was sold.
    NotHeld,
    /// ALTO.
    Hold,
    /// Suspended, provisionally or until the authority decides.
    Suspended,
    /// The game is void.
    Void,
    /// The session is over.
    Closes,
}

/// What is said in place of a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value {
    /// A number.
    Number(u64),
    /// The digits of a ball, where it has two.
    Digits(u8),
    /// An amount.
    Cents(u64),
    /// Letter and number.
    Series(SeriesId),
}

/// All phrases of a language file with the slots they may have.
pub const PHRASES: [(&str, &[&str]); 31] = [
    ("ball", &["ball", "digits"]),
    ("corrected", &["ball", "digits"]),
    ("last-game", &[]),
    ("sale-opens", &["series", "price"]),
    ("sold", &["cards"]),
    ("sold-from", &["series", "first", "last"]),
    ("and-sold-from", &["series", "first", "last"]),
    ("prizes", &["line", "bingo"]),
    ("rectified", &[]),
    ("begins", &[]),
    ("line-sung", &[]),
    ("bingo-sung", &[]),
    ("line-good", &[]),
    ("bingo-good", &[]),
    ("line-bad", &[]),
    ("bingo-bad", &[]),
    ("more-lines", &[]),
    ("more-bingos", &[]),
    ("goes-on", &[]),
    ("goes-on-for-bingo", &[]),
    ("ends", &[]),
    ("line-paid", &["amount"]),
    ("bingo-paid", &["amount"]),
    ("lines-paid", &["cards", "amount"]),
    ("bingos-paid", &["cards", "amount"]),
    ("not-held", &[]),
    ("hold", &[]),
    ("suspended", &[]),
    ("void", &[]),
    ("closes", &[]),
    ("test", &[]),
];

/// The phrase of a sentence and what its slots hold.
pub type Filled = (&'static str, Vec<(&'static str, Value)>);

impl Sentence {
    /// Its phrase with what its slots hold; a series that is none is left out.
    pub fn filled(&self) -> Filled {
        let ball = |ball: u8| vec![("ball", Value::Number(u64::from(ball))), ("digits", Value::Digits(ball))];
        let series = |name: &str| SeriesId::parse(name).map(|id| ("series", Value::Series(id)));
        let number = |slot, number: u32| (slot, Value::Number(u64::from(number)));
        let of = |play: &Play, line, bingo| match play {
            Play::Line => line,
            Play::Bingo => bingo,
        };
        match self {
            Sentence::Ball(number) => ("ball", ball(*number)),
            Sentence::Corrected(number) => ("corrected", ball(*number)),
            Sentence::LastGame => ("last-game", vec![]),
            Sentence::SaleOpens { series: name, price_cents } => {
                let price = ("price", Value::Cents(*price_cents));
                ("sale-opens", series(name).into_iter().chain([price]).collect())
            }
            Sentence::Sold(cards) => ("sold", vec![number("cards", *cards)]),
            Sentence::SoldFrom { series: name, first, last, more } => {
                let which = [number("first", *first), number("last", *last)];
                let slots = series(name).into_iter().chain(which).collect();
                (if *more { "and-sold-from" } else { "sold-from" }, slots)
            }
            Sentence::Prizes { line_cents, bingo_cents } => {
                ("prizes", vec![("line", Value::Cents(*line_cents)), ("bingo", Value::Cents(*bingo_cents))])
            }
            Sentence::Rectified => ("rectified", vec![]),
            Sentence::Begins => ("begins", vec![]),
            Sentence::Sung(play) => (of(play, "line-sung", "bingo-sung"), vec![]),
            Sentence::Judged(play, true) => (of(play, "line-good", "bingo-good"), vec![]),
            Sentence::Judged(play, false) => (of(play, "line-bad", "bingo-bad"), vec![]),
            Sentence::More(play) => (of(play, "more-lines", "more-bingos"), vec![]),
            Sentence::GoesOn => ("goes-on", vec![]),
            Sentence::GoesOnForBingo => ("goes-on-for-bingo", vec![]),
            Sentence::Ends => ("ends", vec![]),
            Sentence::Paid { play, cards: 1, cents } => {
                (of(play, "line-paid", "bingo-paid"), vec![("amount", Value::Cents(*cents))])
            }
            Sentence::Paid { play, cards, cents } => {
                let slots = vec![number("cards", *cards), ("amount", Value::Cents(*cents))];
                (of(play, "lines-paid", "bingos-paid"), slots)
            }
            Sentence::NotHeld => ("not-held", vec![]),
            Sentence::Hold => ("hold", vec![]),
            Sentence::Suspended => ("suspended", vec![]),
            Sentence::Void => ("void", vec![]),
            Sentence::Closes => ("closes", vec![]),
        }
    }
}
