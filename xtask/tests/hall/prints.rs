//! Cards on paper, by the programs themselves: progress, cancelling, and a printer or a server that dies.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use hall_wire::message::{HallLists, PrintProgress, PrintingRow, PrintingState, TemplateRow};
use nix::sys::signal::kill;
use nix::unistd::Pid;
use serde_json::json;
use xtask::programs::program;
use xtask::staff::code;

use crate::founding::numbers_of;
use crate::game_sheet::words_of;
use crate::kit::{Hall, Setup, until};

/// A printer that says three pages of ten, leaves half a file and goes on for ever, as long as there is a file `espere` in
/// the hall's folder; without that file it is the printer. `tail` would end with whoever reads its output: nobody does.
const SLOW: &str = r#"#!/bin/sh
dir=$(dirname "$0")
if [ "$1" != cards ] || [ ! -e "$dir/espere" ]; then exec "PRINTER" "$@"; fi
for out; do :; done
cat > /dev/null
echo half > "$(dirname "$out")/.$(basename "$out").$$.tmp"
echo '{"page":3,"of":10}' >&2
echo $$ > "$dir/pid.new" && mv "$dir/pid.new" "$dir/pid"
exec tail -f /dev/null > /dev/null
"#;

/// A hall whose printer can be made slow.
fn hall_with_a_slow_printer(setup: &Setup<'_>) -> Hall {
    let mut hall = Hall::closed(setup);
    let script = hall.dir().join("impresora.sh");
    let text = SLOW.replace("PRINTER", program("card-printer").to_str().expect("a plain path"));
    fs::write(&script, text).expect("the folder can be written");
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).expect("it is ours");
    let settings = hall.dir().join("sala.toml");
    let before = fs::read_to_string(&settings).expect("a hall has settings");
    let printer = format!("[paper]\nprinter = {:?}\n", script.display().to_string());
    let lines = before.lines().filter(|line| !line.starts_with("printer"));
    let after = lines.map(|line| format!("{line}\n")).collect::<String>().replace("[paper]\n", &printer);
    assert_ne!(before, after, "the settings have a part [paper]");
    fs::write(&settings, after).expect("it can be written");
    hall.kill();
    hall.begin();
    hall
}

fn printing(hall: &Hall, number: u32) -> PrintingRow {
    let lists: HallLists = hall.staff.sala.get("/api/hall").expect("the lists");
    lists.printings.into_iter().find(|row| row.printing == number).expect("it was ordered")
}

fn over(hall: &Hall, number: u32) -> PrintingRow {
    until("the end of a printing", || {
        Some(printing(hall, number)).filter(|row| row.state != PrintingState::Ordered)
    })
}

fn is_alive(pid: i32) -> bool {
    kill(Pid::from_raw(pid), None).is_ok()
}

/// Waits until the slow printer is at work; returns its process.
fn at_work(dir: &Path) -> i32 {
    let file = dir.join("pid");
    let text = until("a printer at work", || fs::read_to_string(&file).ok());
    fs::remove_file(file).expect("it is there");
    text.trim().parse().expect("a number")
}

