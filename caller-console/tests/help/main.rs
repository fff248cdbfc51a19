//! F1: every view and every overlay says what it is for, which keys it has and what the law says, and loses nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use caller_console::keys::Key;
use caller_console::known::{Desk, Known};
use caller_console::place::{Over, Turn};
use caller_console::press::Press;
use caller_console::text::Texts;
use caller_console::view::help::{KeyLine, Page, Topic};
use hall_core::words::Lang;
use hall_wire::board::{HoldKind, SecondWord};
use kit::{Console, boards};
use states::State;

#[path = "../kit/mod.rs"]
mod kit;
mod states;

/// The most lines of a help.
const LINES: usize = 10;

/// Keys that act in every view, whatever its bar.
const COMMON: [Key; 8] = [Key::Intro, Key::Pause, Key::F1, Key::F2, Key::F3, Key::F4, Key::F10, Key::F12];

fn told(page: &Page) -> BTreeSet<Key> {
    page.keys.iter().flat_map(KeyLine::keys).collect()
}

/// The caps that the help on the screen shows; bar and small keys have their words as labels.
fn caps_shown(console: &Console) -> BTreeSet<Key> {
    let labels = console.labels();
    Key::ALL.into_iter().filter(|key| labels.iter().any(|label| label == key.cap())).collect()
}

/// Opens the help over what is there, looks at it in both languages, and closes it. Returns what it is about.
fn helped(console: &mut Console) -> (Topic, BTreeSet<Key>) {
    // Every key of its bar is explained, too.
    console.lawful();
    let (bar, over, topic) = (console.bar(), console.lies_over(), console.topic());
    let keys: BTreeSet<Key> = bar.buttons.iter().chain(&bar.stop).map(|button| button.key).collect();
    assert_eq!(console.press(Key::F1), [Press::Help], "{topic:?}");
    assert_eq!(console.helps(), Some(topic));
    for language in [Lang::En, Lang::Es] {
        console.speak(language);
        console.lawful();
        let page = Page::read(&console.known().t(topic.id()));
        console.must_say(&page.title);
        page.law.iter().for_each(|line| console.must_say(&line.words));
        for key in caps_shown(console) {
            assert!(keys.contains(&key) || COMMON.contains(&key), "{topic:?} has no {}", key.cap());
        }
    }
    // The page of all keys is one key away, and so is the help from there.
    assert_eq!(console.press(Key::F1), [Press::Help]);
    console.lawful();
    assert_eq!(caps_shown(console).len(), Key::ALL.len());
    assert_eq!(console.press(Key::F1), [Press::Help]);
    assert_eq!(console.press(Key::Back), [Press::Close]);
    assert_eq!((console.helps(), console.lies_over(), console.topic()), (None, over, topic));
    let after = console.bar();
    assert_eq!((after.prompt, after.buttons), (bar.prompt, bar.buttons), "{topic:?}");
    (topic, keys)
}

#[test]
fn every_view_says_what_it_is_for_and_only_of_keys_that_it_has() {
    let mut console = Console::of(boards::known(boards::idle()));
    let mut seen: BTreeMap<Topic, BTreeSet<Key>> = BTreeMap::new();
    let mut looked = BTreeSet::new();
    for State { known, over, keys, then } in states::everywhere().into_iter().chain(states::beside()) {
        console.show(known, over);
        console.learn(then);
        console.type_caps(keys);
        let bar = console.bar();
        let at = (console.topic(), bar.buttons.iter().map(|button| button.key).collect::<Vec<_>>());
        if looked.insert(at) {
            let (topic, keys) = helped(&mut console);
            seen.entry(topic).or_default().extend(keys);
        }
    }
    let missing: Vec<&Topic> = Topic::ALL.iter().filter(|topic| !seen.contains_key(topic)).collect();
    assert!(missing.is_empty(), "no state of this test has {missing:?}");
    let texts = Texts::new(Lang::Es);
    let mut dead = Vec::new();
    for (topic, keys) in &seen {
        let told = told(&Page::read(&texts.get(topic.id(), &[])));
        let nowhere = told.into_iter().filter(|key| !keys.contains(key) && !COMMON.contains(key));
        dead.extend(nowhere.map(|key| format!("{topic:?} {}", key.cap())));
    }
    assert_eq!(dead, Vec::<String>::new(), "no bar has what the help says");
}

