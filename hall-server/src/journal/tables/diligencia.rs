//! Table `diligencia`: what the acta has to say besides the games' rows, in Spanish.

use hall_core::event::{
    BallsEvent, DiligenciaKind, Event, Found, HoldExit, HoldWhy, Paragraph, Play, RejectReason, Segment,
};
use hall_core::hall::ball_words;
use hall_core::people::PersonId;
use hall_core::record::Line;
use rusqlite::{Connection, OptionalExtension};

use super::{int, run};

/// Writes the diligencia of an event, if it has one.
pub(super) fn fold(conn: &Connection, line: &Line, event: &Event) -> rusqlite::Result<()> {
    let Some((game, text, mut others)) = words(event) else {
        return Ok(());
    };
    let (mut no, mut kind, mut claimant, mut signed) = (None, None, None, None);
    if let Event::DiligenciaWritten { diligencia, about, claimant: sealed, signed: by_claimant, .. } = event {
        others.extend(signatories_of(conn, *about)?);
        (no, kind) = (Some(*diligencia), Some(about_word(*about)));
        claimant = sealed.as_ref().map(|sealed| int(sealed.id));
        signed = sealed.as_ref().map(|_| *by_claimant);
    }
    let actor = line.actor.to_string();
    let mut signatories = actor.clone();
    for other in others.into_iter().filter(|other| *other != actor) {
        signatories.push(' ');
        signatories.push_str(&other);
    }
    run(
        conn,
        "insert or replace into diligencia
         values (?, ?, (select max(session) from session), ?, ?, ?, ?, ?, ?, ?, ?)",
        (int(line.seq), line.at_utc_ms, game, &line.kind, text, signatories, no, kind, claimant, signed),
    )
}

/// Who signs what people write: an incidencia the jefes de sala and de mesa, a reclamación
/// the jefe de sala, besides the claimant (art. 37.4).
fn signatories_of(conn: &Connection, about: DiligenciaKind) -> rusqlite::Result<Vec<String>> {
    let mut select = conn.prepare_cached("select sala, mesa from session order by session desc limit 1")?;
    let chiefs = select.query_row([], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
    let Some((sala, mesa)) = chiefs else { return Ok(vec![]) };
    let chiefs = match about {
        DiligenciaKind::Incidencia => vec![PersonId(sala), PersonId(mesa)],
        DiligenciaKind::Reclamacion => vec![PersonId(sala)],
    };
    Ok(chiefs.iter().map(ToString::to_string).collect())
}

fn about_word(about: DiligenciaKind) -> &'static str {
    match about {
        DiligenciaKind::Incidencia => "incidencia",
        DiligenciaKind::Reclamacion => "reclamacion",
    }
}

