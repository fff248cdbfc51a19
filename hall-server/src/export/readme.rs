//! What a person reads first.

use super::csv::inert;
use super::manifest::Told;
use super::{Field, Part};

/// `LEEME.txt`.
pub(super) fn text(told: &Told<'_>) -> String {
    let order = told.order;
    let what = match &order.part {
        Part::Sessions(first, last) if first == last => format!("la sesión {first}"),
        Part::Sessions(first, last) => format!("las sesiones {first} a {last}"),
        Part::Between(..) => "un tramo del registro".to_owned(),
    };
    let by = match &order.by {
        Some((person, roles, _)) => {
            let roles: Vec<&str> = roles.iter().map(|role| role.name()).collect();
            format!("la persona {} ({})", person.0, roles.join(", "))
        }
        None => "quien la hizo en el propio servidor, sin identificarse".to_owned(),
    };
    let data = if order.with.is_empty() {
        "No lleva datos personales: las personas son un número y un papel. Los textos que alguien escribió en el registro (notas, \
         motivos, diligencias) van como se escribieron, porque su huella depende de ellos."
            .to_owned()
    } else {
        let fields: Vec<&str> = order.with.iter().copied().map(Field::words).collect();
        format!(
            "LLEVA DATOS PERSONALES, porque se pidieron: {}. Están en «tablas». Trátelos conforme a la ley, y no los dé a \
             quien no los necesite.",
            fields.join("; ")
        )
    };
    let warnings: String = told.warnings.iter().map(|warning| format!("AVISO: {warning}\r\n\r\n")).collect();
    let text = format!(
        "EXPORTACIÓN DEL REGISTRO DE {hall}\n\n\
         Contiene {what}: las líneas {first} a {last}.\n\
         La pidió {by}.\n\
         Hecha el {made}.\n\n\
         CÓMO COMPROBARLA\n\n\
         1. Abra «verificador.html» con doble clic, en cualquier ordenador. No hace falta instalar nada ni tener red.\n\
         2. Arrastre sobre la página esta carpeta, o el fichero .zip, y lea lo que dice.\n\
         3. Si no se fía de esta página, «verify_acta.py» hace lo mismo y no comparte con ella ni una línea:\n\
         \x20     python3 verify_acta.py CARPETA\n\
         4. Escriba en el verificador el número de «Registro» y la «Huella» que el acta lleva impresos al pie de cada folio, que\n\
         \x20  le dirá si esa línea es la misma. La última línea de esta exportación es\n\
         \x20     {head}\n\n\
         Quien dude de los dos verificadores puede escribir otro: el formato se explica en la página «export.md» del programa.\n\n\
         DATOS PERSONALES\n\n\
         {data}\n\n\
         QUÉ HAY\n\n\
         registro.jsonl         las líneas del registro, una en cada renglón\n\
         antecedentes.jsonl     líneas anteriores en que se apoyan\n\
         registro.esquema.json  qué dice cada clase de línea\n\
         perfil.toml            el reglamento con que se fundó la sala, si su carpeta lo tiene\n\
         tablas                 lo mismo en tablas, para una hoja de cálculo\n\
         actas                  las actas, tal como se emitieron\n\
         sellos                 donde los hay, sellos de tiempo de otra casa sobre lo que firmó la sala. Con OpenSSL y el certificado de esa casa:\n\
         \x20                        openssl ts -verify -data sellos/sesion-N.nota -in sellos/sesion-N.tsr -CAfile CERTIFICADO.pem\n\
         firmas                 sólo si se pidieron: firmas dibujadas y páginas firmadas en papel\n\
         puntos, frontera.json, claves.json  puntos de control, firmas y claves públicas\n\
         manifiesto.json        qué se pidió, y la huella de cada fichero\n",
        hall = inert(&told.hall.name).to_uppercase(),
        first = told.lines.start(),
        last = told.lines.end(),
        made = told.made,
        head = told.head,
    );
    // For the editor that every computer has.
    format!("\u{feff}{}{}", warnings, text.replace('\n', "\r\n"))
}
