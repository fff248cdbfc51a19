//! The console's end of the desk: a link that folds the board, and a thread that asks.
//!
//! The frame never waits for the network. A request that gets no answer is sent again with the
//! same id until the desk says yes or no: it is done once, whatever was lost (NL2, DECISIONS 5).

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Duration;

use hall_look::picture;
use hall_wire::board::Person;
use hall_wire::command::Command;
use hall_wire::link::{Client, ClientError};
use hall_wire::message::{BallSetStatistics, CardsFound, HallLists, Inspection, Me, TemplateRow};
use hall_wire::problem::Problem;
use uuid::Uuid;

use crate::known::{MachineSeen, Member};
use crate::press::{Orders, Sought};

/// How long the console waits before it asks again for lists.
const LISTS_EVERY: Duration = Duration::from_secs(5);

/// The same while cards are being printed.
const PROGRESS_EVERY: Duration = Duration::from_secs(1);

/// The longest side of the picture of a sheet.
const SHEET_SIDE_MAX: usize = 4_000;

/// How many jobs, and answers, may wait: a console asks for one thing at a time, and for lists
/// every few seconds; what finds no place is a second press of the same thing.
const WAITING_MAX: usize = 16;

/// What the console's thread is asked to do.
enum Job {
    LogIn { user: String, pin: String },
    Resume { token: String },
    Ask { client: Client, orders: Orders },
    LogOut { client: Client },
    Lists { client: Client },
    Inspect { client: Client },
    Find { client: Client, sought: Sought },
    Study { client: Client, set: String },
    Preview { client: Client, path: String },
    Machine { client: Client },
}

/// What came of it.
#[derive(Debug)]
pub enum Done {
    /// Somebody came in.
    In {
        /// The token, for the link and for the next start.
        token: String,
        /// Who.
        me: Me,
    },
    /// Nobody came in: the PIN was wrong, or the log-in is no longer good.
    NotIn(Option<Problem>),
    /// The desk did it; the board must reach this line of the record to show it.
    Granted {
        /// The line.
        seq: u64,
    },
    /// The desk said no.
    Refused(Problem),
    /// Somebody went out.
    Out,
    /// Staff and lists.
    Lists {
        /// The staff.
        people: BTreeMap<u32, Member>,
        /// The rest.
        lists: HallLists,
        /// The templates for cards.
        templates: Vec<TemplateRow>,
    },
    /// What was looked up, and the cards.
    Found(Box<(Sought, CardsFound)>),
    /// The statistics of a set of balls.
    Studied(Box<BallSetStatistics>),
    /// What the server says of the machine; none when it said nothing.
    Machine(Option<Box<MachineSeen>>),
    /// A sheet of cards as it would be printed, from this address; or why not.
    Sheet(String, Result<egui::ColorImage, Problem>),
    /// It could not be looked up.
    NotFound(Problem),
    /// What an inspector sees; the look is in the record.
    Inspected(Box<Inspection>),
}

/// The thread that asks.
pub struct Net {
    base_url: String,
    device: String,
    jobs: SyncSender<Job>,
    lists: SyncSender<Job>,
    /// What came of the jobs, in order.
    pub done: Receiver<Done>,
}

