//! What each request gets in each phase, asked properly by somebody who may.

use std::collections::BTreeSet;
use std::fmt::Write;

use hall_core::event::{
    CountNo, DiligenciaKind, Event, Extractor, Found, GameNo, HoldExit, HoldNo, Ordinal, PaperLine,
    Paragraph, Play, PrintingNo, PrizeNo, RejectReason, Segment, StopNo,
};
use hall_core::game::{Game, PrizeState};
use hall_core::hall::{Asked, Hall};
use hall_core::matrix::{MatrixNo, MatrixOptions};
use hall_core::money::Cents;
use hall_core::people::{Actor, PersonId, Role};
use hall_core::powers::POWERS;
use hall_core::request::{BallsRequest, Presented, Request};
use hall_core::series::CardNo;
use hall_core::time::Moment;

use super::SECRET;
use super::support::phases::*;
use super::support::{Bench, CAJERO, MESA, OTRO_VENDEDOR, SALA, SIZE, VENDEDOR, ball, card, series, set};

/// The phases of the page: short title, what it is, and a hall in it.
pub fn columns() -> Vec<(&'static str, &'static str, Bench)> {
    vec![
        ("S", "sin sesión", hall()),
        ("E", "entre partidas", at_the_bar()),
        ("V", "en venta", selling_in_order()),
        ("G", "en venta, con un hueco que se ha pedido inutilizar", with_a_gap()),
        ("T", "venta cerrada y totales anunciados", announced()),
        ("X", "en extracción, con una bola sin anunciar", drawing_with_a_ball_pending()),
        ("P", "parada, con un canto correcto por resolver", sung(Play::Line)),
        ("D", "parada, con el canto dado por bueno", accepted(Play::Line)),
        ("Q", "parada, hecha la pregunta por la línea y pasado el plazo", asked(Play::Line)),
        ("B", "parada, hecha la pregunta por el bingo y pasado el plazo", asked(Play::Bingo)),
        ("Z", "en extracción, con la anulación pedida", void_asked()),
        ("A", "en ALTO, con una salida propuesta", held_and_a_way_out_proposed()),
        ("15", "suspendida en venta, dentro de los quince minutos", suspended()),
        ("16", "suspendida antes de extraer, pasado el plazo y leído el 36.1", suspended_too_long()),
        ("M", "a mano, con la bola tecleada por una persona", by_hand_keyed()),
        ("Au", "detenida, avisada la autoridad", authority_called()),
        ("H", "tras un corte de luz, con la hoja tecleada por una persona", sheet_typed()),
        ("C", "cerrada, con el premio pendiente", ended()),
        ("R", "cerrada, con el premio retenido", withheld()),
        ("N", "anulada, con cartones por devolver", voided()),
        ("0", "no celebrada", not_held()),
        ("K", "sin sesión, con las bolas pasando por el lector, y tabla e inspección propuestas", counting()),
        ("L", "entre partidas, con una tabla de etiquetas en la máquina que no consta", with_another_table()),
    ]
}

