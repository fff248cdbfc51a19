//! What the socket carries, and the answers of plain HTTP.
//!
//! The socket only sends, one text frame for each message; commands go by POST.

use hall_core::event::hex;
use hall_core::hall::KeyDraw;
use hall_core::people::Role;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::barcode::Pattern;
use crate::board::{Cards, Scene};
use crate::command::texts;
use crate::sighting::{RecordEnd, Sighting};

mod ball_set;
mod balls;
mod camera;
mod choices;
mod device;
mod film;
mod health;
mod inspection;
mod look_up;
mod machine;
mod rules;
mod search;
mod signatures;
mod voice;

pub use ball_set::{BallSetStatistics, BallStatistics, ChiSquare, SetVerdict};
pub use balls::{BallSetRow, InspectionRow, WeighingRow};
pub use camera::{CAMERA_EVERY, CAMERA_SILENCE_MAX, CameraReport};
pub use choices::{
    BallLean, CardState, GameState, MatrixRowKind, PrintingState, PrizeStands, SetDuty, SetState,
    SignatureHow, ToldWhat,
};
pub use device::{
    CODE_LIVES, CertifiedDevice, DEVICE_KEY, DeviceCode, DeviceCodeAsked, DeviceEnrolment, DeviceHello,
    DeviceJoins, DeviceMet, DeviceRenews, DeviceRow, EnrolledDevice, LogInRow,
};
pub use film::{FilmOfGame, FilmReel, FilmedBall, KeptSound, PICTURE_AT, SOUND_PIECE_MAX, SOUND_RATE_HZ};
pub use health::{CopyHealth, Health, ScreenRefuses, WitnessHealth, WitnessTrouble};
pub use inspection::{InspectionCode, InspectionCodeAsked, InspectionLogIn};
pub use look_up::{CardFound, CardsFound, Whereabouts};
pub use machine::{Intervals, LongInterval, MachineLine, MachineNow, Spread};
pub use rules::{RuleRow, RulesNow};
pub use search::{BallSetFound, GameFound, PersonFound, Place, PrizeOfGame, SearchFound, SearchHit, Told};
pub use signatures::{PaperToSign, PersonKeyRow, SignatureRow, Signatures};
pub use voice::{
    VOICE_EVERY, VOICE_KEY_FILE, VOICE_SILENCE_MAX, VOICE_TOLD_MAX, VoiceHow, VoiceReport, VoiceTold,
    VoiceWhat, VoiceWish, VoiceWishes,
};

/// The version of the messages. A screen names its own in the socket's address; another one is refused, naming both.
pub const PROTOCOL: u32 = 3;

/// The interval of pings when nothing else is sent.
pub const PING_EVERY: std::time::Duration = std::time::Duration::from_secs(1);

/// After so long without a message a screen says so over its board (style.md P13).
pub const SILENCE_MAX: std::time::Duration = std::time::Duration::from_secs(3);

/// The file in a hall's folder with its camera's key in hex, readable by the server's user only. The camera sends it as
/// `Authorization: Camera` and the key.
pub const CAMERA_KEY_FILE: &str = "camara.clave";

/// Largest picture taken from the camera.
pub const PICTURE_MAX_BYTES: usize = 512 * 1024;

/// Longest side of a picture in pixels: no camera's is longer, and a screen would allocate memory for it.
pub const PICTURE_SIDE_MAX: u16 = 4096;

/// An older picture is not shown.
pub const PICTURE_STALE: std::time::Duration = std::time::Duration::from_secs(3);

/// What the server sends over the socket; `U` is the update of the board that was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schemars(rename = "MessageWith{U}")]
pub enum Message<U> {
    /// The first message.
    Hello(Hello),
    /// The whole board, as the second message; nothing may be shown before it.
    Whole {
        /// The last line of the record it shows.
        seq: u64,
        /// The end of the record then; none from an older server.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        end: Option<Sighting>,
        /// Updates that make it out of any board.
        updates: Vec<U>,
    },
    /// What changed since the last whole board or change.
    Changed {
        /// The `seq` of the message it follows. If that is not the last one seen, something was missed: reconnect.
        after: u64,
        /// The last line of the record it shows.
        seq: u64,
        /// The end of the record then; none from an older server.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        end: Option<Sighting>,
        /// The changes.
        updates: Vec<U>,
    },
    /// Nothing else happened on this board up to `seq`.
    Ping {
        /// The last line of the record.
        seq: u64,
        /// The end of the record then; none from an older server.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        end: Option<Sighting>,
        /// The desk's clock.
        #[serde(default)]
        clock: ClockReading,
    },
}

