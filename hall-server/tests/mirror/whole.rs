//! What is whole is told from what is not: every prefix of the last frame, every flipped bit, what is missing.

use std::fs;

use hall_server::mirror;

use crate::kit::{Hall, segments};

/// SIGKILL, a power cut or a pulled stick in the middle of an append: whatever is there of the last frame, it is cut off
/// and written again, and what is before it counts.
#[test]
fn every_prefix_of_the_last_frame_is_cut_back_and_caught_up() {
    let mut hall = Hall::new();
    let folder = tempfile::tempdir().unwrap();
    hall.mirrored(&[folder.path()]);
    let path = segments(folder.path()).remove(0);
    let before = (fs::metadata(&path).unwrap().len() as usize, hall.head());
    hall.append(1);
    hall.mirrored(&[folder.path()]);
    let whole = fs::read(&path).unwrap();
    assert!(whole.len() > before.0 + 400);
    for length in before.0..whole.len() {
        // With nothing behind it, and with the zeros that some file systems leave.
        let mut left = whole[..length].to_vec();
        left.resize(length + (length % 3) * 100, 0);
        let torn = left.len() > before.0;
        fs::write(&path, left).unwrap();
        let looked = mirror::look(folder.path()).unwrap();
        assert_eq!((looked.head, looked.torn, looked.damaged), (before.1, torn, false), "{length}");
        let report = hall.check(folder.path(), false);
        assert!(report.is_sound() && report.torn == torn && report.head == before.1, "{length}: {report}");
        if length % 7 == 0 {
            hall.mirrored(&[folder.path()]);
            assert_eq!(hall.checked(folder.path()).head, hall.head(), "{length}");
            assert_eq!(segments(folder.path()).len(), 1);
        }
    }
    // Of the first frame of all, too.
    for length in 0..before.0.min(160) {
        fs::write(&path, &whole[..length]).unwrap();
        hall.mirrored(&[folder.path()]);
        assert_eq!(hall.checked(folder.path()).head, hall.head(), "{length}");
    }
}

/// Every byte of a small mirror with one bit flipped: the check finds it without a key, the reader stops before it, and the
/// server sets the segment aside and writes it anew.
#[test]
fn a_flipped_bit_anywhere_is_found_read_up_to_and_mended() {
    let mut hall = Hall::new();
    let folder = tempfile::tempdir().unwrap();
    for _ in 0..3 {
        hall.append(1);
        hall.mirrored(&[folder.path()]);
    }
    let path = segments(folder.path()).remove(0);
    let whole = fs::read(&path).unwrap();
    let sound = hall.checked(folder.path());
    let last_frame = {
        fs::write(&path, &whole[..whole.len() - 1]).unwrap();
        hall.check(folder.path(), false).bytes as usize
    };
    for at in 0..whole.len() {
        let mut flipped = whole.clone();
        flipped[at] ^= 1 << (at % 8);
        fs::write(&path, &flipped).unwrap();
        let report = hall.check(folder.path(), false);
        // In the last frame it is as if that had never been finished.
        assert_eq!(report.is_sound(), at >= last_frame, "byte {at}: {report}");
        assert!(report.head.seq < sound.head.seq, "byte {at}: {report}");
        if at % 13 == 0 {
            if let Ok(reading) = mirror::read(folder.path(), &hall.key) {
                let items: Vec<_> = reading.collect();
                let (last, before) = items.split_last().unwrap();
                let error = last.as_ref().unwrap_err();
                let good = before.last().map(|item| item.as_ref().unwrap().after());
                assert_eq!(
                    error.head,
                    good.unwrap_or(hall_server::journal::Head::EMPTY),
                    "byte {at}: {error}"
                );
                assert!(error.to_string().contains(&format!("hasta la línea {}", error.head.seq)), "{error}");
            }
            hall.mirrored(&[folder.path()]);
            assert_eq!(hall.checked(folder.path()).head, hall.head(), "byte {at}");
            let aside = fs::read_dir(folder.path()).unwrap().count() - segments(folder.path()).len();
            assert_eq!(aside, usize::from(at < last_frame), "byte {at}: nothing is thrown away");
            for entry in fs::read_dir(folder.path()).unwrap() {
                fs::remove_file(entry.unwrap().path()).unwrap();
            }
        }
    }
}

/// Frames that are whole, in an order that no record had.
#[test]
fn a_frame_that_is_missing_or_twice_there_is_found() {
    let mut hall = Hall::new();
    let folder = tempfile::tempdir().unwrap();
    let mut ends = Vec::new();
    for _ in 0..3 {
        hall.append(1);
        hall.mirrored(&[folder.path()]);
        ends.push(fs::metadata(segments(folder.path()).remove(0)).unwrap().len() as usize);
    }
    let path = segments(folder.path()).remove(0);
    let whole = fs::read(&path).unwrap();
    let [one, two, three] = ends[..] else { panic!("{ends:?}") };
    let missing = [&whole[..one], &whole[two..three]].concat();
    let twice = [&whole[..two], &whole[one..two], &whole[two..three]].concat();
    for (bytes, words) in [(missing, "Faltan las líneas"), (twice, "no sigue a la línea")] {
        fs::write(&path, bytes).unwrap();
        let report = hall.check(folder.path(), false);
        assert!(report.to_string().contains(words), "{report}");
        let error = mirror::read(folder.path(), &hall.key).unwrap().find_map(Result::err).unwrap();
        assert!(error.to_string().contains("falta una parte"), "{error}");
        hall.mirrored(&[folder.path()]);
        assert_eq!(hall.checked(folder.path()).head, hall.head());
    }
}
