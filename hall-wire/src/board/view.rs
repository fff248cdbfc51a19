//! The parts of the boards, made from the hall. They decide nothing; what may be shown is `hall_core::board`'s.

use hall_core::ball::Ball;
use hall_core::board::{LatestCount, Standstill};
use hall_core::event::{MachineNo, Segment, StopCause, Verdict};
use hall_core::extractor::LinkState;
use hall_core::game as core;
use hall_core::hall::{Hall, MachineItem, Origin, Session as OpenSession};
use hall_core::matrix::MatrixNo;
use hall_core::people::PersonId;
use hall_core::record::Hash;
use hall_core::rules::{Division, SecondWord};
use hall_core::sale::Tally;
use hall_core::words::{self, Lang};

use super::{
    BallCount, ByHand, CardNumber, Cards, Carried, Claim, ClockDoubt, DrawsWith, Duty, Exports, Figures,
    ForeignBall, Game, HallMachine, Hold, Holding, InHall, LastGame, Machine, MatrixHashes, Notice,
    NumberingDue, Pending, Prize, Proposed, Reading, Rehearsal, Said, SellerTally, Session, Shares, Stop,
    StopCall, Suspension, TagTable, ToRefund, Trouble, VoidAsked,
};

/// How many blocks the desk's board lists; the rest is in the record.
const HOLDINGS_MAX: usize = 200;

pub(super) fn session(hall: &Hall) -> Option<Session> {
    hall.session.as_ref().map(|session| Session {
        session: session.no.0,
        date: session.date.to_string(),
        draft: session.rules.is_draft(),
        rules: session.rules.title.clone(),
        last_game: session.last_game.is_some(),
        last_in_session: session.last_game,
        closing_hour: session.closes.map(|closes| closes.hour.to_string()),
    })
}

pub(super) fn last_game(last: &core::Game) -> LastGame {
    LastGame {
        game: last.no.0,
        line_cents: last.division.line.0,
        bingo_cents: last.division.bingo.0,
        prizes: prizes(last, &last.prizes),
    }
}

pub(super) fn warnings(hall: &Hall) -> Vec<Said> {
    hall.warnings().iter().map(|one| said(|lang| words::warning(lang, one))).collect()
}

pub(super) fn troubles(hall: &Hall) -> Vec<Trouble> {
    let told = |one: &words::Trouble| Trouble {
        code: one.code().to_owned(),
        words: said(|lang| words::trouble(lang, *one)),
    };
    hall.troubles.iter().map(told).collect()
}

pub(super) fn clock_doubt(doubt: &hall_core::hall::ClockDoubt) -> ClockDoubt {
    ClockDoubt { recorded_utc_ms: doubt.recorded_utc_ms, asked_by: doubt.asked.map(|(_, by)| by.0) }
}

pub(super) fn exports(hall: &Hall) -> Exports {
    let exports = &hall.exports;
    Exports {
        no: exports.asked,
        under_way: exports.under_way.as_ref().map(|order| [order.first.0, order.last.0]),
        place: exports.place.clone(),
        failed: exports.failed.clone(),
    }
}

pub(super) fn rehearsal(hall: &Hall) -> Rehearsal {
    let rehearsal = &hall.rehearsal;
    Rehearsal {
        under_way: rehearsal.under_way.is_some(),
        passed_utc_ms: rehearsal.passed_utc_ms,
        failed: rehearsal.failed.clone(),
    }
}

pub(super) fn pending(game: &core::Game) -> Vec<Pending> {
    game.pending().map(|(place, ball)| Pending { ordinal: place.0, ball: ball.number() }).collect()
}

pub(super) fn suspension(hall: &Hall, game: &core::Game) -> Option<Suspension> {
    let suspension = game.suspension()?;
    Some(Suspension {
        cause: suspension.cause.clone(),
        since_utc_ms: suspension.since_utc_ms,
        until_utc_ms: hall.suspended_until_utc_ms(game)?,
        read: suspension.read,
    })
}

