//! Whether the machine, as it was last heard, fits the game it is to draw for.

use crate::event::{HoldWhy, StopCause};
use crate::extractor::Line;
use crate::game::{Game, Stop};
use crate::hall::Hall;
use crate::machine::{BootId, SetId};
use crate::refusal::Refusal;

impl Hall {
    /// Returns power-up and set of a machine that can begin a draw (BLP/1: at `out` 00).
    pub(crate) fn machine_ready(&self) -> Result<(BootId, SetId), Refusal> {
        let session = self.session.as_ref().ok_or(Refusal::NoSession)?;
        let (Line::Up, Some(boot), Some(set)) = (self.machine.line, self.machine.boot, self.machine.set)
        else {
            return Err(Refusal::MachineNotReady("no hay enlace; mire el cable y la corriente"));
        };
        // A heartbeat from before the machine's last frame counts the balls of another moment.
        let known = self.machine.known();
        let beat = self.beat.filter(|beat| beat.boot == boot && beat.seq == known);
        if set != session.check.set {
            return Err(Refusal::MachineNotReady("el juego de bolas cargado no es el de la sesión"));
        }
        if !self.machine.faults.is_empty() {
            return Err(Refusal::MachineNotReady("tiene una avería sin resolver"));
        }
        if self.machine.door_open {
            return Err(Refusal::MachineNotReady("la puerta está abierta"));
        }
        self.second_is_there().map_err(Refusal::MachineNotReady)?;
        match beat {
            None => Err(Refusal::MachineNotReady(
                "todavía no ha dicho cuántas bolas tiene fuera; espere un segundo",
            )),
            Some(beat) if beat.out != 0 => {
                Err(Refusal::MachineNotReady("quedan bolas fuera del bombo; espere a que se recojan"))
            }
            Some(_) => self.set_may_play(set, session).map(|()| (boot, set)),
        }
    }

    /// Returns whether the draw of this game can go on with the machine as it is. After a
    /// restart its numbers and count must be the game's (NL8, DECISIONS 25); at any other stop
    /// a count that differs is a HOLD of its own.
    /// By hand none is needed.
    pub(crate) fn machine_can_draw(&self, game: &Game) -> Result<(), Refusal> {
        let (Some(Stop { cause, .. }), None) = (game.stop(), game.by_hand()) else { return Ok(()) };
        if self.machine.line != Line::Up {
            return Err(Refusal::MachineNotReady("no hay enlace; espere a que vuelva"));
        }
        self.second_is_there().map_err(Refusal::MachineNotReady)?;
        // The server may have come back with another table than the draw began with.
        if let Some(session) = &self.session {
            self.tables_fit(session.check.set)?;
        }
        match cause {
            StopCause::Restart => self.counts_agree(game).map_err(Refusal::MachineNotReady),
            // Without a heartbeat since the start or the cable, nobody has compared the counts.
            StopCause::Called | StopCause::Claim if self.beat.is_none() => Err(Refusal::MachineNotReady(
                "todavía no ha dicho cuántas bolas tiene fuera; espere un segundo",
            )),
            StopCause::Called | StopCause::Claim => Ok(()),
        }
    }

