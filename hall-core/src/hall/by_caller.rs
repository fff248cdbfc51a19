//! A draw without a line to a machine: most drums have none, and so has every machine in reserve (DECISIONS 36).
//!
//! The opening says with which machine the session draws and how its balls are read. Where the caller reads them he keys each
//! number, and it is a ball of the game with the second word that the profile asks for; it is announced in the same breath, since
//! he says what he reads. What still has a line is not listened to.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::ball::Ball;
use crate::event::{Event, Evidence, GameNo, HoldWhy, HowRead, MachineNo, Ordinal};
use crate::game::Game;
use crate::game::decide::{Decision, one, stale};
use crate::hall::Hall;
use crate::machine::SetId;
use crate::people::{PersonId, Role};
use crate::refusal::Refusal;
use crate::request::RequestKind;
use crate::rules::SecondWord;

impl Hall {
    /// The number the next machine will have.
    pub(super) fn next_machine(&self) -> MachineNo {
        MachineNo(self.machines.last_key_value().map_or(0, |(last, _)| last.0) + 1)
    }

    /// Whether the caller reads the balls of the open session.
    pub fn reads_by_caller(&self) -> bool {
        self.session.as_ref().is_some_and(|session| session.read == HowRead::ByCaller)
    }

    /// The machine is one of the hall's; it may stay unnamed only where the hall has entered none.
    pub(super) fn machine_is_known(&self, machine: Option<MachineNo>) -> Result<(), Refusal> {
        let known = machine.map_or(self.machines.is_empty(), |no| self.machines.contains_key(&no));
        ensure!(known, Refusal::UnknownMachine);
        Ok(())
    }

    /// The set is for the sort of machine that it is put into (Catálogo II).
    pub(super) fn set_is_for(&self, set: SetId, machine: Option<MachineNo>) -> Result<(), Refusal> {
        let Some(machine) = machine else { return Ok(()) };
        let sort = self.machines.get(&machine).map(|item| item.extractor);
        let fits = self.ball_sets.get(&set).map(|item| item.extractor) == sort;
        ensure!(fits, Refusal::SetOfAnotherMachine { set, machine });
        Ok(())
    }

    /// Between two draws; within one the way is to go on by hand (36.2). A set for another sort of machine is changed after it,
    /// before the next sale opens or the draw begins.
    pub(super) fn decide_change_machine(
        &self,
        machine: Option<MachineNo>,
        read: HowRead,
        reason: String,
    ) -> Decision {
        let session = self.open_session()?;
        self.nothing_is_counted()?;
        if let Some(game) = self.running().filter(|game| game.is_in_draw()) {
            return Err(game.wrong_phase());
        }
        self.machine_is_known(machine)?;
        ensure!((machine, read) != (session.machine, session.read), Refusal::SameMachine);
        one(Event::MachineTaken { session: session.no, machine, read, reason: Some(reason) })
    }

    /// The order to extract, once the game may begin: to the machine, or to the caller.
    pub(super) fn decide_start_draw(&self, game: GameNo) -> Decision {
        let session = self.open_session()?;
        let set = session.check.set;
        self.set_is_for(set, session.machine)?;
        if self.reads_by_caller() {
            self.set_may_play(set, session)?;
            return one(Event::DrawStartedByCaller { game, set });
        }
        let (boot, set) = self.machine_ready()?;
        one(Event::DrawStarted { game, set, boot })
    }

    /// Somebody keys a ball of a draw that the caller reads: with the second word that the profile asks for it is a ball of the
    /// game, and announced. Two numbers, or one that is out already, are a HOLD.
    pub(super) fn decide_read_ball(
        &self,
        game: &Game,
        (by, device): (PersonId, &str),
        ordinal: Ordinal,
        (ball, again): (Ball, bool),
    ) -> Decision {
        let session = self.game_session();
        game.may_key(session, ordinal)?;
        let (no, hold) = (game.no, self.next_hold());
        let announces = |person| self.may(person, RequestKind::Announce);
        let is_out = game.extracted.contains(&ball);
        let held = |why| one(Event::HoldRaised { game: no, hold, why });
        let second_word = session.rules.second_word.value;
        // Hurried hands may key the next ball while this one waits: only who says so puts his own word right.
        let own = game.keyed().filter(|first| first.by == by);
        if own.is_some() != again {
            let keyed =
                own.map_or("no la ha tecleado".into(), |own| format!("ya ha tecleado la {}", own.ball));
            return Err(stale(format!("para la bola {} de la partida usted {keyed}", ordinal.0)));
        }
        let first = game.keyed().filter(|first| first.by != by && second_word != SecondWord::Caller);
        let Some(first) = first else {
            match second_word {
                SecondWord::Caller => ensure!(announces(by), Refusal::NobodyAnnounces),
                SecondWord::Mesa => ensure!(announces(by), Refusal::CallerReadsFirst),
                // Either of the two may be the faster.
                SecondWord::SecondPerson => (),
            }
            if is_out {
                return held(HoldWhy::KeyedAgain { ordinal, ball });
            }
            if second_word == SecondWord::Caller {
                return Ok(read(no, ordinal, ball, Vec::from([Evidence::Read { by }])));
            }
            return one(Event::BallKeyed { game: no, ordinal, ball });
        };
        ensure!(first.device != device, Refusal::AnotherDevice);
        let evidence = match second_word {
            SecondWord::Mesa => {
                let is_mesa = |person| self.roles_of(person).contains(&Role::JefeDeMesa);
                // The jefe de mesa may have been the faster.
                let (caller, mesa) = if is_mesa(by) { (first.by, by) } else { (by, first.by) };
                ensure!(is_mesa(mesa), Refusal::MesaConfirms);
                ensure!(announces(caller), Refusal::NobodyAnnounces);
                [Evidence::Read { by: caller }, Evidence::Confirmed { by: mesa }]
            }
            SecondWord::SecondPerson | SecondWord::Caller => {
                let (caller, other) = if announces(first.by) { (first.by, by) } else { (by, first.by) };
                ensure!(announces(caller), Refusal::NobodyAnnounces);
                [Evidence::Read { by: caller }, Evidence::Keyed { by: other }]
            }
        };
        if first.ball != ball {
            return held(HoldWhy::KeyedDiffers { ordinal, first: first.ball, second: ball });
        }
        Ok(read(no, ordinal, ball, evidence.into()))
    }
}

/// A ball is out, and said.
fn read(game: GameNo, ordinal: Ordinal, ball: Ball, evidence: Vec<Evidence>) -> Vec<Event> {
    Vec::from([
        Event::BallExtracted { game, ordinal, ball, evidence },
        Event::BallAnnounced { game, ordinal, ball, evidence: Evidence::CallerTyped },
    ])
}
