//! How the values inside events are written. Frozen like the events.
//!
//! Numbers, balls and cents are whole numbers. A card's face is a text of digits, because it
//! is above 2^53 and many programs that read JSON would round it. Hashes and bytes are
//! lower-case hexadecimal. A choice without data is a word; one of a list in which some
//! choices carry data is an object, whose field "is" has the word and comes first.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::name;
use super::read::{BodyReader, Wrong};
use super::write::Writer;
use crate::ball::Ball;
use crate::card::CardId;
use crate::event::{
    CameraPost, ClaimNo, CountNo, DeletionWhy, DeviceNo, DevicePost, DiligenciaKind, Doubt, EpochCause,
    Evidence, Extractor, ForeignBall, Found, GameNo, HoldExit, HoldNo, HoldWhy, HowRead, Inspection,
    LastSold, LogInEnd, MachineNo, Mixed, Numbering, OpeningCheck, Ordinal, PaperAnswer, PaperLine,
    Paragraph, Play, Pressed, PrintingNo, PrintingStop, PrizeNo, PrizeShare, RefusedWhy, RejectReason,
    Segment, SessionNo, SetAside, Sight, Signed, SignedPaper, SignerRole, Sought, StopCause, StopNo, Verdict,
    VoiceFault,
};
use crate::machine::{BootId, Fault, LinkLoss, Mode, SetId, Stored};
use crate::matrix::{MatrixKind, MatrixNo, MatrixOptions};
use crate::money::{Cents, Percent, Rounding};
use crate::people::{PersonId, Role, Sealed};
use crate::rules::{
    Announcing, Basis, CallerError, Destination, Division, EvidencePolicy, Light, Picture, Rules, SecondWord,
    Sourced, SplitUnit, StaffCount, WithoutCamera,
};
use crate::series::{CardNo, CardRef, SeriesId};
use crate::time::{Date, HourOfDay, LocalTime};

/// What has one way of being written.
pub(super) trait Value: Sized {
    /// Writes it.
    fn put(&self, w: &mut Writer);

    /// Reads it.
    fn take(r: &mut BodyReader<'_>) -> Result<Self, Wrong>;

    /// What it looks like, as a JSON Schema. Only what stands in events says it.
    fn schema() -> String {
        crate::record::schema::ANYTHING.into()
    }
}

// ---- numbers and texts ----------------------------------------------------------------------

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

            fn schema() -> String {
                crate::record::schema::WHOLE.into()
            }
        }
    )*};
}

numbered! { CountNo DeviceNo MachineNo PrintingNo GameNo SessionNo StopNo ClaimNo HoldNo PrizeNo Ordinal PersonId CardNo Cents }

/// A value that must be checked when it is read.
macro_rules! checked {
    ($($type:ty: $problem:literal, $schema:expr, |$it:ident, $w:ident| $put:expr, |$r:ident| $take:expr;)*) => {$(
        impl Value for $type {
            fn put(&self, $w: &mut Writer) {
                let $it = self;
                $put;
            }

            fn take($r: &mut BodyReader<'_>) -> Result<Self, Wrong> {
                let value: Option<$type> = $take;
                value.ok_or_else(|| $r.wrong($problem))
            }

            fn schema() -> String {
                $schema.into()
            }
        }
    )*};
}

checked! {
    u8: "the number is too large", crate::record::schema::WHOLE, |it, w| w.bare(it), |r| r.number()?.try_into().ok();
    u32: "the number is too large", crate::record::schema::WHOLE, |it, w| w.bare(it), |r| r.number()?.try_into().ok();
    u64: "the number is too large", crate::record::schema::WHOLE, |it, w| w.bare(it), |r| Some(r.number()?);
    [u8; 64]: "128 hexadecimal digits expected", crate::record::schema::text("[0-9a-f]{128}"), |it, w| w.hex(it), |r| r.hex()?.try_into().ok();
    [u8; 32]: "64 hexadecimal digits expected", crate::record::schema::text("[0-9a-f]{64}"), |it, w| w.hex(it), |r| r.hex()?.try_into().ok();
    Ball: "no such ball", crate::record::schema::between(1, 90), |it, w| w.bare(it.number()), |r| Ball::new(u8::take(r)?);
    MatrixNo: "no such matrix", crate::record::schema::between(1, u32::MAX), |it, w| w.bare(it.get()), |r| MatrixNo::new(u32::take(r)?);
    Percent: "more than 100 %", crate::record::schema::between(0, 10_000), |it, w| w.bare(it.hundredths()), |r| Percent::from_hundredths(u32::take(r)?);
    CardId: "no such card", crate::record::schema::text("0|[1-9][0-9]{0,18}"), |it, w| w.plain(it.rank()), |r| rank(r.plain()?).and_then(CardId::new);
    SeriesId: "a series is as A17", crate::record::schema::text("[A-Z][1-9][0-9]*"), |it, w| w.plain(it), |r| SeriesId::parse(r.plain()?);
    SetId: "a set is one to eight of A-Z and 0-9", crate::record::schema::text("[A-Z0-9]{1,8}"), |it, w| w.plain(it), |r| SetId::parse(r.plain()?);
    BootId: "a power-up is eight digits 0-9 and A-F", crate::record::schema::text("[0-9A-F]{8}"), |it, w| w.plain(it), |r| boot(r.plain()?);
    Date: "a date is as 2026-11-21", crate::record::schema::text("[0-9]{4}-[0-9]{2}-[0-9]{2}"), |it, w| w.plain(it), |r| Date::parse(r.plain()?);
    HourOfDay: "an hour is as 03:00", crate::record::schema::text("[0-9]{2}:[0-9]{2}"), |it, w| w.plain(it), |r| HourOfDay::parse(r.plain()?);
    Role: "no such role", crate::record::schema::one_of(Role::ALL.iter().map(|role| role.name())), |it, w| w.plain(it.name()), |r| Role::from_name(r.plain()?);
}

