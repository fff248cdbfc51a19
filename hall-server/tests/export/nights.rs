//! What was written with no session open, what was read of article 36, and under which regulation a session is played: both verifiers
//! find what somebody forged there; and a paper of an old session is a draft by the rules of that session.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use hall_core::event::{Event, GameNo, Paragraph, PrizeNo, SignedPaper, SignerRole};
use hall_core::hall::LawText;
use hall_core::money::Cents;
use hall_core::request::{Presented, Request};
use hall_core::rules::{Basis, Rules};
use hall_server::config::Paper;
use hall_server::export::Part;
use hall_server::papers::Papers;
use serde_json::Value;

use crate::good::export_of;
use crate::made::{Forged, change, drop_line};
use crate::papers::Played;
use crate::support::profile::profile_text;
use crate::support::{Bench, CAJERO, MESA, SALA, SIZE, phases, rules, series};
use crate::verifiers::Verifiers;

const ARTICLE: &str = "Artículo 36.\n1. De prueba.\n2. Más «prueba».";

fn adopt(bench: &mut Bench, rules: Rules) {
    let profile = profile_text(&rules);
    let (profile_sha256, reason) = (LawText::sha256_of(&profile), "Lo dice el permiso".to_owned());
    bench.ask(SALA, Request::AskRules { rules: Box::new(rules), profile, profile_sha256, reason }).unwrap();
    bench.ask(MESA, Request::AdoptRules { profile_sha256 }).unwrap();
}

/// A session, then an incident, article 36 and another regulation with none open, and a second session whose game is suspended.
fn night() -> Played {
    let mut hall = Played::from(phases::open());
    hall.close(2);
    hall.bench.now_ms += 3_600_000;
    hall.incident();
    let paper = SignedPaper::Diligencia(1);
    hall.draw(SALA, paper, SignerRole::JefeDeSala);
    hall.draw(MESA, paper, SignerRole::JefeDeMesa);
    hall.bench.ask(SALA, Request::GiveArticle36 { text: ARTICLE.to_owned() }).unwrap();
    let mut longer = rules();
    longer.question_min_secs.value = 8;
    adopt(&mut hall.bench, longer);
    hall.bench.now_ms += 3_600_000;
    hall.bench.open_session();
    let sale = Request::OpenSale { series: series("A17"), size: SIZE, face_value: Cents(200) };
    hall.bench.ask(MESA, sale).unwrap();
    let game = GameNo(hall.bench.hall.games);
    let cause = "no hay sonido".to_owned();
    hall.bench.ask(MESA, Request::SuspendGame { game, cause }).unwrap();
    let paragraph = Paragraph::BeforeExtraction;
    hall.bench.ask(MESA, Request::ReadParagraph { game, paragraph, text_sha256: None }).unwrap();
    hall.write();
    hall
}

type Forgery = (&'static str, fn(&mut Forged), &'static str);

const FORGERIES: &[Forgery] = &[
    ("other words", |f| change(f, "diligencia_written", "un monitor", "dos monitores"), "papel"),
    (
        "signed by who may not take the post",
        |f| change(f, "paper_signed", "\"person\":2,", "\"person\":4,"),
        "papel",
    ),
    ("a paper of a session that was open", |f| drop_line(f, "session_closed", ""), "papel"),
    ("another text of the article", |f| change(f, "article_36_given", "De prueba", "De burla"), "papel"),
    ("the text was given later", |f| drop_line(f, "article_36_given", ""), "papel"),
    ("the summary was read", |f| change(f, "paragraph_read", "\"whole\":true", "\"whole\":false"), "papel"),
    (
        "another text was read",
        |f| change(f, "paragraph_read", "\"text_sha256\":\"", "\"text_sha256\":\"0"),
        "papel",
    ),
    ("nobody proposed the rules", |f| drop_line(f, "rules_asked", ""), "reglamento"),
    ("nobody adopted the rules", |f| drop_line(f, "rules_adopted", ""), "reglamento"),
    (
        "another profile was proposed",
        |f| change(f, "rules_asked", "question_min_secs = { value = 8", "question_min_secs = { value = 9"),
        "reglamento",
    ),
    (
        "a session under rules of nobody",
        |f| {
            let place = f.find("session_opened", "\"session\":2");
            f.replace(place, "\"profile_sha256\":\"", "\"profile_sha256\":\"00");
        },
        "reglamento",
    ),
];

