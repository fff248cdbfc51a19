//! A machine's line has places of its own in the desk's inbox, so that a line that floods delays only itself
//! (reliability.md E 35).

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use hall_core::machine::Report;

use super::{Busy, DeskHandle, INBOX_MAX, Input};

/// Reports of one line that may wait for the desk: two lines have half of the inbox, people always the other half.
pub const LINE_MAX: usize = INBOX_MAX / 4;

/// One line's handle to the desk.
pub struct LineHandle {
    desk: DeskHandle,
    room: Arc<Room>,
}

impl LineHandle {
    pub(super) fn new(desk: DeskHandle) -> LineHandle {
        LineHandle { desk, room: Arc::default() }
    }

    /// Passes a report on; waits for a place. Meanwhile what comes waits in the system's buffers and the machine's store.
    /// Fails when the desk has ended.
    pub fn tell(&self, report: Report) -> Result<(), Busy> {
        let place = Room::enter(&self.room);
        self.desk.tell(Input::Heard { report, place })
    }
}

/// The places of one line.
#[derive(Default)]
struct Room {
    waiting: Mutex<usize>,
    left: Condvar,
}

/// A place in the inbox, free again when dropped.
pub struct Place(Arc<Room>);

impl Room {
    fn enter(room: &Arc<Room>) -> Place {
        let full = |waiting: &mut usize| *waiting >= LINE_MAX;
        let waiting = room.left.wait_while(room.waiting(), full);
        *waiting.unwrap_or_else(PoisonError::into_inner) += 1;
        Place(room.clone())
    }

    /// A number cannot be half written.
    fn waiting(&self) -> MutexGuard<'_, usize> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        *self.0.waiting() -= 1;
        self.0.left.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{TryRecvError, sync_channel};

    use super::*;

    #[test]
    fn a_full_line_waits_until_a_place_is_left() {
        let room = Arc::<Room>::default();
        let mut places: Vec<Place> = (0..LINE_MAX).map(|_| Room::enter(&room)).collect();
        let (tell, told) = sync_channel(1);
        let theirs = room.clone();
        let next = std::thread::spawn(move || {
            let place = Room::enter(&theirs);
            tell.send(*theirs.waiting()).unwrap();
            drop(place);
        });
        // Whatever the thread has done by now, it cannot have come in.
        assert_eq!(told.try_recv(), Err(TryRecvError::Empty));
        places.pop();
        assert_eq!(told.recv(), Ok(LINE_MAX), "and never more");
        next.join().unwrap();
        drop(places);
        assert_eq!(*room.waiting(), 0);
    }
}
