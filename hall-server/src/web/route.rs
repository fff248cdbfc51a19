//! The table of routes: address, who may call it, what goes in and out, and what can go wrong.

use axum::Extension;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use hall_core::people::Role;
use hall_core::people::Role::{Cajero, Inspector, JefeDeMesa, JefeDeSala, VendedorLocutor};
use hall_core::request::RequestKind;
use hall_wire::board::{MesaBoard, Person, PublicBoard};
use hall_wire::command::commands;
use hall_wire::message::{
    Accepted, BallSetStatistics, CardsFound, HallLists, Health, Inspection, Intervals, LogIn, LoggedIn,
    MachineNow, MatrixRow, Me, PictureTaken, Shown, Snapshot, TemplateRow,
};
use hall_wire::problem::{self, Kind};
use schemars::{JsonSchema, Schema, SchemaGenerator};

use super::answer::Trouble;
use super::{
    Web, balls, body, camera, cards, command, health, import, inspect, login, machine, matrices, openapi,
    prints, read, socket, tv,
};
use crate::access::Caller;

/// Returns a schema and puts what it refers to into the document.
pub(super) type SchemaOf = fn(&mut SchemaGenerator) -> Schema;

/// Who may call a route.
#[derive(Clone, Copy)]
pub(super) enum Who {
    /// Anybody.
    Everybody,
    /// Anybody with a token.
    LoggedIn,
    /// A person with one of these roles.
    Roles(&'static [Role]),
    /// The hall's camera, by its key.
    Camera,
}

/// What a route answers when all is well.
pub(super) enum Gives {
    /// JSON of this schema.
    Json(SchemaOf),
    /// Bytes of this media type.
    Media(&'static str),
    /// Another protocol.
    Socket,
}

/// What goes in.
pub(super) struct Takes {
    /// Its schema.
    pub(super) schema: SchemaOf,
    /// A body that is read.
    pub(super) example: &'static str,
}

/// A parameter of the query.
pub(super) struct Param {
    /// Its name.
    pub(super) name: &'static str,
    /// What it is.
    pub(super) about: &'static str,
    /// It cannot be left out.
    pub(super) required: bool,
}

/// One row of the table.
pub(super) struct Route {
    pub(super) method: &'static str,
    pub(super) path: String,
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    pub(super) who: Who,
    pub(super) query: &'static [Param],
    pub(super) request_id: bool,
    pub(super) takes: Option<Takes>,
    /// The media type of a body that is no JSON.
    pub(super) takes_media: Option<&'static str>,
    pub(super) gives: Gives,
    /// What can go wrong, besides what `who` and `takes` bring with them.
    pub(super) problems: &'static [Kind],
    /// The desk may refuse.
    pub(super) refusals: bool,
    handler: MethodRouter<Web>,
}

/// What can go wrong with any body.
const BODY: &[Kind] = &[
    problem::BAD_JSON,
    problem::UNKNOWN_FIELD,
    problem::MISSING_FIELD,
    problem::BAD_VALUE,
    problem::TOO_SLOW,
    problem::TOO_LARGE,
    problem::WRONG_TYPE,
];

/// What can go wrong between the web and the desk.
const DESK: &[Kind] = &[problem::DESK_BUSY, problem::DESK_STOPPED, problem::BROKEN];

impl Route {
    fn new(
        method: &'static str,
        path: &str,
        name: &'static str,
        title: &'static str,
        handler: MethodRouter<Web>,
    ) -> Route {
        Route {
            method,
            path: path.to_string(),
            name,
            title,
            who: Who::Everybody,
            query: &[],
            request_id: false,
            takes: None,
            takes_media: None,
            gives: Gives::Media("application/json"),
            problems: &[],
            refusals: false,
            handler,
        }
    }

    fn who(self, who: Who) -> Route {
        Route { who, ..self }
    }

    fn takes<B: JsonSchema>(self, example: &'static str) -> Route {
        Route { takes: Some(Takes { schema: schema::<B>, example }), ..self }
    }

    fn gives<A: JsonSchema>(self) -> Route {
        Route { gives: Gives::Json(schema::<A>), ..self }
    }

    fn media(self, media: &'static str) -> Route {
        Route { gives: Gives::Media(media), ..self }
    }

