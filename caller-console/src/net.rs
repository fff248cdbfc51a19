//! The console's connection to the server: a link that keeps the board, and threads for requests.
//!
//! No frame waits for the network. A request without an answer is sent again with the same id until the desk accepts
//! or refuses: it is executed once, whatever was lost (NL2, DECISIONS 5).

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Duration;

use hall_look::picture;
use hall_wire::board::Person;
use hall_wire::link::{Client, ClientError};
use hall_wire::message::{BallSetStatistics, CardsFound, HallLists, Inspection, Me, TemplateRow};
use hall_wire::problem::Problem;
use uuid::Uuid;

use crate::known::Member;
use crate::press::{Ask, Request, Sought};
use crate::view::machine::MachineSeen;

/// Interval between fetches of lists.
const LISTS_EVERY: Duration = Duration::from_secs(5);

/// The same while cards are being printed.
const PROGRESS_EVERY: Duration = Duration::from_secs(1);

/// Longest side of a sheet's preview, in pixels.
const SHEET_SIDE_MAX: usize = 4_000;

/// Jobs and answers that may wait. A console sends one request at a time, and fetches lists every few seconds;
/// anything beyond is a repeated press.
const WAITING_MAX: usize = 16;

/// A job for the threads.
enum Job {
    LogIn { user: String, pin: String },
    Resume { token: String },
    Ask { client: Client, request: Request },
    LogOut { client: Client },
    Lists { client: Client },
    Inspect { client: Client },
    Find { client: Client, sought: Sought },
    Study { client: Client, set: String },
    Preview { client: Client, path: String },
    Machine { client: Client },
}

/// Result of a job.
#[derive(Debug)]
pub enum Done {
    /// Logged in.
    In {
        /// For the link, and for the next start.
        token: String,
        /// The user.
        me: Me,
    },
    /// Log-in failed: wrong PIN, or token no longer valid.
    NotIn(Option<Problem>),
    /// Accepted: the board must reach this sequence number to show it.
    Granted {
        /// Of the event in the record.
        seq: u64,
    },
    /// Refused by the desk.
    Refused(Problem),
    /// Logged out.
    Out,
    /// Staff and lists.
    Lists {
        /// By person number.
        people: BTreeMap<u32, Member>,
        /// Cards, sets of balls and the like.
        lists: HallLists,
        /// Card templates.
        templates: Vec<TemplateRow>,
    },
    /// A search and its result.
    Found(Box<(Sought, CardsFound)>),
    /// Statistics of a set of balls.
    Studied(Box<BallSetStatistics>),
    /// State of the machine; `None` without an answer.
    Machine(Option<Box<MachineSeen>>),
    /// The preview of a sheet of cards from this address.
    Sheet(String, Result<egui::ColorImage, Problem>),
    /// A search failed.
    NotFound(Problem),
    /// An inspector's view; the look is recorded.
    Inspected(Box<Inspection>),
}

/// The threads for requests.
pub struct Net {
    base_url: String,
    device: String,
    jobs: SyncSender<Job>,
    lists: SyncSender<Job>,
    /// Results, in order.
    pub done: Receiver<Done>,
}

impl Net {
    /// `wake` is called after each result.
    pub fn start(base_url: &str, device: &str, wake: impl Fn() + Send + Sync + 'static) -> Net {
        let (done_in, done) = sync_channel(WAITING_MAX);
        let wake: Arc<dyn Fn() + Send + Sync> = Arc::new(wake);
        // A thread each, so that slow lists delay no ball.
        let worker = |name: &str| {
            let (jobs, todo) = sync_channel::<Job>(WAITING_MAX);
            let work = Work {
                base_url: base_url.to_string(),
                device: device.to_string(),
                done: done_in.clone(),
                wake: Arc::clone(&wake),
            };
            let run = move || todo.iter().for_each(|job| work.run(job));
            std::thread::Builder::new().name(name.to_string()).spawn(run).expect("a thread can be started");
            jobs
        };
        let (jobs, lists) = (worker("acts"), worker("lists"));
        Net { base_url: base_url.to_string(), device: device.to_string(), jobs, lists, done }
    }

