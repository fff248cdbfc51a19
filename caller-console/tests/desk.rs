//! What the desk says and shows: true words, what is asked about before the hall sees it, what nobody has to
//! remember, and a button for every key.

mod kit;

use hall_wire::board::PrizeState;
use std::sync::Arc;

use caller_console::keys::Key;
use caller_console::known::Known;
use caller_console::place::{Look, Over};
use caller_console::press::Press;
use caller_console::view::part;
use hall_core::request::RequestKind;
use hall_look::ink;
use hall_wire::board::{Cards, Claim, MesaBoard, Play, Scene, SellerTally};
use hall_wire::message::{HallLists, SetDuty};
use kit::{Console, asked, asked_one, boards};
use serde_json::json;

fn at(person: u32, board: MesaBoard) -> Console {
    Console::of(boards::seated(boards::known(board), person))
}

fn claims(pressed: &[Press]) -> Vec<u64> {
    let asked = asked(pressed);
    let claims = asked.iter().filter(|request| request.asks[0].kind() == RequestKind::Claim);
    claims.filter_map(|request| request.asks[0].body()["card"].as_u64()).collect()
}

/// Lets so much time go by, then presses.
fn after(console: &mut Console, ms: u32, key: Key) -> Vec<Press> {
    console.wait(f64::from(ms) / 1000.0);
    console.press(key)
}

#[test]
fn a_typed_number_that_was_not_sold_is_asked_about_before_the_hall_sees_it() {
    for ms in [30, 80, 150, 700] {
        let mut console = Console::of(boards::known(boards::check(Vec::new())));
        console.type_in("1850");
        console.wait(1.0);
        let mut pressed = console.press(Key::Intro);
        assert_eq!(pressed, [Press::Typed], "asked about, not sent");
        console.must_say("El 1850 no se ha vendido en esta partida.");
        console.must_say("serie A 17, número 1850");
        console.must_say("han de ser la 37 y el 21-11-2026");
        console.must_say("Lo vendido más cerca: A 17 · 1290–1790");
        console.lawful();
        // However soon the second Intro comes, what it does is to send the number as it is, once.
        pressed = after(&mut console, ms, Key::Intro);
        pressed.extend(after(&mut console, 2_000, Key::Intro));
        assert!(claims(&pressed).iter().all(|card| *card == 1850), "{pressed:?}");
        assert!(!claims(&pressed).is_empty(), "{ms} ms: {pressed:?}");
    }
}

#[test]
fn back_and_another_digit_leave_the_question_and_nobody_is_told_to_go_on() {
    let mut console = Console::of(boards::known(boards::check(Vec::new())));
    console.type_in("1850");
    console.press_armed(Key::Intro);
    assert!(asked(&console.press(Key::Back)).is_empty(), "− is not «nobody sang» here");
    assert!(!console.says("no se ha vendido en esta partida."));
    console.type_in("1850");
    console.press_armed(Key::Intro);
    console.raw(egui::Key::Backspace);
    console.type_in("1");
    assert_eq!(console.press_armed(Key::Intro), [Press::Typed], "1851 is another number: asked about anew");
    console.must_say("El 1851 no se ha vendido");
    console.press(Key::Back);
    console.type_in("1506");
    assert_eq!(claims(&console.press_armed(Key::Intro)), [1506], "a number that was sold is not asked about");
    let mut console = Console::of(boards::known(boards::check(Vec::new())));
    let scanned = console.scan("B1:A17:1850:0123456789ABCDEF");
    assert_eq!(asked_one(&scanned)[0].0, "claim", "a scanner does not mistype");
}

#[test]
fn in_the_question_too_a_number_that_was_not_sold_is_asked_about() {
    let mut console = Console::of(boards::known(boards::question()));
    console.press(Key::More);
    console.lawful();
    console.type_in("99");
    assert_eq!(console.press_armed(Key::Intro), [Press::Typed]);
    console.must_say("El 99 no se ha vendido");
    console.lawful();
    console.speak(hall_core::words::Lang::En);
    console.lawful();
    assert_eq!(claims(&console.press_armed(Key::Intro)), [99]);
}

#[test]
fn a_line_is_correcta_and_a_bingo_correcto() {
    let mut console =
        Console::of(boards::known(boards::check(vec![boards::claim(Play::Bingo, 1341, "good")])));
    console.must_say("BINGO CORRECTO");
    assert!(!console.says("CORRECTA"));
    let board = boards::check(vec![boards::claim(Play::Bingo, 1341, "play_closed")]);
    console.show(boards::known(board), None);
    console.must_say("BINGO YA CERRADO");
    console.show(boards::known(boards::check(vec![boards::claim(Play::Line, 1506, "good")])), None);
    console.must_say("LÍNEA CORRECTA");
}

