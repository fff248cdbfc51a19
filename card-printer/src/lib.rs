//! Cards, actas, the sheet of a game, the certificate of a matrix and the notice of the cards on sale to PDF: what is
//! to be printed → pages as plain data → ink. And a matrix from its key, for whoever doubts it, or from a file that others made.
//!
//! Laying out is pure and knows nothing of PDF; `pdf` and, for cards, `bulk` write what they are
//! given and decide nothing. The server runs this as a program of its own, so that a fault here never touches
//! the record. Not here: what an acta must contain (the server says it) and when it is printed.

pub mod page;
pub mod frame;
pub mod font;
pub mod code;
pub mod logo;
pub mod template;
pub mod check;
pub mod matrix;
pub mod foreign;
pub mod card_page;
pub mod acta_page;
pub mod game_page;
pub mod certificate_page;
pub mod notice_page;
pub mod pdf;
pub mod certificate;
pub mod bulk;
pub mod picture;
pub mod braille;
pub mod whole_file;
