//! The wall without a window: layout, legibility and labels.

mod colours;
mod fold;
mod kit;
mod labels;
mod language;
mod motion;
mod rooms;
