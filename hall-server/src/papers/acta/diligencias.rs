//! Diligencias: what the law wants signed by itself (art. 37.4).

use hall_core::event::{DiligenciaKind, Doubt, Event, SignedPaper, SignerRole};
use hall_core::people::{Actor, PersonId};
use hall_core::words::{diligencia, doubt_words, stopped};
use hall_wire::paper::{self, Signatory};

use crate::papers::scribe::Scribe;

/// Under the name of an agent of the authority, who signs with a number.
const AGENT_NUMBER: &str = "N.º de agente";

/// A diligencia before all who sign it are known.
pub(super) struct Diligencia {
    /// When, UTC milliseconds.
    pub(super) at: i64,
    kind: &'static str,
    text: String,
    /// The jefe de mesa signs it besides the jefe de sala.
    mesa: bool,
    /// Who else does.
    others: Vec<Signatory>,
    /// Its number in the hall, where somebody wrote it.
    no: Option<u32>,
    /// Of a claim: whether the claimant's document and signature are there.
    claim: Option<(bool, bool)>,
    /// The signatures on the screen, on a scanned page or with a key that it had by then.
    signatures: Vec<String>,
}

impl Diligencia {
    /// One that both chiefs sign.
    pub(super) fn new(at: i64, kind: &'static str, text: String) -> Diligencia {
        Diligencia {
            at,
            kind,
            text,
            mesa: true,
            others: Vec::new(),
            no: None,
            claim: None,
            signatures: Vec::new(),
        }
    }

    /// The agent of the authority was called (34.4).
    pub(super) fn of_authority(at: i64, game: Option<u32>, cause: &str, about: Option<Doubt>) -> Diligencia {
        let place = game.map_or_else(String::new, |no| format!(", partida {no}"));
        let text = format!("Aviso a la autoridad (art. 34.4{place}){}: {cause}", doubt_words(about));
        let agent = agent(String::new(), AGENT_NUMBER.to_owned());
        Diligencia { others: vec![agent], ..Diligencia::new(at, "incidencia", text) }
    }

    /// What the agent decided, at a printed time.
    pub(super) fn decided(&mut self, number: &str, goes_on: bool, about: Option<Doubt>, at: &str) {
        let what = if goes_on { "continúe" } else { "termine" };
        let called = stopped(std::mem::take(&mut self.text));
        self.text =
            format!("{called} El agente {number} decide{} que la sesión {what}, {at}", doubt_words(about));
        self.others = vec![agent(String::new(), format!("{AGENT_NUMBER} {number}"))];
    }

    /// One that somebody wrote: an incidencia is signed by both chiefs, a reclamación by the jefe de sala and the
    /// claimant (art. 37.4).
    pub(super) fn written(
        at: i64,
        (no, about): (u32, DiligenciaKind),
        text: String,
        claimant: Option<(String, String)>,
        (document, signed): (bool, bool),
    ) -> Diligencia {
        let written = match about {
            DiligenciaKind::Incidencia => Diligencia::new(at, "incidencia", text),
            DiligenciaKind::Reclamacion => {
                let (name, number) =
                    claimant.unwrap_or_else(|| ("(dato suprimido)".to_owned(), String::new()));
                let number = format!("Documento {number}").trim_end().to_owned();
                let others = vec![signatory("Reclamante", name, Some(number))];
                let claim = Some((document, signed));
                Diligencia { mesa: false, others, claim, ..Diligencia::new(at, "reclamación", text) }
            }
        };
        Diligencia { no: Some(no), ..written }
    }

    /// Takes a signature in. Returns whether it is one of this.
    pub(super) fn take_signature(&mut self, event: &Event, at: &str) -> bool {
        let Event::PaperSigned { paper, role, .. } = event else { return false };
        let is_of_this = self.no.is_some_and(|no| *paper == SignedPaper::Diligencia(no));
        if is_of_this {
            self.signatures.push(format!("{}, {at}", words_of(event)));
            if let Some((_, signed)) = &mut self.claim {
                *signed |= *role == SignerRole::Claimant;
            }
        }
        is_of_this
    }

