//! A line that somebody looks at: for the technician's tools, not for the hall.
//!
//! [`Tap`] is a [`Link`] like the server's, so that the tools use the very port of the server. It
//! reports nothing; what comes and goes is told to whoever looks on.

use std::sync::Arc;

use hall_core::machine::{BootId, LinkLoss, Mode, Report};

use ball_machine::decoder::{Decoder, DecoderStats, Order};
use ball_machine::link::{Link, LinkStats};
use ball_machine::observation::Observation;
use ball_machine::orders::{Counted, Orders};

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
    /// Nothing that can be understood has come for so many milliseconds, and the machine should speak. Told once, until
    /// something is understood.
    Silent(u64),
    /// The order was given: its bytes follow, and what comes from now on may be its answer.
    Ordered,
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
    /// Looking on ends so many milliseconds after the port was opened.
    until_ms: Option<u64>,
    /// And so many after the order was given.
    answer_ms: Option<u64>,
    ordered_ms: Option<u64>,
    /// How long a silence is worth telling.
    silent_ms: Option<u64>,
    silent: bool,
    /// When something was understood, and how many frames there had been then.
    heard: (u64, u64),
    open: bool,
    now_ms: u64,
    opened_ms: u64,
}

impl Tap {
    /// Returns the end of a closed line; `orders` are those of [`ball_machine::port::serve`].
    pub fn new(decoder: Box<dyn Decoder>, orders: Arc<Orders>, onlooker: Onlooker) -> Tap {
        Tap {
            decoder,
            onlooker,
            orders,
            order: None,
            until_ms: None,
            answer_ms: None,
            ordered_ms: None,
            silent_ms: None,
            silent: false,
            heard: (0, 0),
            open: false,
            now_ms: 0,
            opened_ms: 0,
        }
    }

    /// Tells when a machine that should speak has said nothing for so long; `None`: it speaks only of balls.
    pub fn with_silence(self, silent_ms: Option<u64>) -> Tap {
        Tap { silent_ms, ..self }
    }

    /// Gives an order once the port is open; a machine that must be heard before has a second for it.
    pub fn with_order(self, order: Order) -> Tap {
        Tap { order: Some(order), ..self }
    }

    /// Ends so many milliseconds after the port was opened.
    pub fn until(self, ms: u64) -> Tap {
        Tap { until_ms: Some(ms), ..self }
    }

    /// Ends so many milliseconds after the order was given, or found to be none.
    pub fn answered_within(self, ms: u64) -> Tap {
        Tap { answer_ms: Some(ms), ..self }
    }

    /// Returns how many bytes wait for the rest of their frame.
    pub fn decoder_pending(&self) -> usize {
        self.decoder.pending()
    }

    fn give_order(&mut self, now_ms: u64) {
        /// How long a machine may take to say who it is, where an order needs that.
        const PATIENCE_MS: u64 = 1_500;
        let Some(order) = self.order else { return };
        let happened = if self.decoder.order(order) {
            Happened::Ordered
        } else if now_ms >= self.opened_ms + PATIENCE_MS {
            Happened::NoOrder
        } else {
            return;
        };
        (self.order, self.ordered_ms) = (None, Some(now_ms));
        (self.onlooker)(now_ms, happened);
    }

    fn look_for_silence(&mut self, now_ms: u64) {
        let Some(silent_ms) = self.silent_ms else { return };
        let frames = self.decoder.stats().frames;
        if frames != self.heard.1 {
            (self.heard, self.silent) = ((now_ms, frames), false);
        } else if !self.silent && now_ms >= self.heard.0 + silent_ms {
            self.silent = true;
            (self.onlooker)(now_ms, Happened::Silent(silent_ms));
        }
    }

    fn is_over(&self, now_ms: u64) -> bool {
        let past = |since: Option<u64>, ms: Option<u64>| {
            since.zip(ms).is_some_and(|(since, ms)| now_ms >= since.saturating_add(ms))
        };
        past(Some(self.opened_ms), self.until_ms) || past(self.ordered_ms, self.answer_ms)
    }
}

impl Link for Tap {
    fn opened(&mut self, now_ms: u64) {
        (self.open, self.now_ms, self.opened_ms) = (true, now_ms, now_ms);
        (self.heard.0, self.silent) = (now_ms, false);
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
        self.look_for_silence(now_ms);
        // Before the order is given: what it says is taken out between two ticks.
        if self.is_over(now_ms) {
            self.orders.stop();
        }
        self.give_order(now_ms);
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
