//! The tables of a driver file for contacts: the module, its inputs, the number, the coils.

use hall_core::machine::Mode;
use settings_file::{Fault, Table};

use super::DriverKind;
use super::draft::{Draft, SILENT_MS, TIME_MAX_MS, again, load};
use crate::contacts::{Coding, Coil, ContactsSpec, INPUTS_MAX, Input, Number};
use crate::decoder::ORDERS;
use crate::observation::Observation;

pub(super) fn read(root: &Table<'_>, draft: &mut Draft) -> Option<DriverKind> {
    root.needed(&["modbus"]);
    if std::mem::take(&mut draft.bytes.seven_bits) {
        root.fault_at(root.place("line"), "Modbus RTU va a 8 bits: «data_bits» no puede ser 7");
    }
    let node = root.table("modbus")?;
    node.needed(&["unit", "first", "count"]);
    let ms = |key, or| node.number(key, 1..=60_000).unwrap_or(or);
    let poll_ms = ms("poll_ms", 50);
    let mut spec = ContactsSpec {
        unit: node.number("unit", 1..=247).unwrap_or(1),
        first: node.number("first", 0..=u16::MAX).unwrap_or(0),
        count: node.number("count", 1..=INPUTS_MAX).unwrap_or(8),
        inputs: Vec::new(),
        number: None,
        poll_ms,
        debounce: node.number("debounce", 1..=10).unwrap_or(3),
        answer_ms: ms("answer_ms", poll_ms),
        pulse_ms: ms("pulse_ms", 500),
        read_ms: ms("read_ms", 1_000),
        confidence: draft.confidence,
        orders: Default::default(),
    };
    draft.timing.silent_ms = Some(node.number("silent_ms", 100..=TIME_MAX_MS).unwrap_or(SILENT_MS));
    let seen_ms = spec.poll_ms * (u64::from(spec.debounce) + 1);
    if spec.pulse_ms < seen_ms {
        node.fault_at(
            node.place("pulse_ms"),
            format!(
                "un contacto que cierra {} ms no se ve preguntando cada {} ms {} veces: hacen falta {seen_ms} ms",
                spec.pulse_ms, spec.poll_ms, spec.debounce
            ),
        );
    }
    node.finish();
    inputs(root, &mut spec);
    let tells = |spec: &ContactsSpec, seen| spec.inputs.iter().any(|input| input.on == seen);
    if !tells(&spec, Observation::Present) {
        root.fault("falta un [[input]] con means = \"present\": el contacto de la bola en el lector");
    }
    load(root, draft, tells(&spec, Observation::Loaded));
    spec.number = root.table("number").and_then(|node| number(node, &spec));
    if spec.number.is_none() && !root.has("number") {
        draft.warnings.push(Fault::new(
            1,
            "los contactos no dicen el número: cada bola es para la sala una que no se pudo leer",
        ));
    }
    if let Some(node) = root.table("orders") {
        spec.orders = ORDERS.map(|(_, word)| node.tables(word).into_iter().filter_map(coil).collect());
        let given = spec.orders.iter().any(|coils| !coils.is_empty());
        again(&node, draft, tells(&spec, Observation::Mode(Mode::Run)), given);
        node.finish();
    }
    Some(DriverKind::Contacts(spec))
}

fn inputs(root: &Table<'_>, spec: &mut ContactsSpec) {
    for node in root.tables("input") {
        node.needed(&["at", "means"]);
        let (place, means_at) = (node.place("at"), node.place("means"));
        let at = node.number("at", 0..=spec.count - 1);
        let word = node.text("means").unwrap_or_default();
        let seen = seen(&word);
        if seen.is_none() && node.has("means") {
            node.fault_at(
                means_at,
                format!(
                    "«means»: no se conoce «{word}»; hay present, door-open, running, loaded, jam, multiple, returned, \
                     blower, sensor y power"
                ),
            );
        }
        let inverted = node.flag("inverted").unwrap_or(false);
        if let (Some(at), Some((on, off))) = (at, seen) {
            if spec.inputs.iter().any(|other| other.at == at || other.on == on) {
                node.fault_at(place, "esa entrada, o ese significado, ya está en otro [[input]]");
            }
            spec.inputs.push(Input { at, on, off, inverted });
        }
        node.finish();
    }
}

/// What is seen when an input with this meaning turns on, and when it turns off.
fn seen(means: &str) -> Option<(Observation, Option<Observation>)> {
    Some(match means {
        "present" => (Observation::Present, Some(Observation::Gone)),
        "door-open" => (Observation::DoorOpened, Some(Observation::DoorClosed)),
        "running" => (Observation::Mode(Mode::Run), Some(Observation::Mode(Mode::Stop))),
        "loaded" => (Observation::Loaded, None),
        word => {
            let raised = Observation::of_word(word)?;
            let Observation::FaultRaised(fault) = raised else { return None };
            (raised, Some(Observation::FaultCleared(fault)))
        }
    })
}

fn number(node: Table<'_>, spec: &ContactsSpec) -> Option<Number> {
    node.needed(&["coding"]);
    let coding = node.choice("coding", &[("binary", Coding::Binary), ("bcd", Coding::Bcd)]);
    let at = node.numbers("lines", 0..=spec.count - 1);
    let at: Vec<u16> = at.into_iter().map(|(_, at)| at).collect();
    let register = node.number("register", 0..=u16::MAX);
    let place = node.place("lines");
    let number = match (register, at.is_empty(), coding) {
        (Some(at), true, Some(coding)) => Some(Number::Register { at, coding }),
        (None, false, Some(coding)) => {
            let used = |line: &u16| spec.inputs.iter().any(|input| input.at == *line);
            let twice = (1..at.len()).any(|i| at[..i].contains(&at[i]));
            if at.len() > 8 || twice || at.iter().any(used) {
                node.fault_at(place, "«lines» son de 1 a 8 entradas distintas que no sean ya un [[input]]");
            }
            Some(Number::Lines { at, coding })
        }
        (_, _, _) => {
            // A wrong value has its own fault.
            if node.has("register") == node.has("lines") {
                node.fault("[number] tiene «register» o «lines»: uno de los dos");
            }
            None
        }
    };
    node.finish();
    number
}

fn coil(node: Table<'_>) -> Option<Coil> {
    node.needed(&["coil", "on"]);
    let at = node.number("coil", 0..=u16::MAX);
    let on = node.flag("on");
    node.finish();
    Some(Coil { at: at?, on: on? })
}
