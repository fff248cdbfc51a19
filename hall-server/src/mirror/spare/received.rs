//! A portion as a spare receives it.

use super::SpareKey;
use crate::journal::Portion;
use crate::mirror::frame::{FrameHead, HEAD_LEN, Kind, TAIL_LEN, sha256};

/// The portion in a frame, with every line's hash looked at; `None` where the frame is not whole, is for another key, or has not
/// what it says.
pub(crate) fn received(frame: &[u8], key: &SpareKey) -> Option<Portion> {
    let (clear, rest) = frame.split_first_chunk::<HEAD_LEN>()?;
    let head = FrameHead::parse(clear).filter(|head| head.kind == Kind::Portion)?;
    let (body, tail) = rest.split_last_chunk::<TAIL_LEN>()?;
    if body.len() != head.body_len || sha256(&[clear, body]) != *tail {
        return None;
    }
    let portion = Portion::from_bytes(&key.identity().decrypt(body)?).ok()?;
    ((portion.before(), portion.after()) == (head.before, head.after)).then_some(portion)
}
