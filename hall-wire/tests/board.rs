//! Whoever comes late, or missed something, ends up with the same board.

use hall_core::ball::Ball;
use hall_core::event::{HoldExit, Ordinal};
use hall_core::machine::{BallReader, Fault};
use hall_core::people::Role;
use hall_wire::board::{
    BallCount, Board, ByHand, CardNumber, Cards, Carried, Claim, DrawsWith, Duty, Extractor, Figures,
    ForeignBall, Game, HallMachine, Hold, HoldKind, Holding, HowRead, InHall, LastGame, Machine, MesaBoard,
    Mode, Notice, Pending, Play, Prize, PrizeState, Proposed, PublicBoard, Reading, Said, Scene, SecondWord,
    SellerTally, Session, Shares, StandstillKind, Stop, Suspension, TagTable, ToRefund, VerdictKind,
    VoidAsked,
};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]

    #[test]
    fn the_difference_makes_the_new_board(a in mesa(), b in mesa()) {
        let mut folded = a.clone();
        fold(&mut folded, &MesaBoard::diff(&a, &b));
        prop_assert_eq!(&folded, &b);
        prop_assert!(MesaBoard::diff(&b, &b).is_empty());

        let mut folded = a.public.clone();
        fold(&mut folded, &PublicBoard::diff(&a.public, &b.public));
        prop_assert_eq!(&folded, &b.public);
    }

    #[test]
    fn a_whole_board_replaces_any_board(a in mesa(), b in mesa()) {
        let mut folded = a.clone();
        fold(&mut folded, &b.replicate());
        prop_assert_eq!(&folded, &b);

        let mut folded = a.public.clone();
        fold(&mut folded, &b.public.replicate());
        prop_assert_eq!(&folded, &b.public);
    }

    #[test]
    fn a_late_panel_ends_up_with_the_same_board(boards in vec(public(), 2..6), late in any::<prop::sample::Index>()) {
        let late = late.index(boards.len());
        let (mut early_panel, mut late_panel) = (PublicBoard::default(), PublicBoard::default());
        let mut before = PublicBoard::default();
        for (at, board) in boards.iter().enumerate() {
            let updates = through_json(&PublicBoard::diff(&before, board));
            fold(&mut early_panel, &updates);
            if at == late {
                fold(&mut late_panel, &through_json(&board.replicate()));
            } else if at > late {
                fold(&mut late_panel, &updates);
            }
            before = board.clone();
        }
        prop_assert_eq!(&early_panel, &late_panel);
        prop_assert_eq!(&early_panel, &before);
    }

    #[test]
    fn updates_survive_the_line(a in mesa(), b in mesa()) {
        let mut folded = a.clone();
        fold(&mut folded, &through_json(&MesaBoard::diff(&a, &b)));
        prop_assert_eq!(folded, b);
    }
}

#[test]
fn the_next_ball_is_one_update() {
    let old = PublicBoard { announced: vec![7, 16], ..PublicBoard::default() };
    let new = PublicBoard { announced: vec![7, 16, 90], ..PublicBoard::default() };
    let updates = serde_json::to_string(&PublicBoard::diff(&old, &new)).unwrap();
    assert_eq!(updates, r#"[{"section":"ball_announced","value":{"ordinal":3,"ball":90}}]"#);
}

/// A board that was kept before these fields were there is still read.
#[test]
fn a_board_without_the_later_fields_is_read() {
    let mut json = serde_json::to_value(MesaBoard::default()).unwrap();
    let fields = |board: &mut serde_json::Value, names: &[&str]| {
        for name in names {
            assert!(board.as_object_mut().unwrap().remove(*name).is_some(), "{name}");
        }
    };
    fields(
        &mut json,
        &[
            "last_announced_utc_ms",
            "sellers",
            "shares",
            "carried",
            "sale_closed_utc_ms",
            "last_paid_utc_ms",
            "machines",
            "draws_with",
            "reading",
        ],
    );
    fields(
        &mut json["public"],
        &[
            "demo",
            "by_hand",
            "by_caller",
            "rest_cents",
            "suspended_until_utc_ms",
            "refunded",
            "rectified",
            "so_far",
            "last",
            "sale_closes_utc_ms",
            "next_sale_utc_ms",
        ],
    );
    assert_eq!(serde_json::from_value::<MesaBoard>(json).unwrap(), MesaBoard::default());
}

#[test]
fn a_ball_out_of_step_is_an_error_and_not_a_guess() {
    let mut board = PublicBoard { announced: vec![7], ..PublicBoard::default() };
    let next = hall_wire::board::Update::BallAnnounced { ordinal: 3, ball: 9 };
    assert_eq!(board.apply(&next).unwrap_err().expected, 2);
    assert_eq!(board.announced, [7]);
}

fn fold<B: Board>(board: &mut B, updates: &[B::Update]) {
    for update in updates {
        board.apply(update).expect("the updates follow from the board");
    }
}

fn through_json<U: serde::Serialize + serde::de::DeserializeOwned>(updates: &[U]) -> Vec<U> {
    serde_json::from_str(&serde_json::to_string(updates).unwrap()).unwrap()
}

fn words() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["", "a", "«ñ»", "línea"]).prop_map(str::to_string)
}

