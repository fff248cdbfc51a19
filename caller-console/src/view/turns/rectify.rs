//! `/` 3 and `/` 7 · What was said wrong: a number, or how many cards were sold (Cat. V, 39.3.a,
//! DECISIONS 15 and 18).

use hall_core::event::{Found, Ordinal};
use hall_core::people::{PersonId, Role};
use hall_core::request::{Request, RequestKind};
use hall_wire::board::Cards;
use std::collections::BTreeSet;

use hall_look::words;

use super::common::{people, trouble_band, waits_for};
use super::form::{Blank, Filled, Opt, Step};
use crate::entry::Takes;
use crate::known::{Known, Member};
use crate::press::Press;
use crate::value;
use crate::view::Band;

/// `/` 3: a number that was said wrong.
#[derive(Debug, Default)]
pub struct RectifyBall;

fn place_of(known: &Known, filled: &Filled) -> Option<usize> {
    let last = known.public().announced.len();
    let place: usize = filled.or("place", &last.to_string()).parse().ok()?;
    (1..=last).contains(&place).then_some(place)
}

impl Blank for RectifyBall {
    fn title(&self, known: &Known) -> String {
        known.t("re-title")
    }

    fn label(&self, known: &Known) -> String {
        known.t("re-do")
    }

    fn sub(&self, known: &Known) -> String {
        known.t("re-sub")
    }

    fn waits_for(&self, known: &Known) -> Option<String> {
        waits_for(known, RequestKind::RectifyAnnouncement)
    }

    fn steps(&self, known: &Known, filled: &Filled) -> Vec<Step> {
        let last = known.public().announced.len().to_string();
        let place = place_of(known, filled);
        let ball = place.map(|place| known.public().announced[place - 1]);
        let missing = match filled.number("said") {
            Some(said) if Some(said) == ball.map(u32::from) => Some(known.t("re-same")),
            Some(1..=90) => None,
            Some(_) | None => Some(known.t("re-said-missing")),
        };
        let note = match (place, ball) {
            (Some(place), Some(ball)) => known.ta("re-place-note", &[("place", &place), ("ball", &ball)]),
            (Some(_) | None, _) => known.t("re-place-missing"),
        };
        let absent = place.is_none().then(|| known.t("re-place-missing"));
        vec![
            Step::entry(known, "place", "re-place", Takes::Digits(2), absent)
                .start(known, filled, last)
                .note(note.clone()),
            Step::entry(known, "said", "re-said", Takes::Digits(2), missing).note(note),
        ]
    }

    fn facts(&self, known: &Known, filled: &Filled) -> Vec<(String, String)> {
        let last = place_of(known, filled) == Some(known.public().announced.len());
        if last && known.board.pending.is_empty() {
            return vec![
                (known.t("re-fact-ball"), known.t("re-fact-ball-is")),
                (known.t("re-fact-acta"), known.t("re-fact-acta-is")),
            ];
        }
        vec![(known.t("re-fact-late"), String::new()), (known.t("re-fact-void"), known.t("re-fact-void-is"))]
    }

    fn say(&self, known: &Known, filled: &Filled) -> Option<(String, String)> {
        let place = place_of(known, filled)?;
        let ball = known.public().announced[place - 1];
        let said = filled.number("said").filter(|said| (1..=90).contains(said))?;
        let words = format!(
            "«Rectificación: la bola anterior no es el {{{said}}}. Es el {{{ball}}}. {{{}}}.»",
            crate::view::part::said(ball)
        );
        let last = place == known.public().announced.len();
        (last && said != u32::from(ball)).then(|| (known.t("read-aloud"), words))
    }

    fn act(&self, known: &Known, filled: &Filled) -> Option<Press> {
        let rectify = Request::RectifyAnnouncement {
            game: value::game(known),
            ordinal: Ordinal(u8::try_from(place_of(known, filled)?).ok()?),
            said: value::ball(filled.number("said")?)?,
        };
        Some(Press::ask(self.label(known), rectify))
    }

    fn band(&self, known: &Known) -> Option<Band> {
        trouble_band(known, "re-band")
    }
}

/// `/` 7: the count of sold cards, in public, until the line is given.
#[derive(Debug, Default)]
pub struct RectifySale;

