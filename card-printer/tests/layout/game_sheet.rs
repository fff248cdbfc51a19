//! The sheet of a game, from no ball out to all ninety, and the blank form.

use card_printer::page::{A4_HEIGHT, A4_WIDTH, Document, Page, Rule, Tenths};
use card_printer::{check, game_page};
use expect_test::expect_file;
use hall_wire::paper::{
    CardName, GameSheet, Play, Prize, PrizeState, RecordHead, SaleFigures, Segment, SheetBall, SheetClaim,
};

use super::{Bounds, assert_tidy, bounds, dump, dump_page};

#[test]
fn a_sheet_is_as_in_the_file() {
    expect_file!["../golden/hoja.txt"].assert_eq(&dump(&game_page::lay_out(&sheet())));
}

#[test]
fn a_blank_sheet_is_as_in_the_file() {
    expect_file!["../golden/hoja-en-blanco.txt"].assert_eq(&dump(&game_page::blank()));
}

#[test]
fn nothing_runs_into_anything_however_many_balls_are_out() {
    assert_one_clean_page(&game_page::blank());
    for out in 0..=90 {
        for pending in [0, 1, 2] {
            let sheet = with(out, pending);
            check::game(&sheet).unwrap();
            assert_one_clean_page(&game_page::lay_out(&sheet));
        }
    }
}

#[test]
fn every_ball_is_once_on_the_board_and_has_a_row_or_a_place() {
    for out in [0, 1, 12, 41, 75, 89, 90] {
        let sheet = with(out, 0);
        let page = &game_page::lay_out(&sheet).pages[0];
        let text = dump_page(page);
        let strokes = page.rules.iter().filter(|rule| is_slanted(rule)).count();
        assert_eq!(strokes, out, "as many are struck through as are out");
        let yes = page.texts.iter().filter(|text| text.text == "Sí").count();
        assert_eq!(yes, 90 - out, "and there is a row for each of the others");
        let list: Vec<String> = sheet.remaining.iter().map(u8::to_string).collect();
        let printed: Vec<&str> = page
            .texts
            .iter()
            .filter(|text| text.size == 92)
            .flat_map(|text| text.text.split([',', ' ']))
            .filter(|word| !word.is_empty())
            .collect();
        assert_eq!(printed, list, "{out} out");
        let count = match 90 - out {
            0 => "«No queda ninguna bola»".to_owned(),
            1 => "«Queda 1 bola»".to_owned(),
            left => format!("«Quedan {left} bolas»"),
        };
        assert!(text.contains(&count), "{count}");
        let next = text.contains(&format!("desde la {}.ª bola", out + 1));
        assert_eq!(next, out < 90, "{out} out");
    }
}

#[test]
fn what_must_not_be_overlooked_is_said() {
    let plain = dump(&game_page::lay_out(&with(20, 0)));
    for what in ["sin anunciar", "ALTO", "Cantos sin resolver", "36.1"] {
        assert!(!plain.contains(what), "{what}");
    }
    let text = dump(&game_page::lay_out(&sheet()));
    for what in [
        "Fuera y sin anunciar: 25 (41.ª)",
        "Partida en ALTO: avería de la máquina: bola atascada.",
        "bingo, A 18 n.º 77 (correcto: completo en la bola 40); falta que el Jefe de Mesa lo dé por bueno.",
        "«A 17 n.º 305»",
        "«22,50 €»",
        "«ya dada»",
        "BORRADOR",
        "Registro n.º 48.213 · Huella 9f2c41d0",
    ] {
        assert!(text.contains(what), "{what}");
    }
    assert!(dump(&game_page::lay_out(&with(0, 0))).contains("rige el apartado 36.1"));
}

#[test]
fn a_sheet_longer_than_anyone_would_have_it_stays_on_its_page() {
    for out in [0, 6, 41, 88, 90] {
        assert_one_clean_page(&game_page::lay_out(&monstrous(out)));
    }
}

#[test]
fn more_prizes_than_rows_are_counted() {
    let text = dump(&game_page::lay_out(&monstrous(41)));
    assert!(text.contains("«y 20 premios más»"));
    let mut sheet = monstrous(41);
    sheet.prizes.truncate(11);
    assert!(!dump(&game_page::lay_out(&sheet)).contains("premios más"), "eleven go in");
}

#[test]
fn balls_that_are_not_the_ninety_are_refused() {
    let refused = |change: fn(&mut GameSheet)| {
        let mut sheet = sheet();
        change(&mut sheet);
        check::game(&sheet).unwrap_err().to_string()
    };
    assert!(refused(|sheet| sheet.remaining.truncate(7)).contains("no son las noventa"));
    assert!(refused(|sheet| sheet.remaining[0] = sheet.balls[0].number).contains("no son las noventa"));
    assert!(refused(|sheet| sheet.remaining.reverse()).contains("no son las noventa"));
    assert!(refused(|sheet| sheet.balls[0].number = 91).contains("no hay bola con el número 91"));
    assert!(refused(|sheet| sheet.balls[0].announced = false).contains("detrás de otra sin anunciar"));
}

// ---- what a page must be ---------------------------------------------------------------------

