//! The regulation as a value: every number that differs between regions and years.
//!
//! Profiles are TOML files, which the server parses into [`Rules`]. The session's opening event holds them whole, so
//! that an old game is replayed under the rules of its day (style.md P9, DECISIONS 3).

use alloc::string::String;
use alloc::vec::Vec;

use crate::money::{Cents, Percent, Rounding};
use crate::people::Role;
use crate::time::Date;

/// Where a value of a profile comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Basis {
    /// The law says it; the article, as in "art. 35.2".
    Law(String),
    /// The law is silent: the hall decides and the jefe de sala signs it at `init`.
    Hall,
    /// Not known: every screen and page says BORRADOR.
    Unknown,
}

/// A value and where it comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sourced<T> {
    /// The value in force.
    pub value: T,
    /// Its basis.
    pub basis: Basis,
}

impl<T> Sourced<T> {
    /// Whether the law says it, so that the hall has no choice.
    pub const fn is_of_law(&self) -> bool {
        matches!(self.basis, Basis::Law(_))
    }
}

/// Where money goes that no winner gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Destination {
    /// To the hall.
    House,
    /// Kept in its named account, to be added to a later game's prizes by a later rule.
    Carried,
}

/// What a substantial error in announcing does to the game (Catálogo V; DECISIONS 18).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallerError {
    /// The game is void and every card refunded.
    Annul,
    /// It is corrected with a diligencia and the game goes on.
    Correct,
}

/// Who a share of a prize goes to when several have won (regulation.md 4.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SplitUnit {
    /// Each winning card has one share.
    Card,
}

/// What the caller does to announce a ball; the hall's choice (DECISIONS 26).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Announcing {
    /// One key says: *I read this number on the ball and said it*.
    Key,
    /// The number is typed each time.
    Typed,
}

/// What makes a reading of the machine a ball of the game (reliability.md C-5, rule 2). Two people who key what they
/// read are not a choice of the hall: that is article 36.2.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EvidencePolicy {
    /// The machine's reading, and the caller's word before it counts.
    Caller,
    /// Besides, the same number from a second reader, before the ball is shown to the caller.
    SecondReader,
}

/// When the panel shows an announced ball, where the hall's voice is on (G8). It waits at most two seconds, and not at all
/// for a voice that is off or gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Light {
    /// With the announcement.
    #[default]
    AtOnce,
    /// When the voice begins.
    Starts,
    /// When the voice has said the number; its digits follow.
    Ends,
}

/// What the hall's monitors do with the camera's picture while a ball is out and not announced: players who see it then sing
/// too early, and are refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Picture {
    /// They mark it «sin cantar».
    #[default]
    Marked,
    /// They hold it back: the picture stands until the ball is announced, and shows it with the light.
    Held,
}

/// Whether a draw begins while the hall's camera of the ball exit gives no picture (Cat. IV, DECISIONS 43). A hall whose camera
/// was never heard of has none, and this says nothing of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum WithoutCamera {
    /// It does; the desk is warned.
    #[default]
    Free,
    /// It does if two people say so, each time.
    TwoPeople,
    /// It does not.
    Refused,
}

/// Whose word besides the caller's makes a ball that he reads a ball of the game, where no machine reads it (DECISIONS 36).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SecondWord {
    /// Another person's, who keys the same number at another device without seeing his.
    #[default]
    SecondPerson,
    /// The jefe de mesa's, who sees his number and the ball on the camera, and confirms it.
    Mesa,
    /// Nobody's: the caller alone.
    Caller,
}

/// How many people of each post: the least that the law wants in a hall of its category (art. 22, 25), or those it lacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StaffCount {
    /// At the door.
    pub admision: u8,
    /// Those who collect used cards.
    pub auxiliares: u8,
    /// Sellers, of whom one calls.
    pub vendedores: u8,
    /// Cashiers. The jefe de mesa may be one for a time (26.2.b).
    pub cajeros: u8,
    /// Those of the mesa.
    pub jefes_de_mesa: u8,
    /// Those of the hall.
    pub jefes_de_sala: u8,
}

impl StaffCount {
    /// Each post with its count, in the order of article 25.
    pub const fn posts(self) -> [(Role, u8); 6] {
        [
            (Role::Admision, self.admision),
            (Role::Auxiliar, self.auxiliares),
            (Role::VendedorLocutor, self.vendedores),
            (Role::Cajero, self.cajeros),
            (Role::JefeDeMesa, self.jefes_de_mesa),
            (Role::JefeDeSala, self.jefes_de_sala),
        ]
    }

    /// The count of a post; none for who inspects, which is no post of the hall.
    pub(crate) const fn of_mut(&mut self, post: Role) -> Option<&mut u8> {
        match post {
            Role::Admision => Some(&mut self.admision),
            Role::Auxiliar => Some(&mut self.auxiliares),
            Role::VendedorLocutor => Some(&mut self.vendedores),
            Role::Cajero => Some(&mut self.cajeros),
            Role::JefeDeMesa => Some(&mut self.jefes_de_mesa),
            Role::JefeDeSala => Some(&mut self.jefes_de_sala),
            Role::Inspector => None,
        }
    }

    /// Nobody.
    pub fn is_none(self) -> bool {
        self == StaffCount::default()
    }
}

