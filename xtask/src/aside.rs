//! What `./bombo run` says aside to somebody who plays every part alone: which of the cards sold have the
//! line or the bingo, and what to press next. The cards themselves are on a [`page`].
//!
//! A demonstration only. In a hall whoever has won sings it, and nothing says so before (DECISIONS 5): what is
//! found here goes to the terminal and to a page in the demonstration's folder, both marked, and to nothing of
//! the product. It knows what anybody may know: the public board, and the matrix's file of cards.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use hall_cards::finder::{Finder, Standing};
use hall_core::ball::Ball;
use hall_core::card::Card;
use hall_wire::board::{CardNumber, Cards, Game, Play, PublicBoard, Scene};
use hall_wire::link::{Client, Link};
use hall_wire::matrix_file::{Format, Limits, read};

use crate::evening::spoken;

pub mod page;
pub mod step;

/// The page of the cards, within the demonstration's folder.
pub const PAGE: &str = "cartones-vendidos.html";

/// How many winners are named one by one.
const NAMED: usize = 6;

/// The cards sold in a game, with what was announced crossed out.
pub struct Sold {
    game: u32,
    segments: Vec<Cards>,
    cards: Vec<(CardNumber, Card)>,
    finder: Finder,
}

impl Sold {
    /// Returns the cards that were sold in this game, of its matrix: card n is `matrix[n - 1]`.
    ///
    /// # Errors
    /// When the matrix has fewer cards.
    pub fn new(game: &Game, matrix: &[Card]) -> Result<Sold> {
        let mut cards = Vec::new();
        for sold in &game.segments {
            for card in sold.first..=sold.last {
                let face = matrix.get(card as usize - 1).with_context(|| format!("no card {card}"))?;
                cards.push((CardNumber { series: sold.series.clone(), card }, *face));
            }
        }
        let finder = Finder::new(cards.iter().map(|(_, face)| *face).collect::<Vec<_>>());
        Ok(Sold { game: game.game, segments: game.segments.clone(), cards, finder })
    }

    /// Returns the cards, in the order in which they were sold.
    pub fn cards(&self) -> &[(CardNumber, Card)] {
        &self.cards
    }

    /// Crosses out what is announced; a number that was put right is taken back.
    pub fn hear(&mut self, announced: &[u8]) {
        let now = || announced.iter().filter_map(|number| Ball::new(*number));
        for gone in self.finder.drawn().iter().filter(|ball| now().all(|other| other != *ball)) {
            self.finder.undo(gone);
        }
        for ball in now() {
            self.finder.draw(ball);
        }
    }

    /// Returns the cards that have this by now, in the order in which they were sold.
    pub fn having(&self, play: Play) -> Vec<&CardNumber> {
        let standing = match play {
            Play::Line => Standing::Line,
            Play::Bingo => Standing::Bingo,
        };
        self.finder.standing(standing).map(|place| &self.cards[place].0).collect()
    }

    /// Returns who could sing on this board and has not: the line while it is open, the bingo while that is.
    pub fn unsung(&self, board: &PublicBoard) -> Vec<(Play, CardNumber)> {
        let Some(game) = board.game.as_ref().filter(|game| game.game == self.game) else { return Vec::new() };
        let plays = [(Play::Line, game.line_open), (Play::Bingo, game.bingo_open)];
        let sung = |play: Play, card: &CardNumber| {
            let claims = board.stop.iter().flat_map(|stop| &stop.claims);
            claims.into_iter().any(|claim| claim.play == play && claim.card == *card)
        };
        let open = plays.into_iter().filter(|(_, open)| *open);
        open.flat_map(|(play, _)| self.having(play).into_iter().map(move |card| (play, card.clone())))
            .filter(|(play, card)| !sung(*play, card))
            .collect()
    }

    /// Returns it in words, one sentence for each winner: «el cartón 22 tiene línea».
    pub fn words(&self, board: &PublicBoard) -> Vec<String> {
        let unsung = self.unsung(board);
        let several = self.segments.iter().any(|cards| cards.series != self.segments[0].series);
        let sentence = |(play, card): &(Play, CardNumber)| {
            let series =
                if several { format!(" de la serie {}", spoken(&card.series)) } else { String::new() };
            let what = if *play == Play::Line { "línea" } else { "bingo" };
            format!("el cartón {}{series} tiene {what}", card.card)
        };
        let mut words: Vec<String> = unsung.iter().take(NAMED).map(sentence).collect();
        if let more @ 1.. = unsung.len().saturating_sub(NAMED) {
            words.push(format!("y {more} más"));
        }
        words
    }
}

