//! A disk that takes long to sync (E11): nothing is answered before, nothing is done twice.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::Duration;

use hall_server::journal::{RecordReader, look};

use crate::strace;

/// How long each sync of the disk takes more, in microseconds. `./bombo torture` takes the five seconds of E11.
fn stall() -> u32 {
    if std::env::var_os("BOMBO_SWEEP_STEP").is_some() { 5_000_000 } else { 300_000 }
}

/// Somebody at a desk whose patience is shorter than the disk's, and who sends the same again.
fn ask(agent: &ureq::Agent, url: &str, token: &str, id: &str, body: &str) -> (u16, String, usize) {
    for tries in 1.. {
        let asked = agent
            .post(url)
            .content_type("application/json")
            .header("Authorization", format!("Bearer {token}"))
            .header("Request-Id", id)
            .send(body);
        if let Ok(mut answer) = asked {
            return (answer.status().as_u16(), answer.body_mut().read_to_string().unwrap(), tries);
        }
        assert!(tries < 1000, "no answer");
    }
    unreachable!()
}

fn agent(patience: Duration) -> ureq::Agent {
    let config = ureq::Agent::config_builder().http_status_as_error(false).timeout_global(Some(patience));
    config.build().new_agent()
}

#[test]
fn a_disk_that_stalls_is_waited_for_and_what_is_sent_again_acts_once() {
    if !strace::is_here() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let program = env!("CARGO_BIN_EXE_hall-server");
    let founded = Command::new(program)
        .args(["init", "--name", "Sala", "--manager", "Ana Gil", "--user", "ana", "--dir"])
        .arg(folder.path())
        .output()
        .unwrap();
    let said = String::from_utf8(founded.stdout).unwrap();
    let pin = said.lines().find_map(|line| line.strip_prefix("PIN: ")).unwrap().to_owned();

    let log = folder.path().join("llamadas");
    let syncs = "fsync,fdatasync";
    let mut traced = strace::trace(&["fsync", "fdatasync", "write", "writev", "sendto", "sendmsg"], &log);
    traced.args(["-y", "-e", &format!("inject={syncs}:delay_exit={}", stall())]);
    let mut server = traced
        .args([program, "serve", "--listen", "127.0.0.1:0", "--dir"])
        .arg(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let url = line.trim().rsplit(' ').next().unwrap().to_owned();

    let patient = agent(Duration::from_secs(120));
    let login = format!(r#"{{"user":"ana","pin":"{pin}","device":"sala-1"}}"#);
    let mut answer =
        patient.post(format!("{url}/api/login")).content_type("application/json").send(login).unwrap();
    let answer: serde_json::Value =
        serde_json::from_str(&answer.body_mut().read_to_string().unwrap()).unwrap();
    let token = answer["token"].as_str().unwrap();
    let hasty = agent(Duration::from_micros(u64::from(stall() / 4)));
    let order = format!("{url}/api/commands/register-ball-set");
    let mut tries_in_all = 0;
    for number in 1..=4 {
        let body = format!(r#"{{"set":"J{number}","extractor":"pneumatic","homologation":"H-{number}"}}"#);
        let id = uuid::Uuid::from_u128(number).to_string();
        let (status, first, tries) = ask(&hasty, &order, token, &id, &body);
        assert_eq!(status, 200, "{first}");
        let again = ask(&patient, &order, token, &id, &body);
        assert_eq!((again.0, &again.1), (200, &first), "sent once more it has the same answer");
        tries_in_all += tries;
    }
    let stopped = std::fs::read_to_string(folder.path().join("sala.db.lock")).unwrap();
    let pid = stopped.split(' ').nth(1).unwrap().parse().unwrap();
    nix::sys::signal::kill(nix::unistd::Pid::from_raw(pid), nix::sys::signal::Signal::SIGTERM).unwrap();
    server.wait().unwrap();
    assert!(tries_in_all > 8, "nobody lost patience: the disk did not stall");

    let mut of_request = std::collections::BTreeMap::new();
    look(folder.path(), |reader: &RecordReader| {
        of_request.clear();
        reader.replay(|line, _| *of_request.entry(line.request_id.clone()).or_insert(0) += 1)
    })
    .unwrap();
    let registered = (1..=4).map(|number| of_request[&uuid::Uuid::from_u128(number).to_string()]);
    assert_eq!(registered.collect::<Vec<_>>(), [1; 4], "each acted once");

    // One order at a time was on its way, so an answer within a sync of the -wal would be one before the commit. The witness
    // is synced beside the answers.
    let (mut syncing, mut syncs, mut answers) = (std::collections::BTreeSet::new(), 0, 0);
    for line in std::fs::read_to_string(&log).unwrap().lines() {
        let (thread, call) = line.split_once(' ').unwrap();
        let begins = ["fsync(", "fdatasync("].iter().any(|name| call.trim_start().starts_with(name));
        if begins && call.contains("sala.db-wal>") {
            syncs += 1;
            // Nothing else was done meanwhile if it stands in one line.
            if call.ends_with("<unfinished ...>") {
                syncing.insert(thread.to_owned());
            }
        } else if call.contains("sync resumed>") {
            syncing.remove(thread);
        } else if call.contains("HTTP/1.1 200") {
            answers += 1;
            assert!(syncing.is_empty(), "an answer before the disk had it: {line}");
        }
    }
    assert!(answers >= 9 && syncs >= 5, "{answers} answers and {syncs} syncs were seen");
}
