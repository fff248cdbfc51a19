//! The names of choices in messages.
//!
//! The name is how a value crosses the wire; programs compare values. The record has frozen names of its own in
//! `record/value.rs`, today the same words; these here may change with the version of the protocol (ADR 25). Nothing
//! else in the core uses serde.

use alloc::borrow::Cow;

use hall_cards::names;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use crate::board::Scene;
use crate::event::{
    CameraPost, DiligenciaKind, ExitKind, Extractor, Found, HoldKind, HowRead, Paragraph, Play, RejectReason,
    Sight, SignerRole, Sought, VerdictKind,
};
use crate::game::PrizeState;
use crate::machine::{BallReader, Fault, LinkLoss, Mode};
use crate::people::Role;
use crate::rules::SecondWord;
use crate::words::{BallSource, StandstillKind};

names! {
    CameraPost { Exit => "exit", Desk => "desk", Hall => "hall" }
    Sight { Sees => "sees", Lost => "lost", Black => "black", Frozen => "frozen", Covered => "covered" }
    BallSource { Machine => "machine", Read => "by_caller", Keyed => "by_hand", Seen => "seen", Paper => "transcription" }
    DiligenciaKind { Incidencia => "incidencia", Reclamacion => "reclamacion" }
    ExitKind { Misread => "misread", Repaired => "repaired", ByHand => "by_hand", Authority => "authority" }
    Extractor { Pneumatic => "pneumatic", Drum => "drum" }
    Fault {
        Jam => "jam", Multiple => "multiple", Returned => "returned", Blower => "blower", Sensor => "sensor",
        Power => "power",
    }
    Found { Unsold => "unsold", Sold => "sold" }
    HoldKind {
        Repeated => "repeated", OutOfRange => "out_of_range", ForeignSet => "foreign_set", NoRead => "no_read",
        Fault => "fault", DoorOpen => "door_open", LinkLost => "link_lost", Rebooted => "rebooted",
        FramesMissing => "frames_missing", CountDiffers => "count_differs", CallerDiffers => "caller_differs",
        Called => "called", KeyedDiffers => "keyed_differs", ReadersDiffer => "readers_differ",
        SecondSilent => "second_silent", SecondLost => "second_lost", LeftOut => "left_out",
        KeyedAgain => "keyed_again", ReadWrong => "read_wrong",
    }
    HowRead { Connected => "connected", ByCaller => "by_caller" }
    LinkLoss { HungUp => "hung_up", Silent => "silent", PortError => "port_error" }
    Mode { Stop => "stop", Run => "run", Hold => "hold", Load => "load", Fault => "fault" }
    SecondWord { SecondPerson => "second_person", Mesa => "jefe_de_mesa", Caller => "caller" }
    StandstillKind { Void => "void", Authority => "authority", Suspended => "suspended", Hold => "hold" }
    Paragraph { BeforeExtraction => "36.1", AfterExtraction => "36.2" }
    Play { Line => "line", Bingo => "bingo" }
    PrizeState { Due => "due", Paid => "paid", Withheld => "withheld", Unclaimed => "unclaimed" }
    BallReader { Machine => "machine", Second => "second" }
    RejectReason { Manipulated => "manipulated", Illegible => "illegible", NotOriginal => "not_original" }
    Role {
        JefeDeSala => "jefe_de_sala", JefeDeMesa => "jefe_de_mesa", Cajero => "cajero",
        VendedorLocutor => "vendedor_locutor", Auxiliar => "auxiliar", Admision => "admision",
        Inspector => "inspector",
    }
    SignerRole {
        JefeDeSala => "jefe_de_sala", JefeDeMesa => "jefe_de_mesa", Claimant => "claimant", Agent => "agent",
    }
    Scene {
        Closed => "closed", Idle => "idle", Sale => "sale", Totals => "totals", Draw => "draw", Check => "check",
        Question => "question", Winners => "winners", Hold => "hold", Suspended => "suspended", Void => "void",
        NotHeld => "not-held",
    }
    Sought {
        Card => "card", Game => "game", Ball => "ball", BallSet => "ball_set", Person => "person", Amount => "amount",
        Hour => "hour", Words => "words",
    }
    VerdictKind {
        Good => "good", UnknownSeries => "unknown_series", NoSuchCard => "no_such_card", Forged => "forged",
        NotSold => "not_sold", Returned => "returned", PlayClosed => "play_closed", Repeated => "repeated",
        Incomplete => "incomplete",
    }
}
