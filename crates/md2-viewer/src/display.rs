//! The connection to a display.

#[cfg(all(unix, not(target_vendor = "apple")))]
mod unix;

use winit::event_loop::EventLoop;

const ALTERNATIVE: &str = "or draw without a window: `md2-viewer render -o picture.png`";

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum DisplayError {
    #[cfg(all(unix, not(target_vendor = "apple")))]
    #[error(transparent)]
    Unix(#[from] unix::UnixDisplayError),
    #[error("the display cannot open a window ({0}); check the desktop session, {ALTERNATIVE}")]
    Window(String),
}

/// Connects to the display. A process can call this function only once, because winit allows only one event loop.
pub(crate) fn connect() -> Result<EventLoop<()>, DisplayError> {
    #[cfg(all(unix, not(target_vendor = "apple")))]
    return Ok(unix::connect()?);
    #[cfg(not(all(unix, not(target_vendor = "apple"))))]
    EventLoop::new().map_err(|error| DisplayError::Window(error.to_string()))
}
