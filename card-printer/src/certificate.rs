//! The certificate of a matrix: counts over its cards, and how far they are from chance.
//!
//! The counts hold for any list of cards ([`measure`], [`equal`], [`overlap`]); the exact laws for uniformly drawn
//! cards and strips are in [`law`], the tests of the former against the latter in [`trial`].
//! [`crate::certificate_page`] lays the page out.

pub mod equal;
pub mod law;
pub mod measure;
pub mod overlap;
pub mod sheet;
pub mod trial;
