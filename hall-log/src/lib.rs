//! What makes the record something that nobody has to trust: a tree over its lines, signed now and then, and watched by others.
//!
//! [`tree`] has the hashes and [`Frontier`], which is all that must be kept to know the root after each new line. [`proof`]
//! shows that a line is in a tree, and that a tree only added to an earlier one (RFC 6962, RFC 9162). A [`Checkpoint`] is
//! a size and a root in a [`SignedNote`] (C2SP signed-note, tlog-checkpoint). A [`Cosigner`] is a witness: it knows the last checkpoint
//! that it saw of each log, signs with a time of its own what only adds to that (C2SP tlog-cosignature), and refuses what does not.
//! [`exchange`] is what the two say to each other (C2SP tlog-witness), and [`LineProof`] one line's proof as a file (C2SP tlog-proof).
//!
//! Nothing here knows what a line says. A line's leaf is `hall_core::record::Line::bytes`.

pub mod checkpoint;
pub mod cosigner;
pub mod exchange;
pub mod key;
pub mod line_proof;
pub mod note;
pub mod proof;
pub mod tree;

pub use checkpoint::Checkpoint;
pub use cosigner::Cosigner;
pub use key::{PublicKey, SecretKey};
pub use line_proof::LineProof;
pub use note::SignedNote;
pub use tree::{Frontier, Node};
