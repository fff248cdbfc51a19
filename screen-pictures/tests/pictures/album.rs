//! The pictures that are kept, and how much a screen may differ from them.

use std::collections::{BTreeSet, HashMap};
use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::path::{Path, PathBuf};

use crate::raster::Picture;

/// How many levels of 255 a pixel's red, green or blue may be off before it is another colour: what
/// [`MERGED`] takes away, and one more for processors that round a letter's edge otherwise.
const LEVELS: u8 = MERGED + 1;

/// How far apart colours may be that are kept as one. The shades at the edges of letters are more
/// than a thousand, and a picture that has each of them is twice as large.
const MERGED: u8 = 3;

/// What to do about pictures that are not as they were.
pub const RENEW: &str = "If a screen was changed on purpose, renew the pictures with\n  \
    UPDATE_SNAPSHOTS=1 cargo test -p screen-pictures\nand look at each before it is committed.";

/// Returns who has drawn the pictures of this run.
pub fn drawn_by() -> String {
    let (processor, system) = (std::env::consts::ARCH, std::env::consts::OS);
    format!(
        "Drawn in software by tests/pictures/raster.rs on {processor} {system}: no graphics card and no \
         driver takes part. Nothing was meant to change and all letters differ a little? Then it is this \
         processor's arithmetic."
    )
}

/// Returns where the pictures are kept.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("pictures")
}

/// Compares a picture with the one that is kept under this name, or keeps it where the pictures are
/// being renewed. Says what is wrong, and lays what was drawn beside what is kept.
pub fn compare(name: &str, seen: &Picture) -> Result<(), String> {
    let file = |kind: &str| folder().join(format!("{name}{kind}.png"));
    for stale in [file(".new"), file(".diff")] {
        if stale.exists() {
            std::fs::remove_file(&stale).expect("it can be removed");
        }
    }
    let kept = read(&file(""));
    let fault = match &kept {
        None => Some("is not kept yet".to_string()),
        Some(kept) => difference(kept, seen),
    };
    let Some(fault) = fault else { return Ok(()) };
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some_and(|renew| renew != "0") {
        write(&file(""), &merged(seen));
        return Ok(());
    }
    write(&file(".new"), seen);
    if let Some(kept) = kept.filter(|kept| (kept.wide, kept.high) == (seen.wide, seen.high)) {
        write(&file(".diff"), &marked(&kept, seen));
    }
    Err(format!("{name} {fault}: see {} and .diff.png", file(".new").display()))
}

/// Returns in words how a picture differs from the one that is kept.
pub fn difference(kept: &Picture, seen: &Picture) -> Option<String> {
    if (kept.wide, kept.high) != (seen.wide, seen.high) {
        return Some(format!("is {}x{}, not {}x{}", seen.wide, seen.high, kept.wide, kept.high));
    }
    let offs = kept.rgb.iter().zip(&seen.rgb).map(|(kept, seen)| off(*kept, *seen)).enumerate();
    let other: Vec<(usize, u8)> = offs.filter(|(_, off)| *off > LEVELS).collect();
    let worst = other.iter().map(|(_, off)| off).max()?;
    let columns = || other.iter().map(|(at, _)| at % kept.wide);
    let rows = || other.iter().map(|(at, _)| at / kept.wide);
    Some(format!(
        "differs in {} pixels, from {},{} to {},{}, by up to {worst} levels",
        other.len(),
        columns().min()?,
        rows().min()?,
        columns().max()?,
        rows().max()?,
    ))
}

fn off(kept: [u8; 3], seen: [u8; 3]) -> u8 {
    kept.iter().zip(seen).map(|(kept, seen)| kept.abs_diff(seen)).max().unwrap_or_default()
}

/// Returns what is kept, dark, with what differs in red.
fn marked(kept: &Picture, seen: &Picture) -> Picture {
    let mark = |(kept, seen): (&[u8; 3], &[u8; 3])| {
        if off(*kept, *seen) > LEVELS { [255, 0, 0] } else { kept.map(|level| level / 3) }
    };
    Picture { rgb: kept.rgb.iter().zip(&seen.rgb).map(mark).collect(), ..*kept }
}

/// Returns a picture as it is kept: shades that are nearly one are the commonest of them, and the
/// colours of panels stay what they are.
pub fn merged(picture: &Picture) -> Picture {
    let mut times: HashMap<[u8; 3], usize> = HashMap::new();
    picture.rgb.iter().for_each(|pixel| *times.entry(*pixel).or_default() += 1);
    let mut shades: Vec<([u8; 3], usize)> = times.into_iter().collect();
    shades.sort_unstable_by_key(|(shade, times)| (std::cmp::Reverse(*times), *shade));
    let mut kept: Vec<[u8; 3]> = Vec::new();
    let mut kept_as = HashMap::new();
    for (shade, _) in shades {
        let near = kept.iter().copied().find(|near| off(*near, shade) <= MERGED);
        if near.is_none() {
            kept.push(shade);
        }
        kept_as.insert(shade, near.unwrap_or(shade));
    }
    Picture { rgb: picture.rgb.iter().map(|pixel| kept_as[pixel]).collect(), ..*picture }
}

fn read(file: &Path) -> Option<Picture> {
    let mut decoder = png::Decoder::new(BufReader::new(File::open(file).ok()?));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().expect("a PNG");
    let mut bytes = vec![0; reader.output_buffer_size().expect("a size")];
    let frame = reader.next_frame(&mut bytes).expect("a whole PNG");
    assert_eq!(frame.color_type, png::ColorType::Rgb, "{}", file.display());
    let rgb = bytes.chunks_exact(3).map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    Some(Picture { wide: frame.width as usize, high: frame.height as usize, rgb })
}

/// Writes a picture: with a list of its colours where 256 are enough, which is half as large.
fn write(file: &Path, picture: &Picture) {
    let size = [picture.wide, picture.high].map(|side| u32::try_from(side).expect("a screen's side"));
    let to = BufWriter::new(File::create(file).expect("the album can be written"));
    let mut encoder = png::Encoder::new(to, size[0], size[1]);
    encoder.set_compression(png::Compression::High);
    encoder.set_filter(png::Filter::NoFilter);
    let colours: BTreeSet<[u8; 3]> = picture.rgb.iter().copied().collect();
    let place_of: HashMap<[u8; 3], u8> = colours.iter().copied().zip(0..=255).collect();
    let bytes: Vec<u8> = if place_of.len() == colours.len() {
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_palette(colours.into_iter().flatten().collect::<Vec<u8>>());
        picture.rgb.iter().map(|pixel| place_of[pixel]).collect()
    } else {
        encoder.set_color(png::ColorType::Rgb);
        picture.rgb.as_flattened().to_vec()
    };
    let mut writer = encoder.write_header().expect("a PNG begins");
    writer.write_image_data(&bytes).expect("a PNG is written");
    writer.finish().expect("a PNG ends");
}
