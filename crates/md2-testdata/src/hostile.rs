//! Models and names with text that would control a terminal if a program printed it unchanged.

use std::path::PathBuf;
use std::process::Output;

use crate::folder::TempFolder;
use crate::models::with_frames;
use crate::program::stderr;
use crate::{md3, mdl, png};

/// Text that changes the title and the colors of a terminal, reverses the reading direction, and starts a new line.
pub const EVIL: &str = "e\u{1b}]0;t\u{7}\u{9b}31m\u{7f}\u{202e}\u{2066}\n\r";

pub fn evil(name: &str) -> String {
    format!("{EVIL}{name}")
}

/// Writes models with hostile text in every text field, and their images and scripts. Returns the paths of the models.
pub fn files(folder: &TempFolder) -> Vec<PathBuf> {
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
    folder
        .write("scripted/ground-speed.txt", format!("walk {}\n", EVIL.replace(['\n', '\r'], "")).as_bytes());
    write("broken/a.md2", model.bytes());
    folder.file("broken/a.anm", format!("{EVIL}\n").as_bytes());
    folder.file("broken/a.png", EVIL.as_bytes());
    let mut surfaces = md3::player_head();
    for surface in &mut surfaces.surfaces {
        surface.name = evil("surface").into_bytes();
    }
    write(&format!("{EVIL}/head.md3"), surfaces.build().bytes());
    folder.file(&format!("{EVIL}/head_{EVIL}.skin"), format!("{EVIL}surface,{EVIL}.tga\n").as_bytes());
    folder.file(&name("png"), &png::png([9, 7], &[], &png::zeros(1)));
    let mut lamp = mdl::frame_group();
    for frame in &mut lamp.frames {
        match frame {
            mdl::MdlFrameSpec::Single(pose) => pose.name = b"\x1b[31m\x9b1".to_vec(),
            mdl::MdlFrameSpec::Group { poses, .. } => {
                poses.iter_mut().for_each(|(_, pose)| pose.name = "e\u{9b}\u{202e}1".as_bytes().to_vec());
            }
        }
    }
    write(&name("mdl"), lamp.build().bytes());
    folder.file("gfx/palette.lmp", EVIL.as_bytes());
    paths.push(player(folder));
    paths
}

fn player(folder: &TempFolder) -> PathBuf {
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
    folder.join(at(""))
}

/// Asserts that the output of a program is short and does not control a terminal.
#[track_caller]
pub fn assert_harmless(output: &Output, about: &str) {
    for (stream, bytes) in [("standard output", &output.stdout), ("standard error", &output.stderr)] {
        let text = std::str::from_utf8(bytes).unwrap_or_else(|error| panic!("{about}: {stream}: {error}"));
        let is_harmful = |c: &char| {
            (c.is_control() && *c != '\n') || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        };
        let found = text.chars().find(is_harmful);
        assert_eq!(found, None, "{about}: {stream}: {text:?}");
        assert!(text.len() < 100_000, "{about}: {stream} has {} bytes", text.len());
    }
    assert!(!stderr(output).contains("panicked"), "{about}: {}", stderr(output));
}
