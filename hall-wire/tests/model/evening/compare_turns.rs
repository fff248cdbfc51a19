//! The comparison of what a session and a game do not always have: posts, balls, the agent, a
//! suspension, two people who key the balls, a sheet.

use super::*;

impl Evening<'_> {
    pub(super) fn compare_session(&self, mesa: &MesaBoard) {
        let (hall, paper) = (&self.bench.hall, &self.paper);
        let at = || self.at();
        let posts: BTreeSet<(u32, Role)> = (1..=7)
            .flat_map(|person| hall.roles_of(PersonId(person)).into_iter().map(move |role| (person, role)))
            .collect();
        let expected = paper.posts.iter().map(|(person, post)| (*person, role(*post))).collect();
        assert_eq!(posts, expected, "{}", at());
        let desks: BTreeSet<(&str, u32)> =
            mesa.people.iter().map(|duty| (duty.device.as_str(), duty.person)).collect();
        assert_eq!(desks, paper.desks, "{}", at());
        assert_eq!(mesa.authority.is_some(), paper.agent() == Agent::Called, "{}", at());
        let (Some(session), Some(expected)) = (&hall.session, &paper.session) else { return };
        assert_eq!((session.mesa.0, session.sala.0), (expected.mesa, expected.sala), "{}", at());
        let sets = (session.check.set, session.check.reserve_set);
        assert_eq!(sets, (set(expected.set), set(expected.reserve)), "{}", at());
        let closes = session.closes.map(|closes| i64::from(closes.hour.minutes()));
        assert_eq!(closes, expected.closes.map(|minute| minute % 1440), "{}", at());
    }

    pub(super) fn compare_article36(&self, mesa: &MesaBoard, game: &Game) {
        let at = || self.at();
        let (now, watch) = (self.bench.now_ms, self.paper.watch(self.bench.now_ms));
        // The board counts down to a moment of the clock, the paper on the watch.
        let left = mesa.suspension.as_ref().map(|view| ((view.until_utc_ms - now).max(0), view.read));
        let expected = self.paper.wait_left(watch).map(|left| (left, game.read.0));
        assert_eq!(left, expected, "{}", at());
        let asked = mesa.public.stop.as_ref().and_then(|stop| stop.asked_at_utc_ms).map(|at| now - at);
        let expected = game.asked.filter(|_| game.phase == Phase::Stopped).map(|(at, _)| watch - at);
        assert_eq!(asked, expected, "since the question: {}", at());
        let by_hand = mesa.by_hand.as_ref().map(|view| {
            ((view.caller, view.second), usize::from(view.next), view.keyed_by, view.remaining.clone())
        });
        let expected = game.by_hand.map(|pair| {
            let left = (1..=90).filter(|ball| !game.out.contains(ball)).collect();
            (pair, game.out.len() + 1, game.keyed.as_ref().map(|keyed| keyed.by), left)
        });
        assert_eq!(by_hand, expected, "{}", at());
        let sheet = game.sheet.as_ref().map(|(_, by)| *by);
        assert_eq!(mesa.sheet_by, sheet, "{}", at());
        let called = self.paper.agent() == Agent::Called && game.is_running();
        let notice = match game.phase {
            Phase::Voided => Some(StandstillKind::Void),
            _ if called => Some(StandstillKind::Authority),
            _ if game.suspended.is_some() => Some(StandstillKind::Suspended),
            _ if !game.holds.is_empty() => Some(StandstillKind::Hold),
            _ => None,
        };
        let shown = mesa.public.notice.as_ref();
        assert_eq!(shown.map(|shown| shown.kind), notice, "{}", at());
        // Why, in words that tell no number and nothing that somebody wrote (DECISIONS 5).
        let words = shown
            .map_or_else(String::new, |shown| format!("{:?}{:?}{:?}", shown.what, shown.doing, shown.keep));
        assert!(!words.contains(|letter: char| letter.is_ascii_digit()), "{words:?}: {}", at());
    }
}
