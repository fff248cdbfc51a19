//! A whole plain game: what screens showed and when (E67), its acta on disk, and what a check
//! of the finished hall finds (E58, as far as files go).

use std::collections::BTreeSet;
use std::path::Path;

use hall_core::record::Hash;
use hall_server::journal::Head;
use serde_json::{Value, json};

use crate::disk::Disk;
use crate::kit::{Hall, Setup, said, tool};
use crate::proof::Row;

fn whole_game() -> (Hall, u32) {
    let hall = Hall::open(&Setup::default());
    let game = hall.sell(&[("A17", 1, 6)]);
    hall.start(game);
    hall.to_the_end(game);
    (hall, game)
}

#[test]
fn a_plain_game_ends_with_its_acta_on_disk() {
    let (hall, _) = whole_game();
    let acta = hall.close_session();
    let pdf = std::fs::read(&acta).expect("the acta is on disk");
    assert!(pdf.starts_with(b"%PDF-") && pdf.len() > 5_000, "{} bytes", pdf.len());
    let served = hall.staff.sala.get_bytes("/api/sessions/1/acta.pdf").expect("the manager may read it");
    assert!(served.starts_with(b"%PDF-"));
    let evidence = hall.finish();
    let kinds = [
        "session_opened",
        "sale_opened",
        "sale_closed",
        "draw_started",
        "ball_announced",
        "claim_made",
        "question_asked",
        "play_awarded",
        "game_ended",
        "prize_paid",
        "session_closed",
        "acta_issued",
    ];
    let first = |kind: &str| evidence.of(kind).next().unwrap_or_else(|| panic!("no {kind}")).line.seq;
    assert!(kinds.windows(2).all(|two| first(two[0]) < first(two[1])), "in the order of the law");
    let formula = evidence.of("sale_closed").next().expect("one").body["formula"].clone();
    assert_eq!(formula, "Cartones vendidos 6, de la serie A 17 del número 1 al 6");
}

#[test]
fn an_issued_acta_is_never_printed_again() {
    let (mut hall, _) = whole_game();
    let acta = hall.close_session();
    let issued = std::fs::read(&acta).expect("the acta is on disk");
    // The next session changes what a page made now would say: the set has served a game more.
    hall.next_session();
    let game = hall.sell(&[("A17", 7, 12)]);
    hall.start(game);
    hall.to_the_end(game);
    let served = hall.staff.sala.get_bytes("/api/sessions/1/acta.pdf").expect("the manager may read it");
    assert!(served == issued, "what is served is what was issued");
    assert!(std::fs::read(&acta).expect("still there") == issued, "and the file was not touched");
    // Its own is another, so that the comparison could fail.
    let own = hall.staff.sala.get_bytes("/api/sessions/2/acta.pdf").expect("an acta en curso");
    assert!(own.starts_with(b"%PDF-") && own != issued);
    hall.finish();
}

#[test]
fn nothing_is_shown_before_it_is_on_disk() {
    let mut hall = Hall::open(&Setup::default());
    let game = hall.sell(&[("A17", 1, 6)]);
    // A slow disk: whoever does not wait for it is seen not to.
    let disk = Disk::attach(hall.server.as_ref().expect("it runs").pid(), "delay_enter=15000");
    hall.start(game);
    hall.to_the_end(game);
    hall.kill();
    // Each answer waited for a sync of its own; the machine's frames share one when they come together.
    let record = hall.record();
    let drawn = record.iter().skip_while(|row| row.line.kind != "draw_started");
    let asked: BTreeSet<_> = drawn.map(|row| &row.line.request_id).filter(|id| !id.is_empty()).collect();
    assert!(asked.len() > 20, "{} were asked", asked.len());
    let delayed = disk.map(Disk::detach);
    assert!(delayed.is_none_or(|delayed| delayed >= asked.len()), "{delayed:?} for {}", asked.len());
    // The screens were told up to the moment of the cut: `finish` compares each message with
    // the record as it was at the line that the message names.
    hall.begin();
    let evidence = hall.finish();
    let announced: Vec<&Row> = evidence.of("ball_announced").collect();
    assert!(announced.len() >= 15);
    for row in &announced {
        let ball = u8::try_from(row.number("ball")).expect("a ball");
        let first = evidence.shown.iter().find(|shown| shown.board.announced.contains(&ball));
        let first = first.unwrap_or_else(|| panic!("ball {ball} was on no screen"));
        assert!(row.line.seq <= first.seq, "ball {ball} at {} was shown at {}", row.line.seq, first.seq);
        let extracted = evidence.of("ball_extracted").find(|out| out.body["ball"] == row.body["ball"]);
        assert!(extracted.expect("it came out").line.seq < row.line.seq);
    }
    // The canary: screens saw the draw in steps, not once at its end.
    let lengths: BTreeSet<usize> = evidence.shown.iter().map(|shown| shown.board.announced.len()).collect();
    assert!(lengths.len() > 10, "{lengths:?}");
    assert!(evidence.heard.iter().any(|told| told.kind == "prize_paid" && told.body["game"] == game));
}

