//! The program in its window: passes keys and boards to the seat, and sends what was pressed to the server.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use egui::Ui;
use hall_wire::board::{Board, MesaBoard, PublicBoard};
use hall_wire::link::{self, Link, Seen, Witness};
use hall_wire::message::PrintingState;
use hall_wire::problem::LOG_IN_OVER;

use crate::cards_file::{self, Intake};
use crate::desk_clock::DeskClock;
use crate::device::{DeviceAct, DeviceNews};
use crate::film::{Shot, Wish};
use crate::intake::Intakes;
use crate::keys::KeyReader;
use crate::known::{Desk, Known, LinkState, SheetPicture, SheetSeen, own_problem};
use crate::net::{Done, Job, Lists, Net};
use crate::own_key::{KeyAct, Keyring, Owner};
use crate::papers::carrier::Carrier;
use crate::papers::{Out, Stage, Taking, To, Way};
use crate::place::Over;
use crate::press::Press;
use crate::preview::Preview;
use crate::projector::{Found, Projector};
use crate::recorder::device::Alsa;
use crate::recorder::{Act, Recorder};
use crate::seat::Seat;
use crate::sheet;
use crate::shown::Log;
use crate::sound::player::Player;
use crate::state::Kept;
use crate::text::Texts;
use crate::view::part::take_camera_shown;

mod log_in;
mod options;

pub use options::Options;

/// The console in its window.
pub struct App {
    options: Options,
    net: Net,
    /// What this console saw of the record.
    witness: Arc<Witness>,
    link: Option<Link<MesaBoard>>,
    /// The public board while nobody is logged in, for the server's clock and whether it answers.
    door: Option<Link<PublicBoard>>,
    token: Option<String>,
    seat: Seat,
    desk_clock: DeskClock,
    /// When lists were last fetched.
    lists_at: Option<Instant>,
    /// When the machine's state was last fetched, and whether that is unanswered.
    machine_at: Option<Instant>,
    machine_waits: bool,
    lost_at: Option<Instant>,
    back_at: Option<Instant>,
    last_key: Instant,
    reader: KeyReader,
    preview: Preview,
    projector: Projector,
    /// The picture of the moviola.
    shot: Option<egui::TextureHandle>,
    carrier: Carrier,
    keyring: Keyring,
    recorder: Recorder,
    intakes: Intakes,
    /// When files of cards were last searched.
    searched_at: Option<Instant>,
    /// For which dialog printers or sticks were last searched, and when.
    looked_at: Option<(u64, Instant)>,
    player: Player,
    /// The preview of a sheet of cards: dropping it frees the texture.
    sheet: Option<egui::TextureHandle>,
    log: Log,
}

/// How long «de nuevo en línea» is shown.
const BACK_FOR: Duration = Duration::from_secs(3);

/// How often printers and sticks are searched while somebody chooses one.
const PLACES_EVERY: Duration = Duration::from_secs(2);

/// The id of no dialog: theirs begin at 1.
const NO_DIALOG: u64 = 0;

/// Interval between fetches of lists.
const LISTS_EVERY: Duration = Duration::from_secs(5);

/// The same while cards are being printed.
const PROGRESS_EVERY: Duration = Duration::from_secs(1);

/// How often the machine is asked about while its page is shown.
const MACHINE_EVERY: Duration = Duration::from_secs(1);

