//! The page is whole, conservative, and knows the board.

use hall_wire::board::{Board, Figures, LastGame, Notice, PublicBoard, Said, Scene, StandstillKind, Update};
use hall_wire::message::{PROTOCOL, SILENCE_MAX};

use hall_wire::message::{HallLists, KeyDrawRow, MatrixRow};

use super::*;
use crate::clock::Clock;
use crate::panels::followers::Pace;

/// The largest page: a television's browser on a poor network has it in a blink.
const PAGE_MAX: usize = 60_000;

/// The page for phones: four hundred fetch it over the hall's wireless.
const PHONE_PAGE_MAX: usize = 45_000;

#[test]
fn the_page_is_small_and_whole_by_itself() {
    let page = WHOLE.as_str();
    assert!(page.len() < PAGE_MAX, "{} bytes", page.len());
    assert!(!page.contains("/*STYLE*/") && !page.contains("/*SCRIPT*/"));
    let page = page.replace("http://www.w3.org/2000/svg", "");
    assert!(!page.contains("http:") && !page.contains("https://"), "it loads something from elsewhere");
    for font in [BOLD, MEDIUM] {
        assert!(font.starts_with(b"wOF2") && font.len() < 100_000);
    }
}

/// The page for phones: whole by itself too, smaller, and with what the lane keeps to.
#[test]
fn the_page_for_phones_is_small_and_keeps_to_its_lane() {
    let page = follow::WHOLE.as_str();
    assert!(page.len() < PHONE_PAGE_MAX, "{} bytes", page.len());
    assert!(!page.contains("/*STYLE*/") && !page.contains("/*SCRIPT*/"));
    assert!(!page.contains("http:") && !page.contains("https://"), "it loads something from elsewhere");
    let scripts = follow::SCRIPTS.concat();
    // It waits for three signs of life.
    let silence = Pace::HALL.beat * 3;
    assert!(scripts.contains(&format!("\nSILENCE_MS = {};", silence.as_millis())));
    assert!(scripts.contains(&format!("PROTOCOL = {PROTOCOL},")));
    let told = [
        "idle",
        "sale",
        "totals",
        "draw",
        "check",
        "question",
        "winners",
        "hold",
        "suspended",
        "void",
        "not-held",
    ];
    assert!(
        told.iter().all(|scene| scripts.contains(&format!("case \"{scene}\""))),
        "every scene has its title"
    );
    // It asks for nothing but its lane, and sends nothing.
    for other in ["/api/", "camera", "\"POST\"", ".send(JSON"] {
        assert!(!follow::SCRIPTS[1..].concat().contains(other), "{other}");
    }
}

/// What is fixed of each matrix is there whole, and nothing that somebody wrote is taken for markup.
#[test]
fn the_proofs_tell_every_matrix_whole() {
    let row = MatrixRow {
        matrix: 3,
        size: 420,
        kind: hall_wire::message::MatrixRowKind::Imported,
        clean: true,
        maker: Some("<script>".into()),
        mixed: None,
        key_sha256: None,
        faces_sha256: "4b7de019".repeat(8),
        made_at_utc_ms: 0,
        made_by: None,
        retired_at_utc_ms: None,
        retired_by: None,
        reason: None,
        key: None,
        seed: None,
        announced: None,
    };
    let made = MatrixRow {
        key_sha256: Some("9f2c41d0".repeat(8)),
        maker: None,
        retired_at_utc_ms: Some(1),
        key: Some("5eed".into()),
        ..row.clone()
    };
    let draw = KeyDrawRow {
        matrix: 4,
        size: 420,
        kind: hall_wire::message::MatrixRowKind::Single,
        clean: true,
        draw: "ONCE <cinco cifras>".into(),
        date: "2026-11-28".into(),
        seed_sha256: "5eed0000".repeat(8),
        line: 4_211,
        at_utc_ms: 0,
        given_up: 2,
    };
    let drawn = MatrixRow { announced: Some(draw.clone()), mixed: Some("07324".into()), ..made.clone() };
    let lists = HallLists {
        matrices: vec![row, made, drawn],
        key_draw: Some(KeyDrawRow { matrix: 5, ..draw }),
        key_draws_required: true,
        ..HallLists::default()
    };
    let page = proofs::proofs_page("Bingo «A&B»", &lists, &Clock::of_zone("Europe/Madrid"));
    for told in [
        "Matriz 3",
        &"4b7de019".repeat(8),
        &"9f2c41d0".repeat(8),
        "A&amp;B",
        "&lt;script&gt;",
        "5eed",
        "ONCE &lt;cinco cifras&gt;, del 2026-11-28",
        "en la línea 4211",
        "<dd>07324</dd>",
        "Matriz 5, anunciada",
        "sale de un sorteo público anunciado",
        "href=\"/api/matrices\"",
        "href=\"/api/matrices/notice.pdf\"",
    ] {
        assert!(page.contains(told), "{told}");
    }
    assert!(!page.contains("<script"), "{page}");
    // The monitors have none of it.
    let scripts = SCRIPTS.concat();
    assert!(!scripts.contains("Huella") && !scripts.contains("sha256"));
}

