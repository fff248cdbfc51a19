//! The text of article 36 that is read aloud (36.3): the hall's own copy of the whole article, or a summary of ours (ADR 77).

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use sha2::{Digest, Sha256};

use crate::event::{Event, Paragraph};
use crate::game::Game;
use crate::game::decide::{Decision, one, stale};
use crate::hall::Hall;
use crate::refusal::Refusal;
use crate::words::{is_hidden, paragraph_summary};

/// The longest text that is taken in, in characters; the article has some two thousand.
pub const ARTICLE_36_MAX: usize = 12_000;

/// A text of the law, as the hall gave it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LawText {
    /// The text, its lines ended by line feeds but for the last.
    pub text: String,
    /// Its SHA-256.
    pub sha256: [u8; 32],
}

impl LawText {
    /// The SHA-256 of a text.
    pub fn sha256_of(text: &str) -> [u8; 32] {
        Sha256::digest(text).into()
    }
}

impl Hall {
    /// What is read aloud of a paragraph: its text, the SHA-256 of it, and whether it is the whole article.
    pub fn read_aloud(&self, paragraph: Paragraph) -> (&str, [u8; 32], bool) {
        match &self.regulation.article_36 {
            Some(given) => (&given.text, given.sha256, true),
            None => {
                let summary = paragraph_summary(paragraph);
                (summary, LawText::sha256_of(summary), false)
            }
        }
    }

    pub(super) fn decide_give_article_36(&self, typed: &str) -> Decision {
        let lines: Vec<&str> = typed.trim().lines().map(str::trim_end).collect();
        let text = lines.join("\n");
        let fits = (1..=ARTICLE_36_MAX).contains(&text.chars().count());
        let hidden = text.chars().any(|c| c != '\n' && is_hidden(c));
        ensure!(fits && !hidden, Refusal::BadText("texto"));
        let sha256 = LawText::sha256_of(&text);
        let is_new = self.regulation.article_36.as_ref().is_none_or(|given| given.sha256 != sha256);
        ensure!(is_new, Refusal::ArticleGiven);
        one(Event::Article36Given { text, sha256 })
    }

    /// A paragraph was read aloud; `shown` is the SHA-256 of the text as the person saw it.
    pub(super) fn decide_read_paragraph(
        &self,
        game: &Game,
        paragraph: Paragraph,
        shown: Option<[u8; 32]>,
    ) -> Decision {
        game.may_read(paragraph)?;
        let (_, sha256, whole) = self.read_aloud(paragraph);
        let as_shown = shown.is_none_or(|shown| shown == sha256);
        ensure!(as_shown, stale("el texto del artículo 36 es otro desde hace un momento".to_string()));
        one(Event::ParagraphRead { game: game.no, paragraph, text_sha256: Some(sha256), whole })
    }
}
