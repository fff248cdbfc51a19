//! The types of the list of requests in a body: their JSON, their bounds, and what an error says was expected. Values
//! are checked here and nowhere later (style.md P8).

use hall_core::ball::Ball;
use hall_core::card::code::CardCode;
use hall_core::event::{
    ClaimNo, CountNo, DeviceNo, DiligenciaKind, ExitKind, Extractor, Found, GameNo, HoldExit, HoldNo,
    HowRead, Inspection, LastSold, MachineNo, Numbering, OpeningCheck, Ordinal, PaperAnswer, PaperLine,
    Paragraph, Play, PrintingNo, PrizeNo, RejectReason, Segment, SessionNo, SignedPaper, SignerRole, Sought,
    StopNo,
};
use hall_core::machine::SetId;
use hall_core::matrix::{MatrixKind, MatrixNo};
use hall_core::money::Cents;
use hall_core::people::{PersonId, Role};
use hall_core::request::Presented;
use hall_core::series::{CardNo, CardRef, SeriesId};
use hall_core::time::{Date, HourOfDay};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::error::explain;
use super::object::{Body, Field, Object, Row, Shape};
use super::{CommandError, Strokes};

/// The highest price: no card costs a hundred thousand euros, and sums of such prices stay far below 64 bits.
pub const PRICE_MAX_CENTS: u64 = 10_000_000;

/// A PIN, a name, a document: never in a log.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(pub String);

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(…)")
    }
}

object! {
    /// Who claims; name and document go nowhere but into a sealed value.
    pub struct Claimant {
        name: Secret => "The name.",
        document: Option<Secret> => "The number of the identity document; a claim is written without it too, and lacks value (37.4).",
    }
}

/// A type that is one value of JSON.
trait One: Sized {
    /// Reads it; `at` is its path in the body.
    fn from_json(value: Value, at: &str) -> Result<Self, CommandError>;

    /// Writes it.
    fn to_json(&self) -> Value;

    /// Its schema.
    fn schema(generator: &mut SchemaGenerator) -> Schema;

    /// Its value where it is left out, if it may be.
    fn left_out() -> Option<Self> {
        None
    }
}

impl<T: One> Field for T {
    fn take(body: &mut Body, row: &Row<T>) -> Result<T, CommandError> {
        match body.field(row.name) {
            Some((value, at)) => T::from_json(value, &at),
            None => {
                let left_out = row.default.map(|default| default()).or_else(T::left_out);
                left_out.ok_or_else(|| CommandError::missing(row.name))
            }
        }
    }

    fn put(&self, row: &Row<T>, into: &mut Map<String, Value>) {
        let value = self.to_json();
        if !value.is_null() {
            into.insert(row.name.into(), value);
        }
    }

    fn describe(row: &Row<T>, shape: &mut Shape<'_>) {
        let default = row.default.map(|default| default()).or_else(T::left_out);
        let schema = T::schema(shape.generator);
        shape.field(row.name, row.about, schema, default.map(|value| value.to_json()));
    }
}

// ---- values with bounds -------------------------------------------------------------------

/// A row for each: the type, its JSON, how it is read and written, what is expected, and its schema.
macro_rules! values {
    ($($type:ty as $json:ty, $read:expr, $write:expr, $expects:literal, $schema:tt;)*) => {$(
        impl One for $type {
            fn from_json(value: Value, at: &str) -> Result<$type, CommandError> {
                let json: $json = of_serde(value, at)?;
                let read: fn(&$json) -> Option<$type> = $read;
                read(&json).ok_or_else(|| CommandError::value(at, concat!("se esperaba ", $expects)))
            }

            fn to_json(&self) -> Value {
                let write: fn(&$type) -> $json = $write;
                Value::from(write(self))
            }

            fn schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!($schema)
            }
        }
    )*};
}

