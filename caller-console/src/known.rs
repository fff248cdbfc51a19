//! What a console knows: plain data for the views to show.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::Arc;
use std::time::Duration;

use hall_core::people::Role;
use hall_core::request::RequestKind;
use hall_core::series::SeriesId;
use hall_core::time::{Date, Moment};
use hall_core::words::Lang;
use hall_wire::barcode::{self, Scan, Unread};
use hall_wire::board::{Game, MesaBoard, Prize, PrizeState, PublicBoard, Said, Scene};
use hall_wire::link::{Behind, DeskHour};
use hall_wire::message::{
    BallSetStatistics, DeviceCode, HallLists, Inspection, InspectionCode, Intervals, MachineNow, Me,
    SearchFound, Signatures, TemplateRow,
};
use hall_wire::problem::Problem;

use crate::cards_file::Intake;
use crate::film::Film;
use crate::own_key::KeyHere;
use crate::papers::{Out, Printer, Trouble};
use crate::pedal::Pedal;
use crate::recorder::Booth;
use crate::state::Settings;
use crate::text::Texts;

/// The machine's state, for its page.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MachineSeen {
    /// The machine and its line.
    pub now: MachineNow,
    /// Times between balls.
    pub intervals: Intervals,
}

/// The desks: one program, with a view for each.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Desk {
    /// Jefe de mesa and locutor.
    #[default]
    Mesa,
    /// Cashier.
    Caja,
    /// Jefe de sala.
    Sala,
    /// Inspector: looks, changes nothing.
    Inspeccion,
}

impl Desk {
    /// The desks that these roles may sit at, in order.
    pub fn of(roles: &[Role]) -> Vec<Desk> {
        let seats = [
            (Desk::Mesa, &[Role::JefeDeMesa, Role::VendedorLocutor][..]),
            (Desk::Caja, &[Role::Cajero]),
            (Desk::Sala, &[Role::JefeDeSala]),
            (Desk::Inspeccion, &[Role::Inspector]),
        ];
        let may = seats.into_iter().filter(|(_, sit)| sit.iter().any(|role| roles.contains(role)));
        may.map(|(desk, _)| desk).collect()
    }

    /// The id of its name in the texts.
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
    /// For how long nothing was heard.
    pub silent_for: Option<Duration>,
    /// The connection came back a moment ago.
    pub just_back: bool,
    /// Why the server refuses this console.
    pub refused: Option<Problem>,
    /// The server's record has not what this console saw.
    pub behind: Option<Behind>,
    /// The address at which players' phones reach the server, where it tells one.
    pub players: Option<Arc<str>>,
    /// The digits by which they are let in at the moment, where the server asks for them.
    pub board_code: Option<Arc<str>>,
}

/// A request without an answer yet.
#[derive(Debug, Clone, PartialEq)]
pub struct Sending {
    /// What was asked for, in words.
    pub what: String,
    /// Time since it was sent.
    pub since: Duration,
}

/// A short message in place of the bar's sentence.
#[derive(Debug, Clone, PartialEq)]
pub struct Note {
    /// Decides colour, sign and duration.
    pub kind: NoteKind,
    /// One sentence.
    pub words: String,
    /// When it was first shown, in seconds of the window.
    pub since_s: f64,
    /// Tells apart two messages with the same words.
    pub number: u64,
}

/// The kinds of [`Note`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoteKind {
    /// Why a key did nothing.
    Refused,
    /// The request is recorded.
    Recorded,
    /// Pressing the same key again does it.
    Asks,
}

impl NoteKind {
    /// How long it is shown, in seconds.
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
    /// No picture has come.
    #[default]
    None,
    /// Its texture, and width / height.
    Live(egui::TextureId, f32),
    /// No new pictures come.
    Lost,
}

/// A sheet of cards as it would be printed.
#[derive(Debug, Clone, PartialEq)]
pub struct SheetSeen {
    /// Its address on the server.
    pub path: String,
    /// The picture, or why there is none.
    pub seen: Result<SheetPicture, String>,
}

/// The picture of a sheet of cards.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SheetPicture {
    /// Its texture.
    pub texture: egui::TextureId,
    /// Width / height.
    pub aspect: f32,
    /// Where its first card begins, as a part of width and height: the places before it may be empty.
    pub first: egui::Pos2,
}

/// A search.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Searched {
    /// How often something was searched for here.
    pub times: u64,
    /// What, the last time.
    pub text: String,
    /// What was found; `None` while the answer is awaited.
    pub found: Option<Arc<SearchFound>>,
    /// There was no answer, or a refusal.
    pub failed: bool,
}

impl Searched {
    /// Something else is searched for.
    pub fn begins(&mut self, text: &str) {
        *self = Searched { times: self.times + 1, text: text.to_string(), found: None, failed: false };
    }

    /// An answer came; one to an earlier search is old.
    pub fn answered(&mut self, text: &str, found: SearchFound) {
        if self.text == text {
            self.found = Some(Arc::new(found));
        }
    }
}

