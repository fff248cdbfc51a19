//! How fast reports are taken in: a machine that floods waits (reliability.md E 35).
//!
//! A ball is three reports, a draw about three hundred. A machine that says more is out of order, and every report is a
//! line of the record: at full speed it would fill a disk in a night. So a burst is taken at once, enough for a draw with
//! its store repeated, and then so much a second; the rest waits in the system's buffers and in the machine's own store.
//! Pure: time is an argument.

/// Reports taken at once: more than a draw has.
pub const BURST: u32 = 1_024;
/// Reports a second after that: more than from a ball each 50 ms.
pub const RATE: u32 = 100;
/// A report, in the unit that is counted.
const WHOLE: u64 = 1_000;

/// What may be taken in now.
#[derive(Debug)]
pub struct Pace {
    /// Thousandths of reports that may still come at once.
    left: u64,
    /// Those that came beyond the burst.
    owed: u64,
    at_ms: u64,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace { left: u64::from(BURST) * WHOLE, owed: 0, at_ms: 0 }
    }
}

impl Pace {
    /// So many reports came.
    pub fn spend(&mut self, reports: usize, now_ms: u64) {
        self.earn(now_ms);
        let spent = reports as u64 * WHOLE;
        self.owed += spent.saturating_sub(self.left);
        self.left = self.left.saturating_sub(spent);
    }

    /// For how many milliseconds nothing may be read; 0: read on.
    pub fn wait_ms(&mut self, now_ms: u64) -> u64 {
        self.earn(now_ms);
        self.owed.div_ceil(u64::from(RATE))
    }

    /// The burst is nearly used up: read little.
    pub fn is_scarce(&self) -> bool {
        self.left < WHOLE * u64::from(BURST) / 8
    }

    fn earn(&mut self, now_ms: u64) {
        // A thousandth of a report for each report a second and each millisecond.
        let earned = now_ms.saturating_sub(self.at_ms) * u64::from(RATE);
        self.at_ms = self.at_ms.max(now_ms);
        let left = self.left + earned.saturating_sub(self.owed);
        self.owed = self.owed.saturating_sub(earned);
        self.left = left.min(u64::from(BURST) * WHOLE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a line that always has more gives in so many seconds, `piece` reports with each read.
    fn taken(secs: u64, piece: usize) -> usize {
        let (mut pace, mut now_ms, mut taken) = (Pace::default(), 0, 0);
        while now_ms < secs * 1_000 {
            pace.spend(piece, now_ms);
            taken += piece;
            // A read takes no time; a full line is read again at once.
            now_ms += pace.wait_ms(now_ms);
            assert!(taken < 1_000_000, "nothing waits");
        }
        taken
    }

    #[test]
    fn a_flood_is_a_burst_and_then_so_much_a_second_however_it_comes() {
        for piece in [1, 3, 70, 900] {
            let most = BURST as usize + 3_600 * RATE as usize + piece;
            let taken = taken(3_600, piece);
            assert!((most - 2 * piece..=most).contains(&taken), "{taken} by {piece}");
        }
    }

    #[test]
    fn a_draw_never_waits_and_neither_does_the_next_one() {
        let mut pace = Pace::default();
        for game in 0..60 {
            // A store said at once, then ninety balls, one each 50 ms.
            let begun_ms = game * 20_000;
            pace.spend(136, begun_ms);
            for ball in 0..90 {
                let now_ms = begun_ms + ball * 50;
                pace.spend(4, now_ms);
                assert_eq!(pace.wait_ms(now_ms), 0, "ball {ball} of game {game}");
                assert!(!pace.is_scarce());
            }
        }
    }

    #[test]
    fn rest_is_not_saved_up() {
        let mut pace = Pace::default();
        assert_eq!(pace.wait_ms(1_000_000_000), 0);
        pace.spend(BURST as usize, 1_000_000_000);
        assert_eq!(pace.wait_ms(1_000_000_000), 0);
        pace.spend(RATE as usize, 1_000_000_000);
        assert_eq!(pace.wait_ms(1_000_000_000), 1_000);
    }
}
