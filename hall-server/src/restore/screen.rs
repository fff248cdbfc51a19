//! The one screen before two people sign.

use std::fmt::Write;

use super::Prepared;
use super::source::Source;
use crate::clock::Clock;
use crate::terminal;

/// Most reasons that are told of one source; the others are counted.
const TROUBLES_MAX: usize = 3;

impl Prepared {
    /// What there is, what will be restored, what is missing, and what must be done afterwards.
    pub fn screen(&self) -> String {
        let mut text = String::new();
        self.write(&mut text).expect("text grows");
        text
    }

    fn write(&self, text: &mut String) -> std::fmt::Result {
        let known = &self.known;
        let clock = Clock::of_zone(&known.zone);
        writeln!(text, "\nLO QUE HAY")?;
        for (number, source) in (1..).zip(&self.sources) {
            writeln!(text, "  {number}. {}", source.words())?;
            troubles(text, source)?;
        }
        writeln!(text, "\nLO QUE SE RESTAURA, en {}", self.dir.display())?;
        let (head, at) = (known.sighting.head, clock.print(known.at_utc_ms));
        writeln!(text, "  «{}», hasta la línea {}, {at}", known.name, head.seq)?;
        writeln!(text, "  Última sesión {}, última partida {}. Registro: {head}", known.session, known.game)?;
        writeln!(text, "  De dónde: {}.", self.from())?;
        if !self.brought.is_empty() {
            let files: Vec<_> = self.brought.iter().map(|file| file.display().to_string()).collect();
            let (few, more) = files.split_at(files.len().min(6));
            let more = if more.is_empty() { String::new() } else { format!(" y {} más", more.len()) };
            writeln!(text, "  También: {}{more}.", few.join(", "))?;
        }
        writeln!(text, "\nLO QUE FALTA")?;
        match self.lost_to {
            Some(last) if last == head.seq + 1 => {
                writeln!(text, "  La línea {last}: se sabe que existió y no está entera en ninguna copia.")?
            }
            Some(last) => writeln!(
                text,
                "  De la línea {} a la {last}: se sabe que existieron y no están enteras en ninguna copia.",
                head.seq + 1
            )?,
            None => {
                writeln!(text, "  Lo que se hizo después de {at}, si se hizo algo: sólo está en el papel.")?
            }
        }
        for missing in &self.not_brought {
            writeln!(text, "  {missing}.")?;
        }
        writeln!(text, "\nDESPUÉS")?;
        writeln!(
            text,
            "  1. Mire sala.toml (dirección, máquina de bolas, copias) y arranque: {}",
            terminal::start(&self.dir)
        )?;
        writeln!(text, "  2. Todos entran otra vez con su PIN: lo de antes ya no vale.")?;
        writeln!(
            text,
            "  3. No se abre ninguna venta hasta que dos personas den, leídos en el papel, los últimos números de"
        )?;
        writeln!(
            text,
            "     partida, sesión y diligencia y el último cartón vendido. Tengan a mano la última acta y el libro."
        )?;
        writeln!(text, "  4. No vuelva a arrancar la carpeta vieja. Guárdela entera.")
    }

    /// Which source has which lines.
    fn from(&self) -> String {
        let mirrors = || {
            let numbers: Vec<String> = self.added.iter().map(|at| (at + 1).to_string()).collect();
            numbers.join(" y ")
        };
        match self.base {
            None => format!("de la copia {}, desde la línea 1", mirrors()),
            Some(base) if self.added.is_empty() => format!("de la copia {}, entera", base + 1),
            Some(base) => format!(
                "de la copia {} hasta la línea {}; de la {} lo que sigue",
                base + 1,
                self.base_seq,
                mirrors()
            ),
        }
    }
}

fn troubles(text: &mut String, source: &Source) -> std::fmt::Result {
    // The first stands in its line already, where nothing could be read of it.
    let skip = usize::from(source.known.is_none());
    let rest = source.troubles.len().saturating_sub(skip);
    for trouble in source.troubles.iter().skip(skip).take(TROUBLES_MAX) {
        writeln!(text, "     {trouble}")?;
    }
    if rest > TROUBLES_MAX {
        writeln!(text, "     y {} más", rest - TROUBLES_MAX)?;
    }
    Ok(())
}
