//! The tables of a driver file, one after the other. Each says what is wrong with it; that a
//! driver comes out means nothing before the faults were looked at.

use hall_core::ball::Ball;
use hall_core::machine::{Fault as MachineFault, Mode, SetId};
use settings_file::{Fault, Table};

use super::bytes::Bytes;
use super::sense::{self, Codes};
use super::vector::Vector;
use super::wires::contacts;
use super::{Driver, Kind, Resend, digits};
use crate::decoder::ORDERS;
use crate::hex::hex_bytes;
use crate::keypad::KeypadSpec;
use crate::line::{BAUD_MAX, BAUD_MIN, LineSettings, Parity};
use crate::observation::{FAULTS, MODES, Tag};
use crate::presence::Ends;
use crate::scan::FRAME_MAX;
use crate::stx::{Answers, Check, Field, MESSAGES_MAX, Means, Message, StxSpec};
use crate::tag::TagSpec;
use crate::tags::TagTable;

/// The longest time a file may say, in milliseconds: ten minutes.
pub(super) const TIME_MAX_MS: u64 = 600_000;
/// A machine is heard each second; three of them missing are a silent line.
pub(super) const SILENT_MS: u64 = 3_000;

#[derive(Clone, Copy)]
enum KindWord {
    Keypad,
    Stx,
    Tag,
    Contacts,
}

const KINDS: [(&str, KindWord); 4] = [
    ("keypad", KindWord::Keypad),
    ("stx", KindWord::Stx),
    ("tag", KindWord::Tag),
    ("contacts", KindWord::Contacts),
];

/// The form of driver files that this program knows.
const FORMAT: u64 = 1;

/// What every kind has at the head of its file, and what each has besides: to name a table that is misspelt
/// where nothing can be read without it.
pub(super) const ALL_KINDS: [&str; 6] = ["format", "kind", "about", "line", "confidence", "vector"];
pub(super) const STX_KEYS: [&str; 8] =
    ["frame", "message", "load", "presence", "acknowledge", "resend", "alive", "orders"];
pub(super) const TAG_KEYS: [&str; 6] = ["frame", "presence", "load", "repeats", "set", "ball"];
pub(super) const CONTACTS_KEYS: [&str; 5] = ["modbus", "input", "number", "load", "orders"];
pub(super) const MESSAGE_KEYS: [&str; 6] = ["code", "length", "means", "number", "set", "confidence"];

pub(super) fn driver(name: &str, root: Table<'_>) -> Option<Driver> {
    if root.any_number("format") != Some(FORMAT) && root.has("format") {
        let text = format!("este programa conoce el formato {FORMAT}");
        root.fault_at(root.place("format"), text);
    }
    root.needed("kind");
    root.needed("about");
    root.needed("line");
    let kind = root.choice("kind", &KINDS)?;
    let mut driver = Driver {
        name: name.to_owned(),
        about: root.text("about").unwrap_or_default(),
        line: root.table("line").map(line).unwrap_or_default(),
        kind: Kind::Keypad(KeypadSpec { enter: b'\r', frame_ms: 0 }),
        warnings: Vec::new(),
        vectors: Vec::new(),
        silent_ms: None,
        resend: None,
        resend_ms: None,
        load_ms: None,
        again_ms: None,
        tags: TagTable::default(),
    };
    let seven_bits = driver.line.data_bits == 7 && !matches!(kind, KindWord::Contacts);
    let bytes = Bytes { seven_bits };
    let confidence = root.number("confidence", 0..=100).unwrap_or(100) as u8;
    let mut codes = Codes::new();
    let (read, keys) = match kind {
        KindWord::Keypad => (Some(Kind::Keypad(keypad(&root, bytes))), &[][..]),
        KindWord::Stx => (stx(&root, &mut driver, confidence, &mut codes).map(Kind::Stx), &STX_KEYS[..]),
        KindWord::Tag => (tag(&root, &mut driver, confidence).map(Kind::Tag), &TAG_KEYS[..]),
        KindWord::Contacts => {
            (contacts(&root, &mut driver, confidence).map(Kind::Contacts), &CONTACTS_KEYS[..])
        }
    };
    let Some(read) = read else {
        root.finish_knowing(&[&ALL_KINDS, keys].concat());
        return None;
    };
    driver.kind = read;
    driver.vectors = root.tables("vector").into_iter().filter_map(|node| vector(node, bytes)).collect();
    if let Kind::Stx(spec) = &driver.kind {
        driver.warnings.extend(sense::untried(spec, &codes, &driver.vectors));
    }
    driver.warnings.sort_by_key(|warning| warning.line);
    if driver.vectors.is_empty() {
        root.fault("falta un [[vector]]: bytes del manual o de la máquina, y lo que significan");
    }
    root.finish();
    Some(driver)
}