#[test]
fn what_happens_between_sessions_is_in_order_and_nobody_forges_it() {
    let (hall, mut verifiers) = (night(), Verifiers::new());
    for part in [Part::Between(None, None), Part::one(1), Part::one(2)] {
        let (_folder, export) = export_of(hall.folder.path(), part.clone(), &[]);
        let said = verifiers.both(&export);
        assert_eq!(said.status, 0, "{part:?}: {said:?}");
        let checked = verifiers.text("checked");
        let reads = checked.contains("1 lectura del artículo 36, del texto que tenía la sala");
        assert_eq!(reads, !matches!(part, Part::Sessions(1, _)), "{part:?}: {checked}");
    }
    let (_folder, export) = export_of(hall.folder.path(), Part::Between(None, None), &[]);
    for (what, forge, code) in FORGERIES {
        let mut forged = Forged::of(&export);
        forge(&mut forged);
        forged.rehash();
        forged.save();
        let said = verifiers.both(&forged.path);
        assert!(said.codes().contains(code), "{what}: {said:?}");
    }
}

/// Another text in the place of the proposed one, with its own hash wherever it is named.
fn text_instead(forged: &mut Forged, other: impl Fn(&str) -> String) {
    let place = forged.find("rules_asked", "");
    let body = forged.lines[place]["body"].as_str().unwrap().to_owned();
    let text = serde_json::from_str::<Value>(&body).unwrap()["profile"].take();
    let (before, now) = (text.as_str().unwrap(), other(text.as_str().unwrap()));
    assert_ne!(before, now);
    forged.lines[place]["body"] =
        body.replacen(&text.to_string(), &Value::from(now.clone()).to_string(), 1).into();
    let [before, now] = [before, &now].map(|text| hex::encode(LawText::sha256_of(text)));
    for line in &mut forged.lines {
        line["body"] = line["body"].as_str().unwrap().replace(&before, &now).into();
    }
}

/// What the opening of the second session says.
fn second_opening(forged: &mut Forged, from: &str, to: &str) {
    let place = forged.find("session_opened", "\"session\":2");
    forged.replace(place, from, to);
}

const EIGHT: &str = "question_min_secs\":{\"value\":8";

type OfRules = (&'static str, fn(&mut Forged), &'static str);

/// A value changed in one place and not in the other, with every hash made again; and what is said of it.
const OTHER_RULES: &[OfRules] = &[
    (
        "in the opening",
        |f| second_opening(f, EIGHT, "question_min_secs\":{\"value\":7"),
        "la sesión 2 se abre con otros valores que los de su reglamento: question_min_secs",
    ),
    (
        "its source in the opening",
        |f| {
            second_opening(
                f,
                "{\"value\":8,\"basis\":\"hall\"}",
                "{\"value\":8,\"basis\":\"law\",\"article\":\"36\"}",
            )
        },
        "otros valores que los de su reglamento: question_min_secs",
    ),
    (
        "in the opening of the founding's",
        |f| {
            let place = f.find("session_opened", "\"session\":1");
            f.replace(
                place,
                "\"rounding\":{\"value\":{\"is\":\"down\"",
                "\"rounding\":{\"value\":{\"is\":\"half_up\"",
            );
        },
        "la sesión 1 se abre con otros valores que los de su reglamento: rounding",
    ),
    (
        "in the text",
        |f| {
            text_instead(f, |text| {
                text.replace("unsung_line_to = { value = \"carried\"", "unsung_line_to = { value = \"house\"")
            });
        },
        "los valores que se proponen no son los del texto del reglamento: unsung_line_to",
    ),
    (
        "in what was proposed",
        |f| change(f, "rules_asked", EIGHT, "question_min_secs\":{\"value\":7"),
        "los valores que se proponen no son los del texto del reglamento: question_min_secs",
    ),
    ("a text that says nothing", |f| text_instead(f, |_| "nada".to_owned()), "no es un reglamento"),
    (
        "the one before it, after another was adopted",
        |f| {
            let founded: Value = serde_json::from_str(f.lines[0]["body"].as_str().unwrap()).unwrap();
            let place = f.find("session_opened", "\"session\":2");
            let opened: Value = serde_json::from_str(f.lines[place]["body"].as_str().unwrap()).unwrap();
            let sha = |body: &Value| body["profile_sha256"].as_str().unwrap().to_owned();
            f.replace(place, EIGHT, "question_min_secs\":{\"value\":5");
            f.replace(place, &sha(&opened), &sha(&founded));
        },
        "la sesión 2 se abre con un reglamento que no era el que regía",
    ),
];