    /// Returns how many balls the machine has out, if it has said so since its last frame.
    pub(crate) fn count_is_known(&self) -> Result<u8, &'static str> {
        let Some(beat) = self.beat.filter(|beat| Some(beat.boot) == self.machine.boot) else {
            return Err("todavía no ha dicho cuántas bolas tiene fuera; espere un segundo");
        };
        if beat.seq == self.machine.known() {
            Ok(beat.out)
        } else {
            Err("quedan tramas de la máquina por llegar; espere un segundo")
        }
    }

    fn counts_agree(&self, game: &Game) -> Result<(), &'static str> {
        let out = self.count_is_known()?;
        if usize::from(out) == self.balls_out(game) {
            Ok(())
        } else {
            Err("la máquina cuenta otras bolas fuera que la partida")
        }
    }

    /// The machine counts as many balls out as the game has. Where none counts, the two people do who say
    /// that all is well; nothing may be on its way then.
    fn balls_are_counted(&self, game: &Game) -> Result<(), &'static str> {
        if self.counted_at_line { self.count_is_known().map(drop) } else { self.counts_agree(game) }
    }

    /// Returns whether what caused a hold is over, or why it is not. Where the balls may be in
    /// doubt the counts must agree; where only the machine was, they are compared when the last
    /// hold is left (`Hall::count_in_doubt`).
    pub(crate) fn is_repaired(&self, game: &Game, why: &HoldWhy) -> Result<(), &'static str> {
        match why {
            HoldWhy::Called(_) | HoldWhy::FramesMissing => Ok(()),
            HoldWhy::CallerDiffers { .. }
            | HoldWhy::KeyedDiffers { .. }
            | HoldWhy::ReadersDiffer { .. }
            | HoldWhy::SecondSilent(_) => Err("hay que mirar la bola en la cámara: lectura errónea"),
            HoldWhy::Fault(fault) if self.machine.faults.contains(fault) => {
                Err("la máquina sigue avisando de la avería")
            }
            HoldWhy::SecondLost(_) => self.second_is_there(),
            HoldWhy::DoorOpen if self.machine.door_open => Err("la puerta sigue abierta"),
            HoldWhy::LinkLost(_) | HoldWhy::Rebooted(_) if self.machine.line != Line::Up => {
                Err("la máquina sigue sin enlace")
            }
            HoldWhy::Fault(_) | HoldWhy::DoorOpen | HoldWhy::LinkLost(_) | HoldWhy::Rebooted(_) => {
                let heard = self.beat.is_some_and(|beat| Some(beat.boot) == self.machine.boot);
                if heard {
                    Ok(())
                } else {
                    Err("todavía no ha dicho cuántas bolas tiene fuera; espere un segundo")
                }
            }
            HoldWhy::ForeignSet(_) => {
                self.own_set_is_loaded()?;
                self.balls_are_counted(game)
            }
            HoldWhy::Repeated(_)
            | HoldWhy::OutOfRange(_)
            | HoldWhy::NoRead
            | HoldWhy::LeftOut { .. }
            | HoldWhy::CountDiffers { .. } => self.balls_are_counted(game),
        }
    }

    /// The balls counted at the opening are those in the machine, as far as it has said: with others
    /// it draws no further (34.1). A machine that says nothing is held for that already.
    pub(crate) fn own_set_is_loaded(&self) -> Result<(), &'static str> {
        let counted = self.session.as_ref().map(|session| session.check.set);
        match self.machine.set {
            Some(loaded) if Some(loaded) != counted => {
                Err("la máquina sigue con otro juego de bolas; ponga el de la sesión")
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Returns the hold that the machine's count makes when a game that had `before` balls has
    /// `count`, if it makes one: nothing is on its way, nothing at the reader, and the counts differ.
    /// Where the line's end counts for the machine, a ball that two people put in is one more for it
    /// too, as soon as it is told: what it said before is no contradiction.
    pub(crate) fn count_in_doubt(&self, before: usize, count: usize) -> Option<HoldWhy> {
        let beat = self.beat.filter(|beat| Some(beat.boot) == self.machine.boot)?;
        let at_rest = beat.seq == self.machine.known() && !self.machine.present;
        let game = u8::try_from(count).expect("at most 90 balls");
        let fits = beat.out == game || (self.counted_at_line && usize::from(beat.out) == before);
        (at_rest && !fits).then_some(HoldWhy::CountDiffers { machine: beat.out, game })
    }

    /// The machine's protocol tells no count of balls: the end of its line counts those that it saw,
    /// and those that people put in.
    pub fn hears_a_machine_without_count(&mut self) {
        self.counted_at_line = true;
    }
}
