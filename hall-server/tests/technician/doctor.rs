//! `hall-server doctor` with one real fault at a time.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{IpAddr, TcpListener, UdpSocket};
use std::os::fd::AsRawFd;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};
use std::thread;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hall_core::event::Event;
use hall_core::people::Actor;
use hall_server::clock::utc_ms;
use hall_server::journal::{Batch, BatchEntry, Journal};
use nix::pty::openpty;
use rcgen::{BasicConstraints, CertificateParams, IsCa, KeyPair, date_time_ymd};
use serial_line::line::LineSettings;
use serial_line::port::{Port, PortSettings};
use sha2::{Digest, Sha256};

use crate::kit::{Hall, hall_server, words};
use crate::process::serve;

#[test]
fn a_sound_hall_has_nothing_bad_and_each_thing_has_its_line() {
    let hall = Hall::new();
    // A hall that was founded before there were any.
    fs::remove_file(hall.dir.join("autoridad.pem")).unwrap();
    let before = Sha256::digest(fs::read(hall.dir.join("sala.db")).unwrap());
    let names = |dir: &std::path::Path| {
        let mut names: Vec<_> = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    let there = names(&hall.dir);
    let found = hall.examined(&[]);
    assert_eq!(found.bad(), [] as [&str; 0], "{}", found.said);
    found.says("ajustes", "bien", "sala.toml");
    found.says("registro", "bien", "el servidor está parado");
    found.says("puerto", "bien", "está libre");
    found.says("red", "aviso", "sólo se entra desde este equipo");
    found.says("reloj", "bien", "después de la última línea");
    found.says("huso horario", "bien", "Europe/Madrid; el próximo cambio, el 20");
    found.says("clave de sala", "aviso", "no tiene autoridad.pem todavía");
    found.says("páginas", "bien", "card-printer 0.1.0");
    found.says("cámara", "bien", "con --camera");
    found.says("extractor", "bien", "las bolas las lee el locutor");
    found.says("permisos", "bien", "sólo lo lee su cuenta");
    found.says("copias", "aviso", "sólo en este disco");
    assert_eq!(before, Sha256::digest(fs::read(hall.dir.join("sala.db")).unwrap()), "nothing is written");
    assert_eq!(names(&hall.dir), there, "nothing is left, and no authority is made");
    let text = hall.asks("doctor", &[]);
    let text = String::from_utf8(text.stdout).unwrap();
    assert!(text.lines().any(|line| line.starts_with("aviso  red ") && line.contains(" → ")), "{text}");
}

#[test]
fn a_server_that_runs_is_asked() {
    let hall = Hall::new();
    let (mut server, url) = serve(&hall.dir, "127.0.0.1:0", Stdio::null());
    let at = url.trim_start_matches("http://").to_owned();
    let found = hall.examined(&["--server", &at]);
    found.says("puerto", "bien", "y dice que está bien");
    found.says("registro", "bien", "el servidor lo tiene abierto");
    found.says("clave de sala", "bien", "la clave de la sala es");
    found.says("certificado", "bien", "con la clave de la sala, hasta el 20");
    assert_eq!(found.bad(), [] as [&str; 0], "{}", found.said);
    // Another hall's authority in its place: the server shows what no device of this hall would believe.
    let other = Hall::new();
    let (mut theirs, _) = serve(&other.dir, "127.0.0.1:0", Stdio::null());
    theirs.kill().unwrap();
    theirs.wait().unwrap();
    fs::copy(other.dir.join("autoridad.pem"), hall.dir.join("autoridad.pem")).unwrap();
    hall.examined(&["--server", &at]).says("certificado", "mal", "que no es la de autoridad.pem");
    // It hangs on to the record, and whoever is asked is somebody else.
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let elsewhere = silent.local_addr().unwrap().to_string();
    drop(silent);
    hall.examined(&["--server", &elsewhere]).says("puerto", "mal", "no contesta en");
    server.kill().unwrap();
    server.wait().unwrap();
}

/// An address of this computer that is not its own alone; nothing is sent to find it.
pub fn on_a_network() -> Option<IpAddr> {
    let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
    socket.connect("192.0.2.77:9").ok()?;
    let ip = socket.local_addr().ok()?.ip();
    (!ip.is_loopback() && !ip.is_unspecified()).then_some(ip)
}

#[test]
fn a_server_on_the_hall_s_network_is_asked_encrypted() {
    let Some(ip) = on_a_network() else {
        eprintln!("NOTICE: this computer is on no network: the test was skipped");
        return;
    };
    let hall = Hall::new();
    hall.add("[machine]\nport = \"/dev/no-hay\"");
    let mut server = Command::new(env!("CARGO_BIN_EXE_hall-server"));
    server.args(["serve", "--listen", &format!("{ip}:0"), "--dir"]).arg(&hall.dir);
    let mut server = server.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    // It says more there than to itself: whoever reads stays until it ends.
    let mut says = BufReader::new(server.stdout.take().unwrap()).lines();
    let line = says.next().unwrap().unwrap();
    let (_, at) = line.split_once("http://").unwrap();
    let at = at.trim().to_owned();
    assert!(says.next().unwrap().unwrap().contains("https://"));
    let found = hall.examined(&["--server", &at]);
    found.says("puerto", "bien", &format!("contesta en {at}"));
    found.says("certificado", "bien", "con la clave de la sala");
    // From /metrics, which nobody reads there in the clear.
    found.says("extractor", "mal", "no existe el puerto");
    assert!(found.are("red", "aviso").is_empty(), "{}", found.said);
    let to = hall.beside("informe.zip");
    let made = hall.asks("report", &["--out", to.to_str().unwrap(), "--server", &at]);
    assert!(made.status.success() && !words(&made).contains("Falta metricas.txt"), "{}", words(&made));
    server.kill().unwrap();
    server.wait().unwrap();
}

#[test]
fn a_port_that_another_program_has() {
    let hall = Hall::new();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let at = taken.local_addr().unwrap().to_string();
    hall.set("127.0.0.1:0", &at);
    let found = hall.examined(&[]);
    found.says("puerto", "mal", &format!("otro programa tiene {at}"));
    drop(taken);
    hall.examined(&[]).says("puerto", "bien", "está libre");
    hall.set(&at, "203.0.113.9:7878");
    hall.examined(&[]).says("puerto", "mal", "203.0.113.9 no es una dirección de este equipo");
}

#[test]
fn folders_that_cannot_be_written_or_protect_from_nothing() {
    let hall = Hall::new();
    // Not even root makes a file there.
    hall.add("[backup]\nfolder = \"/proc/sys\"");
    let found = hall.examined(&[]);
    found.says("disco", "mal", "en /proc/sys, de las copias de seguridad, no se puede escribir");
    found.says("copias", "bien", "");
    let here = hall.beside("copias").display().to_string();
    hall.set("/proc/sys", &here);
    hall.examined(&[]).says(
        "disco",
        "mal",
        &format!("en {here}, de las copias de seguridad, no se puede escribir"),
    );
    fs::create_dir(&here).unwrap();
    hall.examined(&[]).says("disco", "mal", "está en el mismo disco que");
    hall.set("\n[backup]\n", "\n[backup]\nsame_disk = true\n");
    let found = hall.examined(&[]);
    assert_eq!(found.bad(), [] as [&str; 0], "{}", found.said);
    assert_eq!(fs::read_dir(&here).unwrap().count(), 0, "what measures a disk is taken away");
}

fn pem(label: &str, bytes: &[u8]) -> String {
    let text = STANDARD.encode(bytes);
    let lines: Vec<&str> = text.as_bytes().chunks(64).map(|line| str::from_utf8(line).unwrap()).collect();
    format!("-----BEGIN {label}-----\n{}\n-----END {label}-----\n", lines.join("\n"))
}

#[test]
fn an_authority_that_has_expired_or_is_none() {
    let hall = Hall::new();
    let path = hall.dir.join("autoridad.pem");
    let authority = |year| {
        let key = KeyPair::generate().unwrap();
        let mut params = CertificateParams::default();
        params.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
        (params.not_before, params.not_after) = (date_time_ymd(2020, 1, 1), date_time_ymd(year, 3, 1));
        let certificate = params.self_signed(&key).unwrap();
        pem("CERTIFICATE", certificate.der()) + &pem("PRIVATE KEY", key.serialized_der())
    };
    let write = |text: &str, mode| {
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
    };
    write(&authority(2022), 0o600);
    hall.examined(&[]).says("clave de sala", "mal", "caducó el 2022-03-01");
    write(&authority(2099), 0o600);
    let found = hall.examined(&[]);
    found.says("clave de sala", "bien", "hasta el 2099-03-01");
    assert_eq!(found.bad(), [] as [&str; 0], "{}", found.said);
    write(&authority(2099), 0o644);
    hall.examined(&[]).says("clave de sala", "mal", "lo pueden leer otras cuentas");
    write("lo que sea", 0o600);
    hall.examined(&[]).says("clave de sala", "mal", "no es el certificado de una sala");
}

#[test]
fn a_clock_behind_the_record() {
    let hall = Hall::new();
    let (mut journal, _) = Journal::open(&hall.dir).unwrap();
    let entry = BatchEntry::unasked(Actor::System, "servidor", vec![Event::LoginRefused { tries: 3 }]);
    journal.append(&Batch { at_utc_ms: utc_ms() + 3_600_000, entries: vec![entry] }).unwrap();
    drop(journal);
    let found = hall.examined(&[]);
    found.says("reloj", "mal", "va atrasado");
    assert_eq!(found.bad(), ["reloj"], "{}", found.said);
}

#[test]
fn a_serial_port_that_is_not_there_or_somebody_else_has() {
    let hall = Hall::new();
    hall.add("[machine]\nport = \"/dev/serial/by-id/no-esta\"");
    hall.examined(&[]).says("extractor", "mal", "no existe el puerto /dev/serial/by-id/no-esta");
    let line = openpty(None, None).unwrap();
    let name = fs::read_link(format!("/proc/self/fd/{}", line.slave.as_raw_fd())).unwrap();
    hall.set("/dev/serial/by-id/no-esta", &name.display().to_string());
    hall.examined(&[]).says("extractor", "bien", "está ahí y libre");
    let (held, _) = Port::open(&PortSettings { path: name, line: LineSettings::default() }).unwrap();
    hall.examined(&[]).says("extractor", "mal", "otro programa lo tiene abierto");
    drop(held);
    // The server has no such line, and its own words are asked.
    hall.set("port = \"/dev/pts", "port = \"/dev/no-hay");
    let (mut server, url) = serve(&hall.dir, "127.0.0.1:0", Stdio::null());
    let at = url.trim_start_matches("http://").to_owned();
    hall.examined(&["--server", &at]).says("extractor", "mal", "no existe el puerto /dev/no-hay");
    server.kill().unwrap();
    server.wait().unwrap();
}

#[test]
fn a_camera_that_is_not_there() {
    let hall = Hall::new();
    hall.examined(&["--camera", "test:ball"]).says("cámara", "aviso", "se filma la imagen de prueba");
    let found = hall.examined(&["--camera", "/dev/video-que-no-esta"]);
    found.says("cámara", "mal", "no existe /dev/video-que-no-esta");
    let listens = TcpListener::bind("127.0.0.1:0").unwrap();
    let at = listens.local_addr().unwrap();
    fs::write(hall.beside("ajustes/pared.toml"), format!("video = \"rtsp://sala:oculto@{at}/sala\"\n"))
        .unwrap();
    let camera = thread::spawn(move || {
        let (mut stream, _) = listens.accept().unwrap();
        let mut asked = [0; 512];
        let length = stream.read(&mut asked).unwrap();
        stream.write_all(b"RTSP/1.0 200 OK\r\nCSeq: 1\r\n\r\n").unwrap();
        String::from_utf8_lossy(&asked[..length]).into_owned()
    });
    let found = hall.examined(&[]);
    found.says("cámara", "bien", &format!("rtsp://{at}/sala contesta"));
    assert!(camera.join().unwrap().starts_with("OPTIONS rtsp://"));
    assert!(!found.said.contains("oculto"), "{}", found.said);
    // It was switched off.
    let found = hall.examined(&[]);
    found.says("cámara", "mal", &format!("rtsp://{at}/sala no contesta"));
    assert_eq!(found.bad(), ["cámara"], "{}", found.said);
}

#[test]
fn names_permissions_and_settings() {
    let hall = Hall::new();
    fs::set_permissions(hall.dir.join("sala.db"), fs::Permissions::from_mode(0o640)).unwrap();
    hall.set("# names = [\"bingo.local\"]", "names = [\"localhost\", \"sala.invalid\"]");
    let found = hall.examined(&[]);
    found.says("permisos", "mal", "lo pueden leer otras cuentas (modo 640)");
    found.says("nombres", "bien", "«localhost» es este equipo");
    found.says("nombres", "aviso", "nadie sabe aquí qué dirección es «sala.invalid»");
    hall.set("printer = \"", "printer = \"/no/esta");
    hall.examined(&[]).says("páginas", "mal", "no hay actas ni cartones");
    hall.add("[correo]\npassword = \"oculto\"");
    let found = hall.examined(&[]);
    found.says("ajustes", "mal", "en las líneas ");
    assert!(!found.said.contains("oculto"), "what is wrong may be a secret: {}", found.said);
    let nowhere = hall.beside("nada").display().to_string();
    let none = hall_server(&["doctor", "--dir", &nowhere]);
    assert_eq!(none.status.code(), Some(1));
    assert!(words(&none).contains("MAL    registro"), "{}", words(&none));
}

/// Good one by one, and together they send every player to a page for technicians.
#[test]
fn settings_that_contradict_each_other() {
    let hall = Hall::new();
    hall.set("listen = \"127.0.0.1:0\"", "listen = \"0.0.0.0:0\"");
    hall.set("# players = \"https://192.168.1.10:7878\"", "players = \"http://192.0.2.1:7878\"");
    let found = hall.examined(&[]);
    found.says("ajustes", "bien", "sala.toml");
    found.says("ajustes", "aviso", "«plain_board» es false");
    assert_eq!(found.bad(), [] as [&str; 0], "{}", found.said);
    hall.set("# plain_board = false", "plain_board = true");
    assert!(!hall.examined(&[]).said.contains("plain_board"));
}

#[test]
fn what_the_system_says_of_hour_printers_and_units() {
    let hall = Hall::new();
    hall.system_has("timedatectl", "NTP=yes\nNTPSynchronized=yes");
    hall.system_has("lpstat", "printer HP is idle.  enabled since Mon");
    let found = hall.examined(&[]);
    found.says("hora por red", "bien", "tiene la hora de un servidor de hora");
    found.says("impresora", "bien", "HP");
    hall.system_has("timedatectl", "NTP=yes\nNTPSynchronized=no");
    hall.system_has(
        "lpstat",
        "printer HP is idle.  enabled since Mon\nprinter Oki disabled since Mon -\n\tSin papel",
    );
    let found = hall.examined(&[]);
    found.says("hora por red", "aviso", "todavía no la tiene");
    found.says("impresora", "mal", "parada: Oki");
    hall.system_has("timedatectl", "NTP=no\nNTPSynchronized=no");
    hall.system_has("lpstat", "printer HP is idle.  enabled since Mon");
    hall.examined(&[]).says("hora por red", "aviso", "no toma la hora de nadie");
    // The account may write the second disk, and the unit keeps the server from it.
    let copies = hall.beside("copias").canonicalize().unwrap_or_else(|_| hall.beside("copias"));
    fs::create_dir(&copies).unwrap();
    hall.add(&format!("[backup]\nfolder = \"{}\"\nsame_disk = true", copies.display()));
    let here = hall.dir.display();
    hall.system_has("systemctl", &format!("LoadState=loaded\nReadWritePaths=-/media {here}"));
    let found = hall.examined(&[]);
    found.says("disco", "mal", "de las copias de seguridad: la unidad bombo-server no deja escribir ahí");
    assert_eq!(found.bad(), ["disco"], "{}", found.said);
    hall.system_has(
        "systemctl",
        &format!("LoadState=loaded\nReadWritePaths=-/media {here} {}", copies.display()),
    );
    let found = hall.examined(&[]);
    assert_eq!(found.bad(), [] as [&str; 0], "{}", found.said);
}

#[test]
fn a_spare_with_another_clock() {
    let hall = Hall::new();
    let key = hall.beside("reserva.clave");
    assert!(hall_server(&["spare-key", "--to", key.to_str().unwrap()]).status.success());
    let listens = TcpListener::bind("127.0.0.1:0").unwrap();
    let at = listens.local_addr().unwrap();
    hall.add(&format!("[spare]\nat = \"{at}\"\nkey = \"{}\"", key.display()));
    let says = |date: &'static str, listens: &TcpListener| {
        let listens = listens.try_clone().unwrap();
        thread::spawn(move || {
            let (mut stream, _) = listens.accept().unwrap();
            let mut asked = [0; 512];
            let _ = stream.read(&mut asked).unwrap();
            write!(stream, "HTTP/1.1 200 OK\r\nDate: {date}\r\nContent-Length: 0\r\n\r\n").unwrap();
        })
    };
    let answered = says("Sat, 21 Nov 2020 19:00:00 GMT", &listens);
    hall.examined(&[]).says("otros relojes", "aviso", "la reserva y este equipo se llevan ");
    answered.join().unwrap();
    drop(listens);
    hall.examined(&[]).says("otros relojes", "aviso", "la reserva no dice su hora");
}
