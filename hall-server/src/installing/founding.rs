//! Hall, regulation and manager, and with them the founding: until all three are answered nothing is made.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use hall_core::words::is_hidden;
use hall_wire::pin::{Whose, fault};
use settings_file::from_utf8;

use super::place::Place;
use super::settings::Change;
use super::talk::{Answered, Left, Talk, named, numbered};
use crate::clock::Clock;
use crate::epoch::Signature;
use crate::found::{Founding, Values, found, question};
use crate::profile;

/// What is answered of a hall that is not founded yet.
#[derive(Default)]
pub(super) struct Draft {
    name: String,
    town: String,
    company: String,
    address: String,
    zone: String,
    /// The regulation and the values of the hall.
    values: Option<Values>,
}

/// The zones of Spanish halls.
const ZONES: [(&str, &str); 3] = [
    ("Europe/Madrid", "la Península y Baleares"),
    ("Atlantic/Canary", "Canarias"),
    ("Africa/Ceuta", "Ceuta y Melilla"),
];

pub(super) fn hall_now(place: &Place) -> String {
    let Some((hall, settings)) = place.founded().zip(place.settings()) else { return String::new() };
    let paper = &settings.paper;
    let parts = [&hall.name, &paper.company, &paper.address, &paper.town].map(String::as_str);
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

/// A text as it stands on papers; «-» is none.
fn paper(typed: &str) -> Result<String, String> {
    let text = if typed == "-" { "" } else { typed };
    if text.chars().any(is_hidden) || text.chars().count() > 200 {
        return Err("Lleva caracteres que no se ven, o es muy largo. Escríbalo de nuevo.".to_owned());
    }
    Ok(text.to_owned())
}

fn needed(typed: &str) -> Result<String, String> {
    if typed.is_empty() {
        Err("Hace falta: escríbalo como ha de salir en los papeles.".to_owned())
    } else {
        paper(typed)
    }
}

pub(super) fn hall(talk: &mut Talk, place: &mut Place) -> Answered<()> {
    if let Some((hall, settings)) = place.founded().zip(place.settings()) {
        talk.say(&format!(
            "La sala está fundada: su nombre, «{}», y su hora ({}) no cambian. Lo demás es lo que dicen actas y cartones; un guion (-) lo \
             deja vacío.",
            hall.name, hall.zone
        ))?;
        let now = settings.paper.clone();
        let town = talk.ask("Población", &now.town, paper)?;
        let company = talk.ask("Empresa titular", &now.company, paper)?;
        let address = talk.ask("Calle y número", &now.address, paper)?;
        return place.change(&[
            Change::text("paper", "town", &town),
            Change::text("paper", "company", &company),
            Change::text("paper", "address", &address),
        ]);
    }
    let name = talk.ask("Nombre de la sala, como en los cartones", "", needed)?;
    let town = talk.ask("Población", "", needed)?;
    let company = talk.ask("Empresa titular de la autorización (puede quedar vacía)", "", paper)?;
    let address = talk.ask("Calle y número (puede quedar vacío)", "", paper)?;
    let zones = ZONES.map(|(zone, of)| format!("{zone:<16} {of}"));
    let default = usize::from(matches!(town.to_lowercase().as_str(), "ceuta" | "melilla")) * 2;
    let zone = talk.choose("Hora de la sala", &zones, default)?;
    place.draft = Draft {
        name,
        town,
        company,
        address,
        zone: ZONES[zone].0.to_owned(),
        values: place.draft.values.take(),
    };
    Ok(())
}

pub(super) fn regulation_now(place: &Place) -> String {
    place.founded().map(|hall| hall.regulation.clone()).unwrap_or_default()
}

/// A regulation to choose from.
struct Offered {
    file: PathBuf,
    values: Values,
}

/// A regulation in a file.
fn read(file: &Path) -> Result<Values, String> {
    let name = file.display().to_string();
    let bytes = fs::read(file).map_err(|error| format!("No se puede leer {name}: {error}."))?;
    let text = from_utf8(&name, bytes).map_err(|faults| faults.to_string())?;
    Values::of(&name, text).map_err(|faults| faults.to_string())
}

/// Those that come with the program; the state's is always there, and the first.
fn offered(folder: &Path) -> Vec<Offered> {
    let ours = Values::of("estatal-2002.toml", profile::ESTATAL_2002.to_owned()).expect("ours is a profile");
    let mut all = vec![Offered { file: folder.join("estatal-2002.toml"), values: ours }];
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|is| is == "toml") && *file != all[0].file);
    files.sort();
    all.extend(files.into_iter().filter_map(|file| Some(Offered { values: read(&file).ok()?, file })));
    all
}

