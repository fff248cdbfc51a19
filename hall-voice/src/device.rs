//! Keeps a device open and the mixer running into it. Loss and return are told; nothing here knows of games.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use hall_wire::link::Closing;

use crate::mixer::{Ducking, Mixer, Told};
use crate::output::Device;
use crate::pipeline::{BLOCK, Music, Speaker};
use crate::sound::samples_in;

/// Pause before a lost device is opened again.
const AGAIN: Duration = Duration::from_secs(1);

/// Rest while the device is full.
const REST: Duration = Duration::from_millis(2);

/// Rest between looks at what waits while there is no device.
const TICK: Duration = Duration::from_millis(50);

/// What the device thread shares with the voice.
#[derive(Debug, Default)]
pub struct Desk {
    /// What is said and what waits.
    pub mixer: Mutex<Mixer>,
    /// Volume in percent.
    volume: Mutex<Volume>,
}

#[derive(Debug, Clone, Copy)]
struct Volume(u8);

impl Default for Volume {
    fn default() -> Volume {
        Volume(100)
    }
}

impl Desk {
    /// Locks the mixer.
    pub fn mixer(&self) -> MutexGuard<'_, Mixer> {
        self.mixer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the volume, in percent of full.
    pub fn set_volume(&self, percent: u8) {
        *self.volume.lock().unwrap_or_else(PoisonError::into_inner) = Volume(percent.min(100));
    }

    fn gain(&self) -> f32 {
        // Squared: half way is heard as half as loud.
        let part = f32::from(self.volume.lock().unwrap_or_else(PoisonError::into_inner).0) / 100.0;
        part * part
    }
}

/// What the device thread tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum News {
    /// The device is open.
    Open(Device),
    /// It cannot be opened, or was lost; in Spanish.
    Lost(String),
    /// What became of a speech.
    Told(Told),
    /// The room's music comes in, or why it does not.
    Music(Result<(), String>),
}

/// What is played where.
#[derive(Debug, Clone)]
pub struct Wiring {
    /// Where the voice is heard.
    pub output: Device,
    /// Where the room's music comes in; it passes through.
    pub music: Option<Device>,
    /// How much of the music stays under the voice, in percent.
    pub music_percent: u8,
}

/// Plays until `closing`.
pub fn run(wiring: &Wiring, desk: &Arc<Desk>, mut tell: impl FnMut(News), closing: &Closing) {
    let mut lost = None;
    while !closing.pause(Duration::ZERO) {
        let why = match Speaker::open(&wiring.output) {
            Ok(mut speaker) => {
                lost = None;
                tell(News::Open(speaker.device.clone()));
                match play(&mut speaker, wiring, desk, &mut tell, closing) {
                    Some(why) => why,
                    None => return,
                }
            }
            Err(why) => why,
        };
        if lost.as_ref() != Some(&why) {
            tell(News::Lost(why.clone()));
            lost = Some(why);
        }
        let again = Instant::now() + AGAIN;
        while Instant::now() < again {
            let now = Instant::now();
            // Collected first: telling must not hold the mixer.
            let silenced = desk.mixer().fall_silent(now);
            silenced.into_iter().for_each(|told| tell(News::Told(told)));
            if closing.pause(TICK) {
                return;
            }
        }
    }
}

/// Why the device was lost; none to stop.
fn play(
    speaker: &mut Speaker,
    wiring: &Wiring,
    desk: &Desk,
    tell: &mut impl FnMut(News),
    closing: &Closing,
) -> Option<String> {
    let mut block = vec![0.0; samples_in(BLOCK)];
    let mut room = wiring.music.as_ref().map(|device| Room::new(device, wiring.music_percent));
    loop {
        while speaker.is_hungry() {
            let heard = Instant::now() + speaker.latency();
            let (news, speaks) = {
                let mut mixer = desk.mixer();
                let news = mixer.fill(heard, &mut block);
                (news, mixer.speaks())
            };
            news.into_iter().for_each(|told| tell(News::Told(told)));
            let gain = desk.gain();
            block.iter_mut().for_each(|sample| *sample *= gain);
            if let Some(room) = &mut room {
                room.add(&mut block, speaks, tell);
            }
            speaker.put(&block);
        }
        if let Some(why) = speaker.trouble() {
            return Some(why);
        }
        if closing.pause(REST) {
            return None;
        }
    }
}

/// The music of the room, which passes through the voice and goes down under it.
struct Room {
    device: Device,
    music: Option<Music>,
    ducking: Ducking,
    again: Instant,
    block: Vec<f32>,
    told: Option<String>,
}

impl Room {
    fn new(device: &Device, percent: u8) -> Room {
        Room {
            device: device.clone(),
            music: None,
            ducking: Ducking::to(f32::from(percent.min(100)) / 100.0),
            again: Instant::now(),
            block: Vec::new(),
            told: None,
        }
    }

    fn add(&mut self, block: &mut [f32], speaks: bool, tell: &mut impl FnMut(News)) {
        let now = Instant::now();
        if let Some(why) = self.music.as_ref().and_then(Music::trouble) {
            (self.music, self.again) = (None, now + AGAIN);
            self.tell_once(why, tell);
        }
        if self.music.is_none() && now >= self.again {
            match Music::open(&self.device) {
                Ok(music) => {
                    (self.music, self.told) = (Some(music), None);
                    tell(News::Music(Ok(())));
                }
                Err(why) => {
                    self.again = now + AGAIN;
                    self.tell_once(why, tell);
                }
            }
        }
        self.block.resize(block.len(), 0.0);
        self.block.fill(0.0);
        if let Some(music) = &mut self.music {
            music.fill(&mut self.block);
        }
        self.ducking.add(&self.block, block, speaks);
    }

    fn tell_once(&mut self, why: String, tell: &mut impl FnMut(News)) {
        if self.told.as_ref() != Some(&why) {
            tell(News::Music(Err(why.clone())));
            self.told = Some(why);
        }
    }
}
