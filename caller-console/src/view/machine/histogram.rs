//! Times between balls, as a histogram.

use egui::{Rect, Stroke, Ui, pos2, vec2};
use hall_look::colour::{self, console};
use hall_look::{ink, words};
use hall_wire::message::Spread;

use crate::known::Known;
use crate::view::part::{bold, cut_top, label, text};

/// Paints the number of intervals in each bin, with words at both axes.
pub(super) fn histogram(ui: &mut Ui, mut room: Rect, known: &Known, head: &str, of: &Spread, width_ms: u64) {
    let n = |number: u32| words::count(u64::from(number));
    ink::line(ui, cut_top(&mut room, 26.0), head, bold(18.0));
    let median = of.median_ms.map_or_else(String::new, seconds);
    let longest = of.longest.unwrap_or_default();
    let args: [(&str, &dyn std::fmt::Display); 7] = [
        ("n", &n(of.intervals)),
        ("median", &median),
        ("longest", &seconds(longest.ms)),
        ("ball", &longest.ordinal),
        ("game", &n(longest.game)),
        ("slow", &n(of.slow)),
        ("apart", &n(of.apart)),
    ];
    ink::line(ui, cut_top(&mut room, 24.0), &known.ta("mach-facts", &args), text(15.0));
    ink::line(ui, cut_top(&mut room, 22.0), &known.ta("mach-apart", &args), label(15.0));
    let plot = Rect::from_min_max(room.min + vec2(44.0, 30.0), room.max - vec2(0.0, 40.0));
    let most = of.bins.iter().copied().max().unwrap_or(1).max(1);
    let step = plot.width() / of.bins.len().max(1) as f32;
    let painter = ui.painter();
    painter.hline(plot.x_range(), plot.bottom(), Stroke::new(1.5, console::TEXT));
    for (bin, count) in of.bins.iter().enumerate().filter(|(_, count)| **count > 0) {
        let left = plot.left() + step * bin as f32;
        // One is visible beside a thousand.
        let height = (plot.height() * *count as f32 / most as f32).max(4.0);
        let bar = Rect::from_min_max(
            pos2(left + 1.0, plot.bottom() - height),
            pos2(left + step - 1.0, plot.bottom()),
        );
        painter.rect_filled(bar, 1.0, colour::TEXT2);
        if bin + 1 == of.bins.len() {
            // The bin of everything beyond the axis is framed.
            painter.rect_stroke(bar, 1.0, Stroke::new(2.0, console::ALERT), egui::StrokeKind::Outside);
        }
    }
    if let Some(median_ms) = of.median_ms {
        let x = plot.left() + step * (median_ms as f32 / width_ms.max(1) as f32).min(of.bins.len() as f32);
        painter.vline(x, plot.y_range(), Stroke::new(1.5, colour::RULE));
    }
    let counts = Rect::from_min_max(room.min, pos2(room.right(), room.top() + 20.0));
    ink::paint(ui, counts, &known.t("mach-axis-count"), label(14.0));
    let most_at =
        Rect::from_min_max(pos2(room.left(), plot.top() - 9.0), pos2(plot.left() - 8.0, plot.top() + 11.0));
    ink::paint(ui, most_at, &n(most), label(14.0).right());
    let zero_at = Rect::from_min_max(
        pos2(room.left(), plot.bottom() - 10.0),
        pos2(plot.left() - 8.0, plot.bottom() + 8.0),
    );
    ink::paint(ui, zero_at, "0", label(14.0).right());
    let last = of.bins.len().saturating_sub(1);
    let every = (last / 8).max(1);
    for bin in (0..last).step_by(every).filter(|bin| bin + every / 2 < last) {
        let at = pos2(plot.left() + step * bin as f32, plot.bottom() + 10.0);
        let words = if bin == 0 { "0".to_string() } else { seconds(bin as u64 * width_ms) };
        ink::paint(ui, Rect::from_center_size(at, vec2(64.0, 18.0)), &words, label(14.0).centred());
    }
    let beyond = Rect::from_min_max(
        pos2(plot.right() - 70.0, plot.bottom() + 1.0),
        pos2(plot.right(), plot.bottom() + 19.0),
    );
    ink::paint(ui, beyond, &format!("> {}", seconds(last as u64 * width_ms)), label(14.0).right());
    let foot = Rect::from_min_max(pos2(plot.left(), room.bottom() - 19.0), room.max);
    ink::paint(ui, foot, &known.t("mach-axis-time"), label(14.0).centred());
    ink::name(ui, plot, &known.ta("mach-spoken", &args));
}

/// `0,4 s`, or `40 ms` below a tenth of a second.
pub(super) fn seconds(ms: u64) -> String {
    if ms < 100 { format!("{ms} ms") } else { format!("{},{} s", ms / 1_000, ms / 100 % 10) }
}
