//! What a line says, in a sentence of the trade.

use hall_core::event::{Event, GameNo, LogInEnd, Segment, Sought};
use hall_core::words::{Lang, diligencia, hold, reject_words};

fn cards(cards: &Segment) -> String {
    format!("{} del {} al {}", cards.series, cards.first, cards.last)
}

/// What an event says, without a full stop; where the acta says it, in its words.
pub fn sentence(event: &Event) -> String {
    let of = |game: &GameNo, text: String| format!("Partida {}: {text}", game.0);
    if let Event::SaleOpened { game, series, first, face_value, .. } = event {
        of(game, format!("se abre la venta de la serie {series} desde el {first}, a {face_value}"))
    } else if let Event::BlockIssued { game, cards: block, seller } = event {
        of(game, format!("{} a {seller}", cards(block)))
    } else if let Event::CardsReturned { game, cards: block, seller } = event {
        of(game, format!("{seller} devuelve {}", cards(block)))
    } else if let Event::CardsTransferred { game, cards: block, from, to } = event {
        of(game, format!("{} pasan de {from} a {to}", cards(block)))
    } else if let Event::GapBurnAsked { game, cards: block } = event {
        of(game, format!("se pide inutilizar {}", cards(block)))
    } else if let Event::SaleClosed { game, formula, division, .. } = event {
        of(
            game,
            format!(
                "«{formula}» Recaudado {}, línea {}, bingo {}",
                division.takings, division.line, division.bingo
            ),
        )
    } else if let Event::DrawStarted { game, set, .. } = event {
        of(game, format!("orden de extraer, con el juego {set}"))
    } else if let Event::DrawStartedByCaller { game, set } = event {
        of(game, format!("orden de sacar bolas, que lee el locutor, con el juego {set}"))
    } else if let Event::BallExtracted { game, ordinal, ball, .. } = event {
        of(game, format!("sale el {ball}, {}.ª bola", ordinal.0))
    } else if let Event::BallAnnounced { game, ordinal, ball, .. } = event {
        of(game, format!("se anuncia el {ball}, {}.ª bola", ordinal.0))
    } else if let Event::BallShown { game, ordinal, .. } = event {
        of(game, format!("la {}.ª bola se ve en un panel", ordinal.0))
    } else if let Event::BallKeyed { game, ordinal, ball } = event {
        of(game, format!("se teclea el {ball}, {}.ª bola", ordinal.0))
    } else if let Event::DrawStopped { game, announced, counting, .. } = event {
        let but =
            if counting == announced { "" } else { "; la última, anunciada después, no cuenta en ella" };
        of(game, format!("parada con {announced} bolas anunciadas{but}"))
    } else if let Event::StopCalledEarlier { game, .. } = event {
        of(game, "otro puesto había parado antes de la última bola: no cuenta en la parada".to_owned())
    } else if let Event::ClaimMade { game, claim, play, card, verdict, .. } = event {
        let good = matches!(verdict, hall_core::event::Verdict::Good { .. });
        let (play, good) = (play_words(*play), if good { "bueno" } else { "no es bueno" });
        of(game, format!("canto {} de {play} con el cartón {card}: {good}", claim.0))
    } else if let Event::ClaimAccepted { game, claim } = event {
        of(game, format!("se acepta el canto {}", claim.0))
    } else if let Event::ClaimRejected { game, claim, reason } = event {
        of(game, format!("se rechaza el canto {}: {}", claim.0, reject_words(*reason)))
    } else if let Event::QuestionAsked { game, .. } = event {
        of(game, "pregunta a la sala".to_owned())
    } else if let Event::DrawResumed { game, .. } = event {
        of(game, "orden de seguir".to_owned())
    } else if let Event::PlayAwarded { game, play, winners, .. } = event {
        let shares = winners.iter().map(|winner| format!("{} para {}", winner.amount, winner.card));
        of(game, format!("{}: {}", play_words(*play), shares.collect::<Vec<_>>().join(", ")))
    } else if let Event::GameEnded { game } = event {
        of(game, "orden de cierre".to_owned())
    } else if let Event::PrizePaid { game, prize, amount } = event {
        of(game, format!("se paga el premio {}, {amount}", prize.0))
    } else if let Event::CardsRefunded { game, cards: block, amount } = event {
        of(game, format!("se devuelven {amount} por {}", cards(block)))
    } else if let Event::HoldRaised { game, hold: no, why } = event {
        of(game, format!("ALTO {}: {}", no.0, hold(Lang::Es, why)))
    } else {
        of_the_hall(event)
    }
}

