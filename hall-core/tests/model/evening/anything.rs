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
        let way = dice.pick(&[Way::Repaired, Way::Misread { place: said + 1, ball: any_ball }]);
        let by = dice.pick(&[1, 2, 3]);
        let price = dice.pick(&[game.price, game.price, 199, 600]);
        let mesa = dice.pick(&[2, 7]);
        match dice.below(26) {
            0 => Act::OpenSession { by: mesa },
            1 => Act::CloseSession { balls: 89 },
            2 => Act::OpenSale { series, price },
            3 | 4 => Act::Issue { game: no, series, first, last, seller, price },
            5 => Act::Return { game: no, series, first, last, seller },
            6 => Act::Transfer { game: no, series, first, last, from: seller, to: dice.pick(&[2, 4, 5]) },
            7 if game.phase != Phase::Selling => Act::CloseSale { game: no, by: 3 },
            8 => Act::StartDraw { game: no },
            9 | 10 => {
                Act::Announce { game: no, place: said + dice.small(0, 2), ball: any_ball, typed: false }
            }
            11 => Act::Stop { game: no, said: said + dice.pick(&[0, 1]), by },
            12 => Act::Claim { game: no, sung: Sung::Line, card: claimed, how: How::Keyed },
            13 => Act::Accept { game: no, claim, by: mesa },
            14 => Act::Reject { game: no, claim, by: mesa },
            15 => Act::Ask { game: no, stop },
            16 => Act::GoOn { game: no, stop },
            17 => Act::End { game: no, stop },
            18 => Act::Pay { game: no, prize, card: claimed, by: dice.pick(&[3, 7]) },
            19 => Act::Withhold { game: no, prize },
            20 if !game.void_asked => Act::ConfirmVoid { game: no },
            21 => Act::Refund { game: no, series, first, last },
            22 => Act::AskExit { game: no, hold, way, by },
            23 => Act::ConfirmExit { game: no, hold, way, by },
            24 => Act::Shown { game: no, place: said + dice.pick(&[0, 1]) },
            _ => Act::Wait(dice.from(0, 3)),
        }
    }
}
