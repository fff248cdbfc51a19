//! Papers: who signed them and with what, on which folios they stand, and what another house stamped. Both verifiers find what
//! somebody forged there, and personal data go along only where they were asked for.

use std::fs;
use std::path::{Path, PathBuf};

use hall_core::event::{DiligenciaKind, Event, Signed, SignedPaper, SignerRole, key_message};
use hall_core::hall::PagesFor;
use hall_core::money::Cents;
use hall_core::people::PersonId;
use hall_core::request::{Notice, Request};
use hall_core::time::Date;
use hall_log::{Checkpoint, Frontier, SecretKey, SignedNote};
use hall_server::config::Paper;
use hall_server::export::{Field, Part};
use hall_server::journal::{Batch, BatchEntry, Journal, SealedRow, seal};
use hall_server::papers::Papers;
use hall_wire::command::Strokes;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tempfile::TempDir;

use crate::good::{export_of, exported_with};
use crate::halls::{ACTA, acta_of, secrets};
use crate::made::{Forged, again, change, drop_line, read_json};
use crate::support::{Bench, CAJERO, MESA, SALA, phases, sealed, value_of};
use crate::verifiers::{Said, Verifiers};

/// What is changed of an export.
type Forge = fn(&mut Forged);

const PAGE: &[u8] = b"%PDF-1.7 una pagina firmada";

pub fn halls_key() -> SecretKey {
    SecretKey::of_seed(&[0x5a; 32])
}

/// The jefe de mesa's.
fn own_key() -> SecretKey {
    SecretKey::of_seed(&[0x33; 32])
}

/// A hall being played, and its folder as far as it was written.
pub struct Played {
    pub bench: Bench,
    pub journal: Journal,
    pub folder: TempDir,
    written: usize,
    there: std::collections::BTreeSet<u64>,
    pub drawn: Vec<SealedRow>,
}

impl Played {
    /// Goes on from a bench: the hall signs from here on.
    pub fn from(bench: Bench) -> Played {
        let folder = tempfile::tempdir().unwrap();
        let journal = Journal::create(folder.path(), 0).unwrap();
        fs::create_dir(folder.path().join("actas")).unwrap();
        fs::create_dir(folder.path().join("sellos")).unwrap();
        let there = Default::default();
        let mut played = Played { bench, journal, folder, written: 0, there, drawn: Vec::new() };
        played.write();
        played.bench.now_ms += 10;
        played.bench.notice(&Notice::SigningKey { key: halls_key().public().0 });
        played.journal.sign_with(halls_key(), None).unwrap();
        played.write();
        played
    }

    /// Puts on disk what was played.
    pub fn write(&mut self) {
        let new: Vec<_> = self.bench.record[self.written..].to_vec();
        for of_a_moment in new.chunk_by(|one, next| one.at == next.at) {
            let entries = of_a_moment.iter().map(|line| {
                let mut rows = secrets(&line.event, &mut self.there);
                if let Event::PaperSigned { how: Signed::Drawn { strokes }, .. } = &line.event {
                    rows.extend(self.drawn.iter().filter(|row| row.sealed == *strokes).cloned());
                } else if let Event::DiligenciaWritten { claimant: Some(claimant), .. } = &line.event {
                    let (salt, value) = value_of(claimant.id);
                    rows.push(SealedRow { sealed: *claimant, salt, value, delete_after: None });
                }
                BatchEntry {
                    sealed: rows,
                    ..BatchEntry::unasked(line.actor, &line.device, vec![line.event.clone()])
                }
            });
            let entries = entries.collect();
            self.journal.append(&Batch { at_utc_ms: of_a_moment[0].at, entries }).unwrap();
        }
        self.written = self.bench.record.len();
    }

    fn sha_of(&self, paper: SignedPaper) -> [u8; 32] {
        self.bench.hall.signing.papers[&paper].sha256
    }

    /// Somebody notes an incident of no game.
    pub fn incident(&mut self) {
        let (about, text) = (DiligenciaKind::Incidencia, "se rompe un monitor".to_owned());
        let claimant = None;
        let request =
            Request::WriteDiligencia { about, game: None, text, claimant, document: false, signed: false };
        self.bench.ask(SALA, request).unwrap();
    }

