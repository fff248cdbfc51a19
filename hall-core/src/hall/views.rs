//! The two boards, as views of the hall. They decide nothing.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::board::{
    ByHandView, ClaimView, DutyView, FiguresView, GameView, HoldView, HoldingView, LastGameView, MachineView,
    MatrixView, MesaBoard, PendingView, PrizeView, PublicBoard, Scene, SellerView, SessionView, SharesView,
    StopView, SuspensionView,
};
use crate::event::{HoldExit, HoldWhy, RejectReason, StopCause, Verdict};
use crate::extractor::Line;
use crate::game::{Claim, Game, Hold, Phase, PlayState, Prize, Question, Stop};
use crate::hall::{Authority, Hall, Origin};
use crate::machine::{Fault, LinkLoss};
use crate::matrix::MatrixNo;
use crate::money::Cents;
use crate::refusal::Refusal;
use crate::sale::Tally;

/// How many blocks the desk's board lists; the rest is in the record.
const HOLDINGS_MAX: usize = 200;

impl Hall {
    /// Returns what the hall may see: nothing that was not announced, sung and on disk.
    pub fn public_board(&self) -> PublicBoard {
        let game =
            self.game.as_ref().filter(|game| self.session.as_ref().is_some_and(|s| s.no == game.session));
        PublicBoard {
            hall: self.name.clone(),
            scene: self.scene(game),
            session: self.session.as_ref().map(|session| SessionView {
                session: session.no,
                date: session.date,
                draft: session.rules.is_draft(),
                rules: session.rules.title.clone(),
                last_game: session.last_game.is_some(),
                last_in_session: session.last_game,
                closing_hour: session.closes.map(|closes| closes.hour),
            }),
            game: game.map(|game| self.game_view(game)),
            announced: game.map_or_else(Vec::new, |game| game.announced().to_vec()),
            stop: game.and_then(|game| Some(stop_view(game, game.stop()?, self.question_min_secs()))),
            // What a void game had awarded is no prize any more: its cards are refunded.
            prizes: game.filter(|game| game.phase != Phase::Voided).map_or_else(Vec::new, |game| {
                game.prizes.iter().map(|prize| prize_view(game, prize)).collect()
            }),
            notice: game.and_then(|game| self.notice_of(game)),
            demo: self.is_demo(),
            by_hand: game.map_or_else(Vec::new, |game| {
                game.by_people.iter().copied().filter(|place| place.0 <= game.announced).collect()
            }),
            rest: game.map_or(Cents::ZERO, |game| game.resto),
            suspended_until_utc_ms: game
                .and_then(|game| self.suspension_view(game))
                .map(|suspension| suspension.until_utc_ms),
            refunded: game.map_or(0, Game::refunded_count),
            rectified: game.and_then(|game| game.rectified).map(|before| FiguresView {
                cards: before.cards,
                takings: before.division.takings,
                line: before.division.line,
                bingo: before.division.bingo,
            }),
            so_far: game.and_then(|game| self.so_far(game)),
            last: game.and_then(|game| self.last_view(game)),
            sale_closes_utc_ms: game
                .filter(|game| game.selling().is_some())
                .and_then(|game| after(game.opened_at_utc_ms, self.rhythm.sale_minutes)),
            next_sale_utc_ms: game.and_then(|game| self.next_sale(game)),
        }
    }

    /// What the prizes would be, were no more cards sold: by the rules of the session, as at the close.
    fn so_far(&self, game: &Game) -> Option<FiguresView> {
        let session = self.session.as_ref().filter(|_| game.selling().is_some())?;
        let cards = game.sale.count();
        let division = session.rules.divide(game.sale.face_value.times(cards));
        Some(FiguresView { cards, takings: division.takings, line: division.line, bingo: division.bingo })
    }

