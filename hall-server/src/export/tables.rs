//! The tables for people, and personal data where it was asked for.

use super::csv::{self, inert, quoted};
use super::out::{Out, put};
use super::{ExportError, Field, Order};
use crate::access::Identity;
use crate::journal::{Named, Piece, RecordReader, TABLES};

/// Writes every table.
pub(super) fn write(
    out: &mut Out,
    reader: &RecordReader,
    piece: &Piece,
    order: &Order,
    progress: &mut dyn FnMut(&str, u64),
) -> Result<(), ExportError> {
    for (place, (table, rows)) in TABLES.into_iter().enumerate() {
        progress("Escribiendo las tablas", (place * 100 / TABLES.len()) as u64);
        out.file(&format!("tablas/{table}.csv"), |into| {
            put(into, csv::MARK.as_bytes())?;
            let mut written = Ok(());
            reader.table((table, rows), piece, |columns, row| {
                if written.is_ok() {
                    let text = match row {
                        None => csv::head(columns, order.decimals),
                        Some(row) => csv::cells(columns, row, order.decimals),
                    };
                    written = put(into, text.as_bytes());
                }
                Ok(())
            })?;
            written
        })?;
    }
    progress("Escribiendo las tablas", 100);
    if order.with.contains(&Field::Names) {
        people(out, reader, order)?;
    }
    if order.with.contains(&Field::Documents) {
        claimants(out, reader, piece, order)?;
    }
    Ok(())
}

fn people(out: &mut Out, reader: &RecordReader, order: &Order) -> Result<(), ExportError> {
    let rows = reader.identities()?.into_iter().map(|person| {
        let name = unsealed(reader, &person)
            .and_then(|bytes| Identity::from_bytes(&bytes))
            .map_or_else(gone, |identity| identity.name);
        let roles: Vec<String> = serde_json::from_str(&person.roles).unwrap_or_default();
        [format!("p{}", person.number), roles.join(" "), name]
    });
    table(out, "personas", ["persona", "papeles", "nombre"], rows.collect(), order)
}

fn claimants(out: &mut Out, reader: &RecordReader, piece: &Piece, order: &Order) -> Result<(), ExportError> {
    let rows = reader.claimants(&piece.lines)?.into_iter().map(|claimant| {
        let value = unsealed(reader, &claimant)
            .and_then(|bytes| serde_json::from_slice::<serde_json::Value>(&bytes).ok());
        let text = |field: &str| {
            let found = value.as_ref().and_then(|value| value[field].as_str());
            found.map_or_else(gone, str::to_owned)
        };
        [claimant.number.to_string(), text("name"), text("document")]
    });
    table(out, "reclamantes", ["diligencia", "nombre", "documento"], rows.collect(), order)
}

fn unsealed(reader: &RecordReader, of: &Named) -> Option<Vec<u8>> {
    reader.unseal(&of.sealed).ok().flatten()
}

fn gone() -> String {
    "(borrado)".to_owned()
}

fn table(
    out: &mut Out,
    name: &str,
    columns: [&str; 3],
    rows: Vec<[String; 3]>,
    order: &Order,
) -> Result<(), ExportError> {
    let head: Vec<String> = columns.map(inert).to_vec();
    let between = if order.decimals == csv::Decimals::Comma { ";" } else { "," };
    let rows: String =
        rows.iter().map(|row| row.each_ref().map(|cell| quoted(cell)).join(between) + "\r\n").collect();
    out.text(
        &format!("tablas/{name}.csv"),
        &format!("{}{}{rows}", csv::MARK, csv::head(&head, order.decimals)),
    )
}
