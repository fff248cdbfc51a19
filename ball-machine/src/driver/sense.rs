//! What no single table shows: whether all of them together make sense, and what is missing without being wrong.

use settings_file::{Fault, Table};

use super::{Driver, Vector, why};
use crate::decoder::ORDERS;
use crate::hex::hex;
use crate::line::LineSettings;
use crate::stx::{Check, Means, StxSpec};

/// A message's code, and its line in the file.
pub(super) type Codes = Vec<(Vec<u8>, usize)>;

/// Says what is wrong with frames whose tables are each right.
pub(super) fn frames(root: &Table<'_>, spec: &StxSpec, driver: &Driver) {
    let says = |means: fn(&Means) -> bool| spec.messages.iter().any(|message| means(&message.means));
    // Where a message is wrong it was named already: nothing is known of what it would mean.
    let all = !spec.messages.is_empty() && root.length("message") == Some(spec.messages.len());
    if all && !says(|means| matches!(means, Means::Read { .. } | Means::NoRead)) {
        root.fault("ningún [[message]] dice una bola: falta uno con means = \"read\" o \"no-read\"");
    }
    if let Some(alive) = root.place_of("alive") {
        let by_itself = says(|means| matches!(means, Means::Alive | Means::Mode(_)));
        if all && spec.poll.is_none() && !by_itself {
            root.fault_at(
                alive,
                "sin «poll» y sin un mensaje «alive» o «mode-…» la línea se daría por perdida en cada descanso: \
                 sobra [alive], o falta uno de ellos",
            );
        }
        if let (Some((_, every_ms)), Some(silent_ms)) = (&spec.poll, driver.silent_ms())
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
    if driver.line.data_bits == 7 && spec.check == Check::Sum256 && !spec.check_in_hex {
        root.fault_at(
            root.place("frame"),
            "a 7 bits la suma no cabe en un byte: falta check_form = \"hex\", o son 8 bits",
        );
    }
}

/// Says which orders the machine would take for something else.
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

/// Warns of a time-out that is over before two bytes have come at this speed.
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

/// Warns of the messages that no vector has.
pub(super) fn untried(spec: &StxSpec, codes: &Codes, vectors: &[Vector]) -> Vec<Fault> {
    let mut tried: Vec<&[u8]> = Vec::new();
    for vector in vectors {
        let bytes = vector.pieces.concat();
        let mut at = 0;
        while at < bytes.len() {
            match why::stx(spec, &bytes[at..]) {
                Ok(message) => {
                    tried.push(&message.code);
                    at += message.length;
                }
                Err(_) => at += 1,
            }
        }
    }
    let missing = codes.iter().filter(|(code, _)| !tried.contains(&code.as_slice()));
    missing.map(|(_, line)| Fault::new(*line, "ningún [[vector]] tiene este mensaje")).collect()
}
