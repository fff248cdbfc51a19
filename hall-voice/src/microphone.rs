//! The hall's microphones: what they hear goes to the server a quarter of a second at a time, which keeps the last seconds in memory.
//! Nothing of it stays here.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Duration;

use hall_wire::link::{Closing, Servers};

use crate::output::Device;
use crate::pipeline::Ear;

/// What is sent at a time.
const PIECE: Duration = Duration::from_millis(250);

/// Pieces that may wait for a server that is slow; older ones are of no use to it.
const WAITING_MAX: usize = 8;

/// Timeout of one piece.
const TRY_MAX: Duration = Duration::from_secs(2);

/// The first wait before a microphone is opened again, and the longest.
const PAUSES: (Duration, Duration) = (Duration::from_millis(500), Duration::from_secs(5));

/// Listens until the program ends, in threads of its own.
///
/// # Errors
/// Where the system gives no thread.
pub fn start(device: &Device, servers: &Servers, key_file: &Path) -> std::io::Result<()> {
    let (send, pieces) = sync_channel(WAITING_MAX);
    let (servers, key_file): (Servers, PathBuf) = (servers.clone(), key_file.to_owned());
    let post = move || post(&servers, &key_file, &pieces);
    std::thread::Builder::new().name("sound".to_owned()).spawn(post)?;
    let device = device.clone();
    let hear = move || hear(&device, &send);
    std::thread::Builder::new().name("microphone".to_owned()).spawn(hear)?;
    Ok(())
}

/// What was heard, by its number: one that is left out, and another microphone, leave a gap.
type Piece = (u64, Vec<u8>);

/// Opens the microphone again and again.
fn hear(device: &Device, send: &SyncSender<Piece>) {
    let never = Closing::default();
    let mut number = 0;
    let (mut pause, mut told) = (PAUSES.0, None);
    loop {
        let why = match Ear::open(device) {
            Ok(mut ear) => {
                tracing::info!("se oye la sala por {device}");
                pause = PAUSES.0;
                loop {
                    match ear.piece(PIECE) {
                        Ok(piece) => {
                            number += 1;
                            // What does not fit is of a server that is away.
                            let _ = send.try_send((number, piece));
                        }
                        Err(why) => break why,
                    }
                }
            }
            Err(why) => why,
        };
        number += 1;
        if told.as_ref() != Some(&why) {
            tracing::warn!("no se oye la sala ({why}); se sigue intentando");
            told = Some(why);
        }
        never.pause(pause);
        pause = (pause * 2).min(PAUSES.1);
    }
}

fn post(servers: &Servers, key_file: &Path, pieces: &Receiver<Piece>) {
    let agent = hall_wire::link::agent_of(servers, TRY_MAX);
    let (mut key, mut last) = (None, None);
    for (number, piece) in pieces {
        key = key.or_else(|| hall_wire::link::read_key(key_file));
        let Some(server) = servers.in_use().filter(|_| key.is_some() || servers.are_encrypted()) else {
            continue;
        };
        let mut request =
            agent.post(format!("{server}/api/voice/sound?piece={number}")).content_type("audio/l16");
        if let Some(known) = &key {
            request = request.header("Authorization", format!("Voice {known}"));
        }
        let answer = request.send(&piece[..]);
        let status = answer.ok().map(|mut answer| {
            // Read to the end, so that the connection is reused.
            let _ = answer.body_mut().with_config().limit(64 * 1024).read_to_vec();
            answer.status().as_u16()
        });
        // Changes only. A server that is away is told of by the voice's own reports.
        if let Some(status) = status
            && last != Some(status)
        {
            match status {
                200..=299 => tracing::info!("el servidor oye la sala"),
                404 => tracing::warn!("el servidor no guarda el sonido: [film] sound, en sala.toml"),
                status => tracing::warn!("el servidor no admite el sonido de la sala ({status})"),
            }
            last = Some(status);
        }
        if !matches!(status, Some(200..=299 | 404)) {
            // The hall may have a new key.
            key = None;
        }
    }
}
