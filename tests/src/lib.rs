//! Harness shared by the cross-crate tests: a virtual display, an X11 client that plays window manager and user,
//! the viewer as a child process, and pictures to compare.
//!
//! ```no_run
//! use md2_tests::{Desktop, Viewer};
//!
//! let desktop = Desktop::start(1280, 800).expect("Xvfb is installed");
//! let viewer = Viewer::open(&desktop, &[]).expect("the viewer starts");
//! let window = desktop.window_of(viewer.process_id()).expect("it opens a window");
//! desktop.close(window).expect("the window takes messages");
//! ```

#![forbid(unsafe_code)]

mod desktop;
mod picture;
pub mod soak;
mod viewer;
mod workspace;

pub use desktop::{Desktop, Held, Key, Window};
pub use picture::Picture;
#[cfg(target_os = "linux")]
pub use viewer::run_viewer_within;
pub use viewer::{Viewer, run_viewer};
pub use workspace::{root, temporary_folder, vulkan_is_missing};

use std::time::{Duration, Instant};

/// What went wrong in the harness itself, ready to be shown.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Tries `attempt` until it gives a value; `None` if it has not within `limit`.
pub fn wait_for<T>(limit: Duration, mut attempt: impl FnMut() -> Option<T>) -> Option<T> {
    let deadline = Instant::now() + limit;
    loop {
        if let Some(value) = attempt() {
            return Some(value);
        }
        if Instant::now() >= deadline {
            return None;
        }
        std::thread::sleep(Duration::from_millis(30));
    }
}
