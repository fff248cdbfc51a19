//! One search for everything: what is found, who may find it, and that an inspector's is a line.

use hall_core::ball::Ball;
use hall_core::event::{
    ClaimNo, DiligenciaKind, Event, Evidence, GameNo, Ordinal, Play, PrizeNo, PrizeShare, StopCause, StopNo,
    Verdict,
};
use hall_core::money::Cents;
use hall_core::people::{Actor, PersonId};
use hall_core::series::{CardNo, CardRef, SeriesId};
use hall_server::journal::{Batch, BatchEntry, Journal};
use hall_wire::message::{GameState, PrizeStands, SearchFound, SearchHit, Told, ToldWhat};
use serde_json::Value;

use crate::hall::{Asker, Hall, expect};

const GAME: GameNo = GameNo(7);

/// 22 November 2026, midnight in the hall.
const MIDNIGHT: i64 = 1_795_302_000_000;

fn ball(number: u8) -> Ball {
    Ball::new(number).unwrap()
}

fn said(ordinal: u8, number: u8) -> Event {
    let (ordinal, ball, evidence) = (Ordinal(ordinal), ball(number), Evidence::CallerKey);
    Event::BallAnnounced { game: GAME, ordinal, ball, evidence }
}

fn write(hall: &Hall, at_utc_ms: i64, events: Vec<Event>) {
    let (mut journal, _) = Journal::open(hall.folder()).unwrap();
    let entry = BatchEntry::unasked(Actor::Person(PersonId(1002)), "mesa-1", events);
    journal.append(&Batch { at_utc_ms, entries: vec![entry] }).unwrap();
}

/// Game 7: three balls announced, 77 on the table; card 5 has won the line, and it was paid.
fn in_the_draw() -> Hall {
    let hall = Hall::open();
    let out = |(ordinal, number)| Event::BallExtracted {
        game: GAME,
        ordinal: Ordinal(ordinal),
        ball: ball(number),
        evidence: Vec::new(),
    };
    let mut events: Vec<Event> = [(1, 11), (2, 22), (3, 33), (4, 77)].map(out).to_vec();
    events.extend([said(1, 11), said(2, 22), said(3, 33)]);
    let card = CardRef { series: SeriesId::parse("A17").unwrap(), number: CardNo(5) };
    let (stop, claim) = (StopNo(1), ClaimNo(1));
    let winner = PrizeShare { prize: PrizeNo(1), claim, card, amount: Cents(2_400) };
    let play = Play::Line;
    events.extend([
        Event::DrawStopped {
            game: GAME,
            stop,
            announced: 3,
            counting: 3,
            cause: StopCause::Claim,
            pressed: None,
        },
        Event::ClaimMade {
            game: GAME,
            stop,
            claim,
            play,
            card,
            face: None,
            verdict: Verdict::NotSold { sold_in: None },
        },
        Event::PlayAwarded { game: GAME, play, winners: vec![winner], remainder: Cents(0) },
        Event::PrizePaid { game: GAME, prize: PrizeNo(1), amount: Cents(2_400) },
        Event::DiligenciaWritten {
            diligencia: 1,
            about: DiligenciaKind::Incidencia,
            game: Some(GAME),
            text: "Avería del extractor: se cae un 50 % de la corriente".into(),
            claimant: None,
            document: false,
            signed: false,
        },
        Event::NoteWritten { text: "Visita de mantenimiento".into() },
    ]);
    write(&hall, MIDNIGHT, events);
    hall
}

fn path(text: &str) -> String {
    let encoded: String = text.bytes().map(|byte| format!("%{byte:02X}")).collect();
    format!("/api/search?text={encoded}")
}

#[track_caller]
fn found(asker: &Asker, text: &str) -> SearchFound {
    let (status, answer) = asker.get(&path(text));
    assert_eq!(status, 200, "{text}: {answer}");
    serde_json::from_value(answer).unwrap()
}

