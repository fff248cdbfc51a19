//! What the hardware has to show: the public board as lamps, numbers and one sentence. Plain data, made anew each time.
//!
//! Nothing is remembered from one moment to the next, so that a panel that was started a second ago shows what one that
//! ran all night shows.

use hall_wire::board::{PublicBoard, Scene};
use hall_wire::link::Seen;

use crate::words;

/// Balls of a game: the lamps of a panel.
pub const BALLS: u8 = 90;

/// How far what is shown can be believed: the same three states as on a monitor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Contact {
    /// No board yet, or this program is ending: nothing is claimed.
    #[default]
    Waiting,
    /// The board is the server's.
    Live,
    /// Silence since the last board, or a server whose record has not what this panel saw.
    Lost,
}

/// All that a panel can show.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Panel {
    /// Whether it is new.
    pub contact: Contact,
    /// What the hall should see.
    pub scene: Scene,
    /// Announced balls in order of exit, 1 to [`BALLS`].
    pub called: Vec<u8>,
    /// The game; none where none is shown.
    pub game: Option<u32>,
    /// The line's prize.
    pub line_cents: u64,
    /// The bingo's prize.
    pub bingo_cents: u64,
    /// The line can still be sung.
    pub line_open: bool,
    /// The bingo can still be sung.
    pub bingo_open: bool,
    /// The hall was founded for demonstration.
    pub demo: bool,
    /// The sentence for this moment, in Spanish capitals.
    pub says: String,
}

impl Panel {
    /// What there is to show of what a link knows.
    pub fn of(seen: &Seen<PublicBoard>) -> Panel {
        let contact = match (seen.wholes, seen.connected) {
            (0, _) => Contact::Waiting,
            (_, true) => Contact::Live,
            (_, false) => Contact::Lost,
        };
        let board = &*seen.board;
        let game = board.game.as_ref();
        Panel {
            contact,
            scene: board.scene,
            called: board.announced.iter().copied().filter(|ball| (1..=BALLS).contains(ball)).collect(),
            game: game.map(|game| game.game),
            line_cents: game.map_or(0, |game| game.line_cents),
            bingo_cents: game.map_or(0, |game| game.bingo_cents),
            line_open: game.is_some_and(|game| game.line_open),
            bingo_open: game.is_some_and(|game| game.bingo_open),
            demo: board.demo,
            says: if contact == Contact::Live { words::of(board) } else { words::NO_CONTACT.to_owned() },
        }
    }

    /// Nothing at all: the program ends in order.
    pub fn dark() -> Panel {
        Panel::default()
    }

    /// Whether the ball's lamp counts, from 1.
    pub fn is_called(&self, ball: u8) -> bool {
        self.called.contains(&ball)
    }

    /// The ball to mark as the last one: only while it is new, and the game goes on. A panel never shows an old number
    /// as if it were new.
    pub fn last(&self) -> Option<u8> {
        let on = matches!(self.scene, Scene::Draw | Scene::Check | Scene::Question | Scene::Hold);
        self.called.last().copied().filter(|_| on && self.contact == Contact::Live)
    }

    /// Game and number of balls that are lit as current, for the record.
    pub fn lit(&self) -> Option<(u32, u8)> {
        let many = u8::try_from(self.called.len()).unwrap_or(BALLS);
        let game = self.game.filter(|_| self.contact == Contact::Live && many > 0)?;
        Some((game, many))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn seen(wholes: u64, connected: bool) -> Seen<PublicBoard> {
        let board = PublicBoard { announced: vec![7, 61], scene: Scene::Draw, ..PublicBoard::default() };
        Seen {
            players: None,
            board_code: None,
            seq: 1,
            board: Arc::new(board),
            connected,
            refused: None,
            behind: None,
            wholes,
            clock: None,
            heard_ago: None,
        }
    }

    #[test]
    fn what_is_old_says_so_and_marks_nothing() {
        let live = Panel::of(&seen(1, true));
        assert_eq!((live.contact, live.last(), live.says.as_str()), (Contact::Live, Some(61), "PARTIDA"));
        let lost = Panel::of(&seen(1, false));
        assert_eq!((lost.contact, lost.last(), lost.says.as_str()), (Contact::Lost, None, words::NO_CONTACT));
        assert_eq!(lost.called, [7, 61], "what was announced stays announced");
        let waiting = Panel::of(&seen(0, false));
        assert_eq!((waiting.contact, waiting.lit()), (Contact::Waiting, None));
        assert_ne!(waiting, Panel::dark());
    }

    #[test]
    fn only_a_game_that_is_live_has_balls_to_report() {
        let panel = Panel { game: Some(3), ..Panel::of(&seen(1, true)) };
        assert_eq!(panel.lit(), Some((3, 2)));
        assert_eq!(Panel { contact: Contact::Lost, ..panel.clone() }.lit(), None);
        assert_eq!(Panel { game: None, ..panel }.lit(), None);
    }
}
