//! What a console asks about the hall's devices beside commands: a code for a new one, and to be one itself (ADR 69).

use hall_wire::message::DeviceCode;

/// What is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeviceAct {
    /// A code for a new device of this name.
    Code(String),
    /// This device is to be the first of the hall, under this name: a code is asked for and used at once.
    Here(String),
    /// This device is to be one of the hall's, with the code that was typed.
    Enrol(String),
}

/// What came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeviceNews {
    /// The code.
    Code(DeviceCode),
    /// This device is one of the hall's.
    Enrolled(Enrolled),
}

/// What a device keeps once it is one of the hall's.
#[derive(Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Enrolled {
    /// Its name.
    pub name: String,
    /// The key that it shows at each log-in.
    pub key: String,
}

impl std::fmt::Debug for Enrolled {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Enrolled").field("name", &self.name).finish_non_exhaustive()
    }
}
