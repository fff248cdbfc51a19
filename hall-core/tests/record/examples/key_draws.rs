//! Examples of public draws that make keys.

use hall_core::event::Event;
use hall_core::matrix::{MatrixKind, MatrixNo, MatrixOptions};
use hall_core::money::Cents;
use hall_core::people::Sealed;
use hall_core::series::SeriesId;
use hall_core::time::Date;

/// A draw that makes the key of a matrix, one that was given up, and a hall that wants no other matrices.
pub fn key_draws(seed: Sealed) -> Vec<Event> {
    let matrix = MatrixNo::new(5).unwrap();
    vec![
        Event::KeyDrawAnnounced {
            matrix,
            size: 600,
            options: MatrixOptions { kind: MatrixKind::Strip, clean: true },
            draw: "Sorteo de la ONCE, las cinco cifras".into(),
            date: Date::parse("2026-11-28").unwrap(),
            seed,
            seed_sha256: [0x5e; 32],
        },
        Event::KeyDrawGivenUp { matrix, reason: "El sorteo se aplazó sin fecha".into() },
        Event::KeyDrawsRequired { required: true, reason: "A petición de los jugadores".into() },
        Event::KeyDrawsRequired { required: false, reason: "Cartones de la FNMT desde enero".into() },
    ]
}

/// A series that has fewer cards than its matrix.
pub fn series_of(cards: u32) -> Event {
    let (series, matrix) = (SeriesId::new('B', 2).unwrap(), MatrixNo::new(1).unwrap());
    Event::SeriesReceived { series, matrix, face_value: Cents(150), cards: Some(cards) }
}
