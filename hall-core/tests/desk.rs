//! What the rules have the desk do beside recording events: what the machine's line is told of the balls that are
//! out, whether lost frames are left behind, who may come in, which acta is due, and that no sale opens on a full disk.

mod support;

use hall_core::event::{EpochCause, Event, HoldExit, HoldNo, Ordinal, SessionNo};
use hall_core::hall::BallsOut;
use hall_core::machine::{Fault, Report, Stored};
use hall_core::money::Cents;
use hall_core::people::{Actor, PersonId, Role, Sealed};
use hall_core::refusal::Refusal;
use hall_core::request::{Notice, Request, Retention};
use support::phases::*;
use support::{Bench, CAJERO, MESA, SALA, VENDEDOR, ball, set};

/// Two people leave the last hold; returns what the line is told then.
fn leave(bench: &mut Bench, exit: HoldExit) -> Vec<BallsOut> {
    let (game, hold) = (game_of(bench), HoldNo(bench.hall.holds));
    bench.ask(MESA, Request::AskHoldExit { game, hold, exit }).unwrap();
    let events = bench.ask(SALA, Request::ConfirmHoldExit { game, hold, exit }).unwrap();
    events.iter().filter_map(|event| bench.hall.counted_after(event)).collect()
}

#[test]
fn after_a_misreading_one_ball_more_is_out_and_others_may_be() {
    let mut bench = held();
    let at = bench.hall.machine.position;
    let told = leave(&mut bench, HoldExit::Misread { ordinal: Ordinal(5), ball: ball(7) });
    assert_eq!(told, [BallsOut { out: 5, exactly: false, at }]);
}

#[test]
fn a_ball_that_is_still_at_the_reader_counts_when_it_leaves() {
    let mut bench = drawing_with_a_ball_pending();
    bench.frame(Stored::Present);
    bench.frame(Stored::NoRead);
    bench.beat();
    assert_eq!(leave(&mut bench, HoldExit::Misread { ordinal: Ordinal(5), ball: ball(7) }), []);
}

#[test]
fn when_nothing_is_held_any_more_exactly_the_balls_of_the_game_are_out() {
    let mut bench = drawing();
    bench.frame(Stored::FaultRaised(Fault::Jam));
    bench.frame(Stored::DoorOpened);
    bench.frame(Stored::FaultCleared(Fault::Jam));
    bench.frame(Stored::DoorClosed);
    bench.beat();
    assert_eq!(leave(&mut bench, HoldExit::Repaired), [], "the jam still holds it");
    bench.hall.holds -= 1;
    let at = bench.hall.machine.position;
    assert_eq!(leave(&mut bench, HoldExit::Repaired), [BallsOut { out: 3, exactly: true, at }]);
}

#[test]
fn leaving_for_the_agent_or_by_hand_tells_the_line_nothing() {
    let mut bench = held();
    assert_eq!(leave(&mut bench, HoldExit::Authority), []);
}

#[test]
fn lost_frames_are_left_behind_once_two_people_have_left_the_hold() {
    let mut bench = open();
    let (boot, frame) = (bench.boot, bench.frame);
    let gap = |frame: u32| Report::Gap { boot, expected: frame + 1, got: frame + 2 };
    bench.report(&gap(frame));
    assert!(bench.hall.accepts_lost_frames(), "no game was in its draw");

    let mut bench = drawing();
    bench.report(&gap(bench.frame));
    bench.frame += 1;
    bench.beat();
    assert!(!bench.hall.accepts_lost_frames());
    leave(&mut bench, HoldExit::Repaired);
    assert!(bench.hall.accepts_lost_frames());
}

#[test]
fn who_may_log_in_changes_with_people_posts_and_the_end_of_a_session() {
    let mut bench = open();
    let mut before = bench.hall.access_changes;
    let mut changed = |bench: &Bench| {
        let (was, is) = (before, bench.hall.access_changes);
        before = is;
        was != is
    };
    bench.log_in("caja-1", CAJERO);
    assert!(changed(&bench), "a token");
    let (post, person, stand_in) = (Role::Cajero, CAJERO, VENDEDOR);
    bench.ask(SALA, Request::Substitute { post, person, stand_in, reason: "descanso".into() }).unwrap();
    assert!(changed(&bench), "a post taken over (26.2.b)");
    bench.ask_at("caja-1", CAJERO, Request::LogOut).unwrap();
    assert!(changed(&bench), "a token gone");
    let (roles, identity, pin) = (vec![Role::Cajero], support::sealed(50), support::sealed(51));
    bench.ask(SALA, Request::AddPerson { roles, identity, pin, card_until: None }).unwrap();
    assert!(changed(&bench), "somebody new");
    bench.notice(&Notice::LoginRefused { tries: 1 });
    bench.out(7);
    assert!(!changed(&bench), "a wrong PIN and a ball change no door");
    bench.close_session();
    assert!(changed(&bench), "posts end with their session");
}

