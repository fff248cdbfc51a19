//! The program in its window: reads the keys, knows what the link says, asks what was pressed.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use egui::Ui;
use hall_wire::board::{MesaBoard, PublicBoard};
use hall_wire::link::Link;
use hall_wire::message::{HallLists, Inspection, Me};

use crate::keys::Reader;
use crate::known::{Camera, Desk, Known, LinkState, Member, Refused, Sending};
use crate::net::{Done, Net};
use crate::place::Over;
use crate::press::{Press, Request};
use crate::preview::Preview;
use crate::shell::Shell;
use crate::shown::{Log, Shown};
use crate::state::{Kept, State};
use crate::text::{Language, Texts};
use crate::views::Views;

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
}

/// The console.
pub struct App {
    options: Options,
    net: Net,
    link: Option<Link<MesaBoard>>,
    /// While nobody sits here, what everybody may see: whether the server is there, and its clock.
    door: Option<Link<PublicBoard>>,
    token: Option<String>,
    me: Option<Me>,
    desk: Desk,
    over: Option<Over>,
    locked: bool,
    language: Language,
    texts: Arc<Texts>,
    people: Arc<BTreeMap<u32, Member>>,
    lists: Arc<HallLists>,
    inspection: Option<Arc<Inspection>>,
    lists_at: Option<(Instant, u64)>,
    sending: Option<(String, Instant, Option<u64>)>,
    /// PARADA was pressed while something was being recorded: it is asked for next, as the board is then.
    stop_next: bool,
    refused: Option<Refused>,
    lost_at: Option<Instant>,
    back_at: Option<Instant>,
    last_key: Instant,
    reader: Reader,
    shell: Shell,
    views: Views,
    preview: Preview,
    log: Log,
}

/// How long «de nuevo en línea» is said.
const BACK_FOR: Duration = Duration::from_secs(3);

/// How long the board may take to show what the desk granted.
const SHOW_MAX: Duration = Duration::from_secs(3);

impl App {
    /// Starts the console in its window.
    pub fn new(options: Options, ctx: &egui::Context) -> App {
        hall_look::font::install(ctx);
        ctx.set_visuals(egui::Visuals::dark());
        ctx.options_mut(|options| options.zoom_with_keyboard = false);
        let wake = ctx.clone();
        let net = Net::start(&options.server, &options.device, move || wake.request_repaint());
        let kept = options.state.read();
        let mut locked = false;
        if let Some(kept) = kept {
            locked = kept.locked;
            net.resume(kept.token);
        }
        let language = options.language;
        let preview = Preview::open(&options.server, ctx);
        App {
            options,
            net,
            link: None,
            door: None,
            token: None,
            me: None,
            desk: Desk::Mesa,
            over: None,
            locked,
            language,
            texts: Arc::new(Texts::new(language)),
            people: Arc::default(),
            lists: Arc::default(),
            inspection: None,
            lists_at: None,
            sending: None,
            stop_next: false,
            refused: None,
            lost_at: None,
            back_at: None,
            last_key: Instant::now(),
            reader: Reader::default(),
            shell: Shell::default(),
            views: Views::default(),
            preview,
            log: Log::default(),
        }
    }

    /// Returns it writing down what it shows.
    #[must_use]
    pub fn logging(self, log: Log) -> App {
        App { log, ..self }
    }

    fn log(&mut self, known: &Known, ctx: &egui::Context) {
        if let Some(painted) = self.shell.painted().filter(|_| self.log.is_on())
            && self.log.painted(Shown::of(known, self.over, self.locked, painted))
        {
            ctx.request_repaint();
        }
    }

