//! The pace of pictures: the time at which the next one is due.
//!
//! Presenting does not always wait for the screen: software displays let a program draw hundreds
//! of pictures a second. So the viewer sets its own pace, and rests where nothing moves.

use std::time::{Duration, Instant};

/// Time between two pictures of something that moves.
const INTERVAL: Duration = Duration::from_micros(16_667);
/// Moving slower than this in one picture would let a stopped debugger or a suspended machine
/// leap ahead.
const MAX_STEP: Duration = Duration::from_millis(250);

/// Decides when to draw.
#[derive(Debug)]
pub struct Pacer {
    last_drawn: Instant,
    /// The latest time at which the interface wants to be drawn again.
    wanted: Option<Instant>,
    /// Whether the window has been asked for a redraw that has not come yet. A hidden window may never be
    /// granted one, and must not be asked again and again.
    asked: bool,
}

impl Pacer {
    /// A pace whose first picture is due at once.
    #[must_use]
    pub fn new(now: Instant) -> Self {
        Self { last_drawn: now, wanted: Some(now), asked: false }
    }

    /// Asks for a picture as soon as the pace allows.
    pub fn request(&mut self) {
        self.wanted = Some(self.last_drawn);
    }

    /// Asks for a picture after `delay`, or sooner if one is already wanted.
    pub fn request_after(&mut self, delay: Duration, now: Instant) {
        // egui says "never" by a delay beyond any clock.
        if let Some(at) = now.checked_add(delay) {
            self.wanted = Some(self.wanted.map_or(at, |wanted| wanted.min(at)));
        }
    }

    /// The time at which to request a redraw, if one is wanted.
    #[must_use]
    pub fn next(&self) -> Option<Instant> {
        let wanted = self.wanted.filter(|_| !self.asked)?;
        Some(wanted.max(self.last_drawn + INTERVAL))
    }

    /// Whether to ask for a redraw now; answers yes once.
    pub fn take_due(&mut self, now: Instant) -> bool {
        let due = self.next().is_some_and(|next| next <= now);
        self.asked |= due;
        due
    }

    /// Counts a picture that is drawn now. Returns the time since the last one, by which animations advance.
    pub fn drawn(&mut self, now: Instant) -> Duration {
        let step = now.saturating_duration_since(self.last_drawn).min(MAX_STEP);
        self.last_drawn = now;
        self.wanted = None;
        self.asked = false;
        step
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rests_until_asked() {
        let start = Instant::now();
        let mut pacer = Pacer::new(start);
        assert!(pacer.next().is_some(), "the first picture");
        pacer.drawn(start);
        assert_eq!(pacer.next(), None);
        pacer.request();
        assert!(!pacer.take_due(start), "one interval after the last");
        assert!(pacer.take_due(start + INTERVAL));
        assert!(!pacer.take_due(start + INTERVAL * 2), "asked once");
        assert_eq!(pacer.next(), None, "until it comes");
        pacer.drawn(start + INTERVAL * 3);
        pacer.request();
        assert!(pacer.take_due(start + INTERVAL * 4));
    }

    #[test]
    fn the_earliest_wish_counts_and_never_beats_the_pace() {
        let start = Instant::now();
        let mut pacer = Pacer::new(start);
        pacer.drawn(start);
        pacer.request_after(Duration::from_secs(3), start);
        pacer.request_after(Duration::from_secs(1), start);
        pacer.request_after(Duration::MAX, start);
        assert_eq!(pacer.next(), Some(start + Duration::from_secs(1)));
        pacer.request_after(Duration::ZERO, start);
        assert_eq!(pacer.next(), Some(start + INTERVAL));
    }

    #[test]
    fn a_long_pause_is_a_short_step() {
        let start = Instant::now();
        let mut pacer = Pacer::new(start);
        assert_eq!(pacer.drawn(start + Duration::from_secs(9)), MAX_STEP);
        let now = start + Duration::from_secs(9) + Duration::from_millis(20);
        assert_eq!(pacer.drawn(now), Duration::from_millis(20));
    }
}
