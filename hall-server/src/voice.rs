//! The hall's voice as the server knows it: link state, of which only what failed goes to the record (DECISIONS 42).
//!
//! `hall-voice` reports with its own key what it says and how it is. Panels may wait for it ([`Light`]), at most two
//! seconds, and only while it speaks.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use hall_core::event::{GameNo, Ordinal, VoiceFault};
use hall_core::request::Notice;
use hall_core::rules::Light;
use hall_wire::board::{VoiceNow, VoiceState};
use hall_wire::message::{VOICE_SILENCE_MAX, VoiceHow, VoiceReport, VoiceWhat, VoiceWishes};
use tokio::sync::watch;

use crate::clock::{self, Source};
use crate::device_key::DeviceKey;

/// How long panels wait for the voice: then they show the ball without it.
pub const LIGHT_MAX: Duration = Duration::from_secs(2);

/// A ball by its game and place.
pub type Spoken = (u32, u8);

/// What the voice has done with the last ball it reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Said {
    /// The ball whose saying has begun.
    pub(crate) begun: Option<Spoken>,
    /// The ball whose number was said, or will not be.
    pub(crate) done: Option<Spoken>,
}

impl Said {
    /// Whether a panel that waits as the rules say may show this ball.
    pub fn lights(&self, light: Light, ball: Spoken) -> bool {
        match light {
            Light::AtOnce => true,
            Light::Starts => self.begun == Some(ball) || self.done == Some(ball),
            Light::Ends => self.done == Some(ball),
        }
    }
}

/// The voice, or that there is none.
pub struct Voice {
    key: Option<DeviceKey>,
    steady: Source,
    state: Mutex<State>,
    said: watch::Sender<Said>,
}

#[derive(Default)]
struct State {
    /// The last report, without its news, and when it came.
    last: Option<(VoiceReport, i64)>,
    wishes: VoiceWishes,
    /// What is being said.
    saying: Option<Spoken>,
    /// A ball that it was to say and has not told of, and since when.
    due: Option<(Spoken, i64)>,
    /// The last ball was not said; the first of them is in the record.
    failing: bool,
    unsaid: Option<Spoken>,
}

impl Voice {
    /// Without a key no voice can report.
    pub fn new(key: Option<DeviceKey>) -> Voice {
        Voice::with_clock(key, clock::steady())
    }

    /// For tests: with another monotonic clock.
    pub fn with_clock(key: Option<DeviceKey>, steady: Source) -> Voice {
        Voice { key, steady, state: Mutex::default(), said: watch::Sender::new(Said::default()) }
    }

    /// Whether this is the key of the hall's voice.
    pub fn knows(&self, key: &str) -> bool {
        self.key.as_ref().is_some_and(|ours| ours.is(key))
    }

    /// Takes a report in. Returns what the desk wants of the voice, and what the record has to know.
    pub fn take(&self, mut report: VoiceReport) -> (VoiceWishes, Vec<Notice>) {
        let now = (self.steady)();
        let mut state = self.lock();
        let mut failed = Vec::new();
        let restarted = state.last.as_ref().is_some_and(|(last, _)| last.start != report.start);
        if let Some(ball) = state.saying.take_if(|_| restarted) {
            failed.extend(state.fail(ball, VoiceFault::Ended));
            self.done(ball);
        }
        for told in std::mem::take(&mut report.told) {
            let VoiceWhat::Ball { game, ordinal } = told.what else { continue };
            let ball = (game, ordinal);
            state.due.take_if(|(due, _)| *due == ball);
            let fault = match told.how {
                VoiceHow::Starts => {
                    (state.saying, state.failing) = (Some(ball), false);
                    self.said.send_modify(|said| said.begun = Some(ball));
                    continue;
                }
                VoiceHow::Said => {
                    self.done(ball);
                    continue;
                }
                VoiceHow::Ends | VoiceHow::Cut => None,
                VoiceHow::Late => Some(VoiceFault::Late),
                VoiceHow::Silenced => Some(VoiceFault::Silenced),
                VoiceHow::Missing => Some(VoiceFault::Missing),
            };
            state.saying.take_if(|saying| *saying == ball);
            failed.extend(fault.and_then(|fault| state.fail(ball, fault)));
            self.done(ball);
        }
        state.last = Some((report, now));
        state.as_wished();
        (state.wishes, failed)
    }

