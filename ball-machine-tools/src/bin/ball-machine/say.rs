//! The program's output: lines of eighty columns; a reader that goes away, a full disk.

use std::fmt::Display;
use std::io::{ErrorKind, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};

/// The columns of a terminal.
const COLUMNS: usize = 80;

/// Why the output failed; then nothing more is written.
static FAILED: Mutex<Option<ErrorKind>> = Mutex::new(None);

/// Says a line.
pub fn line(text: impl Display) {
    write(&format!("{text}\n"));
}

/// Says the beginning of a line.
pub fn part(text: impl Display) {
    write(&text.to_string());
}

/// Says a text folded between words; lines behind the first are indented so far.
pub fn folded(text: &str, indent: usize) {
    line(fold(text, indent));
}

/// Whether the output has failed: nobody reads it, or the disk is full.
pub fn is_gone() -> bool {
    failed().is_some()
}

/// The failure of the output, if any; a closed pipe is no failure.
pub fn end() -> anyhow::Result<()> {
    match failed() {
        None | Some(ErrorKind::BrokenPipe) => Ok(()),
        Some(kind) => {
            anyhow::bail!("no se puede escribir en la salida: {}", words(kind).unwrap_or("da error"))
        }
    }
}

/// Ends the line on which the terminal shows `^C`.
pub fn interrupted() {
    if std::io::stdin().is_terminal() && std::io::stdout().is_terminal() {
        line("");
    }
}

/// Says an error, on standard error.
pub fn error(text: impl Display) {
    // Without standard error there is nowhere left to say it.
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// An error and its causes; those of the system in Spanish.
pub fn causes(error: &anyhow::Error) -> String {
    let said = |cause: &(dyn std::error::Error + 'static)| {
        let kind = cause.downcast_ref::<std::io::Error>().map(std::io::Error::kind);
        kind.and_then(words).map_or_else(|| cause.to_string(), str::to_owned)
    };
    let mut causes: Vec<String> = error.chain().map(said).collect();
    // A wrapper says the same as its cause.
    causes.dedup();
    causes.join(": ")
}

/// Numbers as a list: `7`, `7 y 34`, `7, 34 y 71`.
pub fn list(numbers: &[u8]) -> String {
    let words: Vec<String> = numbers.iter().map(u8::to_string).collect();
    match words.split_last() {
        None => "ninguna".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, before)) => format!("{} y {last}", before.join(", ")),
    }
}

fn words(kind: ErrorKind) -> Option<&'static str> {
    let known = [
        (ErrorKind::NotFound, "no existe"),
        (ErrorKind::PermissionDenied, "sin permiso"),
        (ErrorKind::AlreadyExists, "ya existe"),
        (ErrorKind::StorageFull, "no queda sitio en el disco"),
        (ErrorKind::QuotaExceeded, "no queda cuota en el disco"),
        (ErrorKind::IsADirectory, "es una carpeta"),
        (ErrorKind::NotADirectory, "un nombre del camino no es una carpeta"),
        (ErrorKind::ReadOnlyFilesystem, "ese disco es de sólo lectura"),
        (ErrorKind::InvalidData, "no es texto"),
    ];
    known.iter().find(|(one, _)| *one == kind).map(|(_, words)| *words)
}

fn failed() -> Option<ErrorKind> {
    *FAILED.lock().unwrap_or_else(PoisonError::into_inner)
}

fn write(text: &str) {
    let mut failed = FAILED.lock().unwrap_or_else(PoisonError::into_inner);
    if failed.is_some() {
        return;
    }
    let mut out = std::io::stdout().lock();
    if let Err(error) = out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        *failed = Some(error.kind());
    }
}

fn fold(text: &str, indent: usize) -> String {
    let mut folded = String::new();
    let mut column = 0;
    for (index, word) in text.split(' ').enumerate() {
        let width = word.chars().count();
        if column > indent && column + 1 + width > COLUMNS {
            folded.push('\n');
            folded.push_str(&" ".repeat(indent));
            column = indent;
        } else if index > 0 {
            folded.push(' ');
            column += 1;
        }
        folded.push_str(word);
        column += width;
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::{fold, list};

    #[test]
    fn long_texts_are_folded_between_words_and_spaces_are_kept() {
        let long = format!("  nombre    {}", "palabra ".repeat(20).trim_end());
        let folded = fold(&long, 4);
        assert!(folded.lines().all(|line| line.chars().count() <= 80), "{folded}");
        assert!(folded.starts_with("  nombre    palabra"), "{folded}");
        assert!(folded.lines().skip(1).all(|line| line.starts_with("    palabra")), "{folded}");
        assert_eq!(folded.matches("palabra").count(), 20);
    }

    #[test]
    fn numbers_are_listed_as_one_says_them() {
        assert_eq!([list(&[]), list(&[7]), list(&[7, 34, 71])], ["ninguna", "7", "7, 34 y 71"]);
    }
}
