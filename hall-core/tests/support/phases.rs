//! A hall in each phase in which anybody may ask for anything.

use hall_core::card::code::CardKey;
use hall_core::event::{
    ClaimNo, Event, GameNo, HoldExit, HoldNo, Ordinal, PaperLine, Paragraph, Play, PrizeNo, RejectReason,
    Segment, SessionNo, StopNo,
};
use hall_core::machine::{Fault, Stored};
use hall_core::matrix::{MatrixNo, MatrixOptions};
use hall_core::money::Cents;
use hall_core::people::{Actor, PersonId, Role};
use hall_core::request::{Notice, Presented, Request};
use hall_core::rules::Rules;
use hall_core::series::CardNo;
use hall_core::time::{Date, Moment};

mod camera;
mod devices;
mod epoch;
mod reading;
mod regulation;
mod sets;
mod signing;

pub use camera::*;
pub use devices::*;
pub use epoch::*;
pub use reading::*;
pub use regulation::*;
pub use sets::*;
pub use signing::*;

pub use super::cards;

use super::{Bench, CAJERO, MESA, MESA_QUE_VENDE, OTRO_VENDEDOR, SALA, SIZE, VENDEDOR, ball, card, series};

/// A jefe de sala and jefe de mesa in one; added to the bench.
pub const SALA_Y_MESA: PersonId = PersonId(8);
/// Somebody who left the staff.
pub const GONE: PersonId = PersonId(11);

pub fn hall() -> Bench {
    hall_under(super::rules())
}

fn hall_under(rules: Rules) -> Bench {
    let mut bench = Bench::under(rules);
    bench.vault.set_card_key(CardKey::from_bytes([3; 32]));
    for roles in [vec![Role::JefeDeSala, Role::JefeDeMesa], vec![Role::Auxiliar], vec![Role::Admision]] {
        let person = bench.hall.next_person();
        let (identity, pin) =
            (super::sealed(200 + u64::from(person.0)), super::sealed(300 + u64::from(person.0)));
        bench.commit(Actor::System, "servidor", vec![super::person_added(person, roles, identity, pin)]);
    }
    bench.commit(Actor::System, "servidor", super::person_gone(GONE));
    bench.sign_count(90);
    bench
}

pub fn open() -> Bench {
    let mut bench = hall();
    bench.open_session();
    bench.sign_count(90);
    bench
}

pub fn game_of(bench: &Bench) -> GameNo {
    GameNo(bench.hall.games)
}

pub fn sale(bench: &mut Bench, name: &str, blocks: &[(u32, u32, PersonId)]) {
    bench.ask(MESA, Bench::sale_of(name, Cents(200))).unwrap();
    let game = game_of(bench);
    for (first, last, seller) in blocks {
        let cards = cards(name, *first, *last);
        bench.ask(CAJERO, Request::IssueBlock { game, cards, price: Cents(200), seller: *seller }).unwrap();
    }
}

pub fn selling() -> Bench {
    selling_in(open())
}

fn selling_in(mut bench: Bench) -> Bench {
    sale(&mut bench, "A17", &[(1, 20, VENDEDOR), (21, 30, OTRO_VENDEDOR), (31, 40, MESA_QUE_VENDE)]);
    let game = game_of(&bench);
    bench.ask(CAJERO, Request::ReturnCards { game, cards: cards("A17", 5, 6), seller: VENDEDOR }).unwrap();
    bench
}

pub fn announced() -> Bench {
    announced_in(open())
}

/// The same in a hall of its own, whose session is open.
pub fn announced_in(open: Bench) -> Bench {
    let mut bench = selling_in(open);
    let game = game_of(&bench);
    bench
        .ask(
            CAJERO,
            Request::IssueBlock { game, cards: cards("A17", 5, 6), price: Cents(200), seller: OTRO_VENDEDOR },
        )
        .unwrap();
    bench.ask(MESA, Request::CloseSale { game }).unwrap();
    bench
}

pub fn draw_and_say(bench: &mut Bench, number: u8) {
    bench.out(number);
    let core = bench.hall.game.as_ref().unwrap();
    let (game, ordinal) = (core.no, Ordinal(core.announced + 1));
    bench.ask(VENDEDOR, Request::Announce { game, ordinal, ball: ball(number), typed: false }).unwrap();
}

