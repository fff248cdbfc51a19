//! What the inspection looks for in the record.

/// What a search was understood as. What was typed is nowhere: it may name a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sought {
    /// A card: its number, its code or some of its numbers.
    Card,
    /// Games, by number or day.
    Game,
    /// A ball.
    Ball,
    /// A set of balls.
    BallSet,
    /// Somebody of the staff.
    Person,
    /// An amount of money.
    Amount,
    /// What happened in a minute.
    Hour,
    /// Words of diligencias and notes.
    Words,
}