impl App {
    /// Starts the console in its window.
    pub fn new(options: Options, ctx: &egui::Context) -> App {
        hall_look::font::install(ctx);
        ctx.set_visuals(egui::Visuals::dark());
        ctx.options_mut(|options| options.zoom_with_keyboard = false);
        let wake = ctx.clone();
        let witness = Witness::open(&options.state.beside("testigo"), &options.device, |trouble| {
            eprintln!("{trouble}")
        });
        let kept = Arc::clone(&witness);
        let enrolled = options.device_file().read();
        let key = enrolled.as_ref().map(|device| device.key.clone());
        if let Err(error) = link::come_as(&options.server, &options.identity_file()) {
            eprintln!("{}: {error}. Dé de alta este puesto otra vez.", options.identity_file().display());
        }
        let device = (options.device.as_str(), key, options.identity_file());
        let net = Net::start(&options.server, device, kept, move || wake.request_repaint());
        let wake = ctx.clone();
        let carrier = Carrier::new(PathBuf::from("/"), move || wake.request_repaint());
        let wake = ctx.clone();
        let keyring = Keyring::start(options.state.beside("llaves"), move || wake.request_repaint());
        let wake = ctx.clone();
        let sound = Alsa { microphone: options.microphone.clone() };
        let recorder = Recorder::start(options.clips.clone(), sound, move || wake.request_repaint());
        let wake = ctx.clone();
        let intakes = Intakes::new("/".into(), options.papers.clone(), move || wake.request_repaint());
        let mut seat = Seat::new(Known {
            enrolled: enrolled.as_ref().is_some_and(|device| !device.name.is_empty()),
            device: enrolled
                .map(|device| device.name)
                .filter(|name| !name.is_empty())
                .unwrap_or_else(|| options.device.clone()),
            settings: options.state.settings(),
            left_handed: options.left_handed,
            focused: true,
            texts: Arc::new(Texts::new(options.lang)),
            ..Known::default()
        });
        if let Some(kept) = options.state.read() {
            seat.locked = kept.locked;
            net.send(Some(&kept.token), Job::Resume);
        }
        let desk_clock = DeskClock::start(&options.server);
        let preview = Preview::open(&options.server, ctx);
        let wake = ctx.clone();
        let projector = Projector::start(move || wake.request_repaint());
        App {
            options,
            net,
            witness,
            link: None,
            door: None,
            token: None,
            seat,
            desk_clock,
            lists_at: None,
            machine_at: None,
            machine_waits: false,
            lost_at: None,
            back_at: None,
            last_key: Instant::now(),
            reader: KeyReader::default(),
            preview,
            projector,
            shot: None,
            carrier,
            keyring,
            recorder,
            intakes,
            searched_at: None,
            looked_at: None,
            player: Player::start(),
            sheet: None,
            log: Log::default(),
        }
    }

    /// With a log of what it shows.
    #[must_use]
    pub fn logging(self, log: Log) -> App {
        App { log, ..self }
    }

    fn log(&mut self, ctx: &egui::Context) {
        if self.log.is_on() && self.seat.shown().is_some_and(|shown| self.log.painted(shown)) {
            ctx.request_repaint();
        }
    }

