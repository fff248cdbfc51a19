//! Whole halls (style.md P18, the third ring): the real server as a process, SQLite on disk,
//! the simulated machine on a real pseudo-terminal, HTTP and WebSocket on a free port of
//! loopback, each hall in a folder of its own.
//!
//! Every test ends with [`kit::Hall::finish`], which proves NL1 to NL9 (reliability.md E-0)
//! from what was seen outside, what the machine did and what the record says.

mod attached;
mod browser;
mod crowd;
mod disk;
mod kit;
mod let_in;
mod mesa;
mod proof;
mod tools;
mod wall;

mod acta;
mod aside;
mod asked_again;
mod bad_evening;
mod bad_input;
mod bad_nights;
mod ball_count;
mod ball_statistics;
mod boards;
mod book;
mod camera;
mod certificates;
mod claims;
mod consoles;
mod crash;
mod devices;
mod encrypted;
mod enrolled;
mod export;
mod film;
mod filmed;
mod flood;
mod following;
mod founding;
mod game_sheet;
mod happy;
mod hardware;
mod hidden;
mod hurry;
mod init;
mod inspection;
mod installing;
mod killed;
mod last_words;
mod lists;
mod lost;
mod machine;
mod machine_page;
mod matrices;
mod monitors;
mod next_session;
mod night_shift;
mod offline;
mod other_machine;
mod own_key;
mod papers_out;
mod people;
mod phases;
mod player_proof;
mod prints;
mod regulation;
mod report;
mod restart;
mod restart_held;
mod sale;
mod screens;
mod sheet;
mod stamps;
mod strangers;
mod second_reader;
mod shifts;
mod signatures;
mod tag_tables;
mod television;
mod terminal;
mod unwired;
mod voice;
