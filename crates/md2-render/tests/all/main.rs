//! The tests of the public interface of md2-render, in one program.

mod area;
mod common;
mod costs;
mod crowds;
// The tests with windows use X11.
#[cfg(target_os = "linux")]
mod display;
mod edges;
mod fades;
mod floor;
mod game_light;
mod ghosts;
mod holes;
mod hundred_lines;
mod machines;
mod marks;
mod overlay;
mod panics;
mod pictures;
mod strips;
mod surfaces;
mod window;

use md2_testdata::heap::CountingAllocator;

#[global_allocator]
static HEAP: CountingAllocator = CountingAllocator;
