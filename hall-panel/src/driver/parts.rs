//! Reads a driver file: its head, and by its kind the rest. A result counts only if no fault was found.

use std::collections::BTreeMap;

use serial_line::line::{BAUD_MAX, BAUD_MIN, LineSettings, Parity};
use settings_file::Table;

use super::{Driver, Kind};
use crate::alpha::{Files, LINES_MAX, PRIORITY_MAX, Sign};
use crate::dmx::{CHANNELS, Lamps, Meaning, Signal};
use crate::sacn::{PRIORITY_MAX as HIGHEST, UNIVERSE_MAX};
use crate::state::BALLS;
use crate::talk::{PAUSE_MS, REFRESH_MS, RIGHT_WITHIN_MS};
use crate::template::{Face, Template};

/// The version of the files' form.
const FORMAT: u64 = 1;

/// Reads what is special to a kind; `None` where too much is wrong.
type ReadKind = fn(&Table<'_>, LineSettings) -> Option<Kind>;

/// The kinds, and the parts that only they have: misspelt ones are told even where the rest cannot be read.
const KINDS: [(&str, (ReadKind, &[&str])); 3] = [
    ("alpha", (alpha, &["line", "sign", "show"])),
    ("sacn", (sacn, &["universe", "lamps", "signal"])),
    ("dmx-usb-pro", (usb_pro, &["line", "lamps", "signal"])),
];

const MEANINGS: [(&str, Meaning); 5] = [
    ("draw", Meaning::Draw),
    ("line", Meaning::Line),
    ("bingo", Meaning::Bingo),
    ("hold", Meaning::Hold),
    ("lost", Meaning::Lost),
];

const POSITIONS: [(&str, u8); 6] =
    [("middle", 0x20), ("top", 0x22), ("bottom", 0x26), ("fill", 0x30), ("left", 0x31), ("right", 0x32)];

pub(super) fn driver(name: &str, root: Table<'_>) -> Option<Driver> {
    if root.has("format") && root.any_number("format") != Some(FORMAT) {
        root.fault_at(root.place("format"), format!("este programa conoce el formato {FORMAT}"));
    }
    root.needed_as("kind", "qué clase de panel es: alpha, sacn o dmx-usb-pro");
    root.needed_as("about", "una frase que lo describe");
    let about = root.text("about").unwrap_or_default();
    let (read, parts) = root.choice("kind", &KINDS)?;
    let line = if parts.contains(&"line") { root.part("line").map(line) } else { None };
    let line = line.unwrap_or_default();
    let kind = read(&root, line);
    root.finish();
    Some(Driver { name: name.to_owned(), about, line, kind: kind? })
}

fn line(part: Table<'_>) -> LineSettings {
    part.needed(&["baud"]);
    let parities = [("none", Parity::None), ("even", Parity::Even), ("odd", Parity::Odd)];
    let line = LineSettings {
        baud: part.number("baud", BAUD_MIN..=BAUD_MAX).unwrap_or(9_600),
        data_bits: part.number("data_bits", 7..=8).unwrap_or(8),
        parity: part.choice("parity", &parities).unwrap_or_default(),
        stop_bits: part.number("stop_bits", 1..=2).unwrap_or(1),
    };
    part.finish();
    line
}

fn alpha(root: &Table<'_>, line: LineSettings) -> Option<Kind> {
    let part = root.needed_part("sign", "cómo es el rótulo");
    let kind = part.text_as("type", "la letra del tipo de rótulo, «Z» para cualquiera", one_sign);
    let digits = "dos cifras hexadecimales, «00» para cualquiera";
    let address = part.text_as("address", digits, two_digits);
    let position = part.choice("position", &POSITIONS).unwrap_or(0x20);
    let files = part.choice("files", &[("priority", Files::Priority), ("strings", Files::Strings)]);
    let files = files.unwrap_or(Files::Priority);
    let answer_ms = part.number("answer_ms", 20..=500);
    if files == Files::Strings && answer_ms.is_none() && !part.has("answer_ms") {
        let text = "con files = \"strings\" el rótulo tiene que responder, o nadie sabría que olvidó sus ficheros: \
                    falta «answer_ms»";
        part.fault_at(part.place("files"), text);
    }
    let at = part.at();
    part.finish();
    let face = face(root)?;
    let longest = face.bytes_max() + face.lines_max();
    if files == Files::Priority && longest > PRIORITY_MAX {
        let text = format!(
            "el fichero de prioridad tiene {PRIORITY_MAX} bytes, y estas líneas pueden llegar a {longest}: menos texto, o \
             files = \"strings\""
        );
        root.fault_at(root.place("show"), text);
    }
    let (kind, address) = (kind.unwrap_or(b'Z'), address.unwrap_or(*b"00"));
    let sign = Sign { kind, address, position, files, answer_ms, face };
    let within_ms = sign.right_within_ms(REFRESH_MS, PAUSE_MS, line.byte_us());
    if within_ms > RIGHT_WITHIN_MS {
        let text = format!(
            "a {line} el rótulo tardaría hasta {within_ms} ms en estar bien al volver la corriente, y son \
             {RIGHT_WITHIN_MS} como mucho: más velocidad, menos texto o menos «answer_ms»"
        );
        root.fault_at(if root.has("line") { root.place("line") } else { at }, text);
    }
    Some(Kind::Alpha(sign))
}

fn one_sign(text: &str) -> Option<u8> {
    text.bytes().next().filter(|byte| text.len() == 1 && byte.is_ascii_graphic())
}

fn two_digits(text: &str) -> Option<[u8; 2]> {
    let upper = |byte: &u8| byte.is_ascii_digit() || (b'A'..=b'F').contains(byte);
    <[u8; 2]>::try_from(text.as_bytes()).ok().filter(|digits| digits.iter().all(upper))
}

fn face(root: &Table<'_>) -> Option<Face> {
    let part = root.needed_part("show", "qué se escribe en el rótulo");
    part.needed(&["balls", "words"]);
    let balls = lines(&part, "balls");
    let words = lines(&part, "words");
    part.finish();
    let face = Face { balls, words };
    (!face.balls.is_empty() && !face.words.is_empty()).then_some(face)
}

fn lines(part: &Table<'_>, key: &'static str) -> Vec<Template> {
    let texts = part.texts(key);
    if part.has(key) && !(1..=LINES_MAX).contains(&texts.len()) {
        part.fault_at(part.place(key), format!("«{key}» tiene de 1 a {LINES_MAX} líneas"));
    }
    let one = |(at, text): (usize, String)| {
        Template::parse(&text).map_err(|why| part.fault_at(at, format!("«{key}»: {why}"))).ok()
    };
    texts.into_iter().filter_map(one).collect()
}

fn sacn(root: &Table<'_>, _line: LineSettings) -> Option<Kind> {
    let part = root.needed_part("universe", "el universo de DMX");
    part.needed(&["number"]);
    let universe = part.number("number", 1..=UNIVERSE_MAX).unwrap_or(1);
    let priority = part.number("priority", 0..=HIGHEST).unwrap_or(100);
    part.finish();
    Some(Kind::Sacn { universe, priority, lamps: lamps(root)? })
}

fn usb_pro(root: &Table<'_>, _line: LineSettings) -> Option<Kind> {
    Some(Kind::UsbPro(lamps(root)?))
}

fn lamps(root: &Table<'_>) -> Option<Lamps> {
    let part = root.needed_part("lamps", "los canales de los noventa números");
    let mut used = BTreeMap::new();
    let channels = channels(&part, &mut used);
    let lit = part.number("lit", 1..=255).unwrap_or(255);
    let unlit = part.number("unlit", 0..=254).unwrap_or(0);
    let last = part.number("last", 1..=255).unwrap_or(lit);
    let old = part.number("old", 0..=255).unwrap_or(lit / 3);
    for (key, level) in [("lit", lit), ("last", last)] {
        if level <= unlit {
            let text = format!("«{key}» tiene que ser más que «unlit», que es {unlit}; aquí hay {level}");
            part.fault_at(part.place_of(key).unwrap_or(part.at()), text);
        }
    }
    part.finish();
    let signals = root.tables("signal").into_iter().filter_map(|part| signal(part, &mut used)).collect();
    Some(Lamps { channels: channels?, lit, unlit, last, old, signals })
}

/// The channels of the ninety, and whose they are.
fn channels(part: &Table<'_>, used: &mut BTreeMap<u16, String>) -> Option<[u16; BALLS as usize]> {
    let count = usize::from(BALLS);
    match (part.has("first"), part.has("channels")) {
        (true, true) => {
            let text = "o «first», o «channels»: con los dos no se sabe cuál vale";
            part.fault_at(part.place("channels"), text);
        }
        (false, false) => part.fault(format!(
            "falta «first», el canal del 1, y los demás le siguen; o «channels», los {count} canales en orden"
        )),
        (true, false) | (false, true) => (),
    }
    let first =
        part.number::<u16>("first", 1..=CHANNELS + 1 - u16::from(BALLS)).and_then(Lamps::channels_from);
    let listed = part.numbers::<u16>("channels", 1..=CHANNELS);
    if part.has("channels") && !listed.is_empty() && listed.len() != count {
        let text = format!("«channels» tiene {count} canales, del 1 al {count}; aquí hay {}", listed.len());
        part.fault_at(part.place("channels"), text);
    }
    for (ball, (at, channel)) in (1..).zip(&listed) {
        if let Some(other) = used.insert(*channel, format!("del {ball}")) {
            part.fault_at(*at, format!("el canal {channel} ya es el {other}"));
        }
    }
    let all: Vec<u16> = listed.iter().map(|(_, channel)| *channel).collect();
    let channels = first.or_else(|| all.try_into().ok())?;
    used.extend((1..).zip(channels).map(|(ball, channel): (u16, u16)| (channel, format!("del {ball}"))));
    Some(channels)
}

fn signal(part: Table<'_>, used: &mut BTreeMap<u16, String>) -> Option<Signal> {
    part.needed(&["channel", "means"]);
    let channel = part.number::<u16>("channel", 1..=CHANNELS);
    let means = part.choice("means", &MEANINGS);
    if let Some(other) = channel.and_then(|channel| used.insert(channel, "de otra señal".to_owned())) {
        let channel = channel.unwrap_or_default();
        part.fault_at(part.place("channel"), format!("el canal {channel} ya es el {other}"));
    }
    part.finish();
    Some(Signal { channel: channel?, means: means? })
}
