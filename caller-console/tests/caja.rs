//! 19–21 · The cashier: what each key does, what is missing, what is refused, and what is asked for.

mod kit;

use caller_console::bar::Next;
use caller_console::keys::Key;
use caller_console::known::{Desk, Known};
use caller_console::press::Press;
use hall_wire::board::PrizeState;
use hall_wire::board::{Cards, Holding, MesaBoard, Play, Scene};
use hall_wire::message::{GameRow, SessionRow};
use kit::{Console, asked, asked_one, boards};
use serde_json::json;

/// A code that a scanner could send; only the desk knows whether it is genuine.
const CODE_1787: &str = "B1:A17:1787:0123456789ABCDEF";

fn cashier(board: MesaBoard) -> Known {
    boards::seated(boards::known(board), 5)
}

fn at(board: MesaBoard) -> Console {
    Console::of(cashier(board))
}

fn cards(series: &str, first: u32, last: u32) -> Cards {
    Cards { series: series.to_string(), first, last }
}

/// Cards 1401–1404 came back although later ones were sold.
fn with_gap() -> MesaBoard {
    let mut board = boards::sale();
    board.gaps = vec![cards("A17", 1401, 1404)];
    board.holdings[1].cards.first = 1405;
    board.public.game.as_mut().expect("a sale has a game").cards = 497;
    board
}

fn missing(console: &mut Console) -> String {
    match console.bar().next {
        Next::Missing { what, .. } => what,
        other @ (Next::Do(_) | Next::Wait(_)) => panic!("nothing is missing: {other:?}"),
    }
}

#[test]
fn a_block_is_said_by_seller_and_count_and_numbered_by_the_screen() {
    let mut console = at(boards::sale());
    console.lawful();
    assert_eq!(missing(&mut console), "falta el número del vendedor");
    console.type_in("6");
    console.press_armed(Key::Intro);
    console.type_in("8");
    console.must_say("E. Mora");
    console.must_say("A 17 · 1791–1798");
    console.lawful();
    let pressed = console.press_armed(Key::Intro);
    assert_eq!(asked(&pressed)[0].what, "ENTREGAR 8 A E. MORA");
    let body = json!({
        "game": 37, "series": "A17", "first": 1791, "last": 1798, "price_cents": 200, "seller": 6,
    });
    assert_eq!(asked_one(&pressed), [("issue-block", body)]);
    console.grant();
    assert_eq!(missing(&mut console), "falta el número del vendedor", "the next block begins empty");
}

#[test]
fn a_block_across_two_series_is_two_blocks_and_the_screen_says_so() {
    // DECISIONS 14: the second series from 1 to before the first card of the game.
    let mut console = at(boards::sale());
    console.type_in("6");
    console.press_armed(Key::Intro);
    console.type_in("70");
    console.must_say("CAMBIA DE SERIE");
    console.lawful();
    let asked = asked_one(&console.press_armed(Key::Intro));
    assert_eq!(asked.len(), 2);
    assert_eq!((asked[0].1["first"].as_u64(), asked[0].1["last"].as_u64()), (Some(1791), Some(1800)));
    assert_eq!(asked[1].1["series"], "A18");
    assert_eq!((asked[1].1["first"].as_u64(), asked[1].1["last"].as_u64()), (Some(1), Some(60)));
}

#[test]
fn a_series_that_is_used_up_goes_on_with_the_second_one() {
    let mut board = boards::sale();
    board.holdings.push(Holding { seller: 6, cards: cards("A17", 1791, 1800) });
    // The board names the last card of a series of which all are out.
    board.next_card.as_mut().expect("a sale has a next card").card = 1800;
    let mut console = at(board);
    console.type_in("6");
    console.press_armed(Key::Intro);
    console.type_in("10");
    let asked = asked_one(&console.press_armed(Key::Intro));
    assert_eq!(asked.len(), 1);
    assert_eq!(
        (&asked[0].1["series"], &asked[0].1["first"], &asked[0].1["last"]),
        (&json!("A18"), &json!(1), &json!(10))
    );
}