#[test]
fn an_acta_is_due_from_the_close_until_one_covers_it() {
    let mut bench = open();
    let session = SessionNo(1);
    assert_eq!((bench.hall.under_way(), bench.hall.acta_due()), ((Some(session), None), None));
    bench.close_session();
    let closed = bench.record.last().unwrap();
    assert!(matches!(closed.event, Event::SessionClosed { .. }));
    let closed_at = closed.seq;
    assert_eq!((bench.hall.under_way(), bench.hall.acta_due()), ((None, None), Some((session, closed_at))));
    let mut issued = |covers_seq| {
        let file = "actas/1.pdf".into();
        bench.notice(&Notice::ActaIssued { session, file, sha256: [1; 32], covers_seq, folios: Vec::new() });
        bench.hall.acta_due()
    };
    assert_eq!(issued(closed_at - 1), Some((session, closed_at)), "it was made before the close");
    assert_eq!(issued(closed_at), None);
}

#[test]
fn an_acta_that_waits_when_the_next_session_closes_is_still_due() {
    let mut bench = open();
    bench.close_session();
    let first = bench.record.last().unwrap().seq;
    bench.open_session();
    assert_eq!(bench.hall.acta_due(), Some((SessionNo(1), first)), "also while the next one is held");
    bench.close_session();
    let second = bench.record.last().unwrap().seq;
    assert_eq!(bench.hall.acta_due(), Some((SessionNo(1), first)), "and when it too was closed");
    let mut issued = |session, covers_seq| {
        let file = "actas/1.pdf".into();
        bench.notice(&Notice::ActaIssued { session, file, sha256: [1; 32], covers_seq, folios: Vec::new() });
        bench.hall.acta_due()
    };
    assert_eq!(issued(SessionNo(1), second), Some((SessionNo(2), second)));
    assert_eq!(issued(SessionNo(2), second), None);
}

#[test]
fn stamps_of_another_house_are_waited_for_in_the_order_of_the_sessions_and_not_for_ever() {
    let mut bench = open();
    bench.close_session();
    for _ in 0..2 {
        bench.open_session();
        bench.close_session();
    }
    let waiting =
        |bench: &Bench| bench.hall.unstamped.iter().map(|(session, _)| session.0).collect::<Vec<_>>();
    assert_eq!(waiting(&bench), [1, 2, 3]);
    let stamped = |session| Notice::TimeStamped {
        session: SessionNo(session),
        size: 40,
        note_sha256: [1; 32],
        authority: "CN=TSA".into(),
        stamped_at_utc_ms: 1_795_675_642_000,
        file: "sellos/sesion.tsr".into(),
        sha256: [2; 32],
    };
    bench.notice(&stamped(2));
    assert_eq!(waiting(&bench), [1, 3]);
    let lines = bench.record.len();
    bench.notice(&stamped(2));
    bench.notice(&stamped(9));
    assert_eq!(bench.record.len(), lines, "a second stamp, and one of no session, are no lines");
    for _ in 0..50 {
        bench.open_session();
        bench.close_session();
    }
    assert_eq!(waiting(&bench), (9..=53).collect::<Vec<_>>(), "the newest ones");
}

#[test]
fn on_a_full_disk_the_game_is_finished_and_no_sale_opens() {
    let mut bench = drawing();
    bench.hall.no_room = true;
    let game = game_of(&bench);
    draw_and_say(&mut bench, 4);
    bench.ask(MESA, Request::AskVoid { game, cause: "avería".into() }).unwrap();
    bench.ask(SALA, Request::ConfirmVoid { game, cause: "avería".into() }).unwrap();
    let refused = bench.ask(MESA, Bench::sale_of("A17", Cents(200)));
    assert_eq!(refused, Err(Refusal::NoRoom));
    bench.hall.no_room = false;
    bench.ask(MESA, Bench::sale_of("A17", Cents(200))).unwrap();
}

