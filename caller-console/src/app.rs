//! The program in its window: reads the keys, tells the seat what the link says, asks what was pressed.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use egui::Ui;
use hall_wire::board::{Board, MesaBoard, PublicBoard};
use hall_wire::link::{Link, Seen};
use hall_wire::message::{Me, PrintingState};

use crate::keys::Reader;
use crate::known::{Desk, Known, LinkState, SheetPicture, SheetSeen};
use crate::net::{Done, Net};
use crate::papers::carrier::Carrier;
use crate::papers::{Taking, To};
use crate::place::Over;
use crate::preview::Preview;
use crate::seat::{Outside, Seat};
use crate::sheet;
use crate::shown::Log;
use crate::sound::player::Player;
use crate::state::{Kept, State};
use crate::text::{Language, Texts};
use crate::view::part::take_camera_shown;

/// How a console is started.
#[derive(Debug, Clone)]
pub struct Options {
    /// The server, as in `http://127.0.0.1:8080`.
    pub server: String,
    /// The device's name.
    pub device: String,
    /// After so long without a key the desk locks itself.
    pub lock_after: Duration,
    /// The language at the start.
    pub language: Language,
    /// The bar at the left.
    pub left_handed: bool,
    /// Where the console keeps its log-in from one start to the next.
    pub state: State,
    /// The folder where papers are kept.
    pub papers: PathBuf,
    /// Without sounds, whatever the desk remembers.
    pub quiet: bool,
}

/// The console in its window.
pub struct App {
    options: Options,
    net: Net,
    link: Option<Link<MesaBoard>>,
    /// While nobody sits here, what everybody may see: whether the server is there, and its clock.
    door: Option<Link<PublicBoard>>,
    token: Option<String>,
    seat: Seat,
    /// When the lists were asked for last.
    lists_at: Option<Instant>,
    machine: MachineAsked,
    lost_at: Option<Instant>,
    back_at: Option<Instant>,
    last_key: Instant,
    reader: Reader,
    preview: Preview,
    carrier: Carrier,
    /// For which dialog printers or sticks were looked for last, and when.
    looked_at: Option<(u64, Instant)>,
    player: Player,
    /// The sheet of cards on the screen: it is gone from there when this is.
    sheet: Option<egui::TextureHandle>,
    log: Log,
}

/// How long «de nuevo en línea» is said.
const BACK_FOR: Duration = Duration::from_secs(3);

/// How often printers and sticks are looked for while somebody chooses one.
const PLACES_EVERY: Duration = Duration::from_secs(2);

/// How often the machine is asked about while its page is shown.
const MACHINE_EVERY: Duration = Duration::from_secs(1);

/// When the machine was asked about.
#[derive(Debug)]
struct MachineAsked {
    at: Option<Instant>,
    answered: bool,
}

impl Default for MachineAsked {
    fn default() -> MachineAsked {
        MachineAsked { at: None, answered: true }
    }
}

impl App {
    /// Starts the console in its window.
    pub fn new(options: Options, ctx: &egui::Context) -> App {
        hall_look::font::install(ctx);
        ctx.set_visuals(egui::Visuals::dark());
        ctx.options_mut(|options| options.zoom_with_keyboard = false);
        let wake = ctx.clone();
        let net = Net::start(&options.server, &options.device, move || wake.request_repaint());
        let wake = ctx.clone();
        let carrier = Carrier::new(PathBuf::from("/"), move || wake.request_repaint());
        let mut seat = Seat::new(nothing_known(&options));
        if let Some(kept) = options.state.read() {
            seat.locked = kept.locked;
            net.resume(kept.token);
        }
        let preview = Preview::open(&options.server, ctx);
        App {
            options,
            net,
            link: None,
            door: None,
            token: None,
            seat,
            lists_at: None,
            machine: MachineAsked::default(),
            lost_at: None,
            back_at: None,
            last_key: Instant::now(),
            reader: Reader::default(),
            preview,
            carrier,
            looked_at: None,
            player: Player::start(),
            sheet: None,
            log: Log::default(),
        }
    }

