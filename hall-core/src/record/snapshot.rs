//! The hall as a text, so that a start need not read the whole record (ADR 36).
//!
//! It is written in the words of the record and is no part of it: nothing here is frozen, and only the program that wrote
//! a snapshot reads it. Each type names all its fields, so a new one does not compile before it has its place here. What
//! is not in the record is not in the snapshot either.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::read::{BodyReader, Wrong};
use super::value::{Value, choices, lists, objects, words};
use super::write::Writer;
use super::{DecodeError, name};
use crate::arbiter::{Arbiter, Reading};
use crate::extractor::{LinkState, RecordedMachine};
use crate::game::{
    ByHand, Call, Claim, Draw, Game, Hand, Hold, Keyed, Phase, PlayState, Prize, PrizeState, Question,
    Rectified, Selling, Stop, Suspension,
};
use crate::hall::{
    Authority, BallSetItem, Book, Cameras, Carried, ClockDoubt, Count, Counted, Device, Devices, EndedLogIn,
    Epoch, ExportOrder, Exports, Hall, KeyDraw, KeyDraws, Keys, LawText, LogIn, LogInOver, MachineItem,
    MatrixItem, Origin, Paper, Passing, Person, PersonKey, Posts, PrintOrder, Regulation, Rehearsal,
    RulesAsked, Session, Signature, SignedCount, Signing, Substitution, Waiver,
};
use crate::people::{Actor, PersonId};
use crate::sale::{Held, Holding, Sale, SeriesSale, Tally};
use crate::stock::{Print, Stock, StockItem};

/// Writes all that the record has made of a hall.
///
/// ```
/// use hall_core::hall::Hall;
/// use hall_core::record::{read_hall, write_hall};
///
/// let hall = Hall { name: "Bingo El Ancla".into(), ..Hall::default() };
/// assert_eq!(read_hall(&write_hall(&hall)), Ok(hall));
/// assert!(read_hall("{}").is_err());
/// ```
pub fn write_hall(hall: &Hall) -> String {
    let mut w = Writer::new();
    hall.put(&mut w);
    w.finish()
}

/// Reads what [`write_hall`] wrote. What is not in the record is as in [`Hall::default`].
///
/// # Errors
/// When the text is no hall as this program writes it.
pub fn read_hall(text: &str) -> Result<Hall, DecodeError> {
    super::read::whole("hall", text)
}

/// The fields that come from the record, and behind `not` those that do not.
macro_rules! recorded {
    ($type:ident { $($field:ident)* } not { $($not:ident)* }) => {
        impl Value for $type {
            fn put(&self, w: &mut Writer) {
                let $type { $($field,)* $($not: _),* } = self;
                w.object(|w| { $(w.field(name!($field), $field);)* });
            }

            fn take(r: &mut BodyReader<'_>) -> Result<Self, Wrong> {
                r.object(|r| Ok($type { $($field: r.field(name!($field))?,)* ..$type::default() }))
            }
        }
    };
}

recorded! {
    Hall {
        name zone epoch regulation people log_ins log_ins_over shifts devices passing digested access_changes matrices key_draws card_key stock ball_sets machines counts count session
        sessions acta closed actas_due unstamped books acta_copies games game carried refused past holds diligencias printings printing exports rehearsal keys signing machine arbiter cameras
        last_utc_ms clock_doubt clock_ahead_days
    }
    not { beat counted_at_line rhythm no_room troubles tables }
}

objects! {
    Regulation { in_force, to_come, asked, signed, article_36 }
    LawText { text, sha256 }
    Carried { line, bingo }
    RulesAsked { by, rules, profile_sha256 }
    Devices { last, enrolled }
    Device { name, post, key_sha256, since_utc_ms }
    LogIn { token, since_utc_ms, before_close }
    EndedLogIn { token, why }
    Passing { ended, pins, undated, strokes, dated }
    Signing { papers, keys, posts, open, signatures }
    PersonKey { person, enrolled_at_utc_ms, device, ended_at_utc_ms }
    Posts { sala, mesa, held }
    Paper { session, sha256, text, about, claimant, document, on_paper, chiefs, signed }
    Signature { no, role, person, how, at_utc_ms, device }
    Book { name, authority, date, last, next, closed, face_value }
    Epoch { begun, numbering_due, numbering_asked }
    Person { roles, identity, pin, card_until, first_pin, left, sat_at }
    MatrixItem { size, origin, faces_sha256, retired }
    KeyDraws { awaited, given_up, required, taken }
    KeyDraw { matrix, size, options, draw, date, seed, seed_sha256, seq, at_utc_ms, given_up }
    PrintOrder { cards, template, copy }
    Keys { signing, witnesses, met }
    Exports { asked, under_way, place, failed }
    ExportOrder { no, first, last, names, documents, signatures, by, seq }
    Rehearsal { asked, under_way, passed_utc_ms, failed }
    Stock { series }
    StockItem { matrix, size, face_value, next, retired, prints, games }
    Print { printing, first, last, copy }
    BallSetItem {
        extractor, homologation, maker, reference, games, enrolled, enrolment_asked, inspected,
        inspection_asked, off_weight, withdrawn, counted, signed
    }
    MachineItem { extractor, homologation, maker, reference }
    SignedCount { by, balls, at_utc_ms }
    Counted { count, by, at_utc_ms, balls, missing, doubled, unsure, foreign }
    Count { no, set, by, loading, passed, foreign, unsure, last }
    Session {
        no, date, rules, check, machine, read, mesa, sala, games, last_game, notes, closes, closes_at_utc_ms, clock_set_ms,
        is_past_closing, substitutions, authority, agent_saw_balls
    }
    Substitution { post, person, stand_in }
    Cameras { shown, waiver, film_deleted }
    Waiver { game, asked_by, agreed }
    ClockDoubt { recorded_utc_ms, started_utc_ms, asked }
    Game {
        no, in_session, session, series, matrix, series_size, phase, opened_at_utc_ms, ended_at_utc_ms, sale,
        segments, division, formula, closed_at_utc_ms, rectified, extracted, by_people, by_caller, announced, judged,
        announced_at_utc_ms, shown, pictured, stops, claims, line, bingo, prizes, paid_at_utc_ms, resto, carried,
        void_asked, refunded
    }
    Selling { burns_asked, suspension }
    Draw { holds, hand, read, sheet, fell_back }
    Stop { no, cause, counting, call, question, suspension }
    Call { by, device, at_utc_ms, pressed }
    Question { at_utc_ms, line, bingo }
    Claim { no, stop, play, card, face, verdict, accepted, accepted_at_utc_ms, rejected }
    Prize { no, play, card, amount, state, settled }
    Rectified { cards, division }
    Hold { no, why, proposed }
    Suspension { since_utc_ms, cause, read }
    ByHand { caller, second }
    Keyed { ordinal, ball, by, device }
    Sale { face_value, parts, reached, tallies }
    SeriesSale { series, first, next, limit, holdings }
    Holding { last, held }
    Tally { issued, returned }
    RecordedMachine { line, boot, set, balls, mode, position, lost_to, faults, door_open, present, reading }
    Arbiter { line, boot, position, candidate, second, last }
    Reading { number, boot, seq, confidence }
}