    fn done(&self, ball: Spoken) {
        self.said.send_modify(|said| said.done = Some(ball));
    }

    /// Whether it says what is announced now.
    pub fn speaks(&self) -> bool {
        self.lock().state((self.steady)()) == VoiceState::Speaks
    }

    /// Notes that a ball was announced which it should say.
    pub fn is_to_say(&self, ball: Spoken) {
        self.lock().due = Some((ball, (self.steady)()));
    }

    /// What the record has to know by the passing of time alone: a ball of which nothing was heard.
    pub fn overdue(&self) -> Option<Notice> {
        let now = (self.steady)();
        let mut state = self.lock();
        let late = |since: i64| u128::try_from(now - since).unwrap_or(0) >= LIGHT_MAX.as_millis();
        let (ball, _) = state.due.take_if(|(_, since)| late(*since))?;
        state.fail(ball, VoiceFault::Gone)
    }

    /// What became of the last balls, to wait for.
    pub fn said(&self) -> watch::Receiver<Said> {
        self.said.subscribe()
    }

    /// Takes what the desk wants of it; returns all that is wanted of it.
    pub fn wish(&self, speaks: Option<bool>, volume: Option<u8>, trial: bool) -> VoiceWishes {
        let mut state = self.lock();
        let wishes = &mut state.wishes;
        wishes.speaks = speaks.or(wishes.speaks);
        wishes.volume = volume.or(wishes.volume);
        wishes.trials = wishes.trials.wrapping_add(u32::from(trial));
        let wishes = *wishes;
        state.as_wished();
        wishes
    }

    /// How it is, for the mesa. `game` is the present one.
    pub fn now(&self, game: Option<u32>) -> VoiceNow {
        let state = self.lock();
        let Some((report, _)) = &state.last else { return VoiceNow::default() };
        VoiceNow {
            state: state.state((self.steady)()),
            volume: report.volume,
            language: report.language.clone(),
            output: report.output.clone(),
            trouble: report.trouble.clone(),
            recorded: report.recorded,
            synthesised: report.synthesised,
            missing: report.missing.clone(),
            bad: report.bad.clone(),
            unsaid: state.unsaid.filter(|(of, _)| Some(*of) == game).map(|(_, place)| place),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn state(&self, now: i64) -> VoiceState {
        match &self.last {
            None => VoiceState::None,
            Some((_, at)) if u128::try_from(now - at).unwrap_or(0) >= VOICE_SILENCE_MAX.as_millis() => {
                VoiceState::Gone
            }
            Some((report, _)) if !report.speaks => VoiceState::Off,
            Some((report, _)) if report.trouble.is_some() => VoiceState::NoSound,
            Some(_) => VoiceState::Speaks,
        }
    }

    /// Its volume is what was wished: two presses in a row are two steps. Whether it speaks is what it says: until then it
    /// may be in a word.
    fn as_wished(&mut self) {
        let Some((report, _)) = &mut self.last else { return };
        report.volume = self.wishes.volume.unwrap_or(report.volume);
    }

    /// Notes that a ball was not said; of several in a row the first goes to the record.
    fn fail(&mut self, ball: Spoken, why: VoiceFault) -> Option<Notice> {
        self.unsaid = Some(ball);
        let first = !std::mem::replace(&mut self.failing, true);
        let (game, place) = ball;
        first.then_some(Notice::VoiceFailed { game: GameNo(game), ordinal: Ordinal(place), why })
    }
}

#[cfg(test)]
mod tests;
