//! What people can ask for, in the imperative. A request may be refused.
//!
//! Requests about a moving game carry what the person saw (game, ordinal, stop, claim); if the desk has moved on, the
//! answer is [`Refusal::Stale`] (DECISIONS 28).
//!
//! [`Refusal::Stale`]: crate::refusal::Refusal::Stale

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use crate::ball::Ball;
use crate::card::code::CardCode;
use crate::event::{
    ClaimNo, CountNo, DeviceNo, DevicePost, DiligenciaKind, Extractor, Found, GameNo, HoldExit, HoldNo,
    HowRead, Inspection, MachineNo, Mixed, Numbering, OpeningCheck, Ordinal, PaperLine, Paragraph, Play,
    PrintingNo, PrizeNo, RejectReason, Segment, SessionNo, SignedPaper, SignerRole, Sought, StopNo,
};
use crate::machine::SetId;
use crate::matrix::{MatrixNo, MatrixOptions};
use crate::money::Cents;
use crate::people::Role::{Cajero, Inspector, JefeDeMesa, JefeDeSala, VendedorLocutor};
use crate::people::{PersonId, Role, Sealed};
use crate::rules::Rules;
use crate::series::{CardNo, CardRef, SeriesId};
use crate::time::{Date, HourOfDay};

mod list;
mod notice;
mod refusals;

pub use notice::{Notice, Retention};

/// The heaviest weight that is taken in, in milligrams: no ball of a bingo weighs a hundred grams.
pub const WEIGHT_MAX_MG: u32 = 100_000;

/// A card as it was presented at the desk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Presented {
    /// Its series and number were keyed.
    Keyed(CardRef),
    /// Its 2-D code was scanned.
    Scanned(CardCode),
}

impl Presented {
    /// The card that is meant.
    pub fn card(&self) -> CardRef {
        match self {
            Presented::Keyed(card) => *card,
            Presented::Scanned(code) => code.card(),
        }
    }
}

impl Request {
    /// PARADA, by who saw so many balls announced, without the hour of the press.
    pub const fn stop(game: GameNo, announced: u8) -> Request {
        Request::Stop { game, announced, pressed_at_utc_ms: None, pressed_within_ms: None }
    }
}

/// Makes the requests and what is known of each sort of them.
macro_rules! define {
    ($(
        $(#[doc = $doc:literal])+
        $variant:ident = $name:literal, $roles:expr, $source:literal, $title:literal
        $({ $($field:ident $(as $json:literal)? : $type:ty $(= $default:expr)? => $about:literal,)+ })?
        $(sent $sent:tt)?
        $(example $example:literal)?
    )+) => {
        /// Something a person asks the desk to do.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub enum Request {
            $($(#[doc = $doc])+ $variant $({ $(#[doc = $about] $field: $type,)+ })?,)+
        }

        impl Request {
            /// What sort of request it is.
            pub const fn kind(&self) -> RequestKind {
                match self { $(Request::$variant { .. } => RequestKind::$variant,)+ }
            }
        }

        /// A sort of request.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum RequestKind {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl RequestKind {
            /// Every sort, in the order of the list.
            pub const ALL: &[RequestKind] = &[$(RequestKind::$variant),+];

            /// Returns its name, as on the wire and in `docs/powers.md`.
            pub const fn name(self) -> &'static str {
                match self { $(RequestKind::$variant => $name,)+ }
            }

            /// The roles that may ask for it (articles 24 and 26.2.b).
            pub const fn roles(self) -> &'static [Role] {
                match self { $(RequestKind::$variant => $roles,)+ }
            }

            /// The source of that rule: an article, or a row of the project's study.
            pub const fn source(self) -> &'static str {
                match self { $(RequestKind::$variant => $source,)+ }
            }

            /// What it does, in Spanish.
            pub const fn title(self) -> &'static str {
                match self { $(RequestKind::$variant => $title,)+ }
            }

            /// The JSON of such a request; none for those with addresses of their own.
            pub const fn example(self) -> Option<&'static str> {
                match self { $(RequestKind::$variant => [$(Some($example),)? None][0],)+ }
            }
        }
    };
}

crate::requests!(define);

impl RequestKind {
    /// The sort with this name.
    pub fn from_name(name: &str) -> Option<RequestKind> {
        RequestKind::ALL.iter().copied().find(|kind| kind.name() == name)
    }

    /// Whether everybody on the staff may ask for it, whatever the person's posts and PIN.
    pub const fn is_for_all(self) -> bool {
        matches!(self, RequestKind::LogIn | RequestKind::LogOut | RequestKind::ChangePin)
    }

    /// Whether a person with these roles may ask for it.
    pub fn is_for(self, roles: &[Role]) -> bool {
        roles.iter().any(|role| self.roles().contains(role))
    }
}
