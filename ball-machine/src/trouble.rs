//! What is reported of a bad line, whatever the protocol: bad frames at most once a second, a loss once.

use hall_core::machine::{LinkLoss, Report};

/// Bad frames are reported at most so often, in milliseconds (BLP/1).
const BAD_EVERY_MS: u64 = 1_000;
/// How many bytes of a bad frame are reported ([`Report::BadFrames`]).
const BAD_FIRST_MAX: usize = 32;

#[derive(Debug, Default)]
pub(crate) struct Trouble {
    bad: u32,
    bad_bytes: u32,
    /// Of the first bad frame since the last report.
    first: Vec<u8>,
    bad_reported_ms: Option<u64>,
    loss: Option<LinkLoss>,
}

impl Trouble {
    /// `first`: the first bytes of the frame.
    pub(crate) fn note_bad(&mut self, len: u32, first: &[u8]) {
        if self.bad == 0 {
            self.first = first.iter().take(BAD_FIRST_MAX).copied().collect();
        }
        self.bad = self.bad.saturating_add(1);
        self.bad_bytes = self.bad_bytes.saturating_add(len);
    }

    pub(crate) fn report_bad(&mut self, now_ms: u64, out: &mut Vec<Report>) {
        let due = self.bad_reported_ms.is_none_or(|at| now_ms >= at + BAD_EVERY_MS);
        if self.bad > 0 && due {
            self.bad_reported_ms = Some(now_ms);
            let (count, bytes) = (std::mem::take(&mut self.bad), std::mem::take(&mut self.bad_bytes));
            out.push(Report::BadFrames { count, bytes, first: std::mem::take(&mut self.first) });
        }
    }

    /// Reports a loss, unless it was the last one too.
    pub(crate) fn report_loss(&mut self, why: LinkLoss, out: &mut Vec<Report>) {
        if self.loss.replace(why) != Some(why) {
            out.push(Report::LinkLost(why));
        }
    }

    /// The machine was heard: the next loss is reported again.
    pub(crate) fn heard(&mut self) {
        self.loss = None;
    }
}
