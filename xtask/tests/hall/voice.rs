//! The hall's voice, as a process: what it says is heard in a room, and the panel lights with it (M8, G8, DECISIONS 42).

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use hall_voice::language::Language;
use hall_voice::library::Library;
use hall_voice::numeral::Form;
use hall_voice::phrase::file_stem;
use hall_voice::pipeline;
use hall_voice::sentence::Sentence;
use hall_voice::synthesiser::Synthesiser;
use hall_wire::board::VoiceState;
use hall_wire::message::PROTOCOL;
use serde_json::json;
use sha2::{Digest, Sha256};
use xtask::evening::{Evening as Played, LABELS, Plan, RECORDING, Twist};
use xtask::programs::{Machine, Server, found as found_hall};
use xtask::room::{Ear, RATE_HZ, Room, Speaking, found, is_silent, synthesised};
use xtask::seed::SEED;
use xtask::staff::Staff;
use xtask::tickets::Tickets;

use crate::kit::{Hall, Setup, until};

/// Everything that the voice can say.
pub static LIBRARY: LazyLock<Library> = LazyLock::new(|| {
    pipeline::ready().expect("GStreamer");
    let language = Language::built_in("es").expect("it comes with the program");
    let synthesiser = Synthesiser::new(&language.synthesiser, &synthesised());
    let library = Library::load(&language, None, &synthesiser, |_, _| ());
    assert_eq!(library.sources.missing, [""; 0], "{:?}", library.sources.synthesiser);
    library
});

/// What a ball sounds like.
fn expected(ball: u8) -> Vec<f32> {
    let language = Language::built_in("es").expect("it comes with the program");
    LIBRARY.join(&language.say(&[Sentence::Ball(ball)])).expect("nothing is missing").samples
}

/// Two halls are heard at a time: sound is made in real time, and the computer of the tests has two processors.
pub fn seat() -> MutexGuard<'static, ()> {
    static SEATS: [Mutex<()>; 2] = [Mutex::new(()), Mutex::new(())];
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let seat = &SEATS[NEXT.fetch_add(1, Ordering::Relaxed) % SEATS.len()];
    seat.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A hall with its voice and somebody who hears it.
struct Evening {
    hall: Hall,
    room: Room,
    ear: Ear,
    voice: Option<Speaking>,
    folder: tempfile::TempDir,
    game: u32,
    _seat: MutexGuard<'static, ()>,
}

impl Evening {
    /// In the draw of a game, with the voice speaking.
    fn in_draw() -> Evening {
        Evening::with_light(None)
    }

    /// The same, with a panel that waits as the profile then says.
    fn with_light(light: Option<&str>) -> Evening {
        Evening::with(light, |_| ())
    }

    /// The same, with recordings that somebody has put into the voice's folder.
    fn with(light: Option<&str>, record: impl FnOnce(&Path)) -> Evening {
        let folder = tempfile::tempdir().expect("a folder");
        let clips = folder.path().join("voz/grabaciones/es");
        std::fs::create_dir_all(&clips).expect("a folder");
        record(&clips);
        let seat = seat();
        // Every word is made once, before anybody waits for a voice.
        LazyLock::force(&LIBRARY);
        let room = Room::open(folder.path()).expect("a sound server");
        let ear = Ear::open(&room).expect("a recorder");
        let words: Vec<_> = light.map(|light| ("light", light)).into_iter().collect();
        let hall = Hall::open(&Setup { words: &words, ..Setup::default() });
        let voice = Speaking::start(&room, &hall.dir(), &hall.url(), &[]).expect("the voice starts");
        let mut evening = Evening { hall, room, ear, voice: Some(voice), folder, game: 0, _seat: seat };
        evening.comes_to(VoiceState::Speaks);
        evening.game = evening.hall.sell(&[("A17", 1, 6)]);
        evening.quiet(0);
        evening.hall.start(evening.game);
        let begun = evening.ear.many();
        evening.quiet(begun);
        evening
    }

    fn comes_to(&self, state: VoiceState) {
        self.hall.board(|(_, board)| board.voice.state == state);
    }

