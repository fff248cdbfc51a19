//! What was sung in a game, and what was paid: claims, prizes, the refund of a void game.

use hall_core::event::{ClaimNo, Event, Play, Segment, Verdict};
use hall_core::game::Prize;
use hall_core::people::Actor;
use hall_core::series::CardNo;
use hall_core::words::{self, Lang, reject_words, stopped};
use hall_wire::paper::{self, ClaimResult, GameResult};

use super::diligencias::{Diligencia, words_of};
use super::game::Game;
use crate::papers::scribe::card_name;

impl Game<'_> {
    /// Adds an event about claims or money.
    #[allow(clippy::wildcard_enum_match_arm, reason = "each arm takes what it prints")]
    pub(super) fn claimed_or_paid(&mut self, at: i64, by: Actor, event: &Event) {
        let scribe = self.scribe;
        match event {
            Event::ClaimMade { stop, claim, play, card, verdict, .. } => {
                let announced = self.row.balls.iter().filter(|ball| ball.announced_at.is_some()).count();
                self.claims.push(*claim);
                self.row.claims.push(paper::ActaClaim {
                    stop: stop.0,
                    at: scribe.at(at),
                    ball_ordinal: u32::try_from(announced).expect("at most 90 balls"),
                    play: *play,
                    card: card_name(*card),
                    verdict: words::verdict(Lang::Es, verdict),
                    accepted_by: String::new(),
                    result: result_of(verdict),
                });
            }
            Event::ClaimAccepted { claim, .. } => {
                self.claim_mut(*claim).accepted_by = scribe.actor(by);
            }
            Event::ClaimRejected { claim, reason, .. } => {
                let claim = self.claim_mut(*claim);
                claim.accepted_by = scribe.actor(by);
                claim.verdict.push_str(&format!("; rechazado: {}", reject_words(*reason)));
                claim.result = ClaimResult::Rejected;
            }
            Event::PlayAwarded { play, winners, remainder, .. } => {
                self.row.accounts.resto_reparto_cents += remainder.0;
                self.prizes.extend(winners.iter().map(|share| Prize::won(*play, share)));
            }
            Event::PlayUnsung { play, amount, .. } => match play {
                Play::Line => self.row.accounts.linea_no_cantada_cents = amount.0,
                Play::Bingo => self.row.accounts.bingo_no_cantado_cents = amount.0,
            },
            Event::PrizePaid { prize, .. }
            | Event::PrizeWithheld { prize, .. }
            | Event::PrizeReleased { prize, .. } => {
                let found = self.prizes.iter_mut().find(|item| item.no == *prize);
                let prize = found.expect("the prize was awarded");
                prize.apply(at, by, event);
                if let Event::PrizeWithheld { reason, .. } = event {
                    let (no, amount, card) = (self.row.number, prize.amount, prize.card);
                    let text =
                        format!("Partida {no}: se retiene el premio de {amount} al cartón {card}: {reason}");
                    self.diligencias.push(Diligencia::new(at, "incidencia", text));
                } else if let Event::PrizeReleased { .. } = event {
                    self.order(at, words_of(event));
                }
            }
            Event::GameVoided { asked_by, cause, segments, cards, amount, .. } => {
                self.end(at, GameResult::Void);
                self.sold.clone_from(segments);
                self.not_handed_in.clone_from(segments);
                self.row.sale.sold = *cards;
                if self.row.acta_row_at.is_none() {
                    self.row.sale.takings_cents = amount.0;
                }
                self.row.refunds = Some(paper::Refunds {
                    cause: cause.clone(),
                    paragraph_read_at: None,
                    due_count: *cards,
                    due_cents: amount.0,
                    refunded_count: 0,
                    refunded_cents: 0,
                    not_handed_in: Vec::new(),
                });
                let (by, asked_by, cause) =
                    (scribe.actor(by), scribe.name(*asked_by), stopped(cause.clone()));
                let text = format!(
                    "Partida {} anulada por {by}, a petición de {asked_by}. Causa: {cause} Se devuelven {cards} \
                     cartones, {amount}",
                    self.row.number
                );
                self.diligencias.push(Diligencia::new(at, "devolución", text));
            }
            Event::CardsRefunded { cards, amount, .. } => {
                let refunds = self.row.refunds.as_mut().expect("only a void game's cards are refunded");
                refunds.refunded_count += cards.count();
                refunds.refunded_cents += amount.0;
                self.not_handed_in = without(&self.not_handed_in, cards);
            }
            _ => (),
        }
    }

    fn claim_mut(&mut self, claim: ClaimNo) -> &mut paper::ActaClaim {
        let place = self.claims.iter().position(|no| *no == claim).expect("the claim was made");
        &mut self.row.claims[place]
    }
}

/// What comes of a claim until the jefe de mesa rejects it.
const fn result_of(verdict: &Verdict) -> ClaimResult {
    match verdict {
        Verdict::Good { .. } => ClaimResult::Good,
        Verdict::Repeated { .. } => ClaimResult::Repeated,
        Verdict::UnknownSeries
        | Verdict::NoSuchCard
        | Verdict::Forged
        | Verdict::NotSold { .. }
        | Verdict::Returned
        | Verdict::PlayClosed
        | Verdict::Incomplete { .. } => ClaimResult::Wrong,
    }
}

/// Takes cards out of the runs that have them.
fn without(runs: &[Segment], gone: &Segment) -> Vec<Segment> {
    let left = |run: &Segment| {
        if run.series != gone.series || run.last < gone.first || gone.last < run.first {
            return [Some(*run), None];
        }
        let before = (run.first < gone.first).then(|| Segment { last: CardNo(gone.first.0 - 1), ..*run });
        let after = (gone.last < run.last).then(|| Segment { first: CardNo(gone.last.0 + 1), ..*run });
        [before, after]
    };
    runs.iter().flat_map(left).flatten().collect()
}
