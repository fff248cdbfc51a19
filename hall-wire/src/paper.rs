//! What the server hands to the printer: a sheet of cards, the acta of a session, the sheet
//! of the game that is being played, a matrix to be certified, or what is fixed of the cards on sale.
//!
//! Every time is text with its offset, as in `2026-10-17 21:04:09 +02:00`, one within a sentence too: the
//! printer shows what of it is needed. Amounts are whole cents. Nothing here is ever read back: the record
//! is the truth.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

mod certificate;
mod game_sheet;
mod notice;

pub use certificate::{CertificateRecord, CertificateSeries, CertificateSheet, MatrixOrigin, MixedIn};
pub use game_sheet::{GameSheet, SheetBall, SheetClaim};
pub use hall_core::acta::{BallSource, ClaimResult, GameResult};
pub use hall_core::event::Play;
pub use hall_core::game::PrizeState;
pub use notice::{NoticeMatrix, NoticeSeries, NoticeSheet};

/// Cards of one series, to be printed six to a page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeriesSheet {
    /// The hall's name, printed on every card.
    pub hall: String,
    /// The series, letter and number: `A17`.
    pub series: String,
    /// What one card costs, in cents.
    pub face_value_cents: u64,
    /// How many cards the series has.
    pub series_size: u32,
    /// The number of the matrix that the series is a printing of.
    pub matrix: u32,
    /// The extract of the rules printed at the foot of each card.
    pub legal: String,
    /// Whether a value of the rules is still unknown: every page then says BORRADOR.
    pub draft: bool,
    /// The cards, in the order of printing.
    pub cards: Vec<SheetCard>,
}

/// One card of a sheet.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SheetCard {
    /// Its number in the series, from 1.
    pub number: u32,
    /// Its three rows of nine columns; 0 is an empty cell.
    pub rows: [[u8; 9]; 3],
    /// What its 2-D code says: `B1:A17:301:0123456789abcdef`.
    pub code: String,
}

impl SeriesSheet {
    /// Takes the codes off the cards: what is left in their place is genuine with no key. For cards that are
    /// only looked at.
    pub fn without_codes(&mut self) {
        for card in &mut self.cards {
            card.code = format!("B1:{}:{}:{}", self.series, card.number, "0".repeat(16));
        }
    }
}

/// The acta of one session: everything the *libro de actas* asks for, as far as it has happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ActaSheet {
    /// The hall and the company that holds its authorisation.
    pub hall: Hall,
    /// The book the acta belongs to.
    pub book: Book,
    /// The session itself, with its opening and its close.
    pub session: Session,
    /// The rules the session is played by.
    pub rules: RulesInForce,
    /// The matrices whose cards were sold, by number.
    #[serde(default)]
    pub matrices: Vec<ActaMatrix>,
    /// The games, in their order, those void or not held too (their numbers are used up).
    pub games: Vec<ActaGame>,
    /// The *diligencias* of the session, in the order they were written.
    pub diligencias: Vec<Diligencia>,
    /// What else the machine, the system and the sets of balls give to tell, in order: one list, signed once.
    #[serde(default)]
    pub notes: Vec<Spoken>,
    /// The sums of the whole session.
    pub totals: DayTotals,
    /// What anchors this paper to the file of the record.
    pub integrity: Integrity,
    /// Whether a value of the rules is still unknown: every folio then says BORRADOR.
    pub draft: bool,
    /// Whether the session is still open: every folio then says EN CURSO.
    pub in_progress: bool,
    /// When this acta was printed.
    pub printed_at: String,
    /// The program that made it, with its version.
    pub program: String,
}

/// The hall and the company that holds its authorisation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hall {
    /// The hall's name.
    pub name: String,
    /// The company, with its tax number if the hall wants it there.
    pub company: String,
    /// Street and number.
    pub address: String,
    /// Town and province.
    pub town: String,
}

/// The *libro de actas* that the acta belongs to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Book {
    /// The book's number or name.
    pub id: String,
    /// Who stamped it (*diligenciado*), and when.
    pub authority: String,
    /// The folios that this acta takes up, if the book numbers them.
    pub folios: Option<String>,
}

