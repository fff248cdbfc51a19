//! What a console knows at a moment: plain data, for the views to show.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::Arc;
use std::time::Duration;

use hall_core::people::Role;
use hall_core::words::Lang;
use hall_wire::board::{Game, MesaBoard, Prize, PrizeState, PublicBoard, Said, Scene};
use hall_wire::message::{
    BallSetStatistics, CardsFound, HallLists, Inspection, Intervals, MachineNow, Me, TemplateRow,
};
use hall_wire::problem::Problem;

use crate::papers::Out;
use crate::press::Sought;
use crate::state::Settings;
use crate::text::{Language, Texts};

/// What the server said of the machine.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MachineSeen {
    /// The machine and its line.
    pub now: MachineNow,
    /// How long balls took.
    pub intervals: Intervals,
}

/// What a desk is for; one program, a view for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Desk {
    /// Jefe de mesa and locutor.
    Mesa,
    /// Cashier.
    Caja,
    /// Jefe de sala.
    Sala,
    /// Inspector: looks, changes nothing.
    Inspeccion,
}

impl Desk {
    /// Returns the desks that these roles may sit at, the first one first.
    pub fn of(roles: &[Role]) -> Vec<Desk> {
        let has = |role: Role| roles.contains(&role);
        let mut desks = Vec::new();
        if has(Role::JefeDeMesa) || has(Role::VendedorLocutor) {
            desks.push(Desk::Mesa);
        }
        if has(Role::Cajero) {
            desks.push(Desk::Caja);
        }
        if has(Role::JefeDeSala) {
            desks.push(Desk::Sala);
        }
        if has(Role::Inspector) {
            desks.push(Desk::Inspeccion);
        }
        desks
    }

    /// Returns the id of its name in the texts.
    pub const fn name(self) -> &'static str {
        match self {
            Desk::Mesa => "desk-mesa",
            Desk::Caja => "desk-caja",
            Desk::Sala => "desk-sala",
            Desk::Inspeccion => "desk-inspeccion",
        }
    }
}

/// How the link to the desk is.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct LinkState {
    /// A board came over this connection and something was heard in the last three seconds.
    pub connected: bool,
    /// A board has ever come.
    pub ever: bool,
    /// Since when nothing was heard.
    pub silent_for: Option<Duration>,
    /// The connection came back a moment ago.
    pub just_back: bool,
    /// Why the server will not have this console.
    pub refused: Option<Problem>,
}

/// A request that the desk has not answered.
#[derive(Debug, Clone, PartialEq)]
pub struct Sending {
    /// What was asked for, in words.
    pub what: String,
    /// For how long.
    pub since: Duration,
}

/// A refusal on the screen.
#[derive(Debug, Clone, PartialEq)]
pub struct Refused {
    /// What the desk said.
    pub problem: Problem,
    /// The `seq` of the board when it was said.
    pub seq: u64,
}

/// What the console says for a moment, in the place of the bar's sentence.
#[derive(Debug, Clone, PartialEq)]
pub struct Note {
    /// What kind it is.
    pub kind: NoteKind,
    /// One sentence.
    pub words: String,
    /// Since when it has stood there, in seconds of the window.
    pub since_s: f64,
    /// Each has a number of its own: the same words said again are another one.
    pub number: u64,
}

/// The kinds of what is said for a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoteKind {
    /// A key that did nothing, and why.
    Refused,
    /// The desk has recorded what it was asked.
    Recorded,
    /// The same key once more does it.
    Asks,
}

impl NoteKind {
    /// Returns for how many seconds it is said.
    pub const fn lasts_s(self) -> f64 {
        match self {
            NoteKind::Recorded => 2.0,
            NoteKind::Refused => 3.0,
            NoteKind::Asks => 4.0,
        }
    }
}

/// The camera's newest picture.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Camera {
    /// None was ever seen.
    #[default]
    None,
    /// This texture, and its width by its height.
    Live(egui::TextureId, f32),
    /// There was one; it has stopped.
    Lost,
}

/// A sheet of cards as it would be printed.
#[derive(Debug, Clone, PartialEq)]
pub struct SheetSeen {
    /// Where the server paints it.
    pub path: String,
    /// The picture, or why there is none.
    pub seen: Result<SheetPicture, String>,
}

/// The picture of a sheet of cards.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SheetPicture {
    /// Its texture.
    pub texture: egui::TextureId,
    /// Its width by its height.
    pub aspect: f32,
    /// Where its first card begins, in parts of its width and height: the places before it may be empty.
    pub first: egui::Pos2,
}

