//! The table of routes: address, who may call it, what goes in and out, and what can go wrong.

use axum::Extension;
use axum::body::Body;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::handler::Handler;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use axum::routing::{self, MethodRouter};
use hall_core::people::Role;
use hall_core::people::Role::{Cajero, Inspector, JefeDeMesa, JefeDeSala, VendedorLocutor};
use hall_core::request::RequestKind;
use hall_wire::board::{MesaBoard, MesaUpdate, Person, PublicBoard, Update};
use hall_wire::command::{CommandSpec, commands};
use hall_wire::message::{
    Accepted, BallSetStatistics, BallShown, ClockReading, Cosignature, HallLists, Health, Inspection,
    InspectionCode, InspectionCodeAsked, InspectionLogIn, Intervals, LoggedIn, MachineNow, MatrixRow,
    Message, Signatures, Snapshot, TemplateRow,
};
use hall_wire::problem::{self, ProblemKind};
use hall_wire::sighting::RecordEnd;
use schemars::{JsonSchema, Schema, SchemaGenerator};

mod devices;
mod door;
mod entrance;
mod param;
mod searches;

use super::answer::Trouble;
use super::wire::Clear;
use super::{
    Web, balls, command, health, import, inspect, inspection, log, machine, matrices, openapi, people,
    prints, read, record, signatures, socket, tv,
};
use crate::access::Caller;

pub(super) use param::{CAMERAS_BY_NAME, Is, Param, WHOLE_MAX};

/// Makes a schema and adds what it refers to to the document.
pub(super) type SchemaOf = fn(&mut SchemaGenerator) -> Schema;

/// The parameters of a query, as a handler gets them.
pub(super) type Params<T> = Result<Query<T>, QueryRejection>;

/// Who may call a route.
#[derive(Clone, Copy)]
pub(super) enum Who {
    Everybody,
    /// Anybody with a token.
    Staff,
    /// A person with one of these roles.
    Roles(&'static [Role]),
    /// The hall's camera, by its key.
    Camera,
    /// The hall's voice, by its key.
    Voice,
    /// A panel of the hall, by its certificate; or a program of this computer.
    Wall,
    /// Any device of the hall, by its certificate.
    Device,
}

use Who::{Camera, Device, Everybody, Roles, Staff, Voice, Wall};

/// What a route answers on success.
pub(super) enum Gives {
    Json(SchemaOf),
    /// Bytes of this media type.
    Media(&'static str),
    /// Another protocol, which carries these messages.
    Socket(&'static [SchemaOf]),
}

/// What a socket of the public board carries, and one of any board.
const PUBLIC_BOARD: &[SchemaOf] = &[schema::<Message<Update>>];
const ANY_BOARD: &[SchemaOf] = &[schema::<Message<Update>>, schema::<Message<MesaUpdate>>];

/// A body of JSON.
pub(super) struct Takes {
    pub(super) schema: SchemaOf,
    /// A body that the route reads.
    pub(super) example: &'static str,
}

/// One row of the table.
pub(super) struct Route {
    pub(super) method: &'static str,
    pub(super) path: String,
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    pub(super) who: Who,
    /// Whether it answers to whoever comes unencrypted.
    clear: Clear,
    pub(super) query: Vec<Param>,
    pub(super) request_id: bool,
    pub(super) takes: Option<Takes>,
    /// The media type of a body that is not JSON.
    pub(super) takes_media: Option<&'static str>,
    pub(super) gives: Gives,
    /// What can go wrong besides what `who`, `takes` and `request_id` imply.
    pub(super) problems: Vec<ProblemKind>,
    /// What is asked of the desk, which may refuse it.
    pub(super) asks: Option<RequestKind>,
    handler: MethodRouter<Web>,
}

/// What can go wrong with any body of JSON.
const BODY: &[ProblemKind] = &[
    problem::BAD_JSON,
    problem::UNKNOWN_FIELD,
    problem::MISSING_FIELD,
    problem::BAD_VALUE,
    problem::TOO_SLOW,
    problem::TOO_LARGE,
    problem::WRONG_TYPE,
];

/// What can be wrong with the certificate that a device shows.
const CERTIFICATES: &[ProblemKind] =
    &[problem::FOREIGN_CERTIFICATE, problem::CERTIFICATE_EXPIRED, problem::DEVICE_REVOKED];

/// What can go wrong between the web and the desk.
const DESK: &[ProblemKind] = &[problem::DESK_BUSY, problem::DESK_STOPPED, problem::BROKEN];

fn get<H: Handler<T, Web>, T: 'static>(path: &str, handler: H) -> Route {
    Route::new("get", path, routing::get(handler))
}

fn post<H: Handler<T, Web>, T: 'static>(path: &str, handler: H) -> Route {
    Route::new("post", path, routing::post(handler))
}

/// Public, without parameters, giving JSON without a schema, until the row says otherwise.
impl Route {
    fn new(method: &'static str, path: &str, handler: MethodRouter<Web>) -> Route {
        Route {
            method,
            path: path.to_string(),
            name: "",
            title: "",
            who: Everybody,
            clear: Clear::Never,
            query: Vec::new(),
            request_id: false,
            takes: None,
            takes_media: None,
            gives: Gives::Media("application/json"),
            problems: Vec::new(),
            asks: None,
            handler,
        }
    }

