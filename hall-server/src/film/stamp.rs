//! A picture says of itself what it shows: camera, game and hour, in a comment of the JPEG. It stays true wherever the picture is
//! taken, and the film's hash covers it.

use hall_core::event::{CameraPost, GameNo};

/// How a comment begins in a JPEG.
const COMMENT: [u8; 2] = [0xFF, 0xFE];

/// The start of a JPEG.
const BEGIN: usize = 2;

/// Puts the comment behind the first marker of a JPEG that was looked at.
pub(super) fn stamped(jpeg: &[u8], camera: CameraPost, game: GameNo, at_utc_ms: i64) -> Vec<u8> {
    let at = jiff::Timestamp::from_millisecond(at_utc_ms).unwrap_or_default();
    let text = format!("Bombo: cámara {}, partida {}, {at:.3}", super::store::name(camera), game.0);
    let length = u16::try_from(text.len() + 2).expect("a short text").to_be_bytes();
    let (begin, rest) = jpeg.split_at(BEGIN.min(jpeg.len()));
    [begin, &COMMENT, &length, text.as_bytes(), rest].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::camera::jpeg::{check, picture};

    #[test]
    fn a_stamped_picture_is_the_same_picture_and_says_its_camera_game_and_hour() {
        let jpeg = picture([640, 360]);
        let stamped = stamped(&jpeg, CameraPost::Exit, GameNo(12), 1_795_901_103_123);
        assert_eq!(check(&stamped), Ok(()));
        let comment = "Bombo: cámara salida, partida 12, 2026-11-28T21:25:03.123Z";
        let found = String::from_utf8_lossy(&stamped[6..6 + comment.len()]);
        assert_eq!(found, comment);
        assert_eq!(stamped[6 + comment.len()..], jpeg[2..]);
    }
}
