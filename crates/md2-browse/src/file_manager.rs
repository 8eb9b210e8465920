//! Showing files in the file manager of the desktop.

use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

use md2_task::Task;

use super::paths;

#[derive(Debug, Default)]
pub struct FileManager {
    task: Option<Task<Result<(), String>>>,
}

impl FileManager {
    /// Shows a file in its folder. For a path in an archive, shows the archive.
    pub fn show(&mut self, path: &Path) {
        let path = paths::absolute(path);
        self.task = Some(Task::start(move |_| show(&path)));
    }

    pub fn poll(&mut self) -> Option<String> {
        Task::take_finished(&mut self.task)?.unwrap_or_else(|lost| Err(lost.to_string())).err()
    }
}

fn show(path: &Path) -> Result<(), String> {
    let Some(path) = path.ancestors().find(|above| above.exists()) else {
        return Err(format!("\"{}\" does not exist", path.display()));
    };
    let folder = if path.is_dir() { path } else { path.parent().unwrap_or(path) };
    let mut reasons = Vec::new();
    for mut command in commands(path, folder) {
        match run(&mut command) {
            Ok(()) => return Ok(()),
            Err(error) => reasons.push(format!("{}: {error}", command.get_program().display())),
        }
    }
    Err(reasons.join("; "))
}

/// Returns the commands that show a file in its folder. Each is tried if the one before it fails.
fn commands(path: &Path, folder: &Path) -> Vec<Command> {
    let command = |program: &str, arguments: &[&std::ffi::OsStr]| {
        let mut command = Command::new(program);
        command.args(arguments);
        command
    };
    if cfg!(target_os = "macos") {
        return vec![command("open", &["-R".as_ref(), path.as_ref()])];
    }
    if cfg!(windows) {
        return vec![command("explorer", &[folder.as_ref()])];
    }
    // This request selects the file. Desktops without the service open only the folder.
    let mut select = Command::new("dbus-send");
    select.args(["--session", "--print-reply", "--dest=org.freedesktop.FileManager1"]);
    select.args(["/org/freedesktop/FileManager1", "org.freedesktop.FileManager1.ShowItems"]);
    select.args([format!("array:string:{}", file_uri(path)), String::from("string:")]);
    vec![select, command("xdg-open", &[folder.as_ref()])]
}

fn run(command: &mut Command) -> io::Result<()> {
    let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status()?;
    // The explorer of Windows returns 1 even if it shows the folder.
    if status.success() || cfg!(windows) { Ok(()) } else { Err(io::Error::other(status.to_string())) }
}

/// Returns the URI of a path. Escapes commas as well, because they separate the items of an array of `dbus-send`.
fn file_uri(path: &Path) -> String {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"/-._~".contains(byte);
    let letters = path.as_os_str().as_encoded_bytes().iter().map(|byte| match byte {
        byte if is_plain(byte) => char::from(*byte).to_string(),
        byte => format!("%{byte:02X}"),
    });
    format!("file://{}", letters.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_uri_escapes_spaces_commas_and_letters_beyond_ascii() {
        let uri = file_uri(Path::new("/games/Quake II/a,b/ä.md2"));
        assert_eq!(uri, "file:///games/Quake%20II/a%2Cb/%C3%A4.md2");
    }
}
