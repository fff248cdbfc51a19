//! What opens a book of actas, what closes one, and what copies an acta.

use hall_core::event::SessionNo;
use hall_core::money::Cents;
use hall_core::request::Request;
use hall_core::time::Date;

use super::{EntryForm, FormKind};
use crate::bar::NextAct;
use crate::entry::Entry;
use crate::known::Known;

impl EntryForm {
    pub(super) fn book(&self, known: &Known) -> Result<NextAct, String> {
        let book = self.needed(0, "book-missing-name", known)?;
        if self.kind == FormKind::CloseBook {
            let reason = self.needed(1, "sala-missing-reason", known)?.into();
            let label = known.ta("book-close-do", &[("book", &book)]);
            let close = Request::CloseBook { book: book.into(), reason };
            return Ok(NextAct::ask(label, close).sub(known.t("sala-retire-sub")).held(2.0));
        }
        let date =
            day(self.needed(1, "book-missing-date", known)?).ok_or_else(|| known.t("book-bad-date"))?;
        let authority = self.needed(2, "book-missing-authority", known)?;
        let value = self.listed.as_ref().map(|listed| listed.form.field(3)).filter(|field| !field.is_empty());
        let face_value = match value.map(Entry::cents) {
            None => None,
            Some(Some(cents)) if cents > 0 => Some(Cents(cents)),
            Some(_) => return Err(known.t("book-bad-value")),
        };
        let (Some(first), Some(last)) = (self.number(4), self.number(5)) else {
            return Err(known.t("book-missing-folios"));
        };
        if first == 0 || first > last {
            return Err(known.t("book-bad-folios"));
        }
        let label = known.ta("book-open-do", &[("book", &book)]);
        let sub = match face_value {
            Some(value) => {
                known.ta("book-open-sub-value", &[("first", &first), ("last", &last), ("value", &value)])
            }
            None => known.ta("book-open-sub", &[("first", &first), ("last", &last)]),
        };
        let (book, authority) = (book.into(), authority.into());
        Ok(NextAct::ask(label, Request::OpenBook { book, authority, date, first, last, face_value }).sub(sub))
    }

    pub(super) fn copy_acta(&self, known: &Known) -> Result<NextAct, String> {
        let Some(number) = self.number(0) else { return Err(known.t("copy-missing-session")) };
        let reason = self.needed(1, "copy-missing-reason", known)?.into();
        let label = known.ta("copy-do", &[("n", &number)]);
        Ok(NextAct::ask(label, Request::CopyActa { session: SessionNo(number), reason })
            .sub(known.t("copy-sub")))
    }
}

/// A day as people write it, 2/11/2026 or 2-11-2026.
pub(super) fn day(typed: &str) -> Option<Date> {
    let numbers: Vec<u16> =
        typed.split(['/', '-', '.', ' ']).map(|part| part.parse().ok()).collect::<Option<_>>()?;
    let [day, month, year] = numbers[..] else { return None };
    Date::parse(&format!("{year:04}-{month:02}-{day:02}"))
}

#[cfg(test)]
mod tests {
    use super::day;

    #[test]
    fn a_day_is_read_as_people_write_it() {
        for typed in ["2/11/2026", "02/11/2026", "2-11-2026", "2.11.2026"] {
            assert_eq!(day(typed).unwrap().to_string(), "2026-11-02", "{typed}");
        }
        for typed in ["", "2/11", "2/13/2026", "32/1/2026", "2026-11-02", "dos de noviembre"] {
            assert_eq!(day(typed), None, "{typed}");
        }
    }
}
