//! The failures of a command that continues with the next file after a failure.

use crate::failure::Failure;
use crate::report;

#[derive(Debug, Default)]
pub(crate) struct Failures {
    first: Option<u8>,
    has_json: bool,
}

impl Failures {
    /// Creates an empty collection. If `has_json` is set, [`add`](Self::add) also prints JSON.
    pub(crate) fn new(has_json: bool) -> Self {
        Self { first: None, has_json }
    }

    /// Prints a failure to standard error, and with JSON output also to standard output. Stores the first exit code.
    pub(crate) fn add(&mut self, file: &str, failure: &Failure) -> Result<(), Failure> {
        failure.print();
        let _ = self.first.get_or_insert(failure.code());
        report::print_failure(self.has_json, file, failure)
    }

    pub(crate) fn into_result(self) -> Result<(), Failure> {
        self.first.map_or(Ok(()), |code| Err(Failure::AlreadyReported(code)))
    }
}
