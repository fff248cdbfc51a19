//! Whoever looks at a folder changes nothing in it, sees all that is committed, and disturbs nobody (NL1, E10, E13).

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

use hall_server::journal::{Head, Journal, JournalError, RecordReader, check, database_in, look};

use crate::disk::SmallDisk;
use crate::kit::{Evening, batch, beside, copy_of};
use crate::strace;

/// What there is to know of a file without opening it, and what is in it.
#[derive(Debug, PartialEq, Eq)]
struct File {
    inode: u64,
    mode: u32,
    owner: (u32, u32),
    written: (i64, i64),
    bytes: Vec<u8>,
}

/// Everything in a folder, and the folder itself: it has an hour too, which moves when a file is made or deleted in it.
fn all_of(folder: &Path) -> BTreeMap<PathBuf, File> {
    let mut all = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            folders.extend(Some(entry.unwrap().path()).filter(|path| path.is_dir()));
        }
        let files = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
        for path in files.filter(|path| !path.is_dir()).chain([folder.clone()]) {
            let file = fs::metadata(&path).unwrap();
            let bytes = if file.is_dir() { Vec::new() } else { fs::read(&path).unwrap() };
            let known = File {
                inode: file.ino(),
                mode: file.mode(),
                owner: (file.uid(), file.gid()),
                written: (file.mtime(), file.mtime_nsec()),
                bytes,
            };
            all.insert(path, known);
        }
    }
    all
}

/// A hall as a crash leaves it, its last commits in the `-wal` only.
fn crashed() -> (tempfile::TempDir, Head) {
    let evening = Evening::new();
    let (mut journal, _) = Journal::open(&evening.path).unwrap();
    for number in 0..24 {
        journal.append(&batch(&format!("late-{number}"), &evening.events[..2])).unwrap();
    }
    let left = copy_of(evening.folder.path());
    assert_eq!(journal.head().seq, evening.head.seq + 48);
    (left, journal.head())
}

/// Looks in every way there is; returns the head.
fn look_at(path: &Path) -> Result<Head, JournalError> {
    let head = look(path, RecordReader::head)?;
    let reader = RecordReader::open(path).unwrap();
    assert_eq!(reader.replay(|_, _| ()).unwrap(), head);
    assert_eq!(reader.lines(1, 3).unwrap().len(), 3);
    let report = check(path, Some(head)).unwrap();
    assert!(report.is_sound(), "{report}");
    Ok(head)
}

/// Looks at a folder as it is and when its files cannot be written, and nothing there changes.
fn look_twice(folder: &Path, wanted: Head, what: &str) {
    let before = all_of(folder);
    assert_eq!(look_at(folder).unwrap(), wanted, "{what}");
    assert!(all_of(folder) == before, "{what}: the look changed {:?}", changed(&before, &all_of(folder)));
}

fn changed(before: &BTreeMap<PathBuf, File>, after: &BTreeMap<PathBuf, File>) -> Vec<PathBuf> {
    let same = |path: &&PathBuf| before.get(*path) == after.get(*path);
    before.keys().chain(after.keys()).filter(|path| !same(path)).cloned().collect()
}

#[test]
fn a_look_changes_nothing_and_sees_the_commits_in_the_wal() {
    let closed = Evening::new();
    look_twice(closed.folder.path(), closed.head, "closed in order");
    fs::remove_file(beside(&closed.path, ".lock")).unwrap();
    look_twice(closed.folder.path(), closed.head, "without a lock");

    let (folder, head) = crashed();
    let path = database_in(folder.path());
    look_twice(folder.path(), head, "after a crash");
    fs::write(beside(&path, "-shm"), "what another machine left here").unwrap();
    look_twice(folder.path(), head, "with a -shm of nothing");
    fs::remove_file(beside(&path, "-shm")).unwrap();
    look_twice(folder.path(), head, "without -shm");
    fs::remove_file(beside(&path, ".lock")).unwrap();
    look_twice(folder.path(), head, "without lock, with -wal");
    // What a crash leaves that comes right after a checkpoint.
    let (mut journal, _) = Journal::open(&path).unwrap();
    journal.checkpoint().unwrap();
    let left = copy_of(folder.path());
    assert_eq!(fs::metadata(left.path().join("sala.db-wal")).unwrap().len(), 0);
    look_twice(left.path(), head, "with a -wal of zero bytes");
}

