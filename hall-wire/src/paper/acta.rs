//! The acta of a session, for the printer: all that the *libro de actas* asks for.

use serde::{Deserialize, Serialize};

use super::{ActaGame, GameAccounts, RecordHead, SaleFigures};

/// The acta of one session: everything the *libro de actas* asks for, as far as it has happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
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
    pub matrices: Vec<ActaMatrix>,
    /// Where books are split by face value (37.7), the parts of the acta: each is whole by itself and stands in its own book. None where
    /// one book has all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<ActaPart>,
    /// The games, in their order, those void or not held too (their numbers are used up).
    pub games: Vec<ActaGame>,
    /// The *diligencias* of the session, in the order they were written.
    pub diligencias: Vec<Diligencia>,
    /// What else the machine, the system and the sets of balls give to tell, in order: one list, signed once.
    pub notes: Vec<Spoken>,
    /// The sums of the whole session.
    pub totals: DayTotals,
    /// What anchors this paper to the record.
    pub record: RecordHead,
    /// What the 2-D code of each folio says.
    pub checkpoint: String,
    /// Whether a value of the rules is still unknown: every folio then says BORRADOR.
    pub draft: bool,
    /// Whether the session is still open: every folio then says EN CURSO.
    pub in_progress: bool,
    /// When this acta was printed.
    pub printed_at: String,
    /// The program that made it, with its version.
    pub program: String,
    /// The lines of the record up to `record`, to be attached to the acta of a session that is closed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record_lines: Option<RecordLines>,
}

/// What an acta has in the book of one face value, or in that of all others.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActaPart {
    /// The prices of the cards whose games these are, ascending; at least one.
    pub face_values_cents: Vec<u64>,
    /// Its book.
    pub book: Book,
    /// The sums of these games.
    pub totals: DayTotals,
}

/// Lines of the record that go with a paper. Who did what stands there as a number: names are sealed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordLines {
    /// What the first of them follows.
    pub before: RecordHead,
    /// One JSON object a line: the eight fields that are hashed, in their order, and `hash`.
    pub lines: String,
}

/// The hall and the company that holds its authorisation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
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
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Book {
    /// The book's number or name.
    pub id: String,
    /// Who stamped it (*diligenciado*), and when.
    pub authority: String,
    /// The free folios that the acta takes, one a page, in this order; of an acta that is issued alone. None where the
    /// record knows of no book with free folios: then the pages are counted by themselves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub folios: Vec<FreeFolios>,
    /// The record has known books, and those of this acta are used up: pages without a folio say so.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub used_up: bool,
    /// The size of its leaves, where the pages are cut out and pasted into a bound book.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leaf: Option<Leaf>,
}

/// A leaf of a bound book, in millimetres; from [`Leaf::LEAST`] to A4.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leaf {
    /// From side to side.
    pub width_mm: u32,
    /// From top to bottom.
    pub height_mm: u32,
}

impl Leaf {
    /// Where letters would be too small below: six points.
    pub const LEAST: Leaf = Leaf { width_mm: 150, height_mm: 212 };
    /// The paper on which it is printed.
    pub const A4: Leaf = Leaf { width_mm: 210, height_mm: 297 };

    /// The size as people write it, `190x275`; `None` for one outside the bounds.
    pub fn parse(text: &str) -> Option<Leaf> {
        let (width, height) = text.split_once('x')?;
        let leaf = Leaf { width_mm: width.trim().parse().ok()?, height_mm: height.trim().parse().ok()? };
        leaf.is_possible().then_some(leaf)
    }

    /// Whether it is within the bounds.
    pub fn is_possible(self) -> bool {
        (Leaf::LEAST.width_mm..=Leaf::A4.width_mm).contains(&self.width_mm)
            && (Leaf::LEAST.height_mm..=Leaf::A4.height_mm).contains(&self.height_mm)
    }
}

/// The folios of a book that are free.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FreeFolios {
    /// The book's number or name.
    pub book: String,
    /// The first free one.
    pub first: u32,
    /// The last one of the book.
    pub last: u32,
}

/// A session, from its opening to its close.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
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
    /// The set in the machine at the opening.
    pub ball_set: String,
    /// The set in reserve.
    pub reserve_set: String,
    /// The count before the first game, with what was checked of seals, installations and reserve machine.
    pub opening: BallCount,
    /// The count at the end; none while the session is open.
    pub closing: Option<BallCount>,
}

/// A count of the balls (art. 34.1).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BallCount {
    /// How many balls: 90, or there is no session.
    pub balls: u8,
    /// What was found: numbering, condition, seals.
    pub found: String,
    /// The person of the public who was present, if any.
    pub witness: Option<String>,
    /// Who counted.
    pub counted_by: String,
    /// When.
    pub at: String,
}

/// One person on duty.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StaffMember {
    /// The function, in Spanish: `cajero`, `vendedora-locutora`.
    pub role: String,
    /// The name.
    pub name: String,
}

/// The rules in force, and where each of their values comes from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RulesInForce {
    /// The profile: `estatal-2002`.
    pub profile: String,
    /// Its title in full.
    pub title: String,
    /// Prizes, rounding and remainder in a few sentences.
    pub in_short: String,
    /// Each value worth printing, with its source.
    pub values: Vec<RuleValue>,
}

/// One value of the rules.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleValue {
    /// What it is, in Spanish.
    pub name: String,
    /// The value, as it is read.
    pub value: String,
    /// Where it comes from: `Ley: art. 35.2`, `Sala`, `Sin fijar`.
    pub source: String,
}

/// A matrix whose cards were sold in the session, and what has been published of it since before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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

/// Something said in the hall, or written of it: an announcement, a question, an order, a note.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spoken {
    /// When.
    pub at: String,
    /// The words.
    pub text: String,
}

/// A *diligencia* of the session.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
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
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
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
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DayTotals {
    /// Games that were played to their end.
    pub games_closed: u32,
    /// Games that were void.
    pub games_void: u32,
    /// Games that were not held.
    pub games_not_held: u32,
    /// Cards and money, without void games.
    pub sale: SaleFigures,
    /// What nobody sang and what sharing left over, without void games.
    pub accounts: GameAccounts,
    /// Prizes paid, in cents.
    pub paid_cents: u64,
    /// Prizes not paid yet: due, withheld or unclaimed, in cents.
    pub pending_cents: u64,
    /// Refunds paid, in cents.
    pub refunded_cents: u64,
    /// The games that each ball set has behind it, this session included.
    pub ball_sets: Vec<BallSetGames>,
    /// The accounts in which what nobody sang is carried; none where the rules carry nothing and nothing was.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub carried: Vec<CarriedAccount>,
}

/// An account that goes on over games and sessions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CarriedAccount {
    /// Its name: `Línea no cantada`.
    pub name: String,
    /// What was in it at the opening, in cents.
    pub before_cents: u64,
    /// What came of the games of this session, without void ones, in cents.
    pub added_cents: u64,
    /// What is in it now, in cents.
    pub after_cents: u64,
}

/// How much a ball set has been used.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BallSetGames {
    /// The set.
    pub set: String,
    /// It was the spare one, and never in the machine.
    pub reserve: bool,
    /// Games with a ball drawn, void ones too.
    pub games: u32,
    /// How many it may serve.
    pub limit: u32,
    /// Games it had behind it before this session.
    pub games_before: Option<u32>,
    /// The reference of its homologation.
    pub homologation: Option<String>,
    /// Who made it, and its serial number or invoice.
    pub maker: Option<String>,
    /// Its last inspection: what it found, its seals, when, and the two people.
    pub inspection: Option<String>,
}
