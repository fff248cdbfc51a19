//! What is sent to the hardware and when: the whole state, at each change and again and again. No clock, no line.
//!
//! A *pass* is the frames that write the whole state. One begins at each change, when the line opens, and
//! [`REFRESH_MS`] after the last one began: hardware that comes back needs nobody to notice that it was gone. Where the
//! hardware answers, each frame waits for its answer. Refused, all of it begins anew with the hardware's set-up. Not
//! answered, the rest of the pass goes out all the same, *blind*: it may be only the wire of the answers that is broken, and an old
//! ball must not stand there for that. Times are milliseconds of any clock that does not go back.

use std::collections::VecDeque;

use crate::alpha::{self, Answer, Sign};
use crate::dmx::Lamps;
use crate::sacn::{self, Source};
use crate::state::Panel;
use crate::usb_pro;

/// How soon hardware shows what it should once it has power, in milliseconds.
pub const RIGHT_WITHIN_MS: u64 = 1_000;

/// From the beginning of a pass to the next where nothing changes, in milliseconds. E1.31 (6.6.2) wants 800 to 1000; what is left
/// to [`RIGHT_WITHIN_MS`] is for the bytes on the line.
pub const REFRESH_MS: u64 = 800;

/// Between a refusal and the next pass, in milliseconds: a sign that refuses everything is not shouted at.
pub const PAUSE_MS: u64 = 50;

/// One piece of hardware, with what it has to remember between frames.
#[derive(Debug, Clone)]
pub enum Hardware {
    /// An Alpha sign.
    Alpha(Sign),
    /// Lamps on a network.
    Sacn(Box<Source>, Lamps),
    /// Lamps behind a USB adaptor.
    UsbPro(Lamps),
}

impl Hardware {
    fn frames(&mut self, panel: &Panel, setup: bool) -> Vec<Vec<u8>> {
        match self {
            Hardware::Alpha(sign) => sign.frames(panel, setup),
            Hardware::Sacn(source, lamps) => vec![source.packet(&lamps.levels(panel))],
            Hardware::UsbPro(lamps) => vec![usb_pro::message(&lamps.levels(panel))],
        }
    }

    /// What ends it in order: dark, so that nothing old is lit while nobody follows the hall.
    fn last_frames(&mut self) -> Vec<Vec<u8>> {
        let dark = Panel::dark();
        match self {
            Hardware::Sacn(source, lamps) => {
                let levels = lamps.levels(&dark);
                let mut frames = vec![source.packet(&levels)];
                frames.extend((0..sacn::SAID).map(|_| source.last_packet(&levels)));
                frames
            }
            Hardware::Alpha(_) | Hardware::UsbPro(_) => self.frames(&dark, false),
        }
    }

    /// How long it may take to answer; none where it does not.
    pub fn answer_ms(&self) -> Option<u64> {
        match self {
            Hardware::Alpha(sign) => sign.answer_ms,
            Hardware::Sacn(..) | Hardware::UsbPro(_) => None,
        }
    }

    fn refresh_ms(&self) -> u64 {
        match self {
            Hardware::Alpha(sign) => sign.refresh_ms(REFRESH_MS),
            Hardware::Sacn(..) | Hardware::UsbPro(_) => REFRESH_MS,
        }
    }

    /// How often a changed state is said at once.
    fn said(&self) -> u8 {
        match self {
            Hardware::Sacn(..) => sacn::SAID,
            Hardware::Alpha(_) | Hardware::UsbPro(_) => 1,
        }
    }
}

/// What came of a pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Happened {
    /// All of it was taken, or left where nothing answers: game and balls that are lit, if any are.
    Taken(Option<(u32, u8)>),
    /// The hardware refused a frame.
    Refused,
    /// The hardware answered nothing.
    Silent,
}

/// The talk with one piece of hardware over one line.
#[derive(Debug)]
pub struct Talk {
    hardware: Hardware,
    /// What a byte takes on the line, in microseconds; 0 on a network.
    byte_us: u64,
    want: Panel,
    open: bool,
    /// The hardware may have forgotten everything.
    setup: bool,
    /// The frames of the pass that are still to be sent.
    pass: VecDeque<Vec<u8>>,
    /// What the pass under way writes.
    of: Panel,
    /// What should be shown has changed since it began.
    outdated: bool,
    /// Until when the frame that was sent last may be answered.
    answer_by: Option<u64>,
    /// A frame of this pass was not answered: its others do not wait, and it counts for nothing.
    blind: bool,
    due_ms: u64,
    /// Passes that still follow soon.
    again: u8,
    happened: Vec<Happened>,
}

impl Talk {
    /// Over a line that is not open yet; `byte_us` is what a byte takes on it, in microseconds.
    pub fn new(hardware: Hardware, byte_us: u64) -> Talk {
        Talk {
            hardware,
            byte_us,
            want: Panel::default(),
            open: false,
            setup: true,
            pass: VecDeque::new(),
            of: Panel::default(),
            outdated: false,
            answer_by: None,
            blind: false,
            due_ms: 0,
            again: 0,
            happened: Vec::new(),
        }
    }

