//! XCB handles of windows whose handles are from Xlib.
//!
//! Both libraries use the same connection to the X server. winit returns handles of Xlib, but some drivers, such as SwiftShader, only
//! draw to windows of XCB.

use std::ffi::c_void;
use std::num::NonZeroU32;
use std::ptr::NonNull;

use raw_window_handle::{RawDisplayHandle, RawWindowHandle, XcbDisplayHandle, XcbWindowHandle};

/// Returns the XCB handle of an Xlib display. Returns `None` for other displays, and if the library libX11-xcb is missing.
pub(super) fn display(display: RawDisplayHandle) -> Option<RawDisplayHandle> {
    let RawDisplayHandle::Xlib(xlib) = display else { return None };
    Some(XcbDisplayHandle::new(Some(connection(xlib.display?)?), xlib.screen).into())
}

#[cfg_attr(windows, expect(clippy::useless_conversion, reason = "the ID has 64 bits on Unix"))]
pub(super) fn window(window: RawWindowHandle) -> RawWindowHandle {
    let RawWindowHandle::Xlib(xlib) = window else { return window };
    let id = u32::try_from(xlib.window).ok().and_then(NonZeroU32::new);
    id.map_or(window, |id| XcbWindowHandle::new(id).into())
}

#[cfg(all(unix, not(target_vendor = "apple")))]
fn connection(display: NonNull<c_void>) -> Option<NonNull<c_void>> {
    type GetConnection = unsafe extern "C" fn(*mut c_void) -> *mut c_void;
    // SAFETY: the initializers of this system library are trusted like those of every linked library.
    let library = unsafe { libloading::Library::new("libX11-xcb.so.1") }.ok()?;
    // SAFETY: the type is that of `xcb_connection_t *XGetXCBConnection(Display *)` in `X11/Xlib-xcb.h`.
    let function = unsafe { library.get::<GetConnection>(b"XGetXCBConnection\0") }.ok()?;
    // SAFETY: the display is open, since its window exists. The function only reads a field.
    NonNull::new(unsafe { function(display.as_ptr()) })
}

#[cfg(not(all(unix, not(target_vendor = "apple"))))]
const fn connection(_: NonNull<c_void>) -> Option<NonNull<c_void>> {
    None
}
