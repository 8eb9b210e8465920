//! The heap of the process, which software drivers use for drawing.

/// The size of the block that [`keep_freed`] frees: nearly 32 MiB, the largest size to which glibc adapts its
/// thresholds (`DEFAULT_MMAP_THRESHOLD_MAX` on 64-bit systems).
const LARGEST: usize = (32 << 20) - (64 << 10);

/// Makes glibc's allocator keep up to 64 MiB of freed memory in each arena for reuse, unless it is configured
/// otherwise. Other allocators ignore this.
///
/// Mesa's llvmpipe (seen in 22.3) allocates and frees memory for each picture. glibc returns much of the memory to
/// the system and requests it again, and the system zeroes every page. That takes a third of the time of a picture
/// of a thousand models. When a large block is freed, glibc raises its thresholds to twice that size (mallopt(3),
/// `M_MMAP_THRESHOLD` and `M_TRIM_THRESHOLD`). So this function allocates a large block and frees it unused.
pub(super) fn keep_freed() {
    // Keeps the compiler from removing the unused allocation.
    std::hint::black_box(Vec::<u8>::with_capacity(LARGEST));
}

/// Returns freed memory of the process to the system, including the memory of software drivers, which share the process's heap. Call this
/// function after a model was replaced. It takes a few milliseconds, and does nothing with allocators other than glibc's.
///
/// glibc keeps freed memory between allocated blocks, and in the arena of each thread. As different threads load the models, the memory
/// would grow with each model for a long time.
pub fn trim_heap() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        // SAFETY: the declaration is that of glibc (malloc_trim(3)). The function locks each arena, and has no preconditions.
        unsafe extern "C" {
            safe fn malloc_trim(pad: usize) -> std::ffi::c_int;
        }
        malloc_trim(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLOCK: usize = 64 << 10;
    const BLOCKS: usize = 128;

    fn resident_bytes() -> usize {
        let statm = std::fs::read_to_string("/proc/self/statm").expect("Linux has this file");
        4096 * statm.split_whitespace().nth(1).and_then(|pages| pages.parse::<usize>().ok()).expect("a count")
    }

    #[test]
    #[cfg_attr(
        not(all(target_os = "linux", target_env = "gnu", target_pointer_width = "64")),
        ignore = "other allocators differ"
    )]
    fn freed_memory_between_used_blocks_returns_to_the_system() {
        let mut blocks: Vec<_> = (0..32 * BLOCKS).map(|_| vec![1_u8; BLOCK]).collect();
        let last = blocks.pop();
        drop(blocks);
        let before = resident_bytes();
        trim_heap();
        let returned = before.saturating_sub(resident_bytes());
        assert!(returned > 16 * BLOCKS * BLOCK, "{returned} bytes");
        drop(last);
    }
}
