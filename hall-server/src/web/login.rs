//! Log-in and log-out.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use hall_core::hall::LogInOver;
use hall_core::people::PersonId;
use hall_core::refusal::Refusal;
use hall_core::request::{Notice, Request};
use hall_wire::command::read;
use hall_wire::command::texts::is_name;
use hall_wire::message::{LogIn, LogInRow, LoggedIn, Me};
use hall_wire::pin::fault;
use hall_wire::problem::{self, Problem};
use tokio::sync::AcquireError;
use tokio::task::spawn_blocking;
use tokio::time::{sleep, timeout};

use super::answer::{Trouble, json};
use super::body::check_name;
use super::wire::Wire;
use super::{Peer, Web, body, command, enrolment};
use crate::access::{Access, Caller, OpenLogIn, Place, Told, Wait, new_token, token_hash, verify_pin};
use crate::desk::{Answer, Ask};
use crate::journal::seal;

/// Longest wait for a PIN's turn to be hashed: some two hundred before it.
const TURN_MAX: Duration = Duration::from_secs(5);

/// Checks user and PIN and gives a token. A token is shown once: a lost answer means another log-in.
///
/// A name that is nobody's, a person who may not log in at this device and a wrong PIN cost the same time and the same delays, so
/// that nobody learns who is on the staff.
pub(super) async fn login(
    State(web): State<Web>,
    (Extension(Peer(peer)), Extension(wire)): (Extension<Peer>, Extension<Wire>),
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Trouble> {
    let text = body::read(&headers, body).await?;
    let LogIn { user, pin, device } = read(&text).map_err(Problem::from)?;
    check_name("device", "del puesto", &device)?;
    let access = web.access();
    let (device, device_key_sha256) = enrolment::sits_at(&access, (&wire, &headers), device);
    let by_number = || access.person(PersonId(user.parse().ok().filter(|no: &u32| no.to_string() == user)?));
    // A keypad has no letters: a person's number is as good as the name.
    let member = access.user(&user).or_else(by_number).cloned();
    let at = device_key_sha256.and_then(|key| access.device(&key));
    let (enrolled, is_open) = (at.map(|at| at.no), access.is_open_at(at));
    let place = enrolled.map_or_else(|| Place::Other(peer, device.clone()), Place::Enrolled);
    let attempts = &web.shared.attempts;
    let is_known = member.as_ref().is_some_and(|member| {
        enrolled.map_or_else(|| attempts.sat(member.person, &place), |no| member.sat_at.contains(&no))
    });
    // No user has such a name: all of them are one.
    let counted = if is_name(&user) { user } else { String::new() };
    attempts.begin(&counted, &place, is_known, Instant::now()).map_err(wait)?;
    let hash = member.as_ref().and_then(|member| member.pin_hash.clone());
    let good = web.is_pin(hash, pin.clone(), is_known || enrolled.is_some()).await?;
    let may_sit = is_open || member.as_ref().is_some_and(|member| member.only_inspects);
    let person = member.as_ref().filter(|member| !member.left).map(|member| member.person);
    let Some(member) = member.filter(|_| good && may_sit) else {
        attempts.bad(&counted, &place, is_known, Instant::now());
        web.was_wrong(person);
        let refused =
            if is_open { problem::WRONG_PIN.problem() } else { (&Refusal::DeviceNotEnrolled).into() };
        return Err(refused.into());
    };
    attempts.good(&counted, member.person, &place, is_known, Instant::now());
    let pin_fault = fault(&pin, &member.identity.whose(Some(member.person), web.year()));
    let pin_fault = pin_fault.map(|fault| fault.name().to_owned());
    let token = new_token();
    let row = seal(token_hash(&token).as_bytes());
    let login = Request::LogIn { token: row.sealed, pin: Some(member.pin), device_key_sha256 };
    let ask = Ask::once(member.person, device.clone(), login, vec![row]);
    match web.shared.desk.ask(ask).await? {
        Answer::Done(_) => {
            let (person, roles) = (member.person.0, member.roles);
            Ok(json(&LoggedIn { token, person, roles, device, pin_fault }))
        }
        answer @ (Answer::Refused(_) | Answer::IdReused) => command::reply(answer),
    }
}

impl Web {
    /// Whether this is the PIN behind a hash, once there is a place to look. Who is new waits behind others who are new, and takes
    /// one place at most: the hall's own devices are first.
    pub(super) async fn is_pin(
        &self,
        hash: Option<String>,
        pin: String,
        is_first: bool,
    ) -> Result<bool, Trouble> {
        let turns = async {
            let new = if is_first { None } else { Some(self.shared.new_hashes.acquire().await?) };
            Ok::<_, AcquireError>((new, self.shared.hashes.acquire().await?))
        };
        let turns = timeout(TURN_MAX, turns).await;
        let turns = turns.map_err(|_| problem::WAIT.problem().after(2))?.map_err(|_| problem::BROKEN)?;
        let good =
            spawn_blocking(move || verify_pin(hash.as_deref(), &pin)).await.map_err(|_| problem::BROKEN)?;
        drop(turns);
        Ok(good)
    }

    /// Tells the record of a wrong PIN or code: one line a minute for each user at most, with the count of all since the last.
    pub(super) fn was_wrong(&self, person: Option<PersonId>) {
        match self.shared.attempts.told(person, Instant::now()) {
            Told::Now(tries) => self.shared.desk.notice(Notice::LoginRefused { tries }),
            Told::Already => {}
            Told::In(rest) => {
                // The desk ends when nobody holds its inbox any more.
                let shared = Arc::downgrade(&self.shared);
                tokio::spawn(async move {
                    sleep(rest).await;
                    if let Some(shared) = shared.upgrade()
                        && let Some(tries) = shared.attempts.due(person, Instant::now())
                    {
                        shared.desk.notice(Notice::LoginRefused { tries });
                    }
                });
            }
        }
    }

    /// The year by the hall's clock.
    pub(super) fn year(&self) -> u16 {
        u16::try_from(self.view().clock.now().date().year).unwrap_or(u16::MAX)
    }
}

/// Wrong PINs came before: the next try has to wait.
pub(super) fn wait(Wait(wait): Wait) -> Problem {
    let secs = u32::try_from(wait.as_millis().div_ceil(1000)).unwrap_or(u32::MAX);
    problem::WAIT.saying(format!("Ha habido intentos fallidos. Espere {secs} s y repita.")).after(secs)
}

/// Why a log-in is over, and what to do.
pub(super) const fn over_words(why: LogInOver) -> &'static str {
    match why {
        LogInOver::Manager => {
            "El jefe de sala ha terminado su entrada en este puesto. Si hace falta, entre otra vez."
        }
        LogInOver::TooLong => {
            "Su entrada ha durado doce horas, que es lo más que dura. Entre otra vez con su PIN."
        }
        LogInOver::NextSession => {
            "Se ha abierto otra sesión, y su entrada era de la anterior. Entre otra vez con su PIN."
        }
        LogInOver::LoggedOut => "Ha salido usted de este puesto. Entre otra vez.",
        LogInOver::Again => {
            "Ha entrado usted otra vez en un puesto con este nombre, y vale esa entrada. Entre otra vez."
        }
        LogInOver::PinGiven => "Le han dado un PIN nuevo. Entre con él.",
        LogInOver::PinChanged => "Ha cambiado usted su PIN en otro puesto. Entre con el nuevo.",
        LogInOver::Dismissed => {
            "Consta su baja en la plantilla, y su entrada ha terminado. Hable con el jefe de sala."
        }
        LogInOver::FirstDevice => {
            "La sala ya tiene puestos dados de alta y éste no lo está. Pida un código al jefe de sala."
        }
        LogInOver::DeviceRevoked => "Este puesto se ha dado de baja. Hable con el jefe de sala.",
        LogInOver::Moved => {
            "La sala se sirve ahora desde otra copia del registro. Entre otra vez con su PIN."
        }
    }
}

/// Who is logged in where.
pub(super) fn rows(access: &Access) -> Vec<LogInRow> {
    let row = |open: &OpenLogIn| LogInRow {
        person: open.person.0,
        device: open.device.clone(),
        since_utc_ms: open.since_utc_ms,
    };
    access.log_ins().into_iter().map(row).collect()
}

/// Ends the log-in of this person on this device.
pub(super) async fn logout(
    State(web): State<Web>,
    Extension(caller): Extension<Caller>,
    body: Body,
) -> Result<Response, Trouble> {
    body::discard(body).await;
    web.ask(Ask::once(caller.person, caller.device, Request::LogOut, Vec::new())).await
}

/// The holder of the token.
pub(super) async fn me(
    State(web): State<Web>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Trouble> {
    let access = web.access();
    let member = access.person(caller.person).ok_or(problem::NOT_IDENTIFIED)?;
    Ok(json(&Me {
        person: caller.person.0,
        user: member.identity.user.clone(),
        name: member.identity.name.clone(),
        roles: caller.roles,
        device: caller.device,
        first_pin: member.first_pin,
    }))
}