#[test]
fn the_mesa_does_not_say_that_the_sellers_have_settled() {
    let mut console = Console::of(boards::known(boards::sale()));
    console.press(Key::F6);
    console.lawful();
    assert!(!console.says("Todos los vendedores han liquidado"), "nothing in the program knows that");
    console.must_say("Pregunte en la caja si han liquidado todos.");
}

#[test]
fn the_checked_card_stays_on_the_screen_during_the_question() {
    let mut console = Console::of(boards::known(boards::question()));
    console.must_say("LÍNEA CORRECTA");
    console.must_say("cartón 1506 · serie A 17");
    let number = console.known().public().stop.as_ref().expect("a stop").claims[0].grid.expect("a card")[0]
        .into_iter()
        .find(|number| *number != 0)
        .expect("a number");
    console.must_say(&format!("{number} bola"));
    console.must_say("«¿Alguna línea más?»");
    console.lawful();
    // With both asked, six claims and the longest words it is whole too.
    let mut board = boards::question();
    let stop = board.public.stop.as_mut().expect("a stop");
    (stop.asked_line, stop.asked_bingo) = (true, true);
    let given =
        |claim: u32, play| Claim { claim, accepted: Some(true), ..boards::claim(play, 1600 + claim, "good") };
    stop.claims.push(given(2, Play::Bingo));
    stop.claims
        .extend((3..7).map(|n| Claim { claim: n, ..boards::claim(Play::Line, 1600 + n, "incomplete") }));
    let mut console = Console::of(boards::longest(boards::known(board)));
    for _ in 0..2 {
        console.lawful();
        console.press(Key::More);
        console.lawful();
        console.press(Key::Back);
        console.speak(hall_core::words::Lang::En);
    }
}

#[test]
fn totals_say_the_percentages_and_the_row_of_the_acta() {
    let mut console = Console::of(boards::known(boards::totals()));
    console.must_say("Línea · 9 %");
    console.must_say("Bingo · 59 %");
    console.must_say("ESCRITO 23:40:44");
    console.must_say("acta de la sesión 4 · asiento 12");
    console.lawful();
}

/// M13: «A 17» is one thing, however wide the box is.
#[test]
fn a_series_never_breaks_over_lines_and_what_was_filled_in_stands_out() {
    let words = "«Cartones vendidos 6.295, de la serie A 17 del número 1501 al 1800, de la serie A 18 del número \
                 1 al 1800 y de la serie B 119 del número 1 al 1394.»";
    let marked = part::filled_in(words);
    let parts = part::parts(&marked);
    let blanks: Vec<&str> = parts
        .iter()
        .filter_map(|part| if let ink::Spoken::Blank(text) = part { Some(*text) } else { None })
        .collect();
    let all = ["6.295", "A 17", "1501", "1800", "A 18", "1", "1800", "B 119", "1", "1394"];
    assert_eq!(blanks, all);
    let told: String = parts.iter().map(|part| part.text()).collect();
    assert_eq!(told, words, "nothing is added to the words of the law");
    let ctx = egui::Context::default();
    hall_look::font::install(&ctx);
    let set = ink::Set::new(hall_look::font::Face::Regular, 34.0, egui::Color32::WHITE);
    ctx.run_ui(egui::RawInput::default(), |_| {}).textures_delta.clear();
    let mut measured = 0;
    let mut painted = ctx.run_ui(egui::RawInput::default(), |ui| {
        for width in 150..900 {
            let job = ink::laid_out(&parts, set, 34.0, width as f32, egui::Color32::BLACK);
            let galley = ui.painter().layout_job(job);
            let rows: Vec<String> = galley.rows.iter().map(|row| row.text()).collect();
            for row in &rows {
                let end = row.trim_end();
                assert!(!end.ends_with(" A") && !end.ends_with(" B"), "{width}: {rows:?}");
            }
            measured += 1;
        }
    });
    painted.textures_delta.clear();
    assert_eq!(measured, 750);
}

