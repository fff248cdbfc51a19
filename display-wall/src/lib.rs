//! The wall.
pub mod watch;
#[cfg(feature = "video")]
mod gst_words;
#[cfg(feature = "video")]
pub mod camera;
