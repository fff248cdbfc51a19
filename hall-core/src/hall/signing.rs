//! Papers and who signed them: the acta of a session by those who held its posts, a diligencia by the two whom article 37.4
//! names. A signature is of the SHA-256 of exactly what was shown (DECISIONS 45, ADR 52).
//!
//! Nothing waits for a signature. What lacks one says so.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use sha2::{Digest, Sha256};

use crate::event::{DiligenciaKind, Event, GameNo, SessionNo, Signed, SignedPaper, SignerRole, hex};
use crate::game::decide::{Decision, one, stale};
use crate::hall::Hall;
use crate::hall::decide::text;
use crate::people::{PersonId, Role, Sealed};
use crate::refusal::Refusal;
use crate::time::Moment;
use crate::words::Warning;

/// The papers of so many sessions can be signed; older ones are in the record, as they were signed.
pub const SIGNED_SESSIONS: u32 = 60;

/// Signatures of one paper, its scanned pages with them.
const SIGNATURES_MAX: usize = 24;

/// Keys of one person that have not ended.
pub const KEYS_MAX: usize = 4;

/// Keys of the hall's people, present and past.
const KEYS_OF_ALL_MAX: usize = 1_000;

/// What can be signed, and what was.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Signing {
    /// The papers of the last sessions.
    pub papers: BTreeMap<SignedPaper, Paper>,
    /// Personal keys, present and past.
    pub keys: BTreeMap<[u8; 32], PersonKey>,
    /// Who held the posts of each of these sessions.
    pub posts: BTreeMap<SessionNo, Posts>,
    /// The session that is open.
    pub open: Option<SessionNo>,
    /// Signatures so far.
    pub signatures: u32,
}

/// A key with which a person signs, or signed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonKey {
    /// Whose it is.
    pub person: PersonId,
    /// When it was enrolled, UTC milliseconds.
    pub enrolled_at_utc_ms: i64,
    /// At which device.
    pub device: String,
    /// When it ended, UTC milliseconds; nothing is signed with it from there on.
    pub ended_at_utc_ms: Option<i64>,
}

impl PersonKey {
    /// Whose it is, while it has not ended.
    pub fn owner(&self) -> Option<PersonId> {
        self.ended_at_utc_ms.is_none().then_some(self.person)
    }
}

/// Who answered for a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Posts {
    /// The jefe de sala now, or at its close.
    pub sala: PersonId,
    /// The jefe de mesa.
    pub mesa: PersonId,
    /// Everybody who held one of the two posts in it.
    pub held: Vec<(SignerRole, PersonId)>,
}

/// A paper that is signed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paper {
    /// Its session; none while it waits for the acta of the next one.
    pub session: Option<SessionNo>,
    /// SHA-256 of what is signed.
    pub sha256: [u8; 32],
    /// What is signed, where it is a text; empty for an acta, which is a file.
    pub text: String,
    /// Of a diligencia, what it is about.
    pub about: Option<DiligenciaKind>,
    /// Of a claim: who claims, sealed.
    pub claimant: Option<Sealed>,
    /// Of a claim: the number of a document was given.
    pub document: bool,
    /// Of a claim: it was signed on paper when it was written.
    pub on_paper: bool,
    /// The jefe de sala and the jefe de mesa when it was made; none where no session was open: then those sign it who may take
    /// the post.
    pub chiefs: Option<(PersonId, PersonId)>,
    /// Who has signed it.
    pub signed: Vec<Signature>,
}

/// A signature of a paper.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature {
    /// Its number in the hall.
    pub no: u32,
    /// As whom.
    pub role: SignerRole,
    /// Who, if on the staff.
    pub person: Option<PersonId>,
    /// How.
    pub how: Signed,
    /// When, UTC milliseconds.
    pub at_utc_ms: i64,
    /// At which device.
    pub device: String,
}

impl Paper {
    /// Who has to sign it (37.3, 37.4).
    pub fn signers(&self) -> [SignerRole; 2] {
        match self.about {
            Some(DiligenciaKind::Reclamacion) => [SignerRole::JefeDeSala, SignerRole::Claimant],
            Some(DiligenciaKind::Incidencia) | None => [SignerRole::JefeDeSala, SignerRole::JefeDeMesa],
        }
    }

