//! The moviola's other end: what the page wishes to see or hear of what was filmed is fetched, decoded and played in threads, the newest wish
//! only, so that an arrow held down asks for no picture that nobody waits for.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

use egui::ColorImage;
use hall_wire::link::Client;
use hall_wire::message::{FilmOfGame, SOUND_RATE_HZ};
use hall_wire::problem::Problem;

use crate::film::Wish;
use crate::known::own_problem;
use crate::net::refused;
use crate::preview::decode;
use crate::recorder::device::{Alsa, Sound as _};

/// What the thread found.
pub enum Found {
    /// Of a game.
    Game(FilmOfGame),
    /// A picture, and when it was taken.
    Picture(ColorImage, Option<i64>),
    /// A sound, which plays now.
    Sound,
    /// Nothing.
    Nothing(Problem),
}

/// Fetches what is wished.
pub struct Projector {
    wish: Arc<Mutex<Option<(Wish, Client)>>>,
    ring: SyncSender<()>,
    loudspeaker: Loudspeaker,
    /// What was found of which wish.
    pub news: Receiver<(Wish, Found)>,
}

impl Projector {
    /// Starts the thread; `wake` is called after each answer.
    pub fn start(wake: impl Fn() + Send + 'static) -> Projector {
        let wish = Arc::<Mutex<Option<(Wish, Client)>>>::default();
        let (ring, rung) = sync_channel(1);
        let (tell, news) = sync_channel(1);
        let loudspeaker = Loudspeaker::start();
        let (theirs, plays) = (Arc::clone(&wish), loudspeaker.clone());
        let run = move || {
            for () in rung {
                let Some((wish, client)) = taken(&theirs) else { continue };
                let found = find(&client, wish, &plays).unwrap_or_else(|problem| Found::Nothing(*problem));
                if tell.send((wish, found)).is_err() {
                    return;
                }
                wake();
            }
        };
        std::thread::Builder::new().name("film".to_owned()).spawn(run).expect("a thread can be started");
        Projector { wish, ring, loudspeaker, news }
    }

    /// Wishes something; a wish that still waits is forgotten.
    pub fn wish(&self, wish: Wish, client: Client) {
        *self.wish.lock().unwrap_or_else(PoisonError::into_inner) = Some((wish, client));
        // One ring is enough: the thread takes the newest wish.
        let _ = self.ring.try_send(());
    }

    /// Ends what plays.
    pub fn hush(&self) {
        self.loudspeaker.play(None);
    }
}

/// Plays what the microphones heard, in a thread of its own; the newest only.
#[derive(Clone)]
struct Loudspeaker {
    next: Arc<Mutex<Option<Option<Vec<i16>>>>>,
    ring: SyncSender<()>,
}

impl Loudspeaker {
    fn start() -> Loudspeaker {
        let next = Arc::<Mutex<Option<Option<Vec<i16>>>>>::default();
        let (ring, rung) = sync_channel::<()>(1);
        let theirs = Arc::clone(&next);
        let run = move || {
            let device = Alsa { microphone: String::new() };
            let lock = || theirs.lock().unwrap_or_else(PoisonError::into_inner);
            for () in rung {
                let Some(Some(samples)) = lock().take() else { continue };
                // Without a loudspeaker it is not heard; it can be taken to another desk.
                let _ = device.play(&samples, SOUND_RATE_HZ, &mut || lock().is_none());
            }
        };
        std::thread::Builder::new()
            .name("film-sound".to_owned())
            .spawn(run)
            .expect("a thread can be started");
        Loudspeaker { next, ring }
    }

    /// Plays this instead of what plays, or nothing.
    fn play(&self, samples: Option<Vec<i16>>) {
        *self.next.lock().unwrap_or_else(PoisonError::into_inner) = Some(samples);
        let _ = self.ring.try_send(());
    }
}

fn taken(wish: &Mutex<Option<(Wish, Client)>>) -> Option<(Wish, Client)> {
    wish.lock().unwrap_or_else(PoisonError::into_inner).take()
}

fn find(client: &Client, wish: Wish, loudspeaker: &Loudspeaker) -> Result<Found, Box<Problem>> {
    let path = wish.path();
    if let Wish::Sound { .. } = wish {
        let wav = client.get_bytes(&path).map_err(refused)?;
        // The server's own: a head of 44 bytes, then samples of 16 bits.
        let samples = wav.get(44..).unwrap_or_default().as_chunks::<2>().0.iter();
        loudspeaker.play(Some(samples.map(|two| i16::from_le_bytes(*two)).collect()));
        return Ok(Found::Sound);
    }
    if let Wish::Game(_) = wish {
        return client.get(&path).map(Found::Game).map_err(refused);
    }
    let (jpeg, at_utc_ms) = client.get_picture(&path).map_err(refused)?;
    let broken = || Box::new(own_problem("sin-pelicula", "La imagen guardada no se puede leer."));
    Ok(Found::Picture(decode(&jpeg).ok_or_else(broken)?, at_utc_ms))
}
