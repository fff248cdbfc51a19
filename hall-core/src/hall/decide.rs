//! Answers to requests of the hall: powers first, then the room the request belongs to.

use alloc::string::String;
use alloc::vec::Vec;

use crate::event::{DiligenciaKind, Event, Extractor, GameNo, OpeningCheck, Segment, SessionNo};
use crate::game::decide::{Decision, stale};
use crate::game::{Game, Phase};
use crate::hall::Hall;
use crate::machine::SetId;
use crate::money::Cents;
use crate::people::{PersonId, Role};
use crate::powers;
use crate::refusal::Refusal;
use crate::request::{Notice, Request};
use crate::rules::Announcing;
use crate::series::{CardNo, SeriesId};
use crate::time::Moment;
use crate::vault::Vault;

/// A request, who makes it, where and when.
#[derive(Debug, Clone, Copy)]
pub struct Asked<'a> {
    /// The desk's clock.
    pub now: Moment,
    /// Who.
    pub by: PersonId,
    /// At which device.
    pub device: &'a str,
    /// What.
    pub request: &'a Request,
}

/// The longest text a person may type into the record, in characters.
const TEXT_MAX: usize = 500;

/// The highest face value: 10 000 €. A game of a million such cards still fits every number.
const FACE_VALUE_MAX: Cents = Cents(1_000_000);

