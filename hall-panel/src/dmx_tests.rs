use super::*;
use crate::words;

fn lamps() -> Lamps {
    let channels = Lamps::channels_from(11).expect("they fit");
    let signals = vec![
        Signal { channel: 1, means: Meaning::Hold },
        Signal { channel: 2, means: Meaning::Lost },
        Signal { channel: 3, means: Meaning::Line },
    ];
    Lamps { channels, lit: 200, unlit: 5, last: 255, old: 60, signals }
}

fn drawn(called: &[u8]) -> Panel {
    Panel {
        contact: Contact::Live,
        scene: Scene::Draw,
        called: called.to_vec(),
        game: Some(3),
        line_open: true,
        bingo_open: true,
        says: "PARTIDA 3".to_owned(),
        ..Panel::default()
    }
}

#[test]
fn each_ball_has_its_channel_and_the_last_one_is_brighter() {
    let levels = lamps().levels(&drawn(&[90, 7]));
    assert_eq!((levels[10 + 89], levels[10 + 6], levels[10]), (200, 255, 5));
    assert_eq!(levels.iter().filter(|level| **level == 5).count(), 88);
    assert_eq!((levels[0], levels[1], levels[2]), (0, 0, 200));
}

/// As on a monitor: what was announced stays, dim, and nothing is marked as the last.
#[test]
fn a_panel_that_lost_the_hall_shows_nothing_as_new() {
    let lost = Panel { contact: Contact::Lost, says: words::NO_CONTACT.to_owned(), ..drawn(&[90, 7]) };
    let levels = lamps().levels(&lost);
    assert_eq!((levels[10 + 89], levels[10 + 6], levels[10]), (60, 60, 5));
    assert_eq!((levels[0], levels[1], levels[2]), (0, 200, 0), "only «no contact» is told");
}

#[test]
fn before_the_first_board_and_after_the_end_no_lamp_is_lit() {
    let waiting = Panel { says: words::NO_CONTACT.to_owned(), ..Panel::default() };
    let levels = lamps().levels(&waiting);
    assert_eq!((levels[10 + 6], levels[1]), (5, 200));
    let dark = Lamps { unlit: 0, ..lamps() }.levels(&Panel::dark());
    assert_eq!(dark, [0; 512]);
}

#[test]
fn a_stop_is_told_in_every_scene_that_has_one() {
    for scene in [Scene::Check, Scene::Question, Scene::Hold, Scene::Suspended] {
        let levels = lamps().levels(&Panel { scene, ..drawn(&[7]) });
        assert_eq!(levels[0], 200, "{scene:?}");
    }
    let over = lamps().levels(&Panel { scene: Scene::Winners, ..drawn(&[7]) });
    assert_eq!((over[0], over[10 + 6]), (0, 200), "the numbers stay, none is marked");
}

#[test]
fn ninety_lamps_fit_up_to_channel_423() {
    assert!(Lamps::channels_from(0).is_none() && Lamps::channels_from(424).is_none());
    assert_eq!(Lamps::channels_from(423).map(|all| all[89]), Some(512));
}