    /// A client with this token.
    pub fn client(&self, token: &str) -> Client {
        Client::new(&self.base_url).with_token(Some(token.to_string()))
    }

    /// As given to [`Net::start`].
    pub fn base_url(&self) -> &str {
        &self.base_url
    }

    /// As given to [`Net::start`].
    pub fn device(&self) -> &str {
        &self.device
    }

    /// Logs in with user name and PIN.
    pub fn log_in(&self, user: String, pin: String) {
        self.act(Job::LogIn { user, pin });
    }

    /// Checks whether a stored token is still valid.
    pub fn resume(&self, token: String) {
        self.act(Job::Resume { token });
    }

    /// Sends a request until the desk answers.
    pub fn ask(&self, client: Client, request: Request) {
        self.act(Job::Ask { client, request });
    }

    /// Logs out; the answer is not awaited.
    pub fn log_out(&self, client: Client) {
        self.act(Job::LogOut { client });
    }

    /// Fetches staff and lists.
    pub fn lists(&self, client: Client) {
        // The threads end with the program.
        let _ = self.lists.try_send(Job::Lists { client });
    }

    /// Searches for a card.
    pub fn find(&self, client: Client, sought: Sought) {
        let _ = self.lists.try_send(Job::Find { client, sought });
    }

    /// Fetches the statistics of a set of balls.
    pub fn study(&self, client: Client, set: String) {
        let _ = self.lists.try_send(Job::Study { client, set });
    }

    /// Fetches the machine's state. Returns `false` if the queue is full.
    pub fn machine(&self, client: Client) -> bool {
        self.lists.try_send(Job::Machine { client }).is_ok()
    }

    /// Fetches the preview of a sheet of cards.
    pub fn preview(&self, client: Client, path: String) {
        let _ = self.lists.try_send(Job::Preview { client, path });
    }

    /// Fetches an inspector's view of the game. Each look is recorded.
    pub fn inspect(&self, client: Client) {
        self.act(Job::Inspect { client });
    }

    /// Interval between fetches of lists.
    pub const fn lists_every(prints: bool) -> Duration {
        if prints { PROGRESS_EVERY } else { LISTS_EVERY }
    }

    fn act(&self, job: Job) {
        // The threads end with the program.
        let _ = self.jobs.try_send(job);
    }
}

struct Work {
    base_url: String,
    device: String,
    done: SyncSender<Done>,
    wake: Arc<dyn Fn() + Send + Sync>,
}

impl Work {
    fn run(&self, job: Job) {
        let done = match job {
            Job::LogIn { user, pin } => self.log_in(&user, &pin),
            Job::Resume { token } => {
                let client = Client::new(&self.base_url).with_token(Some(token.clone()));
                match persist(|| client.get::<Me>("/api/me")) {
                    Ok(me) => Done::In { token, me },
                    Err(_) => Done::NotIn(None),
                }
            }
            Job::Ask { client, request } => match self.ask(&client, &request) {
                Ok(seq) => Done::Granted { seq },
                Err(problem) => Done::Refused(*problem),
            },
            Job::LogOut { mut client } => {
                // The token is dropped whatever the answer.
                let _ = client.logout();
                Done::Out
            }
            Job::Lists { client } => match lists(&client) {
                Some((people, lists, templates)) => Done::Lists { people, lists, templates },
                None => return,
            },
            Job::Find { client, sought } => match client.get::<CardsFound>(&sought.path()).map_err(refused) {
                Ok(found) => Done::Found(Box::new((sought, found))),
                Err(problem) => Done::NotFound(*problem),
            },
            Job::Study { client, set } => {
                let path = format!("/api/ball-sets/{set}/statistics");
                match client.get::<BallSetStatistics>(&path).map_err(refused) {
                    Ok(of) => Done::Studied(Box::new(of)),
                    Err(problem) => Done::NotFound(*problem),
                }
            }
            Job::Machine { client } => Done::Machine(machine(&client).map(Box::new)),
            Job::Preview { client, path } => {
                let picture = sheet(&client, &path).map_err(|problem| *problem);
                Done::Sheet(path, picture)
            }
            // Not retried, unlike commands: each look that arrives is recorded.
            Job::Inspect { client } => match client.get::<Inspection>("/api/inspeccion").map_err(refused) {
                Ok(seen) => Done::Inspected(Box::new(seen)),
                Err(problem) => Done::Refused(*problem),
            },
        };
        // The receiver is gone while the program ends.
        let _ = self.done.send(done);
        (self.wake)();
    }

