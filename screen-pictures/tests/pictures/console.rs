//! The console's pictures, from boards made by hand.

use hall_wire::board::PrizeState;
use std::sync::Arc;
use std::time::Duration;

use caller_console::keys::{Key, Typed};
use caller_console::known::{Known, SheetPicture, SheetSeen};
use caller_console::own_key::KeyHere;
use caller_console::papers::{Found, Out, Printer, Stage, Way};
use caller_console::place::{Look, Over, Turn};
use caller_console::press::{Paper, Press};
use caller_console::seat::Seat;
use hall_core::record::Hash;
use hall_core::words::{self, Lang, Trouble as Told};
use hall_wire::board::{
    BallCount, CardNumber, ClockDoubt, CopyTrouble, Exports, MesaBoard, NumberingDue, Play, RecordCopy, Said,
    SecondWord, Trouble,
};
use hall_wire::link::Behind;
use hall_wire::message::{Exporting, HallLists, SessionRow, SetState};
use hall_wire::sighting::{Head, Sighting, Verdict};

use crate::boards;
use crate::raster::Picture;
use crate::screen::Screen;

mod devices;
mod recorder;

/// When the picture is taken, in seconds after the view has opened: every arming is over.
const SETTLED_S: f64 = 10.0;

/// The jefe de sala among the staff.
const MANAGER: u32 = 1;

/// A code as the scanner reads it.
const CODE: &str = "B1:A17:301:0123456789ABCDEF";

/// A sheet as `card-printer preview` paints it.
const SHEET: &[u8] = include_bytes!("sheet.png");

/// The cashier among the staff.
const CASHIER: u32 = 5;

/// Returns the console's pictures.
pub fn pictures() -> Vec<(&'static str, Picture)> {
    let known = boards::known;
    let mut bad = boards::claim(Play::Line, 1507, "incomplete");
    // The 3 that is missing, in the place of a 49 that was called.
    let grid = bad.grid.as_mut().expect("a card that is sold has numbers");
    (grid[0][0], grid[0][4]) = (3, 0);
    // Asked when the view has opened; the order is open in five seconds.
    let mut question = boards::question();
    let stop = question.public.stop.as_mut().expect("a question is asked in a stop");
    stop.asked_at_utc_ms = Some(boards::NOW - 10_000);
    stop.order_from_utc_ms = Some(boards::NOW + 5_000);
    let (kind, why) = boards::HOLDS[0];
    let left_out = boards::HOLDS[16];
    vec![
        ("console-log-in", picture(&Known { me: None, ..known(boards::closed()) }, "2")),
        ("console-sale", picture(&known(boards::sale()), "")),
        ("console-totals", picture(&known(boards::totals()), "")),
        ("console-draw", picture(&known(boards::ball_on_table(20)), "")),
        ("console-reading", picture(&known(boards::reading(20, SecondWord::Caller, None)), "3")),
        ("console-wrong", picture(&known(boards::check(vec![bad])), "")),
        ("console-question", picture(&known(question), "")),
        ("console-hold", picture(&known(boards::held(kind, why)), "")),
        ("console-authority", picture(&known(boards::authority_called_and_held()), "")),
        ("console-left-out", picture(&known(boards::held(left_out.0, left_out.1)), "2")),
        ("console-today", picture(&balls(false), "")),
        ("console-caja", picture(&boards::seated(known(boards::sale()), CASHIER), "")),
        ("console-caja-close", cashier(&[Typed::Press(Key::Back)], false)),
        ("console-caja-offer", cashier(&[], true)),
        ("console-caja-refused", cashier(&[Typed::Char('5'), Typed::Press(Key::Intro)], false)),
        ("console-printing", picture(&boards::seated(known(boards::draw(20)), MANAGER), "6")),
        ("console-doubt", doubted()),
        ("console-paid", paid()),
        ("console-new-hall", picture(&new_hall(), "")),
        ("console-inspector-code", devices::inspector_code()),
        ("console-devices", picture(&devices::known(), "7")),
        ("console-sheet", sheet()),
        ("console-card", over(&found(), Over::Look(Look::Search))),
        ("console-matrices", picture(&matrices(), "4")),
        ("console-draw-announced", draw_announced()),
        ("console-draw-taken", draw_taken()),
        ("console-machine", over(&machine(), Over::Look(Look::Machine))),
        ("console-no-spare", over(&without_spare(), Over::Look(Look::Machine))),
        ("console-rehearsal", picture(&rehearsal_due(), "")),
        ("console-balls", picture(&balls(false), "5")),
        ("console-ball-count", picture(&balls(true), "5")),
        ("console-ball-inspection", inspection()),
        ("console-book", book()),
        ("console-mesa-balls", mesa_balls()),
        ("console-sign", signed()),
        ("console-sign-key", with_key(Over::Sign, true, &[Typed::Press(Key::F5), Typed::Char('4')])),
        (
            "console-own-key-new",
            with_key(Over::OwnKey, false, &"493817".chars().map(Typed::Char).collect::<Vec<_>>()),
        ),
        ("console-own-key-retire", with_key(Over::OwnKey, true, &[Typed::Press(Key::F6), Typed::Char('3')])),
        ("console-recorder", over(&recorder::known(), Over::Look(Look::Recorder))),
        ("console-export", export_chosen()),
        ("console-export-under-way", export_under_way()),
        ("console-opening", picture(&counting_before_opening(), "1")),
        ("console-check", picture(&known(boards::check(Vec::new())), "1507")),
        ("console-ball-set", over(&studied(), Over::Look(Look::Study))),
        ("console-no-connection", picture(&lost(known(boards::ball_on_table(20))), "")),
        ("console-behind", picture(&behind(known(boards::ball_on_table(20))), "")),
        ("console-numbering", numbering()),
        ("console-cables", over(&known(boards::draw(20)), Over::Look(Look::Cables))),
        ("console-hall", over(&known(boards::draw(20)), Over::Look(Look::Hall))),
        ("console-clock", clock()),
        ("console-server-trouble", picture(&server_trouble(), "")),
        ("console-incidents", over(&known(boards::draw(20)), Over::Trouble)),
        ("console-paper", paper()),
        ("console-asking-void", over(&known(boards::draw(20)), Over::Turn(Turn::Void))),
    ]
}

