//! A hall whose rules ask for a second reader (reliability.md C-5, rules 1 to 4; E 22, 23, 31): the states a ball goes
//! through, and every way in which two readers can fail to agree.

mod support;

use hall_core::event::{Event, Evidence, HoldExit, HoldWhy, Ordinal, ReaderEvent, StopCause};
use hall_core::machine::{BootId, Fault, LinkLoss, Report, SecondReport, Stored};
use hall_core::refusal::Refusal;
use hall_core::request::Request;
use hall_core::rules::EvidencePolicy;
use hall_core::words::{self, Lang, Readings};
use support::phases::game_of;
use support::{Bench, MESA, SALA, VENDEDOR, ball, set};

/// The bench and its second reader.
struct Two {
    bench: Bench,
    boot: BootId,
    seq: u32,
}

impl Two {
    /// A game in its draw, under rules that ask for two readers.
    fn drawing() -> Two {
        let mut two = Two::announced();
        two.identity();
        let game = game_of(&two.bench);
        two.bench.ask(MESA, Request::StartDraw { game }).unwrap();
        two
    }

    fn announced() -> Two {
        let mut rules = support::rules();
        rules.evidence.value = EvidencePolicy::SecondReader;
        let mut bench = Bench::under(rules);
        bench.open_session();
        Two { bench: support::phases::announced_in(bench), boot: BootId(0x2222), seq: 0 }
    }

    fn second(&mut self, report: SecondReport) -> Vec<Event> {
        self.bench.report(&Report::Second(report))
    }

    fn identity(&mut self) -> Vec<Event> {
        let boot = self.boot;
        self.second(SecondReport::Identity { boot })
    }

    fn saw(&mut self, what: Stored) -> Vec<Event> {
        self.seq += 1;
        let (boot, seq) = (self.boot, self.seq);
        self.second(SecondReport::Stored { boot, seq, what })
    }

    fn second_reads(&mut self, number: u8) -> Vec<Event> {
        let set = self.bench.set;
        self.saw(Stored::Read { number, set, confidence: 91 })
    }

    /// The machine reads a ball, which rolls into the rack.
    fn machine_reads(&mut self, number: u8) -> Vec<Event> {
        self.bench.out(number)
    }

    fn extracted(&self) -> Vec<u8> {
        self.bench.hall.game.as_ref().unwrap().extracted.iter().map(|ball| ball.number()).collect()
    }

    fn holds(&self) -> Vec<HoldWhy> {
        self.bench.hall.game.as_ref().unwrap().holds().iter().map(|hold| hold.why.clone()).collect()
    }

    fn leave(&mut self, exit: HoldExit) -> Result<Vec<Event>, Refusal> {
        let (game, hold) = (game_of(&self.bench), self.bench.hall.game.as_ref().unwrap().holds()[0].no);
        self.bench.ask(MESA, Request::AskHoldExit { game, hold, exit })?;
        self.bench.ask(SALA, Request::ConfirmHoldExit { game, hold, exit })
    }
}

fn extracted_in(events: &[Event]) -> Option<(u8, Vec<Evidence>)> {
    events.iter().find_map(|event| {
        let Event::BallExtracted { ball, evidence, .. } = event else { return None };
        Some((ball.number(), evidence.clone()))
    })
}

#[test]
fn a_ball_is_one_of_the_game_once_both_have_read_it_in_either_order() {
    let mut two = Two::drawing();
    let waits = two.machine_reads(16);
    assert_eq!(extracted_in(&waits), None, "present and candidate, not agreed");
    assert!(matches!(waits[0], Event::Reader(ReaderEvent::Candidate { .. })), "{waits:?}");
    assert!(two.bench.warnings()[0].contains("falta que lo lea el segundo lector"));
    assert_eq!(
        two.bench.hall.game.as_ref().unwrap().pending().count(),
        0,
        "the caller is shown nothing that may not count"
    );
    let (number, evidence) = extracted_in(&two.second_reads(16)).expect("agreed");
    assert_eq!(number, 16);
    let [Evidence::Machine { confidence: 98, .. }, Evidence::SecondReader { confidence: 91, .. }] =
        evidence[..]
    else {
        panic!("{evidence:?}")
    };
    // The machine's frame of then is older than its last one, which stays what is on disk.
    assert_eq!(two.bench.hall.machine.position, Some((two.bench.boot, two.bench.frame)));

    let early = two.second_reads(61);
    assert_eq!(extracted_in(&early), None);
    let (number, evidence) = extracted_in(&two.machine_reads(61)).expect("agreed");
    assert_eq!((number, evidence.len()), (61, 2));
    assert_eq!((two.extracted(), two.holds()), (vec![16, 61], vec![]));
    assert_eq!(two.bench.replayed(), two.bench.hall, "a start finds the same");
}

