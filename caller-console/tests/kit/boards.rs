//! Boards made by hand, one for each state of a session, and what a console knows with them.
//!
//! Scenes are examples that agree with each other: 501 cards at 2,00 €, line 90,18, bingo 591,18.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use caller_console::known::{Camera, Desk, Known, LinkState, Member};
use caller_console::text::Texts;
use hall_core::ball::Ball;
use hall_core::event::{ClaimNo, Ordinal, Verdict};
use hall_core::words::{self, Lang, Sung};
use hall_wire::board::{
    ByHand, CardNumber, Cards, Claim, DrawsWith, Duty, Extractor, Game, HallMachine, Hold, HoldKind, Holding,
    HowRead, Machine, MesaBoard, Mode, Notice, Pending, Play, Prize, PrizeState, PublicBoard, Reading,
    RecordCopy, Rehearsal, Role, Said, Scene, SecondWord, SellerTally, Session, Shares, StandstillKind, Stop,
    Suspension, VoidAsked,
};
use hall_wire::message::Me;

#[allow(unused_imports, reason = "not every test needs all of them")]
pub use lists::*;
#[allow(unused_imports, reason = "not every test looks at the machine")]
pub use machines::*;
#[allow(unused_imports, reason = "not every test signs")]
pub use papers_to_sign::*;

#[path = "lists.rs"]
mod lists;
#[path = "machines.rs"]
mod machines;
#[path = "papers_to_sign.rs"]
mod papers_to_sign;

/// The desk's clock in every board: 2026-11-21, 23:41:00 in the hall.
pub const NOW: i64 = 1_795_300_860_000;

/// The balls of the game, in order of exit.
pub const BALLS: [u8; 90] = {
    // 37 has no common divisor with 90: every number comes once.
    let mut balls = [0u8; 90];
    let mut place = 0;
    while place < 90 {
        balls[place] = ((place * 37 + 12) % 90) as u8 + 1;
        place += 1;
    }
    balls
};

/// The staff: number, user, name, roles.
pub const STAFF: [(u32, &str, &str, &[&str]); 9] = [
    (1, "marta", "Marta Ortega", &["jefe_de_sala"]),
    (2, "ramon", "Ramón Ortega", &["jefe_de_mesa"]),
    (3, "ines", "Inés Vidal", &["vendedor_locutor"]),
    (4, "carlos", "Carlos Vidal", &["vendedor_locutor"]),
    (5, "blas", "Blas Gil", &["cajero"]),
    (6, "elena", "Elena Mora", &["vendedor_locutor"]),
    (7, "david", "David Pons", &["vendedor_locutor"]),
    (8, "lucia", "Lucía Ferrer", &["jefe_de_mesa", "cajero"]),
    (9, "pedro", "Pedro Sanz", &["inspector"]),
];

/// What a console knows with this board: the jefe de mesa sits at it.
pub fn known(board: MesaBoard) -> Known {
    let people = STAFF.iter().map(|(number, user, name, roles)| (*number, member(user, name, roles)));
    Known {
        intake: Default::default(),
        printers: None,
        seq: 100,
        board: Arc::new(board),
        link: LinkState { connected: true, ever: true, ..LinkState::default() },
        now_utc_ms: NOW,
        utc_offset_minutes: 60,
        film: None,
        me: Some(me(2)),
        device: "mesa-1".to_string(),
        enrolled: false,
        desk: Desk::Mesa,
        people: Arc::new(people.collect::<BTreeMap<_, _>>()),
        lists: Arc::new(lists()),
        templates: Arc::new(templates()),
        search: Default::default(),
        own_key: None,
        machine: None,
        recorder: None,
        sheet: None,
        camera: Camera::None,
        sending: None,
        refused: None,
        note: None,
        out: None,
        settings: caller_console::state::Settings::default(),
        left_handed: false,
        focused: true,
        texts: Arc::new(Texts::default()),
        ..Known::default()
    }
}

fn member(user: &str, name: &str, roles: &[&str]) -> Member {
    let roles: Vec<_> = roles.iter().map(|role| Role::from_name(role).expect("a role")).collect();
    Member {
        user: user.to_string(),
        name: name.to_string(),
        own_roles: roles.clone(),
        roles,
        ..Member::default()
    }
}

