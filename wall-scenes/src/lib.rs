//! What the hall's monitors show: the public board as scenes.
//!
//! [`scene`] lays a board out as plain data, [`words`] has what it says in the monitor's language, [`ink`] fits and paints it, [`memory`] tracks how long things have been
//! shown, [`captions`] what is being said, and [`sight`] says what of it a viewer would call another picture. Nothing here opens a window or a camera: the
//! wall does, and the console, which shows at the mesa what the hall sees.

pub mod words;
pub mod theme;
pub mod layout;
pub mod ink;
pub mod captions;
pub mod memory;
pub mod recorded;
pub mod scene;
pub mod sight;
