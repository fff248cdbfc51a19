//! The comparison of hall and paper after every step.

use super::*;

impl Evening<'_> {
    pub(super) fn compare_events(&mut self, events: &[Event]) {
        for event in events {
            match event {
                Event::SessionClosed { prizes_pending, amount_pending, .. } => {
                    assert_eq!(
                        Some((*prizes_pending, amount_pending.0)),
                        self.paper.owed_at_close,
                        "{}",
                        self.at()
                    );
                }
                Event::PlayAwarded { winners, .. } if winners.len() > 1 => self.saw("several winners"),
                Event::PlayUnsung { play, .. } => self.saw(&format!("{play:?} unsung")),
                Event::GameVoided { game, cards, amount, .. } => {
                    // Perhaps not the one on the table.
                    let game = &self.paper.games[&game.0];
                    assert_eq!(u64::from(*cards) * game.price, amount.0, "{}", self.at());
                    let at = match (
                        game.takings,
                        game.said,
                        game.over.contains(&Sung::Line),
                        game.over.contains(&Sung::Bingo),
                    ) {
                        (0, ..) => "void in the sale",
                        (_, 0, ..) => "void before a ball",
                        (_, _, false, false) => "void in the draw",
                        (_, _, true, false) => "void after the line",
                        (_, _, _, true) => "void after the end",
                    };
                    self.saw(at);
                }
                Event::ClaimMade {
                    play: Play::Bingo, verdict: Verdict::Good { completed_at, .. }, ..
                } => {
                    let game = self.paper.game().unwrap();
                    let (late, first) =
                        (usize::from(completed_at.0) < game.said, !game.over.contains(&Sung::Line));
                    for (so, what) in [(late, "late bingo"), (first, "bingo before any line")] {
                        if so {
                            self.saw(what);
                        }
                    }
                }
                Event::ClaimMade {
                    play: Play::Line, verdict: Verdict::Good { completed_at, .. }, ..
                } => {
                    let late = usize::from(completed_at.0) < self.paper.game().unwrap().said;
                    self.saw(if late { "late line" } else { "line" });
                }
                Event::ClaimMade { verdict: Verdict::NotSold { sold_in: Some(_) }, .. } => {
                    self.saw("judged of another game");
                }
                Event::ClaimMade { verdict, .. } => self.saw(&format!("judged {}", verdict.kind().name())),
                Event::HoldLeft { exit, .. } => {
                    self.saw(if *exit == HoldExit::Repaired { "hold repaired" } else { "hold misread" })
                }
                Event::GameNotHeld { .. } => self.saw("not held"),
                Event::BlockIssued { .. } if self.paper.game().unwrap().starts.len() > 1 => {
                    self.saw("second series")
                }
                _ => (),
            }
        }
    }

    pub(super) fn compare(&self) {
        let hall = &self.bench.hall;
        let paper = &self.paper;
        let board = PublicBoard::of(hall);
        let mesa = MesaBoard::of(hall);
        let at = || self.at();
        assert_eq!(hall.session.as_ref().map(|s| s.no.0), paper.session_no(), "{}", at());
        assert_eq!(board.game.as_ref().map(|g| g.game), paper.table, "{}", at());
        for (name, _) in SERIES {
            assert_eq!(
                hall.stock.get(series(name)).unwrap().next,
                paper.pointer(name),
                "pointer of {name}: {}",
                at()
            );
        }
        let owed: Vec<_> = mesa.owed.iter().map(prize_words).collect();
        let earlier =
            paper.games.iter().filter(|(no, game)| Some(**no) != paper.table && game.phase == Phase::Ended);
        let expected: Vec<_> = earlier
            .flat_map(|(no, game)| {
                game.prizes
                    .iter()
                    .filter(|p| p.state != "pagado")
                    .map(|p| (*no, p.sung, text(p.card), p.cents, p.state))
            })
            .collect();
        assert_eq!(owed, expected, "owed: {}", at());
        for name in SETS {
            let games = hall.ball_sets[&set(name)].games;
            assert_eq!(games as usize, paper.set_games(name), "games of {name}: {}", at());
        }
        self.compare_session(&mesa);
        let Some(game) = paper.game() else { return };
        let view = board.game.as_ref().unwrap();
        let core = hall.game.as_ref().unwrap();
        assert_eq!(board.announced, game.out[..game.said], "{}", at());
        if game.in_draw() {
            let pending: Vec<(u8, u8)> = mesa.pending.iter().map(|p| (p.ordinal, p.ball)).collect();
            let expected: Vec<(u8, u8)> = (1..).zip(game.out.iter().copied()).skip(game.said).collect();
            assert_eq!(pending, expected, "{}", at());
        }
        let called = paper.agent() == Agent::Called;
        let scene = match game.phase {
            _ if game.is_running() && (called || game.suspended.is_some()) => Scene::Suspended,
            Phase::Drawing | Phase::Stopped if !game.holds.is_empty() => Scene::Hold,
            Phase::Selling => Scene::Sale,
            Phase::Announced => Scene::Totals,
            Phase::Drawing => Scene::Draw,
            Phase::Stopped if game.asked.is_some() => Scene::Question,
            Phase::Stopped => Scene::Check,
            Phase::Ended => Scene::Winners,
            Phase::NotHeld => Scene::NotHeld,
            Phase::Voided => Scene::Void,
        };
        assert_eq!(board.scene, scene, "{}", at());
        assert_eq!(view.cards as usize, game.with_sellers().count(), "{}", at());
        let money = (view.takings_cents, view.line_cents, view.bingo_cents);
        assert_eq!(money, (game.takings, game.line_cents, game.bingo_cents), "{}", at());
        let open = |sung: Sung| !game.over.contains(&sung);
        assert_eq!((view.line_open, view.bingo_open), (open(Sung::Line), open(Sung::Bingo)), "{}", at());
        let claims: Vec<Claim> = core.claims.iter().map(on_paper).collect();
        assert_eq!(claims, game.claims, "{}", at());
        self.compare_article36(&mesa, game);
        let no = paper.table.unwrap();
        if game.phase == Phase::Voided {
            assert!(board.prizes.is_empty(), "a void game has no prizes: {}", at());
        } else {
            let prizes: Vec<_> = board.prizes.iter().map(prize_words).collect();
            let expected: Vec<_> =
                game.prizes.iter().map(|p| (no, p.sung, text(p.card), p.cents, p.state)).collect();
            assert_eq!(prizes, expected, "{}", at());
        }
        let holds: Vec<(u32, Trouble)> = core.holds().iter().map(|h| (h.no.0, trouble(&h.why))).collect();
        let expected: Vec<(u32, Trouble)> = game.holds.iter().map(|h| (h.no, h.why)).collect();
        assert_eq!(holds, expected, "{}", at());
        let shown: Vec<u8> = core.shown.iter().map(|place| place.0).collect();
        assert_eq!(core.stops, game.stop, "{}", at());
        assert_eq!(shown, game.shown.iter().copied().collect::<Vec<_>>(), "{}", at());
        assert_eq!(core.refunded_count() as usize, game.refunded.len(), "{}", at());
        if game.phase == Phase::Selling {
            let gaps: Vec<String> = mesa.gaps.iter().flat_map(each_card).collect();
            assert_eq!(
                gaps.iter().collect::<BTreeSet<_>>(),
                game.gaps().into_iter().map(text).collect::<BTreeSet<_>>().iter().collect(),
                "{}",
                at()
            );
            let (name, next) = game.next_card();
            let end = if game.starts.len() > 1 { game.starts[0].1 - 1 } else { SIZE };
            assert_eq!(mesa.next_card.unwrap(), card(name, next.min(end)).into(), "{}", at());
        }
        self.nothing_leaks(game);
    }

    /// The hall sees no ball before it is announced, and no person.
    pub(super) fn nothing_leaks(&self, game: &Game) {
        let board = PublicBoard::of(&self.bench.hall);
        // Whoever is on duty and whoever asked for what, the public board is the same.
        let mut other = self.bench.hall.clone();
        other.log_ins.clear();
        if let Some(session) = &mut other.session {
            (session.mesa, session.sala) = (session.sala, session.mesa);
        }
        assert_eq!(PublicBoard::of(&other), board, "a person shows: {}", self.at());
        if game.said == game.out.len() || !game.in_draw() {
            return;
        }
        // Whatever the pending balls are, the public board is the same.
        let mut other = self.bench.hall.clone();
        let core = other.game.as_mut().unwrap();
        let mut left = Ball::all().filter(|b| !game.out.contains(&b.number()));
        for pending in core.extracted.iter_mut().skip(game.said) {
            if let Some(unseen) = left.next() {
                *pending = unseen;
            }
        }
        assert_eq!(PublicBoard::of(&other), board, "a pending ball shows: {}", self.at());
        for pending in &game.out[game.said..] {
            assert!(!board.announced.contains(pending), "{pending} shows: {}", self.at());
        }
    }
}
