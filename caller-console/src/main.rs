//! The console.
fn main() {}
