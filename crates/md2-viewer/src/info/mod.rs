//! `md2-viewer info`: what is in a model file or a player's folder, as text or JSON.

mod figure;
mod model;
mod skin;

use std::io::{self, Write as _};

use crate::cli::InfoArgs;
use crate::failure::Failure;
use crate::startup;
use crate::text::{self, Sink};

/// Writes the report to standard output.
///
/// # Errors
/// If the file cannot be read.
pub(crate) fn run(args: &InfoArgs) -> Result<(), Failure> {
    let figure = startup::figure(args.file.as_deref())?;
    for document in figure.parts().iter().map(|part| &part.document) {
        if let Some(repairs) = document.repairs() {
            let told = format!("{} is damaged: {repairs}", document.name());
            tracing::warn!("{}", text::message(&told));
        }
    }
    let report = figure::Report::of(&figure, args.file.as_deref());
    let text = if args.json {
        let json = serde_json::to_string_pretty(&report);
        text::escaped_json(&format!("{}\n", json.map_err(|error| Failure::File(error.into()))?))
    } else {
        report.to_string()
    };
    let mut out = Sink(io::stdout().lock());
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        // Whoever reads has seen enough, as with `| head`.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written.map_err(|error| Failure::File(error.into())),
    }
}

/// The widest column of a list that a long name sets; a longer one moves what follows it to the right.
const MAX_COLUMN: usize = 32;

/// How wide a column of names is.
fn column<'a>(names: impl Iterator<Item = &'a str>) -> usize {
    names.map(|name| name.chars().take(MAX_COLUMN).count()).max().unwrap_or(0)
}
