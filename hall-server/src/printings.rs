//! Prints ordered cards, one order after the other; cancelled ones are stopped.

use std::sync::Arc;

use hall_core::event::PrintingNo;
use hall_core::request::Notice;

use crate::desk::{DeskHandle, View};
use crate::papers::printer::Run;
use crate::papers::{Papers, Printed};

/// Prints the orders, those a power cut interrupted first. Ends with the desk; dropping it stops the printer.
pub async fn serve(desk: DeskHandle, papers: Arc<Papers>) {
    let mut view = desk.view.clone();
    loop {
        let due = view.borrow_and_update().facts.printings_due.first().cloned();
        let Some((printing, order)) = due else {
            if view.changed().await.is_err() {
                return;
            }
            continue;
        };
        let run = Stopping(Arc::default());
        let (maker, its_run) = (papers.clone(), run.0.clone());
        let mut made = tokio::task::spawn_blocking(move || maker.print_cards(printing, &order, &its_run));
        let over = |view: &Arc<View>| is_over(view, printing);
        let cancelled = async { view.wait_for(over).await.is_ok() };
        let ended = tokio::select! {
            ended = &mut made => ended,
            cancelled = cancelled => {
                if !cancelled {
                    return;
                }
                // Wait until this one has ended before the next begins.
                run.0.stop();
                let _ = made.await;
                tracing::info!(printing = printing.0, "a printing was cancelled");
                continue;
            }
        };
        match ended
            .map_err(|error| error.to_string())
            .and_then(|ended| ended.map_err(|error| error.to_string()))
        {
            Ok(Printed { file, pages, sha256, .. }) => {
                desk.notice(Notice::PrintingDone { printing, file, pages, sha256 });
            }
            Err(words) => {
                tracing::warn!(printing = printing.0, words, "the cards could not be printed");
                desk.notice(Notice::PrintingFailed { printing, words });
            }
        }
        if view.wait_for(over).await.is_err() {
            return;
        }
    }
}

fn is_over(view: &View, printing: PrintingNo) -> bool {
    view.facts.printings_due.iter().all(|(no, _)| *no != printing)
}

/// Stops a run of the printer when dropped.
struct Stopping(Arc<Run>);

impl Drop for Stopping {
    fn drop(&mut self) {
        self.0.stop();
    }
}
