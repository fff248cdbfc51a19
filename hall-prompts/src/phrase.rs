//! A phrase of a language file: words, pauses and slots.

use std::time::Duration;

use crate::numeral::Form;

/// A piece of what is said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// These words, which are one recording.
    Words(String),
    /// Silence.
    Pause(Duration),
}

/// A part of a phrase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Part {
    Fixed(Piece),
    Slot(String, Form),
}

/// After a comma.
const COMMA: Duration = Duration::from_millis(120);
/// After a colon or semicolon.
const COLON: Duration = Duration::from_millis(200);
/// After a full stop.
const STOP: Duration = Duration::from_millis(350);

/// Parses `words {slot}, {slot~} words`; `~` is before what is counted. Commas and stops beside slots are pauses; those
/// within words are the reader's.
pub(crate) fn parse(text: &str, slots: &[&str]) -> Result<Vec<Part>, String> {
    let (mut parts, mut rest) = (Vec::new(), text);
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').ok_or("las llaves no casan")?;
        fixed(before, &mut parts)?;
        let (name, form) =
            name.strip_suffix('~').map_or((name, Form::Alone), |name| (name, Form::BeforeNoun));
        if !slots.contains(&name) {
            let known = if slots.is_empty() { "no lleva ninguno".to_owned() } else { slots.join(", ") };
            return Err(format!("no se conoce {{{name}}} en esta frase; lo que cambia: {known}"));
        }
        parts.push(Part::Slot(name.to_owned(), form));
        rest = after;
    }
    fixed(rest, &mut parts)?;
    if parts.is_empty() { Err("está vacía".to_owned()) } else { Ok(parts) }
}

/// The words between two slots, with the pauses at their ends.
fn fixed(text: &str, parts: &mut Vec<Part>) -> Result<(), String> {
    if text.contains('}') {
        return Err("las llaves no casan".to_owned());
    }
    let is_pause = |c: char| c == ' ' || pause(c).is_some();
    let longest = |text: &str| text.chars().filter_map(pause).max();
    let inner = text.trim_start_matches(is_pause);
    let words = inner.trim_end_matches(is_pause);
    let silence = |pause: Option<Duration>| pause.map(|pause| Part::Fixed(Piece::Pause(pause)));
    parts.extend(silence(longest(&text[..text.len() - inner.len()])));
    if !words.is_empty() {
        parts.push(Part::Fixed(Piece::Words(words.to_owned())));
        parts.extend(silence(longest(&inner[words.len()..])));
    }
    Ok(())
}

fn pause(c: char) -> Option<Duration> {
    match c {
        ',' => Some(COMMA),
        ':' | ';' => Some(COLON),
        '.' => Some(STOP),
        _ => None,
    }
}

/// The mark that was a pause when the phrase was written.
pub(crate) fn mark(pause: Duration) -> &'static str {
    match pause {
        COMMA => ",",
        COLON => ":",
        _ => ".",
    }
}

/// Adds words to a text, with a space between.
pub(crate) fn append(text: &mut String, words: &str) {
    if !text.is_empty() && !words.is_empty() {
        text.push(' ');
    }
    text.push_str(words);
}

/// The name of the recording of these words: lower case, without accents and marks, as in `alguna-linea-mas`.
///
/// ```
/// use hall_prompts::phrase::file_stem;
///
/// assert_eq!(file_stem("¿Alguna línea más?"), "alguna-linea-mas");
/// assert_eq!(file_stem("treinta y un"), "treinta-y-un");
/// ```
pub fn file_stem(words: &str) -> String {
    let mut stem = String::new();
    for c in words.chars().flat_map(char::to_lowercase) {
        let plain = match c {
            'á' | 'à' => 'a',
            'é' | 'è' => 'e',
            'í' | 'ï' => 'i',
            'ó' | 'ò' => 'o',
            'ú' | 'ü' => 'u',
            'ç' => 'c',
            c => c,
        };
        if plain.is_alphanumeric() {
            stem.push(plain);
        } else if !stem.is_empty() && !stem.ends_with('-') {
            stem.push('-');
        }
    }
    stem.trim_end_matches('-').to_owned()
}

/// What is said without silence at its ends and with one pause between words, the longest.
pub(crate) fn tidy(pieces: Vec<Piece>) -> Vec<Piece> {
    let mut tidy: Vec<Piece> = Vec::new();
    for piece in pieces {
        match (piece, tidy.last_mut()) {
            (Piece::Pause(_), None) => {}
            (Piece::Pause(new), Some(Piece::Pause(old))) => *old = new.max(*old),
            (piece, _) => tidy.push(piece),
        }
    }
    if matches!(tidy.last(), Some(Piece::Pause(_))) {
        tidy.pop();
    }
    tidy
}
