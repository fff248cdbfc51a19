//! The monitors of the hall: scenes of the public board, and the camera's picture beside them.

pub mod video;
