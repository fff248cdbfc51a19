//! Every frame that a machine can say: of BLP/1, of each embedded driver, built from what its file says, and of contacts
//! whose number comes in other ways than the embedded file's.

use ball_machine::blp1::frame::Frame;
use ball_machine::blp1::watch::Watch;
use ball_machine::contacts::{Coding, ContactsSpec, Number, crc16};
use ball_machine::decoder::{Decoder, Order};
use ball_machine::driver::{BLP1, Driver, DriverKind, EMBEDDED};
use ball_machine::keypad::KeypadSpec;
use ball_machine::observation::Observation;
use ball_machine::stx::{Field, Means, StxSpec};
use ball_machine::tag::TagSpec;
use ball_machine::tags::TagTable;
use ball_machine_tools::frame::Encode as _;
use hall_core::machine::{BootId, Fault, Mode, SetId, Stored};

/// The power-up of a machine of BLP/1.
pub const BOOT: BootId = BootId(0x5F3A_91C2);
/// The number of its stored frames: each is the next that its host waits for.
pub const SEQ: u32 = 17;

/// A machine that says frames.
pub struct Machine {
    /// Its driver's name.
    pub name: String,
    /// Its driver; `None`: it speaks BLP/1.
    pub driver: Option<Driver>,
    tags: TagTable,
    /// Only what says a number: the rest of it another machine says too.
    numbers_only: bool,
}

/// One frame, and what makes somebody listen to it.
pub struct Spoken {
    pub bytes: Vec<u8>,
    /// The question that it answers.
    pub asked: Asked,
    /// The number it says: no ball's, perhaps.
    pub number: Option<u8>,
}

/// The question that is open when a frame comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// The machine speaks unasked.
    Nothing,
    /// How the inputs are: the first thing that is asked of contacts.
    Inputs,
    /// The ball's number: asked while a ball is at the reader.
    Number,
    /// To set a coil, of this order.
    Coil(Order),
}

/// Returns one machine of each kind. `tags`: those of the set loaded.
pub fn machines(tags: &TagTable) -> Vec<Machine> {
    let machine = |name: &str, driver, numbers_only| Machine {
        name: name.to_owned(),
        driver,
        tags: tags.clone(),
        numbers_only,
    };
    let driven = |name, text: &str, part| machine(name, Some(Driver::parse(name, text).unwrap()), part);
    let mut all = vec![machine(BLP1, None, false)];
    all.extend(EMBEDDED.map(|(name, text)| driven(name, text, false)));
    let (_, contacts) = EMBEDDED.iter().find(|(name, _)| *name == "contactos").unwrap();
    let (register, binary, count) = ("register = 0 ", "coding = \"binary\"", "count = 8");
    assert!([register, binary, count].iter().all(|part| contacts.contains(part)));
    all.push(driven("contactos, bcd", &contacts.replace(binary, "coding = \"bcd\""), true));
    let lines = contacts.replace(register, "lines = [8, 9, 10, 11, 12, 13, 14, 15] ");
    all.push(driven("contactos, lines", &lines.replace(count, "count = 16"), true));
    all
}

impl Machine {
    /// Returns a decoder of what it says.
    pub fn decoder(&self) -> Box<dyn Decoder> {
        match &self.driver {
            Some(driver) => driver.decoder(Some(&self.tags)),
            None => Box::new(Watch::default()),
        }
    }

    /// Returns the contacts it is, if it is: they are asked.
    pub fn contacts(&self) -> Option<&ContactsSpec> {
        match &self.driver.as_ref()?.kind {
            DriverKind::Contacts(spec) => Some(spec),
            DriverKind::Keypad(_) | DriverKind::Stx(_) | DriverKind::Tag(_) => None,
        }
    }

    /// Returns whether a person keys what it says: no evidence, and without a check.
    pub fn is_keypad(&self) -> bool {
        self.driver.as_ref().is_some_and(|driver| matches!(driver.kind, DriverKind::Keypad(_)))
    }

    /// Returns every frame that it can say.
    pub fn frames(&self) -> Vec<Spoken> {
        let mut frames: Vec<Spoken> = match self.driver.as_ref().map(|driver| &driver.kind) {
            None => blp1(),
            Some(DriverKind::Keypad(spec)) => keypad(spec),
            Some(DriverKind::Stx(spec)) => stx(spec),
            Some(DriverKind::Tag(spec)) => tags(spec, &self.tags),
            Some(DriverKind::Contacts(spec)) => {
                [inputs(spec), registers(spec), coils(spec, &mut *self.decoder())]
                    .into_iter()
                    .flatten()
                    .collect()
            }
        };
        frames.retain(|frame| !self.numbers_only || frame.asked == Asked::Number || frame.number.is_some());
        frames
    }
}