fn line(node: Table<'_>) -> LineSettings {
    node.needed("baud");
    let settings = LineSettings {
        baud: node.number("baud", u64::from(BAUD_MIN)..=u64::from(BAUD_MAX)).unwrap_or(9_600) as u32,
        data_bits: node.number("data_bits", 7..=8).unwrap_or(8) as u8,
        parity: node
            .choice("parity", &[("none", Parity::None), ("even", Parity::Even), ("odd", Parity::Odd)])
            .unwrap_or_default(),
        stop_bits: node.number("stop_bits", 1..=2).unwrap_or(1) as u8,
    };
    node.finish();
    settings
}

fn vector(node: Table<'_>, bytes: Bytes) -> Option<Vector> {
    node.needed("bytes");
    node.needed("gives");
    let mut pieces = Vec::new();
    for (at, text) in node.texts("bytes") {
        match hex_bytes(&text) {
            Some(piece) => {
                bytes.fit(&node, at, &piece);
                pieces.push(piece);
            }
            None => node.fault_at(at, format!("«{text}» no son bytes; se escriben así: \"02 4A\"")),
        }
    }
    let vector = Vector {
        line: node.line(node.at()),
        pieces,
        gives: node.text("gives").unwrap_or_default(),
        sends: bytes.read(&node, "sends", 0..=512),
        wait_ms: node.number("wait_ms", 0..=TIME_MAX_MS).unwrap_or(0),
    };
    if node.has("bytes") && vector.pieces.concat().is_empty() {
        node.fault_at(node.place("bytes"), "un vector sin bytes no prueba nada");
    }
    let whole = node.has("bytes") && node.has("gives");
    node.finish();
    whole.then_some(vector)
}

fn keypad(root: &Table<'_>, bytes: Bytes) -> KeypadSpec {
    let place = root.place("enter");
    let enter = bytes.read(root, "enter", 1..=1).map_or(b'\r', |bytes| bytes[0]);
    if enter.is_ascii_digit() {
        root.fault_at(place, "«enter» no puede ser una cifra");
    }
    KeypadSpec { enter, frame_ms: root.number("timeout_ms", 100..=TIME_MAX_MS).unwrap_or(5_000) }
}

/// Tells how the desk learns that the balls are back in the drum.
pub(super) fn load(root: &Table<'_>, driver: &mut Driver, told: bool) {
    driver.load_ms = root.table("load").and_then(|node| {
        node.needed("takes_ms");
        let takes_ms = node.number("takes_ms", 0..=TIME_MAX_MS);
        if told {
            node.fault("la máquina ya dice que las bolas están en el bombo: sobra [load]");
        }
        node.finish();
        takes_ms
    });
    if !told && !root.has("load") {
        root.fault(
            "nada dice cuándo están las bolas en el bombo: un mensaje o contacto «loaded», o [load] con takes_ms",
        );
    }
}

fn tag(root: &Table<'_>, driver: &mut Driver, confidence: u8) -> Option<TagSpec> {
    root.needed("frame");
    root.needed("presence");
    load(root, driver, false);
    let (frame, bytes) = (root.table("frame")?, Bytes::of(driver.line));
    frame.needed("start");
    frame.needed("digits");
    let said = frame.size("digits", 2..=16);
    let digits = said.unwrap_or(2);
    if !digits.is_multiple_of(2) {
        frame.fault_at(frame.place("digits"), "«digits» es par: dos cifras por byte");
    }
    let spec = TagSpec {
        start: bytes.read(&frame, "start", 1..=4).unwrap_or_else(|| vec![2]),
        end: bytes.read(&frame, "end", 0..=4).unwrap_or_default(),
        digits,
        check: frame.choice("check", &[("none", false), ("xor", true)]).unwrap_or(false),
        gone_after_ms: presence_ms(root)?,
        confidence,
        frame_ms: frame.number("timeout_ms", 1..=TIME_MAX_MS).unwrap_or(100),
    };
    if spec.end.is_empty() && !spec.check {
        frame.fault("sin final ni comprobación, cualquier ruido sería una etiqueta");
    }
    if spec.start[0].is_ascii_hexdigit() {
        frame.fault_at(frame.place("start"), "«start» no puede ser una cifra hexadecimal");
    }
    if root.flag("repeats").unwrap_or(false) {
        driver.resend_ms = Some(spec.gone_after_ms);
    }
    driver.warnings.extend(sense::patience(&frame, driver.line, spec.frame_ms));
    frame.finish();
    own_tags(root, driver, said.filter(|said| said.is_multiple_of(2)));
    driver.warnings.push(Fault::new(
        1,
        "la etiqueta se puede copiar y su comprobación es débil: nunca es la única prueba de una bola",
    ));
    Some(spec)
}

