//! What lets devices and people in: Puestos, and the code of an inspector.

use std::sync::Arc;

use caller_console::device::DeviceNews;
use caller_console::keys::Typed;
use caller_console::known::Known;
use caller_console::seat::Seat;
use hall_wire::message::{DeviceRow, HallLists, InspectionCode};

use super::{MANAGER, stepped};
use crate::boards;
use crate::raster::Picture;

/// The inspector, the last of the staff.
const INSPECTOR: u32 = 9;

const DEVICES: [(&str, &str); 6] = [
    ("despacho", "puesto"),
    ("mesa-1", "puesto"),
    ("caja-1", "puesto"),
    ("pared-1", "panel"),
    ("camara-salida", "camara"),
    ("voz-1", "voz"),
];

/// The jefe de sala of a hall with its computers in, which asks onlookers for the code of its screens.
pub fn known() -> Known {
    let mut known = boards::seated(boards::known(boards::sale()), MANAGER);
    let row = |(device, (name, post)): (u32, (&str, &str))| DeviceRow {
        device,
        name: name.into(),
        post: post.into(),
        since_utc_ms: boards::NOW - 86_400_000,
    };
    let devices = (1..).zip(DEVICES).map(row).collect();
    known.lists = Arc::new(HallLists { devices, ..(*known.lists).clone() });
    known.device = "despacho".into();
    known.link.board_code = Some("482915".into());
    known
}

/// The code that the jefe de sala reads out to an inspector.
pub fn inspector_code() -> Picture {
    let mut seat = Seat::new(boards::seated(boards::known(boards::sale()), MANAGER));
    let until_utc_ms = boards::NOW + 600_000;
    let (code, until) = ("49381705".into(), "21:05:30".into());
    let given = InspectionCode { code, person: INSPECTOR, until_utc_ms, until };
    seat.hears_of_device(&DeviceNews::InspectorCode(given));
    stepped(seat, &[vec![Typed::Char('3'), Typed::Up]])
}
