//! The option `--timings`, which reports the duration of each step of starting the program and opening a model.
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
    // If standard error cannot be written, there is no other place for the line.
    let _ = writeln!(io::stderr(), "{:>9.2} ms  {what}", time.as_secs_f64() * 1e3);
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
