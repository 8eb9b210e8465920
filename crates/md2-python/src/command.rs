//! The command line as a function, and the files of a game.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Parser as _;
use md2_assets::ReadAs;
use md2_tool::Cli;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::error::{ModelError, model_error};

/// Runs a command of the program `md2`. The arguments are those after the program's name.
///
/// Files are written whole or not at all. The command prints its report to the standard output of the process.
#[pyfunction]
#[pyo3(signature = (*arguments))]
pub(crate) fn run(py: Python<'_>, arguments: Vec<PathBuf>) -> PyResult<()> {
    let words = arguments.into_iter().map(OsString::from);
    let words = std::iter::once(OsString::from("md2")).chain(words);
    let cli = Cli::try_parse_from(words).map_err(|error| PyValueError::new_err(error.to_string()))?;
    py.detach(|| cli.command.run()).map_err(|failure| match &failure {
        md2_tool::Failure::AlreadyReported(_) => ModelError::new_err("the files have problems"),
        _ => model_error(&failure),
    })
}

/// Lists the models of a folder or an archive, in the order of their names. Folders that cannot be read are skipped.
#[pyfunction]
pub(crate) fn find_models(py: Python<'_>, path: PathBuf) -> Vec<PathBuf> {
    py.detach(|| md2_assets::find_models(&path).flatten().collect())
}

/// Reads a file of at most 1 MB next to a model or in an archive, such as a `.skin` file.
#[pyfunction]
pub(crate) fn read_file(py: Python<'_>, path: PathBuf) -> PyResult<Bound<'_, PyBytes>> {
    let content = py.detach(|| md2_assets::read_file(&path, ReadAs::SkinFile));
    let content = content.map_err(|error| PyOSError::new_err(error.to_string()))?;
    Ok(PyBytes::new(py, &content.bytes))
}