/// The draw runs; the top row of card 10 or all of it is out, or three balls.
pub fn drawing() -> Bench {
    let mut bench = announced();
    let game = game_of(&bench);
    bench.ask(MESA, Request::StartDraw { game }).unwrap();
    for number in [1, 2, 3] {
        draw_and_say(&mut bench, number);
    }
    bench
}

pub fn drawing_with_a_ball_pending() -> Bench {
    let mut bench = drawing();
    bench.out(90);
    bench
}

pub fn held() -> Bench {
    let mut bench = drawing_with_a_ball_pending();
    bench.out += 1;
    bench.frame(Stored::Present);
    bench.frame(Stored::NoRead);
    bench.frame(Stored::Gone);
    bench.beat();
    bench
}

pub fn held_and_a_way_out_proposed() -> Bench {
    let mut bench = held();
    let (game, hold) = (game_of(&bench), HoldNo(1));
    let exit = HoldExit::Misread { ordinal: Ordinal(5), ball: ball(7) };
    bench.ask(MESA, Request::AskHoldExit { game, hold, exit }).unwrap();
    bench
}

pub fn held_for_the_caller() -> Bench {
    let mut bench = drawing_with_a_ball_pending();
    let game = game_of(&bench);
    bench
        .ask(VENDEDOR, Request::Announce { game, ordinal: Ordinal(4), ball: ball(60), typed: true })
        .unwrap();
    bench
}

pub fn stopped() -> Bench {
    let mut bench = drawing();
    let game = game_of(&bench);
    bench.ask(VENDEDOR, Request::stop(game, 3)).unwrap();
    bench
}

pub fn stopped_and_held() -> Bench {
    let mut bench = stopped();
    let game = game_of(&bench);
    bench.ask(CAJERO, Request::RaiseHold { game, reason: "no se ve".into() }).unwrap();
    bench
}

pub fn sing(bench: &mut Bench, play: Play, number: u32) {
    let game = game_of(bench);
    bench.ask(MESA, Request::Claim { game, play, card: Presented::Keyed(card("A17", number)) }).unwrap();
}

/// Card 10 has sung a play it has, and card 11 one it has not.
pub fn sung(play: Play) -> Bench {
    let mut bench = drawing();
    let face = bench.face(10);
    let numbers = if play == Play::Line { face.rows()[0] } else { face.balls() };
    let out: Vec<u8> = bench.hall.game.as_ref().unwrap().extracted.iter().map(|b| b.number()).collect();
    for number in numbers.iter().map(|b| b.number()).filter(|n| !out.contains(n)) {
        draw_and_say(&mut bench, number);
    }
    sing(&mut bench, play, 10);
    sing(&mut bench, Play::Bingo, 11);
    bench
}

pub fn accepted(play: Play) -> Bench {
    let mut bench = sung(play);
    let game = game_of(&bench);
    bench.ask(MESA, Request::AcceptClaim { game, claim: ClaimNo(1) }).unwrap();
    bench
}

pub fn asked(play: Play) -> Bench {
    let mut bench = accepted(play);
    let game = game_of(&bench);
    bench.ask(MESA, Request::AskQuestion { game, stop: StopNo(1) }).unwrap();
    bench
}

pub fn line_awarded() -> Bench {
    let mut bench = asked(Play::Line);
    let game = game_of(&bench);
    bench.ask(MESA, Request::RejectClaim { game, claim: ClaimNo(2), reason: RejectReason::Illegible }).ok();
    bench.now_ms += 5_000;
    bench.beat();
    bench.ask(MESA, Request::GoOn { game, stop: StopNo(1) }).unwrap();
    bench
}

pub fn ended() -> Bench {
    let mut bench = accepted(Play::Bingo);
    sing(&mut bench, Play::Line, 10);
    let game = game_of(&bench);
    bench.ask(MESA, Request::AcceptClaim { game, claim: ClaimNo(3) }).unwrap();
    bench.ask(MESA, Request::AskQuestion { game, stop: StopNo(1) }).unwrap();
    bench.now_ms += 5_000;
    bench.ask(MESA, Request::EndGame { game, stop: StopNo(1) }).unwrap();
    bench
}

