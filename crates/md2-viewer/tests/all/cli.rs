//! The command line of the viewer: exit codes, messages, and pictures of `render`.

use std::fs;
use std::path::Path;

use crate::common::{TempFolder, code, lacks_vulkan, stderr, stdout, triangle, viewer};

#[test]
fn broken_files_exit_with_1_and_a_reason() {
    let folder = TempFolder::new();
    let whole = triangle();
    for (name, bytes, expected) in [
        ("empty.md2", &b""[..], "an empty file"),
        ("cut.md2", &whole[..whole.len() / 3], "the end of the file"),
    ] {
        folder.file(name, bytes);
        for command in [&["render", "-o", "never.png"][..], &[]] {
            let output = viewer().args(command).arg(name).current_dir(&folder).output().unwrap();
            let text = stderr(&output);
            assert_eq!(code(&output), 1, "{name} by {command:?}: {text}");
            assert!(text.contains(name) && text.contains(expected), "{name} by {command:?}: {text}");
            assert_eq!(text.lines().count(), 1, "one line: {text}");
        }
    }
    assert!(!folder.join("never.png").exists());
}

#[test]
fn has_all_commands_of_md2() {
    let help = stdout(&viewer().arg("--help").output().unwrap());
    let tool = md2_tool::program();
    for command in
        tool.get_subcommands().filter(|command| !command.is_hide_set()).map(|command| command.get_name())
    {
        assert!(help.contains(&format!("\n  {command} ")), "{command}: {help}");
        let own = stdout(&viewer().args([command, "--help"]).output().unwrap());
        assert!(own.contains(&format!("\n  md2-viewer {command} ")), "{command}: {own}");
    }
    let folder = TempFolder::new();
    folder.file("m.md2", &triangle());
    let info = |file: &str| viewer().args(["info", "--brief", file]).current_dir(&folder).output().unwrap();
    let line = "m.md2: MD2, 3 vertices, 1 triangle, 2 frames, 1 sequence, 0 skins";
    assert!(stdout(&info("m.md2")).starts_with(line), "{}", stdout(&info("m.md2")));
    assert_eq!(stderr(&info("none.md2")), "md2-viewer: there is no file \"none.md2\"\n");
}

/// File managers insert paths into the command of the thumbnailer entry, and some create the output file before they run the command.
#[cfg(unix)]
#[test]
fn the_thumbnailer_entry_works_without_vulkan() {
    let folder = TempFolder::new();
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
    let entry = fs::read_to_string(assets.join("desktop/md2-viewer.thumbnailer")).unwrap();
    let line = entry.lines().find_map(|line| line.strip_prefix("Exec=")).unwrap();
    let out = folder.file("gnome-desktop-thumbnailer.png", b"");
    let words = line.split(' ').map(|word| match word {
        "%s" => String::from("128"),
        "%i" => assets.join("wanderer/tris.md2").display().to_string(),
        "%o" => out.display().to_string(),
        word => word.to_owned(),
    });
    let words: Vec<String> = words.collect();
    assert_eq!(words[0], "md2-viewer");
    let mut command = viewer();
    command.env("VK_DRIVER_FILES", "/nonexistent").env("VK_ICD_FILENAMES", "/nonexistent");
    let output = command.args(&words[1..]).output().unwrap();
    assert_eq!(code(&output), 0, "{line}: {}", stderr(&output));
    assert_eq!(image::open(&out).unwrap().to_rgba8().dimensions(), (128, 128));
}

#[cfg(unix)]
#[test]
fn every_example_of_render_works() {
    let folder = TempFolder::new();
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/wanderer");
    folder.file("tris.md2", &fs::read(assets.join("tris.md2")).unwrap());
    folder.file("knight.mdl", md2_testdata::mdl::frame_group().build().bytes());
    let program = env!("CARGO_BIN_EXE_md2-viewer");
    let help = stdout(&viewer().args(["render", "--help"]).output().unwrap());
    let examples: Vec<&str> =
        help.lines().filter_map(|line| line.strip_prefix("  md2-viewer render ")).collect();
    assert!(examples.len() >= 5, "{help}");
    for example in examples {
        let example = example.replace("--size 320x320", "");
        let line = format!("{program} render --force --size 48x32 {example}");
        let output =
            std::process::Command::new("sh").args(["-c", &line]).current_dir(&folder).output().unwrap();
        if lacks_vulkan(&output) {
            return;
        }
        assert_eq!(code(&output), 0, "{line}: {}", stderr(&output));
    }
}

