//! F11 · The last game (G19), and 26 · the end of the session: the balls are counted again, a
//! witness of the public if there is one, and Intro is held (34.1, 37.3).

use hall_core::request::{Request, RequestKind};
use hall_wire::board::PrizeState;
use hall_wire::message::GameState;

use super::common::{alert, count_missing, waits_for, yes_no};
use super::form::{Blank, Filled, Step};
use crate::bar::{Arming, KeyButton};
use crate::entry::Takes;
use crate::keys::Key;
use crate::known::{Known, is_due};
use crate::place::{Look, Over};
use crate::press::Press;
use crate::view::Band;

/// F11: the last game is announced.
#[derive(Debug, Default)]
pub struct LastGame;

impl Blank for LastGame {
    fn title(&self, known: &Known) -> String {
        known.t("lg-title")
    }

    fn label(&self, known: &Known) -> String {
        known.t("lg-do")
    }

    fn waits_for(&self, known: &Known) -> Option<String> {
        waits_for(known, RequestKind::AnnounceLastGame)
    }

    fn impossible(&self, known: &Known, _filled: &Filled) -> Option<String> {
        let session = known.public().session.as_ref();
        match session {
            None => Some(known.t("tr-no-session")),
            Some(session) => session.last_game.then(|| known.t("last-game-said")),
        }
    }

    fn steps(&self, _known: &Known, _filled: &Filled) -> Vec<Step> {
        Vec::new()
    }

    fn facts(&self, known: &Known, _filled: &Filled) -> Vec<(String, String)> {
        vec![
            (known.t("lg-fact-next"), known.t("lg-fact-next-is")),
            (known.t("lg-fact-wall"), known.t("lg-fact-wall-is")),
            (known.t("lg-fact-undo"), String::new()),
        ]
    }

    fn say(&self, known: &Known, _filled: &Filled) -> Option<(String, String)> {
        let words = "«Señoras y señores: la próxima partida será la última de la sesión.»".to_string();
        Some((known.t("read-aloud"), words))
    }

    fn act(&self, known: &Known, _filled: &Filled) -> Option<Press> {
        Some(Press::ask(self.label(known), Request::AnnounceLastGame))
    }

    fn guard(&self) -> (Arming, f64) {
        (Arming::Verdict, 0.0)
    }
}

/// The end of the session.
#[derive(Debug, Default)]
pub struct CloseSession;

impl Blank for CloseSession {
    fn title(&self, known: &Known) -> String {
        known.t("cs-title")
    }

    fn label(&self, known: &Known) -> String {
        known.t("cs-do")
    }

    fn sub(&self, known: &Known) -> String {
        known.t("cs-sub")
    }

    fn object(&self, known: &Known) -> String {
        format!("{:?}", known.public().session.as_ref().map(|session| session.session))
    }

    fn waits_for(&self, known: &Known) -> Option<String> {
        waits_for(known, RequestKind::CloseSession)
    }

    fn steps(&self, known: &Known, filled: &Filled) -> Vec<Step> {
        vec![
            Step::entry(known, "balls", "cs-balls", Takes::Digits(2), count_missing(known, filled))
                .note(known.t("cs-balls-note")),
            Step::choice(known, filled, "witness", "op-witness", yes_no(known, "op-present", "op-absent")),
        ]
    }

    fn facts(&self, known: &Known, _filled: &Filled) -> Vec<(String, String)> {
        let session = known.public().session.as_ref();
        let number = session.map_or(0, |session| session.session);
        let games = known.lists.games.iter().filter(|row| row.session == number);
        let (mut held, mut voids) = (0u32, 0u32);
        for game in games {
            if game.state == GameState::Void {
                voids += 1;
            } else {
                held += 1;
            }
        }
        let all = known.public().prizes.iter().chain(&known.board.owed);
        let (mut due, mut kept) = (0u32, 0u32);
        for prize in all {
            due += u32::from(is_due(prize));
            kept += u32::from(prize.state == PrizeState::Withheld);
        }
        let said = session.is_some_and(|session| session.last_game);
        vec![
            (known.t("cs-fact-last"), known.t(if said { "cs-yes" } else { "cs-not-said" })),
            (known.t("cs-fact-games"), known.ta("cs-games", &[("n", &held), ("voids", &voids)])),
            (known.t("cs-fact-prizes"), known.ta("cs-prizes", &[("due", &due), ("kept", &kept)])),
            (known.t("cs-fact-acta"), known.t("cs-fact-acta-is")),
        ]
    }

    fn act(&self, known: &Known, filled: &Filled) -> Option<Press> {
        let close = Request::CloseSession {
            balls_counted: u8::try_from(filled.number("balls")?).ok()?,
            public_witness: filled.is_yes("witness"),
        };
        Some(Press::ask(self.label(known), close))
    }

    fn guard(&self) -> (Arming, f64) {
        (Arming::Usual, 1.0)
    }

    fn buttons(&self, known: &Known, _filled: &Filled) -> Vec<KeyButton> {
        vec![
            KeyButton::new(Key::F4, known.t("cs-acta"), Press::Open(Over::Look(Look::Acta)))
                .sub(known.t("cs-acta-sub")),
        ]
    }

    fn band(&self, known: &Known) -> Option<Band> {
        let session = known.public().session.as_ref()?;
        let number = session.session.to_string();
        alert(known.ta("cs-word", &[("session", &number)]), known.t("cs-band"), "")
    }
}