/// The ninety balls, and what no ball has.
fn numbers() -> impl Iterator<Item = u8> {
    (0..=91).chain([99])
}

fn unasked(bytes: Vec<u8>, number: Option<u8>) -> Spoken {
    Spoken { bytes, asked: Asked::Nothing, number }
}

/// Returns every kind of frame of BLP/1 with every word that it can have.
fn blp1() -> Vec<Spoken> {
    let set = SetId::parse("A").unwrap();
    let faults = [Fault::Jam, Fault::Multiple, Fault::Returned, Fault::Blower, Fault::Sensor, Fault::Power];
    let mut stored = vec![Stored::Present, Stored::NoRead, Stored::Gone, Stored::Loaded];
    stored.extend([Stored::DoorOpened, Stored::DoorClosed]);
    stored.extend(faults.iter().flat_map(|f| [Stored::FaultRaised(*f), Stored::FaultCleared(*f)]));
    stored.extend(numbers().map(|number| Stored::Read { number, set, confidence: 98 }));
    let mut frames = vec![Frame::Identity { boot: BOOT, balls: 90, set }];
    let modes = [Mode::Stop, Mode::Run, Mode::Hold, Mode::Load, Mode::Fault];
    frames.extend(modes.map(|mode| Frame::Beat { seq: SEQ - 1, mode, out: 16 }));
    frames.extend(stored.into_iter().map(|what| Frame::Stored { seq: SEQ, what }));
    let number = |frame: &Frame| match frame {
        Frame::Stored { what: Stored::Read { number, .. }, .. } => Some(*number),
        Frame::Stored { .. } | Frame::Identity { .. } | Frame::Beat { .. } => None,
    };
    frames.iter().map(|frame| unasked(frame.encode().into_bytes(), number(frame))).collect()
}

/// Returns each number in two digits, and those of one.
fn keypad(spec: &KeypadSpec) -> Vec<Spoken> {
    let keys = numbers().map(|n| (format!("{n:02}"), n)).chain((1..=9).map(|n| (n.to_string(), n)));
    keys.map(|(keys, n)| unasked([keys.as_bytes(), &[spec.enter]].concat(), Some(n))).collect()
}

/// Returns the frame of each message; of those that say a number, with each, and one with letters.
fn stx(spec: &StxSpec) -> Vec<Spoken> {
    let mut all = Vec::new();
    for message in &spec.messages {
        let mut body = vec![b'0'; spec.body_end(message.length)];
        let put =
            |body: &mut [u8], at: usize, bytes: &[u8]| body[at..at + bytes.len()].copy_from_slice(bytes);
        put(&mut body, 0, &spec.start);
        put(&mut body, spec.code_at, &message.code);
        let Means::Read { number, set, confidence } = message.means else {
            all.push(unasked(sealed(spec, &body), None));
            continue;
        };
        if let Some(Field { at, len }) = set {
            put(&mut body, at, format!("{:<len$}", "A").as_bytes());
        }
        if let Some(Field { at, len }) = confidence {
            put(&mut body, at, &format!("{:0>len$}", 98).as_bytes()[..len]);
        }
        let Field { at, len } = number;
        for number in numbers().map(Some).chain([None]) {
            let digits = number.map_or("OIO"[..len].to_owned(), |number| format!("{number:0len$}"));
            if digits.len() == len {
                put(&mut body, at, digits.as_bytes());
                all.push(unasked(sealed(spec, &body), number));
            }
        }
    }
    all
}

/// Returns the whole frame: its check and its end behind all the rest.
fn sealed(spec: &StxSpec, body: &[u8]) -> Vec<u8> {
    let check = spec.check_of(&body[spec.start.len()..]);
    let behind = if spec.check_before_end { [&check, &spec.end] } else { [&spec.end, &check] };
    [body, behind[0], behind[1]].concat()
}

