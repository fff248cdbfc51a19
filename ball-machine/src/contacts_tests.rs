use super::*;
use crate::driver::{Driver, DriverKind};

/// A module with a ball's contact in input 0 and a number beside it; `number` is the table of the file.
fn module(number: &str) -> Contacts {
    let file = format!(
        "kind = \"contacts\"\nabout = \"x\"\n[line]\nbaud = 19200\n[modbus]\nunit = 1\nfirst = 0\ncount = 16\n\
         [[input]]\nat = 0\nmeans = \"present\"\n[number]\n{number}\n[load]\ntakes_ms = 1\n\
         [orders]\nrun = [{{ coil = 0, on = true }}]\n\
         [[vector]]\nbytes = \"01 02 02 00 00 B9 B8\"\ngives = \"\"\n"
    );
    let driver = Driver::parse("f.toml", &file).unwrap();
    driver.try_vectors().unwrap();
    let DriverKind::Contacts(spec) = driver.kind else { unreachable!("the file says contacts") };
    Contacts::new(spec)
}

/// Seals what stands behind the unit in an answer.
fn answer(behind_unit: &[u8]) -> Vec<u8> {
    let body = [&[1], behind_unit].concat();
    [&body[..], &crc16(&body).to_le_bytes()].concat()
}

fn inputs(on: u16) -> Vec<u8> {
    answer(&[&[0x02, 2][..], &on.to_le_bytes()].concat())
}

fn register(value: u16) -> Vec<u8> {
    answer(&[&[0x04, 2][..], &value.to_be_bytes()].concat())
}