#[test]
fn what_was_answered_is_there_after_a_power_cut_at_once() {
    let mut hall = Hall::open(&Setup { machine: false, ..Setup::default() });
    let game = hall.open_sale("A17");
    for first in (1..=11).step_by(2) {
        let block = hall.block(game, ("A17", first, first + 1));
        let answer = hall.ask(&hall.staff.cajero, "issue-block", &block).expect("granted");
        hall.kill();
        let record = hall.record();
        let row = &record[usize::try_from(answer.seq).expect("small") - 1];
        assert_eq!((row.line.seq, &row.body), (answer.seq, &answer.events[0].body));
        hall.begin();
    }
    hall.finish();
}

// ---- the finished hall, changed --------------------------------------------------------------

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("the hall's folder") {
        let path = entry.expect("an entry").path();
        let target = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copy(&path, &target);
        } else if path.is_file() && path.extension().is_none_or(|end| end != "reserva") {
            std::fs::copy(&path, &target).expect("a file can be copied");
        }
    }
}

/// The head after each line.
fn heads(rows: &[Row]) -> Vec<Head> {
    let mut hash = Hash::GENESIS;
    let next = |row: &Row| {
        hash = row.line.hash(&hash);
        Head { seq: row.line.seq, hash }
    };
    rows.iter().map(next).collect()
}

#[test]
fn an_older_copy_of_the_folder_does_not_have_the_head_of_the_acta() {
    let (mut hall, _) = whole_game();
    hall.stop();
    let older = hall.dir().with_file_name("copia");
    copy(&hall.dir(), &older);
    hall.begin();
    hall.close_session();
    let dir = hall.dir();
    let evidence = hall.finish_but_keep();
    let issued = evidence.0.of("acta_issued").next().expect("one").number("covers_seq");
    let printed = heads(&evidence.0.lines)[usize::try_from(issued).expect("small") - 1].to_string();

    let right = tool(&["check", "--head", &printed], &dir);
    assert!(right.status.success(), "{}", said(&right));
    let rolled_back = tool(&["check", "--head", &printed], &older);
    assert!(
        !rolled_back.status.success() && said(&rolled_back).contains(&issued.to_string()),
        "{}",
        said(&rolled_back)
    );
    // The canaries: the older copy is sound by itself, and another hash is noticed too.
    let alone = tool(&["check"], &older);
    assert!(alone.status.success(), "{}", said(&alone));
    let other = format!("{issued}:{}", "0a".repeat(32));
    assert!(!tool(&["check", "--head", &other], &dir).status.success());
}

#[test]
fn one_changed_byte_of_a_finished_hall_is_found_and_named() {
    let (hall, _) = whole_game();
    hall.close_session();
    let dir = hall.dir();
    let evidence = hall.finish_but_keep();
    let file = dir.join("sala.db");
    let good = std::fs::read(&file).expect("the database");
    assert!(tool(&["check"], &dir).status.success(), "the canary: unchanged it is sound");

    // Wherever these words stand: in the event, and in the tables made from it.
    let at: Vec<usize> = places(&good, b"Cartones vendidos 6");
    assert!(at.len() >= 2, "in the record and in a table: {at:?}");
    let mut named = Vec::new();
    for place in at {
        named.push(said(&changed(&file, &good, place + 3)));
    }
    let closed = evidence.0.of("sale_closed").next().expect("one").line.seq;
    let line = format!("La línea {closed} del registro");
    assert!(named.iter().any(|words| words.contains(&line)), "{named:#?}");
    assert!(named.iter().any(|words| words.contains("game")), "{named:#?}");
    // The middle of the file, and the page headers around it.
    let middle = good.len() / 2 / 4096 * 4096;
    for place in [middle, middle + 3, middle + 4096, middle + 8192] {
        let words = said(&changed(&file, &good, place));
        assert!(words.contains("línea") || words.contains("daña") || words.contains("tabla"), "{words}");
    }
    std::fs::write(&file, &good).expect("it can be written");
    assert!(tool(&["check"], &dir).status.success());
}

fn places(bytes: &[u8], words: &[u8]) -> Vec<usize> {
    (0..bytes.len() - words.len()).filter(|at| bytes[*at..].starts_with(words)).collect()
}

/// Checks the hall with one byte changed, which must not pass.
#[track_caller]
fn changed(file: &Path, good: &[u8], place: usize) -> std::process::Output {
    let mut bytes = good.to_vec();
    bytes[place] ^= 1;
    std::fs::write(file, &bytes).expect("it can be written");
    let output = tool(&["check"], file.parent().expect("a folder"));
    assert!(!output.status.success(), "byte {place}: {}", said(&output));
    output
}

/// A look at the boards over HTTP and over the socket is the same look.
#[test]
fn the_board_over_http_is_the_board_over_the_socket() {
    let (hall, game) = whole_game();
    let mesa: Value = hall.staff.mesa.get("/api/board/mesa").expect("the desk may look");
    let link = hall.board(|_| true);
    assert_eq!(mesa["board"]["public"], serde_json::to_value(&link.public).expect("JSON"));
    assert_eq!(serde_json::to_value(hall.public()).expect("JSON"), mesa["board"]["public"]);
    assert_eq!(mesa["board"]["public"]["game"]["game"], json!(game));
    hall.finish();
}
