//! The acts, done in the hall: people ask, machines and servers do.

use super::*;

impl Evening<'_> {
    /// A refusal changes nothing.
    pub(super) fn perform(&mut self, asked: &Asked) -> Result<Vec<Event>, Refusal> {
        let Some(request) = self.request(&asked.act) else { return Ok(self.happen(&asked.act)) };
        let before = self.bench.hall.clone();
        let lines = self.bench.record.len();
        let answer = self.bench.ask_at(asked.at, PersonId(asked.who), request);
        if answer.is_err() {
            assert!(
                self.bench.hall == before && self.bench.record.len() == lines,
                "a refusal changes nothing\n{}",
                self.at()
            );
        }
        answer
    }

    /// The jefe de sala signs for the count, as far as he may, before a session opens or closes with it (34.1).
    pub(super) fn sign_for(&mut self, asked: &Asked) {
        let (sala, of, balls_counted) = match asked.act {
            Act::OpenSession { sala, set, balls, .. } => (sala, set, balls),
            Act::CloseSession { balls } => {
                let counter = self.paper.counter(asked.who);
                let Some((session, sala)) = self.paper.session.as_ref().zip(counter) else { return };
                (sala, session.set, balls)
            }
            _ => return,
        };
        let now_ms = self.bench.now_ms;
        let _ = self.bench.ask(PersonId(sala), Request::SignCount { set: set(of), balls_counted });
        self.bench.now_ms = now_ms;
    }

    pub(super) fn happen(&mut self, act: &Act) -> Vec<Event> {
        let bench = &mut self.bench;
        let mut events = vec![];
        match *act {
            Act::Ball(number) => events.extend(bench.out(number)),
            Act::Unreadable => {
                bench.out += 1;
                for what in [Stored::Present, Stored::NoRead, Stored::Gone] {
                    events.extend(bench.frame(what));
                }
                events.extend(bench.beat());
            }
            Act::Jam => {
                events.extend(bench.frame(Stored::FaultRaised(Fault::Jam)));
                events.extend(bench.beat());
            }
            Act::Unjam => {
                events.extend(bench.frame(Stored::FaultCleared(Fault::Jam)));
                events.extend(bench.beat());
            }
            Act::Cable => events.extend(bench.report(&Report::LinkLost(LinkLoss::HungUp))),
            Act::Identity => events.extend(bench.identity()),
            Act::Beat => events.extend(bench.beat()),
            Act::TakeBack => {
                bench.out =
                    bench.hall.game.as_ref().map_or(0, |game| u8::try_from(game.extracted.len()).unwrap());
                events.extend(bench.beat());
            }
            Act::Load(name) => {
                bench.set = set(name);
                events.extend(bench.identity());
            }
            Act::Stopping { power: power_failing } => {
                events.extend(bench.notice(&Notice::Stopping { power_failing }));
            }
            Act::Clock(seconds) => {
                let by_ms = seconds * 1000;
                bench.now_ms += by_ms;
                events.extend(bench.notice(&Notice::ClockStepped { by_ms }));
            }
            Act::Restart => {
                bench.hall.beat = None;
                events.extend(bench.notice(&Notice::Started { version: "0.1.0".into() }));
            }
            Act::Shown { game, place } => {
                events.extend(bench.notice(&Notice::Shown {
                    game: GameNo(game),
                    ordinal: Ordinal(place),
                    panel: "pared-1".into(),
                }));
            }
            Act::Wait(seconds) => bench.now_ms += i64::from(seconds) * 1000,
            _ => unreachable!("{act:?} is asked for by a person"),
        }
        events
    }
}