/// Answers questions for `turns`: with `on` those for inputs, with `number` those for the register. Returns what was seen,
/// answers with nothing new left out.
fn said(contacts: &mut Contacts, now_ms: &mut u64, turns: usize, on: u16, number: u16) -> String {
    let mut seen = Vec::new();
    for _ in 0..turns {
        contacts.tick(*now_ms, &mut |what| seen.push(what));
        let question = contacts.take_output();
        let answer = if question[1] == 0x04 { register(number) } else { inputs(on) };
        contacts.push(&answer, *now_ms, &mut |what| seen.push(what));
        *now_ms += contacts.spec.poll_ms;
    }
    seen.retain(|what| *what != Observation::Alive);
    seen.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// Returns what comes of one ball whose register has this value.
fn of_register(coding: &str, value: u16) -> String {
    said(&mut module(&format!("register = 9\ncoding = \"{coding}\"")), &mut 0, 10, 1, value)
}

/// Returns what comes of one ball whose eight lines, inputs 8 to 15, have this value.
fn of_lines(coding: &str, value: u16) -> String {
    let lines = format!("lines = [8, 9, 10, 11, 12, 13, 14, 15]\ncoding = \"{coding}\"");
    said(&mut module(&lines), &mut 0, 10, 1 | value << 8, 0)
}

/// Returns two decimal digits of four bits each.
fn bcd(number: u16) -> u16 {
    number / 10 * 16 + number % 10
}

#[test]
fn every_ball_comes_as_itself_in_each_coding_by_register_and_by_lines() {
    for ball in 1..=90 {
        let told = format!("present, read {ball:02}");
        assert_eq!(of_register("binary", ball), told);
        assert_eq!(of_register("bcd", bcd(ball)), told);
        assert_eq!(of_lines("binary", ball), told);
        assert_eq!(of_lines("bcd", bcd(ball)), told);
    }
}

/// What two digits can say and no ball has is passed on as it is: the hall holds, and the record has the number.
#[test]
fn ball_91_and_99_come_as_they_are() {
    for number in [91, 99] {
        let told = format!("present, read {number}");
        assert_eq!(of_register("binary", number), told);
        assert_eq!(of_register("bcd", bcd(number)), told);
        assert_eq!(of_lines("binary", number), told);
        assert_eq!(of_lines("bcd", bcd(number)), told);
    }
}

/// A value of three digits is no ball's, and neither are its last two digits or its low byte.
#[test]
fn a_register_beyond_two_digits_is_a_ball_that_cannot_be_read() {
    for value in [100, 107, 255, 256, 0x0107, 0x5A00, 0x7FFF, 0xFFFF] {
        assert_eq!(of_register("binary", value), "present, no-read", "{value}");
    }
    for value in [0x0100, 0x0107, 0x0207, 0x1007, 0x9999, 0xFFFF] {
        assert_eq!(of_register("bcd", value), "present, no-read", "{value:04X}");
    }
    for value in [100, 128, 255] {
        assert_eq!(of_lines("binary", value), "present, no-read", "{value}");
    }
}

#[test]
fn four_bits_that_are_no_digit_are_a_ball_that_cannot_be_read() {
    for value in (1..=255).filter(|value| value >> 4 > 9 || value & 15 > 9) {
        assert_eq!(of_register("bcd", value), "present, no-read", "{value:02X}");
        assert_eq!(of_lines("bcd", value), "present, no-read", "{value:02X}");
    }
}

/// 0 is no number yet: a module cannot say ball 00. It cannot be read when its time is over.
#[test]
fn zero_is_no_number_yet_and_after_a_second_a_ball_that_cannot_be_read() {
    for number in [
        "register = 9\ncoding = \"binary\"",
        "register = 9\ncoding = \"bcd\"",
        "lines = [8]\ncoding = \"bcd\"",
    ] {
        let (mut contacts, mut now_ms) = (module(number), 0);
        assert_eq!(said(&mut contacts, &mut now_ms, 10, 1, 0), "present", "{number}");
        assert_eq!(said(&mut contacts, &mut now_ms, 20, 1, 0), "no-read", "{number}");
    }
}

#[test]
fn a_number_counts_when_three_answers_agree() {
    let (mut contacts, mut now_ms) = (module("register = 9\ncoding = \"binary\""), 0);
    assert_eq!(said(&mut contacts, &mut now_ms, 3, 1, 0), "present");
    // Each second question is for the inputs.
    assert_eq!(said(&mut contacts, &mut now_ms, 4, 1, 16), "");
    assert_eq!(said(&mut contacts, &mut now_ms, 4, 1, 61), "");
    assert_eq!(said(&mut contacts, &mut now_ms, 2, 1, 61), "read 61");
    // Of one presence there is one reading, whatever the register says behind it.
    assert_eq!(said(&mut contacts, &mut now_ms, 8, 1, 16), "");
    assert_eq!(said(&mut contacts, &mut now_ms, 3, 0, 16), "gone");
}

/// What the register had for the last ball is not taken for the next one's before three answers of its own.
#[test]
fn lines_that_change_with_the_contact_count_from_the_ball_on() {
    let (mut contacts, mut now_ms) = (module("lines = [8, 9, 10, 11]\ncoding = \"binary\""), 0);
    assert_eq!(said(&mut contacts, &mut now_ms, 9, 7 << 8, 0), "", "no ball is there");
    assert_eq!(said(&mut contacts, &mut now_ms, 3, 1 | 7 << 8, 0), "present");
    assert_eq!(said(&mut contacts, &mut now_ms, 1, 1 | 7 << 8, 0), "");
    assert_eq!(said(&mut contacts, &mut now_ms, 5, 1 | 8 << 8, 0), "read 08");
}

/// Of the ball before nothing is left: the same number again is the next one's reading.
#[test]
fn the_next_ball_has_a_number_of_its_own_even_if_it_is_the_same() {
    let (mut contacts, mut now_ms) = (module("register = 9\ncoding = \"binary\""), 0);
    for _ in 0..2 {
        assert_eq!(said(&mut contacts, &mut now_ms, 7, 1, 61), "present");
        assert_eq!(said(&mut contacts, &mut now_ms, 2, 1, 61), "read 61");
        assert_eq!(said(&mut contacts, &mut now_ms, 3, 0, 61), "gone");
    }
}

/// A refused question is no answer: it is asked again, and nothing is understood.
#[test]
fn a_refusal_says_nothing_and_the_question_comes_again() {
    let (mut contacts, mut now_ms) = (module("register = 9\ncoding = \"binary\""), 0);
    assert_eq!(said(&mut contacts, &mut now_ms, 3, 1, 0), "present");
    let mut seen = Vec::new();
    for function in [0x04, 0x02, 0x04, 0x02] {
        contacts.tick(now_ms, &mut |what| seen.push(what));
        assert_eq!(contacts.take_output()[1], function);
        contacts.push(&answer(&[function | 0x80, 2]), now_ms, &mut |what| seen.push(what));
        now_ms += contacts.spec.poll_ms;
    }
    assert_eq!(seen, []);
    assert_eq!(said(&mut contacts, &mut now_ms, 6, 1, 61), "read 61");
}

#[test]
fn the_echo_of_an_order_is_no_reading() {
    let (mut contacts, mut now_ms) = (module("register = 9\ncoding = \"binary\""), 0);
    assert_eq!(said(&mut contacts, &mut now_ms, 3, 1, 0), "present");
    assert!(contacts.order(Order::Want(Mode::Run)) && !contacts.order(Order::Release));
    contacts.tick(now_ms, &mut |_| ());
    let echo = contacts.take_output();
    assert_eq!(echo, answer(&[0x05, 0, 0, 0xFF, 0]));
    let mut seen = Vec::new();
    // The answer with a number, which nobody has asked for now, and then the echo.
    contacts.push(&[register(61), echo].concat(), now_ms, &mut |what| seen.push(what.to_string()));
    assert_eq!(seen, ["bad", "alive"]);
}
