//! A hall whose readers read tags, by the programs themselves: its session opens only when each reader was started with the
//! table that two people agreed on (issue 6; reliability.md D).

use std::fmt::Write as _;
use std::os::fd::OwnedFd;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use hall_wire::link::ClientError;
use hall_wire::message::MachineNow;
use nix::pty::openpty;
use nix::unistd::ttyname;
use serde_json::json;
use xtask::programs::program;

use crate::kit::{Hall, Setup, said};

/// A reader that is plugged in and says nothing.
fn quiet_reader(dir: &Path, name: &str) -> (OwnedFd, OwnedFd) {
    let pty = openpty(None, None).expect("a pseudo-terminal");
    let port = ttyname(&pty.slave).expect("it has a name");
    symlink(port, dir.join(name)).expect("the hall's folder can be written");
    (pty.master, pty.slave)
}

/// Writes a set's table, in which the tags of two balls may be exchanged; returns its SHA-256 as the technician's program says it.
fn table(dir: &Path, name: &str, set: &str, exchanged: Option<(u8, u8)>) -> String {
    let mut text = format!("# Etiquetas del juego {set}\nset,{set}\n");
    for ball in 1..=90 {
        let number = match exchanged {
            Some((a, b)) if ball == a => b,
            Some((a, b)) if ball == b => a,
            Some(_) | None => ball,
        };
        writeln!(text, "0C0006{ball:04X},{number}").expect("text can be written");
    }
    let file = dir.join(name);
    std::fs::write(&file, text).expect("the hall's folder can be written");
    let checked =
        Command::new(program("ball-machine")).arg("check").arg(&file).output().expect("it is built");
    let words = said(&checked);
    assert!(checked.status.success(), "{words}");
    let hash =
        words.lines().find_map(|line| line.trim().strip_prefix("SHA-256: ")).expect("it says the hash");
    hash.to_owned()
}

/// Starts the server again with these tables for the machine and the second reader.
fn restart_with(hall: &mut Hall, machine: &str, second: Option<&str>) {
    hall.stop();
    let file = hall.dir().join("sala.toml");
    let text = std::fs::read_to_string(&file).expect("a hall has settings");
    let mine = "\n# de la prueba\n";
    let before = text.split(mine).next().expect("the rest").to_owned();
    let section = |name: &str, tags: &str| {
        let port = hall.dir().join(name);
        format!("[{name}]\nport = {port:?}\ndriver = \"id12la\"\ntags = {tags:?}\n")
    };
    let mut own = section("machine", machine);
    own.extend(second.map(|tags| section("second_reader", tags)));
    std::fs::write(&file, format!("{before}{mine}{own}")).expect("it can be written");
    hall.begin();
}

fn refusal(answer: Result<impl std::fmt::Debug, ClientError>) -> (String, String) {
    match answer {
        Err(ClientError::Refused(problem)) => (problem.code.clone(), problem.detail.clone()),
        other => panic!("it should be refused: {other:?}"),
    }
}

/// Opens the session, which is refused for a table; returns why.
fn not_opened(hall: &Hall) -> String {
    let (code, why) = refusal(hall.staff.open_session());
    assert_eq!(code, "tabla-de-etiquetas", "{why}");
    why
}

