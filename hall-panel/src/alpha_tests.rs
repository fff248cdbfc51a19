use super::*;
use crate::template::Template;

fn sign(files: Files, answer_ms: Option<u64>) -> Sign {
    let lines = |texts: &[&str]| texts.iter().map(|text| Template::parse(text).expect("a line")).collect();
    let face = Face { balls: lines(&["{ball}", "{count}/90"]), words: lines(&["{says}"]) };
    Sign { kind: b'Z', address: *b"00", position: b' ', files, answer_ms, face }
}

fn drawn() -> Panel {
    let called = vec![7, 61];
    Panel { contact: Contact::Live, scene: Scene::Draw, called, game: Some(1), ..Panel::default() }
}

/// The bytes as the maker's document has them; the sum was added up by hand.
#[test]
fn a_transmission_is_as_the_maker_writes_it() {
    let frames = sign(Files::Priority, None).frames(&drawn(), false);
    let text = b"A0\x1b b61\x0d2/90";
    assert_eq!(frames, [[&b"\0\0\0\0\0\x01Z00\x02"[..], text, b"\x030251\x04"].concat()]);
    let sum: u32 = 2 + text.iter().map(|byte| u32::from(*byte)).sum::<u32>() + 3;
    assert_eq!(sum, 0x251);
}

#[test]
fn strings_are_laid_out_and_called_before_they_are_written() {
    let commands = |setup: bool| -> Vec<String> {
        let frames = sign(Files::Strings, Some(200)).frames(&drawn(), setup);
        let inner = |frame: &Vec<u8>| frame[10..frame.len() - 6].to_vec();
        frames.iter().map(|frame| String::from_utf8(inner(frame)).expect("ASCII")).collect()
    };
    assert_eq!(commands(false), ["Ga61", "Gb2/90"]);
    let all =
        ["Es1", "A0", "E$AAL0040FF00aBL003C0000bBL003C0000", "AA\u{1b} b\u{10}a\r\u{10}b", "Ga61", "Gb2/90"];
    assert_eq!(commands(true), all);
}

#[test]
fn nothing_of_a_state_before_stays_on_a_line() {
    let says = Panel { scene: Scene::Check, says: "SE COMPRUEBA".to_owned(), ..drawn() };
    let frames = sign(Files::Strings, Some(200)).frames(&says, false);
    assert!(frames[1].windows(4).any(|part| part == b"Gb \x03"), "the second line is emptied");
}

#[test]
fn an_answer_is_found_among_its_status() {
    assert_eq!(answer(b"\x06@"), Some(Answer::Taken));
    assert_eq!(answer(b"@\x15`"), Some(Answer::Refused));
    assert_eq!(answer(b"@"), None);
}

#[test]
fn the_priority_file_takes_what_it_has_room_for() {
    assert_eq!(priority(&["W".repeat(100), "V".repeat(100)]).len(), PRIORITY_MAX);
}

/// At the usual 9600 bits a second: 1042 microseconds a byte.
#[test]
fn the_time_to_be_right_is_a_second_at_the_usual_speed_and_more_at_a_slow_one() {
    let priority = sign(Files::Priority, None);
    assert!(priority.right_within_ms(800, 50, 1_042) <= 1_000);
    assert!(priority.right_within_ms(800, 50, 8_334) > 1_000);
    let strings = sign(Files::Strings, Some(100));
    assert!(strings.right_within_ms(800, 50, 1_042) <= 1_000, "{}", strings.right_within_ms(800, 50, 1_042));
}
