//! The diligencias of an acta: what the law wants signed by itself (art. 37.4), and the one list of all else that
//! the machine, the system and the sets of balls give to tell.

use hall_core::words::{self, Lang};
use std::collections::BTreeMap;

use hall_core::acta::{Acta, ActaAuthority, ActaDiligencia, ActaGame, ActaHold, Note, stopped};
use hall_core::event::DiligenciaKind;
use hall_core::people::{Actor, PersonId};
use hall_wire::paper;

use super::{Sheet, role_words};

/// Under the name of an agent of the authority, who signs with a number.
const AGENT_NUMBER: &str = "N.º de agente";

/// Diligencias with their moments, UTC milliseconds.
type Dated = Vec<(i64, paper::Diligencia)>;

impl Sheet<'_> {
    /// Returns the diligencias with signatures of their own, in the order of their moments.
    pub(super) fn diligencias(&self, acta: &Acta) -> Vec<paper::Diligencia> {
        let mut all: Dated = Vec::new();
        for note in acta.notes.iter().filter(|note| note.apart) {
            all.push(self.by_chiefs(acta, note.at, note.kind, self.told(note)));
        }
        all.extend(self.inspections(acta));
        for called in &acta.authority {
            all.push(self.authority(acta, called));
        }
        for change in &acta.substitutions {
            let text = format!(
                "{} ocupa el puesto de {} como {}: {}",
                (self.names)(change.stand_in),
                (self.names)(change.person),
                role_words(change.post),
                change.reason
            );
            all.push(self.by_chiefs(acta, change.at, "sustitución", text));
        }
        for game in &acta.games {
            all.extend(self.of_game(acta, game));
        }
        all.extend(acta.diligencias.iter().map(|written| (written.at, self.written(acta, written))));
        all.sort_by_key(|(at, _)| *at);
        all.into_iter().map(|(_, diligencia)| diligencia).collect()
    }

    /// Returns the list of what no law wants signed by itself, in order.
    pub(super) fn notes(&self, acta: &Acta) -> Vec<paper::Spoken> {
        let notes = acta.notes.iter().filter(|note| !note.apart);
        let mut all: Vec<(i64, String)> = notes.map(|note| (note.at, self.told(note))).collect();
        for game in &acta.games {
            for hold in game.holds.iter().filter(|hold| hold.of_link && hold.left.is_some()) {
                all.push((hold.at, self.held(game, hold)));
            }
        }
        all.sort_by_key(|(at, _)| *at);
        let one = |(at, text): (i64, String)| paper::Spoken { at: self.at(at), text: stopped(text) };
        all.into_iter().map(one).collect()
    }

    /// Returns the words of a note, with who wrote it where somebody did.
    fn told(&self, note: &Note) -> String {
        let by = match note.by {
            Actor::Person(by) if note.with.is_some() => {
                let with = note.with.map_or_else(String::new, self.names);
                format!(". Lo anotó {with} y lo confirmó {}", (self.names)(by))
            }
            Actor::Person(by) if note.kind.ends_with("de bolas") => {
                format!(". Lo anotó {}", (self.names)(by))
            }
            Actor::Person(_) | Actor::Machine | Actor::System => String::new(),
        };
        format!("{}{by}", note.text)
    }

    /// A diligencia that both chiefs sign.
    fn by_chiefs(&self, acta: &Acta, at: i64, kind: &str, text: String) -> (i64, paper::Diligencia) {
        let (kind, text) = (kind.to_owned(), stopped(text));
        (at, paper::Diligencia { kind, at: self.at(at), text, signatories: self.chiefs(acta) })
    }

    fn chiefs(&self, acta: &Acta) -> Vec<paper::Signatory> {
        vec![
            signatory("Jefe de Sala", (self.names)(acta.sala), None),
            signatory("Jefe de Mesa", (self.names)(acta.mesa), None),
        ]
    }

    /// All that was shown to agents of the authority, once: to whom, of which game, at what hours.
    fn inspections(&self, acta: &Acta) -> Option<(i64, paper::Diligencia)> {
        let first = acta.inspections.first()?.at;
        let mut games: BTreeMap<Option<u32>, Vec<(Actor, Vec<i64>)>> = BTreeMap::new();
        let mut agents: Vec<PersonId> = Vec::new();
        for look in &acta.inspections {
            let of_game = games.entry(look.game).or_default();
            match of_game.iter_mut().find(|(by, _)| *by == look.by) {
                Some((_, hours)) => hours.push(look.at),
                None => of_game.push((look.by, vec![look.at])),
            }
            if let Actor::Person(agent) = look.by
                && !agents.contains(&agent)
            {
                agents.push(agent);
            }
        }
        let mut text = "Inspección en la sala (RD 2221/1984, art. 12)".to_owned();
        for (game, looks) in games {
            text.push_str(&match game {
                Some(no) => format!(
                    ". Se exhiben la serie, la numeración, el precio, los cartones y su importe de la partida {no}"
                ),
                None => ". Sin partida en venta ni en juego".to_owned(),
            });
            for (agent, times) in looks {
                text.push_str(&format!(
                    ". Agente de la autoridad: {}, {}",
                    self.actor(agent),
                    self.hours(&times)
                ));
            }
        }
        let (at, mut diligencia) = self.by_chiefs(acta, first, "inspección", text);
        let agents = agents.into_iter().map(self.names);
        diligencia.signatories.extend(agents.map(|name| agent_signs(name, AGENT_NUMBER.to_owned())));
        Some((at, diligencia))
    }

    /// How often somebody looked, and at what hours.
    fn hours(&self, times: &[i64]) -> String {
        let mut hours: Vec<String> = times.iter().map(|at| self.at(*at)).collect();
        hours.dedup();
        let many = if times.len() == 1 { String::new() } else { format!("{} consultas, ", times.len()) };
        format!("{many}{}", hours.join(", "))
    }

    /// The agent of the authority was called (34.4), and what was decided.
    fn authority(&self, acta: &Acta, called: &ActaAuthority) -> (i64, paper::Diligencia) {
        let place = called.game.map_or_else(String::new, |no| format!(", partida {no}"));
        let mut text = format!("Aviso a la autoridad (art. 34.4{place}): {}", called.cause);
        let mut number = AGENT_NUMBER.to_owned();
        if let Some(decided) = &called.decided {
            let what = if decided.goes_on { "continúe" } else { "termine" };
            let at = self.at(decided.at);
            text = format!("{} El agente {} decide que la sesión {what}, {at}", stopped(text), decided.agent);
            number = format!("{AGENT_NUMBER} {}", decided.agent);
        }
        let (at, mut diligencia) = self.by_chiefs(acta, called.at, "incidencia", text);
        diligencia.signatories.push(agent_signs(String::new(), number));
        (at, diligencia)
    }

    fn of_game(&self, acta: &Acta, game: &ActaGame) -> Dated {
        let mut all: Dated = Vec::new();
        let no = game.in_session;
        let mut add = |at: i64, kind: &str, text: String| all.push(self.by_chiefs(acta, at, kind, text));
        // Whoever keys the balls from then on is told with what made it so.
        let mut by_hand = game.by_hand.map(|(at, caller, second)| {
            let (caller, second) = ((self.names)(caller), (self.names)(second));
            (at, format!("Las bolas restantes las teclean {caller} y {second}"))
        });
        for hold in game.holds.iter().filter(|hold| !hold.of_link || hold.left.is_none()) {
            let mut text = self.held(game, hold);
            let left = hold.left.as_ref().map(|(at, ..)| *at);
            if let Some((_, hand)) = by_hand.take_if(|(at, _)| Some(*at) == left) {
                text = format!("{text} {hand}");
            }
            add(hold.at, "incidencia", text);
        }
        for suspension in &game.suspensions {
            let how = match suspension.lifted_at {
                Some(at) => format!("Se levantó a tiempo, {}", self.at(at)),
                None => "No se levantó".to_owned(),
            };
            let read = suspension
                .read_at
                .map_or_else(String::new, |at| format!("; leído el apartado 36.1, {}", self.at(at)));
            let cause = stopped(suspension.cause.clone());
            let text = format!("Partida {no}, suspensión provisional (art. 36.1): {cause} {how}{read}");
            add(suspension.at, "incidencia", text);
        }
        if let Some((at, hand)) = by_hand {
            add(at, "incidencia", format!("Partida {no}: continuación manual (art. 36.2). {hand}"));
        }
        if let Some((at, asked_by, confirmed_by)) = game.transcribed {
            let (asked_by, confirmed_by) = ((self.names)(asked_by), self.actor(confirmed_by));
            let text =
                format!("Partida {no}: terminada en papel; transcriben la hoja {asked_by} y {confirmed_by}");
            add(at, "incidencia", text);
        }
        for change in &game.rectified {
            let text = format!(
                "Partida {no}: rectificación pública, de {} a {} cartones vendidos",
                change.sold_before, change.sold
            );
            add(change.at, "incidencia", text);
        }
        if let Some(void) = &game.void {
            let text = format!(
                "Partida {no} anulada por {}, a petición de {}. Causa: {} Se devuelven {} cartones, {}",
                self.actor(void.confirmed_by),
                (self.names)(void.asked_by),
                stopped(void.cause.clone()),
                void.cards,
                void.amount
            );
            add(void.at, "devolución", text);
        }
        for prize in &game.prizes {
            if let (Some(reason), Some((at, _))) = (&prize.reason, prize.settled) {
                let text = format!(
                    "Partida {no}: se retiene el premio de {} al cartón {}: {reason}",
                    prize.amount, prize.card
                );
                add(at, "incidencia", text);
            }
        }
        all
    }

    /// A diligencia that somebody wrote: an incidencia is signed by both chiefs, a reclamación by
    /// the jefe de sala and the claimant (art. 37.4).
    fn written(&self, acta: &Acta, written: &ActaDiligencia) -> paper::Diligencia {
        let mut signatories = self.chiefs(acta);
        let mut text = match written.game.and_then(|no| acta.games.iter().find(|game| game.game == no)) {
            Some(game) => format!("Partida {}: {}", game.in_session, written.text),
            None => written.text.clone(),
        };
        let kind = match written.about {
            DiligenciaKind::Incidencia => "incidencia",
            DiligenciaKind::Reclamacion => {
                let who = written.claimant.and_then(|sealed| (self.claimant)(sealed));
                let (name, document) = who.unwrap_or_else(|| ("(dato suprimido)".to_owned(), String::new()));
                signatories[1] = signatory("Reclamante", name, Some(format!("Documento {document}")));
                if !written.signed {
                    text.truncate(text.trim_end_matches('.').len());
                    text.push_str(". Sin la firma del reclamante, carece de valor (art. 37.4)");
                }
                "reclamación"
            }
        };
        paper::Diligencia { kind: kind.to_owned(), at: self.at(written.at), text: stopped(text), signatories }
    }

    /// What held a game, and how it went on.
    fn held(&self, game: &ActaGame, hold: &ActaHold) -> String {
        let way_out = match &hold.left {
            Some((_, exit, asked_by, confirmed_by)) => {
                format!("{exit}. Lo acuerdan {} y {}.", (self.names)(*asked_by), self.actor(*confirmed_by))
            }
            None => "Sin resolver.".to_owned(),
        };
        format!("Partida {}: {}. {way_out}", game.in_session, words::hold(Lang::Es, &hold.why))
    }
}

fn signatory(role: &str, name: String, document: Option<String>) -> paper::Signatory {
    paper::Signatory { role: role.to_owned(), name, document }
}

fn agent_signs(name: String, number: String) -> paper::Signatory {
    signatory("Agente de la autoridad", name, Some(number))
}
