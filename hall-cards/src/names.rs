//! The names of enum values in messages (ADR 25).

use alloc::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use crate::matrix::MatrixKind;

/// Names the values of enums without data: `ALL`, `name`, `from_name`, and the traits of serde and schemars.
///
/// The caller imports `Cow`, `Serialize`, `Deserialize`, `Serializer`, `Deserializer`, `serde::de::Error`,
/// `JsonSchema`, `Schema`, `SchemaGenerator` and `json_schema!`.
#[macro_export]
macro_rules! names {
    ($($type:ident { $($variant:ident => $name:literal),* $(,)? })*) => {$(
        impl $type {
            /// Every value, in the order of the list.
            pub const ALL: [$type; [$($type::$variant),*].len()] = [$($type::$variant),*];

            /// The name in messages.
            pub const fn name(self) -> &'static str {
                match self { $($type::$variant => $name),* }
            }

            /// The value of a name.
            pub fn from_name(name: &str) -> Option<$type> {
                $type::ALL.into_iter().find(|value| value.name() == name)
            }
        }

        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_str(self.name())
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<$type, D::Error> {
                let name = <Cow<'de, str>>::deserialize(from)?;
                $type::from_name(&name).ok_or_else(|| D::Error::unknown_variant(&name, &[$($name),*]))
            }
        }

        impl JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({ "type": "string", "enum": [$($name),*] })
            }
        }
    )*};
}

names! {
    MatrixKind { Single => "single", Strip => "strip" }
}
