//! What the pages tell people to type exists: commands, options, routes, orders.

use std::collections::BTreeSet;
use std::fs;

use crate::reading::{assert_none, assert_one, commands, fenced, house, programs, read, words_of};
use crate::rules::{PAGES_WITH_COMMANDS, TABLE};

#[test]
fn every_command_on_the_pages_exists() {
    let house = House::read();
    let mut seen = 0;
    for page in PAGES_WITH_COMMANDS {
        let commands = commands(&read(page));
        seen += commands.len();
        assert_none(
            commands
                .iter()
                .flat_map(|words| house.faults(words))
                .map(|fault| format!("{page}: {fault}"))
                .collect(),
        );
    }
    assert!(seen > 20, "the pages have commands: {seen}");
}

#[test]
fn every_order_on_the_pages_is_read_by_the_server() {
    let mut seen = 0;
    for page in PAGES_WITH_COMMANDS {
        let (orders, faults) = orders(&read(page));
        seen += orders;
        assert_none(faults.into_iter().map(|fault| format!("{page}: {fault}")).collect());
    }
    assert!(seen > 10, "the pages have orders: {seen}");
}

#[test]
fn canary_a_command_that_does_not_exist_is_found() {
    let house = House::read();
    let faults = |page: &str| commands(page).iter().flat_map(|words| house.faults(words)).collect::<Vec<_>>();
    assert_none(faults("`hall-server check --dir sala --head 1:ab` and hall-server dance in a sentence"));
    assert_none(faults("```sh\ntarget/release/hall-server serve \\\n  --dir sala --listen 127.0.0.1:0\n```"));
    assert_none(faults("`card-printer check-matrix --in otra.csv`"));
    assert_one(faults("`hall-server dance`"), "hall-server dance");
    assert_one(faults("`hall-server serve --loudly`"), "--loudly");
    assert_none(faults(
        "`bombo-sala device-code --name despacho`, `bombo-sala report --out usb`, `bombo-sala`",
    ));
    assert_one(faults("`bombo-sala dance`"), "bombo-sala dance");
    assert_one(faults("`bombo-sala doctor --loudly`"), "--loudly");
    for program in ["display-wall", "hall-camera", "hall-voice"] {
        assert_none(faults(&format!("`{program} --server https://a:7878 --enrol 49381705`")));
        assert_one(faults(&format!("`{program} --loudly`")), "--loudly");
    }
    assert_one(faults("`hall-panel dance --driver x`"), "hall-panel dance");
    assert_one(faults("`hall-panel walk --loudly`"), "--loudly");
    assert_one(faults("`./bombo dance`"), "./bombo dance");
    assert_one(faults("`cargo run -p hall-stand`"), "hall-stand");
    assert_one(faults("`curl $SALA/api/dance`"), "/api/dance");
    assert_eq!(orders("```sh\norden \"$MESA\" close-sale '{\"game\":1}'\n```").1, Vec::<String>::new());
    assert_one(orders("```sh\norden \"$MESA\" close-sale '{\"gane\":1}'\n```").1, "gane");
    assert_one(orders("```sh\norden \"$MESA\" dance '{}'\n```").1, "dance");
}

