//! Decoding of PNGs.

use std::io::Cursor;

use egui::ColorImage;

/// Decodes a PNG of at most `side_max` pixels per side.
///
/// # Errors
/// In Spanish: not a PNG, truncated, or too large.
pub fn of_png(bytes: &[u8], side_max: usize) -> Result<ColorImage, String> {
    let no_png = |error: png::DecodingError| error.to_string();
    let mut decoder = png::Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::normalize_to_color8() | png::Transformations::ALPHA);
    let mut reader = decoder.read_info().map_err(no_png)?;
    let size = [reader.info().width as usize, reader.info().height as usize];
    if !size.iter().all(|side| (1..=side_max).contains(side)) {
        return Err(format!("mide {} × {} puntos", size[0], size[1]));
    }
    let mut pixels = vec![0; reader.output_buffer_size().ok_or("demasiado grande")?];
    let frame = reader.next_frame(&mut pixels).map_err(no_png)?;
    let pixels = &pixels[..frame.buffer_size()];
    match frame.color_type {
        png::ColorType::Rgba => Ok(ColorImage::from_rgba_unmultiplied(size, pixels)),
        png::ColorType::GrayscaleAlpha => {
            let rgba: Vec<u8> = pixels.chunks_exact(2).flat_map(|p| [p[0], p[0], p[0], p[1]]).collect();
            Ok(ColorImage::from_rgba_unmultiplied(size, &rgba))
        }
        other @ (png::ColorType::Rgb | png::ColorType::Grayscale | png::ColorType::Indexed) => {
            Err(format!("colores que no se esperaban: {other:?}"))
        }
    }
}
