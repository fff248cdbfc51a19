//! What a scanner sends where nobody meant it to, in every view, under everything that lies over one and in every form: codes of no
//! card, half a code, codes that end in Intro or in Tab. None of it is a key or a digit, none of it is lost in silence, and who types
//! after it finds everything as it was.

mod kit;
#[path = "help/states.rs"]
mod states;

use std::collections::BTreeSet;
use std::sync::Arc;

use caller_console::bar::Next;
use caller_console::keys::Key;
use caller_console::known::Known;
use caller_console::place::{Look, Over};
use caller_console::press::Press;
use caller_console::view::help::Topic;
use hall_core::request::RequestKind;
use kit::{Console, asked, boards};
use states::State;

/// The scanner's last key.
const INTRO: Option<egui::Key> = Some(egui::Key::Enter);
const TAB: Option<egui::Key> = Some(egui::Key::Tab);

/// Codes of no card, half of one, and signs that are keys elsewhere; the last one stops in its middle.
const STRAYS: [(&str, Option<egui::Key>); 6] = [
    ("]d2123456", INTRO),
    ("]E08499990003016", TAB),
    ("]E084001", INTRO),
    ("]C0OR-A0017/003+", TAB),
    ("]Q1B1:A17:1506:0123", INTRO),
    ("]E084001", None),
];

/// Card 301 of series A 17, in the codes of two makers.
const CARDS: [(&str, Option<egui::Key>); 2] = [("]E08400170003016", INTRO), ("]C0OR-A0017/00301+", TAB)];

/// Longer than half a code is waited for.
const SILENCE_S: f64 = 2.1;

/// Every state whose view, keys or next action no other one has.
fn unlike_each_other(console: &mut Console) -> Vec<State> {
    let help = |known: Known, over| State { known, over, keys: &["F1"], then: |_| () };
    let helped = [
        help(boards::known(boards::ball_on_table(20)), None),
        help(boards::known(boards::ball_on_table(20)), Some(Over::OtherBall)),
        help(Known { me: None, ..boards::known(boards::closed()) }, None),
    ];
    let mut seen = BTreeSet::new();
    let mut all = Vec::new();
    for mut state in states::everywhere().into_iter().chain(states::beside()).chain(helped) {
        Arc::make_mut(&mut state.known.lists).barcodes = boards::barcodes();
        begin(console, &state);
        let bar = console.bar();
        let keys: Vec<Key> = bar.buttons.iter().map(|button| button.key).collect();
        let next = match bar.next {
            Next::Do(act) => ("does", act.label),
            Next::Wait(words) => ("waits", words),
            Next::Missing { label, .. } => ("misses", label),
        };
        let words: String = next.1.chars().filter(|c| !c.is_ascii_digit()).collect();
        if seen.insert((console.topic(), console.helps(), keys, next.0, words, state.keys)) {
            all.push(state);
        }
    }
    all
}

fn begin(console: &mut Console, state: &State) {
    console.show(state.known.clone(), state.over);
    console.learn(state.then);
    console.type_caps(state.keys);
}

/// Where somebody is, and what stands in the fields.
#[derive(Debug, Clone, PartialEq)]
struct Stands {
    over: Option<Over>,
    topic: Topic,
    helps: Option<Topic>,
    next: String,
    fields: Vec<(String, String)>,
}

fn stands(console: &mut Console) -> Stands {
    let nodes = console.nodes().into_iter().filter(|node| node.field);
    let fields = nodes.map(|node| (node.label, node.value)).collect();
    let (over, topic, helps) = (console.lies_over(), console.topic(), console.helps());
    Stands { over, topic, helps, next: console.next(), fields }
}

/// Whether the screen says something of what was scanned.
fn speaks(console: &Console) -> bool {
    console.known().refused.is_some() || !console.note().is_empty()
}

/// It was read.
fn understood(console: &mut Console) {
    console.learn(|known| (known.refused, known.note) = (None, None));
}

/// What a person's keys lead to, one after the other.
fn typed_on(console: &mut Console) -> Vec<(Vec<Press>, Stands)> {
    let digit = console.type_in("7");
    let after_digit = stands(console);
    console.wait(0.7);
    let intro = console.press(Key::Intro);
    vec![(digit, after_digit), (intro, stands(console))]
}

