//! The sentence of each scene, for signs that have room for one; where a monitor has a headline, it is that.

use hall_wire::board::{Play, PublicBoard, Scene};

/// What a panel says that does not follow the hall.
pub const NO_CONTACT: &str = "SIN CONEXIÓN - ATIENDA A LA VOZ";

/// The sentence of a board that is the server's.
pub fn of(board: &PublicBoard) -> String {
    let game = board.game.as_ref();
    let no = game.map_or_else(String::new, |game| format!(" {}", game.game));
    match board.scene {
        Scene::Closed | Scene::Idle => board.hall.to_uppercase(),
        Scene::Sale => {
            let price = game.map_or_else(String::new, |game| format!(" A {}", money(game.face_value_cents)));
            format!("PARTIDA{no} - VENTA DE CARTONES{price}")
        }
        Scene::Totals => {
            let prizes = game.map_or_else(String::new, |game| {
                format!(" - LÍNEA {} - BINGO {}", money(game.line_cents), money(game.bingo_cents))
            });
            format!("PARTIDA{no}{prizes}")
        }
        Scene::Draw => format!("PARTIDA{no}"),
        Scene::Check => check(board).to_owned(),
        Scene::Question => question(board),
        Scene::Winners => format!("FIN DE LA PARTIDA{no}"),
        Scene::Hold => format!("PARTIDA{no} DETENIDA - ATIENDA A LA VOZ"),
        Scene::Suspended => format!("PARTIDA{no} SUSPENDIDA - GUARDE SUS CARTONES"),
        Scene::Void => format!("PARTIDA{no} ANULADA - GUARDE SUS CARTONES"),
        Scene::NotHeld => format!("PARTIDA{no} NO CELEBRADA"),
    }
}

/// As a monitor says it: a stop after a restart has nothing to check.
fn check(board: &PublicBoard) -> &'static str {
    let stop = board.stop.as_ref();
    match stop.and_then(|stop| stop.claims.last()).map(|claim| claim.play) {
        None if stop.is_some_and(|stop| stop.restart) => "UN MOMENTO, POR FAVOR",
        Some(Play::Line) => "SE COMPRUEBA LÍNEA",
        Some(Play::Bingo) => "SE COMPRUEBA BINGO",
        None => "SE COMPRUEBA UN CARTÓN",
    }
}

fn question(board: &PublicBoard) -> String {
    let asked = board.stop.as_ref().map(|stop| (stop.asked_line, stop.asked_bingo));
    match asked {
        Some((true, true)) => "¿ALGUNA LÍNEA O ALGÚN BINGO MÁS?",
        Some((true, false)) => "¿ALGUNA LÍNEA MÁS?",
        Some((false, true)) => "¿ALGÚN BINGO MÁS?",
        Some((false, false)) | None => "¿ALGUIEN MÁS?",
    }
    .to_owned()
}

/// Cents as `1.002,00 EUR`: a sign may have no sign for the euro.
pub fn money(cents: u64) -> String {
    format!("{} EUR", amount(cents))
}

/// Cents as `1.002,00`.
pub fn amount(cents: u64) -> String {
    let whole = (cents / 100).to_string();
    let mut text = String::new();
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place).is_multiple_of(3) {
            text.push('.');
        }
        text.push(digit);
    }
    format!("{text},{:02}", cents % 100)
}

/// A text as every sign can write it: capitals without accents, nothing outside of ASCII's signs.
pub fn plain(text: &str) -> String {
    text.chars().filter_map(plain_char).collect()
}

fn plain_char(c: char) -> Option<char> {
    match c {
        'Á' | 'À' | 'Â' | 'Ä' | 'Ã' | 'á' | 'à' | 'â' | 'ä' | 'ã' => Some('A'),
        'É' | 'È' | 'Ê' | 'Ë' | 'é' | 'è' | 'ê' | 'ë' => Some('E'),
        'Í' | 'Ì' | 'Î' | 'Ï' | 'í' | 'ì' | 'î' | 'ï' => Some('I'),
        'Ó' | 'Ò' | 'Ô' | 'Ö' | 'Õ' | 'ó' | 'ò' | 'ô' | 'ö' | 'õ' => Some('O'),
        'Ú' | 'Ù' | 'Û' | 'Ü' | 'ú' | 'ù' | 'û' | 'ü' => Some('U'),
        'Ñ' | 'ñ' => Some('N'),
        'Ç' | 'ç' => Some('C'),
        '¿' | '¡' => None,
        '·' | '–' | '—' => Some('-'),
        ' '..='~' => Some(c.to_ascii_uppercase()),
        _ => Some(' '),
    }
}

#[cfg(test)]
#[path = "words_tests.rs"]
mod tests;
