//! What the acta and the table of diligencias say of an event besides the row of its game (37.3, 37.4). People are
//! numbers.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{
    Lang, ball_words, exit, hold, opening_words, refused_words, reject_words, request_words, role_words,
    sight, staff_after, staff_missing,
};
use crate::event::{
    BallsEvent, CameraPost, DeletionWhy, DevicePost, Doubt, EpochCause, Event, Found, GameNo, HowRead,
    MachineNo, Numbering, Play, Segment, SessionNo, Sight, Signed, SignedPaper, SignerRole, VoiceFault,
};
use crate::people::PersonId;
use crate::time::Moment;

/// A diligencia of one event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiligenciaText {
    /// The game it is about.
    pub game: Option<GameNo>,
    /// Its words, without a full stop.
    pub text: String,
    /// Who answers for it besides the one who did it.
    pub with: Vec<PersonId>,
}

/// The diligencia of an event; none for what is in the rows of the games, or in the record alone.
pub fn diligencia(event: &Event) -> Option<DiligenciaText> {
    let (text, with) = words(event)?;
    let game = if let Event::AuthorityCalled { game, .. }
    | Event::AuthorityDecided { game, .. }
    | Event::DiligenciaWritten { game, .. }
    | Event::CameraChanged { game, .. }
    | Event::InspectionMade { game } = event
    {
        *game
    } else {
        event.game()
    };
    Some(DiligenciaText { game, text, with })
}

