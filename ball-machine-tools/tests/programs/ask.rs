//! `list` and `send`.

use std::fs;
use std::io::Write;

use crate::{Running, machine, path, simulator, text, tool};

#[test]
fn ports_are_listed_by_their_links_and_who_answers_is_told() {
    let dir = tempfile::tempdir().unwrap();
    let by_id = dir.path().join("serial/by-id");
    fs::create_dir_all(&by_id).unwrap();
    let (_simulator, port) = simulator(&[]);
    std::os::unix::fs::symlink(&port, by_id.join("usb-Maker_Model-if00")).unwrap();
    fs::write(dir.path().join("ttyUSB7"), "").unwrap();
    let list = tool(&["list", "--dev", path(dir.path()), "--ask"]).output().unwrap();
    let text = text(&list);
    assert!(list.status.success(), "{text}");
    let (link, rest) = text.split_once("ttyUSB7").unwrap();
    assert!(link.contains("usb-Maker_Model-if00\n      → /dev/pts/"), "{text}");
    let tried = |name: &str| link.lines().find(|line| line.contains(name)).unwrap_or_default().to_owned();
    assert!(tried("blp1 (9600 8N1): ").contains("tramas buenas"), "{text}");
    assert!(!tried("stx-simple (9600 8N1): ").contains("tramas buenas"), "{text}");
    assert!(rest.contains("no es un puerto serie"), "{text}");
    assert!(rest.contains("id12la") && rest.contains("19200 7E1"), "{text}");
}

/// The driver's file whose machine says what no embedded driver understands.
const OWN: &str = r#"
kind = "stx"
about = "Una máquina de nadie."

[line]
baud = 9600
data_bits = 8
parity = "none"
stop_bits = 1

[frame]
start = "23"
end = "2A"
check = "none"

[[message]]
code = "4C"
length = 3
means = "alive"

[[message]]
code = "4F"
length = 3
means = "loaded"

[[message]]
code = "42"
length = 5
means = "read"
number = { at = 2, digits = 2 }

[[vector]]
bytes = "23 4C 2A"
gives = "alive"
"#;

