//! The console's requests to the server, in threads.
//!
//! No frame waits for the network. A request without an answer is sent again with the same id until the desk accepts
//! or refuses: it is executed once, whatever was lost (NL2, DECISIONS 5).

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use hall_core::event::DevicePost;
use hall_core::time::Date;
use hall_look::picture;
use hall_wire::board::Person;
use hall_wire::command::Command;
use hall_wire::link::{self, Client, ClientError, JoinError, Servers, Witness};
use hall_wire::message::{
    BallSetStatistics, DeviceCode, DeviceCodeAsked, HallLists, Inspection, InspectionCodeAsked, Me,
    SearchFound, Signatures, TemplateRow, VoiceWish, VoiceWishes,
};
use hall_wire::pin::PinFault;
use hall_wire::problem::{self, Problem};
use uuid::Uuid;

use crate::device::{DeviceAct, DeviceNews, Enrolled};
use crate::known::{MachineSeen, Member, own_problem};
use crate::press::{Orders, Part};

/// Longest side of a sheet's preview, in pixels.
const SHEET_SIDE_MAX: usize = 4_000;

/// Jobs and answers that may wait. A console sends one request at a time, and fetches lists every few seconds;
/// anything beyond is a repeated press.
const WAITING_MAX: usize = 16;

pub enum Job {
    LogIn {
        user: String,
        pin: String,
    },
    /// A code for a device or an inspector, or to be a device.
    Device(DeviceAct),
    /// Check whether the stored token is still valid.
    Resume,
    /// Send orders until the desk answers.
    Ask(Orders),
    /// The answer is not awaited.
    LogOut,
    Lists,
    Inspect,
    /// Search for a text.
    Find(String),
    /// Statistics of a set of balls.
    Study(String),
    /// The papers to be signed.
    Signatures,
    /// A sheet of cards, by its address.
    Preview(String),
    Machine,
    /// Wish something of the hall's voice.
    Voice(VoiceWish),
}

#[derive(Debug)]
pub enum Done {
    LoggedIn {
        /// For the link, and for the next start.
        token: String,
        me: Me,
        /// Why the PIN would not be taken today.
        pin_fault: Option<PinFault>,
    },
    /// Wrong PIN, or without a problem: the token is no longer valid.
    NotLoggedIn(Option<Problem>),
    Device(DeviceNews),
    /// Accepted, in this line of the record: the board must reach it to show what was done.
    Granted(u64),
    Refused(Problem),
    Lists(Box<Lists>),
    Found(String, SearchFound),
    Studied(BallSetStatistics),
    Signatures(Signatures),
    /// `None` without an answer.
    Machine(Option<Box<MachineSeen>>),
    /// The preview of a sheet of cards from this address.
    Sheet(String, Result<egui::ColorImage, Problem>),
    /// A search failed.
    NotFound(Problem),
    Inspected(Box<Inspection>),
}

#[derive(Debug)]
pub struct Lists {
    pub people: BTreeMap<u32, Member>,
    pub lists: HallLists,
    pub templates: Vec<TemplateRow>,
}

pub struct Net {
    servers: Servers,
    acts: SyncSender<(Option<String>, Job)>,
    lists: SyncSender<(Option<String>, Job)>,
    /// Results, in order.
    pub done: Receiver<Done>,
}

impl Net {
    /// `wake` is called after each result.
    pub fn start(
        servers: &Servers,
        (device, key, identity): (&str, Option<String>, PathBuf),
        witness: Arc<Witness>,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> Net {
        let (done_in, done) = sync_channel(WAITING_MAX);
        let wake: Arc<dyn Fn() + Send + Sync> = Arc::new(wake);
        servers.show_key(key);
        // A thread each, so that slow lists delay no ball.
        let worker = |name: &str| {
            let (jobs, todo) = sync_channel(WAITING_MAX);
            let work = Work {
                servers: servers.clone(),
                device: device.to_string(),
                identity: identity.clone(),
                witness: Arc::clone(&witness),
                done: done_in.clone(),
                wake: Arc::clone(&wake),
            };
            let run = move || todo.iter().for_each(|(token, job)| work.run(token, job));
            std::thread::Builder::new().name(name.to_string()).spawn(run).expect("a thread can be started");
            jobs
        };
        Net { servers: servers.clone(), acts: worker("acts"), lists: worker("lists"), done }
    }

    /// From here on this key is shown.
    pub fn shows_key(&self, key: &str) {
        self.servers.show_key(Some(key.to_owned()));
    }

    pub fn client(&self, token: &str) -> Client {
        Client::new(&self.servers).with_token(Some(token.to_string()))
    }

    /// Gives a job to its thread. Returns `false` if the queue is full, or the program ends.
    pub fn send(&self, token: Option<&str>, job: Job) -> bool {
        let queue = match job {
            Job::LogIn { .. } | Job::Device(_) | Job::Resume | Job::Ask(_) | Job::LogOut | Job::Inspect => {
                &self.acts
            }
            Job::Lists | Job::Find(_) | Job::Study(_) | Job::Signatures => &self.lists,
            Job::Preview(_) | Job::Machine | Job::Voice(_) => &self.lists,
        };
        queue.try_send((token.map(str::to_string), job)).is_ok()
    }
}

struct Work {
    servers: Servers,
    device: String,
    /// Where its certificate is kept.
    identity: PathBuf,
    witness: Arc<Witness>,
    done: SyncSender<Done>,
    wake: Arc<dyn Fn() + Send + Sync>,
}

impl Work {
    fn run(&self, token: Option<String>, job: Job) {
        if let Some(done) = self.result(token, job) {
            // The receiver is gone while the program ends.
            let _ = self.done.send(done);
            (self.wake)();
        }
    }

