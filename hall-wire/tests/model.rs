//! Random evenings against a hall kept on paper (reliability.md E37; style.md P18).
//!
//! `model/paper` is a second, deliberately naive hall; `model/evening` plays a random
//! evening on both, compares them after every step, and reckons everything up at its end.
//! A failure prints its seed: play it alone with `BOMBO_EVENING=<seed>`. More evenings:
//! `BOMBO_EVENINGS=10000 cargo test --release -p hall-wire --test model`, from the seed in
//! `BOMBO_SEED` on.

#[path = "../../hall-core/tests/support/mod.rs"]
mod support;

#[path = "model/evening/mod.rs"]
mod evening;
#[path = "model/paper/mod.rs"]
mod paper;

use std::collections::BTreeMap;
use std::env;

use evening::Evening;

/// How many evenings are played each time.
const EVENINGS: u64 = 240;

/// What so many evenings must have come by, or they prove nothing.
const MUST_SEE: [&str; 109] = [
    "asked again, for the bingo",
    "no heartbeat since the restart",
    "several winners",
    "Line unsung",
    "Bingo unsung",
    "void in the sale",
    "void before a ball",
    "void in the draw",
    "void after the line",
    "void after the end",
    "late line",
    "late bingo",
    "bingo before any line",
    "hold repaired",
    "hold misread",
    "not held",
    "second series",
    "Restart granted",
    "Withhold granted",
    "Pay granted",
    "Refund granted",
    "Transfer granted",
    "Return granted",
    "Reject granted",
    "judged incomplete",
    "judged repeated",
    "judged play_closed",
    "judged not_sold",
    "judged of another game",
    "judged forged",
    "judged unknown_series",
    "judged no_such_card",
    "fase-inadecuada",
    "ya-no-es-asi",
    "partida-desconocida",
    "partida-en-curso",
    "sesion-abierta",
    "comprobacion-incompleta",
    "precio-distinto",
    "numeracion-no-valida",
    "sin-correlacion",
    "limite-segunda-serie",
    "cartones-de-otro",
    "no-es-vendedor",
    "faltan-cartones",
    "maquina-no-preparada",
    "sin-bola",
    "en-alto",
    "sin-alto",
    "salida-inadecuada",
    "otra-persona",
    "canto-no-valido",
    "canto-resuelto",
    "cantos-pendientes",
    "falta-pregunta",
    "nada-que-preguntar",
    "ya-preguntado",
    "plazo-prudencial",
    "bingo-dado",
    "vendido-por-usted",
    "anulacion-no-pedida",
    // Posts, balls, the agent, article 36, sheets.
    "suspended",
    "lifted in time",
    "lifted for a ball that came out",
    "refund after the time",
    "clock set while suspended",
    "restart while suspended",
    "given up for the hand",
    "keyed differently",
    "by hand to the end",
    "hold left to the authority",
    "authority goes on",
    "authority goes on, between games",
    "authority ended the session",
    "authority ended the session between games",
    "closed with 89 balls, the agent having decided",
    "substitution",
    "set changed",
    "stopped in order",
    "transcribed in part",
    "transcribed in a game by hand",
    "transcribed to the end",
    "transcription refused: hoja-no-valida",
    "sin-facultad",
    "sin-entrada",
    "suspendida",
    "sin-suspension",
    "plazo-de-suspension",
    "plazo-terminado",
    "falta-lectura",
    "extraccion-comenzada",
    "extraccion-sin-comenzar",
    "sin-continuacion-manual",
    "no-es-de-los-dos",
    "otro-puesto",
    "bola-ya-extraida",
    "autoridad-avisada",
    "autoridad-no-avisada",
    "sesion-terminada",
    "sustitucion-no-valida",
    "persona-desconocida",
    "juego-de-bolas",
    "tamano-distinto",
    "hora-de-cierre",
    "sin-interrupcion",
    "transcripcion-no-pedida",
    "hoja-no-valida",
    "hoja-no-concuerda",
    "hoja-distinta",
];

#[test]
fn random_evenings_go_as_on_paper() {
    let number = |name: &str| {
        env::var(name).ok().map(|text| text.parse::<u64>().unwrap_or_else(|_| panic!("{name} is a number")))
    };
    let mut seen = BTreeMap::new();
    if let Some(seed) = number("BOMBO_EVENING") {
        Evening::play(seed, &mut seen);
        return;
    }
    let first = number("BOMBO_SEED").unwrap_or(1);
    for seed in first..first + number("BOMBO_EVENINGS").unwrap_or(EVENINGS) {
        Evening::play(seed, &mut seen);
    }
    for (what, times) in &seen {
        println!("{times:7} {what}");
    }
    let unseen: Vec<&str> = MUST_SEE.into_iter().filter(|what| !seen.contains_key(*what)).collect();
    assert!(unseen.is_empty() || number("BOMBO_EVENINGS").is_some(), "no evening saw {unseen:?}");
}
