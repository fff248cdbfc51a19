//! Everything that can happen, in the past tense.
//!
//! How each is written down is in [`crate::record`]; what each changes, in [`crate::hall::Hall::apply`].

use alloc::string::String;
use alloc::vec::Vec;

use crate::ball::Ball;
use crate::card::CardId;
use crate::machine::{BootId, LinkLoss, Mode, SetId, Stored};
use crate::matrix::{MatrixNo, MatrixOptions};
use crate::money::Cents;
use crate::people::{PersonId, Role, Sealed};
use crate::rules::{Division, Rules, StaffCount};
use crate::series::{CardNo, CardRef, SeriesId};
use crate::time::{Date, LocalTime};

mod balls;
mod book;
mod camera;
mod deletion;
mod device;
mod epoch;
pub(crate) mod list;
mod machine;
mod part;
mod press;
mod log_in_end;
mod refused;
mod search;
mod signing;

pub use balls::*;
pub use book::*;
pub use camera::*;
pub use deletion::*;
pub use device::*;
pub use epoch::*;
pub use log_in_end::*;
pub use machine::*;
pub use part::*;
pub use press::*;
pub use refused::*;
pub use search::*;
pub use signing::*;

/// Makes the enums of the list: [`Event`], and those within it, whose rows the second form takes.
macro_rules! define {
    (
        no_game { $(
            $(#[doc = $doc:literal])+
            $variant:ident = $kind:literal $(in $version:literal)? {
                $($field:ident $(as $disk:literal)? : $type:ty => $about:literal,)*
            }
        )* }
        of_a_game { $(
            $(#[doc = $game_doc:literal])+
            $of_game:ident = $game_kind:literal $(in $game_version:literal)? {
                $($game_field:ident $(as $game_disk:literal)? : $game_type:ty => $game_about:literal,)*
            }
        )* }
        balls { $($balls:tt)* }
        reader { $($reader:tt)* }
    ) => {
        /// A fact. Each is one line of the record.
        #[derive(Debug, Clone, PartialEq, Eq)]
        #[allow(
            clippy::large_enum_variant,
            reason = "the two large ones happen once a session; boxing them helps nobody"
        )]
        pub enum Event {
            $($(#[doc = $doc])+ $variant { $(#[doc = $about] $field: $type,)* },)*
            /// Something else about a set of balls.
            Balls(BallsEvent),
            /// Something at the hall's second reader.
            Reader(ReaderEvent),
            $($(#[doc = $game_doc])+ $of_game {
                /// The game.
                game: GameNo,
                $(#[doc = $game_about] $game_field: $game_type,)*
            },)*
        }

        define! {
            /// A fact about a set of balls, apart from the games it serves (Catálogo II, art. 34; reliability.md T13).
            BallsEvent { $($balls)* }
        }
        define! {
            /// A fact about the second reader, in a hall whose rules ask for one (reliability.md C-5, rule 2).
            ReaderEvent { $($reader)* }
        }

        /// Every event that belongs to no game, as a pattern: for those who take a game's events one by one.
        macro_rules! of_no_game {
            () => { $(Event::$variant { .. } |)* Event::Balls(_) | Event::Reader(_) };
        }
        pub(crate) use of_no_game;

        impl Event {
            /// The game to which this line belongs; lines that only mention one have none.
            pub const fn game(&self) -> Option<GameNo> {
                match self {
                    $(Event::$of_game { game, .. })|* => Some(*game),
                    of_no_game!() => None,
                }
            }
        }
    };
    ($(#[doc = $of:literal])+ $name:ident { $(
        $(#[doc = $doc:literal])+
        $variant:ident = $kind:literal {
            $($field:ident $(as $disk:literal)? : $type:ty => $about:literal,)*
        }
    )* }) => {
        $(#[doc = $of])+
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub enum $name {
            $($(#[doc = $doc])+ $variant { $(#[doc = $about] $field: $type,)* },)*
        }
    };
}

list::events!(define);
