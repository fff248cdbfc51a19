//! 15 · ALTO: an alto by hand, and the ways out of any (DECISIONS 23), which take two people.

use egui::{Rect, Ui, vec2};
use hall_core::event::{ExitKind, HoldExit, HoldNo, Ordinal, Paragraph};
use hall_core::people::PersonId;
use hall_core::request::{Request, RequestKind};
use hall_look::ink;
use hall_wire::board::{Hold, HoldKind, WayOut};

use super::common::{
    alert, has_read, people, reason, reason_steps, second, second_steps, trouble_band, waits_for,
};
use super::form::{Blank, Filled, Opt, Step, YES};
use super::paragraph;
use crate::bar::KeyButton;
use crate::entry::Takes;
use crate::keys::Key;
use crate::known::{Known, Member};
use crate::press::Press;
use crate::value;
use crate::view::part::{bold, camera, columns, cut_top, label, panel, text};
use crate::view::{Band, machine};

/// The usual reasons, as the record keeps them.
const REASONS: [&str; 4] = [
    "Duda con una bola",
    "Bola en el suelo",
    "No se ve el panel o un monitor",
    "Ruido: no se oye al locutor",
];

/// `/` 2: an alto by hand.
#[derive(Debug, Default)]
pub struct RaiseHold;

impl Blank for RaiseHold {
    fn title(&self, known: &Known) -> String {
        known.t("al-raise-title")
    }

    fn label(&self, known: &Known) -> String {
        known.t("al-raise")
    }

    fn sub(&self, known: &Known) -> String {
        known.t("al-raise-sub")
    }

    fn waits_for(&self, known: &Known) -> Option<String> {
        waits_for(known, RequestKind::RaiseHold)
    }

    fn steps(&self, known: &Known, filled: &Filled) -> Vec<Step> {
        reason_steps(known, filled, "al-why", &REASONS, REASONS[0])
    }

    fn facts(&self, known: &Known, _filled: &Filled) -> Vec<(String, String)> {
        vec![
            (known.t("al-fact-balls"), known.t("al-fact-balls-is")),
            (known.t("al-fact-wall"), known.t("al-fact-wall-is")),
            (known.t("al-fact-out"), known.t("al-fact-out-is")),
        ]
    }

    fn act(&self, known: &Known, filled: &Filled) -> Option<Press> {
        let reason = reason(filled, REASONS[0]);
        Some(Press::ask(self.label(known), Request::RaiseHold { game: value::game(known), reason }))
    }

    fn band(&self, known: &Known) -> Option<Band> {
        trouble_band(known, "al-raise-band")
    }
}

/// The way out of the first hold.
#[derive(Debug, Default)]
pub struct LeaveHold {
    /// What another proposed is not what is wanted: choose anew.
    anew: bool,
}

/// Returns whether the numbers are in doubt: only the ball itself tells.
const fn only_ball(hold: &Hold) -> bool {
    matches!(hold.kind, HoldKind::CallerDiffers | HoldKind::KeyedDiffers | HoldKind::ReadersDiffer)
}

/// How a ball can be in doubt: the way out is the same, two people say which ball it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Doubt {
    /// The machine read a ball, and the number may be another.
    Misread,
    /// A ball may have come that nobody read: nothing was read, or what was said of it was lost, or nobody
    /// listened.
    Unread,
    /// A ball was put in the place of another, which may be outside all the same.
    Outside,
}

impl Doubt {
    /// Returns how a hold puts a ball in doubt, where it does.
    const fn of(hold: &Hold) -> Option<Doubt> {
        match hold.kind {
            HoldKind::Repeated
            | HoldKind::OutOfRange
            | HoldKind::ForeignSet
            | HoldKind::CallerDiffers
            | HoldKind::KeyedDiffers
            | HoldKind::ReadersDiffer
            | HoldKind::SecondSilent
            | HoldKind::SecondLost => Some(Doubt::Misread),
            // A ball may have come unseen too while the machine started anew, and while people held the game.
            HoldKind::NoRead
            | HoldKind::FramesMissing
            | HoldKind::CountDiffers
            | HoldKind::Rebooted
            | HoldKind::Called => Some(Doubt::Unread),
            HoldKind::LeftOut => Some(Doubt::Outside),
            HoldKind::Fault | HoldKind::DoorOpen | HoldKind::LinkLost => None,
        }
    }

    /// Returns the id of the choice.
    const fn choice(self) -> &'static str {
        match self {
            Doubt::Misread => "al-misread",
            Doubt::Unread => "al-unread",
            Doubt::Outside => "al-outside",
        }
    }

    /// Returns the id of the way out with its ball.
    const fn way(self) -> &'static str {
        match self {
            Doubt::Misread => "al-is-misread",
            Doubt::Unread => "al-is-unread",
            Doubt::Outside => "al-is-outside",
        }
    }
}