fn range(filled: &Filled) -> Option<(u32, u32)> {
    let (first, last) = (filled.number("first")?, filled.number("last")?);
    (1 <= first && first <= last).then_some((first, last))
}

impl Blank for RectifySale {
    fn title(&self, known: &Known) -> String {
        known.t("rs-title")
    }

    fn label(&self, known: &Known) -> String {
        known.t("rs-do")
    }

    fn sub(&self, known: &Known) -> String {
        known.t("rs-sub")
    }

    fn waits_for(&self, known: &Known) -> Option<String> {
        waits_for(known, RequestKind::RectifySale)
    }

    fn impossible(&self, known: &Known, _filled: &Filled) -> Option<String> {
        let given = known.game().is_some_and(|game| !game.line_open);
        given.then(|| known.t("tr-line-given"))
    }

    fn steps(&self, known: &Known, filled: &Filled) -> Vec<Step> {
        let found = vec![
            Opt::new(Found::Sold.name(), known.t("rs-sold")),
            Opt::new(Found::Unsold.name(), known.t("rs-unsold")),
        ];
        let mut names: BTreeSet<&str> = BTreeSet::new();
        if let Some(game) = known.game() {
            names.insert(&game.series);
            names.extend(game.segments.iter().map(|cards| cards.series.as_str()));
        }
        let series = names.iter().map(|name| Opt::new(*name, crate::view::mesa::series(name))).collect();
        let holders: BTreeSet<u32> = known.board.holdings.iter().map(|held| held.seller).collect();
        let sellers: Vec<(u32, &Member)> = known
            .people
            .iter()
            .filter(|(person, member)| {
                holders.contains(person) || member.roles.contains(&Role::VendedorLocutor)
            })
            .map(|(person, member)| (*person, member))
            .collect();
        let first = filled.number("first").is_none_or(|first| first == 0);
        let segments = known.game().map_or(&[][..], |game| &game.segments);
        let sold: Vec<String> = segments
            .iter()
            .map(|cards| {
                format!("{} {}–{}", crate::view::mesa::series(&cards.series), cards.first, cards.last)
            })
            .collect();
        let note = known.ta("rs-now", &[("sold", &sold.join(", "))]);
        vec![
            Step::choice(known, filled, "found", "rs-found", found),
            Step::choice(known, filled, "series", "rs-series", series),
            Step::entry(
                known,
                "first",
                "rs-first",
                Takes::Digits(9),
                first.then(|| known.t("rs-card-missing")),
            )
            .note(note.clone()),
            Step::entry(
                known,
                "last",
                "rs-last",
                Takes::Digits(9),
                range(filled).is_none().then(|| known.t("rs-last-missing")),
            )
            .note(note),
            Step::choice(known, filled, "seller", "rs-seller", people(known, &sellers)),
        ]
    }

    fn facts(&self, known: &Known, filled: &Filled) -> Vec<(String, String)> {
        let (Some(game), Some((first, last))) = (known.game(), range(filled)) else { return Vec::new() };
        let count = last - first + 1;
        let after = match Found::from_name(filled.get("found")) {
            Some(Found::Sold) => game.cards.saturating_add(count),
            Some(Found::Unsold) => game.cards.saturating_sub(count),
            None => return Vec::new(),
        };
        let takings = words::money(u64::from(after) * game.face_value_cents);
        vec![
            (known.t("rs-fact-before"), words::count(u64::from(game.cards))),
            (known.t("rs-fact-after"), words::count(u64::from(after))),
            (known.t("rs-fact-takings"), takings),
            (known.t("rs-fact-prizes"), known.t("rs-fact-prizes-is")),
        ]
    }

    fn act(&self, known: &Known, filled: &Filled) -> Option<Press> {
        let (first, last) = range(filled)?;
        let rectify = Request::RectifySale {
            game: value::game(known),
            cards: value::cards(&Cards { series: filled.get("series").into(), first, last })?,
            found: Found::from_name(filled.get("found"))?,
            seller: PersonId(filled.number("seller")?),
        };
        Some(Press::ask(self.label(known), rectify))
    }

    fn band(&self, known: &Known) -> Option<Band> {
        trouble_band(known, "rs-band")
    }
}