pub fn ended_and_paid() -> Bench {
    let mut bench = ended();
    let (game, card) = (game_of(&bench), Presented::Keyed(card("A17", 10)));
    bench.ask(CAJERO, Request::PayPrize { game, prize: PrizeNo(1), card }).unwrap();
    bench.ask(MESA, Request::WithholdPrize { game, prize: PrizeNo(2), reason: "en disputa".into() }).unwrap();
    bench
}

pub fn sung_by_a_card_the_cashier_sold() -> Bench {
    let mut bench = drawing();
    let numbers: Vec<u8> =
        bench.face(35).balls().iter().map(|b| b.number()).filter(|n| ![1, 2, 3].contains(n)).collect();
    for number in numbers {
        draw_and_say(&mut bench, number);
    }
    sing(&mut bench, Play::Bingo, 35);
    bench
}

pub fn won_by_a_card_the_cashier_sold() -> Bench {
    let mut bench = sung_by_a_card_the_cashier_sold();
    let game = game_of(&bench);
    bench.ask(MESA, Request::AcceptClaim { game, claim: ClaimNo(1) }).unwrap();
    bench.ask(MESA, Request::AskQuestion { game, stop: StopNo(1) }).unwrap();
    bench.now_ms += 5_000;
    bench.ask(MESA, Request::EndGame { game, stop: StopNo(1) }).unwrap();
    bench
}

pub fn not_held() -> Bench {
    let mut bench = open();
    sale(&mut bench, "A17", &[]);
    let game = game_of(&bench);
    bench.ask(CAJERO, Request::CloseSale { game }).unwrap();
    bench
}

pub fn void_asked() -> Bench {
    let mut bench = drawing();
    let game = game_of(&bench);
    bench.ask(SALA_Y_MESA, Request::AskVoid { game, cause: "avería".into() }).unwrap();
    bench
}

pub fn voided() -> Bench {
    let mut bench = void_asked();
    let game = game_of(&bench);
    let cause = bench.hall.game.as_ref().unwrap().void_asked().unwrap().1.to_string();
    bench.ask(SALA, Request::ConfirmVoid { game, cause }).unwrap();
    bench.ask(CAJERO, Request::RefundCards { game, cards: cards("A17", 1, 4) }).unwrap();
    bench
}

/// Series A17 is used up, and in the next sale A18 is begun.
pub fn used_up() -> Bench {
    let mut bench = open();
    sale(&mut bench, "A17", &[(1, 400, VENDEDOR)]);
    burn(&mut bench);
    sale(&mut bench, "A17", &[(401, 420, VENDEDOR)]);
    let game = game_of(&bench);
    let second = |first: u32, last: u32| cards("A18", first, last);
    bench
        .ask(CAJERO, Request::IssueBlock { game, cards: second(1, 10), price: Cents(200), seller: VENDEDOR })
        .unwrap();
    bench
}

pub fn burn(bench: &mut Bench) {
    let game = game_of(bench);
    bench.ask(MESA, Request::AskVoid { game, cause: "prueba".into() }).unwrap();
    let cause = bench.hall.game.as_ref().unwrap().void_asked().unwrap().1.to_string();
    bench.ask(SALA, Request::ConfirmVoid { game, cause }).unwrap();
}

pub fn between_with_a_series_used_up() -> Bench {
    let mut bench = used_up();
    burn(&mut bench);
    bench
}

pub fn after_the_session() -> Bench {
    let mut bench = ended();
    bench.close_session();
    bench
}

pub fn with_an_acta() -> Bench {
    let mut bench = after_the_session();
    let (session, covers_seq) = bench.hall.acta_due().expect("the session has ended");
    let (file, folios) = (format!("actas/acta-{}.pdf", session.0), Vec::new());
    bench.notice(&Notice::ActaIssued { session, file, sha256: [7; 32], covers_seq, folios });
    bench
}

