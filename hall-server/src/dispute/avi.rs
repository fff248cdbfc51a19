//! A film that any player shows: the JPEGs as they were kept, in an AVI (Motion JPEG), with an index.
//!
//! The format has one rate for all pictures, so that it is the mean one; each picture has its own hour within.

/// The header of the file: `avih`.
const MAIN: u32 = 56;

/// The header of its one stream: `strh`.
const STREAM: u32 = 56;

/// The size and kind of its pictures: `strf`, a BITMAPINFOHEADER.
const FORMAT: u32 = 40;

/// There is an index; each picture stands alone.
const HAS_INDEX: u32 = 0x10;
const IS_KEY: u32 = 0x10;

/// The longest film, in bytes: the format counts in 32 bits, and players read the half of it.
const BYTES_MAX: usize = 1 << 31;

/// The pictures as a film, which takes so many milliseconds; none of no picture, or of more than the format holds.
pub(super) fn film(pictures: &[Vec<u8>], millis: u64, [width, height]: [u16; 2]) -> Option<Vec<u8>> {
    let count = u32::try_from(pictures.len()).ok().filter(|count| *count > 0)?;
    let largest = pictures.iter().map(Vec::len).max().and_then(|most| u32::try_from(most).ok())?;
    if pictures.iter().map(|jpeg| jpeg.len() + 32).sum::<usize>() > BYTES_MAX {
        return None;
    }
    let micros = u32::try_from(millis.max(1) * 1_000 / u64::from(count)).unwrap_or(u32::MAX).max(1);
    let (width, height) = (u32::from(width), u32::from(height));

    let mut movi = b"movi".to_vec();
    let mut index = Vec::new();
    for jpeg in pictures {
        let length = u32::try_from(jpeg.len()).ok()?;
        let at = u32::try_from(movi.len()).ok()?;
        index.extend(b"00dc");
        [IS_KEY, at, length].iter().for_each(|number| index.extend(number.to_le_bytes()));
        movi.extend(chunk(b"00dc", jpeg));
    }
    let numbers = |numbers: &[u32]| -> Vec<u8> { numbers.iter().flat_map(|n| n.to_le_bytes()).collect() };
    let main = numbers(&[micros, 0, 0, HAS_INDEX, count, 0, 1, largest, width, height, 0, 0, 0, 0]);
    // Seconds are `scale / rate` of a picture.
    let stream = [
        b"vidsMJPG".to_vec(),
        numbers(&[0, 0, 0, micros, 1_000_000, 0, count, largest, u32::MAX, 0, 0, (height << 16) | width]),
    ]
    .concat();
    let format = [
        numbers(&[FORMAT, width, height]),
        [1_u16, 24].iter().flat_map(|n| n.to_le_bytes()).collect(),
        b"MJPG".to_vec(),
        numbers(&[width * height * 3, 0, 0, 0, 0]),
    ]
    .concat();
    debug_assert_eq!([main.len(), stream.len(), format.len()], [MAIN, STREAM, FORMAT].map(|n| n as usize));
    let strl = [b"strl".to_vec(), chunk(b"strh", &stream), chunk(b"strf", &format)].concat();
    let hdrl = [b"hdrl".to_vec(), chunk(b"avih", &main), chunk(b"LIST", &strl)].concat();
    let all =
        [b"AVI ".to_vec(), chunk(b"LIST", &hdrl), chunk(b"LIST", &movi), chunk(b"idx1", &index)].concat();
    Some(chunk(b"RIFF", &all))
}

/// A part with its name and length; parts begin at even bytes.
fn chunk(name: &[u8; 4], body: &[u8]) -> Vec<u8> {
    let length = u32::try_from(body.len()).expect("it was looked at").to_le_bytes();
    let pad: &[u8] = if body.len() % 2 == 1 { &[0] } else { &[] };
    [name, &length, body, pad].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The parts of a body, by their names.
    fn parts(mut body: &[u8]) -> Vec<(String, &[u8])> {
        let mut parts = Vec::new();
        while let Some((head, rest)) = body.split_first_chunk::<8>() {
            let length = u32::from_le_bytes(head[4..].try_into().unwrap()) as usize;
            parts.push((String::from_utf8_lossy(&head[..4]).into_owned(), &rest[..length]));
            body = &rest[(length + length % 2).min(rest.len())..];
        }
        parts
    }

    #[test]
    fn every_picture_is_in_the_film_as_it_was_and_the_index_finds_it() {
        let pictures = [b"uno".to_vec(), b"dos!".to_vec(), b"tres?".to_vec()];
        let film = film(&pictures, 300, [640, 360]).unwrap();
        let [(riff, all)] = &parts(&film)[..] else { panic!("one part") };
        assert_eq!((riff.as_str(), &all[..4]), ("RIFF", &b"AVI "[..]));
        let inner = parts(&all[4..]);
        let names: Vec<&str> = inner.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["LIST", "LIST", "idx1"]);
        let (header, movi, index) = (inner[0].1, inner[1].1, inner[2].1);
        assert_eq!((&header[..4], &movi[..4]), (&b"hdrl"[..], &b"movi"[..]));
        let kept: Vec<&[u8]> = parts(&movi[4..]).into_iter().map(|(_, jpeg)| jpeg).collect();
        assert_eq!(kept, pictures.iter().map(Vec::as_slice).collect::<Vec<_>>());
        for (entry, jpeg) in index.chunks(16).zip(&pictures) {
            let number = |at: usize| u32::from_le_bytes(entry[at..at + 4].try_into().unwrap()) as usize;
            assert_eq!(&movi[number(8) + 8..][..number(12)], jpeg);
        }
        let main = parts(&header[4..])[0].1;
        let number = |at: usize| u32::from_le_bytes(main[at..at + 4].try_into().unwrap());
        assert_eq!([number(0), number(16), number(32), number(36)], [100_000, 3, 640, 360]);
        assert_eq!(super::film(&[], 300, [640, 360]), None);
    }
}
