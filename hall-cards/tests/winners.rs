//! The winner finder and the audit: against a game of the vectors, against each other and the rules
//! looked up one by one, and against the laws of the game.

use hall_cards::ball::{Ball, BallSet};
use hall_cards::card::{CARD_COUNT, Card, CardId};
use hall_cards::finder::audit::{Completed, audit};
use hall_cards::finder::{Finder, Standing, Tally};
use hall_cards::matrix::strip::Strips;
use hall_cards::matrix::{Matrix, MatrixKey, MatrixNo};
use proptest::prelude::*;

use chance::published::published;
use chance::{Random, assert_cdf, assert_law, seed, size};

mod chance;

#[test]
fn the_game_of_the_vectors_is_played() {
    let game = published().game;
    let key = MatrixKey::from_bytes(core::array::from_fn(|i| i as u8));
    let matrix = Matrix::new(MatrixNo::new(game.series).unwrap(), game.cards, &key).unwrap();
    let cards: Vec<Card> = matrix.faces().map(CardId::card).collect();
    let order = balls(&game.draw_order);
    let audited = audit(&order, cards.iter().copied());

    let mut finder = Finder::new(cards);
    let mut before = finder.tally();
    assert_eq!((before, game.per_ball.len()), (Tally::default(), 90));
    for (drawn, [ball, new_lines, new_bingos, lines_lack_one, cards_lack_one]) in (1..).zip(game.per_ball) {
        assert!(finder.draw(Ball::new(ball as u8).unwrap()));
        let tally = finder.tally();
        let seen = [
            tally.lines - before.lines,
            tally.bingos - before.bingos,
            tally.lines_lacking_one,
            tally.cards_lacking_one,
        ];
        assert_eq!(seen, [new_lines, new_bingos, lines_lack_one, cards_lack_one], "ball {ball}");
        let lines = audited.iter().flat_map(|card| card.lines).filter(|after| *after == Some(drawn)).count();
        let bingos = audited.iter().filter(|card| card.bingo == Some(drawn)).count();
        assert_eq!((lines, bingos), (new_lines as usize, new_bingos as usize), "audited, ball {ball}");
        before = tally;
    }
}

/// Three engines: the finder, the audit, and each card's rows against the balls drawn so far.
#[test]
fn the_finder_the_audit_and_the_rules_agree_on_random_games() {
    let mut random = Random(11);
    for cards in [1, 2, 63, 64, 65, 511, 512, 513, 1_100] {
        let cards: Vec<Card> = (0..cards).map(|_| card(&mut random)).collect();
        let order = balls(&random.draw());
        let audited = audit(&order, cards.iter().copied());
        let mut finder = Finder::new(cards.iter().copied());
        assert_eq!(finder.cards(), cards.len());
        let mut drawn = BallSet::EMPTY;
        for (count, ball) in (1..).zip(order) {
            finder.draw(ball);
            drawn.insert(ball);
            check(&finder, &cards, drawn);
            let by = |after: Option<u8>| after.is_some_and(|after| after <= count);
            let found = |what: fn(&Completed) -> Option<u8>| -> Vec<usize> {
                (0..).zip(&audited).filter(|(_, card)| by(what(card))).map(|(i, _)| i).collect()
            };
            assert_eq!(finder.standing(Standing::Line).collect::<Vec<_>>(), found(|card| card.first_line()));
            assert_eq!(finder.standing(Standing::Bingo).collect::<Vec<_>>(), found(|card| card.bingo));
        }
    }
}

#[test]
fn a_ball_drawn_twice_or_never_changes_nothing() {
    let mut random = Random(12);
    let cards: Vec<Card> = (0..600).map(|_| card(&mut random)).collect();
    let mut finder = Finder::new(cards.iter().copied());
    let order = balls(&random.draw());
    order[..60].iter().for_each(|ball| assert!(finder.draw(*ball)));
    let before = finder.tally();
    order[..60].iter().for_each(|ball| assert!(!finder.draw(*ball)));
    order[60..].iter().for_each(|ball| assert!(!finder.undo(*ball)));
    assert_eq!(finder.tally(), before);
    order[..60].iter().rev().for_each(|ball| assert!(finder.undo(*ball)));
    assert_eq!((finder.tally(), finder.drawn()), (Tally::default(), BallSet::EMPTY));
}

