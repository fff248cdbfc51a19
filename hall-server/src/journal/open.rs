//! Making and opening the database. One that cannot be trusted is refused, by name.

use std::fs::{self, File, Permissions};
use std::io::ErrorKind;
use std::ops::Deref;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use nix::unistd::{AccessFlags, access};
use rusqlite::config::DbConfig;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::archive::{self, Sees};
use super::lock::{Lock, Use};
use super::moved::Files;
use super::signed::{self, Cosigned, Signer};
use super::tree::End;
use super::trouble::folder_of;
use super::witness::{self, Testimony, Witness};
use super::{
    Head, JournalError, RecordReader, SCHEMA, SCHEMA_VERSION, Sighting, beside, doubt, follows, look, read,
    upgrade,
};

/// "BNGO": says that a SQLite file is a hall's.
pub(super) const APPLICATION_ID: i32 = 0x424e_474f;

/// SQLite 3.7.0 to 3.51.2 can lose commits when a checkpoint and a write meet.
const SQLITE_NEEDED: i32 = 3_051_003;

/// Enough to finish the running game on a full disk: a few thousand events of about a kilobyte with their tables, and
/// the copy of their pages in the `-wal`.
pub(super) const RESERVE_BYTES: i64 = 16 * 1024 * 1024;

const RESERVE_SUFFIX: &str = ".reserva";

/// The smallest page of SQLite, in bytes: no database is smaller.
const SMALLEST: u64 = 512;

/// Statements that stay prepared: one for each kind of event and some.
const STATEMENTS: usize = 128;

/// The settings on which durability rests, and what reads back when they hold.
///
/// The last one is in pages of 4 KiB. The desk asks for a checkpoint at the end of each game, because a sync that fails
/// in one is the one failure that can damage the file, and its 10 to 100 ms should not fall between two balls. A game
/// writes about a thousand pages; 64 MiB are the limit if none is asked for.
const SETTINGS: [(&str, &str, &str); 7] = [
    ("journal_mode", "wal", "wal"),
    ("synchronous", "full", "2"),
    ("foreign_keys", "on", "1"),
    ("trusted_schema", "off", "0"),
    ("cell_size_check", "on", "1"),
    // Deleted values may not be found in the file.
    ("secure_delete", "on", "1"),
    ("wal_autocheckpoint", "16384", "16384"),
];

/// The record, open for writing: once for each file. It can be read as any [`RecordReader`].
#[derive(Debug)]
pub struct Journal {
    /// `None` only while it is being dropped.
    pub(super) record: Option<RecordReader>,
    pub(super) lock: Lock,
    pub(super) files: Files,
    /// The end of the record on disk: its epoch, its last line, and the right edge of its tree.
    pub(super) end: End,
    /// Signs checkpoints; without it there are none.
    pub(super) signer: Option<Arc<Signer>>,
    /// How many lines the newest checkpoint of this process covers.
    pub(super) signed: u64,
    /// Cosignatures that wait for a commit.
    pub(super) cosigned: Vec<Cosigned>,
    /// `None` only where it could not be believed and nothing was written since.
    pub(super) witness: Option<Witness>,
    /// A COMMIT failed: nobody knows what is on disk, and nothing more is written.
    pub(super) in_doubt: bool,
    pages: Pages,
    #[cfg(test)]
    pub(super) fail_next_commit: bool,
}

impl Deref for Journal {
    type Target = RecordReader;

    fn deref(&self) -> &RecordReader {
        self.record.as_ref().expect("the connection is there until the drop")
    }
}

/// Whether the last process left the database without closing it, and nobody has looked at its pages since
/// ([`RecordReader::check_pages`]). As long as nobody has, it is not closed in good order either.
#[derive(Debug, Clone, Default)]
pub struct Pages(Arc<AtomicBool>);

impl Pages {
    fn new(may_be_damaged: bool) -> Pages {
        Pages(Arc::new(AtomicBool::new(may_be_damaged)))
    }

    /// Somebody has still to look at them.
    pub fn may_be_damaged(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }

    /// Somebody has.
    pub fn are_whole(&self) {
        self.0.store(false, Ordering::Release);
    }
}

/// What was found on opening.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Opened {
    /// The last line, before the chain was checked; [`RecordReader::replay`] does that.
    pub head: Head,
    /// The last process did not close it: a crash or a power cut.
    pub after_crash: bool,
    /// The reserve for a full disk is there, whole.
    pub reserve: bool,
    /// The version it had, if it was brought to the newest now.
    pub upgraded_from: Option<u32>,
}