    /// The game before in this session, where it was held: until the next one's first ball.
    fn last_view(&self, game: &Game) -> Option<LastGameView> {
        if !matches!(game.phase, Phase::Selling(_) | Phase::Announced { .. }) {
            return None;
        }
        let held = |past: &&Game| past.session == game.session && past.phase == Phase::Ended;
        let last = self.past.values().rev().find(held)?;
        Some(LastGameView {
            game: last.no,
            line: last.division.line,
            bingo: last.division.bingo,
            prizes: last.prizes.iter().map(|prize| prize_view(last, prize)).collect(),
        })
    }

    /// When the hall means to open the next sale, where there is to be one (G19).
    fn next_sale(&self, game: &Game) -> Option<i64> {
        let session = self.session.as_ref().filter(|_| !game.is_running())?;
        if session.last_game.is_some_and(|last| game.in_session >= last) {
            return None;
        }
        after(game.ended_at_utc_ms, self.rhythm.pause_minutes)
    }

    fn scene(&self, game: Option<&Game>) -> Scene {
        let Some(game) = game else {
            return if self.session.is_some() { Scene::Idle } else { Scene::Closed };
        };
        let called = self.authority_is_silent() == Err(Refusal::AuthorityCalled);
        match &game.phase {
            _ if game.is_running() && (called || game.suspension().is_some()) => Scene::Suspended,
            Phase::Drawing(_) | Phase::Stopped(..) if !game.holds().is_empty() => Scene::Hold,
            Phase::Selling(_) => Scene::Sale,
            Phase::Announced { .. } => Scene::Totals,
            Phase::Drawing(_) => Scene::Draw,
            Phase::Stopped(_, Stop { question: Some(_), .. }) => Scene::Question,
            Phase::Stopped(..) => Scene::Check,
            Phase::Ended => Scene::Winners,
            Phase::NotHeld => Scene::NotHeld,
            Phase::Voided => Scene::Void,
        }
    }

    /// Words for the public: that the game is suspended or void, or why it is held, without a ball that
    /// was not announced and without a name (DECISIONS 5).
    fn notice_of(&self, game: &Game) -> Option<String> {
        let words = if game.phase == Phase::Voided {
            "Partida anulada: se devuelve el importe contra entrega del cartón"
        } else if !game.is_running() {
            return None;
        } else if self.authority_is_silent() == Err(Refusal::AuthorityCalled) {
            "Partida detenida en espera de la autoridad. Conserven sus cartones"
        } else if game.suspension().is_some() {
            "Partida suspendida provisionalmente. Conserven sus cartones"
        } else if let Some(hold) = game.holds().first() {
            return Some(format!("{}. Conserven sus cartones", hold_public_words(&hold.why)));
        } else {
            return None;
        };
        Some(words.to_string())
    }

    fn suspension_view(&self, game: &Game) -> Option<SuspensionView> {
        let suspension = game.suspension()?;
        let wait_ms = i64::try_from(self.suspension_ms()).expect("minutes fit");
        Some(SuspensionView {
            cause: suspension.cause.clone(),
            since_utc_ms: suspension.since_utc_ms,
            until_utc_ms: suspension.since_utc_ms + wait_ms,
            read: suspension.read,
        })
    }

