//! What happened, as the transcripts of the evenings tell it.

use hall_core::event::off_weight;
use hall_core::event::{BallsEvent, DevicePost, Event, HoldExit, LogInEnd, Paragraph, Play, Segment};
use hall_core::hall::{Carried, Hall};
use hall_core::people::Role;
use hall_core::words::{self, Lang, count_words, doubt_words, reject_words};

fn roles_of(roles: &[Role]) -> String {
    roles.iter().map(|role| role.name()).collect::<Vec<_>>().join(", ")
}

/// The accounts of what nobody sang, once there is something in them.
pub(super) fn carried(hall: &Hall) -> String {
    let carried = hall.carried;
    if carried == Carried::default() {
        return String::new();
    }
    format!("  en cuenta, de línea {}; de bingo {}\n", carried.line, carried.bingo)
}

/// A line for each void game with the cards of it that nobody has handed in.
pub(super) fn still_out(hall: &Hall) -> String {
    let mut lines = String::new();
    for game in hall.past.values().chain(&hall.game) {
        let out: Vec<String> = game.still_out().iter().map(range).collect();
        if !out.is_empty() {
            lines.push_str(&format!("  por devolver de la partida {}: {}\n", game.no.0, out.join(", ")));
        }
    }
    lines
}

fn range(cards: &Segment) -> String {
    format!("{} {}-{}", cards.series, cards.first, cards.last)
}

