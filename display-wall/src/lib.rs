//! The monitors of the hall: scenes of the public board, and the camera's picture beside them.
//!
//! [`scene`] lays a board out as plain data, [`ink`] fits and paints it. [`watch`] says whether
//! a source of pictures lives; `camera` is the program that films.

pub mod ink;
pub mod layout;
pub mod scene;
pub mod watch;
pub mod video;
#[cfg(feature = "video")]
pub mod camera;
#[cfg(feature = "video")]
mod pipeline;