#[test]
fn more_cards_than_there_are_before_they_repeat_cannot_be_handed_out() {
    // 10 of A17 are left, and A18 may go up to 1289: the game began at 1290.
    let mut console = at(boards::sale());
    console.type_in("6");
    console.press_armed(Key::Intro);
    console.type_in("1300");
    assert_eq!(missing(&mut console), "Sólo quedan 1299 antes de repetir cartones.");
    assert!(asked(&console.press_armed(Key::Intro)).is_empty());
    console.raw(egui::Key::Backspace);
    console.raw(egui::Key::Backspace);
    console.raw(egui::Key::Backspace);
    console.type_in("299");
    assert_eq!(asked_one(&console.press_armed(Key::Intro)).len(), 2, "all 1299 are two blocks");
}

#[test]
fn somebody_who_sells_nothing_gets_no_cards() {
    let mut console = at(boards::sale());
    console.type_in("5");
    assert_eq!(missing(&mut console), "El 5 no es vendedor.");
    console.lawful();
}

#[test]
fn a_scan_of_the_first_unsold_card_brings_back_all_that_follow() {
    let mut console = at(boards::sale());
    console.scan(CODE_1787);
    console.must_say("D. Pons");
    console.must_say("Trae A 17 · 1787–1790");
    console.must_say("Se queda con 126 cartones · 252,00 €");
    console.lawful();
    let body = json!({ "game": 37, "series": "A17", "first": 1787, "last": 1790, "seller": 7 });
    assert_eq!(asked_one(&console.press_armed(Key::Intro)), [("return-cards", body)]);
}

#[test]
fn a_part_of_a_run_comes_back_by_first_and_last() {
    let mut console = at(boards::sale());
    console.press(Key::F6);
    console.type_in("1661");
    console.raw(egui::Key::Tab);
    console.type_in("1670");
    let asked = asked_one(&console.press_armed(Key::Intro));
    assert_eq!((asked[0].1["first"].as_u64(), asked[0].1["last"].as_u64()), (Some(1661), Some(1670)));
}

#[test]
fn a_card_that_nobody_has_cannot_come_back() {
    let mut console = at(boards::sale());
    console.press(Key::F6);
    console.type_in("1795");
    console.must_say("El 1795 no lo tiene ningún vendedor.");
    assert!(asked(&console.press_armed(Key::Intro)).is_empty());
    console.lawful();
}

#[test]
fn cards_of_one_seller_go_to_another() {
    let mut console = at(boards::sale());
    console.press(Key::F7);
    console.lawful();
    console.type_in("1790");
    console.press_armed(Key::Intro);
    console.press_armed(Key::Intro);
    console.type_in("6");
    console.must_say("Ahora los tiene D. Pons.");
    console.lawful();
    let body = json!({ "game": 37, "series": "A17", "first": 1790, "last": 1790, "from": 7, "to": 6 });
    assert_eq!(asked_one(&console.press_armed(Key::Intro)), [("transfer-cards", body)]);
}

#[test]
fn a_gap_keeps_the_sale_open_and_goes_to_another_seller() {
    // DECISIONS 13.
    let mut console = at(with_gap());
    console.press(Key::Back);
    assert_eq!(console.next(), "CERRAR LA VENTA DE LA 37");
    assert_eq!(missing(&mut console), "faltan por vender A 17 · 1401–1404");
    assert!(asked(&console.press_armed(Key::Intro)).is_empty());
    console.lawful();
    console.press(Key::F7);
    console.type_in("3");
    console.must_say("A 17 · 1401–1404 · 4 cartones");
    console.must_say("Tendrá que traer 8,00 € más: en total, 230,00 €.");
    console.lawful();
    let pressed = console.press_armed(Key::Intro);
    assert_eq!(asked(&pressed)[0].what, "RECOLOCAR 4 CON I. VIDAL");
    let body = json!({
        "game": 37, "series": "A17", "first": 1401, "last": 1404, "price_cents": 200, "seller": 3,
    });
    assert_eq!(asked_one(&pressed), [("issue-block", body)]);
}

