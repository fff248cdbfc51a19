//! Cards that another maker made are taken in at the console (24.6): the file is found, read and checked here, and sent with the
//! maker's name; a file with a fault gives no cards, and every fault is told with its line.

mod kit;

use std::path::Path;
use std::time::{Duration, Instant};

use caller_console::bar::Next;
use caller_console::cards_file::{Act, CardsFile, Intake, News, Stage};
use caller_console::intake::Intakes;
use caller_console::keys::Key;
use caller_console::known::Known;
use caller_console::place::Over;
use caller_console::press::Press;
use hall_wire::link::Client;
use kit::{Console, boards, problem};

fn file(name: &str) -> CardsFile {
    CardsFile { path: format!("/media/STICK/{name}").into(), place: "STICK".to_owned(), bytes: 812_345 }
}

fn known(stage: Option<Stage>, files: Option<Vec<CardsFile>>) -> Known {
    let mut intake =
        Intake { files, file: stage.is_some().then(|| file("serie-a.csv")), ..Intake::default() };
    stage.into_iter().for_each(|stage| intake.hears(News::Stage(stage)));
    Known { intake, ..boards::seated(boards::known(boards::closed()), 1) }
}

fn page(stage: Option<Stage>) -> Console {
    Console::over(known(stage, Some(vec![file("serie-a.csv"), file("serie-b.json")])), Over::TakeIn)
}

#[test]
fn it_is_opened_from_the_series_by_the_sala() {
    let mut console = Console::of(boards::seated(boards::known(boards::closed()), 1));
    console.type_in("4");
    console.press(Key::F5);
    console.lawful();
    assert_eq!(console.press(Key::F8), [Press::Open(Over::TakeIn)]);
    assert_eq!(console.lies_over(), Some(Over::TakeIn));
    console.lawful();
    console.must_say("BUSCANDO…");
    console.learn(|known| known.intake.files = Some(Vec::new()));
    console.must_say("Meta el lápiz USB con el fichero del fabricante");
    console.lawful();
}

#[test]
fn a_file_is_chosen_read_named_and_sent() {
    let mut console = page(None);
    console.raw(egui::Key::ArrowDown);
    assert_eq!(console.next(), "LEER serie-b.json");
    console.lawful();
    assert_eq!(console.press_armed(Key::Intro), [Press::Cards(Act::Read(file("serie-b.json")))]);
    console.must_say("Leyendo y comprobando");
    assert!(matches!(console.bar().next, Next::Wait(_)));
    console.lawful();
    console.learn(|known| known.intake.hears(News::Stage(Stage::Read { cards: 9_000, equal_lines: 2 })));
    console.must_say("9.000 cartones, ninguno igual");
    console.must_say("2 líneas están en más de un cartón");
    assert!(matches!(console.bar().next, Next::Missing { .. }), "nobody is said to have made them");
    assert!(console.press_armed(Key::Intro).iter().all(|press| !matches!(press, Press::Cards(_))));
    console.type_in("Cartones Ortiz, S. L.");
    console.lawful();
    assert_eq!(console.next(), "DAR ENTRADA A 9.000 CARTONES");
    let sent = console.press_armed(Key::Intro);
    assert_eq!(sent, [Press::Cards(Act::Send("Cartones Ortiz, S. L.".to_owned()))]);
    console.must_say("Enviando al servidor");
    console.lawful();
    let taken = Stage::Taken { cards: 9_000, maker: "Cartones Ortiz, S. L.".to_owned() };
    console.learn(|known| known.intake.hears(News::Stage(taken)));
    console.must_say("9.000 cartones de Cartones Ortiz, S. L.");
    console.must_say("dé de alta su serie");
    console.lawful();
    console.press_armed(Key::Intro);
    assert_eq!(console.lies_over(), None);
}

/// A file that was read is not lost by a key too many, and another may be chosen.
#[test]
fn what_was_read_is_left_on_purpose() {
    let mut console = page(Some(Stage::Read { cards: 600, equal_lines: 0 }));
    console.must_say("Tampoco hay dos líneas iguales.");
    console.press(Key::Back);
    assert_eq!(console.lies_over(), Some(Over::TakeIn), "it is asked first");
    assert_eq!(console.press(Key::F5), [Press::Cards(Act::Forget)]);
    assert_eq!(console.next(), "LEER serie-a.csv");
}

