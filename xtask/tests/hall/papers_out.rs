//! A paper leaves the real console for a printer, and what somebody sings elsewhere is heard at its desk.
//! The printer is behind programs on the PATH that behave as those of CUPS do; the loudspeaker is a file
//! of ALSA's own.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use serde_json::{Value, json};
use xtask::screens::Display;

use crate::kit::{Hall, Setup, until};
use crate::mesa::Mesa;

const LPSTAT: &str = r#"#!/bin/sh
cd "$(dirname "$0")" || exit 1
case "$1" in
  -e) echo HP_Sala ;;
  -d) echo "system default destination: HP_Sala"; echo "printer HP_Sala is idle.  enabled since Mon" ;;
  -W) [ -e printed ] || echo "HP_Sala-7  sala  1024   Mon Nov 23 20:35:01 2026" ;;
esac
exit 0
"#;

const LP: &str = r#"#!/bin/sh
cd "$(dirname "$0")" || exit 1
cat > part && mv part taken
echo "request id is HP_Sala-7 (0 file(s))"
"#;

fn program(folder: &Path, name: &str, text: &str) {
    fs::write(folder.join(name), text).expect("it is written");
    fs::set_permissions(folder.join(name), fs::Permissions::from_mode(0o755)).expect("it is ours");
}

fn over(shown: &Value) -> &str {
    shown["over"].as_str().unwrap_or_default()
}

#[test]
fn the_acta_so_far_is_printed_with_three_keys_and_a_stop_elsewhere_is_heard() {
    let desk = tempfile::tempdir().expect("a folder");
    program(desk.path(), "lpstat", LPSTAT);
    program(desk.path(), "lp", LP);
    let heard = desk.path().join("heard.raw");
    let device = format!(
        "pcm.!default {{ type file file \"{}\" format \"raw\" slave.pcm {{ type null }} }}\n",
        heard.display()
    );
    fs::write(desk.path().join("asound.conf"), device).expect("it is written");
    let hall = Hall::open(&Setup::default());
    let path = format!("{}:{}", desk.path().display(), std::env::var("PATH").unwrap_or_default());
    let display = Display::virtual_one(1400, 800).expect("Xvfb and openbox are installed");
    let display = display.with("PATH", path).with("ALSA_CONFIG_PATH", desk.path().join("asound.conf"));
    let mesa = Mesa::open(&hall, &display);
    let press = |key: &str| mesa.screen().press(&[key]).expect("keys go in");
    press("F4");
    mesa.shows("the actas", |shown| over(shown) == "Look(Acta)");
    press("Home");
    mesa.shows("the printer", |shown| {
        over(shown) == "Paper" && shown["acts"] == true && shown["live"] == true
    });
    press("Return");
    let taken = until("the paper at lp", || fs::read(desk.path().join("taken")).ok());
    assert!(taken.starts_with(b"%PDF") && taken.len() > 10_000, "{} bytes", taken.len());
    mesa.offers("EN LA COLA");
    fs::write(desk.path().join("printed"), "").expect("it is written");
    mesa.shows("that it is printed", |shown| shown["next"] == "Cerrar" && over(shown) == "Paper");
    press("KP_Subtract");
    mesa.shows("the actas again", |shown| over(shown) == "Look(Acta)");
    press("KP_Subtract");
    mesa.shows("the mesa", |shown| shown["over"].is_null());
    // Somebody sings, and another desk stops the draw.
    let game = hall.sell(&[("A17", 1, 12)]);
    hall.start(game);
    mesa.balls(1);
    let length = || fs::read(&heard).map_or(0, |bytes| bytes.len());
    let before = length();
    hall.must(&hall.staff.mesa, "stop", &json!({ "game": game, "announced": 1 }));
    mesa.shows("the stop", |shown| shown["scene"] == "check");
    let all = until("a sound", || fs::read(&heard).ok().filter(|bytes| bytes.len() > before));
    assert!(all[before..].iter().any(|byte| *byte != 0), "it is more than silence");
    hall.go_on(game);
    drop(mesa);
    hall.to_the_end(game);
    hall.finish();
}