    /// Who of them has not signed yet.
    pub fn missing(&self) -> impl Iterator<Item = SignerRole> {
        self.signers().into_iter().filter(|role| !self.is_signed_as(*role))
    }

    /// A claim without the claimant's signature and document (37.4).
    pub fn lacks_value(&self) -> bool {
        let claims = self.about == Some(DiligenciaKind::Reclamacion);
        claims && !(self.document && self.is_signed_as(SignerRole::Claimant))
    }

    /// Whether somebody has signed it as this.
    pub fn is_signed_as(&self, role: SignerRole) -> bool {
        (self.on_paper && role == SignerRole::Claimant) || self.signed.iter().any(|found| found.role == role)
    }

    fn may_be_signed_as(&self, role: SignerRole) -> Result<(), Refusal> {
        let has_room = self.signed.len() < SIGNATURES_MAX;
        ensure!(has_room, Refusal::Signature("ese papel ya tiene todas las firmas que caben"));
        let is_asked = self.signers().contains(&role) || role == SignerRole::Agent;
        ensure!(is_asked, Refusal::Signature("ese papel no lo firma quien dice firmarlo (art. 37.4)"));
        Ok(())
    }
}

/// Where a line of the record is: its number, when it was written, and at which device.
#[derive(Debug, Clone, Copy)]
pub struct LineAt<'a> {
    /// Its number.
    pub seq: u64,
    /// When, UTC milliseconds.
    pub at_utc_ms: i64,
    /// The device.
    pub device: &'a str,
}

impl Signing {
    /// The kinds of events that matter here.
    pub const KINDS: [&'static str; 9] = [
        "hall_founded",
        "session_opened",
        "session_closed",
        "substitution_made",
        "diligencia_written",
        "acta_issued",
        "paper_signed",
        "person_key_enrolled",
        "person_key_ended",
    ];

    /// Takes in a line of the record of this hall.
    pub fn apply(&mut self, hall: &str, line: LineAt<'_>, event: &Event) {
        if let Event::SessionOpened { session, sala, mesa, .. } = event {
            let held = Vec::from([(SignerRole::JefeDeSala, *sala), (SignerRole::JefeDeMesa, *mesa)]);
            self.posts.insert(*session, Posts { sala: *sala, mesa: *mesa, held });
            let oldest = SessionNo(session.0.saturating_sub(SIGNED_SESSIONS));
            self.posts.retain(|session, _| *session > oldest);
            self.papers.retain(|_, paper| paper.session.is_none_or(|session| session > oldest));
            // What was written since the one before stands in this one's acta.
            for paper in self.papers.values_mut() {
                paper.session.get_or_insert(*session);
            }
            self.open = Some(*session);
        } else if let Event::SessionClosed { .. } = event {
            self.open = None;
        } else if let Event::SubstitutionMade { session, post, stand_in, .. } = event {
            if let Some(posts) = self.posts.get_mut(session) {
                posts.stand_in(*post, *stand_in);
            }
        } else if let Event::DiligenciaWritten { diligencia, about, claimant, document, signed, .. } = event {
            let text = diligencia_text(hall, self.open, line, event);
            let sha256 = Sha256::digest(&text).into();
            let paper =
                Paper { about: Some(*about), document: *document, ..self.paper(self.open, sha256, text) };
            let paper = Paper { claimant: *claimant, on_paper: *signed, ..paper };
            self.papers.insert(SignedPaper::Diligencia(*diligencia), paper);
        } else if let Event::ActaIssued { session, sha256, .. } = event {
            let named = SignedPaper::Acta(*session);
            // Where it was issued again, it is another paper.
            let is_new = self.papers.get(&named).is_none_or(|paper| paper.sha256 != *sha256);
            if is_new && self.posts.contains_key(session) {
                self.papers.insert(named, self.paper(Some(*session), *sha256, String::new()));
            }
        } else if let Event::PaperSigned { signature, paper, role, person, how, .. } = event {
            self.signatures = *signature;
            if let Some(paper) = self.papers.get_mut(paper) {
                let (no, role, person, how) = (*signature, *role, *person, how.clone());
                let (at_utc_ms, device) = (line.at_utc_ms, line.device.to_string());
                paper.signed.push(Signature { no, role, person, how, at_utc_ms, device });
            }
        } else if let Event::PersonKeyEnrolled { person, key } = event {
            let (person, device) = (*person, line.device.to_string());
            let enrolled_at_utc_ms = line.at_utc_ms;
            let new = PersonKey { person, enrolled_at_utc_ms, device, ended_at_utc_ms: None };
            self.keys.insert(*key, new);
        } else if let Event::PersonKeyEnded { key, .. } = event
            && let Some(ended) = self.keys.get_mut(key)
        {
            ended.ended_at_utc_ms = Some(line.at_utc_ms);
        }
    }

