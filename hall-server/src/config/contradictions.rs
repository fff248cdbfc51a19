//! Settings that are good one by one and lead nowhere together: the server plays with them, and says so.

use super::Config;

impl Config {
    /// What contradicts itself: what happens, and what to do.
    pub fn contradictions(&self) -> Vec<(&'static str, &'static str)> {
        let players = self.paper.players.as_deref();
        let is_plain = players.is_some_and(|address| address.starts_with("http://"));
        let mut found = Vec::new();
        // At this computer alone somebody else's program stands between.
        if is_plain && !self.plain_board && !self.listen.ip().is_loopback() {
            found.push((
                "«players» empieza por http:// y «plain_board» es false: el código de la pared y el de los justificantes llevan a cada jugador a \
                 instalar un certificado en su móvil",
                "ponga plain_board = true en [server], o https:// en «players» si los móviles ya se fían de la sala",
            ));
        }
        if self.board_code && players.is_none() {
            found.push((
                "«board_code» es true y falta «players»: ninguna pantalla enseña el código que se pide a móviles y televisores",
                "escriba en «players», en [paper], la dirección de este servidor en la red, o quite «board_code»",
            ));
        }
        found
    }
}
