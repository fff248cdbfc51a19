//! What console and wall look like, as pictures that are kept: whoever changes a screen sees in the
//! diff what a hall will see, and whoever changes it unknowingly is told.
//!
//! A board made by hand or recorded is laid out by the screens' own code ([`screen`]), drawn in
//! software ([`raster`]) and compared with `pictures/NAME.png` ([`album`]). No graphics card and no
//! driver takes part: the same triangles give the same pixels on every machine.
//!
//! The other way, egui_kittest with wgpu on Mesa's lavapipe, was measured and left. It compiles 93
//! crates more, egui and eframe a second time among them, because features change of what they and
//! wgpu both use: 116 s on two cores, where this way compiles nothing new. And lavapipe's pixels are
//! those of one Mesa and one processor. Two rasterisers that crates offer for egui were looked at:
//! both are for another egui, and one of them stops at 1280 by 720.
//!
//! Renew the pictures with `UPDATE_SNAPSHOTS=1 cargo test -p screen-pictures`, and look at each that
//! has changed before it is committed.

mod album;
mod album_tests;
#[path = "../../../caller-console/tests/kit/boards.rs"]
#[allow(dead_code)]
mod boards;
mod console;
mod raster;
mod raster_tests;
mod screen;
mod wall;

/// Every picture: its name, and how it is drawn.
fn pictures() -> Vec<(&'static str, raster::Picture)> {
    let mut all = console::pictures();
    all.extend(wall::pictures());
    all
}
