//! The pictures of the window that the README shows: `cargo run -p md2-tests --example screenshots -- [FOLDER] [SCALE]`.
//!
//! The real window on a virtual display, driven by keys and pointer. Nothing is in them but what the project has made.

#![forbid(unsafe_code)]

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread::sleep;
use std::time::Duration;

use md2_tests::{Desktop, Failure, Key, Viewer, ViewerOptions, root};

/// A window's contents, for interface and model to settle after an action.
const SETTLE: Duration = Duration::from_millis(900);

/// Something a user does.
#[derive(Clone, Copy, Debug)]
enum Act {
    Press(Key),
    Point(i16, i16),
    Click,
}

/// One picture: which file, what is opened, and what is done.
struct Shot {
    name: &'static str,
    size: (u16, u16),
    arguments: &'static [&'static str],
    acts: &'static [Act],
}

const SHOTS: &[Shot] = &[
    Shot {
        name: "window",
        size: (1280, 800),
        arguments: &["--sequence", "walk", "--time", "0.13", "--yaw", "-35", "--pitch", "9"],
        acts: &[Act::Press(Key::Char(' ')), Act::Point(1200, 690)],
    },
    Shot {
        name: "learn",
        size: (1280, 800),
        arguments: &["--sequence", "run", "--time", "0.16", "--yaw", "-70", "--pitch", "8"],
        acts: &[
            Act::Press(Key::Char(' ')),
            Act::Press(Key::Function(5)),
            Act::Press(Key::Char('k')),
            Act::Point(650, 318),
            Act::Click,
        ],
    },
    Shot {
        name: "files",
        size: (1280, 800),
        arguments: &[
            "assets/wanderer/tris.md2",
            "assets",
            "--sequence",
            "wave",
            "--time",
            "0.4",
            "--yaw",
            "-15",
            "--pitch",
            "6",
        ],
        acts: &[
            Act::Press(Key::Char(' ')),
            Act::Press(Key::Function(3)),
            Act::Press(Key::Function(6)),
            Act::Point(640, 690),
        ],
    },
    Shot {
        name: "crowd",
        size: (1280, 800),
        arguments: &["--crowd", "500", "--time", "0.4", "--pitch", "14"],
        acts: &[Act::Point(1200, 690)],
    },
];

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let folder = arguments.next().map_or_else(|| root().join("assets/screenshots"), PathBuf::from);
    let scale = arguments.next().unwrap_or_else(|| "1".into());
    match std::fs::create_dir_all(&folder)
        .map_err(Failure::from)
        .and_then(|()| SHOTS.iter().try_for_each(|shot| take(shot, &folder, &scale)))
    {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("screenshots: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn take(shot: &Shot, folder: &Path, scale: &OsStr) -> Result<(), Failure> {
    let desktop = Desktop::start(shot.size.0, shot.size.1)?;
    let arguments: Vec<&OsStr> = shot.arguments.iter().map(OsStr::new).collect();
    let viewer = Viewer::start(
        &desktop,
        &arguments,
        &ViewerOptions { scale: Some(scale), ..ViewerOptions::default() },
    )?;
    let window = desktop.window_of(viewer.process_id())?;
    desktop.resize(window, shot.size.0.into(), shot.size.1.into())?;
    desktop.wait_for_picture(window, 200)?;
    for act in shot.acts {
        match *act {
            Act::Press(key) => desktop.press(window, key)?,
            Act::Point(x, y) => desktop.point(x, y)?,
            Act::Click => [true, false].into_iter().try_for_each(|down| desktop.button(1, down))?,
        }
        sleep(SETTLE);
    }
    let path = folder.join(format!("{}.jpg", shot.name));
    desktop.screenshot(window)?.write(&path)?;
    println!("{}", path.display());
    desktop.close(window)?;
    let (status, told) = viewer.end(Duration::from_secs(30))?;
    if status.success() { Ok(()) } else { Err(format!("{}: {status}: {told}", shot.name).into()) }
}