#[test]
fn a_gap_that_is_not_found_is_burned_by_two_different_people_who_hold_the_key() {
    let mut console = at(with_gap());
    console.press(Key::F7);
    console.press(Key::F8);
    console.lawful();
    console.type_in("5");
    assert_eq!(missing(&mut console), "tiene que ser otra persona");
    console.raw(egui::Key::Backspace);
    console.type_in("2");
    console.press_armed(Key::Intro);
    console.type_in("493817");
    console.lawful();
    assert!(asked(&console.press_armed(Key::Intro)).is_empty(), "a press is not enough");
    console.wait(2.0);
    let pressed = console.hold(Key::Intro, 1.2);
    let requests = asked(&pressed);
    let second = requests[0].second.as_ref().expect("two people");
    assert_eq!((second.user.as_str(), second.pin.as_str()), ("2", "493817"));
    let body = json!({ "game": 37, "series": "A17", "first": 1401, "last": 1404 });
    assert_eq!(asked_one(&pressed), [("ask-burn-gap", body.clone()), ("confirm-burn-gap", body)]);
    console.release(Key::Intro);
    console.refuse("pin-incorrecto", "Usuario o PIN incorrecto", "Compruébelos.");
    assert_eq!(missing(&mut console), "faltan cifras del PIN", "a refused PIN is gone");
}

#[test]
fn the_sale_is_closed_by_holding_the_key_with_who_has_not_settled() {
    let mut console = at(boards::sale());
    console.press(Key::Back);
    console.must_say("501 cartones");
    console.must_say("1.002,00 €");
    console.lawful();
    console.must_say("SIN LIQUIDAR");
    assert!(asked(&console.press_armed(Key::Intro)).is_empty(), "what is for ever is held (DECISIONS 38)");
    assert!(console.note().contains("Mantenga Intro"), "{}", console.note());
    let pressed = console.hold(Key::Intro, 1.2);
    assert_eq!(asked_one(&pressed), [("close-sale", json!({ "game": 37 }))]);
}

#[test]
fn a_sale_of_nothing_is_closed_by_holding_the_key() {
    let mut board = boards::sale();
    board.holdings.clear();
    board.public.game.as_mut().expect("a sale has a game").cards = 0;
    board.next_card.as_mut().expect("a sale has a next card").card = 1290;
    let mut console = at(board);
    console.press(Key::Back);
    console.lawful();
    assert!(asked(&console.press_armed(Key::Intro)).is_empty());
    console.wait(2.0);
    assert_eq!(asked_one(&console.hold(Key::Intro, 1.3)), [("close-sale", json!({ "game": 37 }))]);
}

#[test]
fn a_scan_into_a_form_that_wants_none_changes_nothing() {
    // C-09.
    let mut console = at(boards::sale());
    console.type_in("6");
    let pressed = console.scan(CODE_1787);
    assert!(pressed.contains(&Press::Refuse("lectura-fuera-de-lugar")), "{pressed:?}");
    console.must_say("E. Mora");
}

#[test]
fn nothing_is_handed_out_while_the_sale_is_suspended() {
    let mut board = boards::sale();
    board.public.scene = Scene::Suspended;
    board.suspension = boards::suspended().suspension;
    let mut console = at(board);
    console.must_say("SUSPENDIDA");
    assert!(!console.is_on("Entregar"));
    assert!(console.is_on("Devolver"));
    console.lawful();
}

#[test]
fn a_prize_is_paid_against_its_card() {
    let mut console = at(boards::winners());
    console.lawful();
    assert_eq!(missing(&mut console), "falta pasar el cartón");
    assert!(asked(&console.press_armed(Key::Intro)).is_empty(), "no payment without the card");
    let prize = boards::winners().public.prizes.into_iter().find(|prize| prize.state == PrizeState::Due);
    let prize = prize.expect("something is due");
    let code = format!("B1:{}:{}:0123456789ABCDEF", prize.card.series, prize.card.card);
    console.scan(&code);
    console.must_say("Premio que se paga");
    console.lawful();
    let body = json!({ "game": 37, "prize": prize.prize, "code": code });
    assert_eq!(asked_one(&console.press_armed(Key::Intro)), [("pay-prize", body)]);
    console.grant();
    assert_eq!(missing(&mut console), "falta pasar el cartón", "the next card has to be shown too");
    console.type_in(&prize.card.card.to_string());
    let body = json!({
        "game": 37, "prize": prize.prize, "series": prize.card.series, "card": prize.card.card,
    });
    assert_eq!(asked_one(&console.press_armed(Key::Intro)), [("pay-prize", body)]);
}

