//! The process's heap, which software drivers draw in.

use super::headroom;

/// As much as glibc learns from on 64 bits, 32 MiB (`DEFAULT_MMAP_THRESHOLD_MAX`), less what it adds to a block.
const LARGEST: usize = (32 << 20) - (64 << 10);

/// Has the allocator keep up to 64 MiB of what is freed in each of its arenas for what is allocated next, if it is glibc's and
/// was not told otherwise; others do nothing.
///
/// Mesa's llvmpipe (seen in 22.3) allocates what it is about to draw, and frees what was drawn, picture by picture. glibc hands
/// so much back to the system each time and asks for it anew, a zeroed page after the other: a quarter of the time that a
/// picture of a thousand figures takes. From a large block that is freed glibc learns that such come and go, and keeps
/// twice as much (mallopt(3), `M_MMAP_THRESHOLD` and `M_TRIM_THRESHOLD`); the block is never touched.
pub(super) fn keep_freed() {
    let _ = headroom::is_there(LARGEST);
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLOCK: usize = 64 << 10;
    const BLOCKS: usize = 128;
    const PAGES: usize = BLOCK * BLOCKS / 4096;

    /// How often this thread asked for a page so far (proc_pid_stat(5), `minflt`).
    fn page_faults() -> usize {
        let stat = std::fs::read_to_string("/proc/thread-self/stat").expect("Linux tells");
        let behind_name = stat.rsplit_once(')').expect("the name of the thread").1;
        behind_name.split_whitespace().nth(7).and_then(|count| count.parse().ok()).expect("a count")
    }

    /// How many pages are asked for by the second of two pictures, drawn as llvmpipe does it: in blocks.
    fn asked_for_again() -> usize {
        let draw = || {
            let before = page_faults();
            std::hint::black_box([(); BLOCKS].map(|()| vec![1_u8; BLOCK]));
            page_faults() - before
        };
        draw();
        draw()
    }

    #[test]
    #[cfg_attr(
        not(all(target_os = "linux", target_env = "gnu", target_pointer_width = "64")),
        ignore = "other allocators keep what they like"
    )]
    fn what_was_freed_is_there_for_the_next_picture() {
        let output = std::process::Command::new(std::env::current_exe().expect("this test's own path"))
            .args(["vk::heap::tests::two_pictures", "--exact", "--ignored"])
            .output()
            .expect("a process");
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && said.contains(" 1 passed;"), "{said}");
    }

    #[test]
    #[ignore = "its neighbor runs it, in a process that has freed nothing large yet"]
    fn two_pictures() {
        let before = asked_for_again();
        if before < PAGES / 8 {
            // Where pages are large, hardly any are asked for.
            return;
        }
        keep_freed();
        let after = asked_for_again();
        assert!(after < before / 8, "of {PAGES} pages {before}, and then {after}");
    }
}
