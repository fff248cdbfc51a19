//! What nobody sang and is carried: the table of the accounts is taken away, and both verifiers sum it up again.

use std::fs;
use std::path::Path;

use hall_core::event::GameNo;
use hall_core::hall::LawText;
use hall_core::request::Request;
use hall_core::rules::{Destination, Rules};
use hall_server::export::Part;

use crate::good::{export_of, whole};
use crate::halls::on_disk;
use crate::made::{Forged, change};
use crate::support::profile::profile_text;
use crate::support::{Bench, MESA, SALA, hall_value, phases, rules};
use crate::verifiers::Verifiers;
use crate::words::Script;

const TABLE: &str = "tablas/account_movement.csv";

/// Two games, of the second of which the line that nobody sang goes back to the players.
fn evening() -> Bench {
    let name = "../hall-core/tests/evenings/10-ninety-balls-and-no-bingo.evening";
    Script::recorded(&fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap())
}

/// The cells behind number and account, without the hour.
fn rows(export: &Path) -> Vec<String> {
    let text = fs::read_to_string(export.join(TABLE)).unwrap();
    let cells = |row: &str| row.split(',').skip(1).take(6).collect::<Vec<_>>().join(" ");
    text.lines().skip(1).map(cells).collect()
}

type Forgery = (&'static str, fn(&mut Forged), &'static str);

fn edit(forged: &mut Forged, change: impl FnOnce(String) -> String) {
    let path = forged.path.join(TABLE);
    let text = fs::read_to_string(&path).unwrap();
    let changed = change(text.clone());
    assert_ne!(text, changed, "nothing to change");
    fs::write(path, changed).unwrap();
}

const FORGERIES: &[Forgery] = &[
    (
        "less came in",
        |f| edit(f, |text| text.replacen(",3.54,0.00,3.54,", ",3.53,0.00,3.53,", 1)),
        "no es lo que dan las líneas",
    ),
    (
        "the void took nothing out",
        |f| edit(f, |text| text[..text.trim_end().rfind("\r\n").unwrap() + 2].to_owned()),
        "mueve en la cuenta de línea no cantada",
    ),
    (
        "taken out twice",
        |f| edit(f, |text| format!("{text}{}\r\n", text.trim_end().rsplit("\r\n").next().unwrap())),
        "no es lo que dan las líneas",
    ),
    (
        "of another game",
        |f| edit(f, |text| text.replacen("\"bingo\",1,", "\"bingo\",2,", 1)),
        "no es lo que dan las líneas",
    ),
    ("another hour", |f| edit(f, |text| text.replacen(":0", ":1", 1)), "no es lo que dan las líneas"),
    ("no table", |f| edit(f, |_| "nada".to_owned()), "no es la tabla de las cuentas"),
    (
        "the session's rules carry nothing",
        |f| {
            change(
                f,
                "session_opened",
                "unsung_bingo_to\":{\"value\":\"carried",
                "unsung_bingo_to\":{\"value\":\"house",
            )
        },
        "no es lo que dan las líneas",
    ),
];

#[test]
fn the_accounts_are_taken_away_and_summed_up_by_both() {
    let (_folder, export) = whole(&evening());
    let expected = [
        "\"line\" 1 1 0.54 0.00 0.54",
        "\"bingo\" 1 1 3.54 0.00 3.54",
        "\"line\" 2 2 0.54 0.00 1.08",
        "\"line\" 2 2 0.00 0.54 0.54",
    ];
    assert_eq!(rows(&export), expected);
    let mut verifiers = Verifiers::new();
    assert_eq!(verifiers.both(&export).status, 0);
    let checked = verifiers.text("checked");
    assert!(
        checked.contains("movimiento a movimiento: línea no cantada, 0,54 €; bingo no cantado, 3,54 €"),
        "{checked}"
    );
    for (what, forge, words) in FORGERIES {
        let mut forged = Forged::of(&export);
        forge(&mut forged);
        forged.rehash();
        forged.save();
        let said = verifiers.both(&forged.path);
        assert!(said.findings.iter().any(|(_, place)| place == TABLE), "{what}: {said:?}");
        let found = verifiers.text("findings");
        assert!(found.contains(words), "{what}: {found}");
    }
    let without = Forged::of(&export);
    fs::remove_file(without.path.join(TABLE)).unwrap();
    assert!(verifiers.both(&without.path).findings.contains(&("fichero".into(), TABLE.into())));
}

/// A game whose line nobody sang is void in the next session, when the hall keeps by then what nobody sings.
fn void_in_the_next_session() -> (Bench, GameNo) {
    let mut bench = phases::won_by_a_card_the_cashier_sold();
    let game = phases::game_of(&bench);
    bench.close_session();
    let other = Rules { unsung_line_to: hall_value(Destination::House), ..rules() };
    let profile = profile_text(&other);
    let (profile_sha256, reason) = (LawText::sha256_of(&profile), "Lo dice el permiso".to_owned());
    bench.ask(SALA, Request::AskRules { rules: Box::new(other), profile, profile_sha256, reason }).unwrap();
    bench.ask(MESA, Request::AdoptRules { profile_sha256 }).unwrap();
    bench.open_session();
    let cause = "el cartón era de otra serie".to_owned();
    bench.ask(MESA, Request::AskVoid { game, cause: cause.clone() }).unwrap();
    bench.ask(SALA, Request::ConfirmVoid { game, cause }).unwrap();
    (bench, game)
}

#[test]
fn an_account_goes_on_over_sessions_whatever_is_taken_away() {
    let (bench, game) = void_in_the_next_session();
    let hall = on_disk(&bench);
    let mut verifiers = Verifiers::new();
    let whole =
        [format!("\"line\" {} 1 7.20 0.00 7.20", game.0), format!("\"line\" {} 1 0.00 7.20 0.00", game.0)];
    for (part, expected) in
        [(Part::Between(None, None), &whole[..]), (Part::one(1), &whole[..1]), (Part::one(2), &whole[1..])]
    {
        let (_folder, export) = export_of(hall.path(), part.clone(), &[]);
        assert_eq!(rows(&export), expected, "{part:?}");
        let said = verifiers.both(&export);
        assert_eq!(said.status, 0, "{part:?}: {said:?}");
        let left = verifiers.text("left");
        let of_earlier = left.contains("las cuentas que se acumulan, 1 movimiento de partidas anteriores");
        assert_eq!(of_earlier, part == Part::one(2), "{part:?}: {left}");
    }
}
