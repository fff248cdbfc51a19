//! What the hall has: series, matrices, printings, templates, and cards that were looked up.

use std::sync::Arc;

use caller_console::known::Searched;
use hall_core::event::Sought;
use hall_wire::barcode::{CheckDigit, Pattern, Symbol};
use hall_wire::board::{Cards, MatrixHashes, Play, ToRefund};
use hall_wire::message::{
    BallLean, BallSetRow, BallSetStatistics, BallStatistics, CardFound, CardState, ChiSquare, GameRow,
    HallLists, InspectionRow, KeyDrawRow, MatrixRow, MatrixRowKind, PrintProgress, PrintingRow,
    PrintingState, RuleRow, RulesNow, SearchFound, SearchHit, SeriesRow, SessionRow, SetDuty, SetState,
    SetVerdict, TemplateRow, WeighingRow, Whereabouts,
};

use super::{NOW, cards, claim};

/// The templates for cards.
pub fn templates() -> Vec<TemplateRow> {
    let row = |template: &str, title: &str, cards| TemplateRow {
        template: template.to_string(),
        title: title.to_string(),
        paper: "210 × 297 mm".to_string(),
        cards,
        ..TemplateRow::default()
    };
    let fault = Some("plantilla boda, línea 3: «down» es un número entero de 1 a 12".to_string());
    vec![
        row("a4-6", "A4, seis cartones", 6),
        row("a4-strip", "A4, tira de seis con talón", 6),
        TemplateRow { own: true, back: true, ..row("fiestas", "Fiestas, con el dorso", 4) },
        TemplateRow { own: true, fault, ..row("boda", "boda", 0) },
    ]
}

/// Printings in each state, the last one first: half of A18 is being printed.
pub fn printings() -> Vec<PrintingRow> {
    let row = |printing: u32, state| PrintingRow {
        printing,
        series: "A17".to_string(),
        first: 1,
        last: 1800,
        template: "a4-6".to_string(),
        copy: 1,
        state,
        ordered_at_utc_ms: NOW - i64::from(9 - printing) * 600_000,
        ordered_by: 1,
        ended_at_utc_ms: None,
        file: None,
        pages: None,
        words: None,
        progress: None,
    };
    let words = "card-printer no ha podido escribir el PDF: no queda espacio en el disco".to_string();
    vec![
        PrintingRow { first: 1201, copy: 2, ..row(6, PrintingState::Ordered) },
        PrintingRow {
            series: "A18".to_string(),
            progress: Some(PrintProgress { page: 128, of: 300 }),
            ..row(5, PrintingState::Ordered)
        },
        PrintingRow { first: 601, last: 1200, copy: 2, pages: Some(100), ..row(4, PrintingState::Done) },
        row(3, PrintingState::Cancelled),
        PrintingRow { words: Some(words), copy: 2, ..row(2, PrintingState::Failed) },
        PrintingRow { pages: Some(300), ..row(1, PrintingState::Done) },
    ]
}

/// A regulation with a value of the law, and one of each sort that the hall decides.
pub fn rules() -> RulesNow {
    let row = |part: &str, name: &str, value: &str, choices: &[&str]| RuleRow {
        part: part.into(),
        name: name.into(),
        value: value.into(),
        article: None,
        of_hall: true,
        choices: choices.iter().map(|choice| (*choice).to_owned()).collect(),
    };
    let of_law = RuleRow {
        article: Some("art. 35.2".into()),
        of_hall: false,
        ..row("prizes", "line_pct", "\"9\"", &[])
    };
    let rounding = ["\"down\", unit = \"0.01\"", "\"half_up\", unit = \"0.05\""];
    RulesNow {
        article_36: None,
        article_36_file: None,
        title: "Reglamento estatal de 2002".into(),
        valid_from: Some("2002-10-01".into()),
        sha256: "ab".repeat(32),
        values: vec![
            of_law,
            row("prizes", "rounding", rounding[0], &rounding),
            row("prizes", "split_unit", "\"card\"", &["\"card\""]),
            row("cards", "face_values", "[]", &[]),
            row("claims", "question_min_secs", "5", &[]),
            row("staff", "least", "{ admision = 0 }", &["{ admision = 0 }", "{ admision = 1 }"]),
        ],
        to_come: false,
        waits_until: None,
        asked_by: None,
    }
}