    /// Waits until something was heard since this sample, and then nothing for half a second.
    fn quiet(&self, from: usize) {
        let still = RATE_HZ as usize / 2;
        let (mut looked, mut spoke) = (from, false);
        until("the end of what is said", || {
            // Each sample is looked at once: the hall's ball machine needs the processor too.
            let heard = self.ear.since(looked);
            looked += heard.len();
            spoke |= heard.iter().any(|sample| sample.unsigned_abs() > 1_000);
            (spoke && looked > from + still && self.ear.is_still(still)).then_some(())
        });
    }

    /// Announces the next ball; returns it, and how much had been heard before.
    fn announce(&self) -> (u8, usize) {
        let from = self.ear.many();
        let called = self.hall.ball(self.game);
        (*called.last().expect("one was announced"), from)
    }

    /// Waits until the ball is heard whole.
    fn hears(&self, ball: u8, from: usize) {
        self.quiet(from);
        let heard = self.ear.since(from);
        let (likeness, at) = spoken(&heard, &expected(ball));
        if likeness < 0.95 {
            let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("bola-{ball}.wav"));
            self.ear.keep(from, &kept).expect("it is kept");
            let (anywhere, at_all) = found(&heard, &expected(ball));
            panic!(
                "{ball} is heard as itself by {likeness} at sample {at}, by {anywhere} at {at_all}: {}",
                kept.display()
            );
        }
        let other = if ball == 90 { 1 } else { ball + 1 };
        let (like_another, _) = spoken(&heard, &expected(other));
        assert!(like_another < 0.8, "{ball} is heard as {other} by {like_another}");
    }

    fn failures(&self) -> Vec<serde_json::Value> {
        self.hall.lines_of("voice_failed").into_iter().map(|row| row.body).collect()
    }
}

impl Drop for Evening {
    fn drop(&mut self) {
        if std::thread::panicking() {
            for log in ["voz.log", "pulseaudio.log"] {
                let said = std::fs::read_to_string(self.folder.path().join(log)).unwrap_or_default();
                eprintln!("--- the end of {log}");
                said.lines()
                    .rev()
                    .take(20)
                    .collect::<Vec<_>>()
                    .iter()
                    .rev()
                    .for_each(|line| eprintln!("{line}"));
            }
            eprintln!("--- {} samples were heard; the voice is {:?}", self.ear.many(), self.hall.now().voice);
        }
    }
}

/// [`found`] where the first voice is: the first loud sample of both is the same one, to some milliseconds.
fn spoken(heard: &[i16], wanted: &[f32]) -> (f32, usize) {
    let slack = RATE_HZ as usize / 50;
    let voice = heard.iter().position(|sample| sample.unsigned_abs() > 1_000).unwrap_or(0);
    let lead = wanted.iter().position(|sample| sample.abs() > 1_000.0 / 32_768.0).unwrap_or(0);
    let begins = voice.saturating_sub(lead + slack);
    let ends = heard.len().min(begins + wanted.len() + 2 * slack);
    let (likeness, at) = found(&heard[begins..ends], wanted);
    (likeness, begins + at)
}

#[test]
fn each_ball_is_heard_with_its_digits_and_then_stands_on_the_panel() {
    let evening = Evening::in_draw();
    for _ in 0..4 {
        let (ball, from) = evening.announce();
        evening.hears(ball, from);
        assert_eq!(evening.hall.public().announced.last(), Some(&ball));
    }
    assert_eq!(evening.failures(), [json!(null); 0]);
}

