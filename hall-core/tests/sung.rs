//! What screens say of a claim: the desk what was judged, the hall what the jefe de mesa decided (33.8).

use hall_core::ball::Ball;
use hall_core::event::{Ordinal, Play, Verdict};
use hall_core::words::{Lang, Sung, SungWords, sung};

fn balls(numbers: &[u8]) -> Vec<Ball> {
    numbers.iter().filter_map(|number| Ball::new(*number)).collect()
}

fn of(play: Play, verdict: &Verdict) -> Sung<'_> {
    let completed_with = Ball::new(76);
    Sung { play, verdict, accepted: None, completed_with, asked: None, line_won: false }
}

fn in_spanish(claim: &Sung<'_>) -> (String, String, String) {
    let SungWords { desk_head, hall_head, hall_body } = sung(Lang::Es, claim);
    (desk_head, hall_head, hall_body)
}

#[test]
fn what_is_missing_is_told_by_name_up_to_two() {
    for (missing, head) in [
        (&[47][..], "FALTA EL 47"),
        (&[8, 47], "FALTAN EL 8 Y EL 47"),
        (&[8, 47, 50, 51], "FALTAN 4 NÚMEROS"),
    ] {
        let verdict = Verdict::Incomplete { missing: balls(missing) };
        let (desk, hall, body) = in_spanish(&of(Play::Line, &verdict));
        assert_eq!((desk.as_str(), hall.as_str()), ("NO ES LÍNEA", head));
        assert_eq!(body, "No hay línea. El juego continúa.\nGuarde su cartón.");
    }
}

#[test]
fn the_hall_hears_that_a_card_is_good_once_it_is_accepted() {
    let verdict = Verdict::Good { rows: 0b010, completed_at: Ordinal(41) };
    let mut claim = of(Play::Line, &verdict);
    let (desk, hall, _) = in_spanish(&claim);
    assert_eq!((desk.as_str(), hall.as_str()), ("LÍNEA CORRECTA", "COMPROBANDO"));
    claim.accepted = Some(true);
    let (_, hall, body) = in_spanish(&claim);
    assert_eq!(hall, "LÍNEA CORRECTA");
    assert_eq!(body, "Segunda fila completa con el 76.\nAhora: ¿alguna línea más?");
    claim.asked = Some((true, true));
    assert!(in_spanish(&claim).2.ends_with("¿Alguna línea o algún bingo más? Cante ahora."));
    claim.accepted = Some(false);
    let (desk, hall, _) = in_spanish(&claim);
    assert_eq!((desk.as_str(), hall.as_str()), ("CARTÓN RECHAZADO", "LO DECIDE LA MESA"));
}

#[test]
fn a_closed_line_was_won_or_came_late() {
    let verdict = Verdict::PlayClosed;
    for (play, line_won, head) in [
        (Play::Line, true, "LÍNEA YA PREMIADA"),
        (Play::Line, false, "RECLAMACIÓN FUERA DE TIEMPO"),
        (Play::Bingo, true, "RECLAMACIÓN FUERA DE TIEMPO"),
    ] {
        let claim = Sung { line_won, ..of(play, &verdict) };
        assert_eq!(in_spanish(&claim).1, head);
    }
}
