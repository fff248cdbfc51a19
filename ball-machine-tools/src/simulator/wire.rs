//! What a bad line does to frames: delays, cuts, joins, swaps, flips and floods them (reliability.md C-6).
//!
//! A line keeps the order of its bytes: a delay delays all that follows. The device repeats what a fault took away.

use std::collections::VecDeque;

use crate::drum::SplitMix64;
use crate::speaker::SentFrame;

/// The longest delay.
const DELAY_MAX_MS: usize = 30_000;
/// How long a wrong speed and a dead line last.
const SPELL_MS: u64 = 2_000;
/// Bytes of noise.
const NOISE: usize = 1 << 20;
/// Bytes of zeros, and of a frame without an end.
const FLOOD: usize = 4_096;
/// The most bytes that wait, besides one flood of noise; more are lost, and repeated by the device.
const WAITING_MAX: usize = 65_536;

/// What a line does to the next frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineFault {
    /// It comes up to 30 s late, and all that follows behind it.
    Delay,
    /// It comes after the one that follows.
    Swap,
    /// Its bytes come one by one.
    Split,
    /// Its end is missing: the next frame joins it.
    Merge,
    /// One bit is flipped.
    Flip,
    /// Its second half is missing.
    Cut,
    /// It has no end.
    RunOn,
    /// Random bytes come before it.
    Garbage,
    /// A megabyte of random bytes comes before it.
    Noise,
    /// Zeros come before it.
    Nuls,
    /// For 2 s all bytes are random, as at a wrong speed.
    WrongBaud,
    /// For 2 s nothing comes through.
    Dead,
}

/// The line between a device and its host.
#[derive(Debug)]
pub struct Wire {
    dice: SplitMix64,
    planned: VecDeque<LineFault>,
    /// A frame that waits for the next one.
    behind: Option<Vec<u8>>,
    /// What is on its way, and when it comes.
    waiting: VecDeque<(u64, Vec<u8>)>,
    bytes: usize,
    wrong_until_ms: u64,
    dead_until_ms: u64,
}

impl Wire {
    /// A good line; the seed fixes what its faults do.
    pub fn new(seed: u64) -> Wire {
        Wire {
            dice: SplitMix64(seed ^ 0x5157_4952_4531_7E11),
            planned: VecDeque::new(),
            behind: None,
            waiting: VecDeque::new(),
            bytes: 0,
            wrong_until_ms: 0,
            dead_until_ms: 0,
        }
    }

    /// Plans a fault for the next frame.
    pub fn plan(&mut self, fault: LineFault) {
        self.planned.push_back(fault);
    }

    /// Takes frames from the device.
    pub fn put(&mut self, sent: &[SentFrame], now_ms: u64) {
        for SentFrame { bytes, story } in sent {
            // Heartbeats pass unharmed.
            let fault = if *story { self.planned.pop_front() } else { None };
            let behind = if *story { self.behind.take() } else { None };
            match fault {
                Some(fault) => self.suffer(fault, bytes, now_ms),
                None => self.wait(now_ms, bytes.clone()),
            }
            if let Some(behind) = behind {
                self.wait(now_ms, behind);
            }
        }
    }

    /// Takes what comes out at the host's end now.
    pub fn take(&mut self, now_ms: u64) -> Vec<u8> {
        let mut out = Vec::new();
        while self.waiting.front().is_some_and(|(due, _)| *due <= now_ms) {
            let (_, bytes) = self.waiting.pop_front().expect("looked at above");
            self.bytes -= bytes.len();
            out.extend(bytes);
        }
        if now_ms < self.dead_until_ms {
            return Vec::new();
        }
        if now_ms < self.wrong_until_ms {
            out.iter_mut().for_each(|byte| *byte = self.dice.next_u64() as u8);
        }
        out
    }

    /// The cable is out: what was on its way is lost.
    pub fn cut(&mut self) {
        (self.behind, self.bytes) = (None, 0);
        self.waiting.clear();
    }

    fn wait(&mut self, due_ms: u64, bytes: Vec<u8>) {
        let due_ms = self.waiting.back().map_or(due_ms, |(before, _)| due_ms.max(*before));
        // A flood finds room while little waits, and what follows it while it is on its way.
        let flood = bytes.len() >= NOISE;
        if (flood && self.bytes <= WAITING_MAX) || (!flood && self.bytes + bytes.len() <= WAITING_MAX + NOISE)
        {
            self.bytes += bytes.len();
            self.waiting.push_back((due_ms, bytes));
        }
    }

    fn noise(&mut self, count: usize, now_ms: u64) {
        let noise = (0..count).map(|_| self.dice.next_u64() as u8).collect();
        self.wait(now_ms, noise);
    }

