//! A game at the real desk with a mirror that is waited for (`wait = "money"`).

use std::sync::Arc;
use std::sync::atomic::Ordering;

use hall_core::event::GameNo;
use hall_server::journal::RecordReader;
use hall_server::mirror::{self, Identity, MirrorSettings, Mirrors, Wait};

use crate::dice::Dice;
use crate::pencil::cross_out;
use crate::server::{Clocks, Server};
use crate::template::{EIGHT, Template, new_folder, series};
use crate::{Evening, Sale};

/// Each answer about a claim or a verdict finds its line on the mirror's disk (NL1).
#[test]
fn an_answer_about_money_comes_when_the_mirror_has_it() {
    let (template, folder, clocks) = (Template::new(), new_folder(), Clocks::default());
    clocks.wall.store(EIGHT, Ordering::Relaxed);
    let mut server = Server::start(template.copy_to(&folder.path().join("1")), &clocks);
    let (copy, key) = (new_folder(), Identity::generate());
    let settings = MirrorSettings {
        folders: vec![copy.path().to_owned()],
        recipient: key.recipient(),
        wait: Wait::Money,
        same_disk: true,
    };
    let record = RecordReader::open(server.folder()).unwrap();
    let mirrors = Arc::new(Mirrors::start(&settings, server.folder(), record.head().unwrap()).unwrap());
    // From then on it keeps up.
    while mirrors.now()[0].lines_behind > 0 {
        std::thread::yield_now();
    }
    server.tells(mirrors.clone());
    let mut evening =
        Evening { server, clocks, template, frame: 0, out: 0, asked: 0, mirrored: Some((mirrors, 0)) };
    evening.open();
    let mut order: Vec<u8> = (1..=90).collect();
    Dice::new(34).shuffle(&mut order);
    let sale = Sale { game: GameNo(1), series: series(1), first: 1, last: 6, returned: 6 };
    let sold = evening.grids()[..6].to_vec();
    let by_pencil = cross_out(1, sold.into_iter(), &order);
    evening.play(sale, &order, &by_pencil);
    // How they stand is on the mesa's board, and on no other.
    let copies = vec![hall_wire::board::RecordCopy {
        folder: copy.path().display().to_string(),
        spare: false,
        behind: true,
        lines: 7,
        trouble: Some(hall_wire::board::CopyTrouble::Full),
    }];
    assert!(evening.server.handle.copies(copies.clone()));
    evening.server.turn();
    assert_eq!(evening.server.view().mesa.copies, copies);
    let (mirrors, waited) = evening.mirrored.take().unwrap();
    assert!(waited >= 8, "only {waited} answers were about money");
    drop(evening);
    mirrors.end(std::time::Duration::from_secs(60));
    let report = mirror::check(copy.path(), &record, Some(&key)).unwrap();
    assert!(report.is_sound() && report.head == record.head().unwrap(), "{report}");
}
