//! The states of the console that the help is looked at in.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use caller_console::cards_file::{News, Stage as CardsStage};
use caller_console::film::Film;
use caller_console::known::Known;
use caller_console::own_key::KeyHere;
use caller_console::papers::{Found, Out, Printer, Stage, Way};
use caller_console::place::{Look, Over, Turn};
use caller_console::press::Paper;
use caller_console::recorder::{Booth, Doing, Prompt, PromptState, Took};
use hall_core::ball::Ball;
use hall_core::event::{CameraPost, HoldExit, Ordinal};
use hall_prompts::take::Verdict;
use hall_wire::board::{
    BallCount, Cards, ClockDoubt, ExitUnseen, HoldKind, MesaBoard, NumberingDue, Play, PrizeState, Proposed,
    SecondWord, Sight, VoiceNow, VoiceState,
};
use hall_wire::message::{DeviceRow, FilmOfGame, FilmReel, FilmedBall, KeptSound, SessionRow};

use super::kit::boards;
use super::kit::overlays::OVERLAYS;

/// A state of the console, and what is typed before F1.
pub struct State {
    pub known: Known,
    pub over: Option<Over>,
    pub keys: &'static [&'static str],
    /// What the board shows before they are typed.
    pub then: fn(&mut Known),
}

fn state(known: Known, over: Option<Over>) -> State {
    State { known, over, keys: &[], then: |_| () }
}

/// The same, and this is typed.
fn typing(known: Known, over: Option<Over>, keys: &'static [&'static str]) -> State {
    State { keys, ..state(known, over) }
}

/// The jefe de sala, with this typed at the desk of the sala.
fn sala(keys: &'static [&'static str]) -> State {
    typing(boards::seated(boards::known(boards::idle()), 1), None, keys)
}

/// Everybody at every board, and every overlay over each.
pub fn everywhere() -> Vec<State> {
    let mut all = vec![state(Known { me: None, ..boards::known(boards::closed()) }, None)];
    for (_, board) in boards::every() {
        for person in [2, 1, 5, 9] {
            let known = boards::seated(boards::known(board.clone()), person);
            if person == 2 {
                all.extend(OVERLAYS.map(|over| state(known.clone(), Some(over))));
            }
            all.push(state(known, None));
        }
    }
    all
}

/// What no board alone shows.
pub fn beside() -> Vec<State> {
    let of = |person, board: MesaBoard| boards::seated(boards::known(board), person);
    let mesa = |board| boards::known(board);
    let doubt = ClockDoubt { recorded_utc_ms: boards::NOW + 6 * 3_600_000, asked_by: None };
    let due = NumberingDue { game: 1_234, session: 31, diligencia: 7, sold: Vec::new(), asked_by: None };
    let dark = ExitUnseen { sight: Sight::Covered, may_be_waived: true, asked_by: None };
    let voice = VoiceNow { state: VoiceState::Speaks, volume: 50, ..VoiceNow::default() };
    let gone = VoiceNow { state: VoiceState::Gone, volume: 50, ..VoiceNow::default() };
    let loudest = VoiceNow { volume: 100, ..voice.clone() };
    let least = VoiceNow { volume: 0, state: VoiceState::Off, ..voice.clone() };
    let idle = || boards::idle();
    let mut first = of(5, idle());
    first.me.as_mut().expect("somebody").first_pin = true;
    let mut all = vec![
        typing(mesa(idle()), None, &["F12"]),
        typing(Known { me: None, ..mesa(boards::closed()) }, None, &["2", "Intro"]),
        typing(Known { me: None, ..mesa(boards::closed()) }, None, &["F6"]),
        state(first, None),
        state(mesa(MesaBoard { clock_doubt: Some(doubt), ..boards::closed() }), None),
        state(mesa(MesaBoard { epoch: 2, numbering_due: Some(due), ..boards::closed() }), None),
        state(mesa(MesaBoard { exit_unseen: Some(dark), ..boards::totals() }), None),
        state(mesa(MesaBoard { voice: voice.clone(), ..idle() }), Some(Over::Look(Look::Cables))),
        state(mesa(MesaBoard { voice, ..idle() }), Some(Over::Look(Look::Voice))),
        state(mesa(MesaBoard { voice: gone.clone(), ..idle() }), Some(Over::Look(Look::Voice))),
        state(mesa(MesaBoard { voice: loudest, ..idle() }), Some(Over::Look(Look::Voice))),
        state(mesa(MesaBoard { voice: least, ..idle() }), Some(Over::Look(Look::Voice))),
        state(mesa(MesaBoard { voice: gone, ..boards::draw(20) }), Some(Over::Look(Look::Voice))),
        state(of(1, idle()), Some(Over::Look(Look::Machine))),
        state(of(1, idle()), Some(Over::Look(Look::Acta))),
        state(of(1, boards::closed()), Some(Over::TakeIn)),
        new_hall(&[]),
        new_hall(&["−"]),
        state(of(5, boards::reading(20, SecondWord::SecondPerson, None)), None),
        state(of(1, boards::reading(20, SecondWord::SecondPerson, None)), None),
        state(mesa(boards::reading(20, SecondWord::Caller, None)), Some(Over::Turn(Turn::RectifyBall))),
    ];
    all.extend(sala_states());
    all.extend(inspector_states());
    all.extend([film(), recorder(Doing::Nothing), recorder(took()), own_key(), paper(), counting()]);
    all.extend(keys_and_papers());
    all.extend(games());
    all
}