    /// What a signature's line says that is not so, if anything is, before the line is taken in: the paper is another, or the key
    /// was not that person's. In words, to go behind «La línea N:».
    pub fn fault_of(&self, event: &Event) -> Option<String> {
        let Event::PaperSigned { paper, sha256, role, person, how, .. } = event else { return None };
        let name = paper.name();
        let Some(found) = self.papers.get(paper) else {
            return Some(format!("firma «{name}», que no consta"));
        };
        if found.sha256 != *sha256 {
            return Some(format!("firma de «{name}» algo que no es lo que consta de ese papel"));
        }
        if found.may_be_signed_as(*role).is_err() {
            return Some(format!("firma «{name}» como quien no lo firma (art. 37.4)"));
        }
        let is_own = |key| person.is_some() && self.owner_of(key) == *person;
        match how {
            Signed::Key { key, .. } if !is_own(key) => {
                Some(format!("firma «{name}» con una clave que no era de esa persona"))
            }
            Signed::Key { .. } | Signed::Drawn { .. } | Signed::Page { .. } => None,
        }
    }

    /// Whose key it is; of one that is unknown or has ended, nobody's.
    pub fn owner_of(&self, key: &[u8; 32]) -> Option<PersonId> {
        self.keys.get(key).and_then(PersonKey::owner)
    }

    /// The keys of a person, those that have ended too.
    pub fn keys_of(&self, person: PersonId) -> impl Iterator<Item = (&[u8; 32], &PersonKey)> {
        self.keys.iter().filter(move |(_, key)| key.person == person)
    }

    fn shown(&self, paper: SignedPaper, sha256: &[u8; 32]) -> Result<&Paper, Refusal> {
        let unknown = Refusal::Signature("no consta, o es de hace más de 60 sesiones");
        let found = self.papers.get(&paper).ok_or(unknown)?;
        let now = || stale(format!("la huella de «{}» es {}", paper.name(), &hex(&found.sha256)[..16]));
        ensure!(found.sha256 == *sha256, now());
        Ok(found)
    }

    /// A paper that nobody has signed yet.
    fn paper(&self, session: Option<SessionNo>, sha256: [u8; 32], text: String) -> Paper {
        let posts = session.and_then(|session| self.posts.get(&session));
        let chiefs = posts.map(|posts| (posts.sala, posts.mesa));
        let (about, claimant, document, on_paper, signed) = (None, None, false, false, Vec::new());
        Paper { session, sha256, text, about, claimant, document, on_paper, chiefs, signed }
    }

    /// Whether this person, who has these roles now, may sign as whom they say, by their own hand, or have a claimant sign. Returns
    /// who signs.
    ///
    /// # Errors
    /// Why not.
    pub fn may_sign(
        &self,
        found: &Paper,
        (by, roles): (PersonId, &[Role]),
        role: SignerRole,
    ) -> Result<Option<PersonId>, Refusal> {
        found.may_be_signed_as(role)?;
        ensure!(role != SignerRole::Agent, Refusal::Signature("la autoridad firma en papel"));
        if role == SignerRole::Claimant {
            return Ok(None);
        }
        if found.chiefs.is_none() {
            let may_hold = role.post().is_some_and(|post| roles.contains(&post));
            ensure!(may_hold, Refusal::Signature("no puede ocupar ese puesto"));
            let as_other = found.signed.iter().any(|it| it.person == Some(by) && it.role != role);
            ensure!(!as_other, Refusal::Signature("esa persona ya lo ha firmado en el otro puesto"));
            return Ok(Some(by));
        }
        let posts = found.session.and_then(|session| self.posts.get(&session));
        let held = posts.is_some_and(|posts| posts.held.contains(&(role, by)));
        ensure!(held, Refusal::Signature("no tuvo ese puesto en la sesión"));
        Ok(Some(by))
    }
}

