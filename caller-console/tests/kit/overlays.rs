//! What may lie over a view.

use caller_console::place::{Look, Over, Turn};

/// Every overlay.
pub const OVERLAYS: [Over; 32] = [
    Over::Look(Look::Search),
    Over::Look(Look::Order),
    Over::Look(Look::Acta),
    Over::Look(Look::Film),
    Over::Look(Look::Cables),
    Over::Look(Look::Hall),
    Over::Look(Look::Machine),
    Over::Look(Look::Study),
    Over::Look(Look::Recorder),
    Over::Trouble,
    Over::Turn(Turn::RaiseHold),
    Over::Turn(Turn::RectifyBall),
    Over::Turn(Turn::Suspend),
    Over::Turn(Turn::Withhold),
    Over::Turn(Turn::Diligencia),
    Over::Turn(Turn::RectifySale),
    Over::Turn(Turn::Material),
    Over::Turn(Turn::Void),
    Over::Turn(Turn::WithoutCamera),
    Over::Turn(Turn::Numbering),
    Over::Turn(Turn::LastGame),
    Over::Turn(Turn::CloseSession),
    Over::OtherBall,
    Over::SecondWord,
    Over::OpenSale,
    Over::Paper,
    Over::Sign,
    Over::OwnKey,
    Over::OwnPin,
    Over::Export,
    Over::Balls,
    Over::TakeIn,
];