fn said(words: &str) -> Said {
    Said { es: words.to_string(), en: words.to_string() }
}

fn notice() -> impl Strategy<Value = Notice> {
    (words(), any::<bool>()).prop_map(|(words, held)| Notice {
        kind: if held { StandstillKind::Hold } else { StandstillKind::Suspended },
        hold: held.then_some(HoldKind::NoRead),
        what: said(&words),
        doing: said("x"),
        keep: said(""),
        limit: (!held).then(|| said("15")),
        over: None,
    })
}

fn play() -> impl Strategy<Value = Play> {
    prop::sample::select(vec![Play::Line, Play::Bingo])
}

fn card() -> impl Strategy<Value = CardNumber> {
    (1u32..4).prop_map(|card| CardNumber { series: "A17".to_string(), card })
}

fn cards() -> impl Strategy<Value = Cards> {
    (1u32..4, 4u32..6).prop_map(|(first, last)| Cards { series: "A17".to_string(), first, last })
}

fn prize() -> impl Strategy<Value = Prize> {
    (1u32..3, play(), card(), 0u64..3).prop_map(|(prize, play, card, amount_cents)| Prize {
        game: 1,
        prize,
        play,
        card,
        amount_cents,
        state: PrizeState::Due,
    })
}

fn game() -> impl Strategy<Value = Game> {
    (1u32..3, any::<bool>(), vec(cards(), 0..2), words()).prop_map(|(game, line_open, segments, formula)| {
        Game {
            game,
            in_session: 1,
            series: "A17".to_string(),
            series_size: 600,
            matrix: None,
            face_value_cents: 200,
            cards: 3,
            takings_cents: 600,
            line_cents: 50,
            bingo_cents: 250,
            segments,
            formula,
            line_open,
            bingo_open: true,
        }
    })
}

fn claim() -> impl Strategy<Value = Claim> {
    (1u32..3, play(), card(), option::of(any::<bool>()), any::<bool>()).prop_map(
        |(claim, play, card, accepted, face)| {
            let grid = face.then_some([[1; 9], [0; 9], [90; 9]]);
            Claim {
                claim,
                play,
                card,
                grid,
                verdict: VerdictKind::Good,
                words: said("Línea"),
                desk_head: said("LÍNEA CORRECTA"),
                hall_head: said("COMPROBANDO"),
                hall_body: said("Un momento."),
                missing: vec![4],
                rows: 1,
                accepted,
                accepted_at_utc_ms: accepted.map(i64::from),
                completed_at: accepted.map(|_| 40),
                sold_in: None,
                first_claim: None,
            }
        },
    )
}

fn stop() -> impl Strategy<Value = Stop> {
    (1u32..3, vec(claim(), 0..3), option::of(0i64..9)).prop_map(|(stop, claims, asked_at_utc_ms)| Stop {
        stop,
        restart: stop == 2,
        claims,
        asked_at_utc_ms,
        asked_line: true,
        asked_bingo: false,
        order_from_utc_ms: asked_at_utc_ms.map(|at| at + 5000),
    })
}

