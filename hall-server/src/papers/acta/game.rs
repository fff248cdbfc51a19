//! One game on its way through the record: its sale, its balls, the orders, what held it.

use hall_core::ball::Ball;
use hall_core::event::{ClaimNo, Event, GameNo, HoldExit, Ordinal, Paragraph, Pressed, Segment, StopCause};
use hall_core::game::Prize;
use hall_core::money::Cents;
use hall_core::people::{Actor, PersonId};
use hall_core::rules::Division;
use hall_core::words::{self, BallSource, Lang, Readings, question};
use hall_wire::paper::{self, GameResult, SaleFigures};

use super::diligencias::{Diligencia, words_of};
use super::hold::{Hold, Suspension};
use crate::papers::scribe::{Scribe, segment};

pub(super) struct Game<'a> {
    pub(super) scribe: Scribe<'a>,
    pub(super) no: GameNo,
    /// Its row so far.
    pub(super) row: paper::ActaGame,
    /// The cards sold.
    pub(super) sold: Vec<Segment>,
    /// Of a void game, the cards that nobody handed in.
    pub(super) not_handed_in: Vec<Segment>,
    readings: Readings,
    /// The numbers of the row's claims.
    pub(super) claims: Vec<ClaimNo>,
    pub(super) prizes: Vec<Prize>,
    holds: Vec<Hold>,
    suspensions: Vec<Suspension>,
    /// The last ball that was announced, and when.
    last_announced: Option<(i64, Ball)>,
    /// When it went on by hand, and who keys the balls from then on (36.2).
    by_hand: Option<(i64, String)>,
    /// The sheet of a game finished on paper was typed in, the last time it was (DECISIONS 34).
    transcribed: Option<Diligencia>,
    pub(super) diligencias: Vec<Diligencia>,
}

/// What is printed of a game.
pub(super) struct Printed {
    pub(super) row: paper::ActaGame,
    pub(super) diligencias: Vec<Diligencia>,
    /// What no law wants signed by itself, with its moment.
    pub(super) notes: Vec<(i64, String)>,
}

