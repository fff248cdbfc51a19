//! `hall-server promote`: two people make the spare the hall's server (DECISIONS 41). Never by itself.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use hall_core::event::EpochCause;

use crate::clock::Clock;
use crate::config::{self, Config};
use crate::epoch::{self, EpochError, Signature, Standing};
use crate::journal::{Journal, JournalError, Sighting};
use crate::terminal;

/// The longest that the old server is waited for.
const ANSWER_MAX: Duration = Duration::from_secs(3);

/// The spare was not promoted, and nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum PromoteError {
    /// There is no spare here.
    #[error("{} no es una reserva: nada que poner en marcha. Si es la sala, «{}».", .0.display(), terminal::start(.0))]
    NotASpare(PathBuf),
    /// It has no line.
    #[error(
        "La reserva está vacía: no ha recibido nada de {0}. Restaure la sala de sus copias con «hall-server restore»."
    )]
    Empty(String),
    /// The old server is alive.
    #[error(
        "El servidor de la sala ({0}) todavía contesta. Mientras conteste no se pone en marcha la reserva: dos servidores darían \
         los mismos números. Párelo (o apague su equipo) y repita la orden. No se ha escrito nada."
    )]
    Answers(String),
    /// It is open elsewhere.
    #[error(
        "La reserva está abierta en este equipo (pid {0}): es «follow», que todavía sigue al servidor. Párelo («systemctl \
         disable --now bombo-spare»; sin los paquetes, Ctrl+C) y repita la orden. No se ha escrito nada."
    )]
    Follows(String),
    /// The record could not be read or written.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The two did not sign.
    #[error(transparent)]
    Epoch(#[from] EpochError),
}

/// A spare that two people may promote.
pub struct Spare {
    dir: PathBuf,
    journal: Journal,
    standing: Standing,
    server: String,
}

/// Opens the spare in a folder, unless the server that it follows answers.
pub fn prepare(dir: &Path) -> Result<Spare, PromoteError> {
    let journal = match Journal::open_spare(dir) {
        Err(JournalError::Busy { pid, .. }) => return Err(PromoteError::Follows(pid)),
        opened => opened?,
    };
    let server = journal.follows()?.ok_or_else(|| PromoteError::NotASpare(dir.to_owned()))?;
    if journal.head().seq == 0 {
        return Err(PromoteError::Empty(server));
    }
    if answers(&server) {
        return Err(PromoteError::Answers(server));
    }
    let standing = Standing::of(&journal)?;
    Ok(Spare { dir: dir.to_owned(), journal, standing, server })
}

/// Whether anything answers there. Whatever it is: two servers must not serve.
fn answers(server: &str) -> bool {
    let Ok(address) = server.parse::<SocketAddr>() else { return false };
    hall_wire::link::agent(ANSWER_MAX).get(format!("http://{address}/api/record")).call().is_ok()
}

impl Spare {
    /// What two people see before they sign.
    pub fn screen(&self) -> String {
        let hall = &self.standing.hall;
        let at = Clock::of_zone(&hall.zone).print(self.standing.last_at_utc_ms);
        format!(
            "Sala «{}», reserva en {}\n\
             El servidor de la sala ({}) no contesta.\n\
             La reserva llega a la línea {}, del {at}; última sesión, la {}; última partida, la {}.\n\
             Si se pone en marcha:\n  \
             · Empieza una época nueva del registro: todos vuelven a entrar con su PIN.\n  \
             · Lo que aquel servidor haya escrito después y no esté aquí no cuenta. Compárelo con las pantallas y el papel.\n  \
             · No se abre ninguna venta hasta que dos personas digan, según el papel, los últimos números.\n  \
             · El otro servidor, cuando vuelva, no podrá servir.\n",
            hall.name,
            self.dir.display(),
            self.server,
            self.journal.head().seq,
            hall.sessions,
            hall.games
        )
    }

    /// Begins the new epoch; the record is this server's own from then on. Returns its end.
    ///
    /// # Errors
    /// When the two are not those they say or may not sign; they may try again.
    pub fn sign(&mut self, signed: &[Signature; 2]) -> Result<Sighting, PromoteError> {
        if answers(&self.server) {
            return Err(PromoteError::Answers(self.server.clone()));
        }
        let seen = self.journal.sighting().epoch;
        if !Config::read(&self.dir).is_ok_and(|config| config.spare.is_some()) {
            eprintln!(
                "Aviso: en {} falta [spare], o no se entiende: el otro equipo, cuando vuelva, no sabrá que ya no es el servidor. \
                 Arréglelo antes de encenderlo.",
                self.dir.join(config::FILE).display()
            );
        }
        let begun =
            epoch::begin(&mut self.journal, &self.standing, EpochCause::Promoted, seen, None, signed)?;
        self.journal.follow_no_more()?;
        Ok(begun)
    }
}
