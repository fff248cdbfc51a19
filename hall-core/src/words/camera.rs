//! The hall's cameras, in words.

use alloc::format;
use alloc::string::String;

use super::Lang;
use crate::event::{CameraPost, Sight};

/// A camera by what it looks at, as a sentence begins with it.
fn name(lang: Lang, camera: CameraPost) -> &'static str {
    let (es, en) = match camera {
        CameraPost::Exit => ("La cámara de la salida de bolas", "The camera of the ball exit"),
        CameraPost::Desk => ("La cámara de la mesa", "The camera of the desk"),
        CameraPost::Hall => ("La cámara de la sala", "The camera of the hall"),
    };
    lang.of(es, en)
}

/// What a camera shows, as an adjective of its picture.
pub fn sight(lang: Lang, sight: Sight) -> &'static str {
    let (es, en) = match sight {
        Sight::Sees => ("con imagen", "with a picture"),
        Sight::Lost => ("sin señal", "without a signal"),
        Sight::Black => ("negra", "black"),
        Sight::Frozen => ("parada", "frozen"),
        Sight::Covered => ("tapada", "covered"),
    };
    lang.of(es, en)
}

/// What is wrong with a camera, and what to do.
pub(super) fn trouble_of(lang: Lang, post: CameraPost, shown: Sight) -> String {
    let (es, en) = match shown {
        Sight::Sees => ("", ""),
        Sight::Lost => (": mire el cable y la corriente", ": look at its cable and its power"),
        Sight::Black => (": mire la tapa del objetivo y la luz", ": look at the lens cap and the light"),
        Sight::Frozen => (": apáguela y enciéndala", ": switch it off and on"),
        Sight::Covered => (": despeje el objetivo", ": clear its lens"),
    };
    let (name, is, advice) = (name(lang, post), sight(lang, shown), lang.of(es, en));
    match lang {
        Lang::Es => format!("{name} está {is}{advice}"),
        Lang::En => format!("{name} is {is}{advice}"),
    }
}
