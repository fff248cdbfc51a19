//! Problems: what HTTP answers when it does not do what was asked (RFC 9457).
//!
//! Each has a stable code for programs and a Spanish sentence that says what to do. Those of the desk are [`Refusal`]s,
//! those of the web layer the table here. None reveals a secret, or why a file could not be read.

use hall_core::refusal::Refusal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::command::CommandError;

/// The media type of a problem.
pub const MEDIA_TYPE: &str = "application/problem+json";

/// A problem as it travels.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Problem {
    /// `urn:bombo:problema:` and the code.
    #[serde(rename = "type")]
    pub kind: String,
    /// The kind of problem, always in the same words.
    pub title: String,
    /// The status of the answer.
    pub status: u16,
    /// What is wrong and what to do.
    pub detail: String,
    /// The code: stable, for programs.
    pub code: String,
    /// The field that is wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The line of the body, or of the sheet in it, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The column of that line, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// How long to wait before trying again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after_secs: Option<u32>,
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.code, self.detail)
    }
}

impl std::error::Error for Problem {}

/// A kind of problem of the web layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProblemKind {
    /// The code.
    pub code: &'static str,
    /// The status.
    pub status: u16,
    /// The title.
    pub title: &'static str,
    /// The sentence, unless the case has its own.
    pub detail: &'static str,
}

/// Defines the kinds, with their titles for docs, and the table of all of them.
macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident = $code:literal $status:literal, $title:literal, $detail:literal;)*) => {
        $(
            #[doc = $title]
            $(#[$doc])*
            pub const $name: ProblemKind = ProblemKind { code: $code, status: $status, title: $title, detail: $detail };
        )*

        /// Every problem of the web layer.
        pub const KINDS: &[ProblemKind] = &[$($name),*];
    };
}

