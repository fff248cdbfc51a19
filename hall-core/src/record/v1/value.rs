//! How the values inside events are written, version 1. Frozen like the events.
//!
//! Numbers, balls and cents are whole numbers. A card's face is a text of digits, because it
//! is above 2^53 and many programs that read JSON would round it. Hashes and bytes are
//! lower-case hexadecimal. A choice without data is a word; one of a list in which some
//! choices carry data is an object, whose field "is" has the word and comes first.

use alloc::string::String;
use alloc::vec::Vec;

use super::super::read::{BodyReader, Wrong};
use super::super::write::Writer;
use crate::ball::Ball;
use crate::card::CardId;
use crate::event::{
    ClaimNo, CountNo, DiligenciaKind, Evidence, Extractor, ForeignBall, Found, GameNo, HoldExit, HoldNo,
    HoldWhy, Inspection, Mixed, OpeningCheck, Ordinal, PaperAnswer, PaperLine, Paragraph, Play, PrintingNo,
    PrintingStop, PrizeNo, PrizeShare, RejectReason, Segment, SessionNo, SetAside, StopCause, StopNo,
    Verdict,
};
use crate::machine::{BootId, Fault, LinkLoss, Mode, SetId, Stored};
use crate::matrix::{MatrixKind, MatrixNo, MatrixOptions};
use crate::money::{Cents, Percent, Rounding};
use crate::people::{PersonId, Role, Sealed};
use crate::rules::{
    Announcing, Basis, CallerError, Destination, Division, EvidencePolicy, Rules, Sourced, SplitUnit,
};
use crate::series::{CardNo, CardRef, SeriesId};
use crate::time::{Date, HourOfDay, LocalTime};

/// What has one way of being written.
pub(in crate::record) trait Value: Sized {
    /// Writes it.
    fn put(&self, w: &mut Writer);

    /// Reads it.
    fn take(r: &mut BodyReader<'_>) -> Result<Self, Wrong>;
}

// ---- numbers and texts ----------------------------------------------------------------------

macro_rules! number {
    ($($type:ty)*) => {$(
        impl Value for $type {
            fn put(&self, w: &mut Writer) {
                w.bare(self);
            }

            fn take(r: &mut BodyReader<'_>) -> Result<Self, Wrong> {
                <$type>::try_from(r.number()?).map_err(|_| r.wrong("the number is too large"))
            }
        }
    )*};
}

number! { u8 u32 u64 }

/// A number in a type of its own.
macro_rules! numbered {
    ($($type:ident)*) => {$(
        impl Value for $type {
            fn put(&self, w: &mut Writer) {
                w.bare(self.0);
            }

            fn take(r: &mut BodyReader<'_>) -> Result<Self, Wrong> {
                Value::take(r).map($type)
            }
        }
    )*};
}

numbered! { CountNo PrintingNo GameNo SessionNo StopNo ClaimNo HoldNo PrizeNo Ordinal PersonId CardNo Cents }

/// A type that not every value of the one below it belongs to.
macro_rules! checked {
    ($($type:ident: $problem:literal, |$it:ident, $w:ident| $put:expr, |$r:ident| $take:expr;)*) => {$(
        impl Value for $type {
            fn put(&self, $w: &mut Writer) {
                let $it = self;
                $put;
            }

            fn take($r: &mut BodyReader<'_>) -> Result<Self, Wrong> {
                let value: Option<$type> = $take;
                value.ok_or_else(|| $r.wrong($problem))
            }
        }
    )*};
}

checked! {
    Ball: "no such ball", |it, w| w.bare(it.number()), |r| Ball::new(u8::take(r)?);
    MatrixNo: "no such matrix", |it, w| w.bare(it.get()), |r| MatrixNo::new(u32::take(r)?);
    Percent: "more than 100 %", |it, w| w.bare(it.hundredths()), |r| Percent::from_hundredths(u32::take(r)?);
    CardId: "no such card", |it, w| w.plain(it.rank()), |r| rank(r.plain()?).and_then(CardId::new);
    SeriesId: "a series is as A17", |it, w| w.plain(it), |r| SeriesId::parse(r.plain()?);
    SetId: "a set is one to eight of A-Z and 0-9", |it, w| w.plain(it), |r| SetId::parse(r.plain()?);
    BootId: "a power-up is eight digits 0-9 and A-F", |it, w| w.plain(it), |r| boot(r.plain()?);
    Date: "a date is as 2026-11-21", |it, w| w.plain(it), |r| Date::parse(r.plain()?);
    HourOfDay: "an hour is as 03:00", |it, w| w.plain(it), |r| HourOfDay::parse(r.plain()?);
    Role: "no such role", |it, w| w.plain(it.name()), |r| Role::from_name(r.plain()?);
}

/// Returns the number written without sign or leading zeros.
fn rank(digits: &str) -> Option<u64> {
    let good = digits.bytes().all(|b| b.is_ascii_digit()) && (digits == "0" || !digits.starts_with('0'));
    if good { digits.parse().ok() } else { None }
}

fn boot(digits: &str) -> Option<BootId> {
    let good = |b: u8| b.is_ascii_digit() || (b'A'..=b'F').contains(&b);
    if digits.len() == 8 && digits.bytes().all(good) {
        u32::from_str_radix(digits, 16).ok().map(BootId)
    } else {
        None
    }
}

impl Value for bool {
    fn put(&self, w: &mut Writer) {
        w.bare(self);
    }