#[test]
fn readers_that_differ_hold_the_game_and_both_numbers_are_said() {
    for machine_first in [true, false] {
        let mut two = Two::drawing();
        if machine_first {
            two.machine_reads(16);
            two.second_reads(61);
        } else {
            two.second_reads(61);
            two.machine_reads(16);
        }
        let why = HoldWhy::ReadersDiffer { ordinal: Ordinal(1), machine: ball(16), second: 61 };
        assert_eq!((two.extracted(), two.holds()), (vec![], vec![why]));
        let words = words::hold(Lang::Es, &two.bench.hall.game.as_ref().unwrap().holds()[0].why);
        assert!(words.contains("16") && words.contains("61"), "{words}");
        let refused = two.leave(HoldExit::Repaired).unwrap_err();
        assert!(matches!(refused, Refusal::ExitDoesNotFit(_)), "{refused:?}");
        two.leave(HoldExit::Misread { ordinal: Ordinal(1), ball: ball(16) }).unwrap();
        assert_eq!((two.extracted(), two.holds()), (vec![16], vec![]));
        two.bench.beat();
        assert_eq!(two.holds(), [], "the machine counts one ball out, and so does the game");
        // Nothing is left over for the next ball.
        two.machine_reads(90);
        two.second_reads(90);
        assert_eq!((two.extracted(), two.holds()), (vec![16, 90], vec![]));
        assert_eq!(two.bench.replayed(), two.bench.hall);
    }
}

#[test]
fn a_silent_second_reader_is_noticed_at_the_next_ball() {
    let mut two = Two::drawing();
    two.machine_reads(16);
    assert_eq!(two.holds(), [], "it may be a moment late");
    two.machine_reads(7);
    assert_eq!((two.extracted(), two.holds()), (vec![], vec![HoldWhy::SecondSilent(ball(16))]));
    two.leave(HoldExit::Misread { ordinal: Ordinal(1), ball: ball(16) }).unwrap();
    // The machine has two out: the other one is put in its place too.
    assert_eq!(two.holds(), [HoldWhy::CountDiffers { machine: 2, game: 1 }]);
    two.leave(HoldExit::Misread { ordinal: Ordinal(2), ball: ball(7) }).unwrap();
    assert_eq!((two.extracted(), two.holds()), (vec![16, 7], vec![]));
}

#[test]
fn repeats_are_written_down_and_change_nothing() {
    let mut two = Two::drawing();
    two.machine_reads(16);
    two.second_reads(16);
    // Once more in the same presence, then an old frame again (rules 4 and 5).
    let again = two.second_reads(16);
    assert!(matches!(again[..], [Event::Reader(ReaderEvent::Saw { .. })]), "{again:?}");
    let (boot, seq, set) = (two.boot, two.seq, two.bench.set);
    let old = SecondReport::Stored { boot, seq, what: Stored::Read { number: 61, set, confidence: 9 } };
    assert_eq!(two.second(old), []);
    two.machine_reads(61);
    two.second_reads(61);
    assert_eq!((two.extracted(), two.holds()), (vec![16, 61], vec![]));
    // The machine brings a ball twice: whatever the second reader says.
    two.second_reads(16);
    two.machine_reads(16);
    assert_eq!(two.holds(), [HoldWhy::Repeated(ball(16))]);
}

#[test]
fn a_reading_that_is_no_ball_of_the_set_holds_the_game() {
    let held = |what: Stored| {
        let mut two = Two::drawing();
        two.machine_reads(16);
        two.saw(what);
        assert_eq!(two.extracted(), [0; 0]);
        two.holds()
    };
    let read = |number, name| Stored::Read { number, set: set(name), confidence: 90 };
    assert_eq!(held(read(16, "X9")), [HoldWhy::ForeignSet(set("X9"))]);
    assert_eq!(held(read(91, "J1")), [HoldWhy::OutOfRange(91)]);
    assert_eq!(held(read(0, "J1")), [HoldWhy::OutOfRange(0)]);
    assert_eq!(held(Stored::NoRead), [HoldWhy::NoRead]);
    // Of a ball that the machine has not read it says two things.
    let mut two = Two::drawing();
    two.second_reads(6);
    two.second_reads(9);
    assert_eq!(two.holds(), [HoldWhy::NoRead]);
}