pub(super) fn numbering_due(hall: &Hall) -> Option<NumberingDue> {
    let begun = hall.stock.iter().filter(|(_, item)| item.is_begun() && !item.retired);
    hall.epoch.numbering_due.then(|| NumberingDue {
        game: hall.games,
        session: hall.sessions,
        diligencia: hall.diligencias,
        sold: begun
            .map(|(series, item)| CardNumber { series: series.to_string(), card: item.next - 1 })
            .collect(),
        asked_by: hall.epoch.numbering_asked.as_ref().map(|(_, by)| by.0),
    })
}

pub(super) fn void_asked(game: &core::Game) -> Option<VoidAsked> {
    let (by, cause) = game.void_asked().filter(|_| game.may_be_void().is_ok())?;
    Some(VoidAsked { cause: cause.to_owned(), by: by.0 })
}

pub(super) fn to_refund(hall: &Hall) -> Vec<ToRefund> {
    let list = |cards: Vec<Segment>| cards.into_iter().map(Cards::from).collect::<Vec<Cards>>();
    let of = |game: &core::Game| ToRefund {
        game: game.no.0,
        face_value_cents: game.sale.face_value.0,
        sold: list(game.segments.clone()),
        refunded: game.refunded_count(),
        out: list(game.still_out()),
    };
    hall.past.values().chain(&hall.game).map(of).filter(|of| !of.out.is_empty()).collect()
}

/// The last [`HOLDINGS_MAX`] blocks.
pub(super) fn holdings(game: &core::Game) -> Vec<Holding> {
    let holding = |(seller, cards): (PersonId, _)| Holding { seller: seller.0, cards: Cards::from(cards) };
    let mut all: Vec<Holding> = game.sale.holdings().map(holding).collect();
    all.drain(..all.len().saturating_sub(HOLDINGS_MAX));
    all
}

pub(super) fn sellers(game: &core::Game) -> Vec<SellerTally> {
    let tally = |(seller, tally): (PersonId, Tally)| SellerTally {
        seller: seller.0,
        issued: tally.issued,
        returned: tally.returned,
    };
    game.sale.tallies().map(tally).collect()
}

pub(super) fn shares(session: &hall_core::session::Session) -> Shares {
    Shares { line: session.rules.line.value.hundredths(), bingo: session.rules.bingo.value.hundredths() }
}

pub(super) fn carried(hall: &Hall) -> Carried {
    Carried { line_cents: hall.carried.line.0, bingo_cents: hall.carried.bingo.0 }
}

pub(super) fn on_duty(hall: &Hall) -> Vec<Duty> {
    let known = hall.log_ins.keys().filter(|(_, person)| hall.people.contains_key(person));
    let duty = |(device, person): &(String, PersonId)| Duty {
        person: person.0,
        roles: hall.roles_of(*person),
        device: device.clone(),
    };
    known.map(duty).collect()
}

pub(super) fn in_hall(hall: &Hall) -> Vec<InHall> {
    let of = |person: PersonId| InHall { person: person.0, since_utc_ms: hall.shifts.get(&person).copied() };
    hall.in_hall().into_iter().map(of).collect()
}

fn said(words: impl Fn(Lang) -> String) -> Said {
    Said { es: words(Lang::Es), en: words(Lang::En) }
}

pub(super) fn numbers(balls: &[Ball]) -> Vec<u8> {
    balls.iter().map(|ball| ball.number()).collect()
}

pub(super) fn figures(cards: u32, money: Division) -> Figures {
    Figures { cards, takings_cents: money.takings.0, line_cents: money.line.0, bingo_cents: money.bingo.0 }
}

pub(super) fn game_on(hall: &Hall, game: &core::Game) -> Game {
    Game {
        game: game.no.0,
        in_session: game.in_session,
        series: game.series.to_string(),
        series_size: game.series_size,
        matrix: Some(matrix(hall, game.matrix)),
        face_value_cents: game.sale.face_value.0,
        cards: game.cards(),
        takings_cents: game.division.takings.0,
        line_cents: game.division.line.0,
        bingo_cents: game.division.bingo.0,
        segments: game.segments.iter().copied().map(Cards::from).collect(),
        formula: game.formula.clone(),
        line_open: game.line == core::PlayState::Open,
        bingo_open: game.bingo == core::PlayState::Open,
    }
}