/// The desk's clock, by which screens count down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Clock")]
pub struct ClockReading {
    /// UTC milliseconds.
    pub at_utc_ms: i64,
    /// Local time ahead of UTC, in minutes.
    pub utc_offset_minutes: i32,
}

/// The server that answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Hello {
    /// [`PROTOCOL`] of the server.
    pub protocol: u32,
    /// The server's version.
    pub server_version: String,
    /// The board that follows: `publico` or `mesa`.
    pub board: String,
    /// The desk's clock.
    #[serde(default)]
    pub clock: ClockReading,
    /// The record; none from an older server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<RecordEnd>,
    /// It is the hall's spare: its board is as far as its record goes, and it takes no commands.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub spare: bool,
    /// The address at which players' phones reach it, as in `http://192.168.1.10:7878`; none where nobody told it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub players: Option<String>,
    /// The six digits by which a telephone or a television is let in to the public board at the moment, where the hall asks for them;
    /// told to its own screens alone, with another first message whenever they change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board_code: Option<String>,
}

/// The answer to an accepted command. Sent again with the same `Request-Id`, it is the same.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Accepted {
    /// The last line of the record the command wrote; 0 when it wrote none.
    pub seq: u64,
    /// The lines, in order.
    pub events: Vec<RecordLine>,
}

/// One line of the record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Line")]
pub struct RecordLine {
    /// Its number.
    pub seq: u64,
    /// The desk's clock, UTC milliseconds.
    pub at_utc_ms: i64,
    /// What happened.
    pub kind: String,
    /// The version of the body.
    pub version: u32,
    /// The body, as it stands in the record.
    pub body: serde_json::Value,
}

/// The body of a log-in.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LogIn {
    /// The user name, or the number of the person.
    #[schemars(schema_with = "texts::name")]
    pub user: String,
    /// The PIN.
    #[schemars(schema_with = "texts::pin")]
    pub pin: String,
    /// The name of the device: letters, digits, `-`, `_` and `.`, at most 40.
    #[schemars(schema_with = "texts::name")]
    pub device: String,
}

/// The answer to a log-in.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
pub struct LoggedIn {
    /// For the header `Authorization: Bearer`. Shown once.
    pub token: String,
    /// The person's number.
    pub person: u32,
    /// The roles.
    pub roles: Vec<Role>,
    /// The device.
    pub device: String,
    /// Why the PIN would not be taken today, by its name in [`crate::pin`]: it still opens, and should be changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pin_fault: Option<String>,
}

/// Who a token stands for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Me {
    /// The person's number.
    pub person: u32,
    /// The user name.
    pub user: String,
    /// The person's name.
    pub name: String,
    /// The roles.
    pub roles: Vec<Role>,
    /// The device.
    pub device: String,
    /// Somebody else chose the PIN: nothing is granted before it is changed.
    #[serde(default)]
    pub first_pin: bool,
}

/// A panel shows an announced ball.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Shown")]
pub struct BallShown {
    /// The panel's name, as a device's.
    #[schemars(schema_with = "texts::name")]
    pub panel: String,
    /// The game.
    pub game: u32,
    /// The ball's place.
    #[schemars(range(min = 1, max = 90))]
    pub ordinal: u8,
}

/// That a witness saw a checkpoint of the record (C2SP tlog-cosignature).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Cosignature {
    /// Name and key of the witness, as C2SP writes a verifier key.
    pub verifier: String,
    /// The first line of the checkpoint: which log it is of.
    pub origin: String,
    /// How many lines it covers.
    pub size: u64,
    /// The signature, as a line below the note.
    pub line: String,
}

/// The camera's picture was taken in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PictureTaken {
    /// Its number since the server started.
    pub seq: u64,
}

/// A whole board, as plain HTTP gives it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "SnapshotOf{B}")]
pub struct Snapshot<B> {
    /// The last line of the record it shows.
    pub seq: u64,
    /// The time of that, UTC milliseconds.
    pub at_utc_ms: i64,
    /// The board.
    pub board: B,
}

/// What an inspector sees at once (RD 2221/1984 art. 12). Each look is recorded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Inspection {
    /// The last line of the record it shows.
    pub seq: u64,
    /// The time of that, UTC milliseconds.
    pub at_utc_ms: i64,
    /// What the hall is doing.
    pub scene: Scene,
    /// The game on sale or in play; absent between games, as all that follows.
    pub game: Option<u32>,
    /// How it stands.
    #[serde(flatten)]
    pub look: Option<GameLook>,
}

