//! What the kinds of driver files have in common.

use settings_file::{Fault, Table};

use super::Resend;
use super::bytes::Bytes;
use crate::line::LineSettings;
use crate::numbered::Timing;
use crate::tags::TagTable;

/// The longest time in a file, in milliseconds: ten minutes.
pub(super) const TIME_MAX_MS: u64 = 600_000;
/// Three heartbeats of a second.
pub(super) const SILENT_MS: u64 = 3_000;

/// A driver while its file is read.
pub(super) struct Draft {
    pub(super) line: LineSettings,
    /// What a byte of the line can be.
    pub(super) bytes: Bytes,
    pub(super) confidence: u8,
    pub(super) timing: Timing,
    pub(super) resend: Option<Resend>,
    pub(super) tags: TagTable,
    /// The codes of messages, with their lines.
    pub(super) codes: Vec<(Vec<u8>, usize)>,
    pub(super) warnings: Vec<Fault>,
}

/// How the desk learns that the balls are back in the drum. `told`: the machine says so.
pub(super) fn load(root: &Table<'_>, draft: &mut Draft, told: bool) {
    draft.timing.load_ms = root.table("load").and_then(|node| {
        node.needed(&["takes_ms"]);
        let takes_ms = node.number("takes_ms", 0..=TIME_MAX_MS);
        if told {
            node.fault("la máquina ya dice que las bolas están en el bombo: sobra [load]");
        }
        node.finish();
        takes_ms
    });
    if !told && !root.has("load") {
        root.fault(
            "nada dice cuándo están las bolas en el bombo: un mensaje o contacto «loaded», o [load] con takes_ms",
        );
    }
}

pub(super) fn presence_ms(root: &Table<'_>) -> Option<u64> {
    let node = root.table("presence")?;
    node.needed(&["gone_after_ms"]);
    let gone_after_ms = node.number("gone_after_ms", 10..=60_000);
    node.finish();
    gone_after_ms
}

/// How often an order is repeated to a machine that does not say what it does. `given`: it takes orders.
pub(super) fn again(node: &Table<'_>, draft: &mut Draft, says_mode: bool, given: bool) {
    draft.timing.again_ms = node.number("again_ms", 200..=TIME_MAX_MS);
    if says_mode && node.has("again_ms") {
        node.fault_at(
            node.place("again_ms"),
            "la máquina ya dice qué hace, y una orden se repite hasta que la cumple: sobra «again_ms»",
        );
    }
    if given && !says_mode && draft.timing.again_ms.is_none() {
        let text = "la máquina no dice qué hace, y cada orden se da una sola vez: si se pierde en la línea nadie lo \
                    sabe; si oírla dos veces es lo mismo que una, ponga «again_ms»";
        draft.warnings.push(Fault::new(node.line(node.at()), text));
    }
}
