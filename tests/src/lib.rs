//! The test harness for tests of several crates together. It has a virtual display, an X11 client that acts as window manager and
//! user, the viewer as a child process, and pictures that can be compared.
//!
//! ```no_run
//! use md2_tests::{Desktop, Key, Session};
//!
//! let desktop = Desktop::start(1280, 800).expect("Xvfb is installed");
//! let session = Session::open(&desktop, &[]);
//! session.press(Key::Char(' '));
//! session.close();
//! ```

#![forbid(unsafe_code)]
#![allow(missing_docs, reason = "the tests of this workspace are the only users")]

mod desktop;
mod failure;
mod picture;
mod session;
pub mod soak;
mod viewer;
mod wait;
mod workspace;

pub use desktop::{Desktop, Key, Modifier, Window};
pub use failure::Failure;
pub use picture::Picture;
pub use session::{DRAWN, LIMIT, Session, drawing_desktop, drawing_folder};
pub use viewer::{
    Viewer, ViewerOptions, run_viewer, run_viewer_on_default_driver, runs_on_wine, vulkan_is_missing,
};
pub use wait::wait_for;
pub use workspace::root;
