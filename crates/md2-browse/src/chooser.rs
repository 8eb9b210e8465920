//! The desktop's own dialog for files.
//!
//! The portal by `rfd` would bring an asynchronous runtime and D-Bus, dozens of crates, each of them seconds between a clone and
//! the first picture. `zenity` and `kdialog` show the same dialogs, and one of them is on nearly every desktop with one: it is run
//! in the background, without a shell. Where neither is, or it fails, the window asks for the path itself.

use std::ffi::OsStr;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// What is to be chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pick {
    #[default]
    Files,
    Folder,
    /// A model to compare with.
    Counterpart,
}

impl Pick {
    pub fn title(self) -> &'static str {
        match self {
            Self::Files | Self::Folder => "Open",
            Self::Counterpart => "Compare with",
        }
    }
}

/// What came of it.
#[derive(Debug, PartialEq, Eq)]
pub enum Chosen {
    /// None, if the dialog was closed.
    Paths(Vec<PathBuf>),
    /// There is no program to show a dialog, or it fails.
    NoDialog,
}

/// Shows one dialog at a time.
#[derive(Debug, Default)]
pub struct Chooser {
    job: Option<Job>,
    /// What was asked for last.
    picks: Pick,
}

type Running = Arc<Mutex<Option<Child>>>;

#[derive(Debug)]
struct Job {
    chosen: Receiver<Chosen>,
    child: Running,
}

impl Drop for Job {
    /// The dialog goes with the window.
    fn drop(&mut self) {
        if let Some(child) = self.child.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
            let _ = child.kill();
        }
    }
}

/// Nobody closes a dialog sooner than this after it was asked for.
const LEAST_TIME: Duration = Duration::from_millis(150);
/// What the programs write where they can show nothing. Much else is written by toolkits while a dialog is shown.
const COMPLAINTS: [&str; 6] = [
    "open display",
    "connect to display",
    "init server",
    "initialize gtk",
    "unknown option",
    "option is not available",
];
const PROGRAMS: [&str; 2] = ["zenity", "kdialog"];
/// What is offered first.
const PATTERNS: &str = "*.md2 *.MD2 *.mdl *.MDL *.md3 *.MD3 *.pak *.PAK *.pk2 *.pk3 *.PK3 *.pkz *.zip *.pcx *.PCX *.png *.tga *.jpg";

impl Chooser {
    /// Shows the dialog, beginning in this folder, unless one is shown.
    pub fn start(&mut self, pick: Pick, folder: &Path) {
        if self.job.is_some() {
            return;
        }
        self.picks = pick;
        let (sender, chosen) = mpsc::channel();
        let child = Running::default();
        let (shared, folder) = (Arc::clone(&child), folder.to_owned());
        // Where no thread can be started, the job ends without a result: there is no dialog.
        let _ = thread::Builder::new().name(String::from("chooser")).spawn(move || {
            let result = installed().and_then(|(name, program)| run(name, &program, pick, &folder, &shared));
            tell(&sender, result);
        });
        self.job = Some(Job { chosen, child });
    }

    /// What was chosen, as soon as it is.
    pub fn poll(&mut self) -> Option<Chosen> {
        let chosen = match self.job.as_ref()?.chosen.try_recv() {
            Err(TryRecvError::Empty) => return None,
            Ok(chosen) => chosen,
            Err(TryRecvError::Disconnected) => Chosen::NoDialog,
        };
        self.job = None;
        Some(chosen)
    }

    /// What was asked for last.
    pub fn picks(&self) -> Pick {
        self.picks
    }

    pub fn is_busy(&self) -> bool {
        self.job.is_some()
    }
}

fn tell(sender: &Sender<Chosen>, result: Option<Chosen>) {
    // Where nobody listens any more, the window is gone.
    let _ = sender.send(result.unwrap_or(Chosen::NoDialog));
}

/// The first program that there is.
fn installed() -> Option<(&'static str, PathBuf)> {
    let places = std::env::var_os("PATH")?;
    PROGRAMS.iter().find_map(|name| Some((*name, program(&places, name)?)))
}

