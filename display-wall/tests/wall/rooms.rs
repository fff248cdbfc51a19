//! Everything can be read: in its room, large enough, on nothing else, on every shape of monitor,
//! with the longest values (12.591,18 €, game 9999, ninety balls, four series, forty winners).

use display_wall::layout::{Item, Layout, Place, Shape, size};
use egui::{Rect, Vec2, vec2};

use crate::kit::{Hung, board, fitted, fonts, hung, ink_of, layout};

/// How far the ink of a tail or an accent may reach into another text's, in `u`.
const TOUCH: f32 = 0.35;

#[test]
fn every_text_is_whole_and_in_its_room() {
    let mut faults = Vec::new();
    for Hung { name, layout, texts, .. } in hung() {
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
    for Hung { name, layout, texts, .. } in hung() {
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
    for Hung { name, layout, place, texts, .. } in hung() {
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

/// Returns the boxes, balls and pictures of a layout, on the window.
fn panels(layout: &Layout, place: &Place) -> Vec<Rect> {
    let panel = |item: &Item| match item {
        Item::Panel { area, .. } | Item::Camera { area } => Some(place.area(*area)),
        Item::Ball { centre, radius, .. } => {
            Some(place.area(Rect::from_center_size(*centre, Vec2::splat(2.0 * radius))))
        }
        Item::Corner { .. }
        | Item::Sign { .. }
        | Item::Text(_)
        | Item::Aloud { .. }
        | Item::Advert { .. } => None,
    };
    layout.items.iter().filter_map(panel).collect()
}

#[test]
fn everything_lies_on_the_monitor_whatever_it_crops() {
    for Hung { name, layout, place, window, texts } in hung() {
        let scene = Rect::from_min_size(place.at, layout.shape.size() * place.scale);
        assert!(texts.iter().all(|fitted| scene.contains_rect(ink_of(fitted))), "{name}");
        for inset in [0.0, 0.06] {
            let place = Place::new(layout, Rect::from_min_size(egui::Pos2::ZERO, *window), inset);
            let visible = Rect::from_min_size(egui::Pos2::ZERO, *window).shrink2(*window * inset);
            let scene = Rect::from_min_size(place.at, layout.shape.size() * place.scale);
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

/// The last ball is at least a third of the height of a 16:9 monitor. On 4:3 its tile is, and
/// upright its figure is wider than half of the monitor: the ninety numbers need the rest.
#[test]
fn the_last_ball_is_a_third_of_the_height() {
    let ctx = fonts();
    for (window, share) in [(vec2(1920.0, 1080.0), 1.0 / 3.0), (vec2(1280.0, 720.0), 1.0 / 3.0)] {
        let ball = last_ball(&ctx, window);
        assert!(ball.height() / window.y >= share, "{window}: {}", ball.height() / window.y);
    }
    let table = layout("draw", Shape::Classic);
    let tall = |item: &&Item| matches!(item, Item::Panel { area, .. } if area.height() / 90.0 >= 1.0 / 3.0);
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

/// Board and camera never move within a game, so that a player finds them without looking.
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
