//! mesa

use egui::{Rect, Ui};

use super::View;
use crate::bar::{Bar, Lead, Next};
use crate::known::Known;
use crate::press::Press;

/// Views.
#[derive(Default)]
pub struct Views {
    plain: Plain,
}

impl Views {
    /// Returns the view.
    pub fn at(&mut self, _place: crate::views::Mesa) -> &mut dyn View {
        &mut self.plain
    }

    /// Returns what lies over.
    pub fn over(&mut self, _over: crate::place::Over) -> &mut dyn View {
        &mut self.plain
    }
}

#[derive(Default)]
struct Plain;

impl View for Plain {
    fn bar(&self, _known: &Known) -> Bar {
        Bar::new(Lead::Wait, "", Next::Wait(String::new()))
    }

    fn body(&mut self, _ui: &mut Ui, _room: Rect, _known: &Known) -> Option<Press> {
        None
    }
}