kinds! {
    BAD_JSON = "json-no-valido" 400, "El cuerpo no es JSON",
        "El cuerpo no es JSON. Corríjalo y vuelva a enviarlo.";
    UNKNOWN_FIELD = "campo-desconocido" 400, "Campo desconocido",
        "Hay un campo que esta orden no tiene. Quítelo o corrija su nombre.";
    MISSING_FIELD = "falta-campo" 400, "Falta un campo",
        "Falta un campo. Añádalo y vuelva a enviarlo.";
    BAD_VALUE = "valor-no-valido" 400, "Valor no válido",
        "Un campo tiene un valor que no puede tener. Corríjalo y vuelva a enviarlo.";
    NO_REQUEST_ID = "sin-request-id" 400, "Falta la cabecera Request-Id",
        "Falta la cabecera Request-Id con un UUID. Ponga uno nuevo para cada orden y el mismo al repetirla.";
    UNKNOWN_PROTOCOL = "protocolo-desconocido" 400, "Versión del protocolo desconocida",
        "La pantalla y el servidor hablan versiones distintas. Actualice la más antigua.";
    UNKNOWN_BOARD = "tablero-desconocido" 400, "Tablero desconocido",
        "El parámetro board debe ser publico o mesa.";
    NOT_A_PICTURE = "no-es-jpeg" 400, "No es una imagen JPEG",
        "Lo enviado no es una imagen JPEG entera: empieza por FF D8, dice su tamaño y termina en FF D9.";
    NOT_A_SOCKET = "no-es-websocket" 400, "No es una conexión WebSocket",
        "Esta dirección sólo atiende conexiones WebSocket. Para leer el tablero use /api/board.";
    NOT_IDENTIFIED = "sin-identificar" 401, "Sin identificar",
        "Hace falta entrar con usuario y PIN. Entre y repita.";
    LOG_IN_OVER = "entrada-terminada" 401, "La entrada ha terminado",
        "Su entrada ha terminado. Entre otra vez con su usuario y su PIN.";
    NOT_THE_CAMERA = "clave-de-camara" 401, "Clave de cámara incorrecta",
        "Hace falta la clave de camara.clave, de la carpeta de la sala, en Authorization: Camera.";
    NOT_THE_VOICE = "clave-de-voz" 401, "Clave de la voz incorrecta",
        "Hace falta la clave de voz.clave, de la carpeta de la sala, en Authorization: Voice.";
    WRONG_PIN = "pin-incorrecto" 401, "Usuario o PIN incorrecto",
        "El usuario o el PIN no son correctos. Compruébelos y repita.";
    WRONG_CODE = "codigo-incorrecto" 403, "Código incorrecto",
        "Ese código no vale: se usó ya, pasó de diez minutos o se tecleó mal. Pida otro al jefe de sala.";
    NOT_YOUR_POWER = "sin-facultad" 403, "Sin facultad",
        "Su función no permite hacer esto. Pídalo a quien tenga la facultad.";
    ANOTHER_PAGE = "pagina-ajena" 403, "Una página de otro sitio",
        "Una página que no es de este servidor ha intentado usarlo. Ciérrela, y entre por la dirección del servidor.";
    ANOTHER_NAME = "nombre-ajeno" 421, "Ese nombre no es de este servidor",
        "Este servidor no se llama así. Use su dirección IP, o añada el nombre a names, en [server] de sala.toml.";
    NOT_ENCRYPTED = "sin-cifrar" 403, "Va sin cifrar",
        "Por la red de la sala se entra cifrado: escriba https:// delante de la dirección. Un navegador ve antes la página /confianza.";
    FOREIGN_CERTIFICATE = "certificado-ajeno" 403, "Certificado de otra sala",
        "El certificado de este puesto no es de esta sala. Dele de alta aquí con un código del jefe de sala.";
    CERTIFICATE_EXPIRED = "certificado-caducado" 403, "Certificado caducado",
        "El certificado de este puesto ha caducado. Dele de alta otra vez con un código del jefe de sala.";
    DEVICE_REVOKED = "puesto-de-baja" 403, "Puesto de baja",
        "Este puesto está dado de baja. Si ha de volver a la sala, pida un código al jefe de sala y dele de alta otra vez.";
    NO_BOARD_CODE = "sin-codigo-de-pantalla" 403, "Falta el código de la pantalla",
        "Para ver el panel, escanee el código de una pantalla de la sala, o teclee sus cifras.";
    NOT_A_WALL = "panel-sin-alta" 403, "Panel sin alta",
        "Qué bolas se ven lo dice sólo un panel dado de alta. Dele de alta con un código del jefe de sala.";
    NO_CERTIFICATE = "sin-certificado" 403, "Sin certificado",
        "Esto lo pide sólo un puesto dado de alta, con su certificado.";
    NOT_AT_THE_SERVER = "solo-en-el-servidor" 403, "Sólo en el equipo del servidor",
        "Desde otro equipo el código no se envía: se da de alta con --enrol, o con F6 en una consola que entra por https://.";
    NO_AUTHORITY = "sin-autoridad" 503, "Este servidor no da altas por la red",
        "Al servidor le falta el certificado de la sala (autoridad.pem). Que el técnico devuelva el fichero desde una copia y lo ponga otra vez en marcha.";
    /// Said by a device, of a server.
    ANOTHER_HALL = "otra-sala" 421, "No es el servidor de esta sala",
        "Quien contesta no es el servidor de la sala en que se dio de alta este puesto.";
    UNKNOWN_ROUTE = "ruta-desconocida" 404, "Dirección desconocida",
        "El servidor no tiene esa dirección. Consulte /api/openapi.json.";
    IS_SPARE = "es-la-reserva" 503, "Es la reserva",
        "Este equipo es la reserva y no sirve la sala. Use la dirección del servidor; si se ha roto, avise al técnico.";
    UNKNOWN_SERIES = "serie-desconocida" 404, "Serie desconocida",
        "La sala no tiene esa serie. Compruebe letra y número.";
    UNKNOWN_MATRIX = "matriz-desconocida" 404, "Matriz desconocida",
        "La sala no tiene esa matriz. Compruebe el número.";
    UNKNOWN_PAPER = "papel-desconocido" 404, "Papel desconocido",
        "No consta ese papel, o es de hace más de 60 sesiones. Mire la lista de firmas.";
    NOT_A_PAGE = "no-es-una-pagina" 400, "No es una página escaneada",
        "Lo enviado no es un PDF, un PNG ni un JPEG. Escanee la página firmada en uno de ellos y envíela otra vez.";
    NOT_AS_ISSUED = "acta-cambiada" 409, "El acta no es la que se emitió",
        "El fichero del acta no es el que se emitió, o falta: no se firma. Devuélvalo a su sitio desde una copia; el registro sigue intacto.";
    UNKNOWN_BALL_SET = "juego-desconocido" 404, "Juego de bolas desconocido",
        "La sala no tiene ese juego de bolas. Compruebe su nombre.";
    NO_PICTURE = "sin-imagen" 404, "No hay imagen",
        "La cámara no ha enviado ninguna imagen en los últimos tres segundos. Compruebe que está en marcha.";
    NO_FILM = "sin-pelicula" 404, "No hay película",
        "De esa partida, de esa bola o de ese momento no se guarda ninguna imagen: no había cámara, no se filmaba, o ya se ha borrado.";
    NO_CHECKPOINT = "sin-punto-de-control" 404, "No hay tal punto de control",
        "El registro no tiene ese punto de control. Pida el último y repita.";
    NO_PROOF = "sin-prueba" 404, "No hay tal prueba",
        "Esa partida no ha acabado o no existe, esa línea no es pública, o son de antes de los puntos de control. Compruebe el número.";
    PRIZE_NOT_PAID = "premio-sin-pagar" 404, "Premio sin pagar",
        "Ese premio no consta o no está pagado. El justificante se hace de un premio pagado.";
    NO_ACTA_COPY = "copia-de-acta-desconocida" 404, "No hay tal copia",
        "No consta esa copia del acta. Sáquela antes: «Copia» en Sala, Partidas y actas.";
    UNKNOWN_SESSION = "sesion-desconocida" 404, "Sesión desconocida",
        "No hay ninguna sesión con ese número. Compruébelo.";
    NO_PAGES = "impresion-sin-paginas" 404, "Impresión sin páginas",
        "Esa impresión no consta, no ha terminado o se canceló. Consulte la lista de impresiones.";
    PAGES_LOST = "paginas-perdidas" 410, "Las páginas ya no están",
        "El fichero falta o no es el que se imprimió. Imprima otra vez esos cartones: saldrán como COPIA.";
    NOT_IN_DRAW = "partida-sin-extraccion" 404, "La partida no está en extracción",
        "Ninguna partida con ese número está en extracción. La hoja se hace de la partida presente, \
         desde la orden de comenzar hasta la de cierre.";
    WRONG_METHOD = "metodo-no-admitido" 405, "Método no admitido",
        "Esa dirección no admite ese método. Consulte /api/openapi.json.";
    TOO_SLOW = "peticion-lenta" 408, "Petición demasiado lenta",
        "La petición no llegó entera a tiempo. Compruebe la red y repita.";
    USER_EXISTS = "usuario-existente" 409, "Usuario existente",
        "Ya hay una persona con ese nombre de usuario. Elija otro.";
    NOT_ANNOUNCED = "bola-no-anunciada" 409, "Bola no anunciada",
        "Esa bola no está anunciada en la partida presente. Pida el tablero de nuevo.";
    /// The desk refuses; the code is the refusal's.
    REFUSED = "no-procede" 409, "La mesa no lo admite",
        "La mesa no lo admite ahora.";
    /// The screen saw more of the record than this server has.
    SERVER_BEHIND = "servidor-por-detras" 412, "El servidor va por detrás",
        "Este puesto vio líneas del registro que este servidor no tiene. No siga la partida. Avise al técnico.";
    TOO_LARGE = "cuerpo-demasiado-grande" 413, "Cuerpo demasiado grande",
        "El cuerpo es demasiado grande: como mucho 64 KiB.";
    WRONG_TYPE = "tipo-no-admitido" 415, "Tipo de contenido no admitido",
        "El cuerpo debe enviarse con Content-Type: application/json.";
    ID_REUSED = "id-reutilizado" 422, "Request-Id ya usado",
        "Ese Request-Id ya se usó con otra orden. Ponga uno nuevo.";
    BAD_MATRIX = "matriz-con-errores" 422, "La matriz tiene errores",
        "El fichero de cartones tiene errores y no se ha guardado. Corríjalo y vuelva a enviarlo.";
    WAIT = "espere" 429, "Demasiado pronto",
        "Ha habido intentos fallidos. Espere unos segundos y repita.";
    BROKEN = "fallo-interno" 500, "Fallo interno",
        "El servidor no ha podido hacerlo. Repítalo; si sigue igual, avise al técnico.";
    DESK_BUSY = "mesa-ocupada" 503, "La mesa está ocupada",
        "La mesa está ocupada. Repita la misma orden con el mismo Request-Id.";
    DESK_STOPPED = "mesa-parada" 503, "La mesa está parada",
        "La mesa no responde. Espere a que el servidor arranque de nuevo y repita con el mismo Request-Id.";
    TOO_MANY_SCREENS = "demasiadas-pantallas" 503, "Demasiadas pantallas",
        "No caben más pantallas. Cierre alguna y repita.";
    TOO_MANY_PHONES = "demasiados-moviles" 503, "Demasiados móviles",
        "No caben más móviles siguiendo la partida. Mire los paneles de la sala.";
}

