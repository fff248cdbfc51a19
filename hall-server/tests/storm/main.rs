//! Storms: whole evenings in virtual time, with everything that can fail failing
//! (reliability.md E68; DECISIONS 7).
//!
//! The real desk over a real record, the real ends of the ball machine's line, and four people
//! at consoles, on one thread and one clock that a seed moves. Servers crash before, in and
//! after their commits; requests and answers get lost, late and twice; bytes of the line too;
//! the machine jams and starts anew. In the end everything must add up (NL1 to NL9).
//!
//! A failure prints its seed. `BOMBO_STORM=<seed>` plays that evening alone, `BOMBO_STORMS=<n>`
//! and `BOMBO_SEED=<first>` others: `cargo test --release -p hall-server --test storm`.

mod console;
mod dice;
mod evening;
mod eyes;
#[path = "../../../hall-core/tests/support/invariants.rs"]
mod invariants;
mod ledger;
mod machine;
mod moves;
mod proof;
mod server;
mod template;
mod wire;

use std::env;

use evening::{Counts, Evening};
use template::Template;

/// How many evenings are played each time.
const STORMS: u64 = 90;

/// The seed of the first.
const FIRST: u64 = 1;

/// So many evenings see every kind of event that storms write, and a crash around each.
const MANY: u64 = 1_000;

/// What so many evenings must have come by, or they prove nothing.
const MUST_SEE: &[&str] = &[
    "crash: before the commit",
    "crash: in the commit",
    "crash: after the commit",
    "crash: right after a start",
    "stopped in good order",
    "stopped by a restart",
    "held across a restart",
    "boards as before after a start",
    "checked whole between two servers",
    "tables made again",
    "the clock jumped",
    "link: a request was lost",
    "link: a request came twice",
    "link: an answer was lost",
    "link: an answer came twice",
    "link: an answer nobody waits for any more",
    "link: asked again with the same id",
    "link: nobody there",
    "link: told that the id was used",
    "the same answer again",
    "line: bytes lost",
    "line: bytes turned",
    "line: bytes thrown away",
    "line: frames said again",
    "line: gaps",
    "a gap was accepted",
    "machine: Ball00",
    "machine: Ball91",
    "machine: Jam",
    "machine: LostForEver",
    "machine: NoRead",
    "machine: Returned",
    "machine: WrongSet",
    "machine: cable out",
    "machine: door",
    "machine: silent",
    "machine: started anew",
    "hold: Called",
    "hold: CallerDiffers",
    "hold: CountDiffers",
    "hold: DoorOpen",
    "hold: Fault",
    "hold: ForeignSet",
    "hold: FramesMissing",
    "hold: LinkLost",
    "hold: NoRead",
    "hold: OutOfRange",
    "hold: Rebooted",
    "hold: Repeated",
    "hold left: Misread",
    "hold left: Repaired",
    "refused: ya-no-es-asi",
    "refused: en-alto",
    "refused: maquina-no-preparada",
    "refused: plazo-prudencial",
    "a game ended with its balls as on the table",
    "games that add up",
    "games void",
    "games with several winners",
    "prizes paid",
    "cards refunded",
    "wrote game_not_held",
    "wrote play_unsung",
    "wrote ball_set_aside",
    "wrote gap_burned",
    "granted: accept-claim",
    "granted: add-person",
    "granted: announce",
    "granted: announce-last-game",
    "granted: ask-ball-enrolment",
    "granted: ask-ball-inspection",
    "granted: begin-ball-count",
    "granted: cancel-ball-count",
    "granted: confirm-ball-enrolment",
    "granted: confirm-ball-inspection",
    "granted: end-ball-count",
    "granted: weigh-ball-set",
    "granted: withdraw-ball-set",
    "wrote ball_counted",
    "wrote ball_count_ended",
    "refused: juego-en-la-maquina",
    "refused: reserva-de-otro-extractor",
    "granted: ask-burn-gap",
    "granted: ask-hold-exit",
    "granted: ask-question",
    "granted: ask-void",
    "granted: cancel-printing",
    "granted: claim",
    "granted: close-sale",
    "granted: close-session",
    "granted: confirm-burn-gap",
    "granted: confirm-hold-exit",
    "granted: confirm-void",
    "granted: end-game",
    "granted: go-on",
    "granted: inspect",
    "granted: issue-block",
    "a ball drawn by hand was announced",
    "a game was finished by hand",
    "hold: KeyedDiffers",
    "hold left: ByHand",
    "wrote authority_decided",
    "wrote clock_stepped",
    "wrote paragraph_read",
    "wrote server_stopped",
    "wrote substitution_made",
    "wrote suspension_lifted",
    "wrote transcribed",
    "granted: log-in",
    "granted: log-out",
    "granted: make-matrix",
    "granted: open-sale",
    "granted: open-session",
    "granted: sign-count",
    "granted: go-on-after-restart",
    "granted: pay-prize",
    "granted: print-cards",
    "granted: raise-hold",
    "granted: receive-series",
    "granted: rectify-announcement",
    "granted: rectify-sale",
    "granted: refund-cards",
    "granted: register-ball-set",
    "granted: reject-claim",
    "granted: release-prize",
    "granted: retire-matrix",
    "granted: return-cards",
    "granted: start-draw",
    "granted: stop",
    "granted: transfer-cards",
    "granted: withhold-prize",
    "granted: write-diligencia",
];

