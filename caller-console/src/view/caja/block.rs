//! Blocks of cards: who has them, which come next, how they are written.

use std::collections::BTreeMap;

use hall_core::people::Role;
use hall_core::series::SeriesId;
use hall_look::words;
use hall_wire::board::Cards;

use crate::known::Known;
use crate::view::part;

/// A seller with the cards held.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seller {
    pub person: u32,
    /// In the order of the game, neighbours merged.
    pub cards: Vec<Cards>,
    pub issued: u32,
    /// Cards returned, or passed to another seller.
    pub returned: u32,
}

impl Seller {
    pub fn count(&self) -> u32 {
        self.cards.iter().map(count).sum()
    }

    /// Cards not returned: sold, once the sale is closed.
    pub fn sold(&self) -> u32 {
        self.issued.saturating_sub(self.returned)
    }
}

pub const fn count(cards: &Cards) -> u32 {
    (cards.last + 1).saturating_sub(cards.first)
}

/// `1787–1790`, a single card as `1787`.
pub fn range(cards: &Cards) -> String {
    if cards.first == cards.last {
        cards.first.to_string()
    } else {
        format!("{}–{}", cards.first, cards.last)
    }
}

/// `A 17 · 1787–1800, A 18 · 1–60`; of more than `most` runs the first ones, and how many more.
pub fn list(cards: &[Cards], most: usize) -> String {
    let mut text = String::new();
    let mut series = "";
    for (place, run) in cards.iter().take(most).enumerate() {
        let comma = if place == 0 { "" } else { ", " };
        let name = if run.series == series {
            String::new()
        } else {
            format!("{} · ", crate::view::mesa::series(&run.series))
        };
        text.push_str(&format!("{comma}{name}{}", range(run)));
        series = &run.series;
    }
    if cards.len() > most {
        text.push_str(&format!(" + {}", cards.len() - most));
    }
    text
}

/// As many runs of cards as find room, and which page of them it is.
pub fn paged(
    ui: &egui::Ui,
    name: impl std::hash::Hash + std::fmt::Debug,
    cards: &[Cards],
    most: usize,
) -> String {
    let page = part::page(ui, name, cards.len(), most, most, None);
    let shown = list(&cards[page.clone()], most);
    if page.len() == cards.len() {
        return shown;
    }
    format!("{shown} · {}/{}", page.start / most + 1, cards.len().div_ceil(most))
}

/// The price of so many cards of this game.
pub fn amount(known: &Known, cards: u32) -> String {
    words::money(known.game().map_or(0, |game| game.face_value_cents) * u64::from(cards))
}

/// A name in capitals for a button, cut at 15 characters.
pub fn on_button(name: &str) -> String {
    const MOST: usize = 15;
    if name.chars().count() <= MOST {
        return name.to_uppercase();
    }
    let short: String = name.chars().take(MOST - 1).collect();
    format!("{}…", short.to_uppercase())
}

pub fn cards_words(known: &Known, cards: u32) -> String {
    known.ta("cards-n", &[("n", &cards), ("shown", &words::count(u64::from(cards)))])
}

/// Every seller of the staff and everybody who has cards, by number.
pub fn sellers(known: &Known) -> Vec<Seller> {
    let mut all: BTreeMap<u32, Vec<Cards>> = known
        .people
        .iter()
        .filter(|(_, member)| member.roles.contains(&Role::VendedorLocutor))
        .map(|(person, _)| *person)
        .chain(known.board.sellers.iter().map(|tally| tally.seller))
        .map(|person| (person, Vec::new()))
        .collect();
    for (seller, cards) in with_sellers(known) {
        all.entry(seller).or_default().push(cards);
    }
    let of = |(person, cards)| {
        let tally = known.board.sellers.iter().find(|tally| tally.seller == person);
        let (issued, returned) = tally.map_or((0, 0), |tally| (tally.issued, tally.returned));
        Seller { person, cards, issued, returned }
    };
    all.into_iter().map(of).collect()
}

pub fn held_by(known: &Known, person: u32) -> u32 {
    sellers(known).iter().find(|seller| seller.person == person).map_or(0, Seller::count)
}

/// Whether a person sells; without a list of the staff, the desk decides.
pub fn sells(known: &Known, person: u32) -> bool {
    known.people.is_empty() || sellers(known).iter().any(|seller| seller.person == person)
}

