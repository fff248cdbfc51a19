//! Which picture is shown, and whose key is good.

use std::os::unix::fs::PermissionsExt;
use std::sync::atomic::AtomicI64;

use hall_wire::message::CAMERA_KEY_FILE;

use super::*;

fn jpeg() -> Bytes {
    Bytes::from(jpeg::picture([16, 9]))
}

fn camera() -> (Camera, Arc<AtomicI64>) {
    let now = Arc::new(AtomicI64::new(0));
    let theirs = Arc::clone(&now);
    (Camera::new(Arc::new(move || theirs.load(Ordering::Relaxed))), now)
}

#[test]
fn a_picture_is_old_after_three_seconds() {
    let (camera, now) = camera();
    assert!(camera.latest(Eyes::Hall).is_none());
    assert_eq!(camera.take(jpeg()), Ok(1));
    now.store(2_999, Ordering::Relaxed);
    assert_eq!(camera.latest(Eyes::Hall).map(|picture| picture.seq), Some(1));
    now.store(3_000, Ordering::Relaxed);
    assert!(camera.latest(Eyes::Hall).is_none());
    assert_eq!(camera.take(jpeg()), Ok(2));
    assert_eq!(camera.latest(Eyes::Hall).map(|picture| picture.seq), Some(2));
}

#[test]
fn what_is_cut_short_or_something_else_is_no_picture() {
    let (camera, _) = camera();
    let good = jpeg();
    let cut = &good[..good.len() - 1];
    for bad in [&b""[..], b"GIF89a", cut, &good[1..], &[0xFF, 0xD8], &[0xFF, 0xD8, 0xFF, 0xD9]] {
        let taken = camera.take(Bytes::copy_from_slice(bad));
        assert_eq!(taken, Err(NotTaken::NoPicture), "{bad:?}");
    }
    assert_eq!(camera.take(Bytes::from(jpeg::picture([30_000, 30_000]))), Err(NotTaken::TooWide));
    assert!(camera.latest(Eyes::Hall).is_none());
}

#[tokio::test]
async fn who_waits_gets_another_picture_and_not_an_old_one() {
    let (camera, now) = camera();
    camera.take(jpeg()).unwrap();
    assert_eq!(camera.newer(Eyes::Hall, 0).await.map(|picture| picture.seq), Some(1));
    // A number from before a restart must not make it wait.
    assert_eq!(camera.newer(Eyes::Hall, 700).await.map(|picture| picture.seq), Some(1));
    now.store(9_000, Ordering::Relaxed);
    let camera = Arc::new(camera);
    let waits = Arc::clone(&camera);
    let waits = tokio::spawn(async move { waits.newer(Eyes::Hall, 0).await.map(|picture| picture.seq) });
    tokio::task::yield_now().await;
    camera.take(jpeg()).unwrap();
    assert_eq!(waits.await.unwrap(), Some(2), "the first one is old");
}

#[test]
fn a_key_is_made_once_and_for_the_server_only() {
    let dir = tempfile::tempdir().unwrap();
    DeviceKey::of_folder(dir.path(), CAMERA_KEY_FILE).unwrap();
    let path = dir.path().join(CAMERA_KEY_FILE);
    let text = std::fs::read_to_string(&path).unwrap();
    assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    let camera = Cameras::new(Some(DeviceKey::of_folder(dir.path(), CAMERA_KEY_FILE).unwrap()));
    assert!(camera.knows(&text) && camera.knows(&format!("{}\n", text.to_uppercase())));
    for other in ["", "00", &"0".repeat(64), &text[1..]] {
        assert!(!camera.knows(other), "{other}");
    }
    std::fs::write(&path, "").unwrap();
    assert!(
        DeviceKey::of_folder(dir.path(), CAMERA_KEY_FILE).is_err(),
        "an empty file is not replaced behind anybody"
    );
    assert!(!Cameras::new(None).knows(&text));
}

/// The number of the picture that these eyes see.
fn sees(camera: &Camera, eyes: Eyes) -> Option<u64> {
    camera.latest(eyes).map(|picture| picture.seq)
}

#[test]
fn the_hall_sees_no_ball_before_it_is_announced_where_the_rules_hold_it_back() {
    let (camera, now) = camera();
    let film = |from: i64, to: i64| {
        for ms in (from..to).step_by(40) {
            now.store(ms, Ordering::Relaxed);
            camera.take(jpeg()).unwrap();
        }
    };
    // Picture n was taken at 40 (n - 1) ms.
    camera.holds(true, None);
    film(0, 3_000);
    let late = sees(&camera, Eyes::Hall).unwrap();
    assert!((58..=62).contains(&late), "some 600 ms late: {late}");
    assert_eq!(sees(&camera, Eyes::Desk), Some(75));
    // The ball is at the exit from 3,000 on, and the hall does not know.
    film(3_000, 3_300);
    camera.holds(true, Some(5));
    film(3_300, 9_000);
    let stands = sees(&camera, Eyes::Hall).unwrap();
    assert!(stands <= 75, "before the ball: {stands}");
    assert_eq!(sees(&camera, Eyes::Desk), Some(226));
    camera.holds(true, None);
    let with_the_light = sees(&camera, Eyes::Hall).unwrap();
    assert!(with_the_light > 75, "it shows the ball: {with_the_light}");
    camera.holds(false, None);
    assert_eq!(sees(&camera, Eyes::Hall), Some(226), "nothing is held");
    now.store(13_000, Ordering::Relaxed);
    assert_eq!(sees(&camera, Eyes::Hall), None, "a camera that is lost has no picture");
}

#[test]
fn viewers_at_one_address_leave_places_to_others_and_none_takes_those_of_the_hall() {
    let camera = Camera::new(clock::steady());
    let at = |last: u8| IpAddr::from([192, 0, 2, last]);
    let seats = |last: u8| (0..64).filter_map(|_| camera.seat(None, at(last))).collect::<Vec<_>>();
    let taken: Vec<_> = (1..=8).map(seats).collect();
    assert!(taken.iter().all(|of_one| of_one.len() == VIEWERS_AT_ONE_ADDRESS_MAX));
    assert!(camera.seat(None, at(9)).is_none(), "all of strangers are taken");
    let walls: Vec<_> = (0..64).filter_map(|_| camera.seat(Some([1; 32]), at(1))).collect();
    assert!(
        walls.len() == VIEWERS_AT_ONE_ADDRESS_MAX && camera.watching() == 72,
        "nor has one device all of them"
    );
    assert!(camera.seat(Some([2; 32]), at(1)).is_some());
    drop((taken, walls));
    assert_eq!(camera.watching(), 0);
}
