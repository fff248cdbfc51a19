//! The parts of the mesa board that only the desk has.

use hall_core::event::{Extractor, HoldExit, HowRead};
use hall_core::machine::{BallReader, Fault};
use hall_core::people::Role;
use hall_core::rules::SecondWord;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{CardNumber, Cards, CopyTrouble, HoldKind, Mode, Said};
use crate::command::field;

/// The last numbers in the record, while two people have to read those on paper. What the first of them read is not
/// shown: the second reads it too.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NumberingDue {
    /// The last game; 0 where none was played.
    pub game: u32,
    /// The last session; 0 where none was opened.
    pub session: u32,
    /// The last diligencia with a number; 0 where none was written.
    pub diligencia: u32,
    /// The last card sold of each series that is begun and not used up.
    pub sold: Vec<CardNumber>,
    /// Who read the paper first, if anybody has.
    pub asked_by: Option<u32>,
}

/// A ball that is out and not announced.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Pending {
    /// Its place in the game.
    pub ordinal: u8,
    /// Its number.
    pub ball: u8,
}

/// Something wrong with the server itself, its disk or its clock.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Trouble {
    /// Its code, as in `disco-lleno`; `/healthz` lists the same ones.
    pub code: String,
    /// What it is, and what to do.
    pub words: Said,
}

/// A start with a clock hours before the record's last line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClockDoubt {
    /// When the last line before it was written, UTC milliseconds.
    pub recorded_utc_ms: i64,
    /// Who has said what hour it is; another person confirms it.
    pub asked_by: Option<u32>,
}

/// Sessions that people take away.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Exports {
    /// The number of the last one that was asked for; 0 where none was.
    pub no: u32,
    /// It is being made: its first and its last session.
    pub under_way: Option<[u32; 2]>,
    /// Where it is, if it was made.
    pub place: Option<String>,
    /// Why it was not made, if it was not.
    pub failed: Option<String>,
}

/// Rehearsals of the spare: whether it could take the hall over.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Rehearsal {
    /// One goes on.
    pub under_way: bool,
    /// When the last one was passed, UTC milliseconds. None where none was, in this epoch of the record.
    pub passed_utc_ms: Option<i64>,
    /// Why the last one was not passed, if it was not.
    pub failed: Option<String>,
}

/// A way out of a hold that one person proposed and another has to confirm.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Proposed {
    /// The way out, with the fields of the command that confirms it.
    #[serde(with = "field::hold_exit")]
    #[schemars(schema_with = "field::hold_exit::schema")]
    pub exit: HoldExit,
    /// In words.
    pub words: Said,
    /// Who proposed it.
    pub by: u32,
}

/// A void that one person asked for and another has to confirm.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct VoidAsked {
    /// The cause, as typed.
    pub cause: String,
    /// Who asked.
    pub by: u32,
}

/// A void game of which cards are still out: they are refunded against the card, whenever it is handed in (DECISIONS 17).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ToRefund {
    /// The game.
    pub game: u32,
    /// What each card cost.
    pub face_value_cents: u64,
    /// The cards that were sold.
    pub sold: Vec<Cards>,
    /// How many of them were refunded.
    pub refunded: u32,
    /// Those that nobody has handed in yet.
    pub out: Vec<Cards>,
}

/// A hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Hold {
    /// Its number.
    pub hold: u32,
    /// The reason.
    pub kind: HoldKind,
    /// The place in doubt, from 1.
    pub ordinal: Option<u8>,
    /// The ball: what the machine read, what the first person keyed, or what lost its place.
    pub ball: Option<u8>,
    /// What the other read or keyed, whether there is such a ball or not.
    pub other: Option<u8>,
    /// Why, in words.
    pub why: Said,
    /// The way out somebody proposed.
    pub proposed: Option<Proposed>,
}

/// A provisional suspension (36.1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Suspension {
    /// What failed.
    pub cause: String,
    /// Since when, UTC milliseconds.
    pub since_utc_ms: i64,
    /// When only the refund is open, UTC milliseconds.
    pub until_utc_ms: i64,
    /// Paragraph 36.1 was read aloud.
    pub read: bool,
}

/// A game that is drawn by hand (36.2).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ByHand {
    /// The caller.
    pub caller: u32,
    /// The second person.
    pub second: u32,
    /// The place of the next ball.
    pub next: u8,
    /// Who has keyed it, while the other has not. What was keyed is not on the board.
    pub keyed_by: Option<u32>,
    /// The balls still to be extracted, ascending.
    pub remaining: Vec<u8>,
}

/// A machine of the hall that draws balls: a drum, or one of air (Catálogo II).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HallMachine {
    /// Its number in the hall.
    pub machine: u32,
    /// What sort it is.
    pub extractor: Extractor,
    /// The reference of its homologation.
    pub homologation: String,
    /// Who made it.
    pub maker: Option<String>,
    /// Its serial number.
    pub reference: Option<String>,
}

/// With which machine the session draws, and how its balls are read (DECISIONS 36).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DrawsWith {
    /// The machine, in a hall that has entered its machines.
    pub machine: Option<u32>,
    /// How its balls are read.
    pub read: HowRead,
    /// Whose word a ball needs that the caller reads.
    pub second_word: SecondWord,
}

