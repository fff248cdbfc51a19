//! The turns a game can take: everything at the mesa that is not its plain run. Opening and closing,
//! incidencias, ALTO, suspension, balls by hand, void.

use super::View;
use crate::known::Known;
use crate::place::Over;
use crate::views::Mesa;

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
}

impl Views {
    /// Says what lies over the view in this frame: a form that is opened again begins anew.
    pub fn lies_over(&mut self, over: Option<Over>) {
        if self.over == over {
            return;
        }
        self.over = over;
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

    /// Returns the view of a place; those of the plain run are not here.
    pub fn at(&mut self, place: Mesa, known: &Known) -> &mut dyn View {
        match place {
            Mesa::Opening => &mut self.opening,
            Mesa::ByHand => &mut self.by_hand,
            Mesa::Suspended if known.board.authority.is_some() => &mut self.authority,
            Mesa::Suspended => &mut self.suspended,
            Mesa::Voided => &mut self.voided,
            Mesa::Hold
            | Mesa::OpenSale
            | Mesa::Sale
            | Mesa::Totals
            | Mesa::Draw
            | Mesa::Check
            | Mesa::Question
            | Mesa::Payments => &mut self.hold,
        }
    }

    /// Returns what lies over.
    pub fn over(&mut self, over: Over) -> &mut dyn View {
        match over {
            Over::RaiseHold => &mut self.raise_hold,
            Over::RectifyBall => &mut self.rectify_ball,
            Over::Suspend => &mut self.suspend,
            Over::Withhold => &mut self.withhold,
            Over::Diligencia => &mut self.diligencia,
            Over::RectifySale => &mut self.rectify_sale,
            Over::Material => &mut self.material,
            Over::Void => &mut self.void,
            Over::LastGame => &mut self.last_game,
            Over::CloseSession => &mut self.close_session,
            Over::Trouble
            | Over::Keys
            | Over::Order
            | Over::Acta
            | Over::Cables
            | Over::OpenSale
            | Over::OtherBall => &mut self.trouble,
        }
    }
}
