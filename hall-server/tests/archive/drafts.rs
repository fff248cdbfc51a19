//! A paper of a session that is in an archive is a draft by the rules of that session, and not by those of now (ADR 78).

use std::fs;
use std::path::Path;

use hall_core::event::{PrizeNo, SessionNo, SignedPaper};
use hall_core::hall::LawText;
use hall_core::request::Request;
use hall_core::rules::{Basis, Rules};
use hall_server::config::Paper;
use hall_server::papers::Papers;
use serde_json::Value;

use crate::kit::{ACTA, acta_of, close, on_disk};
use crate::support::profile::profile_text;
use crate::support::{Bench, MESA, SALA, phases, rules};
use crate::years::{another, append, archived};

fn adopt(bench: &mut Bench, rules: Rules) {
    let profile = profile_text(&rules);
    let (profile_sha256, reason) = (LawText::sha256_of(&profile), "Lo dice el permiso".to_owned());
    bench.ask(SALA, Request::AskRules { rules: Box::new(rules), profile, profile_sha256, reason }).unwrap();
    bench.ask(MESA, Request::AdoptRules { profile_sha256 }).unwrap();
}

#[test]
fn papers_of_archived_sessions_are_drafts_by_the_rules_of_their_own_day() {
    // The first session is of a whole regulation, the second of one in which a value is not known, the third of a whole one again.
    let mut bench = phases::ended_and_paid();
    let game = phases::game_of(&bench);
    close(&mut bench, true);
    let folder = on_disk(&bench);
    let dir = folder.path();
    let mut unknown = rules();
    unknown.question_min_secs.basis = Basis::Unknown;
    let since = bench.record.len();
    adopt(&mut bench, unknown);
    another(&mut bench, 41, false);
    let running = phases::game_of(&bench);
    let cause = "Se rompe el bombo".to_owned();
    bench.ask(MESA, Request::AskVoid { game: running, cause: cause.clone() }).unwrap();
    bench.ask(SALA, Request::ConfirmVoid { game: running, cause }).unwrap();
    close(&mut bench, true);
    fs::write(dir.join(acta_of(2)), ACTA).unwrap();
    append(dir, &bench, since);
    archived(dir);
    let since = bench.record.len();
    adopt(&mut bench, rules());
    another(&mut bench, 61, false);
    append(dir, &bench, since);

    let printer = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshot/printer.sh");
    let papers = Papers::new(dir, Paper { printer, ..Paper::default() });
    let is_draft = |paper: Vec<u8>| serde_json::from_slice::<Value>(&paper).unwrap()["draft"].clone();
    for (session, draft) in [(1, false), (2, true), (3, false)] {
        // Made again, as when its file is gone.
        let acta = papers.print_acta(SessionNo(session)).unwrap();
        assert_eq!(is_draft(fs::read(dir.join(acta.file)).unwrap()), draft, "the acta of session {session}");
    }
    for (session, draft) in [(1, false), (2, true)] {
        let sheet = papers.signatures_pdf(SignedPaper::Acta(SessionNo(session))).unwrap();
        assert_eq!(is_draft(sheet), draft, "who signed the acta of session {session}");
    }
    assert_eq!(is_draft(papers.receipt_pdf(game, PrizeNo(1)).unwrap()), false);
}