    fn take(r: &mut BodyReader<'_>) -> Result<Self, Wrong> {
        r.boolean()
    }
}

impl Value for String {
    fn put(&self, w: &mut Writer) {
        w.text(self);
    }

    fn take(r: &mut BodyReader<'_>) -> Result<Self, Wrong> {
        r.text()
    }
}

impl Value for [u8; 32] {
    fn put(&self, w: &mut Writer) {
        w.hex(self);
    }

    fn take(r: &mut BodyReader<'_>) -> Result<Self, Wrong> {
        <[u8; 32]>::try_from(r.hex()?).map_err(|_| r.wrong("64 hexadecimal digits expected"))
    }
}

/// Bytes are text too; a list of small numbers does not occur.
impl Value for Vec<u8> {
    fn put(&self, w: &mut Writer) {
        w.hex(self);
    }

    fn take(r: &mut BodyReader<'_>) -> Result<Self, Wrong> {
        r.hex()
    }
}

impl<T: Value> Value for Option<T> {
    fn put(&self, w: &mut Writer) {
        match self {
            Some(value) => value.put(w),
            None => w.bare("null"),
        }
    }

    fn take(r: &mut BodyReader<'_>) -> Result<Self, Wrong> {
        if r.null() { Ok(None) } else { T::take(r).map(Some) }
    }
}

macro_rules! lists {
    ($($type:ident)*) => {$(
        impl Value for Vec<$type> {
            fn put(&self, w: &mut Writer) {
                w.open('[');
                for item in self {
                    w.next();
                    item.put(w);
                }
                w.close(']');
            }

            fn take(r: &mut BodyReader<'_>) -> Result<Self, Wrong> {
                r.list(Value::take)
            }
        }
    )*};
}

lists! { Role Segment Evidence Ball PrizeShare Cents PaperLine ForeignBall u32 }

// ---- words ----------------------------------------------------------------------------------

macro_rules! words {
    ($($type:ident { $($variant:ident => $word:literal),* })*) => {$(
        impl Value for $type {
            fn put(&self, w: &mut Writer) {
                w.plain(match self { $($type::$variant => $word),* });
            }

            fn take(r: &mut BodyReader<'_>) -> Result<Self, Wrong> {
                match r.plain()? {
                    $($word => Ok($type::$variant),)*
                    other => Err(r.wrong(alloc::format!("no such choice: {other:.40}"))),
                }
            }
        }
    )*};
}

words! {
    Play { Line => "line", Bingo => "bingo" }
    Extractor { Pneumatic => "pneumatic", Drum => "drum" }
    SetAside { NotDrawing => "not_drawing" }
    StopCause { Called => "called", Claim => "claim", Restart => "restart" }
    Found { Unsold => "unsold", Sold => "sold" }
    DiligenciaKind { Incidencia => "incidencia", Reclamacion => "reclamacion" }
    RejectReason { Manipulated => "manipulated", Illegible => "illegible", NotOriginal => "not_original" }
    LinkLoss { HungUp => "hung_up", Silent => "silent", PortError => "port_error" }
    Mode { Stop => "stop", Run => "run", Hold => "hold", Load => "load", Fault => "fault" }
    Fault {
        Jam => "jam", Multiple => "multiple", Returned => "returned", Blower => "blower",
        Sensor => "sensor", Power => "power"
    }
    Destination { House => "house", Carried => "carried" }
    Announcing { Key => "key", Typed => "typed" }
    EvidencePolicy { Caller => "caller", SecondReader => "second_reader" }
    CallerError { Annul => "annul", Correct => "correct" }
    SplitUnit { Card => "card" }
    MatrixKind { Single => "single", Strip => "strip" }
    Paragraph { BeforeExtraction => "36.1", AfterExtraction => "36.2" }
}

// ---- objects --------------------------------------------------------------------------------

macro_rules! objects {
    ($($type:ident { $($field:ident: $name:literal),* })*) => {$(
        impl Value for $type {
            fn put(&self, w: &mut Writer) {
                let $type { $($field),* } = self;
                w.open('{');
                $(w.name($name); $field.put(w);)*
                w.close('}');
            }

            fn take(r: &mut BodyReader<'_>) -> Result<Self, Wrong> {
                r.open("{")?;
                let value = $type { $($field: r.field($name, Value::take)?),* };
                r.close()?;
                Ok(value)
            }
        }
    )*};
}

objects! {
    MatrixOptions { kind: "kind", clean: "clean" }
    Mixed { words: "words", seed: "seed" }
    LocalTime { date: "date", hour: "hour" }
    Sealed { id: "id", hash: "sha256" }
    Segment { series: "series", first: "first", last: "last" }
    CardRef { series: "series", number: "number" }
    PrizeShare { prize: "prize", claim: "claim", card: "card", amount: "amount_cents" }
    OpeningCheck {
        balls_counted: "balls_counted", set: "set", reserve_set: "reserve_set",
        seals_whole: "seals_whole", installations_work: "installations_work",
        public_witness: "public_witness"
    }
    Division {
        takings: "takings_cents", line: "line_cents", bingo: "bingo_cents",
        house: "house_cents", resto: "resto_cents"
    }
    Inspection { seals: "seals", seals_whole: "seals_whole", passed: "passed", note: "note" }
    ForeignBall { set: "set", number: "number" }
}

/// Rules as they are in the hall's founding and the opening of a session. What version 1 had no field for
/// follows from the others.
macro_rules! rules {
    ($put:ident, $take:ident { $($field:ident: $name:literal),* } $(with { $($later:ident: $then:expr),* })?) => {
        pub(in crate::record) fn $put(rules: &Rules, w: &mut Writer) {
            w.open('{');
            $(w.name($name); rules.$field.put(w);)*
            w.close('}');
        }

        pub(in crate::record) fn $take(r: &mut BodyReader<'_>) -> Result<Rules, Wrong> {
            r.open("{")?;
            $(let $field = r.field($name, Value::take)?;)*
            $($(let $later = $then;)*)?
            let rules = rules_of!($($field)* $($($later)*)?);
            r.close()?;
            Ok(rules)
        }
    };
}

macro_rules! rules_of {
    ($($field:ident)*) => { Rules { $($field),* } };
}

rules! { put_rules_v1, take_rules_v1 {
    id: "id", title: "title", line: "line_pct_hundredths", bingo: "bingo_pct_hundredths",
    face_values: "face_values_cents", series_size: "series_size", rounding: "rounding",
    resto_to: "resto_to", unsung_line_to: "unsung_line_to",
    unsung_bingo_to: "unsung_bingo_to", question_min_secs: "question_min_secs",
    ball_set_max_games: "ball_set_max_games",
    pre_extraction_wait_min: "pre_extraction_wait_min", caller_error: "caller_error",
    split_unit: "split_unit", announcing: "announcing"
} with { ball_set_warning_games: warning_of(&ball_set_max_games), evidence: CALLER } }

/// Before version 2 the caller's word was what every hall asked for.
const CALLER: Sourced<EvidencePolicy> = Sourced { value: EvidencePolicy::Caller, basis: Basis::Hall };

fn warning_of(max_games: &Sourced<u32>) -> Sourced<u32> {
    Sourced { value: Rules::warning_before(max_games.value), basis: Basis::Hall }
}

rules! { put_rules_v2, take_rules_v2 {
    id: "id", title: "title", line: "line_pct_hundredths", bingo: "bingo_pct_hundredths",
    face_values: "face_values_cents", series_size: "series_size", rounding: "rounding",
    resto_to: "resto_to", unsung_line_to: "unsung_line_to",
    unsung_bingo_to: "unsung_bingo_to", question_min_secs: "question_min_secs",
    ball_set_max_games: "ball_set_max_games", ball_set_warning_games: "ball_set_warning_games",
    pre_extraction_wait_min: "pre_extraction_wait_min", caller_error: "caller_error",
    split_unit: "split_unit", announcing: "announcing", evidence: "evidence"
} }

/// Version 1; version 2 names its own.
impl Value for Rules {
    fn put(&self, w: &mut Writer) {
        put_rules_v1(self, w);
    }

