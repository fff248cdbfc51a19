//! Bombo's visual language for console and wall: type, colours, signs, texts in two languages, and how numbers are written and
//! said. `docs/visual-language.md` shows it.
//!
//! Knows nothing of halls or games: it takes rectangles, texts and colours, and paints.

pub mod colour;
pub mod font;
pub mod ink;
pub mod picture;
pub mod sign;
pub mod words;

pub use hall_texts as text;
