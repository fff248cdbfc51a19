//! `enrol`.

use std::fs;
use std::io::Write;
use std::time::Duration;

use crate::{Machine, Running, machine, path, simulator, text, tool};

fn tag(ball: u8) -> String {
    let check = ball ^ 0x0C;
    format!("\x020C000000{ball:02X}{check:02X}\r\n\x03")
}

/// Passes a ball until something is said of it: the port throws away what came before it was open.
fn pass(machine: &mut Machine, enrol: &mut Running, ball: u8) -> String {
    let heard = std::iter::repeat_with(|| {
        machine.master.write_all(tag(ball).as_bytes()).unwrap();
        enrol.lines.recv_timeout(Duration::from_millis(900))
    });
    heard.take(30).find_map(Result::ok).expect("something is said")
}

/// A table that lacks these balls; the tag of each ball is [`tag`]'s.
fn table_without(missing: &[u8]) -> String {
    let balls = (1..=90).filter(|ball| !missing.contains(ball));
    let lines: String = balls.map(|ball| format!("0C000000{ball:02X},{ball}\n")).collect();
    format!("set,A\n{lines}")
}

#[test]
fn a_set_is_enrolled_ball_by_ball_and_no_tag_twice() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("a.csv");
    let mut machine = machine();
    let arguments = ["enrol", path(&file), "--set", "A", "--port", path(&machine.path)];
    let mut enrol = Running::start(tool(&arguments));
    enrol.until("Faltan 90");
    // Passed until it is heard: the port throws away what came before it was open.
    let heard = std::iter::repeat_with(|| {
        machine.master.write_all(tag(1).as_bytes()).unwrap();
        enrol.lines.recv_timeout(Duration::from_millis(900))
    })
    .take(30)
    .find_map(Result::ok);
    assert!(heard.is_some_and(|line| line.contains("Etiqueta 0C00000001")));
    enrol.type_line("1");
    enrol.until("Faltan 89");
    machine.master.write_all(tag(2).as_bytes()).unwrap();
    enrol.until("Etiqueta 0C00000002");
    enrol.type_line("1");
    enrol.until("No se apunta: esa bola ya tiene");
    drop(enrol);
    // Left half done, it goes on where it was.
    let mut enrol = Running::start(tool(&arguments));
    enrol.until("Faltan 89");
    for ball in 2..=90 {
        let heard = std::iter::repeat_with(|| {
            machine.master.write_all(tag(ball).as_bytes()).unwrap();
            enrol.lines.recv_timeout(Duration::from_millis(900))
        })
        .take(30)
        .find_map(Result::ok);
        assert!(heard.is_some_and(|line| line.contains("¿Qué número lleva la bola?")), "{ball}");
        enrol.type_line(&ball.to_string());
        enrol.until(if ball < 90 { "Falta" } else { "90 bolas del juego A" });
    }
    let hash = enrol.until("SHA-256");
    let checked = tool(&["check", path(&file)]).output().unwrap();
    assert!(text(&checked).contains(hash.trim_start_matches("SHA-256: ")), "{}", text(&checked));
}