    fn hear(&mut self, ctx: &egui::Context) {
        while let Ok(done) = self.net.done.try_recv() {
            let known = &mut self.seat.known;
            match done {
                Done::LoggedIn { token, me, pin_fault } => {
                    let advises = pin_fault.filter(|_| !self.seat.locked && !me.first_pin);
                    self.come_in(token, me, ctx);
                    if let Some(fault) = advises {
                        self.seat.advises_own_pin(fault);
                    }
                }
                Done::NotLoggedIn(Some(problem)) | Done::Refused(problem) => self.seat.refused(problem),
                Done::NotLoggedIn(None) => {
                    self.options.state.forget();
                    self.seat.answered();
                    self.seat.locked = false;
                }
                Done::Device(news) => {
                    if let DeviceNews::Enrolled(device) = &news {
                        // The key is there already; without the name it is known by the next log-in.
                        self.options.device_file().keep(device);
                    }
                    self.seat.hears_of_device(&news);
                    self.lists_at = None;
                }
                Done::Granted(seq) => {
                    self.seat.granted(seq);
                    self.seat.known.signatures = None;
                    self.lists_at = None;
                }
                Done::Inspected(seen) => known.inspection = Some(Arc::from(seen)),
                Done::Found(text, found) => known.search.answered(&text, found),
                Done::Studied(of) => known.statistics = Some(Arc::new(of)),
                Done::Signatures(papers) => known.signatures = Some(Arc::new(papers)),
                Done::NotFound(problem) => {
                    known.search.failed = true;
                    self.seat.tell(problem);
                }
                Done::Machine(seen) => {
                    // An answer that comes after its page was closed is old when the page is opened again.
                    let seen = seen.filter(|_| self.seat.looks_at_machine());
                    self.seat.known.machine = seen.map(Arc::from);
                    self.machine_waits = false;
                }
                Done::Sheet(path, picture) => {
                    let seen = picture.map_err(|problem| problem.detail).map(|picture| {
                        let first = sheet::first_ink(&picture);
                        let texture = ctx.load_texture("sheet", picture, egui::TextureOptions::LINEAR);
                        let (id, aspect) = (texture.id(), texture.aspect_ratio());
                        self.sheet = Some(texture);
                        SheetPicture { texture: id, aspect, first }
                    });
                    known.sheet = Some(Arc::new(SheetSeen { path, seen }));
                }
                Done::Lists(found) => {
                    let Lists { people, lists, templates } = *found;
                    (known.people, known.lists) = (Arc::new(people), Arc::new(lists));
                    known.templates = Arc::new(templates);
                }
            }
        }
        while let Ok(news) = self.keyring.news.try_recv() {
            if let Some(asks) = self.seat.hears_of_key(news) {
                self.act(asks);
            }
        }
        while let Ok(news) = self.carrier.news.try_recv() {
            if self.seat.hears(news) {
                self.keep_settings();
            }
        }
    }

    /// Searches again while somebody chooses, for a stick may be put in or a printer switched on; and while the list of a new hall says
    /// whether there is a printer.
    fn look_for_places(&mut self, ctx: &egui::Context) {
        let known = &self.seat.known;
        let chooses = |out: &&Out| self.seat.over == Some(Over::Paper) && out.stage == Stage::Choosing;
        let (id, way) = match known.out.as_ref().filter(chooses) {
            Some(out) => (out.id, out.way),
            None if known.me.is_some() && known.is_new() => (NO_DIALOG, Way::Print),
            None => return,
        };
        if self.looked_at.is_none_or(|(of, at)| of != id || at.elapsed() >= PLACES_EVERY) {
            self.looked_at = Some((id, Instant::now()));
            self.carrier.look(way);
        }
        ctx.request_repaint_after(PLACES_EVERY);
    }

    /// While nobody is logged in, the console follows the public board.
    fn look_through_the_door(&mut self, ctx: &egui::Context) {
        if self.link.is_none() && self.door.is_none() {
            let kept = Arc::clone(&self.witness);
            let door = Link::watch(&self.options.server, &self.options.device, None, kept);
            let wake = ctx.clone();
            door.on_change(move || wake.request_repaint());
            self.door = Some(door);
        }
    }

    /// Takes over board, clock and state of the link.
    fn look_at_the_link(&mut self) {
        let door = self.door.as_ref().map(Link::board);
        let seen = self.link.as_ref().map(Link::board);
        // The token is of a server that is gone, or was revoked: a promoted spare knows nobody until they log in.
        let refused = seen.as_ref().and_then(|seen| seen.refused.as_ref()).filter(|why| why.status == 401);
        if let Some(why) = refused {
            if why.code == LOG_IN_OVER.code {
                self.log_in_is_over(why.clone())
            } else {
                self.leave()
            }
            return;
        }
        let link = match (&door, &seen) {
            (Some(door), _) => self.link_state(door),
            (None, Some(seen)) => self.link_state(seen),
            (None, None) => LinkState::default(),
        };
        let clock = seen.as_ref().and_then(|seen| seen.clock).or(door.and_then(|door| door.clock));
        let known = &mut self.seat.known;
        known.link = link;
        known.now_utc_ms = clock.map_or(0, |clock| clock.now_utc_ms());
        known.utc_offset_minutes = clock.map_or(0, |clock| clock.utc_offset_minutes);
        known.seq = seen.as_ref().map_or(0, |seen| seen.seq);
        known.board = seen.map(|seen| seen.board).unwrap_or_default();
    }

