//! The cameras: the device that this computer films with, the stream that its monitors show, and what comes to the server.

use std::io::{Read, Write};
use std::path::Path;

use super::asked::{connect, get};
use super::clocks::{host_of, resolved};
use super::{Finding, Place};

const WHAT: &str = "cámara";

/// Which settings of this computer name a camera, and under which key.
const NAMED: [(&str, &str); 2] = [("camara.toml", "source"), ("pared.toml", "video")];

pub(super) fn check(place: &Place<'_>) -> Vec<Finding> {
    let order = place.order;
    let named = NAMED.iter().filter_map(|(file, key)| named(&order.settings.join(file), key));
    let mut findings: Vec<Finding> =
        order.cameras.iter().cloned().chain(named).map(|camera| one(&camera)).collect();
    findings.extend(place.asks().and_then(|at| comes(at, !findings.is_empty())));
    if findings.is_empty() {
        findings.push(Finding::good(
            WHAT,
            "este equipo no tiene ninguna en sus ajustes; la de otro, con --camera rtsp://…",
        ));
    }
    findings
}

fn named(path: &Path, key: &str) -> Option<String> {
    let settings: toml::Table = std::fs::read_to_string(path).ok()?.parse().ok()?;
    settings.get(key)?.as_str().map(str::to_owned)
}

fn one(camera: &str) -> Finding {
    if camera.starts_with("rtsp://") {
        return stream(camera);
    }
    if camera == "test" || camera.starts_with("test:") {
        return Finding::warning(
            WHAT,
            "se filma la imagen de prueba, y ninguna cámara",
            "ponga la cámara en «source», como v4l2:/dev/video0",
        );
    }
    let device = camera.strip_prefix("v4l2:").unwrap_or(camera);
    match std::fs::File::open(device) {
        Ok(_) => Finding::good(WHAT, format!("{device} está ahí")),
        Err(error) if error.kind() == std::io::ErrorKind::PermissionDenied => Finding::bad(
            WHAT,
            format!("sin permiso para abrir {device}"),
            "añada la cuenta que filma al grupo «video»",
        ),
        Err(_) => Finding::bad(
            WHAT,
            format!("no existe {device}"),
            "enchufe la cámara, y mire qué nombre tiene («ls /dev/video*»)",
        ),
    }
}

fn stream(url: &str) -> Finding {
    let address = url.trim_start_matches("rtsp://");
    // Who may see it is nobody's business here.
    let shown = format!("rtsp://{}", address.rsplit('@').next().unwrap_or(address));
    let host = host_of(&shown);
    let Some(at) = resolved(&host) else {
        return Finding::bad(
            WHAT,
            format!("nadie sabe qué dirección es {host}"),
            "ponga la dirección IP de la cámara en «video»",
        );
    };
    let answered = connect(at).and_then(|mut stream| {
        stream.write_all(format!("OPTIONS {shown} RTSP/1.0\r\nCSeq: 1\r\n\r\n").as_bytes())?;
        let mut first = [0; 8];
        stream.read_exact(&mut first)?;
        Ok(first == *b"RTSP/1.0")
    });
    match answered {
        Ok(true) => Finding::good(WHAT, format!("{shown} contesta")),
        Ok(false) => Finding::bad(
            WHAT,
            format!("en {shown} contesta otro programa"),
            "mire el puerto de la cámara («listen» de su camara.toml)",
        ),
        Err(error) => Finding::bad(
            WHAT,
            format!("{shown} no contesta: {error}"),
            "mire si está encendida, su cable, y «systemctl status bombo-camera» en su equipo",
        ),
    }
}

/// Whether the server is sent pictures.
fn comes(at: std::net::SocketAddr, is_expected: bool) -> Option<Finding> {
    let metrics = get(at, "/metrics").ok().filter(|answer| answer.status == 200)?.body;
    let taken = value_of(&metrics, "bombo_camera_pictures_total")?;
    if taken > 0 {
        Some(Finding::good(WHAT, format!("al servidor le han llegado {taken} imágenes desde que arrancó")))
    } else if is_expected {
        let remedy =
            "mire «systemctl status bombo-camera», y que camara.clave sea la de la carpeta de la sala";
        Some(Finding::warning(WHAT, "al servidor no le ha llegado ninguna imagen desde que arrancó", remedy))
    } else {
        None
    }
}

/// A counter of the server.
pub(super) fn value_of(metrics: &str, name: &str) -> Option<u64> {
    metrics.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')?.parse().ok())
}
