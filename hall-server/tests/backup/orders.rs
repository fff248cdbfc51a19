//! A promotion beside others who are alive: a server that is busy, a spare that still follows, and every order in which the two
//! computers go and come back. However it goes, one of them serves in the end (DECISIONS 41, E59).

use std::process::Stdio;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use hall_server::serve::EXIT_RECORD;
use nix::sys::signal::Signal;

use crate::kit::{Server, until, words};
use crate::process::serve;
use crate::spare::{Two, lines, signal};

/// Many ask it at once: it answers late, but it answers.
#[test]
fn beside_a_server_that_is_busy_nothing_is_promoted() {
    let two = Two::new("never");
    let server = two.server();
    let spare = two.spare();
    two.follows(&server);
    spare.stop();
    let before = lines(&two.dir);
    let (over, asked) = (AtomicBool::new(false), AtomicU32::new(0));
    std::thread::scope(|scope| {
        for asker in 0..24 {
            let (server, over, asked) = (&server, &over, &asked);
            scope.spawn(move || {
                for set in 0.. {
                    if over.load(Ordering::SeqCst) {
                        return;
                    }
                    let body = serde_json::json!({
                        "set": format!("J{asker}-{set}"), "extractor": "pneumatic", "homologation": "H-1"
                    });
                    server.post("/api/commands/register-ball-set", &body);
                    asked.fetch_add(1, Ordering::SeqCst);
                }
            });
        }
        until(|| asked.load(Ordering::SeqCst) > 24);
        let said: Vec<String> = (0..3).map(|_| words(&two.promote())).collect();
        over.store(true, Ordering::SeqCst);
        for said in said {
            assert!(said.contains("todavía contesta"), "{said}");
        }
    });
    assert_eq!(lines(&two.dir), before, "nothing is written");
    server.stop();
}

#[test]
fn while_the_spare_still_follows_promote_says_what_to_stop() {
    let two = Two::new("never");
    let mut server = two.server();
    let spare = two.spare();
    two.follows(&server);
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    let refused = two.promote();
    assert!(!refused.status.success());
    let said = words(&refused);
    assert!(said.contains("«follow»") && said.contains("Ctrl+C"), "{said}");
    spare.stop();
    assert!(two.promote().status.success());
}

/// How the hall's server goes.
#[derive(Debug, Clone, Copy)]
enum Gone {
    /// Its computer is off.
    Off,
    /// It is alive, and nobody reaches it.
    Cut,
}

/// When it is back.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Back {
    /// Before the spare is promoted: it goes once more.
    Before,
    /// After the two have signed, and before the spare serves.
    Between,
    /// While the promoted spare serves.
    After,
}

fn goes(server: &mut Server, how: Gone) {
    match how {
        Gone::Off => {
            server.child.kill().unwrap();
            server.child.wait().unwrap();
        }
        Gone::Cut => signal(&server.child, Signal::SIGSTOP),
    }
}

/// Returns it as it is back.
fn comes_back(two: &Two, mut server: Server, how: Gone) -> Server {
    match how {
        Gone::Off => {
            let (child, url) = serve(&two.place.dir, &two.at, Stdio::null());
            server.child = child;
            server.url = url;
        }
        Gone::Cut => signal(&server.child, Signal::SIGCONT),
    }
    server
}

#[test]
fn in_whatever_order_the_two_go_and_come_back_one_serves_in_the_end() {
    for how in [Gone::Off, Gone::Cut] {
        for back in [Back::Before, Back::Between, Back::After] {
            println!("{how:?}, back {back:?}");
            let two = Two::new("never");
            let mut server = two.server();
            let spare = two.spare();
            two.follows(&server);
            spare.stop();
            goes(&mut server, how);
            if back == Back::Before {
                server = comes_back(&two, server, how);
                let refused = two.promote();
                assert!(words(&refused).contains("todavía contesta"), "{}", words(&refused));
                goes(&mut server, how);
            }
            let promoted = two.promote();
            assert!(promoted.status.success(), "{}", words(&promoted));
            let new = if back == Back::Between {
                // It knows nothing yet: the spare that was promoted does not answer.
                server = comes_back(&two, server, how);
                assert!(server.get("/healthz").contains("\"seq\""));
                two.promoted()
            } else {
                let new = two.promoted();
                if let Gone::Cut = how {
                    server = comes_back(&two, server, how);
                }
                new
            };
            // It ends as soon as it hears of the other, or does not start.
            if back == Back::Between || matches!(how, Gone::Cut) {
                let mut ended = None;
                until(|| {
                    ended = server.child.try_wait().unwrap();
                    ended.is_some()
                });
                assert_eq!(ended.unwrap().code(), Some(EXIT_RECORD));
            }
            assert!(two.refusal().contains("se ha puesto en marcha"));
            assert!(new.get("/healthz").contains("\"seq\""));
            // And once more, with the new one off and on again in between.
            new.stop();
            let new = two.promoted();
            assert!(two.refusal().contains("se ha puesto en marcha"));
            new.stop();
        }
    }
}
