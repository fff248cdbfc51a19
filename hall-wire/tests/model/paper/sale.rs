//! The sale on paper: every card has a line in a map, with whom it is.

use super::*;

impl Paper {
    pub(super) fn against_sale(&self, now: i64, act: &Act) -> Reasons {
        let mut no = Reasons::new();
        match *act {
            Act::OpenSale { series, size, price } => {
                self.against_opening(&mut no, series, price);
                self.against_moving(&mut no);
                check(&mut no, size != SIZE, "tamano-distinto");
                let closes = self.session.as_ref().and_then(|session| session.closes);
                check(&mut no, closes.is_some_and(|closes| wall_minute(now) >= closes), "hora-de-cierre");
            }
            Act::Issue { game, series, first, last, seller, price } => {
                if let Some(wrong) = self.not_on_table(game) {
                    return wrong;
                }
                let sale = &self.games[&game];
                check(&mut no, sale.phase != Phase::Selling, PHASE);
                check(&mut no, price != sale.price, "precio-distinto");
                self.against_going_on(&mut no, sale);
                check(&mut no, !self.has_post(seller, Post::Seller), "no-es-vendedor");
                if !self.may_go_out(sale, series, first, last) {
                    no.extend([
                        "numeracion-no-valida",
                        "sin-correlacion",
                        "limite-segunda-serie",
                        "serie-desconocida",
                        "precio-distinto",
                    ]);
                }
            }
            Act::Return { game, series, first, last, seller } => {
                self.against_taking(&mut no, game, (series, first, last), seller)
            }
            Act::Transfer { game, series, first, last, from, to } => {
                check(&mut no, !self.has_post(to, Post::Seller), "no-es-vendedor");
                self.against_taking(&mut no, game, (series, first, last), from);
            }
            Act::CloseSale { game, .. } => {
                if let Some(wrong) = self.not_on_table(game) {
                    return wrong;
                }
                let sale = &self.games[&game];
                check(&mut no, sale.phase != Phase::Selling, PHASE);
                self.against_going_on(&mut no, sale);
                check(&mut no, !sale.gaps().is_empty(), "faltan-cartones");
            }
            ref other => unreachable!("{other:?}"),
        }
        no
    }

    pub(super) fn write_sale(&mut self, act: &Act) {
        match *act {
            Act::OpenSale { series, price, .. } => self.open_sale(series, price),
            Act::Issue { game, series, first, last, seller, .. } => {
                let sale = self.games.get_mut(&game).unwrap();
                if !sale.starts.iter().any(|(name, _)| *name == series) {
                    sale.starts.push((series, 1));
                }
                sale.hands.extend((first..=last).map(|n| ((series, n), Some(seller))));
            }
            Act::Return { game, series, first, last, .. } => {
                let sale = self.games.get_mut(&game).unwrap();
                sale.back.extend((first..=last).map(|n| (series, n)));
                sale.hands.extend((first..=last).map(|n| ((series, n), None)));
                put_back_on_the_pile(sale);
            }
            Act::Transfer { game, series, first, last, to, .. } => {
                let sale = self.games.get_mut(&game).unwrap();
                sale.hands.extend((first..=last).map(|n| ((series, n), Some(to))));
            }
            Act::CloseSale { game, .. } => self.close_sale(game),
            ref other => unreachable!("{other:?}"),
        }
    }

    fn against_opening(&self, no: &mut Reasons, series: &'static str, price: u64) {
        check(no, self.session.is_none(), "sin-sesion");
        check(no, self.game().is_some_and(Game::is_running), "partida-en-curso");
        let Some(face_value) = Paper::price_of(series) else { return no.push("serie-desconocida") };
        check(no, price != face_value, "precio-distinto");
        check(no, self.pointer(series) > SIZE, "serie-agotada");
        let begun = |name: &str| {
            SERIES
                .iter()
                .find(|(n, _)| *n == name)
                .is_some_and(|(n, _)| (2..=SIZE).contains(&self.pointer(n)))
        };
        let other = SERIES.iter().any(|(name, price)| *name != series && *price == face_value && begun(name));
        check(no, !begun(series) && other, "serie-sin-correlacion");
    }

