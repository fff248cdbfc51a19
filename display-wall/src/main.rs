//! The wall.
fn main() {}
