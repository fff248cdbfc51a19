//! `/` F5 · A game that was finished on paper is typed in (DECISIONS 34): one person copies the sheet, another copies it again from the
//! paper. Where the two are equal the game is as the sheet has it.
//!
//! A sheet is kept until the desk has it, whatever covers it meanwhile; nobody sees it but who types it.

use egui::{Rect, Ui};
use hall_core::event::PaperLine;
use hall_core::refusal::Refusal;
use hall_core::request::{Request, RequestKind};
use hall_wire::board::{HoldKind, Scene};

use super::common::{alert, waits_for};
use crate::bar::{Bar, KeyButton, Lead, Next, NextAct};
use crate::entry::{Entry, Takes};
use crate::keys::{Key, Typed};
use crate::known::Known;
use crate::press::Press;
use crate::value;
use crate::view::help::Topic;
use crate::view::part::said;
use crate::view::{Band, View};

mod card;
mod paint;
mod rows;

use card::CardRow;
use rows::{Place, Rows, balls, fault};

/// For how long Intro is held where what comes of it is for ever, in seconds.
const HELD_S: f64 = 1.0;

/// Whose copy of the sheet it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Whose {
    /// The first one: another person has to type it too.
    #[default]
    First,
    /// The second one: with it the game is as the sheet has it.
    Second,
}

/// A sheet that is being typed in.
#[derive(Debug)]
pub struct Transcription {
    /// The game it is of.
    game: Option<u32>,
    rows: Rows,
    /// The ball of the next row.
    ball: Entry,
    /// The next row is a card's.
    card: Option<CardRow>,
    /// The sheet is looked through before it goes to the desk.
    review: bool,
    /// It goes to the desk as the first copy, though the desk has another person's.
    instead: bool,
    copy: Whose,
    /// What the desk has from this person.
    sent: Option<Vec<PaperLine>>,
    /// The board has shown since that the desk holds it.
    held: bool,
    /// What the desk said of a row, in words.
    why: Option<(usize, String)>,
    refused: bool,
    /// Keys of the bar that are not followed yet.
    moves: Vec<Key>,
}

impl Default for Transcription {
    fn default() -> Transcription {
        Transcription {
            game: None,
            rows: Rows::default(),
            // A digit more than a ball has: what is not a ball is seen, and not cut to one.
            ball: Entry::new(Takes::Digits(3)),
            card: None,
            review: false,
            instead: false,
            copy: Whose::default(),
            sent: None,
            held: false,
            why: None,
            refused: false,
            moves: Vec::new(),
        }
    }
}

/// The id of why no sheet is typed in now.
pub(super) fn impossible(known: &Known) -> Option<&'static str> {
    let board = &known.board;
    match known.scene() {
        Scene::Draw | Scene::Check | Scene::Question | Scene::Hold => {}
        Scene::Suspended if !known.public().announced.is_empty() => return Some("sh-suspended"),
        Scene::Suspended | Scene::Closed | Scene::Idle | Scene::Sale | Scene::Totals => {
            return Some("tr-no-draw");
        }
        Scene::Winners | Scene::Void | Scene::NotHeld => return Some("tr-no-draw"),
    }
    let restarted = known.public().stop.as_ref().is_some_and(|stop| stop.restart);
    if !restarted && board.holds.is_empty() && board.by_hand.is_none() {
        return Some("sh-not-interrupted");
    }
    board.holds.iter().any(|hold| doubts_a_ball(hold.kind)).then_some("sh-doubt")
}

/// Whether two people have to look at a ball first, as the desk judges it.
const fn doubts_a_ball(kind: HoldKind) -> bool {
    match kind {
        HoldKind::Repeated
        | HoldKind::OutOfRange
        | HoldKind::ForeignSet
        | HoldKind::NoRead
        | HoldKind::CallerDiffers
        | HoldKind::KeyedDiffers
        | HoldKind::KeyedAgain
        | HoldKind::ReadWrong
        | HoldKind::ReadersDiffer
        | HoldKind::SecondSilent => true,
        HoldKind::Fault
        | HoldKind::DoorOpen
        | HoldKind::LinkLost
        | HoldKind::Rebooted
        | HoldKind::FramesMissing
        | HoldKind::CountDiffers
        | HoldKind::SecondLost
        | HoldKind::LeftOut
        | HoldKind::Called => false,
    }
}

