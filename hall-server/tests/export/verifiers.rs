//! The verifiers as a person runs them: one in Chromium, from a file, and one in Python.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use hall_server::export::{REBUILD_PY, VERIFIER_HTML, VERIFIER_PY};
use serde_json::Value;
use tempfile::TempDir;

use crate::browser::Browser;

/// What a verifier says: how it ends (0 in order, 1 findings, 2 no export), and each finding with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    pub status: i32,
    pub findings: BTreeSet<(String, String)>,
}

impl Said {
    /// The codes of the findings.
    pub fn codes(&self) -> Vec<&str> {
        let mut codes: Vec<&str> = self.findings.iter().map(|(code, _)| code.as_str()).collect();
        codes.dedup();
        codes
    }
}

/// Runs the one in Python for each path it is told.
const DRIVER: &str = "import sys, verify_acta
for words in sys.stdin:
    sys.argv = ['verify_acta.py'] + words.rstrip('\\n').split('\\t')
    status = verify_acta.main()
    print('END', status, flush=True)
";

/// Both, from the hall's own program: never what lies in an export.
pub struct Verifiers {
    page: Browser,
    python: Child,
    ask: ChildStdin,
    answers: BufReader<ChildStdout>,
    _folder: TempDir,
}

impl Verifiers {
    pub fn new() -> Verifiers {
        let folder = tempfile::tempdir().unwrap();
        let html = folder.path().join("verificador.html");
        fs::write(&html, VERIFIER_HTML).unwrap();
        fs::write(folder.path().join("verify_acta.py"), VERIFIER_PY).unwrap();
        fs::write(folder.path().join("rebuild_matrix.py"), REBUILD_PY).unwrap();
        let mut page = Browser::open(&format!("file://{}", html.display()), 1000, 1400);
        page.until("document.readyState === 'complete' && typeof begin === 'function'");
        let mut python = Command::new("python3")
            .args(["-c", DRIVER])
            .current_dir(folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("python3 runs");
        let (ask, answers) = (python.stdin.take().unwrap(), BufReader::new(python.stdout.take().unwrap()));
        Verifiers { page, python, ask, answers, _folder: folder }
    }

    /// What both say of an export; they must agree.
    #[track_caller]
    pub fn both(&mut self, export: &Path) -> Said {
        self.both_with(export, "")
    }

    /// The same, comparing with a head from paper.
    #[track_caller]
    pub fn both_with(&mut self, export: &Path, head: &str) -> Said {
        let (page, python) = (self.page(export, head, None), self.python(export, head, None));
        assert_eq!(page, python, "the page and Python differ over {}", export.display());
        page
    }

    /// The same, comparing with a checkpoint that a witness kept.
    #[track_caller]
    pub fn both_with_point(&mut self, export: &Path, point: &Path) -> Said {
        let (page, python) = (self.page(export, "", Some(point)), self.python(export, "", Some(point)));
        assert_eq!(page, python, "the page and Python differ over {}", export.display());
        page
    }

    /// What the page says of an export.
    pub fn page(&mut self, export: &Path, head: &str, point: Option<&Path>) -> Said {
        self.page.eval(&format!(
            "document.body.dataset.state = ''; at('heads').value = '{head}'; at('points').value = ''; 0"
        ));
        if let Some(point) = point {
            self.page.choose("#points", point);
        }
        let field = if export.is_dir() { "#folder" } else { "#zip" };
        self.page.choose(field, export);
        self.page.until("['good', 'found', 'refused', 'failed'].includes(document.body.dataset.state)");
        let state = self.page.eval("document.body.dataset.state");
        let explains = self.page.eval("at('explains').textContent");
        let status = match state.as_str().unwrap() {
            "good" => 0,
            "found" => 1,
            "refused" => return Said { status: 2, findings: [("formato".into(), String::new())].into() },
            _ => panic!("the page failed over {}: {explains}", export.display()),
        };
        let rows = "[...document.querySelectorAll('#findings tr[data-code]')].map(row => [row.dataset.code, row.dataset.place])";
        let Value::Array(rows) = self.page.eval(rows) else { panic!("no rows") };
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        Said { status, findings: rows.iter().map(|row| (text(&row[0]), text(&row[1]))).collect() }
    }

    /// What the one in Python says of an export.
    pub fn python(&mut self, export: &Path, head: &str, point: Option<&Path>) -> Said {
        let mut more = if head.is_empty() { String::new() } else { format!("\t--cabeza\t{head}") };
        if let Some(point) = point {
            more += &format!("\t--punto\t{}", point.display());
        }
        writeln!(self.ask, "{}{more}", export.display()).unwrap();
        let mut findings = BTreeSet::new();
        loop {
            let mut line = String::new();
            assert_ne!(
                self.answers.read_line(&mut line).unwrap(),
                0,
                "Python ended over {}",
                export.display()
            );
            let mut parts = line.trim_end_matches('\n').split('\t');
            match parts.next() {
                Some("HALLAZGO" | "RECHAZADA") => {
                    let mut next = || parts.next().unwrap_or("").to_owned();
                    findings.insert((next(), next()));
                }
                Some(end) if end.starts_with("END ") => {
                    return Said { status: end[4..].parse().unwrap(), findings };
                }
                _ => {}
            }
        }
    }

    /// What is true in the page.
    pub fn eval(&mut self, expression: &str) -> Value {
        self.page.eval(expression)
    }

    /// The text of a part of the page.
    pub fn text(&mut self, part: &str) -> String {
        self.page.eval(&format!("at('{part}').textContent")).as_str().unwrap().to_owned()
    }

    /// Waits until it is true in the page.
    pub fn until(&mut self, expression: &str) {
        self.page.until(expression);
    }
}

impl Drop for Verifiers {
    fn drop(&mut self) {
        let _ = self.python.kill();
        let _ = self.python.wait();
    }
}

/// A copy of an export under a name of its own.
pub fn copy(export: &Path, to: &Path) -> PathBuf {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(export).unwrap().map(Result::unwrap) {
        if entry.path().is_dir() {
            copy(&entry.path(), &to.join(entry.file_name()));
        } else {
            fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
        }
    }
    to.to_owned()
}
