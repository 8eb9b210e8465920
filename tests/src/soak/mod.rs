//! A window left to chance: keys, the mouse, sizes, and files that change under it, until the time is over. Then it must
//! still draw, have said nothing about Vulkan, and hold no more than it did before.
//!
//! What happens follows from the seed, when it happens from the machine.

mod changes;
mod counts;
mod files;
mod hands;
mod lines;

pub use changes::{Changed, changes};
pub use counts::Counts;

use std::collections::VecDeque;
use std::fmt;
use std::path::Path;
use std::time::{Duration, Instant};

use md2_testdata::random::Random;

use crate::desktop::{Desktop, Window};
use crate::failure::Failure;
use crate::viewer::Viewer;
use crate::wait::wait_for;
use files::Files;
use hands::Hands;
use lines::Lines;

/// How long a window may take to draw a picture once it is asked for one: far longer than loading anything takes.
const HANG: Duration = Duration::from_secs(20);

/// How long files have to be left alone until the window surely shows them: two looks and some time to load.
const SETTLE: Duration = Duration::from_secs(4);

/// How long work in the background may take that is not wanted any more.
const BACKGROUND: Duration = Duration::from_secs(60);

/// What a soak went through, and what was counted.
#[derive(Debug)]
pub struct Soak {
    seed: u64,
    steps: usize,
    /// At the start, and after each third of the time, with the same files and the same size.
    counts: Vec<Counts>,
    messages: usize,
}

/// Runs for `length`, then counts.
///
/// # Errors
/// If the viewer ends, hangs, grows, or has messages of validation; with the last things that happened.
pub fn soak(folder: &Path, length: Duration, seed: u64) -> Result<Soak, Failure> {
    let mut happened = VecDeque::new();
    run(folder, length, seed, &mut happened).map_err(|error| {
        let steps: Vec<String> = happened.into();
        format!("{error}\nseed {seed}; the last steps:\n  {}", steps.join("\n  ")).into()
    })
}

fn run(folder: &Path, length: Duration, seed: u64, happened: &mut VecDeque<String>) -> Result<Soak, Failure> {
    let mut random = Random::new(seed);
    let mut files = Files::lay_out(&folder.join("models"))?;
    let shots = folder.join("shots");
    std::fs::create_dir_all(&shots)?;
    let desktop = Desktop::start(1280, 800)?;
    let log = Some("warn,winit=error,md2_viewer=debug");
    let mut viewer = Viewer::open_telling(&desktop, &[files.model().as_os_str()], &shots, log)?;
    let lines = Lines::of(viewer.take_errors().ok_or("the viewer's errors are a pipe")?);
    let window = desktop.window_of(viewer.process_id())?;
    let mut hands = Hands::new(&desktop, window);

    let mut soak = Soak { seed, steps: 0, counts: Vec::new(), messages: 0 };
    let count = |viewer: &mut Viewer, hands: &mut Hands<'_>, threads: Option<u64>| {
        settle(viewer, &desktop, window, hands, &lines)?;
        // Work in the background that nobody wants any more ends when it next looks up. What stays is counted.
        let process = viewer.process_id();
        let ended =
            |allowed: u64| Counts::threads(process).is_ok_and(|threads| threads.len() as u64 <= allowed);
        wait_for(BACKGROUND, || threads.is_none_or(ended).then_some(()));
        Counts::now(process, lines.held().ok_or("the viewer tells nothing of its pictures")?)
    };
    soak.counts.push(count(&mut viewer, &mut hands, None)?);
    for third in 1..=3_u32 {
        let end = Instant::now() + length / 3;
        while Instant::now() < end {
            let step = if random.below(3) == 0 {
                files.misadventure(&mut random)?
            } else {
                hands.act(&mut random)?
            };
            happened.push_back(step);
            if happened.len() > 30 {
                happened.pop_front();
            }
            soak.steps += 1;
            std::thread::sleep(Duration::from_millis(random.below(250) as u64));
            if soak.steps.is_multiple_of(10) {
                expect_picture(&mut viewer, &mut hands, &lines)?;
                clear(&shots)?;
            }
        }
        happened.push_back(format!("the end of part {third}"));
        files.set_right()?;
        let at_first = soak.counts[0].threads;
        soak.counts.push(count(&mut viewer, &mut hands, Some(at_first))?);
    }
    let threads = Counts::threads(viewer.process_id())?;

    desktop.close(window)?;
    let (status, _) = viewer.end(Duration::from_secs(30))?;
    let told = lines.all_told();
    soak.messages = told.len();
    // A message of validation, also one about what is left at the end, makes it fail.
    if !status.success() {
        return Err(format!("{status}; the last lines:\n  {}", told.join("\n  ")).into());
    }
    let grown = Counts::growth(&soak.counts[1], &soak.counts[3]);
    if grown.is_empty() {
        Ok(soak)
    } else {
        Err(format!("{soak}\ngrown: {}; threads at the end: {}", grown.join(", "), threads.join(", ")).into())
    }
}

/// Waits until the window has its first size and shows the files that are there.
fn settle(
    viewer: &mut Viewer,
    desktop: &Desktop,
    window: Window,
    hands: &mut Hands<'_>,
    lines: &Lines,
) -> Result<(), Failure> {
    hands.let_go()?;
    desktop.resize(window, 900, 600)?;
    std::thread::sleep(SETTLE);
    (0..5).try_for_each(|_| expect_picture(viewer, hands, lines))
}

/// Moves the pointer, which makes any window draw, and waits for the picture.
fn expect_picture(viewer: &mut Viewer, hands: &mut Hands<'_>, lines: &Lines) -> Result<(), Failure> {
    hands.show()?;
    let before = lines.pictures();
    let mut left = 0_u32;
    let drawn = wait_for(HANG, || {
        // Again and again: the window may have been smaller than where the pointer was.
        if left.is_multiple_of(10) && hands.wave().is_err() {
            return Some(false);
        }
        left += 1;
        if viewer.is_running() { (lines.pictures() > before).then_some(true) } else { Some(false) }
    });
    match drawn {
        Some(true) => Ok(()),
        Some(false) => Err(format!("the viewer is gone:\n  {}", lines.all_told().join("\n  ")).into()),
        None => Err(format!("no picture for {HANG:?}:\n  {}", lines.all_told().join("\n  ")).into()),
    }
}

/// Takes away the pictures that a key wrote, which would fill the disk.
fn clear(folder: &Path) -> Result<(), Failure> {
    for entry in std::fs::read_dir(folder)?.flatten() {
        // It may be renamed at this moment.
        let _ = std::fs::remove_file(entry.path());
    }
    Ok(())
}

impl fmt::Display for Soak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "seed {}: {} steps, {} warnings in the log", self.seed, self.steps, self.messages)?;
        writeln!(f, "{:8}{}", "", Counts::HEADING)?;
        for (name, counts) in ["start", "1/3", "2/3", "3/3"].into_iter().zip(&self.counts) {
            writeln!(f, "{name:8}{counts}")?;
        }
        Ok(())
    }
}
