//! What is filmed and when, what becomes of it where the disk fails, and what is deleted. `reliability.md` E 64.

use std::sync::Mutex;

use hall_core::event::{CameraPost::*, GameNo};

use super::*;
use crate::camera::jpeg::picture;

/// A keeper on a folder, with a clock of its own.
struct Room {
    _dir: tempfile::TempDir,
    store: Store,
    keeper: Keeper,
    standing: Arc<Standing>,
    notices: Arc<Mutex<Vec<Notice>>>,
    now: Instant,
}

fn room_with(leaves: u64, before: Before, prepare: impl FnOnce(&Store)) -> Room {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::new(&dir.path().join("pelicula"));
    prepare(&store);
    let settings = FilmSettings { folder: store.root().to_owned(), days: 30, leaves, sound: true };
    let (standing, notices) = (Arc::<Standing>::default(), Arc::<Mutex<Vec<Notice>>>::default());
    let theirs = Arc::clone(&notices);
    let notice = move |notice| theirs.lock().unwrap().push(notice);
    let keeper =
        Keeper::new(store.clone(), &settings, before, clock(), Arc::clone(&standing), Box::new(notice));
    Room { _dir: dir, store, keeper, standing, notices, now: Instant::now() }
}

fn clock() -> Clock {
    Clock::of_zone("Europe/Madrid")
}

fn room() -> Room {
    room_with(0, Before::default(), |_| ())
}

impl Room {
    fn told(&mut self, told: Told) {
        self.keeper.step(Some(told), self.now);
    }

    /// A picture whose width tells it from others.
    fn sees(&mut self, camera: CameraPost, at_utc_ms: i64) {
        let jpeg = picture([u16::try_from(at_utc_ms).unwrap(), 360]);
        self.told(Told::Picture(camera, at_utc_ms, jpeg.into()));
    }

    fn waits(&mut self, ms: u64) {
        self.now += Duration::from_millis(ms);
        self.keeper.step(None, self.now);
    }

    fn film(&self, game: u32, camera: CameraPost) -> Vec<i64> {
        let frames = self.store.frames(GameNo(game), camera).unwrap();
        frames.into_iter().map(|frame| frame.at_utc_ms).collect()
    }

    fn said(&self) -> Vec<Notice> {
        std::mem::take(&mut *self.notices.lock().unwrap())
    }

    fn still(&self, game: u32, ordinal: u8, seq: u64) -> Vec<u8> {
        std::fs::read(self.store.still(GameNo(game), Ordinal(ordinal), seq)).unwrap()
    }
}

#[test]
fn a_game_is_filmed_from_its_draw_until_five_seconds_after_its_end_and_the_record_is_told() {
    let mut room = room();
    room.sees(Exit, 10);
    room.told(Told::Begins(GameNo(3)));
    room.sees(Exit, 20);
    room.sees(Desk, 25);
    room.sees(Exit, 30);
    room.told(Told::Over(GameNo(3)));
    room.waits(4_900);
    room.sees(Exit, 40);
    assert_eq!((room.film(3, Exit), room.film(3, Desk)), (vec![20, 30, 40], vec![25]));
    assert_eq!(room.said(), [], "not before its end");
    room.waits(200);
    let said = room.said();
    let kept = |camera, count| {
        let bytes = std::fs::read(room.store.film(GameNo(3), camera)).unwrap();
        let sha256 = <sha2::Sha256 as sha2::Digest>::digest(bytes).into();
        Notice::FilmKept { game: GameNo(3), camera, pictures: count, sha256 }
    };
    assert_eq!(said, [kept(Exit, 3), kept(Desk, 1)]);
    room.sees(Exit, 50);
    assert_eq!(room.film(3, Exit).len(), 3, "between games nothing is filmed");
}

