//! The decoder of every machine that speaks by itself, in frames; what they look like and mean is a [`Protocol`].

use crate::decoder::{Decoder, Order, Out};
use crate::link::LinkStats;
use crate::observation::Observation;
use crate::presence::{Ends, Presence};
use crate::scan::{Found, Scanner, Shape};

/// The most bytes that wait to be sent; what does not fit is not said.
const OUTPUT_MAX: usize = 512;

/// What the frames of a machine look like ([`Shape`]) and mean, and what it is told.
pub(crate) trait Protocol: Shape + Send {
    /// How a presence ends.
    fn ends(&self) -> Ends;

    /// A frame is cut when its next byte takes longer, in milliseconds.
    fn frame_ms(&self) -> u64;

    /// What a good frame means.
    fn meaning(&self, frame: &[u8]) -> Observation;

    /// What is answered to frames, if anything.
    fn answers(&self) -> Option<&Answers> {
        None
    }

    /// The question that is asked again and again, and how often in milliseconds.
    fn poll(&self) -> Option<&(Vec<u8>, u64)> {
        None
    }

    /// The bytes of an order; none where the machine has no such order.
    fn order(&self, _: Order) -> &[u8] {
        &[]
    }
}

/// What the machine hears of its frames.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answers {
    /// To a good frame.
    pub good: Vec<u8>,
    /// To a bad one; empty: nothing.
    pub bad: Vec<u8>,
    /// The good answer waits until the reading is on disk.
    pub after_commit: bool,
}

/// The decoder of a machine with such a protocol.
#[derive(Debug, Clone)]
pub(crate) struct Framed<P> {
    protocol: P,
    scanner: Scanner,
    presence: Presence,
    output: Vec<u8>,
    /// A good frame waits for its answer until it is on disk.
    owed: bool,
    polled_ms: Option<u64>,
}

impl<P: Protocol> Framed<P> {
    pub(crate) fn new(protocol: P) -> Framed<P> {
        Framed {
            presence: Presence::new(protocol.ends()),
            protocol,
            scanner: Scanner::default(),
            output: Vec::new(),
            owed: false,
            polled_ms: None,
        }
    }

    fn scan(
        &mut self,
        now_ms: u64,
        out: Out<'_>,
        feed: impl FnOnce(&mut Scanner, &P, &mut dyn FnMut(Found<'_>)),
    ) {
        let Framed { protocol, scanner, presence, output, owed, .. } = self;
        let answers = protocol.answers();
        feed(scanner, protocol, &mut |found| match found {
            Found::Frame(frame) => {
                let new = presence.take(protocol.meaning(frame), now_ms, out);
                if let Some(answers) = answers {
                    // What is on disk already, or needs no disk, is answered at once.
                    *owed = answers.after_commit && (new || *owed);
                    if !*owed {
                        say(output, &answers.good);
                    }
                }
            }
            Found::Bad(bad) => {
                if let Some(answers) = answers.filter(|_| bad.doubt) {
                    say(output, &answers.bad);
                }
                out(Observation::Bad(bad));
            }
        });
    }
}

fn say(output: &mut Vec<u8>, bytes: &[u8]) {
    if output.len() + bytes.len() <= OUTPUT_MAX {
        output.extend_from_slice(bytes);
    }
}

impl<P: Protocol> Decoder for Framed<P> {
    fn push(&mut self, bytes: &[u8], now_ms: u64, out: Out<'_>) {
        self.scan(now_ms, out, |scanner, protocol, found| scanner.push(protocol, bytes, now_ms, found));
    }

    fn tick(&mut self, now_ms: u64, out: Out<'_>) {
        self.scan(now_ms, out, |scanner, protocol, found| {
            scanner.tick(protocol, now_ms, protocol.frame_ms(), found);
        });
        self.presence.tick(now_ms, out);
        if let Some((question, every_ms)) = self.protocol.poll()
            && self.polled_ms.is_none_or(|at| now_ms >= at + every_ms)
        {
            self.polled_ms = Some(now_ms);
            say(&mut self.output, question);
        }
    }

    fn cut(&mut self, out: Out<'_>) {
        self.scan(0, out, |scanner, protocol, found| scanner.cut(protocol, found));
        self.presence.went_back();
        self.output.clear();
        self.owed = false;
        self.polled_ms = None;
    }

    fn committed(&mut self) {
        if std::mem::take(&mut self.owed)
            && let Some(answers) = self.protocol.answers()
        {
            say(&mut self.output, &answers.good);
        }
    }

    fn order(&mut self, order: Order) -> bool {
        let bytes = self.protocol.order(order);
        say(&mut self.output, bytes);
        !bytes.is_empty()
    }

    fn take_output(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.output)
    }

    fn stats(&self) -> LinkStats {
        LinkStats { duplicates: self.presence.repeats(), ..self.scanner.stats() }
    }

    fn pending(&self) -> usize {
        self.scanner.pending()
    }
}