/// `None` if the program fails.
fn run(name: &str, program: &Path, pick: Pick, folder: &Path, running: &Running) -> Option<Chosen> {
    let start = Instant::now();
    let mut child = command(name, program, pick, folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .ok()?;
    let (mut output, errors) = (child.stdout.take()?, child.stderr.take()?);
    // Read all along, since the program stands still once the pipe is full.
    let errors = thread::Builder::new().name(String::from("chooser")).spawn(move || complains(errors));
    *running.lock().unwrap_or_else(PoisonError::into_inner) = Some(child);
    let mut told = Vec::new();
    // It is as long as the names of what was chosen.
    let read = (&mut output).take(1 << 20).read_to_end(&mut told);
    let mut child = running.lock().unwrap_or_else(PoisonError::into_inner).take()?;
    let status = child.wait().ok()?;
    let took = start.elapsed();
    read.ok()?;
    match status.code() {
        Some(0) => Some(Chosen::Paths(paths(&told))),
        // Both end so where the dialog is closed, and zenity also where it cannot be shown.
        Some(1) if took >= LEAST_TIME && told.is_empty() => {
            let complains = errors.ok().and_then(|thread| thread.join().ok()).unwrap_or(false);
            (!complains).then_some(Chosen::Paths(Vec::new()))
        }
        _ => None,
    }
}

/// Whether a program says that it cannot show a dialog. Reads to the end.
fn complains(errors: impl Read) -> bool {
    let mut kept = Vec::new();
    let mut errors = errors;
    // More than this is not looked at.
    let _ = (&mut errors).take(1 << 16).read_to_end(&mut kept);
    let _ = std::io::copy(&mut errors, &mut std::io::sink());
    let text = String::from_utf8_lossy(&kept).to_lowercase();
    COMPLAINTS.iter().any(|complaint| text.contains(complaint))
}

fn command(name: &str, program: &Path, pick: Pick, folder: &Path) -> Command {
    let mut command = Command::new(program);
    // With a slash at the end it is a folder to begin in.
    let start = folder.join("");
    match (name, pick) {
        ("zenity", _) => {
            let mut filename = std::ffi::OsString::from("--filename=");
            filename.push(&start);
            command.arg("--file-selection").arg(format!("--title={}", pick.title()));
            if pick != Pick::Counterpart {
                command.args(["--multiple", "--separator=\n"]);
            }
            command.arg(filename);
            if pick == Pick::Folder {
                command.arg("--directory");
            } else {
                command.arg(format!("--file-filter=Models, archives, pictures | {PATTERNS}"));
                command.arg("--file-filter=All files | *");
            }
        }
        (_, Pick::Files | Pick::Counterpart) => {
            command.args(["--title", pick.title()]);
            if pick == Pick::Files {
                command.args(["--multiple", "--separate-output"]);
            }
            command.arg("--getopenfilename");
            command.arg(&start).arg(format!("Models, archives, pictures ({PATTERNS})|All files (*)"));
        }
        (_, Pick::Folder) => {
            command.args(["--title", pick.title(), "--getexistingdirectory"]).arg(&start);
        }
    }
    command
}

/// A program in the places that `PATH` names. What is named from the current folder on does not count: a folder of models
/// brings no programs.
fn program(places: &OsStr, name: &str) -> Option<PathBuf> {
    let absolute = std::env::split_paths(places).filter(|place| place.is_absolute());
    absolute.map(|place| place.join(name)).find(|path| path.is_file())
}

/// The paths in the lines of an output.
fn paths(output: &[u8]) -> Vec<PathBuf> {
    let lines = output.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    lines.map(path).collect()
}

#[cfg(unix)]
fn path(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt as _;
    PathBuf::from(OsStr::from_bytes(bytes))
}

#[cfg(not(unix))]
fn path(bytes: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(bytes).trim_end_matches('\r'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_taken_from_absolute_places_only() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("zenity"), b"").unwrap();
        let absolute = std::env::join_paths([Path::new("bin"), folder.path()]).unwrap();
        assert_eq!(program(&absolute, "zenity"), Some(folder.path().join("zenity")));
        assert_eq!(program(&absolute, "kdialog"), None);
        assert_eq!(program(OsStr::new(".:src:"), "main.rs"), None);
    }

    #[cfg(unix)]
    #[test]
    fn a_dialog_that_cannot_be_shown_is_none_and_one_that_is_closed_is() {
        use std::os::unix::fs::PermissionsExt;

        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("zenity");
        let chosen = |script: &str| {
            std::fs::write(&program, format!("#!/bin/sh\n{script}\n")).unwrap();
            std::fs::set_permissions(&program, PermissionsExt::from_mode(0o755)).unwrap();
            run("zenity", &program, Pick::Files, Path::new("/"), &Running::default())
        };
        let closed = Some(Chosen::Paths(Vec::new()));
        assert_eq!(chosen("echo /a"), Some(Chosen::Paths(vec![PathBuf::from("/a")])));
        assert_eq!(chosen("exit 1"), None, "nobody is that quick");
        assert_eq!(chosen("sleep 0.3; exit 1"), closed);
        let harmless = "Gtk-Message: GtkDialog mapped without a transient parent. This is discouraged.";
        assert_eq!(chosen(&format!("echo '{harmless}' >&2; sleep 0.3; exit 1")), closed);
        let failed = "(zenity:9): Gtk-WARNING **: 12:00:00.000: cannot open display: :9";
        assert_eq!(chosen(&format!("sleep 0.3; echo '{failed}' >&2; exit 1")), None);
    }

    #[test]
    fn what_is_chosen_stands_line_by_line() {
        let expected = ["/a b/c.md2", "/d"].map(PathBuf::from);
        assert_eq!(paths(b"/a b/c.md2\n/d\n"), expected);
        assert_eq!(paths(b"\n"), Vec::<PathBuf>::new());
    }

    #[test]
    fn names_of_folders_are_arguments_and_nothing_else() {
        let folder = Path::new("/x; rm -r $HOME");
        for (name, pick) in [
            ("zenity", Pick::Files),
            ("zenity", Pick::Folder),
            ("kdialog", Pick::Files),
            ("kdialog", Pick::Folder),
            ("zenity", Pick::Counterpart),
            ("kdialog", Pick::Counterpart),
        ] {
            let command = command(name, Path::new("/bin/dialog"), pick, folder);
            let arguments: Vec<_> = command.get_args().map(|argument| argument.to_string_lossy()).collect();
            let with_name: Vec<_> = arguments.iter().filter(|argument| argument.contains("rm -r")).collect();
            assert_eq!(with_name.len(), 1, "{arguments:?}");
        }
    }
}
