//! 22 · The whole list of a hall's first days: when it opens by itself, what each line says, and where Intro goes (ADR 89).

mod kit;

use std::sync::Arc;

use caller_console::keys::Key;
use caller_console::known::Known;
use caller_console::papers::{Printer, Trouble};
use caller_console::place::{Look, Over, Turn};
use caller_console::press::Press;
use caller_console::view::help::Topic;
use hall_core::people::Role;
use hall_core::words::Lang;
use hall_wire::board::{
    CameraNow, CameraPost, CopyTrouble, Extractor, HallMachine, MesaBoard, RecordCopy, Sight, VoiceNow,
    VoiceState,
};
use hall_wire::message::{DeviceRow, HallLists};
use kit::{Console, asked, boards};

/// The manager of a hall that was founded a moment ago, and of which the lists have not come yet.
fn just_in() -> Known {
    let mut board = boards::closed();
    board.machine.linked = false;
    board.copies.clear();
    let mut known = boards::seated(boards::known(board), 1);
    let mut people = (*known.people).clone();
    people.retain(|_, member| member.roles.iter().all(|role| *role == Role::JefeDeSala));
    known.people = Arc::new(people);
    known.lists = Arc::new(HallLists::default());
    known
}

fn empty() -> HallLists {
    HallLists { seq: 3, rules: boards::lists().rules, ..HallLists::default() }
}

fn founded() -> Console {
    let mut console = Console::of(just_in());
    console.learn(|known| known.lists = Arc::new(empty()));
    console
}

fn on_board(console: &mut Console, change: impl FnOnce(&mut MesaBoard)) {
    console.learn(|known| change(Arc::make_mut(&mut known.board)));
}

fn in_lists(console: &mut Console, change: impl FnOnce(&mut HallLists)) {
    console.learn(|known| change(Arc::make_mut(&mut known.lists)));
}

fn desk(name: &str) -> DeviceRow {
    DeviceRow { device: 1, name: name.into(), post: "puesto".into(), since_utc_ms: boards::NOW }
}

/// Goes down to the line with this name.
fn chooses(console: &mut Console, line: &str) {
    for _ in 0..12 {
        if console.next().ends_with(&format!(": {line}")) {
            return;
        }
        console.raw(egui::Key::ArrowDown);
    }
    panic!("no line «{line}»: {:#?}", console.labels());
}

/// Closes what has just been opened, once it was seen; in a text `−` is a sign of it, and Escape is none.
fn closes(console: &mut Console) {
    console.wait(1.0);
    console.raw(egui::Key::Escape);
    console.wait(1.0);
}

#[test]
fn it_opens_once_for_the_manager_of_a_hall_that_never_held_a_session() {
    let mut console = Console::of(just_in());
    assert!(!console.says("Puesta en marcha de la sala"), "nothing is known yet");
    console.learn(|known| known.lists = Arc::new(empty()));
    console.must_say("Puesta en marcha de la sala");
    console.must_say("1 de 12 cosas hechas");
    assert_eq!((console.topic(), console.next()), (Topic::Founding, "IR A: Personas".to_owned()));
    console.lawful();
    for lang in [Lang::En, Lang::Es] {
        console.speak(lang);
        console.lawful();
    }
    // Escape is the same key.
    console.raw(egui::Key::Escape);
    assert!(!console.says("de 12 cosas hechas"));
    in_lists(&mut console, |lists| lists.seq = 9);
    console.wait(5.0);
    assert!(!console.says("de 12 cosas hechas"), "once");
    assert!(console.is_on("Puesta en marcha"));
    console.press(Key::F5);
    console.must_say("1 de 12 cosas hechas");
    console.press(Key::Back);
    // Another log-in is another.
    console.goes_out();
    console.comes_in(1);
    console.must_say("1 de 12 cosas hechas");
    // A hall that has held a session is not new, whatever it lacks.
    let mut old = just_in();
    old.lists = Arc::new(HallLists { sessions: boards::lists().sessions, ..empty() });
    console.show(old, None);
    assert!(!console.says("de 12 cosas hechas") && !console.is_on("Puesta en marcha"));
    console.lawful();
}