pub(super) fn regulation(talk: &mut Talk, place: &mut Place) -> Answered<()> {
    if place.is_founded() {
        return talk.say(
            "Se cambia entre dos personas, con la sesión cerrada: en el puesto de la sala, Hoy, F6 (Reglamento).",
        );
    }
    talk.say(
        "El del Estado sólo rige hoy en Ceuta y Melilla. En otra comunidad hace falta el suyo: un fichero .toml, con su ruta entera.",
    )?;
    let mut all = offered(&place.order.profiles);
    for (number, Offered { values, .. }) in all.iter().enumerate() {
        talk.lines(&super::talk::folded(&format!("  {}  {}", number + 1, values.rules().title), 5))?;
    }
    let most = all.len();
    let chosen = talk.ask("Número, o la ruta de un fichero", "1", |typed| {
        if typed.starts_with('/') { read(Path::new(typed)).map(Err) } else { numbered(typed, most).map(Ok) }
    })?;
    let mut values = match chosen {
        Ok(number) => all.swap_remove(number).values,
        Err(values) => values,
    };
    decide(talk, &mut values)?;
    place.draft.values = Some(values);
    Ok(())
}

/// The values that the regulation leaves to the hall: all at once, and each that is to be another.
fn decide(talk: &mut Talk, values: &mut Values) -> Answered<()> {
    loop {
        let open = values.open();
        talk.say("\nDeja estos valores a la sala, y los firma su jefe de sala:")?;
        for (number, row) in open.iter().enumerate() {
            talk.lines(&super::talk::folded(&format!("  {:>2}  {}", number + 1, values.said(row)), 6))?;
        }
        let typed = talk.ask("Intro los deja así; un número cambia el suyo", "", |typed| {
            if typed.is_empty() { Ok(None) } else { numbered(typed, open.len()).map(Some) }
        })?;
        let Some(row) = typed.and_then(|number| open.get(number)) else { return Ok(()) };
        for choice in values.choices(row) {
            talk.lines(&choice)?;
        }
        talk.ask(question(row), "", |typed| values.take(row, typed))?;
    }
}

pub(super) fn manager_now(place: &Place) -> String {
    let managers = place.founded().map(|hall| hall.managers.as_slice()).unwrap_or_default();
    managers.iter().map(|(name, user)| format!("{name} (usuario {user})")).collect::<Vec<_>>().join(", ")
}

pub(super) fn manager(talk: &mut Talk, place: &mut Place) -> Answered<()> {
    if place.is_founded() {
        return talk.say(
            "Las personas se llevan en el puesto de la sala, pestaña Personas. Si el único jefe de sala ha perdido su PIN: la guía, página 3.",
        );
    }
    let name = talk.ask("Nombre y apellidos, como en las actas", "", needed)?;
    let suggested: String = name.split(' ').next().unwrap_or_default().to_lowercase();
    let suggested = named(&suggested).unwrap_or_default();
    let user = talk.ask("Usuario con el que entra", &suggested, named)?;
    let pin = pin(talk, &user, &place.draft.zone)?;
    let values = place.draft.values.as_ref().expect("the regulation comes before");
    talk.say(&format!(
        "\nSe va a fundar «{}», de {}, con {name} (usuario {user}) de jefe de sala y con el reglamento «{}». El nombre, la hora y el \
         reglamento quedan en la primera línea del registro.",
        place.draft.name, place.draft.town, values.rules().title
    ))?;
    talk.ask("Intro la crea", "", |typed| {
        if typed.is_empty() { Ok(()) } else { Err("Sólo Intro, o «atrás» para cambiar algo.".to_owned()) }
    })?;
    let pin_shown = pin.is_none();
    let pin = make(place, &name, &user, pin.as_deref()).map_err(Left::Failed)?;
    talk.say(&format!("Sala «{}» creada en {}.", place.draft.name, place.dir().display()))?;
    if pin_shown {
        talk.lines(&format!("\n  PIN de {name}: {pin}\n"))?;
        talk.say("Apúntelo ahora: no se vuelve a mostrar.")?;
    }
    place.signature = Some(Signature { user, pin });
    place.look()
}

