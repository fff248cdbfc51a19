//! What the server and the screens did without being asked.

use alloc::string::String;
use alloc::vec::Vec;

use crate::event::{
    CameraPost, Folios, GameNo, Ordinal, PrintingNo, RefusedWhy, SessionNo, Sight, StopNo, VoiceFault,
};
use crate::people::PersonId;
use crate::request::RequestKind;

/// For how many days the hall keeps what is said of people outside the record; for ever where it does not say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Retention {
    /// Names, documents and drawn signatures of claimants.
    pub claimant_days: Option<u32>,
    /// Drawn signatures of the staff.
    pub signature_days: Option<u32>,
}

/// Something the server's own duties or the screens did. It cannot be refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// The server started.
    Started {
        /// Its version.
        version: String,
    },
    /// The server is stopping.
    Stopping {
        /// By the signal of a failing power supply.
        power_failing: bool,
    },
    /// The clock jumped.
    ClockStepped {
        /// By how much, in milliseconds; below zero when it went back.
        by_ms: i64,
    },
    /// A panel showed an announced ball. Only the first for each ball is recorded.
    Shown {
        /// The game.
        game: GameNo,
        /// The ball's place.
        ordinal: Ordinal,
        /// The panel's name.
        panel: String,
    },
    /// The hall's voice did not say an announced ball.
    VoiceFailed {
        /// The game.
        game: GameNo,
        /// The ball's place.
        ordinal: Ordinal,
        /// Why.
        why: VoiceFault,
    },
    /// What a camera of the hall shows. Only changes are recorded.
    Camera {
        /// The camera.
        camera: CameraPost,
        /// What it shows.
        sight: Sight,
    },
    /// The picture of a ball is on disk. Only the first for each ball is recorded.
    Pictured {
        /// The game.
        game: GameNo,
        /// The ball's place.
        ordinal: Ordinal,
        /// SHA-256 of the JPEG.
        sha256: [u8; 32],
    },
    /// What a camera filmed of a game is whole and on disk.
    FilmKept {
        /// The game.
        game: GameNo,
        /// The camera.
        camera: CameraPost,
        /// How many pictures.
        pictures: u32,
        /// SHA-256 of the film.
        sha256: [u8; 32],
    },
    /// What the microphones heard round a stop is on disk.
    SoundKept {
        /// The game.
        game: GameNo,
        /// The stop.
        stop: StopNo,
        /// How much of it is before the stop, milliseconds.
        before_ms: u32,
        /// SHA-256 of the WAV.
        sha256: [u8; 32],
    },
    /// Film is older than the hall keeps it. It is deleted once the record says so, and not while a session is open.
    FilmPast {
        /// The last game whose film is.
        last: GameNo,
        /// For how many days the hall keeps it.
        days: u32,
    },
    /// Log-ins may have lasted as long as they may.
    LogInsDue {
        /// The server's clock, UTC milliseconds.
        now_utc_ms: i64,
    },
    /// Log-ins of one user failed, or of names that are nobody's.
    LoginRefused {
        /// How many since the last such line.
        tries: u32,
    },
    /// A request was refused for a reason that leaves a line.
    RequestRefused {
        /// Who asked.
        person: PersonId,
        /// What for.
        request: RequestKind,
        /// Why it leaves a line.
        why: RefusedWhy,
        /// The desk's clock, UTC milliseconds.
        now_utc_ms: i64,
    },
    /// A session's acta is on disk.
    ActaIssued {
        /// The session.
        session: SessionNo,
        /// The file.
        file: String,
        /// Its SHA-256.
        sha256: [u8; 32],
        /// The last line it covers.
        covers_seq: u64,
        /// The folios of books that it stands on.
        folios: Vec<Folios>,
    },
    /// The server signs with this key.
    SigningKey {
        /// The public half.
        key: [u8; 32],
    },
    /// A time-stamp authority stamped the checkpoint of a session's close, and its answer is on disk.
    TimeStamped {
        /// The session.
        session: SessionNo,
        /// How many lines the checkpoint covers.
        size: u64,
        /// SHA-256 of its note as the hall signed it.
        note_sha256: [u8; 32],
        /// Whose the certificate is.
        authority: String,
        /// When, by the authority's clock, UTC milliseconds.
        stamped_at_utc_ms: u64,
        /// The file.
        file: String,
        /// Its SHA-256.
        sha256: [u8; 32],
    },
    /// A witness signed a checkpoint for the first time, or with another key.
    WitnessMet {
        /// Its name.
        name: String,
        /// The public half of its key.
        key: [u8; 32],
        /// The settings name it: places are kept for those.
        is_named: bool,
    },
    /// An export that somebody asked for is whole, on the stick.
    ExportMade {
        /// The export.
        export: u32,
        /// Where it is.
        place: String,
        /// Its first line.
        first: u64,
        /// Its last line.
        last: u64,
        /// SHA-256 of its manifest, which names every other file with its hash.
        manifest_sha256: [u8; 32],
    },
    /// An export was not made.
    ExportFailed {
        /// The export.
        export: u32,
        /// Why, in words.
        words: String,
    },
    /// The spare has rehearsed, and made the same hall of its record.
    RehearsalPassed {
        /// The rehearsal.
        rehearsal: u32,
        /// Where the spare listens.
        spare: String,
        /// The line up to which both were compared.
        seq: u64,
        /// Its hash.
        hash: [u8; 32],
        /// SHA-256 of the hall.
        hall_sha256: [u8; 32],
        /// How long the spare needed.
        millis: u64,
    },
    /// The spare could not take the hall over, or was not there.
    RehearsalFailed {
        /// The rehearsal.
        rehearsal: u32,
        /// Why, in words.
        words: String,
    },
    /// It is time to delete what the hall need not keep. Nothing is deleted while a session is open.
    DeletionsDue {
        /// The server's clock, UTC milliseconds.
        now_utc_ms: i64,
        /// For how long what is said of people is kept.
        kept: Retention,
    },
    /// The hash of what was asked in some lines is known.
    RequestsDigested {
        /// The first line.
        first: u64,
        /// The last line.
        last: u64,
        /// How many requests begin in them.
        requests: u32,
        /// SHA-256 over them.
        sha256: [u8; 32],
    },
    /// The pages of a printing are on disk.
    PrintingDone {
        /// The printing.
        printing: PrintingNo,
        /// The file, within the hall's folder.
        file: String,
        /// How many pages.
        pages: u32,
        /// SHA-256 of the PDF.
        sha256: [u8; 32],
    },
    /// A printing could not be done.
    PrintingFailed {
        /// The printing.
        printing: PrintingNo,
        /// Why, in the printer's words.
        words: String,
    },
}