/// Who typed the first copy, if it was another person than the user.
pub(in crate::view) fn first_by(known: &Known) -> Option<u32> {
    known.board.sheet_by.filter(|by| Some(*by) != known.person())
}

/// What stands in the way: whom to wait for, or why it cannot be now.
fn in_the_way(known: &Known) -> Option<String> {
    let why = || impossible(known).map(|id| known.t(id));
    waits_for(known, RequestKind::AskTranscription).or_else(why)
}

impl Transcription {
    /// Takes the board: another game begins with an empty sheet, and what the desk has taken from this one is done.
    fn follow(&mut self, known: &Known) {
        let Some(game) = known.game() else { return };
        let out =
            |line: &PaperLine| balls(&[*line]).all(|ball| known.public().announced.contains(&ball.number()));
        self.held |= self.sent.is_some() && known.board.sheet_by.is_some();
        // Between the answer and the board nobody's sheet is there yet: a sheet without a ball of its own is not done for that.
        let taken = self.held
            && known.board.sheet_by.is_none()
            && self.sent.as_ref().is_some_and(|sent| sent.iter().all(out));
        if taken || self.game != Some(game.game) {
            *self = Transcription { game: Some(game.game), ..Transcription::default() };
        }
        if known.sending.is_none() {
            let second = first_by(known).is_some() && !self.instead;
            self.copy = if second { Whose::Second } else { Whose::First };
        }
        for key in std::mem::take(&mut self.moves) {
            self.does(key, known);
        }
        if std::mem::take(&mut self.refused) {
            self.follow_refusal(known);
        }
    }

    fn does(&mut self, key: Key, known: &Known) {
        if let Some(card) = self.card.as_mut().filter(|_| CardRow::has(key)) {
            if key == Key::Back {
                if card.back() {
                    self.card = None;
                }
            } else if let Some(line) = card.intro(known, &self.rows) {
                self.put(line, known);
            }
            return;
        }
        match key {
            Key::Intro => {
                if let Ok(line) = self.ball_line(known) {
                    self.put(line, known);
                }
            }
            Key::Back if self.review => (self.review, self.instead) = (false, false),
            Key::Back if !self.ball.is_empty() => self.ball.clear(),
            Key::Back => self.rows.place = Place::End,
            Key::More => self.card = Some(CardRow::new(self.pays())),
            Key::F5 => {
                self.rows.take();
                self.why = None;
            }
            Key::F6 if self.review => self.instead = !self.instead,
            Key::F6 => {
                self.rows.place = match self.rows.place {
                    Place::At(row) => Place::Before(row),
                    Place::Before(row) => Place::At(row),
                    Place::End => Place::End,
                };
            }
            Key::F7 => self.put(PaperLine::End, known),
            Key::F8 => match self.rows.wrong(known) {
                Some(row) => self.rows.go(row),
                None => (self.review, self.rows.place) = (true, Place::End),
            },
            Key::Stop
            | Key::Pause
            | Key::Trouble
            | Key::F1
            | Key::F2
            | Key::F3
            | Key::F4
            | Key::F10
            | Key::F11 => {}
            Key::F12 | Key::Print | Key::Usb | Key::DeskBefore | Key::DeskAfter | Key::NextPage => {}
        }
    }

    /// A row is whole. Where a correction made another one wrong, that is the next.
    fn put(&mut self, line: PaperLine, known: &Known) {
        let mends = self.rows.chosen().is_some();
        self.rows.put(line);
        self.ball.clear();
        (self.card, self.why) = (None, None);
        if let Some(row) = self.rows.wrong(known).filter(|_| mends) {
            self.rows.go(row);
        }
    }

    /// Goes to the row that the desk refuses.
    fn follow_refusal(&mut self, known: &Known) {
        let Some(problem) = &known.refused else { return };
        let Some(row) = problem.line.and_then(|line| line.checked_sub(1)) else { return };
        (self.review, self.instead, self.card) = (false, false, None);
        self.ball.clear();
        self.rows.go(row);
        let why = if problem.code == (Refusal::PaperDiffers { line: 0 }).code() {
            known.t("sh-differs")
        } else {
            known.ta("sh-refused", &[("why", &problem.detail)])
        };
        self.why = Some((row, why));
    }

