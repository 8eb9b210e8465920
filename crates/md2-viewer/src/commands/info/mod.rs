//! `md2-viewer info`: what is in a model file or a player's folder, as text or JSON.

mod figure;
mod model;
mod skin;

use std::path::{Component, Path, PathBuf};

use clap::Args;
use md2_scene::Document;

use crate::failure::Failure;
use crate::{output, startup, text};

#[derive(Debug, Args)]
pub(crate) struct InfoArgs {
    /// The model to tell of, or the folder of a player; without it, the project's own figure.
    pub(crate) file: Option<PathBuf>,

    /// Write JSON instead of text.
    #[arg(long)]
    pub(crate) json: bool,
}

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
    output::print(&text)
}

/// The widest column of a list that a long name sets; a longer one moves what follows it to the right.
const MAX_COLUMN: usize = 32;

/// How wide a column of names is.
fn column<'a>(names: impl Iterator<Item = &'a str>) -> usize {
    names.map(|name| name.chars().take(MAX_COLUMN).count()).max().unwrap_or(0)
}

/// Where a model lies, or that it is built in.
fn place_of(document: &Document) -> String {
    document.path().map_or_else(|| document.place(), place)
}

/// A path in the one way that all are told: from the current folder on if it is below it, else from the root.
fn place(path: &Path) -> String {
    let is_up = path.components().any(|part| part == Component::ParentDir);
    let whole = if is_up { path.canonicalize() } else { std::path::absolute(path) };
    let whole = whole.unwrap_or_else(|_| path.to_path_buf());
    let here = std::env::current_dir().ok();
    let below = here.and_then(|here| whole.strip_prefix(here).map(Path::to_path_buf).ok());
    below.unwrap_or(whole).display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_told_in_one_way() {
        let here = std::env::current_dir().unwrap();
        let folder = here.file_name().unwrap();
        for same in [
            Path::new("src/main.rs").to_path_buf(),
            Path::new("./src/main.rs").to_path_buf(),
            here.join("src/main.rs"),
            Path::new("..").join(folder).join("src/../src/main.rs"),
        ] {
            assert_eq!(
                place(&same),
                Path::new("src").join("main.rs").display().to_string(),
                "{}",
                same.display()
            );
        }
        let above = Path::new("../../Cargo.toml").canonicalize().unwrap();
        assert_eq!(place(Path::new("../../Cargo.toml")), above.display().to_string());
        assert_eq!(place(Path::new("/nowhere/a.md2")), "/nowhere/a.md2");
    }
}
