//! The recorder at work.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError};
use std::time::Duration;

use hall_prompts::language::{BUILT_IN, FILE, Language};
use hall_prompts::phrase::file_stem;
use hall_prompts::recording::{LONGEST, RATE_HZ, duration, find, samples_in};
use hall_prompts::take::{self, Verdict};
use hall_prompts::wav::{self, Unread};

use super::device::Sound;
use super::{Act, Booth, Doing, Heard, Prompt, PromptState, Took, Trouble};

/// What is heard at once: so often the meter moves.
const MOMENT: Duration = Duration::from_millis(40);

/// Parts of the picture of a take.
const PARTS: usize = 240;

/// Does what is asked until nobody asks any more.
pub(super) fn run(clips: PathBuf, sound: &impl Sound, acts: &Receiver<Act>, tell: impl Fn(&Booth)) {
    let languages = languages(&clips);
    let mut studio = Studio {
        clips,
        languages,
        at: 0,
        sound,
        acts,
        tell,
        booth: Booth::default(),
        take: None,
        next: None,
    };
    while let Some(act) = studio.next.take().or_else(|| acts.recv().ok()) {
        studio.does(act);
        (studio.tell)(&studio.booth);
    }
}

/// The languages that come with the program, and those that have a folder here: name of the folder, and language.
fn languages(clips: &Path) -> Vec<(String, Language)> {
    let built_in =
        BUILT_IN.iter().filter_map(|(code, _)| Some(((*code).to_string(), Language::built_in(code)?)));
    let mut all: Vec<(String, Language)> = built_in.collect();
    let folders = std::fs::read_dir(clips).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut own: Vec<PathBuf> = folders.filter(|folder| folder.join(FILE).exists()).collect();
    own.sort();
    // A file with faults is the voice's to complain of: it plays it.
    all.extend(own.iter().filter_map(|folder| {
        let name = folder.file_name()?.to_str()?.to_string();
        Some((name, Language::of_folder(folder).ok()?))
    }));
    all
}

struct Studio<'a, S, T> {
    clips: PathBuf,
    languages: Vec<(String, Language)>,
    /// The language in use.
    at: usize,
    sound: &'a S,
    acts: &'a Receiver<Act>,
    tell: T,
    booth: Booth,
    /// What was recorded, cut.
    take: Option<Vec<i16>>,
    /// What came while something else was done, and is next.
    next: Option<Act>,
}

