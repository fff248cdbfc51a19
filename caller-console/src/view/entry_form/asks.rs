//! What the forms of a series, a machine and a set of balls ask of the desk.

use hall_core::machine::SetId;
use hall_core::matrix::MatrixNo;
use hall_core::money::Cents;
use hall_core::request::Request;
use hall_core::series::SeriesId;
use hall_look::words;

use super::EntryForm;
use super::kind::MACHINES;
use crate::bar::NextAct;
use crate::known::Known;
use crate::view::caja::block::cards_words;

impl EntryForm {
    pub(super) fn series(&self, known: &Known) -> Result<NextAct, String> {
        let series = self.needed(0, "sala-missing-series", known)?;
        let series_id = SeriesId::parse(series).ok_or_else(|| known.t("sala-series-name"))?;
        let Some(matrix) = self.number(1) else { return Err(known.t("sala-missing-matrix")) };
        let row = known.lists.matrices.iter().find(|row| row.matrix == matrix);
        let Some((row, matrix)) = row.zip(MatrixNo::new(matrix)) else {
            return Err(known.ta("sala-no-matrix", &[("n", &matrix)]));
        };
        let value = self.listed.as_ref().and_then(|listed| listed.form.field(2).cents());
        let value = value.filter(|cents| *cents > 0);
        let Some(value) = value else { return Err(known.t("sala-missing-value")) };
        let part = self.number(3);
        if part.is_some_and(|cards| !(1..=row.size).contains(&cards)) {
            let all = words::count(row.size.into());
            return Err(known.ta("sala-series-part", &[("n", &matrix.get()), ("all", &all)]));
        }
        let label = known.ta("sala-series-do", &[("series", &series)]);
        let cards = part.filter(|cards| *cards != row.size);
        let receive = Request::ReceiveSeries { series: series_id, matrix, face_value: Cents(value), cards };
        let cards = cards_words(known, cards.unwrap_or(row.size));
        let sub = known.ta("sala-series-sub", &[("cards", &cards), ("value", &words::money(value))]);
        Ok(NextAct::ask(label, receive).sub(sub))
    }

    pub(super) fn machine(&self, known: &Known) -> Result<NextAct, String> {
        let homologation = self.needed(0, "sala-missing-homologation", known)?;
        let sort = MACHINES.iter().zip(self.chosen).find(|(_, chosen)| *chosen);
        let ((extractor, _), _) = sort.ok_or_else(|| known.t("sala-missing-machine"))?;
        let said = |field| Some(self.text(field).to_owned()).filter(|text| !text.is_empty());
        let register = Request::RegisterMachine {
            extractor: *extractor,
            homologation: homologation.into(),
            maker: said(2),
            reference: said(1),
        };
        let number = known.board.machines.iter().map(|machine| machine.machine).max().unwrap_or(0) + 1;
        Ok(NextAct::ask(known.ta("sala-machine-do", &[("n", &number)]), register))
    }

    pub(super) fn ball_set(&self, known: &Known) -> Result<NextAct, String> {
        let set = self.needed(0, "sala-missing-set", known)?;
        let homologation = self.needed(1, "sala-missing-homologation", known)?;
        let maker = self.needed(2, "sala-missing-maker", known)?;
        let machine = MACHINES.iter().zip(self.chosen).find(|(_, chosen)| *chosen);
        let ((extractor, _), _) = machine.ok_or_else(|| known.t("sala-missing-machine"))?;
        let label = known.ta("sala-set-do", &[("set", &set)]);
        let reference = self.text(3);
        let register = Request::RegisterBallSet {
            set: SetId::parse(set).ok_or_else(|| known.t("sala-missing-set"))?,
            extractor: *extractor,
            homologation: homologation.into(),
            maker: Some(maker.into()),
            reference: (!reference.is_empty()).then(|| reference.into()),
        };
        Ok(NextAct::ask(label, register))
    }
}
