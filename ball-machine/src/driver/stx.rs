//! The tables of a driver file for frames with start, end and check.

use std::cmp::Reverse;
use std::ops::{Range, RangeInclusive};

use settings_file::{Fault, Table};

use super::bytes::Bytes;
use super::draft::{Draft, SILENT_MS, TIME_MAX_MS, again, load, presence_ms};
use super::{DriverKind, Resend, sense, why};
use crate::decoder::ORDERS;
use crate::framed::Answers;
use crate::hex::hex;
use crate::observation::Observation;
use crate::presence::Ends;
use crate::scan::FRAME_MAX;
use crate::stx::{Check, Field, MESSAGES_MAX, Means, Message, StxSpec};

pub(super) const MESSAGE_KEYS: [&str; 6] = ["code", "length", "means", "number", "set", "confidence"];

const CHECKS: [(&str, Check); 4] = [
    ("none", Check::None),
    ("xor", Check::Xor),
    ("xor-with-end", Check::XorWithEnd),
    ("sum256", Check::Sum256),
];

pub(super) fn read(root: &Table<'_>, draft: &mut Draft) -> Option<DriverKind> {
    root.needed(&["frame"]);
    let (frame, bytes) = (root.table("frame")?, draft.bytes);
    frame.needed(&["start", "check"]);
    let places = [("after-end", false), ("before-end", true)];
    let mut spec = StxSpec {
        start: bytes.read(&frame, "start", 1..=4).unwrap_or_else(|| vec![2]),
        end: bytes.read(&frame, "end", 0..=4).unwrap_or_default(),
        check: frame.choice("check", &CHECKS).unwrap_or(Check::None),
        check_in_hex: frame.choice("check_form", &[("raw", false), ("hex", true)]).unwrap_or(false),
        check_before_end: frame.choice("check_place", &places).unwrap_or(false),
        code_at: 0,
        messages: Vec::new(),
        ends: Ends::AtOnce(0),
        confidence: draft.confidence,
        answers: None,
        poll: None,
        orders: Default::default(),
        frame_ms: frame.number("timeout_ms", 1..=TIME_MAX_MS).unwrap_or(100),
    };
    spec.code_at = frame.number("code_at", 0..=63).unwrap_or(spec.start.len());
    if spec.code_at < spec.start.len() {
        frame.fault_at(frame.place("code_at"), "«code_at» cae sobre el comienzo de la trama");
    }
    let length = Length { said: frame.has("length"), of_all: frame.number("length", 2..=FRAME_MAX) };
    if spec.end.is_empty() && spec.check == Check::None {
        frame.fault("sin final ni comprobación, cualquier ruido sería una bola");
    }
    let check_at = frame.line(frame.place("check"));
    draft.warnings.extend(sense::patience(&frame, draft.line, spec.frame_ms));
    frame.finish();
    messages(root, &mut spec, length, draft);
    let tells = |seen| spec.messages.iter().any(|message| message.means == Means::Plain(seen));
    load(root, draft, tells(Observation::Loaded));
    resend(root, draft);
    let resend_ms = draft.timing.resend_ms.unwrap_or(0);
    spec.ends = match (root.has("presence"), tells(Observation::Gone)) {
        (true, told) => {
            let place = root.place("presence");
            if told {
                root.fault_at(place, "la máquina ya dice que la bola sale: sobra [presence]");
            }
            Ends::Silence(presence_ms(root).unwrap_or(500))
        }
        (false, true) => Ends::Told(resend_ms),
        (false, false) => Ends::AtOnce(resend_ms),
    };
    spec.answers = root.table("acknowledge").map(|node| answers(node, bytes));
    alive(root, &mut spec, draft);
    orders(root, &mut spec, draft);
    sense::frames(root, &spec, draft);
    let weak = if spec.check == Check::None {
        "sin comprobación: el ruido de la línea puede dar bolas"
    } else {
        "comprobación débil: deja pasar algunas tramas con dos bits cambiados, y nunca es la única prueba de una bola"
    };
    draft.warnings.push(Fault::new(check_at, weak));
    if draft.timing.silent_ms.is_none() {
        let text = "la máquina no late ni responde: un cable suelto en su extremo no se nota";
        draft.warnings.push(Fault::new(1, text));
    }
    Some(DriverKind::Stx(spec))
}

