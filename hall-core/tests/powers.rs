//! Who may ask for what: the whole table, request × role, and its page in `docs`.
//!
//! `UPDATE_EXPECT=1 cargo test -p hall-core --test powers` writes the page anew.

mod asking;
#[path = "powers/by_phase.rs"]
mod by_phase;
mod support;

use std::collections::BTreeSet;
use std::fmt::Write;

use expect_test::expect_file;
use hall_core::hall::Asked;
use hall_core::people::{Actor, PersonId, Role, Sealed};
use hall_core::refusal::Refusal;
use hall_core::request::{Request, RequestKind};
use hall_core::time::Moment;
use support::{Bench, person_added};

const SECRET: Sealed = Sealed { id: 1, hash: [1; 32] };

/// Asks as somebody with these roles and nothing else.
fn is_refused_for_power(bench: &Bench, by: PersonId, request: &Request) -> bool {
    let now = Moment { utc_ms: bench.now_ms, offset_minutes: 60, change: None };
    let answer = bench.hall.decide(&Asked { now, by, device: "mesa-1", request }, &bench.vault);
    match answer {
        Err(Refusal::NotYourPower { request: kind }) => {
            assert_eq!(kind, request.kind(), "the refusal names what was asked");
            true
        }
        _ => false,
    }
}

fn add(bench: &mut Bench, roles: &[Role]) -> PersonId {
    let person = bench.hall.next_person();
    let added = person_added(person, roles.to_vec(), SECRET, SECRET);
    bench.commit(Actor::System, "servidor", vec![added]);
    person
}

#[test]
fn every_request_has_a_name_of_its_own() {
    for kind in RequestKind::ALL {
        assert_eq!(RequestKind::from_name(kind.name()), Some(*kind));
    }
}

#[test]
fn every_role_may_ask_what_the_table_says_and_nothing_else() {
    let mut bench = Bench::new();
    for kind in RequestKind::ALL {
        for role in Role::ALL {
            let by = add(&mut bench, &[role]);
            let request = asking::sensible(*kind, &bench.hall, "se explica");
            let refused = is_refused_for_power(&bench, by, &request);
            assert_eq!(!refused, kind.roles().contains(&role), "{} by {}", kind.name(), role.name());
        }
    }
}

/// Caja and mesa may be one person for a time (26.2.b): powers add up.
#[test]
fn a_person_with_two_roles_may_ask_what_either_may() {
    let mut bench = Bench::new();
    for first in Role::ALL {
        for second in Role::ALL {
            let by = add(&mut bench, &[first, second]);
            for kind in RequestKind::ALL {
                let request = asking::sensible(*kind, &bench.hall, "se explica");
                let may = kind.roles().contains(&first) || kind.roles().contains(&second);
                let refused = is_refused_for_power(&bench, by, &request);
                assert_eq!(!refused, may, "{} by {first:?} and {second:?}", kind.name());
            }
        }
    }
}

/// 37.5: an agent of the authority sees all, takes it away, and changes nothing.
#[test]
fn the_inspector_only_looks_and_auxiliar_and_admision_only_come_and_go() {
    for kind in RequestKind::ALL {
        for role in [Role::Inspector, Role::Auxiliar, Role::Admision] {
            let looks = role == Role::Inspector
                && matches!(kind, RequestKind::Inspect | RequestKind::Search | RequestKind::MakeExport);
            let may = looks || kind.is_for_all();
            assert_eq!(kind.roles().contains(&role), may, "{} by {}", kind.name(), role.name());
        }
    }
}

/// A cashier sells and pays but does not judge; who judges neither sells nor pays (24.4-5).
#[test]
fn a_seller_does_not_judge() {
    let of = |role: Role| -> BTreeSet<&str> {
        RequestKind::ALL.iter().filter(|kind| kind.roles().contains(&role)).map(|kind| kind.name()).collect()
    };
    let judging = ["accept-claim", "reject-claim", "ask-question", "go-on", "end-game"];
    let selling = ["issue-block", "return-cards", "transfer-cards", "pay-prize", "refund-cards"];
    assert!(judging.iter().all(|request| of(Role::JefeDeMesa).contains(request)));
    assert!(selling.iter().all(|request| of(Role::Cajero).contains(request)));
    assert!(judging.iter().all(|request| !of(Role::Cajero).contains(request)));
    assert!(selling.iter().all(|request| !of(Role::JefeDeMesa).contains(request)));
    assert!(
        !of(Role::JefeDeMesa).contains("confirm-void"),
        "the jefe de sala confirms what the jefe de mesa asks"
    );
}