/// The database's file: the path itself, or `sala.db` in it if it is a folder.
pub fn database_in(path: &Path) -> PathBuf {
    if path.is_dir() { path.join("sala.db") } else { path.to_owned() }
}

/// The database's file, which must be there, readable, and long enough to be SQLite's, which would take an empty one for a
/// new database and delete the `-wal` beside it.
///
/// Its bytes are for SQLite to read. If this process opened the file and closed it, it would drop the locks that its own
/// server holds on it, and another program's SQLite could delete the `-wal` under the server.
pub(super) fn existing(path: &Path) -> Result<PathBuf, JournalError> {
    let path = database_in(path);
    let found = match fs::metadata(&path) {
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            return Err(JournalError::Missing(path));
        }
        found => found.map_err(JournalError::file("leer", &path))?,
    };
    access(&path, AccessFlags::R_OK).map_err(|errno| JournalError::file("leer", &path)(errno.into()))?;
    if found.is_file() && found.len() >= SMALLEST { Ok(path) } else { Err(JournalError::NotADatabase(path)) }
}

/// SQLite's `-wal` of a database, which lies beside the file itself, also where a link leads to it.
pub(super) fn wal_of(path: &Path) -> PathBuf {
    beside(&fs::canonicalize(path).unwrap_or_else(|_| path.into()), "-wal")
}

/// Refuses a SQLite below 3.51.3 (3051003), which can lose commits.
fn check_sqlite_version(found: i32) -> Result<(), JournalError> {
    if found >= SQLITE_NEEDED {
        Ok(())
    } else {
        Err(JournalError::OldSqlite { found, needed: SQLITE_NEEDED })
    }
}

impl Journal {
    /// Makes the database of a new hall, with its reserve, and opens it. It is made under another name and renamed, so
    /// that half a database is never found.
    pub fn create(path: &Path, now_utc_ms: i64) -> Result<Journal, JournalError> {
        check_sqlite_version(rusqlite::version_number())?;
        let path = database_in(path);
        if path.exists() {
            return Err(JournalError::Exists(path));
        }
        // SQLite would take what another database left for a part of this one.
        if let Some(left) =
            ["-wal", "-shm"].map(|suffix| beside(&path, suffix)).into_iter().find(|left| left.exists())
        {
            return Err(JournalError::Exists(left));
        }
        let lock = Lock::take(&path)?;
        let draft = beside(&path, ".nueva");
        if draft.exists() {
            fs::remove_file(&draft).map_err(JournalError::file("borrar", &draft))?;
        }
        make(&draft, now_utc_ms).map_err(JournalError::sqlite("crear la base de datos", &draft))?;
        // For the hall's own account; SQLite gives the files beside it the same mode. Whoever lets others look says so by its mode.
        fs::set_permissions(&draft, Permissions::from_mode(0o600))
            .map_err(JournalError::file("escribir", &draft))?;
        sync(&draft)?;
        fs::rename(&draft, &path).map_err(JournalError::file("dar nombre a", &path))?;
        sync(folder_of(&path))?;
        // What it says would be about an earlier database.
        fs::remove_file(&lock.path).map_err(JournalError::file("borrar", &lock.path))?;
        Witness::renew(&path, &Sighting { epoch: 1, head: Head::EMPTY })?;
        drop(lock);
        let (journal, _) = Journal::open(&path)?;
        journal.restore_reserve()?;
        Ok(journal)
    }

    /// Opens the database of a hall; never makes one. Damaged, foreign, newer, open elsewhere, or shorter than the witness
    /// beside it says (DECISIONS 40), it is refused, with what to do in Spanish. After a crash SQLite looks at every page.
    pub fn open(path: &Path) -> Result<(Journal, Opened), JournalError> {
        let (mut journal, opened) = Journal::open_to_serve(path, &[])?;
        journal.make_sure_of_pages()?;
        Ok((journal, opened))
    }

    /// As [`Journal::open`], with other witnesses: who they are, as in "la copia de /media/copia", and what they saw. The
    /// caller sees to the pages, here or beside the hall ([`Journal::make_sure_of_pages`], [`Pages`]).
    pub fn open_to_serve(
        path: &Path,
        witnesses: &[(String, Sighting)],
    ) -> Result<(Journal, Opened), JournalError> {
        let (journal, opened, doubts) = open(path, witnesses, Opening::Serves)?;
        debug_assert!(doubts.is_empty(), "the first doubt is an error");
        Ok((journal, opened))
    }

