//! Hours of everything failing: the sizes of reliability.md E, with seeds that nobody chose.
//!
//! Each part is one of the tests of `./bombo test` with a larger size. A part that fails says
//! the command that plays just that again.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use uuid::Uuid;

/// One part: a test, what its environment says of its size, and the size.
struct Part {
    name: &'static str,
    /// What is counted.
    unit: &'static str,
    /// After `cargo test --release`.
    test: &'static [&'static str],
    /// The variable that has the size of a round, if the test takes one.
    size: Option<&'static str>,
    /// How much a round does when all is done, and when there is little time.
    round: (u64, u64),
    rounds: u64,
    /// More for the environment: of all, and of little time.
    more: (&'static str, &'static str, &'static str),
}

const PARTS: [Part; 11] = [
    Part {
        name: "modelo",
        unit: "noches contra el papel (E37)",
        test: &["-p", "hall-wire", "--test", "model"],
        size: Some("BOMBO_EVENINGS"),
        round: (10_000, 1_000),
        rounds: 1,
        more: ("", "", ""),
    },
    Part {
        name: "ilegales",
        unit: "intentos de cada petición, fase y persona (E38)",
        test: &["-p", "hall-core", "--test", "illegal"],
        size: Some("BOMBO_TRIES"),
        round: (1_500, 300),
        rounds: 1,
        more: ("", "", ""),
    },
    Part {
        name: "cartones",
        unit: "veces los cartones, tiras y partidas contra sus leyes",
        test: &["-p=hall-cards", "--test=laws", "--test=strip_laws", "--test=winners", "--test=made_up"],
        size: Some("BOMBO_TIMES"),
        round: (50, 10),
        rounds: 1,
        more: ("", "", ""),
    },
    Part {
        name: "partidas",
        unit: "veces las partidas jugadas en la mesa contra sus leyes",
        test: &["-p=hall-core", "--test=played"],
        size: Some("BOMBO_TIMES"),
        round: (20, 2),
        rounds: 1,
        more: ("", "", ""),
    },
    Part {
        name: "bolas",
        unit: "veces juegos de bolas buenos y malos contra la alarma",
        test: &["-p=hall-statistics", "--test=ball_set"],
        size: Some("BOMBO_TIMES"),
        round: (30, 5),
        rounds: 1,
        more: ("", "", ""),
    },
    Part {
        name: "tormenta",
        unit: "noches con todo fallando (E2, E68)",
        test: &["-p", "hall-server", "--test", "storm"],
        size: Some("BOMBO_STORMS"),
        round: (1_000, 100),
        rounds: 1,
        more: ("", "", ""),
    },
    Part {
        name: "barrido",
        unit: "barrido de llamadas al sistema (E1, E4, E7-E9, E16)",
        test: &["-p", "hall-server", "--test", "sweep"],
        size: None,
        round: (1, 1),
        rounds: 1,
        more: ("BOMBO_SWEEP", "all", "7"),
    },
    Part {
        name: "diario",
        unit: "barrido del diario y de sus ficheros, cortes de luz, disco que tarda (E5-E8, E11-E14, E58)",
        test: &["-p", "hall-server", "--test", "journal"],
        size: None,
        round: (1, 1),
        rounds: 1,
        more: ("BOMBO_SWEEP_STEP", "1", "5"),
    },
    Part {
        name: "extractor",
        unit: "horas de ruido en cada controlador, y cincuenta cables vueltos a enchufar (E19-E21, E27, E29)",
        test: &["-p=ball-machine-tools", "--test=drivers", "--test=port"],
        size: Some("BOMBO_NOISE_HOURS"),
        round: (24, 1),
        rounds: 1,
        more: ("BOMBO_REPLUGS", "50", "4"),
    },
    Part {
        name: "camara",
        unit: "cien cámaras que se van y vuelven (E64)",
        test: &["-p=display-wall", "--test=loose_plug"],
        size: None,
        round: (1, 1),
        rounds: 1,
        more: ("BOMBO_RESTARTS", "100", "10"),
    },
    Part {
        name: "cortes",
        unit: "partidas con treinta kill -9 (E3)",
        test: &["-p", "xtask", "--test", "hall", "crash::thirty"],
        size: None,
        round: (1, 1),
        rounds: 34,
        more: ("", "", ""),
    },
];