    pub fn draw(&mut self, by: PersonId, paper: SignedPaper, role: SignerRole) {
        let strokes = Strokes::new(vec![vec![[100, 400], [700, 300]]]).unwrap();
        let row = seal(&strokes.to_bytes());
        let request = Request::SignPaper { paper, sha256: self.sha_of(paper), role, strokes: row.sealed };
        self.drawn.push(row);
        self.bench.ask(by, request).unwrap();
    }

    fn sign_with_key(&mut self, paper: SignedPaper) {
        let (sha256, role) = (self.sha_of(paper), SignerRole::JefeDeMesa);
        let signature = own_key().sign(key_message(paper, role, &sha256).as_bytes());
        let key = own_key().public().0;
        self.bench.ask(MESA, Request::SignWithKey { paper, sha256, role, key, signature }).unwrap();
    }

    fn diligencia(&mut self, about: DiligenciaKind) {
        let claims = about == DiligenciaKind::Reclamacion;
        let claimant = claims.then(|| sealed(96));
        let text = "no se oyó la bola 42".to_owned();
        let request =
            Request::WriteDiligencia { about, game: None, text, claimant, document: claims, signed: false };
        self.bench.ask(SALA, request).unwrap();
    }

    /// Closes the session; its acta has so many pages.
    pub fn close(&mut self, pages: u32) {
        self.close_with(&[(None, pages)]);
    }

    /// The same of an acta in parts.
    fn close_with(&mut self, parts: &[PagesFor]) {
        self.bench.now_ms += 60_000;
        self.bench.close_session();
        self.write();
        let (session, covers_seq) = self.bench.hall.closed.unwrap();
        let folios = self.bench.hall.folios_for(parts);
        let (file, sha256) = (acta_of(session.0), Sha256::digest(ACTA).into());
        fs::write(self.folder.path().join(&file), ACTA).unwrap();
        let issued = Notice::ActaIssued { session, file, sha256, covers_seq, folios };
        assert!(!self.bench.notice(&issued).is_empty(), "the folios are the next ones");
    }

    /// An authority stamps the newest checkpoint.
    fn stamp(&mut self) {
        self.write();
        let session = self.bench.hall.closed.unwrap().0;
        let newest = self.journal.newest_checkpoint().unwrap().unwrap();
        let note = newest.note.to_string();
        let note_sha256: [u8; 32] = Sha256::digest(&note).into();
        // An authority's answer has more in it; what is looked at here is that it is of this note.
        let answer = [b"0\x82".as_slice(), &note_sha256, b"firma"].concat();
        let file = format!("sellos/sesion-{}.tsr", session.0);
        fs::write(self.folder.path().join(&file), &answer).unwrap();
        fs::write(self.folder.path().join(format!("sellos/sesion-{}.nota", session.0)), note).unwrap();
        let stamped = Notice::TimeStamped {
            session,
            size: newest.checkpoint.size,
            note_sha256,
            authority: "CN=TSA de prueba".into(),
            stamped_at_utc_ms: self.bench.now_ms.unsigned_abs(),
            file,
            sha256: Sha256::digest(&answer).into(),
        };
        assert!(!self.bench.notice(&stamped).is_empty());
    }
}

/// Two sessions with everything that is signed, stamped and bound.
fn hall() -> TempDir {
    played(phases::open()).folder
}

