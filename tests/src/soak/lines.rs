//! Reading of the viewer's log while the viewer runs.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::counts::LoggedCounts;

/// The log of a viewer.
#[derive(Debug)]
pub(super) struct ViewerLog(Arc<Mutex<LogState>>);

/// The part of a log that was read so far.
#[derive(Debug, Default)]
struct LogState {
    /// The counts of the last picture.
    counts: Option<LoggedCounts>,
    /// The last lines that are not about pictures.
    messages: VecDeque<String>,
}

impl ViewerLog {
    /// Starts a thread that reads the log until the viewer ends.
    pub(super) fn new(errors: impl Read + Send + 'static) -> Self {
        let lines = Self(Arc::default());
        let read = Arc::clone(&lines.0);
        std::thread::spawn(move || {
            for line in BufReader::new(errors).split(b'\n').map_while(Result::ok) {
                let line = String::from_utf8_lossy(&line);
                let mut read = lock(&read);
                match parse_counts(&line) {
                    Some(counts) => read.counts = Some(counts),
                    None => read.messages.push_back(line.into_owned()),
                }
                if read.messages.len() > 40 {
                    read.messages.pop_front();
                }
            }
        });
        lines
    }

    /// Returns the counts of the last picture.
    pub(super) fn counts(&self) -> Option<LoggedCounts> {
        lock(&self.0).counts
    }

    /// Returns the number of drawn pictures.
    pub(super) fn pictures(&self) -> u64 {
        self.counts().map_or(0, |counts| counts.pictures)
    }

    /// Returns the last lines that are not about pictures.
    pub(super) fn messages(&self) -> Vec<String> {
        lock(&self.0).messages.iter().cloned().collect()
    }
}

fn lock(read: &Mutex<LogState>) -> MutexGuard<'_, LogState> {
    read.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Parses a line such as `DEBUG md2_viewer: picture 7: 40 objects, 1234 bytes, 0 retired`.
fn parse_counts(line: &str) -> Option<LoggedCounts> {
    let (_, numbers) = line.split_once(": picture ")?;
    let mut numbers = numbers.split(|c: char| !c.is_ascii_digit()).filter(|word| !word.is_empty());
    let mut next = || numbers.next()?.parse().ok();
    Some(LoggedCounts { pictures: next()?, objects: next()?, bytes: next()?, retired: next()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_only_lines_about_pictures() {
        let line = "DEBUG md2_viewer::window::viewer: picture 7: 40 objects, 1234 bytes, 2 retired";
        let expected = LoggedCounts { pictures: 7, objects: 40, bytes: 1234, retired: 2 };
        assert_eq!(parse_counts(line), Some(expected));
        assert_eq!(parse_counts(" WARN md2_render: a picture 7 is broken"), None);
        assert_eq!(parse_counts("DEBUG md2_viewer: picture 7"), None);
    }
}
