//! Tests the MD3 replacements and their skin files. The [transcripts](crate::transcripts) test the errors.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Output;

use md2_load::LoadOptions;
use md2_testdata::mdl;
use md2_testdata::mdl::{MdlFrameSpec, MdlSpec, MdlTriangleSpec, PoseSpec, SkinSpec, StSpec, fullbright};
use md2_testdata::random::Random;
use md3_format::Md3;
use mdl_format::Mdl;
use serde_json::Value;

use crate::common::{TempFolder, code, json, md2, stderr};

fn enhanced(folder: &Path, arguments: &[&str]) -> Output {
    let output = md2().arg("enhance").args(arguments).current_dir(folder).output().unwrap();
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    output
}

/// Parses an MD3 with one surface, whose name engines use in file names.
fn parse(file: &[u8]) -> Md3<'_> {
    let report = md3_format::check(file);
    assert!(!report.has_errors(), "{report}");
    let md3 = Md3::parse(file).unwrap();
    assert_eq!(md3.surfaces().len(), 1);
    let name = md3.surfaces()[0].name().to_string();
    assert!(name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_'), "{name}");
    md3
}

/// Asserts that the vertices of an MD3 round to the bytes of the original, each in all frames, and that the command counted the other
/// coordinates. An axis whose steps are finer than those of an MD3 may have cells without a position.
fn assert_rounds_to(md3: &Md3<'_>, original: &[u8], report: &Value) {
    let mesh = md2_load::load(original, &LoadOptions::default()).unwrap().mesh;
    // A frame group becomes one frame with its first pose.
    let frames: Vec<usize> = match Mdl::parse(original) {
        Ok(mdl) => mdl.frames().iter().map(|frame| frame.poses().start).collect(),
        Err(_) => (0..mesh.frame_count()).collect(),
    };
    assert_eq!(md3.frame_count(), frames.len());
    let surface = &md3.surfaces()[0];
    let cell = |frame: usize| mesh.frames()[frames[frame]].transform;
    let is_narrow = |&(frame, axis): &(usize, usize)| cell(frame).scale[axis].abs() < 1.0 / 64.0;
    let axes: Vec<_> = (0..frames.len()).flat_map(|frame| (0..3).map(move |axis| (frame, axis))).collect();
    let wide: Vec<_> = axes.iter().copied().filter(|axis| !is_narrow(axis)).collect();
    let stored = |vertex: usize, (frame, axis): (usize, usize)| {
        let position = f64::from(surface.vertices(frame).record(vertex).xyz[axis]) / 64.0;
        let [scale, start] = [cell(frame).scale[axis], cell(frame).translate[axis]].map(f64::from);
        ((position - start) / scale + 0.5).floor()
    };
    let byte = |vertex: usize, (frame, axis): (usize, usize)| {
        f64::from(mesh.packing().coordinates(mesh.vertex_bytes(frames[frame], vertex))[axis])
    };
    let bits = |number: f64| number.to_bits();
    let all = |count: usize, number: &dyn Fn(usize, (usize, usize)) -> f64| -> BTreeSet<Vec<u64>> {
        (0..count).map(|vertex| wide.iter().map(|&axis| bits(number(vertex, axis) + 0.0)).collect()).collect()
    };
    let (found, expected) = (all(surface.vertex_count(), &stored), all(mesh.vertex_count(), &byte));
    assert!(found == expected, "{} of {} vertices differ", found.difference(&expected).count(), found.len());
    let number = |name: &str| usize::try_from(report[name].as_u64().unwrap()).unwrap();
    assert_eq!(number("coordinates"), axes.len() * surface.vertex_count());
    let narrow = (axes.len() - wide.len()) * surface.vertex_count();
    assert!(number("coordinates_outside_cells") <= narrow, "{narrow} coordinates in narrow cells, {report}");
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
    let output = enhanced(&folder, &["progs", "-o", "out", "--json"]);
    let reports = String::from_utf8(output.stdout).unwrap();
    assert_eq!(reports.lines().count(), specs.len());
    let (mut groups, mut outside) = (0, 0);
    for (number, (spec, report)) in specs.iter().zip(reports.lines()).enumerate() {
        let report: Value = serde_json::from_str(report).unwrap();
        let md3 = fs::read(folder.join(format!("out/m{number:02}.md3"))).unwrap();
        assert_rounds_to(&parse(&md3), spec.build().bytes(), &report);
        groups += spec.frames.iter().filter(|frame| matches!(frame, MdlFrameSpec::Group { .. })).count();
        outside += report["coordinates_outside_cells"].as_u64().unwrap();
    }
    assert!(groups > 10 && outside > 100, "{groups} groups, {outside} coordinates");
}

