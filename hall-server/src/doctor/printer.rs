//! The program that makes the pages, and the printers of this computer.

use super::asked::PATIENCE;
use super::tool::said;
use super::{Finding, Place};
use crate::papers::Papers;

pub(super) fn check(place: &Place<'_>) -> Vec<Finding> {
    let program = place.settings().map(|config| pages(&Papers::new(&place.order.dir, config.paper.clone())));
    program.into_iter().chain([printers()]).collect()
}

fn pages(papers: &Papers) -> Finding {
    const WHAT: &str = "páginas";
    let program = papers.printer().display().to_string();
    match said(&program, &["--version"], PATIENCE) {
        Some(said) if said.is_good => Finding::good(WHAT, format!("{} hace los PDF", said.text.trim())),
        Some(_) | None => Finding::bad(
            WHAT,
            format!("{program} no funciona: no hay actas ni cartones"),
            "instale otra vez bombo-server, o corrija «printer» en [paper] de sala.toml",
        ),
    }
}

/// Papers are printed at the desks; a server may have no printer.
fn printers() -> Finding {
    const WHAT: &str = "impresora";
    let at_a_desk =
        "si se imprime en un puesto, ejecute allí «lpstat -p»; si es aquí, dé de alta la impresora en CUPS";
    let Some(listed) = said("lpstat", &["-p"], PATIENCE) else {
        return Finding::warning(WHAT, "este equipo no imprime: no tiene CUPS (lpstat)", at_a_desk);
    };
    let printers: Vec<&str> = listed.text.lines().filter_map(|line| line.strip_prefix("printer ")).collect();
    let name = |line: &&str| line.split(' ').next().unwrap_or_default().to_owned();
    let stopped: Vec<String> = printers.iter().filter(|line| line.contains("disabled")).map(name).collect();
    if printers.is_empty() {
        Finding::warning(WHAT, "este equipo no tiene ninguna impresora", at_a_desk)
    } else if stopped.is_empty() {
        Finding::good(WHAT, printers.iter().map(name).collect::<Vec<_>>().join(", "))
    } else {
        Finding::bad(
            WHAT,
            format!("parada: {}", stopped.join(", ")),
            "mire papel y cable, y «cupsenable» con su nombre",
        )
    }
}
