//! The bodies of commands: for each request that comes over HTTP, its twin that serialises.
//!
//! An unknown field is an error: a misspelt one must not be taken for one left out.

use hall_core::event::{
    ClaimNo, GameNo, HoldExit, HoldNo, OpeningCheck, PaperLine, PrizeNo, Segment, StopNo,
};
use hall_core::people::PersonId;
use hall_core::request::{Presented, Request};
use hall_core::series::CardRef;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::CommandError;
use super::field::{
    BallField, CardField, CodeField, HourField, OrdinalField, PriceField, RoleField, SeriesField, SetField,
};
use super::kind::{AboutKind, ExitKind, FoundKind, ParagraphKind, RejectKind, SheetLine};
use crate::board::Play;

/// Defines bodies: the derives that all of them share, so that none forgets to be strict.
macro_rules! bodies {
    ($($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty,)* })*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub struct $name { $($(#[$field_doc])* pub $field: $type,)* }
    )*};
}

/// Converts bodies that cannot fail once they are read.
macro_rules! into_request {
    ($($body:ident($it:ident) => $request:expr;)*) => {$(
        impl TryFrom<$body> for Request {
            type Error = CommandError;

            fn try_from($it: $body) -> Result<Request, CommandError> {
                Ok($request)
            }
        }
    )*};
}

mod balls;
mod cards;

pub use balls::{
    AskBallEnrolment, BallInspection, BeginBallCount, CancelBallCount, ConfirmBallEnrolment, RegisterBallSet,
    ThisCount, WeighBallSet, WithdrawBallSet,
};
pub use cards::{CancelPrinting, MakeMatrix, PrintCards, ReceiveSeries, RetireMatrix};