#[test]
fn every_topic_has_ten_lines_at_most_and_the_same_keys_and_articles_in_both_languages() {
    let (spanish, english) = (Texts::new(Lang::Es), Texts::new(Lang::En));
    for topic in Topic::ALL {
        let [es, en] = [&spanish, &english].map(|texts| Page::read(&texts.get(topic.id(), &[])));
        for page in [&es, &en] {
            assert!(page.lines() <= LINES, "{topic:?} has {} lines", page.lines());
            assert!(!page.title.is_empty() && page.purpose.len() == 1, "{topic:?}: {page:#?}");
            assert!(!page.keys.is_empty(), "{topic:?} has no keys");
            // A key that is named in passing is one of the view's.
            let words = page.keys.iter().map(|line| &line.words).chain(&page.purpose);
            let named = words.flat_map(|words| words.split(|c: char| !c.is_alphanumeric()));
            for cap in named.filter(|word| word.len() > 1 && word.starts_with('F')) {
                let key = Key::ALL.into_iter().find(|key| key.cap() == cap);
                assert!(key.is_none_or(|key| told(page).contains(&key)), "{topic:?} names {cap}");
            }
        }
        let caps = |page: &Page| page.keys.iter().map(|line| line.caps.clone()).collect::<Vec<_>>();
        assert_eq!(caps(&es), caps(&en), "{topic:?}");
        let articles = |page: &Page| page.law.iter().map(|line| line.article.clone()).collect::<Vec<_>>();
        assert_eq!(articles(&es), articles(&en), "{topic:?}");
    }
    let file = include_str!("../../locales/es/help.ftl");
    let ids = file.lines().filter_map(|line| line.split_once(" =")).map(|(id, _)| id);
    let ids: BTreeSet<&str> = ids.filter(|id| id.starts_with("help-")).collect();
    assert_eq!(ids, Topic::ALL.iter().map(|topic| topic.id()).collect(), "texts and topics");
}

/// What somebody typed stands there again: letters, digits, choices and PINs.
#[test]
fn nothing_that_was_typed_is_lost() {
    let board = boards::draw(20);
    let sale = boards::seated(boards::known(boards::sale()), 5);
    let manager = boards::seated(boards::known(boards::idle()), 1);
    let cases: [(Known, Option<Over>, &[&str]); 9] = [
        (boards::known(board.clone()), Some(Over::Turn(Turn::Diligencia)), &["2", "Intro", "No se oyó"]),
        (boards::known(board), Some(Over::Turn(Turn::Void)), &["1", "Intro", "3"]),
        (boards::known(boards::ball_on_table(20)), Some(Over::OtherBall), &["7"]),
        (boards::known(boards::by_hand()), Some(Over::Turn(Turn::Transcription)), &["90", "Intro", "3"]),
        (boards::known(boards::idle()), Some(Over::OwnPin), &["493817", "Intro", "62"]),
        (boards::known(boards::check(Vec::new())), None, &["15"]),
        (boards::known(boards::reading(20, SecondWord::Caller, None)), None, &["3"]),
        (sale, None, &["4", "Intro", "4"]),
        (manager, None, &["3", "F5", "nadia"]),
    ];
    for (known, over, keys) in cases {
        let mut console = Console::of(boards::known(boards::idle()));
        console.show(known, over);
        console.type_caps(keys);
        console.wait(1.0);
        let seen = |console: &Console| {
            let nodes = console.nodes().into_iter();
            // But for the clock, which goes on.
            let stands = nodes.filter(|node| node.label.split(':').count() != 3);
            stands.map(|node| (node.label, node.value)).collect::<Vec<_>>()
        };
        let (before, next) = (seen(&console), console.next());
        assert_eq!(console.press(Key::F1), [Press::Help]);
        assert_ne!(seen(&console), before);
        console.type_in("9");
        console.press(Key::F1);
        assert_eq!(console.press_armed(Key::Intro), [Press::Close], "{keys:?}");
        console.wait(1.0);
        assert_eq!(seen(&console), before, "{keys:?}");
        assert_eq!((console.next(), console.lies_over()), (next, over), "{keys:?}");
    }
}