/// How the game on sale or in play stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GameLook {
    /// Its order in the session.
    pub in_session: u32,
    /// The series announced.
    pub series: String,
    /// The cards sold, first to last; until the sale closes, those with sellers.
    pub segments: Vec<Cards>,
    /// `segments` covers all of `cards`. A long sale lists only the latest blocks until it closes.
    pub segments_whole: bool,
    /// The price of a card.
    pub face_value_cents: u64,
    /// The cards sold; until the sale closes, those with sellers.
    pub cards: u32,
    /// Their amount.
    pub takings_cents: u64,
    /// The line's prize; none until the sale closes.
    pub line_cents: Option<u64>,
    /// The bingo's prize; none until the sale closes.
    pub bingo_cents: Option<u64>,
    /// The words that close the sale; empty until then.
    pub formula: String,
}

/// The hall's lists, for its manager and its desk.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct HallLists {
    /// The last line of the record it shows.
    pub seq: u64,
    /// The time of that, UTC milliseconds.
    pub at_utc_ms: i64,
    /// The number the next game will have.
    pub next_game: u32,
    /// Connected monitors and panels, not desks.
    #[serde(default)]
    pub screens: u32,
    /// The settings name the line of a ball machine, whether it is heard or not.
    #[serde(default)]
    pub wired: bool,
    /// The folder of the backups of each close; none where the settings name none.
    #[serde(default)]
    pub backup: Option<String>,
    /// The series in stock, by name.
    pub series: Vec<SeriesRow>,
    /// The matrices, by number.
    pub matrices: Vec<MatrixRow>,
    /// The draw that was announced to make the key of the next matrix, and is awaited.
    #[serde(default)]
    pub key_draw: Option<KeyDrawRow>,
    /// Every matrix that the hall makes comes from an announced draw.
    #[serde(default)]
    pub key_draws_required: bool,
    /// The hall's devices, in the order of their enrolment. Where no desk is among them, people log in anywhere.
    #[serde(default)]
    pub devices: Vec<DeviceRow>,
    /// The names of devices whose codes were guessed at too often, and are good no more; until the codes' time is over.
    #[serde(default)]
    pub guessed_codes: Vec<String>,
    /// The beginning of the hall's key, as a technician compares it; none where the hall has no authority.
    #[serde(default)]
    pub hall_key: Option<String>,
    /// The hash of the hall's certificate (SHA-256), as a telephone shows the one that was installed in it: `1A 2B 3C …`.
    #[serde(default)]
    pub hall_fingerprint: Option<String>,
    /// Who is logged in where, by person; only for who may end it or inspects.
    #[serde(default)]
    pub log_ins: Vec<LogInRow>,
    /// The regulation of the next session, and what else is known of regulations.
    #[serde(default)]
    pub rules: RulesNow,
    /// How the makers of bought cards write series and number in their barcodes.
    #[serde(default)]
    pub barcodes: Vec<Pattern>,
    /// The latest 100 printings of cards, the last first.
    #[serde(default)]
    pub printings: Vec<PrintingRow>,
    /// The export that is being made.
    #[serde(default)]
    pub exporting: Option<Exporting>,
    /// The sets of balls, by name.
    pub ball_sets: Vec<BallSetRow>,
    /// The latest 200 games, the last first.
    pub games: Vec<GameRow>,
    /// The latest 100 sessions, the last first.
    pub sessions: Vec<SessionRow>,
}

/// How far an export is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Exporting {
    /// What is being done, in Spanish.
    pub words: String,
    /// How much of that, from 0 to 100.
    pub part: u64,
}

/// A series in stock.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeriesRow {
    /// Its name, as in `A17`.
    pub series: String,
    /// The matrix it is printed from.
    pub matrix: u32,
    /// How many cards.
    pub size: u32,
    /// The price of a card.
    pub face_value_cents: u64,
    /// The next card to sell; none when all are.
    pub next_card: Option<u32>,
}

/// A matrix, with all that may be known of it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MatrixRow {
    /// Its number.
    pub matrix: u32,
    /// How many cards.
    pub size: u32,
    /// How it was made.
    pub kind: MatrixRowKind,
    /// No two cards have an equal row.
    pub clean: bool,
    /// Who made it, if others did.
    pub maker: Option<String>,
    /// The words people mixed into its key.
    pub mixed: Option<String>,
    /// SHA-256 of its key, in hex; none if others made it.
    pub key_sha256: Option<String>,
    /// SHA-256 of all its faces, in hex.
    pub faces_sha256: String,
    /// When it was made or taken in.
    pub made_at_utc_ms: i64,
    /// By whom.
    #[serde(default)]
    pub made_by: Option<u32>,
    /// When it was retired: since then no card of it is sold.
    pub retired_at_utc_ms: Option<i64>,
    /// By whom.
    #[serde(default)]
    pub retired_by: Option<u32>,
    /// Why.
    pub reason: Option<String>,
    /// The key, in hex, once the matrix is retired.
    pub key: Option<String>,
    /// The system's random bytes, in hex, once a matrix with a mixed key is retired.
    pub seed: Option<String>,
    /// The draw that was announced to make its key.
    #[serde(default)]
    pub announced: Option<KeyDrawRow>,
}

