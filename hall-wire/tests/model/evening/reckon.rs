//! The end of the evening: everything adds up.

use super::*;

impl Evening<'_> {
    /// The end of the evening: everything adds up.
    pub(super) fn reckon(mut self) {
        assert_eq!(self.bench.replayed(), self.bench.hall, "replay gives the same hall: seed {}", self.seed);
        // Balls: announced after they came out, none twice.
        let mut out: BTreeMap<(u32, u8), u8> = BTreeMap::new();
        let (mut sold, mut prizes, mut kept, mut refunds) = (0u64, 0u64, 0u64, 0u64);
        let mut taken: BTreeMap<u32, (u64, u64)> = BTreeMap::new();
        for line in &self.bench.record {
            match &line.event {
                Event::BallExtracted { game, ordinal, ball, .. } => {
                    out.insert((game.0, ordinal.0), ball.number());
                }
                Event::BallCorrected { game, ordinal, to, .. } => {
                    out.insert((game.0, ordinal.0), to.number());
                }
                Event::BallAnnounced { game, ordinal, ball, .. } => {
                    assert_eq!(
                        out.get(&(game.0, ordinal.0)),
                        Some(&ball.number()),
                        "announced before it came out: seed {}",
                        self.seed
                    );
                }
                Event::SaleClosed { game, division, .. } => {
                    sold += division.takings.0;
                    kept += division.house.0 + division.resto.0;
                    taken.insert(game.0, (division.takings.0, division.house.0 + division.resto.0));
                }
                Event::PlayAwarded { game, winners, remainder, .. } => {
                    let amount: u64 = winners.iter().map(|share| share.amount.0).sum();
                    prizes += amount;
                    kept += remainder.0;
                    taken.get_mut(&game.0).unwrap().1 += amount + remainder.0;
                }
                Event::PlayUnsung { game, amount, .. } => {
                    kept += amount.0;
                    taken.get_mut(&game.0).unwrap().1 += amount.0;
                }
                Event::GameVoided { game, amount, .. } => {
                    // Everything the game gave out comes back; only refunds count.
                    let (_, given) = taken.remove(&game.0).unwrap_or_default();
                    let shared: u64 = self.paper.games[&game.0].prizes.iter().map(|p| p.cents).sum();
                    prizes -= shared;
                    kept -= given - shared;
                    if self.paper.games[&game.0].takings == 0 {
                        sold += amount.0;
                    }
                }
                Event::CardsRefunded { amount, .. } => refunds += amount.0,
                _ => (),
            }
        }
        let paid = |account: &str| -> u64 {
            self.paper
                .paid_out
                .iter()
                .filter(|(_, name, _)| *name == account)
                .map(|(_, _, cents)| cents)
                .sum()
        };
        let expected = [paid("premio"), paid("sala") + paid("resto") + paid("sin cantar"), paid("devuelto")];
        assert_eq!([prizes, kept, refunds], expected, "seed {}", self.seed);
        assert_eq!(
            sold,
            self.paper.paid_in.iter().map(|(_, cents)| cents).sum::<u64>(),
            "seed {}",
            self.seed
        );
        // Money in = prizes + hall + resto + unsung + refunds, those still to come among them.
        let voids = || self.paper.games.values().filter(|game| game.phase == Phase::Voided);
        let to_refund: u64 =
            voids().map(|g| (g.with_sellers().count() - g.refunded.len()) as u64 * g.price).sum();
        assert_eq!(sold, prizes + kept + refunds + to_refund, "seed {}", self.seed);
        // Cards received = sold + void + given back and never sold + still on the pile.
        for (name, _) in SERIES {
            let pointer = self.paper.pointer(name);
            let item = self.bench.hall.stock.get(series(name)).unwrap();
            let mut counts = [0u32; 4];
            for number in 1..=SIZE {
                let game = self.paper.used.get(&(name, number));
                assert_eq!(
                    self.bench.hall.stock.game_of(card(name, number)).map(|g| g.0),
                    game.copied(),
                    "{name} {number}: seed {}",
                    self.seed
                );
                let kind = match game.map(|no| self.paper.games[no].phase) {
                    Some(Phase::Voided) => 1,
                    Some(_) => 0,
                    None if number < pointer => 2,
                    None => 3,
                };
                counts[kind] += 1;
            }
            assert_eq!(counts.iter().sum::<u32>(), item.size);
            assert_eq!(counts[3], item.size + 1 - item.next, "{name}: seed {}", self.seed);
        }
        self.saw("evenings");
    }
}