#[test]
fn without_the_second_reader_no_draw_begins_and_none_goes_on() {
    let mut two = Two::announced();
    let game = game_of(&two.bench);
    let refused = two.bench.ask(MESA, Request::StartDraw { game }).unwrap_err();
    assert!(
        matches!(refused, Refusal::MachineNotReady(why) if why.contains("segundo lector")),
        "{refused:?}"
    );
    two.identity();
    two.bench.ask(MESA, Request::StartDraw { game }).unwrap();
    two.machine_reads(16);
    two.second(SecondReport::LinkLost(LinkLoss::HungUp));
    assert_eq!(two.holds(), [HoldWhy::SecondLost(LinkLoss::HungUp)]);
    assert!(two.leave(HoldExit::Repaired).is_err(), "it is not back");
    two.identity();
    two.leave(HoldExit::Repaired).unwrap();
    // What it kept it says now.
    two.second_reads(16);
    assert_eq!((two.extracted(), two.holds()), (vec![16], vec![]));

    // Given up for good: the ball in hand is settled first, then two people key what they read (36.2).
    two.machine_reads(61);
    two.second(SecondReport::LinkLost(LinkLoss::Silent));
    two.leave(HoldExit::Misread { ordinal: Ordinal(2), ball: ball(61) }).unwrap();
    assert_eq!(two.extracted(), [16, 61]);
}

#[test]
fn a_ball_that_fell_back_is_not_a_candidate() {
    let mut two = Two::drawing();
    let set = two.bench.set;
    two.bench.frame(Stored::Present);
    two.bench.frame(Stored::Read { number: 16, set, confidence: 98 });
    two.bench.frame(Stored::FaultRaised(Fault::Returned));
    assert_eq!((two.extracted(), two.holds()), (vec![], vec![HoldWhy::Fault(Fault::Returned)]));
    assert_eq!(two.bench.hall.arbiter.candidate, None, "void, with its line in the record (C-2)");
    two.bench.frame(Stored::FaultCleared(Fault::Returned));
    two.bench.beat();
    two.leave(HoldExit::Repaired).unwrap();
    two.machine_reads(7);
    two.second_reads(7);
    assert_eq!((two.extracted(), two.holds()), (vec![7], vec![]));
}

#[test]
fn after_a_start_the_ball_still_waits() {
    let mut two = Two::drawing();
    two.machine_reads(16);
    two.bench.notice(&hall_core::request::Notice::Started { version: "0.1.0".into() });
    two.bench.identity();
    two.bench.beat();
    assert_eq!(two.bench.hall.arbiter.candidate.map(|ball| ball.number), Some(16));
    let game = two.bench.hall.game.as_ref().unwrap();
    assert_eq!(game.stop().map(|stop| stop.cause), Some(StopCause::Restart));
    two.identity();
    two.second_reads(16);
    assert_eq!(two.extracted(), [16]);
}

/// Without the rule a second reader decides nothing: the hall has not asked for it.
#[test]
fn a_hall_that_asks_for_the_callers_word_alone_is_not_held_by_a_second_reader() {
    let mut two = Two { bench: support::phases::drawing(), boot: BootId(0x2222), seq: 0 };
    two.identity();
    let before = two.extracted().len();
    two.second_reads(61);
    two.machine_reads(16);
    two.second(SecondReport::LinkLost(LinkLoss::Silent));
    assert_eq!((two.extracted().len(), two.holds()), (before + 1, vec![]));
}

/// ADR 21: equal readings are counted, different ones are printed with both numbers.
#[test]
fn the_acta_says_on_how_many_balls_all_agree_and_each_two_numbers() {
    let mut two = Two::drawing();
    let game = game_of(&two.bench);
    let say = |two: &mut Two, place: u8, number: u8, typed: bool| {
        let request = Request::Announce { game, ordinal: Ordinal(place), ball: ball(number), typed };
        two.bench.ask(VENDEDOR, request).unwrap();
    };
    for (place, number) in [(1, 16), (2, 7)] {
        two.machine_reads(number);
        two.second_reads(number);
        say(&mut two, place, number, place == 2);
    }
    let acta = |two: &Two| {
        let mut readings = Readings::default();
        two.bench.record.iter().for_each(|line| readings.apply(&line.event));
        readings.words().unwrap()
    };
    let agreed = "Bolas leídas por la máquina y por el segundo lector con el mismo número, 2. Confirmadas por el locutor al \
                  anunciarlas con la bola a la vista, 1; tecleando su número, 1. Ninguna lectura distinta.";
    assert_eq!(acta(&two), agreed);
    two.machine_reads(61);
    two.second_reads(10);
    two.leave(HoldExit::Misread { ordinal: Ordinal(3), ball: ball(61) }).unwrap();
    two.bench.beat();
    two.machine_reads(80);
    two.second_reads(80);
    say(&mut two, 3, 61, false);
    say(&mut two, 4, 60, true);
    let differing = "Bolas leídas por la máquina y por el segundo lector con el mismo número, 3; vistas por dos personas, por \
                     haber duda, 1. Confirmadas por el locutor al anunciarlas con la bola a la vista, 2; tecleando su \
                     número, 1. Lecturas distintas: bola 3.ª, la máquina el 61 y el segundo lector el 10; bola 4.ª, la \
                     máquina el 80 y el locutor el 60.";
    assert_eq!(acta(&two), differing);
}
