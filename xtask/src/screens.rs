//! The screens as processes: a display (a real one, or Xvfb with a window manager), the console,
//! the wall and the camera; the keys a person would press, and pictures of what is seen.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use serde_json::Value;

use crate::programs::{PATIENCE, first_line, program};

mod log;

pub use log::Log;

/// The console's device.
pub const CONSOLE: &str = "mesa-1";

/// Where windows appear.
pub struct Display {
    /// As in `:99`.
    pub name: String,
    /// Nobody looks at it: pictures are taken instead.
    pub is_virtual: bool,
    /// What programs that appear here find in their environment, besides.
    vars: Vec<(&'static str, OsString)>,
    children: Vec<Child>,
}

impl Display {
    /// Returns the display of this person, or a virtual one of this size where there is none.
    ///
    /// # Errors
    /// When Xvfb or the window manager does not start.
    pub fn open(width: u32, height: u32) -> Result<Display> {
        match Display::somebodys() {
            Some(name) => Ok(Display { name, is_virtual: false, vars: Vec::new(), children: Vec::new() }),
            None => Display::virtual_one(width, height),
        }
    }

    /// Returns the name of the display that somebody looks at, if there is one.
    pub fn somebodys() -> Option<String> {
        std::env::var("DISPLAY").ok().filter(|name| !name.is_empty())
    }

    /// Returns a virtual display of this size, with a window manager: without one no window gets
    /// the keyboard.
    ///
    /// # Errors
    /// When Xvfb or the window manager does not start.
    pub fn virtual_one(width: u32, height: u32) -> Result<Display> {
        let screen = format!("{width}x{height}x24");
        // Without -noreset the server begins anew when its last client leaves: whoever asks below whether
        // the window manager is there would end it while it comes.
        let mut xvfb = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", &screen, "-nolisten", "tcp", "-noreset"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("Xvfb is missing: ./bombo installs it")?;
        let stdout = xvfb.stdout.take().expect("it was piped");
        let number = first_line(stdout).context("Xvfb says its number")?;
        let name = format!(":{}", number.trim());
        let mut display = Display { name, is_virtual: true, vars: Vec::new(), children: vec![xvfb] };
        let manager = display
            .command("openbox")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .context("openbox is missing: ./bombo installs it")?;
        display.children.push(manager);
        let managed = || {
            let found = display.command("xprop").args(["-root", "_NET_SUPPORTING_WM_CHECK"]).output();
            found.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains("window id"))
        };
        wait_until("the window manager", managed)?;
        Ok(display)
    }

