//! The command line of the viewer: exit codes, messages, and pictures of `render`.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{TempFolder, code, lacks_vulkan, picture_of, stderr, stdout, triangle, viewer};
use md2_testdata::md3;

fn player(folder: &TempFolder) -> PathBuf {
    md3::write_player(folder, "models/players/test/");
    folder.file("models/weapons2/gun/gun.md3", md3::player_weapon().build().bytes());
    folder.join("models/players/test")
}

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
    // Existing files and known commands have the usual errors.
    check(&["chek", "-o", "b.png"], 2, "error: unexpected argument '-o'");
    check(&["no.md2"], 1, "md2-viewer: there is no file \"no.md2\"\n");
    check(&["render", "b.md2"], 2, "error: the following required arguments were not provided");
}

#[test]
fn render_draws_a_player_with_options() {
    let folder = TempFolder::new();
    let path = player(&folder);
    let out = folder.join("a.png");
    let broken = folder.file("skin.png", b"no picture");
    let broken = broken.to_str().unwrap();
    let draw = |arguments: &[&str]| {
        let mut command = viewer();
        command
            .args(["render", "--force", "--size", "160x120", "--yaw", "-40", "-o"])
            .arg(&out)
            .arg(&path)
            .args(arguments);
        let output = command.output().unwrap();
        (code(&output), stderr(&output), fs::read(&out).ok())
    };
    let (first_code, text, first) = draw(&[]);
    if first_code == 4 {
        md2_testdata::skip_without_vulkan(text);
        return;
    }
    assert_eq!(first_code, 0, "{text}");
    for arguments in [
        ["--weapon", "none"],
        ["--sequence", "LEGS_RUN,TORSO_ATTACK2"],
        ["--sequence", "both_death1"],
        ["--time", "0.15"],
    ] {
        let (code, text, picture) = draw(&arguments);
        assert_eq!(code, 0, "{arguments:?}: {text}");
        if arguments[0] != "--sequence" {
            assert!(picture != first, "{arguments:?} changes the picture");
        }
    }
    for (arguments, code, expected) in [
        (["--sequence", "LEGS_RUN,TORSO_FLY"], 2, "TORSO_FLY"),
        (["--skin", broken], 1, broken),
        (["--sequence", "crouch walk,stand 2"], 0, ""),
        (["--skin", "purple"], 2, "purple"),
        (["--weapon", "axe"], 2, "it has: gun"),
        (["--weapon", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")], 1, "Cargo.toml"),
    ] {
        let (found, text, _) = draw(&arguments);
        assert_eq!(found, code, "{arguments:?}: {text}");
        assert!(text.contains(expected), "{text}");
    }
}

#[test]
fn render_restores_the_motion_of_8_bit_keyframes() {
    let folder = TempFolder::new();
    let out = folder.join("a.png");
    let draw = |arguments: &[&str]| {
        let mut command = viewer();
        command.args(["render", "--force", "--size", "320x240", "--time", "0.25"]).args(arguments);
        picture_of(&mut command, &out)
    };
    let Some((plain, _)) = draw(&[]) else { return };
    assert_eq!(plain.dimensions(), (320, 240));
    let [steady, again] = [(); 2].map(|()| draw(&["--steady"]).unwrap());
    assert!(steady.0 != plain, "the restored motion is visible");
    assert_eq!(steady.1, "");
    assert!(again == steady, "the same result every time");
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
