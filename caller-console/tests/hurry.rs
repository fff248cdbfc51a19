//! Hurried hands: keys 30, 80 and 150 ms apart do what the same keys do slowly, or say that they do not; never
//! anything else (DECISIONS 37, 38).

mod kit;

use std::sync::Arc;

use caller_console::known::{Known, NoteKind};
use caller_console::press::{Orders, Press};
use hall_wire::board::{Cards, Holding, MesaBoard};
use kit::{Console, asked, boards};
use proptest::prelude::*;

/// How far apart hurried people press, in seconds.
const PACES_S: [f64; 3] = [0.03, 0.08, 0.15];

/// A person who reads after each key.
const SLOW_S: f64 = 1.2;

/// The desk, as far as the sale of a game needs it: it grants blocks in order and takes cards back.
struct Desk {
    board: MesaBoard,
    /// What it granted, in order, as in `issue-block 6 1791–1798`.
    granted: Vec<String>,
    /// After how many frames it answers.
    answers_after: u32,
    waiting: Option<(Orders, u32)>,
    refuses: Option<usize>,
    asked: usize,
}

impl Desk {
    fn new(board: MesaBoard, answers_after: u32) -> Desk {
        Desk { board, granted: Vec::new(), answers_after, waiting: None, refuses: None, asked: 0 }
    }

    /// Lets one frame go by: takes what was asked, and answers what is due.
    fn frame(&mut self, console: &mut Console) {
        for outside in console.outside() {
            let Press::Ask(orders) = outside else { continue };
            assert!(self.waiting.is_none(), "one thing at a time");
            self.waiting = Some((orders, self.answers_after));
        }
        let Some((orders, left)) = &mut self.waiting else { return };
        if *left > 0 {
            *left -= 1;
            return;
        }
        let orders = orders.clone();
        self.waiting = None;
        self.asked += 1;
        if self.refuses == Some(self.asked) {
            console.refuse_now("peticion-imposible", "No se puede", "Mire la pantalla.");
            return;
        }
        for ask in &orders.asks {
            self.grant(ask.kind().name(), &ask.body());
        }
        let board = Arc::new(self.board.clone());
        console.granted_with(board);
    }

    fn grant(&mut self, command: &str, body: &serde_json::Value) {
        let number = |name: &str| u32::try_from(body[name].as_u64().unwrap_or(0)).expect("a number");
        let game = self.board.public.game.as_mut().expect("a game is on sale");
        let run = Cards {
            series: body["series"].as_str().unwrap_or("").to_string(),
            first: number("first"),
            last: number("last"),
        };
        let count = (run.last + 1).saturating_sub(run.first);
        match command {
            "issue-block" => {
                game.cards += count;
                self.granted.push(format!("{command} {} {}–{}", number("seller"), run.first, run.last));
                self.board.next_card.as_mut().expect("a next card").card = run.last + 1;
                self.board.holdings.push(Holding { seller: number("seller"), cards: run });
            }
            "return-cards" => {
                game.cards -= count;
                self.granted.push(format!("{command} {} {}–{}", number("seller"), run.first, run.last));
                let has = |holding: &&mut Holding| holding.cards.last == run.last;
                let holding = self.board.holdings.iter_mut().find(has).expect("somebody has them");
                holding.cards.last = run.first - 1;
                self.board.next_card.as_mut().expect("a next card").card = run.first;
            }
            other => self.granted.push(other.to_string()),
        }
    }
}

fn cashier(board: MesaBoard) -> Known {
    boards::seated(boards::known(board), 5)
}

/// What came of keys at a pace.
#[derive(Debug, PartialEq, Eq)]
struct Came {
    granted: Vec<String>,
    refused: bool,
}

