//! Takes papers out in threads, so that no frame waits for a printer, a stick or the server.

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use hall_wire::link::Client;

use super::file::{Step, write_whole};
use super::{Found, PaperNews, Stage, Taking, To, Trouble, Way, printer, usb};
use crate::net::refused;

/// Reports that may wait for the next frame.
const WAITING_MAX: usize = 64;

/// Shortest time between two progress reports.
const TELLS_EVERY: Duration = Duration::from_millis(50);

/// Starts a thread for each search and each paper.
pub struct Carrier {
    ends: Ends,
    /// Reports, in order.
    pub news: Receiver<PaperNews>,
}

/// The console's ends, for the threads.
#[derive(Clone)]
struct Ends {
    root: Arc<Path>,
    tell: SyncSender<PaperNews>,
    wake: Arc<dyn Fn() + Send + Sync>,
}

impl Carrier {
    /// `root` is where the mount table and sticks are looked up: `/` outside tests. `wake` is called after each
    /// report.
    pub fn new(root: PathBuf, wake: impl Fn() + Send + Sync + 'static) -> Carrier {
        let (tell, news) = sync_channel(WAITING_MAX);
        Carrier { ends: Ends { root: root.into(), tell, wake: Arc::new(wake) }, news }
    }

    /// Searches for printers or sticks.
    pub fn look(&self, way: Way) {
        self.ends.clone().begin(move |ends| {
            let found = match way {
                Way::Print => printer::printers().map(Found::Printers),
                Way::Usb => match usb::sticks(&ends.root) {
                    sticks if sticks.is_empty() => Err(Trouble::new("sin-usb", "")),
                    sticks => Ok(Found::Sticks(sticks)),
                },
            };
            ends.tell(PaperNews::Found(way, found));
        });
    }

    /// Downloads a paper and takes it to its destination, reporting progress.
    pub fn carry(&self, client: Client, taking: Taking) {
        self.ends.clone().begin(move |ends| {
            let (id, paper) = (taking.id, &taking.paper);
            let tell = |stage| ends.tell(PaperNews::Stage { id, paper: paper.clone(), stage });
            let end = carried(&ends.root, &client, &taking, &tell).unwrap_or_else(Stage::Failed);
            tell(end);
        });
    }
}

impl Ends {
    fn begin(self, work: impl FnOnce(&Ends) + Send + 'static) {
        let run = move || work(&self);
        std::thread::Builder::new().name("papers".to_string()).spawn(run).expect("a thread can be started");
    }

    fn tell(&self, news: PaperNews) {
        // Nobody receives it while the program ends.
        let _ = self.tell.send(news);
        (self.wake)();
    }
}

fn carried(root: &Path, client: &Client, taking: &Taking, tell: &dyn Fn(Stage)) -> Result<Stage, Trouble> {
    let often = Often::default();
    let far = |have, of: Option<u64>| {
        if often.now(of == Some(have)) {
            tell(Stage::Fetching { have, of });
        }
    };
    let bytes = client.get_paper(&taking.paper.path, &far).map_err(|error| {
        let problem = refused(error);
        let detail = if problem.status == 0 { problem.detail } else { problem.title };
        Trouble::new("no-llega-papel", detail)
    })?;
    match &taking.to {
        To::Printer { name, copies } => {
            tell(Stage::Sending { printer: name.clone() });
            let job = printer::send(name, *copies, &taking.paper.title, &bytes)?;
            tell(Stage::Queued { printer: name.clone(), stopped: None });
            let waits = |stopped| tell(Stage::Queued { printer: name.clone(), stopped });
            printer::follow(name, &job, &waits)?;
            Ok(Stage::Printed { printer: name.clone() })
        }
        To::Stick { name, folder } => {
            let (file, of) = (&taking.paper.file, bytes.len() as u64);
            let far = |step| match step {
                Step::Written(have) if often.now(have == of) => tell(Stage::Writing { have, of }),
                Step::Written(_) => {}
                Step::Compares => tell(Stage::Comparing),
            };
            usb::keep(root, folder, file, &bytes, &far)?;
            Ok(Stage::Kept { stick: name.clone(), file: file.clone() })
        }
        To::Folder(folder) => {
            let path = open_in(folder, &taking.paper.file, &bytes)?;
            Ok(Stage::Opened(path))
        }
    }
}

/// Saves a paper in a folder and opens it in the system's viewer, if there is one.
fn open_in(folder: &Path, file: &str, bytes: &[u8]) -> Result<PathBuf, Trouble> {
    let kept = std::fs::create_dir_all(folder).and_then(|()| write_whole(folder, file, bytes, &|_| {}));
    let path =
        kept.map_err(|error| Trouble::new("sin-papel", format!("{}: {error}", folder.join(file).display())))?;
    // Without a viewer the file is still there: the screen shows its path.
    let _ = open::that_detached(&path);
    Ok(path)
}

/// Limits progress reports to one per [`TELLS_EVERY`].
#[derive(Default)]
struct Often {
    last: Cell<Option<Instant>>,
}

impl Often {
    fn now(&self, anyway: bool) -> bool {
        let due = self.last.get().is_none_or(|last| last.elapsed() >= TELLS_EVERY);
        if due || anyway {
            self.last.set(Some(Instant::now()));
        }
        due || anyway
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_paper_lies_in_the_desks_folder_and_a_folder_that_cannot_be_is_named() {
        let dir = tempfile::tempdir().expect("a folder");
        let folder = dir.path().join("papeles");
        let path = open_in(&folder, "acta-1.pdf", b"%PDF").expect("the folder is made");
        assert_eq!(std::fs::read(&path).expect("it is there"), b"%PDF");
        let trouble = open_in(&path, "acta-2.pdf", b"%PDF").expect_err("a file is no folder");
        assert_eq!(trouble.code, "sin-papel");
        assert!(trouble.detail.contains("acta-2.pdf"), "{}", trouble.detail);
    }
}
