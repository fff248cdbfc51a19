//! What a technician reads first.

use super::lines::Written;

/// What each file is.
const FILES: [(&str, &str); 11] = [
    (
        "comprobaciones.txt",
        "lo que dice «hall-server doctor» de este equipo: red, relojes, certificados, discos, cables",
    ),
    ("comprobaciones.json", "lo mismo, para un programa"),
    ("versiones.txt", "programa, esquema, sistema y paquetes"),
    (
        "ajustes.toml",
        "los ajustes de la sala; sólo llevan su valor las claves de una lista, y las demás van tachadas",
    ),
    ("salud.json", "lo que el servidor decía de sí mismo (/healthz)"),
    ("metricas.txt", "sus contadores (/metrics), con los de la línea del extractor, las copias y el disco"),
    ("diarios/", "lo que dijeron los programas, sin los nombres del personal ni claves"),
    ("principio.json", "la sala justo antes de la primera línea de este informe"),
    ("registro.jsonl", "las líneas de las últimas sesiones, con el formato de «hall-server export»"),
    ("ultimas-lineas.txt", "las últimas trescientas, con su hora, quién, dónde y qué"),
    ("estado.json", "cómo estaba la sala en la última línea: el tablero que ve todo el mundo"),
];

/// `LEEME.txt`.
pub(super) fn text(names: &[String], lines: Option<&Written>, warnings: &[String]) -> String {
    let of = lines.map_or_else(
        || "UNA SALA CUYO REGISTRO NO SE HA PODIDO LEER".to_owned(),
        |lines| lines.hall.to_uppercase(),
    );
    let mut text = format!("INFORME PARA SOPORTE DE {of}\n\n");
    for warning in warnings {
        text += &format!("AVISO: {warning}\n\n");
    }
    if let Some(lines) = lines {
        let (first, last) = (lines.first, lines.last.seq);
        text += &format!(
            "Lleva las líneas {first} a {last} del registro. La última, de las {at}:\n  {head}\n\n\
             VOLVER A CUALQUIER MOMENTO\n\n\
             En un equipo con la misma versión del programa (versiones.txt), con este fichero descomprimido en una carpeta:\n\n  \
             unzip -d informe FICHERO.zip\n  \
             hall-server replay --from informe\n    \
             la sala en la última línea: el tablero que ve todo el mundo, en JSON\n  \
             hall-server replay --from informe --to {last}\n    \
             en esa línea, o en otra desde la {first}\n  \
             hall-server replay --from informe --to {last} --desk\n    \
             lo que veía la mesa\n\n\
             Comprueba la cadena de huellas de cada línea que lee. Para buscar la línea de un momento, ultimas-lineas.txt, o\n  \
             jq -c 'select(.kind == \"ball_announced\")' informe/registro.jsonl\n\n",
            at = lines.at,
            head = lines.last,
        );
    }
    text += "LO QUE LLEVA\n\n";
    for (name, what) in FILES {
        if names.iter().any(|is| is == name || name.ends_with('/') && is.starts_with(name)) {
            text += &format!("{name:<22} {what}\n");
        }
    }
    text += "\nLO QUE NO LLEVA\n\n\
        Nombres del personal ni de quien reclama, sus documentos y sus firmas; PIN y lo que se guarda de ellos; claves de la sala, de sus puestos,\n\
        de las matrices y de los códigos de los cartones; contraseñas y valores de los ajustes que no están en la lista; actas, películas y\n\
        cartones. Las personas son un número (p3) y un papel. Nada de aquí dice qué cartón gana antes de que se cante.\n\n\
        Lo que alguien tecleó en el registro (notas, motivos) va como lo tecleó, porque su huella depende de ello: si ahí hay un nombre, va.\n\
        De los diarios se quitan los nombres que la sala conoce y lo que parece una clave; léalos antes de darlos si eso importa.\n";
    // For the editor that every computer has.
    format!("\u{feff}{}", text.replace('\n', "\r\n"))
}
