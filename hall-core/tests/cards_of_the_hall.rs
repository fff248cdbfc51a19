//! Matrices made, taken in and retired; cards printed: what the desk says to each and what is left.

mod support;

use hall_core::event::{Event, GameNo, PrintingNo, PrintingStop, Segment};
use hall_core::hall::Origin;
use hall_core::matrix::{MatrixIndex, MatrixKey, MatrixKind, MatrixNo, MatrixOptions};
use hall_core::money::Cents;
use hall_core::people::Sealed;
use hall_core::refusal::Refusal;
use hall_core::request::{Notice, Request};
use hall_core::rules::Rules;
use hall_core::series::CardNo;
use hall_core::time::Moment;
use support::phases::{announced, at_the_bar, hall, selling_in_order};
use support::{Bench, CAJERO, MESA, SALA, SIZE, VENDEDOR, law, rules, series};

const SECRET: Sealed = Sealed { id: 77, hash: [7; 32] };

fn no(number: u32) -> MatrixNo {
    MatrixNo::new(number).unwrap()
}

fn make(matrix: u32, size: u32, options: MatrixOptions) -> Request {
    Request::MakeMatrix {
        size,
        options,
        mixed: None,
        key: SECRET,
        key_sha256: [1; 32],
        faces_sha256: [2; 32],
        matrix: no(matrix),
    }
}

fn import(size: u32) -> Request {
    Request::ImportMatrix {
        size,
        maker: "FNMT-RCM".to_owned(),
        file_sha256: [3; 32],
        faces: SECRET,
        faces_sha256: [4; 32],
        matrix: no(2),
    }
}

fn retire(matrix: u32) -> Request {
    Request::RetireMatrix { matrix: no(matrix), reason: "Cartones gastados".to_owned() }
}

fn print(name: &str, first: Option<u32>, last: Option<u32>) -> Request {
    let (first, last) = (first.map(CardNo), last.map(CardNo));
    Request::PrintCards { series: series(name), first, last, template: "a4-6".to_owned() }
}

/// Orders a printing and returns its number, its cards and which copy it is.
fn order(bench: &mut Bench, request: Request) -> (PrintingNo, Segment, u32) {
    let events = bench.ask(SALA, request).unwrap();
    let [Event::PrintingOrdered { printing, cards, copy, .. }] = &events[..] else { panic!("{events:?}") };
    (*printing, *cards, *copy)
}

fn done(bench: &mut Bench, printing: PrintingNo) {
    bench.notice(&Notice::PrintingDone { printing, file: "a.pdf".into(), pages: 1, sha256: [0; 32] });
}

#[test]
fn a_matrix_has_a_size_that_its_options_allow() {
    let mut bench = hall();
    let strips = MatrixOptions { kind: MatrixKind::Strip, clean: false };
    for (size, options) in [(0, MatrixOptions::PLAIN), (1_000_001, MatrixOptions::PLAIN), (421, strips)] {
        assert_eq!(bench.ask(SALA, make(2, size, options)), Err(Refusal::BadMatrixSize(size)));
    }
    assert_eq!(bench.ask(SALA, make(3, 420, strips)), Err(Refusal::UnknownMatrix));
    bench.ask(SALA, make(2, 420, strips)).unwrap();
    let Origin::Key { options, .. } = bench.hall.matrices[&no(2)].origin else { panic!("it has a key") };
    assert_eq!(options, strips);
}

/// Sizes in use, from a small hall's to a network's (regulation.md 3.3).
#[test]
fn matrices_of_every_size_in_use_can_be_made() {
    for kind in [MatrixKind::Single, MatrixKind::Strip] {
        for clean in [false, true] {
            for size in [420, 1_800, 1_920, 6_000, 9_000, 96_000] {
                hall().ask(SALA, make(2, size, MatrixOptions { kind, clean })).unwrap();
            }
        }
    }
}

