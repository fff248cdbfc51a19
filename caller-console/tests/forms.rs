//! Forms and lists of choices: nothing is hidden that a key does not open, and `−` throws away nothing unasked
//! (DECISIONS 38).

mod kit;

use std::sync::Arc;

use caller_console::bar::Next;
use caller_console::keys::Key;
use caller_console::known::{Known, NoteKind};
use caller_console::place::{Over, Turn};
use caller_console::press::Press;
use hall_core::words::Lang;
use hall_wire::board::Play;
use hall_wire::message::{BallSetRow, TemplateRow};
use kit::{Console, boards};

/// How far apart hurried people press, in seconds.
const PACES_S: [f64; 3] = [0.03, 0.08, 0.15];

/// Turns the pages of what is on the screen: every one of these stands on one of them.
fn every_page(console: &mut Console, all: &[String]) {
    let mut seen = Vec::new();
    for _ in 0..all.len() {
        console.lawful();
        seen.extend(all.iter().filter(|one| console.says(one)).cloned());
        assert!(console.is_on("Sigue"), "a button for a finger");
        console.must_say("tecla Ins");
        console.press(Key::NextPage);
    }
    for one in all {
        assert!(seen.contains(one), "«{one}» is on no page");
    }
    console.speak(Lang::En);
    console.lawful();
    console.speak(Lang::Es);
}

/// Goes down the list: every one of these is chosen once, and is seen when it is.
fn every_arrow(console: &mut Console, all: &[String], chosen: impl Fn(&mut Console) -> Option<String>) {
    let mut been = Vec::new();
    for _ in 0..all.len() + 2 {
        if let Some(name) = chosen(console) {
            console.must_say(&name);
            been.push(name);
        }
        console.raw(egui::Key::ArrowDown);
        console.lawful();
    }
    for one in all {
        assert!(been.contains(one), "no arrow leads to «{one}»");
    }
}

fn many_sets(count: usize) -> (Known, Vec<String>) {
    let mut known = boards::known(boards::closed());
    let mut lists = (*known.lists).clone();
    let row = lists.ball_sets[0].clone();
    let name = |n: usize| format!("K{n}");
    let set = |n| BallSetRow { set: name(n), games: 3, ..row.clone() };
    lists.ball_sets = (1..=count).map(set).collect();
    known.lists = Arc::new(lists);
    (known, (1..=count).map(|n| format!("{} · 3 partidas", name(n))).collect())
}

#[test]
fn every_set_of_balls_can_be_chosen_at_the_opening() {
    for count in [9, 26] {
        let (known, sets) = many_sets(count);
        let mut console = Console::of(known.clone());
        for _ in 0..2 {
            console.type_in("1");
            console.press_armed(Key::Intro);
        }
        if count > 20 {
            every_page(&mut console, &sets);
        }
        for set in &sets {
            console.raw(egui::Key::ArrowDown);
            console.must_say(set);
            console.lawful();
        }
        console.press_armed(Key::Intro);
        console.must_say(&sets[count - 1]);
    }
}

#[test]
fn every_person_who_can_take_over_can_be_chosen() {
    let (mut known, _) = many_sets(2);
    let mut people = (*known.people).clone();
    let chief = people[&1].clone();
    for person in 40..66 {
        let name = format!("Ana Sala{person}");
        let mut member = chief.clone();
        member.name = name;
        people.insert(person, member);
    }
    known.people = Arc::new(people);
    let mut console = Console::of(known);
    for step in 0..6 {
        if step != 2 && step != 3 {
            console.type_in("1");
        }
        if step == 2 {
            console.raw(egui::Key::ArrowDown);
        }
        console.press_armed(Key::Intro);
    }
    let names: Vec<String> = (40..66).map(|person| format!("A. Sala{person}")).collect();
    every_page(&mut console, &names);
}

#[test]
fn every_prize_can_be_withheld() {
    let mut board = boards::winners();
    board.public.prizes =
        (1..30).map(|n| boards::prize(37, n, Play::Bingo, 1_300 + n, 2_000, "due")).collect();
    let mut console = Console::over(boards::known(board), Over::Turn(Turn::Withhold));
    let prizes: Vec<String> = (1..30).map(|n| format!("{}", 1_300 + n)).collect();
    every_page(&mut console, &prizes);
}

#[test]
fn every_decision_of_the_jefe_de_sala_is_on_a_page() {
    let mut board = boards::void_asked(2);
    board.owed = (1..5).map(|n| boards::prize(30 + n, n, Play::Bingo, 900 + n, 2_000, "withheld")).collect();
    let mut console = Console::of(boards::seated(boards::known(board), 1));
    console.must_say("y 2 más");
    let titles: Vec<String> = (31..35).map(|game| format!("de la {game}: ")).collect();
    every_page(&mut console, &titles);
    for _ in 0..5 {
        console.raw(egui::Key::ArrowDown);
        console.lawful();
    }
}

