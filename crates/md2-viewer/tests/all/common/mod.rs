//! Functions that run the program for tests.

use std::path::Path;
use std::process::{Command, Output};

use image::RgbaImage;

pub(crate) use md2_testdata::TempFolder;
pub(crate) use md2_testdata::program::{code, lacks_vulkan, stderr, stdout};

/// Returns a command that runs the program without a display.
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

/// Runs a command that draws, with a file size limit of `blocks` blocks of 512 bytes. Returns `None` with a message if a signal ends the
/// program because the driver writes larger files, as Mesa's llvmpipe does (seen in 25.0).
#[cfg(unix)]
pub(crate) fn draw_with_short_files(command: &Command, blocks: u32) -> Option<Output> {
    use std::os::unix::process::ExitStatusExt;

    use md2_testdata::program::with_short_files;

    let output = with_short_files(command, blocks).output().unwrap();
    let Some(signal) = output.status.signal() else { return Some(output) };
    // The signal must also end a command that writes no file.
    let folder = TempFolder::new();
    let mut drawing = viewer();
    drawing.args(["render", "-o", "-"]).arg(folder.file("m.md2", &triangle()));
    let drawn = with_short_files(&drawing, blocks).output().unwrap();
    assert_eq!(drawn.status.signal(), Some(signal), "{}", stderr(&output));
    md2_testdata::skip("the driver writes large files");
    None
}

pub(crate) fn triangle() -> Vec<u8> {
    md2_testdata::one_triangle().build().bytes().to_vec()
}
