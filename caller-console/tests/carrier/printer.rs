//! Printers, behind programs that say what those of CUPS 2.4.2 said on Debian 12 when they were asked
//! the same. The product finds them as it finds the real ones: on the PATH.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use caller_console::papers::carrier::Carrier;
use caller_console::papers::{Found, PaperNews, Printer, Stage, Taking, To, Trouble, Way};
use caller_console::press::Paper;

use crate::{next, server, stages};

const LPSTAT: &str = r#"#!/bin/sh
cd "$(dirname "$0")" || exit 1
echo "$*" >> asked
[ "$LC_ALL" = C ] || { echo "impresora HP_Sala inactiva"; exit 0; }
case "$1" in
  -e) cat names; [ -s names ] || echo "lpstat: No destinations added." >&2; exit 0 ;;
  -r) cat runs; exit 0 ;;
  -d|-p) cat states; exit 0 ;;
  -W) # not-completed: the next of the pages that were laid out, the last one again and again.
    turn=$(($(cat turn 2>/dev/null || echo 0) + 1)); echo "$turn" > turn
    [ -e "queue.$turn" ] || turn=$(ls queue.* | sed 's/.*\.//' | sort -n | tail -1)
    [ -e "states.$turn" ] && cp "states.$turn" states
    cat "queue.$turn"; exit 0 ;;
  -l) cat done 2>/dev/null; exit 0 ;;
esac
exit 1
"#;

const LP: &str = r#"#!/bin/sh
cd "$(dirname "$0")" || exit 1
printf '%s|' "$@" > said
cat > taken
[ -e refuses ] && { cat refuses >&2; exit 1; }
echo "request id is $2-7 (0 file(s))"
"#;

const IDLE: &str = "system default destination: HP_Sala
printer HP_Sala is idle.  enabled since Mon Nov 23 20:34:40 2026
printer Ricoh disabled since Mon Nov 23 20:35:02 2026 -
\tSin papel
HP_Sala accepting requests since Mon Nov 23 20:34:40 2026
Ricoh accepting requests since Mon Nov 23 20:34:40 2026
";

const STOPPED: &str = "printer HP_Sala disabled since Mon Nov 23 20:35:02 2026 -
\tPaper jam
HP_Sala accepting requests since Mon Nov 23 20:34:40 2026
";

const WAITS: &str = "HP_Sala-7               sala              1024   Mon Nov 23 20:35:01 2026\n";

/// Lays programs and what they say into a folder. The pages of the queue are shown one after the other.
fn cups(folder: &Path, queue: &[&str], more: &[(&str, &str)]) {
    for (name, text) in [("lpstat", LPSTAT), ("lp", LP)] {
        fs::write(folder.join(name), text).expect("it is written");
        fs::set_permissions(folder.join(name), fs::Permissions::from_mode(0o755)).expect("it is ours");
    }
    let usual = [("names", "Ricoh\nHP_Sala\n"), ("runs", "scheduler is running\n"), ("states", IDLE)];
    for (name, text) in usual.iter().chain(more) {
        fs::write(folder.join(name), text).expect("it is written");
    }
    for (turn, page) in queue.iter().enumerate() {
        fs::write(folder.join(format!("queue.{}", turn + 1)), page).expect("it is written");
    }
}

/// The programs are found on the PATH, which is the process's own: the part runs in one of its own.
fn in_own_process(part: &str, folder: &Path) {
    let path = format!("{}:/usr/bin:/bin", folder.display());
    let ran = Command::new(std::env::current_exe().expect("this program has a file"))
        .args(["--exact", &format!("printer::{part}"), "--ignored", "--nocapture"])
        .env("PATH", path)
        .env("LANG", "es_ES.UTF-8")
        .env_remove("LC_ALL")
        .output()
        .expect("this program runs again");
    let out = String::from_utf8_lossy(&ran.stdout);
    assert!(
        ran.status.success() && out.contains("1 passed"),
        "{out}{}",
        String::from_utf8_lossy(&ran.stderr)
    );
}

/// What a part says on its last line; the process that started it reads it.
fn found() -> Result<Found, Trouble> {
    let carrier = Carrier::new("/".into(), || ());
    carrier.look(Way::Print);
    match next(&carrier) {
        PaperNews::Found(Way::Print, found) => found,
        other @ (PaperNews::Found(Way::Usb, _) | PaperNews::Stage { .. }) => panic!("{other:?}"),
    }
}

fn carried(bytes: &[u8]) -> Vec<Stage> {
    let carrier = Carrier::new("/".into(), || ());
    let paper = Paper::new("/api/sessions/1/acta.pdf", "acta-1.pdf", "Acta de la sesión 1");
    let to = To::Printer { name: "HP_Sala".to_string(), copies: 3 };
    carrier.carry(server::of(bytes.to_vec()), Taking { id: 1, paper, to });
    let stages = stages(&carrier);
    let after = stages.into_iter().skip_while(|stage| !matches!(stage, Stage::Sending { .. }));
    after.collect()
}

fn hp() -> String {
    "HP_Sala".to_string()
}

fn failed(code: &str) -> impl Fn(&Stage) -> bool {
    let code = code.to_string();
    move |stage| matches!(stage, Stage::Failed(trouble) if trouble.code == code)
}

#[test]
#[ignore = "a part of the test of the same name, in a process of its own"]
fn part_finds_them() {
    let printer = |name: &str, default, stopped: Option<&str>| Printer {
        name: name.to_string(),
        default,
        stopped: stopped.map(ToString::to_string),
    };
    let both = vec![printer("HP_Sala", true, None), printer("Ricoh", false, Some("Sin papel"))];
    assert_eq!(found(), Ok(Found::Printers(both)));
}

