//! What is being said and what waits: a queue that never speaks late (DECISIONS 42).
//!
//! It reads no clock: the moment at which samples will be heard is passed in.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use crate::due::Reason;
use crate::library::Joined;
use crate::sound::{duration, samples_in};

/// A ball that cannot begin within this time of its announcement is not said any more.
pub const BALL_MAX: Duration = Duration::from_millis(300);

/// ALTO, and what else everybody has to know, is said later than nothing, but not after the next word of the desk.
const ALARM_MAX: Duration = Duration::from_secs(3);

/// What the law wants said waits for what is being said.
const FORMULA_MAX: Duration = Duration::from_secs(15);

/// What is only courtesy is out of place a moment later.
const COURTESY_MAX: Duration = Duration::from_millis(1_500);

/// Silence between two utterances.
const BETWEEN: Duration = Duration::from_millis(120);

/// How long what is cut in a word takes to fall silent.
const FADE: Duration = Duration::from_millis(12);

/// Something to say.
#[derive(Debug, Clone)]
pub struct Speech {
    /// Why.
    pub reason: Reason,
    /// When it was announced.
    pub since: Instant,
    /// What.
    pub sound: Joined,
    /// The sample at which the number of a ball has been said; its digits follow.
    pub number: Option<usize>,
}

/// What became of something that was to be said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// It begins.
    Starts,
    /// The number of a ball was said; its digits follow.
    Said,
    /// It was said whole.
    Ends,
    /// It was cut: a later word was due.
    Cut,
    /// It could not begin in time and is not said.
    Late,
    /// The device fell silent in it, or before it.
    Silenced,
}

/// What became of one speech.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Told {
    /// Why it was to be said.
    pub reason: Reason,
    /// What became of it.
    pub how: How,
    /// When that is heard.
    pub at: Instant,
    /// When it was announced.
    pub since: Instant,
}

/// The queue and what is being said.
#[derive(Debug, Default)]
pub struct Mixer {
    waiting: VecDeque<Speech>,
    speaking: Option<Speaking>,
    /// Samples of silence still owed before the next utterance.
    silence: usize,
}

#[derive(Debug)]
struct Speaking {
    speech: Speech,
    at: usize,
    /// Where it is cut, and the samples over which it fades before.
    cut: Option<(usize, usize)>,
}

impl Mixer {
    /// Adds to what waits.
    pub fn say(&mut self, speech: Speech) {
        let alarms = self.waiting.iter().take_while(|other| other.reason == Reason::Alarm).count();
        let place = if speech.reason == Reason::Alarm { alarms } else { self.waiting.len() };
        self.waiting.insert(place, speech);
    }

    /// Whether nothing is said and nothing waits.
    #[cfg(test)]
    pub fn is_idle(&self) -> bool {
        self.waiting.is_empty() && self.speaking.is_none()
    }

    /// Whether something is being said.
    pub fn speaks(&self) -> bool {
        self.speaking.is_some()
    }

    /// Gives up all that is said or waits: the device fell silent at this moment.
    pub fn fall_silent(&mut self, at: Instant) -> Vec<Told> {
        self.silence = 0;
        let speaking = self.speaking.take().map(|speaking| speaking.speech);
        let all = speaking.into_iter().chain(self.waiting.drain(..));
        all.map(|speech| told(&speech, How::Silenced, at)).collect()
    }

    /// Fills a block of samples, the first of which is heard at this moment, and tells what becomes of what in it.
    pub fn fill(&mut self, at: Instant, block: &mut [f32]) -> Vec<Told> {
        let mut news = Vec::new();
        self.drop_late(at, &mut news);
        self.cut_for_next(at);
        let mut done = 0;
        while done < block.len() {
            let moment = at + duration(done);
            let rest = &mut block[done..];
            done += match &mut self.speaking {
                Some(speaking) => {
                    let from = speaking.at;
                    let many = speaking.put(rest);
                    if let Some(said) =
                        speaking.speech.number.filter(|said| (from + 1..=from + many).contains(said))
                    {
                        news.push(told(&speaking.speech, How::Said, moment + duration(said - from)));
                    }
                    if let Some(how) = speaking.over() {
                        news.push(told(&speaking.speech, how, moment + duration(many)));
                        self.speaking = None;
                        self.silence = samples_in(BETWEEN);
                    }
                    many
                }
                None => self.pause(moment, rest, &mut news),
            };
        }
        news
    }

    /// Silence until the next utterance begins or the block ends.
    fn pause(&mut self, at: Instant, block: &mut [f32], news: &mut Vec<Told>) -> usize {
        let many = if self.waiting.is_empty() { block.len() } else { self.silence.min(block.len()) };
        block[..many].fill(0.0);
        self.silence = self.silence.saturating_sub(many);
        if self.silence == 0
            && many < block.len()
            && let Some(speech) = self.waiting.pop_front()
        {
            news.push(told(&speech, How::Starts, at + duration(many)));
            self.speaking = Some(Speaking { speech, at: 0, cut: None });
        }
        many
    }

