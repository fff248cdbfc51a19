//! What is so of the sockets: they only send, and are never silent.

use hall_wire::message::{PING_EVERY, SILENCE_MAX};

use crate::panels::HEARD_MAX;
use crate::web::socket::FRAME_MAX;
use crate::web::tv::follow::FRAME_MAX as PHONE_FRAME_MAX;

/// What comes over a socket, and what its silence means.
pub(super) fn rules() -> String {
    let (every, silence) = (PING_EVERY.as_secs(), SILENCE_MAX.as_secs());
    format!(
        "**El socket** sólo envía, una trama de texto por mensaje. Primero llega `hello`; luego `whole`, el tablero entero, y antes \
         de él no se enseña nada; después `changed`, lo que cambia. Si `after` de un `changed` no es el `seq` del último mensaje, se ha \
         perdido algo: ciérrese y ábrase otra vez. Cuando no hay nada que decir llega `ping`, al menos uno cada {every} s. Tras \
         {silence} s sin mensajes la pantalla dice que no sabe cómo va la partida, y se conecta de nuevo. Lo que envíe el cliente no se \
         lee; a los ping del propio WebSocket se responde. El servidor cierra con 1008 `demasiado-ruido` a quien envía más de {HEARD_MAX} \
         tramas entre dos ping, con 1008 `sin-identificar` cuando la entrada o el alta han terminado, con 1013 `lenta` a quien no \
         lee a tiempo, y sin decir más a quien envía una trama de más de {FRAME_MAX} bytes (un móvil, de más de {PHONE_FRAME_MAX}). Un mensaje de un `type` que no se conoce, o una `section`, se pasa por alto. \
         Los mensajes son los esquemas MessageWithUpdate, del tablero público, y MessageWithMesaUpdate, del de la mesa."
    )
}