    /// As [`Journal::open`], for a spare, whose record only its server's lines may follow.
    pub fn open_spare(path: &Path) -> Result<Journal, JournalError> {
        let (mut journal, _, _) = open(path, &[], Opening::Follows)?;
        journal.make_sure_of_pages()?;
        Ok(journal)
    }

    /// As [`Journal::open`], but also where lines are missing; returns every reason not to trust it. Only for those
    /// who begin a new epoch, which must be the first thing written: until then the witness stays as it is.
    pub fn open_despite(
        path: &Path,
        witnesses: &[(String, Sighting)],
    ) -> Result<(Journal, Opened, Vec<JournalError>), JournalError> {
        let (mut journal, opened, doubts) = open(path, witnesses, Opening::Despite)?;
        journal.make_sure_of_pages()?;
        Ok((journal, opened, doubts))
    }

    /// The last line on disk, as far as this process knows.
    pub fn head(&self) -> Head {
        self.end.sighting.head
    }

    /// The epoch of the record and its last line.
    pub fn sighting(&self) -> Sighting {
        self.end.sighting
    }

    /// Tells the witness where the record ends.
    pub(super) fn note_head(&mut self) {
        let saw = self.sighting();
        if let Some(witness) = &mut self.witness {
            witness.note(&saw);
            return;
        }
        match Witness::renew(self.path(), &saw) {
            Ok(witness) => self.witness = Some(witness),
            Err(error) => tracing::error!(%error, "the witness of the record cannot be made"),
        }
    }

    /// Whether the pages may be damaged, for who looks at them beside the hall.
    pub fn pages(&self) -> Pages {
        self.pages.clone()
    }

    /// Has SQLite look at every page if nobody has since a crash. Damaged, the files stay as they are.
    ///
    /// # Errors
    /// [`JournalError::Damaged`] with the first damage.
    pub fn make_sure_of_pages(&mut self) -> Result<(), JournalError> {
        if self.pages.may_be_damaged() {
            self.check_pages().inspect_err(|_| self.in_doubt = true)?;
            self.pages.are_whole();
        }
        Ok(())
    }

    pub(super) fn reserve_path(&self) -> PathBuf {
        beside(self.path(), RESERVE_SUFFIX)
    }

    /// Puts 16 MiB aside, for a full disk.
    pub fn restore_reserve(&self) -> Result<(), JournalError> {
        let path = self.reserve_path();
        let failed = JournalError::file("reservar espacio en", &path);
        let file = File::create(&path).map_err(&failed)?;
        nix::fcntl::posix_fallocate(&file, 0, RESERVE_BYTES).map_err(|errno| failed(errno.into()))?;
        file.sync_all().map_err(&failed)
    }

    /// Gives the reserve back to the disk, so that the running game can be finished. Returns whether there was one.
    pub fn release_reserve(&self) -> Result<bool, JournalError> {
        release_reserve(self.path())
    }
}

/// Who opens.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Opening {
    /// The first doubt is an error.
    Serves,
    /// As [`Opening::Serves`], but the record is a spare's, and may be.
    Follows,
    /// The doubts are for two people to judge.
    Despite,
}

