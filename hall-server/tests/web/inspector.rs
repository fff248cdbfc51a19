//! An inspector's code where the hall has desks of its own: it is given at one of them alone (ADR 69).

use std::sync::Arc;

use hall_core::event::{DeviceNo, DevicePost};
use hall_core::hall::Device;
use hall_server::access::{Access, device_key_hash};
use hall_wire::link::{Client, Servers};
use hall_wire::message::{InspectionCode, InspectionCodeAsked};
use serde_json::json;
use uuid::Uuid;

use crate::hall::{Hall, PIN};

const INSPECTOR: u32 = 1005;

#[test]
fn where_there_are_desks_the_console_gives_an_inspector_s_code_and_a_browser_cannot() {
    let hall = Hall::open();
    let key = "ab".repeat(32);
    hall.show(|view| {
        let mut access = Access::clone(&view.access);
        let (name, post) = ("despacho".to_owned(), DevicePost::Desk);
        let device = Device { name, post, key_sha256: device_key_hash(&key), since_utc_ms: 0 };
        access.add_device(DeviceNo(1), device);
        view.access = Arc::new(access);
    });
    // As the console asks, from the manager's own desk.
    let servers = Servers::new(&hall.url);
    servers.show_key(Some(key));
    let mut despacho = Client::new(&servers);
    despacho.login("sala", PIN, "despacho").expect("it is the hall's");
    // The page of a browser logs in as `inspeccion`, with no key of a device.
    let page = format!(r#"{{"user":"sala","pin":"{PIN}","device":"inspeccion"}}"#);
    let (status, answer) = hall.asker().post("/api/login", &page);
    assert_eq!((status, answer["code"].as_str()), (409, Some("puesto-sin-alta")));
    let asked = InspectionCodeAsked { person: INSPECTOR };
    let given: InspectionCode =
        despacho.send("/api/inspection-codes", &asked, Uuid::new_v4()).expect("a jefe de sala may");
    assert_eq!((given.person, given.code.len()), (INSPECTOR, 8));
    assert!(hall.seen.lock().unwrap().decided.contains(&"give-inspection-code"), "and it is a line");
    // It opens the page in any browser, once.
    let code = json!({"code": given.code}).to_string();
    let (status, inside) = hall.asker().post("/api/inspeccion/entrar", &code);
    assert_eq!((status, inside["person"].as_u64()), (200, Some(u64::from(INSPECTOR))), "{inside}");
    assert_eq!(hall.asker().post("/api/inspeccion/entrar", &code).1["code"], "codigo-incorrecto");
}