impl Hall {
    /// Answers a request: the events it causes, or why it is refused. Changes nothing.
    ///
    /// # Errors
    /// A [`Refusal`]: an answer, with a code and a sentence.
    pub fn decide(&self, asked: &Asked<'_>, vault: &Vault) -> Decision {
        let person = self.people.get(&asked.by).ok_or(Refusal::UnknownPerson(asked.by))?;
        if !powers::may(&person.roles, asked.request.name()) {
            return Err(Refusal::NotYourPower { request: asked.request.name() });
        }
        let one = |event: Event| Ok(Vec::from([event]));
        match asked.request {
            Request::AddPerson { roles, identity, pin } => {
                if roles.is_empty() {
                    return Err(Refusal::NoRoles);
                }
                one(Event::PersonAdded {
                    person: self.next_person(),
                    roles: roles.clone(),
                    identity: *identity,
                    pin: *pin,
                })
            }
            Request::LogIn { token } => one(Event::LoggedIn { person: asked.by, token: *token }),
            Request::LogOut => {
                if !self.log_ins.contains_key(&(asked.device.into(), asked.by)) {
                    return Err(Refusal::NotLoggedIn);
                }
                one(Event::LoggedOut { person: asked.by })
            }
            Request::MakeMatrix { size, key, key_sha256, faces_sha256, matrix } => {
                if *size == 0 || *size > 1_000_000 {
                    return Err(Refusal::BadSize(*size));
                }
                if matrix.get() != self.next_matrix() {
                    return Err(Refusal::UnknownMatrix);
                }
                let (size, key, key_sha256, faces_sha256) = (*size, *key, *key_sha256, *faces_sha256);
                one(Event::MatrixMade { matrix: *matrix, size, generator: 1, key, key_sha256, faces_sha256 })
            }
            Request::ReceiveSeries { series, matrix, face_value } => {
                let item = self.matrices.get(matrix).ok_or(Refusal::UnknownMatrix)?;
                if self.stock.get(*series).is_some() {
                    return Err(Refusal::SeriesExists(*series));
                }
                let rules = &self.rules.as_ref().expect("a hall with people was founded").0;
                if item.size != rules.series_size.value {
                    return Err(Refusal::BadSize(item.size));
                }
                let allowed = &rules.face_values.value;
                let possible = (Cents(1)..=FACE_VALUE_MAX).contains(face_value);
                if !possible || (!allowed.is_empty() && !allowed.contains(face_value)) {
                    return Err(Refusal::PriceNotAllowed(*face_value));
                }
                one(Event::SeriesReceived { series: *series, matrix: *matrix, face_value: *face_value })
            }
            Request::RegisterBallSet { set, extractor, homologation } => {
                if self.ball_sets.contains_key(set) {
                    return Err(Refusal::BallSet("ya consta en la sala"));
                }
                let homologation = text("homologación", homologation)?;
                one(Event::BallSetRegistered { set: *set, extractor: *extractor, homologation })
            }
            Request::OpenSession { sala, check } => self.decide_open_session(asked, *sala, check),
            Request::CloseSession { balls_counted, public_witness } => {
                self.decide_close_session(*balls_counted, *public_witness)
            }
            Request::AnnounceLastGame => {
                let session = self.session.as_ref().ok_or(Refusal::NoSession)?;
                if session.last_game.is_some() {
                    return Err(Refusal::LastGameAnnounced);
                }
                one(Event::LastGameAnnounced { session: session.no })
            }
            Request::WriteDiligencia { about, game, text: typed, claimant, signed } => {
                if self.session.is_none() {
                    return Err(Refusal::NoSession);
                }
                if let Some(no) = game.filter(|no| self.game_no(*no).is_none()) {
                    return Err(Refusal::NoSuchGame(no));
                }
                if *about == DiligenciaKind::Reclamacion && claimant.is_none() {
                    return Err(Refusal::NoClaimant);
                }
                let (diligencia, text) = (self.diligencias + 1, text("texto", typed)?);
                let (about, game, claimant, signed) = (*about, *game, *claimant, *signed);
                one(Event::DiligenciaWritten { diligencia, about, game, text, claimant, signed })
            }
            Request::Inspect => one(Event::InspectionMade { game: self.running().map(|game| game.no) }),
            Request::OpenSale { series, face_value } => self.decide_open_sale(*series, *face_value),
            Request::IssueBlock { game, cards, price, seller } => {
                let sale = &self.selling(*game)?.sale;
                if *price != sale.face_value {
                    return Err(Refusal::NotFaceValue { face_value: sale.face_value });
                }
                self.is_seller(*seller)?;
                self.is_in_series(cards)?;
                sale.may_issue(cards, &self.stock)?;
                one(Event::BlockIssued { game: *game, cards: *cards, seller: *seller })
            }
            Request::ReturnCards { game, cards, seller } => {
                self.selling(*game)?.sale.may_take(cards, *seller)?;
                one(Event::CardsReturned { game: *game, cards: *cards, seller: *seller })
            }
            Request::TransferCards { game, cards, from, to } => {
                self.is_seller(*to)?;
                self.selling(*game)?.sale.may_take(cards, *from)?;
                one(Event::CardsTransferred { game: *game, cards: *cards, from: *from, to: *to })
            }
            Request::AskBurnGap { game, cards } => {
                self.selling(*game)?.sale.may_burn(cards)?;
                one(Event::GapBurnAsked { game: *game, cards: *cards })
            }
            Request::ConfirmBurnGap { game, cards } => self.selling(*game)?.decide_burn(*cards, asked.by),
            Request::CloseSale { game } => self.seen(*game)?.decide_close_sale(self),
            Request::RectifySale { game, cards, found, seller } => {
                self.is_seller(*seller)?;
                self.is_in_series(cards)?;
                self.seen(*game)?.decide_rectify_sale(self, *cards, *found, *seller)
            }
            Request::StartDraw { game } => self.seen(*game)?.decide_start(self),
            Request::Announce { game, ordinal, ball, typed } => {
                let rules = self.session.as_ref().map(|session| session.rules.announcing.value);
                if !typed && rules == Some(Announcing::Typed) {
                    return Err(Refusal::TypeTheNumber);
                }
                self.seen(*game)?.decide_announce(*ordinal, *ball, *typed, self.next_hold())
            }
            Request::RectifyAnnouncement { game, ordinal, said } => {
                self.seen(*game)?.decide_rectify_announcement(self, *ordinal, *said)
            }
            Request::Stop { game, announced } => self.seen(*game)?.decide_stop(*announced),
            Request::Claim { game, play, card } => {
                self.present(*game)?.decide_claim(self, vault, *play, card)
            }
            Request::AcceptClaim { game, claim } => {
                self.seen(*game)?.may_settle(*claim, asked.by)?;
                one(Event::ClaimAccepted { game: *game, claim: *claim })
            }
            Request::RejectClaim { game, claim, reason } => {
                self.seen(*game)?.may_settle(*claim, asked.by)?;
                one(Event::ClaimRejected { game: *game, claim: *claim, reason: *reason })
            }
            Request::AskQuestion { game, stop } => self.seen(*game)?.decide_question(*stop),
            Request::GoOn { game, stop } => self.seen(*game)?.decide_go_on(self, *stop, asked.now.utc_ms),
            Request::EndGame { game, stop } => self.seen(*game)?.decide_end(self, *stop, asked.now.utc_ms),
            Request::PayPrize { game, prize, card } => self
                .game_no(*game)
                .ok_or(Refusal::NoSuchGame(*game))?
                .decide_pay(vault, *prize, card, asked.by),
            Request::WithholdPrize { game, prize, reason } => {
                let reason = text("motivo", reason)?;
                self.game_no(*game).ok_or(Refusal::NoSuchGame(*game))?.decide_withhold(*prize, reason)
            }
            Request::ReleasePrize { game, prize, reason } => {
                let reason = text("motivo", reason)?;
                self.game_no(*game).ok_or(Refusal::NoSuchGame(*game))?.decide_release(*prize, reason)
            }
            Request::AskVoid { game, cause } => {
                let cause = text("causa", cause)?;
                self.game_no(*game).ok_or(Refusal::NoSuchGame(*game))?.may_be_void()?;
                one(Event::VoidAsked { game: *game, cause })
            }
            Request::ConfirmVoid { game, cause } => {
                self.game_no(*game).ok_or(Refusal::NoSuchGame(*game))?.decide_void(cause, asked.by)
            }
            Request::RefundCards { game, cards } => {
                self.game_no(*game).ok_or(Refusal::NoSuchGame(*game))?.decide_refund(*cards)
            }
            Request::RaiseHold { game, reason } => {
                let reason = text("motivo", reason)?;
                if !self.present(*game)?.is_in_draw() {
                    return Err(Refusal::WrongPhase { phase: self.present(*game)?.phase.words() });
                }
                one(Event::HoldRaised {
                    game: *game,
                    hold: self.next_hold(),
                    why: crate::event::HoldWhy::Called(reason),
                })
            }
            Request::AskHoldExit { game, hold, exit } => {
                self.present(*game)?.exit_fits(self, *hold, *exit)?;
                one(Event::HoldExitAsked { game: *game, hold: *hold, exit: *exit })
            }
            Request::ConfirmHoldExit { game, hold, exit } => {
                self.present(*game)?.decide_leave_hold(self, *hold, *exit, asked.by)
            }
        }
    }