/// A session, from its opening to its close.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Session {
    /// Its number, never used again.
    pub number: u32,
    /// The local date of its opening, in words: `17 de octubre de 2026`.
    pub date: String,
    /// When it was opened (*diligencia de comienzo*).
    pub opened_at: String,
    /// When it was closed (*diligencia de cierre*); none while it is open.
    pub closed_at: Option<String>,
    /// The jefe de mesa's name.
    pub jefe_de_mesa: String,
    /// The jefe de sala's name.
    pub jefe_de_sala: String,
    /// Everyone on duty.
    pub staff: Vec<StaffMember>,
    /// The check before the first game.
    pub opening: OpeningCheck,
    /// The count of the balls at the end; none while the session is open.
    pub closing: Option<ClosingCount>,
}

/// One person on duty.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StaffMember {
    /// The function, in Spanish: `cajero`, `vendedora-locutora`.
    pub role: String,
    /// The name.
    pub name: String,
    /// A substitution, or the time of coming or going, if there was one.
    pub note: Option<String>,
}

/// The check-list of the opening.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OpeningCheck {
    /// How many balls were counted: 90, or there is no session.
    pub balls_counted: u32,
    /// The set in the machine.
    pub ball_set: String,
    /// The set in reserve.
    pub reserve_set: String,
    /// What was checked of the seals and of the reserve machine.
    pub seals: String,
    /// The person of the public who was present, if any.
    pub witness: Option<String>,
    /// Who counted.
    pub counted_by: String,
    /// When.
    pub at: String,
}

/// The count of the balls at the end of a session.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClosingCount {
    /// How many balls were counted.
    pub balls_counted: u32,
    /// What was found: numbering, condition, seals.
    pub result: String,
    /// The person of the public who was present, if any.
    pub witness: Option<String>,
    /// Who counted.
    pub counted_by: String,
    /// When.
    pub at: String,
}

/// The rules in force, and where each of their values comes from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RulesInForce {
    /// The profile: `estatal-2002`.
    pub profile: String,
    /// Its title in full.
    pub title: String,
    /// The line's part of the takings: `9,00 %`.
    pub line_percent: String,
    /// The bingo's part of the takings: `59,00 %`.
    pub bingo_percent: String,
    /// How prizes are rounded, in words.
    pub rounding: String,
    /// Where the remainder goes, in words.
    pub remainder_to: String,
    /// The other values worth printing, with their origin.
    pub values: Vec<RuleValue>,
}

/// A matrix whose cards were sold in the session, and what has been published of it since before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ActaMatrix {
    /// Its number.
    pub matrix: u32,
    /// The series sold: `A17`.
    pub series: Vec<String>,
    /// How many cards it has.
    pub size: u32,
    /// What cards, in words: `cartones sueltos, sin filas iguales`.
    pub cards: String,
    /// SHA-256 of its key, in hexadecimal; none if others made it.
    pub key_sha256: Option<String>,
    /// SHA-256 of all its faces, in hexadecimal.
    pub faces_sha256: String,
}

/// One value of the rules.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RuleValue {
    /// What it is, in Spanish.
    pub name: String,
    /// The value, as it is read.
    pub value: String,
    /// Where it comes from.
    pub origin: Origin,
    /// The article, if it is law; who signed it, if it is the hall's.
    pub source: Option<String>,
}

/// Where a value of the rules comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// The law says it.
    Law,
    /// The law is silent, and the hall decided and signed.
    Hall,
    /// Nobody has said it yet: the acta is a draft.
    Unknown,
}

