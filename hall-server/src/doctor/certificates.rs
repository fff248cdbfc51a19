//! The hall's authority, what its server shows, and the certificates that its settings name.

use std::os::unix::fs::MetadataExt;
use std::path::Path;

use hall_trust::{Authority, FILE};
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use x509_cert::Certificate;
use x509_cert::der::Decode;

use super::asked::shown;
use super::{Finding, Place};
use crate::clock::utc_ms;
use crate::papers::Papers;
use crate::stamps;

const AUTHORITY: &str = "clave de sala";

/// Certificates that end so soon are told of.
const SOON_MS: i64 = 60 * 24 * 60 * 60 * 1_000;

/// The server's own is made anew each day, and ends after ninety.
const SERVER_SOON_MS: i64 = 30 * 24 * 60 * 60 * 1_000;

pub(super) fn check(place: &Place<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let authority = authority(place, &mut findings);
    findings.extend(of_the_server(place, authority.as_ref()));
    let Some(config) = place.settings() else { return findings };
    if let Some(settings) = &config.time_stamp {
        findings.push(match stamps::authorities(&settings.authority) {
            Ok(_) => life(place, "sello de tiempo", &settings.authority),
            Err(error) => Finding::bad(
                "sello de tiempo",
                error.to_string(),
                "traiga el certificado que publica la autoridad, en PEM",
            ),
        });
    }
    match Papers::new(&place.order.dir, config.paper.clone()).check_seal(&place.clock) {
        Some(Ok(words)) => findings.push(Finding::good("sello de actas", words)),
        Some(Err(error)) => findings.push(Finding::bad(
            "sello de actas",
            error.to_string(),
            "mire [seal] de sala.toml con «card-printer seal»; hasta entonces las actas esperan",
        )),
        None => (),
    }
    findings
}

fn authority(place: &Place<'_>, findings: &mut Vec<Finding>) -> Option<Authority> {
    let path = place.order.dir.join(FILE);
    let back = format!(
        "devuelva {FILE} desde una copia de seguridad; si no la hay, bórrelo y dé de alta otra vez todos los puestos"
    );
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            findings.push(Finding::warning(
                AUTHORITY,
                format!("la sala no tiene {FILE} todavía"),
                "lo hace el servidor al arrancar; si la sala ya tenía puestos dados de alta, devuélvalo antes desde una copia",
            ));
            return None;
        }
        Err(error) => {
            findings.push(Finding::bad(
                AUTHORITY,
                format!("{FILE} no se puede leer: {error}"),
                "que el fichero sea de la cuenta del servidor (chown bombo:bombo)",
            ));
            return None;
        }
    };
    let Some(authority) = Authority::parse(&text) else {
        findings.push(Finding::bad(AUTHORITY, format!("{FILE} no es el certificado de una sala"), back));
        return None;
    };
    findings.push(match ends(authority.root()) {
        Some(until) if until < utc_ms() => Finding::bad(
            AUTHORITY,
            format!("el certificado de la sala caducó el {}", place.clock.moment(until).date()),
            "si el reloj va bien, hay que hacer otro: pare el servidor, guarde y quite autoridad.pem, y dé de alta otra vez los puestos",
        ),
        Some(until) if until < utc_ms() + SOON_MS => Finding::warning(
            AUTHORITY,
            format!("el certificado de la sala caduca el {}", place.clock.moment(until).date()),
            "busque un día sin sesión para hacer otro y dar de alta otra vez los puestos",
        ),
        Some(until) => Finding::good(
            AUTHORITY,
            format!("la clave de la sala es {}, hasta el {}", authority.key(), place.clock.moment(until).date()),
        ),
        None => Finding::bad(AUTHORITY, format!("{FILE} no lleva un certificado que se pueda leer"), back),
    });
    if std::fs::metadata(&path).is_ok_and(|file| file.mode() & 0o077 != 0) {
        findings.push(Finding::bad(
            AUTHORITY,
            format!("{FILE} lo pueden leer otras cuentas"),
            format!("quien lo lea puede hacerse pasar por la sala: chmod 600 {}", path.display()),
        ));
    }
    Some(authority)
}

/// What the server shows to whoever comes encrypted.
fn of_the_server(place: &Place<'_>, authority: Option<&Authority>) -> Option<Finding> {
    const WHAT: &str = "certificado";
    let at = place.asks()?;
    let (key, leaf) = match shown(at) {
        Ok(shown) => shown,
        Err(error) => {
            return Some(Finding::bad(
                WHAT,
                format!("el servidor no se enseña cifrado en {at}: {error}"),
                "los demás equipos no entran: mire qué dice del certificado (journalctl -u bombo-server) y arránquelo otra vez",
            ));
        }
    };
    if authority.is_some_and(|authority| authority.key() != key) {
        return Some(Finding::bad(
            WHAT,
            format!("el servidor se enseña con la clave {key}, que no es la de {FILE}"),
            "alguien ha cambiado el fichero con el servidor en marcha: devuelva el de antes, o arranque el servidor otra vez",
        ));
    }
    Some(match ends(&leaf) {
        Some(until) if until < utc_ms() + SERVER_SOON_MS => Finding::bad(
            WHAT,
            format!(
                "el certificado del servidor es hasta el {}, y se renueva cada día",
                place.clock.moment(until).date()
            ),
            "mire el reloj de este equipo, y arranque el servidor otra vez",
        ),
        Some(until) => Finding::good(
            WHAT,
            format!(
                "el servidor se enseña con la clave de la sala, hasta el {}",
                place.clock.moment(until).date()
            ),
        ),
        None => Finding::bad(
            WHAT,
            "el certificado del servidor no se puede leer",
            "arranque el servidor otra vez",
        ),
    })
}

/// How long the first certificate of a file lasts.
fn life(place: &Place<'_>, what: &'static str, path: &Path) -> Finding {
    let until = CertificateDer::from_pem_file(path).ok().and_then(|certificate| ends(&certificate));
    match until {
        Some(until) if until < utc_ms() => Finding::bad(
            what,
            format!("el certificado de {} caducó el {}", path.display(), place.clock.moment(until).date()),
            "traiga el nuevo de quien lo publica",
        ),
        Some(until) => Finding::good(
            what,
            format!("el certificado de {} es hasta el {}", path.display(), place.clock.moment(until).date()),
        ),
        None => Finding::good(what, format!("{} se puede leer", path.display())),
    }
}

/// When a certificate ends, in UTC milliseconds.
fn ends(certificate: &CertificateDer<'_>) -> Option<i64> {
    let read = Certificate::from_der(certificate).ok()?;
    i64::try_from(read.tbs_certificate.validity.not_after.to_unix_duration().as_millis()).ok()
}
