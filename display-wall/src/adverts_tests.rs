use std::sync::mpsc::sync_channel;

use super::*;

fn png_file(path: &Path, color: png::ColorType, pixels: &[u8]) {
    let mut encoder = png::Encoder::new(std::fs::File::create(path).expect("a file"), 2, 1);
    encoder.set_color(color);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.write_header().expect("a header").write_image_data(pixels).expect("pixels");
}

#[test]
fn what_is_broken_is_passed_over() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a.jpg"), "no es una imagen").expect("written");
    std::fs::write(folder.path().join("b.txt"), "tampoco").expect("written");
    png_file(&folder.path().join("c.PNG"), png::ColorType::Rgb, &[255, 0, 0, 0, 255, 0]);
    assert_eq!(list(folder.path()).len(), 2);
    // One picture is looked at.
    let (send, changed) = sync_channel(1);
    let adverts = Adverts::open(folder.path(), move || send.try_send(()).unwrap_or_default());
    changed.recv_timeout(Duration::from_secs(30)).expect("a picture");
    let (number, picture) = adverts.look();
    assert_eq!((number, picture.expect("the good one").size), (1, [2, 1]));
    assert!(list(&folder.path().join("no-hay")).is_empty());
}

#[test]
fn pictures_of_every_sort_are_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("x.png");
    for (color, pixels) in [
        (png::ColorType::Rgb, &[9, 9, 9, 7, 7, 7][..]),
        (png::ColorType::Rgba, &[9, 9, 9, 255, 7, 7, 7, 255]),
        (png::ColorType::Grayscale, &[9, 7]),
        (png::ColorType::GrayscaleAlpha, &[9, 255, 7, 255]),
    ] {
        png_file(&path, color, pixels);
        let picture = decode(&path).expect("a picture");
        assert_eq!(picture.pixels[1].r(), 7, "{color:?}");
    }
    std::fs::write(&path, b"\x89PNG y nada").expect("written");
    assert!(decode(&path).is_err());
}
