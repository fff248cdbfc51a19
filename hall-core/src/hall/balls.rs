//! The hall's sets of balls: what is known of each, whether it may be played with, and counting
//! them at the reader (Catálogo II, art. 34; reliability.md C-2, T13).

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::ball::Ball;
use crate::event::{
    BALLS, BallsEvent, CountNo, Event, Extractor, ForeignBall, HowRead, Inspection, SessionNo, off_weight,
};
use crate::extractor::LinkState;
use crate::game::decide::{Decision, another, one, stale};
use crate::hall::decide::text;
use crate::hall::{Asked, Hall, Session};
use crate::machine::{Mode, SetId};
use crate::people::{Actor, PersonId, Role};
use crate::refusal::Refusal;
use crate::request::WEIGHT_MAX_MG;
use crate::rules::Rules;
use crate::words::{Warning, count_words};

/// The readings that a count takes; a reader that goes on after that is broken.
const READINGS_MAX: usize = 200;

/// How long a count stands for the one by hand; after that the balls may have been touched.
const COUNT_STANDS_MS: i64 = 4 * 3_600_000;

/// A set of balls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BallSetItem {
    /// What machine it is for.
    pub extractor: Extractor,
    /// The reference of its homologation.
    pub homologation: String,
    /// Who made it.
    pub maker: Option<String>,
    /// Its serial number or invoice.
    pub reference: Option<String>,
    /// Games with a ball extracted, voided ones too (DECISIONS 31).
    pub games: u32,
    /// The table of its tags, and who proposed and confirmed it.
    pub enrolled: Option<([u8; 32], [PersonId; 2])>,
    /// A proposed table, and who proposed it.
    pub enrolment_asked: Option<([u8; 32], PersonId)>,
    /// Its last inspection, when it was, and who wrote it down and confirmed it.
    pub inspected: Option<(Inspection, i64, [PersonId; 2])>,
    /// An inspection not confirmed yet, and who wrote it down.
    pub inspection_asked: Option<(Inspection, PersonId)>,
    /// The balls that were too light or too heavy when last weighed.
    pub off_weight: Vec<Ball>,
    /// Why it was taken out of use.
    pub withdrawn: Option<String>,
    /// Its last count at the reader, unless it was used or set aside.
    pub counted: Option<Counted>,
    /// The last count that a jefe de sala signed for, unless it was used or a ball was drawn since.
    pub signed: Option<SignedCount>,
}

/// A count of the balls of a set that the jefe de sala signed for (34.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SignedCount {
    /// Who.
    pub by: PersonId,
    /// How many balls.
    pub balls: u8,
    /// When, UTC milliseconds.
    pub at_utc_ms: i64,
}

impl BallSetItem {
    /// A set as it is entered.
    pub(super) fn new(
        extractor: Extractor,
        homologation: String,
        maker: Option<String>,
        reference: Option<String>,
    ) -> BallSetItem {
        BallSetItem {
            extractor,
            homologation,
            maker,
            reference,
            games: 0,
            enrolled: None,
            enrolment_asked: None,
            inspected: None,
            inspection_asked: None,
            off_weight: Vec::new(),
            withdrawn: None,
            counted: None,
            signed: None,
        }
    }

    /// How many games it may still serve, where the law counts them.
    pub fn games_left(&self, rules: &Rules) -> Option<u32> {
        match self.extractor {
            Extractor::Pneumatic => Some(rules.ball_set_max_games.value.saturating_sub(self.games)),
            Extractor::Drum => None,
        }
    }

    /// Whether it nears its limit, or has reached it.
    pub fn is_warned_of(&self, rules: &Rules) -> bool {
        self.games_left(rules).is_some() && self.games >= rules.ball_set_warning_games.value
    }

    /// It may go into a session: not withdrawn, not failed, not used up.
    pub(crate) fn is_usable(&self, set: SetId, rules: &Rules) -> Result<(), Refusal> {
        ensure!(self.withdrawn.is_none(), Refusal::BallSetWithdrawn(set));
        ensure!(self.inspected.as_ref().is_none_or(|(found, ..)| found.passed), Refusal::BallSetFailed(set));
        let used_up = Refusal::BallSet("ha cumplido su número máximo de partidas; cámbielo");
        ensure!(self.games_left(rules) != Some(0), used_up);
        Ok(())
    }
}

