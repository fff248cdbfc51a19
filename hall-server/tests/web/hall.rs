//! A web layer on a real port, over a record on disk and a desk that answers from a table.

use std::collections::{BTreeSet, HashMap};
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use axum::extract::Request as HttpRequest;
use axum::middleware::{Next, from_fn};
use hall_core::people::{Actor, PersonId, Role, Sealed};
use hall_core::record::Line;
use hall_core::refusal::Refusal;
use hall_core::request::{Notice, Request, RequestKind};
use hall_server::access::{Access, Identity, Member, OpenLogIn, hash_pin};
use hall_server::camera::Cameras;
use hall_server::clock::Clock;
use hall_server::desk::{Answer, Ask, DeskHandle, Facts, Input, View};
use hall_server::device_key::DeviceKey;
use hall_server::voice::Voice;
use hall_server::web::{Devices, LineWatch, Lines, Names, Web, serve};
use hall_wire::board::{Duty, Game, MatrixHashes, MesaBoard, Pending, PublicBoard, Scene};
use serde_json::Value;
use tokio::sync::{mpsc, watch};

use crate::record;

pub const PIN: &str = "493817";

/// What the hall's camera shows.
pub const VOICE_KEY: &str = "5eed00005eed00005eed00005eed00005eed00005eed00005eed00005eed0000";
pub const CAMERA_KEY: &str = "c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00";

pub struct Hall {
    pub url: String,
    /// What the camera's relay takes for the time, in milliseconds.
    pub steady: Arc<AtomicI64>,
    pub view: watch::Sender<Arc<View>>,
    pub seen: Arc<Mutex<Seen>>,
    pub cameras: Arc<Cameras>,
    runtime: Option<tokio::runtime::Runtime>,
    folder: tempfile::TempDir,
}

/// What came to the desk.
#[derive(Default)]
pub struct Seen {
    /// Requests that were decided, by name.
    pub decided: Vec<&'static str>,
    pub notices: Vec<Notice>,
    /// Every sealed value.
    pub sealed: Vec<Vec<u8>>,
    pub fingerprints: Vec<[u8; 32]>,
}

impl Hall {
    pub fn open() -> Hall {
        Hall::open_as(None, |_| (), None)
    }

    /// A hall whose players' phones reach it there.
    pub fn open_for(players: Option<String>) -> Hall {
        Hall::open_as(players, |_| (), None)
    }

    /// A hall that is told other settings; whoever asks comes from a computer at this address.
    pub fn open_to(neighbour: IpAddr, settings: impl Fn(&Web)) -> Hall {
        Hall::open_as(None, settings, Some(neighbour))
    }

    fn open_as(players: Option<String>, settings: impl Fn(&Web), neighbour: Option<IpAddr>) -> Hall {
        let (inbox, inputs) = mpsc::channel(16);
        let (view, seen_view) = watch::channel(Arc::new(first_view()));
        let seen = Arc::new(Mutex::new(Seen::default()));
        let (their_view, their_seen) = (view.clone(), Arc::clone(&seen));
        std::thread::spawn(move || desk(inputs, &their_view, &their_seen));
        let folder = tempfile::tempdir().unwrap();
        let papers = Arc::new(record::make(folder.path(), players));
        let steady = Arc::new(AtomicI64::new(0));
        let theirs = Arc::clone(&steady);
        let time = Arc::new(move || theirs.load(Ordering::Relaxed));
        let cameras = Arc::new(Cameras::with_clock(DeviceKey::parse(CAMERA_KEY), time.clone()));
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let url = runtime.block_on(async {
            let line = |driver: &str, port: &str, silent_ms| {
                let (driver, port, speed) = (driver.to_string(), port.to_string(), "9600 8N1".to_string());
                Some(LineWatch { driver, port, speed, silent_ms, gauge: Arc::default() })
            };
            let lines = Lines {
                machine: line("blp1", "/dev/serial/by-id/extractor", Some(3_000)),
                second: line("stx-simple", "/dev/serial/by-id/lector", None),
            };
            let devices = Devices {
                film: None,
                cameras: Arc::clone(&cameras),
                voice: Arc::new(Voice::with_clock(DeviceKey::parse(VOICE_KEY), time)),
            };
            let web = Web::new(DeskHandle::new(inbox, seen_view), papers, devices, lines, None);
            settings(&web);
            let router = Names::of(&[]).checked_before(web.router());
            let from = move |mut request: HttpRequest, next: Next| {
                if let Some(address) = neighbour {
                    request.extensions_mut().insert(SocketAddr::new(address, 40_000));
                }
                next.run(request)
            };
            let router = router.layer(from_fn(from));
            let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
            let url = format!("http://{}", listener.local_addr().unwrap());
            tokio::spawn(serve(listener, None, router, std::future::pending()));
            url
        });
        Hall { url, steady, view, seen, cameras, runtime: Some(runtime), folder }
    }

