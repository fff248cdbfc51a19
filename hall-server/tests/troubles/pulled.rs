//! A stick with the mirror that is pulled out of a running hall, and what it comes back with (E 10, ADR 34).

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use hall_server::mirror;
use hall_wire::board::CopyTrouble;

use crate::kit::{Place, Server, ana_pin, new_hall, run, until, utf8, words};
use crate::{Mesa, health, is_listed};

/// Every file of a folder.
fn files(folder: &Path) -> BTreeMap<std::ffi::OsString, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
    entries.map(|entry| (entry.file_name(), fs::read(entry.path()).unwrap())).collect()
}

#[test]
fn a_stick_that_is_pulled_out_of_a_running_hall_is_told_and_catches_up_whatever_it_comes_back_with() {
    let (place, other) = (Place::new(), Place::new());
    fs::remove_dir_all(&other.dir).unwrap();
    new_hall(&other.dir, "Otra sala");
    let (_, theirs) = other.with_mirror();
    Server::start(&other.dir).stop();
    assert!(!files(&theirs).is_empty());
    let (key, stick) = place.with_mirror();
    let pocket = place.root.path().join("bolsillo");
    let mut server = Server::start(&place.dir);
    server.log_in("ana", ana_pin());
    let mesa = Mesa::of(&place, &server);
    let mut entered = 0;
    let in_order = || {
        let copy = mesa.copy(|copy| copy.trouble.is_none() && copy.lines == 0);
        assert!(!copy.behind, "{copy:?}");
        until(|| health(&server).copies[0].seq == health(&server).seq);
        until(|| !is_listed(&server, "copia-con-problemas"));
    };
    // The hall goes on while it is away, and everybody who asks is told.
    let mut pulled = |trouble: CopyTrouble, put: &dyn Fn()| {
        fs::rename(&stick, &pocket).unwrap();
        put();
        for _ in 0..5 {
            entered += 1;
            server.enter(&format!("J{entered}"));
        }
        let copy = mesa.copy(|copy| copy.trouble == Some(trouble) && copy.lines >= 5);
        assert_eq!(copy.folder, utf8(&stick));
        until(|| is_listed(&server, "copia-con-problemas"));
        assert!(server.get("/metrics").contains("bombo_copy_1_in_trouble 1"));
    };
    in_order();
    // With what it had.
    pulled(CopyTrouble::Missing, &|| ());
    fs::rename(&pocket, &stick).unwrap();
    in_order();
    // Empty: it is begun from line 1.
    pulled(CopyTrouble::Missing, &|| ());
    fs::create_dir(&stick).unwrap();
    in_order();
    fs::remove_dir_all(&pocket).unwrap();
    // Another hall's stick in its place: named, and not a byte of it touched.
    let before = files(&theirs);
    pulled(CopyTrouble::OtherHall, &|| crate::kit::copy_folder(&theirs, &stick));
    assert!(files(&stick) == before, "another hall's mirror was touched");
    fs::remove_dir_all(&stick).unwrap();
    fs::rename(&pocket, &stick).unwrap();
    in_order();
    let seq = health(&server).seq;
    assert_eq!(mirror::look(&stick).unwrap().head.seq, seq);
    server.stop();
    let args = ["check", "--dir", utf8(&place.dir), "--mirror", utf8(&stick), "--identity", utf8(&key)];
    let checked = run(&args, "");
    assert!(checked.status.success() && words(&checked).contains("en orden"), "{}", words(&checked));
    assert_eq!(mirror::look(&stick).unwrap().head, place.head());
}