#[test]
fn printers_are_found_the_default_first_and_a_stopped_one_says_why() {
    let folder = tempfile::tempdir().expect("a folder");
    cups(folder.path(), &[], &[]);
    in_own_process("part_finds_them", folder.path());
}

#[test]
#[ignore = "a part of the test of the same name, in a process of its own"]
fn part_finds_none() {
    let code =
        fs::read_to_string(std::env::var("PATH").expect("it is set").replace(":/usr/bin:/bin", "/expected"));
    assert_eq!(found().expect_err("no printer").code, code.expect("the test says it"));
}

#[test]
fn no_cups_one_that_does_not_run_and_one_without_printers_are_told_apart() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("expected"), "sin-impresora").expect("it is written");
    in_own_process("part_finds_none", folder.path());
    cups(folder.path(), &[], &[("names", "")]);
    in_own_process("part_finds_none", folder.path());
    fs::write(folder.path().join("runs"), "scheduler is not running\n").expect("it is written");
    fs::write(folder.path().join("expected"), "sin-cups").expect("it is written");
    in_own_process("part_finds_none", folder.path());
}

#[test]
#[ignore = "a part of the test of the same name, in a process of its own"]
fn part_prints() {
    let told = carried(&server::paper(300_000));
    let queued =
        |stopped: Option<&str>| Stage::Queued { printer: hp(), stopped: stopped.map(ToString::to_string) };
    let expected = [
        Stage::Sending { printer: hp() },
        queued(None),
        queued(None),
        queued(Some("Paper jam")),
        queued(None),
        Stage::Printed { printer: hp() },
    ];
    assert_eq!(told, expected);
}

#[test]
fn a_paper_is_printed_only_when_it_has_left_the_queue_and_a_jam_is_told_meanwhile() {
    let folder = tempfile::tempdir().expect("a folder");
    let states = [("states.2", STOPPED), ("states.3", IDLE)];
    cups(folder.path(), &[WAITS, WAITS, WAITS, ""], &states);
    in_own_process("part_prints", folder.path());
    let said = fs::read_to_string(folder.path().join("said")).expect("lp was called");
    assert_eq!(said, "-d|HP_Sala|-n|3|-t|Acta de la sesión 1|-|");
    assert_eq!(fs::read(folder.path().join("taken")).expect("lp was called"), server::paper(300_000));
}

#[test]
#[ignore = "a part of the test of the same name, in a process of its own"]
fn part_is_printed() {
    let told = carried(b"%PDF");
    assert_eq!(told.last(), Some(&Stage::Printed { printer: hp() }), "{told:?}");
}

#[test]
fn a_queue_that_starts_again_and_prints_at_once_is_not_taken_for_one_that_was_emptied() {
    let folder = tempfile::tempdir().expect("a folder");
    let done = format!("{WAITS}\tStatus: \n\tAlerts: processing-to-stop-point\n\tqueued for HP_Sala\n");
    let states = [("done", done.as_str()), ("states", STOPPED), ("states.2", IDLE)];
    cups(folder.path(), &[WAITS, ""], &states);
    in_own_process("part_is_printed", folder.path());
}

#[test]
#[ignore = "a part of the test of the same name, in a process of its own"]
fn part_is_cancelled() {
    let told = carried(b"%PDF");
    assert!(told.last().is_some_and(failed("impresora-cancelado")), "{told:?}");
}

#[test]
fn a_job_that_was_taken_off_the_queue_was_not_printed() {
    let folder = tempfile::tempdir().expect("a folder");
    let done = format!("{WAITS}\tStatus: \n\tAlerts: job-canceled-by-user\n\tqueued for HP_Sala\n");
    cups(folder.path(), &[WAITS, ""], &[("done", &done)]);
    in_own_process("part_is_cancelled", folder.path());
    // CUPS 2.4.2 says this of a cancelled job and of a printed one alike; the queue stood still.
    let folder = tempfile::tempdir().expect("a folder");
    let done = format!("{WAITS}\tStatus: \n\tAlerts: processing-to-stop-point\n\tqueued for HP_Sala\n");
    cups(folder.path(), &[WAITS, ""], &[("done", &done), ("states", STOPPED)]);
    in_own_process("part_is_cancelled", folder.path());
}

#[test]
#[ignore = "a part of the test of the same name, in a process of its own"]
fn part_is_refused() {
    let told = carried(b"%PDF");
    let expected =
        fs::read_to_string(std::env::var("PATH").expect("it is set").replace(":/usr/bin:/bin", "/expected"));
    assert!(told.last().is_some_and(failed(&expected.expect("the test says it"))), "{told:?}");
}

#[test]
fn a_queue_that_takes_nothing_and_a_job_that_fails_say_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let refuses = "lp: Destination \"HP_Sala\" is not accepting jobs.\n";
    cups(folder.path(), &[], &[("refuses", refuses), ("expected", "impresora-parada")]);
    in_own_process("part_is_refused", folder.path());
    cups(
        folder.path(),
        &[],
        &[("refuses", "lp: Error - The printer or class does not exist.\n"), ("expected", "impresora-fallo")],
    );
    in_own_process("part_is_refused", folder.path());
    fs::remove_file(folder.path().join("refuses")).expect("it is there");
    let done = format!("{WAITS}\tStatus: Filter failed\n\tAlerts: aborted-by-system\n\tqueued for HP_Sala\n");
    cups(folder.path(), &[""], &[("done", &done), ("expected", "impresora-fallo")]);
    in_own_process("part_is_refused", folder.path());
}
