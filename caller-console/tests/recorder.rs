//! The voice's prompts are recorded at the console: the page by its keys, and the recorder with a microphone that ALSA reads
//! from a pipe.

mod kit;

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use caller_console::keys::Key;
use caller_console::known::Known;
use caller_console::place::{Look, Over};
use caller_console::press::Press;
use caller_console::recorder::device::{Alsa, Microphone, Sound};
use caller_console::recorder::{Act, Booth, Doing, Heard, Prompt, PromptState, Recorder, Took, Trouble};
use hall_prompts::recording::{RATE_HZ, samples_in};
use hall_prompts::take::Verdict;
use hall_prompts::wav;
use hall_wire::board::{VoiceNow, VoiceState};
use kit::{Console, boards};

const PAGE: Over = Over::Look(Look::Recorder);

/// How long a test waits for the recorder before it fails.
const PATIENCE: Duration = Duration::from_secs(30);

/// How many samples the recorder hears at once.
const MOMENT: usize = 1_920;

fn booth(doing: Doing, trouble: Option<Trouble>) -> Booth {
    let prompt = |words: &str, state| Prompt {
        words: words.to_string(),
        stem: hall_prompts::phrase::file_stem(words),
        state,
    };
    Booth {
        language: "Español".to_string(),
        more_languages: true,
        folder: PathBuf::from("/srv/voz/grabaciones/es"),
        prompts: Arc::new(vec![
            prompt("uno", PromptState::Recorded(Some(0.8))),
            prompt("dos", PromptState::Missing),
            prompt("tres", PromptState::Silent),
            prompt("¿Hay alguna línea más?", PromptState::Missing),
        ]),
        doing,
        trouble,
        kept: 0,
    }
}

fn took(stem: &str, verdict: Verdict) -> Doing {
    let shape = Arc::new(vec![100, 9_000, 14_000, 300]);
    Doing::Took(
        stem.to_string(),
        Took { verdict, length: Duration::from_millis(830), loudest: 14_000, shape },
        false,
    )
}

/// The page of somebody who may, over this recorder.
fn page(booth: Booth) -> Console {
    let known = Known { recorder: Some(Arc::new(booth)), ..boards::seated(boards::known(boards::idle()), 2) };
    Console::over(known, PAGE)
}

fn record(act: Act) -> Press {
    Press::Record(act)
}

#[test]
fn intro_records_stops_keeps_and_goes_to_the_next_one_that_is_missing() {
    let mut console = page(booth(Doing::Nothing, None));
    // The first thing is to look into the folder; the first one missing is chosen.
    assert!(console.pressed_since().contains(&record(Act::Open)));
    console.must_say("Español · faltan 3 de 4");
    console.must_say("Se guarda como dos.wav");
    console.lawful();
    assert_eq!(console.press_armed(Key::Intro), [record(Act::Record("dos".to_string()))]);
    let heard = Heard { length: Duration::from_millis(600), now: 9_000, loudest: 12_000 };
    console.learn(|known| {
        known.recorder = Some(Arc::new(booth(Doing::Records("dos".to_string(), heard), None)))
    });
    console.must_say("Buen nivel");
    console.must_say("Grabando · 0,6 s");
    console.lawful();
    assert_eq!(console.press_armed(Key::Intro), [record(Act::Stop)]);
    console.learn(|known| known.recorder = Some(Arc::new(booth(took("dos", Verdict::Good), None))));
    console.must_say("Bien: 0,8 s");
    console.lawful();
    assert_eq!(console.press(Key::F6), [record(Act::Listen("dos".to_string()))]);
    assert_eq!(console.press_armed(Key::Intro), [record(Act::Keep)]);
    let mut kept = booth(Doing::Nothing, None);
    Arc::make_mut(&mut kept.prompts)[1].state = PromptState::Recorded(Some(0.8));
    kept.kept = 1;
    console.learn(|known| known.recorder = Some(Arc::new(kept)));
    console.must_say("Se guarda como tres.wav");
    assert_eq!(console.press_armed(Key::Intro), [record(Act::Record("tres".to_string()))]);
}

