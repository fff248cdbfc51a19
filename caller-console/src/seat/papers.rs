//! Papers on their way out, as the console shows them.

use super::{Outside, Seat};
use crate::net::own_problem;
use crate::papers::{Out, Stage, Taking, To, Told, Trouble, Way};
use crate::place::Over;
use crate::press::Paper;

/// The code of what is told of a paper that is on its way and has no dialog.
const ON_ITS_WAY: &str = "papel-en-camino";

impl Seat {
    /// Lays the dialog over the view: these papers can go out that way.
    pub(super) fn offers(&mut self, way: Way, papers: Vec<Paper>) {
        // From the dialog itself the other way is chosen, or the same once more.
        let back = match &self.known.out {
            Some(out) if self.over == Some(Over::Paper) => out.back,
            Some(_) | None => self.over,
        };
        self.outs += 1;
        let (id, stage) = (self.outs, Stage::Choosing);
        self.known.out = Some(Out { id, way, papers, found: None, stage, back });
        (self.over, self.known.refused) = (Some(Over::Paper), None);
    }

    /// A paper goes out; the printer is remembered.
    pub(super) fn takes(&mut self, taking: Taking) -> Outside {
        let id = self.known.out.as_ref().map_or(0, |out| out.id);
        if let Some(out) = &mut self.known.out {
            out.stage = Stage::Fetching { have: 0, of: None };
        }
        if let To::Printer { name, .. } = &taking.to {
            self.known.settings.printer = Some(name.clone());
        }
        Outside::Take(id, taking)
    }

    /// Takes what is told of papers. Returns whether what the desk remembers has changed.
    pub fn told(&mut self, told: Told) -> bool {
        match told {
            Told::Found(way, found) => {
                if let Some(out) = self.known.out.as_mut().filter(|out| out.way == way) {
                    out.found = Some(found);
                }
                false
            }
            Told::Stage { id, paper, stage } => {
                let marked = match (&stage, &paper.mark) {
                    (Stage::Printed { .. }, Some(mark)) => {
                        self.known.settings.printed(mark);
                        true
                    }
                    _ => false,
                };
                let seen = self.over == Some(Over::Paper);
                match self.known.out.as_mut().filter(|out| out.id == id) {
                    Some(out) if seen => {
                        if matches!(stage, Stage::Failed(_)) {
                            self.ear.refuses();
                        }
                        out.stage = stage;
                    }
                    Some(_) | None => self.tell_of(&paper, &stage),
                }
                marked
            }
        }
    }

    /// Tells of a paper that has no dialog on the screen.
    fn tell_of(&mut self, paper: &Paper, stage: &Stage) {
        let title = &paper.title;
        let (code, detail) = match stage {
            Stage::Choosing => return,
            Stage::Printed { printer } => {
                ("papel-impreso", self.known.ta("paper-by", &[("title", title), ("place", printer)]))
            }
            Stage::Kept { stick, .. } => {
                ("papel-en-usb", self.known.ta("paper-by", &[("title", title), ("place", stick)]))
            }
            Stage::Opened(path) => ("papel", path.display().to_string()),
            Stage::Failed(Trouble { code, detail }) => (code.as_str(), detail.clone()),
            Stage::Fetching { .. }
            | Stage::Sending { .. }
            | Stage::Queued { .. }
            | Stage::Writing { .. }
            | Stage::Comparing => {
                // Never over a refusal that nobody has read.
                let free = self.known.refused.as_ref().is_none_or(|told| told.problem.code == ON_ITS_WAY);
                if !free {
                    return;
                }
                let words = crate::view::paper::stage_words(&self.known, stage);
                (ON_ITS_WAY, format!("{title}: {words}"))
            }
        };
        self.tell(own_problem(code, &detail));
    }
}