/// Who that is, at `mesa-1`.
pub fn me(person: u32) -> Me {
    let (_, user, name, roles) =
        STAFF.iter().find(|(number, ..)| *number == person).expect("one of the staff");
    Me {
        person,
        user: user.to_string(),
        name: name.to_string(),
        roles: roles.iter().map(|role| Role::from_name(role).expect("a role")).collect(),
        device: "mesa-1".to_string(),
        first_pin: false,
    }
}

/// What is known, with somebody else at the console, at the first of that person's desks.
pub fn seated(known: Known, person: u32) -> Known {
    let me = me(person);
    Known { desk: Desk::of(&me.roles)[0], me: Some(me), ..known }
}

/// What is known, with everybody's name and every number as long as they get in a hall.
pub fn longest(mut known: Known) -> Known {
    let mut people = (*known.people).clone();
    for member in people.values_mut() {
        member.name = "Maximiliano Fernández-Villaverde Echegaray".to_string();
        member.user = "maximiliano.fernandez-villaverde".to_string();
    }
    known.people = Arc::new(people);
    if let Some(me) = &mut known.me {
        me.name = "Maximiliano Fernández-Villaverde Echegaray".to_string();
    }
    let mut board = (*known.board).clone();
    if let Some(session) = &mut board.public.session {
        session.draft = true;
        session.last_game = true;
    }
    if let Some(game) = &mut board.public.game {
        game.game = 118;
        game.in_session = 118;
        game.takings_cents = 1_259_118;
        game.line_cents = 125_912;
        game.bingo_cents = 755_470;
        game.cards = 6_295;
        if !game.segments.is_empty() {
            game.segments = vec![cards("A17", 1501, 1800), cards("A18", 1, 1800), cards("B119", 1, 1394)];
            game.formula =
                "Cartones vendidos 6295, de la serie A 17 del número 1501 al 1800, de la serie A 18 \
                            del número 1 al 1800 y de la serie B 119 del número 1 al 1394"
                    .to_string();
        }
    }
    if let Some(stop) = &mut board.public.stop {
        while stop.claims.len() < 6 {
            let number = stop.claims.len() as u32 + 1;
            let play = if number.is_multiple_of(2) { Play::Bingo } else { Play::Line };
            stop.claims.push(Claim { claim: number, ..claim(play, 1500 + number, "incomplete") });
        }
    }
    known.board = Arc::new(board);
    known
}

fn cards(series: &str, first: u32, last: u32) -> Cards {
    Cards { series: series.to_string(), first, last }
}

/// A spare that has everything.
pub fn spare() -> RecordCopy {
    RecordCopy {
        folder: "192.168.1.11:7878".to_string(),
        spare: true,
        behind: false,
        lines: 0,
        trouble: None,
    }
}

/// The board without a session.
pub fn closed() -> MesaBoard {
    let on_duty = |person: u32, device: &str| {
        let me = me(person);
        Duty { person, roles: me.roles, device: device.to_string() }
    };
    MesaBoard {
        public: PublicBoard { hall: "Bingo Las Palmeras".to_string(), ..PublicBoard::default() },
        machine: Machine {
            linked: true,
            mode: Some(Mode::Stop),
            wanted: Some(Mode::Stop),
            set: Some("J1".to_string()),
            out: 0,
            ..Machine::default()
        },
        people: vec![on_duty(2, "mesa-1"), on_duty(1, "sala-1"), on_duty(5, "caja-1")],
        copies: vec![spare()],
        rehearsal: Rehearsal { passed_utc_ms: Some(NOW - 9 * 86_400_000), ..Rehearsal::default() },
        ..MesaBoard::default()
    }
}

/// A session between games.
pub fn idle() -> MesaBoard {
    let mut board = closed();
    board.public.scene = Scene::Idle;
    board.public.session = Some(Session {
        session: 4,
        date: "2026-11-21".to_string(),
        draft: false,
        rules: "Reglamento estatal de 2002".to_string(),
        last_game: false,
        last_in_session: None,
        closing_hour: Some("03:00".to_string()),
    });
    board.shares = Some(Shares { line: 900, bingo: 5_900 });
    board.suspension_minutes = 15;
    board
}

