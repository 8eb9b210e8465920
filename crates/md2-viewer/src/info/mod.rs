//! `md2-viewer info`: what is in a model file or a player's folder, as text or JSON.

mod figure;
mod model;
mod skin;

use std::io::{self, Write as _};

use crate::cli::InfoArgs;
use crate::failure::Failure;
use crate::startup;

/// Writes the report to standard output.
///
/// # Errors
/// If the file cannot be read.
pub(crate) fn run(args: &InfoArgs) -> Result<(), Failure> {
    let figure = startup::figure(args.file.as_deref())?;
    for document in figure.parts().iter().map(|part| &part.document) {
        if let Some(repairs) = document.repairs() {
            tracing::warn!("{} is damaged: {repairs}", document.name());
        }
    }
    let report = figure::Report::of(&figure, args.file.as_deref());
    let text = if args.json {
        let json = serde_json::to_string_pretty(&report);
        format!("{}\n", json.map_err(|error| Failure::File(error.into()))?)
    } else {
        report.to_string()
    };
    match io::stdout().lock().write_all(text.as_bytes()) {
        // Whoever reads has seen enough, as with `| head`.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written.map_err(|error| Failure::File(error.into())),
    }
}
