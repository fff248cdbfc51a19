//! What people sign, as whom, and how (art. 37.3, 37.4; DECISIONS 45).

use alloc::string::String;

use super::SessionNo;
use crate::people::{Role, Sealed};

/// A paper that is signed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum SignedPaper {
    /// The acta of a session, as it was issued.
    Acta(SessionNo),
    /// A diligencia that somebody wrote, by its number in the hall.
    Diligencia(u32),
}

/// As whom somebody signs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum SignerRole {
    /// Jefe de sala.
    JefeDeSala,
    /// Jefe de mesa.
    JefeDeMesa,
    /// Who claims. No person of the staff: name and document are sealed with the diligencia.
    Claimant,
    /// An agent of the authority, who signs on paper with a number.
    Agent,
}

impl SignerRole {
    /// The post of the staff that it is; none of who claims, and of an agent.
    pub const fn post(self) -> Option<Role> {
        match self {
            SignerRole::JefeDeSala => Some(Role::JefeDeSala),
            SignerRole::JefeDeMesa => Some(Role::JefeDeMesa),
            SignerRole::Claimant | SignerRole::Agent => None,
        }
    }
}

/// How somebody signed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Signed {
    /// On the screen, with a finger, a pen or the mouse. The line that was drawn is sealed, and may be deleted by law.
    Drawn {
        /// The strokes, as JSON.
        strokes: Sealed,
    },
    /// On paper: a page was scanned.
    Page {
        /// The file, within the hall's folder.
        file: String,
        /// Its SHA-256.
        page_sha256: [u8; 32],
    },
    /// With the person's own key.
    Key {
        /// The public half, Ed25519.
        key: [u8; 32],
        /// The signature, over what [`key_message`] says.
        signature: [u8; 64],
    },
}

impl SignedPaper {
    /// Its name on the wire, as in `acta-12` and `diligencia-3`.
    pub fn name(self) -> String {
        match self {
            SignedPaper::Acta(SessionNo(no)) => alloc::format!("acta-{no}"),
            SignedPaper::Diligencia(no) => alloc::format!("diligencia-{no}"),
        }
    }

    /// The paper with this name, in no other spelling.
    ///
    /// ```
    /// use hall_core::event::{SessionNo, SignedPaper};
    ///
    /// assert_eq!(SignedPaper::parse("acta-12"), Some(SignedPaper::Acta(SessionNo(12))));
    /// assert_eq!(SignedPaper::parse("diligencia-03"), None);
    /// ```
    pub fn parse(name: &str) -> Option<SignedPaper> {
        let (what, digits) = name.split_once('-')?;
        let no = digits.parse().ok()?;
        let paper = match what {
            "acta" => SignedPaper::Acta(SessionNo(no)),
            "diligencia" => SignedPaper::Diligencia(no),
            _ => return None,
        };
        (paper.name() == name).then_some(paper)
    }
}

/// What somebody signs with a key: which paper, as whom, and the SHA-256 of exactly what was shown.
pub fn key_message(paper: SignedPaper, role: SignerRole, sha256: &[u8; 32]) -> String {
    alloc::format!("bombo-firma/1\n{}\n{}\n{}\n", paper.name(), role.name(), hex(sha256))
}

/// What a person signs with a new key, to show that it is theirs.
pub fn key_proof_message(hall: &str, person: crate::people::PersonId, key: &[u8; 32]) -> String {
    alloc::format!("bombo-clave/1\n{hall}\n{person}\n{}\n", hex(key))
}

/// Bytes in lower-case hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| alloc::format!("{byte:02x}")).collect()
}