#[test]
fn a_session_is_played_by_the_values_of_the_regulation_that_was_in_force() {
    let (hall, mut verifiers) = (night(), Verifiers::new());
    let (_folder, export) = export_of(hall.folder.path(), Part::Between(None, None), &[]);
    assert_eq!(verifiers.both(&export).status, 0);
    let checked = verifiers.text("checked");
    assert!(checked.contains("2 sesiones, abiertas con los valores del reglamento que regía"), "{checked}");
    for (what, forge, words) in OTHER_RULES {
        let mut forged = Forged::of(&export);
        forge(&mut forged);
        forged.rehash();
        forged.save();
        let said = verifiers.both(&forged.path);
        assert!(said.codes().contains(&"reglamento"), "{what}: {said:?}");
        let found = verifiers.text("findings");
        assert!(found.contains(words), "{what}: {found}");
    }
    // Alone, the second rests on the lines before it.
    let (_folder, export) = export_of(hall.folder.path(), Part::one(2), &[]);
    let mut forged = Forged::of(&export);
    second_opening(&mut forged, EIGHT, "question_min_secs\":{\"value\":7");
    forged.rehash();
    forged.save();
    assert!(verifiers.both(&forged.path).codes().contains(&"reglamento"));
}

/// A printer that hands back what it was to print.
fn echo() -> Paper {
    let script = tempfile::NamedTempFile::new().unwrap().into_temp_path().keep().unwrap();
    let lines = "#!/bin/sh\nwhile [ \"$1\" != --out ]; do shift; done\ncat > \"$2\"\n\
        printf '{\"pages\":1,\"sha256\":\"%s\"}' \"$(sha256sum < \"$2\" | cut -c1-64)\"\n";
    fs::write(&script, lines).unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o700)).unwrap();
    Paper { printer: script, ..Paper::default() }
}

#[test]
fn a_receipt_of_an_old_session_is_no_draft_by_the_rules_of_today() {
    let mut hall = Played::from(phases::ended());
    let game = GameNo(hall.bench.hall.games);
    let card = hall.bench.hall.game.as_ref().unwrap().prizes[0].card;
    let card = Presented::Keyed(card);
    hall.close(2);
    let mut draft = rules();
    draft.question_min_secs.basis = Basis::Unknown;
    adopt(&mut hall.bench, draft);
    hall.bench.now_ms += 3_600_000;
    hall.bench.open_session();
    assert!(hall.bench.hall.is_draft());
    let pay = Request::PayPrize { game, prize: PrizeNo(1), card };
    hall.bench.ask(CAJERO, pay).unwrap();
    hall.write();
    let papers = Papers::new(hall.folder.path(), echo());
    let draft = |bytes: Vec<u8>| serde_json::from_slice::<Value>(&bytes).unwrap()["draft"].clone();
    assert_eq!(draft(papers.receipt_pdf(game, PrizeNo(1)).unwrap()), false);
    assert!(hall.bench.record.iter().any(|line| matches!(line.event, Event::PrizePaid { .. })));
    // The acta of the first session too; a diligencia of the second is of a draft.
    hall.incident();
    hall.write();
    let of = |paper| draft(papers.signatures_pdf(paper).unwrap());
    assert_eq!(of(SignedPaper::Acta(hall_core::event::SessionNo(1))), false);
    assert_eq!(of(SignedPaper::Diligencia(1)), true);
}
