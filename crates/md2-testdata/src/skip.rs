//! Tests that pass without having what they test on, and say so.

use std::env;
use std::fmt::Display;
use std::fs::OpenOptions;
use std::io::Write;
use std::thread;

/// The environment variable that names a file in which skipped tests are noted, a line each: the test, a tab, the
/// reason. Test programs know no third way beside passing and failing, and keep to themselves what passing tests print.
pub const SKIP_LIST: &str = "MD2_SKIP_LIST";

/// Says that a test is skipped, for want of what `reason` tells.
///
/// # Panics
/// If [`SKIP_LIST`] names a file that cannot be written.
pub fn skip(reason: impl Display) {
    eprintln!("skipped: {reason}");
    let Some(path) = env::var_os(SKIP_LIST) else { return };
    let thread = thread::current();
    // A test's thread bears its name; where tests run in the main thread, the package's must do.
    let name = thread.name().filter(|name| *name != "main").unwrap_or("a test");
    let test = format!("{name} of {}", package());
    // On one line, and written at once, as several programs write to the list.
    let line = format!("{test}\t{}\n", reason.to_string().replace(['\n', '\t'], " "));
    let file = OpenOptions::new().create(true).append(true).open(path);
    let written = file.and_then(|mut file| file.write_all(line.as_bytes()));
    written.unwrap_or_else(|error| panic!("{SKIP_LIST}: {error}"));
}

/// The package that the test is of, as cargo tells test programs, which are called alike in all packages.
fn package() -> String {
    env::var("CARGO_PKG_NAME").unwrap_or_else(|_| String::from("an unknown package"))
}
