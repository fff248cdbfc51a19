//! Answers to requests of the hall: powers first, then the room the request belongs to.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::event::{
    DiligenciaKind, Event, Folios, GameNo, HoldWhy, Pressed, PrintingStop, Signed, StopCause,
};
use crate::game::Game;
use crate::game::decide::{Decision, Order, one, stale};
use crate::hall::{Hall, Session};
use crate::people::{PersonId, Role};
use crate::refusal::Refusal;
use crate::request::{Notice, Request};
use crate::rules::Announcing;
use crate::time::{LocalTime, Moment};
use crate::vault::Vault;
use crate::words::is_hidden;

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
pub const TEXT_MAX: usize = 500;

impl Hall {
    /// Answers a request: the events it causes, or why it is refused. Changes nothing.
    ///
    /// # Errors
    /// A [`Refusal`].
    pub fn decide(&self, asked: &Asked<'_>, vault: &Vault) -> Decision {
        self.may_ask(asked.by, asked.device, asked.request.kind())?;
        let now_utc_ms = asked.now.utc_ms;
        let given = Order::Given { now_utc_ms };
        match asked.request.clone() {
            Request::AddPerson { roles, identity, pin, card_until } => {
                self.decide_add_person(roles, (identity, pin), card_until)
            }
            Request::ChangePerson { person, roles, identity, card_until } => {
                self.decide_change_person(person, roles, identity, card_until)
            }
            Request::ResetPin { person, pin } => self.decide_reset_pin(asked.by, person, pin),
            Request::ChangePin { pin } => self.decide_change_pin(asked.by, pin),
            Request::DismissPerson { person, reason } => self.decide_dismiss(person, &reason),
            Request::TakeBackPerson { person, pin } => self.decide_take_back(person, pin),
            Request::LogIn { token, pin, device_key_sha256 } => {
                self.decide_log_in((asked.by, asked.device), token, pin, device_key_sha256)
            }
            Request::EnrolDevice { name, post, key_sha256 } => {
                self.decide_enrol_device(asked.by, &name, (post, key_sha256))
            }
            Request::RevokeDevice { device } => self.decide_revoke_device(asked.device, device),
            Request::AskRules { rules, profile, profile_sha256, reason } => {
                self.decide_ask_rules((*rules, profile), profile_sha256, (&reason, asked.now.date()))
            }
            Request::AdoptRules { profile_sha256 } => self.decide_adopt_rules(asked.by, profile_sha256),
            Request::GiveArticle36 { text } => self.decide_give_article_36(&text),
            Request::BeginShift { person } => self.decide_begin_shift(person),
            Request::EndShift { person } => self.decide_end_shift(person),
            Request::LogOut => {
                ensure!(self.log_ins.contains_key(&(asked.device.into(), asked.by)), Refusal::NotLoggedIn);
                one(Event::LoggedOut { person: asked.by })
            }
            Request::EndLogIn { person, device } => self.decide_end_log_in(person, &device),
            Request::AskNumbering { numbering } => self.decide_ask_numbering(numbering),
            Request::ConfirmNumbering { numbering } => self.decide_confirm_numbering(asked.by, numbering),
            Request::AskClock { date, hour } => self.decide_ask_clock(asked.now, LocalTime { date, hour }),
            Request::ConfirmClock { date, hour } => {
                self.decide_confirm_clock(asked.by, asked.now, LocalTime { date, hour })
            }
            Request::RehearseSpare => self.decide_rehearse(),
            Request::MakeExport { first, last, names, documents, signatures } => {
                self.decide_export((first, last), (names, documents, signatures))
            }
            Request::MakeMatrix { size, options, mixed, key, key_sha256, faces_sha256, matrix } => {
                ensure!(!self.key_draws.required, Refusal::DrawRequired);
                self.may_make_matrix(matrix, size, options, mixed.as_ref())?;
                let generator = 1;
                one(Event::MatrixMade {
                    matrix,
                    size,
                    options,
                    generator,
                    mixed,
                    key,
                    key_sha256,
                    faces_sha256,
                })
            }
            Request::AnnounceKeyDraw { size, options, draw, date, seed, seed_sha256 } => {
                let (what, when) = ((size, options), (draw.as_str(), date));
                self.decide_announce_key_draw(asked.now, what, when, (seed, seed_sha256))
            }
            Request::TakeKeyDraw { matrix, outcome, key, key_sha256, faces_sha256 } => {
                self.decide_take_key_draw(asked.now, matrix, outcome, (key, key_sha256, faces_sha256))
            }
            Request::GiveUpKeyDraw { matrix, reason } => self.decide_give_up_key_draw(matrix, &reason),
            Request::RequireKeyDraws { required, reason } => self.decide_require_key_draws(required, &reason),
            Request::ImportMatrix { size, maker, file_sha256, faces, faces_sha256, matrix } => {
                self.may_import_matrix(matrix, size, faces_sha256)?;
                let maker = text("fabricante", &maker)?;
                one(Event::MatrixImported { matrix, size, maker, file_sha256, faces, faces_sha256 })
            }
            Request::RetireMatrix { matrix, reason } => self.decide_retire_matrix(matrix, &reason),
            Request::PrintCards { series, first, last, template } => {
                self.decide_print(series, (first, last), &template)
            }
            Request::CancelPrinting { printing } => self.decide_cancel_printing(printing, asked.by),
            Request::ReceiveSeries { series, matrix, face_value, cards } => {
                self.decide_receive_series((series, matrix, face_value, cards), asked.now.date())
            }
            Request::RegisterBallSet { set, extractor, homologation, maker, reference } => {
                ensure!(!self.ball_sets.contains_key(&set), Refusal::BallSet("ya consta en la sala"));
                let homologation = text("homologación", &homologation)?;
                let maker = maker.map(|typed| text("fabricante", &typed)).transpose()?;
                let reference = reference.map(|typed| text("referencia", &typed)).transpose()?;
                one(Event::BallSetRegistered { set, extractor, homologation, maker, reference })
            }
            Request::AskBallEnrolment { set, balls, table_sha256 } => {
                self.decide_ask_enrolment(set, balls, table_sha256)
            }
            Request::ConfirmBallEnrolment { set, table_sha256 } => {
                self.decide_confirm_enrolment(asked.by, set, table_sha256)
            }
            Request::AskBallInspection { set, found } => self.decide_ask_inspection(set, found),
            Request::ConfirmBallInspection { set, found } => {
                self.decide_confirm_inspection(asked.by, set, found)
            }
            Request::WeighBallSet { set, weights_mg, low_mg, high_mg } => {
                self.decide_weigh(set, weights_mg, low_mg, high_mg)
            }
            Request::WithdrawBallSet { set, reason, reserve_set } => {
                self.decide_withdraw(set, text("motivo", &reason)?, reserve_set)
            }
            Request::BeginBallCount { set } => self.decide_begin_count(set),
            Request::EndBallCount { count } => self.decide_end_count(count),
            Request::CancelBallCount { count, reason } => {
                self.decide_cancel_count(asked.by, count, text("motivo", &reason)?)
            }
            Request::RegisterMachine { extractor, homologation, maker, reference } => {
                let homologation = text("homologación", &homologation)?;
                let maker = maker.map(|typed| text("fabricante", &typed)).transpose()?;
                let reference = reference.map(|typed| text("referencia", &typed)).transpose()?;
                let machine = self.next_machine();
                one(Event::MachineRegistered { machine, extractor, homologation, maker, reference })
            }
            Request::OpenSession {
                sala,
                check,
                reserve_machine,
                machine,
                read,
                staff_complete,
                rules_shown,
                closing_hour,
            } => {
                let events = self.decide_open_session(
                    asked,
                    sala,
                    check,
                    reserve_machine,
                    (machine, read),
                    closing_hour,
                )?;
                let answered = self.opening_signed(asked, staff_complete, rules_shown);
                Ok(events.into_iter().chain(answered).collect())
            }
            Request::SignCount { set, balls_counted } => self.decide_sign_count(set, balls_counted),
            Request::ChangeMachine { machine, read, reason } => {
                self.decide_change_machine(machine, read, text("motivo", &reason)?)
            }
            Request::Substitute { post, person, stand_in, reason } => {
                self.decide_substitute(post, person, stand_in, text("motivo", &reason)?)
            }
            Request::ChangeBallSet { set, reserve_set, balls_counted, seals_whole, reason } => {
                let reason = text("motivo", &reason)?;
                let counted = (balls_counted, now_utc_ms);
                self.decide_change_ball_set(set, reserve_set, counted, seals_whole, reason)
            }
            Request::CallAuthority { cause, balls } => {
                self.decide_call_authority(text("causa", &cause)?, balls)
            }
            Request::RecordAuthority { agent, goes_on } => {
                self.decide_record_authority(asked, text("agente", &agent)?, goes_on)
            }
            Request::CloseSession { balls_counted, public_witness } => {
                self.decide_close_session(asked, balls_counted, public_witness)
            }
            Request::AnnounceLastGame => {
                let session = self.open_session()?;
                ensure!(session.last_game.is_none(), Refusal::LastGameAnnounced);
                one(Event::LastGameAnnounced { session: session.no })
            }
            Request::WriteDiligencia { about, game, text: typed, claimant, document, signed } => {
                self.numbering_is_known()?;
                game.map_or(Ok(()), |no| self.was_played_here(no))?;
                ensure!(about != DiligenciaKind::Reclamacion || claimant.is_some(), Refusal::NoClaimant);
                let (diligencia, text) = (self.diligencias + 1, text("texto", &typed)?);
                let document = document && claimant.is_some();
                one(Event::DiligenciaWritten { diligencia, about, game, text, claimant, document, signed })
            }
            Request::SignPaper { paper, sha256, role, strokes } => {
                self.decide_sign(asked.by, (paper, sha256), role, Signed::Drawn { strokes })
            }
            Request::SignWithKey { paper, sha256, role, key, signature } => {
                self.decide_sign(asked.by, (paper, sha256), role, Signed::Key { key, signature })
            }
            Request::AddSignedPage { paper, sha256, roles, file, page_sha256 } => {
                self.decide_add_page(asked.by, (paper, sha256), &roles, (&file, page_sha256))
            }
            Request::EnrolKey { key } => self.decide_enrol_key(asked.by, key),
            Request::EndKey { key, reason } => self.decide_end_key(asked.by, key, &reason),
            Request::WriteNote { text: typed } => {
                self.open_session()?;
                one(Event::NoteWritten { text: text("texto", &typed)? })
            }
            Request::OpenBook { book, authority, date, first, last, face_value } => {
                let today = asked.now.date();
                self.decide_open_book((&book, &authority), date, today, (first, last), face_value)
            }
            Request::CloseBook { book, reason } => self.decide_close_book(&book, &reason),
            Request::CopyActa { session, reason } => self.decide_copy_acta(session, &reason),
            Request::GiveInspectionCode { person } => {
                let found = self.on_staff(person)?;
                ensure!(found.roles.contains(&Role::Inspector), Refusal::NotAnInspector(person));
                one(Event::InspectionCodeGiven { person })
            }
            Request::Search { sought } => one(Event::SearchMade { sought }),
            Request::Inspect => one(Event::InspectionMade { game: self.running().map(|game| game.no) }),
            Request::OpenSale { series, size, face_value } => {
                self.decide_open_sale(asked, series, size, face_value)
            }
            Request::IssueBlock { game, cards, price, seller } => {
                let selling = self.selling(game)?;
                let sale = &selling.sale;
                selling.may_go_on(self.game_session())?;
                ensure!(price == sale.face_value, Refusal::NotFaceValue { face_value: sale.face_value });
                self.is_seller(seller)?;
                self.is_in_series(&cards)?;
                sale.may_issue(&cards, &self.stock)?;
                one(Event::BlockIssued { game, cards, seller })
            }
            Request::ReturnCards { game, cards, seller } => {
                self.selling(game)?.sale.may_take(&cards, seller)?;
                one(Event::CardsReturned { game, cards, seller })
            }
            Request::TransferCards { game, cards, from, to } => {
                self.is_seller(to)?;
                self.selling(game)?.sale.may_take(&cards, from)?;
                one(Event::CardsTransferred { game, cards, from, to })
            }
            Request::AskBurnGap { game, cards } => {
                self.selling(game)?.sale.may_burn(&cards)?;
                one(Event::GapBurnAsked { game, cards })
            }
            Request::ConfirmBurnGap { game, cards } => self.selling(game)?.decide_burn(cards, asked.by),
            Request::CloseSale { game } => self.seen(game)?.decide_close_sale(self.game_session()),
            Request::RectifySale { game, cards, found, seller } => {
                self.has_sold(seller)?;
                self.is_in_series(&cards)?;
                self.seen(game)?.decide_rectify_sale(self.game_session(), cards, found, seller)
            }
            Request::StartDraw { game } => {
                self.numbering_is_known()?;
                self.seen(game)?.may_start(self.game_session())?;
                self.clock_is_sure()?;
                self.exit_is_seen(game)?;
                self.decide_start_draw(game)
            }
            Request::AskWithoutCamera { game } => {
                self.seen(game)?.may_start(self.game_session())?;
                self.decide_ask_without_camera(game)
            }
            Request::ConfirmWithoutCamera { game } => {
                self.seen(game)?.may_start(self.game_session())?;
                self.decide_without_camera(game, asked.by)
            }
            Request::Announce { game, ordinal, ball, typed } => {
                let rules = self.session.as_ref().map(|session| session.rules.announcing.value);
                ensure!(typed || rules != Some(Announcing::Typed), Refusal::TypeTheNumber);
                let said = (ordinal, ball);
                self.seen(game)?.decide_announce(self.game_session(), self.next_hold(), said, typed)
            }
            Request::RectifyAnnouncement { game, ordinal, said } => {
                self.seen(game)?.decide_rectify_announcement(self.game_session(), ordinal, said)
            }
            Request::RectifyReading { game, ordinal, ball } => {
                let game = self.seen(game)?;
                let second_word = self.game_session().rules.second_word.value;
                game.decide_rectify_reading(second_word, self.next_hold(), ordinal, ball)
            }
            Request::Stop { game, announced, pressed_at_utc_ms, pressed_within_ms } => {
                let pressed = pressed_at_utc_ms.zip(pressed_within_ms);
                let pressed = pressed.map(|(at_utc_ms, within_ms)| Pressed { at_utc_ms, within_ms });
                self.seen(game)?.decide_stop(announced, pressed, now_utc_ms)
            }
            Request::Claim { game, play, card } => {
                self.present(game)?.decide_claim(&self.stock, vault, play, &card)
            }
            Request::AcceptClaim { game, claim } => {
                self.seen(game)?.may_settle(claim, asked.by)?;
                one(Event::ClaimAccepted { game, claim })
            }
            Request::RejectClaim { game, claim, reason } => {
                self.seen(game)?.may_settle(claim, asked.by)?;
                one(Event::ClaimRejected { game, claim, reason })
            }
            Request::AskQuestion { game, stop } => self.seen(game)?.decide_question(stop),
            Request::GoOn { game, stop } => {
                self.numbering_is_known()?;
                let game = self.seen(game)?;
                let events = game.decide_go_on(self.game_session(), stop, given)?;
                self.clock_is_sure()?;
                self.machine_can_draw(game)?;
                Ok(events)
            }
            Request::GoOnAfterRestart { game, stop, last } => {
                self.numbering_is_known()?;
                let game = self.seen(game)?;
                let session = self.game_session();
                if let Some(doubt) = game.last_in_doubt(session, stop, (last, self.next_hold()))? {
                    return one(doubt);
                }
                let events = game.decide_go_on_after_restart(session, stop, given)?;
                self.clock_is_sure()?;
                self.machine_can_draw(game)?;
                Ok(events)
            }
            Request::EndGame { game, stop } => self.seen(game)?.decide_end(self.game_session(), stop, given),
            Request::PayPrize { game, prize, card } => {
                self.any(game)?.decide_pay(vault, prize, &card, asked.by)
            }
            Request::WithholdPrize { game, prize, reason } => {
                let reason = text("motivo", &reason)?;
                self.any(game)?.decide_withhold(prize, reason)
            }
            Request::ReleasePrize { game, prize, reason } => {
                let reason = text("motivo", &reason)?;
                self.any(game)?.decide_release(prize, reason)
            }
            Request::AskVoid { game, cause } => {
                let cause = text("causa", &cause)?;
                self.any(game)?.may_be_void_now(self.session.as_ref(), now_utc_ms)?;
                one(Event::VoidAsked { game, cause })
            }
            Request::ConfirmVoid { game, cause } => {
                self.any(game)?.decide_void(self.session.as_ref(), &cause, asked.by, now_utc_ms)
            }
            Request::RefundCards { game, cards } => self.any(game)?.decide_refund(cards),
            Request::SuspendGame { game, cause } => {
                self.seen(game)?.decide_suspend(self.game_session(), text("causa", &cause)?)
            }
            Request::LiftSuspension { game } => self.seen(game)?.decide_lift(self.game_session(), now_utc_ms),
            Request::ReadParagraph { game, paragraph, text_sha256 } => {
                self.decide_read_paragraph(self.seen(game)?, paragraph, text_sha256)
            }
            Request::KeyBall { game, ordinal, ball, again } => {
                let (game, hand) = (self.seen(game)?, (asked.by, asked.device));
                if self.reads_by_caller() {
                    return self.decide_read_ball(game, hand, ordinal, (ball, again));
                }
                game.decide_key(self.game_session(), self.next_hold(), hand, ordinal, ball)
            }
            Request::AskTranscription { game, lines } => {
                self.decide_transcription(self.seen(game)?, &lines, vault)?;
                one(Event::TranscriptionAsked { game, lines })
            }
            Request::ConfirmTranscription { game, lines } => {
                self.decide_transcribe(self.seen(game)?, &lines, asked, vault)
            }
            Request::RaiseHold { game, reason } => {
                let reason = text("motivo", &reason)?;
                let held = self.present(game)?;
                ensure!(held.is_in_draw(), held.wrong_phase());
                one(Event::HoldRaised { game, hold: self.next_hold(), why: HoldWhy::Called(reason) })
            }
            Request::AskHoldExit { game, hold, exit } => {
                self.exit_fits(self.present(game)?, hold, exit)?;
                one(Event::HoldExitAsked { game, hold, exit })
            }
            Request::ConfirmHoldExit { game, hold, exit } => {
                self.decide_leave_hold(self.present(game)?, hold, exit, asked.by)
            }
        }
    }

