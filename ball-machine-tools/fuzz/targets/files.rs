//! Any text as a driver file, a table of tags and a recording; what is accepted is also used.
#![no_main]

use ball_machine::driver::Driver;
use ball_machine_tools::recording::Recording;
use ball_machine::tags::TagTable;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(driver) = Driver::parse("fuzz", text) {
        let _ = driver.try_vectors();
        let mut decoder = driver.decoder(None);
        decoder.push(text.as_bytes(), 0, &mut |_| ());
        decoder.tick(60_000, &mut |_| ());
    }
    if let Ok(table) = TagTable::parse_begun("fuzz", text) {
        assert_eq!(TagTable::parse_begun("again", &table.canonical()).as_ref(), Ok(&table));
    }
    let _ = Recording::parse("fuzz", text);
});
