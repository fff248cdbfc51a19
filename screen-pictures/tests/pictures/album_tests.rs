use std::sync::OnceLock;

use crate::album::{RENEW, compare, difference, drawn_by, folder, merged};
use crate::raster::Picture;
use crate::{boards, console, pictures, wall};

fn drawn() -> &'static [(&'static str, Picture)] {
    static DRAWN: OnceLock<Vec<(&str, Picture)>> = OnceLock::new();
    DRAWN.get_or_init(pictures)
}

/// Returns a picture as it is kept.
fn kept(name: &str) -> Picture {
    merged(drawn_as(name))
}

fn drawn_as(name: &str) -> &'static Picture {
    &drawn().iter().find(|(other, _)| *other == name).expect("a picture of this name").1
}

#[test]
fn the_screens_look_as_they_are_kept() {
    let mut faults: Vec<String> =
        drawn().iter().filter_map(|(name, picture)| compare(name, picture).err()).collect();
    faults.extend(strangers_and_giants());
    assert!(faults.is_empty(), "\n{}\n\n{}\n{RENEW}\n", faults.join("\n"), drawn_by());
}

/// A picture that nobody draws proves nothing, and large ones make the repository slow for ever.
fn strangers_and_giants() -> Vec<String> {
    let mut faults = Vec::new();
    let mut total = 0;
    for file in std::fs::read_dir(folder()).expect("the album is there") {
        let file = file.expect("it can be listed");
        let name = file.file_name().to_string_lossy().into_owned();
        if name.ends_with(".new.png") || name.ends_with(".diff.png") {
            continue;
        }
        if !drawn().iter().any(|(drawn, _)| name == format!("{drawn}.png")) {
            faults.push(format!("{name} is in the album, and nothing draws it"));
        }
        let size = file.metadata().expect("a file has a size").len();
        if size > 150_000 {
            faults.push(format!("{name} has {size} bytes"));
        }
        total += size;
    }
    // Views of the cashier's close, the papers, the spare, keys, monitors and others, each about 60,000.
    if total > 3_900_000 {
        faults.push(format!("all pictures have {total} bytes"));
    }
    faults
}

#[test]
fn a_screen_is_drawn_twice_the_same() {
    let again = wall::picture(&wall::board("draw"));
    assert!(again == *drawn_as("wall-draw"), "{:?}", difference(drawn_as("wall-draw"), &again));
}

#[test]
fn canary_one_digit_is_seen() {
    let mut board = boards::totals();
    board.public.game.as_mut().expect("totals have a game").line_cents += 1;
    let other = console::picture(&boards::known(board), "");
    assert!(difference(&kept("console-totals"), &other).is_some(), "90,19 instead of 90,18");
    let mut recorded = wall::board("winners");
    recorded.board.prizes[0].card.card += 1;
    let other = wall::picture(&recorded);
    assert!(difference(&kept("wall-winners"), &other).is_some(), "the number of a card");
}

#[test]
fn canary_a_panel_eight_levels_lighter_is_seen() {
    let panel = hall_look::colour::SURFACE.to_array();
    for name in ["console-totals", "wall-winners"] {
        let mut lighter = drawn_as(name).clone();
        let of_panels = |pixel: &&mut [u8; 3]| pixel[..] == panel[..3];
        let many = lighter.rgb.iter_mut().filter(of_panels).map(|pixel| pixel[2] += 8).count();
        assert!(many > 10_000, "{name} has panels");
        let words = difference(&kept(name), &lighter).expect("another blue is seen");
        assert!(words.contains(&format!("{many} pixels")) && words.contains("up to 8 levels"), "{words}");
    }
}

#[test]
fn canary_a_word_three_pixels_to_the_right_is_seen() {
    // «Partida 37», here and there.
    for (name, [left, top, right, bottom]) in
        [("console-totals", [90, 10, 190, 40]), ("wall-draw", [700, 50, 960, 105])]
    {
        let mut moved = drawn_as(name).clone();
        for row in (top..bottom).map(|y| y * moved.wide) {
            moved.rgb.copy_within(row + left..row + right, row + left + 3);
        }
        assert!(difference(&kept(name), &moved).is_some(), "{name}");
    }
}

#[test]
fn canary_another_size_is_seen() {
    let words = difference(&kept("console-draw"), drawn_as("wall-draw"));
    assert_eq!(words.as_deref(), Some("is 1920x1080, not 1280x720"));
}

#[test]
fn a_level_that_is_rounded_otherwise_is_not_seen() {
    for (name, drawn) in drawn() {
        assert_eq!(difference(&kept(name), drawn), None, "{name}");
        let mut rounded = drawn.clone();
        for (at, pixel) in rounded.rgb.iter_mut().enumerate() {
            *pixel = pixel.map(|level| {
                if at.is_multiple_of(2) { level.saturating_add(1) } else { level.saturating_sub(1) }
            });
        }
        assert_eq!(difference(&kept(name), &rounded), None, "{name}");
    }
}
