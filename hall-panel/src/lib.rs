//! The panel of lamps and the LED signs: the public board on hardware, the whole of it each time.
//!
//! A screen like the wall: it follows the public board, runs and dies alone, and knows no rule. From the board to the lamp:
//!
//! | module | what it does | what it does not know |
//! |---|---|---|
//! | [`state`] | the board as lamps, numbers and a sentence ([`words`]) | hardware |
//! | [`dmx`] | that as 512 levels | protocols |
//! | [`sacn`], [`usb_pro`] | levels as frames: ANSI E1.31, Enttec's DMX USB Pro | games |
//! | [`alpha`] | the Alpha sign's frames, and its answers; [`template`]: what stands on it | time, lines |
//! | [`driver`] | one model of hardware, as a TOML file | bytes |
//! | [`talk`] | what is sent when: the whole state again and again, without a clock | lines |
//! | [`wire`] | serial port, TCP, UDP | what goes over them |
//! | [`serve`] | the thread, the clock, opening again | hardware |
//! | [`news`] | what the log says of it, once | the hall |
//! | [`walk`] | the ninety one by one, for the technician | the hall |
//! | [`settings`] | command line and settings file | – |
//!
//! `docs/panel-hardware.md` is the technician's page, ADR 61 has the reasons. Simulated devices are the crate
//! `hall-panel-tools`, which no program of the hall uses.

pub mod state;
pub mod words;
pub mod dmx;
pub mod sacn;
pub mod usb_pro;
pub mod template;
pub mod alpha;
pub mod driver;
pub mod talk;
pub mod wire;
pub mod serve;
pub mod news;
pub mod walk;
pub mod settings;
