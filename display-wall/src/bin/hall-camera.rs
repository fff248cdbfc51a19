//! The camera.
fn main() {}