#[track_caller]
fn told(asker: &Asker, text: &str) -> Vec<Told> {
    let hits = found(asker, text).hits.into_iter();
    hits.filter_map(|hit| if let SearchHit::Told(told) = hit { Some(told) } else { None }).collect()
}

#[test]
fn one_text_finds_whatever_it_is_of() {
    let hall = in_the_draw();
    let sala = hall.logged_in("sala");
    // A card, as ever, and what was sung and won with it; by a number alone it is the present game's.
    for text in ["A17 5", "a17,5", "17 5", "5"] {
        let found = found(&sala, text);
        let SearchHit::Card(card) = &found.hits[0] else { panic!("{text}: {found:?}") };
        assert_eq!((card.series.as_str(), card.card), ("A17", 5), "{text}");
        let told: Vec<ToldWhat> = told(&sala, text).iter().map(|told| told.what).collect();
        assert_eq!(told[..2], [ToldWhat::Claim, ToldWhat::PrizeOfCard], "{text}");
    }
    // A game: by its number, by its place in the session, with the day.
    for text in ["partida 7", "partida 1", "1 21/11", "7 21/11/2026", "21/11"] {
        let found = found(&sala, text);
        let [SearchHit::Game(game)] = &found.hits[..] else { panic!("{text}: {found:?}") };
        assert_eq!((game.place.game, game.place.in_session, game.place.session), (Some(7), Some(1), Some(1)));
        assert_eq!((game.cards, game.takings_cents, game.state), (120, 24_000, GameState::Playing));
        assert_eq!((game.claims, game.good, game.prizes.len()), (1, 0, 1));
        assert_eq!((game.prizes[0].card, game.prizes[0].state), (5, PrizeStands::Paid));
    }
    for nothing in ["1 22/11", "partida 2", "21/11/2025", "p77", "98,51", "nadie así"] {
        assert_eq!(found(&sala, nothing).hits, [], "{nothing}");
    }
    // An amount: a prize, a sale, what was announced.
    let amount =
        |text: &str| told(&sala, text).iter().map(|told| (told.what, told.place.game)).collect::<Vec<_>>();
    assert_eq!(amount("24,00 €"), [(ToldWhat::Prize, Some(7))]);
    assert_eq!(amount("240,00"), [(ToldWhat::Sale, Some(7))]);
    assert_eq!(amount("120.00"), [(ToldWhat::BingoTotal, Some(7))]);
    // Words of the acta, without case and accents; a sign is a sign, and no wildcard.
    let texts = |text: &str| told(&sala, text).into_iter().filter_map(|told| told.text).collect::<Vec<_>>();
    assert_eq!(texts("AVERIA extractor"), ["Avería del extractor: se cae un 50 % de la corriente"]);
    assert_eq!(texts("50 % corriente").len(), 1);
    assert_eq!(texts("mantenimiento").len(), 1);
    for sign in ["%%", "__", "av%a", "' or 1=1 --", "\u{202e}extractor"] {
        assert_eq!(texts(sign), [""; 0], "{sign}");
    }
    // Somebody by name, user or number, and what he did last.
    for text in ["ana", "Aná Mesa", "p1002"] {
        let found = found(&sala, text);
        let person =
            found.hits.iter().find_map(|hit| if let SearchHit::Person(of) = hit { Some(of) } else { None });
        let person = person.unwrap_or_else(|| panic!("{text}: {found:?}"));
        assert_eq!((person.person, person.name.as_str()), (1002, "Ana Mesa"), "{text}");
        assert_eq!(
            person.last[0].text.as_deref(),
            Some("Nota de la sala: Visita de mantenimiento"),
            "{text}"
        );
    }
    let sets = found(&sala, "J1");
    let SearchHit::BallSet(set) = &sets.hits[0] else { panic!("{sets:?}") };
    assert_eq!((set.row.set.as_str(), set.games[0].game), ("J1", Some(7)));
    // The minute, line by line.
    let minute = texts("00:00 22/11/2026");
    assert!(minute.iter().any(|text| text.contains("se anuncia el 33, 3.ª bola")), "{minute:?}");
}

