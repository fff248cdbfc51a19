//! Where a screen finds its hall: the server's address, and after it that of its spare.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use hall_trust::{Identity, to_hall};
use rustls::ClientConfig;

/// No server was followed yet.
const NONE: usize = usize::MAX;

/// The addresses of a hall, in order, which of them is in use, and as which device they are asked. A screen's link, client and camera
/// share one: the link alone says which is in use, and it says so of a server whose board it has taken.
#[derive(Debug, Clone)]
pub struct Servers(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    bases: Vec<String>,
    followed: AtomicUsize,
    asked_as: RwLock<AskedAs>,
}

/// As which device a server is asked.
#[derive(Debug, Default)]
struct AskedAs {
    /// The key that is shown to a server on this computer.
    key: Option<String>,
    /// How the others are spoken with.
    tls: Option<Arc<ClientConfig>>,
}

impl Servers {
    /// The addresses in a text, with commas between, as in `http://192.168.1.10:7878,http://192.168.1.11:7878`.
    pub fn new(text: &str) -> Servers {
        let tidy = |base: &str| base.trim().trim_end_matches('/').to_string();
        let mut bases: Vec<String> = text.split(',').map(tidy).filter(|base| !base.is_empty()).collect();
        if bases.is_empty() {
            bases.push(String::new());
        }
        Servers(Arc::new(Inner { bases, followed: AtomicUsize::new(NONE), asked_as: RwLock::default() }))
    }

    /// All addresses, the hall's server first; never none.
    pub fn all(&self) -> &[String] {
        &self.0.bases
    }

    /// The address in use. Of several, none until the link follows one: nothing is asked of a server that may be
    /// the wrong one.
    pub fn in_use(&self) -> Option<&str> {
        let followed = self.0.followed.load(Ordering::SeqCst);
        let only = (self.0.bases.len() == 1).then_some(0);
        only.or(Some(followed)).and_then(|at| self.0.bases.get(at)).map(String::as_str)
    }

    /// Each of them is asked over TLS.
    pub fn are_encrypted(&self) -> bool {
        self.all().iter().all(|base| base.starts_with("https://"))
    }

    /// Shows this key of the device with all that is asked from here on.
    pub fn show_key(&self, key: Option<String>) {
        self.0.asked_as.write().unwrap_or_else(PoisonError::into_inner).key = key;
    }

    /// Asks as this device of the hall from here on.
    pub fn speak_as(&self, identity: &Identity) {
        self.speak_with(to_hall(identity));
    }

    pub(super) fn speak_with(&self, tls: Arc<ClientConfig>) {
        self.0.asked_as.write().unwrap_or_else(PoisonError::into_inner).tls = Some(tls);
    }

    /// The key that is shown.
    pub fn key(&self) -> Option<String> {
        self.0.asked_as.read().unwrap_or_else(PoisonError::into_inner).key.clone()
    }

    pub(super) fn tls(&self) -> Option<Arc<ClientConfig>> {
        self.0.asked_as.read().unwrap_or_else(PoisonError::into_inner).tls.clone()
    }

    /// Where a link begins: at the one in use.
    pub(super) fn first(&self) -> usize {
        Some(self.0.followed.load(Ordering::SeqCst)).filter(|at| *at < self.0.bases.len()).unwrap_or(0)
    }

    /// The link has taken the board of this one.
    pub(super) fn follow(&self, at: usize) {
        self.0.followed.store(at, Ordering::SeqCst);
    }
}

impl From<&str> for Servers {
    fn from(text: &str) -> Servers {
        Servers::new(text)
    }
}

impl From<&String> for Servers {
    fn from(text: &String) -> Servers {
        Servers::new(text)
    }
}

impl From<&Servers> for Servers {
    fn from(servers: &Servers) -> Servers {
        servers.clone()
    }
}
