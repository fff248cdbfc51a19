//! Recordings as people bring them: at any rate, too long, silent, no sound at all, or not there.

use std::f32::consts::TAU;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;

use hall_prompts::wav;
use hall_voice::language::Language;
use hall_voice::library::Library;
use hall_voice::pipeline;
use hall_voice::sentence::Sentence;
use hall_voice::sound::RATE_HZ;
use hall_voice::synthesiser::Synthesiser;

/// Where the synthesiser of these tests keeps what it said.
fn synthesised() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("sintetizador")
}

/// A WAV file's header for this rate and so many channels, before this much sound.
fn head(rate_hz: u32, channels: u16, bytes: u32) -> Vec<u8> {
    let mut head = wav::file(&[]);
    let width = 2 * channels;
    head[22..24].copy_from_slice(&channels.to_le_bytes());
    head[24..28].copy_from_slice(&rate_hz.to_le_bytes());
    head[28..32].copy_from_slice(&(rate_hz * u32::from(width)).to_le_bytes());
    head[32..34].copy_from_slice(&width.to_le_bytes());
    head[40..44].copy_from_slice(&bytes.to_le_bytes());
    head[4..8].copy_from_slice(&(bytes + 36).to_le_bytes());
    head
}

/// A tone of 440 Hz for half a second, at this rate and in so many channels.
fn tone(file: &Path, rate_hz: u32, channels: u16) {
    let many = rate_hz / 2;
    let mut bytes = head(rate_hz, channels, many * 2 * u32::from(channels));
    for at in 0..many {
        let sample = ((at as f32 / rate_hz as f32 * 440.0 * TAU).sin() * 9_000.0) as i16;
        (0..channels).for_each(|_| bytes.extend_from_slice(&sample.to_le_bytes()));
    }
    std::fs::write(file, bytes).expect("it is written");
}

/// Forty minutes, which take no room on the disk.
fn forty_minutes(file: &Path) {
    let bytes = RATE_HZ * 2 * 2_400;
    std::fs::write(file, head(RATE_HZ, 1, bytes)).expect("it is written");
    let made = File::options().write(true).open(file).expect("it is there");
    made.set_len(u64::from(bytes) + 44).expect("it is long");
}

/// How often a tone goes up through nothing in a second.
fn pitch_hz(samples: &[f32]) -> f32 {
    let ups: Vec<usize> = samples
        .windows(2)
        .enumerate()
        .filter(|(_, two)| two[0] < 0.0 && two[1] >= 0.0)
        .map(|(at, _)| at)
        .collect();
    let (first, last) = (ups.first().expect("it swings"), ups.last().expect("it swings"));
    (ups.len() - 1) as f32 * RATE_HZ as f32 / (last - first) as f32
}

/// The recordings of a folder, with the synthesiser for the rest.
fn library(folder: &Path) -> (Language, Library) {
    pipeline::ready().expect("GStreamer");
    let language = Language::built_in("es").expect("it comes with the program");
    let synthesiser = Synthesiser::new(&language.synthesiser, &synthesised());
    let library = Library::load(&language, Some(folder), &synthesiser, |_, _| ());
    (language, library)
}

#[test]
fn a_recording_of_another_rate_is_played_at_its_own_pitch() {
    let folder = tempfile::tempdir().expect("a folder");
    let rows = [
        ("uno", 8_000, 1),
        ("dos", 22_050, 2),
        ("tres", 44_100, 1),
        ("cuatro", 96_000, 2),
        ("cinco", 48_000, 1),
    ];
    for (stem, rate_hz, channels) in rows {
        tone(&folder.path().join(format!("{stem}.wav")), rate_hz, channels);
    }
    let (_, library) = library(folder.path());
    assert_eq!((library.sources.recorded, library.sources.faults.len()), (5, 0));
    for (stem, rate_hz, _) in rows {
        let clip = library.clip(stem).expect("it was recorded");
        let pitch = pitch_hz(&clip.0);
        assert!((pitch - 440.0).abs() < 4.0, "{stem}, {rate_hz} Hz: {pitch} Hz");
        let seconds = clip.0.len() as f32 / RATE_HZ as f32;
        assert!((0.45..0.6).contains(&seconds), "{stem}, {rate_hz} Hz: {seconds} s");
    }
}

