//! The option `--timings`, which reports the duration of each step of starting the program and opening a model, and the CPU time of
//! pictures.
//!
//! Steps are `tracing` spans. Without the option, a step costs one comparison.

use std::io::{self, Write as _};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use md2_task::TIMINGS;
use tracing::span::EnteredSpan;
use tracing::{Id, Metadata, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::Context;
use tracing_subscriber::registry::LookupSpan;

static START: OnceLock<Instant> = OnceLock::new();

pub fn enable() {
    START.get_or_init(Instant::now);
}

pub fn is_enabled() -> bool {
    START.get().is_some()
}

pub fn measure(name: &'static str) -> EnteredSpan {
    tracing::info_span!(target: TIMINGS, "part", name).entered()
}

pub fn report_since_start(what: &str) {
    if let Some(start) = START.get() {
        report(what, start.elapsed());
    }
}

pub fn report_since(what: &str, begun: Instant) {
    if is_enabled() {
        report(what, begun.elapsed());
    }
}

fn report(what: &str, time: Duration) {
    line(&format!("{:>9.2} ms  {what}", time.as_secs_f64() * 1e3));
}

fn line(text: &str) {
    // If standard error cannot be written, there is no other place for the line.
    let _ = writeln!(io::stderr(), "{text}");
}

/// The `tracing` layer that prints each step to standard error when the step ends.
#[derive(Debug)]
pub struct TimingLayer;

struct SpanStart(Instant, String);

impl TimingLayer {
    pub fn accepts(metadata: &Metadata<'_>) -> bool {
        metadata.target() == TIMINGS
    }
}

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for TimingLayer {
    fn on_new_span(&self, attributes: &tracing::span::Attributes<'_>, id: &Id, context: Context<'_, S>) {
        let mut start = SpanStart(Instant::now(), String::new());
        attributes.record(&mut start);
        if let Some(span) = context.span(id) {
            span.extensions_mut().insert(start);
        }
    }

    fn on_close(&self, id: Id, context: Context<'_, S>) {
        if let Some(span) = context.span(&id)
            && let Some(SpanStart(start, name)) = span.extensions().get::<SpanStart>()
        {
            report(name, start.elapsed());
        }
    }
}

impl tracing::field::Visit for SpanStart {
    fn record_str(&mut self, _: &tracing::field::Field, value: &str) {
        value.clone_into(&mut self.1);
    }

    fn record_debug(&mut self, _: &tracing::field::Field, value: &dyn std::fmt::Debug) {
        self.1 = format!("{value:?}");
    }
}

#[derive(Clone, Copy, Debug)]
pub enum Stage {
    Scene,
    Interface,
    Drawing,
}

/// The total CPU time that the thread of the window has needed for pictures.
#[derive(Debug, Default)]
pub struct PictureCosts {
    pictures: u32,
    times: [Duration; 3],
}

/// A timer for the consecutive stages (laps) of rendering a picture.
#[derive(Debug)]
pub struct LapTimer(Option<Duration>);

impl LapTimer {
    pub fn start() -> Self {
        Self(if is_enabled() { thread_time() } else { None })
    }

    /// Returns the time since the timer started or since the previous call.
    fn next(&mut self) -> Duration {
        let Some(last) = self.0 else { return Duration::ZERO };
        let now = thread_time().unwrap_or(last);
        self.0 = Some(now);
        now.saturating_sub(last)
    }
}

impl PictureCosts {
    /// Adds the time since the previous lap to a stage. Drawing is the last stage of a picture.
    pub fn add(&mut self, stage: Stage, lap: &mut LapTimer) {
        self.times[stage as usize] += lap.next();
        self.pictures += u32::from(matches!(stage, Stage::Drawing));
    }
}

impl Drop for PictureCosts {
    fn drop(&mut self) {
        if is_enabled() && self.pictures > 0 {
            line(&format!(
                "{:>9}     pictures; average processor time per picture, on the window's thread:",
                self.pictures
            ));
            let stages = [
                "scene: time, actions, files",
                "interface: layout and triangles",
                "drawing: record, submit and present, with the driver",
            ];
            for (time, what) in self.times.iter().zip(stages) {
                report(what, *time / self.pictures);
            }
        }
    }
}

#[cfg(all(unix, not(target_vendor = "apple")))]
fn thread_time() -> Option<Duration> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    let (seconds, nanoseconds) = (u64::try_from(time.tv_sec).ok()?, u32::try_from(time.tv_nsec).ok()?);
    Some(Duration::new(seconds, nanoseconds))
}

#[cfg(not(all(unix, not(target_vendor = "apple"))))]
fn thread_time() -> Option<Duration> {
    None
}
