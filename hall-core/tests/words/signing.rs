//! The words of the scripts about papers that are signed.

use std::fmt::Write;

use hall_core::event::{Event, SignedPaper, SignerRole};
use hall_core::hall::Hall;
use hall_core::people::PersonId;
use hall_core::request::{Notice, Request};

use super::Script;
use crate::support::{SALA, sealed};

/// Who asks for what, where the line is about a signature: `firma diligencia-1 jefe_de_sala`, of what the paper is now;
/// `firma-otra` of something else; `página` with everybody who signed it; keys by a number, of which they have the bytes.
pub fn request(hall: &Hall, words: &[&str]) -> Option<(PersonId, Request)> {
    let byte = |index: usize| -> u8 { words[index].parse().unwrap() };
    let paper = || SignedPaper::parse(words[1]).expect("the name of a paper");
    let shown = || hall.signing.papers.get(&paper()).map_or([0; 32], |paper| paper.sha256);
    let role = |word: &str| SignerRole::from_name(word).expect("a role");
    let request = match words[0] {
        "firma" => {
            let (paper, sha256, strokes) =
                (paper(), shown(), sealed(90 + u64::from(hall.signing.signatures)));
            Request::SignPaper { paper, sha256, role: role(words[2]), strokes }
        }
        "firma-otra" => {
            let (paper, strokes) = (paper(), sealed(90));
            Request::SignPaper { paper, sha256: [0; 32], role: role(words[2]), strokes }
        }
        "firma-con-clave" => {
            let (paper, sha256, key) = (paper(), shown(), [byte(3); 32]);
            Request::SignWithKey { paper, sha256, role: role(words[2]), key, signature: [7; 64] }
        }
        "página" => {
            let (paper, sha256, roles) =
                (paper(), shown(), words[2..].iter().map(|word| role(word)).collect());
            let file = format!("actas/firma-{}.pdf", hall.signing.signatures + 1);
            Request::AddSignedPage { paper, sha256, roles, file, page_sha256: [5; 32] }
        }
        "clave" => Request::EnrolKey { key: [byte(1); 32] },
        "retira-clave" => Request::EndKey { key: [byte(1); 32], reason: words[2..].join(" ") },
        _ => return None,
    };
    Some((SALA, request))
}

impl Script {
    /// What comes of an export, by its number: «hecha», or why not.
    pub(super) fn export_ends(&mut self, words: &[&str]) -> Vec<Event> {
        let (export, said) = (words[1].parse().unwrap(), words[2..].join(" "));
        let ended = if said == "hecha" {
            let (place, first, last) = ("/media/sala/LLAVE/bombo-exportacion".into(), 1, 24);
            Notice::ExportMade { export, place, first, last, manifest_sha256: [7; 32] }
        } else {
            Notice::ExportFailed { export, words: said }
        };
        self.bench.notice(&ended)
    }

    /// The spare's answer to a rehearsal, by its number: «correcto», or why not.
    pub(super) fn rehearsal_ends(&mut self, words: &[&str]) -> Vec<Event> {
        let (rehearsal, said) = (words[1].parse().unwrap(), words[2..].join(" "));
        let answer = if said == "correcto" {
            let (spare, seq) = ("192.168.1.11:7878".into(), 120);
            let (hash, hall_sha256, millis) = ([7; 32], [8; 32], 2_340);
            Notice::RehearsalPassed { rehearsal, spare, seq, hash, hall_sha256, millis }
        } else {
            Notice::RehearsalFailed { rehearsal, words: said }
        };
        self.bench.notice(&answer)
    }

    /// The acta that is due is on disk.
    pub(super) fn acta_is_issued(&mut self) -> Vec<Event> {
        let due = self.bench.hall.acta_due();
        let (session, covers_seq) = due.unwrap_or_else(|| panic!("no acta is due; so far:\n{}", self.out));
        let file = format!("actas/acta-{}.pdf", session.0);
        let sha256 = [u8::try_from(session.0).unwrap(); 32];
        self.bench.notice(&Notice::ActaIssued { session, file, sha256, covers_seq, folios: vec![] })
    }

    /// What lacks to a paper.
    pub(super) fn signatures(&mut self, name: &str) {
        let paper = SignedPaper::parse(name).and_then(|name| self.bench.hall.signing.papers.get(&name));
        let Some(paper) = paper else {
            writeln!(self.out, "  no consta").unwrap();
            return;
        };
        let missing: Vec<&str> = paper.missing().map(SignerRole::name).collect();
        let missing = if missing.is_empty() { "nada".to_owned() } else { missing.join(", ") };
        let lacks = if paper.lacks_value() { "; carece de valor" } else { "" };
        writeln!(self.out, "  {} firmas; falta: {missing}{lacks}", paper.signed.len()).unwrap();
        for line in paper.text.lines() {
            writeln!(self.out, "  | {line}").unwrap();
        }
    }
}