fn presence_ms(root: &Table<'_>) -> Option<u64> {
    let node = root.table("presence")?;
    node.needed("gone_after_ms");
    let gone_after_ms = node.number("gone_after_ms", 10..=60_000);
    node.finish();
    gone_after_ms
}

/// The tags that a file has itself: those of its vectors, or of a small set.
fn own_tags(root: &Table<'_>, driver: &mut Driver, wanted: Option<usize>) {
    let place = root.place("set");
    let set = root.text("set").map(|text| (SetId::parse(&text), text));
    if let Some((None, text)) = &set {
        root.fault_at(place, format!("«{text}» no es un juego: de 1 a 8 letras A-Z y cifras"));
    }
    if let Some((Some(set), _)) = set {
        driver.tags = TagTable::new(set);
    }
    for node in root.tables("ball") {
        node.needed("tag");
        node.needed("number");
        let place = node.place("tag");
        let number = node.number("number", 1..=90).and_then(|n| Ball::new(n as u8));
        let text = node.text("tag").unwrap_or_default();
        match (Tag::parse(text.as_bytes()), number) {
            (Some(tag), _) if wanted.is_some_and(|wanted| digits(&tag) != wanted) => {
                let (has, wanted) = (digits(&tag), wanted.unwrap_or_default());
                let text = format!("la etiqueta tiene {has} cifras, y el lector dice {wanted} («digits»)");
                node.fault_at(place, text);
            }
            (Some(tag), Some(ball)) => {
                if let Err(repeat) = driver.tags.add(tag, ball.number()) {
                    node.fault_at(place, repeat.to_string());
                }
            }
            (None, _) => node.fault_at(
                place,
                format!("«{text}» no es una etiqueta: de 1 a 16 cifras hexadecimales en mayúsculas"),
            ),
            (Some(_), None) => (),
        }
        node.finish();
    }
}

fn stx(root: &Table<'_>, driver: &mut Driver, confidence: u8, codes: &mut Codes) -> Option<StxSpec> {
    root.needed("frame");
    let (frame, bytes) = (root.table("frame")?, Bytes::of(driver.line));
    frame.needed("start");
    frame.needed("check");
    let checks = [
        ("none", Check::None),
        ("xor", Check::Xor),
        ("xor-with-end", Check::XorWithEnd),
        ("sum256", Check::Sum256),
    ];
    let mut spec = StxSpec {
        start: bytes.read(&frame, "start", 1..=4).unwrap_or_else(|| vec![2]),
        end: bytes.read(&frame, "end", 0..=4).unwrap_or_default(),
        check: frame.choice("check", &checks).unwrap_or(Check::None),
        check_in_hex: frame.choice("check_form", &[("raw", false), ("hex", true)]).unwrap_or(false),
        check_before_end: frame
            .choice("check_place", &[("after-end", false), ("before-end", true)])
            .unwrap_or(false),
        code_at: 0,
        messages: Vec::new(),
        ends: Ends::AtOnce(0),
        confidence,
        answers: None,
        poll: None,
        orders: Default::default(),
        frame_ms: frame.number("timeout_ms", 1..=TIME_MAX_MS).unwrap_or(100),
    };
    spec.code_at = frame.size("code_at", 0..=63).unwrap_or(spec.start.len());
    if spec.code_at < spec.start.len() {
        frame.fault_at(frame.place("code_at"), "«code_at» cae sobre el comienzo de la trama");
    }
    let length_said = frame.has("length");
    let length = frame.size("length", 2..=FRAME_MAX as u64);
    if spec.end.is_empty() && spec.check == Check::None {
        frame.fault("sin final ni comprobación, cualquier ruido sería una bola");
    }
    let check_at = frame.line(frame.place("check"));
    driver.warnings.extend(sense::patience(&frame, driver.line, spec.frame_ms));
    frame.finish();
    let length = Length { of_all: length, said: length_said };
    messages(root, &mut spec, length, codes, bytes);
    let tells = |means: Means| spec.messages.iter().any(|message| message.means == means);
    load(root, driver, tells(Means::Loaded));
    resend(root, driver);
    spec.ends = match (root.has("presence"), tells(Means::Gone)) {
        (true, told) => {
            let place = root.place("presence");
            if told {
                root.fault_at(place, "la máquina ya dice que la bola sale: sobra [presence]");
            }
            Ends::Silence(presence_ms(root).unwrap_or(500))
        }
        (false, true) => Ends::Told(driver.resend_ms.unwrap_or(0)),
        (false, false) => Ends::AtOnce(driver.resend_ms.unwrap_or(0)),
    };
    spec.answers = root.table("acknowledge").map(|node| answers(node, bytes));
    alive(root, &mut spec, driver);
    if let Some(node) = root.table("orders") {
        for (index, (_, word)) in ORDERS.iter().enumerate() {
            spec.orders[index] = bytes.read(&node, word, 1..=64).unwrap_or_default();
        }
        let says_mode = spec.messages.iter().any(|message| matches!(message.means, Means::Mode(_)));
        let given = spec.orders.iter().any(|order| !order.is_empty());
        again(&node, driver, says_mode, given);
        sense::orders(&node, &spec);
        node.finish();
    }
    sense::frames(root, &spec, driver);
    if spec.check == Check::None {
        driver.warnings.push(Fault::new(check_at, "sin comprobación: el ruido de la línea puede dar bolas"));
    } else {
        driver.warnings.push(Fault::new(
            check_at,
            "comprobación débil: deja pasar algunas tramas con dos bits cambiados, y nunca es la única prueba de una bola",
        ));
    }
    if driver.silent_ms.is_none() {
        driver
            .warnings
            .push(Fault::new(1, "la máquina no late ni responde: un cable suelto en su extremo no se nota"));
    }
    Some(spec)
}