    /// Takes in something the server or a screen did. It cannot be refused.
    pub fn notice(&self, notice: &Notice) -> Vec<Event> {
        let event = match notice.clone() {
            Notice::Started { version } => return self.standing_still(Event::ServerStarted { version }),
            Notice::Stopping { power_failing } => {
                return self.standing_still(Event::ServerStopped { power_failing });
            }
            Notice::ClockStepped { by_ms } => {
                Event::ClockStepped { back: by_ms < 0, by_ms: by_ms.unsigned_abs() }
            }
            Notice::LogInsDue { now_utc_ms } => return self.log_ins_due(now_utc_ms),
            Notice::RequestRefused { person, request, why, now_utc_ms } => {
                return self.refusal_noted((person, request), why, now_utc_ms);
            }
            Notice::Shown { game, ordinal, panel } => {
                let due = |shown: &Game| {
                    shown.no == game
                        && (1..=shown.announced).contains(&ordinal.0)
                        && !shown.shown.contains(&ordinal)
                };
                if !self.game.as_ref().is_some_and(due) {
                    return Vec::new();
                }
                Event::BallShown { game, ordinal, panel }
            }
            Notice::VoiceFailed { game, ordinal, why } => {
                let due = |said: &Game| said.no == game && (1..=said.announced).contains(&ordinal.0);
                if !self.game.as_ref().is_some_and(due) {
                    return Vec::new();
                }
                Event::VoiceFailed { game, ordinal, why }
            }
            Notice::Pictured { game, ordinal, sha256 } => {
                let due = |drawn: &Game| {
                    drawn.no == game
                        && (1..=drawn.extracted.len()).contains(&usize::from(ordinal.0))
                        && !drawn.pictured.contains(&ordinal)
                };
                if !self.game.as_ref().is_some_and(due) {
                    return Vec::new();
                }
                Event::BallPictured { game, ordinal, sha256 }
            }
            Notice::FilmKept { game, camera, pictures, sha256 } => {
                Event::FilmKept { game, camera, pictures, sha256 }
            }
            Notice::SoundKept { game, stop, before_ms, sha256 } => {
                Event::SoundKept { game, stop, before_ms, sha256 }
            }
            Notice::FilmPast { last, days } => return Vec::from_iter(self.film_past(last, days)),
            Notice::Camera { camera, sight } => return Vec::from_iter(self.camera_change(camera, sight)),
            Notice::LoginRefused { tries } => Event::LoginRefused { tries },
            // A book was opened or closed while it was printed: it is printed again.
            Notice::ActaIssued { folios, .. } if !self.are_next(&folios) => return Vec::new(),
            Notice::ActaIssued { session, file, sha256, covers_seq, folios } => {
                let taken = folios.into_iter().map(|Folios { book, first, last }| Event::FoliosTaken {
                    session,
                    book,
                    first,
                    last,
                });
                let issued = Event::ActaIssued { session, file, sha256, covers_seq };
                return [issued].into_iter().chain(taken).collect();
            }
            Notice::TimeStamped { session, .. } if self.unstamped.iter().all(|(due, _)| *due != session) => {
                return Vec::new();
            }
            Notice::TimeStamped {
                session,
                size,
                note_sha256,
                authority,
                stamped_at_utc_ms,
                file,
                sha256,
            } => {
                Event::TimeStamped { session, size, note_sha256, authority, stamped_at_utc_ms, file, sha256 }
            }
            Notice::SigningKey { key } if self.keys.signing == Some(key) => return Vec::new(),
            Notice::SigningKey { key } => Event::SigningKeyBegun { key, before: self.keys.signing },
            Notice::WitnessMet { name, key, is_named } if !self.keys.has_room_for(&name, &key, is_named) => {
                return Vec::new();
            }
            Notice::WitnessMet { name, key, .. } => Event::WitnessMet { name, key },
            Notice::ExportMade { export, .. } | Notice::ExportFailed { export, .. }
                if self.exports.under_way.as_ref().is_none_or(|order| order.no != export) =>
            {
                return Vec::new();
            }
            Notice::ExportMade { export, place, first, last, manifest_sha256 } => {
                Event::ExportMade { export, place, first, last, manifest_sha256 }
            }
            Notice::ExportFailed { export, words } => Event::ExportFailed { export, words },
            // One that a new epoch ended was another computer's.
            Notice::RehearsalPassed { rehearsal, .. } | Notice::RehearsalFailed { rehearsal, .. }
                if self.rehearsal.under_way != Some(rehearsal) =>
            {
                return Vec::new();
            }
            Notice::RehearsalPassed { rehearsal, spare, seq, hash, hall_sha256, millis } => {
                Event::RehearsalPassed { rehearsal, spare, seq, hash, hall_sha256, millis }
            }
            Notice::RehearsalFailed { rehearsal, words } => Event::RehearsalFailed { rehearsal, words },
            Notice::DeletionsDue { now_utc_ms, kept } => return self.deletions(now_utc_ms, kept),
            // Somebody was faster, or another epoch began.
            Notice::RequestsDigested { first, last, .. } if first <= self.digested || last < first => {
                return Vec::new();
            }
            Notice::RequestsDigested { first, last, requests, sha256 } => {
                Event::RequestsDigested { first, last, requests, sha256 }
            }
            // What was stopped meanwhile stays stopped.
            Notice::PrintingDone { printing, .. } | Notice::PrintingFailed { printing, .. }
                if !self.printing.contains_key(&printing) =>
            {
                return Vec::new();
            }
            Notice::PrintingDone { printing, file, pages, sha256 } => {
                Event::PrintingDone { printing, file, pages, sha256 }
            }
            Notice::PrintingFailed { printing, words } => {
                Event::PrintingStopped { printing, why: PrintingStop::Failed(words) }
            }
        };
        Vec::from([event])
    }

