//! What each program costs in each scene of an evening, and how many of the camera's pictures the wall paints meanwhile.

use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use hall_wire::board::MesaBoard;
use hall_wire::link::Link;

use super::screens::{Cost, Drawing, painted, start_wall};
use super::{profile, row};
use crate::screens::{Filming, Screen};

/// How long each scene is watched.
const WORK: Duration = Duration::from_secs(15);

/// Balls of the draw that is watched.
const BALLS: usize = 5;

/// Measures it.
///
/// # Errors
/// What could not be measured.
pub fn run() -> Result<()> {
    let mut drawing = Drawing::open(&profile(420), 3_000)?;
    let desk = drawing.staff.desk(&drawing.server);
    let camera = Filming::start(&drawing.dir.path().join("sala"), &drawing.server.url)?;
    let log = drawing.dir.path().join("escenas.jsonl");
    let wall = start_wall(&drawing, 1, Some(&camera.address), &log)?;
    let console = drawing.console()?;
    let pictures = log.with_extension("pictures");
    println!(
        "processor in % of a core: server, hall-camera (1280×720 at 25), wall 1920×1080, console; pictures a second on the wall"
    );
    // Programs that have just started are not at rest.
    std::thread::sleep(WORK);
    let still = |_: &mut Drawing, _: &Link<MesaBoard>| {
        std::thread::sleep(WORK);
        Ok(())
    };
    let draws = |drawing: &mut Drawing, desk: &Link<MesaBoard>| {
        (0..BALLS).try_for_each(|_| drawing.announce(desk).map(drop))
    };
    let watched =
        Watched { camera: &camera, wall: &wall, console: &console, pictures: &pictures, desk: &desk };
    watched.scene("between games", &mut drawing, still)?;
    drawing.sell()?;
    watched.scene("sale", &mut drawing, still)?;
    drawing.close_sale()?;
    watched.scene("totals", &mut drawing, still)?;
    drawing.start()?;
    watched.scene("draw, a ball every 3 s", &mut drawing, draws)?;
    drawing.sing(7)?;
    watched.scene("check of a card", &mut drawing, still)
}

struct Watched<'a> {
    camera: &'a Filming,
    wall: &'a Screen,
    console: &'a Screen,
    pictures: &'a Path,
    desk: &'a Link<MesaBoard>,
}

impl Watched<'_> {
    fn scene(
        &self,
        name: &str,
        drawing: &mut Drawing,
        plays: impl FnOnce(&mut Drawing, &Link<MesaBoard>) -> Result<()>,
    ) -> Result<()> {
        let pids = [drawing.server.pid(), self.camera.pid(), self.wall.pid(), self.console.pid()];
        let costs = pids.into_iter().map(Cost::from_now).collect::<Result<Vec<_>>>()?;
        let (before, begun) = (painted(self.pictures).len(), std::time::Instant::now());
        plays(drawing, self.desk)?;
        let shares = costs.iter().map(Cost::share).collect::<Result<Vec<_>>>()?;
        let shown = (painted(self.pictures).len() - before) as f64 / begun.elapsed().as_secs_f64();
        let [server, camera, wall, console] = shares[..] else { unreachable!("four programs") };
        let figure = format!("{server:.1}; {camera:.0}; {wall:.0}; {console:.0}; {shown:.1}/s");
        row(name, &figure, "wall 100 %, 25/s where it shows the camera");
        Ok(())
    }
}
