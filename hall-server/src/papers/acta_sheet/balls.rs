//! The sets of balls of an acta: what each is, who inspected it, and the games it has served.

use hall_core::acta::Acta;
use hall_core::hall::BallSetItem;
use hall_wire::paper;

use super::Sheet;

impl Sheet<'_> {
    /// Returns the sets that were in the machine, and those that were its spare one, by name.
    pub(super) fn ball_sets(&self, acta: &Acta) -> Vec<paper::BallSetGames> {
        let limit = acta.rules.ball_set_max_games.value;
        let used = self
            .hall
            .ball_sets
            .iter()
            .filter(|(set, _)| acta.sets.contains(set) || acta.reserves.contains(set));
        used.map(|(set, item)| paper::BallSetGames {
            set: set.to_string(),
            reserve: !acta.sets.contains(set),
            games: item.games,
            limit,
            // A set that was entered during the session had none.
            games_before: Some(self.before.get(set).map_or(0, |before| before.games)),
            homologation: Some(item.homologation.clone()),
            maker: maker(item),
            inspection: self.inspection(item),
        })
        .collect()
    }

    fn inspection(&self, item: &BallSetItem) -> Option<String> {
        let (found, at, [asked_by, confirmed_by]) = item.inspected.as_ref()?;
        let result = if found.passed { "apto" } else { "no apto" };
        Some(format!(
            "{result}, {}, por {} y {}; precintos {}",
            self.at(*at),
            (self.names)(*asked_by),
            (self.names)(*confirmed_by),
            found.seals
        ))
    }
}

fn maker(item: &BallSetItem) -> Option<String> {
    match (&item.maker, &item.reference) {
        (Some(maker), Some(reference)) => Some(format!("{maker} ({reference})")),
        (Some(one), None) | (None, Some(one)) => Some(one.clone()),
        (None, None) => None,
    }
}
