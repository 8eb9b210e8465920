//! Finding a display to open the window on, and saying what is wrong where there is none.
//!
//! winit 0.30 does not try X11 when `WAYLAND_DISPLAY` names a compositor that is gone
//! (rust-windowing/winit issue 4267), and it panics where the keyboard libraries are missing, so
//! both are settled here before it is asked.

use std::io;
use std::path::PathBuf;

use winit::error::EventLoopError;
use winit::event_loop::EventLoop;

/// Why no window can be opened. Each text names the cure.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum DisplayError {
    #[error(
        "no display: neither WAYLAND_DISPLAY nor DISPLAY is set; start it inside a desktop \
         session, or draw without a window by `md2-viewer render -o picture.png`"
    )]
    Unset,
    #[error(
        "the display {name:?} does not answer; check WAYLAND_DISPLAY and DISPLAY, or draw \
         without a window by `md2-viewer render -o picture.png`"
    )]
    Dead { name: String },
    #[error(
        "this program was built for windows of {built} alone, which the session has none of; build it with the \
         features x11 and wayland, or draw without a window by `md2-viewer render -o picture.png`"
    )]
    Foreign { built: &'static str },
    #[error(
        "the library {library} is missing; install it (on Debian and Ubuntu: \
         `apt install {package}`), or draw without a window by `md2-viewer render -o picture.png`"
    )]
    Library { library: &'static str, package: &'static str },
    #[error(
        "the display refused a window ({0}); check the desktop session, or draw without a \
         window by `md2-viewer render -o picture.png`"
    )]
    Window(String),
}

/// Which display protocol to use.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Backend {
    Wayland(String),
    X11(String),
}

/// What the environment says about displays. Empty values count as unset.
#[derive(Clone, Debug, Default)]
struct Environment {
    wayland_display: Option<String>,
    wayland_socket: Option<String>,
    runtime_dir: Option<PathBuf>,
    display: Option<String>,
}

impl Environment {
    fn read() -> Self {
        let value = |name| {
            std::env::var_os(name)
                .filter(|value| !value.is_empty())
                .map(|value| value.to_string_lossy().into_owned())
        };
        Self {
            wayland_display: value("WAYLAND_DISPLAY"),
            wayland_socket: value("WAYLAND_SOCKET"),
            runtime_dir: value("XDG_RUNTIME_DIR").map(PathBuf::from),
            display: value("DISPLAY"),
        }
    }

    /// Without the displays that a build has no windows for.
    fn spoken_with(mut self, wayland: bool, x11: bool) -> Result<Self, DisplayError> {
        let was_unset = self.is_unset();
        if !wayland {
            (self.wayland_display, self.wayland_socket) = (None, None);
        }
        self.display = self.display.filter(|_| x11);
        if !was_unset && self.is_unset() {
            return Err(DisplayError::Foreign { built: if x11 { "X11" } else { "Wayland" } });
        }
        Ok(self)
    }

    fn is_unset(&self) -> bool {
        self.wayland_display.is_none() && self.wayland_socket.is_none() && self.display.is_none()
    }

    /// The socket of the Wayland compositor: an absolute name, or one inside the runtime folder.
    fn wayland_path(&self) -> Option<PathBuf> {
        let name = PathBuf::from(self.wayland_display.as_ref()?);
        if name.is_absolute() { Some(name) } else { Some(self.runtime_dir.as_ref()?.join(name)) }
    }
}

/// Wayland if a compositor answers, else X11 if it is named at all: whether the X server lives
/// is seen when the event loop connects.
fn choose(
    environment: &Environment,
    answers: impl Fn(PathBuf) -> io::Result<()>,
) -> Result<Backend, DisplayError> {
    if let Some(socket) = &environment.wayland_socket {
        return Ok(Backend::Wayland(socket.clone()));
    }
    if let (Some(name), Some(path)) = (&environment.wayland_display, environment.wayland_path())
        && answers(path).is_ok()
    {
        return Ok(Backend::Wayland(name.clone()));
    }
    match (&environment.display, &environment.wayland_display) {
        (Some(name), _) => Ok(Backend::X11(name.clone())),
        (None, Some(name)) => Err(DisplayError::Dead { name: name.clone() }),
        (None, None) => Err(DisplayError::Unset),
    }
}

/// Connects to the display. To be called once in a process: winit makes one event loop only.
///
/// # Errors
/// A [`DisplayError`] for the first thing that is missing.
#[cfg(all(unix, not(target_vendor = "apple")))]
pub(crate) fn connect() -> Result<EventLoop<()>, DisplayError> {
    #[cfg(feature = "wayland")]
    use winit::platform::wayland::EventLoopBuilderExtWayland as _;
    #[cfg(feature = "x11")]
    use winit::platform::x11::EventLoopBuilderExtX11 as _;

    let answers = |path| std::os::unix::net::UnixStream::connect(path).map(drop);
    let environment = Environment::read().spoken_with(cfg!(feature = "wayland"), cfg!(feature = "x11"))?;
    let backend = choose(&environment, answers)?;
    keyboard_libraries(&backend)?;
    let mut builder = EventLoop::builder();
    let name = match backend {
        Backend::Wayland(name) => {
            #[cfg(feature = "wayland")]
            builder.with_wayland();
            name
        }
        Backend::X11(name) => {
            #[cfg(feature = "x11")]
            builder.with_x11();
            name
        }
    };
    builder.build().map_err(|error| explain(&error, name))
}