#[test]
fn a_card_that_is_paid_withheld_or_no_winner_is_not_paid() {
    let mut board = boards::winners();
    board.public.prizes = vec![
        boards::prize(37, 1, Play::Line, 1497, 9_018, "paid"),
        boards::prize(37, 2, Play::Bingo, 1379, 29_559, "withheld"),
        boards::prize(37, 3, Play::Bingo, 1501, 29_559, "due"),
    ];
    let mut console = at(board);
    for (card, why) in [("1497", "ya se pagó"), ("1379", "está retenido"), ("1500", "no tiene ningún premio")]
    {
        console.type_in(card);
        assert_eq!(missing(&mut console), "ese cartón no se paga");
        console.must_say(why);
        assert!(asked(&console.press_armed(Key::Intro)).is_empty());
        console.lawful();
        console.press(Key::Back);
    }
    console.type_in("1501");
    console.must_say("BINGO 2 de 2");
    console.must_say("doscientos noventa y cinco euros con cincuenta y nueve céntimos");
    console.must_say("RETENIDO");
    console.must_say("PAGADO");
    console.lawful();
}

#[test]
fn a_prize_of_a_game_that_goes_on_is_not_paid_yet() {
    // DECISIONS 19: after the closing order only.
    let mut console = at(boards::draw_for_bingo(30));
    assert_eq!(console.next(), "ESPERANDO EL FIN DE LA PARTIDA");
    console.must_say("AL TERMINAR");
    console.lawful();
}

#[test]
fn prizes_still_owed_are_paid_while_the_next_game_sells() {
    // DECISIONS 20.
    let mut board = boards::sale();
    board.owed = vec![boards::prize(36, 1, Play::Bingo, 902, 49_560, "due")];
    let mut console = at(board);
    console.lawful();
    console.press(Key::More);
    console.type_in("902");
    console.lawful();
    assert_eq!(asked_one(&console.press_armed(Key::Intro))[0].1["game"], 36);
    console.press(Key::More);
    console.must_say("Entregado en la partida 37 · 2,00 €");
}

#[test]
fn cards_of_a_void_game_are_refunded_and_counted() {
    // DECISIONS 17.
    let mut console = at(boards::voided());
    console.must_say("ANULADA");
    console.must_say("489");
    console.lawful();
    console.type_in("1341");
    console.raw(egui::Key::Tab);
    console.type_in("1346");
    console.lawful();
    let pressed = console.press_armed(Key::Intro);
    assert_eq!(asked(&pressed)[0].what, "DEVOLVER 12,00 €");
    let body = json!({ "game": 37, "series": "A17", "first": 1341, "last": 1346 });
    assert_eq!(asked_one(&pressed), [("refund-cards", body)]);
    console.grant();
    console.type_in("1850");
    assert_eq!(missing(&mut console), "El 1850 no se vendió en esa partida.");
    console.lawful();
    console.learn(|known| {
        let mut board = (*known.board).clone();
        (board.public.refunded, board.to_refund) = (501, Vec::new());
        known.board = std::sync::Arc::new(board);
    });
    assert_eq!(console.next(), "ESPERANDO LA PRÓXIMA VENTA");
    console.lawful();
}