    /// Its name in the document, and what it is for.
    fn called(self, name: &'static str, title: &'static str) -> Route {
        Route { name, title, ..self }
    }

    fn who(self, who: Who) -> Route {
        Route { who, ..self }
    }

    /// It is part of the public board.
    fn of_the_board(self) -> Route {
        Route { clear: Clear::Board, ..self }
    }

    /// What it says is signed, or says nothing of the hall.
    fn in_the_clear(self) -> Route {
        Route { clear: Clear::Always, ..self }
    }

    fn takes<B: JsonSchema>(self, example: &'static str) -> Route {
        Route { takes: Some(Takes { schema: schema::<B>, example }), ..self }
    }

    fn takes_media(self, media: &'static str) -> Route {
        Route { takes_media: Some(media), ..self }
    }

    fn gives<A: JsonSchema>(self) -> Route {
        Route { gives: Gives::Json(schema::<A>), ..self }
    }

    fn media(self, media: &'static str) -> Route {
        Route { gives: Gives::Media(media), ..self }
    }

    fn query(self, query: &[Param]) -> Route {
        Route { query: query.to_vec(), ..self }
    }

    fn problems(mut self, more: &[ProblemKind]) -> Route {
        self.problems.extend_from_slice(more);
        self
    }

    fn asks(self, kind: RequestKind) -> Route {
        Route { asks: Some(kind), ..self }
    }

    /// A client's own `Request-Id` is asked for.
    fn with_id(self) -> Route {
        Route { request_id: true, ..self }
    }

    /// Every problem of the route, without the desk's refusals.
    pub(super) fn all_problems(&self) -> Vec<ProblemKind> {
        let who: &[ProblemKind] = match self.who {
            Everybody => &[],
            Staff => &[problem::NOT_IDENTIFIED, problem::LOG_IN_OVER],
            Roles(_) => &[problem::NOT_IDENTIFIED, problem::LOG_IN_OVER, problem::NOT_YOUR_POWER],
            Camera => &[problem::NOT_THE_CAMERA],
            Voice => &[problem::NOT_THE_VOICE],
            Wall => &[problem::NOT_A_WALL],
            Device => &[problem::NO_CERTIFICATE],
        };
        let clear: &[ProblemKind] = if self.clear == Clear::Always { &[] } else { &[problem::NOT_ENCRYPTED] };
        let looks: &[ProblemKind] =
            if self.clear == Clear::Board { &[problem::NO_BOARD_CODE, problem::WAIT] } else { &[] };
        let body = if self.takes.is_some() { BODY } else { &[] };
        let id: &[ProblemKind] =
            if self.request_id { &[problem::NO_REQUEST_ID, problem::ID_REUSED] } else { &[] };
        let seen: &[ProblemKind] = if self.is_for_screens() { &[problem::SERVER_BEHIND] } else { &[] };
        [who, clear, looks, CERTIFICATES, body, id, seen, &self.problems].concat()
    }

    /// The codes with which the desk may refuse what is asked of it.
    pub(super) fn refusals(&self) -> Vec<&'static str> {
        self.asks.map(|kind| [RequestKind::REFUSED_TO_ALL, kind.refusals()].concat()).unwrap_or_default()
    }

    /// The roles that may call it; none where it is not a matter of roles.
    pub(super) fn roles(&self) -> Option<&'static [Role]> {
        match self.who {
            Roles(roles) => Some(roles),
            Staff => self.asks.map(RequestKind::roles),
            Everybody | Camera | Voice | Wall | Device => None,
        }
    }

    /// A screen sends what it has seen with it.
    fn is_for_screens(&self) -> bool {
        self.method == "post" && !matches!(self.who, Camera | Voice | Device)
    }
}

