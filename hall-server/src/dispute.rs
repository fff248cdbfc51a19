//! What a dispute about a ball needs, in one file to take away: the pictures of all balls of the game, what the cameras filmed round this one, the
//! lines of the record of those minutes, and the hash of each.

use std::io::{self, Cursor, Write};

use hall_core::event::{GameNo, Ordinal};
use hall_core::record::Hash;
use sha2::{Digest, Sha256};

use crate::camera::jpeg::size_of;
use crate::clock::Clock;
use crate::export::{ZipWriter, json_line};
use crate::film::{CAMERAS, Frame, Store};
use crate::journal::{Head, JournalError, RecordReader};

mod avi;

/// What is taken of the films before the ball and after it, milliseconds.
const FILM_MS: i64 = 10_000;

/// What is taken of the record before the ball and after it, milliseconds: the stop, the claims and the verdicts.
const LINES_MS: [i64; 2] = [60_000, 180_000];

/// Lines that are taken at most.
const LINES_MAX: u64 = 5_000;

/// It could not be made.
#[derive(Debug, thiserror::Error)]
pub enum DisputeError {
    /// The record could not be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The film could not be read.
    #[error("no se puede leer lo filmado")]
    Film(#[from] io::Error),
}

/// The file, a `.zip`; none where the game has no such ball.
///
/// # Errors
/// When record or film cannot be read.
pub fn dispute(
    store: &Store,
    record: &RecordReader,
    clock: &Clock,
    (game, ordinal): (GameNo, Ordinal),
) -> Result<Option<Vec<u8>>, DisputeError> {
    let balls = record.balls_of(game)?;
    let Some(ball) = balls.iter().find(|ball| ball.ordinal == ordinal.0) else { return Ok(None) };
    let mut folder = Folder { zip: ZipWriter::new(Cursor::new(Vec::new())), hashes: String::new() };
    folder.put("LEEME.txt", readme(clock, game, ball).as_bytes())?;
    let mut pictured = store.pictured(game)?;
    pictured.sort_unstable();
    for (of, seq) in pictured {
        let number = balls.iter().find(|ball| ball.ordinal == of.0).map_or(0, |ball| ball.ball);
        let jpeg = std::fs::read(store.still(game, of, seq))?;
        folder.put(&format!("fotos/{:02}-bola-{number:02}-linea-{seq}.jpg", of.0), &jpeg)?;
    }
    for (stop, seq) in store.heard(game)? {
        let wav = std::fs::read(store.sound(game, stop, seq))?;
        folder.put(&format!("sonido/parada-{}-linea-{seq}.wav", stop.0), &wav)?;
    }
    for (camera, name) in CAMERAS {
        let mut frames = store.frames(game, camera)?;
        frames.retain(|frame| (frame.at_utc_ms - ball.at_utc_ms).abs() <= FILM_MS);
        let jpegs = frames.iter().map(|frame| store.picture(game, camera, *frame));
        let jpegs = jpegs.collect::<io::Result<Vec<_>>>()?;
        if let Some(film) = film_of(&frames, &jpegs) {
            folder.put(&format!("peliculas/{name}.avi"), &film)?;
        }
    }
    let lines = [ball.at_utc_ms - LINES_MS[0], ball.at_utc_ms + LINES_MS[1]];
    folder.put("registro.jsonl", &lines_of(record, lines)?)?;
    Ok(Some(folder.end()?))
}

fn film_of(frames: &[Frame], jpegs: &[Vec<u8>]) -> Option<Vec<u8>> {
    let (first, last) = (frames.first()?, frames.last()?);
    // The last picture lasts as long as the others.
    let between = u64::try_from(last.at_utc_ms - first.at_utc_ms).unwrap_or(0);
    let count = jpegs.len() as u64;
    let millis = if count > 1 { between * count / (count - 1) } else { 100 };
    let (width, height) = size_of(jpegs.first()?)?;
    avi::film(jpegs, millis, [width, height])
}

fn lines_of(record: &RecordReader, [from, to]: [i64; 2]) -> Result<Vec<u8>, JournalError> {
    let first = record.first_from(from)?;
    let end = record.first_from(to)?.min(first + LINES_MAX);
    let mut text = Vec::new();
    let before = if first == 1 { Some(Head::EMPTY) } else { record.head_at(first - 1)? };
    let Some(before) = before else { return Ok(text) };
    let count = u32::try_from(end.saturating_sub(first)).unwrap_or(0);
    record.replay_some(before, count, |after, line, _| text.extend(json_line(line, after.hash)))?;
    Ok(text)
}

/// A `.zip` in the making, and the hashes of what is in it.
struct Folder {
    zip: ZipWriter<Cursor<Vec<u8>>>,
    hashes: String,
}

impl Folder {
    fn put(&mut self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let hash = Hash(Sha256::digest(bytes).into());
        self.hashes.push_str(&format!("{hash}  {name}\n"));
        let mut file = self.zip.file(name)?;
        file.write_all(bytes)?;
        file.end()
    }

    fn end(mut self) -> io::Result<Vec<u8>> {
        let mut file = self.zip.file("huellas.txt")?;
        file.write_all(self.hashes.as_bytes())?;
        file.end()?;
        Ok(self.zip.end()?.into_inner())
    }
}

fn readme(clock: &Clock, game: GameNo, ball: &hall_wire::message::FilmedBall) -> String {
    let called = match ball.announced_at_utc_ms {
        Some(at) => format!("se anunció a las {}", clock.print_hour(at)),
        None => "no se había anunciado al hacer este fichero".to_owned(),
    };
    let text = format!(
        "LO FILMADO DE UNA BOLA\n\n\
         Partida {game}, bola {number}, en {place}.º lugar. Se leyó a las {read} y {called}.\n\n\
         fotos: la de la salida con cada bola de la partida. El nombre lleva la línea del registro en que consta la bola; la huella de \
         la foto está en la línea «ball_pictured» de ese lugar.\n\
         peliculas: lo que filmó cada cámara desde {film} s antes de la bola hasta {film} s después. Cada imagen lleva dentro la \
         cámara, la partida y la hora (en UTC), en un comentario que enseña cualquier programa que lea los datos de un JPEG. La \
         película entera de la partida queda en la sala, y su huella en la línea «film_kept».\n\
         sonido: donde la sala lo guarda, lo que oyeron sus micrófonos en cada parada de la partida. La línea «sound_kept» dice cuántos \
         milisegundos van antes de la parada («before_ms»), y su huella.\n\
         registro.jsonl: las líneas del registro desde {before} min antes hasta {after} min después, con su huella encadenada.\n\
         huellas.txt: la huella SHA-256 de cada fichero. Se comprueban con «sha256sum -c huellas.txt».\n\n\
         Puede haber personas en las imágenes: no las dé a quien no las necesite.\n",
        game = game.0,
        number = ball.ball,
        place = ball.ordinal,
        read = clock.print_hour(ball.at_utc_ms),
        film = FILM_MS / 1_000,
        before = LINES_MS[0] / 60_000,
        after = LINES_MS[1] / 60_000,
    );
    text.replace('\n', "\r\n")
}
