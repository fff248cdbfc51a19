//! Finds frames in bytes by a shape that is data. Keeps at most 64 bytes of a frame and 64 of noise; accounts for every
//! byte.
//!
//! A frame that turns out to be none gives up its bytes only up to the next that may begin one, so that a good frame
//! right behind, or inside, a broken one is found.

use crate::link::LinkStats;
use crate::observation::{Bad, Why};

/// The longest frame of a driver file, in bytes.
pub(crate) const FRAME_MAX: usize = 64;

/// What a frame looks like.
pub(crate) trait Shape {
    /// A frame may begin with this byte.
    fn begins(&self, byte: u8) -> bool;

    /// Judges bytes of which the first may begin a frame.
    fn judge(&self, bytes: &[u8]) -> Verdict;

    /// The length of the shortest frame about a ball: noise of half of it or more may have been one.
    fn shortest(&self) -> usize;
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Undecided before there are so many bytes.
    More(usize),
    /// All of them are a frame.
    Whole,
    /// No frame begins here.
    Not(Why),
}

/// Checks the start bytes, as far as they have come; otherwise says what is known.
pub(crate) fn started(bytes: &[u8], start: &[u8]) -> Result<(), Verdict> {
    let common = start.len().min(bytes.len());
    if bytes[..common] != start[..common] {
        Err(Verdict::Not(Why::Noise))
    } else if common < start.len() {
        Err(Verdict::More(common + 1))
    } else {
        Ok(())
    }
}

pub(crate) enum Found<'a> {
    Frame(&'a [u8]),
    Bad(Bad),
}

#[derive(Debug, Clone)]
pub(crate) struct Scanner {
    frame: [u8; FRAME_MAX],
    len: usize,
    /// How many bytes the frame needs before it can be judged again.
    need: usize,
    noise: [u8; FRAME_MAX],
    noise_len: usize,
    why: Why,
    /// A frame seemed to begin among the noise.
    begun: bool,
    heard_ms: u64,
    stats: LinkStats,
}

impl Default for Scanner {
    fn default() -> Scanner {
        Scanner {
            frame: [0; FRAME_MAX],
            len: 0,
            need: 1,
            noise: [0; FRAME_MAX],
            noise_len: 0,
            why: Why::Noise,
            begun: false,
            heard_ms: 0,
            stats: LinkStats::default(),
        }
    }
}

impl Scanner {
    pub(crate) fn push(
        &mut self,
        shape: &impl Shape,
        bytes: &[u8],
        now_ms: u64,
        out: &mut dyn FnMut(Found<'_>),
    ) {
        self.stats.bytes += bytes.len() as u64;
        if !bytes.is_empty() {
            self.heard_ms = now_ms;
        }
        for byte in bytes {
            if self.len == 0 && !shape.begins(*byte) {
                self.throw(*byte, Why::Noise, shape, out);
                continue;
            }
            self.frame[self.len] = *byte;
            self.len += 1;
            if self.len >= self.need {
                self.judge(shape, out);
            }
        }
    }

    /// Gives up a frame whose next byte has not come for `patience_ms`, and passes on noise.
    pub(crate) fn tick(
        &mut self,
        shape: &impl Shape,
        now_ms: u64,
        patience_ms: u64,
        out: &mut dyn FnMut(Found<'_>),
    ) {
        if self.pending() > 0 && now_ms >= self.heard_ms + patience_ms {
            self.cut(shape, out);
        }
    }

    /// Gives up the frame that has begun.
    pub(crate) fn cut(&mut self, shape: &impl Shape, out: &mut dyn FnMut(Found<'_>)) {
        for at in 0..self.len {
            self.throw(self.frame[at], Why::Cut, shape, out);
        }
        self.len = 0;
        self.need = 1;
        self.tell_noise(shape, out);
    }

    pub(crate) fn pending(&self) -> usize {
        self.len + self.noise_len
    }

    pub(crate) fn stats(&self) -> LinkStats {
        self.stats
    }

    fn judge(&mut self, shape: &impl Shape, out: &mut dyn FnMut(Found<'_>)) {
        while self.len > 0 {
            match shape.judge(&self.frame[..self.need.min(self.len)]) {
                Verdict::More(need) if need <= FRAME_MAX => {
                    self.need = need;
                    if self.len < need {
                        return;
                    }
                }
                Verdict::More(_) => self.give_up_first(Why::Unknown, shape, out),
                Verdict::Whole => {
                    let whole = self.need;
                    self.tell_noise(shape, out);
                    self.stats.frames += 1;
                    self.stats.frame_bytes += whole as u64;
                    out(Found::Frame(&self.frame[..whole]));
                    self.keep_from(whole);
                }
                Verdict::Not(why) => self.give_up_first(why, shape, out),
            }
        }
    }

    /// Throws away the first byte and all up to the next that may begin a frame.
    fn give_up_first(&mut self, why: Why, shape: &impl Shape, out: &mut dyn FnMut(Found<'_>)) {
        let next = (1..self.len).find(|at| shape.begins(self.frame[*at])).unwrap_or(self.len);
        for at in 0..next {
            self.throw(self.frame[at], why, shape, out);
        }
        self.keep_from(next);
    }

    fn keep_from(&mut self, from: usize) {
        self.frame.copy_within(from..self.len, 0);
        self.len -= from;
        self.need = 1;
    }

    fn throw(&mut self, byte: u8, why: Why, shape: &impl Shape, out: &mut dyn FnMut(Found<'_>)) {
        if self.noise_len == FRAME_MAX {
            self.tell_noise(shape, out);
        }
        if why != Why::Noise && !self.begun {
            self.begun = true;
            self.why = why;
        }
        self.noise[self.noise_len] = byte;
        self.noise_len += 1;
    }

    fn tell_noise(&mut self, shape: &impl Shape, out: &mut dyn FnMut(Found<'_>)) {
        if self.noise_len == 0 {
            return;
        }
        self.stats.bad += 1;
        self.stats.discarded += self.noise_len as u64;
        let doubt = self.begun || self.noise_len * 2 >= shape.shortest();
        let bad = Bad::new(self.why, &self.noise[..self.noise_len], doubt);
        self.noise_len = 0;
        self.begun = false;
        self.why = Why::Noise;
        out(Found::Bad(bad));
    }
}
