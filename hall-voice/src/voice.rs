//! The voice at work: it follows the hall's board, says what is due, and reports what became of it.

use std::convert::Infallible;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use hall_wire::board::PublicBoard;
use hall_wire::link::{self, Closing, Link};
use hall_wire::message::{
    VOICE_EVERY, VOICE_TOLD_MAX, VoiceHow, VoiceReport, VoiceTold, VoiceWhat, VoiceWishes,
};
use uuid::Uuid;

use crate::device::{self, Desk, News};
use crate::due::{Reason, Utterance, due};
use crate::kept::Kept;
use crate::microphone;
use crate::mixer::{How, Speech, Told};
use crate::phrase::Piece;
use crate::pipeline;
use crate::report::{Reporter, State};
use crate::sentence::Sentence;
use crate::settings::Settings;
use crate::tongue::{self, Tongue};

/// The name under which the server sees the socket.
const DEVICE: &str = "voz";

/// Longest time between two looks at the board; a change is seen at once.
const GLANCE: Duration = Duration::from_secs(1);

/// Speaks until the process ends.
///
/// # Errors
/// In Spanish, faults that trying again cannot mend: a wrong language, no GStreamer, or the file of a device that is none.
pub fn run(settings: &Settings) -> anyhow::Result<Infallible> {
    pipeline::ready().map_err(anyhow::Error::msg)?;
    let tongues = tongue::load(settings)?;
    let servers = link::servers_as(&settings.server, &settings.identity).map_err(anyhow::Error::msg)?;
    if let Some(device) = &settings.microphone {
        microphone::start(device, &servers, &settings.key_file)?;
    }
    // With a certificate it needs no key.
    let key = (!servers.are_encrypted()).then(|| wait_for_key(&settings.key_file));
    let voice = Arc::new(Voice::new(tongues, &settings.state));
    let theirs = Arc::clone(&voice);
    let obey = move |wishes| theirs.obey(wishes);
    let reporter = Reporter::start(&servers, &settings.key_file, Arc::clone(&voice.state), obey);
    let reporter = Arc::new(reporter);
    let (wiring, theirs, tells) = (settings.wiring.clone(), Arc::clone(&voice), Arc::clone(&reporter));
    let play = move || {
        let tell = |news| theirs.note(news, &tells);
        device::run(&wiring, &theirs.desk, tell, &Closing::default());
    };
    std::thread::Builder::new().name("device".to_owned()).spawn(play)?;
    let link = Link::<PublicBoard>::open(&servers, DEVICE, key);
    let (mut before, mut wholes) = (Arc::<PublicBoard>::default(), 0);
    loop {
        let changed = |board: &Arc<PublicBoard>, now| now != wholes || !Arc::ptr_eq(board, &before);
        let Some(seen) = link.wait(|seen| seen.wholes > 0 && changed(&seen.board, seen.wholes), GLANCE)
        else {
            continue;
        };
        let since = Instant::now();
        // After a gap, what happened in it is not said as if it were new.
        let missed = seen.wholes != wholes;
        let first = wholes == 0;
        for utterance in if first { Vec::new() } else { due(&before, &seen.board) } {
            if missed {
                voice.give_up(&utterance, since, &reporter);
            } else {
                voice.say(&utterance, since, &reporter);
            }
        }
        (before, wholes) = (seen.board, seen.wholes);
    }
}

/// The key, once there is one: the server makes it at its first start.
fn wait_for_key(file: &Path) -> String {
    let never = Closing::default();
    let mut told = false;
    loop {
        if let Some(key) = link::read_key(file) {
            return key;
        }
        if !told {
            tracing::warn!("no hay clave de la voz en {}; se sigue mirando", file.display());
            told = true;
        }
        never.pause(VOICE_EVERY);
    }
}

struct Voice {
    tongues: Vec<Tongue>,
    desk: Arc<Desk>,
    state: State,
    kept: Kept,
    /// Trials that were asked for so far; none before the first answer of the server.
    trials: Mutex<Option<u32>>,
}

impl Voice {
    fn new(tongues: Vec<Tongue>, folder: &Path) -> Voice {
        let kept = Kept::of_folder(folder);
        let (speaks, volume) = kept.read();
        let sum = |of: fn(&Tongue) -> usize| {
            u32::try_from(tongues.iter().map(of).sum::<usize>()).unwrap_or(u32::MAX)
        };
        let missing = tongues.iter().flat_map(|tongue| &tongue.library.sources.missing);
        let bad = tongues.iter().flat_map(|tongue| tongue.library.sources.bad());
        let names: Vec<&str> = tongues.iter().map(|tongue| &tongue.language.name[..]).collect();
        let state = VoiceReport {
            start: Uuid::new_v4().as_fields().0,
            speaks,
            volume,
            language: names.join(", "),
            output: String::new(),
            trouble: Some("se abre el aparato de sonido".to_owned()),
            recorded: sum(|tongue| tongue.library.sources.recorded),
            synthesised: sum(|tongue| tongue.library.sources.synthesised),
            missing: missing.take(VOICE_TOLD_MAX).cloned().collect(),
            bad: bad.take(VOICE_TOLD_MAX).collect(),
            told: Vec::new(),
        };
        let desk = Arc::<Desk>::default();
        desk.set_volume(volume);
        Voice { tongues, desk, state: Arc::new(Mutex::new(state)), kept, trials: Mutex::default() }
    }

