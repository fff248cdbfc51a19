//! What each event changes in the hall. A new event does not compile before it has an arm here and, if it is of a
//! game, in [`Game::apply`] (ADR 30).

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use crate::event::{Doubt, Event, Found, GameNo, HowRead, Ordinal, ReaderEvent, SessionNo};
use crate::game::{Game, Phase};
use crate::hall::balls::BallSetItem;
use crate::hall::{
    Authority, Device, Hall, LawText, LineAt, LogInOver, MachineItem, MatrixItem, Origin, Person, PrintOrder,
    RulesAsked, Session, UNSTAMPED_MAX, Waiver,
};
use crate::machine::Stored;
use crate::people::Actor;
use crate::sale::Sale;

impl Hall {
    /// Moves the hall on by one recorded event. `seq` and `at_utc_ms` are the line's own.
    ///
    /// # Panics
    /// When the event cannot follow from what came before: the record contradicts itself.
    pub fn apply(&mut self, seq: u64, at_utc_ms: i64, actor: Actor, device: &str, event: &Event) {
        match event {
            Event::HallFounded { name, zone, profile_sha256, rules } => {
                self.name.clone_from(name);
                self.zone.clone_from(zone);
                self.regulation.in_force = Some((rules.clone(), *profile_sha256));
            }
            Event::ServerStarted { .. } => {
                self.machine.restarted();
                self.arbiter.restarted();
                self.started_at(at_utc_ms);
            }
            Event::EpochBegun { epoch, .. } => {
                self.apply_epoch(*epoch);
                self.rehearsal.is_another_computers();
                self.exports.is_another_computers();
            }
            Event::SigningKeyBegun { key, .. } => self.keys.signing = Some(*key),
            // One that came late, after an older one of the queue fell out of it, ends nothing.
            Event::TimeStamped { session, .. } => self.unstamped.retain(|(due, _)| due != session),
            Event::WitnessMet { name, key } => self.keys.meets(name, *key),
            Event::ExportAsked { .. } => {
                let Actor::Person(by) = actor else { panic!("people take exports away") };
                self.exports.begins(seq, by, event);
            }
            Event::ExportMade { place, .. } => self.exports.ends(Some(place), None),
            Event::ExportFailed { words, .. } => self.exports.ends(None, Some(words)),
            Event::RehearsalAsked { rehearsal } => self.rehearsal.begins(*rehearsal),
            Event::RehearsalPassed { .. } => self.rehearsal.ends(at_utc_ms, None),
            Event::RehearsalFailed { words, .. } => self.rehearsal.ends(at_utc_ms, Some(words)),
            Event::NumberingAsked { numbering } => {
                let Actor::Person(by) = actor else { panic!("people read papers") };
                self.epoch.numbering_asked = Some((numbering.clone(), by));
            }
            Event::NumberingSet { numbering, .. } => self.apply_numbering(numbering),
            Event::CardKeyMade { key } => self.card_key = Some(*key),
            Event::PersonAdded { person, roles, identity, pin, card_until, first_pin } => {
                let (roles, identity, pin) = (roles.clone(), *identity, *pin);
                let (card_until, first_pin) = (*card_until, *first_pin);
                let joins = Person {
                    roles,
                    identity,
                    pin,
                    card_until,
                    first_pin,
                    left: false,
                    sat_at: BTreeSet::new(),
                };
                self.people.insert(*person, joins);
                self.regulation.founded_by(*person);
                self.access_changes += 1;
            }
            Event::PersonChanged { person, roles, identity, card_until } => {
                let found = self.people.get_mut(person).expect("who changes is on the staff");
                found.roles.clone_from(roles);
                (found.identity, found.card_until) = (*identity, *card_until);
                self.access_changes += 1;
            }
            Event::PinChanged { person, pin } => {
                self.has_pin(*person, *pin, false);
                self.end_log_ins(LogInOver::PinChanged, *person, Some(device));
            }
            Event::PinReset { person, pin, .. } => {
                self.has_pin(*person, *pin, true);
                self.end_log_ins(LogInOver::PinGiven, *person, None);
            }
            Event::PersonDismissed { person, .. } => self.leaves(*person),
            Event::PersonTakenBack { person, pin } => {
                self.has_pin(*person, *pin, true);
                self.people.get_mut(person).expect("who comes back had left").left = false;
                self.access_changes += 1;
            }
            Event::LoggedIn { person, token } => {
                self.logged_in(*person, device, *token, at_utc_ms);
            }
            Event::LoggedOut { person } => {
                self.log_in_is_over(*person, device, LogInOver::LoggedOut);
            }
            Event::LogInEnded { person, device, why } => {
                self.log_in_is_over(*person, device, LogInOver::from(*why));
            }
            Event::RulesAsked { rules, profile_sha256, .. } => {
                if let Actor::Person(by) = actor {
                    let (rules, profile_sha256) = (rules.clone(), *profile_sha256);
                    self.regulation.asked = Some(RulesAsked { by, rules, profile_sha256 });
                }
            }
            Event::RulesAdopted { .. } => {
                let Actor::Person(by) = actor else { panic!("people adopt rules") };
                self.regulation.adopted(by);
            }
            Event::Article36Given { text, sha256 } => {
                self.regulation.article_36 = Some(LawText { text: text.clone(), sha256: *sha256 });
            }
            Event::ShiftBegun { person } => {
                self.shifts.insert(*person, at_utc_ms);
            }
            Event::StaffCounted { people, .. } => {
                for person in people {
                    self.shifts.entry(*person).or_insert(at_utc_ms);
                }
            }
            Event::ShiftEnded { person, .. } => {
                self.shifts.remove(person);
            }
            Event::DeviceEnrolled { device, name, post, key_sha256 } => {
                let (name, post, key_sha256) = (name.clone(), *post, *key_sha256);
                self.enrolled(*device, Device { name, post, key_sha256, since_utc_ms: at_utc_ms }, actor);
            }
            Event::DeviceRevoked { device, .. } => self.revoked(*device),
            Event::MatrixMade { matrix, size, options, mixed, key, key_sha256, faces_sha256, .. } => {
                let (options, key, key_sha256) = (*options, *key, *key_sha256);
                let origin = Origin::Key { options, mixed: mixed.clone(), key, key_sha256 };
                self.key_draws.matrix_is_there(*matrix);
                let (size, faces_sha256) = (*size, *faces_sha256);
                self.matrices.insert(*matrix, MatrixItem { size, origin, faces_sha256, retired: false });
            }
            Event::KeyDrawAnnounced { .. } => self.key_draws.announced(seq, at_utc_ms, event),
            Event::KeyDrawGivenUp { .. } => self.key_draws.was_given_up(),
            Event::KeyDrawsRequired { required, .. } => self.key_draws.required = *required,
            Event::MatrixImported { matrix, size, maker, file_sha256, faces, faces_sha256 } => {
                let (size, faces_sha256) = (*size, *faces_sha256);
                self.key_draws.matrix_is_there(*matrix);
                let origin = Origin::File { maker: maker.clone(), file_sha256: *file_sha256, faces: *faces };
                self.matrices.insert(*matrix, MatrixItem { size, origin, faces_sha256, retired: false });
            }
            Event::MatrixRetired { matrix, .. } => {
                self.matrices.get_mut(matrix).expect("what is retired was made").retired = true;
                self.stock.retire(*matrix);
            }
            Event::PrintingOrdered { printing, cards, template, copy } => {
                self.printings = printing.0;
                let order = PrintOrder { cards: *cards, template: template.clone(), copy: *copy };
                self.printing.insert(*printing, order);
                self.stock.print(*printing, cards, *copy);
            }
            Event::PrintingDone { printing, .. } => {
                self.printing.remove(printing);
            }
            Event::PrintingStopped { printing, .. } => {
                let order = self.printing.remove(printing).expect("what is stopped was begun");
                self.stock.unprint(*printing, order.cards.series);
            }
            Event::SeriesReceived { series, matrix, face_value, cards } => {
                let size = self.matrices.get(matrix).expect("a series has a matrix").size;
                self.stock.receive(*series, *matrix, cards.unwrap_or(size), *face_value);
            }
            Event::BallSetRegistered { set, extractor, homologation, maker, reference } => {
                let (maker, reference) = (maker.clone(), reference.clone());
                let item = BallSetItem::new(*extractor, homologation.clone(), maker, reference);
                self.ball_sets.insert(*set, item);
            }
            Event::MachineRegistered { machine, extractor, homologation, maker, reference } => {
                let (maker, reference) = (maker.clone(), reference.clone());
                let homologation = homologation.clone();
                let item = MachineItem { extractor: *extractor, homologation, maker, reference };
                self.machines.insert(*machine, item);
            }
            Event::MachineTaken { machine, read, .. } => {
                let session = self.session_mut();
                (session.machine, session.read) = (*machine, *read);
            }
            Event::Balls(event) => self.apply_balls(at_utc_ms, actor, event),
            Event::Reader(event) => {
                if let ReaderEvent::Candidate { ball, boot, seq, .. } = event {
                    self.machine.read(*boot, *seq, ball.number());
                }
                self.arbiter.apply(event);
            }
            Event::MachineIdentified { boot, balls, set } => self.machine.identified(*boot, *balls, *set),
            Event::LinkLost { .. } => self.machine.lost(),
            Event::MachineMode { mode, .. } => self.machine.mode = Some(*mode),
            Event::MachineSaw { boot, seq, what } => {
                if let Some(game) = self.game.as_mut().filter(|game| game.is_in_draw()) {
                    game.machine_saw(*what, &self.machine);
                }
                self.machine.saw(*boot, *seq, *what);
                self.arbiter.machine_saw(*what);
                if let (Stored::Loaded, Some(count)) = (what, &mut self.count) {
                    count.loading = false;
                }
            }
            Event::FramesMissing { boot, got, .. } => self.machine.lost_to = Some((*boot, *got)),
            Event::ReadingNotCounted { number, set, boot, seq, .. } => {
                if let Some(game) = self.game.as_mut().filter(|game| game.is_in_draw()) {
                    game.machine_read(*number, *set, &self.machine);
                }
                self.machine.read(*boot, *seq, *number);
            }
            Event::BallSetAside { boot, seq, number, .. } => self.machine.read(*boot, *seq, *number),
            Event::SessionOpened { session, date, mesa, sala, check, rules, profile_sha256 } => {
                self.sessions = session.0;
                self.use_signed_counts();
                self.regulation.opened(rules, *profile_sha256, *date);
                self.clock_ahead_days = None;
                let (no, date, mesa, sala, check) = (*session, *date, *mesa, *sala, *check);
                self.session = Some(Session {
                    no,
                    date,
                    rules: rules.clone(),
                    check,
                    machine: None,
                    read: HowRead::Connected,
                    mesa,
                    sala,
                    games: 0,
                    last_game: None,
                    notes: 0,
                    closes: None,
                    closes_at_utc_ms: None,
                    clock_set_ms: 0,
                    is_past_closing: false,
                    substitutions: Vec::new(),
                    authority: Authority::NotCalled,
                    agent_saw_balls: None,
                });
            }
            Event::OpeningCompleted { closes, closes_at_utc_ms, .. } => {
                let session = self.session_mut();
                session.closes = *closes;
                session.closes_at_utc_ms = closes_at_utc_ms.and_then(|at| i64::try_from(at).ok());
            }
            Event::ClockConfirmAsked { said } => {
                if let (Some(doubt), Actor::Person(by)) = (&mut self.clock_doubt, actor) {
                    doubt.asked = Some((*said, by));
                }
            }
            Event::ClockConfirmed { .. } => self.clock_doubt = None,
            Event::SubstitutionMade { post, person, stand_in, .. } => {
                self.session_mut().substitute(*post, *person, *stand_in);
                self.access_changes += 1;
            }
            Event::BallSetChanged { to, reserve_set, .. } => {
                let check = &mut self.session_mut().check;
                (check.set, check.reserve_set) = (*to, *reserve_set);
            }
            Event::AuthorityCalled { cause, about, .. } => {
                self.session_mut().authority = Authority::Called { cause: cause.clone(), about: *about };
            }
            Event::AuthorityDecided { goes_on, about, .. } => {
                let session = self.session_mut();
                session.authority = if *goes_on { Authority::GoesOn } else { Authority::Ended };
                session.agent_saw_balls =
                    if let Some(Doubt::Count { balls }) = about { Some(*balls) } else { None };
            }
            Event::ClockStepped { back, by_ms } => {
                if let Some(game) = &mut self.game {
                    game.step_clock(*back, *by_ms);
                }
                let by_ms = i64::try_from(*by_ms).unwrap_or(i64::MAX);
                let by_ms = if *back { -by_ms } else { by_ms };
                self.log_ins_move(by_ms);
                if let Some(session) = &mut self.session {
                    session.clock_set_ms = session.clock_set_ms.saturating_add(by_ms);
                }
            }
            Event::SessionClosed { session, .. } => self.close_session(*session, seq),
            Event::ActaIssued { session, covers_seq, .. } => {
                self.acta = Some((*session, *covers_seq));
                self.acta_copies.entry(*session).or_default();
                self.actas_due.retain(|(due, closed_at)| due != session || closed_at > covers_seq);
            }
            Event::BookOpened { .. }
            | Event::BookKeptFor { .. }
            | Event::FoliosTaken { .. }
            | Event::BookClosed { .. } => self.apply_book(event),
            Event::ActaCopied { session, copy, .. } => {
                self.acta_copies.insert(*session, *copy);
            }
            Event::SaleOpened { game, in_session, series, first, face_value } => {
                if let Some(before) = self.game.take() {
                    self.past.insert(before.no, before);
                }
                let session = self.session.as_mut().expect("a sale opens in a session");
                session.games = *in_session;
                session.agent_saw_balls = None;
                self.games = game.0;
                let item = self.stock.get(*series).expect("what is sold is in stock");
                let sale = Sale::new(*series, *first, item.size, *face_value);
                self.game = Some(Game::new(*game, *in_session, session.no, sale, item.matrix, item.size));
            }
            Event::SaleClosed { game, segments, .. } | Event::GameVoided { game, segments, .. } => {
                if matches!(event, Event::GameVoided { .. }) {
                    self.carry_back(*game);
                }
                for segment in segments {
                    self.stock.sold(segment, *game);
                }
            }
            Event::DrawStarted { .. } | Event::DrawStartedByCaller { .. } => {
                self.arbiter.draw_started();
                self.cameras.waiver = None;
            }
            Event::FilmDeleted { last, .. } => self.cameras.film_deleted = last.0,
            Event::CameraChanged { camera, sight, .. } => self.cameras.apply(at_utc_ms, *camera, *sight),
            Event::CameraWaiverAsked { game, .. } => {
                if let Actor::Person(asked_by) = actor {
                    self.cameras.waiver = Some(Waiver { game: *game, asked_by, agreed: false });
                }
            }
            Event::CameraWaived { game, asked_by, .. } => {
                self.cameras.waiver = Some(Waiver { game: *game, asked_by: *asked_by, agreed: true });
            }
            Event::BallExtracted { ordinal, ball, evidence, .. } => {
                self.machine.extracted(*ball, evidence);
                self.arbiter.extracted(*ball, evidence);
                self.set_plays(*ordinal);
            }
            // A first ball that could not be read comes in as a correction (DECISIONS 31).
            Event::BallCorrected { ordinal, from: None, to, .. } => {
                self.arbiter.settle(*to);
                self.set_plays(*ordinal);
            }
            Event::PlayUnsung { game, play, amount } => self.carry(*game, *play, *amount),
            Event::RefusalNoted { person, why, .. } => self.was_refused(at_utc_ms, *person, *why),
            Event::HoldRaised { hold, .. } => self.holds = hold.0,
            Event::SaleRectified { game, cards, found: Found::Sold, .. } => self.stock.sold(cards, *game),
            Event::GapBurned { cards, .. } => self.stock.burned(cards),
            Event::LastGameAnnounced { .. } => {
                let session = self.session_mut();
                session.last_game = Some(session.games + 1);
            }
            Event::DiligenciaWritten { diligencia, claimant, .. } => {
                self.diligencias = *diligencia;
                self.passing.claimant(*claimant, at_utc_ms);
            }
            Event::DeletionSet { value, after_utc_ms, .. } => self.passing.dated(*value, *after_utc_ms),
            Event::ValuesDeleted { values, .. } => self.passing.deleted(values),
            Event::RequestsDigested { last, .. } => self.digested = *last,
            Event::NoteWritten { .. } => self.session_mut().notes += 1,
            // The hall is the same; only its lines lie elsewhere.
            Event::RecordArchived { .. } => {}
            // These change nothing beside their game.
            Event::BlockIssued { .. }
            | Event::CardsReturned { .. }
            | Event::CardsTransferred { .. }
            | Event::GapBurnAsked { .. }
            | Event::SaleRectified { found: Found::Unsold, .. }
            | Event::GameNotHeld { .. }
            | Event::BallCorrected { from: Some(_), .. }
            | Event::BallKeyed { .. }
            | Event::BallAnnounced { .. }
            | Event::AnnouncementRectified { .. }
            | Event::ReadingRectified { .. }
            | Event::BallShown { .. }
            | Event::VoiceFailed { .. }
            | Event::BallPictured { .. }
            | Event::FilmKept { .. }
            | Event::SoundKept { .. }
            | Event::DrawStopped { .. }
            | Event::StopCalledEarlier { .. }
            | Event::ClaimMade { .. }
            | Event::ClaimAccepted { .. }
            | Event::ClaimRejected { .. }
            | Event::QuestionAsked { .. }
            | Event::LastBallConfirmed { .. }
            | Event::DrawResumed { .. }
            | Event::PlayAwarded { .. }
            | Event::GameEnded { .. }
            | Event::PrizePaid { .. }
            | Event::PrizeWithheld { .. }
            | Event::PrizeReleased { .. }
            | Event::VoidAsked { .. }
            | Event::CardsRefunded { .. }
            | Event::GameSuspended { .. }
            | Event::SuspensionLifted { .. }
            | Event::OpeningSigned { .. }
            | Event::StaffLacks { .. }
            | Event::ParagraphRead { .. }
            | Event::TranscriptionAsked { .. }
            | Event::Transcribed { .. }
            | Event::HoldExitAsked { .. }
            | Event::HoldLeft { .. } => (),
            // Below, with those that make a paper.
            Event::PaperSigned { .. } | Event::PersonKeyEnrolled { .. } | Event::PersonKeyEnded { .. } => (),
            // These change nothing.
            Event::ServerStopped { .. }
            | Event::LoginRefused { .. }
            | Event::SeriesPrinted { .. }
            | Event::InspectionMade { .. }
            | Event::InspectionCodeGiven { .. }
            | Event::SearchMade { .. }
            | Event::BadFrames { .. } => (),
        }
        if let Some(game) = event.game() {
            self.game_mut(game).apply(at_utc_ms, actor, device, event);
        }
        self.apply_signing(LineAt { seq, at_utc_ms, device }, event);
        self.line_at(at_utc_ms, event);
    }

