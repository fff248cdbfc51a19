//! The sheet of an acta, from the record of a bench.

#[path = "../../hall-core/tests/support/mod.rs"]
mod support;

use std::collections::BTreeMap;

use hall_core::event::{
    DiligenciaKind, Extractor, GameNo, Inspection, PrizeNo, SessionNo, SignedPaper, SignerRole,
};
use hall_core::hall::Hall;
use hall_core::machine::SetId;
use hall_core::people::{PersonId, Role, Sealed};
use hall_core::request::{Presented, Request};
use hall_server::clock::Clock;
use hall_server::config::Paper;
use hall_server::journal::Head;
use hall_server::papers::acta::{self, Span, Story};
use hall_server::papers::scribe::{People, Scribe};
use hall_wire::paper::ActaSheet;
use support::phases::{ended, voided, withheld};
use support::{Bench, CAJERO, MESA, SALA, VENDEDOR, sealed, set};

struct Numbers;

impl People for Numbers {
    fn name(&self, person: PersonId) -> String {
        person.to_string()
    }

    fn claimant(&self, _: Sealed) -> Option<(String, String)> {
        None
    }
}

/// The acta of a session, of a record that ends after it or in it.
fn acta(bench: &Bench, session: u32) -> ActaSheet {
    let mut hall = Hall::default();
    let mut span = Span::of(SessionNo(session), &hall);
    let mut lines = Vec::new();
    for line in &bench.record {
        if span.take(line.seq, &line.event) {
            hall.apply(line.seq, line.at, line.actor, &line.device, &line.event);
            lines.push(line);
        }
    }
    lines.retain(|line| line.seq >= span.first().expect("the session was opened"));
    let lines: Vec<acta::Entry<'_>> = lines.iter().map(|line| (line.at, line.actor, &line.event)).collect();
    let story = Story { lines: &lines, hall: &hall, sets_before: &BTreeMap::new(), head: Head::EMPTY };
    let clock = Clock::new("Europe/Madrid").unwrap();
    acta::sheet(&story, &Paper::default(), Scribe { clock: &clock, people: &Numbers })
}

fn close(bench: &mut Bench) {
    bench.close_session();
}

fn register(bench: &mut Bench, set: SetId, extractor: Extractor) {
    let (homologation, reference) = ("H-9/2026".to_owned(), Some("F-118".to_owned()));
    let register = Request::RegisterBallSet { set, extractor, homologation, maker: None, reference };
    bench.ask(SALA, register).unwrap();
}

fn notes(acta: &ActaSheet) -> Vec<&str> {
    acta.notes.iter().map(|note| note.text.as_str()).collect()
}

/// What is done to the sets between two sessions stands in the acta of the next one, and in no other (M9, art. 34.1, 37;
/// Cat. II).
#[test]
fn what_is_done_to_the_sets_while_the_hall_is_closed_is_in_the_next_acta() {
    let mut bench = Bench::new();
    bench.open_session();
    close(&mut bench);
    let (old, new) = (set("J2"), set("J3"));
    register(&mut bench, new, Extractor::Pneumatic);
    let found = Inspection { seals: "P-7".into(), seals_whole: true, passed: true, note: None };
    let ask = Request::AskBallInspection { set: new, found: found.clone() };
    bench.ask(MESA, ask).unwrap();
    bench.ask(SALA, Request::ConfirmBallInspection { set: new, found }).unwrap();
    let withdraw = Request::WithdrawBallSet { set: old, reason: "golpeadas".into(), reserve_set: None };
    bench.ask(SALA, withdraw).unwrap();
    let mut check = Bench::opening();
    check.reserve_set = new;
    bench.sign_count(90);
    bench.ask(MESA, Bench::opening_of(SALA, check)).unwrap();
    register(&mut bench, set("J4"), Extractor::Drum);
    close(&mut bench);
    bench.sign_count(90);
    bench.ask(MESA, Bench::opening_of(SALA, check)).unwrap();

    let first = "Alta del juego de bolas J1: homologación H-1/2020, fabricante Bolas de prueba. Lo anotó p1.";
    assert_eq!(notes(&acta(&bench, 1))[0], first);
    let second = acta(&bench, 2);
    assert_eq!(
        notes(&second),
        [
            "Alta del juego de bolas J3: homologación H-9/2026, referencia F-118. Lo anotó p1.",
            "Inspección del juego de bolas J3: apto. Precintos anteriores intactos; quedan puestos: P-7. Lo anotó p2 y \
             lo confirmó p1.",
            "Se retira el juego de bolas J2, con 0 partidas: golpeadas. Lo anotó p1.",
            "Alta del juego de bolas J4: homologación H-9/2026, referencia F-118. Lo anotó p1.",
        ]
    );
    let reserves = second.totals.ball_sets.iter().filter(|set| set.reserve);
    assert_eq!(reserves.map(|set| set.set.as_str()).collect::<Vec<_>>(), ["J3"]);
    assert_eq!(notes(&acta(&bench, 3)), Vec::<&str>::new());
}

