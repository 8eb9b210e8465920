//! File names that Windows reserves for devices.

use std::path::{Component, Path};

const NAMES: [&str; 6] = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"];
/// The names of these devices end with a digit.
const NUMBERED: [&str; 2] = ["COM", "LPT"];

/// Returns the first name in a path that Windows reserves for a device, also with an extension: `nul`, `CON.png`.
pub(super) fn reserved_name(path: &Path) -> Option<String> {
    let names = path.components().filter_map(|part| match part {
        Component::Normal(name) => Some(name.to_string_lossy()),
        _ => None,
    });
    names.map(|name| name.into_owned()).find(|name| is_reserved(name))
}

fn is_reserved(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name).trim_end().to_uppercase();
    let is_digit = |rest: &str| {
        matches!(rest, "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "¹" | "²" | "³")
    };
    NAMES.contains(&&*stem) || NUMBERED.iter().any(|device| stem.strip_prefix(device).is_some_and(is_digit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_are_reserved_with_any_case_and_extension() {
        for name in ["nul", "CON", "con.png", "Aux.tar.gz", "COM1", "lpt9.md2", "prn ", "com².md2"] {
            assert_eq!(reserved_name(Path::new(name)).as_deref(), Some(name), "{name}");
        }
        for name in ["null", "console.png", "com", "COM10", "a.con", "tris.md2", "..", "lpt"] {
            assert_eq!(reserved_name(Path::new(name)), None, "{name}");
        }
        assert_eq!(reserved_name(Path::new("models/aux/tris.md2")).as_deref(), Some("aux"));
    }
}
