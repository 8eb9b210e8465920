//! Messages about tests that are skipped because the machine lacks a file or a device.

use std::env;
use std::fmt::Display;
use std::fs::OpenOptions;
use std::io::Write;
use std::thread;

/// The environment variable with the path of a file that lists skipped tests, one per line: the test, a tab, and the
/// reason. The file is necessary because Rust tests can only pass or fail, and the output of tests that pass is hidden.
const SKIP_LIST: &str = "MD2_SKIP_LIST";

/// Prints that a test is skipped for `reason`, and adds it to the file that `MD2_SKIP_LIST` names.
pub fn skip(reason: impl Display) {
    eprintln!("skipped: {reason}");
    let Some(path) = env::var_os(SKIP_LIST) else { return };
    let thread = thread::current();
    // The thread of a test has the name of the test. In the main thread the name is unknown.
    let name = thread.name().filter(|name| *name != "main").unwrap_or("a test");
    let test = format!("{name} of {}", package());
    // The line is written at once, because several programs write to the same file.
    let line = format!("{test}\t{}\n", reason.to_string().replace(['\n', '\t'], " "));
    let file = OpenOptions::new().create(true).append(true).open(path);
    let written = file.and_then(|mut file| file.write_all(line.as_bytes()));
    written.unwrap_or_else(|error| panic!("{SKIP_LIST}: {error}"));
}

/// Returns the name of the tested package. The names of test programs do not suffice, because they are equal in all packages.
fn package() -> String {
    env::var("CARGO_PKG_NAME").unwrap_or_else(|_| String::from("an unknown package"))
}

/// The environment variable that makes a missing device or validation layer an error. Set it on machines that have
/// both.
const REQUIRE_VULKAN: &str = "MD2_REQUIRE_VULKAN";

/// Whether this machine is expected to have a Vulkan device and the validation layer.
pub fn vulkan_is_required() -> bool {
    env::var_os(REQUIRE_VULKAN).is_some()
}

/// Prints that a test is skipped because the machine has no Vulkan device, with the `reason`.
#[track_caller]
pub fn skip_without_vulkan(reason: impl Display) {
    assert!(!vulkan_is_required(), "{REQUIRE_VULKAN} is set, and: {reason}");
    skip(reason);
}
