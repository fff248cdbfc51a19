//! Printers, through the programs every CUPS brings: `lpstat` says what there is, `lp` takes a paper.
//!
//! They speak English whatever the desk's language is (`LC_ALL=C`); what they say on Debian 12 (CUPS
//! 2.4.2) is what is read here. The printer took a paper when its job is no longer waiting or being
//! printed and was not cancelled. CUPS forgets why a job ended on some printers: one that vanishes
//! while its queue is stopped was cancelled, and is told so.

use std::io::{ErrorKind, Read, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::{Printer, Trouble};

/// How long a program of CUPS may take: one on the network is looked for.
const PATIENCE: Duration = Duration::from_secs(20);

/// How often a running program is looked at.
const LOOKS_EVERY: Duration = Duration::from_millis(10);

/// How often the queue is asked.
const ASKS_EVERY: Duration = Duration::from_millis(300);

/// How long a paper is followed: what waits longer in the queue waits for somebody.
const FOLLOWS_FOR: Duration = Duration::from_secs(30 * 60);

/// What a program said.
struct Said {
    good: bool,
    out: String,
    err: String,
}

/// Runs a program of CUPS; none where there is no such program.
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
            // A program that has heard enough closes its end; what it thinks of it, its status says.
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

/// Returns the printers, the default first.
///
/// # Errors
/// Where there is no CUPS, it does not run, or has no printer.
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

/// Returns why a printer takes nothing, of what `lpstat -p -a` says: the reason stands in the next line.
fn stopped(states: &str, name: &str) -> Option<String> {
    let heads = [format!("printer {name} disabled since "), format!("{name} not accepting requests since ")];
    let mut lines = states.lines();
    lines.find(|line| heads.iter().any(|head| line.starts_with(head)))?;
    let reason = lines.next().filter(|line| line.starts_with('\t')).map_or("", str::trim);
    Some(reason.trim_end_matches('.').to_string())
}

/// Gives a paper to a printer and returns the number of its job, as in `HP-12`.
///
/// # Errors
/// When CUPS does not take it.
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

/// Follows a job until the printer took it; `waits` is told, each time it changes, why the printer
/// takes nothing.
///
/// # Errors
/// When it was cancelled, or the printer could not do it.
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

/// Returns why a printer takes nothing at this moment.
fn why_stopped(printer: &str) -> Result<Option<String>, Trouble> {
    let states = run("lpstat", &["-p", printer, "-a", printer], b"")?;
    Ok(states.and_then(|said| stopped(&said.out, printer)))
}

/// Says how a job ended that waits no more.
fn ended(printer: &str, id: &str) -> Result<(), Trouble> {
    let done = run("lpstat", &["-l", "-W", "completed", "-o", printer], b"")?;
    let about = done.as_ref().and_then(|said| job(&said.out, id)).unwrap_or_default();
    if about.contains("abort") {
        return Err(Trouble::new("impresora-fallo", printer));
    }
    if about.contains("job-completed-successfully") {
        return Ok(());
    }
    // A queue that stands still has printed nothing.
    if about.contains("cancel") || why_stopped(printer)?.is_some() {
        return Err(Trouble::new("impresora-cancelado", printer));
    }
    Ok(())
}

/// Returns what a list of `lpstat -o` says of a job: its line, and the lines under it.
fn job(list: &str, id: &str) -> Option<String> {
    let mut lines = list.lines().skip_while(|line| line.split_whitespace().next() != Some(id));
    let first = lines.next()?;
    let rest = lines.take_while(|line| line.starts_with(char::is_whitespace));
    Some(std::iter::once(first).chain(rest).collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What CUPS 2.4.2 said of two queues, one of them stopped by hand.
    const STATES: &str = "no system default destination
printer HP_Sala is idle.  enabled since Mon Nov 23 20:34:40 2026
printer HP-2 disabled since Mon Nov 23 20:35:02 2026 -
\tSin papel
HP_Sala accepting requests since Mon Nov 23 20:34:40 2026
HP-2 accepting requests since Mon Nov 23 20:34:40 2026
printer Parada disabled since Mon Nov 23 20:34:40 2026 -
\treason unknown
Parada not accepting requests since Mon Nov 23 20:34:40 2026 -
\treason unknown
";

    #[test]
    fn a_stopped_queue_is_told_from_one_that_works_and_its_reason_is_read() {
        assert_eq!(stopped(STATES, "HP_Sala"), None);
        assert_eq!(stopped(STATES, "HP-2").as_deref(), Some("Sin papel"));
        assert_eq!(stopped(STATES, "Parada").as_deref(), Some("reason unknown"));
        assert_eq!(stopped(STATES, "HP"), None, "no name is taken for a longer one");
    }

    #[test]
    fn a_job_is_found_by_its_whole_number_with_the_lines_under_it() {
        let list = "HP-12               root              1024   Mon Nov 23 20:35:01 2026
\tStatus: 
\tAlerts: job-canceled-by-user
\tqueued for HP
HP-1                root              1024   Mon Nov 23 20:35:01 2026
\tAlerts: job-completed-successfully
";
        assert!(job(list, "HP-12").is_some_and(|about| about.contains("canceled")));
        assert!(job(list, "HP-1").is_some_and(|about| about.contains("successfully")));
        assert_eq!(job(list, "HP-2"), None);
    }
}