/// Returns the game, the text, and who answers for it besides the one who did it.
fn words(event: &Event) -> Option<(Option<u32>, String, Vec<String>)> {
    let words = match event {
        Event::SessionOpened { session, date, mesa, sala, check, rules, .. } => {
            let witness = if check.public_witness { " en presencia de una persona del público" } else { "" };
            let text = format!(
                "Comienzo de la sesión {} ({date}) según «{}». Se cuentan {} bolas del juego {}{witness}; \
                 juego de reserva {}.",
                session.0, rules.title, check.balls_counted, check.set, check.reserve_set,
            );
            (None, text, vec![mesa.to_string(), sala.to_string()])
        }
        Event::SessionClosed { session, balls_counted, public_witness, prizes_pending, amount_pending } => {
            let witness = if *public_witness { " en presencia de una persona del público" } else { "" };
            let text = format!(
                "Cierre de la sesión {}. Se cuentan {balls_counted} bolas{witness}. Premios pendientes: \
                 {prizes_pending}, por {amount_pending}.",
                session.0,
            );
            (None, text, vec![])
        }
        Event::GameNotHeld { game } => {
            (Some(game.0), "No se vendió ningún cartón: partida no celebrada.".into(), vec![])
        }
        Event::BallSetAside { number, .. } => {
            (None, format!("Bola {number} extraída fuera de partida: se aparta."), vec![])
        }
        Event::ClaimRejected { game, claim, reason } => {
            let reason = match reason {
                RejectReason::Manipulated => "manipulado",
                RejectReason::Illegible => "ilegible",
                RejectReason::NotOriginal => "no es el original",
            };
            (Some(game.0), format!("Se rechaza el cartón del canto {}: {reason}.", claim.0), vec![])
        }
        Event::PlayUnsung { game, play, amount } => {
            let play = match play {
                Play::Line => "la línea",
                Play::Bingo => "el bingo",
            };
            (Some(game.0), format!("Nadie canta {play}: {amount} quedan sin adjudicar."), vec![])
        }
        Event::PrizeWithheld { game, prize, reason } => {
            (Some(game.0), format!("Se retiene el premio {}: {reason}", prize.0), vec![])
        }
        Event::PrizeReleased { game, prize, reason } => {
            (Some(game.0), format!("Se levanta la retención del premio {}: {reason}", prize.0), vec![])
        }
        Event::VoidAsked { game, cause } => {
            (Some(game.0), format!("Se pide la anulación de la partida: {cause}"), vec![])
        }
        Event::GameVoided { game, asked_by, cause, cards, amount, .. } => {
            let text = format!(
                "Partida anulada: {cause}. Se devuelven {amount} por {cards} cartones contra su entrega."
            );
            (Some(game.0), text, vec![asked_by.to_string()])
        }
        Event::HoldRaised { game, hold, why } => {
            (Some(game.0), format!("ALTO {}: {}.", hold.0, why_words(why)), vec![])
        }
        Event::HoldLeft { game, hold, exit, asked_by } => {
            let exit = match exit {
                HoldExit::Misread { ordinal, ball } => {
                    format!("lectura errónea, la bola extraída en {}.º lugar es la {ball}", ordinal.0)
                }
                HoldExit::Repaired => "avería resuelta".into(),
                HoldExit::ByHand { caller, second } => {
                    format!("continuación manual, teclean las bolas {caller} y {second} (art. 36.2)")
                }
                HoldExit::Authority => "suspendida por la autoridad (art. 34.4)".into(),
            };
            (Some(game.0), format!("Fin del ALTO {}: {exit}.", hold.0), vec![asked_by.to_string()])
        }
        Event::BallCorrected { game, ordinal, from, to } => {
            let from = from.map_or("sin lectura".into(), |ball| format!("la {ball}"));
            let text = format!("La bola en {}.º lugar, registrada {from}, es la {to}.", ordinal.0);
            (Some(game.0), text, vec![])
        }
        Event::GapBurned { game, cards, asked_by } => {
            let text = format!("No se hallan {}: se inutilizan y no se venden.", cards_words(cards));
            (Some(game.0), text, vec![asked_by.to_string()])
        }
        Event::SaleRectified { game, cards, found, seller, sold_before, sold, formula, .. } => {
            let found = match found {
                Found::Sold => "se habían vendido y no se contaron",
                Found::Unsold => "no se habían vendido",
            };
            let text = format!(
                "Rectificación pública: {} (vendedor {seller}) {found}. Se anunciaron {sold_before} cartones \
                 vendidos y son {sold}: «{formula}».",
                cards_words(cards),
            );
            (Some(game.0), text, vec![])
        }
        Event::AnnouncementRectified { game, ordinal, ball, said } => {
            let text = format!(
                "Rectificación: la bola en {}.º lugar es la {ball}; se había dicho {said}.",
                ordinal.0
            );
            (Some(game.0), text, vec![])
        }
        Event::LastGameAnnounced { .. } => {
            (None, "Se anuncia que la próxima partida es la última de la sesión.".into(), vec![])
        }
        Event::DiligenciaWritten { game, text, .. } => (game.map(|game| game.0), text.clone(), vec![]),
        Event::InspectionMade { game } => {
            let text = match game {
                Some(_) => "Inspección: se exhibe el estado de la partida.",
                None => "Inspección: no hay ninguna partida en venta ni en juego.",
            };
            (game.map(|game| game.0), text.into(), vec![])
        }

        Event::SubstitutionMade { post, person, stand_in, reason, .. } => {
            let post = post.name().replace('_', " ");
            (
                None,
                format!("Sustitución: {stand_in} ocupa el puesto de {person} como {post}: {reason}"),
                vec![],
            )
        }
        Event::BallSetChanged { from, to, reserve_set, balls_counted, reason, .. } => {
            let text = format!(
                "Cambio del juego de bolas {from} por el {to}, con {balls_counted} bolas contadas; juego de \
                 reserva {reserve_set}: {reason}"
            );
            (None, text, vec![])
        }
        Event::Balls(event) => return ball_words(event).map(|text| (None, text, others_of(event))),
        Event::AuthorityCalled { game, cause, .. } => {
            (game.map(|game| game.0), format!("Aviso a la autoridad (art. 34.4): {cause}"), vec![])
        }
        Event::AuthorityDecided { game, agent, goes_on, .. } => {
            let what = if *goes_on { "continúe" } else { "termine" };
            let text = format!("El agente de la autoridad {agent} decide que la sesión {what}.");
            (game.map(|game| game.0), text, vec![])
        }
        Event::ClockStepped { back, by_ms } => {
            let way = if *back { "retrasado" } else { "adelantado" };
            (None, format!("El reloj del sistema se ha {way} {} s.", by_ms.div_ceil(1000)), vec![])
        }
        Event::GameSuspended { game, cause } => {
            (Some(game.0), format!("Suspensión provisional (art. 36.1): {cause}"), vec![])
        }
        Event::SuspensionLifted { game } => {
            (Some(game.0), "Se levanta la suspensión provisional.".into(), vec![])
        }
        Event::ParagraphRead { game, paragraph } => {
            let paragraph = match paragraph {
                Paragraph::BeforeExtraction => "36.1",
                Paragraph::AfterExtraction => "36.2",
            };
            (Some(game.0), format!("Se lee en voz alta el apartado {paragraph}."), vec![])
        }
        Event::Transcribed { game, asked_by, lines } => {
            let text = format!("Se transcribe la hoja de la partida terminada en papel: {lines} líneas.");
            (Some(game.0), text, vec![asked_by.to_string()])
        }

        Event::HallFounded { .. }
        | Event::ServerStarted { .. }
        | Event::ServerStopped { .. }
        | Event::OpeningCompleted { .. }
        | Event::BallKeyed { .. }
        | Event::TranscriptionAsked { .. }
        | Event::CardKeyMade { .. }
        | Event::PersonAdded { .. }
        | Event::LoggedIn { .. }
        | Event::LoggedOut { .. }
        | Event::LoginRefused { .. }
        | Event::MatrixMade { .. }
        | Event::MatrixImported { .. }
        | Event::MatrixRetired { .. }
        | Event::PrintingOrdered { .. }
        | Event::PrintingDone { .. }
        | Event::PrintingStopped { .. }
        | Event::SeriesReceived { .. }
        | Event::SeriesPrinted { .. }
        | Event::BallSetRegistered { .. }
        | Event::ActaIssued { .. }
        | Event::SaleOpened { .. }
        | Event::BlockIssued { .. }
        | Event::CardsReturned { .. }
        | Event::CardsTransferred { .. }
        | Event::GapBurnAsked { .. }
        | Event::SaleClosed { .. }
        | Event::DrawStarted { .. }
        | Event::BallExtracted { .. }
        | Event::ReadingNotCounted { .. }
        | Event::BallAnnounced { .. }
        | Event::BallShown { .. }
        | Event::DrawStopped { .. }
        | Event::ClaimMade { .. }
        | Event::ClaimAccepted { .. }
        | Event::QuestionAsked { .. }
        | Event::DrawResumed { .. }
        | Event::PlayAwarded { .. }
        | Event::GameEnded { .. }
        | Event::PrizePaid { .. }
        | Event::CardsRefunded { .. }
        | Event::HoldExitAsked { .. }
        | Event::MachineIdentified { .. }
        | Event::LinkLost { .. }
        | Event::MachineMode { .. }
        | Event::MachineSaw { .. }
        | Event::Reader(_)
        | Event::FramesMissing { .. }
        | Event::BadFrames { .. } => return None,
    };
    Some(words)
}

