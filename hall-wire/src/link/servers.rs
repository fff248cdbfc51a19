//! Where a screen finds its hall: the server's address, and after it that of its spare.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// No server was followed yet.
const NONE: usize = usize::MAX;

/// The addresses of a hall, in order, and which of them is in use. A screen's link, client and camera share one:
/// the link alone says which is in use, and it says so of a server whose board it has taken.
#[derive(Debug, Clone)]
pub struct Servers(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    bases: Vec<String>,
    followed: AtomicUsize,
}

impl Servers {
    /// The addresses in a text, with commas between, as in `http://192.168.1.10:8080,http://192.168.1.11:8080`.
    pub fn new(text: &str) -> Servers {
        let tidy = |base: &str| base.trim().trim_end_matches('/').to_string();
        let mut bases: Vec<String> = text.split(',').map(tidy).filter(|base| !base.is_empty()).collect();
        if bases.is_empty() {
            bases.push(String::new());
        }
        Servers(Arc::new(Inner { bases, followed: AtomicUsize::new(NONE) }))
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
