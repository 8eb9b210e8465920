//! The application folder for macOS.

use std::path::Path;

use super::{PROGRAM, notices, png_icon};
use crate::cargo;
use crate::failure::Failure;
use crate::files::{copy, remove_folder, write};

/// The name of the folder, which the Finder shows without the extension.
const APPLICATION: &str = "MD2 Viewer.app";

/// Builds the viewer for a macOS target, and packs it as an application folder in `target/dist`. Needs the linker of Xcode.
pub(super) fn dist(target: &str) -> Result<(), Failure> {
    println!("dist: building the release for {target}, which takes minutes the first time");
    let mut build = cargo::cargo();
    cargo::run(build.args([
        "build",
        "--profile",
        "dist",
        "--locked",
        "--target",
        target,
        "--package",
        PROGRAM,
    ]))?;
    let program = cargo::target_dir()?.join(target).join("archive").join(PROGRAM);
    let root = cargo::root().join("target/dist").join(APPLICATION);
    remove_folder(&root)?;
    fill(&program, &root)?;
    let notices = notices::notices(target, &[PROGRAM])?;
    write(&root.join("Contents/Resources/LICENSES-OF-LIBRARIES.txt"), notices.as_bytes())?;
    println!("dist: {}, not signed", root.display());
    Ok(())
}

fn fill(program: &Path, root: &Path) -> Result<(), Failure> {
    let contents = root.join("Contents");
    copy(program, &contents.join("MacOS").join(PROGRAM))?;
    write(&contents.join("Info.plist"), property_list().as_bytes())?;
    write(&contents.join("Resources/md2-viewer.icns"), &icns(&png_icon()?))?;
    for text in ["LICENSE-MIT", "LICENSE-APACHE"] {
        copy(&cargo::root().join(text), &contents.join("Resources").join(text))?;
    }
    Ok(())
}

/// Returns the property list. It names no types of files, because the Finder would send their paths as an event that winit ignores.
fn property_list() -> String {
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
    <key>CFBundleName</key><string>MD2 Viewer</string>
    <key>CFBundleIdentifier</key><string>org.md2-toolkit.{PROGRAM}</string>
    <key>CFBundlePackageType</key><string>APPL</string>
    <key>CFBundleExecutable</key><string>{PROGRAM}</string>
    <key>CFBundleIconFile</key><string>md2-viewer</string>
    <key>CFBundleShortVersionString</key><string>{version}</string>
    <key>NSHighResolutionCapable</key><true/>
</dict>
</plist>
"#,
        version = env!("CARGO_PKG_VERSION")
    )
}

/// Returns an ICNS file that contains one PNG image of 256 x 256 pixels.
fn icns(png: &[u8]) -> Vec<u8> {
    const HEADER: usize = 8;
    let length = |bytes: usize| u32::try_from(bytes).unwrap_or(u32::MAX).to_be_bytes();
    [b"icns", &length(2 * HEADER + png.len())[..], b"ic08", &length(HEADER + png.len()), png].concat()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn the_property_list_names_the_program_and_the_icon() {
        let folder = std::env::temp_dir().join(format!("md2-app-{}", std::process::id()));
        let program = folder.join("built");
        write(&program, b"a program").expect("a temporary file");
        let root = folder.join(APPLICATION);
        fill(&program, &root).expect("a temporary folder");
        let read = |name: &str| fs::read(root.join("Contents").join(name)).expect(name);
        let list = String::from_utf8(read("Info.plist")).expect("text");
        let value = |key: &str| {
            let (_, rest) = list.split_once(&format!("<key>{key}</key><string>")).expect(key);
            rest.split('<').next().expect("a text").to_owned()
        };
        assert_eq!(read(&format!("MacOS/{}", value("CFBundleExecutable"))), b"a program");
        let icon = read(&format!("Resources/{}.icns", value("CFBundleIconFile")));
        assert_eq!(icon[4..8], u32::try_from(icon.len()).expect("small").to_be_bytes());
        assert_eq!(icon[16..24], *b"\x89PNG\r\n\x1a\n");
        fs::remove_dir_all(&folder).expect("a temporary folder");
    }
}
