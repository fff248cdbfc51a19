//! The hall's devices: nobody logs in anywhere else, and one that is revoked is nobody's (ADR 69, DECISIONS 46, T12).

mod support;

use hall_core::event::{DeviceNo, DevicePost, Event};
use hall_core::people::{Actor, PersonId, Role};
use hall_core::refusal::Refusal;
use hall_core::request::Request;
use support::phases::{DEVICE_KEY, hall, open, with_devices};
use support::{Bench, CAJERO, INSPECTOR, MESA, SALA, sealed};

fn enrol(name: &str) -> Request {
    enrol_as(name, DevicePost::Desk)
}

fn enrol_as(name: &str, post: DevicePost) -> Request {
    Request::EnrolDevice { name: name.into(), post, key_sha256: [name.len() as u8; 32] }
}

fn log_in(bench: &mut Bench, device: &str, by: PersonId, key: Option<[u8; 32]>) -> Result<(), Refusal> {
    let ask = Request::LogIn { token: sealed(960), pin: None, device_key_sha256: key };
    bench.ask_at(device, by, ask).map(drop)
}

fn seated(bench: &Bench) -> Vec<(&str, PersonId)> {
    bench.hall.log_ins.keys().map(|(device, who)| (device.as_str(), *who)).collect()
}

#[test]
fn the_first_device_is_the_manager_s_own_and_ends_the_log_ins_elsewhere() {
    let mut bench = hall();
    for (device, who) in [("despacho", SALA), ("despacho", MESA), ("caja-2", CAJERO), ("caja-2", SALA)] {
        log_in(&mut bench, device, who, None).unwrap();
    }
    assert_eq!(bench.ask_at("mesa-1", SALA, enrol("mesa-1")), Err(Refusal::FirstDevice), "he is not there");
    bench.ask_at("despacho", SALA, enrol("despacho")).unwrap();
    assert_eq!(seated(&bench), [("despacho", SALA)]);
    // Not in an evening: it would put everybody out.
    let mut bench = open();
    log_in(&mut bench, "despacho", SALA, None).unwrap();
    assert_eq!(bench.ask_at("despacho", SALA, enrol("despacho")), Err(Refusal::SessionOpen));
    let mut bench = with_devices(bench);
    bench.ask_at("mesa-7", SALA, enrol("mesa-7")).unwrap();
    assert_eq!(bench.replayed(), bench.hall);
}

#[test]
fn nobody_logs_in_with_another_key_or_name_but_who_only_inspects() {
    let mut bench = with_devices(open());
    let (right, wrong) = (Some(DEVICE_KEY), Some([8; 32]));
    for (device, key) in [("mesa-1", None), ("mesa-1", wrong), ("mesa-8", right)] {
        assert_eq!(log_in(&mut bench, device, MESA, key), Err(Refusal::DeviceNotEnrolled), "{device}");
    }
    log_in(&mut bench, "mesa-1", MESA, right).unwrap();
    log_in(&mut bench, "portatil", INSPECTOR, None).unwrap();
    // Whoever gets more roles since does nothing with them there.
    let (identity, roles) = (sealed(970), vec![Role::Inspector, Role::JefeDeSala]);
    let change = Request::ChangePerson { person: INSPECTOR, roles, identity, card_until: None };
    bench.ask(SALA, change).unwrap();
    let reset = Request::ResetPin { person: MESA, pin: sealed(971) };
    assert_eq!(bench.ask_at("portatil", INSPECTOR, reset), Err(Refusal::DeviceNotEnrolled));
    bench.ask_at("portatil", INSPECTOR, Request::LogOut).unwrap();
}

#[test]
fn who_sits_at_a_revoked_device_is_out_and_the_others_are_not() {
    let mut bench = with_devices(open());
    for (device, who) in [("mesa-1", MESA), ("caja-2", CAJERO), ("caja-2", SALA), ("caja-9", CAJERO)] {
        log_in(&mut bench, device, who, Some(DEVICE_KEY)).unwrap();
    }
    let revoke = |device| Request::RevokeDevice { device: DeviceNo(device) };
    assert_eq!(bench.ask_at("caja-2", SALA, revoke(2)), Err(Refusal::OwnDevice));
    assert_eq!(bench.ask_at("mesa-1", SALA, revoke(9)), Err(Refusal::UnknownDevice(DeviceNo(9))));
    bench.ask_at("mesa-1", SALA, revoke(2)).unwrap();
    assert_eq!(seated(&bench), [("caja-9", CAJERO), ("mesa-1", MESA)]);
    assert_eq!(log_in(&mut bench, "caja-2", CAJERO, Some(DEVICE_KEY)), Err(Refusal::DeviceNotEnrolled));
    // The name is free, the number is not.
    let again = bench.ask_at("caja-2", SALA, enrol("caja-2")).unwrap();
    assert!(matches!(&again[..], [Event::DeviceEnrolled { device: DeviceNo(4), .. }]), "{again:?}");
    assert_eq!(bench.replayed(), bench.hall);
}

#[test]
fn a_panel_lets_nobody_log_in_and_puts_nobody_out() {
    let mut bench = open();
    for (device, who) in [("mesa-1", MESA), ("panel-1", CAJERO)] {
        log_in(&mut bench, device, who, None).unwrap();
    }
    // In an evening, and without a desk of the hall's own.
    for (name, post) in
        [("panel-1", DevicePost::Wall), ("salida", DevicePost::Camera), ("voz", DevicePost::Voice)]
    {
        bench.ask_at("mesa-1", SALA, enrol_as(name, post)).unwrap();
    }
    assert_eq!(seated(&bench), [("mesa-1", MESA)], "nobody sits at a panel");
    let its_own = Some(["panel-1".len() as u8; 32]);
    for key in [None, its_own] {
        assert_eq!(log_in(&mut bench, "panel-1", CAJERO, key), Err(Refusal::DeviceNotEnrolled));
    }
    log_in(&mut bench, "caja-2", CAJERO, None).unwrap();
    let mut bench = with_devices(bench);
    bench.ask_at("mesa-1", SALA, enrol_as("panel-2", DevicePost::Wall)).unwrap();
    let its_own = Some(["panel-2".len() as u8; 32]);
    assert_eq!(log_in(&mut bench, "panel-2", MESA, its_own), Err(Refusal::DeviceNotEnrolled));
    assert_eq!(bench.replayed(), bench.hall);
}

#[test]
fn devices_are_released_at_the_server_and_only_where_there_are_some() {
    let mut bench = with_devices(open());
    let events = bench.hall.release_devices_at_server().unwrap();
    assert_eq!(events.len(), 3);
    bench.commit(Actor::System, "servidor", events);
    log_in(&mut bench, "mesa-8", MESA, None).unwrap();
    assert_eq!(bench.hall.release_devices_at_server(), Err(Refusal::NoDevices));
}
