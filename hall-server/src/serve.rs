//! The server as a whole: opens the record, starts the edges, runs the desk.

use std::io::Write as _;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use hall_core::event::SessionNo;
use hall_core::machine::BallReader;
use hall_core::request::Notice;
use hall_trust::Authority;
use hall_wire::barcode::Pattern;
use hall_wire::board::RecordCopy;
use hall_wire::message::{CAMERA_KEY_FILE, VOICE_KEY_FILE};
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::watch;
use tokio::time::timeout;

use crate::backup::Backups;
use crate::beside::{Beside, Fault};
use crate::camera::Cameras;
use crate::config::{Config, FILE, ReaderSettings};
use crate::desk::{Desk, DeskError, DeskHandle, Disk, Input};
use crate::device_key::DeviceKey;
use crate::encrypted;
use crate::exports;
use crate::film::{self, Film, FilmSettings};
use crate::journal::{self, Journal, JournalError, Opened, Sighting};
use crate::machine::{self, MachineError, Prepared};
use crate::mirror::spare::{self, Role, SpareSettings, Standing, Superseded, superseded};
use crate::mirror::{self, MirrorSettings, Mirrors, OnSuperseded};
use crate::papers::{Papers, Printed};
use crate::printings;
use crate::record_key::{self, RecordKeyError};
use crate::rehearsals;
use crate::remedy;
use crate::stamps::{self, Waiting};
use crate::supervisor::Supervised;
use crate::voice::Voice;
use crate::web::{self, Devices, Lines, Names, Notices, Port, Web};
use crate::witness_push::{self, Witnesses};

mod looks;

/// The wait before a paper that could not be made is tried again.
const RETRY: Duration = Duration::from_secs(30);

/// How often the mesa's view of the mirrors is looked at.
const COPIES_EVERY: Duration = Duration::from_millis(250);

/// How often the lines that a mirror lacks are counted again for the mesa.
const COPIES_COUNT_EVERY: Duration = Duration::from_secs(5);

/// What the mirrors have to write what they lack, at an orderly end.
const COPIES_END: Duration = Duration::from_secs(2);

/// The exit status when the record could not be kept: a supervisor starts the server again, with a clean replay.
pub const EXIT_RECORD: i32 = 75;

/// Settings that a start may override.
#[derive(Debug, Clone, Default)]
pub struct Overrides {
    /// Instead of the file's address.
    pub listen: Option<SocketAddr>,
    /// Instead of the file's serial device.
    pub machine: Option<PathBuf>,
    /// Instead of `/`, where sticks are looked for.
    pub media: Option<PathBuf>,
}

