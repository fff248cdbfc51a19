//! The people of the hall, by number. Names and PINs never come into the record.

use core::fmt;

/// A person on the hall's staff, or an inspector; a number given once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PersonId(pub u32);

impl fmt::Display for PersonId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "p{}", self.0)
    }
}

/// The roles of article 24 of the Reglamento, and the inspector.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Directs the hall; represents the titular (24.6). Group b.
    JefeDeSala,
    /// Answers for balls and cards, judges, writes the acta (24.5). Group b.
    JefeDeMesa,
    /// Keeps cards and money, pays prizes (24.4-5). Groups a and b.
    Cajero,
    /// Sells, and calls the balls (24.4). Group a.
    VendedorLocutor,
    /// Collects used cards (24.3). Group a.
    Auxiliar,
    /// Identity at the door (24.2). Group a.
    Admision,
    /// An agent of the authority: sees all, changes nothing (37.5).
    Inspector,
}

impl Role {
    /// Groups a and b of article 26.2.b: within each, people stand in for one another.
    const GROUPS: [&[Role]; 2] = [
        &[Role::Admision, Role::Auxiliar, Role::VendedorLocutor, Role::Cajero],
        &[Role::JefeDeSala, Role::JefeDeMesa, Role::Cajero],
    ];

    /// Whether a person with this role may take that post for a time (26.2.b).
    pub fn may_stand_in_for(self, post: Role) -> bool {
        Role::GROUPS.iter().any(|group| group.contains(&self) && group.contains(&post))
    }
}

/// Who did something, as the record names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Actor {
    /// A person who had logged in.
    Person(PersonId),
    /// The ball machine and its line.
    Machine,
    /// The server itself: a start, a duty done, a panel's acknowledgement.
    System,
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Actor::Person(person) => write!(f, "{person}"),
            Actor::Machine => f.write_str("maquina"),
            Actor::System => f.write_str("sistema"),
        }
    }
}

impl Actor {
    /// The actor written as [`Actor`]'s `Display` does, and in no other spelling.
    pub fn parse(text: &str) -> Option<Actor> {
        match text {
            "maquina" => Some(Actor::Machine),
            "sistema" => Some(Actor::System),
            _ => {
                let digits = text.strip_prefix('p')?;
                if digits.starts_with('0') || !digits.bytes().all(|b| b.is_ascii_digit()) {
                    return None;
                }
                Some(Actor::Person(PersonId(digits.parse().ok()?)))
            }
        }
    }
}

/// A value kept outside the record: the record holds its number and a salted hash
/// (DECISIONS 2), so that it can be deleted by law without breaking the chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sealed {
    /// The row in table `sealed`; below 2^53.
    pub id: u64,
    /// SHA-256 over 32 bytes of salt and then the value.
    pub hash: [u8; 32],
}