/// A public draw that was announced to make the key of a matrix.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct KeyDrawRow {
    /// The matrix.
    pub matrix: u32,
    /// How many cards it has, or will have.
    pub size: u32,
    /// Single cards or strips.
    pub kind: MatrixRowKind,
    /// No two cards have an equal row.
    pub clean: bool,
    /// Which draw, in words.
    pub draw: String,
    /// Its day, as in 2026-11-28.
    pub date: String,
    /// SHA-256 of the system's part, in hex.
    pub seed_sha256: String,
    /// The line of the record that announced it.
    pub line: u64,
    /// When, UTC milliseconds.
    pub at_utc_ms: i64,
    /// How many draws of this matrix had been announced before and given up.
    pub given_up: u32,
}

impl KeyDrawRow {
    /// What may be known of a draw.
    pub fn of(draw: &KeyDraw) -> KeyDrawRow {
        KeyDrawRow {
            matrix: draw.matrix.get(),
            size: draw.size,
            kind: draw.options.kind.into(),
            clean: draw.options.clean,
            draw: draw.draw.clone(),
            date: draw.date.to_string(),
            seed_sha256: hex(&draw.seed_sha256),
            line: draw.seq,
            at_utc_ms: draw.at_utc_ms,
            given_up: draw.given_up,
        }
    }
}

/// An order to print cards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PrintingRow {
    /// Its number.
    pub printing: u32,
    /// The series.
    pub series: String,
    /// The first card.
    pub first: u32,
    /// The last card.
    pub last: u32,
    /// The template's name.
    pub template: String,
    /// 1 for the first paper of these cards; from 2 on the pages are marked COPIA.
    pub copy: u32,
    /// Where it stands.
    pub state: PrintingState,
    /// When it was ordered.
    pub ordered_at_utc_ms: i64,
    /// By whom.
    pub ordered_by: u32,
    /// When it ended.
    pub ended_at_utc_ms: Option<i64>,
    /// The file, within the hall's folder.
    pub file: Option<String>,
    /// Its pages.
    pub pages: Option<u32>,
    /// What the printer said of a failure.
    pub words: Option<String>,
    /// How far it is, while it is being printed. Not in the record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub progress: Option<PrintProgress>,
}

/// How far a printing is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PrintProgress {
    /// The pages that are made.
    pub page: u32,
    /// All its pages.
    pub of: u32,
}

/// A template for cards.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TemplateRow {
    /// Its name, as `print-cards` has it.
    pub template: String,
    /// What people call it.
    pub title: String,
    /// The size of its paper, as in `210 × 297 mm`; empty if it cannot be used.
    pub paper: String,
    /// The cards on a sheet of paper; 0 if it cannot be used.
    pub cards: u32,
    /// Each sheet has a back, as a page of its own.
    pub back: bool,
    /// The hall's own, from its folder.
    pub own: bool,
    /// Why it cannot be used, in Spanish.
    pub fault: Option<String>,
}

/// A game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GameRow {
    /// Its number.
    pub game: u32,
    /// Its order in the session.
    pub in_session: u32,
    /// Its session.
    pub session: u32,
    /// The series announced.
    pub series: String,
    /// The cards sold; until the sale closes, those with sellers.
    pub cards: u32,
    /// The takings; zero until the sale closes.
    pub takings_cents: u64,
    /// The line's prize.
    pub line_cents: u64,
    /// The bingo's prize.
    pub bingo_cents: u64,
    /// How many balls were announced.
    pub balls: u8,
    /// Where it stands.
    pub state: GameState,
}

/// A session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SessionRow {
    /// Its number.
    pub session: u32,
    /// Its date, as in `2026-11-21`.
    pub date: String,
    /// When it opened, UTC milliseconds.
    pub opened_at_utc_ms: i64,
    /// When it closed.
    pub closed_at_utc_ms: Option<i64>,
    /// Its acta is on disk.
    pub acta: bool,
    /// Copies of it so far.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub copies: u32,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}
