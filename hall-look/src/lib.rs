//! How Bombo looks.
