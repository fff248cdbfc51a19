//! Whether the readers know a set's balls by the table of tags that two people agreed on.
//!
//! With two lines of its table exchanged, a reader of tags reads ball 6 as 9 for ever. So the table it was started with
//! is compared, whole, with the one in the record, before a set goes into a session and before each draw. A machine
//! that reads numbers has no table.

use crate::hall::Hall;
use crate::machine::{LoadedTable, SetId};
use crate::refusal::Refusal;
use crate::words::{Lang, TableFault, table_fault};

impl Hall {
    /// Each reader of tags was started with the table of this set that is in the record.
    pub(crate) fn tables_fit(&self, set: SetId) -> Result<(), Refusal> {
        match self.tables.values().find_map(|table| self.table_fault(set, table)) {
            Some(fault) => Err(Refusal::TagTable { words: table_fault(Lang::Es, &fault) }),
            None => Ok(()),
        }
    }

    /// What keeps a reader's table from being played with, if anything does.
    pub(crate) fn table_fault(&self, set: SetId, table: &LoadedTable) -> Option<TableFault> {
        let LoadedTable { reader, set: loaded_set, sha256: loaded } = *table;
        let enrolled = self.ball_sets.get(&set).and_then(|item| item.enrolled).map(|(hash, _)| hash);
        let fits = loaded_set == set && enrolled == Some(loaded);
        (!fits).then_some(TableFault { reader, set, loaded_set, loaded, enrolled })
    }
}