/// One game (*partida*).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ActaGame {
    /// Its number in the session (*nº de orden*).
    pub number: u32,
    /// Its number in the life of the hall, never used again.
    pub absolute: u64,
    /// What one card costs, in cents.
    pub face_value_cents: u64,
    /// The cards sold, by series.
    pub segments: Vec<Segment>,
    /// How many cards were sold.
    pub sold: u32,
    /// What was taken, in cents.
    pub takings_cents: u64,
    /// The line prize announced, in cents.
    pub line_cents: u64,
    /// The bingo prize announced, in cents.
    pub bingo_cents: u64,
    /// What the hall keeps, in cents.
    pub house_cents: u64,
    /// What rounding left over, in cents: takings are line, bingo, house and this.
    pub resto_cents: u64,
    /// The words said before the first ball; none if the game did not come to that.
    pub announcement: Option<Spoken>,
    /// Public rectifications of the number of cards sold.
    pub rectifications: Vec<Rectification>,
    /// When the sale began, and with it the game.
    pub sale_opened_at: String,
    /// When the sale was closed.
    pub sale_closed_at: Option<String>,
    /// When this game's row of the acta was safely on disk: no ball comes before it.
    pub acta_row_at: Option<String>,
    /// When the draw was started.
    pub draw_started_at: Option<String>,
    /// When the first ball came out.
    pub first_ball_at: Option<String>,
    /// The balls in the order they came out.
    pub balls: Vec<ActaBall>,
    /// Who read them: how many everybody agreed on, and each reading that differed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub readings: Option<String>,
    /// Balls that came out and do not count.
    pub set_aside: Vec<SetAside>,
    /// The claims checked, in their order.
    pub claims: Vec<ActaClaim>,
    /// The questions and orders of the jefe de mesa, with their times.
    pub questions: Vec<Spoken>,
    /// The prizes, one for each winning card.
    pub prizes: Vec<Prize>,
    /// What nobody sang, and where it went.
    pub accounts: GameAccounts,
    /// Holds, faults and the ways out of them.
    pub incidents: Vec<Incident>,
    /// The refund, if the game was void.
    pub refunds: Option<Refunds>,
    /// How the game ended.
    pub result: GameResult,
    /// When the game ended; none while it goes on.
    pub ended_at: Option<String>,
}

/// Cards of one series sold in a game, without a gap; also any other run of cards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Segment {
    /// The series: `A17`.
    pub series: String,
    /// The first card.
    pub first: u32,
    /// The last card.
    pub last: u32,
    /// How many they are.
    pub count: u32,
}

/// One card, by its name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CardName {
    /// The series: `A17`.
    pub series: String,
    /// The number in the series.
    pub number: u32,
}

/// Something said in the hall, or written of it: an announcement, a question, an order, a note.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Spoken {
    /// When.
    pub at: String,
    /// The words.
    pub text: String,
}

/// A public rectification of the number of cards sold.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rectification {
    /// When it was made.
    pub at: String,
    /// The number announced before.
    pub sold_before: u32,
    /// The number that holds.
    pub sold_after: u32,
    /// What was taken, as announced before, in cents.
    #[serde(default)]
    pub takings_before_cents: u64,
    /// The line prize announced before, in cents.
    #[serde(default)]
    pub line_before_cents: u64,
    /// The bingo prize announced before, in cents.
    #[serde(default)]
    pub bingo_before_cents: u64,
    /// What was taken, in cents.
    #[serde(default)]
    pub takings_after_cents: u64,
    /// The line prize that holds from then on, in cents.
    #[serde(default)]
    pub line_after_cents: u64,
    /// The bingo prize that holds from then on, in cents.
    #[serde(default)]
    pub bingo_after_cents: u64,
    /// The words said.
    pub text: String,
}

/// A ball drawn in a game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ActaBall {
    /// Its place in the order of exit, from 1.
    pub ordinal: u32,
    /// Its number.
    pub number: u8,
    /// When it came out.
    pub extracted_at: String,
    /// When it was announced; none if it never was.
    pub announced_at: Option<String>,
    /// How the desk came to know of it.
    pub source: BallSource,
    /// Anything remarkable: a rectified announcement, a pending ball.
    pub note: Option<String>,
}

/// A ball that came out and does not count.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetAside {
    /// Its number, if it was read.
    pub number: Option<u8>,
    /// Why it does not count, and how it went back.
    pub why: String,
    /// When.
    pub at: String,
}

/// One claim and its check.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ActaClaim {
    /// Which stop of the draw it belongs to, from 1.
    pub stop: u32,
    /// When the draw was stopped.
    pub at: String,
    /// The ordinal of the last ball announced then.
    pub ball_ordinal: u32,
    /// What was claimed.
    pub play: Play,
    /// The card; none if it could not be read.
    pub card: Option<CardName>,
    /// The system's verdict, in words.
    pub verdict: String,
    /// Who accepted or rejected it.
    pub accepted_by: String,
    /// What came of it.
    pub result: ClaimResult,
}

/// A prize of one winning card.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Prize {
    /// What it was won with.
    pub play: Play,
    /// The winning card, attached to the acta.
    pub card: CardName,
    /// Its share, in cents.
    pub amount_cents: u64,
    /// Where the money is.
    pub state: PrizeState,
    /// When it was paid.
    pub paid_at: Option<String>,
    /// Who paid it.
    pub paid_by: Option<String>,
}