#[test]
fn a_matrix_from_a_file_is_played_like_one_from_a_key() {
    let mut bench = hall();
    assert_eq!(bench.ask(SALA, import(0)), Err(Refusal::BadMatrixSize(0)));
    bench.ask(SALA, import(SIZE)).unwrap();
    let name = series("F1");
    bench
        .ask(
            SALA,
            Request::ReceiveSeries { series: name, matrix: no(2), face_value: Cents(200), cards: None },
        )
        .unwrap();
    assert_eq!(bench.hall.stock.get(name).unwrap().size, SIZE);
    let faces = bench.vault.matrix(no(1)).unwrap().faces().to_vec();
    bench.vault.add_matrix(no(2), MatrixIndex::of(faces.clone()));
    assert_eq!(bench.vault.face(no(2), CardNo(7)), Some(faces[6]));
}

/// The key is secret while a card can still be sold, so no card of a retired matrix can.
#[test]
fn no_card_of_a_retired_matrix_is_sold_received_or_printed() {
    let mut bench = at_the_bar();
    bench.ask(SALA, retire(1)).unwrap();
    let gone = Err(Refusal::MatrixRetired(no(1)));
    let sale = Request::OpenSale { series: series("A17"), size: SIZE, face_value: Cents(200) };
    assert_eq!(bench.ask(MESA, sale), gone);
    let name = series("Z1");
    let receive = Request::ReceiveSeries { series: name, matrix: no(1), face_value: Cents(200), cards: None };
    assert_eq!(bench.ask(SALA, receive), gone);
    assert_eq!(bench.ask(SALA, print("A17", None, None)), gone);
    assert_eq!(bench.ask(SALA, retire(1)), gone);
    assert_eq!(bench.ask(SALA, retire(9)), Err(Refusal::UnknownMatrix));
}

#[test]
fn a_matrix_is_not_retired_under_a_game() {
    for mut bench in [selling_in_order(), announced()] {
        let game = bench.hall.game.as_ref().unwrap().no;
        assert_eq!(bench.ask(SALA, retire(1)), Err(Refusal::MatrixInPlay(game)));
    }
}

/// A begun series has to be sold to its end first (33.3), unless it is retired.
#[test]
fn a_begun_series_of_a_retired_matrix_blocks_no_other() {
    let mut bench = support::phases::ended();
    assert!(bench.hall.stock.get(series("A17")).unwrap().is_begun());
    bench.ask(SALA, make(2, SIZE, MatrixOptions::PLAIN)).unwrap();
    let name = series("C1");
    let receive = Request::ReceiveSeries { series: name, matrix: no(2), face_value: Cents(200), cards: None };
    bench.ask(SALA, receive).unwrap();
    let sale = Request::OpenSale { series: name, size: SIZE, face_value: Cents(200) };
    assert_eq!(bench.ask(MESA, sale.clone()), Err(Refusal::SeriesOutOfOrder { begun: series("A17") }));
    bench.ask(SALA, retire(1)).unwrap();
    bench.ask(MESA, sale).unwrap();
}

/// With all three parts a mixed key can be checked; the figure is in docs/cards.md.
#[test]
fn a_mixed_key_is_of_both_and_frozen() {
    let key = MatrixKey::mixed(&[9; 32], "Dados 4 1 6 2 2 5");
    assert_eq!(key.bytes(), MatrixKey::mixed(&[9; 32], "Dados 4 1 6 2 2 5").bytes());
    assert_ne!(key.bytes(), MatrixKey::mixed(&[8; 32], "Dados 4 1 6 2 2 5").bytes());
    assert_ne!(key.bytes(), MatrixKey::mixed(&[9; 32], "Dados 4 1 6 2 2 6").bytes());
    let hex: String = key.bytes().iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(hex, "1c37635899aebbd52b9fc20a187f60c5");
}

