//! What events about the devices of the hall are made of.

/// The number of an enrolment of a device in this hall, from 1. A device that comes back has another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct DeviceNo(pub u32);

/// What a device of the hall is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum DevicePost {
    /// People log in at it. Before there were others, each was one.
    #[default]
    Desk,
    /// It shows the public board, and says which balls it has shown.
    Wall,
    /// It films.
    Camera,
    /// It speaks.
    Voice,
}

impl DevicePost {
    /// All of them.
    pub const ALL: [DevicePost; 4] =
        [DevicePost::Desk, DevicePost::Wall, DevicePost::Camera, DevicePost::Voice];

    /// Its name in what is sent and in certificates.
    pub const fn name(self) -> &'static str {
        match self {
            DevicePost::Desk => "puesto",
            DevicePost::Wall => "panel",
            DevicePost::Camera => "camara",
            DevicePost::Voice => "voz",
        }
    }

    /// The one of this name.
    pub fn from_name(name: &str) -> Option<DevicePost> {
        DevicePost::ALL.into_iter().find(|post| post.name() == name)
    }
}
