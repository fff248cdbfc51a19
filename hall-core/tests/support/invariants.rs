//! What the types of the hall cannot say, checked after every step of a test.

use hall_core::ball::BallSet;
use hall_core::event::Play;
use hall_core::game::{Game, Phase, PlayState, PrizeState};
use hall_core::hall::Hall;
use hall_core::money::Cents;

pub fn of_hall(hall: &Hall) {
    for game in hall.past.values().chain(hall.game.as_ref()) {
        of_game(game);
    }
    assert!(hall.past.values().all(|game| !game.is_running()), "at most one game on sale or in play (G4)");
    assert!(hall.session.is_some() || hall.running().is_none(), "a game runs within a session");
    assert!(hall.count.is_none() || hall.running().is_none(), "balls are counted between games");
}

pub fn of_game(game: &Game) {
    let distinct: BallSet = game.extracted.iter().copied().collect();
    assert_eq!(distinct.len() as usize, game.extracted.len(), "no ball twice in a game (NL6)");
    assert!(usize::from(game.announced) <= game.extracted.len());
    assert!(game.by_people.iter().all(|place| usize::from(place.0) <= game.extracted.len()));
    let unannounced = game.shown.iter().find(|place| place.0 > game.announced);
    assert_eq!(unannounced, None, "nothing is shown before it is announced (G8)");
    let division = game.division;
    let parts = division.line.plus(division.bingo).plus(division.house).plus(division.resto);
    assert_eq!(parts, division.takings, "money in = prizes + hall + resto (NL5)");
    match &game.phase {
        Phase::Selling(_) | Phase::NotHeld => assert!(game.extracted.is_empty() && game.claims.is_empty()),
        Phase::Announced { .. } => assert!(!game.segments.is_empty() && game.extracted.is_empty()),
        Phase::Drawing(_) | Phase::Stopped(..) => assert!(!game.segments.is_empty()),
        Phase::Ended => {
            assert!(game.line != PlayState::Open && game.bingo != PlayState::Open);
            let shared: Cents = game.prizes.iter().map(|prize| prize.amount).sum();
            let unsung = |play: Play, state: PlayState| {
                if state == PlayState::Unsung { game.prize_of(play) } else { Cents::ZERO }
            };
            let kept = unsung(Play::Line, game.line).plus(unsung(Play::Bingo, game.bingo)).plus(game.resto);
            assert_eq!(shared.plus(kept), division.line.plus(division.bingo), "every prize went somewhere");
        }
        Phase::Voided => assert!(game.prizes.iter().all(|prize| prize.state != PrizeState::Paid)),
    }
}
