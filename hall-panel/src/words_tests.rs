use hall_wire::board::PublicBoard;
use serde_json::json;

use super::*;

/// A board of game 12 in this scene.
fn board(scene: &str, stop: &serde_json::Value) -> PublicBoard {
    let game = json!({
        "game": 12, "in_session": 3, "series": "A17", "series_size": 420, "face_value_cents": 200, "cards": 40,
        "takings_cents": 8_000, "line_cents": 1_250, "bingo_cents": 600_000, "segments": [], "formula": "",
        "line_open": true, "bingo_open": true,
    });
    let board =
        json!({"hall": "Bingo El Ancla", "scene": scene, "game": game, "announced": [7], "stop": stop});
    serde_json::from_value(board).expect("a board")
}

fn stop(restart: bool, asked: [bool; 2], play: Option<&str>) -> serde_json::Value {
    let claim = |play: &str| {
        json!({
            "claim": 1, "play": play, "card": {"series": "A17", "card": 5}, "verdict": "good",
            "words": {"es": "", "en": ""}, "desk_head": {"es": "", "en": ""}, "hall_head": {"es": "", "en": ""},
            "hall_body": {"es": "", "en": ""}, "missing": [], "rows": 1,
        })
    };
    let claims: Vec<serde_json::Value> = play.into_iter().map(claim).collect();
    json!({"stop": 1, "restart": restart, "claims": claims, "asked_line": asked[0], "asked_bingo": asked[1]})
}

#[test]
fn every_scene_has_the_sentence_of_a_monitor() {
    let none = serde_json::Value::Null;
    for (scene, stop, words) in [
        ("closed", none.clone(), "BINGO EL ANCLA"),
        ("idle", none.clone(), "BINGO EL ANCLA"),
        ("sale", none.clone(), "PARTIDA 12 - VENTA DE CARTONES A 2,00 EUR"),
        ("totals", none.clone(), "PARTIDA 12 - LÍNEA 12,50 EUR - BINGO 6.000,00 EUR"),
        ("draw", none.clone(), "PARTIDA 12"),
        ("check", stop(false, [false; 2], None), "SE COMPRUEBA UN CARTÓN"),
        ("check", stop(true, [false; 2], None), "UN MOMENTO, POR FAVOR"),
        ("check", stop(false, [false; 2], Some("line")), "SE COMPRUEBA LÍNEA"),
        ("check", stop(false, [false; 2], Some("bingo")), "SE COMPRUEBA BINGO"),
        ("question", stop(false, [true, false], None), "¿ALGUNA LÍNEA MÁS?"),
        ("question", stop(false, [false, true], None), "¿ALGÚN BINGO MÁS?"),
        ("question", stop(false, [true, true], None), "¿ALGUNA LÍNEA O ALGÚN BINGO MÁS?"),
        ("winners", none.clone(), "FIN DE LA PARTIDA 12"),
        ("hold", none.clone(), "PARTIDA 12 DETENIDA - ATIENDA A LA VOZ"),
        ("suspended", none.clone(), "PARTIDA 12 SUSPENDIDA - GUARDE SUS CARTONES"),
        ("void", none.clone(), "PARTIDA 12 ANULADA - GUARDE SUS CARTONES"),
        ("not-held", none.clone(), "PARTIDA 12 NO CELEBRADA"),
    ] {
        let said = of(&board(scene, &stop));
        assert_eq!(said, words, "{scene}");
        assert!(said.chars().count() <= crate::template::LINE_MAX, "{said}");
    }
}

#[test]
fn amounts_are_as_everywhere_in_the_hall() {
    let amounts = [0, 5, 100_200, 123_456_789].map(amount);
    assert_eq!(amounts, ["0,00", "0,05", "1.002,00", "1.234.567,89"]);
}

#[test]
fn a_sign_gets_letters_that_it_has() {
    assert_eq!(plain("¿Algún bingo más? · Ceuta €\u{4}"), "ALGUN BINGO MAS? - CEUTA   ");
    assert_eq!(plain(NO_CONTACT), "SIN CONEXION - ATIENDA A LA VOZ");
}
