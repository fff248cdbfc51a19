//! Faults on order: of a ball, of the device, or of the line.

use std::str::FromStr;

use super::wire::LineFault;

/// A fault on order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultKind {
    /// The frame of the reading is said twice.
    Duplicate,
    /// It is said with a wrong sum, and right when it is repeated.
    BadSum,
    /// It is said with letters for digits and a right sum, and right when it is repeated.
    Letters,
    /// It is not said at first.
    Lost,
    /// It is never said.
    LostForEver,
    /// No acknowledgement is heard for 5 s.
    LostAck,
    /// The ball sticks at the gate until `clear`; it then falls back into the drum.
    Jam,
    /// Two balls are at the reader until `clear`; they then fall back into the drum.
    Multiple,
    /// The ball is read and falls back into the drum.
    Returned,
    /// The ball lies in the chute unseen until `clear`, through every load; the next ball comes out.
    Stuck,
    /// The ball cannot be read and goes to the rack.
    NoRead,
    /// The machine restarts before the ball is picked; the drum stays as it is.
    Reboot,
    /// The reader takes it for another ball, 16 for 61.
    Misread,
    /// The reader says the number of the ball before.
    RepeatAfterGone,
    /// The reader says 00.
    Ball00,
    /// The reader says 91.
    Ball91,
    /// The reader says 99.
    Ball99,
    /// The ball is one of another set.
    WrongSet,
    /// From then on the ball carries a tag that is in no table. Where no tags are read, nothing.
    UnknownTag,
    /// From then on the ball carries the tag of the one before. Where no tags are read, nothing.
    SameTag,
    /// The next ball that is another one upside down is read so, 6 for 9. A tag has no upside.
    UpsideDown,
    /// Nothing is said for 5 s.
    Silent,
    /// Heartbeats are not said for 5 s; all else is.
    NoBeat,
    /// The door is opened, and closed a second later.
    Door,
    /// The cable is pulled out and comes back under another name half a second later.
    Replug,
    /// A fault of the line, with the frame of the reading.
    Line(LineFault),
}

/// All faults, and their names in files and commands.
pub const KINDS: [(FaultKind, &str); 37] = [
    (FaultKind::Duplicate, "duplicate"),
    (FaultKind::BadSum, "badsum"),
    (FaultKind::Letters, "letters"),
    (FaultKind::Lost, "lost"),
    (FaultKind::LostForEver, "lost-for-ever"),
    (FaultKind::LostAck, "lostack"),
    (FaultKind::Jam, "jam"),
    (FaultKind::Multiple, "multiple"),
    (FaultKind::Returned, "returned"),
    (FaultKind::Stuck, "stuck"),
    (FaultKind::NoRead, "noread"),
    (FaultKind::Reboot, "reboot"),
    (FaultKind::Misread, "misread"),
    (FaultKind::RepeatAfterGone, "repeat-after-gone"),
    (FaultKind::Ball00, "ball00"),
    (FaultKind::Ball91, "ball91"),
    (FaultKind::Ball99, "ball99"),
    (FaultKind::WrongSet, "wrongset"),
    (FaultKind::UnknownTag, "unknown-tag"),
    (FaultKind::SameTag, "same-tag"),
    (FaultKind::UpsideDown, "upside-down"),
    (FaultKind::Silent, "silent"),
    (FaultKind::NoBeat, "nobeat"),
    (FaultKind::Door, "door"),
    (FaultKind::Replug, "replug"),
    (FaultKind::Line(LineFault::Delay), "delay"),
    (FaultKind::Line(LineFault::Swap), "swap"),
    (FaultKind::Line(LineFault::Split), "split"),
    (FaultKind::Line(LineFault::Merge), "merge"),
    (FaultKind::Line(LineFault::Flip), "flip"),
    (FaultKind::Line(LineFault::Cut), "cut"),
    (FaultKind::Line(LineFault::RunOn), "run-on"),
    (FaultKind::Line(LineFault::Garbage), "garbage"),
    (FaultKind::Line(LineFault::Noise), "noise"),
    (FaultKind::Line(LineFault::Nuls), "nuls"),
    (FaultKind::Line(LineFault::WrongBaud), "wrong-baud"),
    (FaultKind::Line(LineFault::Dead), "dead-line"),
];

impl FromStr for FaultKind {
    type Err = String;

    fn from_str(text: &str) -> Result<FaultKind, String> {
        KINDS.iter().find(|(_, name)| *name == text).map(|(kind, _)| *kind).ok_or_else(|| {
            let names: Vec<&str> = KINDS.iter().map(|(_, name)| *name).collect();
            format!("no conozco la avería «{text}»; las que hay: {}", names.join(", "))
        })
    }
}

/// A fault at the n-th ball picked since the start, from 1: `KIND@STEP`; or at the n-th ball of
/// a draw: `KIND@DRAW:STEP`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Planned {
    /// What goes wrong.
    pub kind: FaultKind,
    /// In which draw, from 1, if the balls of one are counted.
    pub draw: Option<u32>,
    /// With which ball.
    pub step: u32,
}

/// A fault that may come with any ball.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Chance {
    /// What goes wrong.
    pub kind: FaultKind,
    /// How likely it is with each ball, 0 to 1.
    pub chance: f64,
}

impl FromStr for Planned {
    type Err = String;

    fn from_str(text: &str) -> Result<Planned, String> {
        let (kind, place) = text
            .split_once('@')
            .ok_or("se escribe AVERÍA@BOLA o AVERÍA@EXTRACCIÓN:BOLA, p. ej. jam@12 o jam@4:12")?;
        let number = |word: &str| {
            let number = word.parse().ok().filter(|n| *n > 0);
            number.ok_or_else(|| format!("«{text}»: bola y extracción son números desde 1"))
        };
        let (draw, step) = match place.split_once(':') {
            Some((draw, step)) => (Some(number(draw)?), number(step)?),
            None => (None, number(place)?),
        };
        Ok(Planned { kind: kind.parse()?, draw, step })
    }
}