fn with_a_clock_in_doubt() -> Bench {
    let mut bench = drawing();
    let by_ms = -365 * 86_400_000;
    bench.now_ms += by_ms;
    bench.notice(&Notice::ClockStepped { by_ms });
    bench.notice(&Notice::Started { version: "0.1.0".into() });
    bench
}

fn with_the_hour_said() -> Bench {
    let mut bench = with_a_clock_in_doubt();
    let said = bench.now().local();
    bench.ask(MESA, Request::AskClock { date: said.date, hour: said.hour }).unwrap();
    bench
}

pub fn restarted() -> Bench {
    let mut bench = drawing_with_a_ball_pending();
    bench.hall.beat = None;
    bench.notice(&Notice::Started { version: "0.1.0".into() });
    bench
}

pub fn all_ninety() -> Bench {
    let mut bench = drawing();
    for number in 4..=90 {
        draw_and_say(&mut bench, number);
    }
    let game = game_of(&bench);
    bench.ask(VENDEDOR, Request::stop(game, 90)).unwrap();
    bench
}

/// Cards came back with sold ones behind them, and the cashier asks to burn them.
pub fn with_a_gap() -> Bench {
    let mut bench = selling();
    let game = game_of(&bench);
    let (seller, sold) = bench.hall.game.as_ref().unwrap().sale.holdings().next().unwrap();
    let cards = Segment { last: sold.first, ..sold };
    bench.ask(CAJERO, Request::ReturnCards { game, cards, seller }).unwrap();
    bench.ask(CAJERO, Request::AskBurnGap { game, cards }).unwrap();
    bench
}

pub fn after_the_last_game() -> Bench {
    let mut bench = at_the_bar();
    bench.ask(SALA, Request::AnnounceLastGame).unwrap();
    bench.ask(MESA, Bench::sale_of("A17", Cents(200))).unwrap();
    let game = game_of(&bench);
    bench.ask(CAJERO, Request::CloseSale { game }).unwrap();
    bench
}

/// A sale that could be closed.
pub fn selling_in_order() -> Bench {
    let mut bench = at_the_bar();
    sale(&mut bench, "A17", &[(1, 10, VENDEDOR), (11, 20, OTRO_VENDEDOR)]);
    bench
}

/// A prize in dispute.
pub fn withheld() -> Bench {
    let mut bench = ended();
    let game = game_of(&bench);
    let request = Request::WithholdPrize { game, prize: PrizeNo(1), reason: "dos lo reclaman".into() };
    bench.ask(MESA, request).unwrap();
    bench
}

/// Something failed before the first ball (36.1).
pub fn suspended() -> Bench {
    let mut bench = selling();
    let game = game_of(&bench);
    bench.ask(MESA, Request::SuspendGame { game, cause: "no hay sonido".into() }).unwrap();
    bench
}

pub fn suspended_too_long() -> Bench {
    let mut bench = announced();
    let game = game_of(&bench);
    bench.ask(MESA, Request::SuspendGame { game, cause: "no hay sonido".into() }).unwrap();
    let paragraph = Paragraph::BeforeExtraction;
    bench.ask(MESA, Request::ReadParagraph { game, paragraph, text_sha256: None }).unwrap();
    bench.now_ms += 15 * 60_000;
    bench
}

pub fn no_ball_yet() -> Bench {
    let mut bench = announced();
    let game = game_of(&bench);
    bench.ask(MESA, Request::StartDraw { game }).unwrap();
    bench
}

/// The machine is given up after some balls (36.2).
pub fn by_hand() -> Bench {
    let mut bench = drawing();
    let game = game_of(&bench);
    bench.log_in("mesa-1", VENDEDOR);
    bench.log_in("caja-2", MESA);
    bench.frame(Stored::FaultRaised(Fault::Blower));
    let (hold, paragraph) = (HoldNo(bench.hall.holds), Paragraph::AfterExtraction);
    bench.ask(MESA, Request::ReadParagraph { game, paragraph, text_sha256: None }).unwrap();
    let exit = HoldExit::ByHand { caller: VENDEDOR, second: MESA };
    bench.ask(MESA, Request::AskHoldExit { game, hold, exit }).unwrap();
    bench.ask(SALA, Request::ConfirmHoldExit { game, hold, exit }).unwrap();
    while let Some((ordinal, ball)) = bench.hall.game.as_ref().and_then(|game| game.pending().next()) {
        bench.ask(VENDEDOR, Request::Announce { game, ordinal, ball, typed: false }).unwrap();
    }
    bench
}

