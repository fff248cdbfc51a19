//! `init`: the hall, its regulation and the values that it leaves to the hall, asked for in a terminal and signed by founding it.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};
use hall_server::found::{Founding, Values, found, question};
use hall_server::{profile, terminal};
use hall_wire::message::RuleRow;

#[derive(clap::Args)]
pub(super) struct Init {
    /// La carpeta de la sala; se crea si no existe. No se escribe sobre una sala que ya exista.
    #[arg(long, value_name = "CARPETA")]
    dir: PathBuf,
    /// El nombre de la sala, como en los cartones.
    #[arg(long, value_name = "NOMBRE")]
    name: String,
    /// El nombre y apellidos del jefe de sala, que firma los valores de la sala.
    #[arg(long, value_name = "NOMBRE")]
    manager: String,
    /// El usuario con el que entra: letras, cifras, puntos y guiones.
    #[arg(long, value_name = "USUARIO")]
    user: String,
    /// La empresa titular de la autorización.
    #[arg(long, value_name = "EMPRESA", default_value = "")]
    company: String,
    /// La población.
    #[arg(long, value_name = "POBLACIÓN", default_value = "")]
    town: String,
    /// La zona horaria de la sala.
    #[arg(long, value_name = "ZONA", default_value = "Europe/Madrid")]
    zone: String,
    /// El perfil del reglamento (TOML). Sin él, estatal-2002, que hoy sólo rige en Ceuta y Melilla.
    #[arg(long, value_name = "FICHERO")]
    profile: Option<PathBuf>,
    /// Un valor de los que el reglamento deja a la sala, con el nombre que tiene en el perfil; se repite para decir varios. Con
    /// él no se pregunta nada.
    #[arg(long = "value", value_name = "NOMBRE=VALOR")]
    values: Vec<String>,
    /// No pregunta los valores de la sala: quedan como están en el perfil. Tampoco se preguntan fuera de un terminal.
    #[arg(long, conflicts_with = "values")]
    as_shipped: bool,
    /// Sala de demostración: sus claves salen de este número, que cualquiera puede saber. El
    /// nombre lo dice en cartones, pantallas y actas, y no se pregunta nada. Nunca para una sala de verdad.
    #[arg(long, value_name = "NÚMERO")]
    demo_seed: Option<u64>,
}

pub(super) fn run_init(init: &Init) -> anyhow::Result<ExitCode> {
    let mut values = match &init.profile {
        Some(path) => {
            let name = path.display().to_string();
            let bytes = std::fs::read(path).with_context(|| format!("No se puede leer {name}"))?;
            Values::of(&name, settings_file::from_utf8(&name, bytes)?)?
        }
        None => Values::of("estatal-2002.toml", profile::ESTATAL_2002.to_owned())?,
    };
    for value in &init.values {
        let named = value.split_once('=');
        let (name, value) = named.with_context(|| format!("«{value}» no tiene la forma NOMBRE=VALOR"))?;
        values.set(name.trim(), value)?;
    }
    let told = init.as_shipped || init.demo_seed.is_some() || !init.values.is_empty();
    if io::stdin().is_terminal() && !told {
        ask(&mut values, &mut io::stdin().lock(), &init.manager)?;
    }
    let founding = Founding {
        name: &init.name,
        company: &init.company,
        town: &init.town,
        zone: &init.zone,
        manager: &init.manager,
        user: &init.user,
        rules: values.rules().clone(),
        profile: values.text(),
        pin: None,
        demo_seed: init.demo_seed,
    };
    let pin = found(&init.dir, &founding)?;
    println!("Sala «{}» creada en {}", init.name, init.dir.display());
    println!("Reglamento: {} (en {})", values.rules().title, init.dir.join(profile::FILE).display());
    println!("Valores que la ley deja a la sala, firmados por {}:", init.manager);
    print!("{}", values.list());
    println!();
    println!("Jefe de sala: {} (usuario {})", init.manager, init.user);
    println!("PIN: {pin}");
    println!("Apúntelo ahora: no se vuelve a mostrar.");
    println!();
    println!("Para ponerla en marcha: {}", terminal::start(&init.dir));
    Ok(ExitCode::SUCCESS)
}

/// Asks for each in turn, and then whether they are to be signed. A fault is said and asked again.
fn ask(values: &mut Values, input: &mut impl BufRead, manager: &str) -> anyhow::Result<()> {
    let open = values.open();
    println!("{}", values.rules().title);
    println!("Deja {} valores a la sala. Intro deja cada uno como está; Ctrl-C no crea nada.", open.len());
    for (place, row) in open.iter().enumerate() {
        println!();
        println!("{} de {}. {}", place + 1, open.len(), values.said(row));
        ask_one(values, row, input)?;
    }
    loop {
        println!();
        let open = values.open();
        for (place, row) in open.iter().enumerate() {
            println!("  {:>2}. {}", place + 1, values.said(row));
        }
        println!("{manager} los firma al crear la sala.");
        let typed = line("Intro los firma; un número cambia el suyo: ", input)?;
        if typed.is_empty() {
            return Ok(());
        }
        match typed.parse::<usize>().ok().and_then(|place| open.get(place.checked_sub(1)?)) {
            Some(row) => ask_one(values, row, input)?,
            None => println!("Escriba un número del 1 al {}, o sólo Intro.", open.len()),
        }
    }
}

fn ask_one(values: &mut Values, row: &RuleRow, input: &mut impl BufRead) -> anyhow::Result<()> {
    values.choices(row).iter().for_each(|choice| println!("{choice}"));
    loop {
        let typed = line(&format!("  {}: ", question(row)), input)?;
        match values.take(row, &typed) {
            Ok(()) => return Ok(()),
            Err(fault) => println!("  {fault}"),
        }
    }
}

/// What somebody types at a question.
fn line(question: &str, input: &mut impl BufRead) -> anyhow::Result<String> {
    print!("{question}");
    io::stdout().flush()?;
    let mut typed = String::new();
    if input.read_line(&mut typed)? == 0 {
        bail!("No se ha creado nada: las preguntas se han quedado sin respuesta.");
    }
    Ok(typed.trim().to_owned())
}
