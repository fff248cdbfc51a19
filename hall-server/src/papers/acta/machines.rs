//! The machines of a session: with which ones it drew, what each is (Catálogo II), and what the rules say of balls that the
//! caller reads (DECISIONS 36).

use hall_core::event::{Event, Extractor, HowRead, MachineNo};
use hall_core::hall::Hall;
use hall_core::rules::{Rules, SecondWord};
use hall_wire::paper;

use super::end::value;

/// With which machines a session drew, and from when on.
#[derive(Debug, Default)]
pub(super) struct Machines {
    taken: Vec<(i64, MachineNo)>,
    /// Balls were read by the caller.
    by_caller: bool,
}

impl Machines {
    /// The session draws so from here on.
    pub(super) fn take(&mut self, at: i64, machine: Option<MachineNo>, read: HowRead) {
        self.by_caller |= read == HowRead::ByCaller;
        let new = machine.filter(|machine| self.taken.iter().all(|(_, known)| known != machine));
        self.taken.extend(new.map(|machine| (at, machine)));
    }

    /// What each of them is.
    pub(super) fn notes(&self, hall: &Hall) -> Vec<(i64, String)> {
        let note = |(at, no): &(i64, MachineNo)| {
            let item = hall.machines.get(no)?;
            let what = described(item.extractor, &item.homologation, &item.maker, &item.reference);
            Some((*at, format!("Máquina n.º {} de la sala: {what}", no.0)))
        };
        self.taken.iter().filter_map(note).collect()
    }

    /// The value of the rules that only such a session depends on.
    pub(super) fn rule(&self, rules: &Rules) -> Option<paper::RuleValue> {
        let words = |word: &SecondWord| {
            match word {
                SecondWord::SecondPerson => "otra persona teclea lo mismo en otro puesto",
                SecondWord::Mesa => "la confirma el jefe de mesa",
                SecondWord::Caller => "el locutor solo",
            }
            .to_owned()
        };
        self.by_caller.then(|| value("Bola que lee el locutor", &rules.second_word, words))
    }
}

/// A machine that was entered.
pub(super) fn registered(event: &Event) -> Option<String> {
    let Event::MachineRegistered { machine, extractor, homologation, maker, reference } = event else {
        return None;
    };
    let what = described(*extractor, homologation, maker, reference);
    Some(format!("Alta de la máquina n.º {}: {what}", machine.0))
}

fn described(
    extractor: Extractor,
    homologation: &str,
    maker: &Option<String>,
    reference: &Option<String>,
) -> String {
    let sort = match extractor {
        Extractor::Pneumatic => "neumática",
        Extractor::Drum => "bombo",
    };
    let more = |what: &str, value: &Option<String>| {
        value.as_ref().map_or_else(String::new, |value| format!(", {what} {value}"))
    };
    format!(
        "{sort}, homologación {homologation}{}{}",
        more("fabricante", maker),
        more("n.º de serie", reference)
    )
}