    /// Shows another board, one line later.
    pub fn show(&self, change: impl FnOnce(&mut View)) -> u64 {
        let mut view = View::clone(&self.view.borrow());
        view.seq += 1;
        change(&mut view);
        view.mesa.public = view.public.clone();
        let seq = view.seq;
        self.view.send_replace(Arc::new(view));
        seq
    }

    /// Where its record is.
    pub fn folder(&self) -> &std::path::Path {
        self.folder.path()
    }

    pub fn address(&self) -> String {
        self.url.strip_prefix("http://").unwrap().to_string()
    }

    pub fn asker(&self) -> Asker {
        Asker {
            url: self.url.clone(),
            token: None,
            device: None,
            request_id: None,
            media: "application/json",
            agent: agent(),
        }
    }

    /// Logs in and returns an asker with the token.
    pub fn logged_in(&self, user: &str) -> Asker {
        let mut asker = self.asker();
        let body = format!(r#"{{"user":"{user}","pin":"{PIN}","device":"mesa-1"}}"#);
        let (status, answer) = asker.post("/api/login", &body);
        assert_eq!(status, 200, "{answer}");
        asker.token = Some(answer["token"].as_str().unwrap().to_string());
        asker
    }
}

impl Drop for Hall {
    fn drop(&mut self) {
        self.runtime.take().unwrap().shutdown_timeout(Duration::from_millis(200));
    }
}

/// Somebody at the port.
#[derive(Clone)]
pub struct Asker {
    pub url: String,
    pub token: Option<String>,
    /// The key of a device and its scheme, as in `Camera`.
    pub device: Option<(&'static str, String)>,
    pub request_id: Option<String>,
    pub media: &'static str,
    pub agent: ureq::Agent,
}

pub fn agent() -> ureq::Agent {
    let config = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .allow_non_standard_methods(true)
        .timeout_global(Some(Duration::from_secs(30)));
    config.build().new_agent()
}

impl Asker {
    pub fn post(&self, path: &str, body: &str) -> (u16, Value) {
        self.post_bytes(path, body.as_bytes())
    }

    pub fn post_bytes(&self, path: &str, body: &[u8]) -> (u16, Value) {
        let mut request = self.agent.post(format!("{}{path}", self.url)).content_type(self.media);
        if let Some(token) = &self.token {
            request = request.header("Authorization", format!("Bearer {token}"));
        }
        if let Some((scheme, key)) = &self.device {
            request = request.header("Authorization", format!("{scheme} {key}"));
        }
        if let Some(id) = &self.request_id {
            request = request.header("Request-Id", id);
        }
        read("post", path, request.send(body).unwrap())
    }

    /// Posts a command with a fresh id.
    pub fn command(&self, name: &str, body: &str) -> (u16, Value) {
        let asker = Asker { request_id: Some(uuid::Uuid::new_v4().to_string()), ..self.clone() };
        asker.post(&format!("/api/commands/{name}"), body)
    }

    pub fn get(&self, path: &str) -> (u16, Value) {
        self.call("GET", path)
    }

