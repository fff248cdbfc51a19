//! How Bombo looks: type, colours, signs and the words of numbers, the same on the console,
//! on the wall and on the pages that come later. `docs/visual-language.md` shows it.
//!
//! Nothing here knows of a hall: it takes rectangles, texts and colours, and paints.

pub mod colour;
pub mod font;
pub mod ink;
pub mod picture;
pub mod sign;
pub mod words;