    fn hear(&mut self, ctx: &egui::Context) {
        while let Ok(done) = self.net.done.try_recv() {
            match done {
                Done::In { token, me } => self.come_in(token, me, ctx),
                Done::NotIn(problem) => {
                    self.sending = None;
                    if let Some(problem) = problem {
                        self.refuse(problem);
                    } else {
                        self.options.state.forget();
                        self.locked = false;
                    }
                }
                Done::Granted { seq } => {
                    if let Some(sending) = &mut self.sending {
                        sending.2 = Some(seq);
                    }
                    let known = self.known();
                    self.views.present(&known, self.over, self.locked).granted();
                    if self.over.is_some_and(Over::closes_when_granted) {
                        self.over = None;
                    }
                    self.lists_at = None;
                }
                Done::Refused(problem) => {
                    self.sending = None;
                    self.refuse(problem);
                }
                Done::Out => {}
                Done::Inspected(seen) => self.inspection = Some(Arc::from(seen)),
                Done::Lists { people, lists } => {
                    self.people = Arc::new(people);
                    self.lists = Arc::new(lists);
                }
                Done::Paper(path) => {
                    let problem = crate::net::own_problem("papel", &path.display().to_string());
                    self.refuse(problem);
                }
            }
        }
    }

    fn refuse(&mut self, problem: hall_wire::problem::Problem) {
        let seq = self.link.as_ref().map_or(0, |link| link.board().seq);
        self.refused = Some(Refused { problem, seq });
        let known = self.known();
        self.views.present(&known, self.over, self.locked).refused();
    }

    fn come_in(&mut self, token: String, me: Me, ctx: &egui::Context) {
        self.sending = None;
        self.refused = None;
        let resumed = self.me.is_none() && self.locked;
        if self.me.as_ref().is_none_or(|before| before.person != me.person) {
            self.views.clear();
            self.inspection = None;
            self.over = None;
            self.desk = Desk::of(&me.roles).first().copied().unwrap_or(Desk::Mesa);
        }
        self.locked = resumed;
        let link = Link::open(&self.options.server, &self.options.device, Some(token.clone()));
        let wake = ctx.clone();
        link.on_change(move || wake.request_repaint());
        (self.link, self.door) = (Some(link), None);
        self.options.state.keep(&Kept { token: token.clone(), locked: self.locked });
        self.token = Some(token);
        self.me = Some(me);
        self.lists_at = None;
        self.last_key = Instant::now();
    }

    fn go_out(&mut self) {
        if let Some(token) = self.token.take() {
            self.net.log_out(self.net.client(&token));
        }
        self.options.state.forget();
        (self.link, self.me, self.over, self.locked) = (None, None, None, false);
        (self.sending, self.refused, self.lost_at, self.back_at) = (None, None, None, None);
        self.inspection = None;
        self.views.clear();
    }

    fn lock(&mut self) {
        self.locked = true;
        self.over = None;
        if let Some(token) = &self.token {
            self.options.state.keep(&Kept { token: token.clone(), locked: true });
        }
    }

