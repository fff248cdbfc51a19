//! The faults of a command line in Spanish.

use clap::error::{ContextKind, ContextValue, ErrorKind};

/// What is wrong, and what to do.
pub fn of(error: &clap::Error) -> String {
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join(" y "),
        Some(_) | None => String::new(),
    };
    let argument = context(ContextKind::InvalidArg);
    let value = context(ContextKind::InvalidValue);
    let said = match error.kind() {
        ErrorKind::InvalidSubcommand => format!("no hay orden «{}»", context(ContextKind::InvalidSubcommand)),
        ErrorKind::UnknownArgument => format!("aquí no vale «{argument}»"),
        ErrorKind::MissingRequiredArgument => format!("falta {argument}"),
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            "falta la orden: check, list, monitor, record, replay, send o enrol".to_owned()
        }
        ErrorKind::InvalidValue if value.is_empty() => format!("falta el valor de {argument}"),
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            // Our own parsers speak Spanish already.
            let why = std::error::Error::source(error).map(|why| format!(": {why}")).unwrap_or_default();
            format!("«{value}» no vale para {argument}{why}")
        }
        ErrorKind::ArgumentConflict => {
            format!("{argument} no va con {}", context(ContextKind::PriorArg))
        }
        ErrorKind::TooManyValues | ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            format!("no son esos los valores de {argument}")
        }
        ErrorKind::InvalidUtf8 => "un argumento no es texto".to_owned(),
        ErrorKind::NoEquals
        | ErrorKind::DisplayHelp
        | ErrorKind::DisplayVersion
        | ErrorKind::Io
        | ErrorKind::Format
        | _ => "no se entiende lo que se pide".to_owned(),
    };
    let similar = [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand].map(context);
    let hint = similar.iter().find(|words| !words.is_empty());
    let hint = hint.map_or(String::new(), |words| format!(" ¿Será «{words}»?"));
    format!("{said}.{hint}\nLa ayuda: ball-machine --help, o ball-machine ORDEN --help")
}
