//! The commands of the running simulator.

use std::str::FromStr;

use hall_core::machine::Mode;

use super::fault::FaultKind;

/// An action at the machine: one line of standard input or of the control socket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command {
    /// `fault KIND`: with the next ball.
    Fault(FaultKind),
    /// `clear`: frees the stuck ball.
    Clear,
    /// `reboot`: power off and on.
    Reboot,
    /// `hangup`: the cable is pulled out for good.
    Hangup,
    /// `interval MS`.
    Interval(u64),
    /// `quiet`: falls silent.
    Quiet,
    /// `talk`: ends that.
    Talk,
    /// `door open`, `door closed`.
    Door {
        /// Whether it is opened.
        open: bool,
    },
    /// `press run`, `press hold`, `press stop`, `press load`: a button of a machine that takes no orders.
    Press(Mode),
    /// `replug`: the cable is pulled out and comes back under another name.
    Replug,
    /// `state`: how the machine is, in one line.
    State,
    /// `truth`: the balls in the rack, in order, in one line.
    Truth,
}

impl FromStr for Command {
    type Err = String;

    fn from_str(line: &str) -> Result<Command, String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        Ok(match words.as_slice() {
            ["fault", kind] => Command::Fault(kind.parse()?),
            ["clear"] => Command::Clear,
            ["reboot"] => Command::Reboot,
            ["hangup"] => Command::Hangup,
            ["interval", ms] => match ms.parse() {
                Ok(ms) if ms > 0 => Command::Interval(ms),
                Ok(_) | Err(_) => return Err(format!("«{ms}» no es un número de milisegundos")),
            },
            ["quiet"] => Command::Quiet,
            ["talk"] => Command::Talk,
            ["door", "open"] => Command::Door { open: true },
            ["door", "closed"] => Command::Door { open: false },
            ["press", "run"] => Command::Press(Mode::Run),
            ["press", "hold"] => Command::Press(Mode::Hold),
            ["press", "stop"] => Command::Press(Mode::Stop),
            ["press", "load"] => Command::Press(Mode::Load),
            ["replug"] => Command::Replug,
            ["state"] => Command::State,
            ["truth"] => Command::Truth,
            _ => return Err(format!("no entiendo «{line}»")),
        })
    }
}