bodies! {
    /// Opens the session.
    OpenSession {
        /// The jefe de sala who counted the balls.
        sala: u32,
        /// Balls counted: always 90.
        balls_counted: u8,
        /// The set that goes into the machine.
        set: SetField,
        /// The spare set.
        reserve_set: SetField,
        /// The seals of both were whole.
        seals_whole: bool,
        /// Machine, panel, monitors and sound were tried.
        installations_work: bool,
        /// One person of the public watched the count.
        public_witness: bool,
        /// A spare drum or machine is in the hall.
        reserve_machine: bool,
        /// The authorised closing hour, where the permit names one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        closing_hour: Option<HourField>,
    }
    /// Puts somebody of the same group in another's post.
    Substitute {
        /// The post.
        post: RoleField,
        /// Who leaves it.
        person: u32,
        /// Who takes it.
        stand_in: u32,
        /// Why.
        reason: String,
    }
    /// Puts another set of balls into the machine.
    ChangeBallSet {
        /// The set.
        set: SetField,
        /// The spare set from now on.
        reserve_set: SetField,
        /// Balls counted: always 90.
        balls_counted: u8,
        /// The seals of both were whole.
        seals_whole: bool,
        /// Why.
        reason: String,
    }
    /// Says why.
    Cause {
        /// Why.
        cause: String,
    }
    /// Writes down what the agent of the authority decided.
    RecordAuthority {
        /// The agent's number.
        agent: String,
        /// The session goes on.
        goes_on: bool,
    }
    /// Closes the session.
    CloseSession {
        /// Balls counted again.
        balls_counted: u8,
        /// One person of the public watched the count.
        #[serde(default)]
        public_witness: bool,
    }
    /// Says nothing more: the command's name is enough.
    Nothing {}
    /// Opens the sale of the next game.
    OpenSale {
        /// The series.
        series: SeriesField,
        /// How many cards it has, as announced.
        series_size: u32,
        /// The price that was announced.
        face_value_cents: PriceField,
    }
    /// Gives cards to a seller.
    IssueBlock {
        /// The game.
        game: u32,
        /// The series.
        series: SeriesField,
        /// The first card.
        first: CardField,
        /// The last card.
        last: CardField,
        /// The price of each.
        price_cents: PriceField,
        /// The seller.
        seller: u32,
    }
    /// Takes cards back unsold.
    ReturnCards {
        /// The game.
        game: u32,
        /// The series.
        series: SeriesField,
        /// The first card.
        first: CardField,
        /// The last card.
        last: CardField,
        /// The seller who had them.
        seller: u32,
    }
    /// Moves cards from one seller to another.
    TransferCards {
        /// The game.
        game: u32,
        /// The series.
        series: SeriesField,
        /// The first card.
        first: CardField,
        /// The last card.
        last: CardField,
        /// Who has them.
        from: u32,
        /// Who will.
        to: u32,
    }
    /// Cards of a game that are not to be found.
    Gap {
        /// The game.
        game: u32,
        /// The series.
        series: SeriesField,
        /// The first card.
        first: CardField,
        /// The last card.
        last: CardField,
    }
    /// Puts the count of sold cards right.
    RectifySale {
        /// The game.
        game: u32,
        /// The series.
        series: SeriesField,
        /// The first card.
        first: CardField,
        /// The last card.
        last: CardField,
        /// Who had or has them.
        seller: u32,
        /// Whether they were sold or not.
        found: FoundKind,
    }
    /// Puts right a number that was said wrong.
    RectifyAnnouncement {
        /// The game.
        game: u32,
        /// The ball's place.
        ordinal: OrdinalField,
        /// What had been said.
        said: BallField,
    }
    /// Names the game that is meant.
    ThisGame {
        /// The game.
        game: u32,
    }
    /// *I read this number on the ball and said it.*
    Announce {
        /// The game.
        game: u32,
        /// The ball's place.
        ordinal: OrdinalField,
        /// The ball.
        ball: BallField,
        /// The number was typed, not just confirmed.
        #[serde(default)]
        typed: bool,
    }
    /// PARADA.
    Stop {
        /// The game.
        game: u32,
        /// How many balls were announced, as the person saw it.
        announced: u8,
    }
    /// A card was sung: `series` and `card`, or `code`.
    Claim {
        /// The game.
        game: u32,
        /// Line or bingo.
        play: Play,
        /// The card's series, where it was keyed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        series: Option<SeriesField>,
        /// The card's number, where it was keyed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<CardField>,
        /// The card's code, where it was scanned.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        code: Option<CodeField>,
    }
    /// Names a claim.
    ThisClaim {
        /// The game.
        game: u32,
        /// The claim.
        claim: u32,
    }
    /// Rejects the card of a good verdict.
    RejectClaim {
        /// The game.
        game: u32,
        /// The claim.
        claim: u32,
        /// Why.
        reason: RejectKind,
    }
    /// Names a stop.
    ThisStop {
        /// The game.
        game: u32,
        /// The stop.
        stop: u32,
    }
    /// Pays a prize against the card: `series` and `card`, or `code`.
    PayPrize {
        /// The game.
        game: u32,
        /// The prize.
        prize: u32,
        /// The card's series, where it was keyed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        series: Option<SeriesField>,
        /// The card's number, where it was keyed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<CardField>,
        /// The card's code, where it was scanned.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        code: Option<CodeField>,
    }
    /// Keeps a prize back.
    WithholdPrize {
        /// The game.
        game: u32,
        /// The prize.
        prize: u32,
        /// Why.
        reason: String,
    }
    /// Asks for the game to be void.
    AskVoid {
        /// The game.
        game: u32,
        /// Why.
        cause: String,
    }
    /// Refunds cards of a void game.
    RefundCards {
        /// The game.
        game: u32,
        /// The series.
        series: SeriesField,
        /// The first card.
        first: CardField,
        /// The last card.
        last: CardField,
    }
    /// ALTO by hand.
    RaiseHold {
        /// The game.
        game: u32,
        /// Why.
        reason: String,
    }
    /// Proposes or agrees to a way out of a hold.
    HoldWayOut {
        /// The game.
        game: u32,
        /// The hold.
        hold: u32,
        /// The way out; `misread` has `ordinal` and `ball` too, `by_hand` has `caller` and `second`.
        exit: ExitKind,
        /// The misread ball's place.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ordinal: Option<OrdinalField>,
        /// The number seen on it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ball: Option<BallField>,
        /// Who calls the balls drawn by hand.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        caller: Option<u32>,
        /// Who keys them again, at another device.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        second: Option<u32>,
    }
    /// Says which paragraph of article 36 was read aloud.
    ReadParagraph {
        /// The game.
        game: u32,
        /// Which.
        paragraph: ParagraphKind,
    }
    /// Keys a ball that was drawn by hand.
    KeyBall {
        /// The game.
        game: u32,
        /// The ball's place.
        ordinal: OrdinalField,
        /// The ball.
        ball: BallField,
    }
    /// Types in the sheet of a game that was finished on paper.
    Transcription {
        /// The game.
        game: u32,
        /// The sheet, line by line.
        lines: Vec<SheetLine>,
    }
}

