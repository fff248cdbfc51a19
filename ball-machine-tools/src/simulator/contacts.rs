//! Contacts behind a Modbus RTU module (D4), as the driver's file says: it answers what it is asked.

use ball_machine::contacts::{Coding, Coil, ContactsSpec, Number, crc16};
use ball_machine::decoder::{ORDERS, Order};
use ball_machine::observation::Observation;
use hall_core::machine::{BootId, Stored};

use crate::speaker::{Controller, LeastTimes, Mishap, Speaker, Spell};

/// A request: unit, function, address, count or value, sum.
const REQUEST: usize = 8;
/// A number that no coding of balls has.
const NO_BALL: u16 = 0xFF;

#[derive(Debug)]
pub(super) struct ContactsMachine {
    spec: ContactsSpec,
    controller: Controller,
    /// What was seen and has not ended.
    on: Vec<Observation>,
    number: u16,
    /// The end of the pulse.
    loaded_until_ms: u64,
    coils: Vec<Coil>,
    /// For the next answer with the ball's number.
    mishap: Mishap,
    input: Vec<u8>,
    heard_ms: u64,
}

impl ContactsMachine {
    pub(super) fn new(spec: ContactsSpec) -> ContactsMachine {
        ContactsMachine {
            spec,
            controller: Controller::new(BootId(0)),
            on: Vec::new(),
            number: 0,
            loaded_until_ms: 0,
            coils: Vec::new(),
            mishap: Mishap::None,
            input: Vec::new(),
            heard_ms: 0,
        }
    }

    fn set(&mut self, seen: Observation, on: bool) {
        self.on.retain(|known| *known != seen);
        if on {
            self.on.push(seen);
        }
    }

    fn is_on(&self, seen: Observation, now_ms: u64) -> bool {
        if let Observation::Mode(mode) = seen {
            return self.mode() == mode;
        }
        self.on.contains(&seen) || (seen == Observation::Loaded && now_ms < self.loaded_until_ms)
    }

    /// The bytes of the inputs, the first in the lowest bit.
    fn inputs(&self, now_ms: u64) -> Vec<u8> {
        let mut bytes = vec![0_u8; usize::from(self.spec.count.div_ceil(8))];
        let mut close = |at: u16| bytes[usize::from(at / 8)] |= 1 << (at % 8);
        for input in &self.spec.inputs {
            if self.is_on(input.on, now_ms) != input.inverted {
                close(input.at);
            }
        }
        if let Some(Number::Lines { at, .. }) = &self.spec.number {
            at.iter()
                .enumerate()
                .filter(|(bit, _)| self.number >> bit & 1 == 1)
                .for_each(|(_, at)| close(*at));
        }
        bytes
    }

    fn answer(&mut self, request: &[u8], now_ms: u64) {
        let &[unit, function, high, low, value_high, value_low, ..] = request else { return };
        let at = u16::from_be_bytes([high, low]);
        let (data, with_number) = match (function, &self.spec.number) {
            (0x02, number) => (self.inputs(now_ms), matches!(number, Some(Number::Lines { .. }))),
            (0x04, Some(Number::Register { at: register, .. })) if *register == at => {
                (self.number.to_be_bytes().to_vec(), true)
            }
            (0x05, _) => {
                if !self.controller.suffers(Spell::Deaf, now_ms) {
                    self.set_coil(Coil { at, on: value_high == 0xFF });
                }
                return self.say(request[..6].to_vec(), false, Mishap::None, now_ms);
            }
            (_, _) => return self.say(vec![unit, function | 0x80, 2], false, Mishap::None, now_ms),
        };
        debug_assert!(value_high == 0 && value_low > 0, "a request for some of them");
        let tells = with_number && self.number != 0;
        let mishap = if tells { std::mem::take(&mut self.mishap) } else { Mishap::None };
        let mut body = vec![unit, function, data.len() as u8];
        body.extend(data);
        self.say(body, tells, mishap, now_ms);
    }