    /// `None` where nobody waits for an answer.
    fn result(&self, token: Option<String>, job: Job) -> Option<Done> {
        let mut client = self.client().with_token(token);
        Some(match job {
            Job::LogIn { user, pin } => match client.login(&user, &pin, &self.device).map_err(refused) {
                Ok(came) => match me(&client) {
                    Ok(Done::LoggedIn { token, me, .. }) => {
                        let pin_fault = came.pin_fault.as_deref().and_then(PinFault::from_name);
                        Done::LoggedIn { token, me, pin_fault }
                    }
                    Ok(other) => other,
                    Err(problem) => Done::NotLoggedIn(Some(*problem)),
                },
                Err(problem) => Done::NotLoggedIn(Some(*problem)),
            },
            Job::Device(act) => match self.device(&client, act) {
                Ok(news) => Done::Device(news),
                Err(problem) => Done::Refused(*problem),
            },
            Job::Resume => me(&client).unwrap_or(Done::NotLoggedIn(None)),
            Job::Ask(orders) => match self.ask(&client, &orders) {
                Ok(seq) => Done::Granted(seq),
                Err(problem) => Done::Refused(*problem),
            },
            Job::LogOut => {
                // The token is dropped whatever the answer.
                let _ = client.logout();
                return None;
            }
            Job::Lists => Done::Lists(Box::new(lists(&client)?)),
            Job::Find(text) => match client.get(&search_path(&text)).map_err(refused) {
                Ok(found) => Done::Found(text, found),
                Err(problem) => Done::NotFound(*problem),
            },
            Job::Study(set) => {
                let of = client.get(&format!("/api/ball-sets/{set}/statistics")).map_err(refused);
                of.map_or_else(|problem| Done::NotFound(*problem), Done::Studied)
            }
            Job::Signatures => {
                let papers = client.get("/api/signatures").map_err(refused);
                papers.map_or_else(|problem| Done::NotFound(*problem), Done::Signatures)
            }
            Job::Voice(wish) => {
                let answer = client.send::<VoiceWishes>("/api/voice/wishes", &wish, Uuid::new_v4());
                // What was wished comes back on the board.
                match answer.map_err(refused) {
                    Ok(_) => return None,
                    Err(problem) => Done::NotFound(*problem),
                }
            }
            Job::Machine => Done::Machine(machine(&client).map(Box::new)),
            Job::Preview(path) => {
                let picture = sheet(&client, &path).map_err(|problem| *problem);
                Done::Sheet(path, picture)
            }
            // Not retried, unlike commands: each look that arrives is recorded.
            Job::Inspect => match client.get("/api/inspeccion").map_err(refused) {
                Ok(seen) => Done::Inspected(Box::new(seen)),
                Err(problem) => Done::Refused(*problem),
            },
        })
    }

    /// A code for a new device or an inspector, or this device is one of the hall's. The code is tried until there is an answer:
    /// it is used up.
    fn device(&self, client: &Client, act: DeviceAct) -> Result<DeviceNews, Box<Problem>> {
        let code = |name| -> Result<DeviceCode, Box<Problem>> {
            client.send("/api/devices/code", &DeviceCodeAsked { name }, Uuid::new_v4()).map_err(refused)
        };
        let enrol = |code: &str| {
            let key = self.key().ok_or_else(|| no_answer("sin llave"))?;
            let name = if self.servers.all()[0].starts_with("https://") {
                self.joined(code)?
            } else {
                persist(|| client.enrol(code, &key))?.name
            };
            Ok(DeviceNews::Enrolled(Enrolled { name, key }))
        };
        match act {
            DeviceAct::Code(name) => code(name).map(DeviceNews::Code),
            DeviceAct::InspectorCode(person) => {
                let given =
                    client.send("/api/inspection-codes", &InspectionCodeAsked { person }, Uuid::new_v4());
                given.map(DeviceNews::InspectorCode).map_err(refused)
            }
            DeviceAct::Here(name) => enrol(&code(name)?.code),
            DeviceAct::Enrol(code) => enrol(&code),
        }
    }