fn open(
    path: &Path,
    witnesses: &[(String, Sighting)],
    opening: Opening,
) -> Result<(Journal, Opened, Vec<JournalError>), JournalError> {
    check_sqlite_version(rusqlite::version_number())?;
    let path = existing(path)?;
    let mut lock = Lock::take(&path)?;
    let after_crash = lock.found != Some(Use::Closed);
    let mut doubts = Vec::new();
    let mut doubt = |found| {
        if opening != Opening::Despite {
            return Err(found);
        }
        doubts.push(found);
        Ok(())
    };
    if !matches!(lock.found, Some(Use::Closing | Use::Closed)) && !wal_of(&path).exists() {
        doubt(look::wal_missing(&path))?;
    }
    // Archives are opened by their URI.
    let flags =
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
    let conn = Connection::open_with_flags(&path, flags)
        .map_err(JournalError::sqlite("abrir la base de datos", &path))?;
    conn.set_prepared_statement_cache_capacity(STATEMENTS);
    // Refused, the files stay as they are.
    let checkpoint_on_close = |wanted: bool| {
        conn.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, !wanted)
            .map_err(|error| damaged(&path, error))
    };
    checkpoint_on_close(false)?;
    let version = check_is_ours(&conn, "main", &path)?;
    no_foreign_trigger(&conn, &path)?;
    set(&conn, &path)?;
    // The first look after the settings makes the -wal; from here on it may only be absent after a clean close.
    conn.query_row("select count(*) from sqlite_schema", [], |_| Ok(()))
        .map_err(|error| damaged(&path, error))?;
    // Where a file may not be written SQLite opens it for reading, without a word.
    conn.execute_batch("begin immediate; rollback").map_err(|error| damaged(&path, error))?;
    // The -wal has its name on the disk before the lock says that it is missed.
    sync(folder_of(&wal_of(&path)))?;
    let whole = conn.path().map_or_else(|| path.clone(), PathBuf::from);
    let mut files = Files::of(&whole, &lock.path).map_err(JournalError::file("abrir", &path))?;
    let archives = archive::attach(&conn, &path, folder_of(&path), Sees::OwnTables)?;
    let upgraded_from = (version < SCHEMA_VERSION).then_some(version);
    let testimony = witness::read(&path)?;
    for found in doubt::doubts(&conn, &path, testimony, witnesses)? {
        doubt(found)?;
    }
    if opening != Opening::Follows
        && let Some(server) = follows::of(&conn).map_err(|error| damaged(&path, error))?
    {
        doubt(JournalError::Follows { path: folder_of(&path).to_owned(), server })?;
    }
    let ours = doubt::sighting(&conn, &path)?;
    let mut tree = None;
    if version >= signed::SINCE {
        let (edge, found) = doubt::tree(&conn, &path, ours)?;
        tree = Some(edge);
        found.map_or(Ok(()), &mut doubt)?;
    }
    lock.write(Use::Open)?;
    // What SQLite closed itself is as it was written.
    let pages = Pages::new(after_crash);
    if upgraded_from.is_some() {
        // Nothing is upgraded that may be damaged.
        if after_crash {
            read::check_pages(&conn, &path)?;
            pages.are_whole();
        }
        upgrade::run(&conn, &path, version, archive::left_to_archive(&archives))?;
    }
    let tree = match tree {
        Some(tree) => tree,
        None => doubt::tree(&conn, &path, ours)?.0,
    };
    let witness = match testimony {
        Testimony::Saw(_) => Some(Witness::keep(&path)?),
        // A hall of a program without one.
        Testimony::Missing if doubts.is_empty() => Some(Witness::renew(&path, &ours)?),
        Testimony::Missing | Testimony::Garbled => None,
    };
    witness::keep_from_now_on(&conn).map_err(|error| damaged(&path, error))?;
    files.after_writing(true)?;
    if doubts.is_empty() {
        checkpoint_on_close(true)?;
    }
    let mut journal = Journal {
        record: Some(RecordReader { conn, path, stood: None, archives }),
        lock,
        files,
        end: End { sighting: ours, tree },
        signer: None,
        signed: 0,
        cosigned: Vec::new(),
        witness,
        in_doubt: false,
        pages,
        #[cfg(test)]
        fail_next_commit: false,
    };
    if doubts.is_empty() {
        journal.note_head();
    }
    let reserve = fs::metadata(journal.reserve_path());
    let opened = Opened {
        head: ours.head,
        after_crash,
        reserve: reserve.is_ok_and(|file| i64::try_from(file.len()) == Ok(RESERVE_BYTES)),
        upgraded_from,
    };
    Ok((journal, opened, doubts))
}

/// As [`Journal::release_reserve`], for a database that the full disk keeps from opening.
pub fn release_reserve(path: &Path) -> Result<bool, JournalError> {
    let path = beside(&database_in(path), RESERVE_SUFFIX);
    if !path.exists() {
        return Ok(false);
    }
    fs::remove_file(&path).map_err(JournalError::file("borrar", &path))?;
    Ok(true)
}

impl Drop for Journal {
    /// Closes the database and writes down that it was closed; where that fails, the next opening takes it for a crash. In
    /// doubt the `-wal` is left as it is: a checkpoint of what may not be on disk could damage the file itself.
    fn drop(&mut self) {
        let Some(RecordReader { conn, .. }) = self.record.take() else { return };
        // Unless the closing is written down the -wal stays, or the next opening would miss it. And SQLite would delete
        // whatever has the -wal's name now.
        if self.in_doubt || self.files.as_left().is_err() || self.lock.write(Use::Closing).is_err() {
            conn.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true).ok();
        } else if conn.close().is_ok() && !self.pages.may_be_damaged() {
            self.lock.write(Use::Closed).ok();
        }
    }
}

/// Returns when a file is on the disk, or the names in a folder are.
pub(super) fn sync(path: &Path) -> Result<(), JournalError> {
    File::open(path).and_then(|file| file.sync_all()).map_err(JournalError::file("escribir", path))
}

