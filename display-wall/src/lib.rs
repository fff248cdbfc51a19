//! The monitors of the hall: scenes of the public board, and the camera's picture beside them.
//!
//! [`scene`] lays a board out as plain data, [`ink`] fits and paints it.

pub mod ink;
pub mod layout;
pub mod scene;
pub mod video;