#[test]
fn a_ball_gets_the_newest_picture_or_the_next_that_comes_within_a_second_and_its_hash_is_told() {
    let mut room = room();
    room.told(Told::Begins(GameNo(3)));
    room.sees(Exit, 20);
    room.waits(300);
    room.told(Told::Ball(711, GameNo(3), Ordinal(1)));
    // No camera for a while: the second ball waits for the next picture, the third for none.
    room.waits(2_000);
    room.told(Told::Ball(713, GameNo(3), Ordinal(2)));
    room.waits(900);
    room.sees(Exit, 60);
    room.waits(2_000);
    room.told(Told::Ball(715, GameNo(3), Ordinal(3)));
    room.waits(1_100);
    room.sees(Exit, 70);
    let still = |ordinal, seq, at| {
        let jpeg = room.still(3, ordinal, seq);
        let taken = stamped(&picture([u16::try_from(at).unwrap(), 360]), Exit, GameNo(3), at);
        assert_eq!(jpeg, taken, "{ordinal}");
        let sha256 = <sha2::Sha256 as sha2::Digest>::digest(&jpeg).into();
        Notice::Pictured { game: GameNo(3), ordinal: Ordinal(ordinal), sha256 }
    };
    assert_eq!(room.said(), [still(1, 711, 20), still(2, 713, 60)]);
    let mut pictured = room.store.pictured(GameNo(3)).unwrap();
    pictured.sort_unstable();
    assert_eq!(pictured, [(Ordinal(1), 711), (Ordinal(2), 713)]);
}

#[test]
fn a_film_goes_on_after_a_start_in_the_draw_and_one_of_a_game_that_is_over_is_ended() {
    let mut first = room();
    first.told(Told::Begins(GameNo(3)));
    first.sees(Exit, 20);
    first.told(Told::Ends);
    let kept = std::fs::read(first.store.film(GameNo(3), Exit)).unwrap();
    let index = first.store.root().join("000003/salida.indice");
    let rows = std::fs::read(&index).unwrap();
    let as_left = |store: &Store| {
        store.begin(GameNo(3)).unwrap();
        std::fs::write(store.film(GameNo(3), Exit), &kept).unwrap();
        std::fs::write(store.root().join("000003/salida.indice"), &rows).unwrap();
    };
    let mut on = room_with(0, Before { deleted: 0, game: Some(GameNo(3)) }, as_left);
    on.sees(Exit, 40);
    assert_eq!((on.film(3, Exit), on.said()), (vec![20, 40], vec![]));
    let mut over = room_with(0, Before::default(), as_left);
    over.waits(0);
    let sha256 = <sha2::Sha256 as sha2::Digest>::digest(&kept).into();
    let kept = Notice::FilmKept { game: GameNo(3), camera: Exit, pictures: 1, sha256 };
    assert_eq!(over.said().first(), Some(&kept));
    over.now += PAST_EVERY;
    over.waits(0);
    assert!(!over.said().contains(&kept), "once");
}

#[test]
fn with_less_room_than_is_left_to_the_hall_nothing_is_filmed_and_that_is_told_until_there_is() {
    let mut room = room_with(u64::MAX, Before::default(), |_| ());
    room.told(Told::Begins(GameNo(3)));
    room.sees(Exit, 20);
    room.told(Told::Ball(711, GameNo(3), Ordinal(1)));
    assert_eq!(room.standing.trouble(), Some(FilmStop::NoRoom));
    assert_eq!((room.film(3, Exit), room.said()), (vec![], vec![]));
    room.keeper.leaves = 0;
    room.waits(4_900);
    assert_eq!(room.standing.trouble(), Some(FilmStop::NoRoom), "it is looked at every five seconds");
    room.waits(200);
    room.sees(Exit, 30);
    assert_eq!((room.standing.trouble(), room.film(3, Exit)), (None, vec![30]));
}

