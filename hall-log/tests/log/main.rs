//! The log against the vectors of others, and against the definitions written out.

mod notes;
mod proofs;
mod witness;
