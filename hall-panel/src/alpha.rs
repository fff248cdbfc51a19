//! LED signs that speak the Alpha sign communications protocol (Adaptive's «M-Protocol», also EZ95 and EZ KEY II): Alpha,
//! BetaBrite and their kin, over a serial line or a serial-to-network adaptor.
//!
//! Sources: Adaptive Micro Systems, *Alpha Sign Communications Protocol*, 9708-8061 revision F (2006), and the descriptions
//! of `alphasignpy` and wls.wwco.com/ledsigns. A transmission is five NULs, by which the sign finds the speed; SOH, type and
//! address of the sign; STX, a command and what it writes; ETX and the sum of all bytes from STX to ETX in four hexadecimal
//! digits; EOT. A bad sum is thrown away. Signs from Alpha 2.0 on can be told to answer ACK or NAK to each.
//!
//! A sign has files. TEXT files are shown; a TEXT file can call STRING files, which change without the sign going dark for
//! a moment. Both need memory that was laid out before, and laying it out wipes the sign. One TEXT file is always there
//! and is shown before all others: the priority file, `0`.

use hall_wire::board::Scene;

use crate::state::{BALLS, Contact, Panel};
use crate::template::{Face, LINE_MAX};

const NULS: usize = 5;
const SOH: u8 = 0x01;
const STX: u8 = 0x02;
const ETX: u8 = 0x03;
const EOT: u8 = 0x04;
const ACK: u8 = 0x06;
const NAK: u8 = 0x15;
const ESC: u8 = 0x1b;
const NEW_LINE: u8 = 0x0d;
/// Behind it in a TEXT file: the label of a STRING file.
const CALL: u8 = 0x10;
/// Display mode: it stands still.
const HOLD: u8 = b'b';

/// The label of the priority file.
const PRIORITY: u8 = b'0';
/// The bytes that it holds.
pub const PRIORITY_MAX: usize = 125;
/// The label of the TEXT file that calls the STRING files.
const TEXT: u8 = b'A';
/// The labels of the STRING files, one a line. `0` to `5` and `?` mean other things to a sign.
const STRINGS: [u8; 4] = *b"abcd";

/// The lines that a sign of this driver can have.
pub const LINES_MAX: usize = STRINGS.len();

/// How long a sign may think before it answers, beyond what is on the line, in milliseconds: what
/// [`Sign::right_within_ms`] counts on.
pub const THINKING_MS: u64 = 20;

/// Where in the sign's memory the panel is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Files {
    /// In the priority file, which needs no memory: right from the first frame on, whatever the sign has forgotten.
    Priority,
    /// In STRING files. What the sign has forgotten it has to tell, so it must answer.
    Strings,
}

/// A model of sign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sign {
    /// The type code: `Z` for any.
    pub kind: u8,
    /// Two hexadecimal digits: `00` for any.
    pub address: [u8; 2],
    /// The position code in the display: 20, 22, 26 or 30 to 32.
    pub position: u8,
    /// Where it is written.
    pub files: Files,
    /// How long an answer is waited for once a frame is out, in milliseconds; none where the sign gives none.
    pub answer_ms: Option<u64>,
    /// What stands on it.
    pub face: Face,
}

/// What a sign answers to a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// It has it.
    Taken,
    /// It has it not: a bad sum, or a file it does not know.
    Refused,
}

/// The first answer among what a sign said.
pub fn answer(bytes: &[u8]) -> Option<Answer> {
    bytes.iter().find_map(|byte| match *byte {
        ACK => Some(Answer::Taken),
        NAK => Some(Answer::Refused),
        _ => None,
    })
}

impl Sign {
    /// The frames that write all of this. `setup`: the sign may have forgotten everything, and is told first how it has to
    /// answer and what files it has.
    pub fn frames(&self, panel: &Panel, setup: bool) -> Vec<Vec<u8>> {
        let mut commands = if setup { self.setup() } else { Vec::new() };
        let lines = self.face.lines(panel);
        match self.files {
            Files::Priority => commands.push(self.text(PRIORITY, &priority(&lines))),
            Files::Strings => {
                let write = |(label, line): (&u8, &String)| [&[b'G', *label], line.as_bytes()].concat();
                commands.extend(STRINGS.iter().zip(&lines).map(write));
            }
        }
        commands.iter().map(|command| self.frame(command)).collect()
    }

