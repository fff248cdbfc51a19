//! Everything that can become true, in the past tense. What is not here cannot happen.
//!
//! How each is written down is in [`crate::record`]; what each changes is in
//! [`crate::hall::Hall::apply`].

use alloc::string::String;
use alloc::vec::Vec;

use crate::ball::Ball;
use crate::card::CardId;
use crate::machine::{BootId, LinkLoss, Mode, SetId, Stored};
use crate::matrix::{MatrixNo, MatrixOptions};
use crate::money::Cents;
use crate::people::{PersonId, Role, Sealed};
use crate::rules::{Division, Rules};
use crate::series::{CardNo, CardRef, SeriesId};
use crate::time::{Date, LocalTime};

mod balls;
mod part;
mod reader;

pub use balls::*;
pub use part::*;
pub use reader::*;

/// A fact. Each is one line of the record.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(
    clippy::large_enum_variant,
    reason = "the two large ones happen once a session; boxing them helps nobody"
)]
pub enum Event {
    // ---- the hall -----------------------------------------------------------------------
    /// The hall's record began: `hall-server init`.
    HallFounded {
        /// The hall's name, as on its cards.
        name: String,
        /// The IANA zone of its clock, as in "Europe/Madrid".
        zone: String,
        /// SHA-256 of the profile's file.
        profile_sha256: [u8; 32],
        /// The rules, with the hall's own values as signed.
        rules: Rules,
    },
    /// The server started and has read the record.
    ServerStarted {
        /// The program's version.
        version: String,
    },
    /// The server was told to stop, and stopped in order (R44).
    ServerStopped {
        /// It was the signal of a failing power supply.
        power_failing: bool,
    },
    /// The clock jumped against the one that only counts: times before and after it cannot be
    /// subtracted (R48).
    ClockStepped {
        /// It went back.
        back: bool,
        /// By how much, in milliseconds.
        by_ms: u64,
    },
    /// The key of the 2-D codes was made.
    CardKeyMade {
        /// 32 bytes.
        key: Sealed,
    },
    /// A person joined the staff.
    PersonAdded {
        /// The person's number.
        person: PersonId,
        /// What the person may do.
        roles: Vec<Role>,
        /// User and name, as JSON.
        identity: Sealed,
        /// The PIN's argon2id hash.
        pin: Sealed,
    },
    /// Somebody logged in.
    LoggedIn {
        /// Who.
        person: PersonId,
        /// SHA-256 of the token, in hex.
        token: Sealed,
    },
    /// Somebody logged out.
    LoggedOut {
        /// Who.
        person: PersonId,
    },
    /// A log-in failed.
    LoginRefused {
        /// How many in a row on this device.
        tries: u32,
    },
    /// A matrix was generated.
    MatrixMade {
        /// Its number.
        matrix: MatrixNo,
        /// How many cards it has.
        size: u32,
        /// What cards they are; before version 2 of the encoding always
        /// [`MatrixOptions::PLAIN`].
        options: MatrixOptions,
        /// The version of the generator; 1 is that of `docs/cards.md`.
        generator: u32,
        /// What people added to the randomness of the key.
        mixed: Option<Mixed>,
        /// The key, 16 bytes.
        key: Sealed,
        /// SHA-256 of the key, for the later reveal.
        key_sha256: [u8; 32],
        /// SHA-256 of all its faces.
        faces_sha256: [u8; 32],
    },
    /// A matrix made by others was taken in, every card of it checked.
    MatrixImported {
        /// Its number.
        matrix: MatrixNo,
        /// How many cards it has.
        size: u32,
        /// Who made it, in words.
        maker: String,
        /// SHA-256 of the file it came in.
        file_sha256: [u8; 32],
        /// Its faces: for each card its rank, eight bytes big-endian.
        faces: Sealed,
        /// SHA-256 of all its faces.
        faces_sha256: [u8; 32],
    },
    /// No card of the matrix is sold any more; its key may be known from now on.
    MatrixRetired {
        /// The matrix.
        matrix: MatrixNo,
        /// Why, in words.
        reason: String,
    },
    /// A series over a matrix came into the hall's stock.
    SeriesReceived {
        /// Its name.
        series: SeriesId,
        /// The matrix it is printed from.
        matrix: MatrixNo,
        /// Its price.
        face_value: Cents,
    },
    /// Cards of a series were printed. No longer written: [`Event::PrintingOrdered`] and what follows
    /// it say who printed what.
    SeriesPrinted {
        /// The series.
        series: SeriesId,
        /// How many pages.
        pages: u32,
        /// SHA-256 of the PDF.
        sha256: [u8; 32],
    },
    /// Somebody ordered cards of a series to be printed.
    PrintingOrdered {
        /// The printing.
        printing: PrintingNo,
        /// The cards.
        cards: Segment,
        /// The template, by its name.
        template: String,
        /// 1 for the first paper of these cards; what is printed again is marked COPIA.
        copy: u32,
    },
    /// The pages are on disk.
    PrintingDone {
        /// The printing.
        printing: PrintingNo,
        /// The file, within the hall's folder.
        file: String,
        /// How many pages.
        pages: u32,
        /// SHA-256 of the file.
        sha256: [u8; 32],
    },
    /// There are no pages of it.
    PrintingStopped {
        /// The printing.
        printing: PrintingNo,
        /// Why.
        why: PrintingStop,
    },
    /// A set of balls was entered.
    BallSetRegistered {
        /// Its name, as the machine gives it.
        set: SetId,
        /// What machine it is for.
        extractor: Extractor,
        /// The reference of its homologation.
        homologation: String,
        /// Who made it, in words; not asked for before version 2 of the encoding.
        maker: Option<String>,
        /// Its serial number, or the invoice it came with.
        reference: Option<String>,
    },
    /// Something else about a set of balls.
    Balls(BallsEvent),