/// A sale: four sellers have cards.
pub fn sale() -> MesaBoard {
    let mut board = idle();
    board.public.scene = Scene::Sale;
    board.public.game = Some(Game {
        game: 37,
        in_session: 12,
        series: "A17".to_string(),
        series_size: 1800,
        matrix: Some(hashes()),
        face_value_cents: 200,
        cards: 501,
        takings_cents: 0,
        line_cents: 0,
        bingo_cents: 0,
        segments: Vec::new(),
        formula: String::new(),
        line_open: true,
        bingo_open: true,
    });
    board.next_card = Some(CardNumber { series: "A17".to_string(), card: 1791 });
    let held = |seller, first, last| Holding { seller, cards: cards("A17", first, last) };
    let tally = |seller, issued, returned| SellerTally { seller, issued, returned };
    board.sellers = vec![tally(3, 120, 9), tally(4, 120, 0), tally(6, 150, 10), tally(7, 130, 0)];
    board.holdings = vec![held(3, 1290, 1400), held(4, 1401, 1520), held(6, 1521, 1660), held(7, 1661, 1790)];
    board
}

/// A closed sale: totals and prizes.
pub fn totals() -> MesaBoard {
    let mut board = sale();
    board.public.scene = Scene::Totals;
    board.sale_closed_utc_ms = Some(NOW - 16_000);
    let game = board.public.game.as_mut().expect("a sale has a game");
    game.takings_cents = 100_200;
    game.line_cents = 9_018;
    game.bingo_cents = 59_118;
    game.segments = vec![cards("A17", 1290, 1790)];
    game.formula = "Cartones vendidos 501, de la serie A 17 del número 1290 al 1790".to_string();
    board
}

/// A draw after so many announced balls; the line is open.
pub fn draw(announced: usize) -> MesaBoard {
    let mut board = totals();
    board.public.scene = Scene::Draw;
    board.public.announced = BALLS[..announced].to_vec();
    board.machine.mode = Some(Mode::Run);
    board.machine.wanted = Some(Mode::Run);
    board.machine.out = announced as u8;
    board.last_announced_utc_ms = (announced > 0).then_some(NOW - 4_000);
    board
}

/// The machines of a hall with a drum in reserve.
pub fn machines() -> Vec<HallMachine> {
    let machine = |machine, extractor, homologation: &str, maker: Option<&str>| HallMachine {
        machine,
        extractor,
        homologation: homologation.to_string(),
        maker: maker.map(str::to_string),
        reference: maker.map(|_| "0042".to_string()),
    };
    vec![
        machine(1, Extractor::Pneumatic, "H-1234", Some("Máquinas del Sur, S. L.")),
        machine(2, Extractor::Drum, "H-77", None),
    ]
}

/// A draw whose balls the caller reads, with this second word; `keyed_by` has keyed the next one, which is the 30.
pub fn reading(announced: usize, second_word: SecondWord, keyed_by: Option<u32>) -> MesaBoard {
    let mut board = draw(announced);
    board.machine = Machine::default();
    board.machines = machines();
    board.public.by_caller = (1..=announced as u8).collect();
    board.draws_with = Some(DrawsWith { machine: Some(2), read: HowRead::ByCaller, second_word });
    let remaining = (1..=90).filter(|ball| !board.public.announced.contains(ball)).collect();
    let keyed = keyed_by.filter(|_| second_word == SecondWord::Mesa).map(|_| 30);
    board.reading = Some(Reading { next: announced as u8 + 1, keyed_by, keyed, remaining });
    board
}

/// A draw with the next ball on the table.
pub fn ball_on_table(announced: usize) -> MesaBoard {
    let mut board = draw(announced);
    board.pending = vec![Pending { ordinal: announced as u8 + 1, ball: BALLS[announced] }];
    board.machine.out += 1;
    board
}

/// The same after the line was given.
pub fn draw_for_bingo(announced: usize) -> MesaBoard {
    let mut board = ball_on_table(announced);
    board.public.game.as_mut().expect("a draw has a game").line_open = false;
    board.public.prizes = vec![prize(37, 1, Play::Line, 1506, 9_018, "due")];
    board
}

