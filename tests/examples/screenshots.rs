//! Takes the README's screenshots: `cargo run -p md2-tests --example screenshots -- [FOLDER] [SCALE]`.
//!
//! The screenshots show the real window on a virtual display, after keyboard and pointer actions. They show only the project's own
//! models.

#![forbid(unsafe_code)]

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread::sleep;
use std::time::Duration;

use md2_tests::{Desktop, Failure, Key, Session, ViewerOptions, root};

/// The time to wait after an action, which is enough for the window to show the result.
const SETTLE: Duration = Duration::from_millis(900);
/// The size of the window and of the pictures in pixels.
const SIZE: [u16; 2] = [1280, 800];

#[derive(Clone, Copy, Debug)]
enum UserAction {
    Press(Key),
    Point(i16, i16),
    Click,
}

struct Shot {
    name: &'static str,
    /// The arguments of the viewer, separated by spaces.
    arguments: &'static str,
    acts: &'static [UserAction],
}

const SHOTS: &[Shot] = &[
    Shot {
        name: "window",
        arguments: "--sequence walk --time 0.13 --yaw -35 --pitch 9",
        acts: &[
            UserAction::Press(Key::Escape),
            UserAction::Press(Key::Char(' ')),
            UserAction::Point(1200, 690),
        ],
    },
    Shot {
        name: "learn",
        arguments: "--sequence run --time 0.16 --yaw -70 --pitch 8",
        acts: &[
            UserAction::Press(Key::Escape),
            UserAction::Press(Key::Char('q')),
            UserAction::Press(Key::Char(' ')),
            UserAction::Press(Key::Function(5)),
            UserAction::Press(Key::Char('k')),
            UserAction::Point(650, 318),
            UserAction::Click,
        ],
    },
    Shot {
        name: "files",
        arguments: "assets/wanderer/tris.md2 assets --sequence wave --time 0.4 --yaw -15 --pitch 6",
        acts: &[
            UserAction::Press(Key::Char(' ')),
            UserAction::Press(Key::Function(3)),
            UserAction::Press(Key::Function(6)),
            UserAction::Point(640, 690),
        ],
    },
    Shot {
        name: "crowd",
        arguments: "--crowd 500 --time 0.4 --pitch 14",
        acts: &[UserAction::Point(1200, 690)],
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
    let [width, height] = SIZE;
    let desktop = Desktop::start(width, height)?;
    let arguments: Vec<&OsStr> = shot.arguments.split(' ').map(OsStr::new).collect();
    let options = ViewerOptions { scale: Some(scale), ..ViewerOptions::default() };
    let session = Session::start(&desktop, &arguments, &options);
    session.resize(width.into(), height.into());
    session.wait_for_size(width.into());
    for act in shot.acts {
        match *act {
            UserAction::Press(key) => session.press(key),
            UserAction::Point(x, y) => session.point(x, y),
            UserAction::Click => session.click(),
        }
        sleep(SETTLE);
    }
    let path = folder.join(format!("{}.jpg", shot.name));
    session.picture().write(&path)?;
    println!("{}", path.display());
    session.close();
    Ok(())
}
