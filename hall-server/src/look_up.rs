//! Looking a card up: by series and number, by its code, or by some of its numbers when the rest is torn off. It reads the
//! desk's vault and the tables for people, not the record.

use hall_core::ball::BallSet;
use hall_core::card::check_key::CheckKey;
use hall_core::card::code::CardCode;
use hall_core::series::{CardNo, CardRef, SeriesId};
use hall_core::vault::Vault;
use hall_wire::message::{CardFound, CardsFound};

use crate::journal::{InStock, JournalError, RecordReader};

/// Cards shown at most.
const SHOWN_MAX: usize = 20;

/// What is looked up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// A card by series and number.
    Card(CardRef),
    /// The card of a code, genuine or not.
    Code(CardCode),
    /// The cards that have all these numbers, of one series or of all.
    Holding(BallSet, Option<SeriesId>),
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum NotFound {
    /// The hall has no such series.
    #[error("la sala no tiene la serie {0}")]
    Series(SeriesId),
    /// The series has fewer cards.
    #[error("la serie {0} tiene {1} cartones")]
    Number(SeriesId, u32),
    /// The tables could not be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

/// The cards wanted, by series and number; none is an answer too when numbers are wanted.
pub fn look_up(vault: &Vault, reader: &RecordReader, wanted: &Wanted) -> Result<CardsFound, NotFound> {
    let stock = reader.stock()?;
    let of =
        |series: SeriesId| stock.iter().find(|item| item.series == series).ok_or(NotFound::Series(series));
    let hits: Vec<(&InStock, CardNo)> = match wanted {
        Wanted::Card(card) => vec![(of(card.series)?, card.number)],
        Wanted::Code(code) => vec![(of(code.card().series)?, code.card().number)],
        Wanted::Holding(balls, series) => {
            let one = series.map(of).transpose()?;
            let among = stock.iter().filter(|item| one.is_none_or(|one| one.series == item.series));
            let holding = |item| holding(vault, item, *balls).into_iter().map(move |card| (item, card));
            among.flat_map(holding).collect()
        }
    };
    let mut found = CardsFound { cards: Vec::new(), more: hits.len().saturating_sub(SHOWN_MAX) as u32 };
    for (item, number) in hits.into_iter().take(SHOWN_MAX) {
        let card = CardRef { series: item.series, number };
        let face = vault.face(item.matrix, number).filter(|_| number.0 <= item.size);
        let face = face.ok_or(NotFound::Number(item.series, item.size))?;
        let genuine = match wanted {
            Wanted::Code(code) => Some(vault.card_key().is_some_and(|key| code.is_genuine(key))),
            Wanted::Card(_) | Wanted::Holding(..) => None,
        };
        // Not for a forged code: it would say how to get the key right.
        let key = vault.card_key().filter(|_| genuine != Some(false));
        found.cards.push(CardFound {
            series: item.series.to_string(),
            card: number.0,
            grid: face.card().grid(),
            matrix: item.matrix.get(),
            retired: item.retired,
            genuine,
            check_key: key.map(|key| CheckKey::of(&CardCode::sign(key, card)).to_string()),
            whereabouts: reader.whereabouts(item, card)?,
        });
    }
    Ok(found)
}

fn holding(vault: &Vault, item: &InStock, balls: BallSet) -> Vec<CardNo> {
    let mut cards = vault.matrix(item.matrix).map(|matrix| matrix.holding(balls)).unwrap_or_default();
    cards.retain(|card| card.0 <= item.size);
    cards
}
