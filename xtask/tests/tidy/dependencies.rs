//! Who may use whom: the table against what cargo says.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value;

use crate::reading::{assert_none, assert_one, house, output};
use crate::rules::{DRAW, MAY_USE, SCREENS, TABLE};

#[test]
fn dependencies_point_one_way() {
    assert_none(Graph::of_workspace().faults());
}

#[test]
fn canary_a_dependency_that_points_back_is_found() {
    let graph = |core: &[&str], server: &[&str]| {
        let list = |names: &[&str]| names.iter().map(|name| ((*name).to_owned(), false)).collect::<Vec<_>>();
        let mut graph = Graph::default();
        for row in TABLE {
            let uses = match row.name {
                "hall-core" => list(core),
                "hall-server" => list(server),
                _ => vec![],
            };
            graph.ours.insert(row.name.to_owned());
            graph.direct.insert(row.name.to_owned(), uses);
        }
        graph.direct.insert("middle".to_owned(), list(&["printpdf"]));
        graph
    };
    assert_none(graph(&["sha2"], &["hall-core"]).faults());
    assert_one(graph(&["hall-wire"], &[]).faults(), "hall-core uses hall-wire");
    assert_one(graph(&["rayon"], &[]).faults(), "not on its list");
    assert_one(graph(&[], &["card-printer"]).faults(), "hall-server uses card-printer");
    assert_one(graph(&[], &["middle"]).faults(), "hall-server pulls in printpdf");
    let mut defaults = graph(&["sha2"], &[]);
    defaults.direct.insert("hall-core".into(), vec![("sha2".into(), true)]);
    assert_one(defaults.faults(), "default features");
    let mut stranger = graph(&[], &[]);
    stranger.ours.insert("hall-common".into());
    assert_one(stranger.faults(), "hall-common is not in the table");
}

/// Which crate uses which, leaving tests and build scripts out.
#[derive(Default)]
struct Graph {
    ours: BTreeSet<String>,
    /// For each crate those it uses, and whether with default features (told for ours only). Those of others have their
    /// version behind their name: two versions of one crate use different crates.
    direct: BTreeMap<String, Vec<(String, bool)>>,
}

impl Graph {
    fn of_workspace() -> Graph {
        let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
        let host = output(Command::new(&cargo).arg("-vV"));
        let host = host.lines().find_map(|line| line.strip_prefix("host: ")).expect("cargo tells its host");
        let mut metadata = Command::new(&cargo);
        metadata
            .args(["metadata", "--format-version", "1", "--frozen", "--filter-platform", host])
            .current_dir(house());
        let metadata: Value =
            serde_json::from_str(&output(&mut metadata)).expect("cargo metadata gives JSON");
        let list = |value: &Value| value.as_array().expect("a list").clone();
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        let packages = list(&metadata["packages"]);
        let members: BTreeSet<String> = list(&metadata["workspace_members"]).iter().map(text).collect();
        let name = |package: &Value| match members.contains(&text(&package["id"])) {
            true => text(&package["name"]),
            false => format!("{} {}", text(&package["name"]), text(&package["version"])),
        };
        let names: BTreeMap<String, String> = packages.iter().map(|p| (text(&p["id"]), name(p))).collect();
        let mut graph = Graph::default();
        for id in &members {
            graph.ours.insert(names[id].clone());
        }
        for node in list(&metadata["resolve"]["nodes"]) {
            let normal = |dep: &&Value| list(&dep["dep_kinds"]).iter().any(|kind| kind["kind"].is_null());
            let uses = list(&node["deps"])
                .iter()
                .filter(normal)
                .map(|dep| (names[&text(&dep["pkg"])].clone(), false))
                .collect::<Vec<_>>();
            graph.direct.entry(names[&text(&node["id"])].clone()).or_default().extend(uses);
        }
        for package in packages.iter().filter(|package| members.contains(&text(&package["id"]))) {
            for wanted in list(&package["dependencies"]).iter().filter(|wanted| wanted["kind"].is_null()) {
                let uses = graph.direct.get_mut(&text(&package["name"])).expect("a member is in the graph");
                for (_, defaults) in uses.iter_mut().filter(|(name, _)| plain(name) == text(&wanted["name"]))
                {
                    *defaults = wanted["uses_default_features"] == Value::Bool(true);
                }
            }
        }
        graph
    }

    fn uses(&self, name: &str) -> &[(String, bool)] {
        self.direct.get(name).map_or(&[], Vec::as_slice)
    }

    fn all_of(&self, name: &str) -> BTreeSet<&str> {
        let mut found: BTreeSet<&str> = BTreeSet::new();
        let mut open = vec![name];
        while let Some(next) = open.pop() {
            for (used, _) in self.uses(next) {
                if found.insert(used.as_str()) {
                    open.push(used);
                }
            }
        }
        found
    }

    fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for name in self.ours.iter().filter(|name| !TABLE.iter().any(|row| row.name == name.as_str())) {
            faults
                .push(format!("{name} is not in the table of xtask/tests/tidy/: which of ours may it use?"));
        }
        for row in TABLE {
            if !self.ours.contains(row.name) {
                faults.push(format!("{} is in the table and not in the workspace", row.name));
            }
            for (used, _) in self.uses(row.name).iter().filter(|(used, _)| self.ours.contains(used)) {
                if !row.ours.contains(&used.as_str()) {
                    faults.push(format!("{} uses {used}, which the table does not allow", row.name));
                }
            }
            let all: BTreeSet<&str> = self.all_of(row.name).into_iter().map(plain).collect();
            let draws = DRAW.iter().find(|(name, _)| *name == row.name).map_or(&[][..], |(_, with)| with);
            let screens = SCREENS.iter().filter(|never| !draws.contains(never));
            for never in row.never.iter().chain(screens).filter(|never| all.contains(**never)) {
                faults.push(format!("{} pulls in {never}", row.name));
            }
        }
        for (name, list) in MAY_USE {
            for (used, defaults) in self.uses(name).iter().filter(|(used, _)| !self.ours.contains(used)) {
                let used = plain(used);
                if !list.contains(&used) {
                    faults.push(format!("{name} uses {used}, which is not on its list"));
                }
                if *defaults {
                    faults.push(format!("{name} uses {used} with its default features"));
                }
            }
        }
        faults
    }
}

/// The name of a crate without its version.
fn plain(name: &str) -> &str {
    name.split(' ').next().unwrap_or(name)
}
