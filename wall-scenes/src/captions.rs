//! Captions of what is said in the hall: a sentence at a time, as it is heard, and in whichever languages a monitor has.
//!
//! They come from the public board, as the voice does ([`hall_prompts::due`]): who cannot hear reads what is announced,
//! whether the hall's voice says it or the locutor.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use hall_look::text::Lang;
use hall_look::words::money_in;
use hall_prompts::due::{Reason, due};
use hall_prompts::language::Language;
use hall_prompts::sentence::Sentence;
use hall_wire::board::PublicBoard;

/// How long a caption stands before the next of the same announcement, which is about how long it is heard.
const EACH: Duration = Duration::from_millis(3_500);

/// How long one stands where nothing follows.
const LAST: Duration = Duration::from_secs(9);

/// What waits to be shown, at most: the sale of many series. Of more, the oldest is left out.
const QUEUE_MAX: usize = 12;

/// Sentences that are shown together.
type Caption = Vec<Sentence>;

/// What is announced, for all monitors of a wall.
#[derive(Debug, Clone, Default)]
pub struct Captions {
    before: Option<Arc<PublicBoard>>,
    wholes: u64,
    shown: Option<(Arc<Caption>, Instant)>,
    next: VecDeque<Caption>,
}

impl Captions {
    /// Takes a board. `wholes` counts the boards received whole, whose content is not news.
    pub fn see(&mut self, board: &Arc<PublicBoard>, wholes: u64, now: Instant) {
        let missed = std::mem::replace(&mut self.wholes, wholes) != wholes;
        let before = self.before.replace(Arc::clone(board));
        let Some(before) = before.filter(|before| !Arc::ptr_eq(before, board)) else { return };
        if missed {
            (self.shown, self.next) = (None, VecDeque::new());
            return;
        }
        for utterance in due(&before, board) {
            match utterance.reason {
                // They are never late, and wait for nothing.
                Reason::Ball { .. } | Reason::Alarm => (self.shown, self.next) = (None, VecDeque::new()),
                Reason::Formula | Reason::Courtesy => {}
            }
            self.next.extend(together(utterance.sentences));
        }
        while self.next.len() > QUEUE_MAX {
            self.next.pop_front();
        }
        self.turn(now);
    }

    /// What is shown now, and until when it does not change.
    pub fn now(&mut self, now: Instant) -> (Option<Arc<Caption>>, Option<Instant>) {
        self.turn(now);
        let shown = self.shown.as_ref();
        (shown.map(|(caption, _)| Arc::clone(caption)), shown.map(|(_, since)| *since + self.stands()))
    }

    fn stands(&self) -> Duration {
        if self.next.is_empty() { LAST } else { EACH }
    }

    /// The next caption, once the one that is shown has stood for its time.
    fn turn(&mut self, now: Instant) {
        if self.shown.as_ref().is_none_or(|(_, since)| now >= *since + self.stands()) {
            self.shown = self.next.pop_front().map(|next| (Arc::new(next), now));
        }
    }
}

/// Which cards were sold is read with how many; each other sentence alone.
fn together(sentences: Vec<Sentence>) -> Vec<Caption> {
    let mut captions: Vec<Caption> = Vec::new();
    for sentence in sentences {
        let with_last = matches!(sentence, Sentence::SoldFrom { .. })
            && captions
                .last()
                .is_some_and(|caption| caption.len() == 1 && matches!(caption[0], Sentence::Sold(_)));
        match captions.last_mut() {
            Some(caption) if with_last => caption.push(sentence),
            Some(_) | None => captions.push(vec![sentence]),
        }
    }
    captions
}

/// A caption in a language. Its amounts are written as those of the scenes on the same monitor: two ways on one monitor would
/// have to be compared.
pub fn written(caption: &[Sentence], language: &Language, scenes: Lang) -> String {
    let money = |cents| money_in(scenes, cents);
    let each = caption.iter().map(|sentence| language.written(sentence, money));
    let mut text = String::new();
    for words in each {
        if text.is_empty() {
            text = words;
        } else {
            let mut letters = words.chars();
            let first = letters.next().into_iter().flat_map(char::to_lowercase);
            text = format!("{text}, {}{}", first.collect::<String>(), letters.as_str());
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use hall_wire::board::{Game, Scene};

    use super::*;

    fn board(scene: Scene, balls: &[u8]) -> Arc<PublicBoard> {
        let game = Game {
            game: 4,
            in_session: 4,
            series: "A17".into(),
            series_size: 420,
            matrix: None,
            formula: String::new(),
            face_value_cents: 200,
            cards: 250,
            segments: Vec::new(),
            takings_cents: 50_000,
            line_cents: 15_000,
            bingo_cents: 90_000,
            line_open: true,
            bingo_open: true,
        };
        Arc::new(PublicBoard { scene, game: Some(game), announced: balls.to_vec(), ..PublicBoard::default() })
    }

    fn seen(captions: &mut Captions, now: Instant) -> String {
        let spanish = Language::built_in("es").expect("it comes with the program");
        captions.now(now).0.map_or_else(String::new, |caption| written(&caption, &spanish, Lang::Es))
    }

    #[test]
    fn a_caption_is_read_while_it_is_heard_and_a_ball_waits_for_nothing() {
        let start = Instant::now();
        let after = |ms| start + Duration::from_millis(ms);
        let mut captions = Captions::default();
        captions.see(&board(Scene::Sale, &[]), 1, start);
        assert_eq!(seen(&mut captions, start), "", "what was on the board is no news");
        captions.see(&board(Scene::Totals, &[]), 1, start);
        assert_eq!(seen(&mut captions, start), "Cartones vendidos, 250");
        let (_, until) = captions.now(start);
        assert_eq!(until, Some(after(3_500)), "then comes what is played for");
        assert_eq!(
            seen(&mut captions, after(3_600)),
            "Premio de línea, 150,00 €. Premio de bingo, 900,00 €."
        );
        captions.see(&board(Scene::Draw, &[]), 1, after(4_000));
        captions.see(&board(Scene::Draw, &[76]), 1, after(4_100));
        assert_eq!(seen(&mut captions, after(4_100)), "Setenta y seis: siete, seis");
        assert_eq!(seen(&mut captions, after(13_000)), "Setenta y seis: siete, seis");
        assert_eq!(seen(&mut captions, after(13_200)), "", "it was heard long ago");
        captions.see(&board(Scene::Hold, &[76]), 1, after(14_000));
        assert!(seen(&mut captions, after(14_000)).starts_with("Atención."));
    }

    #[test]
    fn what_was_missed_is_not_read_as_if_it_were_new() {
        let start = Instant::now();
        let mut captions = Captions::default();
        captions.see(&board(Scene::Draw, &[76]), 1, start);
        captions.see(&board(Scene::Draw, &[76, 5]), 1, start);
        captions.see(&board(Scene::Draw, &[76, 5, 30]), 2, start);
        assert_eq!(seen(&mut captions, start), "");
        captions.see(&board(Scene::Draw, &[76, 5, 30, 31]), 2, start);
        assert_eq!(seen(&mut captions, start), "Treinta y uno: tres, uno");
    }

    #[test]
    fn two_series_are_read_one_after_the_other() {
        let from = |series: &str, more| Sentence::SoldFrom { series: series.into(), first: 1, last: 9, more };
        let captions = together(vec![Sentence::Sold(18), from("A17", false), from("A18", true)]);
        let english = Language::built_in("en").expect("it comes with the program");
        let read: Vec<String> = captions.iter().map(|caption| written(caption, &english, Lang::En)).collect();
        assert_eq!(read.len(), 2, "{read:?}");
    }
}