/// The same behind what a bench has played.
pub fn played(bench: Bench) -> Played {
    let mut hall = Played::from(bench);
    for (book, last) in [("12/2026", 3), ("13/2026", 50)] {
        let (book, authority) = (book.to_owned(), "Delegación del Gobierno".to_owned());
        let date = Date::parse("2026-11-02").unwrap();
        hall.bench
            .ask(SALA, Request::OpenBook { book, authority, date, first: 1, last, face_value: None })
            .unwrap();
    }
    hall.bench.ask(MESA, Request::EnrolKey { key: own_key().public().0 }).unwrap();
    hall.diligencia(DiligenciaKind::Incidencia);
    hall.diligencia(DiligenciaKind::Reclamacion);
    let (incident, claim) = (SignedPaper::Diligencia(1), SignedPaper::Diligencia(2));
    hall.sign_with_key(incident);
    hall.draw(SALA, incident, SignerRole::JefeDeSala);
    hall.draw(SALA, claim, SignerRole::Claimant);
    let sha256 = hall.sha_of(claim);
    let (roles, file) = (vec![SignerRole::JefeDeSala, SignerRole::Agent], "actas/firma-0f5e.pdf".to_owned());
    fs::write(hall.folder.path().join(&file), PAGE).unwrap();
    let page_sha256 = Sha256::digest(PAGE).into();
    let page = Request::AddSignedPage { paper: claim, sha256, roles, file, page_sha256 };
    hall.bench.ask(SALA, page).unwrap();
    // Five pages: over the end of a book into the next.
    hall.close(5);
    let acta = |session| SignedPaper::Acta(hall_core::event::SessionNo(session));
    hall.sign_with_key(acta(1));
    hall.draw(SALA, acta(1), SignerRole::JefeDeSala);
    hall.stamp();
    let session = hall_core::event::SessionNo(1);
    for reason in ["La pide la Delegación", "Se mojó la otra"] {
        hall.bench.ask(SALA, Request::CopyActa { session, reason: reason.to_owned() }).unwrap();
    }
    hall.bench.now_ms += 72_000_000;
    hall.bench.open_session();
    hall.close(4);
    hall.sign_with_key(acta(2));
    let reason = "cambia de teléfono".to_owned();
    hall.bench.ask(MESA, Request::EndKey { key: own_key().public().0, reason }).unwrap();
    let (book, reason) = ("13/2026".to_owned(), "se mojó".to_owned());
    hall.bench.ask(SALA, Request::CloseBook { book, reason }).unwrap();
    hall.stamp();
    hall.bench.log_in("caja-1", CAJERO);
    hall.write();
    hall
}

/// Books that are split by face value (37.7): each has its own folios, and a forger cannot mix them.
#[test]
fn folios_of_split_books_are_checked_by_face_value() {
    let mut hall = Played::from(phases::open());
    let two = Some(Cents(200));
    for (book, face_value) in [("general", None), ("de 2", two)] {
        let (book, authority) = (book.to_owned(), "Delegación del Gobierno".to_owned());
        let date = Date::parse("2026-11-02").unwrap();
        let request = Request::OpenBook { book, authority, date, first: 1, last: 50, face_value };
        hall.bench.ask(SALA, request).unwrap();
    }
    hall.close_with(&[(None, 2), (two, 3)]);
    hall.bench.now_ms += 72_000_000;
    hall.bench.open_session();
    hall.close_with(&[(two, 4)]);
    hall.write();
    let mut verifiers = Verifiers::new();
    for part in [Part::Between(None, None), Part::one(2)] {
        let (_folder, export) = export_of(hall.folder.path(), part.clone(), &[]);
        let said = verifiers.both(&export);
        assert_eq!(said.status, 0, "{part:?}: {said:?}");
    }
    let (_folder, export) = export_of(hall.folder.path(), Part::Between(None, None), &[]);
    let forgeries: [(&str, Forge); 4] = [
        ("the book is of all", |f| drop_line(f, "book_kept_for", "")),
        ("kept for two", |f| again(f, "book_kept_for")),
        ("kept for nothing", |f| {
            change(f, "book_kept_for", "\"face_value_cents\":200", "\"face_value_cents\":0")
        }),
        ("folios left out", |f| {
            change(f, "folios_taken", "\"book\":\"de 2\",\"first\":1,", "\"book\":\"de 2\",\"first\":2,")
        }),
    ];
    for (name, forge) in forgeries {
        let mut forged = Forged::of(&export);
        forge(&mut forged);
        forged.rehash();
        forged.save();
        let said = verifiers.both(&forged.path);
        assert!(said.codes().contains(&"folios"), "{name}: {said:?}");
    }
}

/// Everything, with what was signed by hand.
fn with_signatures(hall: &Path) -> (TempDir, PathBuf) {
    export_of(hall, Part::Between(None, None), &[Field::Signatures])
}

