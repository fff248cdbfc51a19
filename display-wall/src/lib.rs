//! The monitors of the hall: the public board as scenes (`wall-scenes`), with the camera's picture beside them.
//!
//! [`wall`] drives the monitors of one machine, and [`shown`] reports to the desk which balls were painted (DECISIONS 27).
//!
//! `watch` tracks whether a video source is alive, [`video`] shows one, and `camera` is the program that streams
//! it.

use std::sync::{Mutex, MutexGuard, PoisonError};

mod adverts;
pub mod monitor;
pub mod settings;
pub mod shown;
pub mod origin;
mod watch;
pub mod video;
pub mod wall;
#[cfg(feature = "video")]
pub mod camera;
#[cfg(feature = "video")]
mod pipeline;

/// A thread that panicked left nothing half written that the others could not show.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