fn words(event: &Event) -> Option<(String, Vec<PersonId>)> {
    let mut with = Vec::new();
    let text = match event {
        Event::SessionOpened { session, date, mesa, sala, check, rules, .. } => {
            with.extend([*mesa, *sala]);
            format!(
                "Comienzo de la sesión {} ({date}) según «{}». Se cuentan {} bolas del juego {}{}; juego de reserva \
                 {}",
                session.0,
                rules.title,
                check.balls_counted,
                check.set,
                before(check.public_witness),
                check.reserve_set,
            )
        }
        Event::SessionClosed { session, balls_counted, public_witness, prizes_pending, amount_pending } => {
            format!(
                "Cierre de la sesión {}. Se cuentan {balls_counted} bolas{}. Premios pendientes: {prizes_pending}, \
                 por {amount_pending}",
                session.0,
                before(*public_witness),
            )
        }
        Event::SubstitutionMade { post, person, stand_in, reason, .. } => {
            let post = post.name().replace('_', " ");
            format!("Sustitución: {stand_in} ocupa el puesto de {person} como {post}: {reason}")
        }
        Event::BallSetChanged { from, to, reserve_set, balls_counted, reason, .. } => format!(
            "El juego de bolas {from} se cambia por el {to}, con {balls_counted} bolas contadas; juego de reserva \
             {reserve_set}: {reason}"
        ),
        Event::MachineTaken { machine, read, reason, .. } => {
            machine_words(*machine, *read, reason.as_deref())
        }
        Event::Balls(event) => {
            if let BallsEvent::Enrolled { asked_by, .. } | BallsEvent::Inspected { asked_by, .. } = event {
                with.push(*asked_by);
            }
            ball_words(event)?
        }
        Event::AuthorityCalled { cause, about, .. } => {
            format!("Aviso a la autoridad (art. 34.4){}: {cause}", doubt_words(*about))
        }
        Event::AuthorityDecided { agent, goes_on, about, .. } => {
            let what = if *goes_on { "continúe" } else { "termine" };
            format!("El agente de la autoridad {agent} decide{} que la sesión {what}", doubt_words(*about))
        }
        Event::RefusalNoted { person, request, why } => {
            format!("Se niega a {person} «{}»: {}", request_words(request), refused_words(*why))
        }
        Event::LastGameAnnounced { .. } => "Se anuncia que la próxima partida es la última".to_string(),
        Event::DiligenciaWritten { text, .. } => text.clone(),
        Event::BookOpened { book, authority, first, last, .. } => {
            let authority = authority.trim_end_matches('.');
            format!("Se abre el libro de actas {book}, diligenciado por {authority}, folios {first} a {last}")
        }
        Event::BookKeptFor { book, face_value } => {
            format!("El libro de actas {book} es de las partidas de cartones de {face_value} (art. 37.7)")
        }
        Event::BookClosed { book, left, reason } => {
            let empty = match left {
                0 => String::new(),
                1 => ", con 1 folio en blanco".to_string(),
                left => format!(", con {left} folios en blanco"),
            };
            format!("Se cierra el libro de actas {book}{empty}: {}", reason.trim_end_matches('.'))
        }
        Event::ActaCopied { session, copy, reason } => {
            format!("Copia n.º {copy} del acta de la sesión {}: {}", session.0, reason.trim_end_matches('.'))
        }
        Event::PaperSigned { signature, paper, sha256, role, how, .. } => {
            let how = match how {
                Signed::Drawn { .. } => "en la pantalla",
                Signed::Page { .. } => "en papel, y se guarda la página escaneada",
                Signed::Key { .. } => "con su clave personal",
            };
            format!(
                "Firma {signature}: {} {}, {how}; huella de lo firmado {}",
                signer_words(*role),
                paper_words(*paper),
                fingerprint(sha256)
            )
        }
        Event::PersonKeyEnrolled { person, key } => {
            format!("{person} firma también con la clave personal de huella {}", fingerprint(key))
        }
        Event::PersonKeyEnded { person, key, reason } => format!(
            "Se retira la clave personal de huella {} de {person}: {}",
            fingerprint(key),
            reason.trim_end_matches('.')
        ),
        Event::PinReset { person, at_server: true, .. } => {
            format!(
                "En el propio equipo del servidor se da un PIN nuevo a {person}, que es jefe de sala y había perdido el suyo"
            )
        }
        // Whoever gives a PIN could come in with it.
        Event::PinReset { person, at_server: false, .. } => format!("Se da un PIN nuevo a {person}"),
        // Roles that change are a substitution too (26.2.b).
        Event::PersonChanged { person, roles, .. } => {
            let roles: Vec<_> = roles.iter().map(|role| role_words(*role)).collect();
            format!("Funciones de {person} desde ahora: {}", roles.join(", "))
        }
        // At another device somebody is the second of two.
        Event::DeviceEnrolled { device, name, post, .. } => {
            let what = match post {
                DevicePost::Desk => "el puesto",
                DevicePost::Wall => "el panel",
                DevicePost::Camera => "la cámara",
                DevicePost::Voice => "la voz",
            };
            format!("Se da de alta {what} «{name}» (n.º {})", device.0)
        }
        Event::DeviceRevoked { device, at_server: false } => {
            format!("Se da de baja el puesto n.º {}", device.0)
        }
        Event::DeviceRevoked { device, at_server: true } => {
            format!("En el propio equipo del servidor se da de baja el puesto n.º {}", device.0)
        }
        Event::RulesAdopted { profile_sha256, asked_by } => {
            with.push(*asked_by);
            let print: String = profile_sha256[..8].iter().map(|byte| format!("{byte:02x}")).collect();
            format!(
                "Se adopta el reglamento de huella {print}…, para las sesiones que se abran estando en vigor"
            )
        }
        Event::RulesAsked { rules, reason, .. } => {
            let from =
                rules.valid_from.map_or_else(String::new, |from| format!(", en vigor desde el {from}"));
            format!("Se propone para las sesiones siguientes el reglamento «{}»{from}: {reason}", rules.title)
        }
        Event::StaffCounted { people, missing, .. } => {
            let people: Vec<_> = people.iter().map(ToString::to_string).collect();
            let staff = format!("Al abrir están en la sala de la plantilla: {}", people.join(", "));
            if missing.is_none() {
                staff
            } else {
                format!("{staff}; de la mínima {}", staff_missing(Lang::Es, *missing))
            }
        }
        Event::OpeningSigned { by, rules_by, staff_complete, rules_shown, .. } => {
            with.extend(rules_by);
            let rules_by: Vec<_> = rules_by.iter().map(ToString::to_string).collect();
            opening_words(&by.to_string(), &rules_by, *staff_complete, *rules_shown)
        }
        Event::StaffLacks { person, missing, .. } => {
            format!("Cambian las funciones de {person}, que está en la sala: {}", staff_after(*missing))
        }
        Event::Article36Given { text, sha256 } => format!(
            "La sala da el texto íntegro del artículo 36, que se lee desde aquí en voz alta: {} caracteres, de huella {}",
            text.chars().count(),
            fingerprint(sha256)
        ),
        Event::ShiftEnded { person, missing } if !missing.is_none() => {
            format!("{person} se va de la sala: de la plantilla mínima {}", staff_missing(Lang::Es, *missing))
        }
        Event::NoteWritten { text } => format!("Nota de la sala: {}", text.trim_end_matches('.')),
        Event::InspectionMade { game: Some(_) } => {
            "Inspección: se exhibe el estado de la partida".to_string()
        }
        Event::InspectionMade { game: None } => {
            "Inspección: no hay ninguna partida en venta ni en juego".to_string()
        }
        Event::EpochBegun { epoch, cause, lost_to, people } => {
            with.extend(people);
            let cause = match cause {
                EpochCause::LossAccepted => "dos personas aceptan que falta lo último que se escribió",
                EpochCause::Restored => "el registro se ha restaurado de una copia",
                EpochCause::Promoted => "la sala sigue en otro equipo",
            };
            let lost = match lost_to {
                Some(last) => format!("; se sabe que falta hasta la línea {last}"),
                None => String::new(),
            };
            format!("Empieza la época {epoch} del registro: {cause}{lost}")
        }
        Event::RecordArchived { first, last, head, file, .. } => {
            let head: String = head.iter().map(|byte| format!("{byte:02x}")).collect();
            format!(
                "El registro sigue en un fichero nuevo: sus líneas {first} a {last} pasan al archivo {file}, que acaba en \
                 la huella {head}"
            )
        }
        Event::NumberingSet { numbering, asked_by } => {
            with.push(*asked_by);
            numbering_words(numbering)
        }
        Event::ValuesDeleted { values, why: DeletionWhy::DateReached } => format!(
            "Borrados por haber llegado su fecha los datos personales reservados; son {}",
            values.len()
        ),
        Event::SigningKeyBegun { key, before } => {
            let before =
                before.map(|key| format!("; hasta ahora firmaba con la de huella {}", fingerprint(&key)));
            format!(
                "El registro se firma desde aquí con la clave de huella {}{}",
                fingerprint(key),
                before.unwrap_or_default()
            )
        }
        Event::TimeStamped { session, authority, stamped_at_utc_ms, note_sha256, .. } => format!(
            "{authority} selló el {} el cierre de la sesión {}: la huella {}",
            utc_words(*stamped_at_utc_ms),
            session.0,
            fingerprint(note_sha256)
        ),
        Event::KeyDrawAnnounced { matrix, size, draw, date, seed_sha256, .. } => format!(
            "Se anuncia que la matriz {matrix}, de {size} cartones, saldrá de «{draw}», del {date}; huella de la parte \
             del sistema, {}",
            fingerprint(seed_sha256)
        ),
        Event::KeyDrawGivenUp { matrix, reason } => {
            format!("El sorteo anunciado para la matriz {matrix} queda sin efecto: {reason}")
        }
        Event::KeyDrawsRequired { required: true, reason } => {
            format!("Desde aquí toda matriz sale de un sorteo anunciado: {reason}")
        }
        Event::KeyDrawsRequired { required: false, reason } => {
            format!("Deja de ser obligatorio que las matrices salgan de un sorteo anunciado: {reason}")
        }
        Event::WitnessMet { name, key } => {
            format!("{name} firma como testigo del registro, con la clave de huella {}", fingerprint(key))
        }
        Event::ExportAsked { export, first, last, names, documents, signatures } => {
            export_words(*export, (*first, *last), [*names, *documents, *signatures])
        }
        Event::ExportMade { export, place, first, last, manifest_sha256 } => format!(
            "Exportación {export}, hecha: las líneas {first} a {last}, en {place}; huella de su manifiesto, {}",
            fingerprint(manifest_sha256)
        ),
        Event::ExportFailed { export, words } => {
            format!("Exportación {export}, no hecha: {}", words.trim_end_matches('.'))
        }
        Event::RehearsalAsked { rehearsal } => {
            format!("Se ordena el ensayo {rehearsal} del equipo de reserva")
        }
        Event::RehearsalPassed { rehearsal, spare, seq, millis, .. } => format!(
            "Ensayo {rehearsal} del equipo de reserva ({spare}), correcto: en {},{} s ha comprobado su registro hasta la línea \
             {seq}, y resulta de él la misma sala que tiene el servidor",
            millis / 1_000,
            millis % 1_000 / 100,
        ),
        Event::RehearsalFailed { rehearsal, words } => {
            format!(
                "Ensayo {rehearsal} del equipo de reserva, fallido: la reserva {}",
                words.trim_end_matches('.')
            )
        }
        Event::ClockStepped { back, by_ms } => {
            let way = if *back { "retrasó" } else { "adelantó" };
            format!("El reloj del sistema se {way} {} s", by_ms.div_ceil(1000))
        }
        Event::ClockConfirmed { said, asked_by } => {
            with.push(*asked_by);
            format!(
                "El servidor arrancó con el reloj atrasado; dos personas confirman que son las {} del {}",
                said.hour, said.date
            )
        }

        Event::GapBurned { cards, asked_by, .. } => {
            with.push(*asked_by);
            format!("Cartones {} no hallados: se inutilizan y no se venden (art. 33.3)", cards_words(cards))
        }
        Event::SaleRectified { cards, found, seller, sold_before, sold, formula, .. } => {
            let found = match found {
                Found::Sold => "se habían vendido y no se contaron",
                Found::Unsold => "no se habían vendido",
            };
            format!(
                "Rectificación pública: los cartones {} (vendedor {seller}) {found}. Se anunciaron {sold_before} cartones \
                 vendidos y son {sold}: «{formula}»",
                cards_words(cards),
            )
        }
        Event::GameNotHeld { .. } => "No se vendió ningún cartón: partida no celebrada".to_string(),
        Event::BallSetAside { number, .. } => {
            format!("Bola {number} fuera de partida: se apartó y vuelve al bombo antes de extraer")
        }
        Event::BallCorrected { ordinal, from, to, .. } => {
            let from = from.map_or("sin lectura".into(), |ball| format!("la {ball}"));
            format!("La bola en {}.º lugar, registrada {from}, es la {to}", ordinal.0)
        }
        Event::CameraChanged { camera: CameraPost::Exit, sight: Sight::Sees, game: Some(_) } => {
            "La cámara de la salida de bolas vuelve a dar imagen".to_string()
        }
        Event::CameraChanged { camera: CameraPost::Exit, sight: shown, game: Some(_) } => {
            let shown = sight(Lang::Es, *shown);
            format!("La cámara de la salida de bolas deja de dar imagen en la extracción: está {shown}")
        }
        Event::CameraWaived { sight: shown, asked_by, .. } => {
            with.push(*asked_by);
            let shown = sight(Lang::Es, *shown);
            format!("La extracción empieza sin imagen de la salida de bolas: la cámara está {shown}")
        }
        Event::VoiceFailed { ordinal, why, .. } => {
            let why = match why {
                VoiceFault::Late => "no pudo empezar a tiempo",
                VoiceFault::Silenced => "se quedó sin sonido",
                VoiceFault::Missing => "le falta la grabación",
                VoiceFault::Ended => "se interrumpió",
                VoiceFault::Gone => "no contestaba",
            };
            format!("La voz de la sala no dijo la {}.ª bola: {why}", ordinal.0)
        }
        Event::AnnouncementRectified { ordinal, ball, said, .. } => {
            format!("Rectificación: la bola {} es el {ball}; se había dicho {said}", ordinal.0)
        }
        Event::ReadingRectified { ordinal, from, to, .. } => {
            format!("Rectificación: la bola {} es el {to}; se había leído el {from}", ordinal.0)
        }
        Event::ClaimRejected { claim, reason, .. } => {
            format!("Se rechaza el cartón del canto {}: {}", claim.0, reject_words(*reason))
        }
        Event::PlayUnsung { play, amount, .. } => {
            let play = match play {
                Play::Line => "la línea",
                Play::Bingo => "el bingo",
            };
            format!("Nadie canta {play}: {amount} quedan sin adjudicar")
        }
        Event::PrizeWithheld { prize, reason, .. } => {
            format!("Se retiene el premio {}: {reason}", prize.0)
        }
        Event::PrizeReleased { prize, reason, .. } => {
            format!("Premio {}: se levanta la retención: {reason}", prize.0)
        }
        Event::VoidAsked { cause, .. } => format!("Se pide la anulación de la partida: {cause}"),
        Event::GameVoided { asked_by, cause, cards, amount, .. } => {
            with.push(*asked_by);
            let cause = stopped(cause.clone());
            format!("Partida anulada: {cause} Se devuelven {amount} por {cards} cartones contra su entrega")
        }
        Event::LastBallConfirmed { ordinal, ball, .. } => {
            format!("Tras el reinicio se confirma por su número la última bola, la {}.ª: {ball}", ordinal.0)
        }
        Event::HoldRaised { hold: no, why, .. } => format!("ALTO {}: {}", no.0, hold(Lang::Es, why)),
        Event::HoldLeft { hold: no, exit: way_out, asked_by, .. } => {
            with.push(*asked_by);
            format!("Fin del ALTO {}: {}", no.0, exit(Lang::Es, *way_out))
        }
        Event::GameSuspended { cause, .. } => format!("Suspensión provisional (art. 36.1): {cause}"),
        Event::SuspensionLifted { .. } => "Se levanta la suspensión provisional".to_string(),
        Event::ParagraphRead { paragraph, text_sha256, whole, .. } => {
            let of = match text_sha256 {
                None => String::new(),
                Some(sha256) if *whole => {
                    format!(", del texto íntegro que dio la sala, de huella {}", fingerprint(sha256))
                }
                Some(sha256) => format!(", en resumen, de huella {}", fingerprint(sha256)),
            };
            format!("Se lee en voz alta el apartado {}{of}", paragraph.name())
        }
        Event::Transcribed { asked_by, lines, .. } => {
            with.push(*asked_by);
            format!("Se transcribe la hoja de la partida terminada en papel: {lines} líneas")
        }

        Event::HallFounded { .. }
        | Event::ServerStarted { .. }
        | Event::ServerStopped { .. }
        | Event::OpeningCompleted { .. }
        | Event::ClockConfirmAsked { .. }
        | Event::CameraChanged { .. }
        | Event::BallPictured { .. }
        | Event::FilmKept { .. }
        | Event::SoundKept { .. }
        | Event::FilmDeleted { .. }
        | Event::CameraWaiverAsked { .. }
        | Event::BallKeyed { .. }
        | Event::TranscriptionAsked { .. }
        | Event::CardKeyMade { .. }
        | Event::PersonAdded { .. }
        | Event::PinChanged { .. }
        | Event::PersonDismissed { .. }
        | Event::PersonTakenBack { .. }
        | Event::LoggedIn { .. }
        | Event::LoggedOut { .. }
        | Event::LogInEnded { .. }
        | Event::ShiftBegun { .. }
        | Event::ShiftEnded { .. }
        | Event::LoginRefused { .. }
        | Event::NumberingAsked { .. }
        | Event::InspectionCodeGiven { .. }
        | Event::SearchMade { .. }
        | Event::DeletionSet { .. }
        | Event::ValuesDeleted { why: DeletionWhy::LogInEnded | DeletionWhy::PinReplaced, .. }
        | Event::RequestsDigested { .. }
        | Event::MatrixMade { .. }
        | Event::MatrixImported { .. }
        | Event::MatrixRetired { .. }
        | Event::PrintingOrdered { .. }
        | Event::PrintingDone { .. }
        | Event::PrintingStopped { .. }
        | Event::SeriesReceived { .. }
        | Event::SeriesPrinted { .. }
        | Event::BallSetRegistered { .. }
        | Event::MachineRegistered { .. }
        | Event::ActaIssued { .. }
        | Event::FoliosTaken { .. }
        | Event::SaleOpened { .. }
        | Event::BlockIssued { .. }
        | Event::CardsReturned { .. }
        | Event::CardsTransferred { .. }
        | Event::GapBurnAsked { .. }
        | Event::SaleClosed { .. }
        | Event::DrawStarted { .. }
        | Event::DrawStartedByCaller { .. }
        | Event::BallExtracted { .. }
        | Event::ReadingNotCounted { .. }
        | Event::BallAnnounced { .. }
        | Event::BallShown { .. }
        | Event::DrawStopped { .. }
        | Event::StopCalledEarlier { .. }
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
    Some((text, with))
}

/// The doubt that the agent of the authority is called for, behind what he is asked or decides; nothing where the cause says it.
pub fn doubt_words(about: Option<Doubt>) -> String {
    match about {
        Some(Doubt::Hold(hold)) => format!(" por el ALTO {}", hold.0),
        Some(Doubt::Count { balls }) => format!(" por el recuento de {balls} bolas"),
        Some(Doubt::Other) | None => String::new(),
    }
}

/// With which machine a session draws, and how its balls are read.
fn machine_words(machine: Option<MachineNo>, read: HowRead, reason: Option<&str>) -> String {
    let read = match read {
        HowRead::Connected => "las bolas las lee la máquina",
        HowRead::ByCaller => "las bolas las lee el locutor",
    };
    let with =
        machine.map_or_else(|| "Se juega".to_string(), |no| format!("Se juega con la máquina n.º {}", no.0));
    let why = reason.map_or_else(String::new, |reason| format!(": {}", reason.trim_end_matches('.')));
    format!("{with}; {read}{why}")
}

/// What somebody asked to take away.
fn export_words(export: u32, (first, last): (SessionNo, SessionNo), with: [bool; 3]) -> String {
    const FIELDS: [&str; 3] = [
        "nombres del personal",
        "nombres y documentos de reclamantes",
        "firmas dibujadas y páginas firmadas",
    ];
    let asked: Vec<&str> =
        with.into_iter().zip(FIELDS).filter_map(|(asked, field)| asked.then_some(field)).collect();
    let what = if first == last {
        format!("la sesión {}", first.0)
    } else {
        format!("las sesiones {} a {}", first.0, last.0)
    };
    let data = if asked.is_empty() {
        String::from("sin datos personales")
    } else {
        format!("con {}", asked.join("; "))
    };
    format!("Se pide la exportación {export}, de {what}, {data}")
}

/// As whom somebody signs, in words.
pub fn signer_words(role: SignerRole) -> &'static str {
    match role {
        SignerRole::JefeDeSala => "el jefe de sala firma",
        SignerRole::JefeDeMesa => "el jefe de mesa firma",
        SignerRole::Claimant => "quien reclama firma",
        SignerRole::Agent => "el agente de la autoridad firma",
    }
}