/// DECISIONS 19, 39.2.g: why a prize was withheld stands in the acta at the hour it was, whatever became of the prize.
#[test]
fn a_prize_that_was_withheld_says_so_at_its_hour_after_it_was_released_and_paid() {
    let withholding = |bench: &Bench| -> Vec<(String, String)> {
        let all = acta(bench, 1).diligencias.into_iter();
        let of_it = all.filter(|one| one.text.contains("se retiene el premio"));
        of_it.map(|one| (one.at, one.text)).collect()
    };
    let mut bench = withheld();
    let written = withholding(&bench);
    assert!(
        matches!(written.as_slice(), [(_, text)] if text.ends_with("al cartón A 17 n.º 10: dos lo reclaman.")),
        "{written:?}"
    );
    let game = GameNo(bench.hall.games);
    let (prize, card) = (PrizeNo(1), bench.hall.game.as_ref().unwrap().prizes[0].card);
    bench.now_ms += 600_000;
    bench.ask(SALA, Request::ReleasePrize { game, prize, reason: "se aclara".into() }).unwrap();
    assert_eq!(withholding(&bench), written, "released");
    bench.now_ms += 600_000;
    bench.ask(CAJERO, Request::PayPrize { game, prize, card: Presented::Keyed(card) }).unwrap();
    assert_eq!(withholding(&bench), written, "paid");
}

/// What was owed of an earlier session may be withheld in this one: its acta says so.
#[test]
fn a_prize_of_another_session_that_is_withheld_stands_in_the_acta_of_the_day() {
    let mut bench = ended();
    let game = GameNo(bench.hall.games);
    close(&mut bench);
    bench.open_session();
    let reason = "lo reclaman dos".to_owned();
    bench.ask(MESA, Request::WithholdPrize { game, prize: PrizeNo(1), reason }).unwrap();
    let texts: Vec<String> = acta(&bench, 2).diligencias.into_iter().map(|one| one.text).collect();
    assert_eq!(texts, ["Se retiene el premio 1: lo reclaman dos (partida 1, de otra sesión)."]);
}

/// DECISIONS 17, 19: a prize paid and a card refunded while the hall is closed stand in the acta of the session that follows, with who
/// did it, and in no other.
#[test]
fn what_is_paid_and_refunded_with_no_session_open_is_in_the_next_acta() {
    let mut bench = ended();
    let game = GameNo(bench.hall.games);
    let card = bench.hall.game.as_ref().unwrap().prizes[0].card;
    close(&mut bench);
    let before = acta(&bench, 1);
    let pay = Request::PayPrize { game, prize: PrizeNo(1), card: Presented::Keyed(card) };
    bench.ask(CAJERO, pay).unwrap();
    bench.open_session();
    let second = acta(&bench, 2);
    let paid: Vec<&str> = notes(&second).into_iter().filter(|text| text.starts_with("Pagado")).collect();
    assert_eq!(paid.len(), 1, "{:?}", notes(&second));
    assert!(paid[0].starts_with("Pagado el premio 1 de la partida 1, de otra sesión: "), "{paid:?}");
    assert!(paid[0].contains(". Lo anotó p"), "{paid:?}");
    assert_eq!(notes(&acta(&bench, 1)), notes(&before), "the acta of the first is as it was issued");

    let mut bench = voided();
    let (game, cards) = {
        let void = bench.hall.game.as_ref().unwrap();
        (void.no, void.still_out()[0])
    };
    close(&mut bench);
    assert!(bench.hall.game_no(game).is_some(), "its cards are still out");
    bench.ask(CAJERO, Request::RefundCards { game, cards }).unwrap();
    bench.open_session();
    let texts: Vec<String> = acta(&bench, 2).diligencias.into_iter().map(|one| one.text).collect();
    assert!(
        matches!(texts.as_slice(), [text] if text.starts_with("Devueltos los cartones A17 del ") && text.contains(". Lo anotó p")),
        "{texts:?}"
    );
}

