//! What a view returns when something was pressed: plain data, which the seat and the program act on.

use hall_core::request::RequestKind;
use hall_wire::command::Command;
use hall_wire::message::VoiceWish;

use crate::cards_file;
use crate::device::DeviceAct;
use crate::film::Wish;
use crate::keys::Typed;
use crate::known::Desk;
use crate::own_key::KeyAct;
use crate::papers::{Taking, Way};
use crate::pedal::Pedal;
use crate::place::Over;
use crate::recorder::Act;

/// What was pressed.
#[derive(Debug, Clone, PartialEq)]
pub enum Press {
    /// Send these to the server, one after the other, until one is refused.
    Ask(Orders),
    /// Log in.
    LogIn {
        /// User name or number.
        user: String,
        /// The PIN.
        pin: String,
    },
    /// Ask for a code for a device or an inspector, or make this device the hall's.
    Device(DeviceAct),
    /// Lock the desk; the log-in stays.
    Lock,
    /// Log out.
    LogOut,
    /// Open an overlay.
    Open(Over),
    /// Close it, or the help over it.
    Close,
    /// Open the help of what is on the screen; in it, turn its page.
    Help,
    /// Go to another desk of the user.
    Sit(Desk),
    /// Remove the refusal from the screen.
    Understood,
    /// Switch the language.
    Language,
    /// Swap the sides of bar and columns.
    Hand,
    /// Something changed in the view itself: paint again.
    Typed,
    /// A key touched on the screen: it waits in order with those of the keyboard.
    Key(Typed),
    /// Save a paper in the console's folder and open it.
    Paper(Paper),
    /// Open the dialog for these papers, the first one preselected.
    Out(Way, Vec<Paper>),
    /// Take a paper to its destination.
    Take(Taking),
    /// Sounds on or off.
    Sounds,
    /// The post's pedal sends this from now on.
    Pedal(Pedal),
    /// Fetch the inspector's view of the game; each look is recorded.
    Inspect,
    /// Search for this, as it was typed or scanned.
    Find(String),
    /// Fetch the statistics of a set of balls.
    Study(String),
    /// Wish something of the hall's voice.
    Voice(VoiceWish),
    /// Have the recorder of the voice do something.
    Record(Act),
    /// Fetch something of what was filmed.
    Film(Wish),
    /// Find, read or send a file of cards that another maker made.
    Cards(cards_file::Act),
    /// Fetch the papers to be signed.
    Signatures,
    /// Do something with the user's own key.
    OwnKey(KeyAct),
    /// Fetch the preview of a sheet of cards, by its address, as in `/api/series/A17/preview.png?…`.
    Preview(String),
    /// Show a refusal of the console's own, by its code in the texts.
    Refuse(&'static str),
}

/// A paper made by the server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paper {
    /// Its address, as in `/api/sessions/1/acta.pdf`.
    pub path: String,
    /// Its file name.
    pub file: String,
    /// What it is, in words: «Acta de la sesión 12».
    pub title: String,
    /// What the settings remember once a printer took it; `None` for papers that are printed repeatedly.
    pub mark: Option<String>,
}

impl Paper {
    /// A paper without a mark.
    pub fn new(path: impl Into<String>, file: impl Into<String>, title: impl Into<String>) -> Paper {
        Paper { path: path.into(), file: file.into(), title: title.into(), mark: None }
    }

    /// With a mark that is remembered once a printer took it.
    #[must_use]
    pub fn marked(self, mark: String) -> Paper {
        Paper { mark: Some(mark), ..self }
    }
}

/// Commands that are sent together.
#[derive(Debug, Clone, PartialEq)]
pub struct Orders {
    /// In words: «ANUNCIAR EL 80».
    pub what: String,
    /// The commands, in order.
    pub asks: Vec<Command>,
    /// A second person at this desk, in whose name one of the commands goes.
    pub second: Option<Second>,
    /// Shown briefly once recorded: «Entregados 40 a E. Mora». `None` where the screen shows it anyway.
    pub done: Option<String>,
}

impl Orders {
    /// Whether one of these kinds is among them.
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
    /// Which of the commands is theirs.
    pub part: Part,
}

/// Which of the commands goes in the second person's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The first: it is the second person's to say before anything is asked for.
    First,
    /// The last: the second person agrees.
    Last,
}

impl std::fmt::Debug for Second {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Second").field("user", &self.user).finish_non_exhaustive()
    }
}

impl Press {
    /// Sends one command.
    pub fn ask(what: impl Into<String>, command: impl Into<Command>) -> Press {
        Press::asks(what, [command])
    }

    /// Sends several commands, one after the other.
    pub fn asks<C: Into<Command>>(what: impl Into<String>, commands: impl IntoIterator<Item = C>) -> Press {
        let asks = commands.into_iter().map(Into::into).collect();
        Press::Ask(Orders { what: what.into(), asks, second: None, done: None })
    }

    /// With the words shown once it is recorded.
    #[must_use]
    pub fn done(mut self, words: impl Into<String>) -> Press {
        if let Press::Ask(orders) = &mut self {
            orders.done = Some(words.into());
        }
        self
    }

    /// Whether the program has a part in it: to ask the server, move a paper, or keep log-in and settings.
    pub const fn is_for_program(&self) -> bool {
        match self {
            Press::Ask(_) | Press::LogIn { .. } | Press::Device(_) | Press::Lock | Press::LogOut => true,
            Press::Inspect | Press::Find(_) | Press::Study(_) | Press::Preview(_) => true,
            Press::Signatures | Press::Voice(_) | Press::Record(_) | Press::Film(_) | Press::Cards(_) => true,
            Press::Paper(_) | Press::Take(_) | Press::Sounds | Press::Pedal(_) | Press::OwnKey(_) => true,
            Press::Open(_) | Press::Close | Press::Help | Press::Sit(_) => false,
            Press::Understood | Press::Out(..) => false,
            Press::Language | Press::Hand | Press::Typed | Press::Key(_) | Press::Refuse(_) => false,
        }
    }

    /// With a second person, in whose name one of the commands goes.
    #[must_use]
    pub fn by_second(mut self, second: Second) -> Press {
        if let Press::Ask(orders) = &mut self {
            orders.second = Some(second);
        }
        self
    }
}
