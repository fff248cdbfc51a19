//! Who may ask for what: the whole table, request × role, and its page in `docs`.
//!
//! `UPDATE_EXPECT=1 cargo test -p hall-core --test powers` writes the page anew.

#[path = "powers/by_phase.rs"]
mod by_phase;
mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use expect_test::expect_file;
use hall_core::event::{
    ClaimNo, CountNo, DiligenciaKind, Event, Extractor, Found, GameNo, HoldExit, HoldNo, Ordinal, Paragraph,
    Play, PrintingNo, PrizeNo, RejectReason, Segment, StopNo,
};
use hall_core::hall::Asked;
use hall_core::matrix::{MatrixNo, MatrixOptions};
use hall_core::money::Cents;
use hall_core::people::{Actor, PersonId, Role, Sealed};
use hall_core::powers::POWERS;
use hall_core::refusal::Refusal;
use hall_core::request::{BallsRequest, Presented, Request};
use hall_core::series::CardNo;
use hall_core::time::Moment;
use support::phases::found;
use support::{Bench, VENDEDOR, ball, card, series, set};

const SECRET: Sealed = Sealed { id: 1, hash: [1; 32] };

/// One request of each sort, with its title for the page.
fn one_of_each() -> [(Request, &'static str); 61] {
    let game = GameNo(1);
    let cards = Segment { series: series("A17"), first: CardNo(1), last: CardNo(2) };
    let presented = || Presented::Keyed(card("A17", 1));
    let matrix = MatrixNo::new(1).unwrap();
    let (stop, claim, prize, hold) = (StopNo(1), ClaimNo(1), PrizeNo(1), HoldNo(1));
    let text = String::new;
    [
        (Request::AddPerson { roles: vec![], identity: SECRET, pin: SECRET }, "dar de alta a una persona"),
        (Request::LogIn { token: SECRET }, "entrar"),
        (Request::LogOut, "salir"),
        (
            Request::MakeMatrix {
                size: 0,
                options: MatrixOptions::PLAIN,
                mixed: None,
                key: SECRET,
                key_sha256: [0; 32],
                faces_sha256: [0; 32],
                matrix,
            },
            "hacer una matriz de cartones",
        ),
        (
            Request::ImportMatrix {
                size: 0,
                maker: text(),
                file_sha256: [0; 32],
                faces: SECRET,
                faces_sha256: [0; 32],
                matrix,
            },
            "dar entrada a una matriz hecha por otros",
        ),
        (Request::RetireMatrix { matrix, reason: text() }, "retirar una matriz"),
        (Request::ReceiveSeries { series: series("A17"), matrix, face_value: Cents(1) }, "recibir una serie"),
        (
            Request::PrintCards { series: series("A17"), first: None, last: None, template: text() },
            "imprimir cartones",
        ),
        (Request::CancelPrinting { printing: PrintingNo(1) }, "cancelar una impresión"),
        (
            Request::RegisterBallSet {
                set: set("J1"),
                extractor: Extractor::Drum,
                homologation: text(),
                maker: None,
                reference: None,
            },
            "registrar un juego de bolas",
        ),
        balls(
            BallsRequest::AskEnrolment { set: set("J1"), balls: 90, table_sha256: [0; 32] },
            "proponer la tabla de etiquetas de un juego de bolas",
        ),
        balls(
            BallsRequest::ConfirmEnrolment { set: set("J1"), table_sha256: [0; 32] },
            "confirmar la tabla de etiquetas",
        ),
        balls(
            BallsRequest::AskInspection { set: set("J1"), found: found() },
            "anotar la inspección de un juego de bolas",
        ),
        balls(BallsRequest::ConfirmInspection { set: set("J1"), found: found() }, "confirmar la inspección"),
        balls(
            BallsRequest::Weigh { set: set("J1"), weights_mg: vec![], low_mg: 0, high_mg: 0 },
            "anotar el peso de las bolas de un juego",
        ),
        balls(
            BallsRequest::Withdraw { set: set("J1"), reason: text(), reserve_set: None },
            "retirar un juego de bolas",
        ),
        balls(BallsRequest::BeginCount { set: set("J1") }, "empezar el recuento de bolas por el lector"),
        balls(BallsRequest::EndCount { count: CountNo(1) }, "terminar el recuento por el lector"),
        balls(
            BallsRequest::CancelCount { count: CountNo(1), reason: text() },
            "dejar sin efecto un recuento por el lector",
        ),
        (Bench::opening_of(PersonId(0), Bench::opening()), "abrir la sesión"),
        (
            Request::Substitute {
                post: Role::Cajero,
                person: PersonId(0),
                stand_in: PersonId(0),
                reason: text(),
            },
            "anotar una sustitución",
        ),
        (
            Request::ChangeBallSet {
                set: set("J9"),
                reserve_set: set("J9"),
                balls_counted: 0,
                seals_whole: false,
                reason: text(),
            },
            "cambiar el juego de bolas",
        ),
        (Request::CallAuthority { cause: text() }, "avisar a la autoridad"),
        (Request::RecordAuthority { agent: text(), goes_on: true }, "anotar lo que decide la autoridad"),
        (Request::CloseSession { balls_counted: 0, public_witness: false }, "cerrar la sesión"),
        (Request::AnnounceLastGame, "anunciar la última partida"),
        (
            Request::WriteDiligencia {
                about: DiligenciaKind::Incidencia,
                game: None,
                text: text(),
                claimant: None,
                signed: false,
            },
            "escribir una diligencia",
        ),
        (Request::Inspect, "mirar la partida en curso (inspección)"),
        (Bench::sale_of("Z9", Cents(1)), "abrir la venta"),
        (
            Request::IssueBlock { game, cards, price: Cents(1), seller: VENDEDOR },
            "entregar cartones a un vendedor",
        ),
        (Request::ReturnCards { game, cards, seller: VENDEDOR }, "recibir cartones sin vender"),
        (
            Request::TransferCards { game, cards, from: VENDEDOR, to: VENDEDOR },
            "recolocar cartones (reventa)",
        ),
        (Request::AskBurnGap { game, cards }, "pedir que se inutilicen cartones no hallados"),
        (Request::ConfirmBurnGap { game, cards }, "confirmar que se inutilicen"),
        (Request::CloseSale { game }, "cerrar la venta"),
        (
            Request::RectifySale { game, cards, found: Found::Unsold, seller: PersonId(4) },
            "rectificar públicamente los cartones vendidos",
        ),
        (Request::StartDraw { game }, "ordenar el comienzo de la extracción"),
        (Request::Announce { game, ordinal: Ordinal(1), ball: ball(1), typed: false }, "anunciar una bola"),
        (
            Request::RectifyAnnouncement { game, ordinal: Ordinal(1), said: ball(2) },
            "rectificar un número mal cantado",
        ),
        (Request::Stop { game, announced: 0 }, "parar la extracción"),
        (Request::Claim { game, play: Play::Line, card: presented() }, "introducir un canto"),
        (Request::AcceptClaim { game, claim }, "dar por bueno un canto correcto"),
        (
            Request::RejectClaim { game, claim, reason: RejectReason::Manipulated },
            "rechazar el cartón de un canto correcto",
        ),
        (Request::AskQuestion { game, stop }, "preguntar si hay alguna línea o algún bingo más"),
        (Request::GoOn { game, stop }, "ordenar que siga la extracción"),
        (Request::EndGame { game, stop }, "dar la orden de cierre"),
        (Request::PayPrize { game, prize, card: presented() }, "pagar un premio"),
        (Request::WithholdPrize { game, prize, reason: text() }, "retener un premio"),
        (Request::ReleasePrize { game, prize, reason: text() }, "levantar la retención de un premio"),
        (Request::AskVoid { game, cause: text() }, "pedir la anulación de la partida"),
        (Request::ConfirmVoid { game, cause: text() }, "confirmar la anulación"),
        (Request::RefundCards { game, cards }, "devolver el importe de cartones"),
        (Request::SuspendGame { game, cause: text() }, "suspender provisionalmente la partida"),
        (Request::LiftSuspension { game }, "levantar la suspensión"),
        (
            Request::ReadParagraph { game, paragraph: Paragraph::BeforeExtraction },
            "hacer constar la lectura del artículo 36",
        ),
        (Request::KeyBall { game, ordinal: Ordinal(1), ball: ball(1) }, "teclear una bola sacada a mano"),
        (Request::AskTranscription { game, lines: vec![] }, "transcribir la hoja de una partida"),
        (Request::ConfirmTranscription { game, lines: vec![] }, "confirmar la transcripción"),
        (Request::RaiseHold { game, reason: text() }, "dar el alto"),
        (Request::AskHoldExit { game, hold, exit: HoldExit::Repaired }, "proponer la salida de un alto"),
        (Request::ConfirmHoldExit { game, hold, exit: HoldExit::Repaired }, "confirmar la salida de un alto"),
    ]
}

fn balls(request: BallsRequest, title: &'static str) -> (Request, &'static str) {
    (Request::Balls(request), title)
}

/// Asks as somebody with these roles and nothing else.
fn is_refused_for_power(bench: &Bench, by: PersonId, request: &Request) -> bool {
    let now = Moment { utc_ms: bench.now_ms, offset_minutes: 60 };
    let answer = bench.hall.decide(&Asked { now, by, device: "mesa-1", request }, &bench.vault);
    match answer {
        Err(Refusal::NotYourPower { request: name }) => {
            assert_eq!(name, request.name(), "the refusal names what was asked");
            true
        }
        _ => false,
    }
}

fn add(bench: &mut Bench, roles: &[Role]) -> PersonId {
    let person = bench.hall.next_person();
    let added = Event::PersonAdded { person, roles: roles.to_vec(), identity: SECRET, pin: SECRET };
    bench.commit(Actor::System, "servidor", vec![added]);
    person
}

#[test]
fn the_table_has_each_request_once() {
    let asked: Vec<&str> = one_of_each().iter().map(|(request, _)| request.name()).collect();
    let listed: Vec<&str> = POWERS.iter().map(|power| power.request).collect();
    assert_eq!(listed.iter().collect::<BTreeSet<_>>().len(), listed.len(), "no request twice");
    assert_eq!(asked, listed, "one row for each request, in the order of Request");
}

#[test]
fn every_role_may_ask_what_the_table_says_and_nothing_else() {
    let mut bench = Bench::new();
    for (request, _) in one_of_each() {
        let power = POWERS.iter().find(|power| power.request == request.name()).unwrap();
        for role in Role::ALL {
            let by = add(&mut bench, &[role]);
            let refused = is_refused_for_power(&bench, by, &request);
            assert_eq!(!refused, power.roles.contains(&role), "{} by {}", request.name(), role.name());
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
            for (request, _) in one_of_each() {
                let power = POWERS.iter().find(|power| power.request == request.name()).unwrap();
                let may = power.roles.contains(&first) || power.roles.contains(&second);
                assert_eq!(
                    !is_refused_for_power(&bench, by, &request),
                    may,
                    "{} by {first:?} and {second:?}",
                    request.name()
                );
            }
        }
    }
}

/// 37.5: an agent of the authority sees all and changes nothing.
#[test]
fn the_inspector_only_looks_and_auxiliar_and_admision_only_come_and_go() {
    for power in &POWERS {
        for role in [Role::Inspector, Role::Auxiliar, Role::Admision] {
            let looks = role == Role::Inspector && power.request == "inspect";
            let may = looks || matches!(power.request, "log-in" | "log-out");
            assert_eq!(power.roles.contains(&role), may, "{} by {}", power.request, role.name());
        }
    }
}

/// A cashier sells and pays but does not judge; who judges neither sells nor pays (24.4-5).
#[test]
fn who_sells_does_not_judge() {
    let of = |role: Role| -> BTreeSet<&str> {
        POWERS.iter().filter(|power| power.roles.contains(&role)).map(|power| power.request).collect()
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
    let titles: BTreeMap<&str, &str> =
        one_of_each().iter().map(|(request, title)| (request.name(), *title)).collect();
    let mut page = String::from(HEADER);
    write!(page, "| request | qué es |").unwrap();
    for role in Role::ALL {
        write!(page, " {} |", role.name()).unwrap();
    }
    page.push_str(" source |\n|---|---|");
    page.push_str(&"---|".repeat(Role::ALL.len() + 1));
    for power in &POWERS {
        write!(page, "\n| `{}` | {} |", power.request, titles[power.request]).unwrap();
        for role in Role::ALL {
            let mark = if power.roles.contains(&role) { " ● |" } else { " |" };
            page.push_str(mark);
        }
        write!(page, " {} |", power.source).unwrap();
    }
    page.push_str(BY_PHASE);
    page.push_str(&by_phase::table());
    expect_file!["../../docs/powers.md"].assert_eq(&page);
}

const HEADER: &str = "\
# Who may ask for what

<!-- Generated from hall-core/src/powers.rs by hall-core/tests/powers.rs; do not edit.
     UPDATE_EXPECT=1 cargo test -p hall-core --test powers -->

Every request of the system and the roles of article 24 of the Reglamento that may make it. The core refuses anybody
else with `sin-facultad`, before it looks at anything else, and the tests compare this table with it, cell by cell.

- A person may have several roles, and then may do what any of them may: members of group b (jefe de sala, jefe de
  mesa, cajero) stand in for one another (art. 26.2.b), and caja and mesa may be one person for a time.
- Some acts need two people whatever their roles: a void is asked for by one and confirmed by another (24.6), a way out
  of an alto is proposed by one and confirmed by another (34.4), and the balls are counted by a jefe de sala who is not
  the jefe de mesa that opens the session (34.1).
- Nobody judges or pays a card that is among those issued to him (R30), whatever the table says.
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
        for power in &POWERS {
            let answers: Vec<_> =
                power.roles.iter().map(|role| by_phase::asked_by(*role, power.request, &bench)).collect();
            assert!(
                answers.iter().all(|answer| *answer == answers[0]),
                "{} in {short}: {answers:?}",
                power.request
            );
            assert_ne!(answers[0], Err("sin-facultad"), "{} in {short}", power.request);
            for role in Role::ALL.iter().filter(|role| !power.roles.contains(role)) {
                let answer = by_phase::asked_by(*role, power.request, &bench);
                assert_eq!(answer, Err("sin-facultad"), "{} in {short} by {role:?}", power.request);
            }
            asked += Role::ALL.len();
            if answers[0].is_ok() {
                granted.insert(power.request);
            }
        }
    }
    assert_eq!(asked, 23 * POWERS.len() * Role::ALL.len());
    let never: Vec<&str> =
        POWERS.iter().map(|power| power.request).filter(|name| !granted.contains(name)).collect();
    // No phase has a printing under way (`cards_of_the_hall.rs`). Drawing by hand belongs to two people,
    // whatever their roles: evening 22.
    assert_eq!(never, ["cancel-printing", "key-ball"]);
}
