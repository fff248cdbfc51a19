//! The hashes of the tree, and its right edge.

use sha2::{Digest, Sha256};

/// A node of the tree: SHA-256.
pub type Node = [u8; 32];

/// The hash of a leaf: of 0x00 and its bytes (RFC 6962, section 2.1).
pub fn leaf(bytes: &[u8]) -> Node {
    Sha256::new().chain_update([0]).chain_update(bytes).finalize().into()
}

/// The hash of two subtrees: of 0x01 and both.
pub fn join(left: &Node, right: &Node) -> Node {
    Sha256::new().chain_update([1]).chain_update(left).chain_update(right).finalize().into()
}

/// The root of the tree without leaves: the hash of nothing.
pub fn empty() -> Node {
    Sha256::digest([]).into()
}

/// A whole subtree of 2^`height` leaves, the `index`-th of its height from the left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// 0 for a leaf; at most 63.
    pub height: u8,
    /// From 0.
    pub index: u64,
}

impl Place {
    /// The number of the leaf after its last.
    pub fn end(self) -> u64 {
        (self.index + 1) << self.height
    }
}

/// The right edge of a tree: of the largest whole subtrees that make it up, the roots. At most one for each bit of the size,
/// so that a tree of any size goes on from two kilobytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frontier {
    size: u64,
    /// The largest, and leftmost, first: one for each bit of `size`.
    peaks: Vec<Node>,
}

impl Default for Frontier {
    fn default() -> Frontier {
        Frontier::EMPTY
    }
}

impl Frontier {
    /// Of the tree without leaves.
    pub const EMPTY: Frontier = Frontier { size: 0, peaks: Vec::new() };

    /// Of a tree with so many leaves and these whole subtrees, the largest first. None if there are more or fewer than bits
    /// in the size.
    pub fn of(size: u64, peaks: Vec<Node>) -> Option<Frontier> {
        (peaks.len() == size.count_ones() as usize).then_some(Frontier { size, peaks })
    }

    /// Where the subtrees of [`Frontier::peaks`] stand in a tree of this size.
    pub fn places(size: u64) -> impl Iterator<Item = Place> {
        (0..64u8).rev().filter(move |height| size >> height & 1 == 1).map(move |height| Place {
            height,
            // Those left of it are larger: all bits above.
            index: (size >> height) - 1,
        })
    }

    /// The number of leaves.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The roots of its whole subtrees, the largest first.
    pub fn peaks(&self) -> &[Node] {
        &self.peaks
    }

    /// Adds a leaf, given by its hash. `whole` hears of each subtree that it completes, the leaf itself first.
    pub fn push(&mut self, leaf: Node, mut whole: impl FnMut(Place, &Node)) {
        let mut node = leaf;
        let mut place = Place { height: 0, index: self.size };
        whole(place, &node);
        while place.index & 1 == 1 {
            let left = self.peaks.pop().expect("a right child has a left one");
            node = join(&left, &node);
            place = Place { height: place.height + 1, index: place.index >> 1 };
            whole(place, &node);
        }
        self.peaks.push(node);
        self.size += 1;
    }

    /// The root.
    pub fn root(&self) -> Node {
        let mut peaks = self.peaks.iter().rev();
        let Some(last) = peaks.next() else { return empty() };
        peaks.fold(*last, |right, left| join(left, &right))
    }
}
