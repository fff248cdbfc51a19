//! NL1 to NL9 of reliability.md E-0, from what was seen outside, what the machine did and
//! what the record says. A pure function over data, so that its canaries can lie to it.

use std::collections::{BTreeMap, BTreeSet};

use hall_core::record::Line;
use hall_wire::message::RecordLine;
use serde_json::{Value, json};

use crate::wall::Shown;

/// One line of the record, with its body read.
#[derive(Debug, Clone)]
pub struct Row {
    /// The line.
    pub line: Line,
    /// Its body.
    pub body: Value,
}

impl Row {
    /// Returns a number of the body.
    pub fn number(&self, field: &str) -> u64 {
        self.body[field].as_u64().unwrap_or_else(|| panic!("{}: no number {field}", self.line.body))
    }

    fn is(&self, kind: &str) -> bool {
        self.line.kind == kind
    }

    /// Returns the power-up and the frame that the line comes from.
    fn frame(&self) -> Option<(String, u64)> {
        let place = self.body["evidence"].as_array().map_or(&self.body, |list| &list[0]);
        Some((place["boot"].as_str()?.to_owned(), place["frame"].as_u64()?))
    }
}

/// Everything that a hall left behind.
#[derive(Debug, Clone)]
pub struct Evidence {
    /// The record.
    pub lines: Vec<Row>,
    /// The lines of every success answer.
    pub heard: Vec<RecordLine>,
    /// What the public screens showed.
    pub shown: Vec<Shown>,
    /// What the balls did.
    pub truth: Vec<Value>,
    /// What the server wrote for engineers.
    pub log: String,
}

impl Evidence {
    /// Returns the lines of a kind.
    pub fn of<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = &'a Row> {
        self.lines.iter().filter(move |row| row.is(kind))
    }

    /// Returns the sum of one figure of the line to the machine, over all servers that ended in
    /// order.
    pub fn line_figure(&self, name: &str) -> u64 {
        figures(&self.log, name).iter().sum()
    }
}

fn figures(log: &str, name: &str) -> Vec<u64> {
    let stats = log.split("LinkStats {").skip(1).filter_map(|rest| rest.split('}').next());
    let of = |text: &str| {
        let fields = text.split(',').filter_map(|field| field.trim().split_once(": "));
        fields.filter(|(key, _)| *key == name).find_map(|(_, value)| value.parse().ok())
    };
    stats.filter_map(of).collect()
}

/// Returns what is wrong; nothing when nothing was lost.
pub fn faults_of(evidence: &Evidence) -> Vec<String> {
    let mut faults = Vec::new();
    durable(evidence, &mut faults);
    once(evidence, &mut faults);
    money_and_cards(evidence, &mut faults);
    balls(evidence, &mut faults);
    shown(evidence, &mut faults);
    held(evidence, &mut faults);
    bytes(evidence, &mut faults);
    faults
}

/// NL1 and NL4: what was answered stands in the record, which has no holes.
fn durable(evidence: &Evidence, faults: &mut Vec<String>) {
    for (row, seq) in evidence.lines.iter().zip(1..) {
        if row.line.seq != seq {
            return faults.push(format!("NL4: line {} stands at {seq}", row.line.seq));
        }
    }
    for told in &evidence.heard {
        let index = usize::try_from(told.seq).expect("small") - 1;
        let same = evidence.lines.get(index).is_some_and(|row| {
            row.is(&told.kind)
                && (row.line.version, row.line.at_utc_ms) == (told.version, told.at_utc_ms)
                && row.body == told.body
        });
        if !same {
            faults.push(format!("NL1: answered and not in the record: {told:?}"));
        }
    }
}

/// NL2: a request and a frame of the machine have one effect each.
fn once(evidence: &Evidence, faults: &mut Vec<String>) {
    let mut requests: BTreeMap<(&str, &str), u64> = BTreeMap::new();
    let (mut frames, mut waiting) = (BTreeSet::new(), BTreeSet::new());
    for row in &evidence.lines {
        let line = &row.line;
        if !line.request_id.is_empty() {
            let last = requests.insert((&line.device, &line.request_id), line.seq);
            if last.is_some_and(|last| last + 1 != line.seq) {
                faults.push(format!("NL2: request {} acted twice, again at {}", line.request_id, line.seq));
            }
        }
        let machine = line.actor.to_string() == "maquina";
        let Some(frame) = row.frame().filter(|_| machine) else { continue };
        // What waited for the second reader is named again, once, by the ball it became.
        let became_a_ball = row.is("ball_extracted") && waiting.remove(&frame);
        if row.is("ball_candidate") {
            waiting.insert(frame.clone());
        }
        if !became_a_ball && !frames.insert(frame) {
            faults.push(format!("NL2: a frame was taken twice, again at {}", line.seq));
        }
    }
}