/// Where a game's cards come from.
pub trait Decks {
    /// Returns the cards of a matrix, the first first.
    ///
    /// # Errors
    /// When they cannot be had.
    fn cards(&mut self, matrix: u32) -> Result<Vec<Card>>;
}

/// The demonstration's manager, who may have the file of a matrix.
pub struct Manager {
    /// The server.
    pub url: String,
    /// The user.
    pub user: String,
    /// The PIN.
    pub pin: String,
}

impl Decks for Manager {
    fn cards(&mut self, matrix: u32) -> Result<Vec<Card>> {
        // Comes in for this alone, so that nobody stands on duty at a desk that is none.
        let mut client = Client::new(&self.url);
        client.login(&self.user, &self.pin, "demostracion")?;
        let file = client.get_bytes(&format!("/api/matrices/{matrix}/cards.csv"));
        client.logout()?;
        let read = read(&file?[..], Format::Csv, Limits::default())?;
        Ok(read.cards.into_iter().map(|face| face.card()).collect())
    }
}

/// What has been said, so that nothing is said twice.
pub struct Aside<D> {
    decks: D,
    known: BTreeMap<u32, Vec<Card>>,
    sold: Option<Sold>,
    step: String,
    told: (u32, usize, Vec<String>),
}

impl<D: Decks> Aside<D> {
    /// Returns an aside that has said nothing yet.
    pub fn new(decks: D) -> Aside<D> {
        Aside { decks, known: BTreeMap::new(), sold: None, step: String::new(), told: (0, 0, Vec::new()) }
    }

    /// Returns the cards of the present game, once its sale is closed.
    pub fn sold(&self) -> Option<&Sold> {
        self.sold.as_ref()
    }

    /// Looks at the board. Returns what there is to say that was not said: what to press now, and after each
    /// announced ball who has what.
    ///
    /// # Errors
    /// When the cards of the game cannot be had.
    pub fn look(&mut self, board: &PublicBoard) -> Result<Vec<String>> {
        let mut said = Vec::new();
        let step = step::now(board);
        if step != self.step {
            said.push(format!("▸ {step}"));
            self.step = step;
        }
        self.follow(board)?;
        let Some(sold) = &self.sold else { return Ok(said) };
        let words = sold.words(board);
        let told = (sold.game, board.announced.len(), words);
        if self.told != told {
            if !told.2.is_empty() && matches!(board.scene, Scene::Draw | Scene::Check | Scene::Question) {
                said.push(format!("  DEMOSTRACIÓN, bola {}: {}.", told.1, told.2.join("; ")));
            }
            self.told = told;
        }
        Ok(said)
    }

    /// Holds the cards that are sold in the present game, and what was announced in it.
    fn follow(&mut self, board: &PublicBoard) -> Result<()> {
        let game = board.game.as_ref().filter(|game| !game.segments.is_empty());
        let Some((game, matrix)) = game.and_then(|game| Some((game, game.matrix.as_ref()?.matrix))) else {
            self.sold = None;
            return Ok(());
        };
        let same = |sold: &Sold| sold.game == game.game && sold.segments == game.segments;
        if !self.sold.as_ref().is_some_and(same) {
            if !self.known.contains_key(&matrix) {
                self.known.insert(matrix, self.decks.cards(matrix)?);
            }
            self.sold = Some(Sold::new(game, &self.known[&matrix])?);
        }
        if let Some(sold) = &mut self.sold {
            sold.hear(&board.announced);
        }
        Ok(())
    }
}

/// Follows the board of a server, says what there is to say and keeps the page, until `goes_on` says no.
///
/// # Errors
/// When the page cannot be written or the cards cannot be had.
pub fn run<D: Decks>(
    url: &str,
    dir: &Path,
    decks: D,
    say: &mut dyn FnMut(&str),
    mut goes_on: impl FnMut() -> bool,
) -> Result<()> {
    /// How often the programs are looked after while nothing happens.
    const NOW_AND_THEN: Duration = Duration::from_millis(300);
    let link: Link<PublicBoard> = Link::open(url, "demostracion", None);
    let (mut aside, file, mut seq) = (Aside::new(decks), page_in(dir), None);
    while goes_on() {
        let Some(seen) = link.wait(|seen| seen.wholes > 0 && Some(seen.seq) != seq, NOW_AND_THEN) else {
            continue;
        };
        seq = Some(seen.seq);
        for line in aside.look(&seen.board)? {
            say(&line);
        }
        page::write(&file, &page::html(&seen.board, aside.sold()))?;
    }
    Ok(())
}

/// Returns the page's place.
pub fn page_in(dir: &Path) -> PathBuf {
    dir.join(PAGE)
}
