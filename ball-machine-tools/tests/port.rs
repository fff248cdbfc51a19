//! The real port against the real simulator, on a real pty. Nothing here sleeps to be in
//! time: every wait is for a report, with thirty seconds as its end.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use ball_machine::blp1::frame::Frame;
use ball_machine::gauge::{Gauge, LineState};
use ball_machine::host::Host;
use ball_machine::line::LineSettings;
use ball_machine::link::LinkStats;
use ball_machine::orders::Orders;
use ball_machine::port::{PortError, PortSettings, lasting_name, probe, serve_with_gauge};
use ball_machine_tools::frame::Encode as _;
use hall_core::machine::{BootId, LinkLoss, Mode, Report, SetId, Stored};
use nix::unistd::gettid;

const PATIENCE: Duration = Duration::from_secs(30);
/// Reports a test leaves unread; more would block the port, which is what it is for.
const REPORTS_MAX: usize = 10_000;

/// A running simulator; killed when dropped.
struct Sim {
    child: Child,
    stdin: ChildStdin,
    pty: PathBuf,
}

impl Sim {
    fn start(arguments: &[&str]) -> Sim {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ball-machine-sim"))
            .args(arguments)
            .arg("--until-stdin-closes")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let said: serde_json::Value = serde_json::from_str(&line).unwrap();
        let stdin = child.stdin.take().unwrap();
        Sim { child, stdin, pty: said["pty"].as_str().unwrap().into() }
    }

    fn type_line(&mut self, line: &str) {
        writeln!(self.stdin, "{line}").unwrap();
    }
}

impl Drop for Sim {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A thread that serves a port, as the server has one, and a desk that commits everything.
struct Hall {
    orders: Arc<Orders>,
    gauge: Arc<Gauge>,
    reports: Receiver<Report>,
    thread: Option<JoinHandle<LinkStats>>,
    tid: i32,
}

impl Hall {
    fn open(path: &Path) -> Hall {
        Hall::with_record(path, None)
    }

    fn with_record(path: &Path, known: Option<(BootId, u32)>) -> Hall {
        let orders = Arc::new(Orders::new(known).unwrap());
        let settings = PortSettings { path: path.to_owned(), line: LineSettings::default() };
        let (send, reports) = sync_channel(REPORTS_MAX);
        let (send_tid, tid) = sync_channel(1);
        let gauge = Arc::new(Gauge::default());
        let (theirs, gauges) = (Arc::clone(&orders), Arc::clone(&gauge));
        let thread = std::thread::spawn(move || {
            send_tid.send(gettid().as_raw()).unwrap();
            let mut link = Host::new(known);
            serve_with_gauge(&settings, &mut link, &theirs, &gauges, &mut |report| send.send(report).is_ok())
        });
        Hall { orders, gauge, reports, thread: Some(thread), tid: tid.recv().unwrap() }
    }

    /// Waits for a report that fits, commits what comes meanwhile, and returns all of it.
    fn until(&self, what: &str, mut fits: impl FnMut(&Report) -> bool) -> Vec<Report> {
        let (end, mut seen) = (Instant::now() + PATIENCE, Vec::new());
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.reports.recv_timeout(left) {
                Ok(report) => {
                    if let Report::Stored { boot, seq, .. } = report {
                        self.orders.committed(boot, seq);
                    }
                    seen.push(report);
                }
                Err(error) => panic!("waiting for {what}: {error}; came: {seen:?}"),
            }
            if fits(&seen[seen.len() - 1]) {
                return seen;
            }
        }
    }

    fn until_up(&self) -> BootId {
        let seen = self.until("an identity", |r| matches!(r, Report::Identity { .. }));
        let Report::Identity { boot, .. } = seen[seen.len() - 1] else { unreachable!() };
        boot
    }

    fn until_lost(&self, why: LinkLoss) {
        self.until("a loss", |r| *r == Report::LinkLost(why));
    }

    fn until_gone(&self, balls: usize) -> Vec<Report> {
        let mut gone = 0;
        self.until("balls", |r| {
            gone += usize::from(matches!(r, Report::Stored { what: Stored::Gone, .. }));
            gone == balls
        })
    }

