//! Which sentences are due, from the difference between two boards. Nothing is said that is not recorded (DECISIONS 42):
//! the public board has nothing else.

use hall_wire::board::{Play, PublicBoard, Scene, VerdictKind};

use crate::sentence::Sentence;

/// Why something is said: it decides what may wait, what may cut, and what is told when it fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// A ball: never late.
    Ball {
        /// The game.
        game: u32,
        /// Its place, from 1.
        place: u8,
    },
    /// The hall has to know at once: ALTO, suspended, void.
    Alarm,
    /// What the law wants said: totals, prizes, the question.
    Formula,
    /// What is heard gladly: the game begins, the game goes on.
    Courtesy,
}

/// What is said in one go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Utterance {
    /// Why.
    pub reason: Reason,
    /// What.
    pub sentences: Vec<Sentence>,
}

impl Utterance {
    fn new(reason: Reason, sentences: impl IntoIterator<Item = Sentence>) -> Utterance {
        Utterance { reason, sentences: sentences.into_iter().collect() }
    }
}

/// What is due when the hall's board changed from one to the other, in order.
pub fn due(before: &PublicBoard, now: &PublicBoard) -> Vec<Utterance> {
    let mut due = Vec::new();
    if before.session.is_some() && now.session.is_none() {
        due.push(Utterance::new(Reason::Courtesy, [Sentence::Closes]));
    }
    let same_game = before.game.as_ref().map(|game| game.game) == now.game.as_ref().map(|game| game.game);
    if same_game && now.rectified.is_some() && before.rectified != now.rectified {
        let said = [Sentence::Rectified].into_iter().chain(totals(now));
        due.push(Utterance::new(Reason::Formula, said));
    }
    if same_game {
        due.extend(claims(before, now));
    }
    if before.scene != now.scene || !same_game {
        due.extend(scene(before, now));
    }
    if same_game {
        due.extend(balls(before, now));
    }
    due
}

/// Totals and prizes (Catálogo IV).
fn totals(now: &PublicBoard) -> Vec<Sentence> {
    let Some(game) = &now.game else { return Vec::new() };
    let from = game.segments.iter().enumerate().map(|(at, cards)| Sentence::SoldFrom {
        series: cards.series.clone(),
        first: cards.first,
        last: cards.last,
        more: at > 0,
    });
    let prizes = Sentence::Prizes { line_cents: game.line_cents, bingo_cents: game.bingo_cents };
    [Sentence::Sold(game.cards)].into_iter().chain(from).chain([prizes]).collect()
}

fn scene(before: &PublicBoard, now: &PublicBoard) -> Option<Utterance> {
    let alarm = |sentence| Some(Utterance::new(Reason::Alarm, [sentence]));
    let formula = |sentences: Vec<Sentence>| Some(Utterance::new(Reason::Formula, sentences));
    let courtesy = |sentence| Some(Utterance::new(Reason::Courtesy, [sentence]));
    match now.scene {
        Scene::Sale => {
            let (game, session) = now.game.as_ref().zip(now.session.as_ref())?;
            let last = session.last_in_session == Some(game.in_session);
            let opens =
                Sentence::SaleOpens { series: game.series.clone(), price_cents: game.face_value_cents };
            formula(last.then_some(Sentence::LastGame).into_iter().chain([opens]).collect())
        }
        Scene::Totals => formula(totals(now)),
        Scene::Draw if before.scene == Scene::Totals => courtesy(Sentence::Begins),
        Scene::Draw if line_closed(before, now) => formula(vec![Sentence::GoesOnForBingo]),
        Scene::Draw => courtesy(Sentence::GoesOn),
        Scene::Question => {
            let stop = now.stop.as_ref()?;
            let asked = [(stop.asked_line, Play::Line), (stop.asked_bingo, Play::Bingo)];
            let more = asked.into_iter().filter(|(asked, _)| *asked).map(|(_, play)| Sentence::More(play));
            formula(more.collect())
        }
        Scene::Winners => formula([Sentence::Ends].into_iter().chain(paid(now)).collect()),
        Scene::Hold => alarm(Sentence::Hold),
        Scene::Suspended => alarm(Sentence::Suspended),
        Scene::Void => alarm(Sentence::Void),
        Scene::NotHeld => formula(vec![Sentence::NotHeld]),
        Scene::Closed | Scene::Idle | Scene::Check => None,
    }
}