/// Returns the number of the ball in doubt where the hold says it; empty where only the ball itself does.
fn ball_known(hold: &Hold) -> String {
    let ball = hold.ball.filter(|_| hold.kind == HoldKind::LeftOut);
    ball.map_or_else(String::new, |ball| ball.to_string())
}

/// The way out that was chosen.
fn exit(filled: &Filled) -> Option<ExitKind> {
    ExitKind::from_name(filled.get("exit"))
}

/// Returns the place of the ball in doubt, as far as the board tells: in a difference it is the ball
/// on the table, a ball that lost its place came after the one that has it, otherwise the one that comes next.
fn place_in_doubt(known: &Known, hold: &Hold) -> u8 {
    let count = |balls: &[_]| u8::try_from(balls.len()).unwrap_or(90);
    let next = count(&known.public().announced) + u8::try_from(known.board.pending.len()).unwrap_or(0) + 1;
    let place = match hold.ordinal {
        Some(place) if hold.kind == HoldKind::LeftOut => place.saturating_add(1),
        Some(place) if only_ball(hold) => return place,
        Some(_) | None => next,
    };
    place.min(90)
}

fn hold(known: &Known) -> Option<&Hold> {
    known.board.holds.first()
}

/// Returns a way out in words, with names.
fn words_of(known: &Known, exit: HoldExit) -> String {
    match exit {
        HoldExit::Misread { ordinal, ball } => {
            let doubt = hold(known).and_then(Doubt::of).unwrap_or(Doubt::Misread);
            known.ta(doubt.way(), &[("place", &ordinal.0), ("ball", &ball)])
        }
        HoldExit::Repaired => known.t("al-is-repaired"),
        HoldExit::ByHand { caller, second } => {
            let (caller, second) = (known.short_name(caller.0), known.short_name(second.0));
            known.ta("al-is-hand", &[("caller", &caller), ("second", &second)])
        }
        HoldExit::Authority => known.t("al-is-authority"),
    }
}

/// Returns who may key balls and is on duty, at a device of their own.
fn on_duty(known: &Known, request: RequestKind, but: Option<u32>) -> Vec<(u32, &Member)> {
    let mut all: Vec<(u32, &Member)> = Vec::new();
    for duty in &known.board.people {
        let taken = Some(duty.person) == but || all.iter().any(|(person, _)| *person == duty.person);
        if let (Some(member), false) = (known.people.get(&duty.person), taken)
            && super::common::roles_may(&member.roles, request)
        {
            all.push((duty.person, member));
        }
    }
    all
}

