//! A cashier two minutes before the close, in a real window against a real server: keys 30, 80 and 150 ms apart
//! (DECISIONS 37, 38). What was seen before: `5⏎40⏎6⏎40⏎` handed 40,640 cards to seller 5.

use std::collections::BTreeMap;

use hall_wire::board::{MesaBoard, Scene};
use serde_json::json;
use xtask::screens::Display;

use crate::kit::{Hall, Setup};
use crate::mesa::Mesa;

/// How many cards each seller has.
fn held(board: &MesaBoard) -> BTreeMap<u32, u32> {
    let mut held = BTreeMap::new();
    for holding in &board.holdings {
        *held.entry(holding.seller).or_default() += holding.cards.last + 1 - holding.cards.first;
    }
    held
}

#[test]
fn a_cashier_in_a_hurry_hands_out_what_was_typed_at_any_pace() {
    let hall = Hall::open(&Setup::default());
    let display = Display::virtual_one(1400, 800).expect("Xvfb and openbox are installed");
    let caja = Mesa::open_as(&hall, &display, "cajero", "caja-1", "0,0");
    let game = hall.open_sale("A17");
    let sellers = hall.staff.sellers.clone();
    let [a, b, c] = sellers[..] else { panic!("three sellers") };
    let mut has: BTreeMap<u32, u32> = BTreeMap::new();
    for apart_ms in [30, 80, 150] {
        let keys = format!("{a}⏎4⏎{b}⏎10⏎{c}⏎2⏎");
        caja.offers("ENTREGAR");
        caja.screen().hurry(&keys, apart_ms).expect("keys go in");
        for (seller, cards) in [(a, 4), (b, 10), (c, 2)] {
            *has.entry(seller).or_default() += cards;
        }
        let seen = hall.board(|(_, board)| held(board) == has);
        assert_eq!(held(&seen), has, "{apart_ms} ms");
    }
    // Everybody has more than was handed out at once: each delivery is one block of the record.
    assert_eq!(hall.board(|_| true).public.game.as_ref().map(|game| game.cards), Some(48));
    // The close is held: no number of taps closes the sale, and one held key does.
    caja.screen().hurry("−", 80).expect("keys go in");
    caja.shows("the close", |shown| {
        shown["live"] == true && shown["next"].as_str().is_some_and(|next| next.contains("CERRAR LA VENTA"))
    });
    caja.screen().hurry("⏎", 80).expect("keys go in");
    caja.shows("that Intro must be held", |shown| {
        shown["told"].as_str().is_some_and(|told| told.contains("Mantenga Intro"))
    });
    assert_eq!(hall.public().scene, Scene::Sale);
    caja.offers("CERRAR LA VENTA");
    caja.screen().hold("Return", true).expect("keys go in");
    hall.board(|(_, board)| board.public.scene == Scene::Totals);
    caja.screen().hold("Return", false).expect("keys go in");
    drop(caja);
    hall.must(&hall.staff.mesa, "ask-void", &json!({"game": game, "cause": "prueba"}));
    let evidence = hall.finish();
    assert_eq!(evidence.of("block_issued").count(), 9, "one for each line that was typed");
}
