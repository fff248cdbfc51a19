//! The folder of what was filmed: one for each game, with a film for each camera and the pictures of its balls.
//!
//! ```text
//! 000012/salida.mjpeg salida.indice mesa.mjpeg …   the films, and where their pictures begin
//! 000012/fotos/000004711-07.jpg                    the picture of the 7th ball, which is line 4711 of the record
//! 000012/sonido/000004733-2.wav                    what was heard at the 2nd stop, which is line 4733
//! 000012/abierta                                   while it is being filmed
//! ```

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use hall_core::event::{CameraPost, GameNo, Ordinal, StopNo};
use sha2::{Digest, Sha256};

use super::reel::{self, Frame, Reel};

/// The cameras, and what their films are called.
pub const CAMERAS: [(CameraPost, &str); 3] =
    [(CameraPost::Exit, "salida"), (CameraPost::Desk, "mesa"), (CameraPost::Hall, "sala")];

/// Stands in the folder of a game that is being filmed.
const OPEN: &str = "abierta";

/// Bytes of a trial: of a picture or two.
const TRIAL: usize = 128 * 1024;

/// What a camera's film is called.
pub(super) fn name(camera: CameraPost) -> &'static str {
    CAMERAS.iter().find(|(post, _)| *post == camera).map_or("", |(_, name)| name)
}

/// The folder of the films, where the settings name this one and the hall is in `dir`.
pub fn folder_of(dir: &Path, folder: &Path) -> PathBuf {
    // A whole path takes the place of the hall's.
    dir.join(folder)
}

/// What is kept of the cameras' pictures.
#[derive(Debug, Clone)]
pub struct Store {
    root: PathBuf,
}

impl Store {
    /// In this folder, which is made when there is something to put there.
    pub fn new(root: &Path) -> Store {
        Store { root: root.to_owned() }
    }