/// What happened, in words: those of a transcript, or else the acta's; nothing where it has none.
#[allow(clippy::wildcard_enum_match_arm, reason = "a new event is told as the acta tells it")]
pub fn words(event: &Event) -> Option<String> {
    Some(match event {
        Event::SessionOpened { session, .. } => format!("sesión {} abierta", session.0),
        Event::SessionClosed { session, prizes_pending, amount_pending, .. } => {
            format!("sesión {} cerrada; premios pendientes {prizes_pending}, {amount_pending}", session.0)
        }
        Event::SaleOpened { game, in_session, series, first, face_value } => {
            format!(
                "partida {} ({in_session}.ª de la sesión): serie {series} desde el {first}, a {face_value}",
                game.0
            )
        }
        Event::BlockIssued { cards, seller, .. } => format!("{} a {seller}", range(cards)),
        Event::CardsReturned { cards, seller, .. } => format!("{} devueltos por {seller}", range(cards)),
        Event::CardsTransferred { cards, from, to, .. } => format!("{} de {from} a {to}", range(cards)),
        Event::GapBurnAsked { cards, .. } => format!("se pide inutilizar {}", range(cards)),
        Event::GapBurned { cards, .. } => format!("{} inutilizados", range(cards)),
        Event::SaleRectified { sold_before, division, formula, .. } => format!(
            "eran {sold_before}: «{formula}» recaudado {}, línea {}, bingo {}",
            division.takings, division.line, division.bingo
        ),
        Event::AnnouncementRectified { ordinal, ball, said, .. } => {
            format!("rectificada la {}.ª: se dijo {said}, es {ball}", ordinal.0)
        }
        Event::LastGameAnnounced { .. } => "se anuncia la última partida".into(),
        Event::InspectionMade { game } => format!("inspección: partida {:?}", game.map(|game| game.0)),
        Event::DiligenciaWritten { diligencia, about, text, signed, .. } => {
            format!("diligencia {diligencia} ({about:?}, firmada {signed}): {text}")
        }
        Event::SaleClosed { division, formula, .. } => format!(
            "«{formula}» recaudado {}, línea {}, bingo {}, sala {}, resto {}",
            division.takings, division.line, division.bingo, division.house, division.resto
        ),
        Event::GameNotHeld { game } => format!("partida {} no celebrada", game.0),
        Event::DrawStarted { .. } => "empieza la extracción".into(),
        Event::DrawStartedByCaller { .. } => "empieza la extracción; las bolas las lee el locutor".into(),
        Event::ReadingRectified { ordinal, from, to, .. } => {
            format!("rectificada {}.ª: {to}, no {from}", ordinal.0)
        }
        Event::MachineRegistered { machine, extractor, homologation, .. } => {
            format!("máquina {}: {extractor:?}, {homologation}", machine.0)
        }
        Event::MachineTaken { machine, read, .. } => {
            format!("se juega con la máquina {:?}, leída {read:?}", machine.map(|no| no.0))
        }
        Event::BallExtracted { ordinal, ball, .. } => format!("sale {}.ª: {ball}", ordinal.0),
        Event::BallSetAside { number, .. } => format!("bola {number} apartada"),
        Event::ReadingNotCounted { number, .. } => format!("lectura {number} que no cuenta"),
        Event::BallAnnounced { ordinal, ball, .. } => format!("anunciada {}.ª: {ball}", ordinal.0),
        Event::BallShown { ordinal, panel, .. } => format!("{}.ª en el panel {panel}", ordinal.0),
        Event::DrawStopped { stop, announced, counting, cause, pressed, .. } => {
            let press = pressed.map_or_else(String::new, |_| format!("; cuentan {counting}"));
            format!("parada {} tras {announced} bolas ({cause:?}){press}", stop.0)
        }
        Event::StopCalledEarlier { stop, counting, .. } => {
            format!("la parada {} se adelanta: cuentan {counting}", stop.0)
        }
        Event::ClaimMade { claim, play, card, verdict, .. } => {
            let play = if *play == Play::Line { "línea" } else { "bingo" };
            format!("canto {}: {play} con {card}: {}", claim.0, words::verdict(Lang::Es, verdict))
        }
        Event::ClaimAccepted { claim, .. } => format!("canto {} aceptado", claim.0),
        Event::ClaimRejected { claim, reason, .. } => {
            format!("canto {} rechazado: {}", claim.0, reject_words(*reason))
        }
        Event::QuestionAsked { line, bingo, .. } => words::question(*line, *bingo).into(),
        Event::RefusalNoted { person, request, why } => {
            format!("consta la negativa a {person}, {request}: {why:?}")
        }
        Event::LastBallConfirmed { ordinal, ball, .. } => {
            format!("confirmada por su número la última, {}.ª: {ball}", ordinal.0)
        }
        Event::DrawResumed { stop, .. } => format!("orden de seguir tras la parada {}", stop.0),
        Event::PlayAwarded { play, winners, remainder, .. } => {
            let shares: Vec<String> = winners
                .iter()
                .map(|share| format!("premio {} de {} para {}", share.prize.0, share.amount, share.card))
                .collect();
            format!("{play:?}: {}; resto {remainder}", shares.join(", "))
        }
        Event::PlayUnsung { play, amount, .. } => format!("{play:?} sin cantar: {amount}"),
        Event::GameEnded { game } => format!("partida {} cerrada", game.0),
        Event::PrizePaid { prize, amount, .. } => format!("premio {} pagado: {amount}", prize.0),
        Event::PrizeReleased { prize, reason, .. } => format!("premio {} liberado: {reason}", prize.0),
        Event::PrizeWithheld { prize, reason, .. } => format!("premio {} retenido: {reason}", prize.0),
        Event::VoidAsked { cause, .. } => format!("se pide anular: {cause}"),
        Event::GameVoided { game, cards, amount, .. } => {
            format!("partida {} anulada: {cards} cartones, {amount} a devolver", game.0)
        }
        Event::CardsRefunded { cards, amount, .. } => format!("{} devueltos: {amount}", range(cards)),
        Event::HoldRaised { hold, why, .. } => format!("ALTO {}: {}", hold.0, words::hold(Lang::Es, why)),
        Event::HoldExitAsked { exit, .. } => format!("se propone: {}", way_out(*exit)),
        Event::HoldLeft { hold, exit, .. } => format!("fin del alto {}: {}", hold.0, way_out(*exit)),
        Event::BallCorrected { ordinal, from, to, .. } => {
            format!(
                "bola {} corregida: {} -> {to}",
                ordinal.0,
                from.map_or("ninguna".into(), |b| b.to_string())
            )
        }
        Event::MachineIdentified { boot, set, .. } => format!("máquina {boot} con {set}"),
        Event::LinkLost { .. } => "sin enlace con la máquina".into(),
        Event::FramesMissing { expected, .. } => format!("falta la trama {expected}"),
        Event::BadFrames { count, .. } => format!("{count} tramas malas"),
        Event::EpochBegun { epoch, .. } => format!("empieza la época {epoch}"),
        Event::RecordArchived { last, file, .. } => format!("las líneas hasta la {last} pasan a {file}"),
        Event::BookOpened { book, first, last, .. } => {
            format!("libro {book} abierto, folios {first} a {last}")
        }
        Event::FoliosTaken { book, first, last, .. } => format!("folios {first} a {last} del libro {book}"),
        Event::BookClosed { book, left, .. } => format!("libro {book} cerrado; folios en blanco: {left}"),
        Event::BookKeptFor { book, face_value } => format!("libro {book} para cartones de {face_value}"),
        Event::ActaCopied { session, copy, reason } => {
            format!("copia {copy} del acta de la sesión {}: {reason}", session.0)
        }
        Event::PaperSigned { signature, paper, role, person, .. } => {
            let person = person.map_or("nadie de la plantilla".into(), |person| person.to_string());
            format!("firma {signature} de {}: {role:?}, {person}", paper.name())
        }
        Event::PersonAdded { person, roles, .. } => format!("alta de {person}: {}", roles_of(roles)),
        Event::PinChanged { person, .. } => format!("{person} cambia su PIN"),
        Event::ShiftBegun { person } => format!("{person} entra en la sala"),
        Event::ShiftEnded { person, missing } if missing.is_none() => format!("{person} se va de la sala"),
        Event::ShiftEnded { .. }
        | Event::StaffCounted { .. }
        | Event::StaffLacks { .. }
        | Event::OpeningSigned { .. }
        | Event::Article36Given { .. }
        | Event::RulesAsked { .. }
        | Event::RulesAdopted { .. } => words::diligencia(event).expect("it is one").text,
        Event::LogInEnded { person, device, why } => {
            let why = match why {
                LogInEnd::Manager => "el jefe de sala",
                LogInEnd::TooLong => "doce horas",
                LogInEnd::NextSession => "otra sesión",
            };
            format!("termina la entrada de {person} en {device}: {why}")
        }
        Event::DeviceEnrolled { device, name, post: DevicePost::Desk, .. } => {
            format!("puesto {}: {name}", device.0)
        }
        Event::DeviceEnrolled { device, name, post, .. } => {
            format!("puesto {}: {name}, {}", device.0, post.name())
        }
        Event::DeviceRevoked { device, .. } => format!("baja del puesto {}", device.0),
        Event::PersonDismissed { person, reason } => format!("baja de {person}: {reason}"),
        Event::PersonTakenBack { person, .. } => format!("{person} vuelve"),
        Event::PersonKeyEnrolled { person, .. } => format!("clave personal de {person}"),
        Event::PersonKeyEnded { person, reason, .. } => {
            format!("retirada una clave personal de {person}: {reason}")
        }
        Event::InspectionCodeGiven { person } => format!("código de inspección para {person}"),
        Event::SearchMade { sought } => format!("búsqueda: {}", sought.name()),
        Event::DeletionSet { days, .. } => format!("un valor reservado se guarda {days} días"),
        Event::ValuesDeleted { values, .. } => format!("se borran {} valores reservados", values.len()),
        Event::RequestsDigested { first, last, requests, .. } => {
            format!("huella de las {requests} peticiones de las líneas {first} a {last}")
        }
        Event::NumberingAsked { .. } => "una persona lee los últimos números en el papel".into(),
        Event::NumberingSet { numbering, .. } => format!(
            "última partida {}, última sesión {}, última diligencia {}",
            numbering.game, numbering.session, numbering.diligencia
        ),
        Event::ServerStarted { .. } => "el servidor arranca".into(),
        Event::ServerStopped { power_failing } => {
            format!(
                "el servidor se detiene{}",
                if *power_failing { " por fallo de la corriente" } else { "" }
            )
        }
        Event::ClockStepped { back, by_ms } => {
            format!("el reloj salta {}{} s", if *back { "-" } else { "+" }, by_ms / 1000)
        }
        Event::ClockConfirmAsked { said } => format!("dice que son las {} del {}", said.hour, said.date),
        Event::OpeningCompleted { reserve_machine, closes, .. } => {
            let closes = closes.map_or("sin hora".into(), |at| at.to_string());
            format!("máquina de reserva {reserve_machine}; cierre autorizado: {closes}")
        }
        Event::SubstitutionMade { post, person, stand_in, reason, .. } => {
            format!("{stand_in} sustituye a {person} como {}: {reason}", post.name())
        }
        Event::BallSetChanged { from, to, reserve_set, balls_counted, reason, .. } => {
            format!("juego {from} por {to}, reserva {reserve_set}, {balls_counted} bolas: {reason}")
        }
        Event::AuthorityCalled { cause, about, .. } => {
            format!("se avisa a la autoridad{}: {cause}", doubt_words(*about))
        }
        Event::AuthorityDecided { agent, goes_on, about, .. } => {
            let what = if *goes_on { "siga" } else { "termine" };
            format!("el agente {agent} decide{} que la sesión {what}", doubt_words(*about))
        }
        Event::GameSuspended { cause, .. } => format!("partida suspendida: {cause}"),
        Event::SuspensionLifted { .. } => "suspensión levantada".into(),
        Event::ParagraphRead { paragraph, whole, .. } => format!(
            "leído en voz alta el apartado {}{}",
            if *paragraph == Paragraph::BeforeExtraction { "36.1" } else { "36.2" },
            if *whole { ", del texto íntegro" } else { ", en resumen" }
        ),
        Event::BallKeyed { ordinal, .. } => format!("una persona teclea la {}.ª", ordinal.0),
        Event::TranscriptionAsked { lines, .. } => format!("hoja tecleada: {} líneas", lines.len()),
        Event::Transcribed { asked_by, lines, .. } => {
            format!("hoja transcrita: {lines} líneas, como las tecleó {asked_by}")
        }
        Event::Balls(event) => return balls(event),
        other => return words::diligencia(other).map(|told| told.text),
    })
}

