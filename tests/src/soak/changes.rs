//! A window in which everything is changed again and again in the same way: models, versions of them, sequences, skins. Then it
//! must hold what it held after the first few.

use std::fmt;
use std::fs;
use std::path::Path;
use std::time::Duration;

use super::counts::Counts;
use super::files::Files;
use super::hands::Hands;
use super::lines::Lines;
use super::{BACKGROUND, expect_picture, settle};
use crate::desktop::{Desktop, Key};
use crate::failure::Failure;
use crate::viewer::Viewer;
use crate::wait::wait_for;

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
    let log = Some("warn,winit=error,md2_viewer=debug");
    let mut viewer = Viewer::open_telling(&desktop, &[files.model().as_os_str()], folder, log)?;
    let lines = Lines::of(viewer.take_errors().ok_or("the viewer's errors are a pipe")?);
    let window = desktop.window_of(viewer.process_id())?;
    let mut hands = Hands::new(&desktop, window);
    let model = fs::read(files.model())?;

    let mut before = None;
    for number in 0..WARM_UP + rounds {
        if number == WARM_UP {
            settle(&mut viewer, &desktop, window, &mut hands, &lines)?;
            before = Some(count(&viewer, &lines, None)?);
        }
        fs::write(files.model(), &model)?;
        std::thread::sleep(RELOAD);
        for key in [Key::Char(']'), Key::Char('s'), Key::PageDown, Key::PageUp] {
            desktop.press(window, key)?;
            expect_picture(&mut viewer, &mut hands, &lines)?;
        }
    }
    settle(&mut viewer, &desktop, window, &mut hands, &lines)?;
    let before = before.ok_or("it is counted")?;
    let after = count(&viewer, &lines, Some(before.threads))?;
    desktop.close(window)?;
    let (status, _) = viewer.end(Duration::from_secs(30))?;
    if !status.success() {
        return Err(format!("{status}; the last lines:\n  {}", lines.all_told().join("\n  ")).into());
    }
    let changed = Changed { rounds, before, after };
    let grown = Counts::growth(&before, &after);
    if grown.is_empty() { Ok(changed) } else { Err(format!("{changed}\ngrown: {}", grown.join(", ")).into()) }
}

/// Counts, once no more threads are left than were.
fn count(viewer: &Viewer, lines: &Lines, threads: Option<u64>) -> Result<Counts, Failure> {
    let process = viewer.process_id();
    let ended = |allowed: u64| Counts::threads(process).is_ok_and(|threads| threads.len() as u64 <= allowed);
    wait_for(BACKGROUND, || threads.is_none_or(ended).then_some(()));
    Counts::now(process, lines.held().ok_or("the viewer tells nothing of its pictures")?)
}

impl fmt::Display for Changed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rounds, before, after } = self;
        writeln!(f, "{rounds} each of reloads, sequences and skins, twice as many models")?;
        writeln!(f, "{:8}{}", "", Counts::HEADING)?;
        writeln!(f, "{:8}{before}\n{:8}{after}", "before", "after")
    }
}
