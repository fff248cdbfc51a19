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
    assert_eq!(hall_notices::pictures(folder.path()).len(), 2);
    // One picture is looked at.
    let (send, changed) = sync_channel(1);
    let adverts = Adverts::open(folder.path(), || None, move || send.try_send(()).unwrap_or_default());
    changed.recv_timeout(Duration::from_secs(30)).expect("a picture");
    let Slide { number, picture, text } = adverts.look();
    assert_eq!((number, picture.expect("the good one").size, text), (1, [2, 1], None));
    assert!(hall_notices::pictures(&folder.path().join("no-hay")).is_empty());
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

#[test]
fn a_notice_is_shown_while_it_is_due_and_a_schedule_with_faults_changes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let red = [255, 0, 0, 0, 255, 0];
    png_file(&folder.path().join("anuncio.png"), png::ColorType::Rgb, &red);
    png_file(&folder.path().join("cena.png"), png::ColorType::Rgb, &red);
    let schedule = folder.path().join(hall_notices::schedule::FILE);
    let text = "[[notice]]\ntext = 'Cena'\nimage = 'cena.png'\nfrom = '20:00'\nseconds = 30\n[[notice]]\nimage = 'no-hay.png'\n";
    std::fs::write(&schedule, text).expect("written");
    let mut shown = Turns::new(folder.path());
    let at = |hour| Some(jiff::civil::date(2026, 11, 27).at(hour, 0, 0, 0));
    let mut next = |hour| {
        let (slide, seconds) = shown.next(hour).expect("something");
        (slide.text.map(|text| text.to_string()), slide.picture.is_some(), seconds)
    };
    let advert = (None, true, None);
    let dinner = (Some("Cena".to_owned()), true, Some(30));
    assert_eq!([next(at(19)), next(at(19))], [advert.clone(), advert.clone()], "its picture is no advert");
    assert_eq!(
        [next(at(20)), next(at(20)), next(at(20))],
        [advert.clone(), dinner.clone(), advert.clone()],
        "in turn"
    );
    assert_eq!([next(None), next(None)], [advert.clone(), advert.clone()], "no hour, no notice");
    std::fs::write(&schedule, "[[notice]]\ntext = 3\n").expect("written");
    assert!([next(at(21)), next(at(21))].contains(&dinner), "as it was");
    std::fs::remove_file(folder.path().join("cena.png")).expect("it is there");
    std::fs::write(&schedule, text).expect("written");
    let without = (Some("Cena".to_owned()), false, Some(30));
    assert!([next(at(21)), next(at(21))].contains(&without), "the text at least");
}