/// The list of the cards that are out shrinks as they come in.
#[test]
fn the_cards_of_a_void_game_that_are_still_out_are_listed() {
    let mut board = boards::voided();
    board.to_refund = vec![boards::to_refund(37, 1290, 1790, &[(1290, 1301), (1341, 1341), (1500, 1790)])];
    let mut console = at(board.clone());
    console.must_say("Cartones que faltan");
    for run in ["A 17 · 1290–1301", "A 17 · 1341", "A 17 · 1500–1790"] {
        console.must_say(run);
    }
    console.lawful();
    for (card, why) in [
        ("1342", "El 1342 ya se devolvió. Recoja el cartón y avise al jefe de mesa."),
        ("1289", "El 1289 no se vendió en esa partida."),
    ] {
        console.type_in(card);
        assert_eq!(missing(&mut console), why);
        console.must_say(why);
        console.lawful();
        assert!(asked(&console.press_armed(Key::Intro)).is_empty());
        console.press(Key::Back);
        console.wait(0.6);
        console.press(Key::Back);
    }
    console.type_in("1300");
    console.raw(egui::Key::Tab);
    console.type_in("1302");
    assert_eq!(missing(&mut console), "Seguidos y sin devolver, llegan hasta el 1301.");
    console.give_up();
    console.type_in("1341");
    let body = json!({ "game": 37, "series": "A17", "first": 1341, "last": 1341 });
    assert_eq!(asked_one(&console.press_armed(Key::Intro)), [("refund-cards", body)]);
    board.to_refund = vec![boards::to_refund(37, 1290, 1790, &[(1290, 1301), (1500, 1790)])];
    console.grant();
    console.learn(|known| known.board = std::sync::Arc::new(board));
    assert!(!console.says("A 17 · 1341"));
    // A game that was refunded card by card has hundreds of runs.
    let runs: Vec<(u32, u32)> = (645..895).map(|run| (run * 2, run * 2)).collect();
    console.learn(|known| {
        let board = std::sync::Arc::make_mut(&mut known.board);
        board.to_refund = vec![boards::to_refund(37, 1290, 1790, &runs)];
    });
    console.lawful();
    console.must_say("más");
    console.press(Key::NextPage);
    console.lawful();
}

/// DECISIONS 17: a card comes back when its player brings it, whatever the hall is at by then.
#[test]
fn a_card_of_a_void_game_is_refunded_whatever_the_hall_is_at() {
    let void = |game: u32| boards::to_refund(game, 901, 960, &[(902, 910), (951, 951)]);
    let mut not_held = boards::idle();
    not_held.public.scene = Scene::NotHeld;
    let boards = [
        boards::closed(),
        boards::idle(),
        boards::sale(),
        boards::totals(),
        boards::draw(20),
        boards::check(Vec::new()),
        boards::question(),
        boards::winners(),
        boards::suspended(),
        boards::held(hall_wire::board::HoldKind::Rebooted, "La máquina se ha reiniciado"),
        boards::voided(),
        not_held,
    ];
    for mut board in boards {
        let scene = board.public.scene;
        board.to_refund.insert(0, void(31));
        let void_now = scene == Scene::Void;
        let mut console = at(board);
        if !void_now {
            // Prizes of this game come before, where there are any.
            for _ in 0..2 {
                if !console.says("Cartones que faltan") {
                    console.must_say("Devoluciones (10)");
                    assert_eq!(console.press(Key::More), [Press::Typed], "{scene:?}");
                }
            }
            console.must_say("Partida 31");
        }
        console.lawful();
        console.scan("B1:A17:905:0123456789ABCDEF");
        console.must_say("Partida 31");
        console.lawful();
        let body = json!({ "game": 31, "series": "A17", "first": 905, "last": 905 });
        assert_eq!(asked_one(&console.press_armed(Key::Intro)), [("refund-cards", body)], "{scene:?}");
        console.grant();
        // The next one of the same kind: the view stays.
        console.must_say("¿Qué cartones devuelve?");
    }
}

#[test]
fn of_several_void_games_the_arrows_show_each_and_the_card_says_which() {
    let mut board = boards::idle();
    board.to_refund =
        vec![boards::to_refund(12, 301, 320, &[(305, 306)]), boards::to_refund(36, 901, 960, &[(951, 960)])];
    let mut console = at(board);
    console.press(Key::More);
    console.must_say("Partida 36, anulada");
    console.must_say("1 de 2 partidas anuladas");
    console.raw(egui::Key::ArrowDown);
    console.must_say("Partida 12, anulada");
    console.must_say("A 17 · 305–306");
    console.lawful();
    console.type_in("955");
    console.must_say("Partida 36, anulada");
    let body = json!({ "game": 36, "series": "A17", "first": 955, "last": 955 });
    assert_eq!(asked_one(&console.press_armed(Key::Intro)), [("refund-cards", body)]);
    // What was being typed does not go when a sale opens meanwhile.
    console.grant();
    console.type_in("305");
    console.learn(|known| {
        let void = known.board.to_refund.clone();
        known.board = std::sync::Arc::new(MesaBoard { to_refund: void, ..boards::sale() });
    });
    let body = json!({ "game": 12, "series": "A17", "first": 305, "last": 305 });
    assert_eq!(asked_one(&console.press_armed(Key::Intro)), [("refund-cards", body)]);
}