impl ProblemKind {
    /// The problem with the kind's own sentence.
    pub fn problem(self) -> Problem {
        self.saying(self.detail)
    }

    /// The problem with a sentence for the case.
    pub fn saying(self, detail: impl Into<String>) -> Problem {
        Problem {
            kind: format!("urn:bombo:problema:{}", self.code),
            title: self.title.to_string(),
            status: self.status,
            detail: detail.into(),
            code: self.code.to_string(),
            field: None,
            line: None,
            column: None,
            retry_after_secs: None,
        }
    }
}

impl Problem {
    /// Names the field it is about.
    #[must_use]
    pub fn about(mut self, field: impl Into<String>) -> Problem {
        self.field = Some(field.into());
        self
    }

    /// Says how long to wait.
    #[must_use]
    pub fn after(mut self, secs: u32) -> Problem {
        self.retry_after_secs = Some(secs);
        self
    }
}

impl From<&Refusal> for Problem {
    fn from(refusal: &Refusal) -> Problem {
        let kind = if matches!(refusal, Refusal::NotYourPower { .. }) {
            NOT_YOUR_POWER
        } else {
            ProblemKind { code: refusal.code(), ..REFUSED }
        };
        Problem { line: line_of(refusal), ..kind.saying(refusal.to_string()) }
    }
}

/// The line of a sheet typed in from paper that a refusal is about.
fn line_of(refusal: &Refusal) -> Option<usize> {
    if let Refusal::PaperLine { line, .. } | Refusal::PaperDiffers { line } = refusal {
        usize::try_from(*line).ok()
    } else {
        None
    }
}

impl From<CommandError> for Problem {
    fn from(error: CommandError) -> Problem {
        match error {
            CommandError::BadJson { line, column } => {
                let detail = format!(
                    "El cuerpo no es JSON: línea {line}, columna {column}. Corríjalo y vuelva a enviarlo."
                );
                Problem { line: Some(line), column: Some(column), ..BAD_JSON.saying(detail) }
            }
            CommandError::UnknownField { field } => UNKNOWN_FIELD
                .saying(format!("El campo «{field}» no existe aquí. Quítelo o corrija su nombre."))
                .about(field),
            CommandError::MissingField { field } => MISSING_FIELD
                .saying(format!("Falta el campo «{field}». Añádalo y vuelva a enviarlo."))
                .about(field),
            CommandError::BadValue { field, why } => {
                BAD_VALUE.saying(format!("El campo «{field}» no es válido: {why}.")).about(field)
            }
        }
    }
}
