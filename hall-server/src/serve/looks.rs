//! What is looked at again and again beside the desk, without an input: what is due there, and how the voice and the cameras are.

use std::sync::Arc;
use std::time::Duration;

use hall_core::request::{Notice, Retention};
use hall_wire::board::VoiceNow;

use crate::camera::Cameras;
use crate::desk::DeskHandle;
use crate::voice::Voice;

/// How often the desk looks at what changes without an input: what is wrong with the files is known within a second.
const TICK: Duration = Duration::from_millis(400);

/// How often the desk is asked to delete what the hall need not keep; it does so only while no session is open.
const DELETIONS_EVERY: Duration = Duration::from_secs(60 * 60);

/// Has the desk look.
pub(super) async fn ticks(desk: DeskHandle) {
    let mut every = tokio::time::interval(TICK);
    every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        every.tick().await;
        desk.tick();
    }
}

/// After the start, and each hour in which the hall is closed, has what it need not keep deleted.
pub(super) async fn deletions(desk: DeskHandle, kept: Retention) {
    let mut every = tokio::time::interval(DELETIONS_EVERY);
    loop {
        every.tick().await;
        let now_utc_ms = desk.view.borrow().clock.now().utc_ms;
        desk.notice(Notice::DeletionsDue { now_utc_ms, kept });
    }
}

/// How often the mesa is told how the voice is.
const VOICE_EVERY: Duration = Duration::from_millis(250);

/// Shows the mesa how the hall's voice is, and tells the record of a ball of which it said nothing.
pub(super) async fn voice(desk: DeskHandle, voice: Arc<Voice>) {
    let mut told = VoiceNow::default();
    let mut every = tokio::time::interval(VOICE_EVERY);
    loop {
        every.tick().await;
        if let Some(notice) = voice.overdue() {
            desk.notice(notice);
        }
        let game = desk.view.borrow().public.game.as_ref().map(|game| game.game);
        let now = voice.now(game);
        if now != told && desk.voice(now.clone()) {
            told = now;
        }
    }
}

/// How often the cameras are looked after: what one reports must be on the mesa within three seconds of its picture's loss.
const CAMERAS_EVERY: Duration = Duration::from_millis(250);

/// Tells the record what becomes of the cameras' pictures.
pub(super) async fn cameras(desk: DeskHandle, cameras: Arc<Cameras>) {
    let mut every = tokio::time::interval(CAMERAS_EVERY);
    loop {
        every.tick().await;
        let recorded = desk.view.borrow().mesa.cameras.clone();
        let sight = |post| recorded.iter().find(|now| now.camera == post).map(|now| now.sight);
        for notice in cameras.sights.due(sight) {
            desk.notice(notice);
        }
    }
}
