//! A window in which everything is changed again and again in the same way: models, versions of them, sequences, skins. Then it
//! must hold what it held after the first few.

use std::fmt;
use std::fs;
use std::path::Path;
use std::time::Duration;

use super::counts::Counts;
use super::files::Files;
use super::watched::WatchedViewer;
use crate::desktop::{Desktop, Key};
use crate::failure::Failure;

/// Rounds after which all that is made once is made.
const WARM_UP: usize = 4;
/// How long a model has to stay as it is until its newer version is surely read: two looks.
const RELOAD: Duration = Duration::from_millis(1200);

/// What was counted with the same picture before and after.
#[derive(Debug)]
pub struct Changed {
    rounds: usize,
    before: Counts,
    after: Counts,
}

/// Goes through so many rounds: a newer version of the model, another sequence, another skin, another model and back.
///
/// # Errors
/// If the viewer ends, hangs, holds more than before, or has messages of validation.
pub fn changes(folder: &Path, rounds: usize) -> Result<Changed, Failure> {
    let files = Files::lay_out(&folder.join("models"))?;
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
    let before = before.ok_or("it is counted")?;
    let after = watched.count(Some(before.threads))?;
    watched.close()?;
    let changed = Changed { rounds, before, after };
    let grown = Counts::growth(&before, &after);
    if grown.is_empty() { Ok(changed) } else { Err(format!("{changed}\ngrown: {}", grown.join(", ")).into()) }
}

impl fmt::Display for Changed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rounds, before, after } = self;
        writeln!(f, "{rounds} each of reloads, sequences and skins, twice as many models")?;
        writeln!(f, "{:8}{}", "", Counts::HEADING)?;
        writeln!(f, "{:8}{before}\n{:8}{after}", "before", "after")
    }
}
