//! A panel started late shows the same as an early one, and never a number not announced.

use std::sync::Arc;

use hall_core::record::Hash;
use hall_wire::board::{Board, PublicBoard, Update};
use hall_wire::link::Behind;
use hall_wire::sighting::{Head, Sighting, Verdict};
use proptest::prelude::*;
use wall_scenes::layout::{Element, Layout, Shape, Token};
use wall_scenes::scene::{Contact, Memo, Refused, Screen, Slot, View, lay_out};

use crate::kit::{board, boards};

fn painted(board: &PublicBoard, shape: Shape, contact: Contact) -> Layout {
    lay_out(&View { contact, ..view(board, shape) })
}

fn view(board: &PublicBoard, shape: Shape) -> View {
    View {
        board: Arc::new(board.clone()),
        contact: Contact::Live,
        now_utc_ms: Some(1_795_384_032_000),
        utc_offset_minutes: 60,
        heard_utc_ms: Some(1_795_384_031_000),
        camera: Slot::Live,
        shape,
        memo: Memo::SETTLED,
        behind: None,
        refused: None,
        players: None,
        board_code: None,
        trial: None,
        screen: Screen::default(),
    }
}

/// DECISIONS 40: the hall reads that there is no connection; only a small line is the technician's.
#[test]
fn a_server_that_goes_back_is_no_connection_and_a_small_line() {
    let end = |seq| Sighting { epoch: 1, head: Head { seq, hash: Hash([7; 32]) } };
    let behind = Some(Behind { verdict: Verdict::Behind, saw: end(5_000), ends: end(4_890) });
    for shape in [Shape::Wide, Shape::Tall] {
        for contact in [Contact::Waiting, Contact::Lost] {
            let view = View { behind, contact, ..view(&board("draw").board, shape) };
            let words: Vec<String> = lay_out(&view).texts().map(|text| text.words.clone()).collect();
            assert!(words.iter().any(|words| words == "SIN CONEXIÓN"), "{words:?}");
            let small = "Técnico: el servidor acaba en la línea 4.890; este panel vio la 5.000.";
            assert!(words.iter().any(|words| words == small), "{words:?}");
        }
    }
}

/// A wall that was put out of the hall says it to whoever comes to mend it.
#[test]
fn a_server_that_will_not_have_the_wall_is_no_connection_and_a_small_line() {
    let refused = Some(Refused::Revoked);
    for contact in [Contact::Waiting, Contact::Lost] {
        let view = View { refused, contact, ..view(&board("draw").board, Shape::Wide) };
        let words: Vec<String> = lay_out(&view).texts().map(|text| text.words.clone()).collect();
        assert!(words.iter().any(|words| words == "SIN CONEXIÓN"), "{words:?}");
        let small = "Técnico: este panel está de baja. Sala, Puestos, otro código.";
        assert!(words.iter().any(|words| words == small), "{words:?}");
    }
}

/// G8: a ball that the camera shows and nobody has announced is marked on its picture, and only there.
#[test]
fn a_picture_that_shows_a_ball_before_its_announcement_says_so() {
    let words = |view: &View| lay_out(view).texts().map(|text| text.words.clone()).collect::<Vec<_>>();
    let marked = |view: &View| words(view).iter().any(|words| words.contains("SIN CANTAR"));
    for shape in [Shape::Wide, Shape::Classic, Shape::Tall] {
        let mut board = board("draw").board;
        assert!(!marked(&view(&board, shape)), "nothing waits");
        board.uncalled = Some(42);
        let seen = view(&board, shape);
        // Its place too, where the picture is wide enough for it.
        let says = if shape == Shape::Wide { "42.ª BOLA · SIN CANTAR" } else { "SIN CANTAR" };
        assert!(words(&seen).contains(&says.to_owned()), "{shape:?}: {:?}", words(&seen));
        let picture = lay_out(&seen).camera().expect("a camera");
        let layout = lay_out(&seen);
        let mark = layout.texts().find(|text| text.words.contains("SIN CANTAR")).expect("it is there");
        assert!(picture.contains_rect(mark.room), "{shape:?}: on the picture");
        // The picture has a window of its own, over the wall's.
        let over: Vec<String> = layout.on_camera().texts().map(|text| text.words.clone()).collect();
        assert_eq!(over, [says], "{shape:?}: in the picture's window");
        assert_eq!(layout.on_camera().items.len(), 2, "{shape:?}: with its bar");
        let held = PublicBoard { picture_held: true, ..board.clone() };
        assert!(!marked(&view(&held, shape)), "the picture does not show it");
        for camera in [Slot::Lost, Slot::Off] {
            assert!(!marked(&View { camera, ..view(&board, shape) }), "there is nothing to see: {camera:?}");
        }
        assert!(
            !marked(&View { contact: Contact::Lost, ..view(&board, shape) }),
            "an old board knows nothing"
        );
    }
}