fn public() -> impl Strategy<Value = PublicBoard> {
    let session = (1u32..3).prop_map(|session| Session {
        session,
        date: "2026-11-21".to_string(),
        draft: true,
        rules: "estatal-2002".to_string(),
        last_game: session == 2,
        last_in_session: (session == 2).then_some(9),
        closing_hour: (session == 1).then(|| "03:00".to_string()),
    });
    let figures =
        (1u32..3).prop_map(|cards| Figures { cards, takings_cents: 200, line_cents: 20, bingo_cents: 100 });
    let last =
        vec(prize(), 0..2).prop_map(|prizes| LastGame { game: 6, line_cents: 1, bingo_cents: 2, prizes });
    let sale = (option::of(figures.clone()), option::of(last), option::of(0i64..3), option::of(0i64..3));
    let later =
        (any::<bool>(), vec(1u8..4, 0..3), 0u64..3, option::of(0i64..3), 0u32..3, option::of(figures), sale);
    let scene = prop::sample::select(vec![Scene::Closed, Scene::Sale, Scene::Draw, Scene::NotHeld]);
    // Few balls, so that one board's are often the beginning of another's.
    let announced =
        prop_oneof![(0u8..6).prop_map(|count| (1..=count).collect::<Vec<u8>>()), vec(1u8..4, 0..5),];
    let parts = (words(), scene, option::of(session), option::of(game()), announced);
    let picture = (option::of(1u8..4), any::<bool>());
    let more = (picture, option::of(stop()), vec(prize(), 0..3), option::of(notice()));
    (parts, more, later).prop_map(
        |(
            (hall, scene, session, game, announced),
            ((uncalled, picture_held), stop, prizes, notice),
            later,
        )| {
            let (demo, by_hand, rest_cents, suspended_until_utc_ms, refunded, rectified, sale) = later;
            let (so_far, last, sale_closes_utc_ms, next_sale_utc_ms) = sale;
            PublicBoard {
                hall,
                scene,
                session,
                game,
                announced,
                uncalled,
                picture_held,
                stop,
                prizes,
                notice,
                demo,
                by_caller: by_hand.clone(),
                by_hand,
                rest_cents,
                suspended_until_utc_ms,
                refunded,
                rectified,
                so_far,
                last,
                sale_closes_utc_ms,
                next_sale_utc_ms,
            }
        },
    )
}

