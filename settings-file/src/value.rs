//! What the values of keys are.

use std::fmt::Display;
use std::ops::RangeInclusive;

use toml::de::DeValue;

/// The types a whole number is read as.
pub trait Whole: TryFrom<u64> + PartialOrd + Display {}

impl<N: TryFrom<u64> + PartialOrd + Display> Whole for N {}

pub(crate) fn within<N: Whole>(value: &DeValue<'_>, range: &RangeInclusive<N>) -> Option<N> {
    N::try_from(whole(value)?).ok().filter(|number| range.contains(number))
}

/// A whole number from 0 on, in any radix.
pub(crate) fn whole(value: &DeValue<'_>) -> Option<u64> {
    let number = value.as_integer()?;
    u64::from_str_radix(number.as_str(), number.radix()).ok()
}

pub(crate) fn in_words(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) if text.is_empty() => "un texto vacío".to_owned(),
        DeValue::String(text) => format!("«{text}»"),
        DeValue::Integer(number) => format!("el número {number}"),
        DeValue::Float(number) => format!("el número {number}"),
        DeValue::Boolean(flag) => flag.to_string(),
        DeValue::Datetime(_) => "una fecha u hora".to_owned(),
        DeValue::Array(list) if list.is_empty() => "una lista vacía".to_owned(),
        DeValue::Array(list) => {
            let items: Vec<String> = list.iter().map(|item| in_words(item.get_ref())).collect();
            format!("una lista con {}", items.join(", "))
        }
        DeValue::Table(_) => "una tabla".to_owned(),
    }
}
