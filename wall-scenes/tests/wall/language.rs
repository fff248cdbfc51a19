//! The words of the scenes in each language: the same ids, each used, no Spanish on an English monitor.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use egui_kittest::kittest::Queryable;
use hall_look::text::Lang;
use wall_scenes::layout::{Element, Layout, Says, Shape};
use wall_scenes::scene::{View, lay_out};
use wall_scenes::words::{LANGUAGES, Words};

use crate::kit::{WINDOWS, board, changed, in_language, rarer, views, wall};

fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Each message of a language with the arguments it names.
fn messages(language: &str) -> BTreeMap<String, BTreeSet<String>> {
    let file = here("locales").join(language).join("scenes.ftl");
    let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let mut all: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut id = String::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if let Some((name, _)) = line.split_once(" =").filter(|_| !line.starts_with(' ')) {
            id = name.to_owned();
            assert!(all.insert(id.clone(), BTreeSet::new()).is_none(), "{language}: «{id}» stands twice");
        }
        for part in line.split('$').skip(1) {
            let name: String = part.chars().take_while(char::is_ascii_alphanumeric).collect();
            all.get_mut(&id).expect("an argument stands in a message").insert(name);
        }
    }
    all
}

/// The sources without their tests, one after the other.
fn sources(folder: &Path) -> String {
    let mut all = String::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            all += &sources(&path);
        } else {
            let text = std::fs::read_to_string(&path).expect("a source");
            all += text.split("#[cfg(test)]").next().expect("split gives one at least");
        }
    }
    all
}

#[test]
fn each_language_has_the_same_ids_and_arguments_and_each_is_used() {
    let spanish = messages("es");
    assert!(spanish.len() > 120, "{}", spanish.len());
    let sources = sources(&here("src"));
    for (code, language) in LANGUAGES {
        let own = messages(code);
        let ids = |all: &BTreeMap<String, BTreeSet<String>>| all.keys().cloned().collect::<BTreeSet<_>>();
        let odd: Vec<_> = ids(&own).symmetric_difference(&ids(&spanish)).cloned().collect();
        assert_eq!(odd, Vec::<String>::new(), "{code}: in one language only");
        for (id, arguments) in &own {
            assert!(Words::of(language).has(id), "{code}: «{id}» is not read");
            assert!(sources.contains(&format!("\"{id}\"")), "nothing says «{id}»");
            // A plural may be written without its number, or chosen where the other language has one form.
            let other = &spanish[id];
            let named =
                |all: &BTreeSet<String>| all.iter().filter(|name| *name != "n").cloned().collect::<Vec<_>>();
            assert_eq!(named(arguments), named(other), "{code}: the arguments of «{id}»");
        }
    }
}

/// Everything a monitor shows or says, in words.
fn told(layout: &Layout) -> Vec<String> {
    let mut all = layout.strip.clone();
    for item in &layout.items {
        match item {
            Element::Text(text) => {
                all.push(text.words.clone());
                match &text.style.says {
                    Says::Words(words) => all.push(words.clone()),
                    Says::Itself | Says::Nothing => (),
                }
            }
            Element::Aloud { words, .. } => all.push(words.clone()),
            Element::Panel { .. }
            | Element::Ball { .. }
            | Element::Corner { .. }
            | Element::Sign { .. }
            | Element::Code { .. }
            | Element::Camera { .. }
            | Element::Advert { .. } => (),
        }
    }
    all
}

/// Words of the Spanish scenes that no English one has.
const SPANISH: &str = "a al anterior antes ahora avisa bola bolas borrador bueno cada cantado cantada cantados cante carton \
    cartones cerrada cierre completa con correcta correcto de del devuelven devueltos el en entregue espere falta faltan \
    gracias guarde hora juego la las leida linea lo los mano mesa movil no-vendido nadie numero numeros orden partida por \
    premiada premios primera proxima que quedan queda rectificacion reparte resto sala salida se segunda serie siga sin su \
    sus ultima un una vale van venta ya";

/// What of a text is Spanish: a letter that English has not, or a word. What is the hall's own has been taken out.
fn spanish_in(text: &str) -> Option<String> {
    if let Some(letter) =
        text.chars().find(|c| "áéíóúüñ¿¡ªº".contains(c.to_ascii_lowercase()) || "ÁÉÍÓÚÑ".contains(*c))
    {
        return Some(letter.to_string());
    }
    // An amount as in Spanish: the sign behind it.
    if text.match_indices(" €").any(|(at, _)| text[..at].ends_with(|c: char| c.is_ascii_digit())) {
        return Some("€".to_owned());
    }
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '-').map(str::to_lowercase);
    // «a» is English too, and the letter of a series.
    words.filter(|word| word != "a").find(|word| SPANISH.split_whitespace().any(|one| one == word))
}

