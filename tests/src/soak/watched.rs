//! A viewer for soak tests, with checks of its pictures, log and resources.

use std::path::Path;
use std::time::Duration;

use super::counts::{Counts, LoggedCounts};
use super::files::Files;
use super::hands::RandomUser;
use crate::desktop::{Desktop, Key};
use crate::failure::Failure;
use crate::session::Session;
use crate::viewer::ViewerOptions;
use crate::wait::wait_for;

/// The time limit for drawing a requested picture. It is much longer than any loading takes.
const HANG: Duration = Duration::from_secs(20);

/// The time to wait until the window certainly shows the current content of changed files.
const SETTLE: Duration = Duration::from_secs(2);

/// The time limit within which cancelled background tasks must end.
const BACKGROUND: Duration = Duration::from_secs(60);

/// The keys that show the tabs of sequences and of view settings.
const SEQUENCES: Key = Key::Function(2);
const LOOK: Key = Key::Function(4);

/// The text before the numbers in log lines about pictures.
const PICTURE: &str = ": picture ";

const MAX_MESSAGES: usize = 40;

pub(super) struct WatchedViewer<'a> {
    pub(super) session: Session<'a>,
    pub(super) user: RandomUser<'a>,
}

impl<'a> WatchedViewer<'a> {
    pub(super) fn open(desktop: &'a Desktop, files: &Files, folder: &Path) -> Result<Self, Failure> {
        let filter = Some("warn,winit=error,md2_viewer=debug");
        let options = ViewerOptions { folder: Some(folder), log: filter, ..ViewerOptions::default() };
        let session = Session::start(desktop, &[files.model().as_os_str()], &options);
        Ok(Self { user: RandomUser::new(desktop, session.window), session })
    }

    /// Brings the window to its original size with the current files, shows tabs without thumbnails, waits until at most `threads` threads
    /// run (if given), and reads the resources in use.
    pub(super) fn count(&mut self, threads: Option<u64>) -> Result<Counts, Failure> {
        self.user.release()?;
        self.session.resize(900, 600);
        for tab in [SEQUENCES, LOOK] {
            self.session.press(tab);
        }
        std::thread::sleep(SETTLE);
        (0..5).try_for_each(|_| self.expect_picture())?;
        // Cancelled tasks end at their next check for cancellation.
        let process = self.session.viewer.process_id();
        let ended =
            |allowed: u64| Counts::threads(process).is_ok_and(|threads| threads.len() as u64 <= allowed);
        wait_for(BACKGROUND, || threads.is_none_or(ended).then_some(()));
        Counts::read(process, self.logged().ok_or("the viewer logs no pictures")?)
    }

    fn logged(&self) -> Option<LoggedCounts> {
        LoggedCounts::parse(&self.session.last_after(PICTURE)?)
    }

    /// Moves the pointer, so that the window draws, and waits for the picture.
    pub(super) fn expect_picture(&mut self) -> Result<(), Failure> {
        self.user.show()?;
        let before = self.logged();
        let mut attempts = 0_u32;
        let drawn = wait_for(HANG, || {
            // The movement is repeated, since the pointer may have been outside of a smaller window.
            if attempts.is_multiple_of(10) && self.user.nudge().is_err() {
                return Some(false);
            }
            attempts += 1;
            if self.session.viewer.is_running() {
                (self.logged() != before).then_some(true)
            } else {
                Some(false)
            }
        });
        match drawn {
            Some(true) => Ok(()),
            Some(false) => {
                Err(format!("the viewer has ended:\n  {}", last_messages(&self.session.lines())).into())
            }
            None => {
                Err(format!("no picture for {HANG:?}:\n  {}", last_messages(&self.session.lines())).into())
            }
        }
    }

    /// Closes the window and returns the number of warnings. Validation messages, including those about leaked objects, are errors.
    pub(super) fn close(self) -> Result<usize, Failure> {
        self.session.desktop.close(self.session.window)?;
        let (status, log) = self.session.end()?;
        let lines: Vec<String> = log.lines().map(str::to_owned).collect();
        if status.success() {
            Ok(lines.iter().filter(|line| line.contains("WARN ")).count())
        } else {
            Err(format!("{status}; the last lines:\n  {}", last_messages(&lines)).into())
        }
    }
}

/// Returns the last log lines as one text, without the lines about pictures.
fn last_messages(lines: &[String]) -> String {
    let messages = lines.iter().filter(|line| !line.contains(PICTURE)).map(String::as_str);
    let messages: Vec<&str> = messages.collect();
    messages[messages.len().saturating_sub(MAX_MESSAGES)..].join("\n  ")
}