impl Posts {
    fn stand_in(&mut self, post: Role, person: PersonId) {
        let role = match post {
            Role::JefeDeSala => SignerRole::JefeDeSala,
            Role::JefeDeMesa => SignerRole::JefeDeMesa,
            Role::Cajero | Role::VendedorLocutor | Role::Auxiliar | Role::Admision | Role::Inspector => {
                return;
            }
        };
        if role == SignerRole::JefeDeSala {
            self.sala = person;
        } else {
            self.mesa = person;
        }
        if !self.held.contains(&(role, person)) {
            self.held.push((role, person));
        }
    }
}

impl Paper {
    /// Who held a post when it was made.
    fn holder(&self, role: SignerRole) -> Option<PersonId> {
        let (sala, mesa) = self.chiefs?;
        match role {
            SignerRole::JefeDeSala => Some(sala),
            SignerRole::JefeDeMesa => Some(mesa),
            SignerRole::Claimant | SignerRole::Agent => None,
        }
    }
}

/// Exactly what is shown and signed of a diligencia. Frozen: signatures are over its SHA-256. Names and documents are not in it
/// but by the salted hash that the record has of them, so that they can be deleted and nobody can try them out.
fn diligencia_text(hall: &str, session: Option<SessionNo>, line: LineAt<'_>, event: &Event) -> String {
    let Event::DiligenciaWritten { diligencia, about, game, text, claimant, document, .. } = event else {
        return String::new();
    };
    let about = match about {
        DiligenciaKind::Incidencia => "incidencia",
        DiligenciaKind::Reclamacion => "reclamación",
    };
    let session = session.map_or_else(
        || "Sin sesión abierta; consta en el acta de la siguiente".to_string(),
        |session| format!("Sesión {}", session.0),
    );
    let game = game.map_or_else(String::new, |game| format!(", partida {}", game.0));
    let at = Moment { utc_ms: line.at_utc_ms, offset_minutes: 0, change: None };
    let (hour, seconds) = (at.local().hour, line.at_utc_ms.div_euclid(1_000).rem_euclid(60));
    let claimant = claimant.map_or_else(String::new, |sealed| claimant_words(sealed, *document));
    format!(
        "{hall}\nDiligencia {diligencia}: {about}\n{session}{game}\n{text}\n{claimant}Línea {} del registro, {} {}:{seconds:02} UTC\n",
        line.seq,
        at.date(),
        hour,
    )
}

fn claimant_words(sealed: Sealed, document: bool) -> String {
    let with = if document { "con" } else { "sin" };
    format!(
        "Reclama quien consta en el dato reservado {}, {with} documento, de huella {}\n",
        sealed.id,
        hex(&sealed.hash)
    )
}

impl Hall {
    /// The claims of the open session that lack value, or those that wait for the next one (37.4).
    pub(crate) fn claim_warnings(&self) -> impl Iterator<Item = Warning> {
        let open = self.session.as_ref().map(|session| session.no);
        let papers = self.signing.papers.iter().filter(move |(_, paper)| paper.session == open);
        papers.filter_map(|(name, paper)| match name {
            SignedPaper::Diligencia(diligencia) if paper.lacks_value() => {
                let (signed, document) = (paper.is_signed_as(SignerRole::Claimant), paper.document);
                Some(Warning::ClaimLacksValue { diligencia: *diligencia, signed, document })
            }
            SignedPaper::Diligencia(_) | SignedPaper::Acta(_) => None,
        })
    }

    /// Whether the hall has given this number to a game, however long ago.
    pub(super) fn was_played_here(&self, no: GameNo) -> Result<(), Refusal> {
        ensure!((1..=self.games).contains(&no.0), Refusal::NoSuchGame(no));
        Ok(())
    }

