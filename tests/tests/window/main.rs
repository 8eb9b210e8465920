//! Tests of the window on a virtual display, and of drivers, one module per subject. The windows of these tests open one after another. The
//! program is separate from `all`, whose tests would slow the windows down beyond their time limits.

mod browsing;
mod drivers;
mod editing;
mod exporting;
mod journey;
mod manager;
mod playing;
mod pointing;
mod soak;
mod windows;