/// The lists of the hall.
pub fn lists() -> HallLists {
    let series = |name: &str, next| SeriesRow {
        series: name.to_string(),
        matrix: 1,
        size: 1800,
        face_value_cents: 200,
        next_card: next,
    };
    let set = |name: &str, games| BallSetRow {
        set: name.to_string(),
        homologation: "H-1234".to_string(),
        games,
        maker: Some("Bolas del Sur, S. L.".to_string()),
        reference: Some("F-2026/118".to_string()),
        games_max: Some(1000),
        games_warning: Some(950),
        ..BallSetRow::default()
    };
    HallLists {
        devices: Vec::new(),
        guessed_codes: Vec::new(),
        hall_key: Some("3F0A-91C2-77DE-B450".into()),
        hall_fingerprint: Some(
            "5C E1 09 A4 7B 33 D8 60 F2 1E 94 0B C7 68 AA 15 3D 82 EF 41 06 B9 70 2C D5 98 4E 1F A3 67 8B 20"
                .into(),
        ),
        log_ins: Vec::new(),
        barcodes: Vec::new(),
        rules: rules(),
        seq: 100,
        at_utc_ms: NOW,
        next_game: 37,
        screens: 2,
        wired: true,
        backup: None,
        series: vec![series("A17", Some(1290)), series("A18", Some(1))],
        matrices: vec![MatrixRow {
            matrix: 1,
            size: 1800,
            kind: MatrixRowKind::Single,
            clean: true,
            key_sha256: hashes().key_sha256,
            faces_sha256: hashes().faces_sha256,
            made_at_utc_ms: NOW - 86_400_000,
            made_by: Some(1),
            ..MatrixRow::default()
        }],
        printings: printings(),
        exporting: None,
        key_draw: None,
        key_draws_required: false,
        ball_sets: vec![BallSetRow { in_session: Some(SetDuty::Playing), ..set("J1", 412) }, set("J2", 3)],
        games: vec![GameRow {
            game: 36,
            in_session: 11,
            session: 4,
            series: "A17".to_string(),
            cards: 420,
            takings_cents: 84_000,
            line_cents: 7_560,
            bingo_cents: 49_560,
            balls: 61,
            state: hall_wire::message::GameState::Held,
        }],
        sessions: vec![SessionRow {
            session: 4,
            date: "2026-11-21".to_string(),
            opened_at_utc_ms: NOW - 6 * 3_600_000,
            closed_at_utc_ms: None,
            acta: false,
            copies: 0,
        }],
    }
}

/// A matrix of strips with added chance that is in use no more.
pub fn retired(matrix: u32, reason: &str) -> MatrixRow {
    MatrixRow {
        matrix,
        size: 1800,
        kind: MatrixRowKind::Strip,
        clean: true,
        mixed: Some("Dados: 4 1 6 2 2 5".into()),
        key_sha256: hashes().key_sha256,
        faces_sha256: hashes().faces_sha256,
        made_at_utc_ms: NOW - 86_400_000,
        made_by: Some(1),
        retired_at_utc_ms: Some(NOW - 3_600_000),
        retired_by: Some(1),
        reason: Some(reason.to_string()),
        key: Some("000102030405060708090a0b0c0d0e0f".into()),
        seed: Some("5e".repeat(32)),
        ..MatrixRow::default()
    }
}

/// A card of the game that is played, as the desk finds it.
pub fn card_found(card: u32, genuine: Option<bool>) -> CardFound {
    CardFound {
        series: "A17".to_string(),
        card,
        grid: claim(Play::Line, card, "good").grid.expect("a card that is sold has numbers"),
        matrix: 1,
        retired: false,
        genuine,
        check_key: (genuine != Some(false)).then(|| "4821-07".to_string()),
        whereabouts: Some(Whereabouts { game: 37, state: CardState::Sold, seller: 4 }),
    }
}

/// A search that found card 301, by its code.
pub fn card_searched() -> Searched {
    let hits = vec![SearchHit::Card(card_found(301, Some(true)))];
    let found = SearchFound { sought: vec![Sought::Card], hits, more: Vec::new() };
    Searched { found: Some(Arc::new(found)), ..Searched::default() }
}

/// What is published of matrix 1.
pub fn hashes() -> MatrixHashes {
    MatrixHashes {
        matrix: 1,
        key_sha256: Some("9f2c41d07be85a63c4d1e0f8273b96a5d4887c01e3f5b2a69078cd14ef365b20".into()),
        faces_sha256: "4b7de019a6f35c82d0e94718bc26f5a3918d7e40c3b6f2a58e019d74bc63a5f1".into(),
    }
}

