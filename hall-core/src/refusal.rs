//! Why a request is refused. Nothing has changed then.
//!
//! Each refusal has a stable code for programs and a sentence in Spanish that says what is wrong and what to do.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::ball::Ball;
use crate::event::{
    ClaimNo, CountNo, DeviceNo, GameNo, MachineNo, Paragraph, PrintingNo, Segment, SessionNo,
};
use crate::machine::SetId;
use crate::matrix::MatrixNo;
use crate::money::Cents;
use crate::people::{PersonId, Role};
use crate::request::RequestKind;
use crate::series::{CardRef, SeriesId};
use crate::time::{Date, HourOfDay, LocalTime};

/// Makes the refusals with their codes and sentences. A sentence names the row's values, or is followed by them.
macro_rules! refusals {
    ($(
        $(#[doc = $doc:literal])+
        $variant:ident $(($value:ident: $of:ty))? $({ $($field:ident: $type:ty => $about:literal),+ })? = $code:literal,
            $words:literal $(, $shown:expr)*;
    )+) => {
        /// Why the desk says no.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub enum Refusal {
            $($(#[doc = $doc])+ $variant $(($of))? $({ $(#[doc = $about] $field: $type,)+ })?,)+
        }

        impl Refusal {
            /// Every code, in the order of the list.
            pub const CODES: &[&str] = &[$($code),+];

            /// The code: stable, for programs, tests and the help page.
            pub const fn code(&self) -> &'static str {
                match self { $(Refusal::$variant { .. } => $code,)+ }
            }
        }

        impl fmt::Display for Refusal {
            #[allow(unused_variables, reason = "some sentences leave out what the refusal carries")]
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Refusal::$variant $(($value))? $({ $($field),+ })? => write!(f, $words $(, $shown)*),)+
                }
            }
        }
    };
}

