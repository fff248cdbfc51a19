//! Papers leave the program: from every view that has one, with one key each, and the dialog says how
//! far it is in words that are true.

mod kit;

use caller_console::bar::Next;
use caller_console::keys::Key;
use caller_console::known::Desk;
use caller_console::papers::{Found, PaperNews, Printer, Stage, Stick, Taking, To, Trouble, Way};
use caller_console::place::{Look, Over};
use caller_console::press::{Paper, Press};
use caller_console::sound::Sound;
use hall_wire::message::PrintingState;
use kit::{Console, boards};

fn printer(name: &str, default: bool, stopped: Option<&str>) -> Printer {
    Printer { name: name.to_string(), default, stopped: stopped.map(ToString::to_string) }
}

fn two_printers() -> Result<Found, Trouble> {
    Ok(Found::Printers(vec![
        printer("HP_Sala", true, None),
        printer("Ricoh_Oficina", false, Some("Sin papel")),
    ]))
}

fn stick(name: &str, read_only: bool) -> Stick {
    Stick {
        name: name.to_string(),
        folder: format!("/media/{name}").into(),
        free_bytes: 3_210_000_000,
        read_only,
    }
}

/// The jefe de sala at the tab of the printings, with the first printing of the list that is made.
fn at_printings() -> Console {
    let known = boards::seated(boards::known(boards::idle()), 1);
    let mut console = Console::of(known);
    console.type_in("6");
    let row = console.known().lists.printings.iter().position(|row| row.state == PrintingState::Done);
    (0..row.expect("one is made")).for_each(|_| drop(console.raw(egui::Key::ArrowDown)));
    console
}

fn press_of(console: &mut Console, key: Key) -> Option<(Way, Vec<Paper>)> {
    let bar = console.bar();
    let press = bar.press_of(key)?.clone();
    let Press::Out(way, papers) = press else { panic!("{} does {press:?}", key.cap()) };
    Some((way, papers))
}

fn taking(console: &mut Console) -> Taking {
    match console.bar().next {
        Next::Do(act) => {
            let Press::Take(taking) = act.press else { panic!("Intro takes no paper: {:?}", act.press) };
            taking
        }
        other @ (Next::Wait(_) | Next::Missing { .. }) => panic!("no paper can be taken: {other:?}"),
    }
}

fn missing(console: &mut Console) -> String {
    match console.bar().next {
        Next::Missing { what, .. } => what,
        other @ (Next::Do(_) | Next::Wait(_)) => panic!("nothing is missing: {other:?}"),
    }
}

#[test]
fn every_view_with_a_paper_has_one_key_to_print_it_and_one_for_usb() {
    // The view, and its papers by their files.
    let (draw, idle) = (|| boards::known(boards::draw(20)), || boards::known(boards::idle()));
    let (manager, inspector) = (|known| boards::seated(known, 1), |known| boards::seated(known, 9));
    let actas = Some(Over::Look(Look::Acta));
    let (acta, both) = (&["acta-4.pdf"][..], &["acta-4.pdf", "hoja-37.pdf"][..]);
    let rows = [
        ("F4 at the mesa, in a draw", draw(), actas, "", both),
        ("the inspector, in a draw", inspector(draw()), None, "", both),
        ("the inspector, an older session", inspector(idle()), None, "2", acta),
        ("Hoy", manager(idle()), None, "1", acta),
        ("Partidas", manager(idle()), None, "2", acta),
        ("Series", manager(idle()), None, "4", &["certificado-matriz-1.pdf"][..]),
    ];
    let mut console = Console::of(draw());
    for (at, known, over, digits, files) in rows {
        console.show(known, over);
        console.type_in(digits);
        for (key, way) in [(Key::Print, Way::Print), (Key::Usb, Way::Usb)] {
            let Some((does, papers)) = press_of(&mut console, key) else { panic!("{at}: no {}", key.cap()) };
            assert_eq!(does, way, "{at}");
            let names: Vec<&str> = papers.iter().map(|paper| paper.file.as_str()).collect();
            assert_eq!(names, files, "{at}");
            assert!(papers.iter().all(|paper| !paper.title.is_empty() && paper.path.starts_with("/api/")));
        }
        console.lawful();
        console.speak(hall_core::words::Lang::En);
        console.lawful();
    }
    let mut console = at_printings();
    let (_, papers) = press_of(&mut console, Key::Print).expect("cards can be printed");
    assert_eq!(papers[0].file, "cartones-A17-601-1200-copia-2.pdf");
    console.lawful();
}