/// What a game comes to that no board of the kit shows.
fn games() -> Vec<State> {
    let of = |person, board: MesaBoard| boards::seated(boards::known(board), person);
    let owed = |board: MesaBoard| MesaBoard {
        owed: vec![boards::prize(36, 1, Play::Bingo, 902, 49_560, "due")],
        ..board
    };
    let mut question = boards::question();
    question.public.stop.as_mut().expect("a stop").claims.push(boards::claim(Play::Line, 1507, "good"));
    let mut held = boards::held(HoldKind::OutOfRange, "La máquina ha leído el número 97");
    let exit = HoldExit::Misread { ordinal: Ordinal(20), ball: Ball::new(34).expect("a ball") };
    held.holds[0].proposed = Some(Proposed { words: boards::said("lectura errónea"), by: 1, exit });
    let mut gap = boards::sale();
    gap.gaps = vec![Cards { series: "A17".to_string(), first: 1401, last: 1404 }];
    let doubt = ClockDoubt { recorded_utc_ms: boards::NOW + 6 * 3_600_000, asked_by: None };
    let clock = MesaBoard { clock_doubt: Some(doubt), ..boards::closed() };
    let paid = |known: &mut Known| {
        let board = Arc::make_mut(&mut known.board);
        board.public.prizes.iter_mut().for_each(|prize| prize.state = PrizeState::Paid);
        board.last_paid_utc_ms = Some(known.now_utc_ms);
    };
    const CHECKED: &[&str] = &[
        "1", "Intro", "1", "Intro", "Intro", "Intro", "1", "Intro", "1", "Intro", "1", "Intro", "90",
        "Intro", "1", "Intro", "1",
    ];
    let sheet = Some(Over::Turn(Turn::Transcription));
    const BINGO: &[&str] =
        &["+", "1506", "Intro", "1", "Intro", "90", "Intro", "+", "1506", "Intro", "1", "Intro"];
    vec![
        state(boards::known(question), None),
        state(boards::known(held), None),
        typing(boards::known(clock), None, &["22112026", "Intro"]),
        typing(boards::known(boards::closed()), None, CHECKED),
        State { then: paid, ..state(boards::known(boards::winners()), None) },
        State { then: paid, ..state(of(5, boards::winners()), None) },
        typing(of(5, boards::winners()), None, &["1"]),
        state(of(5, owed(boards::sale())), None),
        typing(of(5, owed(boards::sale())), None, &["+"]),
        typing(of(5, gap), None, &["−"]),
        state(of(5, owed(boards::voided())), None),
        typing(of(5, boards::voided()), None, &["1"]),
        typing(of(5, MesaBoard { to_refund: boards::voided().to_refund, ..boards::sale() }), None, &["+"]),
        typing(boards::known(boards::by_hand()), sheet, &["90", "Intro", "↑"]),
        typing(
            boards::known(boards::by_hand()),
            sheet,
            &["+", "1506", "Intro", "1", "Intro", "90", "Intro", "+"],
        ),
        typing(boards::known(boards::by_hand()), sheet, BINGO),
        typing(boards::known(boards::by_hand()), sheet, &["90", "Intro"]),
    ]
}

/// Signatures, keys, exports, files of cards.
fn keys_and_papers() -> Vec<State> {
    let over = |over| state(own_key().known, Some(over));
    let pending = || {
        let mut known = own_key().known;
        known.signatures = Some(Arc::new(boards::papers_to_sign()));
        known
    };
    let mut claim = boards::papers_to_sign();
    claim.papers.reverse();
    let mut signs = own_key().known;
    signs.signatures = Some(Arc::new(claim));
    let mut exports = boards::seated(boards::known(boards::idle()), 1);
    let lists = Arc::make_mut(&mut exports.lists);
    let last = lists.sessions[0].clone();
    lists.sessions.push(SessionRow { session: 3, ..last });
    let mut taken = boards::seated(boards::known(boards::closed()), 1);
    taken.intake.hears(News::Stage(CardsStage::Read { cards: 600, equal_lines: 0 }));
    let mut usb = paper().known;
    usb.out.as_mut().expect("a paper").way = Way::Usb;
    let printing = boards::seated(boards::known(boards::idle()), 1);
    let statistics = Some(Arc::new(boards::statistics(None)));
    let studied = Known { statistics, ..printing.clone() };
    vec![
        over(Over::Sign),
        over(Over::OwnKey),
        state(pending(), Some(Over::OwnKey)),
        state(signs, Some(Over::Sign)),
        state(exports, Some(Over::Export)),
        state(taken, Some(Over::TakeIn)),
        state(usb, Some(Over::Paper)),
        state(studied, Some(Over::Look(Look::Study))),
        typing(printing.clone(), None, &["6", "F5", "A17", "Intro", "601", "Intro", "700", "Intro", "3"]),
        typing(printing.clone(), None, &["6", "↓"]),
        typing(printing, None, &["6", "↓", "↓"]),
    ]
}

