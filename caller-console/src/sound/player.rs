//! Plays sounds through the system's own audio (ALSA's `default`). No device, one that was pulled out
//! or one that is busy means silence and nothing else: each sound opens the device anew.

use std::sync::mpsc::{SyncSender, sync_channel};

use alsa::pcm::{Access, Format, HwParams, PCM, State};
use alsa::{Direction, Output, ValueOr};

use super::Sound;
use super::tone::{RATE_HZ, samples};

/// How many sounds may wait: one that comes late says nothing any more.
const WAITING_MAX: usize = 1;

/// How much the device is given at once, in microseconds.
const BUFFER_US: u32 = 100_000;

/// A thread that plays. It ends with the program.
pub struct Player {
    sounds: SyncSender<Sound>,
}

impl Player {
    /// Starts it.
    pub fn start() -> Player {
        let (sounds, todo) = sync_channel::<Sound>(WAITING_MAX);
        let run = move || {
            // A desk without a loudspeaker is no fault: what ALSA has to say of it goes nowhere.
            let _quiet = Output::local_error_handler();
            for sound in todo {
                // Silence is all that a failure means; the next sound tries again.
                let _ = play(&samples(sound));
            }
        };
        std::thread::Builder::new().name("sounds".to_string()).spawn(run).expect("a thread can be started");
        Player { sounds }
    }

    /// Plays a sound, if none waits. Never waits itself.
    pub fn play(&self, sound: Sound) {
        let _ = self.sounds.try_send(sound);
    }
}

fn play(samples: &[i16]) -> alsa::Result<()> {
    let device = PCM::new("default", Direction::Playback, false)?;
    let wants = HwParams::any(&device)?;
    wants.set_channels(1)?;
    wants.set_rate(RATE_HZ, ValueOr::Nearest)?;
    wants.set_format(Format::s16())?;
    wants.set_access(Access::RWInterleaved)?;
    wants.set_buffer_time_near(BUFFER_US, ValueOr::Nearest)?;
    device.hw_params(&wants)?;
    let io = device.io_i16()?;
    let mut rest = samples;
    while !rest.is_empty() {
        let taken = io.writei(rest)?;
        rest = rest.get(taken..).unwrap_or_default();
    }
    if device.state() != State::Running {
        device.start()?;
    }
    device.drain()
}