    /// Behind the closing order cards are paid, before it they are sung.
    fn pays(&self) -> bool {
        self.rows.before().contains(&PaperLine::End)
    }

    /// The row of the ball that was typed, or what it still lacks.
    fn ball_line(&self, known: &Known) -> Result<PaperLine, String> {
        let number = self.ball.number().ok_or_else(|| known.t("sh-missing"))?;
        let ball = value::ball(number).filter(|_| self.ball.text().len() < 3);
        let line = PaperLine::Ball(ball.ok_or_else(|| known.t("ma-range"))?);
        fault(known, &self.rows.with(line), self.rows.at()).map_or(Ok(line), Err)
    }

    /// Whether this very sheet is at the desk, and another person types it too.
    fn waits(&self, known: &Known) -> bool {
        let is_mine = known.board.sheet_by.is_some() && known.board.sheet_by == known.person();
        let idle = self.ball.is_empty() && self.card.is_none() && !self.review;
        is_mine && idle && self.rows.place == Place::End && self.sent.as_ref() == Some(&self.rows.lines)
    }

    fn next(&self, known: &Known) -> (Lead, String, Next) {
        if let Some(card) = &self.card {
            let id = match (card.paid, card.answer) {
                (true, _) => "sh-paid-prompt",
                (false, None) => "sh-card-prompt",
                (false, Some(_)) => "sh-answer-prompt",
            };
            return (Lead::Now, known.t(id), card.next(known, &self.rows));
        }
        if self.review {
            return (Lead::Now, known.t("sh-review-prompt"), Next::Do(self.send(known)));
        }
        if self.waits(known) {
            return (Lead::Wait, known.t("sh-wait-prompt"), Next::Wait(known.t("sh-wait")));
        }
        if self.pays() && self.ball.is_empty() {
            let what = known.t("sh-missing-paid");
            return (Lead::Now, known.t("sh-pays-prompt"), Next::Missing { label: known.t("sh-add"), what });
        }
        let next = match self.ball_line(known) {
            Err(what) => Next::Missing { label: self.label(known, None), what },
            Ok(line) => {
                let ball = balls(&[line]).next();
                let words = ball.map_or_else(String::new, |ball| said(ball.number()));
                Next::Do(NextAct::new(self.label(known, ball), Press::Typed).sub(words).at_once())
            }
        };
        let id = match self.rows.place {
            Place::End => "sh-prompt",
            Place::At(_) => "sh-at-prompt",
            Place::Before(_) => "sh-before-prompt",
        };
        let row = self.rows.at() + 1;
        (Lead::Now, known.ta(id, &[("row", &row)]), next)
    }

    /// The name of what Intro does with a ball.
    fn label(&self, known: &Known, ball: Option<hall_core::ball::Ball>) -> String {
        let row = self.rows.at() + 1;
        match (self.rows.place, ball) {
            (Place::At(_), _) => known.ta("sh-change", &[("row", &row)]),
            (Place::Before(_), _) => known.ta("sh-insert", &[("row", &row)]),
            (Place::End, Some(ball)) => known.ta("sh-add-ball", &[("ball", &ball)]),
            (Place::End, None) => known.t("sh-add"),
        }
    }

    /// The whole sheet goes to the desk.
    fn send(&self, known: &Known) -> NextAct {
        let (game, lines) = (value::game(known), self.rows.lines.clone());
        let rows = lines.len();
        let (label, sub, done) = match self.copy {
            Whose::First => ("sh-send", "sh-send-sub", "sh-send-done"),
            Whose::Second => ("sh-confirm", "sh-confirm-sub", "sh-confirm-done"),
        };
        let request = match self.copy {
            Whose::First => Request::AskTranscription { game, lines },
            Whose::Second => Request::ConfirmTranscription { game, lines },
        };
        let label = known.t(label);
        let press = Press::ask(&label, request).done(known.t(done));
        NextAct::new(label, press).sub(known.ta(sub, &[("n", &rows)])).held(HELD_S)
    }