/// Keys that come while the lists are fetched go where they would have gone.
#[test]
fn it_does_not_come_between_a_hurried_manager_and_what_he_types() {
    for apart_s in [0.03, 0.08, 0.15] {
        let mut console = Console::of(just_in());
        console.slow_desk();
        let mut keys = 0;
        let mut arrive = |console: &mut Console| {
            keys += 1;
            if keys == 3 {
                console.learn(|known| known.lists = Arc::new(empty()));
            }
        };
        console.hurry('3', apart_s, &mut arrive);
        console.hurry_on(2.0, &mut arrive);
        console.press(Key::F5);
        console.type_in("eva");
        assert!(!console.says("de 12 cosas hechas"), "it opened over a form");
        console.must_say("eva");
        // Who moves on the first tab itself is there for something else, too.
        let mut console = Console::of(just_in());
        console.slow_desk();
        console.raw(egui::Key::ArrowDown);
        console.learn(|known| known.lists = Arc::new(empty()));
        console.hurry_on(apart_s, &mut |_| ());
        assert!(!console.says("de 12 cosas hechas"), "it opened over what is there");
        // And over the list itself the digits are those of the tabs.
        let mut console = founded();
        console.must_say("1 de 12 cosas hechas");
        console.hurry('4', apart_s, &mut |_| ());
        console.hurry('⎋', apart_s, &mut |_| ());
        console.hurry('1', apart_s, &mut |_| ());
        console.hurry_on(2.0, &mut |_| ());
        assert!(!console.says("de 12 cosas hechas"), "who went elsewhere has seen it");
        console.lawful();
    }
}

