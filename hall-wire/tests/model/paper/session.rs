//! The session on paper: its opening and close, its balls, and the agent of the authority.

use super::*;

/// What stands between the hall and the agent (34.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Agent {
    NotCalled,
    Called,
    /// He has decided that the session goes on.
    GoesOn,
    /// He has ended it.
    Ended,
}

#[derive(Debug, Clone)]
pub struct Session {
    pub no: u32,
    pub mesa: u32,
    pub sala: u32,
    pub set: &'static str,
    pub reserve: &'static str,
    /// The minute of the wall clock, counted from the year 1970, at which the hall has to close.
    pub closes: Option<i64>,
    pub agent: Agent,
    /// He was called for the 89 balls of the set: no game ran.
    pub called_for_balls: bool,
    /// The games there had been when he decided about those balls.
    pub agent_after: Option<usize>,
}

/// Minutes on the wall clock, which is an hour before UTC.
pub fn wall_minute(now: i64) -> i64 {
    (now + 3_600_000) / 60_000
}

impl Paper {
    /// Prizes of closed games that nobody has been paid: how many and how much.
    pub fn owed(&self) -> (u32, u64) {
        let games = self.games.values().filter(|game| game.phase != Phase::Voided);
        let open = games.flat_map(|game| &game.prizes).filter(|prize| prize.state != "pagado");
        open.fold((0, 0), |(count, sum), prize| (count + 1, sum + prize.cents))
    }

    pub fn session_no(&self) -> Option<u32> {
        self.session.as_ref().map(|session| session.no)
    }

    pub fn agent(&self) -> Agent {
        self.session.as_ref().map_or(Agent::NotCalled, |session| session.agent)
    }

    /// With the agent on his way nothing moves; when he has ended the session neither.
    pub(super) fn against_moving(&self, no: &mut Reasons) {
        check(no, self.agent() == Agent::Called, "autoridad-avisada");
        check(no, self.agent() == Agent::Ended, "sesion-terminada");
    }

    /// Two different sets of the hall, ninety balls, whole seals (34.1, 34.5).
    fn against_sets(&self, no: &mut Reasons, set: &str, reserve: &str, balls: u8, sealed: bool) {
        check(no, balls != 90 || set == reserve || !sealed, "comprobacion-incompleta");
        check(no, [set, reserve].iter().any(|name| !SETS.contains(name)), "juego-de-bolas");
    }

    pub(super) fn against_session(&self, asked: &Asked) -> Reasons {
        let mut no = Reasons::new();
        match asked.act {
            Act::OpenSession { sala, balls, set, reserve, .. } => {
                check(&mut no, self.session.is_some(), "sesion-abierta");
                check(&mut no, asked.who == sala, "otra-persona");
                check(&mut no, !self.has_post(sala, Post::Sala), "comprobacion-incompleta");
                self.against_sets(&mut no, set, reserve, balls, true);
            }
            Act::ChangeSet { set, reserve, balls, sealed } => {
                let Some(session) = &self.session else { return vec!["sin-sesion"] };
                check(&mut no, self.game().is_some_and(Game::in_draw), PHASE);
                check(&mut no, set == session.set, "juego-de-bolas");
                self.against_sets(&mut no, set, reserve, balls, sealed);
            }
            Act::CallAuthority => {
                check(&mut no, self.session.is_none(), "sin-sesion");
                self.against_moving(&mut no);
            }
            Act::RecordAuthority { .. } => {
                check(&mut no, self.session.is_none(), "sin-sesion");
                check(&mut no, self.agent() != Agent::Called, "autoridad-no-avisada");
            }
            Act::CloseSession { balls } => {
                check(&mut no, self.session.is_none(), "sin-sesion");
                check(&mut no, self.game().is_some_and(Game::is_running), "partida-en-curso");
                check(&mut no, self.agent() == Agent::Called, "autoridad-avisada");
                // A jefe de sala counts in the presence of another.
                let nobody = self.counter(asked.who).is_none();
                check(&mut no, nobody, "recuento-sin-firmar");
                check(&mut no, nobody, "otra-persona");
                // Where balls are missing the agent has to have seen to it, and no game since.
                let seen = self
                    .session
                    .as_ref()
                    .is_some_and(|session| session.agent_after == Some(self.games.len()));
                check(
                    &mut no,
                    balls != 90 && self.agent() != Agent::Ended && !seen,
                    "comprobacion-incompleta",
                );
            }
            ref other => unreachable!("{other:?}"),
        }
        no
    }

    pub(super) fn write_session(&mut self, now: i64, asked: &Asked) {
        match asked.act {
            Act::OpenSession { sala, set, reserve, hour, .. } => {
                self.sessions += 1;
                // Whoever was there when the last one closed comes in again, but for whoever opens.
                let opens = (asked.at, asked.who);
                self.desks.retain(|desk| *desk == opens || !self.there_at_close.contains(desk));
                let next = |hour: u16| {
                    let minute = wall_minute(now);
                    (minute + 1..=minute + 1440).find(|m| m % 1440 == i64::from(hour)).unwrap()
                };
                self.session = Some(Session {
                    no: self.sessions,
                    mesa: asked.who,
                    sala,
                    set,
                    reserve,
                    closes: hour.map(next),
                    agent: Agent::NotCalled,
                    called_for_balls: false,
                    agent_after: None,
                });
            }
            Act::ChangeSet { set, reserve, .. } => {
                let session = self.session.as_mut().unwrap();
                (session.set, session.reserve) = (set, reserve);
            }
            Act::CallAuthority => self.call_agent(),
            Act::RecordAuthority { goes_on } => {
                let numbers = self.games.len();
                let session = self.session.as_mut().unwrap();
                session.agent = if goes_on { Agent::GoesOn } else { Agent::Ended };
                session.agent_after = session.called_for_balls.then_some(numbers);
                // With the session ends its game: nobody can win it, so everybody has his money back.
                if let Some(no) = self.table.filter(|no| !goes_on && self.games[no].is_running()) {
                    if self.games[&no].with_sellers().next().is_some() {
                        self.void(no);
                    } else {
                        self.not_held(no);
                    }
                }
            }
            Act::CloseSession { .. } => {
                self.owed_at_close = Some(self.owed());
                self.session = None;
                self.there_at_close = self.desks.clone();
                self.table = None;
                self.posts = Paper::staff();
                let due =
                    self.games.values_mut().filter(|g| g.phase == Phase::Ended).flat_map(|g| &mut g.prizes);
                due.filter(|p| p.state == "pendiente").for_each(|p| p.state = "no reclamado");
            }
            ref other => unreachable!("{other:?}"),
        }
    }

    /// Who counts the balls for somebody who closes the session.
    pub fn counter(&self, closes: u32) -> Option<u32> {
        (1..=7).find(|person| *person != closes && self.has_post(*person, Post::Sala))
    }

    /// The agent is sent for; a draw stops.
    pub(super) fn call_agent(&mut self) {
        if self.game().is_some_and(|game| game.phase == Phase::Drawing) {
            self.stop(false);
        }
        let called_for_balls = !self.game().is_some_and(Game::is_running);
        let session = self.session.as_mut().unwrap();
        (session.agent, session.called_for_balls) = (Agent::Called, called_for_balls);
    }
}
