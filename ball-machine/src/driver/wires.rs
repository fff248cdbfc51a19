//! The tables of a driver file for contacts: the module, its inputs, the number, the coils.

use settings_file::{Fault, Table};

use super::Driver;
use super::parts::{SILENT_MS, TIME_MAX_MS, again, load, plain_means};
use crate::contacts::{Coding, Coil, ContactsSpec, INPUTS_MAX, Input, InputMeans, Number};
use crate::decoder::ORDERS;
use crate::stx::Means;

pub(super) fn contacts(root: &Table<'_>, driver: &mut Driver, confidence: u8) -> Option<ContactsSpec> {
    root.needed("modbus");
    if driver.line.data_bits == 7 {
        root.fault_at(root.place("line"), "Modbus RTU va a 8 bits: «data_bits» no puede ser 7");
    }
    let node = root.table("modbus")?;
    for key in ["unit", "first", "count"] {
        node.needed(key);
    }
    let ms = |key, or| node.number(key, 1..=60_000).unwrap_or(or);
    let poll_ms = ms("poll_ms", 50);
    let mut spec = ContactsSpec {
        unit: node.number("unit", 1..=247).unwrap_or(1) as u8,
        first: node.number("first", 0..=65_535).unwrap_or(0) as u16,
        count: node.number("count", 1..=u64::from(INPUTS_MAX)).unwrap_or(8) as u16,
        inputs: Vec::new(),
        number: None,
        poll_ms,
        debounce: node.number("debounce", 1..=10).unwrap_or(3) as u8,
        answer_ms: ms("answer_ms", poll_ms),
        pulse_ms: ms("pulse_ms", 500),
        read_ms: ms("read_ms", 1_000),
        confidence,
        orders: Default::default(),
    };
    driver.silent_ms = Some(node.number("silent_ms", 100..=TIME_MAX_MS).unwrap_or(SILENT_MS));
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
    let loaded = spec.inputs.iter().any(|input| input.means == InputMeans::Loaded);
    load(root, driver, loaded);
    spec.number = root.table("number").and_then(|node| number(node, &spec));
    if spec.number.is_none() && !root.has("number") {
        driver.warnings.push(Fault::new(
            1,
            "los contactos no dicen el número: cada bola es para la sala una que no se pudo leer",
        ));
    }
    if let Some(node) = root.table("orders") {
        for (index, (_, word)) in ORDERS.iter().enumerate() {
            spec.orders[index] = node.tables(word).into_iter().filter_map(coil).collect();
        }
        let says_mode = spec.inputs.iter().any(|input| input.means == InputMeans::Running);
        let given = spec.orders.iter().any(|coils| !coils.is_empty());
        again(&node, driver, says_mode, given);
        node.finish();
    }
    Some(spec)
}

fn inputs(root: &Table<'_>, spec: &mut ContactsSpec) {
    let nodes = root.tables("input");
    for node in nodes {
        node.needed("at");
        node.needed("means");
        let (place, means_at) = (node.place("at"), node.place("means"));
        let at = node.number("at", 0..=u64::from(spec.count) - 1);
        let word = node.text("means").unwrap_or_default();
        let means = match (word.as_str(), plain_means(&word)) {
            ("door-open", _) => Some(InputMeans::Door),
            ("running", _) => Some(InputMeans::Running),
            (_, Some(Means::Present)) => Some(InputMeans::Present),
            (_, Some(Means::Loaded)) => Some(InputMeans::Loaded),
            (_, Some(Means::Fault(fault, true))) => Some(InputMeans::Fault(fault)),
            (_, _) => None,
        };
        if means.is_none() && node.has("means") {
            node.fault_at(
                means_at,
                format!(
                    "«means»: no se conoce «{word}»; hay present, door-open, running, loaded, jam, multiple, returned, \
                     blower, sensor y power"
                ),
            );
        }
        let inverted = node.flag("inverted").unwrap_or(false);
        if let (Some(at), Some(means)) = (at, means) {
            let at = at as u16;
            if spec.inputs.iter().any(|other| other.at == at || other.means == means) {
                node.fault_at(place, "esa entrada, o ese significado, ya está en otro [[input]]");
            }
            spec.inputs.push(Input { at, means, inverted });
        }
        node.finish();
    }
    if !spec.inputs.iter().any(|input| input.means == InputMeans::Present) {
        root.fault("falta un [[input]] con means = \"present\": el contacto de la bola en el lector");
    }
}

fn number(node: Table<'_>, spec: &ContactsSpec) -> Option<Number> {
    node.needed("coding");
    let coding = node.choice("coding", &[("binary", Coding::Binary), ("bcd", Coding::Bcd)]);
    let at = node.numbers("lines", 0..=u64::from(spec.count) - 1);
    let at: Vec<u16> = at.into_iter().map(|(_, at)| at as u16).collect();
    let register = node.number("register", 0..=65_535);
    let place = node.place("lines");
    let number = match (register, at.is_empty(), coding) {
        (Some(at), true, Some(coding)) => Some(Number::Register { at: at as u16, coding }),
        (None, false, Some(coding)) => {
            let used = |line: &u16| spec.inputs.iter().any(|input| input.at == *line);
            let twice = (1..at.len()).any(|i| at[..i].contains(&at[i]));
            if at.len() > 8 || twice || at.iter().any(used) {
                node.fault_at(place, "«lines» son de 1 a 8 entradas distintas que no sean ya un [[input]]");
            }
            Some(Number::Lines { at, coding })
        }
        (_, _, _) => {
            // What is there and wrong was told where it stands.
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
    node.needed("coil");
    node.needed("on");
    let at = node.number("coil", 0..=65_535);
    let on = node.flag("on");
    node.finish();
    Some(Coil { at: at? as u16, on: on? })
}