/// The case that lost 24 commands: a look made an empty `-wal`, which then passed for the one that was gone.
#[test]
fn a_look_at_a_hall_without_its_wal_makes_none_and_says_that_it_is_missing() {
    let (folder, head) = crashed();
    let path = database_in(folder.path());
    let wal = fs::read(beside(&path, "-wal")).unwrap();
    for left in ["-wal", "-shm"] {
        fs::remove_file(beside(&path, left)).unwrap();
    }
    let before = all_of(folder.path());
    let error = look(&path, RecordReader::head).unwrap_err();
    assert!(matches!(error, JournalError::WalMissing { .. }), "{error:?}");
    assert!(matches!(RecordReader::open(&path), Err(JournalError::WalMissing { .. })));
    let report = check(&path, None).unwrap();
    assert!(!report.is_sound() && report.to_string().contains("Falta"), "{report}");
    assert!(report.to_string().contains("sala.db-wal") && report.head.seq < head.seq, "{report}");
    assert!(all_of(folder.path()) == before);
    assert!(matches!(Journal::open(&path), Err(JournalError::WalMissing { .. })), "it is still missed");
    fs::write(beside(&path, "-wal"), wal).unwrap();
    assert_eq!(Journal::open(&path).unwrap().1.head, head);
}

/// A burnt copy, and a disk that Linux has made read-only after a fault (E10).
#[test]
fn a_look_works_where_nothing_can_be_written_and_a_start_says_why_it_does_not() {
    let Some(disk) = SmallDisk::mount(64) else { return };
    let (left, crashed_at) = crashed();
    let closed = Evening::new();
    let copy = |from: &Path, name: &str| {
        let to = disk.path().join(name);
        assert!(Command::new("cp").arg("-a").args([from, &to]).status().unwrap().success());
        to
    };
    let with_wal = copy(left.path(), "caída");
    // A name that a URI would take apart.
    let without = copy(closed.folder.path(), "cerrada 100%? #1");
    let bare = copy(closed.folder.path(), "sin lock");
    fs::remove_file(bare.join("sala.db.lock")).unwrap();
    disk.write_protect();
    for (folder, head) in [(&with_wal, crashed_at), (&without, closed.head), (&bare, closed.head)] {
        look_twice(folder, head, &folder.display().to_string());
        let error = Journal::open(folder).unwrap_err();
        assert!(matches!(error, JournalError::WriteProtected { .. }), "{error:?}");
        assert!(error.to_string().contains("protegido contra escritura"), "{error}");
    }
}

/// E10: files that belong to somebody else. An inspector's user may look; a server of the wrong user is told so.
#[test]
fn a_user_who_may_only_read_can_look_and_one_who_may_not_is_told() {
    if fs::metadata("/proc/self").unwrap().uid() != 0 {
        eprintln!("NOTICE: not root, no other user to be: the test was skipped");
        return;
    }
    let (folder, head) = crashed();
    let closed = Evening::new();
    let programs = tempfile::tempdir().unwrap();
    let program = programs.path().join("hall-server");
    fs::copy(env!("CARGO_BIN_EXE_hall-server"), &program).unwrap();
    for open in [programs.path(), folder.path(), closed.folder.path()] {
        fs::set_permissions(open, fs::Permissions::from_mode(0o755)).unwrap();
    }
    for folder in [folder.path(), closed.folder.path()] {
        let database = database_in(folder);
        for file in [database.clone(), beside(&database, "-wal"), beside(&database, "-shm")] {
            if file.exists() {
                fs::set_permissions(file, fs::Permissions::from_mode(0o644)).unwrap();
            }
        }
    }
    let nobody = |order: &str, folder: &Path| {
        let output =
            Command::new(&program).arg(order).arg("--dir").arg(folder).uid(65_534).gid(65_534).output();
        let output = output.unwrap();
        (
            output.status.success(),
            String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap(),
        )
    };
    for (folder, head) in [(folder.path(), head), (closed.folder.path(), closed.head)] {
        let before = all_of(folder);
        assert_eq!(nobody("head", folder), (true, format!("{head}\n")));
        let (sound, said) = nobody("check", folder);
        assert!(sound && said.contains("Todo está en orden"), "{said}");
        let (started, said) = nobody("rebuild", folder);
        assert!(!started && said.contains("no tiene permiso para"), "{said}");
        assert!(all_of(folder) == before);
        // A folder that may not be entered, and a file that may not be read.
        for (path, shut, open) in [(folder.to_owned(), 0o700, 0o755), (database_in(folder), 0o600, 0o644)] {
            fs::set_permissions(&path, fs::Permissions::from_mode(shut)).unwrap();
            for order in ["head", "check", "rebuild"] {
                let (done, said) = nobody(order, folder);
                assert!(!done && said.contains("no tiene permiso para"), "{order}: {said}");
                assert!(!said.contains("init"), "nobody is told to found another hall: {said}");
            }
            fs::set_permissions(&path, fs::Permissions::from_mode(open)).unwrap();
        }
        assert!(changed(&before, &all_of(folder)).is_empty(), "nothing was made in it");
    }
}

