//! The order of a game, told to whoever writes a client: as prose, and as links from each answer to what may be asked next.

use hall_core::request::RequestKind;
use hall_core::request::RequestKind::{
    AcceptClaim, Announce, AskQuestion, AskVoid, Claim, CloseSale, CloseSession, ConfirmVoid, EndGame, GoOn,
    IssueBlock, OpenSale, OpenSession, PayPrize, RefundCards, RejectClaim, ReturnCards, SignCount, StartDraw,
    Stop,
};
use serde_json::{Map, Value, json};

/// A step of an evening: what is asked, what it is, and what may be asked next.
struct Step {
    request: RequestKind,
    about: &'static str,
    next: &'static [RequestKind],
}

const fn step(request: RequestKind, about: &'static str, next: &'static [RequestKind]) -> Step {
    Step { request, about, next }
}

const STEPS: &[Step] = &[
    step(
        SignCount,
        "el jefe de sala cuenta las 90 bolas y lo firma, antes de abrir y antes de cerrar",
        &[OpenSession, CloseSession],
    ),
    step(OpenSession, "el jefe de mesa abre la sesión con la comprobación del material", &[OpenSale]),
    step(
        OpenSale,
        "abre la venta de una serie; `events` trae `sale_opened` con el número de la partida",
        &[IssueBlock, CloseSale, AskVoid],
    ),
    step(IssueBlock, "entrega cartones correlativos a un vendedor", &[IssueBlock, ReturnCards, CloseSale]),
    step(ReturnCards, "devuelve al final los que no se vendieron", &[IssueBlock, ReturnCards, CloseSale]),
    step(
        CloseSale,
        "cierra la venta; la respuesta trae las palabras que se leen en voz alta",
        &[StartDraw, AskVoid],
    ),
    step(
        StartDraw,
        "empieza la extracción; la máquina da las bolas, y cada una espera en `pending` del tablero de la mesa",
        &[Announce, Stop, AskVoid],
    ),
    step(
        Announce,
        "anuncia la primera bola que espera: hasta entonces ninguna pantalla la enseña",
        &[Announce, Claim, Stop, AskQuestion, AskVoid],
    ),
    step(Stop, "para la extracción sin que nadie cante", &[Claim, GoOn, AskVoid]),
    step(
        Claim,
        "alguien canta: la extracción se para y se juzga el cartón contra las bolas anunciadas; el veredicto viene en `claim_made`",
        &[AcceptClaim, RejectClaim, Claim, GoOn, AskQuestion, AskVoid],
    ),
    step(AcceptClaim, "el jefe de mesa da por bueno un canto correcto", &[AskQuestion, Claim, AskVoid]),
    step(RejectClaim, "o lo rechaza con un motivo", &[GoOn, Claim, AskQuestion, AskVoid]),
    step(
        AskQuestion,
        "pregunta si hay algún canto más, y espera el plazo prudencial",
        &[GoOn, EndGame, Claim, AskVoid],
    ),
    step(
        GoOn,
        "sigue la extracción; tras una línea dada, se reparte su premio",
        &[Announce, Claim, Stop, AskVoid],
    ),
    step(EndGame, "da la orden de cierre, y los premios quedan por pagar", &[PayPrize, OpenSale, SignCount]),
    step(PayPrize, "paga un premio contra su cartón", &[PayPrize, OpenSale, SignCount]),
    step(AskVoid, "el jefe de mesa pide anular la partida", &[ConfirmVoid]),
    step(ConfirmVoid, "el jefe de sala lo confirma", &[RefundCards, OpenSale, SignCount]),
    step(
        RefundCards,
        "devuelve el importe de los cartones de una partida anulada",
        &[RefundCards, OpenSale, SignCount],
    ),
    step(CloseSession, "cierra la sesión; el acta se escribe sola", &[SignCount]),
];

/// The order of a game in prose.
pub(super) fn order() -> String {
    let intro = "**El orden de una partida.** Cada respuesta lleva en `links` lo que puede pedirse después; lo que no es su momento se \
        niega con 409 y no cambia nada. Quien pide dice lo que vio (partida, orden de la bola, parada, canto): si la mesa ya no está \
        ahí, la respuesta es `ya-no-es-asi`.\n";
    let steps = STEPS.iter().map(|step| format!("\n- `{}`: {}.", step.request.name(), step.about));
    std::iter::once(intro.to_owned()).chain(steps).collect()
}

/// What is said of an operation that is part of a game.
pub(super) fn part_of(operation: &str) -> Option<String> {
    let step = find(operation)?;
    let before = STEPS.iter().filter(|other| other.next.contains(&step.request));
    let names = |kinds: &mut dyn Iterator<Item = RequestKind>| {
        kinds.map(|kind| format!("`{}`", kind.name())).collect::<Vec<_>>().join(", ")
    };
    let (before, next) = (names(&mut before.map(|step| step.request)), names(&mut step.next.iter().copied()));
    Some(format!("En una partida: {}. Después de {before}. Antes de {next}.", step.about))
}

/// The links from an answer to what may be asked next.
pub(super) fn links(operation: &str) -> Map<String, Value> {
    let Some(step) = find(operation) else { return Map::new() };
    let link = |kind: &RequestKind| {
        let next = find(kind.name()).expect("what comes next is a step");
        let mut link = json!({ "operationId": kind.name(), "description": next.about });
        if let Some(body) = body_of(step.request, *kind) {
            link["requestBody"] = body;
        }
        (kind.name().to_owned(), link)
    };
    step.next.iter().map(link).collect()
}

/// What of the next body stands in the answer before it.
fn body_of(from: RequestKind, to: RequestKind) -> Option<Value> {
    let of_a_game = !matches!(to, OpenSession | OpenSale | SignCount | CloseSession);
    let knows_the_game = !matches!(from, SignCount | OpenSession | CloseSession);
    (of_a_game && knows_the_game).then(|| json!({ "game": "$response.body#/events/0/body/game" }))
}

fn find(operation: &str) -> Option<&'static Step> {
    STEPS.iter().find(|step| step.request.name() == operation)
}
