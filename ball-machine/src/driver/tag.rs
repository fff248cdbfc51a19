//! The tables of a driver file for a reader of tags.

use hall_core::ball::Ball;
use hall_core::machine::SetId;
use settings_file::{Fault, Table};

use super::draft::{Draft, TIME_MAX_MS, load, presence_ms};
use super::{DriverKind, sense, why};
use crate::hex::hex;
use crate::observation::Tag;
use crate::tag::TagSpec;
use crate::tags::TagTable;

pub(super) fn read(root: &Table<'_>, draft: &mut Draft) -> Option<DriverKind> {
    root.needed(&["frame", "presence"]);
    load(root, draft, false);
    let (frame, bytes) = (root.table("frame")?, draft.bytes);
    frame.needed(&["start", "digits"]);
    let said = frame.number("digits", 2..=16);
    let digits: usize = said.unwrap_or(2);
    if !digits.is_multiple_of(2) {
        frame.fault_at(frame.place("digits"), "«digits» es par: dos cifras por byte");
    }
    let spec = TagSpec {
        start: bytes.read(&frame, "start", 1..=4).unwrap_or_else(|| vec![2]),
        end: bytes.read(&frame, "end", 0..=4).unwrap_or_default(),
        digits,
        check: frame.choice("check", &[("none", false), ("xor", true)]).unwrap_or(false),
        gone_after_ms: presence_ms(root)?,
        confidence: draft.confidence,
        frame_ms: frame.number("timeout_ms", 1..=TIME_MAX_MS).unwrap_or(100),
    };
    if spec.end.is_empty() && !spec.check {
        frame.fault("sin final ni comprobación, cualquier ruido sería una etiqueta");
    }
    if spec.start[0].is_ascii_hexdigit() {
        frame.fault_at(frame.place("start"), "«start» no puede ser una cifra hexadecimal");
    }
    if root.flag("repeats").unwrap_or(false) {
        draft.timing.resend_ms = Some(spec.gone_after_ms);
    }
    draft.warnings.extend(sense::patience(&frame, draft.line, spec.frame_ms));
    frame.finish();
    own_tags(root, draft, said.filter(|said| said.is_multiple_of(2)));
    draft.warnings.push(Fault::new(
        1,
        "la etiqueta se puede copiar y su comprobación es débil: nunca es la única prueba de una bola",
    ));
    Some(DriverKind::Tag(spec))
}

/// The tags in the file itself: those of its vectors, or of a small set.
fn own_tags(root: &Table<'_>, draft: &mut Draft, wanted: Option<usize>) {
    let place = root.place("set");
    if let Some(text) = root.text("set") {
        match SetId::parse(&text) {
            Some(set) => draft.tags = TagTable::new(set),
            None => {
                root.fault_at(place, format!("«{text}» no es un juego: de 1 a 8 letras A-Z y cifras"));
            }
        }
    }
    for node in root.tables("ball") {
        node.needed(&["tag", "number"]);
        let place = node.place("tag");
        let ball = node.number("number", 1..=90).and_then(Ball::new);
        let text = node.text("tag").unwrap_or_default();
        match (Tag::parse(text.as_bytes()), ball, wanted) {
            (Some(tag), _, Some(wanted)) if tag.digits() != wanted => {
                let text = format!(
                    "la etiqueta tiene {} cifras, y el lector dice {wanted} («digits»)",
                    tag.digits()
                );
                node.fault_at(place, text);
            }
            (Some(tag), Some(ball), _) => {
                if let Err(repeat) = draft.tags.add(tag, ball.number()) {
                    node.fault_at(place, repeat.to_string());
                }
            }
            (None, ..) => node.fault_at(
                place,
                format!("«{text}» no es una etiqueta: de 1 a 16 cifras hexadecimales en mayúsculas"),
            ),
            (Some(_), None, _) => (),
        }
        node.finish();
    }
}

/// Why bytes are no frame, in the technician's words.
pub(super) fn why(spec: &TagSpec, bytes: &[u8]) -> Option<String> {
    let digits = bytes.get(spec.start.len()..)?.get(..spec.digits)?;
    if str::from_utf8(digits).is_err() {
        return Some(format!("{} no son cifras hexadecimales", hex(digits)));
    }
    let Some(frame) = bytes.get(..spec.length()) else {
        return Some(why::unfinished(bytes.len(), spec.length()));
    };
    let (_, check, end) = spec.parts(frame);
    let awaited = spec.check_of(digits);
    if end != spec.end {
        Some(why::end(end, &spec.end))
    } else if Tag::parse(digits).is_none() {
        Some("la etiqueta no son cifras hexadecimales en mayúsculas".to_owned())
    } else {
        (check != awaited).then(|| why::check(check, &awaited))
    }
}
