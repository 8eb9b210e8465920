//! Tests the MD3 replacements with a checker of the engines' rules that reads the bytes of the files itself.

use std::fs;
use std::path::Path;
use std::process::Output;

use md2_testdata::mdl::{MdlSpec, frame_group, fullbright, skin_group};
use md2_testdata::{corpus, mdl, one_triangle, with_frames};

use crate::common::{TempFolder, code, json, md2, stderr};

fn enhance(folder: &Path, arguments: &[&str]) -> Output {
    md2().arg("enhance").args(arguments).current_dir(folder).output().unwrap()
}

fn int(file: &[u8], at: usize) -> usize {
    usize::try_from(i32::from_le_bytes(file[at..at + 4].try_into().unwrap())).unwrap()
}

fn float(file: &[u8], at: usize) -> f32 {
    f32::from_le_bytes(file[at..at + 4].try_into().unwrap())
}

fn text(file: &[u8], at: usize) -> String {
    let name: Vec<u8> = file[at..at + 64].iter().copied().take_while(|&byte| byte != 0).collect();
    assert!(name.len() < 64, "a name needs a terminating zero");
    String::from_utf8(name).unwrap()
}

/// An MD3 with one surface, read without the format crates.
struct Replacement {
    frames: usize,
    flags: usize,
    surface: String,
    shaders: Vec<String>,
    /// The positions of all frames, in 64ths of a unit.
    positions: Vec<Vec<[i16; 3]>>,
}

/// Reads an MD3 and asserts the rules of Ironwail, vkQuake and Q2PRO.
fn read(path: &Path) -> Replacement {
    let file = fs::read(path).unwrap();
    assert_eq!((&file[..4], int(&file, 4)), (&b"IDP3"[..], 15));
    assert_eq!(int(&file, 104), file.len(), "ofs_end");
    let (frames, surface) = (int(&file, 76), int(&file, 100));
    assert!((1..=1024).contains(&frames) && int(&file, 84) == 1);
    assert_eq!(int(&file, surface + 72), frames, "frames of the surface");
    let (vertices, triangles) = (int(&file, surface + 80), int(&file, surface + 84));
    assert!((3..32_767).contains(&vertices) && triangles >= 1);
    assert_eq!(int(&file, surface + 104) % 4, 0, "surface size");
    for corner in 0..3 * triangles {
        assert!(int(&file, surface + int(&file, surface + 88) + 4 * corner) < vertices);
    }
    for st in 0..2 * vertices {
        assert!((0.0..=1.0).contains(&float(&file, surface + int(&file, surface + 96) + 4 * st)));
    }
    let xyz = surface + int(&file, surface + 100);
    let short = |at: usize| i16::from_le_bytes(file[at..at + 2].try_into().unwrap());
    let vertex = |frame: usize, i: usize| [0, 2, 4].map(|at| short(xyz + 8 * (frame * vertices + i) + at));
    let positions: Vec<Vec<_>> =
        (0..frames).map(|frame| (0..vertices).map(|i| vertex(frame, i)).collect()).collect();
    for (frame, positions) in positions.iter().enumerate() {
        let record = int(&file, 92) + 56 * frame;
        assert_eq!([24, 28, 32].map(|at| float(&file, record + at)), [0.0; 3], "local origin");
        for position in positions {
            let position = position.map(|c| f32::from(c) / 64.0);
            for (axis, c) in position.iter().enumerate() {
                assert!((float(&file, record + 4 * axis)..=float(&file, record + 12 + 4 * axis)).contains(c));
            }
            assert!(position.iter().map(|c| c * c).sum::<f32>().sqrt() <= float(&file, record + 36));
        }
    }
    let shaders = surface + int(&file, surface + 92);
    Replacement {
        frames,
        flags: int(&file, 72),
        surface: text(&file, surface + 4),
        shaders: (0..int(&file, surface + 76)).map(|i| text(&file, shaders + 68 * i)).collect(),
        positions,
    }
}

