//! The certificate of a matrix: what its cards are, counted, and how far that is from pure chance.
//!
//! First the counts, which suppose nothing and are for any list of cards ([`measure`], [`equal`], [`overlap`]); then
//! the exact laws of cards and strips that are all equally likely ([`law`]); then how far the ones are from the
//! others ([`trial`]). How the page looks is in [`crate::certificate_page`].

pub mod equal;
pub mod law;
pub mod measure;
pub mod overlap;
pub mod sheet;
pub mod trial;