#[test]
fn every_template_can_be_chosen() {
    let mut known = boards::seated(boards::known(boards::idle()), 1);
    let row = |n| TemplateRow {
        template: format!("t{n}"),
        title: format!("Plantilla {n:02}"),
        cards: 6,
        ..TemplateRow::default()
    };
    known.templates = Arc::new((1..=14).map(row).collect());
    let mut console = Console::of(known.clone());
    console.type_in("6");
    console.press(Key::F5);
    let titles: Vec<String> = (1..=14).map(|n| format!("Plantilla {n:02}")).collect();
    every_page(&mut console, &titles);
    console.show(known, None);
    console.type_in("6");
    console.press(Key::F5);
    console.type_in("A18");
    for _ in 0..3 {
        console.press_armed(Key::Intro);
    }
    every_arrow(&mut console, &titles, |console| {
        let press = match console.bar().next {
            Next::Do(act) => act.press,
            other @ (Next::Wait(_) | Next::Missing { .. }) => panic!("it can be ordered: {other:?}"),
        };
        let Press::Ask(orders) = press else { panic!("{press:?}") };
        let template = orders.asks[0].body()["template"].as_str().expect("a template")[1..].to_string();
        Some(format!("Plantilla {template:0>2}"))
    });
}

/// A form that can be thrown away: how it is opened, keys with `−` among them, and what it then holds.
type Thrown = (&'static str, fn() -> Console, &'static str, &'static str);

fn sala(tab: &str, key: Key) -> Console {
    let mut console = Console::of(boards::seated(boards::known(boards::idle()), 1));
    console.type_in(tab);
    console.press(key);
    console
}

fn set_withdrawn(mut console: Console) -> Console {
    console.press(Key::F6);
    console.type_in("4");
    console
}

const FORMS: [Thrown; 7] = [
    ("a person", || sala("3", Key::F5), "ana⎋b", "anab"),
    ("a matrix", || sala("4", Key::F6), "18−00", "1800"),
    ("a printing", || sala("6", Key::F5), "A1−7", "A17"),
    ("a set of balls", || sala("5", Key::F5), "J1−7", "J17"),
    ("a set withdrawn", || set_withdrawn(sala("5", Key::F8)), "rota⎋s", "rotas"),
    (
        "a set withdrawn at the mesa",
        || set_withdrawn(Console::over(boards::known(boards::closed()), Over::Balls)),
        "rota⎋s",
        "rotas",
    ),
    (
        "another ball",
        || Console::over(boards::known(boards::ball_on_table(21)), Over::OtherBall),
        "4−7",
        "47",
    ),
];

fn fields(console: &Console) -> Vec<String> {
    console.nodes().into_iter().filter(|node| node.field).map(|node| node.value).collect()
}

fn holds(console: &Console, words: &str) -> bool {
    fields(console).iter().any(|value| value == words)
}

#[test]
fn what_is_typed_in_a_form_goes_only_when_it_was_asked() {
    for (name, open, keys, whole) in FORMS {
        for apart_s in PACES_S {
            let mut console = open();
            for key in keys.chars() {
                console.hurry(key, apart_s, &mut |_| {});
            }
            console.hurry_on(0.6, &mut |_| {});
            assert!(holds(&console, whole), "{name} at {apart_s} s: {:#?}", fields(&console));
            let asks = console.known().note.as_ref().is_some_and(|note| note.kind == NoteKind::Asks);
            assert!(asks, "{name} at {apart_s} s: {}", console.note());
            // Asked and asked again, it goes.
            for _ in 0..2 {
                console.wait(0.6);
                console.raw(egui::Key::Escape);
            }
            console.step();
            assert!(!holds(&console, whole), "{name} at {apart_s} s: it can be left");
        }
        // Nothing was typed: nothing is asked.
        let mut console = open();
        console.raw(egui::Key::Escape);
        assert!(console.known().note.is_none(), "{name}: {}", console.note());
    }
}

#[test]
fn the_key_of_a_form_leaves_what_is_typed_in_it() {
    for (tab, key, keys) in [("4", Key::F6, "1800"), ("6", Key::F5, "A17")] {
        let mut console = sala(tab, key);
        console.type_in(keys);
        console.press(key);
        assert!(holds(&console, keys), "{key:?}: {:#?}", console.labels());
    }
}

#[test]
fn a_pin_is_not_thrown_away_by_a_hand_that_slips() {
    let known = || Known { me: None, ..boards::known(boards::closed()) };
    for apart_s in PACES_S {
        let mut console = Console::of(known());
        for key in "2⏎493−817".chars() {
            console.hurry(key, apart_s, &mut |_| {});
        }
        console.hurry_on(0.6, &mut |_| {});
        assert_eq!(console.next(), "ENTRAR", "{apart_s} s: {:#?}", console.labels());
    }
}
