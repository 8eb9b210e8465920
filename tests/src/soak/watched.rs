//! A viewer that is watched while things happen to it.

use std::path::Path;
use std::time::Duration;

use super::counts::Counts;
use super::files::Files;
use super::hands::Hands;
use super::lines::Lines;
use crate::desktop::{Desktop, Window};
use crate::failure::Failure;
use crate::viewer::{Viewer, ViewerOptions};
use crate::wait::wait_for;

/// How long a window may take to draw a picture once it is asked for one: far longer than loading anything takes.
const HANG: Duration = Duration::from_secs(20);

/// How long files have to be left alone until the window surely shows them: two looks and some time to load.
const SETTLE: Duration = Duration::from_secs(4);

/// How long work in the background may take that is not wanted any more.
const BACKGROUND: Duration = Duration::from_secs(60);

/// A viewer whose pictures, log and resources are watched.
pub(super) struct WatchedViewer<'a> {
    pub(super) viewer: Viewer,
    desktop: &'a Desktop,
    pub(super) window: Window,
    pub(super) hands: Hands<'a>,
    lines: Lines,
}

impl<'a> WatchedViewer<'a> {
    pub(super) fn open(desktop: &'a Desktop, files: &Files, folder: &Path) -> Result<Self, Failure> {
        let log = Some("warn,winit=error,md2_viewer=debug");
        let options = ViewerOptions { folder: Some(folder), log, ..ViewerOptions::default() };
        let mut viewer = Viewer::start(desktop, &[files.model().as_os_str()], &options)?;
        let lines = Lines::of(viewer.take_errors().ok_or("the viewer's errors are a pipe")?);
        let window = desktop.window_of(viewer.process_id())?;
        Ok(Self { viewer, desktop, window, hands: Hands::new(desktop, window), lines })
    }

    /// Waits until the window has its first size and shows the files that are there, and no more threads are left than are
    /// allowed; then counts.
    pub(super) fn count(&mut self, threads: Option<u64>) -> Result<Counts, Failure> {
        self.hands.let_go()?;
        self.desktop.resize(self.window, 900, 600)?;
        std::thread::sleep(SETTLE);
        (0..5).try_for_each(|_| self.expect_picture())?;
        // Work in the background that nobody wants any more ends when it next looks up. What stays is counted.
        let process = self.viewer.process_id();
        let ended =
            |allowed: u64| Counts::threads(process).is_ok_and(|threads| threads.len() as u64 <= allowed);
        wait_for(BACKGROUND, || threads.is_none_or(ended).then_some(()));
        Counts::now(process, self.lines.held().ok_or("the viewer tells nothing of its pictures")?)
    }

    /// Moves the pointer, which makes any window draw, and waits for the picture.
    pub(super) fn expect_picture(&mut self) -> Result<(), Failure> {
        self.hands.show()?;
        let before = self.lines.pictures();
        let mut left = 0_u32;
        let drawn = wait_for(HANG, || {
            // Again and again: the window may have been smaller than where the pointer was.
            if left.is_multiple_of(10) && self.hands.wave().is_err() {
                return Some(false);
            }
            left += 1;
            if self.viewer.is_running() {
                (self.lines.pictures() > before).then_some(true)
            } else {
                Some(false)
            }
        });
        let last_lines = || self.lines.all_told().join("\n  ");
        match drawn {
            Some(true) => Ok(()),
            Some(false) => Err(format!("the viewer is gone:\n  {}", last_lines()).into()),
            None => Err(format!("no picture for {HANG:?}:\n  {}", last_lines()).into()),
        }
    }

    /// Closes the window, and returns the number of warnings. A message of validation, also one about what is left at the end,
    /// is an error.
    pub(super) fn close(self) -> Result<usize, Failure> {
        self.desktop.close(self.window)?;
        let (status, _) = self.viewer.end(Duration::from_secs(30))?;
        let lines = self.lines.all_told();
        if status.success() {
            Ok(lines.len())
        } else {
            Err(format!("{status}; the last lines:\n  {}", lines.join("\n  ")).into())
        }
    }
}
