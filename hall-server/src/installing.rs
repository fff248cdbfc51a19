//! `hall-server install`, which technicians know as `bombo-instalar`: from an empty computer to a hall that serves, by questions in a
//! terminal (ADR 89).
//!
//! Nine steps and an end. Each says what there is already and changes that alone, so that it can be begun again at any time. The hall is
//! founded whole or not at all; each later step is on the disk when the next one begins.

use std::path::PathBuf;

mod account;
mod disk;
mod end;
mod founding;
mod input;
mod machine;
mod network;
mod place;
mod printer;
mod screens;
mod settings;
mod talk;

use account::Account;
use place::Place;
use talk::{Answered, Left, Talk};

/// What is installed, and where.
#[derive(Debug, Clone)]
pub struct Order {
    /// The hall's folder.
    pub dir: PathBuf,
    /// The account that the hall belongs to, where root begins this.
    pub account: Option<String>,
    /// Where the regulations are that come with the program.
    pub profiles: PathBuf,
    /// Where technicians keep the settings of the other programs of this computer.
    pub settings: PathBuf,
}

/// How it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// To its end.
    Done,
    /// Before; what was kept was said.
    Left,
}

/// A step: its name, what there is, and what is asked and done.
struct Step {
    name: &'static str,
    now: fn(&Place) -> String,
    go: fn(&mut Talk, &mut Place) -> Answered<()>,
}

const STEPS: [Step; 9] = [
    Step { name: "Sala", now: founding::hall_now, go: founding::hall },
    Step { name: "Reglamento", now: founding::regulation_now, go: founding::regulation },
    Step { name: "Jefe de sala", now: founding::manager_now, go: founding::manager },
    Step { name: "Red", now: network::now, go: network::go },
    Step { name: "Extractor", now: machine::now, go: machine::go },
    Step { name: "Cámaras", now: screens::cameras_now, go: screens::cameras },
    Step { name: "Sonido", now: screens::sound_now, go: screens::sound },
    Step { name: "Segundo disco", now: disk::now, go: disk::go },
    Step { name: "Impresora", now: printer::now, go: printer::go },
];

/// The first step that changes a hall that is founded.
const FOUNDED: usize = 3;

/// Asks and installs over the standard streams.
///
/// # Errors
/// What could not be done and what to do, in Spanish. What was kept until then is said.
pub fn install(order: &Order) -> Result<Ended, String> {
    let account = Account::enter(order.account.as_deref())
        .map_err(|error| format!("No se puede trabajar con la cuenta de la sala: {error}."))?;
    let mut talk = Talk::new().map_err(|error| format!("El terminal no contesta: {error}."))?;
    let mut place = Place::of(order.clone(), account);
    let ended = all(&mut talk, &mut place);
    let kept = if place.is_founded() {
        "Lo que ha quedado contestado está guardado, paso a paso. Para seguir, la misma orden."
    } else {
        "No se ha creado nada."
    };
    let left = match ended {
        Ok(()) => return Ok(Ended::Done),
        Err(Left::Failed(why)) => return Err(format!("{why}\n{kept}")),
        Err(Left::Stopped | Left::Back) => "Se deja aquí.",
        Err(Left::Ended) => "Las preguntas se han quedado sin respuesta.",
    };
    talk.begin(Vec::new());
    // Where nobody reads any more there is nothing to say.
    let _ = talk.say(&format!("{left} {kept}"));
    Ok(Ended::Left)
}

fn all(talk: &mut Talk, place: &mut Place) -> Answered<()> {
    place.look()?;
    talk.lines("BOMBO · Instalación de la sala\n")?;
    talk.say(
        "Intro toma lo que va entre corchetes. «atrás» vuelve a la pregunta anterior. Ctrl-C lo deja, y se puede volver a empezar cuando \
         se quiera.",
    )?;
    if !place.is_founded() {
        walk(talk, place, 0)?;
        return end::end(talk, place);
    }
    loop {
        match menu(talk, place)? {
            Menu::One(step) => one(talk, place, step)?,
            Menu::All => {
                walk(talk, place, FOUNDED)?;
                return end::end(talk, place);
            }
            Menu::End => return end::end(talk, place),
        }
    }
}

/// Walks through the steps from one on, back and forth.
fn walk(talk: &mut Talk, place: &mut Place, first: usize) -> Answered<()> {
    let mut answered = vec![Vec::new(); STEPS.len()];
    let mut at = first;
    while at < STEPS.len() {
        head(talk, place, at)?;
        talk.begin(std::mem::take(&mut answered[at]));
        match (STEPS[at].go)(talk, place) {
            Ok(()) => {
                answered[at] = talk.answered();
                at += 1;
            }
            Err(Left::Back) => {
                answered[at] = talk.answered();
                if answered[at].pop().is_none() {
                    let lowest = if place.is_founded() { FOUNDED } else { 0 };
                    match (lowest..at).rev().find(|before| !answered[*before].is_empty()) {
                        Some(before) => at = before,
                        None if lowest > 0 => {
                            talk.begin(Vec::new());
                            talk.say("La sala ya está creada: lo de antes se cambia al volver a empezar, paso a paso.")?;
                        }
                        None => {
                            talk.begin(Vec::new());
                            talk.say("Ésta es la primera pregunta.")?;
                        }
                    }
                    // What was done with those answers stands, and is shown as what there is.
                    if place.is_founded() {
                        answered[at].clear();
                    } else {
                        answered[at].pop();
                    }
                }
            }
            Err(left) => return Err(left),
        }
    }
    Ok(())
}

/// One step alone; «atrás» at its first question leaves it as it is.
fn one(talk: &mut Talk, place: &mut Place, step: usize) -> Answered<()> {
    let mut answered = Vec::new();
    loop {
        head(talk, place, step)?;
        talk.begin(answered);
        match (STEPS[step].go)(talk, place) {
            Ok(()) => return Ok(()),
            Err(Left::Back) => {
                answered = talk.answered();
                if answered.pop().is_none() {
                    return Ok(());
                }
            }
            Err(left) => return Err(left),
        }
    }
}

fn head(talk: &mut Talk, place: &Place, step: usize) -> Answered<()> {
    talk.begin(Vec::new());
    let Step { name, now, .. } = &STEPS[step];
    talk.lines(&format!("\nPaso {} de {} · {name}", step + 1, STEPS.len()))?;
    let now = now(place);
    if now.is_empty() { Ok(()) } else { talk.lines(&talk::folded(&format!("  Ahora: {now}"), 9)) }
}

/// What somebody wants of a hall that is there.
enum Menu {
    All,
    One(usize),
    End,
}

fn menu(talk: &mut Talk, place: &Place) -> Answered<Menu> {
    talk.begin(Vec::new());
    talk.lines("")?;
    for (number, step) in STEPS.iter().enumerate() {
        talk.lines(&talk::folded(&format!("  {}  {:<14} {}", number + 1, step.name, (step.now)(place)), 20))?;
    }
    talk.lines("")?;
    talk.ask("Un número cambia ese paso; «todo» los recorre; Intro comprueba y termina", "", |typed| {
        match typed.to_lowercase().as_str() {
            "" => Ok(Menu::End),
            "todo" => Ok(Menu::All),
            number => talk::numbered(number, STEPS.len()).map(Menu::One),
        }
    })
}
