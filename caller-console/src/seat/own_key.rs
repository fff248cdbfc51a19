//! The user's own key: what is asked of the thread that has it, and what it reports.

use std::time::Duration;

use hall_wire::command::{Command, SignWithKey};

use super::{NoteKind, Seat};
use crate::known::own_problem;
use crate::own_key::{KeyAct, KeyDone, KeyHere, KeyNews, KeyTrouble};
use crate::press::Press;
use crate::view::own_key::{enrolling, wait_words};

impl Seat {
    /// Returns whether the thread is asked. While it opens the key, nothing else is asked for.
    pub(super) fn opens_key(&mut self, act: &KeyAct, at_s: f64) -> bool {
        if *act == KeyAct::Look {
            return true;
        }
        if self.known.sending.is_some() || self.known.me.is_none() {
            return false;
        }
        self.known.refused = None;
        self.sends(self.known.t("own-key-opening"), None, at_s);
        true
    }

    /// Takes a report. Returns what is asked of the server then.
    pub fn hears_of_key(&mut self, news: KeyNews) -> Option<Press> {
        if self.known.person() != Some(news.owner.person) {
            return None;
        }
        if let KeyHere::Whole { wait, .. } = news.here {
            self.key_waits_until_s = self.at_s + wait.as_secs_f64();
        }
        self.known.own_key = Some(news.here);
        if news.done != KeyDone::Looked {
            self.answered();
        }
        let asks = match news.done {
            KeyDone::Looked => return None,
            KeyDone::Made => enrolling(&self.known)?,
            KeyDone::Signed { paper, sha256, role, key, signature } => {
                let signed = SignWithKey { paper, sha256, role, key, signature };
                let what = self.known.t("own-key-signing");
                Press::ask(what, Command::SignWithKey(signed)).done(self.known.t("own-key-signed"))
            }
            KeyDone::PinChanged => {
                self.say(NoteKind::Recorded, "own-key-pin-changed", self.at_s);
                self.below().granted();
                return None;
            }
            KeyDone::Forgotten => {
                self.say(NoteKind::Recorded, "own-key-forgotten", self.at_s);
                self.below().granted();
                return None;
            }
            KeyDone::Failed(trouble) => {
                let (code, detail) = self.key_trouble(trouble);
                self.refused(own_problem(code, &detail));
                return None;
            }
        };
        self.act(&asks, self.at_s).then_some(asks)
    }

    fn key_trouble(&self, trouble: KeyTrouble) -> (&'static str, String) {
        match (trouble, &self.known.own_key) {
            (KeyTrouble::WrongPin | KeyTrouble::Waits, Some(KeyHere::Whole { wait, .. }))
                if !wait.is_zero() =>
            {
                ("llave-espera", wait_words(&self.known, *wait))
            }
            (KeyTrouble::WrongPin | KeyTrouble::Waits, _) => ("llave-pin", String::new()),
            (KeyTrouble::Damaged, _) => ("llave-estropeada", String::new()),
            (KeyTrouble::Another, _) => ("llave-otra", String::new()),
            (KeyTrouble::Disk(why), _) => ("llave-disco", why),
        }
    }

    /// Counts down how long no PIN is taken.
    pub(super) fn key_waits(&mut self, at_s: f64) {
        if let Some(KeyHere::Whole { wait, .. }) = &mut self.known.own_key {
            *wait = Duration::from_secs_f64((self.key_waits_until_s - at_s).max(0.0));
        }
    }
}