#[test]
fn a_paper_is_printed_with_two_keys_and_the_dialog_goes_back_to_where_it_was() {
    let mut console = Console::of(boards::known(boards::draw(20)));
    console.slow_desk();
    console.press(Key::F4);
    console.press(Key::Print);
    assert_eq!(console.lies_over(), Some(Over::Paper));
    assert_eq!(missing(&mut console), "buscando…");
    console.lawful();
    console.told(PaperNews::Found(Way::Print, two_printers()));
    console.must_say("HP_Sala · la de siempre");
    console.must_say("Ricoh_Oficina · parada: Sin papel");
    console.lawful();
    console.type_in("3");
    let taking = taking(&mut console);
    assert_eq!(taking.to, To::Printer { name: "HP_Sala".to_string(), copies: 3 });
    console.press_armed(Key::Intro);
    let [Press::Take(sent)] = &console.outside()[..] else { panic!("nothing was sent off") };
    assert_eq!(*sent, taking);
    let id = taking.id;
    let hp = || "HP_Sala".to_string();
    let stages = [
        (Stage::Fetching { have: 1_300_000, of: Some(2_600_000) }, "Llegan 1,3 MB de 2,6 MB"),
        (Stage::Sending { printer: hp() }, "Enviando a HP_Sala…"),
        (Stage::Queued { printer: hp(), stopped: None }, "En la cola de HP_Sala"),
        (
            Stage::Queued { printer: hp(), stopped: Some("Sin papel".to_string()) },
            "En la cola de HP_Sala, que está parada",
        ),
        (Stage::Printed { printer: hp() }, "Impreso en HP_Sala"),
    ];
    for (stage, words) in stages {
        let over = stage.is_over();
        console.told(PaperNews::Stage { id, paper: taking.paper.clone(), stage });
        console.must_say(words);
        console.lawful();
        assert_eq!(matches!(console.bar().next, Next::Wait(_)), !over, "{words}");
    }
    console.press_armed(Key::Intro);
    assert_eq!(console.lies_over(), Some(Over::Look(Look::Acta)), "back to the actas");
}

#[test]
fn copies_are_one_unless_said_and_none_is_refused() {
    let mut console = at_printings();
    console.press(Key::Print);
    console.told(PaperNews::Found(Way::Print, two_printers()));
    assert_eq!(taking(&mut console).to, To::Printer { name: "HP_Sala".to_string(), copies: 1 });
    console.type_in("0");
    assert_eq!(missing(&mut console), "diga cuántas copias, de 1 a 99");
    console.raw(egui::Key::Backspace);
    console.raw(egui::Key::ArrowDown);
    assert_eq!(taking(&mut console).to, To::Printer { name: "Ricoh_Oficina".to_string(), copies: 1 });
}

#[test]
fn the_printer_of_the_last_time_is_offered_again() {
    let mut console = at_printings();
    console.learn(|known| known.settings.printer = Some("Ricoh_Oficina".to_string()));
    console.press(Key::Print);
    console.told(PaperNews::Found(Way::Print, two_printers()));
    assert!(matches!(taking(&mut console).to, To::Printer { name, .. } if name == "Ricoh_Oficina"));
    console.slow_desk();
    console.raw(egui::Key::ArrowUp);
    console.press_armed(Key::Intro);
    assert_eq!(console.known().settings.printer.as_deref(), Some("HP_Sala"));
}

