//! Faults of a body.

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
    /// A wrong value.
    #[error("el campo «{field}» no es válido: {why}")]
    BadValue {
        /// Its name.
        field: String,
        /// What was expected.
        why: String,
    },
}

impl CommandError {
    /// The error of a missing field.
    pub fn missing(field: &str) -> CommandError {
        CommandError::MissingField { field: field.to_string() }
    }

    /// The error of a value that is not possible.
    pub fn value(field: &str, why: &str) -> CommandError {
        CommandError::BadValue { field: field.to_string(), why: why.to_string() }
    }
}

/// Translates serde's error, which names the field in its text only.
pub(super) fn explain(error: &serde_json::Error, path: &str) -> CommandError {
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