#[test]
fn a_stray_scan_is_no_key_and_no_digit_in_any_view_and_who_types_after_it_finds_all_as_it_was() {
    let mut console = Console::of(boards::known(boards::closed()));
    let states = unlike_each_other(&mut console);
    assert!(states.len() > 150, "{}", states.len());
    for state in states {
        begin(&mut console, &state);
        let at = stands(&mut console);
        // Its page shows what came.
        let looks = at.topic == Topic::Search;
        for (code, last) in STRAYS {
            let mut pressed = console.scanner(code, last);
            if last.is_none() {
                assert!(pressed.is_empty() && !speaks(&console), "{at:?}: half a code is waited for");
                pressed = console.wait_for_keys(SILENCE_S);
            }
            let refuses = |press: &Press| matches!(press, Press::Refuse(_));
            assert!(pressed.iter().all(refuses), "{code} at {at:?}: {pressed:?}");
            assert!(speaks(&console), "{code} at {at:?}: nothing is said: {:#?}", console.labels());
            understood(&mut console);
            if !looks {
                assert_eq!(stands(&mut console), at, "{code}");
            }
        }
        if looks {
            continue;
        }
        console.wait(0.6);
        let after = typed_on(&mut console);
        // The same hands, and no scanner.
        begin(&mut console, &state);
        for (_, last) in STRAYS {
            console.step();
            console.step();
            if last.is_none() {
                console.wait(SILENCE_S);
            }
            understood(&mut console);
        }
        console.wait(0.6);
        assert_eq!(after, typed_on(&mut console), "{at:?}");
    }
}

/// A card is looked for, sung, paid or refunded where cards are; elsewhere its code is as stray as any.
#[test]
fn a_card_that_is_scanned_asks_for_a_claim_at_most_and_fills_no_field_but_with_its_number() {
    let mut console = Console::of(boards::known(boards::closed()));
    let (mut sung, mut taken) = (0, 0);
    for state in unlike_each_other(&mut console) {
        for (code, last) in CARDS {
            begin(&mut console, &state);
            let at = stands(&mut console);
            let pressed = console.scanner(code, last);
            for orders in asked(&pressed) {
                let kinds: Vec<RequestKind> = orders.asks.iter().map(|ask| ask.kind()).collect();
                assert_eq!(kinds, [RequestKind::Claim], "{code} at {at:?}");
                sung += 1;
            }
            let is_of_a_scan = |press: &Press| {
                matches!(press, Press::Refuse(_) | Press::Ask(_) | Press::Typed | Press::Find(_))
            };
            assert!(pressed.iter().all(is_of_a_scan), "{code} at {at:?}: {pressed:?}");
            let refused = pressed.iter().all(|press| matches!(press, Press::Refuse(_)));
            assert!(!refused || speaks(&console), "{code} at {at:?}: nothing is said");
            understood(&mut console);
            let now = stands(&mut console);
            if refused {
                assert_eq!(now, at, "{code}");
                continue;
            }
            taken += 1;
            let fields = now.fields.iter().filter(|field| !at.fields.contains(field));
            for (label, value) in fields {
                let of_the_card = ["", "301", "A17", "A 17", "A17 301"].contains(&value.as_str());
                assert!(of_the_card, "{code} at {at:?}: «{label}» has «{value}»");
            }
        }
    }
    assert!(sung > 10 && taken > sung, "{sung} sung, {taken} taken");
}

/// Half a code and then a person: what is typed behind it belongs to no card, and the stop is heard all the same.
#[test]
fn keys_behind_half_a_code_do_nothing_but_stop() {
    let known = || {
        let mut known = boards::known(boards::ball_on_table(20));
        Arc::make_mut(&mut known.lists).barcodes = boards::barcodes();
        known
    };
    for over in [None, Some(Over::OtherBall), Some(Over::Look(Look::Search))] {
        let mut console = Console::of(known());
        console.show(known(), over);
        console.scanner("]E084001", None);
        let pressed = console.type_in("7");
        assert!(pressed.is_empty(), "{over:?}: {pressed:?}");
        let pressed = console.press(Key::Intro);
        assert!(pressed.iter().all(|press| matches!(press, Press::Refuse(_))), "{over:?}: {pressed:?}");
        assert!(speaks(&console), "{over:?}");
        console.scanner("]E084001", None);
        let pressed = console.press(Key::Pause);
        assert!(asked(&pressed)[0].has(&[RequestKind::Stop]), "{over:?}: {pressed:?}");
    }
}
