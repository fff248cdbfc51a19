//! A person at a console, and the link between it and the desk: requests get lost, answers get
//! lost, late or twice, and what has no answer is asked again with the same id.

use std::sync::Arc;

use hall_core::people::PersonId;
use hall_core::request::Request;
use hall_server::desk::{Answer, Ask, View};
use hall_server::journal::SealedRow;
use sha2::{Digest, Sha256};

use crate::dice::Dice;
use crate::evening::Counts;
use crate::eyes::{Eyes, Memory};
use crate::moves::Move;

/// How long a console waits before it asks again.
const PATIENCE_MS: i64 = 1_500;

/// What a person asks for, with the values that do not go into the record.
pub type Wish = (Request, Vec<SealedRow>);

/// A request with its id, as often as it is sent.
#[derive(Clone)]
pub struct Wanted {
    pub id: String,
    pub device: &'static str,
    pub by: PersonId,
    pub request: Request,
    pub sealed: Vec<SealedRow>,
    pub body_sha256: [u8; 32],
}

impl Wanted {
    pub fn ask(&self) -> Ask {
        Ask {
            request_id: self.id.clone(),
            device: self.device.into(),
            by: self.by,
            body_sha256: self.body_sha256,
            request: self.request.clone(),
            sealed: self.sealed.clone(),
        }
    }
}

pub struct Console {
    pub device: &'static str,
    pub who: PersonId,
    moves: &'static [Move],
    pub memory: Memory,
    /// What is on its screen: perhaps no longer so.
    screen: Arc<View>,
    waiting: Option<(Wanted, i64)>,
    /// The last request that was granted, for a hand that sends its id with something else.
    granted: Option<Wanted>,
    next_ms: i64,
    count: u32,
}

impl Console {
    pub fn new(device: &'static str, who: PersonId, moves: &'static [Move], screen: Arc<View>) -> Console {
        Console {
            device,
            who,
            moves,
            memory: Memory::default(),
            screen,
            waiting: None,
            granted: None,
            next_ms: 0,
            count: 0,
        }
    }

    /// A board has come, unless the link keeps it.
    pub fn show(&mut self, view: &Arc<View>) {
        self.screen = view.clone();
    }

    pub fn is_waiting(&self) -> bool {
        self.waiting.is_some()
    }

    /// Returns what this console sends now, if it does.
    pub fn tick(&mut self, mut eyes: Eyes<'_>, now_ms: i64, seen: &mut Counts) -> Option<Wanted> {
        if let Some((wanted, sent_ms)) = &mut self.waiting {
            if now_ms < *sent_ms + PATIENCE_MS {
                return None;
            }
            *sent_ms = now_ms;
            seen.saw("link: asked again with the same id");
            return Some(wanted.clone());
        }
        if now_ms < self.next_ms {
            return None;
        }
        self.next_ms = now_ms + eyes.dice.between(40, 400);
        if !eyes.calm
            && eyes.dice.permille(3)
            && let Some(before) = &self.granted
        {
            // Another body under an id that was used: it must be told, and nothing changes.
            let wanted = Wanted { body_sha256: [0; 32], ..before.clone() };
            seen.saw("link: an id used for something else");
            self.waiting = Some((wanted.clone(), now_ms));
            return Some(wanted);
        }
        let screen = self.screen.clone();
        let (mut wish, calm) = (None, eyes.calm);
        for own in self.moves.iter().filter(|own| !(own.trouble && calm)) {
            if eyes.dice.permille(own.permille) {
                wish = (own.wish)(&mut eyes, &screen, &mut self.memory);
            }
            if wish.is_some() {
                break;
            }
        }
        let (request, sealed) = wish?;
        self.count += 1;
        let wanted = Wanted {
            id: format!("{}-{:05}", self.device, self.count),
            device: self.device,
            by: self.who,
            body_sha256: Sha256::digest(format!("{request:?}").as_bytes()).into(),
            request,
            sealed,
        };
        self.waiting = Some((wanted.clone(), now_ms));
        Some(wanted)
    }

    /// An answer has come over the link, perhaps a late one.
    pub fn hear(&mut self, id: &str, answer: &Answer, now_ms: i64, dice: &mut Dice, seen: &mut Counts) {
        let Some((wanted, _)) = self.waiting.take_if(|(wanted, _)| wanted.id == id) else {
            seen.saw("link: an answer nobody waits for any more");
            return;
        };
        self.memory.learn(&wanted.request, answer);
        match answer {
            Answer::Done(_) => {
                seen.saw(&format!("granted: {}", wanted.request.kind().name()));
                self.granted = Some(wanted);
            }
            Answer::Refused(refusal) => {
                let (kind, code) = (wanted.request.kind(), refusal.code());
                let listed = kind.may_be_refused_with(code);
                assert!(listed, "{} was refused with {code}: request/refusals.rs", kind.name());
                seen.saw(&format!("refused: {code}"));
            }
            Answer::IdReused => seen.saw("link: told that the id was used"),
        }
        self.next_ms = now_ms + dice.between(20, 250);
    }
}
