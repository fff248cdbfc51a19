//! The acta of a bad night, through the real printer: an inspector who looks three times, a game that goes on by
//! hand, a number keyed as two, a power cut.

use std::os::unix::fs::PermissionsExt as _;
use std::process::Command;

use hall_wire::message::{Inspection, Me};
use serde_json::json;
use xtask::staff::log_in;

use crate::game_sheet::words_of;
use crate::kit::{Hall, Setup, until};

/// Two people key the next ball; what the second keys if it is another.
fn key(hall: &Hall, game: u32, ordinal: usize, (first, second): (u8, u8)) {
    for (who, ball) in [(&hall.staff.locutor, first), (&hall.staff.mesa, second)] {
        hall.must(who, "key-ball", &json!({"game": game, "ordinal": ordinal, "ball": ball}));
    }
}

#[test]
fn the_acta_has_the_look_the_hand_the_doubt_and_the_power_cut_in_order_and_by_name() {
    let mut hall = Hall::open(&Setup { faults: &["jam@1:4"], ..Setup::default() });
    let game = hall.sell(&[("A17", 1, 6)]);
    hall.start(game);
    let inspector = log_in(&hall.url(), "gonzalo", "inspeccion").expect("he has a log-in of his own");
    let seen: Inspection = inspector.get("/api/inspeccion").expect("he may look");
    assert_eq!(seen.look.expect("a game is in play").takings_cents, 1_200);
    for _ in 0..2 {
        inspector.get::<Inspection>("/api/inspeccion").expect("and again");
    }

    let hold = hall.play_to_a_hold(game);
    let person = |who: &hall_wire::link::Client| who.get::<Me>("/api/me").expect("logged in").person;
    let (caller, second) = (person(&hall.staff.locutor), person(&hall.staff.mesa));
    let by_hand = json!({"exit": "by_hand", "caller": caller, "second": second});
    hall.must(&hall.staff.locutor, "read-paragraph", &json!({"game": game, "paragraph": "36.2"}));
    hall.leave(game, hold.hold, &by_hand);
    let called = hall.balls(game, 3);
    let left: Vec<u8> = (1..=90).filter(|ball| !called.contains(ball)).collect();
    key(&hall, game, 4, (left[0], left[1]));
    let hold = hall.board(|(_, board)| !board.holds.is_empty()).holds[0].hold;
    hall.leave(game, hold, &json!({"exit": "misread", "ordinal": 4, "ball": left[0]}));
    hall.balls(game, 4);
    key(&hall, game, 5, (left[1], left[1]));
    hall.kill();
    hall.begin();
    hall.go_on(game);
    assert_eq!(hall.balls(game, 5)[4], left[1], "it is announced first");
    hall.void(game);

    let acta = std::fs::read(hall.close_session()).expect("the acta");
    if let Some(text) = words_of(&acta, &hall.dir()) {
        let says = [
            "Bolas leídas por la máquina, 3; por dos personas, con el mismo número (art. 36.2), 1; vistas por dos \
             personas, por haber duda, 1.",
            &format!("Lecturas distintas: bola 4.ª, una persona el {} y la otra el {}.", left[0], left[1]),
            "M: sacada a mano y tecleada por dos personas (art. 36.2).",
            &format!("Bola 4.ª ({}): su número estaba en duda y lo vieron dos personas.", left[0]),
            "Se lee en voz alta el apartado 36.2",
            "Parada tras la bola 4, al ponerse de nuevo en marcha el sistema",
            "Diligencia de inspección",
            "(RD 2221/1984, art. 12). Se exhiben la serie, la numeración, el precio, los cartones y su importe de la \
             partida 1. Agente de la autoridad: Gonzalo Prieto Lara, 3 consultas, ",
            "Agente de la autoridad",
            "N.º de agente",
            "atasco. Continuación manual (art. 36.2). Lo acuerdan Rafael Ortega Díaz y Lucía Ruiz Vega.",
            "las teclean Nuria Campos Rey y Rafael Ortega Díaz.",
            &format!("una persona ha tecleado {} y la otra {}", left[0], left[1]),
            "Diligencia única de la máquina, el sistema y los juegos de bolas",
            "de nuevo en plena extracción de la partida 1, con 5 bolas fuera y 4 anunciadas",
        ];
        let mut rest = text.as_str();
        for words in says {
            let Some((_, after)) = rest.split_once(words) else {
                panic!("no «{words}» here in «{text}»")
            };
            rest = after;
        }
        for once in ["Diligencia de inspección", "Diligencia única"] {
            assert_eq!(text.matches(once).count(), 1, "«{once}» in «{text}»");
        }
        for never in ["vendedor-locutor p", " p2", " p4", "inspector", "2026-", "+01:00", "+02:00"] {
            assert!(!text.contains(never), "«{never}» in «{text}»");
        }
    }
    hall.finish();
}

/// A password that is wrong keeps the acta from being made, and nothing from being played; put right, it is made and signed.
#[test]
fn an_acta_waits_for_the_certificate_that_the_hall_has_set() {
    let mut hall = Hall::open(&Setup { machine: false, ..Setup::default() });
    hall.stop();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name);
    let secret = |name: &str, text: &str| {
        std::fs::write(path(name), text).expect("a folder of ours");
        let only_us = std::fs::Permissions::from_mode(0o600);
        std::fs::set_permissions(path(name), only_us).expect("a file of ours");
    };
    let openssl = |order: &str| {
        let run = Command::new("openssl").args(order.split(' ')).current_dir(folder.path()).output();
        run.is_ok_and(|run| run.status.success())
    };
    if !openssl(
        "req -x509 -newkey rsa:2048 -nodes -keyout sello.key -out sello.pem -days 9000 -subj /CN=Sala",
    ) {
        assert!(std::env::var_os("CI").is_none(), "openssl is not installed");
        eprintln!("NOT TESTED: openssl is not installed");
        return;
    }
    secret("sello.clave", "abc\n");
    assert!(openssl(
        "pkcs12 -export -in sello.pem -inkey sello.key -passout file:sello.clave -out sello.p12"
    ));
    secret("sello.clave", "otra\n");
    let only_us = std::fs::Permissions::from_mode(0o600);
    std::fs::set_permissions(path("sello.p12"), only_us).expect("a file of ours");
    let settings = hall.dir().join("sala.toml");
    let before = std::fs::read_to_string(&settings).expect("the settings");
    let seal = format!(
        "\n[seal]\ncertificate = \"{}\"\npassword_file = \"{}\"\n",
        path("sello.p12").display(),
        path("sello.clave").display(),
    );
    std::fs::write(&settings, before + &seal).expect("a folder of ours");
    hall.begin();
    hall.staff.close_session().expect("the session closes");
    // On its way out it tries once more.
    hall.stop();
    let acta = hall.dir().join("actas/acta-1.pdf");
    assert!(!acta.exists(), "it is not issued without its signature");
    secret("sello.clave", "abc\n");
    hall.begin();
    until("the acta", || hall.lines_of("acta_issued").pop());
    let bytes = std::fs::read(&acta).expect("it is on disk");
    assert!(bytes.windows(23).any(|part| part == b"/ETSI.CAdES.detached/M("), "it is signed");
    hall.finish();
}