#[test]
fn cards_printed_again_are_a_copy() {
    let mut bench = hall();
    let (first, cards, copy) = order(&mut bench, print("A17", None, Some(12)));
    assert_eq!((cards.first, cards.last, copy), (CardNo(1), CardNo(12), 1));
    done(&mut bench, first);
    assert_eq!(order(&mut bench, print("A17", Some(13), Some(24))).2, 1, "other cards");
    assert_eq!(order(&mut bench, print("A18", Some(1), Some(12))).2, 1, "another series");
    let (second, _, copy) = order(&mut bench, print("A17", Some(7), Some(12)));
    assert_eq!(copy, 2);
    // A printing under way counts: its paper may be out before the record knows.
    assert_eq!(order(&mut bench, print("A17", Some(7), Some(9))).2, 3);
    bench.ask(SALA, Request::CancelPrinting { printing: second }).unwrap();
    assert_eq!(order(&mut bench, print("A17", Some(10), Some(12))).2, 2, "what was cancelled is no paper");
}

#[test]
fn all_cards_of_a_printing_are_the_same_copy() {
    let mut bench = hall();
    order(&mut bench, print("A17", Some(7), Some(12)));
    let part = |first, last| {
        let (first, last) = (CardNo(first), CardNo(last));
        Err(Refusal::PrintedInPart(Segment { series: series("A17"), first, last }))
    };
    assert_eq!(bench.ask(SALA, print("A17", None, None)), part(1, 6));
    assert_eq!(bench.ask(SALA, print("A17", Some(10), Some(20))), part(10, 12));
    assert_eq!(bench.ask(SALA, print("A17", Some(6), Some(7))), part(6, 6));
    assert_eq!(order(&mut bench, print("A17", Some(1), Some(6))).2, 1);
    assert_eq!(order(&mut bench, print("A17", Some(13), None)).2, 1);
    assert_eq!(order(&mut bench, print("A17", None, None)).2, 2, "now all of it is printed once");
}

#[test]
fn cards_that_are_not_in_the_series_are_not_printed() {
    let mut bench = hall();
    for (first, last) in [(Some(0), None), (None, Some(SIZE + 1)), (Some(9), Some(8))] {
        assert!(bench.ask(SALA, print("A17", first, last)).is_err(), "{first:?} {last:?}");
    }
    assert_eq!(bench.ask(SALA, print("Q9", None, None)), Err(Refusal::UnknownSeries(series("Q9"))));
}

#[test]
fn a_printing_ends_once() {
    let mut bench = hall();
    let (printing, ..) = order(&mut bench, print("A17", None, None));
    let cancel = Request::CancelPrinting { printing };
    let events = bench.ask(SALA, cancel.clone()).unwrap();
    let why = PrintingStop::Cancelled(SALA);
    assert_eq!(events, [Event::PrintingStopped { printing, why }]);
    assert_eq!(bench.ask(SALA, cancel), Err(Refusal::NoSuchPrinting(printing)));
    // The printer did not hear of it in time.
    let before = bench.hall.clone();
    done(&mut bench, printing);
    bench.notice(&Notice::PrintingFailed { printing, words: "sin papel".into() });
    assert_eq!(bench.hall, before);
    let (printing, ..) = order(&mut bench, print("A17", None, None));
    bench.notice(&Notice::PrintingFailed { printing, words: "disco lleno".into() });
    assert!(bench.hall.printing.is_empty());
    assert_eq!(order(&mut bench, print("A17", None, None)).2, 1);
}

/// Whoever could announce a draw of the same day might have seen its result (ADR 55).
#[test]
fn a_draw_is_announced_on_a_day_before_it() {
    let bench = hall();
    let today = bench.now();
    let announce = |days: i64| Request::AnnounceKeyDraw {
        size: SIZE,
        options: MatrixOptions::PLAIN,
        draw: "ONCE, las cinco cifras".to_owned(),
        date: Moment { utc_ms: today.utc_ms + days * 86_400_000, ..today }.date(),
        seed: SECRET,
        seed_sha256: [5; 32],
    };
    for days in [-1, 0, 63] {
        assert_eq!(hall().ask(SALA, announce(days)), Err(Refusal::DrawNotAhead), "{days}");
    }
    for days in [1, 62] {
        hall().ask(SALA, announce(days)).unwrap();
    }
}