    /// The folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    fn game(&self, game: GameNo) -> PathBuf {
        self.root.join(format!("{:06}", game.0))
    }

    /// The file of a camera's film of a game.
    pub fn film(&self, game: GameNo, camera: CameraPost) -> PathBuf {
        self.game(game).join(format!("{}.mjpeg", name(camera)))
    }

    fn index(&self, game: GameNo, camera: CameraPost) -> PathBuf {
        self.game(game).join(format!("{}.indice", name(camera)))
    }

    fn stills(&self, game: GameNo) -> PathBuf {
        self.game(game).join("fotos")
    }

    /// The games of which something is kept, the oldest first.
    pub fn games(&self) -> io::Result<Vec<GameNo>> {
        let mut games = Vec::new();
        for name in names(&self.root)? {
            games.extend(name.parse().ok().filter(|game| *game > 0).map(GameNo));
        }
        games.sort_unstable();
        Ok(games)
    }

    /// The pictures of a camera's film of a game.
    pub fn frames(&self, game: GameNo, camera: CameraPost) -> io::Result<Vec<Frame>> {
        reel::frames(&self.film(game, camera), &self.index(game, camera))
    }

    /// One picture of it.
    pub fn picture(&self, game: GameNo, camera: CameraPost, frame: Frame) -> io::Result<Vec<u8>> {
        reel::picture(&self.film(game, camera), frame)
    }

    /// The balls of a game whose picture is kept, with the line of each.
    pub fn pictured(&self, game: GameNo) -> io::Result<Vec<(Ordinal, u64)>> {
        let parsed = |name: String| {
            let (seq, ordinal) = name.strip_suffix(".jpg")?.split_once('-')?;
            Some((Ordinal(ordinal.parse().ok()?), seq.parse().ok()?))
        };
        Ok(names(&self.stills(game))?.into_iter().filter_map(parsed).collect())
    }

    /// The file of the picture of a ball.
    pub fn still(&self, game: GameNo, ordinal: Ordinal, seq: u64) -> PathBuf {
        self.stills(game).join(format!("{seq:09}-{:02}.jpg", ordinal.0))
    }

    /// The file of the sound of a stop.
    pub fn sound(&self, game: GameNo, stop: StopNo, seq: u64) -> PathBuf {
        self.sounds(game).join(format!("{seq:09}-{}.wav", stop.0))
    }

    fn sounds(&self, game: GameNo) -> PathBuf {
        self.game(game).join("sonido")
    }

    /// The stops of a game whose sound is kept, with the line of each.
    pub fn heard(&self, game: GameNo) -> io::Result<Vec<(StopNo, u64)>> {
        let parsed = |name: String| {
            let (seq, stop) = name.strip_suffix(".wav")?.split_once('-')?;
            Some((StopNo(stop.parse().ok()?), seq.parse().ok()?))
        };
        let mut stops: Vec<_> = names(&self.sounds(game))?.into_iter().filter_map(parsed).collect();
        stops.sort_unstable();
        Ok(stops)
    }

    /// Keeps the picture of a ball; returns its hash.
    pub(super) fn keep(&self, game: GameNo, ordinal: Ordinal, seq: u64, jpeg: &[u8]) -> io::Result<[u8; 32]> {
        whole(&self.still(game, ordinal, seq), jpeg)
    }

    /// Keeps the sound of a stop; returns its hash.
    pub(super) fn keep_sound(
        &self,
        game: GameNo,
        stop: StopNo,
        seq: u64,
        wav: &[u8],
    ) -> io::Result<[u8; 32]> {
        whole(&self.sound(game, stop, seq), wav)
    }

    /// Begins to film a game, or goes on.
    pub(super) fn begin(&self, game: GameNo) -> io::Result<()> {
        fs::create_dir_all(self.game(game))?;
        File::create(self.game(game).join(OPEN)).map(drop)
    }

    /// A camera's film of a game, to put pictures behind.
    pub(super) fn reel(&self, game: GameNo, camera: CameraPost) -> io::Result<Reel> {
        Reel::open(&self.film(game, camera), &self.index(game, camera))
    }

    /// Whether there is a film of this camera.
    pub(super) fn has_film(&self, game: GameNo, camera: CameraPost) -> bool {
        self.index(game, camera).exists()
    }

    /// A game is not filmed any more.
    pub(super) fn end(&self, game: GameNo) {
        let _ = fs::remove_file(self.game(game).join(OPEN));
    }

    /// Games that were being filmed when the program ended.
    pub(super) fn broken_off(&self) -> Vec<GameNo> {
        let mut games = self.games().unwrap_or_default();
        games.retain(|game| self.game(*game).join(OPEN).exists());
        games
    }

    /// When the last picture of a game was taken, UTC milliseconds; of a game without film, when its last file was written.
    pub(super) fn filmed_at(&self, game: GameNo) -> Option<i64> {
        let last =
            |(camera, _): &(CameraPost, &str)| Some(self.frames(game, *camera).ok()?.last()?.at_utc_ms);
        let filmed = CAMERAS.iter().filter_map(last).max();
        filmed.or_else(|| {
            let folder = [self.stills(game), self.game(game)].into_iter().find(|path| path.exists())?;
            let changed = fs::metadata(folder).ok()?.modified().ok()?;
            let since = changed.duration_since(std::time::UNIX_EPOCH).ok()?;
            i64::try_from(since.as_millis()).ok()
        })
    }

    /// Deletes what is kept of the games up to this one.
    pub(super) fn delete_to(&self, last: GameNo) -> io::Result<()> {
        for game in self.games()?.into_iter().filter(|game| *game <= last) {
            fs::remove_dir_all(self.game(game))?;
        }
        Ok(())
    }

    /// Whether a file can be written there.
    pub(super) fn try_it(&self) -> io::Result<()> {
        fs::create_dir_all(&self.root)?;
        let trial = self.root.join("prueba");
        let written = File::create(&trial).and_then(|mut file| {
            file.write_all(&[0; TRIAL])?;
            file.sync_data()
        });
        let removed = fs::remove_file(&trial);
        written.and(removed)
    }

    /// Free bytes of its disk, for this process.
    pub(super) fn free(&self) -> io::Result<u64> {
        let there = self.root.ancestors().find(|folder| folder.exists()).unwrap_or(&self.root);
        let found = nix::sys::statvfs::statvfs(there)?;
        Ok(found.blocks_available().saturating_mul(found.fragment_size()))
    }
}

/// The names in a folder; none if it is not there.
fn names(folder: &Path) -> io::Result<Vec<String>> {
    match fs::read_dir(folder) {
        Ok(entries) => {
            let name =
                |entry: io::Result<fs::DirEntry>| entry.map(|entry| entry.file_name().into_string().ok());
            Ok(entries.map(name).collect::<io::Result<Vec<_>>>()?.into_iter().flatten().collect())
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

/// Writes a file whole or not at all; returns its hash.
fn whole(path: &Path, bytes: &[u8]) -> io::Result<[u8; 32]> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let unfinished = path.with_extension("nueva");
    let written = File::create(&unfinished).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_data()?;
        fs::rename(&unfinished, path)
    });
    if written.is_err() {
        let _ = fs::remove_file(&unfinished);
    }
    written.map(|()| Sha256::digest(bytes).into())
}