/// What a count at the reader found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counted {
    /// The count.
    pub count: CountNo,
    /// Who ended it.
    pub by: PersonId,
    /// When, UTC milliseconds.
    pub at_utc_ms: i64,
    /// How many balls of the set passed.
    pub balls: u8,
    /// The numbers that did not pass, ascending.
    pub missing: Vec<Ball>,
    /// The numbers that passed more than once, ascending.
    pub doubled: Vec<Ball>,
    /// The numbers one ball was read as within one presence, ascending.
    pub unsure: Vec<Ball>,
    /// The balls of other sets, ascending.
    pub foreign: Vec<ForeignBall>,
}

impl Counted {
    /// What is wrong, in words; none when each of the ninety passed once, and nothing else did.
    pub fn wrong(&self) -> Option<String> {
        count_words(&self.missing, &self.doubled, &self.unsure, &self.foreign)
    }
}

/// A count under way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Count {
    /// Its number.
    pub no: CountNo,
    /// The set.
    pub set: SetId,
    /// Who began it.
    pub by: PersonId,
    /// The machine has to bring its balls back first.
    pub loading: bool,
    /// The balls of the set that passed, in order; one that passed twice is there twice.
    pub passed: Vec<Ball>,
    /// Balls of other sets that passed.
    pub foreign: Vec<ForeignBall>,
    /// The numbers that one ball was read as within one presence.
    pub unsure: Vec<Ball>,
    /// What was read last in this presence.
    pub(crate) last: Option<u8>,
}

impl Count {
    fn begun(no: CountNo, set: SetId, by: PersonId, loading: bool) -> Count {
        let (passed, foreign, unsure) = (Vec::new(), Vec::new(), Vec::new());
        Count { no, set, by, loading, passed, foreign, unsure, last: None }
    }

    /// The numbers that have not passed, ascending.
    pub fn missing(&self) -> Vec<Ball> {
        Ball::all().filter(|ball| !self.passed.contains(ball)).collect()
    }

    /// The numbers that passed more than once, ascending.
    pub fn doubled(&self) -> Vec<Ball> {
        let times = |ball: &Ball| self.passed.iter().filter(|one| *one == ball).count();
        Ball::all().filter(|ball| times(ball) > 1).collect()
    }

    /// How many balls have passed, of whatever set.
    pub fn readings(&self) -> usize {
        self.passed.len() + self.foreign.len()
    }

    fn take(&mut self, set: SetId, number: u8, again: bool) {
        let ball = Ball::new(number).filter(|_| set == self.set);
        if again {
            if self.last != Some(number) {
                let before = self.last.and_then(Ball::new);
                self.unsure.extend(before.into_iter().chain(ball));
                self.unsure.sort_unstable();
                self.unsure.dedup();
            }
            return;
        }
        self.last = Some(number);
        match ball {
            Some(ball) => self.passed.push(ball),
            None => self.foreign.push(ForeignBall { set, number }),
        }
    }

    fn ended(&self) -> Event {
        let mut foreign = self.foreign.clone();
        foreign.sort_unstable();
        Event::Balls(BallsEvent::CountEnded {
            count: self.no,
            set: self.set,
            balls: u8::try_from(self.passed.len()).expect("a count takes no more readings than that"),
            missing: self.missing(),
            doubled: self.doubled(),
            unsure: self.unsure.clone(),
            foreign,
        })
    }
}

impl Hall {
    pub(super) fn decide_ask_enrolment(&self, set: SetId, balls: u8, table_sha256: [u8; 32]) -> Decision {
        self.known_set(set)?;
        ensure!(balls == BALLS, Refusal::BallSet("su tabla de etiquetas no tiene las 90 bolas"));
        balls_event(BallsEvent::EnrolmentAsked { set, balls, table_sha256 })
    }

    pub(super) fn decide_confirm_enrolment(&self, by: PersonId, set: SetId, table: [u8; 32]) -> Decision {
        let (proposed, asked_by) =
            self.known_set(set)?.enrolment_asked.ok_or(Refusal::NothingProposed(set))?;
        ensure!(proposed == table, stale(format!("la tabla propuesta para el juego {set} es otra")));
        another(asked_by, by)?;
        balls_event(BallsEvent::Enrolled { set, balls: BALLS, table_sha256: proposed, asked_by })
    }

