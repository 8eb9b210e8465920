//! No text of a file acts on the terminal that it is shown on, however long it is.

#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::Output;

use crate::common::{Folder, code, stderr, viewer};
use md2_testdata::{md3, mdl, one_triangle, with_frames};

/// Retitles a terminal, recolors it in one and in two bytes, turns the direction of reading around, and forges a line.
const EVIL: &str = "e\u{1b}]0;t\u{7}\u{9b}31m\u{7f}\u{202e}\u{2066}\n\r";

fn evil(name: &str) -> String {
    format!("{EVIL}{name}")
}

#[track_caller]
fn check(output: &Output, about: &str) {
    for (stream, bytes) in [("standard output", &output.stdout), ("standard error", &output.stderr)] {
        let text = std::str::from_utf8(bytes).unwrap_or_else(|error| panic!("{about}: {stream}: {error}"));
        let acts = |c: &char| {
            (c.is_control() && *c != '\n') || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        };
        let found = text.chars().find(acts);
        assert_eq!(found, None, "{about}: {stream}: {text:?}");
        assert!(text.len() < 100_000, "{about}: {stream} has {} bytes", text.len());
    }
    assert!(!stderr(output).contains("panicked"), "{about}: {}", stderr(output));
}

/// Models with such text in every place that holds text, and what lies beside them.
fn files(folder: &Folder) -> Vec<PathBuf> {
    let mut paths = Vec::new();
    let mut write = |name: &str, bytes: &[u8]| paths.push(folder.file(name, bytes));
    let mut spec = with_frames([&b"e\x1b[31m\x9b1"[..], b"e\x1b[31m\x9b2", "\u{9b}\u{202e}3".as_bytes()]);
    spec.skins =
        vec![evil("skin.pcx").into_bytes(), evil("gone.pcx").into_bytes(), b"\x1b[31m\x9b\xff".to_vec()];
    let model = spec.build();
    let name = |extension: &str| evil(&format!("m.{extension}"));
    write(&name("md2"), model.bytes());
    write(&evil("cut.md2"), &model.bytes()[..model.len() - 60]);
    write(&evil("text.md2"), format!("IDP2{EVIL}").as_bytes());
    write(&evil("none.md2"), EVIL.as_bytes());
    write("scripted/a.md2", model.bytes());
    folder.file("scripted/a.anm", format!("{} 0 1 10\n", EVIL.replace(['\n', '\r'], "")).as_bytes());
    folder.file("scripted/ground-speed.txt", format!("walk {}\n", EVIL.replace(['\n', '\r'], "")).as_bytes());
    write("broken/a.md2", model.bytes());
    folder.file("broken/a.anm", format!("{EVIL}\n").as_bytes());
    folder.file("broken/a.png", EVIL.as_bytes());
    let mut surfaces = md3::player_head();
    for surface in &mut surfaces.surfaces {
        surface.name = evil("surface").into_bytes();
    }
    write(&format!("{EVIL}/head.md3"), surfaces.build().bytes());
    folder.file(&format!("{EVIL}/head_{EVIL}.skin"), format!("{EVIL}surface,{EVIL}.tga\n").as_bytes());
    folder.file(&name("png"), include_bytes!("../../../../assets/wanderer/weapon.png"));
    let mut lamp = mdl::frame_group();
    for frame in &mut lamp.frames {
        match frame {
            mdl::FrameSpec::Single(pose) => pose.name = b"\x1b[31m\x9b1".to_vec(),
            mdl::FrameSpec::Group { poses, .. } => {
                poses.iter_mut().for_each(|(_, pose)| pose.name = "e\u{9b}\u{202e}1".as_bytes().to_vec());
            }
        }
    }
    write(&name("mdl"), lamp.build().bytes());
    folder.file("gfx/palette.lmp", EVIL.as_bytes());
    paths.push(player(folder));
    paths
}

