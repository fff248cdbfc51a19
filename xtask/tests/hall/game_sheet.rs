//! The sheet of a game, over HTTP and through the real printer: who gets it, when, and that it
//! says what the record says (art. 36.2).

use std::path::Path;
use std::process::{Command, Stdio};

use hall_core::record::Hash;
use hall_wire::link::Client;
use serde_json::json;
use xtask::staff::code;

use crate::kit::{Hall, Setup, until};

/// Returns the sheet of a game, and that it is a PDF.
#[track_caller]
fn sheet(who: &Client, game: u32) -> Vec<u8> {
    let pdf = who.get_bytes(&format!("/api/partidas/{game}/hoja")).expect("the game is in its draw");
    assert!(pdf.starts_with(b"%PDF-") && pdf.len() > 5_000, "{} bytes", pdf.len());
    pdf
}

#[track_caller]
fn refused(who: &Client, game: &str) -> String {
    let error = who.get_bytes(&format!("/api/partidas/{game}/hoja")).expect_err("there is no such sheet");
    code(&error).to_owned()
}

/// Returns the words of a PDF, or nothing where `pdftotext` is not there; under CI it must be.
pub fn words_of(pdf: &[u8], dir: &Path) -> Option<String> {
    let file = dir.join("leida.pdf");
    std::fs::write(&file, pdf).expect("the folder can be written");
    let read = Command::new("pdftotext").arg("-raw").arg(&file).arg("-").stderr(Stdio::inherit()).output();
    std::fs::remove_file(&file).expect("it was written");
    let Ok(read) = read else {
        assert!(std::env::var_os("CI").is_none(), "pdftotext is not installed (poppler-utils)");
        eprintln!("NOT TESTED: pdftotext is not installed (poppler-utils)");
        return None;
    };
    assert!(read.status.success());
    let text = String::from_utf8(read.stdout).expect("text");
    Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Compares a sheet with the record up to the line that the sheet names.
fn says_what_the_record_says(hall: &Hall, pdf: &[u8]) {
    let Some(text) = words_of(pdf, &hall.dir()) else { return };
    let (_, seq) = text.split_once("Registro n.º ").expect("the record's number");
    let seq: u64 = seq.split(' ').next().expect("a number").replace('.', "").parse().expect("a number");
    let record = hall.record();
    let before =
        |kind: &'static str| record.iter().filter(move |row| row.line.seq <= seq && row.line.kind == kind);
    let out: Vec<u64> = before("ball_extracted").map(|row| row.number("ball")).collect();
    let announced = before("ball_announced").count();
    assert!(out.len() >= 5 && announced >= 5 && announced <= out.len(), "{out:?}");
    let left: Vec<String> = (1..=90).filter(|n| !out.contains(n)).map(|n: u64| n.to_string()).collect();
    let pending: Vec<String> =
        (1..).zip(&out).skip(announced).map(|(place, ball)| format!("{ball} ({place}.ª)")).collect();
    let hash = (record.iter().take_while(|row| row.line.seq <= seq))
        .fold(Hash::GENESIS, |hash, row| row.line.hash(&hash));
    let mut says = vec![
        format!("Quedan {} bolas {}", left.len(), left.join(", ")),
        format!("Han salido {}, por este orden:", out.len()),
        format!("desde la {}.ª bola", out.len() + 1),
        format!("Huella {hash}"),
        "Hoja de la partida n.º 1".to_owned(),
        "A 17, del 1 al 6 (6)".to_owned(),
    ];
    if !pending.is_empty() {
        says.push(format!("Fuera y sin anunciar: {}.", pending.join(", ")));
    }
    for what in says {
        assert!(text.contains(&what), "no «{what}» in «{text}»");
    }
    assert_eq!(text.contains("sin anunciar"), !pending.is_empty(), "{text}");
}

#[test]
fn the_sheet_of_the_present_game_says_what_is_out_and_what_is_left() {
    let mut hall = Hall::open(&Setup::default());
    let game = hall.sell(&[("A17", 1, 6)]);
    assert_eq!(refused(&hall.staff.mesa, &game.to_string()), "partida-sin-extraccion", "before the draw");
    hall.start(game);
    hall.balls(game, 5);
    // A second ball is out and waits, so that the sheet has one to warn of.
    hall.board(|(_, board)| !board.pending.is_empty());
    let staff = &hall.staff;
    for who in [&staff.sala, &staff.mesa, &staff.cajero, &staff.locutor] {
        says_what_the_record_says(&hall, &sheet(who, game));
    }
    let nobody = Client::new(&hall.url());
    assert_eq!(refused(&nobody, &game.to_string()), "sin-identificar", "it shows what nobody announced");
    for other in ["99", "0", "-1", "hoja"] {
        assert_eq!(refused(&staff.mesa, other), "partida-sin-extraccion", "{other}");
    }

    // The lights go out, and come back: the game stands still and its sheet is there.
    hall.kill();
    hall.begin();
    let stopped = sheet(&hall.staff.mesa, game);
    says_what_the_record_says(&hall, &stopped);
    let file = hall.dir().join(format!("hojas/partida-{game}.pdf"));
    assert!(file.is_file(), "it stays in the folder, for a printer that is somewhere else");
    hall.go_on(game);
    hall.to_the_end(game);
    assert_eq!(refused(&hall.staff.mesa, &game.to_string()), "partida-sin-extraccion", "after the end");
    hall.finish();
}

#[test]
fn a_claim_that_was_good_when_the_lights_went_out_is_on_the_sheet() {
    let mut hall = Hall::open(&Setup::default());
    let game = hall.sell(&[("A17", 1, 6)]);
    hall.start(game);
    let called = hall.balls(game, 15);
    let sung: Vec<_> = hall.sold().into_iter().filter(|ticket| ticket.has_line(&called)).collect();
    let ticket = sung.first().expect("the first card's numbers come first");
    let (number, claim) = (ticket.number, json!({"game": game, "play": "line", "code": ticket.code}));
    hall.must(&hall.staff.mesa, "claim", &claim);
    let says = |hall: &Hall, what: &str| {
        let text = words_of(&sheet(&hall.staff.mesa, game), &hall.dir());
        assert!(text.as_ref().is_none_or(|text| text.contains(what)), "no «{what}» in «{text:?}»");
    };
    says(&hall, &format!("Cantos sin resolver: línea, A 17 n.º {number} (correcto"));
    says(&hall, "La línea está por cantar");
    hall.kill();
    hall.begin();
    says(&hall, &format!("Cantos sin resolver: línea, A 17 n.º {number} (correcto"));
    until("the same page twice", || {
        let (one, two) = (sheet(&hall.staff.mesa, game), sheet(&hall.staff.sala, game));
        (one == two).then_some(())
    });
    hall.finish();
}
