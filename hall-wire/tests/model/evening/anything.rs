//! Things asked for out of turn.

use super::*;

impl Evening<'_> {
    /// Something out of turn, with numbers that may be right.
    pub(super) fn anything(&mut self, table: u32) -> Act {
        let dice = &mut self.dice;
        let no = dice.pick(&[table, table, table, table.saturating_sub(1), table + 1]);
        let game = self.paper.game().unwrap();
        let (series, next) = game.next_card();
        let series = dice.pick(&[series, series, game.starts[0].0, "A18"]);
        let first = dice.pick(&[0, 1, next, next + 1, next.saturating_sub(1), SIZE, SIZE + 1]);
        let last = first + dice.below(3) - u32::from(first > 0 && dice.percent(10));
        let seller = dice.pick(&[4, 5, 7]);
        let said = u8::try_from(game.said).unwrap();
        let stop = dice.pick(&[game.stop, game.stop, game.stop + 1, game.stop.saturating_sub(1)]);
        let claim = dice.from(0, u32::try_from(game.claims.len()).unwrap() + 1);
        let prize = dice.from(0, 3);
        let hold = self.paper.holds.saturating_sub(dice.below(2));
        let claimed = game.claims.last().map_or((series, first), |c| c.card);
        let any_ball = dice.small(1, 90);
        let (by, other) = (dice.pick(&[1, 2, 3]), dice.pick(&[2, 4, 6]));
        let way = dice.pick(&[
            Way::Repaired,
            Way::Misread { place: said + 1, ball: any_ball },
            Way::ByHand { caller: other, second: by },
            Way::Authority,
        ]);
        let price = dice.pick(&[game.price, game.price, 199, 600]);
        let act = match dice.below(35) {
            0 => self.opening(),
            1 => Act::CloseSession { balls: 89 },
            2 => Act::OpenSale { series, size: SIZE, price },
            3 | 4 | 32 => Act::Issue { game: no, series, first, last, seller, price },
            5 => Act::Return { game: no, series, first, last, seller },
            6 => Act::Transfer { game: no, series, first, last, from: seller, to: dice.pick(&[2, 4, 5]) },
            7 if game.phase != Phase::Selling => Act::CloseSale { game: no },
            8 => Act::StartDraw { game: no },
            9 | 10 => {
                Act::Announce { game: no, place: said + dice.small(0, 2), ball: any_ball, typed: false }
            }
            11 => Act::Stop { game: no, said: said + dice.pick(&[0, 1]) },
            12 => Act::Claim { game: no, sung: Sung::Line, card: claimed, how: How::Keyed },
            13 => Act::Accept { game: no, claim },
            14 => Act::Reject { game: no, claim },
            15 => Act::Ask { game: no, stop },
            16 => Act::GoOn { game: no, stop },
            17 => Act::End { game: no, stop },
            18 => Act::Pay { game: no, prize, card: claimed },
            19 => Act::Withhold { game: no, prize },
            20 if game.void_asked.is_none() => Act::ConfirmVoid { game: no },
            21 => Act::Refund { game: no, series, first, last },
            22 => Act::AskExit { game: no, hold, way }.by(by),
            23 => Act::ConfirmExit { game: no, hold, way }.by(by),
            24 => Act::Shown { game: no, place: said + dice.pick(&[0, 1]) },
            25 => Act::Suspend { game: no },
            26 => Act::Lift { game: no },
            27 => Act::Read { game: no, paragraph: dice.small(1, 2) },
            28 => Act::KeyBall { game: no, place: said + 1, ball: any_ball }.by(dice.pick(&[2, 3, 4])),
            29 => self.change_of_set(),
            30 => Act::RecordAuthority { goes_on: true },
            31 => Act::AskSheet { game: no, lines: vec![Line::Ball(any_ball)] },
            33 => Act::ConfirmSheet { game: no, lines: vec![Line::Ball(any_ball)] },
            _ => Act::Wait(dice.from(0, 3)),
        };
        // By anybody: powers come first.
        if act.area() != Area::Machine && self.dice.percent(12) {
            return act.by(self.dice.from(1, 7));
        }
        act
    }
}