impl LeaveHold {
    /// Returns the way out that was proposed and stands, with who proposed it.
    fn standing<'a>(&self, known: &'a Known) -> Option<(&'a WayOut, u32)> {
        let proposed = hold(known)?.proposed.as_ref().filter(|_| !self.anew)?;
        Some((&proposed.exit, proposed.by))
    }

    /// Returns whether who sits here is the second person, to whom another desk proposed.
    fn i_am_second(&self, known: &Known) -> bool {
        let me = known.me.as_ref().map(|me| me.person);
        self.standing(known).is_some_and(|(_, by)| Some(by) != me)
    }

    /// Returns the way out that is agreed to, or chosen.
    fn way_out(&self, known: &Known, filled: &Filled) -> Option<HoldExit> {
        let hold = hold(known)?;
        if let Some((way, _)) = self.standing(known) {
            return value::hold_exit(way);
        }
        match exit(filled)? {
            ExitKind::Misread => {
                let place = place_in_doubt(known, hold).to_string();
                Some(HoldExit::Misread {
                    ordinal: Ordinal(filled.or("place", &place).parse().ok()?),
                    ball: value::ball(filled.or("ball", &ball_known(hold)).parse().ok()?)?,
                })
            }
            ExitKind::Repaired => Some(HoldExit::Repaired),
            ExitKind::ByHand => Some(HoldExit::ByHand {
                caller: PersonId(filled.number("caller")?),
                second: PersonId(filled.number("hand")?),
            }),
            ExitKind::Authority => Some(HoldExit::Authority),
        }
    }

    /// Returns the two halves of leaving the hold: proposed, and agreed to.
    fn halves(&self, known: &Known, filled: &Filled) -> Option<[Request; 2]> {
        let (hold, exit) = (HoldNo(hold(known)?.hold), self.way_out(known, filled)?);
        let game = value::game(known);
        Some([Request::AskHoldExit { game, hold, exit }, Request::ConfirmHoldExit { game, hold, exit }])
    }

    /// Returns what is asked for before the rest is drawn by hand: 36.2 was read aloud.
    fn read_first(known: &Known, filled: &Filled) -> Option<Request> {
        (exit(filled) == Some(ExitKind::ByHand)).then(|| has_read(known, Paragraph::AfterExtraction))
    }

    fn exits(&self, known: &Known, hold: &Hold) -> Vec<Opt> {
        let kind = Doubt::of(hold);
        // Where the hold is about something else, that a ball hid behind it is what is least expected; and a
        // ball that lost its place was most often read wrongly.
        let hidden =
            matches!(hold.kind, HoldKind::Rebooted | HoldKind::Called) || kind == Some(Doubt::Outside);
        let doubt = kind.map(|doubt| Opt::new(ExitKind::Misread.name(), known.t(doubt.choice())));
        let (first, later) = if hidden { (None, doubt) } else { (doubt, None) };
        let repaired = match kind {
            Some(Doubt::Outside) => "al-repaired-inside",
            _ if first.is_some() => "al-repaired-ball",
            _ => "al-repaired",
        };
        let mut options = Vec::from_iter(first);
        if !only_ball(hold) {
            options.push(Opt::new(ExitKind::Repaired.name(), known.t(repaired)));
        }
        options.extend(later);
        if known.board.by_hand.is_none() {
            let hand = Opt::new(ExitKind::ByHand.name(), known.t("al-hand"));
            options.push(if only_ball(hold) { hand.stops(known.t("al-hand-ball")) } else { hand });
        }
        options.push(Opt::new("authority", known.t("al-authority")));
        options
    }

    fn hand_steps(&self, known: &Known, filled: &Filled) -> Vec<Step> {
        let callers = on_duty(known, RequestKind::Announce, None);
        let caller = filled.number("caller");
        let seconds = on_duty(known, RequestKind::KeyBall, caller);
        vec![
            Step::choice(known, filled, "read", "al-read", vec![Opt::yes(known.t("al-read-yes"))]),
            Step::choice(known, filled, "caller", "al-caller", people(known, &callers)),
            Step::choice(known, filled, "hand", "al-hand-second", people(known, &seconds))
                .note(known.t("al-hand-note")),
        ]
    }
}

impl Blank for LeaveHold {
    fn title(&self, known: &Known) -> String {
        let more = known.board.holds.len().saturating_sub(1);
        if more == 0 { known.t("al-title") } else { known.ta("al-title-more", &[("n", &more)]) }
    }

    fn label(&self, known: &Known) -> String {
        known.t("al-leave")
    }

    fn sub(&self, known: &Known) -> String {
        known.t(if self.i_am_second(known) { "al-leave-second" } else { "al-leave-two" })
    }

    fn waits_for(&self, known: &Known) -> Option<String> {
        waits_for(known, RequestKind::AskHoldExit)
    }

    fn steps(&self, known: &Known, filled: &Filled) -> Vec<Step> {
        let Some(hold) = hold(known) else { return Vec::new() };
        if let Some((way, by)) = self.standing(known) {
            let words = value::hold_exit(way).map_or_else(String::new, |exit| words_of(known, exit));
            let said = known.ta("al-proposed", &[("name", &known.short_name(by))]);
            let step = Step::choice(known, filled, "agree", "al-agree", vec![Opt::yes(words.clone())]);
            let mut steps = vec![step.note(said).start(known, filled, YES)];
            if !self.i_am_second(known) {
                steps.extend(second_steps(known, filled, RequestKind::ConfirmHoldExit));
            }
            return steps;
        }
        let mut steps = vec![Step::choice(known, filled, "exit", "al-exit", self.exits(known, hold))];
        if exit(filled) == Some(ExitKind::Misread) {
            let place = place_in_doubt(known, hold).to_string();
            let good = |value: &str| value.parse::<u8>().is_ok_and(|number| (1..=90).contains(&number));
            let lacks = |value: &str| (!good(value)).then(|| known.t("al-number-missing"));
            let missing = lacks(filled.or("place", &place));
            steps.push(
                Step::entry(known, "place", "al-place", Takes::Digits(2), missing)
                    .start(known, filled, place)
                    .note(known.t("al-place-note")),
            );
            let ball = ball_known(hold);
            let missing = lacks(filled.or("ball", &ball));
            let step = Step::entry(known, "ball", "al-ball", Takes::Digits(2), missing);
            steps.push(if ball.is_empty() { step } else { step.start(known, filled, ball) });
        }
        if exit(filled) == Some(ExitKind::ByHand) {
            steps.extend(self.hand_steps(known, filled));
        }
        steps.extend(second_steps(known, filled, RequestKind::ConfirmHoldExit));
        steps
    }

