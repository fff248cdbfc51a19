//! What events about the machines of the hall are made of.

/// The number of a machine in this hall, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MachineNo(pub u32);

/// How the balls of a session are read (DECISIONS 36).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum HowRead {
    /// By the machine, over its line.
    #[default]
    Connected,
    /// By the caller, who keys the number on each ball: *leída por el locutor*.
    ByCaller,
}