/// The number written without sign or leading zeros.
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

    fn schema() -> String {
        crate::record::schema::BOOLEAN.into()
    }
}

impl Value for String {
    fn put(&self, w: &mut Writer) {
        w.text(self);
    }

    fn take(r: &mut BodyReader<'_>) -> Result<Self, Wrong> {
        r.text()
    }

    fn schema() -> String {
        crate::record::schema::TEXT.into()
    }
}

/// Bytes, as text; a list of small numbers does not occur.
impl Value for Vec<u8> {
    fn put(&self, w: &mut Writer) {
        w.hex(self);
    }

    fn take(r: &mut BodyReader<'_>) -> Result<Self, Wrong> {
        r.hex()
    }

    fn schema() -> String {
        crate::record::schema::text("([0-9a-f]{2})*")
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

    fn schema() -> String {
        crate::record::schema::or_null(&T::schema())
    }
}

macro_rules! lists {
    ($($type:ident)*) => {$(
        impl Value for Vec<$type> {
            fn put(&self, w: &mut Writer) {
                w.list(self);
            }

            fn take(r: &mut BodyReader<'_>) -> Result<Self, Wrong> {
                r.list(Value::take)
            }

            fn schema() -> String {
                crate::record::schema::list(&$type::schema())
            }
        }
    )*};
}

pub(super) use lists;
lists! { Role Segment Evidence Ball PrizeShare Cents PaperLine ForeignBall u32 u64 PersonId LastSold }

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
                    other => Err(r.wrong(format!("no such choice: {other:.40}"))),
                }
            }

            fn schema() -> String {
                crate::record::schema::one_of([$($word),*])
            }
        }
    )*};
}

pub(super) use words;
words! {
    Play { Line => "line", Bingo => "bingo" }
    Extractor { Pneumatic => "pneumatic", Drum => "drum" }
    SetAside { NotDrawing => "not_drawing" }
    StopCause { Called => "called", Claim => "claim", Restart => "restart" }
    Found { Unsold => "unsold", Sold => "sold" }
    DiligenciaKind { Incidencia => "incidencia", Reclamacion => "reclamacion" }
    SignerRole {
        JefeDeSala => "jefe_de_sala", JefeDeMesa => "jefe_de_mesa", Claimant => "claimant", Agent => "agent"
    }
    DeletionWhy { LogInEnded => "log_in_ended", DateReached => "date_reached", PinReplaced => "pin_replaced" }
    EpochCause { LossAccepted => "loss_accepted", Restored => "restored", Promoted => "promoted" }
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
    Light { AtOnce => "at_once", Starts => "starts", Ends => "ends" }
    CameraPost { Exit => "exit", Desk => "desk", Hall => "hall" }
    Sight { Sees => "sees", Lost => "lost", Black => "black", Frozen => "frozen", Covered => "covered" }
    DevicePost { Desk => "desk", Wall => "wall", Camera => "camera", Voice => "voice" }
    LogInEnd { Manager => "manager", TooLong => "too_long", NextSession => "next_session" }
    RefusedWhy { SignsTwice => "signs_twice", OwnSale => "own_sale", BeyondPowers => "beyond_powers" }
    Sought {
        Card => "card", Game => "game", Ball => "ball", BallSet => "ball_set", Person => "person", Amount => "amount",
        Hour => "hour", Words => "words"
    }
    WithoutCamera { Free => "free", TwoPeople => "two_people", Refused => "refused" }
    Picture { Marked => "marked", Held => "held" }
    HowRead { Connected => "connected", ByCaller => "by_caller" }
    SecondWord { SecondPerson => "second_person", Mesa => "jefe_de_mesa", Caller => "caller" }
    VoiceFault { Late => "late", Silenced => "silenced", Missing => "missing", Ended => "ended", Gone => "gone" }
    CallerError { Annul => "annul", Correct => "correct" }
    SplitUnit { Card => "card" }
    MatrixKind { Single => "single", Strip => "strip" }
    Paragraph { BeforeExtraction => "36.1", AfterExtraction => "36.2" }
}

