//! A player's proof: a page for each game that is over, which carries its lines and checks itself, also as a file on a disk of his;
//! and each line on its own, for any program that reads C2SP's proofs (issue 19, point 8; ADR 49).

use std::path::Path;

use hall_log::exchange::AddCheckpoint;
use hall_log::key::Verifier;
use hall_log::tree::leaf;
use hall_log::{Cosigner, LineProof, SecretKey};
use serde_json::json;

use crate::browser::Browser;
use crate::game_sheet::words_of;
use crate::kit::{Hall, Setup, until};

fn page(hall: &Hall, path: &str) -> (u16, String) {
    let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
    let mut answer = agent.get(format!("{}{path}", hall.url())).call().expect("the server answers");
    (answer.status().as_u16(), answer.body_mut().read_to_string().expect("text"))
}

/// A witness signs the newest checkpoint, as a screen does.
pub fn witness(hall: &Hall, name: &str) -> u64 {
    let (_, body) = page(hall, "/api/log/checkpoint");
    let asked = AddCheckpoint::parse(&body).expect("what a witness is sent");
    let origin = asked.note.text().lines().next().unwrap().to_owned();
    let key = hall_server_key(hall);
    let cosigner = Cosigner::of(name, SecretKey::of_seed(&[7; 32])).unwrap();
    let accepted = cosigner.consider(&origin, &[key], None, &asked, 1_800_000_000).expect("it goes on");
    let body = json!({"verifier": cosigner.verifier().to_string(), "origin": origin, "size": accepted.checkpoint.size,
        "line": accepted.cosignature.to_string()});
    let sent = ureq::post(format!("{}/api/log/cosignature", hall.url())).content_type("application/json");
    sent.send(body.to_string()).expect("it is taken");
    accepted.checkpoint.size
}

fn hall_server_key(hall: &Hall) -> hall_log::PublicKey {
    let begun = hall.lines_of("signing_key_begun").pop().expect("the hall signs");
    hall_log::PublicKey::parse(begun.body["key"].as_str().unwrap()).unwrap()
}

/// For whoever wants to look at it.
fn picture_of(url: &str) {
    let mut browser = Browser::open(url, 900, 1500);
    browser.until("document.querySelector('#partidas') !== null");
    let bytes = crate::inspection::base64(&browser.picture());
    let folder = std::env::var_os("BOMBO_PICTURES").expect("it was asked for");
    std::fs::write(Path::new(&folder).join("pruebas.png"), bytes).unwrap();
}

/// What the page says of itself.
fn says(url: &str, picture: Option<&str>) -> String {
    let mut browser = Browser::open(url, 900, 1500);
    browser.until("document.querySelector('#check .good, #check .bad') !== null");
    if let (Some(name), Some(folder)) = (picture, std::env::var_os("BOMBO_PICTURES")) {
        let bytes = crate::inspection::base64(&browser.picture());
        std::fs::write(Path::new(&folder).join(format!("{name}.png")), bytes).unwrap();
    }
    browser.eval("document.getElementById('check').innerText").as_str().unwrap().to_owned()
}