    /// Takes in something the server did itself. It is a fact and cannot be refused.
    pub fn notice(&self, notice: &Notice) -> Vec<Event> {
        let event = match notice {
            Notice::Started { version } => {
                let mut events = Vec::from([Event::ServerStarted { version: version.clone() }]);
                // Whatever was being drawn stands still until a person goes on (DECISIONS 25).
                if let Some(game) = self.running().filter(|game| game.phase == Phase::Drawing) {
                    events.push(game.stopped(crate::event::StopCause::Restart));
                }
                return events;
            }
            Notice::Shown { game, ordinal, panel } => {
                let due = self.game.as_ref().filter(|g| {
                    g.no == *game && ordinal.0 >= 1 && ordinal.0 <= g.announced && !g.shown.contains(ordinal)
                });
                if due.is_none() {
                    return Vec::new();
                }
                Event::BallShown { game: *game, ordinal: *ordinal, panel: panel.clone() }
            }
            Notice::LoginRefused { tries } => Event::LoginRefused { tries: *tries },
            Notice::ActaIssued { session, file, sha256, covers_seq } => Event::ActaIssued {
                session: *session,
                file: file.clone(),
                sha256: *sha256,
                covers_seq: *covers_seq,
            },
            Notice::SeriesPrinted { series, pages, sha256 } => {
                Event::SeriesPrinted { series: *series, pages: *pages, sha256: *sha256 }
            }
        };
        Vec::from([event])
    }

    /// Returns the number the next person will have.
    pub fn next_person(&self) -> PersonId {
        PersonId(self.people.last_key_value().map_or(0, |(last, _)| last.0) + 1)
    }

    /// Returns the number the next matrix will have.
    pub fn next_matrix(&self) -> u32 {
        self.matrices.last_key_value().map_or(0, |(last, _)| last.get()) + 1
    }

    fn decide_open_session(&self, asked: &Asked<'_>, sala: PersonId, check: &OpeningCheck) -> Decision {
        if self.session.is_some() {
            return Err(Refusal::SessionOpen);
        }
        if sala == asked.by {
            return Err(Refusal::NeedsAnother);
        }
        let chief = self.people.get(&sala).ok_or(Refusal::UnknownPerson(sala))?;
        if !chief.roles.contains(&Role::JefeDeSala) {
            return Err(Refusal::CheckFails("el recuento lo hace el jefe de sala (art. 34.1)"));
        }
        self.check_holds(check)?;
        let (rules, profile_sha256) = self.rules.clone().expect("a hall with people was founded");
        let session = SessionNo(self.sessions + 1);
        let (date, mesa, check) = (asked.now.date(), asked.by, *check);
        Ok(Vec::from([Event::SessionOpened { session, date, mesa, sala, check, rules, profile_sha256 }]))
    }

