//! F11 · The last game (G19), and 26 · the end of the session: the balls are counted again, a
//! witness of the public if there is one, and Intro is held (34.1, 37.3).

use hall_core::machine::SetId;
use hall_core::request::{Request, RequestKind};
use hall_wire::board::PrizeState;
use hall_wire::message::{BallSetRow, GameState, SetDuty};

use super::common::{alert, ask, balls_at_close_step, balls_counted, counter, counter_steps};
use super::form::{Aloud, Blank, Facts, Filling};
use crate::bar::{Arming, KeyButton};
use crate::keys::Key;
use crate::known::is_due;
use crate::place::{Look, Over};
use crate::press::Press;

/// F11: the last game is announced.
pub static LAST_GAME: Blank = Blank {
    id: "lg",
    power: Some(RequestKind::AnnounceLastGame),
    impossible: |known| match &known.public().session {
        None => Some("tr-no-session"),
        Some(session) => session.last_game.then_some("last-game-said"),
    },
    facts: |form| form.facts(&["lg-fact-next", "lg-fact-wall", "lg-fact-undo"]),
    say: |form| {
        let words = "«Señoras y señores: la próxima partida será la última de la sesión.»";
        Some(Aloud::new(form.t("read-aloud"), words))
    },
    asks: |_| ask(Request::AnnounceLastGame),
    arming: Arming::Verdict,
    ..Blank::PLAIN
};

/// The end of the session.
pub static CLOSE_SESSION: Blank = Blank {
    id: "cs",
    power: Some(RequestKind::CloseSession),
    object: |known| format!("{:?}", known.public().session.as_ref().map(|session| session.session)),
    steps: |form| {
        let [counter, pin] = counter_steps(form);
        vec![counter, balls_at_close_step(form, "cs-balls"), form.yes_no("op-witness"), pin]
    },
    signs: counter,
    facts: what_ends,
    asks: |form| {
        let balls_counted = balls_counted(form, "cs-balls")?;
        let closes = Request::CloseSession { balls_counted, public_witness: form.is_yes("op-witness") };
        let playing = |row: &&BallSetRow| row.in_session == Some(SetDuty::Playing);
        let set = SetId::parse(&form.known.lists.ball_sets.iter().find(playing)?.set)?;
        Some(vec![Request::SignCount { set, balls_counted }.into(), closes.into()])
    },
    hold_s: 1.0,
    buttons: |form| {
        let acta = KeyButton::new(Key::F4, form.t("cs-acta"), Press::Open(Over::Look(Look::Acta)));
        vec![acta.sub(form.t("cs-acta-sub"))]
    },
    band: |_, form| {
        let session = form.known.public().session.as_ref()?.session;
        alert(form.known.ta("cs-word", &[("session", &session)]), form.t("cs-band"), "")
    },
    ..Blank::PLAIN
};

fn what_ends(form: Filling<'_>) -> Facts {
    let known = form.known;
    let session = known.public().session.as_ref();
    let number = session.map_or(0, |session| session.session);
    let games = known.lists.games.iter().filter(|row| row.session == number);
    let (voids, held): (Vec<_>, Vec<_>) = games.partition(|game| game.state == GameState::Void);
    let prizes = || known.public().prizes.iter().chain(&known.board.owed);
    let due = prizes().filter(|prize| is_due(prize)).count();
    let kept = prizes().filter(|prize| prize.state == PrizeState::Withheld).count();
    let said = session.is_some_and(|session| session.last_game);
    let mut facts = vec![
        (form.t("cs-fact-last"), form.t(if said { "cs-yes" } else { "cs-not-said" })),
        (form.t("cs-fact-games"), known.ta("cs-games", &[("n", &held.len()), ("voids", &voids.len())])),
        (form.t("cs-fact-prizes"), known.ta("cs-prizes", &[("due", &due), ("kept", &kept)])),
    ];
    facts.extend(form.facts(&["cs-fact-acta"]));
    facts
}