    /// The first ball of a game counts as one game more for the session's set.
    fn set_plays(&mut self, ordinal: Ordinal) {
        if ordinal == Ordinal(1) {
            let set = self.session.as_ref().expect("a game has a session").check.set;
            self.set_has_played(set);
        }
    }

    fn session_mut(&mut self) -> &mut Session {
        self.session.as_mut().expect("it happened within a session")
    }

    pub(super) fn game_mut(&mut self, no: GameNo) -> &mut Game {
        let present = self.game.as_mut().filter(|game| game.no == no);
        present.or_else(|| self.past.get_mut(&no)).expect("the record names games that are")
    }

    /// Keeps of the session's games only what is still owed.
    fn close_session(&mut self, session: SessionNo, seq: u64) {
        self.session = None;
        self.use_signed_counts();
        self.shifts.clear();
        self.log_ins_at_close();
        self.access_changes += 1;
        self.closed = Some((session, seq));
        self.actas_due.push((session, seq));
        if self.unstamped.len() == UNSTAMPED_MAX {
            self.unstamped.remove(0);
        }
        self.unstamped.push((session, seq));
        if let Some(game) = self.game.take() {
            self.past.insert(game.no, game);
        }
        for prize in self.past.values_mut().flat_map(|game| &mut game.prizes) {
            prize.state = prize.state.at_close();
        }
        self.past.retain(|_, game| {
            game.owed().next().is_some()
                || (game.phase == Phase::Voided && game.refunded_count() < game.sale.count())
        });
    }
}
