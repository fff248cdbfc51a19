//! The turns a game can take: everything at the mesa that is not its plain run. Opening and closing,
//! incidencias, ALTO, suspension, balls by hand, void.

use std::collections::BTreeMap;

use super::View;
use crate::known::Known;
use crate::place::{Aside, Over, Turn};
use crate::view::help::Topic;

mod alto;
mod article36;
mod by_hand;
pub(super) mod camera;
mod clock;
mod common;
mod diligencia;
mod form;
pub(super) mod last_ball;
mod material;
pub(super) mod numbering;
mod opening;
mod prizes;
mod rectify;
mod rules;
mod session;
mod suspended;
mod transcription;
mod trouble;
mod void;

use form::Form;
use transcription::Transcription;
pub(in crate::view) use transcription::first_by;

/// The views of the turns.
#[derive(Default)]
pub struct Views {
    /// The forms that are places, by their ids.
    places: BTreeMap<&'static str, Form>,
    by_hand: by_hand::Keying,
    voided: void::Voided,
    trouble: trouble::Trouble,
    /// The form over the view, or the one set aside.
    turn: Form,
    /// What lay over the view a frame ago.
    over: Option<Over>,
    /// A form that a stop took off the screen: what was written in it stays until another is opened.
    aside: Option<Over>,
    /// The sheets that are being typed in, each by who types it.
    sheets: BTreeMap<u32, Transcription>,
}

impl Views {
    /// A stop closes what lies over: the card that was sung is checked first.
    pub fn set_aside(&mut self) {
        let over = self.over.take();
        if matches!(over, Some(Over::Turn(_))) {
            self.aside = over;
        }
    }

    /// Tells what lies over the view in this frame: a form that is opened again begins anew, unless a stop took
    /// it away.
    pub fn lies_over(&mut self, over: Option<Over>) {
        // What is only looked at leaves the form below as it is.
        if self.over == over || matches!(over, Some(Over::Look(_))) {
            return;
        }
        self.over = over;
        let anew = if matches!(over, Some(Over::Turn(_))) {
            self.aside.take() != over
        } else {
            self.aside.is_none()
        };
        if anew {
            self.turn = Form::default();
        }
    }

    /// Forgets what was typed, for another user, but for the sheets: each is shown to nobody but who types it.
    pub fn clear(&mut self) {
        *self = Views { sheets: std::mem::take(&mut self.sheets), ..Views::default() };
    }

    /// The view of a place.
    pub fn at(&mut self, place: Aside, known: &Known) -> &mut dyn View {
        let (blank, topic) = match place {
            Aside::ByHand => return &mut self.by_hand,
            Aside::Voided => return &mut self.voided,
            Aside::Numbering => (&numbering::NUMBERING, Topic::Numbering),
            Aside::Opening => (&opening::OPENING, Topic::Opening),
            Aside::Clock => (&clock::CLOCK, Topic::Clock),
            Aside::Hold => (&alto::LEAVE_HOLD, Topic::LeaveHold),
            Aside::Suspended if known.board.authority.is_some() => {
                (suspended::suspended(known), Topic::Authority)
            }
            Aside::Suspended => (suspended::suspended(known), Topic::Suspended),
        };
        self.places.entry(blank.id).or_default().of(blank, topic)
    }

    /// The incidencias.
    pub fn trouble(&mut self) -> &mut dyn View {
        &mut self.trouble
    }

    /// The form of a turn.
    pub fn turn(&mut self, turn: Turn, known: &Known) -> &mut dyn View {
        let (blank, topic) = match turn {
            Turn::RaiseHold => (&alto::RAISE_HOLD, Topic::RaiseHold),
            Turn::RectifyBall if known.board.reading.is_some() => {
                (&rectify::RECTIFY_READING, Topic::RectifyReading)
            }
            Turn::RectifyBall => (&rectify::RECTIFY_BALL, Topic::RectifyBall),
            Turn::Suspend if suspended::before(known) => (&suspended::SUSPEND, Topic::Suspend),
            Turn::Suspend => (&suspended::READ_AND_HOLD, Topic::ReadAndHold),
            Turn::Withhold => (&prizes::WITHHOLD, Topic::Withhold),
            Turn::Diligencia => (&diligencia::DILIGENCIA, Topic::Diligencia),
            Turn::RectifySale => (&rectify::RECTIFY_SALE, Topic::RectifySale),
            Turn::Material => (&material::MATERIAL, Topic::Material),
            Turn::Void => (&void::VOID, Topic::Void),
            Turn::WithoutCamera => (&camera::WITHOUT_CAMERA, Topic::WithoutCamera),
            Turn::Numbering => (&numbering::OVER, Topic::Numbering),
            Turn::Rules => (&rules::RULES, Topic::Rules),
            Turn::Article36 => (&article36::ARTICLE_36, Topic::Article36),
            Turn::LastBall => (&last_ball::LAST_BALL, Topic::LastBall),
            Turn::LastGame => (&session::LAST_GAME, Topic::LastGame),
            Turn::Transcription => return self.sheets.entry(known.person().unwrap_or(0)).or_default(),
            Turn::CloseSession => (&session::CLOSE_SESSION, Topic::CloseSession),
        };
        self.turn.of(blank, topic)
    }
}
