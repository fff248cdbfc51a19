//! The sound of a room without loudspeakers: a PulseAudio server of our own with a device that swallows what it is
//! given, a recorder that hears it, and `hall-voice` speaking into it. The voice reaches it as it reaches a real device.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use crate::programs::{PATIENCE, program};

/// Samples a second, one channel.
pub const RATE_HZ: u32 = 48_000;

/// The name of the device.
pub const DEVICE: &str = "sala";

/// A sound server with one device.
pub struct Room {
    dir: PathBuf,
    server: Option<Child>,
}

impl Room {
    /// Starts one whose socket is in this folder.
    ///
    /// # Errors
    /// PulseAudio is not installed, or does not start.
    pub fn open(dir: &Path) -> Result<Room> {
        let mut room = Room { dir: dir.to_owned(), server: None };
        room.begin()?;
        Ok(room)
    }

    /// Starts the sound server, which was killed.
    ///
    /// # Errors
    /// It does not start.
    pub fn begin(&mut self) -> Result<()> {
        let socket = self.socket();
        let _ = std::fs::remove_file(&socket);
        let protocol = format!("module-native-protocol-unix socket={} auth-anonymous=1", socket.display());
        let log = File::options().create(true).append(true).open(self.dir.join("pulseaudio.log"))?;
        let child = Command::new("pulseaudio")
            .args(["-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--disable-shm=yes"])
            // As others: in real time it would take the processors from the hall that it is to hear.
            .args(["--realtime=no", "--high-priority=no", "-L", &protocol, "-L", &sink()])
            .env("HOME", &self.dir)
            .env("XDG_RUNTIME_DIR", &self.dir)
            .stdin(Stdio::null())
            .stdout(log.try_clone()?)
            .stderr(log)
            .spawn()
            .context("pulseaudio is installed by ./bombo")?;
        self.server = Some(child);
        let begun = Instant::now();
        while self.pactl(&["info"]).is_err() {
            ensure!(begun.elapsed() < PATIENCE, "pulseaudio does not answer; see pulseaudio.log");
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    }

    /// What `PULSE_SERVER` is for who plays into it or hears it.
    pub fn address(&self) -> String {
        format!("unix:{}", self.socket().display())
    }

    fn socket(&self) -> PathBuf {
        self.dir.join("sonido")
    }

    /// Pulls the device out.
    ///
    /// # Errors
    /// The sound server does not know it.
    pub fn pull(&self) -> Result<()> {
        self.pactl(&["unload-module", "module-null-sink"]).map(drop)
    }

    /// Plugs the device in again.
    ///
    /// # Errors
    /// The sound server does not answer.
    pub fn plug(&self) -> Result<()> {
        let sink = sink();
        let words: Vec<&str> = ["load-module"].into_iter().chain(sink.split(' ')).collect();
        self.pactl(&words).map(drop)
    }

    /// Kills the sound server.
    pub fn kill(&mut self) {
        if let Some(mut server) = self.server.take() {
            let _ = server.kill();
            let _ = server.wait();
        }
    }

    fn pactl(&self, words: &[&str]) -> Result<String> {
        let done = Command::new("pactl").args(words).env("PULSE_SERVER", self.address()).output()?;
        if !done.status.success() {
            bail!("pactl {words:?}: {}", String::from_utf8_lossy(&done.stderr).trim());
        }
        Ok(String::from_utf8_lossy(&done.stdout).into_owned())
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        self.kill();
    }
}

fn sink() -> String {
    format!("module-null-sink sink_name={DEVICE} rate={RATE_HZ} channels=1 format=s16le")
}

/// A recorder in the room. Dropping it ends it.
pub struct Ear {
    child: Child,
    heard: Arc<Mutex<Vec<i16>>>,
}

impl Ear {
    /// Begins to hear.
    ///
    /// # Errors
    /// The recorder does not start, or hears nothing, not even silence.
    pub fn open(room: &Room) -> Result<Ear> {
        let mut child = Command::new("parec")
            .args(["--raw", "--format=s16le", "--rate=48000", "--channels=1", "--latency-msec=10"])
            .args(["--device", &format!("{DEVICE}.monitor")])
            .env("PULSE_SERVER", room.address())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("parec is installed by ./bombo")?;
        let mut out = child.stdout.take().expect("it was piped");
        let heard = Arc::<Mutex<Vec<i16>>>::default();
        let theirs = Arc::clone(&heard);
        std::thread::spawn(move || {
            let mut bytes = [0; 4_096];
            let mut odd = Vec::new();
            while let Ok(many) = out.read(&mut bytes) {
                if many == 0 {
                    return;
                }
                odd.extend_from_slice(&bytes[..many]);
                let whole = odd.len() / 2 * 2;
                let samples = odd[..whole].chunks_exact(2).map(|two| i16::from_le_bytes([two[0], two[1]]));
                theirs.lock().unwrap_or_else(PoisonError::into_inner).extend(samples);
                odd.drain(..whole);
            }
        });
        let ear = Ear { child, heard };
        let begun = Instant::now();
        while ear.many() == 0 {
            ensure!(begun.elapsed() < PATIENCE, "the recorder hears nothing");
            std::thread::sleep(Duration::from_millis(10));
        }
        Ok(ear)
    }