#[test]
fn a_series_has_one_spelling_on_every_view() {
    let whole = |label: &str| {
        let bytes = label.as_bytes();
        (1..bytes.len()).any(|at| {
            bytes[at].is_ascii_digit()
                && matches!(bytes[at - 1], b'A' | b'B')
                && (at < 2 || !bytes[at - 2].is_ascii_alphanumeric())
        })
    };
    let mut console = Console::of(boards::known(boards::closed()));
    for (name, board) in boards::every() {
        for person in [1, 2, 5, 9] {
            console.show(boards::seated(boards::known(board.clone()), person), None);
            for tab in ["", "2", "4", "6"] {
                if person == 1 {
                    console.type_in(tab);
                }
                // Keys say A4 and the like; a code that was typed stays as it was typed.
                let one: Vec<String> = console
                    .labels()
                    .into_iter()
                    .filter(|label| whole(label) && !label.starts_with("A4"))
                    .collect();
                assert_eq!(one, [""; 0], "{name}, person {person}, tab {tab}");
            }
        }
    }
}

#[test]
fn the_cashier_sees_given_back_sold_and_amount_of_each_seller_during_the_sale_and_after() {
    let rows = [
        "3 · I. Vidal · A 17 · 1290–1400 · 120 · 9 · 111 · 222,00 €",
        "6 · E. Mora · A 17 · 1521–1660 · 150 · 10 · 140 · 280,00 €",
    ];
    let mut console = at(5, boards::sale());
    rows.iter().for_each(|row| console.must_say(row));
    console.must_say("Vendidos");
    console.lawful();
    for board in [boards::totals(), boards::draw(20), boards::question()] {
        console.show(boards::seated(boards::known(board), 5), None);
        console.must_say("3 · I. Vidal · 120 · 9 · 111 · 222,00 €");
        console.must_say("1.002,00 €");
        console.lawful();
    }
    // While prizes are paid it is a key away, and the card comes back with the first digit.
    let mut console = at(5, boards::winners());
    assert!(!console.says("3 · I. Vidal"));
    console.press(Key::F5);
    console.must_say("3 · I. Vidal · 120 · 9 · 111 · 222,00 €");
    console.lawful();
    assert!(asked(&console.press_armed(Key::Intro)).is_empty());
    console.type_in("1506");
    assert!(!console.says("3 · I. Vidal"));
    console.must_say("PAGAR 90,18 €");
}

#[test]
fn a_paid_prize_says_so_for_a_while_at_both_desks() {
    let paid = |known: &mut Known, which: usize| {
        let board = Arc::make_mut(&mut known.board);
        board.public.prizes[which].state = PrizeState::Paid;
        board.last_paid_utc_ms = Some(known.now_utc_ms);
    };
    let mut console = at(5, boards::winners());
    console.step();
    console.learn(|known| paid(known, 0));
    console.step();
    console.must_say("LÍNEA · cartón A 17 · 1506");
    console.must_say("90,18 €");
    console.lawful();
    console.type_in("13");
    assert!(!console.says("LÍNEA · cartón A 17 · 1506"), "until the next act");
    console.press(Key::Back);
    for which in [1, 2] {
        console.learn(|known| paid(known, which));
    }
    console.step();
    console.must_say("BINGO 2 de 2 · cartón A 17 · 1702");
    console.lawful();
    console.wait(7.0);
    assert!(!console.says("BINGO 2 de 2 · cartón A 17 · 1702"), "for a while");
    let mut mesa = Console::of(boards::known(boards::winners()));
    for which in 0..3 {
        mesa.learn(|known| paid(known, which));
    }
    mesa.must_say("PAGADO");
    assert_eq!(mesa.next(), "TODO PAGADO: SEGUIR");
    mesa.lawful();
    assert_eq!(mesa.press_armed(Key::Intro).last(), None, "six seconds are over: the next sale is there");
    assert_ne!(mesa.next(), "TODO PAGADO: SEGUIR");
    mesa.show(boards::known(boards::winners()), None);
    for which in 0..3 {
        mesa.learn(|known| paid(known, which));
    }
    assert_eq!(after(&mut mesa, 700, Key::Intro), [Press::Open(Over::OpenSale)]);
}