    /// Returns what the desk sees.
    pub fn mesa_board(&self) -> MesaBoard {
        let game = self.game.as_ref();
        let selling = game.filter(|game| game.selling().is_some());
        let holdings = selling.map_or_else(Vec::new, |game| {
            let mut all: Vec<HoldingView> =
                game.sale.holdings().map(|(seller, cards)| HoldingView { seller, cards }).collect();
            let skip = all.len().saturating_sub(HOLDINGS_MAX);
            all.drain(..skip);
            all
        });
        let owed = self.past.values().flat_map(|game| game.owed().map(|prize| prize_view(game, prize)));
        MesaBoard {
            public: self.public_board(),
            pending: game.filter(|game| game.is_in_draw()).map_or_else(Vec::new, |game| {
                game.pending().map(|(ordinal, ball)| PendingView { ordinal: ordinal.0, ball }).collect()
            }),
            warnings: self.warnings(game),
            suspension: game.and_then(|game| self.suspension_view(game)),
            authority: match self.session.as_ref().map(|session| &session.authority) {
                Some(Authority::Called { cause }) => Some(cause.clone()),
                Some(Authority::NotCalled | Authority::GoesOn | Authority::Ended) | None => None,
            },
            by_hand: game.and_then(by_hand_view),
            sheet_by: game.and_then(Game::sheet_by),
            machine: self.machine_view(),
            holds: game.map_or_else(Vec::new, |game| {
                let view = |hold: &Hold| HoldView {
                    hold: hold.no,
                    kind: hold_code(&hold.why),
                    why: hold_words(&hold.why),
                    proposed: hold.proposed,
                };
                game.holds().iter().map(view).collect()
            }),
            void_asked: game
                .filter(|game| game.may_be_void().is_ok())
                .and_then(Game::void_asked)
                .map(|(by, cause)| (cause.to_string(), by)),
            next_card: selling.map(|game| game.sale.next_card()),
            gaps: selling.map_or_else(Vec::new, |game| game.sale.gaps()),
            holdings,
            sellers: game.map_or_else(Vec::new, |game| {
                let view = |(seller, tally): (_, Tally)| SellerView {
                    seller,
                    issued: tally.issued,
                    returned: tally.returned,
                };
                game.sale.tallies().map(view).collect()
            }),
            shares: self.session.as_ref().map(|session| SharesView {
                line: session.rules.line.value,
                bingo: session.rules.bingo.value,
            }),
            sale_closed_utc_ms: game.and_then(|game| game.closed_at_utc_ms),
            last_paid_utc_ms: game.and_then(|game| game.paid_at_utc_ms),
            people: self
                .log_ins
                .iter()
                .filter_map(|((device, _), log_in)| {
                    self.people.get(&log_in.person)?;
                    let roles = self.roles_of(log_in.person);
                    Some(DutyView { person: log_in.person, roles, device: device.clone() })
                })
                .collect(),
            owed: owed.collect(),
            count: self.count_view(),
            last_announced_utc_ms: game.and_then(|game| game.announced_at_utc_ms),
        }
    }

    fn machine_view(&self) -> MachineView {
        let mut faults: Vec<String> =
            self.machine.faults.iter().map(|fault| fault_words(*fault).to_string()).collect();
        if self.machine.door_open {
            faults.push(DOOR_WORDS.to_string());
        }
        MachineView {
            linked: self.machine.line == Line::Up,
            mode: self.machine.mode,
            wanted: Some(self.wanted()),
            set: self.machine.set,
            out: self.beat.map_or(0, |beat| beat.out),
            faults,
            tables: self.tables_view(),
        }
    }

    fn game_view(&self, game: &Game) -> GameView {
        let sold: u32 = game.segments.iter().map(crate::event::Segment::count).sum();
        GameView {
            game: game.no,
            in_session: game.in_session,
            series: game.series,
            series_size: game.series_size,
            matrix: self.matrix_view(game.matrix),
            face_value: game.sale.face_value,
            cards: if game.segments.is_empty() { game.sale.count() } else { sold },
            takings: game.division.takings,
            line: game.division.line,
            bingo: game.division.bingo,
            segments: game.segments.clone(),
            formula: game.formula.clone(),
            line_open: game.line == PlayState::Open,
            bingo_open: game.bingo == PlayState::Open,
        }
    }

    fn matrix_view(&self, matrix: MatrixNo) -> MatrixView {
        let item = self.matrices.get(&matrix).expect("a game's cards are of a matrix");
        let key_sha256 = match &item.origin {
            Origin::Key { key_sha256, .. } => Some(*key_sha256),
            Origin::File { .. } => None,
        };
        MatrixView { matrix, key_sha256, faces_sha256: item.faces_sha256 }
    }
}

/// Returns the moment so many minutes later; none where nothing is told.
fn after(from_utc_ms: Option<i64>, minutes: u32) -> Option<i64> {
    from_utc_ms.filter(|_| minutes > 0).map(|from| from + i64::from(minutes) * 60_000)
}

