//! Figures in Spanish: decimal comma, points between thousands.

use crate::acta_page::words::grouped;

/// `1.234,5`.
pub(super) fn decimal(number: f64, decimals: usize) -> String {
    let text = format!("{number:.decimals$}");
    let (whole, rest) = text.split_once('.').unwrap_or((&text, ""));
    let whole = whole.parse().map_or_else(|_| whole.to_owned(), grouped);
    if rest.is_empty() { whole } else { format!("{whole},{rest}") }
}

/// `32,01 %`.
pub(super) fn percent(share: f64, decimals: usize) -> String {
    format!("{}\u{a0}%", decimal(share * 100.0, decimals))
}

/// An expected count for a sentence, to three figures.
pub(super) fn about(expected: f64) -> String {
    match expected {
        few if few < 0.1 => "menos de 0,1".to_owned(),
        few if few < 10.0 => format!("unas {}", decimal(few, 1)),
        some if some < 1_000.0 => format!("unas {}", decimal(some, 0)),
        many => {
            let step = 10_f64.powf(many.log10().floor() - 2.0);
            format!("unas {}", decimal((many / step).round() * step, 0))
        }
    }
}

/// Three decimals, or «less than».
pub(super) fn probability(p: f64) -> String {
    if p < 0.001 { "< 0,001".to_owned() } else { decimal(p, 3) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_written_as_in_spain() {
        assert_eq!([decimal(1_234.56, 1), decimal(0.0, 2), decimal(999.6, 0)], ["1.234,6", "0,00", "1.000"]);
        assert_eq!(percent(0.320_123, 2), "32,01\u{a0}%");
        assert_eq!(
            [0.04, 1.49, 37.24, 4_322.1].map(about),
            ["menos de 0,1", "unas 1,5", "unas 37", "unas 4.320"]
        );
        assert_eq!([0.000_9, 0.001, 0.616_06].map(probability), ["< 0,001", "0,001", "0,616"]);
    }
}
