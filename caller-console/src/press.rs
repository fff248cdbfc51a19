//! What a view returns when something was pressed. Nothing is done here: the program asks
//! the desk, and the desk answers.

use hall_core::request::RequestKind;
use hall_wire::command::Command;

use crate::keys::Typed;
use crate::known::Desk;
use crate::papers::{Taking, Way};
use crate::place::Over;

/// What was pressed.
#[derive(Debug, Clone, PartialEq)]
pub enum Press {
    /// Ask the desk for these, one after the other; the first refusal ends it.
    Ask(Orders),
    /// Come in.
    LogIn {
        /// User name or number.
        user: String,
        /// The PIN.
        pin: String,
    },
    /// Leave the desk locked; the log-in stays.
    Lock,
    /// Leave for good.
    LogOut,
    /// Lay something over the view.
    Open(Over),
    /// Take it away.
    Close,
    /// Sit at another desk of one's own.
    Sit(Desk),
    /// Take the refusal off the screen.
    Understood,
    /// The other language.
    Language,
    /// The other hand.
    Hand,
    /// Something changed in the view itself; paint again.
    Typed,
    /// A key that was touched on the screen: it is one like those of the keyboard, and keeps its turn.
    Key(Typed),
    /// Fetch a paper, keep it in the desk's folder and show it.
    Paper(Paper),
    /// Choose where one of these papers goes: the first is offered first.
    Out(Way, Vec<Paper>),
    /// Take a paper there.
    Take(Taking),
    /// With sounds, or without.
    Sounds,
    /// Look at the game as an inspector does: the look itself goes into the record.
    Inspect,
    /// Look a card up.
    Find(Sought),
    /// Ask for the statistics of a set of balls.
    Study(String),
    /// Look at a sheet of cards before it is printed: its address, as in `/api/series/A17/preview.png?…`.
    Preview(String),
    /// Something of the console's own cannot be: its code in the texts.
    Refuse(&'static str),
}

/// A paper that the server makes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paper {
    /// Its address, as in `/api/sessions/1/acta.pdf`.
    pub path: String,
    /// The name its file gets.
    pub file: String,
    /// What it is, in words: «Acta de la sesión 12».
    pub title: String,
    /// What is remembered at this desk once a printer took it; none for what is printed again and again.
    pub mark: Option<String>,
}

impl Paper {
    /// Returns a paper.
    pub fn new(path: impl Into<String>, file: impl Into<String>, title: impl Into<String>) -> Paper {
        Paper { path: path.into(), file: file.into(), title: title.into(), mark: None }
    }

    /// Returns it marked once a printer took it.
    #[must_use]
    pub fn marked(self, mark: String) -> Paper {
        Paper { mark: Some(mark), ..self }
    }
}

/// A card that is looked up, or cards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sought {
    /// By its code, as the scanner read it.
    Code(String),
    /// By series and number.
    Card {
        /// The series, as in `A17`.
        series: String,
        /// The number.
        card: u32,
    },
    /// By six numbers or more, when the rest is torn off.
    Holding {
        /// In this series only.
        series: Option<String>,
        /// The numbers.
        numbers: Vec<u32>,
    },
}

impl Sought {
    /// Returns the address at which the server answers.
    pub fn path(&self) -> String {
        match self {
            Sought::Code(code) => format!("/api/cards?code={code}"),
            Sought::Card { series, card } => format!("/api/cards?series={series}&card={card}"),
            Sought::Holding { series, numbers } => {
                let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
                let within = series.as_ref().map_or_else(String::new, |series| format!("&series={series}"));
                format!("/api/cards?numbers={}{within}", numbers.join(","))
            }
        }
    }
}

/// Commands for the desk that belong together.
#[derive(Debug, Clone, PartialEq)]
pub struct Orders {
    /// What is asked for, in words: «ANUNCIAR EL 80».
    pub what: String,
    /// The commands, in order.
    pub asks: Vec<Command>,
    /// A second person, at this same desk, in whose name the last command goes.
    pub second: Option<Second>,
    /// What is told for a moment once it is recorded: «Entregados 40 a E. Mora». Nothing where the screen shows it anyway.
    pub done: Option<String>,
}

impl Orders {
    /// Returns whether one of these is asked for.
    pub fn has(&self, kinds: &[RequestKind]) -> bool {
        self.asks.iter().any(|ask| kinds.contains(&ask.kind()))
    }
}

/// The second person of two.
#[derive(Clone, PartialEq, Eq)]
pub struct Second {
    /// User name or number.
    pub user: String,
    /// The PIN.
    pub pin: String,
}

impl std::fmt::Debug for Second {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Second").field("user", &self.user).finish_non_exhaustive()
    }
}

impl Press {
    /// Returns the press that asks for one command.
    pub fn ask(what: impl Into<String>, command: impl Into<Command>) -> Press {
        Press::asks(what, [command])
    }

    /// Returns the press that asks for several, one after the other.
    pub fn asks<C: Into<Command>>(what: impl Into<String>, commands: impl IntoIterator<Item = C>) -> Press {
        let asks = commands.into_iter().map(Into::into).collect();
        Press::Ask(Orders { what: what.into(), asks, second: None, done: None })
    }

    /// Returns the press with what is told once the desk has recorded it.
    #[must_use]
    pub fn done(mut self, words: impl Into<String>) -> Press {
        if let Press::Ask(orders) = &mut self {
            orders.done = Some(words.into());
        }
        self
    }

    /// Returns the press with the second person, who asks for the last command.
    #[must_use]
    pub fn by_second(self, second: Second) -> Press {
        match self {
            Press::Ask(orders) => Press::Ask(Orders { second: Some(second), ..orders }),
            other @ (Press::LogIn { .. }
            | Press::Lock
            | Press::LogOut
            | Press::Open(_)
            | Press::Close
            | Press::Sit(_)
            | Press::Understood
            | Press::Language
            | Press::Hand
            | Press::Typed
            | Press::Key(_)
            | Press::Paper(_)
            | Press::Out(..)
            | Press::Take(_)
            | Press::Sounds
            | Press::Inspect
            | Press::Find(_)
            | Press::Study(_)
            | Press::Preview(_)
            | Press::Refuse(_)) => other,
        }
    }
}
