//! Reading a model from standard input.

use std::io;
use std::path::Path;

use md2_assets::{ReadAs, ReadError, read_stream};

/// The argument that stands for standard input.
pub const STANDARD_INPUT: &str = "-";
/// The name of standard input in messages.
pub const STANDARD_INPUT_NAME: &str = "standard input";

pub fn read_standard_input() -> Result<Vec<u8>, ReadError> {
    read_stream(io::stdin().lock(), Path::new(STANDARD_INPUT_NAME), ReadAs::Model)
}