fn of_the_hall(event: &Event) -> String {
    if let Event::LoggedIn { person, .. } = event {
        format!("Entra {person}")
    } else if let Event::LoggedOut { person } = event {
        format!("Sale {person}")
    } else if let Event::LogInEnded { person, device, why } = event {
        match why {
            LogInEnd::Manager => format!("Se termina la entrada de {person} en el puesto «{device}»"),
            LogInEnd::TooLong => {
                format!("Termina a las 12 horas la entrada de {person} en el puesto «{device}»")
            }
            LogInEnd::NextSession => {
                format!("Con otra sesión termina la entrada de {person} en el puesto «{device}»")
            }
        }
    } else if let Event::LoginRefused { tries: 1 } = event {
        "Intento de entrada fallido".to_owned()
    } else if let Event::LoginRefused { tries } = event {
        format!("{tries} intentos de entrada fallidos")
    } else if let Event::PersonAdded { person, .. } = event {
        format!("Alta de {person} en la plantilla")
    } else if let Event::ShiftBegun { person } = event {
        format!("{person} está en la sala")
    } else if let Event::ShiftEnded { person, missing } = event
        && missing.is_none()
    {
        format!("{person} se va de la sala")
    } else if let Event::PinChanged { person, .. } = event {
        format!("{person} cambia su PIN")
    } else if let Event::PersonDismissed { person, reason } = event {
        format!("Baja de {person} en la plantilla: {reason}")
    } else if let Event::PersonTakenBack { person, .. } = event {
        format!("Vuelve {person} a la plantilla")
    } else if let Event::InspectionCodeGiven { person } = event {
        format!("Se da un código de inspección para {person}")
    } else if let Event::SearchMade { sought } = event {
        format!("La inspección busca {}", sought_words(*sought))
    } else if let Event::ServerStarted { .. } = event {
        "El sistema se pone en marcha".to_owned()
    } else if let Event::ServerStopped { .. } = event {
        "El sistema se detiene".to_owned()
    } else if let Event::PrintingOrdered { cards: block, .. } = event {
        format!("Se manda imprimir {}", cards(block))
    } else if let Event::ActaIssued { session, file, .. } = event {
        format!("Acta de la sesión {} emitida: {file}", session.0)
    } else if let Event::FoliosTaken { session, book, first, last } = event {
        format!("El acta de la sesión {} ocupa los folios {first} a {last} del libro {book}", session.0)
    } else if let Some(told) = diligencia(event) {
        told.text
    } else {
        format!("Apunte «{}»", hall_core::record::encode(event).kind)
    }
}

/// What a search was understood as.
fn sought_words(sought: Sought) -> &'static str {
    match sought {
        Sought::Card => "un cartón",
        Sought::Game => "una partida",
        Sought::Ball => "una bola",
        Sought::BallSet => "un juego de bolas",
        Sought::Person => "a una persona",
        Sought::Amount => "un importe",
        Sought::Hour => "una hora",
        Sought::Words => "palabras del acta",
    }
}

fn play_words(play: hall_core::event::Play) -> &'static str {
    match play {
        hall_core::event::Play::Line => "línea",
        hall_core::event::Play::Bingo => "bingo",
    }
}
