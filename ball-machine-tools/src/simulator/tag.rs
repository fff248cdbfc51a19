//! A reader of RFID tags (D3), as its driver's file says: it knows tags and nothing else. Whoever
//! wants it to draw, to hold or to load presses the machine's buttons.

use hall_core::machine::{BootId, Mode, Stored};

use super::panel::Panel;
use super::speaker::{Controls, Pace, Said, Speaker};
use crate::device::Mishap;
use ball_machine::observation::Tag;
use ball_machine::tag::TagSpec;
use ball_machine::tags::TagTable;

/// What is left of a silence beyond the least that ends a presence, in milliseconds.
const MARGIN_MS: u64 = 200;

#[derive(Debug)]
pub(super) struct TagMachine {
    spec: TagSpec,
    table: TagTable,
    /// A tag is said again and again while its ball is at the reader.
    repeats: bool,
    panel: Panel,
    /// The frame of the ball at the reader, and when it is said again.
    in_field: Option<(Vec<u8>, u64)>,
    said: Vec<Said>,
}

impl TagMachine {
    pub(super) fn new(spec: TagSpec, table: TagTable, repeats: bool) -> TagMachine {
        TagMachine { spec, table, repeats, panel: Panel::default(), in_field: None, said: Vec::new() }
    }

    /// Returns the tag of a ball of this table, or one that no ball of it has.
    fn tag(&self, number: u8, own: bool) -> String {
        if let Some(tag) = self.table.tag(number).filter(|_| own) {
            return tag.to_string();
        }
        let digits = self.spec.digits;
        let last = u64::MAX >> (64 - 4 * digits);
        let free = |value: &u64| {
            let tag = Tag::parse(format!("{value:0digits$X}").as_bytes());
            tag.is_some_and(|tag| self.table.ball(tag).is_none())
        };
        let value = (0..=last).rev().skip(usize::from(number)).find(free).unwrap_or_default();
        format!("{value:0digits$X}")
    }

    /// Returns the frame that says these digits, as many as there are to a tag.
    fn frame(&self, digits: &str) -> Vec<u8> {
        let check = self.spec.check_of(digits.as_bytes());
        [self.spec.start.as_slice(), digits.as_bytes(), check.as_bytes(), &self.spec.end].concat()
    }

    fn say(&mut self, bytes: &[u8], now_ms: u64) {
        if !self.panel.is_mute(now_ms) {
            self.said.push(Said { bytes: bytes.to_vec(), story: true });
        }
    }

    fn read(&mut self, number: u8, own: bool, mishap: Mishap, now_ms: u64) {
        let tag = self.tag(number, own);
        let good = self.frame(&tag);
        match mishap {
            Mishap::None => self.say(&good, now_ms),
            Mishap::Twice => {
                self.say(&good, now_ms);
                self.say(&good, now_ms);
            }
            Mishap::WrongSum => {
                let mut wrong = good.clone();
                let last = self.spec.start.len() + self.spec.digits;
                let digit = &mut wrong[if self.spec.check { last } else { last - 1 }];
                *digit = if *digit == b'0' { b'1' } else { b'0' };
                self.say(&wrong, now_ms);
            }
            Mishap::Letters => {
                let letters = format!("OI{}", &tag[2..]);
                let wrong = self.frame(&letters);
                self.say(&wrong, now_ms);
            }
            Mishap::Late | Mishap::Never => (),
        }
        let again = self.repeats && mishap != Mishap::Never;
        self.in_field = again.then_some((good, now_ms + self.spec.gone_after_ms / 3));
    }
}

impl Speaker for TagMachine {
    fn restart(&mut self, boot: BootId, _now_ms: u64) {
        self.panel.restart(boot);
        self.in_field = None;
    }

    fn store(&mut self, what: Stored, mishap: Mishap, now_ms: u64) -> Option<u32> {
        match what {
            Stored::Read { number, set, .. } => {
                self.read(number, self.table.set() == Some(set), mishap, now_ms);
            }
            Stored::Gone | Stored::FaultRaised(_) => self.in_field = None,
            Stored::Present
            | Stored::NoRead
            | Stored::FaultCleared(_)
            | Stored::DoorOpened
            | Stored::DoorClosed
            | Stored::Loaded => (),
        }
        None
    }

    fn receive(&mut self, _bytes: &[u8], _now_ms: u64) {}

    fn tick(&mut self, now_ms: u64) {
        if let Some((frame, at_ms)) = self.in_field.clone()
            && now_ms >= at_ms
        {
            self.say(&frame, now_ms);
            self.in_field = Some((frame, now_ms + self.spec.gone_after_ms / 3));
        }
    }

    fn take_said(&mut self) -> Vec<Said> {
        std::mem::take(&mut self.said)
    }

    fn boot(&self) -> BootId {
        self.panel.boot
    }

    fn mode(&self) -> Mode {
        self.panel.mode()
    }

    fn reads_tags(&self) -> bool {
        true
    }

    fn controls(&mut self) -> &mut dyn Controls {
        &mut self.panel
    }

    fn pace(&self) -> Pace {
        // A ball is told from the next by the silence between them.
        Pace { step_ms: 0, apart_ms: self.spec.gone_after_ms + MARGIN_MS }
    }
}
