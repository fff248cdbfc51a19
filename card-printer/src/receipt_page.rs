//! Lays out the receipt of a prize: the upper third of a page, to be cut off.

use hall_core::series::spelt;
use hall_wire::paper::{Play, ReceiptSheet};

use crate::acta_page::{time, words};
use crate::certificate_page::{BODY, GAP, LEFT, NOTE, STRONG, TITLE, WIDTH, facts, head};
use crate::check::BadInput;
use crate::code::{Code, Strength};
use crate::game_page::paragraph;
use crate::page::{A4_WIDTH, Align, Document, Ink, Page, PlacedCode, Rule, Style, Tenths};

/// Where the receipt is cut off.
const CUT: Tenths = 990;

/// Side of the code, quiet zone included.
const CODE: Tenths = 420;

/// Where it says what the code leads to.
const ABOUT: Tenths = 640;

/// The amount is what people look for.
const AMOUNT: Style = Style { size: 340, ..STRONG };

const CHECK: &str = "Aquí se comprueba la partida entera: que los cartones estaban fijados antes de venderse, las bolas en su orden y quién ganó. \
    Con el móvil, en la red de la sala. La página se comprueba sola, y guardada vale también sin la sala.";

/// Lays out a receipt.
///
/// # Errors
/// [`BadInput::Address`] for an address that no code holds.
pub fn lay_out(sheet: &ReceiptSheet) -> Result<Document, BadInput> {
    let mut page = Page::default();
    head(&mut page, "JUSTIFICANTE DE PREMIO", &sheet.hall, (sheet.demo, sheet.draft));
    let room = WIDTH - CODE - GAP;
    let play = match sheet.play {
        Play::Line => "Premio de línea",
        Play::Bingo => "Premio de bingo",
    };
    page.text(LEFT, 216, room, Align::Left, TITLE, play);
    page.text(LEFT, 350, room, Align::Left, AMOUNT, &words::money(sheet.amount_cents));
    let card = format!("{} n.º {}", spelt(&sheet.card.series), words::grouped(u64::from(sheet.card.number)));
    let game = format!("n.º {}", words::grouped(u64::from(sheet.game)));
    // The last column is the code's.
    let aside = || ("", String::new(), 5);
    let y = facts(&mut page, 396, STRONG, &[("Partida", game, 4), ("Cartón", card, 8), aside()]);
    let payer = format!("La persona n.º {}", sheet.paid_by);
    let paid = [("Pagado", time::kept(&sheet.paid_at), 7), ("Por", payer, 5), aside()];
    let y = facts(&mut page, y, STRONG, &paid);
    let whose = [sheet.company.as_str(), sheet.place.as_str()];
    let whose: Vec<&str> = whose.into_iter().filter(|text| !text.is_empty()).collect();
    let y = paragraph(&mut page, LEFT, y + 8, room, BODY, &whose.join(" · ")).max(ABOUT);
    match &sheet.proof {
        Some(address) => {
            let code =
                Code::new(address, Strength::Medium).map_err(|_| BadInput::Address(address.clone()))?;
            page.codes.push(PlacedCode { x: LEFT + WIDTH - CODE, y: 150, side: CODE, code });
            let y = paragraph(&mut page, LEFT, y, WIDTH, BODY, CHECK);
            page.text(LEFT, y + 34, WIDTH, Align::Left, STRONG, address);
        }
        None => {
            let where_to =
                format!("{CHECK} La página es /tv/pruebas/{} del servidor de la sala.", sheet.game);
            paragraph(&mut page, LEFT, y, WIDTH, BODY, &where_to);
        }
    }
    let record = &sheet.record;
    let anchor = format!("Registro n.º {} · Huella {}", words::grouped(record.seq), record.head_hash);
    page.across(LEFT, CUT - 118, WIDTH, 2, Ink::Silver);
    page.text(LEFT, CUT - 76, WIDTH, Align::Left, NOTE, &anchor);
    page.text(LEFT, CUT - 38, WIDTH, Align::Left, NOTE, &format!("Hecho con {}.", sheet.program));
    page.rules.push(Rule { from: (0, CUT), to: (A4_WIDTH, CUT), thickness: 2, ink: Ink::Grey, dashed: true });
    Ok(Document {
        title: format!("Justificante de premio · partida n.º {} · {}", sheet.game, sheet.hall),
        creator: sheet.program.clone(),
        pages: vec![page],
    })
}
