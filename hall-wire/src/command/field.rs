//! The values inside commands. Each is parsed while the body is read, so that an error names
//! its field and nothing past this point checks again (style.md P8).

use std::borrow::Cow;

use hall_core::ball::Ball;
use hall_core::card::code::CardCode;
use hall_core::event::Ordinal;
use hall_core::machine::SetId;
use hall_core::matrix::MatrixNo;
use hall_core::money::Cents;
use hall_core::people::Role;
use hall_core::series::{CardNo, SeriesId};
use hall_core::time::HourOfDay;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// The highest price that is read: no card costs a hundred thousand euros, and sums of such
/// prices are far from the end of 64 bits.
pub const PRICE_MAX_CENTS: u64 = 10_000_000;

/// Makes a newtype over a core type that reads and writes one JSON value.
macro_rules! field {
    ($(#[$doc:meta])* $name:ident($core:ty) as $json:ty, $read:expr, $write:expr, $expects:literal, $schema:tt) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct $name(pub $core);

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<$name, D::Error> {
                let value = <$json>::deserialize(from)?;
                let read: fn(&$json) -> Option<$core> = $read;
                read(&value).map($name).ok_or_else(|| D::Error::custom(format_args!("se esperaba {}", $expects)))
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                let write: fn($core) -> $json = $write;
                write(self.0).serialize(to)
            }
        }

        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!($schema)
            }
        }
    };
}

field!(
    /// A ball.
    BallField(Ball) as u64,
    |n| Ball::new(u8::try_from(*n).ok()?), |ball| u64::from(ball.number()),
    "una bola del 1 al 90",
    { "type": "integer", "minimum": 1, "maximum": 90 }
);
field!(
    /// The place of a ball in its game.
    OrdinalField(Ordinal) as u64,
    |n| u8::try_from(*n).ok().filter(|n| (1..=90).contains(n)).map(Ordinal), |ordinal| u64::from(ordinal.0),
    "un orden de salida del 1 al 90",
    { "type": "integer", "minimum": 1, "maximum": 90 }
);
field!(
    /// A series.
    SeriesField(SeriesId) as String,
    |text| SeriesId::parse(text), |series| series.to_string(),
    "una serie: letra y número, como A17",
    { "type": "string", "pattern": "^[A-Z][1-9][0-9]{0,8}$" }
);
field!(
    /// A card's number in its series.
    CardField(CardNo) as u64,
    |n| u32::try_from(*n).ok().filter(|n| *n >= 1).map(CardNo), |card| u64::from(card.0),
    "un número de cartón desde 1",
    { "type": "integer", "minimum": 1, "maximum": 4_294_967_295_u32 }
);
field!(
    /// A card's 2-D code.
    CodeField(CardCode) as String,
    |text| CardCode::parse(text), |code| code.to_string(),
    "un código de cartón que empieza por B1:",
    { "type": "string", "pattern": "^B1:[A-Z][1-9][0-9]{0,8}:[1-9][0-9]{0,9}:[0-9A-F]{16}$" }
);
field!(
    /// A matrix.
    MatrixField(MatrixNo) as u64,
    |n| MatrixNo::new(u32::try_from(*n).ok()?), |matrix| u64::from(matrix.get()),
    "un número de matriz desde 1",
    { "type": "integer", "minimum": 1, "maximum": 4_294_967_295_u32 }
);
field!(
    /// A price.
    PriceField(Cents) as u64,
    |n| (1..=PRICE_MAX_CENTS).contains(n).then_some(Cents(*n)), |price| price.0,
    "un precio en céntimos, de 1 a 10000000",
    { "type": "integer", "minimum": 1, "maximum": 10_000_000 }
);
field!(
    /// A set of balls.
    SetField(SetId) as String,
    |text| SetId::parse(text), |set| set.to_string(),
    "un juego de bolas: de 1 a 8 letras mayúsculas o cifras",
    { "type": "string", "pattern": "^[A-Z0-9]{1,8}$" }
);
field!(
    /// A SHA-256.
    HashField([u8; 32]) as String,
    |text| hash(text), |hash| hash.iter().map(|byte| format!("{byte:02x}")).collect(),
    "un SHA-256: 64 cifras hexadecimales",
    { "type": "string", "pattern": "^[0-9a-fA-F]{64}$" }
);
field!(
    /// A role.
    RoleField(Role) as String,
    |text| Role::from_name(text), |role| role.name().to_string(),
    "una función: jefe_de_sala, jefe_de_mesa, cajero, vendedor_locutor, auxiliar, admision o inspector",
    { "type": "string", "enum": [
        "jefe_de_sala", "jefe_de_mesa", "cajero", "vendedor_locutor", "auxiliar", "admision", "inspector"
    ] }
);
field!(
    /// A local hour of the day.
    HourField(HourOfDay) as String,
    |text| HourOfDay::parse(text), |hour| hour.to_string(),
    "una hora del día, como 03:00",
    { "type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$" }
);

/// Reads 64 hexadecimal digits, of either case: programs print both.
fn hash(text: &str) -> Option<[u8; 32]> {
    if text.len() != 64 || !text.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    let mut bytes = [0; 32];
    for (byte, at) in bytes.iter_mut().zip((0..64).step_by(2)) {
        *byte = u8::from_str_radix(text.get(at..at + 2)?, 16).ok()?;
    }
    Some(bytes)
}
