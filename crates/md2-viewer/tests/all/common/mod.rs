//! Running the program, for all tests from outside.

pub(crate) mod gltf;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{self, Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder of this test's own, removed when it ends.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(test: &str) -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        // Tests of different modules may have the same name, and run at the same time.
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{test}-{}-{number}", process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Left behind is better than a panic while another one unwinds.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// What lies in a folder, in order.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// The program, on a machine without a display.
pub(crate) fn viewer() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_md2-viewer"));
    for variable in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "RUST_LOG"] {
        command.env_remove(variable);
    }
    command
}

/// What comes of a command whose files cannot grow beyond so many blocks of 512 bytes: more is an error to it, not a signal. None,
/// which is said, if it draws, and its driver does so in files, too, as Mesa's llvmpipe (seen in 25.0): those end whoever draws.
#[cfg(unix)]
pub(crate) fn with_short_files(command: &Command, blocks: u32, draws: bool) -> Option<Output> {
    use std::os::unix::process::ExitStatusExt;

    let output = limited(command, blocks).output().unwrap();
    if draws && let Some(signal) = output.status.signal() {
        // The same happens to a picture that is written to no file.
        let folder = Folder::new(&format!("short-files-{blocks}"));
        let mut drawing = viewer();
        drawing.args(["render", "-o", "-"]).arg(folder.file("m.md2", &triangle()));
        let drawn = limited(&drawing, blocks).output().unwrap();
        assert_eq!(drawn.status.signal(), Some(signal), "{}", stderr(&output));
        md2_testdata::skip("the driver keeps its memory in files, which cannot grow here");
        return None;
    }
    Some(output)
}

/// A command whose files cannot grow beyond so many blocks of 512 bytes.
#[cfg(unix)]
fn limited(command: &Command, blocks: u32) -> Command {
    let mut limited = Command::new("sh");
    limited.args(["-c", &format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\""), "sh"]);
    limited.arg(command.get_program()).args(command.get_args());
    command.get_envs().for_each(|(name, value)| {
        match value {
            Some(value) => limited.env(name, value),
            None => limited.env_remove(name),
        };
    });
    limited.current_dir(command.get_current_dir().unwrap_or(Path::new(".")));
    // The driver's cache of shaders is a file, too.
    limited.env("MESA_SHADER_CACHE_DISABLE", "true");
    limited
}

pub(crate) fn code(output: &Output) -> i32 {
    output.status.code().expect("ended by a signal")
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

pub(crate) fn triangle() -> Vec<u8> {
    md2_testdata::one_triangle().build().bytes().to_vec()
}

/// Whether `output` says that this machine has no Vulkan, so that there is nothing to test.
pub(crate) fn lacks_vulkan(output: &Output) -> bool {
    let lacks = code(output) == 4;
    if lacks {
        md2_testdata::skip_without_vulkan(stderr(output));
    }
    lacks
}
