//! A line that somebody looks at: for the technician's tools, not for the hall.
//!
//! [`Tap`] is a [`Link`] like the server's, so that the tools use the very port of the server. It
//! reports nothing; what comes and goes is told to whoever looks on.

use std::sync::Arc;

use hall_core::machine::{BootId, LinkLoss, Mode, Report};

use crate::decoder::{Decoder, DecoderStats, Order};
use crate::link::{Link, LinkStats};
use crate::observation::Observation;
use crate::orders::{Counted, Orders};

/// Something that happened on the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Happened<'a> {
    /// The port is open.
    Opened,
    /// The port is closed or cannot be opened.
    Lost(LinkLoss),
    /// Bytes came.
    Came(&'a [u8]),
    /// They, or time, mean this.
    Means(Observation),
    /// Bytes are being sent.
    Sent(&'a [u8]),
    /// The order that was to be given has no bytes for this machine.
    NoOrder,
}

/// Who looks on: milliseconds since the start, and what happened.
pub type Onlooker = Box<dyn FnMut(u64, Happened<'_>) + Send>;

/// The end of a line that somebody looks at.
pub struct Tap {
    decoder: Box<dyn Decoder>,
    onlooker: Onlooker,
    orders: Arc<Orders>,
    /// Said once to the machine, as soon as it can be.
    order: Option<Order>,
    /// Looking on ends then.
    until_ms: Option<u64>,
    open: bool,
    now_ms: u64,
    opened_ms: u64,
}

impl Tap {
    /// Returns the end of a closed line; `orders` are those of [`crate::port::serve`].
    pub fn new(decoder: Box<dyn Decoder>, orders: Arc<Orders>, onlooker: Onlooker) -> Tap {
        Tap { decoder, onlooker, orders, order: None, until_ms: None, open: false, now_ms: 0, opened_ms: 0 }
    }

    /// Gives an order once the port is open; a machine that must be heard before has a second for it.
    pub fn with_order(self, order: Order) -> Tap {
        Tap { order: Some(order), ..self }
    }

    /// Ends after so many milliseconds.
    pub fn until(self, ms: u64) -> Tap {
        Tap { until_ms: Some(ms), ..self }
    }

    /// Returns how many bytes wait for the rest of their frame.
    pub fn decoder_pending(&self) -> usize {
        self.decoder.pending()
    }

    fn give_order(&mut self, now_ms: u64) {
        /// How long a machine may take to say who it is, where an order needs that.
        const PATIENCE_MS: u64 = 1_500;
        let Some(order) = self.order else { return };
        if self.decoder.order(order) {
            self.order = None;
        } else if now_ms >= self.opened_ms + PATIENCE_MS {
            self.order = None;
            (self.onlooker)(now_ms, Happened::NoOrder);
        }
    }
}

impl Link for Tap {
    fn opened(&mut self, now_ms: u64) {
        (self.open, self.now_ms, self.opened_ms) = (true, now_ms, now_ms);
        (self.onlooker)(now_ms, Happened::Opened);
    }

    fn lost(&mut self, why: LinkLoss, now_ms: u64, _: &mut Vec<Report>) {
        let onlooker = &mut self.onlooker;
        self.decoder.cut(&mut |seen| onlooker(now_ms, Happened::Means(seen)));
        if self.open {
            self.open = false;
            onlooker(now_ms, Happened::Lost(why));
        }
    }

    fn receive(&mut self, bytes: &[u8], now_ms: u64, _: &mut Vec<Report>) {
        self.now_ms = now_ms;
        let onlooker = &mut self.onlooker;
        onlooker(now_ms, Happened::Came(bytes));
        self.decoder.push(bytes, now_ms, &mut |seen| onlooker(now_ms, Happened::Means(seen)));
        // Whoever looks on has no disk: what waits for one is answered now.
        self.decoder.committed();
    }

    fn flushed(&mut self, _: u64) {}

    fn tick(&mut self, now_ms: u64, _: &mut Vec<Report>) {
        self.now_ms = now_ms;
        let onlooker = &mut self.onlooker;
        self.decoder.tick(now_ms, &mut |seen| onlooker(now_ms, Happened::Means(seen)));
        self.give_order(now_ms);
        if self.until_ms.is_some_and(|end| now_ms >= self.opened_ms + end) {
            self.orders.stop();
        }
    }

    fn want(&mut self, _: Mode) {}

    fn committed(&mut self, _: BootId, _: u32) {}

    /// A technician looks on: nothing is counted here.
    fn counted(&mut self, _counted: Counted) {}

    fn accept_gap(&mut self, _: BootId) {}

    fn take_output(&mut self) -> Vec<u8> {
        let bytes = self.decoder.take_output();
        if !bytes.is_empty() {
            (self.onlooker)(self.now_ms, Happened::Sent(&bytes));
        }
        bytes
    }

    fn stats(&self) -> LinkStats {
        let DecoderStats { bytes, frames, frame_bytes, bad, discarded, repeats } = self.decoder.stats();
        LinkStats { bytes, frames, frame_bytes, bad, discarded, duplicates: repeats, ..LinkStats::default() }
    }

    fn wait_ms(&self) -> u16 {
        self.decoder.wait_ms()
    }
}