    fn drop_late(&mut self, at: Instant, news: &mut Vec<Told>) {
        self.waiting.retain(|speech| {
            let late = at > speech.since + limit(speech.reason);
            if late {
                news.push(told(speech, How::Late, at));
            }
            !late
        });
    }

    /// Has what is being said end in time for what waits, where that may cut it: between two words if possible.
    fn cut_for_next(&mut self, at: Instant) {
        let Some((next, speaking)) = self.waiting.front().zip(self.speaking.as_mut()) else { return };
        let Some(from) = speaking.may_be_cut_from(next.reason) else { return };
        if speaking.cut.is_some() {
            return;
        }
        let left = (next.since + limit(next.reason)).saturating_duration_since(at).saturating_sub(BETWEEN);
        let latest = speaking.at + samples_in(left.min(BALL_MAX));
        let ends = &speaking.speech.sound.ends;
        let between = ends.iter().copied().find(|end| *end >= speaking.at.max(from) && *end <= latest);
        let fade = samples_in(FADE);
        let in_word = (speaking.at.max(from) + fade, fade);
        speaking.cut = Some(between.map_or(in_word, |end| (end, 0))).filter(|(end, _)| *end <= latest);
    }
}

impl Speaking {
    /// Writes what comes next; returns how many samples.
    fn put(&mut self, block: &mut [f32]) -> usize {
        let end = self.end();
        let many = block.len().min(end - self.at);
        block[..many].copy_from_slice(&self.speech.sound.samples[self.at..self.at + many]);
        self.at += many;
        // The fade is counted back from the cut.
        if let Some((cut, fade)) = self.cut.filter(|(_, fade)| *fade > 0) {
            for (place, sample) in (self.at - many..self.at).zip(&mut *block) {
                let left = (cut - place).min(fade);
                *sample *= left as f32 / fade as f32;
            }
        }
        many
    }

    fn end(&self) -> usize {
        let all = self.speech.sound.samples.len();
        self.cut.map_or(all, |(cut, _)| cut.min(all))
    }

    /// How it ended, where it has.
    fn over(&self) -> Option<How> {
        let all = self.speech.sound.samples.len();
        (self.at >= self.end()).then_some(if self.end() < all { How::Cut } else { How::Ends })
    }

    /// From which sample on this may be cut by something else; none where it may not.
    fn may_be_cut_from(&self, by: Reason) -> Option<usize> {
        // The number of a ball is always said to its end; its digits are not.
        let number = self.speech.number.unwrap_or(self.speech.sound.samples.len());
        match (self.speech.reason, by) {
            (Reason::Alarm, _) | (_, Reason::Formula | Reason::Courtesy) => None,
            (Reason::Ball { .. }, Reason::Alarm | Reason::Ball { .. }) => Some(number),
            (Reason::Formula | Reason::Courtesy, Reason::Alarm | Reason::Ball { .. }) => Some(0),
        }
    }
}

/// How long something may wait.
const fn limit(reason: Reason) -> Duration {
    match reason {
        Reason::Ball { .. } => BALL_MAX,
        Reason::Alarm => ALARM_MAX,
        Reason::Formula => FORMULA_MAX,
        Reason::Courtesy => COURTESY_MAX,
    }
}

fn told(speech: &Speech, how: How, at: Instant) -> Told {
    Told { reason: speech.reason, how, at, since: speech.since }
}

/// Music of the room under the voice: down while it speaks, up afterwards, without a jump.
#[derive(Debug)]
pub struct Ducking {
    /// How much of the music stays while the voice speaks, from 0 to 1.
    low: f32,
    now: f32,
}

impl Ducking {
    /// Goes down to this part of the music.
    pub fn to(low: f32) -> Ducking {
        Ducking { low: low.clamp(0.0, 1.0), now: 1.0 }
    }

    /// Adds music to a block; `speaks` tells whether the voice does.
    pub fn add(&mut self, music: &[f32], block: &mut [f32], speaks: bool) {
        // Down in a tenth of a second, up in one.
        let (goal, over) = if speaks { (self.low, 0.1) } else { (1.0, 1.0) };
        let step = 1.0 / (over * crate::sound::RATE_HZ as f32);
        for (sample, music) in block.iter_mut().zip(music) {
            self.now += (goal - self.now).clamp(-step, step);
            *sample = (*sample + music * self.now).clamp(-1.0, 1.0);
        }
    }
}

#[cfg(test)]
#[path = "mixer_tests.rs"]
mod tests;
