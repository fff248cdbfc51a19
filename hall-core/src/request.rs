//! What people can ask for, in the imperative. A request may be refused.
//!
//! Requests that act on a moving game carry what the person saw (game, ordinal, stop, claim);
//! if the desk is elsewhere by then, the answer is [`Refusal::Stale`] and nothing changes
//! (DECISIONS 28).
//!
//! [`Refusal::Stale`]: crate::refusal::Refusal::Stale

use alloc::string::String;
use alloc::vec::Vec;

use crate::ball::Ball;
use crate::card::code::CardCode;
use crate::event::{
    ClaimNo, DiligenciaKind, Extractor, Found, GameNo, HoldExit, HoldNo, Mixed, OpeningCheck, Ordinal,
    PaperLine, Paragraph, Play, PrintingNo, PrizeNo, RejectReason, Segment, StopNo,
};
use crate::machine::SetId;
use crate::matrix::{MatrixNo, MatrixOptions};
use crate::money::Cents;
use crate::people::{PersonId, Role, Sealed};
use crate::series::{CardNo, CardRef, SeriesId};
use crate::time::HourOfDay;

mod balls;
mod notice;

pub use balls::{BallsRequest, WEIGHT_MAX_MG};
pub use notice::Notice;

/// A card as it was presented at the desk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Presented {
    /// Its series and number were keyed.
    Keyed(CardRef),
    /// Its 2-D code was scanned.
    Scanned(CardCode),
}

impl Presented {
    /// Returns the card that is meant.
    pub fn card(&self) -> CardRef {
        match self {
            Presented::Keyed(card) => *card,
            Presented::Scanned(code) => code.card(),
        }
    }
}

