use super::*;

/// A sound of words, each of this many milliseconds and at this level.
fn sound(words_ms: &[u64], level: f32) -> Joined {
    let mut joined = Joined::default();
    for ms in words_ms {
        joined.samples.resize(joined.samples.len() + samples_in(Duration::from_millis(*ms)), level);
        joined.ends.push(joined.samples.len());
    }
    joined
}

const fn ball(place: u8) -> Reason {
    Reason::Ball { game: 7, place }
}

/// A mixer and the moment it has come to.
struct Room {
    mixer: Mixer,
    begin: Instant,
    ms: u64,
    heard: Vec<f32>,
    news: Vec<(Reason, How, u64)>,
}

impl Room {
    fn new() -> Room {
        Room { mixer: Mixer::default(), begin: Instant::now(), ms: 0, heard: Vec::new(), news: Vec::new() }
    }

    fn say(&mut self, reason: Reason, words_ms: &[u64], level: f32) {
        let since = self.begin + Duration::from_millis(self.ms);
        let sound = sound(words_ms, level);
        let number = sound.ends.first().copied().filter(|_| matches!(reason, Reason::Ball { .. }));
        self.mixer.say(Speech { reason, since, sound, number });
    }

    /// Goes on in blocks of 10 ms.
    fn run(&mut self, ms: u64) {
        for _ in 0..ms / 10 {
            let mut block = vec![9.0; samples_in(Duration::from_millis(10))];
            let at = self.begin + Duration::from_millis(self.ms);
            let news = self.mixer.fill(at, &mut block);
            self.heard.extend(block);
            self.ms += 10;
            let ms = |at: Instant| u64::try_from((at - self.begin).as_millis()).expect("few");
            self.news.extend(news.into_iter().map(|told| (told.reason, told.how, ms(told.at))));
        }
    }

    fn level_at(&self, ms: u64) -> f32 {
        self.heard[samples_in(Duration::from_millis(ms))]
    }
}

#[test]
fn a_ball_is_said_at_once_and_whole() {
    let mut room = Room::new();
    room.run(50);
    room.say(ball(1), &[700, 300, 300], 0.5);
    room.run(1_500);
    assert_eq!(
        room.news,
        [(ball(1), How::Starts, 50), (ball(1), How::Said, 750), (ball(1), How::Ends, 1_350)]
    );
    assert_eq!((room.level_at(40), room.level_at(60), room.level_at(1_340)), (0.0, 0.5, 0.5));
    assert_eq!(room.level_at(1_400), 0.0);
    assert!(room.mixer.is_idle());
}

#[test]
fn a_ball_that_cannot_begin_in_300_ms_is_not_said_and_that_is_told() {
    let mut room = Room::new();
    room.say(ball(1), &[1_000, 300, 300], 0.5);
    room.run(100);
    // The number before is always said whole, and takes 900 ms more.
    room.say(ball(2), &[700, 300, 300], 0.25);
    room.run(3_000);
    assert_eq!(
        room.news,
        [
            (ball(1), How::Starts, 0),
            (ball(2), How::Late, 410),
            (ball(1), How::Said, 1_000),
            (ball(1), How::Ends, 1_600)
        ]
    );
    assert!(room.heard.iter().all(|sample| *sample != 0.25), "nothing of the late ball is heard");
}

#[test]
fn the_digits_of_a_ball_give_way_to_the_next_number_between_two_words() {
    let mut room = Room::new();
    room.say(ball(1), &[700, 200, 300], 0.5);
    room.run(750);
    room.say(ball(2), &[700, 300, 300], 0.25);
    room.run(2_000);
    // Cut at 900, where the first digit ends; then the pause between two.
    assert_eq!(
        room.news,
        [
            (ball(1), How::Starts, 0),
            (ball(1), How::Said, 700),
            (ball(1), How::Cut, 900),
            (ball(2), How::Starts, 1_020),
            (ball(2), How::Said, 1_720),
            (ball(2), How::Ends, 2_320)
        ]
    );
}

#[test]
fn a_long_phrase_gives_way_to_a_ball_with_a_fade() {
    let mut room = Room::new();
    room.say(Reason::Formula, &[5_000], 0.5);
    room.run(1_000);
    room.say(ball(1), &[500], 0.25);
    room.run(1_000);
    let cut = room.news.iter().find(|(_, how, _)| *how == How::Cut).expect("the phrase is cut");
    assert_eq!((cut.0, cut.2), (Reason::Formula, 1_012));
    let begin = samples_in(Duration::from_millis(1_000));
    let end = samples_in(Duration::from_millis(1_012));
    let steps = room.heard[begin..end].windows(2).map(|two| (two[1] - two[0]).abs());
    assert!(steps.fold(0.0, f32::max) < 0.002, "the cut clicks");
    assert!(room.heard[end - 1] < 0.002, "the cut ends loud: {}", room.heard[end - 1]);
    assert_eq!(room.level_at(1_200), 0.25);
}

