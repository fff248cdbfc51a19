//! 23 · The inspector: read-only.

use egui::{Rect, Ui};

use super::View;
use crate::bar::{Bar, Lead, Next};
use crate::known::Known;
use crate::press::Press;

/// The inspector's view.
#[derive(Default)]
pub struct Inspector;

impl View for Inspector {
    fn bar(&self, _known: &Known) -> Bar {
        Bar::new(Lead::Wait, "", Next::Wait(String::new()))
    }

    fn body(&mut self, _ui: &mut Ui, _room: Rect, _known: &Known) -> Option<Press> {
        None
    }
}
