//! The elements of a tagged paper, from the tags of its texts.

use std::collections::BTreeMap;

use krilla::tagging::{Identifier, Node, TableHeaderScope, Tag as Role, TagGroup, TagTree};

use super::{LANGUAGE, level};
use crate::page::{CellKind, Tag};

/// The elements, in the order in which they are read.
#[derive(Default)]
pub(super) struct Elements {
    list: Vec<Element>,
    /// Where an element is that may go on: a paragraph over two folios, a table.
    places: BTreeMap<u32, usize>,
}

enum Element {
    Heading(u16, String, Vec<Identifier>),
    Paragraph(Vec<Identifier>),
    /// Rows by number, with the cells of each by column.
    Table(BTreeMap<u32, BTreeMap<u16, (CellKind, Vec<Identifier>)>>),
}

impl Elements {
    /// Adds content to the element of a tag; `None` is an empty cell.
    pub(super) fn add(&mut self, tag: Tag, words: &str, content: Option<Identifier>) {
        let (block, new) = match tag {
            Tag::Artifact => return,
            Tag::Heading { level, block } => (block, Element::Heading(level, words.to_owned(), Vec::new())),
            Tag::Paragraph { block } => (block, Element::Paragraph(Vec::new())),
            Tag::Cell(cell) => (cell.table, Element::Table(BTreeMap::new())),
        };
        let place = *self.places.entry(block).or_insert_with(|| {
            self.list.push(new);
            self.list.len() - 1
        });
        match (&mut self.list[place], tag) {
            (Element::Table(rows), Tag::Cell(cell)) => {
                let cells = rows.entry(cell.row).or_default();
                cells.entry(cell.column).or_insert((cell.kind, Vec::new())).1.extend(content);
            }
            (Element::Heading(.., contents) | Element::Paragraph(contents), _) => contents.extend(content),
            (Element::Table(_), _) => unreachable!("a block's number is that of one element"),
        }
    }

    pub(super) fn tree(self) -> TagTree {
        let mut tree = TagTree::new().with_lang(Some(LANGUAGE.to_owned()));
        for element in self.list {
            match element {
                Element::Heading(at, words, contents) => {
                    tree.push(group(Role::Hn(level(at), Some(words)), contents));
                }
                Element::Paragraph(contents) if contents.is_empty() => (),
                Element::Paragraph(contents) => tree.push(group(Role::P, contents)),
                Element::Table(rows) => tree.push(table(rows)),
            }
        }
        tree
    }
}

fn group(role: impl Into<krilla::tagging::TagKind>, contents: Vec<Identifier>) -> TagGroup {
    TagGroup::with_children(role, contents.into_iter().map(Node::from).collect())
}

/// All rows of a table have all its cells, also those in which nothing stands.
fn table(rows: BTreeMap<u32, BTreeMap<u16, (CellKind, Vec<Identifier>)>>) -> TagGroup {
    let columns = rows.values().filter_map(|cells| cells.keys().last()).max().map_or(0, |last| last + 1);
    let mut table = TagGroup::new(Role::Table);
    for mut cells in rows.into_values() {
        let mut row = TagGroup::new(Role::TR);
        let titles = cells.values().any(|(kind, _)| *kind == CellKind::Column);
        let other = if titles { CellKind::Column } else { CellKind::Data };
        for column in 0..columns {
            let (kind, contents) = cells.remove(&column).unwrap_or((other, Vec::new()));
            row.push(match kind {
                CellKind::Data => group(Role::TD, contents),
                CellKind::Column => group(Role::TH(TableHeaderScope::Column), contents),
                CellKind::Row => group(Role::TH(TableHeaderScope::Row), contents),
            });
        }
        table.push(row);
    }
    table
}
