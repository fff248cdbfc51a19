//! The hit that is chosen, with all that is known of it.

use egui::{Rect, Ui};
use hall_look::{ink, words};
use hall_wire::message::{BallSetFound, CardFound, CardState, GameFound, PersonFound, SearchHit, Told};

use super::row;
use crate::known::Known;
use crate::view::part::{self, Cell, Tag, bold, cut_top, label, tag, text};
use crate::view::sala::staff::roles_words;

/// Lines of a person or of prizes that find room.
const LINES: usize = 3;

/// The least room for the balls of a game, one by one.
const BALLS: f32 = 100.0;

/// Paints a hit.
pub(super) fn paint(ui: &mut Ui, room: Rect, known: &Known, hit: &SearchHit) {
    match hit {
        SearchHit::Card(card) => of_card(ui, room, known, card),
        SearchHit::Game(game) => of_game(ui, room, known, game),
        SearchHit::Person(person) => of_person(ui, room, known, person),
        SearchHit::BallSet(set) => of_set(ui, room, known, set),
        SearchHit::Told(told) => of_told(ui, room, known, told),
    }
}

fn title(ui: &mut Ui, room: &mut Rect, words: &str) {
    ink::line(ui, cut_top(room, 40.0), words, bold(28.0));
    cut_top(room, 6.0);
}

/// Lines, each in as many rows as it needs.
fn lines(ui: &mut Ui, room: &mut Rect, all: impl IntoIterator<Item = String>) {
    for line in all.into_iter().filter(|line| !line.is_empty()) {
        room.min.y = ink::words(ui, *room, &line, text(17.0)).bottom() + 6.0;
    }
}

fn of_card(ui: &mut Ui, mut room: Rect, known: &Known, card: &CardFound) {
    let head = cut_top(&mut room, 40.0);
    let title = known.ta("look-card", &[("series", &words::series(&card.series)), ("card", &card.card)]);
    ink::line(ui, head, &title, bold(28.0));
    match card.genuine {
        Some(true) => tag(ui, head, &known.t("look-genuine"), Tag::Ok),
        Some(false) => tag(ui, head, &known.t("look-forged"), Tag::Refuse),
        None => head,
    };
    cut_top(&mut room, 8.0);
    let grid = cut_top(&mut room, 230.0);
    let marks = card.grid.map(|row| row.map(|number| if number == 0 { Cell::Blank } else { Cell::NotOut }));
    part::card(ui, grid, known, &card.grid, &marks);
    cut_top(&mut room, 10.0);
    let key = card.check_key.clone().unwrap_or_else(|| "—".to_string());
    let mut all = vec![
        known.ta("look-key", &[("key", &key)]),
        known.ta("look-matrix", &[("n", &card.matrix)]),
        whereabouts(known, card),
    ];
    if card.retired {
        all.push(known.t("look-retired"));
    }
    if card.genuine == Some(false) {
        all.push(known.t("look-forged-do"));
    }
    lines(ui, &mut room, all);
}

/// Where a card is or was, in words.
fn whereabouts(known: &Known, card: &CardFound) -> String {
    let Some(is) = &card.whereabouts else { return known.t("look-unsold") };
    let id = match is.state {
        CardState::Issued => "look-issued",
        CardState::Sold => "look-sold",
        CardState::Returned => "look-returned",
        CardState::Burned => "look-burned",
        CardState::Refunded => "look-refunded",
    };
    let game = words::count(u64::from(is.game));
    known.ta(id, &[("game", &game), ("name", &known.short_name(is.seller))])
}