/// The way out in the desk's words, and which two people key the balls.
fn way_out(exit: HoldExit) -> String {
    match exit {
        HoldExit::ByHand { caller, second } => {
            format!("{}: {caller} y {second}", words::exit(Lang::Es, exit))
        }
        HoldExit::Misread { .. } | HoldExit::Repaired | HoldExit::Authority => words::exit(Lang::Es, exit),
    }
}

fn balls(event: &BallsEvent) -> Option<String> {
    Some(match event {
        BallsEvent::EnrolmentAsked { set, .. } => format!("tabla del juego {set} propuesta"),
        BallsEvent::Enrolled { set, asked_by, .. } => {
            format!("tabla del juego {set}, como propuso {asked_by}")
        }
        BallsEvent::InspectionAsked { set, .. } => format!("inspección del juego {set} anotada"),
        BallsEvent::Inspected { set, found, asked_by } => {
            let result = if found.passed { "apto" } else { "no apto" };
            format!("juego {set} inspeccionado: {result}, como anotó {asked_by}")
        }
        BallsEvent::Weighed { set, weights_mg, low_mg, high_mg } => {
            let off: Vec<_> =
                off_weight(weights_mg, *low_mg, *high_mg).iter().map(ToString::to_string).collect();
            format!("juego {set} pesado; fuera de límites: [{}]", off.join(" "))
        }
        BallsEvent::Withdrawn { set, games, reason, reserve_set } => {
            let reserve = reserve_set.map_or_else(String::new, |set| format!("; reserva {set}"));
            format!("juego {set} retirado con {games} partidas{reserve}: {reason}")
        }
        BallsEvent::CountBegun { count, set, load } => {
            let load = if *load { ", con bolas que recoger antes" } else { "" };
            format!("recuento {} del juego {set} por el lector{load}", count.0)
        }
        BallsEvent::Counted { again: false, .. } => return None,
        BallsEvent::Counted { number, .. } => format!("bola {number} leída otra vez en la misma presencia"),
        BallsEvent::CountEnded { count, balls, missing, doubled, unsure, foreign, .. } => {
            let wrong = count_words(missing, doubled, unsure, foreign);
            let words = wrong.unwrap_or_else(|| "completo".into());
            format!("recuento {}: {balls} bolas, {words}", count.0)
        }
        BallsEvent::CountCancelled { count, reason } => format!("recuento {} sin efecto: {reason}", count.0),
        BallsEvent::CountSigned { set, balls } => {
            format!("el jefe de sala firma {balls} bolas del juego {set}")
        }
        BallsEvent::CountTaken { count, set, balls, .. } => {
            format!("vale el recuento {} del juego {set}: {balls} bolas", count.0)
        }
    })
}