/// A stop after 20 balls in which these were sung.
pub fn check(claims: Vec<Claim>) -> MesaBoard {
    let mut board = draw(20);
    board.public.scene = Scene::Check;
    board.machine.mode = Some(Mode::Hold);
    board.machine.wanted = Some(Mode::Hold);
    board.public.stop = Some(Stop {
        stop: 1,
        claims,
        asked_at_utc_ms: None,
        asked_line: false,
        asked_bingo: false,
        restart: false,
        order_from_utc_ms: None,
    });
    board
}

/// The question for one more line, asked this moment; the order is open in eight seconds.
pub fn question() -> MesaBoard {
    let mut good = claim(Play::Line, 1506, "good");
    good.accepted = Some(true);
    let mut board = check(vec![good]);
    board.public.scene = Scene::Question;
    let stop = board.public.stop.as_mut().expect("a check has a stop");
    stop.asked_at_utc_ms = Some(NOW);
    stop.asked_line = true;
    stop.order_from_utc_ms = Some(NOW + 8_000);
    board
}

/// A claim of a card, with its face and this verdict.
pub fn claim(play: Play, card: u32, verdict: &str) -> Claim {
    let judged = match verdict {
        "good" => Verdict::Good { rows: 1, completed_at: Ordinal(20) },
        "incomplete" => Verdict::Incomplete { missing: Ball::new(3).into_iter().collect() },
        "not_sold" => Verdict::NotSold { sold_in: None },
        "returned" => Verdict::Returned,
        "play_closed" => Verdict::PlayClosed,
        "repeated" => Verdict::Repeated { of: ClaimNo(1) },
        "forged" => Verdict::Forged,
        "unknown_series" => Verdict::UnknownSeries,
        "no_such_card" => Verdict::NoSuchCard,
        other => panic!("no verdict {other}"),
    };
    let (good, incomplete) = (verdict == "good", verdict == "incomplete");
    let (accepted, completed_with, asked, line_won) = (None, None, None, false);
    let sung = Sung { play, verdict: &judged, accepted, completed_with, asked, line_won };
    let (es, en) = (words::sung(Lang::Es, &sung), words::sung(Lang::En, &sung));
    // The top row is announced whole within the first twenty balls.
    let mut top: Vec<u8> = BALLS[..20].to_vec();
    top.sort_unstable();
    let mut grid = [[0u8; 9]; 3];
    for ball in top.iter().rev() {
        let column = usize::from((*ball).min(89) / 10);
        if grid[0].iter().filter(|number| **number > 0).count() < 5 {
            grid[0][column] = *ball;
        }
    }
    for (row, start) in [(1usize, 4u8), (2, 8)] {
        for step in 0..5u8 {
            let column = usize::from(step) * 2 - usize::from(row == 2 && step > 0);
            grid[row][column] = column as u8 * 10 + start - u8::from(column > 0) * 2;
        }
    }
    Claim {
        claim: 1,
        play,
        card: CardNumber { series: "A17".to_string(), card },
        grid: (!matches!(verdict, "unknown_series" | "no_such_card")).then_some(grid),
        verdict: judged.kind(),
        words: said(&words::verdict(Lang::Es, &judged)),
        desk_head: Said { es: es.desk_head, en: en.desk_head },
        hall_head: Said { es: es.hall_head, en: en.hall_head },
        hall_body: Said { es: es.hall_body, en: en.hall_body },
        missing: if incomplete { vec![3] } else { Vec::new() },
        rows: u8::from(good),
        accepted,
        accepted_at_utc_ms: None,
        completed_at: good.then_some(20),
        sold_in: None,
        first_claim: None,
    }
}

/// A prize.
pub fn prize(game: u32, number: u32, play: Play, card: u32, amount_cents: u64, state: &str) -> Prize {
    Prize {
        game,
        prize: number,
        play,
        card: CardNumber { series: "A17".to_string(), card },
        amount_cents,
        state: PrizeState::from_name(state).expect("a state"),
    }
}