fn matrix(hall: &Hall, matrix: MatrixNo) -> MatrixHashes {
    let item = hall.matrices.get(&matrix).expect("a game's cards are of a matrix");
    let key_sha256 = match &item.origin {
        Origin::Key { key_sha256, .. } => Some(Hash(*key_sha256).to_string()),
        Origin::File { .. } => None,
    };
    MatrixHashes { matrix: matrix.get(), key_sha256, faces_sha256: Hash(item.faces_sha256).to_string() }
}

pub(super) fn stop(hall: &Hall, game: &core::Game) -> Option<Stop> {
    let stop = game.stop()?;
    let question = stop.question;
    let wait_ms = i64::from(hall.question_min_secs()) * 1000;
    Some(Stop {
        stop: stop.no.0,
        restart: stop.cause == StopCause::Restart,
        claims: game.claims_of(stop.no).map(|one| claim(game, one)).collect(),
        asked_at_utc_ms: question.map(|question| question.at_utc_ms),
        asked_line: question.is_some_and(|question| question.line),
        asked_bingo: question.is_some_and(|question| question.bingo),
        order_from_utc_ms: question.map(|question| question.at_utc_ms + wait_ms),
    })
}

pub(super) fn stop_call(game: &core::Game) -> Option<StopCall> {
    let call = game.stop_call()?;
    Some(StopCall {
        device: call.device.to_owned(),
        after_ms: call.after_ms,
        within_ms: call.within_ms,
        counts: call.counts,
        words: said(|lang| words::stop_call(lang, &call)),
    })
}

fn claim(game: &core::Game, claim: &core::Claim) -> Claim {
    let sung = game.sung(claim);
    let (es, en) = (words::sung(Lang::Es, &sung), words::sung(Lang::En, &sung));
    let bare = Claim {
        claim: claim.no.0,
        play: claim.play,
        card: claim.card.into(),
        grid: claim.face.map(|face| face.card().grid()),
        verdict: claim.verdict.kind(),
        words: said(|lang| words::verdict(lang, &claim.verdict)),
        desk_head: Said { es: es.desk_head, en: en.desk_head },
        hall_head: Said { es: es.hall_head, en: en.hall_head },
        hall_body: Said { es: es.hall_body, en: en.hall_body },
        missing: Vec::new(),
        rows: 0,
        accepted: claim.accepted,
        accepted_at_utc_ms: claim.accepted_at_utc_ms,
        completed_at: None,
        sold_in: None,
        first_claim: None,
    };
    match &claim.verdict {
        Verdict::Incomplete { missing } => Claim { missing: numbers(missing), ..bare },
        Verdict::Good { rows, completed_at } => {
            Claim { rows: *rows, completed_at: Some(completed_at.0), ..bare }
        }
        Verdict::NotSold { sold_in } => Claim { sold_in: sold_in.map(|game| game.0), ..bare },
        Verdict::Repeated { of } => Claim { first_claim: Some(of.0), ..bare },
        Verdict::UnknownSeries
        | Verdict::NoSuchCard
        | Verdict::Forged
        | Verdict::Returned
        | Verdict::PlayClosed => bare,
    }
}

pub(super) fn prizes(game: &core::Game, prizes: &[core::Prize]) -> Vec<Prize> {
    prizes.iter().map(|one| prize(game, one)).collect()
}

pub(super) fn prize(game: &core::Game, prize: &core::Prize) -> Prize {
    Prize {
        game: game.no.0,
        prize: prize.no.0,
        play: prize.play,
        card: prize.card.into(),
        amount_cents: prize.amount.0,
        state: prize.state,
    }
}

pub(super) fn notice(hall: &Hall, game: Option<&core::Game>) -> Option<Notice> {
    let why = &hall.standstill()?;
    let any_announced = game.is_some_and(|game| game.announced > 0);
    let (es, en) = (words::notice(Lang::Es, why, any_announced), words::notice(Lang::En, why, any_announced));
    let both = |(es, en)| Said { es, en };
    Some(Notice {
        kind: why.kind(),
        hold: match why {
            Standstill::Hold(why) => Some(why.kind()),
            Standstill::Void | Standstill::Authority | Standstill::Suspended { .. } => None,
        },
        what: both((es.what, en.what)),
        doing: both((es.doing, en.doing)),
        keep: both((es.keep, en.keep)),
        limit: es.limit.zip(en.limit).map(both),
        over: es.over.zip(en.over).map(both),
    })
}