    fn act(&self, known: &Known, filled: &Filled) -> Option<Press> {
        let [ask, confirm] = self.halves(known, filled)?;
        let label = self.label(known);
        if self.standing(known).is_some() {
            let press = Press::ask(label, confirm);
            return Some(if self.i_am_second(known) { press } else { press.by_second(second(filled)) });
        }
        let asks = LeaveHold::read_first(known, filled).into_iter().chain([ask, confirm]);
        Some(Press::asks(label, asks).by_second(second(filled)))
    }

    fn buttons(&self, known: &Known, filled: &Filled) -> Vec<KeyButton> {
        let mut buttons = vec![crate::view::mesa::trouble(known).sub(known.t("al-trouble-sub"))];
        if waits_for(known, RequestKind::AskHoldExit).is_some() {
            return buttons;
        }
        if self.standing(known).is_some() {
            let other = KeyButton::new(Key::F6, known.t("al-anew"), Press::Typed);
            buttons.push(other.sub(known.t("al-anew-sub")));
            return buttons;
        }
        // Proposed here, confirmed at another desk: no PIN is typed over somebody's shoulder.
        let steps = self.steps(known, filled);
        let own: Vec<&Step> =
            steps.iter().filter(|step| step.key != "second-user" && step.key != super::form::PIN).collect();
        let ready = own.iter().all(|step| step.missing.is_none());
        let ask = self.halves(known, filled).map(|[ask, _]| ask);
        let asks = LeaveHold::read_first(known, filled).into_iter().chain(ask);
        let propose =
            KeyButton::new(Key::F5, known.t("al-propose"), Press::asks(known.t("al-propose"), asks));
        buttons.push(propose.sub(known.t("al-propose-sub")).on_if(ready, known.t("al-propose-off")));
        buttons
    }

    fn moved(&mut self, key: Key, _filled: &mut Filled) {
        if key == Key::F6 {
            self.anew = true;
        }
    }

    fn leave(&self, _known: &Known) -> Option<String> {
        None
    }

    fn object(&self, known: &Known) -> String {
        format!("{:?}", hold(known).map(|hold| hold.hold))
    }

    /// What the first person chose, frozen before the second.
    fn facts(&self, known: &Known, filled: &Filled) -> Vec<(String, String)> {
        let Some(exit) = self.way_out(known, filled) else { return Vec::new() };
        let by = self.standing(known).map(|(_, by)| by).or(known.me.as_ref().map(|me| me.person));
        let first = by.map_or_else(String::new, |by| known.short_name(by));
        vec![(known.t("al-first"), first), (words_of(known, exit), String::new())]
    }

    fn say(&self, known: &Known, filled: &Filled) -> Option<(String, String)> {
        (exit(filled) == Some(ExitKind::ByHand) && self.standing(known).is_none())
            .then(|| (known.t("su-head-2"), paragraph::AFTER.to_string()))
    }

    fn band(&self, known: &Known) -> Option<Band> {
        alert(known.t("al-word"), known.said(&hold(known)?.why), known.t("al-then"))
    }

    fn aside(&self, ui: &mut Ui, room: Rect, known: &Known, _filled: &Filled) -> f32 {
        const HEIGHT: f32 = 132.0;
        let top = Rect::from_min_size(room.min, vec2(room.width(), HEIGHT));
        let [facts, picture] = columns(top, [0.62, 0.38], 10.0);
        let mut inner = panel(ui, facts);
        ink::line(ui, cut_top(&mut inner, 24.0), &known.t("al-what"), label(16.0));
        let last = known.public().announced.last().map_or_else(|| "–".to_string(), ToString::to_string);
        let n = known.public().announced.len().to_string();
        ink::line(
            ui,
            cut_top(&mut inner, 28.0),
            &known.ta("al-last", &[("ball", &last), ("n", &n)]),
            bold(18.0),
        );
        let pending: Vec<String> =
            known.board.pending.iter().map(|ball| format!("{} ({}.ª)", ball.ball, ball.ordinal)).collect();
        let words = if pending.is_empty() {
            known.t("al-none-pending")
        } else {
            known.ta("al-pending", &[("balls", &pending.join(", "))])
        };
        ink::line(ui, cut_top(&mut inner, 26.0), &words, text(17.0));
        ink::line(ui, cut_top(&mut inner, 26.0), &machine_words(known), text(17.0));
        camera(ui, picture, known);
        HEIGHT
    }
}

/// Returns how the machine is, in words.
fn machine_words(known: &Known) -> String {
    let of = &known.board.machine;
    known.ta("al-machine", &[("state", &machine::state(known, of)), ("out", &of.out)])
}