/// Returns the frame of each ball's tag, and of one that is in no ball.
fn tags(spec: &TagSpec, table: &TagTable) -> Vec<Spoken> {
    let enrolled = (1..=90).map(|ball| (table.tag(ball).unwrap().to_string(), Some(ball)));
    let stranger = ("0C000621A7".to_owned(), None);
    let frame = |digits: &str| {
        let byte = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).unwrap();
        let xor = (0..digits.len()).step_by(2).fold(0, |sum, at| sum ^ byte(at));
        let check = if spec.check { format!("{xor:02X}") } else { String::new() };
        [&spec.start, digits.as_bytes(), check.as_bytes(), &spec.end].concat()
    };
    enrolled.chain([stranger]).map(|(digits, ball)| unasked(frame(&digits), ball)).collect()
}

/// Returns an answer of a module: its CRC behind it.
fn answer(spec: &ContactsSpec, behind_unit: &[u8]) -> Vec<u8> {
    let body = [&[spec.unit], behind_unit].concat();
    [&body[..], &crc16(&body).to_le_bytes()].concat()
}

/// Returns the answer with these inputs on, the first in the lowest bit.
fn said(spec: &ContactsSpec, on: u64) -> Vec<u8> {
    let len = spec.count.div_ceil(8);
    answer(spec, &[&[0x02, len as u8], &on.to_le_bytes()[..usize::from(len)]].concat())
}

/// Returns the bit of the contact of a ball at the reader.
fn present(spec: &ContactsSpec) -> u64 {
    let input = spec.inputs.iter().find(|input| input.on == Observation::Present).unwrap();
    assert!(!input.inverted);
    1 << input.at
}

/// Returns the answer that a ball is at the reader.
pub fn ball_is_there(spec: &ContactsSpec) -> Vec<u8> {
    said(spec, present(spec))
}

fn inputs(spec: &ContactsSpec) -> Vec<Spoken> {
    let spoken = |on, number| Spoken { bytes: said(spec, on), asked: Asked::Inputs, number };
    let all = (1 << spec.count) - 1;
    let frames: Vec<Spoken> = if let Some(Number::Lines { at, coding }) = &spec.number {
        let on = |number| {
            let bits = at.iter().enumerate().filter(|(bit, _)| coded(*coding, number) >> bit & 1 == 1);
            bits.fold(present(spec), |on, (_, at)| on | 1 << at)
        };
        numbers().map(|number| spoken(on(number), Some(number).filter(|number| *number > 0))).collect()
    } else if spec.count <= 8 {
        (0..=all).map(|on| spoken(on, None)).collect()
    } else {
        (0..spec.count).map(|at| 1 << at).chain([0, all, present(spec)]).map(|on| spoken(on, None)).collect()
    };
    assert!(frames.iter().any(|frame| frame.bytes == ball_is_there(spec)), "a ball may be there");
    frames
}

fn coded(coding: Coding, number: u8) -> u16 {
    u16::from(match coding {
        Coding::Binary => number,
        Coding::Bcd => number / 10 * 16 + number % 10,
    })
}

/// Returns the answers with the ball's number. 0 is none yet; more than 99 is none that can be read.
fn registers(spec: &ContactsSpec) -> Vec<Spoken> {
    let Some(Number::Register { coding, .. }) = &spec.number else { return Vec::new() };
    let frame = |value: u16, number| {
        let [high, low] = value.to_be_bytes();
        Spoken { bytes: answer(spec, &[0x04, 2, high, low]), asked: Asked::Number, number }
    };
    let beyond = [0x00FF, 0x0107, 0xFFFF].map(|value| frame(value, None));
    let known = |number: u8| frame(coded(*coding, number), Some(number).filter(|number| *number > 0));
    numbers().map(known).chain(beyond).collect()
}

/// Returns the answer to each coil of each order: its echo.
fn coils(spec: &ContactsSpec, decoder: &mut dyn Decoder) -> Vec<Spoken> {
    let mut all: Vec<Spoken> = Vec::new();
    let mut now_ms = 0;
    for mode in [Mode::Stop, Mode::Run, Mode::Hold, Mode::Load] {
        let order = Order::Want(mode);
        decoder.order(order);
        for _ in 0..4 {
            now_ms += spec.poll_ms.max(spec.answer_ms);
            decoder.tick(now_ms, &mut |_| ());
            let bytes = decoder.take_output();
            if bytes[1] == 0x05 {
                // Not answered, it would be asked for again.
                decoder.push(&bytes, now_ms, &mut |_| ());
            }
            if bytes[1] == 0x05 && all.iter().all(|spoken| spoken.bytes != bytes) {
                all.push(Spoken { bytes, asked: Asked::Coil(order), number: None });
            }
        }
    }
    all
}
