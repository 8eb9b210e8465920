//! A test that changes the model, its files, its sequence and its skin again and again. In the end, the viewer must not
//! use more resources than after the first rounds.

use std::fs;
use std::path::Path;
use std::time::Duration;

use super::counts::{CountTable, ResidentGrowth};
use super::files::Files;
use super::watched::WatchedViewer;
use crate::desktop::{Desktop, Key};
use crate::failure::Failure;

/// The number of rounds after which the viewer has created all its permanent objects.
const WARM_UP: usize = 4;
/// The time to wait after a change of the model's file: the viewer has then certainly loaded the file.
const RELOAD: Duration = Duration::from_millis(1200);

/// Performs `rounds` rounds of changes. Each round rewrites the file of the model, changes the sequence and the skin, opens another
/// model, and returns to the first model. Returns the resources that the viewer uses before and after the rounds.
pub fn changes(desktop: &Desktop, folder: &Path, rounds: usize) -> Result<CountTable, Failure> {
    let files = Files::create(&folder.join("models"))?;
    let mut watched = WatchedViewer::open(desktop, &files, folder)?;
    let model = fs::read(files.model())?;

    let mut before = None;
    for number in 0..WARM_UP + rounds {
        if number == WARM_UP {
            before = Some(watched.count(None)?);
        }
        fs::write(files.model(), &model)?;
        std::thread::sleep(RELOAD);
        for key in [Key::Char(']'), Key::Char('s'), Key::PageDown, Key::PageUp] {
            watched.session.press(key);
            watched.expect_picture()?;
        }
    }
    let before = before.ok_or("there were no rounds")?;
    let after = watched.count(Some(before.threads))?;
    watched.close()?;
    let title =
        format!("{rounds} reloads, {rounds} changes of sequence, {rounds} of skin, {} of model", 2 * rounds);
    CountTable { title, rows: vec![("before", before), ("after", after)] }
        .without_growth(0, ResidentGrowth::WarmUp)
}