    fn buttons(&self, known: &Known) -> Vec<KeyButton> {
        let key = |key: Key, id: &str| KeyButton::new(key, known.t(id), Press::Typed);
        if self.card.is_some() {
            return vec![KeyButton::back(known)];
        }
        if self.review {
            let instead = key(Key::F6, "sh-instead").chosen(self.instead);
            let other = first_by(known).is_some().then_some(instead);
            return [KeyButton::back(known)].into_iter().chain(other).collect();
        }
        let within = !self.ball.is_empty() || self.rows.place != Place::End;
        let leave = KeyButton::new(Key::Back, known.t("sh-leave"), Press::Close);
        let mut all = vec![if within { KeyButton::back(known) } else { leave }];
        if !self.ball.is_empty() {
            return all;
        }
        all.push(key(Key::More, if self.pays() { "sh-paid" } else { "sh-sung" }));
        if !self.rows.lines.is_empty() {
            all.push(key(Key::F5, "sh-take"));
        }
        if self.rows.chosen().is_some() {
            let before = matches!(self.rows.place, Place::Before(_));
            all.push(key(Key::F6, "sh-before").chosen(before));
            return all;
        }
        // A game with its bingo is closed before the sheet goes.
        if fault(known, &self.rows.with(PaperLine::End), self.rows.at()).is_none() {
            all.push(key(Key::F7, "sh-end"));
        } else if !self.rows.lines.is_empty() {
            all.push(key(Key::F8, "sh-review"));
        }
        all
    }
}

impl View for Transcription {
    fn bar(&self, known: &Known) -> Bar {
        if let Some(why) = in_the_way(known) {
            let leave = KeyButton::new(Key::Back, known.t("sh-leave"), Press::Close);
            return Bar::new(Lead::Wait, known.t("sh-kept"), Next::Wait(why)).with(leave);
        }
        let (lead, prompt, next) = self.next(known);
        Bar::new(lead, prompt, next).with_all(self.buttons(known))
    }

    fn topic(&self) -> Topic {
        Topic::Transcription
    }

    fn look(&mut self, known: &Known) {
        self.follow(known);
    }

    fn body(&mut self, ui: &mut Ui, room: Rect, known: &Known) -> Option<Press> {
        self.follow(known);
        self.paint(ui, room, known)
    }

    fn typed(&mut self, typed: &Typed, known: &Known) -> Option<Press> {
        if in_the_way(known).is_some() || self.review {
            return None;
        }
        if let Typed::Scan(code) = typed {
            let Some(card) = CardRow::scanned(known, code, self.pays()) else {
                return Some(Press::Refuse("lectura-ilegible"));
            };
            self.ball.clear();
            self.card = Some(card);
            return Some(Press::Typed);
        }
        if let Some(card) = &mut self.card {
            return card.typed(typed, known, &self.rows).then_some(Press::Typed);
        }
        match typed {
            // A character beyond the last digit is swallowed, not refused.
            Typed::Char(_) | Typed::Erase => drop(self.ball.typed(typed)),
            Typed::Up | Typed::Down if self.ball.is_empty() => {
                self.rows.go(typed.row(self.rows.at(), self.rows.lines.len() + 1)?);
            }
            Typed::Up | Typed::Down | Typed::Left | Typed::Right | Typed::Next => return None,
            Typed::Press(_) | Typed::Released | Typed::Scan(_) => return None,
        }
        Some(Press::Typed)
    }

    fn band(&self, known: &Known) -> Option<Band> {
        let (n, out) = (known.public().announced.len(), value::game(known).0);
        let fact = known.ta("sh-band", &[("game", &out), ("n", &n)]);
        let then = match (first_by(known), known.board.sheet_by) {
            (Some(by), _) => known.ta("sh-band-second", &[("name", &known.short_name(by))]),
            (None, Some(_)) => known.t("sh-band-waits"),
            (None, None) => known.t("sh-band-first"),
        };
        alert(known.t("sh-word"), fact, then)
    }

    fn pressed(&mut self, key: Key) {
        self.moves.push(key);
    }

    fn refused(&mut self) {
        self.refused = true;
    }

    fn granted(&mut self) {
        if !self.review {
            return;
        }
        (self.review, self.instead) = (false, false);
        match self.copy {
            Whose::First => self.sent = Some(self.rows.lines.clone()),
            Whose::Second => *self = Transcription { game: self.game, ..Transcription::default() },
        }
    }
}
