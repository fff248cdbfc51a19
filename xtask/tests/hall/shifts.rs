//! Who is in the hall, through HTTP: log-ins and the jefe de sala note it, a cut loses none of it, and the acta says whom the least
//! staff lacked (art. 25, ADR 70).

use serde_json::json;

use crate::bad_nights::acta_says;
use crate::kit::{Hall, Setup};
use crate::restart_held::person;

#[test]
fn who_is_in_the_hall_outlives_a_cut_and_whom_it_lacks_stands_in_the_acta() {
    let least = [("admision", "1"), ("vendedores", "2"), ("cajeros", "1"), ("jefes_de_mesa", "1")];
    let mut hall = Hall::closed(&Setup { words: &least, ..Setup::default() });
    let (cajero, seller) = (person(&hall.staff.cajero), hall.staff.sellers[0]);
    let in_hall = |hall: &Hall| -> Vec<u32> { hall.now().in_hall.iter().map(|one| one.person).collect() };
    hall.must(&hall.staff.sala, "begin-shift", &json!({"person": seller}));
    assert_eq!(
        hall.refused(&hall.staff.sala, "begin-shift", &json!({"person": seller})),
        "ya-esta-en-la-sala"
    );
    assert_eq!(hall.refused(&hall.staff.cajero, "end-shift", &json!({"person": seller})), "sin-facultad");
    let before = in_hall(&hall);
    hall.kill();
    hall.begin();
    assert_eq!(in_hall(&hall), before);
    hall.keep(&hall.staff.open_session().expect("the session opens all the same"));
    // Who is logged in at the opening is there without anybody's note.
    assert!(in_hall(&hall).contains(&cajero), "{:?}", in_hall(&hall));
    let warned =
        hall.board(|(_, board)| board.warnings.iter().any(|one| one.es.contains("plantilla mínima")));
    let of_staff =
        warned.warnings.iter().find(|one| one.es.contains("plantilla mínima")).expect("it was there");
    assert!(of_staff.es.contains("falta 1 persona de admisión y control"), "{}", of_staff.es);
    assert_eq!(
        hall.refused(&hall.staff.sala, "end-shift", &json!({"person": person(&hall.staff.mesa)})),
        "ocupa-un-puesto"
    );
    hall.must(&hall.staff.sala, "end-shift", &json!({"person": cajero}));
    hall.board(|(_, board)| !board.in_hall.iter().any(|one| one.person == cajero));
    hall.must(&hall.staff.mesa, "begin-shift", &json!({"person": cajero}));
    let says = [
        "de la plantilla mínima falta 1 persona de admisión y control",
        "se va de la sala: de la plantilla mínima falta 1 persona de admisión y control, 1 vendedor-locutor y 1 cajero",
        "Plantilla mínima",
    ];
    acta_says(&hall, &says, &["plantilla mínima completa"]);
    let evidence = hall.finish();
    assert_eq!(evidence.of("staff_counted").count(), 1);
    assert_eq!(evidence.of("shift_ended").count(), 1);
}
