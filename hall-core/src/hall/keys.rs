//! The keys that sign the record's checkpoints, as the record itself has them.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};

/// Witnesses that a hall remembers: more than it has screens. Whoever is on its network can say that he is one, and each is a
/// line of the record.
pub const WITNESSES_MAX: usize = 64;

/// Places that are kept for the witnesses that the settings name: four, and as many keys again.
const KEPT_FOR_NAMED: usize = 8;

/// Who signs checkpoints, and who signs that they saw them. Public halves of Ed25519 keys.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Keys {
    /// The hall's own; none before the first.
    pub signing: Option<[u8; 32]>,
    /// Those of witnesses, by name: the newest of each.
    pub witnesses: BTreeMap<String, [u8; 32]>,
    /// How many witnesses and keys of theirs were met.
    pub met: u32,
}

impl Keys {
    /// Whether a witness under this name and with this key is to be written down: it is not yet, and there were not too many.
    pub(super) fn has_room_for(&self, name: &str, key: &[u8; 32], is_named: bool) -> bool {
        let is_new = self.witnesses.get(name) != Some(key);
        let places = if is_named { WITNESSES_MAX } else { WITNESSES_MAX - KEPT_FOR_NAMED };
        is_new && usize::try_from(self.met).is_ok_and(|met| met < places)
    }

    pub(super) fn meets(&mut self, name: &str, key: [u8; 32]) {
        self.witnesses.insert(name.to_string(), key);
        self.met += 1;
    }
}
