//! Which sealed values an event cites: one list for the check, which compares them, and for a [`super::Portion`], which
//! carries them.

use hall_core::event::Event;
use hall_core::people::Sealed;

/// The kinds of events that cite sealed values.
pub(super) const CITING: [&str; 6] =
    ["card_key_made", "matrix_made", "matrix_imported", "person_added", "logged_in", "diligencia_written"];

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

#[cfg(test)]
mod tests {
    use std::path::Path;

    use hall_core::record;

    use super::*;

    #[test]
    fn every_kind_that_cites_is_named() {
        let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("../hall-core/tests/golden");
        let mut citing: Vec<&str> = Vec::new();
        for (version, kind) in (1..=2).flat_map(|version| record::kinds().map(move |kind| (version, kind))) {
            let text = std::fs::read_to_string(golden.join(format!("v{version}/{kind}.json")));
            let examples = text.unwrap_or_default();
            let cites = |body| sealed_of(&record::decode(kind, version, body).unwrap()).next().is_some();
            if examples.lines().any(cites) && !citing.contains(&kind) {
                citing.push(kind);
            }
        }
        citing.sort_unstable();
        let mut named = CITING;
        named.sort_unstable();
        assert_eq!(citing, named);
    }
}
