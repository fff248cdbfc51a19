//! `hall-server install`, as a technician uses it on an empty computer: wrong answers, «atrás», Ctrl-C in the middle, a second start, and
//! a file of answers; then the hall serves (ADR 89).

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};

use hall_wire::link::{Client, Servers, new_key};
use hall_wire::message::Health;
use tempfile::TempDir;
use xtask::programs::{Machine, Server};

use crate::kit::{record_of, said};
use crate::terminal::{Terminal, answered};

/// An empty computer.
struct Bare {
    folder: TempDir,
    dir: PathBuf,
}

impl Bare {
    fn new() -> Bare {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let dir = folder.path().join("sala");
        Bare { folder, dir }
    }

    fn beside(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn order(&self) -> Vec<String> {
        let profiles = Path::new(env!("CARGO_MANIFEST_DIR")).join("../profiles");
        let word = |path: &Path| path.display().to_string();
        let settings = self.beside("ajustes");
        vec!["install".into(), "--profiles".into(), word(&profiles), "--settings".into(), word(&settings)]
    }

    fn begin(&self) -> Terminal {
        let order = self.order();
        Terminal::of(&order.iter().map(String::as_str).collect::<Vec<_>>(), &self.dir)
    }

    fn settings(&self) -> String {
        fs::read_to_string(self.dir.join("sala.toml")).expect("the hall's settings")
    }

    /// What lies beside the hall's folder.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.folder.path()).expect("it is there");
        entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("a name")).collect()
    }
}

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("an address").port()
}

/// Hall, regulation and manager, each at the first try.
fn founds(terminal: &mut Terminal) {
    terminal.answers("Nombre de la sala", "Bingo El Ancla");
    terminal.answers("Población", "Ceuta");
    terminal.answers("Empresa titular", "");
    terminal.answers("Calle y número", "");
    terminal.answers("Hora de la sala", "");
    terminal.answers("Número, o la ruta", "");
    terminal.answers("Intro los deja así", "");
    terminal.answers("Nombre y apellidos", "Carmen Ortiz");
    terminal.answers("Usuario con el que entra [carmen]", "");
    terminal.answers("PIN: ", "");
    terminal.answers("Intro la crea", "");
    terminal.says("PIN de Carmen Ortiz: ");
}

/// The eight digits of a device's code.
fn code_of(screen: &str, device: &str) -> String {
    let line = screen.lines().find(|line| line.contains(&format!("{device}: "))).expect("its line");
    line.split_once(": ").expect("a code").1.chars().take(9).filter(char::is_ascii_digit).collect()
}

