//! A real browser without a window, spoken to over its own debugging protocol, and a line to the
//! server that can be cut.

use std::io::{BufRead, BufReader};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use tempfile::TempDir;
use tungstenite::{Message, WebSocket};

use crate::kit::{PATIENCE, until};

/// Chromium with one page.
pub struct Browser {
    child: Child,
    socket: WebSocket<TcpStream>,
    asked: u64,
    _profile: TempDir,
}

impl Browser {
    /// Opens a page in a window of this size.
    pub fn open(url: &str, width: u32, height: u32) -> Browser {
        let profile = tempfile::tempdir().expect("a temporary folder");
        let mut child = Command::new("chromium")
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
            .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
            .args(["--hide-scrollbars", "--remote-debugging-port=0"])
            .arg(format!("--window-size={width},{height}"))
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg(url)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("Chromium is installed with the tools of the tests");
        let mut told =
            BufReader::new(child.stderr.take().expect("it was piped")).lines().map_while(Result::ok);
        let port = told.find_map(|line| {
            let address = line.split_once("DevTools listening on ws://")?.1;
            Some(address.split('/').next().expect("a split has a first part").to_owned())
        });
        let port = port.expect("Chromium says where it listens");
        // What it says from now on is read and thrown away, so that it never waits for a reader.
        std::thread::spawn(move || told.for_each(drop));
        let page = until("a page in the browser", || {
            let list = ureq::get(format!("http://{port}/json/list"))
                .call()
                .ok()?
                .body_mut()
                .read_to_string()
                .ok()?;
            let list: Vec<Value> = serde_json::from_str(&list).expect("a list of pages");
            let page = list.into_iter().find(|target| target["type"] == "page")?;
            Some(page["webSocketDebuggerUrl"].as_str().expect("a page has an address").to_owned())
        });
        let stream = TcpStream::connect(&port).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a socket has time-outs");
        let (socket, _) = tungstenite::client(page, stream).expect("the page can be spoken to");
        let mut browser = Browser { child, socket, asked: 0, _profile: profile };
        browser.resize(width, height);
        browser
    }

    /// Gives the page this size: the window's is that of its frame.
    pub fn resize(&mut self, width: u32, height: u32) {
        let size = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        self.ask("Emulation.setDeviceMetricsOverride", &size);
    }

    fn ask(&mut self, method: &str, parameters: &Value) -> Value {
        self.asked += 1;
        let ask = json!({"id": self.asked, "method": method, "params": parameters});
        self.socket.send(Message::text(ask.to_string())).expect("the browser runs");
        loop {
            let Message::Text(text) = self.socket.read().expect("the browser answers") else { continue };
            let answer: Value = serde_json::from_str(&text).expect("JSON");
            if answer["id"] == self.asked {
                return answer["result"].clone();
            }
        }
    }

    /// Returns what an expression is in the page.
    pub fn eval(&mut self, expression: &str) -> Value {
        let answer = self.ask("Runtime.evaluate", &json!({"expression": expression, "returnByValue": true}));
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {answer}");
        answer["result"]["value"].clone()
    }

    /// Gives files, or a folder, to a field of the page, as a person chooses them.
    #[allow(dead_code, reason = "the tests of the verifier choose files")]
    pub fn choose(&mut self, field: &str, path: &std::path::Path) {
        let document = self.ask("DOM.getDocument", &json!({}));
        let found = json!({"nodeId": document["root"]["nodeId"], "selector": field});
        let node = self.ask("DOM.querySelector", &found)["nodeId"].clone();
        self.ask("DOM.setFileInputFiles", &json!({"nodeId": node, "files": [path]}));
    }

    /// Waits until an expression is true.
    #[track_caller]
    pub fn until(&mut self, expression: &str) {
        // While the page is being loaded there may be nothing to ask.
        let safe =
            format!("(function () {{ try {{ return !!({expression}); }} catch (e) {{ return false; }} }})()");
        until(expression, || (self.eval(&safe) == true).then_some(()));
    }

    /// Returns a picture of the page: PNG in base 64.
    pub fn picture(&mut self) -> String {
        let answer = self.ask("Page.captureScreenshot", &json!({"format": "png"}));
        answer["data"].as_str().expect("a picture").to_owned()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A line to a server that can be cut and led to another one: the browser keeps its address.
pub struct Line {
    /// Where the browser goes.
    pub url: String,
    shared: Arc<Mutex<Ends>>,
}

#[derive(Default)]
struct Ends {
    to: Option<String>,
    streams: Vec<TcpStream>,
}

impl Line {
    /// Opens a line to the server at `url`.
    pub fn to(url: &str) -> Line {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let own = format!("http://{}", listener.local_addr().expect("it is bound"));
        let shared = Arc::new(Mutex::new(Ends::default()));
        let theirs = Arc::clone(&shared);
        std::thread::spawn(move || {
            for near in listener.incoming().map_while(Result::ok) {
                let mut ends = theirs.lock().expect("nobody panics with it");
                // Nobody there: the browser sees a connection that ends.
                let Some(far) = ends.to.as_ref().and_then(|to| TcpStream::connect(to).ok()) else { continue };
                for (from, into) in [(&near, &far), (&far, &near)] {
                    let ends = (from.try_clone(), into.try_clone());
                    let (Ok(mut from), Ok(mut into)) = ends else { continue };
                    std::thread::spawn(move || {
                        let _ = std::io::copy(&mut from, &mut into);
                        let _ = into.shutdown(Shutdown::Both);
                    });
                }
                ends.streams.extend([near, far]);
            }
        });
        let line = Line { url: own, shared };
        line.lead_to(url);
        line
    }

    /// Leads it to another server.
    pub fn lead_to(&self, url: &str) {
        let to = url.strip_prefix("http://").expect("a server's address").to_owned();
        self.shared.lock().expect("nobody panics with it").to = Some(to);
    }

    /// Cuts it: what is open ends, and nobody is there any more.
    pub fn cut(&self) {
        let mut ends = self.shared.lock().expect("nobody panics with it");
        ends.to = None;
        for stream in ends.streams.drain(..) {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}