/// The board of a panel that was connected all evening.
fn early(evening: &[PublicBoard]) -> PublicBoard {
    let mut board = PublicBoard::default();
    let mut before = PublicBoard::default();
    for next in evening {
        for update in PublicBoard::diff(&before, next) {
            board.apply(&update).expect("updates follow one another");
        }
        before = next.clone();
    }
    board
}

/// The board of a panel started now, over any earlier one.
fn late(evening: &[PublicBoard], had: &PublicBoard) -> PublicBoard {
    let mut board = had.clone();
    for update in evening.last().map(Board::replicate).unwrap_or_default() {
        let text = serde_json::to_string(&update).expect("an update becomes JSON");
        let update: Update = serde_json::from_str(&text).expect("and comes back");
        board.apply(&update).expect("a whole board fits any");
    }
    board
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn a_late_panel_paints_what_an_early_one_does(
        order in proptest::collection::vec(0usize..200, 1..12),
        balls in proptest::collection::vec(1u8..=90, 0..90),
        had in 0usize..200,
    ) {
        let all = boards();
        let mut evening: Vec<PublicBoard> =
            order.iter().map(|at| all[at % all.len()].1.board.clone()).collect();
        let mut drawn: Vec<u8> = Vec::new();
        for ball in balls {
            if !drawn.contains(&ball) {
                drawn.push(ball);
                let mut next = evening.last().expect("one at least").clone();
                next.announced.clone_from(&drawn);
                evening.push(next);
            }
        }
        let (early, late) = (early(&evening), late(&evening, &all[had % all.len()].1.board));
        for shape in [Shape::Wide, Shape::Classic, Shape::Tall] {
            for contact in [Contact::Live, Contact::Lost] {
                prop_assert_eq!(painted(&early, shape, contact), painted(&late, shape, contact));
            }
        }
    }

    /// The lit numbers are exactly the announced ones.
    #[test]
    fn what_is_lit_is_what_was_announced(balls in proptest::collection::vec(1u8..=90, 0..90)) {
        let mut recorded = board("draw");
        let mut drawn: Vec<u8> = Vec::new();
        for ball in balls {
            if !drawn.contains(&ball) {
                drawn.push(ball);
            }
        }
        recorded.board.announced.clone_from(&drawn);
        for shape in [Shape::Wide, Shape::Classic, Shape::Tall] {
            let layout = painted(&recorded.board, shape, Contact::Live);
            let mut lit = cells(&layout);
            lit.sort_unstable();
            drawn.sort_unstable();
            prop_assert_eq!(&lit, &drawn);
        }
    }
}

/// Numbers of the board on a lamp or amber ground, without tile and circles.
fn cells(layout: &Layout) -> Vec<u8> {
    let number = |words: &str| words.parse::<u8>().ok();
    let bright = |area: &egui::Rect| on_bright(layout, *area);
    layout
        .texts()
        .filter(|text| text.room.height() < 9.0 && text.room.height() > 6.0 && text.room.width() < 10.15)
        .filter(|text| bright(&text.room))
        .filter_map(|text| number(&text.words))
        .collect()
}

/// A card being checked lights only announced numbers, and a card of another game none.
#[test]
fn a_card_lights_only_what_was_announced() {
    for name in ["check-correct", "check-missing", "check-missing-many", "check-bingo", "check-running"] {
        let recorded = board(name);
        let layout = lay_out(&recorded.view(Shape::Wide));
        let lit: Vec<u8> = card_cells(&layout);
        assert!(!lit.is_empty(), "{name}");
        assert!(lit.iter().all(|number| recorded.board.announced.contains(number)), "{name}: {lit:?}");
    }
    for name in ["check-not-sold", "check-other-game"] {
        assert_eq!(card_cells(&lay_out(&board(name).view(Shape::Wide))), Vec::<u8>::new(), "{name}");
    }
}

fn card_cells(layout: &Layout) -> Vec<u8> {
    let bright = |area: &egui::Rect| on_bright(layout, *area);
    layout.texts().filter(|text| bright(&text.room)).filter_map(|text| text.words.parse().ok()).collect()
}

/// Whether a lamp or amber is within an area.
fn on_bright(layout: &Layout, area: egui::Rect) -> bool {
    let bright = |item: &Element| {
        matches!(item, Element::Panel { area: panel, fill: Some(Token::Lamp | Token::Now), .. }
            if area.expand(0.01).contains_rect(*panel))
    };
    layout.items.iter().any(bright)
}
