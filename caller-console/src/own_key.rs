//! The personal key of whoever is logged in: made and opened on this console, by a PIN of its own (DECISIONS 45, ADR 57).
//!
//! The secret half stays in a file of the console's folder, one for each person and hall, and is in memory for one signature.
//! All of it runs in a thread: opening the file is slow on purpose.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Duration;

use hall_core::event::{SignedPaper, SignerRole, hex, key_message};
use sha2::{Digest, Sha256};

mod file;
mod pin;
mod tries;

pub use file::Cost;
pub use pin::{Pin, is_weak, weak_id};
pub use tries::Since;

use file::{KeyFile, take_away};
use tries::Tries;

/// Jobs and reports that may wait.
const WAITING_MAX: usize = 16;

/// Whose key it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Owner {
    /// The hall's name.
    pub hall: String,
    /// The person's number in it.
    pub person: u32,
}

/// What is done with the key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeyAct {
    /// See what there is on this console.
    Look,
    /// Make one.
    Make {
        /// Its PIN.
        pin: Pin,
        /// The key whose place it takes; without one, only a damaged file is written over.
        instead_of: Option<[u8; 32]>,
    },
    /// Sign a paper.
    Sign {
        /// The paper.
        paper: SignedPaper,
        /// SHA-256 of what was shown of it.
        sha256: [u8; 32],
        /// As whom.
        role: SignerRole,
        /// The key's PIN.
        pin: Pin,
    },
    /// Give it another PIN.
    ChangePin {
        /// The PIN until now.
        old: Pin,
        /// From now on.
        new: Pin,
    },
    /// Take the file away.
    Forget,
}

/// The key on this console.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeyHere {
    /// None.
    None,
    /// One.
    Whole {
        /// The public half.
        key: [u8; 32],
        /// What it is enrolled with.
        proof: [u8; 64],
        /// How long no PIN is taken, after wrong ones.
        wait: Duration,
    },
    /// A file that cannot be used.
    Damaged,
}

/// What came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeyDone {
    /// Nothing but a look.
    Looked,
    /// A key is on disk, and can be enrolled.
    Made,
    /// A paper is signed.
    Signed {
        /// The paper.
        paper: SignedPaper,
        /// SHA-256 of what was shown of it.
        sha256: [u8; 32],
        /// As whom.
        role: SignerRole,
        /// The public half.
        key: [u8; 32],
        /// The signature.
        signature: [u8; 64],
    },
    /// It has another PIN.
    PinChanged,
    /// The file is gone.
    Forgotten,
    /// It could not be.
    Failed(KeyTrouble),
}

/// Why not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeyTrouble {
    /// The PIN was wrong.
    WrongPin,
    /// After wrong PINs none is taken for a while.
    Waits,
    /// The file is damaged, or another's.
    Damaged,
    /// There is none any more, or there is one already.
    Another,
    /// The disk's words.
    Disk(String),
}

/// A report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyNews {
    /// Whose key.
    pub owner: Owner,
    /// The key as it is now.
    pub here: KeyHere,
    /// What came of what was asked.
    pub done: KeyDone,
}

/// The thread that has the keys.
pub struct Keyring {
    jobs: SyncSender<(Owner, KeyAct)>,
    /// Reports, in order.
    pub news: Receiver<KeyNews>,
}

impl Keyring {
    /// `folder` is where the files are. `wake` is called after each report.
    pub fn start(folder: PathBuf, wake: impl Fn() + Send + 'static) -> Keyring {
        let (jobs, todo) = sync_channel::<(Owner, KeyAct)>(WAITING_MAX);
        let (tell, news) = sync_channel(WAITING_MAX);
        let run = move || {
            for (owner, act) in todo {
                // Nobody receives it while the program ends.
                let _ = tell.send(done(&folder, &owner, act, Cost::USUAL, Since::now));
                wake();
            }
        };
        std::thread::Builder::new().name("keys".to_string()).spawn(run).expect("a thread can be started");
        Keyring { jobs, news }
    }

