//! All integration tests of md2-salvage, in one program. Each file is a module.

mod losses;
mod md2;
mod md3;
mod mdl;
mod text;

use md2_testdata::heap::CountingAllocator;

#[global_allocator]
static HEAP: CountingAllocator = CountingAllocator;