/// Sets of balls in each state: in service and near its limit, spare, at hand, used up, failed,
/// withdrawn; one with an inspection that waits for the other person.
pub fn sets() -> Vec<BallSetRow> {
    let set = |name: &str, games| BallSetRow {
        set: name.to_string(),
        homologation: "H-1234".to_string(),
        games,
        maker: Some("Bolas del Sur, S. L.".to_string()),
        reference: Some("F-2026/118".to_string()),
        games_max: Some(1000),
        games_warning: Some(950),
        ..BallSetRow::default()
    };
    let found = |passed, note: Option<&str>| InspectionRow {
        seals: "P-0231 y P-0232".to_string(),
        seals_whole: true,
        passed,
        note: note.map(str::to_string),
        asked_by: 2,
        asked_at_utc_ms: NOW - 86_400_000,
        confirmed_by: Some(1),
        confirmed_at_utc_ms: Some(NOW - 86_000_000),
    };
    let mut weights_mg = vec![2_510; 90];
    (weights_mg[6], weights_mg[60]) = (2_391, 2_655);
    let weighing = WeighingRow { at_utc_ms: NOW, by: 1, low_mg: 2_450, high_mg: 2_610, weights_mg };
    let playing = Some(SetDuty::Playing);
    vec![
        BallSetRow {
            in_session: playing,
            inspection: Some(found(true, None)),
            weighing: Some(weighing),
            table_sha256: Some(
                "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08".to_string(),
            ),
            ..set("J1", 968)
        },
        BallSetRow { in_session: Some(SetDuty::Reserve), ..set("J2", 3) },
        set("J3", 412),
        set("J4", 1000),
        BallSetRow { inspection: Some(found(false, Some("bola 7 rajada"))), ..set("J5", 611) },
        BallSetRow { withdrawn: Some("golpeadas".to_string()), ..set("J6", 740) },
        BallSetRow {
            inspection_asked: Some(InspectionRow { confirmed_by: None, ..found(true, None) }),
            ..set("J7", 0)
        },
    ]
}

/// What set J1 has done in 412 games: the ball that comes out too rarely, if there is one.
pub fn statistics(lighter: Option<u8>) -> BallSetStatistics {
    let ball = |ball: u8| {
        let odd = lighter == Some(ball);
        // Chance, made by hand: the sum of three throws, 24 at most.
        let throw = |by: i32| i32::from(ball) * i32::from(ball) * by % 17 - 8;
        let chance = throw(7) + throw(23) + throw(58);
        let drawn = if odd { 205 } else { (277 + chance) as u32 };
        BallStatistics {
            ball,
            drawn,
            first: 3 + u32::from(ball) % 4,
            mean_place: Some(if odd { 34.6 } else { 31.0 + f64::from(chance) / -20.0 }),
            fair_place: Some(31.0),
            since: Some(u32::from(ball) * 7 % 9),
            longest_gap: 8 + u32::from(ball) % 5,
            z: if odd { -5.2 } else { f64::from(chance) / 8.0 },
            p: if odd { 0.000_02 } else { 1.0 },
            evidence: if odd { 131.0 } else { f64::from(chance * chance) / 40_000.0 },
        }
    };
    BallSetStatistics {
        set: "J1".to_string(),
        games: 412,
        left_out: Vec::new(),
        last_game: Some(1043),
        drawn: 24_922,
        expected: 276.9,
        least: 239.9,
        most: 313.9,
        never: 0.0,
        chi_square: Some(ChiSquare {
            value: 92.4,
            degrees: 89,
            p: if lighter.is_some() { 0.012 } else { 0.382 },
        }),
        verdict: SetVerdict {
            state: if lighter.is_some() { SetState::Withdraw } else { SetState::Normal },
            evidence: if lighter.is_some() { 131.8 } else { 3.1 },
            since_game: lighter.map(|_| 1037),
            ball: lighter,
            lean: lighter.map(|_| BallLean::Less),
        },
        balls: (1..=90).map(ball).collect(),
    }
}

/// A draw that is awaited.
pub fn key_draw(matrix: u32) -> KeyDrawRow {
    KeyDrawRow {
        matrix,
        size: 1800,
        kind: MatrixRowKind::Single,
        clean: true,
        draw: "Sorteo de la ONCE, las cinco cifras".to_owned(),
        date: "2026-11-28".to_owned(),
        seed_sha256: hashes().faces_sha256,
        line: 4_211,
        at_utc_ms: NOW - 86_400_000,
        given_up: 1,
    }
}

/// A void game of A17, these cards of which were sold and are still out.
pub fn to_refund(game: u32, first: u32, last: u32, out: &[(u32, u32)]) -> ToRefund {
    let out: Vec<Cards> = out.iter().map(|(first, last)| cards("A17", *first, *last)).collect();
    let left: u32 = out.iter().map(|run| run.last + 1 - run.first).sum();
    let refunded = last + 1 - first - left;
    ToRefund { game, face_value_cents: 200, sold: vec![cards("A17", first, last)], refunded, out }
}

/// Codes of two makers of A 17: an EAN-13, and one with signs that are keys elsewhere.
pub fn barcodes() -> Vec<Pattern> {
    let ean = Pattern {
        name: "Ortiz".to_owned(),
        symbol: Symbol::Ean13,
        prefix: "84".to_owned(),
        letter: Some('A'),
        series: 4,
        number: 6,
        check: CheckDigit::Mod10,
        suffix: String::new(),
    };
    let signs = Pattern {
        name: "Signos".to_owned(),
        symbol: Symbol::Code128,
        prefix: "OR-A0017/".to_owned(),
        series: 0,
        number: 5,
        check: CheckDigit::None,
        suffix: "+".to_owned(),
        ..ean.clone()
    };
    vec![ean, signs]
}
