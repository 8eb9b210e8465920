//! Validation of glTF files by the Khronos validator.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns the errors and warnings of the Khronos validator, one in each line; `None` if Node or the validator,
/// which `cargo xtask setup` installs, is missing.
pub(crate) fn complaints(files: &[PathBuf]) -> Option<Vec<String>> {
    let installed = Path::new(env!("CARGO_TARGET_TMPDIR")).join("../node/node_modules");
    let known = env::var_os("NODE_PATH").unwrap_or_default();
    let paths = [installed].into_iter().chain(env::split_paths(&known));
    let paths: OsString = env::join_paths(paths).expect("no path has a separator in it");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/all/common/validate_gltf.cjs");
    let output = Command::new("node").arg(script).args(files).env("NODE_PATH", paths).output();
    let output = match output {
        Ok(output) if output.status.code() != Some(3) => output,
        Ok(_) => {
            md2_testdata::skip("gltf-validator is missing: cargo xtask setup installs it");
            return None;
        }
        Err(error) => {
            md2_testdata::skip(format_args!("node does not run: {error}"));
            return None;
        }
    };
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let count = lines.pop();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(count, Some(format!("{} files", files.len())), "{errors}");
    Some(lines)
}