// ---- objects --------------------------------------------------------------------------------

macro_rules! objects {
    ($($type:ident { $($field:ident $(as $disk:literal)?),* $(,)? })*) => {$(
        impl Value for $type {
            fn put(&self, w: &mut Writer) {
                let $type { $($field),* } = self;
                w.object(|w| { $(w.field(name!($field $(as $disk)?), $field);)* });
            }

            fn take(r: &mut BodyReader<'_>) -> Result<Self, Wrong> {
                r.object(|r| Ok($type { $($field: r.field(name!($field $(as $disk)?))?),* }))
            }

            fn schema() -> String {
                crate::record::schema::object(&[$((
                    name!($field $(as $disk)?),
                    crate::record::schema::of_field(|it: &$type| &it.$field),
                    "",
                )),*])
            }
        }
    )*};
}

pub(super) use objects;
objects! {
    MatrixOptions { kind, clean }
    Mixed { words, seed }
    LocalTime { date, hour }
    Sealed { id, hash as "sha256" }
    Segment { series, first, last }
    CardRef { series, number }
    PrizeShare { prize, claim, card, amount as "amount_cents" }
    OpeningCheck { balls_counted, set, reserve_set, seals_whole, installations_work, public_witness }
    Division {
        takings as "takings_cents", line as "line_cents", bingo as "bingo_cents", house as "house_cents",
        resto as "resto_cents"
    }
    Inspection { seals, seals_whole, passed, note }
    ForeignBall { set, number }
    LastSold { series, card }
    Numbering { game, session, diligencia, sold }
    Rules {
        id, title, line as "line_pct_hundredths", bingo as "bingo_pct_hundredths",
        face_values as "face_values_cents", series_size, rounding, resto_to, unsung_line_to, unsung_bingo_to,
        question_min_secs, ball_set_max_games, ball_set_warning_games, pre_extraction_wait_min, caller_error,
        split_unit, announcing, evidence, light, without_camera, picture, second_word, least_staff, valid_from
    }
    StaffCount { admision, auxiliares, vendedores, cajeros, jefes_de_mesa, jefes_de_sala }
    Pressed { at_utc_ms, within_ms }
}

/// The value, then "basis", then "article" if the basis is the law.
impl<T: Value> Value for Sourced<T> {
    fn put(&self, w: &mut Writer) {
        let (basis, article) = match &self.basis {
            Basis::Law(article) => ("law", Some(article)),
            Basis::Hall => ("hall", None),
            Basis::Unknown => ("unknown", None),
        };
        w.object(|w| {
            w.field("value", &self.value);
            w.name("basis");
            w.plain(basis);
            if let Some(article) = article {
                w.field("article", article);
            }
        });
    }

    fn take(r: &mut BodyReader<'_>) -> Result<Self, Wrong> {
        r.object(|r| {
            let value = r.field("value")?;
            let basis = match r.field_by("basis", BodyReader::plain)? {
                "law" => Basis::Law(r.field("article")?),
                "hall" => Basis::Hall,
                "unknown" => Basis::Unknown,
                other => return Err(r.wrong(format!("no such basis: {other:.40}"))),
            };
            Ok(Sourced { value, basis })
        })
    }

    fn schema() -> String {
        let basis = crate::record::schema::one_of(["law", "hall", "unknown"]);
        crate::record::schema::with_optional(
            &[("value", T::schema(), ""), ("basis", basis, "")],
            "article",
            crate::record::schema::TEXT,
        )
    }
}

// ---- choices with data ----------------------------------------------------------------------