/// Asserts that the distinct positions of each frame round to the distinct positions in the bytes of the original.
fn assert_rounds_to(model: &Replacement, frame: usize, scale: [f32; 3], origin: [f32; 3], bytes: &[[u8; 3]]) {
    let round = |position: &[i16; 3]| {
        let steps = [0, 1, 2].map(|axis| {
            (f64::from(position[axis]) / 64.0 - f64::from(origin[axis])) / f64::from(scale[axis]) + 0.5
        });
        steps.map(|step| (0..256).find(|&q| (f64::from(q)..f64::from(q + 1)).contains(&step)).unwrap_or(-1))
    };
    let mut found: Vec<_> = model.positions[frame].iter().map(round).collect();
    let mut expected: Vec<_> = bytes.iter().map(|bytes| bytes.map(i32::from)).collect();
    for list in [&mut found, &mut expected] {
        list.sort_unstable();
        list.dedup();
    }
    assert_eq!(found, expected, "frame {frame}");
}

/// Asserts that a `.skin` file names the surface in each line, and that its pictures exist below `game`.
fn assert_skin(skin: &Path, game: &Path, surface: &str, images: usize) {
    let text = fs::read_to_string(skin).unwrap();
    assert_eq!(text.lines().count(), images, "{text}");
    for line in text.lines() {
        let (named, picture) = line.split_once(',').unwrap();
        assert_eq!(named, surface);
        assert!(game.join(picture).is_file(), "{picture}");
    }
}

#[test]
fn every_real_mdl_rounds_back_to_its_bytes() {
    for (path, file) in corpus::files("mdl").into_iter().filter(|(_, file)| file.starts_with(b"IDPO")) {
        let folder = TempFolder::new();
        let path = path.to_str().unwrap();
        let output = enhance(&folder, &[path, "-o", "progs", "--json"]);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let report = json(&output);
        let stem = Path::new(path).file_stem().unwrap().to_str().unwrap();
        let model = read(&folder.join(format!("progs/{stem}.md3")));
        assert_eq!((report["frames"].as_u64(), model.flags), (Some(int(&file, 68) as u64), int(&file, 76)));
        assert_eq!((model.frames, model.surface.as_str()), (int(&file, 68), stem));
        if report["coordinates_outside_cells"] == 0 && int(&file, 68) > 1 && stem == "knight" {
            let [scale, origin] = [8, 20].map(|start| [0, 4, 8].map(|at| float(&file, start + at)));
            let (vertices, frames) = (int(&file, 60), int(&file, 68));
            // Each frame of the knight is a single frame: type, bounds, name, vertices. They are at the end of the file.
            let size = 4 + 8 + 16 + 4 * vertices;
            for frame in 0..frames {
                let start = file.len() - (frames - frame) * size + 28;
                let bytes = file[start..start + 4 * vertices]
                    .chunks(4)
                    .map(|vertex| [vertex[0], vertex[1], vertex[2]]);
                assert_rounds_to(&model, frame, scale, origin, &bytes.collect::<Vec<_>>());
            }
        }
    }
}

