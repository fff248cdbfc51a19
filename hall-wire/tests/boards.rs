//! What screens could not know by themselves is on the boards, and follows from the record.

#[path = "../../hall-core/tests/support/mod.rs"]
mod support;

use hall_core::board::Standstill;
use hall_core::event::{Found, HoldExit, HoldWhy, Ordinal, Play, StopNo};
use hall_core::hall::{DEMO, Hall, Rhythm};
use hall_core::money::Cents;
use hall_core::request::{Notice, Request};
use hall_core::words::{Lang, notice};
use hall_wire::board::{Figures, HoldKind, MesaBoard, PublicBoard, SellerTally, Shares, StandstillKind};
use support::phases::*;
use support::{Bench, CAJERO, MESA, OTRO_VENDEDOR, SALA, VENDEDOR, ball};

trait Boards {
    fn public_board(&self) -> PublicBoard;
    fn mesa_board(&self) -> MesaBoard;
}

impl Boards for Hall {
    fn public_board(&self) -> PublicBoard {
        PublicBoard::of(self)
    }

    fn mesa_board(&self) -> MesaBoard {
        MesaBoard::of(self)
    }
}

#[test]
fn every_board_is_made_again_from_the_record() {
    for (name, bench) in phases() {
        let again = bench.replayed();
        assert_eq!(again.mesa_board(), bench.hall.mesa_board(), "{name}");
        assert_eq!(again.public_board(), again.mesa_board().public, "{name}");
    }
}

/// 36.2: the players see which numbers no machine has read.
#[test]
fn places_that_people_entered_are_told_once_they_are_announced() {
    let mut bench = by_hand();
    let machines = bench.hall.public_board().announced.len();
    assert!(bench.hall.public_board().by_hand.is_empty(), "what the machine read is not by hand");
    let (game, ordinal) = (game_of(&bench), Ordinal(u8::try_from(machines).unwrap() + 1));
    bench.ask(VENDEDOR, Request::KeyBall { game, ordinal, ball: ball(88), again: false }).unwrap();
    bench.ask_at("caja-2", MESA, Request::KeyBall { game, ordinal, ball: ball(88), again: false }).unwrap();
    assert!(bench.hall.public_board().by_hand.is_empty(), "keyed, and not said yet");
    bench.ask(VENDEDOR, Request::Announce { game, ordinal, ball: ball(88), typed: false }).unwrap();
    assert_eq!(bench.hall.public_board().by_hand, [ordinal.0]);
}

/// DECISIONS 23: two people looked at the ball; the machine did not read it so.
#[test]
fn a_reading_that_people_put_right_is_theirs() {
    let mut bench = held_and_a_way_out_proposed();
    let (game, hold) = (game_of(&bench), bench.hall.game.as_ref().unwrap().holds()[0].no);
    let exit = HoldExit::Misread { ordinal: Ordinal(5), ball: ball(7) };
    let view = bench.hall.mesa_board().holds[0].clone();
    let proposed = view.proposed.unwrap();
    assert_eq!((view.kind, proposed.exit, proposed.by), (HoldKind::NoRead, exit, MESA.0));
    bench.ask(SALA, Request::ConfirmHoldExit { game, hold, exit }).unwrap();
    for (ordinal, number) in [(4, 90), (5, 7)] {
        let (ordinal, ball) = (Ordinal(ordinal), ball(number));
        bench.ask(VENDEDOR, Request::Announce { game, ordinal, ball, typed: false }).unwrap();
    }
    assert_eq!(bench.hall.public_board().by_hand, [5]);
}

/// 39.3.a, DECISIONS 15: what had been announced stays beside what was put right.
#[test]
fn a_rectification_leaves_the_figures_that_were_announced_last() {
    let mut bench = announced();
    assert_eq!(bench.hall.public_board().rectified, None);
    let before = |bench: &Bench| {
        let game = bench.hall.public_board().game.unwrap();
        Figures {
            cards: game.cards,
            takings_cents: game.takings_cents,
            line_cents: game.line_cents,
            bingo_cents: game.bingo_cents,
        }
    };
    for first in [21, 22] {
        let (announced, game, cards) = (before(&bench), game_of(&bench), cards("A17", first, first));
        let seller = OTRO_VENDEDOR;
        bench.ask(MESA, Request::RectifySale { game, cards, found: Found::Unsold, seller }).unwrap();
        assert_eq!(bench.hall.public_board().rectified, Some(announced));
        assert_eq!(before(&bench).cards, announced.cards - 1);
    }
    burn(&mut bench);
    sale(&mut bench, "A17", &[]);
    assert_eq!(bench.hall.public_board().rectified, None, "the next game has its own");
}

