//! The page of the cards sold in the present game, to hold in the hand of a player who is not there: a file
//! that any browser opens and that looks again by itself.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::Result;
use hall_core::card::Card;
use hall_core::words::capital;
use hall_wire::board::{CardNumber, Play, PublicBoard};

use super::{Sold, step};
use crate::evening::spoken;

/// How it looks: paper on the console's ground, numbers announced in ink.
const STYLE: &str = "
body{margin:0;background:#0a0f17;color:#f4f6f8;font:17px/1.35 'Atkinson Hyperlegible','Roboto',sans-serif}
header{position:sticky;top:0;background:#131c29;padding:10px 18px;border-bottom:2px solid #3a4a61}
header b{background:#ffd23f;color:#161100;padding:2px 9px;border-radius:4px;margin-right:10px}
h1{font-size:19px;display:inline;margin:0}
p{margin:7px 0 0}
.now{color:#c3cedd}
.won{font-weight:700;font-size:20px;color:#7ce8c4}
main{display:flex;flex-wrap:wrap;gap:14px;padding:16px 18px}
figure{margin:0;background:#f5ecd7;color:#0a0f17;border-radius:6px;padding:7px 9px 9px;break-inside:avoid}
figure.won{outline:5px solid #7ce8c4;font-size:17px;color:#0a0f17;font-weight:400}
figcaption{display:flex;justify-content:space-between;font-weight:700;margin-bottom:5px}
table{border-collapse:collapse}
td{width:31px;height:29px;border:1px solid #b9ae97;text-align:center;font-weight:700}
td.out{background:#0a0f17;color:#f5ecd7}
td.none{background:#e2d8c2}
@media print{header{position:static;background:#fff;color:#000}body{background:#fff;color:#000}}
";

/// Returns the page: the cards with what was announced crossed out, those that could sing now before the others.
pub fn html(board: &PublicBoard, sold: Option<&Sold>) -> String {
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"es\"><head><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"2\">\
         <title>Cartones vendidos (demostración)</title><style>{STYLE}</style></head><body>\n"
    );
    let title = match (&board.game, sold) {
        (Some(game), Some(sold)) => {
            format!("Cartones vendidos en la partida {}: {}", game.game, sold.cards().len())
        }
        _ => "Todavía no hay cartones vendidos: aparecen aquí al cerrar la venta.".to_owned(),
    };
    let _ =
        write!(page, "<header><b>DEMOSTRACIÓN</b><h1>{title}</h1><p class=\"now\">{}</p>", step::now(board));
    let unsung = sold.map(|sold| sold.unsung(board)).unwrap_or_default();
    for words in sold.map(|sold| sold.words(board)).unwrap_or_default() {
        let _ = write!(page, "<p class=\"won\">{}</p>", capital(&words));
    }
    page.push_str("</header>\n<main>\n");
    if let Some(sold) = sold {
        let won = |card: &CardNumber| unsung.iter().find(|(_, other)| other == card).map(|(play, _)| *play);
        let (first, rest): (Vec<_>, Vec<_>) = sold.cards().iter().partition(|(card, _)| won(card).is_some());
        for (number, card) in first.into_iter().chain(rest) {
            figure(&mut page, number, *card, won(number), &board.announced);
        }
    }
    page.push_str("</main></body></html>\n");
    page
}

fn figure(page: &mut String, number: &CardNumber, card: Card, won: Option<Play>, announced: &[u8]) {
    let (class, word) = match won {
        Some(Play::Line) => (" class=\"won\"", "LÍNEA"),
        Some(Play::Bingo) => (" class=\"won\"", "BINGO"),
        None => ("", ""),
    };
    let _ = write!(
        page,
        "<figure{class}><figcaption><span>{} · n.º {}</span><span>{word}</span></figcaption><table>",
        spoken(&number.series),
        number.card
    );
    for row in card.grid() {
        page.push_str("<tr>");
        for cell in row {
            let _ = match cell {
                0 => write!(page, "<td class=\"none\"></td>"),
                called if announced.contains(&called) => write!(page, "<td class=\"out\">{called}</td>"),
                waiting => write!(page, "<td>{waiting}</td>"),
            };
        }
        page.push_str("</tr>");
    }
    page.push_str("</table></figure>\n");
}

/// Puts the page in its place whole: a browser never reads half of one.
///
/// # Errors
/// When it cannot be written.
pub fn write(file: &Path, page: &str) -> Result<()> {
    let draft = file.with_extension("tmp");
    std::fs::write(&draft, page)?;
    Ok(std::fs::rename(&draft, file)?)
}
