use std::cell::RefCell;
use std::collections::VecDeque;

use super::*;

fn ms(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

#[test]
fn a_source_that_gives_pictures_is_live() {
    let t = Instant::now();
    let mut watch = Watch::new(t);
    assert_eq!((watch.state(), watch.wait(t)), (&SourceState::Starting, ms(0)));
    watch.opened(t);
    assert!(watch.picture(t + ms(300)), "the first picture is news");
    assert!(!watch.picture(t + ms(340)), "the second is not");
    assert_eq!(watch.state(), &SourceState::Live);
    assert_eq!(watch.silence(t + ms(2339)), None);
    assert_eq!(watch.silence(t + ms(2340)), Some(Trouble::Frozen));
}

#[test]
fn a_source_may_be_slow_to_its_first_picture_and_not_for_ever() {
    let t = Instant::now();
    let mut watch = Watch::new(t);
    assert_eq!(watch.silence(t + ms(60_000)), None, "a closed source is not silent, it is closed");
    watch.opened(t);
    assert_eq!(watch.silence(t + ms(5999)), None);
    assert_eq!(watch.silence(t + ms(6000)), Some(Trouble::Mute));
}

#[test]
fn waits_grow_from_a_quarter_of_a_second_to_two_and_attempts_are_counted() {
    let t = Instant::now();
    let mut watch = Watch::new(t);
    let mut waits = Vec::new();
    for attempt in 1..=6 {
        watch.opened(t);
        watch.lost(t, Trouble::Ended);
        assert_eq!(watch.state(), &SourceState::Retrying { because: Trouble::Ended, attempt });
        waits.push(watch.wait(t).as_millis());
    }
    assert_eq!(waits, [250, 500, 1000, 2000, 2000, 2000]);
    assert_eq!(watch.wait(t + ms(1500)), ms(500));
    assert_eq!(watch.wait(t + ms(9000)), ms(0));
}

#[test]
fn one_picture_is_not_enough_to_try_quickly_again() {
    let t = Instant::now();
    let mut watch = Watch::new(t);
    let lose = |watch: &mut Watch, live_for: u64| {
        watch.opened(t);
        watch.picture(t);
        watch.picture(t + ms(live_for));
        watch.lost(t + ms(live_for), Trouble::Garbage("x".into()));
        assert!(matches!(watch.state(), SourceState::Retrying { attempt: 1, .. }), "there was a picture");
        watch.wait(t + ms(live_for))
    };
    assert_eq!(lose(&mut watch, 40), ms(250));
    assert_eq!(lose(&mut watch, 40), ms(500), "a source that flickers is not opened without end");
    assert_eq!(lose(&mut watch, 1999), ms(1000));
    assert_eq!(lose(&mut watch, 2000), ms(250), "one that was steady is");
}

#[test]
fn while_it_is_opened_again_it_counts_as_failed_until_a_picture_comes() {
    let t = Instant::now();
    let mut watch = Watch::new(t);
    watch.opened(t);
    watch.lost(t, Trouble::Absent("x".into()));
    watch.opened(t + ms(250));
    assert!(matches!(watch.state(), SourceState::Retrying { attempt: 1, .. }));
    assert!(watch.picture(t + ms(500)));
    assert_eq!(watch.state(), &SourceState::Live);
}

#[test]
fn trouble_is_told_in_spanish() {
    let words = |trouble: Trouble| trouble.to_string();
    assert_eq!(words(Trouble::Frozen), "imagen parada: 2 s sin un fotograma");
    assert_eq!(words(Trouble::Mute), "no llega el primer fotograma en 6 s");
    assert_eq!(words(Trouble::Absent("No such file".into())), "no se puede abrir (No such file)");
    assert_eq!(words(Trouble::Garbage("x".into())), "lo que envía no es vídeo que se entienda (x)");
    assert_eq!(words(Trouble::Ended), "la fuente ha terminado");
}

/// A source that plays a list, one step per look: a picture, or a fault.
struct Played(VecDeque<Option<Trouble>>, u64);

impl Source for Played {
    fn trouble(&mut self, _: Duration) -> Option<Trouble> {
        let step = self.0.pop_front().expect("the list says what happens");
        if step.is_none() {
            self.1 += 1;
        }
        step
    }
    fn pictures(&self) -> u64 {
        self.1
    }
}

#[test]
fn a_source_is_kept_open_whatever_it_does_and_each_change_is_told_once() {
    let closing = Closing::default();
    let garbage = || Some(Trouble::Garbage("ruido".into()));
    let sources = RefCell::new(VecDeque::from([
        Err(Trouble::Absent("nadie".into())),
        Ok(Played([None, None, garbage()].into(), 0)),
        Ok(Played([garbage()].into(), 0)),
        Ok(Played([None, None, Some(Trouble::Ended)].into(), 0)),
    ]));
    let told = RefCell::new(Vec::new());
    keep_open(
        || sources.borrow_mut().pop_front().expect("it ends before a fifth"),
        |state| {
            told.borrow_mut().push(match state {
                SourceState::Starting => "starting".to_owned(),
                SourceState::Live => "live".to_owned(),
                SourceState::Retrying { because, attempt } => format!("{attempt}: {because}"),
            });
            if matches!(state, SourceState::Retrying { because: Trouble::Ended, .. }) {
                closing.close();
            }
        },
        &closing,
    );
    let garbage = "lo que envía no es vídeo que se entienda (ruido)";
    let expected = [
        "starting",
        "1: no se puede abrir (nadie)",
        "live",
        &format!("1: {garbage}"),
        &format!("2: {garbage}"),
        "live",
        "1: la fuente ha terminado",
    ];
    assert_eq!(*told.borrow(), expected);
    assert!(sources.borrow().is_empty());
}