/// G12: the order is refused until then, and accepted then.
#[test]
fn the_board_tells_from_when_the_order_is_accepted() {
    let mut bench = asked(Play::Line);
    let stop = bench.hall.public_board().stop.unwrap();
    let from = stop.order_from_utc_ms.unwrap();
    assert_eq!(from, stop.asked_at_utc_ms.unwrap() + 5_000);
    bench
        .ask(
            MESA,
            Request::RejectClaim {
                game: game_of(&bench),
                claim: hall_core::event::ClaimNo(2),
                reason: hall_core::event::RejectReason::Illegible,
            },
        )
        .ok();
    let order = |bench: &mut Bench, at: i64| {
        // The bench's clock ticks once before it asks.
        bench.now_ms = at - 10;
        bench.ask(MESA, Request::GoOn { game: game_of(bench), stop: StopNo(1) })
    };
    assert!(order(&mut bench, from - 1).is_err());
    bench.beat();
    order(&mut bench, from).unwrap();
}

/// R48: a clock that is set moves what is counted from it.
#[test]
fn the_last_announcement_is_told_and_moves_with_the_clock() {
    let mut bench = drawing();
    let at = bench.hall.mesa_board().last_announced_utc_ms.unwrap();
    assert_eq!(at, bench.now_ms);
    bench.notice(&Notice::ClockStepped { by_ms: -60_000 });
    assert_eq!(bench.hall.mesa_board().last_announced_utc_ms, Some(at - 60_000));
    assert_eq!(announced().hall.mesa_board().last_announced_utc_ms, None);
}

#[test]
fn a_good_claim_tells_the_ball_that_completed_it() {
    let claims = sung(Play::Line).hall.public_board();
    let count = u8::try_from(claims.announced.len()).unwrap();
    let claims = claims.stop.unwrap().claims;
    assert_eq!((claims[0].completed_at, claims[1].completed_at), (Some(count), None));
}

#[test]
fn what_is_shown_of_a_suspension_a_void_and_a_share() {
    let suspended = suspended();
    let until = suspended.hall.public_board().suspended_until_utc_ms.unwrap();
    assert_eq!(until, suspended.now_ms + 15 * 60_000);
    assert_eq!(voided().hall.public_board().refunded, 4);
    let ended = ended().hall;
    assert_eq!(ended.public_board().rest_cents, ended.game.as_ref().unwrap().resto.0);
    assert_eq!(selling().hall.public_board().rest_cents, 0);
}

/// G19, 32.3.
#[test]
fn the_last_game_and_the_closing_hour_are_told() {
    let session = open().hall.public_board().session.unwrap();
    assert_eq!((session.last_game, session.closing_hour.unwrap().as_str()), (false, "04:00"));
    assert!(after_the_last_game().hall.public_board().session.unwrap().last_game);
}

#[test]
fn a_hall_for_demonstration_says_so() {
    let mut bench = Bench::new();
    assert!(!bench.hall.public_board().demo);
    bench.hall.name.push_str(DEMO);
    assert!(bench.hall.public_board().demo);
    // The canary: only at the end of the name, as `init` puts it.
    bench.hall.name.push_str(" de Ceuta");
    assert!(!bench.hall.public_board().demo);
}

/// What the cashier settles by: what each seller was given, gave back and sells, kept after the close until
/// the next sale opens.
#[test]
fn each_sellers_cards_are_told_until_the_next_sale() {
    let view = |seller: hall_core::people::PersonId, issued, returned| SellerTally {
        seller: seller.0,
        issued,
        returned,
    };
    let mut bench = open();
    sale(&mut bench, "A17", &[(1, 20, VENDEDOR), (21, 30, OTRO_VENDEDOR)]);
    let game = game_of(&bench);
    bench.ask(CAJERO, Request::ReturnCards { game, cards: cards("A17", 5, 6), seller: VENDEDOR }).unwrap();
    let transfer =
        Request::TransferCards { game, cards: cards("A17", 1, 3), from: VENDEDOR, to: OTRO_VENDEDOR };
    bench.ask(CAJERO, transfer).unwrap();
    assert_eq!(bench.hall.mesa_board().sellers, [view(VENDEDOR, 20, 5), view(OTRO_VENDEDOR, 13, 0)]);
    assert_eq!(bench.hall.mesa_board().sale_closed_utc_ms, None);
    let again =
        Request::IssueBlock { game, cards: cards("A17", 5, 6), price: Cents(200), seller: OTRO_VENDEDOR };
    bench.ask(CAJERO, again).unwrap();
    bench.ask(MESA, Request::CloseSale { game }).unwrap();
    let closed = bench.hall.mesa_board();
    assert_eq!(closed.sellers, [view(VENDEDOR, 20, 5), view(OTRO_VENDEDOR, 15, 0)], "kept after the close");
    assert_eq!(closed.sale_closed_utc_ms, Some(bench.now_ms));
    assert_eq!(bench.replayed().mesa_board().sellers, closed.sellers);
    let mut bench = ended_and_paid();
    assert!(!bench.hall.mesa_board().sellers.is_empty(), "and after the game");
    bench.ask(MESA, Bench::sale_of("A17", Cents(200))).unwrap();
    assert!(bench.hall.mesa_board().sellers.is_empty(), "the next sale begins with nothing");
}

