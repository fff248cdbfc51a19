//! The talking side of a simulated machine, behind one interface for all protocols.

use std::fmt;

use hall_core::machine::{BootId, Mode, Stored};

/// One frame on its way to the line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentFrame {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// It is about a ball or the machine: line faults are for such frames, and heartbeats pass unharmed.
    pub story: bool,
}

/// What happens on purpose to a frame on its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mishap {
    /// Nothing.
    #[default]
    None,
    /// Said twice at once.
    Twice,
    /// Said with a wrong sum the first time.
    WrongSum,
    /// Said with letters for digits and a right sum the first time.
    Letters,
    /// Not said the first time.
    Late,
    /// Never said, however often it is due.
    Never,
}

impl Mishap {
    /// What is said the first time instead of a frame.
    pub(crate) fn first<T: Clone>(
        self,
        right: T,
        wrong_sum: impl FnOnce(&T) -> T,
        letters: impl FnOnce(&T) -> T,
    ) -> Vec<T> {
        match self {
            Mishap::None => vec![right],
            Mishap::Twice => vec![right.clone(), right],
            Mishap::WrongSum => vec![wrong_sum(&right)],
            Mishap::Letters => vec![letters(&right)],
            Mishap::Late | Mishap::Never => Vec::new(),
        }
    }
}

/// What can be wrong with a machine's controller for a while.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spell {
    /// It says nothing at all.
    Mute,
    /// It says no heartbeat; all else is said.
    Beatless,
    /// It ignores acknowledgements.
    Deaf,
}

/// The least times that balls take so that a machine can tell them apart, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LeastTimes {
    /// From the drum to the reader, and from there to the rack.
    pub step_ms: u64,
    /// From ball to ball.
    pub apart_ms: u64,
}

/// What every machine has: a power-up, a mode, spells, and frames to send.
#[derive(Debug)]
pub struct Controller {
    pub(crate) boot: BootId,
    pub(crate) mode: Mode,
    /// The mode is FAULT until this ends.
    broken: bool,
    mute_until_ms: u64,
    beatless_until_ms: u64,
    deaf_until_ms: u64,
    sent: Vec<SentFrame>,
}

impl Controller {
    pub(crate) fn new(boot: BootId) -> Controller {
        Controller {
            boot,
            mode: Mode::Stop,
            broken: false,
            mute_until_ms: 0,
            beatless_until_ms: 0,
            deaf_until_ms: 0,
            sent: Vec::new(),
        }
    }

    /// Power off and on. What is broken stays broken.
    pub(crate) fn restart(&mut self, boot: BootId) {
        let broken = self.broken;
        *self = Controller::new(boot);
        if broken {
            self.set_broken(true);
        }
    }

    pub(crate) fn set_mode(&mut self, mode: Mode) {
        if !self.broken {
            self.mode = mode;
        }
    }

    /// A mended machine holds until it is told its mode.
    pub(crate) fn set_broken(&mut self, broken: bool) {
        self.broken = broken;
        if broken {
            self.mode = Mode::Fault;
        } else if self.mode == Mode::Fault {
            self.mode = Mode::Hold;
        }
    }

    /// Something is wrong until then; `u64::MAX`: until further notice, 0: no more.
    pub fn suffer(&mut self, spell: Spell, until_ms: u64) {
        match spell {
            Spell::Mute => self.mute_until_ms = until_ms,
            Spell::Beatless => self.beatless_until_ms = until_ms,
            Spell::Deaf => self.deaf_until_ms = until_ms,
        }
    }

    pub(crate) fn suffers(&self, spell: Spell, now_ms: u64) -> bool {
        now_ms
            < match spell {
                Spell::Mute => self.mute_until_ms,
                Spell::Beatless => self.beatless_until_ms,
                Spell::Deaf => self.deaf_until_ms,
            }
    }

    pub(crate) fn send(&mut self, bytes: Vec<u8>, story: bool, now_ms: u64) {
        if !self.suffers(Spell::Mute, now_ms) {
            self.sent.push(SentFrame { bytes, story });
        }
    }
}

/// The talking side of a machine. Sans-IO; times in milliseconds.
pub trait Speaker: fmt::Debug {
    /// Its controller.
    fn controller(&self) -> &Controller;

    /// Its controller, for what can be done to it.
    fn controller_mut(&mut self) -> &mut Controller;

    /// Power off and on: what it kept in memory is gone.
    fn restart(&mut self, boot: BootId, now_ms: u64);

    /// Says what happened, if its protocol can. Returns the frame's number, where frames have one.
    fn store(&mut self, what: Stored, mishap: Mishap, now_ms: u64) -> Option<u32>;

    /// Takes bytes from the host, in pieces of any size.
    fn receive(&mut self, _bytes: &[u8], _now_ms: u64) {}

    /// Lets time pass: call it at least every 10 ms.
    fn tick(&mut self, _now_ms: u64) {}

    /// Takes the frames to send.
    fn take_sent(&mut self) -> Vec<SentFrame> {
        std::mem::take(&mut self.controller_mut().sent)
    }

    /// Takes the frames to send, as bytes.
    fn take_output(&mut self) -> Vec<u8> {
        self.take_sent().into_iter().flat_map(|frame| frame.bytes).collect()
    }

    /// The number of this power-up; meaningless where the protocol has none.
    fn boot(&self) -> BootId {
        self.controller().boot
    }

    /// The present mode.
    fn mode(&self) -> Mode {
        self.controller().mode
    }

    /// It knows a ball by its tag, and no number.
    fn reads_tags(&self) -> bool {
        false
    }

    /// How many frames wait for their acknowledgement.
    fn waiting(&self) -> usize {
        self.unacknowledged().count()
    }

    /// The numbered frames that wait for their acknowledgement, oldest first.
    fn unacknowledged(&self) -> Box<dyn Iterator<Item = (u32, Stored)> + '_> {
        Box::new(std::iter::empty())
    }

    /// Sets what a machine that counts knows of the drum: balls out, and whether one is on its way.
    fn set_out(&mut self, _out: u8, _busy: bool) {}

    /// Begins or ends a fault of the machine itself.
    fn set_broken(&mut self, broken: bool) {
        self.controller_mut().set_broken(broken);
    }

    /// Presses the button of a mode at the machine.
    fn press(&mut self, mode: Mode) {
        self.controller_mut().set_mode(mode);
    }

    /// The fastest its balls may come.
    fn least_times(&self) -> LeastTimes {
        LeastTimes::default()
    }
}
