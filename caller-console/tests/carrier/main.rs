//! Papers carried out by the program's own code: onto sticks that are folders and small file systems,
//! and to a printer behind programs that behave as those of CUPS do.

mod printer;
mod server;
mod usb;

use std::time::{Duration, Instant};

use caller_console::papers::carrier::Carrier;
use caller_console::papers::{PaperNews, Stage};

/// How long a test waits for the carrier before it fails.
const PATIENCE: Duration = Duration::from_secs(30);

/// What is told next.
fn next(carrier: &Carrier) -> PaperNews {
    carrier.news.recv_timeout(PATIENCE).expect("the carrier tells how far it is")
}

/// All stages until the paper is out or is not.
fn stages(carrier: &Carrier) -> Vec<Stage> {
    let end = Instant::now() + PATIENCE;
    let mut stages = Vec::new();
    while Instant::now() < end {
        let PaperNews::Stage { stage, .. } = next(carrier) else { continue };
        let over = stage.is_over();
        stages.push(stage);
        if over {
            return stages;
        }
    }
    panic!("it never ends: {stages:?}");
}
