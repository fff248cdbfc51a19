//! The moviola: any ball of any game again, from an ALTO and from a claim with one key. `reliability.md` C-3, E 64.

mod kit;

use std::sync::Arc;

use caller_console::film::{Film, Shot, Wish};
use caller_console::keys::Key;
use caller_console::known::Known;
use caller_console::place::{Look, Over};
use caller_console::press::Press;
use hall_core::event::CameraPost;
use hall_wire::board::HoldKind;
use hall_wire::message::{FilmOfGame, FilmReel, FilmedBall, KeptSound};
use kit::{Console, boards};

const PAGE: Over = Over::Look(Look::Film);

/// When the first ball came out; one comes every four seconds.
const FIRST: i64 = 1_795_000_000_000;

/// The third ball has no picture, the last is not announced.
fn filmed(game: u32, balls: u8) -> FilmOfGame {
    let ball = |ordinal: u8| {
        let at_utc_ms = FIRST + 4_000 * i64::from(ordinal - 1);
        FilmedBall {
            ordinal,
            ball: 90 - 7 * ordinal,
            at_utc_ms,
            announced_at_utc_ms: (ordinal < balls).then_some(at_utc_ms + 1_500),
            pictured: ordinal != 3,
        }
    };
    let reel = |camera| FilmReel { camera, pictures: 400, first_utc_ms: FIRST, last_utc_ms: FIRST + 40_000 };
    FilmOfGame {
        game,
        games: vec![5, 6, 7],
        balls: (1..=balls).map(ball).collect(),
        reels: vec![reel(CameraPost::Exit), reel(CameraPost::Desk)],
        sounds: [1, 2].map(|stop| KeptSound { stop, seq: 700 + u64::from(stop) }).into(),
    }
}

/// The page and its server, which answers each wish when it is asked to.
struct Moviola {
    console: Console,
    of: FilmOfGame,
}

fn moviola() -> Moviola {
    let mut known = boards::known(boards::check(Vec::new()));
    known.film = Some(Film::default());
    let of = filmed(known.game().unwrap().game, 9);
    Moviola { console: Console::over(known, PAGE), of }
}

impl Moviola {
    fn wish(&mut self) -> Option<Wish> {
        self.console.step();
        let wishes: Vec<Wish> = self
            .console
            .outside()
            .into_iter()
            .filter_map(|press| if let Press::Film(wish) = press { Some(wish) } else { None })
            .collect();
        assert!(wishes.len() <= 1, "one at a time: {wishes:?}");
        wishes.first().copied()
    }

    fn answer(&mut self, wish: Wish) {
        let of = self.of.clone();
        self.console.learn(|known: &mut Known| {
            let film = known.film.get_or_insert_default();
            (film.answered, film.trouble) = (Some(wish), None);
            let at_utc_ms = match wish {
                Wish::Game(_) => return film.of = Some(Arc::new(of)),
                Wish::Sound { .. } => return,
                Wish::Ball { .. } => None,
                // Ten pictures a second.
                Wish::Moment { at_utc_ms, step, .. } => {
                    Some(FIRST + (at_utc_ms - FIRST).div_euclid(100) * 100 + 100 * i64::from(step))
                }
            };
            film.shot = Some(Shot { wish, texture: egui::TextureId::User(1), aspect: 16.0 / 9.0, at_utc_ms });
        });
    }

    /// Answers until nothing is wished; returns the last wish.
    fn settles(&mut self) -> Option<Wish> {
        let mut last = None;
        while let Some(wish) = self.wish() {
            self.answer(wish);
            last = Some(wish);
        }
        last
    }

    fn at(&self, ordinal: u8) -> i64 {
        FIRST + 4_000 * i64::from(ordinal - 1)
    }
}