    pub fn call(&self, method: &str, path: &str) -> (u16, Value) {
        let mut request = ureq::http::Request::builder().method(method).uri(format!("{}{path}", self.url));
        if let Some(token) = &self.token {
            request = request.header("Authorization", format!("Bearer {token}"));
        }
        read(method, path, self.agent.run(request.body(()).unwrap()).unwrap())
    }
}

/// Reads an answer; a problem must be whole, and anything but a font must forbid being kept.
fn read(method: &str, path: &str, mut answer: ureq::http::Response<ureq::Body>) -> (u16, Value) {
    let status = answer.status().as_u16();
    let header =
        |name: &str| answer.headers().get(name).and_then(|v| v.to_str().ok()).unwrap_or_default().to_string();
    // The page's own type never changes; everything else is of the moment.
    let font = status == 200 && path.starts_with("/tv/fonts/");
    let kept = if font { "public, max-age=31536000, immutable" } else { "no-store" };
    assert_eq!(header("cache-control"), kept, "{method} {path}");
    assert_eq!(header("set-cookie"), "", "{method} {path}");
    let media = header("content-type");
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
        ("cross-origin-resource-policy", "same-origin"),
        ("referrer-policy", "no-referrer"),
    ] {
        assert_eq!(header(name), value, "{method} {path}");
    }
    let policy = header("content-security-policy");
    assert_eq!(policy.starts_with("default-src 'none'"), media.starts_with("text/html"), "{method} {path}");
    let bytes = answer.body_mut().read_to_vec().unwrap();
    let text = if font { String::new() } else { String::from_utf8(bytes).unwrap() };
    if status >= 400 && path != "/healthz" {
        assert_eq!(media, "application/problem+json", "{method} {path} {status} {text}");
        let problem: hall_wire::problem::Problem = serde_json::from_str(&text).unwrap();
        assert_eq!(problem.status, status);
        assert_eq!(problem.kind, format!("urn:bombo:problema:{}", problem.code));
        assert!(problem.detail.ends_with(['.', ')']), "{}", problem.detail);
    }
    (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
}

/// Hashed once: the tests open many halls.
static HASH: OnceLock<String> = OnceLock::new();

fn member(person: u32, user: &str, name: &str, roles: &[Role]) -> Member {
    Member {
        person: PersonId(person),
        identity: Identity { user: user.to_string(), name: name.to_string(), document: None },
        roles: roles.to_vec(),
        own_roles: roles.to_vec(),
        card_until: None,
        pin: Sealed { id: 1, hash: [1; 32] },
        pin_hash: Some(HASH.get_or_init(|| hash_pin(PIN)).clone()),
        first_pin: false,
        only_inspects: roles.iter().all(|role| *role == Role::Inspector),
        left: false,
        sat_at: BTreeSet::new(),
    }
}

fn first_view() -> View {
    let mut access = Access::default();
    access.add_member(member(1001, "sala", "Sara Sala", &[Role::JefeDeSala]));
    access.add_member(member(1002, "ana", "Ana Mesa", &[Role::JefeDeMesa]));
    access.add_member(member(1003, "vera", "Vera Ventas", &[Role::VendedorLocutor]));
    access.add_member(member(1004, "carla", "Carla Caja", &[Role::Cajero]));
    access.add_member(member(1005, "ines", "Inés Inspectora", &[Role::Inspector]));
    let public = PublicBoard {
        hall: "Sala Prueba".to_string(),
        scene: Scene::Draw,
        game: Some(Game {
            game: 7,
            in_session: 2,
            series: "A17".to_string(),
            series_size: 600,
            matrix: Some(MatrixHashes {
                matrix: 1,
                key_sha256: Some("a1".repeat(32)),
                faces_sha256: "b2".repeat(32),
            }),
            face_value_cents: 200,
            cards: 120,
            takings_cents: 24_000,
            line_cents: 2_400,
            bingo_cents: 12_000,
            segments: Vec::new(),
            formula: String::new(),
            line_open: true,
            bingo_open: true,
        }),
        announced: vec![11, 22, 33],
        ..PublicBoard::default()
    };
    let duty = Duty { person: 1002, roles: vec![Role::JefeDeMesa], device: "mesa-1".to_string() };
    let mesa = MesaBoard {
        public: public.clone(),
        pending: vec![Pending { ordinal: 4, ball: 77 }],
        people: vec![duty],
        ..MesaBoard::default()
    };
    View {
        seq: 100,
        at_utc_ms: 1_795_302_000_000,
        clock: Clock::new("Europe/Madrid").expect("compiled in"),
        public,
        mesa,
        access: Arc::new(access),
        vault: Arc::new(record::vault()),
        next_matrix: 3,
        key_draws: Arc::default(),
        regulation: Arc::default(),
        facts: Facts::default(),
    }
}

/// Answers from a table; ids are known again as the real desk knows them.
fn desk(mut inputs: mpsc::Receiver<Input>, view: &watch::Sender<Arc<View>>, seen: &Mutex<Seen>) {
    let mut known: HashMap<(PersonId, String), ([u8; 32], Vec<Line>)> = HashMap::new();
    while let Some(input) = inputs.blocking_recv() {
        match input {
            Input::Asked { ask, reply } => {
                let key = (ask.by, ask.request_id.clone());
                let answer = match known.get(&key) {
                    Some((body, lines)) if *body == ask.body_sha256 => Answer::Done(lines.clone()),
                    Some(_) => Answer::IdReused,
                    None => match decide(&ask, view, seen) {
                        Some(Ok(lines)) => {
                            known.insert(key, (ask.body_sha256, lines.clone()));
                            Answer::Done(lines)
                        }
                        Some(Err(refusal)) => Answer::Refused(refusal),
                        None => continue,
                    },
                };
                let _ = reply.send(answer);
            }
            Input::Noticed(notice) => seen.lock().unwrap().notices.push(notice),
            Input::Tick => (),
            Input::Alive(reply) => drop(reply.send(())),
            Input::Reported(_)
            | Input::Heard { .. }
            | Input::Copies(_)
            | Input::Voice(_)
            | Input::Cosigned { .. } => {}
        }
    }
}

#[allow(clippy::wildcard_enum_match_arm, reason = "the table names what it refuses; the rest is done")]
/// Decides; `None` is a desk that dies before it answers.
fn decide(
    ask: &Ask,
    view: &watch::Sender<Arc<View>>,
    seen: &Mutex<Seen>,
) -> Option<Result<Vec<Line>, Refusal>> {
    let mut next = View::clone(&view.borrow());
    let mut access = Access::clone(&next.access);
    let by = ask.by;
    match &ask.request {
        Request::LogIn { .. } => {
            let log_in = OpenLogIn { person: by, device: ask.device.clone(), since_utc_ms: next.at_utc_ms };
            assert!(access.add_log_in(&ask.sealed[0].value, log_in));
        }
        Request::LogOut => access.forget(by, &ask.device),
        Request::AddPerson { roles, .. } if roles.is_empty() => return Some(Err(Refusal::NoRoles)),
        Request::AddPerson { roles, .. } => {
            let identity = Identity::from_bytes(&ask.sealed[0].value).unwrap();
            let pin_hash = String::from_utf8(ask.sealed[1].value.clone()).ok();
            let as_new = member(1004, "", "", roles);
            access.add_member(Member { identity, pin_hash, first_pin: true, ..as_new });
        }
        Request::CloseSession { .. } => return Some(Err(Refusal::NoSession)),
        Request::GoOn { .. } => {
            return Some(Err(Refusal::Stale { now: "la partida está parada".to_string() }));
        }
        Request::OpenSession { .. } => {
            return Some(Err(Refusal::NotYourPower { request: RequestKind::OpenSession }));
        }
        Request::EndGame { .. } => return None,
        // Everything else is as the desk wishes.
        _ => {}
    }
    let mut seen = seen.lock().unwrap();
    seen.decided.push(ask.request.kind().name());
    seen.fingerprints.push(ask.body_sha256);
    seen.sealed.extend(ask.sealed.iter().map(|row| row.value.clone()));
    next.seq += 1;
    next.access = Arc::new(access);
    let line = Line {
        seq: next.seq,
        at_utc_ms: next.at_utc_ms,
        kind: ask.request.kind().name().to_string(),
        version: 1,
        request_id: ask.request_id.clone(),
        actor: Actor::Person(by),
        device: ask.device.clone(),
        body: r#"{"game":7}"#.to_string(),
    };
    view.send_replace(Arc::new(next));
    Some(Ok(vec![line]))
}

/// Checks an answer's status and code, and that the document knows of it.
#[track_caller]
pub fn expect(document: &Value, method: &str, path: &str, answer: (u16, Value), status: u16, code: &str) {
    assert_eq!((answer.0, answer.1["code"].as_str()), (status, Some(code)), "{method} {path}: {}", answer.1);
    let operation = &document["paths"][path][method];
    if operation.is_object() {
        let known =
            &operation["responses"][status.to_string()]["content"]["application/problem+json"]["schema"];
        let codes = known["allOf"][1]["properties"]["code"]["enum"].as_array().cloned().unwrap_or_default();
        assert!(codes.iter().any(|known| known == code), "{method} {path} does not document {status} {code}");
    }
}
