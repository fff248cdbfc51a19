//! Legibility on every shape of monitor: texts fit, are large enough and do not overlap, with the longest values
//! (12.591,18 €, game 9999, ninety balls, four series, forty winners).

use egui::{Rect, Vec2, vec2};
use wall_scenes::layout::{Element, Layout, Place, Shape, size};

use crate::kit::{Hung, board, fitted, fonts, hung, hung_in_each_language, ink_of, layout};

/// How far descenders and accents may reach into another text, in `u`.
const TOUCH: f32 = 0.35;

#[test]
fn every_text_is_whole_and_in_its_room() {
    let mut faults = Vec::new();
    for Hung { name, layout, texts, .. } in hung_in_each_language() {
        for (text, fitted) in layout.texts().zip(texts) {
            if !fitted.fits {
                faults.push(format!("{name}: «{}» needs more than {:?}", text.words, text.room.size()));
            }
            let written: String = fitted.lines.iter().map(|(_, galley)| galley.text()).collect();
            let squeezed = |words: &str| words.replace([' ', '\n'], "");
            if squeezed(&written) != squeezed(&text.words) {
                faults.push(format!("{name}: «{}» is cut", text.words));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn nothing_is_smaller_than_a_person_reads() {
    let mut faults = Vec::new();
    for Hung { name, layout, texts, .. } in hung_in_each_language() {
        for (text, fitted) in layout.texts().zip(texts) {
            if fitted.size < size::SMALLEST - 0.001 {
                faults.push(format!("{name}: «{}» at {} u", text.words, fitted.size));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn no_ink_lies_on_other_ink_or_over_the_edge_of_its_panel() {
    let mut faults = Vec::new();
    for Hung { name, layout, place, texts, .. } in hung_in_each_language() {
        let inks: Vec<(&str, Rect)> =
            layout.texts().zip(texts).map(|(text, fitted)| (text.words.as_str(), ink_of(fitted))).collect();
        let panels = panels(layout, place);
        for (at, (words, ink)) in inks.iter().enumerate() {
            for (other, their) in &inks[at + 1..] {
                let shared = ink.intersect(*their);
                let touch = shared.width().min(shared.height()) / place.scale;
                if touch >= TOUCH {
                    faults.push(format!("{name}: «{words}» lies {touch:.1} u on «{other}»"));
                }
            }
            for panel in &panels {
                let inside = panel.expand(0.3 * place.scale).contains_rect(*ink);
                let meets = panel.intersects(ink.shrink(2.0));
                if meets && !inside && !ink.expand(1.0).contains_rect(*panel) {
                    let panel = panel.translate(-place.at.to_vec2()) / place.scale;
                    faults.push(format!("{name}: «{words}» is half in a panel {panel}"));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}

/// Boxes, balls and pictures of a layout, on the window.
fn panels(layout: &Layout, place: &Place) -> Vec<Rect> {
    let panel = |item: &Element| match item {
        Element::Panel { area, .. } | Element::Camera { area } | Element::Code { area, .. } => {
            Some(place.area(*area))
        }
        Element::Ball { centre, radius, .. } => {
            Some(place.area(Rect::from_center_size(*centre, Vec2::splat(2.0 * radius))))
        }
        Element::Corner { .. }
        | Element::Sign { .. }
        | Element::Text(_)
        | Element::Aloud { .. }
        | Element::Advert { .. } => None,
    };
    layout.items.iter().filter_map(panel).collect()
}

#[test]
fn everything_lies_on_the_monitor_whatever_it_crops() {
    for Hung { name, layout, place, window, texts } in hung_in_each_language() {
        let scene =
            Rect::from_min_size(place.at, (layout.shape.size() + vec2(0.0, layout.foot)) * place.scale);
        assert!(texts.iter().all(|fitted| scene.contains_rect(ink_of(fitted))), "{name}");
        for inset in [0.0, 0.06] {
            let place = Place::new(layout, Rect::from_min_size(egui::Pos2::ZERO, *window), inset);
            let visible = Rect::from_min_size(egui::Pos2::ZERO, *window).shrink2(*window * inset);
            let scene =
                Rect::from_min_size(place.at, (layout.shape.size() + vec2(0.0, layout.foot)) * place.scale);
            assert!(visible.expand(0.5).contains_rect(scene), "{name} {inset}");
            for (strip, _) in place.strip(layout) {
                assert!(
                    visible.expand(0.5).contains_rect(strip) && !strip.intersects(scene.shrink(0.5)),
                    "{name}"
                );
            }
        }
    }
}

/// Height of the figures of the ninety numbers, the last one's included, as a fraction of the picture's height
/// (upright: of its width).
fn ninety(hung: &Hung) -> f32 {
    let texts: Vec<_> = hung.layout.texts().zip(&hung.texts).collect();
    let cell =
        |number: &str| texts.iter().rfind(|(text, _)| text.words == number).map(|(text, _)| text.room.size());
    let cell = cell("89").expect("the board has an 89");
    let figures: Vec<f32> = texts
        .iter()
        .filter(|(text, _)| (text.room.size() - cell).length() < 0.01 && text.words.parse::<u8>().is_ok())
        .map(|(text, fitted)| text.style.face.capitals() * fitted.size / 90.0)
        .collect();
    assert_eq!(figures.len(), 90, "{}", hung.name);
    figures.into_iter().fold(1.0, f32::min)
}

/// A 65-inch television is 0.809 m high: capitals of 0.07 of that subtend ten minutes of arc at 20 m. On 4:3 and
/// upright ten columns leave no room for that; `docs/visual-language.md` gives their distance.
#[test]
fn the_ninety_numbers_are_read_from_the_end_of_the_hall() {
    let scenes = [
        "draw",
        "draw-bingo",
        "draw-no-camera",
        "question-line",
        "question-line-no-camera",
        "check-no-card",
        "check-restart",
        "lost-draw",
    ];
    let mut seen = 0;
    for hung in hung() {
        let Some((name, _)) = hung.name.rsplit_once(' ') else { continue };
        if !scenes.contains(&name) {
            continue;
        }
        let least = match hung.layout.shape {
            Shape::Wide => 0.07,
            Shape::Classic => 0.053,
            Shape::Tall => 0.057,
        };
        let part = ninety(hung);
        assert!(part >= least, "{}: {part:.4}", hung.name);
        seen += 1;
    }
    assert_eq!(seen, scenes.len() * 5);
}

/// `docs/visual-language.md` states the least height of figures in each scene and their reading distance on a 65-inch
/// television, as measured here.
#[test]
fn the_page_tells_the_figures_of_each_scene() {
    let page = include_str!("../../../docs/visual-language.md");
    let mut missing = Vec::new();
    for (what, name, is) in FIGURES {
        let part = |window: &str| {
            let name = format!("{name} {window}");
            let hung = hung().iter().find(|hung| hung.name == name).expect("the board hangs there");
            let figure = |(text, fitted): (&wall_scenes::layout::Text, &wall_scenes::ink::Fitted)| {
                is(&text.words, text.room.size()).then_some(text.style.face.capitals() * fitted.size / 90.0)
            };
            hung.layout.texts().zip(&hung.texts).filter_map(figure).fold(1.0, f32::min)
        };
        let parts = ["1920x1080", "1440x1080", "1080x1920"].map(part);
        // A 65-inch television is 0.809 m high; ten minutes of arc are 0.00291.
        let told = parts.map(|part| format!("{part:.3} | {:.0} m", part * 0.809 / 0.002_909));
        let line = format!("| {what} | {} |", told.join(" | "));
        println!("{line}");
        if !page.contains(&line) {
            missing.push(line);
        }
    }
    assert!(missing.is_empty(), "the page lacks:\n{}", missing.join("\n"));
}

type Is = fn(&str, Vec2) -> bool;

/// What is measured: its name, a board, and which of its texts.
const FIGURES: [(&str, &str, Is); 14] = [
    ("draw: the ninety numbers", "draw", |words, room| {
        number(words) && room.x < 10.15 && room.y > 6.6 && room.y < 7.6
    }),
    ("draw: the last ball", "draw", |words, room| words == "76" && room.y > 20.0),
    ("draw: balls before", "draw", |words, room| {
        ["60", "33", "84"].contains(&words) && (room.x * 1.16 - room.y).abs() < 0.1
    }),
    ("… where there is no camera", "draw-no-camera", |words, room| {
        ["60", "33", "84"].contains(&words) && (room.x * 1.16 - room.y).abs() < 0.1
    }),
    ("draw: prizes", "draw", |words, _| words.contains("0,18 €") || words.contains("591,18")),
    ("draw: count", "draw", |words, room| words == "41" && room.x > 10.15),
    ("draw: series, cards, price", "draw", |words, _| words.contains("501 cartones")),
    ("sale: price", "sale", |words, _| words == "2,00 €"),
    ("sale: prizes so far", "sale", |words, _| words == "41,94 €" || words == "274,94 €"),
    ("sale: countdown", "sale", |words, _| words == "2:35"),
    ("sale: winners before", "sale", |words, _| {
        words.starts_with("Cartones 6") || words.starts_with("Cartón")
    }),
    ("totals: prizes", "totals", |words, room| words.contains(" €") && room.y > 8.0),
    ("check: the card", "check-correct", |words, room| number(words) && room.y > 8.0),
    ("hold: order of exit", "hold", |words, _| number(words)),
];

fn number(words: &str) -> bool {
    words.parse::<u8>().is_ok()
}

/// The last ball is at least a third of the height of a 16:9 monitor. On 4:3 its tile is, and upright its figure is
/// wider than half the monitor: the ninety numbers need the rest.
#[test]
fn the_last_ball_is_a_third_of_the_height() {
    let ctx = fonts();
    for (window, share) in [(vec2(1920.0, 1080.0), 1.0 / 3.0), (vec2(1280.0, 720.0), 1.0 / 3.0)] {
        let ball = last_ball(&ctx, window);
        assert!(ball.height() / window.y >= share, "{window}: {}", ball.height() / window.y);
    }
    let table = layout("draw", Shape::Classic);
    let tall =
        |item: &&Element| matches!(item, Element::Panel { area, .. } if area.height() / 90.0 >= 1.0 / 3.0);
    assert!(table.items.iter().any(|item| tall(&item)), "the tile on 4:3");
    let upright = vec2(1080.0, 1920.0);
    assert!(last_ball(&ctx, upright).width() / upright.x > 0.45);
}

fn last_ball(ctx: &egui::Context, window: Vec2) -> Rect {
    let layout = layout("draw", Shape::of(window));
    let (_, texts) = fitted(ctx, &layout, window, 0.0);
    let largest = texts.iter().max_by(|a, b| a.size.total_cmp(&b.size)).expect("there are texts");
    let words = &layout.texts().nth(largest.index).expect("the same").words;
    assert_eq!(words, &board("draw").board.announced.last().expect("forty-one balls").to_string());
    largest.covers
}

/// Board and camera stay in place during a game.
#[test]
fn board_and_camera_stay_where_they_are() {
    for shape in [Shape::Wide, Shape::Classic, Shape::Tall] {
        let camera = |name: &str| layout(name, shape).camera().expect("a camera");
        let place = camera("draw");
        for name in ["draw-begins", "draw-bingo", "question-line", "question-both", "check-no-card"] {
            assert_eq!(camera(name), place, "{name}");
        }
        let numbers = |name: &str| {
            let layout = layout(name, shape);
            let found: Vec<Rect> =
                layout.texts().filter(|text| text.words == "90").map(|text| text.room).collect();
            *found.last().expect("the board has a 90")
        };
        assert_eq!(numbers("draw"), numbers("question-line"));
        if shape == Shape::Wide {
            for name in ["sale", "totals", "check-correct", "winners", "hold", "void"] {
                assert_eq!(camera(name), place, "{name}");
            }
        }
    }
}
