//! Lines that are found by their hour, whatever the clock did meanwhile (ADR 49).

use hall_core::event::{Event, GameNo};
use hall_server::journal::RecordReader;

use super::kit::Evening;

/// Each line that fixed a matrix or a series, and each game that is over, as the whole record has them.
fn finds_all(evening: &Evening) {
    let record = RecordReader::open(&evening.path).unwrap();
    let (mut found, mut games) = (0, 0);
    for (seq, event) in (1..).zip(&evening.events) {
        if let Event::MatrixMade { matrix, .. } | Event::MatrixImported { matrix, .. } = event {
            assert_eq!(record.line_of_matrix(*matrix).unwrap(), Some(seq), "{event:?}");
            found += 1;
        } else if let Event::SeriesReceived { series, .. } = event {
            assert_eq!(record.line_of_series(*series).unwrap(), Some(seq), "{event:?}");
            found += 1;
        } else if let Event::SaleOpened { game, .. } = event {
            let Some(lines) = record.lines_of_game(*game).unwrap() else { continue };
            assert_eq!(lines[0].0.seq, seq, "{event:?}");
            let (last, end) = &lines[lines.len() - 1];
            assert_eq!(end.game(), Some(*game));
            assert_eq!(&evening.events[usize::try_from(last.seq - 1).unwrap()], end);
            games += 1;
        }
    }
    assert!(found >= 2 && games >= 1, "{found} {games}");
    assert_eq!(record.lines_of_game(GameNo(9_999)).unwrap(), None);
}

#[test]
fn lines_are_found_by_their_hour() {
    finds_all(&Evening::new());
}

/// The clock goes back by a second at each request, stands still, or jumps about.
#[test]
fn lines_are_found_though_the_clock_was_put_back() {
    finds_all(&Evening::at_hours(|number| 1_000_000 - 1_000 * i64::from(number)));
    finds_all(&Evening::at_hours(|_| 1_000));
    finds_all(&Evening::at_hours(|number| 1_000 + i64::from(number) * 7_919 % 1_000));
}