    /// What a sign that may have forgotten everything is told first.
    fn setup(&self) -> Vec<Vec<u8>> {
        let mut commands = Vec::new();
        if self.answer_ms.is_some() {
            // SPECIAL FUNCTION: answer each transmission.
            commands.push(b"Es1".to_vec());
        }
        if self.files == Files::Strings {
            let labels = &STRINGS[..self.face.lines_max().min(LINES_MAX)];
            let calls: Vec<Vec<u8>> = labels.iter().map(|label| vec![CALL, *label]).collect();
            // A priority text from before would stand over the files.
            commands.push(vec![b'A', PRIORITY]);
            commands.push(memory(labels));
            commands.push(self.text(TEXT, &calls.join(&NEW_LINE)));
        }
        commands
    }

    /// The command that writes a TEXT file.
    fn text(&self, label: u8, text: &[u8]) -> Vec<u8> {
        [&[b'A', label, ESC, self.position, HOLD], text].concat()
    }

    fn frame(&self, command: &[u8]) -> Vec<u8> {
        let mut frame = vec![0; NULS];
        frame.extend([SOH, self.kind, self.address[0], self.address[1], STX]);
        frame.extend(command);
        frame.push(ETX);
        let summed = frame[NULS + 4..].iter().fold(0_u16, |sum, byte| sum.wrapping_add(u16::from(*byte)));
        frame.extend(format!("{summed:04X}").bytes());
        frame.push(EOT);
        frame
    }

    /// How often all of it is written when nothing changes, in milliseconds. STRING files more often: a sign that has
    /// forgotten them says so only when it is asked, and then its set-up has to go before.
    pub fn refresh_ms(&self, refresh_ms: u64) -> u64 {
        match self.files {
            Files::Priority => refresh_ms,
            Files::Strings => refresh_ms / 4,
        }
    }

    /// The longest time in milliseconds from the sign's power to the right display, on a line on which a byte takes
    /// `byte_us` microseconds: what was under way is lost, then it is written again; where the sign forgot its files it refuses
    /// that, or forgot to answer, and gets its set-up with the pass after.
    pub fn right_within_ms(&self, refresh_ms: u64, pause_ms: u64, byte_us: u64) -> u64 {
        let time_ms = |frames: &[Vec<u8>]| -> u64 {
            let bytes: u64 = frames.iter().map(|frame| frame.len() as u64).sum();
            let answers = if self.answer_ms.is_some() { frames.len() as u64 * THINKING_MS } else { 0 };
            (bytes * byte_us).div_ceil(1_000) + answers
        };
        let fullest = self.fullest();
        let (routine, all) = (self.frames(&fullest, false), self.frames(&fullest, true));
        let refresh_ms = self.refresh_ms(refresh_ms);
        match self.answer_ms {
            None => refresh_ms + time_ms(&routine),
            Some(answer_ms) => {
                // A pass without answers: its first frame waits, the others do not, and the last one does.
                let blind = |frames: &[Vec<u8>]| time_ms(frames) + 2 * answer_ms;
                let refused = refresh_ms + time_ms(&routine[..1]) + pause_ms;
                let forgot_to_answer = refresh_ms + blind(&routine);
                refused.max(forgot_to_answer).max(blind(&all)) + time_ms(&all)
            }
        }
    }

    /// The panel that makes the longest frames: the draw or a sentence.
    fn fullest(&self) -> Panel {
        let draw = Panel {
            contact: Contact::Live,
            scene: Scene::Draw,
            called: (1..=BALLS).collect(),
            game: Some(9_999_999),
            line_cents: 99_999_999,
            bingo_cents: 99_999_999,
            line_open: true,
            demo: true,
            says: "W".repeat(LINE_MAX),
            ..Panel::default()
        };
        let sentence = Panel { scene: Scene::Check, ..draw.clone() };
        let bytes = |panel: &Panel| self.face.lines(panel).concat().len();
        if bytes(&draw) > bytes(&sentence) { draw } else { sentence }
    }
}

/// The lines in the priority file, cut at what it holds.
fn priority(lines: &[String]) -> Vec<u8> {
    let lines: Vec<&[u8]> = lines.iter().map(String::as_bytes).collect();
    let mut text = lines.join(&NEW_LINE);
    text.truncate(PRIORITY_MAX);
    text
}

/// SPECIAL FUNCTION `$`: one TEXT file that is shown always, and a STRING file for each label, all locked against the remote
/// control.
fn memory(labels: &[u8]) -> Vec<u8> {
    let text = format!("{}AL{:04X}FF00", char::from(TEXT), 64);
    let string = |label: &u8| format!("{}BL{LINE_MAX:04X}0000", char::from(*label));
    let files: String = std::iter::once(text).chain(labels.iter().map(string)).collect();
    [b"E$", files.as_bytes()].concat()
}

#[cfg(test)]
#[path = "alpha_tests.rs"]
mod tests;