    fn stop(mut self) -> LinkStats {
        self.orders.stop();
        self.thread.take().unwrap().join().unwrap()
    }
}

impl Drop for Hall {
    fn drop(&mut self) {
        self.orders.stop();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn balls(reports: &[Report]) -> Vec<u8> {
    let read = |r: &Report| {
        let Report::Stored { what: Stored::Read { number, .. }, .. } = r else { return None };
        Some(*number)
    };
    reports.iter().filter_map(read).collect()
}

fn seqs(reports: &[Report]) -> Vec<u32> {
    let seq = |r: &Report| if let Report::Stored { seq, .. } = r { Some(*seq) } else { None };
    reports.iter().filter_map(seq).collect()
}

#[test]
fn balls_arrive_in_order_and_are_those_that_fell() {
    let dir = tempfile::tempdir().unwrap();
    let (orders, truth) = (dir.path().join("orders"), dir.path().join("truth"));
    fs::write(&orders, "7 16 90 1\n2 3\n").unwrap();
    let sim = Sim::start(&[
        "--interval-ms=40",
        "--boot=5F3A91C2",
        "--orders",
        orders.to_str().unwrap(),
        "--truth",
        truth.to_str().unwrap(),
    ]);
    let hall = Hall::open(&sim.pty);
    assert_eq!(hall.until_up(), BootId(0x5F3A_91C2));
    hall.orders.want(Mode::Run);
    let first = hall.until_gone(10);
    assert_eq!(balls(&first)[..4], [7, 16, 90, 1]);
    assert_eq!(seqs(&first), (1..=30).collect::<Vec<u32>>());
    hall.orders.want(Mode::Load);
    let rest = hall.until("a load", |r| matches!(r, Report::Stored { what: Stored::Loaded, .. }));
    hall.orders.want(Mode::Run);
    let second = hall.until_gone(2);
    assert_eq!(balls(&second), [2, 3]);
    hall.orders.want(Mode::Hold);
    let reported = [balls(&first), balls(&rest), balls(&second)].concat();
    let fell: Vec<u8> = fs::read_to_string(truth)
        .unwrap()
        .lines()
        .map(|l| serde_json::from_str::<serde_json::Value>(l).unwrap())
        .filter(|l| l["what"] == "read")
        .map(|l| l["ball"].as_u64().unwrap() as u8)
        .collect();
    assert_eq!(fell[..reported.len()], reported);
    let stats = hall.stop();
    assert_eq!((stats.bad, stats.gaps), (0, 0));
}

/// Processor time of a thread of this process, in milliseconds.
fn cpu_ms(tid: i32) -> u64 {
    let text = fs::read_to_string(format!("/proc/self/task/{tid}/schedstat")).unwrap();
    text.split(' ').next().unwrap().parse::<u64>().unwrap() / 1_000_000
}

/// How long the processor time of a waiting thread is looked at, and what it may use: it
/// uses about 1 ms, a spinning one all that it gets.
const WATCH: Duration = Duration::from_millis(1_500);
const CPU_MAX_MS: u64 = 150;

#[test]
fn a_pulled_cable_is_reported_costs_nothing_and_comes_back() {
    let dir = tempfile::tempdir().unwrap();
    let link = dir.path().join("extractor");
    let start = || Sim::start(&["--interval-ms=40", "--link", link.to_str().unwrap()]);
    let mut sim = start();
    let hall = Hall::open(&link);
    hall.until_up();
    hall.orders.want(Mode::Run);
    hall.until_gone(2);
    let state = hall.gauge.read();
    assert!(
        state.open && state.opened == 1 && state.complaint.is_none() && state.stats.frames > 6,
        "{state:?}"
    );
    for times in 1..=3 {
        let before = hall.gauge.read();
        sim.type_line("hangup");
        assert!(sim.child.wait().unwrap().success());
        hall.until_lost(LinkLoss::HungUp);
        hall.until_lost(LinkLoss::PortError);
        let LineState { open, opened, heard, complaint, .. } = hall.gauge.read();
        assert!(!open && opened == times && heard >= before.heard, "{before:?}");
        assert!(complaint.is_some_and(|words| words.starts_with("no existe el puerto")));
        assert!(!link.exists());
        let before_ms = cpu_ms(hall.tid);
        assert_eq!(hall.reports.recv_timeout(WATCH), Err(RecvTimeoutError::Timeout), "said once");
        let used_ms = cpu_ms(hall.tid) - before_ms;
        assert!(used_ms < CPU_MAX_MS, "{used_ms} ms");
        sim = start();
        hall.until_up();
        hall.until_gone(1);
        let after = hall.gauge.read();
        assert!(after.open && after.opened == times + 1 && after.complaint.is_none(), "{after:?}");
        assert!(after.heard > heard, "bytes came after the cable was back");
    }
}

/// The canary of the processor time above.
#[test]
#[should_panic(expected = "spins")]
fn canary_a_spinning_thread_is_noticed() {
    let (send_tid, tid) = sync_channel(1);
    let (over, is_over) = sync_channel::<()>(0);
    let thread = std::thread::spawn(move || {
        send_tid.send(gettid().as_raw()).unwrap();
        while is_over.try_recv() != Err(std::sync::mpsc::TryRecvError::Disconnected) {}
    });
    let tid = tid.recv().unwrap();
    let (_never, wait) = sync_channel::<()>(0);
    let before_ms = cpu_ms(tid);
    assert_eq!(wait.recv_timeout(WATCH), Err(RecvTimeoutError::Timeout));
    let used_ms = cpu_ms(tid) - before_ms;
    drop(over);
    thread.join().unwrap();
    assert!(used_ms < CPU_MAX_MS, "it spins");
}

#[test]
fn a_port_in_use_is_refused_and_free_again_afterwards() {
    let sim = Sim::start(&[]);
    probe(&sim.pty).unwrap();
    let hall = Hall::open(&sim.pty);
    hall.until_up();
    let error = probe(&sim.pty).unwrap_err();
    assert!(matches!(error, PortError::Busy(_)), "{error:?}");
    assert!(error.to_string().contains("ocupado"), "{error}");
    let second = Hall::open(&sim.pty);
    second.until_lost(LinkLoss::PortError);
    let state = second.gauge.read();
    assert!(!state.open && state.heard.is_none(), "{state:?}");
    assert!(state.complaint.is_some_and(|words| words.contains("ocupado")));
    second.stop();
    hall.stop();
    probe(&sim.pty).unwrap();
}

/// Holds the port named in the environment until it is killed; part of the next test.
#[test]
fn helper_that_holds_a_port() {
    if let Some(path) = std::env::var_os("BALL_MACHINE_TEST_HOLD") {
        let hall = Hall::open(Path::new(&path));
        hall.until_up();
        eprintln!("held");
        hall.until("the end", |_| false);
    }
}

/// Bites only when it is not run by root, whom TIOCEXCL does not stop: the simulator keeps
/// the pty alive, and so would the mark of exclusive use be kept.
#[test]
fn a_server_that_is_killed_leaves_the_port_free() {
    let sim = Sim::start(&[]);
    let mut holder = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "helper_that_holds_a_port", "--nocapture"])
        .env("BALL_MACHINE_TEST_HOLD", &sim.pty)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(holder.stderr.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().ends_with("held")));
    assert!(matches!(probe(&sim.pty), Err(PortError::Busy(_))));
    holder.kill().unwrap();
    holder.wait().unwrap();
    probe(&sim.pty).unwrap();
    Hall::open(&sim.pty).until_up();
}

