//! The cameras over HTTP: pictures in from the cameras and out to viewers, and what the cameras report of them.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Extension;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Query, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use hall_core::event::CameraPost;
use hall_wire::command::read;
use hall_wire::message::{CameraReport, PICTURE_MAX_BYTES, PICTURE_SIDE_MAX, PICTURE_STALE, PictureTaken};
use hall_wire::problem::{self, Problem};
use hyper::body::Frame;
use tokio::sync::{Notify, mpsc, watch};
use tokio::time::timeout;

use super::answer::{Trouble, bad_value, bytes, json};
use super::route::Params;
use super::wire::Wire;
use super::{Peer, Web, body};
use crate::board_code::Looks;
use crate::camera::{Camera, Cameras, Eyes, NotTaken, Picture};
use crate::desk::View;
use crate::panels::Screen;
use crate::places::Place;

/// The header with a picture's number.
const SEQ: HeaderName = HeaderName::from_static("camera-seq");

/// Longest time to send one picture to a viewer.
const SEND_MAX: Duration = Duration::from_secs(3);

/// The boundary between two pictures of a stream.
const BOUNDARY: &str = "imagen";

/// Holds the exit's pictures back from the hall as its rules say, until the desk ends.
pub(super) async fn hold(mut hall: watch::Receiver<Arc<View>>, cameras: Arc<Cameras>) {
    loop {
        {
            let view = hall.borrow_and_update();
            cameras.at(CameraPost::Exit).holds(view.public.picture_held, view.public.uncalled);
        }
        if hall.changed().await.is_err() {
            return;
        }
    }
}

/// Ends its connection at once, dropping what waits to be sent.
#[derive(Clone, Default)]
pub(super) struct HangUp(pub(super) Arc<Notify>);

/// Which camera.
#[derive(serde::Deserialize)]
pub(super) struct Which {
    camera: Option<CameraPost>,
}

/// Which camera, and for whom.
#[derive(serde::Deserialize)]
pub(super) struct Wish {
    camera: Option<CameraPost>,
    after: Option<u64>,
    at_once: Option<bool>,
}

impl Wish {
    fn of(wish: Params<Wish>) -> Result<Wish, Trouble> {
        let Query(wish) = wish.map_err(|_| {
            bad_value(
                "after",
                "El parámetro after debe ser un número; camera, exit, desk o hall; y at_once, true o false.",
            )
        })?;
        Ok(wish)
    }

    fn post(&self) -> CameraPost {
        self.camera.unwrap_or(CameraPost::Exit)
    }

    /// What is held back is the desk's alone: whoever is no device of the hall sees what the hall sees, whatever he asks for.
    fn eyes(&self, is_of_the_hall: bool) -> Eyes {
        if self.at_once == Some(true) && is_of_the_hall { Eyes::Desk } else { Eyes::Hall }
    }
}

