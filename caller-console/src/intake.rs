//! Finds files of cards, and of regulations, on USB sticks and in the desk's folder; reads and checks one of cards here, and sends it
//! to the server, in threads.
//!
//! What was checked is what is sent: a stick may be pulled out in between. The server checks it again, and stores all or nothing.

use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use hall_wire::link::Client;
use hall_wire::matrix_file::{self, Format, Limits, Rejected};
use hall_wire::message::Accepted;
use hall_wire::problem::Problem;
use uuid::Uuid;

use crate::cards_file::{Act, CardsFile, News, SIZE_MAX, Stage};
use crate::known::own_problem;
use crate::net::refused;
use crate::papers::usb;
use crate::profile_file::ProfileFile;

/// The most files that are listed.
const FILES_MAX: usize = 60;

/// The most faults that are shown.
const FAULTS_MAX: usize = 40;

/// Reports that may wait for the next frame.
const WAITING_MAX: usize = 64;

/// Shortest time between two progress reports.
const TELLS_EVERY: Duration = Duration::from_millis(50);

/// What was read.
#[derive(Clone)]
struct Content {
    bytes: Arc<[u8]>,
    cards: u32,
}

/// Starts a thread for each act.
pub struct Intakes {
    ends: Ends,
    /// Reports, in order.
    pub news: Receiver<News>,
}

#[derive(Clone)]
struct Ends {
    /// `/` outside tests.
    root: Arc<Path>,
    /// The desk's folder.
    folder: Arc<Path>,
    content: Arc<Mutex<Option<Content>>>,
    tell: SyncSender<News>,
    wake: Arc<dyn Fn() + Send + Sync>,
}

impl Intakes {
    /// `root` is where sticks are looked for, `/` outside tests; `folder` is the desk's own. `wake` is called after each report.
    pub fn new(root: PathBuf, folder: PathBuf, wake: impl Fn() + Send + Sync + 'static) -> Intakes {
        let (tell, news) = sync_channel(WAITING_MAX);
        let (root, folder) = (root.into(), folder.into());
        Intakes { ends: Ends { root, folder, content: Arc::default(), tell, wake: Arc::new(wake) }, news }
    }

    /// Does it in a thread; `client` asks in the name of the user.
    pub fn act(&self, act: Act, client: Client) {
        let ends = self.ends.clone();
        let run = move || match act {
            Act::Look => ends.tell(News::Files(files(&ends.root, &ends.folder))),
            Act::LookForProfiles => ends.tell(News::Profiles(profiles(&ends.root, &ends.folder))),
            Act::Read(file) => {
                let stage = ends.read(&file).unwrap_or_else(|why| Stage::Failed(*why));
                ends.tell(News::Stage(stage));
            }
            Act::Send(maker) => {
                let stage = ends.send(&client, maker).unwrap_or_else(|why| Stage::Failed(*why));
                ends.tell(News::Stage(stage));
            }
            Act::Forget => *ends.content() = None,
        };
        std::thread::Builder::new().name("files".to_owned()).spawn(run).expect("a thread can be started");
    }
}

