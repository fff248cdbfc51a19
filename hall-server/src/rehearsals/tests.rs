//! Spares that answer with the right key, and another hall or another program.

use axum::Router;
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use axum::routing::post;
use hall_core::record::Hash;
use hall_wire::sighting::Head;
use tokio::net::TcpListener;

use super::*;
use crate::mirror::spare::{About, CODE, REHEARSAL_PATH, Rehearsed, Role, SpareKey, Standing, asked, router};
use crate::mirror::{Identity, Wait};

const HEAD: Head = Head { seq: 7, hash: Hash([3; 32]) };

const HALL: [u8; 32] = [5; 32];

/// What the server makes of a spare that says this.
async fn asked_of(said: Rehearsed) -> Result<Notice, String> {
    let key = SpareKey::of(Identity::generate());
    let theirs = key.clone();
    let answer = async move |headers: HeaderMap, question: String| {
        let code = headers[CODE].to_str().unwrap().to_owned();
        assert_eq!(asked(&theirs, Some(&code), &question), Some(HEAD));
        let text = said.to_string();
        let answer = theirs.code(About::Rehearsed, &[code.as_bytes(), text.as_bytes()]);
        (StatusCode::OK, [(CODE, answer)], text).into_response()
    };
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let at = listener.local_addr().unwrap();
    let standing = || Standing { role: Role::Follows, record: None };
    let routes: Router = router(key.clone(), standing).route(REHEARSAL_PATH, post(answer));
    tokio::spawn(crate::web::serve(listener, None, routes, std::future::pending()));
    let due = RehearsalDue { rehearsal: 4, head: HEAD, hall_sha256: HALL };
    let settings = SpareSettings { at, key, wait: Wait::Never };
    tokio::task::spawn_blocking(move || passed(&due, &settings, None)).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_spare_passes_with_the_same_hall_made_by_the_same_program() {
    let version = env!("CARGO_PKG_VERSION").to_owned();
    let right = Rehearsed { version: version.clone(), hall_sha256: HALL, millis: 12 };
    let Ok(Notice::RehearsalPassed { rehearsal: 4, seq: 7, hash, hall_sha256, millis: 12, .. }) =
        asked_of(right.clone()).await
    else {
        panic!("it is the same hall")
    };
    assert_eq!((hash, hall_sha256), ([3; 32], HALL));
    let other_hall = asked_of(Rehearsed { hall_sha256: [6; 32], ..right.clone() }).await;
    assert!(other_hall.unwrap_err().contains("otra sala"));
    let older = asked_of(Rehearsed { version: "0.0.9".into(), ..right }).await;
    assert!(older.unwrap_err().contains("0.0.9"));
}
