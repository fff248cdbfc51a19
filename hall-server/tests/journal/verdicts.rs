//! What the statistics of the sets of balls ask for, in the lists of the hall.

use hall_server::config::Paper;
use hall_server::papers::Papers;
use hall_wire::message::SetState;
use rusqlite::Connection;

use crate::dice::Dice;
use crate::kit::Evening;

/// Games of a set that are over, in the tables for people: `without` is in none of them.
fn games_over(file: &Connection, games: std::ops::Range<u32>, without: u8, dice: &mut Dice) {
    for game in games {
        let values =
            "insert into game (game, in_session, session, series, first_card, face_value_cents, state,
            remainder_cents, unsung_line_cents, unsung_bingo_cents, ball_set, opened_at_utc_ms)
            values (?, 1, 1, 'A1', 1, 200, 'ended', 0, 0, 0, 'J2', 0)";
        file.execute(values, [game]).unwrap();
        let mut order: Vec<u8> = (1..=90).filter(|ball| *ball != without).collect();
        dice.shuffle(&mut order);
        for (ordinal, ball) in (1..=60).zip(order) {
            let values = "insert into game_ball (game, ordinal, ball, extracted_at_utc_ms, evidence)
                values (?, ?, ?, 0, '[]')";
            file.execute(values, (game, ordinal, ball)).unwrap();
        }
    }
}

/// DECISIONS 5: nobody has to open the statistics to learn that a set should be withdrawn.
#[test]
fn the_lists_say_which_set_its_statistics_ask_to_withdraw() {
    let evening = Evening::new();
    let papers = Papers::new(evening.folder.path(), Paper::default());
    let flagged = || -> Vec<(String, SetState)> {
        let sets = papers.lists().unwrap().ball_sets;
        sets.into_iter().filter_map(|row| Some((row.set, row.verdict?))).collect()
    };
    assert_eq!(flagged(), []);
    let mut file = Connection::open(&evening.path).unwrap();
    let mut dice = Dice::new(5);
    let fair = file.transaction().unwrap();
    // 0 is no ball: all ninety are in the drum.
    games_over(&fair, 1001..1041, 0, &mut dice);
    fair.commit().unwrap();
    assert_eq!(flagged(), []);
    let biased = file.transaction().unwrap();
    games_over(&biased, 1041..1121, 7, &mut dice);
    biased.commit().unwrap();
    assert_eq!(flagged(), [("J2".to_owned(), SetState::Withdraw)]);
}
