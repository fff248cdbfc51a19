//! Whether the machine, as last heard, can draw for the game.

use crate::event::{HoldWhy, StopCause};
use crate::extractor::{Beat, LinkState};
use crate::game::{Game, Stop};
use crate::hall::Hall;
use crate::machine::{BootId, SetId};
use crate::refusal::Refusal;

const IN_THE_DRUM: &str = "una bola de la partida volvió al bombo y fuera hay otra sin leer; mírenla y digan cuál es, \
                           en el lugar de la que volvió";
const NOT_COUNTED: &str = "todavía no ha dicho cuántas bolas tiene fuera; espere un segundo";

impl Hall {
    /// Power-up and set of a machine that can begin a draw (BLP/1: at `out` 00).
    pub(crate) fn machine_ready(&self) -> Result<(BootId, SetId), Refusal> {
        let session = self.open_session()?;
        let machine = &self.machine;
        let (LinkState::Up, Some(boot), Some(set)) = (machine.line, machine.boot, machine.set) else {
            return Err(Refusal::MachineNotReady("no hay enlace; mire el cable y la corriente"));
        };
        let not_ready = Refusal::MachineNotReady;
        ensure!(set == session.check.set, not_ready("el juego de bolas cargado no es el de la sesión"));
        ensure!(machine.faults.is_empty(), not_ready("tiene una avería sin resolver"));
        ensure!(!machine.door_open, not_ready("la puerta está abierta"));
        self.second_is_there().map_err(not_ready)?;
        // A heartbeat from before the machine's last frame counts the balls of another moment.
        let beat = self.beat_of_this_boot().map_err(not_ready)?;
        ensure!(beat.seq == machine.known(), not_ready(NOT_COUNTED));
        ensure!(beat.out == 0, not_ready("quedan bolas fuera del bombo; espere a que se recojan"));
        self.set_may_play(set, session)?;
        Ok((boot, set))
    }

    /// Whether the draw of this game can go on with the machine as it is; where people read the balls it needs none. After a restart
    /// numbers and count must be the game's (NL8, DECISIONS 25); at any other stop a count that differs is a HOLD
    /// of its own.
    pub(crate) fn machine_can_draw(&self, game: &Game) -> Result<(), Refusal> {
        let Some(Stop { cause, .. }) = game.stop().filter(|_| game.is_read_by_machine()) else {
            return Ok(());
        };
        let not_ready = Refusal::MachineNotReady;
        ensure!(self.machine.line == LinkState::Up, not_ready("no hay enlace; espere a que vuelva"));
        self.second_is_there().map_err(not_ready)?;
        // The server may have come back with another table than the draw began with.
        if let Some(session) = &self.session {
            self.tables_fit(session.check.set)?;
        }
        match cause {
            StopCause::Restart => self.counts_agree(game).map_err(not_ready)?,
            // Without a heartbeat since the start or the cable, the counts were not compared.
            StopCause::Called | StopCause::Claim => ensure!(self.beat.is_some(), not_ready(NOT_COUNTED)),
        }
        Ok(())
    }

    fn beat_of_this_boot(&self) -> Result<Beat, &'static str> {
        self.beat.filter(|beat| Some(beat.boot) == self.machine.boot).ok_or(NOT_COUNTED)
    }

    /// How many balls the machine has out, if it has said so since its last frame.
    pub(crate) fn count_is_known(&self) -> Result<u8, &'static str> {
        let beat = self.beat_of_this_boot()?;
        ensure!(
            beat.seq == self.machine.known(),
            "quedan tramas de la máquina por llegar; espere un segundo"
        );
        Ok(beat.out)
    }

    /// Equal counts are no proof while a ball of the game is in the drum: then one that nobody read is out.
    fn counts_agree(&self, game: &Game) -> Result<(), &'static str> {
        let out = usize::from(self.count_is_known()?);
        ensure!(out == self.balls_out(game), "la máquina cuenta otras bolas fuera que la partida");
        ensure!(!game.has_a_ball_in_the_drum(), IN_THE_DRUM);
        Ok(())
    }

    /// The machine counts as many balls out as the game has. Where it does not count, two people do, once no frame is
    /// on its way.
    fn balls_are_counted(&self, game: &Game) -> Result<(), &'static str> {
        if self.counted_at_line { self.count_is_known().map(drop) } else { self.counts_agree(game) }
    }

    /// Whether what caused a hold is over. Where the balls may be in doubt the counts must agree; where only the
    /// machine was, they are compared when the last hold is left (`Hall::count_in_doubt`).
    pub(crate) fn is_repaired(&self, game: &Game, why: &HoldWhy) -> Result<(), &'static str> {
        match why {
            HoldWhy::Called(_) | HoldWhy::FramesMissing => Ok(()),
            // A slip: no ball came out.
            HoldWhy::KeyedAgain { .. } => Ok(()),
            HoldWhy::CallerDiffers { .. }
            | HoldWhy::KeyedDiffers { .. }
            | HoldWhy::ReadWrong { .. }
            | HoldWhy::ReadersDiffer { .. }
            | HoldWhy::SecondSilent(_) => Err("hay que mirar la bola en la cámara: lectura errónea"),
            HoldWhy::Fault(fault) if self.machine.faults.contains(fault) => {
                Err("la máquina sigue avisando de la avería")
            }
            HoldWhy::SecondLost(_) => self.second_is_there(),
            HoldWhy::DoorOpen if self.machine.door_open => Err("la puerta sigue abierta"),
            HoldWhy::LinkLost(_) | HoldWhy::Rebooted(_) if self.machine.line != LinkState::Up => {
                Err("la máquina sigue sin enlace")
            }
            HoldWhy::Fault(_) | HoldWhy::DoorOpen | HoldWhy::LinkLost(_) | HoldWhy::Rebooted(_) => {
                self.beat_of_this_boot().map(drop)
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

    /// The set in the machine is the one counted at the opening (34.1). A machine that names none is held for that.
    pub(crate) fn own_set_is_loaded(&self) -> Result<(), &'static str> {
        let counted = self.session.as_ref().map(|session| session.check.set);
        let own = self.machine.set.is_none_or(|loaded| Some(loaded) == counted);
        ensure!(own, "la máquina sigue con otro juego de bolas; ponga el de la sesión");
        Ok(())
    }

    /// The hold that the machine's count makes when a game that had `before` balls has `count`: nothing is on its
    /// way, nothing at the reader, and the counts differ. With a ball of the game in the drum equal counts are one too:
    /// a ball is out that was not read. Where the line's end counts for the machine, a ball that two people put in is one
    /// more for it too, as soon as it is told: what it said before is no contradiction.
    pub(crate) fn count_in_doubt(&self, before: usize, count: usize, in_the_drum: bool) -> Option<HoldWhy> {
        let beat = self.beat_of_this_boot().ok()?;
        let at_rest = beat.seq == self.machine.known() && !self.machine.present;
        let game = u8::try_from(count).expect("at most 90 balls");
        let fits = beat.out == game || (self.counted_at_line && usize::from(beat.out) == before);
        let why = if fits {
            (in_the_drum && !self.counted_at_line).then_some(HoldWhy::NoRead)
        } else {
            Some(HoldWhy::CountDiffers { machine: beat.out, game })
        };
        why.filter(|_| at_rest)
    }
}