#[test]
fn one_key_opens_it_in_an_alto_where_cards_are_checked_and_on_the_order_of_exit() {
    let held = boards::held(HoldKind::Called, "Duda con una bola");
    for (board, over) in [
        (held, None),
        (boards::check(Vec::new()), None),
        (boards::check(vec![boards::claim(hall_core::event::Play::Line, 301, "good")]), None),
        (boards::draw(9), Some(Over::Look(Look::Order))),
    ] {
        let mut console = Console::of(boards::known(board.clone()));
        if let Some(over) = over {
            console.open(over);
        }
        console.lawful();
        console.press(Key::F8);
        assert_eq!(console.lies_over(), Some(PAGE));
        // There are people in it: who sells and calls does not look.
        let seller = boards::seated(boards::known(board), 4);
        let mut console = Console::of(seller);
        if let Some(over) = over {
            console.open(over);
        }
        console.press(Key::F8);
        assert_ne!(console.lies_over(), Some(PAGE));
        let said = console.note();
        assert!(said.contains("sólo el jefe de mesa"), "{said}");
    }
}

#[test]
fn it_begins_with_the_picture_of_the_last_ball_and_goes_to_any_other() {
    let mut page = moviola();
    let game = page.of.game;
    assert_eq!(page.wish(), Some(Wish::Game(Some(game))), "the present game");
    page.console.must_say("Se busca la imagen.");
    page.answer(Wish::Game(Some(game)));
    assert_eq!(page.settles(), Some(Wish::Ball { game, ordinal: 9 }));
    page.console.must_say("Bola 27 · la 9.ª · 12:07:12");
    page.console.must_say("SIN CANTAR");
    page.console.lawful();
    page.console.raw(egui::Key::ArrowUp);
    assert_eq!(page.settles(), Some(Wish::Ball { game, ordinal: 8 }));
    // By its number, in two digits.
    page.console.type_in("8");
    page.console.must_say("8_ · teclee la segunda cifra");
    page.console.type_in("3");
    assert_eq!(page.settles(), Some(Wish::Ball { game, ordinal: 1 }));
    page.console.type_in("44");
    page.console.must_say("ESA BOLA NO HA SALIDO en esta partida.");
    page.console.touch("la 2.ª, el 76, a las 12:06:44");
    assert_eq!(page.settles(), Some(Wish::Ball { game, ordinal: 2 }));
    // One without a picture: the film of that moment.
    page.console.type_in("69");
    let at = page.at(3);
    assert_eq!(page.settles(), Some(Wish::Moment { game, camera: CameraPost::Exit, at_utc_ms: at, step: 0 }));
    page.console.must_say("SIN FOTO");
    page.console.lawful();
}

#[test]
fn it_runs_from_five_seconds_before_to_five_after_and_waits_for_each_picture() {
    let mut page = moviola();
    page.settles();
    let (game, at) = (page.of.game, page.at(9));
    page.console.wait(0.3);
    page.console.press(Key::Intro);
    let Some(Wish::Moment { camera: CameraPost::Exit, at_utc_ms: first, step: 0, .. }) = page.wish() else {
        panic!("it runs")
    };
    assert!((at - 5_000..at - 4_800).contains(&first), "{}", first - at);
    page.console.wait(2.0);
    assert_eq!(page.wish(), None, "the last picture has not come");
    page.answer(Wish::Moment { game, camera: CameraPost::Exit, at_utc_ms: first, step: 0 });
    let Some(wish @ Wish::Moment { at_utc_ms, .. }) = page.wish() else { panic!("it goes on") };
    assert!((at - 3_000..at - 2_500).contains(&at_utc_ms), "in real time: {}", at_utc_ms - at);
    page.answer(wish);
    page.console.must_say("PARAR");
    page.console.wait(9.0);
    assert_eq!(
        page.settles(),
        Some(Wish::Moment { game, camera: CameraPost::Exit, at_utc_ms: at + 5_000, step: 0 })
    );
    page.console.must_say("5,0 s después");
    page.console.must_say("VERLA MOVERSE");
    page.console.lawful();
    // Stopped in between.
    page.console.press(Key::Intro);
    let wish = page.wish().unwrap();
    page.answer(wish);
    page.console.press(Key::Intro);
    page.settles();
    page.console.must_say("5,0 s antes");
    page.console.press(Key::F5);
    assert_eq!(page.settles(), Some(Wish::Ball { game, ordinal: 9 }));
}

