//! `/` 3 and `/` 7 · What was said wrong: a number, or how many cards were sold (Cat. V, 39.3.a,
//! DECISIONS 15 and 18).

use std::collections::BTreeSet;

use hall_core::ball::Ball;
use hall_core::event::{Found, Ordinal};
use hall_core::people::{PersonId, Role};
use hall_core::request::{Request, RequestKind};
use hall_look::words;
use hall_wire::board::{Cards, SecondWord};

use super::common::{ask, people};
use super::form::{Aloud, Blank, Facts, Filling, Opt, Step};
use crate::entry::Takes;
use crate::value;
use crate::view::mesa::series;
use crate::view::part::said;

/// `/` 3: a number that was said wrong.
pub static RECTIFY_BALL: Blank = Blank {
    id: "re",
    power: Some(RequestKind::RectifyAnnouncement),
    steps: ball_steps,
    facts: |form| {
        let in_time = is_last(form) && form.known.board.pending.is_empty();
        form.facts(if in_time {
            &["re-fact-ball", "re-fact-acta"]
        } else {
            &["re-fact-late", "re-fact-void"]
        })
    },
    say: |form| {
        let (_, ball) = announced(form)?;
        let wrong = form.number("re-said").filter(|said| (1..=90).contains(said) && *said != u32::from(ball));
        let words = format!(
            "«Rectificación: la bola anterior no es el {{{}}}. Es el {{{ball}}}. {{{}}}.»",
            wrong?,
            said(ball)
        );
        is_last(form).then(|| Aloud::new(form.t("read-aloud"), words))
    },
    asks: |form| {
        ask(Request::RectifyAnnouncement {
            game: value::game(form.known),
            ordinal: Ordinal(u8::try_from(announced(form)?.0).ok()?),
            said: value::ball(form.number("re-said")?)?,
        })
    },
    ..Blank::PLAIN
};

/// `/` 3 where the caller reads the balls: the last one was read or keyed wrong (Cat. V).
pub static RECTIFY_READING: Blank = Blank {
    id: "rl",
    power: Some(RequestKind::RectifyReading),
    impossible: |known| known.public().announced.is_empty().then_some("rl-none"),
    // Another ball that comes meanwhile is not the one that was looked at.
    object: |known| format!("{:?}", known.public().announced),
    sub: |_, form| {
        let doubted = reading(form).is_some_and(|(_, ball, last)| ball.number() != last) && takes_two(form);
        form.t(if doubted { "rl-sub-two" } else { "rl-sub" })
    },
    steps: reading_steps,
    facts: |form| match reading(form) {
        Some((_, ball, last)) if ball.number() == last => form.facts(&["re-fact-ball", "re-fact-acta"]),
        Some(_) if takes_two(form) => form.facts(&["rl-fact-two", "re-fact-acta"]),
        Some(_) | None => form.facts(&["rl-fact-counts", "re-fact-acta"]),
    },
    say: |form| {
        let (_, ball, last) = reading(form)?;
        // Two people look at the ball first.
        if ball.number() != last && takes_two(form) {
            return None;
        }
        let wrong = if ball.number() == last { form.number("re-said")? } else { u32::from(last) };
        let words = format!(
            "«Rectificación: la bola anterior no es el {{{wrong}}}. Es el {{{ball}}}. {{{}}}.»",
            said(ball.number())
        );
        Some(Aloud::new(form.t("read-aloud"), words))
    },
    asks: |form| {
        let (game, (ordinal, ball, last)) = (value::game(form.known), reading(form)?);
        if ball.number() == last {
            let said = value::ball(form.number("re-said")?)?;
            return ask(Request::RectifyAnnouncement { game, ordinal, said });
        }
        ask(Request::RectifyReading { game, ordinal, ball })
    },
    ..Blank::PLAIN
};

/// The last ball's place, what was keyed for it, and what it was announced as.
fn reading(form: Filling<'_>) -> Option<(Ordinal, Ball, u8)> {
    let announced = &form.known.public().announced;
    let place = Ordinal(u8::try_from(announced.len()).ok()?);
    Some((place, value::ball(form.number("rl-ball")?)?, *announced.last()?))
}

/// Whether two people had agreed on the last ball: then two say what it is.
fn takes_two(form: Filling<'_>) -> bool {
    form.known.board.draws_with.as_ref().is_some_and(|with| with.second_word != SecondWord::Caller)
}

fn reading_steps(form: Filling<'_>) -> Vec<Step> {
    let announced = &form.known.public().announced;
    let last = announced.last().copied().unwrap_or_default();
    let ball = form.number("rl-ball").and_then(value::ball).map(Ball::number);
    let missing = match ball {
        Some(ball) if ball != last && announced.contains(&ball) => Some("rl-out"),
        Some(_) => None,
        None => Some("ma-range"),
    };
    let note = form.known.ta("rl-was", &[("place", &announced.len()), ("ball", &last)]);
    let mut steps = vec![form.entry("rl-ball", Takes::Digits(2), missing).note(note)];
    // It was keyed right: then it was said wrong.
    if ball == Some(last) {
        let missing = match form.number("re-said") {
            Some(said) if said == u32::from(last) => Some("re-same"),
            Some(1..=90) => None,
            Some(_) | None => Some("re-said-missing"),
        };
        steps.push(form.entry("re-said", Takes::Digits(2), missing).note(form.t("rl-right")));
    }
    steps
}