#[test]
fn a_misspelled_command_is_reported_with_the_nearest_one() {
    let folder = TempFolder::new();
    folder.file("chek", &triangle());
    folder.file("mod/b.md2", &triangle());
    folder.file("b.md2", &triangle());
    let check = |arguments: &[&str], expected: i32, begins: &str| {
        let output = viewer().args(arguments).current_dir(&folder).output().unwrap();
        let text = stderr(&output);
        assert_eq!(code(&output), expected, "{arguments:?}: {text}");
        assert!(text.starts_with(begins), "{arguments:?}: {text}");
    };
    let render = "md2-viewer: \"rendr\" is neither a command nor a file; did you mean the command render?\n";
    check(&["rendr"], 2, render);
    check(&["rendr", "b.md2"], 2, render);
    check(&["rendr", "b.md2", "-o", "b.png"], 2, render);
    let knight =
        "md2-viewer: \"knight\" is neither a command nor a file; `md2-viewer --help` lists the commands\n";
    check(&["knight", "b.md2"], 2, knight);
    check(&["knight"], 1, "md2-viewer: there is no file \"knight\"\n");
    check(
        &["mod"],
        2,
        "md2-viewer: mod is a command, and `md2-viewer mod --help` lists its arguments; to open ",
    );
    // Existing files and known commands have the usual errors.
    check(&["chek", "-o", "b.png"], 2, "error: unexpected argument '-o'");
    check(&["no.md2"], 1, "md2-viewer: there is no file \"no.md2\"\n");
    check(&["render", "b.md2"], 2, "error: the following required arguments were not provided");
}

#[cfg(target_os = "linux")]
mod without {
    use super::*;

    #[test]
    fn a_display_exits_with_3_and_a_solution() {
        for (variable, value) in [("DISPLAY", ""), ("DISPLAY", ":4711"), ("WAYLAND_DISPLAY", "nowhere-0")] {
            let output = viewer().env(variable, value).output().unwrap();
            if lacks_vulkan(&output) {
                return;
            }
            let text = stderr(&output);
            assert_eq!(code(&output), 3, "{variable}={value}: {text}");
            assert!(text.contains("md2-viewer render"), "{text}");
            assert_eq!(text.lines().count(), 1, "one line: {text}");
        }
    }

    #[test]
    fn a_vulkan_driver_exits_with_4_and_a_solution() {
        let nothing = "/nonexistent.json";
        for arguments in [vec![], vec!["render", "-o", "never.png"]] {
            let output = viewer()
                .args(&arguments)
                .env("VK_DRIVER_FILES", nothing)
                .env("VK_ICD_FILENAMES", nothing)
                .output()
                .unwrap();
            let text = stderr(&output);
            assert_eq!(code(&output), 4, "{arguments:?}: {text}");
            assert!(text.contains("install"), "{text}");
            assert_eq!(text.lines().count(), 1, "one line: {text}");
        }
    }

    /// The program tries to load an empty file in place of the installed Vulkan loader.
    #[test]
    fn a_vulkan_loader_exits_with_4_and_a_solution() {
        let folder = TempFolder::new();
        folder.file("libvulkan.so.1", b"");
        let output = viewer().env("LD_LIBRARY_PATH", &*folder).output().unwrap();
        let text = stderr(&output);
        assert_eq!(code(&output), 4, "{text}");
        assert!(text.contains("loader") && text.contains("install"), "{text}");
        assert_eq!(text.lines().count(), 1, "one line: {text}");
    }
}
