//! A hall with two readers, by the programs themselves: the machine on one pseudo-terminal, on another a reader that
//! speaks another protocol (reliability.md C-5; E 31).

use hall_wire::board::HoldKind;
use std::fs::File;
use std::io::Write;
use std::os::fd::OwnedFd;
use std::os::unix::fs::symlink;
use std::path::Path;

use hall_wire::message::{MachineLine, MachineNow};
use nix::pty::openpty;
use nix::unistd::ttyname;
use serde_json::{Value, json};

use crate::kit::{Hall, Setup, until};

/// The second reader: whoever holds it says what it reads.
struct Reader {
    line: File,
    /// The other end must not be closed before the server has it, or the line hangs up.
    _theirs: OwnedFd,
}

impl Reader {
    /// Plugs it in, under the name that the settings have.
    fn plug_in(dir: &Path) -> Reader {
        let pty = openpty(None, None).expect("a pseudo-terminal");
        let name = ttyname(&pty.slave).expect("it has a name");
        let port = dir.join("lector");
        let _ = std::fs::remove_file(&port);
        symlink(name, port).expect("the hall's folder can be written");
        Reader { line: File::from(pty.master), _theirs: pty.slave }
    }

    /// Reads a ball: `02 44 d d 03` and the XOR of all but the first.
    fn reads(&mut self, number: u8) {
        let body = [0x44, b'0' + number / 10, b'0' + number % 10, 0x03];
        let check = body.iter().fold(0, |xor, byte| xor ^ byte);
        self.says(&[&[0x02], &body[..], &[check]].concat());
    }

    fn says(&mut self, bytes: &[u8]) {
        self.line.write_all(bytes).expect("the line takes it");
    }
}

/// The number on the ball that came out in this place, whatever anybody read.
fn really(hall: &Hall, ordinal: usize) -> u8 {
    let file = &hall.machine.as_ref().expect("a machine").truth;
    until("the ball at the machine's reader", || {
        let text = std::fs::read_to_string(file).expect("the truth can be read");
        let mut lines = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let ball = lines.find(|line| line["what"] == "read" && line["ordinal"] == json!(ordinal));
        ball.and_then(|line| u8::try_from(line["ball"].as_u64()?).ok())
    })
}

/// The second reader's line, as the technician's page has it.
fn second_line(hall: &Hall) -> Option<MachineLine> {
    let now: MachineNow = hall.staff.mesa.get("/api/machine").expect("the jefe de mesa may look");
    now.second
}

fn warned(hall: &Hall, words: &str) {
    hall.board(|(_, board)| board.warnings.iter().any(|warning| warning.es.contains(words)));
}

#[test]
fn a_ball_counts_when_both_have_read_it_and_two_numbers_stop_the_game() {
    let hall = Hall::open(&Setup { two_readers: true, interval_ms: 1_000, ..Setup::default() });
    let game = hall.sell(&[("A17", 1, 6)]);
    warned(&hall, "El segundo lector no tiene enlace");
    assert_eq!(hall.refused(&hall.staff.mesa, "start-draw", &json!({"game": game})), "maquina-no-preparada");
    let mut reader = Reader::plug_in(&hall.dir());
    hall.start(game);
    for place in 1..=3 {
        reader.reads(really(&hall, place));
        let called = hall.ball(game);
        assert_eq!(called.len(), place);
    }
    let evidence: Vec<Value> =
        hall.lines_of("ball_extracted").into_iter().map(|line| line.body["evidence"].clone()).collect();
    for both in &evidence {
        let who: Vec<&str> =
            both.as_array().expect("a list").iter().filter_map(|it| it["is"].as_str()).collect();
        assert_eq!(who, ["machine", "second_reader"]);
    }
    // Its own line, for the technician: three balls, and a frame with a wrong sum thrown in.
    reader.says(&[0x02, 0x44, b'1', b'2', 0x03, 0x00]);
    let line = until("a bad frame", || second_line(&hall).filter(|line| line.bad > 0));
    assert_eq!(
        (line.driver.as_str(), line.frames, line.bad, line.open),
        ("stx-simple", 3, 1, true),
        "{line:?}"
    );
    assert!(line.heard_ms.is_some() && line.complaint.is_none() && line.silent_ms.is_none(), "{line:?}");
    assert!(line.port.ends_with("/lector"), "{}", line.port);
    // The fourth it takes for another one.
    let ball = really(&hall, 4);
    warned(&hall, "falta que lo lea el segundo lector");
    let other = if ball == 61 { 16 } else { 61 };
    reader.reads(other);
    let board = hall.board(|(_, board)| !board.holds.is_empty());
    let hold = &board.holds[0];
    assert_eq!(hold.kind, HoldKind::ReadersDiffer);
    let both = format!("la máquina leyó {ball} y el segundo lector {other}");
    assert!(hold.why.es.contains(&both), "{}", hold.why.es);
    assert!(board.pending.is_empty(), "neither is put to the caller");
    hall.leave(game, hold.hold, &json!({"exit": "misread", "ordinal": 4, "ball": ball}));
    let corrected = hall.lines_of("ball_corrected");
    assert_eq!((corrected.len(), &corrected[0].body["to"]), (1, &json!(ball)), "what two people saw");
    // The machine goes on, and may be held for a silent reader already: the cable is told all the same.
    drop(reader);
    let board = hall.board(|(_, board)| board.holds.iter().any(|hold| hold.kind == HoldKind::SecondLost));
    assert!(board.holds.iter().all(|hold| hold.why.es.contains("segundo lector")), "{:?}", board.holds);
    until("a complaint", || second_line(&hall).filter(|line| !line.open && line.complaint.is_some()));
    hall.finish();
}
