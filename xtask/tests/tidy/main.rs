//! What the compiler cannot say about the house: who may use whom, what is named in one place
//! only, and that the pages tell of things that exist.
//!
//! Each rule is a function over data (a dependency graph, or files by name), with a test that
//! gives it the real workspace and one that gives it something bad. Comments are not code here:
//! whatever stands behind `//` is not looked at.

mod reading;
mod rules;

mod attempts;
mod canaries;
mod circles;
mod commands;
mod decisions;
mod dependencies;
mod names;
mod pages;
mod shape;
