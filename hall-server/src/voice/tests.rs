//! How the server takes the voice's reports.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use super::*;
use hall_wire::message::VoiceTold;

const KEY: &str = "5eed00005eed00005eed00005eed00005eed00005eed00005eed00005eed0000";

/// A voice and the clock that the server reads.
fn voice() -> (Voice, Arc<AtomicI64>) {
    let clock = Arc::new(AtomicI64::new(1_000));
    let theirs = Arc::clone(&clock);
    (Voice::with_clock(DeviceKey::parse(KEY), Arc::new(move || theirs.load(Ordering::Relaxed))), clock)
}

fn report(told: &[(Spoken, VoiceHow)]) -> VoiceReport {
    let told = told.iter().map(|((game, ordinal), how)| VoiceTold {
        what: VoiceWhat::Ball { game: *game, ordinal: *ordinal },
        how: *how,
        after_ms: 60,
    });
    VoiceReport {
        start: 1,
        speaks: true,
        volume: 80,
        language: "Español".into(),
        output: "pulse:sala".into(),
        trouble: None,
        recorded: 3,
        synthesised: 180,
        missing: Vec::new(),
        bad: Vec::new(),
        told: told.collect(),
    }
}

fn failed(ball: Spoken, why: VoiceFault) -> Notice {
    Notice::VoiceFailed { game: GameNo(ball.0), ordinal: Ordinal(ball.1), why }
}

#[test]
fn a_hall_without_a_voice_waits_for_none() {
    let (voice, _) = voice();
    assert!(!voice.speaks());
    assert_eq!(voice.now(None), VoiceNow::default());
    assert!(voice.knows(KEY) && !voice.knows(&KEY.replace('5', "6")) && !Voice::new(None).knows(KEY));
}

#[test]
fn it_speaks_while_it_reports_has_sound_and_is_on() {
    let (voice, clock) = voice();
    voice.take(report(&[]));
    assert_eq!(voice.now(None).state, VoiceState::Speaks);
    clock.fetch_add(2_999, Ordering::Relaxed);
    assert!(voice.speaks());
    clock.fetch_add(1, Ordering::Relaxed);
    assert_eq!(voice.now(None).state, VoiceState::Gone);
    voice.take(VoiceReport { trouble: Some("no hay altavoz".into()), ..report(&[]) });
    assert_eq!(voice.now(None).state, VoiceState::NoSound);
    voice.take(VoiceReport { speaks: false, ..report(&[]) });
    assert_eq!(voice.now(None).state, VoiceState::Off);
}

#[test]
fn what_is_wished_stays_wished() {
    let (voice, _) = voice();
    voice.take(report(&[]));
    assert_eq!(voice.wish(None, Some(50), false), VoiceWishes { speaks: None, volume: Some(50), trials: 0 });
    assert_eq!(voice.wish(Some(false), None, true).trials, 1);
    let now = voice.now(None);
    assert_eq!((now.state, now.volume), (VoiceState::Speaks, 50), "it may be in a word");
    // A report that was on its way says the old volume.
    let (wishes, _) = voice.take(report(&[]));
    assert_eq!(wishes, VoiceWishes { speaks: Some(false), volume: Some(50), trials: 1 });
    assert_eq!(voice.now(None).volume, 50);
    voice.take(VoiceReport { speaks: false, ..report(&[]) });
    assert_eq!(voice.now(None).state, VoiceState::Off);
}

#[test]
fn panels_learn_when_a_ball_begins_and_ends() {
    let (voice, _) = voice();
    let (said, ball) = (voice.said(), (3, 2));
    voice.take(report(&[(ball, VoiceHow::Starts)]));
    assert!(said.borrow().lights(Light::Starts, ball) && !said.borrow().lights(Light::Ends, ball));
    voice.take(report(&[(ball, VoiceHow::Said)]));
    assert!(said.borrow().lights(Light::Ends, ball) && !said.borrow().lights(Light::Starts, (3, 3)));
    // What will not be said is not waited for.
    voice.take(report(&[((3, 3), VoiceHow::Late)]));
    assert!(said.borrow().lights(Light::Ends, (3, 3)));
}

#[test]
fn of_several_failures_in_a_row_the_first_goes_to_the_record() {
    let (voice, _) = voice();
    let told = [((3, 2), VoiceHow::Late), ((3, 3), VoiceHow::Silenced), ((3, 4), VoiceHow::Missing)];
    assert_eq!(voice.take(report(&told)).1, [failed((3, 2), VoiceFault::Late)]);
    assert_eq!(voice.now(Some(3)).unsaid, Some(4));
    assert_eq!(voice.now(Some(4)).unsaid, None, "of another game");
    let again = [((3, 5), VoiceHow::Starts), ((3, 5), VoiceHow::Silenced)];
    assert_eq!(voice.take(report(&again)).1, [failed((3, 5), VoiceFault::Silenced)]);
}

#[test]
fn a_voice_that_ended_in_a_ball_is_told_when_it_begins_again() {
    let (voice, _) = voice();
    voice.take(report(&[((3, 2), VoiceHow::Starts)]));
    let said = voice.said();
    let again = VoiceReport { start: 2, ..report(&[]) };
    assert_eq!(voice.take(again.clone()).1, [failed((3, 2), VoiceFault::Ended)]);
    assert!(said.borrow().lights(Light::Ends, (3, 2)));
    assert_eq!(voice.take(again).1, [], "once");
    // One that said it to its end and is started again has failed in nothing.
    voice.take(report(&[((3, 3), VoiceHow::Starts), ((3, 3), VoiceHow::Ends)]));
    assert_eq!(voice.take(VoiceReport { start: 3, ..report(&[]) }).1, []);
}

#[test]
fn a_ball_of_which_nothing_is_heard_is_told_after_two_seconds() {
    let (voice, clock) = voice();
    voice.take(report(&[]));
    voice.is_to_say((3, 2));
    clock.fetch_add(1_999, Ordering::Relaxed);
    assert_eq!(voice.overdue(), None);
    clock.fetch_add(1, Ordering::Relaxed);
    assert_eq!(voice.overdue(), Some(failed((3, 2), VoiceFault::Gone)));
    assert_eq!(voice.overdue(), None, "once");
    voice.is_to_say((3, 3));
    voice.take(report(&[((3, 3), VoiceHow::Starts)]));
    clock.fetch_add(5_000, Ordering::Relaxed);
    assert_eq!(voice.overdue(), None);
}