impl Net {
    /// Starts it. `wake` is called whenever something came of a job.
    pub fn start(base_url: &str, device: &str, wake: impl Fn() + Send + Sync + 'static) -> Net {
        let (done_in, done) = sync_channel(WAITING_MAX);
        let wake: Arc<dyn Fn() + Send + Sync> = Arc::new(wake);
        // Acts and lists have a thread each: a list that is slow holds up no ball.
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

    /// Returns a client that asks with this token.
    pub fn client(&self, token: &str) -> Client {
        Client::new(&self.base_url).with_token(Some(token.to_string()))
    }

    /// Returns the server's address.
    pub fn base_url(&self) -> &str {
        &self.base_url
    }

    /// Returns this device's name.
    pub fn device(&self) -> &str {
        &self.device
    }

    /// Asks to come in.
    pub fn log_in(&self, user: String, pin: String) {
        self.act(Job::LogIn { user, pin });
    }

    /// Asks whether a token of before is still good.
    pub fn resume(&self, token: String) {
        self.act(Job::Resume { token });
    }

    /// Asks the desk.
    pub fn ask(&self, client: Client, orders: Orders) {
        self.act(Job::Ask { client, orders });
    }

    /// Goes out.
    pub fn log_out(&self, client: Client) {
        self.act(Job::LogOut { client });
    }

    /// Asks for staff and lists.
    pub fn lists(&self, client: Client) {
        // The threads end with the program.
        let _ = self.lists.try_send(Job::Lists { client });
    }

    /// Looks a card up.
    pub fn find(&self, client: Client, sought: Sought) {
        let _ = self.lists.try_send(Job::Find { client, sought });
    }

    /// Asks for the statistics of a set of balls.
    pub fn study(&self, client: Client, set: String) {
        let _ = self.lists.try_send(Job::Study { client, set });
    }

    /// Asks how the machine is. Returns whether it will be asked at all.
    pub fn machine(&self, client: Client) -> bool {
        self.lists.try_send(Job::Machine { client }).is_ok()
    }

    /// Fetches the picture of a sheet of cards.
    pub fn preview(&self, client: Client, path: String) {
        let _ = self.lists.try_send(Job::Preview { client, path });
    }

    /// Looks at the game as an inspector does. Each look is a line of the record.
    pub fn inspect(&self, client: Client) {
        self.act(Job::Inspect { client });
    }

    /// Returns how often lists are asked for: more often while somebody may watch a printing.
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
            Job::Ask { client, orders } => match self.ask(&client, &orders) {
                Ok(seq) => Done::Granted { seq },
                Err(problem) => Done::Refused(*problem),
            },
            Job::LogOut { mut client } => {
                // Whatever the desk says, this console forgets the token.
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
            // Not sent again and again, as an act is: each look that arrives is recorded.
            Job::Inspect { client } => match client.get::<Inspection>("/api/inspeccion").map_err(refused) {
                Ok(seen) => Done::Inspected(Box::new(seen)),
                Err(problem) => Done::Refused(*problem),
            },
        };
        // Nobody waits for it when the program ends.
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

    /// Sends the commands in order; the last one in the name of the second person, where there is one.
    fn ask(&self, client: &Client, orders: &Orders) -> Result<u64, Box<Problem>> {
        let Some(second) = &orders.second else {
            return orders.asks.iter().try_fold(0, |seq, ask| Ok(seq.max(post(client, ask)?)));
        };
        let (last, first) = orders.asks.split_last().ok_or_else(nothing_asked)?;
        let mut other = Client::new(&self.base_url);
        other.login(&second.user, &second.pin, &self.device).map_err(refused)?;
        let done = (|| {
            let before =
                first.iter().try_fold(0, |seq, ask| Ok::<u64, Box<Problem>>(seq.max(post(client, ask)?)))?;
            Ok(before.max(post(&other, last)?))
        })();
        // The second person was here for one signature; a log-out that is lost does no harm.
        let _ = other.logout();
        done
    }
}

/// Posts one command until there is an answer.
fn post(client: &Client, command: &Command) -> Result<u64, Box<Problem>> {
    let id = Uuid::new_v4();
    persist(|| client.post(command.kind().name(), &command.body(), id)).map(|accepted| accepted.seq)
}

/// Tries again while no answer comes: only the desk can say that a thing was not done.
fn persist<T>(attempt: impl Fn() -> Result<T, ClientError>) -> Result<T, Box<Problem>> {
    loop {
        match attempt() {
            Ok(answer) => return Ok(answer),
            // The client has been patient for some seconds already.
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

/// Returns a problem of the console's own, in the same shape as the server's.
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

/// Asks how the machine is, and how long its balls took.
fn machine(client: &Client) -> Option<MachineSeen> {
    let now = client.get("/api/machine").ok()?;
    Some(MachineSeen { now, intervals: client.get("/api/machine/intervals").ok()? })
}

/// Fetches the picture of a sheet of cards.
fn sheet(client: &Client, path: &str) -> Result<egui::ColorImage, Box<Problem>> {
    let png = client.get_bytes(path).map_err(refused)?;
    picture::of_png(&png, SHEET_SIDE_MAX).map_err(|why| Box::new(own_problem("sin-respuesta", &why)))
}