    /// This is to be shown. A pass under way of something else ends with its present frame.
    pub fn show(&mut self, panel: Panel, now_ms: u64) {
        if panel == self.want {
            return;
        }
        self.want = panel;
        self.again = self.hardware.said() - 1;
        if self.is_idle() {
            self.due_ms = now_ms;
        } else {
            self.outdated = true;
        }
    }

    /// The line is open. Nothing that was under way on the one before goes on here.
    pub fn opened(&mut self, now_ms: u64) {
        self.closed();
        self.open = true;
        self.due_ms = now_ms;
        self.again = self.hardware.said() - 1;
    }

    /// The line is closed.
    pub fn closed(&mut self) {
        (self.open, self.setup, self.outdated, self.answer_by) = (false, true, false, None);
        self.pass.clear();
    }

    /// The frame to send now, if there is one. Once it has left, [`Talk::sent`] has to be called.
    pub fn next_frame(&mut self, now_ms: u64) -> Option<Vec<u8>> {
        if !self.open {
            return None;
        }
        match self.answer_by {
            Some(by) if now_ms < by => return None,
            Some(_) => self.unanswered(now_ms),
            None => (),
        }
        if self.pass.is_empty() {
            if now_ms < self.due_ms {
                return None;
            }
            self.begin(now_ms);
        }
        self.pass.pop_front()
    }

    fn begin(&mut self, now_ms: u64) {
        self.pass = self.hardware.frames(&self.want, self.setup).into();
        self.of = self.want.clone();
        (self.outdated, self.blind) = (false, false);
        let rest_ms = if self.again > 0 { sacn::SAID_EVERY_MS } else { self.hardware.refresh_ms() };
        self.again = self.again.saturating_sub(1);
        self.due_ms = now_ms + rest_ms;
    }

    /// A frame of so many bytes was handed to the line.
    pub fn sent(&mut self, bytes: usize, now_ms: u64) {
        match self.hardware.answer_ms() {
            Some(_) if self.blind && !self.pass.is_empty() => (),
            Some(answer_ms) => {
                let line_ms = (bytes as u64 * self.byte_us).div_ceil(1_000);
                self.answer_by = Some(now_ms + line_ms + answer_ms);
            }
            None => self.taken(now_ms),
        }
    }

    /// The hardware said something. What it says unasked means nothing.
    pub fn receive(&mut self, bytes: &[u8], now_ms: u64) {
        if self.answer_by.is_none() {
            return;
        }
        match alpha::answer(bytes) {
            // It is back, and has not all of it: the next pass is due.
            Some(Answer::Taken) if self.blind => self.answer_by = None,
            Some(Answer::Taken) => {
                self.answer_by = None;
                self.taken(now_ms);
            }
            Some(Answer::Refused) => self.begin_anew(Happened::Refused, now_ms + PAUSE_MS),
            None => (),
        }
    }

    /// A frame arrived, as far as anybody can know.
    fn taken(&mut self, now_ms: u64) {
        if self.pass.is_empty() {
            self.setup = false;
            self.happened.push(Happened::Taken(self.of.lit()));
        }
        if self.outdated {
            self.pass.clear();
            self.due_ms = now_ms;
            self.outdated = false;
        }
    }

    /// The frame that was sent last is not answered any more.
    fn unanswered(&mut self, now_ms: u64) {
        if !self.blind {
            self.happened.push(Happened::Silent);
        }
        (self.answer_by, self.blind, self.setup, self.due_ms) = (None, true, true, now_ms);
    }

    /// Gives the pass up: all of it again, from the set-up on.
    fn begin_anew(&mut self, why: Happened, due_ms: u64) {
        self.answer_by = None;
        self.pass.clear();
        self.setup = true;
        self.due_ms = due_ms;
        self.happened.push(why);
    }

    /// What came of the passes since the last call, in order.
    pub fn take_happened(&mut self) -> Vec<Happened> {
        std::mem::take(&mut self.happened)
    }

    /// How long nothing has to be done if nothing comes, in milliseconds.
    pub fn wait_ms(&self, now_ms: u64) -> u64 {
        if !self.open {
            return REFRESH_MS;
        }
        let until = match self.answer_by {
            Some(by) => by,
            None if !self.pass.is_empty() => now_ms,
            None => self.due_ms,
        };
        until.saturating_sub(now_ms).min(REFRESH_MS)
    }

    /// The frames that end it in order.
    pub fn last_frames(&mut self) -> Vec<Vec<u8>> {
        self.hardware.last_frames()
    }

    fn is_idle(&self) -> bool {
        self.pass.is_empty() && self.answer_by.is_none()
    }
}

#[cfg(test)]
#[path = "talk_tests.rs"]
mod tests;
