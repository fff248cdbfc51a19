//! A session on its way through the record: its opening and close, who was on duty, what is noted, its games.

use std::collections::BTreeSet;

use hall_core::event::{BallsEvent, Event, GameNo};
use hall_core::machine::{SetId, Stored};
use hall_core::people::{Actor, PersonId, Role};
use hall_core::rules::{Rules, StaffCount};
use hall_core::words::{
    Lang, capital, diligencia, opening_words, role_words, staff_after, staff_missing, stopped,
};
use hall_wire::paper;

use super::Entry;
use super::diligencias::{Diligencia, Inspections, words_of};
use super::game::Game;
use super::machines::{Machines, registered};
use crate::papers::scribe::{Scribe, date_words};

pub(super) struct Session<'a> {
    pub(super) scribe: Scribe<'a>,
    pub(super) rules: &'a Rules,
    pub(super) sheet: paper::Session,
    pub(super) mesa: PersonId,
    pub(super) sala: PersonId,
    /// Everybody who did something, and who held a post.
    pub(super) staff: BTreeSet<PersonId>,
    /// The sets of balls that were in the machine.
    pub(super) sets: BTreeSet<SetId>,
    /// The spare ones (art. 34.5).
    pub(super) reserves: BTreeSet<SetId>,
    /// The machines that drew.
    pub(super) machines: Machines,
    pub(super) games: Vec<Game<'a>>,
    /// What no law wants signed by itself, with its moment.
    pub(super) notes: Vec<(i64, String)>,
    pub(super) diligencias: Vec<Diligencia>,
    pub(super) inspections: Inspections,
    /// The jefe de sala who signed for the last count of the balls (34.1).
    counted_by: Option<PersonId>,
    /// Where the last call of the authority is in the diligencias (34.4).
    called: Option<usize>,
    /// A ball lies on the table that is no part of a draw.
    aside: bool,
}