/// The request of this name as somebody would make it who looks at the screen.
#[allow(clippy::too_many_lines, reason = "one arm for each request")]
fn proper(name: &str, hall: &Hall) -> Request {
    let core = hall.game.as_ref();
    let game = GameNo(hall.games.max(1));
    let stop = StopNo(core.map_or(1, |game| game.stops));
    let text = || "se explica".to_owned();
    let held = core.and_then(|game| game.sale.holdings().last());
    let (seller, held) =
        held.unwrap_or((VENDEDOR, Segment { series: series("A17"), first: CardNo(1), last: CardNo(1) }));
    let last = Segment { first: held.last, ..held };
    let gap = core.and_then(|game| game.sale.gaps().first().copied()).unwrap_or(last);
    let next = core.map_or(card("A17", 1), |game| game.sale.next_card());
    let claim = core.and_then(|game| game.claims.iter().find(|claim| claim.is_pending()));
    let claim = claim.map_or(hall_core::event::ClaimNo(1), |claim| claim.no);
    let prize = |state: PrizeState| {
        let found = core.and_then(|game| game.prizes.iter().find(|prize| prize.state == state));
        found.map_or((PrizeNo(1), card("A17", 1)), |prize| (prize.no, prize.card))
    };
    let (due, winner) = prize(PrizeState::Due);
    let hold = core.and_then(|game| game.holds().last());
    let proposed = hold.and_then(|hold| hold.proposed).map_or(HoldExit::Authority, |(exit, _)| exit);
    let hold = hold.map_or(HoldNo(1), |hold| hold.no);
    let pending = core.and_then(|game| game.pending().next());
    let out = core.map_or(0, |game| game.extracted.len());
    let (ordinal, waiting) = pending.unwrap_or((Ordinal(u8::try_from(out).unwrap() + 1), bench_ball(core)));
    let announced = core.map_or(0, |game| game.announced);
    match name {
        "add-person" => Request::AddPerson { roles: vec![Role::Auxiliar], identity: SECRET, pin: SECRET },
        "log-in" => Request::LogIn { token: SECRET },
        "log-out" => Request::LogOut,
        "make-matrix" => Request::MakeMatrix {
            size: SIZE,
            options: MatrixOptions::PLAIN,
            mixed: None,
            key: SECRET,
            key_sha256: [0; 32],
            faces_sha256: [0; 32],
            matrix: MatrixNo::new(hall.next_matrix()).unwrap(),
        },
        "import-matrix" => Request::ImportMatrix {
            size: SIZE,
            maker: text(),
            file_sha256: [0; 32],
            faces: SECRET,
            faces_sha256: [0; 32],
            matrix: MatrixNo::new(hall.next_matrix()).unwrap(),
        },
        "retire-matrix" => Request::RetireMatrix { matrix: MatrixNo::new(1).unwrap(), reason: text() },
        "print-cards" => {
            Request::PrintCards { series: series("A17"), first: None, last: None, template: text() }
        }
        "cancel-printing" => Request::CancelPrinting { printing: PrintingNo(1) },
        "receive-series" => Request::ReceiveSeries {
            series: series("Z1"),
            matrix: MatrixNo::new(1).unwrap(),
            face_value: Cents(200),
        },
        "register-ball-set" => {
            let (maker, reference) = (Some(text()), None);
            let (set, extractor) = (set("J9"), Extractor::Drum);
            Request::RegisterBallSet { set, extractor, homologation: text(), maker, reference }
        }
        "ask-ball-enrolment" => {
            Request::Balls(BallsRequest::AskEnrolment { set: set("J2"), balls: 90, table_sha256: [2; 32] })
        }
        "confirm-ball-enrolment" => {
            Request::Balls(BallsRequest::ConfirmEnrolment { set: set("J2"), table_sha256: TABLE })
        }
        "ask-ball-inspection" => {
            Request::Balls(BallsRequest::AskInspection { set: set("J2"), found: found() })
        }
        "confirm-ball-inspection" => {
            Request::Balls(BallsRequest::ConfirmInspection { set: set("J2"), found: found() })
        }
        "weigh-ball-set" => Request::Balls(BallsRequest::Weigh {
            set: set("J2"),
            weights_mg: vec![2_500; 90],
            low_mg: 2_400,
            high_mg: 2_600,
        }),
        "withdraw-ball-set" => {
            Request::Balls(BallsRequest::Withdraw { set: set("J3"), reason: text(), reserve_set: None })
        }
        "begin-ball-count" => Request::Balls(BallsRequest::BeginCount { set: set("J1") }),
        "end-ball-count" => Request::Balls(BallsRequest::EndCount { count: CountNo(1) }),
        "cancel-ball-count" => {
            Request::Balls(BallsRequest::CancelCount { count: CountNo(1), reason: text() })
        }
        "open-session" => Bench::opening_of(SALA, Bench::opening()),
        "substitute" => Request::Substitute {
            post: Role::Cajero,
            person: CAJERO,
            stand_in: OTRO_VENDEDOR,
            reason: text(),
        },
        "change-ball-set" => Request::ChangeBallSet {
            set: set("J2"),
            reserve_set: set("J1"),
            balls_counted: 90,
            seals_whole: true,
            reason: text(),
        },
        "call-authority" => Request::CallAuthority { cause: text() },
        "record-authority" => Request::RecordAuthority { agent: text(), goes_on: true },
        "close-session" => Request::CloseSession { balls_counted: 90, public_witness: false },
        "announce-last-game" => Request::AnnounceLastGame,
        "write-diligencia" => Request::WriteDiligencia {
            about: DiligenciaKind::Incidencia,
            game: None,
            text: text(),
            claimant: None,
            signed: false,
        },
        "inspect" => Request::Inspect,
        "open-sale" => Bench::sale_of("B1", Cents(600)),
        "issue-block" => Request::IssueBlock {
            game,
            cards: Segment { series: next.series, first: next.number, last: next.number },
            price: core.map_or(Cents(200), |game| game.sale.face_value),
            seller: OTRO_VENDEDOR,
        },
        "return-cards" => Request::ReturnCards { game, cards: last, seller },
        "transfer-cards" => {
            let to = if seller == VENDEDOR { OTRO_VENDEDOR } else { VENDEDOR };
            Request::TransferCards { game, cards: last, from: seller, to }
        }
        "ask-burn-gap" => Request::AskBurnGap { game, cards: gap },
        "confirm-burn-gap" => Request::ConfirmBurnGap { game, cards: gap },
        "close-sale" => Request::CloseSale { game },
        "rectify-sale" => Request::RectifySale { game, cards: last, found: Found::Unsold, seller },
        "start-draw" => Request::StartDraw { game },
        "announce" => Request::Announce { game, ordinal, ball: waiting, typed: false },
        "rectify-announcement" => {
            let said = (1..=90).map(ball).find(|b| core.is_none_or(|game| !game.extracted.contains(b)));
            Request::RectifyAnnouncement { game, ordinal: Ordinal(announced.max(1)), said: said.unwrap() }
        }
        "stop" => Request::Stop { game, announced },
        "claim" => Request::Claim { game, play: Play::Line, card: Presented::Keyed(card("A17", 300)) },
        "accept-claim" => Request::AcceptClaim { game, claim },
        "reject-claim" => Request::RejectClaim { game, claim, reason: RejectReason::Illegible },
        "ask-question" => Request::AskQuestion { game, stop },
        "go-on" => Request::GoOn { game, stop },
        "end-game" => Request::EndGame { game, stop },
        "pay-prize" => Request::PayPrize { game, prize: due, card: Presented::Keyed(winner) },
        "withhold-prize" => Request::WithholdPrize { game, prize: due, reason: text() },
        "release-prize" => {
            Request::ReleasePrize { game, prize: prize(PrizeState::Withheld).0, reason: text() }
        }
        "ask-void" => Request::AskVoid { game, cause: text() },
        "confirm-void" => {
            let asked = core.and_then(|game| game.void_asked());
            Request::ConfirmVoid { game, cause: asked.map_or_else(text, |(_, cause)| cause.to_string()) }
        }
        "refund-cards" => {
            let sold = core.and_then(|game| {
                let cards = game
                    .segments
                    .iter()
                    .flat_map(|run| (run.first.0..=run.last.0).map(|number| (run.series, CardNo(number))));
                cards
                    .map(|(series, number)| hall_core::series::CardRef { series, number })
                    .find(|card| !game.is_refunded(*card))
            });
            let one = sold.unwrap_or(next);
            let cards = Segment { series: one.series, first: one.number, last: one.number };
            Request::RefundCards { game, cards }
        }
        "suspend-game" => Request::SuspendGame { game, cause: text() },
        "lift-suspension" => Request::LiftSuspension { game },
        "read-paragraph" => {
            let suspended = core.is_some_and(|game| game.suspension().is_some());
            let paragraph = if suspended { Paragraph::BeforeExtraction } else { Paragraph::AfterExtraction };
            Request::ReadParagraph { game, paragraph }
        }
        "key-ball" => {
            let keyed = core.and_then(|game| game.keyed()).map_or(waiting, |keyed| keyed.ball);
            Request::KeyBall { game, ordinal, ball: keyed }
        }
        "ask-transcription" => Request::AskTranscription { game, lines: vec![PaperLine::Ball(waiting)] },
        "confirm-transcription" => {
            let typed = core.and_then(|game| game.draw()?.sheet.clone()).map(|(lines, _)| lines);
            let lines = typed.unwrap_or_else(|| vec![PaperLine::Ball(waiting)]);
            Request::ConfirmTranscription { game, lines }
        }
        "raise-hold" => Request::RaiseHold { game, reason: text() },
        "ask-hold-exit" => Request::AskHoldExit { game, hold, exit: HoldExit::Authority },
        "confirm-hold-exit" => Request::ConfirmHoldExit { game, hold, exit: proposed },
        other => panic!("no request is called {other}"),
    }
}

