//! The machine's state in words wherever balls come, and the technician's page.

mod kit;

use hall_core::machine::Fault;
use std::sync::Arc;

use caller_console::keys::Key;
use caller_console::known::MachineSeen;
use caller_console::place::{Look, Over};
use caller_console::press::Press;
use caller_console::view::copies;
use hall_wire::board::{CopyTrouble, Machine, MesaBoard, Mode, Play, PublicBoard, RecordCopy, Rehearsal};
use hall_wire::message::{Intervals, MachineLine, MachineNow};
use kit::{Console, asked_one, boards};

const PAGE: Over = Over::Look(Look::Machine);

fn looking(seen: MachineSeen) -> Console {
    let mut console = Console::over(boards::known(boards::draw(20)), PAGE);
    console.learn(|known| known.machine = Some(Arc::new(seen)));
    console
}

#[test]
fn the_machines_state_stands_in_words_in_a_draw_and_in_a_hold() {
    let machine = |mode, faults: &[Fault]| Machine {
        linked: true,
        mode,
        faults: faults.to_vec(),
        ..Machine::default()
    };
    let open = |machine| Machine { door_open: true, ..machine };
    let rows = [
        (machine(Some(Mode::Run), &[]), "EN MARCHA", "RUNNING"),
        (machine(Some(Mode::Stop), &[]), "EN REPOSO", "AT REST"),
        (machine(Some(Mode::Hold), &[]), "EN ESPERA", "PAUSED"),
        (machine(Some(Mode::Load), &[]), "RECOGIENDO BOLAS", "RETURNING BALLS"),
        (machine(Some(Mode::Fault), &[]), "AVERÍA", "FAULT"),
        (machine(None, &[]), "SIN NOTICIAS", "NO WORD YET"),
        // A jam is one even while the machine says that it stands.
        (open(machine(Some(Mode::Stop), &[Fault::Jam])), "ATASCO", "JAM"),
        (open(machine(Some(Mode::Stop), &[])), "PUERTA ABIERTA", "DOOR OPEN"),
        (machine(None, &[Fault::Multiple]), "VARIAS BOLAS", "SEVERAL BALLS"),
        (machine(None, &[Fault::Returned]), "BOLA DEVUELTA", "BALL RETURNED"),
        (machine(None, &[Fault::Blower]), "AVERÍA: SOPLADOR", "BLOWER FAULT"),
        (machine(None, &[Fault::Sensor]), "AVERÍA: SENSOR", "SENSOR FAULT"),
        (machine(None, &[Fault::Power]), "FALLO ELÉCTRICO", "POWER FAULT"),
        (Machine::default(), "SIN ENLACE", "LINK LOST"),
    ];
    let (kind, why) = boards::HOLDS[4];
    for (machine, spanish, english) in rows {
        for board in [boards::draw(20), boards::ball_on_table(20), boards::held(kind, why)] {
            let board = MesaBoard { machine: machine.clone(), ..board };
            let mut console = Console::of(boards::known(board));
            console.must_say(spanish);
            console.lawful();
            let mut console = console.in_english();
            console.must_say(english);
            console.lawful();
        }
    }
}

/// Where the view is about something else, the machine has a line: also what a hall sees only then.
#[test]
fn the_machines_state_stands_beside_a_claim_a_sale_and_an_opening() {
    let good = boards::claim(Play::Line, 1507, "good");
    let boards = [
        ("opening", boards::closed()),
        ("next sale", boards::idle()),
        ("sale", boards::sale()),
        ("totals", boards::totals()),
        ("a card is awaited", boards::check(Vec::new())),
        ("a verdict", boards::check(vec![good])),
        ("question", boards::question()),
        ("suspended", boards::suspended()),
    ];
    for (name, board) in boards {
        println!("{name}");
        let jam = Machine { linked: true, faults: vec![Fault::Jam], ..Machine::default() };
        for (machine, spanish, english) in
            [(jam, "ATASCO", "JAM"), (Machine::default(), "SIN ENLACE", "LINK LOST")]
        {
            let mut console = Console::of(boards::known(MesaBoard { machine, ..board.clone() }));
            console.must_say("Máquina");
            console.must_say(spanish);
            console.lawful();
            let mut console = console.in_english();
            console.must_say(english);
            console.lawful();
        }
    }
}

