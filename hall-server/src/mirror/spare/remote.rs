//! The spare as the hall's server reaches it: one more copy of the record.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use hall_core::record::Hash;
use hall_wire::sighting::{Head, Seen, Sighting};

use super::key::{About, CODE, SpareKey};
use super::standing::Standing;
use super::superseded::Superseded;
use super::{ANSWER_MAX, PATH, SpareSettings};
use crate::journal::{Portion, RecordReader};
use crate::mirror::trouble::Trouble;
use crate::mirror::writer::{contradicted, portion_frame};

/// How often a spare that has everything is asked how it stands.
const ASK_EVERY: Duration = Duration::from_millis(900);

/// Asks the spare once whether it was promoted. One that does not answer was not, as far as this server can know.
pub fn superseded(settings: &SpareSettings, ours: Seen) -> Option<Superseded> {
    let theirs = ask(&agent(), settings.at, &settings.key).ok()?.record?;
    (theirs.hall == ours.hall && theirs.end.epoch > ours.end.epoch).then_some(Superseded {
        at: settings.at,
        theirs: theirs.end,
        ours: ours.end.epoch,
    })
}

/// The spare, open for writing.
pub(crate) struct Remote {
    agent: ureq::Agent,
    at: SocketAddr,
    key: SpareKey,
    head: Head,
    epoch: u32,
    asked: Instant,
}

impl Remote {
    /// Asks the spare how far it goes, and compares it with the record. A spare that has what the record has not is left as it
    /// is; one that was promoted ends this server.
    pub(crate) fn attach(settings: &SpareSettings, record: &RecordReader) -> Result<Remote, Trouble> {
        let agent = agent();
        let theirs = ask(&agent, settings.at, &settings.key)?;
        let Some(first) = record.head_at(1)? else { return Err(Trouble::Missing) };
        let mut remote = Remote {
            agent,
            at: settings.at,
            key: settings.key.clone(),
            head: Head::EMPTY,
            epoch: 1,
            asked: Instant::now(),
        };
        if let Some(theirs) = theirs.record {
            let head = record.head()?;
            let ours = Sighting { epoch: record.epoch_at(head.seq)?, head };
            remote.belongs(first.hash, ours, theirs)?;
            if let Some(found) = record.contradiction("la reserva", theirs.end)? {
                return Err(contradicted(found, theirs.end.head));
            }
            if record.head_at(theirs.end.head.seq)? != Some(theirs.end.head) {
                // It ends with lines that two people accepted as lost here.
                return Err(Trouble::Rewritten(theirs.end.head));
            }
            (remote.head, remote.epoch) = (theirs.end.head, theirs.end.epoch);
        }
        Ok(remote)
    }

    /// Whether it is this hall's, and follows.
    fn belongs(&self, hall: Hash, ours: Sighting, theirs: Seen) -> Result<(), Trouble> {
        if theirs.hall != hall {
            return Err(Trouble::other_hall(theirs.hall));
        }
        if theirs.end.epoch > ours.epoch {
            return Err(Trouble::Superseded(Superseded {
                at: self.at,
                theirs: theirs.end,
                ours: ours.epoch,
            }));
        }
        Ok(())
    }

    /// The end of the spare's record.
    pub(crate) fn head(&self) -> Head {
        self.head
    }

    /// Sends a portion that follows from the head, and returns when the spare has it on its disk. After an error it must be
    /// attached again.
    pub(crate) fn append(&mut self, portion: &Portion) -> Result<Head, Trouble> {
        let (frame, epoch) =
            portion_frame(portion, self.epoch, &self.key.identity().recipient()).map_err(Trouble::Failing)?;
        let code = self.key.code(About::Portion, &[&frame]);
        let answered = self.agent.post(url(self.at, PATH)).header(CODE, &code).send(&frame[..]);
        let mut answer = answered.map_err(|error| broken(&error))?;
        let theirs = header(&answer);
        let status = answer.status().as_u16();
        let text = answer.body_mut().read_to_string().map_err(|error| broken(&error))?;
        if !self.key.is_code(theirs.as_deref(), About::Taken, &[code.as_bytes(), text.as_bytes()]) {
            return Err(Trouble::NotTheSpare);
        }
        if status == 507 {
            return Err(Trouble::Full);
        }
        let head = Head::parse(&text).filter(|head| status == 200 && *head == portion.after());
        self.head = head.ok_or(Trouble::Changed)?;
        self.epoch = epoch;
        self.asked = Instant::now();
        Ok(self.head)
    }

    /// Whether it still follows, with what was sent to it.
    pub(crate) fn is_there(&mut self, hall: Hash, ours: Sighting) -> Result<(), Trouble> {
        if self.asked.elapsed() < ASK_EVERY {
            return Ok(());
        }
        let theirs = ask(&self.agent, self.at, &self.key)?.record;
        if let Some(theirs) = theirs {
            self.belongs(hall, ours, theirs)?;
        }
        self.asked = Instant::now();
        let as_left = theirs.map_or(Head::EMPTY, |theirs| theirs.end.head) == self.head;
        if as_left { Ok(()) } else { Err(Trouble::Changed) }
    }
}

pub(super) fn agent() -> ureq::Agent {
    hall_wire::link::agent(ANSWER_MAX)
}

pub(super) fn url(at: SocketAddr, path: &str) -> String {
    format!("http://{at}{path}")
}

pub(super) fn header<B>(answer: &ureq::http::Response<B>) -> Option<String> {
    answer.headers().get(CODE)?.to_str().ok().map(str::to_owned)
}

/// Asks a server how it stands, with a nonce, so that an old answer is none.
pub(super) fn ask(agent: &ureq::Agent, at: SocketAddr, key: &SpareKey) -> Result<Standing, Trouble> {
    let nonce = uuid::Uuid::new_v4().simple().to_string();
    let url = format!("{}?nonce={nonce}", url(at, PATH));
    let mut answer = agent.get(url).call().map_err(|error| broken(&error))?;
    let code = header(&answer);
    let text = answer.body_mut().read_to_string().map_err(|error| broken(&error))?;
    if !key.is_code(code.as_deref(), About::Standing, &[nonce.as_bytes(), text.as_bytes()]) {
        return Err(Trouble::NotTheSpare);
    }
    Standing::parse(&text).ok_or(Trouble::NotTheSpare)
}

pub(super) fn broken(error: &ureq::Error) -> Trouble {
    Trouble::Silent(error.to_string())
}
