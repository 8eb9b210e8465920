//! A viewer for soak tests, with checks of its pictures, log and resources.

use std::path::Path;
use std::time::Duration;

use super::counts::Counts;
use super::files::Files;
use super::hands::RandomUser;
use super::lines::ViewerLog;
use crate::desktop::{Desktop, Window};
use crate::failure::Failure;
use crate::viewer::{Viewer, ViewerOptions};
use crate::wait::wait_for;

/// The time limit for drawing a requested picture. It is much longer than any loading takes.
const HANG: Duration = Duration::from_secs(20);

/// The time after which the window certainly shows changed files.
const SETTLE: Duration = Duration::from_secs(4);

/// The time limit for the end of cancelled background tasks.
const BACKGROUND: Duration = Duration::from_secs(60);

/// A viewer with checks of its pictures, log and resources.
pub(super) struct WatchedViewer<'a> {
    pub(super) viewer: Viewer,
    desktop: &'a Desktop,
    pub(super) window: Window,
    pub(super) user: RandomUser<'a>,
    log: ViewerLog,
}

impl<'a> WatchedViewer<'a> {
    pub(super) fn open(desktop: &'a Desktop, files: &Files, folder: &Path) -> Result<Self, Failure> {
        let filter = Some("warn,winit=error,md2_viewer=debug");
        let options = ViewerOptions { folder: Some(folder), log: filter, ..ViewerOptions::default() };
        let mut viewer = Viewer::start(desktop, &[files.model().as_os_str()], &options)?;
        let log = ViewerLog::new(viewer.take_errors().ok_or("the viewer has no standard error")?);
        let window = desktop.window_of(viewer.process_id())?;
        Ok(Self { viewer, desktop, window, user: RandomUser::new(desktop, window)?, log })
    }

    /// Waits until the window has its original size and shows the current files, and until at most `threads` threads run. Then reads
    /// the resources.
    pub(super) fn count(&mut self, threads: Option<u64>) -> Result<Counts, Failure> {
        self.user.release()?;
        self.desktop.resize(self.window, 900, 600)?;
        std::thread::sleep(SETTLE);
        (0..5).try_for_each(|_| self.expect_picture())?;
        // Cancelled tasks end at their next check for cancellation.
        let process = self.viewer.process_id();
        let ended =
            |allowed: u64| Counts::threads(process).is_ok_and(|threads| threads.len() as u64 <= allowed);
        wait_for(BACKGROUND, || threads.is_none_or(ended).then_some(()));
        Counts::read(process, self.log.counts().ok_or("the viewer logs no pictures")?)
    }

    /// Moves the pointer, which makes the window draw, and waits for the picture.
    pub(super) fn expect_picture(&mut self) -> Result<(), Failure> {
        self.user.show()?;
        let before = self.log.pictures();
        let mut attempts = 0_u32;
        let drawn = wait_for(HANG, || {
            // The movement is repeated, since the pointer may have been outside of a smaller window.
            if attempts.is_multiple_of(10) && self.user.nudge().is_err() {
                return Some(false);
            }
            attempts += 1;
            if self.viewer.is_running() {
                (self.log.pictures() > before).then_some(true)
            } else {
                Some(false)
            }
        });
        let last_lines = || self.log.messages().join("\n  ");
        match drawn {
            Some(true) => Ok(()),
            Some(false) => Err(format!("the viewer has ended:\n  {}", last_lines()).into()),
            None => Err(format!("no picture for {HANG:?}:\n  {}", last_lines()).into()),
        }
    }

    /// Closes the window and returns the number of warnings. Validation messages, including those about leaked objects, are errors.
    pub(super) fn close(self) -> Result<usize, Failure> {
        self.desktop.close(self.window)?;
        let (status, _) = self.viewer.end(Duration::from_secs(30))?;
        let lines = self.log.messages();
        if status.success() {
            Ok(lines.len())
        } else {
            Err(format!("{status}; the last lines:\n  {}", lines.join("\n  ")).into())
        }
    }
}