/// A draw whose balls the caller reads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Reading {
    /// The place of the next ball.
    pub next: u8,
    /// Who has keyed it, while the second word is awaited.
    pub keyed_by: Option<u32>,
    /// What was keyed, where the jefe de mesa confirms it. A second person who keys it too does not see it.
    pub keyed: Option<u8>,
    /// The balls still to be extracted, ascending.
    pub remaining: Vec<u8>,
}

/// Cards in the hands of a seller.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Holding {
    /// The seller.
    pub seller: u32,
    /// The cards.
    pub cards: Cards,
}

/// What a seller was given and gave back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SellerTally {
    /// The seller.
    pub seller: u32,
    /// Cards given.
    pub issued: u32,
    /// Cards given back, or passed on to another seller.
    pub returned: u32,
}

impl SellerTally {
    /// The cards the seller has: sold, once the sale is closed.
    pub fn sold(&self) -> u32 {
        self.issued.saturating_sub(self.returned)
    }
}

/// What parts of the takings the prizes are, in hundredths of a per cent: 900 is 9 %.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Shares {
    /// The line's.
    pub line: u32,
    /// The bingo's.
    pub bingo: u32,
}

/// What nobody sang and is carried, over games and sessions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CarriedView")]
pub struct Carried {
    /// In the account of the line.
    pub line_cents: u64,
    /// In the account of the bingo.
    pub bingo_cents: u64,
}

/// A person on duty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Duty {
    /// Who.
    pub person: u32,
    /// With what roles.
    pub roles: Vec<Role>,
    /// Where.
    pub device: String,
}

/// A person of the staff who is in the hall.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct InHall {
    /// Who.
    pub person: u32,
    /// Since when, UTC milliseconds; none for a chief of the session whom nobody noted.
    pub since_utc_ms: Option<i64>,
}

/// A person of the staff, with name: for the desk's lists, never on a board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Person {
    /// The number.
    pub person: u32,
    /// The user name.
    pub user: String,
    /// The name.
    pub name: String,
    /// The roles now, with the posts taken and left by substitution in this session; none for who left.
    pub roles: Vec<Role>,
    /// Those that the person keeps when the session ends.
    #[serde(default)]
    pub own_roles: Vec<Role>,
    /// The number of the identity document or professional card; for a jefe de sala only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub document: Option<String>,
    /// The last day of the professional card, as in `2028-05-31`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card_until: Option<String>,
    /// Somebody else chose the PIN, and it was not changed yet.
    #[serde(default)]
    pub first_pin: bool,
    /// Dismissed.
    #[serde(default)]
    pub left: bool,
}

/// A count of balls at the reader.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BallCount {
    /// Its number.
    pub count: u32,
    /// The set.
    pub set: String,
    /// Who began it or, once it has ended, who ended it.
    pub by: u32,
    /// Balls are being passed.
    pub running: bool,
    /// The machine brings its balls back first.
    pub loading: bool,
    /// The numbers that have not passed, ascending.
    pub missing: Vec<u8>,
    /// The numbers that passed more than once, ascending.
    pub doubled: Vec<u8>,
    /// The numbers that one ball was read as, ascending.
    pub unsure: Vec<u8>,
    /// The balls of other sets.
    pub foreign: Vec<ForeignBall>,
    /// Once it has ended: what it found wrong, in words; none when the set is whole.
    pub wrong: Option<String>,
}

/// A ball of another set at the reader.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ForeignBall {
    /// The set it says it belongs to.
    pub set: String,
    /// Its number as the machine gave it.
    pub number: u8,
}

/// The table of tags by which a reader knows the balls of a set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TagTable {
    /// Which reader.
    pub reader: BallReader,
    /// The set it is of.
    pub set: String,
    /// SHA-256 of its canonical text, in hex: what two people agree on.
    pub sha256: String,
    /// Why it cannot be played with, and what to do; none where it is the one in the record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wrong: Option<Said>,
}

/// The machine and its line.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Machine {
    /// The line is up and the machine has said who it is.
    pub linked: bool,
    /// What it does.
    pub mode: Option<Mode>,
    /// What it should do.
    pub wanted: Option<Mode>,
    /// The set of balls loaded.
    pub set: Option<String>,
    /// Balls out of the drum.
    pub out: u8,
    /// Faults raised and not cleared.
    pub faults: Vec<Fault>,
    /// The door is open.
    pub door_open: bool,
    /// The tables that the readers of tags were started with; none where no reader reads tags.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<TagTable>,
}

/// Another copy of the record, on another disk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecordCopy {
    /// Its folder; a spare's address.
    pub folder: String,
    /// It is the spare's, which can become the hall's server.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub spare: bool,
    /// It is in trouble, or more than a second behind.
    pub behind: bool,
    /// Lines of the record that it has not, while it is behind; else 0.
    pub lines: u64,
    /// What is wrong with it.
    pub trouble: Option<CopyTrouble>,
}
