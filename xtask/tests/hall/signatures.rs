//! Papers signed through the real programs (37.3, 37.4; DECISIONS 45, ADR 52): a claim and the acta, with strokes that are shown
//! on the sheet of signatures and nowhere else, and an acta whose file was changed, which nobody signs.

use hall_core::event::SignerRole::{Claimant, JefeDeMesa, JefeDeSala};
use hall_wire::message::{PaperToSign, Signatures};
use serde_json::{Value, json};
use xtask::staff::code;

use crate::game_sheet::words_of;
use crate::kit::{Hall, Setup, said, tool, until};

fn papers(hall: &Hall) -> Vec<PaperToSign> {
    hall.staff.mesa.get::<Signatures>("/api/signatures").expect("the papers").papers
}

fn paper(hall: &Hall, name: &str) -> PaperToSign {
    papers(hall).into_iter().find(|paper| paper.paper == name).expect("it can be signed")
}

fn signature(of: &PaperToSign, role: &str, strokes: &Value) -> Value {
    json!({ "paper": of.paper, "sha256": of.sha256, "role": role, "strokes": strokes })
}

/// An "E" of three strokes.
fn strokes() -> Value {
    json!([[[300, 200], [300, 800], [900, 800]], [[300, 500], [800, 500]], [[300, 200], [900, 200]]])
}

#[test]
fn a_claim_and_an_acta_are_signed_as_they_were_shown_and_a_changed_acta_is_not() {
    let hall = Hall::open(&Setup { machine: false, ..Setup::default() });
    let claim = json!({
        "about": "reclamacion", "text": "No se oyó la bola 42", "claimant": { "name": "Eva Gil" },
    });
    hall.must(&hall.staff.sala, "write-diligencia", &claim);
    let lacks = "La reclamación 1 carece de valor sin la firma y el documento de quien reclama (37.4)";
    hall.board(|(_, board)| board.warnings.iter().any(|warning| warning.es == lacks));
    let written = paper(&hall, "diligencia-1");
    assert!(written.lacks_value && written.text.contains("No se oyó la bola 42"), "{written:?}");
    assert!(!written.text.contains("Eva"), "what is signed names nobody");
    assert_eq!(written.claimant.as_deref(), Some("Eva Gil"), "who attends sees who claims");
    assert_eq!((written.missing.clone(), written.may.clone()), (vec![JefeDeSala, Claimant], vec![Claimant]));
    let signed = signature(&written, "claimant", &strokes());
    hall.must(&hall.staff.mesa, "sign-paper", &signed);
    assert_eq!(hall.refused(&hall.staff.mesa, "sign-paper", &signed), "firma-no-valida", "once is enough");
    let other = json!({ "sha256": "00".repeat(32) });
    let mut of_another = signature(&written, "jefe_de_sala", &strokes());
    of_another["sha256"] = other["sha256"].clone();
    assert_eq!(hall.refused(&hall.staff.sala, "sign-paper", &of_another), "ya-no-es-asi");

    let acta = hall.close_session();
    let text = words_of(&std::fs::read(&acta).expect("it is on disk"), &hall.dir());
    if let Some(text) = text {
        assert!(text.contains("Sin el documento del reclamante, carece de valor (art. 37.4)"), "{text}");
        assert!(text.contains("quien reclama firma la diligencia 1, en la pantalla"), "{text}");
    }
    let issued = paper(&hall, "acta-1");
    let of = |of: &str| hall.lines_of("acta_issued")[0].body[of].clone();
    assert_eq!(json!(issued.sha256), of("sha256"), "an acta's hash is its file's");
    assert_eq!(
        (issued.missing.clone(), issued.may.clone()),
        (vec![JefeDeSala, JefeDeMesa], vec![JefeDeMesa])
    );

    // The server itself reads the acta once more at the close, and would rightly call the next file a fault of the record.
    until("the check that follows the close", || {
        let log = std::fs::read_to_string(hall.dir().join("servidor.log")).expect("the log");
        log.split_once("acta on disk")?.1.contains("the record is sound").then_some(())
    });
    // Somebody puts another file in its place: nobody signs that.
    let whole = std::fs::read(&acta).expect("it is on disk");
    std::fs::write(&acta, [&whole[..], b"!"].concat()).expect("it can be written");
    let signed = signature(&issued, "jefe_de_mesa", &strokes());
    let refused = hall.ask(&hall.staff.mesa, "sign-paper", &signed).expect_err("it is another");
    assert_eq!(code(&refused), "acta-cambiada");
    std::fs::write(&acta, whole).expect("it can be written");
    hall.must(&hall.staff.mesa, "sign-paper", &signed);
    hall.must(&hall.staff.sala, "sign-paper", &signature(&issued, "jefe_de_sala", &strokes()));
    assert_eq!(paper(&hall, "acta-1").missing, []);

    let sheet = hall.staff.sala.get_bytes("/api/signatures/acta-1/sheet.pdf").expect("the sheet");
    assert!(sheet.starts_with(b"%PDF"), "{} bytes", sheet.len());
    if let Some(text) = words_of(&sheet, &hall.dir()) {
        for words in ["Hoja de firmas", &issued.sha256, "Jefe de Sala", "Jefe de Mesa", "En la pantalla"] {
            assert!(text.contains(words), "no «{words}» in «{text}»");
        }
        assert!(!text.contains("Falta la firma"), "{text}");
    }
    // Neither strokes nor names are in the record.
    let record: String = hall.record().iter().map(|row| row.line.body.clone()).collect();
    assert!(!record.contains("[300,200]") && !record.contains("Eva Gil"), "what is sealed is sealed");
    assert_eq!(hall.lines_of("paper_signed").len(), 3);
    let checked = tool(&["check"], &hall.dir());
    assert!(checked.status.success(), "{}", said(&checked));
    hall.finish();
}