/// One regulation, of one region, from one date.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rules {
    /// As in "estatal-2002".
    pub id: String,
    /// In words, for acta and screens.
    pub title: String,
    /// The line's part of the takings (art. 35.2).
    pub line: Sourced<Percent>,
    /// The bingo's part of the takings (art. 35.2).
    pub bingo: Sourced<Percent>,
    /// Face values that may be sold; any, when empty.
    pub face_values: Sourced<Vec<Cents>>,
    /// How many cards a series has (M4): of the law every one, of the hall the usual ones.
    pub series_size: Sourced<u32>,
    /// How prizes are made whole (regulation.md 4.4).
    pub rounding: Sourced<Rounding>,
    /// Where the account `resto` goes.
    pub resto_to: Sourced<Destination>,
    /// Where the account `linea_no_cantada` goes (DECISIONS 7).
    pub unsung_line_to: Sourced<Destination>,
    /// Where the account `bingo_no_cantado` goes (DECISIONS 10).
    pub unsung_bingo_to: Sourced<Destination>,
    /// The shortest time between the question and the order, in seconds (G12, DECISIONS 5).
    pub question_min_secs: Sourced<u32>,
    /// How many games a pneumatic set of balls may serve (Catálogo II).
    pub ball_set_max_games: Sourced<u32>,
    /// Games after which the desk is warned that such a set nears its limit; at most the limit. Version 1 of the
    /// record's opening lines has no such field: [`Rules::warning_before`].
    pub ball_set_warning_games: Sourced<u32>,
    /// Minutes of provisional suspension before the first ball (art. 36.1).
    pub pre_extraction_wait_min: Sourced<u32>,
    /// What an error in announcing does.
    pub caller_error: Sourced<CallerError>,
    /// Who shares a prize.
    pub split_unit: Sourced<SplitUnit>,
    /// How the caller announces a ball (DECISIONS 26).
    pub announcing: Sourced<Announcing>,
    /// Which evidence a ball needs. Version 1 of the record's opening lines has no such field:
    /// [`EvidencePolicy::Caller`].
    pub evidence: Sourced<EvidencePolicy>,
    /// When the panel shows a ball. Versions 1 and 2 of the record's opening lines have no such field: [`Light::AtOnce`].
    pub light: Sourced<Light>,
    /// Whether a draw begins without a picture of the exit. Versions 1 and 2 have no such field: [`WithoutCamera::Free`].
    pub without_camera: Sourced<WithoutCamera>,
    /// What the monitors do with the picture of a ball that is not announced. Versions 1 to 3 have no such field:
    /// [`Picture::Marked`].
    pub picture: Sourced<Picture>,
    /// Whose word a ball needs that the caller reads. Versions 1 to 4 have no such field: [`SecondWord::SecondPerson`].
    pub second_word: Sourced<SecondWord>,
    /// The least staff in the hall while it plays (art. 22, 25); all zero, nobody is counted. Versions 1 to 5 have no such field.
    pub least_staff: Sourced<StaffCount>,
    /// The first day on which it is in force. Versions 1 to 5 do not say it.
    pub valid_from: Option<Date>,
}

impl Rules {
    /// The names of the values that are unknown.
    pub fn unknown(&self) -> Vec<&'static str> {
        let all = [
            ("line_pct", &self.line.basis),
            ("bingo_pct", &self.bingo.basis),
            ("face_values", &self.face_values.basis),
            ("series_size", &self.series_size.basis),
            ("rounding", &self.rounding.basis),
            ("resto_to", &self.resto_to.basis),
            ("unsung_line_to", &self.unsung_line_to.basis),
            ("unsung_bingo_to", &self.unsung_bingo_to.basis),
            ("question_min_secs", &self.question_min_secs.basis),
            ("ball_set_max_games", &self.ball_set_max_games.basis),
            ("ball_set_warning_games", &self.ball_set_warning_games.basis),
            ("pre_extraction_wait_min", &self.pre_extraction_wait_min.basis),
            ("caller_error", &self.caller_error.basis),
            ("split_unit", &self.split_unit.basis),
            ("announcing", &self.announcing.basis),
            ("evidence", &self.evidence.basis),
            ("light", &self.light.basis),
            ("without_camera", &self.without_camera.basis),
            ("picture", &self.picture.basis),
            ("second_word", &self.second_word.basis),
            ("least_staff", &self.least_staff.basis),
        ];
        all.into_iter().filter(|(_, basis)| **basis == Basis::Unknown).map(|(name, _)| name).collect()
    }

    /// Games after which the desk is warned, unless the profile says otherwise: fifty before the limit.
    pub const fn warning_before(max_games: u32) -> u32 {
        max_games.saturating_sub(50)
    }

    /// Whether screens and pages must say BORRADOR.
    pub fn is_draft(&self) -> bool {
        !self.unknown().is_empty()
    }

    /// How the takings of a game are divided. Nothing is lost:
    /// `takings = line + bingo + house + resto`.
    pub fn divide(&self, takings: Cents) -> Division {
        // A large rounding unit may not give away more than was taken.
        let line = self.line.value.of(takings, self.rounding.value).min(takings);
        let bingo = self.bingo.value.of(takings, self.rounding.value).min(takings.minus(line));
        let rest = takings.minus(line).minus(bingo);
        let hundredths = 10_000 - self.line.value.hundredths() - self.bingo.value.hundredths();
        let house_part = Percent::from_hundredths(hundredths).expect("prizes are at most the takings");
        let house = house_part.of(takings, Rounding::Down { unit: Cents(1) }).min(rest);
        Division { takings, line, bingo, house, resto: rest.minus(house) }
    }
}

/// The takings of a game, divided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Division {
    /// What the sold cards brought.
    pub takings: Cents,
    /// The prize of the line.
    pub line: Cents,
    /// The prize of the bingo.
    pub bingo: Cents,
    /// What stays with the hall: expenses, taxes and its own part.
    pub house: Cents,
    /// What rounding left over.
    pub resto: Cents,
}
