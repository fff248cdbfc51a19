//! Papers that are signed: the list of them, the sheet of a paper's signatures, and pages that were signed on paper and scanned.
//!
//! An issued acta is never written again: its hash is in the record. So its signatures stand on a sheet of their own, made anew
//! for each look (ADR 52).

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};

use hall_core::event::{DiligenciaKind, SessionNo, Signed, SignedPaper, SignerRole};
use hall_core::hall::{Paper, PersonKey, Signature};
use hall_core::money::Cents;
use hall_core::people::{PersonId, Role};
use hall_core::time::Date;
use hall_wire::command::Strokes;
use hall_wire::message::{PaperToSign, PersonKeyRow, SignatureRow, Signatures};
use hall_wire::paper::{PaperSignature, SignatureSheet};

use super::scribe::{People, Scribe, date_words};
use super::{PaperError, Papers, Printed, Record};

/// What became of a page that was to be kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageKept {
    /// It is written.
    New,
    /// A file of its name is there already: it came in before.
    Before,
}

impl Papers {
    /// The papers of the last sessions, the newest first, what a person may sign of them now, and the keys that this person may end.
    pub fn signatures(&self, person: Option<PersonId>) -> Result<Signatures, PaperError> {
        let record = self.read()?;
        let signing = &record.hall.signing;
        let roles = person.map(|person| record.hall.roles_of(person)).unwrap_or_default();
        let mut papers = Vec::new();
        for (name, paper) in &signing.papers {
            let may = |role: &SignerRole| {
                let person = person.filter(|_| !paper.is_signed_as(*role));
                person.is_some_and(|person| signing.may_sign(paper, (person, &roles), *role).is_ok())
            };
            papers.push(PaperToSign {
                paper: name.name(),
                title: title(*name, paper),
                session: record.session_of(paper),
                sha256: hex::encode(paper.sha256),
                text: record.text_of(*name, paper)?,
                about: paper.about,
                claimant: record.claimant_of(paper).map(|(name, _)| name),
                signed: paper.signed.iter().map(row).collect(),
                missing: paper.missing().collect(),
                may: paper.signers().into_iter().filter(may).collect(),
                lacks_value: paper.lacks_value(),
            });
        }
        papers.sort_by_key(|paper| {
            std::cmp::Reverse((paper.session, paper.about.is_none(), paper.paper.len(), paper.paper.clone()))
        });
        let mut keys: Vec<PersonKeyRow> =
            person.into_iter().flat_map(|person| signing.keys_of(person)).map(key_row).collect();
        keys.sort_by_key(|row| std::cmp::Reverse(row.enrolled_at_utc_ms));
        if person.is_some_and(|person| record.hall.roles_of(person).contains(&Role::JefeDeSala)) {
            let others =
                signing.keys.iter().filter(|(_, key)| key.owner().is_some_and(|of| Some(of) != person));
            let mut others: Vec<PersonKeyRow> =
                others.map(|one| PersonKeyRow { person: Some(one.1.person.0), ..key_row(one) }).collect();
            others.sort_by_key(|row| (row.person, std::cmp::Reverse(row.enrolled_at_utc_ms)));
            keys.extend(others);
        }
        Ok(Signatures { keys, papers })
    }

