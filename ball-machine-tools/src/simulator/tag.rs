//! A reader of RFID tags (D3), as its driver file describes it: it knows tags and nothing else. The machine draws, holds
//! and loads by its buttons.

use ball_machine::observation::Tag;
use ball_machine::tag::TagSpec;
use ball_machine::tags::TagTable;
use hall_core::machine::{BootId, Stored};

use crate::speaker::{Controller, LeastTimes, Mishap, Speaker};

/// How much longer the silence between balls is than the least that ends a presence, in milliseconds.
const MARGIN_MS: u64 = 200;

#[derive(Debug)]
pub(super) struct TagMachine {
    spec: TagSpec,
    table: TagTable,
    /// It repeats a tag while its ball is at the reader.
    repeats: bool,
    controller: Controller,
    /// The frame of the ball at the reader, and when it is repeated.
    in_field: Option<(Vec<u8>, u64)>,
}

impl TagMachine {
    pub(super) fn new(spec: TagSpec, table: TagTable, repeats: bool) -> TagMachine {
        TagMachine { spec, table, repeats, controller: Controller::new(BootId(0)), in_field: None }
    }

    /// The tag of a ball, or one that is not in the table.
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

    /// The frame of a tag.
    fn frame(&self, digits: &str) -> Vec<u8> {
        let check = self.spec.check_of(digits.as_bytes());
        [&self.spec.start, digits.as_bytes(), &check, &self.spec.end].concat()
    }

    fn read(&mut self, number: u8, own: bool, mishap: Mishap, now_ms: u64) {
        let tag = self.tag(number, own);
        let good = self.frame(&tag);
        let wrong_sum = |good: &Vec<u8>| {
            let mut wrong = good.clone();
            let last = self.spec.start.len() + self.spec.digits;
            let digit = &mut wrong[if self.spec.check { last } else { last - 1 }];
            *digit = if *digit == b'0' { b'1' } else { b'0' };
            wrong
        };
        let letters = |_: &Vec<u8>| self.frame(&format!("OI{}", &tag[2..]));
        for frame in mishap.first(good.clone(), wrong_sum, letters) {
            self.controller.send(frame, true, now_ms);
        }
        let again = self.repeats && mishap != Mishap::Never;
        self.in_field = again.then_some((good, now_ms + self.spec.gone_after_ms / 3));
    }
}

impl Speaker for TagMachine {
    fn controller(&self) -> &Controller {
        &self.controller
    }

    fn controller_mut(&mut self) -> &mut Controller {
        &mut self.controller
    }

    fn restart(&mut self, boot: BootId, _now_ms: u64) {
        self.controller.restart(boot);
        self.in_field = None;
    }

    fn store(&mut self, what: Stored, mishap: Mishap, now_ms: u64) -> Option<u32> {
        if let Stored::Read { number, set, .. } = what {
            self.read(number, self.table.set() == Some(set), mishap, now_ms);
        } else if matches!(what, Stored::Gone | Stored::FaultRaised(_)) {
            self.in_field = None;
        }
        None
    }

    fn tick(&mut self, now_ms: u64) {
        if let Some((frame, at_ms)) = &mut self.in_field
            && now_ms >= *at_ms
        {
            *at_ms = now_ms + self.spec.gone_after_ms / 3;
            self.controller.send(frame.clone(), true, now_ms);
        }
    }

    fn reads_tags(&self) -> bool {
        true
    }

    fn least_times(&self) -> LeastTimes {
        // The silence between two balls tells them apart.
        LeastTimes { step_ms: 0, apart_ms: self.spec.gone_after_ms + MARGIN_MS }
    }
}
