//! Questions in a terminal, each with an answer that Intro takes: a wrong one is told why and asked again, «atrás» goes one back.
//!
//! A step is a function that asks and then does. To go one question back it is begun again, and what was answered before that question is
//! answered again by itself, unseen.

use std::io::{self, Write};
use std::time::Duration;

use hall_wire::command::texts::is_name;

use super::input::{Input, Typed};
use crate::terminal::Hidden;

/// The columns of a terminal.
pub(super) const COLUMNS: usize = 80;

/// What people type for yes and for no.
const YES: [&str; 3] = ["s", "si", "sí"];
const NO: [&str; 2] = ["n", "no"];

/// Why a step was left before its end.
#[derive(Debug)]
pub(super) enum Left {
    /// «atrás».
    Back,
    /// Ctrl-C, or the terminal is gone.
    Stopped,
    /// There are no more answers.
    Ended,
    /// Something could not be done; why and what to do, in Spanish.
    Failed(String),
}

impl From<io::Error> for Left {
    fn from(error: io::Error) -> Left {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Left::Stopped
        } else {
            Left::Failed(format!("El terminal no contesta: {error}."))
        }
    }
}

/// What a question came to.
pub(super) type Answered<T> = Result<T, Left>;

/// Somebody who is asked.
pub(super) struct Talk {
    input: Input,
    /// What was answered in this step.
    answers: Vec<String>,
    /// The next question's place among them.
    next: usize,
}

impl Talk {
    /// Talks over the standard streams.
    pub(super) fn new() -> io::Result<Talk> {
        Ok(Talk { input: Input::new()?, answers: Vec::new(), next: 0 })
    }

    /// Begins a step; these are answered again by themselves.
    pub(super) fn begin(&mut self, answered: Vec<String>) {
        (self.answers, self.next) = (answered, 0);
    }

    /// What was answered since the step was begun.
    pub(super) fn answered(&mut self) -> Vec<String> {
        std::mem::take(&mut self.answers)
    }

    /// Whether answers of before are being given again: nothing is said, and nothing that takes time needs to be done once more.
    pub(super) fn is_again(&self) -> bool {
        self.next < self.answers.len()
    }

    /// Says something, folded between words.
    pub(super) fn say(&mut self, text: &str) -> Answered<()> {
        self.lines(&folded(text, 0))
    }

    /// Says something as it is: one line, or several.
    pub(super) fn lines(&mut self, text: &str) -> Answered<()> {
        if self.is_again() {
            return Ok(());
        }
        write(&format!("{text}\n"))
    }

    /// Asks until the answer is one. `default` is taken with Intro, and shown in brackets unless it is empty.
    pub(super) fn ask<T>(
        &mut self,
        question: &str,
        default: &str,
        take: impl FnMut(&str) -> Result<T, String>,
    ) -> Answered<T> {
        self.asked(question, default, false, take)
    }

    /// The same, of what nobody may see.
    pub(super) fn unseen<T>(
        &mut self,
        question: &str,
        take: impl FnMut(&str) -> Result<T, String>,
    ) -> Answered<T> {
        self.asked(question, "", true, take)
    }

    /// One of some, by its number; returns its place, from 0.
    pub(super) fn choose(&mut self, question: &str, options: &[String], default: usize) -> Answered<usize> {
        for (place, option) in options.iter().enumerate() {
            self.lines(&folded(&format!("  {}  {option}", place + 1), 5))?;
        }
        let most = options.len();
        self.ask(question, &(default + 1).to_string(), |typed| numbered(typed, most))
    }

    /// Yes or no.
    pub(super) fn yes(&mut self, question: &str, default: bool) -> Answered<bool> {
        self.ask(&format!("{question} (s/n)"), if default { YES[0] } else { NO[0] }, |typed| {
            let typed = typed.to_lowercase();
            let is_yes = YES.contains(&typed.as_str());
            if is_yes || is_no(&typed) { Ok(is_yes) } else { Err("Conteste s o n.".to_owned()) }
        })
    }

    /// Lets time pass.
    pub(super) fn pause(&mut self, time: Duration) -> Answered<()> {
        if self.input.pause(time)? { Err(Left::Stopped) } else { Ok(()) }
    }

