//! Commands: what can be asked for over HTTP, one table for server, clients and documents.
//!
//! Logging in and out and the inspector's look have addresses of their own. Who asks and from which device come from
//! the token, never from the body.

use hall_core::event::{ClaimNo, GameNo, PrizeNo};
use hall_core::request::{BallsRequest, Request};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;

pub mod body;
pub mod field;
pub mod kind;

/// A command as it was read: most are requests already; three need the server's own work first.
#[derive(Clone)]
pub enum Command {
    /// Nothing is left to do but ask the desk.
    Ask(Request),
    /// The PIN has to be hashed, user and name sealed.
    AddPerson(body::AddPerson),
    /// A key has to be drawn and the faces hashed.
    MakeMatrix(body::MakeMatrix),
    /// The claimant has to be sealed.
    WriteDiligencia(body::WriteDiligencia),
}

/// Why a body is no command.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// The text is no JSON.
    #[error("JSON no válido en la línea {line}, columna {column}")]
    BadJson {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
    },
    /// A field that the command does not have.
    #[error("campo desconocido: «{field}»")]
    UnknownField {
        /// Its name.
        field: String,
    },
    /// A field is missing.
    #[error("falta el campo «{field}»")]
    MissingField {
        /// Its name.
        field: String,
    },
    /// A field's value is none that it can have.
    #[error("el campo «{field}» no es válido: {why}")]
    BadValue {
        /// Its name.
        field: String,
        /// What was expected.
        why: String,
    },
}

impl CommandError {
    /// Returns the error of a missing field.
    pub fn missing(field: &str) -> CommandError {
        CommandError::MissingField { field: field.to_string() }
    }

    /// Returns the error of a value that is not possible.
    pub fn value(field: &str, why: &str) -> CommandError {
        CommandError::BadValue { field: field.to_string(), why: why.to_string() }
    }
}

/// One row of the table.
pub struct CommandSpec {
    /// The name, the last part of its address.
    pub name: &'static str,
    /// What it does, in Spanish.
    pub title: &'static str,
    /// A body that is read.
    pub example: &'static str,
    /// Reads a body.
    pub parse: fn(&[u8]) -> Result<Command, CommandError>,
    /// Returns the schema of the body.
    pub schema: fn(&mut SchemaGenerator) -> Schema,
}