#[test]
fn a_bad_take_is_said_again_and_kept_only_where_somebody_insists() {
    let rows = [
        (Verdict::Weak, "Demasiado flojo (−7 dB): se oirá ruido. Acérquese y repita.", true),
        (Verdict::Clipped, "Satura: suena roto en lo más alto. Apártese y repita.", true),
        (
            Verdict::Silent,
            "No se oye nada. Mire que el micrófono esté encendido y sea el de este puesto.",
            false,
        ),
        (Verdict::Long, "Pasa de 20 s. Ninguna dura tanto: pulse Intro al acabar de hablar.", false),
    ];
    for (verdict, words, stays) in rows {
        let mut console = page(booth(took("dos", verdict), None));
        console.must_say(words);
        console.lawful();
        assert_eq!(console.press_armed(Key::Intro), [record(Act::Record("dos".to_string()))], "{verdict:?}");
        let insists = if stays { vec![record(Act::Keep)] } else { Vec::new() };
        assert_eq!(console.press(Key::F7), insists, "{verdict:?}");
        assert_eq!(console.press(Key::Back), [record(Act::Drop)]);
        let mut console = console.in_english();
        console.lawful();
    }
}

#[test]
fn each_trouble_says_what_to_do_and_that_nothing_kept_is_lost() {
    let took = || took("dos", Verdict::Good);
    let rows = [
        (Doing::Nothing, Trouble::NoMicrophone("No such device".to_string()), Act::Record("dos".to_string())),
        (Doing::Nothing, Trouble::MicrophoneLost, Act::Record("dos".to_string())),
        (took(), Trouble::NoLoudspeaker("Device or resource busy".to_string()), Act::Keep),
        (took(), Trouble::DiskFull, Act::Keep),
        (took(), Trouble::Disk("Permission denied".to_string()), Act::Keep),
        (Doing::Nothing, Trouble::OtherKind, Act::Record("dos".to_string())),
    ];
    for (doing, trouble, intro) in rows {
        let mut console = page(booth(doing, Some(trouble.clone())));
        console.lawful();
        assert_eq!(console.press_armed(Key::Intro), [record(intro)], "{trouble:?}");
        let mut console = console.in_english();
        console.lawful();
    }
}

#[test]
fn arrows_choose_and_f7_goes_to_what_is_missing_but_not_while_somebody_speaks() {
    let mut console = page(booth(Doing::Nothing, None));
    console.raw(egui::Key::ArrowUp);
    console.must_say("Se guarda como uno.wav");
    assert_eq!(console.press(Key::F6), [record(Act::Listen("uno".to_string()))]);
    console.press(Key::F7);
    console.must_say("Se guarda como dos.wav");
    console.press(Key::F7);
    console.press(Key::F7);
    console.must_say("Se guarda como hay-alguna-linea-mas.wav");
    console.press(Key::F7);
    console.must_say("Se guarda como dos.wav");
    assert_eq!(console.press(Key::F8), [record(Act::Language)]);
    let heard = Heard::default();
    console.learn(|known| {
        known.recorder = Some(Arc::new(booth(Doing::Records("dos".to_string(), heard), None)))
    });
    console.raw(egui::Key::ArrowDown);
    console.must_say("Se guarda como dos.wav");
    assert_eq!(console.press(Key::Back), [record(Act::Drop)], "and no take");
}

/// A word as far as recording goes: a tone that swells and fades between two silences.
fn said(loudest: f32) -> Vec<i16> {
    let many = samples_in(Duration::from_millis(600));
    let word = (0..many).map(|at| {
        let (t, part) = (at as f32 / RATE_HZ as f32, at as f32 / many as f32);
        ((t * 330.0 * std::f32::consts::TAU).sin() * (part * std::f32::consts::PI).sin().sqrt() * loudest)
            as i16
    });
    let silence = vec![0; samples_in(Duration::from_millis(500))];
    [silence.clone(), word.collect(), silence].concat()
}