fn names(export: &Path) -> Vec<String> {
    let manifest = read_json(&export.join("manifiesto.json"));
    let listed = manifest["ficheros"].as_array().unwrap();
    listed.iter().map(|file| file["nombre"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn papers_are_in_order_in_every_part() {
    let (hall, mut verifiers) = (hall(), Verifiers::new());
    for part in [Part::Between(None, None), Part::one(1), Part::one(2)] {
        let (_folder, export) = export_of(hall.path(), part.clone(), &[]);
        let said = verifiers.both(&export);
        assert_eq!(said.status, 0, "{part:?}: {said:?}");
        let (checked, left) = (verifiers.text("checked"), verifiers.text("left"));
        let (signed, folios, stamps) = match part {
            Part::Between(..) => ("8 firmas de papeles", "9 folios", "2 sellos de tiempo"),
            Part::Sessions(1, _) => ("7 firmas de papeles", "5 folios", "1 sello de tiempo"),
            Part::Sessions(..) => ("1 firma de un papel", "4 folios", "1 sello de tiempo"),
        };
        for words in [signed, folios, stamps] {
            assert!(checked.contains(words), "{part:?}: {checked}");
        }
        assert!(left.contains("openssl ts -verify"), "{left}");
        let copies = checked.contains("2 copias de actas, de actas que se emitieron y con su número");
        assert_eq!(copies, matches!(part, Part::Between(..)), "a copy is no part of a session: {checked}");
        assert!(!left.contains("de papeles que no están"), "{part:?}: {left}");
    }
}

/// Whoever has left does not come to retire a key: the jefe de sala sees those of others that still sign, and nobody else does.
#[test]
fn keys_of_others_are_listed_to_the_jefe_de_sala() {
    let mut hall = played(phases::open());
    hall.bench.ask(MESA, Request::EnrolKey { key: [9; 32] }).unwrap();
    hall.write();
    let papers = Papers::new(hall.folder.path(), Paper::default());
    let keys = |person| -> Vec<(String, Option<u32>)> {
        let listed = papers.signatures(Some(person)).unwrap().keys;
        listed.into_iter().map(|row| (row.key, row.person)).collect()
    };
    let (new, ended) = (hex::encode([9; 32]), hex::encode(own_key().public().0));
    assert_eq!(keys(SALA), [(new.clone(), Some(MESA.0))], "one that has ended is nobody's to retire");
    assert_eq!(keys(MESA), [(new, None), (ended, None)]);
    assert_eq!(keys(CAJERO), []);
}

#[test]
fn what_people_signed_by_hand_goes_along_only_where_it_was_asked_for() {
    let (hall, mut verifiers) = (hall(), Verifiers::new());
    let (_folder, without) = export_of(hall.path(), Part::Between(None, None), &[]);
    assert!(names(&without).iter().all(|name| !name.starts_with("firmas/")), "{:?}", names(&without));
    assert_eq!(verifiers.both(&without).status, 0);
    let left = verifiers.text("left");
    assert!(left.contains("páginas de papel, que no van en la exportación"), "{left}");
    let (_folder, with) = with_signatures(hall.path());
    let signed: Vec<String> = names(&with).into_iter().filter(|name| name.starts_with("firmas/")).collect();
    let expected =
        ["firmas/firma-0f5e.pdf", "firmas/firma-2.svg", "firmas/firma-3.svg", "firmas/firma-7.svg"];
    assert_eq!(signed, expected);
    assert_eq!(fs::read(with.join(expected[0])).unwrap(), PAGE);
    assert!(fs::read_to_string(with.join(expected[1])).unwrap().contains("points=\"100,400 700,300\""));
    let said = fs::read_to_string(with.join("LEEME.txt")).unwrap();
    assert!(said.contains("LLEVA DATOS PERSONALES") && said.contains("firmas dibujadas"), "{said}");
    assert_eq!(verifiers.both(&with).status, 0);
    assert!(verifiers.text("about").contains("SÍ: firmas dibujadas"), "{}", verifiers.text("about"));
}

/// What is not as the record says is left out, and told.
#[test]
fn a_stamp_or_a_page_that_changed_is_left_out_and_told() {
    let hall = hall();
    for (file, words) in [
        ("sellos/sesion-1.tsr", "El sello de tiempo sellos/sesion-1.tsr"),
        ("sellos/sesion-1.nota", "El sello de tiempo sellos/sesion-1.tsr"),
        ("actas/firma-0f5e.pdf", "La página firmada actas/firma-0f5e.pdf"),
    ] {
        let path = hall.path().join(file);
        let good = fs::read(&path).unwrap();
        fs::write(&path, [good.as_slice(), b"x"].concat()).unwrap();
        let to = tempfile::tempdir().unwrap();
        let made =
            exported_with(hall.path(), Part::one(1), to.path().join("x"), &[Field::Signatures]).unwrap();
        assert!(made.warnings.iter().any(|warning| warning.contains(words)), "{file}: {:?}", made.warnings);
        fs::write(&path, good).unwrap();
    }
}

/// Makes every hash again and signs every checkpoint with the hall's own key.
fn signed_again(forged: &mut Forged) {
    forged.rehash();
    forged.save();
    let mut tree = Frontier::EMPTY;
    let mut roots = vec![tree.root()];
    for leaf in forged.leaves() {
        tree.push(leaf, |_, _| ());
        roots.push(tree.root());
    }
    for entry in fs::read_dir(forged.path.join("puntos")).unwrap().map(Result::unwrap) {
        let note = SignedNote::parse(&fs::read_to_string(entry.path()).unwrap()).unwrap();
        let checkpoint = Checkpoint::parse(note.text()).unwrap();
        let size = usize::try_from(checkpoint.size).unwrap().min(roots.len() - 1);
        let again = Checkpoint { root: roots[size], ..checkpoint }.sign(&halls_key()).to_string();
        fs::write(entry.path(), again).unwrap();
    }
    forged.sum();
}

type Forgery = (&'static str, Forge, &'static str);

/// Lines that somebody changed who has the hall's program and its key.
const LINES: &[Forgery] = &[
    ("another acta was signed", |f| signed_other(f, "{\"is\":\"acta\",\"session\":1}"), "papel"),
    (
        "another diligencia was signed",
        |f| signed_other(f, "{\"is\":\"diligencia\",\"diligencia\":1}"),
        "papel",
    ),
    ("other words of a diligencia", |f| change(f, "diligencia_written", "bola 42", "bola 43"), "papel"),
    ("another claimant", |f| change(f, "diligencia_written", "\"sha256\":\"0", "\"sha256\":\"1"), "papel"),
    ("another hour of a diligencia", |f| another_hour(f, "diligencia_written"), "papel"),
    ("the hall has another name", |f| change(f, "hall_founded", "{\"name\":\"", "{\"name\":\"X"), "papel"),
    (
        "signed by who had not the post",
        |f| change(f, "paper_signed", "\"person\":1,", "\"person\":4,"),
        "papel",
    ),
    ("signed by nobody", |f| change(f, "paper_signed", "\"person\":1,", "\"person\":null,"), "papel"),
    ("signed as somebody else", |f| change(f, "paper_signed", "\"claimant\"", "\"jefe_de_mesa\""), "papel"),
    (
        "with a key of somebody else",
        |f| change(f, "person_key_enrolled", "\"person\":2", "\"person\":3"),
        "papel",
    ),
    ("with a key that was not enrolled", |f| drop_line(f, "person_key_enrolled", ""), "papel"),
    ("with a key that had ended", ended_before, "papel"),
    ("a signature of nothing", another_signature, "papel"),
    ("a key that ends twice", |f| again(f, "person_key_ended"), "papel"),
    ("a key that is enrolled twice", |f| again(f, "person_key_enrolled"), "papel"),
    ("a signature left out", |f| drop_line(f, "paper_signed", "\"signature\":3,"), "numeracion"),
    (
        "no paper of that kind",
        |f| change(f, "paper_signed", "\"is\":\"diligencia\"", "\"is\":\"nota\""),
        "formato",
    ),
    ("no way of signing", |f| change(f, "paper_signed", "\"is\":\"drawn\"", "\"is\":\"heard\""), "formato"),
    (
        "a key that is none",
        |f| change(f, "paper_signed", "\"signature\":\"", "\"signature\":\"zz"),
        "formato",
    ),
    ("folios that were left out", |f| change(f, "folios_taken", "\"first\":1,", "\"first\":2,"), "folios"),
    ("folios beyond the book", |f| change(f, "folios_taken", "\"last\":3}", "\"last\":4}"), "folios"),
    ("folios twice", |f| again(f, "folios_taken"), "folios"),
    ("folios of a book that is not there", |f| drop_line(f, "book_opened", "12/2026"), "folios"),
    ("folios of the next book first", |f| drop_line(f, "folios_taken", "12/2026"), "folios"),
    (
        "folios of another session",
        |f| change(f, "folios_taken", "\"session\":1,", "\"session\":2,"),
        "folios",
    ),
    ("folios of a closed book", closed_before, "folios"),
    ("a book with other folios left", |f| change(f, "book_closed", "\"left\":", "\"left\":1"), "folios"),
    ("a book that is open already", |f| again(f, "book_opened"), "folios"),
    ("a book without folios", |f| change(f, "book_opened", "\"last\":3}", "\"last\":0}"), "folios"),
    (
        "millions of folios",
        |f| change(f, "folios_taken", "\"last\":3}", "\"last\":9007199254740991}"),
        "formato",
    ),
    ("a copy left out", |f| drop_line(f, "acta_copied", "\"copy\":1,"), "acta"),
    ("a copy twice", |f| again(f, "acta_copied"), "acta"),
    ("a copy of no acta", |f| change(f, "acta_copied", "\"session\":1,", "\"session\":9,"), "acta"),
    ("a copy before the first", |f| change(f, "acta_copied", "\"copy\":1,", "\"copy\":0,"), "acta"),
    ("a stamp of other lines", |f| change(f, "time_stamped", "\"size\":", "\"size\":1"), "sello"),
    ("a stamp that is none", |f| change(f, "time_stamped", ".tsr\"", ".txt\""), "sello"),
];

fn another_hour(forged: &mut Forged, kind: &str) {
    let place = forged.find(kind, "");
    forged.lines[place]["at_utc_ms"] = (forged.lines[place]["at_utc_ms"].as_i64().unwrap() + 60_000).into();
}

fn signed_other(forged: &mut Forged, paper: &str) {
    let place = forged.find("paper_signed", paper);
    let mut body: Value = serde_json::from_str(forged.lines[place]["body"].as_str().unwrap()).unwrap();
    let from = format!("\"sha256\":\"{}\"", body["sha256"].as_str().unwrap());
    body["sha256"] = "0".repeat(64).into();
    forged.replace(place, &from, &format!("\"sha256\":\"{}\"", "0".repeat(64)));
}

fn another_signature(forged: &mut Forged) {
    let place = forged.find("paper_signed", "\"is\":\"key\"");
    let body: Value = serde_json::from_str(forged.lines[place]["body"].as_str().unwrap()).unwrap();
    let signature = body["how"]["signature"].as_str().unwrap().to_owned();
    let other = own_key().sign(b"otra cosa");
    forged.replace(place, &signature, &hex::encode(other));
}

fn ended_before(forged: &mut Forged) {
    let ended = forged.lines.remove(forged.find("person_key_ended", ""));
    let place = forged.find("paper_signed", "\"is\":\"key\"");
    forged.lines.insert(place, ended);
}

fn closed_before(forged: &mut Forged) {
    let closed = forged.lines.remove(forged.find("book_closed", ""));
    let place = forged.find("acta_issued", "\"session\":2,");
    forged.lines.insert(place, closed);
}

#[test]
fn papers_that_the_hall_itself_forged_are_told() {
    let (hall, mut verifiers) = (hall(), Verifiers::new());
    let (_folder, export) = export_of(hall.path(), Part::Between(None, None), &[]);
    // With its key the hall can make every hash and checkpoint again. Not what another house stamped.
    let mut harmless = Forged::of(&export);
    let place = harmless.find("logged_in", "");
    harmless.lines[place]["device"] = "caja-2".into();
    signed_again(&mut harmless);
    assert_eq!(verifiers.both(&harmless.path).status, 0, "behind every stamp nothing tells");
    let mut before = Forged::of(&export);
    let place = before.find("book_opened", "");
    before.lines[place]["device"] = "caja-2".into();
    signed_again(&mut before);
    assert_eq!(verifiers.both(&before.path).codes(), ["sello"], "and before one, the stamp");
    for (name, forge, code) in LINES {
        let mut forged = Forged::of(&export);
        forge(&mut forged);
        signed_again(&mut forged);
        let said = verifiers.both(&forged.path);
        assert!(said.codes().contains(code), "{name}: {said:?}");
        assert!(!said.codes().iter().any(|code| ["cadena", "fichero"].contains(code)), "{name}: {said:?}");
    }
}

fn file(forged: &Forged, name: &str, change: impl Fn(Vec<u8>) -> Vec<u8>) {
    let path = forged.path.join(name);
    fs::write(&path, change(fs::read(&path).unwrap())).unwrap();
    forged.sum();
}

fn without(forged: &Forged, name: &str) {
    fs::remove_file(forged.path.join(name)).unwrap();
    let path = forged.path.join("manifiesto.json");
    let mut manifest: Value = read_json(&path);
    manifest["ficheros"].as_array_mut().unwrap().retain(|file| file["nombre"] != name);
    fs::write(path, manifest.to_string()).unwrap();
}

fn more(forged: &Forged, name: &str, bytes: &[u8]) {
    let path = forged.path.join("manifiesto.json");
    let mut manifest: Value = read_json(&path);
    manifest["ficheros"].as_array_mut().unwrap().push(json!({"nombre": name, "bytes": 0, "sha256": ""}));
    fs::write(path, manifest.to_string()).unwrap();
    fs::write(forged.path.join(name), bytes).unwrap();
    forged.sum();
}

/// A note of the same lines that another key signed.
fn by_another(note: Vec<u8>) -> Vec<u8> {
    let note = SignedNote::parse(&String::from_utf8(note).unwrap()).unwrap();
    Checkpoint::parse(note.text()).unwrap().sign(&own_key()).to_string().into()
}

/// A file that somebody changed together with the manifest: what tells, and where.
type OfFile = (&'static str, fn(&Forged), &'static str, &'static str);

const FILES: &[OfFile] = &[
    (
        "another stamp",
        |f| file(f, "sellos/sesion-1.tsr", |bytes| [bytes.as_slice(), b"x"].concat()),
        "sello",
        "sellos/sesion-1.tsr",
    ),
    ("another note", |f| file(f, "sellos/sesion-1.nota", by_another), "sello", "sellos/sesion-1.nota"),
    ("no note", |f| without(f, "sellos/sesion-1.nota"), "sello", "sellos/sesion-1.nota"),
    ("no stamp", |f| without(f, "sellos/sesion-1.tsr"), "sello", "sellos/sesion-1.tsr"),
    (
        "a note that is none",
        |f| file(f, "sellos/sesion-1.nota", |_| b"nada".to_vec()),
        "formato",
        "sellos/sesion-1.nota",
    ),
    ("a stamp that no line names", |f| more(f, "sellos/sesion-9.tsr", b"x"), "sello", "sellos/sesion-9.tsr"),
    (
        "another page",
        |f| file(f, "firmas/firma-0f5e.pdf", |_| b"%PDF-1.7 otra".to_vec()),
        "papel",
        "firmas/firma-0f5e.pdf",
    ),
];

#[test]
fn files_of_papers_that_are_others_are_named() {
    let (hall, mut verifiers) = (hall(), Verifiers::new());
    let (_folder, export) = with_signatures(hall.path());
    for (name, forge, code, place) in FILES {
        let forged = Forged::of(&export);
        forge(&forged);
        let said = verifiers.both(&forged.path);
        assert!(said.findings.contains(&((*code).into(), (*place).into())), "{name}: {said:?}");
        assert!(!said.codes().contains(&"fichero"), "{name}: {said:?}");
    }
    // A stamp and its line that fit each other, of something else.
    let mut forged = Forged::of(&export);
    let other = b"otro sello".to_vec();
    fs::write(forged.path.join("sellos/sesion-2.tsr"), &other).unwrap();
    let place = forged.find("time_stamped", "\"session\":2,");
    let body: Value = serde_json::from_str(forged.lines[place]["body"].as_str().unwrap()).unwrap();
    let from = body["sha256"].as_str().unwrap().to_owned();
    let from = format!("\"sha256\":\"{from}\"");
    forged.replace(place, &from, &format!("\"sha256\":\"{}\"", hex::encode(Sha256::digest(&other))));
    signed_again(&mut forged);
    let found: Said = verifiers.both(&forged.path);
    assert_eq!(found.findings, [("sello".to_owned(), "sellos/sesion-2.tsr".to_owned())].into());
}