#[allow(clippy::needless_update, reason = "a section that comes later is folded by the same macro")]
fn mesa() -> impl Strategy<Value = MesaBoard> {
    let pending = vec((1u8..3, 1u8..9).prop_map(|(ordinal, ball)| Pending { ordinal, ball }), 0..3);
    let machine = (any::<bool>(), 0u8..3).prop_map(|(linked, out)| Machine {
        linked,
        mode: linked.then_some(Mode::Run),
        wanted: Some(Mode::Hold),
        set: linked.then(|| "J1".to_string()),
        out,
        faults: Vec::from_iter(linked.then_some(Fault::Jam)),
        door_open: linked,
        tables: if linked {
            vec![TagTable {
                reader: BallReader::Machine,
                set: "J1".to_string(),
                sha256: "00".to_string(),
                wrong: None,
            }]
        } else {
            Vec::new()
        },
    });
    let way_out = (1u8..3).prop_map(|place| HoldExit::Misread {
        ordinal: Ordinal(place),
        ball: Ball::new(90).expect("there is a ball 90"),
    });
    let proposed = || {
        let parts = (words(), 1u32..3, way_out.clone());
        option::of(parts.prop_map(|(words, by, exit)| Proposed { words: said(&words), by, exit }))
    };
    let hold = (1u32..3, proposed()).prop_map(|(hold, proposed)| Hold {
        hold,
        kind: HoldKind::Fault,
        ordinal: Some(4),
        ball: None,
        other: None,
        why: said("x"),
        proposed,
    });
    let holds = vec(hold, 0..3);
    let holding = (1u32..3, cards()).prop_map(|(seller, cards)| Holding { seller, cards });
    let duty = (1u32..3).prop_map(|person| Duty { person, roles: vec![Role::Cajero], device: "caja".into() });
    let suspension = (words(), 0i64..3).prop_map(|(cause, since)| Suspension {
        cause,
        since_utc_ms: since,
        until_utc_ms: since + 900_000,
        read: since == 1,
    });
    let by_hand = (1u8..3, option::of(4u32..6)).prop_map(|(next, keyed_by)| ByHand {
        caller: 4,
        second: 5,
        next,
        keyed_by,
        remaining: (next..=90).collect(),
    });
    let with =
        (option::of(1u32..3), any::<bool>(), option::of(1u8..91)).prop_map(|(machine, caller, keyed)| {
            let read = if caller { HowRead::ByCaller } else { HowRead::Connected };
            let reading = Reading { next: 1, keyed_by: keyed.map(|_| 4), keyed, remaining: vec![90] };
            (DrawsWith { machine, read, second_word: SecondWord::Mesa }, caller.then_some(reading))
        });
    let hall_machine = (1u32..3, option::of(words())).prop_map(|(machine, maker)| HallMachine {
        machine,
        extractor: Extractor::Drum,
        homologation: "H-77".into(),
        reference: maker.clone(),
        maker,
    });
    let read = (option::of(with), vec(hall_machine, 0..2), any::<bool>());
    let last_announced = option::of(0i64..3);
    let turns = (
        option::of(suspension),
        option::of(words()),
        option::of(by_hand),
        option::of(2u32..4),
        last_announced,
        option::of(ball_count()),
        read,
    );
    let void_asked = option::of((words(), 1u32..3).prop_map(|(cause, by)| VoidAsked { cause, by }));
    let first = (
        public(),
        pending,
        machine,
        holds,
        (void_asked, vec(words().prop_map(|words| said(&words)), 0..2), turns),
    );
    let seller = (1u32..3, 1u32..5, 0u32..2).prop_map(|(seller, issued, returned)| SellerTally {
        seller,
        issued,
        returned,
    });
    let shares = (1u32..3).prop_map(|line| Shares { line, bingo: 50 });
    let told = (vec(seller, 0..2), option::of(shares), option::of(0i64..3), option::of(0i64..3));
    let owed = (vec(prize(), 0..2), told);
    let second = (option::of(card()), vec(cards(), 0..2), vec(holding, 0..2), vec(duty, 0..2), owed);
    (first, second).prop_map(
        |(
            (public, pending, machine, holds, (void_asked, warnings, turns)),
            (next_card, gaps, holdings, people, (owed, told)),
        )| {
            let (sellers, shares, sale_closed_utc_ms, last_paid_utc_ms) = told;
            let (suspension, authority, by_hand, sheet_by, last_announced_utc_ms, ball_count, read) = turns;
            let (with, machines, after_read) = read;
            let (draws_with, reading) = with.map_or((None, None), |(with, reading)| (Some(with), reading));
            MesaBoard {
                public,
                suspension_minutes: suspension.as_ref().map_or(0, |_| 15),
                suspension,
                authority,
                by_hand,
                after_read,
                reading,
                draws_with,
                machines,
                sheet_by,
                pending,
                warnings,
                machine,
                holds,
                void_asked,
                next_card,
                to_refund: gaps.iter().map(|cards: &Cards| void_with(cards)).collect(),
                gaps,
                holdings,
                sellers,
                carried: Carried { line_cents: shares.map_or(0, |of| u64::from(of.line)), bingo_cents: 5 },
                shares,
                sale_closed_utc_ms,
                last_paid_utc_ms,
                in_hall: people
                    .iter()
                    .map(|one: &Duty| InHall { person: one.person, since_utc_ms: None })
                    .collect(),
                people,
                owed,
                last_announced_utc_ms,
                ball_count,
                ..MesaBoard::default()
            }
        },
    )
}

/// A void game with these cards still out.
fn void_with(out: &Cards) -> ToRefund {
    let (sold, left) = (vec![out.clone()], vec![out.clone()]);
    ToRefund { game: out.first, face_value_cents: 200, sold, refunded: 0, out: left }
}

fn ball_count() -> impl Strategy<Value = BallCount> {
    (1u32..3, any::<bool>(), vec(1u8..=90, 0..3), vec(1u8..=90, 0..2), option::of(words())).prop_map(
        |(count, running, missing, doubled, wrong)| BallCount {
            count,
            set: "J1".into(),
            by: 2,
            running,
            loading: false,
            foreign: doubled.iter().map(|n| ForeignBall { set: "J9".into(), number: *n }).collect(),
            unsure: doubled.clone(),
            missing,
            doubled,
            wrong,
        },
    )
}
