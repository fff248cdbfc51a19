//! The folios of an acta: those of the demonstration's evening, five games with an inspection, a void one, a jam, a
//! suspension and a power cut. `data/acta-noche.json` is what the server handed to the printer at its end.

use card_printer::acta_page;
use card_printer::font::Face;
use std::collections::BTreeSet;

use card_printer::page::{Cell, CellKind, Document, Ink, Page, Rule, Tag, Tenths, Text};
use hall_wire::paper::{ActaSheet, FreeFolios};

use super::{acta, assert_tidy};

/// The lowest line of a folio that anything of the acta stands on: the rule over its foot.
const FOOT: Tenths = 2725;

fn evening() -> ActaSheet {
    serde_json::from_str(include_str!("../data/acta-noche.json")).unwrap()
}

fn folios() -> Document {
    acta_page::lay_out(&evening()).unwrap()
}

/// The texts between head and foot.
fn column(page: &Page) -> impl Iterator<Item = &Text> {
    page.texts.iter().filter(|text| text.y > 150 && text.y < FOOT)
}

fn is_title(text: &Text) -> bool {
    text.ink == Ink::Garnet && text.face == Face::Bold && text.size > 100
}

fn count(document: &Document, what: &str) -> usize {
    document.pages.iter().flat_map(|page| &page.texts).filter(|text| text.text == what).count()
}

fn stroke(page: &Page) -> Option<&Rule> {
    let mut slanted = page.rules.iter().filter(|rule| rule.from.0 != rule.to.0 && rule.from.1 != rule.to.1);
    let first = slanted.next();
    assert!(slanted.next().is_none(), "one stroke a folio");
    first
}

#[test]
fn an_evening_of_five_games_is_at_most_six_folios() {
    let document = folios();
    assert_tidy(&document);
    assert!(document.pages.len() <= 6, "{} folios", document.pages.len());
}

/// Article 37.1: number, series and numbers of the cards, price, how many, takings, line and bingo.
#[test]
fn the_first_folio_has_one_line_a_game() {
    let (document, acta) = (folios(), evening());
    let first: Vec<&Text> = column(&document.pages[0]).collect();
    let titled = first.iter().position(|text| text.text == "Partidas de la sesión").expect("the table");
    for game in &acta.games {
        let number = first[titled..]
            .iter()
            .filter(|text| text.text == game.number.to_string() && text.x == 200)
            .min_by_key(|text| text.y)
            .expect("the game has a line");
        let line: Vec<&str> =
            first[titled..].iter().filter(|text| text.y == number.y).map(|text| text.text.as_str()).collect();
        let cards = &game.segments[0];
        let sale = &game.sale;
        let takings = format!("{},{:02} €", sale.takings_cents / 100, sale.takings_cents % 100);
        let says = [
            format!("{}, del {} al {}", hall_core::series::spelt(&cards.series), cards.first, cards.last),
            "2,00 €".to_owned(),
            sale.sold.to_string(),
            takings,
            hall_core::money::Cents(sale.line_cents).to_string(),
            hall_core::money::Cents(sale.bingo_cents).to_string(),
        ];
        for what in says {
            assert!(
                line.iter().any(|text| text.starts_with(&what)),
                "game {}: {what}: {line:?}",
                game.number
            );
        }
    }
}

#[test]
fn no_folio_begins_in_the_middle_of_a_game_or_a_diligencia() {
    for (n, page) in (1..).zip(&folios().pages) {
        let first = column(page).min_by_key(|text| text.y).expect("no folio is empty");
        assert!(is_title(first), "folio {n} begins with {first:?}");
    }
}

/// A game that is longer than a folio begins where there is room, and goes on.
#[test]
fn a_game_longer_than_a_folio_is_broken() {
    let mut acta = evening();
    let claim = acta.games[1].claims[0].clone();
    acta.games[1].claims = vec![claim; 90];
    let document = acta_page::lay_out(&acta).unwrap();
    assert_tidy(&document);
    let on = |what: &str| {
        let found = document.pages.iter().position(|page| page.texts.iter().any(|text| text.text == what));
        found.unwrap()
    };
    assert_eq!(on("Partida n.º 1"), on("Partida n.º 2"), "it began where there was room");
    assert!(on("Partida n.º 3") > on("Partida n.º 2") + 1);
}

