//! The television page: one self-contained page and its font, for any browser in the hall.
//!
//! It knows the public board only, folds it as [`hall_wire::link`] does, and asks the Internet
//! for nothing. The scripts stand in the order in which they use one another.

use std::sync::LazyLock;

use axum::extract::{Path, State};
use axum::http::{HeaderValue, header};
use axum::response::Response;
use hall_wire::message::MatrixRow;
use hall_wire::problem;

use super::Web;
use super::answer::{Trouble, bytes};

const PAGE: &str = include_str!("tv/page.html");

const PROOFS: &str = include_str!("tv/proofs.html");

const STYLE: &str = include_str!("tv/style.css");

const SCRIPTS: [&str; 5] = [
    include_str!("tv/link.js"),
    include_str!("tv/draw.js"),
    include_str!("tv/scenes.js"),
    include_str!("tv/endings.js"),
    include_str!("tv/main.js"),
];

const BOLD: &[u8] = include_bytes!("../../../hall-look/fonts/IBMPlexSansCondensed-Bold.woff2");

const MEDIUM: &[u8] = include_bytes!("../../../hall-look/fonts/IBMPlexSansCondensed-Medium.woff2");

/// What the page may load: its own parts and nothing from anywhere else.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; font-src 'self'; \
     img-src 'self'; connect-src 'self' ws: wss:; base-uri 'none'; form-action 'none'",
);

/// A font does not change under its name: a television keeps it for a year.
const FOR_A_YEAR: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// The page, put together once.
static WHOLE: LazyLock<String> = LazyLock::new(|| {
    let script = SCRIPTS.concat();
    PAGE.replace("/*STYLE*/", STYLE.trim()).replace("/*SCRIPT*/", script.trim())
});

/// The page.
pub(super) async fn page() -> Response {
    let mut response = bytes("text/html; charset=utf-8", WHOLE.as_bytes().to_vec());
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, POLICY);
    response
}

/// What is fixed of every matrix, for whoever wants to hold the hall to it, and how it is checked. Not on the
/// monitors: there it told nobody anything.
pub(super) async fn proofs(State(web): State<Web>) -> Result<Response, Trouble> {
    let lists = web.made(&web.shared.strangers, |papers| papers.lists()).await?;
    let page = proofs_page(&web.view().public.hall, &lists.matrices);
    let mut response = bytes("text/html; charset=utf-8", page.into_bytes());
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, POLICY);
    Ok(response)
}

fn proofs_page(hall: &str, matrices: &[MatrixRow]) -> String {
    let section = |row: &MatrixRow| {
        let mut all = format!("<section><h2>Matriz {}</h2><dl>", row.matrix);
        let mut put = |name: &str, value: &str, code: bool| {
            let value = if code { format!("<code>{}</code>", escape(value)) } else { escape(value) };
            all.push_str(&format!("<dt>{name}</dt><dd>{value}</dd>"));
        };
        put("Cartones", &row.size.to_string(), false);
        put("Huella de los cartones (SHA-256)", &row.faces_sha256, true);
        match (&row.key_sha256, &row.maker) {
            (Some(hash), _) => put("Huella de la clave (SHA-256)", hash, true),
            (None, Some(maker)) => put("Hecha por", maker, false),
            (None, None) => (),
        }
        match (row.retired_at_utc_ms, &row.key) {
            (None, _) => put("Estado", "En uso: la clave se publica cuando se retire.", false),
            (Some(_), Some(key)) => put("Retirada. Clave", key, true),
            (Some(_), None) => put("Estado", "Retirada.", false),
        }
        if let Some(seed) = &row.seed {
            put("Azar del sistema", seed, true);
        }
        if let Some(mixed) = &row.mixed {
            put("Azar que añadieron personas", mixed, false);
        }
        all.push_str("</dl></section>");
        all
    };
    let all: String = matrices.iter().map(section).collect();
    let all = if all.is_empty() { "<p>La sala todavía no tiene matrices.</p>".to_owned() } else { all };
    PROOFS.replace("<!--HALL-->", &escape(hall)).replace("<!--MATRICES-->", &all)
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A font of the page.
pub(super) async fn font(Path(file): Path<String>) -> Result<Response, Trouble> {
    let font = match file.as_str() {
        "bold.woff2" => BOLD,
        "medium.woff2" => MEDIUM,
        _ => return Err(problem::UNKNOWN_ROUTE.into()),
    };
    let mut response = bytes("font/woff2", font.to_vec());
    response.headers_mut().insert(header::CACHE_CONTROL, FOR_A_YEAR);
    Ok(response)
}

#[cfg(test)]
mod tests {
    use hall_wire::board::{
        Board, Figures, LastGame, Notice, PublicBoard, Said, Scene, StandstillKind, Update,
    };
    use hall_wire::message::{PROTOCOL, SILENCE_MAX};

    use super::*;

    /// The largest page: a television's browser on a poor network has it in a blink.
    const PAGE_MAX: usize = 60_000;

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
        };
        let made = MatrixRow {
            key_sha256: Some("9f2c41d0".repeat(8)),
            maker: None,
            retired_at_utc_ms: Some(1),
            key: Some("5eed".into()),
            ..row.clone()
        };
        let page = proofs_page("Bingo «A&B»", &[row, made]);
        for told in [
            "Matriz 3",
            &"4b7de019".repeat(8),
            &"9f2c41d0".repeat(8),
            "A&amp;B",
            "&lt;script&gt;",
            "5eed",
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
        assert!(
            scripts.contains(&format!("PROTOCOL = {PROTOCOL}, SILENCE_MS = {}", SILENCE_MAX.as_millis()))
        );
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
        let other = PublicBoard {
            hall: "x".into(),
            scene: Scene::Void,
            announced: vec![1],
            notice: Some(notice),
            demo: true,
            by_hand: vec![1],
            rest_cents: 1,
            suspended_until_utc_ms: Some(1),
            refunded: 1,
            rectified: Some(figures()),
            so_far: Some(figures()),
            last: Some(LastGame { game: 1, line_cents: 1, bingo_cents: 1, prizes: Vec::new() }),
            sale_closes_utc_ms: Some(1),
            next_sale_utc_ms: Some(1),
            ..PublicBoard::default()
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
        assert_eq!(updates.len(), 20, "each section once");
        for update in updates {
            let json = serde_json::to_value(&update).unwrap();
            let section = json["section"].as_str().unwrap();
            let known = [format!("{section}: \""), format!("\"{section}\"")];
            assert!(known.iter().any(|word| scripts.contains(word)), "{section}");
        }
    }
}