/// Sizes and face values are of each series (G2): a hall plays a bought matrix of its own size beside the one that it makes.
#[test]
fn series_of_several_sizes_are_open_at_once_unless_the_law_says_how_many_cards() {
    let receive = |name, cents| Request::ReceiveSeries {
        series: series(name),
        matrix: no(2),
        face_value: Cents(cents),
        cards: None,
    };
    let mut bench = Bench::new();
    bench.open_session();
    bench.ask(SALA, import(9_000)).unwrap();
    bench.ask(SALA, receive("C1", 300)).unwrap();
    bench.ask(MESA, Bench::sale_of("A17", Cents(200))).unwrap();
    bench.ask(CAJERO, Request::CloseSale { game: GameNo(1) }).unwrap();
    let sale = Request::OpenSale { series: series("C1"), size: 9_000, face_value: Cents(300) };
    bench.ask(MESA, sale).unwrap();
    let game = bench.hall.running().unwrap();
    assert_eq!((game.series_size, game.sale.face_value), (9_000, Cents(300)));

    let rules = Rules { series_size: law(SIZE, "art. 33"), ..rules() };
    let mut bench = Bench::under(rules);
    bench.ask(SALA, import(9_000)).unwrap();
    assert_eq!(bench.ask(SALA, receive("C1", 300)), Err(Refusal::BadSize(9_000)));
}

/// A series is of the first cards of its matrix, so that its numbers begin at 1 (3.5.2), and their faces are the matrix's.
#[test]
fn a_series_of_the_first_cards_of_a_matrix_ends_where_it_was_said_to() {
    let receive = |name, cards| Request::ReceiveSeries {
        series: series(name),
        matrix: no(2),
        face_value: Cents(200),
        cards: Some(cards),
    };
    let mut bench = Bench::new();
    bench.open_session();
    bench.ask(SALA, import(9_000)).unwrap();
    for wrong in [0, 9_001, u32::MAX] {
        assert_eq!(bench.ask(SALA, receive("C1", wrong)), Err(Refusal::MoreThanTheMatrix { has: 9_000 }));
    }
    for (name, cards) in [("C1", 60), ("C2", 60), ("C3", 90)] {
        bench.ask(SALA, receive(name, cards)).unwrap();
        assert_eq!(bench.hall.stock.get(series(name)).unwrap().size, cards);
    }
    // What is announced is what it has, not what the matrix has (G2).
    let sale = |size| Request::OpenSale { series: series("C1"), size, face_value: Cents(200) };
    assert_eq!(bench.ask(MESA, sale(9_000)), Err(Refusal::NotTheSize { size: 60 }));
    bench.ask(MESA, sale(60)).unwrap();
    let cards =
        |name, first, last| Segment { series: series(name), first: CardNo(first), last: CardNo(last) };
    let mut issue = |cards| {
        let (game, price, seller) = (GameNo(1), Cents(200), VENDEDOR);
        bench.ask(CAJERO, Request::IssueBlock { game, cards, price, seller })
    };
    assert_eq!(issue(cards("C1", 1, 61)), Err(Refusal::BadRange));
    issue(cards("C1", 1, 60)).unwrap();
    // The matrix has a card 61, the series has none: nothing is printed of it.
    assert_eq!(bench.ask(SALA, print("C1", Some(61), Some(61))), Err(Refusal::BadRange));
    assert_eq!(order(&mut bench, print("C1", None, None)).1, cards("C1", 1, 60));

    // Where the law says how many, so many of a larger matrix are right.
    let mut bench = Bench::under(Rules { series_size: law(SIZE, "art. 33"), ..rules() });
    bench.ask(SALA, import(9_000)).unwrap();
    assert_eq!(bench.ask(SALA, receive("C3", 90)), Err(Refusal::BadSize(90)));
    bench.ask(SALA, receive("C1", SIZE)).unwrap();
}
