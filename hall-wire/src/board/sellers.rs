//! What sellers were given and gave back, and what parts of the takings the prizes are.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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
    /// Returns the cards the seller has: sold, once the sale is closed.
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