fn answers(node: Table<'_>, bytes: Bytes) -> Answers {
    node.needed(&["good"]);
    let answers = Answers {
        good: bytes.read(&node, "good", 1..=16).unwrap_or_default(),
        bad: bytes.read(&node, "bad", 1..=16).unwrap_or_default(),
        after_commit: node.choice("when", &[("committed", true), ("received", false)]).unwrap_or(true),
    };
    node.finish();
    answers
}

fn resend(root: &Table<'_>, draft: &mut Draft) {
    let Some(node) = root.table("resend") else { return };
    node.needed(&["times", "every_ms"]);
    let times = node.number("times", 1..=20).unwrap_or(1);
    draft.resend = node.number("every_ms", 10..=10_000).map(|every_ms| Resend { times, every_ms });
    draft.timing.resend_ms = draft.resend.map(|resend| resend.times * resend.every_ms);
    node.finish();
}

fn alive(root: &Table<'_>, spec: &mut StxSpec, draft: &mut Draft) {
    let Some(node) = root.table("alive") else { return };
    draft.timing.silent_ms = Some(node.number("silent_ms", 100..=TIME_MAX_MS).unwrap_or(SILENT_MS));
    if node.has("poll") || node.has("every_ms") {
        node.needed(&["poll", "every_ms"]);
        let poll = draft.bytes.read(&node, "poll", 1..=64).unwrap_or_default();
        spec.poll = Some((poll, node.number("every_ms", 10..=TIME_MAX_MS).unwrap_or(1_000)));
    }
    node.finish();
}

fn orders(root: &Table<'_>, spec: &mut StxSpec, draft: &mut Draft) {
    let Some(node) = root.table("orders") else { return };
    spec.orders = ORDERS.map(|(_, word)| draft.bytes.read(&node, word, 1..=64).unwrap_or_default());
    let mode = |message: &Message| matches!(message.means, Means::Plain(Observation::Mode(_)));
    let given = spec.orders.iter().any(|order| !order.is_empty());
    again(&node, draft, spec.messages.iter().any(mode), given);
    sense::orders(&node, spec);
    node.finish();
}

/// The length of all frames, where the file has one, and whether it has the key.
#[derive(Clone, Copy)]
struct Length {
    said: bool,
    of_all: Option<usize>,
}

fn messages(root: &Table<'_>, spec: &mut StxSpec, length: Length, draft: &mut Draft) {
    let nodes = root.tables("message");
    let is_list = root.length("message").is_some() || !root.has("message");
    if is_list && (nodes.is_empty() || nodes.len() > MESSAGES_MAX) {
        root.fault(format!("hacen falta de 1 a {MESSAGES_MAX} [[message]]: lo que dice la máquina"));
    }
    for node in nodes {
        let place = node.at();
        let Some(message) = message(&node, spec, length, draft.bytes) else {
            // Not every key was asked for.
            node.finish_knowing(&MESSAGE_KEYS);
            continue;
        };
        for other in &spec.messages {
            let begins = |a: &Message, b: &Message| b.code.starts_with(&a.code) && a.length != b.length;
            if other.code == message.code {
                root.fault_at(place, "otro [[message]] tiene el mismo código");
            } else if begins(other, &message) || begins(&message, other) {
                root.fault_at(
                    place,
                    "su código es el comienzo de otro de distinta longitud: no se sabría cuál es",
                );
            }
        }
        draft.codes.push((message.code.clone(), root.line(place)));
        spec.messages.push(message);
        node.finish();
    }
    spec.messages.sort_by_key(|message| Reverse(message.code.len()));
}