    /// Notes when the connection was lost, and when it came back.
    fn link_state<B: Board>(&mut self, seen: &Seen<B>) -> LinkState {
        let ever = seen.wholes > 0;
        match (seen.connected, self.lost_at) {
            (false, None) if ever => self.lost_at = Some(Instant::now()),
            (true, Some(_)) => (self.lost_at, self.back_at) = (None, Some(Instant::now())),
            (true | false, _) => {}
        }
        LinkState {
            connected: seen.connected,
            ever,
            silent_for: self.lost_at.map(|lost| lost.elapsed()),
            just_back: self.link.is_some() && self.back_at.is_some_and(|back| back.elapsed() < BACK_FOR),
            refused: seen.refused.clone(),
            behind: seen.behind,
            players: seen.players.clone(),
            board_code: seen.board_code.clone(),
        }
    }

    /// Fetches lists when they are old, and locks a desk that was left alone.
    fn look_at_the_time(&mut self) {
        let known = &self.seat.known;
        let prints = known.lists.printings.iter().any(|row| row.state == PrintingState::Ordered);
        let exports = known.board.exports.under_way.is_some();
        let every = if exports || prints && known.desk == Desk::Sala { PROGRESS_EVERY } else { LISTS_EVERY };
        let due = self.lists_at.is_none_or(|at| at.elapsed() > every);
        if due && known.link.connected && self.token.is_some() {
            self.lists_at = Some(Instant::now());
            self.send(Job::Lists);
        }
        self.look_at_the_machine();
        let alone = self.last_key.elapsed() > self.options.lock_after;
        if self.seat.known.me.is_some() && !self.seat.locked && alone {
            self.seat.lock();
            self.keep_locked();
        }
    }

    /// Asks for the machine's state while its page is shown, once a second and not before the last answer.
    fn look_at_the_machine(&mut self) {
        if !self.seat.looks_at_machine() {
            self.seat.known.machine = None;
            self.machine_at = None;
            return;
        }
        let due = self.machine_at.is_none_or(|at| at.elapsed() >= MACHINE_EVERY);
        if due && !self.machine_waits && self.seat.known.link.connected && self.token.is_some() {
            self.machine_at = Some(Instant::now());
            self.machine_waits = self.send(Job::Machine);
        }
    }

    /// Shows the recorder while its page is on the screen. Whoever leaves the page leaves the take.
    fn look_at_the_recorder(&mut self) {
        let shown = self.seat.looks_at_recorder();
        if !shown && self.seat.known.recorder.is_some() {
            self.recorder.act(Act::Leave);
        }
        self.seat.known.recorder = shown.then(|| self.recorder.booth());
    }

    /// Takes what was found of the film, while its page is on the screen. What it showed is gone when the page is left: there are people in it.
    fn look_at_the_film(&mut self, ctx: &egui::Context) {
        let shown = self.seat.looks_at_film();
        while let Ok((wish, found)) = self.projector.news.try_recv() {
            if !shown {
                continue;
            }
            let film = self.seat.known.film.get_or_insert_default();
            (film.answered, film.trouble) = (Some(wish), None);
            match found {
                Found::Game(of) => film.of = Some(Arc::new(of)),
                Found::Picture(picture, at_utc_ms) => {
                    match &mut self.shot {
                        Some(shot) => shot.set(picture, egui::TextureOptions::LINEAR),
                        None => {
                            self.shot = Some(ctx.load_texture("film", picture, egui::TextureOptions::LINEAR))
                        }
                    }
                    let shot = self.shot.as_ref().map(|shot| (shot.id(), shot.aspect_ratio()));
                    film.shot = shot.map(|(texture, aspect)| Shot { wish, texture, aspect, at_utc_ms });
                }
                Found::Sound => (),
                Found::Nothing(problem) => film.trouble = Some(problem),
            }
        }
        // Who logs out has left the page too.
        if !shown && (self.seat.known.film.is_some() || self.shot.is_some()) {
            (self.seat.known.film, self.shot) = (None, None);
            self.projector.hush();
        }
    }