    /// Everything the views may know, at this moment.
    fn known(&self) -> Known {
        let seen = self.link.as_ref().map(Link::board);
        let link = seen.as_ref().map_or_else(LinkState::default, |seen| LinkState {
            connected: seen.connected,
            ever: seen.wholes > 0,
            silent_for: self.lost_at.map(|lost| lost.elapsed()),
            just_back: self.back_at.is_some_and(|back| back.elapsed() < BACK_FOR),
            refused: seen.refused.clone(),
        });
        let door = self.door.as_ref().map(Link::board);
        let link = door.as_ref().map_or(link, |door| LinkState {
            connected: door.connected,
            ever: door.wholes > 0,
            silent_for: self.lost_at.map(|lost| lost.elapsed()),
            just_back: false,
            refused: door.refused.clone(),
        });
        let clock = seen.as_ref().and_then(|seen| seen.clock).or(door.and_then(|door| door.clock));
        Known {
            seq: seen.as_ref().map_or(0, |seen| seen.seq),
            board: seen.as_ref().map(|seen| Arc::clone(&seen.board)).unwrap_or_default(),
            link,
            now_utc_ms: clock.map_or(0, |clock| clock.now_utc_ms()),
            utc_offset_minutes: clock.map_or(0, |clock| clock.utc_offset_minutes),
            me: self.me.clone(),
            device: self.options.device.clone(),
            desk: self.desk,
            people: Arc::clone(&self.people),
            lists: Arc::clone(&self.lists),
            inspection: self.inspection.clone(),
            camera: Camera::None,
            sending: self
                .sending
                .as_ref()
                .map(|(what, since, _)| Sending { what: what.clone(), since: since.elapsed() }),
            refused: self.refused.clone(),
            left_handed: self.options.left_handed,
            focused: true,
            texts: Arc::clone(&self.texts),
        }
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

    /// Notices silence, return, and what the board has caught up with.
    fn watch(&mut self, known: &Known) {
        match (known.link.connected, self.lost_at) {
            (false, None) if known.link.ever => self.lost_at = Some(Instant::now()),
            (true, Some(_)) => (self.lost_at, self.back_at) = (None, Some(Instant::now())),
            (true | false, _) => {}
        }
        if let Some((_, since, Some(seq))) = &self.sending
            && (known.seq >= *seq || since.elapsed() > SHOW_MAX)
        {
            self.sending = None;
        }
        if self.stop_next && self.sending.is_none() {
            self.stop_next = false;
            // Somebody else may have stopped it meanwhile.
            if known.scene() == hall_wire::board::Scene::Draw
                && let Some(Press::Ask(request)) = crate::view::mesa::stop(known).and_then(|stop| stop.press)
            {
                self.ask(request);
            }
        }
        let due = self.lists_at.is_none_or(|(at, _)| at.elapsed() > Net::lists_every());
        if let (true, true, Some(token)) = (due, known.link.connected, &self.token) {
            self.lists_at = Some((Instant::now(), known.seq));
            self.net.lists(self.net.client(token));
        }
        if self.me.is_some() && !self.locked && self.last_key.elapsed() > self.options.lock_after {
            self.lock();
        }
    }

    fn act(&mut self, press: Press, ctx: &egui::Context) {
        match press {
            Press::Ask(request) => self.ask(request),
            Press::LogIn { user, pin } => {
                self.refused = None;
                self.sending = Some((self.texts.get("login-checking", &[]), Instant::now(), None));
                self.net.log_in(user, pin);
            }
            Press::Lock => self.lock(),
            Press::LogOut => self.go_out(),
            Press::Open(over) => (self.over, self.refused) = (Some(over), None),
            Press::Close => (self.over, self.refused) = (None, None),
            Press::Sit(desk) => (self.desk, self.over, self.refused) = (desk, None, None),
            Press::Understood => self.refused = None,
            Press::Language => {
                self.language = self.language.other();
                self.texts = Arc::new(Texts::new(self.language));
            }
            Press::Hand => self.options.left_handed = !self.options.left_handed,
            Press::Typed => {}
            Press::Paper(paper) => {
                if let Some(token) = &self.token {
                    self.net.paper(self.net.client(token), paper);
                }
            }
            Press::Inspect => {
                if let Some(token) = &self.token {
                    self.net.inspect(self.net.client(token));
                }
            }
            Press::Refuse(code) => self.refuse(crate::net::own_problem(code, "")),
        }
        ctx.request_repaint();
    }

    fn ask(&mut self, request: Request) {
        if self.sending.is_some() && request.asks.first().is_some_and(|ask| ask.command == "stop") {
            self.stop_next = true;
            return;
        }
        // One thing at a time: what the desk has not answered is not asked over.
        let (Some(token), None) = (&self.token, &self.sending) else { return };
        self.refused = None;
        self.sending = Some((request.what.clone(), Instant::now(), None));
        self.net.ask(self.net.client(token), request);
    }
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        let ctx = ui.ctx().clone();
        fit(&ctx);
        self.log.swapped();
        self.hear(&ctx);
        self.look_through_the_door(&ctx);
        let mut known = self.known();
        self.watch(&known);
        known.sending = self.known().sending;
        known.camera = self.preview.camera(&ctx);
        known.focused = ctx.input(|input| input.focused);
        self.reader.text_has_keys = self.views.present(&known, self.over, self.locked).writes();
        let typed = self.reader.take(&ctx);
        let (at_s, touched) = ctx.input(|input| (input.time, input.pointer.any_down()));
        if !typed.is_empty() || touched {
            self.last_key = Instant::now();
        }
        let view = self.views.present(&known, self.over, self.locked);
        let pressed = self.shell.show(ui, &known, view, &typed, at_s);
        self.log(&known, &ctx);
        for press in pressed {
            self.act(press, &ctx);
        }
        if self.reader.is_scanning() {
            ctx.request_repaint_after(Duration::from_millis(40));
        }
        // Clocks and countdowns: once a second is enough, and silence is noticed in time.
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
