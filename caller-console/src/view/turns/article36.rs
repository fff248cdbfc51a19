//! Article 36: its text as it is read aloud (36.3), and F7 on the regulation, where the hall gives it (ADR 77).

use hall_core::event::Paragraph;
use hall_core::hall::{ARTICLE_36_MAX, LawText};
use hall_core::request::{Request, RequestKind};
use hall_core::words::paragraph_summary;
use hall_look::words;

use super::common::{alert, ask};
use super::form::{Aloud, Blank, Filling};
use crate::known::Known;
use crate::value;

/// The hall gives the text: typed, pasted, or from the file that lies in its folder.
pub static ARTICLE_36: Blank = Blank {
    id: "ar",
    power: Some(RequestKind::GiveArticle36),
    object: |known| known.lists.rules.article_36.clone().unwrap_or_default(),
    steps: |form| {
        let most = words::count(ARTICLE_36_MAX as u64);
        let text = form.page("ar-text", ARTICLE_36_MAX).start(offered(form.known));
        let typed = form.filled.or("ar-text", offered(form.known)).trim().chars().count();
        let shown = form.known.ta("ar-length", &[("n", &words::count(typed as u64)), ("most", &most)]);
        vec![text.note(shown.clone()).shows(shown), form.yes_no("ar-right")]
    },
    facts: |form| {
        let now = if form.known.lists.rules.article_36.is_some() { "ar-now-text" } else { "ar-now-summary" };
        let mut facts = vec![(form.t("ar-fact-now"), form.t(now))];
        if !offered(form.known).is_empty() {
            facts.extend(form.facts(&["ar-fact-file"]));
        }
        facts.extend(form.facts(&["ar-fact-record"]));
        facts
    },
    asks: |form| {
        let text = form.filled.or("ar-text", offered(form.known));
        ask(Request::GiveArticle36 { text: text.trim().to_owned() })
    },
    band: |_, form| alert(form.t("ru-word"), form.t("ar-band"), ""),
    ..Blank::PLAIN
};

/// The text in the hall's folder, where it is not the one that the hall has.
fn offered(known: &Known) -> &str {
    let rules = &known.lists.rules;
    let file = rules.article_36_file.as_deref().unwrap_or_default();
    if rules.article_36.as_deref() == Some(file) { "" } else { file }
}

/// What is read aloud of a paragraph: the hall's text from that paragraph on, or the summary, which says that it is one.
pub fn aloud(form: Filling<'_>, paragraph: Paragraph) -> Aloud {
    let (number, id) = match paragraph {
        Paragraph::BeforeExtraction => ('1', "su-head-1"),
        Paragraph::AfterExtraction => ('2', "su-head-2"),
    };
    let Some(text) = &form.known.lists.rules.article_36 else {
        return Aloud::new(form.t(&format!("{id}-short")), paragraph_summary(paragraph));
    };
    let begins = |line: &&str| {
        let mut rest = line.trim_start().strip_prefix(number).into_iter().flat_map(str::chars);
        rest.next().is_some_and(|c| !c.is_ascii_digit())
    };
    let at = text.lines().find(begins).map_or(0, |line| line.as_ptr() as usize - text.as_ptr() as usize);
    Aloud { from: at, ..Aloud::new(form.t(id), text) }
}

/// What is asked for once a paragraph was read aloud: with the SHA-256 of what stood on the screen.
pub fn has_read(known: &Known, paragraph: Paragraph) -> Request {
    let text = known.lists.rules.article_36.as_deref();
    let text_sha256 = Some(LawText::sha256_of(text.unwrap_or(paragraph_summary(paragraph))));
    Request::ReadParagraph { game: value::game(known), paragraph, text_sha256 }
}