/// What nobody sang, and where it went.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GameAccounts {
    /// The line's amount, if nobody sang it.
    pub linea_no_cantada_cents: u64,
    /// The bingo's amount, if nobody sang it.
    pub bingo_no_cantado_cents: u64,
    /// What sharing prizes left over, in cents: part of the prizes.
    #[serde(default)]
    pub resto_reparto_cents: u64,
}

/// A hold, a fault or another incident of a game, and its way out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Incident {
    /// When it began.
    pub at: String,
    /// What happened.
    pub text: String,
    /// How it ended: *avería resuelta*, *continuación manual* and so on; none while it lasts.
    pub way_out: Option<String>,
    /// When it ended.
    pub ended_at: Option<String>,
    /// Who decided it.
    pub decided_by: Option<String>,
}

/// The refund of a void game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Refunds {
    /// Why the game was void.
    pub cause: String,
    /// When the paragraph of article 36 was read aloud.
    pub paragraph_read_at: Option<String>,
    /// How many cards are to be refunded.
    pub due_count: u32,
    /// Their amount, in cents.
    pub due_cents: u64,
    /// How many were refunded.
    pub refunded_count: u32,
    /// What was given back, in cents.
    pub refunded_cents: u64,
    /// The cards that nobody handed in, as runs.
    pub not_handed_in: Vec<Segment>,
}

/// A *diligencia* of the session.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Diligencia {
    /// Its kind, in Spanish: `incidencia`, `reclamación`, `sustitución`, `cambio de bolas`.
    pub kind: String,
    /// When it was written.
    pub at: String,
    /// Its text.
    pub text: String,
    /// Who signs it.
    pub signatories: Vec<Signatory>,
}

/// Somebody who signs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Signatory {
    /// As what: `Jefe de Sala`, `reclamante`.
    pub role: String,
    /// The name; empty where only the person knows it: it is written by hand.
    pub name: String,
    /// The number of the identity document, where the law wants it, or of an agent, with its word:
    /// `DNI 45.000.000-X`, `N.º de agente 12345`. The word alone leaves the number to be written by hand.
    pub document: Option<String>,
}

/// The sums of a session.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DayTotals {
    /// Games that were played to their end.
    pub games_closed: u32,
    /// Games that were void.
    pub games_void: u32,
    /// Games that were not held.
    pub games_not_held: u32,
    /// Cards sold, those of void games not counted.
    pub cards_sold: u32,
    /// What was taken, without void games, in cents.
    pub takings_cents: u64,
    /// Line prizes, in cents.
    pub line_cents: u64,
    /// Bingo prizes, in cents.
    pub bingo_cents: u64,
    /// What the hall keeps, in cents.
    pub house_cents: u64,
    /// Remainders, in cents.
    pub resto_cents: u64,
    /// Lines nobody sang, in cents.
    pub linea_no_cantada_cents: u64,
    /// Bingos nobody sang, in cents.
    pub bingo_no_cantado_cents: u64,
    /// What sharing prizes left over, in cents.
    #[serde(default)]
    pub resto_reparto_cents: u64,
    /// Prizes paid, in cents.
    pub paid_cents: u64,
    /// Prizes not paid yet: due, withheld or unclaimed, in cents.
    pub pending_cents: u64,
    /// Refunds paid, in cents.
    pub refunded_cents: u64,
    /// The games that each ball set has behind it, this session included.
    pub ball_sets: Vec<BallSetGames>,
}

/// How much a ball set has been used.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BallSetGames {
    /// The set.
    pub set: String,
    /// It was the spare one, and never in the machine.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reserve: bool,
    /// Games with a ball drawn, void ones too.
    pub games: u32,
    /// How many it may serve.
    pub limit: u32,
    /// Games it had behind it before this session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games_before: Option<u32>,
    /// The reference of its homologation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub homologation: Option<String>,
    /// Who made it, and its serial number or invoice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub maker: Option<String>,
    /// Its last inspection: what it found, its seals, when, and the two people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inspection: Option<String>,
}

/// What anchors the paper to the file of the record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Integrity {
    /// The last event that this acta covers.
    pub seq: u64,
    /// The hash of the chain's head there, in hexadecimal.
    pub head_hash: String,
    /// What the 2-D code of each folio says.
    pub checkpoint: String,
}
