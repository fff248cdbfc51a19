//! Cards looked up beside the desk, while a game is in its draw.

use hall_core::ball::BallSet;
use hall_server::journal::RecordReader;
use hall_server::look_up::{NotFound, Wanted, look_up};
use hall_wire::message::{CardFound, CardState, CardsFound};

use super::*;

/// A game in its draw: cards 1 to 6 of the first series are sold, 7 to 12 came back.
const SALE: (u32, u32, u32) = (1, 6, 6);

fn balls(numbers: &[u8]) -> BallSet {
    numbers.iter().filter_map(|number| Ball::new(*number)).collect()
}

impl Evening {
    fn find(&self, wanted: &Wanted) -> Result<CardsFound, NotFound> {
        let reader = RecordReader::open(self.server.folder()).unwrap();
        look_up(&self.server.view().vault, &reader, wanted)
    }

    /// Returns the game that a card was sold in.
    pub fn sold_in(&self, card: CardRef) -> Option<u32> {
        let whereabouts = self.one(&Wanted::Card(card)).whereabouts?;
        (whereabouts.state == CardState::Sold).then_some(whereabouts.game)
    }

    #[track_caller]
    fn one(&self, wanted: &Wanted) -> CardFound {
        let mut found = self.find(wanted).unwrap();
        assert_eq!((found.cards.len(), found.more), (1, 0));
        found.cards.remove(0)
    }
}

#[test]
fn a_card_is_found_by_its_number_its_code_and_what_is_left_of_it() {
    let (template, folder, clocks) = (Template::new(), new_folder(), Clocks::default());
    clocks.wall.store(EIGHT, Ordering::Relaxed);
    let server = Server::start(template.copy_to(&folder.path().join("1")), &clocks);
    let mut evening = Evening { server, clocks, template, frame: 0, out: 0, asked: 0, mirrored: None };
    evening.open();
    let (first, last, returned) = SALE;
    let sale = Sale { game: GameNo(1), series: series(1), first, last, returned };
    evening.sell(sale);
    let grids = evening.grids();

    // By number: sold, back unsold, and never handed out.
    let state = |number| {
        let found = evening.one(&Wanted::Card(sale.card(number)));
        found.whereabouts.map(|is| (is.game, is.state, is.seller))
    };
    assert_eq!(state(6), Some((1, CardState::Sold, VENDEDOR.0)));
    assert_eq!(state(7), Some((1, CardState::Returned, VENDEDOR.0)));
    assert_eq!(state(13), None);
    assert!(matches!(evening.find(&Wanted::Card(sale.card(SIZE + 1))), Err(NotFound::Number(_, SIZE))));
    let nowhere = CardRef { series: SeriesId::parse("Z9").unwrap(), number: CardNo(1) };
    assert!(matches!(evening.find(&Wanted::Card(nowhere)), Err(NotFound::Series(_))));

    // By code: the hall's, with the key beside the number; and one that somebody made up.
    let code = CardCode::sign(&evening.template.key, sale.card(3));
    let genuine = evening.one(&Wanted::Code(code));
    assert_eq!((genuine.card, genuine.genuine), (3, Some(true)));
    let key = hall_core::card::check_key::CheckKey::of(&code).to_string();
    assert_eq!(genuine.check_key.as_deref(), Some(key.as_str()));
    let forged = CardCode::sign(&CardKey::from_bytes([4; 32]), sale.card(3));
    let forged = evening.one(&Wanted::Code(forged));
    assert_eq!((forged.genuine, forged.check_key), (Some(false), None), "whoever made it up is told nothing");

    // By six of its numbers: the same card in each series of the matrix, or in one of them.
    for (number, grid) in (1..).zip(&grids) {
        let all: Vec<u8> = grid.iter().flatten().copied().filter(|number| *number != 0).collect();
        let six = balls(&all[..6]);
        let found = evening.one(&Wanted::Holding(six, Some(series(1))));
        let mut shown: Vec<u8> = found.grid.iter().flatten().copied().filter(|number| *number != 0).collect();
        let mut drawn = all.clone();
        shown.sort_unstable();
        drawn.sort_unstable();
        assert_eq!((found.card, shown), (number, drawn));
        let everywhere = evening.find(&Wanted::Holding(six, None)).unwrap();
        assert_eq!(everywhere.cards.len() as u32 + everywhere.more, SERIES);
    }
    let none = evening.find(&Wanted::Holding(balls(&[1, 2, 3, 4, 5, 6]), None)).unwrap();
    assert!(none.cards.is_empty(), "no card has four numbers of a column");
    // One ball more than nothing: the first twenty are shown, the rest is counted.
    let many = evening.find(&Wanted::Holding(BallSet::default(), None)).unwrap();
    assert_eq!((many.cards.len(), many.more), (20, SERIES * SIZE - 20));
}