#[test]
fn a_folder_that_cannot_be_written_is_told_and_tried_again() {
    let mut room = room();
    // A file where the folder should be: nobody writes there, not even root.
    std::fs::write(room.store.root(), "").unwrap();
    room.told(Told::Begins(GameNo(3)));
    room.sees(Exit, 20);
    assert_eq!(room.standing.trouble(), Some(FilmStop::CannotWrite));
    for _ in 0..3 {
        room.waits(5_100);
        assert_eq!(room.standing.trouble(), Some(FilmStop::CannotWrite));
    }
    std::fs::remove_file(room.store.root()).unwrap();
    room.waits(5_100);
    assert_eq!(room.standing.trouble(), None);
    room.sees(Exit, 30);
    room.told(Told::Ball(711, GameNo(3), Ordinal(1)));
    assert_eq!((room.film(3, Exit), room.said().len()), (vec![30], 1));
}

#[test]
fn old_film_is_asked_to_be_deleted_and_goes_only_when_the_record_says_so() {
    let now = clock().now().utc_ms;
    let days_ago = |store: &Store, game: u32, days: i64| {
        store.begin(GameNo(game)).unwrap();
        let mut reel = store.reel(GameNo(game), Exit).unwrap();
        reel.add(now - days * DAY_MS, b"jpeg").unwrap();
        reel.end().unwrap();
        store.end(GameNo(game));
    };
    let all = |store: &Store| {
        // A game in between that is younger keeps those behind it: numbers are deleted in their order.
        for (game, days) in [(1, 60), (2, 31), (3, 29), (4, 31), (5, 0)] {
            days_ago(store, game, days);
        }
    };
    let mut room = room_with(0, Before::default(), all);
    room.waits(0);
    assert_eq!(room.said(), [Notice::FilmPast { last: GameNo(2), days: 30 }]);
    let games = |room: &Room| room.store.games().unwrap().into_iter().map(|game| game.0).collect::<Vec<_>>();
    assert_eq!(games(&room), [1, 2, 3, 4, 5], "the record has not said it");
    room.told(Told::Deleted(GameNo(2)));
    assert_eq!(games(&room), [3, 4, 5]);
    // What the record said before a power cut is done after it.
    let mut again = room_with(0, Before { deleted: 2, game: None }, all);
    again.waits(0);
    assert_eq!(games(&again), [3, 4, 5]);
}

#[test]
fn the_sound_of_a_stop_is_kept_with_the_rest_of_the_word_and_its_hash_is_told() {
    let mut room = room();
    room.told(Told::Begins(GameNo(3)));
    let hears = |room: &mut Room, until: i64| {
        let piece = 7_i16.to_le_bytes().repeat(4_000);
        room.told(Told::Sound(until, until.unsigned_abs() / 250, piece.into()));
        room.now += Duration::from_millis(250);
    };
    for until in (250..=5_000).step_by(250) {
        hears(&mut room, until);
    }
    room.told(Told::Stopped(733, GameNo(3), StopNo(2), 4_800));
    for until in (5_250..=7_500).step_by(250) {
        hears(&mut room, until);
    }
    assert_eq!(room.said(), [], "the word is not over");
    for until in (7_750..=8_500).step_by(250) {
        hears(&mut room, until);
    }
    let wav = std::fs::read(room.store.sound(GameNo(3), StopNo(2), 733)).unwrap();
    let sha256 = <sha2::Sha256 as sha2::Digest>::digest(&wav).into();
    let (game, stop) = (GameNo(3), StopNo(2));
    assert_eq!(room.said(), [Notice::SoundKept { game, stop, before_ms: 4_800, sha256 }]);
    assert_eq!(wav.len(), 44 + 2 * 16 * 6_800);
    assert_eq!(room.store.heard(GameNo(3)).unwrap(), [(StopNo(2), 733)]);
    // Without a microphone a stop keeps nothing.
    let mut deaf = self::room();
    deaf.told(Told::Begins(GameNo(3)));
    deaf.told(Told::Stopped(733, GameNo(3), StopNo(2), 4_800));
    deaf.waits(4_000);
    assert_eq!((deaf.said(), deaf.store.heard(GameNo(3)).unwrap()), (vec![], vec![]));
}
