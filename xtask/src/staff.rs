//! The staff at their devices, each with a log-in of its own.

use anyhow::{Context, Result};
use hall_core::people::Role;
use hall_wire::board::{MesaBoard, Person};
use hall_wire::link::{Client, ClientError, Link};
use hall_wire::message::{Accepted, HallLists, SetDuty};
use serde::Serialize;
use serde_json::json;
use uuid::Uuid;

use crate::programs::{Founded, Server};

/// The people who run an evening.
pub struct Staff {
    /// Jefe de sala: «lucia», whom `init` made.
    pub sala: Client,
    /// Jefe de mesa.
    pub mesa: Client,
    /// Cajero.
    pub cajero: Client,
    /// Vendedor-locutor on caller turn.
    pub locutor: Client,
    /// The manager's number.
    pub sala_no: u32,
    /// The sellers' numbers.
    pub sellers: Vec<u32>,
}

/// Who is taken on: user, name, PIN, role, device.
const PEOPLE: [(&str, &str, &str, &str); 6] = [
    ("rafael", "Rafael Ortega Díaz", "283917", "jefe_de_mesa"),
    ("carmen", "Carmen Peña Gil", "349157", "cajero"),
    ("nuria", "Nuria Campos Rey", "161803", "vendedor_locutor"),
    ("ignacio", "Ignacio Muñoz Soler", "141421", "vendedor_locutor"),
    ("begona", "Begoña Ibáñez Prat", "173205", "vendedor_locutor"),
    ("gonzalo", "Gonzalo Prieto Lara", "577215", "inspector"),
];

/// Returns user and PIN of the first of them with this role.
///
/// # Panics
/// When nobody has it.
pub fn key_of(role: &str) -> (&'static str, &'static str) {
    let found = PEOPLE.iter().find(|person| person.3 == role).expect("one of the staff");
    (found.0, found.2)
}

/// Returns them: user, name, PIN, role.
pub fn people() -> impl Iterator<Item = (&'static str, &'static str, &'static str, &'static str)> {
    PEOPLE.into_iter()
}

/// Posts a command with a fresh id.
///
/// # Errors
/// The desk's refusal, or that no answer came.
pub fn post(who: &Client, command: &str, body: &impl Serialize) -> Result<Accepted, ClientError> {
    who.post(command, body, Uuid::new_v4())
}

/// Returns the code of a refusal.
pub fn code(error: &ClientError) -> &str {
    match error {
        ClientError::Refused(problem) => &problem.code,
        ClientError::NoAnswer { .. } | ClientError::NotUnderstood { .. } => "sin-respuesta",
    }
}

/// Logs one of them in at a device.
///
/// # Errors
/// What the server refused.
///
/// # Panics
/// When there is no such user.
pub fn log_in(url: &str, user: &str, device: &str) -> Result<Client> {
    let (_, _, pin, _) = PEOPLE.iter().find(|person| person.0 == user).expect("one of the staff");
    let mut client = Client::new(url);
    client.login(user, pin, device).with_context(|| format!("log-in of {user}"))?;
    Ok(client)
}

/// Somebody who joins the staff.
pub struct Joins<'a> {
    /// The user name.
    pub user: &'a str,
    /// The name.
    pub name: &'a str,
    /// The PIN that the person chooses.
    pub pin: &'a str,
    /// The roles.
    pub roles: &'a [&'a str],
}

impl Joins<'_> {
    fn with_pin(&self, sala: &Client, pin: &str) -> Result<()> {
        let Joins { user, name, roles, .. } = self;
        let added =
            post(sala, "add-person", &json!({"user": user, "name": name, "pin": pin, "roles": roles}));
        added.with_context(|| format!("taking on {name}")).map(drop)
    }

    /// Is taken on, comes in with the first PIN at a device, and changes it.
    ///
    /// # Errors
    /// What the desk refused.
    pub fn and_sits_at(&self, server: &Server, sala: &Client, device: &str) -> Result<Client> {
        const FIRST_PIN: &str = "246800";
        self.with_pin(sala, FIRST_PIN)?;
        let mut client = Client::new(&server.url);
        client.login(self.user, FIRST_PIN, device).with_context(|| format!("log-in of {}", self.user))?;
        post(&client, "change-pin", &json!({"old": FIRST_PIN, "pin": self.pin}))
            .with_context(|| format!("the PIN of {}", self.user))?;
        Ok(client)
    }
}

