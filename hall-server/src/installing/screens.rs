//! Cameras and sound: on which computer they are, and what the server keeps of them.

use hall_core::event::DevicePost;
use toml::Value;

use super::place::Place;
use super::settings::Change;
use super::talk::{Answered, Talk, is_no, named_or_no};

/// The longest that film is kept, in days, as the settings have it.
const DAYS_MAX: i64 = 3_650;

fn devices(place: &Place, post: DevicePost) -> Option<String> {
    let all = place.devices_of(post);
    (!all.is_empty()).then(|| format!("dada de alta: {}", all.join(", ")))
}

pub(super) fn cameras_now(place: &Place) -> String {
    let Some(settings) = place.settings() else { return String::new() };
    let film = match &settings.film {
        Some(film) => format!("lo filmado se guarda {} días", film.days),
        None => "no se guarda lo filmado".to_owned(),
    };
    let there = devices(place, DevicePost::Camera).unwrap_or_else(|| "ninguna todavía".to_owned());
    format!("{there}; {film}")
}

pub(super) fn cameras(talk: &mut Talk, place: &mut Place) -> Answered<()> {
    talk.say(
        "La de la salida de bolas la lleva el equipo en que está enchufada, éste u otro (bombo-camera). Al final se le da su código.",
    )?;
    device(talk, place, DevicePost::Camera, "camara-1")?;
    let film = place.settings().and_then(|settings| settings.film.clone());
    let default = film.as_ref().map_or_else(|| "no".to_owned(), |film| film.days.to_string());
    let days = talk.ask("Días que se guarda lo filmado, o «no»", &default, |typed| {
        if is_no(typed) {
            return Ok(None);
        }
        let days = typed.parse::<i64>().ok().filter(|days| (1..=DAYS_MAX).contains(days));
        days.map(Some).ok_or_else(|| {
            format!("De 1 a {DAYS_MAX}; si en la imagen salen personas, como mucho 30 (LO 3/2018, art. 22.3). O «no».")
        })
    })?;
    match days {
        Some(days) => place.change(&[Change::Set { part: "film", key: "days", value: Value::Integer(days) }]),
        None if film.is_some() => place.change(&[Change::Rest { part: "film" }]),
        None => Ok(()),
    }
}

pub(super) fn sound_now(place: &Place) -> String {
    let Some(settings) = place.settings() else { return String::new() };
    let there = devices(place, DevicePost::Voice)
        .unwrap_or_else(|| "sin megafonía todavía: canta el locutor".to_owned());
    let kept = settings.film.as_ref().is_some_and(|film| film.sound);
    if kept { format!("{there}; se guarda lo que oyen los micrófonos") } else { there }
}

pub(super) fn sound(talk: &mut Talk, place: &mut Place) -> Answered<()> {
    talk.say("La megafonía la lleva el equipo en que está el altavoz, éste u otro (bombo-voice). Al final se le da su código.")?;
    device(talk, place, DevicePost::Voice, "voz-1")?;
    let Some(film) = place.settings().and_then(|settings| settings.film.clone()) else { return Ok(()) };
    talk.say("Se puede guardar también lo que oyen los micrófonos de la sala en cada parada. Se oye a personas: sólo si está avisado.")?;
    let sound = talk.yes("Guardar el sonido de las paradas", film.sound)?;
    if sound == film.sound {
        return Ok(());
    }
    place.change(&[Change::Set { part: "film", key: "sound", value: Value::Boolean(sound) }])
}

/// What a computer of the hall is called that is to get its code; one that has had it stays.
fn device(talk: &mut Talk, place: &mut Place, post: DevicePost, usual: &str) -> Answered<()> {
    let is_there = !place.devices_of(post).is_empty();
    let default = if is_there { "no" } else { usual };
    let name = talk.ask(
        "Cómo se llamará ese equipo, o «no» si no hay más o es para otro día",
        default,
        named_or_no,
    )?;
    place.devices_to_come.retain(|(_, is)| *is != post);
    if let Some(name) = name {
        talk.say(&format!("✓ Su código, al final, con el nombre {name}."))?;
        place.devices_to_come.push((name, post));
    }
    Ok(())
}
