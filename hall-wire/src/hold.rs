//! A camera's picture that is never ahead of the caller (G8): for monitors and televisions of a hall whose rules hold it back.
//!
//! The reader knows a ball some tenths after it can be seen. So pictures are always shown a little late; while a ball is out
//! and not announced the picture stands still, and with the announcement it goes on where the ball came.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// How late pictures are shown: what a reader takes to see a ball that a camera sees, and the way of its word to the screens.
pub const BEHIND: Duration = Duration::from_millis(600);

/// The least time between two pictures that are kept: of a camera with more than forty a second some are left out.
const APART: Duration = Duration::from_millis(25);

/// Pictures kept at most: those of [`BEHIND`], the one that is shown, and one to go on from.
#[cfg(test)]
const KEPT_MAX: usize = 600 / 25 + 3;

/// After an announcement pictures go on at four fifths of their speed until they are late again.
const SLOWER: u32 = 5;

/// The pictures of the last moments, and which of them is shown.
#[derive(Debug)]
pub struct Hold<P> {
    kept: VecDeque<(Instant, P)>,
    stands: Stands,
}

#[derive(Debug, Clone, Copy)]
enum Stands {
    /// Late by [`BEHIND`], or on the way there.
    Goes { since: Instant, late_then: Duration },
    /// The picture of this moment stands, since the ball of this place was heard of.
    Held { place: u8, at: Instant, since: Instant },
}

impl<P> Hold<P> {
    /// Nothing is held.
    pub fn new(now: Instant) -> Hold<P> {
        Hold { kept: VecDeque::new(), stands: Stands::Goes { since: now, late_then: BEHIND } }
    }

    /// A picture came.
    pub fn push(&mut self, now: Instant, picture: P) {
        if self.kept.back().is_some_and(|(last, _)| now < *last + APART) {
            return;
        }
        self.kept.push_back((now, picture));
        self.forget(now);
    }

    /// Tells the place of the ball that is out and not announced. Where one is announced while the next is out already, the picture
    /// goes on to the first and stands there. Returns whether a picture that stood was let go.
    pub fn hold(&mut self, now: Instant, uncalled: Option<u8>) -> bool {
        let mut let_go = false;
        if let Stands::Held { place, since, .. } = self.stands
            && uncalled != Some(place)
        {
            let_go = true;
            // No further back than the ball: with the light it is seen.
            let late_then = now.saturating_duration_since(since).min(BEHIND);
            self.stands = Stands::Goes { since: now, late_then };
        }
        if let (Stands::Goes { .. }, Some(place)) = (self.stands, uncalled) {
            self.stands = Stands::Held { place, at: self.moment(now), since: now };
        }
        let_go
    }

    /// The picture to show.
    pub fn shown(&self, now: Instant) -> Option<&P> {
        let moment = self.moment(now);
        let until = self.kept.iter().take_while(|(at, _)| *at <= moment).last();
        // At the start there is none that is late enough; while one is held there is nothing to show instead.
        let first = self.kept.front().filter(|_| matches!(self.stands, Stands::Goes { .. }));
        until.or(first).map(|(_, picture)| picture)
    }

    /// Forgets all pictures: the camera is lost.
    pub fn clear(&mut self) {
        self.kept.clear();
    }

    /// The moment whose picture is shown.
    fn moment(&self, now: Instant) -> Instant {
        match self.stands {
            Stands::Held { at, .. } => at,
            Stands::Goes { since, late_then } => {
                let late = (late_then + now.saturating_duration_since(since) / SLOWER).min(BEHIND);
                now.checked_sub(late).unwrap_or(now)
            }
        }
    }