/// The files in the folder of cards, hidden ones too.
fn files(dir: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(dir.join("cartones")) else { return Vec::new() };
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn slow(dir: &Path) -> PathBuf {
    let file = dir.join("espere");
    fs::write(&file, "").expect("it can be written");
    file
}

#[test]
fn a_printing_says_how_far_it_is_and_a_cancelled_one_ends_and_leaves_nothing() {
    let hall = hall_with_a_slow_printer(&Setup { machine: false, ..Setup::default() });
    let dir = hall.dir();
    let wait = slow(&dir);
    hall.must(&hall.staff.sala, "print-cards", &json!({"series": "A17"}));
    let printer = at_work(&dir);
    let progress = until("progress", || printing(&hall, 1).progress);
    assert_eq!(progress, PrintProgress { page: 3, of: 10 });
    assert_eq!(files(&dir).len(), 1, "half a file");
    let early = hall.staff.sala.get_bytes("/api/printings/1/file.pdf").expect_err("no pages yet");
    assert_eq!(code(&early), "impresion-sin-paginas");
    hall.must(&hall.staff.sala, "print-cards", &json!({"series": "A18"}));
    fs::remove_file(wait).expect("it is there");

    hall.must(&hall.staff.sala, "cancel-printing", &json!({"printing": 1}));
    // The next one is printed only when the first has ended.
    let next = over(&hall, 2);
    assert_eq!((next.state, next.pages, next.progress), (PrintingState::Done, Some(10), None));
    assert_eq!(printing(&hall, 1).state, PrintingState::Cancelled);
    assert!(!is_alive(printer), "a cancelled printer ends");
    assert_eq!(files(&dir), ["A18.pdf"]);
    let pages = hall.staff.sala.get_bytes("/api/printings/2/file.pdf").expect("its pages");
    assert_eq!(pages, fs::read(dir.join("cartones/A18.pdf")).expect("the file"));

    // What was cancelled was no paper: the first print of these cards is no copy, the second one is.
    for (number, copy) in [(3, 1), (4, 2)] {
        hall.must(&hall.staff.sala, "print-cards", &json!({"series": "A17"}));
        let row = over(&hall, number);
        assert_eq!((row.state, row.copy), (PrintingState::Done, copy));
    }
    assert_eq!(files(&dir), ["A17-copia-2.pdf", "A17.pdf", "A18.pdf"]);
    let pages = fs::read(dir.join("cartones/A17.pdf")).expect("the file");
    fs::write(dir.join("cartones/A17.pdf"), "otra cosa").expect("it can be written");
    let lost = hall.staff.sala.get_bytes("/api/printings/3/file.pdf").expect_err("another file");
    // `check` would miss them.
    fs::write(dir.join("cartones/A17.pdf"), pages).expect("it can be written");
    assert_eq!(code(&lost), "paginas-perdidas");
    hall.finish();
}

#[test]
fn a_server_that_is_killed_in_a_printing_prints_after_its_start_and_one_that_stops_ends_the_printer() {
    let mut hall = hall_with_a_slow_printer(&Setup { machine: false, ..Setup::default() });
    let dir = hall.dir();
    let wait = slow(&dir);
    hall.must(&hall.staff.sala, "print-cards", &json!({"series": "A17", "first": 7, "last": 12}));
    let orphan = at_work(&dir);
    hall.kill();
    assert_eq!(files(&dir).len(), 1, "half a file");
    hall.begin();
    let again = at_work(&dir);
    assert_eq!(files(&dir).len(), 1, "the half file of before is gone; there is one of now");
    kill(Pid::from_raw(orphan), nix::sys::signal::Signal::SIGKILL).expect("this printer hears nobody");

    let server = hall.server.take().expect("it runs");
    server.stop().expect("it stops in order, and waits for no printer");
    hall.gather();
    assert!(!is_alive(again), "the printer of a server that stops ends");
    assert_eq!(files(&dir), [""; 0], "and leaves nothing");

    fs::remove_file(wait).expect("it is there");
    hall.begin();
    let row = over(&hall, 1);
    assert_eq!((row.state, row.pages, row.copy), (PrintingState::Done, Some(1), 1));
    assert_eq!(files(&dir), ["A17-7-12.pdf"]);
    hall.finish();
}

/// reliability.md E 47: the power goes between the printer and the record. What is on paper and was not sold never wins; what was sold
/// is printed again, and says that it is a copy.
#[test]
fn a_card_that_is_on_paper_and_was_not_sold_never_wins_and_a_sold_one_is_printed_again_as_a_copy() {
    let mut hall = hall_with_a_slow_printer(&Setup { first_out: &[7], ..Setup::default() });
    let dir = hall.dir();
    let wait = slow(&dir);
    let sala = hall.staff.sala.clone();
    hall.must(&sala, "print-cards", &json!({"series": "A17", "first": 1, "last": 12}));
    let printer = at_work(&dir);
    hall.kill();
    kill(Pid::from_raw(printer), nix::sys::signal::Signal::SIGKILL).expect("it is at work");
    fs::remove_file(wait).expect("it is there");
    hall.begin();
    let row = over(&hall, 1);
    assert_eq!((row.state, row.copy), (PrintingState::Done, 1), "what the power cut is printed once");

    hall.keep(&hall.staff.open_session().expect("the session opens"));
    let game = hall.sell(&[("A17", 1, 6)]);
    hall.start(game);
    assert_eq!(hall.balls(game, 5), numbers_of(7)[..5], "card 7 has its line");
    let paper = &hall.tickets.get("A17", 7).code;
    let sung = hall.must(&hall.staff.mesa, "claim", &json!({"game": game, "play": "line", "code": paper}));
    let claim = &sung.events.last().expect("a claim").body;
    assert_eq!(claim["verdict"], json!({"is": "not_sold", "sold_in": null}));
    let accepted = json!({"game": game, "claim": claim["claim"]});
    assert_eq!(hall.refused(&hall.staff.mesa, "accept-claim", &accepted), "canto-no-valido");
    hall.go_on(game);
    hall.to_the_end(game);

    let again = json!({"series": "A17", "first": 1, "last": 6});
    hall.must(&hall.staff.sala, "print-cards", &again);
    let row = over(&hall, 2);
    assert_eq!((row.state, row.copy), (PrintingState::Done, 2));
    let pages = hall.staff.sala.get_bytes("/api/printings/2/file.pdf").expect("its pages");
    if let Some(words) = words_of(&pages, &dir) {
        assert!(words.matches("COPIA 2").count() >= 6, "on each card: {words}");
    }
    let evidence = hall.finish();
    let won =
        evidence.of("play_awarded").flat_map(|row| row.body["winners"].as_array().expect("a list").clone());
    assert!(won.into_iter().all(|winner| winner["card"]["number"].as_u64().is_some_and(|card| card <= 6)));
}

/// A sheet is seen before it is printed, and what is seen is worth nothing.
#[test]
fn a_sheet_is_seen_before_it_is_printed() {
    let hall = Hall::closed(&Setup { machine: false, ..Setup::default() });
    let (dir, sala) = (hall.dir(), &hall.staff.sala);
    let path = |rest: &str| format!("/api/series/A17/preview.png?template={rest}");
    let png = sala.get_bytes(&path("a4-6&first=9&last=10")).expect("a picture");
    assert!(png.starts_with(b"\x89PNG"), "{} bytes", png.len());
    assert_eq!(png, sala.get_bytes(&path("a4-6&first=9&last=10")).expect("again"), "the same each time");
    assert_ne!(png, sala.get_bytes(&path("a4-6&first=9&last=11")).expect("another"));
    let picture = dir.join("muestra.png");
    fs::write(&picture, &png).expect("a file");
    let read = Command::new("zbarimg").args(["-q", "--raw"]).arg(&picture).output();
    if let Ok(read) = read {
        let codes = String::from_utf8_lossy(&read.stdout).into_owned();
        let mut codes: Vec<&str> = codes.lines().collect();
        codes.sort_unstable();
        assert_eq!(codes, ["B1:A17:10:0000000000000000", "B1:A17:9:0000000000000000"]);
    }
    let refused = |client: &hall_wire::link::Client, path: &str| {
        let error = client.get_bytes(path).expect_err("it is refused");
        let hall_wire::link::ClientError::Refused(problem) = error else { panic!("{error}") };
        (problem.status, problem.field.unwrap_or_default())
    };
    for (rest, field) in [
        ("boba", "template"),
        ("a4-6&first=0", "first"),
        ("a4-6&first=9&last=8", "first"),
        ("a4-6&last=999999", "first"),
        ("a4-6&back=true", "back"),
        ("a4-6&first=uno", ""),
    ] {
        assert_eq!(refused(sala, &path(rest)), (400, field.to_owned()), "{rest}");
    }
    assert_eq!(refused(sala, "/api/series/B99/preview.png?template=a4-6").0, 404);
    assert_eq!(refused(&hall.staff.cajero, &path("a4-6")).0, 403);
    let lists: HallLists = sala.get("/api/hall").expect("the lists");
    assert_eq!(lists.printings, [], "a look is no printing");
    hall.finish();
}

#[test]
fn a_printer_that_fails_says_why_and_a_template_that_is_not_there_is_not_ordered() {
    let hall = Hall::closed(&Setup { machine: false, ..Setup::default() });
    let (dir, sala) = (hall.dir(), &hall.staff.sala);
    let own = dir.join("plantillas");
    fs::create_dir_all(&own).expect("a folder");
    fs::write(own.join("boda.toml"), "title = \"De boda\"\n[paper]\ndown = 2\n").expect("a file");
    fs::write(own.join("rota.toml"), "[paper]\ndown = 400\n").expect("a file");
    let rows: Vec<TemplateRow> = sala.get("/api/templates").expect("the templates");
    let told: Vec<(&str, u32, bool)> =
        rows.iter().map(|row| (row.template.as_str(), row.cards, row.fault.is_none())).collect();
    let ours = [("a4-6", 6, true), ("a4-strip", 6, true), ("large-print", 2, true)];
    assert_eq!(told, [&ours[..], &[("boda", 4, true), ("rota", 0, false)]].concat());
    assert_eq!((rows[3].title.as_str(), rows[3].own), ("De boda", true));

    let refused = |template: &str| {
        let body = json!({"series": "A17", "template": template});
        let error = hall.ask(sala, "print-cards", &body).expect_err("it is refused");
        let hall_wire::link::ClientError::Refused(problem) = error else { panic!("{error}") };
        problem
    };
    let unknown = refused("boba");
    assert_eq!((unknown.status, unknown.field.as_deref()), (400, Some("template")));
    assert!(
        unknown.detail.contains("«boba»") && unknown.detail.contains("large-print, boda."),
        "{unknown:?}"
    );
    let broken = refused("rota");
    assert!(broken.detail.contains("plantilla rota, línea 2: «down»"), "{broken:?}");
    assert_eq!(refused("../sala").field.as_deref(), Some("template"));
    let lists: HallLists = sala.get("/api/hall").expect("the lists");
    assert_eq!(lists.printings, [], "nothing was ordered");

    // A folder where the file should be, as a stand-in for any disk that does not take it.
    fs::create_dir_all(dir.join("cartones/A17.pdf")).expect("a folder");
    hall.must(sala, "print-cards", &json!({"series": "A17", "template": "boda"}));
    let row = over(&hall, 1);
    let words = row.words.unwrap_or_default();
    assert_eq!(row.state, PrintingState::Failed);
    assert!(words.contains("no se puede escribir") && !words.contains("{\"page\""), "{words}");
    assert_eq!(files(&dir), ["A17.pdf"], "no half file beside it");
    fs::remove_dir(dir.join("cartones/A17.pdf")).expect("it is empty");
    hall.must(sala, "print-cards", &json!({"series": "A17", "template": "boda"}));
    let row = over(&hall, 2);
    assert_eq!((row.state, row.pages, row.copy), (PrintingState::Done, Some(15), 1));
    hall.finish();
}

/// The largest series there is (issue of cards, point 6): its last cards are printed.
#[test]
fn of_a_series_of_96_000_cards_the_last_six_are_printed() {
    let hall = Hall::closed(&Setup { machine: false, series_size: 96_000, ..Setup::default() });
    let (dir, sala) = (hall.dir(), &hall.staff.sala);
    let order = json!({"series": "A17", "first": 95_995, "last": 96_000, "template": "a4-strip"});
    hall.must(sala, "print-cards", &order);
    let row = over(&hall, 1);
    assert_eq!((row.state, row.pages, row.words), (PrintingState::Done, Some(1), None));
    assert_eq!(files(&dir), ["A17-95995-96000.pdf"]);
    hall.finish();
}
