//! Files of cards that others made: what is read, what is refused and in which words, and that a reader that
//! shares nothing with ours comes to the same.

#[path = "matrix_file/plain.rs"]
mod plain;
#[path = "matrix_file/faults.rs"]
mod faults;
#[path = "matrix_file/laws.rs"]
mod laws;
#[path = "matrix_file/bounds.rs"]
mod bounds;