/// A player with a weapon, whose files hold such text wherever they hold text.
fn player(folder: &Folder) -> PathBuf {
    let at = |file: &str| format!("models/players/{EVIL}/{file}");
    for (part, mut spec) in
        [("lower", md3::player_lower()), ("upper", md3::player_upper()), ("head", md3::player_head())]
    {
        spec.surfaces.iter_mut().for_each(|surface| {
            surface.shaders.iter_mut().for_each(|shader| {
                *shader = evil("shader").into_bytes();
            })
        });
        spec.frames.iter_mut().for_each(|frame| frame.name = b"\x1b[31m\x9b".to_vec());
        folder.file(&at(&format!("{part}.md3")), spec.build().bytes());
        folder.file(&at(&format!("{part}_{EVIL}.skin")), format!("{EVIL},{EVIL}\n").as_bytes());
    }
    folder.file(&at("animation.cfg"), format!("sex {EVIL}\n0 1 1 {EVIL}\n").as_bytes());
    folder.file("scripts/a.shader", format!("{EVIL}\n{{\n{{\nmap {EVIL}\n").as_bytes());
    folder.file(&format!("models/weapons2/{EVIL}/{EVIL}.md3"), md3::player_weapon().build().bytes());
    folder.0.join(at(""))
}

fn commands(path: &Path, out: &Path) -> Vec<Vec<String>> {
    let text = |path: &Path| path.to_str().unwrap().to_owned();
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    let render = |more: &[&str]| {
        let mut all = words(&["render", "--force", "--size", "16x16", "-o", &text(out), &text(path)]);
        all.extend(words(more));
        all
    };
    vec![
        words(&["info", &text(path)]),
        words(&["info", "--json", &text(path)]),
        words(&["info", "--brief", &text(path), &text(path)]),
        words(&["check", "--explain", &text(path)]),
        words(&["check", "--json", &text(path)]),
        words(&["check", "--format", "sarif", &text(path)]),
        words(&["check", "--format", "github", &text(path), EVIL]),
        words(&["check", "--engine", EVIL, &text(path)]),
        words(&["repair", "--force", "-o", &text(out), &text(path)]),
        words(&["diff", &text(path), "scripted/a.md2"]),
        words(&["diff", "--json", &text(path), &text(path)]),
        render(&[]),
        render(&["--sequence", EVIL]),
        render(&["--skin", EVIL]),
        render(&["--weapon", EVIL]),
        render(&["--device", EVIL]),
        render(&["--time", EVIL]),
        words(&[&text(path)]),
        words(&["--sequence", EVIL, &text(path)]),
        words(&[EVIL, EVIL]),
        words(&["info", EVIL]),
        words(&["render", "-o", &format!("{EVIL}/a.png"), &text(path)]),
        words(&["render", "-o", EVIL, "--frobnicate", EVIL]),
    ]
}

#[test]
fn no_text_of_a_file_acts_on_the_terminal() {
    let folder = Folder::new("terminal");
    let out = folder.0.join(evil("out"));
    let paths = files(&folder);
    let told = viewer().arg("info").arg(paths.last().unwrap()).output().unwrap();
    let text = String::from_utf8(told.stdout.clone()).unwrap();
    for shown in
        ["lower.md3", "animation.cfg: ", "\\u{1b}]0;t\\u{7}\\u{9b}31m\\u{7f}\\u{202e}\\u{2066}\\n\\r"]
    {
        assert!(code(&told) == 0 && text.contains(shown), "the player is opened, {shown} is told: {text}");
    }
    for path in paths {
        for command in commands(&path, &out) {
            let output = viewer().args(&command).current_dir(&folder.0).output().unwrap();
            // Without Vulkan, too, it says something.
            check(&output, &format!("{command:?}"));
        }
    }
}

#[test]
fn a_name_of_70_000_letters_has_an_end() {
    let folder = Folder::new("long");
    let long = "long".repeat(17_500);
    let model = folder.file("m.md2", one_triangle().build().bytes());
    folder.file("m.anm", format!("{long} 0 1 10\nshort 0 1 10\n").as_bytes());
    let out = folder.0.join("a.png");
    for command in commands(&model, &out) {
        let command: Vec<String> = command.iter().map(|word| word.replace(EVIL, &long)).collect();
        let output = viewer().args(&command).current_dir(&folder.0).output().unwrap();
        let shown = command.iter().map(|word| word.chars().take(40).collect::<String>()).collect::<Vec<_>>();
        if command.iter().any(|word| word == "--json") {
            // What reads it wants the whole name, once for each place.
            assert!(output.stdout.len() < 10 * long.len() && code(&output) == 0, "{}", stderr(&output));
            continue;
        }
        check(&output, &format!("{shown:?}"));
        assert!(output.stderr.len() < 10_000, "{shown:?}: {} bytes", output.stderr.len());
    }
    let told = viewer().arg("info").arg(&model).output().unwrap();
    let text = String::from_utf8(told.stdout).unwrap();
    let short = text.lines().find(|line| line.contains("short")).unwrap();
    assert!(short.len() < 120, "a long name does not push the others apart: {short}");
}
