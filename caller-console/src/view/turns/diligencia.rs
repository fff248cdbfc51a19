//! `/` 6 · A diligencia: an incidencia, or the claim of a player (37.4, DECISIONS 33).

use hall_core::event::{DiligenciaKind, GameNo};
use hall_core::request::RequestKind;
use hall_wire::command::field::{Claimant, Secret};
use hall_wire::command::{Command, WriteDiligencia};

use super::common::{trouble_band, waits_for, yes_no};
use super::form::{Blank, Filled, Opt, Step};
use crate::entry::Takes;
use crate::known::Known;
use crate::press::Press;
use crate::view::Band;

/// The longest text the record takes.
const TEXT_MAX: usize = 500;

/// The form.
#[derive(Debug, Default)]
pub struct Diligencia;

impl Blank for Diligencia {
    fn title(&self, known: &Known) -> String {
        known.t("di-title")
    }

    fn label(&self, known: &Known) -> String {
        known.t("di-do")
    }

    fn waits_for(&self, known: &Known) -> Option<String> {
        waits_for(known, RequestKind::WriteDiligencia)
    }

    fn steps(&self, known: &Known, filled: &Filled) -> Vec<Step> {
        let kinds = vec![
            Opt::new(DiligenciaKind::Incidencia.name(), known.t("di-incidencia")),
            Opt::new(DiligenciaKind::Reclamacion.name(), known.t("di-reclamacion")),
        ];
        let left = TEXT_MAX - filled.get("text").chars().count().min(TEXT_MAX);
        let note = known.ta("di-left", &[("n", &left)]);
        let mut steps = vec![
            Step::choice(known, filled, "about", "di-about", kinds),
            Step::text(known, filled, "text", "di-text", TEXT_MAX).note(note),
        ];
        if kind(filled) == Some(DiligenciaKind::Reclamacion) {
            let lacks = filled.get("document").len() < 5;
            steps.push(Step::text(known, filled, "name", "di-name", 80));
            steps.push(
                Step::entry(
                    known,
                    "document",
                    "di-document",
                    Takes::Code(20),
                    lacks.then(|| known.t("di-document-missing")),
                )
                .note(known.t("di-document-note")),
            );
            let signed = yes_no(known, "di-signed-yes", "di-signed-no");
            steps.push(Step::choice(known, filled, "signed", "di-signed", signed));
        }
        steps
    }

    fn facts(&self, known: &Known, filled: &Filled) -> Vec<(String, String)> {
        let game = known.game().map(|game| game.game.to_string());
        let about =
            game.map_or_else(|| known.t("di-of-session"), |game| known.ta("strip-game", &[("game", &game)]));
        let mut facts =
            vec![(known.t("di-fact-about"), about), (known.t("di-fact-acta"), known.t("di-fact-acta-is"))];
        if kind(filled) == Some(DiligenciaKind::Reclamacion) {
            facts.push((known.t("di-fact-sealed"), known.t("di-fact-sealed-is")));
        }
        facts
    }

    fn act(&self, known: &Known, filled: &Filled) -> Option<Press> {
        let about = kind(filled)?;
        let claims = about == DiligenciaKind::Reclamacion;
        let claimant = || Claimant {
            name: Secret(filled.get("name").trim().into()),
            document: Secret(filled.get("document").into()),
        };
        let written = WriteDiligencia {
            about,
            game: known.game().map(|game| GameNo(game.game)),
            text: filled.get("text").trim().into(),
            claimant: claims.then(claimant),
            signed: claims && filled.is_yes("signed"),
        };
        Some(Press::ask(self.label(known), Command::WriteDiligencia(written)))
    }

    fn band(&self, known: &Known) -> Option<Band> {
        trouble_band(known, "di-band")
    }
}

fn kind(filled: &Filled) -> Option<DiligenciaKind> {
    DiligenciaKind::from_name(filled.get("about"))
}