#[test]
fn a_game_without_cards_has_no_winners() {
    let mut finder = Finder::new([]);
    Ball::all().for_each(|ball| assert!(finder.draw(ball)));
    assert_eq!((finder.tally(), finder.standing(Standing::Bingo).next()), (Tally::default(), None));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Only the set of drawn balls matters, not how they were announced and taken back.
    #[test]
    fn a_corrected_ball_leaves_no_trace(seed in any::<u64>(), cards in 1..700_usize, moves in prop::collection::vec(1..=90_u8, 1..150)) {
        let mut random = Random(seed);
        let cards: Vec<Card> = (0..cards).map(|_| card(&mut random)).collect();
        let mut finder = Finder::new(cards.iter().copied());
        let mut drawn = BallSet::EMPTY;
        for number in moves {
            let ball = Ball::new(number).unwrap();
            if drawn.contains(ball) {
                finder.undo(ball);
                drawn = drawn.without([ball].into_iter().collect());
            } else {
                finder.draw(ball);
                drawn.insert(ball);
            }
        }
        prop_assert_eq!(finder.drawn(), drawn);
        check(&finder, &cards, drawn);
    }
}

/// One card in random games: after how many balls it has its line and its bingo, against exact fractions.
#[test]
fn one_card_follows_its_exact_law() {
    let (mut random, games) = (Random(13 + seed()), size(60_000));
    let (mut lines, mut bingos) = ([0; 91], [0; 91]);
    for _ in 0..games {
        let card = card(&mut random);
        let done = audit(&balls(&random.draw()), [card])[0];
        lines[usize::from(done.first_line().unwrap())] += 1;
        bingos[usize::from(done.bingo.unwrap())] += 1;
    }
    let [line, bingo] = published().one_card();
    assert_cdf("line of one card", &lines, line);
    assert_cdf("bingo of one card", &bingos, bingo);
}

#[test]
fn one_strip_follows_its_exact_law_and_has_one_winner() {
    let (mut random, games) = (Random(14 + seed()), size(20_000));
    let strips =
        Strips::new(MatrixNo::new(1).unwrap(), &MatrixKey::from_bytes(u128::from(14 + seed()).to_be_bytes()));
    let (mut lines, mut bingos) = ([0; 91], [0; 91]);
    for index in 0..games {
        let done = audit(&balls(&random.draw()), *strips.strip(index).cards());
        let [line, bingo] = first_and_winners(&done);
        assert_eq!((line.1, bingo.1), (1, 1), "each number is on one card only");
        lines[usize::from(line.0)] += 1;
        bingos[usize::from(bingo.0)] += 1;
    }
    let [line, bingo] = published().one_strip();
    assert_cdf("first line of a strip", &lines, line);
    assert_cdf("first bingo of a strip", &bingos, bingo);
}

/// The first line and the first bingo among many single cards, and how many share it. The laws of the bingo
/// are exact; those of the line have errors below 2 × 10⁻⁴ and those of the winners are of ten million games:
/// both are small beside the errors of so few games.
#[test]
fn many_cards_follow_the_published_laws() {
    let published = published();
    for (cards, games) in [(6, 20_000), (100, 5_000), (1_000, 600)] {
        let mut random = Random(15 + cards + seed());
        let mut counts = [[0; 91]; 4];
        for _ in 0..size(games) {
            let order = balls(&random.draw());
            let done = audit(&order, (0..cards).map(|_| card(&mut random)));
            for ((first, winners), counts) in
                first_and_winners(&done).into_iter().zip(counts.chunks_exact_mut(2))
            {
                counts[0][usize::from(first)] += 1;
                counts[1][winners] += 1;
            }
        }
        let ([line_law, bingo_law], winners) = (published.single_cards(cards), published.winners(cards));
        let [line, line_winners, bingo, bingo_winners] = &counts;
        assert_cdf(&format!("first line of {cards}"), line, line_law);
        assert_cdf(&format!("first bingo of {cards}"), bingo, bingo_law);
        for (what, counts, law) in
            [("line", line_winners, &winners[0]), ("bingo", bingo_winners, &winners[1])]
        {
            let (one, alone) = (counts[1], law.iter().find(|(n, _)| *n == 1).unwrap().1);
            assert_law(
                &format!("cards that share the {what} of {cards}"),
                &[one, counts.iter().sum::<u64>() - one],
                &[alone, 1.0 - alone],
            );
        }
    }
}