/// The cashier, a moment after these keys; in the next game, where what everybody had is offered again.
fn cashier(typed: &[Typed], next_game: bool) -> Picture {
    let mut screen = Screen::new(egui::vec2(1280.0, 720.0));
    let mut seat = Seat::new(boards::seated(boards::known(boards::sale()), CASHIER));
    let mut show = |at_s: f64, seat: &mut Seat, typed: &[Typed]| {
        screen.frame(at_s, |ui| drop(seat.show(ui, typed, at_s)));
    };
    show(0.0, &mut seat, &[]);
    if next_game {
        let mut board = boards::sale();
        board.holdings.clear();
        board.sellers.clear();
        let game = board.public.game.as_mut().expect("a sale has a game");
        (game.game, game.cards) = (game.game + 1, 0);
        seat.known.board = Arc::new(board);
    }
    show(1.0, &mut seat, &[]);
    for (place, key) in (0_u8..).zip(typed) {
        show(2.0 + f64::from(place), &mut seat, std::slice::from_ref(key));
    }
    screen.picture(2.5 + typed.len() as f64, |ui| {
        seat.show(ui, &[], 2.5 + typed.len() as f64);
    })
}

/// The jefe de mesa prints the acta so far, or the sheet of the game; one of two printers has no paper.
fn paper() -> Picture {
    let printer = |name: &str, default, stopped: Option<&str>| Printer {
        name: name.to_string(),
        default,
        stopped: stopped.map(ToString::to_string),
    };
    let printers = vec![printer("HP_Sala", true, None), printer("Ricoh_Oficina", false, Some("Sin papel"))];
    let papers = vec![
        Paper::new("/api/sessions/4/acta.pdf", "acta-4.pdf", "Acta de la sesión 4, hasta ahora"),
        Paper::new("/api/partidas/37/hoja", "hoja-37.pdf", "Hoja de la partida 37"),
    ];
    let (found, stage) = (Some(Ok(Found::Printers(printers))), Stage::Choosing);
    let out = Out { id: 1, way: Way::Print, papers, found, stage, back: None };
    over(&Known { out: Some(out), ..boards::known(boards::draw(20)) }, Over::Paper)
}

