use hall_wire::board::Scene;

use super::*;
use crate::alpha::Files;
use crate::driver::{Driver, EMBEDDED};
use crate::state::Contact;

fn hardware(name: &str) -> Hardware {
    assert!(EMBEDDED.iter().any(|(known, _)| *known == name));
    Driver::load(name, None).expect("it is in order").hardware("panel", "computer")
}

fn drawn(called: &[u8]) -> Panel {
    Panel {
        contact: Contact::Live,
        scene: Scene::Draw,
        called: called.to_vec(),
        game: Some(3),
        says: "PARTIDA 3".to_owned(),
        ..Panel::default()
    }
}

/// What is sent at this moment over a line that takes it at once.
fn send(talk: &mut Talk, now_ms: u64) -> Vec<Vec<u8>> {
    let mut frames = Vec::new();
    while let Some(frame) = talk.next_frame(now_ms) {
        talk.sent(frame.len(), now_ms);
        frames.push(frame);
    }
    frames
}

#[test]
fn all_of_it_is_said_again_and_again_though_nothing_changes() {
    let mut talk = Talk::new(hardware("rotulo-alpha"), 0);
    talk.show(drawn(&[7]), 0);
    assert!(send(&mut talk, 0).is_empty(), "no line yet");
    talk.opened(5);
    let first = send(&mut talk, 5);
    assert_eq!((first.len(), talk.wait_ms(5)), (1, REFRESH_MS));
    assert!(send(&mut talk, 5 + REFRESH_MS - 1).is_empty());
    assert_eq!(send(&mut talk, 5 + REFRESH_MS), first);
    assert_eq!(talk.take_happened(), [Happened::Taken(Some((3, 1))), Happened::Taken(Some((3, 1)))]);
    talk.show(drawn(&[7, 61]), 1_000);
    assert_eq!(send(&mut talk, 1_000).len(), 1, "a change is said at once");
}

#[test]
fn a_universe_is_said_three_times_when_it_changes() {
    let mut talk = Talk::new(hardware("lamparas-sacn"), 0);
    talk.opened(0);
    talk.show(drawn(&[7]), 0);
    let at: Vec<u64> = (0..=1_700).filter(|now_ms| !send(&mut talk, *now_ms).is_empty()).collect();
    assert_eq!(at, [0, 25, 50, 850, 1_650]);
}

#[test]
fn a_refused_frame_brings_all_of_it_again_with_the_set_up() {
    let mut talk = Talk::new(hardware("rotulo-alpha-con-respuesta"), 0);
    talk.opened(0);
    let mut now_ms = 0;
    let mut pass = |talk: &mut Talk, answers: &dyn Fn(usize) -> &'static [u8]| {
        let mut frames = Vec::new();
        while let Some(frame) = talk.next_frame(now_ms) {
            talk.sent(frame.len(), now_ms);
            assert_eq!(talk.next_frame(now_ms), None, "nothing before the answer");
            now_ms += 1;
            talk.receive(answers(frames.len()), now_ms);
            frames.push(frame);
        }
        now_ms += 300;
        frames.len()
    };
    let good = |_: usize| &b"\x06@"[..];
    assert_eq!(pass(&mut talk, &good), 6, "set-up: answers, priority, memory, text; and two strings");
    assert_eq!(pass(&mut talk, &good), 2, "the strings alone");
    assert_eq!(pass(&mut talk, &|_| b"\x15`"), 1, "the first is refused");
    assert_eq!(pass(&mut talk, &good), 6, "all of it");
    let happened = talk.take_happened();
    assert_eq!(
        happened,
        [Happened::Taken(None), Happened::Taken(None), Happened::Refused, Happened::Taken(None)]
    );
}

