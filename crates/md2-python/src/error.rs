//! The exceptions that the module raises.

use std::error::Error;
use std::fmt::Write as _;

use pyo3::PyErr;
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;

create_exception!(
    quakemodels,
    ModelError,
    PyValueError,
    "A model cannot be read, written or changed. The text names the place and the byte."
);

/// Returns a `ModelError` with the messages of an error and of all its causes.
pub(crate) fn model_error(error: &dyn Error) -> PyErr {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let message = error.to_string();
        if !text.contains(&message) {
            let _ = write!(text, ": {message}");
        }
        cause = error.source();
    }
    ModelError::new_err(text)
}
