//! The tree of tags (ISO 19005-2, 6.7, and ISO 32000-1, 14.7): whole, of known roles, and of all that is on the pages.

use std::collections::{BTreeMap, BTreeSet};

use super::file::File;
use super::object::{Dict, Object};
use super::rules::fault;
use super::{Fault, Rule};

/// The roles that our papers use; others must be mapped to one of these.
const ROLES: [&str; 14] =
    ["Document", "Part", "Sect", "Div", "P", "Span", "H1", "H2", "H3", "Table", "TR", "TH", "TD", "Figure"];

/// A page with its number and its marked pieces.
type Shown<'a, 'b> = (u32, &'b Dict<'a>, BTreeSet<i64>);

pub(super) fn check(file: &File<'_>, catalog: &Dict<'_>, pages: &[Shown<'_, '_>], faults: &mut Vec<Fault>) {
    let mut bad = |what: &str| faults.push(fault(Rule::Tags, what));
    let marked = file.dict(catalog, "MarkInfo").and_then(|info| info.get("Marked"));
    if marked != Some(&Object::Bool(true)) {
        bad("no dice que está etiquetado (MarkInfo)");
    }
    let Some(root) = file.dict(catalog, "StructTreeRoot") else {
        bad("no hay árbol de etiquetas");
        return;
    };
    let mut tree =
        Tree { file, roles: file.dict(root, "RoleMap"), pieces: BTreeMap::new(), wrong: BTreeSet::new() };
    tree.read(root);
    for what in &tree.wrong {
        bad(what);
    }
    let parents = file.dict(root, "ParentTree").and_then(|tree| file.array(tree, "Nums")).unwrap_or(&[]);
    for (number, page, shown) in pages {
        let tagged: BTreeSet<i64> = tree
            .pieces
            .range((*number, i64::MIN)..=(*number, i64::MAX))
            .map(|((_, piece), _)| *piece)
            .collect();
        if tagged != *shown {
            bad(&format!("página {number}: el árbol y la página no tienen los mismos trozos"));
            continue;
        }
        let key = page.int("StructParents");
        let of_page = parents.chunks_exact(2).find(|pair| pair[0].int() == key && key.is_some());
        let of_page = of_page.and_then(|pair| file.resolved(&pair[1]).array()).unwrap_or(&[]);
        let same = (0..)
            .zip(of_page)
            .all(|(piece, parent)| tree.pieces.get(&(*number, piece)).copied() == parent.reference());
        if !same || of_page.len() != shown.len() {
            bad(&format!("página {number}: no se llega de sus trozos al árbol (ParentTree)"));
        }
    }
}

struct Tree<'a, 'b> {
    file: &'b File<'a>,
    roles: Option<&'b Dict<'a>>,
    /// The element of each piece of each page.
    pieces: BTreeMap<(u32, i64), u32>,
    wrong: BTreeSet<String>,
}

impl<'a, 'b> Tree<'a, 'b> {
    fn read(&mut self, root: &'b Dict<'a>) {
        let mut waiting: Vec<(u32, String)> = Vec::new();
        for child in self.children(root) {
            waiting.extend(child.reference().map(|number| (number, String::new())));
        }
        if waiting.is_empty() {
            self.wrong.insert("el árbol está vacío".to_owned());
        }
        let mut seen = BTreeSet::new();
        while let Some((number, above)) = waiting.pop() {
            let Some(element) =
                self.file.object(number).and_then(Object::dict).filter(|_| seen.insert(number))
            else {
                self.wrong.insert(format!("la etiqueta {number} falta o está dos veces"));
                continue;
            };
            let role = self.role(element);
            self.placed(number, &role, &above);
            if role == "Table" {
                self.table(number, element);
            }
            let page = element.get("Pg").and_then(Object::reference);
            for child in self.children(element) {
                match child {
                    Object::Ref(below) => waiting.push((*below, role.clone())),
                    Object::Int(piece) => self.piece(page, *piece, number),
                    Object::Dict(reference) if reference.is("Type", "MCR") => {
                        let page = reference.get("Pg").and_then(Object::reference).or(page);
                        self.piece(page, reference.int("MCID").unwrap_or(-1), number);
                    }
                    _ => {
                        self.wrong.insert(format!("la etiqueta {number} contiene algo que no se espera"));
                    }
                }
            }
        }
    }

    fn children(&self, element: &'b Dict<'a>) -> &'b [Object<'a>] {
        match element.get("K") {
            Some(Object::Array(list)) => list,
            Some(one @ (Object::Int(_) | Object::Dict(_) | Object::Ref(_))) => std::slice::from_ref(one),
            _ => &[],
        }
    }

    /// The role of an element, mapped to a known one.
    fn role(&self, element: &Dict<'a>) -> String {
        let own = element.name("S").unwrap_or_default();
        let own = String::from_utf8_lossy(own);
        let mapped = self.roles.and_then(|roles| roles.name(&own));
        mapped.map_or_else(|| own.to_string(), |mapped| String::from_utf8_lossy(mapped).into_owned())
    }

    fn placed(&mut self, number: u32, role: &str, above: &str) {
        let good = match role {
            "TR" => above == "Table",
            "TH" | "TD" => above == "TR",
            "Document" => above.is_empty(),
            _ => ROLES.contains(&role) && !matches!(above, "" | "Table" | "TR"),
        };
        if !good {
            self.wrong.insert(format!("la etiqueta {number}, «{role}», no va dentro de «{above}»"));
        }
    }

    /// A table has rows of one width and cells that name its columns or rows.
    fn table(&mut self, number: u32, table: &'b Dict<'a>) {
        let (mut widths, mut named) = (BTreeSet::new(), false);
        for row in self.children(table) {
            let Some(row) = self.file.resolved(row).dict() else { continue };
            let cells = self.children(row);
            widths.insert(cells.len());
            named |= cells.iter().any(|cell| {
                self.file.resolved(cell).dict().is_some_and(|cell| cell.is("S", "TH") && cell.has("A"))
            });
        }
        if widths.len() != 1 || !named {
            self.wrong.insert(format!("la tabla {number} no es regular o no tiene cabeceras"));
        }
    }

    fn piece(&mut self, page: Option<u32>, piece: i64, element: u32) {
        let twice = page.is_none_or(|page| self.pieces.insert((page, piece), element).is_some());
        if twice {
            self.wrong.insert(format!(
                "el trozo {piece} de la etiqueta {element} está dos veces o en ninguna página"
            ));
        }
    }
}
