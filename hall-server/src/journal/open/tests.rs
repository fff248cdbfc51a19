//! What is refused, and what a failing close leaves.

use super::*;

#[test]
fn a_sqlite_that_loses_commits_is_refused() {
    assert!(check_sqlite_version(3_051_003).is_ok());
    assert!(check_sqlite_version(3_054_001).is_ok());
    let error = check_sqlite_version(3_051_002).unwrap_err().to_string();
    assert!(error.contains("3051002") && error.contains("3051003"), "{error}");
    check_sqlite_version(rusqlite::version_number()).unwrap();
}

/// As on a full disk: the -wal stays, or the next opening would miss it.
#[test]
fn a_close_that_cannot_be_written_down_keeps_the_wal() {
    let folder = tempfile::tempdir().unwrap();
    let mut journal = Journal::create(folder.path(), 0).unwrap();
    journal.conn.execute_batch("insert into meta values ('x', 'y')").unwrap();
    journal.lock.fail_writes();
    let path = journal.path().to_owned();
    drop(journal);
    assert!(beside(&path, "-wal").exists());
    let (_, opened) = Journal::open(&path).unwrap();
    assert!(opened.after_crash);
}

#[test]
fn each_setting_is_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let journal = Journal::create(folder.path(), 0).unwrap();
    check_settings(&journal.conn, journal.path()).unwrap();
    for (name, other) in [
        ("synchronous", "normal"),
        ("foreign_keys", "off"),
        ("trusted_schema", "on"),
        ("cell_size_check", "off"),
        ("secure_delete", "off"),
        ("wal_autocheckpoint", "1000"),
        ("journal_mode", "delete"),
    ] {
        journal.conn.execute_batch(&format!("pragma {name} = {other}")).unwrap();
        let error = check_settings(&journal.conn, journal.path()).unwrap_err();
        assert!(error.to_string().contains(name), "{name}: {error}");
        set(&journal.conn, journal.path()).unwrap();
    }
}
