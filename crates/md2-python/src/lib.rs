//! The Python module `quakemodels`: the libraries of this project for Python.
//!
//! The classes and functions are documented in `quakemodels.pyi`. This crate only turns their arguments into those of the libraries:
//! arrays leave Rust as buffers that Python reads without a copy, and long work runs without Python's global lock.

mod array;
mod build;
mod command;
mod editor;
mod error;
mod file;
mod model;
mod skin;

use pyo3::prelude::*;

#[pymodule]
mod quakemodels {
    #[pymodule_export]
    use crate::array::Array;
    #[pymodule_export]
    use crate::build::{WrittenFile, build, encode_png, name_frames};
    #[pymodule_export]
    use crate::command::{find_models, read_file, run};
    #[pymodule_export]
    use crate::editor::Editor;
    #[pymodule_export]
    use crate::error::ModelError;
    #[pymodule_export]
    use crate::file::{Finding, SalvagedFile, check, salvage};
    #[pymodule_export]
    use crate::model::{Figure, Model, Part, Sequence, Surface, Tag, open, read};
    #[pymodule_export]
    use crate::skin::{Image, Skin};

    use super::{Bound, PyModule, PyResult};
    use pyo3::types::PyModuleMethods as _;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        md2_tool::failure::set_program_name("md2");
        Ok(())
    }
}
