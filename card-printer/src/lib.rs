//! Cards, actas and the sheet of a game to PDF: what is to be printed → pages as plain data → ink. And a
//! matrix from its key, for whoever doubts it.
//!
//! Laying out is pure and knows nothing of PDF; `pdf` writes what it is given and decides
//! nothing. The server runs this as a program of its own, so that a fault here never touches
//! the record. Not here: what an acta must contain (the server says it) and when it is printed.

pub mod page;
pub mod font;
pub mod code;
pub mod check;
pub mod matrix;
pub mod card_page;
pub mod acta_page;
pub mod game_page;
pub mod pdf;
