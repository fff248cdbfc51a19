//! The desk of the hall. The programs' `main` is thin; everything that can be tested is here.
//!
//! The modules stand in reading order: the desk and its record, then the edges.

pub mod desk;
pub mod journal;
pub mod mirror;
pub mod backup;
pub mod replayed;
pub mod snapshot;
mod disk;
mod file_hash;
mod key_file;
pub mod record_key;
pub mod search;
mod secrets;
pub mod access;
mod board_code;

pub mod camera;
pub mod film;
pub mod dispute;
mod encrypted;
pub mod device_code;
pub mod device_key;
pub mod look_up;
mod intervals;
pub mod game_proof;
pub mod ball_statistics;
pub mod ball_weights;
mod panels;
pub mod web;
pub mod papers;
mod printings;
mod rehearsals;
pub mod stamps;
pub mod voice;
mod whose;
mod places;
pub mod witness_push;
pub mod witness_server;
mod machine;
pub mod beside;
mod remedy;
mod supervisor;
pub mod serve;
mod fold;
pub mod found;
pub mod installing;
pub mod epoch;
pub mod accept;
pub mod archive;
pub mod at_server;
pub mod export;
pub mod exports;
pub mod doctor;
pub mod report;
pub mod replay;
mod child;
pub mod terminal;
pub mod restore;
pub mod follow;
pub mod promote;

pub mod clock;
pub mod config;
pub mod profile;
