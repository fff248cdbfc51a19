//! `init`: the hall, its regulation and the values that it leaves to the hall, asked for in a terminal and signed by founding it.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};
use hall_core::rules::Rules;
use hall_core::words::Lang;
use hall_server::found::{Founding, found};
use hall_server::profile;
use hall_texts::Messages;
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
        values.ask(&mut io::stdin().lock(), &init.manager)?;
    }
    let founding = Founding {
        name: &init.name,
        company: &init.company,
        town: &init.town,
        zone: &init.zone,
        manager: &init.manager,
        user: &init.user,
        rules: values.rules.clone(),
        profile: &values.text,
        demo_seed: init.demo_seed,
    };
    let pin = found(&init.dir, &founding)?;
    println!("Sala «{}» creada en {}", init.name, init.dir.display());
    println!("Reglamento: {} (en {})", values.rules.title, init.dir.join(profile::FILE).display());
    println!("Valores que la ley deja a la sala, firmados por {}:", init.manager);
    print!("{}", values.list());
    println!();
    println!("Jefe de sala: {} (usuario {})", init.manager, init.user);
    println!("PIN: {pin}");
    println!("Apúntelo ahora: no se vuelve a mostrar.");
    println!();
    println!("Para ponerla en marcha: hall-server serve --dir {}", init.dir.display());
    Ok(ExitCode::SUCCESS)
}

/// What the regulation leaves to the hall, while it is decided.
struct Values {
    /// Of the file that was given: a profile with other values says of which it was made.
    given_sha256: [u8; 32],
    rules: Rules,
    text: String,
    words: Messages,
}

impl Values {
    fn of(name: &str, text: String) -> anyhow::Result<Values> {
        let (rules, given_sha256) = profile::parse(name, &text)?;
        let file = (include_str!("../../../profiles/es.ftl"), include_str!("../../../profiles/en.ftl"));
        Ok(Values { given_sha256, rules, text, words: Messages::read(Lang::Es, &[file]) })
    }

    /// Those that the law does not say, in the order of the profile.
    fn rows(&self) -> Vec<RuleRow> {
        let mut rows = profile::values(&self.rules);
        rows.retain(|row| row.article.is_none());
        rows
    }

    /// Changes a value; what was typed is as people type it, or as a profile has it.
    fn set(&mut self, name: &str, typed: &str) -> anyhow::Result<()> {
        let rows = self.rows();
        let row = rows.iter().find(|row| row.name == name);
        let value = row.map_or_else(|| typed.to_owned(), |row| chosen(row, typed));
        (self.rules, self.text, _) =
            profile::changed(&(self.rules.clone(), self.given_sha256), name, &value)?;
        Ok(())
    }

    /// Asks for each in turn, and then whether they are to be signed. A fault is said and asked again.
    fn ask(&mut self, input: &mut impl BufRead, manager: &str) -> anyhow::Result<()> {
        let open: Vec<RuleRow> = self.rows().into_iter().filter(RuleRow::is_open).collect();
        println!("{}", self.rules.title);
        println!(
            "Deja {} valores a la sala. Intro deja cada uno como está; Ctrl-C no crea nada.",
            open.len()
        );
        for (place, row) in open.iter().enumerate() {
            println!();
            println!("{} de {}. {}", place + 1, open.len(), self.said(row));
            self.ask_one(row, input)?;
        }
        loop {
            println!();
            let open: Vec<RuleRow> = self.rows().into_iter().filter(RuleRow::is_open).collect();
            for (place, row) in open.iter().enumerate() {
                println!("  {:>2}. {}", place + 1, self.said(row));
            }
            println!("{manager} los firma al crear la sala.");
            let typed = line("Intro los firma; un número cambia el suyo: ", input)?;
            if typed.is_empty() {
                return Ok(());
            }
            match typed.parse::<usize>().ok().and_then(|place| open.get(place.checked_sub(1)?)) {
                Some(row) => self.ask_one(row, input)?,
                None => println!("Escriba un número del 1 al {}, o sólo Intro.", open.len()),
            }
        }
    }

    fn ask_one(&mut self, row: &RuleRow, input: &mut impl BufRead) -> anyhow::Result<()> {
        for (place, choice) in row.choices.iter().enumerate() {
            let now = if *choice == row.value { "  ← el que hay" } else { "" };
            println!("     {:>2}  {}{now}", place + 1, self.value(row, choice));
        }
        let question = match (row.choices.is_empty(), row.value.starts_with('[')) {
            (false, _) => "  Número, o Intro: ",
            (true, true) => "  Precios en euros, separados por espacios, o Intro: ",
            (true, false) => "  Valor, o Intro: ",
        };
        loop {
            let typed = line(question, input)?;
            if typed.is_empty() {
                return Ok(());
            }
            let place = typed.parse::<usize>().ok().and_then(|place| row.choices.get(place.checked_sub(1)?));
            if place.is_none() && !row.choices.is_empty() {
                println!("  Escriba un número del 1 al {}, o sólo Intro.", row.choices.len());
                continue;
            }
            match self.set(&row.name, place.map_or(&typed, |choice| choice)) {
                Ok(()) => return Ok(()),
                Err(fault) => println!("  {fault}"),
            }
        }
    }

    /// All of them in words, and which nobody knows.
    fn list(&self) -> String {
        let line = |row: RuleRow| format!("  {}\n", self.said(&row));
        let mut list: String = self.rows().into_iter().map(line).collect();
        if self.rules.is_draft() {
            list += "BORRADOR: mientras haya valores sin fijar, lo dice cada papel.\n";
        }
        list
    }

    fn said(&self, row: &RuleRow) -> String {
        let unknown = if row.of_hall { "" } else { " (sin fijar)" };
        format!(
            "{}: {}{unknown}",
            self.words.get(&format!("rule-{}", row.name), &[]),
            self.value(row, &row.value)
        )
    }

    fn value(&self, row: &RuleRow, value: &str) -> String {
        row.words(value, |id, args| {
            let args: Vec<(&str, &dyn std::fmt::Display)> =
                args.iter().map(|(name, value)| (*name, value as _)).collect();
            self.words.has(id).then(|| self.words.get(id, &args))
        })
    }
}

/// A choice without its quotes is that choice.
fn chosen(row: &RuleRow, typed: &str) -> String {
    let bare = |value: &str| value.trim().replace('"', "");
    if let Some(choice) = row.choices.iter().find(|choice| bare(choice) == bare(typed)) {
        return choice.clone();
    }
    // As the profile has it.
    if typed.trim_start().starts_with(['"', '[', '{']) { typed.to_owned() } else { row.written(typed) }
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
