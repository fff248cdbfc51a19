//! Why a request that was refused leaves a line all the same (reliability.md E 38, E 46).

/// What somebody tried that the law keeps apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RefusedWhy {
    /// To be the second of two, having been the first.
    SignsTwice,
    /// To judge or pay a card that the same person had sold (R30).
    OwnSale,
    /// An act on money, verdicts or the session outside the person's powers.
    BeyondPowers,
}
