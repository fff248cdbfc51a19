//! What a server is told whose spare was promoted.

use std::net::SocketAddr;

use hall_wire::sighting::Sighting;

/// The spare was promoted: it serves a newer epoch, and this server may not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "La reserva ({at}) se ha puesto en marcha como servidor de la sala: está en la época {} y este equipo en la {ours}. Este \
     servidor ya no puede servir: si lo hiciera, se darían números dos veces. Deje la carpeta como está, es una prueba; \
     para que este equipo sea ahora la reserva, «hall-server follow» en una carpeta nueva.", theirs.epoch
)]
pub struct Superseded {
    /// Where the spare listens.
    pub at: SocketAddr,
    /// The end of its record.
    pub theirs: Sighting,
    /// The epoch of this server's record.
    pub ours: u32,
}
