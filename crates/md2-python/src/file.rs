//! Checks and repairs of files.

use md2_common::Verdict;
use md2_load::{CheckOptions, LoadError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::error::model_error;

/// A problem or an oddity of a file.
#[pyclass(frozen, get_all)]
pub(crate) struct Finding {
    /// The kind of finding, such as `MD2-W104`.
    code: &'static str,
    /// `error`, `warning` or `note`.
    severity: String,
    /// The position in the model, such as `frame 17 ("run3"), vertex 3`.
    place: String,
    /// The byte in the file.
    offset: usize,
    found: String,
    /// The allowed values; empty if they are obvious.
    expected: String,
    explanation: &'static str,
    /// The engines that refuse the file, or draw it in another way than others do.
    engines: Vec<String>,
}

/// The readable part of a file.
#[pyclass(frozen)]
pub(crate) struct SalvagedFile {
    bytes: Vec<u8>,
    #[pyo3(get)]
    verdict: &'static str,
    #[pyo3(get)]
    reason: String,
    #[pyo3(get)]
    repairs: Vec<String>,
    #[pyo3(get)]
    is_restored: bool,
}

/// Lists the problems of a file. `engines` names the engines that must load it; an empty list means all.
#[pyfunction]
pub(crate) fn check(py: Python<'_>, file: &[u8]) -> Vec<Finding> {
    let file = file.to_vec();
    let report = py.detach(|| md2_load::check(&file, &CheckOptions::default()));
    let findings = report.findings.into_iter().map(|finding| Finding {
        code: finding.code,
        severity: finding.severity.to_string(),
        place: finding.place,
        offset: finding.offset,
        found: finding.found,
        expected: finding.expected,
        explanation: finding.explanation,
        engines: finding.engines,
    });
    findings.collect()
}

/// Finds the readable part of a file.
#[pyfunction]
pub(crate) fn salvage(py: Python<'_>, file: &[u8]) -> PyResult<SalvagedFile> {
    let file = file.to_vec();
    py.detach(|| {
        let salvaged = md2_load::salvage(&file)?;
        let (verdict, reason) = match &salvaged.verdict {
            Verdict::Sound => ("sound", String::new()),
            Verdict::Doubtful(reason) => ("doubtful", reason.to_string()),
            Verdict::Refused(reason) => ("refused", reason.to_string()),
        };
        Ok(SalvagedFile {
            bytes: salvaged.bytes.to_vec(),
            verdict,
            reason,
            repairs: salvaged.repairs,
            is_restored: salvaged.is_restored,
        })
    })
    .map_err(|error: LoadError| model_error(&error))
}

#[pymethods]
impl SalvagedFile {
    /// The file itself if it needs no repair, otherwise a repaired file.
    #[getter]
    fn file<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.bytes)
    }
}

#[pymethods]
impl Finding {
    fn __repr__(&self) -> String {
        format!("<quakemodels.Finding {} {}, {}: {}>", self.code, self.severity, self.place, self.found)
    }
}