    /// A server's first or last line: a draw stands still until a person goes on (DECISIONS 25).
    fn standing_still(&self, line: Event) -> Vec<Event> {
        let stopped = self.running().and_then(|game| game.stopped_if_drawing(StopCause::Restart));
        [line].into_iter().chain(stopped).collect()
    }

    /// The number the next person will have.
    pub fn next_person(&self) -> PersonId {
        PersonId(self.people.last_key_value().map_or(0, |(last, _)| last.0) + 1)
    }

    /// The number the next matrix will have.
    pub fn next_matrix(&self) -> u32 {
        self.matrices.last_key_value().map_or(0, |(last, _)| last.get()) + 1
    }

    /// The open session.
    pub(super) fn open_session(&self) -> Result<&Session, Refusal> {
        self.session.as_ref().ok_or(Refusal::NoSession)
    }

    /// The game with this number, present or past.
    fn any(&self, no: GameNo) -> Result<&Game, Refusal> {
        self.game_no(no).ok_or(Refusal::NoSuchGame(no))
    }

    /// The present game, if that is its number.
    fn present(&self, no: GameNo) -> Result<&Game, Refusal> {
        self.game.as_ref().filter(|game| game.no == no).ok_or(Refusal::NoSuchGame(no))
    }

    /// The present game, for a request that carries what the person saw (DECISIONS 28).
    fn seen(&self, no: GameNo) -> Result<&Game, Refusal> {
        if let Some(game) = self.game.as_ref().filter(|game| no < game.no) {
            return Err(stale(format!("la partida en la mesa es la {}", game.no.0)));
        }
        self.present(no)
    }

