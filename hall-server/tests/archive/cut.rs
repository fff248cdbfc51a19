//! The program is killed at each of its calls that change a name or make it last: the hall is the one of before or the one of
//! after, whole.

use std::path::Path;
use std::process::Stdio;

use hall_server::journal::{Head, Journal, RecordReader, check};

use crate::kit::{close, on_disk};
use crate::place::{run, utf8, words};
use crate::process::copy_folder;
use crate::strace;
use crate::support::phases;

/// The record in a folder, which must open.
fn opened(dir: &Path) -> Head {
    let (journal, _) = Journal::open(dir).unwrap();
    let head = journal.head();
    drop(journal);
    let mut lines = 0;
    let replayed = RecordReader::open(dir).unwrap().replay(|_, _| lines += 1).unwrap();
    assert_eq!((replayed, lines), (head, head.seq), "every line is there");
    head
}

#[test]
fn killed_at_any_call_it_leaves_the_hall_of_before_or_the_hall_of_after() {
    if !strace::is_here() {
        return;
    }
    let mut bench = phases::ended_and_paid();
    close(&mut bench, true);
    let hall = on_disk(&bench);
    let before = opened(hall.path());
    let (mut killed, mut after) = (0, 0);
    for calls in ["rename", "fsync,fdatasync", "unlink", "ftruncate"] {
        for nth in 1.. {
            let folder = tempfile::tempdir().unwrap();
            copy_folder(hall.path(), folder.path());
            let status = strace::meddle(calls, &format!("signal=KILL:when={nth}"))
                .arg(env!("CARGO_BIN_EXE_hall-server"))
                .args(["archive", "--dir"])
                .arg(folder.path())
                .stdout(Stdio::null())
                .status()
                .unwrap();
            let found = opened(folder.path());
            assert!(found == before || found.seq == before.seq + 1, "{calls} {nth}: {found}");
            after += u32::from(found != before);
            if status.success() {
                assert_eq!(found.seq, before.seq + 1);
                break;
            }
            killed += 1;
            // Again, it ends what was begun, or has nothing to do.
            let again = run(&["archive", "--dir", utf8(folder.path())], "");
            assert_eq!(again.status.success(), found == before, "{calls} {nth}: {}", words(&again));
            assert_eq!(opened(folder.path()).seq, before.seq + 1);
            let report = check(folder.path(), None).unwrap();
            assert!(report.is_sound(), "{calls} {nth}: {report}");
        }
    }
    assert!(killed > 12 && after > 4, "killed {killed} times, {after} times after the new file had its name");
}
