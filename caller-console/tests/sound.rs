//! Sounds on their way to a loudspeaker: ALSA's own plug-ins write what it would be given into a file.

mod kit;

use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use caller_console::sound::Sound;
use caller_console::sound::player::Player;
use caller_console::sound::tone::samples;
use kit::{Console, boards};

/// How long a test waits for the device before it fails.
const PATIENCE: Duration = Duration::from_secs(20);

/// The last sound that is played: when its samples are there, all are.
const LAST: Sound = Sound::Recorded;

fn heard(file: &Path) -> Vec<i16> {
    let bytes = std::fs::read(file).unwrap_or_default();
    bytes.chunks_exact(2).map(|two| i16::from_le_bytes([two[0], two[1]])).collect()
}

fn ends_with(file: &Path, sound: Sound) -> bool {
    let heard = heard(file);
    let end = samples(sound);
    // What a device takes at once may be longer than a sound: silence fills it.
    let rest = heard.len() - heard.iter().rev().take_while(|sample| **sample == 0).count();
    let end: Vec<i16> =
        end[..end.len() - end.iter().rev().take_while(|sample| **sample == 0).count()].to_vec();
    heard[..rest].ends_with(&end)
}

fn wait_for(file: &Path, sound: Sound, player: Option<&Player>) {
    let end = Instant::now() + PATIENCE;
    while !ends_with(file, sound) {
        assert!(Instant::now() < end, "{sound:?} is not heard in {} samples", heard(file).len());
        if let Some(player) = player {
            player.play(sound);
        }
        std::thread::yield_now();
    }
}

fn device(folder: &Path) -> String {
    let file = folder.join("heard.raw");
    format!(
        "pcm.!default {{ type file file \"{}\" format \"raw\" slave.pcm {{ type null }} }}\n",
        file.display()
    )
}

/// Gives the machine another configuration. ALSA notices a file with another number, or another second in
/// which it was changed: each configuration is a file of its own, and none goes before the test ends.
fn configure(folder: &Path, number: u32, text: &str) {
    let (file, link) = (folder.join(format!("asound.{number}")), folder.join("asound.conf"));
    std::fs::write(&file, text).expect("it is written");
    let new = folder.join("asound.new");
    std::os::unix::fs::symlink(&file, &new)
        .and_then(|()| std::fs::rename(&new, &link))
        .expect("it is put in");
}

/// Runs a part in a process of its own, whose ALSA has this folder's configuration.
fn in_own_process(part: &str, folder: &Path) {
    let ran = Command::new(std::env::current_exe().expect("this program has a file"))
        .args(["--exact", part, "--ignored", "--nocapture"])
        .env("ALSA_CONFIG_PATH", folder.join("asound.conf"))
        .env("BOMBO_TEST_FOLDER", folder)
        .output()
        .expect("this program runs again");
    let (out, err) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    assert!(ran.status.success() && out.contains("1 passed"), "{out}{err}");
    assert!(!err.contains("ALSA"), "who has no loudspeaker is told nothing: {err}");
}

fn folder() -> std::path::PathBuf {
    std::env::var_os("BOMBO_TEST_FOLDER").expect("the test says where").into()
}

#[test]
#[ignore = "a part of the test of the same name, in a process of its own"]
fn part_is_heard() {
    let file = folder().join("heard.raw");
    let player = Player::start();
    // As the program does it: what is known changes, the seat says what is due, the player plays it.
    let mut console = Console::of(boards::known(boards::draw(20)));
    console.step();
    console.sounds();
    console.learn(|known| known.board = Arc::new(boards::check(Vec::new())));
    console.step();
    let due = console.sounds();
    assert_eq!(due, [Sound::Sang]);
    due.into_iter().for_each(|sound| player.play(sound));
    wait_for(&file, Sound::Sang, None);
    console.refuse("no-procede", "No procede", "Espere.");
    console.step();
    console.sounds().into_iter().for_each(|sound| player.play(sound));
    wait_for(&file, Sound::Refused, None);
}

#[test]
fn what_somebody_sang_elsewhere_and_a_refusal_reach_the_loudspeaker() {
    let folder = tempfile::tempdir().expect("a folder");
    configure(folder.path(), 0, &device(folder.path()));
    in_own_process("part_is_heard", folder.path());
}

#[test]
#[ignore = "a part of the test of the same name, in a process of its own"]
fn part_is_silent_and_comes_back() {
    let folder = folder();
    let player = Player::start();
    for sound in Sound::ALL.into_iter().cycle().take(50) {
        let before = Instant::now();
        player.play(sound);
        assert!(before.elapsed() < PATIENCE / 100, "a frame never waits for a loudspeaker");
    }
    assert!(!folder.join("heard.raw").exists(), "there is none");
    configure(&folder, 1, &device(&folder));
    wait_for(&folder.join("heard.raw"), LAST, Some(&player));
    // Pulled out, and put in again.
    configure(&folder, 2, "");
    player.play(Sound::Sang);
    configure(&folder, 3, &device(&folder));
    wait_for(&folder.join("heard.raw"), Sound::LineLost, Some(&player));
}

#[test]
fn a_desk_without_a_loudspeaker_is_silent_and_one_that_is_put_in_is_heard() {
    let folder = tempfile::tempdir().expect("a folder");
    configure(folder.path(), 0, "");
    in_own_process("part_is_silent_and_comes_back", folder.path());
}
