//! What there is already: the hall as its record has it, and its settings.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;

use hall_core::event::DevicePost;
use hall_core::people::Role;

use super::Order;
use super::account::Account;
use super::founding::Draft;
use super::settings::{self, Change};
use super::talk::{Answered, Left};
use crate::config::{Config, FILE};
use crate::encrypted;
use crate::epoch::{Signature, Standing};
use crate::journal::{self, JournalError, RecordReader, database_in};

/// A hall that is founded.
pub(super) struct Founded {
    /// Its name.
    pub(super) name: String,
    /// Its time zone.
    pub(super) zone: String,
    /// Its regulation.
    pub(super) regulation: String,
    /// Its jefes de sala, with their user names.
    pub(super) managers: Vec<(String, String)>,
    /// Its devices: name and post.
    pub(super) devices: Vec<(String, DevicePost)>,
    /// Sessions so far.
    pub(super) sessions: u32,
}

/// Where it is installed.
pub(super) struct Place {
    /// What was ordered.
    pub(super) order: Order,
    /// Whose the hall is.
    pub(super) account: Account,
    /// What is answered of a hall that is not founded yet.
    pub(super) draft: Draft,
    /// The manager's PIN, where it was chosen just now.
    pub(super) signature: Option<Signature>,
    /// On which computers camera and voice are to be: their names as devices.
    pub(super) devices_to_come: Vec<(String, DevicePost)>,
    founded: Option<Founded>,
    settings: Option<Config>,
}

impl Place {
    /// Nothing is looked at yet.
    pub(super) fn of(order: Order, account: Account) -> Place {
        let draft = Draft::default();
        Place {
            order,
            account,
            draft,
            signature: None,
            devices_to_come: Vec::new(),
            founded: None,
            settings: None,
        }
    }

    /// The hall's folder.
    pub(super) fn dir(&self) -> &Path {
        &self.order.dir
    }

    /// Looks what there is. A record or settings that cannot be read end it: nothing is written over them.
    pub(super) fn look(&mut self) -> Answered<()> {
        let dir = self.order.dir.clone();
        (self.founded, self.settings) = (None, None);
        if !database_in(&dir).exists() {
            return Ok(());
        }
        let standing = journal::look(&dir, |record: &RecordReader| Standing::of(record));
        let standing = standing.map_err(|error: JournalError| Left::Failed(error.to_string()))?;
        let settings = Config::read(&dir).map_err(|error| {
            Left::Failed(format!(
                "{error}\nNo se cambia nada mientras {FILE} no se entienda: corríjalo y vuelva a empezar."
            ))
        })?;
        let hall = &standing.hall;
        let members = standing.access().members().iter();
        let managers = members.filter(|member| !member.left && member.roles.contains(&Role::JefeDeSala));
        self.founded = Some(Founded {
            name: hall.name.clone(),
            zone: hall.zone.clone(),
            regulation: hall
                .regulation
                .in_force
                .as_ref()
                .map(|(rules, _)| rules.title.clone())
                .unwrap_or_default(),
            managers: managers
                .map(|member| (member.identity.name.clone(), member.identity.user.clone()))
                .collect(),
            devices: hall
                .devices
                .enrolled
                .values()
                .map(|device| (device.name.clone(), device.post))
                .collect(),
            sessions: hall.sessions,
        });
        self.settings = Some(settings);
        Ok(())
    }

    /// Whether there is a hall.
    pub(super) fn is_founded(&self) -> bool {
        self.founded.is_some()
    }

    /// The hall, once there is one.
    pub(super) fn founded(&self) -> Option<&Founded> {
        self.founded.as_ref()
    }

    /// Its settings, once there is one.
    pub(super) fn settings(&self) -> Option<&Config> {
        self.settings.as_ref()
    }

    /// Changes settings, and looks again.
    pub(super) fn change(&mut self, changes: &[Change]) -> Answered<()> {
        settings::change(self.dir(), changes).map_err(|error| Left::Failed(error.to_string()))?;
        self.look()
    }

    /// The names of the devices with a post.
    pub(super) fn devices_of(&self, post: DevicePost) -> Vec<&str> {
        let devices = self.founded().map(|founded| founded.devices.as_slice()).unwrap_or_default();
        devices.iter().filter(|(_, is)| *is == post).map(|(name, _)| name.as_str()).collect()
    }

    /// Whether a server has the hall open.
    pub(super) fn is_served(&self) -> bool {
        journal::is_served(self.dir()).unwrap_or(false)
    }

    /// Where its server is asked from here, in clear: it answers at this computer always.
    pub(super) fn asks(&self) -> Option<SocketAddr> {
        let port = self.settings()?.listen.port();
        (port != 0).then(|| SocketAddr::from((Ipv4Addr::LOCALHOST, port)))
    }

    /// How other computers reach it, as they are told.
    pub(super) fn address(&self) -> String {
        match self.settings().map(|settings| settings.listen) {
            Some(at) if at.ip().is_unspecified() => {
                let here = encrypted::addresses().into_iter().find(|ip| ip.is_ipv4() && !ip.is_loopback());
                match here {
                    Some(ip) => format!("https://{}", SocketAddr::new(ip, at.port())),
                    None => format!("https://(la dirección de este equipo):{}", at.port()),
                }
            }
            Some(at) if at.ip().is_loopback() => format!("http://{at}"),
            Some(at) => format!("https://{at}"),
            None => String::new(),
        }
    }
}