    fn selling(&self, no: GameNo) -> Result<&Game, Refusal> {
        let game = self.present(no)?;
        ensure!(game.selling().is_some(), game.wrong_phase());
        Ok(game)
    }

    /// A seller now: with substitutions (26.2.b).
    fn is_seller(&self, person: PersonId) -> Result<(), Refusal> {
        self.on_staff(person)?;
        ensure!(self.roles_of(person).contains(&Role::VendedorLocutor), Refusal::NotASeller(person));
        Ok(())
    }

    /// A seller at some time of the session: a recount comes after the sale.
    fn has_sold(&self, person: PersonId) -> Result<(), Refusal> {
        let post = Role::VendedorLocutor;
        let had = self.people.get(&person).is_some_and(|found| found.roles.contains(&post));
        let mut changes = self.session.iter().flat_map(|session| &session.substitutions);
        if had || changes.any(|change| change.post == post && change.stand_in == person) {
            return Ok(());
        }
        self.is_seller(person)
    }
}

/// A text that may go into the record: not empty, not too long, nothing in it that nobody sees.
pub(super) fn text(field: &'static str, typed: &str) -> Result<String, Refusal> {
    let text = typed.trim();
    let fits = (1..=TEXT_MAX).contains(&text.chars().count());
    ensure!(fits && !text.chars().any(is_hidden), Refusal::BadText(field));
    Ok(text.into())
}