/// Presses keys at a pace; a person who sees a refusal, where `reads`, stops there.
fn play(console: &mut Console, keys: &str, apart_s: f64, desk: &mut Desk, reads: bool) -> Came {
    console.show(cashier(desk.board.clone()), None);
    console.slow_desk();
    let mut refused = false;
    let sees = |console: &Console| {
        console.known().note.as_ref().is_some_and(|note| note.kind == NoteKind::Refused)
            || console.known().refused.is_some()
    };
    for key in keys.chars() {
        console.hurry(key, apart_s, &mut |console| desk.frame(console));
        refused |= sees(console);
        if refused && reads {
            break;
        }
    }
    for _ in 0..120 {
        console.frame();
        desk.frame(console);
        refused |= sees(console);
    }
    Came { granted: std::mem::take(&mut desk.granted), refused }
}

fn empty_sale() -> MesaBoard {
    let mut board = boards::sale();
    board.holdings.clear();
    board.sellers.clear();
    board.next_card.as_mut().expect("a sale has a next card").card = 1290;
    board.public.game.as_mut().expect("a sale has a game").cards = 0;
    board
}

#[test]
fn ten_deliveries_are_ten_deliveries_at_any_pace() {
    // What was seen: 5⏎40⏎6⏎40 became 40,640 cards for seller 5.
    let mut console = Console::of(cashier(empty_sale()));
    for apart_s in PACES_S {
        for answers_after in [0, 1, 4] {
            let mut desk = Desk::new(empty_sale(), answers_after);
            let came = play(&mut console, "6⏎40⏎7⏎30⏎3⏎10⏎4⏎7⏎6⏎5⏎", apart_s, &mut desk, false);
            let whole = [
                "issue-block 6 1290–1329",
                "issue-block 7 1330–1359",
                "issue-block 3 1360–1369",
                "issue-block 4 1370–1376",
                "issue-block 6 1377–1381",
            ];
            assert_eq!(
                came.granted,
                whole,
                "{apart_s} s, answered after {answers_after} frames: {} {}",
                console.note(),
                console.next()
            );
            assert!(!came.refused);
        }
    }
}

#[test]
fn keys_of_one_frame_are_judged_one_after_the_other() {
    // What was seen: 7⏎30 in one frame became 730.
    let mut console = Console::of(cashier(empty_sale()));
    let mut desk = Desk::new(empty_sale(), 2);
    let came = play(&mut console, "7⏎30⏎", 0.001, &mut desk, false);
    assert_eq!(came.granted, ["issue-block 7 1290–1319"]);
}

#[test]
fn what_was_typed_behind_a_refusal_of_the_desk_is_not_joined_to_what_it_refused() {
    let mut console = Console::of(cashier(empty_sale()));
    for apart_s in PACES_S {
        for answers_after in [0, 2, 6] {
            let mut desk = Desk::new(empty_sale(), answers_after);
            desk.refuses = Some(1);
            let came = play(&mut console, "6⏎40⏎7⏎30⏎", apart_s, &mut desk, false);
            assert_eq!(
                came.granted, [""; 0],
                "{apart_s} s, {answers_after} frames: 4030 for seller 6 would be money"
            );
            assert!(came.refused);
        }
    }
}

#[test]
fn a_seller_who_does_not_sell_is_said_and_the_quantity_is_not_his_number() {
    let mut console = Console::of(cashier(empty_sale()));
    for apart_s in PACES_S {
        let mut desk = Desk::new(empty_sale(), 1);
        let came = play(&mut console, "5⏎40⏎", apart_s, &mut desk, false);
        assert_eq!(came.granted, [""; 0]);
        assert!(came.refused, "5 is the cashier");
    }
}

#[test]
fn a_bounced_intro_does_one_thing() {
    let mut console = Console::of(cashier(empty_sale()));
    for apart_s in PACES_S {
        let mut desk = Desk::new(empty_sale(), 1);
        let came = play(&mut console, "6⏎40⏎⏎", apart_s, &mut desk, false);
        assert_eq!(came.granted, ["issue-block 6 1290–1329"]);
        assert!(came.refused, "and it is said");
    }
}