/// The server could not start.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Another program has the port, or the address is not this machine's.
    #[error(
        "No se puede escuchar en {address}: {source}. Si otro programa usa ese puerto, ciérrelo o cambie \
         «listen» en sala.toml."
    )]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        #[source]
        source: std::io::Error,
    },
    /// The spare was promoted.
    #[error(transparent)]
    Superseded(Superseded),
    /// The record cannot be used.
    #[error(transparent)]
    Desk(#[from] DeskError),
    /// The record cannot be used as it is, and the settings say where the hall is once more.
    #[error("{error}\n{copies}")]
    Unsafe {
        /// Why.
        #[source]
        error: Box<DeskError>,
        /// Where, and the command.
        copies: String,
    },
    /// The record cannot be signed.
    #[error(transparent)]
    RecordKey(#[from] RecordKeyError),
    /// The ball machine's settings cannot be used.
    #[error("En {FILE}, [machine]: {0}")]
    Machine(MachineError),
    /// The second reader's settings cannot be used.
    #[error("En {FILE}, [second_reader]: {0}")]
    SecondReader(MachineError),
    /// The system gives no threads or signals.
    #[error("El sistema no puede poner en marcha el servidor: {0}.")]
    System(#[source] std::io::Error),
}

/// Serves the hall in a folder until SIGTERM, SIGINT or SIGPWR. Once it serves, a record that cannot be kept ends the
/// process with [`EXIT_RECORD`].
pub fn serve(dir: &Path, config: Config, overrides: Overrides) -> Result<(), ServeError> {
    for (what, remedy) in config.contradictions() {
        tracing::warn!(what, "the settings contradict each other");
        eprintln!("Aviso: en {FILE}, {what}: {remedy}.");
    }
    let address = overrides.listen.unwrap_or(config.listen);
    let machine = match (config.machine.clone(), overrides.machine) {
        (Some(machine), Some(port)) => Some(ReaderSettings { port, ..machine }),
        (None, Some(port)) => Some(ReaderSettings::blp1(port)),
        (machine, None) => machine,
    };
    let prepared = |line: Option<ReaderSettings>| line.map(|line| machine::prepare(dir, line)).transpose();
    let machine = prepared(machine).map_err(ServeError::Machine)?;
    let second = prepared(config.second_reader.clone()).map_err(ServeError::SecondReader)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(ServeError::System)?;
    let seen = config.mirror.as_ref().map(|mirror| seen_by(dir, mirror)).unwrap_or_default();
    let copies = remedy::copies_of(dir, &config);
    let refused = |error: DeskError| match &copies {
        Some(copies) if remedy::is_in_a_copy(&error) => {
            ServeError::Unsafe { error: Box::new(error), copies: copies.clone() }
        }
        _ => ServeError::Desk(error),
    };
    let (mut journal, opened) = open_record(dir, &seen).map_err(|error| refused(error.into()))?;
    if let (Some(spare), Some(seen)) = (&config.spare, journal.seen().map_err(DeskError::from)?)
        && let Some(by) = superseded(spare, seen)
    {
        return Err(ServeError::Superseded(by));
    }
    if opened.after_crash {
        tracing::warn!("the server had not been closed: a crash or a power cut");
    }
    let key = record_key::of_hall(dir, &journal)?;
    journal.sign_with(key, None).map_err(DeskError::from)?;
    let port =
        runtime.block_on(Port::bind(address)).map_err(|source| ServeError::Listen { address, source })?;
    let disk = reserve(&journal, opened.reserve);
    let mirrors = copies_of(config.mirror.as_ref(), config.spare.as_ref(), dir, &journal)
        .map_err(ServeError::System)?;
    let (mut desk, handle, orders) = Desk::open(journal, disk).map_err(refused)?;
    if machine.as_ref().is_some_and(|prepared| !prepared.counts()) {
        desk.hears_a_machine_without_count();
    }
    desk.keeps_time(config.rhythm);
    let witnesses = Arc::new(Witnesses::of(&config.witnesses));
    desk.heeds(witnesses.contradicted());
    if let Some(mirrors) = &mirrors {
        desk.tells(mirrors.clone());
        // What was written while it opened.
        mirrors.committed(handle.view.borrow().seq);
    }
    let film = config.film.map(|settings| {
        let settings = FilmSettings { folder: film::folder_of(dir, &settings.folder), ..settings };
        let told = handle.clone();
        let clock = handle.view.borrow().clock.clone();
        Film::start(&settings, desk.before_film(), clock, move |notice| told.notice(notice)).map(Arc::new)
    });
    let film = film.transpose().map_err(ServeError::System)?;
    if let Some(film) = &film {
        desk.films(film.clone());
    }
    let begun = desk.begun();
    let second_orders = desk.second_orders();
    let desk = thread::Builder::new()
        .name("desk".into())
        .spawn(move || run_desk(desk))
        .map_err(ServeError::System)?;
    let beside = Beside::start(dir, &handle, begun, runtime.handle().clone(), end_of_trust)
        .map_err(ServeError::System)?;
    // Before the first request: by which table each reader knows the balls.
    let tables = [(BallReader::Machine, &machine), (BallReader::Second, &second)];
    for table in tables.into_iter().filter_map(|(reader, line)| line.as_ref()?.table(reader)) {
        // The desk ends when its inbox does, and only this thread has it.
        let _ = handle.tell(Input::Reported(table));
    }
    let start = |reader, line: Option<Prepared>, orders| {
        let started = line.map(|line| machine::start(reader, line, &handle, orders)).transpose();
        started.map(Option::unzip).map_err(ServeError::System)
    };
    let (machine_line, machine) = start(BallReader::Machine, machine, &orders)?;
    let (second_line, second) = start(BallReader::Second, second, &second_orders)?;

    let backups = config.backup.as_ref().map(|settings| Backups::start(settings, dir, handle.view.clone()));
    let backups = backups.transpose().map_err(ServeError::System)?.map(Arc::new);
    let papers = Arc::new(Papers::new(dir, config.paper));
    let lines = Lines { machine, second };
    let devices = Devices {
        cameras: Arc::new(Cameras::new(device_key(dir, CAMERA_KEY_FILE, "No habrá imagen de la cámara"))),
        voice: Arc::new(Voice::new(device_key(dir, VOICE_KEY_FILE, "La voz de la sala no hablará"))),
        film: film.clone(),
    };
    let other = Copies { mirrors: mirrors.clone(), backups: backups.clone() };
    let deletions = runtime.spawn(looks::deletions(handle.clone(), config.retention));
    let (stamping, waiting) = (handle.clone(), Arc::new(Waiting::default()));
    let stamps = config.time_stamp.map(|settings| {
        if let Err(error) = stamps::authorities(&settings.authority) {
            tracing::warn!(%error, "no session will be stamped");
            eprintln!("Aviso: en {FILE}, [time_stamp]: {error}. No se sellará ninguna sesión.");
        }
        runtime.spawn(stamps::serve(stamping, dir.to_owned(), settings, waiting.clone()))
    });
    let notices = config.notices.map(|folder| Notices::of(folder, handle.view.borrow().clock.clone()));
    let asked = config.witnesses.into_iter().enumerate().map(|(number, settings)| {
        let (desk, told) = (handle.clone(), witnesses.clone());
        runtime.spawn(witness_push::serve(desk, dir.to_owned(), settings, told, number))
    });
    let asked: Vec<_> = asked.collect();
    let media = overrides.media.unwrap_or_else(|| "/".into());
    let beside_it = Duties {
        spare: config.spare,
        stamps: waiting,
        witnesses,
        notices,
        barcodes: config.barcodes,
        names: Names::of(&config.names),
        authority: encrypted::authority_of(dir, &handle.view),
        plain_board: config.plain_board,
        board_code: config.board_code,
        dir: dir.to_owned(),
        media,
    };
    let served = runtime.block_on(serve_web(port, handle, papers, devices, lines, other, beside_it));
    deletions.abort();
    asked.into_iter().chain(stamps).for_each(|duty| duty.abort());
    served?;
    tracing::info!("stopping");
    orders.stop();
    second_orders.stop();
    for line in machine_line.into_iter().chain(second_line) {
        let _ = line.join();
    }
    if let Some(backups) = backups {
        backups.end();
    }
    if let Some(film) = film {
        film.end();
    }
    // The last to read: the database is closed without a `-wal`.
    beside.stop();
    drop(runtime);
    // The desk ends with the last handle.
    let _ = desk.join();
    if let Some(mirrors) = mirrors {
        mirrors.end(COPIES_END);
    }
    Ok(())
}

/// What is done beside people and screens.
struct Duties {
    spare: Option<SpareSettings>,
    stamps: Arc<Waiting>,
    witnesses: Arc<Witnesses>,
    /// What televisions show between games.
    notices: Option<Notices>,
    /// How bought cards are read.
    barcodes: Vec<Pattern>,
    /// What the server is called.
    names: Names,
    /// Who certifies the hall's devices; none where its file cannot be used.
    authority: Option<Arc<Authority>>,
    /// The public board is shown also to whoever comes unencrypted.
    plain_board: bool,
    /// Telephones and televisions see it with the code of the hall's screens alone.
    board_code: bool,
    /// The hall's folder.
    dir: PathBuf,
    /// Where sticks are looked for.
    media: PathBuf,
}

/// Writes a line to whoever started the server. One who listens no more does not end it.
fn say(line: &str) {
    let _ = writeln!(std::io::stdout(), "{line}");
}

/// Serves people, screens and duties until a signal; then the acta of a closed session is still made.
async fn serve_web(
    port: Port,
    desk: DeskHandle,
    papers: Arc<Papers>,
    devices: Devices,
    lines: Lines,
    other: Copies,
    Duties {
        spare,
        stamps,
        witnesses,
        notices,
        barcodes,
        names,
        authority,
        plain_board,
        board_code,
        dir,
        media,
    }: Duties,
) -> Result<(), ServeError> {
    let address = port.address().map_err(ServeError::System)?;
    // Before the line below, on which a signal may follow at once.
    let signals = Signals::new().map_err(ServeError::System)?;
    say(&format!("hall-server {} escucha en http://{address}", env!("CARGO_PKG_VERSION")));
    if let Some(words) = authority.as_ref().and_then(|authority| encrypted::words(address, authority)) {
        say(&words);
    }
    let supervised = Supervised::serves(&address, desk.clone());
    let (sealing, clock) = (papers.clone(), desk.view.borrow().clock.clone());
    tokio::task::spawn_blocking(move || match sealing.check_seal(&clock) {
        Some(Ok(seal)) => tracing::info!(seal, "actas are signed"),
        Some(Err(error)) => tracing::warn!(%error, "actas cannot be signed, and wait until they can"),
        None => (),
    });
    let voice = tokio::spawn(looks::voice(desk.clone(), devices.voice.clone()));
    let cameras = tokio::spawn(looks::cameras(desk.clone(), devices.cameras.clone()));
    let web = Web::new(desk.clone(), papers.clone(), devices, lines, other.mirrors.clone());
    if let Some(backups) = &other.backups {
        web.tells_of(backups.clone());
    }
    web.tells_of_stamps(stamps);
    web.tells_of_witnesses(witnesses);
    web.reads(barcodes);
    let tls = authority.as_ref().map(|authority| encrypted::end(authority, &names, desk.view.clone()));
    let young = authority.clone().zip(tls.as_ref()).map(|(authority, tls)| {
        tokio::spawn(encrypted::keep(authority, names.clone(), desk.view.clone(), tls.end.clone()))
    });
    if board_code {
        web.asks_for_the_board_code(&encrypted::secret(authority.as_deref()));
    }
    authority.into_iter().for_each(|authority| web.trusts(authority));
    if plain_board {
        web.shows_the_board_in_the_clear();
    }
    notices.into_iter().for_each(|notices| web.shows(notices));
    let mirrors = other.mirrors.clone();
    let copies = tokio::spawn(copies(desk.clone(), other));
    let (stop_duties, stopping) = watch::channel(false);
    let duties = tokio::spawn(duties(desk.clone(), papers.clone(), stopping));
    let printings = tokio::spawn(printings::serve(desk.clone(), papers.clone()));
    let doing = Arc::new(exports::Doing::default());
    web.tells_of_exports(doing.clone());
    let exports = tokio::spawn(exports::serve(desk.clone(), dir, media, doing));
    let rehearsals = tokio::spawn(rehearsals::serve(desk.clone(), spare.clone(), mirrors));
    let ticks = tokio::spawn(looks::ticks(desk.clone()));
    let mut power_failing = false;
    let mut routes = web.router();
    if let Some(spare) = spare {
        let view = desk.view.clone();
        let standing = move || Standing { role: Role::Serves, record: view.borrow().seen() };
        routes = routes.merge(spare::router(spare.key, standing));
    }
    let stop = async { power_failing = signals.stopped().await };
    web::serve(port, tls, names.checked_before(routes), stop).await;
    supervised.end();
    young.inspect(|young| young.abort());
    printings.abort();
    rehearsals.abort();
    exports.abort();
    ticks.abort();
    copies.abort();
    voice.abort();
    cameras.abort();
    // The last line of this run: a draw stops here, and after the start a person goes on.
    desk.notice(Notice::Stopping { power_failing });
    let _ = stop_duties.send(true);
    let _ = duties.await;
    Ok(())
}

/// Opens the record. A full disk that keeps it from opening gets the reserve back, once: the running game can be finished.
fn open_record(dir: &Path, seen: &[(String, Sighting)]) -> Result<(Journal, Opened), JournalError> {
    match Journal::open_to_serve(dir, seen) {
        Err(JournalError::Full { .. }) if journal::release_reserve(dir)? => {
            tracing::warn!("the disk is full: the reserve was released to open the record");
            Journal::open_to_serve(dir, seen)
        }
        opened => opened,
    }
}

/// The mirrors and the spare; `None` where there is neither.
fn copies_of(
    mirror: Option<&MirrorSettings>,
    spare: Option<&SpareSettings>,
    dir: &Path,
    journal: &Journal,
) -> std::io::Result<Option<Arc<Mirrors>>> {
    if mirror.is_none() && spare.is_none() {
        return Ok(None);
    }
    let ends: OnSuperseded = Arc::new(|by| {
        tracing::error!(%by, "the spare was promoted: this server ends");
        eprintln!("{by}");
        std::process::exit(EXIT_RECORD);
    });
    let spare = spare.map(|spare| (spare, ends));
    Mirrors::with_spare(mirror, spare, dir, journal.head()).map(|mirrors| Some(Arc::new(mirrors)))
}

/// What the mirrors of this hall saw of its record. One that cannot even be looked at is not opened either.
pub fn seen_by(dir: &Path, mirrors: &MirrorSettings) -> Vec<(String, Sighting)> {
    let hall = journal::look(dir, |record| record.head_at(1)).ok().flatten();
    mirror::sightings(&mirrors.folders, hall.map(|line| line.hash))
}

/// Puts the reserve back if an earlier run released it.
fn reserve(journal: &Journal, whole: bool) -> Disk {
    if whole {
        return Disk::Reserved;
    }
    match journal.restore_reserve() {
        Ok(()) => Disk::Reserved,
        Err(error) => {
            tracing::warn!(%error, "no room for the reserve: no sale will open");
            eprintln!("Aviso: no queda espacio para la reserva. No podrá abrirse ninguna venta.");
            Disk::Full
        }
    }
}

/// A key that cannot be read is reported; the hall plays without that device.
fn device_key(dir: &Path, file: &str, without: &str) -> Option<DeviceKey> {
    DeviceKey::of_folder(dir, file)
        .inspect_err(|error| {
            tracing::warn!(%error, file, "the key cannot be used: nothing is taken in from this device");
            eprintln!("Aviso: {file}: {error}. {without}; bórrelo para que se cree otro.");
        })
        .ok()
}

/// Runs the desk. If it cannot go on or panics, the process ends: there is no half-alive server.
fn run_desk(desk: Desk) {
    struct AbortOnPanic;
    impl Drop for AbortOnPanic {
        fn drop(&mut self) {
            if thread::panicking() {
                std::process::abort();
            }
        }
    }
    let _process = AbortOnPanic;
    if let Err(error) = desk.run() {
        let cause = std::error::Error::source(&error).map(ToString::to_string).unwrap_or_default();
        tracing::error!(%error, cause, "the record cannot be kept");
        eprintln!("{error}");
        std::process::exit(EXIT_RECORD);
    }
}

/// The hall goes on from something that is not so: nothing more may be sold, drawn or paid by it.
fn end_of_trust(fault: Fault) {
    let cause = std::error::Error::source(&fault).map(ToString::to_string).unwrap_or_default();
    tracing::error!(%fault, cause, "the hall cannot go on");
    eprintln!("{fault}");
    std::process::exit(EXIT_RECORD);
}

/// The signals to stop.
struct Signals {
    term: Signal,
    int: Signal,
    /// From a UPS: the mains are gone.
    power: Signal,
}

impl Signals {
    fn new() -> std::io::Result<Signals> {
        Ok(Signals {
            term: signal(SignalKind::terminate())?,
            int: signal(SignalKind::interrupt())?,
            power: signal(SignalKind::from_raw(nix::libc::SIGPWR))?,
        })
    }

    /// Waits for one of them; returns whether the power is failing.
    async fn stopped(mut self) -> bool {
        tokio::select! {
            _ = self.term.recv() => false,
            _ = self.int.recv() => false,
            _ = self.power.recv() => true,
        }
    }
}

/// What has the record once more.
struct Copies {
    mirrors: Option<Arc<Mirrors>>,
    backups: Option<Arc<Backups>>,
}

impl Copies {
    /// As the mesa is told.
    fn board(&self, record_seq: u64) -> Vec<RecordCopy> {
        let mirrors = self.mirrors.as_ref().map(|mirrors| mirrors.board()).unwrap_or_default();
        let backups = self.backups.as_ref().and_then(|backups| backups.board(record_seq));
        mirrors.into_iter().chain(backups).collect()
    }
}

/// Tells the mesa when a mirror falls behind, when a mirror or a backup comes into trouble, and when that is over.
async fn copies(desk: DeskHandle, other: Copies) {
    let mut told = Vec::new();
    let mut counted = Instant::now();
    let mut every = tokio::time::interval(COPIES_EVERY);
    loop {
        every.tick().await;
        let now = other.board(desk.view.borrow().seq);
        // A count that runs would keep the screens busy.
        let plain = |board: &[RecordCopy]| -> Vec<RecordCopy> {
            board.iter().map(|one| RecordCopy { lines: 0, ..one.clone() }).collect()
        };
        let count = now != told && counted.elapsed() >= COPIES_COUNT_EVERY;
        if (count || plain(&now) != plain(&told)) && desk.copies(now.clone()) {
            (told, counted) = (now, Instant::now());
        }
    }
}

/// Makes what the record says must exist: the acta of a closed session. Nobody else prints one to be issued, so that no file takes
/// the place of one that was: a signed acta never has the same bytes twice. Ends with `stopping`, after one more try.
async fn duties(desk: DeskHandle, papers: Arc<Papers>, mut stopping: watch::Receiver<bool>) {
    let mut view = desk.view.clone();
    loop {
        let is_last = *stopping.borrow_and_update();
        let due = view.borrow_and_update().facts.acta_due;
        let issued = match due {
            Some((session, _)) => issue_acta(&desk, &papers, session).await,
            None => false,
        };
        if issued {
            // Until the desk has heard of it, it looks as if it were still due.
            let heard = view.wait_for(|view| view.facts.acta_due != due);
            if !is_last && timeout(RETRY, heard).await.is_ok_and(|heard| heard.is_ok()) {
                continue;
            }
        }
        if is_last {
            return;
        }
        let gone = tokio::select! {
            () = tokio::time::sleep(RETRY), if due.is_some() => false,
            changed = view.changed(), if due.is_none() => changed.is_err(),
            stopped = stopping.changed() => stopped.is_err(),
        };
        if gone {
            return;
        }
    }
}

async fn issue_acta(desk: &DeskHandle, papers: &Arc<Papers>, session: SessionNo) -> bool {
    let maker = papers.clone();
    match tokio::task::spawn_blocking(move || maker.print_acta(session)).await {
        Ok(Ok(Printed { file, sha256, covers_seq, folios, .. })) => {
            tracing::info!(session = session.0, file, "acta on disk");
            desk.notice(Notice::ActaIssued { session, file, sha256, covers_seq, folios });
            true
        }
        Ok(Err(error)) => {
            tracing::warn!(session = session.0, %error, "the acta could not be made; it will be tried again");
            false
        }
        Err(_) => false,
    }
}
