//! What the hall's microphones heard in the last seconds: in memory alone, and on disk only where a stop makes it evidence (who sang
//! first, and before which ball).

use std::collections::VecDeque;

use hall_wire::message::SOUND_RATE_HZ;

/// What is kept in memory, and of that before a stop.
pub(super) const BEFORE_MS: i64 = 20_000;

/// What is kept after the stop: the rest of the word.
pub(super) const AFTER_MS: i64 = 2_000;

/// Samples in the ring: what is before a stop, what comes after it, and a moment more.
const SAMPLES_MAX: usize = 24 * SOUND_RATE_HZ as usize;

/// For how long the least delay of a piece counts: clocks of computers and of sound cards drift apart.
const DELAYS_MS: i64 = 20_000;

/// The last seconds of the microphones.
///
/// Pieces come late and in bunches, never early: the one that took least says when all of them were heard.
#[derive(Debug, Default)]
pub(super) struct Ring {
    samples: VecDeque<i16>,
    /// How many samples came since the first piece.
    heard: usize,
    /// The number that the next piece has, if none is lost.
    next: u64,
    /// Of the last pieces: where each ends, and its hour less that, both milliseconds.
    delays: VecDeque<(i64, i64)>,
}

impl Ring {
    /// Takes in a piece, by its number, that came at this hour, UTC milliseconds: samples of 16 bits, the lower byte first.
    pub fn take(&mut self, at_utc_ms: i64, piece: u64, sound: &[u8]) {
        if piece != self.next {
            // What was heard before a pause is no part of what comes.
            *self = Ring::default();
        }
        self.next = piece + 1;
        let (samples, _) = sound.as_chunks::<2>();
        self.samples.extend(samples.iter().map(|two| i16::from_le_bytes(*two)));
        self.samples.drain(..self.samples.len().saturating_sub(SAMPLES_MAX));
        self.heard += samples.len();
        let end = millis(self.heard);
        self.delays.push_back((end, at_utc_ms - end));
        while self.delays.front().is_some_and(|(at, _)| end - at > DELAYS_MS) {
            self.delays.pop_front();
        }
    }

    /// What was heard round a stop, as a WAV, and how many milliseconds of it are before the stop; none where nothing was.
    pub fn round(&self, stop_utc_ms: i64) -> Option<(u32, Vec<u8>)> {
        let least = self.delays.iter().map(|(_, delay)| *delay).min()?;
        let begin_utc_ms = least + millis(self.heard - self.samples.len());
        let place = |at: i64| {
            let millis = u64::try_from(at - begin_utc_ms).unwrap_or(0);
            usize::try_from(millis * u64::from(SOUND_RATE_HZ) / 1_000)
                .map_or(0, |n| n.min(self.samples.len()))
        };
        let (first, stop) = (place(stop_utc_ms - BEFORE_MS), place(stop_utc_ms));
        let end = place(stop_utc_ms + AFTER_MS);
        let before_ms = u32::try_from(millis(stop - first)).ok()?;
        (end > first).then(|| (before_ms, wav(self.samples.range(first..end))))
    }
}

fn millis(samples: usize) -> i64 {
    i64::try_from(samples * 1_000 / SOUND_RATE_HZ as usize).unwrap_or(i64::MAX)
}

/// One channel of 16 bits.
fn wav<'a>(samples: impl ExactSizeIterator<Item = &'a i16>) -> Vec<u8> {
    let length = u32::try_from(samples.len() * 2).expect("some seconds");
    let mut wav = Vec::with_capacity(44 + samples.len() * 2);
    wav.extend(b"RIFF");
    wav.extend((36 + length).to_le_bytes());
    wav.extend(b"WAVEfmt ");
    for number in [16, 1 | 1 << 16, SOUND_RATE_HZ, SOUND_RATE_HZ * 2, 2 | 16 << 16] {
        wav.extend(number.to_le_bytes());
    }
    wav.extend(b"data");
    wav.extend(length.to_le_bytes());
    wav.extend(samples.flat_map(|sample| sample.to_le_bytes()));
    wav
}

#[cfg(test)]
mod tests {
    use super::*;

    /// So many milliseconds of sound, each sample its own second; every third piece comes late.
    fn heard(ring: &mut Ring, from_ms: i64, to_ms: i64) {
        for end in (from_ms + 250..=to_ms).step_by(250) {
            let sample = i16::try_from((end - 1) / 1_000).unwrap();
            let number = u64::try_from(end / 250).unwrap();
            let late = if number % 3 == 0 { 1_400 } else { 0 };
            ring.take(end + late, number, &sample.to_le_bytes().repeat(SOUND_RATE_HZ as usize / 4));
        }
    }

    /// The seconds in a WAV of it.
    fn seconds(wav: &[u8]) -> Vec<i16> {
        let samples = wav[44..].as_chunks::<2>().0.iter().map(|two| i16::from_le_bytes(*two));
        let mut seconds: Vec<i16> = samples.collect();
        seconds.dedup();
        seconds
    }

    #[test]
    fn a_stop_keeps_twenty_seconds_before_it_and_two_after() {
        let mut ring = Ring::default();
        heard(&mut ring, 0, 62_000);
        let (before, wav) = ring.round(60_000).unwrap();
        assert_eq!((before, wav.len()), (20_000, 44 + 22 * 2 * SOUND_RATE_HZ as usize));
        assert_eq!(seconds(&wav), (40..62).collect::<Vec<i16>>());
        assert_eq!(u32::from_le_bytes(wav[24..28].try_into().unwrap()), SOUND_RATE_HZ);
        let memory = ring.samples.len();
        heard(&mut ring, 62_000, 90_000);
        assert_eq!(ring.samples.len(), memory, "not more and more");
    }

    #[test]
    fn what_was_heard_before_a_pause_or_for_a_moment_only_is_not_more_than_it_is() {
        let mut ring = Ring::default();
        assert_eq!(ring.round(1_000), None);
        heard(&mut ring, 0, 10_000);
        // The microphone was pulled out for five seconds.
        heard(&mut ring, 15_000, 20_000);
        let (before, wav) = ring.round(19_000).unwrap();
        assert_eq!((before, seconds(&wav)), (4_000, vec![15, 16, 17, 18, 19]));
        assert_eq!(ring.round(60_000), None, "it has been silent for long");
    }
}