/// The jefe de sala looks at a sheet of cards before it is printed.
fn sheet() -> Picture {
    let mut screen = Screen::new(egui::vec2(1280.0, 720.0));
    let mut seat = Seat::new(boards::seated(boards::known(boards::draw(20)), MANAGER));
    let mut paper = None;
    let keys = [Key::F5, Key::Intro, Key::Intro, Key::Intro];
    let typed = ["6", "A17", "1201", "1800"];
    let mut at_s = 0.0;
    for (word, key) in typed.into_iter().zip(keys) {
        let chars = word.chars().map(Typed::Char).collect();
        for typed in [chars, Vec::new(), vec![Typed::Press(key)], vec![Typed::Released]] {
            at_s += SETTLED_S;
            screen.frame(at_s, |ui| {
                let picture = || hall_look::picture::of_png(SHEET, 1_000).expect("it is a PNG");
                let texture = paper.get_or_insert_with(|| {
                    ui.ctx().load_texture("sheet", picture(), egui::TextureOptions::LINEAR)
                });
                for done in seat.show(ui, &typed, at_s) {
                    if let Press::Preview(path) = done.press {
                        let first = caller_console::sheet::first_ink(&picture());
                        let (texture, aspect) = (texture.id(), texture.aspect_ratio());
                        let seen = Ok(SheetPicture { texture, aspect, first });
                        seat.known.sheet = Some(Arc::new(SheetSeen { path, seen }));
                    }
                }
            });
        }
    }
    screen.picture(at_s + SETTLED_S, |ui| {
        seat.show(ui, &[], at_s + SETTLED_S);
    })
}

/// A number that nobody bought was typed in a stop.
fn doubted() -> Picture {
    let char = |c| Typed::Char(c);
    let typed = "1850".chars().map(char).collect();
    let steps = [typed, Vec::new(), vec![Typed::Press(Key::Intro)], vec![Typed::Released]];
    stepped(Seat::new(boards::known(boards::check(Vec::new()))), &steps)
}

/// The cashier, a moment after a prize was paid.
fn paid() -> Picture {
    let mut screen = Screen::new(egui::vec2(1280.0, 720.0));
    let mut seat = Seat::new(boards::seated(boards::known(boards::winners()), CASHIER));
    for at_s in [0.0, 0.1] {
        screen.frame(at_s, |ui| {
            seat.show(ui, &[], at_s);
        });
    }
    let board = Arc::make_mut(&mut seat.known.board);
    board.public.prizes[0].state = PrizeState::Paid;
    board.last_paid_utc_ms = Some(boards::NOW);
    screen.picture(SETTLED_S, |ui| drop(seat.show(ui, &[], SETTLED_S)))
}

/// The jefe de sala of a hall that has people and a matrix, and nothing else yet.
fn new_hall() -> Known {
    let mut known = boards::seated(boards::known(boards::closed()), MANAGER);
    let all = boards::lists();
    let (matrices, rules) = (all.matrices, all.rules);
    known.lists = Arc::new(HallLists { seq: 9, matrices, rules, screens: 2, ..HallLists::default() });
    known.printers = Some(Ok(vec![Printer { name: "HP_Sala".into(), default: true, stopped: None }]));
    known
}

/// The jefe de sala, with a matrix in use and a retired one, which the chosen series is of.
fn matrices() -> Known {
    let mut known = boards::seated(boards::known(boards::idle()), MANAGER);
    let mut lists = (*known.lists).clone();
    lists.matrices.push(boards::retired(2, "Cartones gastados, destruidos ante testigos"));
    lists.series[0].matrix = 2;
    known.lists = Arc::new(lists);
    known
}

/// The jefe de sala among sets of balls in each state; the balls of one may be passing the reader.
fn balls(counting: bool) -> Known {
    let mut board = boards::idle();
    board.ball_count = counting.then(|| BallCount {
        count: 4,
        set: "J1".to_string(),
        by: MANAGER,
        running: true,
        missing: (60..=90).chain([7, 16]).collect(),
        doubled: vec![41],
        ..BallCount::default()
    });
    let mut known = boards::seated(boards::known(board), MANAGER);
    let mut lists = (*known.lists).clone();
    lists.ball_sets = boards::sets();
    lists.ball_sets[2].verdict = Some(SetState::Withdraw);
    known.lists = Arc::new(lists);
    known
}

/// The jefe de sala opens a book of actas.
fn book() -> Picture {
    let typed = ["2", "12/2026", "2/11/2026", "Delegación del Gobierno en Ceuta", "", "1", "200"];
    let keys = [Key::F5, Key::Intro, Key::Intro, Key::Intro, Key::Intro, Key::Intro, Key::Intro];
    filled_in(boards::seated(boards::known(boards::idle()), MANAGER), &typed, &keys)
}