fn cards_words(cards: &Segment) -> String {
    format!("los cartones de la serie {} del {} al {}", cards.series, cards.first, cards.last)
}

fn why_words(why: &HoldWhy) -> String {
    match why {
        HoldWhy::Repeated(ball) => format!("bola {ball} repetida"),
        HoldWhy::OutOfRange(number) => format!("número {number}, que no tiene ninguna bola"),
        HoldWhy::ForeignSet(set) => format!("bola de otro juego ({set})"),
        HoldWhy::NoRead => "bola sin leer".into(),
        HoldWhy::Fault(_) => "avería del aparato extractor".into(),
        HoldWhy::DoorOpen => "puerta del aparato extractor abierta".into(),
        HoldWhy::LinkLost(_) => "sin conexión con el aparato extractor".into(),
        HoldWhy::Rebooted(_) => "el aparato extractor se ha reiniciado".into(),
        HoldWhy::FramesMissing => "faltan lecturas del aparato extractor".into(),
        HoldWhy::CountDiffers { machine, game } => {
            format!("el aparato cuenta {machine} bolas y la partida {game}")
        }
        HoldWhy::CallerDiffers { ordinal, machine, caller } => {
            format!("en {}.º lugar el aparato leyó la {machine} y el locutor la {caller}", ordinal.0)
        }
        HoldWhy::Called(words) => words.trim_end_matches('.').into(),
        HoldWhy::KeyedDiffers { ordinal, first, second } => {
            format!("en {}.º lugar una persona tecleó la {first} y la otra la {second}", ordinal.0)
        }
        HoldWhy::ReadersDiffer { ordinal, machine, second } => {
            format!("en {}.º lugar el aparato leyó la {machine} y el segundo lector la {second}", ordinal.0)
        }
        HoldWhy::SecondSilent(ball) => format!("el segundo lector no leyó la bola {ball}"),
        HoldWhy::SecondLost(_) => "sin conexión con el segundo lector".into(),
        HoldWhy::LeftOut { ordinal, ball } => {
            format!("la bola {ball}, que era la {}.ª, quedó sin lugar", ordinal.0)
        }
    }
}

/// Who answers for it besides the one who did it.
fn others_of(event: &BallsEvent) -> Vec<String> {
    match event {
        BallsEvent::Enrolled { asked_by, .. } | BallsEvent::Inspected { asked_by, .. } => {
            vec![asked_by.to_string()]
        }
        BallsEvent::EnrolmentAsked { .. }
        | BallsEvent::InspectionAsked { .. }
        | BallsEvent::Weighed { .. }
        | BallsEvent::Withdrawn { .. }
        | BallsEvent::CountBegun { .. }
        | BallsEvent::Counted { .. }
        | BallsEvent::CountEnded { .. }
        | BallsEvent::CountCancelled { .. }
        | BallsEvent::CountTaken { .. } => vec![],
    }
}
