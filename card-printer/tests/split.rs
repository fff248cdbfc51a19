//! An acta whose books are split by face value (37.7, ADR 58): each part is whole by itself and stands in its own book.

use std::fs;
use std::process::Command;

use card_printer::sound::faults;
use serde_json::{Value, json};
use tempfile::TempDir;
use tools::installed;

mod tools;

#[test]
fn each_part_has_its_games_its_sums_its_folios_and_the_whole_frame() {
    let mut acta: Value = serde_json::from_str(include_str!("data/acta.json")).unwrap();
    let book = |name: &str, first: u32| {
        json!({
            "id": name, "authority": "Delegación del Gobierno en Ceuta",
            "folios": [{ "book": name, "first": first, "last": 200 }], "used_up": true,
        })
    };
    let mut totals = acta["totals"].clone();
    totals["sale"]["takings_cents"] = 77_400.into();
    let three = {
        let mut of = totals.clone();
        of["sale"]["takings_cents"] = 0.into();
        of
    };
    acta["parts"] = json!([
        { "face_values_cents": [200], "book": book("2/2026", 31), "totals": totals },
        { "face_values_cents": [300], "book": book("3/2026", 7), "totals": three },
    ]);
    let folder = TempDir::new().unwrap();
    let (input, output) = (folder.path().join("acta.json"), folder.path().join("acta.pdf"));
    fs::write(&input, acta.to_string()).unwrap();
    let run = Command::new(env!("CARGO_BIN_EXE_card-printer"))
        .arg("acta")
        .arg("--in")
        .arg(&input)
        .arg("--out")
        .arg(&output)
        .output()
        .unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    assert_eq!(faults(&fs::read(&output).unwrap()), []);
    let said: Value = serde_json::from_slice(&run.stdout).unwrap();
    let parts: Vec<u64> =
        said["parts"].as_array().unwrap().iter().map(|part| part.as_u64().unwrap()).collect();
    assert_eq!(parts.iter().sum::<u64>(), said["pages"].as_u64().unwrap());
    assert!(parts.len() == 2 && parts.iter().all(|pages| *pages > 0), "{parts:?}");
    if !installed("pdftotext") {
        return;
    }
    let text = |from: u64, to: u64| {
        let (from, to) = (from.to_string(), to.to_string());
        let read = Command::new("pdftotext")
            .args(["-layout", "-f", &from, "-l", &to])
            .arg(&output)
            .arg("-")
            .output();
        String::from_utf8(read.unwrap().stdout).unwrap().split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let (of_two, of_three) = (text(1, parts[0]), text(parts[0] + 1, parts[0] + parts[1]));
    for (part, value, other, first, pages) in
        [(&of_two, "2,00 €", "3,00 €", 31, parts[0]), (&of_three, "3,00 €", "2,00 €", 7, parts[1])]
    {
        assert!(part.contains(&format!("las partidas de cartones de {value}.")), "{part}");
        for frame in [
            "Diligencia de comienzo de la sesión",
            "Diligencia de cierre de la sesión",
            "en las de este libro",
        ] {
            assert_eq!(part.matches(frame).count(), 1, "{frame}: each part is whole by itself");
        }
        for folio in first..first + pages {
            assert!(part.contains(&format!("Folio {folio}")), "{folio}");
        }
        assert!(
            part.contains(&format!("Hoja 1 de {pages}"))
                && part.contains(&format!("Hoja {pages} de {pages}"))
        );
        assert!(!part.contains(&format!("Folio {}", first + pages)));
        let head = part.matches(&format!(" · {value}")).count() as u64;
        assert!(
            head >= pages && !part.contains(&format!(" · {other}")),
            "the head of every page says whose it is"
        );
    }
    // The sample's third game is the only one at 3,00.
    assert!(of_two.contains("Partida n.º 1") && of_two.contains("Partida n.º 2"));
    assert!(!of_two.contains("Partida n.º 3") && of_three.contains("Partida n.º 3"));
    assert!(!of_three.contains("Partida n.º 1"));
}
