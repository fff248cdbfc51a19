//! Connections that lead to nothing, from as many computers as one likes (reliability.md E 55).

use std::collections::VecDeque;
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, SocketAddrV4, TcpStream};
use std::os::fd::AsRawFd;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use nix::sys::socket::{AddressFamily, SockFlag, SockType, SockaddrIn, bind, connect, socket};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// From one new connection to the next: a hundred a second.
const APART: Duration = Duration::from_millis(10);

/// Files that are open besides.
const OTHERS: u64 = 512;

/// So many connections at once, and from then on a hundred new ones a second, each in the place of the oldest; until dropped.
pub struct Idle {
    over: Arc<AtomicBool>,
    opened: Arc<AtomicU64>,
    thread: Option<JoinHandle<()>>,
}

impl Idle {
    /// They begin, at this server: from these addresses in turn, and each says one of these things in turn.
    pub fn begin(
        server: SocketAddr,
        at_once: usize,
        from: Vec<Ipv4Addr>,
        says: &'static [&'static [u8]],
    ) -> Idle {
        allow_files(at_once as u64 + OTHERS);
        let (over, opened) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
        let (theirs, counts) = (Arc::clone(&over), Arc::clone(&opened));
        let open = move || {
            let mut open = VecDeque::new();
            let turns = from.iter().cycle().zip(says.iter().cycle());
            for (from, says) in turns {
                if theirs.load(Ordering::Relaxed) {
                    return;
                }
                if open.len() >= at_once {
                    std::thread::sleep(APART);
                    // No sooner than another comes: a place that is free meanwhile would be anybody's.
                    open.pop_front();
                }
                let opened = open_from(*from, server).map(|mut stream| {
                    // Whoever is hung up on at once has come all the same.
                    let _ = stream.write_all(says);
                    stream
                });
                if let Ok(stream) = opened {
                    counts.fetch_add(1, Ordering::Relaxed);
                    open.push_back(stream);
                }
            }
        };
        Idle { over, opened, thread: Some(std::thread::spawn(open)) }
    }

    /// How many were opened so far.
    pub fn opened(&self) -> u64 {
        self.opened.load(Ordering::Relaxed)
    }
}

impl Drop for Idle {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Connects as the computer with this address.
fn open_from(from: Ipv4Addr, server: SocketAddr) -> io::Result<TcpStream> {
    let IpAddr::V4(ip) = server.ip() else { return Err(io::ErrorKind::Unsupported.into()) };
    let socket = socket(AddressFamily::Inet, SockType::Stream, SockFlag::SOCK_CLOEXEC, None)?;
    bind(socket.as_raw_fd(), &SockaddrIn::from(SocketAddrV4::new(from, 0)))?;
    connect(socket.as_raw_fd(), &SockaddrIn::from(SocketAddrV4::new(ip, server.port())))?;
    Ok(TcpStream::from(socket))
}

/// Has the system allow this process so many open files, as far as it lets it ask.
fn allow_files(wanted: u64) {
    let limit = getrlimit(Resource::Nofile);
    let wanted = limit.maximum.map_or(wanted, |most| most.min(wanted));
    if limit.current.is_some_and(|now| now < wanted) {
        let _ = setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), ..limit });
    }
}
