//! What televisions show between games, in the place of the hall's name: the folder that walls show too.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::UNIX_EPOCH;

use axum::extract::{Path as Named, State};
use axum::http::{HeaderValue, header};
use axum::response::Response;
use hall_notices::{EACH_SECONDS, Folder};
use hall_wire::link::in_url;
use hall_wire::message::PICTURE_SIDE_MAX;
use hall_wire::problem;
use jiff::Timestamp;
use jiff::tz::{Offset, TimeZone};
use schemars::JsonSchema;
use serde::Serialize;
use tokio::task::spawn_blocking;

use crate::camera::jpeg;
use crate::clock::Clock;
use crate::config::FILE;
use crate::web::Web;
use crate::web::answer::{Trouble, bytes, json};

/// The largest file of a picture, in bytes: a television keeps it whole.
const FILE_MAX: u64 = 8 << 20;

/// A picture's address has the hour of its last change: under it nothing changes.
const FOR_A_DAY: HeaderValue = HeaderValue::from_static("public, max-age=86400");

/// The hall's folder of adverts and notices.
pub struct Notices {
    path: PathBuf,
    folder: Mutex<Folder>,
    clock: Clock,
}

/// One of what is shown in turn.
#[derive(Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(in crate::web) struct TvNotice {
    /// The picture's address on this server.
    #[serde(skip_serializing_if = "Option::is_none")]
    image: Option<String>,
    /// What is told: at most 160 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// For how many seconds.
    seconds: u64,
}

impl Notices {
    /// Those of a folder, by the hall's hour. Tells the operator what of it will not be shown.
    pub fn of(path: PathBuf, clock: Clock) -> Notices {
        if let Err(fault) = check(&path) {
            eprintln!(
                "Aviso: en {FILE}, [tv] notices: {fault}. Los televisores enseñan lo que se pueda leer."
            );
        }
        let folder = Mutex::new(Folder::new(&path));
        Notices { path, folder, clock }
    }

    /// What may be shown now, in turn.
    fn now(&self) -> Vec<TvNotice> {
        let now = self.clock.now();
        let offset = Offset::from_seconds(i32::from(now.offset_minutes) * 60).unwrap_or(Offset::UTC);
        let hour = Timestamp::from_millisecond(now.utc_ms).unwrap_or_default();
        let hour = hour.to_zoned(TimeZone::fixed(offset)).datetime();
        let mut folder = self.folder.lock().unwrap_or_else(PoisonError::into_inner);
        let slides = folder.slides(Some(hour));
        let told = slides.into_iter().map(|slide| TvNotice {
            image: slide.picture.as_deref().and_then(address),
            text: slide.text,
            seconds: slide.seconds.unwrap_or(EACH_SECONDS),
        });
        told.filter(|one| one.image.is_some() || one.text.is_some()).collect()
    }

    /// A picture of the folder, and its media type; `None` for what is none, and for one that no television should open.
    fn picture(&self, name: &str) -> Option<(&'static str, Vec<u8>)> {
        let path = hall_notices::pictures(&self.path).into_iter().find(|path| path.ends_with(name))?;
        let mut picture = Vec::new();
        File::open(path).ok()?.take(FILE_MAX + 1).read_to_end(&mut picture).ok()?;
        let (media, (width, height)) = match png_size(&picture) {
            Some(size) => ("image/png", size),
            None => {
                let (width, height) = jpeg::size_of(&picture)?;
                ("image/jpeg", (width.into(), height.into()))
            }
        };
        let sides = 1..=u32::from(PICTURE_SIDE_MAX);
        let good = picture.len() as u64 <= FILE_MAX && sides.contains(&width) && sides.contains(&height);
        good.then_some((media, picture))
    }
}

/// Where a picture is, with the hour of its last change; `None` where it is not there.
fn address(path: &Path) -> Option<String> {
    let changed = std::fs::metadata(path).and_then(|file| file.modified()).ok()?;
    let changed = changed.duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
    let name = in_url(path.file_name()?.to_str()?);
    Some(format!("/tv/avisos/{name}?v={changed}"))
}

/// Width and height from a PNG's header; `None` for other files.
fn png_size(png: &[u8]) -> Option<(u32, u32)> {
    let header = png.strip_prefix(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")?;
    let (width, rest) = header.split_first_chunk()?;
    Some((u32::from_be_bytes(*width), u32::from_be_bytes(*rest.first_chunk()?)))
}

/// What is shown now, in turn; nothing where the hall has no folder.
pub(in crate::web) async fn now(State(web): State<Web>) -> Result<Response, Trouble> {
    let shown = spawn_blocking(move || web.shared.notices.get().map_or_else(Vec::new, Notices::now)).await;
    Ok(json(&shown.map_err(|_| problem::BROKEN)?))
}

/// A picture.
pub(in crate::web) async fn picture(
    State(web): State<Web>,
    Named(name): Named<String>,
) -> Result<Response, Trouble> {
    let found = spawn_blocking(move || web.shared.notices.get()?.picture(&name)).await;
    let Some((media, picture)) = found.map_err(|_| problem::BROKEN)? else {
        return Err(problem::NO_PICTURE.into());
    };
    let mut response = bytes(media, picture);
    response.headers_mut().insert(header::CACHE_CONTROL, FOR_A_DAY);
    Ok(response)
}

/// Says what is wrong with a folder's schedule, where somebody starts the server and can mend it.
///
/// # Errors
/// The folder is not there, or the faults of its schedule, in Spanish.
pub fn check(folder: &Path) -> Result<(), String> {
    match folder.read_dir() {
        Ok(_) => hall_notices::schedule::read(folder).map(drop).map_err(|faults| faults.to_string()),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            Err(format!("no existe la carpeta {}", folder.display()))
        }
        Err(error) => Err(format!("no se puede leer la carpeta {}: {error}", folder.display())),
    }
}