/// The end of the game: a line and a shared bingo, all to pay.
pub fn winners() -> MesaBoard {
    let mut board = draw(45);
    board.public.scene = Scene::Winners;
    let game = board.public.game.as_mut().expect("a game");
    (game.line_open, game.bingo_open) = (false, false);
    board.public.prizes = vec![
        prize(37, 1, Play::Line, 1506, 9_018, "due"),
        prize(37, 2, Play::Bingo, 1341, 29_559, "due"),
        prize(37, 3, Play::Bingo, 1702, 29_559, "due"),
    ];
    board.machine.mode = Some(Mode::Stop);
    board.machine.wanted = Some(Mode::Stop);
    board
}

/// A sentence of the desk, the same in both languages.
pub fn said(words: &str) -> Said {
    Said { es: words.to_string(), en: words.to_string() }
}

fn notice(kind: StandstillKind) -> Notice {
    let what = said("Extracción detenida.");
    Notice { kind, hold: None, what, doing: said(""), keep: said(""), limit: None, over: None }
}

/// An ALTO for this reason, after 20 balls.
pub fn held(kind: HoldKind, why: &str) -> MesaBoard {
    let mut board = draw(20);
    board.public.scene = Scene::Hold;
    board.public.notice = Some(notice(StandstillKind::Hold));
    board.machine.mode = Some(Mode::Hold);
    board.machine.wanted = Some(Mode::Hold);
    // The numbers that stand in the words of [`HOLDS`].
    let (ordinal, ball, other) = if matches!(kind, HoldKind::CallerDiffers | HoldKind::ReadWrong) {
        (Some(20), Some(80), Some(30))
    } else if matches!(kind, HoldKind::KeyedDiffers | HoldKind::ReadersDiffer) {
        (Some(21), Some(16), Some(19))
    } else if matches!(kind, HoldKind::LeftOut | HoldKind::KeyedAgain) {
        (Some(21), Some(80), None)
    } else {
        (None, None, None)
    };
    board.holds = vec![Hold { hold: 3, kind, ordinal, ball, other, why: said(why), proposed: None }];
    board
}

/// Every reason of an ALTO, as the desk words it.
pub const HOLDS: [(HoldKind, &str); 19] = [
    (HoldKind::Repeated, "La máquina ha leído otra vez la bola 80"),
    (HoldKind::OutOfRange, "La máquina ha leído el número 97, que no existe"),
    (HoldKind::ForeignSet, "Bola o máquina con otro juego de bolas: J7"),
    (HoldKind::NoRead, "Hay una bola que el lector no ha podido leer con certeza"),
    (HoldKind::Fault, "Avería de la máquina: varias bolas en el lector"),
    (HoldKind::DoorOpen, "La puerta de la máquina se ha abierto"),
    (HoldKind::LinkLost, "Se ha perdido el enlace con la máquina: cable desconectado"),
    (HoldKind::Rebooted, "La máquina se ha reiniciado en plena partida (arranque 00A7)"),
    (HoldKind::FramesMissing, "Se han perdido avisos de la máquina"),
    (HoldKind::CountDiffers, "Bolas fuera: 21 según la máquina y 20 según la partida"),
    (HoldKind::CallerDiffers, "Bola 20 de la partida: la máquina leyó 80 y el locutor 30"),
    (HoldKind::Called, "Alto pedido en la mesa: bola en el suelo"),
    (HoldKind::KeyedDiffers, "Bola 21 de la partida: una persona ha tecleado 16 y la otra 19"),
    (HoldKind::ReadersDiffer, "Bola 21 de la partida: la máquina leyó 16 y el segundo lector 19"),
    (HoldKind::SecondSilent, "El segundo lector no ha leído la bola que la máquina leyó como 16"),
    (HoldKind::SecondLost, "Se ha perdido el enlace con el segundo lector: mire su cable y su corriente"),
    (HoldKind::LeftOut, "La bola 80, que era la 21.ª, ha quedado sin lugar: miren si está fuera"),
    (HoldKind::KeyedAgain, "Bola 21 de la partida: se ha leído la 80, que ya había salido"),
    (HoldKind::ReadWrong, "Bola 20 de la partida: se anunció la 80 y se dice que es la 30"),
];