values! {
    Ball as u64, |n| Ball::new(u8::try_from(*n).ok()?), |ball| ball.number().into(),
        "una bola del 1 al 90",
        { "type": "integer", "minimum": 1, "maximum": 90 };
    Ordinal as u64, |n| u8::try_from(*n).ok().filter(|n| (1..=90).contains(n)).map(Ordinal), |place| place.0.into(),
        "un orden de salida del 1 al 90",
        { "type": "integer", "minimum": 1, "maximum": 90 };
    SeriesId as String, |text| SeriesId::parse(text), SeriesId::to_string,
        "una serie: letra y número, como A17",
        { "type": "string", "pattern": "^[A-Z][1-9][0-9]{0,8}$" };
    CardNo as u64, |n| u32::try_from(*n).ok().filter(|n| *n >= 1).map(CardNo), |card| card.0.into(),
        "un número de cartón desde 1",
        { "type": "integer", "minimum": 1, "maximum": 4_294_967_295_u32 };
    CardCode as String, |text| CardCode::parse(text), CardCode::to_string,
        "un código de cartón que empieza por B1:",
        { "type": "string", "pattern": "^B1:[A-Z][1-9][0-9]{0,8}:[1-9][0-9]{0,9}:[0-9A-F]{16}$" };
    MatrixNo as u64, |n| MatrixNo::new(u32::try_from(*n).ok()?), |matrix| matrix.get().into(),
        "un número de matriz desde 1",
        { "type": "integer", "minimum": 1, "maximum": 4_294_967_295_u32 };
    Cents as u64, |n| (1..=PRICE_MAX_CENTS).contains(n).then_some(Cents(*n)), |price| price.0,
        "un precio en céntimos, de 1 a 10000000",
        { "type": "integer", "minimum": 1, "maximum": 10_000_000 };
    SetId as String, |text| SetId::parse(text), SetId::to_string,
        "un juego de bolas: de 1 a 8 letras mayúsculas o cifras",
        { "type": "string", "pattern": "^[A-Z0-9]{1,8}$" };
    // Of either case: programs print both.
    [u8; 64] as String, |text| hex(text), |signature| signature.iter().map(|byte| format!("{byte:02x}")).collect(),
        "una firma: 128 cifras hexadecimales",
        { "type": "string", "pattern": "^[0-9a-fA-F]{128}$" };
    [u8; 32] as String, |text| hash(text), |hash| hash.iter().map(|byte| format!("{byte:02x}")).collect(),
        "un SHA-256: 64 cifras hexadecimales",
        { "type": "string", "pattern": "^[0-9a-fA-F]{64}$" };
    Role as String, |text| Role::from_name(text), |role| role.name().into(),
        "una función: jefe_de_sala, jefe_de_mesa, cajero, vendedor_locutor, auxiliar, admision o inspector",
        { "type": "string", "enum": Role::ALL.map(Role::name) };
    Date as String, |text| Date::parse(text).filter(|date| date.to_string() == *text), Date::to_string,
        "un día, como 2026-11-21",
        { "type": "string", "pattern": "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$" };
    HourOfDay as String, |text| HourOfDay::parse(text), HourOfDay::to_string,
        "una hora del día, como 03:00",
        { "type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$" };
    SignedPaper as String, |text| SignedPaper::parse(text), |paper| paper.name(),
        "un papel, como acta-12 o diligencia-3",
        { "type": "string", "pattern": "^(acta|diligencia)-(0|[1-9][0-9]{0,9})$" };
    Strokes as Vec<Vec<[u16; 2]>>, |strokes| Strokes::new(strokes.clone()), |strokes| strokes.strokes().to_vec(),
        "una firma dibujada: de 1 a 200 trazos con 4000 puntos a lo sumo, x de 0 a 3000 e y de 0 a 1000, y al menos uno que no sea un punto",
        {
            "type": "array", "minItems": 1, "maxItems": 200,
            "items": {
                "type": "array", "minItems": 1, "maxItems": 4000,
                "items": {
                    "type": "array",
                    "prefixItems": [
                        { "type": "integer", "minimum": 0, "maximum": 3000 },
                        { "type": "integer", "minimum": 0, "maximum": 1000 }
                    ],
                    "minItems": 2, "maxItems": 2
                }
            }
        };
    // What a jefe de mesa said of a card: a rejection is its reason.
    PaperAnswer as String, |text| answer(text), |answer| answer_name(*answer).into(),
        "good, not_good, manipulated, illegible o not_original",
        { "type": "string", "enum": ["good", "not_good", "manipulated", "illegible", "not_original"] };
}

/// Reads the 64 hexadecimal digits of a SHA-256, of either case.
pub fn hash(text: &str) -> Option<[u8; 32]> {
    hex(text)
}

/// Reads so many bytes in hexadecimal digits, of either case.
fn hex<const N: usize>(text: &str) -> Option<[u8; N]> {
    if text.len() != 2 * N || !text.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    let mut bytes = [0; N];
    for (byte, at) in bytes.iter_mut().zip((0..2 * N).step_by(2)) {
        *byte = u8::from_str_radix(text.get(at..at + 2)?, 16).ok()?;
    }
    Some(bytes)
}