/// The place that was filled in, and the ball that was announced there.
fn announced(form: Filling<'_>) -> Option<(usize, u8)> {
    let announced = &form.known.public().announced;
    let last = announced.len().to_string();
    let place: usize = form.filled.or("re-place", &last).parse().ok()?;
    Some((place, *announced.get(place.checked_sub(1)?)?))
}

fn is_last(form: Filling<'_>) -> bool {
    announced(form).is_some_and(|(place, _)| place == form.known.public().announced.len())
}

fn ball_steps(form: Filling<'_>) -> Vec<Step> {
    let last = form.known.public().announced.len().to_string();
    let announced = announced(form);
    let missing = match form.number("re-said") {
        Some(said) if announced.is_some_and(|(_, ball)| said == u32::from(ball)) => Some("re-same"),
        Some(1..=90) => None,
        Some(_) | None => Some("re-said-missing"),
    };
    let (absent, note) = match announced {
        Some((place, ball)) => (None, form.known.ta("re-place-is", &[("place", &place), ("ball", &ball)])),
        None => (Some("re-place-missing"), form.t("re-place-missing")),
    };
    vec![
        form.entry("re-place", Takes::Digits(2), absent).start(last).note(note.clone()),
        form.entry("re-said", Takes::Digits(2), missing).note(note),
    ]
}

/// `/` 7: the count of sold cards, in public, until the line is given.
pub static RECTIFY_SALE: Blank = Blank {
    id: "rs",
    power: Some(RequestKind::RectifySale),
    impossible: |known| known.game().is_some_and(|game| !game.line_open).then_some("tr-line-given"),
    steps: sale_steps,
    facts: |form| sale_facts(form).unwrap_or_default(),
    asks: |form| {
        let (first, last) = range(form)?;
        ask(Request::RectifySale {
            game: value::game(form.known),
            cards: value::cards(&Cards { series: form.get("rs-series").into(), first, last })?,
            found: found(form)?,
            seller: PersonId(form.number("rs-seller")?),
        })
    },
    ..Blank::PLAIN
};

fn found(form: Filling<'_>) -> Option<Found> {
    Found::from_name(form.get("rs-found"))
}

fn range(form: Filling<'_>) -> Option<(u32, u32)> {
    let (first, last) = (form.number("rs-first")?, form.number("rs-last")?);
    (1 <= first && first <= last).then_some((first, last))
}

fn sale_steps(form: Filling<'_>) -> Vec<Step> {
    let known = form.known;
    let segments = known.game().map_or(&[][..], |game| &game.segments);
    let names: BTreeSet<&String> = known
        .game()
        .map(|game| &game.series)
        .into_iter()
        .chain(segments.iter().map(|run| &run.series))
        .collect();
    let of_series = names.into_iter().map(|name| Opt::new(name, series(name))).collect();
    let holders: BTreeSet<u32> = known.board.holdings.iter().map(|held| held.seller).collect();
    let sells = known
        .people
        .iter()
        .filter(|(person, member)| holders.contains(person) || member.roles.contains(&Role::VendedorLocutor));
    let sellers = people(known, sells.map(|(person, _)| *person));
    let run = |run: &Cards| format!("{} {}–{}", series(&run.series), run.first, run.last);
    let sold: Vec<String> = segments.iter().map(run).collect();
    let note = known.ta("rs-now", &[("sold", &sold.join(", "))]);
    let first = form.number("rs-first").is_none_or(|first| first == 0);
    let last = range(form).is_none();
    vec![
        form.choice_of("rs-found", &[(Found::Sold.name(), "rs-sold"), (Found::Unsold.name(), "rs-unsold")]),
        form.choice("rs-series", of_series),
        form.entry("rs-first", Takes::Digits(9), first.then_some("rs-card-missing")).note(note.clone()),
        form.entry("rs-last", Takes::Digits(9), last.then_some("rs-last-missing")).note(note),
        form.choice("rs-seller", sellers),
    ]
}

fn sale_facts(form: Filling<'_>) -> Option<Facts> {
    let (game, (first, last)) = (form.known.game()?, range(form)?);
    let count = last - first + 1;
    let after = match found(form)? {
        Found::Sold => game.cards.saturating_add(count),
        Found::Unsold => game.cards.saturating_sub(count),
    };
    let mut facts = vec![
        (form.t("rs-fact-before"), words::count(u64::from(game.cards))),
        (form.t("rs-fact-after"), words::count(u64::from(after))),
        (form.t("rs-fact-takings"), words::money(u64::from(after) * game.face_value_cents)),
    ];
    facts.extend(form.facts(&["rs-fact-prizes"]));
    Some(facts)
}