/// The most memory that this process ever had, in MiB.
fn most_memory_mib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux tells");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("Linux tells");
    line.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") / 1_024
}

#[test]
fn what_cannot_be_played_is_named_and_the_synthesiser_says_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |stem: &str| folder.path().join(format!("{stem}.wav"));
    forty_minutes(&file("uno"));
    std::fs::write(file("dos"), wav::file(&[0; 48_000])).expect("it is written");
    std::fs::write(file("tres"), "<html>Página no encontrada</html>").expect("it is written");
    std::fs::write(file("cuatro"), "").expect("it is written");
    std::fs::write(file("cinco"), &wav::file(&[9_000; 48_000])[..40]).expect("it is written");
    std::fs::create_dir(file("seis")).expect("a folder");
    tone(&file("siete"), RATE_HZ, 1);
    let before = most_memory_mib();
    let (language, library) = library(folder.path());
    let grown = most_memory_mib() - before;
    let sources = &library.sources;
    let faults: Vec<(String, String)> = sources
        .faults
        .iter()
        .map(|(file, fault)| {
            (file.file_name().expect("a name").to_string_lossy().into_owned(), fault.to_string())
        })
        .collect();
    let of = |name: &str| {
        let found = faults.iter().find(|(file, _)| file == name);
        &found.unwrap_or_else(|| panic!("{name} is not named: {faults:?}")).1[..]
    };
    assert_eq!(of("uno.wav"), "dura más de 20 s");
    assert_eq!(of("dos.wav"), "no se oye nada");
    for name in ["tres.wav", "cuatro.wav", "cinco.wav"] {
        assert!(
            of(name).starts_with("no se puede leer como sonido") || of(name) == "no se oye nada",
            "{}",
            of(name)
        );
    }
    assert_eq!(of("seis.wav"), "no se puede leer como sonido (no es un fichero)");
    assert_eq!(faults.len(), 6, "{faults:?}");
    // Each of them is said all the same, and what nobody recorded too.
    assert_eq!((sources.recorded, &sources.missing[..]), (1, &[][..]), "{:?}", sources.synthesiser);
    for ball in [1, 2, 3, 4, 5, 6, 8] {
        assert!(library.join(&language.say(&[Sentence::Ball(ball)])).is_ok(), "{ball}");
    }
    // Forty minutes would be 460 MB.
    assert!(grown < 300, "{grown} MiB");
}

#[test]
fn the_list_names_what_is_bad_and_what_is_missing() {
    let folder = tempfile::tempdir().expect("a folder");
    let clips = folder.path().join("voces/es");
    std::fs::create_dir_all(&clips).expect("a folder");
    forty_minutes(&clips.join("uno.wav"));
    tone(&clips.join("dos.wav"), RATE_HZ, 1);
    let list = |path: &str| {
        let ran = Command::new(env!("CARGO_BIN_EXE_hall-voice"))
            .args(["--list", "--clips"])
            .arg(folder.path().join("voces"))
            .arg("--state")
            .arg(folder.path().join("estado"))
            .env("PATH", path)
            .output()
            .expect("it runs");
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        String::from_utf8_lossy(&ran.stdout).into_owned()
    };
    // Without a synthesiser: whatever nobody recorded is missing.
    let said = list("/nowhere");
    assert!(said.contains("grabadas por una persona: 1\n"), "{said}");
    assert!(said.contains("uno.wav: dura más de 20 s\n"), "{said}");
    assert!(said.contains("setenta-y-seis.wav  «setenta y seis»\n"), "{said}");
    assert!(!said.contains("dos.wav  «dos»"), "{said}");
}
