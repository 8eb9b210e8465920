//! Functions that run the program for tests.

use std::path::Path;
use std::process::{Command, Output};

use image::RgbaImage;

pub(crate) use md2_testdata::TempFolder;
pub(crate) use md2_testdata::program::{code, lacks_vulkan, stderr, stdout};

pub(crate) fn viewer() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_md2-viewer"));
    for variable in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "RUST_LOG"] {
        command.env_remove(variable);
    }
    command
}

/// Runs a command that writes a picture to the PNG file `out`. Returns the picture and the messages. `None` if Vulkan is missing, or
/// if the command uses the validation layer and this layer is missing.
#[track_caller]
pub(crate) fn picture_of(command: &mut Command, out: &Path) -> Option<(RgbaImage, String)> {
    let output = command.arg("-o").arg(out).output().unwrap();
    if lacks_vulkan(&output) || lacks_validation(&output) {
        return None;
    }
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    Some((image::open(out).unwrap().to_rgba8(), stderr(&output)))
}

fn lacks_validation(output: &Output) -> bool {
    let lacks = code(output) != 0 && stderr(output).contains("validation layer");
    assert!(!lacks || !md2_testdata::vulkan_is_required(), "{}", stderr(output));
    lacks
}

pub(crate) fn triangle() -> Vec<u8> {
    md2_testdata::one_triangle().build().bytes().to_vec()
}