    pub(super) fn decide_ask_inspection(&self, set: SetId, found: Inspection) -> Decision {
        self.known_set(set)?;
        balls_event(BallsEvent::InspectionAsked { set, found: written(found)? })
    }

    pub(super) fn decide_confirm_inspection(&self, by: PersonId, set: SetId, found: Inspection) -> Decision {
        let proposed = &self.known_set(set)?.inspection_asked;
        let (proposed, asked_by) = proposed.as_ref().ok_or(Refusal::NothingProposed(set))?;
        ensure!(*proposed == found, stale(format!("la inspección anotada del juego {set} dice otra cosa")));
        another(*asked_by, by)?;
        balls_event(BallsEvent::Inspected { set, found, asked_by: *asked_by })
    }

    /// Ninety weights that a ball can have, and limits in their order.
    pub(super) fn decide_weigh(
        &self,
        set: SetId,
        weights_mg: Vec<u32>,
        low_mg: u32,
        high_mg: u32,
    ) -> Decision {
        self.known_set(set)?;
        ensure!(
            weights_mg.len() == usize::from(BALLS),
            Refusal::BadWeights("hacen falta los pesos de las 90 bolas, de la 1 a la 90")
        );
        ensure!(
            weights_mg.iter().all(|weight| (1..=WEIGHT_MAX_MG).contains(weight)),
            Refusal::BadWeights("cada peso va de 1 a 100 000 miligramos")
        );
        ensure!(
            1 <= low_mg && low_mg <= high_mg && high_mg <= WEIGHT_MAX_MG,
            Refusal::BadWeights("los límites van de 1 a 100 000 miligramos, y el mínimo no pasa del máximo")
        );
        balls_event(BallsEvent::Weighed { set, weights_mg, low_mg, high_mg })
    }

    pub(super) fn decide_end_count(&self, count: CountNo) -> Decision {
        let running = self.count.as_ref().filter(|running| running.no == count);
        one(running.ok_or(Refusal::NoSuchCount(count))?.ended())
    }

    pub(super) fn decide_cancel_count(&self, by: PersonId, count: CountNo, reason: String) -> Decision {
        if self.count.as_ref().is_none_or(|running| running.no != count) {
            let mut done = self.ball_sets.values().filter_map(|item| item.counted.as_ref());
            let done = done.find(|done| done.count == count).ok_or(Refusal::NoSuchCount(count))?;
            another(done.by, by)?;
        }
        balls_event(BallsEvent::CountCancelled { count, reason })
    }

    /// A set on the hall's list that is still in use.
    fn known_set(&self, set: SetId) -> Result<&BallSetItem, Refusal> {
        let item = self.ball_sets.get(&set).ok_or(Refusal::BallSet("no consta en la sala"))?;
        ensure!(item.withdrawn.is_none(), Refusal::BallSetWithdrawn(set));
        Ok(item)
    }

    pub(super) fn decide_withdraw(&self, set: SetId, reason: String, reserve_set: Option<SetId>) -> Decision {
        let games = self.known_set(set)?.games;
        ensure!(self.count.as_ref().is_none_or(|count| count.set != set), Refusal::CountRunning { set });
        let mut reserve = None;
        if let Some(session) = &self.session {
            ensure!(session.check.set != set, Refusal::BallSetLoaded(set));
            if session.check.reserve_set == set {
                let missing = "es el de reserva de la sesión; indique cuál queda de reserva (art. 34.5)";
                let other = reserve_set.ok_or(Refusal::BallSet(missing))?;
                ensure!(
                    other != set && other != session.check.set,
                    Refusal::BallSet("el de reserva debe ser otro (art. 34.5)")
                );
                self.known_set(other)?.is_usable(other, &session.rules)?;
                self.is_reserve_of(session.check.set, other)?;
                reserve = Some(other);
            }
        }
        balls_event(BallsEvent::Withdrawn { set, games, reason, reserve_set: reserve })
    }