    fn query(self, query: &'static [Param]) -> Route {
        Route { query, ..self }
    }

    fn problems(self, problems: &'static [Kind]) -> Route {
        Route { problems, ..self }
    }

    fn refusable(self) -> Route {
        Route { refusals: true, ..self }
    }

    /// Returns every problem of the route, without the desk's refusals.
    pub(super) fn all_problems(&self) -> Vec<Kind> {
        let who: &[Kind] = match self.who {
            Who::Everybody => &[],
            Who::LoggedIn => &[problem::NOT_IDENTIFIED],
            Who::Roles(_) => &[problem::NOT_IDENTIFIED, problem::NOT_YOUR_POWER],
            Who::Camera => &[problem::NOT_THE_CAMERA],
        };
        let body = if self.takes.is_some() { BODY } else { &[] };
        let id: &[Kind] = if self.request_id { &[problem::NO_REQUEST_ID, problem::ID_REUSED] } else { &[] };
        [who, body, id, self.problems].concat()
    }

    /// Returns the route's handler behind its door.
    pub(super) fn mount(self, web: &Web) -> MethodRouter<Web> {
        let who = self.who;
        let door = move |State(web): State<Web>, mut request: Request, next: Next| async move {
            match admit(&web, who, request.headers()) {
                Ok(Some(caller)) => {
                    request.extensions_mut().insert(caller);
                    next.run(request).await
                }
                Ok(None) => next.run(request).await,
                Err(trouble) => {
                    body::discard(request.into_body()).await;
                    trouble.into_response()
                }
            }
        };
        self.handler.route_layer(from_fn_with_state(web.clone(), door))
    }
}

fn admit(web: &Web, who: Who, headers: &HeaderMap) -> Result<Option<Caller>, Trouble> {
    match who {
        Who::Everybody => Ok(None),
        Who::LoggedIn => web.caller(headers).map(Some),
        Who::Roles(roles) => {
            let caller = web.caller(headers)?;
            if caller.has_any(roles) { Ok(Some(caller)) } else { Err(problem::NOT_YOUR_POWER.into()) }
        }
        Who::Camera => match camera::key(headers) {
            Some(key) if web.shared.camera.knows(key) => Ok(None),
            Some(_) | None => Err(problem::NOT_THE_CAMERA.into()),
        },
    }
}

fn schema<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

/// Returns the whole table.
pub(super) fn routes() -> Vec<Route> {
    let mut table = vec![
        Route::new("post", "/api/login", "login", "Entrar con usuario y PIN", post(login::login))
            .takes::<LogIn>(r#"{"user":"ana","pin":"493817","device":"mesa-1"}"#)
            .gives::<LoggedIn>()
            .problems(&[
                problem::WRONG_PIN,
                problem::WAIT,
                problem::DESK_BUSY,
                problem::DESK_STOPPED,
                problem::BROKEN,
            ]),
        Route::new("post", "/api/logout", "logout", "Salir de este puesto", post(login::logout))
            .who(Who::LoggedIn)
            .gives::<Accepted>()
            .problems(DESK),
        Route::new("get", "/api/me", "me", "Quién soy", get(login::me)).who(Who::LoggedIn).gives::<Me>(),
        Route::new("get", "/api/people", "people", "La plantilla, con nombres", get(read::people))
            .who(Who::Roles(&[JefeDeSala, JefeDeMesa, Cajero, VendedorLocutor, Inspector]))
            .gives::<Vec<Person>>(),
        Route::new(
            "get",
            "/api/hall",
            "hall",
            "Lo que la sala tiene y ha hecho: series, matrices, juegos de bolas, partidas y sesiones",
            get(read::hall),
        )
        .who(Who::LoggedIn)
        .gives::<HallLists>()
        .problems(&[problem::BROKEN]),
        Route::new("get", "/api/board", "board", "El tablero público entero", get(read::board))
            .gives::<Snapshot<PublicBoard>>(),
        Route::new("get", "/api/board/mesa", "board-mesa", "El tablero de la mesa entero", get(read::mesa))
            .who(Who::LoggedIn)
            .gives::<Snapshot<MesaBoard>>(),
        socket_route(),
        Route::new(
            "post",
            "/api/panel/shown",
            "panel-shown",
            "Un panel muestra una bola anunciada",
            post(read::shown),
        )
        .takes::<Shown>(r#"{"panel":"panel-1","game":1,"ordinal":1}"#)
        .problems(&[problem::NOT_ANNOUNCED]),
        Route::new(
            "get",
            "/api/series/{series}/cards.csv",
            "series-cards",
            "Los cartones de una serie",
            get(read::cards_csv),
        )
        .who(Who::Roles(&[JefeDeSala, Cajero]))
        .media("text/csv")
        .problems(&[problem::UNKNOWN_SERIES, problem::BROKEN]),
        Route::new(
            "get",
            "/api/cards",
            "cards",
            "Buscar un cartón por serie y número, por su código o por algunos de sus números",
            get(cards::look_up),
        )
        .who(Who::Roles(&[JefeDeSala, JefeDeMesa, Cajero]))
        .query(cards::PARAMS)
        .gives::<CardsFound>()
        .problems(&[problem::BAD_VALUE, problem::UNKNOWN_SERIES, problem::BROKEN]),
        Route::new(
            "get",
            "/api/matrices",
            "matrices",
            "Las matrices: sus huellas desde que se hacen, y su clave desde que se retiran",
            get(matrices::list),
        )
        .gives::<Vec<MatrixRow>>()
        .problems(&[problem::BROKEN]),
        Route::new(
            "get",
            "/api/ball-sets/{set}/statistics",
            "ball-set-statistics",
            "Lo que ha hecho un juego de bolas en las partidas terminadas",
            get(balls::statistics),
        )
        .who(Who::Roles(STATISTICS_FOR))
        .gives::<BallSetStatistics>()
        .problems(&[problem::UNKNOWN_BALL_SET, problem::BROKEN]),
        Route::new(
            "get",
            "/api/ball-sets/{set}/statistics.csv",
            "ball-set-statistics-csv",
            "Lo mismo, una línea por bola",
            get(balls::statistics_csv),
        )
        .who(Who::Roles(STATISTICS_FOR))
        .media("text/csv")
        .problems(&[problem::UNKNOWN_BALL_SET, problem::BROKEN]),
        Route::new(
            "get",
            "/api/ball-sets/{set}/weights.csv",
            "ball-set-weights-csv",
            "Lo que pesaron las bolas de un juego, una línea por bola y pesada",
            get(balls::weights_csv),
        )
        .who(Who::Roles(STATISTICS_FOR))
        .media("text/csv")
        .problems(&[problem::UNKNOWN_BALL_SET, problem::BROKEN]),
        import_route(),
        Route::new(
            "get",
            "/api/matrices/notice.pdf",
            "matrices-notice",
            "El aviso de los cartones en venta: sus huellas y cómo las comprueba cualquiera, para colgarlo en la sala",
            get(matrices::notice),
        )
        .media("application/pdf")
        .problems(&[problem::BROKEN]),
        Route::new(
            "get",
            "/api/matrices/{matrix}/certificate.pdf",
            "matrix-certificate",
            "El certificado de una matriz",
            get(matrices::certificate),
        )
        .who(Who::Roles(&[JefeDeSala, JefeDeMesa, Inspector]))
        .media("application/pdf")
        .problems(&[problem::UNKNOWN_MATRIX, problem::BROKEN]),
        Route::new(
            "get",
            "/api/matrices/{matrix}/{cards}",
            "matrix-cards",
            "Los cartones de una matriz en un fichero: cards.csv o cards.json",
            get(matrices::cards),
        )
        .who(Who::Roles(&[JefeDeSala, Inspector]))
        .media("text/csv")
        .problems(&[problem::UNKNOWN_MATRIX, problem::UNKNOWN_ROUTE, problem::BROKEN]),
        Route::new(
            "get",
            "/api/sessions/{n}/acta.pdf",
            "session-acta",
            "El acta de una sesión",
            get(read::acta),
        )
        .who(Who::Roles(&[JefeDeSala, JefeDeMesa, Cajero, Inspector]))
        .media("application/pdf")
        .problems(&[problem::UNKNOWN_SESSION, problem::BROKEN]),
        Route::new(
            "get",
            "/api/partidas/{game}/hoja",
            "game-sheet",
            "La hoja de la partida en extracción, para terminarla a mano",
            get(read::game_sheet),
        )
        .who(Who::Roles(&[JefeDeSala, JefeDeMesa, Cajero, VendedorLocutor, Inspector]))
        .media("application/pdf")
        .problems(&[problem::NOT_IN_DRAW, problem::BROKEN]),
        Route::new(
            "get",
            "/api/templates",
            "templates",
            "Las plantillas de cartones",
            get(prints::templates),
        )
        .who(Who::Roles(&[JefeDeSala]))
        .gives::<Vec<TemplateRow>>()
        .problems(&[problem::BROKEN]),
        Route::new(
            "get",
            "/api/series/{series}/preview.png",
            "series-preview",
            "Una hoja de cartones como se imprimiría, con la palabra MUESTRA y sin códigos que valgan",
            get(prints::preview),
        )
        .who(Who::Roles(&[JefeDeSala]))
        .query(prints::PREVIEW)
        .media("image/png")
        .problems(&[problem::BAD_VALUE, problem::UNKNOWN_SERIES, problem::BROKEN]),
        Route::new(
            "get",
            "/api/printings/{n}/file.pdf",
            "printing-file",
            "Las páginas de una impresión",
            get(prints::file),
        )
        .who(Who::Roles(&[JefeDeSala]))
        .media("application/pdf")
        .problems(&[problem::NO_PAGES, problem::PAGES_LOST, problem::BROKEN]),
        Route::new(
            "get",
            "/api/inspeccion",
            "inspeccion",
            "La partida en venta o en juego, para la inspección: la consulta consta en el registro",
            get(inspect::look),
        )
        .who(Who::Roles(RequestKind::Inspect.roles()))
        .gives::<Inspection>()
        .problems(DESK)
        .refusable(),
        Route::new(
            "get",
            "/api/machine",
            "machine",
            "La máquina de bolas y su línea en este momento: estado, último byte, tramas y puerto",
            get(machine::now),
        )
        .who(Who::Roles(MACHINE))
        .gives::<MachineNow>(),
        Route::new(
            "get",
            "/api/machine/intervals",
            "machine-intervals",
            "Cuánto tarda la máquina de una bola a la siguiente, en la última partida y en la sesión",
            get(machine::intervals),
        )
        .who(Who::Roles(MACHINE))
        .query(machine::PARAMS)
        .gives::<Intervals>()
        .problems(&[problem::UNKNOWN_SESSION, problem::BAD_VALUE, problem::BROKEN]),
        camera_in(),
        Route::new(
            "get",
            "/api/camera.jpg",
            "camera-jpg",
            "La última imagen de la cámara, con su número en Camera-Seq",
            get(camera::jpg),
        )
        .query(&[Param {
            name: "after",
            about: "El número de la imagen ya vista: espera hasta 2 s a que haya otra",
            required: false,
        }])
        .media("image/jpeg")
        .problems(&[problem::NO_PICTURE, problem::BAD_VALUE]),
        Route::new(
            "get",
            "/api/camera.mjpeg",
            "camera-mjpeg",
            "Las imágenes de la cámara una tras otra, mientras las haya",
            get(camera::mjpeg),
        )
        .media("multipart/x-mixed-replace")
        .problems(&[problem::NO_PICTURE, problem::TOO_MANY_SCREENS]),
        Route::new("get", "/tv", "tv", "El panel de la sala para un televisor", get(tv::page))
            .query(TV_PARAMS)
            .media("text/html"),
        Route::new(
            "get",
            "/tv/pruebas",
            "tv-proofs",
            "Qué se ha fijado de cada matriz y cómo se comprueba, para los jugadores",
            get(tv::proofs),
        )
        .media("text/html")
        .problems(&[problem::BROKEN]),
        Route::new("get", "/tv/fonts/{file}", "tv-font", "La letra del panel", get(tv::font))
            .media("font/woff2")
            .problems(&[problem::UNKNOWN_ROUTE]),
        Route::new("get", "/healthz", "healthz", "Estado del servidor", get(health::healthz))
            .gives::<Health>(),
        Route::new("get", "/metrics", "metrics", "Contadores para Prometheus", get(health::metrics))
            .media("text/plain"),
        Route::new("get", "/api/openapi.json", "openapi", "Este documento", get(openapi::get)),
    ];
    table.extend(
        commands().map(|spec| {
            let handler = move |State(web): State<Web>,
                                caller: Extension<_>,
                                headers: HeaderMap,
                                body: Body| async move {
                let answer: Result<Response, Trouble> = command::post(spec, web, caller, headers, body).await;
                answer.into_response()
            };
            let kind = spec.kind;
            let path = format!("/api/commands/{}", kind.name());
            let mut route = Route::new("post", &path, kind.name(), kind.title(), post(handler))
                .who(Who::LoggedIn)
                .gives::<Accepted>();
            route.takes = kind.example().map(|example| Takes { schema: spec.schema, example });
            (route.request_id, route.refusals) = (true, true);
            route.problems = if kind == RequestKind::AddPerson { ADD_PERSON } else { DESK };
            route
        }),
    );
    table
}

/// What can go wrong with a new person.
const ADD_PERSON: &[Kind] =
    &[problem::USER_EXISTS, problem::DESK_BUSY, problem::DESK_STOPPED, problem::BROKEN];

/// Who may read what a set of balls has done: those who answer for it, and never the public (DECISIONS 5).
pub(super) const STATISTICS_FOR: &[Role] = &[JefeDeSala, JefeDeMesa, Inspector];

/// Who may look at the machine: whoever answers for it, draws with it or inspects it.
const MACHINE: &[Role] = &[JefeDeSala, JefeDeMesa, VendedorLocutor, Inspector];

/// What a television may say of itself.
const TV_PARAMS: &[Param] = &[
    Param { name: "video", about: "mjpeg (si no se dice otro), jpg u off", required: false },
    Param { name: "device", about: "El nombre del televisor", required: false },
];

fn camera_in() -> Route {
    let route = Route::new(
        "post",
        "/api/camera/picture",
        "camera-picture",
        "La cámara envía una imagen JPEG, de 512 KiB como mucho",
        post(camera::take),
    );
    let route = route.who(Who::Camera).gives::<PictureTaken>();
    let problems = &[problem::NOT_A_PICTURE, problem::TOO_SLOW, problem::TOO_LARGE, problem::WRONG_TYPE];
    Route { takes_media: Some("image/jpeg"), ..route.problems(problems) }
}

fn import_route() -> Route {
    let route = Route::new(
        "post",
        "/api/matrices",
        RequestKind::ImportMatrix.name(),
        "Dar entrada a una matriz hecha por otros: un fichero CSV o JSON, que se comprueba cartón por cartón",
        post(import::take),
    );
    let route = route
        .who(Who::Roles(RequestKind::ImportMatrix.roles()))
        .gives::<Accepted>()
        .query(&[Param { name: "maker", about: "Quién hizo los cartones", required: true }]);
    let route = route.refusable().problems(&[
        problem::BAD_MATRIX,
        problem::MISSING_FIELD,
        problem::TOO_SLOW,
        problem::TOO_LARGE,
        problem::DESK_BUSY,
        problem::DESK_STOPPED,
        problem::BROKEN,
    ]);
    Route { request_id: true, takes_media: Some("text/csv"), ..route }
}

fn socket_route() -> Route {
    let mut route =
        Route::new("get", "/api/ws", "ws", "El tablero, y lo que cambia en él", get(socket::open)).problems(
            &[
                problem::UNKNOWN_PROTOCOL,
                problem::UNKNOWN_BOARD,
                problem::BAD_VALUE,
                problem::NOT_A_SOCKET,
                problem::NOT_IDENTIFIED,
                problem::TOO_MANY_SCREENS,
            ],
        );
    route.gives = Gives::Socket;
    route.query = &[
        Param { name: "protocol", about: "La versión que habla la pantalla: 2", required: true },
        Param { name: "board", about: "publico (si no se dice otro) o mesa", required: false },
        Param { name: "device", about: "El nombre del puesto o panel", required: false },
        Param { name: "token", about: "Para mesa, donde no se pueda poner Authorization", required: false },
    ];
    route
}
