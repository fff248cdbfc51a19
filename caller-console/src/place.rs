//! Where the console is: the place of the mesa by the board, and the overlays.

use hall_wire::board::{Claim, PrizeState, Scene, VerdictKind};

use crate::known::Known;

/// Overlays. `−` closes each; the view below goes on, but has no Intro.
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
    /// F8 at the caja and the sala, while the caller reads the balls: the same number, keyed by another.
    SecondWord,
    /// The next sale, while prizes of the last game are still owed.
    OpenSale,
    /// Inicio or Fin: a paper goes to a printer, or onto a USB stick.
    Paper,
    /// F5 on the actas: papers are signed.
    Sign,
    /// F5 where papers are signed: the user's own key.
    OwnKey,
    /// F1 and `+`: the user's own PIN.
    OwnPin,
    /// F8 on the actas: sessions are taken away.
    Export,
    /// F6 on the cables, and before a session or a sale opens: the sets of balls.
    Balls,
    /// F8 where a series is received: cards that another maker made are taken in.
    TakeIn,
}

/// Things to look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Look {
    /// F2: whatever is searched for.
    Search,
    /// F3: order of exit and balls that remain.
    Order,
    /// F4: today's acta.
    Acta,
    /// F8 in an ALTO, where cards are checked, and on the order of exit: what was filmed.
    Film,
    /// F10: cables and network.
    Cables,
    /// F5 on the order of exit, F8 on the cables: what the hall sees.
    Hall,
    /// F5 on the cables: the machine, for its technician.
    Machine,
    /// F7 on the cables: the hall's voice.
    Voice,
    /// `+` there: its prompts are recorded.
    Recorder,
    /// `+` where the sets of balls are listed: what a set has done.
    Study,
    /// `+` on the cables: the post's button or pedal.
    Pedal,
}

/// Forms for the turns a game can take.
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
    /// The draw without a picture of the ball exit.
    WithoutCamera,
    /// The numbers on paper, in a new epoch of the record.
    Numbering,
    /// `/` F5: the sheet of a game that was finished on paper.
    Transcription,
    /// After a restart: the last ball, by its number.
    LastBall,
    /// F11: the last game.
    LastGame,
    /// A value of the hall is changed.
    Rules,
    /// F7 on the regulation: the hall gives the text of article 36.
    Article36,
    /// The end of the session.
    CloseSession,
}

impl Over {
    /// Whether it closes by itself once its request is granted.
    pub const fn closes_when_granted(self) -> bool {
        match self {
            Over::Look(_) | Over::Trouble | Over::Paper | Over::Sign | Over::OwnKey => false,
            Over::Export | Over::Balls | Over::TakeIn | Over::SecondWord => false,
            Over::Turn(_) | Over::OtherBall | Over::OpenSale | Over::OwnPin => true,
        }
    }
}

/// The place of the mesa.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mesa {
    /// The plain run of a game.
    Run(Run),
    /// Outside it.
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
    /// Balls that the machine reads.
    Draw,
    /// Balls that the caller reads.
    Reading,
    /// A stop: cards are checked.
    Check,
    /// The question.
    Question,
    /// The game has ended: prizes.
    Payments,
}

/// The places outside the plain run of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Aside {
    /// A new epoch of the record: the numbers on paper.
    Numbering,
    /// No session: the opening check-list.
    Opening,
    /// The server's clock is in doubt, and what comes next needs it.
    Clock,
    /// Balls, by hand.
    ByHand,
    /// ALTO.
    Hold,
    /// Suspended.
    Suspended,
    /// Void: refunds.
    Voided,
}

/// The place of the mesa by the board.
pub fn mesa(known: &Known) -> Mesa {
    if known.board.clock_doubt.is_some() && waits_for_clock(known) {
        return Mesa::Aside(Aside::Clock);
    }
    match by_scene(known) {
        // Neither opens before the numbers are known.
        Mesa::Aside(Aside::Opening) | Mesa::Run(Run::OpenSale) if known.board.numbering_due.is_some() => {
            Mesa::Aside(Aside::Numbering)
        }
        place @ (Mesa::Aside(_) | Mesa::Run(_)) => place,
    }
}

fn by_scene(known: &Known) -> Mesa {
    match known.scene() {
        Scene::Closed => Mesa::Aside(Aside::Opening),
        Scene::Idle | Scene::NotHeld => Mesa::Run(Run::OpenSale),
        Scene::Sale => Mesa::Run(Run::Sale),
        Scene::Totals => Mesa::Run(Run::Totals),
        Scene::Draw if known.board.by_hand.is_some() => Mesa::Aside(Aside::ByHand),
        // A ball that two people looked at is out already, and only has to be announced.
        Scene::Draw if known.board.reading.is_some() && known.board.pending.is_empty() => {
            Mesa::Run(Run::Reading)
        }
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

/// Whether nothing may come next before the server's clock is sure. Cards that were sung are judged and prizes paid with any
/// clock, and so are the ways out of an ALTO.
fn waits_for_clock(known: &Known) -> bool {
    let public = known.public();
    match known.scene() {
        Scene::Closed | Scene::Idle | Scene::NotHeld | Scene::Totals | Scene::Question => true,
        Scene::Check => public.stop.as_ref().is_none_or(|stop| stop.claims.iter().all(is_settled)),
        Scene::Winners => !public.prizes.iter().any(|prize| prize.state == PrizeState::Due),
        Scene::Sale | Scene::Draw | Scene::Hold | Scene::Suspended | Scene::Void => false,
    }
}

/// A good card waits for the jefe de mesa.
fn is_settled(claim: &Claim) -> bool {
    claim.accepted.is_some() || claim.verdict != VerdictKind::Good
}

/// How long the mesa sees the last prize as paid before the next sale, in milliseconds.
const PAID_SHOWN_MS: i64 = 6_000;

fn just_paid(known: &Known) -> bool {
    let paid = known.board.last_paid_utc_ms;
    paid.is_some_and(|at| (0..PAID_SHOWN_MS).contains(&(known.now_utc_ms - at)))
}

/// Whether the user is one of the two who key the balls of a draw by hand, which they do at any desk (DECISIONS 22).
pub fn keys_by_hand(known: &Known) -> bool {
    let me = known.person();
    let by_hand = known.board.by_hand.as_ref().filter(|_| known.scene() == Scene::Draw);
    by_hand.is_some_and(|by_hand| me == Some(by_hand.caller) || me == Some(by_hand.second))
}
