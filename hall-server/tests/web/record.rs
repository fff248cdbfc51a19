//! A small hall on disk for the web layer to read: a series with its matrix, one whose key is gone, two printings, a set
//! of balls, and game 7 in its draw.

use std::path::Path;

use hall_core::event::{Event, Extractor, GameNo, OpeningCheck, PrintingNo, Segment, SessionNo};
use hall_core::machine::{BootId, SetId};
use hall_core::matrix::{MatrixIndex, MatrixNo, MatrixOptions};
use hall_core::money::Cents;
use hall_core::people::{Actor, PersonId};
use hall_core::rules::Division;
use hall_core::series::{CardNo, SeriesId};
use hall_core::time::Date;
use hall_core::vault::Vault;
use hall_server::config::Paper;
use hall_server::found::{Founding, demo_matrix, found};
use hall_server::journal::{Batch, BatchEntry, Journal, seal};
use hall_server::papers::Papers;
use hall_server::profile;
use sha2::{Digest, Sha256};

const SEED: u64 = 1;

const SIZE: u32 = 600;

const PAGES: &[u8] = b"%PDF-1.7";

/// Founds the hall in a folder and writes its record.
pub fn make(dir: &Path, players: Option<String>) -> Papers {
    let text = profile::ESTATAL_2002.replace("{ value = 420,", &format!("{{ value = {SIZE},"));
    let (rules, profile_sha256) = profile::parse("perfil.toml", &text).unwrap();
    let founding = Founding {
        name: "Sala Prueba",
        company: "",
        town: "Ceuta",
        zone: "Europe/Madrid",
        manager: "Sara Sala",
        user: "sala",
        rules: rules.clone(),
        profile: &text,
        pin: None,
        demo_seed: Some(SEED),
    };
    found(dir, &founding).unwrap();
    let (set, gone) = (|name| SetId::parse(name).unwrap(), MatrixNo::new(2).unwrap());
    let series = |number| SeriesId::new('A', number).unwrap();
    let printed = |number, copy, file: &str| {
        let (printing, sha256) = (PrintingNo(number), Sha256::digest(PAGES).into());
        let cards = Segment { series: series(17), first: CardNo(1), last: CardNo(SIZE) };
        [
            Event::PrintingOrdered { printing, cards, template: "a4-6".into(), copy },
            Event::PrintingDone { printing, file: file.into(), pages: 1, sha256 },
        ]
    };
    let mut events = vec![
        Event::SeriesReceived {
            series: series(17),
            matrix: MatrixNo::new(1).unwrap(),
            face_value: Cents(200),
            cards: None,
        },
        Event::MatrixMade {
            matrix: gone,
            size: SIZE,
            options: MatrixOptions::PLAIN,
            generator: 1,
            mixed: None,
            key: seal(b"never stored").sealed,
            key_sha256: [2; 32],
            faces_sha256: [2; 32],
        },
        Event::SeriesReceived { series: series(66), matrix: gone, face_value: Cents(200), cards: None },
    ];
    for name in ["J1", "J9"] {
        let (maker, reference, homologation) = (None, None, "H-1".to_owned());
        let extractor = Extractor::Pneumatic;
        events.push(Event::BallSetRegistered { set: set(name), extractor, homologation, maker, reference });
    }
    events.extend(printed(1, 1, "cartones/A17.pdf"));
    events.extend(printed(2, 2, "cartones/lost.pdf"));
    let (game, boss) = (GameNo(7), PersonId(1));
    let check = OpeningCheck {
        balls_counted: 90,
        set: set("J1"),
        reserve_set: set("J9"),
        seals_whole: true,
        installations_work: true,
        public_witness: false,
    };
    let division = Division {
        takings: Cents(24_000),
        line: Cents(2_400),
        bingo: Cents(12_000),
        house: Cents(9_600),
        resto: Cents(0),
    };
    let date = Date::parse("2026-11-21").unwrap();
    events.extend([
        Event::SessionOpened {
            session: SessionNo(1),
            date,
            mesa: boss,
            sala: boss,
            check,
            rules,
            profile_sha256,
        },
        Event::SaleOpened {
            game,
            in_session: 1,
            series: series(17),
            first: CardNo(1),
            face_value: Cents(200),
        },
        Event::SaleClosed {
            game,
            segments: vec![Segment { series: series(17), first: CardNo(1), last: CardNo(120) }],
            sold: 120,
            division,
            formula: String::new(),
        },
        Event::DrawStarted { game, set: set("J1"), boot: BootId(1) },
    ]);
    let (mut journal, _) = Journal::open(dir).unwrap();
    let entry = BatchEntry::unasked(Actor::Person(boss), "mesa-1", events);
    journal.append(&Batch { at_utc_ms: 1_795_302_000_000, entries: vec![entry] }).unwrap();
    std::fs::create_dir(dir.join("cartones")).unwrap();
    std::fs::write(dir.join("cartones/A17.pdf"), PAGES).unwrap();
    let printer = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/web/printer.sh");
    Papers::new(dir, Paper { printer, players, ..Paper::default() })
}

/// The cards of the hall's first matrix.
pub fn vault() -> Vault {
    let mut vault = Vault::default();
    let matrix = demo_matrix(SEED, SIZE);
    vault.add_matrix(matrix.number(), MatrixIndex::new(&matrix));
    vault
}