fn next_place(bench: &Bench) -> Ordinal {
    Ordinal(u8::try_from(bench.hall.game.as_ref().unwrap().extracted.len()).unwrap() + 1)
}

pub fn by_hand_keyed() -> Bench {
    let mut bench = by_hand();
    let (game, ordinal) = (game_of(&bench), next_place(&bench));
    bench.ask(VENDEDOR, Request::KeyBall { game, ordinal, ball: ball(88), again: false }).unwrap();
    bench
}

pub fn by_hand_held() -> Bench {
    let mut bench = by_hand_keyed();
    let (game, ordinal) = (game_of(&bench), next_place(&bench));
    bench.ask_at("caja-2", MESA, Request::KeyBall { game, ordinal, ball: ball(87), again: false }).unwrap();
    bench
}

pub fn authority_called() -> Bench {
    let mut bench = drawing();
    bench.ask(MESA, Request::CallAuthority { cause: "dos bolas 7".into(), balls: None }).unwrap();
    bench
}

pub fn authority_ended() -> Bench {
    let mut bench = authority_called();
    bench.ask(SALA, Request::RecordAuthority { agent: "PN 12.345".into(), goes_on: false }).unwrap();
    bench
}

/// The power was gone; one of the two has typed in the sheet.
pub fn sheet_typed() -> Bench {
    let mut bench = restarted();
    let game = game_of(&bench);
    let waiting = bench.hall.game.as_ref().unwrap().pending().next();
    let lines = vec![PaperLine::Ball(waiting.map_or(ball(88), |(_, ball)| ball))];
    bench.ask(MESA, Request::AskTranscription { game, lines }).unwrap();
    bench
}

/// Some cards of a series are being printed, the spare rehearses, and an export is made; there is a matrix of another size, and one that is retired.
pub fn printing() -> Bench {
    let mut bench = hall();
    for (matrix, size) in [(2, 6), (3, SIZE)] {
        let (matrix, secret) = (MatrixNo::new(matrix).unwrap(), super::sealed(910 + u64::from(matrix)));
        let make = Request::MakeMatrix {
            size,
            options: MatrixOptions::PLAIN,
            mixed: None,
            key: secret,
            key_sha256: [0; 32],
            faces_sha256: [0; 32],
            matrix,
        };
        bench.ask(SALA, make).unwrap();
    }
    let (matrix, reason) = (MatrixNo::new(3).unwrap(), "Cartones gastados".to_owned());
    bench.ask(SALA, Request::RetireMatrix { matrix, reason }).unwrap();
    let (series, template) = (series("A17"), "a4-6".to_owned());
    bench.ask(SALA, Request::PrintCards { series, first: None, last: Some(CardNo(7)), template }).unwrap();
    bench.ask(SALA, Request::RehearseSpare).unwrap();
    let (first, last) = (SessionNo(1), SessionNo(1));
    let (names, documents, signatures) = (false, false, false);
    let asked = Event::ExportAsked { export: 1, first, last, names, documents, signatures };
    bench.commit(Actor::Person(SALA), "sala-1", vec![asked]);
    bench
}

/// A public draw was announced, for tomorrow, that makes the next matrix.
pub fn draw_announced() -> Bench {
    let mut bench = hall();
    let draw = "Sorteo de la ONCE, las cinco cifras".to_owned();
    let (size, options, date) = (SIZE, MatrixOptions::PLAIN, tomorrow(&bench));
    let (seed, seed_sha256) = (super::sealed(12), [0x5e; 32]);
    bench.ask(SALA, Request::AnnounceKeyDraw { size, options, draw, date, seed, seed_sha256 }).unwrap();
    bench
}

fn tomorrow(bench: &Bench) -> Date {
    let now = bench.now();
    Moment { utc_ms: now.utc_ms + 86_400_000, ..now }.date()
}