    /// This device is one of the hall's, over its network: from here on it shows its certificate. Its name.
    fn joined(&self, code: &str) -> Result<String, Box<Problem>> {
        let joined = link::join(&self.servers, code, DevicePost::Desk.name(), &self.identity);
        joined.map(|identity| identity.name).map_err(|error| match error {
            JoinError::Server(error) => refused(error),
            JoinError::NoMatch(_) | JoinError::NoCode => {
                Box::new(problem::WRONG_CODE.saying(error.to_string()))
            }
            JoinError::NotEncrypted | JoinError::Disk { .. } | JoinError::NotUnderstood => {
                Box::new(problem::BROKEN.saying(error.to_string()))
            }
        })
    }

    fn key(&self) -> Option<String> {
        self.servers.key()
    }

    fn client(&self) -> Client {
        Client::new(&self.servers).with_witness(Some(Arc::clone(&self.witness)))
    }

    /// Sends the commands in order; the first or the last in the second person's name, if there is one.
    fn ask(&self, client: &Client, orders: &Orders) -> Result<u64, Box<Problem>> {
        let Some(second) = &orders.second else { return post_all(client, &orders.asks) };
        let theirs = match second.part {
            Part::First => 0,
            Part::Last => orders.asks.len().saturating_sub(1),
        };
        let mut other = self.client();
        other.login(&second.user, &second.pin, &self.device).map_err(refused)?;
        let done = orders.asks.iter().enumerate().try_fold(0, |seq: u64, (place, command)| {
            let client = if place == theirs { &other } else { client };
            Ok(seq.max(post(client, command)?))
        });
        // The second person signed once; a lost log-out does no harm.
        let _ = other.logout();
        done
    }
}

/// Who a client's token is for.
fn me(client: &Client) -> Result<Done, Box<Problem>> {
    let me = persist(|| client.get("/api/me"))?;
    Ok(Done::LoggedIn { token: client.token().unwrap_or_default().to_string(), me, pin_fault: None })
}

/// Posts commands one after the other; returns the last line of the record among their answers.
fn post_all(client: &Client, commands: &[Command]) -> Result<u64, Box<Problem>> {
    commands.iter().try_fold(0, |seq, command| Ok(seq.max(post(client, command)?)))
}

/// Posts one command until there is an answer.
fn post(client: &Client, command: &Command) -> Result<u64, Box<Problem>> {
    let id = Uuid::new_v4();
    persist(|| client.post(command.kind().name(), &command.body(), id)).map(|accepted| accepted.seq)
}

/// Retries while there is no answer: only the desk knows whether it was done.
fn persist<T>(attempt: impl Fn() -> Result<T, ClientError>) -> Result<T, Box<Problem>> {
    loop {
        match attempt() {
            Ok(answer) => return Ok(answer),
            // The client has already waited for some seconds.
            Err(ClientError::NoAnswer { .. }) => {}
            Err(other) => return Err(refused(other)),
        }
    }
}

pub fn refused(error: ClientError) -> Box<Problem> {
    match error {
        ClientError::Refused(problem) => problem,
        error @ (ClientError::NoAnswer { .. } | ClientError::NotUnderstood { .. }) => {
            no_answer(&error.to_string())
        }
    }
}

fn no_answer(why: &str) -> Box<Problem> {
    Box::new(own_problem("sin-respuesta", why))
}

fn lists(client: &Client) -> Option<Lists> {
    let lists = client.get("/api/hall").ok()?;
    // Not every role may read names; without them the screen shows numbers.
    let people: Vec<Person> = client.get("/api/people").unwrap_or_default();
    let templates = client.get("/api/templates").unwrap_or_default();
    let member = |person: Person| {
        let card_until = person.card_until.as_deref().and_then(Date::parse);
        let Person { user, name, roles, own_roles, document, first_pin, left, .. } = person;
        (person.person, Member { user, name, roles, own_roles, document, card_until, first_pin, left })
    };
    Some(Lists { people: people.into_iter().map(member).collect(), lists, templates })
}

/// The machine's state and the times between its balls.
fn machine(client: &Client) -> Option<MachineSeen> {
    let now = client.get("/api/machine").ok()?;
    Some(MachineSeen { now, intervals: client.get("/api/machine/intervals").ok()? })
}

/// The address of a search: whatever is in the text is text.
fn search_path(text: &str) -> String {
    let mut path = "/api/search?text=".to_string();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() {
            path.push(char::from(byte));
        } else {
            path.push_str(&format!("%{byte:02X}"));
        }
    }
    path
}

fn sheet(client: &Client, path: &str) -> Result<egui::ColorImage, Box<Problem>> {
    let png = client.get_bytes(path).map_err(refused)?;
    picture::of_png(&png, SHEET_SIDE_MAX).map_err(|why| no_answer(&why))
}
