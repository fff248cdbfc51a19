//! What is asked of a request before its handler sees it: how it comes, what its screen has seen, and who asks.

use std::net::{IpAddr, Ipv4Addr};

use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::middleware::{Next, from_fn_with_state};
use axum::response::IntoResponse;
use axum::routing::MethodRouter;
use hall_core::event::DevicePost;
use hall_wire::problem;

use super::Route;
use super::Who::{self, Camera, Device, Everybody, Roles, Staff, Voice, Wall};
use crate::access::Caller;
use crate::web::answer::Trouble;
use crate::web::wire::{Clear, Wire};
use crate::web::{Peer, Web, body, credentials, trusting};

/// A log-in that is shown elsewhere.
const ANOTHER_DESK: &str =
    "Esa entrada se hizo en otro puesto, y vale sólo en él. Entre aquí con usuario y PIN.";

impl Route {
    /// The handler behind a check of who calls, and of what the screen has seen.
    pub(in super::super) fn mount(self, web: &Web) -> MethodRouter<Web> {
        let (who, clear, for_screens) = (self.who, self.clear, self.is_for_screens());
        let door = move |State(web): State<Web>, mut request: Request, next: Next| async move {
            let headers = request.headers();
            let (wire, peer) = at_the_other_end(&request);
            let taken = web.takes(&wire, peer, clear);
            let seen = taken.and_then(|()| if for_screens { web.is_not_behind(headers) } else { Ok(()) });
            match seen.and_then(|()| admit(&web, who, headers, (&wire, peer))) {
                Ok(caller) => {
                    if clear == Clear::Board {
                        match web.looks(&request, &wire, peer) {
                            Ok(looks) => drop(request.extensions_mut().insert(looks)),
                            Err(instead) => {
                                body::discard(request.into_body()).await;
                                return *instead;
                            }
                        }
                    }
                    caller.map(|caller| request.extensions_mut().insert(caller));
                    next.run(request).await
                }
                Err(trouble) => {
                    if let (Some(Peer(peer)), true) = (request.extensions().get(), trouble.is_about_who()) {
                        web.shared.turned_away.note(*peer, trouble.code());
                    }
                    let looks = trusting::is_looking(&request);
                    body::discard(request.into_body()).await;
                    if looks && trouble.code() == problem::NOT_ENCRYPTED.code {
                        return trusting::shown_the_way();
                    }
                    trouble.into_response()
                }
            }
        };
        self.handler.route_layer(from_fn_with_state(web.clone(), door))
    }
}

/// How a request has come, and from where.
fn at_the_other_end(request: &Request) -> (Wire, IpAddr) {
    let from = request.extensions();
    let here = IpAddr::V4(Ipv4Addr::LOCALHOST);
    (from.get().cloned().unwrap_or_default(), from.get().map_or(here, |Peer(address)| *address))
}

fn admit(
    web: &Web,
    who: Who,
    headers: &HeaderMap,
    (wire, peer): (&Wire, IpAddr),
) -> Result<Option<Caller>, Trouble> {
    let caller = || -> Result<Caller, Trouble> {
        let caller = web.caller(headers)?;
        let there = web.is_at_its_desk(&caller, wire, headers);
        if there { Ok(caller) } else { Err(problem::NOT_IDENTIFIED.saying(ANOTHER_DESK).into()) }
    };
    match who {
        Everybody => Ok(None),
        Staff => Ok(Some(caller()?)),
        Roles(roles) => {
            let caller = caller()?;
            if caller.has_any(roles) { Ok(Some(caller)) } else { Err(problem::NOT_YOUR_POWER.into()) }
        }
        Camera => match credentials("camera", headers) {
            Some(key) if web.shared.cameras.knows(key) => Ok(None),
            Some(_) | None if web.is_at_post(wire, DevicePost::Camera) => Ok(None),
            Some(_) | None => Err(problem::NOT_THE_CAMERA.into()),
        },
        Voice => match credentials("voice", headers) {
            Some(key) if web.shared.voice.knows(key) => Ok(None),
            Some(_) | None if web.is_at_post(wire, DevicePost::Voice) => Ok(None),
            Some(_) | None => Err(problem::NOT_THE_VOICE.into()),
        },
        Wall if web.is_at_post(wire, DevicePost::Wall) || peer.is_loopback() => Ok(None),
        Wall => Err(problem::NOT_A_WALL.into()),
        Device if wire.device(&web.access()).is_some() => Ok(None),
        Device => Err(problem::NO_CERTIFICATE.into()),
    }
}
