//! Which of ninety balls were read: the technician's question.

use ball_machine::observation::{Observation, Reading};

/// The most numbers that are listed.
const TOLD_MAX: usize = 6;

/// The balls read since the start, or since the machine was loaded.
#[derive(Debug, Clone)]
pub struct Balls {
    /// How often each number was read, by number.
    times: [u32; 100],
    unread: u32,
    foreign: u32,
}

impl Default for Balls {
    fn default() -> Balls {
        Balls { times: [0; 100], unread: 0, foreign: 0 }
    }
}

impl Balls {
    /// Counts what was seen. When the drum is loaded, returns the sum and starts again.
    pub fn see(&mut self, seen: &Observation) -> Option<String> {
        if let Observation::Read(Reading { number, .. }) = seen
            && let Some(times) = self.times.get_mut(usize::from(*number))
        {
            *times += 1;
        }
        self.unread += u32::from(*seen == Observation::NoRead);
        self.foreign += u32::from(matches!(seen, Observation::UnknownTag(_)));
        if *seen == Observation::Loaded { std::mem::take(self).told() } else { None }
    }

    /// The sum; `None` before the first ball.
    pub fn told(&self) -> Option<String> {
        let of = |wanted: &dyn Fn(u8, u32) -> bool| -> Vec<u8> {
            (0..100).filter(|ball| wanted(*ball, self.times[usize::from(*ball)])).collect()
        };
        let is_ball = |ball: u8| (1..=90).contains(&ball);
        let read = of(&|ball, times| is_ball(ball) && times > 0);
        let missing = of(&|ball, times| is_ball(ball) && times == 0);
        let again = of(&|_, times| times == 2);
        let often = of(&|_, times| times > 2);
        let none = of(&|ball, times| !is_ball(ball) && times > 0);
        if read.is_empty() && none.is_empty() && self.unread == 0 && self.foreign == 0 {
            return None;
        }
        let missing = match missing.len() {
            0 => "no falta ninguna".to_owned(),
            1 => format!("falta la {}", missing[0]),
            2..=TOLD_MAX => format!(
                "faltan la {}",
                crate::say::list(&missing).replace(", ", ", la ").replace(" y ", " y la ")
            ),
            count => format!("faltan {count}"),
        };
        let mut told = format!("Bolas: {}; {missing}; dos veces: {}", read.len(), few(&again));
        for (what, balls) in [("más de dos veces", often), ("números que no lleva ninguna bola", none)] {
            if !balls.is_empty() {
                told += &format!("; {what}: {}", few(&balls));
            }
        }
        for (what, count) in [("sin leer", self.unread), ("etiquetas que no están en la tabla", self.foreign)]
        {
            if count > 0 {
                told += &format!("; {what}: {count}");
            }
        }
        Some(told + ".")
    }
}

fn few(balls: &[u8]) -> String {
    if balls.len() > TOLD_MAX { format!("{} bolas", balls.len()) } else { crate::say::list(balls) }
}