    /// Something at the hall's second reader.
    Reader(ReaderEvent),

    // ---- the session --------------------------------------------------------------------
    /// Diligencia de comienzo (art. 37.3).
    SessionOpened {
        /// Its number.
        session: SessionNo,
        /// The local date of its opening (DECISIONS 32).
        date: Date,
        /// The jefe de mesa, who opened it.
        mesa: PersonId,
        /// The jefe de sala, who counted the balls.
        sala: PersonId,
        /// What was checked.
        check: OpeningCheck,
        /// The rules of the day, whole.
        rules: Rules,
        /// SHA-256 of the profile's file.
        profile_sha256: [u8; 32],
    },
    /// The rest of the opening check-list: what [`Event::SessionOpened`] had no place for.
    OpeningCompleted {
        /// The session.
        session: SessionNo,
        /// A spare drum or machine is in the hall (art. 34.5, 39.1.b).
        reserve_machine: bool,
        /// The local day and hour at which the hall has to close; no sale opens after it (32.3,
        /// G19).
        closes: Option<LocalTime>,
    },
    /// Within group a or b of article 26.2.b, somebody stands in for somebody.
    SubstitutionMade {
        /// The session.
        session: SessionNo,
        /// The post.
        post: Role,
        /// Who leaves it.
        person: PersonId,
        /// Who takes it.
        stand_in: PersonId,
        /// Why, in words.
        reason: String,
    },
    /// Another set of balls went into the machine (Catálogo II).
    BallSetChanged {
        /// The session.
        session: SessionNo,
        /// The set that was in it.
        from: SetId,
        /// The set that is in it.
        to: SetId,
        /// The spare set from now on.
        reserve_set: SetId,
        /// Balls counted. Always 90.
        balls_counted: u8,
        /// Why, in words.
        reason: String,
    },
    /// The agent of the authority was called; until he has decided nothing is drawn or sold
    /// (34.4).
    AuthorityCalled {
        /// The session.
        session: SessionNo,
        /// The game that stands still, if there is one.
        game: Option<GameNo>,
        /// Why, in words.
        cause: String,
    },
    /// The agent decided; his own acta says why.
    AuthorityDecided {
        /// The session.
        session: SessionNo,
        /// The game that stood still, if there is one.
        game: Option<GameNo>,
        /// The agent's number.
        agent: String,
        /// The session goes on; otherwise it ends, and a running game with it.
        goes_on: bool,
    },
    /// Diligencia de cierre.
    SessionClosed {
        /// Its number.
        session: SessionNo,
        /// Balls counted again (art. 34.1). Always 90.
        balls_counted: u8,
        /// One person of the public watched the count.
        public_witness: bool,
        /// Prizes still due or withheld.
        prizes_pending: u32,
        /// Their amount.
        amount_pending: Cents,
    },
    /// The next game was announced as the last of the session (G19).
    LastGameAnnounced {
        /// The session.
        session: SessionNo,
    },
    /// A diligencia was written (art. 37.4).
    DiligenciaWritten {
        /// Its number in the hall, from 1.
        diligencia: u32,
        /// What it is about.
        about: DiligenciaKind,
        /// The game it is about, if it is about one.
        game: Option<GameNo>,
        /// Its text.
        text: String,
        /// For a claim: the claimant's name and document, as JSON.
        claimant: Option<Sealed>,
        /// The claimant signed. Without signature and document a claim lacks value.
        signed: bool,
    },
    /// An inspector looked at the game on sale or in play (RD 2221/1984 art. 12).
    InspectionMade {
        /// The game, if there was one.
        game: Option<GameNo>,
    },
    /// The acta of a session was put on disk as a PDF.
    ActaIssued {
        /// The session.
        session: SessionNo,
        /// The file, within the hall's folder.
        file: String,
        /// SHA-256 of the file.
        sha256: [u8; 32],
        /// The last line of the record it covers.
        covers_seq: u64,
    },

