//! The labels of every scene for assistive technology.

use egui_kittest::kittest::Queryable;
use wall_scenes::layout::Shape;
use wall_scenes::scene::Contact;

use crate::kit::{WINDOWS, board, wall};

/// Checks labels present and absent on a wide, a 4:3 and an upright monitor.
fn says(name: &str, labels: &[&str], not: &[&str]) {
    let recorded = board(name);
    for window in [WINDOWS[0], WINDOWS[2], WINDOWS[4]] {
        let harness = wall(recorded.view(Shape::of(window)), window);
        for label in labels {
            assert!(harness.query_all_by_label(label).count() > 0, "{name} {window}: «{label}» is not said");
        }
        for label in not {
            assert_eq!(
                harness.query_all_by_label_contains(label).count(),
                0,
                "{name} {window}: «{label}» is said"
            );
        }
    }
}

#[test]
fn closed_and_between_games() {
    says("closed", &["Bingo Alameda", "SALA CERRADA", "Hora: 22:47"], &["bola"]);
    says("idle-first", &["Hora: 22:47", "Enseguida", "Primera partida de la sesión"], &["PARTIDA 37"]);
    says("idle", &["PARTIDA 37", "90,18 €", "591,18 €", "Próxima partida: 38"], &["Última bola", "móvil"]);
    // The way to follow on a phone is there where the hall has told its address; a long one is not for typing.
    let code = "Código de la página: http://192.168.100.110:7878/tv/seguir";
    says(
        "idle-follow",
        &["Siga la partida en su móvil", "192.168.100.110:7878 /tv/seguir", code, "PARTIDA 37"],
        &[],
    );
    // Where the server asks for digits they are in the code, and beside it for whoever types them.
    let code = "Código de la página: http://192.168.100.110:7878/tv/seguir?c=482913";
    says("idle-code", &["Código 482\u{a0}913", "192.168.100.110:7878 /tv/seguir", code], &[]);
    says("long-idle-follow", &["Siga la partida en su móvil"], &["example.org:17878 "]);
}

/// A server that is not heard has no page.
#[test]
fn nobody_is_led_to_a_page_that_is_not_there() {
    let mut recorded = board("idle-follow");
    recorded.contact = Contact::Lost;
    for window in [WINDOWS[0], WINDOWS[2], WINDOWS[4]] {
        let harness = wall(recorded.view(Shape::of(window)), window);
        assert_eq!(harness.query_all_by_label_contains("móvil").count(), 0, "{window}");
        assert_eq!(harness.query_all_by_label_contains("Código").count(), 0, "{window}");
    }
}

#[test]
fn sale() {
    let sold = [
        "VENTA DE CARTONES",
        "Partida 37  ·  Serie B 128",
        "Cada cartón: 2,00 €",
        "Cartones vendidos: 233",
        "LÍNEA por ahora: 41,94 €",
        "BINGO por ahora: 274,94 €",
        "Cierre a las 22:49",
        "La venta se cierra en 2:35",
        "Cartón 417",
        "Cartones 62 y 305",
    ];
    // Hashes are on the page of proofs: players have no use for them here.
    says("sale", &sold, &["Huella", "9f2c41d0"]);
    says(
        "long-sale",
        &["Cartones vendidos: 99.999", "8 cartones", "La venta se cierra en 239:59"],
        &["Huella"],
    );
    let at_zero = ["La venta se cierra en un momento."];
    says("sale-closing", &at_zero, &["VENTA ABIERTA", "-0:", "0:00"]);
    // No closing hour unless the hall sets one, and no winners before the first game.
    says("sale-first", &["VENTA ABIERTA", "Partida 1  ·  Serie B 128"], &["Cierre", "Cartón 417"]);
}

#[test]
fn totals_and_a_rectification() {
    let told = [
        "PREMIOS DE LA PARTIDA 37",
        "LÍNEA: 90,18 €",
        "BINGO: 591,18 €",
        "Cartones vendidos: 501",
        "del 1 al 81",
    ];
    says("totals", &told, &["RECTIFICACIÓN"]);
    says("totals", &["Cartones 62 y 305", "Cartón 417"], &[]);
    let rectified = [
        "RECTIFICACIÓN",
        "Antes: 510 cartones, 1.020,00 €. Ahora: 501 cartones, 1.002,00 €.",
        "Antes: 91,80 €",
        "BINGO: 591,18 €",
    ];
    says("totals-rectified", &rectified, &[]);
}

