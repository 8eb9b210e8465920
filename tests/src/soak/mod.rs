//! A soak test with random keys, mouse actions, window sizes and file changes. At the end, the window must still draw. There must be no
//! validation messages, and the viewer must not use more resources than before.
//!
//! The seed determines the actions. Their times depend on the machine.

mod changes;
mod counts;
mod files;
mod hands;
mod lines;
mod watched;

pub use changes::{ChangeReport, changes};
pub use counts::Counts;

use std::collections::VecDeque;
use std::fmt;
use std::path::Path;
use std::time::{Duration, Instant};

use md2_testdata::random::Random;

use crate::desktop::Desktop;
use crate::failure::Failure;
use files::Files;
use watched::WatchedViewer;

/// The result of a soak test.
#[derive(Debug)]
pub struct SoakReport {
    seed: u64,
    steps: usize,
    /// The resources at the start and after each third of the time, with the same files and the same window size.
    counts: Vec<Counts>,
    messages: usize,
}

/// Runs random actions for `length`.
///
/// # Errors
/// If the viewer ends, hangs, uses more resources than before, or reports validation messages. The error lists the last steps.
pub fn soak(folder: &Path, length: Duration, seed: u64) -> Result<SoakReport, Failure> {
    let mut happened = VecDeque::new();
    run(folder, length, seed, &mut happened).map_err(|error| {
        let steps: Vec<String> = happened.into();
        format!("{error}\nseed {seed}; the last steps:\n  {}", steps.join("\n  ")).into()
    })
}

fn run(
    folder: &Path,
    length: Duration,
    seed: u64,
    happened: &mut VecDeque<String>,
) -> Result<SoakReport, Failure> {
    let mut random = Random::new(seed);
    let mut files = Files::create(&folder.join("models"))?;
    let shots = folder.join("shots");
    std::fs::create_dir_all(&shots)?;
    let desktop = Desktop::start(1280, 800)?;
    let mut watched = WatchedViewer::open(&desktop, &files, &shots)?;

    let mut soak = SoakReport { seed, steps: 0, counts: vec![watched.count(None)?], messages: 0 };
    for third in 1..=3_u32 {
        let end = Instant::now() + length / 3;
        while Instant::now() < end {
            let step = if random.below(3) == 0 {
                files.damage(&mut random)?
            } else {
                watched.user.act(&mut random)?
            };
            happened.push_back(step);
            if happened.len() > 30 {
                happened.pop_front();
            }
            soak.steps += 1;
            std::thread::sleep(Duration::from_millis(random.below(250) as u64));
            if soak.steps.is_multiple_of(10) {
                watched.expect_picture()?;
                clear(&shots)?;
            }
        }
        happened.push_back(format!("the end of part {third}"));
        files.restore()?;
        let at_first = soak.counts[0].threads;
        soak.counts.push(watched.count(Some(at_first))?);
    }
    let threads = Counts::threads(watched.viewer.process_id())?;
    soak.messages = watched.close()?;
    let grown = Counts::growth(&soak.counts[1], &soak.counts[3]);
    if grown.is_empty() {
        Ok(soak)
    } else {
        Err(format!("{soak}\ngrown: {}; threads at the end: {}", grown.join(", "), threads.join(", ")).into())
    }
}

/// Removes the screenshots that were written because a key was pressed. They would fill the disk.
fn clear(folder: &Path) -> Result<(), Failure> {
    for entry in std::fs::read_dir(folder)?.flatten() {
        // The viewer may rename a file between the two calls.
        let _ = std::fs::remove_file(entry.path());
    }
    Ok(())
}

impl fmt::Display for SoakReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "seed {}: {} steps, {} warnings in the log", self.seed, self.steps, self.messages)?;
        writeln!(f, "{:8}{}", "", Counts::HEADING)?;
        for (name, counts) in ["start", "1/3", "2/3", "3/3"].into_iter().zip(&self.counts) {
            writeln!(f, "{name:8}{counts}")?;
        }
        Ok(())
    }
}
