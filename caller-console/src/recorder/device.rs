//! The microphone and the loudspeaker of the desk, through ALSA. Both are opened for each take, so that one that was pulled
//! out is there again with the next.

use alsa::pcm::{Access, Format, HwParams, PCM, State};
use alsa::{Direction, Output, ValueOr};
use hall_prompts::recording::RATE_HZ;

/// How much a device holds, in microseconds: a console that is slow for a moment loses nothing of a word.
const BUFFER_US: u32 = 200_000;

/// How much is played at once, in samples: so soon it falls silent.
const PIECE: usize = 2_400;

/// Where sound comes from and goes to.
pub trait Sound: Send {
    /// Opens the microphone: one channel at [`RATE_HZ`].
    ///
    /// # Errors
    /// There is none, in its words.
    fn microphone(&self) -> Result<Box<dyn Microphone>, String>;

    /// Plays this, for as long as `goes_on` says so.
    ///
    /// # Errors
    /// There is no loudspeaker, in its words.
    fn play(&self, samples: &[i16], rate_hz: u32, goes_on: &mut dyn FnMut() -> bool) -> Result<(), String>;
}

/// A microphone that is open.
pub trait Microphone {
    /// Waits for what is heard next, and says how many samples that is: none once it was pulled out.
    fn hear(&mut self, into: &mut [i16]) -> usize;
}

/// Devices of ALSA.
#[derive(Debug, Clone)]
pub struct Alsa {
    /// The name of the microphone.
    pub microphone: String,
}

impl Sound for Alsa {
    fn microphone(&self) -> Result<Box<dyn Microphone>, String> {
        let _quiet = Output::local_error_handler();
        let open = || {
            let device = open(&self.microphone, Direction::Capture, RATE_HZ)?;
            device.start()?;
            Ok(device)
        };
        open().map(|device| Box::new(Open(device)) as Box<dyn Microphone>).map_err(|error| words(&error))
    }

    fn play(&self, samples: &[i16], rate_hz: u32, goes_on: &mut dyn FnMut() -> bool) -> Result<(), String> {
        let _quiet = Output::local_error_handler();
        let device = open("default", Direction::Playback, rate_hz).map_err(|error| words(&error))?;
        let mut play = || {
            let io = device.io_i16()?;
            for mut piece in samples.chunks(PIECE) {
                while !piece.is_empty() {
                    if !goes_on() {
                        return device.drop();
                    }
                    let taken = io.writei(piece)?;
                    piece = piece.get(taken..).unwrap_or_default();
                }
            }
            if device.state() != State::Running {
                device.start()?;
            }
            device.drain()
        };
        play().map_err(|error| words(&error))
    }
}

struct Open(PCM);

impl Microphone for Open {
    fn hear(&mut self, into: &mut [i16]) -> usize {
        let _quiet = Output::local_error_handler();
        let Ok(io) = self.0.io_i16() else { return 0 };
        match io.readi(into) {
            Ok(many) => many,
            // This computer was too slow for a moment: it goes on from here.
            Err(error) if self.0.try_recover(error, true).is_ok() => {
                let _ = self.0.start();
                io.readi(into).unwrap_or(0)
            }
            Err(_) => 0,
        }
    }
}

fn open(name: &str, direction: Direction, rate_hz: u32) -> alsa::Result<PCM> {
    let device = PCM::new(name, direction, false)?;
    let wants = HwParams::any(&device)?;
    wants.set_channels(1)?;
    wants.set_rate(rate_hz, ValueOr::Nearest)?;
    wants.set_format(Format::s16())?;
    wants.set_access(Access::RWInterleaved)?;
    wants.set_buffer_time_near(BUFFER_US, ValueOr::Nearest)?;
    device.hw_params(&wants)?;
    drop(wants);
    Ok(device)
}

/// What the system calls it.
fn words(error: &alsa::Error) -> String {
    std::io::Error::from_raw_os_error(error.errno()).to_string()
}
