//! Whether there is memory left for a driver that takes it from the process, as software drivers do.
//!
//! Such a driver compiles shaders when pipelines are made and first used, and does not look whether it got the memory
//! it asked for: Mesa's llvmpipe (seen in 22.3, with a limit to the address space) reads through null pointers, or
//! ends the process with "LLVM ERROR: out of memory". So it is asked only while there is enough. That is a guess at
//! what it takes, not a promise: what dies inside of a driver is beyond this crate.

use super::adapter::AdapterKind;
use super::error::Error;

/// What a software driver is left with before it makes something new: several times what any pipeline took.
pub(super) const ROOM: usize = 48 << 20;

/// What it is left with to start: for its compiler, and the stacks and heaps of its threads. Address space, that is;
/// of memory it takes a part of that.
pub(super) const ROOM_TO_START: usize = 384 << 20;

/// What the loader and its drivers need to be there at all, in libraries that are mapped.
const ROOM_TO_LOAD: usize = 320 << 20;

/// Refuses to have a driver do `call` if it takes its memory from the process, and there is less than `room` left.
pub(super) fn require(kind: AdapterKind, room: usize, call: &'static str) -> Result<(), Error> {
    if kind != AdapterKind::Software || is_there(room) {
        return Ok(());
    }
    Err(Error::OutOfMemory { on_device: false, call })
}

/// Why no driver was found: too little memory for their libraries looks like that, too.
pub(super) fn why_no_driver(call: &'static str) -> Error {
    if is_there(ROOM_TO_LOAD) { Error::NoDriver } else { Error::OutOfMemory { on_device: false, call } }
}

/// Whether the process may have so many bytes. They are given back untouched, which costs two calls of the system.
pub(super) fn is_there(bytes: usize) -> bool {
    let mut probe = Vec::<u8>::new();
    let is_there = probe.try_reserve_exact(bytes).is_ok();
    // Otherwise a compiler may see that nobody uses it, and never ask.
    std::hint::black_box(&mut probe);
    is_there
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_drivers_that_share_our_memory_are_spared() {
        assert!(is_there(1) && !is_there(isize::MAX as usize));
        let all = isize::MAX as usize;
        assert_eq!(require(AdapterKind::Discrete, all, "vkCall"), Ok(()));
        assert_eq!(require(AdapterKind::Software, 1, "vkCall"), Ok(()));
        let error = Error::OutOfMemory { on_device: false, call: "vkCall" };
        assert_eq!(require(AdapterKind::Software, all, "vkCall"), Err(error));
    }
}