#[test]
fn a_player_holds_the_hall_to_a_game_with_one_page() {
    let mut hall = Hall::open(&Setup::default());
    // A screen of the hall sees that the cards are fixed, and then they are sold.
    let seen = witness(&hall, "pared-1");
    let game = hall.sell(&[("A17", 1, 6), ("A17", 7, 10)]);
    assert_eq!(page(&hall, &format!("/tv/pruebas/{game}")).0, 404, "it is not over");
    hall.start(game);
    hall.to_the_end(game);
    let over = hall.lines_of("game_ended").pop().expect("it ended").line.seq;
    let called = hall.called();
    // Whoever was paid takes away where all this is proved.
    let receipt = |prize: u32| {
        let made = hall.staff.cajero.get_bytes(&format!("/api/games/{game}/prizes/{prize}/receipt.pdf"));
        made.map_err(|error| xtask::staff::code(&error).to_owned())
    };
    assert_eq!(receipt(9), Err("premio-sin-pagar".to_owned()));
    if let Some(said) = words_of(&receipt(1).expect("it is paid"), &hall.dir()) {
        for told in [format!("/tv/pruebas/{game}"), "Premio de".to_owned(), "Registro n.º".to_owned()] {
            assert!(said.contains(&told), "{told}: {said}");
        }
    }
    assert!(witness(&hall, "pared-1") >= over);
    let path = format!("/tv/pruebas/{game}");
    // What it signed is written with the next lines, or after a while.
    hall.stop();
    hall.begin();
    let whole = until("a proof that the witness signed", || {
        let (status, text) = page(&hall, &path);
        (status == 200 && text.contains("por pared-1")).then_some(text)
    });
    assert!(whole.contains(&format!("<b>{}</b>", called[0])), "the balls are there");
    assert!(page(&hall, "/tv/pruebas").1.contains(&format!("href=\"{path}\"")), "it is on the list");
    let (status, typed) = page(&hall, &format!("/tv/pruebas/partida?n={game}"));
    assert_eq!((status, typed.len()), (200, whole.len()), "a number that was typed leads there");

    let said = says(&format!("{}{path}", hall.url()), Some("pruebas-partida"));
    for what in [
        "firmado por la sala, y por pared-1",
        "dan exactamente la huella firmada",
        &format!("Las {} bolas", called.len()),
        "Los cartones de la serie A17 estaban fijados",
        "Todo concuerda",
    ] {
        assert!(said.contains(what), "no «{what}» in «{said}»");
    }
    if std::env::var_os("BOMBO_PICTURES").is_some() {
        picture_of(&format!("{}/tv/pruebas", hall.url()));
    }

    // The page as the player keeps it, without the hall; and the same with one thing changed.
    let kept = tempfile::tempdir().expect("a temporary folder");
    let file = |name: &str, text: &str| {
        let path = kept.path().join(name);
        std::fs::write(&path, text).unwrap();
        format!("file://{}", path.display())
    };
    let told = says(&file("mia.html", &whole), None);
    assert!(told.contains("Todo concuerda"), "{told}");
    let other = |ball: u8| ball % 90 + 1;
    let shown = format!("<b>{}</b>", called[0]);
    let said_line = format!(r#"\"ordinal\":1,\"ball\":{}"#, called[0]);
    let changed_line = format!(r#"\"ordinal\":1,\"ball\":{}"#, other(called[0]));
    assert!(whole.contains(&said_line), "the first ball's line is in the page");
    let sale = hall.lines_of("sale_opened").pop().unwrap().line.seq;
    assert!(seen < sale, "the cards were signed before the sale");
    let cases = [
        (
            "a ball that is read",
            whole.replacen(&shown, &format!("<b>{}</b>", other(called[0])), 1),
            "las bolas",
        ),
        ("a ball's line", whole.replace(&said_line, &changed_line), "huella"),
        ("a prize that is read", whole.replacen("data-cents=\"", "data-cents=\"9", 1), "los premios"),
        ("a signature", whole.replacen("\\n— bombo-", "\\n— bomba-", 1), "no lo firma la sala"),
        ("a size", whole.replacen(&format!("\\n{over}\\n"), &format!("\\n{}\\n", over + 1), 1), "no vale"),
        ("the form", whole.replacen("bombo-game-proof-1", "bombo-game-proof-2", 1), "versión"),
        ("nothing at all", whole.replacen("\"form\"", "\"furm\"", 1), "falta"),
    ];
    for (what, text, why) in cases {
        assert_ne!(text, whole, "{what}");
        let told = says(&file("otra.html", &text), None);
        assert!(told.contains("No concuerda") && told.contains(why), "{what}: {told}");
        assert!(!told.contains("Todo concuerda"), "{what}: {told}");
    }

    // A line on its own, against the hall's key alone.
    let announced = hall.lines_of("ball_announced")[0].line.clone();
    let (status, text) = page(&hall, &format!("/tv/pruebas/linea/{}", announced.seq));
    assert_eq!(status, 200);
    let (proof, bytes) = LineProof::parse_with_extra(&text).expect("a tlog-proof");
    assert_eq!((bytes.as_slice(), proof.index), (announced.bytes().as_slice(), announced.seq - 1));
    assert!(proof.shows(&leaf(&bytes), hall_server_key(&hall)).is_some());
    assert!(proof.shows(&leaf(b"another line"), hall_server_key(&hall)).is_none());
    // What nobody heard is nobody's.
    for private in ["logged_in", "person_added", "block_issued"] {
        let line = hall.lines_of(private)[0].line.seq;
        assert_eq!(page(&hall, &format!("/tv/pruebas/linea/{line}")).0, 404, "{private}");
    }
    for nothing in [
        "/tv/pruebas/99",
        "/tv/pruebas/0",
        "/tv/pruebas/x",
        "/tv/pruebas/linea/0",
        "/tv/pruebas/linea/999999",
        "/tv/pruebas/linea/99999999999999999999",
        "/tv/pruebas/partida?n=-1",
        "/tv/pruebas/partida",
    ] {
        assert_eq!(page(&hall, nothing).0, 404, "{nothing}");
    }
    let _: Verifier = whole_signer(&whole);
    hall.finish();
}

/// The hall's key as the page prints it.
fn whole_signer(page: &str) -> Verifier {
    let at = page.find("actas: <code>").expect("it is printed") + "actas: <code>".len();
    Verifier::parse(page[at..].split('<').next().unwrap()).expect("a verifier key")
}