/// The PIN, twice; none where the program is to choose it.
fn pin(talk: &mut Talk, user: &str, zone: &str) -> Answered<Option<String>> {
    let year = u16::try_from(Clock::of_zone(zone).now().date().year).unwrap_or(u16::MAX);
    talk.say("PIN de 6 a 12 cifras, que no se ve al teclearlo. Con sólo Intro lo elige el programa y lo enseña una vez.")?;
    loop {
        let whose = Whose { person: Some(1), user, document: "", year };
        let pin = talk.unseen("PIN", |typed| match fault(typed, &whose) {
            Some(fault) if !typed.is_empty() => Err(fault.words().to_owned()),
            Some(_) | None => Ok(typed.to_owned()),
        })?;
        if pin.is_empty() {
            return Ok(None);
        }
        if talk.unseen("PIN, otra vez", |typed| Ok(typed == pin))? {
            return Ok(Some(pin));
        }
        talk.say("✗ Los dos PIN no son iguales. Tecléelos otra vez.")?;
    }
}

/// Founds the hall beside its folder and gives it its name once it is whole and on the disk. Returns the manager's PIN.
fn make(place: &Place, manager: &str, user: &str, pin: Option<&str>) -> Result<String, String> {
    let (dir, draft) = (place.dir(), &place.draft);
    let values = draft.values.as_ref().expect("the regulation comes before");
    let beside = draft_of(dir);
    let wrong = |doing: &str, error: &io::Error| {
        format!(
            "No se puede {doing} {}: {error}. Mire si hay sitio en el disco y de quién es la carpeta.",
            dir.display()
        )
    };
    // What a founding left behind that was cut off.
    let _ = fs::remove_dir_all(&beside);
    let founding = Founding {
        name: &draft.name,
        company: &draft.company,
        town: &draft.town,
        zone: &draft.zone,
        manager,
        user,
        rules: values.rules().clone(),
        profile: values.text(),
        pin,
        demo_seed: None,
    };
    let founded = (|| {
        if let Some(above) = dir.parent() {
            fs::create_dir_all(above).map_err(|error| wrong("crear", &error))?;
        }
        let pin = found(&beside, &founding).map_err(|error| error.to_string())?;
        super::settings::change(&beside, &[Change::text("paper", "address", &draft.address)])
            .map_err(|error| error.to_string())?;
        on_the_disk(&beside)
            .and_then(|()| fs::rename(&beside, dir))
            .map_err(|error| wrong("crear", &error))?;
        dir.parent()
            .map_or(Ok(()), |above| File::open(above)?.sync_all())
            .map_err(|error| wrong("crear", &error))?;
        Ok(pin)
    })();
    if founded.is_err() {
        // Half a hall is none, and the next try removes it too.
        let _ = fs::remove_dir_all(&beside);
    }
    founded
}

/// Where a hall lies until it is whole.
fn draft_of(dir: &Path) -> PathBuf {
    let name = dir.file_name().unwrap_or_default().to_string_lossy();
    dir.with_file_name(format!(".{name}.fundando"))
}

/// Brings a folder with all its files to the disk.
fn on_the_disk(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            on_the_disk(&entry.path())?;
        } else if entry.file_type()?.is_file() {
            File::open(entry.path())?.sync_all()?;
        }
    }
    File::open(folder)?.sync_all()
}
