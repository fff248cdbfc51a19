//! E 58: whoever changes, deletes or adds anything in a copy of a hall is noticed: by `hall-server check`, by the start, or by
//! the verifier in another language. `docs/tampering.md` is the table of who notices what, and is written here.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use expect_test::expect_file;
use hall_core::event::{
    DiligenciaKind, Event, PrintingNo, Segment, SessionNo, Signed, SignedPaper, SignerRole,
};
use hall_core::matrix::MatrixNo;
use hall_core::money::Cents;
use hall_core::people::{Actor, PersonId};
use hall_core::record::decode;
use hall_core::series::{CardNo, SeriesId};
use hall_server::journal::{Batch, BatchEntry, Journal, SealedRow, check, seal};
use hall_server::mirror::Identity;
use rusqlite::Connection;
use rusqlite::types::Value;
use sha2::{Digest, Sha256};

use crate::kit::{ACTA, Evening, by_hand, rows};
use crate::process;

mod forged;

/// Who noticed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Noticed {
    check: bool,
    start: bool,
    python: bool,
}

const NOBODY: Noticed = Noticed { check: false, start: false, python: false };
const CHECK: Noticed = Noticed { check: true, ..NOBODY };
const START: Noticed = Noticed { start: true, ..CHECK };
const ALL: Noticed = Noticed { python: true, ..START };

