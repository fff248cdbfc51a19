//! The staff that is missing (art. 25).

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Lang, role_words};
use crate::people::Role;
use crate::rules::StaffCount;

/// Who of the least staff is missing, as a sentence goes on: "falta 1 cajero y 2 vendedores-locutores".
pub fn staff_missing(lang: Lang, missing: StaffCount) -> String {
    let count = |(post, count): &(Role, u8)| match lang {
        Lang::Es if *count == 1 => format!("1 {}", one(*post)),
        Lang::Es => format!("{count} {}", several(*post)),
        Lang::En => format!("{count} {}", one(*post)),
    };
    let posts = missing.posts();
    let open: Vec<_> = posts.iter().filter(|(_, count)| *count > 0).collect();
    let falta = if open.first().is_some_and(|(_, count)| *count > 1) { "faltan" } else { "falta" };
    let mut parts: Vec<String> = open.into_iter().map(count).collect();
    let last = parts.pop().unwrap_or_default();
    let and = lang.of("y", "and");
    let list = if parts.is_empty() { last } else { format!("{} {and} {last}", parts.join(", ")) };
    lang.made(format!("{falta} {list}"), format!("missing: {list}"))
}

/// How the staff stands after a change, as a sentence goes on.
pub fn staff_after(missing: StaffCount) -> String {
    if missing.is_none() {
        return "la plantilla mínima está completa".into();
    }
    format!("de la plantilla mínima {}", staff_missing(Lang::Es, missing))
}

/// Who signs an opening, who answers for its rules, and what was answered about staff and reglamento (art. 25, 32.5). People are as
/// they are to be written.
pub fn opening_words(
    by: &str,
    rules_by: &[String],
    staff_complete: Option<bool>,
    rules_shown: Option<bool>,
) -> String {
    let rules = match rules_by {
        [] => String::new(),
        [one] => format!("; responde del reglamento {one}"),
        several => format!("; responden del reglamento {}", several.join(" y ")),
    };
    let staff = match staff_complete {
        Some(true) => "; declara completa la plantilla mínima (art. 25)",
        Some(false) => "; declara incompleta la plantilla mínima (art. 25)",
        None => "",
    };
    let shown = match rules_shown {
        Some(true) => "; los ejemplares del reglamento están a disposición del público (art. 32.5)",
        Some(false) => "; falta algún ejemplar del reglamento para el público (art. 32.5)",
        None => "",
    };
    format!("Firma la apertura {by}{staff}{shown}{rules}")
}

/// A person of a post.
const fn one(post: Role) -> &'static str {
    match post {
        Role::Admision => "persona de admisión y control",
        Role::JefeDeSala
        | Role::JefeDeMesa
        | Role::Cajero
        | Role::VendedorLocutor
        | Role::Auxiliar
        | Role::Inspector => role_words(post),
    }
}

const fn several(post: Role) -> &'static str {
    match post {
        Role::JefeDeSala => "jefes de sala",
        Role::JefeDeMesa => "jefes de mesa",
        Role::Cajero => "cajeros",
        Role::VendedorLocutor => "vendedores-locutores",
        Role::Auxiliar => "auxiliares de sala",
        Role::Admision => "personas de admisión y control",
        Role::Inspector => "inspectores",
    }
}
