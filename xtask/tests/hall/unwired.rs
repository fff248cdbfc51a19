//! A draw of a machine without a line, through HTTP at two devices, with the power gone between the two words; and what the
//! televisions and the acta say of it (DECISIONS 36).

use hall_wire::board::{Play, Scene};
use serde_json::{Value, json};

use crate::bad_nights::acta_says;
use crate::founding::numbers_of;
use crate::kit::{Hall, Setup};

/// What the mesa checks before a session whose balls the caller reads.
pub fn check(hall: &Hall, machine: u32) -> Value {
    json!({
        "sala": hall.staff.sala_no, "balls_counted": 90, "set": "J1", "reserve_set": "J2",
        "seals_whole": true, "installations_work": true, "public_witness": true, "reserve_machine": true,
        "machine": machine, "read": "by_caller",
    })
}

/// A number that is keyed.
pub fn key(game: u32, ordinal: usize, ball: u8) -> Value {
    json!({"game": game, "ordinal": ordinal, "ball": ball})
}

/// The caller reads a ball, and the mesa confirms it.
fn read(hall: &Hall, game: u32, ordinal: usize, ball: u8) {
    hall.must(&hall.staff.locutor, "key-ball", &key(game, ordinal, ball));
    let reading = hall.now().reading.clone().expect("it is read");
    assert_eq!(
        (usize::from(reading.next), reading.keyed),
        (ordinal, Some(ball)),
        "the mesa sees what was read"
    );
    assert_eq!(hall.called().len(), ordinal - 1, "and the hall does not yet");
    hall.must(&hall.staff.mesa, "key-ball", &key(game, ordinal, ball));
    assert_eq!(hall.called().last(), Some(&ball));
}

#[test]
fn a_game_without_a_machine_is_read_said_confirmed_and_stands_in_the_acta() {
    let setup = Setup { machine: false, words: &[("second_word", "mesa")], ..Setup::default() };
    let mut hall = Hall::closed(&setup);
    let drum = json!({"extractor": "pneumatic", "homologation": "HM-77", "maker": "Bombos del Sur, S. L."});
    hall.must(&hall.staff.sala, "register-machine", &drum);
    assert_eq!(hall.refused(&hall.staff.mesa, "open-session", &check(&hall, 2)), "maquina-desconocida");
    hall.sign_count("J1", 90);
    hall.must(&hall.staff.mesa, "open-session", &check(&hall, 1));
    let game = hall.sell(&[("A17", 1, 6)]);
    hall.start(game);
    assert_eq!(hall.now().public.scene, Scene::Draw);
    let numbers = numbers_of(1);
    read(&hall, game, 1, numbers[0]);
    // Between the two words the power fails: the first stands, and the second is still awaited.
    hall.must(&hall.staff.locutor, "key-ball", &key(game, 2, numbers[1]));
    hall.kill();
    hall.begin();
    assert_eq!(hall.now().reading.as_ref().and_then(|reading| reading.keyed), Some(numbers[1]));
    assert_eq!(hall.refused(&hall.staff.mesa, "key-ball", &key(game, 2, numbers[1])), "fase-inadecuada");
    hall.go_on(game);
    hall.must(&hall.staff.mesa, "key-ball", &key(game, 2, numbers[1]));
    // A number that is out already holds the game, and two people say that it was a slip.
    hall.must(&hall.staff.locutor, "key-ball", &key(game, 3, numbers[0]));
    let held = hall.board(|(_, board)| !board.holds.is_empty());
    assert!(held.holds[0].why.es.contains("que ya había salido"), "{}", held.holds[0].why.es);
    hall.leave(game, held.holds[0].hold, &json!({"exit": "repaired"}));
    // The next ball, keyed while this one waits, does not take its place.
    hall.must(&hall.staff.locutor, "key-ball", &key(game, 3, numbers[8]));
    assert_eq!(hall.refused(&hall.staff.locutor, "key-ball", &key(game, 3, numbers[2])), "ya-no-es-asi");
    let own = json!({"game": game, "ordinal": 3, "ball": numbers[9], "again": true});
    hall.must(&hall.staff.locutor, "key-ball", &own);
    hall.must(&hall.staff.mesa, "key-ball", &key(game, 3, numbers[9]));
    // Read and confirmed wrong, and put right before the next one, by two people.
    let wrong = numbers[9];
    let again = json!({"game": game, "ordinal": 3, "ball": numbers[2]});
    hall.must(&hall.staff.locutor, "rectify-reading", &again);
    assert_eq!(hall.called()[2], wrong, "one person changes nothing");
    let held = hall.board(|(_, board)| !board.holds.is_empty());
    hall.leave(game, held.holds[0].hold, &json!({"exit": "misread", "ordinal": 3, "ball": numbers[2]}));
    assert_eq!(hall.called(), numbers[..3]);
    assert_eq!(hall.now().public.by_caller, [1, 2, 3]);
    for (place, ball) in (4..).zip(&numbers[3..]) {
        read(&hall, game, place, *ball);
        if place == 5 {
            hall.sing(game, Play::Line, &[hall.tickets.get("A17", 1)]);
        }
    }
    hall.sing(game, Play::Bingo, &[hall.tickets.get("A17", 1)]);
    hall.pay(game);
    let says = [
        "se juega con la máquina n.º 1; las bolas las lee el locutor",
        "Alta de la máquina n.º 1: neumática, homologación HM-77, fabricante Bombos del Sur, S. L.",
        "Máquina n.º 1 de la sala: neumática, homologación HM-77",
        "Bola que lee el locutor la confirma el jefe de mesa Sala",
        "L: leída por el locutor",
        "por el locutor, y confirmadas por la mesa, 14; vistas por dos personas, por haber duda, 1",
        &format!("Rectificación: la bola 3 es el {}; se había leído el {wrong}", numbers[2]),
    ];
    acta_says(&hall, &says, &["leída por la máquina", "M: sacada a mano"]);
    let evidence = hall.finish();
    assert_eq!(evidence.of("draw_started_by_caller").count(), 1);
    assert_eq!(evidence.of("ball_announced").count(), 15);
    let batch = |row: &crate::proof::Row| row.line.request_id.clone();
    let (out, said): (Vec<_>, Vec<_>) = (
        evidence.of("ball_extracted").map(batch).collect(),
        evidence.of("ball_announced").map(batch).collect(),
    );
    assert_eq!(out, said, "a ball that is read is announced with the same word");
}
