//! Proofs: that a leaf is in a tree, and that a tree only added to an earlier one.
//!
//! They are made from whole subtrees, wherever these are kept, and checked with nothing but hashes
//! (RFC 6962, sections 2.1.1 and 2.1.2; the checks are those of RFC 9162, sections 2.1.3.2 and 2.1.4.2).

use crate::tree::{Frontier, Node, Place, empty, join};

/// More hashes are in no proof: a tree of 2^63 leaves has no longer path.
pub const HASHES_MAX: usize = 63;

/// Where whole subtrees are found. Only places within the tree's size are asked for.
pub trait Subtrees {
    /// What can go wrong on the way to them.
    type Error;

    /// The root of a whole subtree.
    ///
    /// # Errors
    /// When it cannot be read or made.
    fn subtree(&self, place: Place) -> Result<Node, Self::Error>;
}

/// The frontier of the tree of the first `size` leaves.
///
/// # Errors
/// When a subtree cannot be had.
pub fn frontier<T: Subtrees>(tree: &T, size: u64) -> Result<Frontier, T::Error> {
    let peaks: Result<Vec<_>, _> = Frontier::places(size).map(|place| tree.subtree(place)).collect();
    Ok(Frontier::of(size, peaks?).expect("one for each bit"))
}

/// The root of the leaves from `from` to before `to`, whose first stands where a subtree of that width begins.
fn root_of<T: Subtrees>(tree: &T, from: u64, to: u64) -> Result<Node, T::Error> {
    let width = to - from;
    if width == 0 {
        return Ok(empty());
    }
    if width.is_power_of_two() {
        let height = u8::try_from(width.trailing_zeros()).expect("below 64");
        return tree.subtree(Place { height, index: from >> height });
    }
    let middle = from + split(width);
    Ok(join(&root_of(tree, from, middle)?, &root_of(tree, middle, to)?))
}

/// The largest power of two below a width of at least two.
fn split(width: u64) -> u64 {
    1 << (width - 1).ilog2()
}

/// The proof that leaf `index` (from 0) is in the tree of `size` leaves: the hash beside it first, up to the root's child.
///
/// # Errors
/// When a subtree cannot be had.
///
/// # Panics
/// Where the tree has no such leaf.
pub fn inclusion<T: Subtrees>(tree: &T, index: u64, size: u64) -> Result<Vec<Node>, T::Error> {
    assert!(index < size, "leaf {index} is not in a tree of {size}");
    let (mut from, mut to) = (0, size);
    let mut down = Vec::new();
    while to - from > 1 {
        let middle = from + split(to - from);
        if index < middle {
            down.push(root_of(tree, middle, to)?);
            to = middle;
        } else {
            down.push(root_of(tree, from, middle)?);
            from = middle;
        }
    }
    down.reverse();
    Ok(down)
}

/// The proof that the tree of `size` leaves begins with the one of `old`; empty where they are the same or `old` is 0.
///
/// # Errors
/// When a subtree cannot be had.
///
/// # Panics
/// Where `old` is larger than `size`.
pub fn consistency<T: Subtrees>(tree: &T, old: u64, size: u64) -> Result<Vec<Node>, T::Error> {
    assert!(old <= size, "a tree of {size} does not go on from one of {old}");
    if old == 0 || old == size {
        return Ok(Vec::new());
    }
    let (mut from, mut to) = (0, size);
    let mut down = Vec::new();
    // Down to the subtree that ends where the old tree ends.
    while to != old {
        let middle = from + split(to - from);
        if old <= middle {
            down.push(root_of(tree, middle, to)?);
            to = middle;
        } else {
            down.push(root_of(tree, from, middle)?);
            from = middle;
        }
    }
    // Who checks knows the old root: it is left out where it is this subtree.
    if from > 0 {
        down.push(root_of(tree, from, to)?);
    }
    down.reverse();
    Ok(down)
}

/// Whether the proof shows that the leaf with this hash is the `index`-th (from 0) of the tree.
pub fn is_included(leaf: &Node, index: u64, size: u64, root: &Node, proof: &[Node]) -> bool {
    if index >= size {
        return false;
    }
    let (mut at, mut last) = (index, size - 1);
    let mut node = *leaf;
    for beside in proof {
        if last == 0 {
            return false;
        }
        if at & 1 == 1 || at == last {
            node = join(beside, &node);
            while at & 1 == 0 && at != 0 {
                (at, last) = (at >> 1, last >> 1);
            }
        } else {
            node = join(&node, beside);
        }
        (at, last) = (at >> 1, last >> 1);
    }
    last == 0 && node == *root
}

/// Whether the proof shows that the tree with root `new` begins with the one with root `old`.
pub fn is_consistent(old: (u64, &Node), new: (u64, &Node), proof: &[Node]) -> bool {
    let ((old_size, old_root), (new_size, new_root)) = (old, new);
    if old_size > new_size {
        return false;
    }
    if old_size == new_size {
        return proof.is_empty() && old_root == new_root;
    }
    if old_size == 0 {
        return proof.is_empty() && *old_root == empty();
    }
    // A power of two is a subtree of the new tree: its root is the proof's first hash, left out.
    let (first, rest) = if old_size.is_power_of_two() {
        (old_root, proof)
    } else {
        let Some((first, rest)) = proof.split_first() else { return false };
        (first, rest)
    };
    let (mut at, mut last) = (old_size - 1, new_size - 1);
    while at & 1 == 1 {
        (at, last) = (at >> 1, last >> 1);
    }
    let (mut made_old, mut made_new) = (*first, *first);
    for beside in rest {
        if last == 0 {
            return false;
        }
        if at & 1 == 1 || at == last {
            made_old = join(beside, &made_old);
            made_new = join(beside, &made_new);
            while at & 1 == 0 && at != 0 {
                (at, last) = (at >> 1, last >> 1);
            }
        } else {
            made_new = join(&made_new, beside);
        }
        (at, last) = (at >> 1, last >> 1);
    }
    last == 0 && made_old == *old_root && made_new == *new_root
}
