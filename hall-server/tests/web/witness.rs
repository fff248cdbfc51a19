//! What the server says to a screen that tells what it saw of the record (DECISIONS 40).

use hall_core::record::Hash;
use hall_server::journal::RecordReader;
use hall_wire::sighting::{HEADER, Head, Seen, Sighting};
use serde_json::Value;

use crate::hall::{Asker, Hall};

/// A hall whose view is the end of the record on its disk, and somebody who is logged in.
fn hall() -> (Hall, Seen, RecordReader, Asker) {
    let hall = Hall::open();
    let ana = hall.logged_in("ana");
    let reader = RecordReader::open(hall.folder()).unwrap();
    let (head, first) = (reader.head().unwrap(), reader.head_at(1).unwrap().unwrap());
    hall.show(|view| {
        // The desk is made up; the record is not.
        view.seq = head.seq;
        view.facts.head_hash = head.hash.to_string();
        view.facts.founding_hash = first.hash.to_string();
    });
    let end = Sighting { epoch: 1, head };
    (hall, Seen { hall: first.hash, end }, reader, ana)
}

fn asks(asker: &Asker, saw: &Seen) -> Value {
    let (status, answer) = asker.get(&format!("/api/record?hall={}&saw={}", saw.hall, saw.end));
    assert_eq!(status, 200, "{answer}");
    answer["seen"].clone()
}

#[test]
fn a_screen_learns_whether_the_record_has_the_line_that_it_saw() {
    let (hall, now, reader, _) = hall();
    let nobody = hall.asker();
    let (_, record) = nobody.get("/api/record");
    assert_eq!(record["end"], now.end.to_string());
    assert_eq!((&record["hall"], &record["seen"]), (&Value::from(now.hall.to_string()), &Value::Null));
    let before = reader.head_at(now.end.head.seq - 1).unwrap().unwrap();
    let earlier = Sighting { head: before, ..now.end };
    let other = Hash([9; 32]);
    for (saw, says) in [
        (now.end, Value::from("agrees")),
        (earlier, "agrees".into()),
        (Sighting { head: Head { hash: other, ..earlier.head }, ..earlier }, "rewritten".into()),
        (Sighting { head: Head { hash: other, ..now.end.head }, ..now.end }, "rewritten".into()),
        (Sighting { head: Head { seq: now.end.head.seq + 1, ..now.end.head }, ..now.end }, "behind".into()),
        (Sighting { epoch: 2, ..earlier }, "older-epoch".into()),
    ] {
        assert_eq!(asks(&nobody, &Seen { end: saw, ..now }), says, "{saw}");
        assert_eq!(asks(&nobody, &Seen { hall: other, end: saw }), Value::Null, "another hall's");
    }
    for bad in ["hall=00", "saw=1:2:3", "hall=00&saw=1", "x=1"] {
        let (status, problem) = nobody.get(&format!("/api/record?{bad}"));
        assert_eq!((status, problem["code"].as_str()), (400, Some("valor-no-valido")), "{bad}");
    }
    assert_eq!(nobody.get("/healthz").1["refused_by"], serde_json::json!([]), "a stranger names nobody");
}

#[test]
fn a_desk_that_saw_more_is_named_until_it_agrees_and_stops_nobody() {
    let (hall, now, _, ana) = hall();
    let more =
        Seen { end: Sighting { head: Head { seq: now.end.head.seq + 1, ..now.end.head }, ..now.end }, ..now };
    assert_eq!(asks(&ana, &more), "behind");
    let refusing = || hall.asker().get("/healthz").1["refused_by"].clone();
    assert_eq!(refusing(), serde_json::json!([{"device": "mesa-1", "saw": more.end.to_string()}]));
    let metrics = hall.asker().get("/metrics").1;
    assert!(metrics.to_string().contains("bombo_desks_refusing 1"), "{metrics}");
    assert_eq!(ana.command("stop", r#"{"game":7,"announced":3}"#).0, 200, "others go on");
    assert_eq!(asks(&ana, &now), "agrees");
    assert_eq!(refusing(), serde_json::json!([]));
}

#[test]
fn a_command_of_a_screen_that_saw_more_is_refused() {
    let (hall, now, _, ana) = hall();
    let token = ana.token.clone().unwrap();
    let post = |saw: &str| {
        let request =
            ana.agent.post(format!("{}/api/commands/stop", hall.url)).content_type("application/json");
        let request = request.header("Authorization", format!("Bearer {token}")).header(HEADER, saw);
        let request = request.header("Request-Id", uuid::Uuid::new_v4().to_string());
        request.send(r#"{"game":7,"announced":3}"#).unwrap().status().as_u16()
    };
    let end = |seq, epoch| Sighting { epoch, head: Head { seq, ..now.end.head } };
    let of = |hall, end| Seen { hall, end }.to_string();
    assert_eq!(post(&of(now.hall, end(now.end.head.seq + 1, 1))), 412);
    assert_eq!(post(&of(now.hall, end(1, 2))), 412);
    assert_eq!(post("x"), 400);
    assert_eq!(hall.seen.lock().unwrap().decided, ["log-in"], "nothing of it came to the desk");
    assert_eq!(post(&of(now.hall, now.end)), 200);
    assert_eq!(post(&of(Hash([9; 32]), end(9_999, 9))), 200, "another hall's");
}
