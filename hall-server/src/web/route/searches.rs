//! The routes by which cards, and everything else, are looked for.

use hall_core::people::Role::{Cajero, Inspector, JefeDeMesa, JefeDeSala, VendedorLocutor};
use hall_core::request::RequestKind;
use hall_wire::message::{CardsFound, SearchFound};
use hall_wire::problem;

use super::Who::Roles;
use super::{DESK, Route, get};
use crate::web::{cards, search};

pub(super) fn routes() -> Vec<Route> {
    vec![
        get("/api/cards", cards::look_up)
            .called("cards", "Buscar un cartón por serie y número, por su código o por algunos de sus números")
            .who(Roles(&[JefeDeSala, JefeDeMesa, Cajero]))
            .query(cards::PARAMS)
            .gives::<CardsFound>()
            .problems(&[problem::BAD_VALUE, problem::UNKNOWN_SERIES, problem::BROKEN]),
        get("/api/search", search::search)
            .called(
                "search-all",
                "Buscar lo que sea con un texto: cartón, partida, bola, juego, persona, importe, hora o palabras del acta; de quien sólo inspecciona, consta",
            )
            .who(Roles(&[JefeDeSala, JefeDeMesa, Cajero, VendedorLocutor, Inspector]))
            .query(search::PARAMS)
            .gives::<SearchFound>()
            .asks(RequestKind::Search)
            .problems(&[problem::BAD_VALUE, problem::UNKNOWN_SERIES])
            .problems(DESK),
    ]
}