/// Something a person asks the desk to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Request {
    /// Puts a person on the staff.
    AddPerson {
        /// What the person may do; at least one role.
        roles: Vec<Role>,
        /// User and name, sealed.
        identity: Sealed,
        /// The PIN's hash, sealed.
        pin: Sealed,
    },
    /// Begins a log-in; the web layer has checked the PIN.
    LogIn {
        /// The token's hash, sealed.
        token: Sealed,
    },
    /// Ends the log-in on this device.
    LogOut,
    /// Makes a matrix of cards from a fresh key.
    MakeMatrix {
        /// How many cards.
        size: u32,
        /// What cards; they [allow](MatrixOptions::allow) so many.
        options: MatrixOptions,
        /// What people added to the key's randomness.
        mixed: Option<Mixed>,
        /// The key, sealed.
        key: Sealed,
        /// SHA-256 of the key.
        key_sha256: [u8; 32],
        /// SHA-256 of the faces.
        faces_sha256: [u8; 32],
        /// The number the key was used with; refused when another was taken meanwhile.
        matrix: MatrixNo,
    },
    /// Takes in a matrix made by others, whose cards were all checked.
    ImportMatrix {
        /// How many cards; 1 to [`SIZE_MAX`](crate::matrix::SIZE_MAX).
        size: u32,
        /// Who made it.
        maker: String,
        /// SHA-256 of the file.
        file_sha256: [u8; 32],
        /// The faces, sealed.
        faces: Sealed,
        /// SHA-256 of the faces.
        faces_sha256: [u8; 32],
        /// Its number here; refused when another was taken meanwhile.
        matrix: MatrixNo,
    },
    /// Takes a matrix, and every series of it, out of use for ever: then its key may be known.
    RetireMatrix {
        /// The matrix.
        matrix: MatrixNo,
        /// Why, in words.
        reason: String,
    },
    /// Has cards of a series printed.
    PrintCards {
        /// The series.
        series: SeriesId,
        /// The first card; where nothing is said, number 1.
        first: Option<CardNo>,
        /// The last card; where nothing is said, the series' last.
        last: Option<CardNo>,
        /// The template, by its name.
        template: String,
    },
    /// Stops a printing whose pages are not there yet.
    CancelPrinting {
        /// The printing.
        printing: PrintingNo,
    },
    /// Takes a series into stock.
    ReceiveSeries {
        /// Its name.
        series: SeriesId,
        /// Its matrix.
        matrix: MatrixNo,
        /// Its price.
        face_value: Cents,
    },
    /// Enters a set of balls.
    RegisterBallSet {
        /// Its name.
        set: SetId,
        /// What machine it is for.
        extractor: Extractor,
        /// The reference of its homologation.
        homologation: String,
        /// Who made it.
        maker: Option<String>,
        /// Its serial number or invoice.
        reference: Option<String>,
    },
    /// Something else about a set of balls.
    Balls(BallsRequest),
    /// Opens the session.
    OpenSession {
        /// The jefe de sala who counted the balls.
        sala: PersonId,
        /// What was checked.
        check: OpeningCheck,
        /// A spare drum or machine is in the hall.
        reserve_machine: bool,
        /// The authorised closing hour, where the permit names one.
        closing_hour: Option<HourOfDay>,
    },
    /// Puts somebody of the same group in another's post.
    Substitute {
        /// The post.
        post: Role,
        /// Who leaves it.
        person: PersonId,
        /// Who takes it.
        stand_in: PersonId,
        /// Why.
        reason: String,
    },
    /// Puts another set of balls into the machine.
    ChangeBallSet {
        /// The set.
        set: SetId,
        /// The spare set from now on.
        reserve_set: SetId,
        /// Balls counted.
        balls_counted: u8,
        /// The seals of both were whole.
        seals_whole: bool,
        /// Why.
        reason: String,
    },
    /// Calls the agent of the authority: all stands still until he has decided.
    CallAuthority {
        /// Why.
        cause: String,
    },
    /// Writes down what the agent decided.
    RecordAuthority {
        /// The agent's number.
        agent: String,
        /// The session goes on.
        goes_on: bool,
    },
    /// Closes the session.
    CloseSession {
        /// Balls counted again.
        balls_counted: u8,
        /// One person of the public watched the count (art. 34.1).
        public_witness: bool,
    },
    /// Announces that the next game is the last.
    AnnounceLastGame,
    /// Writes a diligencia.
    WriteDiligencia {
        /// What it is about.
        about: DiligenciaKind,
        /// The game it is about, if it is about one.
        game: Option<GameNo>,
        /// Its text.
        text: String,
        /// For a claim: the claimant's name and document, sealed.
        claimant: Option<Sealed>,
        /// The claimant signed.
        signed: bool,
    },
    /// Looks at the game on sale or in play, which is recorded.
    Inspect,
    /// Announces a series and opens the sale of the next game.
    OpenSale {
        /// The series.
        series: SeriesId,
        /// How many cards it has, as announced.
        size: u32,
        /// The price that was announced.
        face_value: Cents,
    },
    /// Gives cards to a seller.
    IssueBlock {
        /// The game.
        game: GameNo,
        /// The cards.
        cards: Segment,
        /// The price of each: the face value, nothing else (3.5.8).
        price: Cents,
        /// The seller.
        seller: PersonId,
    },
    /// Takes cards back unsold.
    ReturnCards {
        /// The game.
        game: GameNo,
        /// The cards.
        cards: Segment,
        /// The seller who had them.
        seller: PersonId,
    },
    /// Moves cards from one seller to another.
    TransferCards {
        /// The game.
        game: GameNo,
        /// The cards.
        cards: Segment,
        /// Who has them.
        from: PersonId,
        /// Who will.
        to: PersonId,
    },
    /// Asks for a gap to be burned.
    AskBurnGap {
        /// The game.
        game: GameNo,
        /// The cards that are not to be found.
        cards: Segment,
    },
    /// Agrees to it.
    ConfirmBurnGap {
        /// The game.
        game: GameNo,
        /// The cards, as this person saw them.
        cards: Segment,
    },
    /// Closes the sale and writes the acta row.
    CloseSale {
        /// The game.
        game: GameNo,
    },
    /// Puts the count of sold cards right, aloud, before the line is awarded.
    RectifySale {
        /// The game.
        game: GameNo,
        /// The cards found.
        cards: Segment,
        /// Sold or not.
        found: Found,
        /// Who had or has them.
        seller: PersonId,
    },
    /// Orders the extraction to begin, the totals having been read aloud.
    StartDraw {
        /// The game.
        game: GameNo,
    },
    /// *I read this number on the ball and said it* (DECISIONS 26).
    Announce {
        /// The game.
        game: GameNo,
        /// The ball's place.
        ordinal: Ordinal,
        /// The ball.
        ball: Ball,
        /// The number was typed, not just confirmed: *no es esa bola*, or the hall's habit.
        typed: bool,
    },
    /// Puts right, aloud, a number that was said wrong.
    RectifyAnnouncement {
        /// The game.
        game: GameNo,
        /// The ball's place.
        ordinal: Ordinal,
        /// What had been said.
        said: Ball,
    },
    /// PARADA.
    Stop {
        /// The game.
        game: GameNo,
        /// How many balls were announced, as the person saw it.
        announced: u8,
    },
    /// A card was sung.
    Claim {
        /// The game.
        game: GameNo,
        /// Line or bingo.
        play: Play,
        /// The card.
        card: Presented,
    },
    /// Accepts a good verdict.
    AcceptClaim {
        /// The game.
        game: GameNo,
        /// The claim.
        claim: ClaimNo,
    },
    /// Rejects the card of a good verdict.
    RejectClaim {
        /// The game.
        game: GameNo,
        /// The claim.
        claim: ClaimNo,
        /// Why.
        reason: RejectReason,
    },
    /// Asks «¿Alguna línea más? ¿Algún bingo más?».
    AskQuestion {
        /// The game.
        game: GameNo,
        /// The stop.
        stop: StopNo,
    },
    /// Orders the extraction to go on.
    GoOn {
        /// The game.
        game: GameNo,
        /// The stop.
        stop: StopNo,
    },
    /// Orders the game to end.
    EndGame {
        /// The game.
        game: GameNo,
        /// The stop.
        stop: StopNo,
    },
    /// Pays a prize.
    PayPrize {
        /// The game.
        game: GameNo,
        /// The prize.
        prize: PrizeNo,
        /// The winning card, handed over.
        card: Presented,
    },
    /// Keeps a prize back.
    WithholdPrize {
        /// The game.
        game: GameNo,
        /// The prize.
        prize: PrizeNo,
        /// Why.
        reason: String,
    },
    /// Makes a prize that was kept back due again.
    ReleasePrize {
        /// The game.
        game: GameNo,
        /// The prize.
        prize: PrizeNo,
        /// How the dispute ended.
        reason: String,
    },
    /// Asks for the game to be void.
    AskVoid {
        /// The game.
        game: GameNo,
        /// Why.
        cause: String,
    },
    /// Confirms it.
    ConfirmVoid {
        /// The game.
        game: GameNo,
        /// Why, as this person read it (DECISIONS 28).
        cause: String,
    },
    /// Refunds cards of a void game.
    RefundCards {
        /// The game.
        game: GameNo,
        /// The cards handed in.
        cards: Segment,
    },
    /// Suspends the game for a failure before the first ball (36.1).
    SuspendGame {
        /// The game.
        game: GameNo,
        /// What failed.
        cause: String,
    },
    /// Ends the suspension: it was put right in time.
    LiftSuspension {
        /// The game.
        game: GameNo,
    },
    /// *I have read this paragraph of article 36 aloud.*
    ReadParagraph {
        /// The game.
        game: GameNo,
        /// Which.
        paragraph: Paragraph,
    },
    /// Keys the ball that was drawn by hand; it takes two people.
    KeyBall {
        /// The game.
        game: GameNo,
        /// The ball's place.
        ordinal: Ordinal,
        /// The ball.
        ball: Ball,
    },
    /// Types in the sheet of a game that was finished on paper.
    AskTranscription {
        /// The game.
        game: GameNo,
        /// The sheet.
        lines: Vec<PaperLine>,
    },
    /// Types it in again, the second person.
    ConfirmTranscription {
        /// The game.
        game: GameNo,
        /// The sheet, as this person reads it.
        lines: Vec<PaperLine>,
    },
    /// ALTO by hand.
    RaiseHold {
        /// The game.
        game: GameNo,
        /// Why.
        reason: String,
    },
    /// Proposes a way out of a hold.
    AskHoldExit {
        /// The game.
        game: GameNo,
        /// The hold.
        hold: HoldNo,
        /// The way out.
        exit: HoldExit,
    },
    /// Agrees to the proposed way out.
    ConfirmHoldExit {
        /// The game.
        game: GameNo,
        /// The hold.
        hold: HoldNo,
        /// The way out, as this person saw it.
        exit: HoldExit,
    },
}