fn assert_one_clean_page(document: &Document) {
    assert_eq!(document.pages.len(), 1);
    assert_tidy(document);
    let faults = faults_of(&document.pages[0]);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Nothing is nearer to the edge than a printer reaches, and no upright rule goes through a text.
fn faults_of(page: &Page) -> Vec<String> {
    const EDGE: Tenths = 50;
    let mut boxes: Vec<(Bounds, String)> = Vec::new();
    boxes.extend(page.texts.iter().map(|text| (bounds(text), format!("{text:?}"))));
    boxes.extend(page.fills.iter().map(|fill| {
        let (right, bottom) = (fill.x + fill.width, fill.y + fill.height);
        (Bounds { left: fill.x, top: fill.y, right, bottom }, format!("{fill:?}"))
    }));
    boxes.extend(page.rules.iter().map(|rule| (bounds_of(rule), format!("{rule:?}"))));
    let inside = |it: &Bounds| {
        it.left >= EDGE && it.top >= EDGE && it.right <= A4_WIDTH - EDGE && it.bottom <= A4_HEIGHT - EDGE
    };
    let mut faults: Vec<String> =
        boxes.iter().filter(|(it, _)| !inside(it)).map(|(_, name)| format!("off the page: {name}")).collect();
    for rule in page.rules.iter().filter(|rule| !is_slanted(rule)) {
        let line = bounds_of(rule);
        for text in &page.texts {
            let ink = bounds(text);
            let apart = ink.right <= line.left
                || line.right <= ink.left
                || ink.bottom <= line.top
                || line.bottom <= ink.top;
            if !apart {
                faults.push(format!("{rule:?} goes through {text:?}"));
            }
        }
    }
    faults
}

#[test]
fn canary_a_rule_through_a_text_is_found() {
    let mut page = game_page::lay_out(&sheet()).pages.remove(0);
    let text = page.texts[0].clone();
    page.across(text.x, text.y - 10, 50, 2, text.ink);
    assert_eq!(faults_of(&page).len(), 1);
    page.down(A4_WIDTH - 20, 100, 50, 2, text.ink);
    assert_eq!(faults_of(&page).len(), 2);
}

fn is_slanted(rule: &Rule) -> bool {
    rule.from.0 != rule.to.0 && rule.from.1 != rule.to.1
}

fn bounds_of(rule: &Rule) -> Bounds {
    let half = rule.thickness / 2;
    Bounds {
        left: rule.from.0.min(rule.to.0) - half,
        top: rule.from.1.min(rule.to.1) - half,
        right: rule.from.0.max(rule.to.0) + half,
        bottom: rule.from.1.max(rule.to.1) + half,
    }
}

// ---- sheets ----------------------------------------------------------------------------------

fn sheet() -> GameSheet {
    serde_json::from_str(include_str!("../data/hoja.json")).unwrap()
}

/// The same game with so many balls out, the last of them not announced.
fn with(out: usize, pending: usize) -> GameSheet {
    let mut sheet = sheet();
    let mut order: Vec<u8> = sheet.balls.iter().map(|ball| ball.number).collect();
    order.append(&mut sheet.remaining);
    let announced = out.saturating_sub(pending);
    let ball = |(n, number): (usize, &u8)| SheetBall { number: *number, announced: n < announced };
    sheet.balls = order[..out].iter().enumerate().map(ball).collect();
    sheet.remaining = order[out..].to_vec();
    sheet.remaining.sort_unstable();
    sheet.holds.clear();
    sheet.claims.clear();
    sheet.line_open = out < 30;
    if sheet.line_open {
        sheet.prizes.clear();
    }
    sheet
}

fn monstrous(out: usize) -> GameSheet {
    let card = CardName { series: "Z999999999".to_owned(), number: u32::MAX };
    let prize = |paid: bool| Prize {
        play: Play::Bingo,
        card: card.clone(),
        amount_cents: u64::MAX,
        state: if paid { PrizeState::Paid } else { PrizeState::Unclaimed },
        paid_at: None,
        paid_by: None,
    };
    GameSheet {
        hall: "Gran Bingo de Nuestra Señora de África ".repeat(8),
        session: u32::MAX,
        date: "sábado, diecisiete de octubre de dos mil veintiséis, víspera de fiesta".repeat(2),
        number: u32::MAX,
        absolute: u64::MAX,
        face_value_cents: u64::MAX,
        segments: vec![Segment { series: "Z999999999".to_owned(), first: 1, last: u32::MAX }; 30],
        sale: SaleFigures {
            sold: u32::MAX,
            takings_cents: u64::MAX,
            line_cents: u64::MAX,
            bingo_cents: u64::MAX,
            ..SaleFigures::default()
        },
        prizes: (0..30).map(|n| prize(n % 2 == 0)).collect(),
        claims: vec![
            SheetClaim {
                play: Play::Bingo,
                card: card.clone(),
                verdict: "Faltaelcincuentaydosquenohasidoanunciado".repeat(9),
                accepted: Some(true),
            };
            20
        ],
        holds: vec!["la máquina dice que no puede decir lo que le pasa".to_owned(); 20],
        jefe_de_mesa: "María de los Ángeles ".repeat(8),
        jefe_de_sala: "Wenceslao Hermenegildo ".repeat(8),
        record: RecordHead { seq: u64::MAX, head_hash: "f".repeat(256) },
        draft: true,
        made_at: "a una hora que nadie apuntó y que nadie recuerda ".repeat(4),
        program: "Bombo de otra época ".repeat(6),
        ..with(out, out.min(45))
    }
}
