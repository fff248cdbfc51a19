//! What one person who has all the roles presses next, and who is there when the law asks for a second.

use hall_wire::board::{Play, Prize, PrizeState, PublicBoard, Scene};

use crate::evening::spoken;

/// Somebody besides the person at the console.
pub struct Second {
    /// The user.
    pub user: &'static str,
    /// The name.
    pub name: &'static str,
    /// The PIN.
    pub pin: &'static str,
}

/// The second jefe de sala of the demonstration: she confirms what the person at the console asks.
pub const SECOND: Second = Second { user: "marta", name: "Marta Gil Ferrer", pin: "223606" };

/// Returns what to do now, as the board stands.
pub fn now(board: &PublicBoard) -> String {
    let game = board.game.as_ref().map_or(0, |game| game.game);
    let last = board.session.as_ref().is_some_and(|session| session.last_game);
    match board.scene {
        Scene::Closed => format!(
            "Sala cerrada. MESA: en cada comprobación, su cifra e Intro; cuenta las bolas {}, y son 90. Intro abre la sesión.",
            first_name(SECOND.name)
        ),
        Scene::Idle | Scene::NotHeld => between(last),
        Scene::Sale if board.game.as_ref().is_some_and(|game| game.cards > 0) => format!(
            "Partida {game} en venta. CAJA: entregue más, o pulse − hasta CERRAR LA VENTA y mantenga Intro."
        ),
        Scene::Sale => format!(
            "Partida {game} en venta. AvPág lleva a la CAJA: número del vendedor e Intro; cuántos cartones e Intro."
        ),
        Scene::Totals => {
            "Venta cerrada. RePág vuelve a la MESA: léanse los totales, e Intro empieza la extracción.".to_owned()
        }
        Scene::Draw => {
            "Extracción. Intro anuncia cada bola. Cuando se diga que alguien tiene línea o bingo, * es PARADA.".to_owned()
        }
        Scene::Check if board.stop.as_ref().is_none_or(|stop| stop.claims.is_empty()) => {
            "Parada. Teclee el número del cartón que canta, e Intro lo comprueba. Si no ha cantado nadie, −.".to_owned()
        }
        Scene::Check => "Canto comprobado. Intro da el premio y pregunta, o sigue si no es bueno.".to_owned(),
        Scene::Question => {
            "Pregunta hecha. Cuando el botón se encienda, Intro da la orden.".to_owned()
        }
        Scene::Winners if board.prizes.iter().any(is_due) => {
            let due: Vec<String> = board.prizes.iter().filter(|prize| is_due(prize)).map(prize_words).collect();
            format!(
                "Partida {game} terminada. AvPág lleva a la CAJA; por pagar: {}. Número del cartón, e Intro lo paga.",
                due.join("; ")
            )
        }
        Scene::Winners => between(last),
        Scene::Hold => format!(
            "ALTO. MESA: elija la salida con su cifra, e Intro. De segunda persona, {}: su número y su PIN, {}.",
            first_name(SECOND.name),
            SECOND.pin
        ),
        Scene::Suspended => {
            "Partida suspendida. MESA: Intro da por leído el párrafo; después, reanude o espere al plazo.".to_owned()
        }
        Scene::Void => {
            "Partida anulada. CAJA: devuelva los cartones, contra el cartón. MESA: Intro abre ya la venta siguiente."
                .to_owned()
        }
    }
}

fn is_due(prize: &Prize) -> bool {
    prize.state == PrizeState::Due
}

fn prize_words(prize: &Prize) -> String {
    let play = if prize.play == Play::Line { "línea" } else { "bingo" };
    format!("{play}, cartón {} de la {}", prize.card.card, spoken(&prize.card.series))
}

fn between(last: bool) -> String {
    if last {
        return "Era la última partida. MESA: F7 cierra la sesión; se cuentan 90 bolas, y el acta queda hecha.".to_owned();
    }
    "Entre partidas. MESA: Intro abre la venta siguiente; F11 anuncia la última; F7 cierra la sesión."
        .to_owned()
}

fn first_name(name: &str) -> &str {
    name.split_whitespace().next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCENES: [Scene; 12] = [
        Scene::Closed,
        Scene::Idle,
        Scene::Sale,
        Scene::Totals,
        Scene::Draw,
        Scene::Check,
        Scene::Question,
        Scene::Winners,
        Scene::Hold,
        Scene::Suspended,
        Scene::Void,
        Scene::NotHeld,
    ];

    #[test]
    fn each_scene_says_what_to_press_and_a_hold_who_is_the_second() {
        for scene in SCENES {
            let said = now(&PublicBoard { scene, ..PublicBoard::default() });
            assert!(said.contains("Intro") || said.contains("cierra"), "{scene:?}: {said}");
        }
        let hold = now(&PublicBoard { scene: Scene::Hold, ..PublicBoard::default() });
        assert!(hold.contains(SECOND.pin) && hold.contains("Marta"), "{hold}");
    }
}
