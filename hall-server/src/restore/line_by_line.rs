//! What a mirror has beyond a record, taken into it portion by portion.

use hall_core::event::Event;
use hall_core::record::Hash;

use super::source::Source;
use super::{RestoreError, tag};
use crate::journal::{Head, Journal, Known, Portion, Sighting};
use crate::mirror::{self, Identity};

/// What came of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Followed {
    /// Lines were added.
    Added,
    /// It had nothing more, or could not be read; its source says which.
    Nothing,
    /// It is another record from this line on.
    Forks { line: u64 },
}

/// Reads a mirror from its beginning, compares it with the record, and adds what comes after the record's end.
pub(super) fn follow(
    journal: &mut Journal,
    source: &mut Source,
    identity: Option<&Identity>,
    progress: &mut dyn FnMut(&str, u64),
) -> Result<Followed, RestoreError> {
    let Some(identity) = identity else {
        source.troubles.push("está cifrada: diga la clave con --identity FICHERO".to_owned());
        return Ok(Followed::Nothing);
    };
    let reading = match mirror::read(&source.path, identity) {
        Ok(reading) => reading,
        Err(error) => {
            source.troubles.push(error.to_string());
            return Ok(Followed::Nothing);
        }
    };
    let hall = reading.hall();
    let of = source.seen.iter().map(|saw| saw.head.seq).max().unwrap_or(0).max(1);
    let doing = format!("Leyendo {}", source.path.display());
    let mut known = None;
    let mut followed = Followed::Nothing;
    for portion in reading {
        let portion = match portion {
            Ok(portion) => portion,
            Err(error) => {
                source.troubles.push(error.to_string());
                break;
            }
        };
        progress(&doing, portion.after().seq * 100 / of);
        if let Some(line) = forks(journal, &portion)? {
            followed = Followed::Forks { line };
            break;
        }
        if portion.after().seq > journal.head().seq {
            // A copy ends where a request does.
            let Some(rest) = portion.after_head(journal.head()) else {
                return Ok(Followed::Forks { line: journal.head().seq });
            };
            journal.take_in(&rest).map_err(RestoreError::take_in)?;
            followed = Followed::Added;
        }
        learn(&mut known, hall, &portion);
    }
    source.known = known.or(source.known.take());
    Ok(followed)
}

/// The first line of a portion that the record has otherwise, if it has one.
fn forks(journal: &Journal, portion: &Portion) -> Result<Option<u64>, RestoreError> {
    let end = journal.head().seq;
    // The last line that both have says it for all of them.
    let common = portion.lines().iter().map(|line| line.head).take_while(|head| head.seq <= end).last();
    let Some(common) = common else { return Ok(None) };
    if journal.has(common)? {
        return Ok(None);
    }
    for line in portion.lines() {
        if !journal.has(line.head)? {
            return Ok(Some(line.head.seq));
        }
    }
    Ok(Some(common.seq))
}

/// What people know the mirror's record by.
fn learn(known: &mut Option<Known>, hall: Hash, portion: &Portion) {
    let known = known.get_or_insert_with(|| Known {
        hall,
        name: tag(hall),
        zone: String::new(),
        sighting: Sighting { epoch: 1, head: Head::EMPTY },
        at_utc_ms: 0,
        session: 0,
        game: 0,
    });
    known.sighting.head = portion.after();
    for line in portion.lines() {
        known.at_utc_ms = line.line.at_utc_ms;
        if let Event::HallFounded { name, zone, .. } = &line.event {
            (known.name, known.zone) = (name.clone(), zone.clone());
        } else if let Event::SessionOpened { session, .. } = &line.event {
            known.session = session.0;
        } else if let Event::SaleOpened { game, .. } = &line.event {
            known.game = game.0;
        } else if let Event::EpochBegun { epoch, .. } = &line.event {
            known.sighting.epoch = *epoch;
        }
    }
}