#[test]
fn what_is_no_port_is_named_as_such() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("file");
    fs::write(&file, "").unwrap();
    assert!(matches!(probe(&file), Err(PortError::NotSerial(_))));
    assert!(matches!(probe(dir.path()), Err(PortError::NotSerial(_))));
    assert!(matches!(probe(Path::new("/dev/null")), Err(PortError::NotSerial(_))));
    let missing = probe(&dir.path().join("none")).unwrap_err();
    assert!(missing.to_string().starts_with("no existe el puerto"), "{missing}");
}

#[test]
fn a_machine_that_falls_silent_is_lost_and_found() {
    let mut sim = Sim::start(&["--interval-ms=40"]);
    let hall = Hall::open(&sim.pty);
    hall.until_up();
    hall.orders.want(Mode::Run);
    let before = hall.until_gone(2);
    sim.type_line("quiet");
    let meanwhile = hall.until("silence", |r| *r == Report::LinkLost(LinkLoss::Silent));
    sim.type_line("talk");
    let after = hall.until_gone(3);
    assert!(after.iter().any(|r| matches!(r, Report::Identity { .. })));
    let all = [seqs(&before), seqs(&meanwhile), seqs(&after)].concat();
    assert_eq!(all, (1..=all.len() as u32).collect::<Vec<_>>(), "and nothing is missing");
}