fn answer(name: &str) -> Option<PaperAnswer> {
    match name {
        "good" => Some(PaperAnswer::Good),
        "not_good" => Some(PaperAnswer::NotGood),
        _ => RejectReason::from_name(name).map(PaperAnswer::Rejected),
    }
}

const fn answer_name(answer: PaperAnswer) -> &'static str {
    match answer {
        PaperAnswer::Good => "good",
        PaperAnswer::NotGood => "not_good",
        PaperAnswer::Rejected(reason) => reason.name(),
    }
}

// ---- values that serde knows, numbers of things, lists ------------------------------------

/// Reads what serde can read.
fn of_serde<T: DeserializeOwned>(value: Value, at: &str) -> Result<T, CommandError> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let path = error.path().to_string();
        let path = if path == "." { at.to_string() } else { format!("{at}{path}") };
        explain(error.inner(), &path)
    })
}

fn to_serde(value: &impl Serialize) -> Value {
    serde_json::to_value(value).expect("choices, numbers and texts are JSON")
}

macro_rules! known_to_serde {
    ($($type:ty)*) => {$(
        impl One for $type {
            fn from_json(value: Value, at: &str) -> Result<$type, CommandError> {
                of_serde(value, at)
            }

            fn to_json(&self) -> Value {
                to_serde(self)
            }

            fn schema(generator: &mut SchemaGenerator) -> Schema {
                <$type>::json_schema(generator)
            }
        }
    )*};
}

known_to_serde! {
    bool u8 u32 u64 String DiligenciaKind ExitKind Extractor Found HowRead MatrixKind Paragraph Play RejectReason SignerRole Sought
}

/// Numbers that are given once, each by its own kind of thing.
macro_rules! newtypes {
    ($($type:ident of $inner:ty),*) => {$(
        impl One for $type {
            fn from_json(value: Value, at: &str) -> Result<$type, CommandError> {
                <$inner>::from_json(value, at).map($type)
            }

            fn to_json(&self) -> Value {
                self.0.to_json()
            }

            fn schema(generator: &mut SchemaGenerator) -> Schema {
                <$inner>::schema(generator)
            }
        }
    )*};
}

newtypes! {
    ClaimNo of u32, CountNo of u32, DeviceNo of u32, GameNo of u32, HoldNo of u32, MachineNo of u32, PersonId of u32, PrintingNo of u32, PrizeNo of u32,
    SessionNo of u32, StopNo of u32, Secret of String
}

impl<T: One> One for Option<T> {
    fn from_json(value: Value, at: &str) -> Result<Option<T>, CommandError> {
        if value.is_null() { Ok(None) } else { T::from_json(value, at).map(Some) }
    }

    fn to_json(&self) -> Value {
        self.as_ref().map_or(Value::Null, T::to_json)
    }

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({ "anyOf": [T::schema(generator), { "type": "null" }] })
    }

    fn left_out() -> Option<Option<T>> {
        Some(None)
    }
}

impl<T: One> One for Vec<T> {
    fn from_json(value: Value, at: &str) -> Result<Vec<T>, CommandError> {
        let items: Vec<Value> = of_serde(value, at)?;
        items.into_iter().enumerate().map(|(n, item)| T::from_json(item, &format!("{at}[{n}]"))).collect()
    }

    fn to_json(&self) -> Value {
        self.iter().map(T::to_json).collect()
    }

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "array", "items": T::schema(generator) })
    }
}

/// Objects that stand as one value.
macro_rules! objects_as_values {
    ($($type:ident)*) => {$(
        impl One for $type {
            fn from_json(value: Value, at: &str) -> Result<$type, CommandError> {
                Body::within(value, at)?.taken(Object::take)
            }

            fn to_json(&self) -> Value {
                let mut map = Map::new();
                Object::put(self, &mut map);
                map.into()
            }

            fn schema(generator: &mut SchemaGenerator) -> Schema {
                Shape::of(generator, <$type as Object>::describe)
            }
        }
    )*};
}

objects_as_values! { Claimant LastSold }

// ---- values that are several fields side by side ------------------------------------------

object! { for CardRef {
    series: SeriesId => "The card's series.",
    number as "card": CardNo => "The card's number.",
} }

object! { for Segment {
    series: SeriesId => "The series.",
    first: CardNo => "The first card.",
    last: CardNo => "The last card.",
} }

object! { for LastSold {
    series: SeriesId => "The series.",
    card: CardNo => "The last card of it that was sold.",
} }

