//! The lines of BLP/1.

mod decoder;
mod frame;