fn stop_view(game: &Game, stop: &Stop, least_secs: u32) -> StopView {
    let order_from = |question: Question| question.at_utc_ms + i64::from(least_secs) * 1000;
    StopView {
        stop: stop.no,
        restart: stop.cause == StopCause::Restart,
        claims: game.claims_of(stop.no).map(claim_view).collect(),
        asked_at_utc_ms: stop.question.map(|question| question.at_utc_ms),
        asked_line: stop.question.is_some_and(|question| question.line),
        asked_bingo: stop.question.is_some_and(|question| question.bingo),
        order_from_utc_ms: stop.question.map(order_from),
    }
}

fn claim_view(claim: &Claim) -> ClaimView {
    let (missing, rows, completed_at) = match &claim.verdict {
        Verdict::Incomplete { missing } => (missing.clone(), 0, None),
        Verdict::Good { rows, completed_at } => (Vec::new(), *rows, Some(*completed_at)),
        Verdict::UnknownSeries
        | Verdict::NoSuchCard
        | Verdict::Forged
        | Verdict::NotSold { .. }
        | Verdict::Returned
        | Verdict::PlayClosed
        | Verdict::Repeated { .. } => (Vec::new(), 0, None),
    };
    ClaimView {
        claim: claim.no,
        play: claim.play,
        card: claim.card,
        grid: claim.face.map(|face| face.card().grid()),
        verdict: verdict_code(&claim.verdict),
        words: verdict_words(&claim.verdict),
        missing,
        rows,
        accepted: claim.accepted,
        accepted_at_utc_ms: claim.accepted_at_utc_ms,
        completed_at,
    }
}

/// How a game that is drawn by hand stands: what one keyed is not shown to the other.
fn by_hand_view(game: &Game) -> Option<ByHandView> {
    let pair = game.by_hand()?;
    Some(ByHandView {
        caller: pair.caller,
        second: pair.second,
        next: u8::try_from(game.extracted.len()).expect("at most 90 balls") + 1,
        keyed_by: game.keyed().map(|keyed| keyed.by),
        remaining: game.remaining().iter().collect(),
    })
}

fn prize_view(game: &Game, prize: &Prize) -> PrizeView {
    PrizeView {
        game: game.no,
        prize: prize.no,
        play: prize.play,
        card: prize.card,
        amount: prize.amount,
        state: prize.state.words(),
    }
}

impl Hall {
    /// Returns what the desk should know and nobody has to answer, in words.
    fn warnings(&self, game: Option<&Game>) -> Vec<String> {
        let mut all = game.map_or_else(Vec::new, warnings);
        all.extend(self.reader_warnings());
        all.extend(self.set_warning());
        all.extend(self.tables_view().into_iter().filter_map(|table| table.wrong));
        all
    }
}

/// What the desk should know of the draw: with two balls waiting the machine is told to hold.
fn warnings(game: &Game) -> Vec<String> {
    let waiting = game.pending().count();
    if !game.is_in_draw() || waiting < 2 {
        return Vec::new();
    }
    Vec::from([format!("Hay {waiting} bolas sin anunciar: se anuncian en su orden y la máquina espera")])
}

/// Returns a verdict's stable code.
pub const fn verdict_code(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Good { .. } => "correcto",
        Verdict::UnknownSeries => "serie-desconocida",
        Verdict::NoSuchCard => "carton-inexistente",
        Verdict::Forged => "codigo-falso",
        Verdict::NotSold { sold_in: None } => "no-vendido",
        Verdict::NotSold { sold_in: Some(_) } => "de-otra-partida",
        Verdict::Returned => "devuelto",
        Verdict::PlayClosed => "jugada-cerrada",
        Verdict::Repeated { .. } => "repetido",
        Verdict::Incomplete { .. } => "faltan-numeros",
    }
}

