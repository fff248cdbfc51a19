//! Where the console is: which view stands on the screen, and what lies over it.

/// What may lie over a view: each is closed with `−`, and stops nothing beneath it but Intro.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Over {
    /// `/`: incidencias, a list of nine.
    Trouble,
    /// `/` 2: an alto by hand.
    RaiseHold,
    /// `/` 3: a ball read wrong, or announced wrong.
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
    /// F1: the keys.
    Keys,
    /// F3: order of exit and balls that remain.
    Order,
    /// F4: today's acta.
    Acta,
    /// F10: cables and network.
    Cables,
    /// F11: the last game.
    LastGame,
    /// The end of the session.
    CloseSession,
    /// The next sale, while prizes of the last game are still owed.
    OpenSale,
    /// The ball on the table is not the one the machine read.
    OtherBall,
}

impl Over {
    /// Returns whether it goes away by itself once the desk has granted what it asked for.
    pub const fn closes_when_granted(self) -> bool {
        match self {
            Over::Keys | Over::Order | Over::Acta | Over::Cables | Over::Trouble => false,
            Over::RaiseHold
            | Over::RectifyBall
            | Over::Suspend
            | Over::Withhold
            | Over::Diligencia
            | Over::RectifySale
            | Over::Material
            | Over::Void
            | Over::LastGame
            | Over::CloseSession
            | Over::OpenSale
            | Over::OtherBall => true,
        }
    }
}
