//! Objects of JSON by rows, as the list of requests has them: `field as "json_name": Type = default => "What it is."`
//! From the same rows a body is read, written and described.

use schemars::{Schema, SchemaGenerator};
use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value, json};

use super::CommandError;

/// One row.
pub(super) struct Row<T> {
    /// The field's name in JSON.
    pub(super) name: &'static str,
    /// What it is.
    pub(super) about: &'static str,
    /// Its value where it is left out.
    pub(super) default: Option<fn() -> T>,
}

/// A type that stands in a body: as one field, or as several side by side.
pub(super) trait Field: Sized {
    /// Takes it out of a body.
    fn take(body: &mut Body, row: &Row<Self>) -> Result<Self, CommandError>;

    /// Puts it into a body.
    fn put(&self, row: &Row<Self>, into: &mut Map<String, Value>);

    /// Adds it to a schema.
    fn describe(row: &Row<Self>, shape: &mut Shape<'_>);
}

/// A struct of rows.
pub(super) trait Object: Sized {
    /// Takes its rows out of a body.
    fn take(body: &mut Body) -> Result<Self, CommandError>;

    /// Puts them into a body.
    fn put(&self, into: &mut Map<String, Value>);

    /// Adds them to a schema.
    fn describe(shape: &mut Shape<'_>);
}

macro_rules! row {
    ($field:ident $(as $json:literal)? : $type:ty $(= $default:expr)? => $about:literal) => {
        &Row::<$type> {
            name: [$($json,)? stringify!($field)][0],
            about: $about,
            default: [$(Some((|| $default) as fn() -> $type),)? None][0],
        }
    };
}

/// Takes rows out of a body. All are read; a wrong value is reported before a missing one.
macro_rules! take {
    ($body:ident $($made:ident)::+ { $($field:ident $(as $json:literal)? : $type:ty $(= $default:expr)? => $about:literal,)* }) => {{
        $(let $field = <$type as Field>::take($body, row!($field $(as $json)?: $type $(= $default)? => $about));)*
        let _: &mut Body = $body;
        match Body::worst(&[$($field.as_ref().err()),*]) {
            Some(error) => Err(error),
            None => Ok($($made)::+ { $($field: $field?),* }),
        }
    }};
}

/// Puts the rows of a value into a body, if it is this one.
macro_rules! put {
    ($value:ident $into:ident $($made:ident)::+ { $($field:ident $(as $json:literal)? : $type:ty $(= $default:expr)? => $about:literal,)* }) => {
        #[allow(irrefutable_let_patterns, reason = "a struct is always this one, a request is not")]
        if let $($made)::+ { $($field),* } = $value {
            $(<$type as Field>::put($field, row!($field $(as $json)?: $type $(= $default)? => $about), $into);)*
        }
    };
}

/// Adds rows to a schema.
macro_rules! describe {
    ($shape:ident { $($field:ident $(as $json:literal)? : $type:ty $(= $default:expr)? => $about:literal,)* }) => {{
        let _: &mut Shape<'_> = $shape;
        $(<$type as Field>::describe(row!($field $(as $json)?: $type $(= $default)? => $about), $shape);)*
    }};
}

/// Makes a struct of rows; or, after `for`, makes rows of a struct of the core.
macro_rules! object {
    ($(#[$doc:meta])* $vis:vis struct $name:ident {
        $($field:ident $(as $json:literal)? : $type:ty $(= $default:expr)? => $about:literal,)*
    }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        $vis struct $name { $(#[doc = $about] $vis $field: $type,)* }

        object!(for $name { $($field $(as $json)?: $type $(= $default)? => $about,)* });
    };
    (for $name:ident $rows:tt) => {
        impl Object for $name {
            fn take(body: &mut Body) -> Result<$name, CommandError> {
                take!(body $name $rows)
            }

            fn put(&self, into: &mut Map<String, Value>) {
                put!(self into $name $rows);
            }

            fn describe(shape: &mut Shape<'_>) {
                describe!(shape $rows);
            }
        }
    };
}

/// An object that is being read: the fields not taken yet.
pub(super) struct Body {
    map: Map<String, Value>,
    at: String,
}

impl Body {
    /// The body of a command.
    pub(super) fn new(map: Map<String, Value>) -> Body {
        Body { map, at: String::new() }
    }

    /// An object within a body, at this path.
    pub(super) fn within(value: Value, at: &str) -> Result<Body, CommandError> {
        match value {
            Value::Object(map) => Ok(Body { map, at: format!("{at}.") }),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
                Err(CommandError::value(at, "se esperaba un objeto"))
            }
        }
    }

    /// Takes everything out of it. An unknown field is reported first.
    pub(super) fn taken<T>(
        mut self,
        take: impl FnOnce(&mut Body) -> Result<T, CommandError>,
    ) -> Result<T, CommandError> {
        let taken = take(&mut self);
        match self.map.into_iter().next() {
            Some((field, _)) => Err(CommandError::UnknownField { field }),
            None => taken,
        }
    }

    /// The fault to report: the first wrong value, else the first missing field.
    pub(super) fn worst(faults: &[Option<&CommandError>]) -> Option<CommandError> {
        let faults = || faults.iter().flatten().copied();
        let wrong = faults().find(|fault| !matches!(fault, CommandError::MissingField { .. }));
        wrong.or_else(|| faults().next()).cloned()
    }

    /// Takes one field out, with its path.
    pub(super) fn field(&mut self, name: &str) -> Option<(Value, String)> {
        Some((self.map.remove(name)?, format!("{}{name}", self.at)))
    }
}

/// A schema of an object that grows by its rows.
pub(super) struct Shape<'a> {
    /// For the schemas of the types.
    pub(super) generator: &'a mut SchemaGenerator,
    properties: Map<String, Value>,
    required: Vec<&'static str>,
}

impl Shape<'_> {
    /// The schema that is described.
    pub(super) fn of(generator: &mut SchemaGenerator, describe: impl FnOnce(&mut Shape<'_>)) -> Schema {
        let mut shape = Shape { generator, properties: Map::new(), required: Vec::new() };
        describe(&mut shape);
        let Shape { properties, required, .. } = shape;
        let object = json!({
            "type": "object", "properties": properties, "required": required, "additionalProperties": false,
        });
        Schema::try_from(object).expect("an object is a schema")
    }

    /// Adds one field.
    pub(super) fn field(&mut self, name: &'static str, about: &str, schema: Schema, default: Option<Value>) {
        let mut schema = schema;
        schema.insert("description".into(), about.into());
        match default {
            // What may be left out and is then nothing needs no default.
            Some(Value::Null) => {}
            Some(default) => {
                schema.insert("default".into(), default);
            }
            None => self.required.push(name),
        }
        self.properties.insert(name.into(), schema.to_value());
    }
}

/// 2 to the 53rd: below it each whole number is a number of 64 bits with a point too.
const WHOLE_BELOW: f64 = 9_007_199_254_740_992.0;

/// Reads a value in which no object has a field twice.
pub(super) fn strict<'de, D: Deserializer<'de>>(from: D) -> Result<Value, D::Error> {
    Strict.deserialize(from)
}

struct Strict;

impl<'de> DeserializeSeed<'de> for Strict {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Value, D::Error> {
        from.deserialize_any(Strict)
    }
}

impl<'de> Visitor<'de> for Strict {
    type Value = Value;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, it: bool) -> Result<Value, E> {
        Ok(it.into())
    }

    fn visit_i64<E: Error>(self, it: i64) -> Result<Value, E> {
        Ok(it.into())
    }

    fn visit_u64<E: Error>(self, it: u64) -> Result<Value, E> {
        Ok(it.into())
    }

    /// `7.0` is the whole number 7 (JSON Schema 2020-12, 6.1.1).
    fn visit_f64<E: Error>(self, it: f64) -> Result<Value, E> {
        #[allow(clippy::cast_possible_truncation, reason = "it is whole, and small enough")]
        Ok(if it.fract() == 0.0 && it.abs() < WHOLE_BELOW { Value::from(it as i64) } else { it.into() })
    }

    fn visit_str<E: Error>(self, it: &str) -> Result<Value, E> {
        Ok(it.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(Strict)? {
            list.push(item);
        }
        Ok(list.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some(name) = fields.next_key::<String>()? {
            if map.contains_key(&name) {
                return Err(A::Error::custom(format_args!("duplicate field `{name}`")));
            }
            map.insert(name, fields.next_value_seed(Strict)?);
        }
        Ok(map.into())
    }
}
