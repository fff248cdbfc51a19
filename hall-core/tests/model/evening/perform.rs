//! The acts as the hall is asked for them.

use super::*;

impl Evening<'_> {
    pub(super) fn perform(&mut self, act: &Act) -> Result<Vec<Event>, Refusal> {
        let cards = |name: &str, first: u32, last: u32| Segment {
            series: series(name),
            first: CardNo(first),
            last: CardNo(last),
        };
        let presented = |(name, number): Tag, how: How| match how {
            How::Keyed => Presented::Keyed(card(name, number)),
            How::Scanned => Presented::Scanned(CardCode::sign(&KEY, card(name, number))),
            How::Forged => Presented::Scanned(CardCode::sign(&FOREIGN_KEY, card(name, number))),
        };
        let exit = |way: Way| match way {
            Way::Misread { place, ball: number } => {
                HoldExit::Misread { ordinal: Ordinal(place), ball: ball(number) }
            }
            Way::Repaired => HoldExit::Repaired,
        };
        let (by, request) = match *act {
            Act::OpenSession { by } => (PersonId(by), Bench::opening_of(SALA, Bench::opening())),
            Act::CloseSession { balls } => {
                (MESA, Request::CloseSession { balls_counted: balls, public_witness: false })
            }
            Act::OpenSale { series: name, price } => (MESA, Bench::sale_of(name, Cents(price))),
            Act::Issue { game, series, first, last, seller, price } => {
                let (cards, seller) = (cards(series, first, last), PersonId(seller));
                (CAJERO, Request::IssueBlock { game: GameNo(game), cards, price: Cents(price), seller })
            }
            Act::Return { game, series, first, last, seller } => (
                CAJERO,
                Request::ReturnCards {
                    game: GameNo(game),
                    cards: cards(series, first, last),
                    seller: PersonId(seller),
                },
            ),
            Act::Transfer { game, series, first, last, from, to } => {
                let (from, to) = (PersonId(from), PersonId(to));
                (
                    CAJERO,
                    Request::TransferCards {
                        game: GameNo(game),
                        cards: cards(series, first, last),
                        from,
                        to,
                    },
                )
            }
            Act::CloseSale { game, by } => (PersonId(by), Request::CloseSale { game: GameNo(game) }),
            Act::StartDraw { game } => (MESA, Request::StartDraw { game: GameNo(game) }),
            Act::Announce { game, place, ball: number, typed } => (
                VENDEDOR,
                Request::Announce { game: GameNo(game), ordinal: Ordinal(place), ball: ball(number), typed },
            ),
            Act::Stop { game, said, by } => {
                (PersonId(by), Request::Stop { game: GameNo(game), announced: said })
            }
            Act::Claim { game, sung, card, how } => {
                let card = if card.1 > 0 || how == How::Keyed {
                    presented(card, how)
                } else {
                    presented(card, How::Keyed)
                };
                (MESA, Request::Claim { game: GameNo(game), play: play(sung), card })
            }
            Act::Accept { game, claim, by } => {
                (PersonId(by), Request::AcceptClaim { game: GameNo(game), claim: ClaimNo(claim) })
            }
            Act::Reject { game, claim, by } => {
                let reason = RejectReason::Illegible;
                (PersonId(by), Request::RejectClaim { game: GameNo(game), claim: ClaimNo(claim), reason })
            }
            Act::Ask { game, stop } => {
                (MESA, Request::AskQuestion { game: GameNo(game), stop: StopNo(stop) })
            }
            Act::GoOn { game, stop } => (MESA, Request::GoOn { game: GameNo(game), stop: StopNo(stop) }),
            Act::End { game, stop } => (MESA, Request::EndGame { game: GameNo(game), stop: StopNo(stop) }),
            Act::Pay { game, prize, card, by } => {
                let card = presented(card, How::Keyed);
                (PersonId(by), Request::PayPrize { game: GameNo(game), prize: PrizeNo(prize), card })
            }
            Act::Withhold { game, prize } => (
                MESA,
                Request::WithholdPrize {
                    game: GameNo(game),
                    prize: PrizeNo(prize),
                    reason: "en disputa".into(),
                },
            ),
            Act::AskVoid { game } => (MESA, Request::AskVoid { game: GameNo(game), cause: "avería".into() }),
            Act::ConfirmVoid { game } => {
                let asked = self.bench.hall.game_no(GameNo(game)).and_then(|game| game.void_asked.clone());
                let cause = asked.map_or_else(String::new, |(_, cause)| cause);
                (SALA, Request::ConfirmVoid { game: GameNo(game), cause })
            }
            Act::Refund { game, series, first, last } => {
                (CAJERO, Request::RefundCards { game: GameNo(game), cards: cards(series, first, last) })
            }
            Act::RaiseHold { game } => {
                (CAJERO, Request::RaiseHold { game: GameNo(game), reason: "no se ve el panel".into() })
            }
            Act::AskExit { game, hold, way, by } => (
                PersonId(by),
                Request::AskHoldExit { game: GameNo(game), hold: HoldNo(hold), exit: exit(way) },
            ),
            Act::ConfirmExit { game, hold, way, by } => (
                PersonId(by),
                Request::ConfirmHoldExit { game: GameNo(game), hold: HoldNo(hold), exit: exit(way) },
            ),
            Act::Ball(_)
            | Act::Unreadable
            | Act::Jam
            | Act::Unjam
            | Act::Cable
            | Act::Identity
            | Act::Beat
            | Act::TakeBack
            | Act::Restart
            | Act::Shown { .. }
            | Act::Wait(_) => return Ok(self.happen(act)),
        };
        let before = self.bench.hall.clone();
        let lines = self.bench.record.len();
        let answer = self.bench.ask(by, request);
        if answer.is_err() {
            assert!(
                self.bench.hall == before && self.bench.record.len() == lines,
                "a refusal changes nothing\n{}",
                self.at()
            );
        }
        answer
    }

    pub(super) fn happen(&mut self, act: &Act) -> Vec<Event> {
        let bench = &mut self.bench;
        let mut events = vec![];
        match *act {
            Act::Ball(number) => events.extend(bench.out(number)),
            Act::Unreadable => {
                bench.out += 1;
                for what in [Stored::Present, Stored::NoRead, Stored::Gone] {
                    events.extend(bench.frame(what));
                }
                events.extend(bench.beat());
            }
            Act::Jam => {
                events.extend(bench.frame(Stored::FaultRaised(Fault::Jam)));
                events.extend(bench.beat());
            }
            Act::Unjam => {
                events.extend(bench.frame(Stored::FaultCleared(Fault::Jam)));
                events.extend(bench.beat());
            }
            Act::Cable => events.extend(bench.report(&Report::LinkLost(LinkLoss::HungUp))),
            Act::Identity => events.extend(bench.identity()),
            Act::Beat => events.extend(bench.beat()),
            Act::TakeBack => {
                bench.out =
                    bench.hall.game.as_ref().map_or(0, |game| u8::try_from(game.extracted.len()).unwrap());
                events.extend(bench.beat());
            }
            Act::Restart => {
                bench.hall.beat = None;
                events.extend(bench.notice(&Notice::Started { version: "0.1.0".into() }));
            }
            Act::Shown { game, place } => {
                events.extend(bench.notice(&Notice::Shown {
                    game: GameNo(game),
                    ordinal: Ordinal(place),
                    panel: "pared-1".into(),
                }));
            }
            Act::Wait(seconds) => bench.now_ms += i64::from(seconds) * 1000,
            _ => unreachable!("{act:?} is asked for by a person"),
        }
        events
    }
}
