//! A window of the viewer under test.

use std::cell::Cell;
use std::ffi::OsStr;
use std::io::{BufRead as _, BufReader};
use std::process::ExitStatus;
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::{self, JoinHandle, sleep};
use std::time::Duration;

use md2_testdata::TempFolder;

use crate::desktop::{Desktop, Key, Modifier, Window};
use crate::failure::Failure;
use crate::picture::Picture;
use crate::viewer::{Viewer, ViewerOptions, vulkan_is_missing};
use crate::wait::wait_for;

/// The maximum number of different colors in a picture without a model. A picture with more colors shows a model.
pub const DRAWN: usize = 200;

/// The time limit for any reaction of the viewer.
pub const LIMIT: Duration = Duration::from_secs(60);

/// Starts a display for a test that draws. Returns `None` if there is no Vulkan or no virtual display.
pub fn drawing_desktop(width: u16, height: u16) -> Option<Desktop> {
    if vulkan_is_missing() { None } else { Desktop::for_test(width, height) }
}

/// Creates a folder for a test that draws. Returns `None` if there is no Vulkan.
pub fn drawing_folder() -> Option<TempFolder> {
    (!vulkan_is_missing()).then(|| TempFolder::with_files(&[]))
}

/// A viewer with its window, and a simulated user who operates it. The functions panic if an action fails or takes longer than a minute.
#[derive(Debug)]
pub struct Session<'a> {
    pub desktop: &'a Desktop,
    pub viewer: Viewer,
    pub window: Window,
    log: Arc<Mutex<Vec<String>>>,
    /// The number of log lines that [`Self::next_line`] has already searched.
    passed: Cell<usize>,
    reader: JoinHandle<()>,
}

impl<'a> Session<'a> {
    /// Starts a viewer that logs its state, and waits until its window shows a model.
    pub fn open(desktop: &'a Desktop, arguments: &[&OsStr]) -> Self {
        let log = Some("warn,md2_viewer=debug");
        Self::start(desktop, arguments, &ViewerOptions { log, ..ViewerOptions::default() })
    }

    /// Starts a viewer with options, and waits until its window shows a model.
    pub fn start(desktop: &'a Desktop, arguments: &[&OsStr], options: &ViewerOptions<'_>) -> Self {
        let mut viewer = Viewer::start(desktop, arguments, options).expect("the viewer starts");
        let errors = BufReader::new(viewer.take_errors().expect("not taken yet"));
        let log: Arc<Mutex<Vec<String>>> = Arc::default();
        let lines = Arc::clone(&log);
        let reader = thread::spawn(move || {
            for line in errors.split(b'\n').map_while(Result::ok) {
                lines.lock().expect("no panic").push(String::from_utf8_lossy(&line).into_owned());
            }
        });
        let window = desktop.window_of(viewer.process_id()).expect("a window opens");
        let session = Self { desktop, viewer, window, log, passed: Cell::new(0), reader };
        desktop.wait_for_picture(window, DRAWN).expect("a model is drawn");
        session
    }