/// The jefe de sala announces the draw that makes the next matrix.
fn draw_announced() -> Picture {
    let typed = ["4", "", "1800", "28/11/2026", "Sorteo de la ONCE del sábado, las cinco cifras"];
    let keys = [Key::F6, Key::F7, Key::Intro, Key::Intro, Key::Intro];
    filled_in(boards::seated(boards::known(boards::idle()), MANAGER), &typed, &keys)
}

/// The day has come: what came out is typed in.
fn draw_taken() -> Picture {
    let mut known = boards::seated(boards::known(boards::idle()), MANAGER);
    let mut lists = (*known.lists).clone();
    lists.key_draw = Some(boards::key_draw(2));
    lists.key_draws_required = true;
    known.lists = Arc::new(lists);
    filled_in(known, &["4", "07324"], &[Key::F6, Key::Intro])
}

/// A console into which words are typed, each followed by its key.
fn filled_in(known: Known, typed: &[&str], keys: &[Key]) -> Picture {
    let mut screen = Screen::new(egui::vec2(1280.0, 720.0));
    let mut seat = Seat::new(known);
    let mut at_s = 0.0;
    for (word, key) in typed.iter().zip(keys) {
        let chars = word.chars().map(Typed::Char).collect();
        for typed in [chars, Vec::new(), vec![Typed::Press(*key)], vec![Typed::Released]] {
            at_s += SETTLED_S;
            screen.frame(at_s, |ui| {
                seat.show(ui, &typed, at_s);
            });
        }
    }
    screen.picture(at_s + SETTLED_S, |ui| {
        seat.show(ui, &[], at_s + SETTLED_S);
    })
}

/// Writes down an inspection of the first set.
fn inspection() -> Picture {
    let char = |c| Typed::Char(c);
    let steps = [
        vec![char('5')],
        vec![Typed::Press(Key::F6)],
        vec![Typed::Released],
        vec![char('1')],
        "P-0231 y P-0232".chars().map(char).collect(),
        vec![Typed::Next],
        "Bola 7 rajada junto al número".chars().map(char).collect(),
        vec![Typed::Next],
        "luis".chars().map(char).collect(),
        vec![Typed::Next],
        "493817".chars().map(char).collect(),
        vec![Typed::Next],
        vec![char('2')],
    ];
    stepped(Seat::new(balls(false)), &steps)
}

/// Three sessions, and what the server says of an export.
fn exporting(exports: Exports, exporting: Option<Exporting>, keys: &[Vec<Typed>]) -> Picture {
    let of = |session: u32, date: &str, closed: bool| SessionRow {
        session,
        date: date.to_owned(),
        opened_at_utc_ms: boards::NOW - 6 * 3_600_000,
        closed_at_utc_ms: closed.then_some(boards::NOW),
        acta: closed,
        copies: 0,
    };
    let sessions = vec![of(4, "2026-11-21", false), of(3, "2026-11-20", true), of(2, "2026-11-19", true)];
    let lists = Arc::new(HallLists { sessions, exporting, ..boards::lists() });
    let known = boards::known(MesaBoard { exports, ..boards::idle() });
    let mut seat = Seat::new(Known { lists, ..boards::seated(known, 1) });
    seat.over = Some(Over::Export);
    stepped(seat, keys)
}

/// One was made, and another is being chosen.
fn export_chosen() -> Picture {
    let place = Some("/media/sala/LLAVE/bombo-exportacion-7-sesion-4".to_owned());
    let made = Exports { no: 7, place, ..Exports::default() };
    exporting(made, None, &[vec![Typed::Down], vec![Typed::Char('1')]])
}

fn export_under_way() -> Picture {
    let exports = Exports { no: 7, under_way: Some([4, 4]), ..Exports::default() };
    exporting(exports, Some(Exporting { words: "Escribiendo el registro".into(), part: 62 }), &[])
}