/// 05, 13: percentages and payments are told, not guessed from amounts.
#[test]
fn the_desk_is_told_the_percentages_and_when_a_prize_was_paid() {
    let bench = announced();
    let rules = bench.hall.session.as_ref().unwrap().rules.clone();
    let shares = Shares { line: rules.line.value.hundredths(), bingo: rules.bingo.value.hundredths() };
    assert_eq!(bench.hall.mesa_board().shares, Some(shares));
    assert_ne!(shares.line, 0);
    assert_eq!(hall().hall.mesa_board().shares, None, "rules belong to a session");
    assert_eq!(ended().hall.mesa_board().last_paid_utc_ms, None);
    let paid = ended_and_paid();
    // The payment, and after it a prize that was withheld: the clock goes on by 10 ms with each.
    assert_eq!(paid.hall.mesa_board().last_paid_utc_ms, Some(paid.now_ms - 10));
}

/// The happy moment is told from when it began, and moves with the clock (R48).
#[test]
fn an_accepted_claim_tells_when() {
    let mut bench = asked(Play::Line);
    let accepted = |bench: &Bench| {
        let claims = bench.hall.public_board().stop.unwrap().claims;
        claims.iter().map(|claim| claim.accepted_at_utc_ms).collect::<Vec<_>>()
    };
    let at = accepted(&bench)[0].unwrap();
    assert!(at <= bench.now_ms && at >= bench.now_ms - 1_000, "{at}");
    assert!(accepted(&bench)[1..].iter().all(Option::is_none), "what was not accepted has no moment");
    bench.notice(&Notice::ClockStepped { by_ms: -60_000 });
    assert_eq!(accepted(&bench)[0], Some(at - 60_000));
}

/// DECISIONS 25: nobody called, the server began again.
#[test]
fn a_stop_by_a_restart_is_told_apart() {
    assert!(!sung(Play::Line).hall.public_board().stop.unwrap().restart);
    let mut bench = drawing();
    bench.notice(&Notice::Started { version: "1".to_owned() });
    let stop = bench.hall.public_board().stop.unwrap();
    assert!(stop.restart && stop.claims.is_empty());
}

/// What players see of the sale: what the prizes would be by the rules, and who won before.
#[test]
fn prizes_grow_with_the_cards_and_are_what_the_close_announces() {
    let mut bench = selling();
    let so_far = |bench: &Bench| bench.hall.public_board().so_far;
    let before = so_far(&bench).unwrap();
    let game = game_of(&bench);
    assert_eq!(before.cards, bench.hall.public_board().game.unwrap().cards);
    let next = bench.hall.mesa_board().next_card.unwrap();
    let more = cards(&next.series, next.card, next.card + 9);
    bench
        .ask(CAJERO, Request::IssueBlock { game, cards: more, price: Cents(200), seller: VENDEDOR })
        .unwrap();
    let grown = so_far(&bench).unwrap();
    assert_eq!(grown.cards, before.cards + 10);
    assert!(
        grown.line_cents > before.line_cents
            && grown.bingo_cents > before.bingo_cents
            && grown.takings_cents > before.takings_cents
    );
}

#[test]
fn winners_stand_beside_the_next_sale_until_its_first_ball() {
    let mut bench = ended();
    assert_eq!(bench.hall.public_board().last, None, "they are the game's own");
    let won = bench.hall.public_board();
    sale(&mut bench, "A17", &[]);
    let last = bench.hall.public_board().last.unwrap();
    assert_eq!((Some(last.game), last.prizes), (won.game.map(|game| game.game), won.prizes));
    assert_eq!(drawing().hall.public_board().last, None);
}

