//! What made a game stand still: holds and provisional suspensions, each told once it is known how it ended.

use hall_core::event::{Event, HoldExit, HoldNo, HoldWhy};
use hall_core::words::{self, Lang, stopped};
use hall_wire::paper;

use super::diligencias::Diligencia;
use crate::papers::scribe::Scribe;

/// A hold of a game.
pub(super) struct Hold {
    no: HoldNo,
    pub(super) at: i64,
    why: HoldWhy,
    /// Nothing but the fault's repair has ended it.
    repaired: bool,
    pub(super) left_at: Option<i64>,
    pub(super) row: paper::Incident,
}

impl Hold {
    pub(super) fn new(scribe: &Scribe<'_>, at: i64, no: HoldNo, why: &HoldWhy) -> Hold {
        let row = paper::Incident {
            at: scribe.at(at),
            text: words::hold(Lang::Es, why),
            way_out: None,
            ended_at: None,
            decided_by: None,
        };
        Hold { no, at, why: why.clone(), repaired: false, left_at: None, row }
    }

    pub(super) fn is_ended_by(&self, event: &Event) -> bool {
        self.left_at.is_none() && self.why.ends_with(self.no, event)
    }

    /// Ends it by an event, agreed by two people.
    pub(super) fn leave(&mut self, scribe: &Scribe<'_>, at: i64, event: &Event, way_out: &str, people: &str) {
        self.repaired = matches!(event, Event::HoldLeft { exit: HoldExit::Repaired, .. });
        self.left_at = Some(at);
        self.row.way_out = Some(way_out.to_owned());
        self.row.ended_at = Some(scribe.at(at));
        self.row.decided_by = Some(people.to_owned());
    }

    /// Only its line was lost or it was started again, and the game went on with it: no incidencia of the game.
    pub(super) fn is_of_link(&self) -> bool {
        let link = matches!(
            self.why,
            HoldWhy::LinkLost(_) | HoldWhy::SecondLost(_) | HoldWhy::Rebooted(_) | HoldWhy::FramesMissing
        );
        link && self.repaired
    }

    /// What held the game, and how it went on.
    pub(super) fn words(&self, game: u32) -> String {
        let left = match (&self.row.way_out, &self.row.decided_by) {
            (Some(way_out), Some(people)) => format!("{way_out}. Lo acuerdan {people}."),
            _ => "Sin resolver.".to_owned(),
        };
        format!("Partida {game}: {}. {left}", self.row.text)
    }
}

/// A provisional suspension (36.1).
pub(super) struct Suspension {
    at: i64,
    cause: String,
    /// When paragraph 36.1 was read aloud.
    pub(super) read_at: Option<i64>,
    pub(super) lifted_at: Option<i64>,
}

impl Suspension {
    pub(super) fn new(at: i64, cause: &str) -> Suspension {
        Suspension { at, cause: cause.to_owned(), read_at: None, lifted_at: None }
    }

    pub(super) fn diligencia(&self, scribe: &Scribe<'_>, game: u32) -> Diligencia {
        let cause = stopped(self.cause.clone());
        let how = match self.lifted_at {
            Some(at) => format!("Se levantó a tiempo, {}", scribe.at(at)),
            None => "No se levantó".to_owned(),
        };
        let read = match self.read_at {
            Some(at) => format!("; leído el apartado 36.1, {}", scribe.at(at)),
            None => String::new(),
        };
        let text = format!("Partida {game}, suspensión provisional (art. 36.1): {cause} {how}{read}");
        Diligencia::new(self.at, "incidencia", text)
    }
}
