//! Papers on their way out, as the console shows them.

use super::Seat;
use crate::known::own_problem;
use crate::papers::{Found, Out, PaperNews, Stage, Taking, To, Trouble, Way};
use crate::place::Over;
use crate::press::Paper;
use crate::view::paper::stage_words;

/// Code of the news of a paper on its way whose dialog is not on the screen.
const ON_ITS_WAY: &str = "papel-en-camino";

impl Seat {
    /// Opens the dialog for these papers.
    pub(super) fn offers(&mut self, way: Way, papers: Vec<Paper>) {
        // Pressed in the dialog itself: the other way, or the same again.
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
    pub(super) fn takes(&mut self, taking: &Taking) {
        if let Some(out) = &mut self.known.out {
            out.stage = Stage::Fetching { have: 0, of: None };
        }
        if let To::Printer { name, .. } = &taking.to {
            self.known.settings.printer = Some(name.clone());
        }
    }

    /// Takes news of papers. Returns whether the settings have changed.
    pub fn hears(&mut self, news: PaperNews) -> bool {
        match news {
            PaperNews::Found(way, found) => {
                match (way, &found) {
                    (Way::Print, Ok(Found::Printers(all))) => self.known.printers = Some(Ok(all.clone())),
                    (Way::Print, Err(trouble)) => self.known.printers = Some(Err(trouble.clone())),
                    (Way::Print, Ok(Found::Sticks(_))) | (Way::Usb, _) => {}
                }
                if let Some(out) = self.known.out.as_mut().filter(|out| out.way == way) {
                    out.found = Some(found);
                }
                false
            }
            PaperNews::Stage { id, paper, stage } => {
                let mark = paper.mark.as_ref().filter(|_| matches!(stage, Stage::Printed { .. }));
                mark.iter().for_each(|mark| self.known.settings.printed(mark));
                let marked = mark.is_some();
                let open = self.over == Some(Over::Paper);
                match self.known.out.as_mut().filter(|out| open && out.id == id) {
                    Some(out) => {
                        if matches!(stage, Stage::Failed(_)) {
                            self.ear.refuses();
                        }
                        out.stage = stage;
                    }
                    None => self.tell_of(&paper, &stage),
                }
                marked
            }
        }
    }

    /// Shows the news of a paper whose dialog is not on the screen.
    fn tell_of(&mut self, paper: &Paper, stage: &Stage) {
        let title = paper.title.as_str();
        let arrived = |place| self.known.ta("paper-by", &[("title", &title), ("place", &place)]);
        let (code, detail) = match stage {
            Stage::Choosing => return,
            Stage::Printed { printer } => ("papel-impreso", arrived(printer)),
            Stage::Kept { stick, .. } => ("papel-en-usb", arrived(stick)),
            Stage::Opened(path) => ("papel", path.display().to_string()),
            Stage::Failed(Trouble { code, detail }) => (code.as_str(), detail.clone()),
            Stage::Fetching { .. }
            | Stage::Sending { .. }
            | Stage::Queued { .. }
            | Stage::Writing { .. }
            | Stage::Comparing => {
                // Not in the place of a refusal that nobody has read.
                if self.known.refused.as_ref().is_some_and(|shown| shown.code != ON_ITS_WAY) {
                    return;
                }
                (ON_ITS_WAY, format!("{title}: {}", stage_words(&self.known, stage)))
            }
        };
        self.tell(own_problem(code, &detail));
    }
}