/// Its first frame waits for an answer; the others go out all the same, and then all of it begins anew.
#[test]
fn a_sign_that_answers_nothing_is_written_to_all_the_same_and_nothing_counts_as_shown() {
    let mut talk = Talk::new(hardware("rotulo-alpha-con-respuesta"), 1_000);
    talk.show(drawn(&[7]), 0);
    talk.opened(0);
    let first = talk.next_frame(0).expect("a frame");
    talk.sent(first.len(), 0);
    // A millisecond a byte, and 100 ms to answer.
    let by = first.len() as u64 + 100;
    assert_eq!((talk.next_frame(by - 1), talk.wait_ms(by - 1)), (None, 1));
    let mut rest = Vec::new();
    while let Some(frame) = talk.next_frame(by) {
        talk.sent(frame.len(), by);
        rest.push(frame);
    }
    assert_eq!(rest.len(), 5, "without an answer to any");
    assert!(rest[3].windows(2).any(|two| two == b"Ga"), "the board is among it");
    let again = by + rest[4].len() as u64 + 100;
    assert_eq!(talk.next_frame(again - 1), None);
    talk.receive(b"@", again - 1);
    assert_eq!(talk.next_frame(again), Some(first.clone()), "a status alone is no answer");
    talk.sent(first.len(), again);
    assert_eq!(talk.take_happened(), [Happened::Silent], "once a pass");
    // It answers again, in the middle of a blind pass: all of it comes once more before it counts.
    let by = again + first.len() as u64 + 100;
    while let Some(frame) = talk.next_frame(by) {
        talk.sent(frame.len(), by);
    }
    talk.receive(b"\x06@", by + 1);
    assert_eq!(talk.take_happened(), [Happened::Silent]);
    for at in 0..6 {
        let frame = talk.next_frame(by + 1).unwrap_or_else(|| panic!("frame {at}"));
        talk.sent(frame.len(), by + 1);
        talk.receive(b"\x06@", by + 1);
    }
    assert_eq!(talk.take_happened(), [Happened::Taken(Some((3, 1)))]);
}

#[test]
fn what_was_under_way_when_the_line_was_lost_does_not_go_on() {
    let mut talk = Talk::new(hardware("rotulo-alpha-con-respuesta"), 0);
    talk.opened(0);
    let first = talk.next_frame(0).expect("a frame");
    talk.sent(first.len(), 0);
    talk.receive(b"\x06@", 1);
    assert_ne!(talk.next_frame(1).expect("the second"), first);
    talk.closed();
    assert_eq!(talk.next_frame(5), None);
    talk.opened(10);
    assert_eq!(talk.next_frame(10), Some(first), "from the beginning");
}

#[test]
fn a_change_ends_the_round_of_what_is_old() {
    let mut talk = Talk::new(hardware("rotulo-alpha-con-respuesta"), 0);
    talk.opened(0);
    for _ in 0..6 {
        let frame = talk.next_frame(0).expect("a frame");
        talk.sent(frame.len(), 0);
        talk.receive(b"\x06@", 0);
    }
    talk.take_happened();
    talk.show(drawn(&[7]), 1);
    let seven = talk.next_frame(1).expect("the first string");
    talk.sent(seven.len(), 1);
    talk.show(drawn(&[7, 61]), 2);
    talk.receive(b"\x06@", 3);
    assert!(talk.take_happened().is_empty(), "the seven was never whole");
    let next = talk.next_frame(3).expect("the first string of the new state");
    assert!(next.windows(2).any(|two| two == b"61"));
}

#[test]
fn the_end_is_dark_and_said_three_times() {
    let mut talk = Talk::new(hardware("lamparas-sacn"), 0);
    talk.opened(0);
    talk.show(drawn(&[7]), 0);
    send(&mut talk, 0);
    let last = talk.last_frames();
    assert_eq!(last.iter().map(|packet| packet[112]).collect::<Vec<_>>(), [0, 0x40, 0x40, 0x40]);
    assert!(last.iter().all(|packet| packet[126..] == [0; 512]));
    let Hardware::Alpha(sign) = hardware("rotulo-alpha") else { panic!("it is a sign") };
    assert_eq!(sign.files, Files::Priority);
    let blank = Talk::new(Hardware::Alpha(sign), 0).last_frames();
    assert!(blank[0].windows(5).any(|part| part == b"\x1b b \x03"), "a blank, not the text of before");
}