    // ---- the sale -----------------------------------------------------------------------
    /// The series, its size and price were announced and the sale opened: the game has begun
    /// (G1, G2).
    SaleOpened {
        /// The game.
        game: GameNo,
        /// Its order in the session, from 1.
        in_session: u32,
        /// The series on sale.
        series: SeriesId,
        /// The first card (3.5.2).
        first: CardNo,
        /// The price of each card.
        face_value: Cents,
    },
    /// The cashier gave cards to a seller.
    BlockIssued {
        /// The game.
        game: GameNo,
        /// The cards.
        cards: Segment,
        /// The seller.
        seller: PersonId,
    },
    /// A seller gave cards back unsold.
    CardsReturned {
        /// The game.
        game: GameNo,
        /// The cards.
        cards: Segment,
        /// The seller.
        seller: PersonId,
    },
    /// Cards went from one seller to another (reventa, 3.5.4).
    CardsTransferred {
        /// The game.
        game: GameNo,
        /// The cards.
        cards: Segment,
        /// Who had them.
        from: PersonId,
        /// Who has them.
        to: PersonId,
    },
    /// One of group b asked for a gap to be burned: its cards are not to be found (DECISIONS 13).
    GapBurnAsked {
        /// The game.
        game: GameNo,
        /// The cards.
        cards: Segment,
    },
    /// Another agreed: the cards are neither sold nor to be sold.
    GapBurned {
        /// The game.
        game: GameNo,
        /// The cards.
        cards: Segment,
        /// Who had asked.
        asked_by: PersonId,
    },
    /// The sale closed and the game's row of the acta was written (37.1, G6).
    SaleClosed {
        /// The game.
        game: GameNo,
        /// The cards sold, series by series.
        segments: Vec<Segment>,
        /// How many.
        sold: u32,
        /// The money.
        division: Division,
        /// The words of M13, as announced.
        formula: String,
    },
    /// The count of sold cards was publicly put right before the line was awarded: new totals,
    /// prizes and words (39.3.a, DECISIONS 15).
    SaleRectified {
        /// The game.
        game: GameNo,
        /// The cards found.
        cards: Segment,
        /// Sold or not.
        found: Found,
        /// Who had or has them.
        seller: PersonId,
        /// How many were announced as sold before.
        sold_before: u32,
        /// The cards sold, series by series.
        segments: Vec<Segment>,
        /// How many.
        sold: u32,
        /// The money.
        division: Division,
        /// The words of M13, as announced again.
        formula: String,
    },
    /// No card was sold: the game is *no celebrada* (DECISIONS 11).
    GameNotHeld {
        /// The game.
        game: GameNo,
    },