impl<S: Sound, T: Fn(&Booth)> Studio<'_, S, T> {
    fn does(&mut self, act: Act) {
        self.booth.trouble = None;
        match act {
            Act::Open => {
                self.booth.kept = 0;
                self.look();
            }
            Act::Language => {
                self.at = (self.at + 1) % self.languages.len();
                self.drops();
                self.look();
            }
            Act::Record(stem) => self.records(stem),
            Act::Listen(stem) => self.plays(&stem),
            Act::Keep => self.keeps(),
            Act::Drop | Act::Leave => self.drops(),
            // It came too late: the take is over.
            Act::Stop => {}
        }
    }

    fn drops(&mut self) {
        self.take = None;
        self.booth.doing = Doing::Nothing;
    }

    /// Looks into the folder.
    fn look(&mut self) {
        let (name, language) = &self.languages[self.at];
        let folder = self.clips.join(name);
        let prompt = |words: String| {
            let stem = file_stem(&words);
            let state = find(&folder, &stem).map_or(PromptState::Missing, |file| state_of(&file));
            Prompt { words, stem, state }
        };
        let prompts = language.recordings().into_iter().map(prompt).collect();
        self.booth.prompts = Arc::new(prompts);
        self.booth.language.clone_from(&language.name);
        self.booth.more_languages = self.languages.len() > 1;
        self.booth.folder = folder;
    }

    fn records(&mut self, stem: String) {
        self.drops();
        let mut microphone = match self.sound.microphone() {
            Ok(microphone) => microphone,
            Err(why) => {
                self.booth.trouble = Some(Trouble::NoMicrophone(why));
                return;
            }
        };
        let most = samples_in(LONGEST);
        let mut samples: Vec<i16> = Vec::new();
        let mut loudest = 0;
        let mut moment = vec![0; samples_in(MOMENT)];
        self.booth.doing = Doing::Records(stem.clone(), Heard::default());
        (self.tell)(&self.booth);
        loop {
            match self.acts.try_recv() {
                Ok(Act::Stop) => break,
                // What else is wanted ends it without a take.
                Ok(act) => {
                    self.drops();
                    self.next = Some(act);
                    return;
                }
                Err(TryRecvError::Empty) => {}
                Err(TryRecvError::Disconnected) => return,
            }
            let many = microphone.hear(&mut moment);
            if many == 0 {
                // Half a word is no take.
                self.drops();
                self.booth.trouble = Some(Trouble::MicrophoneLost);
                return;
            }
            samples.extend_from_slice(&moment[..many]);
            let now = take::peak(&moment[..many]);
            loudest = now.max(loudest);
            let heard = Heard { length: duration(samples.len()), now, loudest };
            self.booth.doing = Doing::Records(stem.clone(), heard);
            (self.tell)(&self.booth);
            if samples.len() > most {
                break;
            }
        }
        self.took(stem, samples);
    }

    fn took(&mut self, stem: String, mut samples: Vec<i16>) {
        let too_long = samples.len() > samples_in(LONGEST);
        if let Some(kept) = take::cut(&samples).filter(|_| !too_long) {
            samples.truncate(kept.end);
            samples.drain(..kept.start);
        }
        let part = samples.len().div_ceil(PARTS).max(1);
        let took = Took {
            verdict: if too_long { Verdict::Long } else { take::judge(&samples) },
            length: duration(samples.len()),
            loudest: take::peak(&samples),
            shape: Arc::new(samples.chunks(part).map(take::peak).collect()),
        };
        self.take = Some(samples);
        self.booth.doing = Doing::Took(stem, took, false);
    }

    /// Plays the take, or what is kept of a prompt, until something else is wanted.
    fn plays(&mut self, stem: &str) {
        let before = self.booth.doing.clone();
        let sound = match (&self.take, &before) {
            (Some(samples), Doing::Took(stem, took, _)) => {
                self.booth.doing = Doing::Took(stem.clone(), took.clone(), true);
                wav::Sound { rate_hz: RATE_HZ, samples: samples.clone() }
            }
            (_, _) => match find(&self.booth.folder, stem).map(|file| wav::read(&file)) {
                Some(Ok(sound)) => {
                    self.booth.doing = Doing::Plays;
                    sound
                }
                Some(Err(_)) => {
                    self.booth.trouble = Some(Trouble::OtherKind);
                    return;
                }
                None => return,
            },
        };
        (self.tell)(&self.booth);
        let (acts, next) = (self.acts, &mut self.next);
        let mut goes_on = || {
            *next = next.take().or_else(|| acts.try_recv().ok());
            next.is_none()
        };
        if let Err(why) = self.sound.play(&sound.samples, sound.rate_hz, &mut goes_on) {
            self.booth.trouble = Some(Trouble::NoLoudspeaker(why));
        }
        self.booth.doing = before;
    }

    fn keeps(&mut self) {
        let Doing::Took(stem, took, _) = &self.booth.doing else { return };
        let Some(samples) = self.take.as_ref().filter(|_| took.verdict.may_stay()) else { return };
        match wav::keep(&self.booth.folder, stem, samples) {
            Ok(()) => {
                let seconds = Some(samples.len() as f32 / RATE_HZ as f32);
                let prompts = Arc::make_mut(&mut self.booth.prompts);
                let kept = prompts.iter_mut().filter(|prompt| prompt.stem == *stem);
                kept.for_each(|prompt| prompt.state = PromptState::Recorded(seconds));
                self.booth.kept += 1;
                self.drops();
            }
            // The take is still there, and can be kept once there is room.
            Err(error) if error.kind() == ErrorKind::StorageFull => {
                self.booth.trouble = Some(Trouble::DiskFull);
            }
            Err(error) => self.booth.trouble = Some(Trouble::Disk(error.to_string())),
        }
    }
}

/// What a file is, as far as the console can tell: other kinds are the voice's to judge.
fn state_of(file: &Path) -> PromptState {
    if file.extension().is_none_or(|kind| kind != "wav") {
        return PromptState::Recorded(None);
    }
    match wav::read(file) {
        Ok(sound) if take::peak(&sound.samples) < take::INAUDIBLE => PromptState::Silent,
        Ok(sound) => PromptState::Recorded(Some(sound.seconds())),
        Err(Unread::Other) => PromptState::Recorded(None),
        Err(Unread::Long) => PromptState::Long,
        Err(Unread::NoSound) => PromptState::NoSound,
    }
}