/// The squares of second differences show how a coordinate trembles. Rounding to 1/64 unit must not add to them.
#[test]
fn a_coordinate_that_moves_by_one_step_or_less_stays_as_smooth_as_in_the_original() {
    let original = include_bytes!("../../../../assets/wanderer/tris.md2");
    let model = md2_load::load(original, &LoadOptions::default()).unwrap();
    let folder = TempFolder::new();
    folder.write("tris.md2", original);
    let output = enhanced(&folder, &["tris.md2", "-o", "out", "--json"]);
    let md3 = fs::read(folder.join("out/tris.md3")).unwrap();
    let (md3, mesh) = (parse(&md3), &model.mesh);
    assert_rounds_to(&md3, original, &json(&output));
    let bends = |values: &[f64]| values.windows(3).map(|w| (w[0] - 2.0 * w[1] + w[2]).powi(2)).sum::<f64>();
    let (mut compared, mut smoother) = (0, 0);
    for (sequence, vertex, axis) in model.detection.sequences().iter().flat_map(|sequence| {
        (0..mesh.vertex_count()).flat_map(move |vertex| (0..3).map(move |axis| (sequence, vertex, axis)))
    }) {
        // A loop continues with its first frames.
        let more = if sequence.repeats_whole() { 2 } else { 0 };
        let frames = || sequence.frames().chain(sequence.frames().take(more));
        let before: Vec<f64> = frames().map(|frame| mesh.position(frame, vertex)[axis].into()).collect();
        let surface = &md3.surfaces()[0];
        let stored = |frame: usize| f64::from(surface.vertices(frame).record(vertex).xyz[axis]) / 64.0;
        let after: Vec<f64> = frames().map(stored).collect();
        let step = frames().map(|frame| mesh.frames()[frame].transform.scale[axis]).fold(0.0, f32::max);
        let [least, greatest] = [f64::min, f64::max].map(|pick| before.iter().copied().reduce(pick).unwrap());
        if greatest - least <= f64::from(step) {
            assert!(
                bends(&after) <= bends(&before) + 1e-7,
                "{}, {vertex}: {before:?} {after:?}",
                sequence.name
            );
            compared += 1;
            smoother += usize::from(bends(&after) < bends(&before) - 1e-7);
        }
    }
    assert!(compared > 100 && smoother > 50, "{smoother} of {compared}");
}