/// Nothing is told that the hall has not set, nothing that is over, and the clock moves it (R48).
#[test]
fn the_hall_s_rhythm_is_told_in_the_desk_s_time() {
    let mut bench = selling();
    assert_eq!(bench.hall.public_board().sale_closes_utc_ms, None);
    bench.hall.rhythm = Rhythm { sale_minutes: 4, pause_minutes: 3 };
    let opened = bench.hall.game.as_ref().unwrap().opened_at_utc_ms.unwrap();
    assert_eq!(bench.hall.public_board().sale_closes_utc_ms, Some(opened + 240_000));
    assert_eq!(bench.hall.public_board().next_sale_utc_ms, None);
    bench.notice(&Notice::ClockStepped { by_ms: -60_000 });
    assert_eq!(bench.hall.public_board().sale_closes_utc_ms, Some(opened + 180_000));

    let mut bench = ended();
    bench.hall.rhythm = Rhythm { sale_minutes: 4, pause_minutes: 3 };
    let at = bench.hall.game.as_ref().unwrap().ended_at_utc_ms.unwrap();
    assert_eq!(bench.hall.public_board().next_sale_utc_ms, Some(at + 180_000));
    assert_eq!(bench.hall.public_board().sale_closes_utc_ms, None);
    bench.hall = after_the_last_game().hall;
    bench.hall.rhythm = Rhythm { sale_minutes: 4, pause_minutes: 3 };
    assert_eq!(bench.hall.public_board().next_sale_utc_ms, None, "no sale comes after it");
}

/// DECISIONS 5: a hold is told in words, without the ball that is in doubt and without what somebody wrote.
#[test]
fn why_a_game_is_held_is_told_without_its_ball() {
    let held = held_and_a_way_out_proposed().hall.public_board().notice.unwrap();
    assert_eq!((held.kind, held.hold), (StandstillKind::Hold, Some(HoldKind::NoRead)));
    assert_eq!(held.what.es, "Ha salido una bola que no se lee bien.");
    for why in [
        HoldWhy::Repeated(ball(47)),
        HoldWhy::OutOfRange(99),
        HoldWhy::CallerDiffers { ordinal: Ordinal(5), machine: ball(47), caller: ball(48) },
        HoldWhy::LeftOut { ordinal: Ordinal(5), ball: ball(47) },
        HoldWhy::Called("Pepe Pérez ha tirado el vaso 47".to_owned()),
    ] {
        for (lang, announced) in [(Lang::Es, false), (Lang::En, true)] {
            let words = format!("{:?}", notice(lang, &Standstill::Hold(&why), announced));
            assert!(
                !words.contains(|letter: char| letter.is_ascii_digit()) && !words.contains("Pepe"),
                "{words}"
            );
        }
    }
}

/// 36.1: the time is the profile's, in the sentences too.
#[test]
fn the_time_of_a_suspension_is_the_profiles() {
    let limit = |bench: &Bench| bench.hall.public_board().notice.unwrap().limit.unwrap();
    let mut bench = suspended();
    let said = limit(&bench);
    assert_eq!((said.es.as_str(), said.en.as_str()), ("Quince minutos como máximo.", "15 minutes at most."));
    bench.hall.session.as_mut().unwrap().rules.pre_extraction_wait_min.value = 20;
    assert_eq!(limit(&bench).es, "20 minutos como máximo.");
    assert_eq!(bench.hall.mesa_board().suspension_minutes, 20);
    let over = bench.hall.public_board().notice.unwrap().over.unwrap();
    assert_eq!(over.es, "Ha terminado el plazo de 20 minutos. Espere a la mesa.");
}

/// DECISIONS 5: no field of the public board is for a person, or for what the machine reads before it is announced.
#[test]
fn the_public_board_has_no_field_for_a_person_or_a_pending_ball() {
    let fields = |schema: &schemars::Schema| {
        let mut names = std::collections::BTreeSet::new();
        let mut left = vec![schema.as_value().clone()];
        while let Some(value) = left.pop() {
            if let Some(of) = value.as_object() {
                let properties = of.get("properties").and_then(|properties| properties.as_object());
                names.extend(properties.into_iter().flatten().map(|(name, _)| name.clone()));
                left.extend(of.values().cloned());
            } else if let Some(items) = value.as_array() {
                left.extend(items.iter().cloned());
            }
        }
        names
    };
    let secret = [
        "by", "person", "people", "seller", "sellers", "caller", "second", "keyed_by", "sheet_by", "device",
        "roles", "pending", "ball", "other", "proposed", "cause", "why", "machine",
    ];
    let public = fields(&schemars::schema_for!(PublicBoard));
    let mesa = fields(&schemars::schema_for!(MesaBoard));
    assert!(public.contains("announced") && public.contains("grid"), "{public:?}");
    for name in secret {
        assert!(mesa.contains(name), "{name} is on no board: the list is old");
        assert!(!public.contains(name), "{name} is for the desk");
    }
}