/// The jefe de mesa and the own key, on this console or still to be made, after these keys.
fn with_key(over: Over, there: bool, typed: &[Typed]) -> Picture {
    let here = KeyHere::Whole { key: boards::KEY, proof: [0; 64], wait: Duration::ZERO };
    let signatures = Some(Arc::new(boards::papers_to_sign_with_keys()));
    let own_key = Some(if there { here } else { KeyHere::None });
    let mut seat = Seat::new(Known { signatures, own_key, ..boards::known(boards::idle()) });
    seat.over = Some(over);
    let mut screen = Screen::new(egui::vec2(1280.0, 720.0));
    let mut at_s = SETTLED_S;
    let keys = typed.iter().map(std::slice::from_ref);
    for keys in std::iter::once(&[][..]).chain(keys) {
        at_s += 0.1;
        screen.frame(at_s, |ui| {
            seat.show(ui, keys, at_s);
        });
    }
    screen.picture(at_s + SETTLED_S, |ui| {
        seat.show(ui, &[], at_s + SETTLED_S);
    })
}

/// The jefe de mesa signs the acta of the last session.
fn signed() -> Picture {
    let signatures = Some(Arc::new(boards::papers_to_sign()));
    let mut seat = Seat::new(Known { signatures, ..boards::known(boards::idle()) });
    seat.over = Some(Over::Sign);
    let mut screen = Screen::new(egui::vec2(1280.0, 720.0));
    let button = |pos, pressed| egui::Event::PointerButton {
        pos,
        button: egui::PointerButton::Primary,
        pressed,
        modifiers: egui::Modifiers::NONE,
    };
    let mut at_s = SETTLED_S;
    let mut happens = |screen: &mut Screen, events: Vec<egui::Event>| {
        at_s += 0.02;
        screen.frame_with(at_s, events, |ui| {
            seat.show(ui, &[], at_s);
        });
    };
    happens(&mut screen, Vec::new());
    // An L with a loop, and a flourish below it.
    let at = |t: f32| egui::pos2(680.0 + 380.0 * t, 490.0 + 55.0 * (t * 17.0).sin() * (1.0 - 0.6 * t));
    let flourish = |t: f32| egui::pos2(700.0 + 330.0 * t, 566.0 - 14.0 * t);
    for line in [&at as &dyn Fn(f32) -> egui::Pos2, &flourish] {
        happens(&mut screen, vec![egui::Event::PointerMoved(line(0.0)), button(line(0.0), true)]);
        for step in 1..=60 {
            happens(&mut screen, vec![egui::Event::PointerMoved(line(step as f32 / 60.0))]);
        }
        happens(&mut screen, vec![button(line(1.0), false)]);
    }
    happens(&mut screen, vec![egui::Event::PointerGone]);
    let at_s = at_s + SETTLED_S;
    screen.picture(at_s, |ui| {
        seat.show(ui, &[], at_s);
    })
}

/// The jefe de mesa takes a set out of use, before a session opens.
fn mesa_balls() -> Picture {
    let mut known = boards::known(boards::closed());
    known.lists = balls(false).lists;
    let char = |c| Typed::Char(c);
    let mut seat = Seat::new(known);
    seat.over = Some(Over::Balls);
    let steps = [
        vec![Typed::Press(Key::F6)],
        vec![Typed::Released],
        vec![char('4')],
        "Bola 7 rajada junto al número".chars().map(char).collect(),
        vec![Typed::Next],
        "J3".chars().map(char).collect(),
    ];
    stepped(seat, &steps)
}

/// The jefe de mesa before a session, while the balls of a set pass the reader.
fn counting_before_opening() -> Known {
    let mut board = boards::closed();
    board.ball_count = balls(true).board.ball_count.clone();
    Known { lists: balls(false).lists, ..boards::known(board) }
}

/// Draws the console after these were typed, one after the other.
fn stepped(mut seat: Seat, steps: &[Vec<Typed>]) -> Picture {
    let mut screen = Screen::new(egui::vec2(1280.0, 720.0));
    let mut at_s = 0.0;
    for typed in steps {
        at_s += SETTLED_S;
        screen.frame(at_s, |ui| {
            seat.show(ui, typed, at_s);
        });
    }
    screen.picture(at_s + SETTLED_S, |ui| {
        seat.show(ui, &[], at_s + SETTLED_S);
    })
}

/// The jefe de sala, and what a set of balls with one that is too light has done.
fn studied() -> Known {
    let mut known = boards::seated(boards::known(boards::idle()), MANAGER);
    known.statistics = Some(Arc::new(boards::statistics(Some(37))));
    known
}

/// A ball machine whose line is not quite clean, during a draw.
fn machine() -> Known {
    Known { machine: Some(Arc::new(boards::machine_seen())), ..boards::known(boards::draw(20)) }
}

