//! Plays sounds through ALSA's `default` device. The device is opened for each sound, so that one that is missing,
//! unplugged or busy only means silence.

use std::sync::mpsc::{SyncSender, sync_channel};

use alsa::pcm::{Access, Format, HwParams, PCM, State};
use alsa::{Direction, Output, ValueOr};

use super::Sound;
use super::tone::{RATE_HZ, samples};

/// Sounds that may wait; a late one is useless.
const WAITING_MAX: usize = 1;

/// Device buffer, in microseconds.
const BUFFER_US: u32 = 100_000;

/// The playing thread; ends with the program.
pub struct Player {
    sounds: SyncSender<Sound>,
}

impl Player {
    /// Starts the thread.
    pub fn start() -> Player {
        let (sounds, todo) = sync_channel::<Sound>(WAITING_MAX);
        let run = move || {
            // Without a loudspeaker ALSA would write errors to stderr.
            let _quiet = Output::local_error_handler();
            for sound in todo {
                // A failure means silence; the next sound tries again.
                let _ = play(&samples(sound));
            }
        };
        std::thread::Builder::new().name("sounds".to_string()).spawn(run).expect("a thread can be started");
        Player { sounds }
    }

    /// Plays a sound unless one is waiting already. Never blocks.
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
