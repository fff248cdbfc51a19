//! Papers and their signatures over HTTP: what was drawn is sealed, keys are verified, scanned pages are looked at before they are
//! kept (ADR 52).

use hall_core::event::{SignedPaper, SignerRole, key_message, key_proof_message};
use hall_core::people::PersonId;
use hall_log::SecretKey;
use serde_json::json;
use sha2::{Digest, Sha256};

use crate::hall::expect;
use crate::hall::{Asker, Hall};

const HASH: &str = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

fn with_id(asker: &Asker) -> Asker {
    Asker { request_id: Some(uuid::Uuid::new_v4().to_string()), media: "application/pdf", ..asker.clone() }
}

fn page(paper: &str, roles: &str) -> String {
    format!("/api/signatures/page?paper={paper}&sha256={HASH}&roles={roles}")
}

/// The files that lie with the actas.
fn kept(hall: &Hall) -> Vec<String> {
    let files = std::fs::read_dir(hall.folder().join("actas")).into_iter().flatten();
    let mut names: Vec<String> = files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.retain(|name| name.starts_with("firma-"));
    names
}

#[test]
fn what_was_drawn_is_sealed_and_known_again_without_it() {
    let hall = Hall::open();
    let ana = hall.logged_in("ana");
    let body = |strokes: &str| {
        format!(r#"{{"paper":"diligencia-3","sha256":"{HASH}","role":"claimant","strokes":{strokes}}}"#)
    };
    let strokes = "[[[100,400],[700,300]],[[9,9]]]";
    let asker = Asker { media: "application/json", ..with_id(&ana) };
    let first = asker.post("/api/commands/sign-paper", &body(strokes));
    assert_eq!(first.0, 200, "{}", first.1);
    assert_eq!(asker.post("/api/commands/sign-paper", &body("[[[1,1],[2,2]]]")), first, "the same act");
    let other = ana.command("sign-paper", &body("[[[100,400]]]"));
    assert_eq!((other.0, other.1["field"].as_str()), (400, Some("strokes")), "a touch is no signature");
    let seen = hall.seen.lock().unwrap();
    assert_eq!(seen.decided, ["log-in", "sign-paper"]);
    assert_eq!(seen.sealed.last().unwrap(), strokes.as_bytes());
    let whole = [b"sign-paper\0", body(strokes).as_bytes()].concat();
    assert!(!seen.fingerprints.contains(&Sha256::digest(&whole).into()), "nothing of it stays");
}

#[test]
fn a_key_signs_what_its_owner_saw_or_nothing() {
    let hall = Hall::open();
    let ana = hall.logged_in("ana");
    let secret = SecretKey::of_seed(&[4; 32]);
    let public = secret.public();
    let proof =
        |hall: &str, person| secret.sign(key_proof_message(hall, PersonId(person), &public.0).as_bytes());
    let enrol = |proof: &[u8]| {
        ana.command(
            "enrol-key",
            &json!({"key": hex::encode(public.0), "proof": hex::encode(proof)}).to_string(),
        )
    };
    for (hall, person) in [("Otra sala", 1002), ("Sala Prueba", 1001)] {
        let (status, problem) = enrol(&proof(hall, person));
        assert_eq!((status, problem["field"].as_str()), (400, Some("proof")), "of {hall}, person {person}");
    }
    assert_eq!(enrol(&proof("Sala Prueba", 1002)).0, 200);

    let (paper, role) = (SignedPaper::Diligencia(3), SignerRole::JefeDeMesa);
    let mut shown = [0; 32];
    hex::decode_to_slice(HASH, &mut shown).unwrap();
    let sign = |paper: SignedPaper, sha256: [u8; 32], signature: &[u8]| {
        let body = json!({
            "paper": paper.name(), "sha256": hex::encode(sha256), "role": role.name(),
            "key": hex::encode(public.0), "signature": hex::encode(signature),
        });
        ana.command("sign-with-key", &body.to_string())
    };
    let signature = secret.sign(key_message(paper, role, &shown).as_bytes());
    for (paper, sha256) in [(SignedPaper::Diligencia(4), shown), (paper, [1; 32])] {
        let (status, problem) = sign(paper, sha256, &signature);
        assert_eq!((status, problem["field"].as_str()), (400, Some("signature")), "another paper");
    }
    let (status, answer) = sign(paper, shown, &signature);
    assert_eq!(status, 200, "{answer}");
}

#[test]
fn a_scanned_page_is_one_and_lies_with_the_actas_once_it_is_recorded() {
    let hall = Hall::open();
    let (_, document) = hall.asker().get("/api/openapi.json");
    let sala = hall.logged_in("sala");
    let path = "/api/signatures/page";
    let good = page("diligencia-3", "jefe_de_sala,claimant");
    let check = |asker: &Asker, address: &str, body: &[u8], status: u16, code: &str| {
        expect(&document, "post", path, asker.post_bytes(address, body), status, code);
    };
    check(&hall.asker(), &good, b"%PDF-1.7", 401, "sin-identificar");
    check(&hall.logged_in("carla"), &good, b"%PDF-1.7", 403, "sin-facultad");
    check(&sala, &good, b"%PDF-1.7", 400, "sin-request-id");
    check(&with_id(&sala), path, b"%PDF-1.7", 400, "falta-campo");
    check(&with_id(&sala), &page("diligencia-03", "claimant"), b"%PDF-1.7", 400, "valor-no-valido");
    check(&with_id(&sala), &page("diligencia-3", "mesa"), b"%PDF-1.7", 400, "valor-no-valido");
    check(&with_id(&sala), &page("diligencia-3", ""), b"%PDF-1.7", 400, "valor-no-valido");
    for bytes in [&b""[..], b"%PDF", b"GIF89a", b"<html>", b" %PDF-1.7"] {
        check(&with_id(&sala), &good, bytes, 400, "no-es-una-pagina");
    }
    let mut large = b"%PDF-1.7".to_vec();
    large.resize((8 << 20) + 1, b' ');
    check(&with_id(&sala), &good, &large, 413, "cuerpo-demasiado-grande");
    assert_eq!(kept(&hall), [""; 0], "nothing bad is kept");

    large.pop();
    let asker = with_id(&sala);
    let first = asker.post_bytes(&good, &large);
    assert_eq!(first.0, 200, "{}", first.1);
    let name = format!("firma-{}.pdf", asker.request_id.as_ref().unwrap());
    assert_eq!(kept(&hall), std::slice::from_ref(&name));
    assert_eq!(asker.post_bytes(&good, &large), first, "sent again, it is the same");
    // With the same id another page is none, and does not take the first one's place.
    check(&asker, &good, b"%PDF-1.7 otra", 422, "id-reutilizado");
    check(&asker, &good, b"\xff\xd8\xff otra", 422, "id-reutilizado");
    assert_eq!(kept(&hall), std::slice::from_ref(&name));
    assert_eq!(std::fs::read(hall.folder().join("actas").join(name)).unwrap(), large);
    for (bytes, ending) in [(&b"\x89PNG\r\n\x1a\n"[..], "png"), (b"\xff\xd8\xff\xe0", "jpg")] {
        let asker = with_id(&sala);
        assert_eq!(asker.post_bytes(&good, bytes).0, 200);
        let name = format!("firma-{}.{ending}", asker.request_id.unwrap());
        assert!(kept(&hall).contains(&name), "{name}");
    }
}
