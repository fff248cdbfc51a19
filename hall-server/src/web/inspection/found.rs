//! What the inspection looked for, as HTML: a table for each kind. People are role and number (DECISIONS 44).

use hall_core::event::{Play, Sought};
use hall_core::people::{PersonId, Role};
use hall_core::series::spelt;
use hall_core::words::role_words;
use hall_wire::message::{
    CardFound, CardState, GameFound, GameState, PersonFound, Place, PrizeStands, SearchFound, SearchHit,
    Told, ToldWhat,
};

use super::fragment::{count, money, play, table};
use crate::desk::View;
use crate::web::tv::escape;

/// The form, and what was found.
pub(super) fn page(view: &View, text: &str, found: Option<&SearchFound>) -> String {
    let mut html = format!(
        "<h2>Buscar</h2><form id=\"search\"><label>Lo que busca <input name=\"text\" value=\"{}\" maxlength=\"200\" size=\"40\" \
         autocomplete=\"off\" aria-describedby=\"how\"></label> <button>Buscar</button></form>\
         <p id=\"how\" class=\"note\">{HOW} Cada búsqueda queda anotada: su clase, y no lo que escribe.</p>",
        escape(text),
    );
    let Some(found) = found else { return html };
    if found.hits.is_empty() {
        return html + &format!("<h3>Nada con «<bdi>{}</bdi>»</h3><p>{HOW}</p>", escape(text));
    }
    for sought in &found.sought {
        let hits: Vec<&SearchHit> = found.hits.iter().filter(|hit| hit.sought() == *sought).collect();
        if hits.is_empty() {
            continue;
        }
        html += &of_kind(view, *sought, text, &hits);
        if found.more.contains(sought) {
            html += "<p>Hay más: escriba algo más concreto, o el día detrás (28/11).</p>";
        }
    }
    html
}

/// What can be looked for.
const HOW: &str = "Cartón: serie y número (A17 301), o su código. Partida: su número, y el día si es de otra sesión (5 28/11). Bola: bola 45. \
                   Persona: su número (p3) o su nombre. Juego de bolas: J1. Importe: 98,50. Hora: 21:05. Diligencias y notas: sus palabras.";

fn of_kind(view: &View, sought: Sought, text: &str, hits: &[&SearchHit]) -> String {
    let mut cards = Vec::new();
    let mut games = Vec::new();
    let mut people = Vec::new();
    let mut sets = Vec::new();
    let mut lines = Vec::new();
    for hit in hits {
        match hit {
            SearchHit::Card(card) => cards.push(of_card(view, card)),
            SearchHit::Game(game) => games.push(of_game(game)),
            SearchHit::Person(person) => {
                people.push(of_person(person));
                lines.extend(person.last.iter().map(|told| of_line(view, told)));
            }
            SearchHit::BallSet(set) => {
                let drawn: Vec<String> = set.games.iter().map(short).collect();
                let inspection = set.row.inspection.as_ref().map_or_else(
                    || "sin inspección".to_owned(),
                    |of| format!("{}; precintos {}", if of.passed { "apto" } else { "no apto" }, of.seals),
                );
                sets.push(vec![
                    set.row.set.clone(),
                    set.row.homologation.clone(),
                    set.row.games.to_string(),
                    drawn.join(", "),
                    inspection,
                ]);
            }
            SearchHit::Told(told) => lines.push(of_line(view, told)),
        }
    }
    let named = format!("{} con «{text}»", kind(sought));
    let tables = [
        (named.clone(), &["Cartón", "Qué es de él", "Código"][..], cards),
        (
            named.clone(),
            &["Partida", "Sesión", "Venta", "Bolas", "Cantos", "Premios", "Estado", "Folios"][..],
            games,
        ),
        (named.clone(), &["Persona", "Función"][..], people),
        (named.clone(), &["Juego", "Homologación", "Partidas", "Últimas", "Última inspección"][..], sets),
        (
            if sought == Sought::Person { "Lo último que consta".to_owned() } else { named },
            &["Hora", "Anotación", "Partida", "Quién", "Folios", "Línea"][..],
            lines,
        ),
    ];
    let shown = tables.iter().filter(|(_, _, rows)| !rows.is_empty());
    shown.map(|(caption, head, rows)| table(caption, head, rows)).collect()
}

const fn kind(sought: Sought) -> &'static str {
    match sought {
        Sought::Card => "Cartones",
        Sought::Game => "Partidas",
        Sought::Ball => "Bolas",
        Sought::BallSet => "Juegos de bolas",
        Sought::Person => "Personas",
        Sought::Amount => "Importes",
        Sought::Hour => "Anotaciones de la hora",
        Sought::Words => "Diligencias y notas",
    }
}

fn of_card(view: &View, card: &CardFound) -> Vec<String> {
    let what = card.whereabouts.as_ref().map_or_else(
        || "no se ha entregado a nadie".to_owned(),
        |is| {
            let who = who(view, is.seller);
            match is.state {
                CardState::Issued => format!("entregado a {who} para la partida {}", is.game),
                CardState::Sold => format!("vendido en la partida {} por {who}", is.game),
                CardState::Returned => format!("devuelto sin vender por {who} en la partida {}", is.game),
                CardState::Burned => format!("inutilizado en la partida {}", is.game),
                CardState::Refunded => {
                    format!("vendido en la partida {}, que se anuló; importe devuelto", is.game)
                }
            }
        },
    );
    let code = card.genuine.map_or("–", |genuine| if genuine { "auténtico" } else { "falso" });
    vec![format!("{} {}", card.series, card.card), what, code.to_owned()]
}

