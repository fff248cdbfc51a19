//! The end: what a technician would look at, the server's start, the codes of the first computers, the rehearsal, and what comes next.

use std::fs;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use hall_core::event::DevicePost;
use toml::{Table, Value};

use super::place::Place;
use super::settings::{self, Change};
use super::talk::{Answered, Left, Talk, folded, named_or_no};
use crate::config::FILE;
use crate::device_code::device_code_of;
use crate::doctor::{self, Verdict, tool};
use crate::epoch::Signature;
use crate::found::{Founding, Values, found};
use crate::profile;

/// What a start may take: the record is read whole before the server answers.
const START: Duration = Duration::from_secs(15 * 60);

/// The hall of the rehearsal, beside the hall.
const REHEARSAL: &str = "ensayo";

/// The number that its keys come from, which anybody may know.
const SEED: u64 = 1;

pub(super) fn end(talk: &mut Talk, place: &mut Place) -> Answered<()> {
    talk.begin(Vec::new());
    place.look()?;
    examine(talk, place)?;
    // From here on «atrás» has nowhere to go: each question is about what is done already.
    let started = stay(talk, |talk| start(talk, place))?;
    if let Some(at) = started {
        stay(talk, |talk| codes(talk, place, at))?;
    }
    stay(talk, |talk| rehearsal(talk, place))?;
    next(talk, place, started)
}

/// Asks again what «atrás» would leave.
fn stay<T>(talk: &mut Talk, mut go: impl FnMut(&mut Talk) -> Answered<T>) -> Answered<T> {
    let mut answered = Vec::new();
    loop {
        talk.begin(std::mem::take(&mut answered));
        match go(talk) {
            Err(Left::Back) => {
                answered = talk.answered();
                answered.pop();
            }
            done => return done,
        }
    }
}

fn examine(talk: &mut Talk, place: &Place) -> Answered<()> {
    talk.lines("\nComprobación")?;
    let order = doctor::Order {
        dir: place.dir().to_owned(),
        server: None,
        cameras: Vec::new(),
        settings: place.order.settings.clone(),
    };
    let findings = doctor::examine(&order, &mut |_, _| ());
    let well = findings.iter().filter(|finding| finding.verdict == Verdict::Good).count();
    for finding in findings.iter().filter(|finding| finding.verdict != Verdict::Good) {
        talk.lines(&folded(&format!("  {finding}"), 9))?;
    }
    talk.say(&format!(
        "{well} cosas están bien{}",
        if doctor::is_bad(&findings) {
            "; lo que está MAL, antes de abrir la sala."
        } else {
            ", y nada está mal."
        }
    ))
}

/// Starts the server where systemd runs; returns where it answers, if it does.
fn start(talk: &mut Talk, place: &Place) -> Answered<Option<SocketAddr>> {
    let Some(at) = place.asks() else { return Ok(None) };
    if place.is_served() {
        talk.say(
            "\nEl servidor está en marcha. Lo que ha cambiado en los ajustes vale desde que se arranque otra vez, con la sesión cerrada: \
             «systemctl restart bombo-server».",
        )?;
        return Ok(answers(at).then_some(at));
    }
    let systemd = place.account.is_entered() && Path::new("/run/systemd/system").is_dir();
    if !systemd {
        let command = if place.account.is_entered() {
            "systemctl start bombo-server".to_owned()
        } else {
            format!("hall-server serve --dir {}", place.dir().display())
        };
        talk.say("\nPara poner en marcha el servidor:")?;
        talk.lines(&format!("  {command}"))?;
        return Ok(None);
    }
    if !talk.yes("\nPoner en marcha el servidor, ahora y cada vez que se encienda el equipo", true)? {
        return Ok(None);
    }
    let started = place.account.as_root(|| {
        tool::said("systemctl", &["enable", "--now", "bombo-server"], START)
            .ok_or_else(|| io::Error::other("systemctl no contesta"))
    });
    let until = Instant::now() + Duration::from_secs(10);
    while started.as_ref().is_ok_and(|said| said.is_good) && Instant::now() < until {
        if answers(at) {
            talk.say(&format!("✓ El servidor está en marcha, y contesta en {at}."))?;
            return Ok(Some(at));
        }
        talk.pause(Duration::from_millis(200))?;
    }
    talk.say("✗ El servidor no ha arrancado. Lo que dice: «journalctl -u bombo-server -n 20». Después, esta orden otra vez.")?;
    Ok(None)
}

