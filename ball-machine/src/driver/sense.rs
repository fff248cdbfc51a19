//! What no single table shows: whether they make sense together, and what is missing without being wrong.

use settings_file::{Fault, Table};

use super::draft::Draft;
use crate::decoder::ORDERS;
use crate::hex::hex;
use crate::line::LineSettings;
use crate::observation::Observation;
use crate::stx::{Check, Means, StxSpec};

/// Faults of frames whose tables are each right.
pub(super) fn frames(root: &Table<'_>, spec: &StxSpec, draft: &Draft) {
    let says = |means: fn(&Means) -> bool| spec.messages.iter().any(|message| means(&message.means));
    // A wrong message has its own fault: what it would mean is unknown.
    let all = !spec.messages.is_empty() && root.length("message") == Some(spec.messages.len());
    if all && !says(|means| matches!(means, Means::Read { .. } | Means::Plain(Observation::NoRead))) {
        root.fault("ningún [[message]] dice una bola: falta uno con means = \"read\" o \"no-read\"");
    }
    if let Some(alive) = root.place_of("alive") {
        let by_itself = says(Means::is_sign_of_life);
        if all && spec.poll.is_none() && !by_itself {
            root.fault_at(
                alive,
                "sin «poll» y sin un mensaje «alive» o «mode-…» la línea se daría por perdida en cada descanso: \
                 sobra [alive], o falta uno de ellos",
            );
        }
        if let (Some((_, every_ms)), Some(silent_ms)) = (&spec.poll, draft.timing.silent_ms)
            && silent_ms <= *every_ms
        {
            root.fault_at(
                alive,
                format!(
                    "«silent_ms» ({silent_ms}) ha de ser mayor que «every_ms» ({every_ms}): la línea se daría por \
                     perdida antes de preguntar"
                ),
            );
        }
    }
    if draft.bytes.seven_bits && spec.check == Check::Sum256 && !spec.check_in_hex {
        root.fault_at(
            root.place("frame"),
            "a 7 bits la suma no cabe en un byte: falta check_form = \"hex\", o son 8 bits",
        );
    }
}

/// Faults of orders that the machine would take for something else.
pub(super) fn orders(node: &Table<'_>, spec: &StxSpec) {
    let answers = spec.answers.iter().flat_map(|answers| {
        [(&answers.good, "«good» de [acknowledge]"), (&answers.bad, "«bad» de [acknowledge]")]
    });
    let others: Vec<_> = [(&spec.start, "el comienzo de las tramas")].into_iter().chain(answers).collect();
    for (bytes, (_, word)) in spec.orders.iter().zip(ORDERS).filter(|(bytes, _)| !bytes.is_empty()) {
        if let Some((_, what)) = others.iter().find(|(other, _)| *other == bytes) {
            let text =
                format!("«{word}» es {}, lo mismo que {what}: la máquina no sabría cuál es", hex(bytes));
            node.fault_at(node.place(word), text);
        }
    }
}

/// Warns of a time-out that ends before two bytes have come at this speed.
pub(super) fn patience(frame: &Table<'_>, line: LineSettings, frame_ms: u64) -> Option<Fault> {
    let two_bytes_ms = (2_000 * u64::from(line.bits_for_a_byte())).div_ceil(u64::from(line.baud));
    (frame_ms < two_bytes_ms).then(|| {
        let text = format!(
            "dos bytes a {} baudios ya son {two_bytes_ms} ms, y con «timeout_ms» de {frame_ms} las tramas se cortan",
            line.baud
        );
        Fault::new(frame.line(frame.place("timeout_ms")), text)
    })
}