#[test]
fn those_who_work_with_the_machine_open_its_page_from_the_cables() {
    let mut console = Console::of(boards::known(boards::closed()));
    for (at, board) in boards::every() {
        for (person, may) in [(1, true), (2, true), (3, true), (5, false), (9, true)] {
            console.show(boards::seated(boards::known(board.clone()), person), None);
            console.press(Key::F10);
            console.press(Key::F5);
            let over = if may { PAGE } else { Over::Look(Look::Cables) };
            assert_eq!(console.lies_over(), Some(over), "{at}, person {person}");
        }
    }
}

#[test]
fn the_page_tells_the_line_and_counts_the_last_bytes_age_on() {
    let mut console = Console::over(boards::known(boards::draw(20)), PAGE);
    console.must_say("Preguntando al servidor");
    console.learn(|known| known.machine = Some(Arc::new(boards::machine_seen())));
    for words in [
        "EN MARCHA",
        "hace 0,4 s",
        "Tramas malas: 3",
        "9.811",
        "148.230 · 92",
        "Controlador: blp1",
        "Línea: 9600 8N1",
        "5F3A91C2",
        "conectores",
        "Intervalos: 54",
        "2,0 s",
        "bola 31.ª",
        "Intervalos: 402",
    ] {
        console.must_say(words);
    }
    console.lawful();
    console.learn(|known| known.now_utc_ms += 184_600);
    console.must_say("hace 3 min 05 s");
    console.must_say("no dicen nada");
    console.lawful();
    let mut console = console.in_english();
    console.must_say("3 min 05 s ago");
    console.lawful();
}

/// The second reader's line stands beside the machine's, with what to look at for each (reliability.md C-5).
#[test]
fn two_lines_stand_beside_each_other() {
    let mut console = looking(boards::machine_with_second());
    for words in [
        "Máquina · Segundo lector",
        "Tramas malas: 3 · 0",
        "Tramas buenas: 9.811 · 402",
        "hace 0,4 s · hace 2 min 01 s",
        "Controlador: blp1 · extractora-levante",
        "Encendido de la máquina: 5F3A91C2",
        "usb-Prolific",
        "Máquina: Si las tramas malas",
        "Segundo lector: La línea va bien.",
    ] {
        console.must_say(words);
    }
    console.lawful();
    console.in_english().lawful();

    // Whatever is wrong with both, it has room.
    let mut seen = boards::machine_with_second();
    for line in [&mut seen.now.line, &mut seen.now.second].into_iter().flatten() {
        (line.held_ms, line.bad, line.frames) = (8_000_000, 1_234_567, 12_345_678);
        (line.bytes, line.discarded, line.gaps, line.duplicates) = (1_234_567_890, 12_345_678, 123, 123_456);
    }
    let mut console = looking(seen);
    console.must_say("Segundo lector: Ha mandado más");
    console.lawful();
    console.in_english().lawful();
    // A hall that has the second reader and no machine yet.
    let mut seen = boards::machine_with_second();
    seen.now.line = None;
    let mut console = looking(seen);
    console.must_say("no tiene máquina");
    console.must_say("Controlador: extractora-levante");
    console.lawful();
}

#[test]
fn the_page_says_what_to_look_at_first() {
    let line = |change: fn(&mut MachineLine)| {
        let mut seen = boards::machine_seen();
        change(seen.now.line.as_mut().expect("a line"));
        seen
    };
    let rows = [
        (line(|line| line.bad = 0), "La línea va bien."),
        (line(|line| line.frames = 0), "el controlador de sala.toml"),
        (line(|line| line.heard_ms = None), "no ha llegado ni un byte"),
        (line(|line| (line.bad, line.held_ms) = (0, 41_000)), "se le ha hecho esperar 41 s"),
        // Who has no heartbeat may be silent for as long as it likes.
        (
            line(|line| (line.bad, line.heard_ms, line.silent_ms) = (0, Some(900_000), None)),
            "La línea va bien.",
        ),
        (line(|line| line.heard_ms = Some(3_001)), "no dicen nada"),
        (line(|line| line.complaint = Some("sin permiso para abrir el puerto".into())), "sin permiso"),
        (MachineSeen { now: MachineNow::default(), ..boards::machine_seen() }, "no tiene máquina"),
        (
            MachineSeen { intervals: Intervals::default(), ..boards::machine_seen() },
            "Aún no hay dos bolas seguidas",
        ),
    ];
    for (seen, words) in rows {
        let mut console = looking(seen);
        console.must_say(words);
        console.lawful();
        console.in_english().lawful();
    }
}

