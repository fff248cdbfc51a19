//! The text of a help, read: a title, what the view is for, its keys, and what the law says.
//!
//! The first line is the title. A line that begins with caps and a point, `F5 · …`, is about those keys; one that begins with
//! `§`, `§ Art. 36.1 · …`, says what the law says; the rest is what the view is for.

use crate::keys::Key;

/// What is typed and is no key of the bar: digits, arrows, Tab.
const FREE: [&str; 7] = ["0–9", "1–9", "1–7", "1–3", "↑↓", "←→", "Tab"];

/// Between caps or article and the words.
const POINT: &str = " · ";

/// A help.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// The view's name.
    pub title: String,
    /// What it is for.
    pub purpose: Vec<String>,
    /// Its keys.
    pub keys: Vec<KeyLine>,
    /// What the law says.
    pub law: Vec<LawLine>,
}

/// What keys do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyLine {
    /// What stands on their caps.
    pub caps: Vec<String>,
    /// What they do here.
    pub words: String,
}

/// What an article says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LawLine {
    /// Where it stands: «Art. 36.1».
    pub article: String,
    /// What it says.
    pub words: String,
}

impl Page {
    /// Reads a text.
    pub fn read(text: &str) -> Page {
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let title = lines.next().unwrap_or_default().to_string();
        let mut page = Page { title, purpose: Vec::new(), keys: Vec::new(), law: Vec::new() };
        for line in lines {
            let Some((head, words)) = line.split_once(POINT) else {
                page.purpose.push(line.to_string());
                continue;
            };
            let words = words.to_string();
            let caps: Vec<&str> = head.split(' ').collect();
            if let Some(article) = head.strip_prefix("§ ") {
                page.law.push(LawLine { article: article.to_string(), words });
            } else if caps.iter().all(|cap| FREE.contains(cap) || key_of(cap).is_some()) {
                let caps = caps.into_iter().map(str::to_string).collect();
                page.keys.push(KeyLine { caps, words });
            } else {
                page.purpose.push(line.to_string());
            }
        }
        page
    }

    /// How many lines it has.
    pub fn lines(&self) -> usize {
        1 + self.purpose.len() + self.keys.len() + self.law.len()
    }

    /// The page without what is said of keys that are not among these. Intro is everywhere: where it does nothing, its
    /// button says what is waited for.
    #[must_use]
    pub fn with(mut self, keys: &[Key]) -> Page {
        let here = |cap: &String| key_of(cap).is_none_or(|key| key == Key::Intro || keys.contains(&key));
        for line in &mut self.keys {
            line.caps.retain(here);
        }
        self.keys.retain(|line| !line.caps.is_empty());
        self
    }

    /// The page with a key that means the same in every view, unless it says something of it already.
    #[must_use]
    pub fn also(mut self, key: Key, words: String) -> Page {
        if !self.keys.iter().any(|line| line.keys().contains(&key)) {
            self.keys.push(KeyLine { caps: vec![key.cap().to_string()], words });
        }
        self
    }
}

impl KeyLine {
    /// The keys of the console among its caps.
    pub fn keys(&self) -> Vec<Key> {
        self.caps.iter().filter_map(|cap| key_of(cap)).collect()
    }
}

/// The key with this cap.
fn key_of(cap: &str) -> Option<Key> {
    Key::ALL.into_iter().find(|key| key.cap() == cap)
}
