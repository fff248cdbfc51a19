//! What a set of balls has done: for the jefe de sala and the inspector, and in words that say what to do.

mod kit;

use std::sync::Arc;

use caller_console::keys::Key;
use caller_console::known::Known;
use caller_console::place::{Look, Over};
use caller_console::press::{Paper, Press};
use hall_wire::message::{BallLean, BallSetStatistics, SetState};
use kit::{Console, boards};

const STUDY: Over = Over::Look(Look::Study);

fn seated(person: u32) -> Known {
    boards::seated(boards::known(boards::idle()), person)
}

/// The screen of a set, with what the server answered.
fn told(of: BallSetStatistics) -> Console {
    let mut known = seated(1);
    known.statistics = Some(Arc::new(of));
    Console::over(known, STUDY)
}

#[test]
fn it_is_opened_where_the_sets_are_listed_and_asks_once_for_each_game_that_is_over() {
    for (person, tab) in [(1, "5"), (9, "3")] {
        let mut console = Console::of(seated(person));
        console.press(Key::More);
        assert_eq!(console.lies_over(), None, "not from another tab");
        console.type_in(tab);
        console.press(Key::More);
        assert_eq!(console.lies_over(), Some(STUDY), "person {person}");
        console.step();
        let asked = |console: &mut Console| {
            let study = |outside: &Press| matches!(outside, Press::Study(set) if set == "J1");
            console.outside().iter().filter(|outside| study(outside)).count()
        };
        assert_eq!(asked(&mut console), 1);
        console.step();
        assert_eq!(asked(&mut console), 0, "not in each frame");
        // Another game is over.
        console.learn(|known| {
            let mut lists = (*known.lists).clone();
            let mut game = lists.games[0].clone();
            (game.game, game.state) = (game.game + 1, hall_wire::message::GameState::Void);
            lists.games.insert(0, game);
            known.lists = Arc::new(lists);
        });
        console.step();
        assert_eq!(asked(&mut console), 1);
    }
}

#[test]
fn the_verdict_is_in_words_that_say_what_to_do() {
    let mut console = told(boards::statistics(None));
    console.lawful();
    console.must_say("Juego J1: nada anormal en 412 partidas.");
    console.must_say("Todas han salido alguna vez.");
    let mut console = told(boards::statistics(Some(37)));
    console.lawful();
    console.must_say("La bola 37 sale menos de lo esperado. Retire el juego J1 y péselo.");
    console.must_say("Ha salido 205 veces en 412 partidas; lo esperado son 277. A esto llega como mucho 1 de cada 100 juegos buenos.");

    let mut watched = boards::statistics(Some(37));
    (watched.verdict.state, watched.verdict.lean) = (SetState::Watch, Some(BallLean::More));
    let mut console = told(watched);
    console.lawful();
    console.must_say("Vigile la bola 37 del juego J1: sale más de lo esperado.");

    let mut few = boards::statistics(None);
    (few.games, few.verdict.state, few.chi_square) = (3, SetState::Few, None);
    few.balls.iter_mut().take(14).for_each(|row| (row.drawn, row.since) = (0, None));
    few.left_out = vec![7];
    let mut console = told(few);
    console.lawful();
    console.must_say("Juego J1, partidas: 3. Todavía no se puede decir nada.");
    console.must_say("1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12…");
    let mut console = console.in_english();
    console.lawful();
}

#[test]
fn the_figures_are_kept_as_a_file_and_another_set_is_a_key_away() {
    let mut console = told(boards::statistics(None));
    let paper = Paper::new("/api/ball-sets/J1/statistics.csv", "juego-J1.csv", "Estadística del juego J1");
    assert_eq!(console.press(Key::F5), [Press::Paper(paper)]);
    console.raw(egui::Key::ArrowDown);
    console.step();
    assert!(console.outside().contains(&Press::Study("J2".to_string())));
    assert!(console.press(Key::F5).is_empty(), "what is shown of J1 is not kept as J2");
    assert_eq!(console.press(Key::Back), [Press::Close]);
}