/// The recorder of this process, and the pipe that its microphone is.
struct Studio {
    recorder: Recorder,
    folder: PathBuf,
}

impl Studio {
    fn open() -> Studio {
        let folder = folder();
        let sound = Alsa { microphone: "default".to_string() };
        let recorder = Recorder::start(folder.join("grabaciones"), sound, || ());
        recorder.act(Act::Open);
        let studio = Studio { recorder, folder };
        studio.comes_to(|booth| !booth.prompts.is_empty());
        studio
    }

    fn comes_to(&self, good: impl Fn(&Booth) -> bool) -> Arc<Booth> {
        let end = Instant::now() + PATIENCE;
        loop {
            let booth = self.recorder.booth();
            if good(&booth) {
                return booth;
            }
            assert!(Instant::now() < end, "{:?} {:?}", booth.doing, booth.trouble);
            std::thread::yield_now();
        }
    }

    fn kept(&self, stem: &str) -> PathBuf {
        self.folder.join("grabaciones/es").join(format!("{stem}.wav"))
    }

    /// Says this into the microphone while a prompt is recorded, and stops.
    fn records(&self, stem: &str, samples: &[i16]) -> Arc<Booth> {
        self.recorder.act(Act::Record(stem.to_string()));
        let mut pipe = File::options().write(true).open(self.folder.join("microphone")).expect("it listens");
        // ALSA hears as much as it asks for or stale sound with it: whole moments, each written at once.
        for moment in samples.chunks(MOMENT) {
            let moment = [moment, &vec![0; MOMENT - moment.len()]].concat();
            let bytes: Vec<u8> = moment.iter().flat_map(|sample| sample.to_le_bytes()).collect();
            pipe.write_all(&bytes).expect("it hears");
        }
        let whole = hall_prompts::recording::duration(samples.len());
        // What it hears at once is not always whole moments.
        let heard = |booth: &Booth| match &booth.doing {
            Doing::Records(_, heard) => heard.length + Duration::from_millis(50) > whole,
            Doing::Nothing | Doing::Took(..) | Doing::Plays => false,
        };
        self.comes_to(heard);
        self.recorder.act(Act::Stop);
        // It looks at what is wanted after each moment that it hears.
        let silence = vec![0; MOMENT * 2];
        while matches!(self.recorder.booth().doing, Doing::Records(..)) {
            if pipe.write_all(&silence).is_err() {
                break;
            }
        }
        self.comes_to(|booth| matches!(booth.doing, Doing::Took(..)))
    }
}

fn folder() -> PathBuf {
    std::env::var_os("BOMBO_TEST_FOLDER").expect("the test says where").into()
}

/// Runs a part in a process of its own, whose microphone is a pipe.
fn in_own_process(part: &str, folder: &Path, microphone: bool) {
    let pipe = folder.join("microphone");
    let made = Command::new("mkfifo").arg(&pipe).status().expect("mkfifo is there");
    assert!(made.success());
    let device = format!(
        "pcm.!default {{ type file file \"{}\" infile \"{}\" format \"raw\" slave.pcm {{ type null }} }}\n",
        folder.join("heard.raw").display(),
        pipe.display()
    );
    std::fs::write(folder.join("asound.conf"), if microphone { &device } else { "" }).expect("it is written");
    let ran = Command::new(std::env::current_exe().expect("this program has a file"))
        .args(["--exact", part, "--ignored", "--nocapture"])
        .env("ALSA_CONFIG_PATH", folder.join("asound.conf"))
        .env("BOMBO_TEST_FOLDER", folder)
        .output()
        .expect("this program runs again");
    let (out, err) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    assert!(ran.status.success() && out.contains("1 passed"), "{out}{err}");
    assert!(!err.contains("ALSA"), "nothing is written past the screen: {err}");
}

