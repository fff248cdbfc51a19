//! The hall's cameras: what each shows, and who lets a draw begin without a picture of the ball exit (Cat. IV, DECISIONS 43).

use alloc::collections::BTreeMap;

use crate::event::{CameraPost, Event, GameNo, Sight};
use crate::game::Game;
use crate::game::decide::{Decision, another, one};
use crate::hall::Hall;
use crate::people::PersonId;
use crate::refusal::Refusal;
use crate::rules::WithoutCamera;
use crate::words::{self, Lang};

/// What the record has of the hall's cameras. One that was never heard of is not there.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Cameras {
    /// What each shows, and since when, UTC milliseconds.
    pub shown: BTreeMap<CameraPost, (Sight, i64)>,
    /// A game whose draw shall begin without a picture of the exit.
    pub waiver: Option<Waiver>,
    /// The last game whose film is deleted; 0 before any.
    pub film_deleted: u32,
}

/// Two people's word that a draw begins without a picture of the ball exit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Waiver {
    /// The game.
    pub game: GameNo,
    /// Who asked.
    pub asked_by: PersonId,
    /// Another agreed.
    pub agreed: bool,
}

/// Why the next draw does not begin yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExitUnseen {
    /// What is wrong with the picture.
    pub sight: Sight,
    /// Two people may have it begin all the same.
    pub may_be_waived: bool,
    /// Who has asked for that.
    pub asked_by: Option<PersonId>,
}

impl Cameras {
    /// What is wrong with the picture of the ball exit, if anything is.
    pub fn exit_trouble(&self) -> Option<Sight> {
        self.shown.get(&CameraPost::Exit).map(|(sight, _)| *sight).filter(|sight| *sight != Sight::Sees)
    }

    pub(super) fn apply(&mut self, at_utc_ms: i64, camera: CameraPost, sight: Sight) {
        self.shown.insert(camera, (sight, at_utc_ms));
    }
}

impl Hall {
    /// Why the draw of this game does not begin while the exit is not seen; none where it may.
    pub fn exit_unseen(&self, game: GameNo) -> Option<ExitUnseen> {
        let sight = self.cameras.exit_trouble()?;
        let may_be_waived = match self.session.as_ref()?.rules.without_camera.value {
            WithoutCamera::Free => return None,
            WithoutCamera::TwoPeople => true,
            WithoutCamera::Refused => false,
        };
        let waiver = self.cameras.waiver.filter(|waiver| may_be_waived && waiver.game == game);
        if waiver.is_some_and(|waiver| waiver.agreed) {
            return None;
        }
        Some(ExitUnseen { sight, may_be_waived, asked_by: waiver.map(|waiver| waiver.asked_by) })
    }

    pub(super) fn exit_is_seen(&self, game: GameNo) -> Result<(), Refusal> {
        let Some(unseen) = self.exit_unseen(game) else { return Ok(()) };
        let sight = words::sight(Lang::Es, unseen.sight);
        Err(if unseen.may_be_waived {
            Refusal::ExitUnseen { sight }
        } else {
            Refusal::ExitMustBeSeen { sight }
        })
    }

    pub(super) fn decide_ask_without_camera(&self, game: GameNo) -> Decision {
        let unseen = self.exit_unseen(game).ok_or(Refusal::ExitSeen)?;
        ensure!(
            unseen.may_be_waived,
            Refusal::ExitMustBeSeen { sight: words::sight(Lang::Es, unseen.sight) }
        );
        one(Event::CameraWaiverAsked { game, sight: unseen.sight })
    }

    pub(super) fn decide_without_camera(&self, game: GameNo, by: PersonId) -> Decision {
        let unseen = self.exit_unseen(game).ok_or(Refusal::ExitSeen)?;
        let asked_by = unseen.asked_by.ok_or(Refusal::WithoutCameraNotAsked)?;
        another(asked_by, by)?;
        one(Event::CameraWaived { game, sight: unseen.sight, asked_by })
    }

    /// The line that film up to a game is deleted. Nothing in a session, no game waits for it; and nothing while the clock is in
    /// doubt, by which it became old.
    pub(super) fn film_past(&self, last: GameNo, days: u32) -> Option<Event> {
        let first = GameNo(self.cameras.film_deleted + 1);
        let due = self.session.is_none() && self.clock_is_right() && (first.0..=self.games).contains(&last.0);
        due.then_some(Event::FilmDeleted { first, last, days })
    }

    /// The line of what a camera shows, where it is something else than before.
    pub(super) fn camera_change(&self, camera: CameraPost, sight: Sight) -> Option<Event> {
        let before = self.cameras.shown.get(&camera).map(|(before, _)| *before);
        let drawn = self.game.as_ref().filter(|game| game.is_in_draw()).map(|game: &Game| game.no);
        (before != Some(sight)).then_some(Event::CameraChanged { camera, sight, game: drawn })
    }
}