/// The page of one's own PIN would take the place of a form, and of what was written in it.
#[test]
fn ones_own_pin_waits_until_a_form_is_closed() {
    let mut console = Console::over(boards::known(boards::idle()), Over::Turn(Turn::Diligencia));
    console.press(Key::F1);
    assert!(console.press(Key::More).is_empty());
    assert_eq!(console.lies_over(), Some(Over::Turn(Turn::Diligencia)));
    console.press(Key::Back);
    console.press(Key::Back);
    console.press(Key::F1);
    assert_eq!(console.press(Key::More), [Press::Open(Over::OwnPin)]);
    assert_eq!(console.helps(), None);
}

/// A refusal that nobody has read is there when the help is closed.
#[test]
fn a_refusal_below_is_still_to_be_read() {
    let mut console = Console::over(boards::known(boards::idle()), Over::Turn(Turn::Diligencia));
    console.refuse("no-ahora", "Ahora no se puede", "Espere.");
    console.press(Key::F1);
    console.press(Key::Back);
    console.must_say("Ahora no se puede");
}

#[test]
fn parada_is_alive_over_the_help_and_takes_it_away() {
    for over in [None, Some(Over::Trouble)] {
        let mut console = Console::of(boards::known(boards::ball_on_table(20)));
        console.show(boards::known(boards::ball_on_table(20)), over);
        console.press(Key::F1);
        console.must_say("PARADA");
        assert_eq!(kit::asked(&console.press(Key::Stop)).len(), 1);
        assert_eq!((console.helps(), console.lies_over()), (None, None));
    }
}

/// What was asked for before the help was opened is answered below it.
#[test]
fn an_answer_reaches_the_form_under_the_help() {
    let over = Over::Turn(Turn::LastGame);
    let mut console = Console::over(boards::known(boards::idle()), over);
    console.slow_desk();
    assert_eq!(kit::asked(&console.press_armed(Key::Intro)).len(), 1);
    // Without a connection one may look, whatever was asked.
    console.lost(1);
    assert_eq!(console.press(Key::F1), [Press::Help]);
    console.learn(|known| known.link.connected = true);
    console.grant();
    assert_eq!(console.helps(), Some(Topic::LastGame));
    console.press(Key::Back);
    assert_eq!(console.lies_over(), None, "its form closed with the answer");
}

#[test]
fn at_the_log_in_it_offers_nothing_of_anybodys_and_a_lock_closes_it() {
    let mut console = Console::of(Known { me: None, ..boards::known(boards::closed()) });
    console.type_in("2");
    assert_eq!(console.touch("Ayuda"), [Press::Help]);
    console.must_say("Entrar en el puesto");
    console.lawful();
    for key in [Key::More, Key::F8, Key::F2, Key::F12] {
        assert!(console.press(key).is_empty(), "{}", key.cap());
    }
    assert_eq!(console.press(Key::F5), [Press::Language]);
    assert_eq!(console.press(Key::Back), [Press::Close]);

    let mut console = Console::of(boards::known(boards::idle()));
    console.press(Key::F1);
    console.press(Key::F12);
    assert_eq!(console.helps(), None);
    assert_eq!(console.topic(), Topic::Locked);
}

/// A person with two desks goes to the other one: its help is another.
#[test]
fn another_desk_has_another_help() {
    let mut console = Console::of(boards::seated(boards::known(boards::sale()), 8));
    console.press(Key::F1);
    assert_eq!(console.helps(), Some(Topic::Sale));
    assert_eq!(console.press(Key::DeskAfter), [Press::Sit(Desk::Caja)]);
    assert_eq!(console.helps(), None);
    console.press(Key::F1);
    assert_eq!(console.helps(), Some(Topic::Selling));
}

/// An ALTO, or somebody else's stop, has to be seen.
#[test]
fn the_help_gives_way_when_the_hall_stops() {
    for board in [boards::held(HoldKind::Fault, "Avería de la máquina"), boards::check(Vec::new())] {
        let mut console = Console::of(boards::known(boards::draw(20)));
        console.press(Key::F1);
        assert!(console.helps().is_some());
        console.learn(|known| known.board = Arc::new(board.clone()));
        console.step();
        assert_eq!(console.helps(), None);
        // Opened then, it stays.
        console.press(Key::F1);
        console.step();
        assert!(console.helps().is_some());
    }
}
