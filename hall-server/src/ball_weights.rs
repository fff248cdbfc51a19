//! The weighings of a set of balls as CSV, for the laboratory and for a hall that wants to see a ball wear.

use std::fmt::Write;

use hall_wire::message::WeighingRow;
use serde::Deserialize;

/// The weighings of a set, the first one first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Weights {
    /// The set's name.
    pub set: String,
    /// Who made it.
    pub maker: Option<String>,
    /// Its serial number or invoice.
    pub reference: Option<String>,
    /// The reference of its homologation.
    pub homologation: String,
    /// Each weighing.
    #[serde(default)]
    pub weighings: Vec<WeighingRow>,
}

/// A line for each ball of each weighing, below a header. `printed` writes a time as the hall's papers do.
pub fn csv(of: &Weights, printed: impl Fn(i64) -> String) -> String {
    let mut csv = String::from(
        "set,homologation,maker,reference,weighing,weighed_at,by,ball,weight_mg,low_mg,high_mg,within\n",
    );
    let text = |value: &Option<String>| value.as_deref().map_or_else(String::new, field);
    let what = [field(&of.set), field(&of.homologation), text(&of.maker), text(&of.reference)].join(",");
    for (number, weighing) in (1_u32..).zip(&of.weighings) {
        let (low, high) = (weighing.low_mg, weighing.high_mg);
        let at = field(&printed(weighing.at_utc_ms));
        for (ball, weight) in (1_u8..).zip(&weighing.weights_mg) {
            let within = if (low..=high).contains(weight) { "yes" } else { "no" };
            writeln!(csv, "{what},{number},{at},p{},{ball},{weight},{low},{high},{within}", weighing.by)
                .expect("text can be written");
        }
    }
    csv
}

/// A typed text as one field of CSV. A spreadsheet takes a text that begins with one of these signs for a formula, unless
/// an apostrophe precedes it.
fn field(typed: &str) -> String {
    let formula = typed.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let words = if formula { format!("'{typed}") } else { typed.to_owned() };
    if words.contains(['"', ',', ';', '\n', '\r']) {
        format!("\"{}\"", words.replace('"', "\"\""))
    } else {
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_somebody_typed_is_never_a_formula_nor_another_field() {
        let rows = [
            ("Bolas del Sur", "Bolas del Sur"),
            ("=1+1", "'=1+1"),
            ("+34 956", "'+34 956"),
            ("-2", "'-2"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("=HYPERLINK(\"http://x\",\"y\")", "\"'=HYPERLINK(\"\"http://x\"\",\"\"y\"\")\""),
            ("Bolas, S.L.", "\"Bolas, S.L.\""),
            ("a=b", "a=b"),
        ];
        for (typed, expected) in rows {
            assert_eq!(field(typed), expected);
        }
    }

    #[test]
    fn each_ball_of_each_weighing_has_a_line() {
        let weighing = |by, heavy| {
            let mut weights_mg = vec![2_500; 90];
            weights_mg[6] = heavy;
            WeighingRow { at_utc_ms: 7, by, low_mg: 2_400, high_mg: 2_600, weights_mg }
        };
        let weighings = vec![weighing(2, 2_601), weighing(3, 2_600)];
        let of = Weights { set: "J1".into(), homologation: "H-1".into(), weighings, ..Weights::default() };
        let csv = csv(&of, |at| format!("t{at}"));
        let lines: Vec<&str> = csv.lines().collect();
        assert_eq!(lines.len(), 181);
        assert_eq!(lines[7], "J1,H-1,,,1,t7,p2,7,2601,2400,2600,no");
        assert_eq!(lines[97], "J1,H-1,,,2,t7,p3,7,2600,2400,2600,yes");
        let columns = lines[0].split(',').count();
        assert!(lines.iter().all(|line| line.split(',').count() == columns));
    }
}