/// Puts a person on the staff; the PIN goes no further than its hash.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AddPerson {
    /// The user name: letters, digits, `-`, `_` and `.`, at most 40.
    pub user: String,
    /// The person's name.
    pub name: String,
    /// The PIN: six digits at least, twelve at most.
    pub pin: String,
    /// What the person may do.
    pub roles: Vec<RoleField>,
}

/// Writes a diligencia.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WriteDiligencia {
    /// What it is about.
    pub about: AboutKind,
    /// The game it is about, if it is about one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<u32>,
    /// Its text, at most 500 characters.
    pub text: String,
    /// Who claims; a `reclamacion` needs it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claimant: Option<Claimant>,
    /// The claimant signed.
    #[serde(default)]
    pub signed: bool,
}

/// Who claims; name and document go nowhere but into a sealed value.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Claimant {
    /// The name.
    pub name: String,
    /// The number of the identity document.
    pub document: String,
}

/// Returns the segment of these cards; whether it runs forwards is for the desk to say.
fn cards(series: SeriesField, first: CardField, last: CardField) -> Segment {
    Segment { series: series.0, first: first.0, last: last.0 }
}

/// Returns the card that was keyed or scanned.
fn presented(
    series: Option<SeriesField>,
    card: Option<CardField>,
    code: Option<CodeField>,
) -> Result<Presented, CommandError> {
    match (series, card, code) {
        (Some(series), Some(card), None) => {
            Ok(Presented::Keyed(CardRef { series: series.0, number: card.0 }))
        }
        (None, None, Some(code)) => Ok(Presented::Scanned(code.0)),
        (Some(_), None, None) => Err(CommandError::missing("card")),
        (None, Some(_), None) => Err(CommandError::missing("series")),
        (None, None, None) => Err(CommandError::missing("code")),
        (_, _, Some(_)) => {
            Err(CommandError::value("code", "se esperaba o bien code, o bien series y card, no ambos"))
        }
    }
}