/// Tells how often an order is said again to a machine that does not say what it does.
pub(super) fn again(node: &Table<'_>, driver: &mut Driver, says_mode: bool, given: bool) {
    driver.again_ms = node.number("again_ms", 200..=TIME_MAX_MS);
    if says_mode && node.has("again_ms") {
        node.fault_at(
            node.place("again_ms"),
            "la máquina ya dice qué hace, y una orden se repite hasta que la cumple: sobra «again_ms»",
        );
    }
    if given && !says_mode && driver.again_ms.is_none() {
        let text = "la máquina no dice qué hace, y cada orden se da una sola vez: si se pierde en la línea nadie lo \
                    sabe; si oírla dos veces es lo mismo que una, ponga «again_ms»";
        driver.warnings.push(Fault::new(node.line(node.at()), text));
    }
}

fn answers(node: Table<'_>, bytes: Bytes) -> Answers {
    node.needed("good");
    let answers = Answers {
        good: bytes.read(&node, "good", 1..=16).unwrap_or_default(),
        bad: bytes.read(&node, "bad", 1..=16).unwrap_or_default(),
        after_commit: node.choice("when", &[("committed", true), ("received", false)]).unwrap_or(true),
    };
    node.finish();
    answers
}

fn resend(root: &Table<'_>, driver: &mut Driver) {
    if let Some(node) = root.table("resend") {
        node.needed("times");
        node.needed("every_ms");
        let times = node.number("times", 1..=20).unwrap_or(1);
        driver.resend = node.number("every_ms", 10..=10_000).map(|every_ms| Resend { times, every_ms });
        driver.resend_ms = driver.resend.map(|resend| resend.times * resend.every_ms);
        node.finish();
    }
}

fn alive(root: &Table<'_>, spec: &mut StxSpec, driver: &mut Driver) {
    let Some(node) = root.table("alive") else { return };
    driver.silent_ms = Some(node.number("silent_ms", 100..=TIME_MAX_MS).unwrap_or(SILENT_MS));
    if node.has("poll") || node.has("every_ms") {
        node.needed("poll");
        node.needed("every_ms");
        let poll = Bytes::of(driver.line).read(&node, "poll", 1..=64).unwrap_or_default();
        spec.poll = Some((poll, node.number("every_ms", 10..=TIME_MAX_MS).unwrap_or(1_000)));
    }
    node.finish();
}

/// What a message or an input can mean by a word alone.
pub(super) fn plain_means(word: &str) -> Option<Means> {
    let fault_of = |word: &str| -> Option<MachineFault> {
        FAULTS.iter().find(|(_, code, _)| *code == word).map(|(fault, ..)| *fault)
    };
    Some(match word {
        "no-read" => Means::NoRead,
        "present" => Means::Present,
        "gone" => Means::Gone,
        "alive" => Means::Alive,
        "loaded" => Means::Loaded,
        "door-open" => Means::Door(true),
        "door-closed" => Means::Door(false),
        _ => match (word.strip_prefix("mode-"), word.strip_suffix("-over")) {
            (Some(mode), _) => Means::Mode(mode_of(mode)?),
            (None, Some(fault)) => Means::Fault(fault_of(fault)?, false),
            (None, None) => Means::Fault(fault_of(word)?, true),
        },
    })
}