/// A list that does not find room is one key away, wherever it stands.
#[test]
fn nothing_is_hidden_that_a_key_does_not_open() {
    let many = |console: &mut Console, all: &[String]| {
        let mut seen = Vec::new();
        for _ in 0..22 {
            console.lawful();
            seen.extend(all.iter().filter(|one| console.says(one)).cloned());
            assert!(console.is_on("Sigue"), "and a button for a finger");
            console.press(Key::NextPage);
        }
        for one in all {
            assert!(seen.contains(one), "«{one}» is on no page");
        }
    };
    // The sellers of the cashier, and of the mesa.
    let mut board = boards::sale();
    board.holdings.clear();
    board.sellers.clear();
    for seller in 10..32 {
        let first = seller * 40;
        let cards = Cards { series: "A17".to_string(), first, last: first + 9 };
        board.holdings.push(hall_wire::board::Holding { seller, cards });
        board.sellers.push(SellerTally { seller, issued: 10, returned: 0 });
    }
    let sellers: Vec<String> =
        (10..32).map(|seller| format!("A 17 · {}–{}", seller * 40, seller * 40 + 9)).collect();
    many(&mut at(5, board.clone()), &sellers);
    many(&mut Console::of(boards::known(board.clone())), &sellers);
    // The runs of one seller.
    board.sellers = vec![SellerTally { seller: 4, issued: 220, returned: 0 }];
    for holding in &mut board.holdings {
        holding.seller = 4;
    }
    many(&mut at(5, board), &sellers);
    // Everybody on duty.
    let mut board = boards::void_asked(2);
    let duty = board.people[0].clone();
    board.people = (40..60).map(|person| hall_wire::board::Duty { person, ..duty.clone() }).collect();
    let people: Vec<String> = (40..60).map(|person| format!("n.º {person} · ")).collect();
    many(&mut at(1, board), &people);
    // Prizes at the cashier's.
    let mut board = boards::winners();
    board.public.prizes =
        (1..30).map(|n| boards::prize(37, n, Play::Bingo, 1_300 + n, 2_000, "due")).collect();
    let prizes: Vec<String> = (1..30).map(|n| format!("A 17 · {}", 1_300 + n)).collect();
    many(&mut at(5, board), &prizes);
}

#[test]
fn everybody_on_duty_is_shown_where_there_is_room() {
    let mut board = boards::idle();
    for (person, device) in [(3, "mesa-2"), (4, "sala-2"), (6, "caja-2"), (8, "caja-3")] {
        let duty = board.people[0].clone();
        board.people.push(hall_wire::board::Duty { person, device: device.to_string(), ..duty });
    }
    let mut console = at(1, board);
    for name in ["R. Ortega", "M. Ortega", "B. Gil", "I. Vidal", "C. Vidal", "E. Mora", "L. Ferrer"] {
        console.must_say(&format!("{name} · "));
    }
    assert!(!console.says("tecla Ins"));
    console.lawful();
}

#[test]
fn the_opening_proposes_the_set_in_the_machine_and_else_the_last_one_used() {
    let known = |change: &dyn Fn(&mut MesaBoard, &mut HallLists)| {
        let (mut board, mut lists) = (boards::closed(), boards::lists());
        change(&mut board, &mut lists);
        Known { lists: Arc::new(lists), ..boards::known(board) }
    };
    let mut console = Console::of(known(&|board, _| board.machine.set = Some("J2".to_string())));
    console.must_say("J2 · 3 partidas");
    console.show(
        known(&|board, lists| {
            board.machine.set = None;
            lists.ball_sets[1].in_last_session = Some(SetDuty::Playing);
            lists.ball_sets[0].in_last_session = Some(SetDuty::Reserve);
        }),
        None,
    );
    console.must_say("J2 · 3 partidas");
    console.must_say("J1 · 412 partidas");
    console.lawful();
    // A set that the hall does not have, or that is out of use, is proposed to nobody.
    console.show(known(&|board, _| board.machine.set = Some("J9".to_string())), None);
    assert!(!console.says("J9"));
    console.show(known(&|_, lists| lists.ball_sets[0].withdrawn = Some("golpeadas".to_string())), None);
    assert!(!console.says("J1 · 412 partidas"));
}