/// What may be chosen.
#[derive(Default)]
pub struct Choice {
    /// Only this part.
    pub only: Option<String>,
    /// About so long, shared among the parts; each has at least one round.
    pub minutes: Option<u64>,
    /// The first seed; otherwise nobody chooses it.
    pub seed: Option<u64>,
}

/// Plays all parts.
///
/// # Errors
/// When one of them fails: the command that plays it again was printed.
pub fn run(choice: &Choice) -> Result<()> {
    let chosen: Vec<&Part> =
        PARTS.iter().filter(|part| choice.only.as_ref().is_none_or(|only| only == part.name)).collect();
    let names: Vec<&str> = PARTS.iter().map(|part| part.name).collect();
    ensure!(!chosen.is_empty(), "no hay esa parte; las que hay: {}", names.join(", "));
    let seed = choice.seed.unwrap_or_else(|| Uuid::new_v4().as_u64_pair().0 >> 24);
    println!("semilla {seed}");
    for part in &chosen {
        let status = cargo(part).arg("--no-run").stderr(Stdio::null()).status().context("cargo")?;
        ensure!(status.success(), "{}: no compila", part.name);
    }
    let share = choice.minutes.map(|minutes| Duration::from_secs(60 * minutes) / chosen.len() as u32);
    let mut failed = Vec::new();
    for part in chosen {
        if !play(part, seed, share)? {
            failed.push(part.name);
        }
    }
    ensure!(failed.is_empty(), "ha fallado: {}", failed.join(", "));
    println!("Nada se ha perdido y nada se ha hecho dos veces.");
    Ok(())
}

/// Plays the rounds of a part, or as many as there is time for. Returns whether all went well.
fn play(part: &Part, seed: u64, share: Option<Duration>) -> Result<bool> {
    let begun = Instant::now();
    let (mut rounds, mut done) = (0, 0);
    let each = if share.is_some() { part.round.1 } else { part.round.0 };
    loop {
        let mut env = Vec::new();
        // Each round has seeds of its own.
        env.push(("BOMBO_SEED", (seed + done).to_string()));
        env.extend(part.size.map(|name| (name, each.to_string())));
        let (name, all, some) = part.more;
        if !name.is_empty() {
            env.push((name, if share.is_some() { some } else { all }.to_owned()));
        }
        if !round(part, &env)? {
            return Ok(false);
        }
        rounds += 1;
        done += each;
        let (secs, all) = (begun.elapsed(), part.rounds);
        println!("  {:<9} ronda {rounds}: {done} {}, {} s", part.name, part.unit, secs.as_secs());
        let over = share.map_or(rounds >= all, |share| secs + secs / rounds as u32 > share);
        // Without seeds or a size another round is the same again.
        if over || (part.size.is_none() && part.rounds == 1) {
            break;
        }
    }
    let secs = begun.elapsed().as_secs();
    println!("{:<10} {done} {}: {secs} s, 0 violaciones", part.name, part.unit);
    Ok(true)
}

fn cargo(part: &Part) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["test", "--release", "--quiet"]).args(part.test);
    cargo
}

/// Runs a test once and shows what it says of its progress. One that fails shows all, and how
/// to play it again.
fn round(part: &Part, env: &[(&str, String)]) -> Result<bool> {
    let mut command = cargo(part);
    command.args(["--", "--nocapture"]).envs(env.iter().map(|(name, value)| (name, value)));
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().context("cargo")?;
    let stderr = child.stderr.take().context("it was piped")?;
    let errors = std::thread::spawn(move || {
        BufReader::new(stderr).lines().map_while(Result::ok).collect::<Vec<String>>()
    });
    let mut said = Vec::new();
    for line in BufReader::new(child.stdout.take().context("it was piped")?).lines() {
        let line = line?;
        if let Some(progress) = line.find("sweep: ").or_else(|| line.find("storm: ")) {
            println!("    {}", &line[progress..]);
        }
        said.push(line);
    }
    let good = child.wait()?.success();
    if !good {
        let errors = errors.join().unwrap_or_default();
        said.iter().chain(&errors).for_each(|line| println!("    {line}"));
        let env: Vec<String> = env.iter().map(|(name, value)| format!("{name}={value}")).collect();
        // The test itself knows which of its seeds it was.
        let own = errors.iter().chain(&said).find(|line| line.starts_with("BOMBO_"));
        let whole = format!("{} cargo test --release {}", env.join(" "), part.test.join(" "));
        println!("{}: HA FALLADO. Otra vez: {}", part.name, own.unwrap_or(&whole));
    }
    Ok(good)
}
