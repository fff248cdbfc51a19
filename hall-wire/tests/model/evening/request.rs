//! What is asked for on paper, as the hall is asked for it.

use super::*;

fn cards(name: &str, first: u32, last: u32) -> Segment {
    Segment { series: series(name), first: CardNo(first), last: CardNo(last) }
}

fn presented((name, number): Tag, how: How) -> Presented {
    match how {
        How::Keyed => Presented::Keyed(card(name, number)),
        How::Scanned => Presented::Scanned(CardCode::sign(&KEY, card(name, number))),
        How::Forged => Presented::Scanned(CardCode::sign(&FOREIGN_KEY, card(name, number))),
    }
}

fn exit(way: Way) -> HoldExit {
    match way {
        Way::Misread { place, ball: number } => {
            HoldExit::Misread { ordinal: Ordinal(place), ball: ball(number) }
        }
        Way::Repaired => HoldExit::Repaired,
        Way::ByHand { caller, second } => {
            HoldExit::ByHand { caller: PersonId(caller), second: PersonId(second) }
        }
        Way::Authority => HoldExit::Authority,
    }
}

fn paper_line(line: &Line) -> PaperLine {
    match *line {
        Line::Ball(number) => PaperLine::Ball(ball(number)),
        Line::Sung { sung, card: (name, number), answer } => PaperLine::Sung {
            play: play(sung),
            card: card(name, number),
            answer: match answer {
                Answer::Good => PaperAnswer::Good,
                Answer::NotGood => PaperAnswer::NotGood,
                Answer::Rejected => PaperAnswer::Rejected(RejectReason::Illegible),
            },
        },
        Line::Paid { sung, card: (name, number) } => {
            PaperLine::Paid { play: play(sung), card: card(name, number) }
        }
        Line::End => PaperLine::End,
    }
}