#[test]
fn parada_is_alive_over_the_page_and_takes_it_away() {
    let mut console = looking(boards::machine_seen());
    assert_eq!(asked_one(&console.press(Key::Stop))[0].0, "stop");
    assert_eq!(console.lies_over(), None);
    let mut console = looking(boards::machine_seen());
    assert_eq!(console.press(Key::Back), [Press::Close]);
}

/// A mark at the mesa and in the sala while a copy of the record is behind, and what to do on the technician's page.
#[test]
fn a_copy_of_the_record_that_is_behind_is_marked_and_told_in_words() {
    let copy = |trouble| RecordCopy {
        folder: "/media/copia".to_string(),
        spare: false,
        behind: true,
        lines: 1234,
        trouble,
    };
    let rows = [
        (None, "COPIA ATRASADA", "su disco es lento", "COPY BEHIND"),
        (Some(CopyTrouble::Missing), "COPIA CON FALLO", "Conéctelo", "COPY IN TROUBLE"),
        (Some(CopyTrouble::SameDisk), "COPIA CON FALLO", "no está montado", "COPY IN TROUBLE"),
        (Some(CopyTrouble::OtherHall), "COPIA CON FALLO", "de otra sala", "COPY IN TROUBLE"),
        (Some(CopyTrouble::Full), "COPIA CON FALLO", "está lleno", "COPY IN TROUBLE"),
        (Some(CopyTrouble::Failing), "COPIA CON FALLO", "falla", "COPY IN TROUBLE"),
        (Some(CopyTrouble::Ahead), "COPIA: PARE Y AVISE", "que al registro le faltan", "COPY: STOP AND CALL"),
        (Some(CopyTrouble::Rewritten), "COPIA: PARE Y AVISE", "está cambiado", "COPY: STOP AND CALL"),
    ];
    for (trouble, mark, words, english) in rows {
        let board = MesaBoard { copies: vec![copy(trouble)], ..boards::draw(20) };
        let mut console = Console::of(boards::known(board.clone()));
        console.must_say(mark);
        console.lawful();
        let console = console.in_english();
        console.must_say(english);
        let mut console = Console::over(boards::known(board), PAGE);
        for said in ["/media/copia", words, "1.234 líneas"] {
            console.must_say(said);
        }
        console.lawful();
    }
    // The spare, on another computer.
    for (trouble, words) in [
        (None, "la red son lentos"),
        (Some(CopyTrouble::Missing), "no contesta"),
        (Some(CopyTrouble::Failing), "su clave"),
    ] {
        let copy = RecordCopy { spare: true, folder: "192.168.1.11:7878".to_owned(), ..copy(trouble) };
        let board = MesaBoard { copies: vec![copy], ..boards::draw(20) };
        let mut console = Console::of(boards::known(board.clone()));
        console.must_say("SIN RESERVA");
        console.lawful();
        console.in_english().must_say("NO SPARE");
        let mut console = Console::over(boards::known(board), PAGE);
        for said in ["Reserva 192.168.1.11:7878", words, "1.234 líneas"] {
            console.must_say(said);
        }
        console.lawful();
    }
    // One that follows is no news.
    let fine = RecordCopy { behind: false, lines: 0, ..copy(None) };
    let copies = vec![fine, boards::spare()];
    let console = Console::of(boards::known(MesaBoard { copies, ..boards::draw(20) }));
    assert!(!console.says("COPIA") && !console.says("RESERVA"));
}