    /// Returns it with this in the environment of whatever appears here from now on.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<OsString>) -> Display {
        self.vars.push((name, value.into()));
        self
    }

    /// Returns a command that runs on this display.
    pub fn command(&self, name: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(name);
        command.env("DISPLAY", &self.name).envs(self.vars.iter().map(|(name, value)| (name, value)));
        command
    }

    /// Takes a picture of the place where a window stands, with whatever of the program lies over it.
    ///
    /// # Errors
    /// When ImageMagick cannot.
    pub fn picture(&self, window: &str, file: &Path) -> Result<()> {
        // xdotool's own geometry counts the window manager's frame twice.
        let place = self.command("xwininfo").args(["-id", window]).output()?;
        let place = String::from_utf8_lossy(&place.stdout).into_owned();
        let value = |name: &str| {
            let line = place.lines().find_map(|line| line.trim().strip_prefix(name));
            line.map(|value| value.trim().to_owned()).context("xwininfo knows the window")
        };
        let (x, y) = (value("Absolute upper-left X:")?, value("Absolute upper-left Y:")?);
        let crop = format!("{}x{}+{x}+{y}", value("Width:")?, value("Height:")?);
        let taken =
            self.command("import").args(["-window", "root", "-crop", &crop, "+repage"]).arg(file).output();
        let taken = taken.context("import is missing: ./bombo installs ImageMagick")?;
        ensure!(taken.status.success(), "import: {}", String::from_utf8_lossy(&taken.stderr));
        Ok(())
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        for child in self.children.iter_mut().rev() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Looks until something is so.
fn wait_until(what: &str, so: impl Fn() -> bool) -> Result<()> {
    let begun = Instant::now();
    while !so() {
        if begun.elapsed() > PATIENCE {
            bail!("{what} never came");
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    Ok(())
}

/// A program with a window.
pub struct Screen {
    child: Child,
    display: String,
    /// The window's number.
    pub window: String,
}

impl Screen {
    /// Starts a program and waits for the window with this title.
    ///
    /// # Errors
    /// When it ends, or shows no window.
    pub fn start(
        display: &Display,
        name: &str,
        args: &[&str],
        title: &str,
        log_path: &Path,
    ) -> Result<Screen> {
        let log = std::fs::File::options().create(true).append(true).open(log_path)?;
        let child = display
            .command(program(name))
            .args(args)
            // What a screen saw of a hall's record is no other test's.
            .env("XDG_STATE_HOME", log_path.parent().unwrap_or(Path::new(".")))
            .stdin(Stdio::null())
            .stdout(log.try_clone()?)
            .stderr(log)
            .spawn()
            .with_context(|| format!("{name} is built with `cargo build --workspace`"))?;
        let mut screen = Screen { child, display: display.name.clone(), window: String::new() };
        let begun = Instant::now();
        loop {
            if let Ok(Some(status)) = screen.child.try_wait() {
                bail!("{name} ended with {status}");
            }
            let pid = screen.child.id().to_string();
            // Without --all xdotool takes any window that has either.
            let found =
                screen.xdotool(&["search", "--all", "--onlyvisible", "--pid", &pid, "--name", title])?;
            if let Some(window) = found.lines().next() {
                screen.window = window.to_owned();
                return Ok(screen);
            }
            ensure!(
                begun.elapsed() < PATIENCE,
                "{name} shows no window called {title}: {}",
                screen.what_it_does(log_path)
            );
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// What there is to know of a program that shows no window: what it said, where its threads wait, and what windows there are.
    fn what_it_does(&self, log: &Path) -> String {
        let mut words = std::fs::read_to_string(log).unwrap_or_default();
        let threads = std::fs::read_dir(format!("/proc/{}/task", self.child.id()));
        for thread in threads.into_iter().flatten().flatten() {
            for file in ["comm", "stat", "wchan", "syscall"] {
                words += &std::fs::read_to_string(thread.path().join(file)).unwrap_or_default();
                words.push(' ');
            }
            words.push('\n');
        }
        let windows = Command::new("xwininfo").args(["-display", &self.display, "-root", "-tree"]).output();
        words
            + &windows.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default()
    }

    /// Returns the process's number.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Returns whether the process still runs.
    pub fn is_running(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Gives the window the keyboard, unless it has it: windows that appear meanwhile may take it.
    ///
    /// # Errors
    /// When it does not get it.
    pub fn focus(&self) -> Result<()> {
        let begun = Instant::now();
        while self.xdotool(&["getwindowfocus"])?.trim() != self.window {
            ensure!(begun.elapsed() < PATIENCE, "window {} never gets the keyboard", self.window);
            self.xdotool(&["windowactivate", "--sync", &self.window])?;
        }
        Ok(())
    }

    /// Presses keys, as in `Return` or `KP_Multiply`, one after the other.
    ///
    /// # Errors
    /// When xdotool cannot.
    pub fn press(&self, keys: &[&str]) -> Result<()> {
        self.focus()?;
        let mut args = vec!["key", "--clearmodifiers", "--delay", "40"];
        args.extend(keys);
        self.xdotool(&args).map(drop)
    }

    /// Puts a key down, or lets go of it.
    ///
    /// # Errors
    /// When xdotool cannot.
    pub fn hold(&self, key: &str, down: bool) -> Result<()> {
        self.focus()?;
        self.xdotool(&[if down { "keydown" } else { "keyup" }, key]).map(drop)
    }

    /// Has the window manager or another program do something to a window of this display.
    ///
    /// # Errors
    /// When xdotool cannot.
    pub fn order(&self, args: &[&str]) -> Result<String> {
        self.xdotool(args)
    }

    /// Presses keys so many milliseconds apart, as a hurried person does: digits, `⏎`, `−`, `+`, an arrow, and `⑤` to `⑧` for F5 to F8.
    ///
    /// # Errors
    /// When xdotool cannot.
    pub fn hurry(&self, keys: &str, apart_ms: u32) -> Result<()> {
        self.focus()?;
        let names: Vec<String> = keys
            .chars()
            .map(|key| match key {
                '⏎' => "KP_Enter".to_owned(),
                '−' => "KP_Subtract".to_owned(),
                '+' => "KP_Add".to_owned(),
                '↓' => "Down".to_owned(),
                '⑤'..='⑧' => format!("F{}", u32::from(key) - u32::from('⑤') + 5),
                other => other.to_string(),
            })
            .collect();
        let apart = apart_ms.to_string();
        let mut args = vec!["key", "--delay", &apart];
        args.extend(names.iter().map(String::as_str));
        self.xdotool(&args).map(drop)
    }

    /// Types words, as fast as a scanner does.
    ///
    /// # Errors
    /// When xdotool cannot.
    pub fn type_words(&self, words: &str) -> Result<()> {
        self.focus()?;
        self.xdotool(&["type", "--delay", "6", words]).map(drop)
    }

    /// Does what a scanner does: the code, then Tab, in one burst.
    ///
    /// # Errors
    /// When xdotool cannot.
    pub fn scan(&self, code: &str) -> Result<()> {
        self.focus()?;
        self.xdotool(&["type", "--args", "1", "--delay", "2", code, "key", "Tab"]).map(drop)
    }

    fn xdotool(&self, args: &[&str]) -> Result<String> {
        let output = Command::new("xdotool").env("DISPLAY", &self.display).args(args).output();
        let output = output.context("xdotool is missing: ./bombo installs it")?;
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The camera at the ball exit.
pub struct Filming {
    child: Child,
    /// Where the walls take its picture, as in `rtsp://127.0.0.1:8554/sala`.
    pub address: String,
}

impl Filming {
    /// Starts `hall-camera` with the test picture.
    ///
    /// # Errors
    /// When it does not say where its picture is.
    pub fn start(dir: &Path, server: &str) -> Result<Filming> {
        Filming::start_on(dir, server, "127.0.0.1:0")
    }

    /// Starts it on an address.
    ///
    /// # Errors
    /// When it does not say where its picture is.
    pub fn start_on(dir: &Path, server: &str, listen: &str) -> Result<Filming> {
        Filming::of(dir, server, &["--source", "test:smpte", "--listen", listen])
    }

    /// Starts it with these options, on any address unless they say one.
    ///
    /// # Errors
    /// When it does not say where its picture is.
    pub fn of(dir: &Path, server: &str, options: &[&str]) -> Result<Filming> {
        let anywhere = ["--listen", "127.0.0.1:0"];
        let listen = if options.contains(&"--listen") { &[][..] } else { &anywhere };
        let log = std::fs::File::options().create(true).append(true).open(dir.join("camara.log"))?;
        let mut child = Command::new(program("hall-camera"))
            .args(options)
            .args(listen)
            .args(["--server", server, "--key-file"])
            .arg(dir.join("camara.clave"))
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .context("hall-camera is built with `cargo build --workspace`")?;
        let line = first_line(child.stdout.take().expect("it was piped"));
        let line = line.context("hall-camera says where its picture is")?;
        let at = line.find("rtsp://").context("the address of the picture")?;
        let address = line[at..].split_whitespace().next().unwrap_or_default().to_owned();
        Ok(Filming { child, address })
    }

    /// Returns the process's number.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Filming {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Console, wall and camera of a hall, and where their pictures go.
pub struct Screens {
    /// The mesa's console.
    pub console: Screen,
    console_log: Log,
    /// The wall.
    pub wall: Screen,
    wall_log: Log,
    /// The camera.
    pub camera: Filming,
    display: Display,
    folder: PathBuf,
    taken: std::cell::RefCell<Vec<String>>,
}

impl Screens {
    /// Opens them all, on this person's display or on a virtual one where there is none.
    ///
    /// # Errors
    /// What did not start.
    pub fn open(dir: &Path, server: &str) -> Result<Screens> {
        Screens::open_on(Display::open(2640, 800)?, dir, server)
    }

    /// Opens them all on a display.
    ///
    /// # Errors
    /// What did not start.
    pub fn open_on(display: Display, dir: &Path, server: &str) -> Result<Screens> {
        let folder = dir.join("pantallas");
        std::fs::create_dir_all(&folder)?;
        // Where nobody looks, the same processors paint every picture; ten a second are as many as the film has.
        let camera = match display.is_virtual {
            true => Filming::of(dir, server, &["--source", "test:smpte", "--fps", "10"])?,
            false => Filming::start(dir, server)?,
        };
        let (log, state) = (dir.join("pantallas.log"), dir.join("puesto-mesa-1.json"));
        let (wall_log, console_log) = (fresh_log(dir, "pared-1")?, fresh_log(dir, CONSOLE)?);
        let wall = [
            "--server",
            server,
            "--name",
            "pared-1",
            "--video",
            &camera.address,
            "--size",
            "1280x720",
            "--position",
            "1300,0",
            "--log-shown",
            plain(wall_log.file())?,
        ];
        let wall = Screen::start(&display, "display-wall", &wall, "Bombo", &log)?;
        let papers = dir.join("papeles");
        let console = ["--server", server, "--device", CONSOLE, "--state", plain(&state)?];
        let rest =
            ["--papers", plain(&papers)?, "--position", "0,0", "--log-shown", plain(console_log.file())?];
        let console =
            Screen::start(&display, "caller-console", &[&console[..], &rest].concat(), "Bombo", &log)?;
        console.focus()?;
        let taken = std::cell::RefCell::default();
        Ok(Screens { console, console_log, wall, wall_log, camera, display, folder, taken })
    }

    /// Waits until the console shows something that is so, and takes a picture of it, once for each name.
    ///
    /// # Errors
    /// When it never shows it, or the picture cannot be taken.
    pub fn console_picture(&self, name: &str, so: impl Fn(&Value) -> bool) -> Result<()> {
        self.console.focus()?;
        self.picture(&self.console, &self.console_log, &format!("puesto-{name}"), in_hand(so))
    }

    /// Waits until the console shows its desk's board of this number or a later one, and Intro would do what stands on it.
    ///
    /// # Errors
    /// When it never does.
    pub fn console_is_live(&self, seq: u64) -> Result<()> {
        // At the log-in there is no board yet.
        let up_to_date =
            |shown: &Value| shown["user"].is_null() || shown["seq"].as_u64().is_some_and(|at| at >= seq);
        self.console_log
            .until("a live Intro", |shown| {
                shown["live"] == true && shown["acts"] == true && up_to_date(shown)
            })
            .map(drop)
    }

    /// Waits until the wall shows something that is so, and takes a picture of it, once for each name.
    ///
    /// # Errors
    /// When it never shows it, or the picture cannot be taken.
    pub fn wall_picture(&self, name: &str, so: impl Fn(&Value) -> bool) -> Result<()> {
        self.picture(&self.wall, &self.wall_log, &format!("pared-{name}"), so)
    }

    /// Opens another console for somebody who has logged in already, presses some keys once names and lists are
    /// there, takes a picture when it shows what it should, and closes it.
    ///
    /// # Errors
    /// When it does not start, or never shows it.
    pub fn visit(&self, server: &str, token: &str, visit: &Visit<'_>) -> Result<()> {
        let (device, name) = (visit.device, format!("puesto-{}", visit.name));
        if self.taken.borrow().contains(&name) {
            return Ok(());
        }
        let (state, log) = (self.folder.join(format!(".{device}.json")), fresh_log(&self.folder, device)?);
        std::fs::write(&state, serde_json::json!({"token": token, "locked": false}).to_string())?;
        let args = ["--server", server, "--device", device, "--state", plain(&state)?, "--position", "0,0"];
        let args = [&args[..], &["--log-shown", plain(log.file())?]].concat();
        let said = self.folder.join("../pantallas.log");
        let visitor = Screen::start(&self.display, "caller-console", &args, device, &said)?;
        visitor.focus()?;
        log.until("its names and lists", |shown| shown["listed"] == true && shown["connected"] == true)?;
        if !visit.keys.is_empty() {
            visitor.press(visit.keys)?;
        }
        self.picture(&visitor, &log, &name, in_hand(visit.so))?;
        drop(visitor);
        // A desk that showed no board has none.
        let _ = std::fs::remove_file(state.with_extension("testigo"));
        std::fs::remove_file(&state)?;
        std::fs::remove_file(log.file())?;
        self.console.focus()
    }

    fn picture(&self, screen: &Screen, log: &Log, name: &str, so: impl Fn(&Value) -> bool) -> Result<()> {
        if self.taken.borrow().iter().any(|taken| taken == name) {
            return Ok(());
        }
        log.until(name, so)?;
        self.display.picture(&screen.window, &self.folder.join(format!("{name}.png")))?;
        self.taken.borrow_mut().push(name.to_owned());
        Ok(())
    }

    /// Returns the folder with the pictures.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns whether nobody looks: then pictures are what is left.
    pub fn is_virtual(&self) -> bool {
        self.display.is_virtual
    }
}

/// A look at the desk of somebody else.
pub struct Visit<'a> {
    /// The console's device.
    pub device: &'a str,
    /// What is pressed before the picture.
    pub keys: &'a [&'a str],
    /// The picture's name.
    pub name: &'a str,
    /// What must stand on the window.
    pub so: &'a dyn Fn(&Value) -> bool,
}

/// Returns whether a console shows it and has the keyboard: without, it says so in front of everything.
fn in_hand(so: impl Fn(&Value) -> bool) -> impl Fn(&Value) -> bool {
    move |shown| shown["focused"] == true && so(shown)
}

/// Returns the log of a screen that starts now.
fn fresh_log(dir: &Path, screen: &str) -> Result<Log> {
    let file = dir.join(format!("visto-{screen}.jsonl"));
    match std::fs::remove_file(&file) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error.into()),
        _ => Ok(Log::at(file)),
    }
}

fn plain(path: &Path) -> Result<&str> {
    path.to_str().context("a plain path")
}
