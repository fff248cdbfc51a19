//! Where the console is: what stands on the screen, as the board has it, and what lies over it.

use hall_wire::board::{PrizeState, Scene};

use crate::known::Known;

/// What may lie over a view: each is closed with `−`, and stops nothing beneath it but Intro.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Over {
    /// Something to look at.
    Look(Look),
    /// `/`: incidencias, a list of nine.
    Trouble,
    /// A form of the turns a game can take.
    Turn(Turn),
    /// `/` 1 and `−`: the ball on the table is not the one the machine read.
    OtherBall,
    /// The next sale, while prizes of the last game are still owed.
    OpenSale,
    /// Inicio or Fin: a paper goes to a printer, or onto a USB stick.
    Paper,
    /// F6 on the cables, and before a session or a sale opens: the sets of balls.
    Balls,
}

/// Things to look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Look {
    /// F1: the keys.
    Keys,
    /// F2: a card.
    Card,
    /// F3: order of exit and balls that remain.
    Order,
    /// F4: today's acta.
    Acta,
    /// F10: cables and network.
    Cables,
    /// F5 on the cables: the machine, for its technician.
    Machine,
    /// `+` where the sets of balls are listed: what a set has done.
    Study,
}

/// Forms that ask the desk for a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Turn {
    /// `/` 2: an alto by hand.
    RaiseHold,
    /// `/` 3: a ball announced wrong.
    RectifyBall,
    /// `/` 4: the provisional suspension, or article 36.
    Suspend,
    /// `/` 5: a prize withheld, or released.
    Withhold,
    /// `/` 6: a diligencia or a claim of a player.
    Diligencia,
    /// `/` 7: the count of sold cards put right.
    RectifySale,
    /// `/` 8: authority, ball set, substitution.
    Material,
    /// `/` 9: void.
    Void,
    /// F11: the last game.
    LastGame,
    /// The end of the session.
    CloseSession,
}

impl Over {
    /// Everything that may lie over a view.
    pub const ALL: [Over; 22] = [
        Over::Look(Look::Keys),
        Over::Look(Look::Card),
        Over::Look(Look::Order),
        Over::Look(Look::Acta),
        Over::Look(Look::Cables),
        Over::Look(Look::Machine),
        Over::Look(Look::Study),
        Over::Trouble,
        Over::Turn(Turn::RaiseHold),
        Over::Turn(Turn::RectifyBall),
        Over::Turn(Turn::Suspend),
        Over::Turn(Turn::Withhold),
        Over::Turn(Turn::Diligencia),
        Over::Turn(Turn::RectifySale),
        Over::Turn(Turn::Material),
        Over::Turn(Turn::Void),
        Over::Turn(Turn::LastGame),
        Over::Turn(Turn::CloseSession),
        Over::OtherBall,
        Over::OpenSale,
        Over::Paper,
        Over::Balls,
    ];

    /// Returns whether it goes away by itself once the desk has granted what it asked for.
    pub const fn closes_when_granted(self) -> bool {
        match self {
            Over::Look(_) | Over::Trouble | Over::Paper | Over::Balls => false,
            Over::Turn(_) | Over::OtherBall | Over::OpenSale => true,
        }
    }
}

/// The place of the mesa, as the board has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mesa {
    /// The plain run of a game.
    Run(Run),
    /// A turn that it took.
    Aside(Aside),
}

/// The plain run of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Run {
    /// A session, and no game: the next sale.
    OpenSale,
    /// Cards are on sale.
    Sale,
    /// Totals and prizes.
    Totals,
    /// Balls.
    Draw,
    /// A stop: cards are checked.
    Check,
    /// The question.
    Question,
    /// The game has ended: prizes.
    Payments,
}

/// Where a session stands that is not in the plain run of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Aside {
    /// No session: the opening check-list.
    Opening,
    /// Balls, by hand.
    ByHand,
    /// ALTO.
    Hold,
    /// Suspended.
    Suspended,
    /// Void: refunds.
    Voided,
}

/// Returns the place of the mesa.
pub fn mesa(known: &Known) -> Mesa {
    match known.scene() {
        Scene::Closed => Mesa::Aside(Aside::Opening),
        Scene::Idle | Scene::NotHeld => Mesa::Run(Run::OpenSale),
        Scene::Sale => Mesa::Run(Run::Sale),
        Scene::Totals => Mesa::Run(Run::Totals),
        Scene::Draw if known.board.by_hand.is_some() => Mesa::Aside(Aside::ByHand),
        Scene::Draw => Mesa::Run(Run::Draw),
        Scene::Check => Mesa::Run(Run::Check),
        Scene::Question => Mesa::Run(Run::Question),
        Scene::Winners
            if known.public().prizes.iter().any(|prize| prize.state == PrizeState::Due)
                || just_paid(known) =>
        {
            Mesa::Run(Run::Payments)
        }
        Scene::Winners => Mesa::Run(Run::OpenSale),
        Scene::Hold => Mesa::Aside(Aside::Hold),
        Scene::Suspended => Mesa::Aside(Aside::Suspended),
        Scene::Void => Mesa::Aside(Aside::Voided),
    }
}

/// How long the mesa sees the last prize as paid before the next sale takes its place, in milliseconds.
const PAID_SHOWN_MS: i64 = 6_000;

/// Returns whether the last prize was paid a moment ago.
fn just_paid(known: &Known) -> bool {
    let paid = known.board.last_paid_utc_ms;
    paid.is_some_and(|at| (0..PAID_SHOWN_MS).contains(&(known.now_utc_ms - at)))
}

/// Returns whether who sits here is one of the two who key the balls of a draw by hand: they key
/// them wherever they sit (DECISIONS 22).
pub fn keys_by_hand(known: &Known) -> bool {
    let me = known.me.as_ref().map(|me| me.person);
    let by_hand = known.board.by_hand.as_ref().filter(|_| known.scene() == Scene::Draw);
    by_hand.is_some_and(|by_hand| me == Some(by_hand.caller) || me == Some(by_hand.second))
}
