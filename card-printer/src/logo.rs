//! The hall's logo: a PNG flattened onto white.

use std::fs::File;
use std::io::{Cursor, Read};
use std::path::Path;

use png::{BitDepth, ColorType, Decoder, Transformations};

/// Largest file, and most pixels per side: 4 cm at 600 dpi.
const BYTES_MAX: u64 = 1 << 20;
const SIDE_MAX: u32 = 1000;

/// An RGB image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Logo {
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    /// Three bytes per pixel, row by row.
    pub rgb: Vec<u8>,
}

/// Reads a logo; transparent parts become white.
///
/// # Errors
/// In Spanish: the file is too large, not a PNG, or unreadable.
pub fn read(path: &Path) -> Result<Logo, String> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(BYTES_MAX + 1).read_to_end(&mut bytes));
    read.map_err(|_| "no se puede leer el fichero".to_owned())?;
    if bytes.len() as u64 > BYTES_MAX {
        return Err(format!("pasa de {} KiB", BYTES_MAX >> 10));
    }
    let mut decoder = Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(Transformations::normalize_to_color8());
    let no_png = |_| "no es un PNG entero".to_owned();
    let mut reader = decoder.read_info().map_err(no_png)?;
    let (width, height) = (reader.info().width, reader.info().height);
    if width > SIDE_MAX || height > SIDE_MAX {
        return Err(format!("mide {width} × {height} puntos y el máximo es {SIDE_MAX} × {SIDE_MAX}"));
    }
    let mut points = vec![0; reader.output_buffer_size().ok_or("es demasiado grande")?];
    let frame = reader.next_frame(&mut points).map_err(no_png)?;
    debug_assert_eq!(frame.bit_depth, BitDepth::Eight);
    let points = &points[..frame.buffer_size()];
    let on_white =
        |part: u8, alpha: u8| (u32::from(part) * u32::from(alpha) + 255 * (255 - u32::from(alpha))) / 255;
    let rgb = match frame.color_type {
        ColorType::Rgb | ColorType::Indexed => points.to_vec(),
        ColorType::Grayscale => points.iter().flat_map(|&grey| [grey; 3]).collect(),
        ColorType::GrayscaleAlpha => {
            points.chunks_exact(2).flat_map(|point| [on_white(point[0], point[1]) as u8; 3]).collect()
        }
        ColorType::Rgba => points
            .chunks_exact(4)
            .flat_map(|point| [0, 1, 2].map(|part| on_white(point[part], point[3]) as u8))
            .collect(),
    };
    Ok(Logo { width, height, rgb })
}
