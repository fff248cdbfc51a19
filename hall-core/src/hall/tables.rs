//! Whether the readers know a set's balls by the table of tags that two people agreed on.
//!
//! With two lines of its table exchanged, a reader of tags reads ball 6 as 9 for ever. So the table it was started with
//! is compared, whole, with the one in the record, before a set goes into a session and before each draw. A machine
//! that reads numbers has no table.

use alloc::format;
use alloc::string::String;

use crate::hall::Hall;
use crate::machine::{BallReader, LoadedTable, SetId};
use crate::refusal::Refusal;

/// Bytes of a hash in a sentence, for people to tell two tables apart.
const SHOWN: usize = 4;

impl Hall {
    /// Each reader of tags was started with the table of this set that is in the record.
    pub(crate) fn tables_fit(&self, set: SetId) -> Result<(), Refusal> {
        match self.tables.values().find_map(|table| self.table_wrong(set, table)) {
            Some(words) => Err(Refusal::TagTable { words }),
            None => Ok(()),
        }
    }

    /// What is wrong with a reader's table, and what to do, in words; none where nothing is.
    pub(crate) fn table_wrong(&self, set: SetId, table: &LoadedTable) -> Option<String> {
        let (has, reader, section) = match table.reader {
            BallReader::Machine => ("La máquina", "la máquina", "[machine]"),
            BallReader::Second => ("El segundo lector", "el segundo lector", "[second_reader]"),
        };
        let loaded = start(&table.sha256);
        let enrolled = self.ball_sets.get(&set).and_then(|item| item.enrolled);
        match enrolled {
            _ if table.set != set => Some(format!(
                "{has} tiene la tabla de etiquetas del juego {} y no la del {set}. Póngala en «tags» de {section}, en sala.toml, \
                 y reinicie el servidor",
                table.set
            )),
            None => Some(format!(
                "Nadie ha dado de alta la tabla de etiquetas del juego {set} que tiene {reader} ({loaded}…). Denla de alta dos \
                 personas en Bolas"
            )),
            Some((enrolled, _)) if enrolled != table.sha256 => Some(format!(
                "{has} tiene del juego {set} la tabla de etiquetas {loaded}… y la registrada es {}…. Cargue ésta y reinicie, o \
                 den de alta aquélla dos personas",
                start(&enrolled)
            )),
            Some(_) => None,
        }
    }
}

fn start(hash: &[u8; 32]) -> String {
    hash[..SHOWN].iter().map(|byte| format!("{byte:02x}")).collect()
}