impl<'a> Session<'a> {
    /// Begins with the opening of the session, and what was done since the session before: to machines and sets of balls, and with
    /// what earlier sessions owed.
    pub(super) fn open(scribe: Scribe<'a>, (at, _, event): Entry<'a>, before: &[Entry<'_>]) -> Session<'a> {
        let Event::SessionOpened { session, date, mesa, sala, check, rules, .. } = event else {
            unreachable!("it was looked for")
        };
        let seals = if check.seals_whole { "Precintos intactos" } else { "Precintos rotos" };
        let works =
            if check.installations_work { "; máquina, panel, monitores y sonido probados" } else { "" };
        let sheet = paper::Session {
            number: session.0,
            date: date_words(*date),
            opened_at: scribe.at(at),
            closed_at: None,
            jefe_de_mesa: String::new(),
            jefe_de_sala: String::new(),
            staff: Vec::new(),
            ball_set: check.set.to_string(),
            reserve_set: check.reserve_set.to_string(),
            opening: count(
                scribe,
                at,
                *sala,
                check.balls_counted,
                check.public_witness,
                format!("{seals}{works}"),
            ),
            closing: None,
        };
        let of_sets = |(at, by, event): &Entry<'_>| Some((*at, of_set(&scribe, *by, event)?.0));
        let of_books = |(at, by, event): &Entry<'_>| Some((*at, of_book(&scribe, *by, event)?));
        let of_article = |(at, by, event): &Entry<'_>| {
            let is_of_it = matches!(event, Event::Article36Given { .. });
            is_of_it.then(|| (*at, words_of(event) + &noted(&scribe, *by, None)))
        };
        let of_the_record = |(at, by, event): &Entry<'_>| of_record(&scribe, *at, *by, event);
        let mut opened = Session {
            scribe,
            rules,
            sheet,
            mesa: *mesa,
            sala: *sala,
            staff: BTreeSet::from([*mesa, *sala]),
            sets: BTreeSet::from([check.set]),
            reserves: BTreeSet::from([check.reserve_set]),
            machines: Machines::default(),
            games: Vec::new(),
            // In the order of their hours, later.
            notes: before
                .iter()
                .filter_map(of_sets)
                .chain(before.iter().filter_map(of_books))
                .chain(before.iter().filter_map(of_article))
                .collect(),
            diligencias: before.iter().filter_map(of_the_record).collect(),
            inspections: Inspections::default(),
            counted_by: None,
            called: None,
            aside: false,
        };
        // What was done while the hall was closed is in no other acta: paid, given back or withheld; claimed and noted, and signed.
        for (at, by, event) in before {
            if let Some(game) = event.game() {
                opened.of_earlier(game, *at, *by, event, Told::Noted);
            } else if let Event::DiligenciaWritten { .. } = event {
                opened.write(*at, event, "sin sesión abierta");
            } else if let Event::PaperSigned { .. } = event {
                // That of an earlier acta stands on its own sheet.
                opened.sign(*at, event);
            }
        }
        opened
    }

    /// Adds the next line of the record.
    pub(super) fn apply(&mut self, (at, by, event): Entry<'a>) {
        if let Actor::Person(person) = by {
            self.staff.insert(person);
        }
        match event.game() {
            Some(game) => self.of_a_game(game, at, by, event),
            None => self.of_no_game(at, by, event),
        }
    }

    #[allow(clippy::wildcard_enum_match_arm, reason = "each arm takes what it prints")]
    fn of_a_game(&mut self, no: GameNo, at: i64, by: Actor, event: &'a Event) {
        let found = self.games.iter_mut().find(|game| game.no == no);
        match event {
            Event::SaleOpened { in_session, face_value, .. } => {
                self.games.push(Game::open(self.scribe, no, *in_session, *face_value, at));
            }
            Event::BlockIssued { seller, .. } => {
                self.staff.insert(*seller);
            }
            Event::GapBurned { .. } => {
                self.diligencias.push(Diligencia::new(at, "incidencia", words_of(event)));
            }
            _ => match found {
                Some(game) => game.apply(at, by, event),
                None => self.of_earlier(no, at, by, event, Told::Bare),
            },
        }
    }

    /// A diligencia that somebody wrote; before its text stand its game and when that was, where that is said.
    fn write(&mut self, at: i64, event: &Event, when: &str) {
        let Event::DiligenciaWritten { diligencia, about, game, text, claimant, document, signed } = event
        else {
            return;
        };
        let of = match (self.in_session(*game), game) {
            (Some(no), _) => format!("Partida {no}"),
            (None, Some(game)) => format!("Partida {} de otra sesión", game.0),
            (None, None) => String::new(),
        };
        let place = [of, when.to_owned()];
        let place: Vec<String> = place.into_iter().filter(|part| !part.is_empty()).collect();
        let text =
            if place.is_empty() { text.clone() } else { format!("{}: {text}", capital(&place.join(", "))) };
        let claimant = claimant.map(|sealed| self.scribe.people.claimant(sealed));
        let (of, good) = ((*diligencia, *about), (*document, *signed));
        self.diligencias.push(Diligencia::written(at, of, text, claimant.flatten(), good));
    }

    /// A signature of one of the diligencias. Returns whether it was.
    fn sign(&mut self, at: i64, event: &Event) -> bool {
        let hour = self.scribe.at(at);
        self.diligencias.iter_mut().any(|one| one.take_signature(event, &hour))
    }

    /// What an earlier session left owed, and what became of it; and who did it, where that is not said otherwise.
    #[allow(clippy::wildcard_enum_match_arm, reason = "each arm takes what it prints")]
    fn of_earlier(&mut self, no: GameNo, at: i64, by: Actor, event: &Event, told: Told) {
        let no = no.0;
        let noted = match told {
            Told::Noted => noted(&self.scribe, by, None),
            Told::Bare => String::new(),
        };
        match event {
            Event::PrizePaid { prize, amount, .. } => {
                let text =
                    format!("Pagado el premio {} de la partida {no}, de otra sesión: {amount}", prize.0);
                self.notes.push((at, text + &noted));
            }
            Event::PrizeWithheld { .. } | Event::PrizeReleased { .. } => {
                let text = format!("{} (partida {no}, de otra sesión)", words_of(event));
                self.diligencias.push(Diligencia::new(at, "incidencia", text + &noted));
            }
            Event::GameVoided { asked_by, .. } => {
                let (asked_by, by) = (self.scribe.name(*asked_by), self.scribe.actor(by));
                let text = format!(
                    "Partida {no}, de otra sesión. {} Lo pidió {asked_by} y lo confirmó {by}",
                    stopped(words_of(event))
                );
                self.diligencias.push(Diligencia::new(at, "devolución", text));
            }
            Event::CardsRefunded { cards, amount, .. } => {
                let text = format!(
                    "Devueltos los cartones {} del {} al {} de la partida {no}, de otra sesión: {amount}",
                    cards.series, cards.first, cards.last
                );
                self.diligencias.push(Diligencia::new(at, "devolución", text + &noted));
            }
            _ => (),
        }
    }

    #[allow(clippy::wildcard_enum_match_arm, reason = "each arm takes what it prints")]
    fn of_no_game(&mut self, at: i64, by: Actor, event: &Event) {
        let mut note = |text: String| self.notes.push((at, text));
        match event {
            Event::SessionClosed { balls_counted, public_witness, .. } => {
                self.close(at, *balls_counted, *public_witness);
            }
            Event::OpeningCompleted { reserve_machine, closes, .. } => {
                let reserve = if *reserve_machine {
                    "; bombo o máquina de reserva en la sala"
                } else {
                    "; sin bombo ni máquina de reserva"
                };
                let found = &mut self.sheet.opening.found;
                found.push_str(reserve);
                if let Some(closes) = closes {
                    let date = date_words(closes.date);
                    found.push_str(&format!("; hora de cierre autorizada: {} del {date}", closes.hour));
                }
            }
            Event::StaffCounted { people, missing, .. } => {
                self.staff.extend(people);
                self.sheet.opening.found.push_str(&staff_at_opening(*missing));
            }
            Event::OpeningSigned { by, rules_by, staff_complete, rules_shown, .. } => {
                self.staff.extend([*by]);
                let rules_by: Vec<_> = rules_by.iter().map(|person| self.scribe.name(*person)).collect();
                let words = opening_words(&self.scribe.name(*by), &rules_by, *staff_complete, *rules_shown);
                self.sheet.opening.found.push_str(&format!("; {}", lower(&words)));
            }
            Event::StaffLacks { person, missing, .. } => {
                let text = format!(
                    "Cambian las funciones de {}, que está en la sala: {}{}",
                    self.scribe.name(*person),
                    staff_after(*missing),
                    noted(&self.scribe, by, None)
                );
                self.diligencias.push(Diligencia::new(at, "plantilla", text));
            }
            Event::ShiftBegun { person } => self.staff.extend([*person]),
            Event::ShiftEnded { person, missing } => {
                self.staff.extend([*person]);
                if !missing.is_none() {
                    let text = format!(
                        "{} se va de la sala: de la plantilla mínima {}{}",
                        self.scribe.name(*person),
                        staff_missing(Lang::Es, *missing),
                        noted(&self.scribe, by, None)
                    );
                    self.diligencias.push(Diligencia::new(at, "plantilla", text));
                }
            }
            Event::SubstitutionMade { post, person, stand_in, reason, .. } => {
                self.substitute(at, *post, *person, *stand_in, reason);
            }
            Event::BallSetChanged { to, reserve_set, .. } => {
                self.sets.insert(*to);
                self.reserves.insert(*reserve_set);
                let text = format!("{}{}", words_of(event), noted(&self.scribe, by, None));
                self.diligencias.push(Diligencia::new(at, "cambio de bolas", text));
            }
            Event::MachineTaken { machine, read, reason, .. } => {
                self.machines.take(at, *machine, *read);
                let text = words_of(event);
                if reason.is_none() {
                    self.sheet.opening.found.push_str(&format!("; {}", lower(&text)));
                } else {
                    let text = format!("{text}{}", noted(&self.scribe, by, None));
                    self.diligencias.push(Diligencia::new(at, "cambio de máquina", text));
                }
            }
            Event::BallSetRegistered { .. } | Event::MachineRegistered { .. } | Event::Balls(_) => {
                if let Event::Balls(BallsEvent::Withdrawn { reserve_set, .. }) = event {
                    self.reserves.extend(*reserve_set);
                } else if let (Event::Balls(BallsEvent::CountSigned { .. }), Actor::Person(sala)) =
                    (event, by)
                {
                    self.counted_by = Some(sala);
                }
                if let Some((text, asked_by)) = of_set(&self.scribe, by, event) {
                    self.staff.extend(asked_by);
                    self.notes.push((at, text));
                }
            }
            Event::EpochBegun { .. }
            | Event::NumberingSet { .. }
            | Event::RecordArchived { .. }
            | Event::PinReset { at_server: true, .. }
            | Event::DeviceRevoked { at_server: true, .. } => {
                self.diligencias.extend(of_record(&self.scribe, at, by, event));
            }
            Event::AuthorityCalled { game, cause, about, .. } => {
                self.called = Some(self.diligencias.len());
                self.diligencias.push(Diligencia::of_authority(at, self.in_session(*game), cause, *about));
            }
            Event::AuthorityDecided { agent, goes_on, about, .. } => {
                let called = self.called.expect("the agent was called");
                self.diligencias[called].decided(agent, *goes_on, *about, &self.scribe.at(at));
            }
            Event::InspectionMade { game } => self.inspections.add(at, by, self.in_session(*game)),
            Event::DiligenciaWritten { .. } => self.write(at, event, ""),
            Event::ReadingNotCounted { number, .. } => {
                if let Some(game) = self.games.last_mut() {
                    game.set_aside(at, *number);
                }
            }
            // What it showed outside a draw is in the record only.
            Event::CameraChanged { .. } => {
                if let (Some(said), Some(game)) = (diligencia(event), self.games.last_mut()) {
                    game.order(at, said.text);
                }
            }
            Event::BallSetAside { .. } => {
                self.aside = true;
                note(words_of(event));
            }
            Event::MachineSaw { what: Stored::Loaded, .. } if self.aside => {
                self.aside = false;
                note("Las bolas apartadas han vuelto al bombo".to_owned());
            }
            Event::LinkLost { .. } => note("Se perdió el enlace con la máquina de bolas".to_owned()),
            Event::MachineIdentified { boot, set, .. } => {
                note(format!("Máquina de bolas en línea: arranque {boot}, juego {set}"));
            }
            Event::ServerStarted { version } => {
                let place = self.games.last().map_or_else(String::new, Game::where_it_stands);
                note(format!("El sistema se puso en marcha de nuevo{place} (versión {version})"));
            }
            Event::ServerStopped { power_failing } => {
                let why = if *power_failing { "por aviso de fallo de la corriente" } else { "por orden" };
                note(format!("El sistema se detuvo {why}"));
            }
            Event::ClockStepped { .. } | Event::LastGameAnnounced { .. } => note(words_of(event)),
            Event::ClockConfirmed { asked_by, .. } => {
                self.staff.extend([*asked_by]);
                self.notes.push((at, words_of(event) + &noted(&self.scribe, by, Some(*asked_by))));
            }
            Event::ExportMade { .. }
            | Event::ExportFailed { .. }
            | Event::RehearsalPassed { .. }
            | Event::RehearsalFailed { .. }
            | Event::SigningKeyBegun { .. }
            | Event::TimeStamped { .. }
            | Event::WitnessMet { .. } => note(words_of(event)),
            Event::BookOpened { .. } | Event::BookKeptFor { .. } | Event::BookClosed { .. } => {
                self.notes.extend(of_book(&self.scribe, by, event).map(|text| (at, text)));
            }
            Event::PaperSigned { .. } => {
                // That of the acta itself, or of an earlier one, is a note.
                let is_of_one = self.sign(at, event);
                let note = || (at, words_of(event) + &noted(&self.scribe, by, None));
                self.notes.extend((!is_of_one).then(note));
            }
            Event::NoteWritten { .. }
            | Event::PersonKeyEnrolled { .. }
            | Event::PersonKeyEnded { .. }
            | Event::Article36Given { .. }
            | Event::ExportAsked { .. }
            | Event::ActaCopied { .. }
            | Event::PersonChanged { .. }
            | Event::PinReset { .. }
            | Event::DeviceEnrolled { .. }
            | Event::DeviceRevoked { .. }
            | Event::KeyDrawAnnounced { .. }
            | Event::KeyDrawGivenUp { .. }
            | Event::KeyDrawsRequired { .. }
            | Event::RehearsalAsked { .. } => note(words_of(event) + &noted(&self.scribe, by, None)),
            _ => (),
        }
    }

    fn close(&mut self, at: i64, balls: u8, public_witness: bool) {
        for game in &mut self.games {
            game.close_session();
        }
        // The numbers themselves were looked at (art. 34.1).
        let result =
            if balls == 90 { "Numeración completa" } else { "El juego no tiene 90 bolas (art. 34.4)" };
        self.sheet.closed_at = Some(self.scribe.at(at));
        // Before the jefe de sala signed for it, it was the one of the session who was said to have counted.
        let sala = self.counted_by.unwrap_or(self.sala);
        self.sheet.closing = Some(count(self.scribe, at, sala, balls, public_witness, result.to_owned()));
    }

    /// Art. 26.2.b.
    fn substitute(&mut self, at: i64, post: Role, person: PersonId, stand_in: PersonId, reason: &str) {
        self.staff.extend([person, stand_in]);
        if post == Role::JefeDeMesa && self.mesa == person {
            self.mesa = stand_in;
        }
        if post == Role::JefeDeSala && self.sala == person {
            self.sala = stand_in;
        }
        let text = format!(
            "{} ocupa el puesto de {} como {}: {reason}",
            self.scribe.name(stand_in),
            self.scribe.name(person),
            role_words(post),
        );
        self.diligencias.push(Diligencia::new(at, "sustitución", text));
    }

    /// A game's order in the session, which is how its acta calls it.
    fn in_session(&self, game: Option<GameNo>) -> Option<u32> {
        let found = self.games.iter().find(|item| Some(item.no) == game)?;
        Some(found.row.number)
    }
}

/// Whether a note says who did it.
enum Told {
    /// It does.
    Noted,
    /// The line of a session: who is on duty is said elsewhere.
    Bare,
}

/// A count of the balls by the jefe de sala (art. 34.1).
fn count(
    scribe: Scribe<'_>,
    at: i64,
    sala: PersonId,
    balls: u8,
    public_witness: bool,
    found: String,
) -> paper::BallCount {
    let witness = public_witness.then(|| "una persona del público".to_owned());
    paper::BallCount { balls, found, witness, counted_by: scribe.name(sala), at: scribe.at(at) }
}

/// Whether the staff was the least that the law wants, behind what was found at the opening (art. 25).
fn staff_at_opening(missing: StaffCount) -> String {
    if missing.is_none() {
        return "; plantilla mínima completa".to_owned();
    }
    format!("; de la plantilla mínima {}", staff_missing(Lang::Es, missing))
}

/// The sentence as it goes on behind another.
fn lower(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

/// What was done to a set of balls or to a machine, and who had proposed it.
fn of_set(scribe: &Scribe<'_>, by: Actor, event: &Event) -> Option<(String, Option<PersonId>)> {
    let (text, asked_by) = if let Event::Balls(BallsEvent::CountSigned { .. }) = event {
        // Who counted stands with the count.
        return None;
    } else if let Event::Balls(_) = event {
        let told = diligencia(event)?;
        (told.text, told.with.first().copied())
    } else if let Event::BallSetRegistered { set, homologation, maker, reference, .. } = event {
        let more = |what: &str, value: &Option<String>| {
            value.as_ref().map_or_else(String::new, |value| format!(", {what} {value}"))
        };
        let (maker, reference) = (more("fabricante", maker), more("referencia", reference));
        (format!("Alta del juego de bolas {set}: homologación {homologation}{maker}{reference}"), None)
    } else {
        (registered(event)?, None)
    };
    Some((text + &noted(scribe, by, asked_by), asked_by))
}

/// A book of actas that was opened or closed.
fn of_book(scribe: &Scribe<'_>, by: Actor, event: &Event) -> Option<String> {
    let is_of_one =
        matches!(event, Event::BookOpened { .. } | Event::BookKeptFor { .. } | Event::BookClosed { .. });
    is_of_one.then(|| words_of(event) + &noted(scribe, by, None))
}

/// A record that was cut, restored or moved, and the numbering from the paper (DECISIONS 40, 41); another regulation (39).
fn of_record(scribe: &Scribe<'_>, at: i64, by: Actor, event: &Event) -> Option<Diligencia> {
    let who = if let Event::EpochBegun { people, .. } = event {
        let names: Vec<_> = people.iter().map(|person| scribe.name(*person)).collect();
        format!(". Responden {}", names.join(" y "))
    } else if let Event::NumberingSet { asked_by, .. } | Event::RulesAdopted { asked_by, .. } = event {
        noted(scribe, by, Some(*asked_by))
    } else if let Event::RulesAsked { .. } = event {
        noted(scribe, by, None)
    } else if matches!(
        event,
        Event::RecordArchived { .. } | Event::PinReset { .. } | Event::DeviceRevoked { .. }
    ) {
        String::new()
    } else {
        return None;
    };
    let of_rules = matches!(event, Event::RulesAsked { .. } | Event::RulesAdopted { .. });
    let what = if of_rules { "reglamento" } else { "registro" };
    Some(Diligencia::new(at, what, words_of(event) + &who))
}

/// Who noted something.
fn noted(scribe: &Scribe<'_>, by: Actor, asked_by: Option<PersonId>) -> String {
    match (by, asked_by) {
        (Actor::Person(by), Some(asked_by)) => {
            format!(". Lo anotó {} y lo confirmó {}", scribe.name(asked_by), scribe.name(by))
        }
        (Actor::Person(by), None) => format!(". Lo anotó {}", scribe.name(by)),
        (Actor::Machine | Actor::System, _) => String::new(),
    }
}
