//! Commands: what can be asked for over HTTP. They follow from the list of requests in `hall-core`
//! (`request/list.rs`); how each type stands in a body is in [`field`].
//!
//! Logging in and out, an imported matrix and the inspector's look have addresses of their own. Who asks and from which
//! device come from the token, never from the body.

use hall_core::ball::Ball;
use hall_core::event::{
    ClaimNo, CountNo, DeviceNo, DiligenciaKind, Extractor, Found, GameNo, HoldExit, HoldNo, HowRead,
    Inspection, MachineNo, Numbering, OpeningCheck, Ordinal, PaperLine, Paragraph, Play, PrintingNo, PrizeNo,
    RejectReason, Segment, SessionNo, SignedPaper, SignerRole, StopNo,
};
use hall_core::machine::SetId;
use hall_core::matrix::{MatrixKind, MatrixNo};
use hall_core::money::Cents;
use hall_core::people::{PersonId, Role};
use hall_core::request::{Presented, Request, RequestKind};
use hall_core::series::{CardNo, SeriesId};
use hall_core::time::{Date, HourOfDay};
use schemars::{Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

#[macro_use]
mod object;

mod error;
pub mod field;
mod strokes;
pub mod texts;

pub use error::CommandError;
use error::explain;
use field::{Claimant, Secret};
use object::{Body, Field, Object, Row, Shape};
pub use strokes::{HEIGHT, POINTS_MAX, STROKES_MAX, Strokes, WIDTH};

/// A command: most are requests already; some need the server's own work first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Nothing is left to do but ask the desk.
    Ask(Request),
    /// The PIN has to be hashed, user and name sealed.
    AddPerson(AddPerson),
    /// Name and document have to be sealed.
    ChangePerson(ChangePerson),
    /// The PIN has to be hashed.
    ResetPin(ResetPin),
    /// The PIN till now has to be verified, the next one hashed.
    ChangePin(ChangePin),
    /// The PIN has to be hashed.
    TakeBackPerson(TakeBackPerson),
    /// A key has to be drawn and the faces hashed.
    MakeMatrix(MakeMatrix),
    /// The system's part of the key has to be drawn and sealed.
    AnnounceKeyDraw(AnnounceKeyDraw),
    /// The key has to be made of what came out, and the faces hashed.
    TakeKeyDraw(TakeKeyDraw),
    /// The claimant has to be sealed.
    WriteDiligencia(WriteDiligencia),
    /// The strokes have to be sealed.
    SignPaper(SignPaper),
    /// The signature has to be verified.
    SignWithKey(SignWithKey),
    /// The proof has to be verified.
    EnrolKey(EnrolKey),
    /// The profile has to be read, or made of the one that is there.
    AskRules(AskRules),
    /// The same.
    AdoptRules(AdoptRules),
}

/// How the commands of one sort are read and described.
#[derive(Clone, Copy)]
pub struct CommandSpec {
    /// The sort of request: its name is the last part of the address.
    pub kind: RequestKind,
    /// Reads a body.
    pub parse: fn(&[u8]) -> Result<Command, CommandError>,
    /// The schema of the body.
    pub schema: fn(&mut SchemaGenerator) -> Schema,
}

