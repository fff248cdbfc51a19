//! How the desk takes what waits for it: on a thread of its own, or turn by turn.

use super::{Desk, DeskError, Input};

/// Inputs in one transaction: enough that 64 clients share one sync, few enough that nobody waits long.
const BATCH_MAX: usize = 128;

impl Desk {
    /// Runs until every sender is gone. After an error the process must end, answering nobody.
    pub fn run(mut self) -> Result<(), DeskError> {
        while let Some(first) = self.inbox.blocking_recv() {
            self.take(first)?;
        }
        Ok(self.journal.is_in_place()?)
    }

    /// Takes what waits now, without waiting; returns whether there was anything. For tests with desk, people and machine
    /// on one thread.
    pub fn turn(&mut self) -> Result<bool, DeskError> {
        let Ok(first) = self.inbox.try_recv() else { return Ok(false) };
        self.take(first).map(|()| true)
    }

    fn take(&mut self, first: Input) -> Result<(), DeskError> {
        let mut inputs = vec![first];
        while inputs.len() < BATCH_MAX
            && let Ok(next) = self.inbox.try_recv()
        {
            inputs.push(next);
        }
        inputs.retain(|input| !matches!(input, Input::Tick));
        let (asked, inputs): (Vec<Input>, Vec<Input>) =
            inputs.into_iter().partition(|input| matches!(input, Input::Alive(_)));
        if inputs.is_empty() {
            self.tick()?
        } else {
            self.step(inputs)?
        }
        for input in asked {
            if let Input::Alive(reply) = input {
                // Who asked may have gone.
                let _ = reply.send(());
            }
        }
        Ok(())
    }
}
