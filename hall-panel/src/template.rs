//! What stands on a sign: lines of text with places for what the panel shows, as in `{ball}  {count}/90`.

use hall_wire::board::Scene;

use crate::state::{Contact, Panel};
use crate::words;

/// What a place holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// The last announced ball, while it is new.
    Ball,
    /// The three before it, the newest first.
    Before,
    /// How many were announced.
    Count,
    /// The game.
    Game,
    /// The line's prize; `-` once nobody can sing it any more.
    Line,
    /// The bingo's prize.
    Bingo,
    /// The sentence of the moment.
    Says,
}

/// The places that a driver's file can name.
pub const PLACES: [(&str, Place); 7] = [
    ("ball", Place::Ball),
    ("before", Place::Before),
    ("count", Place::Count),
    ("game", Place::Game),
    ("line", Place::Line),
    ("bingo", Place::Bingo),
    ("says", Place::Says),
];

/// Balls before the last one.
const BEFORE: usize = 3;

/// The longest line of a sign.
pub const LINE_MAX: usize = 60;

/// What a demonstration says first on every sign: nothing of it is a real game.
const DEMO: &str = "DEMO ";

/// One line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template(Vec<Part>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Text(String),
    Place(Place),
}

impl Template {
    /// Reads a line.
    ///
    /// # Errors
    /// In Spanish: a brace without its other one, a place that nobody knows, a letter that signs have not.
    pub fn parse(text: &str) -> Result<Template, String> {
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some((before, open)) = rest.split_once('{') {
            let Some((name, after)) = open.split_once('}') else {
                return Err(format!("«{text}»: falta la llave que cierra"));
            };
            let known = PLACES.iter().find(|(known, _)| *known == name);
            let Some((_, place)) = known else {
                let names: Vec<&str> = PLACES.iter().map(|(name, _)| *name).collect();
                return Err(format!("no se conoce «{{{name}}}»; hay {}", names.join(", ")));
            };
            parts.push(Part::Text(before.to_owned()));
            parts.push(Part::Place(*place));
            rest = after;
        }
        parts.push(Part::Text(rest.to_owned()));
        let strange = |part: &Part| match part {
            Part::Text(text) => text.chars().find(|c| !(' '..='~').contains(c) || *c == '}'),
            Part::Place(_) => None,
        };
        match parts.iter().find_map(strange) {
            Some(c) => {
                Err(format!("«{c}» no se puede escribir en un rótulo: letras sin tilde, cifras y signos"))
            }
            None => Ok(Template(parts)),
        }
    }

    fn fill(&self, panel: &Panel) -> String {
        let part = |part: &Part| match part {
            Part::Text(text) => text.clone(),
            Part::Place(place) => words::plain(&place.text(panel)),
        };
        self.0.iter().map(part).collect()
    }
}

impl Place {
    fn text(self, panel: &Panel) -> String {
        match self {
            Place::Ball => panel.last().map_or_else(String::new, |ball| ball.to_string()),
            Place::Before => before(panel),
            Place::Count => panel.called.len().to_string(),
            Place::Game => panel.game.map_or_else(String::new, |game| game.to_string()),
            Place::Line if !panel.line_open => "-".to_owned(),
            Place::Line => words::amount(panel.line_cents),
            Place::Bingo => words::amount(panel.bingo_cents),
            Place::Says => panel.says.clone(),
        }
    }
}

fn before(panel: &Panel) -> String {
    let earlier = panel.called.iter().rev().skip(1).take(BEFORE);
    earlier.map(u8::to_string).collect::<Vec<_>>().join(" ")
}

/// The two faces of a sign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Face {
    /// While balls are drawn, its lines.
    pub balls: Vec<Template>,
    /// At all other times.
    pub words: Vec<Template>,
}

impl Face {
    /// The lines that show this, cut at [`LINE_MAX`]; as many as the longer face has, so that no old one stays.
    pub fn lines(&self, panel: &Panel) -> Vec<String> {
        let many = self.balls.len().max(self.words.len());
        if *panel == Panel::dark() {
            return vec![" ".to_owned(); many];
        }
        let drawing = panel.contact == Contact::Live && panel.scene == Scene::Draw;
        let face = if drawing && panel.last().is_some() { &self.balls } else { &self.words };
        let line = |at: usize| {
            let demo = if at == 0 && panel.demo { DEMO } else { "" };
            let text = face.get(at).map_or_else(String::new, |line| line.fill(panel));
            let text: String = format!("{demo}{text}").chars().take(LINE_MAX).collect();
            // A sign may take a file without a byte for one that is not there.
            if text.is_empty() { " ".to_owned() } else { text }
        };
        (0..many).map(line).collect()
    }

