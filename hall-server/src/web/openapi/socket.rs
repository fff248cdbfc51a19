//! What is so of the sockets: they only send, and are never silent.

use hall_wire::message::{PING_EVERY, SILENCE_MAX};

/// What comes over a socket, and what its silence means.
pub(super) fn rules() -> String {
    let (every, silence) = (PING_EVERY.as_secs(), SILENCE_MAX.as_secs());
    format!(
        "**El socket** sólo envía, una trama de texto por mensaje. Primero llega `hello`; luego `whole`, el tablero entero, y antes \
         de él no se enseña nada; después `changed`, lo que cambia. Si `after` de un `changed` no es el `seq` del último mensaje, se ha \
         perdido algo: ciérrese y ábrase otra vez. Cuando no hay nada que decir llega `ping`, al menos uno cada {every} s. Tras \
         {silence} s sin mensajes la pantalla dice que no sabe cómo va la partida, y se conecta de nuevo. Lo que envíe el cliente no se \
         lee; a los ping del propio WebSocket se responde. Un mensaje de un `type` que no se conoce, o una `section`, se pasa por alto. \
         Los mensajes son los esquemas MessageWithUpdate, del tablero público, y MessageWithMesaUpdate, del de la mesa."
    )
}
