//! What the log says of the hardware, in Spanish: each trouble once, and that it is over. Cables are out for whole nights.

use crate::serve::Told;
use crate::talk::Happened;

/// Remembers what was said last.
#[derive(Debug, Default)]
pub struct News {
    trouble: Option<Told>,
    well: bool,
}

/// A sentence for the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sentence {
    /// All is well, again or for the first time.
    Good(&'static str),
    /// Somebody should look.
    Bad(String),
}

impl News {
    /// What is to be said of this; nothing where it is no news.
    pub fn of(&mut self, told: &Told) -> Option<Sentence> {
        let words = match told {
            // That a line is open says nothing of what is at its other end.
            Told::Open => return None,
            Told::Pass(Happened::Taken(_)) => {
                let news = !std::mem::replace(&mut self.well, true);
                self.trouble = None;
                return news.then_some(Sentence::Good("el panel está al día"));
            }
            Told::Lost(why) => format!("{why}; se sigue intentando"),
            Told::Pass(Happened::Refused) => {
                "el rótulo ha rechazado una trama; se dice todo otra vez".to_owned()
            }
            Told::Pass(Happened::Silent) => {
                "el rótulo no responde: ¿tiene corriente? Se le sigue diciendo todo".to_owned()
            }
        };
        self.well = false;
        let news = self.trouble.replace(told.clone()).as_ref() != Some(told);
        news.then_some(Sentence::Bad(words))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trouble_is_said_once_and_so_is_its_end() {
        let (mut news, taken) = (News::default(), Told::Pass(Happened::Taken(None)));
        let mut said = |told: &Told| news.of(told);
        assert_eq!(said(&Told::Open), None);
        assert_eq!(said(&taken), Some(Sentence::Good("el panel está al día")));
        assert_eq!(said(&taken), None);
        let lost = Told::Lost("no se llega a multicast: Network is unreachable (os error 101)".to_owned());
        assert!(matches!(said(&lost), Some(Sentence::Bad(words)) if words.contains("se sigue intentando")));
        // All night: it opens, and what is sent fails.
        for _ in 0..100 {
            assert_eq!((said(&Told::Open), said(&lost)), (None, None));
        }
        assert!(said(&Told::Pass(Happened::Silent)).is_some());
        assert_eq!(said(&taken), Some(Sentence::Good("el panel está al día")));
        assert!(said(&Told::Pass(Happened::Silent)).is_some(), "a trouble that comes again is news");
    }
}