fn of_game(ui: &mut Ui, mut room: Rect, known: &Known, game: &GameFound) {
    let name = row::words(known, &SearchHit::Game(game.clone()));
    title(ui, &mut room, &known.ta("find-in-game", &[("game", &name)]));
    let hours = [Some(game.opened_at_utc_ms), game.ended_at_utc_ms].map(|at| at.map(|at| known.time(at)));
    let hours: Vec<String> = hours.into_iter().flatten().collect();
    let claims = known.ta("find-claims", &[("n", &game.claims), ("good", &game.good)]);
    let amounts = known.ta(
        "find-amounts",
        &[("line", &words::money(game.line_cents)), ("bingo", &words::money(game.bingo_cents))],
    );
    let set =
        game.ball_set.as_ref().map(|set| known.ta("find-with-set", &[("set", set)])).unwrap_or_default();
    let cause =
        game.void_cause.as_ref().map(|why| known.ta("find-void-cause", &[("why", why)])).unwrap_or_default();
    let prizes = game.prizes.iter().take(LINES).map(|prize| {
        let card = format!("{} {}", words::series(&prize.series), prize.card);
        let (play, state) = (known.t(row::of_play(prize.play)), known.t(row::stands(prize.state)));
        let amount = words::money(prize.amount_cents);
        known.ta("find-prize", &[("play", &play), ("card", &card), ("amount", &amount), ("state", &state)])
    });
    let prizes: Vec<String> = prizes.collect();
    let more = game.prizes.len().saturating_sub(LINES);
    let more = if more > 0 { part::more_rows(known, more) } else { String::new() };
    let first = [
        format!("{} · {}", row::of_session(known, &game.place), hours.join("–")),
        cause,
        row::sale(known, game),
        amounts,
        [claims, set].into_iter().filter(|words| !words.is_empty()).collect::<Vec<_>>().join(" · "),
    ];
    let all = first.into_iter().chain(prizes).chain([more, row::of_acta(known, &game.place)]);
    lines(ui, &mut room, all.collect::<Vec<_>>());
    // Where there is no room for each, the acta has them.
    let balls: Vec<String> = game.announced.iter().map(u8::to_string).collect();
    let each = if room.height() < BALLS { "…".to_string() } else { balls.join(" ") };
    ink::words(ui, room, &known.ta("find-balls", &[("n", &balls.len()), ("balls", &each)]), text(16.0));
}

fn of_person(ui: &mut Ui, mut room: Rect, known: &Known, person: &PersonFound) {
    title(ui, &mut room, &person.name);
    let roles = if person.left { known.t("find-left") } else { roles_words(&person.roles, known) };
    let user = known.ta("find-user", &[("user", &person.user), ("n", &person.person.to_string())]);
    lines(ui, &mut room, [user, roles]);
    if person.last.is_empty() {
        return;
    }
    ink::line(ui, cut_top(&mut room, 28.0), &known.t("find-last"), label(16.0));
    let last =
        person.last.iter().map(|told| format!("{} · {}", when(known, told), row::sentence(known, told)));
    lines(ui, &mut room, last.collect::<Vec<_>>());
}

fn of_set(ui: &mut Ui, mut room: Rect, known: &Known, set: &BallSetFound) {
    title(ui, &mut room, &row::words(known, &SearchHit::BallSet(set.clone())));
    let row = &set.row;
    let inspection = row.inspection.as_ref().map_or_else(
        || known.t("find-not-inspected"),
        |of| {
            let id = if of.passed { "find-passed" } else { "find-not-passed" };
            let day = crate::known::date(&known.day(of.asked_at_utc_ms).to_string());
            known.ta(id, &[("date", &day), ("seals", &of.seals)])
        },
    );
    let games: Vec<String> = set.games.iter().map(|place| row::of_game(known, place)).collect();
    let games = if games.is_empty() {
        known.t("find-no-games")
    } else {
        known.ta("find-last-games", &[("games", &games.join(", "))])
    };
    let withdrawn =
        row.withdrawn.as_ref().map(|why| known.ta("find-withdrawn", &[("why", why)])).unwrap_or_default();
    lines(
        ui,
        &mut room,
        [known.ta("find-homologation", &[("of", &row.homologation)]), withdrawn, inspection, games],
    );
}

fn of_told(ui: &mut Ui, mut room: Rect, known: &Known, told: &Told) {
    let head = known.t(row::kind(told.what.sought()));
    ink::line(ui, cut_top(&mut room, 30.0), &head, label(17.0));
    room.min.y = ink::words(ui, room, &row::sentence(known, told), bold(21.0)).bottom() + 14.0;
    let game =
        told.place.game.map(|_| known.ta("find-in-game", &[("game", &row::of_game(known, &told.place))]));
    let by = told.by.map(|by| known.ta("find-by", &[("name", &known.short_name(by))]));
    let line = told.line.map(|line| known.ta("insp-line", &[("n", &words::count(line))]));
    let acta = if told.place.session.is_some() { row::of_acta(known, &told.place) } else { String::new() };
    let all = [
        when(known, told),
        game.unwrap_or_default(),
        row::of_session(known, &told.place),
        acta,
        by.unwrap_or_default(),
        line.unwrap_or_default(),
    ];
    lines(ui, &mut room, all);
}

/// Day and hour; the hour alone of today.
fn when(known: &Known, told: &Told) -> String {
    let day = known.day(told.at_utc_ms);
    let time = known.time(told.at_utc_ms);
    if day == known.today() { time } else { format!("{} {time}", crate::known::date(&day.to_string())) }
}
