//! All tests of md2-render from outside, in one program: each file is a module.

mod area;
mod common;
mod costs;
mod crowds;
// Windows of tests are X11's.
#[cfg(target_os = "linux")]
mod display;
mod edges;
mod fades;
mod floor;
mod game_light;
mod ghosts;
mod holes;
mod machines;
mod marks;
mod overlay;
mod panics;
mod pictures;
mod surfaces;
mod window;

use md2_testdata::heap::CountingAllocator;

#[global_allocator]
static HEAP: CountingAllocator = CountingAllocator;
