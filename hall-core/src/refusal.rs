//! Why a request is refused: an answer, not a failure. Nothing has changed.
//!
//! Each refusal has a stable code for programs and a sentence in Spanish that says what is so
//! and what to do. The sentences are here because desk, console and API must say the same.

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::ball::Ball;
use crate::event::{ClaimNo, CountNo, GameNo, Paragraph, PrintingNo, Segment};
use crate::machine::SetId;
use crate::matrix::MatrixNo;
use crate::money::Cents;
use crate::people::PersonId;
use crate::series::{CardRef, SeriesId};
use crate::time::HourOfDay;

/// Why the desk says no.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// The person's roles do not allow it.
    NotYourPower {
        /// What was asked.
        request: &'static str,
    },
    /// Who asks is nobody on the staff.
    UnknownPerson(PersonId),
    /// The desk is elsewhere than the person saw (DECISIONS 28).
    Stale {
        /// Where the desk is, in words.
        now: String,
    },
    /// No session is open.
    NoSession,
    /// One is open already.
    SessionOpen,
    /// The opening check-list does not hold; which line.
    CheckFails(&'static str),
    /// A game is on sale or being played (G4, DECISIONS 20).
    GameRunning(GameNo),
    /// There is no such game, or it is not the present one.
    NoSuchGame(GameNo),
    /// The game is in a phase in which this cannot be done.
    WrongPhase {
        /// Its phase, in words.
        phase: &'static str,
    },
    /// The hall has no such series.
    UnknownSeries(SeriesId),
    /// The series is already in stock.
    SeriesExists(SeriesId),
    /// Every card of it has been sold.
    SeriesUsedUp(SeriesId),
    /// Another series of this price is begun and must be finished first (3.5.2).
    SeriesOutOfOrder {
        /// The series to sell from.
        begun: SeriesId,
    },
    /// The hall has no such matrix, or another took its number.
    UnknownMatrix,
    /// A matrix of no cards or more than a million, or one that is not the profile's.
    BadSize(u32),
    /// No such matrix can have so many cards.
    BadMatrixSize(u32),
    /// No card of the matrix is sold or printed any more.
    MatrixRetired(MatrixNo),
    /// A game with cards of the matrix is on sale or in play.
    MatrixInPlay(GameNo),
    /// There are more papers of these cards than of the rest that is to be printed.
    PrintedInPart(Segment),
    /// No such printing is under way.
    NoSuchPrinting(PrintingNo),
    /// The profile does not allow this price.
    PriceNotAllowed(Cents),
    /// The price is not the face value (3.5.8).
    NotFaceValue {
        /// What a card costs.
        face_value: Cents,
    },
    /// A block with its last card before its first, or numbers the series does not have.
    BadRange,
    /// Cards are issued in order: the next is this one (3.5.1).
    OutOfOrder {
        /// The next card to issue.
        next: CardRef,
    },
    /// The second series may not reach the first card of the first one (3.5.3).
    SecondSeriesLimit {
        /// The last card that may be issued, if any is left.
        last: Option<CardRef>,
    },
    /// The seller does not hold these cards.
    NotHeldBy(PersonId),
    /// The person is no seller.
    NotASeller(PersonId),
    /// The sold cards are not consecutive (3.5.1).
    Gaps(Vec<Segment>),
    /// The machine is not ready; why, in words.
    MachineNotReady(&'static str),
    /// The acta row could not be: no sale was closed.
    NotAnnouncedYet,
    /// No ball waits to be announced.
    NothingToAnnounce,
    /// This hall has the number typed each time (DECISIONS 26).
    TypeTheNumber,
    /// The game is held (ALTO).
    Held,
    /// There is no such hold.
    NoSuchHold,
    /// The way out does not fit the hold; why, in words.
    ExitDoesNotFit(&'static str),
    /// The same person cannot do both halves.
    NeedsAnother,
    /// There is no such claim.
    NoSuchClaim(ClaimNo),
    /// The verdict is not good: it cannot be turned (DECISIONS 3).
    VerdictNotGood(ClaimNo),
    /// The claim has been accepted or rejected.
    ClaimSettled(ClaimNo),
    /// A good verdict waits for the jefe de mesa.
    ClaimsPending(Vec<ClaimNo>),
    /// After a good verdict the question comes first (G12).
    AskFirst,
    /// Only a good verdict, or the last ball, brings the question.
    NothingToAsk,
    /// The question was asked.
    AlreadyAsked,
    /// The prudent time is not over (G12).
    TooSoon {
        /// Seconds still to wait.
        wait_secs: u32,
    },
    /// A bingo was given: the game ends, it cannot go on.
    BingoGiven,
    /// No bingo was given and balls remain.
    NoBingoYet,
    /// The seller of a card cannot judge or pay it (R30).
    SoldByYou(CardRef),
    /// There is no such prize.
    NoSuchPrize,
    /// The prize was paid, or is withheld.
    PrizeNotDue(&'static str),
    /// The prize is not withheld.
    PrizeNotWithheld(&'static str),
    /// The card handed over is not the one that won.
    NotTheWinningCard,
    /// Prizes of this game were paid: it cannot be void (DECISIONS 17, 35.7).
    AlreadyPaid,
    /// Nobody asked for the void.
    VoidNotAsked,
    /// The cards were not sold in the game that was void.
    NotRefundable(CardRef),
    /// They were refunded before.
    AlreadyRefunded(CardRef),
    /// The set of balls is not on the hall's list, or has served its games.
    BallSet(&'static str),
    /// The set was taken out of use for ever (Catálogo II).
    BallSetWithdrawn(SetId),
    /// Its last inspection failed.
    BallSetFailed(SetId),
    /// It is the session's: another goes into the machine first.
    BallSetLoaded(SetId),
    /// Nobody has proposed a table or an inspection of this set.
    NothingProposed(SetId),
    /// The weights of a set are none; why, in words.
    BadWeights(&'static str),
    /// The balls of a set are being passed through the reader.
    CountRunning {
        /// The set.
        set: SetId,
    },
    /// There is no such count, or it was used or set aside.
    NoSuchCount(CountNo),
    /// The reader's count found a ball missing, doubled or foreign (34.1).
    CountNotWhole {
        /// The set.
        set: SetId,
        /// Which balls, in words.
        words: String,
    },
    /// A reader does not know the set's tags by the table in the record.
    TagTable {
        /// Which reader, how they differ, and what to do, in words.
        words: String,
    },
    /// The spare set is for another sort of machine: it could not be played with (34.5).
    ReserveOfAnotherSort {
        /// The set that is to be played with.
        set: SetId,
        /// The spare one.
        reserve: SetId,
    },
    /// A number that is out already cannot be this ball.
    BallAlreadyOut(Ball),
    /// A text is empty or too long.
    BadText(&'static str),
    /// Nobody is logged in on this device.
    NotLoggedIn,
    /// The last game of the session was announced and has begun (G19).
    LastGamePlayed,
    /// It was announced before.
    LastGameAnnounced,
    /// The line was awarded: the count stands (39.3.a).
    LineAwarded,
    /// The card was sung and is good: it was sold (DECISIONS 15).
    CardSung(CardRef),
    /// Another ball came out since: it can no longer be put right (Cat. V, DECISIONS 18).
    TooLateToRectify,
    /// Nothing would change.
    NothingToRectify,
    /// The cards are no gap.
    NoGap,
    /// Nobody asked for this gap to be burned.
    BurnNotAsked,
    /// A claim names who claims.
    NoClaimant,
    /// A person needs at least one role.
    NoRoles,
    /// Another person has that user name.
    UserTaken,
    /// The disk is full: no game may begin (reliability.md T20).
    NoRoom,
    /// The announced size is not the series' (G2).
    NotTheSize {
        /// How many cards the series has.
        size: u32,
    },
    /// The authorised closing hour is over (32.3, G19).
    PastClosingHour(HourOfDay),
    /// The substitution is not within a group, or not of who has the post; why, in words.
    BadSubstitution(&'static str),
    /// The agent of the authority was called and has not decided (34.4).
    AuthorityCalled,
    /// Nobody called the agent.
    AuthorityNotCalled,
    /// The agent ended the session: it can only be closed (34.4).
    SessionEnded,
    /// The game is provisionally suspended (36.1).
    Suspended,
    /// It is not.
    NotSuspended,
    /// A ball has come out: 36.1 does not apply any more.
    ExtractionBegun,
    /// No ball has come out: 36.2 does not apply yet.
    ExtractionNotBegun,
    /// The time of 36.1 is not over.
    WaitNotOver {
        /// Seconds still to wait.
        wait_secs: u32,
    },
    /// It is over: only the refund is open.
    WaitOver,
    /// The paragraph has to be read aloud first (36.3).
    ReadFirst(Paragraph),
    /// The game is not drawn by hand.
    NotByHand,
    /// Who keys is neither of the two who draw by hand.
    NotOneOfTheTwo,
    /// The second person keys at another device than the first.
    AnotherDevice,
    /// Nothing interrupted the game: there is nothing to transcribe.
    NotInterrupted,
    /// A line of the sheet cannot be.
    PaperLine {
        /// The line, from 1.
        line: u32,
        /// Why not.
        why: Box<Refusal>,
    },
    /// The sheet says another thing than the record.
    SheetDisagrees {
        /// What the record says, in words.
        with: String,
    },
    /// The two people read another thing on the sheet.
    PaperDiffers {
        /// The first line that differs, from 1.
        line: u32,
    },
    /// Nobody has typed in the sheet yet.
    TranscriptionNotAsked,
}

impl Refusal {
    /// Returns the code: stable, for programs, tests and the help page.
    pub fn code(&self) -> &'static str {
        match self {
            Refusal::NotYourPower { .. } => "sin-facultad",
            Refusal::UnknownPerson(_) => "persona-desconocida",
            Refusal::Stale { .. } => "ya-no-es-asi",
            Refusal::NoSession => "sin-sesion",
            Refusal::SessionOpen => "sesion-abierta",
            Refusal::CheckFails(_) => "comprobacion-incompleta",
            Refusal::GameRunning(_) => "partida-en-curso",
            Refusal::NoSuchGame(_) => "partida-desconocida",
            Refusal::WrongPhase { .. } => "fase-inadecuada",
            Refusal::UnknownSeries(_) => "serie-desconocida",
            Refusal::SeriesExists(_) => "serie-existente",
            Refusal::SeriesUsedUp(_) => "serie-agotada",
            Refusal::SeriesOutOfOrder { .. } => "serie-sin-correlacion",
            Refusal::UnknownMatrix => "matriz-desconocida",
            Refusal::BadSize(_) => "tamano-no-valido",
            Refusal::BadMatrixSize(_) => "tamano-de-matriz",
            Refusal::MatrixRetired(_) => "matriz-retirada",
            Refusal::MatrixInPlay(_) => "matriz-en-juego",
            Refusal::PrintedInPart(_) => "impreso-en-parte",
            Refusal::NoSuchPrinting(_) => "impresion-terminada",
            Refusal::PriceNotAllowed(_) => "valor-no-autorizado",
            Refusal::NotFaceValue { .. } => "precio-distinto",
            Refusal::BadRange => "numeracion-no-valida",
            Refusal::OutOfOrder { .. } => "sin-correlacion",
            Refusal::SecondSeriesLimit { .. } => "limite-segunda-serie",
            Refusal::NotHeldBy(_) => "cartones-de-otro",
            Refusal::NotASeller(_) => "no-es-vendedor",
            Refusal::Gaps(_) => "faltan-cartones",
            Refusal::MachineNotReady(_) => "maquina-no-preparada",
            Refusal::NotAnnouncedYet => "sin-acta",
            Refusal::NothingToAnnounce => "sin-bola",
            Refusal::TypeTheNumber => "teclee-el-numero",
            Refusal::Held => "en-alto",
            Refusal::NoSuchHold => "sin-alto",
            Refusal::ExitDoesNotFit(_) => "salida-inadecuada",
            Refusal::NeedsAnother => "otra-persona",
            Refusal::NoSuchClaim(_) => "canto-desconocido",
            Refusal::VerdictNotGood(_) => "canto-no-valido",
            Refusal::ClaimSettled(_) => "canto-resuelto",
            Refusal::ClaimsPending(_) => "cantos-pendientes",
            Refusal::AskFirst => "falta-pregunta",
            Refusal::NothingToAsk => "nada-que-preguntar",
            Refusal::AlreadyAsked => "ya-preguntado",
            Refusal::TooSoon { .. } => "plazo-prudencial",
            Refusal::BingoGiven => "bingo-dado",
            Refusal::NoBingoYet => "sin-bingo",
            Refusal::SoldByYou(_) => "vendido-por-usted",
            Refusal::NoSuchPrize => "premio-desconocido",
            Refusal::PrizeNotDue(_) => "premio-no-pendiente",
            Refusal::PrizeNotWithheld(_) => "premio-no-retenido",
            Refusal::NotTheWinningCard => "no-es-el-premiado",
            Refusal::AlreadyPaid => "premios-pagados",
            Refusal::VoidNotAsked => "anulacion-no-pedida",
            Refusal::NotRefundable(_) => "sin-devolucion",
            Refusal::AlreadyRefunded(_) => "ya-devuelto",
            Refusal::BallSet(_) => "juego-de-bolas",
            Refusal::BallSetWithdrawn(_) => "juego-retirado",
            Refusal::BallSetFailed(_) => "juego-no-apto",
            Refusal::BallSetLoaded(_) => "juego-en-la-maquina",
            Refusal::NothingProposed(_) => "nada-propuesto",
            Refusal::BadWeights(_) => "pesos-no-validos",
            Refusal::CountRunning { .. } => "recuento-en-curso",
            Refusal::NoSuchCount(_) => "recuento-desconocido",
            Refusal::CountNotWhole { .. } => "recuento-no-cuadra",
            Refusal::TagTable { .. } => "tabla-de-etiquetas",
            Refusal::ReserveOfAnotherSort { .. } => "reserva-de-otro-extractor",
            Refusal::BallAlreadyOut(_) => "bola-ya-extraida",
            Refusal::BadText(_) => "texto-no-valido",
            Refusal::NotLoggedIn => "sin-entrada",
            Refusal::LastGamePlayed => "ultima-partida",
            Refusal::LastGameAnnounced => "ultima-ya-anunciada",
            Refusal::LineAwarded => "linea-dada",
            Refusal::CardSung(_) => "carton-cantado",
            Refusal::TooLateToRectify => "rectificacion-tardia",
            Refusal::NothingToRectify => "nada-que-rectificar",
            Refusal::NoGap => "no-es-un-hueco",
            Refusal::BurnNotAsked => "hueco-no-pedido",
            Refusal::NoClaimant => "sin-reclamante",
            Refusal::NoRoles => "sin-funciones",
            Refusal::UserTaken => "usuario-ocupado",
            Refusal::NoRoom => "sin-espacio",
            Refusal::NotTheSize { .. } => "tamano-distinto",
            Refusal::PastClosingHour(_) => "hora-de-cierre",
            Refusal::BadSubstitution(_) => "sustitucion-no-valida",
            Refusal::AuthorityCalled => "autoridad-avisada",
            Refusal::AuthorityNotCalled => "autoridad-no-avisada",
            Refusal::SessionEnded => "sesion-terminada",
            Refusal::Suspended => "suspendida",
            Refusal::NotSuspended => "sin-suspension",
            Refusal::ExtractionBegun => "extraccion-comenzada",
            Refusal::ExtractionNotBegun => "extraccion-sin-comenzar",
            Refusal::WaitNotOver { .. } => "plazo-de-suspension",
            Refusal::WaitOver => "plazo-terminado",
            Refusal::ReadFirst(_) => "falta-lectura",
            Refusal::NotByHand => "sin-continuacion-manual",
            Refusal::NotOneOfTheTwo => "no-es-de-los-dos",
            Refusal::AnotherDevice => "otro-puesto",
            Refusal::NotInterrupted => "sin-interrupcion",
            Refusal::PaperLine { .. } => "hoja-no-valida",
            Refusal::SheetDisagrees { .. } => "hoja-no-concuerda",
            Refusal::PaperDiffers { .. } => "hoja-distinta",
            Refusal::TranscriptionNotAsked => "transcripcion-no-pedida",
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NotYourPower { .. } => f.write_str("Su función no permite hacer esto. Pídalo a quien tenga la facultad."),
            Refusal::UnknownPerson(p) => write!(f, "La persona {p} no figura en la plantilla. Dé de alta a esa persona antes."),
            Refusal::Stale { now } => write!(f, "Ya no es así: {now}. Mire la pantalla y vuelva a pedirlo si procede."),
            Refusal::NoSession => f.write_str("No hay ninguna sesión abierta. Abra la sesión antes."),
            Refusal::SessionOpen => f.write_str("Ya hay una sesión abierta. Ciérrela antes de abrir otra."),
            Refusal::CheckFails(line) => write!(f, "La comprobación no se cumple: {line}. Resuélvalo y repita la comprobación."),
            Refusal::GameRunning(game) => write!(f, "La partida {} no ha terminado. Espere a la orden de cierre.", game.0),
            Refusal::NoSuchGame(game) => write!(f, "La partida {} no es la que está en juego. Compruebe el número.", game.0),
            Refusal::WrongPhase { phase } => write!(f, "Ahora no se puede: la partida está {phase}."),
            Refusal::UnknownSeries(series) => write!(f, "La sala no tiene la serie {}. Compruebe letra y número.", series.spelt()),
            Refusal::SeriesExists(series) => write!(f, "La serie {} ya consta en el almacén. Una serie entra una sola vez.", series.spelt()),
            Refusal::SeriesUsedUp(series) => write!(f, "La serie {} está agotada. Abra la venta con otra serie.", series.spelt()),
            Refusal::SeriesOutOfOrder { begun } => write!(f, "La serie {} del mismo valor está empezada: la venta debe seguir con ella (art. 33.3).", begun.spelt()),
            Refusal::UnknownMatrix => f.write_str("La sala no tiene esa matriz, o su número ya se usó. Consulte las matrices y repita."),
            Refusal::BadMatrixSize(size) => write!(f, "Una matriz no puede tener {size} cartones: van de 1 a 1 000 000 y, en tiras, de seis en seis. Corrija el tamaño."),
            Refusal::MatrixRetired(matrix) => write!(f, "La matriz {matrix} está retirada: sus series ya no se venden ni se imprimen. Use otra matriz."),
            Refusal::MatrixInPlay(game) => write!(f, "La partida {} juega con cartones de esa matriz. Retírela cuando la partida termine.", game.0),
            Refusal::PrintedInPart(cards) => write!(f, "De esta numeración, los cartones del {} al {} no se han impreso las mismas veces que el resto. Imprímalos aparte.", cards.first, cards.last),
            Refusal::NoSuchPrinting(printing) => write!(f, "La impresión {} ya terminó o no consta.", printing.0),
            Refusal::BadSize(size) => write!(f, "Una serie de {size} cartones no es posible aquí. Use el tamaño del perfil."),
            Refusal::PriceNotAllowed(price) => write!(f, "El valor facial {price} no está autorizado en el perfil de la sala."),
            Refusal::NotFaceValue { face_value } => write!(f, "El precio no es el valor facial ({face_value}). Un cartón se vende por su valor facial, ni más ni menos."),
            Refusal::BadRange => f.write_str("Esa numeración no existe en la serie. Compruebe el primer y el último cartón."),
            Refusal::OutOfOrder { next } => write!(f, "Los cartones se entregan en orden: el siguiente es el {next}."),
            Refusal::SecondSeriesLimit { last: Some(last) } => write!(f, "La segunda serie sólo puede llegar al {last}: más allá habría dos cartones iguales en la partida (art. 33.4)."),
            Refusal::SecondSeriesLimit { last: None } => f.write_str("No cabe una segunda serie en esta partida: habría dos cartones iguales (art. 33.4)."),
            Refusal::NotHeldBy(p) => write!(f, "El vendedor {p} no tiene todos esos cartones. Compruebe a quién se entregaron."),
            Refusal::NotASeller(p) => write!(f, "La persona {p} no es vendedor-locutor. Elija un vendedor de la plantilla."),
            Refusal::Gaps(gaps) => {
                f.write_str("Faltan cartones por recolocar entre los vendidos:")?;
                for (index, gap) in gaps.iter().enumerate() {
                    let comma = if index == 0 { "" } else { "," };
                    write!(f, "{comma} {} del {} al {}", gap.series.spelt(), gap.first, gap.last)?;
                }
                f.write_str(". Véndalos, recolóquelos o inutilícelos antes de cerrar (art. 33.3).")
            }
            Refusal::MachineNotReady(why) => write!(f, "La máquina de bolas no está preparada: {why}."),
            Refusal::NotAnnouncedYet => f.write_str("El acta de la partida no está escrita todavía. Cierre la venta antes de extraer (art. 37.1)."),
            Refusal::NothingToAnnounce => f.write_str("No hay ninguna bola pendiente de anunciar."),
            Refusal::TypeTheNumber => f.write_str("En esta sala el número se teclea en cada bola: léalo en la bola y tecléelo."),
            Refusal::Held => f.write_str("La partida está en ALTO. Salga del ALTO con dos personas antes de seguir."),
            Refusal::NoSuchHold => f.write_str("No hay ningún ALTO con ese número. Mire la pantalla."),
            Refusal::ExitDoesNotFit(why) => write!(f, "Ese no es el camino para salir de este alto: {why}."),
            Refusal::NeedsAnother => f.write_str("Tiene que confirmarlo otra persona distinta."),
            Refusal::NoSuchClaim(claim) => write!(f, "No hay ningún canto con el número {}.", claim.0),
            Refusal::VerdictNotGood(claim) => write!(f, "El canto {} no es correcto y no puede darse por bueno. Quien no esté conforme puede reclamar.", claim.0),
            Refusal::ClaimSettled(claim) => write!(f, "El canto {} ya está resuelto.", claim.0),
            Refusal::ClaimsPending(claims) => {
                f.write_str("Quedan cantos correctos por resolver:")?;
                for claim in claims {
                    write!(f, " {}", claim.0)?;
                }
                f.write_str(". Acéptelos o rechácelos antes de seguir.")
            }
            Refusal::AskFirst => f.write_str("Antes de la orden hay que preguntar si hay alguna línea o algún bingo más."),
            Refusal::NothingToAsk => f.write_str("Sólo se pregunta después de dar por bueno un canto, o con las 90 bolas anunciadas."),
            Refusal::AlreadyAsked => f.write_str("La pregunta ya está hecha en esta parada."),
            Refusal::TooSoon { wait_secs } => write!(f, "El plazo prudencial no ha terminado: espere {wait_secs} s."),
            Refusal::BingoGiven => f.write_str("Se ha dado un bingo: la partida termina, no puede seguir la extracción."),
            Refusal::NoBingoYet => f.write_str("No se ha dado ningún bingo y quedan bolas: la partida no puede terminar."),
            Refusal::SoldByYou(card) => write!(f, "Usted vendió el cartón {card}: tiene que comprobarlo otra persona."),
            Refusal::NoSuchPrize => f.write_str("Esa partida no tiene ese premio."),
            Refusal::PrizeNotDue(state) => write!(f, "Ese premio no está pendiente de pago: está {state}."),
            Refusal::PrizeNotWithheld(state) => write!(f, "Ese premio no está retenido: está {state}."),
            Refusal::NotTheWinningCard => f.write_str("El cartón entregado no es el premiado. Pida el cartón original."),
            Refusal::AlreadyPaid => f.write_str("Ya se han pagado premios de esta partida: no puede anularse (art. 35.7)."),
            Refusal::VoidNotAsked => f.write_str("El jefe de mesa no ha pedido la anulación de esta partida."),
            Refusal::NotRefundable(card) => write!(f, "El cartón {card} no se vendió en esa partida: su importe no se devuelve."),
            Refusal::AlreadyRefunded(card) => write!(f, "El importe del cartón {card} ya se devolvió. Sólo se devuelve una vez."),
            Refusal::BallSet(why) => write!(f, "El juego de bolas no sirve: {why}."),
            Refusal::BallSetWithdrawn(set) => write!(f, "El juego de bolas {set} está retirado y no vuelve a usarse. Elija otro."),
            Refusal::BallSetFailed(set) => write!(f, "El juego de bolas {set} no pasó su última inspección. Elija otro, o inspecciónelo de nuevo."),
            Refusal::BallSetLoaded(set) => write!(f, "El juego de bolas {set} es el de la sesión. Cámbielo por otro antes de retirarlo."),
            Refusal::NothingProposed(set) => write!(f, "Nadie ha propuesto eso para el juego de bolas {set}. Tiene que anotarlo antes otra persona."),
            Refusal::BadWeights(why) => write!(f, "Los pesos no son válidos: {why}. Corríjalos y repita."),
            Refusal::CountRunning { set } => write!(f, "Se están contando por el lector las bolas del juego {set}. Termine el recuento o cancélelo."),
            Refusal::NoSuchCount(count) => write!(f, "El recuento {} no está en marcha ni pendiente de usarse. Mire la pantalla.", count.0),
            Refusal::CountNotWhole { set, words } => write!(f, "El recuento del juego de bolas {set} por el lector no cuadra: {words}. Busque las bolas y cuéntelas otra vez, o cambie de juego."),
            Refusal::TagTable { words } => write!(f, "{words}."),
            Refusal::ReserveOfAnotherSort { set, reserve } => write!(f, "El juego de reserva {reserve} es para otro tipo de extractor que el {set} (art. 34.5). Declare de reserva uno del mismo tipo."),
            Refusal::BallAlreadyOut(ball) => write!(f, "La bola {ball} ya ha salido en esta partida."),
            Refusal::BadText(field) => write!(f, "El texto de «{field}» está vacío, pasa de 500 caracteres o lleva caracteres no admitidos."),
            Refusal::NotLoggedIn => f.write_str("Nadie ha entrado en este puesto."),
            Refusal::LastGamePlayed => f.write_str("La última partida de la sesión ya se anunció y se ha jugado: no puede abrirse otra venta (art. 32.3)."),
            Refusal::LastGameAnnounced => f.write_str("La última partida ya está anunciada."),
            Refusal::LineAwarded => f.write_str("La línea ya se ha dado: el número de cartones no puede rectificarse (art. 39.3.a)."),
            Refusal::CardSung(card) => write!(f, "El cartón {card} se ha cantado y es correcto: no puede constar como no vendido."),
            Refusal::TooLateToRectify => f.write_str("Ya ha salido otra bola: el número no puede rectificarse. Si el error es sustancial, pida la anulación."),
            Refusal::NothingToRectify => f.write_str("No hay nada que rectificar: es lo que consta."),
            Refusal::NoGap => f.write_str("Esos cartones no son un hueco de la venta. Mire la lista de cartones sin recolocar."),
            Refusal::BurnNotAsked => f.write_str("Nadie ha pedido inutilizar esos cartones. Pídalo antes otra persona del grupo b."),
            Refusal::NoClaimant => f.write_str("Una reclamación lleva el nombre y el documento de quien reclama."),
            Refusal::UserTaken => f.write_str("Ese usuario ya es de otra persona. Elija otro."),
            Refusal::NoRoom => f.write_str("El disco del servidor está lleno: no puede empezar otra partida. Libere espacio y reinicie el servidor."),
            Refusal::NotTheSize { size } => write!(f, "La serie tiene {size} cartones. Anuncie serie, número de cartones y valor facial como constan."),
            Refusal::PastClosingHour(hour) => write!(f, "Ha pasado la hora de cierre autorizada ({hour}): no puede abrirse otra venta (art. 32.3)."),
            Refusal::BadSubstitution(why) => write!(f, "La sustitución no cabe: {why} (art. 26.2)."),
            Refusal::AuthorityCalled => f.write_str("Se ha avisado a la autoridad: nada sigue hasta que el agente decida. Anote su decisión (art. 34.4)."),
            Refusal::AuthorityNotCalled => f.write_str("No consta que se haya avisado a la autoridad."),
            Refusal::SessionEnded => f.write_str("La autoridad ha dado por terminada la sesión: ciérrela (art. 34.4)."),
            Refusal::Suspended => f.write_str("La partida está suspendida provisionalmente: levante la suspensión o, pasado el plazo, devuelva los cartones (art. 36.1)."),
            Refusal::NotSuspended => f.write_str("La partida no está suspendida."),
            Refusal::ExtractionBegun => f.write_str("Ya ha salido alguna bola: no cabe la suspensión provisional. Dé el ALTO y, si no hay arreglo, siga a mano (art. 36.2)."),
            Refusal::ExtractionNotBegun => f.write_str("No ha salido ninguna bola: no se sigue a mano. Suspenda la partida (art. 36.1)."),
            Refusal::WaitNotOver { wait_secs } => {
                write!(f, "El plazo de la suspensión no ha terminado: faltan {} min {} s (art. 36.1).", wait_secs / 60, wait_secs % 60)
            }
            Refusal::WaitOver => f.write_str("El plazo de la suspensión ha terminado: sólo cabe leer el apartado 36.1 y devolver los cartones."),
            Refusal::ReadFirst(Paragraph::BeforeExtraction) => f.write_str("Antes hay que leer en voz alta el apartado 36.1 y hacerlo constar (art. 36.3)."),
            Refusal::ReadFirst(Paragraph::AfterExtraction) => f.write_str("Antes hay que leer en voz alta el apartado 36.2 y hacerlo constar (art. 36.3)."),
            Refusal::NotByHand => f.write_str("La partida no se está jugando a mano: las bolas las lee la máquina."),
            Refusal::NotOneOfTheTwo => f.write_str("Las bolas las teclean las dos personas que se designaron al seguir a mano, y nadie más."),
            Refusal::AnotherDevice => f.write_str("La segunda persona teclea la bola en otro puesto."),
            Refusal::NotInterrupted => f.write_str("La partida no se ha interrumpido: sólo se transcribe lo que siguió en papel. Si falla algo, dé el ALTO."),
            Refusal::PaperLine { line, why } => write!(f, "Línea {line} de la hoja: {why}"),
            Refusal::SheetDisagrees { with } => write!(f, "La hoja no concuerda con lo que consta: {with}."),
            Refusal::PaperDiffers { line } => write!(f, "Las dos transcripciones difieren en la línea {line}. Miren la hoja juntos y tecléenla otra vez."),
            Refusal::TranscriptionNotAsked => f.write_str("Nadie ha tecleado todavía la hoja de esta partida."),
            Refusal::NoRoles => f.write_str("Indique al menos una función para la persona."),
        }
    }
}

impl Refusal {
    /// Returns a short sentence for the transcript of a test: code and words.
    pub fn line(&self) -> String {
        let mut line = String::from(self.code());
        line.push_str(": ");
        line.push_str(&self.to_string());
        line
    }
}