fn answers(at: SocketAddr) -> bool {
    doctor::get(at, "/healthz").is_ok_and(|answer| answer.status == 200)
}

/// Codes for the computers that the hall has not yet, each with what is typed at it.
fn codes(talk: &mut Talk, place: &Place, at: SocketAddr) -> Answered<()> {
    let server = place.address();
    if place.settings().is_some_and(|settings| settings.listen.ip().is_loopback()) {
        return talk.say("Sólo se entra desde este equipo: no hacen falta códigos.");
    }
    if !place.devices_of(DevicePost::Desk).is_empty() {
        return talk.say("Los códigos de los demás equipos los da el jefe de sala en su puesto: Sala, pestaña Puestos, F5.");
    }
    talk.say("\nCada equipo entra una vez, con un código de ocho cifras que vale diez minutos. El primero, el puesto del jefe de sala.")?;
    let desk =
        talk.ask("Cómo se llamará ese puesto, o «no» si es para otro momento", "despacho", named_or_no)?;
    let desk = desk.map(|name| (name, DevicePost::Desk));
    let wall = if place.devices_of(DevicePost::Wall).is_empty() {
        talk.ask("Y el equipo de los monitores, o «no»", "pared-1", named_or_no)?
    } else {
        None
    };
    let wall = wall.map(|name| (name, DevicePost::Wall));
    let all: Vec<(String, DevicePost)> =
        place.devices_to_come.iter().cloned().chain(desk).chain(wall).collect();
    if all.is_empty() {
        return Ok(());
    }
    let signature = match &place.signature {
        Some(signature) => signature.clone(),
        None => {
            let usual =
                place.founded().and_then(|hall| hall.managers.first()).map_or("", |(_, user)| user.as_str());
            let user = talk.ask("Usuario del jefe de sala", usual, |typed| Ok(typed.to_owned()))?;
            let pin = talk.unseen("PIN", |typed| Ok(typed.to_owned()))?;
            Signature { user, pin }
        }
    };
    for (name, post) in all {
        let given = match device_code_of(at, &name, || Ok(signature.clone())) {
            Ok(given) => given,
            Err(error) => {
                talk.say(&format!("✗ {error}"))?;
                return talk.say(&format!("Más tarde: «bombo-sala device-code --name {name}»."));
            }
        };
        let (first, second) = given.code.split_at_checked(4).unwrap_or((&given.code, ""));
        talk.lines(&format!("\n  {name}: {first} {second}   (hasta las {})", given.until))?;
        talk.lines(&typed_there(post, &name, &server, &given.code))?;
    }
    Ok(())
}

/// What is typed at a computer with its code: lines that can be copied as they are.
fn typed_there(post: DevicePost, name: &str, server: &str, code: &str) -> String {
    let enrols = |name: &str| {
        format!("  Con server = \"{server}\" en su /etc/bombo/{name}.toml:\n  bombo-alta-{name} {code}")
    };
    match post {
        DevicePost::Desk => format!(
            "  En su /etc/bombo/puesto:\n  PUESTO=\"--server {server} --device {name}\"\n  Y en su pantalla de entrada, F6 y el código."
        ),
        DevicePost::Wall => enrols("pared"),
        DevicePost::Camera => enrols("camara"),
        DevicePost::Voice => enrols("voz"),
    }
}

