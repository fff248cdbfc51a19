//! Just enough JPEG to refuse other files, and pictures whose header claims a huge size, for which a television would
//! allocate memory before finding no data.

use hall_wire::message::PICTURE_SIDE_MAX;

/// Why a picture is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotTaken {
    /// Not a complete JPEG.
    NoPicture,
    /// Larger than any camera's picture.
    TooWide,
}

const BEGIN: [u8; 2] = [0xFF, 0xD8];
const END: [u8; 2] = [0xFF, 0xD9];

/// Checks that every screen can show this picture.
pub(crate) fn check(jpeg: &[u8]) -> Result<(), NotTaken> {
    if !jpeg.ends_with(&END) {
        return Err(NotTaken::NoPicture);
    }
    match size_of(jpeg).ok_or(NotTaken::NoPicture)? {
        (0, _) | (_, 0) => Err(NotTaken::NoPicture),
        (width, height) if width > PICTURE_SIDE_MAX || height > PICTURE_SIDE_MAX => Err(NotTaken::TooWide),
        _ => Ok(()),
    }
}

/// Width and height from the header; `None` if it is not a JPEG's.
pub(crate) fn size_of(jpeg: &[u8]) -> Option<(u16, u16)> {
    let mut rest = jpeg.strip_prefix(&BEGIN)?;
    let mut size = None;
    loop {
        let marker;
        (marker, rest) = marker_of(rest)?;
        let length = usize::from(u16::from_be_bytes(*rest.first_chunk()?));
        let segment = rest.get(2..length)?;
        match marker {
            // Frames every decoder knows: baseline, extended, progressive.
            0xC0..=0xC2 => {
                let [_, high @ .., _, _] = segment.first_chunk::<5>()?;
                let wide = [segment[3], segment[4]];
                if size.replace((u16::from_be_bytes(wide), u16::from_be_bytes(*high))).is_some() {
                    return None;
                }
            }
            // The first scan.
            0xDA => return size,
            // Tables and comments.
            0xC4 | 0xDB | 0xDD | 0xE0..=0xEF | 0xFE => {}
            // Other frames, or segments that do not belong here.
            _ => return None,
        }
        rest = &rest[length..];
    }
}

/// The next marker and the bytes after it; any number of FF may precede one.
fn marker_of(bytes: &[u8]) -> Option<(u8, &[u8])> {
    let mut rest = bytes.strip_prefix(&[0xFF])?;
    while let Some(after) = rest.strip_prefix(&[0xFF]) {
        rest = after;
    }
    rest.split_first().map(|(marker, after)| (*marker, after))
}

/// A grey picture of this size, header only.
#[cfg(test)]
pub(crate) fn picture([wide, high]: [u16; 2]) -> Vec<u8> {
    let [w, h] = [wide.to_be_bytes(), high.to_be_bytes()];
    let frame = [0xFF, 0xC0, 0, 11, 8, h[0], h[1], w[0], w[1], 1, 1, 0x11, 0];
    let note = [0xFF, 0xFF, 0xE0, 0, 4, 1, 2];
    let scan = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 1, 2, 3];
    [&BEGIN[..], &note, &frame, &scan, &END].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_one_that_every_screen_can_show() {
        assert_eq!(size_of(&picture([640, 360])), Some((640, 360)));
        assert_eq!(check(&picture([640, 360])), Ok(()));
        assert_eq!(check(&picture([PICTURE_SIDE_MAX, PICTURE_SIDE_MAX])), Ok(()));
        for huge in [[30_000, 30_000], [PICTURE_SIDE_MAX + 1, 2], [2, 65_535]] {
            assert_eq!(check(&picture(huge)), Err(NotTaken::TooWide), "{huge:?}");
        }
        for nothing in [[0, 360], [640, 0]] {
            assert_eq!(check(&picture(nothing)), Err(NotTaken::NoPicture), "{nothing:?}");
        }
    }

    #[test]
    fn what_is_cut_anywhere_is_no_picture() {
        let whole = picture([640, 360]);
        for cut in 0..whole.len() {
            assert_eq!(check(&whole[..cut]), Err(NotTaken::NoPicture), "{cut}");
            // Also with an end marker appended, as long as that does not complete the header.
            if cut < whole.len() - 7 {
                let ended = [&whole[..cut], &END].concat();
                assert_eq!(check(&ended), Err(NotTaken::NoPicture), "{cut}");
            }
        }
    }

    #[test]
    fn a_second_frame_or_another_kind_of_one_is_refused() {
        let once = picture([640, 360]);
        let frame = &once[9..22];
        let twice = [&once[..22], frame, &once[22..]].concat();
        assert_eq!(check(&twice), Err(NotTaken::NoPicture));
        for kind in [0xC3, 0xC5, 0xC9, 0xD8, 0xD9, 0x01] {
            let mut other = once.clone();
            other[10] = kind;
            assert_eq!(check(&other), Err(NotTaken::NoPicture), "{kind:x}");
        }
    }
}
