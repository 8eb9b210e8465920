//! A virtual X11 display, and an X11 client that acts as window manager and user.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use x11rb::connection::Connection;
use x11rb::protocol::xproto::{
    Atom, AtomEnum, BUTTON_PRESS_EVENT, BUTTON_RELEASE_EVENT, ClientMessageEvent, ConfigureWindowAux,
    ConnectionExt as _, EventMask, ImageFormat, InputFocus, KEY_PRESS_EVENT, KEY_RELEASE_EVENT,
    MOTION_NOTIFY_EVENT, MapState, PropMode,
};
use x11rb::protocol::xtest::ConnectionExt as _;
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

use crate::failure::Failure;
use crate::picture::Picture;
use crate::wait::wait_for;

/// The value of the property `WM_STATE` for a window that is not minimized.
const NORMAL_STATE: u32 = 1;

pub type Window = x11rb::protocol::xproto::Window;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// A character key, given by the character that it produces without Shift.
    Char(char),
    Escape,
    Enter,
    Tab,
    Backspace,
    PageUp,
    PageDown,
    /// A function key, from 1 to 12.
    Function(u8),
    Left,
    Up,
    Right,
    Down,
    Home,
}

impl Key {
    fn keysym(self) -> u32 {
        match self {
            // The keysym of a Latin-1 character is its code.
            Self::Char(character) => u32::from(character),
            Self::Escape => 0xff1b,
            Self::Enter => 0xff0d,
            Self::Tab => 0xff09,
            Self::Backspace => 0xff08,
            Self::PageUp => 0xff55,
            Self::PageDown => 0xff56,
            Self::Function(number) => 0xffbd + u32::from(number),
            Self::Home => 0xff50,
            Self::Left => 0xff51,
            Self::Up => 0xff52,
            Self::Right => 0xff53,
            Self::Down => 0xff54,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Modifier {
    Shift,
    Control,
}

impl Modifier {
    fn keysym(self) -> u32 {
        match self {
            Self::Shift => 0xffe1,
            Self::Control => 0xffe3,
        }
    }
}

/// A virtual display for a test. Every action fails if the display has closed. The server ends when the value is dropped.
#[derive(Debug)]
pub struct Desktop {
    // Dropped first, so that the connection closes before the server ends.
    connection: RustConnection,
    root: Window,
    name: String,
    _server: Server,
    _turn: MutexGuard<'static, ()>,
}

/// Windows of a process open one after another, since several of them would slow each other down beyond the time limits.
static TURN: Mutex<()> = Mutex::new(());

#[derive(Debug)]
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Desktop {
    /// Starts Xvfb on a free display number and connects to it. Waits until the desktop of another test ends.
    pub fn start(width: u16, height: u16) -> Result<Self, Failure> {
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let mut child = Command::new("Xvfb")
            .args(["-displayfd", "1", "-nolisten", "tcp", "-screen", "0", &format!("{width}x{height}x24")])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("Xvfb: {error} (`cargo xtask setup` installs it)"))?;
        let stdout = child.stdout.take().ok_or("Xvfb has no standard output")?;
        let server = Server(child);
        // The server writes its display number when it is ready for clients.
        let mut number = String::new();
        if BufReader::new(stdout).read_line(&mut number)? == 0 {
            return Err("Xvfb ended at its start".into());
        }
        let name = format!(":{}", number.trim());
        let (connection, screen) = RustConnection::connect(Some(&name))?;
        let root = connection.setup().roots.get(screen).ok_or("the display has no screen")?.root;
        Ok(Self { connection, root, name, _server: server, _turn: turn })
    }

    /// Starts a virtual display for a test. Where that is not possible, the test is reported as skipped.
    pub fn for_test(width: u16, height: u16) -> Option<Self> {
        let started = Self::start(width, height);
        started.map_err(|error| md2_testdata::skip(format!("no virtual display: {error}"))).ok()
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// Waits up to a minute until a process has a visible window, and returns this window.
    pub fn window_of(&self, process_id: u32) -> Result<Window, Failure> {
        let property = self.atom("_NET_WM_PID")?;
        let find = || {
            let windows = self.connection.query_tree(self.root).ok()?.reply().ok()?.children;
            windows.into_iter().find(|&window| {
                let owner = self
                    .connection
                    .get_property(false, window, property, AtomEnum::CARDINAL, 0, 1)
                    .ok()
                    .and_then(|cookie| cookie.reply().ok())
                    .and_then(|reply| reply.value32()?.next());
                // Wine also makes hidden windows.
                owner == Some(process_id) && self.is_visible(window)
            })
        };
        let window = wait_for(Duration::from_secs(60), find)
            .ok_or_else(|| format!("process {process_id} opened no window"))?;
        // Wine changes a window only after the window manager has set the state.
        self.set_state(window, NORMAL_STATE)?;
        Ok(window)
    }

    fn is_visible(&self, window: Window) -> bool {
        let attributes =
            self.connection.get_window_attributes(window).ok().and_then(|cookie| cookie.reply().ok());
        attributes.is_some_and(|attributes| attributes.map_state == MapState::VIEWABLE)
    }

    /// Resizes a window, as a user does by dragging its corner, and moves it to the upper left corner of the screen.
    pub fn resize(&self, window: Window, width: u32, height: u32) -> Result<(), Failure> {
        // Wine leaves space for a frame.
        let change = ConfigureWindowAux::new().x(0).y(0).width(width).height(height);
        self.connection.configure_window(window, &change)?;
        Ok(self.connection.flush()?)
    }

    /// Minimizes a window as window managers do: unmaps it and marks it as iconic.
    pub fn minimize(&self, window: Window) -> Result<(), Failure> {
        const ICONIC_STATE: u32 = 3;
        self.connection.unmap_window(window)?;
        self.set_state(window, ICONIC_STATE)
    }

    pub fn restore(&self, window: Window) -> Result<(), Failure> {
        self.connection.map_window(window)?;
        self.set_state(window, NORMAL_STATE)
    }

    fn set_state(&self, window: Window, state: u32) -> Result<(), Failure> {
        let property = self.atom("WM_STATE")?;
        self.connection.change_property32(PropMode::REPLACE, window, property, property, &[state, 0])?;
        Ok(self.connection.flush()?)
    }

    /// Asks a window to close, as its close button does.
    pub fn close(&self, window: Window) -> Result<(), Failure> {
        let data = [self.atom("WM_DELETE_WINDOW")?, x11rb::CURRENT_TIME, 0, 0, 0];
        let message = ClientMessageEvent::new(32, window, self.atom("WM_PROTOCOLS")?, data);
        self.connection.send_event(false, window, EventMask::NO_EVENT, message)?;
        Ok(self.connection.flush()?)
    }

    /// Focuses a window, then presses and releases a key. If `modifier` is given, this key is held meanwhile.
    pub fn press_with(&self, window: Window, modifier: Option<Modifier>, key: Key) -> Result<(), Failure> {
        let held = modifier.map(|held| self.key_code(held.keysym(), &format!("{held:?}"))).transpose()?;
        let code = self.key_code(key.keysym(), &format!("{key:?}"))?;
        self.connection.set_input_focus(InputFocus::PARENT, window, x11rb::CURRENT_TIME)?;
        let strokes = [
            (KEY_PRESS_EVENT, held),
            (KEY_PRESS_EVENT, Some(code)),
            (KEY_RELEASE_EVENT, Some(code)),
            (KEY_RELEASE_EVENT, held),
        ];
        for (event, code) in strokes {
            let Some(code) = code else { continue };
            self.connection.xtest_fake_input(event, code, x11rb::CURRENT_TIME, self.root, 0, 0, 0)?;
        }
        Ok(self.connection.flush()?)
    }

    /// Returns the code of the key with the given keysym (X11's number for the symbol on a key). The error contains `name`.
    fn key_code(&self, keysym: u32, name: &str) -> Result<u8, Failure> {
        let setup = self.connection.setup();
        let count = setup.max_keycode - setup.min_keycode + 1;
        let map = self.connection.get_keyboard_mapping(setup.min_keycode, count)?.reply()?;
        let per_code = usize::from(map.keysyms_per_keycode).max(1);
        let position = map
            .keysyms
            .chunks(per_code)
            .position(|symbols| symbols.first() == Some(&keysym))
            .ok_or_else(|| format!("the keyboard has no {name}"))?;
        Ok(setup.min_keycode + u8::try_from(position)?)
    }

    pub fn point(&self, x: i16, y: i16) -> Result<(), Failure> {
        let now = x11rb::CURRENT_TIME;
        self.connection.xtest_fake_input(MOTION_NOTIFY_EVENT, 0, now, self.root, x, y, 0)?;
        Ok(self.connection.flush()?)
    }

    /// Presses or releases a mouse button: 1 to 3 from left to right, 4 and 5 for the wheel up and down.
    pub fn button(&self, number: u8, pressed: bool) -> Result<(), Failure> {
        let event = if pressed { BUTTON_PRESS_EVENT } else { BUTTON_RELEASE_EVENT };
        self.connection.xtest_fake_input(event, number, x11rb::CURRENT_TIME, self.root, 0, 0, 0)?;
        Ok(self.connection.flush()?)
    }

    pub fn screenshot(&self, window: Window) -> Result<Picture, Failure> {
        let size = self.connection.get_geometry(window)?.reply()?;
        let image = self
            .connection
            .get_image(ImageFormat::Z_PIXMAP, window, 0, 0, size.width, size.height, u32::MAX)?
            .reply()?;
        // Pixels of 24-bit visuals are blue, green, red and an unused byte.
        let pixels = image.data.chunks_exact(4).map(|p| [p[2], p[1], p[0]]).collect();
        Ok(Picture { width: size.width.into(), height: size.height.into(), pixels })
    }

    /// Waits up to a minute until a window shows more than `colors` different colors.
    pub fn wait_for_picture(&self, window: Window, colors: usize) -> Result<Picture, Failure> {
        let attempt = || self.screenshot(window).ok().filter(|picture| picture.color_count() > colors);
        wait_for(Duration::from_secs(60), attempt).ok_or_else(|| "the window shows no picture".into())
    }

    fn atom(&self, name: &str) -> Result<Atom, Failure> {
        Ok(self.connection.intern_atom(false, name.as_bytes())?.reply()?.atom)
    }
}