    pub(crate) fn lines(&self) -> MutexGuard<'_, Vec<String>> {
        self.log.lock().expect("nobody panics with it")
    }

    /// Returns the text after `mark` in the last log line that contains `mark`.
    pub(crate) fn last_after(&self, mark: &str) -> Option<String> {
        self.lines().iter().rev().find_map(|line| Some(line.split_once(mark)?.1.to_owned()))
    }

    /// Returns the newest line in which the viewer has logged the state of its window.
    pub fn shown(&self) -> String {
        self.last_after("shows ").unwrap_or_default()
    }

    /// Waits until the window's state, as the viewer logs it, contains the text `what`.
    #[track_caller]
    pub fn wait_for(&self, what: &str) {
        self.wait_until(what, || self.shown().contains(what));
    }

    /// Waits until `is_true` returns true. If this takes more than a minute, panics with a message that contains `what`.
    #[track_caller]
    pub fn wait_until(&self, what: &str, mut is_true: impl FnMut() -> bool) {
        let found = wait_for(LIMIT, || is_true().then_some(()));
        assert!(
            found.is_some(),
            "waited in vain for {what:?}: {}:\n{}",
            self.shown(),
            self.lines().join("\n")
        );
    }

    /// Waits up to `limit` for a log line that contains the text `what`. Ignores the lines that earlier calls have searched.
    pub fn next_line(&self, limit: Duration, what: &str) -> Option<String> {
        wait_for(limit, || {
            let lines = self.lines();
            let new = &lines[self.passed.get()..];
            let found = new.iter().position(|line| line.contains(what));
            self.passed.set(self.passed.get() + found.map_or(new.len(), |at| at + 1));
            found.map(|at| new[at].clone())
        })
    }

    pub fn press(&self, key: Key) {
        self.desktop.press_with(self.window, None, key).expect("the key is pressed");
    }

    pub fn press_with(&self, modifier: Modifier, key: Key) {
        self.desktop.press_with(self.window, Some(modifier), key).expect("the keys are pressed");
    }

    fn type_word(&self, word: &str) {
        word.chars().for_each(|letter| self.press(Key::Char(letter)));
    }

    /// Moves the focus to the search field, deletes its last `letters` characters, and types a word.
    pub fn search(&self, letters: usize, word: &str) {
        self.press_with(Modifier::Control, Key::Char('f'));
        self.wait_for("typing");
        (0..letters).for_each(|_| self.press(Key::Backspace));
        self.type_word(word);
        self.wait_for(&format!("files searched for {word}"));
    }

    pub fn point(&self, x: i16, y: i16) {
        self.desktop.point(x, y).expect("the pointer moves");
        sleep(Duration::from_millis(120));
    }

    pub fn button(&self, number: u8, pressed: bool) {
        self.desktop.button(number, pressed).expect("the button moves");
        sleep(Duration::from_millis(120));
    }

    pub fn click(&self) {
        self.button(1, true);
        self.button(1, false);
    }

    pub fn resize(&self, width: u32, height: u32) {
        self.desktop.resize(self.window, width, height).expect("the display answers");
    }

    pub fn picture(&self) -> Picture {
        self.desktop.screenshot(self.window).expect("the window exists")
    }

    pub fn middle(&self) -> Picture {
        self.picture().middle()
    }

    /// Waits until the central part of the window has changed: more than the fraction `share` of its pixels differ from `before` by more
    /// than `tolerance` in a color channel. After a minute, panics with a message that contains `what`.
    #[track_caller]
    pub fn wait_for_change(&self, before: &Picture, tolerance: u8, share: f64, what: &str) {
        self.wait_until(what, || before.difference(&self.middle(), tolerance) > share);
    }

    /// Waits until the window has the width `width` and shows a model.
    #[track_caller]
    pub fn wait_for_size(&self, width: u32) {
        let is_drawn = |picture: Picture| picture.width == width && picture.color_count() > DRAWN;
        self.wait_until("drawn in its size", || self.desktop.screenshot(self.window).is_ok_and(is_drawn));
    }

    /// Waits for the viewer to end, and returns its exit status and its log.
    pub fn end(self) -> Result<(ExitStatus, String), Failure> {
        let (status, _) = self.viewer.end(LIMIT)?;
        self.reader.join().expect("it reads to the end");
        let lines = self.log.lock().expect("nobody panics with it");
        Ok((status, lines.join("\n")))
    }

    pub fn close_with_code(self) -> (Option<i32>, String) {
        self.desktop.close(self.window).expect("the display answers");
        let (status, log) = self.end().expect("the viewer ends");
        (status.code(), log)
    }

    #[track_caller]
    pub fn close(self) -> String {
        let (code, log) = self.close_with_code();
        assert_eq!(code, Some(0), "{log}");
        log
    }
}
