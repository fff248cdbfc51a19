//! What travels between the desk and the screens.
//!
//! Boards and the updates that change them, the messages of the socket, the bodies of
//! commands, problems, papers, files of cards that others made, their barcodes, and the screens' end of the link. Nothing here
//! decides anything: `hall-core` does. The modules stand in reading order.

pub mod board;
pub mod hold;
pub mod sighting;
pub mod log_name;
pub mod barcode;
pub mod pin;
pub mod message;
pub mod command;
pub mod problem;
pub mod link;
pub mod paper;
pub mod matrix_file;
