//! Prints cards, actas, the sheet of a game, the certificate of a matrix and the notice of the cards on sale: plain
//! data → pages → PDF. Also marks a COPIA of an acta, rebuilds a matrix from its revealed key, and reads imported files of cards.
//!
//! Layout is pure and knows nothing of PDF; [`document`], [`archive`] and [`pdf`] write pages without deciding anything, and [`sound`] looks
//! at what is to be kept for years. The server runs this as a separate program, so that a fault here cannot reach the record. The server
//! decides what an acta contains.

#![cfg_attr(not(feature = "seal"), expect(dead_code, reason = "some of it only what signs needs"))]

pub mod page;
pub mod job;
mod head;
pub mod font;
pub mod code;
mod logo;
pub mod template;
pub mod check;
pub mod matrix;
pub mod foreign;
pub mod card_page;
pub mod acta_page;
pub mod game_page;
pub mod certificate_page;
pub mod notice_page;
pub mod receipt_page;
pub mod document;
pub mod archive;
pub mod sound;
mod update;
#[cfg(feature = "seal")]
pub mod seal;
pub mod copy;
pub mod pdf;
pub mod certificate;
pub mod picture;
pub mod braille;
pub mod whole_file;