#[test]
fn no_hurry_closes_a_sale() {
    // DECISIONS 38: the close is held, and stands under no other act's key.
    let mut console = Console::of(cashier(boards::sale()));
    for apart_s in PACES_S {
        for keys in ["−⏎⏎⏎", "6⏎8⏎−⏎⏎", "⑦1790⏎⏎6⏎⏎⏎⏎", "⏎⏎⏎−⏎"] {
            let mut desk = Desk::new(boards::sale(), 1);
            let came = play(&mut console, keys, apart_s, &mut desk, false);
            assert!(!came.granted.contains(&"close-sale".to_string()), "{keys} at {apart_s} s");
        }
    }
}

#[test]
fn what_is_written_is_thrown_away_only_when_it_was_asked() {
    let mut console = Console::of(cashier(empty_sale()));
    for apart_s in PACES_S {
        let mut desk = Desk::new(empty_sale(), 1);
        // A hand that meant another key goes on: nothing was lost.
        let came = play(&mut console, "6⏎4−0⏎", apart_s, &mut desk, false);
        assert_eq!(came.granted, ["issue-block 6 1290–1329"], "{apart_s} s");
    }
}

#[test]
fn what_was_recorded_is_said_for_two_seconds() {
    let mut console = Console::of(cashier(empty_sale()));
    let mut desk = Desk::new(empty_sale(), 1);
    console.show(cashier(desk.board.clone()), None);
    console.slow_desk();
    for key in "6⏎40⏎".chars() {
        console.hurry(key, 0.15, &mut |console| desk.frame(console));
    }
    while desk.granted.is_empty() {
        console.frame();
        desk.frame(&mut console);
    }
    console.frame();
    assert_eq!(console.note(), "Entregados 40 a E. Mora · A 17 · 1290–1329");
    console.must_say("Entregados 40 a E. Mora");
    console.wait(1.5);
    console.must_say("Entregados 40 a E. Mora");
    console.wait(1.0);
    assert_eq!(console.note(), "");
}

#[test]
fn the_deliveries_of_the_game_before_are_offered_one_intro_each() {
    let mut console = Console::of(cashier(empty_sale()));
    let mut desk = Desk::new(empty_sale(), 1);
    let came = play(&mut console, "6⏎40⏎7⏎30⏎3⏎10⏎", 0.15, &mut desk, false);
    assert_eq!(came.granted.len(), 3);
    let mut next = empty_sale();
    next.public.game.as_mut().expect("a game").game = 38;
    desk.board = next.clone();
    console.learn(|known| known.board = Arc::new(next));
    console.wait(1.0);
    console.must_say("Como en la partida anterior");
    assert_eq!(console.next(), "ENTREGAR 10 A I. VIDAL");
    for _ in 0..3 {
        console.hurry('⏎', 1.0, &mut |console| desk.frame(console));
    }
    console.wait(0.5);
    let whole = ["issue-block 3 1290–1299", "issue-block 6 1300–1339", "issue-block 7 1340–1369"];
    assert_eq!(desk.granted, whole);
    console.lawful();
}

/// A sale that begins with card 1, and ten sellers.
fn ten_sellers(mut board: MesaBoard) -> Known {
    board.next_card.as_mut().expect("a sale has a next card").card = 1;
    let mut known = cashier(board);
    let mut people = (*known.people).clone();
    let seller = people[&6].clone();
    people.extend((10..16).map(|person| (person, seller.clone())));
    known.people = Arc::new(people);
    let mut lists = (*known.lists).clone();
    lists.series.iter_mut().filter(|row| row.series == "A17").for_each(|row| row.next_card = Some(1));
    known.lists = Arc::new(lists);
    known
}