/// A process that has a journal open and does what it is told, line by line.
struct Holder {
    child: Child,
    orders: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Holder {
    fn start(path: &Path) -> Holder {
        Holder::run(Command::new(std::env::current_exe().unwrap()), path)
    }

    fn run(mut program: Command, path: &Path) -> Holder {
        let mut child = program
            .args(["--exact", "looks::holder", "--ignored", "--nocapture", "--test-threads=1"])
            .env("BOMBO_TEST_DATABASE", path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let orders = child.stdin.take().unwrap();
        let answers = BufReader::new(child.stdout.take().unwrap());
        let mut holder = Holder { child, orders, answers };
        holder.answer();
        holder
    }

    fn answer(&mut self) -> Head {
        loop {
            let mut line = String::new();
            assert!(self.answers.read_line(&mut line).unwrap() > 0, "the other process has ended");
            if let Some(head) = line.trim().strip_prefix("head ").and_then(Head::parse) {
                return head;
            }
        }
    }

    fn told(&mut self, order: &str) -> Head {
        writeln!(self.orders, "{order}").unwrap();
        self.answer()
    }

    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

#[test]
#[ignore = "run by the tests here"]
fn holder() {
    let Some(path) = std::env::var_os("BOMBO_TEST_DATABASE") else { return };
    let (mut journal, _) = Journal::open(Path::new(&path)).unwrap();
    let event = hall_core::event::Event::LoginRefused { tries: 1 };
    println!("\nhead {}", journal.head());
    for (number, order) in std::io::stdin().lines().enumerate() {
        match order.unwrap().as_str() {
            "append" => {
                drop(journal.append(&batch(&format!("h-{number}"), std::slice::from_ref(&event))).unwrap())
            }
            "checkpoint" => journal.checkpoint().unwrap(),
            // As the papers do.
            "look" => {
                assert_eq!(RecordReader::open(Path::new(&path)).unwrap().head().unwrap(), journal.head())
            }
            "check" => assert_eq!(check(Path::new(&path), None).unwrap().head, journal.head()),
            order => panic!("{order}"),
        }
        println!("head {}", journal.head());
    }
}

#[test]
fn a_look_beside_a_server_sees_what_is_committed_and_changes_none_of_its_files() {
    let evening = Evening::new();
    let mut holder = Holder::start(&evening.path);
    // The -shm is the working memory of all who read: what is in it is nobody's record.
    let lasting = || {
        let mut all = all_of(evening.folder.path());
        let shm = all.remove(&beside(&evening.path, "-shm")).unwrap();
        (all, shm.inode)
    };
    for order in ["append", "look", "append", "checkpoint", "append"] {
        let head = holder.told(order);
        let before = lasting();
        assert_eq!(look_at(&evening.path).unwrap(), head, "after {order}");
        assert!(lasting() == before, "after {order}");
    }
    // A reader that stays keeps nothing from being written and is not waited for.
    let reader = RecordReader::open(&evening.path).unwrap();
    let before = reader.head().unwrap();
    let head = holder.told("append");
    assert_eq!((before.seq + 1, reader.head().unwrap()), (head.seq, head));
    holder.kill();
    drop(reader);
    let left = all_of(evening.folder.path());
    assert_eq!(look_at(&evening.path).unwrap(), head);
    assert!(all_of(evening.folder.path()) == left, "after the server was killed");
    assert_eq!(Journal::open(&evening.path).unwrap().1.head, head);
}

/// A check of a year reads for minutes, an acta for seconds; the desk stands still while it waits for the disk.
#[test]
fn the_end_of_a_game_does_not_wait_for_somebody_who_is_reading() {
    if !strace::is_here() {
        return;
    }
    let evening = Evening::new();
    let logs = tempfile::tempdir().unwrap();
    let log = logs.path().join("log");
    let mut traced = strace::trace(&["nanosleep", "clock_nanosleep", "fsync", "fdatasync"], &log);
    traced.arg(std::env::current_exe().unwrap());
    let mut holder = Holder::run(traced, &evening.path);
    let reader = RecordReader::open(&evening.path).unwrap();
    let read = reader.replay(|line, _| {
        if line.seq == 1 {
            holder.told("append");
            holder.told("checkpoint");
        }
    });
    assert_eq!(read.unwrap(), evening.head, "of one moment");
    let head = holder.told("checkpoint");
    assert_eq!(fs::metadata(beside(&evening.path, "-wal")).unwrap().len(), 0, "the reader has gone");
    drop(holder.orders);
    assert!(holder.child.wait().unwrap().success());
    let calls = strace::calls(&log);
    assert!(calls.iter().any(|(name, _)| name.ends_with("sync")), "the disk was watched");
    let waits: Vec<_> = calls.iter().filter(|(name, _)| name.ends_with("sleep")).collect();
    assert!(waits.is_empty(), "SQLite waited for the reader {} times", waits.len());
    assert_eq!(Journal::open(&evening.path).unwrap().1.head, head);
}

/// Another program's SQLite (before 3.54 without a further look) deletes the `-wal` when it is the last to close the
/// database, and the server's lock on the file says that it is not. A process loses that lock when it closes the file
/// anywhere, and from then on it would commit into a `-wal` without a name. So a server that looks at its own record, as it
/// does for each paper, must not open the file except through SQLite.
#[test]
fn a_server_that_looks_at_its_own_record_keeps_its_lock_on_it() {
    let evening = Evening::new();
    let mut holder = Holder::start(&evening.path);
    let file = fs::File::open(&evening.path).unwrap();
    for order in ["append", "look", "append", "check", "checkpoint"] {
        let head = holder.told(order);
        // The bytes on which all readers of a SQLite database have a shared lock.
        let mut lock = nix::libc::flock {
            l_type: nix::libc::F_WRLCK as i16,
            l_whence: nix::libc::SEEK_SET as i16,
            l_start: 0x4000_0002,
            l_len: 510,
            l_pid: 0,
        };
        nix::fcntl::fcntl(&file, nix::fcntl::FcntlArg::F_GETLK(&mut lock)).unwrap();
        assert_eq!(u32::try_from(lock.l_pid), Ok(holder.child.id()), "after {order} the lock is gone");
        let conn = rusqlite::Connection::open(&evening.path).unwrap();
        let last: i64 = conn.query_row("select max(seq) from event", [], |row| row.get(0)).unwrap();
        assert_eq!(u64::try_from(last).unwrap(), head.seq);
        drop(conn);
        assert!(beside(&evening.path, "-wal").exists());
    }
    let head = holder.told("append");
    holder.kill();
    assert_eq!(Journal::open(&evening.path).unwrap().1.head, head, "what was committed is there");
}

/// A server starts while somebody looks, and writes over what is being read: the look begins again beside it.
#[test]
fn a_look_under_which_a_server_starts_begins_again() {
    let (folder, crashed_at) = crashed();
    let closed = Evening::new();
    for (path, before) in [(database_in(folder.path()), crashed_at), (closed.path.clone(), closed.head)] {
        let mut holder = None;
        let mut looks = Vec::new();
        let found = look(&path, |reader| {
            let first = reader.lines(1, 1)?;
            if holder.is_none() {
                let mut started = Holder::start(&path);
                started.told("append");
                started.told("checkpoint");
                holder = Some(started);
            }
            looks.push(first.len());
            reader.replay(|_, _| ())
        });
        let head = found.unwrap();
        assert_eq!((looks, head.seq), (vec![1, 1], before.seq + 1), "{}", path.display());
        holder.unwrap().kill();
    }
}

/// A look shares the lock for an instant; a start in that instant is not told that there is a server.
#[test]
fn a_start_is_never_refused_because_somebody_looks() {
    let evening = Evening::new();
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        // As a look does, without its reading, so that most starts meet one.
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                let lock = fs::File::open(beside(&evening.path, ".lock")).unwrap();
                if lock.try_lock_shared().is_ok() {
                    lock.unlock().unwrap();
                }
            }
        });
        let starts = (0..300).map(|_| Journal::open(&evening.path).map(|_| ()));
        let refused: Vec<_> = starts.filter_map(Result::err).collect();
        done.store(true, Ordering::Relaxed);
        assert!(refused.is_empty(), "{} of 300: {refused:?}", refused.len());
    });
}
