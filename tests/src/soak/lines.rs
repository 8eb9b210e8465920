//! What the viewer writes to standard error, read while it runs.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::counts::Held;

/// Lines of the log, as far as they were written.
#[derive(Debug)]
pub(super) struct Lines(Arc<Mutex<Heard>>);

/// What was written so far.
#[derive(Debug, Default)]
struct Heard {
    held: Option<Held>,
    /// The last that are not about pictures.
    told: VecDeque<String>,
}

impl Lines {
    /// Reads to the end, on a thread of its own.
    pub(super) fn of(errors: impl Read + Send + 'static) -> Self {
        let lines = Self(Arc::default());
        let read = Arc::clone(&lines.0);
        std::thread::spawn(move || {
            for line in BufReader::new(errors).split(b'\n').map_while(Result::ok) {
                let line = String::from_utf8_lossy(&line);
                let mut read = lock(&read);
                match held(&line) {
                    Some(held) => read.held = Some(held),
                    None => read.told.push_back(line.into_owned()),
                }
                if read.told.len() > 40 {
                    read.told.pop_front();
                }
            }
        });
        lines
    }

    /// What was held with the last picture.
    pub(super) fn held(&self) -> Option<Held> {
        lock(&self.0).held
    }

    /// How many pictures were drawn.
    pub(super) fn pictures(&self) -> u64 {
        self.held().map_or(0, |held| held.pictures)
    }

    /// The last lines that are not about pictures.
    pub(super) fn all_told(&self) -> Vec<String> {
        lock(&self.0).told.iter().cloned().collect()
    }
}

fn lock(read: &Mutex<Heard>) -> MutexGuard<'_, Heard> {
    read.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The numbers of a line such as `DEBUG md2_viewer: picture 7: 40 objects, 1234 bytes, 0 retired`.
fn held(line: &str) -> Option<Held> {
    let (_, numbers) = line.split_once(": picture ")?;
    let mut numbers = numbers.split(|c: char| !c.is_ascii_digit()).filter(|word| !word.is_empty());
    let mut next = || numbers.next()?.parse().ok();
    Some(Held { pictures: next()?, objects: next()?, bytes: next()?, retired: next()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_told_from_the_rest() {
        let line = "DEBUG md2_viewer::window::viewer: picture 7: 40 objects, 1234 bytes, 2 retired";
        assert_eq!(held(line), Some(Held { pictures: 7, objects: 40, bytes: 1234, retired: 2 }));
        assert_eq!(held(" WARN md2_render: a picture 7 is broken"), None);
        assert_eq!(held("DEBUG md2_viewer: picture 7"), None);
    }
}
