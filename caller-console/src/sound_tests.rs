use super::*;

fn seated() -> Moment {
    Moment {
        person: Some(2),
        desk: Some(Desk::Mesa),
        calls: true,
        connected: true,
        ever: true,
        ..Moment::default()
    }
}

#[test]
fn each_change_has_its_sound_and_the_graver_one_is_heard() {
    let asked = |sings, ball| Some(Asked { sings, ball });
    let with = |change: &dyn Fn(&mut Moment)| {
        let mut moment = seated();
        change(&mut moment);
        moment
    };
    let rows: [(&str, Moment, Moment, Option<Sound>); 13] = [
        ("nothing", seated(), seated(), None),
        (
            "refused",
            with(&|m| m.asked = asked(false, false)),
            with(&|m| m.refusals = 1),
            Some(Sound::Refused),
        ),
        ("lost", seated(), with(&|m| m.connected = false), Some(Sound::LineLost)),
        ("back", with(&|m| m.connected = false), seated(), None),
        ("recorded", with(&|m| m.asked = asked(false, false)), seated(), Some(Sound::Recorded)),
        ("a ball recorded", with(&|m| m.asked = asked(false, true)), seated(), None),
        ("sung elsewhere", seated(), with(&|m| m.sung = 1), Some(Sound::Sang)),
        ("another card", with(&|m| m.sung = 2), with(&|m| m.sung = 3), Some(Sound::Sang)),
        (
            "its own stop",
            with(&|m| m.asked = asked(true, false)),
            with(&|m| m.sung = 1),
            Some(Sound::Recorded),
        ),
        (
            "sung elsewhere while a ball is recorded here",
            with(&|m| m.asked = asked(false, true)),
            with(&|m| m.sung = 1),
            Some(Sound::Sang),
        ),
        ("a ball", seated(), with(&|m| m.pending = 1), Some(Sound::BallWaiting)),
        (
            "a ball, at the cash desk",
            with(&|m| m.calls = false),
            with(&|m| (m.calls, m.pending) = (false, 1)),
            None,
        ),
        (
            "its board has never come",
            with(&|m| m.ever = false),
            with(&|m| (m.sung, m.pending) = (1, 1)),
            None,
        ),
    ];
    for (what, before, now, due) in rows {
        assert_eq!(heard(&before, &now), due, "{what}");
        let somebody_else = Moment { person: Some(3), ..now.clone() };
        assert_eq!(heard(&before, &somebody_else), None, "{what}, of who sat here before");
        assert_eq!(heard(&before, &Moment { person: None, ..now }), None, "{what}, nobody sits here");
    }
    let inspector = |sung| Moment { desk: Some(Desk::Inspeccion), calls: false, sung, ..seated() };
    assert_eq!(heard(&inspector(0), &inspector(1)), None, "who only looks");
}
