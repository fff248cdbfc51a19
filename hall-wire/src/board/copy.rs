//! What can be wrong with another copy of the record, by name (ADR 25).

use std::borrow::Cow;

use hall_core::names;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// Why nothing is written to a copy of the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CopyTrouble {
    /// Its folder is not there: the disk or stick is not connected.
    Missing,
    /// Its folder is on the hall's own disk.
    SameDisk,
    /// It is another hall's.
    OtherHall,
    /// It goes farther than the record: the record has lost lines.
    Ahead,
    /// It has another line than the record at the same place.
    Rewritten,
    /// Its disk is full.
    Full,
    /// Its disk fails, or may not be written.
    Failing,
}

names! {
    CopyTrouble {
        Missing => "missing", SameDisk => "same_disk", OtherHall => "other_hall", Ahead => "ahead",
        Rewritten => "rewritten", Full => "full", Failing => "failing",
    }
}