/// Makes the commands of the list.
macro_rules! commands {
    ($(
        $(#[doc = $doc:literal])+
        $variant:ident = $name:literal, $roles:expr, $source:literal, $title:literal
        $({ $($fields:tt)+ })?
        $(sent $sent:tt)?
        $(example $example:literal)?
    )+) => {
        $($(object! {
            #[doc = concat!("The body of `", $name, "`.")]
            pub struct $variant $sent
        })?)+

        /// How commands of this sort are read; none for what has an address of its own.
        fn spec(kind: RequestKind) -> Option<CommandSpec> {
            match kind {
                $(RequestKind::$variant => command!(spec $variant { $($($fields)+)? } [$($sent)?] [$($example)?]),)+
            }
        }

        /// Writes what is in a request; nothing for one that the server completes or that has an address of its own.
        fn put_request(request: &Request, into: &mut Map<String, Value>) {
            $(command!(put request into $variant { $($($fields)+)? } [$($sent)?] [$($example)?]);)+
        }
    };
}

/// Makes what one row of the list needs: by its fields, by what is sent instead, or nothing.
macro_rules! command {
    (spec $variant:ident $fields:tt $sent:tt []) => { None };
    (spec $variant:ident $fields:tt [] [$example:literal]) => {
        Some(CommandSpec {
            kind: RequestKind::$variant,
            parse: |text| parse(text, |body| take!(body Request::$variant $fields)).map(Command::Ask),
            schema: |generator| {
                texts::bounded(RequestKind::$variant, Shape::of(generator, |shape| describe!(shape $fields)))
            },
        })
    };
    (spec $variant:ident $fields:tt [$sent:tt] [$example:literal]) => {
        Some(CommandSpec {
            kind: RequestKind::$variant,
            parse: |text| parse(text, $variant::take).map(Command::$variant),
            schema: |generator| {
                texts::bounded(RequestKind::$variant, Shape::of(generator, $variant::describe))
            },
        })
    };
    (put $request:ident $into:ident $variant:ident $fields:tt [] [$example:literal]) => {
        put!($request $into Request::$variant $fields);
    };
    (put $request:ident $into:ident $variant:ident $fields:tt $sent:tt $example:tt) => {};
}

hall_core::requests!(commands);

impl Command {
    /// What sort of request it is.
    pub const fn kind(&self) -> RequestKind {
        match self {
            Command::Ask(request) => request.kind(),
            Command::AddPerson(_) => RequestKind::AddPerson,
            Command::ChangePerson(_) => RequestKind::ChangePerson,
            Command::ResetPin(_) => RequestKind::ResetPin,
            Command::ChangePin(_) => RequestKind::ChangePin,
            Command::TakeBackPerson(_) => RequestKind::TakeBackPerson,
            Command::MakeMatrix(_) => RequestKind::MakeMatrix,
            Command::AnnounceKeyDraw(_) => RequestKind::AnnounceKeyDraw,
            Command::TakeKeyDraw(_) => RequestKind::TakeKeyDraw,
            Command::WriteDiligencia(_) => RequestKind::WriteDiligencia,
            Command::SignPaper(_) => RequestKind::SignPaper,
            Command::SignWithKey(_) => RequestKind::SignWithKey,
            Command::EnrolKey(_) => RequestKind::EnrolKey,
            Command::AskRules(_) => RequestKind::AskRules,
            Command::AdoptRules(_) => RequestKind::AdoptRules,
        }
    }

    /// The body that is read as this command.
    pub fn body(&self) -> Value {
        let mut body = Map::new();
        match self {
            Command::Ask(request) => put_request(request, &mut body),
            Command::AddPerson(sent) => sent.put(&mut body),
            Command::ChangePerson(sent) => sent.put(&mut body),
            Command::ResetPin(sent) => sent.put(&mut body),
            Command::ChangePin(sent) => sent.put(&mut body),
            Command::TakeBackPerson(sent) => sent.put(&mut body),
            Command::MakeMatrix(sent) => sent.put(&mut body),
            Command::AnnounceKeyDraw(sent) => sent.put(&mut body),
            Command::TakeKeyDraw(sent) => sent.put(&mut body),
            Command::WriteDiligencia(sent) => sent.put(&mut body),
            Command::SignPaper(sent) => sent.put(&mut body),
            Command::SignWithKey(sent) => sent.put(&mut body),
            Command::EnrolKey(sent) => sent.put(&mut body),
            Command::AskRules(sent) => sent.put(&mut body),
            Command::AdoptRules(sent) => sent.put(&mut body),
        }
        Value::Object(body)
    }
}

impl From<Request> for Command {
    fn from(request: Request) -> Command {
        Command::Ask(request)
    }
}

/// Every command, in the order of the list of requests.
pub fn commands() -> impl Iterator<Item = CommandSpec> {
    RequestKind::ALL.iter().filter_map(|kind| spec(*kind))
}

/// The command with this name.
pub fn command(name: &str) -> Option<CommandSpec> {
    spec(RequestKind::from_name(name)?)
}

/// Reads the body of a command strictly. Faults are reported in this order: unknown fields, wrong and missing ones in
/// the order of the list, text after the body.
fn parse<T>(text: &[u8], take: impl FnOnce(&mut Body) -> Result<T, CommandError>) -> Result<T, CommandError> {
    let mut json = serde_json::Deserializer::from_slice(text);
    let value = object::strict(&mut json).map_err(|error| explain(&error, "."))?;
    let Value::Object(map) = value else {
        json.end().map_err(|error| explain(&error, "."))?;
        return Err(CommandError::value("cuerpo", "se esperaba un objeto"));
    };
    let taken = Body::new(map).taken(take)?;
    json.end().map_err(|error| explain(&error, "."))?;
    Ok(taken)
}

/// Reads any other body strictly; the error names the first fault with its place or field.
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
