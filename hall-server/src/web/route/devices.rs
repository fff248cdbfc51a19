//! The routes of the hall's cameras and of its voice, which come in with keys of their own.

use hall_core::people::Role;
use hall_core::people::Role::{Inspector, JefeDeMesa, JefeDeSala, VendedorLocutor};
use hall_wire::message::{CameraReport, FilmOfGame, PictureTaken, VoiceReport, VoiceWish, VoiceWishes};
use hall_wire::problem::{self, ProblemKind};

use super::Who::{Camera, Roles, Voice};
use super::{CAMERAS_BY_NAME, Is, Param, Route, WHOLE_MAX, get, post};
use crate::web::{camera, film, voice};

/// A body of [`VoiceReport`] that the route reads.
const VOICE_REPORT: &str = r#"{"start":7,"speaks":true,"volume":80,"language":"Español","output":"pulse:sala","trouble":null,"recorded":12,"synthesised":180,"missing":[],"bad":["nueve.wav: dura más de 20 s"],"told":[{"what":{"ball":{"game":3,"ordinal":12}},"how":"starts","after_ms":54}]}"#;

/// Which camera.
const CAMERA: Param =
    Param::optional("camera", "Cuál: exit, la salida de bolas, si falta; desk, la mesa; hall, la sala")
        .is(CAMERAS_BY_NAME);

const AT_ONCE: Param = Param::optional(
    "at_once",
    "true: como llega, para la mesa y los equipos de la sala; si falta, o quien lo pide no lo es, como la ve la sala, que no ve una bola antes de que se cante donde el reglamento retiene la imagen",
)
.is(Is::Flag);

/// Who may have the voice speak or not: who announces, and who answers for it.
const VOICE_FOR: &[Role] = &[JefeDeSala, JefeDeMesa, VendedorLocutor];

/// Who may look again at what was filmed: who decides about a ball or a claim, and the inspection. It has people in it.
const FILM_FOR: &[Role] = &[JefeDeSala, JefeDeMesa, Inspector];

const FILM_PROBLEMS: &[ProblemKind] = &[problem::NO_FILM, problem::BAD_VALUE, problem::BROKEN];

pub(super) fn routes() -> Vec<Route> {
    vec![
        post("/api/camera/picture", camera::take)
            .called("camera-picture", "La cámara envía una imagen JPEG, de 512 KiB como mucho")
            .who(Camera)
            .query(&[CAMERA])
            .takes_media("image/jpeg")
            .gives::<PictureTaken>()
            .problems(&[
                problem::NOT_A_PICTURE,
                problem::TOO_SLOW,
                problem::TOO_LARGE,
                problem::WRONG_TYPE,
                problem::BAD_VALUE,
            ]),
        post("/api/camera", camera::report)
            .called("camera-report", "Una cámara dice qué da: su sitio, o por qué no")
            .who(Camera)
            .takes::<CameraReport>(r#"{"camera":"exit","sight":"sees"}"#)
            .gives::<CameraReport>(),
        post("/api/voice", voice::take)
            .called("voice", "La voz de la sala dice cómo está y qué ha dicho")
            .who(Voice)
            .takes::<VoiceReport>(VOICE_REPORT)
            .gives::<VoiceWishes>(),
        post("/api/voice/sound", voice::sound)
            .called("voice-sound", "Lo que oyen los micrófonos de la sala: 16.000 muestras por segundo de 16 bits, un segundo como mucho")
            .who(Voice)
            .query(voice::PIECE)
            .takes_media("audio/l16")
            .problems(&[problem::BAD_VALUE, problem::NO_FILM, problem::TOO_SLOW, problem::TOO_LARGE, problem::WRONG_TYPE]),
        post("/api/voice/wishes", voice::wish)
            .called("voice-wishes", "Que la voz de la sala hable o calle, su volumen, o una prueba")
            .who(Roles(VOICE_FOR))
            .takes::<VoiceWish>(r#"{"speaks":true,"volume":80,"trial":false}"#)
            .gives::<VoiceWishes>(),
        get("/api/camera.jpg", camera::jpg)
            .of_the_board()
            .called("camera-jpg", "La última imagen de la cámara, con su número en Camera-Seq")
            .query(&[
                Param::optional("after", "El número de la imagen ya vista: espera hasta 2 s a que haya otra")
                    .is(Is::Number(0, WHOLE_MAX)),
                CAMERA,
                AT_ONCE,
            ])
            .media("image/jpeg")
            .problems(&[problem::NO_PICTURE, problem::BAD_VALUE]),
        get("/api/film", film::of_game)
            .called("film", "Lo que se guarda de lo filmado en una partida: sus bolas y sus películas")
            .who(Roles(FILM_FOR))
            .query(film::OF_GAME)
            .gives::<FilmOfGame>()
            .problems(FILM_PROBLEMS),
        get("/api/film/ball", film::still)
            .called("film-ball", "La foto de la salida que se guardó con una bola")
            .who(Roles(FILM_FOR))
            .query(film::OF_BALL)
            .media("image/jpeg")
            .problems(FILM_PROBLEMS),
        get("/api/film/dispute.zip", film::dispute)
            .called("film-dispute", "Lo filmado de una bola para llevárselo: fotos, películas de esos segundos y líneas del registro, con sus huellas")
            .who(Roles(FILM_FOR))
            .query(film::OF_BALL)
            .media("application/zip")
            .problems(FILM_PROBLEMS),
        get("/api/film/sound.wav", film::sound)
            .called("film-sound", "Lo que oyeron los micrófonos en una parada")
            .who(Roles(FILM_FOR))
            .query(film::OF_STOP)
            .media("audio/wav")
            .problems(FILM_PROBLEMS),
        get("/api/film/picture", film::moment)
            .called("film-picture", "La imagen de un momento de una partida, con su hora en Picture-At")
            .who(Roles(FILM_FOR))
            .query(film::OF_MOMENT)
            .media("image/jpeg")
            .problems(FILM_PROBLEMS),
        get("/api/camera.mjpeg", camera::mjpeg)
            .of_the_board()
            .called("camera-mjpeg", "Las imágenes de la cámara una tras otra, mientras las haya")
            .query(&[CAMERA, AT_ONCE])
            .media("multipart/x-mixed-replace")
            .problems(&[problem::NO_PICTURE, problem::TOO_MANY_SCREENS, problem::BAD_VALUE]),
    ]
}
