//! A table of ninety tags, for readers of tags.

use ball_machine::tags::TagTable;

/// Returns the table of the set A. Ball 7 has the tag of the vectors.
pub fn table() -> TagTable {
    let tag = |ball: u32| if ball == 7 { 0x21A5 } else { 0x4000 + ball };
    let lines: String = (1..=90).map(|ball| format!("0C0006{:04X},{ball}\n", tag(ball))).collect();
    TagTable::parse("tags.csv", &format!("set,A\n{lines}")).expect("a whole table")
}