    // ---- the draw -----------------------------------------------------------------------
    /// The order to extract was given.
    DrawStarted {
        /// The game.
        game: GameNo,
        /// The set in the machine.
        set: SetId,
        /// The machine's power-up.
        boot: BootId,
    },
    /// A ball came out in the game.
    BallExtracted {
        /// The game.
        game: GameNo,
        /// Its place.
        ordinal: Ordinal,
        /// The ball.
        ball: Ball,
        /// How its number is known.
        evidence: Vec<Evidence>,
    },
    /// A ball came out that is no part of a draw.
    BallSetAside {
        /// The number as the machine gave it.
        number: u8,
        /// Why.
        why: SetAside,
        /// The machine's power-up.
        boot: BootId,
        /// The frame.
        seq: u32,
    },
    /// The machine gave a reading that is no new ball of the game: the same presence again, a
    /// repeat, a number out of range, a foreign set.
    ReadingNotCounted {
        /// The number as the machine gave it.
        number: u8,
        /// The set it named.
        set: SetId,
        /// 0 to 100 %.
        confidence: u8,
        /// The machine's power-up.
        boot: BootId,
        /// The frame.
        seq: u32,
    },
    /// The ball's number was said in the hall. Only announced numbers count (G8).
    BallAnnounced {
        /// The game.
        game: GameNo,
        /// Its place.
        ordinal: Ordinal,
        /// The ball.
        ball: Ball,
        /// The caller's own evidence.
        evidence: Evidence,
    },
    /// The caller had said another number than the ball's, and put it right (Cat. V,
    /// DECISIONS 18). What counts is the ball, as recorded all along.
    AnnouncementRectified {
        /// The game.
        game: GameNo,
        /// Its place.
        ordinal: Ordinal,
        /// The ball.
        ball: Ball,
        /// What the caller had said.
        said: Ball,
    },
    /// A panel showed it, the first to say so (DECISIONS 27).
    BallShown {
        /// The game.
        game: GameNo,
        /// Its place.
        ordinal: Ordinal,
        /// The panel's name.
        panel: String,
    },
    /// The draw stopped.
    DrawStopped {
        /// The game.
        game: GameNo,
        /// The stop.
        stop: StopNo,
        /// How many balls were announced then: those that count (DECISIONS 1).
        announced: u8,
        /// Why.
        cause: StopCause,
    },
    /// Somebody sang; the system judged.
    ClaimMade {
        /// The game.
        game: GameNo,
        /// The stop.
        stop: StopNo,
        /// The claim.
        claim: ClaimNo,
        /// Line or bingo.
        play: Play,
        /// The card.
        card: CardRef,
        /// Its face, where there is such a card.
        face: Option<CardId>,
        /// The judgement.
        verdict: Verdict,
    },
    /// The jefe de mesa accepted a good verdict, the original card in hand.
    ClaimAccepted {
        /// The game.
        game: GameNo,
        /// The claim.
        claim: ClaimNo,
    },
    /// The jefe de mesa rejected the card of a good verdict.
    ClaimRejected {
        /// The game.
        game: GameNo,
        /// The claim.
        claim: ClaimNo,
        /// Why.
        reason: RejectReason,
    },
    /// «¿Alguna línea más? ¿Algún bingo más?» (G12)
    QuestionAsked {
        /// The game.
        game: GameNo,
        /// The stop.
        stop: StopNo,
        /// Lines were asked for.
        line: bool,
        /// Bingos were asked for.
        bingo: bool,
    },
    /// The order to go on with the extraction.
    DrawResumed {
        /// The game.
        game: GameNo,
        /// The stop that ends.
        stop: StopNo,
    },
    /// A play closed with winners: the prize is shared.
    PlayAwarded {
        /// The game.
        game: GameNo,
        /// Line or bingo.
        play: Play,
        /// The winners.
        winners: Vec<PrizeShare>,
        /// What could not be shared, to `resto`.
        remainder: Cents,
    },
    /// The game ended and nobody had sung this play: its amount goes to `linea_no_cantada` or
    /// `bingo_no_cantado` (DECISIONS 7, 10).
    PlayUnsung {
        /// The game.
        game: GameNo,
        /// Line or bingo.
        play: Play,
        /// The amount.
        amount: Cents,
    },
    /// The closing order: no claim remains, prizes are due.
    GameEnded {
        /// The game.
        game: GameNo,
    },