#[test]
fn the_page_is_the_table() {
    let mut page = String::from(HEADER);
    write!(page, "| request | qué es |").unwrap();
    for role in Role::ALL {
        write!(page, " {} |", role.name()).unwrap();
    }
    page.push_str(" source |\n|---|---|");
    page.push_str(&"---|".repeat(Role::ALL.len() + 1));
    for kind in RequestKind::ALL {
        write!(page, "\n| `{}` | {} |", kind.name(), kind.title()).unwrap();
        for role in Role::ALL {
            let mark = if kind.roles().contains(&role) { " ● |" } else { " |" };
            page.push_str(mark);
        }
        write!(page, " {} |", kind.source()).unwrap();
    }
    page.push_str(BY_PHASE);
    page.push_str(&by_phase::table());
    expect_file!["../../docs/powers.md"].assert_eq(&page);
}

const HEADER: &str = "\
# Who may ask for what

<!-- Generated from hall-core/src/request/list.rs by hall-core/tests/powers.rs; do not edit.
     UPDATE_EXPECT=1 cargo test -p hall-core --test powers -->

Every request of the system and the roles of article 24 of the Reglamento that may make it. The core refuses anybody
else with `sin-facultad`, before it looks at anything else, and the tests compare this table with it, cell by cell.

- A person may have several roles, and then may do what any of them may: members of group b (jefe de sala, jefe de
  mesa, cajero) stand in for one another (art. 26.2.b), and caja and mesa may be one person for a time.
- Some acts need two people whatever their roles: a void is asked for by one and confirmed by another (24.6), a way out
  of an alto is proposed by one and confirmed by another (34.4), and the balls are counted by a jefe de sala who is not
  the jefe de mesa that opens the session (34.1).
- Nobody judges or pays a card that is among those issued to him (R30), whatever the table says.
- Who may ask for `stop`, the right *parada*, has its key in every view of the console: Pausa, or the post's button
  ([ADR 74](adr/0074-a-press-has-the-hour-that-its-device-saw.md)).
- The inspector is an agent of the authority: sees all, changes nothing (37.5).

In the column *source*, 24.4 is an article of the Reglamento, Cat. a part of the Catálogo de Juegos of 1979, G, N and R
rows of `research/`.

";

const BY_PHASE: &str = "

## And when

The same requests in the phases of a session, each asked as somebody who looks at the screen would ask, by a person of
the first role that may. ● is granted; a number is the reason of the refusal, listed below. The tests ask each of them as
every one of the seven roles: who may not is told `sin-facultad` in every phase, and all who may get the same answer.

";

/// Every request × role × phase: powers come before phases, and within the powers the answer
/// depends on the phase and not on which of the roles asks.
#[test]
fn every_request_by_every_role_in_every_phase() {
    let (mut asked, mut granted) = (0, BTreeSet::new());
    for (short, _, bench) in by_phase::columns() {
        for kind in RequestKind::ALL {
            let answers: Vec<_> =
                kind.roles().iter().map(|role| by_phase::asked_by(*role, *kind, &bench)).collect();
            assert!(
                answers.iter().all(|answer| *answer == answers[0]),
                "{} in {short}: {answers:?}",
                kind.name()
            );
            assert_ne!(answers[0], Err("sin-facultad"), "{} in {short}", kind.name());
            for role in Role::ALL.iter().filter(|role| !kind.roles().contains(role)) {
                let answer = by_phase::asked_by(*role, *kind, &bench);
                assert_eq!(answer, Err("sin-facultad"), "{} in {short} by {role:?}", kind.name());
            }
            asked += Role::ALL.len();
            if answers[0].is_ok() {
                granted.insert(*kind);
            }
        }
    }
    assert_eq!(asked, 25 * RequestKind::ALL.len() * Role::ALL.len());
    let never: Vec<RequestKind> =
        RequestKind::ALL.iter().copied().filter(|kind| !granted.contains(kind)).collect();
    // No phase has a printing under way (`cards_of_the_hall.rs`). Drawing by hand belongs to two people,
    // whatever their roles: evening 22. The clock is in doubt after one start in many years: evening 36. A key is its owner's: evening 45b.
    // A draw is announced in evening 48. An acta is issued, and copied, in `book.rs`. No phase has a camera: evening 27c. Nor a caller who reads: 36b. Nor devices: 50. Nor somebody noted as in the hall: 51. Nor other rules: 52.
    let elsewhere = [
        RequestKind::RevokeDevice,
        RequestKind::AdoptRules,
        RequestKind::EndShift,
        RequestKind::AskClock,
        RequestKind::ConfirmClock,
        RequestKind::TakeKeyDraw,
        RequestKind::GiveUpKeyDraw,
        RequestKind::CancelPrinting,
        RequestKind::SignWithKey,
        RequestKind::EndKey,
        RequestKind::CopyActa,
        RequestKind::AskWithoutCamera,
        RequestKind::ConfirmWithoutCamera,
        RequestKind::RectifyReading,
        RequestKind::KeyBall,
    ];
    assert_eq!(never, elsewhere);
}
