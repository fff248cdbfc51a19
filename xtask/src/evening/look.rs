//! The inspector's look.

use anyhow::{Context, Result, ensure};
use hall_wire::board::Scene;
use hall_wire::message::{GameLook, Inspection};
use serde_json::Value;

use super::{Evening, euros, spoken};
use crate::screens::Visit;
use crate::staff::log_in;

impl Evening<'_> {
    /// An inspector comes in the middle of the draw: he looks, and takes the acta as it stands.
    pub(super) fn inspect(&mut self, announced: usize) -> Result<()> {
        let url = &self.server.as_ref().context("a server runs")?.url;
        let inspector = log_in(url, "gonzalo", "inspeccion")?;
        let seen: Inspection = inspector.get("/api/inspeccion")?;
        let look = seen.look.context("a game is in play")?;
        (self.say)(&format!(
            "  Bola {announced}: entra un inspector y ve en el acto, desde su propio puesto:"
        ));
        (self.say)(&format!(
            "    serie {}; numeración: {}; {} cartones a {}; importe {}.",
            spoken(&look.series),
            numbering(&look),
            look.cards,
            euros(look.face_value_cents),
            euros(look.takings_cents)
        ));
        let so = self.up_to_date(Scene::Draw);
        // He asks for what he sees: the answer is there when nothing is asked any more.
        let so = |shown: &Value| so(shown) && shown["desk"] == "Inspeccion" && shown["sending"].is_null();
        self.visit("gonzalo", &Visit { device: "inspeccion-1", keys: &[], name: "inspeccion", so: &so })?;
        let acta = inspector.get_bytes("/api/sessions/1/acta.pdf")?;
        let file = self.dir.join(EN_CURSO);
        ensure!(std::fs::read(&file)? == acta, "{EN_CURSO} is what was sent");
        (self.say)(&format!(
            "    La mirada queda en el registro y constará en el acta. Se lleva el acta tal como va: {EN_CURSO}."
        ));
        Ok(())
    }
}

/// The acta of a session that is open, within the hall's folder.
pub const EN_CURSO: &str = "actas/acta-1-en-curso.pdf";

fn numbering(look: &GameLook) -> String {
    let runs: Vec<String> = look
        .segments
        .iter()
        .map(|cards| format!("{} del {} al {}", spoken(&cards.series), cards.first, cards.last))
        .collect();
    runs.join(" y ")
}
