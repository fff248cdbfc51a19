//! The console without network and window: what is on the screen, and what a press does to it.
//!
//! What has to be asked of the desk is returned, and the desk's answer is told back; nothing is
//! shown as done before the board shows it (style.md P14).

use std::sync::Arc;
use std::time::Duration;

use egui::Ui;
use hall_wire::message::Me;
use hall_wire::problem::Problem;

use crate::keys::Typed;
use crate::known::{Desk, Known, Refused, Sending};
use crate::papers::Taking;
use crate::place::{Look, Over};
use crate::press::{Paper, Press, Request, Sought};
use crate::shell::{self, Shell};
use crate::shown::Shown;
use crate::sound::{Ear, Sound};
use crate::text::Texts;
use crate::view::View;
use crate::views::Views;

mod papers;

/// How long the board may take to show what the desk granted, in seconds.
const SHOW_MAX_S: f64 = 3.0;

/// What only the program can do.
#[derive(Debug, Clone, PartialEq)]
pub enum Outside {
    /// Ask the desk.
    Ask(Request),
    /// Come in.
    LogIn {
        /// User name or number.
        user: String,
        /// The PIN.
        pin: String,
    },
    /// The desk was locked.
    Locked,
    /// Leave for good.
    LogOut,
    /// Fetch a paper, keep it in the desk's folder and show it.
    Paper(Paper),
    /// Take a paper out, and tell of it under this number.
    Take(u64, Taking),
    /// What the desk remembers has changed.
    Settings,
    /// Look a card up.
    Find(Sought),
    /// Ask for the statistics of a set of balls.
    Study(String),
    /// Fetch the picture of a sheet of cards from this address.
    Preview(String),
    /// Look at the game as an inspector does.
    Inspect,
}

/// A request under way.
#[derive(Debug, Clone, Copy)]
struct Under {
    since_s: f64,
    /// The line of the record that the board must show, once the desk has granted it.
    granted: Option<u64>,
}

/// The console.
pub struct Seat {
    /// Everything the views may know.
    pub known: Known,
    /// What lies over the view.
    pub over: Option<Over>,
    /// The desk is locked.
    pub locked: bool,
    views: Views,
    shell: Shell,
    under: Option<Under>,
    /// PARADA was pressed while something was being recorded: it is asked for next, as the board is then.
    stop_next: bool,
    /// What is heard at the desk.
    pub ear: Ear,
    /// How many times papers were taken out.
    outs: u64,
}

impl Seat {
    /// Returns the console with this on its screen.
    pub fn new(known: Known) -> Seat {
        Seat {
            known,
            over: None,
            locked: false,
            views: Views::default(),
            shell: Shell::default(),
            under: None,
            stop_next: false,
            ear: Ear::default(),
            outs: 0,
        }
    }

    /// Returns the view that stands on the screen.
    pub fn view(&mut self) -> &mut dyn View {
        self.views.present(&self.known, self.over, self.locked)
    }

    /// Paints it, and returns what was pressed: each goes to [`Seat::act`].
    pub fn show(&mut self, ui: &mut Ui, typed: &[Typed], at_s: f64) -> Vec<Press> {
        let view = self.views.present(&self.known, self.over, self.locked);
        self.shell.show(ui, &self.known, view, typed, at_s)
    }

    /// Returns whether the machine's page stands on the screen.
    pub fn looks_at_machine(&self) -> bool {
        self.over == Some(Over::Look(Look::Machine)) && !self.locked && self.known.me.is_some()
    }

    /// Returns what the last frame showed.
    pub fn shown(&self) -> Option<Shown> {
        self.shell.painted().map(|painted| Shown::of(&self.known, self.over, self.locked, painted))
    }

    /// Does what a press does here, and returns what the program has to do.
    pub fn act(&mut self, press: Press, at_s: f64) -> Option<Outside> {
        match press {
            Press::Ask(request) => return self.ask(request, at_s).map(Outside::Ask),
            Press::LogIn { user, pin } => {
                self.known.refused = None;
                self.sends(self.known.t("login-checking"), at_s);
                return Some(Outside::LogIn { user, pin });
            }
            Press::Lock => {
                self.lock();
                return Some(Outside::Locked);
            }
            Press::LogOut => return Some(Outside::LogOut),
            Press::Paper(paper) => return Some(Outside::Paper(paper)),
            Press::Out(way, papers) => self.offers(way, papers),
            Press::Take(taking) => return Some(self.takes(taking)),
            Press::Sounds => {
                self.known.settings.quiet = !self.known.settings.quiet;
                return Some(Outside::Settings);
            }
            Press::Find(sought) => {
                self.known.refused = None;
                return Some(Outside::Find(sought));
            }
            Press::Study(set) => return Some(Outside::Study(set)),
            Press::Preview(path) => return Some(Outside::Preview(path)),
            Press::Inspect => return Some(Outside::Inspect),
            Press::Open(over) => (self.over, self.known.refused) = (Some(over), None),
            Press::Close => {
                let back = self.known.out.as_ref().filter(|_| self.over == Some(Over::Paper));
                (self.over, self.known.refused) = (back.and_then(|out| out.back), None);
            }
            Press::Sit(desk) => (self.known.desk, self.over, self.known.refused) = (desk, None, None),
            Press::Understood => self.known.refused = None,
            Press::Language => {
                self.known.texts = Arc::new(Texts::new(self.known.texts.language().other()));
            }
            Press::Hand => self.known.left_handed = !self.known.left_handed,
            Press::Typed => {}
            Press::Refuse(code) => self.tell(crate::net::own_problem(code, "")),
        }
        None
    }

