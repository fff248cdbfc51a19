//! Has the spare rehearse when somebody asked for it: beside the desk, which waits for no network, and again after a start
//! that came in between (DECISIONS 41).

use std::sync::Arc;
use std::thread;

use hall_core::request::Notice;
use tokio::sync::oneshot;

use crate::desk::{DeskHandle, RehearsalDue, View};
use crate::mirror::spare::{SpareSettings, rehearse};
use crate::mirror::{Mirrors, Place};

/// Serves what was asked for. Ends with the desk.
pub async fn serve(desk: DeskHandle, spare: Option<SpareSettings>, mirrors: Option<Arc<Mirrors>>) {
    let mut view = desk.view.clone();
    loop {
        let due = view.borrow_and_update().facts.rehearsal_due.clone();
        let Some(due) = due else {
            if view.changed().await.is_err() {
                return;
            }
            continue;
        };
        let notice = ended(&due, spare.clone(), mirrors.clone()).await;
        let is_over = |view: &View| view.facts.rehearsal_due.as_ref() != Some(&due);
        if desk.notice_until(notice, is_over).await.is_err() {
            return;
        }
    }
}

/// How it ended. The thread is the process's own: a spare that says nothing keeps nobody from stopping the server.
async fn ended(due: &RehearsalDue, spare: Option<SpareSettings>, mirrors: Option<Arc<Mirrors>>) -> Notice {
    let rehearsal = due.rehearsal;
    let failed = |words: String| {
        tracing::warn!(rehearsal, words, "the spare has not passed its rehearsal");
        eprintln!("Aviso: el ensayo {rehearsal} de la reserva ha fallado: la reserva {words}");
        Notice::RehearsalFailed { rehearsal, words }
    };
    let Some(spare) = spare else {
        return failed("no existe: en sala.toml no hay [spare]".to_owned());
    };
    let (tell, told) = oneshot::channel();
    let asked = due.clone();
    let run = move || {
        let _ = tell.send(passed(&asked, &spare, mirrors.as_deref()));
    };
    if let Err(error) = thread::Builder::new().name("rehearsal".into()).spawn(run) {
        return failed(format!("no se ha podido ensayar: {error}"));
    }
    match told.await {
        Ok(Ok(passed)) => passed,
        Ok(Err(words)) => failed(words),
        Err(_) => failed("no se ha podido ensayar".to_owned()),
    }
}

fn passed(due: &RehearsalDue, spare: &SpareSettings, mirrors: Option<&Mirrors>) -> Result<Notice, String> {
    // The order itself is on its way to it; what is not there by now will be missing when it is needed.
    if let Some(mirrors) = mirrors {
        mirrors.wait_for(Place::Spare, due.head.seq);
    }
    let theirs = rehearse(spare, due.head)?;
    let version = env!("CARGO_PKG_VERSION");
    if theirs.version != version {
        return Err(format!(
            "tiene la versión {} del programa y el servidor la {version}. Ponga la misma en los dos equipos",
            theirs.version
        ));
    }
    if theirs.hall_sha256 != due.hall_sha256 {
        return Err(format!(
            "obtiene de su registro, hasta la línea {}, otra sala que la del servidor. No la ponga en marcha y avise al técnico",
            due.head.seq
        ));
    }
    Ok(Notice::RehearsalPassed {
        rehearsal: due.rehearsal,
        spare: spare.at.to_string(),
        seq: due.head.seq,
        hash: due.head.hash.0,
        hall_sha256: due.hall_sha256,
        millis: theirs.millis,
    })
}

#[cfg(test)]
mod tests;