#[test]
fn a_reboot_in_a_game_is_another_boot_that_begins_at_one() {
    let mut sim = Sim::start(&["--interval-ms=40"]);
    let hall = Hall::open(&sim.pty);
    let first = hall.until_up();
    hall.orders.want(Mode::Run);
    hall.until_gone(2);
    sim.type_line("reboot");
    let second = hall.until_up();
    assert_ne!(first, second);
    let after = hall.until_gone(2);
    assert_eq!(seqs(&after)[0], 1);
    let beat = |r: &Report| matches!(r, Report::Beat { boot, out, .. } if *boot == second && *out > 3);
    hall.until("a heartbeat that counts the balls before as well", beat);
}

#[test]
fn a_frame_that_never_comes_is_a_gap_until_people_accept_it() {
    let sim = Sim::start(&["--interval-ms=40", "--fault=lost-for-ever@2"]);
    let hall = Hall::open(&sim.pty);
    let boot = hall.until_up();
    hall.orders.want(Mode::Run);
    let seen = hall.until("a gap", |r| matches!(r, Report::Gap { .. }));
    assert_eq!(seen[seen.len() - 1], Report::Gap { boot, expected: 5, got: 6 });
    assert_eq!(seqs(&seen), [1, 2, 3, 4]);
    hall.orders.accept_gap(boot);
    assert_eq!(seqs(&hall.until_gone(1)), [6]);
}

#[test]
fn faults_of_the_line_lose_nothing() {
    for fault in ["duplicate@2", "badsum@2", "lost@2", "lostack@2"] {
        let sim = Sim::start(&["--interval-ms=40", "--fault", fault]);
        let hall = Hall::open(&sim.pty);
        hall.until_up();
        hall.orders.want(Mode::Run);
        let seen = hall.until_gone(5);
        assert_eq!(seqs(&seen), (1..=15).collect::<Vec<_>>(), "{fault}");
        if fault == "lostack@2" {
            // Said again because nobody seemed to have it, and passed on once all the same.
            hall.until("an end of that", |r| matches!(r, Report::Beat { seq, .. } if *seq > 15));
        }
        let stats = hall.stop();
        let bites = match fault {
            "badsum@2" => stats.bad == 1 && stats.early > 0,
            "lost@2" => stats.early > 0,
            _ => stats.duplicates > 0,
        };
        assert!(bites, "{fault} did nothing: {stats:?}");
    }
}

#[test]
fn a_server_that_starts_again_goes_on_where_the_record_ends() {
    let sim = Sim::start(&["--interval-ms=40"]);
    let hall = Hall::open(&sim.pty);
    let boot = hall.until_up();
    hall.orders.want(Mode::Run);
    hall.until_gone(3);
    hall.stop();
    // The record got no further than frame 9, whatever was on its way.
    let hall = Hall::with_record(&sim.pty, Some((boot, 9)));
    hall.until_up();
    hall.orders.want(Mode::Run);
    assert_eq!(seqs(&hall.until_gone(2)), (10..=15).collect::<Vec<_>>());
}

/// A frame is a report about a millisecond after its last byte. The limit is far above that,
/// and far below the 50 ms of a port that would sleep between reads.
#[test]
fn a_ball_is_reported_at_once() {
    let pty = nix::pty::openpty(None, None).unwrap();
    let name = fs::read_link(format!("/proc/self/fd/{}", std::os::fd::AsRawFd::as_raw_fd(&pty.slave)));
    let hall = Hall::open(&name.unwrap());
    let mut master = fs::File::from(pty.master);
    // Said again until heard: the port flushes what came before it was open.
    let identity = Frame::Identity { boot: BootId(1), balls: 90, set: SetId::parse("A").unwrap() };
    while hall.reports.recv_timeout(Duration::from_millis(100)).is_err() {
        master.write_all(identity.encode().as_bytes()).unwrap();
    }
    let mut waits: Vec<Duration> = (1..=41)
        .map(|seq| {
            let start = Instant::now();
            let frame = Frame::Stored { seq, what: Stored::Present };
            master.write_all(frame.encode().as_bytes()).unwrap();
            hall.until("the frame", |r| matches!(r, Report::Stored { .. }));
            start.elapsed()
        })
        .collect();
    waits.sort();
    assert!(waits[20] < Duration::from_millis(20), "median {:?}", waits[20]);
    println!("byte to report: median {:?}, longest {:?}", waits[20], waits[40]);
}

