//! A test in which the model, its files, its sequence and its skin change repeatedly. At the end, the viewer must not use more resources
//! than after the first rounds.

use std::fmt;
use std::fs;
use std::path::Path;
use std::time::Duration;

use super::counts::Counts;
use super::files::Files;
use super::watched::WatchedViewer;
use crate::desktop::{Desktop, Key};
use crate::failure::Failure;

/// The number of rounds after which all permanent objects are created.
const WARM_UP: usize = 4;
/// The time after which the viewer has certainly loaded a changed model.
const RELOAD: Duration = Duration::from_millis(1200);

/// The resources before and after the rounds, with the same picture.
#[derive(Debug)]
pub struct ChangeReport {
    rounds: usize,
    before: Counts,
    after: Counts,
}

/// Runs the rounds. Each round rewrites the file of the model, changes the sequence and the skin, opens another model, and returns to
/// the first model.
///
/// # Errors
/// If the viewer ends, hangs, uses more resources than before, or reports validation messages.
pub fn changes(folder: &Path, rounds: usize) -> Result<ChangeReport, Failure> {
    let files = Files::create(&folder.join("models"))?;
    let desktop = Desktop::start(1280, 800)?;
    let mut watched = WatchedViewer::open(&desktop, &files, folder)?;
    let model = fs::read(files.model())?;

    let mut before = None;
    for number in 0..WARM_UP + rounds {
        if number == WARM_UP {
            before = Some(watched.count(None)?);
        }
        fs::write(files.model(), &model)?;
        std::thread::sleep(RELOAD);
        for key in [Key::Char(']'), Key::Char('s'), Key::PageDown, Key::PageUp] {
            desktop.press(watched.window, key)?;
            watched.expect_picture()?;
        }
    }
    let before = before.ok_or("there were no rounds")?;
    let after = watched.count(Some(before.threads))?;
    watched.close()?;
    let changed = ChangeReport { rounds, before, after };
    let grown = Counts::growth(&before, &after);
    if grown.is_empty() { Ok(changed) } else { Err(format!("{changed}\ngrown: {}", grown.join(", ")).into()) }
}

impl fmt::Display for ChangeReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rounds, before, after } = self;
        writeln!(
            f,
            "{rounds} reloads, {rounds} changes of sequence, {rounds} of skin, {} of model",
            2 * rounds
        )?;
        writeln!(f, "{:8}{}", "", Counts::HEADING)?;
        writeln!(f, "{:8}{before}\n{:8}{after}", "before", "after")
    }
}