/// A ball that is not out.
fn bench_ball(game: Option<&Game>) -> hall_core::ball::Ball {
    (1..=90).map(ball).find(|b| game.is_none_or(|game| !game.extracted.contains(b))).unwrap()
}

/// Asks as somebody of this one role who has had no part in anything yet.
pub fn asked_by(role: Role, name: &str, phase: &Bench) -> Result<(), &'static str> {
    let mut hall = phase.hall.clone();
    let (seq, by) = (phase.record.len() as u64 + 1, hall.next_person());
    let added = Event::PersonAdded { person: by, roles: vec![role], identity: SECRET, pin: SECRET };
    hall.apply(seq, phase.now_ms, Actor::System, "servidor", &added);
    let entered = Event::LoggedIn { person: by, token: SECRET };
    hall.apply(seq + 1, phase.now_ms, Actor::Person(by), "caja-9", &entered);
    ask(&hall, phase, by, "caja-9", name)
}

/// Asks as the person whom the request is for: who draws by hand is one of two.
fn asked_properly(name: &str, phase: &Bench) -> Result<(), &'static str> {
    if name == "key-ball" && phase.hall.game.as_ref().is_some_and(|game| game.by_hand().is_some()) {
        return ask(&phase.hall, phase, MESA, "caja-2", name);
    }
    let power = POWERS.iter().find(|power| power.request == name).unwrap();
    asked_by(power.roles[0], name, phase)
}