/// What was signed.
pub fn paper_words(paper: SignedPaper) -> String {
    match paper {
        SignedPaper::Acta(session) => format!("el acta de la sesión {}", session.0),
        SignedPaper::Diligencia(no) => format!("la diligencia {no}"),
    }
}

fn before(public_witness: bool) -> &'static str {
    if public_witness { " en presencia de una persona del público" } else { "" }
}

fn numbering_words(numbering: &Numbering) -> String {
    let Numbering { game, session, diligencia, sold } = numbering;
    let sold: String = sold.iter().map(|last| format!(", {} hasta el {}", last.series, last.card)).collect();
    format!(
        "Numeración según el papel: última partida, la {game}; última sesión, la {session}; última diligencia, la \
         {diligencia}{sold}. Lo que falta del registro consta en papel"
    )
}

fn cards_words(cards: &Segment) -> String {
    format!("{} del {} al {}", cards.series, cards.first, cards.last)
}

/// The text with a full stop, unless it ends as a sentence does.
pub fn stopped(mut text: String) -> String {
    if !text.ends_with(['.', '!', '?', '»', '…']) {
        text.push('.');
    }
    text
}

/// An instant as "2026-11-26 a las 06:47:22 UTC".
fn utc_words(utc_ms: u64) -> String {
    let moment = Moment { utc_ms: i64::try_from(utc_ms).unwrap_or(i64::MAX), ..Moment::default() };
    let (minute, second) = (moment.minute_of_day(), utc_ms / 1_000 % 60);
    format!("{} a las {:02}:{:02}:{second:02} UTC", moment.date(), minute / 60, minute % 60)
}

/// The beginning of a key as people compare it: sixteen digits in fours.
/// A hash or a key in short, as people compare it: its first sixteen digits by fours.
pub fn fingerprint(key: &[u8; 32]) -> String {
    let pairs: Vec<String> =
        key[..8].chunks(2).map(|pair| format!("{:02x}{:02x}", pair[0], pair[1])).collect();
    pairs.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diligencia_ends_in_one_full_stop() {
        for (text, printed) in [("Se oyó", "Se oyó."), ("Se oyó.", "Se oyó."), ("«¿Más?»", "«¿Más?»")]
        {
            assert_eq!(stopped(text.to_string()), printed);
        }
    }
}