into_request! {
    OpenSession(b) => Request::OpenSession {
        sala: PersonId(b.sala),
        check: OpeningCheck {
            balls_counted: b.balls_counted,
            set: b.set.0,
            reserve_set: b.reserve_set.0,
            seals_whole: b.seals_whole,
            installations_work: b.installations_work,
            public_witness: b.public_witness,
        },
        reserve_machine: b.reserve_machine,
        closing_hour: b.closing_hour.map(|hour| hour.0),
    };
    Substitute(b) => Request::Substitute {
        post: b.post.0, person: PersonId(b.person), stand_in: PersonId(b.stand_in), reason: b.reason,
    };
    ChangeBallSet(b) => Request::ChangeBallSet {
        set: b.set.0, reserve_set: b.reserve_set.0, balls_counted: b.balls_counted,
        seals_whole: b.seals_whole, reason: b.reason,
    };
    Cause(b) => Request::CallAuthority { cause: b.cause };
    RecordAuthority(b) => Request::RecordAuthority { agent: b.agent, goes_on: b.goes_on };
    ReadParagraph(b) => Request::ReadParagraph { game: GameNo(b.game), paragraph: b.paragraph.into() };
    KeyBall(b) => Request::KeyBall { game: GameNo(b.game), ordinal: b.ordinal.0, ball: b.ball.0 };
    CloseSession(b) => Request::CloseSession {
        balls_counted: b.balls_counted,
        public_witness: b.public_witness
    };
    OpenSale(b) => Request::OpenSale {
        series: b.series.0, size: b.series_size, face_value: b.face_value_cents.0,
    };
    IssueBlock(b) => Request::IssueBlock {
        game: GameNo(b.game), cards: cards(b.series, b.first, b.last), price: b.price_cents.0,
        seller: PersonId(b.seller),
    };
    ReturnCards(b) => Request::ReturnCards {
        game: GameNo(b.game), cards: cards(b.series, b.first, b.last), seller: PersonId(b.seller),
    };
    TransferCards(b) => Request::TransferCards {
        game: GameNo(b.game), cards: cards(b.series, b.first, b.last), from: PersonId(b.from), to: PersonId(b.to),
    };
    RectifySale(b) => Request::RectifySale {
        game: GameNo(b.game), cards: cards(b.series, b.first, b.last), found: b.found.into(),
        seller: PersonId(b.seller),
    };
    RectifyAnnouncement(b) => Request::RectifyAnnouncement {
        game: GameNo(b.game), ordinal: b.ordinal.0, said: b.said.0,
    };
    Announce(b) => Request::Announce {
        game: GameNo(b.game), ordinal: b.ordinal.0, ball: b.ball.0, typed: b.typed,
    };
    Stop(b) => Request::Stop { game: GameNo(b.game), announced: b.announced };
    Claim(b) => Request::Claim {
        game: GameNo(b.game), play: b.play.into(), card: presented(b.series, b.card, b.code)?,
    };
    RejectClaim(b) => Request::RejectClaim {
        game: GameNo(b.game), claim: ClaimNo(b.claim), reason: b.reason.into(),
    };
    PayPrize(b) => Request::PayPrize {
        game: GameNo(b.game), prize: PrizeNo(b.prize), card: presented(b.series, b.card, b.code)?,
    };
    WithholdPrize(b) => Request::WithholdPrize { game: GameNo(b.game), prize: PrizeNo(b.prize), reason: b.reason };
    AskVoid(b) => Request::AskVoid { game: GameNo(b.game), cause: b.cause };
    RefundCards(b) => Request::RefundCards { game: GameNo(b.game), cards: cards(b.series, b.first, b.last) };
    RaiseHold(b) => Request::RaiseHold { game: GameNo(b.game), reason: b.reason };
}

impl Gap {
    /// Returns the game and the cards.
    pub fn place(self) -> (GameNo, Segment) {
        (GameNo(self.game), cards(self.series, self.first, self.last))
    }
}

impl HoldWayOut {
    /// Returns the way out, with the ball or the people where it needs them.
    pub fn way_out(&self) -> Result<HoldExit, CommandError> {
        let ball = self.ordinal.is_some() || self.ball.is_some();
        let people = self.caller.is_some() || self.second.is_some();
        if ball && self.exit != ExitKind::Misread {
            return Err(CommandError::value("exit", "sólo «misread» lleva ordinal y ball"));
        }
        if people && self.exit != ExitKind::ByHand {
            return Err(CommandError::value("exit", "sólo «by_hand» lleva caller y second"));
        }
        let person =
            |person: Option<u32>, field| person.map(PersonId).ok_or_else(|| CommandError::missing(field));
        Ok(match self.exit {
            ExitKind::Misread => HoldExit::Misread {
                ordinal: self.ordinal.ok_or_else(|| CommandError::missing("ordinal"))?.0,
                ball: self.ball.ok_or_else(|| CommandError::missing("ball"))?.0,
            },
            ExitKind::Repaired => HoldExit::Repaired,
            ExitKind::ByHand => HoldExit::ByHand {
                caller: person(self.caller, "caller")?,
                second: person(self.second, "second")?,
            },
            ExitKind::Authority => HoldExit::Authority,
        })
    }

    /// Returns the game and the hold.
    pub fn place(&self) -> (GameNo, HoldNo) {
        (GameNo(self.game), HoldNo(self.hold))
    }
}

impl ThisStop {
    /// Returns the game and the stop.
    pub fn place(&self) -> (GameNo, StopNo) {
        (GameNo(self.game), StopNo(self.stop))
    }
}

impl Transcription {
    /// Returns the game and the sheet.
    pub fn sheet(self) -> (GameNo, Vec<PaperLine>) {
        (GameNo(self.game), self.lines.into_iter().map(PaperLine::from).collect())
    }
}