refusals! {
    /// The person's roles do not allow it.
    NotYourPower { request: RequestKind => "What was asked." } = "sin-facultad",
        "Su función no permite hacer esto. Pídalo a quien tenga la facultad.";
    /// The person is not on the staff.
    UnknownPerson(person: PersonId) = "persona-desconocida",
        "La persona {person} no figura en la plantilla. Dé de alta a esa persona antes.";
    /// The desk has moved on since the person looked (DECISIONS 28).
    Stale { now: String => "Where the desk is, in words." } = "ya-no-es-asi",
        "Ya no es así: {now}. Mire la pantalla y vuelva a pedirlo si procede.";
    /// Another device's press stopped the draw already.
    AlreadyStopped { device: String => "Which device.", apart: String => "How far apart, in words." } = "ya-parada",
        "La extracción ya está parada: la paró el puesto {device}, {apart}. No hace falta pulsar otra vez.";
    /// No session is open.
    NoSession = "sin-sesion",
        "No hay ninguna sesión abierta. Abra la sesión antes.";
    /// The record was cut, restored or moved, and nobody has said yet where the numbers stand (DECISIONS 41).
    NumberingUnknown = "numeracion-por-confirmar",
        "El registro empieza una época nueva: antes dos personas dicen, según el papel, la última partida y los últimos \
         números. Hágalo en la pestaña Sala.";
    /// Who answers for a new epoch is neither jefe de sala nor jefe de mesa.
    NotAChief(person: PersonId) = "no-es-jefe",
        "{person} no es jefe de sala ni jefe de mesa.";
    /// The person is no inspector.
    NotAnInspector(person: PersonId) = "no-es-inspector",
        "{person} no es inspector. El código se da a quien figura en la plantilla con esa función.";
    /// The numbering is known.
    NumberingKnown = "numeracion-conocida",
        "La numeración ya se conoce: no hay nada que confirmar.";
    /// Nobody has read the numbers yet.
    NumberingNotAsked = "numeracion-no-pedida",
        "Nadie ha dicho todavía los últimos números según el papel.";
    /// A number on the paper is lower than the record's.
    BehindTheRecord { what: &'static str => "Which number.", paper: u32 => "The paper's.", record: u32 => "The record's." } =
        "papel-anterior-al-registro",
        "El papel dice {what} {paper} y el registro llega a {record}. Busque el papel más reciente.";
    /// A session is open already.
    SessionOpen = "sesion-abierta",
        "Ya hay una sesión abierta. Ciérrela antes de abrir otra.";
    /// The opening check-list does not hold; which line.
    CheckFails(line: &'static str) = "comprobacion-incompleta",
        "La comprobación no se cumple: {line}. Resuélvalo y repita la comprobación.";
    /// A game is on sale or being played (G4, DECISIONS 20).
    GameRunning(game: GameNo) = "partida-en-curso",
        "La partida {} no ha terminado. Espere a la orden de cierre.", game.0;
    /// There is no such game, or it is not the present one.
    NoSuchGame(game: GameNo) = "partida-desconocida",
        "La partida {} no es la que está en juego. Compruebe el número.", game.0;
    /// The game is in a phase in which this cannot be done.
    WrongPhase { phase: &'static str => "Its phase, in words." } = "fase-inadecuada",
        "Ahora no se puede: la partida está {phase}.";
    /// The hall has no such series.
    UnknownSeries(series: SeriesId) = "serie-desconocida",
        "La sala no tiene la serie {}. Compruebe letra y número.", series.spelt();
    /// The series is already in stock.
    SeriesExists(series: SeriesId) = "serie-existente",
        "La serie {} ya consta en el almacén. Una serie entra una sola vez.", series.spelt();
    /// Every card of it has been sold.
    SeriesUsedUp(series: SeriesId) = "serie-agotada",
        "La serie {} está agotada. Abra la venta con otra serie.", series.spelt();
    /// Another series of this price is begun and must be finished first (3.5.2).
    SeriesOutOfOrder { begun: SeriesId => "The series to sell from." } = "serie-sin-correlacion",
        "La serie {} del mismo valor está empezada: la venta debe seguir con ella (art. 33.3).", begun.spelt();
    /// The hall has no such matrix, or another took its number.
    UnknownMatrix = "matriz-desconocida",
        "La sala no tiene esa matriz, o su número ya se usó. Consulte las matrices y repita.";
    /// The law says how many cards a series has, and that is another number.
    BadSize(size: u32) = "tamano-no-valido",
        "El reglamento fija el tamaño de las series, y no es de {size} cartones. Dé entrada a los que fija, de una matriz que los tenga.";
    /// A series has cards of its matrix, from number 1 on (3.5.2).
    MoreThanTheMatrix { has: u32 => "How many the matrix has." } = "mas-que-la-matriz",
        "La matriz tiene {has} cartones: la serie tiene de 1 a {has}. Corrija cuántos cartones entran.";
    /// A matrix in use has exactly these cards.
    SameCards(matrix: MatrixNo) = "cartones-repetidos",
        "Esos cartones son los de la matriz {matrix}, que la sala ya tiene. Dé de alta su serie, o retire antes esa matriz.";
    /// A matrix cannot have so many cards.
    BadMatrixSize(size: u32) = "tamano-de-matriz",
        "Una matriz no puede tener {size} cartones: van de 1 a 1 000 000 y, en tiras, de seis en seis. Corrija el tamaño.";
    /// The matrix is out of use: its cards are not sold or printed.
    MatrixRetired(matrix: MatrixNo) = "matriz-retirada",
        "La matriz {matrix} está retirada: sus series ya no se venden ni se imprimen. Use otra matriz.";
    /// A game with cards of the matrix is on sale or in play.
    MatrixInPlay(game: GameNo) = "matriz-en-juego",
        "La partida {} juega con cartones de esa matriz. Retírela cuando la partida termine.", game.0;
    /// A draw was announced for this matrix, and nothing else is made meanwhile.
    DrawAwaited(matrix: MatrixNo) = "sorteo-pendiente",
        "La matriz {matrix} está anunciada y espera su sorteo. Ponga lo que salió o déjela sin efecto antes.";
    /// Every matrix of the hall comes from an announced draw.
    DrawRequired = "sorteo-obligatorio",
        "En esta sala toda matriz sale de un sorteo anunciado. Anuncie el sorteo.";
    /// No draw was announced for that matrix.
    NoDrawAwaited = "sin-sorteo-anunciado",
        "No hay ningún sorteo anunciado para esa matriz. Mire las matrices.";
    /// The draw is today, was before, or is too far ahead.
    DrawNotAhead = "fecha-de-sorteo",
        "El sorteo se anuncia de un día para otro: de mañana a dentro de 62 días. Corrija la fecha.";
    /// The day of the draw has not come.
    DrawNotHeld(date: Date) = "sorteo-por-celebrar",
        "El sorteo es el {date}. Espere a que se celebre.";
    /// Another export is being made.
    ExportUnderWay = "exportacion-en-curso",
        "Ya se está haciendo otra exportación. Espere a que termine.";
    /// No acta of this session was issued.
    NoSuchActa(session: SessionNo) = "acta-no-emitida",
        "No hay un acta emitida de la sesión {}: se copia sólo la que se emitió. Compruebe el número.", session.0;
    /// There are no such sessions.
    NoSuchSessions = "sesiones-inexistentes",
        "No constan esas sesiones. Compruebe los números.";
    /// The spare is rehearsing.
    RehearsalUnderWay = "ensayo-en-curso",
        "La reserva ya se está ensayando. Espere a que termine y mire el resultado.";
    /// These cards were not printed as often as the rest.
    PrintedInPart(cards: Segment) = "impreso-en-parte",
        "De esta numeración, los cartones del {} al {} no se han impreso las mismas veces que el resto. Imprímalos aparte.", cards.first, cards.last;
    /// No such printing is under way.
    NoSuchPrinting(printing: PrintingNo) = "impresion-terminada",
        "La impresión {} ya terminó o no consta.", printing.0;
    /// The profile does not allow this price.
    PriceNotAllowed(price: Cents) = "valor-no-autorizado",
        "El valor facial {price} no está autorizado en el perfil de la sala.";
    /// The price is not the face value (3.5.8).
    NotFaceValue { face_value: Cents => "What a card costs." } = "precio-distinto",
        "El precio no es el valor facial ({face_value}). Un cartón se vende por su valor facial, ni más ni menos.";
    /// A block with its last card before its first, or numbers the series does not have.
    BadRange = "numeracion-no-valida",
        "Esa numeración no existe en la serie. Compruebe el primer y el último cartón.";
    /// Cards are issued in order: the next is this one (3.5.1).
    OutOfOrder { next: CardRef => "The next card to issue." } = "sin-correlacion",
        "Los cartones se entregan en orden: el siguiente es el {next}.";
    /// The second series may not reach the first card of the first one (3.5.3).
    SecondSeriesLimit { last: Option<CardRef> => "The last card that may be issued, if any is left." } = "limite-segunda-serie",
        "{}", second_series(*last);
    /// The seller does not hold these cards.
    CardsOfAnother(person: PersonId) = "cartones-de-otro",
        "El vendedor {person} no tiene todos esos cartones. Compruebe a quién se entregaron.";
    /// The person is no seller.
    NotASeller(person: PersonId) = "no-es-vendedor",
        "La persona {person} no es vendedor-locutor. Elija un vendedor de la plantilla.";
    /// The sold cards are not consecutive (3.5.1).
    Gaps(gaps: Vec<Segment>) = "faltan-cartones",
        "Faltan cartones por recolocar entre los vendidos: {}. Véndalos, recolóquelos o inutilícelos antes de cerrar (art. 33.3).", runs(gaps);
    /// The machine is not ready; why, in words.
    MachineNotReady(why: &'static str) = "maquina-no-preparada",
        "La máquina de bolas no está preparada: {why}.";
    /// The camera of the ball exit gives no picture, and the draw begins only if two people say so.
    ExitUnseen { sight: &'static str => "What is wrong with it, in words." } = "salida-sin-imagen",
        "La cámara de la salida de bolas está {sight}. Haga que la miren o acuerden dos personas empezar sin ella.";
    /// The camera of the ball exit gives no picture, and the profile lets no draw begin so.
    ExitMustBeSeen { sight: &'static str => "What is wrong with it, in words." } = "salida-sin-imagen-no-se-empieza",
        "La cámara de la salida de bolas está {sight} y en esta sala no se empieza sin ella. Haga que la miren.";
    /// The camera of the ball exit gives a picture, or this was agreed already: nothing stands in the way of the draw.
    ExitSeen = "salida-con-imagen",
        "La cámara de la salida de bolas no impide empezar. Dé la orden de extraer.";
    /// Nobody has asked for the draw to begin without the camera.
    WithoutCameraNotAsked = "sin-camara-no-pedido",
        "Nadie ha pedido empezar sin la imagen de la salida de bolas. Pídalo antes una persona y confírmelo otra.";
    /// The sale is not closed, so there is no acta row.
    NotAnnouncedYet = "sin-acta",
        "El acta de la partida no está escrita todavía. Cierre la venta antes de extraer (art. 37.1).";
    /// No ball waits to be announced.
    NothingToAnnounce = "sin-bola",
        "No hay ninguna bola pendiente de anunciar.";
    /// This hall has the number typed each time (DECISIONS 26).
    TypeTheNumber = "teclee-el-numero",
        "En esta sala el número se teclea en cada bola: léalo en la bola y tecléelo.";
    /// The game is held (ALTO).
    Held = "en-alto",
        "La partida está en ALTO. Salga del ALTO con dos personas antes de seguir.";
    /// There is no such hold.
    NoSuchHold = "sin-alto",
        "No hay ningún ALTO con ese número. Mire la pantalla.";
    /// The way out does not fit the hold; why, in words.
    ExitDoesNotFit(why: &'static str) = "salida-inadecuada",
        "Ese no es el camino para salir de este alto: {why}.";
    /// The same person cannot do both halves.
    NeedsAnother = "otra-persona",
        "Tiene que confirmarlo otra persona distinta.";
    /// There is no such claim.
    NoSuchClaim(claim: ClaimNo) = "canto-desconocido",
        "No hay ningún canto con el número {}.", claim.0;
    /// The verdict is not good: it cannot be turned (DECISIONS 3).
    VerdictNotGood(claim: ClaimNo) = "canto-no-valido",
        "El canto {} no es correcto y no puede darse por bueno. Quien no esté conforme puede reclamar.", claim.0;
    /// The claim has been accepted or rejected.
    ClaimSettled(claim: ClaimNo) = "canto-resuelto",
        "El canto {} ya está resuelto.", claim.0;
    /// A good verdict waits for the jefe de mesa.
    ClaimsPending(claims: Vec<ClaimNo>) = "cantos-pendientes",
        "Quedan cantos correctos por resolver:{}. Acéptelos o rechácelos antes de seguir.", numbers(claims);
    /// After a good verdict the question comes first (G12).
    AskFirst = "falta-pregunta",
        "Antes de la orden hay que preguntar si hay alguna línea o algún bingo más.";
    /// Only a good verdict, or the last ball, brings the question.
    NothingToAsk = "nada-que-preguntar",
        "Sólo se pregunta después de dar por bueno un canto, o con las 90 bolas anunciadas.";
    /// The question was asked.
    AlreadyAsked = "ya-preguntado",
        "La pregunta ya está hecha en esta parada.";
    /// The prudent time is not over (G12).
    TooSoon { wait_secs: u32 => "Seconds still to wait." } = "plazo-prudencial",
        "El plazo prudencial no ha terminado: espere {wait_secs} s.";
    /// A bingo was given: the game ends, it cannot go on.
    BingoGiven = "bingo-dado",
        "Se ha dado un bingo: la partida termina, no puede seguir la extracción.";
    /// All balls are announced: what is left is a claim, or the question and the closing order (DECISIONS 10).
    NinetyBalls = "noventa-bolas",
        "Ya se han anunciado las 90 bolas: compruebe los cantos que haya, pregunte si hay algún bingo y dé la orden de cierre.";
    /// No bingo was given and balls remain.
    NoBingoYet = "sin-bingo",
        "No se ha dado ningún bingo y quedan bolas: la partida no puede terminar.";
    /// The seller of a card cannot judge or pay it (R30).
    SoldByYou(card: CardRef) = "vendido-por-usted",
        "Usted vendió el cartón {card}: tiene que comprobarlo otra persona.";
    /// There is no such prize.
    NoSuchPrize = "premio-desconocido",
        "Esa partida no tiene ese premio.";
    /// The prize was paid, or is withheld.
    PrizeNotDue(state: &'static str) = "premio-no-pendiente",
        "Ese premio no está pendiente de pago: está {state}.";
    /// The prize is not withheld.
    PrizeNotWithheld(state: &'static str) = "premio-no-retenido",
        "Ese premio no está retenido: está {state}.";
    /// The card handed over is not the one that won.
    NotTheWinningCard = "no-es-el-premiado",
        "El cartón entregado no es el premiado. Pida el cartón original.";
    /// Prizes of this game were paid: it cannot be void (DECISIONS 17, 35.7).
    AlreadyPaid = "premios-pagados",
        "Ya se han pagado premios de esta partida: no puede anularse (art. 35.7).";
    /// The void was not asked for.
    VoidNotAsked = "anulacion-no-pedida",
        "El jefe de mesa no ha pedido la anulación de esta partida.";
    /// The cards were not sold in the game that was void.
    NotRefundable(card: CardRef) = "sin-devolucion",
        "El cartón {card} no se vendió en esa partida: su importe no se devuelve.";
    /// The card was refunded before.
    AlreadyRefunded(card: CardRef) = "ya-devuelto",
        "El importe del cartón {card} ya se devolvió. Sólo se devuelve una vez.";
    /// The set of balls is not on the hall's list, or has served its games.
    BallSet(why: &'static str) = "juego-de-bolas",
        "El juego de bolas no sirve: {why}.";
    /// The book of actas cannot be opened or closed so; why, in words.
    Book(why: &'static str) = "libro-de-actas",
        "El libro de actas no sirve así: {why}. Compruébelo en el libro.";
    /// The set was taken out of use for ever (Catálogo II).
    BallSetWithdrawn(set: SetId) = "juego-retirado",
        "El juego de bolas {set} está retirado y no vuelve a usarse. Elija otro.";
    /// Its last inspection failed.
    BallSetFailed(set: SetId) = "juego-no-apto",
        "El juego de bolas {set} no pasó su última inspección. Elija otro, o inspecciónelo de nuevo.";
    /// It is the session's: another goes into the machine first.
    BallSetLoaded(set: SetId) = "juego-en-la-maquina",
        "El juego de bolas {set} es el de la sesión. Cámbielo por otro antes de retirarlo.";
    /// No table or inspection of this set was proposed.
    NothingProposed(set: SetId) = "nada-propuesto",
        "Nadie ha propuesto eso para el juego de bolas {set}. Tiene que anotarlo antes otra persona.";
    /// The weights are impossible; why, in words.
    BadWeights(why: &'static str) = "pesos-no-validos",
        "Los pesos no son válidos: {why}. Corríjalos y repita.";
    /// The balls of a set are being passed through the reader.
    CountRunning { set: SetId => "The set." } = "recuento-en-curso",
        "Se están contando por el lector las bolas del juego {set}. Termine el recuento o cancélelo.";
    /// There is no such count, or it was used or set aside.
    NoSuchCount(count: CountNo) = "recuento-desconocido",
        "El recuento {} no está en marcha ni pendiente de usarse. Mire la pantalla.", count.0;
    /// The reader's count found a ball missing, doubled or foreign (34.1).
    CountNotWhole { set: SetId => "The set.", words: String => "Which balls, in words." } = "recuento-no-cuadra",
        "El recuento del juego de bolas {set} por el lector no cuadra: {words}. Busque las bolas y cuéntelas otra vez, o cambie de juego.";
    /// The jefe de sala has not signed for this count, or for another one (34.1).
    CountNotSigned { set: SetId => "The set.", balls: u8 => "How many balls were said." } = "recuento-sin-firmar",
        "Falta la firma del jefe de sala en el recuento: juego {set}, {balls} bolas (art. 34.1). Que las cuente él y lo firme con su PIN.";
    /// A reader does not know the set's tags by the table in the record.
    TagTable { words: String => "Which reader, how they differ, and what to do, in words." } = "tabla-de-etiquetas",
        "{words}.";
    /// The spare set is for another sort of machine: it could not be played with (34.5).
    ReserveOfAnotherSort { set: SetId => "The set that is to be played with.", reserve: SetId => "The spare one." } = "reserva-de-otro-extractor",
        "El juego de reserva {reserve} es para otro tipo de extractor que el {set} (art. 34.5). Declare de reserva uno del mismo tipo.";
    /// A number that is out already cannot be this ball.
    BallAlreadyOut(ball: Ball) = "bola-ya-extraida",
        "La bola {ball} ya ha salido en esta partida.";
    /// A text is empty or too long.
    BadText(field: &'static str) = "texto-no-valido",
        "El texto de «{field}» está vacío, pasa de 500 caracteres o lleva caracteres no admitidos.";
    /// Nobody is logged in on this device.
    NotLoggedIn = "sin-entrada",
        "Nadie ha entrado en este puesto.";
    /// There is no such log-in, or there is none any more.
    LogInOver = "entrada-terminada-ya",
        "Esa persona ya no está en ese puesto. Mire otra vez la lista.";
    /// The last game of the session was announced and has begun (G19).
    LastGamePlayed = "ultima-partida",
        "La última partida de la sesión ya se anunció y se ha jugado: no puede abrirse otra venta (art. 32.3).";
    /// The last game was announced before.
    LastGameAnnounced = "ultima-ya-anunciada",
        "La última partida ya está anunciada.";
    /// The line was awarded: the count stands (39.3.a).
    LineAwarded = "linea-dada",
        "La línea ya se ha dado: el número de cartones no puede rectificarse (art. 39.3.a).";
    /// The card was sung and is good: it was sold (DECISIONS 15).
    CardSung(card: CardRef) = "carton-cantado",
        "El cartón {card} se ha cantado y es correcto: no puede constar como no vendido.";
    /// Another ball came out since: it is too late to put it right (Cat. V, DECISIONS 18).
    TooLateToRectify = "rectificacion-tardia",
        "Ya ha salido otra bola: el número no puede rectificarse. Si el error es sustancial, pida la anulación.";
    /// Nothing would change.
    NothingToRectify = "nada-que-rectificar",
        "No hay nada que rectificar: es lo que consta.";
    /// The cards are no gap.
    NoGap = "no-es-un-hueco",
        "Esos cartones no son un hueco de la venta. Mire la lista de cartones sin recolocar.";
    /// The burning of this gap was not asked for.
    BurnNotAsked = "hueco-no-pedido",
        "Nadie ha pedido inutilizar esos cartones. Pídalo antes otra persona del grupo b.";
    /// A claim names who claims.
    NoClaimant = "sin-reclamante",
        "Una reclamación lleva el nombre de quien reclama. Sin su documento o su firma se anota igual, y dice que carece de valor.";
    /// A paper cannot be signed so.
    Signature(why: &'static str) = "firma-no-valida",
        "No se puede firmar así: {why}. Mire la lista de firmas.";
    /// A person needs at least one role.
    NoRoles = "sin-funciones",
        "Indique al menos una función para la persona.";
    /// Somebody else chose the person's PIN.
    ChangePinFirst = "pin-por-cambiar",
        "Su PIN se lo dio otra persona: ponga antes uno suyo.";
    /// One's own PIN is changed with the one till now.
    OwnPin = "pin-propio",
        "Su propio PIN lo cambia usted con el de ahora. Si lo ha olvidado, se lo da otro jefe de sala.";
    /// Without this person nobody would be jefe de sala.
    LastManager = "ultimo-jefe-de-sala",
        "La sala se quedaría sin jefe de sala. Dé antes esa función a otra persona.";
    /// Only who manages the hall gets a PIN at the server.
    NotAManager(person: PersonId) = "no-es-jefe-de-sala",
        "{person} no es jefe de sala: su PIN se lo da un jefe de sala en su puesto.";
    /// The person answers for a post of the session.
    HoldsPost { person: PersonId => "Who.", post: Role => "The post." } = "ocupa-un-puesto",
        "{person} responde en esta sesión como {}. Haga antes la sustitución (art. 26.2).", crate::words::role_words(*post);
    /// The person was noted already.
    IsInHall(person: PersonId) = "ya-esta-en-la-sala",
        "{person} ya consta en la sala.";
    /// Nobody noted the person.
    NotInHall(person: PersonId) = "no-esta-en-la-sala",
        "{person} no consta en la sala.";
    /// An inspector is no staff.
    NotOnStaff(person: PersonId) = "no-es-plantilla",
        "{person} inspecciona: no es de la plantilla de la sala y no se cuenta en ella.";
    /// The proposed rules are those that the hall has.
    RulesInForce = "reglamento-el-mismo",
        "La sala ya tiene ese reglamento, con esos valores.";
    /// A session is played to its end under the rules it began with.
    RulesInSession = "reglamento-en-sesion",
        "La sesión abierta se juega con el reglamento con que empezó. Ciérrela, y cámbielo después.";
    /// The text of the article is the one that the hall has.
    ArticleGiven = "articulo-el-mismo",
        "La sala ya tiene ese texto del artículo 36.";
    /// Nobody proposed rules.
    RulesNotAsked = "reglamento-no-propuesto",
        "Nadie ha propuesto otro reglamento. Propóngalo antes el jefe de sala.";
    /// The second person says other rules than the first.
    RulesDiffer = "reglamento-distinto",
        "No es el reglamento que se propuso. Mire qué se propuso, o propóngalo de nuevo.";
    /// The regulation is not in force yet.
    RulesNotYet { from: Date => "Its first day.", date: Date => "The day of the opening." } = "reglamento-sin-vigor",
        "El reglamento de la sala rige desde el {from} y hoy es {date}: mire la fecha del servidor.";
    /// A seller has cards of a sale.
    HoldsCards(person: PersonId) = "tiene-cartones",
        "{person} tiene cartones de la partida en venta. Devuélvalos o páselos antes a otro vendedor.";
    /// The person has not left the staff.
    IsOnStaff(person: PersonId) = "ya-en-plantilla",
        "{person} ya está en la plantilla.";
    /// The hall has devices, and this is none of them (DECISIONS 46).
    DeviceNotEnrolled = "puesto-sin-alta",
        "Este puesto no está dado de alta en la sala. Pida un código al jefe de sala y tecléelo aquí.";
    /// Another device has that name.
    DeviceNameTaken { name: String => "The name." } = "puesto-ya-existe",
        "Ya hay un puesto de alta con el nombre «{name}». Ponga otro nombre, o dé antes de baja ese puesto.";
    /// There is no such device.
    UnknownDevice(device: DeviceNo) = "puesto-desconocido",
        "El puesto n.º {} no está de alta. Mire la lista.", device.0;
    /// Nobody takes away the device that the request comes from: another could be left outside.
    OwnDevice = "puesto-propio",
        "Es el puesto en el que está usted: délo de baja desde otro.";
    /// The first device is the one at which the jefe de sala sits: whoever has none may log in nowhere from then on.
    FirstDevice = "primer-puesto",
        "El primer puesto que se da de alta es el que usa usted ahora: entre en él y délo de alta allí.";
    /// No device is enrolled.
    NoDevices = "sin-puestos",
        "La sala no tiene puestos de alta: se entra desde cualquiera con usuario y PIN.";
    /// Another person has that user name.
    UserTaken = "usuario-ocupado",
        "Ese usuario ya es de otra persona. Elija otro.";
    /// The disk is full: no game may begin (reliability.md T20).
    NoRoom = "sin-espacio",
        "El disco del servidor está lleno: no puede empezar otra partida. Libere espacio y reinicie el servidor.";
    /// The announced size is not the series' (G2).
    NotTheSize { size: u32 => "How many cards the series has." } = "tamano-distinto",
        "La serie tiene {size} cartones. Anuncie serie, número de cartones y valor facial como constan.";
    /// The authorised closing hour is over (32.3, G19).
    PastClosingHour(hour: HourOfDay) = "hora-de-cierre",
        "Ha pasado la hora de cierre autorizada ({hour}): no puede abrirse otra venta (art. 32.3).";
    /// The server started with a clock hours before the record's last line, and nobody has put it right or confirmed it (E 57).
    ClockInDoubt = "reloj-en-duda",
        "El servidor ha arrancado con un reloj anterior a lo último registrado. Póngalo en hora, o confirmen la hora dos personas, antes de seguir.";
    /// The clock is not what the person's watch says.
    ClockDiffers(shows: LocalTime) = "reloj-distinto",
        "El reloj del servidor marca {shows}. Si no es la hora, póngalo en hora; si lo es, mire la que ha escrito.";
    /// Nobody has said the hour yet.
    ClockNotAsked = "hora-no-dicha",
        "Nadie ha dicho la hora todavía. Dígala primero una persona y confírmela otra.";
    /// The substitution is not within a group, or the person does not have the post; why, in words.
    BadSubstitution(why: &'static str) = "sustitucion-no-valida",
        "La sustitución no cabe: {why} (art. 26.2).";
    /// The agent of the authority was called and has not decided (34.4).
    AuthorityCalled = "autoridad-avisada",
        "Se ha avisado a la autoridad: nada sigue hasta que el agente decida. Anote su decisión (art. 34.4).";
    /// The agent was not called.
    AuthorityNotCalled = "autoridad-no-avisada",
        "No consta que se haya avisado a la autoridad.";
    /// The agent ended the session: it can only be closed (34.4).
    SessionEnded = "sesion-terminada",
        "La autoridad ha dado por terminada la sesión: ciérrela (art. 34.4).";
    /// The game is provisionally suspended (36.1).
    Suspended = "suspendida",
        "La partida está suspendida provisionalmente: levante la suspensión o, pasado el plazo, devuelva los cartones (art. 36.1).";
    /// The game is not suspended.
    NotSuspended = "sin-suspension",
        "La partida no está suspendida.";
    /// A ball has come out: 36.1 does not apply.
    ExtractionBegun = "extraccion-comenzada",
        "Ya ha salido alguna bola: no cabe la suspensión provisional. Dé el ALTO y, si no hay arreglo, siga a mano (art. 36.2).";
    /// No ball has come out: 36.2 does not apply yet.
    ExtractionNotBegun = "extraccion-sin-comenzar",
        "No ha salido ninguna bola: no se sigue a mano. Suspenda la partida (art. 36.1).";
    /// The time of 36.1 is not over.
    WaitNotOver { wait_secs: u32 => "Seconds still to wait." } = "plazo-de-suspension",
        "El plazo de la suspensión no ha terminado: faltan {} min {} s (art. 36.1).", wait_secs / 60, wait_secs % 60;
    /// The time of 36.1 is over: only the refund is left.
    WaitOver = "plazo-terminado",
        "El plazo de la suspensión ha terminado: sólo cabe leer el apartado 36.1 y devolver los cartones.";
    /// The paragraph has to be read aloud first (36.3).
    ReadFirst(paragraph: Paragraph) = "falta-lectura",
        "Antes hay que leer en voz alta el apartado {} y hacerlo constar (art. 36.3).", paragraph.name();
    /// The game is not drawn by hand.
    NotByHand = "sin-continuacion-manual",
        "La partida no se está jugando a mano: las bolas las lee la máquina.";
    /// The person is neither of the two who draw by hand.
    NotOneOfTheTwo = "no-es-de-los-dos",
        "Las bolas las teclean las dos personas que se designaron al seguir a mano, y nadie más.";
    /// The second person keys at another device than the first.
    AnotherDevice = "otro-puesto",
        "La segunda persona teclea la bola en otro puesto.";
    /// The machine reads the balls: what it read is the ball.
    NotReadByCaller = "no-lee-el-locutor",
        "Las bolas de esta partida no las lee el locutor: lo que cabe rectificar es lo que se dijo.";
    /// A card was judged against the ball.
    SungSinceThisBall = "ya-se-ha-cantado",
        "Ya se ha comprobado un cartón con esa bola: no se rectifica. Rechace el cante o pida la anulación.";
    /// The server started again in mid-draw: somebody says by its number which ball was the last (DECISIONS 25).
    LastBallFirst = "ultima-bola-sin-confirmar",
        "El servidor se puso en marcha de nuevo en plena extracción: lea en la sala la última bola anunciada y teclee su número.";
    /// The draw did not stop for a restart, or no ball was announced before it.
    NoLastBall = "sin-ultima-bola",
        "La parada no es de un reinicio, o no se había anunciado ninguna bola: no hay ninguna que confirmar.";
    /// All ninety balls are out.
    NoBallLeft = "no-quedan-bolas",
        "Han salido las noventa bolas: no queda ninguna por leer.";
    /// The mesa confirms a ball that the caller has read, and he has read none yet.
    CallerReadsFirst = "falta-el-locutor",
        "Primero teclea la bola el locutor; después la confirma la mesa.";
    /// The caller's ball is confirmed by the jefe de mesa, and by nobody else.
    MesaConfirms = "confirma-la-mesa",
        "La bola que lee el locutor la confirma el jefe de mesa, que la ve en la cámara.";
    /// Neither of the two who keyed the ball may announce balls.
    NobodyAnnounces = "falta-quien-anuncia",
        "Una de las dos personas que teclean la bola tiene que poder anunciarla: el locutor o el jefe de mesa.";
    /// The hall has no such machine, or it has some and none was named.
    UnknownMachine = "maquina-desconocida",
        "Diga con qué máquina o bombo se juega, de los que la sala tiene registrados.";
    /// The session draws with this machine, and its balls are read so, already.
    SameMachine = "misma-maquina",
        "Ya se juega así: con esa máquina, y con las bolas leídas de esa manera.";
    /// The set is for another sort of machine.
    SetOfAnotherMachine { set: SetId => "The set.", machine: MachineNo => "The machine." } = "juego-de-otro-extractor",
        "El juego de bolas {set} es para otro tipo de extractor que la máquina n.º {}. Cambie el juego de bolas.", machine.0;
    /// Nothing interrupted the game: there is nothing to transcribe.
    NotInterrupted = "sin-interrupcion",
        "La partida no se ha interrumpido: sólo se transcribe lo que siguió en papel. Si falla algo, dé el ALTO.";
    /// A line of the sheet is refused.
    PaperLine { line: u32 => "The line, from 1.", why: Box<Refusal> => "Why not." } = "hoja-no-valida",
        "Línea {line} de la hoja: {why}";
    /// The sheet disagrees with the record.
    SheetDisagrees { with: String => "What the record says, in words." } = "hoja-no-concuerda",
        "La hoja no concuerda con lo que consta: {with}.";
    /// The two people typed different sheets.
    PaperDiffers { line: u32 => "The first line that differs, from 1." } = "hoja-distinta",
        "Las dos transcripciones difieren en la línea {line}. Miren la hoja juntos y tecléenla otra vez.";
    /// The sheet was not typed in yet.
    TranscriptionNotAsked = "transcripcion-no-pedida",
        "Nadie ha tecleado todavía la hoja de esta partida.";
}

fn runs(gaps: &[Segment]) -> String {
    let run = |run: &Segment| format!("{} del {} al {}", run.series.spelt(), run.first, run.last);
    gaps.iter().map(run).collect::<Vec<_>>().join(", ")
}

fn numbers(claims: &[ClaimNo]) -> String {
    claims.iter().map(|claim| format!(" {}", claim.0)).collect()
}

/// How far a second series may go (33.4).
fn second_series(last: Option<CardRef>) -> String {
    match last {
        Some(last) => format!(
            "La segunda serie sólo puede llegar al {last}: más allá habría dos cartones iguales en la partida (art. 33.4)."
        ),
        None => "No cabe una segunda serie en esta partida: habría dos cartones iguales (art. 33.4).".into(),
    }
}