/// DECISIONS 5: neither the ball on the table nor anything that tells it, however it is asked for.
#[test]
fn a_ball_is_found_once_it_is_announced() {
    let hall = in_the_draw();
    let sala = hall.logged_in("sala");
    write(
        &hall,
        MIDNIGHT,
        vec![Event::BallCorrected { game: GAME, ordinal: Ordinal(4), from: None, to: ball(77) }],
    );
    let balls = |text: &str| {
        told(&sala, text).iter().filter_map(|told| Some((told.ball?, told.ordinal?))).collect::<Vec<_>>()
    };
    assert_eq!(balls("bola 22"), [(22, 2)]);
    for text in ["bola 77", "partida 7", "00:00 22/11/2026", "p1002", "corregida", "bola", "partida"] {
        let (_, answer) = sala.get(&path(text));
        assert!(!tells_77(&answer), "{text}: {answer}");
    }
    write(&hall, MIDNIGHT, vec![said(4, 77)]);
    assert_eq!(balls("bola 77"), [(77, 4)]);
    let (_, answer) = sala.get(&path("partida 7"));
    assert!(tells_77(&answer), "{answer}");
}

/// Whether a 77 is in an answer, as a number or in words.
fn tells_77(answer: &Value) -> bool {
    match answer {
        Value::Number(number) => number.as_u64() == Some(77),
        Value::String(text) => text.split(|c: char| !c.is_ascii_digit()).any(|digits| digits == "77"),
        Value::Array(all) => all.iter().any(tells_77),
        Value::Object(all) => all.values().any(tells_77),
        Value::Null | Value::Bool(_) => false,
    }
}

#[test]
fn each_finds_what_the_papers_of_the_post_have() {
    let hall = in_the_draw();
    let (_, document) = hall.asker().get("/api/openapi.json");
    let of = |user: &str| hall.logged_in(user);
    // The caller has no cards to look at and no acta to read; games and people are on the hall's lists.
    let vera = of("vera");
    for text in ["A17 5", "24,00", "B1:A17:5:0123456789ABCDEF", "00:00"] {
        assert_eq!(found(&vera, text), SearchFound::default(), "{text}");
    }
    assert_eq!(found(&vera, "partida 7").hits.len(), 1);
    assert!(told(&vera, "extractor").is_empty());
    assert!(!told(&of("carla"), "extractor").is_empty());
    let last = |user: &str| {
        let found = found(&of(user), "p1002");
        let Some(SearchHit::Person(person)) = found.hits.first() else { panic!("{found:?}") };
        person.last.len()
    };
    assert_eq!(["sala", "ana", "carla", "vera", "ines"].map(last), [3, 3, 0, 0, 3]);
    let sala = of("sala");
    for (text, status, code) in [
        ("", 400, "valor-no-valido"),
        ("   ", 400, "valor-no-valido"),
        (&"á".repeat(201), 400, "valor-no-valido"),
        ("Z9 1", 404, "serie-desconocida"),
        ("A17 9999", 400, "valor-no-valido"),
    ] {
        expect(&document, "get", "/api/search", sala.get(&path(text)), status, code);
    }
    assert_eq!(found(&sala, &"á".repeat(200)).hits, []);
    expect(&document, "get", "/api/search", hall.asker().get(&path("ana")), 401, "sin-identificar");
    assert_eq!(sala.get("/api/search").1["code"], "valor-no-valido");
    assert_eq!(sala.get("/api/search?text=a&by=card").1["code"], "valor-no-valido");
}