    fn log_in(&self, user: &str, pin: &str) -> Done {
        let mut client = Client::new(&self.base_url);
        let come = client.login(user, pin, &self.device).map_err(refused);
        match come {
            Ok(_) => {}
            Err(problem) => return Done::NotIn(Some(*problem)),
        }
        let token = client.token().unwrap_or_default().to_string();
        match persist(|| client.get::<Me>("/api/me")) {
            Ok(me) => Done::In { token, me },
            Err(problem) => Done::NotIn(Some(*problem)),
        }
    }

    /// Sends the commands in order; the last in the second person's name, if there is one.
    fn ask(&self, client: &Client, request: &Request) -> Result<u64, Box<Problem>> {
        let Some(second) = &request.second else {
            return request.asks.iter().try_fold(0, |seq, ask| Ok(seq.max(post(client, ask)?)));
        };
        let (last, first) = request.asks.split_last().ok_or_else(nothing_asked)?;
        let mut other = Client::new(&self.base_url);
        other.login(&second.user, &second.pin, &self.device).map_err(refused)?;
        let done = (|| {
            let before =
                first.iter().try_fold(0, |seq, ask| Ok::<u64, Box<Problem>>(seq.max(post(client, ask)?)))?;
            Ok(before.max(post(&other, last)?))
        })();
        // The second person signed once; a lost log-out does no harm.
        let _ = other.logout();
        done
    }
}

/// Posts one command until there is an answer.
fn post(client: &Client, ask: &Ask) -> Result<u64, Box<Problem>> {
    let id = Uuid::new_v4();
    persist(|| client.post(ask.command, &ask.body, id)).map(|accepted| accepted.seq)
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

pub(crate) fn refused(error: ClientError) -> Box<Problem> {
    match error {
        ClientError::Refused(problem) => problem,
        error @ (ClientError::NoAnswer { .. } | ClientError::NotUnderstood { .. }) => {
            Box::new(own_problem("sin-respuesta", &error.to_string()))
        }
    }
}

fn nothing_asked() -> Box<Problem> {
    Box::new(own_problem("sin-respuesta", "nada que pedir"))
}

/// A problem raised by the console, in the server's format.
pub fn own_problem(code: &str, detail: &str) -> Problem {
    Problem {
        kind: format!("urn:bombo:problema:{code}"),
        title: detail.to_string(),
        status: 0,
        detail: detail.to_string(),
        code: code.to_string(),
        field: None,
        line: None,
        column: None,
        retry_after_secs: None,
    }
}

fn lists(client: &Client) -> Option<(BTreeMap<u32, Member>, HallLists, Vec<TemplateRow>)> {
    let lists: HallLists = client.get("/api/hall").ok()?;
    // Not every role may read names; without them the screen shows numbers.
    let people: Vec<Person> = client.get("/api/people").unwrap_or_default();
    let templates = client.get("/api/templates").unwrap_or_default();
    let member = |person: Person| {
        (person.person, Member { user: person.user, name: person.name, roles: person.roles })
    };
    Some((people.into_iter().map(member).collect(), lists, templates))
}

/// Fetches the machine's state and the intervals of its balls.
fn machine(client: &Client) -> Option<MachineSeen> {
    let now = client.get("/api/machine").ok()?;
    Some(MachineSeen { now, intervals: client.get("/api/machine/intervals").ok()? })
}

/// Fetches the preview of a sheet of cards.
fn sheet(client: &Client, path: &str) -> Result<egui::ColorImage, Box<Problem>> {
    let png = client.get_bytes(path).map_err(refused)?;
    picture::of_png(&png, SHEET_SIDE_MAX).map_err(|why| Box::new(own_problem("sin-respuesta", &why)))
}
