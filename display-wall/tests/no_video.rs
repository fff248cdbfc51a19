//! The wall without the feature `video` needs nothing of GStreamer.

use std::process::Command;

fn tree(args: &[&str]) -> String {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output = Command::new(cargo)
        .args([
            "tree",
            "--offline",
            "--package",
            "display-wall",
            "--edges",
            "normal,build",
            "--prefix",
            "none",
        ])
        .args(args)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("a tree is text")
}

fn films(tree: &str) -> Vec<&str> {
    let wanted =
        |line: &&str| ["gstreamer", "glib", "gio", "gobject"].iter().any(|name| line.starts_with(name));
    tree.lines().filter(wanted).collect()
}

/// style.md P15: without the feature `video` the wall is complete, and no dependency is GStreamer.
#[test]
fn without_video_there_is_no_gstreamer() {
    let without = tree(&["--no-default-features"]);
    assert!(without.contains("hall-look"), "it is the wall's tree");
    assert_eq!(films(&without), Vec::<&str>::new());
    assert!(!films(&tree(&[])).is_empty(), "with video there is, or this test looks for the wrong names");
}