#[test]
fn the_empty_rest_of_a_folio_is_struck_out() {
    for document in [folios(), acta_page::lay_out(&acta()).unwrap()] {
        for (n, page) in (1..).zip(&document.pages) {
            let last = column(page).map(|text| text.y).max().expect("no folio is empty");
            let Some(stroke) = stroke(page) else {
                assert!(FOOT - last < 180, "folio {n}: {} are empty", FOOT - last);
                continue;
            };
            let (top, bottom) = (stroke.from.1.min(stroke.to.1), stroke.from.1.max(stroke.to.1));
            assert!(top > last && top - last < 100, "folio {n}: text at {last}, {stroke:?}");
            assert!(bottom < FOOT && FOOT - bottom < 60, "folio {n}: {stroke:?}");
            assert_eq!((stroke.from.0.min(stroke.to.0), stroke.ink), (200, Ink::Black));
        }
    }
}

/// DECISIONS 32: the zone stands once on each page.
#[test]
fn hours_have_no_offset_and_the_zone_stands_once_on_each_folio() {
    for page in &folios().pages {
        for text in &page.texts {
            assert!(!text.text.contains("+01:00") && !text.text.contains("2026-11"), "{text:?}");
        }
        let zones = page.texts.iter().filter(|text| text.text.contains("Hora oficial, UTC+1")).count();
        assert_eq!(zones, 1);
    }
}

#[test]
fn nothing_is_smaller_than_six_points_and_the_hours_of_the_balls_are_black() {
    let (document, acta) = (folios(), evening());
    let first = &acta.games[0].balls[10];
    let hour = &first.extracted_at[11..19];
    let shown: Vec<&Text> =
        document.pages[1].texts.iter().filter(|text| text.text == hour && text.size < 70).collect();
    assert!(!shown.is_empty() && shown.iter().all(|text| text.ink == Ink::Black), "{shown:?}");
    for text in document.pages.iter().flat_map(|page| &page.texts) {
        assert!(text.size >= 60, "{text:?}");
    }
}

/// Article 37.4: what the law names is signed by itself; all else is one list, signed once.
#[test]
fn the_link_and_the_sets_are_one_list_with_one_pair_of_signatures() {
    let (document, acta) = (folios(), evening());
    assert_eq!(count(&document, "Diligencia única de la máquina, el sistema y los juegos de bolas"), 1);
    assert!(acta.notes.len() >= 4, "sets entered, a restart, the machine's line: {:?}", acta.notes);
    // Opening, list and close.
    assert_eq!(count(&document, "El Jefe de Mesa"), 3);
    assert_eq!(count(&document, "Jefe de Mesa"), acta.diligencias.len());
    let named = ["incidencia", "inspección", "devolución"];
    assert!(acta.diligencias.iter().all(|one| named.contains(&one.kind.as_str())));
    assert_eq!(count(&document, "Diligencia de inspección"), 1);
    assert_eq!(count(&document, "Agente de la autoridad"), 1);
    assert_eq!(count(&document, "N.º de agente"), 1);
}

#[test]
fn a_town_stands_under_its_own_label() {
    let document = folios();
    let of = |what: &str| column(&document.pages[0]).find(|text| text.text == what).expect("it is there");
    assert_eq!(of("Localidad").x, of("Ceuta").x);
    assert_eq!(count(&document, "Domicilio"), 0, "no label over nothing");
    let whole = acta_page::lay_out(&acta()).unwrap();
    assert_eq!((count(&whole, "Domicilio"), count(&whole, "Localidad")), (1, 1));
}

