//! Another process that does something for the server: begun by one thread, which waits for it, and ended by any other.

use std::io;
use std::process::{Child, Command, ExitStatus};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// One process at a time, or none.
#[derive(Debug, Default)]
pub struct Stoppable(Mutex<State>);

#[derive(Debug, Default)]
enum State {
    #[default]
    None,
    Begun(Child),
    /// Nobody wants it any more, whether it had begun or not.
    Stopped,
}

impl Stoppable {
    /// Begins it, and returns what `ends` takes of it; none where it was stopped already. The lock is free while it works.
    ///
    /// # Errors
    /// When the program cannot be run.
    pub fn begin<T>(
        &self,
        command: &mut Command,
        ends: impl FnOnce(&mut Child) -> T,
    ) -> io::Result<Option<T>> {
        let mut state = self.lock();
        if matches!(*state, State::Stopped) {
            return Ok(None);
        }
        let mut child = command.spawn()?;
        let taken = ends(&mut child);
        *state = State::Begun(child);
        Ok(Some(taken))
    }

    /// Waits for one that has closed its ends; none where it was stopped.
    ///
    /// # Errors
    /// When the system does not say how it ended.
    pub fn ended(&self) -> io::Result<Option<ExitStatus>> {
        let mut state = self.lock();
        let State::Begun(child) = &mut *state else { return Ok(None) };
        let status = child.wait()?;
        *state = State::None;
        Ok(Some(status))
    }

    /// Ends it at once, or keeps it from beginning.
    pub fn stop(&self) {
        let mut state = self.lock();
        if let State::Begun(child) = &mut *state {
            // One that has ended already cannot be killed, and need not be.
            let _ = child.kill();
            let _ = child.wait();
        }
        *state = State::Stopped;
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // What is in there is whole between any two statements.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