#[test]
#[ignore = "a part of the test of the same name, in a process of its own"]
fn part_what_was_said_is_kept() {
    let studio = Studio::open();
    let spoken = said(14_000.0);
    let booth = studio.records("dos", &spoken);
    let Doing::Took(stem, took, _) = &booth.doing else { panic!("{:?}", booth.doing) };
    assert_eq!((&stem[..], took.verdict), ("dos", Verdict::Good));
    assert!(!studio.kept("dos").exists(), "nobody has kept it");
    studio.recorder.act(Act::Keep);
    let booth = studio.comes_to(|booth| booth.kept == 1);
    assert_eq!(booth.missing(), booth.prompts.len() - 1);
    let kept = wav::read(&studio.kept("dos")).expect("it is a recording");
    assert_eq!(kept.rate_hz, RATE_HZ);
    // It is a part of what was said, sample for sample, and the silence is gone.
    let whole: Vec<i16> = [spoken, vec![0; 48_000]].concat();
    let begins = whole.windows(kept.samples.len()).position(|part| part == kept.samples);
    let begins = hall_prompts::recording::duration(begins.expect("it is what was said")).as_millis();
    assert!((390..=440).contains(&begins), "it begins at {begins} ms");
    let length = kept.seconds();
    assert!((0.7..0.85).contains(&length), "{length} s");
    // Another take that nobody keeps changes nothing.
    studio.records("dos", &said(9_000.0));
    studio.recorder.act(Act::Drop);
    studio.comes_to(|booth| booth.doing == Doing::Nothing);
    assert_eq!(wav::read(&studio.kept("dos")).expect("it is there"), kept);
    // Listening gives the loudspeaker what is kept.
    studio.recorder.act(Act::Listen("dos".to_string()));
    studio.comes_to(|booth| booth.doing == Doing::Nothing && heard(&studio.folder, &kept.samples));
}

/// Whether the loudspeaker was given this.
fn heard(folder: &Path, samples: &[i16]) -> bool {
    let bytes = std::fs::read(folder.join("heard.raw")).unwrap_or_default();
    let wanted: Vec<u8> = samples.iter().flat_map(|sample| sample.to_le_bytes()).collect();
    bytes.windows(wanted.len()).any(|part| part == wanted)
}

#[test]
fn what_was_said_is_kept_without_the_silence_and_can_be_heard() {
    let folder = tempfile::tempdir().expect("a folder");
    in_own_process("part_what_was_said_is_kept", folder.path(), true);
}

#[test]
#[ignore = "a part of the test of the same name, in a process of its own"]
fn part_troubles_take_nothing() {
    let studio = Studio::open();
    studio.records("uno", &said(14_000.0));
    studio.recorder.act(Act::Keep);
    studio.comes_to(|booth| booth.kept == 1);
    let before = std::fs::read(studio.kept("uno")).expect("it is kept");
    // Silence, and what is too long, cannot be kept.
    let booth = studio.records("uno", &vec![20; samples_in(Duration::from_secs(1))]);
    assert!(matches!(&booth.doing, Doing::Took(_, took, _) if took.verdict == Verdict::Silent));
    studio.recorder.act(Act::Keep);
    // A full disk keeps the take here.
    studio.records("uno", &said(12_000.0));
    std::os::unix::fs::symlink("/dev/full", studio.folder.join("grabaciones/es/.uno.nueva")).expect("a link");
    studio.recorder.act(Act::Keep);
    studio
        .comes_to(|booth| booth.trouble == Some(Trouble::DiskFull) && matches!(booth.doing, Doing::Took(..)));
    assert_eq!(std::fs::read(studio.kept("uno")).expect("it is kept"), before);
    studio.recorder.act(Act::Keep);
    studio.comes_to(|booth| booth.kept == 2 && booth.trouble.is_none());
    assert_ne!(std::fs::read(studio.kept("uno")).expect("it is kept"), before);
}

#[test]
fn silence_and_a_full_disk_take_nothing_that_was_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    in_own_process("part_troubles_take_nothing", folder.path(), true);
}

/// A microphone that is pulled out after some moments, and no loudspeaker.
struct Pulled;

impl Sound for Pulled {
    fn microphone(&self) -> Result<Box<dyn Microphone>, String> {
        Ok(Box::new(Moments(5)))
    }

