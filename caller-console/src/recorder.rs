//! The recorder of the voice's prompts, as its page knows it: which are recorded, what is heard now, and the last take.
//!
//! `studio` does the work in a thread of its own, with the sound of [`device`]. A take is only kept when somebody says so,
//! and then at once on disk: whatever fails later takes nothing of what was kept.

use std::path::PathBuf;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use hall_prompts::take::Verdict;

pub mod device;
mod studio;

use device::Sound;

/// Acts that may wait: more than somebody presses while one is done.
const WAITING_MAX: usize = 16;

/// What is asked of the recorder. Prompts are named as their files are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Act {
    /// Look into the folder.
    Open,
    /// Another language.
    Language,
    /// Record this prompt; a take that was not kept is gone.
    Record(String),
    /// The prompt was said.
    Stop,
    /// Play the take, or else what is kept of this prompt.
    Listen(String),
    /// Keep the take.
    Keep,
    /// Let the take be.
    Drop,
    /// The page was left.
    Leave,
}

/// The recorder.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Booth {
    /// The language, as people call it.
    pub language: String,
    /// There are others.
    pub more_languages: bool,
    /// Where its recordings are.
    pub folder: PathBuf,
    /// All that can be recorded, in order.
    pub prompts: Arc<Vec<Prompt>>,
    /// What it does.
    pub doing: Doing,
    /// What went wrong last.
    pub trouble: Option<Trouble>,
    /// Takes kept since the page was opened.
    pub kept: u32,
}

impl Booth {
    /// How many prompts have no recording that can be played.
    pub fn missing(&self) -> usize {
        self.prompts.iter().filter(|prompt| !prompt.state.plays()).count()
    }

    /// The next prompt without one, from this place on, and then from the first.
    pub fn next_missing(&self, from: usize) -> Option<usize> {
        let many = self.prompts.len();
        (from..many).chain(0..from.min(many)).find(|at| !self.prompts[*at].state.plays())
    }
}

/// Something the voice says as one recording.
#[derive(Debug, Clone, PartialEq)]
pub struct Prompt {
    /// Its words.
    pub words: String,
    /// The name of its file.
    pub stem: String,
    /// What there is of it.
    pub state: PromptState,
}

/// What there is of a prompt.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PromptState {
    /// Nothing: the synthesiser says it.
    Missing,
    /// A recording, of so many seconds where the console can read it.
    Recorded(Option<f32>),
    /// A file that cannot be played: it is no sound.
    NoSound,
    /// The same: nothing is heard in it.
    Silent,
    /// The same: it is too long.
    Long,
}

impl PromptState {
    /// Whether the voice plays it.
    pub const fn plays(self) -> bool {
        matches!(self, PromptState::Recorded(_))
    }
}

/// What the recorder does.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum Doing {
    /// It waits.
    #[default]
    Nothing,
    /// It records this prompt.
    Records(String, Heard),
    /// There is a take of this prompt, not kept yet; it is being played.
    Took(String, Took, bool),
    /// It plays what is kept.
    Plays,
}

/// What is heard while it records.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Heard {
    /// For how long.
    pub length: Duration,
    /// The loudest sample of the last moment.
    pub now: u16,
    /// The loudest of all.
    pub loudest: u16,
}

/// A take.
#[derive(Debug, Clone, PartialEq)]
pub struct Took {
    /// What it is like.
    pub verdict: Verdict,
    /// How long it is, without the silence at its ends.
    pub length: Duration,
    /// Its loudest sample.
    pub loudest: u16,
    /// The loudest sample of each part of it, for a picture.
    pub shape: Arc<Vec<u16>>,
}

/// Why something could not be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    /// There is no microphone, or another program has it; ALSA's words.
    NoMicrophone(String),
    /// It was pulled out while somebody spoke.
    MicrophoneLost,
    /// There is no loudspeaker; ALSA's words.
    NoLoudspeaker(String),
    /// The file is of a kind that only the voice plays.
    OtherKind,
    /// The disk is full.
    DiskFull,
    /// The disk's words.
    Disk(String),
}

/// The thread that records. It ends with the program.
pub struct Recorder {
    acts: SyncSender<Act>,
    seen: Arc<Mutex<Arc<Booth>>>,
}

impl Recorder {
    /// Starts it over this folder, which has one for each language. `wake` is called after each change.
    pub fn start(clips: PathBuf, sound: impl Sound + 'static, wake: impl Fn() + Send + 'static) -> Recorder {
        let (acts, todo) = sync_channel(WAITING_MAX);
        let seen = Arc::<Mutex<Arc<Booth>>>::default();
        let theirs = Arc::clone(&seen);
        let tell = move |booth: &Booth| {
            *theirs.lock().unwrap_or_else(PoisonError::into_inner) = Arc::new(booth.clone());
            wake();
        };
        let run = move || studio::run(clips, &sound, &todo, tell);
        std::thread::Builder::new().name("recorder".to_string()).spawn(run).expect("a thread can be started");
        Recorder { acts, seen }
    }

    /// Has it do something.
    pub fn act(&self, act: Act) {
        // What does not fit was pressed while the device hangs: what waits already ends that.
        let _ = self.acts.try_send(act);
    }

    /// How it is.
    pub fn booth(&self) -> Arc<Booth> {
        Arc::clone(&self.seen.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