/// NL5: money in = prizes + hall + resto, every prize went somewhere, every card is somewhere.
fn money_and_cards(evidence: &Evidence, faults: &mut Vec<String>) {
    let mut sums: BTreeMap<u64, BTreeMap<&str, u64>> = BTreeMap::new();
    for row in &evidence.lines {
        let Some(game) = row.body["game"].as_u64() else { continue };
        let of = sums.entry(game).or_default();
        let mut add = |what, amount| *of.entry(what).or_default() += amount;
        let segment = |cards: &Value| {
            cards["last"].as_u64().unwrap_or_default() + 1 - cards["first"].as_u64().unwrap_or_default()
        };
        match row.line.kind.as_str() {
            "sale_opened" => add("price", row.number("face_value_cents")),
            "block_issued" => add("issued", segment(&row.body["cards"])),
            "cards_returned" => add("returned", segment(&row.body["cards"])),
            "sale_closed" => {
                add("closed", 1);
                add("sold", row.number("sold"));
                let listed = row.body["segments"].as_array().expect("a list").iter().map(segment).sum();
                add("listed", listed);
                for part in ["takings_cents", "line_cents", "bingo_cents", "house_cents", "resto_cents"] {
                    add(part, row.body["division"][part].as_u64().expect("money"));
                }
            }
            "play_awarded" => {
                let winners = row.body["winners"].as_array().expect("a list").iter();
                add("given", winners.map(|share| share["amount_cents"].as_u64().expect("money")).sum());
                add("given", row.number("remainder_cents"));
            }
            "play_unsung" => add("given", row.number("amount_cents")),
            "game_ended" => add("ended", 1),
            "prize_paid" => add("paid", row.number("amount_cents")),
            "game_voided" => add("void", row.number("amount_cents")),
            "cards_refunded" => add("refunded", row.number("amount_cents")),
            _ => {}
        }
    }
    for (game, of) in sums {
        let sum = |what| of.get(what).copied().unwrap_or_default();
        let mut equal = |what: &str, left: u64, right: u64| {
            if left != right {
                faults.push(format!("NL5: game {game}: {what}: {left} is not {right}"));
            }
        };
        if sum("closed") == 1 {
            equal("cards sold", sum("sold"), sum("issued") - sum("returned"));
            equal("cards listed", sum("sold"), sum("listed"));
            equal("takings", sum("takings_cents"), sum("sold") * sum("price"));
            let parts = ["line_cents", "bingo_cents", "house_cents", "resto_cents"].map(sum);
            equal("division", parts.iter().sum(), sum("takings_cents"));
        }
        if sum("ended") == 1 {
            equal("prizes", sum("given"), sum("line_cents") + sum("bingo_cents"));
        }
        if sum("void") > 0 {
            equal("refunds", sum("refunded").max(sum("void")), sum("void"));
            equal("paid in a void game", sum("paid"), 0);
        }
        equal("paid", sum("paid").max(sum("given")), sum("given"));
    }
}

/// Balls of a game as the record has them, and how it ended.
#[derive(Debug, Default)]
struct Draw {
    out: Vec<u64>,
    announced: Vec<u64>,
    boots: BTreeSet<(String, u64)>,
    /// How many came before the game went on by hand or on paper: the rest the machine never saw.
    read: Option<usize>,
    ended: bool,
}

/// NL6: what came out is what the record has, in that order, each number once.
fn balls(evidence: &Evidence, faults: &mut Vec<String>) {
    let mut draws: BTreeMap<u64, Draw> = BTreeMap::new();
    for row in &evidence.lines {
        let Some(game) = row.body["game"].as_u64() else { continue };
        let draw = draws.entry(game).or_default();
        let place = |field| row.body[field].as_u64().unwrap_or_default();
        let at = usize::try_from(place("ordinal")).expect("small");
        match row.line.kind.as_str() {
            "ball_extracted" => {
                if at != draw.out.len() + 1 {
                    faults.push(format!("NL6: game {game}: ball {at} came after {}", draw.out.len()));
                }
                draw.out.push(place("ball"));
                draw.boots.extend(row.frame());
                if row.frame().is_none() {
                    draw.read.get_or_insert(at - 1);
                }
            }
            "ball_corrected" => {
                draw.out.truncate(draw.out.len().max(at));
                if at == draw.out.len() + 1 {
                    draw.out.push(place("to"));
                } else {
                    draw.out[at - 1] = place("to");
                }
            }
            "ball_announced" => draw.announced.push(place("ball")),
            "reading_rectified" => {
                if at != draw.announced.len() || at != draw.out.len() {
                    faults.push(format!("NL6: game {game}: ball {at} was read again, and is not the last"));
                }
                draw.out[at - 1] = place("to");
                draw.announced[at - 1] = place("to");
            }
            "game_ended" => draw.ended = true,
            _ => {}
        }
    }
    let mut drawn = 0;
    for (game, draw) in draws {
        drawn += usize::from(!draw.boots.is_empty());
        let different: BTreeSet<_> = draw.out.iter().collect();
        if different.len() != draw.out.len() {
            faults.push(format!("NL6: game {game} has a ball twice: {:?}", draw.out));
        }
        if !draw.out.starts_with(&draw.announced) {
            faults
                .push(format!("NL6: game {game}: announced {:?}, extracted {:?}", draw.announced, draw.out));
        }
        if draw.ended && !draw.boots.is_empty() {
            let racked = racked(&evidence.truth, &draw.boots, drawn);
            if !racked.starts_with(&draw.out[..draw.read.unwrap_or(draw.out.len())]) {
                faults.push(format!("NL6: game {game}: out came {racked:?}, recorded {:?}", draw.out));
            }
        }
    }
}

