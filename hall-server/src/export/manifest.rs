//! `manifiesto.json`: what was asked for, by whom, and which files there are.

use std::ops::RangeInclusive;

use hall_core::event::Event;
use serde::Serialize;

use super::out::Listed;
use super::{Mark, Order, Part};
use crate::journal::{Head, JournalError, RecordReader};

/// What the texts of an export say.
pub(super) struct Told<'a> {
    pub(super) order: &'a Order,
    pub(super) hall: &'a Hall,
    pub(super) lines: &'a RangeInclusive<u64>,
    pub(super) head: Head,
    pub(super) made: String,
    pub(super) warnings: &'a [String],
}

/// The hall as it was founded: its name, its zone, and the SHA-256 of its profile's text.
pub(super) struct Hall {
    pub(super) name: String,
    pub(super) zone: String,
    pub(super) profile_sha256: [u8; 32],
}

impl Hall {
    pub(super) fn read(reader: &RecordReader) -> Result<Hall, JournalError> {
        let first = reader.lines(1, 1)?;
        Ok(match first.into_iter().next() {
            Some((_, Event::HallFounded { name, zone, profile_sha256, .. })) => {
                Hall { name, zone, profile_sha256 }
            }
            _ => Hall { name: String::new(), zone: String::new(), profile_sha256: [0; 32] },
        })
    }
}

/// The text.
pub(super) fn text(told: &Told<'_>, now: i64, files: &[Listed]) -> String {
    #[derive(Serialize)]
    struct Manifest<'a> {
        formato: &'static str,
        programa: &'static str,
        sala: &'a str,
        zona: &'a str,
        hecho: &'a str,
        hecho_utc_ms: i64,
        pedido: Pedido,
        opciones: Opciones,
        lineas: Lineas,
        ficheros: &'a [Listed],
    }
    #[derive(Serialize)]
    struct Pedido {
        por: Option<String>,
        papeles: Vec<&'static str>,
        linea: Option<u64>,
    }
    #[derive(Serialize)]
    struct Opciones {
        sesion: Option<u32>,
        desde: Option<String>,
        hasta: Option<String>,
        decimales: &'static str,
        datos_personales: Vec<&'static str>,
    }
    #[derive(Serialize)]
    struct Lineas {
        primera: u64,
        ultima: u64,
        huella: String,
    }
    let mark = |mark: &Option<Mark>| {
        mark.as_ref().map(|mark| match mark {
            Mark::Line(line) => line.to_string(),
            Mark::Day(day) => day.clone(),
        })
    };
    let order = told.order;
    let (sesion, desde, hasta) = match &order.part {
        Part::Sessions(first, last) if first == last => (Some(*first), None, None),
        Part::Sessions(first, last) => {
            (None, Some(format!("sesión {first}")), Some(format!("sesión {last}")))
        }
        Part::Between(from, to) => (None, mark(from), mark(to)),
    };
    let by = order.by.as_ref();
    let manifest = Manifest {
        formato: "bombo-exportacion/1",
        programa: env!("CARGO_PKG_VERSION"),
        sala: &told.hall.name,
        zona: &told.hall.zone,
        hecho: &told.made,
        hecho_utc_ms: now,
        pedido: Pedido {
            por: by.map(|(person, ..)| person.to_string()),
            papeles: by.map_or(Vec::new(), |(_, roles, _)| roles.iter().map(|role| role.name()).collect()),
            linea: by.map(|(.., line)| *line),
        },
        opciones: Opciones {
            sesion,
            desde,
            hasta,
            decimales: order.decimals.name(),
            datos_personales: order.with.iter().map(|field| field.name()).collect(),
        },
        lineas: Lineas {
            primera: *told.lines.start(),
            ultima: *told.lines.end(),
            huella: told.head.hash.to_string(),
        },
        ficheros: files,
    };
    format!("{}\n", serde_json::to_string_pretty(&manifest).expect("texts and numbers are JSON"))
}