    /// Drops what will not be shown any more: older than what is shown, and between a picture that is held and the moments that
    /// an announcement may go on from.
    fn forget(&mut self, now: Instant) {
        let moment = self.moment(now);
        let shown = self.kept.iter().take_while(|(at, _)| *at <= moment).count();
        self.kept.drain(..shown.saturating_sub(1));
        let kept_from = now.checked_sub(BEHIND).unwrap_or(now);
        let shown = usize::from(shown > 0);
        let old = self.kept.iter().skip(shown).take_while(|(at, _)| *at < kept_from).count();
        // The last of them is what an announcement would go on from.
        self.kept.drain(shown..shown + old.saturating_sub(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pictures that are the milliseconds at which they were taken, 25 a second.
    struct Film {
        start: Instant,
        hold: Hold<u64>,
        ms: u64,
        every: u64,
    }

    impl Film {
        fn new() -> Film {
            let start = Instant::now();
            Film { start, hold: Hold::new(start), ms: 0, every: 40 }
        }

        fn at(&self, ms: u64) -> Instant {
            self.start + Duration::from_millis(ms)
        }

        fn run_to(&mut self, ms: u64) {
            while self.ms < ms {
                self.hold.push(self.at(self.ms), self.ms);
                self.ms += self.every;
            }
        }

        fn shows(&mut self, ms: u64) -> u64 {
            self.run_to(ms + 1);
            *self.hold.shown(self.at(ms)).expect("a picture")
        }
    }

    #[test]
    fn a_ball_is_not_seen_before_it_is_announced_and_with_the_light_it_is() {
        for announced in [3_350, 3_800, 5_000, 12_000] {
            let mut film = Film::new();
            assert_eq!(film.shows(2_000), 1_400, "always late");
            // The ball can be seen from 3,000 on; the screens hear of it 300 ms later.
            for ms in (2_000..=3_300).step_by(20) {
                assert!(film.shows(ms) < 3_000);
            }
            film.hold.hold(film.at(3_300), Some(7));
            for ms in (3_300..announced).step_by(20) {
                assert_eq!(film.shows(ms), 2_680, "it stands");
            }
            film.hold.hold(film.at(announced), None);
            assert!(film.shows(announced) >= 3_000, "with the light, not after it: {announced}");
        }
    }

    #[test]
    fn pictures_go_on_forwards_and_are_late_again_before_the_next_ball() {
        let mut film = Film::new();
        film.shows(3_300);
        film.hold.hold(film.at(3_300), Some(7));
        film.shows(3_400);
        film.hold.hold(film.at(3_400), None);
        let mut before = 0;
        for ms in (3_400..8_000).step_by(20) {
            let now = film.shows(ms);
            assert!(now >= before, "no step back");
            before = now;
            assert!(ms < 6_000 || now == (ms - 600) / 40 * 40, "late again: {now} at {ms}");
        }
        assert!(film.hold.kept.len() <= KEPT_MAX);
    }

    #[test]
    fn a_quick_camera_fills_nothing_and_stands_still_for_nobody() {
        for every in [5, 16, 20, 25, 33, 100] {
            let mut film = Film { every, ..Film::new() };
            let mut before = film.shows(2_000);
            for ms in (2_000..6_000).step_by(200) {
                film.hold.hold(film.at(ms), (ms % 1_000 == 0).then_some(7));
                film.run_to(ms + 200);
                assert!(film.hold.kept.len() <= KEPT_MAX, "{} of one in {every} ms", film.hold.kept.len());
                let now = film.shows(ms + 199);
                assert!(now >= before && now + 600 + 200 + 2 * every > ms, "{now} at {ms}");
                before = now;
            }
        }
    }

    #[test]
    fn of_two_balls_that_are_out_the_announced_one_is_seen() {
        let mut film = Film::new();
        film.shows(3_300);
        film.hold.hold(film.at(3_300), Some(7));
        film.shows(3_700);
        film.hold.hold(film.at(3_700), Some(8));
        for ms in (3_700..5_000).step_by(20) {
            assert!((3_260..=3_300).contains(&film.shows(ms)), "the seventh, and not the eighth");
        }
    }

    #[test]
    fn a_lost_camera_has_no_picture_and_a_long_hold_keeps_few() {
        let mut film = Film::new();
        film.shows(1_000);
        film.hold.hold(film.at(1_000), Some(7));
        film.run_to(60_000);
        assert!(film.hold.kept.len() <= 20, "{}", film.hold.kept.len());
        film.hold.clear();
        assert_eq!(film.hold.shown(film.at(60_000)), None);
    }
}
