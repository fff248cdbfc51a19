//! Which sealed values an event cites: one list for the check, which compares them, and for a [`super::Portion`], which
//! carries them.

use hall_core::event::Event;
use hall_core::people::Sealed;

/// The sealed values that an event cites, none, one or two.
pub(super) fn sealed_of(event: &Event) -> impl Iterator<Item = Sealed> + use<> {
    let cited = if let Event::CardKeyMade { key } = event {
        [Some(*key), None]
    } else if let Event::MatrixMade { key, mixed, .. } = event {
        [Some(*key), mixed.as_ref().map(|mixed| mixed.seed)]
    } else if let Event::MatrixImported { faces, .. } = event {
        [Some(*faces), None]
    } else if let Event::PersonAdded { identity, pin, .. } = event {
        [Some(*identity), Some(*pin)]
    } else if let Event::LoggedIn { token, .. } = event {
        [Some(*token), None]
    } else if let Event::DiligenciaWritten { claimant, .. } = event {
        [*claimant, None]
    } else {
        [None, None]
    };
    cited.into_iter().flatten()
}