fn sala_states() -> Vec<State> {
    let keys: [&'static [&'static str]; 16] = [
        &["2"],
        &["2", "F5"],
        &["3"],
        &["3", "F5"],
        &["4"],
        &["4", "F5"],
        &["4", "F6"],
        &["5"],
        &["5", "F5"],
        &["5", "F6"],
        &["6"],
        &["6", "F5"],
        &["3", "F7"],
        &["4", "F7"],
        &["7"],
        &["7", "F5"],
    ];
    let mut all: Vec<State> = keys.map(sala).into();
    let mut own = sala(&["7"]);
    let row = |device, name: &str| DeviceRow {
        device,
        name: name.into(),
        post: "puesto".into(),
        since_utc_ms: boards::NOW,
    };
    Arc::make_mut(&mut own.known.lists).devices = vec![row(1, "despacho"), row(2, "caja-2")];
    let revoked = typing(own.known.clone(), None, &["7", "↓", "F8"]);
    all.extend([own, revoked]);
    all
}

/// The manager of a hall that never held a session.
fn new_hall(keys: &'static [&'static str]) -> State {
    let mut known = boards::seated(boards::known(boards::closed()), 1);
    Arc::make_mut(&mut known.lists).sessions.clear();
    typing(known, None, keys)
}

fn inspector_states() -> Vec<State> {
    let keys: [&'static [&'static str]; 3] = [&[], &["2"], &["3"]];
    let known = boards::seated(boards::known(boards::draw(20)), 9);
    keys.map(|keys| typing(known.clone(), None, keys)).into()
}

fn film() -> State {
    let mut known = boards::known(boards::check(Vec::new()));
    let at_utc_ms = boards::NOW - 60_000;
    let ball = FilmedBall { ordinal: 1, ball: 30, at_utc_ms, announced_at_utc_ms: None, pictured: true };
    let reel = |camera| FilmReel {
        camera,
        pictures: 400,
        first_utc_ms: at_utc_ms - 20_000,
        last_utc_ms: at_utc_ms + 20_000,
    };
    let of = FilmOfGame {
        game: 37,
        games: vec![36, 37],
        balls: vec![ball],
        reels: vec![reel(CameraPost::Exit), reel(CameraPost::Desk)],
        sounds: vec![KeptSound { stop: 1, seq: 700 }],
    };
    known.film = Some(Film { of: Some(Arc::new(of)), ..Film::default() });
    state(known, Some(Over::Look(Look::Film)))
}

fn took() -> Doing {
    let shape = Arc::new(vec![100, 9_000]);
    let took = Took { verdict: Verdict::Weak, length: Duration::from_millis(830), loudest: 9_000, shape };
    Doing::Took("uno".to_string(), took, false)
}

fn recorder(doing: Doing) -> State {
    let prompt = |words: &str, state| Prompt { words: words.to_string(), stem: words.to_string(), state };
    let booth = Booth {
        language: "Español".to_string(),
        more_languages: true,
        folder: PathBuf::from("/srv/voz"),
        prompts: Arc::new(vec![prompt("uno", PromptState::Missing), prompt("dos", PromptState::Missing)]),
        doing,
        trouble: None,
        kept: 0,
    };
    let known = Known { recorder: Some(Arc::new(booth)), ..boards::known(boards::idle()) };
    state(known, Some(Over::Look(Look::Recorder)))
}

fn own_key() -> State {
    let here = KeyHere::Whole { key: boards::KEY, proof: [0x77; 64], wait: Duration::ZERO };
    let known = Known {
        signatures: Some(Arc::new(boards::papers_to_sign_with_keys())),
        own_key: Some(here),
        ..boards::seated(boards::known(boards::idle()), 1)
    };
    typing(known, Some(Over::Sign), &["F5"])
}

fn paper() -> State {
    let papers = vec![
        Paper::new("/api/sessions/3/acta.pdf", "acta-3.pdf", "Acta de la sesión 3"),
        Paper::new("/api/games/37/sheet.pdf", "hoja-37.pdf", "Hoja de la partida 37"),
    ];
    let printer = Printer { name: "HP_Sala".to_string(), default: true, stopped: None };
    let found = Some(Ok(Found::Printers(vec![printer])));
    let out = Out { id: 1, way: Way::Print, papers, found, stage: Stage::Choosing, back: None };
    state(Known { out: Some(out), ..boards::known(boards::idle()) }, Some(Over::Paper))
}

fn counting() -> State {
    let count = BallCount { running: true, set: "J1".to_string(), ..BallCount::default() };
    state(boards::known(MesaBoard { ball_count: Some(count), ..boards::idle() }), Some(Over::Balls))
}
