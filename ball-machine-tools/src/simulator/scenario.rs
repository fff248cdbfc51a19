//! An evening of a simulated machine as a TOML file: its settings, the order of its balls, and what goes wrong.

use hall_core::ball::Ball;
use hall_core::machine::{BootId, SEQ_MAX, SetId};
use settings_file::{Faults, Table};

use super::Settings;
use super::fault::{Chance, Planned};

/// The tables that may be repeated.
const LISTS: [&str; 2] = ["draw", "fault"];

/// An hour: the longest time from ball to ball.
const INTERVAL_MAX_MS: u64 = 3_600_000;

/// Reads a scenario over the settings; a missing key changes nothing. `name` is for messages.
///
/// # Errors
/// All faults, each with its line; the settings are of no use then.
pub fn read(name: &str, text: &str, settings: &mut Settings) -> Result<(), Faults> {
    settings_file::read_with_lists(name, text, &LISTS, |root| {
        let set = root.text_as("set", "un juego: de 1 a 8 letras A-Z y cifras, entre comillas", SetId::parse);
        let boot = root.text_as("boot", "8 cifras hexadecimales, entre comillas", boot);
        let after_fault_ms = root.number("after_fault_ms", 1..=INTERVAL_MAX_MS);
        settings.seed = root.number("seed", 0..=i64::MAX as u64).unwrap_or(settings.seed);
        settings.set = set.unwrap_or(settings.set);
        settings.boot = boot.or(settings.boot);
        settings.interval_ms =
            root.number("interval_ms", 1..=INTERVAL_MAX_MS).unwrap_or(settings.interval_ms);
        settings.after_fault_ms = after_fault_ms.or(settings.after_fault_ms);
        settings.first_seq = root.number("first_seq", 1..=SEQ_MAX).unwrap_or(settings.first_seq);
        settings.orders.extend(root.tables("draw").into_iter().map(draw));
        for table in root.tables("fault") {
            fault(table, settings);
        }
        root.finish();
    })
}

/// A power-up in 8 hexadecimal digits, in either case.
pub fn boot(text: &str) -> Option<BootId> {
    let good = text.len() == 8 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    u32::from_str_radix(text, 16).ok().filter(|_| good).map(BootId)
}

fn draw(table: Table<'_>) -> Vec<Ball> {
    let mut balls = Vec::new();
    for (at, number) in table.numbers("first", 1..=90) {
        let ball = Ball::new(number).expect("in range");
        if balls.contains(&ball) {
            table.fault_at(at, format!("la bola {ball} está dos veces"));
        }
        balls.push(ball);
    }
    table.finish();
    balls
}

fn fault(table: Table<'_>, settings: &mut Settings) {
    table.needed(&["kind"]);
    let at = table.place("kind");
    let kind = table.text("kind").and_then(|word| word.parse().map_err(|why| table.fault_at(at, why)).ok());
    let number = |key| table.number(key, 1..=1_000_000);
    let (step, draw) = (number("at"), number("draw"));
    let chance = table.decimal("chance", 0.0..=1.0);
    match (table.has("at"), table.has("chance")) {
        (false, false) => table.fault("falta «at», con qué bola, o «chance», con qué probabilidad"),
        (true, true) => table.fault("«chance» va sin «at» ni «draw»"),
        (false, true) if table.has("draw") => table.fault("«chance» va sin «at» ni «draw»"),
        (_, _) => (),
    }
    match (kind, step, chance) {
        (Some(kind), Some(step), _) => settings.faults.push(Planned { kind, draw, step }),
        (Some(kind), None, Some(chance)) => settings.chances.push(Chance { kind, chance }),
        (_, _, _) => (),
    }
    table.finish();
}

#[cfg(test)]
mod tests {
    use super::super::fault::FaultKind;
    use super::*;

    fn read_text(text: &str) -> Result<Settings, Faults> {
        let mut settings = Settings::default();
        read("noche.toml", text, &mut settings).map(|()| settings)
    }

    #[test]
    fn the_scenarios_of_the_repository_are_read() {
        let normal = read_text(include_str!("../../scenarios/noche-normal.toml")).expect("a scenario");
        assert!(normal.faults.is_empty() && normal.chances.iter().all(|item| item.chance <= 0.01));
        let bad = read_text(include_str!("../../scenarios/noche-mala.toml")).expect("a scenario");
        assert!(bad.faults.len() + bad.chances.len() >= 20);
    }

    #[test]
    fn a_file_says_what_the_machine_is_and_what_goes_wrong() {
        let text = "seed = 7\nset = \"J1\"\nboot = \"63CBE1E5\"\ninterval_ms = 24\nafter_fault_ms = 5000\n\
                    first_seq = 999990\n[[draw]]\nfirst = [7, 16, 90]\n[[fault]]\nkind = \"flip\"\nat = 4\ndraw = 2\n\
                    [[fault]]\nkind = \"jam\"\nchance = 0.25\n";
        let settings = read_text(text).expect("a scenario");
        assert_eq!((settings.seed, settings.set.as_str(), settings.interval_ms), (7, "J1", 24));
        assert_eq!(settings.after_fault_ms, Some(5_000));
        assert_eq!((settings.boot, settings.first_seq), (Some(BootId(0x63CB_E1E5)), 999_990));
        assert_eq!(settings.orders[0].iter().map(|ball| ball.number()).collect::<Vec<_>>(), [7, 16, 90]);
        assert_eq!(settings.faults, ["flip@2:4".parse().expect("a fault")]);
        assert_eq!(settings.chances, [Chance { kind: FaultKind::Jam, chance: 0.25 }]);
    }

    #[test]
    fn what_cannot_be_is_named_with_its_line() {
        for (text, line, words) in [
            ("seed = 1\nsede = 2\n", 2, "no se conoce «sede»; aquí puede haber after_fault_ms, boot, draw"),
            ("\ninterval_ms = 0\n", 2, "de 1 a 3600000"),
            ("set = \"j1\"\n", 1, "letras A-Z"),
            ("boot = \"12\"\n", 1, "hexadecimales"),
            ("[[draw]]\nfirst = [7,\n 91]\n", 2, "de 1 a 90"),
            ("[[draw]]\nfirst = [7, 7]\n", 2, "dos veces"),
            ("[[fault]]\nkind = \"jam\"\n", 1, "falta «at»"),
            ("[[fault]]\nat = 3\n", 1, "falta «kind»"),
            ("[[fault]]\nkind = \"yam\"\nat = 3\n", 2, "no conozco la avería «yam»"),
            ("[[fault]]\nkind = \"jam\"\nchance = 1.5\n", 3, "de 0.0 a 1.0"),
            ("[[fault]]\nkind = \"jam\"\nchance = 0.5\nat = 3\n", 1, "sin «at»"),
            ("[fault]\nkind = \"jam\"\n", 1, "dos corchetes"),
            ("seed = \n", 1, "no es TOML: falta el valor"),
        ] {
            let faults = read_text(text).expect_err(text);
            assert_eq!(faults.list.len(), 1, "{text}: {faults}");
            assert_eq!(faults.list[0].line, line, "{text}: {faults}");
            assert!(faults.list[0].text.contains(words), "{text}: {faults}");
        }
    }
}