/// 37.5, RD 2221/1984 art. 12: a search of somebody who only inspects is a line; of who works here it is none.
#[test]
fn a_search_of_the_inspection_is_a_line() {
    let hall = in_the_draw();
    let searches = || hall.seen.lock().unwrap().decided.iter().filter(|name| **name == "search").count();
    for user in ["sala", "ana", "carla", "vera"] {
        found(&hall.logged_in(user), "ana");
    }
    assert_eq!(searches(), 0);
    let ines = hall.logged_in("ines");
    assert_eq!(found(&ines, "A17 5").hits.len(), 3);
    found(&ines, "nada de nada");
    // One of no card is a search too.
    assert_eq!(ines.get(&path("A17 9999")).0, 400);
    assert_eq!(searches(), 3);
    // On the page of the inspection as well; there people are numbers (DECISIONS 44).
    let (status, html) = ines.get("/api/inspeccion/ver?part=search&text=ana");
    let html = html.as_str().unwrap();
    assert_eq!(status, 200, "{html}");
    assert!(html.contains("p1002") && html.contains("jefe de mesa"), "{html}");
    assert!(!html.contains("Ana Mesa"), "{html}");
    assert_eq!(searches(), 4);
    // The empty form is no search.
    assert!(ines.get("/api/inspeccion/ver?part=search").1.as_str().unwrap().contains("Buscar"));
    assert_eq!(searches(), 4);
    let (_, html) = ines.get("/api/inspeccion/ver?part=search&text=%3Cimg+src%3Dx%3E");
    assert!(html.as_str().unwrap().contains("&lt;img src=x&gt;") && !html.as_str().unwrap().contains("<img"));
}

#[test]
fn a_card_is_looked_up_in_one_way_at_a_time_by_those_who_may() {
    let hall = Hall::open();
    let (sala, ana, vera) = (hall.logged_in("sala"), hall.logged_in("ana"), hall.logged_in("vera"));
    let (_, document) = hall.asker().get("/api/openapi.json");
    let code = "code=B1:A17:301:0123456789ABCDEF";
    for asker in [&sala, &ana] {
        for query in
            ["series=A17&card=301", code, "numbers=4,17,33,48,52,88", "numbers=4,17,33,48,52,88&series=A17"]
        {
            assert_eq!(asker.get(&format!("/api/cards?{query}")).0, 200, "{query}");
        }
    }
    assert_eq!(vera.get("/api/cards?series=A17&card=301").1["code"], "sin-facultad");
    assert_eq!(hall.asker().get("/api/cards?series=A17&card=301").1["code"], "sin-identificar");
    let rows = [
        ("", 400, "sin", ""),
        ("series=A17", 400, "sin", ""),
        ("card=301", 400, "sin", ""),
        ("series=A17&card=301&code=B1:A17:301:0123456789ABCDEF", 400, "solo de una", ""),
        ("torn=4", 400, "solo de una", ""),
        ("series=A17&card=0", 400, "de 1 al tamaño", "card"),
        ("series=A17&card=601", 400, "tiene 600 cartones", "card"),
        ("series=A18&card=1", 404, "Compruebe letra y número", "series"),
        ("series=17&card=1", 404, "Compruebe letra y número", "series"),
        ("code=A17-301", 400, "no es el código de un cartón", "code"),
        ("numbers=4,17,33,48,52", 400, "al menos seis números y hay 5", "numbers"),
        ("numbers=4,17,33,48,52,91", 400, "«91» no es un número del 1 al 90", "numbers"),
        ("numbers=4,17,33,48,52,x", 400, "«x» no es un número del 1 al 90", "numbers"),
        ("numbers=4,17,33,48,52,4", 400, "El 4 está dos veces", "numbers"),
        ("numbers=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16", 400, "tiene quince números y hay 16", "numbers"),
    ];
    for (query, status, words, field) in rows {
        let (seen, answer) = sala.get(&format!("/api/cards?{query}"));
        let detail = answer["detail"].as_str().unwrap_or_default().to_string();
        let words = if words == "sin" { "Pida un cartón por series y card" } else { words };
        assert!(seen == status && detail.contains(words), "{query}: {answer}");
        assert_eq!(answer["field"].as_str().unwrap_or_default(), field, "{query}");
        let code = answer["code"].as_str().unwrap().to_string();
        expect(&document, "get", "/api/cards", (seen, answer), status, &code);
    }
}