    fn ask(&mut self, request: Request, at_s: f64) -> Option<Request> {
        let stops = request.asks.first().is_some_and(|ask| ask.command == "stop");
        if stops && self.over.is_some() {
            // Somebody sang: what is checked must be seen. What was written stays, a PIN does not.
            self.view().refused();
            self.views.set_aside();
            self.over = None;
        }
        if self.known.sending.is_some() {
            // One thing at a time: what the desk has not answered is not asked over.
            self.stop_next |= stops;
            return None;
        }
        self.known.me.as_ref()?;
        self.known.refused = None;
        self.sends(request.what.clone(), at_s);
        self.ear.asks(&request);
        Some(request)
    }

    fn sends(&mut self, what: String, at_s: f64) {
        self.known.sending = Some(Sending { what, since: Duration::ZERO });
        self.under = Some(Under { since_s: at_s, granted: None });
    }

    /// The desk did what it was asked, in this line of the record.
    pub fn granted(&mut self, seq: u64) {
        if let Some(under) = &mut self.under {
            under.granted = Some(seq);
        }
        self.view().granted();
        if self.over.is_some_and(Over::closes_when_granted) {
            self.over = None;
        }
    }

    /// The desk said no.
    pub fn refused(&mut self, problem: Problem) {
        self.answered();
        self.tell(problem);
        self.view().refused();
    }

    /// Says something of the console's own; what is under way goes on.
    pub fn tell(&mut self, problem: Problem) {
        // What became of a paper is news, and no refusal.
        if !problem.code.starts_with("papel") {
            self.ear.refuses();
        }
        self.known.refused = Some(Refused { problem, seq: self.known.seq });
    }

    /// Returns the sounds that are due since this was asked last, the desk's wish for silence apart.
    pub fn take_sounds(&mut self) -> Vec<Sound> {
        self.ear.take()
    }

    /// Nothing is under way any more.
    pub fn answered(&mut self) {
        (self.known.sending, self.under) = (None, None);
    }

    /// Looks at the time, once a frame: for how long something is under way, whether the board has
    /// caught up with it, and whether a stop still has to be asked for.
    pub fn look(&mut self, at_s: f64) -> Option<Outside> {
        if let (Some(under), Some(sending)) = (&self.under, &mut self.known.sending) {
            let since_s = (at_s - under.since_s).max(0.0);
            sending.since = Duration::from_secs_f64(since_s);
            if under.granted.is_some_and(|seq| self.known.seq >= seq || since_s > SHOW_MAX_S) {
                self.answered();
            }
        }
        self.ear.hear(&self.known);
        if !self.stop_next || self.known.sending.is_some() {
            return None;
        }
        self.stop_next = false;
        // Somebody else may have stopped it meanwhile.
        self.act(shell::stop(&self.known)?.press?, at_s)
    }

    /// Somebody sits down, after a log-in or after a start: somebody else finds a clean desk.
    pub fn comes_in(&mut self, me: Me, resumed: bool) {
        self.answered();
        self.known.refused = None;
        if self.known.me.as_ref().is_none_or(|before| before.person != me.person) {
            self.views.clear();
            (self.known.inspection, self.known.found, self.known.sheet) = (None, None, None);
            self.known.statistics = None;
            self.over = None;
            self.known.desk = Desk::of(&me.roles).first().copied().unwrap_or(Desk::Mesa);
        }
        self.locked = resumed;
        self.known.me = Some(me);
    }

    /// The desk is locked: the log-in stays.
    pub fn lock(&mut self) {
        (self.locked, self.over) = (true, None);
    }

    /// Whoever sat here has gone.
    pub fn goes_out(&mut self) {
        self.answered();
        (self.known.me, self.over, self.locked, self.stop_next) = (None, None, false, false);
        (self.known.refused, self.known.inspection, self.known.found) = (None, None, None);
        self.known.statistics = None;
        self.known.sheet = None;
        self.views.clear();
    }
}