    fn suffer(&mut self, fault: LineFault, frame: &[u8], now_ms: u64) {
        let mut bytes = frame.to_vec();
        let ends = frame.iter().rev().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        let body = frame.len() - ends.max(1);
        match fault {
            LineFault::Delay => {
                let late = 1 + self.dice.below(DELAY_MAX_MS) as u64;
                return self.wait(now_ms + late, bytes);
            }
            LineFault::Swap => {
                self.behind = Some(bytes);
                return;
            }
            LineFault::Split => {
                for (ms, byte) in (0..).zip(bytes) {
                    self.wait(now_ms + ms, vec![byte]);
                }
                return;
            }
            LineFault::Merge => bytes.truncate(body),
            LineFault::Flip => {
                let bit = self.dice.below(8 * bytes.len());
                bytes[bit / 8] ^= 1 << (bit % 8);
            }
            LineFault::Cut => bytes.truncate(body / 2),
            LineFault::RunOn => {
                bytes.truncate(body);
                bytes.resize(FLOOD, b'A');
            }
            LineFault::Garbage => {
                let count = 1 + self.dice.below(60);
                self.noise(count, now_ms);
            }
            LineFault::Noise => self.noise(NOISE, now_ms),
            LineFault::Nuls => self.wait(now_ms, vec![0; FLOOD]),
            LineFault::WrongBaud => self.wrong_until_ms = now_ms + SPELL_MS,
            LineFault::Dead => self.dead_until_ms = now_ms + SPELL_MS,
        }
        self.wait(now_ms, bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: &[u8] = b"$B,000002,07,A,096*0000\r\n";
    const B: &[u8] = b"$G,000003*0000\r\n";

    fn sent(bytes: &[u8]) -> [SentFrame; 1] {
        [SentFrame { bytes: bytes.to_vec(), story: true }]
    }

    /// What comes of two frames, and when.
    fn after(fault: LineFault) -> Vec<(u64, Vec<u8>)> {
        let mut wire = Wire::new(7);
        wire.plan(fault);
        wire.put(&sent(A), 0);
        wire.put(&sent(B), 0);
        let times = (0..40_000).map(|ms| (ms, wire.take(ms)));
        times.filter(|(_, bytes)| !bytes.is_empty()).collect()
    }

    fn all(fault: LineFault) -> Vec<u8> {
        after(fault).into_iter().flat_map(|(_, bytes)| bytes).collect()
    }

    #[test]
    fn each_fault_does_what_its_name_says_and_nothing_to_the_frame_after() {
        assert_eq!(all(LineFault::Swap), [B, A].concat());
        assert_eq!(all(LineFault::Merge), [&A[..A.len() - 2], B].concat());
        assert_eq!(all(LineFault::Cut), [&A[..(A.len() - 2) / 2], B].concat());
        let delayed = after(LineFault::Delay);
        assert!(delayed.len() == 1 && (1..=30_000).contains(&delayed[0].0), "in order, and late");
        let split = after(LineFault::Split);
        assert_eq!(split.len(), A.len(), "byte by byte");
        assert_eq!(all(LineFault::Split), [A, B].concat());
        let flipped = all(LineFault::Flip);
        let bits: u32 = flipped.iter().zip([A, B].concat()).map(|(a, b)| (a ^ b).count_ones()).sum();
        assert_eq!((flipped.len(), bits), (A.len() + B.len(), 1));
        let run_on = all(LineFault::RunOn);
        assert!(run_on.len() == FLOOD + B.len() && run_on[A.len()..FLOOD].iter().all(|byte| *byte == b'A'));
        for (fault, least, most) in
            [(LineFault::Garbage, 1, 60), (LineFault::Noise, NOISE, NOISE), (LineFault::Nuls, FLOOD, FLOOD)]
        {
            let bytes = all(fault);
            assert!(bytes.ends_with(&[A, B].concat()), "{fault:?}");
            assert!((least..=most).contains(&(bytes.len() - A.len() - B.len())), "{fault:?}");
        }
        assert_ne!(all(LineFault::WrongBaud), [A, B].concat());
        assert_eq!(all(LineFault::Dead), b"");
    }

    #[test]
    fn what_nobody_takes_is_bounded() {
        let mut wire = Wire::new(7);
        wire.plan(LineFault::Delay);
        (0..100_000).for_each(|_| wire.put(&sent(A), 0));
        wire.plan(LineFault::Noise);
        wire.put(&sent(A), 0);
        assert!(wire.bytes <= WAITING_MAX + NOISE);
    }
}
