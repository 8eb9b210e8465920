//! Tests the MD3 replacements with a checker of the engines' rules that reads the bytes of the files itself.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Output;

use md2_testdata::mdl::{
    MdlFrameSpec, MdlSpec, MdlTriangleSpec, PoseSpec, SkinSpec, StSpec, frame_group, fullbright, skin_group,
};
use md2_testdata::random::Random;
use md2_testdata::{corpus, mdl, one_triangle, with_frames};
use serde_json::Value;

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

/// The game whose engines read a file.
#[derive(Clone, Copy, PartialEq)]
enum Game {
    Quake,
    Quake2,
}

/// An MD3 with one surface, read without the format crates.
struct Replacement {
    frames: usize,
    flags: usize,
    surface: String,
    shaders: Vec<String>,
    /// The texture coordinates of the vertices.
    st: Vec<[f32; 2]>,
    /// The positions of all frames, in 64ths of a unit.
    positions: Vec<Vec<[i16; 3]>>,
}

/// Reads an MD3 and asserts the rules of the engines: of Ironwail and vkQuake, or of Q2PRO and Q2RTX.
fn read(path: &Path, game: Game) -> Replacement {
    let file = fs::read(path).unwrap();
    assert_eq!((&file[..4], int(&file, 4)), (&b"IDP3"[..], 15));
    assert_eq!(int(&file, 104), file.len(), "ofs_end");
    let (frames, surface) = (int(&file, 76), int(&file, 100));
    assert!((1..=1024).contains(&frames) && int(&file, 84) == 1);
    assert_eq!(int(&file, surface + 72), frames, "frames of the surface");
    let (vertices, triangles) = (int(&file, surface + 80), int(&file, surface + 84));
    let (most_vertices, most_triangles) =
        if game == Game::Quake { (32_766, usize::MAX) } else { (4096, 8192) };
    assert!((3..=most_vertices).contains(&vertices) && (1..=most_triangles).contains(&triangles));
    assert!(int(&file, surface + 76) <= 32, "shaders");
    assert_eq!(int(&file, surface + 104) % 4, 0, "surface size");
    for corner in 0..3 * triangles {
        assert!(int(&file, surface + int(&file, surface + 88) + 4 * corner) < vertices);
    }
    let st = |i: usize| [0, 4].map(|at| float(&file, surface + int(&file, surface + 96) + 8 * i + at));
    let st: Vec<_> = (0..vertices).map(st).collect();
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
    let name = text(&file, surface + 4);
    assert!(name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_'), "{name} in file names");
    Replacement {
        frames,
        flags: int(&file, 72),
        surface: name,
        shaders: (0..int(&file, surface + 76)).map(|i| text(&file, shaders + 68 * i)).collect(),
        st,
        positions,
    }
}

/// The cells of the original in a frame: a coordinate is `scale · byte + origin`.
#[derive(Clone, Copy)]
struct Cells {
    scale: [f32; 3],
    origin: [f32; 3],
}

impl Cells {
    /// Reads a scale and an origin, which follow each other.
    fn read(file: &[u8], at: usize) -> Self {
        let [scale, origin] = [at, at + 12].map(|at| [0, 4, 8].map(|axis| float(file, at + axis)));
        Self { scale, origin }
    }

    /// Whether a cell may lie between two steps of an MD3.
    fn is_narrow(&self, axis: usize) -> bool {
        self.scale[axis].abs() < 1.0 / 64.0
    }

    /// Returns the byte to which a position of an MD3 rounds; `None` if the axis is narrow.
    fn byte(&self, axis: usize, position: i16) -> Option<i32> {
        let [scale, origin] = [self.scale[axis], self.origin[axis]].map(f64::from);
        let step = (f64::from(position) / 64.0 - origin) / scale + 0.5;
        let byte = (0..256).find(|&q| (f64::from(q)..f64::from(q + 1)).contains(&step));
        (!self.is_narrow(axis)).then_some(byte.unwrap_or(-1))
    }
}

/// Asserts that the vertices of an MD3 round to the bytes of the original, each in all frames, and that the command counted the other
/// coordinates: `outside` of `coordinates`.
fn assert_rounds_to(model: &Replacement, original: &Original, report: &Value) {
    let all = || original.frames.iter().zip(&original.cells);
    let found = (0..model.st.len()).map(|vertex| {
        let frames = model.positions.iter().zip(&original.cells);
        let bytes =
            frames.flat_map(|(frame, cells)| [0, 1, 2].map(|axis| cells.byte(axis, frame[vertex][axis])));
        bytes.collect::<Vec<_>>()
    });
    let expected = (0..original.frames[0].len()).map(|vertex| {
        let byte = |(frame, cells): (&Vec<[u8; 3]>, &Cells)| {
            let bytes = frame[vertex];
            [0, 1, 2].map(|axis| (!cells.is_narrow(axis)).then_some(i32::from(bytes[axis])))
        };
        all().flat_map(byte).collect::<Vec<_>>()
    });
    let [found, expected] = [found.collect::<BTreeSet<_>>(), expected.collect()];
    assert!(found == expected, "{} of {} vertices differ", found.difference(&expected).count(), found.len());
    let number = |name: &str| usize::try_from(report[name].as_u64().unwrap()).unwrap();
    let narrow = original.cells.iter().map(|cells| (0..3).filter(|&axis| cells.is_narrow(axis)).count());
    let narrow = narrow.sum::<usize>() * model.st.len();
    assert_eq!(number("coordinates"), 3 * model.frames * model.st.len());
    assert!(number("coordinates_outside_cells") <= narrow, "{narrow} coordinates in narrow cells, {report}");
}

/// Asserts that a `.skin` file names the surface in each line, and that its pictures exist below `game`. Engines find the glow of a
/// picture by its name.
fn assert_skin(skin: &Path, game: &Path, surface: &str, images: usize) {
    let text = fs::read_to_string(skin).unwrap();
    assert_eq!(text.lines().count(), images, "{text}");
    for line in text.lines() {
        let (named, picture) = line.split_once(',').unwrap();
        assert_eq!(named, surface);
        assert!(game.join(picture).is_file(), "{picture}");
    }
}

/// The content of an MDL or MD2, read without the format crates.
struct Original {
    /// Number of images of each skin.
    skins: Vec<usize>,
    /// The bytes of the positions in the first pose of each frame.
    frames: Vec<Vec<[u8; 3]>>,
    cells: Vec<Cells>,
}

/// Reads the records of an MDL one after another, as engines do.
fn read_mdl(file: &[u8]) -> Original {
    let [skins, width, height, vertices, triangles, frames] =
        [48, 52, 56, 60, 64, 68].map(|at| int(file, at));
    let mut at = 84;
    let mut next = |bytes: usize| {
        at += bytes;
        at - bytes
    };
    let skins = (0..skins).map(|_| {
        let is_group = int(file, next(4)) != 0;
        let images = if is_group { int(file, next(4)) } else { 1 };
        // A group also has the end time of each image.
        next(if is_group { 4 * images } else { 0 } + images * width * height);
        images
    });
    let skins = skins.collect();
    next(12 * vertices + 16 * triangles);
    let frames = (0..frames).map(|_| {
        let mut poses = 1;
        if int(file, next(4)) != 0 {
            poses = int(file, next(4));
            next(8 + 4 * poses);
        }
        let start = next(poses * (24 + 4 * vertices)) + 24;
        (0..vertices).map(|i| [0, 1, 2].map(|axis| file[start + 4 * i + axis])).collect()
    });
    let frames: Vec<_> = frames.collect();
    Original { skins, cells: vec![Cells::read(file, 8); frames.len()], frames }
}

fn read_md2(file: &[u8]) -> Original {
    let [frame_size, vertices, frames, first] = [16, 24, 40, 56].map(|at| int(file, at));
    let starts = || (0..frames).map(|frame| first + frame * frame_size);
    let bytes = |at: usize| [0, 1, 2].map(|axis| file[at + axis]);
    Original {
        skins: Vec::new(),
        frames: starts().map(|at| (0..vertices).map(|i| bytes(at + 40 + 4 * i)).collect()).collect(),
        cells: starts().map(|at| Cells::read(file, at)).collect(),
    }
}

#[test]
fn every_real_mdl_rounds_back_to_its_bytes() {
    for (path, file) in corpus::files("mdl").into_iter().filter(|(_, file)| file.starts_with(b"IDPO")) {
        let folder = TempFolder::new();
        let path = path.to_str().unwrap();
        let output = enhance(&folder, &[path, "-o", "out/progs", "--json"]);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let report = json(&output);
        let stem = Path::new(path).file_stem().unwrap().to_str().unwrap();
        let progs = folder.join("out/progs");
        let model = read(&progs.join(format!("{stem}.md3")), Game::Quake);
        let original = read_mdl(&file);
        assert_eq!((model.frames, model.flags), (original.frames.len(), int(&file, 76)));
        assert_eq!((report["frames"].as_u64(), model.surface.as_str()), (Some(model.frames as u64), stem));
        let game_folder = if path.contains("/progs/") { "progs" } else { "models" };
        for (number, &images) in original.skins.iter().enumerate() {
            let skin = progs.join(format!("{stem}.md3_{number}.skin"));
            let text = fs::read_to_string(&skin).unwrap();
            // The pictures are in the output folder, which has another name than the folder of the original in some cases.
            let game = TempFolder::new();
            for line in text.lines() {
                let picture = Path::new(line.split_once(',').unwrap().1);
                let name = picture.file_name().unwrap().to_str().unwrap();
                assert!(
                    picture.parent() == Some(Path::new(game_folder)) || picture.starts_with("progs"),
                    "{line}"
                );
                game.file(picture.to_str().unwrap(), &fs::read(progs.join(name)).unwrap());
            }
            assert_skin(&skin, &game, stem, images.min(4));
        }
        assert_rounds_to(&model, &original, &report);
    }
}

#[test]
fn every_real_md2_rounds_back_to_its_bytes() {
    for (path, file) in corpus::files("md2").into_iter().filter(|(_, file)| file.starts_with(b"IDP2")) {
        let folder = TempFolder::new();
        let output = enhance(&folder, &[path.to_str().unwrap(), "-o", "out", "--json"]);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let report = json(&output);
        let model =
            read(&folder.join("out").join(path.with_extension("md3").file_name().unwrap()), Game::Quake2);
        assert_eq!(model.frames, int(&file, 40));
        // Every path that fits is a shader. The numbers of the skins are the game's.
        let paths = (0..int(&file, 20).min(32)).map(|skin| &file[int(&file, 44) + 64 * skin..][..64]);
        let paths = paths.map(|field| field.split(|&byte| byte == 0).next().unwrap());
        let paths: Vec<_> = paths.filter(|path| (1..64).contains(&path.len())).collect();
        assert_eq!(model.shaders.iter().map(String::as_bytes).collect::<Vec<_>>(), paths);
        assert_rounds_to(&model, &read_md2(&file), &report);
    }
}

/// Returns an MDL with random bytes: vertices that jump or rest, frames in sequences and between them, groups, loose triangles, and steps
/// that are finer than those of an MD3 on some axes.
fn random_mdl(random: &mut Random) -> MdlSpec {
    let vertices = 3 * (1 + random.below(8));
    let moving = random.below(256);
    let start: Vec<_> = (0..vertices).map(|_| [random.byte(), random.byte(), random.byte(), 5]).collect();
    let pose = |name: &str, random: &mut Random| {
        let mut positions = start.clone();
        for position in positions.iter_mut().flat_map(|position| &mut position[..3]) {
            if random.below(256) < moving {
                *position = random.byte();
            }
        }
        PoseSpec::new(name, &positions)
    };
    let names = ["stand1", "stand2", "run1", "run2", "run3", "x", "run1", "", "death7"];
    let frames = (0..1 + random.below(9)).map(|i| match random.below(4) {
        0 => MdlFrameSpec::group(
            (1..=1 + random.below(3))
                .map(|end| {
                    let end = f32::from(u8::try_from(end).unwrap()) / 10.0;
                    (end, pose("flame1", random))
                })
                .collect(),
        ),
        _ => MdlFrameSpec::Single(pose(names[i], random)),
    });
    let frames = frames.collect();
    let corner = |i: usize| i32::try_from(i).unwrap();
    let texel = |i: usize| StSpec { onseam: 0, s: corner(i % 8), t: corner(i / 8) };
    MdlSpec {
        scale: [0; 3].map(|_| [0.004, 0.015_625, 0.016, 0.1, 0.35, 1.5][random.below(6)]),
        scale_origin: [0; 3].map(|_| random.within(-100.0, 100.0)),
        st: (0..vertices).map(texel).collect(),
        triangles: (0..vertices / 3)
            .map(|i| MdlTriangleSpec { front: 1, vertices: [3 * i, 3 * i + 1, 3 * i + 2].map(corner) })
            .collect(),
        frames,
        ..mdl::one_triangle()
    }
}

#[test]
fn generated_models_round_back_to_their_bytes() {
    let mut random = Random::new(29);
    let folder = TempFolder::new();
    let specs: Vec<_> = (0..40).map(|_| random_mdl(&mut random)).collect();
    for (number, spec) in specs.iter().enumerate() {
        folder.write(&format!("progs/m{number:02}.mdl"), spec.build().bytes());
    }
    let output = enhance(&folder, &["progs", "-o", "out", "--json"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let reports = String::from_utf8(output.stdout).unwrap();
    assert_eq!(reports.lines().count(), specs.len());
    let (mut groups, mut outside) = (0, 0);
    for (number, (spec, report)) in specs.iter().zip(reports.lines()).enumerate() {
        let report: Value = serde_json::from_str(report).unwrap();
        let model = read(&folder.join(format!("out/m{number:02}.md3")), Game::Quake);
        assert_eq!(model.frames, spec.frames.len());
        assert_rounds_to(&model, &read_mdl(spec.build().bytes()), &report);
        groups += spec.frames.iter().filter(|frame| matches!(frame, MdlFrameSpec::Group { .. })).count();
        outside += report["coordinates_outside_cells"].as_u64().unwrap();
    }
    assert!(groups > 10 && outside > 100, "{groups} groups, {outside} coordinates");
}

/// The root mean square of the errors, and of their second differences over time, of a motion that repeats. `error` returns the error of a
/// coordinate in a frame.
fn error_and_tremble(frames: usize, coordinates: usize, error: impl Fn(usize, usize) -> f64) -> [f64; 2] {
    let at = |frame: usize, coordinate: usize| error(frame % frames, coordinate);
    let bend = |frame, c| at(frame, c) - 2.0 * at(frame + 1, c) + at(frame + 2, c);
    let all = || (0..frames).flat_map(|frame| (0..coordinates).map(move |coordinate| (frame, coordinate)));
    let sums = all().fold([0.0; 2], |[error, tremble], (frame, c)| {
        [error + at(frame, c).powi(2), tremble + bend(frame, c).powi(2)]
    });
    #[expect(clippy::cast_precision_loss, reason = "a few thousand coordinates")]
    sums.map(|sum| (sum / (frames * coordinates) as f64).sqrt())
}

#[test]
fn an_enhanced_motion_trembles_less_than_the_original() {
    const ROWS: u32 = 14;
    const COLUMNS: u32 = 10;
    const FRAMES: u32 = 32;
    // A tube that swings like a tail: the true positions, in units.
    let truth = |frame: u32, vertex: u32, axis: usize| {
        let [row, column] = [vertex / COLUMNS, vertex % COLUMNS].map(f64::from);
        let bend = 0.06 * (f64::from(frame) * std::f64::consts::TAU / f64::from(FRAMES)).sin() * row;
        let around = column * 0.7;
        let (side, along) = (6.0 * around.cos(), 4.0 * row);
        let (sin, cos) = bend.sin_cos();
        [along * sin + side * cos, 6.0 * around.sin(), along * cos - side * sin][axis]
    };
    // Quake's compiler rounds all frames to the steps of one box, here 0.35 units wide.
    const SCALE: f32 = 0.35;
    const ORIGIN: [f32; 3] = [-44.0, -10.0, -10.0];
    let vertices = ROWS * COLUMNS;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "rounded on purpose")]
    let byte = |frame: u32, vertex: u32, axis: usize| {
        ((truth(frame, vertex, axis) - f64::from(ORIGIN[axis])) / f64::from(SCALE)).round() as u8
    };
    let frames = (0..FRAMES).map(|frame| {
        let packed = |vertex| [byte(frame, vertex, 0), byte(frame, vertex, 1), byte(frame, vertex, 2), 5];
        MdlFrameSpec::Single(PoseSpec::new(
            format!("walk{}", frame + 1),
            &(0..vertices).map(packed).collect::<Vec<_>>(),
        ))
    });
    let quads = (0..ROWS - 1).flat_map(|row| (0..COLUMNS - 1).map(move |column| row * COLUMNS + column));
    let triangles = quads.flat_map(|a| [[a, a + 1, a + COLUMNS], [a + COLUMNS, a + 1, a + COLUMNS + 1]]);
    let spec = MdlSpec {
        scale: [SCALE; 3],
        scale_origin: ORIGIN,
        skin_size: [16, 16],
        skins: vec![SkinSpec::Single(vec![7; 256])],
        // The texel of a vertex gives its column and row.
        st: (0..vertices)
            .map(|i| StSpec { onseam: 0, s: (i % COLUMNS).cast_signed(), t: (i / COLUMNS).cast_signed() })
            .collect(),
        triangles: triangles
            .map(|t| MdlTriangleSpec { front: 1, vertices: t.map(u32::cast_signed) })
            .collect(),
        frames: frames.collect(),
        ..MdlSpec::default()
    };
    let folder = TempFolder::new();
    folder.write("progs/tail.mdl", spec.build().bytes());
    let output = enhance(&folder, &["progs/tail.mdl", "-o", "out/progs"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let enhanced = read(&folder.join("out/progs/tail.md3"), Game::Quake);
    assert_eq!(enhanced.positions[0].len(), vertices as usize);

    let index = |number: usize| u32::try_from(number).unwrap();
    let original_error = |frame: usize, coordinate: usize| {
        let (frame, vertex, axis) = (index(frame), index(coordinate / 3), coordinate % 3);
        f64::from(byte(frame, vertex, axis)) * f64::from(SCALE) + f64::from(ORIGIN[axis])
            - truth(frame, vertex, axis)
    };
    let enhanced_error = |frame: usize, coordinate: usize| {
        let (number, axis) = (coordinate / 3, coordinate % 3);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a texel below 16")]
        let [column, row] = enhanced.st[number].map(|c| (c * 16.0) as u32);
        f64::from(enhanced.positions[frame][number][axis]) / 64.0
            - truth(index(frame), row * COLUMNS + column, axis)
    };
    let coordinates = 3 * vertices as usize;
    let before = error_and_tremble(FRAMES as usize, coordinates, original_error);
    let after = error_and_tremble(FRAMES as usize, coordinates, enhanced_error);
    println!("error and tremble in units: {before:?} before, {after:?} after");
    // The rounding error of even steps is the step divided by the square root of 12.
    assert!((before[0] - f64::from(SCALE) / 12_f64.sqrt()).abs() < 0.01, "{before:?}");
    // A third of the coordinates rests: their errors do not change over time, so they neither tremble nor can be found.
    assert!(after[0] < 0.85 * before[0] && after[1] < 0.3 * before[1], "{before:?} {after:?}");
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
    assert_eq!(read(&folder.join("out/progs/torch.md3"), Game::Quake).frames, 3);

    let game = folder.join("out");
    let armor = read(&game.join("progs/armor.md3"), Game::Quake);
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
fn darkplaces_gets_its_own_file_names() {
    let folder = TempFolder::new();
    let game = folder.join("out");
    folder.write("progs/armor.mdl", skin_group().build().bytes());
    folder.write("progs/lamp.mdl", fullbright().build().bytes());
    let output = enhance(&folder, &["progs", "-o", "out/progs", "--darkplaces"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stderr(&output).contains("DarkPlaces reads only the first"), "{}", stderr(&output));
    // The MD3 has the name of the original, and the skin files have that name with its extension.
    for (model, skins) in [("lamp", 1), ("armor", 2)] {
        let replacement = read(&game.join(format!("progs/{model}.mdl")), Game::Quake);
        assert_eq!(replacement.surface, model);
        for skin in 0..skins {
            assert_skin(&game.join(format!("progs/{model}.mdl_{skin}.skin")), &game, model, 1);
        }
    }
    assert!(game.join("progs/lamp_0_glow.png").is_file() && !game.join("progs/lamp_0_luma.png").exists());
    // The input is not replaced.
    let input = fs::read(folder.join("progs/lamp.mdl")).unwrap();
    for option in ["--darkplaces", "--force"] {
        let refused = enhance(&folder, &["progs/lamp.mdl", "-o", "progs", "--darkplaces", option]);
        assert_ne!(code(&refused), 0, "{}", stderr(&refused));
        assert_eq!(fs::read(folder.join("progs/lamp.mdl")).unwrap(), input);
    }

    // Colors 16 to 31 are the shirt, 96 to 111 the pants.
    let mut pixels = vec![0; 64];
    pixels[..5].copy_from_slice(&[16, 31, 96, 104, 40]);
    let player = MdlSpec { skins: vec![SkinSpec::Single(pixels)], ..mdl::one_triangle() };
    folder.write("progs/player.mdl", player.build().bytes());
    let output = enhance(&folder, &["progs/player.mdl", "-o", "out/progs", "--darkplaces", "--lmp"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_skin(&game.join("progs/player.mdl_0.skin"), &game, "player", 1);
    let colors = |name: &str| {
        let image = md2_assets::load_image(&game.join("progs").join(name)).unwrap();
        image.pixels().take(5).map(|[red, green, blue, _]| [red, green, blue]).collect::<Vec<_>>()
    };
    let black = [0; 3];
    assert_eq!(colors("player_0_shirt.png"), [black, [255; 3], black, black, black]);
    assert_eq!(colors("player_0_pants.png"), [black, black, black, [136; 3], black]);
    let skin = colors("player_0.png");
    assert_eq!(skin[..4], [black; 4]);
    assert_ne!(skin[4], black);
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
    let output = enhance(&folder, &["tris.md2", "-o", "out", "--json"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let model = read(&folder.join("out/tris.md3"), Game::Quake2);
    assert_eq!(model.shaders, ["models/test/skin.pcx"]);
    assert_rounds_to(&model, &read_md2(one_triangle().build().bytes()), &json(&output));
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

#[test]
fn models_of_the_hexen_2_mission_pack_are_only_read() {
    let folder = TempFolder::new();
    let built = mdl::one_triangle().build();
    let (triangles, frames) = (built.offset_of("tri[0].front"), built.offset_of("frame[0].type"));
    let indices = [1_u16, 0, 0, 1, 2, 2, 1, 0].map(u16::to_le_bytes).concat();
    let header = [&b"RAPO\x32\0\0\0"[..], &built.bytes()[8..84], &3_i32.to_le_bytes()].concat();
    let rest = [&built.bytes()[84..triangles], &indices, &built.bytes()[frames..]].concat();
    folder.write("imp.mdl", &[header, rest].concat());
    let run = |arguments: &[&str]| md2().args(arguments).current_dir(&*folder).output().unwrap();
    for arguments in [["enhance", "imp.mdl", "-o", "out"], ["edit", "imp.mdl", "-o", "out.mdl"]] {
        let output = run(&arguments);
        assert_ne!(code(&output), 0);
        assert!(stderr(&output).contains("mission pack can only be read"), "{}", stderr(&output));
    }
    let output = run(&["convert", "imp.mdl", "-o", "imp.md3"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_eq!(read(&folder.join("imp.md3"), Game::Quake).frames, 2);
}
