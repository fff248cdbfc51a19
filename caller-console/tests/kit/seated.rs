//! Who sits at the console, and what the desk says to a sheet typed in from paper.

use hall_wire::pin::PinFault;
use hall_wire::problem::Problem;

use super::{Console, boards, problem};

impl Console {
    /// Somebody logs in, or unlocks the desk.
    pub fn comes_in(&mut self, person: u32) {
        self.inside().seat.comes_in(boards::me(person), false);
        self.step();
    }

    /// The server says that the log-in has ended, and why.
    pub fn log_in_is_over(&mut self, why: &str) {
        self.inside().seat.log_in_is_over(problem("entrada-terminada", "La entrada ha terminado", why));
        self.step();
    }

    /// The PIN that was typed would not be taken today.
    pub fn advises_own_pin(&mut self, fault: PinFault) {
        self.inside().seat.advises_own_pin(fault);
        self.step();
    }

    /// The user logs out.
    pub fn goes_out(&mut self) {
        self.inside().seat.goes_out();
        self.step();
    }

    /// The desk refuses this line, from 1, of what was sent.
    pub fn refuse_line(&mut self, code: &str, line: usize, detail: &str) {
        let refusal = Problem { line: Some(line), ..problem(code, "No se puede", detail) };
        self.inside().seat.refused(refusal);
        // It is read before anything else is typed.
        self.wait(0.65);
    }
}
