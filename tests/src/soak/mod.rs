//! A soak test with random keys, mouse actions, window sizes and file changes. At the end, the window must still draw. There must be no
//! validation messages, and the viewer must not use more resources than before.
//!
//! The seed determines the actions. Their times depend on the machine.

mod counts;
mod files;
mod hands;
mod watched;

pub use counts::CountTable;

use std::collections::VecDeque;
use std::path::Path;
use std::time::{Duration, Instant};

use md2_testdata::random::Random;

use crate::desktop::Desktop;
use crate::failure::Failure;
use counts::{Counts, ResidentGrowth};
use files::Files;
use watched::WatchedViewer;

/// The least duration of a test that starts with drawing many looks. After its first half, the resident memory may grow by 5 %.
const STEADY: Duration = Duration::from_secs(600);

/// Performs random actions for the duration `length`. Returns the resources that the viewer uses at the start and after each half of
/// `length`.
pub fn soak(desktop: &Desktop, folder: &Path, length: Duration, seed: u64) -> Result<CountTable, Failure> {
    let mut happened = VecDeque::new();
    run(desktop, folder, length, seed, &mut happened).map_err(|error| {
        let steps: Vec<String> = happened.into();
        format!("{error}\nseed {seed}; the last steps:\n  {}", steps.join("\n  ")).into()
    })
}

fn run(
    desktop: &Desktop,
    folder: &Path,
    length: Duration,
    seed: u64,
    happened: &mut VecDeque<String>,
) -> Result<CountTable, Failure> {
    let mut random = Random::new(seed);
    let mut files = Files::create(&folder.join("models"))?;
    let shots = folder.join("shots");
    std::fs::create_dir_all(&shots)?;
    let mut watched = WatchedViewer::open(desktop, &files, &shots)?;

    let start = watched.count(None)?;
    let (mut steps, mut rows) = (0_usize, vec![("start", start)]);
    for half in ["1/2", "2/2"] {
        let end = Instant::now() + length / 2;
        if half == "1/2" && length >= STEADY {
            warm_up(&mut watched, &mut files, &mut random, end - length / 4)?;
        }
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
            steps += 1;
            std::thread::sleep(Duration::from_millis(random.below(250) as u64));
            if steps.is_multiple_of(10) {
                watched.expect_picture()?;
                clear(&shots)?;
            }
        }
        happened.push_back(format!("the end of part {half}"));
        files.restore()?;
        rows.push((half, watched.count(Some(start.threads))?));
    }
    let threads = Counts::threads(watched.session.viewer.process_id())?;
    let title = format!("seed {seed}: {steps} steps, {} warnings in the log", watched.close()?);
    let resident = if length < STEADY { ResidentGrowth::WarmUp } else { ResidentGrowth::Steady };
    let table = CountTable { title, rows }.without_growth(1, resident);
    table.map_err(|error| format!("{error}; threads at the end: {}", threads.join(", ")).into())
}

/// Presses each key, then random keys until `end`, and waits for a picture after each key. Meanwhile, files change. The first pictures of a
/// look make a software driver compile shaders, which stay in memory until the program ends.
fn warm_up(
    watched: &mut WatchedViewer<'_>,
    files: &mut Files,
    random: &mut Random,
    end: Instant,
) -> Result<(), Failure> {
    let keys = watched.user.key_count();
    let mut presses = 0;
    while presses < keys || Instant::now() < end {
        let index = if presses < keys { presses } else { random.below(keys) };
        watched.user.press_key(index)?;
        watched.expect_picture()?;
        presses += 1;
        if presses.is_multiple_of(10) {
            files.damage(random)?;
        }
    }
    Ok(())
}

/// Removes the screenshots that the viewer has written because a random key was pressed. They would fill the disk.
fn clear(folder: &Path) -> Result<(), Failure> {
    for entry in std::fs::read_dir(folder)?.flatten() {
        // The viewer may rename a file between the two calls.
        let _ = std::fs::remove_file(entry.path());
    }
    Ok(())
}