#[test]
fn a_new_halls_manager_is_led_by_a_list_with_ticks() {
    let empty = || {
        let mut known = boards::seated(boards::known(boards::closed()), 1);
        let mut people = (*known.people).clone();
        people
            .retain(|_, member| member.roles.iter().all(|role| *role == hall_core::people::Role::JefeDeSala));
        known.people = Arc::new(people);
        known.lists = Arc::new(HallLists { seq: 9, ..HallLists::default() });
        known
    };
    let mut console = Console::of(empty());
    // The whole list has tests of its own.
    console.press(Key::Back);
    console.must_say("Falta: jefe de mesa, cajero, vendedor-locutor · pestaña 3, tecla F5");
    console.must_say("0 de 5 cosas hechas");
    assert!(!console.says("NADA POR HACER AQUÍ"));
    assert_eq!(console.next(), "SIGUE: Personas");
    console.lawful();
    console.press_armed(Key::Intro);
    assert_eq!(console.next(), "FALTA: Personas");
    assert!(console.is_on("Nueva persona"));
    console.type_in("1");
    let learn = |console: &mut Console, change: &dyn Fn(&mut HallLists)| {
        console.learn(|known| change(Arc::make_mut(&mut known.lists)));
    };
    let full = boards::lists();
    console.learn(|known| known.people = Arc::clone(&boards::known(boards::closed()).people));
    assert_eq!(console.next(), "SIGUE: Cartones");
    console.must_say("9 personas, con las funciones que hacen falta");
    console.must_say("Haga una matriz, o tome cartones comprados · pestaña 4, F6, o F5 y F8");
    learn(&mut console, &|lists| lists.matrices.clone_from(&full.matrices));
    console.must_say("pestaña 4, tecla F5");
    learn(&mut console, &|lists| lists.series.clone_from(&full.series));
    console.must_say("Prepare los cartones de la serie · pestaña 6, tecla F5");
    console.press_armed(Key::Intro);
    console.must_say("Todavía no se ha preparado ningún cartón.");
    console.type_in("1");
    learn(&mut console, &|lists| lists.printings.clone_from(&full.printings));
    console.must_say("1 serie con sus cartones preparados");
    assert_eq!(console.next(), "SIGUE: Bolas");
    learn(&mut console, &|lists| lists.ball_sets.clone_from(&full.ball_sets));
    assert_eq!(console.next(), "FALTA: Monitores");
    learn(&mut console, &|lists| lists.screens = 3);
    console.must_say("3 monitores en línea");
    assert_eq!(console.next(), "FALTA: Ensayo");
    console.speak(hall_core::words::Lang::En);
    console.lawful();
    console.speak(hall_core::words::Lang::Es);
    console.touch("Cartones");
    console.must_say("Matriz 1");
    console.type_in("1");
    learn(&mut console, &|lists| lists.games.clone_from(&full.games));
    assert!(!console.says("Puesta en marcha de la sala"), "who has played a game needs no list");
    console.type_in("3");
    assert_eq!(console.next(), "ENTRA M. ORTEGA", "the list is of who is in the hall");
}

/// For who has no keyboard at hand: whatever F1 to F12 do here, a button does too.
#[test]
fn every_function_key_that_works_has_a_button() {
    const KEYS: [Key; 12] = [
        Key::F1,
        Key::F2,
        Key::F3,
        Key::F4,
        Key::F5,
        Key::F6,
        Key::F7,
        Key::F8,
        Key::F10,
        Key::F11,
        Key::F12,
        Key::Trouble,
    ];
    let small = [
        (Key::F1, "Ayuda"),
        (Key::F2, "Buscar"),
        (Key::F3, "Orden"),
        (Key::F4, "Actas"),
        (Key::F10, "Cables"),
        (Key::F12, "Bloquear"),
    ];
    let mut console = Console::of(boards::known(boards::closed()));
    for (name, board) in boards::every() {
        for person in [1, 2, 3, 5, 9] {
            for over in [None, Some(Over::Look(Look::Cables)), Some(Over::Trouble)] {
                let known = boards::seated(boards::known(board.clone()), person);
                console.show(known.clone(), over);
                for key in KEYS {
                    let in_bar = console.bar().buttons.iter().any(|button| button.key == key);
                    let has = small.iter().any(|(own, label)| *own == key && console.is_on(label));
                    let did = !console.press(key).is_empty();
                    assert!(
                        !did || in_bar || has,
                        "{name}, person {person}, {over:?}: {} has no button",
                        key.cap()
                    );
                    if did {
                        console.show(known.clone(), over);
                    }
                }
            }
        }
    }
    console.show(boards::known(boards::draw(20)), None);
    assert_eq!(console.touch("Buscar"), [Press::Open(Over::Look(Look::Search))]);
    console.show(boards::known(boards::draw(20)), None);
    assert_eq!(console.touch("Bloquear"), [Press::Lock]);
    assert!(!console.is_on("Buscar") && console.is_on("Ayuda"), "nothing of the desk at the lock");
}

#[test]
fn a_game_that_was_not_held_has_no_paid_prize() {
    let mut board = boards::idle();
    board.public.scene = Scene::NotHeld;
    let mut console = at(5, board);
    assert!(!console.says("PAGADO"));
    console.lawful();
}

#[test]
fn who_closes_the_sale_asks_for_it_once() {
    let mut console = Console::of(boards::known(boards::sale()));
    console.press(Key::F6);
    console.wait(1.5);
    let pressed = console.hold(Key::Intro, 1.5);
    let closed = asked(&pressed).iter().filter(|orders| orders.has(&[RequestKind::CloseSale])).count();
    assert_eq!(closed, 1, "{:?}", json!({ "game": 37 }));
}