/// Between two games, in a hall that has no spare.
fn without_spare() -> Known {
    let mut board = boards::idle();
    board.copies.clear();
    Known { board: Arc::new(board), ..machine() }
}

/// The jefe de sala, in a hall whose spare nobody has tried yet.
fn rehearsal_due() -> Known {
    let mut board = boards::idle();
    board.rehearsal.passed_utc_ms = None;
    boards::seated(boards::known(board), MANAGER)
}

/// A card that was looked up during a draw, by its code.
fn found() -> Known {
    Known { search: boards::card_searched(), ..boards::known(boards::draw(20)) }
}

/// Nothing has been heard for four seconds.
fn lost(mut known: Known) -> Known {
    known.link.connected = false;
    known.link.silent_for = Some(Duration::from_secs(4));
    known
}

/// The server was started on an older copy of its folder.
fn behind(mut known: Known) -> Known {
    let end = |seq| Sighting { epoch: 1, head: Head { seq, hash: Hash([7; 32]) } };
    known.link.connected = false;
    known.link.behind = Some(Behind { verdict: Verdict::Behind, saw: end(5_000), ends: end(4_890) });
    known
}

/// A restored hall: the jefe de mesa reads the last numbers from the paper, up to the cards.
fn numbering() -> Picture {
    let sold = vec![CardNumber { series: "A17".to_string(), card: 480 }];
    let numbering_due =
        Some(NumberingDue { game: 1_234, session: 31, diligencia: 7, sold, asked_by: Some(MANAGER) });
    let board = MesaBoard { epoch: 2, numbering_due, ..boards::closed() };
    let next = || vec![Typed::Next];
    let mut steps = vec![vec![Typed::Char('1')], next(), "1236".chars().map(Typed::Char).collect()];
    steps.extend([next(), next(), next()]);
    stepped(Seat::new(boards::known(board)), &steps)
}

/// The server started with its clock six hours behind: the first says the day and the hour, the second is asked who it is.
fn clock() -> Picture {
    let doubt = ClockDoubt { recorded_utc_ms: boards::NOW + 6 * 3_600_000, asked_by: None };
    let board = MesaBoard { clock_doubt: Some(doubt), ..boards::closed() };
    let word = |text: &str| text.chars().map(Typed::Char).collect::<Vec<_>>();
    let steps = [word("22112026"), vec![Typed::Next], word("0541"), vec![Typed::Next]];
    stepped(Seat::new(boards::known(board)), &steps)
}

/// A disk that is slow and nearly full, and a spare that does not answer, during a draw.
fn server_trouble() -> Known {
    let mut board = boards::draw(20);
    let told = [Told::DiskSlow { ms: 5_200 }, Told::DiskLow { mib: 180 }];
    let says = |lang, told| words::trouble(lang, told);
    board.troubles = told
        .map(|told| Trouble {
            code: told.code().to_string(),
            words: Said { es: says(Lang::Es, told), en: says(Lang::En, told) },
        })
        .to_vec();
    board.copies = vec![RecordCopy {
        folder: "192.168.1.11:7878".to_string(),
        spare: true,
        behind: true,
        lines: 214,
        trouble: Some(CopyTrouble::Missing),
    }];
    boards::known(board)
}

/// Draws the console that knows this, after these characters were typed.
pub fn picture(known: &Known, typed: &str) -> Picture {
    drawn(Seat::new(known.clone()), typed.chars().map(Typed::Char).collect())
}

/// Draws it with this over the view.
fn over(known: &Known, over: Over) -> Picture {
    let mut seat = Seat::new(known.clone());
    seat.over = Some(over);
    let scan = (over == Over::Look(Look::Search)).then(|| Typed::Scan(CODE.to_string()));
    drawn(seat, scan.into_iter().collect())
}

/// Draws it; what is searched for meanwhile is found.
fn drawn(mut seat: Seat, typed: Vec<Typed>) -> Picture {
    let found = seat.known.search.found.clone();
    let mut screen = Screen::new(egui::vec2(1280.0, 720.0));
    // Fonts are there after the first frame.
    for (at_s, typed) in [(0.0, &[][..]), (0.1, &typed), (SETTLED_S, &[])] {
        screen.frame(at_s, |ui| {
            seat.show(ui, typed, at_s);
        });
        seat.known.search.found.clone_from(&found);
    }
    screen.picture(SETTLED_S, |ui| {
        seat.show(ui, &[], SETTLED_S);
    })
}
