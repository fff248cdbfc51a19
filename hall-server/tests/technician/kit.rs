//! A founded hall with settings that hold on any computer, and the program as it is typed.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

use crate::process::new_hall;

pub struct Hall {
    place: TempDir,
    pub dir: PathBuf,
    pub pin: String,
}

pub fn words(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// Runs the program, not for longer than two minutes.
pub fn hall_server(args: &[&str]) -> Output {
    Command::new("timeout").args(["120", env!("CARGO_BIN_EXE_hall-server")]).args(args).output().unwrap()
}

impl Hall {
    pub fn new() -> Hall {
        let place = tempfile::tempdir().unwrap();
        let dir = place.path().join("sala");
        let pin = new_hall(&dir, "Sala Técnica");
        let printer = place.path().join("impresor");
        fs::write(&printer, "#!/bin/sh\necho card-printer 0.1.0\n").unwrap();
        fs::set_permissions(&printer, fs::Permissions::from_mode(0o755)).unwrap();
        fs::create_dir(place.path().join("ajustes")).unwrap();
        let hall = Hall { place, dir, pin };
        let printer = printer.display().to_string();
        hall.set("listen = \"127.0.0.1:7878\"", "listen = \"127.0.0.1:0\"");
        hall.set("printer = \"\"", &format!("printer = \"{printer}\""));
        hall
    }

    /// A folder beside the hall's.
    pub fn beside(&self, name: &str) -> PathBuf {
        self.place.path().join(name)
    }

    /// Changes the settings.
    #[track_caller]
    pub fn set(&self, old: &str, new: &str) {
        let path = self.dir.join("sala.toml");
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(old), "the settings have «{old}»");
        fs::write(path, text.replacen(old, new, 1)).unwrap();
    }

    /// Adds a part to the settings.
    pub fn add(&self, part: &str) {
        let path = self.dir.join("sala.toml");
        let text = fs::read_to_string(&path).unwrap();
        fs::write(path, format!("{text}\n{part}\n")).unwrap();
    }

    /// A program of the system that says this, in the place of the one that may be there.
    pub fn system_has(&self, program: &str, says: &str) {
        let path = self.beside("sistema").join(program);
        fs::create_dir_all(self.beside("sistema")).unwrap();
        fs::write(&path, format!("#!/bin/sh\ncat <<'FIN'\n{says}\nFIN\n")).unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// An order about this hall; the settings of the other programs are in `ajustes`.
    pub fn asks(&self, order: &str, more: &[&str]) -> Output {
        let path = format!("{}:{}", self.beside("sistema").display(), std::env::var("PATH").unwrap());
        let mut command = Command::new("timeout");
        command.args(["120", env!("CARGO_BIN_EXE_hall-server"), order, "--dir"]).arg(&self.dir);
        command.arg("--settings").arg(self.beside("ajustes")).args(more).env("PATH", path).output().unwrap()
    }

    /// What `doctor` finds.
    pub fn examined(&self, more: &[&str]) -> Findings {
        let more: Vec<&str> = more.iter().copied().chain(["--json"]).collect();
        let output = self.asks("doctor", &more);
        let read: Value =
            serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", words(&output)));
        let findings =
            Findings { all: read["comprobaciones"].as_array().unwrap().clone(), said: words(&output) };
        // How it ends is what it says.
        assert_eq!(output.status.code(), Some(i32::from(read["resultado"] == "mal")), "{}", findings.said);
        findings
    }
}

pub struct Findings {
    all: Vec<Value>,
    pub said: String,
}

impl Findings {
    /// Those about something that are so: what they say, with what to do.
    pub fn are(&self, what: &str, result: &str) -> Vec<String> {
        let found =
            self.all.iter().filter(|finding| finding["que"] == what && finding["resultado"] == result);
        found.map(|finding| format!("{} → {}", finding["dice"].as_str().unwrap(), finding["hacer"])).collect()
    }

    /// The one that is so, about something, and says this; where it is not well, it says what to do.
    #[track_caller]
    pub fn says(&self, what: &str, result: &str, text: &str) {
        let found = self.are(what, result);
        let one = found.iter().find(|says| says.contains(text));
        let one = one.unwrap_or_else(|| panic!("no {result} of {what} says «{text}»: {}", self.said));
        assert_eq!(one.ends_with("→ null"), result == "bien", "{one}");
    }

    /// What is bad, but for how fast the disk of whoever runs the tests is.
    pub fn bad(&self) -> Vec<&str> {
        let bad = self.all.iter().filter(|finding| finding["resultado"] == "mal");
        let bad = bad.filter(|finding| !finding["dice"].as_str().unwrap().contains("llega al disco en"));
        bad.map(|finding| finding["que"].as_str().unwrap()).filter(|what| *what != "sitio").collect()
    }
}
