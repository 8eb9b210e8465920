//! `--timings`: what the start takes, part by part, and what is opened later, and what pictures cost.
//!
//! Parts are spans of `tracing`: where nobody asked, they cost a comparison.

use std::io::{self, Write as _};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use tracing::span::EnteredSpan;
use tracing::{Id, Metadata, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::Context;
use tracing_subscriber::registry::LookupSpan;

const TARGET: &str = "md2_viewer::timings";

/// When the program began, as far as it is asked for.
static START: OnceLock<Instant> = OnceLock::new();

/// From now on parts are told as they end.
pub(crate) fn begin() {
    START.get_or_init(Instant::now);
}

/// Whether they are.
pub(crate) fn are_told() -> bool {
    START.get().is_some()
}

/// A part of the start, which ends when this goes.
pub(crate) fn part(name: &'static str) -> EnteredSpan {
    tracing::info_span!(target: TARGET, "part", name).entered()
}

/// Says how long after the start something is reached.
pub(crate) fn reached(what: &str) {
    if let Some(start) = START.get() {
        tell(what, start.elapsed());
    }
}

/// Says how long ago something began.
pub(crate) fn since(what: &str, begun: Instant) {
    if are_told() {
        tell(what, begun.elapsed());
    }
}

fn tell(what: &str, time: Duration) {
    line(&format!("{:>9.2} ms  {what}", time.as_secs_f64() * 1e3));
}

fn line(text: &str) {
    // Who closed standard error does not want to know.
    let _ = writeln!(io::stderr(), "{text}");
}

/// Tells parts on standard error as they end.
#[derive(Debug)]
pub(crate) struct Parts;

/// When a part began, and its name.
struct Begun(Instant, String);

impl Parts {
    /// Whether a span is a part.
    pub(crate) fn takes(metadata: &Metadata<'_>) -> bool {
        metadata.target() == TARGET
    }
}

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Parts {
    fn on_new_span(&self, attributes: &tracing::span::Attributes<'_>, id: &Id, context: Context<'_, S>) {
        let mut name = Name(String::new());
        attributes.record(&mut name);
        if let Some(span) = context.span(id) {
            span.extensions_mut().insert(Begun(Instant::now(), name.0));
        }
    }

    fn on_close(&self, id: Id, context: Context<'_, S>) {
        if let Some(span) = context.span(&id)
            && let Some(Begun(start, name)) = span.extensions().get::<Begun>()
        {
            tell(name, start.elapsed());
        }
    }
}

/// The only field of a part.
struct Name(String);

impl tracing::field::Visit for Name {
    fn record_str(&mut self, _: &tracing::field::Field, value: &str) {
        value.clone_into(&mut self.0);
    }

    fn record_debug(&mut self, _: &tracing::field::Field, value: &dyn std::fmt::Debug) {
        self.0 = format!("{value:?}");
    }
}

/// What pictures cost the thread that asks for them, of processor time.
#[derive(Debug, Default)]
pub(crate) struct Costs {
    pictures: u32,
    interface: Duration,
    scene: Duration,
    drawing: Duration,
}

/// Times of one picture.
#[derive(Debug)]
pub(crate) struct Lap(Option<Duration>);

impl Lap {
    pub(crate) fn begin() -> Self {
        Self(if are_told() { thread_time() } else { None })
    }

    /// The time since the last one.
    fn next(&mut self) -> Duration {
        let Some(last) = self.0 else { return Duration::ZERO };
        let now = thread_time().unwrap_or(last);
        self.0 = Some(now);
        now.saturating_sub(last)
    }
}

impl Costs {
    pub(crate) fn interface(&mut self, lap: &mut Lap) {
        self.interface += lap.next();
    }

    pub(crate) fn scene(&mut self, lap: &mut Lap) {
        self.scene += lap.next();
    }

    pub(crate) fn drawing(&mut self, lap: &mut Lap) {
        self.drawing += lap.next();
        self.pictures += 1;
    }
}

impl Drop for Costs {
    /// When the window closes.
    fn drop(&mut self) {
        if are_told() && self.pictures > 0 {
            line(&format!("{:>9}     pictures; of each, on average, on the window's thread:", self.pictures));
            for (time, what) in [
                (self.scene, "the scene: time, wishes, files"),
                (self.interface, "the interface: laid out and cut into triangles"),
                (self.drawing, "drawing: recorded, submitted and presented, the driver's share included"),
            ] {
                tell(what, time / self.pictures);
            }
        }
    }
}

/// How long this thread has run.
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