    /// Returns it writing down what it shows.
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
            match done {
                Done::In { token, me } => self.come_in(token, me, ctx),
                Done::NotIn(Some(problem)) => self.seat.refused(problem),
                Done::NotIn(None) => {
                    self.options.state.forget();
                    self.seat.answered();
                    self.seat.locked = false;
                }
                Done::Granted { seq } => {
                    self.seat.granted(seq);
                    self.lists_at = None;
                }
                Done::Refused(problem) => self.seat.refused(problem),
                Done::Out => {}
                Done::Inspected(seen) => self.seat.known.inspection = Some(Arc::from(seen)),
                Done::Found(found) => self.seat.known.found = Some(Arc::from(found)),
                Done::Studied(of) => self.seat.known.statistics = Some(Arc::from(of)),
                Done::NotFound(problem) => self.seat.tell(problem),
                Done::Machine(seen) => {
                    // Who has closed the page meanwhile does not find an old answer there later.
                    self.seat.known.machine = seen.filter(|_| self.seat.looks_at_machine()).map(Arc::from);
                    self.machine.answered = true;
                }
                Done::Sheet(path, picture) => {
                    let seen = picture.map_err(|problem| problem.detail).map(|picture| {
                        let first = sheet::first_ink(&picture);
                        let texture = ctx.load_texture("sheet", picture, egui::TextureOptions::LINEAR);
                        let (id, aspect) = (texture.id(), texture.aspect_ratio());
                        self.sheet = Some(texture);
                        SheetPicture { texture: id, aspect, first }
                    });
                    self.seat.known.sheet = Some(Arc::new(SheetSeen { path, seen }));
                }
                Done::Lists { people, lists, templates } => {
                    self.seat.known.templates = Arc::new(templates);
                    self.seat.known.people = Arc::new(people);
                    self.seat.known.lists = Arc::new(lists);
                }
            }
        }
        while let Ok(told) = self.carrier.told.try_recv() {
            if self.seat.told(told) {
                self.options.state.keep_settings(&self.seat.known.settings);
            }
        }
    }

    /// While somebody chooses a printer or a stick, one may be put in or switched on.
    fn look_for_places(&mut self, ctx: &egui::Context) {
        let out = self.seat.known.out.as_ref();
        let Some(out) = out.filter(|out| self.seat.over == Some(Over::Paper) && out.looks()) else { return };
        if self.looked_at.is_none_or(|(id, at)| id != out.id || at.elapsed() >= PLACES_EVERY) {
            self.looked_at = Some((out.id, Instant::now()));
            self.carrier.look(out.way);
        }
        ctx.request_repaint_after(PLACES_EVERY);
    }

    fn come_in(&mut self, token: String, me: Me, ctx: &egui::Context) {
        let resumed = self.seat.known.me.is_none() && self.seat.locked;
        self.seat.comes_in(me, resumed);
        let link = Link::open(&self.options.server, &self.options.device, Some(token.clone()));
        let wake = ctx.clone();
        link.on_change(move || wake.request_repaint());
        (self.link, self.door) = (Some(link), None);
        self.options.state.keep(&Kept { token: token.clone(), locked: resumed });
        self.token = Some(token);
        self.lists_at = None;
        self.last_key = Instant::now();
    }

    fn go_out(&mut self) {
        if let Some(token) = self.token.take() {
            self.net.log_out(self.net.client(&token));
        }
        self.options.state.forget();
        (self.link, self.lost_at, self.back_at) = (None, None, None);
        self.seat.goes_out();
    }

    /// While nobody sits here the console looks through the door.
    fn look_through_the_door(&mut self, ctx: &egui::Context) {
        if self.link.is_none() && self.door.is_none() {
            let door = Link::open(&self.options.server, &self.options.device, None);
            let wake = ctx.clone();
            door.on_change(move || wake.request_repaint());
            self.door = Some(door);
        }
    }

    /// Takes what the link says at this moment.
    fn look_at_the_link(&mut self) {
        let door = self.door.as_ref().map(Link::board);
        let seen = self.link.as_ref().map(Link::board);
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

    /// Notices silence and return.
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
        }
    }

    /// Asks for lists when they are old, and locks a desk that was left alone.
    fn look_at_the_time(&mut self) {
        let known = &self.seat.known;
        let prints = known.lists.printings.iter().any(|row| row.state == PrintingState::Ordered);
        let every = Net::lists_every(prints && known.desk == Desk::Sala);
        let due = self.lists_at.is_none_or(|at| at.elapsed() > every);
        if let (true, true, Some(token)) = (due, self.seat.known.link.connected, &self.token) {
            self.lists_at = Some(Instant::now());
            self.net.lists(self.net.client(token));
        }
        self.look_at_the_machine();
        let alone = self.last_key.elapsed() > self.options.lock_after;
        if self.seat.known.me.is_some() && !self.seat.locked && alone {
            self.seat.lock();
            self.keep_locked();
        }
    }

    /// Asks how the machine is, while somebody looks at its page: never a second time before the answer.
    fn look_at_the_machine(&mut self) {
        if !self.seat.looks_at_machine() {
            self.seat.known.machine = None;
            self.machine.at = None;
            return;
        }
        let due = self.machine.at.is_none_or(|at| at.elapsed() >= MACHINE_EVERY);
        if let (true, true, Some(token)) =
            (due && self.machine.answered, self.seat.known.link.connected, &self.token)
        {
            self.machine = MachineAsked {
                at: Some(Instant::now()),
                answered: !self.net.machine(self.net.client(token)),
            };
        }
    }

    fn keep_locked(&self) {
        if let Some(token) = &self.token {
            self.options.state.keep(&Kept { token: token.clone(), locked: true });
        }
    }

    fn go_outside(&mut self, outside: Outside) {
        match (outside, &self.token) {
            (Outside::LogIn { user, pin }, _) => self.net.log_in(user, pin),
            (Outside::Locked, _) => self.keep_locked(),
            (Outside::LogOut, _) => self.go_out(),
            (Outside::Ask(orders), Some(token)) => self.net.ask(self.net.client(token), orders),
            (Outside::Paper(paper), Some(token)) => {
                let to = To::Folder(self.options.papers.clone());
                self.carrier.carry(0, self.net.client(token), Taking { paper, to });
            }
            (Outside::Take(id, taking), Some(token)) => {
                self.options.state.keep_settings(&self.seat.known.settings);
                self.carrier.carry(id, self.net.client(token), taking);
            }
            (Outside::Settings, _) => self.options.state.keep_settings(&self.seat.known.settings),
            (Outside::Find(sought), Some(token)) => self.net.find(self.net.client(token), sought),
            (Outside::Study(set), Some(token)) => self.net.study(self.net.client(token), set),
            (Outside::Preview(path), Some(token)) => self.net.preview(self.net.client(token), path),
            (Outside::Inspect, Some(token)) => self.net.inspect(self.net.client(token)),
            // Nobody sits here: there is nobody to ask for.
            (
                Outside::Ask(_)
                | Outside::Paper(_)
                | Outside::Take(..)
                | Outside::Find(_)
                | Outside::Preview(_)
                | Outside::Study(_)
                | Outside::Inspect,
                None,
            ) => {}
        }
    }
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        let ctx = ui.ctx().clone();
        fit(&ctx);
        self.log.swapped();
        self.hear(&ctx);
        self.look_through_the_door(&ctx);
        self.look_at_the_link();
        self.look_at_the_time();
        self.look_for_places(&ctx);
        self.seat.known.camera = self.preview.camera(&ctx);
        self.seat.known.focused = ctx.input(|input| input.focused);
        self.reader.text_has_keys = self.seat.view().writes();
        let typed = self.reader.take(&ctx);
        let (at_s, touched) = ctx.input(|input| (input.time, input.pointer.any_down()));
        if !typed.is_empty() || touched {
            self.last_key = Instant::now();
        }
        if let Some(outside) = self.seat.look(at_s) {
            self.go_outside(outside);
        }
        let done = self.seat.show(ui, &typed, at_s);
        self.log(&ctx);
        if !done.is_empty() || self.seat.types_ahead() {
            ctx.request_repaint();
        }
        for outside in done.into_iter().filter_map(|done| done.outside) {
            self.go_outside(outside);
        }
        for sound in self.seat.take_sounds() {
            if !(self.seat.known.settings.quiet || self.options.quiet) {
                self.player.play(sound);
            }
        }
        self.preview.is_watched(take_camera_shown(&ctx));
        if self.reader.has_more() {
            ctx.request_repaint();
        } else if self.reader.is_scanning() {
            ctx.request_repaint_after(Duration::from_millis(40));
        }
        // Clocks and countdowns: once a second is enough, and silence is noticed in time.
        let known = &self.seat.known;
        let next_second = 1000 - u64::try_from(known.now_utc_ms.rem_euclid(1000)).unwrap_or(0);
        let pause = if known.sending.is_some() { 100 } else { next_second.min(500) };
        ctx.request_repaint_after(Duration::from_millis(pause));
    }

    fn clear_color(&self, _visuals: &egui::Visuals) -> [f32; 4] {
        hall_look::colour::GROUND.to_normalized_gamma_f32()
    }
}

/// What is known before anything was heard.
fn nothing_known(options: &Options) -> Known {
    Known {
        seq: 0,
        board: Arc::default(),
        link: LinkState::default(),
        now_utc_ms: 0,
        utc_offset_minutes: 0,
        me: None,
        device: options.device.clone(),
        desk: Desk::Mesa,
        people: Arc::default(),
        lists: Arc::default(),
        templates: Arc::default(),
        inspection: None,
        found: None,
        statistics: None,
        machine: None,
        sheet: None,
        camera: crate::known::Camera::None,
        sending: None,
        refused: None,
        note: None,
        out: None,
        settings: options.state.settings(),
        left_handed: options.left_handed,
        focused: true,
        texts: Arc::new(Texts::new(options.language)),
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