#[test]
fn every_fault_is_told_with_its_line_and_nothing_is_stored() {
    let faults =
        (2..42).map(|line| format!("Línea {line}: el cartón {} tiene 14 números.", line - 1)).collect();
    let mut console = page(Some(Stage::Faulty { faults, more: 120 }));
    console.must_say("El fichero tiene 160 errores");
    console.must_say("Línea 2: el cartón 1 tiene 14 números.");
    console.must_say("No se ha guardado ningún cartón.");
    console.must_say("más");
    console.lawful();
    // The maker mends it, and it is read again.
    assert_eq!(console.next(), "LEER serie-a.csv");
}

#[test]
fn why_the_server_took_none_is_said_in_its_own_words() {
    let detail = "Cartón 12: es el 34 de la matriz 2, que la sala ya tiene.\nY 8 más.";
    let failed = Stage::Failed(problem("fichero-de-cartones", "El fichero no sirve", detail));
    let mut console = page(Some(failed));
    console.must_say("No se ha guardado ningún cartón");
    console.must_say("es el 34 de la matriz 2");
    console.must_say("Y 8 más.");
    console.lawful();
}

/// The server was being started: what was read is sent again, with the name that was written.
#[test]
fn what_was_not_answered_is_sent_again_with_one_key() {
    let mut console = page(Some(Stage::Read { cards: 600, equal_lines: 0 }));
    console.type_in("Ortiz");
    let sent = [Press::Cards(Act::Send("Ortiz".to_owned()))];
    assert_eq!(console.press_armed(Key::Intro), sent);
    let gone = problem("sin-respuesta", "no hay respuesta del servidor", "no hay respuesta del servidor");
    console.learn(|known| known.intake.hears(News::Stage(Stage::Failed(gone))));
    console.must_say("No se ha guardado ningún cartón");
    console.lawful();
    assert_eq!(console.press_armed(Key::Intro), sent);
}

/// What the threads tell, until one of these.
fn told(intakes: &Intakes, end: impl Fn(&News) -> bool) -> Vec<News> {
    let until = Instant::now() + Duration::from_secs(60);
    let mut all = Vec::new();
    while Instant::now() < until {
        if let Ok(news) = intakes.news.recv_timeout(Duration::from_secs(1)) {
            let is_end = end(&news);
            all.push(news);
            if is_end {
                return all;
            }
        }
    }
    panic!("no end: {all:?}");
}

fn intakes(folder: &Path) -> Intakes {
    Intakes::new(folder.join("none"), folder.to_owned(), || {})
}

fn nobody() -> Client {
    Client::new("http://127.0.0.1:9").with_patience(Duration::from_millis(10))
}

fn read(intakes: &Intakes, path: &Path) -> Stage {
    let bytes = std::fs::metadata(path).map_or(0, |about| about.len());
    let file = CardsFile { path: path.to_owned(), place: "papeles".to_owned(), bytes };
    intakes.act(Act::Read(file), nobody());
    let is_end = |news: &News| matches!(news, News::Stage(stage) if !matches!(stage, Stage::Reading(..)));
    let Some(News::Stage(stage)) = told(intakes, is_end).pop() else { panic!("a stage ends it") };
    stage
}

const CARD: &str = "1,15,20,35,72,80,19,44,51,63,75,2,56,65,77,86\n";

