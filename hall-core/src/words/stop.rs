//! Who stopped the draw, and how far that was from the last ball (ADR 74).

use alloc::format;
use alloc::string::{String, ToString};

use super::Lang;
use crate::ball::Ball;
use crate::event::PRESS_LATE_MAX_MS;

/// A stop that somebody called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StopCall<'a> {
    /// The device.
    pub device: &'a str,
    /// The last ball that was announced, if one was.
    pub ball: Option<Ball>,
    /// How long after its announcement PARADA was pressed, in milliseconds; negative before it. None where the device could not say.
    pub after_ms: Option<i64>,
    /// By how much that may be wrong, in milliseconds.
    pub within_ms: i64,
    /// Whether the ball counts in the stop.
    pub counts: bool,
}

impl StopCall<'_> {
    /// The ball and the distance, where they are so near that somebody may ask which was first.
    fn near(&self) -> Option<(Ball, i64)> {
        let near = |after: &i64| after.saturating_abs() <= PRESS_LATE_MAX_MS;
        self.ball.zip(self.after_ms.filter(near))
    }

    /// Whether nobody can tell which was first.
    fn is_undecided(&self, after_ms: i64) -> bool {
        after_ms.saturating_abs() <= self.within_ms
    }
}

/// Who stopped, how far from the last ball, and whether it counts.
pub fn stop_call(lang: Lang, call: &StopCall<'_>) -> String {
    let device = call.device;
    let who = lang.made(format!("Paró el puesto {device}"), format!("Stopped at {device}"));
    distance(lang, call).map_or_else(|| format!("{who}."), |distance| format!("{who} {distance}."))
}

/// The same of the acta, in Spanish: only where the ball does not count, or nobody can tell which was first.
pub fn stop_in_acta(call: &StopCall<'_>) -> Option<String> {
    let undecided = call.near().is_some_and(|(_, after)| call.is_undecided(after));
    if call.counts && !undecided {
        return None;
    }
    distance(Lang::Es, call)
}

/// How far from the last ball, where they are near, and whether it counts.
fn distance(lang: Lang, call: &StopCall<'_>) -> Option<String> {
    let (ball, after) = call.near()?;
    let within = call.within_ms;
    let (es, en) = if call.is_undecided(after) {
        let es = format!("a la vez que se anunciaba la {ball}, con {within} ms de duda");
        (es, format!("as the {ball} was being announced, give or take {within} ms"))
    } else if after > 0 {
        let es = format!("{after} ms después de anunciarse la {ball}");
        (es, format!("{after} ms after the {ball} was announced"))
    } else {
        let es = format!("{} ms antes de anunciarse la {ball}", -after);
        (es, format!("{} ms before the {ball} was announced", -after))
    };
    let counts = match (call.counts, after < 0 && !call.is_undecided(after)) {
        (false, _) => lang.of("no cuenta en esta parada", "it does not count in this stop"),
        (true, false) => lang.of("cuenta", "it counts"),
        (true, true) => lang.of("es la última, y cuenta", "it is the last one, and counts"),
    };
    Some(format!("{}: {counts}", lang.made(es, en)))
}

/// How much earlier than another press the first one was, in Spanish: `by_ms` after it, negative before it.
pub(crate) fn apart(by_ms: i64, within_ms: i64) -> String {
    match by_ms {
        _ if by_ms.saturating_abs() <= within_ms => format!("a la vez, con {within_ms} ms de duda"),
        0.. => format!("{} antes", time(by_ms)),
        _ => format!("{} después que usted", time(by_ms.saturating_neg())),
    }
}

fn time(ms: i64) -> String {
    if ms < 10_000 { format!("{ms} ms") } else { (ms / 1_000).to_string() + " s" }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(after_ms: Option<i64>, counts: bool) -> [Option<String>; 2] {
        let call = StopCall { device: "caja-1", ball: Ball::new(34), after_ms, within_ms: 3, counts };
        [Some(stop_call(Lang::Es, &call)), stop_in_acta(&call)]
    }

    #[test]
    fn who_was_first_is_told_by_how_much_and_in_the_acta_only_where_it_matters() {
        let said = |words: &str| Some(words.to_string());
        assert_eq!(told(None, true), [said("Paró el puesto caja-1."), None]);
        assert_eq!(told(Some(2_001), true), [said("Paró el puesto caja-1."), None]);
        let after = "Paró el puesto caja-1 80 ms después de anunciarse la 34: cuenta.";
        assert_eq!(told(Some(80), true), [said(after), None]);
        let before = "80 ms antes de anunciarse la 34: no cuenta en esta parada";
        assert_eq!(told(Some(-80), false), [Some(format!("Paró el puesto caja-1 {before}.")), said(before)]);
        let doubt = "a la vez que se anunciaba la 34, con 3 ms de duda: cuenta";
        assert_eq!(told(Some(-3), true), [Some(format!("Paró el puesto caja-1 {doubt}.")), said(doubt)]);
        let last = "Paró el puesto caja-1 80 ms antes de anunciarse la 34: es la última, y cuenta.";
        assert_eq!(told(Some(-80), true), [said(last), None]);
    }
}
