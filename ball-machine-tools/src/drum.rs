//! Ninety balls in a drum: the physical model behind the simulator.
//!
//! The seed and the draw's number fix the order of each draw, or a list does, so that a demonstration can be repeated. The
//! generator is SplitMix64 (Steele, Lea and Flood, OOPSLA 2014), for make-believe balls only: no program ever chooses a
//! ball of a real game.

use hall_core::ball::{Ball, BallSet};

/// The drum, the rack and the order of the balls to come.
#[derive(Debug, Clone)]
pub struct Drum {
    seed: u64,
    given: Vec<Vec<Ball>>,
    /// The present draw, from 1; the next begins when balls that were out are brought back.
    draw: u32,
    /// The balls in the drum, the next one last.
    inside: Vec<Ball>,
    rack: Vec<Ball>,
    /// Balls in the chute, through every load.
    hidden: Vec<Ball>,
}

/// SplitMix64. Not for anything that matters.
#[derive(Debug, Clone)]
pub struct SplitMix64(pub u64);

impl SplitMix64 {
    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `n`, 1 to 2³², with a bias below 2⁻³².
    pub fn below(&mut self, n: usize) -> usize {
        (((self.next_u64() >> 32) * n as u64) >> 32) as usize
    }
}

impl Drum {
    /// A full drum. `given`: for each draw the balls that come first; the others follow in the seed's order.
    pub fn new(seed: u64, given: Vec<Vec<Ball>>) -> Drum {
        let mut drum =
            Drum { seed, given, draw: 1, inside: Vec::new(), rack: Vec::new(), hidden: Vec::new() };
        drum.mix();
        drum
    }

    /// The present draw, from 1.
    pub fn draw(&self) -> u32 {
        self.draw
    }

    /// The balls in the rack, in the order they came.
    pub fn rack(&self) -> &[Ball] {
        &self.rack
    }

    /// Takes the next ball out of the drum; `None` when it is empty.
    pub fn pick(&mut self) -> Option<Ball> {
        self.inside.pop()
    }

    /// Puts a picked ball into the rack.
    pub fn park(&mut self, ball: Ball) {
        self.rack.push(ball);
    }

    /// Drops a picked ball back among the others; it comes again later.
    pub fn drop_back(&mut self, ball: Ball) {
        let mut dice = SplitMix64(self.seed ^ u64::from(ball.number()) << 32);
        let place = dice.below(self.inside.len() + 1);
        self.inside.insert(place, ball);
    }

    /// Leaves a picked ball in the chute: neither in the drum nor in the rack, through every load.
    pub fn hide(&mut self, ball: Ball) {
        self.hidden.push(ball);
    }

    /// Frees the balls in the chute, which fall back among the others.
    pub fn find(&mut self) -> Vec<Ball> {
        let found = std::mem::take(&mut self.hidden);
        found.iter().for_each(|ball| self.drop_back(*ball));
        found
    }

    /// Brings every ball back but those in the chute. The next draw begins if any was out.
    pub fn load(&mut self) {
        if !self.rack.is_empty() {
            self.draw += 1;
        }
        self.mix();
    }

    fn mix(&mut self) {
        let mut dice = SplitMix64(self.seed ^ u64::from(self.draw).wrapping_mul(0xA24B_AED4_963E_E407));
        let first = self.given.get(self.draw as usize - 1).map_or(&[][..], Vec::as_slice);
        let mut taken = BallSet::EMPTY;
        let mut order: Vec<Ball> = first.iter().copied().filter(|b| taken.insert(*b)).collect();
        let mut rest: Vec<Ball> = Ball::all().filter(|b| !taken.contains(*b)).collect();
        for i in (1..rest.len()).rev() {
            rest.swap(i, dice.below(i + 1));
        }
        order.extend(rest);
        order.retain(|ball| !self.hidden.contains(ball));
        order.reverse();
        self.inside = order;
        self.rack.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(drum: &mut Drum) -> Vec<u8> {
        std::iter::from_fn(|| drum.pick().inspect(|b| drum.park(*b))).map(Ball::number).collect()
    }

    #[test]
    fn every_draw_has_every_ball_once_in_an_order_of_its_own() {
        let mut drum = Drum::new(7, Vec::new());
        let first = all(&mut drum);
        drum.load();
        let second = all(&mut drum);
        assert_eq!(drum.draw(), 2);
        assert_ne!(first, second);
        assert_eq!(first, all(&mut Drum::new(7, Vec::new())));
        for mut draw in [first, second] {
            draw.sort_unstable();
            assert_eq!(draw, (1..=90).collect::<Vec<u8>>());
        }
    }

    #[test]
    fn a_given_order_comes_first_and_a_load_before_any_ball_does_not_use_it_up() {
        let given = [vec![5, 90, 1], vec![2]];
        let given = given.map(|d| d.into_iter().filter_map(Ball::new).collect()).to_vec();
        let mut drum = Drum::new(7, given);
        drum.load();
        assert_eq!(all(&mut drum)[..3], [5, 90, 1]);
        drum.load();
        assert_eq!(all(&mut drum)[0], 2);
    }

    #[test]
    fn a_ball_in_the_chute_comes_in_no_draw_until_it_is_found() {
        let mut drum = Drum::new(7, Vec::new());
        let ball = drum.pick().unwrap();
        drum.hide(ball);
        for _ in 0..2 {
            let came = all(&mut drum);
            assert!(came.len() == 89 && !came.contains(&ball.number()));
            drum.load();
        }
        assert_eq!(drum.find(), [ball]);
        assert_eq!(all(&mut drum).len(), 90);
    }

    #[test]
    fn a_ball_dropped_back_comes_again() {
        let mut drum = Drum::new(7, Vec::new());
        let ball = drum.pick().unwrap();
        drum.drop_back(ball);
        assert_eq!(all(&mut drum).len(), 90);
    }
}
