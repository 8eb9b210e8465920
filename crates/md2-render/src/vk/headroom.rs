//! A check that the process has enough memory left for a software driver, which runs inside the process; see "Lack of memory" in the
//! README. The amounts are estimates, and cannot prevent every crash inside a driver.

use super::adapter::AdapterKind;
use super::error::Error;

/// The memory, in bytes, that must be free before a software driver creates an object: several times the need of any
/// pipeline.
pub(super) const ROOM: usize = 48 << 20;

/// The address space, in bytes, that must be free before a software driver starts: for its compiler, and the stacks
/// and heaps of its threads. The driver uses only a part of this as memory.
pub(super) const ROOM_TO_START: usize = 384 << 20;

/// The address space, in bytes, for the mapped libraries of the loader and its drivers.
const ROOM_TO_LOAD: usize = 320 << 20;

pub(super) fn require(kind: AdapterKind, room: usize, call: &'static str) -> Result<(), Error> {
    if kind != AdapterKind::Software || can_allocate(room) {
        return Ok(());
    }
    Err(Error::OutOfMemory { on_device: false, call })
}

/// Returns the error for a missing driver. If too little memory is left to load a driver, the loader also reports
/// that there is none, so the error is then [`Error::OutOfMemory`].
pub(super) fn missing_driver_error(call: &'static str) -> Error {
    if can_allocate(ROOM_TO_LOAD) { Error::NoDriver } else { Error::OutOfMemory { on_device: false, call } }
}

/// Whether the process can allocate this many bytes. The bytes are freed unused; the check takes two system calls.
pub(super) fn can_allocate(bytes: usize) -> bool {
    let mut probe = Vec::<u8>::new();
    let has_room = probe.try_reserve_exact(bytes).is_ok();
    // Keeps the compiler from removing the unused allocation.
    std::hint::black_box(&mut probe);
    has_room
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requires_memory_only_for_software_drivers() {
        assert!(can_allocate(1) && !can_allocate(isize::MAX as usize));
        let all = isize::MAX as usize;
        assert_eq!(require(AdapterKind::Discrete, all, "vkCall"), Ok(()));
        assert_eq!(require(AdapterKind::Software, 1, "vkCall"), Ok(()));
        let error = Error::OutOfMemory { on_device: false, call: "vkCall" };
        assert_eq!(require(AdapterKind::Software, all, "vkCall"), Err(error));
    }
}