    /// Whether the acta of a session is on disk as it was issued.
    pub fn is_as_issued(&self, session: SessionNo) -> Result<bool, PaperError> {
        match self.issued(session) {
            // One that was never issued, the core refuses.
            Ok(_) => Ok(true),
            Err(PaperError::NotAsIssued(_)) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// The sheet of the signatures of a paper.
    pub fn signatures_pdf(&self, name: SignedPaper) -> Result<Vec<u8>, PaperError> {
        let record = self.read()?;
        let paper = record.hall.signing.papers.get(&name).ok_or(PaperError::NoPaper)?;
        let clock = record.clock();
        let sheet = record.sheet(name, paper, Scribe { clock: &clock, people: &record })?;
        let file = format!("actas/firmas-{}.pdf", name.name());
        let printed: Printed = self.print_sheet(&["signatures"], &sheet, file, &record)?;
        self.pdf_of(&printed)
    }

    /// Writes a scanned page, whole or not at all, and never over another.
    pub fn keep_page(&self, file: &str, bytes: &[u8]) -> Result<PageKept, PaperError> {
        let (path, draft) = (self.path(file), self.path(&format!("{file}.tmp")));
        if path.exists() {
            return Ok(PageKept::Before);
        }
        let write = || -> io::Result<()> {
            let folder = path.parent().ok_or(io::ErrorKind::InvalidInput)?;
            fs::create_dir_all(folder)?;
            let mut out = OpenOptions::new().write(true).create(true).truncate(true).open(&draft)?;
            out.write_all(bytes)?;
            out.sync_all()?;
            fs::rename(&draft, &path)?;
            File::open(folder)?.sync_all()
        };
        let written = write();
        if written.is_err() {
            // The first error is the one to report.
            let _ = fs::remove_file(&draft);
        }
        written.map(|()| PageKept::New).map_err(PaperError::File)
    }

    /// Takes a page away again that no line names.
    pub fn drop_page(&self, file: &str) -> Result<(), PaperError> {
        fs::remove_file(self.path(file)).map_err(PaperError::File)
    }
}

impl Record {
    /// What is read before signing: of a diligencia what is signed, to the letter; of an acta what its file says in short.
    fn text_of(&self, name: SignedPaper, paper: &Paper) -> Result<String, PaperError> {
        let SignedPaper::Acta(session) = name else { return Ok(paper.text.clone()) };
        let Some(told) = self.reader.session_in_short(session)? else { return Ok(String::new()) };
        let clock = self.clock();
        let hour = |at: i64| clock.print(at)[11..16].to_owned();
        let closed =
            told.closed_at_utc_ms.map_or_else(String::new, |at| format!(", cerrada a las {}", hour(at)));
        let games = if told.games == 1 { "1 partida".to_owned() } else { format!("{} partidas", told.games) };
        let date = Date::parse(&told.date).map_or_else(|| told.date.clone(), date_words);
        let file = self.told.acta(session).map_or("", |(file, _)| file.as_str());
        let (taken, prizes) = (Cents(told.takings_cents), Cents(told.prizes_cents));
        Ok(format!(
            "{}\nActa de la sesión {} del {date}\nAbierta a las {}{closed}\n{games}, {} cartones vendidos\nRecaudado {taken}; premios {prizes}\nFichero {file}\n",
            self.hall.name,
            session.0,
            hour(told.opened_at_utc_ms),
            told.sold,
        ))
    }

    /// The session in whose acta a paper stands: of one that waits for it, the next.
    fn session_of(&self, paper: &Paper) -> u32 {
        paper.session.map_or(self.hall.sessions + 1, |session| session.0)
    }

    fn claimant_of(&self, paper: &Paper) -> Option<(String, String)> {
        self.claimant(paper.claimant?)
    }

    fn sheet(
        &self,
        name: SignedPaper,
        paper: &Paper,
        scribe: Scribe<'_>,
    ) -> Result<SignatureSheet, PaperError> {
        let lacks = match (paper.lacks_value(), paper.document, paper.is_signed_as(SignerRole::Claimant)) {
            (false, ..) => None,
            (true, true, _) => Some("Sin la firma del reclamante, carece de valor (art. 37.4)"),
            (true, false, true) => Some("Sin el documento del reclamante, carece de valor (art. 37.4)"),
            (true, false, false) => {
                Some("Sin la firma ni el documento del reclamante, carece de valor (art. 37.4)")
            }
        };
        let on_paper = paper.on_paper.then_some("El reclamante firmó en papel al escribirse.");
        let signatures = paper.signed.iter().map(|it| self.signature(paper, it, scribe));
        Ok(SignatureSheet {
            hall: self.hall.name.clone(),
            paper: name.name(),
            title: title(name, paper),
            sha256: hex::encode(paper.sha256),
            text: self.text_of(name, paper)?.lines().map(str::to_owned).collect(),
            notes: lacks.into_iter().chain(on_paper).map(str::to_owned).collect(),
            signatures: signatures.collect(),
            missing: paper.missing().map(|role| role_name(role).to_owned()).collect(),
            record: self.head.into(),
            checkpoint: format!("BOMBO1:{}:{}", self.session_of(paper), self.head),
            draft: self.is_draft_of(Some(self.session_of(paper)))?,
            printed_at: scribe.at(self.at),
            program: format!("Bombo {}", env!("CARGO_PKG_VERSION")),
        })
    }

    fn signature(&self, paper: &Paper, signed: &Signature, scribe: Scribe<'_>) -> PaperSignature {
        let (name, document) = match (signed.role, signed.person) {
            (_, Some(person)) => (scribe.name(person), None),
            (SignerRole::Claimant, None) => match self.claimant_of(paper) {
                Some((name, document)) if document.is_empty() => (name, Some("Sin documento".to_owned())),
                Some((name, document)) => (name, Some(format!("Documento {document}"))),
                None => ("(dato suprimido)".to_owned(), None),
            },
            (SignerRole::JefeDeSala | SignerRole::JefeDeMesa | SignerRole::Agent, None) => {
                (String::new(), None)
            }
        };
        let mut strokes = Vec::new();
        let how = match &signed.how {
            Signed::Drawn { strokes: sealed } => {
                let drawn = self.unseal(sealed).and_then(|bytes| Strokes::from_bytes(&bytes));
                strokes = drawn.map_or_else(Vec::new, |drawn| drawn.strokes().to_vec());
                let gone = if strokes.is_empty() { "; el dibujo se ha suprimido" } else { "" };
                format!("En la pantalla{gone}")
            }
            Signed::Page { file, page_sha256 } => {
                format!("En papel: {file}, de huella {}", hex::encode(page_sha256))
            }
            Signed::Key { key, signature } => {
                format!("Con la clave personal {}: {}", hex::encode(key), hex::encode(signature))
            }
        };
        PaperSignature {
            number: signed.no,
            role: role_name(signed.role).to_owned(),
            name,
            document,
            at: scribe.at(signed.at_utc_ms),
            device: signed.device.clone(),
            how,
            strokes,
        }
    }
}

fn title(name: SignedPaper, paper: &Paper) -> String {
    match (name, paper.about) {
        (SignedPaper::Acta(session), _) => format!("Acta de la sesión {}", session.0),
        (SignedPaper::Diligencia(no), Some(DiligenciaKind::Reclamacion)) => {
            format!("Diligencia {no}: reclamación")
        }
        (SignedPaper::Diligencia(no), Some(DiligenciaKind::Incidencia) | None) => {
            format!("Diligencia {no}: incidencia")
        }
    }
}

fn role_name(role: SignerRole) -> &'static str {
    match role {
        SignerRole::JefeDeSala => "Jefe de Sala",
        SignerRole::JefeDeMesa => "Jefe de Mesa",
        SignerRole::Claimant => "Reclamante",
        SignerRole::Agent => "Agente de la autoridad",
    }
}

fn key_row((key, of): (&[u8; 32], &PersonKey)) -> PersonKeyRow {
    PersonKeyRow {
        key: hex::encode(key),
        person: None,
        enrolled_at_utc_ms: of.enrolled_at_utc_ms,
        device: of.device.clone(),
        ended_at_utc_ms: of.ended_at_utc_ms,
    }
}

fn row(signed: &Signature) -> SignatureRow {
    SignatureRow {
        signature: signed.no,
        role: signed.role,
        person: signed.person.map(|person| person.0),
        how: (&signed.how).into(),
        at_utc_ms: signed.at_utc_ms,
        device: signed.device.clone(),
    }
}
