//! Settings files that people write: regulations, the hall's `sala.toml`, drivers of machines, templates of cards.
//! Reports every fault at once, in Spanish, each with its line.
//!
//! ```
//! let text = "name = 'panel-2'\n[screen]\nwidth = 12\nheigth = 9\n";
//! let read = settings_file::read("panel.toml", text, |root| {
//!     let name = root.text("name").unwrap_or_default();
//!     let screen = root.needed_part("screen", "la pantalla");
//!     let width = screen.number("width", 640..=8_192);
//!     screen.finish();
//!     root.finish();
//!     (name, width)
//! });
//! assert_eq!(
//!     read.unwrap_err().to_string(),
//!     "panel.toml:3: «width» es un número de 640 a 8192; aquí hay el número 12\n\
//!      panel.toml:4: no se conoce «heigth» en [screen]; ahí puede haber width"
//! );
//! ```

mod fault;
mod syntax;
mod table;
mod text;
mod value;

pub use fault::{Fault, Faults};
pub use table::{Table, VALUE, keys_asked, read, read_parts_with_lists, read_with_lists};
pub use text::{TextError, from_utf8, read_text};
pub use value::Whole;