/// A demonstration hall beside the hall, for the first rehearsal.
fn rehearsal(talk: &mut Talk, place: &Place) -> Answered<()> {
    let Some(hall) = place.founded().filter(|hall| hall.sessions == 0) else { return Ok(()) };
    let dir: PathBuf = place.dir().with_file_name(REHEARSAL);
    if crate::journal::database_in(&dir).exists() {
        return talk.say(&format!("\nLa sala de ensayo está en {}: la guía, página 4.", dir.display()));
    }
    talk.say("\nEl primer ensayo se juega en otra sala, de demostración, que no gasta nada y lo dice en todas partes.")?;
    if !talk.yes("Prepararla ahora", false)? {
        return Ok(());
    }
    let (manager, user) = hall.managers.first().cloned().unwrap_or_default();
    let values =
        Values::of("estatal-2002.toml", profile::ESTATAL_2002.to_owned()).expect("ours is a profile");
    let founding = Founding {
        name: &hall.name,
        company: "",
        town: "",
        zone: &hall.zone,
        manager: &manager,
        user: &user,
        rules: values.rules().clone(),
        profile: values.text(),
        pin: None,
        demo_seed: Some(SEED),
    };
    let pin = match found(&dir, &founding) {
        Ok(pin) => pin,
        Err(error) => return talk.say(&format!("✗ {error}")),
    };
    if let Err(error) = settings::change(&dir, &machine_of(place.dir())) {
        talk.say(&format!("✗ El extractor de la sala, en su sala.toml: {error}"))?;
    }
    talk.say(&format!("✓ En {}. El PIN de {manager} allí: {pin}", dir.display()))?;
    talk.say("Se juega en este equipo, con el extractor de la sala y su servidor parado, y con un puesto en este mismo equipo:")?;
    let account = if place.account.is_entered() { "runuser -u bombo -- " } else { "" };
    talk.lines(&format!(
        "  {account}hall-server serve --dir {}\n  caller-console --server http://127.0.0.1:7878 --device ensayo",
        dir.display()
    ))?;
    talk.say("Los puestos dados de alta en la sala no entran en ella. Un extractor simulado (bombo-simulators) no se instala nunca aquí; en otro equipo, la guía, página 4.")
}

/// The ball machine of the hall in a folder, as its settings have it, for another hall's.
fn machine_of(hall: &Path) -> Vec<Change> {
    let text = fs::read_to_string(hall.join(FILE)).unwrap_or_default();
    let settings: Table = text.parse().unwrap_or_default();
    let Some(machine) = settings.get("machine").and_then(Value::as_table) else { return Vec::new() };
    let given = ["port", "driver", "baud", "tags", "set"].into_iter().filter_map(|key| {
        let value = machine.get(key)?;
        let is_a_file = |text: &&str| key == "tags" || (key == "driver" && text.ends_with(".toml"));
        // A file is told from the hall's folder.
        let file = value.as_str().filter(is_a_file).map(|file| hall.join(file).display().to_string());
        Some(Change::Set { part: "machine", key, value: file.map_or_else(|| value.clone(), Value::String) })
    });
    given.collect()
}

fn next(talk: &mut Talk, place: &Place, started: Option<SocketAddr>) -> Answered<()> {
    talk.lines("\nLo que viene ahora")?;
    let mut lines = vec![format!("Los puestos: --server {}", place.address())];
    if started.is_none() {
        lines
            .push("Con el servidor en marcha, esta orden otra vez da los códigos de los equipos.".to_owned());
    }
    lines.push(
        "En su puesto, el jefe de sala entra con su usuario y su PIN: la lista «Puesta en marcha» dice lo que falta, hasta el ensayo."
            .to_owned(),
    );
    lines.push(
        "La guía, página 1 (las máquinas) y página 4 (el ensayo): /usr/share/doc/bombo-server/guia"
            .to_owned(),
    );
    for line in lines {
        talk.lines(&folded(&format!("  · {line}"), 4))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use hall_core::machine::SetId;

    use super::*;
    use crate::config::{Config, template};

    #[test]
    fn the_rehearsal_has_the_ball_machine_of_the_hall() {
        let [hall, rehearsal] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        let written = "[machine]\nport = \"/dev/ttyS1\"\ndriver = \"nuestra.toml\"\nbaud = 19200\ntags = \"juego-a.csv\"\nset = \"A\"\n";
        fs::write(hall.path().join(FILE), template("", "") + written).unwrap();
        fs::write(rehearsal.path().join(FILE), template("", "")).unwrap();
        settings::change(rehearsal.path(), &machine_of(hall.path())).unwrap();
        let machine = Config::read(rehearsal.path()).unwrap().machine.expect("a machine");
        assert_eq!(
            (machine.port, machine.baud, machine.set),
            ("/dev/ttyS1".into(), Some(19_200), SetId::parse("A"))
        );
        // What is beside the hall's settings is there, and not beside the rehearsal's.
        assert_eq!(Path::new(&machine.driver), hall.path().join("nuestra.toml"));
        assert_eq!(machine.tags, Some(hall.path().join("juego-a.csv")));
        assert_eq!(machine_of(rehearsal.path().parent().unwrap()), [], "a hall without one");
    }
}
