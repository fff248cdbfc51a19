//! The wall.
