//! The template with changes, and files that somebody wrote.

use super::*;
use crate::config::template;

fn number(part: &'static str, key: &'static str, value: i64) -> Change {
    Change::Set { part, key, value: Value::Integer(value) }
}

/// The lines that are others, each as `before → after`.
fn difference(before: &str, after: &str) -> Vec<String> {
    let same = before.lines().count() == after.lines().count();
    assert!(same, "a line is taken for another: {after}");
    let pairs = before.lines().zip(after.lines()).filter(|(before, after)| before != after);
    pairs.map(|(before, after)| format!("{before} → {after}")).collect()
}

#[test]
fn a_setting_of_the_template_loses_its_hash_and_nothing_else_changes() {
    let text = template("Juegos, S.L.", "Ceuta");
    let changes = [
        Change::text("server", "listen", "192.168.1.10:7878"),
        Change::text("machine", "port", "/dev/ttyUSB0"),
        Change::text("backup", "folder", "/srv/copias"),
        number("backup", "keep", 7),
    ];
    let after = changed("sala.toml", &text, &changes).unwrap();
    let expected = [
        "listen = \"127.0.0.1:7878\" → listen = \"192.168.1.10:7878\"",
        "# [machine] → [machine]",
        "# port = \"/dev/serial/by-id/usb-...\" → port = \"/dev/ttyUSB0\"",
        "# [backup] → [backup]",
        "# folder = \"/media/copias\" → folder = \"/srv/copias\"",
        "# keep = 14 → keep = 7",
    ];
    assert_eq!(difference(&text, &after), expected);
    // Without the extractor, and with it once more.
    let without = changed("sala.toml", &after, &[Change::Rest { part: "machine" }]).unwrap();
    assert_eq!(
        difference(&after, &without),
        ["[machine] → # [machine]", "port = \"/dev/ttyUSB0\" → # port = \"/dev/ttyUSB0\""]
    );
    let again = changed("sala.toml", &without, &[Change::text("machine", "port", "/dev/ttyUSB0")]).unwrap();
    assert_eq!(again, after);
}

#[test]
fn what_somebody_wrote_stays_and_what_is_not_understood_is_left_alone() {
    let text = template("", "").replace(
        "listen = \"127.0.0.1:7878\"",
        "listen = \"127.0.0.1:7878\"  # el de la sala # 2\nnames = [\n  \"bingo.local\",\n]",
    );
    let after = changed("sala.toml", &text, &[Change::text("server", "listen", "[::1]:7878")]).unwrap();
    assert!(
        after.contains("listen = \"[::1]:7878\"  # el de la sala # 2\nnames = [\n  \"bingo.local\",\n]\n")
    );
    let list = Change::Set { part: "server", key: "names", value: Value::Array(vec!["sala.local".into()]) };
    let after = changed("sala.toml", &text, &[list]).unwrap();
    assert!(after.contains("# 2\nnames = [\"sala.local\"]\n#"), "{after}");
    // The same part in another spelling: it would be there twice.
    let inline =
        text.replace("# [machine]", "").replace("[server]", "machine = { port = \"/dev/a\" }\n[server]");
    let refused = changed("sala.toml", &inline, &[Change::text("machine", "port", "/dev/b")]);
    assert!(matches!(refused, Err(SettingsError::Other { part: "machine" })), "{refused:?}");
    // A value that the server would not take.
    let refused = changed("sala.toml", &text, &[Change::text("server", "listen", "aquí")]);
    assert!(matches!(refused, Err(SettingsError::After(_))), "{refused:?}");
}
