//! The console of the mesa, the cashier, the hall manager and the inspector: one program, a view for each role.
//!
//! `views` chooses a view from what is [`known`]; a [`view`] paints it and returns what was [`press`]ed; a [`seat`]
//! does what is the console's own, and [`app`] asks the desk through `net`. No view keeps a copy of the hall's state.

pub mod app;
mod arm;
pub mod bar;
pub mod cards_file;
mod desk_clock;
pub mod device;
mod entry;
pub mod film;
pub mod intake;
pub mod keys;
pub mod known;
mod net;
pub mod own_key;
pub mod papers;
pub mod pedal;
pub mod place;
pub mod press;
mod preview;
pub mod profile_file;
mod projector;
pub mod recorder;
pub mod sheet;
pub mod seat;
pub mod shell;
pub mod shown;
pub mod sound;
pub mod state;
pub mod text;
mod typing;
mod value;
pub mod view;
mod views;