/// Who hears the acta hears all of it, once: heads, feet and titles said again are only seen.
#[test]
fn all_that_is_read_is_tagged_and_nothing_else() {
    let mut acta = evening();
    acta.notes = acta.notes.iter().cycle().take(120).cloned().collect();
    let document = acta_page::lay_out(&acta).unwrap();
    let (mut titles, mut tables) = (BTreeSet::new(), BTreeSet::new());
    for (n, page) in (1..).zip(&document.pages) {
        for text in &page.texts {
            let read = text.y > 150 && text.y < FOOT;
            match text.tag {
                Tag::Artifact => {
                    assert!(!read || (n > 1 && titles.contains(&text.text)), "folio {n}: {text:?}")
                }
                Tag::Heading { level, .. } => {
                    assert!(read && (1..=3).contains(&level), "folio {n}: {text:?}")
                }
                Tag::Paragraph { .. } => assert!(read, "folio {n}: {text:?}"),
                Tag::Cell(Cell { table, kind, .. }) => {
                    assert!(read, "folio {n}: {text:?}");
                    if kind == CellKind::Column {
                        titles.insert(text.text.clone());
                    }
                    // The first cell of a table is one that names others.
                    assert!(!tables.insert(table) || kind != CellKind::Data, "folio {n}: {text:?}");
                }
            }
        }
    }
    assert!(document.pages.len() > 6 && tables.len() > 10);
}

#[test]
fn the_headings_are_those_of_the_book() {
    let document = folios();
    let texts = document.pages.iter().flat_map(|page| &page.texts);
    let mut headings: Vec<(u16, &str)> = Vec::new();
    for text in texts {
        if let Tag::Heading { level: level @ 1..=2, .. } = text.tag {
            headings.push((level, &text.text));
        }
    }
    assert_eq!(headings[0], (1, "LIBRO DE ACTAS – Acta de la sesión n.º 1"));
    let second = headings.iter().filter(|(level, text)| *level == 2 && text.starts_with("Partida n.º"));
    assert_eq!(second.count(), evening().games.len());
    assert!(headings[1..].iter().all(|(level, _)| *level == 2));
}

/// The foot of each folio: its number, and the line with the book.
fn feet(acta: &ActaSheet) -> Vec<[String; 3]> {
    let document = acta_page::lay_out(acta).unwrap();
    assert_tidy(&document);
    let foot = |page: &Page| {
        let says = |what: &[&str]| {
            let below = page.texts.iter().filter(|text| text.y > FOOT);
            let mut found = below.filter(|text| what.iter().any(|what| text.text.starts_with(what)));
            found.next().map_or_else(String::new, |text| text.text.clone())
        };
        [says(&["Folio", "Sin folio"]), says(&["Libro", "No hay libro"]), says(&["Hoja"])]
    };
    document.pages.iter().map(foot).collect()
}

fn free(book: &str, first: u32, last: u32) -> FreeFolios {
    FreeFolios { book: book.to_owned(), first, last }
}

/// Art. 37.1: folios are numbered through the book, and not in each acta again.
#[test]
fn folios_go_on_through_the_books_and_their_end_is_announced() {
    let mut acta = evening();
    let zone = "Hora oficial, UTC+1";
    let pages = folios().pages.len();
    assert_eq!(feet(&acta)[1], [format!("Folio 2 de {pages}"), format!("Libro 1 · {zone}"), String::new()]);

    (acta.book.folios, acta.book.used_up) = (vec![free("12", 41, 200)], true);
    let foot = feet(&acta);
    assert_eq!(foot[0], ["Folio 41".to_owned(), format!("Libro 12 · {zone}"), format!("Hoja 1 de {pages}")]);
    assert_eq!(foot[pages - 1][0], format!("Folio {}", 40 + pages));

    acta.book.folios = vec![free("12", 179, 200)];
    let book = |page: usize| feet(&acta)[page][1].clone();
    assert_eq!(book(0), format!("Libro 12 · {zone}"), "21 are left");
    assert_eq!(book(1), format!("Libro 12 · quedan 20 folios: diligénciese el libro siguiente · {zone}"));

    acta.book.folios = vec![free("12", 199, 200), free("13", 1, 1)];
    let foot = feet(&acta);
    let of = |page: usize| [foot[page][0].as_str(), foot[page][1].as_str()];
    assert_eq!(of(0), ["Folio 199", &format!("Libro 12 · queda 1 folio, sigue el libro 13 · {zone}")]);
    assert_eq!(of(1), ["Folio 200", &format!("Libro 12 · último folio, sigue el libro 13 · {zone}")]);
    assert_eq!(
        of(2),
        ["Folio 1", &format!("Libro 13 · último folio: diligénciese el libro siguiente · {zone}")]
    );
    assert_eq!(of(3), ["Sin folio", &format!("No hay libro con folios libres · {zone}")]);
}
