//! The jefe de sala: the second word, and everything nobody else may.

use hall_core::event::{Extractor, PrintingNo};
use hall_core::event::{GameNo, PrizeNo};
use hall_core::matrix::{Matrix, MatrixKey, MatrixKind, MatrixNo, MatrixOptions, key_sha256};
use hall_core::people::Role;
use hall_core::request::Request;
use hall_core::series::CardNo;
use hall_server::access::Identity;
use hall_server::desk::View;
use hall_wire::board::Scene;

use super::{Move, bad_night, balls, burn_gap, duty, leave_hold, plain, raise_hold, stop, trouble, write};
use crate::console::Wish;
use crate::eyes::{Eyes, Memory, due, game_of};
use crate::template::{PRICE, SIZE, seal, series, set};

pub const SALA: &[Move] = &[
    trouble(2, raise_hold),
    trouble(2, stop),
    trouble(4, write),
    trouble(4, inspect),
    trouble(3, add_person),
    trouble(2, receive_series),
    trouble(2, register_ball_set),
    trouble(6, balls::settle_set),
    trouble(2, balls::weigh),
    trouble(2, balls::withdraw),
    trouble(4, balls::begin_count),
    duty(200, balls::end_count),
    trouble(2, make_matrix),
    trouble(2, retire_matrix),
    trouble(3, print_cards),
    trouble(2, cancel_printing),
    trouble(3, bad_night::substitute),
    trouble(2, bad_night::suspend),
    trouble(60, bad_night::type_the_sheet),
    duty(100, bad_night::end_the_suspension),
    duty(300, bad_night::record_authority),
    duty(900, sign_count),
    trouble(400, withhold),
    duty(200, release),
    duty(500, confirm_void),
    duty(500, leave_hold),
    duty(100, burn_gap),
];

/// Signs for the balls before an opening and before a close: once, and now and then again.
fn sign_count(eyes: &mut Eyes<'_>, view: &View, memory: &mut Memory) -> Option<Wish> {
    if !matches!(
        view.public.scene,
        Scene::Closed | Scene::Idle | Scene::Winners | Scene::NotHeld | Scene::Void
    ) {
        return None;
    }
    let at =
        Some((view.public.scene == Scene::Closed, view.public.game.as_ref().map_or(0, |game| game.game)));
    if memory.signed == at && !eyes.dice.permille(20) {
        return None;
    }
    memory.signed = at;
    plain(Request::SignCount { set: set("J1"), balls_counted: 90 })
}

fn inspect(_: &mut Eyes<'_>, _: &View, _: &mut Memory) -> Option<Wish> {
    plain(Request::Inspect)
}

fn confirm_void(_: &mut Eyes<'_>, view: &View, _: &mut Memory) -> Option<Wish> {
    let game = game_of(view)?;
    let cause = view.mesa.void_asked.as_ref()?.cause.clone();
    plain(Request::ConfirmVoid { game, cause })
}

fn withhold(_: &mut Eyes<'_>, view: &View, _: &mut Memory) -> Option<Wish> {
    let prize = due(&view.mesa).next()?;
    let reason = "hay una reclamación".into();
    plain(Request::WithholdPrize { game: GameNo(prize.game), prize: PrizeNo(prize.prize), reason })
}

fn release(_: &mut Eyes<'_>, _: &View, memory: &mut Memory) -> Option<Wish> {
    let (game, prize) = *memory.withheld.first()?;
    plain(Request::ReleasePrize { game, prize, reason: "se ha retirado".into() })
}

fn add_person(eyes: &mut Eyes<'_>, _: &View, _: &mut Memory) -> Option<Wish> {
    let user = format!("n{}", eyes.dice.below(6));
    let identity = seal(&Identity { user, name: "Nadie".into(), document: None }.to_bytes(), eyes.dice);
    let pin = seal(b"no PIN opens this", eyes.dice);
    let request = Request::AddPerson {
        roles: vec![Role::Auxiliar],
        identity: identity.sealed,
        pin: pin.sealed,
        card_until: None,
    };
    Some((request, vec![identity, pin]))
}

fn make_matrix(eyes: &mut Eyes<'_>, view: &View, _: &mut Memory) -> Option<Wish> {
    let (number, key) =
        (MatrixNo::new(view.next_matrix)?, MatrixKey::from_bytes([eyes.dice.below(200) as u8; 16]));
    let options = MatrixOptions { kind: MatrixKind::Single, clean: eyes.dice.below(2) == 0 };
    let matrix = Matrix::with(number, SIZE, options, &key)?;
    let row = seal(key.bytes(), eyes.dice);
    let request = Request::MakeMatrix {
        size: SIZE,
        options,
        mixed: None,
        key: row.sealed,
        key_sha256: key_sha256(&key),
        faces_sha256: matrix.faces_sha256(),
        matrix: number,
    };
    Some((request, vec![row]))
}

/// A matrix nobody plays with: one that was made in this evening.
fn retire_matrix(eyes: &mut Eyes<'_>, view: &View, _: &mut Memory) -> Option<Wish> {
    let matrix = MatrixNo::new(eyes.dice.number(2, view.next_matrix.max(2)))?;
    plain(Request::RetireMatrix { matrix, reason: "Cartones gastados".into() })
}

fn print_cards(eyes: &mut Eyes<'_>, _: &View, _: &mut Memory) -> Option<Wish> {
    let series = series(eyes.dice.number(1, 4));
    let first = eyes.dice.number(1, SIZE);
    let (first, last) = (Some(CardNo(first)), Some(CardNo(first + eyes.dice.number(0, 5))));
    plain(Request::PrintCards { series, first, last, template: "a4-6".into() })
}

fn cancel_printing(eyes: &mut Eyes<'_>, view: &View, _: &mut Memory) -> Option<Wish> {
    let known = &view.facts.printings_due;
    let printing = if known.is_empty() { PrintingNo(1) } else { eyes.dice.pick(known).0 };
    plain(Request::CancelPrinting { printing })
}

fn receive_series(eyes: &mut Eyes<'_>, _: &View, _: &mut Memory) -> Option<Wish> {
    let matrix = MatrixNo::new(1)?;
    let series = series(eyes.dice.number(10, 40));
    plain(Request::ReceiveSeries { series, matrix, face_value: PRICE, cards: None })
}

fn register_ball_set(eyes: &mut Eyes<'_>, _: &View, _: &mut Memory) -> Option<Wish> {
    let set = set(&format!("J{}", eyes.dice.number(1, 9)));
    let homologation = "H-2/2021".into();
    let (extractor, maker) = (Extractor::Drum, Some("Bolas de prueba".to_owned()));
    plain(Request::RegisterBallSet { set, extractor, homologation, maker, reference: None })
}