    // ---- money --------------------------------------------------------------------------
    /// A prize was paid, against the card (art. 35.6).
    PrizePaid {
        /// The game.
        game: GameNo,
        /// The prize.
        prize: PrizeNo,
        /// What was paid.
        amount: Cents,
    },
    /// A prize is kept back in dispute.
    PrizeWithheld {
        /// The game.
        game: GameNo,
        /// The prize.
        prize: PrizeNo,
        /// Why, in words.
        reason: String,
    },
    /// The dispute is over: a prize that was kept back is due again.
    PrizeReleased {
        /// The game.
        game: GameNo,
        /// The prize.
        prize: PrizeNo,
        /// How it ended, in words.
        reason: String,
    },
    /// The jefe de mesa asked for the game to be void.
    VoidAsked {
        /// The game.
        game: GameNo,
        /// Why, in words.
        cause: String,
    },
    /// The jefe de sala confirmed it: every card is refunded in full (M18).
    GameVoided {
        /// The game.
        game: GameNo,
        /// Who had asked.
        asked_by: PersonId,
        /// Why.
        cause: String,
        /// The cards to refund, series by series.
        segments: Vec<Segment>,
        /// How many.
        cards: u32,
        /// Their money.
        amount: Cents,
    },
    /// Cards of a void game were refunded, against the cards.
    CardsRefunded {
        /// The game.
        game: GameNo,
        /// The cards.
        cards: Segment,
        /// What was given back.
        amount: Cents,
    },

    // ---- article 36 ---------------------------------------------------------------------
    /// Provisional suspension: something failed before the first ball (36.1).
    GameSuspended {
        /// The game.
        game: GameNo,
        /// What failed, in words.
        cause: String,
    },
    /// It was put right in time.
    SuspensionLifted {
        /// The game.
        game: GameNo,
    },
    /// The paragraph that applies was read aloud (36.3).
    ParagraphRead {
        /// The game.
        game: GameNo,
        /// Which.
        paragraph: Paragraph,
    },
    /// Going on by hand, the first of two people keyed the ball that is in the hand.
    BallKeyed {
        /// The game.
        game: GameNo,
        /// Its place.
        ordinal: Ordinal,
        /// The ball.
        ball: Ball,
    },
    /// One person typed in the sheet of a game that was finished on paper (DECISIONS 34).
    TranscriptionAsked {
        /// The game.
        game: GameNo,
        /// The sheet, line by line.
        lines: Vec<PaperLine>,
    },
    /// Another typed in the same: what follows in this game's lines is from the sheet.
    Transcribed {
        /// The game.
        game: GameNo,
        /// Who had typed it first.
        asked_by: PersonId,
        /// How many lines the sheet has.
        lines: u32,
    },

    // ---- HOLD ---------------------------------------------------------------------------
    /// ALTO: nothing is announced until two people find a way out.
    HoldRaised {
        /// The game.
        game: GameNo,
        /// The hold.
        hold: HoldNo,
        /// Why.
        why: HoldWhy,
    },
    /// One person proposed a way out.
    HoldExitAsked {
        /// The game.
        game: GameNo,
        /// The hold.
        hold: HoldNo,
        /// The way out.
        exit: HoldExit,
    },
    /// Another agreed: the hold is over.
    HoldLeft {
        /// The game.
        game: GameNo,
        /// The hold.
        hold: HoldNo,
        /// The way out.
        exit: HoldExit,
        /// Who had proposed it.
        asked_by: PersonId,
    },
    /// A ball of the game is another than was recorded; both stay in the record.
    BallCorrected {
        /// The game.
        game: GameNo,
        /// Its place.
        ordinal: Ordinal,
        /// What was recorded; none when the ball could not be read or counted.
        from: Option<Ball>,
        /// What it is.
        to: Ball,
    },

    // ---- the machine --------------------------------------------------------------------
    /// A machine said who it is.
    MachineIdentified {
        /// Its power-up.
        boot: BootId,
        /// How many balls it works with.
        balls: u8,
        /// The set loaded.
        set: SetId,
    },
    /// The line to the machine was lost.
    LinkLost {
        /// Why.
        why: LinkLoss,
    },
    /// What the machine does changed.
    MachineMode {
        /// What it does.
        mode: Mode,
        /// Balls out of the drum.
        out: u8,
    },
    /// A stored frame other than a reading.
    MachineSaw {
        /// The machine's power-up.
        boot: BootId,
        /// The frame.
        seq: u32,
        /// What happened.
        what: Stored,
    },
    /// Frames that never came.
    FramesMissing {
        /// The machine's power-up.
        boot: BootId,
        /// The first that is missing.
        expected: u32,
        /// The one that came.
        got: u32,
    },
    /// Bytes that are no frame.
    BadFrames {
        /// How many frames.
        count: u32,
        /// How many bytes.
        bytes: u32,
        /// The first bytes of the first, at most 32.
        first: Vec<u8>,
    },
}

