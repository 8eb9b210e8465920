//! The times at which the window draws pictures.
//!
//! Presenting does not always wait for the screen: software displays let a program draw hundreds of pictures a second. The viewer therefore
//! limits the rate itself, and draws nothing while nothing changes.

use std::time::{Duration, Instant};

/// The minimum time from one picture to the next: the window draws at most 60 pictures per second.
const INTERVAL: Duration = Duration::from_micros(16_667);
/// The maximum time by which one picture advances animations, even if more time has passed because the computer was suspended.
const MAX_STEP: Duration = Duration::from_millis(250);

#[derive(Debug)]
pub struct Pacer {
    last_drawn: Instant,
    requested: Option<Instant>,
    /// Whether the window was asked to redraw and has not redrawn yet. A hidden window may never redraw, and must not be asked
    /// repeatedly.
    is_waiting: bool,
}

impl Pacer {
    pub fn new(now: Instant) -> Self {
        Self { last_drawn: now, requested: Some(now), is_waiting: false }
    }

    pub fn request(&mut self) {
        self.requested = Some(self.last_drawn);
    }

    /// Requests a picture after `delay`. If a picture is already requested for an earlier time, nothing changes.
    pub fn request_after(&mut self, delay: Duration, now: Instant) {
        // egui requests no picture by the longest delay.
        if let Some(time) = now.checked_add(delay) {
            self.requested = Some(self.requested.map_or(time, |requested| requested.min(time)));
        }
    }

    /// The time at which to request a redraw from the window; `None` if no picture is requested.
    pub fn next(&self) -> Option<Instant> {
        let requested = self.requested.filter(|_| !self.is_waiting)?;
        Some(requested.max(self.last_drawn + INTERVAL))
    }

    /// Returns whether to request a redraw from the window now. It returns `true` once per picture.
    pub fn take_due(&mut self, now: Instant) -> bool {
        let is_due = self.next().is_some_and(|next| next <= now);
        self.is_waiting |= is_due;
        is_due
    }

    /// Records that a picture is drawn now. Returns the time by which to advance animations.
    pub fn drawn(&mut self, now: Instant) -> Duration {
        let step = now.saturating_duration_since(self.last_drawn).min(MAX_STEP);
        *self = Self { last_drawn: now, requested: None, is_waiting: false };
        step
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_only_on_request() {
        let start = Instant::now();
        let mut pacer = Pacer::new(start);
        assert!(pacer.next().is_some(), "the first picture");
        pacer.drawn(start);
        assert_eq!(pacer.next(), None);
        pacer.request();
        assert!(!pacer.take_due(start), "too soon after the last picture");
        assert!(pacer.take_due(start + INTERVAL));
        assert!(!pacer.take_due(start + INTERVAL * 2), "due once");
        assert_eq!(pacer.next(), None, "the window has not redrawn yet");
        pacer.drawn(start + INTERVAL * 3);
        pacer.request();
        assert!(pacer.take_due(start + INTERVAL * 4));
    }
}