impl<'a> Game<'a> {
    /// Begins with the opening of the sale.
    pub(super) fn open(scribe: Scribe<'a>, no: GameNo, in_session: u32, price: Cents, at: i64) -> Game<'a> {
        let row = paper::ActaGame {
            number: in_session,
            absolute: u64::from(no.0),
            face_value_cents: price.0,
            sale_opened_at: scribe.at(at),
            ..paper::ActaGame::default()
        };
        Game {
            scribe,
            no,
            row,
            sold: Vec::new(),
            not_handed_in: Vec::new(),
            readings: Readings::default(),
            claims: Vec::new(),
            prizes: Vec::new(),
            holds: Vec::new(),
            suspensions: Vec::new(),
            last_announced: None,
            by_hand: None,
            transcribed: None,
            diligencias: Vec::new(),
        }
    }

    /// Adds an event of the game.
    #[allow(clippy::wildcard_enum_match_arm, reason = "each arm takes what it prints")]
    pub(super) fn apply(&mut self, at: i64, by: Actor, event: &Event) {
        self.readings.apply(event);
        let scribe = self.scribe;
        let now = || Some(scribe.at(at));
        match event {
            Event::SaleClosed { segments, division, formula, .. } => {
                (self.row.sale_closed_at, self.row.acta_row_at) = (now(), now());
                self.announce(&scribe.at(at), segments, division, formula);
            }
            Event::SaleRectified { segments, division, formula, sold_before, sold, .. } => {
                self.rectify(at, (*sold_before, *sold), division, formula);
                let announced_at = self.row.acta_row_at.clone().unwrap_or_default();
                self.announce(&announced_at, segments, division, formula);
            }
            Event::GameNotHeld { .. } => self.end(at, GameResult::NotHeld),
            Event::DrawStarted { .. } | Event::DrawStartedByCaller { .. } => self.row.draw_started_at = now(),
            Event::BallExtracted { ordinal, ball, evidence, .. } => {
                self.ball_out(at, *ordinal, *ball, BallSource::of(evidence));
            }
            Event::BallAnnounced { ordinal, ball, .. } => {
                self.ball_mut(*ordinal).expect("the ball came out").announced_at = now();
                self.last_announced = Some((at, *ball));
            }
            Event::BallCorrected { ordinal, from, to, .. } => self.correct(at, *ordinal, *from, *to),
            Event::DrawStopped { announced, counting, cause, pressed, .. } => {
                let place = match announced {
                    0 => "antes de la primera bola".to_owned(),
                    _ => format!("tras la bola {announced}"),
                };
                let why = match cause {
                    StopCause::Called | StopCause::Claim => "",
                    StopCause::Restart => ", al ponerse de nuevo en marcha el sistema",
                };
                let pressed = pressed.and_then(|press| self.press(press, counting == announced));
                let pressed = pressed.map_or_else(String::new, |distance| format!(", pulsada {distance}"));
                self.order(at, format!("Parada {place}{why}{pressed}"));
            }
            Event::StopCalledEarlier { pressed, .. } => {
                let distance = self.press(*pressed, false).unwrap_or_default();
                self.order(at, format!("Otro puesto había pulsado antes: {distance}"));
            }
            Event::QuestionAsked { line, bingo, .. } => self.order(at, question(*line, *bingo).to_owned()),
            Event::DrawResumed { .. } => self.order(at, "Orden de seguir la extracción".to_owned()),
            Event::ReadingRectified { ordinal, to, .. } => {
                self.ball_mut(*ordinal).expect("the ball came out").number = to.number();
                self.order(at, words_of(event));
            }
            Event::AnnouncementRectified { .. }
            | Event::VoiceFailed { .. }
            | Event::LastBallConfirmed { .. } => self.order(at, words_of(event)),
            Event::CameraWaived { asked_by, .. } => {
                let (asked_by, by) = (scribe.name(*asked_by), scribe.actor(by));
                self.order(at, format!("{}; lo acuerdan {asked_by} y {by}", words_of(event)));
            }
            Event::ParagraphRead { paragraph, .. } => {
                if *paragraph == Paragraph::BeforeExtraction {
                    self.suspension_mut().read_at = Some(at);
                }
                self.order(at, words_of(event));
            }
            Event::GameEnded { .. } => {
                self.order(at, "Orden de cierre de la partida".to_owned());
                self.end(at, GameResult::Closed);
            }
            Event::HoldRaised { hold, why, .. } => self.holds.push(Hold::new(&scribe, at, *hold, why)),
            Event::HoldLeft { exit, asked_by, .. } => {
                if let HoldExit::ByHand { caller, second } = exit {
                    let (caller, second) = (scribe.name(*caller), scribe.name(*second));
                    let words = format!("Las bolas restantes las teclean {caller} y {second}");
                    self.by_hand = Some((at, words));
                }
                self.leave_holds(at, event, &words::exit(Lang::Es, *exit), (*asked_by, by));
            }
            Event::GameSuspended { cause, .. } => {
                self.suspensions.push(Suspension::new(at, cause));
            }
            Event::SuspensionLifted { .. } => self.suspension_mut().lifted_at = Some(at),
            Event::Transcribed { asked_by, .. } => {
                let words = "La partida siguió en papel; se transcribe la hoja";
                self.leave_holds(at, event, words, (*asked_by, by));
                let (asked_by, by) = (scribe.name(*asked_by), scribe.actor(by));
                let text = format!(
                    "Partida {}: terminada en papel; transcriben la hoja {asked_by} y {by}",
                    self.row.number
                );
                self.transcribed = Some(Diligencia::new(at, "incidencia", text));
            }
            _ => self.claimed_or_paid(at, by, event),
        }
    }

    /// What was sold and how it is divided, in the words of M13.
    fn announce(&mut self, at: &str, sold: &[Segment], division: &Division, formula: &str) {
        self.sold = sold.to_vec();
        let row = &mut self.row;
        row.sale = SaleFigures::new(sold.iter().map(Segment::count).sum(), division);
        let text =
            format!("{formula}. Premio de línea {}; premio de bingo {}", division.line, division.bingo);
        row.announcement = Some(paper::Spoken { at: at.to_owned(), text });
    }

    /// The count was publicly put right (39.3.a).
    fn rectify(&mut self, at: i64, (before, after): (u32, u32), division: &Division, formula: &str) {
        self.row.rectifications.push(paper::Rectification {
            at: self.scribe.at(at),
            before: SaleFigures { sold: before, ..self.row.sale },
            after: SaleFigures::new(after, division),
            text: formula.to_owned(),
        });
        let no = self.row.number;
        let text = format!("Partida {no}: rectificación pública, de {before} a {after} cartones vendidos");
        self.diligencias.push(Diligencia::new(at, "incidencia", text));
    }

    pub(super) fn end(&mut self, at: i64, result: GameResult) {
        (self.row.ended_at, self.row.result) = (Some(self.scribe.at(at)), result);
    }

    /// A question or an order of the jefe de mesa, or a stop.
    pub(super) fn order(&mut self, at: i64, text: String) {
        self.row.questions.push(paper::Spoken { at: self.scribe.at(at), text });
    }

    fn ball_out(&mut self, at: i64, ordinal: Ordinal, ball: Ball, source: BallSource) {
        self.row.balls.push(paper::ActaBall {
            ordinal: u32::from(ordinal.0),
            number: ball.number(),
            extracted_at: self.scribe.at(at),
            announced_at: None,
            source,
            note: None,
        });
    }

    /// How far a press was from the last ball: only where the ball does not count, or nobody can tell which was first (ADR 74).
    fn press(&self, pressed: Pressed, counts: bool) -> Option<String> {
        let call = words::StopCall {
            device: "",
            ball: self.last_announced.map(|(_, ball)| ball),
            after_ms: self.last_announced.map(|(at, _)| pressed.at_utc_ms() - at),
            within_ms: pressed.within_ms.into(),
            counts,
        };
        words::stop_in_acta(&call)
    }

    fn ball_mut(&mut self, ordinal: Ordinal) -> Option<&mut paper::ActaBall> {
        self.row.balls.iter_mut().find(|ball| ball.ordinal == u32::from(ordinal.0))
    }

    /// Two people said what a ball is, recorded or not.
    fn correct(&mut self, at: i64, ordinal: Ordinal, from: Option<Ball>, to: Ball) {
        if self.ball_mut(ordinal).is_none() {
            self.ball_out(at, ordinal, to, BallSource::Seen);
        }
        let ball = self.ball_mut(ordinal).expect("it is there or was put there");
        ball.number = to.number();
        ball.note = Some(match from {
            Some(from) => format!("corregida: antes {from}"),
            None => "su número estaba en duda y lo vieron dos personas".to_owned(),
        });
    }

    /// A reading that is no ball of the game.
    pub(super) fn set_aside(&mut self, at: i64, number: u8) {
        self.row.set_aside.push(paper::SetAside {
            number,
            why: "lectura que no cuenta como bola de la partida".to_owned(),
            at: self.scribe.at(at),
        });
    }

    fn suspension_mut(&mut self) -> &mut Suspension {
        self.suspensions.last_mut().expect("the game was suspended")
    }

    /// Ends the holds that an event ends, agreed by two people.
    fn leave_holds(&mut self, at: i64, event: &Event, way_out: &str, (asked_by, by): (PersonId, Actor)) {
        let people = format!("{} y {}", self.scribe.name(asked_by), self.scribe.actor(by));
        for hold in self.holds.iter_mut().filter(|hold| hold.is_ended_by(event)) {
            hold.leave(&self.scribe, at, event, way_out, &people);
        }
    }

    /// Where it stands, for a sentence that it interrupts; nothing when it is over.
    pub(super) fn where_it_stands(&self) -> String {
        let (row, no, out) = (&self.row, self.row.number, self.row.balls.len());
        let announced = row.balls.iter().filter(|ball| ball.announced_at.is_some()).count();
        match (&row.draw_started_at, &row.acta_row_at) {
            _ if row.ended_at.is_some() => String::new(),
            (Some(_), _) => {
                format!(
                    " en plena extracción de la partida {no}, con {out} bolas fuera y {announced} anunciadas"
                )
            }
            (None, Some(_)) => format!(", cerrada la venta de la partida {no}"),
            (None, None) => format!(" durante la venta de la partida {no}"),
        }
    }

    /// What is not paid when the session closes is unclaimed.
    pub(super) fn close_session(&mut self) {
        for prize in &mut self.prizes {
            prize.state = prize.state.at_close();
        }
    }

    /// Returns what is printed, nothing more being known.
    pub(super) fn finish(mut self) -> Printed {
        let scribe = self.scribe;
        let mut diligencias = Vec::new();
        let mut notes = Vec::new();
        let no = self.row.number;
        for hold in &self.holds {
            if hold.is_of_link() {
                notes.push((hold.at, hold.words(no)));
                continue;
            }
            // Who keys the balls from then on is told with what made it so.
            let hand = self.by_hand.take_if(|(at, _)| Some(*at) == hold.left_at);
            let hand = hand.map_or_else(String::new, |(_, hand)| format!(" {hand}"));
            diligencias.push(Diligencia::new(hold.at, "incidencia", hold.words(no) + &hand));
        }
        diligencias.extend(self.suspensions.iter().map(|suspension| suspension.diligencia(&scribe, no)));
        if let Some((at, hand)) = self.by_hand {
            let text = format!("Partida {no}: continuación manual (art. 36.2). {hand}");
            diligencias.push(Diligencia::new(at, "incidencia", text));
        }
        diligencias.extend(self.transcribed);
        diligencias.append(&mut self.diligencias);
        let row = &mut self.row;
        row.segments = self.sold.iter().map(segment).collect();
        row.readings = self.readings.words();
        row.prizes = self.prizes.iter().map(|prize| scribe.prize(prize)).collect();
        row.incidents = self.holds.into_iter().map(|hold| hold.row).collect();
        if let Some(refunds) = &mut row.refunds {
            let read_at = self.suspensions.last().and_then(|suspension| suspension.read_at);
            refunds.paragraph_read_at = read_at.map(|at| scribe.at(at));
            self.not_handed_in.sort_unstable();
            refunds.not_handed_in = self.not_handed_in.iter().map(segment).collect();
        }
        Printed { row: self.row, diligencias, notes }
    }
}
