//! `hall-server report` where it cannot be made, and with secrets at hand. A hall that was played is in the tests of the whole house.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::kit::{Hall, hall_server, words};
use crate::small_disk::SmallDisk;

/// The files of a report.
fn opened(zip: &Path) -> BTreeMap<String, String> {
    let place = tempfile::tempdir().unwrap();
    let unpacked =
        Command::new("python3").args(["-m", "zipfile", "-e"]).arg(zip).arg(place.path()).status().unwrap();
    assert!(unpacked.success(), "it is a .zip");
    let mut files = BTreeMap::new();
    for folder in [place.path().to_owned(), place.path().join("diarios")] {
        for entry in fs::read_dir(&folder)
            .into_iter()
            .flatten()
            .map(Result::unwrap)
            .filter(|entry| entry.path().is_file())
        {
            let text = String::from_utf8(fs::read(entry.path()).unwrap()).expect("all of it is text");
            files.insert(entry.file_name().into_string().unwrap(), text);
        }
    }
    files
}

fn only(folder: &Path) -> Vec<String> {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn a_stopped_hall_is_reported_without_its_secrets() {
    let hall = Hall::new();
    hall.add("# la clave del correo es oculto-1\n[mail]\npassword = \"oculto-2\"\n[time_stamp]\nurl = \"http://u:oculto-3@tsa.example/tsr?clave=oculto-4\"\nauthority = \"/oculto-5\"");
    let log = hall.beside("servidor.log");
    let token = "ab".repeat(32);
    fs::write(&log, format!("2026-11-30 user=ana «Ana Ruiz» entra con {token}\nla semana de Ruiz\n"))
        .unwrap();
    let to = hall.beside("informe.zip");
    let made = hall.asks("report", &["--out", to.to_str().unwrap(), "--log", log.to_str().unwrap()]);
    assert!(made.status.success(), "{}", words(&made));
    for what in [
        "Informe hecho: ",
        "No lleva nombres",
        "Escribiendo el registro: 100 %",
        "Falta metricas.txt: el servidor está parado",
    ] {
        assert!(words(&made).contains(what), "no «{what}» in {}", words(&made));
    }
    let files = opened(&to);
    for name in [
        "LEEME.txt",
        "ajustes.toml",
        "versiones.txt",
        "comprobaciones.txt",
        "comprobaciones.json",
        "registro.jsonl",
        "principio.json",
        "estado.json",
        "fichero-1.txt",
    ] {
        assert!(files.contains_key(name), "no {name} in {:?}", files.keys());
    }
    assert!(files["ajustes.toml"].contains("listen = \"127.0.0.1:0\""), "{}", files["ajustes.toml"]);
    assert!(files["ajustes.toml"].contains("url = \"http://tsa.example/tsr\""), "{}", files["ajustes.toml"]);
    assert!(files["versiones.txt"].contains("hall-server: 0.1.0"), "{}", files["versiones.txt"]);
    assert_eq!(
        files["fichero-1.txt"],
        "2026-11-30 user=(nombre) «(nombre)» entra con abababab…\nla semana de (nombre)\n"
    );
    let keys: Vec<String> = ["camara.clave", "voz.clave", "registro.clave"]
        .iter()
        .filter_map(|name| fs::read_to_string(hall.dir.join(name)).ok())
        .map(|key| key.trim().to_owned())
        .collect();
    assert!(keys.len() >= 2, "the hall has keys to be found");
    for (name, text) in &files {
        for secret in keys.iter().map(String::as_str).chain(["oculto", "Ana Ruiz", &hall.pin, &token]) {
            assert!(!text.contains(secret), "{secret} is in {name}");
        }
    }
    let again = hall.asks("report", &["--out", to.to_str().unwrap()]);
    assert!(!again.status.success() && words(&again).contains("no se escribe encima"), "{}", words(&again));
}

#[test]
fn a_report_that_cannot_be_written_says_what_to_do_and_leaves_nothing() {
    let hall = Hall::new();
    for (to, says) in [
        ("/proc/sys/informe.zip", "No se puede escribir"),
        ("/no/hay/informe.zip", "No se puede escribir"),
        ("informe.txt", "ni termina en «.zip»"),
    ] {
        let refused = hall.asks("report", &["--out", to]);
        assert_eq!(refused.status.code(), Some(1), "{}", words(&refused));
        assert!(words(&refused).contains(says) && words(&refused).contains("--out"), "{}", words(&refused));
    }
    let Some(disk) = SmallDisk::mount(1) else { return };
    fs::write(disk.path().join("relleno"), vec![1; 1024 * 1024 - 16 * 1024]).unwrap();
    let refused = hall.asks("report", &["--out", disk.path().to_str().unwrap()]);
    assert_eq!(refused.status.code(), Some(1), "{}", words(&refused));
    assert!(
        words(&refused).contains("No queda sitio") && words(&refused).contains("--out usb"),
        "{}",
        words(&refused)
    );
    assert_eq!(only(disk.path()), ["relleno"], "nothing is left of it");
}

#[test]
fn a_record_that_cannot_be_read_is_reported_all_the_same() {
    let hall = Hall::new();
    fs::write(hall.dir.join("sala.db"), vec![7; 200_000]).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let made = hall.asks("report", &["--out", folder.path().to_str().unwrap()]);
    assert!(made.status.success(), "{}", words(&made));
    assert!(words(&made).contains("Falta el registro"), "{}", words(&made));
    let names = only(folder.path());
    assert!(
        names.len() == 1 && names[0].starts_with("bombo-informe-20") && names[0].ends_with(".zip"),
        "{names:?}"
    );
    let files = opened(&folder.path().join(&names[0]));
    assert!(files["LEEME.txt"].contains("CUYO REGISTRO NO SE HA PODIDO LEER"), "{}", files["LEEME.txt"]);
    assert!(files["comprobaciones.txt"].contains("MAL    registro") && !files.contains_key("registro.jsonl"));
}

#[test]
fn lines_that_were_changed_are_not_replayed() {
    let hall = Hall::new();
    let to = hall.beside("informe.zip");
    assert!(hall.asks("report", &["--out", to.to_str().unwrap()]).status.success());
    let files = opened(&to);
    let folder = tempfile::tempdir().unwrap();
    let lines = folder.path().join("registro.jsonl");
    let replayed = |text: &str, more: &[&str]| {
        fs::write(&lines, text).unwrap();
        let from = folder.path().to_str().unwrap();
        hall_server(&[&["replay", "--from", from], more].concat())
    };
    let whole = &files["registro.jsonl"];
    assert!(replayed(whole, &[]).status.success());
    let changed = whole.replacen("Sala Técnica", "Sala Tetnica", 1);
    assert!(words(&replayed(&changed, &[])).contains("La línea 1 del registro no es la que sigue"));
    let (_, without) = whole.split_once('\n').unwrap();
    assert!(words(&replayed(without, &[])).contains("La línea 2 del registro no es la que sigue"));
    assert!(words(&replayed(whole, &["--to", "9999"])).contains("No está la línea 9999"));
}