    /// Its text with what of its signatures is known.
    fn told(&mut self) -> String {
        let mut text = std::mem::take(&mut self.text);
        let lacks = match self.claim {
            Some((true, false)) => Some("Sin la firma del reclamante"),
            Some((false, true)) => Some("Sin el documento del reclamante"),
            Some((false, false)) => Some("Sin la firma ni el documento del reclamante"),
            Some((true, true)) | None => None,
        };
        let lacks = lacks.map(|lacks| format!("{lacks}, carece de valor (art. 37.4)"));
        for more in lacks.into_iter().chain(self.signatures.drain(..)) {
            text.truncate(text.trim_end_matches('.').len());
            text.push_str(". ");
            text.push_str(&more);
        }
        text
    }

    /// Returns the diligencia with its signatories, the session's chiefs being these.
    pub(super) fn signed(mut self, scribe: &Scribe<'_>, sala: &str, mesa: &str) -> paper::Diligencia {
        let text = self.told();
        let mut signatories = vec![signatory("Jefe de Sala", sala.to_owned(), None)];
        if self.mesa {
            signatories.push(signatory("Jefe de Mesa", mesa.to_owned(), None));
        }
        signatories.extend(self.others);
        let (kind, at, text) = (self.kind.to_owned(), scribe.at(self.at), stopped(text));
        paper::Diligencia { kind, at, text, signatories }
    }
}

/// What was shown to agents of the authority (RD 2221/1984, art. 12): each time an agent looked at a game, or at none.
#[derive(Default)]
pub(super) struct Inspections(Vec<Looks>);

/// An agent's looks at one game: its order in the session.
struct Looks {
    game: Option<u32>,
    by: Actor,
    at: Vec<i64>,
}

impl Inspections {
    pub(super) fn add(&mut self, at: i64, by: Actor, game: Option<u32>) {
        match self.0.iter_mut().find(|looks| looks.game == game && looks.by == by) {
            Some(looks) => looks.at.push(at),
            None => self.0.push(Looks { game, by, at: vec![at] }),
        }
    }

    /// Returns the one diligencia of them all: to whom, of which game, at what hours.
    pub(super) fn diligencia(self, scribe: &Scribe<'_>) -> Option<Diligencia> {
        let at = self.0.first()?.at[0];
        let mut agents: Vec<PersonId> = Vec::new();
        for looks in &self.0 {
            if let Actor::Person(agent) = looks.by
                && !agents.contains(&agent)
            {
                agents.push(agent);
            }
        }
        let mut looks = self.0;
        looks.sort_by_key(|looks| looks.game);
        let mut text = "Inspección en la sala (RD 2221/1984, art. 12)".to_owned();
        for of_game in looks.chunk_by(|one, next| one.game == next.game) {
            text.push_str(&match of_game[0].game {
                Some(no) => format!(
                    ". Se exhiben la serie, la numeración, el precio, los cartones y su importe de la partida {no}"
                ),
                None => ". Sin partida en venta ni en juego".to_owned(),
            });
            for looks in of_game {
                let (agent, hours) = (scribe.actor(looks.by), hours(scribe, &looks.at));
                text.push_str(&format!(". Agente de la autoridad: {agent}, {hours}"));
            }
        }
        let others = agents.into_iter().map(|person| agent(scribe.name(person), AGENT_NUMBER.to_owned()));
        Some(Diligencia { others: others.collect(), ..Diligencia::new(at, "inspección", text) })
    }
}

/// How often somebody looked, and at what hours.
fn hours(scribe: &Scribe<'_>, times: &[i64]) -> String {
    let mut hours: Vec<String> = times.iter().map(|at| scribe.at(*at)).collect();
    hours.dedup();
    let many = if times.len() == 1 { String::new() } else { format!("{} consultas, ", times.len()) };
    format!("{many}{}", hours.join(", "))
}

fn signatory(role: &str, name: String, document: Option<String>) -> Signatory {
    Signatory { role: role.to_owned(), name, document }
}

fn agent(name: String, number: String) -> Signatory {
    signatory("Agente de la autoridad", name, Some(number))
}

/// The words of an event that the acta and the table of diligencias tell alike.
pub(super) fn words_of(event: &Event) -> String {
    diligencia(event).map(|told| told.text).unwrap_or_default()
}
