//! Another computer of the hall's network that speaks without TLS (ADR 83): it is answered for what everybody may see, and nothing
//! that it says is taken.

use std::collections::BTreeSet;
use std::net::IpAddr;

use crate::hall::{Asker, Hall, VOICE_KEY};

const NEIGHBOUR: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 7));

/// What is signed, or says nothing of the hall.
const IN_THE_CLEAR: [&str; 9] = [
    "/confianza",
    "/confianza.crt",
    "/confianza.mobileconfig",
    "/healthz",
    "/api/openapi.json",
    "/api/record",
    "/api/log/checkpoint",
    "/api/log/next-key",
    "/api/log/cosignature",
];

/// Those of the document's operations that say no for want of encryption; the others.
fn asked(asker: &Asker) -> (BTreeSet<String>, BTreeSet<String>) {
    let (_, document) = asker.get("/api/openapi.json");
    let paths = document["paths"].as_object().expect("it has paths");
    let all = paths.iter().flat_map(|(path, operations)| {
        operations.as_object().expect("of each method").keys().map(move |method| (path, method))
    });
    let (shut, open): (Vec<_>, Vec<_>) = all.partition(|(path, method)| {
        let (status, answer) = asker.call(&method.to_uppercase(), &path.replace(['{', '}'], ""));
        (status, answer["code"].as_str()) == (403, Some("sin-cifrar"))
    });
    let paths = |of: Vec<(&String, &String)>| of.into_iter().map(|(path, _)| path.clone()).collect();
    (paths(shut), paths(open))
}

#[test]
fn a_neighbour_without_tls_is_answered_for_what_is_signed_or_says_nothing() {
    let hall = Hall::open_to(NEIGHBOUR, |_| ());
    let (shut, open) = asked(&hall.asker());
    assert_eq!(open, IN_THE_CLEAR.map(str::to_owned).into());
    for path in
        ["/api/login", "/api/commands/announce", "/api/board", "/api/ws", "/tv", "/inspeccion", "/metrics"]
    {
        assert!(shut.contains(path), "{path}");
    }
    // Neither a key of the hall's nor a PIN makes it otherwise: whoever listens would have it.
    let voice = Asker { device: Some(("Voice", VOICE_KEY.to_owned())), ..hall.asker() };
    assert_eq!(voice.post("/api/voice", "{}").0, 403);
    let (status, answer) =
        hall.asker().post("/api/login", r#"{"user":"ana","pin":"493817","device":"mesa-1"}"#);
    assert_eq!((status, answer["code"].as_str()), (403, Some("sin-cifrar")), "{answer}");
    assert!(answer["detail"].as_str().expect("words").contains("https://"), "{answer}");
}

#[test]
fn where_the_hall_says_so_the_public_board_is_seen_without_tls_and_nothing_else() {
    let hall = Hall::open_to(NEIGHBOUR, |web| web.shows_the_board_in_the_clear());
    let (shut, open) = asked(&hall.asker());
    for path in ["/api/board", "/api/ws", "/tv", "/tv/seguir"] {
        assert!(open.contains(path), "{path}: {open:?}");
    }
    for path in ["/api/login", "/api/me", "/api/board/mesa", "/api/hall", "/api/panel/shown", "/inspeccion"] {
        assert!(shut.contains(path), "{path}");
    }
    // The mesa's board is asked for at the same address.
    let (status, answer) = hall.asker().get("/api/ws?protocol=3&board=mesa");
    assert_eq!((status, answer["code"].as_str()), (403, Some("sin-cifrar")), "{answer}");
}