pub(super) fn hold(hold: &core::Hold) -> Hold {
    let about = hold.why.numbers();
    Hold {
        hold: hold.no.0,
        kind: hold.why.kind(),
        ordinal: about.ordinal.map(|place| place.0),
        ball: about.ball.map(Ball::number),
        other: about.other,
        why: said(|lang| words::hold(lang, &hold.why)),
        proposed: hold.proposed.map(|(exit, by)| Proposed {
            exit,
            words: said(|lang| words::exit(lang, exit)),
            by: by.0,
        }),
    }
}

/// What one of the two keyed is not shown to the other.
pub(super) fn by_hand(game: &core::Game) -> Option<ByHand> {
    let pair = game.by_hand()?;
    Some(ByHand {
        caller: pair.caller.0,
        second: pair.second.0,
        next: u8::try_from(game.extracted.len()).expect("at most 90 balls") + 1,
        keyed_by: game.keyed().map(|keyed| keyed.by.0),
        remaining: game.remaining().iter().map(Ball::number).collect(),
    })
}

/// What the caller keyed is shown where the jefe de mesa confirms it, and not to a second person who keys it too.
pub(super) fn reading(hall: &Hall, game: &core::Game) -> Option<Reading> {
    let session = hall.session.as_ref().filter(|_| game.is_read_by_caller())?;
    let confirmed = session.rules.second_word.value == SecondWord::Mesa;
    Some(Reading {
        next: u8::try_from(game.extracted.len()).expect("at most 90 balls") + 1,
        keyed_by: game.keyed().map(|keyed| keyed.by.0),
        keyed: game.keyed().filter(|_| confirmed).map(|keyed| keyed.ball.number()),
        remaining: game.remaining().iter().map(Ball::number).collect(),
    })
}

pub(super) fn draws_with(session: &OpenSession) -> DrawsWith {
    DrawsWith {
        machine: session.machine.map(|machine| machine.0),
        read: session.read,
        second_word: session.rules.second_word.value,
    }
}

pub(super) fn machines(hall: &Hall) -> Vec<HallMachine> {
    let row = |(no, item): (&MachineNo, &MachineItem)| HallMachine {
        machine: no.0,
        extractor: item.extractor,
        homologation: item.homologation.clone(),
        maker: item.maker.clone(),
        reference: item.reference.clone(),
    };
    hall.machines.iter().map(row).collect()
}

pub(super) fn machine(hall: &Hall) -> Machine {
    let tables = hall.loaded_tables().map(|(table, fault)| TagTable {
        reader: table.reader,
        set: table.set.to_string(),
        sha256: Hash(table.sha256).to_string(),
        wrong: fault.map(|fault| said(|lang| words::table_fault(lang, &fault))),
    });
    Machine {
        linked: hall.machine.line == LinkState::Up,
        mode: hall.machine.mode,
        wanted: Some(hall.wanted()),
        set: hall.machine.set.map(|set| set.to_string()),
        out: hall.beat.map_or(0, |beat| beat.out),
        faults: hall.machine.faults.iter().copied().collect(),
        door_open: hall.machine.door_open,
        tables: tables.collect(),
    }
}

pub(super) fn ball_count(count: LatestCount<'_>) -> BallCount {
    let foreign = |balls: &[hall_core::event::ForeignBall]| {
        balls.iter().map(|ball| ForeignBall { set: ball.set.to_string(), number: ball.number }).collect()
    };
    match count {
        LatestCount::Running(count) => BallCount {
            count: count.no.0,
            set: count.set.to_string(),
            by: count.by.0,
            running: true,
            loading: count.loading,
            missing: numbers(&count.missing()),
            doubled: numbers(&count.doubled()),
            unsure: numbers(&count.unsure),
            foreign: foreign(&count.foreign),
            wrong: None,
        },
        LatestCount::Ended(set, count) => BallCount {
            count: count.count.0,
            set: set.to_string(),
            by: count.by.0,
            missing: numbers(&count.missing),
            doubled: numbers(&count.doubled),
            unsure: numbers(&count.unsure),
            foreign: foreign(&count.foreign),
            wrong: count.wrong(),
            ..BallCount::default()
        },
    }
}