#[test]
fn draw() {
    says("draw-begins", &["COMIENZA", "0 bolas", "Ningún número cantado"], &["Última bola"]);
    let drawn = ["Última bola: 76", "41 bolas", "LÍNEA, ahora: 90,18 €", "BINGO: 591,18 €", "AHORA"];
    let recorded = board("draw");
    let harness = wall(recorded.view(Shape::Wide), WINDOWS[0]);
    for label in [
        "Bolas anteriores: 1, 80, 38, 49, 22, 57, 11, 84, 33, 60".to_owned(),
        "Se juega con: Partida 37, Series B 128 y C 129, 501 cartones, 2,00 €".to_owned(),
    ] {
        assert_eq!(harness.query_all_by_label(&label).count(), 1, "{label}");
    }
    says("draw", &drawn, &["COMIENZA", "A MANO", "DEMOSTRACIÓN"]);
    says("draw-bingo", &["LÍNEA, premiada: 90,18 €", "BINGO, ahora: 591,18 €", "Última bola: 47"], &[]);
    let by_hand = ["Última bola: 76, entrada a mano", "ENTRADA A MANO", "DEMOSTRACIÓN: NO ES UN JUEGO REAL"];
    says("draw-by-hand-demo", &by_hand, &["BORRADOR"]);
    says(
        "draw-draft",
        &["BORRADOR: REGLAMENTO SIN VERIFICAR", "SIN IMAGEN", "Última bola: 71"],
        &["DEMOSTRACIÓN"],
    );
}

#[test]
fn check() {
    says("check-no-card", &["SE COMPRUEBA UN CARTÓN", "41 bolas"], &["Última bola"]);
    says("check-running", &["COMPROBANDO", "Van 24 de 41, por orden de salida."], &["CORRECTA"]);
    let correct = ["SE COMPRUEBA LÍNEA", "Cartón 417  ·  Serie B 128", "LÍNEA CORRECTA"];
    says("check-correct", &correct, &["FALTA"]);
    says("check-correct", &["Segunda fila completa con el 76. Ahora: ¿alguna línea más?"], &[]);
    says("check-bingo", &["BINGO CORRECTO", "Cartón completo con el 24. Ahora: ¿algún bingo más?"], &[]);
    says(
        "check-missing",
        &["FALTA EL 47", "No hay línea. El juego continúa. Guarde su cartón."],
        &["CORRECT"],
    );
    says("check-missing-many", &["FALTAN 4 NÚMEROS"], &[]);
    says("check-not-sold", &["NO VENDIDO EN ESTA PARTIDA", "El juego continúa."], &[]);
    says("check-other-game", &["CARTÓN DE OTRA PARTIDA", "El juego continúa."], &[]);
    says("check-rejected", &["LO DECIDE LA MESA"], &["CORRECT"]);
}

#[test]
fn question() {
    says(
        "question-line",
        &["¿ALGUNA LÍNEA MÁS?", "Quedan 12 segundos", "Cante ahora", "1 CARTÓN"],
        &["Última bola"],
    );
    says("question-bingo", &["¿ALGÚN BINGO MÁS?", "Quedan 1 segundos"], &["LÍNEA MÁS"]);
    // When time is up the figures go and the question stays, until the order (DECISIONS 5).
    says("question-both", &["Cante ahora", "41 bolas"], &["Quedan"]);
}

/// The winning card is shown before the question.
#[test]
fn the_card_that_won_stands_before_the_question() {
    let won = ["LÍNEA CORRECTA", "Segunda fila completa con el 76. ¿Alguna línea más? Cante ahora."];
    says("question-happy", &won, &["¿ALGUNA LÍNEA MÁS?"]);
}