/// Everything that views may show.
#[derive(Debug, Clone, Default)]
pub struct Known {
    /// The last line of the record that the board shows.
    pub seq: u64,
    /// What the server shows to somebody logged in.
    pub board: Arc<MesaBoard>,
    /// The connection to the server.
    pub link: LinkState,
    /// The server's clock, UTC milliseconds; 0 without one.
    pub now_utc_ms: i64,
    /// The hall's time zone, in minutes from UTC.
    pub utc_offset_minutes: i32,
    /// When the keys of this frame were pressed, by the desk's clock; none while too little is known of it.
    pub hour: Option<DeskHour>,
    /// The last key that went down, as the page of the pedal shows it.
    pub last_key: Option<Pedal>,
    /// Who is logged in.
    pub me: Option<Me>,
    /// The device's name.
    pub device: String,
    /// It is one of the hall's devices, as far as it knows itself.
    pub enrolled: bool,
    /// The last code for a new device.
    pub device_code: Option<Arc<DeviceCode>>,
    /// The last code for an inspector.
    pub inspector_code: Option<Arc<InspectionCode>>,
    /// The desk on the screen.
    pub desk: Desk,
    /// The staff, by number.
    pub people: Arc<BTreeMap<u32, Member>>,
    /// Series, ball sets, games, sessions.
    pub lists: Arc<HallLists>,
    /// The templates for cards; empty for those who may not print.
    pub templates: Arc<Vec<TemplateRow>>,
    /// What the inspector's last look showed.
    pub inspection: Option<Arc<Inspection>>,
    /// The last search.
    pub search: Searched,
    /// The last statistics of a set of balls.
    pub statistics: Option<Arc<BallSetStatistics>>,
    /// The papers to be signed; `None` until they are fetched, and once something was granted.
    pub signatures: Option<Arc<Signatures>>,
    /// The user's key on this console; `None` until somebody has looked.
    pub own_key: Option<KeyHere>,
    /// The machine's state; `None` while its page is not shown.
    pub machine: Option<Arc<MachineSeen>>,
    /// The recorder of the voice; `None` while its page is not shown.
    pub recorder: Option<Arc<Booth>>,
    /// The last preview of a sheet of cards.
    pub sheet: Option<Arc<SheetSeen>>,
    /// What the moviola shows; `None` while its page is not on the screen.
    pub film: Option<Film>,
    /// The camera.
    pub camera: Camera,
    /// The open request.
    pub sending: Option<Sending>,
    /// The refusal on the screen.
    pub refused: Option<Problem>,
    /// The message in place of the bar's sentence.
    pub note: Option<Note>,
    /// The taking in of another maker's cards.
    pub intake: Intake,
    /// The dialog for papers, open or last shown.
    pub out: Option<Out>,
    /// The printers of this computer, or why there is none; `None` until they are searched.
    pub printers: Option<Result<Vec<Printer>, Trouble>>,
    /// Settings that outlive the program.
    pub settings: Settings,
    /// Bar and outer columns change sides.
    pub left_handed: bool,
    /// The window has the keyboard.
    pub focused: bool,
    /// The texts, in the language of this console.
    pub texts: Arc<Texts>,
}

/// A person of the staff.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Member {
    /// The user name.
    pub user: String,
    /// The name.
    pub name: String,
    /// The roles now; none for who left.
    pub roles: Vec<Role>,
    /// Those without tonight's substitutions.
    pub own_roles: Vec<Role>,
    /// The document; told to a jefe de sala only.
    pub document: Option<String>,
    /// The last day of the professional card.
    pub card_until: Option<Date>,
    /// Somebody else chose the PIN, and it was not changed yet.
    pub first_pin: bool,
    /// Dismissed.
    pub left: bool,
}

impl Member {
    /// How many days the professional card still serves, today not counted; below none once it has expired.
    pub fn card_days(&self, known: &Known) -> Option<i64> {
        Some(self.card_until?.days() - known.today().days())
    }
}

/// A month before a card expires somebody has to see to the next one.
pub const CARD_DAYS_FEW: i64 = 30;

impl Known {
    /// What everybody may see.
    pub fn public(&self) -> &PublicBoard {
        &self.board.public
    }

    /// Whether the hall has never held a session. Without lists nothing is known.
    pub fn is_new(&self) -> bool {
        self.lists.seq > 0 && self.lists.sessions.is_empty() && self.public().session.is_none()
    }

    /// The present game.
    pub fn game(&self) -> Option<&Game> {
        self.board.public.game.as_ref()
    }

    /// The series and number of a card given by its number: the series it was sold from in this game, or the announced one.
    pub fn card_of(&self, number: u32) -> Option<(String, u32)> {
        let game = self.game()?;
        let sold = game.segments.iter().find(|cards| (cards.first..=cards.last).contains(&number));
        Some((sold.map_or_else(|| game.series.clone(), |cards| cards.series.clone()), number))
    }