#[test]
fn each_line_says_what_there_is_and_intro_goes_where_it_is_done() {
    let mut console = founded();
    console.must_say("Falta: jefe de mesa, cajero, vendedor-locutor");
    console.press_armed(Key::Intro);
    assert!(
        console.is_on("Nueva persona") && console.says("Usuario"),
        "the form is open: {:?}",
        console.labels()
    );
    closes(&mut console);
    assert!(!console.says("Documento"), "nothing was written in it");
    console.type_in("1");
    console.press(Key::F5);
    chooses(&mut console, "Sala y reglamento");
    console.must_say("Reglamento estatal de 2002");
    assert_eq!(console.press_armed(Key::Intro), [Press::Open(Over::Turn(Turn::Rules))]);
    closes(&mut console);
    console.must_say("de 12 cosas hechas");

    chooses(&mut console, "Puestos");
    console.must_say("Dé de alta éste y después los demás");
    console.press_armed(Key::Intro);
    assert!(console.is_on("Alta de este puesto"), "{:?}", console.labels());
    closes(&mut console);
    in_lists(&mut console, |lists| lists.devices = vec![desk("despacho")]);
    console.type_in("1");
    console.press(Key::F5);
    console.must_say("1 puesto dado de alta");

    console.must_say("Regístrelo: pestaña 5, F5 y F7");
    let machine = HallMachine {
        machine: 1,
        extractor: Extractor::Pneumatic,
        homologation: "H-9".into(),
        maker: None,
        reference: None,
    };
    on_board(&mut console, |board| board.machines = vec![machine]);
    console.must_say("Sin cable: lee el locutor · 1 máquina registrada");
    in_lists(&mut console, |lists| lists.wired = true);
    console.must_say("No se le oye: mire su cable y su corriente");
    on_board(&mut console, |board| board.machine.linked = true);
    console.must_say("Contesta por su cable");
    chooses(&mut console, "Extractor");
    assert_eq!(console.press_armed(Key::Intro), [Press::Open(Over::Look(Look::Machine))]);
    closes(&mut console);

    chooses(&mut console, "Cámara");
    console.must_say("Ninguna todavía: un código para su equipo · pestaña 7");
    let exit = |sight| CameraNow { camera: CameraPost::Exit, sight, since_utc_ms: boards::NOW };
    on_board(&mut console, |board| board.cameras = vec![exit(Sight::Covered)]);
    assert!(!console.says("Se ve la salida de bolas"));
    assert_eq!(console.press_armed(Key::Intro), [Press::Open(Over::Look(Look::Cables))]);
    closes(&mut console);
    on_board(&mut console, |board| board.cameras = vec![exit(Sight::Sees)]);
    console.must_say("Se ve la salida de bolas");
    console.lawful();

    console.must_say("Sin ella canta el locutor");
    for (state, words) in [
        (VoiceState::Speaks, "Habla por la megafonía"),
        (VoiceState::Off, "Está callada, y canta el locutor"),
        (VoiceState::Gone, "No se oye: mire su equipo y el altavoz"),
    ] {
        on_board(&mut console, |board| board.voice = VoiceNow { state, ..VoiceNow::default() });
        console.must_say(words);
        console.lawful();
    }
    on_board(&mut console, |board| board.voice.state = VoiceState::Speaks);
    chooses(&mut console, "Voz");
    assert_eq!(console.press_armed(Key::Intro), [Press::Open(Over::Look(Look::Voice))]);
    closes(&mut console);

    chooses(&mut console, "Segundo disco");
    assert_eq!(console.next(), "FALTA: Segundo disco");
    console.must_say("En el servidor: bombo-instalar, paso 8");
    assert_eq!(console.press_armed(Key::Intro), [], "nothing of it is done at a desk");
    in_lists(&mut console, |lists| lists.backup = Some("/srv/bombo/copias".into()));
    console.must_say("Copias en /srv/bombo/copias");
    let copy = |trouble| RecordCopy {
        folder: "/srv/bombo/registro".into(),
        spare: false,
        behind: false,
        lines: 0,
        trouble,
    };
    on_board(&mut console, |board| board.copies = vec![copy(None)]);
    console.must_say("Copias en /srv/bombo/copias · /srv/bombo/registro");
    on_board(&mut console, |board| board.copies = vec![copy(Some(CopyTrouble::Full))]);
    console.must_say("La copia no va bien");
    console.lawful();
    assert!(asked(&console.press_armed(Key::Intro)).is_empty(), "the list asks for nothing itself");
    closes(&mut console);

    chooses(&mut console, "Impresora");
    console.must_say("Se está buscando");
    assert_eq!(console.press_armed(Key::Intro), [], "a technician puts it there");
    console.learn(|known| known.printers = Some(Err(Trouble::new("sin-impresora", ""))));
    console.must_say("Ninguna en este puesto: el técnico instala CUPS");
    console.learn(|known| known.printers = Some(Ok(vec![printer(Some("Sin papel"))])));
    console.must_say("HP_Sala · parada: Sin papel");
    assert_eq!(console.next(), "FALTA: Impresora");
    console.learn(|known| known.printers = Some(Ok(vec![printer(None)])));
    assert_eq!(console.next(), "HECHO: Impresora");
    console.lawful();
}

fn printer(stopped: Option<&str>) -> Printer {
    Printer { name: "HP_Sala".into(), default: false, stopped: stopped.map(str::to_owned) }
}

#[test]
fn a_regulation_with_a_value_that_nobody_knows_is_not_done() {
    let mut console = founded();
    in_lists(&mut console, |lists| lists.rules.values[1].of_hall = false);
    console.must_say("1 valor sin fijar: mientras tanto cada papel dice BORRADOR");
    console.must_say("0 de 12 cosas hechas");
    console.lawful();
    // All is there: nothing is missing, and Intro still goes to each.
    console.learn(|known| {
        known.people = Arc::clone(&boards::known(boards::closed()).people);
        let mut lists = boards::lists();
        lists.sessions.clear();
        lists.wired = true;
        lists.backup = Some("/srv/copias".into());
        lists.devices = vec![desk("despacho")];
        known.lists = Arc::new(lists);
    });
    on_board(&mut console, |board| {
        board.machine.linked = true;
        board.cameras =
            vec![CameraNow { camera: CameraPost::Exit, sight: Sight::Sees, since_utc_ms: boards::NOW }];
        board.voice = VoiceNow { state: VoiceState::Speaks, ..VoiceNow::default() };
    });
    console.learn(|known| known.printers = Some(Ok(vec![printer(None)])));
    console.must_say("12 de 12 cosas hechas");
    console.lawful();
    chooses(&mut console, "Ensayo");
    assert_eq!(console.next(), "HECHO: Ensayo");
}