#[test]
fn a_desk_without_a_printer_says_so_and_usb_and_opening_are_a_key_away() {
    let mut console = at_printings();
    console.press(Key::Print);
    console.told(PaperNews::Found(Way::Print, Err(Trouble::new("sin-impresora", ""))));
    console.must_say("Este puesto no tiene impresora.");
    assert!(console.says("Guarde el papel en USB o ábralo"));
    console.lawful();
    assert!(matches!(console.bar().press_of(Key::F6), Some(Press::Paper(_))));
    console.press(Key::Usb);
    assert_eq!(console.lies_over(), Some(Over::Paper));
    console.told(PaperNews::Found(Way::Usb, Err(Trouble::new("sin-usb", ""))));
    console.must_say("No hay ningún USB puesto.");
    // One that is put in appears by itself.
    console.told(PaperNews::Found(
        Way::Usb,
        Ok(Found::Sticks(vec![stick("KINGSTON", false), stick("VIEJO", true)])),
    ));
    console.must_say("KINGSTON · 3,2 GB libres");
    console.lawful();
    assert!(matches!(taking(&mut console).to, To::Stick { name, .. } if name == "KINGSTON"));
    console.raw(egui::Key::ArrowDown);
    assert_eq!(missing(&mut console), "sólo lectura");
    console.press(Key::Back);
    assert_eq!(console.lies_over(), None);
}

#[test]
fn impresa_is_said_once_the_printer_took_it_and_not_before() {
    let mut console = at_printings();
    console.slow_desk();
    console.must_say("PDF LISTO");
    assert!(!console.says("IMPRESA"));
    console.press(Key::Print);
    console.told(PaperNews::Found(Way::Print, two_printers()));
    console.press_armed(Key::Intro);
    let [Press::Take(taking)] = &console.outside()[..] else { panic!("nothing was sent off") };
    let (id, paper) = (taking.id, taking.paper.clone());
    let tell = |stage| PaperNews::Stage { id, paper: paper.clone(), stage };
    console.told(tell(Stage::Queued { printer: "HP_Sala".to_string(), stopped: None }));
    console.press(Key::Back);
    assert!(!console.says("IMPRESA"), "it waits in the queue");
    assert!(console.told(tell(Stage::Printed { printer: "HP_Sala".to_string() })), "the desk remembers it");
    console.must_say("IMPRESO:");
    console.must_say("IMPRESA");
    console.must_say("PDF LISTO");
    console.lawful();
    // Another hall has a printing of the same number.
    console.learn(|known| {
        let lists = std::sync::Arc::make_mut(&mut known.lists);
        lists.printings.iter_mut().for_each(|row| row.ordered_at_utc_ms += 1);
    });
    assert!(!console.says("IMPRESA"));
}

#[test]
fn every_end_finds_room_in_both_languages_and_a_failed_one_is_heard_and_tried_again() {
    let codes = [
        "no-llega-papel",
        "impresora-parada",
        "impresora-fallo",
        "impresora-muda",
        "impresora-perdida",
        "impresora-espera",
        "impresora-cancelado",
        "usb-fuera",
        "usb-lleno",
        "usb-solo-lectura",
        "usb-distinto",
        "usb-fallo",
    ];
    for english in [false, true] {
        let mut console = at_printings();
        if english {
            console = console.in_english();
        }
        console.slow_desk();
        console.press(Key::Print);
        console.told(PaperNews::Found(Way::Print, two_printers()));
        console.press_armed(Key::Intro);
        let [Press::Take(taking)] = &console.outside()[..] else { panic!("nothing was sent off") };
        let (id, paper) = (taking.id, taking.paper.clone());
        console.sounds();
        for code in codes {
            let detail = "Impresora_de_la_oficina_de_arriba: No such file or directory (os error 2)";
            let stage = Stage::Failed(Trouble::new(code, detail));
            console.told(PaperNews::Stage { id, paper: paper.clone(), stage });
            console.lawful();
            assert_eq!(console.sounds(), [Sound::Refused], "{code}");
        }
        let (stick, file) = ("KINGSTON".to_string(), paper.file.clone());
        for stage in
            [Stage::Writing { have: 128_000, of: 2_600_000 }, Stage::Comparing, Stage::Kept { stick, file }]
        {
            console.told(PaperNews::Stage { id, paper: paper.clone(), stage });
            console.lawful();
        }
        assert_eq!(console.says("Ya puede sacar el USB"), !english);
        console.told(PaperNews::Stage {
            id,
            paper,
            stage: Stage::Failed(Trouble::new("usb-lleno", "KINGSTON")),
        });
        console.press_armed(Key::Intro);
        assert_eq!(console.lies_over(), Some(Over::Paper), "again");
        assert!(matches!(console.bar().next, Next::Missing { .. }), "it looks anew");
    }
}

