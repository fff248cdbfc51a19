//! A browser that comes to believe the hall: it fetches the certificate in the clear, and from then on knows the server by its address.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{IpAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};

use crate::doctor::on_a_network;
use crate::kit::Hall;

/// A server on the hall's network, until it is dropped.
struct Served(Child);

impl Drop for Served {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// What is answered to a browser: head and body.
fn answered(mut stream: impl Read + Write, path: &str, host: &str) -> (String, Vec<u8>) {
    let head =
        format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nAccept: text/html\r\nConnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).unwrap();
    let mut all = Vec::new();
    // Who says `close` need not say so in TLS too.
    let _ = stream.read_to_end(&mut all);
    let end = all.windows(4).position(|four| four == b"\r\n\r\n").expect("a head");
    (String::from_utf8(all[..end].to_vec()).unwrap(), all[end + 4..].to_vec())
}

/// As a browser that believes this authority alone; none where it does not believe who answers.
fn encrypted(root: &[u8], ip: IpAddr, port: u16) -> Option<StreamOwned<ClientConnection, TcpStream>> {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from(root.to_vec())).expect("an authority as browsers take it");
    let builder = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()));
    let config = builder.with_safe_default_protocol_versions().unwrap();
    let config = config.with_root_certificates(roots).with_no_client_auth();
    let connection = ClientConnection::new(Arc::new(config), ServerName::IpAddress(ip.into())).unwrap();
    let mut stream = StreamOwned::new(connection, TcpStream::connect((ip, port)).unwrap());
    stream.flush().ok()?;
    Some(stream)
}

#[test]
fn a_browser_believes_the_server_by_its_address_once_it_has_the_certificate() {
    let Some(ip) = on_a_network() else {
        eprintln!("NOTICE: this computer is on no network: the test was skipped");
        return;
    };
    let (hall, other) = (Hall::new(), Hall::new());
    let mut server = Command::new(env!("CARGO_BIN_EXE_hall-server"));
    server.args(["serve", "--listen", &format!("{ip}:0"), "--dir"]).arg(&hall.dir);
    let mut server = Served(server.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap());
    let mut says = BufReader::new(server.0.stdout.take().unwrap()).lines();
    let line = says.next().unwrap().unwrap();
    let at = line.split_once("http://").unwrap().1.trim().to_owned();
    let port: u16 = at.rsplit_once(':').unwrap().1.parse().unwrap();
    let clear = |path: &str| answered(TcpStream::connect(&at).unwrap(), path, &at);
    // Whoever comes with a browser, unencrypted, is shown the way.
    let (head, _) = clear("/tv");
    assert!(head.starts_with("HTTP/1.1 303") && head.contains("/confianza"), "{head}");
    let (head, root) = clear("/confianza.crt");
    assert!(head.contains("application/x-x509-ca-cert"), "{head}");

    let stream = encrypted(&root, ip, port).expect("it is believed by its address");
    let (head, page) = answered(stream, "/confianza", &at);
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    let page = String::from_utf8(page).unwrap();
    let hash = Sha256::digest(&root);
    let hash = hash.iter().map(|byte| format!("{byte:02X}")).collect::<Vec<_>>().join(" ");
    assert!(page.contains(&hash), "{hash} in {page}");
    let (head, profile) = clear("/confianza.mobileconfig");
    assert!(head.contains("application/x-apple-aspen-config"), "{head}");
    let profile = String::from_utf8(profile).unwrap();
    let inside = profile.split_once("<data>").unwrap().1.split_once("</data>").unwrap().0;
    assert_eq!(STANDARD.decode(inside).unwrap(), root, "the same certificate");
    assert!(profile.contains("com.apple.security.root"));
    assert_eq!(clear("/confianza.mobileconfig").1, profile.as_bytes(), "a second one takes its place");

    // Another hall's certificate opens nothing here.
    let pem = std::fs::read_to_string(other.dir.join("autoridad.pem")).unwrap();
    let text: String = pem.lines().skip(1).take_while(|line| !line.starts_with("---")).collect();
    let theirs = STANDARD.decode(text).unwrap();
    let fails = encrypted(&theirs, ip, port)
        .is_none_or(|mut stream| stream.write_all(b"GET / HTTP/1.1\r\n\r\n").is_err());
    assert!(fails, "a server of another authority was believed");
}