macro_rules! choices {
    ($($type:ident {
        $($variant:ident => $word:literal
            $(($($it:ident),*))? $({ $($field:ident $(as $disk:literal)?),* })?),*
    })*) => {$(
        impl Value for $type {
            fn put(&self, w: &mut Writer) {
                w.object(|w| {
                    w.name("is");
                    match self {
                        $($type::$variant $(($($it),*))? $({ $($field),* })? => {
                            w.plain($word);
                            $($(w.field(name!($it), $it);)*)?
                            $($(w.field(name!($field $(as $disk)?), $field);)*)?
                        })*
                    }
                });
            }

            fn take(r: &mut BodyReader<'_>) -> Result<Self, Wrong> {
                r.object(|r| match r.field_by("is", BodyReader::plain)? {
                    $($word => Ok($type::$variant
                        $(($(r.field(name!($it))?),*))?
                        $({ $($field: r.field(name!($field $(as $disk)?))?),* })?),)*
                    other => Err(r.wrong(format!("no such choice: {other:.40}"))),
                })
            }

            fn schema() -> String {
                crate::record::schema::any_of(&[$({
                    #[allow(unused_mut, reason = "a choice may carry nothing")]
                    let mut fields = alloc::vec![("is", crate::record::schema::one_of([$word]), "")];
                    $(fields.extend(crate::record::schema::of_tuple([$(name!($it)),*], |all: $type| {
                        if let $type::$variant($($it),*) = all { Some(($($it,)*)) } else { None }
                    }));)?
                    $($(fields.push((name!($field $(as $disk)?), crate::record::schema::of_choice(|all: $type| {
                        if let $type::$variant { $field, .. } = all { Some($field) } else { None }
                    }), ""));)*)?
                    crate::record::schema::object(&fields)
                }),*])
            }
        }
    )*};
}

pub(super) use choices;
choices! {
    Doubt { Hold => "hold" (hold), Count => "count" { balls }, Other => "other" }
    Rounding { Down => "down" { unit as "unit_cents" }, HalfUp => "half_up" { unit as "unit_cents" } }
    Evidence {
        Machine => "machine" { boot, seq as "frame", confidence },
        SecondReader => "second_reader" { boot, seq as "frame", confidence },
        CallerKey => "caller_key",
        CallerTyped => "caller_typed",
        Keyed => "keyed" { by },
        Paper => "paper",
        Read => "read" { by },
        Confirmed => "confirmed" { by }
    }
    PaperLine {
        Ball => "ball" (ball),
        Sung => "sung" { play, card, answer },
        Paid => "paid" { play, card },
        End => "end"
    }
    PaperAnswer {
        Good => "good",
        NotGood => "not_good",
        Rejected => "rejected" (reason)
    }
    SignedPaper { Acta => "acta" (session), Diligencia => "diligencia" (diligencia) }
    Signed {
        Drawn => "drawn" { strokes },
        Page => "page" { file, page_sha256 as "sha256" },
        Key => "key" { key, signature }
    }
    PrintingStop { Cancelled => "cancelled" (by), Failed => "failed" (words) }
    HoldWhy {
        Repeated => "repeated" (ball),
        OutOfRange => "out_of_range" (number),
        ForeignSet => "foreign_set" (set),
        NoRead => "no_read",
        Fault => "fault" (fault),
        DoorOpen => "door_open",
        LinkLost => "link_lost" (loss),
        Rebooted => "rebooted" (boot),
        FramesMissing => "frames_missing",
        CountDiffers => "count_differs" { machine, game },
        CallerDiffers => "caller_differs" { ordinal, machine, caller },
        Called => "called" (words),
        KeyedDiffers => "keyed_differs" { ordinal, first, second },
        ReadersDiffer => "readers_differ" { ordinal, machine, second },
        SecondSilent => "second_silent" (ball),
        SecondLost => "second_lost" (loss),
        LeftOut => "left_out" { ordinal, ball },
        KeyedAgain => "keyed_again" { ordinal, ball },
        ReadWrong => "read_wrong" { ordinal, read, ball }
    }
    HoldExit {
        Misread => "misread" { ordinal, ball },
        Repaired => "repaired",
        ByHand => "by_hand" { caller, second },
        Authority => "authority"
    }
    Verdict {
        Good => "good" { rows, completed_at },
        UnknownSeries => "unknown_series",
        NoSuchCard => "no_such_card",
        Forged => "forged",
        NotSold => "not_sold" { sold_in },
        Returned => "returned",
        PlayClosed => "play_closed",
        Repeated => "repeated" { of },
        Incomplete => "incomplete" { missing }
    }
    Stored {
        Present => "present",
        Read => "read" { number, set, confidence },
        NoRead => "no_read",
        Gone => "gone",
        FaultRaised => "fault_raised" (fault),
        FaultCleared => "fault_cleared" (fault),
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
                    assert_eq!(w.finish(), format!("\"{}\"", value.name()));
                }
            )*};
        }
        compare! { HowRead Play Extractor Found DiligenciaKind SignerRole RejectReason LinkLoss Mode Fault MatrixKind Paragraph Role }
    }
}