    pub(super) fn decide_sign(
        &self,
        by: PersonId,
        (paper, sha256): (SignedPaper, [u8; 32]),
        role: SignerRole,
        how: Signed,
    ) -> Decision {
        let found = self.signing.shown(paper, &sha256)?;
        let person = self.signing.may_sign(found, (by, &self.roles_of(by)), role)?;
        let is_same = |before: &Signed| {
            matches!(
                (before, &how),
                (Signed::Drawn { .. }, Signed::Drawn { .. }) | (Signed::Key { .. }, Signed::Key { .. })
            )
        };
        let again = found.signed.iter().any(|it| (it.role, it.person) == (role, person) && is_same(&it.how));
        ensure!(!again, Refusal::Signature("esa persona ya lo ha firmado"));
        if let Signed::Key { key, .. } = &how {
            let is_own = person.is_some() && self.signing.owner_of(key) == person;
            ensure!(is_own, Refusal::Signature("esa clave no es de quien firma, o ya no vale"));
        }
        let signature = self.signing.signatures + 1;
        one(Event::PaperSigned { signature, paper, sha256, role, person, how })
    }

    /// A scanned page with one signature or more: the chiefs are those of when the paper was made; where there were none, who adds
    /// it has signed it.
    pub(super) fn decide_add_page(
        &self,
        by: PersonId,
        (paper, sha256): (SignedPaper, [u8; 32]),
        roles: &[SignerRole],
        (file, page_sha256): (&str, [u8; 32]),
    ) -> Decision {
        let found = self.signing.shown(paper, &sha256)?;
        ensure!(!roles.is_empty(), Refusal::Signature("diga quién firma la página"));
        let mut events = Vec::new();
        for (nth, role) in (1..).zip(roles) {
            found.may_be_signed_as(*role)?;
            ensure!(!roles[..events.len()].contains(role), Refusal::Signature("la misma firma va dos veces"));
            let how = Signed::Page { file: file.into(), page_sha256 };
            let person = match role.post() {
                Some(_) if found.chiefs.is_none() => {
                    self.signing.may_sign(found, (by, &self.roles_of(by)), *role)?
                }
                Some(_) | None => found.holder(*role),
            };
            let signature = self.signing.signatures + nth;
            events.push(Event::PaperSigned { signature, paper, sha256, role: *role, person, how });
        }
        Ok(events)
    }

    pub(super) fn decide_enrol_key(&self, person: PersonId, key: [u8; 32]) -> Decision {
        let keys = &self.signing.keys;
        ensure!(!keys.contains_key(&key), Refusal::Signature("esa clave ya consta"));
        let present = self.signing.keys_of(person).filter(|(_, key)| key.owner().is_some());
        let has_room = present.count() < KEYS_MAX && keys.len() < KEYS_OF_ALL_MAX;
        ensure!(has_room, Refusal::Signature("esa persona ya tiene cuatro claves: retire una antes"));
        one(Event::PersonKeyEnrolled { person, key })
    }

    pub(super) fn decide_end_key(&self, by: PersonId, key: [u8; 32], reason: &str) -> Decision {
        let reason = text("motivo", reason)?;
        let owner = self.signing.owner_of(&key);
        let person = owner.ok_or(Refusal::Signature("esa clave no consta, o ya no vale"))?;
        let may = person == by || self.roles_of(by).contains(&Role::JefeDeSala);
        ensure!(may, Refusal::Signature("la clave la retira su dueño o el jefe de sala"));
        one(Event::PersonKeyEnded { person, key, reason })
    }

    /// Takes in what was signed; a drawing has its day of deletion.
    pub(super) fn apply_signing(&mut self, line: LineAt<'_>, event: &Event) {
        self.signing.apply(&self.name, line, event);
        if let Event::PaperSigned { role, how: Signed::Drawn { strokes }, .. } = event {
            match role {
                SignerRole::Claimant => self.passing.claimant(Some(*strokes), line.at_utc_ms),
                SignerRole::JefeDeSala | SignerRole::JefeDeMesa | SignerRole::Agent => {
                    self.passing.signature(*strokes, line.at_utc_ms);
                }
            }
        }
    }
}
