//! The wall, without a window: what is laid out, whether it can be read, and what it says aloud.

mod colours;
mod fold;
mod kit;
mod labels;
mod motion;
mod rooms;