/// DECISIONS 19, 20: what an earlier session owes is listed with its day, and paid whatever the hall is at.
#[test]
fn a_prize_of_an_earlier_session_is_listed_with_its_day_and_paid() {
    let with = |known: &mut Known| {
        let lists = std::sync::Arc::make_mut(&mut known.lists);
        let (game, session) = (lists.games[0].clone(), lists.sessions[0].clone());
        lists.games.push(GameRow { game: 30, session: 3, ..game });
        lists.sessions.push(SessionRow { session: 3, date: "2026-11-20".to_string(), ..session });
    };
    let owed = vec![
        boards::prize(30, 1, Play::Line, 801, 9_018, "withheld"),
        boards::prize(30, 2, Play::Bingo, 902, 49_560, "unclaimed"),
    ];
    for board in [boards::closed(), boards::idle(), boards::draw(20), boards::sale(), boards::voided()] {
        let scene = board.public.scene;
        let to_refund = vec![boards::to_refund(29, 301, 380, &[(305, 311)])];
        let mut known = cashier(MesaBoard { owed: owed.clone(), to_refund, ..board });
        with(&mut known);
        let mut console = Console::of(known);
        if matches!(scene, Scene::Sale | Scene::Void) {
            console.press(Key::More);
        }
        console.must_say("partida 30, del 20-11-2026");
        console.must_say("RETENIDO");
        console.must_say("POR PAGAR");
        console.lawful();
        console.type_in("902");
        let body = json!({ "game": 30, "prize": 2, "series": "A17", "card": 902 });
        assert_eq!(asked_one(&console.press_armed(Key::Intro)), [("pay-prize", body)], "{scene:?}");
        console.grant();
        console.learn(|known| std::sync::Arc::make_mut(&mut known.board).owed.truncate(1));
        if scene == Scene::Closed {
            console.must_say("PAGADO");
        }
        console.lawful();
    }
}

#[test]
fn every_state_is_lawful_for_a_cashier_in_both_languages() {
    for (name, board) in boards::every() {
        let mut console = at(board);
        assert_eq!(console.known().desk, Desk::Caja, "{name}");
        console.lawful();
        console.press(Key::Back);
        console.lawful();
        let mut console = console.in_english();
        console.lawful();
    }
}

#[test]
fn the_longest_sale_is_not_cut() {
    let mut board = with_gap();
    // Each seller has three runs, in two series.
    for seller in [3, 4, 6, 7] {
        board.holdings.push(Holding { seller, cards: cards("B119", seller * 100, seller * 100 + 20) });
        board.holdings.push(Holding { seller, cards: cards("B119", seller * 100 + 40, seller * 100 + 80) });
    }
    board.gaps.push(cards("B119", 1000, 1004));
    board.gaps.push(cards("B119", 1200, 1204));
    board.owed = vec![boards::prize(117, 1, Play::Bingo, 1790, 755_470, "due")];
    for english in [false, true] {
        let known = boards::longest(cashier(board.clone()));
        let mut console = Console::of(known);
        if english {
            console = console.in_english();
        }
        for key in [Key::F5, Key::F6, Key::F7, Key::F8] {
            console.press(key);
            console.lawful();
        }
        console.press(Key::F5);
        console.type_in("6");
        console.press_armed(Key::Intro);
        console.type_in("8");
        console.lawful();
        console.press(Key::F6);
        console.type_in("1700");
        console.lawful();
        console.press(Key::F7);
        console.type_in("6");
        console.lawful();
        console.give_up();
        console.lawful();
        console.press(Key::Back);
        console.lawful();
        console.press(Key::More);
        console.type_in("1790");
        console.lawful();
    }
}