#[test]
fn steps_faster_than_pictures_add_up_and_another_camera_shows_the_same_moment() {
    let mut page = moviola();
    page.settles();
    let (game, at) = (page.of.game, page.at(9));
    page.console.raw(egui::Key::ArrowLeft);
    let moment = |step| Wish::Moment { game, camera: CameraPost::Exit, at_utc_ms: at, step };
    assert_eq!(page.wish(), Some(moment(-1)));
    for _ in 0..3 {
        page.console.raw(egui::Key::ArrowLeft);
    }
    page.console.raw(egui::Key::ArrowRight);
    page.answer(moment(-1));
    assert_eq!(page.wish(), Some(moment(-3)));
    page.answer(moment(-3));
    page.console.must_say("0,3 s antes");
    page.console.raw(egui::Key::ArrowRight);
    let on = Wish::Moment { game, camera: CameraPost::Exit, at_utc_ms: at - 300, step: 1 };
    assert_eq!(page.wish(), Some(on));
    page.answer(on);
    page.console.touch("Imagen anterior");
    let back = page.wish().unwrap();
    assert!(matches!(back, Wish::Moment { step: -1, .. }), "{back:?}");
    page.answer(back);
    page.console.touch("Imagen siguiente");
    page.settles();
    page.console.press(Key::F8);
    let desk = Wish::Moment { game, camera: CameraPost::Desk, at_utc_ms: at - 300, step: 1 };
    assert_eq!(page.settles(), Some(desk));
    page.console.must_say(&format!("Partida {game} · cámara de la mesa"));
}

#[test]
fn games_before_are_looked_at_too_and_what_was_not_filmed_is_said() {
    let mut page = moviola();
    page.of.games = vec![5, 6, page.of.game];
    page.settles();
    page.console.press(Key::More);
    assert_eq!(page.wish(), Some(Wish::Game(Some(6))));
    page.of = filmed(6, 2);
    page.answer(Wish::Game(Some(6)));
    assert_eq!(page.settles(), Some(Wish::Ball { game: 6, ordinal: 2 }));
    page.console.press(Key::More);
    assert_eq!(page.wish(), Some(Wish::Game(Some(5))));
    page.console.learn(|known| {
        let film = known.film.get_or_insert_default();
        film.answered = Some(Wish::Game(Some(5)));
        film.trouble = Some(kit::problem(
            "sin-pelicula",
            "No hay película",
            "De esa partida no se guarda ninguna imagen.",
        ));
    });
    assert_eq!(page.wish(), None, "it is not asked again and again");
    page.console.must_say("De esa partida no se guarda ninguna imagen.");
    page.console.lawful();
}

#[test]
fn a_ball_that_comes_out_meanwhile_is_in_the_list_and_its_words_fit_in_english() {
    let mut known = boards::known(boards::ball_on_table(8));
    known.film = Some(Film::default());
    let game = known.game().unwrap().game;
    let mut page = Moviola { console: Console::over(known, PAGE), of: filmed(game, 9) };
    page.settles();
    page.console.learn(|known| known.board = Arc::new(boards::ball_on_table(9)));
    assert_eq!(page.wish(), Some(Wish::Game(Some(game))));
    page.of = filmed(game, 10);
    page.answer(Wish::Game(Some(game)));
    assert_eq!(page.settles(), Some(Wish::Ball { game, ordinal: 10 }));
    page.console.lawful();
    // Announced: what the list says of it is not so any more.
    page.console.learn(|known| known.board = Arc::new(boards::draw(10)));
    assert_eq!(page.wish(), Some(Wish::Game(Some(game))));
    page.answer(Wish::Game(Some(game)));
    page.settles();
    page.console = page.console.in_english();
    page.console.step();
    page.console.lawful();
    page.console.must_say("NOT CALLED");
}

#[test]
fn what_was_heard_at_each_stop_is_played_from_the_last_one_back_and_the_picture_stays() {
    let mut page = moviola();
    page.settles();
    let game = page.of.game;
    for stop in [2, 1, 2] {
        page.console.must_say(&format!("Oír la {stop}.ª parada"));
        page.console.press(Key::F6);
        assert_eq!(page.wish(), Some(Wish::Sound { game, stop }));
        page.answer(Wish::Sound { game, stop });
        assert_eq!(page.settles(), Some(Wish::Ball { game, ordinal: 9 }), "once");
        page.console.lawful();
    }
}
