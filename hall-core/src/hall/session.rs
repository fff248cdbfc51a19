//! Requests about the session: opening and close, posts, balls, the authority, the opening of a sale.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::event::{Doubt, Event, GameNo, HowRead, MachineNo, OpeningCheck, SessionNo, StopCause};
use crate::game::decide::{Decision, one};
use crate::hall::{Asked, Authority, Counted, Hall};
use crate::machine::SetId;
use crate::money::Cents;
use crate::people::{PersonId, Role};
use crate::refusal::Refusal;
use crate::rules::Rules;
use crate::series::{CardNo, SeriesId};
use crate::time::HourOfDay;

impl Hall {
    pub(super) fn decide_open_session(
        &self,
        asked: &Asked<'_>,
        sala: PersonId,
        check: OpeningCheck,
        reserve_machine: bool,
        (machine, read): (Option<MachineNo>, HowRead),
        closing_hour: Option<HourOfDay>,
    ) -> Decision {
        ensure!(self.session.is_none(), Refusal::SessionOpen);
        self.numbering_is_known()?;
        self.clock_is_sure()?;
        ensure!(sala != asked.by, Refusal::NeedsAnother);
        let chief = self.on_staff(sala)?;
        let fails = Refusal::CheckFails;
        ensure!(
            chief.roles.contains(&Role::JefeDeSala),
            fails("el recuento lo hace el jefe de sala (art. 34.1)")
        );
        self.nothing_is_counted()?;
        // The opening check-list (S3, S4, 34.5).
        let counted = self.count_of(check.set, asked.now.utc_ms)?;
        let check = OpeningCheck { balls_counted: ninety(counted, check.balls_counted)?, ..check };
        self.sets_serve(
            check.set,
            check.reserve_set,
            check.seals_whole,
            (read, &self.rules_on(asked.now.date()).0),
        )?;
        self.machine_is_known(machine)?;
        self.set_is_for(check.set, machine)?;
        ensure!(check.installations_work, fails("las instalaciones no funcionan"));
        ensure!(reserve_machine, fails("debe haber un bombo o una máquina de reserva (art. 39.1.b)"));
        let (session, date, mesa) = (SessionNo(self.sessions + 1), asked.now.date(), asked.by);
        let (rules, profile_sha256) = self.rules_on(date).clone();
        if let Some(from) = rules.valid_from.filter(|from| date < *from) {
            return Err(Refusal::RulesNotYet { from, date });
        }
        let signed_by = self.count_signed_by(check.set, check.balls_counted, asked)?;
        let (set, balls) = (check.set, check.balls_counted);
        ensure!(signed_by == sala, Refusal::CountNotSigned { set, balls });
        let staff = self.staff_at_opening(session, &rules, (mesa, sala));
        let log_ins = self.log_ins_before_close((asked.device, asked.by));
        let closes = closing_hour.map(|hour| asked.now.next(hour));
        let closes_at_utc_ms = closes.and_then(|closes| u64::try_from(asked.now.instant_of(closes)).ok());
        let counted = counted.map(|counted| Hall::taken(session, check.set, counted));
        // Where nothing is said of it, nothing is written: the hall's machine reads the balls.
        let said = machine.is_some() || read != HowRead::Connected;
        let taken = said.then_some(Event::MachineTaken { session, machine, read, reason: None });
        let opened = [
            Event::SessionOpened { session, date, mesa, sala, check, rules, profile_sha256 },
            Event::OpeningCompleted { session, reserve_machine, closes, closes_at_utc_ms },
        ];
        Ok(opened.into_iter().chain(staff).chain(taken).chain(counted).chain(log_ins).collect())
    }

    /// Who signs an opening, and what was answered; nothing where nobody was asked.
    pub(super) fn opening_signed(
        &self,
        asked: &Asked<'_>,
        staff_complete: Option<bool>,
        rules_shown: Option<bool>,
    ) -> Option<Event> {
        let (session, by) = (SessionNo(self.sessions + 1), asked.by);
        let rules_by = self.regulation.signed.get(&self.rules_on(asked.now.date()).1);
        let rules_by = rules_by.cloned().unwrap_or_default();
        let answered = staff_complete.is_some() || rules_shown.is_some();
        answered.then_some(Event::OpeningSigned { session, by, rules_by, staff_complete, rules_shown })
    }