    fn asked<T>(
        &mut self,
        question: &str,
        default: &str,
        unseen: bool,
        mut take: impl FnMut(&str) -> Result<T, String>,
    ) -> Answered<T> {
        loop {
            let again = self.answers.get(self.next).cloned();
            let typed = match &again {
                Some(answer) => answer.clone(),
                None => self.typed(question, default, unseen)?,
            };
            if again.is_none() && ["atrás", "atras"].contains(&typed.to_lowercase().as_str()) {
                return Err(Left::Back);
            }
            match take(if typed.is_empty() { default } else { &typed }) {
                Ok(answer) => {
                    if again.is_none() {
                        self.answers.push(typed);
                    }
                    self.next += 1;
                    return Ok(answer);
                }
                Err(why) => {
                    // What was good a moment ago may be none any more.
                    self.answers.truncate(self.next);
                    self.say(&format!("✗ {why}"))?;
                }
            }
        }
    }

    fn typed(&mut self, question: &str, default: &str, unseen: bool) -> Answered<String> {
        let shown = if default.is_empty() { String::new() } else { format!(" [{default}]") };
        // Before the question: who has read it types at once.
        let hidden = if unseen { Some(Hidden::new()?) } else { None };
        write(&format!("{}: ", folded(&format!("{question}{shown}"), 0)))?;
        let typed = self.input.line()?;
        drop(hidden);
        // A terminal shows what is typed; where there is none, who reads the output later wants to know.
        match &typed {
            Typed::Line(_) if self.input.is_terminal() && !unseen => (),
            Typed::Line(line) if !self.input.is_terminal() && !unseen => write(&format!("{line}\n"))?,
            Typed::Line(_) | Typed::Signal | Typed::End => write("\n")?,
        }
        match typed {
            Typed::Line(line) => Ok(line),
            Typed::Signal => Err(Left::Stopped),
            Typed::End => Err(Left::Ended),
        }
    }
}

/// Whether somebody does not want it.
pub(super) fn is_no(typed: &str) -> bool {
    NO.contains(&typed.to_lowercase().as_str())
}

/// A name of a user or a device.
pub(super) fn named(typed: &str) -> Result<String, String> {
    if is_name(typed) {
        Ok(typed.to_owned())
    } else {
        Err("De 1 a 40 letras, cifras, puntos o guiones, sin espacios ni tildes.".to_owned())
    }
}

/// A device's name, or that there is to be none.
pub(super) fn named_or_no(typed: &str) -> Result<Option<String>, String> {
    if is_no(typed) { Ok(None) } else { named(typed).map(Some) }
}

/// The place that a number names, from 0.
pub(super) fn numbered(typed: &str, most: usize) -> Result<usize, String> {
    let place = typed.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    place.filter(|place| *place < most).ok_or_else(|| {
        if most == 1 {
            "Escriba 1, o sólo Intro.".to_owned()
        } else {
            format!("Escriba un número del 1 al {most}.")
        }
    })
}

fn write(text: &str) -> Answered<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(Left::from)
}

/// A text in lines of a terminal, folded between words; those behind the first begin so far in. Line breaks and spaces in a line stay.
pub(super) fn folded(text: &str, indent: usize) -> String {
    let mut lines = Vec::new();
    for paragraph in text.split('\n') {
        let (mut line, mut length, mut gap) = (String::new(), 0, String::new());
        for word in paragraph.split(' ') {
            if word.is_empty() {
                gap.push(' ');
                continue;
            }
            let long = gap.len() + word.chars().count();
            if length + long > COLUMNS && !line.trim().is_empty() {
                lines.push(std::mem::replace(&mut line, " ".repeat(indent)));
                line += word;
                length = indent + word.chars().count();
            } else {
                line += &gap;
                line += word;
                length += long;
            }
            " ".clone_into(&mut gap);
        }
        lines.push(line);
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_folded_between_words() {
        let text = format!("  3  {}", "palabra ".repeat(12));
        let folded = folded(&text, 5);
        let lines: Vec<&str> = folded.lines().collect();
        assert_eq!(lines.len(), 2, "{folded}");
        assert!(lines[0].starts_with("  3  palabra palabra") && lines[0].len() <= COLUMNS, "{folded}");
        assert!(lines[1].starts_with("     palabra"), "{folded}");
    }
}
