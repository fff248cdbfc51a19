//! The thread that writes: which game is filmed, the picture of each ball, the room that is left, and what is deleted.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use hall_core::event::{CameraPost, GameNo, Ordinal, StopNo};
use hall_core::request::Notice;
use hall_core::words::FilmStop;

use super::reel::Reel;
use super::sound::{AFTER_MS, Ring};
use super::stamp::stamped;
use super::store::{CAMERAS, Store};
use super::{Before, FilmSettings, Standing, Told};
use crate::clock::Clock;

/// How long a game is filmed after its end.
const AFTER: Duration = Duration::from_secs(5);

/// A picture of the exit may be so old to be that of a ball, and a ball waits so long for a newer one: ten come in a second.
const OF_THE_BALL: Duration = Duration::from_secs(1);

/// How often the disk's room is looked at, and how long nothing is tried after a failure.
const ROOM_EVERY: Duration = Duration::from_secs(5);

/// How often old film is looked for.
const PAST_EVERY: Duration = Duration::from_secs(60 * 60);

/// How long after a stop its sound is kept: when the rest of the word is here, and the piece that has it.
const WORD: Duration = Duration::from_millis(AFTER_MS.unsigned_abs() + 1_000);

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// Keeps film.
pub(super) struct Keeper {
    store: Store,
    days: u32,
    leaves: u64,
    deleted: u32,
    clock: Clock,
    standing: Arc<Standing>,
    notice: Box<dyn FnMut(Notice) + Send>,
    rolls: Option<Roll>,
    /// The newest picture of the exit: when it was taken in, its hour, and itself.
    newest: Option<(Instant, i64, Bytes)>,
    /// Balls without a picture yet, and since when.
    due: Vec<(Instant, u64, GameNo, Ordinal)>,
    heard: Ring,
    /// Stops whose sound is kept when the rest of the word was heard: when, and which.
    stops: Vec<(Instant, u64, GameNo, StopNo, i64)>,
    stopped: Option<FilmStop>,
    looked: Option<Instant>,
    past_at: Option<Instant>,
}

/// A game that is filmed.
struct Roll {
    game: GameNo,
    reels: BTreeMap<CameraPost, Reel>,
    /// When its film ends.
    until: Option<Instant>,
}

impl Keeper {
    pub fn new(
        store: Store,
        settings: &FilmSettings,
        Before { deleted, game }: Before,
        clock: Clock,
        standing: Arc<Standing>,
        notice: Box<dyn FnMut(Notice) + Send>,
    ) -> Keeper {
        Keeper {
            store,
            days: settings.days,
            leaves: settings.leaves,
            deleted,
            clock,
            standing,
            notice,
            rolls: game.map(|game| Roll { game, reels: BTreeMap::new(), until: None }),
            newest: None,
            due: Vec::new(),
            heard: Ring::default(),
            stops: Vec::new(),
            stopped: None,
            looked: None,
            past_at: None,
        }
    }

    /// Takes in what it is told, and does what is due now.
    pub fn step(&mut self, told: Option<Told>, now: Instant) {
        self.look_at_room(now);
        match told {
            None => (),
            Some(Told::Picture(camera, at_utc_ms, jpeg)) => self.picture(camera, at_utc_ms, jpeg, now),
            Some(Told::Sound(at_utc_ms, piece, samples)) => self.heard.take(at_utc_ms, piece, &samples),
            Some(Told::Stopped(seq, game, stop, at_utc_ms)) => {
                self.stops.push((now + WORD, seq, game, stop, at_utc_ms));
            }
            Some(Told::Begins(game)) => self.begin(game, now),
            Some(Told::Ball(seq, game, ordinal)) => self.due.push((now, seq, game, ordinal)),
            Some(Told::Over(game)) => {
                if let Some(roll) = self.rolls.as_mut().filter(|roll| roll.game == game) {
                    roll.until = Some(now + AFTER);
                }
            }
            Some(Told::Deleted(last)) => self.delete(last.0),
            // Its folder still says that it is open: the next start goes on with it, or ends it.
            Some(Told::Ends) => {
                self.keep_sound(None);
                let reels = self.rolls.take().map(|roll| roll.reels).unwrap_or_default();
                reels.into_values().for_each(|reel| drop(reel.end()));
            }
        }
        self.take_stills(now);
        self.keep_sound(Some(now));
        if self.rolls.as_ref().and_then(|roll| roll.until).is_some_and(|until| now >= until) {
            self.end_roll();
        }
        if self.rolls.is_none() && self.past_at.is_none_or(|at| now - at >= PAST_EVERY) {
            self.past_at = Some(now);
            self.tidy();
        }
    }

    fn begin(&mut self, game: GameNo, now: Instant) {
        if self.rolls.as_ref().is_some_and(|roll| roll.game == game) {
            return;
        }
        self.end_roll();
        let begun = self.store.begin(game);
        self.went(begun, now);
        self.rolls = Some(Roll { game, reels: BTreeMap::new(), until: None });
    }

    fn picture(&mut self, camera: CameraPost, at_utc_ms: i64, jpeg: Bytes, now: Instant) {
        if camera == CameraPost::Exit {
            self.newest = Some((now, at_utc_ms, jpeg.clone()));
        }
        let Some(roll) = self.rolls.as_mut().filter(|_| self.stopped.is_none()) else { return };
        let stamped = stamped(&jpeg, camera, roll.game, at_utc_ms);
        let added = match roll.reels.get_mut(&camera) {
            Some(reel) => reel.add(at_utc_ms, &stamped),
            None => self
                .store
                .begin(roll.game)
                .and_then(|()| self.store.reel(roll.game, camera))
                .and_then(|reel| roll.reels.entry(camera).or_insert(reel).add(at_utc_ms, &stamped)),
        };
        self.went(added, now);
    }