    /// Gives a job to the threads, in the name of the user. Returns `false` without one, or if they are busy.
    fn send(&self, job: Job) -> bool {
        self.token.as_ref().is_some_and(|token| self.net.send(Some(token), job))
    }

    fn take_in(&self, act: cards_file::Act) {
        if let Some(token) = &self.token {
            self.intakes.act(act, self.net.client(token));
        }
    }

    /// Searches for files while somebody chooses one; who leaves the page leaves what was read.
    fn look_at_the_files(&mut self, ctx: &egui::Context) {
        let wanted = self.seat.looks_for();
        while let Ok(news) = self.intakes.news.try_recv() {
            if wanted.is_some() {
                if matches!(news, cards_file::News::Stage(cards_file::Stage::Taken { .. })) {
                    self.lists_at = None;
                }
                self.seat.hears_of_files(news);
            }
        }
        let Some(wanted) = wanted else {
            if self.seat.known.intake != Intake::default() {
                self.seat.known.intake = Intake::default();
                self.take_in(cards_file::Act::Forget);
            }
            self.searched_at = None;
            return;
        };
        if self.searched_at.is_none_or(|at| at.elapsed() >= PLACES_EVERY) {
            self.searched_at = Some(Instant::now());
            self.take_in(wanted);
        }
        ctx.request_repaint_after(PLACES_EVERY);
    }

    fn project(&self, wish: Wish) {
        if let Some(token) = &self.token {
            self.projector.wish(wish, self.net.client(token));
        }
    }

    fn carry(&self, taking: Taking) {
        if let Some(token) = &self.token {
            self.carrier.carry(self.net.client(token), taking);
        }
    }

    fn own_key(&mut self, act: KeyAct) {
        let known = &self.seat.known;
        let Some(person) = known.person() else { return };
        let owner = Owner { hall: known.public().hall.clone(), person };
        if !self.keyring.act(owner, act) {
            self.seat.answered();
        }
    }

    /// The key is on the disk before the hall is asked for anything.
    fn ask_about_devices(&mut self, act: DeviceAct) {
        if matches!(act, DeviceAct::Here(_) | DeviceAct::Enrol(_)) {
            let Some(key) = self.options.device_file().key() else {
                return self.seat.refused(own_problem("puesto-no-guardado", ""));
            };
            self.net.shows_key(&key);
        }
        self.net.send(self.token.as_deref(), Job::Device(act));
    }

    fn keep_settings(&self) {
        self.options.state.keep_settings(&self.seat.known.settings);
    }

    fn keep_locked(&self) {
        if let Some(token) = &self.token {
            self.options.state.keep(&Kept { token: token.clone(), locked: true });
        }
    }

