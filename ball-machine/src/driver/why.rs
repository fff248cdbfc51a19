//! Why bytes are no frame of a file, in the technician's words: which check was awaited, which code nobody has.

use super::Kind;
use crate::contacts::crc16;
use crate::hex::hex;
use crate::observation::{Bad, Why};
use crate::stx::{Message, StxSpec};
use crate::tag::TagSpec;

/// The bytes of an answer to a question for inputs or a register, before its data.
const ANSWER_HEAD: usize = 3;

/// Returns why bytes are no frame, where more can be said than what kind of fault it is.
pub(super) fn why(kind: &Kind, bad: &Bad) -> Option<String> {
    let frame = bad.first();
    match (kind, bad.why) {
        (_, Why::Noise | Why::Unasked) | (Kind::Keypad(_), _) => None,
        (Kind::Stx(spec), _) => stx(spec, frame).err(),
        (Kind::Tag(spec), _) => tag(spec, frame),
        (Kind::Contacts(_), Why::BadCheck) => {
            let to = ANSWER_HEAD + usize::from(*frame.get(2)?);
            let awaited = crc16(frame.get(..to)?).to_le_bytes();
            Some(check(frame.get(to..to + awaited.len())?, &awaited))
        }
        (Kind::Contacts(_), Why::Cut | Why::BadEnd | Why::Unknown) => None,
    }
}

/// Returns the message that some bytes begin with.
///
/// # Errors
/// Why they begin with none.
pub(super) fn stx<'a>(spec: &'a StxSpec, bytes: &[u8]) -> Result<&'a Message, String> {
    if !bytes.starts_with(&spec.start) {
        return Err(format!("no empieza por {}", hex(&spec.start)));
    }
    let rest = bytes.get(spec.code_at..).unwrap_or_default();
    let Some(message) = spec.messages.iter().find(|message| rest.starts_with(&message.code)) else {
        let longest = spec.messages.iter().map(|message| message.code.len()).max().unwrap_or_default();
        let code = &rest[..longest.min(rest.len())];
        return Err(format!("ningún [[message]] tiene el código {}", hex(code)));
    };
    let Some(frame) = bytes.get(..message.length) else {
        let [has, needs] = [bytes.len(), message.length];
        return Err(format!("la trama no termina: llegan {has} bytes y son {needs}"));
    };
    let body_end = spec.body_end(frame.len());
    let (body, tail) = (&frame[spec.start.len()..body_end], &frame[body_end..]);
    let (end, said) = if spec.check_before_end {
        let (said, end) = tail.split_at(spec.check_len());
        (end, said)
    } else {
        tail.split_at(spec.end.len())
    };
    if end != spec.end {
        return Err(ending(end, &spec.end));
    }
    let sum = spec.check_of(body);
    let awaited = match (spec.check_len(), spec.check_in_hex) {
        (0, _) => Vec::new(),
        (_, true) => format!("{sum:02X}").into_bytes(),
        (_, false) => vec![sum],
    };
    if said == awaited { Ok(message) } else { Err(check(said, &awaited)) }
}

fn tag(spec: &TagSpec, frame: &[u8]) -> Option<String> {
    let digits = frame.get(spec.start.len()..spec.start.len() + spec.digits)?;
    let Some(whole) = str::from_utf8(digits).ok().map(|digits| spec.frame(digits)) else {
        return Some(format!("{} no son cifras hexadecimales", hex(digits)));
    };
    let Some(frame) = frame.get(..whole.len()) else {
        return Some(format!("la trama no termina: llegan {} bytes y son {}", frame.len(), whole.len()));
    };
    let end_at = whole.len() - spec.end.len();
    if frame[end_at..] != whole[end_at..] {
        return Some(ending(&frame[end_at..], &spec.end));
    }
    let check_at = spec.start.len() + spec.digits;
    let good = digits.iter().all(|digit| digit.is_ascii_digit() || (b'A'..=b'F').contains(digit));
    if !good {
        return Some("la etiqueta no son cifras hexadecimales en mayúsculas".to_owned());
    }
    (frame[check_at..end_at] != whole[check_at..end_at])
        .then(|| check(&frame[check_at..end_at], &whole[check_at..end_at]))
}

fn check(said: &[u8], awaited: &[u8]) -> String {
    format!("la comprobación es {} y tendría que ser {}", hex(said), hex(awaited))
}

fn ending(said: &[u8], awaited: &[u8]) -> String {
    format!("el final es {} y tendría que ser {}", hex(said), hex(awaited))
}
