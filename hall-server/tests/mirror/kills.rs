//! The hall's computer dies with its disk, a hundred times: what the waited-for mode acknowledged is in the mirror (NL1).

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use hall_server::journal::Journal;
use hall_server::mirror::{self, Identity, Mirrors, Place};

use crate::kit::{new_hall, request, settings, until};

const KILLS: u64 = 100;

/// The other process: writes, waits for the mirror, acknowledges; until it is killed.
#[test]
#[ignore = "run by what_waits_for_the_mirror_survives_the_loss_of_computer_and_disk"]
fn writer() {
    let Some(hall) = std::env::var_os("BOMBO_TEST_HALL").map(PathBuf::from) else { return };
    let copia = PathBuf::from(std::env::var_os("BOMBO_TEST_COPY").unwrap());
    let key = Identity::read(&copia.with_extension("clave")).unwrap();
    let (mut journal, _) = Journal::open(&hall).unwrap();
    let mirrors = Mirrors::start(&settings(&key, &[&copia]), &hall, journal.head()).unwrap();
    println!("\nthere");
    until(|| mirrors.now()[0].head == journal.head());
    for number in 1.. {
        let seq = journal.append(&request(number, 1 + number as usize % 3)).unwrap().head.seq;
        mirrors.committed(seq);
        // Every third is about money.
        if number % 3 == 0 && mirrors.wait_for(Place::Disk, seq) {
            println!("money {seq}");
        } else {
            println!("other {seq}");
        }
    }
}

#[test]
fn what_waits_for_the_mirror_survives_the_loss_of_computer_and_disk() {
    let (mut money, mut lost_most, mut torn) = (0, 0, 0);
    for kill in 0..KILLS {
        let (hall, place) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        new_hall(hall.path(), "Bingo del Incendio");
        let copia = place.path().join("copia");
        mirror::make_key(&copia.with_extension("clave")).unwrap();
        fs::create_dir(&copia).unwrap();
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "kills::writer", "--ignored", "--nocapture", "--test-threads=1"])
            .env("BOMBO_TEST_HALL", hall.path())
            .env("BOMBO_TEST_COPY", &copia)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (mut last_money, mut last) = (0, 0);
        let lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        let mut acks = 0;
        for line in lines {
            let seq = |word| line.strip_prefix(word).and_then(|seq: &str| seq.trim().parse::<u64>().ok());
            last_money = seq("money ").unwrap_or(last_money);
            last = seq("other ").or(seq("money ")).unwrap_or(last);
            acks += u64::from(seq("other ").or(seq("money ")).is_some());
            if acks == 1 + kill * 7 % 60 {
                child.kill().unwrap();
                // What it had said by then is read to its end.
                acks = u64::MAX / 2;
            }
        }
        child.wait().unwrap();
        // The computer is gone, disk and all.
        drop(hall);
        let key = Identity::read(&copia.with_extension("clave")).unwrap();
        let looked = mirror::look(&copia).unwrap();
        torn += u64::from(looked.torn);
        assert!(
            looked.head.seq >= last_money,
            "kill {kill}: acknowledged {last_money}, the mirror has {:?}",
            looked.head
        );
        let mut reading = mirror::read(&copia, &key).unwrap();
        let made = tempfile::tempdir().unwrap();
        let mut journal = Journal::create(made.path(), 0).unwrap();
        for portion in (&mut reading).map_while(Result::ok) {
            journal.take_in(&portion).unwrap();
        }
        assert_eq!(journal.head(), looked.head, "kill {kill}: what is whole can be read");
        money += u64::from(last_money > 0);
        lost_most = lost_most.max(last.saturating_sub(looked.head.seq));
    }
    println!(
        "{KILLS} kills: {money} after money, {torn} torn, at most {lost_most} lines lost that did not wait"
    );
    assert!(money > KILLS / 2);
}