/// Returns a verdict in words, as on monitor and acta.
pub fn verdict_words(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Good { completed_at, .. } => format!("Correcto: completo en la bola {}", completed_at.0),
        Verdict::UnknownSeries => "La sala no tiene esa serie".to_string(),
        Verdict::NoSuchCard => "La serie no tiene ese cartón".to_string(),
        Verdict::Forged => "El código del cartón no es de esta sala".to_string(),
        Verdict::NotSold { sold_in: None } => "Cartón no vendido".to_string(),
        Verdict::NotSold { sold_in: Some(game) } => format!("Cartón de otra partida: la {}", game.0),
        Verdict::Returned => "Cartón devuelto sin vender".to_string(),
        Verdict::PlayClosed => "La jugada está cerrada".to_string(),
        Verdict::Repeated { of } => format!("Ya se cantó: canto {}", of.0),
        Verdict::Incomplete { missing } => {
            let numbers: Vec<String> = missing.iter().map(ToString::to_string).collect();
            match numbers.split_last() {
                Some((last, [])) => format!("Falta el número {last}"),
                Some((last, before)) => format!("Faltan los números {} y {last}", before.join(", ")),
                None => "No falta ningún número".to_string(),
            }
        }
    }
}

/// Returns why a card was rejected, in words.
pub const fn reject_words(reason: RejectReason) -> &'static str {
    match reason {
        RejectReason::Manipulated => "cartón manipulado",
        RejectReason::Illegible => "cartón ilegible",
        RejectReason::NotOriginal => "no es el cartón original",
    }
}

/// An open door, among the faults of the mesa board.
pub const DOOR_WORDS: &str = "puerta abierta";

/// Returns a fault in words.
pub const fn fault_words(fault: Fault) -> &'static str {
    match fault {
        Fault::Jam => "atasco",
        Fault::Multiple => "varias bolas en el lector",
        Fault::Returned => "bola devuelta al bombo",
        Fault::Blower => "avería del soplador",
        Fault::Sensor => "avería de un sensor",
        Fault::Power => "fallo de alimentación",
    }
}

/// Returns the stable code of why a game is held.
pub const fn hold_code(why: &HoldWhy) -> &'static str {
    match why {
        HoldWhy::Repeated(_) => "bola-repetida",
        HoldWhy::OutOfRange(_) => "numero-imposible",
        HoldWhy::ForeignSet(_) => "otro-juego-de-bolas",
        HoldWhy::NoRead => "bola-sin-leer",
        HoldWhy::Fault(_) => "averia",
        HoldWhy::DoorOpen => "puerta-abierta",
        HoldWhy::LinkLost(_) => "sin-enlace",
        HoldWhy::Rebooted(_) => "maquina-reiniciada",
        HoldWhy::FramesMissing => "avisos-perdidos",
        HoldWhy::CountDiffers { .. } => "cuentas-distintas",
        HoldWhy::CallerDiffers { .. } => "locutor-y-maquina-difieren",
        HoldWhy::Called(_) => "pedido-en-la-mesa",
        HoldWhy::KeyedDiffers { .. } => "tecleos-distintos",
        HoldWhy::ReadersDiffer { .. } => "lectores-distintos",
        HoldWhy::SecondSilent(_) => "segundo-lector-callado",
        HoldWhy::SecondLost(_) => "segundo-lector-sin-enlace",
        HoldWhy::LeftOut { .. } => "bola-sin-lugar",
    }
}

