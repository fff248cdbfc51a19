//! Any value in a place of the JSON: a wrong one is a fault to report, and no reason to stop reading.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use crate::matrix_file::csv::shown;

/// What one place of the JSON must be. What it is not is read to its end and comes out as [`Scalar::Other`].
pub(super) trait Part: Sized {
    /// What is made of it.
    type Made;

    /// It is a number, or nothing that this place can be.
    fn scalar(self, scalar: Scalar) -> Self::Made;

    /// It is a list.
    fn list<'de, A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Made, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(self.scalar(Scalar::Other("[…]".to_owned())))
    }

    /// It is an object.
    fn object<'de, A: MapAccess<'de>>(self, mut object: A) -> Result<Self::Made, A::Error> {
        while object.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(self.scalar(Scalar::Other("{…}".to_owned())))
    }
}

/// What is neither a list nor an object where it could be one.
pub(super) enum Scalar {
    /// A whole number from 0.
    Number(u64),
    /// Something else, as a fault shows it.
    Other(String),
}

impl Scalar {
    /// The number, or what is there instead.
    pub(super) fn number(self) -> Result<u64, String> {
        match self {
            Scalar::Number(number) => Ok(number),
            Scalar::Other(text) => Err(text),
        }
    }
}

/// Reads a [`Part`].
pub(super) struct Any<P>(pub(super) P);

impl<'de, P: Part> DeserializeSeed<'de> for Any<P> {
    type Value = P::Made;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<P::Made, D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de, P: Part> Visitor<'de> for Any<P> {
    type Value = P::Made;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("anything")
    }

    fn visit_map<A: MapAccess<'de>>(self, object: A) -> Result<P::Made, A::Error> {
        self.0.object(object)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<P::Made, A::Error> {
        self.0.list(list)
    }

    fn visit_u64<E>(self, number: u64) -> Result<P::Made, E> {
        Ok(self.0.scalar(Scalar::Number(number)))
    }

    fn visit_i64<E>(self, number: i64) -> Result<P::Made, E> {
        Ok(self.0.scalar(Scalar::Other(number.to_string())))
    }

    fn visit_f64<E>(self, number: f64) -> Result<P::Made, E> {
        Ok(self.0.scalar(Scalar::Other(shown(&number.to_string()))))
    }

    fn visit_str<E>(self, text: &str) -> Result<P::Made, E> {
        Ok(self.0.scalar(Scalar::Other(format!("\"{}\"", shown(text)))))
    }

    fn visit_bool<E>(self, truth: bool) -> Result<P::Made, E> {
        Ok(self.0.scalar(Scalar::Other(truth.to_string())))
    }

    fn visit_unit<E>(self) -> Result<P::Made, E> {
        Ok(self.0.scalar(Scalar::Other("null".to_owned())))
    }
}