/// Told wherever the mesa and the sala are, in a colour that alarms nobody; with what to do on the technician's page.
#[test]
fn a_hall_that_has_no_spare_is_told_without_alarm() {
    for (at, board) in boards::every() {
        println!("{at}");
        let board = MesaBoard { copies: Vec::new(), ..board };
        for person in [1, 2] {
            let mut console = Console::of(boards::seated(boards::known(board.clone()), person));
            console.must_say("SIN RESERVA");
            console.lawful();
            console.in_english().must_say("NO SPARE");
        }
        let cashier = Console::of(boards::seated(boards::known(board.clone()), 5));
        assert!(!cashier.says("SIN RESERVA"), "the till can do nothing about it");
    }
    let board = MesaBoard { copies: Vec::new(), ..boards::idle() };
    assert_eq!(copies::mark(&boards::known(board.clone())).map(|mark| mark.alert), Some(false));
    let mut console = Console::over(boards::known(board.clone()), PAGE);
    console.must_say("«El equipo de reserva»");
    console.lawful();
    assert_eq!(console.press(Key::F6), [], "there is nothing to rehearse");
    console.in_english().lawful();
    // One that is there and does not answer is an alarm; a hall for demonstration has nothing to lose.
    let missing = RecordCopy { behind: true, trouble: Some(CopyTrouble::Missing), ..boards::spare() };
    let broken = MesaBoard { copies: vec![missing], ..board.clone() };
    assert_eq!(copies::mark(&boards::known(broken)).map(|mark| mark.alert), Some(true));
    let demo = PublicBoard { demo: true, ..board.public.clone() };
    assert_eq!(copies::mark(&boards::known(MesaBoard { public: demo, ..board })), None);
}

/// Once a month somebody has it show that it would work: due on the list of the jefe de sala, and a key on the technician's
/// page (DECISIONS 41).
#[test]
fn the_spare_rehearses_when_a_month_is_over_and_between_two_games() {
    let day = 86_400_000;
    let rehearsed = |days_ago: i64| Rehearsal {
        passed_utc_ms: Some(boards::NOW - days_ago * day),
        ..Rehearsal::default()
    };
    let with = |rehearsal: Rehearsal, board| MesaBoard { rehearsal, ..board };
    // Not yet.
    let mut console = Console::over(boards::known(with(rehearsed(31), boards::idle())), PAGE);
    console.must_say("Último ensayo correcto: 21-10-2026");
    assert!(!console.says("Toca ensayarla"));
    assert_eq!(asked_one(&console.press(Key::F6))[0].0, "rehearse-spare", "it may be done at any time");
    let sala = |board| Console::of(boards::seated(boards::known(board), 1));
    assert!(!sala(with(rehearsed(31), boards::idle())).says("Toca ensayar"));
    // Due.
    let never = Rehearsal::default();
    let late = Rehearsal { passed_utc_ms: Some(boards::NOW - 31 * day - 1), ..Rehearsal::default() };
    for due in [never.clone(), late] {
        let mut console = Console::over(boards::known(with(due.clone(), boards::idle())), PAGE);
        console.must_say("Toca ensayarla: pulse F6");
        console.lawful();
        console.in_english().must_say("A rehearsal is due");
        let mut console = sala(with(due.clone(), boards::idle()));
        console.must_say("Toca ensayar el equipo de reserva");
        console.lawful();
        assert_eq!(asked_one(&console.press_armed(Key::Intro))[0].0, "rehearse-spare");
        // Nobody is asked for it in a game.
        assert!(!sala(with(due.clone(), boards::draw(20))).says("Toca ensayar"));
        let mut console = Console::over(boards::known(with(due, boards::draw(20))), PAGE);
        console.must_say("con la partida acabada");
        assert_eq!(console.press(Key::F6), []);
    }
    // Under way, and not passed.
    let under_way = Rehearsal { under_way: true, ..never.clone() };
    let mut console = Console::over(boards::known(with(under_way.clone(), boards::idle())), PAGE);
    console.must_say("Se está ensayando");
    assert_eq!(console.press(Key::F6), []);
    assert!(!sala(with(under_way, boards::idle())).says("Toca ensayar"));
    let failed = Rehearsal {
        failed: Some("no tiene la línea 41207, que el servidor ya tiene".to_owned()),
        ..rehearsed(60)
    };
    let mut console = Console::over(boards::known(with(failed, boards::idle())), PAGE);
    console.must_say("El último ensayo falló: la reserva no tiene la línea 41207");
    console.lawful();
    console.in_english().lawful();
    // The caller looks, and may not.
    let seated = boards::seated(boards::known(with(never, boards::idle())), 3);
    let mut console = Console::over(seated, PAGE);
    assert_eq!(console.press(Key::F6), []);
}