fn line_closed(before: &PublicBoard, now: &PublicBoard) -> bool {
    let open = |board: &PublicBoard| board.game.as_ref().is_some_and(|game| game.line_open);
    open(before) && !open(now)
}

/// What each play's winners have: one sentence for those that have the same.
fn paid(now: &PublicBoard) -> Vec<Sentence> {
    let of = |play: Play| {
        let all = now.prizes.iter().filter(move |prize| prize.play == play);
        let mut amounts: Vec<(u64, u32)> = Vec::new();
        for prize in all {
            match amounts.iter_mut().find(|(cents, _)| *cents == prize.amount_cents) {
                Some((_, cards)) => *cards += 1,
                None => amounts.push((prize.amount_cents, 1)),
            }
        }
        amounts.into_iter().map(move |(cents, cards)| Sentence::Paid { play, cards, cents })
    };
    of(Play::Line).chain(of(Play::Bingo)).collect()
}

/// Cards that were sung, and the jefe de mesa's word on them.
fn claims(before: &PublicBoard, now: &PublicBoard) -> Vec<Utterance> {
    let Some(stop) = &now.stop else { return Vec::new() };
    let known = before.stop.as_ref().filter(|known| known.stop == stop.stop);
    let mut due = Vec::new();
    for claim in &stop.claims {
        let was = known.and_then(|known| known.claims.iter().find(|was| was.claim == claim.claim));
        // A bad card has its answer at once; a good one waits for the jefe de mesa's word (DECISIONS 3).
        let word = match claim.verdict {
            VerdictKind::Repeated => continue,
            VerdictKind::Good => claim.accepted.filter(|_| was.is_none_or(|was| was.accepted.is_none())),
            VerdictKind::Incomplete
            | VerdictKind::NotSold
            | VerdictKind::Returned
            | VerdictKind::PlayClosed
            | VerdictKind::UnknownSeries
            | VerdictKind::NoSuchCard
            | VerdictKind::Forged => was.is_none().then_some(false),
        };
        let sung = was.is_none().then_some(Sentence::Sung(claim.play));
        let judged = word.map(|good| Sentence::Judged(claim.play, good));
        let said: Vec<Sentence> = sung.into_iter().chain(judged).collect();
        if !said.is_empty() {
            due.push(Utterance::new(Reason::Formula, said));
        }
    }
    due
}

/// Balls that were announced, or the last one put right.
fn balls(before: &PublicBoard, now: &PublicBoard) -> Vec<Utterance> {
    let Some(game) = now.game.as_ref().map(|game| game.game) else { return Vec::new() };
    let utterance = |at: usize, sentence| {
        let place = u8::try_from(at + 1).expect("at most 90 balls");
        Utterance::new(Reason::Ball { game, place }, [sentence])
    };
    if let Some(new) = now.announced.strip_prefix(&before.announced[..]) {
        let from = before.announced.len();
        return new
            .iter()
            .enumerate()
            .map(|(at, ball)| utterance(from + at, Sentence::Ball(*ball)))
            .collect();
    }
    let corrected = now.announced.split_last().filter(|(_, known)| {
        before.announced.len() == now.announced.len() && before.announced.starts_with(known)
    });
    corrected.map(|(ball, known)| utterance(known.len(), Sentence::Corrected(*ball))).into_iter().collect()
}

#[cfg(test)]
#[path = "due_tests.rs"]
mod tests;