/// Its day has come.
pub fn draw_held() -> Bench {
    let mut bench = draw_announced();
    bench.now_ms += 86_400_000;
    bench
}

/// Every matrix has to come from an announced draw, and none was announced.
pub fn draws_required() -> Bench {
    let mut bench = hall();
    let reason = "A petición de los jugadores".to_owned();
    bench.ask(SALA, Request::RequireKeyDraws { required: true, reason }).unwrap();
    bench
}

pub fn phases() -> Vec<(&'static str, Bench)> {
    let mut all = vec![
        ("no session", hall()),
        ("no session, cards being printed", printing()),
        ("no session, a draw announced", draw_announced()),
        ("no session, a draw held", draw_held()),
        ("no session, draws required", draws_required()),
        ("no session, other rules proposed", rules_asked()),
        ("no session, balls being counted", counting()),
        ("no session, a count with balls missing", counted_in_part()),
        ("no session, sets that do not serve", with_bad_sets()),
        ("no session, a table of tags that is not on record", with_another_table_and_no_session()),
        ("between games, a table of tags that is not on record", with_another_table()),
        ("between games", at_the_bar()),
        ("between games, in a hall with devices", with_devices(at_the_bar())),
        ("between games, shifts noted", with_shifts(at_the_bar())),
        ("selling", selling()),
        ("selling, a gap to burn", with_a_gap()),
        ("selling a second series", used_up()),
        ("after the last game", after_the_last_game()),
        ("announced", announced()),
        ("drawing", drawing()),
        ("drawing, a ball pending", drawing_with_a_ball_pending()),
        ("drawing, held", held()),
        ("drawing, held, a way out proposed", held_and_a_way_out_proposed()),
        ("drawing, held for the caller", held_for_the_caller()),
        ("drawing, void asked", void_asked()),
        ("stopped", stopped()),
        ("stopped, held", stopped_and_held()),
        ("stopped, a good claim waits", sung(Play::Line)),
        ("stopped, the cashier's card sung", sung_by_a_card_the_cashier_sold()),
        ("stopped, line accepted", accepted(Play::Line)),
        ("stopped, line asked", asked(Play::Line)),
        ("drawing, the line awarded", line_awarded()),
        ("stopped, bingo accepted", accepted(Play::Bingo)),
        ("stopped, bingo asked", asked(Play::Bingo)),
        ("stopped by a restart", restarted()),
        ("stopped by a restart, the clock in doubt", with_a_clock_in_doubt()),
        ("stopped by a restart, somebody said the hour", with_the_hour_said()),
        ("stopped after ninety balls", all_ninety()),
        ("ended", ended()),
        ("ended, paid", ended_and_paid()),
        ("ended, the cashier's card", won_by_a_card_the_cashier_sold()),
        ("not held", not_held()),
        ("voided", voided()),
        ("between games, a series used up", between_with_a_series_used_up()),
        ("after the session", after_the_session()),
        ("after the session, its acta issued", with_an_acta()),
        ("selling, suspended", suspended()),
        ("announced, suspended, time over", suspended_too_long()),
        ("announced, the exit not seen", exit_unseen()),
        ("announced, the exit not seen where it must be", exit_unseen_where_it_must_be()),
        ("announced, the exit not seen, one would begin", exit_unseen_and_asked()),
        ("drawing, no ball yet", no_ball_yet()),
        ("drawing by hand", by_hand()),
        ("drawing by hand, one has keyed", by_hand_keyed()),
        ("drawing by hand, held", by_hand_held()),
        ("stopped, the authority called", authority_called()),
        ("after the authority ended the session", authority_ended()),
        ("stopped by a restart, the sheet typed in", sheet_typed()),
        ("announced, in a new epoch, the numbering read by one", numbering_asked()),
        ("no session, in a new epoch, the numbering read by one", numbering_asked_without_session()),
        ("between games, in a new epoch", numbering_due()),
        ("between games, a claim to be signed", claim_to_sign()),
        ("no session, an acta and a claim to be signed, and a key to sign with", with_a_key()),
    ];
    all.extend(reading());
    all
}
