//! The diligencias of an acta: what the record makes of itself, and what people wrote.

use hall_core::acta::{Acta, ActaDiligencia, ActaHold};
use hall_core::event::DiligenciaKind;
use hall_core::people::Actor;
use hall_wire::paper;

use super::{Sheet, role_words};

impl Sheet<'_> {
    pub(super) fn diligencias(&self, acta: &Acta) -> Vec<paper::Diligencia> {
        let signatory =
            |role: &str, name: String| paper::Signatory { role: role.to_owned(), name, document: None };
        let both = || {
            vec![
                signatory("Jefe de Sala", (self.names)(acta.sala)),
                signatory("Jefe de Mesa", (self.names)(acta.mesa)),
            ]
        };
        let mut all: Vec<(i64, paper::Diligencia)> = Vec::new();
        let mut add = |at: i64, kind: &str, text: String| {
            all.push((
                at,
                paper::Diligencia {
                    kind: kind.to_owned(),
                    at: self.at(at),
                    text: stopped(text),
                    signatories: both(),
                },
            ));
        };
        for note in &acta.notes {
            let by = match note.by {
                Actor::Person(by) if note.with.is_some() => {
                    let with = note.with.map_or_else(String::new, self.names);
                    format!(". Lo anotó {with} y lo confirmó {}", (self.names)(by))
                }
                Actor::Person(by) if note.kind == "inspección" => {
                    format!(". Consulta: {}", (self.names)(by))
                }
                Actor::Person(by) if note.kind.ends_with("de bolas") => {
                    format!(". Lo anotó {}", (self.names)(by))
                }
                Actor::Person(_) | Actor::Machine | Actor::System => String::new(),
            };
            add(note.at, note.kind, format!("{}{by}", note.text));
        }
        for change in &acta.substitutions {
            let text = format!(
                "{} ocupa el puesto de {} como {}: {}.",
                (self.names)(change.stand_in),
                (self.names)(change.person),
                role_words(change.post),
                change.reason.trim_end_matches('.')
            );
            add(change.at, "sustitución", text);
        }
        for game in &acta.games {
            for hold in &game.holds {
                add(
                    hold.at,
                    "incidencia",
                    format!("Partida {}: {}. {}", game.in_session, hold.why, self.way_out(hold)),
                );
            }
            for suspension in &game.suspensions {
                let how =
                    if suspension.lifted_at.is_some() { "Se levantó a tiempo" } else { "No se levantó" };
                let text = format!(
                    "Partida {}, suspensión provisional (art. 36.1): {}. {how}.",
                    game.in_session,
                    suspension.cause.trim_end_matches('.')
                );
                add(suspension.at, "suspensión", text);
            }
            if let Some((at, caller, second)) = game.by_hand {
                let text = format!(
                    "Partida {}: se continúa con extracción manual de las bolas restantes (art. 36.2); las \
                     teclean {} y {}.",
                    game.in_session,
                    (self.names)(caller),
                    (self.names)(second)
                );
                add(at, "continuación manual", text);
            }
            if let Some((at, asked_by, confirmed_by)) = game.transcribed {
                let text = format!(
                    "Partida {}: terminada en papel; transcriben la hoja {} y {}.",
                    game.in_session,
                    (self.names)(asked_by),
                    self.actor(confirmed_by)
                );
                add(at, "transcripción", text);
            }
            for change in &game.rectified {
                let text = format!(
                    "Partida {}: rectificación pública, de {} a {} cartones vendidos.",
                    game.in_session, change.sold_before, change.sold
                );
                add(change.at, "rectificación", text);
            }
            if let Some(void) = &game.void {
                let by = self.actor(void.confirmed_by);
                let text = format!(
                    "Partida {} anulada por {}, a petición de {}. Causa: {}. Se devuelven {} cartones, {}.",
                    game.in_session,
                    by,
                    (self.names)(void.asked_by),
                    void.cause.trim_end_matches('.'),
                    void.cards,
                    void.amount
                );
                add(void.at, "devolución", text);
            }
        }
        for prize in acta.games.iter().flat_map(|game| &game.prizes) {
            if let (Some(reason), Some((at, _))) = (&prize.reason, prize.settled) {
                add(
                    at,
                    "retención de premio",
                    format!("Premio de {} al cartón {}: {reason}.", prize.amount, prize.card),
                );
            }
        }
        all.extend(acta.diligencias.iter().map(|written| (written.at, self.written(acta, written))));
        all.sort_by_key(|(at, _)| *at);
        all.into_iter().map(|(_, diligencia)| diligencia).collect()
    }

    /// A diligencia that somebody wrote: an incidencia is signed by both chiefs, a reclamación by
    /// the jefe de sala and the claimant (art. 37.4).
    fn written(&self, acta: &Acta, written: &ActaDiligencia) -> paper::Diligencia {
        let signatory =
            |role: &str, name: String, document| paper::Signatory { role: role.to_owned(), name, document };
        let mut signatories = vec![signatory("Jefe de Sala", (self.names)(acta.sala), None)];
        let mut text = match written.game.and_then(|no| acta.games.iter().find(|game| game.game == no)) {
            Some(game) => format!("Partida {}: {}", game.in_session, written.text),
            None => written.text.clone(),
        };
        let kind = match written.about {
            DiligenciaKind::Incidencia => {
                signatories.push(signatory("Jefe de Mesa", (self.names)(acta.mesa), None));
                "incidencia"
            }
            DiligenciaKind::Reclamacion => {
                let who = written.claimant.and_then(|sealed| (self.claimant)(sealed));
                let (name, document) = who.unwrap_or_else(|| ("(dato suprimido)".to_owned(), String::new()));
                signatories.push(signatory("Reclamante", name, Some(document)));
                if !written.signed {
                    text.truncate(text.trim_end_matches('.').len());
                    text.push_str(". Sin la firma del reclamante, carece de valor (art. 37.4)");
                }
                "reclamación"
            }
        };
        paper::Diligencia { kind: kind.to_owned(), at: self.at(written.at), text: stopped(text), signatories }
    }

    fn way_out(&self, hold: &ActaHold) -> String {
        match &hold.left {
            Some((_, exit, asked_by, confirmed_by)) => {
                format!("{exit}. Lo acuerdan {} y {}.", (self.names)(*asked_by), self.actor(*confirmed_by))
            }
            None => "Sin resolver.".to_owned(),
        }
    }
}

/// Returns a text that ends as a sentence does.
fn stopped(mut text: String) -> String {
    if !text.ends_with(['.', '!', '?', '»', '…']) {
        text.push('.');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::stopped;

    #[test]
    fn a_diligencia_ends_in_one_full_stop() {
        for (text, printed) in [("Se oyó", "Se oyó."), ("Se oyó.", "Se oyó."), ("«¿Más?»", "«¿Más?»")]
        {
            assert_eq!(stopped(text.to_owned()), printed);
        }
    }
}