/// DECISIONS 25: after a power cut there is no claim.
#[test]
fn a_restart_says_of_no_card_that_it_is_checked() {
    says("check-restart", &["UN MOMENTO, POR FAVOR"], &["COMPRUEBA", "CARTÓN"]);
    says("check-restart-no-camera", &["UN MOMENTO, POR FAVOR"], &["COMPRUEBA", "Bingo Alameda"]);
    says("check-no-card", &["SE COMPRUEBA UN CARTÓN"], &["UN MOMENTO"]);
}

/// At least ten balls in order, more without a camera.
#[test]
fn without_a_camera_its_place_tells_the_balls() {
    for window in WINDOWS {
        let recorded = board("draw-no-camera");
        let harness = wall(recorded.view(Shape::of(window)), window);
        let told = harness.query_all_by_label_contains("84, 33, 60").count();
        assert_eq!(told, 1, "{window}: in order, the newest last");
        assert_eq!(harness.query_all_by_label("Bingo Alameda").count(), 0, "{window}");
    }
}

#[test]
fn the_next_sale_s_hour_is_told_where_the_hall_sets_one() {
    says("idle", &["Próxima venta: 22:50", "Próxima partida: 38"], &[]);
    says("idle-soon", &["Próxima venta: en breve"], &[]);
    says("winners-next", &["Próxima venta a las 22:50."], &[]);
    says("winners", &[], &["Próxima venta"]);
}

#[test]
fn winners() {
    let two = [
        "BINGO",
        "591,18 €",
        "Cartón 62",
        "Cartón 305",
        "Serie C 129",
        "Se reparte entre 2 cartones",
        "295,59 €",
    ];
    says("winners", &two, &["NO CANTADO"]);
    says("winners-one", &["UN CARTÓN", "Cartón 62", "Línea: 90,18 €"], &["REPARTE"]);
    says(
        "winners-many",
        &["Cartón 103", "Cartón 105", "Línea: 45,09 €", "Resto sin repartir: 0,03 €"],
        &["Cartón 107"],
    );
    says("winners-none", &["BINGO NO CANTADO", "Han salido 44 bolas"], &["REPARTE"]);
    says("not-held", &["PARTIDA 37 NO CELEBRADA", "No se ha vendido ningún cartón."], &[]);
}

#[test]
fn held_suspended_and_void() {
    let held =
        ["PARTIDA DETENIDA", "La máquina ha leído dos veces la misma bola.", "ORDEN DE SALIDA: 41 BOLAS"];
    says("hold", &held, &["76."]);
    says("suspended", &["PARTIDA SUSPENDIDA", "Tiempo que queda: 12:34", "Guarde sus cartones."], &["ORDEN"]);
    says("suspended-authority", &["Espere: decide la autoridad.", "ORDEN DE SALIDA: 41 BOLAS"], &["Tiempo"]);
    let void = [
        "PARTIDA 37 ANULADA",
        "Se devuelve 2,00 € por cartón",
        "501 cartones",
        "1.002,00 €",
        "Devueltos: 120",
    ];
    says("void", &void, &["Línea"]);
}

#[test]
fn no_connection_over_each_scene() {
    let scenes = [
        "draw",
        "sale",
        "totals",
        "check-correct",
        "question-line",
        "winners",
        "hold",
        "void",
        "idle",
        "suspended",
    ];
    for scene in scenes {
        let name = format!("lost-{scene}");
        let recorded = board(&name);
        for window in [WINDOWS[0], WINDOWS[2], WINDOWS[4]] {
            let harness = wall(recorded.view(Shape::of(window)), window);
            assert_eq!(harness.query_all_by_label("SIN CONEXIÓN").count(), 1, "{name} {window}");
            let hour = harness.query_all_by_label_contains("Datos de las 22:47:12").count();
            assert_eq!(hour, 1, "{name} {window}: of when it is");
            assert_eq!(
                harness.query_all_by_label_contains("Hora:").count(),
                0,
                "{name}: a clock that stands"
            );
            assert_eq!(
                harness.query_all_by_label_contains("Quedan").count(),
                0,
                "{name}: a window that stands"
            );
        }
    }
    says("lost-draw", &["Última bola: 76"], &["AHORA", "590"]);
    says("waiting", &["SIN CONEXIÓN"], &["Bingo Alameda", "SALA CERRADA"]);
}
