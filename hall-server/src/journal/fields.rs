//! Reads a row of a query into a struct: each column is the field of its name.

use rusqlite::types::{Type, ValueRef};
use rusqlite::{Connection, Error, OptionalExtension, Params, Row};
use serde::de::value::{Error as Unfit, MapDeserializer};
use serde::de::{DeserializeOwned, Deserializer, Error as _, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;

/// Every row of a query.
pub(super) fn rows<T: DeserializeOwned>(
    view: &Connection,
    sql: &str,
    params: impl Params,
) -> rusqlite::Result<Vec<T>> {
    view.prepare_cached(sql)?.query_map(params, fields)?.collect()
}

/// The first row of a query, if there is one.
pub(super) fn first<T: DeserializeOwned>(
    view: &Connection,
    sql: &str,
    params: impl Params,
) -> rusqlite::Result<Option<T>> {
    view.prepare_cached(sql)?.query_row(params, fields).optional()
}

pub(super) fn fields<T: DeserializeOwned>(row: &Row<'_>) -> rusqlite::Result<T> {
    let columns = row.as_ref().column_names().enumerate();
    let cells = columns.map(|(at, name)| Ok((name, Column(row.get_ref(at)?))));
    let cells = cells.collect::<rusqlite::Result<Vec<_>>>()?;
    T::deserialize(MapDeserializer::new(cells.into_iter()))
        .map_err(|unfit: Unfit| Error::FromSqlConversionFailure(0, Type::Null, Box::new(unfit)))
}

/// A value of SQLite: an integer is also a truth value, a text also a choice or a list in JSON.
struct Column<'a>(ValueRef<'a>);

impl<'de> IntoDeserializer<'de, Unfit> for Column<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Column<'de> {
    type Error = Unfit;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unfit> {
        match self.0 {
            ValueRef::Null => visitor.visit_unit(),
            ValueRef::Integer(number) => visitor.visit_i64(number),
            ValueRef::Real(number) => visitor.visit_f64(number),
            ValueRef::Text(text) => visitor.visit_str(str::from_utf8(text).map_err(Unfit::custom)?),
            ValueRef::Blob(bytes) => visitor.visit_bytes(bytes),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unfit> {
        if let ValueRef::Integer(number) = self.0 {
            visitor.visit_bool(number != 0)
        } else {
            self.deserialize_any(visitor)
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unfit> {
        if self.0 == ValueRef::Null { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unfit> {
        let list = self.0.as_str().map_err(Unfit::custom)?;
        serde_json::Deserializer::from_str(list).deserialize_seq(visitor).map_err(Unfit::custom)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Unfit> {
        self.deserialize_seq(visitor)
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct newtype_struct
        tuple_struct map struct enum identifier ignored_any
    }
}