#[test]
fn a_number_belongs_to_the_tag_that_was_asked_about_or_to_none() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("a.csv");
    fs::write(&file, table_without(&[7, 34, 71])).unwrap();
    let mut machine = machine();
    let mut enrol =
        Running::start(tool(&["enrol", path(&file), "--set", "A", "--port", path(&machine.path)]));
    enrol.until("Faltan 3: 7, 34 y 71.");
    // Typed ahead: no ball was passed.
    enrol.type_line("34");
    enrol.until("«34» no cuenta");
    assert!(pass(&mut machine, &mut enrol, 34).contains("Etiqueta 0C00000022. ¿Qué"));
    // Another ball before the number: nobody knows whose number comes.
    machine.master.write_all(tag(71).as_bytes()).unwrap();
    enrol.until("Ha pasado otra bola");
    enrol.until("Faltan 3");
    enrol.type_line("34");
    enrol.until("«34» no cuenta");
    // A number that is none: the ball has to come again.
    assert!(pass(&mut machine, &mut enrol, 7).contains("Etiqueta 0C00000007. ¿Qué"));
    enrol.type_line("91");
    enrol.until("«91» no es una bola");
    enrol.until("Pase una bola");
    enrol.type_line("7");
    enrol.until("«7» no cuenta");
    assert_eq!(fs::read_to_string(&file).unwrap(), table_without(&[7, 34, 71]), "nothing was noted");
    assert!(pass(&mut machine, &mut enrol, 7).contains("Etiqueta 0C00000007. ¿Qué"));
    enrol.type_line("8");
    enrol.until("No se apunta: esa bola ya tiene");
    enrol.until("Si se apuntó mal: Ctrl-C, borre la línea de esa bola");
    enrol.until("Pase una bola");
    assert!(pass(&mut machine, &mut enrol, 7).contains("Etiqueta 0C00000007. ¿Qué"));
    enrol.type_line("7");
    enrol.until("Faltan 2: 34 y 71.");
    assert_eq!(fs::read_to_string(&file).unwrap(), table_without(&[34, 71]));
    // No more is typed: what is missing, and how to go on.
    assert_eq!(enrol.ended(), Some(1));
    let said = enrol.seen.join("\n");
    assert!(said.contains("se ha cerrado el teclado. Faltan 2: 34 y 71."), "{said}");
    assert!(said.contains("con la misma orden se sigue"), "{said}");
}

#[test]
fn numbers_that_all_come_at_once_are_spent_on_no_tag() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("a.csv");
    fs::write(&file, table_without(&[1, 2])).unwrap();
    let mut machine = machine();
    let mut enrol =
        Running::start(tool(&["enrol", path(&file), "--set", "A", "--port", path(&machine.path)]));
    enrol.until("Faltan 2: 1 y 2.");
    pass(&mut machine, &mut enrol, 1);
    enrol.type_line("1\n2");
    enrol.until("Falta 1: 2.");
    // The second was typed before its ball was passed.
    pass(&mut machine, &mut enrol, 2);
    enrol.ended();
    assert_eq!(fs::read_to_string(&file).unwrap(), table_without(&[2]));
}

#[test]
fn a_reader_that_is_unplugged_and_comes_back_is_told() {
    let dir = tempfile::tempdir().unwrap();
    let (file, tags, link) = (dir.path().join("a.csv"), dir.path().join("b.csv"), dir.path().join("reader"));
    fs::write(&tags, table_without(&[])).unwrap();
    let (mut reader, _) = simulator(&["--driver", "id12la", "--tags", path(&tags), "--link", path(&link)]);
    let mut enrol = Running::start(tool(&["enrol", path(&file), "--set", "A", "--port", path(&link)]));
    enrol.until("Faltan 90.");
    // Open: else there is nothing to lose.
    reader.type_line("press run");
    enrol.until("Etiqueta");
    reader.type_line("replug");
    enrol.until("Lector: cable o adaptador fuera");
    enrol.until("Lector: ha vuelto el cable.");
    enrol.until("Pase una bola");
    enrol.interrupt();
    enrol.until("se ha dejado a medias. Faltan 90.");
    assert_eq!(enrol.ended(), Some(1));
}

#[test]
fn what_enrol_cannot_do_is_said_before_the_first_ball() {
    let dir = tempfile::tempdir().unwrap();
    let machine = machine();
    let none = dir.path().join("none/a.csv");
    let line = ["--set", "A", "--port", path(&machine.path)];
    let said = |file: &str, more: &[&str]| {
        let output = tool(&[&["enrol", file][..], &line, more].concat()).output().unwrap();
        assert!(!output.status.success());
        text(&output)
    };
    assert!(
        said(path(&none), &[]).contains("no se puede escribir en la carpeta de"),
        "{}",
        said(path(&none), &[])
    );
    assert!(said("a.csv", &["--driver", "blp1"]).contains("«blp1» no lee etiquetas"));
    assert!(said("a.csv", &["--tags", "b.csv"]).contains("aquí no vale «--tags»"));
    assert!(said("a.csv", &["--baud", "0"]).contains("de 1200 a 115200"));
}