#[test]
fn groups_keep_the_numbers_of_frames_and_skins() {
    let folder = TempFolder::new();
    folder.write("progs/torch.mdl", frame_group().build().bytes());
    folder.write("progs/armor.mdl", skin_group().build().bytes());
    folder.write("progs/lamp.mdl", fullbright().build().bytes());
    let output = enhance(&folder, &["progs", "-o", "out/progs", "--json"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stderr(&output).contains("frame 1 is a group of 3 poses"), "{}", stderr(&output));
    assert_eq!(read(&folder.join("out/progs/torch.md3")).frames, 3);

    let game = folder.join("out");
    let armor = read(&game.join("progs/armor.md3"));
    assert_eq!(armor.shaders, ["progs/armor_0.png"]);
    assert_skin(&game.join("progs/armor.md3_0.skin"), &game, "armor", 1);
    assert_skin(&game.join("progs/armor.md3_1.skin"), &game, "armor", 3);
    assert!(game.join("progs/lamp_0_luma.png").is_file());
}

#[test]
fn pictures_in_palette_colors_keep_the_bytes_of_the_skin() {
    let folder = TempFolder::new();
    let spec = fullbright();
    folder.write("progs/lamp.mdl", spec.build().bytes());
    let output = enhance(&folder, &["progs/lamp.mdl", "-o", "out/progs", "--lmp"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let picture = fs::read(folder.join("out/progs/lamp_0.lmp")).unwrap();
    assert_eq!((int(&picture, 0), int(&picture, 4)), (8, 8));
    assert_eq!(&picture[8..12], [223, 224, 254, 255]);
    assert_skin(&folder.join("out/progs/lamp.md3_0.skin"), &folder.join("out"), "lamp", 1);
}

#[test]
fn pictures_have_the_colors_of_the_games_palette() {
    let folder = TempFolder::new();
    folder.file("mod/progs/m.mdl", mdl::one_triangle().build().bytes());
    let red = |folder: &TempFolder, out: &str| {
        let image = md2_assets::load_image(&folder.join(out).join("m_0.png")).unwrap();
        image.pixels().all(|[red, green, blue, _]| [red, green, blue] == [200, 10, 10])
    };
    assert_eq!(code(&enhance(&folder, &["mod/progs/m.mdl", "-o", "quake"])), 0);
    assert!(!red(&folder, "quake"));
    folder.file("mod/gfx/palette.lmp", &[200, 10, 10].repeat(256));
    assert_eq!(code(&enhance(&folder, &["mod/progs/m.mdl", "-o", "own"])), 0);
    assert!(red(&folder, "own"));
}

#[test]
fn an_md2_keeps_its_skin_paths() {
    let folder = TempFolder::new();
    folder.write("tris.md2", one_triangle().build().bytes());
    let output = enhance(&folder, &["tris.md2", "-o", "out"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let model = read(&folder.join("out/tris.md3"));
    assert_eq!(model.shaders, ["models/test/skin.pcx"]);
    // Frame 0 has a scale of 1/8 and no translation.
    assert_rounds_to(&model, 0, [0.125; 3], [0.0; 3], &[[0, 0, 0], [0, 255, 0], [255, 0, 0]]);
}

#[test]
fn rejects_what_engines_reject_and_writes_nothing() {
    let folder = TempFolder::new();
    let large = MdlSpec { scale: [4.0; 3], ..mdl::one_triangle() };
    folder.write("large.mdl", large.build().bytes());
    let names: Vec<_> = (0..1025).map(|i| format!("walk{i}")).collect();
    folder.write("long.md2", with_frames(&names).build().bytes());
    for (file, message) in [
        ("large.mdl", "MD3 stores -512 to 511.98: use --scale 0.5"),
        ("long.md2", "1025 frames, the limit of Q2PRO is 1024: `md2 edit --split sequences`"),
    ] {
        let output = enhance(&folder, &[file, "-o", "out"]);
        assert_ne!(code(&output), 0);
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
        assert!(!folder.join("out").exists());
    }
    folder.write("q3/tris.md3", md2_testdata::md3::one_triangle().build().bytes());
    let empty = enhance(&folder, &["q3", "-o", "out"]);
    assert_eq!((code(&empty), stderr(&empty).trim()), (1, "md2: there is no MDL or MD2 in q3"));
    let named = enhance(&folder, &["large.mdl", "-o", "large.md3"]);
    assert_eq!(
        (code(&named), stderr(&named).contains("large.md3 is a file name: choose a folder")),
        (2, true)
    );
    let output = enhance(&folder, &["large.mdl", "-o", "out", "--scale", "0.5"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    // Existing files are not replaced.
    assert_ne!(code(&enhance(&folder, &["large.mdl", "-o", "out", "--scale", "0.5"])), 0);
}