/// What a console knows.
#[derive(Debug, Clone)]
pub struct Known {
    /// The last line of the record the board shows.
    pub seq: u64,
    /// The board.
    pub board: Arc<MesaBoard>,
    /// The link.
    pub link: LinkState,
    /// The desk's clock, UTC milliseconds.
    pub now_utc_ms: i64,
    /// The hall's zone at this moment.
    pub utc_offset_minutes: i32,
    /// Who sits here.
    pub me: Option<Me>,
    /// The device's name.
    pub device: String,
    /// At which desk.
    pub desk: Desk,
    /// The staff's names, by number.
    pub people: Arc<BTreeMap<u32, Member>>,
    /// Series, ball sets, games, sessions.
    pub lists: Arc<HallLists>,
    /// The templates for cards; none for whoever may not print.
    pub templates: Arc<Vec<TemplateRow>>,
    /// What the inspector's last look showed.
    pub inspection: Option<Arc<Inspection>>,
    /// The card that was looked up last, and what was found.
    pub found: Option<Arc<(Sought, CardsFound)>>,
    /// The statistics of a set of balls that were asked for last.
    pub statistics: Option<Arc<BallSetStatistics>>,
    /// What the server said of the machine; none while nobody looks at its page.
    pub machine: Option<Arc<MachineSeen>>,
    /// The sheet of cards that was looked at last, before it is printed.
    pub sheet: Option<Arc<SheetSeen>>,
    /// The camera.
    pub camera: Camera,
    /// What was asked for and not answered.
    pub sending: Option<Sending>,
    /// What was refused.
    pub refused: Option<Refused>,
    /// What is said for a moment.
    pub note: Option<Note>,
    /// The paper that is on its way out, or was last.
    pub out: Option<Out>,
    /// What this desk remembers of papers and sounds from one start to the next.
    pub settings: Settings,
    /// Bar and outer columns change sides.
    pub left_handed: bool,
    /// The window has the keyboard.
    pub focused: bool,
    /// The texts, in the language of this console.
    pub texts: Arc<Texts>,
}

/// A person of the staff.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// The user name.
    pub user: String,
    /// The name.
    pub name: String,
    /// The roles.
    pub roles: Vec<Role>,
}

impl Known {
    /// Returns what everybody may see.
    pub fn public(&self) -> &PublicBoard {
        &self.board.public
    }

    /// Returns the present game.
    pub fn game(&self) -> Option<&Game> {
        self.board.public.game.as_ref()
    }

    /// Returns the card that a number means: the series of this game it was sold from, or the announced one.
    pub fn card_of(&self, number: u32) -> Option<(String, u32)> {
        let game = self.game()?;
        let sold = game.segments.iter().find(|cards| (cards.first..=cards.last).contains(&number));
        Some((sold.map_or_else(|| game.series.clone(), |cards| cards.series.clone()), number))
    }

    /// Returns the scene.
    pub fn scene(&self) -> Scene {
        self.board.public.scene
    }

    /// Returns whether acts may be asked for now: connected, and nothing under way.
    pub fn may_act(&self) -> bool {
        self.link.connected && self.sending.is_none()
    }

    /// Returns whether who sits here has a role.
    pub fn has_role(&self, role: Role) -> bool {
        self.me.as_ref().is_some_and(|me| me.roles.contains(&role))
    }

    /// Returns a person's name, short where it is long: `R. Ortega`.
    pub fn short_name(&self, person: u32) -> String {
        let Some(member) = self.people.get(&person) else { return format!("n.º {person}") };
        short_name(&member.name)
    }

    /// Returns a local time as `23:41:07`.
    pub fn time(&self, at_utc_ms: i64) -> String {
        let local = at_utc_ms.div_euclid(1000) + i64::from(self.utc_offset_minutes) * 60;
        let day = local.rem_euclid(86_400);
        format!("{:02}:{:02}:{:02}", day / 3600, day / 60 % 60, day % 60)
    }

    /// Returns the text with this id.
    pub fn t(&self, id: &str) -> String {
        self.texts.get(id, &[])
    }

    /// Returns the text with this id and its arguments.
    pub fn ta(&self, id: &str, args: &[(&str, &dyn Display)]) -> String {
        self.texts.get(id, args)
    }

    /// Returns the language of what is shown here.
    pub fn lang(&self) -> Lang {
        match self.texts.language() {
            Language::Spanish => Lang::Es,
            Language::English => Lang::En,
        }
    }

    /// Returns a sentence of the desk in that language.
    pub fn said<'a>(&self, said: &'a Said) -> &'a str {
        said.in_lang(self.lang())
    }
}

/// Returns whether a prize is paid to who brings its card: it is due, or nobody had come for it when its session
/// closed (35.6).
pub fn is_due(prize: &Prize) -> bool {
    matches!(prize.state, PrizeState::Due | PrizeState::Unclaimed)
}

/// Returns a name as `R. Ortega`: the first letter and the first surname.
pub fn short_name(name: &str) -> String {
    let mut parts = name.split_whitespace();
    match (parts.next().and_then(|first| first.chars().next()), parts.next()) {
        (Some(first), Some(surname)) => format!("{first}. {surname}"),
        (Some(_), None) | (None, _) => name.to_string(),
    }
}