    fn say(&mut self, body: Vec<u8>, story: bool, mishap: Mishap, now_ms: u64) {
        let frame = [&body[..], &crc16(&body).to_le_bytes()].concat();
        let wrong_sum = |frame: &Vec<u8>| {
            let mut wrong = frame.clone();
            wrong[body.len()] ^= 1;
            wrong
        };
        for frame in mishap.first(frame, wrong_sum, Vec::clone) {
            self.controller.send(frame, story, now_ms);
        }
    }

    /// The mode is that of the order whose last coil this is, and whose coils all stand so.
    fn set_coil(&mut self, coil: Coil) {
        self.coils.retain(|known| known.at != coil.at);
        self.coils.push(coil);
        let stands = |order: &&Vec<Coil>| {
            order.last() == Some(&coil) && order.iter().all(|coil| self.coils.contains(coil))
        };
        let orders = self.spec.orders.iter().zip(ORDERS);
        let longest = orders.filter(|(coils, _)| stands(coils)).max_by_key(|(coils, _)| coils.len());
        if let Some((_, (Order::Want(mode), _))) = longest {
            self.controller.set_mode(mode);
        }
    }
}

impl Speaker for ContactsMachine {
    fn controller(&self) -> &Controller {
        &self.controller
    }

    fn controller_mut(&mut self) -> &mut Controller {
        &mut self.controller
    }

    fn restart(&mut self, boot: BootId, _now_ms: u64) {
        self.controller.restart(boot);
        self.set(Observation::Present, false);
        self.number = 0;
        self.coils.clear();
        self.input.clear();
    }

    fn store(&mut self, what: Stored, mishap: Mishap, now_ms: u64) -> Option<u32> {
        match what {
            Stored::Present => self.set(Observation::Present, true),
            Stored::Read { number, .. } => {
                let coding = match self.spec.number {
                    Some(Number::Register { coding, .. } | Number::Lines { coding, .. }) => Some(coding),
                    None => None,
                };
                self.number = match (mishap, coding) {
                    (Mishap::Never, _) => 0,
                    (Mishap::Letters, _) => NO_BALL,
                    (_, None) => 0,
                    (_, Some(Coding::Bcd)) => u16::from(number / 10 * 16 + number % 10),
                    (_, Some(Coding::Binary)) => u16::from(number),
                };
                self.mishap = mishap;
            }
            Stored::Gone => {
                self.set(Observation::Present, false);
                (self.number, self.mishap) = (0, Mishap::None);
            }
            Stored::FaultRaised(fault) => {
                // The ball has left the reader.
                self.set(Observation::Present, false);
                self.number = 0;
                self.set(Observation::FaultRaised(fault), true);
            }
            Stored::FaultCleared(fault) => self.set(Observation::FaultRaised(fault), false),
            Stored::DoorOpened => self.set(Observation::DoorOpened, true),
            Stored::DoorClosed => self.set(Observation::DoorOpened, false),
            Stored::Loaded => self.loaded_until_ms = now_ms + self.spec.pulse_ms,
            Stored::NoRead => (),
        }
        None
    }

    fn receive(&mut self, bytes: &[u8], now_ms: u64) {
        // A silence ends a request that came in part (Modbus over serial line, 2.5.1.1).
        if now_ms > self.heard_ms + self.spec.poll_ms / 2 {
            self.input.clear();
        }
        self.heard_ms = now_ms;
        for byte in bytes {
            self.input.push(*byte);
            if self.input[0] != self.spec.unit {
                self.input.clear();
            } else if self.input.len() == REQUEST {
                let request = std::mem::take(&mut self.input);
                let (body, sum) = request.split_at(REQUEST - 2);
                if crc16(body).to_le_bytes() == sum {
                    self.answer(body, now_ms);
                }
            }
        }
    }

    fn least_times(&self) -> LeastTimes {
        let ContactsSpec { poll_ms, debounce, pulse_ms, .. } = self.spec;
        // Each question of the number has one for the inputs before it; two more for those that fail.
        let rounds = u64::from(debounce) + 2;
        let step_ms = pulse_ms.max(2 * rounds * poll_ms);
        LeastTimes { step_ms, apart_ms: 2 * step_ms + rounds * poll_ms }
    }
}
