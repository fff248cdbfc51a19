//! What `open` refuses, and what it says.

use std::fs;
use std::path::Path;

use hall_core::record::Hash;
use hall_server::journal::{Journal, JournalError, RecordReader, SCHEMA_VERSION, check};

use crate::kit::{Evening, batch, beside, by_hand};

fn refusal(path: &Path) -> (JournalError, String) {
    let error = Journal::open(path).map(|_| ()).unwrap_err();
    let words = error.to_string();
    (error, words)
}

#[test]
fn a_database_that_is_missing_is_never_made() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sala.db");
    let (error, words) = refusal(&path);
    assert!(matches!(error, JournalError::Missing { .. }));
    assert!(words.contains("sala.db"), "{words}");
    assert!(RecordReader::open(&path).is_err() && check(&path, None).is_err());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_second_database_is_not_made_over_the_first() {
    let evening = Evening::new();
    let error = Journal::create(&evening.path, 0).unwrap_err();
    assert!(matches!(error, JournalError::Exists { .. }));
    assert!(check(&evening.path, None).unwrap().is_sound());
}

/// What an older database left behind is not mistaken for a part of the new one.
#[test]
fn a_new_database_does_not_take_over_the_rest_of_an_old_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sala.db");
    fs::write(beside(&path, ".lock"), "pid 1 abierta").unwrap();
    fs::write(beside(&path, "-wal"), "x").unwrap();
    assert!(matches!(Journal::create(&path, 0), Err(JournalError::Exists { .. })));
    fs::remove_file(beside(&path, "-wal")).unwrap();
    drop(Journal::create(&path, 0).unwrap());
    assert!(!Journal::open(&path).unwrap().1.after_crash);
}

/// E17.
#[test]
fn a_second_server_is_refused_with_the_pid_of_the_first() {
    let evening = Evening::new();
    let (journal, _) = Journal::open(&evening.path).unwrap();
    let (error, words) = refusal(&evening.path);
    assert!(matches!(error, JournalError::Busy { .. }));
    let pid = std::process::id();
    assert!(words.contains(&format!("Ya hay un servidor (pid {pid}) con esta base de datos")), "{words}");
    drop(journal);
    Journal::open(&evening.path).unwrap();
}

/// E13, two of four.
#[test]
fn a_file_that_is_no_database_of_a_hall_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sala.db");
    for bytes in [&b""[..], b"SQLite", b"una hoja de calculo, por ejemplo, o una carta"] {
        fs::write(&path, bytes).unwrap();
        let (error, words) = refusal(&path);
        assert!(matches!(error, JournalError::NotADatabase { .. }), "{error:?}");
        assert!(words.contains("sala.db"), "{words}");
        assert_eq!(fs::read(&path).unwrap(), bytes, "it was touched");
    }
    fs::remove_file(&path).unwrap();
    rusqlite::Connection::open(&path).unwrap().execute_batch("create table game (a)").unwrap();
    assert!(matches!(refusal(&path).0, JournalError::NotADatabase { .. }), "another program's");
}

/// E13: cut short at every tenth page.
#[test]
fn a_database_that_was_cut_short_is_refused_by_name() {
    let evening = Evening::new();
    let whole = fs::read(&evening.path).unwrap();
    assert!(whole.len() > 40_960);
    for length in (1000..whole.len()).step_by(40_960) {
        fs::write(&evening.path, &whole[..length]).unwrap();
        let (error, words) = refusal(&evening.path);
        assert!(
            matches!(error, JournalError::Damaged { .. } | JournalError::NotADatabase { .. }),
            "{length} bytes: {error:?}"
        );
        assert!(words.contains("sala.db"), "{words}");
    }
    fs::write(&evening.path, whole).unwrap();
    Journal::open(&evening.path).unwrap();
}

/// E13: what a crash leaves, with and without its -wal.
#[test]
fn a_wal_that_was_deleted_after_a_crash_is_missed() {
    let evening = Evening::new();
    let (mut journal, _) = Journal::open(&evening.path).unwrap();
    let head = journal.append(&batch("r-last", &evening.events[..1])).unwrap().head;
    let crashed = tempfile::tempdir().unwrap();
    for entry in fs::read_dir(evening.folder.path()).unwrap() {
        let entry = entry.unwrap();
        if entry.file_type().unwrap().is_file() {
            fs::copy(entry.path(), crashed.path().join(entry.file_name())).unwrap();
        }
    }
    let path = crashed.path().join("sala.db");
    let wal = beside(&path, "-wal");
    let bytes = fs::read(&wal).unwrap();
    fs::remove_file(&wal).unwrap();
    let (error, words) = refusal(&path);
    assert!(matches!(error, JournalError::WalMissing { .. }), "{error:?}");
    assert!(words.contains("sala.db-wal"), "{words}");
    fs::write(&wal, &bytes).unwrap();
    // A look at it with our own reader takes nothing away.
    assert_eq!(RecordReader::open(&path).unwrap().head().unwrap(), head);
    let (journal, opened) = Journal::open(&path).unwrap();
    assert!(opened.after_crash);
    assert_eq!(opened.head, head);
    assert_eq!(journal.replay(|_, _| ()).unwrap(), head);
    drop(journal);
    assert!(!Journal::open(&path).unwrap().1.after_crash);
}

#[test]
fn a_newer_schema_is_refused_with_both_versions() {
    let evening = Evening::new();
    let newer = SCHEMA_VERSION + 41;
    by_hand(&evening.path, &format!("pragma user_version = {newer}"), 0);
    let (error, words) = refusal(&evening.path);
    assert!(matches!(error, JournalError::NewerSchema { .. }));
    assert!(words.contains(&newer.to_string()) && words.contains(&SCHEMA_VERSION.to_string()), "{words}");
    assert!(matches!(RecordReader::open(&evening.path), Err(JournalError::NewerSchema { .. })));
}

/// The schema of each version that was ever published opens and is then the newest.
#[test]
fn a_database_of_version_1_opens() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sala.db");
    let conn = rusqlite::Connection::open(&path).unwrap();
    conn.execute_batch(include_str!("version1.sql")).unwrap();
    conn.execute_batch(
        "pragma application_id = 1112426319; pragma user_version = 1;
         insert into meta values ('schema_version', '1'), ('created_at_utc_ms', '0')",
    )
    .unwrap();
    drop(conn);
    let (mut journal, opened) = Journal::open(&path).unwrap();
    assert_eq!((opened.head.seq, opened.head.hash), (0, Hash::GENESIS));
    assert!(!opened.reserve);
    journal.restore_reserve().unwrap();
    let evening = Evening::new();
    journal.append(&batch("r", &evening.events[..3])).unwrap();
    drop(journal);
    let report = check(&path, None).unwrap();
    assert!(report.is_sound(), "{report}");
}

/// Other accounts of the computer read no record, unless the hall lets them.
#[test]
fn only_the_hall_s_own_account_reads_the_record() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sala.db");
    let modes = || {
        let files = [path.clone(), beside(&path, "-wal"), beside(&path, "-shm")];
        files.map(|file| fs::metadata(file).map_or(0, |about| about.permissions().mode() & 0o777))
    };
    let journal = Journal::create(&path, 0).unwrap();
    assert_eq!(modes(), [0o600; 3]);
    drop(journal);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    let journal = Journal::open(&path).unwrap();
    assert_eq!(modes(), [0o640; 3]);
    drop(journal);
}