fn schema<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

/// Who may read what a set of balls has done: those who answer for it, never the public (DECISIONS 5).
pub(super) const STATISTICS_FOR: &[Role] = &[JefeDeSala, JefeDeMesa, Inspector];

/// Who may see who signed what: who signs, and the inspection.
const SIGNATURES_FOR: &[Role] = &[JefeDeSala, JefeDeMesa, Cajero, Inspector];

/// Who may look at the machine: who answers for it, draws with it or inspects it.
const MACHINE_FOR: &[Role] = &[JefeDeSala, JefeDeMesa, VendedorLocutor, Inspector];

/// The whole table.
pub(super) fn routes() -> Vec<Route> {
    let of_their_own = vec![
        get("/api/people", read::people)
            .called("people", "La plantilla, con nombres")
            .who(Roles(&[JefeDeSala, JefeDeMesa, Cajero, VendedorLocutor, Inspector]))
            .gives::<Vec<Person>>(),
        get("/api/hall", read::hall)
            .called(
                "hall",
                "Lo que la sala tiene y ha hecho: series, matrices, juegos de bolas, partidas y sesiones",
            )
            .who(Staff)
            .gives::<HallLists>()
            .problems(&[problem::BROKEN]),
        get("/api/board", read::board)
            .of_the_board()
            .called("board", "El tablero público entero")
            .gives::<Snapshot<PublicBoard>>(),
        get("/api/board/mesa", read::mesa)
            .called("board-mesa", "El tablero de la mesa entero")
            .who(Staff)
            .gives::<Snapshot<MesaBoard>>(),
        get("/api/record", record::end)
            .in_the_clear()
            .called("record", "Hasta dónde llega el registro, y si tiene lo último que vio de él una pantalla")
            .query(record::PARAMS)
            .gives::<RecordEnd>()
            .problems(&[problem::BAD_VALUE, problem::DESK_STOPPED, problem::BROKEN]),
        get("/api/log/checkpoint", log::checkpoint)
            .in_the_clear()
            .called("log-checkpoint", "El último punto de control del registro, con la prueba de que sigue al que vio un testigo")
            .query(log::PARAMS)
            .media("text/plain")
            .problems(&[problem::BAD_VALUE, problem::NO_CHECKPOINT, problem::BROKEN]),
        get("/api/log/next-key", log::next_key)
            .in_the_clear()
            .called("log-next-key", "La clave que siguió a otra, con la prueba de que la anterior lo firmó")
            .query(log::AFTER)
            .media("text/plain")
            .problems(&[problem::BAD_VALUE, problem::NO_CHECKPOINT, problem::BROKEN]),
        post("/api/log/cosignature", log::cosignature)
            .in_the_clear()
            .called("log-cosignature", "Un testigo firma que vio un punto de control")
            .takes::<Cosignature>(log::COSIGNATURE)
            .problems(&[problem::BAD_VALUE, problem::NO_CHECKPOINT, problem::BROKEN]),
        Route { gives: Gives::Socket(ANY_BOARD), ..get("/api/ws", socket::open) }
            .of_the_board()
            .called("ws", "El tablero, y lo que cambia en él")
            .query(&[
                Param::required("protocol", "La versión que habla la pantalla: {protocol}"),
                Param::optional("board", "publico (si no se dice otro) o mesa").is(Is::OneOf(&["publico", "mesa"])),
                Param::optional("device", "El nombre del puesto o panel"),
                Param::optional("token", "Para mesa, donde no se pueda poner Authorization"),
                Param::optional("spare", "1: vale también el tablero público de la reserva"),
            ])
            .problems(&[
                problem::UNKNOWN_PROTOCOL,
                problem::UNKNOWN_BOARD,
                problem::BAD_VALUE,
                problem::NOT_A_SOCKET,
                problem::NOT_IDENTIFIED,
                problem::LOG_IN_OVER,
                problem::TOO_MANY_SCREENS,
            ]),
        post("/api/panel/shown", read::shown)
            .called("panel-shown", "Un panel muestra una bola anunciada")
            .who(Wall)
            .takes::<BallShown>(r#"{"panel":"panel-1","game":1,"ordinal":1}"#)
            .problems(&[problem::NOT_ANNOUNCED]),
        get("/api/series/{series}/cards.csv", read::cards_csv)
            .called("series-cards", "Los cartones de una serie")
            .who(Roles(&[JefeDeSala, Cajero]))
            .media("text/csv")
            .problems(&[problem::UNKNOWN_SERIES, problem::BROKEN]),
        get("/api/matrices", matrices::list)
            .of_the_board()
            .called("matrices", "Las matrices: sus huellas desde que se hacen, y su clave desde que se retiran")
            .gives::<Vec<MatrixRow>>()
            .problems(&[problem::BROKEN]),
        get("/api/ball-sets/{set}/statistics", balls::statistics)
            .called("ball-set-statistics", "Lo que ha hecho un juego de bolas en las partidas terminadas")
            .who(Roles(STATISTICS_FOR))
            .gives::<BallSetStatistics>()
            .problems(&[problem::UNKNOWN_BALL_SET, problem::BROKEN]),
        get("/api/ball-sets/{set}/statistics.csv", balls::statistics_csv)
            .called("ball-set-statistics-csv", "Lo mismo, una línea por bola")
            .who(Roles(STATISTICS_FOR))
            .media("text/csv")
            .problems(&[problem::UNKNOWN_BALL_SET, problem::BROKEN]),
        get("/api/ball-sets/{set}/weights.csv", balls::weights_csv)
            .called(
                "ball-set-weights-csv",
                "Lo que pesaron las bolas de un juego, una línea por bola y pesada",
            )
            .who(Roles(STATISTICS_FOR))
            .media("text/csv")
            .problems(&[problem::UNKNOWN_BALL_SET, problem::BROKEN]),
        post("/api/matrices", import::take)
            .called(
                RequestKind::ImportMatrix.name(),
                "Dar entrada a una matriz hecha por otros: un fichero CSV o JSON, que se comprueba cartón por cartón",
            )
            .who(Roles(RequestKind::ImportMatrix.roles()))
            .with_id()
            .query(&[Param::required("maker", "Quién hizo los cartones")])
            .takes_media("text/csv")
            .gives::<Accepted>()
            .asks(RequestKind::ImportMatrix)
            .problems(&[problem::BAD_MATRIX, problem::MISSING_FIELD, problem::TOO_SLOW, problem::TOO_LARGE])
            .problems(DESK),
        get("/api/matrices/notice.pdf", matrices::notice)
            .of_the_board()
            .called(
                "matrices-notice",
                "El aviso de los cartones en venta: sus huellas y cómo las comprueba cualquiera, para colgarlo en la sala",
            )
            .media("application/pdf")
            .problems(&[problem::BROKEN]),
        get("/api/matrices/{matrix}/certificate.pdf", matrices::certificate)
            .called("matrix-certificate", "El certificado de una matriz")
            .who(Roles(&[JefeDeSala, JefeDeMesa, Inspector]))
            .media("application/pdf")
            .problems(&[problem::UNKNOWN_MATRIX, problem::BROKEN]),
        get("/api/matrices/{matrix}/{cards}", matrices::cards)
            .called("matrix-cards", "Los cartones de una matriz en un fichero: cards.csv o cards.json")
            .who(Roles(&[JefeDeSala, Inspector]))
            .media("text/csv")
            .problems(&[problem::UNKNOWN_MATRIX, problem::UNKNOWN_ROUTE, problem::BROKEN]),
        get("/api/sessions/{n}/acta.pdf", read::acta)
            .called("session-acta", "El acta de una sesión")
            .who(Roles(&[JefeDeSala, JefeDeMesa, Cajero, Inspector]))
            .media("application/pdf")
            .problems(&[problem::UNKNOWN_SESSION, problem::NOT_AS_ISSUED, problem::BROKEN]),
        get("/api/sessions/{n}/copies/{copy}/acta.pdf", read::acta_copy)
            .called("acta-copy", "Una COPIA del acta de una sesión: los octetos que se emitieron, y la marca de cada página")
            .who(Roles(&[JefeDeSala, Inspector]))
            .media("application/pdf")
            .problems(&[problem::NO_ACTA_COPY, problem::NOT_AS_ISSUED, problem::BROKEN]),
        get("/api/games/{game}/prizes/{prize}/receipt.pdf", read::receipt)
            .called("prize-receipt", "El justificante de un premio pagado, con el código que lleva a la prueba de su partida")
            .who(Roles(&[JefeDeSala, JefeDeMesa, Cajero]))
            .media("application/pdf")
            .problems(&[problem::PRIZE_NOT_PAID, problem::BROKEN]),
        get("/api/signatures", signatures::list)
            .called("signatures", "Los papeles de las últimas sesiones, quién los ha firmado y qué les falta")
            .who(Roles(SIGNATURES_FOR))
            .gives::<Signatures>()
            .problems(&[problem::BROKEN]),
        get("/api/signatures/{paper}/sheet.pdf", signatures::sheet)
            .called("signature-sheet", "La hoja de firmas de un acta o de una diligencia")
            .who(Roles(SIGNATURES_FOR))
            .media("application/pdf")
            .problems(&[problem::UNKNOWN_PAPER, problem::BROKEN]),
        post("/api/signatures/page", signatures::page)
            .called(RequestKind::AddSignedPage.name(), RequestKind::AddSignedPage.title())
            .who(Roles(RequestKind::AddSignedPage.roles()))
            .with_id()
            .query(signatures::PAGE)
            .takes_media("application/pdf")
            .gives::<Accepted>()
            .asks(RequestKind::AddSignedPage)
            .problems(signatures::PAGE_PROBLEMS)
            .problems(DESK),
        get("/api/partidas/{game}/hoja", read::game_sheet)
            .called("game-sheet", "La hoja de la partida en extracción, para terminarla a mano")
            .who(Roles(&[JefeDeSala, JefeDeMesa, Cajero, VendedorLocutor, Inspector]))
            .media("application/pdf")
            .problems(&[problem::NOT_IN_DRAW, problem::BROKEN]),
        get("/api/templates", prints::templates)
            .called("templates", "Las plantillas de cartones")
            .who(Roles(&[JefeDeSala]))
            .gives::<Vec<TemplateRow>>()
            .problems(&[problem::BROKEN]),
        get("/api/series/{series}/preview.png", prints::preview)
            .called(
                "series-preview",
                "Una hoja de cartones como se imprimiría, con la palabra MUESTRA y sin códigos que valgan",
            )
            .who(Roles(&[JefeDeSala]))
            .query(prints::PREVIEW)
            .media("image/png")
            .problems(&[problem::BAD_VALUE, problem::UNKNOWN_SERIES, problem::BROKEN]),
        get("/api/printings/{n}/file.pdf", prints::file)
            .called("printing-file", "Las páginas de una impresión")
            .who(Roles(&[JefeDeSala]))
            .media("application/pdf")
            .problems(&[problem::NO_PAGES, problem::PAGES_LOST, problem::BROKEN]),
        get("/api/inspeccion", inspect::look)
            .called(
                "inspeccion",
                "La partida en venta o en juego, para la inspección: la consulta consta en el registro",
            )
            .who(Roles(RequestKind::Inspect.roles()))
            .gives::<Inspection>()
            .asks(RequestKind::Inspect)
            .problems(DESK),
        post("/api/inspection-codes", inspection::give_code)
            .called(
                RequestKind::GiveInspectionCode.name(),
                "Dar a un inspector un código de ocho cifras para entrar desde un navegador: vale una vez y diez minutos",
            )
            .who(Roles(RequestKind::GiveInspectionCode.roles()))
            .takes::<InspectionCodeAsked>(r#"{"person":6}"#)
            .gives::<InspectionCode>()
            .asks(RequestKind::GiveInspectionCode)
            .problems(DESK),
        post("/api/inspeccion/entrar", inspection::come_in)
            .called("inspeccion-entrar", "Entrar en la inspección con un código")
            .takes::<InspectionLogIn>(r#"{"code":"49381705"}"#)
            .gives::<LoggedIn>()
            .asks(RequestKind::LogIn)
            .problems(&[problem::WRONG_CODE, problem::WAIT])
            .problems(DESK),
        get("/api/inspeccion/ver", inspection::look)
            .called("inspeccion-ver", "Una parte de la página de la inspección; mirar la partida consta en el registro")
            .who(Roles(RequestKind::Inspect.roles()))
            .query(inspection::PARAMS)
            .media("text/html")
            .asks(RequestKind::Inspect)
            .problems(&[problem::BAD_VALUE, problem::UNKNOWN_SESSION])
            .problems(DESK),
        get("/inspeccion", inspection::page)
            .called("inspeccion-pagina", "La inspección en un navegador: se entra con usuario y PIN, o con un código de la sala")
            .media("text/html"),
        get("/api/machine", machine::now)
            .called(
                "machine",
                "La máquina de bolas y su línea en este momento: estado, último byte, tramas y puerto",
            )
            .who(Roles(MACHINE_FOR))
            .gives::<MachineNow>(),
        get("/api/machine/intervals", machine::intervals)
            .called(
                "machine-intervals",
                "Cuánto tarda la máquina de una bola a la siguiente, en la última partida y en la sesión",
            )
            .who(Roles(MACHINE_FOR))
            .query(machine::PARAMS)
            .gives::<Intervals>()
            .problems(&[problem::UNKNOWN_SESSION, problem::BAD_VALUE, problem::BROKEN]),
        get("/tv", tv::page)
            .of_the_board()
            .called("tv", "El panel de la sala para un televisor")
            .query(&[
                Param::optional("video", "mjpeg (si no se dice otro), jpg u off"),
                Param::optional("device", "El nombre del televisor"),
            ])
            .media("text/html"),
        get("/tv/seguir", tv::follow::page)
            .of_the_board()
            .called("tv-follow", "La partida en el móvil de un jugador: el tablero público y nada más")
            .query(&[Param::optional("lang", "es (si no se dice otro) o en")])
            .media("text/html"),
        Route { gives: Gives::Socket(PUBLIC_BOARD), ..get("/tv/seguir/tablero", tv::follow::open) }
            .of_the_board()
            .called("tv-follow-ws", "El tablero público, y lo que cambia en él, a paso de móvil")
            .query(&[Param::required("protocol", "La versión que habla la página: {protocol}")])
            .problems(tv::follow::PROBLEMS),
        get("/tv/pruebas", tv::proofs::all)
            .of_the_board()
            .called("tv-proofs", "Qué se ha fijado de cada matriz y cómo se comprueba, para los jugadores")
            .media("text/html")
            .problems(&[problem::BROKEN]),
        get("/tv/pruebas/partida", tv::proofs::typed)
            .of_the_board()
            .called("tv-proof-of", "De un número tecleado a la prueba de su partida")
            .query(tv::proofs::NUMBER)
            .media("text/html")
            .problems(&[problem::NO_PROOF]),
        get("/tv/pruebas/{game}", tv::proofs::game)
            .of_the_board()
            .called("tv-proof", "La prueba de una partida acabada, en una página que se comprueba sola")
            .media("text/html")
            .problems(&[problem::NO_PROOF, problem::BROKEN]),
        get("/tv/pruebas/linea/{seq}", tv::proofs::line)
            .of_the_board()
            .called("tv-line", "Una línea pública del registro con su prueba (C2SP tlog-proof)")
            .media("text/plain")
            .problems(&[problem::NO_PROOF, problem::BROKEN]),
        get("/tv/avisos", tv::notices::now)
            .of_the_board()
            .called("tv-notices", "Lo que los televisores enseñan entre partidas: anuncios, y avisos a su hora")
            .gives::<Vec<tv::notices::TvNotice>>()
            .problems(&[problem::BROKEN]),
        get("/tv/avisos/{image}", tv::notices::picture)
            .of_the_board()
            .called("tv-notice-image", "Una imagen de los avisos, en PNG o JPEG")
            .media("image/png")
            .problems(&[problem::NO_PICTURE, problem::BROKEN]),
        get("/tv/fonts/{file}", tv::font)
            .of_the_board()
            .called("tv-font", "La letra del panel")
            .media("font/woff2")
            .problems(&[problem::UNKNOWN_ROUTE]),
        get("/api/clock", read::clock)
            .of_the_board()
            .called("desk-clock", "El reloj de la mesa, con el que cada puesto compara el suyo")
            .gives::<ClockReading>(),
        get("/healthz", health::healthz).in_the_clear()
            .called("healthz", "Estado del servidor").gives::<Health>(),
        get("/metrics", health::metrics).called("metrics", "Contadores para Prometheus").media("text/plain"),
        get("/api/openapi.json", openapi::get).in_the_clear()
            .called("openapi", "Este documento"),
    ];
    of_their_own
        .into_iter()
        .chain(devices::routes())
        .chain(entrance::routes())
        .chain(searches::routes())
        .chain(commands().map(command_route))
        .collect()
}

fn command_route(spec: CommandSpec) -> Route {
    let kind = spec.kind;
    let handler = move |State(web): State<Web>, who: Extension<Caller>, headers: HeaderMap, body: Body| async move {
        let answer: Result<Response, Trouble> = command::post(spec, web, who, headers, body).await;
        answer.into_response()
    };
    let route = post(&format!("/api/commands/{}", kind.name()), handler)
        .called(kind.name(), kind.title())
        .who(Staff)
        .with_id()
        .gives::<Accepted>()
        .asks(kind)
        .problems(people::problems_of(kind))
        .problems(DESK);
    Route { takes: kind.example().map(|example| Takes { schema: spec.schema, example }), ..route }
}
