//! The monitors of the hall: scenes of the public board, and the camera's picture beside them.
//!
//! [`scene`] lays a board out as plain data, [`ink`] fits and paints it, [`memory`] knows how
//! long things have been on, [`wall`] puts it all on the monitors of one machine, and [`shown`]
//! tells the desk which balls were really painted (DECISIONS 27).
//!
//! [`watch`] says whether a source of pictures lives, [`video`] shows one, and `camera` is the
//! program that films.

pub mod adverts;
pub mod ink;
pub mod layout;
pub mod memory;
pub mod monitor;
pub mod recorded;
pub mod scene;
pub mod settings;
pub mod shown;
pub mod watch;
pub mod video;
pub mod wall;
#[cfg(feature = "video")]
pub mod camera;
#[cfg(feature = "video")]
mod pipeline;