fn message(node: &Table<'_>, spec: &StxSpec, length: Length, bytes: Bytes) -> Option<Message> {
    node.needed(&["means"]);
    let code = bytes.read(node, "code", 0..=8).unwrap_or_default();
    let length_at = node.place("length");
    let Some(length) = node.number("length", 2..=FRAME_MAX).or(length.of_all) else {
        if !length.said && !node.has("length") {
            node.fault("falta «length», aquí o en [frame]: los bytes de la trama entera");
        }
        return None;
    };
    let least = (spec.code_at + code.len()).max(spec.start.len()) + spec.check_len() + spec.end.len();
    if length < least {
        node.fault_at(
            length_at,
            format!("una trama de {length} bytes no puede ser: comienzo, código, comprobación y final ya son {least}"),
        );
        return None;
    }
    let means_at = node.place("means");
    let word = node.text("means")?;
    let means = if word == "read" {
        node.needed(&["number"]);
        let body = spec.start.len()..spec.body_end(length);
        let mut fields = Fields { node, body, taken: vec![("code", spec.code_at, code.len())] };
        let number = fields.read("number", "digits", 1..=3)?;
        let set = fields.read("set", "chars", 1..=8);
        let confidence = fields.read("confidence", "digits", 1..=3);
        Some(Means::Read { number, set, confidence })
    } else {
        Observation::of_word(&word).map(Means::Plain)
    };
    if means.is_none() {
        node.fault_at(
            means_at,
            format!(
                "«means»: no se conoce «{word}»; hay read, no-read, present, gone, alive, loaded, door-open, \
                 door-closed, mode-stop, mode-run, mode-hold, mode-load, mode-fault, y jam, multiple, returned, \
                 blower, sensor o power, solos o con -over"
            ),
        );
    }
    Some(Message { code, length, means: means? })
}

/// The fields of a message.
struct Fields<'n, 't> {
    node: &'n Table<'t>,
    /// The part of the frame between start and end.
    body: Range<usize>,
    /// The fields so far, with offset and length.
    taken: Vec<(&'static str, usize, usize)>,
}

impl Fields<'_, '_> {
    /// Reads `key = { at = 2, digits = 2 }`.
    fn read(&mut self, key: &'static str, size: &'static str, sizes: RangeInclusive<usize>) -> Option<Field> {
        let table = self.node.entry(key, &format!("{key} = {{ at = 3, {size} = 2 }}"))?;
        table.needed(&["at", size]);
        let place = table.at();
        let (at, len) = (table.number("at", 0..=63), table.number(size, sizes));
        table.finish();
        let (at, len): (usize, usize) = (at?, len?);
        let (from, to) = (self.body.start, self.body.end);
        if at < from || at + len > to {
            let text = format!(
                "«{key}» ocupa {at} a {}, y entre comienzo y final hay {from} a {}",
                at + len - 1,
                to - 1
            );
            self.node.fault_at(place, text);
            return None;
        }
        let overlaps = |(_, from, size): &&(&str, usize, usize)| at < from + size && *from < at + len;
        if let Some((other, ..)) = self.taken.iter().find(overlaps) {
            self.node.fault_at(place, format!("«{key}» se solapa con «{other}»"));
            return None;
        }
        self.taken.push((key, at, len));
        Some(Field { at, len })
    }
}

/// The message that some bytes begin with.
///
/// # Errors
/// Why they begin with none, in the technician's words.
pub(super) fn message_of<'a>(spec: &'a StxSpec, bytes: &[u8]) -> Result<&'a Message, String> {
    if !bytes.starts_with(&spec.start) {
        return Err(format!("no empieza por {}", hex(&spec.start)));
    }
    let Some(message) = spec.message(bytes) else {
        let rest = bytes.get(spec.code_at..).unwrap_or_default();
        let longest = spec.messages.iter().map(|message| message.code.len()).max().unwrap_or_default();
        let code = &rest[..longest.min(rest.len())];
        return Err(format!("ningún [[message]] tiene el código {}", hex(code)));
    };
    let Some(frame) = bytes.get(..message.length) else {
        return Err(why::unfinished(bytes.len(), message.length));
    };
    let (body, check, end) = spec.parts(frame);
    let awaited = spec.check_of(body);
    if end != spec.end {
        Err(why::end(end, &spec.end))
    } else if check != awaited {
        Err(why::check(check, &awaited))
    } else {
        Ok(message)
    }
}

/// Warns of messages without a vector. `codes`: with their lines.
pub(super) fn untried(
    spec: &StxSpec,
    codes: &[(Vec<u8>, usize)],
    vectors: impl Iterator<Item = Vec<u8>>,
) -> Vec<Fault> {
    let mut tried: Vec<&[u8]> = Vec::new();
    for bytes in vectors {
        let mut at = 0;
        while at < bytes.len() {
            match message_of(spec, &bytes[at..]) {
                Ok(message) => {
                    tried.push(&message.code);
                    at += message.length;
                }
                Err(_) => at += 1,
            }
        }
    }
    let missing = codes.iter().filter(|(code, _)| !tried.contains(&code.as_slice()));
    missing.map(|(_, line)| Fault::new(*line, "ningún [[vector]] tiene este mensaje")).collect()
}
