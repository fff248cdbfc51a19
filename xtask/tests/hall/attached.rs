//! What is attached to a hall of the kit: its machine, with a driver's file or without, and a second reader.

use std::collections::BTreeSet;
use std::path::Path;

use xtask::programs::Machine;

use crate::founding::numbers_of;
use crate::kit::Setup;

/// From a faulty ball to the next, in milliseconds: longer than the two seconds that a gap is waited for.
const AFTER_FAULT_MS: u32 = 5_000;

/// Attaches the second reader: it speaks STX/ETX, as an old extractor does.
pub fn second_reader_in(dir: &Path) {
    let settings = dir.join("sala.toml");
    let before = std::fs::read_to_string(&settings).expect("a hall has settings");
    let port = dir.join("lector");
    let own = format!("[second_reader]\nport = {port:?}\ndriver = \"stx-simple\"\nset = \"J1\"\n");
    std::fs::write(&settings, format!("{before}\n{own}")).expect("it can be written");
}

/// The file of a hall's driver, and of its table of tags.
const DRIVER: &str = "extractor.toml";
const TAGS: &str = "etiquetas.csv";

/// Says in the settings how the machine talks.
pub fn driver_in(dir: &Path, driver: &str, tags: Option<&str>) {
    let settings = dir.join("sala.toml");
    let before = std::fs::read_to_string(&settings).expect("a hall has settings");
    let port = dir.join("extractor");
    let mut own = format!("[machine]\nport = {port:?}\ndriver = {DRIVER:?}\nset = \"J1\"\n");
    std::fs::write(dir.join(DRIVER), driver).expect("it can be written");
    if let Some(tags) = tags {
        std::fs::write(dir.join(TAGS), tags).expect("it can be written");
        own.push_str(&format!("tags = {TAGS:?}\n"));
    }
    std::fs::write(&settings, format!("{before}\n{own}")).expect("it can be written");
}

/// Starts the machine of a hall.
pub fn machine_in(dir: &Path, setup: &Setup<'_>) -> Machine {
    let orders: Vec<String> = setup.first_out.iter().map(|card| words(&numbers_of(*card))).collect();
    let file = dir.join("extracciones.txt");
    std::fs::write(&file, orders.join("\n")).expect("the folder can be written");
    let [interval, pause] = [setup.interval_ms, AFTER_FAULT_MS].map(|ms| ms.to_string());
    let mut options = vec!["--interval-ms", &interval, "--orders", file.to_str().expect("a plain path")];
    if setup.waits_in_doubt {
        options.extend(["--after-fault-ms", &pause]);
    }
    for fault in setup.faults {
        options.extend(["--fault", fault]);
    }
    let [scenario, driver, tags] = ["noche.toml", DRIVER, TAGS].map(|name| dir.join(name));
    if let Some(text) = setup.scenario {
        std::fs::write(&scenario, text).expect("the folder can be written");
        options.extend(["--scenario", scenario.to_str().expect("a plain path")]);
    }
    if setup.driver.is_some() {
        options.extend(["--driver", driver.to_str().expect("a plain path")]);
    }
    if setup.tags.is_some() {
        options.extend(["--tags", tags.to_str().expect("a plain path")]);
    }
    Machine::start(dir, &options).expect("the simulator starts")
}

fn words(balls: &[u8]) -> String {
    assert_eq!(balls.iter().collect::<BTreeSet<_>>().len(), balls.len());
    balls.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