    /// The opening check-list (S3, S4, 34.5).
    fn check_holds(&self, check: &OpeningCheck) -> Result<(), Refusal> {
        let rules = &self.rules.as_ref().expect("a hall with people was founded").0;
        let usable = |set: SetId, missing: &'static str| {
            let item = self.ball_sets.get(&set).ok_or(Refusal::BallSet(missing))?;
            let used_up =
                item.extractor == Extractor::Pneumatic && item.games >= rules.ball_set_max_games.value;
            if used_up {
                Err(Refusal::BallSet("ha cumplido su número máximo de partidas; cámbielo"))
            } else {
                Ok(())
            }
        };
        if check.balls_counted != 90 {
            return Err(Refusal::CheckFails("el juego debe tener 90 bolas"));
        }
        usable(check.set, "el juego de la sesión no consta en la sala")?;
        usable(check.reserve_set, "el juego de reserva no consta en la sala")?;
        if check.set == check.reserve_set {
            return Err(Refusal::CheckFails("el juego de reserva debe ser otro (art. 34.5)"));
        }
        if !check.seals_whole {
            return Err(Refusal::CheckFails("los precintos no están intactos"));
        }
        if !check.installations_work {
            return Err(Refusal::CheckFails("las instalaciones no funcionan"));
        }
        Ok(())
    }

    fn decide_close_session(&self, balls_counted: u8, public_witness: bool) -> Decision {
        let session = self.session.as_ref().ok_or(Refusal::NoSession)?;
        if let Some(game) = self.running() {
            return Err(Refusal::GameRunning(game.no));
        }
        if balls_counted != 90 {
            return Err(Refusal::CheckFails("el juego debe tener 90 bolas"));
        }
        let (prizes_pending, amount_pending) = self.prizes_pending();
        Ok(Vec::from([Event::SessionClosed {
            session: session.no,
            balls_counted,
            public_witness,
            prizes_pending,
            amount_pending,
        }]))
    }

    fn decide_open_sale(&self, series: SeriesId, face_value: Cents) -> Decision {
        let session = self.session.as_ref().ok_or(Refusal::NoSession)?;
        if let Some(game) = self.running() {
            return Err(Refusal::GameRunning(game.no));
        }
        let item = self.stock.get(series).ok_or(Refusal::UnknownSeries(series))?;
        if face_value != item.face_value {
            return Err(Refusal::NotFaceValue { face_value: item.face_value });
        }
        if item.next > item.size {
            return Err(Refusal::SeriesUsedUp(series));
        }
        if !item.is_begun()
            && let Some(begun) = self.stock.begun(face_value, series)
        {
            return Err(Refusal::SeriesOutOfOrder { begun });
        }
        if session.last_game.is_some_and(|last| session.games >= last) {
            return Err(Refusal::LastGamePlayed);
        }
        let game = GameNo(self.games + 1);
        let (in_session, first) = (session.games + 1, CardNo(item.next));
        Ok(Vec::from([Event::SaleOpened { game, in_session, series, first, face_value }]))
    }

    /// Returns the present game, if that is its number.
    fn present(&self, no: GameNo) -> Result<&Game, Refusal> {
        self.game.as_ref().ok_or(Refusal::NoSuchGame(no))?.is(no)
    }

    /// Returns the present game for a request that carries what the person saw (DECISIONS 28).
    fn seen(&self, no: GameNo) -> Result<&Game, Refusal> {
        match &self.game {
            Some(game) if game.no == no => Ok(game),
            Some(game) if no < game.no => {
                Err(stale(alloc::format!("la partida en la mesa es la {}", game.no.0)))
            }
            Some(_) | None => Err(Refusal::NoSuchGame(no)),
        }
    }

    fn selling(&self, no: GameNo) -> Result<&Game, Refusal> {
        let game = self.present(no)?;
        if game.phase == Phase::Selling {
            Ok(game)
        } else {
            Err(Refusal::WrongPhase { phase: game.phase.words() })
        }
    }

    fn is_seller(&self, person: PersonId) -> Result<(), Refusal> {
        let found = self.people.get(&person).ok_or(Refusal::UnknownPerson(person))?;
        if found.roles.contains(&Role::VendedorLocutor) { Ok(()) } else { Err(Refusal::NotASeller(person)) }
    }

    fn is_in_series(&self, cards: &Segment) -> Result<(), Refusal> {
        let item = self.stock.get(cards.series).ok_or(Refusal::UnknownSeries(cards.series))?;
        if cards.last.0 > item.size { Err(Refusal::BadRange) } else { Ok(()) }
    }
}

/// Returns a text that may go into the record: not empty, not too long, no control characters.
fn text(field: &'static str, typed: &str) -> Result<String, Refusal> {
    let trimmed = typed.trim();
    let good =
        !trimmed.is_empty() && trimmed.chars().count() <= TEXT_MAX && !trimmed.chars().any(char::is_control);
    if good { Ok(trimmed.into()) } else { Err(Refusal::BadText(field)) }
}
