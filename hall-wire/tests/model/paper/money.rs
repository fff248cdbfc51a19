//! Prizes, payments, voids and refunds: a flat list of sums.

use super::article36::FIFTEEN_MINUTES;
use super::*;

impl Paper {
    pub(super) fn against_money(&self, watch: i64, asked: &Asked) -> Reasons {
        let mut no = Reasons::new();
        match asked.act {
            Act::Pay { game, prize, card } => {
                let Some(found) = self.prize(game, prize, &mut no) else { return no };
                check(&mut no, found.card != card, "no-es-el-premiado");
                check(
                    &mut no,
                    self.games[&game].hands.get(&found.card) == Some(&Some(asked.who)),
                    "vendido-por-usted",
                );
            }
            Act::Withhold { game, prize } => {
                self.prize(game, prize, &mut no);
            }
            Act::AskVoid { game } | Act::ConfirmVoid { game } => {
                let Some(draw) = self.games.get(&game) else { return vec!["partida-desconocida"] };
                check(&mut no, matches!(draw.phase, Phase::NotHeld | Phase::Voided), PHASE);
                check(&mut no, draw.prizes.iter().any(|p| p.state == "pagado"), "premios-pagados");
                // A suspended game is given up after its time only, 36.1 having been read.
                if let Some(since) = draw.suspended {
                    check(&mut no, watch - since < FIFTEEN_MINUTES, "plazo-de-suspension");
                    check(&mut no, watch - since >= FIFTEEN_MINUTES && !draw.read.0, "falta-lectura");
                }
                if matches!(asked.act, Act::ConfirmVoid { .. }) {
                    check(&mut no, draw.void_asked.is_none(), "anulacion-no-pedida");
                    check(&mut no, draw.void_asked == Some(asked.who), "otra-persona");
                }
                let forgotten = !no.is_empty() && Some(draw.session) != self.session_no();
                check(&mut no, forgotten, "partida-desconocida");
            }
            Act::Refund { game, series, first, last } => {
                let Some(void) = self.games.get(&game) else { return vec!["partida-desconocida"] };
                // What the hall owes nothing on is forgotten with its session.
                check(&mut no, void.phase != Phase::Voided, PHASE);
                check(&mut no, first == 0 || last < first, "numeracion-no-valida");
                let has = |n: u32| void.hands.get(&(series, n)).is_some_and(Option::is_some);
                check(&mut no, !(first..=last).all(has), "sin-devolucion");
                check(&mut no, (first..=last).any(|n| void.refunded.contains(&(series, n))), "ya-devuelto");
                let forgotten = !no.is_empty() && Some(void.session) != self.session_no();
                check(&mut no, forgotten, "partida-desconocida");
            }
            ref other => unreachable!("{other:?}"),
        }
        no
    }

    pub(super) fn write_money(&mut self, asked: &Asked) {
        match asked.act {
            Act::Pay { game, prize, .. } => {
                self.games.get_mut(&game).unwrap().prizes[prize as usize - 1].state = "pagado"
            }
            Act::Withhold { game, prize } => {
                self.games.get_mut(&game).unwrap().prizes[prize as usize - 1].state = "retenido"
            }
            Act::AskVoid { game } => self.games.get_mut(&game).unwrap().void_asked = Some(asked.who),
            Act::ConfirmVoid { game } => self.void(game),
            Act::Refund { game, series, first, last } => {
                let void = self.games.get_mut(&game).unwrap();
                let price = void.price;
                for n in first..=last {
                    void.refunded.insert((series, n));
                    self.paid_out.push((game, "devuelto", price));
                }
            }
            ref other => unreachable!("{other:?}"),
        }
    }

    pub(super) fn prize(&self, game: u32, prize: u32, no: &mut Reasons) -> Option<&Prize> {
        let Some(ended) = self.games.get(&game) else {
            no.push("partida-desconocida");
            return None;
        };
        check(no, ended.phase != Phase::Ended, PHASE);
        let found = (prize as usize).checked_sub(1).and_then(|index| ended.prizes.get(index));
        check(no, found.is_none(), "premio-desconocido");
        check(
            no,
            found.is_some_and(|p| !["pendiente", "no reclamado"].contains(&p.state)),
            "premio-no-pendiente",
        );
        let forgotten = !no.is_empty() && Some(ended.session) != self.session_no();
        check(no, forgotten, "partida-desconocida");
        found
    }

    /// Equal parts for the cards that were accepted in this stop; all of it unsung if none was.
    pub(super) fn share(&mut self, no: u32, sung: Sung) {
        let game = self.games.get_mut(&no).unwrap();
        game.over.insert(sung);
        let cents = if sung == Sung::Line { game.line_cents } else { game.bingo_cents };
        let won: Vec<Tag> = game
            .claims
            .iter()
            .filter(|c| c.stop == game.stop && c.sung == sung && c.accepted == Some(true))
            .map(|c| c.card)
            .collect();
        if won.is_empty() {
            self.paid_out.push((no, "sin cantar", cents));
            return;
        }
        let each = cents / won.len() as u64;
        let mut left = cents;
        for card in won {
            left -= each;
            game.prizes.push(Prize { sung, card, cents: each, state: "pendiente" });
            self.paid_out.push((no, "premio", each));
        }
        self.paid_out.push((no, "resto", left));
    }

    pub(super) fn void(&mut self, no: u32) {
        let game = self.games.get_mut(&no).unwrap();
        let sold: Vec<Tag> = game.with_sellers().collect();
        if game.phase == Phase::Selling {
            self.paid_in.push((no, game.price * sold.len() as u64));
        }
        game.phase = Phase::Voided;
        game.holds.clear();
        game.suspended = None;
        game.by_hand = None;
        game.sheet = None;
        self.paid_out.retain(|(game, _, _)| *game != no);
        for card in sold {
            self.used.insert(card, no);
        }
    }
}