    /// The most bytes that its lines can have together.
    pub fn bytes_max(&self) -> usize {
        let longest = |lines: &[Template]| lines.iter().map(Template::bytes_max).sum::<usize>();
        (longest(&self.balls).max(longest(&self.words)) + DEMO.len()).min(self.lines_max() * LINE_MAX)
    }

    /// How many lines it has.
    pub fn lines_max(&self) -> usize {
        self.balls.len().max(self.words.len())
    }
}

impl Template {
    fn bytes_max(&self) -> usize {
        let part = |part: &Part| match part {
            Part::Text(text) => text.len(),
            Part::Place(Place::Ball | Place::Count) => 2,
            Part::Place(Place::Before) => 3 * BEFORE - 1,
            Part::Place(Place::Game) => 10,
            Part::Place(Place::Line | Place::Bingo) => 14,
            Part::Place(Place::Says) => LINE_MAX,
        };
        self.0.iter().map(part).sum::<usize>().min(LINE_MAX)
    }
}

/// A panel with the most that any place can hold, for tests of sizes.
#[cfg(test)]
pub(crate) fn fullest() -> Panel {
    Panel {
        contact: Contact::Live,
        scene: Scene::Draw,
        called: (1..=90).collect(),
        game: Some(u32::MAX),
        line_cents: 99_999_999_999,
        bingo_cents: 99_999_999_999,
        line_open: true,
        bingo_open: true,
        demo: true,
        says: "W".repeat(200),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn face(balls: &[&str], words: &[&str]) -> Face {
        let lines =
            |texts: &[&str]| texts.iter().map(|text| Template::parse(text).expect("a line")).collect();
        Face { balls: lines(balls), words: lines(words) }
    }

    #[test]
    fn the_face_of_the_draw_has_the_ball_and_the_other_the_sentence() {
        let face = face(&["{ball}  {before}", "{count}/90 L {line} B {bingo}"], &["{says}"]);
        let mut panel = Panel { demo: false, line_cents: 1_250, bingo_cents: 600_000, ..fullest() };
        panel.called = vec![7, 80, 16, 4, 61];
        assert_eq!(face.lines(&panel), ["61  4 16 80", "5/90 L 12,50 B 6.000,00"]);
        panel.line_open = false;
        assert_eq!(face.lines(&panel)[1], "5/90 L - B 6.000,00");
        panel.scene = Scene::Hold;
        panel.says = "PARTIDA 3 DETENIDA - ESTÁ PARADA".to_owned();
        assert_eq!(face.lines(&panel), ["PARTIDA 3 DETENIDA - ESTA PARADA", " "]);
        assert_eq!(face.lines(&Panel::dark()), [" ", " "]);
    }

    #[test]
    fn a_demonstration_says_so_on_the_first_line() {
        let panel = Panel { called: vec![7], demo: true, ..fullest() };
        assert_eq!(face(&["{ball}", "{count}"], &["{says}"]).lines(&panel), ["DEMO 7", "1"]);
    }

    #[test]
    fn no_sign_says_an_old_ball_when_it_lost_the_hall() {
        let panel = Panel { contact: Contact::Lost, says: words::NO_CONTACT.to_owned(), ..fullest() };
        let lines = face(&["{ball}"], &["{says} {ball}"]).lines(&Panel { demo: false, ..panel });
        assert_eq!(lines, ["SIN CONEXION - ATIENDA A LA VOZ "]);
    }

    #[test]
    fn no_line_is_longer_than_was_said() {
        let face = face(&["{ball} {before} {count} {game} {line} {bingo}", "{count}"], &["{says}"]);
        let all = face.lines(&fullest()).concat().len();
        assert!(all <= face.bytes_max(), "{all} of {}", face.bytes_max());
        let says = Panel { scene: Scene::Check, ..fullest() };
        assert!(face.lines(&says).iter().all(|line| line.len() <= LINE_MAX));
    }

    #[test]
    fn what_cannot_be_read_is_said() {
        let bad = |text: &str| Template::parse(text).expect_err("it is wrong");
        assert_eq!(bad("{bola}"), "no se conoce «{bola}»; hay ball, before, count, game, line, bingo, says");
        assert_eq!(bad("{ball"), "«{ball»: falta la llave que cierra");
        assert!(bad("LÍNEA").contains("«Í» no se puede escribir"));
    }
}