/// Says how to play the evening again if it does not come to its end.
struct Playing(u64);

impl Drop for Playing {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let seed = self.0;
            eprintln!("\nBOMBO_STORM={seed} cargo test --release -p hall-server --test storm\n");
        }
    }
}

#[test]
fn storms_lose_nothing_and_double_nothing() {
    let number = |name: &str| {
        env::var(name).ok().map(|text| text.parse::<u64>().unwrap_or_else(|_| panic!("{name} is a number")))
    };
    let (template, mut seen) = (Template::new(), Counts::default());
    let mut play = |seed| {
        let playing = Playing(seed);
        Evening::play(seed, &template, &mut seen);
        drop(playing);
    };
    if let Some(seed) = number("BOMBO_STORM") {
        return play(seed);
    }
    let (first, storms) = (number("BOMBO_SEED").unwrap_or(FIRST), number("BOMBO_STORMS").unwrap_or(STORMS));
    for n in 0..storms {
        if n > 0 && n.is_multiple_of(100) {
            println!("storm: {n} evenings, 0 violations");
        }
        play(first.wrapping_add(n));
    }
    for (what, times) in &seen.0 {
        println!("{times:9} {what}");
    }
    let unseen: Vec<&&str> =
        MUST_SEE.iter().filter(|what| seen.0.get(**what).is_none_or(|times| *times == 0)).collect();
    // Seeds that nobody chose may miss something rare, unless they are many.
    let few = storms < STORMS || (storms < MANY && number("BOMBO_SEED").is_some());
    assert!(unseen.is_empty() || few, "no evening saw {unseen:?}");
    if storms >= MANY {
        crashed_around_every_kind(&seen);
    }
}

/// With these the desk brings the `-wal` home at once, or has just opened it: no last bytes can be
/// cut off. The sweep of system calls kills in there.
const NOT_CUT: [&str; 6] =
    ["game_ended", "play_unsung", "game_voided", "game_not_held", "session_closed", "server_started"];

/// E2: every kind of event the storms wrote had a crash in its commit and one after it.
fn crashed_around_every_kind(seen: &Counts) {
    for kind in seen.0.keys().filter_map(|what| what.strip_prefix("wrote ")) {
        for how in ["in", "after"] {
            let crash = format!("crash {how} the commit of {kind}");
            let cannot = how == "in" && NOT_CUT.contains(&kind);
            assert!(cannot || seen.0.contains_key(&crash), "no evening saw a {crash}");
        }
    }
}