/// The Spanish on a monitor, without the hall's name, its notices, its captions and its addresses, which are its own.
fn spanish_on(view: &View) -> Vec<String> {
    let mut own = vec![view.board.hall.clone(), "/tv/seguir".to_owned()];
    own.extend(view.screen.captions.iter().cloned());
    own.extend(view.screen.notice.iter().map(|notice| notice.text.to_string()));
    own.extend(view.players.iter().map(ToString::to_string));
    own.extend(view.trial.iter().map(|trial| trial.name.to_string()));
    own.retain(|text| !text.is_empty());
    let mut found = Vec::new();
    for text in told(&lay_out(view)) {
        let rest = own.iter().fold(text.clone(), |text, own| text.replace(own.as_str(), ""));
        if let Some(word) = spanish_in(&rest) {
            found.push(format!("«{text}»: {word}"));
        }
        assert!(!text.contains('⟨'), "an id without a text: {text}");
    }
    found
}

#[test]
fn no_spanish_word_is_left_on_an_english_monitor() {
    let mut faults = BTreeSet::new();
    for shape in [Shape::Wide, Shape::Classic, Shape::Tall] {
        for (name, view) in views(shape, Lang::En) {
            for view in std::iter::once(view.clone()).chain(rarer(&view)) {
                faults.extend(spanish_on(&view).into_iter().map(|fault| format!("{name}: {fault}")));
            }
        }
        // The same look finds each Spanish monitor.
        for (name, view) in views(shape, Lang::Es) {
            assert!(!spanish_on(&view).is_empty(), "{name}: no Spanish is found on a Spanish monitor");
        }
    }
    let faults: Vec<String> = faults.into_iter().collect();
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}

/// Checks labels of a board on a wide, a 4:3 and an upright monitor in English.
fn says(name: &str, labels: &[&str]) {
    for window in [WINDOWS[0], WINDOWS[2], WINDOWS[4]] {
        let harness = wall(in_language(board(name).view(Shape::of(window)), Lang::En), window);
        for label in labels {
            assert!(harness.query_all_by_label(label).count() > 0, "{name} {window}: «{label}» is not said");
        }
    }
}

#[test]
fn a_game_is_told_in_english_from_the_sale_to_the_winners() {
    says("idle", &["GAME 37", "€591.18", "Next game: 38", "Next sale: 22:50", "Time: 22:47", "Camera"]);
    says("sale", &["CARDS ON SALE", "Game 37  ·  Series B 128", "Each card: €2.00", "Cards sold: 233"]);
    says("sale", &["LINE so far: €41.94", "The sale closes in 2:35", "Card 417", "Cards 62 and 305"]);
    says("sale-first", &["SALE OPEN"]);
    says("totals", &["PRIZES FOR GAME 37", "LINE: €90.18", "BINGO: €591.18", "1 to 81"]);
    says("draw-begins", &["EYES DOWN", "0 balls", "No number called"]);
    says("draw", &["Last ball: 76", "41 balls", "LINE, now: €90.18", "BINGO: €591.18", "NOW"]);
    says("check-correct", &["CHECKING A LINE", "Card 417  ·  Series B 128", "LINE IS GOOD"]);
    says("check-missing", &["47 IS MISSING", "No line. The game goes on. Keep your card."]);
    says("question-line", &["ANY MORE LINES?", "Call now", "12 seconds left", "1 CARD"]);
    says("question-bingo", &["ANY MORE BINGOS?", "1 second left"]);
    says("winners", &["Shared by 2 cards", "Card 62", "Series C 129", "€295.59"]);
    says(
        "hold",
        &["GAME STOPPED", "The machine has read the same ball twice.", "ORDER OF THE DRAW: 41 BALLS"],
    );
    says("suspended", &["GAME SUSPENDED", "Time left: 12:34", "Keep your cards."]);
    says("void", &["GAME 37 VOID", "Refund: €2.00 per card", "501 cards", "€1,002.00", "Refunded: 120"]);
    says("lost-draw", &["NO CONNECTION"]);
    says("long-sale", &["Cards sold: 99,999"]);
}

/// A bare figure would be read as the ball's number, so that its place is an ordinal.
#[test]
fn a_ball_that_waits_is_marked_by_its_place_in_english() {
    for (balls, told) in [
        (0, "1ST BALL · NOT CALLED"),
        (1, "2ND BALL · NOT CALLED"),
        (2, "3RD BALL · NOT CALLED"),
        (10, "11TH BALL · NOT CALLED"),
        (20, "21ST BALL · NOT CALLED"),
    ] {
        let waits = |board: &mut hall_wire::board::PublicBoard| board.uncalled = Some(balls + 1);
        let view = in_language(changed(&board("draw").view(Shape::Wide), waits), Lang::En);
        let layout = lay_out(&view);
        assert!(layout.texts().any(|text| text.words == told), "{told}");
    }
}
