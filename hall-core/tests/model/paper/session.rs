//! The session on paper: its opening and its close.

use super::*;

impl Paper {
    pub(super) fn against_session(&self, act: &Act) -> Reasons {
        let mut no = Reasons::new();
        match *act {
            Act::OpenSession { by } => {
                check(&mut no, self.session.is_some(), "sesion-abierta");
                check(&mut no, by == 1, "otra-persona");
            }
            Act::CloseSession { balls } => {
                check(&mut no, self.session.is_none(), "sin-sesion");
                check(&mut no, self.game().is_some_and(Game::is_running), "partida-en-curso");
                check(&mut no, balls != 90, "comprobacion-incompleta");
            }
            ref other => unreachable!("{other:?}"),
        }
        no
    }

    pub(super) fn write_session(&mut self, act: &Act) {
        match *act {
            Act::OpenSession { .. } => {
                self.sessions += 1;
                self.session = Some(self.sessions);
            }
            Act::CloseSession { .. } => {
                self.owed_at_close = Some(self.owed());
                self.session = None;
                self.table = None;
                let due =
                    self.games.values_mut().filter(|g| g.phase == Phase::Ended).flat_map(|g| &mut g.prizes);
                due.filter(|p| p.state == "pendiente").for_each(|p| p.state = "no reclamado");
            }
            ref other => unreachable!("{other:?}"),
        }
    }

    /// Prizes of closed games that nobody has been paid: how many and how much.
    pub fn owed(&self) -> (u32, u64) {
        let games = self.games.values().filter(|game| game.phase != Phase::Voided);
        let open = games.flat_map(|game| &game.prizes).filter(|prize| prize.state != "pagado");
        open.fold((0, 0), |(count, sum), prize| (count + 1, sum + prize.cents))
    }
}