/// The game finds the sequences of its own models by their file name, and those of other models by the names of the frames.
#[test]
fn an_enhanced_model_plays_the_sequences_of_its_original() {
    let folder = TempFolder::new();
    let sequences = |path: &str| {
        let stem = Path::new(path).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let options = LoadOptions { stem, ..LoadOptions::default() };
        let model = md2_load::load(&fs::read(folder.join(path)).unwrap(), &options).unwrap();
        let row = |s: &md2_anim::Sequence| (s.name.clone(), s.first, s.last);
        model.detection.sequences().iter().map(row).collect::<Vec<_>>()
    };
    let names = |stem: &str, count: usize| (1..=count).map(|n| format!("{stem}{n}")).collect::<Vec<_>>();
    for (model, names, least) in
        [("knight", names("frame", 97), 8), ("tube", [names("tube", 3), names("fire", 4)].concat(), 2)]
    {
        let pose = |(number, name): (u8, &String)| {
            let vertices = [[0, 0, number, 5], [9, 0, number, 5], [0, 9, number, 5]];
            MdlFrameSpec::Single(PoseSpec::new(name.clone(), &vertices))
        };
        let frames = (0..).zip(&names).map(pose).collect();
        folder
            .write(&format!("progs/{model}.mdl"), MdlSpec { frames, ..mdl::one_triangle() }.build().bytes());
        enhanced(&folder, &[&format!("progs/{model}.mdl"), "-o", "out/progs"]);
        let original = sequences(&format!("progs/{model}.mdl"));
        assert!(original.len() >= least, "{original:?}");
        assert_eq!(sequences(&format!("out/progs/{model}.md3")), original);
    }
}

#[test]
fn pictures_in_palette_colors_keep_the_bytes_of_the_skin() {
    let folder = TempFolder::new();
    let spec = fullbright();
    folder.write("progs/lamp.mdl", spec.build().bytes());
    enhanced(&folder, &["progs/lamp.mdl", "-o", "out/progs", "--lmp"]);
    let picture = fs::read(folder.join("out/progs/lamp_0.lmp")).unwrap();
    // The width and the height, then the texels.
    assert_eq!(picture[..12], [8, 0, 0, 0, 8, 0, 0, 0, 223, 224, 254, 255]);
    let skin = fs::read_to_string(folder.join("out/progs/lamp.md3_0.skin")).unwrap();
    assert_eq!(skin, "lamp,progs/lamp_0.lmp\n");
}

#[test]
fn an_image_that_replaces_a_skin_becomes_the_picture_of_this_skin() {
    let folder = TempFolder::new();
    let mut spec = mdl::one_triangle();
    spec.skins = vec![spec.skins[0].clone(), spec.skins[0].clone()];
    folder.write("progs/box.mdl", spec.build().bytes());
    let painted = md2_assets::RgbaImage::filled(20, 30, [1, 2, 3, 255]);
    let png = md2_export::import::skin_file::encode_png(&painted).unwrap();
    folder.write("progs/box.mdl_1.png", &png);
    enhanced(&folder, &["progs/box.mdl", "-o", "out/progs"]);
    let picture = |number: u8| {
        let file = fs::read(folder.join(format!("out/progs/box_{number}.png"))).unwrap();
        md2_assets::decode(&file, "").unwrap()
    };
    let [width, height] = spec.skin_size.map(|side| u32::try_from(side).unwrap());
    assert_eq!((picture(0).size(), picture(1)), ([width, height], painted));
}

#[test]
fn darkplaces_gets_pictures_of_the_colors_of_a_player() {
    let folder = TempFolder::new();
    let game = folder.join("out");
    // Colors 16 to 31 are the shirt, 96 to 111 the pants.
    let mut pixels = vec![0; 64];
    pixels[..5].copy_from_slice(&[16, 31, 96, 104, 40]);
    let player = MdlSpec { skins: vec![SkinSpec::Single(pixels)], ..mdl::one_triangle() };
    folder.write("progs/player.mdl", player.build().bytes());
    enhanced(&folder, &["progs/player.mdl", "-o", "out/progs", "--darkplaces", "--lmp"]);
    let skin = fs::read_to_string(game.join("progs/player.mdl_0.skin")).unwrap();
    assert_eq!(skin, "player,progs/player_0.png\n");
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
    enhanced(&folder, &["mod/progs/m.mdl", "-o", "quake"]);
    assert!(!red(&folder, "quake"));
    folder.file("mod/gfx/palette.lmp", &[200, 10, 10].repeat(256));
    enhanced(&folder, &["mod/progs/m.mdl", "-o", "own"]);
    assert!(red(&folder, "own"));
}
