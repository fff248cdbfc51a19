use super::*;

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

#[test]
fn a_recording_that_is_kept_is_read_again_as_it_was() {
    let folder = folder();
    let samples: Vec<i16> = (-500..500).collect();
    keep(&folder.path().join("es"), "uno", &samples).expect("it is kept");
    let read = read(&folder.path().join("es/uno.wav")).expect("it is read");
    assert_eq!(read, Sound { rate_hz: RATE_HZ, samples });
    let files: Vec<_> = std::fs::read_dir(folder.path().join("es")).expect("a folder").collect();
    assert_eq!(files.len(), 1, "{files:?}");
}

#[test]
fn a_full_disk_leaves_what_was_there() {
    let folder = folder();
    keep(folder.path(), "uno", &[1; 100]).expect("it is kept");
    std::os::unix::fs::symlink("/dev/full", folder.path().join(".uno.nueva")).expect("a link");
    let error = keep(folder.path(), "uno", &[2; 100]).expect_err("there is no room");
    assert_eq!(error.kind(), io::ErrorKind::StorageFull);
    assert_eq!(read(&folder.path().join("uno.wav")).expect("it is read").samples, [1; 100]);
    keep(folder.path(), "uno", &[2; 100]).expect("there is room again");
    assert_eq!(read(&folder.path().join("uno.wav")).expect("it is read").samples, [2; 100]);
}

#[test]
fn two_channels_at_another_rate_are_mixed() {
    let folder = folder();
    let mut bytes = file(&[100, 300, -100, -300]);
    bytes[22] = 2;
    bytes[24..28].copy_from_slice(&44_100_u32.to_le_bytes());
    std::fs::write(folder.path().join("a.wav"), &bytes).expect("it is written");
    let read = read(&folder.path().join("a.wav")).expect("it is read");
    assert_eq!(read, Sound { rate_hz: 44_100, samples: vec![200, -200] });
}

#[test]
fn what_is_no_recording_is_told_apart() {
    let folder = folder();
    let written = |bytes: &[u8]| {
        let path = folder.path().join("a.wav");
        std::fs::write(&path, bytes).expect("it is written");
        read(&path)
    };
    assert_eq!(written(b""), Err(Unread::NoSound));
    assert_eq!(written(b"RIFF____WAVEfmt "), Err(Unread::NoSound));
    assert_eq!(written(b"<html>no sound at all</html>"), Err(Unread::NoSound));
    assert_eq!(read(&folder.path().join("b.wav")), Err(Unread::NoSound));
    let mut floats = file(&[0; 10]);
    (floats[20], floats[34]) = (3, 32);
    assert_eq!(written(&floats), Err(Unread::Other));
    let second = RATE_HZ as usize;
    assert_eq!(written(&file(&vec![9; second * 21])), Err(Unread::Long));
    assert!(written(&file(&vec![9; second * 20])).is_ok());
    // Forty minutes are not read into memory to find out.
    let long = folder.path().join("long.wav");
    let forty_minutes = RATE_HZ * 2 * 2_400;
    let mut head = file(&[]);
    head[40..44].copy_from_slice(&forty_minutes.to_le_bytes());
    std::fs::write(&long, head).expect("it is written");
    let made = File::options().write(true).open(&long).expect("a file");
    made.set_len(u64::from(forty_minutes) + 44).expect("it is long");
    assert_eq!(read(&long), Err(Unread::Long));
}