#[test]
fn a_stop_takes_the_dialog_off_the_screen_and_the_paper_goes_on() {
    let mut console = Console::of(boards::known(boards::draw(20)));
    console.slow_desk();
    console.press(Key::F4);
    console.press(Key::Usb);
    console.told(PaperNews::Found(Way::Usb, Ok(Found::Sticks(vec![stick("KINGSTON", false)]))));
    console.press_armed(Key::Intro);
    let [Press::Take(taking)] = &console.outside()[..] else { panic!("nothing was sent off") };
    let (id, paper) = (taking.id, taking.paper.clone());
    console.press(Key::Stop);
    assert_eq!(console.lies_over(), None);
    console.told(PaperNews::Stage { id, paper: paper.clone(), stage: Stage::Comparing });
    console.must_say("PAPEL EN CAMINO:");
    let (stick, file) = ("KINGSTON".to_string(), paper.file.clone());
    console.told(PaperNews::Stage { id, paper, stage: Stage::Kept { stick, file } });
    console.must_say("USB LISTO:");
    assert_eq!(console.known().desk, Desk::Mesa);
}

#[test]
fn progress_of_a_paper_hides_no_refusal() {
    let mut console = at_printings();
    let paper = Paper::new("/api/x.pdf", "x.pdf", "Un papel");
    console.refuse("no-procede", "No procede", "Espere.");
    console.told(PaperNews::Stage { id: 0, paper: paper.clone(), stage: Stage::Comparing });
    console.must_say("No procede");
    console.told(PaperNews::Stage { id: 0, paper, stage: Stage::Opened("/tmp/x.pdf".into()) });
    console.must_say("EL PAPEL ESTÁ EN");
}

#[test]
fn sounds_go_off_and_on_with_a_key_that_is_remembered() {
    let mut console = Console::of(boards::known(boards::idle()));
    console.press(Key::F1);
    console.lawful();
    assert!(console.is_on("Silencio"));
    console.press(Key::F7);
    assert_eq!(console.outside(), [Press::Sounds]);
    assert!(console.known().settings.quiet && console.is_on("Sonidos"));
    console.press(Key::F7);
    assert!(!console.known().settings.quiet);
}

#[test]
fn what_is_pressed_and_what_comes_is_heard() {
    let mut console = Console::of(boards::known(boards::draw(20)));
    console.slow_desk();
    console.step();
    assert!(console.sounds().is_empty());
    console.learn(|known| known.board = std::sync::Arc::new(boards::ball_on_table(20)));
    console.step();
    assert_eq!(console.sounds(), [Sound::BallWaiting]);
    console.learn(|known| known.board = std::sync::Arc::new(boards::check(Vec::new())));
    console.step();
    assert_eq!(console.sounds(), [Sound::Sang], "another desk stopped the draw");
    console.scan("B1:A17:1506:0123456789ABCDEF");
    console.grant();
    console.step();
    assert!(!console.sounds().contains(&Sound::Sang), "its own card");
    console.refuse("no-procede", "No procede", "Espere.");
    console.step();
    assert_eq!(console.sounds(), [Sound::Refused]);
    console.lost(4);
    console.step();
    assert_eq!(console.sounds(), [Sound::LineLost]);
    // A refused scan is heard each time, and not only the first.
    let mut console = Console::of(boards::known(boards::idle()));
    for _ in 0..2 {
        console.scan("B1:A17:1506:0123456789ABCDEF");
        console.step();
        assert_eq!(console.sounds(), [Sound::Refused]);
    }
}