/// How often the cable is put back under another name: a few times in each run, fifty in `./bombo torture` sizes.
fn replugs() -> usize {
    std::env::var("BOMBO_REPLUGS").map_or(4, |times| times.parse().unwrap())
}

/// E 27: a link of by-id leads to the adapter wherever it was plugged in. Recovery takes what the
/// longest wait between two attempts takes, about a second.
#[test]
fn a_cable_put_back_under_another_name_is_found_by_its_link() {
    let dir = tempfile::tempdir().unwrap();
    let link = dir.path().join("usb-Extractor-if00-port0");
    let mut seed = 0;
    // Each time another power-up: of the same one the host knows the first frames already.
    let mut plug = || {
        seed += 1;
        let sim = Sim::start(&["--interval-ms=40", &format!("--seed={seed}")]);
        let new = dir.path().join("new");
        std::os::unix::fs::symlink(&sim.pty, &new).unwrap();
        fs::rename(&new, &link).unwrap();
        sim
    };
    let mut sim = plug();
    let hall = Hall::open(&link);
    hall.until_up();
    hall.orders.want(Mode::Run);
    hall.until_gone(1);
    let (mut names, mut longest) = (vec![sim.pty.clone()], Duration::ZERO);
    for _ in 0..replugs() {
        fs::remove_file(&link).unwrap();
        sim.type_line("hangup");
        assert!(sim.child.wait().unwrap().success());
        hall.until_lost(LinkLoss::HungUp);
        hall.until_lost(LinkLoss::PortError);
        // Another adapter takes the old name first: only the link tells which one it is.
        let _other = nix::pty::openpty(None, None).unwrap();
        sim = plug();
        let put_back = Instant::now();
        hall.until_up();
        longest = longest.max(put_back.elapsed());
        hall.until_gone(1);
        names.push(sim.pty.clone());
    }
    names.sort();
    names.dedup();
    println!("longest: {longest:?}; {} names", names.len());
    assert!(names.len() > 1, "it came back under the same name: {names:?}");
    // In a run with everything else the end is `PATIENCE`; the figure counts where it is measured.
    if std::env::var_os("BOMBO_REPLUGS").is_some() {
        assert!(longest < RECOVERY, "{longest:?}");
    }
}

/// E 27: the link is back within so long, on a machine that has other work as well.
const RECOVERY: Duration = Duration::from_secs(3);

/// What `ttyUSB0` is called is a matter of the socket it is in; its link in by-id stays.
#[test]
fn a_port_has_a_name_that_stays_where_a_link_leads_to_it() {
    let dev = tempfile::tempdir().unwrap();
    let (links, device) = (dev.path().join("serial/by-id"), dev.path().join("ttyUSB0"));
    fs::write(&device, "").unwrap();
    fs::write(dev.path().join("ttyUSB1"), "").unwrap();
    assert_eq!(lasting_name(&device, dev.path()), None, "no links at all");
    fs::create_dir_all(&links).unwrap();
    for (name, to) in [("usb-FTDI_other", "ttyUSB1"), ("usb-FTDI_A9", "ttyUSB0"), ("usb-gone", "ttyUSB7")] {
        std::os::unix::fs::symlink(format!("../../{to}"), links.join(name)).unwrap();
    }
    let name = links.join("usb-FTDI_A9");
    assert_eq!(lasting_name(&device, dev.path()), Some(name.clone()));
    assert_eq!(lasting_name(&name, dev.path()), None, "it is the name that stays");
    assert_eq!(lasting_name(&dev.path().join("ttyS0"), dev.path()), None, "no such port");
}
