//! The hall's voice, as a process: what it says is heard in a room, and the panel lights with it (M8, G8, DECISIONS 42).

use hall_voice::language::Language;
use hall_voice::library::Library;
use hall_voice::numeral::Form;
use hall_voice::pipeline;
use hall_voice::sentence::Sentence;
use hall_voice::synthesiser::Synthesiser;
use hall_wire::board::VoiceState;
use serde_json::json;
use xtask::room::{Ear, RATE_HZ, Room, Speaking, synthesised};

use crate::kit::{Hall, Setup, until};

/// A hall with its voice and somebody who hears it.
struct Evening {
    hall: Hall,
    room: Room,
    ear: Ear,
    voice: Option<Speaking>,
    library: Library,
    folder: tempfile::TempDir,
    game: u32,
}

impl Evening {
    /// In the draw of a game, with the voice speaking.
    fn in_draw() -> Evening {
        Evening::with_light(None)
    }

    /// The same, with a panel that waits as the profile then says.
    fn with_light(light: Option<&str>) -> Evening {
        let folder = tempfile::tempdir().expect("a folder");
        let room = Room::open(folder.path()).expect("a sound server");
        let ear = Ear::open(&room).expect("a recorder");
        pipeline::ready().expect("GStreamer");
        let language = Language::built_in("es").expect("it comes with the program");
        let synthesiser = Synthesiser::new(&language.synthesiser, &synthesised());
        let library = Library::load(&language, None, &synthesiser, |_, _| ());
        assert_eq!(library.sources.missing, [""; 0], "{:?}", library.sources.synthesiser);
        let hall = Hall::open(&Setup { light, ..Setup::default() });
        let voice = Speaking::start(&room, &hall.dir(), &hall.url(), &[]).expect("the voice starts");
        let mut evening = Evening { hall, room, ear, voice: Some(voice), library, folder, game: 0 };
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
        until("the end of what is said", || {
            let heard = self.ear.since(from);
            let spoke = heard.iter().any(|sample| sample.unsigned_abs() > 1_000);
            let ended = heard.len() > still && silent(&heard[heard.len() - still..]);
            (spoke && ended).then_some(())
        });
    }

    /// Announces the next ball; returns it, and how much had been heard before.
    fn announce(&self) -> (u8, usize) {
        let from = self.ear.many();
        let called = self.hall.ball(self.game);
        (*called.last().expect("one was announced"), from)
    }

    /// What a ball sounds like.
    fn expected(&self, ball: u8) -> Vec<f32> {
        let language = Language::built_in("es").expect("it comes with the program");
        self.library.join(&language.say(&[Sentence::Ball(ball)])).expect("nothing is missing").samples
    }

    /// Waits until the ball is heard whole.
    fn hears(&self, ball: u8, from: usize) {
        self.quiet(from);
        let heard = self.ear.since(from);
        let (likeness, at) = found(&heard, &self.expected(ball));
        self.ear.keep(from, &self.folder.path().join("oido.wav")).expect("it is kept");
        assert!(likeness > 0.95, "{ball} is heard as itself by {likeness} at sample {at}");
        let other = if ball == 90 { 1 } else { ball + 1 };
        let (like_another, _) = found(&heard, &self.expected(other));
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

/// Nothing but the dither of a conversion to 16 bits.
fn silent(samples: &[i16]) -> bool {
    samples.iter().all(|sample| sample.unsigned_abs() <= 4)
}

/// How much of what is wanted is in what was heard, from 0 to 1, and from which sample on. At a sixth of the rate: that is
/// enough for a voice.
fn found(heard: &[i16], wanted: &[f32]) -> (f32, usize) {
    const STEP: usize = 6;
    let thin = |samples: &mut dyn Iterator<Item = f32>| -> Vec<f32> {
        let all: Vec<f32> = samples.collect();
        all.chunks(STEP).map(|few| few.iter().sum::<f32>() / few.len() as f32).collect()
    };
    let heard = thin(&mut heard.iter().map(|sample| f32::from(*sample) / 32_768.0));
    let wanted = thin(&mut wanted.iter().copied());
    let power = |samples: &[f32]| samples.iter().map(|sample| sample * sample).sum::<f32>();
    let all = power(&wanted);
    let begins = heard.len().saturating_sub(wanted.len());
    let mut best = (0.0, 0);
    for at in 0..=begins {
        let Some(there) = heard.get(at..at + wanted.len()) else { break };
        let like: f32 = there.iter().zip(&wanted).map(|(a, b)| a * b).sum();
        let likeness = like / (power(there) * all).sqrt().max(1e-9);
        if likeness > best.0 {
            best = (likeness, at * STEP);
        }
    }
    best
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

/// The law wants a number heard, and then shown (Catálogo IV). Whatever the panel shows was in the room before.
#[test]
fn the_panel_waits_for_the_voice() {
    let evening = Evening::with_light(Some("ends"));
    let (ball, from) = evening.announce();
    let lit = until("the light", || {
        let heard = evening.ear.many();
        (evening.hall.public().announced.last() == Some(&ball)).then_some(heard)
    });
    evening.hears(ball, from);
    let (_, begins) = found(&evening.ear.since(from), &evening.expected(ball));
    let language = Language::built_in("es").expect("it comes with the program");
    let number = language.numbers.words(u64::from(ball), Form::Alone);
    let said = from + begins + evening.library.clip(&number).expect("it is there").0.len();
    // The recorder may be some tenths behind the device; without waiting, the light is a second early and more.
    assert!(said < lit + RATE_HZ as usize / 2, "lit at sample {lit}, and the number ends at {said}");
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
    assert!(silent(&evening.ear.since(after)[..from - after]), "{ball} is not said again");
    evening.hears(next, from);
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
    let (likeness, _) = found(&evening.ear.since(from), &evening.expected(ball));
    assert!(likeness < 0.8, "{ball} is heard by {likeness}");
    wish(json!({"speaks": true}));
    evening.comes_to(VoiceState::Speaks);
}
