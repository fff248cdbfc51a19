//! How long the page takes over a large export, in Chromium: a figure, and no test of it.
//!
//! `BOMBO_EXPORT=/folder cargo test --release -p hall-server --test export -- --ignored --nocapture`, over what
//! `BOMBO_LINES=… BOMBO_KEEP=/folder ./bombo bench export` left.

use std::path::PathBuf;
use std::time::Instant;

use crate::verifiers::Verifiers;

#[test]
#[ignore = "a measurement, over the export that BOMBO_EXPORT names"]
fn the_page_checks_an_export_in_chromium() {
    let export = PathBuf::from(std::env::var_os("BOMBO_EXPORT").expect("BOMBO_EXPORT names a folder"));
    let mut verifiers = Verifiers::new();
    let began = Instant::now();
    assert_eq!(verifiers.page(&export, "", None).status, 0, "the export is in order");
    println!("verificador.html in Chromium: {:.1} s", began.elapsed().as_secs_f64());
}
