//! One question to a witness: the newest checkpoint, the proof that it goes on from the one the witness saw, and what it answers.

use std::path::Path;
use std::thread;
use std::time::Duration;

use hall_log::exchange::AddCheckpoint;
use hall_log::note::{NoteSignature, Standing};
use hall_log::{SignedNote, exchange};
use hall_wire::link::agent;
use tokio::sync::oneshot;

use super::Fault;
use crate::config::WitnessSettings;
use crate::journal::{Cosigned, JournalError, RecordReader, database_in};

/// How long a witness has for its answer.
const ANSWER_MAX: Duration = Duration::from_secs(15);

/// No answer is longer: a signature has some two hundred bytes.
const ANSWER_BYTES: u64 = 16 * 1024;

/// How often a question is put in one try: the first may learn what the witness saw, and somebody may ask beside us.
const ROUNDS: u32 = 3;

/// What is shown of an answer that nobody understands.
const SHOWN_MAX: usize = 120;

/// Has a witness sign the newest checkpoint; `saw` is what it is thought to have seen, 0 for nothing. None where the hall has not
/// signed anything.
pub(super) async fn signed(
    dir: &Path,
    settings: &WitnessSettings,
    mut saw: u64,
) -> Result<Option<Cosigned>, Fault> {
    for _ in 0..ROUNDS {
        let (of, from) = (dir.to_owned(), saw);
        let read = tokio::task::spawn_blocking(move || Question::read(&of, from)).await;
        let read = read.map_err(|gone| Fault::RecordUnreadable(gone.to_string()))?;
        let Some(question) = read.map_err(|error| Fault::RecordUnreadable(error.to_string()))? else {
            return Ok(None);
        };
        let answer = question.put_to(&settings.url).await?;
        match question.hear(&answer)? {
            Heard::Signed(text) => return question.accept(text, settings).map(Some),
            Heard::Saw(seen) => saw = seen,
        }
    }
    Err(Fault::NotUnderstood("dice cada vez que vio otra línea".to_owned()))
}

struct Question {
    epoch: u32,
    size: u64,
    asked: AddCheckpoint,
    /// What the witness has to know of this hall, as C2SP writes it.
    key: String,
}

struct Answer {
    status: u16,
    is_size: bool,
    text: String,
}

enum Heard<'a> {
    /// These lines.
    Signed(&'a str),
    /// It saw another size than it was thought to have.
    Saw(u64),
}

impl Question {
    fn read(dir: &Path, saw: u64) -> Result<Option<Question>, JournalError> {
        let record = RecordReader::open(&database_in(dir))?;
        let Some(newest) = record.newest_checkpoint()? else { return Ok(None) };
        let (epoch, size) = (newest.epoch, newest.checkpoint.size);
        // Who else saw it is nobody's business outside.
        let note = record.note_as_signed(epoch, size)?.and_then(|note| SignedNote::parse(&note));
        let (Some(note), Some(key)) = (note, record.signing_key()?) else { return Ok(None) };
        let old = if saw <= size { saw } else { 0 };
        let asked = AddCheckpoint { old, proof: record.consistency(old, size)?, note };
        Ok(Some(Question { epoch, size, asked, key: newest.checkpoint.signer(key).to_string() }))
    }

    /// On a thread of its own, which nobody waits for when the server ends.
    async fn put_to(&self, url: &str) -> Result<Answer, Fault> {
        let (url, body) = (format!("{url}{}", exchange::PATH), self.asked.to_string());
        let (tell, told) = oneshot::channel();
        let asking = thread::Builder::new().name("witness".into()).spawn(move || {
            // The server may be ending.
            let _ = tell.send(posted(&url, &body).map_err(|error| Fault::NoAnswer(error.to_string())));
        });
        asking.map_err(|error| Fault::NoAnswer(error.to_string()))?;
        told.await.map_err(|_| Fault::NoAnswer("se ha cortado".to_owned()))?
    }

    fn hear<'a>(&self, Answer { status, is_size, text }: &'a Answer) -> Result<Heard<'a>, Fault> {
        let odd = |what: String| Err(Fault::NotUnderstood(what));
        let (old, size) = (self.asked.old, self.size);
        match status {
            200 => Ok(Heard::Signed(text)),
            403 => Err(Fault::KeyUnknown(self.key.clone())),
            404 => Err(Fault::HallUnknown(self.key.clone())),
            409 => {
                let seen = exchange::parse_size(text).filter(|_| *is_size);
                match seen {
                    None => odd("no dice hasta qué línea vio".to_owned()),
                    Some(saw) if saw > size => Err(Fault::Behind { saw, ends: size }),
                    Some(saw) if saw == old && saw == size => Err(Fault::Rewritten { saw }),
                    Some(saw) if saw == old => {
                        odd(format!("vio la línea {saw}, y desde ella se le dio la prueba"))
                    }
                    Some(saw) => Ok(Heard::Saw(saw)),
                }
            }
            410 => Err(Fault::OlderEpoch),
            422 => Err(Fault::Rewritten { saw: old }),
            _ => odd(format!("contesta {status}, «{}»", shown(text))),
        }
    }

    /// The signature of the witness among those that it answered, once it is seen to be good.
    fn accept(&self, text: &str, settings: &WitnessSettings) -> Result<Cosigned, Fault> {
        let by = &settings.key;
        let is_theirs = |signature: &NoteSignature| signature.name == by.name && signature.id == by.id();
        let signature = text.lines().filter_map(NoteSignature::parse).find(is_theirs);
        let signature = signature.ok_or(Fault::BadSignature)?;
        let mut note = self.asked.note.clone();
        note.add(signature.clone());
        match note.standing(by) {
            Standing::Good(Some(_)) => {
                Ok(Cosigned { epoch: self.epoch, size: self.size, signature, is_outside: true })
            }
            Standing::Good(None) | Standing::Absent | Standing::Bad => Err(Fault::BadSignature),
        }
    }
}

fn posted(url: &str, body: &str) -> Result<Answer, ureq::Error> {
    let sent = agent(ANSWER_MAX).post(url).content_type("text/plain; charset=utf-8").send(body)?;
    let status = sent.status().as_u16();
    let media = sent.headers().get("Content-Type").and_then(|media| media.to_str().ok());
    let is_size = media.is_some_and(|media| media.split(';').next() == Some(exchange::SIZE_MEDIA_TYPE));
    let text = sent.into_body().with_config().limit(ANSWER_BYTES).read_to_vec()?;
    Ok(Answer { status, is_size, text: String::from_utf8_lossy(&text).into_owned() })
}

/// The first line, as far as it can be shown.
fn shown(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    line.chars().filter(|c| !c.is_control()).take(SHOWN_MAX).collect()
}
