//! Fifty times the cable is pulled and put back under another name, in every run (reliability.md E 27): the port is found by
//! its link, each frame is passed on once, and it costs next to nothing.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::Duration;

use ball_machine::blp1::decoder::LineDecoder;
use ball_machine::blp1::frame::{Frame, HostFrame};
use ball_machine::gauge::Gauge;
use ball_machine::host::Host;
use ball_machine::line::LineSettings;
use ball_machine::orders::Orders;
use ball_machine::port::{PortSettings, serve_with_gauge};
use ball_machine_tools::frame::Encode as _;
use hall_core::machine::{BootId, LinkLoss, Report, SetId, Stored};
use nix::pty::openpty;
use nix::unistd::{gettid, ttyname};

const TIMES: u32 = 50;
const PATIENCE: Duration = Duration::from_secs(30);
/// Processor time of the port's thread for all of it: it takes some 20 ms, one that spins all of the time.
const CPU_MAX_MS: u64 = 1_000;
const BOOT: BootId = BootId(0x5F3A_91C2);

/// One end of a cable, and who is asked there.
struct Plug {
    line: File,
    name: PathBuf,
    _theirs: OwnedFd,
}

impl Plug {
    /// Plugs it in: the link of by-id leads to it.
    fn in_at(link: &Path) -> Plug {
        let pty = openpty(None, None).unwrap();
        let name = ttyname(&pty.slave).unwrap();
        let new = link.with_extension("new");
        symlink(&name, &new).unwrap();
        fs::rename(new, link).unwrap();
        Plug { line: File::from(pty.master), name, _theirs: pty.slave }
    }

    /// Waits until it is asked, and returns what the host has already.
    fn asked(&mut self) -> u32 {
        let (mut decoder, mut bytes, mut has) = (LineDecoder::<HostFrame>::default(), [0; 256], None);
        while has.is_none() {
            let n = self.line.read(&mut bytes).unwrap();
            decoder.push(&bytes[..n], &mut |order| {
                if let Ok(HostFrame::Query { seq, .. }) = order {
                    has = Some(seq);
                }
            });
        }
        has.unwrap()
    }

    fn say(&mut self, frame: Frame) {
        self.line.write_all(frame.encode().as_bytes()).unwrap();
    }
}

fn wait_for(reports: &Receiver<Report>, what: &Report) -> Vec<Report> {
    let mut seen = Vec::new();
    while seen.last() != Some(what) {
        let next = reports.recv_timeout(PATIENCE);
        seen.push(next.unwrap_or_else(|error| panic!("waiting for {what:?}: {error}; came {seen:?}")));
    }
    seen
}

fn cpu_ms(tid: i32) -> u64 {
    let text = fs::read_to_string(format!("/proc/self/task/{tid}/schedstat")).unwrap();
    text.split(' ').next().unwrap().parse::<u64>().unwrap() / 1_000_000
}

#[test]
fn a_cable_pulled_fifty_times_loses_nothing_doubles_nothing_and_costs_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let link = dir.path().join("usb-Extractor-if00-port0");
    let mut plug = Plug::in_at(&link);
    let orders = Arc::new(Orders::new(None).unwrap());
    let gauge = Arc::new(Gauge::default());
    let (send, reports) = sync_channel(1_000);
    let (send_tid, tid) = sync_channel(1);
    let (theirs, theirs_too, path) = (orders.clone(), gauge.clone(), link.clone());
    let port = std::thread::spawn(move || {
        send_tid.send(gettid().as_raw()).unwrap();
        let settings = PortSettings { path, line: LineSettings::default() };
        let report = &mut |report| send.send(report).is_ok();
        serve_with_gauge(&settings, &mut Host::new(None), &theirs, &theirs_too, report)
    });
    let tid = tid.recv().unwrap();
    let (mut seqs, mut names) = (Vec::new(), vec![plug.name.clone()]);
    for seq in 1..=TIMES {
        let has = plug.asked();
        assert_eq!(has, seq - 1, "it knows what it has, whatever name the port has");
        plug.say(Frame::Identity { boot: BOOT, balls: 90, set: SetId::parse("A").unwrap() });
        // The frame before it once more: it had no acknowledgement yet.
        for said in [seq - 1, seq] {
            if said > 0 {
                plug.say(Frame::Stored { seq: said, what: Stored::Gone });
            }
        }
        let last = Report::Stored { boot: BOOT, seq, what: Stored::Gone };
        let seen = wait_for(&reports, &last);
        seqs.extend(
            seen.iter().filter_map(|r| if let Report::Stored { seq, .. } = r { Some(*seq) } else { None }),
        );
        assert_eq!(gauge.read().opened, u64::from(seq), "opened once for each time it was plugged in");
        if seq == TIMES {
            break;
        }
        fs::remove_file(&link).unwrap();
        drop(plug);
        wait_for(&reports, &Report::LinkLost(LinkLoss::HungUp));
        if seq % 2 == 0 {
            // Out for so long that the port was looked for in vain.
            wait_for(&reports, &Report::LinkLost(LinkLoss::PortError));
        }
        // Somebody else takes the name that is free now: only the link tells which cable it is.
        let other = openpty(None, None).unwrap();
        plug = Plug::in_at(&link);
        names.push(plug.name.clone());
        drop(other);
    }
    let used_ms = cpu_ms(tid);
    orders.stop();
    let stats = port.join().unwrap();
    assert_eq!(seqs, (1..=TIMES).collect::<Vec<_>>());
    assert!(stats.duplicates >= 1 && stats.gaps == 0, "{stats:?}");
    names.sort();
    names.dedup();
    assert!(names.len() > 1, "always the same name: {names:?}");
    assert!(used_ms < CPU_MAX_MS, "{used_ms} ms of processor");
    println!("{TIMES} times, {} names, {used_ms} ms of processor", names.len());
}