    /// The card that a scan is of.
    ///
    /// # Errors
    /// It is of no card, or not of one alone.
    pub fn scan(&self, text: &str) -> Result<Scan, Unread> {
        let series: Vec<SeriesId> =
            self.lists.series.iter().filter_map(|row| SeriesId::parse(&row.series)).collect();
        barcode::read(text, &self.lists.barcodes, &series)
    }

    /// Why a scan is of no card, in words.
    pub fn unread(&self, unread: &Unread) -> String {
        match unread {
            Unread::NoForm => self.t("scan-no-form"),
            Unread::CheckDigit { pattern } => self.ta("scan-check-digit", &[("pattern", pattern)]),
            Unread::NoSeries { pattern, series } => {
                self.ta("scan-no-series", &[("pattern", pattern), ("series", series)])
            }
            Unread::TwoSeries { pattern, series: [one, other] } => self.ta(
                "scan-two-series",
                &[("pattern", pattern), ("one", &one.spelt()), ("other", &other.spelt())],
            ),
            Unread::TwoPatterns([one, other]) => {
                self.ta("scan-two-patterns", &[("one", one), ("other", other)])
            }
        }
    }

    /// What the public board shows.
    pub fn scene(&self) -> Scene {
        self.board.public.scene
    }

    /// Whether a request may be sent now: connected, and none open.
    pub fn may_act(&self) -> bool {
        self.link.connected && self.sending.is_none()
    }

    /// Whether the user has a role.
    pub fn has_role(&self, role: Role) -> bool {
        self.me.as_ref().is_some_and(|me| me.roles.contains(&role))
    }

    /// Whether the user may ask for this (docs/powers.md).
    pub fn may(&self, request: RequestKind) -> bool {
        self.me.as_ref().is_some_and(|me| request.is_for(&me.roles))
    }

    /// A person's name as `R. Ortega`.
    pub fn short_name(&self, person: u32) -> String {
        let Some(member) = self.people.get(&person) else { return format!("n.º {person}") };
        short_name(&member.name)
    }

    /// A local time as `23:41:07`.
    pub fn time(&self, at_utc_ms: i64) -> String {
        let local = at_utc_ms.div_euclid(1000) + i64::from(self.utc_offset_minutes) * 60;
        let day = local.rem_euclid(86_400);
        format!("{:02}:{:02}:{:02}", day / 3600, day / 60 % 60, day % 60)
    }

    /// The local date.
    pub fn today(&self) -> Date {
        self.day(self.now_utc_ms)
    }

    /// The local date of a time.
    pub fn day(&self, at_utc_ms: i64) -> Date {
        let offset_minutes = i16::try_from(self.utc_offset_minutes).unwrap_or(0);
        Moment { utc_ms: at_utc_ms, offset_minutes, change: None }.date()
    }

    /// A local time as `23:41`.
    pub fn minutes(&self, at_utc_ms: i64) -> String {
        self.time(at_utc_ms).chars().take(5).collect()
    }

    /// The text with this id.
    pub fn t(&self, id: &str) -> String {
        self.texts.get(id, &[])
    }

    /// The text with this id, with its arguments.
    pub fn ta(&self, id: &str, args: &[(&str, &dyn Display)]) -> String {
        self.texts.get(id, args)
    }

    /// The language of this console.
    pub fn lang(&self) -> Lang {
        self.texts.lang()
    }

    /// A sentence of the server, in the language of this console.
    pub fn said<'a>(&self, said: &'a Said) -> &'a str {
        said.in_lang(self.lang())
    }

    /// The user, by number.
    pub fn person(&self) -> Option<u32> {
        self.me.as_ref().map(|me| me.person)
    }
}

/// Whether a prize is paid against its card: it is due, or was unclaimed when its session closed (35.6).
pub fn is_due(prize: &Prize) -> bool {
    matches!(prize.state, PrizeState::Due | PrizeState::Unclaimed)
}

/// A name as `R. Ortega`: the initial and the first surname.
pub fn short_name(name: &str) -> String {
    let mut parts = name.split_whitespace();
    match (parts.next().and_then(|first| first.chars().next()), parts.next()) {
        (Some(first), Some(surname)) => format!("{first}. {surname}"),
        (Some(_), None) | (None, _) => name.to_string(),
    }
}

/// `2026-11-21` as `21-11-2026`.
pub fn date(iso: &str) -> String {
    iso.rsplit('-').collect::<Vec<_>>().join("-")
}

/// Codes that tell of a paper of this console: news, no refusals. The desk has one of its own that begins like them.
const OF_PAPERS: [&str; 4] = ["papel", "papel-impreso", "papel-en-usb", "papel-en-camino"];

/// Whether this is news of a paper, and no refusal.
pub fn is_paper_news(problem: &Problem) -> bool {
    OF_PAPERS.contains(&problem.code.as_str())
}

/// A problem raised by the console, in the server's format.
pub fn own_problem(code: &str, detail: &str) -> Problem {
    Problem {
        kind: format!("urn:bombo:problema:{code}"),
        title: detail.to_string(),
        status: 0,
        detail: detail.to_string(),
        code: code.to_string(),
        field: None,
        line: None,
        column: None,
        retry_after_secs: None,
    }
}