/// Returns the balls that came to rest in the draw these readings were part of. A machine that numbers
/// nothing cannot say which: it is the `nth` in which any came to rest.
fn racked(truth: &[Value], readings: &BTreeSet<(String, u64)>, nth: usize) -> Vec<u64> {
    let part = |happened: &&Value| {
        let (Some(boot), Some(seq)) = (happened["boot"].as_str(), happened["seq"].as_u64()) else {
            return false;
        };
        happened["what"] == "read" && readings.contains(&(boot.to_owned(), seq))
    };
    let numbered = truth.iter().any(|happened| happened["seq"].is_u64());
    let draw = if numbered {
        truth.iter().find(part).map(|happened| happened["draw"].clone())
    } else {
        let gone = truth.iter().filter(|happened| happened["what"] == "gone");
        let draws: BTreeSet<u64> = gone.filter_map(|happened| happened["draw"].as_u64()).collect();
        draws.into_iter().nth(nth - 1).map(Value::from)
    };
    let gone = truth
        .iter()
        .filter(|happened| happened["what"] == "gone" && Some(&happened["draw"]) == draw.as_ref());
    gone.filter_map(|happened| happened["ball"].as_u64()).collect()
}

/// E67: a screen never knows more than the record had when the screen was told.
fn shown(evidence: &Evidence, faults: &mut Vec<String>) {
    for shown in &evidence.shown {
        let game = shown.board.game.as_ref().map(|game| u64::from(game.game));
        let mut recorded: Vec<u64> = Vec::new();
        let of_game = |row: &&Row| row.line.seq <= shown.seq && row.body["game"].as_u64() == game;
        for row in evidence.lines.iter().filter(of_game) {
            if row.is("ball_announced") {
                recorded.push(row.number("ball"));
            } else if row.is("reading_rectified") {
                recorded.pop();
                recorded.push(row.number("to"));
            }
        }
        let seen: Vec<u64> = shown.board.announced.iter().map(|ball| u64::from(*ball)).collect();
        if seen != recorded {
            faults.push(format!(
                "E67: at line {} a screen showed {seen:?}, the record had {recorded:?}",
                shown.seq
            ));
        }
        // G8: mark and number change together.
        if let Some(place) = shown.board.uncalled
            && usize::from(place) != seen.len() + 1
        {
            faults.push(format!(
                "E67: at line {} ball {place} was marked, after {} were shown",
                shown.seq,
                seen.len()
            ));
        }
        if shown.seq > shown.on_disk {
            let (told, there) = (shown.seq, shown.on_disk);
            faults.push(format!("E67: a screen was told of line {told}, and line {there} was the last"));
        }
        for secret in ["Ortega", "Peña", "Campos", "rafael", "\"pending\""] {
            if shown.text.contains(secret) {
                faults.push(format!("a public screen was told «{secret}»"));
            }
        }
    }
}

/// NL8: what is held is not announced, and no game ends with the number of a ball in doubt. One that has ended needs the
/// machine no more: what held only that is over with it.
fn held(evidence: &Evidence, faults: &mut Vec<String>) {
    let mut holds: BTreeMap<u64, String> = BTreeMap::new();
    for row in &evidence.lines {
        let kind = row.line.kind.as_str();
        match kind {
            "hold_raised" => {
                let why = row.body["why"]["is"].as_str().unwrap_or_default();
                holds.insert(row.number("hold"), why.to_owned());
            }
            "hold_left" => drop(holds.remove(&row.number("hold"))),
            // What held the machine is over with the game, or with its sheet (DECISIONS 34).
            "game_voided" | "transcribed" => holds.clear(),
            "ball_announced" | "draw_resumed" if !holds.is_empty() => {
                faults.push(format!("NL8: {kind} at {} in a HOLD", row.line.seq));
            }
            "game_ended" => {
                let doubts = ["caller_differs", "keyed_differs", "called"];
                if holds.values().any(|why| doubts.contains(&why.as_str())) {
                    faults.push(format!("NL8: {kind} at {} in a HOLD", row.line.seq));
                }
                holds.clear();
            }
            _ => {}
        }
    }
}

