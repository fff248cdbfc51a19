//! Questions at the server's own terminal.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;

use nix::sys::termios::{LocalFlags, SetArg, Termios, tcgetattr, tcsetattr};

use crate::epoch::Signature;

/// Where the packages keep the hall: its server is a unit of systemd, and its orders are given with `bombo-sala`.
const PACKAGED: &str = "/var/lib/bombo/sala";

/// The order of `hall-server` about the hall in this folder, as it is typed.
pub fn order(name: &str, dir: &Path) -> String {
    if dir == Path::new(PACKAGED) {
        format!("bombo-sala {name}")
    } else {
        format!("hall-server {name} --dir {}", dir.display())
    }
}

/// While this file is there, a packaged computer is a spare, and its server does not start.
const SPARE: &str = "/etc/bombo/reserva";

/// What is typed to put the hall in this folder to work, also where another unit did so until now.
pub fn start(dir: &Path) -> String {
    if dir == Path::new(PACKAGED) {
        let spare = if Path::new(SPARE).exists() { format!("rm {SPARE} && ") } else { String::new() };
        format!("{spare}systemctl enable --now bombo-server")
    } else {
        order("serve", dir)
    }
}

/// Asks for two people's users and PINs. PINs are not shown while they are typed. Where the input is no terminal, they are
/// its next four lines: user, PIN, user, PIN.
pub fn two_signatures() -> io::Result<[Signature; 2]> {
    Ok([signature("Primera persona")?, signature("Segunda persona")?])
}

/// Asks for a word to be typed that nobody types by mistake; returns whether it was.
pub fn confirmed(question: &str, word: &str) -> io::Result<bool> {
    Ok(line(&format!("{question} Escriba {word} para seguir: "))? == word)
}

/// Asks for one person's user and PIN; the PIN is not shown while it is typed.
pub fn signature(who: &str) -> io::Result<Signature> {
    let user = line(&format!("{who}, usuario: "))?;
    let pin = unseen(&format!("{who}, PIN: "))?;
    Ok(Signature { user, pin })
}

/// One line, without what surrounds it.
fn line(question: &str) -> io::Result<String> {
    print!("{question}");
    io::stdout().flush()?;
    let mut typed = String::new();
    if io::stdin().lock().read_line(&mut typed)? == 0 {
        return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "la entrada se ha acabado sin respuesta"));
    }
    Ok(typed.trim().to_owned())
}

/// A line that the terminal does not show.
fn unseen(question: &str) -> io::Result<String> {
    let hidden = Hidden::new()?;
    let typed = line(question);
    drop(hidden);
    println!();
    typed
}

/// A terminal that does not show what is typed, until it is dropped.
pub(crate) struct Hidden(Option<Termios>);

impl Hidden {
    /// Where the input is no terminal there is nothing to hide.
    pub(crate) fn new() -> io::Result<Hidden> {
        let stdin = io::stdin();
        if !stdin.is_terminal() {
            return Ok(Hidden(None));
        }
        let before = tcgetattr(&stdin)?;
        let mut without = before.clone();
        without.local_flags.remove(LocalFlags::ECHO);
        tcsetattr(&stdin, SetArg::TCSAFLUSH, &without)?;
        Ok(Hidden(Some(before)))
    }
}

impl Drop for Hidden {
    fn drop(&mut self) {
        if let Some(before) = &self.0 {
            tcsetattr(io::stdin(), SetArg::TCSANOW, before).ok();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_to_be_typed_is_of_the_packages_where_the_hall_is_theirs() {
        let packaged = Path::new("/var/lib/bombo/sala/");
        assert_eq!(order("check", packaged), "bombo-sala check");
        assert_eq!(start(packaged), "systemctl enable --now bombo-server");
        let own = Path::new("/srv/sala");
        assert_eq!(order("check", own), "hall-server check --dir /srv/sala");
        assert_eq!(start(own), "hall-server serve --dir /srv/sala");
    }
}