impl Ends {
    fn content(&self) -> std::sync::MutexGuard<'_, Option<Content>> {
        self.content.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, news: News) {
        // Nobody receives it while the program ends.
        let _ = self.tell.send(news);
        (self.wake)();
    }

    fn read(&self, file: &CardsFile) -> Result<Stage, Box<Problem>> {
        *self.content() = None;
        let trouble = |code, error: &std::io::Error| {
            Box::new(own_problem(code, &format!("{}: {error}", file.path.display())))
        };
        let often = Often::default();
        let far = |have| {
            if often.now() {
                self.tell(News::Stage(Stage::Reading(have, file.bytes)));
            }
        };
        let opened = std::fs::File::open(&file.path).map_err(|error| trouble("fichero-no-se-lee", &error))?;
        let mut bytes = Vec::new();
        let mut counted = Counting { inner: opened.take(SIZE_MAX + 1), have: 0, tell: &far };
        counted.read_to_end(&mut bytes).map_err(|error| trouble("fichero-no-se-lee", &error))?;
        if bytes.len() as u64 > SIZE_MAX {
            return Err(Box::new(own_problem("fichero-demasiado-grande", &file.name())));
        }
        match matrix_file::read(BufReader::new(&bytes[..]), Format::Auto, Limits::default()) {
            Ok(foreign) => {
                let cards = u32::try_from(foreign.cards.len()).expect("at most a million cards");
                *self.content() = Some(Content { bytes: bytes.into(), cards });
                Ok(Stage::Read { cards, equal_lines: foreign.equal_lines() })
            }
            Err(Rejected::Faults(faults)) => {
                let listed: Vec<String> =
                    faults.listed().iter().take(FAULTS_MAX).map(ToString::to_string).collect();
                let more = faults.count() - listed.len() as u64;
                Ok(Stage::Faulty { faults: listed, more })
            }
            Err(Rejected::Read(error)) => Err(trouble("fichero-no-se-lee", &error)),
        }
    }

    fn send(&self, client: &Client, maker: String) -> Result<Stage, Box<Problem>> {
        let content = self.content().clone();
        let content = content.ok_or_else(|| Box::new(own_problem("fichero-no-se-lee", "")))?;
        let (often, of) = (Often::default(), content.bytes.len() as u64);
        let far = |have| {
            if often.now() {
                self.tell(News::Stage(Stage::Sending(have, of)));
            }
        };
        let path = format!("/api/matrices?maker={}", hall_wire::link::in_url(&maker));
        client.send_file::<Accepted>(&path, &content.bytes, Uuid::new_v4(), &far).map_err(refused)?;
        *self.content() = None;
        Ok(Stage::Taken { cards: content.cards, maker })
    }
}

/// Files that may have cards in them.
fn files(root: &Path, folder: &Path) -> Vec<CardsFile> {
    let file = |(path, place): (PathBuf, String)| {
        let about = path.metadata().ok().filter(std::fs::Metadata::is_file)?;
        Some(CardsFile { path, place, bytes: about.len() })
    };
    found(root, folder, &["csv", "json", "txt"]).into_iter().filter_map(file).take(FILES_MAX).collect()
}

/// Files that may be regulations.
fn profiles(root: &Path, folder: &Path) -> Vec<ProfileFile> {
    let files = found(root, folder, &["toml"]).into_iter().take(FILES_MAX);
    files.map(|(path, place)| ProfileFile::read(&path, &place)).collect()
}

/// What has one of these endings on the sticks and in the desk's folder, with where it is; those of a stick first, by name.
fn found(root: &Path, folder: &Path, endings: &[&str]) -> Vec<(PathBuf, String)> {
    let mut all: Vec<(PathBuf, String)> = Vec::new();
    let mut adds = |folder: &Path, place: &str| {
        all.extend(in_folder(folder, endings).into_iter().map(|path| (path, place.to_owned())));
    };
    for stick in usb::sticks(root) {
        adds(&stick.folder, &stick.name);
    }
    adds(folder, &folder.file_name().unwrap_or_default().to_string_lossy());
    all
}

/// The files of a folder, and of those in it.
fn in_folder(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let entries = |folder: &Path| -> Vec<PathBuf> {
        std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
    };
    let mut paths = entries(folder);
    let folders: Vec<PathBuf> = paths.iter().filter(|path| path.is_dir()).cloned().collect();
    paths.extend(folders.iter().flat_map(|folder| entries(folder)));
    paths.sort();
    paths.retain(|path| {
        let kind = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        !hidden && endings.contains(&kind.as_str())
    });
    paths
}

/// A reader that tells how far it is.
struct Counting<'t, R> {
    inner: R,
    have: u64,
    tell: &'t dyn Fn(u64),
}

impl<R: Read> Read for Counting<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.have += read as u64;
        (self.tell)(self.have);
        Ok(read)
    }
}

/// Limits progress reports to one per [`TELLS_EVERY`].
#[derive(Default)]
struct Often(std::cell::Cell<Option<Instant>>);

impl Often {
    fn now(&self) -> bool {
        let due = self.0.get().is_none_or(|last| last.elapsed() >= TELLS_EVERY);
        if due {
            self.0.set(Some(Instant::now()));
        }
        due
    }
}