fn of_game(game: &GameFound) -> Vec<String> {
    let prizes = game.prizes.iter().map(|prize| {
        format!("{} {} al {} {}", play(prize.play), money(prize.amount_cents), prize.series, prize.card)
    });
    let prizes: Vec<String> = prizes.collect();
    let state = match game.state {
        GameState::OnSale => "en venta",
        GameState::Announced => "venta cerrada",
        GameState::Playing => "en juego",
        GameState::Held => "celebrada",
        GameState::NotHeld => "no celebrada",
        GameState::Void => "anulada",
    };
    let state = game.void_cause.as_ref().map_or_else(|| state.to_owned(), |why| format!("{state}: {why}"));
    let balls: Vec<String> = game.announced.iter().map(u8::to_string).collect();
    vec![
        short(&game.place),
        session(&game.place),
        format!(
            "{}: {} cartones, {}",
            spelt(&game.series),
            count(u64::from(game.cards)),
            money(game.takings_cents)
        ),
        format!("{}: {}", balls.len(), balls.join(" ")),
        format!("{}, {} buenos", game.claims, game.good),
        if prizes.is_empty() {
            format!("anunciados: línea {}, bingo {}", money(game.line_cents), money(game.bingo_cents))
        } else {
            prizes.join("; ")
        },
        state,
        game.place.folios.clone().unwrap_or_default(),
    ]
}

fn of_person(person: &PersonFound) -> Vec<String> {
    let left = if person.left { vec!["baja".to_owned()] } else { Vec::new() };
    let roles = person.roles.iter().map(|role: &Role| role_words(*role).to_owned());
    let roles: Vec<String> = left.into_iter().chain(roles).collect();
    vec![format!("p{}", person.person), roles.join(" y ")]
}

fn of_line(view: &View, told: &Told) -> Vec<String> {
    let hour = view.clock.print(told.at_utc_ms);
    // As the acta prints it, without the zone.
    let hour: Vec<&str> = hour.split(' ').take(2).collect();
    vec![
        hour.join(" "),
        sentence(told),
        short(&told.place),
        told.by.map_or_else(String::new, |by| who(view, by)),
        told.place.folios.clone().unwrap_or_default(),
        told.line.map_or_else(String::new, |line| line.to_string()),
    ]
}

/// What is told, in a sentence.
fn sentence(told: &Told) -> String {
    let amount = told.amount_cents.map(money).unwrap_or_default();
    let card = match (&told.series, told.card) {
        (Some(series), Some(card)) => format!("{series} {card}"),
        (_, _) => String::new(),
    };
    let play = told.play.map(|of: Play| play(of)).unwrap_or_default();
    match told.what {
        ToldWhat::Claim => {
            format!(
                "canto de {play} con el {card}: {}",
                if told.good == Some(true) { "bueno" } else { "no es bueno" }
            )
        }
        ToldWhat::PrizeOfCard | ToldWhat::Prize => {
            let state = told.state.map(stands).unwrap_or_default();
            format!("premio de {play}, {amount}, al {card}: {state}")
        }
        ToldWhat::Ball => {
            format!(
                "se anuncia el {}, {}.ª bola",
                told.ball.unwrap_or_default(),
                told.ordinal.unwrap_or_default()
            )
        }
        ToldWhat::Sale => format!("Recaudado {amount}"),
        ToldWhat::Correction => format!("rectificación del recuento, {amount}"),
        ToldWhat::Refund => format!("devolución de cartones, {amount}"),
        ToldWhat::LineTotal => format!("anunciado para la línea, {amount}"),
        ToldWhat::BingoTotal => format!("anunciado para el bingo, {amount}"),
        ToldWhat::Diligencia | ToldWhat::Line => told.text.clone().unwrap_or_default(),
    }
}

const fn stands(state: PrizeStands) -> &'static str {
    match state {
        PrizeStands::Awarded => "dado",
        PrizeStands::Due => "por pagar",
        PrizeStands::Paid => "pagado",
        PrizeStands::Withheld => "retenido",
        PrizeStands::Unclaimed => "sin reclamar",
        PrizeStands::Void => "sin efecto",
    }
}

/// A game by its number, and its order in the session.
fn short(place: &Place) -> String {
    match (place.game, place.in_session) {
        (Some(game), Some(nth)) => format!("{game} ({nth}.ª)"),
        (Some(game), None) => game.to_string(),
        (None, _) => session(place),
    }
}

fn session(place: &Place) -> String {
    match (place.session, &place.date) {
        (Some(session), Some(date)) => format!("sesión {session}, {date}"),
        (Some(session), None) => format!("sesión {session}"),
        (None, _) => String::new(),
    }
}

/// As in "p3, cajero".
fn who(view: &View, person: u32) -> String {
    let roles = view.access.person(PersonId(person)).map(|member| member.roles.clone()).unwrap_or_default();
    let roles: Vec<&str> = roles.iter().map(|role| role_words(*role)).collect();
    if roles.is_empty() { format!("p{person}") } else { format!("p{person}, {}", roles.join(" y ")) }
}