#[test]
fn ten_sellers_from_the_first_delivery_to_the_close_take_at_most_sixty_keys_and_forty_seconds() {
    let sellers = [3, 4, 6, 7, 10, 11, 12, 13, 14, 15];
    let mut known = ten_sellers(empty_sale());
    let mut console = Console::of(known.clone());
    console.show(known.clone(), None);
    console.slow_desk();
    let mut board = (*known.board).clone();
    // What each had in the game before.
    board.holdings = sellers
        .iter()
        .zip(0..)
        .map(|(seller, place)| Holding {
            seller: *seller,
            cards: Cards { series: "A17".to_string(), first: 1 + 40 * place, last: 40 + 40 * place },
        })
        .collect();
    console.learn(|known| known.board = Arc::new(board));
    let mut next = (*known.board).clone();
    next.public.game.as_mut().expect("a game").game = 38;
    known.board = Arc::new(next.clone());
    console.learn(|known| known.board = Arc::new(next.clone()));
    let mut desk = Desk::new(next, 1);
    console.wait(1.0);
    let (mut keys, begun_s) = (0, console.at_s());
    let mut press = |console: &mut Console, text: &str, apart_s: f64| {
        for key in text.chars() {
            keys += 1;
            console.hurry(key, apart_s, &mut |console| desk.frame(console));
        }
        // Somebody else comes to the counter.
        console.hurry_on(0.7, &mut |console| desk.frame(console));
    };
    for _ in sellers {
        press(&mut console, "⏎", 0.15);
    }
    // The last one brings seven back, and everybody the money.
    press(&mut console, "⑥394⏎", 0.15);
    press(&mut console, "−", 0.15);
    for seller in &sellers[..9] {
        press(&mut console, &format!("{seller}⏎"), 0.15);
    }
    console.must_say("CERRAR LA VENTA DE LA 38");
    console.must_say("LIQUIDADO");
    assert!(!console.says("SIN LIQUIDAR"), "{:#?}", console.labels());
    assert_eq!(asked(&console.hold(caller_console::keys::Key::Intro, 1.2)).len(), 1);
    let (keys, took_s) = (keys + 1, console.at_s() - begun_s);
    println!("ten sellers, from the first delivery to the close: {keys} keys, {took_s:.0} s");
    assert_eq!(desk.granted.len(), 11);
    assert!(keys <= 60 && took_s <= 40.0, "{keys} keys, {took_s} s");
}

#[test]
fn a_desk_that_was_started_again_offers_what_the_board_remembers() {
    let mut console = Console::of(cashier(boards::winners()));
    let given: Vec<(u32, u32)> =
        console.known().board.sellers.iter().map(|tally| (tally.seller, tally.issued)).collect();
    assert!(!given.is_empty(), "the tally stands there until the next sale");
    let mut next = empty_sale();
    next.public.game.as_mut().expect("a game").game = 38;
    console.learn(|known| known.board = Arc::new(next));
    console.wait(1.0);
    let (seller, cards) = given[0];
    let name = console.known().short_name(seller).to_uppercase();
    assert_eq!(console.next(), format!("ENTREGAR {cards} A {name}"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Any keys at any pace: what the same keys do slowly, or its beginning and a refusal that is seen.
    #[test]
    fn any_keys_at_any_pace_do_what_they_do_slowly_or_say_no(
        keys in "([3467]⏎[1-9]0?⏎|[0-9⏎−⑥⑦+]){1,9}",
        apart_ms in prop_oneof![Just(30), Just(80), Just(150), 5..400],
        answers_after in 0..8_u32,
    ) {
        thread_local! {
            static CONSOLE: std::cell::RefCell<Option<Console>> = const { std::cell::RefCell::new(None) };
        }
        CONSOLE.with_borrow_mut(|console| {
            let console = console.get_or_insert_with(|| Console::of(cashier(boards::sale())));
            let mut desk = Desk::new(boards::sale(), 0);
            let slow = play(console, &keys, SLOW_S, &mut desk, false);
            let mut desk = Desk::new(boards::sale(), answers_after);
            let fast = play(console, &keys, f64::from(apart_ms) / 1000.0, &mut desk, true);
            let begun = slow.granted.iter().take(fast.granted.len()).eq(&fast.granted);
            prop_assert!(begun, "{keys} at {apart_ms} ms: {:?}, slowly {:?}", fast.granted, slow.granted);
            let whole = fast.granted.len() == slow.granted.len();
            prop_assert!(whole || fast.refused, "{keys} at {apart_ms} ms: lost in silence: {:?}", slow.granted);
            Ok(())
        })?;
    }
}
