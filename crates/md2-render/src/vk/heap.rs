//! The heap of the process, which software drivers use for drawing.

use super::headroom;

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
    let _ = headroom::can_allocate(LARGEST);
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
    const PAGES: usize = BLOCK * BLOCKS / 4096;

    fn page_faults() -> usize {
        let stat = std::fs::read_to_string("/proc/thread-self/stat").expect("Linux has this file");
        let behind_name = stat.rsplit_once(')').expect("the name of the thread").1;
        behind_name.split_whitespace().nth(7).and_then(|count| count.parse().ok()).expect("a count")
    }

    /// Allocates and frees blocks of memory twice, as llvmpipe does for two pictures. Returns the page faults of the second time.
    fn repeated_page_faults() -> usize {
        let draw = || {
            let before = page_faults();
            std::hint::black_box([(); BLOCKS].map(|()| vec![1_u8; BLOCK]));
            page_faults() - before
        };
        draw();
        draw()
    }

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

    #[test]
    #[cfg_attr(
        not(all(target_os = "linux", target_env = "gnu", target_pointer_width = "64")),
        ignore = "other allocators differ"
    )]
    fn the_next_picture_reuses_freed_memory() {
        let output = std::process::Command::new(std::env::current_exe().expect("this test's own path"))
            .args(["vk::heap::tests::two_pictures", "--exact", "--ignored"])
            .output()
            .expect("a process");
        let output_text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && output_text.contains(" 1 passed;"), "{output_text}");
    }

    #[test]
    #[ignore = "run by the test above, in a process that has freed nothing large yet"]
    fn two_pictures() {
        let before = repeated_page_faults();
        if before < PAGES / 8 {
            // With large pages there are few faults.
            return;
        }
        keep_freed();
        let after = repeated_page_faults();
        assert!(after < before / 8, "{before} page faults, then {after}, for {PAGES} pages");
    }
}
