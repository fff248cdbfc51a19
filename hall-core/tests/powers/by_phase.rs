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
use hall_core::request::{Presented, Request, RequestKind};
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

/// The request of this sort as somebody would make it who looks at the screen.
#[allow(clippy::too_many_lines, reason = "one arm for each request")]
pub fn proper(kind: RequestKind, hall: &Hall) -> Request {
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
    match kind {
        RequestKind::AddPerson => {
            Request::AddPerson { roles: vec![Role::Auxiliar], identity: SECRET, pin: SECRET }
        }
        RequestKind::LogIn => Request::LogIn { token: SECRET },
        RequestKind::LogOut => Request::LogOut,
        RequestKind::MakeMatrix => Request::MakeMatrix {
            size: SIZE,
            options: MatrixOptions::PLAIN,
            mixed: None,
            key: SECRET,
            key_sha256: [0; 32],
            faces_sha256: [0; 32],
            matrix: MatrixNo::new(hall.next_matrix()).unwrap(),
        },
        RequestKind::ImportMatrix => Request::ImportMatrix {
            size: SIZE,
            maker: text(),
            file_sha256: [0; 32],
            faces: SECRET,
            faces_sha256: [0; 32],
            matrix: MatrixNo::new(hall.next_matrix()).unwrap(),
        },
        RequestKind::RetireMatrix => {
            Request::RetireMatrix { matrix: MatrixNo::new(1).unwrap(), reason: text() }
        }
        RequestKind::PrintCards => {
            Request::PrintCards { series: series("A17"), first: None, last: None, template: text() }
        }
        RequestKind::CancelPrinting => Request::CancelPrinting { printing: PrintingNo(1) },
        RequestKind::ReceiveSeries => Request::ReceiveSeries {
            series: series("Z1"),
            matrix: MatrixNo::new(1).unwrap(),
            face_value: Cents(200),
        },
        RequestKind::RegisterBallSet => {
            let (maker, reference) = (Some(text()), None);
            let (set, extractor) = (set("J9"), Extractor::Drum);
            Request::RegisterBallSet { set, extractor, homologation: text(), maker, reference }
        }
        RequestKind::AskBallEnrolment => {
            Request::AskBallEnrolment { set: set("J2"), balls: 90, table_sha256: [2; 32] }
        }
        RequestKind::ConfirmBallEnrolment => {
            Request::ConfirmBallEnrolment { set: set("J2"), table_sha256: TABLE }
        }
        RequestKind::AskBallInspection => Request::AskBallInspection { set: set("J2"), found: found() },
        RequestKind::ConfirmBallInspection => {
            Request::ConfirmBallInspection { set: set("J2"), found: found() }
        }
        RequestKind::WeighBallSet => Request::WeighBallSet {
            set: set("J2"),
            weights_mg: vec![2_500; 90],
            low_mg: 2_400,
            high_mg: 2_600,
        },
        RequestKind::WithdrawBallSet => {
            Request::WithdrawBallSet { set: set("J3"), reason: text(), reserve_set: None }
        }
        RequestKind::BeginBallCount => Request::BeginBallCount { set: set("J1") },
        RequestKind::EndBallCount => Request::EndBallCount { count: CountNo(1) },
        RequestKind::CancelBallCount => Request::CancelBallCount { count: CountNo(1), reason: text() },
        RequestKind::OpenSession => Bench::opening_of(SALA, Bench::opening()),
        RequestKind::Substitute => Request::Substitute {
            post: Role::Cajero,
            person: CAJERO,
            stand_in: OTRO_VENDEDOR,
            reason: text(),
        },
        RequestKind::ChangeBallSet => Request::ChangeBallSet {
            set: set("J2"),
            reserve_set: set("J1"),
            balls_counted: 90,
            seals_whole: true,
            reason: text(),
        },
        RequestKind::CallAuthority => Request::CallAuthority { cause: text() },
        RequestKind::RecordAuthority => Request::RecordAuthority { agent: text(), goes_on: true },
        RequestKind::CloseSession => Request::CloseSession { balls_counted: 90, public_witness: false },
        RequestKind::AnnounceLastGame => Request::AnnounceLastGame,
        RequestKind::WriteDiligencia => Request::WriteDiligencia {
            about: DiligenciaKind::Incidencia,
            game: None,
            text: text(),
            claimant: None,
            signed: false,
        },
        RequestKind::Inspect => Request::Inspect,
        RequestKind::OpenSale => Bench::sale_of("B1", Cents(600)),
        RequestKind::IssueBlock => Request::IssueBlock {
            game,
            cards: Segment { series: next.series, first: next.number, last: next.number },
            price: core.map_or(Cents(200), |game| game.sale.face_value),
            seller: OTRO_VENDEDOR,
        },
        RequestKind::ReturnCards => Request::ReturnCards { game, cards: last, seller },
        RequestKind::TransferCards => {
            let to = if seller == VENDEDOR { OTRO_VENDEDOR } else { VENDEDOR };
            Request::TransferCards { game, cards: last, from: seller, to }
        }
        RequestKind::AskBurnGap => Request::AskBurnGap { game, cards: gap },
        RequestKind::ConfirmBurnGap => Request::ConfirmBurnGap { game, cards: gap },
        RequestKind::CloseSale => Request::CloseSale { game },
        RequestKind::RectifySale => Request::RectifySale { game, cards: last, found: Found::Unsold, seller },
        RequestKind::StartDraw => Request::StartDraw { game },
        RequestKind::Announce => Request::Announce { game, ordinal, ball: waiting, typed: false },
        RequestKind::RectifyAnnouncement => {
            let said = (1..=90).map(ball).find(|b| core.is_none_or(|game| !game.extracted.contains(b)));
            Request::RectifyAnnouncement { game, ordinal: Ordinal(announced.max(1)), said: said.unwrap() }
        }
        RequestKind::Stop => Request::Stop { game, announced },
        RequestKind::Claim => {
            Request::Claim { game, play: Play::Line, card: Presented::Keyed(card("A17", 300)) }
        }
        RequestKind::AcceptClaim => Request::AcceptClaim { game, claim },
        RequestKind::RejectClaim => Request::RejectClaim { game, claim, reason: RejectReason::Illegible },
        RequestKind::AskQuestion => Request::AskQuestion { game, stop },
        RequestKind::GoOn => Request::GoOn { game, stop },
        RequestKind::EndGame => Request::EndGame { game, stop },
        RequestKind::PayPrize => Request::PayPrize { game, prize: due, card: Presented::Keyed(winner) },
        RequestKind::WithholdPrize => Request::WithholdPrize { game, prize: due, reason: text() },
        RequestKind::ReleasePrize => {
            Request::ReleasePrize { game, prize: prize(PrizeState::Withheld).0, reason: text() }
        }
        RequestKind::AskVoid => Request::AskVoid { game, cause: text() },
        RequestKind::ConfirmVoid => {
            let asked = core.and_then(|game| game.void_asked());
            Request::ConfirmVoid { game, cause: asked.map_or_else(text, |(_, cause)| cause.to_string()) }
        }
        RequestKind::RefundCards => {
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
        RequestKind::SuspendGame => Request::SuspendGame { game, cause: text() },
        RequestKind::LiftSuspension => Request::LiftSuspension { game },
        RequestKind::ReadParagraph => {
            let suspended = core.is_some_and(|game| game.suspension().is_some());
            let paragraph = if suspended { Paragraph::BeforeExtraction } else { Paragraph::AfterExtraction };
            Request::ReadParagraph { game, paragraph }
        }
        RequestKind::KeyBall => {
            let keyed = core.and_then(|game| game.keyed()).map_or(waiting, |keyed| keyed.ball);
            Request::KeyBall { game, ordinal, ball: keyed }
        }
        RequestKind::AskTranscription => {
            Request::AskTranscription { game, lines: vec![PaperLine::Ball(waiting)] }
        }
        RequestKind::ConfirmTranscription => {
            let typed = core.and_then(|game| game.draw()?.sheet.clone()).map(|(lines, _)| lines);
            let lines = typed.unwrap_or_else(|| vec![PaperLine::Ball(waiting)]);
            Request::ConfirmTranscription { game, lines }
        }
        RequestKind::RaiseHold => Request::RaiseHold { game, reason: text() },
        RequestKind::AskHoldExit => Request::AskHoldExit { game, hold, exit: HoldExit::Authority },
        RequestKind::ConfirmHoldExit => Request::ConfirmHoldExit { game, hold, exit: proposed },
    }
}

/// A ball that is not out.
fn bench_ball(game: Option<&Game>) -> hall_core::ball::Ball {
    (1..=90).map(ball).find(|b| game.is_none_or(|game| !game.extracted.contains(b))).unwrap()
}

/// Asks as somebody of this one role who has had no part in anything yet.
pub fn asked_by(role: Role, kind: RequestKind, phase: &Bench) -> Result<(), &'static str> {
    let mut hall = phase.hall.clone();
    let (seq, by) = (phase.record.len() as u64 + 1, hall.next_person());
    let added = Event::PersonAdded { person: by, roles: vec![role], identity: SECRET, pin: SECRET };
    hall.apply(seq, phase.now_ms, Actor::System, "servidor", &added);
    let entered = Event::LoggedIn { person: by, token: SECRET };
    hall.apply(seq + 1, phase.now_ms, Actor::Person(by), "caja-9", &entered);
    ask(&hall, phase, by, "caja-9", kind)
}

/// Asks as the person whom the request is for: who draws by hand is one of two.
fn asked_properly(kind: RequestKind, phase: &Bench) -> Result<(), &'static str> {
    if kind == RequestKind::KeyBall && phase.hall.game.as_ref().is_some_and(|game| game.by_hand().is_some()) {
        return ask(&phase.hall, phase, MESA, "caja-2", kind);
    }
    asked_by(kind.roles()[0], kind, phase)
}

fn ask(
    hall: &Hall,
    phase: &Bench,
    by: PersonId,
    device: &str,
    kind: RequestKind,
) -> Result<(), &'static str> {
    let request = proper(kind, hall);
    assert_eq!(request.kind(), kind);
    let now = Moment { utc_ms: phase.now_ms + 5_000, offset_minutes: 60 };
    let asked = Asked { now, by, device, request: &request };
    hall.decide(&asked, &phase.vault).map(|_| ()).map_err(|refusal| refusal.code())
}

/// The second table of the page.
pub fn table() -> String {
    let columns = columns();
    let rows: Vec<(&str, Vec<Result<(), &str>>)> = RequestKind::ALL
        .iter()
        .map(|kind| (kind.name(), columns.iter().map(|(.., bench)| asked_properly(*kind, bench)).collect()))
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
