//! What is asked for, and what comes of it.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use hall_core::people::{PersonId, Role};

use super::csv::Decimals;
use crate::journal::{Head, JournalError};

/// Which part of the record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// Sessions, from the opening of the first to the last paper about the last.
    Sessions(u32, u32),
    /// Between two marks, both included; from the first line, or to the last, where one is missing.
    Between(Option<Mark>, Option<Mark>),
}

impl Part {
    /// One session.
    pub fn one(session: u32) -> Part {
        Part::Sessions(session, session)
    }
}

/// A place in the record, as people say it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mark {
    /// A line.
    Line(u64),
    /// The sessions of a day, as in "2026-11-21".
    Day(String),
}

impl Mark {
    /// A number or a date.
    pub fn parse(text: &str) -> Option<Mark> {
        let is_day = || hall_core::time::Date::parse(text).is_some();
        text.parse()
            .ok()
            .filter(|line| *line > 0)
            .map(Mark::Line)
            .or_else(|| is_day().then(|| Mark::Day(text.to_owned())))
    }
}

/// Personal data that is taken along only if it is asked for by name (DECISIONS 44).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Field {
    /// Names of the staff.
    Names,
    /// Names and documents of those who made a claim.
    Documents,
    /// Drawn signatures, and pages that were signed on paper.
    Signatures,
}

impl Field {
    /// Every field.
    pub const ALL: [Field; 3] = [Field::Names, Field::Documents, Field::Signatures];

    /// As it is asked for.
    pub fn name(self) -> &'static str {
        match self {
            Field::Names => "names",
            Field::Documents => "documents",
            Field::Signatures => "signatures",
        }
    }

    /// As people read it.
    pub fn words(self) -> &'static str {
        match self {
            Field::Names => "nombres del personal",
            Field::Documents => "nombres y documentos de reclamantes",
            Field::Signatures => "firmas dibujadas y páginas firmadas en papel",
        }
    }
}

/// What is exported, how, and for whom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// The hall's folder.
    pub dir: PathBuf,
    /// Which part.
    pub part: Part,
    /// A folder for it or in which to make one, or a file that ends in `.zip`.
    pub to: PathBuf,
    /// How money is written in the tables.
    pub decimals: Decimals,
    /// Personal data that was asked for.
    pub with: Vec<Field>,
    /// Who asked, if somebody was logged in, and by which line of the record.
    pub by: Option<(PersonId, Vec<Role>, u64)>,
}

/// What was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exported {
    /// The folder or file.
    pub to: PathBuf,
    /// The lines.
    pub lines: RangeInclusive<u64>,
    /// The last of them.
    pub head: Head,
    /// How many files, the manifest included.
    pub files: usize,
    /// SHA-256 of the manifest.
    pub manifest_sha256: [u8; 32],
    /// What people should know, in Spanish.
    pub warnings: Vec<String>,
}

/// Nothing was exported.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The tables are those of an older program.
    #[error(
        "La base de datos es de una versión anterior del programa (esquema {found}; éste usa el {known}) y no se exporta así. Arranque \
         una vez el servidor con este programa («hall-server serve»), que la pone al día, y repita la exportación. Si es una copia, \
         restáurela antes en otra carpeta («hall-server restore»)."
    )]
    OlderSchema {
        /// Its version.
        found: u32,
        /// This program's.
        known: u32,
    },
    /// No such session.
    #[error("No consta la sesión {0}. Compruebe el número.")]
    NoSession(u32),
    /// No session of these days.
    #[error("No hay ninguna sesión en esas fechas.")]
    NoDay,
    /// No such lines.
    #[error("El registro va de la línea 1 a la {0}: esas líneas no existen.")]
    NoLines(u64),
    /// Something has that name.
    #[error("Ya existe {}: no se escribe encima. Elija otro nombre.", .0.display())]
    Exists(PathBuf),
    /// No stick.
    #[error("No hay ningún lápiz USB conectado y montado. Conéctelo, o diga una carpeta con --out.")]
    NoDrive,
    /// More than one.
    #[error("Hay varias unidades conectadas. Diga cuál con --out: {0}")]
    SeveralDrives(String),
    /// It cannot be written.
    #[error("La unidad {} está protegida contra escritura.", .0.display())]
    LockedDrive(PathBuf),
    /// The record could not be read, or the export not written.
    #[error(transparent)]
    Journal(#[from] JournalError),
}