#[test]
fn from_an_empty_computer_to_a_hall_that_serves() {
    let bare = Bare::new();
    let machine = Machine::start(bare.folder.path(), &[]).expect("a machine on a line");
    let port = free_port();
    let mut terminal = bare.begin();
    terminal.says("Paso 1 de 9 · Sala");
    terminal.answers("Nombre de la sala", "atrás");
    terminal.says("Ésta es la primera pregunta");
    terminal.answers("Nombre de la sala", "");
    terminal.says("✗ Hace falta");
    terminal.answers("Nombre de la sala", "Bingo El Ancla");
    terminal.answers("Población", "Ceuta");
    terminal.answers("Empresa titular", "atrás");
    terminal.answers("Población", "Melilla");
    terminal.answers("Empresa titular", "Juegos, S.L.");
    terminal.answers("Calle y número", "Real, 1");
    terminal.answers("Hora de la sala [3]", "9");
    terminal.says("✗ Escriba un número del 1 al 3.");
    terminal.answers("Hora de la sala [3]", "");
    terminal.says("Paso 2 de 9 · Reglamento");
    terminal.answers("Número, o la ruta de un fichero [1]", "/no/hay.toml");
    terminal.says("✗ No se puede leer /no/hay.toml");
    terminal.answers("Número, o la ruta de un fichero [1]", "");
    terminal.says("Redondeo de premios: a la baja, a 0,01 €");
    terminal.answers("un número cambia el suyo", "2");
    terminal.answers("Número, o Intro", "atrás");
    terminal.answers("un número cambia el suyo", "2");
    terminal.answers("Número, o Intro", "2");
    terminal.says("Lo que sobra del redondeo: se acumula");
    terminal.answers("un número cambia el suyo", "");
    terminal.says("Paso 3 de 9 · Jefe de sala");
    terminal.answers("Nombre y apellidos", "Carmen Ortiz");
    terminal.answers("Usuario con el que entra [carmen]", "");
    terminal.answers("PIN: ", "123456");
    terminal.says("✗ Las cifras de ese PIN van seguidas");
    terminal.answers("PIN: ", "493817");
    terminal.answers("PIN, otra vez: ", "493818");
    terminal.says("✗ Los dos PIN no son iguales");
    terminal.answers("PIN: ", "493817");
    terminal.answers("PIN, otra vez: ", "493817");
    terminal.says("Se va a fundar «Bingo El Ancla», de Melilla");
    assert!(!bare.dir.exists(), "nothing is made before it is agreed to");
    terminal.answers("Intro la crea", "");
    terminal.says("creada en");
    assert!(!terminal.screen().contains("493817"), "a PIN is not shown");
    terminal.says("Paso 4 de 9 · Red");
    terminal.answers("Número, o dirección:puerto", "siete");
    terminal.says("✗ Escriba un número del 1");
    terminal.answers("Número, o dirección:puerto", &format!("0.0.0.0:{port}"));
    terminal.says("Paso 5 de 9 · Extractor");
    terminal.answers("Número, la ruta de otro puerto, o «no»", &machine.port.display().to_string());
    terminal.answers("Controlador [blp1]", "nada");
    terminal.says("✗ no hay controlador «nada»");
    terminal.answers("Controlador [blp1]", "");
    terminal.answers("Escuchar ahora el puerto", "");
    terminal.says("✓ Contesta un extractor: 90 bolas, juego J1");
    terminal.says("Paso 6 de 9 · Cámaras");
    terminal.answers(
        "Cómo se llamará ese equipo, o «no» si no hay más o es para otro día [camara-1]",
        "la cámara",
    );
    terminal.says("sin espacios ni tildes");
    terminal.answers("[camara-1]", "");
    terminal.answers("Días que se guarda lo filmado, o «no» [30]", "0");
    terminal.says("✗ De 1 a 3650");
    terminal.answers("lo filmado, o «no» [30]", "20");
    terminal.says("Paso 7 de 9 · Sonido");
    terminal.answers("[voz-1]", "no");
    terminal.answers("Guardar el sonido de las paradas", "");
    terminal.says("Paso 8 de 9 · Segundo disco");
    terminal.answers("la ruta entera de una carpeta", &bare.beside("copias").display().to_string());
    terminal.says("está en el mismo disco que");
    terminal.answers("la ruta entera de una carpeta", "no");
    terminal.says("Paso 9 de 9 · Impresora");
    terminal.says("Comprobación");
    terminal.says("Para poner en marcha el servidor:");
    terminal.says(&format!("hall-server serve --dir {}", bare.dir.display()));
    terminal.answers("Prepararla ahora", "");
    terminal.says("Lo que viene ahora");
    // But for paths, and for what was typed behind a question.
    let of_the_program = |line: &&str| !line.contains('/') && !line.contains("]: ");
    let wide = terminal.screen().lines().filter(of_the_program).find(|line| line.chars().count() > 80);
    assert_eq!(wide, None, "a terminal has eighty columns");
    assert!(terminal.ends());
    assert_eq!(bare.names().iter().filter(|name| name.starts_with('.')).count(), 0, "no draft is left");
    let settings = bare.settings();
    for line in [
        format!("listen = \"0.0.0.0:{port}\""),
        "[machine]\n# port: el dispositivo serie".to_owned(),
        format!("port = \"{}\"", machine.port.display()),
        "driver = \"blp1\"".to_owned(),
        "days = 20".to_owned(),
        "town = \"Melilla\"".to_owned(),
        "address = \"Real, 1\"".to_owned(),
        "# [backup]".to_owned(),
    ] {
        assert!(settings.contains(&line), "«{line}» is not in {settings}");
    }
    let first = record_of(&bare.dir).into_iter().next().expect("a first line");
    assert_eq!(
        (first.body["name"].as_str(), first.body["zone"].as_str()),
        (Some("Bingo El Ancla"), Some("Africa/Ceuta"))
    );

    let server = Server::start_on(&bare.dir, None, &format!("127.0.0.1:{port}")).expect("the hall serves");
    let mut client = Client::new(&server.url);
    let health: Health = client.get("/healthz").expect("it answers");
    assert_eq!(health.status, "bien", "{:?}", health.troubles);
    client.login("carmen", "493817", "despacho").expect("the PIN is the one that was chosen");

    // A second start, with the server running: one thing changes, and the first computers get their codes.
    let mut again = bare.begin();
    again.says("4  Red            0.0.0.0:");
    again.answers("Un número cambia ese paso", "12");
    again.says("✗ Escriba un número del 1 al 9.");
    again.answers("Un número cambia ese paso", "6");
    again.answers("[camara-1]", "camara-bolas");
    again.answers("lo filmado, o «no» [20]", "25");
    again.answers("Un número cambia ese paso", "");
    again.says("El servidor está en marcha");
    again.answers("Cómo se llamará ese puesto", "");
    again.answers("Y el equipo de los monitores, o «no» [pared-1]", "");
    again.answers("Usuario del jefe de sala [carmen]", "");
    again.answers("PIN: ", "493817");
    again.says("camara-bolas: ");
    again.says("despacho: ");
    again.says("pared-1: ");
    again.answers("Prepararla ahora", "n");
    again.says("Lo que viene ahora");
    let screen = again.screen().to_owned();
    assert!(again.ends());
    assert_eq!(bare.settings(), settings.replace("days = 20", "days = 25"), "one line is another");
    let (device, key) = (Client::new(Servers::new(&server.url)), new_key());
    assert_eq!(device.enrol(&code_of(&screen, "despacho"), &key).expect("the code is good").name, "despacho");
    drop(server);
}