/// The cards held, neighbours of one seller merged, the announced series first.
fn with_sellers(known: &Known) -> Vec<(u32, Cards)> {
    let announced = known.game().map(|game| game.series.as_str());
    let mut all: Vec<(u32, Cards)> =
        known.board.holdings.iter().map(|holding| (holding.seller, holding.cards.clone())).collect();
    all.sort_by(|(_, a), (_, b)| {
        let place = |cards: &Cards| (announced != Some(cards.series.as_str()), cards.series.clone());
        (place(a), a.first).cmp(&(place(b), b.first))
    });
    let mut merged: Vec<(u32, Cards)> = Vec::new();
    for (seller, cards) in all {
        if let Some((before, run)) = merged.last_mut()
            && *before == seller
            && run.series == cards.series
            && run.last + 1 == cards.first
        {
            run.last = cards.last;
        } else {
            merged.push((seller, cards));
        }
    }
    merged
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// With a seller, in this run.
    With(u32, Cards),
    /// Returned, in this gap.
    Gap(Cards),
}

/// Where a card of this sale is. Without a series the number decides: no number is sold twice in a game.
pub fn find(known: &Known, series: Option<&str>, card: u32) -> Option<Place> {
    let has = |cards: &Cards| {
        series.is_none_or(|series| series == cards.series) && (cards.first..=cards.last).contains(&card)
    };
    if let Some(gap) = known.board.gaps.iter().find(|gap| has(gap)) {
        return Some(Place::Gap(gap.clone()));
    }
    let (seller, cards) = with_sellers(known).into_iter().find(|(_, cards)| has(cards))?;
    Some(Place::With(seller, cards))
}

/// The series and number of a scanned card; a maker's code may say no series.
pub fn scanned(known: &Known, code: &str) -> Option<(Option<String>, u32)> {
    let scan = known.scan(code).ok()?;
    Some((scan.series.map(|series| series.to_string()), scan.number.0))
}

/// The first card of the game in its announced series: the second series may not reach it (33.4).
fn first_of_game(known: &Known) -> Option<u32> {
    let game = known.game()?;
    let cards = known.board.holdings.iter().map(|holding| &holding.cards).chain(&known.board.gaps);
    let out = cards.filter(|cards| cards.series == game.series).map(|cards| cards.first).min();
    let next = known.board.next_card.as_ref().filter(|next| next.series == game.series);
    // The stock's pointer is where this sale began, until it closes.
    let stock = known.lists.series.iter().find(|row| row.series == game.series);
    let stock = stock.and_then(|row| row.next_card);
    out.into_iter().chain(next.map(|next| next.card)).chain(stock).min()
}

/// The cards that come next, from at most two series.
///
/// # Errors
/// How many there are, if too few.
pub fn next(known: &Known, quantity: u32) -> Result<Vec<Cards>, u32> {
    let (Some(game), Some(next)) = (known.game(), known.board.next_card.as_ref()) else { return Err(0) };
    let first = first_of_game(known);
    let mut runs: Vec<Cards> = Vec::new();
    let mut left = quantity;
    let mut take = |series: &str, from: u32, limit: u32| {
        let last = limit.min(from.saturating_add(left).saturating_sub(1));
        if left > 0 && from <= last {
            left -= last + 1 - from;
            runs.push(Cards { series: series.to_string(), first: from, last });
        }
    };
    // Of a series that is used up the board names the last card, which somebody has.
    let used_up = find(known, Some(&next.series), next.card).is_some();
    let second_limit = first.map_or(0, |first| first - 1);
    let limit = if next.series == game.series { game.series_size } else { second_limit };
    if !used_up {
        take(&next.series, next.card, limit);
    }
    if let (true, Some(second)) = (next.series == game.series, second_series(known)) {
        take(&second, 1, second_limit);
    }
    if left > 0 { Err(quantity - left) } else { Ok(runs) }
}

/// The series that can follow the announced one: the next by name of the same matrix, size and price that is not begun
/// (3.5.3).
fn second_series(known: &Known) -> Option<String> {
    let game = known.game()?;
    let own = known.lists.series.iter().find(|row| row.series == game.series)?;
    let mut fit: Vec<SeriesId> = known
        .lists
        .series
        .iter()
        .filter(|row| row.series != own.series && row.next_card == Some(1))
        .filter(|row| (row.matrix, row.size) == (own.matrix, own.size))
        .filter(|row| row.face_value_cents == own.face_value_cents)
        .filter_map(|row| SeriesId::parse(&row.series))
        .collect();
    fit.sort_unstable();
    let own = SeriesId::parse(&own.series)?;
    let after = fit.iter().find(|series| **series > own).or(fit.first())?;
    Some(after.to_string())
}