impl Request {
    /// Returns the request's name, as on the wire and in `docs/powers.md`.
    pub const fn name(&self) -> &'static str {
        match self {
            Request::AddPerson { .. } => "add-person",
            Request::LogIn { .. } => "log-in",
            Request::LogOut => "log-out",
            Request::MakeMatrix { .. } => "make-matrix",
            Request::ImportMatrix { .. } => "import-matrix",
            Request::RetireMatrix { .. } => "retire-matrix",
            Request::ReceiveSeries { .. } => "receive-series",
            Request::PrintCards { .. } => "print-cards",
            Request::CancelPrinting { .. } => "cancel-printing",
            Request::RegisterBallSet { .. } => "register-ball-set",
            Request::Balls(request) => request.name(),
            Request::OpenSession { .. } => "open-session",
            Request::Substitute { .. } => "substitute",
            Request::ChangeBallSet { .. } => "change-ball-set",
            Request::CallAuthority { .. } => "call-authority",
            Request::RecordAuthority { .. } => "record-authority",
            Request::CloseSession { .. } => "close-session",
            Request::AnnounceLastGame => "announce-last-game",
            Request::WriteDiligencia { .. } => "write-diligencia",
            Request::Inspect => "inspect",
            Request::OpenSale { .. } => "open-sale",
            Request::IssueBlock { .. } => "issue-block",
            Request::ReturnCards { .. } => "return-cards",
            Request::TransferCards { .. } => "transfer-cards",
            Request::AskBurnGap { .. } => "ask-burn-gap",
            Request::ConfirmBurnGap { .. } => "confirm-burn-gap",
            Request::CloseSale { .. } => "close-sale",
            Request::RectifySale { .. } => "rectify-sale",
            Request::StartDraw { .. } => "start-draw",
            Request::Announce { .. } => "announce",
            Request::RectifyAnnouncement { .. } => "rectify-announcement",
            Request::Stop { .. } => "stop",
            Request::Claim { .. } => "claim",
            Request::AcceptClaim { .. } => "accept-claim",
            Request::RejectClaim { .. } => "reject-claim",
            Request::AskQuestion { .. } => "ask-question",
            Request::GoOn { .. } => "go-on",
            Request::EndGame { .. } => "end-game",
            Request::PayPrize { .. } => "pay-prize",
            Request::WithholdPrize { .. } => "withhold-prize",
            Request::ReleasePrize { .. } => "release-prize",
            Request::AskVoid { .. } => "ask-void",
            Request::ConfirmVoid { .. } => "confirm-void",
            Request::RefundCards { .. } => "refund-cards",
            Request::SuspendGame { .. } => "suspend-game",
            Request::LiftSuspension { .. } => "lift-suspension",
            Request::ReadParagraph { .. } => "read-paragraph",
            Request::KeyBall { .. } => "key-ball",
            Request::AskTranscription { .. } => "ask-transcription",
            Request::ConfirmTranscription { .. } => "confirm-transcription",
            Request::RaiseHold { .. } => "raise-hold",
            Request::AskHoldExit { .. } => "ask-hold-exit",
            Request::ConfirmHoldExit { .. } => "confirm-hold-exit",
        }
    }
}
