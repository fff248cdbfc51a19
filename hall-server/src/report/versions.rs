//! What runs here: the program, what it reads, the system and its packages.

use std::fmt::Write as _;
use std::time::Duration;

use crate::doctor::tool::said;
use crate::journal::{Reads, RecordReader, SCHEMA_VERSION};
use crate::snapshot::Program;

/// What the program is compiled with.
const TOOLCHAIN: &str = include_str!("../../../rust-toolchain.toml");

/// Longest that the system's list of packages takes.
const PATIENCE: Duration = Duration::from_secs(10);

/// The text.
pub(super) fn text(record: Option<&RecordReader>) -> String {
    let mut text = String::new();
    let mut put = |name: &str, value: &str| writeln!(text, "{name}: {}", value.trim()).expect("text grows");
    put("hall-server", env!("CARGO_PKG_VERSION"));
    put(
        "programa (SHA-256)",
        &Program::this().map_or_else(|| "no se sabe".to_owned(), |program| program.begins()),
    );
    let channel = TOOLCHAIN.lines().find_map(|line| line.strip_prefix("channel = "));
    put("rustc", channel.unwrap_or("no se sabe").trim_matches('"'));
    put("esquema de la base, de este programa", &SCHEMA_VERSION.to_string());
    let found = record.and_then(|record| record.schema_version().ok());
    put(
        "esquema de la base, de la sala",
        &found.map_or_else(|| "no se sabe".to_owned(), |found| found.to_string()),
    );
    put("lee", &Reads::of_this_program().to_string());
    let system = rustix::system::uname();
    put("núcleo", &format!("{} {}", system.release().to_string_lossy(), system.machine().to_string_lossy()));
    for file in ["/etc/os-release", "/proc/cpuinfo", "/proc/meminfo", "/proc/uptime", "/proc/loadavg"] {
        let read = std::fs::read_to_string(file).unwrap_or_default();
        // Of the processors their name, of the memory what there is and what is free.
        let wanted = |line: &&str| match file {
            "/proc/cpuinfo" => line.starts_with("model name"),
            "/proc/meminfo" => line.starts_with("Mem"),
            _ => true,
        };
        read.lines().filter(wanted).for_each(|line| put(file, line));
    }
    let packages = said("dpkg-query", &["-W", "-f", "${Package} ${Version} ${db:Status-Abbrev}\n"], PATIENCE);
    let packages = packages.map_or_else(|| "no hay dpkg".to_owned(), |said| said.text);
    writeln!(text, "\npaquetes:\n{packages}").expect("text grows");
    text
}
