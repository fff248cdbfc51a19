use super::*;

fn chars(text: &str) -> Vec<Typed> {
    text.chars().map(Typed::Char).collect()
}

const INTRO: Typed = Typed::Press(Key::Intro);

#[test]
fn an_intro_behind_something_typed_is_not_bare() {
    let mut typing = Typing::default();
    typing.take(&[INTRO, Typed::Char('5'), INTRO, INTRO], 1.0, Sight::default());
    let bare: Vec<bool> = typing.waiting.iter().map(|key| key.bare).collect();
    assert_eq!(bare, [true, true, false, true]);
}

#[test]
fn what_comes_behind_a_refusal_without_a_pause_is_left_out() {
    let mut typing = Typing::default();
    typing.refuse(1.0);
    assert!(typing.take(&chars("4"), 1.1, Sight::default()));
    assert!(typing.take(&chars("0"), 1.4, Sight::default()), "each key without a pause");
    assert!(typing.take(&[INTRO], 1.6, Sight::default()), "it would have acted on what was left out");
    assert!(!typing.take(&[Typed::Press(Key::Stop)], 1.7, Sight::default()), "a stop is never too early");
    assert!(!typing.take(&chars("6"), 2.2, Sight::default()), "after a pause it begins anew");
}

#[test]
fn a_bare_intro_behind_a_refusal_is_judged_anew() {
    let mut typing = Typing::default();
    typing.refuse(1.0);
    assert!(!typing.take(&[INTRO], 1.2, Sight::default()));
}

#[test]
fn a_stop_goes_first_and_what_came_before_it_is_left_out() {
    let mut typing = Typing::default();
    let mut keys = chars("5");
    keys.push(Typed::Press(Key::Stop));
    keys.extend(chars("1506"));
    typing.take(&keys, 1.0, Sight::default());
    assert!(typing.stop_first(false));
    assert_eq!(typing.waiting.len(), 5, "what comes behind it is for what the stop shows");
    typing.pop();
    assert!(!typing.stop_first(false));
}