fn mode_of(word: &str) -> Option<Mode> {
    MODES.iter().find(|(_, code, _)| *code == word).map(|(mode, ..)| *mode)
}

/// The length of all frames, where the file says one, and whether it tried to.
#[derive(Clone, Copy)]
struct Length {
    of_all: Option<usize>,
    said: bool,
}

fn messages(root: &Table<'_>, spec: &mut StxSpec, length: Length, codes: &mut Codes, bytes: Bytes) {
    let nodes = root.tables("message");
    let is_list = root.length("message").is_some() || !root.has("message");
    if is_list && (nodes.is_empty() || nodes.len() > MESSAGES_MAX) {
        root.fault(format!("hacen falta de 1 a {MESSAGES_MAX} [[message]]: lo que dice la máquina"));
    }
    for node in nodes {
        let place = node.at();
        if let Some(message) = message(&node, spec, length, bytes) {
            for other in &spec.messages {
                let (short, long) = if other.code.len() <= message.code.len() {
                    (other, &message)
                } else {
                    (&message, other)
                };
                if other.code == message.code {
                    root.fault_at(place, "otro [[message]] tiene el mismo código");
                } else if long.code.starts_with(&short.code) && long.length != short.length {
                    root.fault_at(
                        place,
                        "su código es el comienzo de otro de distinta longitud: no se sabría cuál es",
                    );
                }
            }
            codes.push((message.code.clone(), root.line(place)));
            spec.messages.push(message);
            node.finish();
        } else {
            // Not every key was asked for.
            node.finish_knowing(&MESSAGE_KEYS);
        }
    }
    spec.messages.sort_by_key(|message| std::cmp::Reverse(message.code.len()));
}

fn message(node: &Table<'_>, spec: &StxSpec, length: Length, bytes: Bytes) -> Option<Message> {
    node.needed("means");
    let code = bytes.read(node, "code", 0..=8).unwrap_or_default();
    let length_at = node.place("length");
    let Some(length) = node.size("length", 2..=FRAME_MAX as u64).or(length.of_all) else {
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
        node.needed("number");
        let mut taken = vec![("code", spec.code_at, code.len())];
        let number = field(node, "number", "digits", 1..=3, spec, length, &mut taken)?;
        let set = field(node, "set", "chars", 1..=8, spec, length, &mut taken);
        let confidence = field(node, "confidence", "digits", 1..=3, spec, length, &mut taken);
        Means::Read { number, set, confidence }
    } else {
        let Some(means) = plain_means(&word) else {
            node.fault_at(
                means_at,
                format!(
                    "«means»: no se conoce «{word}»; hay read, no-read, present, gone, alive, loaded, door-open, \
                     door-closed, mode-stop, mode-run, mode-hold, mode-load, mode-fault, y jam, multiple, returned, \
                     blower, sensor o power, solos o con -over"
                ),
            );
            return None;
        };
        means
    };
    Some(Message { code, length, means })
}

/// Reads `key = { at = 2, digits = 2 }`; `taken` has what of the frame is spoken for.
fn field(
    node: &Table<'_>,
    key: &'static str,
    size: &'static str,
    sizes: std::ops::RangeInclusive<u64>,
    spec: &StxSpec,
    length: usize,
    taken: &mut Vec<(&'static str, usize, usize)>,
) -> Option<Field> {
    let table = node.entry(key, &format!("{key} = {{ at = 3, {size} = 2 }}"))?;
    table.needed("at");
    table.needed(size);
    let place = table.at();
    let (at, len) = (table.size("at", 0..=63), table.size(size, sizes));
    table.finish();
    let (at, len) = (at?, len?);
    let (from, to) = (spec.start.len(), spec.body_end(length));
    if at < from || at + len > to {
        let text = format!(
            "«{key}» ocupa {at} a {}, y entre comienzo y final hay {from} a {}",
            at + len - 1,
            to - 1
        );
        node.fault_at(place, text);
        return None;
    }
    if let Some((other, ..)) = taken.iter().find(|(_, from, size)| at < from + size && *from < at + len) {
        node.fault_at(place, format!("«{key}» se solapa con «{other}»"));
        return None;
    }
    taken.push((key, at, len));
    Some(Field { at, len })
}