impl Staff {
    /// Takes everybody on and logs them in.
    ///
    /// # Errors
    /// What the desk refused.
    pub fn take_on(server: &Server, founded: &Founded) -> Result<Staff> {
        let mut sala = Client::new(&server.url);
        let manager = sala.login("lucia", &founded.pin, "despacho").context("log-in of the manager")?;
        let devices = [Some("mesa"), Some("caja"), Some("locucion"), None, None, None];
        let mut seated = Vec::new();
        for ((user, name, pin, role), device) in PEOPLE.into_iter().zip(devices) {
            let joins = Joins { user, name, pin, roles: &[role] };
            match device {
                Some(device) => seated.push(joins.and_sits_at(server, &sala, device)?),
                // Sellers who are at no device, and an inspector, who changes nothing.
                None => joins.with_pin(&sala, pin)?,
            }
        }
        let people: Vec<Person> = sala.get("/api/people")?;
        let sellers = people.iter().filter(|person| person.roles.contains(&Role::VendedorLocutor));
        let sellers = sellers.map(|person| person.person).collect();
        let [mesa, cajero, locutor] =
            <[Client; 3]>::try_from(seated).ok().context("three of them sit down")?;
        Ok(Staff { mesa, cajero, locutor, sellers, sala, sala_no: manager.person })
    }

    /// Returns the same people at a server that has started again somewhere else: tokens
    /// survive a restart.
    #[must_use]
    pub fn moved_to(&self, server: &Server) -> Staff {
        let again = |who: &Client| Client::new(&server.url).with_token(who.token().map(str::to_owned));
        Staff {
            sala: again(&self.sala),
            mesa: again(&self.mesa),
            cajero: again(&self.cajero),
            locutor: again(&self.locutor),
            sala_no: self.sala_no,
            sellers: self.sellers.clone(),
        }
    }

    /// Opens the desk's board as the jefe de mesa sees it.
    pub fn desk(&self, server: &Server) -> Link<MesaBoard> {
        Link::open(&server.url, "mesa-pantalla", self.mesa.token().map(str::to_owned))
    }

    /// Takes in ball sets J1 and J2, and series over matrix `matrix`, at a price in cents.
    ///
    /// # Errors
    /// What the desk refused.
    pub fn stock(&self, matrix: u32, series: &[&str], face_value_cents: u64) -> Result<()> {
        for set in ["J1", "J2"] {
            let body =
                json!({"set": set, "extractor": "pneumatic", "homologation": format!("HB-2024/{set}")});
            post(&self.sala, "register-ball-set", &body)?;
        }
        for name in series {
            let body = json!({"series": name, "matrix": matrix, "face_value_cents": face_value_cents});
            post(&self.sala, "receive-series", &body)?;
        }
        Ok(())
    }

    /// The jefe de sala signs for the balls of a set: no session opens or closes without it (34.1).
    ///
    /// # Errors
    /// What the desk refused.
    pub fn sign_count(&self, set: &str, balls_counted: u8) -> Result<Accepted, ClientError> {
        post(&self.sala, "sign-count", &json!({"set": set, "balls_counted": balls_counted}))
    }

    /// Closes the session with the ninety balls of its set.
    ///
    /// # Errors
    /// What the desk refused.
    pub fn close_session(&self) -> Result<Accepted, ClientError> {
        let lists: HallLists = self.sala.get("/api/hall")?;
        let set = lists.ball_sets.iter().find(|row| row.in_session == Some(SetDuty::Playing));
        self.sign_count(set.map_or("J1", |row| &row.set), 90)?;
        post(&self.mesa, "close-session", &json!({"balls_counted": 90}))
    }

    /// Opens the session with a check-list that holds.
    ///
    /// # Errors
    /// What the desk refused.
    pub fn open_session(&self) -> Result<Accepted, ClientError> {
        let check = json!({
            "sala": self.sala_no, "balls_counted": 90, "set": "J1", "reserve_set": "J2",
            "seals_whole": true, "installations_work": true, "public_witness": true, "reserve_machine": true,
        });
        self.sign_count("J1", 90)?;
        post(&self.mesa, "open-session", &check)
    }
}