/// NL7, and no error where none was made.
fn bytes(evidence: &Evidence, faults: &mut Vec<String>) {
    let of = |name| figures(&evidence.log, name);
    let parts = of("frame_bytes").into_iter().zip(of("discarded"));
    for (whole, (good, bad)) in of("bytes").into_iter().zip(parts) {
        if whole != good + bad {
            faults.push(format!("NL7: {whole} bytes came, {good} in good frames and {bad} discarded"));
        }
    }
    let injected = evidence.log.contains("the record cannot be kept");
    for line in evidence.log.lines().filter(|line| line.contains("ERROR") && !injected) {
        faults.push(format!("the server met an error: {line}"));
    }
    if evidence.log.contains("panicked") {
        faults.push("the server panicked".to_owned());
    }
}

// ---- the canaries: each lie is found ---------------------------------------------------------

/// The rule that finds it, and the lie.
type Lie<'a> = (&'static str, &'a dyn Fn(&mut Evidence));

/// A game as it went, then the same with one thing changed.
#[test]
fn canary_each_lie_about_a_game_is_found() {
    let hall = crate::kit::Hall::open(&crate::kit::Setup::default());
    let game = hall.sell(&[("A17", 1, 6)]);
    hall.start(game);
    hall.to_the_end(game);
    let honest = hall.finish();
    assert!(honest.shown.len() > 15 && honest.heard.len() > 20 && honest.truth.len() > 45);
    assert!(honest.line_figure("bytes") > 500);

    let find = |evidence: &Evidence, kind: &str| {
        evidence.lines.iter().position(|row| row.is(kind)).expect("the game has one")
    };
    let lies: [Lie<'_>; 15] = [
        ("E67", &|e| e.shown[3].on_disk = e.shown[3].seq - 1),
        ("E67", &|e| {
            let at = e.shown.iter().position(|shown| shown.board.uncalled.is_some()).expect("a ball waits");
            e.shown[at].board.uncalled = Some(90);
        }),
        ("NL1", &|e| {
            // Of the server's own last words nobody was told.
            let told = e.heard.iter().map(|told| told.seq).max().expect("some");
            e.lines.truncate(usize::try_from(told).expect("small") - 1);
        }),
        ("NL1", &|e| e.heard[5].at_utc_ms += 1),
        ("NL4", &|e| {
            e.lines.remove(10);
        }),
        ("NL2", &|e| {
            let at = find(e, "block_issued");
            let (request, device) = (e.lines[at].line.request_id.clone(), e.lines[at].line.device.clone());
            let later = find(e, "game_ended");
            e.lines[later].line.request_id = request;
            e.lines[later].line.device = device;
        }),
        ("NL2", &|e| {
            let both: Vec<usize> = (0..e.lines.len()).filter(|at| e.lines[*at].is("machine_saw")).collect();
            e.lines[both[1]].body["frame"] = e.lines[both[0]].body["frame"].clone();
        }),
        ("NL5", &|e| {
            let at = find(e, "sale_closed");
            e.lines[at].body["division"]["house_cents"] = 1.into();
        }),
        ("NL5", &|e| {
            let at = find(e, "play_awarded");
            e.lines[at].body["winners"][0]["amount_cents"] = 1.into();
        }),
        ("NL6", &|e| {
            let at = e.truth.iter().position(|happened| happened["what"] == "gone").expect("one");
            e.truth.remove(at);
        }),
        ("NL6", &|e| {
            let at = find(e, "ball_announced");
            e.lines[at].body["ball"] = 90.into();
        }),
        ("E67", &|e| {
            let at = e.shown.iter().position(|shown| !shown.board.announced.is_empty()).expect("one");
            e.shown[at].seq = 1;
        }),
        ("NL8", &|e| {
            let at = find(e, "draw_started");
            e.lines[at].line.kind = "hold_raised".into();
            e.lines[at].body["hold"] = 1.into();
        }),
        ("NL8", &|e| {
            let at = find(e, "game_ended") - 1;
            e.lines[at].line.kind = "hold_raised".into();
            e.lines[at].body = json!({"hold": 1, "why": {"is": "called"}});
        }),
        ("NL7", &|e| e.log = e.log.replace("discarded: 0", "discarded: 1")),
    ];
    for (rule, lie) in lies {
        let mut evidence = honest.clone();
        lie(&mut evidence);
        let faults = faults_of(&evidence);
        assert!(faults.iter().any(|fault| fault.starts_with(rule)), "{rule}: {faults:?}");
    }
}