/// Art. 37.4, 39.2.g, DECISIONS 33: what somebody claims or notes while the hall is closed stands in the acta of the session that
/// follows, at its own hour, with who signed it; and in no other.
#[test]
fn what_is_claimed_with_no_session_open_is_in_the_next_acta() {
    let mut bench = ended();
    let game = Some(GameNo(bench.hall.games));
    close(&mut bench);
    let before = acta(&bench, 1);
    bench.now_ms += 3_600_000;
    let write = |about, game, text: &str| Request::WriteDiligencia {
        about,
        game,
        text: text.into(),
        claimant: (about == DiligenciaKind::Reclamacion).then(|| sealed(96)),
        document: about == DiligenciaKind::Reclamacion,
        signed: false,
    };
    bench.ask(SALA, write(DiligenciaKind::Reclamacion, game, "no me pagaron la línea")).unwrap();
    bench.ask(MESA, write(DiligenciaKind::Incidencia, None, "se rompe un monitor")).unwrap();
    let paper = SignedPaper::Diligencia(1);
    let sha256 = bench.hall.signing.papers[&paper].sha256;
    let (role, strokes) = (SignerRole::Claimant, sealed(97));
    bench.ask(SALA, Request::SignPaper { paper, sha256, role, strokes }).unwrap();
    bench.now_ms += 3_600_000;
    bench.open_session();
    let second = acta(&bench, 2);
    let told: Vec<(&str, &str)> =
        second.diligencias.iter().map(|one| (one.kind.as_str(), one.text.as_str())).collect();
    let [(claims, claim), (incident, broken)] = told.as_slice() else { panic!("{told:?}") };
    assert_eq!((*claims, *incident), ("reclamación", "incidencia"));
    assert!(claim.starts_with("Partida 1 de otra sesión, sin sesión abierta: no me pagaron la línea. Firma 1: quien reclama firma la diligencia 1"), "{claim}");
    assert_eq!(*broken, "Sin sesión abierta: se rompe un monitor.");
    let roles: Vec<&str> = second.diligencias[0].signatories.iter().map(|one| one.role.as_str()).collect();
    assert_eq!(roles, ["Jefe de Sala", "Reclamante"]);
    assert!(second.diligencias[0].at < second.session.opened_at, "{}", second.diligencias[0].at);
    assert_eq!(acta(&bench, 1), before, "the acta of the first is as it was issued");
}

/// DECISIONS 17: a game of an earlier session that is void stands in the acta of the day, whoever is told of it then.
#[test]
fn a_game_of_another_session_that_is_void_is_in_the_acta_of_the_day() {
    for open in [true, false] {
        let mut bench = ended();
        let (game, cause) = (GameNo(bench.hall.games), "la serie era otra".to_owned());
        close(&mut bench);
        let before = acta(&bench, 1);
        if open {
            bench.open_session();
        }
        bench.ask(MESA, Request::AskVoid { game, cause: cause.clone() }).unwrap();
        bench.ask(SALA, Request::ConfirmVoid { game, cause }).unwrap();
        if !open {
            bench.open_session();
        }
        let texts: Vec<String> = acta(&bench, 2).diligencias.into_iter().map(|one| one.text).collect();
        let [text] = texts.as_slice() else { panic!("{texts:?}") };
        assert!(
            text.starts_with("Partida 1, de otra sesión. Partida anulada: la serie era otra. Se devuelven "),
            "{text}"
        );
        assert!(text.ends_with(" Lo pidió p2 y lo confirmó p1."), "{text}");
        assert_eq!(acta(&bench, 1), before, "the acta of the first is as it was issued");
    }
}

/// Art. 25, 32.5, 36.3, 37.3: who signs the opening and what was answered, a role that is taken from somebody in the hall, and of
/// which text article 36 was read.
#[test]
fn the_opening_a_role_that_is_taken_and_what_was_read_are_in_the_acta() {
    let mut rules = support::rules();
    rules.least_staff.value.vendedores = 1;
    let mut bench = Bench::under(rules);
    bench.ask(SALA, Request::GiveArticle36 { text: "Artículo 36.\n1. De prueba.".into() }).unwrap();
    bench.ask(SALA, Request::BeginShift { person: VENDEDOR }).unwrap();
    let Request::OpenSession { sala, check, reserve_machine, machine, read, closing_hour, .. } =
        Bench::opening_of(SALA, Bench::opening())
    else {
        unreachable!()
    };
    let (staff_complete, rules_shown) = (Some(true), Some(false));
    let open = Request::OpenSession {
        sala,
        check,
        reserve_machine,
        machine,
        read,
        staff_complete,
        rules_shown,
        closing_hour,
    };
    bench.sign_count(90);
    bench.ask(MESA, open).unwrap();
    let changed =
        |roles| Request::ChangePerson { person: VENDEDOR, roles, identity: sealed(401), card_until: None };
    bench.ask(SALA, changed(vec![Role::Auxiliar])).unwrap();
    bench.ask(SALA, changed(vec![Role::VendedorLocutor])).unwrap();
    let acta = acta(&bench, 1);
    let found = &acta.session.opening.found;
    let signed = "; firma la apertura p2; declara completa la plantilla mínima (art. 25); falta algún ejemplar del reglamento para el público (art. 32.5); responde del reglamento p1";
    assert!(found.contains(signed), "{found}");
    let texts: Vec<&str> = acta.diligencias.iter().map(|one| one.text.as_str()).collect();
    assert_eq!(
        texts,
        [
            "Cambian las funciones de p4, que está en la sala: de la plantilla mínima falta 1 vendedor-locutor. Lo anotó p1.",
            "Cambian las funciones de p4, que está en la sala: la plantilla mínima está completa. Lo anotó p1.",
        ]
    );
    let given = notes(&acta).into_iter().filter(|text| text.starts_with("La sala da el texto íntegro"));
    assert_eq!(given.count(), 1, "{:?}", notes(&acta));
}