object! { for Numbering {
    game: u32 => "The last game; 0 where none was played.",
    session: u32 => "The last session; 0 where none was opened.",
    diligencia: u32 => "The last diligencia with a number; 0 where none was written.",
    sold: Vec<LastSold> => "The last card sold of each series that the papers take further than the record.",
} }

object! { for OpeningCheck {
    balls_counted: u8 => "Balls counted: always 90.",
    set: SetId => "The set that goes into the machine.",
    reserve_set: SetId => "The spare set.",
    seals_whole: bool => "The seals of both were whole.",
    installations_work: bool => "Machine, panel, monitors and sound were tried.",
    public_witness: bool => "One person of the public watched the count.",
} }

object! { for Inspection {
    seals: String => "The numbers of the seals it has from now on.",
    seals_whole: bool => "The seals it had were found whole.",
    passed: bool => "It may be played with.",
    note: Option<String> => "What was seen; a set that failed needs it.",
} }

object! {
    /// A card as it stands in a body: `series` and `card`, or `code`.
    struct Shown {
        series: Option<SeriesId> => "The card's series, where it was keyed.",
        card: Option<CardNo> => "The card's number, where it was keyed.",
        code: Option<CardCode> => "The card's code, where it was scanned.",
    }
}

object! {
    /// A way out of a hold as it stands in a body.
    struct ExitFields {
        exit: ExitKind => "The way out; `misread` has `ordinal` and `ball` too, `by_hand` has `caller` and `second`.",
        ordinal: Option<Ordinal> => "The misread ball's place.",
        ball: Option<Ball> => "The number seen on it.",
        caller: Option<PersonId> => "Who calls the balls drawn by hand.",
        second: Option<PersonId> => "Who keys them again, at another device.",
    }
}

/// Makes fields of types whose rows stand among those of the body, as `$rows`.
macro_rules! side_by_side {
    ($($type:ty as $rows:ty, $read:expr, $write:expr;)*) => {$(
        impl Field for $type {
            fn take(body: &mut Body, _: &Row<$type>) -> Result<$type, CommandError> {
                let read: fn($rows) -> Result<$type, CommandError> = $read;
                read(<$rows as Object>::take(body)?)
            }

            fn put(&self, _: &Row<$type>, into: &mut Map<String, Value>) {
                let write: fn(&$type) -> $rows = $write;
                Object::put(&write(self), into);
            }

            fn describe(_: &Row<$type>, shape: &mut Shape<'_>) {
                <$rows as Object>::describe(shape);
            }
        }
    )*};
}

side_by_side! {
    CardRef as CardRef, Ok, CardRef::clone;
    Segment as Segment, Ok, Segment::clone;
    OpeningCheck as OpeningCheck, Ok, OpeningCheck::clone;
    Inspection as Inspection, Ok, Inspection::clone;
    Numbering as Numbering, Ok, Numbering::clone;
    Presented as Shown, presented, shown;
    HoldExit as ExitFields, exit_of, exit_fields;
}

fn presented(shown: Shown) -> Result<Presented, CommandError> {
    match (shown.series, shown.card, shown.code) {
        (Some(series), Some(number), None) => Ok(Presented::Keyed(CardRef { series, number })),
        (None, None, Some(code)) => Ok(Presented::Scanned(code)),
        (Some(_), None, None) => Err(CommandError::missing("card")),
        (None, Some(_), None) => Err(CommandError::missing("series")),
        (None, None, None) => Err(CommandError::missing("code")),
        (_, _, Some(_)) => {
            Err(CommandError::value("code", "se esperaba o bien code, o bien series y card, no ambos"))
        }
    }
}

fn shown(presented: &Presented) -> Shown {
    match presented {
        Presented::Keyed(card) => Shown { series: Some(card.series), card: Some(card.number), code: None },
        Presented::Scanned(code) => Shown { series: None, card: None, code: Some(*code) },
    }
}

fn exit_of(way: ExitFields) -> Result<HoldExit, CommandError> {
    let ExitFields { exit, ordinal, ball, caller, second } = way;
    if (ordinal.is_some() || ball.is_some()) && exit != ExitKind::Misread {
        return Err(CommandError::value("exit", "sólo «misread» lleva ordinal y ball"));
    }
    if (caller.is_some() || second.is_some()) && exit != ExitKind::ByHand {
        return Err(CommandError::value("exit", "sólo «by_hand» lleva caller y second"));
    }
    let missing = CommandError::missing;
    Ok(match exit {
        ExitKind::Misread => HoldExit::Misread {
            ordinal: ordinal.ok_or_else(|| missing("ordinal"))?,
            ball: ball.ok_or_else(|| missing("ball"))?,
        },
        ExitKind::Repaired => HoldExit::Repaired,
        ExitKind::ByHand => HoldExit::ByHand {
            caller: caller.ok_or_else(|| missing("caller"))?,
            second: second.ok_or_else(|| missing("second"))?,
        },
        ExitKind::Authority => HoldExit::Authority,
    })
}

