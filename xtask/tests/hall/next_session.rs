//! The session after one that was closed.

use hall_wire::link::Client;
use xtask::staff::log_in;

use crate::kit::Hall;

impl Hall {
    /// The mesa opens another session. The log-ins of the others end with that, and they come in again (ADR 84).
    pub fn next_session(&mut self) {
        let opened = self.staff.open_session().expect("a session opens");
        self.keep(&opened);
        let url = self.url();
        let mut sala = Client::new(&url);
        sala.login("lucia", &self.pin, "despacho").expect("her PIN");
        self.staff.sala = sala;
        self.staff.cajero = log_in(&url, "carmen", "caja").expect("her PIN");
        self.staff.locutor = log_in(&url, "nuria", "locucion").expect("her PIN");
    }
}