fn ask(hall: &Hall, phase: &Bench, by: PersonId, device: &str, name: &str) -> Result<(), &'static str> {
    let request = proper(name, hall);
    assert_eq!(request.name(), name);
    let now = Moment { utc_ms: phase.now_ms + 5_000, offset_minutes: 60 };
    let asked = Asked { now, by, device, request: &request };
    hall.decide(&asked, &phase.vault).map(|_| ()).map_err(|refusal| refusal.code())
}

/// The second table of the page.
pub fn table() -> String {
    let columns = columns();
    let rows: Vec<(&str, Vec<Result<(), &str>>)> = POWERS
        .iter()
        .map(|power| {
            (power.request, columns.iter().map(|(.., bench)| asked_properly(power.request, bench)).collect())
        })
        .collect();
    let codes: BTreeSet<&str> =
        rows.iter().flat_map(|(_, cells)| cells.iter().filter_map(|cell| cell.err())).collect();
    let number = |code: &str| codes.iter().position(|known| *known == code).unwrap() + 1;
    let mut page = String::new();
    for (short, long, _) in &columns {
        writeln!(page, "- **{short}**: {long}.").unwrap();
    }
    page.push_str("\n| request |");
    for (short, ..) in &columns {
        write!(page, " {short} |").unwrap();
    }
    page.push_str("\n|---|");
    page.push_str(&"---|".repeat(columns.len()));
    for (request, cells) in &rows {
        write!(page, "\n| `{request}` |").unwrap();
        for cell in cells {
            match cell {
                Ok(()) => page.push_str(" ● |"),
                Err(code) => write!(page, " {} |", number(code)).unwrap(),
            }
        }
    }
    page.push_str("\n\n");
    for code in &codes {
        writeln!(page, "{}. `{code}`", number(code)).unwrap();
    }
    page
}