#[test]
fn alarms_come_first_and_are_not_cut() {
    let mut room = Room::new();
    room.say(Reason::Formula, &[300, 300], 0.5);
    room.run(100);
    room.say(Reason::Formula, &[300], 0.25);
    room.say(Reason::Alarm, &[800], 0.125);
    room.run(50);
    room.say(ball(1), &[500], 0.75);
    room.run(3_000);
    let told: Vec<(Reason, How)> = room.news.iter().map(|(reason, how, _)| (*reason, *how)).collect();
    assert_eq!(
        told,
        [
            (Reason::Formula, How::Starts),
            (Reason::Formula, How::Cut),
            (Reason::Alarm, How::Starts),
            (ball(1), How::Late),
            (Reason::Alarm, How::Ends),
            (Reason::Formula, How::Starts),
            (Reason::Formula, How::Ends),
        ]
    );
}

#[test]
fn courtesies_that_come_too_late_are_left_out() {
    let mut room = Room::new();
    room.say(Reason::Formula, &[2_000], 0.5);
    room.say(Reason::Courtesy, &[500], 0.25);
    room.run(4_000);
    assert!(room.news.contains(&(Reason::Courtesy, How::Late, 1_510)), "{:?}", room.news);
}

#[test]
fn nothing_of_a_device_that_fell_silent_is_said_later() {
    let mut room = Room::new();
    room.say(ball(1), &[700, 300, 300], 0.5);
    room.run(200);
    room.say(Reason::Formula, &[700], 0.5);
    let news = room.mixer.fall_silent(room.begin + Duration::from_millis(200));
    let told: Vec<(Reason, How)> = news.into_iter().map(|told| (told.reason, told.how)).collect();
    assert_eq!(told, [(ball(1), How::Silenced), (Reason::Formula, How::Silenced)]);
    room.run(1_000);
    assert!(room.heard[samples_in(Duration::from_millis(210))..].iter().all(|sample| *sample == 0.0));
}

#[test]
fn music_goes_down_under_the_voice_and_comes_up_again_without_a_jump() {
    let mut ducking = Ducking::to(0.15);
    let second = RATE_HZ_USIZE;
    let music = vec![0.5; second];
    let mut said = vec![0.0; second];
    ducking.add(&music, &mut said, true);
    let mut after = vec![0.0; 2 * second];
    ducking.add(&vec![0.5; 2 * second], &mut after, false);
    let all = [said, after].concat();
    assert!((all[second - 1] - 0.075).abs() < 0.001, "under the voice: {}", all[second - 1]);
    assert!((all[3 * second - 1] - 0.5).abs() < 0.001, "afterwards: {}", all[3 * second - 1]);
    let steps = all.windows(2).map(|two| (two[1] - two[0]).abs());
    assert!(steps.fold(0.0, f32::max) < 0.000_2, "the music jumps");
}

const RATE_HZ_USIZE: usize = crate::sound::RATE_HZ as usize;

#[test]
fn whatever_is_asked_nothing_is_said_twice_or_late() {
    use proptest::prelude::*;
    let reason = prop_oneof![
        4 => Just(ball(0)),
        1 => Just(Reason::Alarm),
        1 => Just(Reason::Formula),
        1 => Just(Reason::Courtesy),
    ];
    let speech = (reason, prop::collection::vec(10_u64..900, 1..5), 0_u64..1_500);
    proptest!(|(all in prop::collection::vec(speech, 1..20))| {
        let mut room = Room::new();
        let mut place = 0;
        for (reason, words, wait) in all {
            place += 1;
            let reason = if reason == ball(0) { ball(place) } else { reason };
            room.say(reason, &words, 0.5);
            room.run(wait / 10 * 10);
        }
        room.run(60_000);
        prop_assert!(room.mixer.is_idle());
        for place in 1..=place {
            let of = |how: How| room.news.iter().filter(|news| news.0 == ball(place) && news.1 == how).count();
            let ends = of(How::Ends) + of(How::Cut);
            prop_assert!(of(How::Starts) == ends && of(How::Starts) + of(How::Late) <= 1);
            prop_assert!(of(How::Said) == of(How::Starts), "a number that is begun is said to its end");
        }
    });
}