/// Old browsers read nothing newer than ES5.
#[test]
fn the_scripts_are_conservative() {
    let scripts = SCRIPTS.concat();
    for newer in [
        "=>", "`", "let ", "const ", "class ", "?.", "??", "async ", "await ", "fetch(", "import ",
        "padStart", "...",
    ] {
        let found: Vec<&str> = scripts
            .lines()
            .filter(|line| !line.trim_start().starts_with("//") && line.contains(newer))
            .filter(|line| {
                !line.contains(&format!("\"{newer}"))
                    && !line.contains("<rect class")
                    && !line.contains("<text class")
            })
            .filter(|line| {
                !["<circle class", "<polyline class", "<path class", "<g class"]
                    .iter()
                    .any(|word| line.contains(word))
            })
            .collect();
        assert!(found.is_empty(), "{newer}: {found:?}");
    }
}

#[test]
fn the_page_speaks_this_protocol_and_knows_every_scene_and_section() {
    let scripts = SCRIPTS.concat();
    assert!(scripts.contains(&format!("PROTOCOL = {PROTOCOL}, SILENCE_MS = {}", SILENCE_MAX.as_millis())));
    let scenes = [
        Scene::Closed,
        Scene::Idle,
        Scene::Sale,
        Scene::Totals,
        Scene::Draw,
        Scene::Check,
        Scene::Question,
        Scene::Winners,
        Scene::Hold,
        Scene::Suspended,
        Scene::Void,
        Scene::NotHeld,
    ];
    for scene in scenes {
        let name = serde_json::to_value(scene).unwrap();
        let name = name.as_str().unwrap();
        let known = [format!(" {name}: "), format!("\"{name}\": ")];
        assert!(known.iter().any(|word| scripts.contains(word)), "{name}");
    }
    // Another board in every section.
    let figures = || Figures { cards: 1, takings_cents: 1, line_cents: 1, bingo_cents: 1 };
    let said = Said::default;
    let notice = Notice {
        kind: StandstillKind::Void,
        hold: None,
        what: said(),
        doing: said(),
        keep: said(),
        limit: None,
        over: None,
    };
    // Every field by its name: a new one has to be here, with another value than at first.
    let other = PublicBoard {
        hall: "x".into(),
        scene: Scene::Void,
        session: None,
        game: None,
        announced: vec![1],
        uncalled: Some(1),
        picture_held: true,
        stop: None,
        prizes: Vec::new(),
        notice: Some(notice),
        demo: true,
        by_hand: vec![1],
        by_caller: vec![1],
        rest_cents: 1,
        suspended_until_utc_ms: Some(1),
        refunded: 1,
        rectified: Some(figures()),
        so_far: Some(figures()),
        last: Some(LastGame { game: 1, line_cents: 1, bingo_cents: 1, prizes: Vec::new() }),
        sale_closes_utc_ms: Some(1),
        next_sale_utc_ms: Some(1),
    };
    let mut updates = PublicBoard::diff(&PublicBoard::default(), &other);
    updates.extend([
        Update::Session(None),
        Update::Game(None),
        Update::Stop(None),
        Update::Prizes(Vec::new()),
        Update::Announced(Vec::new()),
        Update::Cleared,
    ]);
    // A ball is an update of its own beside the list of them, and so is that all goes.
    let fields = serde_json::to_value(&other).unwrap().as_object().unwrap().len();
    assert_eq!(updates.len(), fields + 2, "each section once");
    for update in updates {
        let json = serde_json::to_value(&update).unwrap();
        let section = json["section"].as_str().unwrap();
        let known = [format!("{section}: \""), format!("\"{section}\"")];
        assert!(known.iter().any(|word| scripts.contains(word)), "{section}");
    }
}