/// What somebody does to the folder of a hall.
enum Deed {
    /// To the database, with SQLite.
    Sql(&'static str),
    Delete(&'static str),
    /// A byte more.
    Append(&'static str),
    /// Other bytes.
    Spoil(&'static str),
}

use Deed::{Append, Delete, Spoil, Sql};

const CARDS: &str = "cartones/A1-1-6.pdf";
const PAGE: &str = "actas/firma-0f5e.pdf";

/// A heading without a deed, or what is done and who notices.
const DEEDS: &[(&str, Option<(Deed, Noticed)>)] = &[
    ("The record (`event`)", None),
    ("a column of a line, changed", Some((Sql("update event set at_utc_ms = at_utc_ms + 1 where seq = 5"), ALL))),
    ("a line in the middle, deleted", Some((Sql("delete from event where seq = 5"), ALL))),
    ("a line added at the end", Some((
        Sql("insert into event select (select max(seq) + 1 from event), at_utc_ms, kind, version, request_id, actor, device, body, hash
             from event where seq = 5"),
        ALL,
    ))),
    ("two lines, swapped", Some((
        Sql("update event set seq = 900 where seq = 5; update event set seq = 5 where seq = 6; update event set seq = 6 where seq = 900"),
        ALL,
    ))),
    ("the last line, cut off (`verify_record.py` with `--head`)", Some((
        Sql("delete from event where seq = (select max(seq) from event)"),
        START,
    ))),
    ("Sealed values (`sealed`)", None),
    ("the key of the card codes, changed", Some((Sql("update sealed set value = zeroblob(32) where id = $codes"), START))),
    ("the salt of a value, changed", Some((Sql("update sealed set salt = zeroblob(32) where id = $matrix"), START))),
    ("the key of the card codes, deleted", Some((Sql("delete from sealed where id = $codes"), START))),
    ("the key of a matrix in use, deleted", Some((Sql("delete from sealed where id = $matrix"), START))),
    ("the name of a person, deleted", Some((Sql("delete from sealed where id = $identity"), CHECK))),
    ("the PIN of a person, deleted", Some((Sql("delete from sealed where id = $pin"), CHECK))),
    ("the token of somebody who is logged in, deleted", Some((Sql("delete from sealed where id = $living"), CHECK))),
    ("the token of a log-in that has ended, deleted by hand", Some((Sql("delete from sealed where id = $ended"), CHECK))),
    ("a claimant, deleted before the day", Some((Sql("delete from sealed where id = $claimant"), CHECK))),
    ("a stroke of a drawn signature, changed", Some((
        Sql("update sealed set value = cast(replace(cast(value as text), '300', '301') as blob) where id = $drawn"),
        CHECK,
    ))),
    ("a drawn signature, deleted", Some((Sql("delete from sealed where id = $drawn"), CHECK))),
    ("all values, deleted", Some((Sql("delete from sealed"), START))),
    ("a day of deletion, set", Some((Sql("update sealed set delete_after_utc_ms = 1 where id = $living"), CHECK))),
    ("a day of deletion, put earlier", Some((Sql("update sealed set delete_after_utc_ms = 1 where id = $claimant"), CHECK))),
    ("a day of deletion, taken away", Some((Sql("update sealed set delete_after_utc_ms = null where id = $claimant"), CHECK))),
    ("a value, added", Some((Sql("insert into sealed values (5, zeroblob(32), x'01', null)"), CHECK))),
    ("a value that a line deleted, put back", Some((Sql("insert into sealed values ($deleted, zeroblob(32), x'01', null)"), CHECK))),
    ("Requests (`request`)", None),
    ("a request, deleted", Some((Sql("delete from request where request_id = 'r-2'"), CHECK))),
    (
        "a request of the running session, deleted",
        Some((Sql("delete from request where request_id = 'r-9'"), CHECK)),
    ),
    ("all requests, deleted", Some((Sql("delete from request"), CHECK))),
    ("the hash of what was asked, changed", Some((
        Sql("update request set body_sha256 = zeroblob(32) where request_id = 'r-2'"),
        CHECK,
    ))),
    ("the hash of what was asked, changed before its session is closed", Some((
        Sql("update request set body_sha256 = zeroblob(32) where request_id = 'r-9'"),
        NOBODY,
    ))),
    ("its lines, changed", Some((Sql("update request set last_seq = last_seq + 1 where request_id = 'r-2'"), CHECK))),
    ("its id or its device, changed", Some((Sql("update request set device = 'caja-9' where request_id = 'r-2'"), CHECK))),
    ("a request, added", Some((Sql("insert into request values ('caja-9', 'r-77', zeroblob(32), 5, 5)"), CHECK))),
    ("What the file says of itself (`meta`)", None),
    ("the version of the schema, changed", Some((Sql("update meta set value = '1' where key = 'schema_version'"), CHECK))),
    ("a row, deleted", Some((Sql("delete from meta where key = 'created_at_utc_ms'"), CHECK))),
    ("a row, added", Some((Sql("insert into meta values ('x', 'y')"), CHECK))),
    ("the day on which the file was made, changed to another", Some((
        Sql("update meta set value = '7' where key = 'created_at_utc_ms'"),
        NOBODY,
    ))),
    ("The schema", None),
    ("a foreign table", Some((Sql("create table mine (a integer) strict"), CHECK))),
    ("a foreign view", Some((Sql("create view mine as select 1 a"), CHECK))),
    ("a foreign index", Some((Sql("create index mine on event (kind)"), CHECK))),
    ("a foreign trigger", Some((
        Sql("create trigger mine after insert on event begin delete from request; end"),
        START,
    ))),
    ("a trigger with the name of one of ours", Some((
        Sql("drop trigger event_is_never_deleted;
             create trigger event_is_never_deleted before delete on event begin select 1; end"),
        START,
    ))),
    ("a trigger of ours, dropped", Some((Sql("drop trigger event_is_never_deleted"), CHECK))),
    ("Tables for people (each column of each by `every_table_column_by_column_is_compared`)", None),
    ("a row, changed", Some((Sql("update person set roles = 'cajero'"), CHECK))),
    ("a row, deleted", Some((Sql("delete from series"), CHECK))),
    ("a row, added", Some((Sql("insert into acta values (5, 1, 'otra.pdf', x'00', 5, 5)"), CHECK))),
    ("Files of the hall", None),
    ("an acta, changed", Some((Append(ACTA), CHECK))),
    ("an acta, deleted", Some((Delete(ACTA), CHECK))),
    ("a PDF of cards, changed", Some((Append(CARDS), CHECK))),
    ("a PDF of cards, deleted", Some((Delete(CARDS), CHECK))),
    ("a page that was signed on paper, changed", Some((Append(PAGE), CHECK))),
    ("a page that was signed on paper, deleted", Some((Delete(PAGE), CHECK))),
    ("`sala.db.testigo`, deleted", Some((Delete("sala.db.testigo"), Noticed { start: true, ..NOBODY }))),
    ("`sala.db.testigo`, changed", Some((Spoil("sala.db.testigo"), START))),
    ("`sala.db.estado`, changed: the start does without", Some((Spoil("sala.db.estado"), NOBODY))),
];

/// A hall as `init` founds it, and what has happened in it since.
struct Hall {
    folder: tempfile::TempDir,
    /// Values by what they are.
    ids: Vec<(&'static str, u64)>,
}

impl Hall {
    fn new() -> Hall {
        let folder = tempfile::tempdir().unwrap();
        process::new_hall(folder.path(), "Bingo El Ancla");
        for (file, bytes) in [(ACTA, "%PDF acta"), (CARDS, "%PDF cartones"), (PAGE, "%PDF firmas")] {
            let file = folder.path().join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, bytes).unwrap();
        }
        let (mut journal, _) = Journal::open(folder.path()).unwrap();
        let key = seal(&[7; 16]);
        let tokens = [1, 2, 3].map(|n| seal(&[n; 64]));
        let drawn = seal(b"[[[100,400],[700,300]]]");
        let claimant = seal(b"{\"name\":\"Eva\",\"document\":\"1\"}");
        let person = PersonId(1);
        let segment = Segment { series: SeriesId::parse("A1").unwrap(), first: CardNo(1), last: CardNo(6) };
        let matrix = MatrixNo::new(1).unwrap();
        let made = Event::MatrixMade {
            matrix,
            size: 600,
            options: hall_core::matrix::MatrixOptions::PLAIN,
            generator: 1,
            mixed: None,
            key: key.sealed,
            key_sha256: Sha256::digest([7; 16]).into(),
            faces_sha256: [0; 32],
        };
        let (series, face_value) = (segment.series, Cents(200));
        let logged_in = |at: usize| Event::LoggedIn { person, token: tokens[at].sealed };
        let hash = |file: &str| Sha256::digest(fs::read(folder.path().join(file)).unwrap()).into();
        let complaint = Event::DiligenciaWritten {
            diligencia: 1,
            about: DiligenciaKind::Reclamacion,
            game: None,
            text: "No se oyó el número".into(),
            claimant: Some(claimant.sealed),
            document: true,
            signed: true,
        };
        let day = Event::DeletionSet { value: claimant.sealed.id, days: 9_000, after_utc_ms: 1 << 42 };
        let order = Event::PrintingOrdered {
            printing: PrintingNo(1),
            cards: segment,
            template: "a4-6".into(),
            copy: 1,
        };
        let ids = vec![
            ("$matrix", key.sealed.id),
            ("$deleted", tokens[0].sealed.id),
            ("$ended", tokens[1].sealed.id),
            ("$living", tokens[2].sealed.id),
            ("$claimant", claimant.sealed.id),
            ("$drawn", drawn.sealed.id),
        ];
        asks(&mut journal, "r-1", vec![made], vec![key]);
        asks(&mut journal, "r-2", vec![logged_in(0)], vec![tokens[0].clone()]);
        asks(&mut journal, "r-3", vec![logged_in(1)], vec![tokens[1].clone()]);
        let why = hall_core::event::DeletionWhy::LogInEnded;
        does(&mut journal, Event::ValuesDeleted { values: vec![tokens[0].sealed.id], why });
        asks(&mut journal, "r-4", vec![logged_in(2)], vec![tokens[2].clone()]);
        asks(&mut journal, "r-5", vec![complaint], vec![claimant]);
        does(&mut journal, day);
        asks(
            &mut journal,
            "r-6",
            vec![Event::SeriesReceived { series, matrix, face_value, cards: None }, order],
            vec![],
        );
        let (file, sha256) = (CARDS.to_owned(), hash(CARDS));
        does(&mut journal, Event::PrintingDone { printing: PrintingNo(1), file, pages: 1, sha256 });
        let session = SessionNo(1);
        does(&mut journal, golden("session_opened"));
        does(&mut journal, golden("session_closed"));
        let (file, sha256, covers_seq) = (ACTA.to_owned(), hash(ACTA), journal.head().seq);
        does(&mut journal, Event::ActaIssued { session, file, sha256, covers_seq });
        let signed = |signature, role, how| Event::PaperSigned {
            signature,
            paper: SignedPaper::Acta(session),
            sha256,
            role,
            person: Some(person),
            how,
        };
        let by_hand = signed(1, SignerRole::JefeDeSala, Signed::Drawn { strokes: drawn.sealed });
        let entry = BatchEntry::unasked(Actor::Person(person), "sala-1", vec![by_hand]);
        append(&mut journal, BatchEntry { sealed: vec![drawn], ..entry });
        let on_paper = Signed::Page { file: PAGE.to_owned(), page_sha256: hash(PAGE) };
        does(&mut journal, signed(2, SignerRole::JefeDeMesa, on_paper));
        let digest = journal.digest_of_requests(0, journal.head().seq).unwrap();
        assert_eq!((digest.first, digest.requests), (1, 6));
        let (first, last, requests, sha256) = (digest.first, digest.last, digest.requests, digest.sha256);
        does(&mut journal, Event::RequestsDigested { first, last, requests, sha256 });
        asks(&mut journal, "r-9", vec![Event::InspectionMade { game: None }], vec![]);
        let mut hall = Hall { folder, ids };
        drop(journal);
        for (name, kind, field) in [
            ("$codes", "card_key_made", "key"),
            ("$identity", "person_added", "identity"),
            ("$pin", "person_added", "pin"),
        ] {
            let sql = format!("select body ->> '$.{field}.id' || '' from event where kind = '{kind}'");
            hall.ids.push((name, rows(&hall.database(), &sql)[0].parse().unwrap()));
        }
        hall
    }

    fn database(&self) -> PathBuf {
        self.folder.path().join("sala.db")
    }

    /// A copy of it to which something was done.
    fn with(&self, deed: &Deed) -> tempfile::TempDir {
        let copy = tempfile::tempdir().unwrap();
        process::copy_folder(self.folder.path(), copy.path());
        match deed {
            Sql(sql) => {
                let sql = self
                    .ids
                    .iter()
                    .fold((*sql).to_owned(), |sql, (name, id)| sql.replace(name, &id.to_string()));
                let conn = Connection::open(copy.path().join("sala.db")).unwrap();
                let ours: Vec<String> = {
                    let mut select =
                        conn.prepare("select sql from sqlite_schema where type = 'trigger'").unwrap();
                    select.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
                };
                if !sql.contains("trigger") {
                    conn.execute_batch(
                        "drop trigger event_is_never_updated; drop trigger event_is_never_deleted",
                    )
                    .unwrap();
                }
                conn.execute_batch(&sql).unwrap();
                if !sql.contains("trigger") {
                    conn.execute_batch(&ours.join(";")).unwrap();
                }
                conn.close().unwrap();
            }
            Delete(file) => fs::remove_file(copy.path().join(file)).unwrap(),
            Spoil(file) => fs::write(copy.path().join(file), "otra cosa").unwrap(),
            Append(file) => {
                let file = copy.path().join(file);
                let mut bytes = fs::read(&file).unwrap_or_default();
                bytes.push(b'!');
                fs::write(file, bytes).unwrap();
            }
        }
        copy
    }
}

/// The first of the golden examples of a kind.
fn golden(kind: &str) -> Event {
    let file =
        Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../hall-core/tests/golden/v1/{kind}.json"));
    decode(kind, 1, fs::read_to_string(file).unwrap().lines().next().unwrap()).unwrap()
}

fn asks(journal: &mut Journal, id: &str, events: Vec<Event>, sealed: Vec<SealedRow>) {
    let mut body = [0; 32];
    getrandom::fill(&mut body).unwrap();
    let entry = BatchEntry {
        request_id: id.into(),
        actor: Actor::Person(PersonId(1)),
        device: "sala-1".into(),
        events,
        sealed,
        request_body: Some(body),
    };
    append(journal, entry);
}

fn does(journal: &mut Journal, event: Event) {
    append(journal, BatchEntry::unasked(Actor::System, "servidor", vec![event]));
}

fn append(journal: &mut Journal, entry: BatchEntry) {
    let at_utc_ms = journal.known().unwrap().at_utc_ms + 1;
    journal.append(&Batch { at_utc_ms, entries: vec![entry] }).unwrap();
}

fn run(program: &mut Command) -> Output {
    program.output().unwrap()
}

fn words(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

fn checked(dir: &Path) -> Output {
    run(Command::new(env!("CARGO_BIN_EXE_hall-server")).args(["check", "--dir"]).arg(dir))
}

/// A start that is refused ends by itself; one that is not is ended here.
fn started(dir: &Path) -> Result<(), String> {
    let log = dir.join("stderr");
    let mut server = Command::new(env!("CARGO_BIN_EXE_hall-server"))
        .args(["serve", "--listen", "127.0.0.1:0", "--dir"])
        .arg(dir)
        .stdout(Stdio::piped())
        .stderr(fs::File::create(&log).unwrap())
        .spawn()
        .unwrap();
    let mut said = String::new();
    std::io::BufRead::read_line(&mut std::io::BufReader::new(server.stdout.take().unwrap()), &mut said)
        .unwrap();
    let serves = said.contains("http://");
    server.kill().unwrap();
    server.wait().unwrap();
    let error = fs::read_to_string(&log).unwrap();
    fs::remove_file(log).unwrap();
    if serves { Ok(()) } else { Err(error) }
}

fn verified(dir: &Path) -> Output {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/verify_record.py");
    run(Command::new("python3").arg(script).arg(dir.join("sala.db")))
}

const HEAD: &str = "\
# Who notices what

What somebody changes in the folder of a hall that is not running, and who notices: `hall-server check` (which the server runs after each
session's close and on each backup), the start (`hall-server serve`, which refuses and says what to do), and
`docs/verify_record.py`, which shares no line with us and looks at the chain alone. The test `who_notices_what` does each of
these to a copy, asks the three programs, and writes this page
(`UPDATE_EXPECT=1 cargo test -p hall-server --test journal noticed`).

Whoever can change everything at once, witnesses included, is noticed by nobody inside the folder: for that there are the number and the hash on
the acta (`check --head`), mirrors, the spare and the screens. The start does not look at what makes no play unsafe; that is
the check's, and it would cost each start the time of a check.

| what is done | `check` | start | `verify_record.py` |
|---|---|---|---|
";

/// Every row of `DEEDS`, with real processes on a real folder.
#[test]
fn who_notices_what() {
    let hall = Hall::new();
    let whole = checked(hall.folder.path());
    assert!(whole.status.success(), "{}", words(&whole));
    let mut page = HEAD.to_owned();
    let mut wrong = Vec::new();
    for (what, row) in DEEDS {
        let Some((deed, wanted)) = row else {
            writeln!(page, "| **{what}** | | | |").unwrap();
            continue;
        };
        let copy = hall.with(deed);
        let (check, python) = (checked(copy.path()), verified(copy.path()));
        let start = started(copy.path());
        let found = Noticed {
            check: !check.status.success(),
            start: start.is_err(),
            python: !python.status.success(),
        };
        if found != *wanted {
            wrong.push(format!("{what}: {found:?}\n{}{}{start:?}", words(&check), words(&python)));
        }
        if let Err(error) = &start {
            assert!(error.contains("hall-server restore"), "{what}: it says what to do: {error}");
        }
        let mark = |noticed, word| if noticed { word } else { "–" };
        writeln!(
            page,
            "| {what} | {} | {} | {} |",
            mark(found.check, "finds it"),
            mark(found.start, "refuses"),
            mark(found.python, "finds it"),
        )
        .unwrap();
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    expect_file!["../../../docs/tampering.md"].assert_eq(&page);
}

/// Every column of a row of every table, a row deleted, and a row added.
#[test]
fn every_table_column_by_column_is_compared() {
    let mut evening = Evening::new();
    evening.signs(1);
    evening.is_cosigned();
    let whole = fs::read(&evening.path).unwrap();
    let tables = rows(
        &evening.path,
        "select name from sqlite_schema where type = 'table' and name not in ('event', 'meta')",
    );
    let (mut changes, mut missed) = (0, Vec::new());
    for table in &tables {
        let columns = rows(&evening.path, &format!("select name from pragma_table_info('{table}')"));
        let first = first_row(&evening.path, table);
        let row = columns.iter().zip(&first).map(|(name, value)| format!("\"{name}\" is {}", literal(value)));
        let this = row.collect::<Vec<_>>().join(" and ");
        // That one of these is gone is for witnesses to say, who have it too.
        let is_theirs = matches!(table.as_str(), "checkpoint" | "cosignature");
        let mut deeds = Vec::new();
        if !is_theirs {
            deeds.push(format!("delete from {table} where {this}"));
        }
        for (name, value) in columns.iter().zip(&first) {
            deeds.push(format!("update {table} set \"{name}\" = {} where {this}", literal(&other(value))));
        }
        let new: Vec<String> = first.iter().map(|value| literal(&other(value))).collect();
        deeds.push(format!("insert into {table} values ({})", new.join(", ")));
        for deed in deeds {
            fs::write(&evening.path, &whole).unwrap();
            let conn = Connection::open(&evening.path).unwrap();
            // What the schema refuses nobody can do.
            let changed = conn.execute(&deed, []).unwrap_or(0);
            drop(conn);
            if changed == 0 {
                continue;
            }
            changes += 1;
            let report = check(&evening.path, None).unwrap();
            if !report.findings.iter().any(|finding| finding.table.as_deref() == Some(table)) {
                missed.push(format!("{deed}: {report}"));
            }
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
    assert!(changes > 200, "only {changes} changes were possible");
}

fn first_row(path: &Path, table: &str) -> Vec<Value> {
    let conn = Connection::open(path).unwrap();
    let mut select = conn.prepare(&format!("select * from {table} limit 1")).unwrap();
    let columns = select.column_count();
    select.query_row([], |row| (0..columns).map(|at| row.get(at)).collect()).unwrap()
}

/// Another value of the same type, as far as one can tell.
fn other(value: &Value) -> Value {
    match value {
        Value::Null => Value::Integer(7),
        Value::Integer(number) => Value::Integer(number + 1),
        Value::Real(number) => Value::Real(number + 1.0),
        Value::Text(text) => Value::Text(format!("{text}x")),
        Value::Blob(bytes) => Value::Blob(bytes.iter().map(|byte| byte ^ 1).collect()),
    }
}

fn literal(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Integer(number) => number.to_string(),
        Value::Real(number) => number.to_string(),
        Value::Text(text) => format!("'{}'", text.replace('\'', "''")),
        Value::Blob(bytes) => format!("x'{}'", hex::encode(bytes)),
    }
}

/// What the server says when it refuses: which copies there are by its settings, the newest by name, and the whole command.
#[test]
fn a_start_that_is_refused_names_the_copies_and_the_command() {
    let hall = Hall::new();
    let copy = hall.with(&Sql("delete from sealed where id = $matrix"));
    let copies = tempfile::tempdir().unwrap();
    for name in ["sala-2026-11-24-0412-90.db.age", "sala-2026-11-25-0412-120.db.age"] {
        fs::write(copies.path().join(name), "").unwrap();
    }
    let settings = copy.path().join("sala.toml");
    let more = format!(
        "\n[backup]\nfolder = \"{}\"\n\n[mirror]\nfolders = \"/media/copia\"\nrecipient = \"{}\"\n",
        copies.path().display(),
        Identity::generate().recipient(),
    );
    fs::write(&settings, fs::read_to_string(&settings).unwrap() + &more).unwrap();
    let said = started(copy.path()).unwrap_err();
    let command = format!(
        "hall-server restore --from {} --from /media/copia --identity FICHERO_DE_LA_CLAVE --dir {}-restaurada",
        copies.path().display(),
        copy.path().display(),
    );
    for words in ["Falta la clave de la matriz 1", "la última, sala-2026-11-25-0412-120.db.age", &command] {
        assert!(said.contains(words), "{words}: {said}");
    }
}

/// The values that nothing needs any more are deleted by the running server, between two sessions, and that is a line.
#[test]
fn the_server_deletes_what_it_need_not_keep_and_says_so() {
    let hall = Hall::new();
    let copy = hall.with(&Sql("select 1"));
    let settings = copy.path().join("sala.toml");
    let days = "\n[retention]\nclaimant_days = 1\n";
    fs::write(&settings, fs::read_to_string(&settings).unwrap() + days).unwrap();
    let path = copy.path().join("sala.db");
    let before = rows(&path, "select id || '' from sealed").len();
    let (mut server, _) = process::serve(copy.path(), "127.0.0.1:0", Stdio::null());
    // What it writes is looked at from outside until it is there.
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(30);
    let line = "select body from event where kind = 'values_deleted' and seq > (select max(seq) from event where kind = 'requests_digested')";
    while rows(&path, line).is_empty() {
        assert!(std::time::Instant::now() < deadline, "nothing was deleted");
        std::thread::yield_now();
    }
    let pid = nix::unistd::Pid::from_raw(i32::try_from(server.id()).unwrap());
    nix::sys::signal::kill(pid, nix::sys::signal::Signal::SIGTERM).unwrap();
    assert!(server.wait().unwrap().success());
    let (_, ended) = hall.ids.iter().find(|(name, _)| *name == "$ended").unwrap();
    let body = format!("{{\"values\":[{ended}],\"why\":\"log_in_ended\"}}");
    assert_eq!(
        rows(&path, line),
        [body],
        "the claimant has a day in the record, which the setting does not move"
    );
    assert_eq!(rows(&path, "select id || '' from sealed").len(), before - 1);
    let report = checked(copy.path());
    assert!(report.status.success(), "{}", words(&report));
    // By hand, it would be a finding.
    by_hand(&path, "delete from sealed where delete_after_utc_ms is not null", 1);
    assert!(words(&checked(copy.path())).contains("reclamante de la diligencia 1"));
}