    pub(super) fn decide_begin_count(&self, set: SetId) -> Decision {
        self.known_set(set)?;
        self.nothing_is_counted()?;
        self.no_game_runs()?;
        let up = self.machine.line == LinkState::Up;
        ensure!(up, Refusal::MachineNotReady("no hay enlace; mire el cable y la corriente"));
        ensure!(self.machine.set == Some(set), Refusal::MachineNotReady("tiene cargado otro juego de bolas"));
        self.tables_fit(set)?;
        let out = self.count_is_known().map_err(Refusal::MachineNotReady)?;
        let count = CountNo(self.counts + 1);
        balls_event(BallsEvent::CountBegun { count, set, load: out != 0 })
    }

    /// Both sets were registered for the same sort of machine.
    pub(super) fn is_reserve_of(&self, set: SetId, reserve: SetId) -> Result<(), Refusal> {
        let sort = |set| self.ball_sets.get(&set).map(|item| item.extractor);
        ensure!(sort(set) == sort(reserve), Refusal::ReserveOfAnotherSort { set, reserve });
        Ok(())
    }

    /// No balls are on their way through the reader.
    pub(crate) fn nothing_is_counted(&self) -> Result<(), Refusal> {
        self.count.as_ref().map_or(Ok(()), |count| Err(Refusal::CountRunning { set: count.set }))
    }

    /// The count that stands for the one by hand, if the reader made one. An error if it found the set wrong, whatever
    /// was typed.
    pub(super) fn count_of(&self, set: SetId, now_utc_ms: i64) -> Result<Option<&Counted>, Refusal> {
        let Some(counted) = self.ball_sets.get(&set).and_then(|item| item.counted.as_ref()) else {
            return Ok(None);
        };
        if let Some(words) = counted.wrong() {
            return Err(Refusal::CountNotWhole { set, words });
        }
        Ok(Some(counted).filter(|counted| now_utc_ms - counted.at_utc_ms <= COUNT_STANDS_MS))
    }

    /// The jefe de sala signs for what he counted. What the number has to be is asked where it is used.
    pub(super) fn decide_sign_count(&self, set: SetId, balls: u8) -> Decision {
        ensure!(self.ball_sets.contains_key(&set), Refusal::BallSet("no consta en la sala"));
        one(Event::Balls(BallsEvent::CountSigned { set, balls }))
    }

    /// Who signed for these balls of the set as jefe de sala, not long ago: another than the one who opens or closes with it
    /// (34.1: in the presence of the jefe de mesa).
    pub(super) fn count_signed_by(
        &self,
        set: SetId,
        balls: u8,
        asked: &Asked<'_>,
    ) -> Result<PersonId, Refusal> {
        let signed = self.ball_sets.get(&set).and_then(|item| item.signed);
        let stands = |signed: &SignedCount| {
            signed.balls == balls
                && asked.now.utc_ms - signed.at_utc_ms <= COUNT_STANDS_MS
                && self.roles_of(signed.by).contains(&Role::JefeDeSala)
        };
        let signed = signed.filter(stands).ok_or(Refusal::CountNotSigned { set, balls })?;
        another(signed.by, asked.by)?;
        Ok(signed.by)
    }

    /// The event by which a count stands for the one by hand.
    pub(super) fn taken(session: SessionNo, set: SetId, counted: &Counted) -> Event {
        let (count, balls) = (counted.count, counted.balls);
        Event::Balls(BallsEvent::CountTaken { session, count, set, balls })
    }

    /// The set in the machine may serve a further game (Catálogo II), and the readers know its balls.
    pub(super) fn set_may_play(&self, set: SetId, session: &Session) -> Result<(), Refusal> {
        let item = self.ball_sets.get(&set).ok_or(Refusal::BallSet("no consta en la sala"))?;
        item.is_usable(set, &session.rules)?;
        // A reader that reads no ball of this session needs no table.
        if session.read == HowRead::Connected { self.tables_fit(set) } else { Ok(()) }
    }

    /// The mode wanted while balls are counted: held by an open door or a fault, stopped after ninety.
    pub(super) fn wanted_for(&self, count: &Count) -> Mode {
        if self.machine.door_open || !self.machine.faults.is_empty() {
            Mode::Hold
        } else if count.loading {
            Mode::Load
        } else if count.readings() >= usize::from(BALLS) {
            Mode::Stop
        } else {
            Mode::Run
        }
    }

    /// Whether a reading is a ball of the count under way.
    pub(super) fn counting(&self) -> Option<&Count> {
        self.count.as_ref().filter(|count| count.readings() < READINGS_MAX)
    }

