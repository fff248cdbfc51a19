//! The sound of a game: the hall's voice speaks into a room of its own, and what is heard there is kept.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use hall_wire::board::{Scene, VoiceState};
use serde_json::{Value, json};

use super::{Evening, PATIENCE, Plan};
use crate::room::{Ear, RATE_HZ, Room, Speaking};

/// The recording of the game, within the hall's folder.
pub const RECORDING: &str = "sonido/partida-2.wav";

/// When each ball was announced in it: a track of labels that any sound editor opens beside it.
pub const LABELS: &str = "sonido/partida-2.txt";

/// Nothing was heard for this long: what was said is over, and nobody is hurried.
const REST: Duration = Duration::from_millis(500);

/// A voice that has not begun after so many samples does not begin any more.
const LATEST: usize = RATE_HZ as usize * 2;

/// A sample louder than this is a voice.
const VOICE: u16 = 1_000;

/// The voice of a hall, and somebody who hears it.
pub struct Loud {
    ear: Ear,
    _voice: Speaking,
    /// The sound server goes last.
    _room: Room,
    /// Its socket's folder.
    folder: tempfile::TempDir,
    /// The first sample that is kept: until then the synthesiser makes the words.
    first: usize,
    /// Each ball that was announced, and how many of the samples that are kept had been heard before.
    pub announced: Vec<(u8, usize)>,
    /// What was heard is kept, and nobody speaks any more.
    kept: bool,
}

impl Loud {
    /// The voice of this hall begins to speak, and somebody to listen.
    ///
    /// # Errors
    /// There is no sound server, or it does not work.
    pub fn begin(hall: &Path, url: &str) -> Result<Loud> {
        // A socket's name must be short.
        let folder = tempfile::Builder::new().prefix("bombo-").tempdir()?;
        let room = Room::open(folder.path())?;
        let ear = Ear::open(&room)?;
        let voice = Speaking::start(&room, hall, url, &[])?;
        Ok(Loud { ear, _voice: voice, _room: room, folder, first: 0, announced: Vec::new(), kept: false })
    }

    /// Waits until nobody speaks. After this sample somebody is to have spoken, unless the voice was too late and let the ball
    /// be, as it does on a computer that is busy: the acta says so.
    fn rests(&self, spoken_after: Option<usize>) -> Result<()> {
        let still = usize::try_from(REST.as_millis()).unwrap_or(0) * RATE_HZ as usize / 1_000;
        let begun = Instant::now();
        let from = spoken_after.unwrap_or(0);
        let (mut looked, mut spoke) = (from, spoken_after.is_none());
        loop {
            if !spoke {
                let heard = self.ear.since(looked);
                looked += heard.len();
                spoke = looked > from + LATEST || heard.iter().any(|sample| sample.unsigned_abs() > VOICE);
            }
            if spoke && self.ear.many() >= from + still && self.ear.is_still(still) {
                return Ok(());
            }
            ensure!(begun.elapsed() < PATIENCE, "the voice never ends");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Writes what was heard so far, and when each ball was announced.
    ///
    /// # Errors
    /// The disk's.
    pub fn keep(&self, hall: &Path) -> Result<()> {
        let file = hall.join(RECORDING);
        std::fs::create_dir_all(file.parent().context("it is in a folder")?)?;
        self.ear.keep(self.first, &file)?;
        let seconds = |samples: usize| samples as f64 / f64::from(RATE_HZ);
        let label = |(ball, at): &(u8, usize)| format!("{0:.3}\t{0:.3}\t{ball}\n", seconds(*at));
        std::fs::write(hall.join(LABELS), self.announced.iter().map(label).collect::<String>())?;
        std::fs::copy(self.folder.path().join("voz.log"), hall.join("voz.log"))?;
        Ok(())
    }
}

impl Evening<'_> {
    /// The hall's voice comes in, where this computer can give it one, and makes its words, which takes it half a minute. Nobody is to
    /// wait for that: until its game it says nothing.
    ///
    /// # Errors
    /// What the server refused.
    pub fn voice_comes(&mut self) -> Result<()> {
        let url = &self.server.as_ref().context("a server runs")?.url;
        match Loud::begin(&self.dir, url) {
            Ok(loud) => {
                self.loud = Some(loud);
                self.voice_speaks(false)
            }
            Err(why) => {
                (self.say)(&format!("Sin voz: {why:#}. La noche sigue sin ella."));
                Ok(())
            }
        }
    }

    fn voice_speaks(&self, speaks: bool) -> Result<()> {
        let wish = json!({ "speaks": speaks });
        let _: Value = self.staff.mesa.send("/api/voice/wishes", &wish, uuid::Uuid::new_v4())?;
        Ok(())
    }

    /// From here on the voice speaks, where there is one.
    fn is_heard(&mut self) -> Result<()> {
        if self.loud.is_none() {
            return Ok(());
        }
        self.voice_speaks(true)?;
        // The synthesiser says every word once before the voice begins.
        self.board(|board| board.voice.state == VoiceState::Speaks)?;
        if let Some(loud) = &mut self.loud {
            loud.first = loud.ear.many();
        }
        Ok(())
    }

    /// The extraction begins; where the hall is heard, the voice says so before the first ball. The totals, which take it half a
    /// minute, the mesa has read by itself.
    pub(super) fn start_aloud(&mut self, game: u32) -> Result<()> {
        self.is_heard()?;
        if let Some(loud) = &self.loud {
            loud.rests(None)?;
        }
        let from = self.loud.as_ref().map(|loud| loud.ear.many());
        self.start(game)?;
        match &self.loud {
            Some(loud) => loud.rests(from),
            None => Ok(()),
        }
    }

    /// A ball is announced when nobody speaks, and its number and digits are heard before anything else happens.
    pub(super) fn play_aloud(&mut self, game: u32, plan: &Plan<'_>) -> Result<()> {
        let Some(loud) = self.loud.as_ref().filter(|loud| !loud.kept) else {
            return self.play_ball(game, plan);
        };
        loud.rests(None)?;
        let from = loud.ear.many();
        self.play_ball(game, plan)?;
        let ball = self.board(|_| true)?.public.announced.last().copied().context("one was announced")?;
        let loud = self.loud.as_mut().context("the hall has its voice")?;
        loud.announced.push((ball, from - loud.first));
        loud.rests(Some(from))
    }

    /// What was heard is kept, once, and the mesa has the voice silent. The program stays, so that the mesa sees a voice that is
    /// off and not one that is gone.
    pub(super) fn was_heard(&mut self) -> Result<()> {
        let Some(loud) = self.loud.as_mut().filter(|loud| !loud.kept) else { return Ok(()) };
        let over = self.desk.board().board.public.scene != Scene::Draw;
        // The end of the game is said after its last ball.
        loud.rests(over.then(|| loud.ear.many()))?;
        loud.keep(&self.dir)?;
        loud.kept = true;
        let so_far = if over { "entera" } else { "hasta aquí" };
        let balls = loud.announced.len();
        (self.say)(&format!("  Se ha oído {so_far}: {balls} bolas, con sus cifras, en {RECORDING}."));
        self.voice_speaks(false)?;
        self.board(|board| board.voice.state == VoiceState::Off)?;
        Ok(())
    }
}