/// A camera reports what it shows. The desk's turn comes by itself ([`crate::serve`]).
pub(super) async fn report(
    State(web): State<Web>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Trouble> {
    let text = body::read(&headers, body).await?;
    let report: CameraReport = read(&text).map_err(Problem::from)?;
    web.shared.cameras.sights.take(report);
    Ok(json(&report))
}

pub(super) async fn take(
    State(web): State<Web>,
    which: Params<Which>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Trouble> {
    let (is_jpeg, picture) = body::read_as("image/jpeg", PICTURE_MAX_BYTES, &headers, body).await?;
    let picture = picture.ok_or_else(|| {
        problem::TOO_LARGE.saying("La imagen es demasiado grande: como mucho 512 KiB. Baje tamaño o calidad.")
    })?;
    if !is_jpeg {
        return Err(problem::WRONG_TYPE
            .saying("La imagen debe enviarse con Content-Type: image/jpeg.")
            .into());
    }
    let post = post(which.map(|Query(which)| which.camera))?;
    let picture = Bytes::from(picture);
    let seq = web.shared.cameras.at(post).take(picture.clone()).map_err(|not| match not {
        NotTaken::NoPicture => Trouble::from(problem::NOT_A_PICTURE),
        NotTaken::TooWide => problem::TOO_LARGE
            .saying(format!("La imagen es demasiado grande: como mucho {PICTURE_SIDE_MAX} puntos por lado."))
            .into(),
    })?;
    if let Some(film) = &web.shared.film {
        film.picture(post, web.view().clock.now().utc_ms, picture);
    }
    Ok(json(&PictureTaken { seq }))
}

/// The exit's camera where none is named.
fn post<R>(named: Result<Option<CameraPost>, R>) -> Result<CameraPost, Trouble> {
    let named = named.map_err(|_| bad_value("camera", "La cámara es exit, desk o hall."))?;
    Ok(named.unwrap_or(CameraPost::Exit))
}

/// The latest picture; with `after`, waits a while for another one.
pub(super) async fn jpg(
    State(web): State<Web>,
    (Extension(Peer(peer)), Extension(wire)): (Extension<Peer>, Extension<Wire>),
    wish: Params<Wish>,
) -> Result<Response, Trouble> {
    let wish = Wish::of(wish)?;
    let is_ours = peer.is_loopback() || wire.device(&web.access()).is_some();
    let (camera, eyes) = (web.shared.cameras.at(wish.post()), wish.eyes(is_ours));
    let picture = match wish.after {
        Some(seen) => camera.newer(eyes, seen).await,
        None => camera.latest(eyes),
    };
    let picture = picture.ok_or(problem::NO_PICTURE)?;
    let mut response =
        ([(header::CONTENT_TYPE, HeaderValue::from_static("image/jpeg"))], picture.jpeg).into_response();
    response.headers_mut().insert(SEQ, HeaderValue::from(picture.seq));
    Ok(response)
}

/// One picture after another, until there is no fresh one, or the viewer is too slow or may look no more.
pub(super) async fn mjpeg(
    State(web): State<Web>,
    (Extension(Peer(peer)), Extension(wire)): (Extension<Peer>, Extension<Wire>),
    Extension(Looks(pass)): Extension<Looks>,
    wish: Params<Wish>,
    hang_up: Option<Extension<HangUp>>,
) -> Result<Response, Trouble> {
    let wish = Wish::of(wish)?;
    let device = wire.device(&web.access()).map(|enrolled| enrolled.device.key_sha256);
    let (camera, eyes) =
        (Arc::clone(web.shared.cameras.at(wish.post())), wish.eyes(device.is_some() || peer.is_loopback()));
    let first = camera.latest(eyes).ok_or(problem::NO_PICTURE)?;
    let seat = camera.seat(device, peer).ok_or(problem::TOO_MANY_SCREENS)?;
    // One picture waits, and only the latest is ever put there.
    let (tell, parts) = mpsc::channel(1);
    let hang_up = hang_up.map_or_else(HangUp::default, |Extension(hang_up)| hang_up);
    // As a screen of the public board: who is put out of the hall, or whose pass ends, sees no more of it.
    let screen = pass.map_or_else(|| web.screen_of(&wire), Screen::Passed);
    let panels = Arc::clone(&web.shared.panels);
    let may_look = move || panels.may_look(&screen);
    tokio::spawn(show(camera, eyes, first, tell, hang_up, (seat, may_look)));
    let mut response = bytes("multipart/x-mixed-replace; boundary=imagen", Vec::new());
    *response.body_mut() = Body::new(Parts(parts));
    Ok(response)
}

async fn show(
    camera: Arc<Camera>,
    eyes: Eyes,
    first: Picture,
    tell: mpsc::Sender<Bytes>,
    hang_up: HangUp,
    (seat, may_look): (Place, impl Fn() -> bool),
) {
    let mut next = Some(first);
    let mut opening = format!("--{BOUNDARY}\r\n");
    while let Some(picture) = next.filter(|_| may_look()) {
        let mut part = std::mem::take(&mut opening).into_bytes();
        part.extend_from_slice(&part_of(&picture));
        match timeout(SEND_MAX, tell.send(Bytes::from(part))).await {
            Ok(Ok(())) => {}
            Ok(Err(_)) => break,
            Err(_) => {
                camera.note_cut();
                hang_up.0.notify_one();
                break;
            }
        }
        next = tokio::select! {
            other = another(&camera, eyes, picture.seq) => other,
            () = tell.closed() => None,
        };
    }
    drop(seat);
}

/// The next picture; none when no more come. One that is held back stands for as long as it must.
async fn another(camera: &Camera, eyes: Eyes, seen: u64) -> Option<Picture> {
    let mut taken = camera.taken();
    loop {
        let other = camera.other_than(eyes, seen, PICTURE_STALE).await;
        let now = camera.taken();
        if other.is_some() || now == taken {
            return other;
        }
        taken = now;
    }
}

/// A part with the boundary behind it: browsers show a part when they see its boundary.
fn part_of(picture: &Picture) -> Vec<u8> {
    let head = format!(
        "Content-Type: image/jpeg\r\nContent-Length: {}\r\nCamera-Seq: {}\r\n\r\n",
        picture.jpeg.len(),
        picture.seq
    );
    [head.as_bytes(), &picture.jpeg, format!("\r\n--{BOUNDARY}\r\n").as_bytes()].concat()
}

/// The body of a stream of pictures.
struct Parts(mpsc::Receiver<Bytes>);

impl HttpBody for Parts {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.0.poll_recv(context).map(|part| part.map(|part| Ok(Frame::data(part))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_held_back_is_for_the_devices_of_the_hall_alone() {
        let wish = |at_once| Wish { camera: None, after: None, at_once };
        assert_eq!(wish(Some(true)).eyes(true), Eyes::Desk);
        assert_eq!(wish(Some(true)).eyes(false), Eyes::Hall, "a stranger");
        assert_eq!(wish(None).eyes(true), Eyes::Hall);
    }
}