/// Sold as strips, sixteen to a game: means of two million games (cards.md 6), with the error of ours.
#[test]
fn strips_have_their_first_winners_when_simulated() {
    let (mut random, games) = (Random(17 + seed()), size(2_000));
    let strips =
        Strips::new(MatrixNo::new(2).unwrap(), &MatrixKey::from_bytes(u128::from(17 + seed()).to_be_bytes()));
    let mut sums = [0.0; 2];
    for game in 0..games {
        let cards = (0..16).flat_map(|strip| *strips.strip(16 * game + strip).cards());
        let done = audit(&balls(&random.draw()), cards);
        first_and_winners(&done)
            .iter()
            .zip(&mut sums)
            .for_each(|((first, _), sum)| *sum += f64::from(*first));
    }
    for (what, sum, mean, deviation) in [("line", sums[0], 28.518, 5.92), ("bingo", sums[1], 66.618, 4.80)] {
        let z = (sum / games as f64 - mean) / (deviation / (games as f64).sqrt());
        println!("mean first {what}: {z:.2}");
        assert!(z.abs() < 5.0, "mean first {what}: {z}");
    }
}

/// Compares the finder with the rows of each card.
fn check(finder: &Finder, cards: &[Card], drawn: BallSet) {
    let mut tally = Tally::default();
    let mut wanted = [const { Vec::new() }; 4];
    for (place, card) in cards.iter().enumerate() {
        let missing = card.rows().map(|row| row.without(drawn).len());
        let lines = |lacking| missing.iter().filter(|missing| **missing == lacking).count();
        let all: u32 = missing.iter().sum();
        tally.lines += lines(0) as u32;
        tally.lines_lacking_one += lines(1) as u32;
        tally.bingos += u32::from(all == 0);
        tally.cards_lacking_one += u32::from(all == 1);
        let stands = [lines(0) > 0, all == 0, lines(1) > 0, all == 1];
        wanted.iter_mut().zip(stands).filter(|(_, stands)| *stands).for_each(|(list, _)| list.push(place));
    }
    assert_eq!(finder.tally(), tally);
    let all = [Standing::Line, Standing::Bingo, Standing::LineLacksOne, Standing::BingoLacksOne];
    for (standing, wanted) in all.into_iter().zip(wanted) {
        assert_eq!(finder.count(standing) as usize, wanted.len());
        assert_eq!(finder.standing(standing).collect::<Vec<_>>(), wanted, "{standing:?}");
    }
}

/// Returns, for the line and for the bingo, after how many balls the first card has it and how many cards share it.
fn first_and_winners(done: &[Completed]) -> [(u8, usize); 2] {
    let of = |what: fn(&Completed) -> Option<u8>| {
        let first = done.iter().filter_map(what).min().unwrap();
        (first, done.iter().filter(|card| what(card) == Some(first)).count())
    };
    [of(|card| card.first_line()), of(|card| card.bingo)]
}

fn card(random: &mut Random) -> Card {
    CardId::new(random.below(CARD_COUNT)).unwrap().card()
}

fn balls(numbers: &[u8]) -> Vec<Ball> {
    numbers.iter().map(|number| Ball::new(*number).unwrap()).collect()
}