/// DECISIONS 40, 41.
#[test]
fn a_new_epoch_is_answered_for_by_two_chiefs_and_ends_every_token() {
    let mut bench = open();
    let begin = |bench: &Bench, people| bench.hall.begin_epoch(EpochCause::Restored, 1, None, people);
    assert_eq!(begin(&bench, [SALA, SALA]), Err(Refusal::NeedsAnother));
    assert_eq!(begin(&bench, [SALA, CAJERO]), Err(Refusal::NotAChief(CAJERO)));
    assert_eq!(begin(&bench, [SALA, PersonId(99)]), Err(Refusal::UnknownPerson(PersonId(99))));
    bench
        .ask(
            MESA,
            Request::LogIn { token: Sealed { id: 9, hash: [9; 32] }, pin: None, device_key_sha256: None },
        )
        .unwrap();
    let before = bench.hall.access_changes;
    for epoch in [2, 3] {
        let begun = begin(&bench, [SALA, MESA]).unwrap();
        assert!(matches!(begun[..], [Event::EpochBegun { epoch: no, .. }] if no == epoch));
        bench.commit(Actor::Person(SALA), "servidor", begun);
        assert_eq!(bench.hall.epoch.no(), epoch);
    }
    assert!(bench.hall.log_ins.is_empty() && bench.hall.access_changes > before);
    assert_eq!(bench.replayed(), bench.hall);
}

/// DECISIONS 2: what a hall need not keep is deleted between two sessions, and no game waits for it.
#[test]
fn nothing_is_deleted_while_a_session_is_open() {
    let due = Notice::DeletionsDue {
        now_utc_ms: i64::MAX,
        kept: Retention { claimant_days: Some(0), ..Retention::default() },
    };
    let mut bench = drawing();
    bench.log_in("mesa-1", MESA);
    bench.log_in("mesa-1", MESA);
    assert_eq!(bench.hall.notice(&due), []);
    bench.hall.session = None;
    let deleted = bench.hall.notice(&due);
    // The token of the first log-in, and the PIN of who had left the staff.
    let one = |event: &Event| matches!(event, Event::ValuesDeleted { values, .. } if values.len() == 1);
    assert!(deleted.len() == 2 && deleted.iter().all(one), "{deleted:?}");
}

/// Whoever is on the hall's network can say that he is a witness: he takes no place of one that the settings name (ADR 56).
#[test]
fn strangers_do_not_take_the_places_of_witnesses_that_are_named() {
    let mut bench = Bench::new();
    let meets = |bench: &mut Bench, number: u8, is_named| {
        let notice = Notice::WitnessMet { name: format!("pantalla-{number}"), key: [number; 32], is_named };
        !bench.notice(&notice).is_empty()
    };
    let strangers = (0..=255).take_while(|number| meets(&mut bench, *number, false)).count();
    assert_eq!(strangers, 56);
    assert!(!meets(&mut bench, 3, true), "one that is known has no second line");
    let named = (100..=255).take_while(|number| meets(&mut bench, *number, true)).count();
    assert_eq!(named, 8, "four, and another key of each");
}

/// The jefe de mesa is there while the jefe de sala counts (34.1): nobody is both, even with both posts.
#[test]
fn who_counts_the_balls_closes_no_session_with_them() {
    let mut bench = open();
    bench.sign_count(89);
    let close = Request::CloseSession { balls_counted: 90, public_witness: false };
    let count = Request::SignCount { set: set("J1"), balls_counted: 90 };
    assert!(matches!(bench.ask(MESA, close.clone()), Err(Refusal::CountNotSigned { balls: 90, .. })));
    bench.ask(SALA_Y_MESA, count).unwrap();
    assert_eq!(bench.ask(SALA_Y_MESA, close.clone()), Err(Refusal::NeedsAnother));
    bench.ask(MESA, close).unwrap();
    // The balls of a draw leave no count of before.
    let mut drawn = announced();
    drawn.sign_count(90);
    let signed = |bench: &Bench| bench.hall.ball_sets[&set("J1")].signed.is_some();
    assert!(signed(&drawn));
    drawn.ask(MESA, Request::StartDraw { game: game_of(&drawn) }).unwrap();
    drawn.out(7);
    assert!(!signed(&drawn));
}