#[test]
fn files_are_found_in_the_desk_s_folder_and_read_whole_or_not_at_all() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(folder.path().join("Ortiz")).expect("a folder in it");
    let write = |name: &str, text: &[u8]| std::fs::write(folder.path().join(name), text).expect("written");
    write("Ortiz/serie.csv", CARD.as_bytes());
    write("cortado.csv", b"1,15,20,35,72");
    write("nota.pdf", b"%PDF");
    write(".oculto.csv", CARD.as_bytes());
    let intakes = intakes(folder.path());
    intakes.act(Act::Look, nobody());
    let found = told(&intakes, |news| matches!(news, News::Files(_))).pop();
    let Some(News::Files(files)) = found else { panic!("files were looked for") };
    let mut names: Vec<String> = files.iter().map(CardsFile::name).collect();
    names.sort();
    assert_eq!(names, ["cortado.csv", "serie.csv"]);

    assert_eq!(
        read(&intakes, &folder.path().join("Ortiz/serie.csv")),
        Stage::Read { cards: 1, equal_lines: 0 }
    );
    let Stage::Faulty { faults, more: 0 } = read(&intakes, &folder.path().join("cortado.csv")) else {
        panic!("it is cut in the middle")
    };
    assert!(faults[0].starts_with("Línea 1"), "{faults:?}");
    // The stick is pulled out before it is read.
    let Stage::Failed(gone) = read(&intakes, &folder.path().join("fuera.csv")) else { panic!("it is gone") };
    assert_eq!(gone.code, "fichero-no-se-lee");
    // Nothing faulty is ever sent.
    intakes.act(Act::Send("Ortiz".to_owned()), nobody());
    let is_end = |news: &News| matches!(news, News::Stage(Stage::Failed(_)));
    let Some(News::Stage(Stage::Failed(none))) = told(&intakes, is_end).pop() else {
        panic!("nothing is sent")
    };
    assert_eq!(none.code, "fichero-no-se-lee");
}

/// The stick is pulled out while it is read: the file is open, and its bytes do not come.
#[test]
fn what_was_read_until_the_stick_went_is_no_file() {
    let folder = tempfile::tempdir().expect("a folder");
    // What opens and cannot be read, as a file of a stick that is gone.
    std::fs::create_dir(folder.path().join("serie.csv")).expect("a folder of that name");
    let intakes = intakes(folder.path());
    let Stage::Failed(gone) = read(&intakes, &folder.path().join("serie.csv")) else { panic!("it is gone") };
    assert_eq!(gone.code, "fichero-no-se-lee");
}

#[test]
fn regulations_are_found_where_files_are_and_read_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let shipped = include_str!("../../profiles/estatal-2002.toml");
    let write = |name: &str, text: &[u8]| std::fs::write(folder.path().join(name), text).expect("written");
    write("a-ceuta.toml", shipped.as_bytes());
    write("b-cortado.toml", &shipped.as_bytes()[..200]);
    write(
        "c-latino.toml",
        b"title = \"Reglamento de Canarias, versi\xF3n 2\"\nvalid_from = \"2027-01-01\"\n",
    );
    write("d-largo.toml", format!("{shipped}{}", "#".repeat(64 << 10)).as_bytes());
    write("serie.csv", CARD.as_bytes());
    let intakes = intakes(folder.path());
    intakes.act(Act::LookForProfiles, nobody());
    let found = told(&intakes, |news| matches!(news, News::Profiles(_))).pop();
    let Some(News::Profiles(files)) = found else { panic!("regulations were looked for") };
    let names: Vec<String> = files.iter().map(|file| file.name()).collect();
    assert_eq!(names, ["a-ceuta.toml", "b-cortado.toml", "c-latino.toml", "d-largo.toml"]);
    assert!(files[1..].iter().all(|file| file.profile.is_none()), "{files:?}");
    let profile = files[0].profile.as_ref().expect("the canary");
    assert_eq!((profile.text.as_str(), profile.valid_from.as_str()), (shipped, "2002-10-01"));
}

/// What was read is sent though the stick is out by then; without a server it may be sent again.
#[test]
fn a_server_that_does_not_answer_loses_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("serie.csv");
    std::fs::write(&path, CARD).expect("written");
    let intakes = intakes(folder.path());
    assert_eq!(read(&intakes, &path), Stage::Read { cards: 1, equal_lines: 0 });
    std::fs::remove_file(&path).expect("it was there");
    for _ in 0..2 {
        intakes.act(Act::Send("Ortiz".to_owned()), nobody());
        let news = told(&intakes, |news| matches!(news, News::Stage(Stage::Failed(_))));
        let Some(News::Stage(Stage::Failed(why))) = news.last() else { panic!("nobody answers") };
        assert_eq!(why.code, "sin-respuesta");
    }
}
