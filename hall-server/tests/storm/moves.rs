//! What people of the hall do, in the order in which it comes to their minds.
//!
//! A new request needs a function that returns it and a line in the list of whoever asks for
//! it; what must have been seen of it goes to `MUST_SEE` in `main.rs`.

use hall_core::event::{DiligenciaKind, Ordinal, Play};
use hall_core::event::{GameNo, HoldNo};
use hall_core::request::Request;
use hall_core::series::{CardNo, CardRef};
use hall_server::access::Claimant;
use hall_server::desk::View;
use hall_wire::board::Scene;

use crate::console::Wish;
use crate::eyes::{Eyes, Memory, ball_of, game_of, segment_of, series_of};
use crate::template::{SIZE, seal, series};

pub mod bad_night;
pub mod balls;
pub mod caja;
pub mod mesa;
pub mod sala;

/// Something a person may want to do.
pub struct Move {
    /// How often it is thought of.
    pub permille: u32,
    /// It makes trouble: nobody thinks of it once the trouble is over.
    pub trouble: bool,
    /// Looks at hall and screen, and says what to ask for.
    pub wish: fn(&mut Eyes<'_>, &View, &mut Memory) -> Option<Wish>,
}

type WishOf = fn(&mut Eyes<'_>, &View, &mut Memory) -> Option<Wish>;

const fn duty(permille: u32, wish: WishOf) -> Move {
    Move { permille, trouble: false, wish }
}

const fn trouble(permille: u32, wish: WishOf) -> Move {
    Move { permille, trouble: true, wish }
}

/// What the caller does, who also sells.
pub const LOCUTOR: &[Move] = &[
    trouble(2, raise_hold),
    trouble(4, stop),
    trouble(2, log_in_or_out),
    duty(500, sing),
    trouble(12, sing_wrongly),
    trouble(6, misspeak),
    duty(300, bad_night::get_ready),
    duty(900, bad_night::key),
    duty(950, announce),
];

pub fn plain(request: Request) -> Option<Wish> {
    Some((request, Vec::new()))
}

pub fn is_drawn(view: &View) -> bool {
    matches!(view.public.scene, Scene::Draw | Scene::Check | Scene::Question | Scene::Hold)
}

fn announce(eyes: &mut Eyes<'_>, view: &View, _: &mut Memory) -> Option<Wish> {
    let game = game_of(view)?;
    let next = view.mesa.pending.first().filter(|_| view.public.scene == Scene::Draw)?;
    let on_the_table = eyes.truth.get(usize::from(next.ordinal) - 1).copied();
    let by_hand = view.mesa.by_hand.is_some();
    let shown = ball_of(next.ball);
    let ball = if eyes.looks && !by_hand { on_the_table? } else { shown };
    let typed = ball != shown || eyes.dice.permille(200);
    plain(Request::Announce { game, ordinal: Ordinal(next.ordinal), ball, typed })
}

/// The caller types another number than the ball's.
fn misspeak(eyes: &mut Eyes<'_>, view: &View, _: &mut Memory) -> Option<Wish> {
    let game = game_of(view)?;
    let next = view.mesa.pending.first()?;
    let ball = hall_core::ball::Ball::new(eyes.dice.number(1, 90) as u8)?;
    plain(Request::Announce { game, ordinal: Ordinal(next.ordinal), ball, typed: true })
}

pub fn stop(_: &mut Eyes<'_>, view: &View, _: &mut Memory) -> Option<Wish> {
    let game = game_of(view).filter(|_| view.public.scene == Scene::Draw)?;
    let announced = u8::try_from(view.public.announced.len()).unwrap();
    plain(Request::stop(game, announced))
}

pub fn raise_hold(_: &mut Eyes<'_>, view: &View, _: &mut Memory) -> Option<Wish> {
    let game = game_of(view).filter(|_| is_drawn(view))?;
    plain(Request::RaiseHold { game, reason: "una bola en el suelo".into() })
}

/// A card that won is sung.
pub fn sing(eyes: &mut Eyes<'_>, view: &View, _: &mut Memory) -> Option<Wish> {
    let game = game_of(view).filter(|_| is_drawn(view))?;
    if !eyes.dice.permille(eyes.sings) {
        return None;
    }
    let plays = if eyes.dice.permille(700) { [Play::Bingo, Play::Line] } else { [Play::Line, Play::Bingo] };
    let (play, winners) = plays
        .into_iter()
        .map(|play| (play, eyes.winners(&view.mesa, play)))
        .find(|(_, all)| !all.is_empty())?;
    let card = eyes.dice.pick(&winners);
    plain(Request::Claim { game, play, card: eyes.present(card) })
}

/// A card is sung that has won nothing, or that nobody sold, or that does not exist.
fn sing_wrongly(eyes: &mut Eyes<'_>, view: &View, _: &mut Memory) -> Option<Wish> {
    let game = view.public.game.as_ref().filter(|_| is_drawn(view))?;
    let number = CardNo(eyes.dice.number(0, SIZE + 1));
    let series =
        if eyes.dice.permille(800) { series_of(&game.series) } else { series(eyes.dice.number(1, 90)) };
    let play = eyes.dice.pick(&[Play::Line, Play::Bingo]);
    let game = GameNo(game.game);
    plain(Request::Claim { game, play, card: eyes.present(CardRef { series, number }) })
}

/// One proposes a way out of the first hold, another agrees.
pub fn leave_hold(eyes: &mut Eyes<'_>, view: &View, _: &mut Memory) -> Option<Wish> {
    let game = game_of(view)?;
    let first = view.mesa.holds.first()?;
    let (hold, exit) = (HoldNo(first.hold), eyes.way_out(view, first));
    match &first.proposed {
        Some(proposed) if proposed.exit == exit && proposed.by == eyes.me.0 => None,
        Some(proposed) if proposed.exit == exit => plain(Request::ConfirmHoldExit { game, hold, exit }),
        Some(_) | None => plain(Request::AskHoldExit { game, hold, exit }),
    }
}

/// Cards came back that leave a gap: one of group b asks to burn it, another agrees.
pub fn burn_gap(eyes: &mut Eyes<'_>, view: &View, _: &mut Memory) -> Option<Wish> {
    let game = game_of(view)?;
    let cards = segment_of(view.mesa.gaps.first()?);
    let asks = eyes.dice.permille(500);
    plain(if asks { Request::AskBurnGap { game, cards } } else { Request::ConfirmBurnGap { game, cards } })
}

/// Somebody writes into the book; a claim has a claimant, whose name is sealed.
pub fn write(eyes: &mut Eyes<'_>, view: &View, _: &mut Memory) -> Option<Wish> {
    let game = game_of(view);
    let claims = eyes.dice.permille(500);
    let about = if claims { DiligenciaKind::Reclamacion } else { DiligenciaKind::Incidencia };
    let claimant = Claimant { name: "Eva".into(), document: "0".into() };
    let row = claims.then(|| seal(&claimant.to_bytes(), eyes.dice));
    let (text, claimant) = ("se oyó mal".into(), row.as_ref().map(|row| row.sealed));
    let request = Request::WriteDiligencia { about, game, text, claimant, document: claims, signed: claims };
    Some((request, row.into_iter().collect()))
}

/// The web layer checks the PIN; here somebody simply comes in or goes.
pub fn log_in_or_out(eyes: &mut Eyes<'_>, _: &View, memory: &mut Memory) -> Option<Wish> {
    if memory.logged_in {
        return plain(Request::LogOut);
    }
    let hash = format!("{:064x}", eyes.dice.next());
    let token = seal(hash.as_bytes(), eyes.dice);
    Some((Request::LogIn { token: token.sealed, pin: None, device_key_sha256: None }, vec![token]))
}
