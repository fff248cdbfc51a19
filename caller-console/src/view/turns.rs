//! The turns a game can take: everything at the mesa that is not its plain run. Opening and closing,
//! incidencias, ALTO, suspension, balls by hand, void.

use super::View;
use crate::known::Known;
use crate::place::{Aside, Over, Turn};

mod alto;
mod by_hand;
mod common;
mod diligencia;
mod form;
mod material;
mod opening;
mod paragraph;
mod prizes;
mod rectify;
mod session;
mod suspended;
mod trouble;
mod void;

pub(super) use common::may;
use form::Form;

/// The views of the turns.
#[derive(Default)]
pub struct Views {
    opening: Form<opening::Opening>,
    by_hand: by_hand::Keying,
    hold: Form<alto::LeaveHold>,
    suspended: Form<suspended::Suspended>,
    authority: Form<suspended::Authority>,
    voided: void::Voided,
    trouble: trouble::Trouble,
    raise_hold: Form<alto::RaiseHold>,
    rectify_ball: Form<rectify::RectifyBall>,
    suspend: Form<suspended::Suspend>,
    withhold: Form<prizes::Withhold>,
    diligencia: Form<diligencia::Diligencia>,
    rectify_sale: Form<rectify::RectifySale>,
    material: Form<material::Material>,
    void: Form<void::Void>,
    last_game: Form<session::LastGame>,
    close_session: Form<session::CloseSession>,
    /// What lay over the view a frame ago.
    over: Option<Over>,
    /// A form that a stop took off the screen: what was written in it stays until another is opened.
    aside: Option<Over>,
}

impl Views {
    /// A stop takes what lies over off the screen: the card that was sung is checked first.
    pub fn set_aside(&mut self) {
        let over = self.over.take();
        if matches!(over, Some(Over::Turn(_))) {
            self.aside = over;
        }
    }

    /// Says what lies over the view in this frame: a form that is opened again begins anew, unless a
    /// stop took it away.
    pub fn lies_over(&mut self, over: Option<Over>) {
        if self.over == over {
            return;
        }
        self.over = over;
        match (over, self.aside) {
            (Some(Over::Turn(_)), aside) => {
                self.aside = None;
                if aside != over {
                    self.begin_anew();
                }
            }
            (_, None) => self.begin_anew(),
            (_, Some(_)) => {}
        }
    }

    fn begin_anew(&mut self) {
        self.raise_hold = Form::default();
        self.rectify_ball = Form::default();
        self.suspend = Form::default();
        self.withhold = Form::default();
        self.diligencia = Form::default();
        self.rectify_sale = Form::default();
        self.material = Form::default();
        self.void = Form::default();
        self.last_game = Form::default();
        self.close_session = Form::default();
    }

    /// Returns the view of a place.
    pub fn at(&mut self, place: Aside, known: &Known) -> &mut dyn View {
        match place {
            Aside::Opening => &mut self.opening,
            Aside::ByHand => &mut self.by_hand,
            Aside::Hold => &mut self.hold,
            Aside::Suspended if known.board.authority.is_some() => &mut self.authority,
            Aside::Suspended => &mut self.suspended,
            Aside::Voided => &mut self.voided,
        }
    }

    /// Returns the incidencias.
    pub fn trouble(&mut self) -> &mut dyn View {
        &mut self.trouble
    }

    /// Returns the form of a turn.
    pub fn turn(&mut self, turn: Turn) -> &mut dyn View {
        match turn {
            Turn::RaiseHold => &mut self.raise_hold,
            Turn::RectifyBall => &mut self.rectify_ball,
            Turn::Suspend => &mut self.suspend,
            Turn::Withhold => &mut self.withhold,
            Turn::Diligencia => &mut self.diligencia,
            Turn::RectifySale => &mut self.rectify_sale,
            Turn::Material => &mut self.material,
            Turn::Void => &mut self.void,
            Turn::LastGame => &mut self.last_game,
            Turn::CloseSession => &mut self.close_session,
        }
    }
}