    /// Two sets on the hall's list, different, of one sort, sealed, and neither used up, withdrawn nor failed
    /// (34.5, Catálogo II); the readers know the one to be played with.
    fn sets_serve(
        &self,
        set: SetId,
        reserve_set: SetId,
        seals_whole: bool,
        (read, rules): (HowRead, &Rules),
    ) -> Result<(), Refusal> {
        let usable = |set: SetId, missing: &'static str| {
            self.ball_sets.get(&set).ok_or(Refusal::BallSet(missing))?.is_usable(set, rules)
        };
        usable(set, "el juego de la sesión no consta en la sala")?;
        usable(reserve_set, "el juego de reserva no consta en la sala")?;
        ensure!(set != reserve_set, Refusal::CheckFails("el juego de reserva debe ser otro (art. 34.5)"));
        self.is_reserve_of(set, reserve_set)?;
        if read == HowRead::Connected {
            self.tables_fit(set)?;
        }
        ensure!(seals_whole, Refusal::CheckFails("los precintos no están intactos"));
        Ok(())
    }

    /// Somebody of the same group takes a post (26.2.b). Jefe de sala and jefe de mesa stay two
    /// people; caja and mesa may be one for a time.
    pub(super) fn decide_substitute(
        &self,
        post: Role,
        person: PersonId,
        stand_in: PersonId,
        reason: String,
    ) -> Decision {
        let session = self.open_session()?;
        for who in [person, stand_in] {
            self.on_staff(who)?;
        }
        let bad = Refusal::BadSubstitution;
        ensure!(self.roles_of(person).contains(&post), bad("esa persona no ocupa ese puesto"));
        ensure!(
            stand_in != person && !self.roles_of(stand_in).contains(&post),
            bad("quien sustituye ya ocupa ese puesto")
        );
        let of_the_group = self.people[&stand_in].roles.iter().any(|role| role.may_stand_in_for(post));
        ensure!(of_the_group, bad("sólo se sustituyen entre sí las personas de un mismo grupo"));
        let chiefs = (post == Role::JefeDeSala && stand_in == session.mesa)
            || (post == Role::JefeDeMesa && stand_in == session.sala);
        ensure!(!chiefs, bad("jefe de sala y jefe de mesa no pueden ser la misma persona"));
        one(Event::SubstitutionMade { session: session.no, post, person, stand_in, reason })
    }

    /// Another set goes into the machine, between draws, counted and sealed (Catálogo II, 34.5).
    pub(super) fn decide_change_ball_set(
        &self,
        set: SetId,
        reserve_set: SetId,
        (typed, now_utc_ms): (u8, i64),
        seals_whole: bool,
        reason: String,
    ) -> Decision {
        let session = self.open_session()?;
        self.nothing_is_counted()?;
        if let Some(game) = self.running().filter(|game| game.is_in_draw()) {
            return Err(game.wrong_phase());
        }
        let counted = self.count_of(set, now_utc_ms)?;
        let balls_counted = ninety(counted, typed)?;
        ensure!(set != session.check.set, Refusal::BallSet("es el que ya está en la máquina"));
        self.sets_serve(set, reserve_set, seals_whole, (session.read, &session.rules))?;
        self.set_is_for(set, session.machine)?;
        let (session, from) = (session.no, session.check.set);
        let changed = Event::BallSetChanged { session, from, to: set, reserve_set, balls_counted, reason };
        let taken = counted.map(|counted| Hall::taken(session, set, counted));
        Ok([changed].into_iter().chain(taken).collect())
    }

    /// The agent of the authority is called, in a game or between two (34.4).
    pub(super) fn decide_call_authority(&self, cause: String, balls: Option<u8>) -> Decision {
        self.open_session()?.authority_is_silent()?;
        let Some(balls) = balls else { return Ok(self.authority_called(cause, Doubt::Other)) };
        // In a game the balls are counted by what is out; of a difference there is a HOLD.
        self.no_game_runs()?;
        Ok(self.authority_called(cause, Doubt::Count { balls }))
    }

    /// The events of a call, here and now: a draw stops.
    pub(crate) fn authority_called(&self, cause: String, about: Doubt) -> Vec<Event> {
        let session = self.session.as_ref().expect("the authority is called in a session").no;
        let game = self.running();
        let stopped = game.and_then(|game| game.stopped_if_drawing(StopCause::Called));
        let (game, about) = (game.map(|game| game.no), Some(about));
        let called = Event::AuthorityCalled { session, game, cause, about };
        stopped.into_iter().chain([called]).collect()
    }

    /// What the agent decided. A running game ends with the session: void, its cards refunded.
    pub(super) fn decide_record_authority(
        &self,
        asked: &Asked<'_>,
        agent: String,
        goes_on: bool,
    ) -> Decision {
        let session = self.open_session()?;
        let Authority::Called { cause, about } = &session.authority else {
            return Err(Refusal::AuthorityNotCalled);
        };
        let game = self.running();
        let (no, number) = (session.no, game.map(|game| game.no));
        let about = *about;
        let decided = Event::AuthorityDecided { session: no, game: number, agent, goes_on, about };
        let mut events = Vec::from([decided]);
        if let Some(game) = game.filter(|_| !goes_on) {
            if game.sale.count() == 0 {
                events.push(Event::GameNotHeld { game: game.no });
            } else {
                let cause = format!("la autoridad termina la sesión ({cause})");
                events.push(game.voided(asked.by, cause));
            }
        }
        Ok(events)
    }

    pub(super) fn decide_close_session(
        &self,
        asked: &Asked<'_>,
        typed: u8,
        public_witness: bool,
    ) -> Decision {
        let session = self.open_session()?;
        self.no_game_runs()?;
        ensure!(!matches!(session.authority, Authority::Called { .. }), Refusal::AuthorityCalled);
        self.nothing_is_counted()?;
        let set = session.check.set;
        // A count that is not 90 must have been looked into by the authority: this one, and no other doubt.
        let counted = match self.count_of(set, asked.now.utc_ms) {
            Err(wrong) => {
                let counted = self.ball_sets[&set].counted.as_ref();
                let known = counted.is_some_and(|counted| session.agent_answered_for(counted.balls));
                if known { counted } else { return Err(wrong) }
            }
            Ok(counted) => counted,
        };
        let balls_counted = counted.map_or(typed, |counted| counted.balls);
        ensure!(
            balls_counted == 90 || session.agent_answered_for(balls_counted),
            Refusal::CheckFails("no hay 90 bolas: avise a la autoridad por el recuento (art. 34.4)")
        );
        self.count_signed_by(set, balls_counted, asked)?;
        let (prizes_pending, amount_pending) = self.prizes_pending();
        // The acta ends with the close: the count comes before.
        let session = session.no;
        let taken = counted.map(|counted| Hall::taken(session, set, counted));
        let closed =
            Event::SessionClosed { session, balls_counted, public_witness, prizes_pending, amount_pending };
        Ok(taken.into_iter().chain([closed]).collect())
    }

    /// The announcement of series, size and value, which opens the sale (G2, DECISIONS 30).
    pub(super) fn decide_open_sale(
        &self,
        asked: &Asked<'_>,
        series: SeriesId,
        size: u32,
        face_value: Cents,
    ) -> Decision {
        ensure!(!self.no_room, Refusal::NoRoom);
        self.numbering_is_known()?;
        let session = self.open_session()?;
        session.authority_is_silent()?;
        self.clock_is_sure()?;
        self.no_game_runs()?;
        self.nothing_is_counted()?;
        // No card is sold for a game that could not be drawn (Catálogo II).
        self.set_may_play(session.check.set, session)?;
        self.set_is_for(session.check.set, session.machine)?;
        let counted = self.ball_sets.get(&session.check.set).and_then(|item| item.counted.as_ref());
        if !counted.is_some_and(|counted| session.agent_answered_for(counted.balls)) {
            self.count_of(session.check.set, asked.now.utc_ms)?;
        }
        let item = self.stock.get(series).ok_or(Refusal::UnknownSeries(series))?;
        ensure!(!item.retired, Refusal::MatrixRetired(item.matrix));
        ensure!(size == item.size, Refusal::NotTheSize { size: item.size });
        ensure!(face_value == item.face_value, Refusal::NotFaceValue { face_value: item.face_value });
        ensure!(item.next <= item.size, Refusal::SeriesUsedUp(series));
        if !item.is_begun()
            && let Some(begun) = self.stock.begun(face_value, series)
        {
            return Err(Refusal::SeriesOutOfOrder { begun });
        }
        ensure!(session.last_game.is_none_or(|last| session.games < last), Refusal::LastGamePlayed);
        if let Some(closes) = session.closes.filter(|_| session.is_past_closing_at(asked.now)) {
            return Err(Refusal::PastClosingHour(closes.hour));
        }
        let game = GameNo(self.games + 1);
        let (in_session, first) = (session.games + 1, CardNo(item.next));
        one(Event::SaleOpened { game, in_session, series, first, face_value })
    }

    /// No game is on sale or in play (G4).
    pub(super) fn no_game_runs(&self) -> Result<(), Refusal> {
        self.running().map_or(Ok(()), |game| Err(Refusal::GameRunning(game.no)))
    }
}

/// The balls of a set, which must be 90: as counted by the reader, else as typed.
fn ninety(counted: Option<&Counted>, typed: u8) -> Result<u8, Refusal> {
    let balls = counted.map_or(typed, |counted| counted.balls);
    ensure!(balls == 90, Refusal::CheckFails("el juego debe tener 90 bolas"));
    Ok(balls)
}