/// A player's phone, which tells how much the room had heard when the ball of this place came.
fn phone(evening: &Evening, place: u8) -> Receiver<usize> {
    let url = evening.hall.url();
    let host = url.strip_prefix("http://").expect("an address").to_owned();
    let mut stream = TcpStream::connect(&host).expect("the server lets it in");
    write!(
        stream,
        "GET /tv/seguir/tablero?protocol={PROTOCOL} HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    .expect("it can be asked");
    let (tell, told) = sync_channel(8);
    let heard = evening.ear.counter();
    std::thread::spawn(move || {
        let (mut all, mut bytes) = (Vec::new(), [0; 4_096]);
        // A server's frames are plain text: the hello, the whole board, then what changed.
        let ball = format!("\"ball_announced\",\"value\":{{\"ordinal\":{place},");
        for news in ["\"scene\"", &ball] {
            while !String::from_utf8_lossy(&all).contains(news) {
                let Ok(many @ 1..) = stream.read(&mut bytes) else { return };
                all.extend_from_slice(&bytes[..many]);
            }
            let _ = tell.send(heard());
        }
    });
    told.recv().expect("it has the board");
    told
}

/// The law wants a number heard, and then shown (Catálogo IV). Whatever the panel and the phones show was in the room before.
#[test]
fn the_panel_and_the_phones_wait_for_the_voice() {
    let evening = Evening::with_light(Some("ends"));
    // The fourth takes its time: cincuenta y dos.
    for _ in 0..3 {
        let (ball, from) = evening.announce();
        evening.hears(ball, from);
    }
    let phone = phone(&evening, 4);
    let (ball, from) = evening.announce();
    let lit = until("the light", || {
        let heard = evening.ear.many();
        (evening.hall.public().announced.last() == Some(&ball)).then_some(heard)
    });
    let lit_phone = phone.recv().expect("it follows");
    evening.hears(ball, from);
    let (_, begins) = spoken(&evening.ear.since(from), &expected(ball));
    let language = Language::built_in("es").expect("it comes with the program");
    let number = language.numbers.words(u64::from(ball), Form::Alone);
    let said = from + begins + LIBRARY.clip(&number).expect("it is there").0.len();
    // The recorder may be some tenths behind the device; without waiting, the light is there as the ball is announced.
    let half = (said - from) / 2;
    assert!(half > 2 * RATE_HZ as usize / 5, "{ball} is too short to tell");
    assert!(lit > from + half, "lit at sample {lit}, and the number ends at {said}");
    assert!(lit_phone > from + half, "a phone has it at sample {lit_phone}, and the number ends at {said}");
}

#[test]
fn a_device_that_is_pulled_in_mid_word_is_told_and_the_game_goes_on_without_it() {
    let mut evening = Evening::in_draw();
    let (ball, from) = evening.announce();
    until("the first sound of the ball", || {
        evening.ear.since(from).iter().any(|sample| sample.unsigned_abs() > 1_000).then_some(())
    });
    evening.room.pull().expect("it is there");
    evening.comes_to(VoiceState::NoSound);
    until("a line in the record", || (!evening.failures().is_empty()).then_some(()));
    assert_eq!(evening.failures(), [json!({"game": evening.game, "ordinal": 1, "why": "silenced"})]);
    assert_eq!(evening.hall.public().announced, [ball]);
    // Without it nothing waits: the caller says the next one.
    let (next, _) = evening.announce();
    until("the light", || (evening.hall.public().announced == [ball, next]).then_some(()));
    evening.room.plug().expect("it is there again");
    evening.comes_to(VoiceState::Speaks);
    evening.ear = Ear::open(&evening.room).expect("a recorder");
    let (third, from) = evening.announce();
    evening.hears(third, from);
    assert_eq!(evening.failures().len(), 1, "once for each time");
}

#[test]
fn a_sound_server_that_is_killed_takes_nothing_with_it_and_comes_back() {
    let mut evening = Evening::in_draw();
    evening.room.kill();
    evening.comes_to(VoiceState::NoSound);
    let (ball, _) = evening.announce();
    until("the light", || (evening.hall.public().announced == [ball]).then_some(()));
    evening.room.begin().expect("it starts again");
    evening.comes_to(VoiceState::Speaks);
    evening.ear = Ear::open(&evening.room).expect("a recorder");
    let (next, from) = evening.announce();
    evening.hears(next, from);
}

#[test]
fn a_voice_that_is_killed_in_a_ball_says_nothing_of_it_when_it_comes_back() {
    let mut evening = Evening::in_draw();
    let (ball, from) = evening.announce();
    until("the first sound of the ball", || {
        evening.ear.since(from).iter().any(|sample| sample.unsigned_abs() > 1_000).then_some(())
    });
    evening.voice.take().expect("it runs").kill();
    evening.comes_to(VoiceState::Gone);
    let after = evening.ear.many();
    let voice = Speaking::start(&evening.room, &evening.hall.dir(), &evening.hall.url(), &[]);
    evening.voice = Some(voice.expect("it starts again"));
    evening.comes_to(VoiceState::Speaks);
    until("a line in the record", || (!evening.failures().is_empty()).then_some(()));
    assert_eq!(evening.failures(), [json!({"game": evening.game, "ordinal": 1, "why": "ended"})]);
    let (next, from) = evening.announce();
    assert!(is_silent(&evening.ear.since(after)[..from - after]), "{ball} is not said again");
    evening.hears(next, from);
}

/// Recordings of every number that cannot be played: none stops the voice, and the mesa has their names.
#[test]
fn bad_recordings_are_named_at_the_mesa_and_said_by_the_synthesiser() {
    let language = Language::built_in("es").expect("it comes with the program");
    let numbers: Vec<String> =
        (1..=90).map(|ball| file_stem(&language.numbers.words(ball, Form::Alone))).collect();
    let bytes = RATE_HZ * 2 * 2_400;
    let mut forty_minutes = hall_prompts::wav::file(&[]);
    forty_minutes[4..8].copy_from_slice(&(bytes + 36).to_le_bytes());
    forty_minutes[40..44].copy_from_slice(&bytes.to_le_bytes());
    let evening = Evening::with(None, |clips| {
        for (at, stem) in numbers.iter().enumerate() {
            let file = clips.join(format!("{stem}.wav"));
            let content = match at % 3 {
                0 => forty_minutes.clone(),
                1 => hall_prompts::wav::file(&[0; 24_000]),
                _ => b"no sound at all".to_vec(),
            };
            std::fs::write(&file, content).expect("it is written");
            if at % 3 == 0 {
                let long = std::fs::File::options().write(true).open(&file).expect("it is there");
                long.set_len(u64::from(bytes) + 44).expect("it is long");
            }
        }
    });
    let voice = evening.hall.now().voice.clone();
    for named in
        ["es/uno.wav: dura más de 20 s", "es/dos.wav: no se oye nada", "es/tres.wav: no se puede leer"]
    {
        assert!(voice.bad.iter().any(|bad| bad.starts_with(named)), "{named}: {:?}", voice.bad);
    }
    assert_eq!((voice.recorded, voice.missing.len()), (0, 0));
    for _ in 0..2 {
        let (ball, from) = evening.announce();
        evening.hears(ball, from);
    }
    assert_eq!(evening.failures(), [json!(null); 0]);
}

#[test]
fn the_desk_has_the_voice_silent_and_speak_again() {
    let evening = Evening::in_draw();
    let wish = |body: serde_json::Value| {
        let answer = evening.hall.staff.mesa.send::<serde_json::Value>(
            "/api/voice/wishes",
            &body,
            uuid::Uuid::new_v4(),
        );
        answer.expect("the jefe de mesa may")
    };
    wish(json!({"speaks": false}));
    evening.comes_to(VoiceState::Off);
    let (ball, from) = evening.announce();
    until("the light", || (evening.hall.public().announced == [ball]).then_some(()));
    // What is heard next is the trial, and nothing of the ball before it.
    wish(json!({"trial": true}));
    evening.quiet(from);
    let (likeness, _) = found(&evening.ear.since(from), &expected(ball));
    assert!(likeness < 0.8, "{ball} is heard by {likeness}");
    wish(json!({"speaks": true}));
    evening.comes_to(VoiceState::Speaks);
}

/// What `./bombo demo` leaves of its second game, here of one that is void after five balls.
#[test]
fn the_recording_of_an_evening_has_each_ball_at_its_time() {
    let _seat = seat();
    LazyLock::force(&LIBRARY);
    let folder = tempfile::Builder::new().prefix("bombo-").tempdir().expect("a folder");
    let dir = folder.path().join("sala");
    let founded = found_hall(&dir, &["--demo-seed", &SEED.to_string()]).expect("a hall");
    let mut machine = Machine::start(&dir, &["--interval-ms", "50"]).expect("a machine");
    let server = Server::start(&dir, Some(&machine.port)).expect("the server starts");
    let staff = Staff::take_on(&server, &founded).expect("everybody is taken on");
    staff.stock(1, &["A17"], 200).expect("the stock is taken in");
    let mut said = String::new();
    let mut say = |line: &str| said.push_str(&format!("{line}\n"));
    let mut evening = Played::new(&dir, server, &mut machine, &staff, Tickets::default(), &mut say);
    staff.open_session().expect("the session opens");
    evening.voice_comes().expect("a voice that says nothing yet");
    let twists = [Twist::Heard, Twist::HushedAfter(5), Twist::Void(7)];
    let cards = [("A17", 1, 6)];
    let plan = Plan { series: "A17", cards: &cards, face_value_cents: 200, twists: &twists, hand: &[] };
    let played = evening.play(&plan).expect("it is played");
    let announced = evening.loud.take().expect("there is a sound server").announced;
    let balls: Vec<u8> = announced.iter().map(|(ball, _)| *ball).collect();
    assert_eq!(balls, played.balls[..5]);
    let recording = hall_prompts::wav::read_all(&dir.join(RECORDING)).expect("a recording");
    let labels = std::fs::read_to_string(dir.join(LABELS)).expect("labels");
    assert_eq!(labels.lines().count(), balls.len());
    for ((ball, at), label) in announced.iter().zip(labels.lines()) {
        let wanted = expected(*ball);
        let heard = &recording.samples[*at..];
        let (likeness, begins) = spoken(heard, &wanted);
        assert!(likeness > 0.95, "{ball} is heard by {likeness}, {begins} samples after its announcement");
        assert!(begins < RATE_HZ as usize, "{ball} is heard {begins} samples after its announcement");
        let (other, _) = spoken(heard, &expected(if *ball == 90 { 1 } else { ball + 1 }));
        assert!(other < 0.8, "{ball} is heard as another by {other}");
        let time = *at as f64 / f64::from(RATE_HZ);
        assert_eq!(label, format!("{time:.3}\t{time:.3}\t{ball}"));
    }
}

#[test]
fn what_the_hall_heard_round_a_stop_is_kept_where_the_hall_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let _seat = seat();
    LazyLock::force(&LIBRARY);
    let room = Room::open(folder.path()).expect("a sound server");
    let mut hall = Hall::open(&Setup { words: &[("light", "at_once")], ..Setup::default() });
    hall.stop();
    let settings = hall.dir().join("sala.toml");
    let text = std::fs::read_to_string(&settings).expect("the settings");
    assert!(text.contains("# sound = false"), "nobody is listened to where the hall does not say so");
    std::fs::write(&settings, text.replace("# sound = false", "sound = true")).expect("they can be changed");
    hall.begin();
    // The microphone hears the loudspeaker.
    let microphone = ["--microphone", "pulse:sala.monitor"];
    let voice = Speaking::start(&room, &hall.dir(), &hall.url(), &microphone).expect("the voice starts");
    hall.board(|(_, board)| board.voice.state == VoiceState::Speaks);
    until("that the server hears the hall", || {
        let log = std::fs::read_to_string(folder.path().join("voz.log")).unwrap_or_default();
        log.contains("el servidor oye la sala").then_some(())
    });
    let game = hall.sell(&[("A17", 1, 6)]);
    hall.start(game);
    hall.balls(game, 2);
    let announced = hall.called().len();
    hall.must(&hall.staff.mesa, "stop", &json!({"game": game, "announced": announced}));
    let kept = until("the sound of the stop", || hall.lines_of("sound_kept").pop()).body;
    let wav =
        hall.staff.mesa.get_bytes(&format!("/api/film/sound.wav?game={game}&stop=1")).expect("the sound");
    let hash: String = Sha256::digest(&wav).iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!((&kept["stop"], kept["sha256"].as_str()), (&json!(1), Some(hash.as_str())));
    let before = usize::try_from(kept["before_ms"].as_u64().expect("a number")).expect("small");
    assert!((1..=20_000).contains(&before), "{before}");
    let samples: Vec<i16> =
        wav[44..].chunks_exact(2).map(|two| i16::from_le_bytes([two[0], two[1]])).collect();
    assert!((before * 16..=22 * 16_000).contains(&samples.len()), "{} of {before}", samples.len());
    assert!(samples.iter().any(|sample| sample.unsigned_abs() > 2_000), "the ball before the stop is heard");
    let listed: hall_wire::message::FilmOfGame =
        hall.staff.mesa.get(&format!("/api/film?game={game}")).expect("what is kept");
    assert_eq!(listed.sounds.len(), 1);
    drop(voice);
    hall.go_on(game);
    hall.to_the_end(game);
    hall.finish();
}