    /// Gives the thread something to do. Returns `false` if it has too much, or the program ends.
    pub fn act(&self, owner: Owner, act: KeyAct) -> bool {
        self.jobs.try_send((owner, act)).is_ok()
    }
}

/// Does it, at what `now` says, and reports. A new key or PIN costs this much to try.
pub fn done(folder: &Path, owner: &Owner, act: KeyAct, cost: Cost, now: impl Fn() -> Since) -> KeyNews {
    let place = Place::of(folder, owner);
    let done = place.does(owner, act, cost, &now).unwrap_or_else(KeyDone::Failed);
    // A file that cannot be read says so when it is used.
    let here = place.here(owner, &now()).unwrap_or(KeyHere::Damaged);
    KeyNews { owner: owner.clone(), here, done }
}

/// The two files of a person.
struct Place {
    key: PathBuf,
    tries: PathBuf,
}

impl Place {
    fn of(folder: &Path, owner: &Owner) -> Place {
        // A hall's name may have any letters; a file's should not.
        let hall = &hex(&Sha256::digest(&owner.hall))[..12];
        let name = format!("{hall}-{}", owner.person);
        Place { key: folder.join(format!("{name}.llave")), tries: folder.join(format!("{name}.intentos")) }
    }

    fn here(&self, owner: &Owner, now: &Since) -> Result<KeyHere, KeyTrouble> {
        let Some(file) = KeyFile::on_disk(&self.key, owner)? else { return Ok(KeyHere::None) };
        let wait = Tries::on_disk(&self.tries, now)?.wait(now);
        Ok(KeyHere::Whole { key: file.key()?, proof: file.proof()?, wait })
    }

    fn does(
        &self,
        owner: &Owner,
        act: KeyAct,
        cost: Cost,
        now: &impl Fn() -> Since,
    ) -> Result<KeyDone, KeyTrouble> {
        match act {
            KeyAct::Look => Ok(KeyDone::Looked),
            KeyAct::Make { pin, instead_of } => {
                let there = match KeyFile::on_disk(&self.key, owner) {
                    Ok(there) => there.map(|file| file.key()).transpose()?,
                    Err(KeyTrouble::Damaged) => None,
                    Err(trouble) => return Err(trouble),
                };
                if there != instead_of && there.is_some() {
                    return Err(KeyTrouble::Another);
                }
                let file = KeyFile::make(owner, &pin, cost);
                Tries::none(&now()).keep(&self.tries)?;
                file.keep(&self.key)?;
                Ok(KeyDone::Made)
            }
            KeyAct::Sign { paper, sha256, role, pin } => {
                let (file, secret) = self.opened(owner, &pin, now)?;
                let signature = secret.sign(key_message(paper, role, &sha256).as_bytes());
                Ok(KeyDone::Signed { paper, sha256, role, key: file.key()?, signature })
            }
            KeyAct::ChangePin { old, new } => {
                let (file, secret) = self.opened(owner, &old, now)?;
                file.under(owner, &secret, &new, cost).keep(&self.key)?;
                Ok(KeyDone::PinChanged)
            }
            KeyAct::Forget => {
                take_away(&self.key)?;
                take_away(&self.tries)?;
                Ok(KeyDone::Forgotten)
            }
        }
    }

    /// Opens the file. The PIN counts as wrong, on disk, before it is tried: who ends the program meanwhile gains nothing.
    fn opened(
        &self,
        owner: &Owner,
        pin: &Pin,
        now: &impl Fn() -> Since,
    ) -> Result<(KeyFile, hall_log::SecretKey), KeyTrouble> {
        let file = KeyFile::on_disk(&self.key, owner)?.ok_or(KeyTrouble::Another)?;
        let at = now();
        let before = Tries::on_disk(&self.tries, &at)?;
        if !before.wait(&at).is_zero() {
            return Err(KeyTrouble::Waits);
        }
        before.and_wrong(&at).keep(&self.tries)?;
        let secret = file.open(pin)?.ok_or(KeyTrouble::WrongPin)?;
        Tries::none(&at).keep(&self.tries)?;
        Ok((file, secret))
    }
}
