//! Printers through CUPS's programs: `lpstat` lists them, `lp` sends a paper.
//!
//! Their output is forced to English (`LC_ALL=C`) and parsed as Debian 12 (CUPS 2.4.2) prints it. A job counts as
//! printed when it is neither pending nor cancelled. Some printers lose the reason why a job ended: a job that
//! vanishes while its queue is stopped counts as cancelled.

use std::io::{ErrorKind, Read, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::{Printer, Trouble};

/// Timeout of a CUPS program, which may search the network.
const PATIENCE: Duration = Duration::from_secs(20);

/// Interval of polling a running program.
const LOOKS_EVERY: Duration = Duration::from_millis(10);

/// Interval of polling the queue.
const ASKS_EVERY: Duration = Duration::from_millis(300);

/// How long a job is followed; one still queued then needs a person.
const FOLLOWS_FOR: Duration = Duration::from_secs(30 * 60);

/// Output of a program.
struct Said {
    good: bool,
    out: String,
    err: String,
}

/// Runs a CUPS program; `None` if it is not installed.
fn run(program: &str, args: &[&str], stdin: &[u8]) -> Result<Option<Said>, Trouble> {
    let child = Command::new(program)
        .args(args)
        .env("LC_ALL", "C")
        .env_remove("LANGUAGE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(Trouble::new("impresora-fallo", format!("{program}: {error}"))),
    };
    let (mut input, mut out, mut err) = (
        child.stdin.take().expect("it is piped"),
        child.stdout.take().expect("it is piped"),
        child.stderr.take().expect("it is piped"),
    );
    let (status, out, err) = std::thread::scope(|scope| {
        scope.spawn(move || {
            // The program may close its stdin early; its status tells.
            let _ = input.write_all(stdin);
        });
        let out = scope.spawn(move || text(&mut out));
        let err = scope.spawn(move || text(&mut err));
        let end = Instant::now() + PATIENCE;
        let status = loop {
            match child.try_wait() {
                Ok(Some(status)) => break Some(status),
                Ok(None) if Instant::now() < end => std::thread::sleep(LOOKS_EVERY),
                Ok(None) | Err(_) => {
                    let _ = child.kill();
                    let _ = child.wait();
                    break None;
                }
            }
        };
        (status, out.join().unwrap_or_default(), err.join().unwrap_or_default())
    });
    match status {
        Some(status) => Ok(Some(Said { good: status.success(), out, err })),
        None => Err(Trouble::new("impresora-muda", program)),
    }
}

fn text(from: &mut impl Read) -> String {
    let mut bytes = Vec::new();
    let _ = from.read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The printers, the default first.
///
/// # Errors
/// When CUPS is not installed, not running, or has no printer.
pub fn printers() -> Result<Vec<Printer>, Trouble> {
    let none = || Trouble::new("sin-impresora", "");
    let names = run("lpstat", &["-e"], b"")?.ok_or_else(none)?;
    let names: Vec<&str> = names.out.lines().map(str::trim).filter(|name| !name.is_empty()).collect();
    if names.is_empty() {
        let runs = run("lpstat", &["-r"], b"")?.is_some_and(|said| said.out.contains("is running"));
        return Err(if runs { none() } else { Trouble::new("sin-cups", "") });
    }
    let states = run("lpstat", &["-d", "-p", "-a"], b"")?.ok_or_else(none)?.out;
    let default = states.lines().find_map(|line| line.strip_prefix("system default destination: "));
    let mut printers: Vec<Printer> = names
        .into_iter()
        .map(|name| Printer {
            name: name.to_string(),
            default: default == Some(name),
            stopped: stopped(&states, name),
        })
        .collect();
    printers.sort_by_key(|printer| !printer.default);
    Ok(printers)
}

/// Why a printer is stopped, from the output of `lpstat -p -a`: the reason is on the next line.
fn stopped(states: &str, name: &str) -> Option<String> {
    let heads = [format!("printer {name} disabled since "), format!("{name} not accepting requests since ")];
    let mut lines = states.lines();
    lines.find(|line| heads.iter().any(|head| line.starts_with(head)))?;
    let reason = lines.next().filter(|line| line.starts_with('\t')).map_or("", str::trim);
    Some(reason.trim_end_matches('.').to_string())
}

/// Sends a paper to a printer. Returns the job's id, such as `HP-12`.
///
/// # Errors
/// When CUPS refuses it.
pub fn send(printer: &str, copies: u32, title: &str, bytes: &[u8]) -> Result<String, Trouble> {
    let copies = copies.to_string();
    let said = run("lp", &["-d", printer, "-n", &copies, "-t", title, "-"], bytes)?
        .ok_or_else(|| Trouble::new("sin-impresora", ""))?;
    let id = said.out.split_whitespace().skip_while(|word| *word != "is").nth(1);
    match id.filter(|_| said.good) {
        Some(id) => Ok(id.to_string()),
        None if said.err.contains("not accepting") => Err(Trouble::new("impresora-parada", printer)),
        None => {
            let why = said.err.trim().trim_start_matches("lp: ").to_string();
            Err(Trouble::new("impresora-fallo", format!("{printer}: {why}")))
        }
    }
}

/// Follows a job until it is printed; calls `waits` when the reason for a stopped printer changes.
///
/// # Errors
/// When the job was cancelled or failed.
pub fn follow(printer: &str, id: &str, waits: &dyn Fn(Option<String>)) -> Result<(), Trouble> {
    let end = Instant::now() + FOLLOWS_FOR;
    let mut told: Option<Option<String>> = None;
    while Instant::now() < end {
        let waiting = run("lpstat", &["-W", "not-completed", "-o", printer], b"")?;
        let Some(waiting) = waiting.filter(|said| said.good) else {
            return Err(Trouble::new("impresora-perdida", printer));
        };
        if job(&waiting.out, id).is_none() {
            return ended(printer, id);
        }
        let now = why_stopped(printer)?;
        if told.as_ref() != Some(&now) {
            waits(now.clone());
            told = Some(now);
        }
        std::thread::sleep(ASKS_EVERY);
    }
    Err(Trouble::new("impresora-espera", printer))
}

/// Why a printer is stopped now.
fn why_stopped(printer: &str) -> Result<Option<String>, Trouble> {
    let states = run("lpstat", &["-p", printer, "-a", printer], b"")?;
    Ok(states.and_then(|said| stopped(&said.out, printer)))
}

/// How a job that left the queue ended.
fn ended(printer: &str, id: &str) -> Result<(), Trouble> {
    let done = run("lpstat", &["-l", "-W", "completed", "-o", printer], b"")?;
    let about = done.as_ref().and_then(|said| job(&said.out, id)).unwrap_or_default();
    if about.contains("abort") {
        return Err(Trouble::new("impresora-fallo", printer));
    }
    if about.contains("job-completed-successfully") {
        return Ok(());
    }
    // A stopped queue has printed nothing.
    if about.contains("cancel") || why_stopped(printer)?.is_some() {
        return Err(Trouble::new("impresora-cancelado", printer));
    }
    Ok(())
}

/// The entry of a job in the output of `lpstat -o`: its line and the indented ones below.
fn job(list: &str, id: &str) -> Option<String> {
    let mut lines = list.lines().skip_while(|line| line.split_whitespace().next() != Some(id));
    let first = lines.next()?;
    let rest = lines.take_while(|line| line.starts_with(char::is_whitespace));
    Some(std::iter::once(first).chain(rest).collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
#[path = "printer_tests.rs"]
mod tests;