/// Every event that belongs to no game, as a pattern: said once for those who take a game's events one by one.
macro_rules! of_no_game {
    () => {
        Event::HallFounded { .. }
            | Event::ServerStarted { .. }
            | Event::ServerStopped { .. }
            | Event::ClockStepped { .. }
            | Event::CardKeyMade { .. }
            | Event::PersonAdded { .. }
            | Event::LoggedIn { .. }
            | Event::LoggedOut { .. }
            | Event::LoginRefused { .. }
            | Event::MatrixMade { .. }
            | Event::MatrixImported { .. }
            | Event::MatrixRetired { .. }
            | Event::SeriesReceived { .. }
            | Event::SeriesPrinted { .. }
            | Event::PrintingOrdered { .. }
            | Event::PrintingDone { .. }
            | Event::PrintingStopped { .. }
            | Event::BallSetRegistered { .. }
            | Event::Balls(_)
            | Event::Reader(_)
            | Event::SessionOpened { .. }
            | Event::OpeningCompleted { .. }
            | Event::SubstitutionMade { .. }
            | Event::BallSetChanged { .. }
            | Event::AuthorityCalled { .. }
            | Event::AuthorityDecided { .. }
            | Event::SessionClosed { .. }
            | Event::LastGameAnnounced { .. }
            | Event::DiligenciaWritten { .. }
            | Event::InspectionMade { .. }
            | Event::ActaIssued { .. }
            | Event::BallSetAside { .. }
            | Event::ReadingNotCounted { .. }
            | Event::MachineIdentified { .. }
            | Event::LinkLost { .. }
            | Event::MachineMode { .. }
            | Event::MachineSaw { .. }
            | Event::FramesMissing { .. }
            | Event::BadFrames { .. }
    };
}
pub(crate) use of_no_game;

impl Event {
    /// Returns the game to which this line belongs; lines that only mention one have none.
    pub const fn game(&self) -> Option<GameNo> {
        match self {
            Event::SaleOpened { game, .. }
            | Event::BlockIssued { game, .. }
            | Event::CardsReturned { game, .. }
            | Event::CardsTransferred { game, .. }
            | Event::GapBurnAsked { game, .. }
            | Event::GapBurned { game, .. }
            | Event::SaleClosed { game, .. }
            | Event::SaleRectified { game, .. }
            | Event::GameNotHeld { game }
            | Event::DrawStarted { game, .. }
            | Event::BallExtracted { game, .. }
            | Event::BallAnnounced { game, .. }
            | Event::AnnouncementRectified { game, .. }
            | Event::BallShown { game, .. }
            | Event::DrawStopped { game, .. }
            | Event::ClaimMade { game, .. }
            | Event::ClaimAccepted { game, .. }
            | Event::ClaimRejected { game, .. }
            | Event::QuestionAsked { game, .. }
            | Event::DrawResumed { game, .. }
            | Event::PlayAwarded { game, .. }
            | Event::PlayUnsung { game, .. }
            | Event::GameEnded { game }
            | Event::PrizePaid { game, .. }
            | Event::PrizeWithheld { game, .. }
            | Event::PrizeReleased { game, .. }
            | Event::VoidAsked { game, .. }
            | Event::GameVoided { game, .. }
            | Event::CardsRefunded { game, .. }
            | Event::GameSuspended { game, .. }
            | Event::SuspensionLifted { game }
            | Event::ParagraphRead { game, .. }
            | Event::BallKeyed { game, .. }
            | Event::TranscriptionAsked { game, .. }
            | Event::Transcribed { game, .. }
            | Event::HoldRaised { game, .. }
            | Event::HoldExitAsked { game, .. }
            | Event::HoldLeft { game, .. }
            | Event::BallCorrected { game, .. } => Some(*game),
            of_no_game!() => None,
        }
    }
}