    fn take(r: &mut BodyReader<'_>) -> Result<Self, Wrong> {
        take_rules_v1(r)
    }
}

/// The value, then "basis", then "article" if the basis is the law.
impl<T: Value> Value for Sourced<T> {
    fn put(&self, w: &mut Writer) {
        w.open('{');
        w.name("value");
        self.value.put(w);
        w.name("basis");
        match &self.basis {
            Basis::Law(article) => {
                w.plain("law");
                w.name("article");
                w.text(article);
            }
            Basis::Hall => w.plain("hall"),
            Basis::Unknown => w.plain("unknown"),
        }
        w.close('}');
    }

    fn take(r: &mut BodyReader<'_>) -> Result<Self, Wrong> {
        r.open("{")?;
        let value = r.field("value", T::take)?;
        let basis = match r.field("basis", |r| r.plain())? {
            "law" => Basis::Law(r.field("article", String::take)?),
            "hall" => Basis::Hall,
            "unknown" => Basis::Unknown,
            other => return Err(r.wrong(alloc::format!("no such basis: {other:.40}"))),
        };
        r.close()?;
        Ok(Sourced { value, basis })
    }
}

// ---- choices with data ----------------------------------------------------------------------

macro_rules! choices {
    ($($type:ident {
        $($variant:ident => $word:literal
            $(($it:ident: $only:literal))? $({ $($field:ident: $name:literal),* })?),*
    })*) => {$(
        impl Value for $type {
            fn put(&self, w: &mut Writer) {
                w.open('{');
                w.name("is");
                match self {
                    $($type::$variant $(($it))? $({ $($field),* })? => {
                        w.plain($word);
                        $(w.name($only); $it.put(w);)?
                        $($(w.name($name); $field.put(w);)*)?
                    })*
                }
                w.close('}');
            }

            fn take(r: &mut BodyReader<'_>) -> Result<Self, Wrong> {
                r.open("{")?;
                let value = match r.field("is", |r| r.plain())? {
                    $($word => $type::$variant
                        $((r.field($only, Value::take)?))?
                        $({ $($field: r.field($name, Value::take)?),* })?,)*
                    other => return Err(r.wrong(alloc::format!("no such choice: {other:.40}"))),
                };
                r.close()?;
                Ok(value)
            }
        }
    )*};
}

choices! {
    Rounding { Down => "down" { unit: "unit_cents" }, HalfUp => "half_up" { unit: "unit_cents" } }
    Evidence {
        Machine => "machine" { boot: "boot", seq: "frame", confidence: "confidence" },
        SecondReader => "second_reader" { boot: "boot", seq: "frame", confidence: "confidence" },
        CallerKey => "caller_key",
        CallerTyped => "caller_typed",
        Keyed => "keyed" { by: "by" },
        Paper => "paper"
    }
    PaperLine {
        Ball => "ball" (ball: "ball"),
        Sung => "sung" { play: "play", card: "card", answer: "answer" },
        Paid => "paid" { play: "play", card: "card" },
        End => "end"
    }
    PaperAnswer {
        Good => "good",
        NotGood => "not_good",
        Rejected => "rejected" (reason: "reason")
    }
    PrintingStop { Cancelled => "cancelled" (by: "by"), Failed => "failed" (words: "words") }
    HoldWhy {
        Repeated => "repeated" (ball: "ball"),
        OutOfRange => "out_of_range" (number: "number"),
        ForeignSet => "foreign_set" (set: "set"),
        NoRead => "no_read",
        Fault => "fault" (fault: "fault"),
        DoorOpen => "door_open",
        LinkLost => "link_lost" (loss: "loss"),
        Rebooted => "rebooted" (boot: "boot"),
        FramesMissing => "frames_missing",
        CountDiffers => "count_differs" { machine: "machine", game: "game" },
        CallerDiffers => "caller_differs" { ordinal: "ordinal", machine: "machine", caller: "caller" },
        Called => "called" (words: "words"),
        KeyedDiffers => "keyed_differs" { ordinal: "ordinal", first: "first", second: "second" },
        ReadersDiffer => "readers_differ" { ordinal: "ordinal", machine: "machine", second: "second" },
        SecondSilent => "second_silent" (ball: "ball"),
        SecondLost => "second_lost" (loss: "loss"),
        LeftOut => "left_out" { ordinal: "ordinal", ball: "ball" }
    }
    HoldExit {
        Misread => "misread" { ordinal: "ordinal", ball: "ball" },
        Repaired => "repaired",
        ByHand => "by_hand" { caller: "caller", second: "second" },
        Authority => "authority"
    }
    Verdict {
        Good => "good" { rows: "rows", completed_at: "completed_at" },
        UnknownSeries => "unknown_series",
        NoSuchCard => "no_such_card",
        Forged => "forged",
        NotSold => "not_sold" { sold_in: "sold_in" },
        Returned => "returned",
        PlayClosed => "play_closed",
        Repeated => "repeated" { of: "of" },
        Incomplete => "incomplete" { missing: "missing" }
    }
    Stored {
        Present => "present",
        Read => "read" { number: "number", set: "set", confidence: "confidence" },
        NoRead => "no_read",
        Gone => "gone",
        FaultRaised => "fault_raised" (fault: "fault"),
        FaultCleared => "fault_cleared" (fault: "fault"),
        DoorOpened => "door_opened",
        DoorClosed => "door_closed",
        Loaded => "loaded"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where a choice is both on disk and in messages, it has one name (ADR 25).
    #[test]
    fn a_choice_is_called_in_messages_as_on_disk() {
        macro_rules! compare {
            ($($type:ident)*) => {$(
                for value in $type::ALL {
                    let mut w = Writer::new();
                    value.put(&mut w);
                    assert_eq!(w.finish(), alloc::format!("\"{}\"", value.name()));
                }
            )*};
        }
        compare! { Play Extractor Found DiligenciaKind RejectReason LinkLoss Mode Fault MatrixKind Paragraph Role }
    }
}