impl Evening<'_> {
    /// The request, if the act is one.
    pub(super) fn request(&self, act: &Act) -> Option<Request> {
        Some(match *act {
            Act::LogIn => Request::LogIn { token: sealed(950), pin: None, device_key_sha256: None },
            Act::LogOut => Request::LogOut,
            Act::OpenSession { sala, balls, set: name, reserve, hour } => Request::OpenSession {
                sala: PersonId(sala),
                check: OpeningCheck {
                    balls_counted: balls,
                    set: set(name),
                    reserve_set: set(reserve),
                    ..Bench::opening()
                },
                reserve_machine: true,
                machine: None,
                read: HowRead::Connected,
                staff_complete: None,
                rules_shown: None,
                closing_hour: hour.and_then(|at| HourOfDay::parse(&format!("{:02}:{:02}", at / 60, at % 60))),
            },
            Act::Substitute { post, person, stand_in } => Request::Substitute {
                post: role(post),
                person: PersonId(person),
                stand_in: PersonId(stand_in),
                reason: "descanso".into(),
            },
            Act::ChangeSet { set: name, reserve, balls, sealed } => Request::ChangeBallSet {
                set: set(name),
                reserve_set: set(reserve),
                balls_counted: balls,
                seals_whole: sealed,
                reason: "una bola pesa menos".into(),
            },
            // Between games he is called for the count, in a game for whatever it is.
            Act::CallAuthority => {
                let balls = (!self.paper.game().is_some_and(Game::is_running)).then_some(89);
                Request::CallAuthority { cause: "falta una bola".into(), balls }
            }
            Act::RecordAuthority { goes_on } => Request::RecordAuthority { agent: "PN-1234".into(), goes_on },
            Act::CloseSession { balls } => {
                Request::CloseSession { balls_counted: balls, public_witness: false }
            }
            Act::OpenSale { series: name, size, price } => {
                Request::OpenSale { series: series(name), size, face_value: Cents(price) }
            }
            Act::Issue { game, series, first, last, seller, price } => Request::IssueBlock {
                game: GameNo(game),
                cards: cards(series, first, last),
                price: Cents(price),
                seller: PersonId(seller),
            },
            Act::Return { game, series, first, last, seller } => Request::ReturnCards {
                game: GameNo(game),
                cards: cards(series, first, last),
                seller: PersonId(seller),
            },
            Act::Transfer { game, series, first, last, from, to } => Request::TransferCards {
                game: GameNo(game),
                cards: cards(series, first, last),
                from: PersonId(from),
                to: PersonId(to),
            },
            Act::CloseSale { game } => Request::CloseSale { game: GameNo(game) },
            Act::StartDraw { game } => Request::StartDraw { game: GameNo(game) },
            Act::Announce { game, place, ball: number, typed } => {
                Request::Announce { game: GameNo(game), ordinal: Ordinal(place), ball: ball(number), typed }
            }
            Act::Stop { game, said } => Request::stop(GameNo(game), said),
            Act::Claim { game, sung, card, how } => {
                // No code is printed for a card that cannot be.
                let how = if card.1 > 0 { how } else { How::Keyed };
                Request::Claim { game: GameNo(game), play: play(sung), card: presented(card, how) }
            }
            Act::Accept { game, claim } => Request::AcceptClaim { game: GameNo(game), claim: ClaimNo(claim) },
            Act::Reject { game, claim } => Request::RejectClaim {
                game: GameNo(game),
                claim: ClaimNo(claim),
                reason: RejectReason::Illegible,
            },
            Act::Ask { game, stop } => Request::AskQuestion { game: GameNo(game), stop: StopNo(stop) },
            Act::GoOn { game, stop } => {
                let stopped = self.paper.game().filter(|of| of.by_restart && of.said > 0);
                let (game, stop) = (GameNo(game), StopNo(stop));
                match stopped.map(|of| of.out[of.said - 1]) {
                    Some(last) => Request::GoOnAfterRestart { game, stop, last: ball(last) },
                    None => Request::GoOn { game, stop },
                }
            }
            Act::End { game, stop } => Request::EndGame { game: GameNo(game), stop: StopNo(stop) },
            Act::Pay { game, prize, card } => Request::PayPrize {
                game: GameNo(game),
                prize: PrizeNo(prize),
                card: presented(card, How::Keyed),
            },
            Act::Withhold { game, prize } => Request::WithholdPrize {
                game: GameNo(game),
                prize: PrizeNo(prize),
                reason: "en disputa".into(),
            },
            Act::AskVoid { game } => Request::AskVoid { game: GameNo(game), cause: "avería".into() },
            Act::ConfirmVoid { game } => {
                let asked = self.bench.hall.game_no(GameNo(game)).and_then(|game| game.void_asked());
                let cause = asked.map_or_else(String::new, |(_, cause)| cause.to_string());
                Request::ConfirmVoid { game: GameNo(game), cause }
            }
            Act::Refund { game, series, first, last } => {
                Request::RefundCards { game: GameNo(game), cards: cards(series, first, last) }
            }
            Act::RaiseHold { game } => {
                Request::RaiseHold { game: GameNo(game), reason: "no se ve el panel".into() }
            }
            Act::AskExit { game, hold, way } => {
                Request::AskHoldExit { game: GameNo(game), hold: HoldNo(hold), exit: exit(way) }
            }
            Act::ConfirmExit { game, hold, way } => {
                Request::ConfirmHoldExit { game: GameNo(game), hold: HoldNo(hold), exit: exit(way) }
            }
            Act::Suspend { game } => {
                Request::SuspendGame { game: GameNo(game), cause: "no se oye la megafonía".into() }
            }
            Act::Lift { game } => Request::LiftSuspension { game: GameNo(game) },
            Act::Read { game, paragraph } => {
                let before = paragraph == 1;
                let paragraph = if before { Paragraph::BeforeExtraction } else { Paragraph::AfterExtraction };
                Request::ReadParagraph { game: GameNo(game), paragraph, text_sha256: None }
            }
            Act::KeyBall { game, place, ball: number } => Request::KeyBall {
                game: GameNo(game),
                ordinal: Ordinal(place),
                ball: ball(number),
                again: false,
            },
            Act::AskSheet { game, ref lines } => Request::AskTranscription {
                game: GameNo(game),
                lines: lines.iter().map(paper_line).collect(),
            },
            Act::ConfirmSheet { game, ref lines } => Request::ConfirmTranscription {
                game: GameNo(game),
                lines: lines.iter().map(paper_line).collect(),
            },
            _ => return None,
        })
    }
}
