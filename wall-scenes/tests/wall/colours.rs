//! Contrast of every text of every scene.

use std::collections::BTreeMap;

use hall_look::colour::contrast;
use wall_scenes::layout::{Element, Layout, Shape, Text, Token, size};
use wall_scenes::scene::{Contact, lay_out};
use wall_scenes::theme::{THEMES, Theme};

use crate::kit::{boards, filmed, spoken};

/// The ground of a text: the last filled panel or ball below it.
fn ground(layout: &Layout, text: &Text) -> Token {
    let mut on = Token::Ground;
    for item in &layout.items {
        match item {
            Element::Panel { area, fill: Some(fill), .. }
                if area.expand(0.05).contains(text.room.center()) =>
            {
                on = *fill
            }
            Element::Ball { centre, radius, fill: Some(fill), .. }
                if centre.distance(text.room.center()) <= *radius =>
            {
                on = *fill;
            }
            Element::Text(other) if std::ptr::eq(other, text) => return on,
            Element::Panel { .. }
            | Element::Ball { .. }
            | Element::Corner { .. }
            | Element::Sign { .. }
            | Element::Text(_)
            | Element::Aloud { .. }
            | Element::Camera { .. }
            | Element::Code { .. }
            | Element::Advert { .. } => (),
        }
    }
    unreachable!("the text is in its layout")
}

/// Every text is AAA (7), except what no longer or does not yet count: AA for large text with a margin (4.5). Called
/// numbers have at least 11.
#[test]
fn every_text_of_every_scene_stands_out() {
    let mut used = BTreeMap::new();
    for (name, recorded) in boards() {
        for shape in [Shape::Wide, Shape::Classic, Shape::Tall] {
            let view = recorded.view(shape);
            for layout in [lay_out(&view), lay_out(&spoken(&view)), lay_out(&filmed(&view))] {
                for text in layout.texts() {
                    used.entry((text.style.token, ground(&layout, text))).or_insert(name.clone());
                }
            }
        }
    }
    assert!(used.len() > 12, "{used:?}");
    let mut faults = Vec::new();
    for (named, theme) in THEMES {
        let ratio = |text: Token, on: Token| contrast(theme.colour(text), theme.colour(on));
        for ((text, on), name) in &used {
            let quiet = matches!(text, Token::Dim | Token::Faint);
            let least = if quiet { 4.5 } else { 7.0 };
            if ratio(*text, *on) < least {
                faults.push(format!("{named}: {text:?} on {on:?} in {name}: {:.1}", ratio(*text, *on)));
            }
        }
        for (number, on) in
            [(Token::Ink, Token::Lamp), (Token::Ink, Token::Now), (Token::Text, Token::Ground)]
        {
            if ratio(number, on) < 11.0 {
                faults.push(format!("{named}: {number:?} on {on:?}: {:.1}", ratio(number, on)));
            }
        }
        // A lit cell against an unlit one, and the last one against the others.
        if ratio(Token::Lamp, Token::Surface) < 12.0 || theme.colour(Token::Now) == theme.colour(Token::Lamp)
        {
            faults.push(format!("{named}: lit on unlit: {:.1}", ratio(Token::Lamp, Token::Surface)));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The table of `docs/visual-language.md` matches the constants.
#[test]
fn the_page_tells_the_contrast_that_is_so() {
    let page = include_str!("../../../docs/visual-language.md");
    for (words, text, on) in [
        ("text on ground", Token::Text, Token::Ground),
        ("text on surface", Token::Text, Token::Surface),
        ("text on raised", Token::Text, Token::Raised),
        ("text2 on ground", Token::Text2, Token::Ground),
        ("text2 on raised", Token::Text2, Token::Raised),
        ("now on raised", Token::Now, Token::Raised),
        ("ink on lamp", Token::Ink, Token::Lamp),
        ("ink on now", Token::Ink, Token::Now),
        ("ink on ok", Token::Ink, Token::Ok),
        ("text on no", Token::Text, Token::No),
        ("text on calm", Token::Text, Token::Calm),
        ("ink on paper", Token::Ink, Token::Paper),
        ("dim on surface", Token::Dim, Token::Surface),
        ("faint on ground", Token::Faint, Token::Ground),
    ] {
        let line = format!("| {words} | {:.1} |", contrast(Theme::Dark.colour(text), Theme::Dark.colour(on)));
        assert!(page.contains(&line), "the page lacks: {line}");
    }
    for (words, size) in [
        ("last ball", size::LAST_BALL),
        ("price, refund", size::PRICE),
        ("prizes announced", size::PRIZES),
        ("band of a state", size::BAND),
        ("question", size::QUESTION),
        ("verdict", size::VERDICT),
        ("prizes and count in the draw", size::AMOUNT),
        ("title", size::TITLE),
        ("sentences", size::SENTENCE),
        ("labels", size::LABEL),
        ("smallest allowed", size::SMALLEST),
    ] {
        let line = format!("| {words} | {:.3} |", size / 90.0);
        assert!(page.contains(&line), "the page lacks: {line}");
    }
}

/// Amber marks what is current: in the draw the last ball, its cell and the prize played for; elsewhere one place. A
/// stale board has none.
#[test]
fn amber_is_kept_for_what_is_now() {
    for (name, recorded) in boards() {
        let layout = lay_out(&recorded.view(Shape::Wide));
        let amber = layout
            .items
            .iter()
            .filter(|item| matches!(item, Element::Panel { fill: Some(Token::Now), .. }))
            .count();
        let figures = layout.texts().filter(|text| text.style.token == Token::Now).count();
        if recorded.contact != Contact::Live {
            assert_eq!(amber + figures, 0, "{name}: an old state looks fresh");
        }
        assert!(amber <= 3, "{name}: {amber} amber areas");
    }
}
