//! What players do: cross out, number by number. It knows cards as numbers only and uses nothing of the core.

/// After how many balls a play is won, and with which cards.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Won {
    pub ordinal: u8,
    /// Their numbers, ascending.
    pub cards: Vec<u32>,
}

/// Returns the line and the bingo of a game with these cards, numbered from `first`, and all ninety balls in
/// this order.
pub fn cross_out(first: u32, cards: impl Iterator<Item = [[u8; 9]; 3]>, order: &[u8]) -> [Won; 2] {
    // Where there is no number there is nothing to wait for.
    let mut came = [0; 91];
    (1..).zip(order).for_each(|(place, number)| came[usize::from(*number)] = place);
    let mut won = [Won { ordinal: u8::MAX, cards: Vec::new() }, Won { ordinal: u8::MAX, cards: Vec::new() }];
    for (card, grid) in (first..).zip(cards) {
        let rows = grid.map(|row| row.map(|number| came[usize::from(number)]).into_iter().fold(0, u8::max));
        let (line, bingo) = (rows[0].min(rows[1]).min(rows[2]), rows[0].max(rows[1]).max(rows[2]));
        for (won, ordinal) in won.iter_mut().zip([line, bingo]) {
            if ordinal < won.ordinal {
                *won = Won { ordinal, cards: Vec::new() };
            }
            if ordinal == won.ordinal {
                won.cards.push(card);
            }
        }
    }
    won
}