    /// Moves on by an event about a set.
    pub(super) fn apply_balls(&mut self, at_utc_ms: i64, actor: Actor, event: &BallsEvent) {
        let by = match actor {
            Actor::Person(person) => person,
            Actor::Machine | Actor::System => PersonId(0),
        };
        match event.clone() {
            BallsEvent::EnrolmentAsked { set, table_sha256, .. } => {
                self.set_mut(set).enrolment_asked = Some((table_sha256, by));
            }
            BallsEvent::Enrolled { set, table_sha256, asked_by, .. } => {
                let item = self.set_mut(set);
                (item.enrolled, item.enrolment_asked) = (Some((table_sha256, [asked_by, by])), None);
            }
            BallsEvent::InspectionAsked { set, found } => {
                self.set_mut(set).inspection_asked = Some((found, by));
            }
            BallsEvent::Inspected { set, found, asked_by } => {
                let item = self.set_mut(set);
                item.inspected = Some((found, at_utc_ms, [asked_by, by]));
                item.inspection_asked = None;
            }
            BallsEvent::Weighed { set, weights_mg, low_mg, high_mg } => {
                self.set_mut(set).off_weight = off_weight(&weights_mg, low_mg, high_mg);
            }
            BallsEvent::Withdrawn { set, reason, reserve_set, .. } => {
                let item = self.set_mut(set);
                item.withdrawn = Some(reason);
                (item.enrolment_asked, item.inspection_asked) = (None, None);
                if let (Some(reserve), Some(session)) = (reserve_set, &mut self.session) {
                    session.check.reserve_set = reserve;
                }
            }
            BallsEvent::CountBegun { count, set, load } => {
                self.counts = count.0;
                self.set_mut(set).counted = None;
                self.count = Some(Count::begun(count, set, by, load));
            }
            BallsEvent::Counted { number, set, again, boot, seq, .. } => {
                self.machine.read(boot, seq, number);
                self.count.as_mut().expect("a ball is counted in a count").take(set, number, again);
            }
            BallsEvent::CountEnded { count, set, balls, missing, doubled, unsure, foreign } => {
                self.count = None;
                let counted = Counted { count, by, at_utc_ms, balls, missing, doubled, unsure, foreign };
                self.set_mut(set).counted = Some(counted);
            }
            BallsEvent::CountCancelled { count, .. } => {
                self.count = self.count.take().filter(|running| running.no != count);
                for item in self.ball_sets.values_mut() {
                    item.counted = item.counted.take().filter(|counted| counted.count != count);
                }
            }
            BallsEvent::CountSigned { set, balls } => {
                self.set_mut(set).signed = Some(SignedCount { by, balls, at_utc_ms });
            }
            BallsEvent::CountTaken { set, .. } => self.set_mut(set).counted = None,
        }
    }

    fn set_mut(&mut self, set: SetId) -> &mut BallSetItem {
        self.ball_sets.get_mut(&set).expect("it happened to a set on the hall's list")
    }

    /// A ball of the set was drawn: an older count that found the set whole is void.
    pub(super) fn set_has_played(&mut self, set: SetId) {
        let item = self.set_mut(set);
        item.games += 1;
        item.counted = item.counted.take().filter(|counted| counted.wrong().is_some());
        item.signed = None;
    }

    /// A session opened or closed with a count: the next one is signed for anew.
    pub(super) fn use_signed_counts(&mut self) {
        for item in self.ball_sets.values_mut() {
            item.signed = None;
        }
    }

    /// The warning of the session's set, near the end of its games.
    pub(crate) fn set_warning(&self) -> Option<Warning> {
        let session = self.session.as_ref()?;
        let set = session.check.set;
        let item = self.ball_sets.get(&set).filter(|item| item.is_warned_of(&session.rules))?;
        Some(Warning::SetWorn { set, games: item.games, left: item.games_left(&session.rules)? })
    }
}

fn balls_event(event: BallsEvent) -> Decision {
    one(Event::Balls(event))
}

/// An inspection as it goes into the record: a failure says why.
fn written(found: Inspection) -> Result<Inspection, Refusal> {
    let note = found.note.map(|note| text("observaciones", &note)).transpose()?;
    ensure!(found.passed || note.is_some(), Refusal::BadText("observaciones"));
    Ok(Inspection { seals: text("precintos", &found.seals)?, note, ..found })
}