#[test]
fn no_session_opens_with_a_table_that_two_people_did_not_agree_on() {
    let mut hall = Hall::closed(&Setup { machine: false, ..Setup::default() });
    let dir = hall.dir();
    let _machine = quiet_reader(&dir, "machine");
    let _second = quiet_reader(&dir, "second_reader");
    let right = table(&dir, "juego-j1.csv", "J1", None);
    let wrong = table(&dir, "cambiada.csv", "J1", Some((6, 9)));
    assert_ne!(right, wrong);

    // Nobody agreed on any.
    restart_with(&mut hall, "juego-j1.csv", None);
    let now: MachineNow = hall.staff.sala.get("/api/machine").expect("the jefe de sala may look");
    assert_eq!(now.machine.tables.len(), 1);
    let loaded = &now.machine.tables[0];
    assert_eq!((loaded.reader, loaded.set.as_str()), (hall_core::machine::BallReader::Machine, "J1"));
    assert_eq!(loaded.sha256, right, "what the console offers is what the technician's program prints");
    assert!(loaded.wrong.is_some());
    let why = not_opened(&hall);
    assert!(why.contains("la máquina") && why.contains(&right[..8]), "{why}");

    // Two people do.
    hall.must(
        &hall.staff.sala,
        "ask-ball-enrolment",
        &json!({"set": "J1", "balls": 90, "table_sha256": loaded.sha256}),
    );
    not_opened(&hall);
    hall.must(
        &hall.staff.mesa,
        "confirm-ball-enrolment",
        &json!({"set": "J1", "table_sha256": loaded.sha256}),
    );

    // The technician's file has 6 and 9 exchanged.
    restart_with(&mut hall, "cambiada.csv", None);
    let why = not_opened(&hall);
    assert!(why.contains(&right[..8]) && why.contains(&wrong[..8]), "{why}");
    hall.board(|(_, board)| board.warnings.iter().any(|warning| warning.es.contains("tabla de etiquetas")));

    // The right one for the machine, and the exchanged one for the second reader.
    restart_with(&mut hall, "juego-j1.csv", Some("cambiada.csv"));
    let why = not_opened(&hall);
    assert!(why.starts_with("El segundo lector tiene"), "{why}");

    restart_with(&mut hall, "juego-j1.csv", Some("juego-j1.csv"));
    hall.keep(&hall.staff.open_session().expect("both readers know the set by its table"));
    let change = json!({"set": "J2", "reserve_set": "J1", "balls_counted": 90, "seals_whole": true, "reason": "gastadas"});
    assert_eq!(hall.refused(&hall.staff.mesa, "change-ball-set", &change), "tabla-de-etiquetas");

    // The session survives the server, and so does the question.
    restart_with(&mut hall, "cambiada.csv", Some("juego-j1.csv"));
    let sale = json!({"series": "A17", "series_size": 60, "face_value_cents": 200});
    assert_eq!(hall.refused(&hall.staff.mesa, "open-sale", &sale), "tabla-de-etiquetas");
    restart_with(&mut hall, "juego-j1.csv", Some("juego-j1.csv"));
    hall.must(&hall.staff.mesa, "open-sale", &sale);
    hall.finish();
}

/// What the balls weigh, from outside, with names that would be formulas.
#[test]
fn weights_come_as_a_file_in_which_no_name_is_a_formula() {
    let hall = Hall::open(&Setup { machine: false, ..Setup::default() });
    let register = json!({"set": "J3", "extractor": "pneumatic", "homologation": "-2+3", "maker": "=1+1", "reference": "@A1, \"x\""});
    hall.must(&hall.staff.sala, "register-ball-set", &register);
    for heavy in [2_601, 2_599] {
        let weights: Vec<u32> = (1..=90).map(|ball| if ball == 7 { heavy } else { 2_500 }).collect();
        let weigh = json!({"set": "J3", "weights_mg": weights, "low_mg": 2_400, "high_mg": 2_600});
        hall.must(&hall.staff.sala, "weigh-ball-set", &weigh);
    }
    let csv = hall.staff.mesa.get_bytes("/api/ball-sets/J3/weights.csv").expect("the file");
    let csv = String::from_utf8(csv).expect("text");
    assert_eq!(csv.lines().count(), 181, "each ball of each weighing");
    for line in csv.lines().skip(1) {
        assert!(line.starts_with("J3,'-2+3,'=1+1,\"'@A1, \"\"x\"\"\","), "{line}");
    }
    let of_seven: Vec<&str> = csv.lines().filter(|line| line.contains(",7,2")).collect();
    assert!(of_seven[0].ends_with(",7,2601,2400,2600,no") && of_seven[1].ends_with(",7,2599,2400,2600,yes"));
    let none = hall.staff.sala.get_bytes("/api/ball-sets/J1/weights.csv").expect("a set that nobody weighed");
    assert_eq!(String::from_utf8(none).expect("text").lines().count(), 1);
    hall.finish();
}
