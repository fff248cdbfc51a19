//! A line under a technician's eyes.
//!
//! [`Tap`] is a [`Link`], so that the tools use the server's own port. It reports nothing, but passes all that comes and
//! goes to an onlooker.

use std::sync::Arc;

use hall_core::machine::{BootId, LinkLoss, Mode, Report};

use ball_machine::decoder::{Decoder, Order};
use ball_machine::link::{Link, LinkStats};
use ball_machine::observation::Observation;
use ball_machine::orders::Orders;

/// An event of the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineEvent<'a> {
    /// The port is open.
    Opened,
    /// The port is closed, or cannot be opened.
    Lost(LinkLoss),
    /// Bytes came.
    Came(&'a [u8]),
    /// The meaning of bytes, or of a silence.
    Means(Observation),
    /// Bytes are being sent.
    Sent(&'a [u8]),
    /// Nothing was understood for so many milliseconds, and the machine should speak. Once, until something is.
    Silent(u64),
    /// The order was given: its bytes follow, and then perhaps its answer.
    Ordered,
    /// The machine has no such order.
    NoOrder,
}

/// Takes events, with milliseconds since the start.
pub type Onlooker = Box<dyn FnMut(u64, LineEvent<'_>) + Send>;

/// The end of a line with an onlooker.
pub struct Tap {
    decoder: Box<dyn Decoder>,
    onlooker: Onlooker,
    orders: Arc<Orders>,
    /// Given once, as soon as it can be.
    order: Option<Order>,
    /// Ends so many milliseconds after the port was opened.
    until_ms: Option<u64>,
    /// Ends so many milliseconds after the order was given.
    answer_ms: Option<u64>,
    ordered_ms: Option<u64>,
    /// The shortest silence that is an event.
    silent_ms: Option<u64>,
    silent: bool,
    /// When something was understood, and the count of frames then.
    heard: (u64, u64),
    open: bool,
    now_ms: u64,
    opened_ms: u64,
}

impl Tap {
    /// The end of a closed line; `orders` are those of [`ball_machine::port::serve`].
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

    /// A silence of so many milliseconds is an event; `None`: the machine speaks only of balls.
    pub fn with_silence(self, silent_ms: Option<u64>) -> Tap {
        Tap { silent_ms, ..self }
    }

    /// Gives an order once the port is open, or once the machine was heard where it needs that.
    pub fn with_order(self, order: Order) -> Tap {
        Tap { order: Some(order), ..self }
    }

    /// Ends so many milliseconds after the port was opened.
    pub fn until(self, ms: u64) -> Tap {
        Tap { until_ms: Some(ms), ..self }
    }

    /// Ends so many milliseconds after the order was given, or found to be unknown.
    pub fn answered_within(self, ms: u64) -> Tap {
        Tap { answer_ms: Some(ms), ..self }
    }

    /// See [`Decoder::pending`].
    pub fn decoder_pending(&self) -> usize {
        self.decoder.pending()
    }

    fn give_order(&mut self, now_ms: u64) {
        /// How long a machine may take to say who it is, where an order needs that, in milliseconds.
        const PATIENCE_MS: u64 = 1_500;
        let Some(order) = self.order else { return };
        let event = if self.decoder.order(order) {
            LineEvent::Ordered
        } else if now_ms >= self.opened_ms + PATIENCE_MS {
            LineEvent::NoOrder
        } else {
            return;
        };
        (self.order, self.ordered_ms) = (None, Some(now_ms));
        (self.onlooker)(now_ms, event);
    }

    fn look_for_silence(&mut self, now_ms: u64) {
        let Some(silent_ms) = self.silent_ms else { return };
        let frames = self.decoder.stats().frames;
        if frames != self.heard.1 {
            (self.heard, self.silent) = ((now_ms, frames), false);
        } else if !self.silent && now_ms >= self.heard.0 + silent_ms {
            self.silent = true;
            (self.onlooker)(now_ms, LineEvent::Silent(silent_ms));
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
        (self.onlooker)(now_ms, LineEvent::Opened);
    }

    fn lost(&mut self, why: LinkLoss, now_ms: u64, _: &mut Vec<Report>) {
        let onlooker = &mut self.onlooker;
        self.decoder.cut(&mut |seen| onlooker(now_ms, LineEvent::Means(seen)));
        if self.open {
            self.open = false;
            onlooker(now_ms, LineEvent::Lost(why));
        }
    }

    fn receive(&mut self, bytes: &[u8], now_ms: u64, _: &mut Vec<Report>) {
        self.now_ms = now_ms;
        let onlooker = &mut self.onlooker;
        onlooker(now_ms, LineEvent::Came(bytes));
        self.decoder.push(bytes, now_ms, &mut |seen| onlooker(now_ms, LineEvent::Means(seen)));
        // Nothing is recorded: what waits for a commit is answered now.
        self.decoder.committed();
    }

    fn flushed(&mut self, _: u64) {}

    fn tick(&mut self, now_ms: u64, _: &mut Vec<Report>) {
        self.now_ms = now_ms;
        let onlooker = &mut self.onlooker;
        self.decoder.tick(now_ms, &mut |seen| onlooker(now_ms, LineEvent::Means(seen)));
        self.look_for_silence(now_ms);
        // Before the order is given: its bytes are taken out between two ticks.
        if self.is_over(now_ms) {
            self.orders.stop();
        }
        self.give_order(now_ms);
    }

    fn want(&mut self, _: Mode) {}

    fn committed(&mut self, _: BootId, _: u32) {}

    fn accept_gap(&mut self, _: BootId) {}

    fn take_output(&mut self) -> Vec<u8> {
        let bytes = self.decoder.take_output();
        if !bytes.is_empty() {
            (self.onlooker)(self.now_ms, LineEvent::Sent(&bytes));
        }
        bytes
    }

    fn stats(&self) -> LinkStats {
        self.decoder.stats()
    }

    fn wait_ms(&self) -> u16 {
        self.decoder.wait_ms()
    }
}
