//! The *diligencias* of the session, each with its own signatures (art. 37.4), and the collected notes, signed once.

use hall_wire::paper::{ActaSheet, Diligencia};

use super::flow::{BODY, Flow, GAP, LEFT, SIGNATURE, WIDTH};
use super::session::officers;
use super::table::{Table, words};
use super::time::Clock;
use crate::font;
use crate::page::{Align, Tenths};

/// Share of the column for text set beside signatures, in thousandths.
const TEXT: Tenths = 480;

/// Lays out the diligencias, oldest first.
pub(super) fn lay_out(flow: &mut Flow, acta: &ActaSheet, clock: &Clock) {
    for one in &acta.diligencias {
        flow.keep(|flow| {
            flow.section(&format!("Diligencia de {}", one.kind), &clock.show(&one.at));
            if !beside(flow, one, clock) {
                flow.paragraph(BODY, &clock.told(&one.text));
                flow.signatures(&one.signatories);
            }
        });
    }
}

/// Sets a short text beside its signature boxes. Returns `false` if it does not fit.
fn beside(flow: &mut Flow, one: &Diligencia, clock: &Clock) -> bool {
    let room = TEXT * WIDTH / 1000;
    let lines = font::wrapped(BODY.face, BODY.size, &clock.told(&one.text), room);
    let height = (lines.len() as Tenths * BODY.leading()).max(SIGNATURE);
    if one.signatories.len() > 2 || height > 2 * SIGNATURE {
        return false;
    }
    flow.need(height);
    let (y, tag) = (flow.y(), flow.new_paragraph());
    for (n, line) in (0..).zip(&lines) {
        let base = y + n * BODY.leading() + BODY.leading() * 3 / 4;
        flow.page().text(LEFT, base, room, Align::Left, BODY, line).tag = tag;
    }
    let left = LEFT + room + GAP;
    flow.sign_in(left, (WIDTH - room - 2 * GAP) / 2, &one.signatories);
    flow.down(height);
    true
}

/// Lays out the notes about the machine, the system and the sets of balls.
pub(super) fn notes(flow: &mut Flow, acta: &ActaSheet, clock: &Clock) {
    if acta.notes.is_empty() {
        return;
    }
    let row = |hour: String, text: &str| vec![hour, clock.told(text)];
    let list = Table::of(
        const { &[words("Hora", 130), words("Qué consta", 870)] },
        acta.notes.iter().map(|note| row(clock.show(&note.at), &note.text)).collect(),
    );
    flow.keep(|flow| {
        flow.section("Diligencia única de la máquina, el sistema y los juegos de bolas", "");
        list.lay_out(flow);
        flow.signatures(&officers(&acta.session));
    });
}
