//! Displays of Unix desktops: Wayland and X11.
//!
//! winit 0.30 does not try X11 if `WAYLAND_DISPLAY` names a compositor that does not answer (rust-windowing/winit issue 4267), and
//! panics without the keyboard libraries. This module checks both before it calls winit.

use std::io;
use std::path::PathBuf;

use winit::error::EventLoopError;
use winit::event_loop::EventLoop;

use super::ALTERNATIVE;

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum UnixDisplayError {
    #[error(
        "no display: neither WAYLAND_DISPLAY nor DISPLAY is set, or this program was built without support for it; start \
         md2-viewer in a desktop session, {ALTERNATIVE}"
    )]
    Unset,
    #[error("the display {name:?} does not answer; check WAYLAND_DISPLAY and DISPLAY, {ALTERNATIVE}")]
    NoAnswer { name: String },
    #[error(
        "the library {library} is missing; install it (on Debian and Ubuntu: `apt install {package}`), {ALTERNATIVE}"
    )]
    Library { library: &'static str, package: &'static str },
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Backend {
    Wayland(String),
    X11(String),
}

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
        let (wayland, x11) = (cfg!(feature = "wayland"), cfg!(feature = "x11"));
        Self {
            wayland_display: value("WAYLAND_DISPLAY").filter(|_| wayland),
            wayland_socket: value("WAYLAND_SOCKET").filter(|_| wayland),
            runtime_dir: value("XDG_RUNTIME_DIR").map(PathBuf::from),
            display: value("DISPLAY").filter(|_| x11),
        }
    }

    fn wayland_path(&self) -> Option<PathBuf> {
        let name = PathBuf::from(self.wayland_display.as_ref()?);
        if name.is_absolute() { Some(name) } else { Some(self.runtime_dir.as_ref()?.join(name)) }
    }
}

fn choose(
    environment: &Environment,
    answers: impl Fn(PathBuf) -> io::Result<()>,
) -> Result<Backend, UnixDisplayError> {
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
        (None, Some(name)) => Err(UnixDisplayError::NoAnswer { name: name.clone() }),
        (None, None) => Err(UnixDisplayError::Unset),
    }
}

pub(super) fn connect() -> Result<EventLoop<()>, UnixDisplayError> {
    #[cfg(feature = "wayland")]
    use winit::platform::wayland::EventLoopBuilderExtWayland as _;
    #[cfg(feature = "x11")]
    use winit::platform::x11::EventLoopBuilderExtX11 as _;

    let answers = |path| std::os::unix::net::UnixStream::connect(path).map(drop);
    let backend = choose(&Environment::read(), answers)?;
    check_keyboard_libraries(&backend)?;
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
    builder.build().map_err(|error| display_error(&error, name))
}

/// Checks that the keyboard libraries are installed. Without them, winit would panic.
fn check_keyboard_libraries(backend: &Backend) -> Result<(), UnixDisplayError> {
    if xkbcommon_dl::xkbcommon_option().is_none() {
        return Err(UnixDisplayError::Library { library: "libxkbcommon", package: "libxkbcommon0" });
    }
    if matches!(backend, Backend::X11(_)) && xkbcommon_dl::x11::xkbcommon_x11_option().is_none() {
        return Err(UnixDisplayError::Library { library: "libxkbcommon-x11", package: "libxkbcommon-x11-0" });
    }
    Ok(())
}

/// Converts winit's error. Discards its text, which begins with a source path of the machine that built the program.
fn display_error(error: &EventLoopError, name: String) -> UnixDisplayError {
    let text = error.to_string();
    if text.contains("shared libraries") {
        UnixDisplayError::Library {
            library: "libX11, libX11-xcb, libXcursor or libXi",
            package: "libx11-6 libx11-xcb1 libxcursor1 libxi6",
        }
    } else {
        UnixDisplayError::NoAnswer { name }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn environment(wayland: &str, x11: &str) -> Environment {
        let value = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        Environment {
            wayland_display: value(wayland),
            wayland_socket: None,
            runtime_dir: Some(PathBuf::from("/run/user/1000")),
            display: value(x11),
        }
    }

    fn choose(environment: &Environment, answers: bool) -> Result<Backend, UnixDisplayError> {
        let refused = || io::ErrorKind::ConnectionRefused.into();
        super::choose(environment, |_| answers.then_some(()).ok_or_else(refused))
    }

    #[test]
    fn prefers_a_compositor_that_answers_and_falls_back_to_x11() {
        let (wayland, x11) =
            (|name: &str| Backend::Wayland(name.to_owned()), Backend::X11(String::from(":0")));
        let no_answer = |name: &str| UnixDisplayError::NoAnswer { name: name.to_owned() };
        for (environment, answers, expected) in [
            (environment("wayland-0", ":0"), true, Ok(wayland("wayland-0"))),
            (environment("wayland-0", ":0"), false, Ok(x11.clone())),
            (environment("wayland-7", ""), false, Err(no_answer("wayland-7"))),
            (environment("", ":0"), true, Ok(x11.clone())),
            (environment("", ""), true, Err(UnixDisplayError::Unset)),
            (
                Environment { wayland_socket: Some(String::from("7")), ..Environment::default() },
                false,
                Ok(wayland("7")),
            ),
        ] {
            assert_eq!(choose(&environment, answers), expected, "{environment:?}");
        }
        assert!(no_answer("wayland-7").to_string().contains("wayland-7"));
        assert!(UnixDisplayError::Unset.to_string().contains("md2-viewer render"));
    }

    #[test]
    fn resolves_the_socket_of_the_compositor() {
        let path = |name| environment(name, "").wayland_path();
        assert_eq!(path("wayland-0"), Some(PathBuf::from("/run/user/1000/wayland-0")));
        assert_eq!(path("/tmp/socket"), Some(PathBuf::from("/tmp/socket")));
    }
}