const fn ask<B>(name: &'static str, title: &'static str, example: &'static str) -> CommandSpec
where
    B: DeserializeOwned + JsonSchema,
    Request: TryFrom<B, Error = CommandError>,
{
    CommandSpec {
        name,
        title,
        example,
        parse: |text| Ok(Command::Ask(read::<B>(text)?.try_into()?)),
        schema: schema::<B>,
    }
}

macro_rules! same_body {
    ($body:ty, $name:literal, $title:literal, $example:literal, $it:ident => $request:expr) => {
        CommandSpec {
            name: $name,
            title: $title,
            example: $example,
            parse: |text| {
                let $it = read::<$body>(text)?;
                Ok(Command::Ask($request))
            },
            schema: schema::<$body>,
        }
    };
}

/// Every command, in the order of [`Request`].
pub static COMMANDS: [CommandSpec; 57] = [
    CommandSpec {
        name: "add-person",
        title: "Dar de alta a una persona de la plantilla",
        example: r#"{"user":"ana","name":"Ana Ruiz","pin":"493817","roles":["jefe_de_mesa"]}"#,
        parse: |text| Ok(Command::AddPerson(read(text)?)),
        schema: schema::<body::AddPerson>,
    },
    CommandSpec {
        name: "make-matrix",
        title: "Generar una matriz de cartones",
        example: r#"{"size":600,"kind":"single","clean":true,"mixed":"Dados: 4 1 6 2 2 5"}"#,
        parse: |text| Ok(Command::MakeMatrix(read(text)?)),
        schema: schema::<body::MakeMatrix>,
    },
    ask::<body::RetireMatrix>(
        "retire-matrix",
        "Retirar una matriz: sus cartones ya no se venden y su clave se publica",
        r#"{"matrix":1,"reason":"Cartones gastados, destruidos ante testigos"}"#,
    ),
    ask::<body::ReceiveSeries>(
        "receive-series",
        "Dar entrada a una serie en el almacén",
        r#"{"series":"A17","matrix":1,"face_value_cents":200}"#,
    ),
    ask::<body::PrintCards>(
        "print-cards",
        "Imprimir cartones de una serie",
        r#"{"series":"A17","first":1,"last":600,"template":"a4-6"}"#,
    ),
    ask::<body::CancelPrinting>("cancel-printing", "Cancelar una impresión", r#"{"printing":1}"#),
    ask::<body::RegisterBallSet>(
        "register-ball-set",
        "Registrar un juego de bolas",
        r#"{"set":"J1","extractor":"pneumatic","homologation":"H-1234","maker":"Bolas del Sur, S. L.","reference":"F-2026/118"}"#,
    ),
    ask::<body::AskBallEnrolment>(
        "ask-ball-enrolment",
        "Proponer la tabla de etiquetas de un juego de bolas",
        r#"{"set":"J1","balls":90,"table_sha256":"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"}"#,
    ),
    ask::<body::ConfirmBallEnrolment>(
        "confirm-ball-enrolment",
        "Confirmar la tabla de etiquetas que propuso otra persona",
        r#"{"set":"J1","table_sha256":"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"}"#,
    ),
    same_body!(body::BallInspection, "ask-ball-inspection", "Anotar la inspección de un juego de bolas",
        r#"{"set":"J1","seals":"P-0231 y P-0232","seals_whole":true,"passed":false,"note":"Bola 7 rajada"}"#,
        b => { let (set, found) = b.found(); Request::Balls(BallsRequest::AskInspection { set, found }) }),
    same_body!(body::BallInspection, "confirm-ball-inspection", "Confirmar la inspección que anotó otra persona",
        r#"{"set":"J1","seals":"P-0231 y P-0232","seals_whole":true,"passed":true}"#,
        b => { let (set, found) = b.found(); Request::Balls(BallsRequest::ConfirmInspection { set, found }) }),
    ask::<body::WeighBallSet>(
        "weigh-ball-set",
        "Anotar el peso de las 90 bolas de un juego, en miligramos",
        r#"{"set":"J1","weights_mg":[2512,2498,2505],"low_mg":2450,"high_mg":2610}"#,
    ),
    ask::<body::WithdrawBallSet>(
        "withdraw-ball-set",
        "Retirar un juego de bolas para siempre",
        r#"{"set":"J2","reason":"Bolas golpeadas","reserve_set":"J3"}"#,
    ),
    ask::<body::BeginBallCount>(
        "begin-ball-count",
        "Empezar a contar las bolas por el lector",
        r#"{"set":"J1"}"#,
    ),
    ask::<body::ThisCount>("end-ball-count", "Terminar el recuento por el lector", r#"{"count":1}"#),
    ask::<body::CancelBallCount>(
        "cancel-ball-count",
        "Dejar sin efecto un recuento por el lector",
        r#"{"count":1,"reason":"El lector está sucio"}"#,
    ),
    ask::<body::OpenSession>(
        "open-session",
        "Abrir la sesión",
        r#"{"sala":1,"balls_counted":90,"set":"J1","reserve_set":"J2","seals_whole":true,"installations_work":true,"public_witness":false,"reserve_machine":true,"closing_hour":"04:00"}"#,
    ),
    ask::<body::Substitute>(
        "substitute",
        "Anotar que una persona sustituye a otra en su puesto",
        r#"{"post":"jefe_de_mesa","person":2,"stand_in":3,"reason":"Indisposición"}"#,
    ),
    ask::<body::ChangeBallSet>(
        "change-ball-set",
        "Cambiar el juego de bolas",
        r#"{"set":"J2","reserve_set":"J1","balls_counted":90,"seals_whole":true,"reason":"Bola 7 golpeada"}"#,
    ),
    ask::<body::Cause>(
        "call-authority",
        "Avisar a la autoridad: nada sigue hasta que decida",
        r#"{"cause":"La bola 7 está repetida"}"#,
    ),
    ask::<body::RecordAuthority>(
        "record-authority",
        "Anotar lo que decide el agente de la autoridad",
        r#"{"agent":"PN 12345","goes_on":true}"#,
    ),
    ask::<body::CloseSession>(
        "close-session",
        "Cerrar la sesión",
        r#"{"balls_counted":90,"public_witness":false}"#,
    ),
    same_body!(body::Nothing, "announce-last-game", "Anunciar que la próxima partida es la última", "{}",
        _b => Request::AnnounceLastGame),
    CommandSpec {
        name: "write-diligencia",
        title: "Escribir una diligencia de incidencia o de reclamación",
        example: r#"{"about":"reclamacion","game":1,"text":"No se oyó la bola 42","claimant":{"name":"Eva Gil","document":"12345678Z"},"signed":true}"#,
        parse: |text| Ok(Command::WriteDiligencia(read(text)?)),
        schema: schema::<body::WriteDiligencia>,
    },
    ask::<body::OpenSale>(
        "open-sale",
        "Anunciar la serie y abrir la venta de la partida",
        r#"{"series":"A17","series_size":600,"face_value_cents":200}"#,
    ),
    ask::<body::IssueBlock>(
        "issue-block",
        "Entregar cartones a un vendedor",
        r#"{"game":1,"series":"A17","first":301,"last":420,"price_cents":200,"seller":4}"#,
    ),
    ask::<body::ReturnCards>(
        "return-cards",
        "Recoger cartones no vendidos",
        r#"{"game":1,"series":"A17","first":401,"last":420,"seller":4}"#,
    ),
    ask::<body::TransferCards>(
        "transfer-cards",
        "Pasar cartones de un vendedor a otro",
        r#"{"game":1,"series":"A17","first":381,"last":400,"from":4,"to":5}"#,
    ),
    same_body!(body::Gap, "ask-burn-gap", "Pedir que se inutilicen cartones no hallados",
        r#"{"game":1,"series":"A17","first":311,"last":315}"#,
        b => { let (game, cards) = b.place(); Request::AskBurnGap { game, cards } }),
    same_body!(body::Gap, "confirm-burn-gap", "Confirmar que se inutilizan cartones no hallados",
        r#"{"game":1,"series":"A17","first":311,"last":315}"#,
        b => { let (game, cards) = b.place(); Request::ConfirmBurnGap { game, cards } }),
    same_body!(body::ThisGame, "close-sale", "Cerrar la venta y escribir el acta de la partida", r#"{"game":1}"#,
        b => Request::CloseSale { game: GameNo(b.game) }),
    ask::<body::RectifySale>(
        "rectify-sale",
        "Rectificar en público los cartones vendidos",
        r#"{"game":1,"series":"A17","first":401,"last":410,"seller":4,"found":"unsold"}"#,
    ),
    same_body!(body::ThisGame, "start-draw", "Ordenar el comienzo de la extracción", r#"{"game":1}"#,
        b => Request::StartDraw { game: GameNo(b.game) }),
    ask::<body::Announce>(
        "announce",
        "Anunciar una bola",
        r#"{"game":1,"ordinal":1,"ball":34,"typed":false}"#,
    ),
    ask::<body::RectifyAnnouncement>(
        "rectify-announcement",
        "Rectificar un número mal anunciado",
        r#"{"game":1,"ordinal":12,"said":43}"#,
    ),
    ask::<body::Stop>("stop", "Parar la extracción", r#"{"game":1,"announced":12}"#),
    ask::<body::Claim>(
        "claim",
        "Comprobar un cartón cantado",
        r#"{"game":1,"play":"line","series":"A17","card":301}"#,
    ),
    same_body!(body::ThisClaim, "accept-claim", "Dar por bueno un canto correcto", r#"{"game":1,"claim":1}"#,
        b => Request::AcceptClaim { game: GameNo(b.game), claim: ClaimNo(b.claim) }),
    ask::<body::RejectClaim>(
        "reject-claim",
        "Rechazar el cartón de un canto correcto",
        r#"{"game":1,"claim":1,"reason":"manipulated"}"#,
    ),
    same_body!(body::ThisStop, "ask-question", "Preguntar si hay alguna línea o algún bingo más", r#"{"game":1,"stop":1}"#,
        b => { let (game, stop) = b.place(); Request::AskQuestion { game, stop } }),
    same_body!(body::ThisStop, "go-on", "Ordenar que siga la extracción", r#"{"game":1,"stop":1}"#,
        b => { let (game, stop) = b.place(); Request::GoOn { game, stop } }),
    same_body!(body::ThisStop, "end-game", "Dar la orden de cierre de la partida", r#"{"game":1,"stop":2}"#,
        b => { let (game, stop) = b.place(); Request::EndGame { game, stop } }),
    ask::<body::PayPrize>(
        "pay-prize",
        "Pagar un premio contra el cartón",
        r#"{"game":1,"prize":1,"code":"B1:A17:301:0123456789ABCDEF"}"#,
    ),
    ask::<body::WithholdPrize>(
        "withhold-prize",
        "Retener un premio",
        r#"{"game":1,"prize":1,"reason":"Dos personas reclaman el cartón"}"#,
    ),
    same_body!(body::WithholdPrize, "release-prize", "Levantar la retención de un premio",
        r#"{"game":1,"prize":1,"reason":"Se identifica a la persona titular"}"#,
        b => Request::ReleasePrize { game: GameNo(b.game), prize: PrizeNo(b.prize), reason: b.reason }),
    ask::<body::AskVoid>(
        "ask-void",
        "Pedir la anulación de la partida",
        r#"{"game":1,"cause":"Avería sin arreglo"}"#,
    ),
    same_body!(body::AskVoid, "confirm-void", "Confirmar la anulación de la partida, con la causa que se pidió", r#"{"game":1,"cause":"Avería sin arreglo"}"#,
        b => Request::ConfirmVoid { game: GameNo(b.game), cause: b.cause }),
    ask::<body::RefundCards>(
        "refund-cards",
        "Devolver el importe de cartones de una partida anulada",
        r#"{"game":1,"series":"A17","first":301,"last":306}"#,
    ),
    same_body!(body::AskVoid, "suspend-game", "Suspender provisionalmente la partida antes de la primera bola (36.1)",
        r#"{"game":1,"cause":"No hay sonido"}"#,
        b => Request::SuspendGame { game: GameNo(b.game), cause: b.cause }),
    same_body!(body::ThisGame, "lift-suspension", "Levantar la suspensión provisional", r#"{"game":1}"#,
        b => Request::LiftSuspension { game: GameNo(b.game) }),
    ask::<body::ReadParagraph>(
        "read-paragraph",
        "Hacer constar que se ha leído en voz alta un apartado del artículo 36",
        r#"{"game":1,"paragraph":"36.2"}"#,
    ),
    ask::<body::KeyBall>(
        "key-ball",
        "Teclear una bola sacada a mano",
        r#"{"game":1,"ordinal":42,"ball":16}"#,
    ),
    same_body!(body::Transcription, "ask-transcription", "Transcribir la hoja de una partida terminada en papel",
        r#"{"game":1,"lines":[{"is":"ball","ball":16},{"is":"sung","play":"bingo","series":"A17","card":301,"answer":"good"},{"is":"end"},{"is":"paid","play":"bingo","series":"A17","card":301}]}"#,
        b => { let (game, lines) = b.sheet(); Request::AskTranscription { game, lines } }),
    same_body!(body::Transcription, "confirm-transcription", "Transcribir la misma hoja, la segunda persona",
        r#"{"game":1,"lines":[{"is":"ball","ball":16}]}"#,
        b => { let (game, lines) = b.sheet(); Request::ConfirmTranscription { game, lines } }),
    ask::<body::RaiseHold>(
        "raise-hold",
        "Poner la partida en ALTO",
        r#"{"game":1,"reason":"Bola en el suelo"}"#,
    ),
    same_body!(body::HoldWayOut, "ask-hold-exit", "Proponer una salida del ALTO",
        r#"{"game":1,"hold":1,"exit":"misread","ordinal":12,"ball":34}"#,
        b => { let (game, hold) = b.place(); Request::AskHoldExit { game, hold, exit: b.way_out()? } }),
    same_body!(body::HoldWayOut, "confirm-hold-exit", "Confirmar la salida del ALTO",
        r#"{"game":1,"hold":1,"exit":"repaired"}"#,
        b => { let (game, hold) = b.place(); Request::ConfirmHoldExit { game, hold, exit: b.way_out()? } }),
];

/// Returns the command with this name.
pub fn command(name: &str) -> Option<&'static CommandSpec> {
    COMMANDS.iter().find(|spec| spec.name == name)
}

fn schema<B: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<B>()
}

/// Reads a body strictly: the first thing that is wrong, with its place or its field.
pub fn read<B: DeserializeOwned>(text: &[u8]) -> Result<B, CommandError> {
    // Serde reads an array as a struct, field by field in their order: not ours to offer.
    let first = text.iter().find(|byte| !byte.is_ascii_whitespace());
    if first.is_some_and(|byte| *byte != b'{') {
        serde_json::from_slice::<serde::de::IgnoredAny>(text).map_err(|error| explain(&error, "."))?;
        return Err(CommandError::value("cuerpo", "se esperaba un objeto"));
    }
    let mut json = serde_json::Deserializer::from_slice(text);
    let body = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let path = error.path().to_string();
        explain(error.inner(), &path)
    })?;
    json.end().map_err(|error| explain(&error, "."))?;
    Ok(body)
}

/// Puts serde's error into ours. Its texts are the only place where it names the field.
fn explain(error: &serde_json::Error, path: &str) -> CommandError {
    if !error.is_data() {
        return CommandError::BadJson { line: error.line(), column: error.column() };
    }
    let text = error.to_string();
    let named = |start: &str| {
        let rest = text.strip_prefix(start)?;
        Some(rest.split('`').next()?.to_string())
    };
    if let Some(field) = named("unknown field `") {
        return CommandError::UnknownField { field };
    }
    if let Some(field) = named("missing field `") {
        return CommandError::MissingField { field };
    }
    let why = text.split(" at line ").next().unwrap_or(&text).to_string();
    let field = if path == "." { "cuerpo".to_string() } else { path.to_string() };
    CommandError::BadValue { field, why }
}