    /// Does the program's part of a press.
    fn act(&mut self, press: Press) {
        let job = match press {
            Press::Ask(orders) => Job::Ask(orders),
            Press::Find(text) => Job::Find(text),
            Press::Study(set) => Job::Study(set),
            Press::Voice(wish) => Job::Voice(wish),
            Press::Record(act) => return self.recorder.act(act),
            Press::Film(wish) => return self.project(wish),
            Press::Cards(act) => return self.take_in(act),
            Press::Signatures => {
                self.own_key(KeyAct::Look);
                Job::Signatures
            }
            Press::OwnKey(act) => return self.own_key(act),
            Press::Preview(path) => Job::Preview(path),
            Press::Inspect => Job::Inspect,
            Press::LogIn { user, pin } => {
                self.net.send(None, Job::LogIn { user, pin });
                return;
            }
            Press::Device(act) => return self.ask_about_devices(act),
            Press::Lock => return self.keep_locked(),
            Press::LogOut => return self.go_out(),
            Press::Sounds | Press::Pedal(_) => return self.keep_settings(),
            Press::Paper(paper) => {
                return self.carry(Taking { id: 0, paper, to: To::Folder(self.options.papers.clone()) });
            }
            Press::Take(taking) => {
                self.keep_settings();
                return self.carry(taking);
            }
            Press::Open(_) | Press::Close | Press::Help | Press::Sit(_) => return,
            Press::Understood | Press::Out(..) => return,
            Press::Language | Press::Hand | Press::Typed | Press::Key(_) | Press::Refuse(_) => return,
        };
        self.send(job);
    }
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut Ui, frame: &mut eframe::Frame) {
        let ctx = ui.ctx().clone();
        self.seat.known.hour = self.desk_clock.frame(frame.info().cpu_usage.unwrap_or_default());
        fit(&ctx);
        self.log.swapped();
        self.hear(&ctx);
        self.look_at_the_link();
        self.look_through_the_door(&ctx);
        self.look_at_the_time();
        self.look_for_places(&ctx);
        self.look_at_the_recorder();
        self.look_at_the_film(&ctx);
        self.look_at_the_files(&ctx);
        self.seat.known.camera = self.preview.camera(&ctx);
        self.seat.known.focused = ctx.input(|input| input.focused);
        self.reader.text_has_keys = self.seat.view().writes();
        self.reader.pedal = self.seat.known.settings.pedal();
        let typed = self.reader.take(&ctx);
        self.seat.hears_key(self.reader.last.take());
        let (at_s, touched) = ctx.input(|input| (input.time, input.pointer.any_down()));
        if !typed.is_empty() || touched {
            self.last_key = Instant::now();
        }
        if let Some(stop) = self.seat.look(at_s) {
            self.act(stop);
        }
        let done = self.seat.show(ui, &typed, at_s);
        self.log(&ctx);
        if !done.is_empty() || self.seat.types_ahead() {
            ctx.request_repaint();
        }
        for done in done.into_iter().filter(|done| done.outside) {
            self.act(done.press);
        }
        for sound in self.seat.ear.take() {
            if !(self.seat.known.settings.quiet || self.options.quiet) {
                self.player.play(sound);
            }
        }
        self.preview.watch(take_camera_shown(&ctx));
        if self.reader.has_more() {
            ctx.request_repaint();
        } else if self.reader.is_scanning() {
            ctx.request_repaint_after(Duration::from_millis(40));
        }
        // Once a second is enough for clocks, countdowns and a lost connection.
        let known = &self.seat.known;
        let next_second = 1000 - u64::try_from(known.now_utc_ms.rem_euclid(1000)).unwrap_or(0);
        let pause = if known.sending.is_some() { 100 } else { next_second.min(500) };
        ctx.request_repaint_after(Duration::from_millis(pause));
    }

    fn clear_color(&self, _visuals: &egui::Visuals) -> [f32; 4] {
        hall_look::colour::GROUND.to_normalized_gamma_f32()
    }
}

/// Scales the screen so that 1280 × 720 points always fit.
fn fit(ctx: &egui::Context) {
    let (size, ppp) = ctx.input(|input| (input.viewport_rect().size(), input.pixels_per_point()));
    let pixels = size * ppp;
    let native = ppp / ctx.zoom_factor();
    let zoom = (pixels.x / 1280.0).min(pixels.y / 720.0) / native;
    if zoom > 0.2 && (zoom - ctx.zoom_factor()).abs() > 0.004 {
        ctx.set_zoom_factor(zoom);
    }
}