    /// How many samples were heard so far.
    pub fn many(&self) -> usize {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// The same, for another thread.
    pub fn counter(&self) -> impl Fn() -> usize + Send + 'static {
        let heard = Arc::clone(&self.heard);
        move || heard.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Whether the last so many samples are there, and silent.
    pub fn is_still(&self, samples: usize) -> bool {
        let heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        heard.len() >= samples && is_silent(&heard[heard.len() - samples..])
    }

    /// All that was heard from this sample on.
    pub fn since(&self, from: usize) -> Vec<i16> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner).get(from..).unwrap_or_default().to_vec()
    }

    /// Writes all that was heard from this sample on as a WAV file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn keep(&self, from: usize, file: &Path) -> Result<()> {
        std::fs::write(file, hall_prompts::wav::file(&self.since(from)))?;
        Ok(())
    }
}

impl Drop for Ear {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Nothing but the dither of a conversion to 16 bits.
pub fn is_silent(samples: &[i16]) -> bool {
    samples.iter().all(|sample| sample.unsigned_abs() <= 4)
}

/// How much of what is wanted is in what was heard, from 0 to 1, and from which sample on. At a sixth of the rate: that is
/// enough for a voice.
pub fn found(heard: &[i16], wanted: &[f32]) -> (f32, usize) {
    const STEP: usize = 6;
    let thin = |samples: &mut dyn Iterator<Item = f32>| -> Vec<f32> {
        let all: Vec<f32> = samples.collect();
        all.chunks(STEP).map(|few| few.iter().sum::<f32>() / few.len() as f32).collect()
    };
    let heard = thin(&mut heard.iter().map(|sample| f32::from(*sample) / 32_768.0));
    let wanted = thin(&mut wanted.iter().copied());
    let all: f32 = wanted.iter().map(|sample| sample * sample).sum();
    // The power of what was heard up to each sample: doubles, for they are taken from each other.
    let mut power = vec![0.0_f64];
    power.extend(heard.iter().scan(0.0, |sum, sample| {
        *sum += f64::from(sample * sample);
        Some(*sum)
    }));
    let mut best = (0.0, 0);
    for (at, there) in heard.windows(wanted.len()).enumerate() {
        let like: f32 = there.iter().zip(&wanted).map(|(a, b)| a * b).sum();
        let loud = (power[at + wanted.len()] - power[at]) as f32;
        let likeness = like / (loud * all).sqrt().max(1e-9);
        if likeness > best.0 {
            best = (likeness, at * STEP);
        }
    }
    best
}

/// `hall-voice` as a process. Dropping it ends it.
pub struct Speaking(Child);

impl Speaking {
    /// Starts the voice of a hall in a room. `more` are further options; what it logs goes to `voz.log` in the room's
    /// folder.
    ///
    /// # Errors
    /// It is not built.
    pub fn start(room: &Room, hall: &Path, server: &str, more: &[&str]) -> Result<Speaking> {
        let log = File::options().create(true).append(true).open(room.dir.join("voz.log"))?;
        let state = room.dir.join("voz");
        std::fs::create_dir_all(&state)?;
        std::fs::create_dir_all(synthesised())?;
        let link = state.join("sintetizador");
        if !link.exists() {
            std::os::unix::fs::symlink(synthesised(), link)?;
        }
        let child = Command::new(program("hall-voice"))
            .args(["--server", server, "--output", &format!("pulse:{DEVICE}")])
            .arg("--key-file")
            .arg(hall.join("voz.clave"))
            .arg("--state")
            .arg(state)
            .args(more)
            .env("PULSE_SERVER", room.address())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .context("hall-voice is built with `cargo build --workspace`")?;
        Ok(Speaking(child))
    }

    /// Kills it, as the power does.
    pub fn kill(mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Speaking {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Where the voices of tests keep what the synthesiser said: beside the programs, so that it says each word once and not in
/// each test.
pub fn synthesised() -> PathBuf {
    program("voz")
}