#[test]
fn ctrl_c_leaves_nothing_or_what_was_answered() {
    let bare = Bare::new();
    let mut terminal = bare.begin();
    terminal.answers("Nombre de la sala", "Bingo El Ancla");
    terminal.says("Población");
    terminal.types("Ceu\x03");
    terminal.says("Se deja aquí. No se ha creado nada.");
    assert!(!terminal.ends() && bare.names().is_empty(), "{:?}", bare.names());
    let mut terminal = bare.begin();
    founds(&mut terminal);
    let pin: String = {
        terminal.says("Paso 4 de 9");
        let screen = terminal.screen();
        let (_, after) = screen.split_once("PIN de Carmen Ortiz: ").expect("it is shown once");
        after.chars().take_while(char::is_ascii_digit).collect()
    };
    terminal.answers("Número, o dirección:puerto", "atrás");
    terminal.says("La sala ya está creada");
    terminal.answers("Número, o dirección:puerto", "127.0.0.1:7979");
    terminal.says("la ruta de otro puerto");
    terminal.types("\x03");
    terminal.says("Lo que ha quedado contestado está guardado");
    assert!(!terminal.ends());
    assert!(bare.settings().contains("listen = \"127.0.0.1:7979\""));
    let mut again = bare.begin();
    again.says("1  Sala           Bingo El Ancla, Ceuta");
    again.says("3  Jefe de sala   Carmen Ortiz (usuario carmen)");
    again.answers("Un número cambia ese paso", "1");
    again.answers("Población [Ceuta]", "");
    again.answers("Empresa titular", "Otra, S.A.");
    again.answers("Calle y número", "atrás");
    again.answers("Empresa titular", "Juegos, S.A.");
    again.answers("Calle y número", "");
    again.says("1  Sala           Bingo El Ancla, Juegos, S.A., Ceuta");
    again.says("Un número cambia ese paso");
    again.types("\x03");
    assert!(!again.ends());
    let server = Server::start(&bare.dir, None).expect("the hall serves");
    Client::new(&server.url).login("carmen", &pin, "despacho").expect("the PIN that was shown");
}

/// The answers of a whole installation, each with Intro at its end: what a script has.
#[rustfmt::skip]
const SCRIPT: [&str; 20] = [
    "Bingo Pelado", "Ceuta", "", "", "", // hall
    "", "", // regulation, values
    "Ana Ruiz", "ana", "493817", "493817", "", // manager
    "127.0.0.1:7878", "no", // network, extractor
    "no", "", "no", "", // camera and days, voice and sound
    "no", // second disk
    "s", // rehearsal
];

#[test]
fn a_script_installs_a_hall_and_too_few_answers_leave_nothing() {
    let bare = Bare::new();
    let order = bare.order();
    let order: Vec<&str> = order.iter().map(String::as_str).collect();
    let few = answered(&order, &bare.dir, &SCRIPT[..10]);
    assert!(
        !few.status.success()
            && said(&few)
                .replace('\n', " ")
                .contains("Las preguntas se han quedado sin respuesta. No se ha creado nada."),
        "{}",
        said(&few)
    );
    assert!(!bare.dir.exists());
    let done = answered(&order, &bare.dir, &SCRIPT);
    assert!(done.status.success(), "{}", said(&done));
    assert!(said(&done).contains("Población: Ceuta\n") && !said(&done).contains("493817"), "{}", said(&done));
    let server = Server::start(&bare.dir, None).expect("the hall serves");
    Client::new(&server.url).login("ana", "493817", "despacho").expect("the PIN is the one that was chosen");
    // The hall of the rehearsal says what it is.
    let rehearsal = record_of(&bare.beside("ensayo")).into_iter().next().expect("a first line");
    assert!(
        rehearsal.body["name"].as_str().is_some_and(|name| name.contains("DEMOSTRACIÓN")),
        "{:?}",
        rehearsal.body
    );
    drop(server);
}
