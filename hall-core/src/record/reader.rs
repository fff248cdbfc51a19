//! Version 1 of the events about the second reader. Frozen, as `v1` is, of which it is a further room.

use super::room::room;
use crate::event::ReaderEvent;

room! { ReaderEvent in Reader:
    Candidate => "ball_candidate" {
        game: "game", ball: "ball", boot: "boot", seq: "frame", confidence: "confidence"
    }
    Identified => "second_reader_identified" { boot: "boot" }
    LinkLost => "second_reader_lost" { why: "why" }
    Saw => "second_reader_saw" { boot: "boot", seq: "frame", what: "what" }
}
