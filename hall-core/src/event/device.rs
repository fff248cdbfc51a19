//! What events about the devices of the hall are made of.

/// The number of an enrolment of a device in this hall, from 1. A device that comes back has another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct DeviceNo(pub u32);