    /// Whether cards can be given to a seller: all of them lie at the cashier's, or they are
    /// the next of the pile and no number comes twice.
    fn may_go_out(&self, sale: &Game, series: &'static str, first: u32, last: u32) -> bool {
        if first == 0 || last < first || last > SIZE || Paper::price_of(series).is_none() {
            return false;
        }
        if (first..=last).all(|n| sale.hands.get(&(series, n)) == Some(&None)) {
            return true;
        }
        let twice = |n: u32| sale.hands.keys().any(|(_, number)| *number == n);
        if (first..=last).any(twice) {
            return false;
        }
        let (on_sale, next) = sale.next_card();
        let (_, start) = sale.starts[0];
        if series == on_sale {
            return first == next && (sale.starts.len() == 1 || last < start);
        }
        let second_may_begin = sale.starts.len() == 1 && next > SIZE;
        let same = Paper::price_of(series) == Some(sale.price) && self.pointer(series) == 1;
        second_may_begin && same && first == 1 && last < start
    }

    fn against_taking(&self, no: &mut Reasons, game: u32, cards: (&'static str, u32, u32), seller: u32) {
        if let Some(wrong) = self.not_on_table(game) {
            no.extend(wrong);
            return;
        }
        let sale = &self.games[&game];
        let (series, first, last) = cards;
        check(no, sale.phase != Phase::Selling, PHASE);
        check(no, first == 0 || last < first, "numeracion-no-valida");
        check(
            no,
            !(first..=last).all(|n| sale.hands.get(&(series, n)) == Some(&Some(seller))),
            "cartones-de-otro",
        );
    }

    fn open_sale(&mut self, series: &'static str, price: u64) {
        let no = u32::try_from(self.games.len()).unwrap() + 1;
        let game = Game {
            session: self.session_no().unwrap(),
            phase: Phase::Selling,
            price,
            starts: vec![(series, self.pointer(series))],
            hands: BTreeMap::new(),
            back: BTreeSet::new(),
            line_cents: 0,
            bingo_cents: 0,
            takings: 0,
            out: vec![],
            set: None,
            said: 0,
            shown: BTreeSet::new(),
            stop: 0,
            by_restart: false,
            asked: None,
            claims: vec![],
            over: BTreeSet::new(),
            prizes: vec![],
            holds: vec![],
            void_asked: None,
            suspended: None,
            read: (false, false),
            by_hand: None,
            keyed: None,
            sheet: None,
            refunded: BTreeSet::new(),
        };
        self.games.insert(no, game);
        self.table = Some(no);
    }

    /// No card was sold.
    pub(super) fn not_held(&mut self, no: u32) {
        let game = self.games.get_mut(&no).unwrap();
        game.phase = Phase::NotHeld;
        game.suspended = None;
    }

    fn close_sale(&mut self, no: u32) {
        let game = self.games.get_mut(&no).unwrap();
        let sold: Vec<Tag> = game.with_sellers().collect();
        if sold.is_empty() {
            self.not_held(no);
            return;
        }
        game.phase = Phase::Announced;
        // 9 % and 59 % of what each card brought, down to the cent; 32 % the hall's.
        game.takings = game.price * sold.len() as u64;
        game.line_cents = game.takings * 9 / 100;
        game.bingo_cents = game.takings * 59 / 100;
        let house = game.takings * 32 / 100;
        let resto = game.takings - game.line_cents - game.bingo_cents - house;
        self.paid_in.push((no, game.takings));
        self.paid_out.push((no, "sala", house));
        self.paid_out.push((no, "resto", resto));
        for card in sold {
            self.used.insert(card, no);
        }
    }
}

/// Cards given back from the end of what went out can be issued as if they never had.
fn put_back_on_the_pile(sale: &mut Game) {
    loop {
        let (series, next) = sale.next_card();
        let start = sale.starts[sale.starts.len() - 1].1;
        if next > start && sale.hands[&(series, next - 1)].is_none() {
            sale.hands.remove(&(series, next - 1));
        } else if next == start && sale.starts.len() > 1 {
            sale.starts.pop();
        } else {
            return;
        }
    }
}