/// Connects to the display. To be called once in a process: winit makes one event loop only.
///
/// # Errors
/// A [`DisplayError`] if the system gives no event loop.
#[cfg(not(all(unix, not(target_vendor = "apple"))))]
pub(crate) fn connect() -> Result<EventLoop<()>, DisplayError> {
    EventLoop::new().map_err(|error| explain(&error, String::from("of this session")))
}

/// winit would panic without them.
#[cfg(all(unix, not(target_vendor = "apple")))]
fn keyboard_libraries(backend: &Backend) -> Result<(), DisplayError> {
    if xkbcommon_dl::xkbcommon_option().is_none() {
        return Err(DisplayError::Library { library: "libxkbcommon", package: "libxkbcommon0" });
    }
    if matches!(backend, Backend::X11(_)) && xkbcommon_dl::x11::xkbcommon_x11_option().is_none() {
        return Err(DisplayError::Library { library: "libxkbcommon-x11", package: "libxkbcommon-x11-0" });
    }
    Ok(())
}

/// winit's own texts start with a path of the machine it was built on, so they only serve to
/// tell the cases apart.
fn explain(error: &EventLoopError, name: String) -> DisplayError {
    let text = error.to_string();
    if text.contains("shared libraries") {
        DisplayError::Library {
            library: "libX11, libX11-xcb, libXcursor or libXi",
            package: "libx11-6 libx11-xcb1 libxcursor1 libxi6",
        }
    } else {
        DisplayError::Dead { name }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn environment(wayland: Option<&str>, x11: Option<&str>) -> Environment {
        Environment {
            wayland_display: wayland.map(String::from),
            wayland_socket: None,
            runtime_dir: Some(PathBuf::from("/run/user/1000")),
            display: x11.map(String::from),
        }
    }

    fn alive(_: PathBuf) -> io::Result<()> {
        Ok(())
    }

    fn dead(_: PathBuf) -> io::Result<()> {
        Err(io::ErrorKind::ConnectionRefused.into())
    }

    #[test]
    fn a_living_compositor_comes_first() {
        assert_eq!(
            choose(&environment(Some("wayland-0"), Some(":0")), alive),
            Ok(Backend::Wayland(String::from("wayland-0")))
        );
    }

    #[test]
    fn a_dead_compositor_leaves_x11() {
        assert_eq!(
            choose(&environment(Some("wayland-0"), Some(":0")), dead),
            Ok(Backend::X11(String::from(":0")))
        );
    }

    #[test]
    fn a_dead_compositor_alone_is_named() {
        let error = choose(&environment(Some("wayland-7"), None), dead).unwrap_err();
        assert!(error.to_string().contains("wayland-7"));
    }

    #[test]
    fn a_build_for_other_windows_says_so() {
        let both = environment(Some("wayland-0"), Some(":0"));
        let x11 = both.clone().spoken_with(false, true).unwrap();
        assert_eq!(choose(&x11, alive), Ok(Backend::X11(String::from(":0"))));
        let wayland = both.spoken_with(true, false).unwrap();
        assert_eq!(choose(&wayland, alive), Ok(Backend::Wayland(String::from("wayland-0"))));
        assert_eq!(choose(&wayland, dead), Err(DisplayError::Dead { name: String::from("wayland-0") }));
        let error = environment(Some("wayland-0"), None).spoken_with(false, true).unwrap_err();
        assert_eq!(error, DisplayError::Foreign { built: "X11" });
        let error = environment(None, Some(":0")).spoken_with(true, false).unwrap_err();
        assert_eq!(error, DisplayError::Foreign { built: "Wayland" });
        assert!(environment(None, None).spoken_with(true, false).is_ok(), "that is told of by itself");
    }

    #[test]
    fn nothing_set_names_the_cure() {
        let error = choose(&environment(None, None), alive).unwrap_err();
        assert_eq!(error, DisplayError::Unset);
        assert!(error.to_string().contains("md2-viewer render"));
    }

    #[test]
    fn an_inherited_socket_is_enough() {
        let environment = Environment { wayland_socket: Some(String::from("7")), ..Environment::default() };
        assert!(matches!(choose(&environment, dead), Ok(Backend::Wayland(_))));
    }

    #[test]
    fn the_compositor_is_looked_for_in_the_runtime_folder_or_at_its_path() {
        let path = |name| environment(Some(name), None).wayland_path();
        assert_eq!(path("wayland-0"), Some(PathBuf::from("/run/user/1000/wayland-0")));
        assert_eq!(path("/tmp/socket"), Some(PathBuf::from("/tmp/socket")));
    }
}