fn exit_fields(exit: &HoldExit) -> ExitFields {
    let bare = ExitFields { exit: exit.kind(), ordinal: None, ball: None, caller: None, second: None };
    match *exit {
        HoldExit::Misread { ordinal, ball } => {
            ExitFields { ordinal: Some(ordinal), ball: Some(ball), ..bare }
        }
        HoldExit::ByHand { caller, second } => {
            ExitFields { caller: Some(caller), second: Some(second), ..bare }
        }
        HoldExit::Repaired | HoldExit::Authority => bare,
    }
}

/// A way out of a hold on a board, in the JSON of a body: for serde's `with`.
pub mod hold_exit {
    use serde::de::{Deserialize, Deserializer, Error};
    use serde::{Serialize, Serializer};

    use super::*;

    /// Writes it.
    pub fn serialize<S: Serializer>(exit: &HoldExit, to: S) -> Result<S::Ok, S::Error> {
        let mut map = Map::new();
        exit_fields(exit).put(&mut map);
        map.serialize(to)
    }

    /// Reads it, as strictly as a command.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<HoldExit, D::Error> {
        let body = Body::within(Value::deserialize(from)?, "exit");
        let exit = body.and_then(|body| body.taken(ExitFields::take)).and_then(exit_of);
        exit.map_err(D::Error::custom)
    }

    /// Describes it.
    pub fn schema(generator: &mut SchemaGenerator) -> Schema {
        Shape::of(generator, ExitFields::describe)
    }
}

// ---- the lines of a sheet -----------------------------------------------------------------

object! {
    /// A ball came out and was announced.
    struct BallLine {
        ball: Ball => "The ball.",
    }
}

object! {
    /// A card was sung and looked at.
    struct SungLine {
        play: Play => "Line or bingo.",
        card: CardRef => "The card.",
        answer: PaperAnswer => "What was said of it.",
    }
}

object! {
    /// A prize was paid against its card.
    struct PaidLine {
        play: Play => "Line or bingo.",
        card: CardRef => "The card.",
    }
}

impl One for PaperLine {
    fn from_json(value: Value, at: &str) -> Result<PaperLine, CommandError> {
        let mut body = Body::within(value, at)?;
        let (is, at) = body.field("is").ok_or_else(|| CommandError::missing("is"))?;
        match String::from_json(is, &at)?.as_str() {
            "ball" => body.taken(BallLine::take).map(|line| PaperLine::Ball(line.ball)),
            "sung" => {
                let SungLine { play, card, answer } = body.taken(SungLine::take)?;
                Ok(PaperLine::Sung { play, card, answer })
            }
            "paid" => {
                let PaidLine { play, card } = body.taken(PaidLine::take)?;
                Ok(PaperLine::Paid { play, card })
            }
            "end" => body.taken(|_| Ok(PaperLine::End)),
            _ => Err(CommandError::value(&at, "se esperaba ball, sung, paid o end")),
        }
    }

    fn to_json(&self) -> Value {
        let mut map = Map::new();
        let is = match *self {
            PaperLine::Ball(ball) => {
                BallLine { ball }.put(&mut map);
                "ball"
            }
            PaperLine::Sung { play, card, answer } => {
                SungLine { play, card, answer }.put(&mut map);
                "sung"
            }
            PaperLine::Paid { play, card } => {
                PaidLine { play, card }.put(&mut map);
                "paid"
            }
            PaperLine::End => "end",
        };
        map.insert("is".into(), is.into());
        map.into()
    }

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        let mut line = |is: &str, describe: fn(&mut Shape<'_>)| {
            Shape::of(generator, |shape| {
                shape.field("is", "What the line says.", json_schema!({ "const": is }), None);
                describe(shape);
            })
        };
        let lines = [
            line("ball", BallLine::describe),
            line("sung", SungLine::describe),
            line("paid", PaidLine::describe),
            line("end", |_| {}),
        ];
        json_schema!({ "oneOf": lines })
    }
}