    /// Has this said, unless the caller speaks for himself.
    fn say(&self, utterance: &Utterance, since: Instant, reporter: &Reporter) {
        if !self.speaks() {
            return;
        }
        match tongue::joined(&self.tongues, |language| language.say(&utterance.sentences)) {
            Ok(sound) => {
                let is_ball = matches!(utterance.sentences[..], [Sentence::Ball(_)]);
                let number = sound.ends.first().copied().filter(|_| is_ball);
                self.desk.mixer().say(Speech { reason: utterance.reason, since, sound, number });
            }
            Err(words) => {
                tracing::warn!("no se dice {:?}: falta «{words}»", utterance.sentences);
                reporter.tell(told(utterance.reason, VoiceHow::Missing, Duration::ZERO), since);
            }
        }
    }

    /// Tells that this was due while the board was out of sight. Only balls are missed by somebody.
    fn give_up(&self, utterance: &Utterance, since: Instant, reporter: &Reporter) {
        if self.speaks() && matches!(utterance.reason, Reason::Ball { .. }) {
            reporter.tell(told(utterance.reason, VoiceHow::Late, since.elapsed()), since);
        }
    }

    fn speaks(&self) -> bool {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).speaks
    }

    /// Does what the desk wants.
    fn obey(&self, wishes: VoiceWishes) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let was = (state.speaks, state.volume);
        state.speaks = wishes.speaks.unwrap_or(state.speaks);
        state.volume = wishes.volume.unwrap_or(state.volume).min(100);
        let now = (state.speaks, state.volume);
        drop(state);
        if was != now {
            self.desk.set_volume(now.1);
            self.kept.write(now.0, now.1);
            tracing::info!("la voz {}, volumen {} %", if now.0 { "habla" } else { "calla" }, now.1);
        }
        let mut trials = self.trials.lock().unwrap_or_else(PoisonError::into_inner);
        if trials.replace(wishes.trials).is_some_and(|known| known != wishes.trials) {
            self.try_it();
        }
    }

    /// Says the sentence for trials, whether it speaks or not.
    fn try_it(&self) {
        let trial = tongue::joined(&self.tongues, |language| -> Vec<Piece> { language.trial() });
        if let Ok(sound) = trial {
            let since = Instant::now();
            self.desk.mixer().say(Speech { reason: Reason::Courtesy, since, sound, number: None });
        }
    }

    /// Takes what the device tells.
    fn note(&self, news: News, reporter: &Reporter) {
        let set = |change: &dyn Fn(&mut VoiceReport)| {
            change(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner));
        };
        match news {
            News::Open(device) => {
                tracing::info!("suena por {device}");
                set(&|state| (state.output, state.trouble) = (device.to_string(), None));
            }
            News::Lost(why) => {
                tracing::warn!("no hay sonido: {why}; se sigue intentando");
                set(&|state| state.trouble = Some(why.clone()));
            }
            News::Told(one) => {
                let Told { reason, how, at, since } = one;
                let told = told(reason, wire(how), at.saturating_duration_since(since));
                tracing::debug!(?told);
                reporter.tell(told, at);
            }
            News::Music(Ok(())) => tracing::info!("entra la música de la sala"),
            News::Music(Err(why)) => {
                tracing::warn!("no entra la música de la sala: {why}; se sigue intentando")
            }
        }
    }
}

fn wire(how: How) -> VoiceHow {
    match how {
        How::Starts => VoiceHow::Starts,
        How::Said => VoiceHow::Said,
        How::Ends => VoiceHow::Ends,
        How::Cut => VoiceHow::Cut,
        How::Late => VoiceHow::Late,
        How::Silenced => VoiceHow::Silenced,
    }
}

fn told(reason: Reason, how: VoiceHow, after: Duration) -> VoiceTold {
    let what = match reason {
        Reason::Ball { game, place } => VoiceWhat::Ball { game, ordinal: place },
        Reason::Alarm => VoiceWhat::Alarm,
        Reason::Formula => VoiceWhat::Formula,
        Reason::Courtesy => VoiceWhat::Courtesy,
    };
    VoiceTold { what, how, after_ms: u32::try_from(after.as_millis()).unwrap_or(u32::MAX) }
}