#[test]
fn bytes_that_nobody_understands_are_shown_and_a_driver_of_ones_own_is_tried() {
    let dir = tempfile::tempdir().unwrap();
    let by_id = dir.path().join("serial/by-id");
    fs::create_dir_all(&by_id).unwrap();
    let machine = machine();
    std::os::unix::fs::symlink(&machine.path, by_id.join("usb-Nobody")).unwrap();
    // Opened or not, it says the same again and again.
    let mut says = machine.master.try_clone().unwrap();
    std::thread::spawn(move || {
        while says.write_all(b"#L*").is_ok() {
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
    });
    let mut reads = machine.master.try_clone().unwrap();
    std::thread::spawn(move || std::io::copy(&mut reads, &mut std::io::sink()));
    let own = dir.path().join("own.toml");
    fs::write(&own, OWN).unwrap();
    let list = tool(&["list", "--dev", path(dir.path()), "--ask"]).output().unwrap();
    assert!(text(&list).contains("bytes que no entiende:\n          "), "{}", text(&list));
    assert!(text(&list).contains("23 4C 2A 23"), "{}", text(&list));
    assert!(text(&list).contains("llegan bytes que ningún controlador entiende"), "{}", text(&list));
    let own = tool(&["list", "--dev", path(dir.path()), "--ask", "--driver", path(&own)]).output().unwrap();
    assert!(text(&own).contains("own.toml (9600 8N1): "), "{}", text(&own));
    assert!(text(&own).lines().any(|line| line.contains("tramas buenas, 0 malas")), "{}", text(&own));
}

#[test]
fn a_plain_list_opens_no_port() {
    let dir = tempfile::tempdir().unwrap();
    let by_id = dir.path().join("serial/by-id");
    fs::create_dir_all(&by_id).unwrap();
    let machine = machine();
    std::os::unix::fs::symlink(&machine.path, by_id.join("usb-Nobody")).unwrap();
    // Somebody has it: whoever opens it is told so.
    let mut monitor =
        Running::start(tool(&["monitor", "--driver", "stx-simple", "--port", path(&machine.path)]));
    monitor.until("puerto abierto");
    let list = tool(&["list", "--dev", path(dir.path())]).output().unwrap();
    assert!(text(&list).contains("se puede abrir") && !text(&list).contains("ocupado"), "{}", text(&list));
    assert!(text(&list).lines().all(|line| line.chars().count() <= 80), "{}", text(&list));
}

#[test]
fn orders_are_answered_in_frames_with_a_sum() {
    let (_simulator, port) = simulator(&["--driver", "stx-suma"]);
    for (order, bytes) in
        [("query", "02 51 35 31 03"), ("release", "02 55 35 35 03"), ("self-test", "02 54 35 34 03")]
    {
        let sent = tool(&["send", order, "--driver", "stx-suma", "--port", &port]).output().unwrap();
        // Behind the driver's own question, perhaps.
        let said = text(&sent).lines().any(|line| line.contains('→') && line.contains(bytes));
        assert!(said, "{order}: {}", text(&sent));
        assert!(sent.status.success(), "{order}: {}", text(&sent));
        assert!(text(&sent).contains("la máquina responde"), "{order}: {}", text(&sent));
    }
}

#[test]
fn a_machine_that_never_answers_cannot_be_judged() {
    let dir = tempfile::tempdir().unwrap();
    let simple =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../ball-machine/drivers/stx-simple.toml"))
            .unwrap();
    let file = dir.path().join("mine.toml");
    let (head, tail) = simple.split_once("[[message]]").unwrap();
    fs::write(&file, format!("{head}[orders]\nquery = \"02 3F 03 3C\"\n\n[[message]]{tail}")).unwrap();
    let machine = machine();
    let line = ["--driver", path(&file), "--port", path(&machine.path), "--wait-ms", "100"];
    let sent = tool(&[&["send", "query"][..], &line].concat()).output().unwrap();
    assert!(sent.status.success(), "{}", text(&sent));
    assert!(text(&sent).contains("este controlador no sabe si la máquina contesta"), "{}", text(&sent));
}

/// An order that waits ten minutes for what comes back: what is tested ends it before.
fn long_query(port: &str) -> Running {
    let options = ["--driver", "stx-suma", "--wait-ms", "600000", "--port", port];
    Running::start(tool(&[&["send", "query"][..], &options].concat()))
}

#[test]
fn an_order_into_a_cable_that_goes_is_an_error() {
    let (mut simulator, port) = simulator(&["--driver", "stx-suma"]);
    let mut send = long_query(&port);
    send.until("→ 02 51");
    simulator.type_line("hangup");
    send.until("cable o adaptador fuera: no se sabe si la orden ha llegado");
    assert_eq!(send.ended(), Some(1));
}

#[test]
fn ctrl_c_ends_an_order_with_its_totals() {
    let (_simulator, port) = simulator(&["--driver", "stx-suma"]);
    let mut send = long_query(&port);
    send.until("la máquina responde");
    send.interrupt();
    send.until("Bytes: ");
    assert_eq!(send.ended(), Some(0));
}

#[test]
fn ctrl_c_ends_a_list_that_asks() {
    let dir = tempfile::tempdir().unwrap();
    let by_id = dir.path().join("serial/by-id");
    fs::create_dir_all(&by_id).unwrap();
    let (_simulator, port) = simulator(&[]);
    for name in ["usb-1", "usb-2"] {
        std::os::unix::fs::symlink(&port, by_id.join(name)).unwrap();
    }
    let mut list = Running::start(tool(&["list", "--dev", path(dir.path()), "--ask"]));
    // The driver behind it is being tried.
    list.until("blp1 (9600 8N1): ");
    list.interrupt();
    assert_eq!(list.ended(), Some(0));
    assert!(!list.seen.iter().any(|line| line.contains("usb-2")), "{:#?}", list.seen);
}