/// The provisional suspension of 36.1: five minutes are gone.
pub fn suspended() -> MesaBoard {
    let mut board = totals();
    board.public.scene = Scene::Suspended;
    board.public.notice = Some(notice(StandstillKind::Suspended));
    board.suspension = Some(Suspension {
        cause: "No hay sonido en la sala".to_string(),
        since_utc_ms: NOW - 5 * 60_000,
        until_utc_ms: NOW + 10 * 60_000,
        read: false,
    });
    board.public.suspended_until_utc_ms = Some(NOW + 10 * 60_000);
    board
}

/// A game that waits for the authority.
pub fn authority_called() -> MesaBoard {
    let mut board = held(HoldKind::Repeated, "La máquina ha leído otra vez la bola 80");
    board.public.scene = Scene::Suspended;
    board.public.notice = Some(notice(StandstillKind::Authority));
    board.authority = Some("La bola 80 está repetida".to_string());
    board.holds.clear();
    board
}

/// The same, of a machine that has counted the repeated ball.
pub fn authority_called_and_held() -> MesaBoard {
    let mut board = held(HoldKind::CountDiffers, "Bolas fuera: 21 según la máquina y 20 según la partida");
    let called = authority_called();
    board.public = called.public;
    board.authority = called.authority;
    board
}

/// A game that is drawn by hand, after 41 balls: 2 calls, 1 keys again.
pub fn by_hand() -> MesaBoard {
    let mut board = draw(41);
    let mut remaining = BALLS[41..].to_vec();
    remaining.sort_unstable();
    board.by_hand = Some(ByHand { caller: 2, second: 1, next: 42, keyed_by: None, remaining });
    board.machine.linked = false;
    board.public.by_hand = vec![40, 41];
    board
}

/// A void game: twelve of its cards were refunded.
pub fn voided() -> MesaBoard {
    let mut board = draw(20);
    board.public.scene = Scene::Void;
    board.public.notice = Some(notice(StandstillKind::Void));
    (board.public.refunded, board.to_refund) = (12, vec![to_refund(37, 1290, 1790, &[(1302, 1790)])]);
    board
}

/// A draw whose void was asked for.
pub fn void_asked(by: u32) -> MesaBoard {
    let mut board = draw(20);
    board.void_asked = Some(VoidAsked { cause: "Bola mal cantada y advertida tarde".to_string(), by });
    board
}

/// Every state of the mesa with its board, by name.
pub fn every() -> Vec<(&'static str, MesaBoard)> {
    let mut all = vec![
        ("closed", closed()),
        ("idle", idle()),
        ("sale", sale()),
        ("totals", totals()),
        ("draw, first ball awaited", draw(0)),
        ("draw, next ball awaited", draw(20)),
        ("draw, ball on the table", ball_on_table(20)),
        ("draw for the bingo", draw_for_bingo(30)),
        ("draw, 90 balls", draw(90)),
        ("check, nobody yet", check(Vec::new())),
        ("check, good line", check(vec![claim(Play::Line, 1506, "good")])),
        ("check, good bingo", check(vec![claim(Play::Bingo, 1341, "good")])),
        ("check, numbers missing", check(vec![claim(Play::Line, 1507, "incomplete")])),
        ("check, not sold", check(vec![claim(Play::Line, 1850, "not_sold")])),
        ("check, no such card", check(vec![claim(Play::Line, 9999, "no_such_card")])),
        ("question", question()),
        ("winners", winners()),
        ("suspended", suspended()),
        ("authority called", authority_called()),
        ("authority called and held", authority_called_and_held()),
        ("read by the caller alone", reading(20, SecondWord::Caller, None)),
        ("read, the first ball", reading(0, SecondWord::SecondPerson, None)),
        ("read, the other has keyed", reading(20, SecondWord::SecondPerson, Some(2))),
        ("read, the mesa confirms", reading(20, SecondWord::Mesa, Some(4))),
        ("by hand", by_hand()),
        ("void", voided()),
        ("void asked", void_asked(2)),
    ];
    all.extend(HOLDS.map(|(kind, why)| (kind.name(), held(kind, why))));
    let mut not_held = idle();
    not_held.public.scene = Scene::NotHeld;
    all.push(("not held", not_held));
    all
}

/// What is known once so much time has gone by at the desk.
pub fn later(mut known: Known, after: Duration) -> Known {
    known.now_utc_ms += i64::try_from(after.as_millis()).expect("a test waits less than an age");
    known
}