    fn play(&self, _: &[i16], _: u32, _: &mut dyn FnMut() -> bool) -> Result<(), String> {
        Err("no hay".to_string())
    }
}

struct Moments(u32);

impl Microphone for Moments {
    fn hear(&mut self, into: &mut [i16]) -> usize {
        into.fill(9_000);
        let left = self.0;
        self.0 = left.saturating_sub(1);
        if left == 0 { 0 } else { into.len() }
    }
}

#[test]
fn half_a_word_is_no_take_and_what_was_kept_stays() {
    let folder = tempfile::tempdir().expect("a folder");
    let kept = folder.path().join("grabaciones/es");
    wav::keep(&kept, "dos", &said(9_000.0)).expect("it is kept");
    let before = std::fs::read(kept.join("dos.wav")).expect("it is kept");
    let recorder = Recorder::start(folder.path().join("grabaciones"), Pulled, || ());
    let studio = Studio { recorder, folder: folder.path().to_owned() };
    studio.recorder.act(Act::Open);
    studio.comes_to(|booth| booth.prompts.iter().any(|prompt| prompt.state.plays()));
    studio.recorder.act(Act::Record("dos".to_string()));
    let booth = studio.comes_to(|booth| booth.trouble == Some(Trouble::MicrophoneLost));
    assert_eq!(booth.doing, Doing::Nothing);
    studio.recorder.act(Act::Keep);
    studio.recorder.act(Act::Listen("dos".to_string()));
    studio.comes_to(|booth| booth.trouble == Some(Trouble::NoLoudspeaker("no hay".to_string())));
    assert_eq!(std::fs::read(kept.join("dos.wav")).expect("it is kept"), before);
}

#[test]
#[ignore = "a part of the test of the same name, in a process of its own"]
fn part_no_microphone() {
    let studio = Studio::open();
    studio.recorder.act(Act::Record("dos".to_string()));
    studio.comes_to(|booth| {
        matches!(booth.trouble, Some(Trouble::NoMicrophone(_))) && booth.doing == Doing::Nothing
    });
}

#[test]
fn a_desk_without_a_microphone_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    in_own_process("part_no_microphone", folder.path(), false);
}

#[test]
#[ignore = "a part of the test of the same name, in a process of its own"]
fn part_too_long() {
    let studio = Studio::open();
    studio.recorder.act(Act::Record("dos".to_string()));
    let mut pipe = File::options().write(true).open(studio.folder.join("microphone")).expect("it listens");
    // Who goes away while it records finds it stopped: the pipe is closed by who reads it.
    while pipe.write_all(&[7; 9_600]).is_ok() {}
    let booth = studio.comes_to(|booth| matches!(booth.doing, Doing::Took(..)));
    assert!(matches!(&booth.doing, Doing::Took(_, took, _) if took.verdict == Verdict::Long));
    studio.recorder.act(Act::Keep);
    studio.recorder.act(Act::Open);
    studio.recorder.act(Act::Language);
    studio.comes_to(|booth| booth.language == "English");
    assert!(!studio.kept("dos").exists());
}

#[test]
fn a_take_of_more_than_twenty_seconds_stops_by_itself_and_is_not_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    in_own_process("part_too_long", folder.path(), true);
}

/// What cannot be done is not offered beside «Grabar» and the way out, for which there is no room then.
#[test]
fn a_voice_that_does_not_answer_takes_no_wish_and_leaves_recording_and_the_way_out() {
    for (state, offered) in [(VoiceState::Speaks, true), (VoiceState::Gone, false)] {
        let mut board = boards::idle();
        board.voice = VoiceNow { state, volume: 50, ..VoiceNow::default() };
        let console = Console::over(boards::known(board), Over::Look(Look::Voice));
        for words in ["Más bajo", "Más alto", "Prueba"] {
            assert_eq!(console.is_on(words), offered, "{words} while it {state:?}");
        }
        assert!(console.is_on("Grabar") && console.is_on("Cerrar"));
    }
}