    /// Keeps a picture with each ball that has none: the newest, or the next that comes.
    fn take_stills(&mut self, now: Instant) {
        self.due.retain(|(since, ..)| now.saturating_duration_since(*since) <= OF_THE_BALL);
        let Some((_, at_utc_ms, jpeg)) = self.newest.clone().filter(|(came, ..)| {
            now.saturating_duration_since(*came) <= OF_THE_BALL && self.stopped.is_none()
        }) else {
            return;
        };
        for (_, seq, game, ordinal) in std::mem::take(&mut self.due) {
            let jpeg = stamped(&jpeg, CameraPost::Exit, game, at_utc_ms);
            let kept = self.store.keep(game, ordinal, seq, &jpeg);
            if let Ok(sha256) = &kept {
                (self.notice)(Notice::Pictured { game, ordinal, sha256: *sha256 });
            }
            self.went(kept, now);
        }
    }

    /// Keeps the sound of the stops whose time has come, or of all.
    fn keep_sound(&mut self, now: Option<Instant>) {
        let is_due = |(due, ..): &(Instant, u64, GameNo, StopNo, i64)| now.is_none_or(|now| *due <= now);
        let (due, later): (Vec<_>, Vec<_>) = std::mem::take(&mut self.stops).into_iter().partition(is_due);
        self.stops = later;
        for (at, seq, game, stop, stop_utc_ms) in due {
            let Some((before_ms, wav)) = self.heard.round(stop_utc_ms).filter(|_| self.stopped.is_none())
            else {
                continue;
            };
            let kept = self.store.keep_sound(game, stop, seq, &wav);
            if let Ok(sha256) = &kept {
                (self.notice)(Notice::SoundKept { game, stop, before_ms, sha256: *sha256 });
            }
            self.went(kept, now.unwrap_or(at));
        }
    }

    /// After a failure nothing is written until there is room again and the folder takes a file.
    fn went<T>(&mut self, done: io::Result<T>, now: Instant) {
        let Err(error) = done else { return };
        self.looked = Some(now);
        self.stop(Some(why(&error)), &error.to_string());
    }

    fn look_at_room(&mut self, now: Instant) {
        if self.looked.is_some_and(|at| now - at < ROOM_EVERY) {
            return;
        }
        self.looked = Some(now);
        let tried = || if self.stopped.is_some() { self.store.try_it() } else { Ok(()) };
        match self.store.free().and_then(|free| tried().map(|()| free)) {
            Ok(free) if free < self.leaves => {
                self.stop(Some(FilmStop::NoRoom), &format!("{} MiB are free", free / (1024 * 1024)));
            }
            Ok(_) => self.stop(None, ""),
            Err(error) => self.stop(Some(why(&error)), &error.to_string()),
        }
    }

    fn stop(&mut self, why: Option<FilmStop>, because: &str) {
        if self.stopped != why {
            match why {
                Some(_) => tracing::warn!(because, "nothing is filmed"),
                None => tracing::info!("the cameras are filmed again"),
            }
        }
        self.stopped = why;
        self.standing.stops(why);
    }

    fn end_roll(&mut self) {
        let Some(Roll { game, reels, .. }) = self.rolls.take() else { return };
        for (camera, reel) in reels {
            match reel.end() {
                Ok((pictures, sha256)) => {
                    (self.notice)(Notice::FilmKept { game, camera, pictures, sha256 });
                }
                Err(error) => tracing::warn!(%error, game = game.0, "the film of a game is not whole"),
            }
        }
        self.store.end(game);
    }

    /// Ends films that were broken off, deletes what the record says is deleted, and asks for what has become too old.
    fn tidy(&mut self) {
        for game in self.store.broken_off() {
            let reels = CAMERAS.iter().filter(|(camera, _)| self.store.has_film(game, *camera));
            let reels = reels.filter_map(|(camera, _)| Some((*camera, self.store.reel(game, *camera).ok()?)));
            self.rolls = Some(Roll { game, reels: reels.collect(), until: None });
            self.end_roll();
        }
        self.delete(self.deleted);
        let now_utc_ms = self.clock.now().utc_ms;
        let is_past = |game: &GameNo| {
            let filmed = self.store.filmed_at(*game);
            filmed.is_some_and(|at| now_utc_ms.saturating_sub(at) > i64::from(self.days) * DAY_MS)
        };
        let games = self.store.games().unwrap_or_default();
        if let Some(last) = games.into_iter().take_while(is_past).last() {
            (self.notice)(Notice::FilmPast { last, days: self.days });
        }
    }

    fn delete(&mut self, last: u32) {
        self.deleted = self.deleted.max(last);
        if let Err(error) = self.store.delete_to(GameNo(self.deleted)) {
            tracing::warn!(%error, "old film could not be deleted; it will be tried again");
        }
    }
}

fn why(error: &io::Error) -> FilmStop {
    if matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded) {
        FilmStop::NoRoom
    } else {
        FilmStop::CannotWrite
    }
}

#[cfg(test)]
#[path = "keeper_tests.rs"]
mod tests;