/// Makes a database with the newest schema.
pub(super) fn make(path: &Path, now_utc_ms: i64) -> rusqlite::Result<()> {
    let mut conn = Connection::open(path)?;
    conn.pragma_update(None, "application_id", APPLICATION_ID)?;
    let transaction = conn.transaction()?;
    transaction.execute_batch(SCHEMA)?;
    upgrade::stamp(&transaction, SCHEMA_VERSION)?;
    transaction
        .execute("insert into meta (key, value) values ('created_at_utc_ms', ?)", [now_utc_ms.to_string()])?;
    transaction.commit()?;
    conn.close().map_err(|(_, error)| error)
}

/// The version of the schema, if this is a hall's database and not too new.
pub(super) fn check_is_ours(conn: &Connection, schema: &str, path: &Path) -> Result<u32, JournalError> {
    let number = |name| conn.pragma_query_value(Some(schema), name, |row| row.get::<_, i64>(0));
    let id = number("application_id").map_err(|error| damaged(path, error))?;
    let version = number("user_version").map_err(|error| damaged(path, error))?;
    if id != i64::from(APPLICATION_ID) || version < 1 {
        return Err(JournalError::NotADatabase(path.into()));
    }
    let version = u32::try_from(version).unwrap_or(u32::MAX);
    if version > SCHEMA_VERSION {
        return Err(JournalError::NewerSchema { path: path.into(), found: version, known: SCHEMA_VERSION });
    }
    Ok(version)
}

/// Refuses a database in which something is done that this program does not do: a trigger changes what is written.
fn no_foreign_trigger(conn: &Connection, path: &Path) -> Result<(), JournalError> {
    let found = || -> rusqlite::Result<Option<(String, String)>> {
        let ours = Connection::open_in_memory()?;
        ours.execute_batch(SCHEMA)?;
        let sql = "select name, tbl_name, sql from main.sqlite_schema where type = 'trigger'";
        let triggers = |conn: &Connection| -> rusqlite::Result<Vec<(String, String, String)>> {
            let mut select = conn.prepare(sql)?;
            let rows = select
                .query_map([], |row| Ok((row.get(0)?, row.get(1)?, plain(&row.get::<_, String>(2)?))))?;
            rows.collect()
        };
        let wanted = triggers(&ours)?;
        let foreign = triggers(conn)?.into_iter().find(|trigger| !wanted.contains(trigger));
        Ok(foreign.map(|(name, table, _)| (name, table)))
    };
    match found().map_err(|error| damaged(path, error))? {
        Some((name, table)) => Err(JournalError::ForeignTrigger { path: path.into(), name, table }),
        None => Ok(()),
    }
}

/// A statement of a schema without comments, its words one space apart.
pub(super) fn plain(sql: &str) -> String {
    let code = sql.lines().map(|line| line.split("--").next().unwrap_or_default());
    let words: Vec<&str> = code.flat_map(str::split_whitespace).collect();
    words.join(" ")
}

/// Makes the settings and reads each back.
fn set(conn: &Connection, path: &Path) -> Result<(), JournalError> {
    for (name, value, _) in SETTINGS {
        conn.execute_batch(&format!("pragma {name} = {value}")).map_err(|error| damaged(path, error))?;
    }
    check_settings(conn, path)
}

fn check_settings(conn: &Connection, path: &Path) -> Result<(), JournalError> {
    for (name, _, wanted) in SETTINGS {
        let found = conn
            .pragma_query_value(None, name, |row| {
                let value = row.get_ref(0)?;
                if let ValueRef::Integer(number) = value {
                    Ok(number.to_string())
                } else {
                    Ok(value.as_str()?.to_owned())
                }
            })
            .map_err(|error| damaged(path, error))?;
        if found != wanted {
            return Err(JournalError::Setting { path: path.into(), name, wanted: wanted.into(), found });
        }
    }
    Ok(())
}

/// Names a damaged file as such; other failures keep their name.
pub(super) fn damaged(path: &Path, error: rusqlite::Error) -> JournalError {
    // A page that is gone may be read as nulls where the schema has none.
    if let rusqlite::Error::InvalidColumnType(..)
    | rusqlite::Error::FromSqlConversionFailure(..)
    | rusqlite::Error::IntegralValueOutOfRange(..) = error
    {
        return JournalError::Damaged { path: path.into(), detail: error.to_string() };
    }
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => JournalError::NotADatabase(path.into()),
        Some(ErrorCode::DatabaseCorrupt) => {
            JournalError::Damaged { path: path.into(), detail: error.to_string() }
        }
        _ => JournalError::sqlite("abrir la base de datos", path)(error),
    }
}

#[cfg(test)]
mod tests;