/// What the pages may call.
struct House {
    bombo: String,
    server: (Vec<String>, String),
    printer: (Vec<String>, String),
    panel: (Vec<String>, String),
    /// Programs without commands, and where their options are.
    plain: [(&'static str, String); 4],
    routes: Vec<String>,
    crates: BTreeSet<String>,
    xtask: String,
}

impl House {
    fn read() -> House {
        let server = [
            "main.rs",
            "main/founding.rs",
            "main/installing.rs",
            "main/keys.rs",
            "main/support.rs",
            "main/taking_away.rs",
            "main/witnessing.rs",
        ]
        .map(|file| read(&format!("hall-server/src/{file}")));
        let (server, printer) = (server.concat(), read("card-printer/src/arguments.rs"));
        let panel = ["main.rs", "settings.rs"].map(|file| read(&format!("hall-panel/src/{file}"))).concat();
        let xtask = programs()
            .into_iter()
            .filter(|(path, _)| path.starts_with("xtask/src/"))
            .map(|(_, text)| text)
            .collect();
        House {
            bombo: fs::read_to_string(house().join("bombo")).unwrap_or_default(),
            server: (variants(&server, "enum Command {"), server),
            printer: (variants(&printer, "enum Order {"), printer),
            panel: (variants(&panel, "enum Order {"), panel),
            plain: [
                ("ball-machine-sim", read("ball-machine-tools/src/bin/ball-machine-sim/options.rs")),
                (
                    "display-wall",
                    ["main.rs", "settings.rs"].map(|file| read(&format!("display-wall/src/{file}"))).concat(),
                ),
                ("hall-camera", read("display-wall/src/camera/settings.rs")),
                ("hall-voice", read("hall-voice/src/settings.rs")),
            ],
            routes: hall_server::web::addresses(),
            crates: TABLE.iter().map(|row| row.name.to_owned()).collect(),
            xtask,
        }
    }

    /// Returns what is wrong with one command line.
    fn faults(&self, words: &[String]) -> Vec<String> {
        let mut faults = Vec::new();
        let mut options: Option<&str> = None;
        for (index, word) in words.iter().enumerate() {
            let mut rest = words[index + 1..].iter().map(String::as_str).skip_while(|word| *word == "--");
            let next = rest.next().filter(|next| next.starts_with(|c: char| c.is_ascii_lowercase()));
            let program = word.rsplit('/').next().unwrap_or_default();
            let after_p = index > 0 && words[index - 1] == "-p";
            if after_p && !self.crates.contains(word.as_str()) {
                faults.push(format!("-p {word}: there is no such crate"));
            }
            // `cargo build -p hall-server -p card-printer` names crates, `cargo run -p hall-server -- serve` a program.
            let runs = !after_p || words.get(index + 1).is_some_and(|word| word == "--");
            match program {
                "bombo" if word == "./bombo" => {
                    let known = |next: &str| words_of(&self.bombo).any(|word| word == next);
                    faults.extend(
                        next.filter(|next| !known(next))
                            .map(|next| format!("./bombo {next}: the script has no such word")),
                    );
                }
                // The packages give the orders of `hall-server` by another name.
                "hall-server" | "bombo-sala" | "card-printer" | "hall-panel" if runs => {
                    let (known, text) = match program {
                        "hall-server" | "bombo-sala" => &self.server,
                        "hall-panel" => &self.panel,
                        _ => &self.printer,
                    };
                    options = Some(text);
                    let unknown = next.filter(|next| !known.iter().any(|known| known == next));
                    faults.extend(unknown.map(|next| format!("{program} {next}: there is no such command")));
                }
                // What an order stands in, or another's code, is followed by options of their own.
                "runuser" | "systemctl" | "bombo-instalar" => options = None,
                "xtask" if index > 0 && words[index - 1] == "cargo" => {
                    let unknown =
                        next.filter(|next| !words_of(&self.xtask.to_lowercase()).any(|word| word == *next));
                    faults.extend(unknown.map(|next| format!("cargo xtask {next}: there is no such word")));
                }
                _ => {}
            }
            if runs && let Some((_, text)) = self.plain.iter().find(|(plain, _)| *plain == program) {
                options = Some(text);
            }
            if let (Some(text), Some(option)) =
                (options, word.strip_prefix("--").filter(|option| !option.is_empty()))
            {
                let field = option.split('=').next().unwrap_or_default().replace('-', "_");
                let known =
                    text.contains(&format!(" {field}:")) || text.contains(&format!("long = \"{option}\""));
                if !known && option != "help" && option != "version" {
                    faults.push(format!("--{option}: there is no such option"));
                }
            }
            let path = word
                .find("/api/")
                .map(|at| &word[at..])
                .map(|path| path.trim_end_matches(['"', '\'', '`', ')', '.', ',']));
            faults.extend(
                path.filter(|path| !self.has_route(path))
                    .map(|path| format!("{path}: there is no such route")),
            );
        }
        faults
    }

    fn has_route(&self, path: &str) -> bool {
        if let Some(name) = path.strip_prefix("/api/commands/") {
            return name.starts_with(['$', '{', '<', 'N', '…'])
                || hall_wire::command::command(name).is_some();
        }
        let path = path.split('?').next().unwrap_or_default();
        let same = |route: &str| {
            let (mut theirs, mut ours) = (route.split('/'), path.split('/'));
            loop {
                match (theirs.next(), ours.next()) {
                    (None, None) => return true,
                    (Some(a), Some(b)) if a == b || (a.starts_with('{') && !b.is_empty()) => {}
                    (Some(a), Some(b))
                        if a.split_once('}')
                            .is_some_and(|(_, end)| a.starts_with('{') && b.ends_with(end)) => {}
                    _ => return false,
                }
            }
        };
        self.routes.iter().any(|route| same(route))
    }
}

/// Reads the bodies of lines such as `orden "$MESA" close-sale '{"game":1}'`. Returns how many
/// there are and what is wrong with them.
fn orders(page: &str) -> (usize, Vec<String>) {
    let (mut seen, mut faults) = (0, Vec::new());
    for line in fenced(page) {
        let Some(rest) = line.trim().strip_prefix("orden ") else { continue };
        seen += 1;
        let name = rest.split_whitespace().nth(1).unwrap_or_default();
        let body = rest.split('\'').nth(1).unwrap_or_default();
        match hall_wire::command::command(name) {
            None => faults.push(format!("{name}: there is no such command")),
            Some(spec) => faults
                .extend((spec.parse)(body.as_bytes()).err().map(|error| format!("{name} {body}: {error}"))),
        }
    }
    (seen, faults)
}

/// Returns the variants of an enum as clap names them.
fn variants(text: &str, start: &str) -> Vec<String> {
    let body = text.split_once(start).expect("the commands of the program").1;
    let body = body.split_once("\n}").expect("the enum ends").0;
    let lines = body
        .lines()
        .filter(|line| line.starts_with("    ") && line[4..].starts_with(|c: char| c.is_ascii_uppercase()));
    let name = |line: &str| line.trim().split(['(', ' ', ',']).next().unwrap_or_default().to_owned();
    lines.map(|line| kebab(&name(line))).collect()
}

fn kebab(name: &str) -> String {
    let mut words = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !words.is_empty() {
            words.push('-');
        }
        words.push(letter.to_ascii_lowercase());
    }
    words
}
