//! What somebody who has the hall's own key writes.

use super::*;

/// Whoever has the hall's own key can write lines with their hashes; what they say is looked at too (ADR 52).
#[test]
fn a_signature_of_something_else_is_named() {
    let hall = Hall::new();
    let (mut journal, _) = Journal::open(hall.folder.path()).unwrap();
    let issued: [u8; 32] = Sha256::digest("%PDF acta").into();
    let key = |key, signature| Signed::Key { key: [key; 32], signature: [signature; 64] };
    let page = || Signed::Page { file: PAGE.to_owned(), page_sha256: Sha256::digest("%PDF firmas").into() };
    let acta = SignedPaper::Acta(SessionNo(1));
    does(&mut journal, Event::PersonKeyEnrolled { person: PersonId(1), key: [3; 32] });
    let from = journal.head().seq + 1;
    for (paper, sha256, role, how) in [
        (acta, [0; 32], SignerRole::JefeDeSala, page()),
        (SignedPaper::Diligencia(9), issued, SignerRole::JefeDeSala, page()),
        (acta, issued, SignerRole::Claimant, page()),
        (acta, issued, SignerRole::JefeDeSala, key(4, 0)),
        (acta, issued, SignerRole::JefeDeSala, key(3, 0)),
    ] {
        let person = Some(PersonId(1));
        does(&mut journal, Event::PaperSigned { signature: 9, paper, sha256, role, person, how });
    }
    drop(journal);
    let report = check(&hall.database(), None).unwrap();
    let found: Vec<String> = report.findings.into_iter().map(|finding| finding.words).collect();
    let wanted = [
        "firma de «acta-1» algo que no es lo que consta de ese papel",
        "firma «diligencia-9», que no consta",
        "firma «acta-1» como quien no lo firma (art. 37.4)",
        "firma «acta-1» con una clave que no era de esa persona",
        "da por firmado «acta-1» con una clave personal que no lo firmó",
    ];
    let wanted: Vec<String> =
        (from..).zip(wanted).map(|(line, words)| format!("La línea {line} {words}.")).collect();
    assert_eq!(found, wanted);
}