/// Returns why a game is held, in words for the desk and the acta.
pub fn hold_words(why: &HoldWhy) -> String {
    match why {
        HoldWhy::Repeated(ball) => format!("La máquina ha leído otra vez la bola {ball}"),
        HoldWhy::OutOfRange(number) => format!("La máquina ha leído el número {number}, que no existe"),
        HoldWhy::ForeignSet(set) => format!("Bola o máquina con otro juego de bolas: {set}"),
        HoldWhy::NoRead => "Hay una bola que el lector no ha podido leer con certeza".to_string(),
        HoldWhy::Fault(fault) => format!("Avería de la máquina: {}", fault_words(*fault)),
        HoldWhy::DoorOpen => "La puerta de la máquina se ha abierto".to_string(),
        HoldWhy::LinkLost(LinkLoss::HungUp) => {
            "Se ha perdido el enlace con la máquina: cable desconectado".to_string()
        }
        HoldWhy::LinkLost(LinkLoss::Silent) => {
            "Se ha perdido el enlace con la máquina: no responde".to_string()
        }
        HoldWhy::LinkLost(LinkLoss::PortError) => {
            "Se ha perdido el enlace con la máquina: error del puerto".to_string()
        }
        HoldWhy::Rebooted(boot) => format!("La máquina se ha reiniciado en plena partida (arranque {boot})"),
        HoldWhy::FramesMissing => "Se han perdido avisos de la máquina".to_string(),
        HoldWhy::CountDiffers { machine, game } => {
            format!("Bolas fuera: {machine} según la máquina y {game} según la partida")
        }
        HoldWhy::CallerDiffers { ordinal, machine, caller } => {
            format!("Bola {} de la partida: la máquina leyó {machine} y el locutor {caller}", ordinal.0)
        }
        HoldWhy::Called(reason) => format!("Alto pedido en la mesa: {reason}"),
        HoldWhy::KeyedDiffers { ordinal, first, second } => {
            format!("Bola {} de la partida: una persona ha tecleado {first} y la otra {second}", ordinal.0)
        }
        HoldWhy::ReadersDiffer { ordinal, machine, second } => {
            format!(
                "Bola {} de la partida: la máquina leyó {machine} y el segundo lector {second}",
                ordinal.0
            )
        }
        HoldWhy::SecondSilent(ball) => {
            format!("El segundo lector no ha leído la bola que la máquina leyó como {ball}")
        }
        HoldWhy::SecondLost(_) => {
            "Se ha perdido el enlace con el segundo lector: mire su cable y su corriente".to_string()
        }
        HoldWhy::LeftOut { ordinal, ball } => {
            format!("La bola {ball}, que era la {}.ª, ha quedado sin lugar: miren si está fuera", ordinal.0)
        }
    }
}

/// Returns why a game is held, in words for the players: no number, since the ball may not be announced,
/// and nothing that somebody wrote.
pub const fn hold_public_words(why: &HoldWhy) -> &'static str {
    match why {
        HoldWhy::Repeated(_) => "La máquina ha leído dos veces la misma bola",
        HoldWhy::OutOfRange(_) => "La máquina ha leído un número que no existe",
        HoldWhy::ForeignSet(_) => "Se comprueba el juego de bolas",
        HoldWhy::NoRead => "Ha salido una bola que no se lee bien",
        HoldWhy::Fault(Fault::Jam) => "Hay un atasco en la máquina de bolas",
        HoldWhy::Fault(Fault::Multiple | Fault::Returned | Fault::Blower | Fault::Sensor | Fault::Power) => {
            "La máquina de bolas tiene una avería"
        }
        HoldWhy::DoorOpen => "Se ha abierto la puerta de la máquina",
        HoldWhy::LinkLost(_) => "La máquina de bolas no responde",
        HoldWhy::Rebooted(_) => "La máquina de bolas se ha reiniciado",
        HoldWhy::FramesMissing => "Se comprueban las bolas que han salido",
        HoldWhy::CountDiffers { .. } => "Se cuentan las bolas que han salido",
        HoldWhy::CallerDiffers { .. }
        | HoldWhy::KeyedDiffers { .. }
        | HoldWhy::ReadersDiffer { .. }
        | HoldWhy::SecondSilent(_) => "Se comprueba el número de una bola",
        HoldWhy::Called(_) => "La mesa ha detenido la extracción",
        HoldWhy::SecondLost(_) => "Un lector de bolas no responde",
        HoldWhy::LeftOut { .. } => "Se comprueba si ha quedado una bola fuera",
    }
}

/// Returns a way out in words. Who keys the balls by hand has a name, and names are not here.
pub fn exit_words(exit: HoldExit) -> String {
    match exit {
        HoldExit::Misread { ordinal, ball } => {
            format!("Lectura errónea: vista en la cámara, la bola {} de la partida es la {ball}", ordinal.0)
        }
        HoldExit::Repaired => "Avería resuelta".to_string(),
        HoldExit::ByHand { .. } => "Continuación manual (art. 36.2)".to_string(),
        HoldExit::Authority => "Suspendida por la autoridad (art. 34.4)".to_string(),
    }
}
