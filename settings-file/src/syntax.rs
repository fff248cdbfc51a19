//! The TOML parser's complaints in Spanish.

/// How the parser's message begins, and what to do.
const SYNTAX: [(&str, &str); 16] = [
    ("duplicate key", "esto ya está escrito más arriba, y sólo puede estar una vez"),
    ("cannot extend", "esto ya está escrito más arriba, y no se puede ampliar"),
    ("unclosed table", "falta el corchete que cierra: una parte se escribe [nombre]"),
    ("unclosed array table", "falta el corchete que cierra: una parte se escribe [nombre]"),
    ("invalid table", "una parte se escribe [nombre]"),
    ("unclosed array", "falta el corchete que cierra la lista"),
    ("unclosed inline table", "falta la llave que cierra"),
    ("key with no value", "falta «=» y el valor: se escribe clave = valor"),
    ("missing value", "falta el valor: se escribe clave = valor"),
    ("extra `=`", "sobra un «=»"),
    ("string values must be quoted", "falta el valor, o le faltan las comillas a un texto"),
    ("missing escaped value", "dentro de un texto, la barra \\ se escribe dos veces: \\\\"),
    ("unexpected key or value", "sobra lo que hay detrás del valor: cada clave va en una línea suya"),
    ("unexpected leading zero", "un número no empieza por cero"),
    ("invalid unquoted key", "una clave son letras sin tilde, cifras y «_»"),
    ("carriage return", "hay un fin de línea a medias: guarde el fichero otra vez con su editor"),
];

/// Why a line is no TOML.
pub(crate) fn in_spanish(message: &str) -> &'static str {
    if message.contains("string") && message.starts_with("invalid") {
        return "el texto no termina: van comillas a los dos lados, en la misma línea";
    }
    let known = SYNTAX.iter().find(|(begins, _)| message.starts_with(begins));
    known.map_or("no se entiende: compruebe comillas, corchetes y «=»", |(_, words)| *words)
}

/// The list written with the wrong brackets, where the parser complains of that.
pub(crate) fn brackets<'a>(lists: &[&'a str], line: &str, message: &str) -> Option<&'a str> {
    if !message.starts_with("duplicate key") && !message.starts_with("cannot extend") {
        return None;
    }
    let line = line.split('#').next()?.trim();
    let name = line.trim_start_matches('[').trim_end_matches(']').trim();
    lists.iter().copied().find(|list| line.starts_with('[') && *list == name)
}

pub(crate) fn two_brackets(list: &str) -> String {
    format!("«{list}» va siempre con dos corchetes, [[{list}]]: puede haber varios")
}
