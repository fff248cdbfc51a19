//! What the words of an evening's line mean: people, cards, amounts, lists.

use hall_core::event::{
    CameraPost, GameNo, HowRead, LastSold, MachineNo, Numbering, Ordinal, Paragraph, Segment, Sight, Sought,
    VoiceFault,
};
use hall_core::hall::LawText;
use hall_core::money::Cents;
use hall_core::people::{PersonId, Role};
use hall_core::request::{Notice, Request, RequestKind};
use hall_core::series::CardNo;
use hall_core::time::HourOfDay;
use hall_core::words::paragraph_summary;

use crate::support::{
    Bench, CAJERO, INSPECTOR, MESA, MESA_QUE_VENDE, OTRO_VENDEDOR, SALA, VENDEDOR, series, set,
};

/// The person of the first role that may ask for it.
pub fn first_with(kind: RequestKind) -> PersonId {
    match kind.roles()[0] {
        Role::JefeDeSala => SALA,
        Role::JefeDeMesa => MESA,
        Role::Cajero => CAJERO,
        Role::VendedorLocutor | Role::Auxiliar | Role::Admision => VENDEDOR,
        Role::Inspector => INSPECTOR,
    }
}

/// The last game, session and diligencia, then a series and its last card.
pub fn numbering(words: &[&str]) -> Numbering {
    let number = |index: usize| -> u32 { words[index].parse().unwrap() };
    let sold = words.get(3).map(|name| LastSold { series: series(name), card: CardNo(number(4)) });
    Numbering { game: number(0), session: number(1), diligencia: number(2), sold: sold.into_iter().collect() }
}

pub fn person(name: &str) -> PersonId {
    match name {
        "sala" => SALA,
        "mesa" => MESA,
        "cajero" => CAJERO,
        "vendedor" => VENDEDOR,
        "otro" => OTRO_VENDEDOR,
        "inspector" => INSPECTOR,
        "mesa-que-vende" => MESA_QUE_VENDE,
        "nueva" => PersonId(8),
        "nadie" => PersonId(99),
        other => other
            .strip_prefix('p')
            .and_then(|no| no.parse().ok())
            .map_or_else(|| panic!("nobody is called {other}"), PersonId),
    }
}

/// The opening check-list, with what is said to be otherwise: `abre bolas 89`, `abre cierre 23:00`.
pub fn opening(words: &[&str]) -> Request {
    let mut check = Bench::opening();
    let (mut reserve_machine, mut closing_hour) = (true, HourOfDay::parse("04:00"));
    let (mut sala, mut words) = (SALA, words);
    let (mut machine, mut read) = (None, HowRead::Connected);
    let (mut staff_complete, mut rules_shown) = (None, None);
    while let [what, rest @ ..] = words {
        words = rest;
        let mut word = || {
            let (first, rest) = words.split_first().expect("a word follows");
            words = rest;
            *first
        };
        match *what {
            "bolas" => check.balls_counted = word().parse().unwrap(),
            "juego" => check.set = set(word()),
            "reserva" => check.reserve_set = set(word()),
            "recuenta" => sala = person(word()),
            "cierre" => closing_hour = HourOfDay::parse(word()),
            "sin-precintos" => check.seals_whole = false,
            "sin-instalaciones" => check.installations_work = false,
            "sin-testigo" => check.public_witness = false,
            "sin-máquina-de-reserva" => reserve_machine = false,
            "máquina" => machine = Some(MachineNo(word().parse().unwrap())),
            "lee-el-locutor" => read = HowRead::ByCaller,
            "plantilla-completa" => staff_complete = Some(true),
            "plantilla-incompleta" => staff_complete = Some(false),
            "reglamento-a-la-vista" => rules_shown = Some(true),
            "falta-el-reglamento" => rules_shown = Some(false),
            other => panic!("nobody checks {other}"),
        }
    }
    Request::OpenSession {
        sala,
        check,
        reserve_machine,
        machine,
        read,
        staff_complete,
        rules_shown,
        closing_hour,
    }
}

/// A paragraph that was read, `en-resumen` by somebody who sees the summary of ours.
pub fn paragraph(game: GameNo, words: &[&str]) -> Request {
    let paragraph = match words[1] {
        "36.1" => Paragraph::BeforeExtraction,
        "36.2" => Paragraph::AfterExtraction,
        other => panic!("nobody reads {other} aloud"),
    };
    let in_short = words.get(2) == Some(&"en-resumen");
    let text_sha256 = in_short.then(|| LawText::sha256_of(paragraph_summary(paragraph)));
    Request::ReadParagraph { game, paragraph, text_sha256 }
}

pub fn cents(text: &str) -> Cents {
    let (euros, cents) = text.split_once(',').expect("an amount as in 2,00");
    Cents(euros.parse::<u64>().unwrap() * 100 + cents.parse::<u64>().unwrap())
}

pub fn cards(series_name: &str, range: &str) -> Segment {
    let (first, last) = range.split_once('-').expect("cards as in 1-20");
    let number = |text: &str| CardNo(text.parse().unwrap());
    Segment { series: series(series_name), first: number(first), last: number(last) }
}

/// What a panel, the voice or a camera did: `muestra 3`, `sin-voz 3`, `foto 3`, `cámara salida negra`.
pub fn notice(game: GameNo, words: &[&str]) -> Notice {
    if words[0] == "cámara" {
        return camera(words);
    }
    let ordinal = Ordinal(words[1].parse().unwrap());
    match words[0] {
        "foto" => Notice::Pictured { game, ordinal, sha256: [0x2a; 32] },
        "muestra" => Notice::Shown { game, ordinal, panel: "pared-1".into() },
        _ => Notice::VoiceFailed { game, ordinal, why: VoiceFault::Silenced },
    }
}

fn camera(words: &[&str]) -> Notice {
    let camera = match words[1] {
        "salida" => CameraPost::Exit,
        "mesa" => CameraPost::Desk,
        _ => CameraPost::Hall,
    };
    let sight = match words[2] {
        "vuelve" => Sight::Sees,
        "cae" => Sight::Lost,
        "negra" => Sight::Black,
        "parada" => Sight::Frozen,
        "tapada" => Sight::Covered,
        other => panic!("no camera is {other}"),
    };
    Notice::Camera { camera, sight }
}

/// Two people have the draw begin without a picture of the exit: `sin-cámara`, `confirma-sin-cámara`.
pub fn without_camera(game: GameNo, word: &str) -> (PersonId, Request) {
    match word {
        "sin-cámara" => (MESA, Request::AskWithoutCamera { game }),
        _ => (SALA, Request::ConfirmWithoutCamera { game }),
    }
}

/// What a search is for, by its name.
pub fn sought(word: &str) -> Sought {
    Sought::from_name(word).expect("something to search for")
}

/// `parada`, `parada 12`, `parada hace 80 3`, `parada hace 80 3 12`: pressed so long before it comes in, with so much doubt, by who
/// saw so many balls.
pub(super) fn stop(game: GameNo, announced: u8, words: &[&str], now_ms: i64) -> Request {
    let number = |at: usize| words.get(at).map(|word| word.parse::<u32>().unwrap());
    let saw = |at: usize| number(at).map_or(announced, |saw| u8::try_from(saw).unwrap());
    if words.get(1) != Some(&"hace") {
        return Request::stop(game, saw(1));
    }
    // The bench's clock goes on by ten with each request.
    let at = now_ms + 10 - i64::from(number(2).unwrap());
    Request::Stop {
        game,
        announced: saw(4),
        pressed_at_utc_ms: Some(at.try_into().unwrap()),
        pressed_within_ms: number(3),
    }
}