choices! {
    Origin {
        Key => "key" { options, mixed, key, key_sha256 },
        File => "file" { maker, file_sha256, faces }
    }
    Authority { NotCalled => "not_called", Called => "called" { cause, about }, GoesOn => "goes_on", Ended => "ended" }
    Hand { Machine => "machine", Pair => "pair" { people, keyed }, Caller => "caller" { keyed } }
    Held { By => "by" (person), Returned => "returned", Burned => "burned" }
    Phase {
        Selling => "selling" (selling),
        Announced => "announced" { suspension },
        Drawing => "drawing" (draw),
        Stopped => "stopped" (draw, stop),
        Ended => "ended",
        NotHeld => "not_held",
        Voided => "voided"
    }
}

words! {
    PlayState { Open => "open", Awarded => "awarded", Unsung => "unsung" }
    PrizeState { Due => "due", Paid => "paid", Withheld => "withheld", Unclaimed => "unclaimed" }
    LogInOver {
        Manager => "manager", TooLong => "too_long", NextSession => "next_session", LoggedOut => "logged_out",
        Again => "again", PinGiven => "pin_given", PinChanged => "pin_changed", Dismissed => "dismissed",
        FirstDevice => "first_device", DeviceRevoked => "device_revoked", Moved => "moved"
    }
    LinkState { Unknown => "unknown", Up => "up", Lost => "lost" }
}

lists! { Book EndedLogIn Signature Print Substitution Claim Prize Hold SeriesSale }

/// Milliseconds since 1970, which may lie before it.
impl Value for i64 {
    fn put(&self, w: &mut Writer) {
        w.plain(self);
    }

    fn take(r: &mut BodyReader<'_>) -> Result<Self, Wrong> {
        r.plain()?.parse().map_err(|_| r.wrong("a whole number with its sign expected"))
    }
}

impl Value for Actor {
    fn put(&self, w: &mut Writer) {
        w.plain(self);
    }

    fn take(r: &mut BodyReader<'_>) -> Result<Self, Wrong> {
        Actor::parse(r.plain()?).ok_or_else(|| r.wrong("nobody acts under this name"))
    }
}

/// Two or three things that belong together, in their order.
macro_rules! tuples {
    ($(($($name:ident),*))*) => {$(
        #[expect(non_snake_case, reason = "a value is called as its type")]
        impl<$($name: Value),*> Value for ($($name,)*) {
            fn put(&self, w: &mut Writer) {
                let ($($name,)*) = self;
                w.object(|w| { $(w.field(stringify!($name), $name);)* });
            }

            fn take(r: &mut BodyReader<'_>) -> Result<Self, Wrong> {
                r.object(|r| Ok(($(r.field::<$name>(stringify!($name))?,)*)))
            }
        }
    )*};
}

tuples! { (A, B) (A, B, C) }

impl Value for [PersonId; 2] {
    fn put(&self, w: &mut Writer) {
        let [one, other] = *self;
        (one, other).put(w);
    }

    fn take(r: &mut BodyReader<'_>) -> Result<Self, Wrong> {
        <(PersonId, PersonId)>::take(r).map(<[PersonId; 2]>::from)
    }
}

impl<A: Value, B: Value> Value for Vec<(A, B)> {
    fn put(&self, w: &mut Writer) {
        w.list(self);
    }

    fn take(r: &mut BodyReader<'_>) -> Result<Self, Wrong> {
        r.list(Value::take)
    }
}

impl<K: Value + Ord, V: Value> Value for BTreeMap<K, V> {
    fn put(&self, w: &mut Writer) {
        w.items(self, |w, (key, value)| {
            w.object(|w| {
                w.field("k", key);
                w.field("v", value);
            });
        });
    }

    fn take(r: &mut BodyReader<'_>) -> Result<Self, Wrong> {
        let pairs = r.list(|r| r.object(|r| Ok((r.field("k")?, r.field("v")?))))?;
        Ok(pairs.into_iter().collect())
    }
}

impl<T: Value + Ord> Value for BTreeSet<T> {
    fn put(&self, w: &mut Writer) {
        w.items(self, |w, item| item.put(w));
    }

    fn take(r: &mut BodyReader<'_>) -> Result<Self, Wrong> {
        Ok(r.list(Value::take)?.into_iter().collect())
    }
}
