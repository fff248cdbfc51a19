//! A hall's database of an older version: it opens, and a cut in between leaves the old version
//! or the new one (reliability.md E71).

use std::path::{Path, PathBuf};
use std::process::Stdio;

use hall_server::export::{Decimals, ExportError, Order, Part, export};
use hall_server::journal::{Journal, SCHEMA_VERSION, check, database_in};
use rusqlite::Connection;

use crate::kit::{Evening, digest_of, rows};
use crate::strace;

/// The schemas there have been before the newest, as they were published.
const OLDER: [(u32, &str); 9] = [
    (1, include_str!("version1.sql")),
    (2, include_str!("version2.sql")),
    (3, include_str!("version3.sql")),
    (4, include_str!("version4.sql")),
    (5, include_str!("version5.sql")),
    (6, include_str!("version6.sql")),
    (7, include_str!("version7.sql")),
    (8, include_str!("version8.sql")),
    (9, include_str!("version9.sql")),
];

/// A folder with the evening's record in a database of an older version.
fn of_version(version: u32, evening: &Evening) -> (tempfile::TempDir, PathBuf) {
    let (_, schema) = OLDER.into_iter().find(|(of, _)| *of == version).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = database_in(folder.path());
    let conn = Connection::open(&path).unwrap();
    conn.execute_batch(schema).unwrap();
    conn.execute_batch(&format!(
        "pragma journal_mode = wal;
         pragma application_id = 1112426319; pragma user_version = {version};
         insert into meta values ('schema_version', '{version}'), ('created_at_utc_ms', '0');
         attach '{}' as other;
         insert into event select * from other.event order by seq;
         insert into sealed select * from other.sealed;
         insert into request select * from other.request;
         insert into session (session, date, mesa, sala, opened_at_utc_ms, balls_counted_at_opening,
           ball_set, reserve_set, seals_whole, installations_work, public_witness, rules_id, profile_sha256)
         values (77, 'la de antes', 1, 2, 3, 90, 'J1', 'J2', 1, 1, 0, 'r', x'00');
         detach other",
        evening.path.display()
    ))
    .unwrap();
    drop(conn);
    crate::kit::put_files(folder.path());
    (folder, path)
}

/// The newest version, with the tables that follow from the record.
fn is_new(path: &Path, evening: &Evening, what: &str) {
    let (journal, opened) = Journal::open(path).unwrap_or_else(|error| panic!("{what}: {error}"));
    assert_eq!(opened.head, evening.head, "{what}");
    drop(journal);
    assert_eq!(
        rows(path, "select value from meta where key = 'schema_version'"),
        [SCHEMA_VERSION.to_string()]
    );
    assert_eq!(digest_of(path), digest_of(&evening.path), "{what}: the tables are made from the record");
    let report = check(path, None).unwrap();
    assert!(report.is_sound(), "{what}: {report}");
}

#[test]
fn a_database_of_any_older_version_is_brought_to_the_newest_with_its_record() {
    assert_eq!(OLDER.map(|(version, _)| version).to_vec(), (1..SCHEMA_VERSION).collect::<Vec<_>>());
    let evening = Evening::new();
    for (version, _) in OLDER {
        let (_folder, path) = of_version(version, &evening);
        let (journal, opened) = Journal::open(&path).unwrap();
        assert_eq!((opened.upgraded_from, opened.head), (Some(version), evening.head));
        drop(journal);
        is_new(&path, &evening, &format!("upgraded from {version}"));
        assert_eq!(Journal::open(&path).unwrap().1.upgraded_from, None, "once is enough");
    }
}

/// The other process of the next test: opens the database, and so upgrades it.
#[test]
#[ignore = "run by a_cut_in_an_upgrade_leaves_the_old_version_or_the_new_one"]
fn upgrader() {
    let Some(path) = std::env::var_os("BOMBO_TEST_DATABASE") else { return };
    drop(Journal::open(Path::new(&path)).unwrap());
}

#[test]
fn a_cut_in_an_upgrade_leaves_the_old_version_or_the_new_one() {
    if !strace::is_here() {
        return;
    }
    let evening = Evening::new();
    // Every system call that changes a file. `./bombo torture` cuts at each, a test at every fifth.
    const CALLS: &str = "pwrite64,fsync,fdatasync,ftruncate,unlink";
    let step: usize = std::env::var("BOMBO_SWEEP_STEP").map_or(5, |step| step.parse().unwrap());
    let (mut old, mut new) = (0, 0);
    for point in (1..2_000).step_by(step) {
        let (folder, path) = of_version(1, &evening);
        let ended = strace::meddle(CALLS, &format!("signal=KILL:when={point}"))
            .arg(std::env::current_exe().unwrap())
            .args(["--exact", "upgrade::upgrader", "--ignored", "--test-threads=1"])
            .env("BOMBO_TEST_DATABASE", &path)
            .stdout(Stdio::null())
            .status()
            .unwrap();
        // Looked at on a copy: whoever reads a -wal may write into it.
        let copy = folder.path().join("copia");
        std::fs::create_dir(&copy).unwrap();
        for name in ["sala.db", "sala.db-wal"] {
            std::fs::copy(folder.path().join(name), copy.join(name)).ok();
        }
        let seen = database_in(&copy);
        let columns = rows(&seen, "select name from pragma_table_info('session')");
        let newer = columns.iter().any(|name| name == "closes_local");
        let left_over = rows(&seen, "select date from session where session = 77").len();
        match rows(&seen, "select value from meta where key = 'schema_version'")[0].as_str() {
            "1" => {
                assert!(!newer && left_over == 1, "cut {point}: the tables are not those of version 1");
                old += 1;
            }
            _ => {
                assert!(newer && left_over == 0, "cut {point}: the tables are not those of the new version");
                new += 1;
            }
        }
        is_new(&path, &evening, &format!("cut {point}"));
        if ended.success() {
            break;
        }
    }
    eprintln!("cut in the old version {old} times, in the new one {new} times");
    assert!(old >= 5 && new >= 1, "the cuts came too early or too late: {old} old, {new} new");
}

/// What is taken away has the tables and checkpoints of this program: of an older database nothing is, and it says what to do.
#[test]
fn an_older_database_is_not_exported_and_what_to_do_is_said() {
    let evening = Evening::new();
    for (version, _) in OLDER {
        let (folder, path) = of_version(version, &evening);
        let to = folder.path().join("fuera");
        let order = |dir: &Path| Order {
            dir: dir.to_owned(),
            part: Part::Between(None, None),
            to: to.clone(),
            decimals: Decimals::Point,
            with: Vec::new(),
            by: None,
        };
        let before = std::fs::read(&path).unwrap();
        let refused = export(&order(folder.path()), &mut |_, _| ()).unwrap_err();
        assert!(
            matches!(refused, ExportError::OlderSchema { found, known: SCHEMA_VERSION } if found == version)
        );
        assert!(refused.to_string().contains("hall-server serve"), "{refused}");
        assert!(!to.exists() && std::fs::read(&path).unwrap() == before, "version {version}");
        // That is what helps.
        drop(Journal::open(&path).unwrap());
        let made = export(&order(folder.path()), &mut |_, _| ()).unwrap();
        assert_eq!(made.head, evening.head, "version {version}");
    }
}
