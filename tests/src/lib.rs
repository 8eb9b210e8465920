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
mod failure;
mod picture;
pub mod soak;
mod viewer;
mod wait;
mod workspace;

pub use desktop::{Desktop, Held, Key, Window};
pub use failure::Failure;
pub use picture::Picture;
#[cfg(target_os = "linux")]
pub use viewer::run_viewer_within;
pub use viewer::{Viewer, run_viewer, vulkan_is_missing};
pub use wait::wait_for;
pub use workspace::{root, temporary_folder};
