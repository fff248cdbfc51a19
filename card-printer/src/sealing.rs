//! An acta is signed with the hall's certificate by the feature `seal`; a program without it says so, and signs nothing.

use std::path::Path;

use anyhow::Context;
use card_printer::archive::Moment;
use card_printer::seal::{Seal, SealFiles};

use crate::arguments::SealKey;

/// The paper, signed at a moment.
pub fn signed(pdf: Vec<u8>, certificate: &Path, key: &SealKey, at: Moment) -> anyhow::Result<Vec<u8>> {
    read(certificate, key)?.sign(pdf, at).context("el acta no se ha firmado")
}

/// Whose the certificate is and until when, or why it signs nothing.
pub fn report(certificate: &Path, key: &SealKey, at: Moment) -> anyhow::Result<serde_json::Value> {
    let seal = read(certificate, key)?;
    seal.check(at).context("no sirve para firmar")?;
    Ok(serde_json::json!({ "subject": seal.subject(), "until": seal.until() }))
}

fn read(certificate: &Path, SealKey { key, password }: &SealKey) -> anyhow::Result<Seal> {
    let files =
        SealFiles { certificate: certificate.to_owned(), key: key.clone(), password: password.clone() };
    Seal::read(&files).context("el certificado de la sala no se puede usar")
}
